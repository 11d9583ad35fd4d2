//! An order in which things that are numbered one after the other are all seen, but neighbours far from each other: whoever looks
//! at a part of a long list sees something of everything.

/// A prime about 0.618 times a power of 2.
const STEP: u64 = 2_654_435_761;

/// Returns a place below `count` for each index below it, far from that of the index before, and no place twice. All prime factors
/// of `count` must be less than a billion.
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
