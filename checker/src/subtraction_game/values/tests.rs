use super::*;

/// The number of cold positions of one heap below `size`.
fn count(bits: &[u64], size: u64) -> u32 {
    let whole = (size / 64) as usize;
    let rest = bits[whole] & ((1 << (size % 64)) - 1);
    bits[..whole].iter().map(|word| word.count_ones()).sum::<u32>() + rest.count_ones()
}

fn squares_up_to(largest: u64) -> Vec<u64> {
    Rule::Squares.up_to(largest)
}

#[test]
fn as_many_positions_of_squares_are_cold_as_are_known_to_be() {
    let known = [1, 1, 2, 4, 7, 10, 16, 25, 45, 75, 118, 185, 305, 492, 812, 1281, 2053];
    let largest = 1 << 16;
    let bits = cold(&squares_up_to(largest), largest);
    let counted: Vec<u32> = (0..=16).map(|k| count(&bits, 1 << k)).collect();
    assert_eq!(counted, known);
}

/// Every position up to a few beyond two segments, which an amount can cross.
#[test]
fn all_ways_agree_in_every_position() {
    let sets = [
        vec![],
        vec![1],
        vec![2, 3, 7],
        vec![63, 64],
        vec![1, 5, 64],
        vec![SEGMENT - 1, SEGMENT + 1],
        vec![1, SEGMENT],
        vec![64, 65, 2 * SEGMENT - 3, 2 * SEGMENT + 1],
        vec![4, 9, 1000, 300_000],
    ];
    let squares = (squares_up_to(SEGMENT + 5), SEGMENT + 5);
    for (amounts, largest) in sets.map(|set| (set, 2 * SEGMENT + 5)).into_iter().chain([squares]) {
        let values = nim(&amounts, largest);
        for bits in [cold(&amounts, largest), cold_by_marks(&amounts, largest, SEGMENT)] {
            let is_cold =
                |position: u64| bits[(position / 64) as usize] >> (position % 64) & 1 == 1;
            let differs = (0..=largest).find(|&at| is_cold(at) != (values[at as usize] == 0));
            assert_eq!(differs, None, "{} amounts up to {largest}", amounts.len());
        }
    }
}

/// The value of each position, by its definition.
fn by_definition(amounts: &[u64], largest: u64) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for position in 0..=largest {
        let moves = amounts.iter().filter(|&&amount| amount <= position);
        let below: Vec<u32> = moves.map(|amount| values[(position - amount) as usize]).collect();
        values.push((0..).find(|value| !below.contains(value)).expect("one is free"));
    }
    values
}

/// Amounts that lead to a position in the same batch, and beyond; sizes that end within and between
/// batches.
#[test]
fn values_are_what_they_are_by_definition() {
    for set in 0..1u64 << 10 {
        let amounts: Vec<u64> = (1..=10).filter(|amount| set >> (amount - 1) & 1 == 1).collect();
        for largest in [0, 6, 7, 8, 61] {
            assert_eq!(nim(&amounts, largest), by_definition(&amounts, largest), "{amounts:?}");
        }
    }
    let squares = squares_up_to(3000);
    assert_eq!(nim(&squares, 3000), by_definition(&squares, 3000));
}

#[test]
fn shifts_and_marks_agree_for_all_small_sets() {
    for set in 0..1u64 << 8 {
        let amounts: Vec<u64> = (1..=8).filter(|amount| set >> (amount - 1) & 1 == 1).collect();
        let (shifts, marks) = (cold_by_shifts(&amounts, 319), cold_by_marks(&amounts, 319, 64));
        assert_eq!(shifts, marks, "{amounts:?}");
    }
}

/// A million cold positions, which wait for thousands of segments until they mark.
#[test]
fn a_position_takes_no_steps_in_segments_without_a_mark_of_it() {
    let large = 1 << 21;
    let bits = cold_by_marks(&[large], 2 * large - 1, 64);
    assert_eq!(
        (count(&bits[..], large), bits[large as usize / 64..].iter().max()),
        (1 << 21, Some(&0))
    );
}

/// The memory requested besides the bits suffices for the list of cold positions of squares.
#[test]
fn the_cold_positions_of_squares_fit_in_what_is_asked_for() {
    let largest = 1 << 22;
    let bits = cold(&squares_up_to(largest), largest);
    for k in 12..=22 {
        let listed = count(&bits, 1 << k);
        assert!(u64::from(listed) < 96 * (1u64 << k).isqrt(), "{listed} below 2^{k}");
    }
}
