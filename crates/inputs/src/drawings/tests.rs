use proptest::prelude::*;
use referee_generators::Seed;

use super::*;

fn random(seed: u64) -> Random {
    Random::new(Seed::from_value(seed))
}

/// On small grids, many points lie on a line.
fn points() -> impl Strategy<Value = Vec<Point>> {
    let point = (0i64..9, 0i64..9);
    prop::collection::hash_set(point, 4..40).prop_map(|points| points.into_iter().collect())
}

/// Returns the length of a shortest cycle, as long as it is found within a few steps.
fn shortest_cycle(count: usize, edges: &[(usize, usize)]) -> usize {
    let without = |left_out: usize| {
        let others = edges.iter().enumerate().filter(move |(place, _)| *place != left_out);
        let (from, to) = edges[left_out];
        let mut reached = BTreeSet::from([from]);
        let mut steps = 0;
        while !reached.contains(&to) && steps < count {
            let is_next = |(a, b): (usize, usize)| reached.contains(&a).then_some(b);
            let next = others.clone().flat_map(|(_, &(a, b))| [is_next((a, b)), is_next((b, a))]);
            let next: Vec<usize> = next.flatten().collect();
            reached.extend(next);
            steps += 1;
        }
        steps + 1
    };
    (0..edges.len()).map(without).min().unwrap_or(0)
}

#[test]
fn rings_have_long_cycles_or_a_hub() {
    let mut seen = BTreeSet::new();
    for (count, seed) in [4, 8, 12, 20, 24, 28, 29, 31]
        .into_iter()
        .flat_map(|count| (0..20).map(move |seed| (count, seed)))
    {
        let ranges = [(0, 1_000_000_000), (-5, 1_000)];
        let Some((columns, edges)) = rings(count, ranges, &mut random(seed)) else { continue };
        let points = points_of(&columns);
        assert!(is_plane(&points, &edges), "{count}: {points:?} {edges:?}");
        for ((x, y), [across, up]) in points.into_iter().map(|point| (point, ranges)) {
            assert!((across.0..=across.1).contains(&x) && (up.0..=up.1).contains(&y));
        }
        let degrees = degrees(count, &edges);
        assert!(degrees.iter().min() >= Some(&3), "{count}: {degrees:?}");
        let hubs = degrees.iter().filter(|degree| **degree == count - 1).count();
        seen.insert((hubs.min(1), shortest_cycle(count, &edges)));
    }
    assert!([(1, 3), (0, 4), (0, 5)].iter().all(|kind| seen.contains(kind)), "{seen:?}");
    assert_eq!(rings(20, [(0, 10), (0, 1_000)], &mut random(1)), None);
}

proptest! {
    #[test]
    fn no_edges_of_a_triangulation_cross_and_all_others_do(points in points()) {
        let edges = triangulation(&points);
        prop_assert!(is_plane(&points, &edges));
        for b in 0..points.len() {
            for a in (0..b).filter(|a| !edges.contains(&(*a, b)) && !edges.contains(&(b, *a))) {
                prop_assert!(edges.iter().any(|edge| meet(&points, *edge, (a, b))));
            }
        }
    }

    #[test]
    fn turns_are_those_of_smaller_triangles(points: [(i32, i32); 3]) {
        let [(ax, ay), (bx, by), (cx, cy)] =
            points.map(|(x, y)| (i128::from(x), i128::from(y)));
        let area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
        let [a, b, c] = points.map(|(x, y)| (i64::from(x) << 32, i64::from(y) << 32));
        prop_assert_eq!(i128::from(turn(a, b, c)), area.signum());
    }

    #[test]
    fn segments_stay_within_their_ranges_and_do_not_cross(
        ends in prop::collection::vec((any::<[i64; 2]>(), any::<[i64; 2]>()), 1..40),
        is_free: bool,
        seed: u64,
    ) {
        let of = |at: usize| ends.iter().map(|(from, to)| [from, to][at / 2][at % 2]).collect();
        let mut columns: Vec<Vec<i64>> = (0..4).map(of).collect();
        let ranges = [0, 1].map(|axis| {
            let all = columns[axis].iter().chain(&columns[axis + 2]);
            (*all.clone().min().unwrap(), *all.max().unwrap())
        });
        let before = columns.clone();
        into_segments(&mut columns, ranges, is_free, &mut random(seed));
        for (column, (least, most)) in columns.iter().zip(ranges.iter().cycle()) {
            prop_assert!(column.iter().all(|value| (least..=most).contains(&value)));
        }
        if columns == before || ends.len() < 3 {
            return Ok(());
        }
        prop_assert!(are_segments(&columns));
        let [from, to] = [0, 2].map(|at| points_of(&columns[at..]));
        let points: BTreeSet<Point> = from.iter().chain(&to).copied().collect();
        let points: Vec<Point> = points.into_iter().collect();
        let place = |point: &Point| points.binary_search(point).unwrap();
        let edges: Vec<_> = from.iter().zip(&to).map(|(a, b)| (place(a), place(b))).collect();
        prop_assert!(is_plane(&points, &edges));
    }

    #[test]
    fn edges_between_points_within_a_triangle_are_as_many_as_can_be(
        inner in prop::collection::hash_set((1i64..1_000_000_000, 1i64..1_000_000_000), 1..30),
        left_out: usize,
        seed: u64,
    ) {
        let (x, y): (Vec<i64>, Vec<i64>) = [(0, 0); 3].into_iter().chain(inner).unzip();
        let mut columns = [x, y];
        into_triangle(&mut columns, &[(0, 1_000_000_000); 2], &mut random(seed));
        let points = points_of(&columns);
        let most = 3 * points.len() - 6;
        let least = most.min(2 * points.len());
        let count = most - left_out % (most - least + 1);
        let edges = edges(&columns, count, 3, &mut random(seed));
        prop_assert!(edges.len() >= count && (count < most || edges.len() == most));
        prop_assert!(is_plane(&points, &edges));
        prop_assert!(degrees(points.len(), &edges).iter().min() >= Some(&3));
    }
}
