// The right answer, and then a panic. The exit code counts.
fn main() {
    println!("Alice wins");
    panic!("after all was done");
}
