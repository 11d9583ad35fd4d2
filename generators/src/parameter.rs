//! Typed parameters of families: declared once, then used to parse, check, list and hash values.

use std::collections::BTreeMap;
use std::fmt;

/// The declaration of a parameter.
#[derive(Debug)]
pub struct Parameter {
    /// The key in a recipe.
    pub name: &'static str,
    /// The values that the parameter takes.
    pub kind: ParameterKind,
    /// The value of an integer if a recipe omits it; `None` if a recipe must specify it.
    default: Option<i64>,
    /// A description in a few words.
    pub summary: &'static str,
}

/// The values that a parameter takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParameterKind {
    /// An integer in this range, both ends included.
    Integer {
        /// The smallest value.
        least: i64,
        /// The largest value.
        most: i64,
    },
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Any text.
    Text,
}

/// The value of a parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ParameterValue {
    /// The value of an integer parameter.
    Integer(i64),
    /// The value of a choice or a text.
    Text(String),
}

impl Parameter {
    /// Declares an integer that every recipe must specify.
    pub const fn integer(name: &'static str, least: i64, most: i64, summary: &'static str) -> Self {
        Parameter { name, kind: ParameterKind::Integer { least, most }, default: None, summary }
    }

    /// Declares a choice of words, of which the first is the default.
    pub const fn choice(
        name: &'static str,
        words: &'static [&'static str],
        summary: &'static str,
    ) -> Self {
        Parameter { name, kind: ParameterKind::Choice(words), default: None, summary }
    }

    /// Declares a text that every recipe must specify.
    pub const fn text(name: &'static str, summary: &'static str) -> Self {
        Parameter { name, kind: ParameterKind::Text, default: None, summary }
    }

    /// Adds a default to an integer parameter.
    #[must_use]
    pub const fn or(mut self, default: i64) -> Self {
        self.default = Some(default);
        self
    }

    /// Returns the value if a recipe omits it; `None` if a recipe must specify it.
    pub fn default_value(&self) -> Option<ParameterValue> {
        match self.kind {
            ParameterKind::Choice(words) => Some(ParameterValue::Text(words[0].to_string())),
            _ => self.default.map(ParameterValue::Integer),
        }
    }
}

impl fmt::Display for ParameterKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParameterKind::Integer { least, most } => write!(f, "{least}..={most}"),
            ParameterKind::Choice(words) => f.write_str(&words.join(" | ")),
            ParameterKind::Text => f.write_str("text"),
        }
    }
}

impl fmt::Display for ParameterValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParameterValue::Integer(value) => write!(f, "{value}"),
            ParameterValue::Text(text) => f.write_str(text),
        }
    }
}

/// The values of all parameters of a family, checked against their declarations.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Arguments(BTreeMap<&'static str, ParameterValue>);

impl ParameterValue {
    /// Returns the value of an integer parameter, if it is one.
    pub fn as_integer(&self) -> Option<i64> {
        match self {
            ParameterValue::Integer(value) => Some(*value),
            ParameterValue::Text(_) => None,
        }
    }
}

impl Arguments {
    /// Sets a value, which the caller must have checked.
    pub fn set(&mut self, name: &'static str, value: ParameterValue) {
        self.0.insert(name, value);
    }

    /// Returns all values with the names of their parameters, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &ParameterValue)> {
        self.0.iter().map(|(name, value)| (*name, value))
    }

    /// Returns the largest absolute value of an integer parameter, or 0, as an estimate of the size
    /// of the input.
    pub fn largest(&self) -> u64 {
        let integers = self.0.values().filter_map(ParameterValue::as_integer);
        integers.map(i64::unsigned_abs).max().unwrap_or(0)
    }

    /// Returns the value of an integer parameter.
    ///
    /// # Panics
    /// The family does not declare this parameter: a bug in the family, which its tests find.
    pub fn integer(&self, name: &str) -> i64 {
        match self.0.get(name) {
            Some(ParameterValue::Integer(value)) => *value,
            other => panic!("{name} is not a declared integer parameter, it is {other:?}"),
        }
    }

    /// Returns the value of a choice or a text.
    ///
    /// # Panics
    /// The family does not declare this parameter: a bug in the family, which its tests find.
    pub fn text(&self, name: &str) -> &str {
        match self.0.get(name) {
            Some(ParameterValue::Text(text)) => text,
            other => panic!("{name} is not a declared text parameter, it is {other:?}"),
        }
    }
}

impl fmt::Display for Arguments {
    /// Writes `name=value` pairs by name, separated by spaces. Seeds depend on this format, so it
    /// must never change.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (name, value)) in self.0.iter().enumerate() {
            let space = if i == 0 { "" } else { " " };
            write!(f, "{space}{name}={value}")?;
        }
        Ok(())
    }
}
