//! Converts errors of the checker to faults, with a path, a position and advice.

use std::path::Path;

use referee_base::fault::Fault;
use referee_checker::{CheckError, InputError, TooLarge};

/// Returns the fault for an output or answer that cannot be checked.
pub fn cannot_check(path: &Path, error: &CheckError) -> Fault {
    match error {
        CheckError::Read(error) => Fault::cannot_read(path, error),
        CheckError::TooLarge(error) => too_large(path, error),
        CheckError::Failed(reason) => Fault::judge(reason.clone()).at(path),
    }
}

/// Returns the fault for a case that needs more memory than is available.
pub fn too_large(path: &Path, error: &TooLarge) -> Fault {
    let help = "use a machine with more memory, or fewer --jobs, which leaves more to each";
    Fault::judge(error.to_string()).at(path).help(help)
}

/// Returns the fault for an input or answer with these bytes that violates its grammar.
pub fn grammar(path: &Path, error: &InputError, bytes: &[u8]) -> Fault {
    Fault::bad_input(error.message.clone()).at(path).at_place(error.place, bytes)
}

/// Returns the same fault for commands that do not validate, with the advice to run `validate`.
pub fn broken_input(path: &Path, error: &InputError, bytes: &[u8]) -> Fault {
    grammar(path, error, bytes).help("`referee validate` lists all such places")
}
