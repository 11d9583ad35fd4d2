//! The mutants of subtraction games, and how a case kills them: the checker rejects their output,
//! or they do not terminate, exceed the memory, or crash.

mod moves;
mod periods;
mod reading;
mod slow;
mod solver;
mod values;

use referee_checker::Settings;
use referee_checker::subtraction_game::{Instance, Prepared};
use referee_checker::text::Strictness;

use crate::budget::{self, Budget, PATIENCE};
use crate::{ENOUGH, Group, Part, is_committed};
use periods::by_period;
pub use solver::Solve;
use solver::{Mutant, RIGHT, Solver};

fn prepare(input: &[u8]) -> Option<Prepared> {
    let instance = Instance::parse(input, Strictness::Strict).ok()?;
    Some(Prepared::new(instance, Settings::default()))
}

/// Returns the mutants of the problem.
pub fn part() -> Part<Prepared, Solve> {
    let all =
        |title, mutants| Group { title, mutants, on: is_committed, enough: usize::MAX, kills };
    let groups = vec![
        all("Amounts", reading::AMOUNTS),
        all("Heaps", reading::HEAPS),
        Group { enough: ENOUGH, ..all("Values", values::VALUES) },
        all("Nim-values that do not fit", values::TOO_LARGE),
        all("Periods that are none", periods::PERIODS),
        all("Several heaps together", moves::TOGETHER),
        all("Right outcome, wrong move", moves::MOVES),
        all("Output", moves::OUTPUTS),
        Group { enough: ENOUGH, ..all("Too slow or too large", slow::SLOW) },
        Group {
            on: |name| name == FULL_SET,
            ..all("On demand: heaps above 1,000,000 under a set", slow::LARGE_UNDER_SET)
        },
        Group {
            on: |name| name == FULL_SQUARES,
            ..all("On demand: heaps above 1,000,000 under squares", slow::LARGE_UNDER_SQUARES)
        },
        Group {
            on: |name| name == FULL_HEAPS,
            ..all("On demand: more than 10,000 heaps", moves::MANY_HEAPS)
        },
    ];
    let right = vec![
        Group { on: is_quick, ..all("Right solvers", RIGHT_SOLVERS) },
        Group {
            on: |name| is_committed(name) || name == FULL_SET,
            ..all("By periods", BY_PERIODS)
        },
    ];
    Part {
        problem: "subtraction-game",
        title: "Subtraction game",
        limits: LIMITS,
        prepare,
        groups,
        right,
    }
}

const FULL_SQUARES: &str = "secret/58-full-heap-below-square";
const FULL_HEAPS: &str = "secret/59-full-heap-beyond-65536";
const FULL_SET: &str = "secret/53-full-large-heap-set";

fn kills(case: &Prepared, solve: &Solve) -> Option<&'static str> {
    let instance = case.instance();
    budget::kills(case, || solve(instance, &mut budget_of(instance)))
}

/// Eight times the cost of a table of nim-values and a check of every move. The constant is for
/// small cases: some hundredths of a second in C++, and some seconds in Python.
fn budget_of(instance: &Instance) -> Budget {
    let heaps = instance.heaps();
    let largest = heaps.iter().copied().max().unwrap_or(0);
    let amounts = instance.rule().up_to(largest).len() as u64;
    let positions = largest + heaps.len() as u64;
    Budget {
        steps: 8 * positions * (amounts + 1) + 10_000_000,
        numbers: 1 << 27,
        turns: 10 * PATIENCE,
    }
}

/// On larger cases, the right solver takes too long for a test, or exceeds the memory.
fn is_quick(name: &str) -> bool {
    is_committed(name) || [FULL_SQUARES, FULL_HEAPS].contains(&name)
}

const RIGHT_SOLVERS: &[Mutant] = &[mutant!("right", "none", values: RIGHT.values)];

const BY_PERIODS: &[Mutant] = &[mutant!("right-by-periods", "none", values: by_period)];

const LIMITS: &str = "\
Too slow: more than 8 (n + p) (s + 1) + 10,000,000 looks at a move or a heap, with largest heap n,
p heaps, and s amounts up to n. Too large: keeps more than 2^27 numbers.";
