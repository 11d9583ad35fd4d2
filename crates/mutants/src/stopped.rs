//! How a solver with a budget ends, and whether a case kills it with that.

use referee_checker::{Case, CheckVerdict};

use crate::group::{PANIC, guarded};

/// Why there is no output, or none worth reading.
#[derive(Debug, Clone, Copy)]
pub enum Stopped {
    /// It took too many steps.
    TimeLimit,
    /// It kept too much.
    MemoryLimit,
    /// What the program would have died of.
    Crash(&'static str),
    /// It took so long that nobody waits for it, and yet not too many steps: that says nothing.
    Undecided,
}

/// Returns how a case kills a solver that writes its output, if it does.
pub(crate) fn kills(
    case: &impl Case,
    solve: impl FnOnce() -> Result<String, Stopped>,
) -> Option<&'static str> {
    match guarded(solve) {
        // Without the memory to check it, an output tells nothing.
        Some(Ok(output)) => match case.check(&mut output.as_bytes()).ok()? {
            CheckVerdict::Accepted(_) => None,
            CheckVerdict::Refused(refusal) => Some(refusal.kind.words()),
        },
        Some(Err(Stopped::TimeLimit)) => Some("time limit"),
        Some(Err(Stopped::MemoryLimit)) => Some("memory limit"),
        Some(Err(Stopped::Crash(how))) => Some(how),
        Some(Err(Stopped::Undecided)) => None,
        None => Some(PANIC),
    }
}
