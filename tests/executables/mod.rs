//! What tests execute: the program under test, and files that a test writes.
//!
//! Another process writes these, because tests run on threads of one process: while one thread
//! writes a file, another may fork, and its child holds the descriptor for writing until it
//! executes a program itself. While any process holds such a descriptor, the kernel refuses to
//! execute the file (`ETXTBSY`, "Text file busy"), however long ago the writer closed its own.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// The program under test: that of this build, or the one that REFEREE names when the tests are
/// compiled, such as the release build, which is what users run and takes less time.
pub(crate) const REFEREE: &str = match option_env!("REFEREE") {
    Some(program) => program,
    None => env!("CARGO_BIN_EXE_referee"),
};

/// Writes an executable file for which no descriptor for writing is ever open in this process.
pub(crate) fn write_executable(path: &Path, content: impl AsRef<[u8]>) {
    let mut writer = Command::new("sh");
    writer.args(["-c", "cat > \"$0\" && chmod 755 \"$0\""]).arg(path).stdin(Stdio::piped());
    let mut writer = writer.spawn().unwrap();
    writer.stdin.take().unwrap().write_all(content.as_ref()).unwrap();
    assert!(writer.wait().unwrap().success(), "{}", path.display());
}
