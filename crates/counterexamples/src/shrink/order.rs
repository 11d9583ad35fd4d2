//! The order of inputs by size.

use std::cmp::Ordering;

use crate::text::count_tokens;

/// Compares two inputs: fewer tokens, then fewer bytes, then bytewise, so that of two numbers of
/// equal length the smaller comes first. `tokens_of_right` saves counting those of `right` each
/// time.
pub(super) fn compare(left: &[u8], right: &[u8], tokens_of_right: usize) -> Ordering {
    let tokens = count_tokens(left).cmp(&tokens_of_right);
    tokens.then(left.len().cmp(&right.len())).then_with(|| left.cmp(right))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fewer_tokens_then_fewer_bytes_then_smaller_numbers() {
        let ascending = ["", "5", "123", "0 1", "0 2", "1 0", "1  0", "1 10", "1 -10", "0 0 0"];
        for (index, left) in ascending.iter().enumerate() {
            for (other, right) in ascending.iter().enumerate() {
                let tokens = count_tokens(right.as_bytes());
                let compared = compare(left.as_bytes(), right.as_bytes(), tokens);
                assert_eq!(compared, index.cmp(&other), "{left:?} {right:?}");
            }
        }
    }
}
