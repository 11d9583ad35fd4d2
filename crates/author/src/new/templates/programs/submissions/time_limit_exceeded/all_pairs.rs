// Tries all pairs, and prints the most even one.

use std::io;

fn main() {
    let input = io::read_to_string(io::stdin()).unwrap();
    let sum: u64 = input.trim().parse().unwrap();
    let mut best = (1, sum - 1);
    for a in 1..sum {
        for b in 1..sum {
            if a + b == sum && a * b > best.0 * best.1 {
                best = (a, b);
            }
        }
    }
    println!("{} {}", best.0, best.1);
}
