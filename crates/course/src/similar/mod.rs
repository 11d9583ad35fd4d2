//! `similar`: which submissions share fragments of code, so that a person can look at these.
//!
//! `reading` turns submissions, earlier ones and given code into texts; `pseudonyms` takes names and comments away where they are not to
//! be seen; `similarities` has `referee_similar` compare them, and `passage` finds the lines that a pair shares. What comes of it is no
//! verdict: there are many reasons for which two programs are alike.

mod compared;
mod passage;
mod pseudonyms;
mod reading;
mod similarities;

pub use compared::ComparedProgram;
pub use passage::{Passage, PassagePair};
pub use reading::SimilarSources;
pub use similarities::{Identity, Similarities};
