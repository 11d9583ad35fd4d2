// Tries all pairs from above.

use std::{hint, io};

fn main() {
    let input = io::read_to_string(io::stdin()).unwrap();
    let sum: u64 = input.trim().parse().unwrap();
    for a in (1..=sum).rev() {
        for b in (1..=sum).rev() {
            if hint::black_box(a + b) == sum {
                println!("{a} {b}");
                return;
            }
        }
    }
}
