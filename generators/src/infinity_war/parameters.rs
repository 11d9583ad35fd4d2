//! The parameters that several families share.

use crate::Parameter;

/// The parameter n of families that work on every board.
pub(super) const ANY_SIDE: Parameter = side(2);

/// Declares the parameter n of families that need a board of some size.
pub(super) const fn side(least: i64) -> Parameter {
    Parameter::integer("n", least, 10_000_000, "side of the board, number of moves")
}
