// Right, but slow: tries all pairs of moves anew for every square.

use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let numbers: Vec<i64> = text.split_whitespace().map(|word| word.parse().unwrap()).collect();
    let n = numbers[0];
    let mut moves: Vec<(i64, i64)> = numbers[5..].chunks(2).map(|pair| (pair[0], pair[1])).collect();
    moves.push((0, 0));
    let reaches = |from: (i64, i64), to: (i64, i64)| {
        moves.iter().any(|first| {
            let (x, y) = (from.0 + first.0, from.1 + first.1);
            let on_board = (1..=n).contains(&x) && (1..=n).contains(&y);
            moves.iter().any(|second| on_board && (x + second.0, y + second.1) == to)
        })
    };
    let (alice, bob) = ((numbers[1], numbers[2]), (numbers[3], numbers[4]));
    if reaches(alice, bob) {
        println!("Alice wins");
        return;
    }
    let squares = (1..=n).flat_map(|y| (1..=n).map(move |x| (x, y)));
    // The last safe square, so that every one is tried.
    match squares.filter(|&square| !reaches(bob, square)).last() {
        Some((x, y)) => println!("tie {x} {y}"),
        None => println!("Bob wins"),
    }
}
