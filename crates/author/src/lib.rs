//! The work of problem authors on cases, except judging: generating, answering, validating and
//! checking them, evaluating games, drawing, and starting new problems.
//!
//! Each module is the engine of the command with its name. It has no access to arguments or
//! reports: it returns data, or emits events.

pub mod check;
pub mod compare;
pub mod evaluate;
pub mod generate;
pub mod new;
pub mod show;
pub mod solve;
pub mod stretches;
pub mod validate;
pub mod verify;
