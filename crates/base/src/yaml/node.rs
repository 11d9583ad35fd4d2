//! The values of a document, each with its position.

use std::sync::Arc;

use crate::Position;
use crate::document::DocumentError;

/// The number of bytes of text that count as one more value.
const LONG: usize = 64;

/// A value and its position. A clone shares the values below it.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// The position where it begins.
    pub place: Position,
    /// The value itself.
    pub value: Value,
    /// The byte that it begins with in the document, which is `*` for an alias; 0 at the end.
    pub(super) first: u8,
    /// The number of values in it, itself included, aliases expanded. A long text counts as
    /// several.
    pub(super) values: usize,
    /// The depth of nesting, aliases expanded.
    pub(super) depth: usize,
}

/// The value of a node.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A string, a number, a Boolean or `null`: the reader decides.
    Scalar {
        /// The text, without quotes.
        text: Arc<str>,
        /// Whether it had no quotes and was not a block, so that it may be something other than a
        /// string.
        is_plain: bool,
    },
    /// A list of values.
    Sequence(Arc<[Node]>),
    /// Keys and their values, in the order of the document.
    Mapping(Arc<[(Node, Node)]>),
}

impl Node {
    pub(super) fn scalar((place, first): (Position, u8), text: &str, is_plain: bool) -> Node {
        // A reader copies texts, once for each alias.
        let values = 1 + text.len() / LONG;
        let value = Value::Scalar { text: text.into(), is_plain };
        Node { place, value, first, values, depth: 1 }
    }

    /// Returns whether the value is `null`.
    pub fn is_null(&self) -> bool {
        self.plain().is_some_and(|text| matches!(text, "" | "~" | "null" | "Null" | "NULL"))
    }

    /// Returns the text of a scalar, whatever it may mean; `null` has no text.
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Scalar { text, .. } if !self.is_null() => Some(text),
            _ => None,
        }
    }

    /// Returns the text of a scalar that is a string and not a number, a Boolean or `null`.
    pub fn string(&self) -> Option<&str> {
        let is_other = self.boolean().is_some() || self.number().is_some();
        self.text().filter(|_| !is_other)
    }

    /// Returns a Boolean.
    pub fn boolean(&self) -> Option<bool> {
        match self.plain()? {
            "true" | "True" | "TRUE" => Some(true),
            "false" | "False" | "FALSE" => Some(false),
            _ => None,
        }
    }

    /// Returns an integer in decimal digits.
    pub fn integer(&self) -> Option<i64> {
        self.plain()?.parse().ok()
    }

    /// Returns a finite number in decimal digits.
    pub fn number(&self) -> Option<f64> {
        let text = self.plain()?;
        // Rust also parses words such as `nan` as numbers.
        let is_decimal =
            text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E'));
        text.parse().ok().filter(|number: &f64| is_decimal && number.is_finite())
    }

    /// Returns the values of a sequence.
    pub fn sequence(&self) -> Option<&[Node]> {
        match &self.value {
            Value::Sequence(values) => Some(values),
            _ => None,
        }
    }

    /// Returns the entries of a mapping.
    pub fn mapping(&self) -> Option<&[(Node, Node)]> {
        match &self.value {
            Value::Mapping(entries) => Some(entries),
            _ => None,
        }
    }

    /// Describes the kind of the value, in a word or two.
    pub fn kind(&self) -> &'static str {
        match &self.value {
            Value::Sequence(_) => "a list",
            Value::Mapping(_) => "a mapping",
            Value::Scalar { .. } if self.is_null() => "nothing",
            Value::Scalar { .. } if self.boolean().is_some() => "a truth value",
            Value::Scalar { .. } if self.number().is_some() => "a number",
            Value::Scalar { .. } => "a string",
        }
    }

    /// Creates an error at this position.
    pub fn error(&self, message: impl Into<String>) -> DocumentError {
        DocumentError::new(self.place, message)
    }

    /// Creates the error that this value is not of the wanted kind, such as `a list of texts`.
    pub fn is_not(&self, what: &str, wanted: &str) -> DocumentError {
        self.error(format!("{what} is {}; expected {wanted}", self.kind()))
    }

    pub(super) fn plain(&self) -> Option<&str> {
        match &self.value {
            Value::Scalar { text, is_plain: true } => Some(text),
            _ => None,
        }
    }
}
