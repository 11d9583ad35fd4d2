//! The notation of rules and numbers of positions: `squares`, `{1, 2, 5}`, `2^30`.

use std::fmt;
use std::str::FromStr;

use referee_base::document::nearest;
use referee_base::text::excerpt;

use super::{Rule, SEQUENCES};

/// The maximum number of characters that an error message quotes.
const QUOTED: usize = 40;

/// An error in the notation of a rule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RuleError {
    /// An unknown name of a sequence.
    #[error("unknown rule `{name}`{}: a rule is one of {}, or a set such as 1,2,5", did_you_mean(.near), names())]
    Unknown {
        /// The name, escaped and truncated.
        name: String,
        /// The closest known name, if any is close.
        near: Option<&'static str>,
    },
    /// A missing amount.
    #[error("column {column}: expected an amount, found {found}")]
    NoAmount {
        /// The column, in characters from 1.
        column: usize,
        /// What was found instead: quoted, escaped and truncated, or in words.
        found: String,
    },
    /// An amount of 0.
    #[error("column {column}: an amount is 1 or more: taking 0 is no move")]
    Zero {
        /// The column, in characters from 1.
        column: usize,
    },
    /// An amount above 2^64 - 1.
    #[error("column {column}: an amount is at most 2^64 - 1")]
    TooLarge {
        /// The column, in characters from 1.
        column: usize,
    },
}

fn did_you_mean(near: &Option<&str>) -> String {
    near.map_or(String::new(), |near| format!(" (did you mean `{near}`?)"))
}

fn names() -> String {
    SEQUENCES.iter().map(|rules| rules.name).collect::<Vec<_>>().join(", ")
}

impl FromStr for Rule {
    type Err = RuleError;

    /// Parses the name of a sequence, or amounts separated by commas, with or without braces, in
    /// any order.
    fn from_str(text: &str) -> Result<Rule, RuleError> {
        if !text.trim_start().starts_with(char::is_alphabetic) {
            return set(text);
        }
        Rule::named(text.trim()).ok_or_else(|| RuleError::Unknown {
            name: excerpt(text.as_bytes(), QUOTED),
            near: nearest(text.trim(), SEQUENCES.iter().map(|rules| rules.name)),
        })
    }
}

fn set(text: &str) -> Result<Rule, RuleError> {
    let outer = text.trim();
    let inner = outer.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
    let first = text.len() - text.trim_start().len() + usize::from(inner.is_some());
    let mut amounts = Vec::new();
    let mut at = first;
    for part in inner.unwrap_or(outer).split(',') {
        let start = at + part.len() - part.trim_start().len();
        let column = text[..start].chars().count() + 1;
        amounts.push(amount(part.trim(), column)?);
        at += part.len() + 1;
    }
    Ok(Rule::set(amounts))
}

fn amount(text: &str, column: usize) -> Result<u64, RuleError> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        let found = match text {
            "" => "none".to_string(),
            text => format!("`{}`", excerpt(text.as_bytes(), QUOTED)),
        };
        return Err(RuleError::NoAmount { column, found });
    }
    match text.parse() {
        Ok(0) => Err(RuleError::Zero { column }),
        Ok(amount) => Ok(amount),
        // Only digits, so the number is too large.
        Err(_) => Err(RuleError::TooLarge { column }),
    }
}

impl fmt::Display for Rule {
    /// Writes the notation that can be parsed again: `squares`, or `{1,2,5}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rule::Sequence(rules) => f.write_str(rules.name),
            Rule::Set(amounts) => {
                let amounts: Vec<String> = amounts.iter().map(u64::to_string).collect();
                write!(f, "{{{}}}", amounts.join(","))
            }
        }
    }
}

/// An error in the notation of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NumberError {
    /// The text is not a number in any known notation.
    #[error("expected a number such as 1000000, 1_000_000, 10^9, 1e9 or 2^30")]
    Form,
    /// The number is above 2^64 - 1.
    #[error("more than 2^64 - 1, the largest supported number")]
    TooLarge,
}

/// Parses a number: digits, with optional `_` between them, or a power, such as `2^30` or `1e9`.
///
/// # Errors
/// The text is not such a number, or the number is above 2^64 - 1.
pub fn number(text: &str) -> Result<u64, NumberError> {
    if let Some((base, exponent)) = text.split_once('^') {
        return power(digits(base)?, digits(exponent)?);
    }
    match text.split_once(['e', 'E']) {
        None => digits(text),
        Some((factor, exponent)) => {
            let (factor, power) = (digits(factor)?, power(10, digits(exponent)?)?);
            factor.checked_mul(power).ok_or(NumberError::TooLarge)
        }
    }
}

fn power(base: u64, exponent: u64) -> Result<u64, NumberError> {
    let exponent = u32::try_from(exponent).map_err(|_| NumberError::TooLarge)?;
    base.checked_pow(exponent).ok_or(NumberError::TooLarge)
}

fn digits(text: &str) -> Result<u64, NumberError> {
    let is_digit = |c: char| c.is_ascii_digit();
    let known = |c| is_digit(c) || c == '_';
    if !text.starts_with(is_digit) || !text.ends_with(is_digit) || !text.chars().all(known) {
        return Err(NumberError::Form);
    }
    text.replace('_', "").parse().map_err(|_| NumberError::TooLarge)
}

#[cfg(test)]
mod tests;
