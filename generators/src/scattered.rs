//! An order that visits all of a numbered list, with neighbours far apart, so that any part of the
//! order samples the whole list.

/// A prime that is about 0.618 times a power of 2.
const STEP: u64 = 2_654_435_761;

/// Maps each index below `count` to a different position below `count`, far from that of the
/// previous index. All prime factors of `count` must be less than a billion.
pub(crate) fn scattered(index: u64, count: u64) -> u64 {
    (u128::from(index) * u128::from(STEP) % u128::from(count)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_is_taken_once() {
        for count in [1, 2, 16, 864, 1820] {
            let mut places: Vec<u64> = (0..count).map(|index| scattered(index, count)).collect();
            places.sort_unstable();
            assert_eq!(places, (0..count).collect::<Vec<_>>());
        }
    }
}
