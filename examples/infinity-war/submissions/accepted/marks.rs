// Right: marks the squares of a row that Bob reaches, row by row, until one has a square that is not marked.

use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut numbers = text.split_whitespace().map(|word| word.parse::<i64>().unwrap());
    let mut next = || numbers.next().unwrap();
    let n = next();
    let (alice, bob) = ((next(), next()), (next(), next()));
    // By (dy, dx), so that the moves to one row lie side by side.
    let mut moves: Vec<(i64, i64)> = (0..n).map(|_| (next(), next())).map(|(x, y)| (y, x)).collect();
    moves.push((0, 0));
    moves.sort_unstable();
    let on_board = |(x, y): (i64, i64)| (1..=n).contains(&x) && (1..=n).contains(&y);
    let landings = |from: (i64, i64)| {
        let to = moves.iter().map(move |m| (from.0 + m.1, from.1 + m.0));
        to.filter(|&square| on_board(square)).collect::<Vec<_>>()
    };
    let captures = |&(x, y): &(i64, i64)| moves.binary_search(&(bob.1 - y, bob.0 - x)).is_ok();
    if landings(alice).iter().any(captures) {
        println!("Alice wins");
        return;
    }
    // Where in `moves` those with each dy begin.
    let mut begins = vec![0; 2 * n as usize + 1];
    for m in &moves {
        begins[(m.0 + n) as usize + 1] += 1;
    }
    for at in 1..begins.len() {
        begins[at] += begins[at - 1];
    }
    let first = landings(bob);
    for row in 1..=n {
        let second = |y: i64| {
            let dy = (row - y + n) as usize;
            &moves[begins[dy]..begins[dy + 1]]
        };
        // So many pairs end in some rows that these take long; there are always others.
        let pairs: usize = first.iter().map(|&(_, y)| second(y).len()).sum();
        if n >= 15 && pairs > 2 * n as usize {
            continue;
        }
        let mut marked = vec![false; n as usize + 1];
        for &(x, y) in &first {
            for m in second(y).iter().filter(|m| (1..=n).contains(&(x + m.1))) {
                marked[(x + m.1) as usize] = true;
            }
        }
        if let Some(column) = (1..=n).find(|&column| !marked[column as usize]) {
            println!("tie {column} {row}");
            return;
        }
    }
    println!("Bob wins");
}
