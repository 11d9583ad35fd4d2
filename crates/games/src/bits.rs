//! Sets of positions as words of 64 bits, in which an unmarked position is cold.

/// Sets the bits of all amounts from a position `before` the first bit, up to the last bit; returns
/// the number of these amounts. `amounts` are in increasing order and at least `before`.
pub(super) fn mark_after(bits: &mut [u64], amounts: &[usize], before: usize) -> usize {
    mark(bits, amounts, |amount| amount - before)
}

/// Sets the bits of all amounts from the position of bit `at`, up to the last bit; returns the
/// number of these amounts.
pub(super) fn mark_from(bits: &mut [u64], amounts: &[usize], at: usize) -> usize {
    mark(bits, amounts, |amount| at + amount)
}

fn mark(bits: &mut [u64], amounts: &[usize], bit_of: impl Fn(usize) -> usize) -> usize {
    for (marked, &amount) in amounts.iter().enumerate() {
        let bit = bit_of(amount);
        match bits.get_mut(bit / 64) {
            Some(word) => *word |= 1 << (bit % 64),
            None => return marked,
        }
    }
    amounts.len()
}

/// Returns the numbers of the set bits of a word.
pub(super) fn ones(word: u64) -> impl Iterator<Item = usize> {
    let rest = |&left: &u64| Some(left & left.wrapping_sub(1));
    let words = std::iter::successors(Some(word), rest).take_while(|&left| left != 0);
    words.map(|left| left.trailing_zeros() as usize)
}

/// Sets the bits from `size` on.
pub(super) fn mark_end(bits: &mut [u64], size: usize) {
    if let Some(last) = bits.get_mut(size / 64) {
        *last |= u64::MAX << (size % 64);
        bits[size / 64 + 1..].fill(u64::MAX);
    }
}

/// Marks the remaining hot positions, given those that are hot by moves to positions outside `hot`.
/// Calls a function with each cold position, in increasing order, and the number of amounts with
/// which it has marked.
pub(super) fn settle(hot: &mut [u64], amounts: &[usize], mut cold: impl FnMut(usize, usize)) {
    for_each_zero(hot, |hot, at| cold(at, mark_from(hot, amounts, at)));
}

/// Calls a function for each bit that is 0, in increasing order; the function may set later bits.
pub(super) fn for_each_zero(bits: &mut [u64], mut visit: impl FnMut(&mut [u64], usize)) {
    for at in 0..bits.len() {
        let mut left = !bits[at];
        while left != 0 {
            let bit = left.trailing_zeros();
            visit(bits, 64 * at + bit as usize);
            // The bits that are 0 now, without this one and those before it.
            left = !bits[at] & u64::MAX.checked_shl(bit + 1).unwrap_or(0);
        }
    }
}
