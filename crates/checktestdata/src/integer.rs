//! Integers of any size, fast if they fit a machine word.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::{BigInt, Sign};

use crate::budget::Budget;
use crate::error::Failure;

/// The maximum size of an integer, in bits: more than 300,000 decimal digits.
pub(crate) const MAX_BITS: u64 = 1 << 20;

/// The number of digits beyond which an integer certainly exceeds [`MAX_BITS`].
pub(crate) const MAX_DIGITS: usize = 315_654;

/// An integer. The representation is unique: every value that fits 64 bits is small.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Integer {
    Small(i64),
    Large(Box<BigInt>),
}

use Integer::{Large, Small};

impl From<BigInt> for Integer {
    fn from(value: BigInt) -> Integer {
        i64::try_from(&value).map_or_else(|_| Large(Box::new(value)), Small)
    }
}

impl Ord for Integer {
    fn cmp(&self, other: &Integer) -> Ordering {
        match (self, other) {
            (Small(a), Small(b)) => a.cmp(b),
            (Large(a), Large(b)) => a.cmp(b),
            // A large number is beyond all small ones.
            (Small(_), Large(b)) => 0.cmp(&sign_of(b)),
            (Large(a), Small(_)) => sign_of(a).cmp(&0),
        }
    }
}

impl PartialOrd for Integer {
    fn partial_cmp(&self, other: &Integer) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Small(value) => value.fmt(f),
            Large(value) if value.bits() <= 256 => value.fmt(f),
            Large(value) => {
                let negative = if value.sign() == Sign::Minus { "negative " } else { "" };
                write!(f, "a {negative}number of about {} digits", self.digits())
            }
        }
    }
}

fn sign_of(value: &BigInt) -> i32 {
    if value.sign() == Sign::Minus { -1 } else { 1 }
}

impl Integer {
    /// Parses at least one and at most [`MAX_DIGITS`] decimal digits. Error: there are not enough
    /// steps left.
    #[inline]
    pub(crate) fn parse(
        is_negative: bool,
        digits: &[u8],
        budget: &mut Budget,
    ) -> Result<Integer, Failure> {
        if digits.len() <= 18 {
            let fold = |value: i64, digit: &u8| value * 10 + i64::from(digit - b'0');
            let value = digits.iter().fold(0, fold);
            return Ok(Small(if is_negative { -value } else { value }));
        }
        let words = digits.len() as u64 / 19 + 1;
        budget.step(words * words)?;
        let value = BigInt::parse_bytes(digits, 10).unwrap_or_default();
        Ok(Integer::from(if is_negative { -value } else { value }))
    }

    /// Returns the size in words of 64 bits.
    #[inline]
    pub(crate) fn words(&self) -> u64 {
        match self {
            Small(_) => 1,
            Large(value) => value.bits() / 64 + 1,
        }
    }

    /// Returns the number of decimal digits, or one less.
    pub(crate) fn digits(&self) -> u64 {
        match self {
            Small(value) => value.unsigned_abs().checked_ilog10().map_or(0, u64::from) + 1,
            // log10(2), rounded down.
            Large(value) => (value.bits() - 1) * 30_102_999_566 / 100_000_000_000 + 1,
        }
    }

    pub(crate) fn is_zero(&self) -> bool {
        *self == Small(0)
    }

    pub(crate) fn is_negative(&self) -> bool {
        *self < Small(0)
    }

    pub(crate) fn to_u64(&self) -> Option<u64> {
        match self {
            Small(value) => u64::try_from(*value).ok(),
            Large(value) => u64::try_from(&**value).ok(),
        }
    }

    pub(crate) fn to_big(&self) -> BigInt {
        match self {
            Small(value) => BigInt::from(*value),
            Large(value) => BigInt::clone(value),
        }
    }

    /// Returns all digits, after a minus sign if it is negative.
    pub(crate) fn written(&self) -> String {
        match self {
            Small(value) => value.to_string(),
            Large(value) => value.to_string(),
        }
    }

    pub(crate) fn negate(&self) -> Integer {
        match self {
            Small(value) if *value != i64::MIN => Small(-value),
            _ => Integer::from(-self.to_big()),
        }
    }

    /// Returns the sum. Error: it is too large.
    pub(crate) fn add(&self, other: &Integer, budget: &mut Budget) -> Result<Integer, Failure> {
        if let (Small(a), Small(b)) = (self, other)
            && let Some(sum) = a.checked_add(*b)
        {
            return Ok(Small(sum));
        }
        let words = self.words().max(other.words()) + 1;
        check_size(words)?;
        budget.step(words)?;
        Ok(Integer::from(self.to_big() + other.to_big()))
    }

    /// Returns the product. Error: it is too large.
    pub(crate) fn multiply(
        &self,
        other: &Integer,
        budget: &mut Budget,
    ) -> Result<Integer, Failure> {
        if let (Small(a), Small(b)) = (self, other)
            && let Some(product) = a.checked_mul(*b)
        {
            return Ok(Small(product));
        }
        check_size(self.words() + other.words() - 1)?;
        budget.step(self.words() * other.words())?;
        Ok(Integer::from(self.to_big() * other.to_big()))
    }

    /// Returns the quotient, rounded towards zero, and the remainder, which has the sign of the
    /// dividend. Error: the divisor is zero.
    pub(crate) fn divide(
        &self,
        other: &Integer,
        budget: &mut Budget,
    ) -> Result<(Integer, Integer), Failure> {
        if other.is_zero() {
            return Err(Failure::new("this divides by zero"));
        }
        if let (Small(a), Small(b)) = (self, other)
            && let Some(quotient) = a.checked_div(*b)
        {
            return Ok((Small(quotient), Small(a % b)));
        }
        budget.step(self.words() * other.words())?;
        let (dividend, divisor) = (self.to_big(), other.to_big());
        let quotient = &dividend / &divisor;
        let remainder = dividend - &quotient * divisor;
        Ok((Integer::from(quotient), Integer::from(remainder)))
    }

    /// Returns a power. Error: it is too large.
    pub(crate) fn power(&self, exponent: u64, budget: &mut Budget) -> Result<Integer, Failure> {
        match self {
            Small(0) => return Ok(Small(i64::from(exponent == 0))),
            Small(1) => return Ok(Small(1)),
            Small(-1) => return Ok(Small(if exponent.is_multiple_of(2) { 1 } else { -1 })),
            _ => {}
        }
        let bits = match self {
            Small(value) => (value.unsigned_abs() as f64).log2(),
            Large(value) => value.bits() as f64,
        };
        let words = ((bits * exponent as f64 / 64.0) as u64).saturating_add(1);
        check_size(words)?;
        budget.step(words * words)?;
        // The exponent fits: the base is at least two, and the power has at most a million bits.
        let exponent = u32::try_from(exponent).unwrap_or(u32::MAX);
        Ok(Integer::from(self.to_big().pow(exponent)))
    }
}

fn check_size(words: u64) -> Result<(), Failure> {
    if words > MAX_BITS / 64 + 1 {
        Err(Failure::new("the result is a number of more than 300000 digits"))
    } else {
        Ok(())
    }
}
