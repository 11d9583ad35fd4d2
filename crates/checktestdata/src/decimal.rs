//! Floating point numbers: decimal fractions, exact up to a thousand digits.
//!
//! Inputs and descriptions write numbers in decimal, so that reading, comparing, adding and
//! multiplying them is exact: `0.1` is a tenth, and lies in an interval that begins at `0.1`.
//! Results with more than [`PRECISION`] digits are truncated; so are quotients, most of which do
//! not terminate. (The reference computes with 77 digits, and binary fractions.)

use std::cmp::Ordering;
use std::fmt;
use std::ops::RangeInclusive;

use num_bigint::BigInt;

use crate::budget::Budget;
use crate::error::Failure;
use crate::integer::Integer;

/// The minimum number of digits of a result that is not exact.
const PRECISION: u64 = 1000;

/// The maximum number of digits that are shown.
const SHOWN: u64 = 30;

/// The maximum absolute value of an exponent.
const MAX_EXPONENT: i64 = 1 << 40;

/// A number: `mantissa` times ten to the power of `exponent`.
#[derive(Debug, Clone)]
pub(crate) struct Decimal {
    mantissa: Integer,
    exponent: i64,
}

impl From<Integer> for Decimal {
    fn from(mantissa: Integer) -> Decimal {
        Decimal { mantissa, exponent: 0 }
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let excess = self.mantissa.digits().saturating_sub(SHOWN) as i64;
        if excess > 0 {
            let mantissa = Integer::from(self.mantissa.to_big() / power_of_ten(excess));
            return write!(f, "about {}", Decimal { mantissa, exponent: self.exponent + excess });
        }
        let digits = self.mantissa.to_string();
        let places = usize::try_from(-self.exponent).unwrap_or(0);
        let (sign, digits) = match digits.strip_prefix('-') {
            Some(digits) => ("-", digits),
            None => ("", &*digits),
        };
        match self.exponent {
            0 => write!(f, "{sign}{digits}"),
            -40..=-1 => {
                let digits = format!("{digits:0>width$}", width = places + 1);
                let (whole, fraction) = digits.split_at(digits.len() - places);
                let fraction = fraction.trim_end_matches('0');
                let dot = if fraction.is_empty() { "" } else { "." };
                write!(f, "{sign}{whole}{dot}{fraction}")
            }
            exponent => write!(f, "{sign}{digits}e{exponent}"),
        }
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Decimal) -> Ordering {
        let sign = |value: &Decimal| value.mantissa.cmp(&Integer::Small(0));
        let by_sign = sign(self).cmp(&sign(other));
        if by_sign != Ordering::Equal || self.mantissa.is_zero() {
            return by_sign;
        }
        let by_magnitude = match self.magnitude() - other.magnitude() {
            2.. => Ordering::Greater,
            ..=-2 => Ordering::Less,
            // The magnitudes are similar, so the exponents differ by hardly more than the numbers
            // of digits, and aligning takes no large power.
            _ => {
                let (a, b, _) = aligned(self, other);
                return a.cmp(&b);
            }
        };
        if self.mantissa.is_negative() { by_magnitude.reverse() } else { by_magnitude }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Decimal) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Decimal {
    fn eq(&self, other: &Decimal) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Decimal {}

/// Returns the mantissas of two numbers with the same exponent, and that exponent.
fn aligned(a: &Decimal, b: &Decimal) -> (Integer, Integer, i64) {
    let exponent = a.exponent.min(b.exponent);
    let shift = |value: &Decimal| times_power_of_ten(&value.mantissa, value.exponent - exponent);
    (shift(a), shift(b), exponent)
}

fn times_power_of_ten(value: &Integer, power: i64) -> Integer {
    if power == 0 {
        return value.clone();
    }
    let small = u32::try_from(power).ok().and_then(|power| 10_i64.checked_pow(power));
    if let (Integer::Small(value), Some(power)) = (value, small)
        && let Some(product) = value.checked_mul(power)
    {
        return Integer::Small(product);
    }
    Integer::from(value.to_big() * power_of_ten(power))
}

/// Writes a number that was [scaled](Decimal::scaled) with so many decimals.
pub(crate) fn fixed(scaled: i64, places: u64) -> String {
    let (sign, digits) = sign_and_digits(scaled);
    let places = places as usize;
    let digits = format!("{digits:0>width$}", width = places + 1);
    let (whole, fraction) = digits.split_at(digits.len() - places);
    let dot = if places > 0 { "." } else { "" };
    format!("{sign}{whole}{dot}{fraction}")
}

/// Writes such a number in scientific notation, with one digit before the point: with all its
/// digits, or with so many decimals.
pub(crate) fn scientific(scaled: i64, places: u64, decimals: Option<u64>) -> String {
    let (sign, digits) = sign_and_digits(scaled);
    let (first, rest) = digits.split_at(1);
    let exponent = rest.len() as i64 - places as i64;
    let width = decimals.map_or(rest.len().max(1), |decimals| decimals as usize);
    format!("{sign}{first}.{rest:0<width$.width$}e{exponent}")
}

fn sign_and_digits(scaled: i64) -> (&'static str, String) {
    (if scaled < 0 { "-" } else { "" }, scaled.unsigned_abs().to_string())
}

/// Returns a number from a range that is not 0 and has at most so many digits: the given one if it
/// is, or else a neighbour.
pub(crate) fn of_few_digits(value: i64, digits: u64, range: RangeInclusive<i64>) -> Option<i64> {
    let value = match value {
        0 if *range.end() > 0 => 1,
        0 => -1,
        value => value,
    };
    let excess = u64::from(value.unsigned_abs().ilog10() + 1).saturating_sub(digits);
    let unit = 10_i64.pow(excess as u32);
    let cut = value / unit * unit;
    let near = [cut, cut.saturating_sub(unit), cut.saturating_add(unit)];
    near.into_iter().find(|near| *near != 0 && range.contains(near))
}

fn power_of_ten(power: i64) -> BigInt {
    BigInt::from(10).pow(u32::try_from(power).unwrap_or_default())
}

impl Decimal {
    /// Creates a number from its digits, without a dot, and its exponent. Error: the exponent is
    /// too large.
    #[inline]
    pub(crate) fn new(mantissa: Integer, exponent: i64) -> Result<Decimal, Failure> {
        match mantissa.is_zero() {
            true => Ok(Decimal { mantissa, exponent: 0 }),
            false if (-MAX_EXPONENT..=MAX_EXPONENT).contains(&exponent) => {
                Ok(Decimal { mantissa, exponent })
            }
            false => Err(Failure::new("the exponent of this number is too large")),
        }
    }

    /// Creates a number from its value times ten to the power of `places`.
    pub(crate) fn of_places(scaled: i64, places: u64) -> Decimal {
        let (mantissa, exponent) = (Integer::Small(scaled), -(places as i64));
        Decimal { exponent: if scaled == 0 { 0 } else { exponent }, mantissa }
    }

    /// Returns the number times ten to the power of `places`, rounded up or down; `None` if it does
    /// not fit, or has too many decimals.
    pub(crate) fn scaled(&self, places: u64, rounds_up: bool) -> Option<i64> {
        let exponent = self.exponent.checked_add_unsigned(places)?;
        if exponent.unsigned_abs() > PRECISION {
            return None;
        }
        let mantissa = times_power_of_ten(&self.mantissa, exponent.max(0)).to_big();
        let divisor = power_of_ten(-exponent.min(0));
        // Quotients are rounded towards zero.
        let whole = &mantissa / &divisor;
        let is_exact = &whole * &divisor == mantissa;
        let moved = match (is_exact, self.mantissa.is_negative(), rounds_up) {
            (false, false, true) => 1,
            (false, true, false) => -1,
            _ => 0,
        };
        i64::try_from(whole + moved).ok()
    }

    /// Returns the size of its mantissa in words of 64 bits.
    pub(crate) fn words(&self) -> u64 {
        self.mantissa.words()
    }

    /// Returns the number of digits before the decimal point, or one less; negative if zeros follow
    /// the point.
    fn magnitude(&self) -> i64 {
        self.mantissa.digits() as i64 + self.exponent
    }

    /// Returns the sum. Error: there are not enough steps left.
    pub(crate) fn add(&self, other: &Decimal, budget: &mut Budget) -> Result<Decimal, Failure> {
        let (large, small) =
            if self.magnitude() >= other.magnitude() { (self, other) } else { (other, self) };
        // Beyond the precision, the smaller one does not change the sum.
        let is_seen = large.exponent - small.magnitude() <= PRECISION as i64;
        if large.mantissa.is_zero() || !is_seen {
            let sum = if large.mantissa.is_zero() { small } else { large };
            return Ok(sum.clone());
        }
        self.pay(other, budget)?;
        let (a, b, exponent) = aligned(self, other);
        Decimal::new(a.add(&b, budget)?, exponent)?.truncated(budget)
    }

    pub(crate) fn negate(&self) -> Decimal {
        Decimal { mantissa: self.mantissa.negate(), exponent: self.exponent }
    }

    /// Returns the product. Error: its exponent is too large.
    pub(crate) fn multiply(
        &self,
        other: &Decimal,
        budget: &mut Budget,
    ) -> Result<Decimal, Failure> {
        let product = self.mantissa.multiply(&other.mantissa, budget)?;
        Decimal::new(product, self.exponent + other.exponent)?.truncated(budget)
    }

    /// Returns the quotient. Error: the divisor is zero.
    pub(crate) fn divide(&self, other: &Decimal, budget: &mut Budget) -> Result<Decimal, Failure> {
        if other.mantissa.is_zero() {
            return Err(Failure::new("this divides by zero"));
        }
        self.pay(other, budget)?;
        let missing = PRECISION + 1 + other.mantissa.digits();
        let shift = missing.saturating_sub(self.mantissa.digits()) as i64;
        let dividend = times_power_of_ten(&self.mantissa, shift);
        let (quotient, _) = dividend.divide(&other.mantissa, budget)?;
        let quotient = Decimal::new(quotient, self.exponent - other.exponent - shift)?;
        quotient.truncated(budget)?.without_zeros(budget)
    }

    /// Returns a power. Error: its exponent is too large.
    pub(crate) fn power(&self, exponent: u64, budget: &mut Budget) -> Result<Decimal, Failure> {
        let mut power = Decimal::from(Integer::Small(1));
        for bit in (0..u64::BITS - exponent.leading_zeros()).rev() {
            power = power.multiply(&power, budget)?;
            if exponent >> bit & 1 == 1 {
                power = power.multiply(self, budget)?;
            }
        }
        Ok(power)
    }

    /// Spends the steps of aligning two numbers.
    fn pay(&self, other: &Decimal, budget: &mut Budget) -> Result<(), Failure> {
        if let (Integer::Small(_), Integer::Small(_)) = (&self.mantissa, &other.mantissa) {
            return budget.step(1);
        }
        let words = self.words() + other.words() + PRECISION / 19;
        budget.step(words * words)
    }

    /// Returns the number truncated to [`PRECISION`] digits.
    fn truncated(self, budget: &mut Budget) -> Result<Decimal, Failure> {
        let excess = self.mantissa.digits().saturating_sub(PRECISION);
        if excess == 0 {
            return Ok(self);
        }
        let divisor = Integer::from(power_of_ten(excess as i64));
        let (mantissa, _) = self.mantissa.divide(&divisor, budget)?;
        Decimal::new(mantissa, self.exponent + excess as i64)
    }

    /// Returns the same number without trailing zeros in the mantissa, of which a terminating
    /// quotient has hundreds.
    fn without_zeros(mut self, budget: &mut Budget) -> Result<Decimal, Failure> {
        for power in (0..10).rev().map(|bit| 1 << bit) {
            let divisor = Integer::from(power_of_ten(power));
            let (quotient, remainder) = self.mantissa.divide(&divisor, budget)?;
            if remainder.is_zero() {
                self = Decimal::new(quotient, self.exponent + power)?;
            }
        }
        Ok(self)
    }
}
