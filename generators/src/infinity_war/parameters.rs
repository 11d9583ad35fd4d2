//! Parameters shared by several families.

use crate::Parameter;

/// The parameter n of families that work on boards of any size.
pub(super) const ANY_SIDE: Parameter = side(2);

/// Declares the parameter n of families that need a board of at least this size.
pub(super) const fn side(least: i64) -> Parameter {
    Parameter::integer("n", least, 10_000_000, "side of the board, number of moves")
}
