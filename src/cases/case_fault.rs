//! What the checker says of cases, as faults: errors with a path, a place and advice.

use std::path::Path;

use referee_base::fault::Fault;
use referee_checker::{CheckError, InputError, TooLarge};

/// An output or answer could not be checked.
pub fn cannot_check(path: &Path, error: &CheckError) -> Fault {
    match error {
        CheckError::Read(error) => Fault::cannot_read(path, error),
        CheckError::TooLarge(error) => too_large(path, error),
        CheckError::Failed(reason) => Fault::judge(reason.clone()).at(path),
    }
}

/// A case takes more memory than there is.
pub fn too_large(path: &Path, error: &TooLarge) -> Fault {
    let help = "run it where there is more memory; fewer --jobs leave more to each";
    Fault::judge(error.to_string()).at(path).help(help)
}

/// An input or answer of the problem leaves its grammar. `bytes` is the text of the file.
pub fn grammar(path: &Path, error: &InputError, bytes: &[u8]) -> Fault {
    Fault::bad_input(error.message.clone()).at(path).at_place(error.place, bytes)
}

/// A command that is not there to find such faults meets an input that leaves its grammar.
pub fn broken_input(path: &Path, error: &InputError, bytes: &[u8]) -> Fault {
    grammar(path, error, bytes).help("`referee validate` lists all such places")
}
