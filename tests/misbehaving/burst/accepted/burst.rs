//! Tries to reserve 9 GiB at once, and is refused.
fn main() {
    let mut all: Vec<u8> = Vec::new();
    println!("{}", if all.try_reserve_exact(9 << 30).is_err() { "Alice wins" } else { "no" });
}
