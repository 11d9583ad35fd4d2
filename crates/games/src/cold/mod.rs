//! The cold positions of a game up to some size, with one bit each, and the methods that find them.

mod classes;
mod lanes;
mod methods;
mod periodic;
pub mod residues;
pub(super) mod segmented;
mod shifts;
mod sieve;
pub mod stretches;
mod words;

pub use crate::cold_set::Cold;
pub use lanes::Lanes;
pub use methods::{METHODS, default_method, method};
pub use periodic::Periodic;
pub use segmented::find as segmented;
pub use sieve::find as sieve;
pub use words::find as words;
