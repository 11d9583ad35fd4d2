//! The appearance of everything shown to people: colours, widths, tables, figures, progress,
//! errors, and the frame of web pages.
//!
//! These are building blocks: they depend on texts, numbers and pictures, and on hardly more of a
//! run than its verdicts.

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
pub mod progress;
pub mod shell;
pub mod suspicions;
pub mod svg;
pub mod table;
pub mod verbose;
pub mod width;
pub mod wrap;

pub use fault::{complaint, fault, note, warning};
