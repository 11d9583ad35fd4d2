//! Hüpfburg on the command line: tests beyond those of every problem. Its checker has an option,
//! its answers can be too long to hold, its searches too large to begin.

mod catalogue;
mod check;
mod inputs;
mod large;
mod options;

use crate::shipped::Shipped;

/// Sasha and Mika can meet with 1 jump, on field 3, or later, on field 4.
const SOON: &str = "5 6\n1 3\n2 3\n3 5\n5 3\n3 4\n2 4\n";
/// They meet with 2 jumps at least: Mika goes round by 5.
const LATER: &str = "6 6\n1 3\n3 4\n2 5\n5 4\n4 6\n6 4\n";
/// They can never meet: they swap places.
const NEVER: &str = "2 2\n1 2\n2 1\n";

/// The problem and its three cases.
pub(crate) const PROBLEM: Shipped = Shipped {
    name: "huepfburg",
    cases: [
        ("sample/1-soon", SOON, "1\n1 3\n2 3\n"),
        ("secret/2-later", LATER, "2\n1 3 4\n2 5 4\n"),
        ("secret/3-never", NEVER, "impossible\n"),
    ],
};
