//! The families without a trap: uniform inputs, and inputs with a given outcome. They catch gross
//! errors and give every outcome its share of the cases.

use referee_checker::infinity_war::Prepared;

use super::draft::{
    ANY_SIDE, Draft, attempts, between, bytes, promise_outcome, two_squares, uniform_move,
    uniform_square,
};
use super::small_boards;
use crate::{Arguments, Family, FamilyError, Parameter, Random};

pub(super) const UNIFORM: Family = Family {
    name: "uniform",
    summary: "pieces and moves drawn uniformly",
    purpose: "everything that goes wrong without a special trap",
    parameters: &[ANY_SIDE],
    generate: uniform,
};

pub(super) const OUTCOME: Family = Family {
    name: "outcome",
    summary: "a uniform input with a given outcome",
    purpose: "solutions that never, or too often, give one of the answers",
    parameters: &[
        ANY_SIDE,
        Parameter::choice(
            "outcome",
            &["alice-wins", "tie", "bob-wins"],
            "the outcome; bob-wins only for n = 2 and n = 3",
        ),
    ],
    generate: outcome,
};

fn uniform(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let mut draft = Draft::new(arguments.integer("n"));
    let n = draft.n();
    let (alice, bob) = two_squares(random, n);
    draft.fill(n as usize, || uniform_move(random, n), |_, _| true)?;
    // The moves are in random order already.
    Ok(bytes(&draft.in_order(alice, bob)?))
}

fn outcome(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let n = arguments.integer("n");
    let (words, prepared) = match arguments.text("outcome") {
        "alice-wins" => ("Alice wins", alice_wins(n, random)?),
        "tie" => ("tie", tie(n, random)?),
        _ if n > 3 => {
            let message = format!("Bob wins only for n = 2 and n = 3, not for n = {n}");
            return Err(FamilyError(message));
        }
        _ => ("Bob wins", small_boards::bob_wins_on(n, random)?),
    };
    promise_outcome(&prepared, words)?;
    Ok(bytes(&prepared))
}

/// Draws a capture with one move or with two, each equally likely, among uniform moves.
fn alice_wins(n: i64, random: &mut Random) -> Result<Prepared, FamilyError> {
    let mut draft = Draft::new(n);
    let (alice, bob) = two_squares(random, draft.n());
    let midpoint = uniform_square(random, draft.n());
    if random.below(2) == 0 || midpoint == alice || midpoint == bob {
        draft.add(between(alice, bob));
    } else {
        draft.add(between(alice, midpoint));
        draft.add(between(midpoint, bob));
    }
    let n = draft.n();
    draft.fill(n as usize, || uniform_move(random, n), |_, _| true)?;
    draft.shuffled(random, alice, bob)
}

fn tie(n: i64, random: &mut Random) -> Result<Prepared, FamilyError> {
    attempts(1000, "tie", || {
        let mut draft = Draft::new(n);
        let (alice, bob) = two_squares(random, draft.n());
        draft.fill_without_capture(random, alice, bob).ok()?;
        let prepared = draft.in_order(alice, bob).ok()?;
        promise_outcome(&prepared, "tie").ok().map(|()| prepared)
    })
}
