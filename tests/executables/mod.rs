//! Files that a test writes and then executes.
//!
//! Another process writes them, because tests run on threads of one process: while one thread
//! writes a file, another may fork, and its child holds the descriptor for writing until it
//! executes a program itself. While any process holds such a descriptor, the kernel refuses to
//! execute the file (`ETXTBSY`, "Text file busy"), however long ago the writer closed its own.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Writes an executable file for which no descriptor for writing is ever open in this process.
pub(crate) fn write_executable(path: &Path, content: impl AsRef<[u8]>) {
    let mut writer = Command::new("sh");
    writer.args(["-c", "cat > \"$0\" && chmod 755 \"$0\""]).arg(path).stdin(Stdio::piped());
    let mut writer = writer.spawn().unwrap();
    writer.stdin.take().unwrap().write_all(content.as_ref()).unwrap();
    assert!(writer.wait().unwrap().success(), "{}", path.display());
}
