//! Evaluation of subtraction games: which of the first N positions are cold, and their nim-values.
//!
//! A position is a heap of n; a move takes an amount that the [`Rule`] allows; a player who cannot
//! move loses. A position is *cold* if the player to move loses, and *hot* otherwise: it is cold if
//! no move leads to a cold position. Its *nim-value* is the smallest number that is not the
//! nim-value of a position that a move leads to; it is 0 exactly if the position is cold.
//!
//! Source: D. Eppstein, "Faster Evaluation of Subtraction Games" (FUN 2018, arXiv 1804.06515).
//!
//! Deliberately absent: files, clocks, environment, processes, global state.
//!
//! ```
//! use referee_games::{Effort, Rule, cold};
//!
//! // Who takes a square number from a heap of n, and cannot move at 0, loses from here:
//! let squares: Rule = "squares".parse()?;
//! let method = cold::default_method(&squares);
//! let found = (method.evaluate)(&squares, 40, &Effort::silent(1));
//! assert_eq!(found.iter().collect::<Vec<_>>(), [0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bits;
pub mod cold;
mod cold_set;
mod convolution;
pub mod fit;
pub mod line;
mod method;
pub mod nim;
pub mod notation;
mod period;
pub mod positions;
mod progress;
mod rule;
mod work;

pub use cold_set::Cold;
pub use method::{Effort, Method, levels};
pub use period::Period;
pub use rule::{Rule, Rules, SEQUENCES};

/// The name of this game, and of the problem based on it.
pub const NAME: &str = "subtraction-game";
