use super::*;

/// The naive oracle: every pair.
fn naive(moves: &[Move]) -> Option<(usize, usize)> {
    (0..moves.len()).find_map(|later| {
        (0..later).find(|&first| moves[first] == moves[later]).map(|first| (first, later))
    })
}

#[test]
fn agrees_with_every_pair_on_small_lists() {
    for width in 1..=5i32 {
        for seed in 0..200u32 {
            let mut state = seed.wrapping_mul(2_654_435_761).wrapping_add(width as u32);
            let moves: Vec<Move> = (0..(seed % 23))
                .map(|_| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    let dx = (state >> 16) as i32 % width;
                    Move { dx, dy: (state >> 24) as i32 % width - 1 }
                })
                .collect();
            let found = first_duplicate(&moves);
            let expected = naive(&moves);
            assert_eq!(found.map(|d| d.1), expected.map(|d| d.1), "{moves:?}");
            if let Some((first, second)) = found {
                assert!(first < second && moves[first] == moves[second]);
            }
        }
    }
}

#[test]
fn a_full_grid_is_distinct_and_one_repeat_is_found() {
    let mut moves: Vec<Move> =
        (-150..150).flat_map(|dx| (-150..150).map(move |dy| Move { dx, dy })).collect();
    assert_eq!(first_duplicate(&moves), None);
    moves.push(moves[77]);
    assert_eq!(first_duplicate(&moves), Some((77, 90_000)));
}

#[test]
fn so_is_one_repeat_among_many() {
    let grid = (-550..550).flat_map(|dx| (-500..500).map(move |dy| Move { dx, dy }));
    let mut moves: Vec<Move> = grid.collect();
    assert!(moves.len() >= GROUPED_FROM);
    assert_eq!(first_duplicate(&moves), None);
    moves.swap(3, 1_000_000);
    moves.push(moves[3]);
    moves.push(moves[70_000]);
    assert_eq!(first_duplicate(&moves), Some((3, 1_100_000)));
}

#[test]
fn groups_hold_every_move_once() {
    let moves: Vec<Move> = (0..5000).map(|i| Move { dx: i % 71, dy: -i }).collect();
    let mut in_groups = grouped(&moves);
    assert!(in_groups.is_sorted_by_key(|&m| mixed(m) >> 56));
    in_groups.sort_unstable_by_key(|m| -m.dy);
    assert_eq!(in_groups, moves);
}
