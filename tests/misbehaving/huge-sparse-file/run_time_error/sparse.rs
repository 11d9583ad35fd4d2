// Creates an empty file of a tebibyte. The signal for files that are too large ends the program.
fn main() {
    println!("Alice wins");
    std::fs::File::create("sparse").unwrap().set_len(1 << 40).unwrap();
}
