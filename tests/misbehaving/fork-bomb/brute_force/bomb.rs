// Starts itself again and again, and so do its children. The kernel allows no more processes than
// the limit, and their time and memory count in total; whichever limit is reached, all of them are
// stopped.
use std::process::Command;

fn main() {
    loop {
        let _ = Command::new("/proc/self/exe").spawn();
    }
}
