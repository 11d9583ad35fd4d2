//! Infinity War: all small instances, all shapes of large ones.

use proptest::prelude::*;
use referee_checker::infinity_war::{Claim, Instance, Move, Prepared, ProvenOutcome, Square};
use referee_generators::{Random, Seed};
use referee_solvers::infinity_war::{bidirectional, brute_force, exact};
use referee_solvers::{solver, solvers};

use crate::fixed;

type Solve = fn(&Instance) -> Claim;

const ALL: [(&str, Solve); 3] = [
    ("exact", exact::solve),
    ("bidirectional", bidirectional::solve),
    ("brute-force", brute_force::solve),
];

/// The naive oracle: every ordered list of no, one or two moves, step by step.
struct Oracle<'a>(&'a Instance);

impl Oracle<'_> {
    /// Returns for each square of the board, row by row, whether a piece on `from` can reach it.
    fn reached(&self, from: Square) -> Vec<bool> {
        let n = self.0.n();
        let mut reached = vec![false; (n * n) as usize];
        let mut mark = |x: i32, y: i32| {
            let on_board = 1 <= x && x <= n && 1 <= y && y <= n;
            if on_board {
                reached[((y - 1) * n + x - 1) as usize] = true;
            }
            on_board
        };
        mark(from.x, from.y);
        for first in self.0.moves() {
            if mark(from.x + first.dx, from.y + first.dy) {
                for second in self.0.moves() {
                    mark(from.x + first.dx + second.dx, from.y + first.dy + second.dy);
                }
            }
        }
        reached
    }

    /// Returns whether a claim is true.
    fn accepts(&self, claim: Claim) -> bool {
        let n = self.0.n();
        let index = |square: Square| ((square.y - 1) * n + square.x - 1) as usize;
        let alice_captures = self.reached(self.0.alice())[index(self.0.bob())];
        let bob = self.reached(self.0.bob());
        match claim {
            Claim::AliceWins => alice_captures,
            Claim::BobWins => !alice_captures && bob.iter().all(|&r| r),
            Claim::Tie { x, y } => {
                let square = Square { x: x as i32, y: y as i32 };
                !alice_captures && self.0.on_board(square) && !bob[index(square)]
            }
        }
    }
}

fn square(x: i32, y: i32) -> Square {
    Square { x, y }
}

fn kind(claim: Claim) -> &'static str {
    match claim {
        Claim::AliceWins => "Alice wins",
        Claim::Tie { .. } => "tie",
        Claim::BobWins => "Bob wins",
    }
}

/// Returns the outcome on which all solvers and the checker agree, each claim verified by the
/// oracle.
fn agreed(instance: &Instance) -> &'static str {
    let oracle = Oracle(instance);
    let outcome = Prepared::new(instance.clone()).outcome();
    if let ProvenOutcome::Tie(Square { x, y }) = outcome {
        assert!(oracle.accepts(Claim::Tie { x: x.into(), y: y.into() }), "{instance:?}");
    }
    for (name, solve) in ALL {
        let claim = solve(instance);
        assert!(oracle.accepts(claim), "{name} claims {claim} for {instance:?}");
        assert_eq!(kind(claim), outcome.name(), "{name} for {instance:?}");
    }
    outcome.name()
}

/// Visits every instance of side n, up to the order of its moves, whose moves are `fixed` and some
/// of `moves`.
fn each_instance(n: i32, moves: &[Move], fixed: &[Move], mut visit: impl FnMut(&Instance)) {
    fn subsets(moves: &[Move], size: usize, chosen: &mut Vec<Move>, found: &mut Vec<Vec<Move>>) {
        if size == 0 {
            found.push(chosen.clone());
            return;
        }
        for (i, &m) in moves.iter().enumerate() {
            chosen.push(m);
            subsets(&moves[i + 1..], size - 1, chosen, found);
            chosen.pop();
        }
    }
    let mut lists = Vec::new();
    subsets(moves, n as usize - fixed.len(), &mut fixed.to_vec(), &mut lists);
    let squares: Vec<Square> = (1..=n).flat_map(|y| (1..=n).map(move |x| square(x, y))).collect();
    for list in &lists {
        for &alice in &squares {
            for &bob in squares.iter().filter(|&&bob| bob != alice) {
                visit(&Instance::new(alice, bob, list.clone()).expect("a legal instance"));
            }
        }
    }
}

