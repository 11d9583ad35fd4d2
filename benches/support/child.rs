//! Runs a program to its end, and reports its peak memory.

use std::io;
use std::process::Command;

/// Runs a program. Returns its exit code, and its peak memory in bytes if the system reports it.
#[allow(unsafe_code)] // the standard library waits without reporting resource usage
pub fn run(command: &mut Command) -> io::Result<(Option<i32>, Option<u64>)> {
    let pid = i32::try_from(command.spawn()?.id()).map_err(io::Error::other)?;
    let mut status = 0;
    // SAFETY: all fields of this structure are numbers, for which zero is valid; both pointers are
    // valid until the call returns.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: as above.
    if unsafe { libc::wait4(pid, &mut status, 0, &mut usage) } != pid {
        return Err(io::Error::last_os_error());
    }
    let code = libc::WIFEXITED(status).then(|| libc::WEXITSTATUS(status));
    Ok((code, u64::try_from(usage.ru_maxrss).ok().map(|kibibytes| kibibytes << 10)))
}
