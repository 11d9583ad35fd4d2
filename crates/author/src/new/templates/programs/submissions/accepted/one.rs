use std::io;

fn main() {
    let input = io::read_to_string(io::stdin()).unwrap();
    let sum: u64 = input.trim().parse().unwrap();
    println!("1 {}", sum - 1);
}
