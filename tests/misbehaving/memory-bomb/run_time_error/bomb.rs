// Allocates memory without end. It gets no more than its limit, and aborts.
fn main() {
    let mut all = Vec::new();
    loop {
        all.push(vec![1u8; 1 << 20]);
    }
}
