//! Feedback to students about a failure: what happened, which mistake it may be, and the texts in
//! the language of the course.
//!
//! This module does not depend on reports. A mistake is recognized in what a student may see, and
//! is the key of a text, which each language has.

mod mistake;
mod mistakes;
mod outputs;
mod texts;

pub use mistake::Mistake;
pub use mistakes::{of_compiler, of_program};
pub use texts::{FeedbackLanguage, Texts};
