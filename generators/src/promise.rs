//! Assertions of what a family promises, for all problems: a broken promise is an error.

use crate::FamilyError;

/// The number of draws for each item before a family gives up.
pub(crate) const PATIENCE: usize = 200;

/// Asserts a condition.
pub(crate) fn promise(kept: bool, broken: impl FnOnce() -> String) -> Result<(), FamilyError> {
    if kept { Ok(()) } else { Err(FamilyError(broken())) }
}

/// Returns the first success of up to `tries` attempts.
pub(crate) fn attempts<T>(
    tries: u32,
    wanted: &str,
    mut attempt: impl FnMut() -> Option<T>,
) -> Result<T, FamilyError> {
    (0..tries).find_map(|_| attempt()).ok_or_else(|| {
        FamilyError(format!(
            "no {wanted} in {tries} attempts; choose other parameters or another seed"
        ))
    })
}
