//! How things look: colours, widths, tables, figures, progress, errors as people read them, and the frame of web pages.
//!
//! Whatever shows something to people is made of these: they know texts, numbers and pictures, and of a run no more than its
//! verdicts.

pub mod columns;
pub mod diagnostics;
pub mod drawing;
pub mod explanation;
mod fault;
pub mod grid;
pub mod interruption;
pub mod markup;
mod pace;
pub mod page;
pub mod paint;
pub mod plot;
pub mod progress;
pub mod shell;
pub mod suspicions;
pub mod svg;
pub mod table;
pub mod verbose;
pub mod width;
pub mod wrap;

pub use fault::{complaint, fault, note, warning};
