// Checks that an input is as the statement promises: a number from 2 to 10^9 and a line end, to the
// byte. Exits with 42 if it is, with 43 if it is not.

use std::{io, process};

fn main() {
    let input = io::read_to_string(io::stdin()).unwrap_or_default();
    let number = input.strip_suffix('\n').and_then(|line| line.parse::<u64>().ok());
    match number {
        Some(number) if input == format!("{number}\n") => {
            if (2..=1_000_000_000).contains(&number) {
                process::exit(42);
            }
            eprintln!("{number} is outside 2..=1000000000");
        }
        _ => eprintln!("the input is not one number and a line end"),
    }
    process::exit(43);
}
