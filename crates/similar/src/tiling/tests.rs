use super::*;
use proptest::prelude::*;

/// As described by Wise: repeatedly takes the greatest run of all pairs of positions.
fn naive(left: &Side, right: &Side, k: usize) -> Vec<Fragment> {
    let mut covered = (vec![false; left.symbols.len()], vec![false; right.symbols.len()]);
    let mut tiles = Vec::new();
    loop {
        let mut best: Option<Run> = None;
        for at in 0..left.symbols.len() {
            for other in 0..right.symbols.len() {
                let most = (left.symbols.len() - at).min(right.symbols.len() - other);
                let length = (0..most)
                    .take_while(|next| {
                        left.is_equal(at + next, right, other + next)
                            && !covered.0[at + next]
                            && !covered.1[other + next]
                    })
                    .count();
                let counted =
                    left.count(&(at..at + length)).min(right.count(&(other..other + length)));
                let run = Run { counted, length, left: Reverse(at), right: Reverse(other) };
                best = best.max(Some(run).filter(|run| run.counted >= k));
            }
        }
        let Some(best) = best else { break };
        let fragment = best.fragment();
        covered.0[fragment.left.clone()].fill(true);
        covered.1[fragment.right.clone()].fill(true);
        tiles.push(fragment);
    }
    tiles.sort_by_key(|tile| tile.left.start);
    tiles
}

fn program() -> impl Strategy<Value = Vec<(u32, bool)>> {
    let symbol = prop_oneof![20 => 1_u32..4, 1 => Just(BARRIER)];
    proptest::collection::vec((symbol, proptest::bool::weighted(0.2)), 0..30)
}

proptest! {
    #[test]
    fn tiles_are_those_of_the_naive_way(one in program(), other in program(), k in 2_usize..5) {
        let parts = |program: Vec<(u32, bool)>| -> (Vec<u32>, Vec<bool>) {
            program.into_iter().unzip()
        };
        let ((one, ignored), (other, other_ignored)) = (parts(one), parts(other));
        let (left, right) = (Side::new(&one, &ignored), Side::new(&other, &other_ignored));
        prop_assert_eq!(tiles(&left, &right, k), naive(&left, &right, k));
    }
}

#[test]
fn tiles_do_not_depend_on_which_program_is_the_left_one() {
    let (left, right) = ([3, 2, 2, 2], [1, 2, 2, 3, 2]);
    let (left, right) = (Side::new(&left, &[false; 4]), Side::new(&right, &[false; 5]));
    assert_eq!(tiles(&left, &right, 2).len(), 2);
    for [one, other] in [[&left, &right], [&right, &left]] {
        assert_eq!(symmetric_tiles(one, other, 2).len(), 1);
    }
}

#[test]
fn what_was_moved_is_found() {
    let (left, right) = ([1, 2, 3, 4, 9, 5, 6, 7, 8], [5, 6, 7, 8, 1, 2, 3, 4]);
    let (left, right) = (Side::new(&left, &[false; 9]), Side::new(&right, &[false; 8]));
    let expected = [Fragment { left: 0..4, right: 4..8 }, Fragment { left: 5..9, right: 0..4 }];
    assert_eq!(tiles(&left, &right, 3), expected);
    assert_eq!(tiles(&left, &right, 5), []);
}

/// Few and many different repetitions.
#[test]
fn repetitions_take_no_quadratic_time() {
    for period in [1, 2, 7, 500] {
        let symbols: Vec<u32> = (0..100_000).map(|at| 1 + at % period).collect();
        let ignored = vec![false; symbols.len()];
        let side = Side::new(&symbols, &ignored);
        let covered: usize = tiles(&side, &side, 12).iter().map(|tile| tile.left.len()).sum();
        // If every k-gram is repeated too often, no run starts.
        assert_eq!(covered, 0, "{period}");
    }
}
