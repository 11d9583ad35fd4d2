use super::*;

/// The least cost, found by trying every set of columns.
fn naive(problem: &CoverProblem) -> u64 {
    let columns = problem.costs.len();
    let covers = |set: &u32| {
        let has = |column: &usize| set >> column & 1 == 1;
        problem.rows.iter().all(|row| row.columns.iter().filter(|c| has(c)).count() >= row.demand)
    };
    let cost = |set: u32| {
        let chosen: Vec<usize> = (0..columns).filter(|column| set >> column & 1 == 1).collect();
        problem.cost(&chosen)
    };
    (0..1 << columns).filter(covers).map(cost).min().unwrap()
}

fn is_cover(problem: &CoverProblem, columns: &[usize]) -> bool {
    let chosen = |row: &CoverRow| row.columns.iter().filter(|c| columns.contains(c)).count();
    problem.rows.iter().all(|row| chosen(row) >= row.demand)
}

/// A portable stream of numbers (xorshift64*).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % end
    }
}

fn random(numbers: &mut Numbers, columns: u64, rows: u64, most: (u64, u64)) -> CoverProblem {
    let costs = (0..columns).map(|_| 1 + numbers.below(most.0)).collect();
    let share = 2 + numbers.below(6);
    let rows = (0..rows).filter_map(|_| {
        let covering: Vec<usize> =
            (0..columns as usize).filter(|_| numbers.below(share) == 0).collect();
        let demand = (1 + numbers.below(most.1) as usize).min(covering.len());
        (demand > 0).then_some(CoverRow { columns: covering, demand })
    });
    CoverProblem { costs, rows: rows.collect() }
}

#[test]
fn small_problems_are_solved_as_by_trying_all_sets() {
    let mut numbers = Numbers(1);
    for round in 0..3000 {
        let (columns, rows) = (1 + numbers.below(11), numbers.below(14));
        let most = [(1, 1), (9, 1), (1, 3), (1000, 2)][round % 4];
        let problem = random(&mut numbers, columns, rows, most);
        let cover = problem.solve(1_000_000);
        assert!(is_cover(&problem, &cover.columns), "{problem:?} {cover:?}");
        assert_eq!(cover.cost, problem.cost(&cover.columns));
        assert!(cover.is_cheapest(), "{problem:?} {cover:?}");
        assert_eq!(cover.cost, naive(&problem), "{problem:?} {cover:?}");
    }
}

#[test]
fn bounds_hold_when_the_search_stops_early() {
    let mut numbers = Numbers(2);
    for _ in 0..300 {
        let problem = random(&mut numbers, 12, 14, (5, 2));
        let least = naive(&problem);
        for steps in [0, 1, 5] {
            let cover = problem.solve(steps);
            assert!(is_cover(&problem, &cover.columns));
            assert!(cover.bound <= least && least <= cover.cost, "{problem:?} {cover:?}");
        }
    }
}

#[test]
fn no_rows_need_no_columns() {
    let cover = CoverProblem { costs: vec![3, 4], rows: Vec::new() }.solve(10);
    assert_eq!(cover, Cover::default());
}

/// The Steiner triple system of the affine plane of order 3: nine points, twelve lines. The
/// smallest set of points that meets every line has five points, though the linear relaxation is
/// three.
#[test]
fn a_problem_far_from_its_bound() {
    let mut lines = Vec::new();
    for first in 0..9 {
        for second in first + 1..9 {
            let third = |a: usize, b: usize| (6 - a - b) % 3;
            let last = 3 * third(first / 3, second / 3) + third(first % 3, second % 3);
            if last > second {
                lines.push(CoverRow { columns: vec![first, second, last], demand: 1 });
            }
        }
    }
    assert_eq!(lines.len(), 12);
    let cover = CoverProblem { costs: vec![1; 9], rows: lines }.solve(10_000);
    assert_eq!((cover.cost, cover.bound), (5, 5));
}

/// Three hundred programs that each fail on a random share of a hundred cases cannot be solved in
/// so few steps. The search still ends, with a cover and a bound below it.
#[test]
fn a_search_that_is_too_hard_ends_with_a_bound() {
    let mut numbers = Numbers(4);
    let problem = random(&mut numbers, 100, 300, (1, 1));
    let [none, few] = [0, 2000].map(|steps| problem.solve(steps));
    for cover in [&none, &few] {
        assert!(is_cover(&problem, &cover.columns) && cover.bound <= cover.cost, "{cover:?}");
    }
    assert!(few.cost <= none.cost && few.bound >= none.bound);
    assert!(!few.is_cheapest(), "it should be harder");
}

/// Like a kill matrix: many programs that fail on many cases, some that fail on few.
#[test]
fn a_thousand_rows_and_two_hundred_columns_are_solved() {
    let mut numbers = Numbers(3);
    let rows = (0..1000).map(|_| {
        let share = 1 + numbers.below(60);
        let mut columns: Vec<usize> = (0..200).filter(|_| numbers.below(60) < share).collect();
        if columns.is_empty() {
            columns.push(numbers.below(200) as usize);
        }
        CoverRow { columns, demand: 1 }
    });
    let problem = CoverProblem { costs: vec![1; 200], rows: rows.collect() };
    let cover = problem.solve(200_000);
    assert!(is_cover(&problem, &cover.columns));
    assert!(cover.is_cheapest(), "{} of at least {}", cover.cost, cover.bound);
}
