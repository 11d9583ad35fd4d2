//! The values of a document, each with its place.

use std::sync::Arc;

use crate::Position;
use crate::document::DocumentError;

/// A value, and where it begins. A copy shares what is below it.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// Where it begins; the column is counted in characters.
    pub place: Position,
    /// What it is.
    pub value: Value,
    /// How many values it has, itself included, aliases followed.
    pub(super) values: usize,
    /// How deep it is nested, aliases followed.
    pub(super) depth: usize,
}

/// What a value is.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A text, a number, a truth value or nothing: what it is depends on who asks.
    Scalar {
        /// The text, without quotes.
        text: Arc<str>,
        /// Whether it had no quotes and was no block, so that it may be something else than a text.
        is_plain: bool,
    },
    /// Values one after the other.
    Sequence(Arc<[Node]>),
    /// Keys and their values, in the order of the document.
    Mapping(Arc<[(Node, Node)]>),
}

impl Node {
    pub(super) fn scalar(place: Position, text: &str, is_plain: bool) -> Node {
        Node { place, value: Value::Scalar { text: text.into(), is_plain }, values: 1, depth: 1 }
    }

    /// Whether it is nothing.
    pub fn is_null(&self) -> bool {
        self.plain().is_some_and(|text| matches!(text, "" | "~" | "null" | "Null" | "NULL"))
    }

    /// The text of a scalar, whatever it may mean beyond that; nothing is no text.
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Scalar { text, .. } if !self.is_null() => Some(text),
            _ => None,
        }
    }

    /// The text of a scalar that is a text and not a number, a truth value or nothing.
    pub fn string(&self) -> Option<&str> {
        let is_other = self.boolean().is_some() || self.number().is_some();
        self.text().filter(|_| !is_other)
    }

    /// A truth value.
    pub fn boolean(&self) -> Option<bool> {
        match self.plain()? {
            "true" | "True" | "TRUE" => Some(true),
            "false" | "False" | "FALSE" => Some(false),
            _ => None,
        }
    }

    /// A whole number in decimal digits.
    pub fn integer(&self) -> Option<i64> {
        self.plain()?.parse().ok()
    }

    /// A finite number in decimal digits.
    pub fn number(&self) -> Option<f64> {
        let text = self.plain()?;
        // Rust also reads words such as `nan` as numbers.
        let is_decimal =
            text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E'));
        text.parse().ok().filter(|number: &f64| is_decimal && number.is_finite())
    }

    /// The values of a sequence.
    pub fn sequence(&self) -> Option<&[Node]> {
        match &self.value {
            Value::Sequence(values) => Some(values),
            _ => None,
        }
    }

    /// The entries of a mapping.
    pub fn mapping(&self) -> Option<&[(Node, Node)]> {
        match &self.value {
            Value::Mapping(entries) => Some(entries),
            _ => None,
        }
    }

    /// What it is, in a word or two.
    pub fn kind(&self) -> &'static str {
        match &self.value {
            Value::Sequence(_) => "a list",
            Value::Mapping(_) => "a mapping",
            Value::Scalar { .. } if self.is_null() => "nothing",
            Value::Scalar { .. } if self.boolean().is_some() => "a truth value",
            Value::Scalar { .. } if self.number().is_some() => "a number",
            Value::Scalar { .. } => "a text",
        }
    }

    /// An error at this place.
    pub fn error(&self, message: impl Into<String>) -> DocumentError {
        DocumentError { place: self.place, message: message.into(), help: None }
    }

    /// The error that this is not what is wanted here, such as `a list of texts`.
    pub fn is_not(&self, what: &str, wanted: &str) -> DocumentError {
        self.error(format!("{what} is {}; wanted is {wanted}", self.kind()))
    }

    pub(super) fn plain(&self) -> Option<&str> {
        match &self.value {
            Value::Scalar { text, is_plain: true } => Some(text),
            _ => None,
        }
    }
}