fn moves_but_null(n: i32) -> Vec<Move> {
    let all = (1 - n..n).flat_map(|dx| (1 - n..n).map(move |dy| Move { dx, dy }));
    all.filter(|m| (m.dx, m.dy) != (0, 0)).collect()
}

/// Counts the instances that Alice wins, that are ties, and that Bob wins.
fn census(n: i32, fixed: &[Move]) -> [u32; 3] {
    let mut counts = [0; 3];
    each_instance(n, &moves_but_null(n), fixed, |instance| {
        let names = ["Alice wins", "tie", "Bob wins"];
        let outcome = agreed(instance);
        counts[names.iter().position(|&name| name == outcome).unwrap()] += 1;
    });
    counts
}

#[test]
fn every_instance_of_side_2() {
    assert_eq!(census(2, &[]), [104, 220, 12]);
}

#[test]
fn every_instance_of_side_3() {
    assert_eq!(census(3, &[]), [30_240, 115_456, 32]);
}

#[test]
fn every_small_instance_with_the_null_move_in_the_list() {
    let null = [Move { dx: 0, dy: 0 }];
    for n in [2, 3] {
        let [alice, tie, bob] = census(n, &null);
        // With one real move fewer, Bob never reaches all squares.
        let expected = if n == 2 { 8 * 12 } else { 24 * 23 / 2 * 72 };
        assert_eq!((alice + tie + bob, bob), (expected, 0));
    }
}

/// Families of move lists, each with a peculiarity. The list is as long as `n` allows.
const SHAPES: [&str; 8] =
    ["uniform", "short", "one row", "one column", "block", "inner", "outer", "longest"];

/// Returns an instance of that shape: rows, columns, blocks and so on are as in the name.
fn shaped(shape: &str, n: i32, random: &mut Random) -> Instance {
    let far = i64::from(n) - 1;
    let side = (f64::from(n).sqrt() as i64 + 1).min(far);
    let mut between = |least, most| random.between(least, most) as i32;
    let bob = match shape {
        "inner" => square(n / 2 + 1, n / 2 + 1),
        "outer" => square(1, 1),
        _ => square(between(1, far + 1), between(1, far + 1)),
    };
    let alice = loop {
        let alice = square(between(1, far + 1), between(1, far + 1));
        if alice != bob {
            break alice;
        }
    };
    let block = between(-far, far - side);
    let mut seen = std::collections::HashSet::new();
    let mut moves = Vec::new();
    while moves.len() < n as usize {
        let (dx, dy) = match shape {
            "uniform" => (between(-far, far), between(-far, far)),
            "short" => (between(-side, side), between(-side, side)),
            "one row" => (between(-far, far), 1.min(far as i32)),
            "one column" => (-1, between(-far, far)),
            "block" => (block + between(0, side), between(-side, 0)),
            // From the middle of the board, every one of these moves stays on it.
            "inner" => (between(-far / 2, far / 2), between(-far / 2, far / 2)),
            // From the corner, none of these moves does.
            "outer" => (between(-far, -1), between(-far, far)),
            "longest" if between(0, 1) == 0 => {
                (if between(0, 1) == 0 { -far } else { far } as i32, between(-far, far))
            }
            "longest" => (between(-far, far), if between(0, 1) == 0 { -far } else { far } as i32),
            _ => unreachable!("{shape} is no shape"),
        };
        if seen.insert((dx, dy)) {
            moves.push(Move { dx, dy });
        }
    }
    random.shuffle(&mut moves);
    Instance::new(alice, bob, moves).expect("a legal instance")
}

fn random_of(words: &[&str]) -> Random {
    Random::new(Seed::of(words))
}

#[test]
fn all_agree_on_a_list_of_seeds() {
    let mut outcomes = std::collections::BTreeMap::new();
    for n in 3..=40 {
        for shape in SHAPES {
            for seed in 0..12 {
                let words = [shape, &n.to_string(), &seed.to_string()];
                let instance = shaped(shape, n, &mut random_of(&words));
                let outcome = agreed(&instance);
                assert!(n < 4 || outcome != "Bob wins", "{instance:?}");
                *outcomes.entry(outcome).or_insert(0) += 1;
            }
        }
    }
    assert!(outcomes["Alice wins"] > 300 && outcomes["tie"] > 300, "{outcomes:?}");
}

