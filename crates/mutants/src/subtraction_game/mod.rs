//! The mutants of subtraction games, and how a case kills them: the checker refuses what they
//! write, or they do not come to an end, or do not fit in memory, or crash.

/// A mutant that is the right solver but for some parts.
macro_rules! mutant {
    ($name:literal, $fault:literal, $($field:ident: $value:expr),+ $(,)?) => {
        Mutant {
            name: $name,
            fault: $fault,
            solve: |instance, budget| {
                Solver { $($field: $value,)+ ..RIGHT }.solve(instance, budget)
            },
        }
    };
}

mod budget;
mod equivalents;
mod moves;
mod outputs;
mod periods;
mod reading;
mod slow;
mod solver;
mod thumb;
mod together;
mod values;

use referee_checker::Settings;
use referee_checker::subtraction_game::{Instance, Prepared};
use referee_checker::text::Strictness;

use crate::budget as stopped;
use crate::{ENOUGH, Group, Part, is_committed};
pub use budget::{Budget, Stopped};
pub(crate) use equivalents::EQUIVALENTS;
use periods::BY_PERIOD;
use solver::{Mutant, RIGHT};
pub use solver::{Output, Solve};

fn prepare(input: &[u8]) -> Option<Prepared> {
    let instance = Instance::parse(input, Strictness::Strict).ok()?;
    Some(Prepared::new(instance, Settings::default()))
}

/// Returns the mutants of the problem.
pub fn part() -> Part<Prepared, Solve> {
    let all =
        |title, mutants| Group { title, mutants, on: is_committed, enough: usize::MAX, kills };
    let groups = vec![
        all("Rules of thumb", thumb::THUMB),
        all("Amounts", reading::AMOUNTS),
        all("Heaps", reading::HEAPS),
        Group { enough: ENOUGH, ..all("Nim-values", values::VALUES) },
        all("Nim-values that do not fit", values::TOO_LARGE),
        all("Periods that are none", periods::PERIODS),
        all("Several heaps together", together::TOGETHER),
        all("Right outcome, wrong move", moves::MOVES),
        all("Output", outputs::OUTPUTS),
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
    stopped::kills(case, || solve(instance, &mut Budget::of(instance)))
}

/// The right solver takes too long for a test on larger ones, or does not fit in memory.
fn is_quick(name: &str) -> bool {
    is_committed(name) || [FULL_SQUARES, FULL_HEAPS].contains(&name)
}

const RIGHT_SOLVERS: &[Mutant] = &[Mutant {
    name: "right",
    fault: "none",
    solve: |instance, budget| RIGHT.solve(instance, budget),
}];

const BY_PERIODS: &[Mutant] = &[Mutant {
    name: "right-by-periods",
    fault: "none",
    solve: |instance, budget| BY_PERIOD.solve(instance, budget),
}];

const LIMITS: &str = "\
Too slow: more than 8 (n + p) (s + 1) + 10,000,000 looks at a move or a heap, with largest heap n,
p heaps, and s amounts up to n. Too large: keeps more than 2^27 numbers.";
