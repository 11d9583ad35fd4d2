//! Decimal numbers of any size, compared exactly and in place: nothing is rounded, and an exponent
//! costs no memory.
//!
//! A sum of decimal numbers is computed from its highest digits on. For three numbers, the rest is
//! less than three units of the last digit, so after a few digits nothing can change the sign. If
//! all digits so far are zero, the gap until the next digit is skipped, however long it is.

use std::fmt;

/// The largest exponent accepted, in either direction, so that sums with lengths are exact.
const EXPONENT: i64 = 1_000_000_000_000_000_000;

/// The value at which a sum has enough digits.
const ENOUGH: i64 = 1_000_000_000_000_000;

/// The number of digits shown of a sum.
const SHOWN: u32 = 6;

/// A decimal number in the problem package format: no infinities, and not hexadecimal.
#[derive(Debug, Clone, Copy)]
pub(super) struct Decimal<'a> {
    pub(super) is_negative: bool,
    /// The digits before and after the point.
    whole: &'a [u8],
    fraction: &'a [u8],
    /// The power of ten of the last digit before the point.
    exponent: i64,
}

impl<'a> Decimal<'a> {
    /// Parses a number; `None` if the text is not one.
    pub(super) fn parse(text: &'a [u8]) -> Option<Decimal<'a>> {
        let (is_negative, text) = match text {
            [b'-', rest @ ..] => (true, rest),
            [b'+', rest @ ..] => (false, rest),
            _ => (false, text),
        };
        let end = text.iter().position(|byte| matches!(byte, b'e' | b'E'));
        let exponent = end.map_or(Some(0), |at| exponent(&text[at + 1..]))?;
        let digits = &text[..end.unwrap_or(text.len())];
        let point = digits.iter().position(|&byte| byte == b'.');
        let whole = &digits[..point.unwrap_or(digits.len())];
        let fraction = point.map_or(&[][..], |at| &digits[at + 1..]);
        let is_number = |digits: &[u8]| digits.iter().all(u8::is_ascii_digit);
        let has_digits = whole.len() + fraction.len() > 0;
        (has_digits && is_number(whole) && is_number(fraction)).then_some(Decimal {
            is_negative,
            whole,
            fraction,
            exponent,
        })
    }

    /// The number with the other sign.
    pub(super) fn negated(self) -> Decimal<'a> {
        Decimal { is_negative: !self.is_negative, ..self }
    }

    /// The digits of the product of both magnitudes, for [`Decimal::of_product`].
    pub(super) fn product(self, other: Decimal) -> Vec<u8> {
        let digits = |number: Decimal<'a>| number.whole.iter().chain(number.fraction);
        let (left, right) = (digits(self).count(), other.whole.len() + other.fraction.len());
        let mut product = vec![0_u32; left + right];
        for (i, &a) in digits(self).enumerate() {
            for (j, &b) in other.whole.iter().chain(other.fraction).enumerate() {
                product[i + j + 1] += u32::from(a - b'0') * u32::from(b - b'0');
            }
            // No digit overflows: carries are propagated before the next row.
            for at in (1..i + right + 1).rev() {
                product[at - 1] += product[at] / 10;
                product[at] %= 10;
            }
        }
        product.into_iter().map(|digit| b'0' + digit as u8).collect()
    }

    /// The product of two magnitudes, given its digits.
    pub(super) fn of_product(digits: &'a [u8], factors: [Decimal; 2]) -> Decimal<'a> {
        let lowest = factors.map(|factor| factor.lowest());
        let exponent = lowest[0] + lowest[1];
        Decimal { is_negative: false, whole: digits, fraction: &[], exponent }
    }

    /// The power of ten of the first digit.
    fn highest(self) -> i64 {
        self.exponent + self.whole.len() as i64 - 1
    }

    /// The power of ten of the last digit.
    fn lowest(self) -> i64 {
        self.exponent - self.fraction.len() as i64
    }

    /// The digit at this power of ten, with the sign of the number.
    fn digit(self, power: i64) -> i64 {
        let behind = self.exponent - power;
        let digit = match usize::try_from(behind - 1) {
            Ok(at) => self.fraction.get(at),
            Err(_) => {
                let at = self.whole.len() as i64 - 1 + behind;
                usize::try_from(at).ok().and_then(|at| self.whole.get(at))
            }
        };
        let digit = digit.map_or(0, |digit| i64::from(digit - b'0'));
        if self.is_negative { -digit } else { digit }
    }

    /// The first power of ten below a bound at which there is a digit, possibly a zero.
    fn below(self, bound: i64) -> Option<i64> {
        let power = self.highest().min(bound - 1);
        (power >= self.lowest()).then_some(power)
    }
}

/// The exponent in a text; `None` if it is not an integer, or too far from 0.
fn exponent(text: &[u8]) -> Option<i64> {
    let text = std::str::from_utf8(text).ok()?;
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let trimmed = digits.trim_start_matches('0');
    let exponent = if trimmed.is_empty() { 0 } else { trimmed.parse().ok()? };
    let exponent = if text.starts_with('-') { -exponent } else { exponent };
    (-EXPONENT..=EXPONENT).contains(&exponent).then_some(exponent)
}

/// A sum: a value times a power of ten. Its sign is exact, and so are its first digits.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sum {
    value: i64,
    power: i64,
}

impl Sum {
    /// The sum of at most three numbers.
    pub(super) fn of(numbers: &[Decimal]) -> Sum {
        let mut sum = Sum { value: 0, power: i64::MAX };
        while sum.value.abs() < ENOUGH {
            let next = numbers.iter().filter_map(|number| number.below(sum.power)).max();
            let Some(next) = next else { break };
            if sum.value != 0 && sum.power - next > 1 {
                // A position without digits in any number.
                sum = Sum { value: sum.value * 10, power: sum.power - 1 };
                continue;
            }
            let digits: i64 = numbers.iter().map(|number| number.digit(next)).sum();
            sum = Sum { value: sum.value * 10 + digits, power: next };
        }
        sum
    }

    /// Whether it is more than zero.
    pub(super) fn is_positive(self) -> bool {
        self.value > 0
    }

    /// The absolute value.
    pub(super) fn magnitude(self) -> Sum {
        Sum { value: self.value.abs(), ..self }
    }
}

impl fmt::Display for Sum {
    /// Writes the first digits, rounded, as a person would: 2.5, 0.001, 1.5e-9.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.value == 0 {
            return f.write_str("0");
        }
        let (mut value, mut power) = (self.value.unsigned_abs(), self.power);
        while value >= 10_u64.pow(SHOWN) {
            let is_last = value < 10_u64.pow(SHOWN + 1);
            (value, power) = (if is_last { (value + 5) / 10 } else { value / 10 }, power + 1);
        }
        while value % 10 == 0 {
            (value, power) = (value / 10, power + 1);
        }
        let sign = if self.value < 0 { "-" } else { "" };
        let digits = value.to_string();
        let first = power + digits.len() as i64 - 1;
        match (first, power) {
            (0..15, 0..) => write!(f, "{sign}{digits}{}", "0".repeat(power as usize)),
            (0..15, _) => {
                let (whole, fraction) = digits.split_at(first as usize + 1);
                write!(f, "{sign}{whole}.{fraction}")
            }
            (-4..0, _) => write!(f, "{sign}0.{}{digits}", "0".repeat((-first - 1) as usize)),
            _ if digits.len() == 1 => write!(f, "{sign}{digits}e{first}"),
            _ => write!(f, "{sign}{}.{}e{first}", &digits[..1], &digits[1..]),
        }
    }
}

#[cfg(test)]
mod tests;
