//! Why a program cannot be run.

use referee_base::fault::Fault;

/// Why a program cannot be run.
#[derive(Debug)]
pub enum NotBuilt {
    /// It does not compile: what the compiler says.
    Refused(String),
    /// Its compiler or interpreter, a command, is not installed.
    NotInstalled(String, Box<Fault>),
    /// The judge is at fault.
    NotJudged(Fault),
}
