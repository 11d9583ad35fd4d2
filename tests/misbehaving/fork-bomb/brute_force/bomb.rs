// Starts itself again and again, and so do those. The kernel gives it no more processes than its limit, and the
// time and the memory of all of them count together; whichever ends it, all of them are stopped.
use std::process::Command;

fn main() {
    loop {
        let _ = Command::new("/proc/self/exe").spawn();
    }
}
