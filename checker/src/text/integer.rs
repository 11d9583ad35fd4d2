//! Decimal integers, read and written eight and two digits at a time.
//!
//! Reading: eight bytes are loaded as one word. One subtraction-like step finds the first byte that
//! is not a digit, a shift drops it and everything after it, and three multiplications join the
//! digits. One digit costs the same as eight, so numbers of mixed lengths cause no mispredicted
//! branches. Source: the well-known word-parallel `atoi` (D. Lemire, "Quickly parsing eight
//! digits", 2018), which here also finds the length itself.

/// The decimal digits at the start of `bytes`: their value and their number.
///
/// Up to 18 digits have an exact value; with more it is `u64::MAX`, which every range rejects.
#[inline]
pub(super) fn leading_digits(bytes: &[u8]) -> (u64, usize) {
    let Some(first) = bytes.first_chunk::<8>() else {
        return leading_digits_slow(bytes);
    };
    let word = u64::from_le_bytes(*first) ^ 0x3030_3030_3030_3030;
    // Digits are now 0..=9; adding 0x76 sets the high bit of any other byte below 0x80. A carry can
    // only come out of a byte that is itself no digit, and only the lowest such byte counts.
    let not_digit = (word.wrapping_add(0x7676_7676_7676_7676) | word) & 0x8080_8080_8080_8080;
    let length = not_digit.trailing_zeros() as usize / 8;
    match length {
        0 => (0, 0),
        8 => leading_digits_slow(bytes),
        _ => (join_digits(word << (64 - 8 * length)), length),
    }
}

/// Eight digits 0..=9, the most significant in the lowest byte.
#[inline]
pub(super) fn join_digits(word: u64) -> u64 {
    const PAIRS: u64 = 0x0000_00ff_0000_00ff;
    let word = word.wrapping_mul(10).wrapping_add(word >> 8);
    let high = (word & PAIRS).wrapping_mul(100 + (1_000_000 << 32));
    let low = ((word >> 16) & PAIRS).wrapping_mul(1 + (10_000 << 32));
    high.wrapping_add(low) >> 32
}

#[cold]
fn leading_digits_slow(bytes: &[u8]) -> (u64, usize) {
    let length = bytes.iter().take_while(|b| b.is_ascii_digit()).count();
    if length > 18 {
        return (u64::MAX, length);
    }
    let value = bytes[..length].iter().fold(0, |value, &b| value * 10 + u64::from(b - b'0'));
    (value, length)
}

/// Appends `value` in decimal.
pub fn push_integer(out: &mut Vec<u8>, value: i64) {
    let mut digits = [0u8; 20];
    let mut at = digits.len();
    let mut rest = value.unsigned_abs();
    while rest >= 100 {
        at -= 2;
        digits[at..at + 2].copy_from_slice(two_digits((rest % 100) as usize));
        rest /= 100;
    }
    if rest >= 10 {
        at -= 2;
        digits[at..at + 2].copy_from_slice(two_digits(rest as usize));
    } else {
        at -= 1;
        digits[at] = b'0' + rest as u8;
    }
    if value < 0 {
        at -= 1;
        digits[at] = b'-';
    }
    out.extend_from_slice(&digits[at..]);
}

fn two_digits(value: usize) -> &'static [u8] {
    const TABLE: [u8; 200] = {
        let mut table = [0; 200];
        let mut i = 0;
        while i < 100 {
            table[2 * i] = b'0' + (i / 10) as u8;
            table[2 * i + 1] = b'0' + (i % 10) as u8;
            i += 1;
        }
        table
    };
    &TABLE[2 * value..2 * value + 2]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_every_length_and_neighbour() {
        for length in 0..=20 {
            let digits: String = "98765432109876543210".chars().take(length).collect();
            for next in 0..=255u8 {
                if next.is_ascii_digit() {
                    continue;
                }
                for padding in [0, 1, 9] {
                    let mut bytes = digits.clone().into_bytes();
                    bytes.push(next);
                    bytes.extend(std::iter::repeat_n(b'7', padding));
                    let value = if length > 18 { u64::MAX } else { digits.parse().unwrap_or(0) };
                    assert_eq!(leading_digits(&bytes), (value, length), "{bytes:?}");
                }
            }
            let value = if length > 18 { u64::MAX } else { digits.parse().unwrap_or(0) };
            assert_eq!(leading_digits(digits.as_bytes()), (value, length));
        }
    }

    #[test]
    fn writing_is_what_the_standard_library_writes() {
        let mut samples: Vec<i64> = (-12_000..=12_000).collect();
        for shift in 0..63 {
            samples.extend([1i64 << shift, (1i64 << shift) - 1, -(1i64 << shift)]);
        }
        samples.extend([i64::MIN, i64::MAX, 10i64.pow(18), 10i64.pow(18) - 1]);
        for value in samples {
            let mut out = Vec::new();
            push_integer(&mut out, value);
            assert_eq!(out, value.to_string().into_bytes());
        }
    }
}
