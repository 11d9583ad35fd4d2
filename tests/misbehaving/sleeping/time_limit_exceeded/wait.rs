// Waits for itself to wake it up. The clock ends it.
fn main() {
    println!("Alice wins");
    loop {
        std::thread::park();
    }
}
