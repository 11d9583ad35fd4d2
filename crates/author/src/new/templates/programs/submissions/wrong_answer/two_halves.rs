// Forgets that half of an odd number is not an integer.

use std::io;

fn main() {
    let input = io::read_to_string(io::stdin()).unwrap();
    let sum: u64 = input.trim().parse().unwrap();
    println!("{} {}", sum / 2, sum / 2);
}
