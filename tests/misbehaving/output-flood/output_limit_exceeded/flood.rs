// Writes the right answer without end, and ignores errors. The byte beyond the limit ends it.
use std::io::Write;

fn main() {
    let text = "Alice wins\n".repeat(4096);
    loop {
        let _ = std::io::stdout().write_all(text.as_bytes());
    }
}
