//! Parameters shared by several families, and upper bounds on their sizes.

use crate::{FamilyError, Parameter};

/// The maximum number of fields of a generated input.
pub(super) const MAX_FIELDS: i64 = 1_000_000;

/// The maximum number of arrows that a family draws.
pub(super) const MAX_ARROWS: i64 = 10_000_000;

/// Declares the parameter n, the number of fields.
pub(super) const fn fields(least: i64, most: i64) -> Parameter {
    Parameter::integer("n", least, most, "number of fields")
}

/// Declares the parameter degree: n fields have n * degree arrows.
pub(super) const fn degree(least: i64, most: i64) -> Parameter {
    Parameter::integer("degree", least, most, "arrows from each field, on average")
}

/// Returns `n * degree`, or an error if that exceeds `room`, the number of possible arrows.
pub(super) fn arrows(n: i64, degree: i64, room: i64) -> Result<usize, FamilyError> {
    let (wanted, room) = (n * degree, room.min(MAX_ARROWS));
    if wanted <= room {
        return Ok(wanted as usize);
    }
    Err(FamilyError(format!(
        "{n} fields of degree {degree} have {wanted} arrows, where there can be {room}; \
         choose a degree up to {}",
        room / n
    )))
}
