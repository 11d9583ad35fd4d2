//! Reads YAML with the position of every value, for precise error messages.
//!
//! Scalars stay text, because readers of packages disagree about `1e-6`, `012` or `no`: methods
//! such as [`Node::boolean`] read them as YAML 1.2 does, the functions of [`old`] as YAML 1.1.
//! Untrusted documents are bounded in bytes, in depth, and in the number of values with all aliases
//! expanded, so every traversal of a document ends soon.

mod builder;
mod emit;
mod fields;
mod node;
pub mod old;
mod write;

use crate::Position;
use crate::document::DocumentError;

pub use emit::emit;
pub use fields::{Fields, Unknown};
pub use node::{Node, Value};
pub use write::{flow, lines, list, quoted};

const MAX_BYTES: usize = 16 << 20;
impl Node {
    /// Reads a document. An empty one is `null`.
    ///
    /// Merge keys (`<<`) are merged. Tags are ignored, except that `!!str` makes a string of a
    /// plain scalar.
    ///
    /// # Errors
    /// The text is not UTF-8 or not YAML, it has more than one document or a duplicate key, or it
    /// is too large.
    pub fn read(bytes: &[u8]) -> Result<Node, DocumentError> {
        let (node, repeated) = Node::read_repeating(bytes)?;
        repeated.into_iter().next().map_or(Ok(node), Err)
    }

    /// Reads a document as [`Node::read`] does, but accepts and lists duplicate keys; the last one
    /// counts.
    ///
    /// # Errors
    /// The text is not UTF-8 or not YAML, it has more than one document, or it is too large.
    pub fn read_repeating(bytes: &[u8]) -> Result<(Node, Vec<DocumentError>), DocumentError> {
        if bytes.len() > MAX_BYTES {
            let message = format!("it is larger than {} MiB", MAX_BYTES >> 20);
            return Err(DocumentError::new(Position::default(), message));
        }
        let text = std::str::from_utf8(bytes).map_err(|error| {
            DocumentError::new(Position::of(bytes, error.valid_up_to()), "this is not UTF-8")
        })?;
        let (document, repeated) = builder::build(text.strip_prefix('\u{feff}').unwrap_or(text))?;
        Ok((document.unwrap_or(Node::scalar((Position::default(), 0), "", true)), repeated))
    }
}

#[cfg(test)]
mod tests;
