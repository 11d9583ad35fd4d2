// Checks an output. Called as `checker INPUT ANSWER FEEDBACK_FOLDER/ < OUTPUT`; exits with 42 if
// the output is right, with 43 if it is not. The reason goes to standard error.

use std::{env, fs, io, process};

fn main() {
    let input = env::args().nth(1).expect("the input is named");
    let input = fs::read_to_string(input).expect("the input can be read");
    let sum: i64 = input.trim().parse().expect("the input is a number");
    let output = io::read_to_string(io::stdin()).unwrap_or_default();
    let numbers: Option<Vec<i64>> =
        output.split_whitespace().map(|word| word.parse().ok()).collect();
    let refusal = match numbers.as_deref() {
        Some(&[a, b]) if a < 1 || b < 1 => format!("{a} and {b} are not both positive"),
        Some(&[a, b]) if a.checked_add(b) != Some(sum) => format!("{a} + {b} is not {sum}"),
        Some(&[_, _]) => process::exit(42),
        _ => "the output is not two whole numbers".to_string(),
    };
    eprintln!("{refusal}");
    process::exit(43);
}
