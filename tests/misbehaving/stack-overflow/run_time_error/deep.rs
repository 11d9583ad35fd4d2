// Calls itself without end. The stack overflows, and it aborts.
use std::hint::black_box;

fn deep(level: u64) -> u64 {
    let frame = black_box([level; 512]);
    if black_box(true) { deep(level + 1) + frame[0] } else { 0 }
}

fn main() {
    println!("Alice wins");
    println!("{}", deep(0));
}
