//! `similar`: finds submissions that share fragments of code, for a person to look at.
//!
//! `reading` turns submissions, earlier ones and given code into texts; `pseudonyms` hides names
//! and comments if they must not be seen; `similarities` compares the texts using
//! `referee_similar`, and finds the lines that a pair shares. The result is no verdict: there are
//! many reasons why two programs may be similar.

mod compared;
mod pseudonyms;
mod reading;
mod similarities;

pub use compared::ComparedProgram;
pub use reading::SimilarSources;
pub use similarities::{Identity, Passage, PassagePair, Similarities};
