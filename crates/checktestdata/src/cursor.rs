//! A position in the input, and the numbers that begin there.

use referee_checker::Position;
use referee_checker::text::excerpt;

use crate::budget::Budget;
use crate::decimal::Decimal;
use crate::error::Failure;
use crate::integer::{Integer, MAX_DIGITS};
use crate::syntax::Notation;

/// The maximum length of input shown in a message, in bytes.
const SHOWN: usize = 30;

/// A position in the input.
#[derive(Debug)]
pub(crate) struct Cursor<'a> {
    input: &'a [u8],
    at: usize,
}

/// Why no number can be read: what was expected, and the offset at which the input differs.
pub(crate) struct NoNumber {
    pub(crate) expected: &'static str,
    pub(crate) offset: usize,
}

/// The result of reading a number. The inner result depends on the input; the outer one is a
/// failure of the check.
pub(crate) type Read<T> = Result<Result<T, NoNumber>, Failure>;

/// A float, and the form in which it is written.
pub(crate) struct ReadFloat {
    pub(crate) value: Decimal,
    pub(crate) decimals: usize,
    /// Whether it has an exponent.
    pub(crate) is_scientific: bool,
    /// Whether exactly one digit, not zero, precedes a dot.
    pub(crate) is_normalized: bool,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(input: &'a [u8]) -> Cursor<'a> {
        Cursor { input, at: 0 }
    }

    /// Returns the number of bytes before the cursor.
    #[inline]
    pub(crate) fn offset(&self) -> usize {
        self.at
    }

    #[inline]
    pub(crate) fn rest(&self) -> &'a [u8] {
        &self.input[self.at..]
    }

    /// Returns the next byte; `None` at the end of the input.
    #[inline]
    pub(crate) fn peek(&self) -> Option<u8> {
        self.input.get(self.at).copied()
    }

    /// Consumes `byte` if it comes next; returns whether it did.
    #[inline]
    pub(crate) fn take(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    pub(crate) fn take_bytes(&mut self, length: usize) -> &'a [u8] {
        let bytes = &self.rest()[..length];
        self.at += length;
        bytes
    }

    #[inline]
    fn digits(&mut self) -> &'a [u8] {
        let rest = self.rest();
        let length = rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// Returns the position of an offset, as line and column.
    pub(crate) fn place(&self, offset: usize) -> Position {
        Position::of(self.input, offset)
    }

    /// Describes what is at an offset, for messages: a word, or the separator of words.
    pub(crate) fn shown(&self, offset: usize) -> String {
        let rest = &self.input[offset.min(self.input.len())..];
        match rest {
            [] => return "the end of the input".into(),
            [b'\n', ..] => return "the end of the line".into(),
            [b' ', ..] => return "a space".into(),
            _ => {}
        }
        let is_blank = |byte: &u8| byte.is_ascii_whitespace();
        let length = match rest.iter().take(SHOWN + 1).position(is_blank) {
            Some(0) => 1,
            Some(length) => length,
            None => rest.len(),
        };
        format!("`{}`", excerpt(&rest[..length], SHOWN))
    }

    /// Reads an integer: a zero, or digits without a leading zero, optionally after a minus sign;
    /// `None` if it is too large for any description. Error: there are not enough steps left.
    #[inline]
    pub(crate) fn integer(&mut self, budget: &mut Budget) -> Read<Option<Integer>> {
        let start = self.at;
        let is_negative = self.take(b'-');
        let digits = self.digits();
        budget.step(digits.len() as u64)?;
        let wrong = |expected| Ok(Err(NoNumber { expected, offset: start }));
        match digits {
            [] => wrong("an integer"),
            [b'0'] if is_negative => wrong("an integer other than `-0`"),
            [b'0', _, ..] => wrong("an integer without leading zeros"),
            _ if digits.len() > MAX_DIGITS => Ok(Ok(None)),
            _ => Ok(Ok(Some(Integer::parse(is_negative, digits, budget)?))),
        }
    }

    /// Reads a float: digits without a leading zero, with optional decimals and an optional
    /// exponent, in the required notation. Error: there are not enough steps left.
    pub(crate) fn float(&mut self, notation: Notation, budget: &mut Budget) -> Read<ReadFloat> {
        let start = self.at;
        let is_negative = self.take(b'-');
        let whole = self.digits();
        let wrong = |expected, offset| Ok(Err(NoNumber { expected, offset }));
        match whole {
            [] => return wrong("a number", start),
            [b'0', _, ..] => return wrong("a number without leading zeros", start),
            _ => {}
        }
        let has_dot = self.take(b'.');
        let decimals = self.digits();
        if has_dot && decimals.is_empty() {
            return wrong("a digit after the decimal point", self.at);
        }
        budget.step((whole.len() + decimals.len()) as u64)?;
        let is_exponent = matches!(self.peek(), Some(b'e' | b'E'));
        let exponent = match notation {
            Notation::Scientific if !is_exponent => {
                return wrong("an exponent, in scientific notation", self.at);
            }
            Notation::Any | Notation::Scientific if is_exponent => match self.exponent() {
                Ok(exponent) => Some(exponent),
                Err(error) => return Ok(Err(error)),
            },
            _ => None,
        };
        let digits = [whole, decimals].concat();
        if digits.len() > MAX_DIGITS {
            return wrong("a number of at most 300000 digits", start);
        }
        let mantissa = Integer::parse(is_negative, &digits, budget)?;
        let power = exponent.unwrap_or(0).saturating_sub(decimals.len() as i64);
        let Ok(value) = Decimal::new(mantissa, power) else {
            return wrong("a number with a smaller exponent", start);
        };
        Ok(Ok(ReadFloat {
            value,
            decimals: decimals.len(),
            is_scientific: exponent.is_some(),
            is_normalized: has_dot && matches!(whole, [b'1'..=b'9']),
        }))
    }

    /// Reads an exponent, with its letter.
    fn exponent(&mut self) -> Result<i64, NoNumber> {
        self.at += 1;
        let is_negative = self.take(b'-');
        if !is_negative {
            self.take(b'+');
        }
        let offset = self.at;
        match self.digits() {
            [] => Err(NoNumber { expected: "the digits of an exponent", offset }),
            [b'0', _, ..] => {
                Err(NoNumber { expected: "an exponent without leading zeros", offset })
            }
            digits => {
                let add = |value: i64, digit: &u8| {
                    value.saturating_mul(10).saturating_add(i64::from(digit - b'0'))
                };
                let value = digits.iter().fold(0, add);
                Ok(if is_negative { -value } else { value })
            }
        }
    }
}
