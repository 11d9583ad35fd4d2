// Makes a file of a tebibyte that has nothing in it. The signal that refuses it ends the program.
fn main() {
    println!("Alice wins");
    std::fs::File::create("sparse").unwrap().set_len(1 << 40).unwrap();
}
