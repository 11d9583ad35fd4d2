// Right where it comes to an end: the board has room for n = 100 only.

use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let numbers: Vec<i64> = text.split_whitespace().map(|word| word.parse().unwrap()).collect();
    let n = numbers[0];
    let mut moves: Vec<(i64, i64)> = numbers[5..].chunks(2).map(|pair| (pair[0], pair[1])).collect();
    moves.push((0, 0));
    let reach = |x: i64, y: i64| {
        let mut marked = [[false; 101]; 101];
        for a in &moves {
            for b in &moves {
                let (mx, my, tx, ty) = (x + a.0, y + a.1, x + a.0 + b.0, y + a.1 + b.1);
                if [mx, my, tx, ty].iter().all(|at| (1..=n).contains(at)) {
                    marked[tx as usize][ty as usize] = true;
                }
            }
        }
        marked
    };
    if reach(numbers[1], numbers[2])[numbers[3] as usize][numbers[4] as usize] {
        println!("Alice wins");
        return;
    }
    let marked = reach(numbers[3], numbers[4]);
    for x in 1..=n {
        for y in 1..=n {
            if !marked[x as usize][y as usize] {
                println!("tie {x} {y}");
                return;
            }
        }
    }
    println!("Bob wins");
}
