//! Squares and moves.

use std::fmt;

/// A square: column and row, from 1; rows count from the bottom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square {
    /// The column.
    pub x: i32,
    /// The row.
    pub y: i32,
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.x, self.y)
    }
}

/// A move: columns to the right and rows up, each less than n in magnitude.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// Columns to the right.
    pub dx: i32,
    /// Rows up.
    pub dy: i32,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let signed = |d: i32| if d > 0 { format!("+{d}") } else { d.to_string() };
        write!(f, "({},{})", signed(self.dx), signed(self.dy))
    }
}
