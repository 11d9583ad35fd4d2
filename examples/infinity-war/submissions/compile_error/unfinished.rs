// Does not compile: the last line is missing.

fn main() {
    println!("Bob wins");
