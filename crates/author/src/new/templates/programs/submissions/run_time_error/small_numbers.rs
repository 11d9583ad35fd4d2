// Assumes that 16 bits suffice.

use std::io;

fn main() {
    let input = io::read_to_string(io::stdin()).unwrap();
    let sum: u16 = input.trim().parse().unwrap();
    println!("1 {}", sum - 1);
}