#[test]
fn exact_is_right_on_larger_instances() {
    for n in [2_000, 20_000] {
        for shape in SHAPES {
            let words = ["large", shape, &n.to_string()];
            let instance = shaped(shape, n, &mut random_of(&words));
            let claim = exact::solve(&instance);
            let prepared = Prepared::new(instance);
            assert_eq!(prepared.check(claim), Ok(()), "{shape}, n = {n}: {claim}");
        }
    }
}

/// From side 2^20 on, the moves are grouped before they are put into buckets.
#[test]
fn exact_is_right_where_memory_is_slow() {
    let n = (1 << 20) + 5;
    for shape in &SHAPES[..2] {
        let instance = shaped(shape, n, &mut random_of(&["slow memory", shape]));
        let claim = exact::solve(&instance);
        let prepared = Prepared::new(instance);
        assert_eq!(prepared.check(claim), Ok(()), "{shape}: {claim}");
    }
}

#[test]
fn the_sample_of_the_source_from_bytes_to_bytes() {
    let sample = b"2\n2 1\n1 2\n1 0\n0 -1\n";
    assert_eq!(solvers("infinity-war")[0].name, "exact");
    for solver in solvers("infinity-war") {
        assert_eq!(solver.answer(sample).unwrap(), b"Bob wins\n", "{}", solver.name);
        let lenient = b"2 2 1\r\n1 2 \t 1 0 0 -1";
        assert_eq!(solver.answer(lenient).unwrap(), b"Bob wins\n", "{}", solver.name);
        let fault = solver.answer(b"2\n2 1\n2 1\n1 0\n0 -1\n").unwrap_err();
        assert_eq!(
            fault.to_string(),
            "line 3, column 1: Bob on (2,1), where Alice already is",
            "{}",
            solver.name
        );
    }
}

#[test]
fn solvers_are_found_by_name() {
    assert_eq!(solver("infinity-war", "exact").unwrap().error, "none");
    for (name, _) in ALL {
        let found = solver("infinity-war", name).unwrap();
        assert_eq!(found.name, name);
    }
    assert_eq!(solvers("infinity-war").len(), ALL.len());
}

/// The largest side in property tests.
const LARGEST: i32 = 24;

fn any_instance() -> impl Strategy<Value = Instance> {
    (2..=LARGEST).prop_flat_map(|n| {
        let coordinates = prop::array::uniform4(1..=n);
        let moves = prop::collection::hash_set((1 - n..n, 1 - n..n), n as usize);
        (coordinates, moves).prop_filter_map("both on one square", |([ax, ay, bx, by], moves)| {
            let moves = moves.into_iter().map(|(dx, dy)| Move { dx, dy }).collect();
            Instance::new(square(ax, ay), square(bx, by), moves).ok()
        })
    })
}

/// Returns the instance with every square and every move mapped.
fn changed(
    instance: &Instance,
    squares: impl Fn(Square) -> Square,
    moves: impl Fn(Move) -> Move,
) -> Instance {
    let list = instance.moves().iter().map(|&m| moves(m)).collect();
    let (alice, bob) = (squares(instance.alice()), squares(instance.bob()));
    Instance::new(alice, bob, list).expect("a legal instance")
}

proptest! {
    #![proptest_config(fixed())]

    #[test]
    fn every_claim_is_true(instance in any_instance()) {
        agreed(&instance);
    }

    #[test]
    fn the_order_of_the_moves_does_not_matter(instance in any_instance(), seed in any::<u64>()) {
        let mut moves = instance.moves().to_vec();
        Random::new(Seed::from_value(seed)).shuffle(&mut moves);
        let shuffled = Instance::new(instance.alice(), instance.bob(), moves).unwrap();
        for (name, solve) in ALL {
            prop_assert_eq!(solve(&instance), solve(&shuffled), "{}", name);
        }
    }

    #[test]
    fn mirrored_and_transposed_boards_have_the_same_outcome(instance in any_instance()) {
        let n = instance.n();
        let mirrored = changed(
            &instance,
            |s| square(n + 1 - s.x, s.y),
            |m| Move { dx: -m.dx, dy: m.dy },
        );
        let transposed =
            changed(&instance, |s| square(s.y, s.x), |m| Move { dx: m.dy, dy: m.dx });
        for (name, solve) in ALL {
            let outcome = kind(solve(&instance));
            prop_assert_eq!(kind(solve(&mirrored)), outcome, "{}", name);
            prop_assert_eq!(kind(solve(&transposed)), outcome, "{}", name);
        }
    }
}
