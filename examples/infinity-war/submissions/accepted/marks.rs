// Right: marks every square that Bob reaches, pair of moves by pair of moves.

use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut numbers = text.split_whitespace().map(|word| word.parse::<i64>().unwrap());
    let mut next = || numbers.next().unwrap();
    let n = next();
    let (alice, bob) = ((next(), next()), (next(), next()));
    let mut moves: Vec<(i64, i64)> = (0..n).map(|_| (next(), next())).collect();
    moves.push((0, 0));
    let place = |(x, y): (i64, i64)| ((y - 1) * n + x - 1) as usize;
    let on_board = |(x, y): (i64, i64)| (1..=n).contains(&x) && (1..=n).contains(&y);
    let landings = |from: (i64, i64)| {
        let to = moves.iter().map(move |m| (from.0 + m.0, from.1 + m.1));
        to.filter(|&square| on_board(square)).collect::<Vec<_>>()
    };
    if landings(alice).into_iter().any(|square| landings(square).contains(&bob)) {
        println!("Alice wins");
        return;
    }
    let mut marked = vec![false; (n * n) as usize];
    for first in landings(bob) {
        for m in &moves {
            let square = (first.0 + m.0, first.1 + m.1);
            if on_board(square) {
                marked[place(square)] = true;
            }
        }
    }
    match marked.iter().position(|&is_marked| !is_marked) {
        Some(at) => println!("tie {} {}", at as i64 % n + 1, at as i64 / n + 1),
        None => println!("Bob wins"),
    }
}
