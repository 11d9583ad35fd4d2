//! The parameters that several families have in common, and how much they make at most.

use crate::{FamilyError, Parameter};

/// The most fields that a family makes.
pub(super) const MAX_FIELDS: i64 = 1_000_000;

/// The most arrows that a family draws.
pub(super) const MAX_ARROWS: i64 = 10_000_000;

/// The parameter n, from some least number of fields on.
pub(super) const fn fields(least: i64, most: i64) -> Parameter {
    Parameter::integer("n", least, most, "number of fields")
}

/// The parameter degree: n fields have n * degree arrows.
pub(super) const fn degree(least: i64, most: i64) -> Parameter {
    Parameter::integer("degree", least, most, "arrows from each field, on average")
}

/// `n * degree`, if there is room for so many arrows.
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
