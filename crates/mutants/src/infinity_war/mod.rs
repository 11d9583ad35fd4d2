//! The mutants of Infinity War, and how a case kills them.

mod equivalents;
mod slow;
mod solver;
mod wrong;

use referee_checker::infinity_war::{Instance, Prepared};
use referee_checker::text::Strictness;

use crate::group::{PANIC, guarded};
use crate::{Group, Part, is_committed, is_on_demand};
pub(crate) use equivalents::EQUIVALENTS;
use solver::{Mutant, RIGHT};
pub use solver::{Solve, Steps, TimeLimit};

/// Returns the mutants of the problem.
pub fn part() -> Part<Prepared, Solve> {
    let group = |title, mutants, on| Group { title, mutants, on, enough: usize::MAX, kills };
    let groups = vec![
        group("Wrong answers", wrong::WRONG, is_committed),
        group("Too slow", slow::SLOW, is_committed),
        group("On demand: overflow on large boards", wrong::WRONG_ON_LARGE_BOARDS, is_on_demand),
        group("On demand: too slow on large boards", slow::SLOW_ON_LARGE_BOARDS, is_on_demand),
    ];
    Part {
        problem: "infinity-war",
        title: "Infinity War",
        limits: LIMITS,
        prepare: |input| Some(Prepared::new(Instance::parse(input, Strictness::Strict).ok()?)),
        groups,
        right: vec![group("Right solvers", RIGHT_SOLVERS, |_| true)],
    }
}

fn kills(case: &Prepared, solve: &Solve) -> Option<&'static str> {
    let instance = case.instance();
    match guarded(|| solve(instance, &mut Steps::for_side(instance.n()))) {
        Some(Ok(claim)) => case.check(claim).err().map(|_| "wrong answer"),
        Some(Err(TimeLimit)) => Some("time limit"),
        None => Some(PANIC),
    }
}

const RIGHT_SOLVERS: &[Mutant] = &[Mutant {
    name: "right",
    fault: "none",
    solve: |instance, steps| RIGHT.solve(instance, steps),
}];

const LIMITS: &str = "Too slow: looks at more than 2000 n + 1,000,000 moves.";
