//! The check of Infinity War against a naive oracle: every claim, and every refutation step by
//! step.

use std::collections::HashSet;

use referee_checker::infinity_war::{
    Claim, Instance, Move, Path, Prepared, ProvenOutcome, Refutation, Square,
};

use super::oracle::{reached, square, walk_path};
use crate::support::Draws;

/// The truth about one instance.
struct Truth {
    alice_captures: bool,
    bob: HashSet<Square>,
    squares: usize,
}

impl Truth {
    fn of(instance: &Instance) -> Truth {
        let n = instance.n() as usize;
        Truth {
            alice_captures: reached(instance, instance.alice()).contains(&instance.bob()),
            bob: reached(instance, instance.bob()),
            squares: n * n,
        }
    }

    fn bob_wins(&self) -> bool {
        !self.alice_captures && self.bob.len() == self.squares
    }
}

/// Checks every claim, and verifies every refutation with the oracle.
fn try_every_claim(instance: &Instance) {
    let truth = Truth::of(instance);
    let prepared = Prepared::new(instance.clone());
    let n = i64::from(instance.n());
    let mut claims = vec![Claim::AliceWins, Claim::BobWins];
    claims.extend((-1..=n + 2).flat_map(|x| (-1..=n + 2).map(move |y| Claim::Tie { x, y })));
    claims.extend(
        [(i64::MIN, 1), (1, i64::MAX), (1 + (1 << 32), 1)].map(|(x, y)| Claim::Tie { x, y }),
    );
    for claim in claims {
        let result = prepared.check(claim);
        let expected = match claim {
            Claim::AliceWins => truth.alice_captures,
            Claim::BobWins => truth.bob_wins(),
            Claim::Tie { x, y } => {
                let on_board = (1..=n).contains(&x) && (1..=n).contains(&y);
                on_board
                    && !truth.alice_captures
                    && !truth.bob.contains(&square(x as i32, y as i32))
            }
        };
        assert_eq!(result.is_ok(), expected, "{claim} for {instance:?}: {result:?}");
        if let Err(refutation) = result {
            assert!(
                holds(instance, &truth, claim, refutation),
                "{claim}: {refutation:?}, {instance:?}"
            );
            // Formatting it for people must not fail.
            let refusal = prepared.refusal(claim, &refutation);
            assert!(!refusal.explanation.headline().is_empty());
        }
    }
    let outcome_holds = match prepared.outcome() {
        ProvenOutcome::AliceWins(path) => {
            walk_path(instance, instance.alice(), path) == Some(instance.bob())
        }
        ProvenOutcome::Tie(safe) => {
            !truth.alice_captures && instance.on_board(safe) && !truth.bob.contains(&safe)
        }
        ProvenOutcome::BobWins => truth.bob_wins(),
    };
    assert!(outcome_holds, "{:?} for {instance:?}", prepared.outcome());
}

/// Whether a refutation is true and refutes the claim.
fn holds(instance: &Instance, truth: &Truth, claim: Claim, refutation: Refutation) -> bool {
    let is_tie =
        |square: Square| claim == Claim::Tie { x: i64::from(square.x), y: i64::from(square.y) };
    match refutation {
        Refutation::AliceCaptures(path) => {
            claim != Claim::AliceWins
                && path != Path::Stay
                && walk_path(instance, instance.alice(), path) == Some(instance.bob())
        }
        Refutation::AliceCannotCapture => claim == Claim::AliceWins && !truth.alice_captures,
        Refutation::OffTheBoard => match claim {
            Claim::Tie { x, y } => {
                let board = 1..=i64::from(instance.n());
                !board.contains(&x) || !board.contains(&y)
            }
            _ => false,
        },
        Refutation::BobStandsThere => is_tie(instance.bob()),
        Refutation::BobReaches(square, path) => {
            is_tie(square)
                && square != instance.bob()
                && walk_path(instance, instance.bob(), path) == Some(square)
        }
        Refutation::AliceEscapes(square) => {
            claim == Claim::BobWins && instance.on_board(square) && !truth.bob.contains(&square)
        }
    }
}

#[test]
fn every_claim_for_every_instance_of_side_2() {
    let moves: Vec<Move> =
        (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| Move { dx, dy })).collect();
    let squares = [square(1, 1), square(2, 1), square(1, 2), square(2, 2)];
    let mut outcomes = [0; 3];
    for first in 0..moves.len() {
        for second in first + 1..moves.len() {
            for alice in squares {
                for bob in squares.into_iter().filter(|&bob| bob != alice) {
                    let list = vec![moves[first], moves[second]];
                    let has_null = list.contains(&Move { dx: 0, dy: 0 });
                    let instance = Instance::new(alice, bob, list).unwrap();
                    try_every_claim(&instance);
                    if !has_null {
                        outcomes[match Prepared::new(instance).outcome() {
                            ProvenOutcome::AliceWins(_) => 0,
                            ProvenOutcome::Tie(_) => 1,
                            ProvenOutcome::BobWins => 2,
                        }] += 1;
                    }
                }
            }
        }
    }
    assert_eq!(outcomes, [104, 220, 12]);
}

/// An instance with moves of at most `reach` in each direction.
fn drawn(n: i32, reach: i32, seed: u64) -> Instance {
    let mut draws = Draws(seed);
    let mut moves: Vec<Move> = Vec::new();
    while moves.len() < n as usize {
        let m = Move { dx: draws.between(-reach, reach), dy: draws.between(-reach, reach) };
        if !moves.contains(&m) {
            moves.push(m);
        }
    }
    loop {
        let mut piece = || square(draws.between(1, n), draws.between(1, n));
        if let Ok(instance) = Instance::new(piece(), piece(), moves.clone()) {
            return instance;
        }
    }
}

#[test]
fn every_claim_for_a_list_of_seeds() {
    for n in 3..=12 {
        for reach in [(n + 3) / 4, n / 2, n - 1] {
            for seed in 0..25 {
                try_every_claim(&drawn(n, reach, seed * 1000 + n as u64));
            }
        }
    }
}

#[test]
fn no_safe_square_is_missed_when_the_moves_fill_one_row_or_column() {
    for n in [4, 15, 60, 400] {
        for transposed in [false, true] {
            let moves = (0..n).map(|i| {
                let (along, across) = (i - n / 2, 1);
                if transposed {
                    Move { dx: across, dy: along }
                } else {
                    Move { dx: along, dy: across }
                }
            });
            let (alice, bob) = (square(1, 1), square(n / 2, n / 2));
            let instance = Instance::new(alice, bob, moves.collect()).unwrap();
            let safe = Prepared::new(instance.clone()).safe_square().expect("n is at least 4");
            assert!(!reached(&instance, bob).contains(&safe), "{safe} for n = {n}");
        }
    }
}
