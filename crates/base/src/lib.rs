//! The foundation of every part of `referee`: files, documents, archives, errors, threads. Nothing
//! here is about contests.
//!
//! | module | holds |
//! | --- | --- |
//! | [`document`] | TOML whose keys are taken one by one, and errors with a position |
//! | [`yaml`] | YAML, bounded, with the position of every value |
//! | [`files`] | files written whole or not at all, opened without waiting; temporary folders |
//! | [`archive`] | zip and tar archives, extracted under bounds |
//! | [`fault`] | errors with path, position and advice |
//! | [`parallel`] | work on threads, results in order; locks |
//! | [`digest`] | one hash for a sequence of byte strings |
//! | [`diff`] | differences between two texts |
//! | [`machine`], [`cores`] | threads, memory and cores that this process may use |
//!
//! ```
//! use referee_base::document::Table;
//!
//! let mut table = Table::parse("wide = 3\nhigh = 4")?;
//! assert_eq!(table.integer("wide", 1, 10)?, Some(3));
//! // A key that was not taken is an error with its position and the nearest known key.
//! let error = table.finish().unwrap_err();
//! assert_eq!((error.place.line, error.place.column), (2, 1));
//! # Ok::<(), referee_base::document::DocumentError>(())
//! ```

#![forbid(unsafe_code)]

#[cfg(not(target_os = "linux"))]
compile_error!("referee needs Linux; `referee-checker` alone is built for any system in checker/");

pub mod archive;
pub mod cores;
pub mod diff;
pub mod digest;
pub mod document;
pub mod fault;
pub mod files;
pub mod machine;
pub mod parallel;
mod plural;
pub mod spreadsheet;
pub mod yaml;

pub use plural::{listed, part_of, plural};

/// Escaping of untrusted text, and positions in a text. Both are in the checker, which is
/// self-contained: its sources are also the validator of an exported package.
pub use referee_checker::{Position, text};
