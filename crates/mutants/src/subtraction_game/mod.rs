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

use crate::stopped;
use crate::{Group, NAMED, Part, is_committed};
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
    let all = |title, mutants| Group {
        title,
        remark: "",
        mutants,
        on: is_committed,
        enough: usize::MAX,
        kills,
    };
    let until_killed =
        |title, mutants| Group { remark: IN_ORDER, enough: NAMED, ..all(title, mutants) };
    let groups = vec![
        all("Rules of thumb", thumb::THUMB),
        all("Wrong amounts", reading::AMOUNTS),
        all("Wrong heaps", reading::HEAPS),
        until_killed("Wrong nim-values", values::VALUES),
        all("Nim-values that are too large", values::TOO_LARGE),
        all("Periods that are none", periods::PERIODS),
        all("Several heaps taken together wrongly", together::TOGETHER),
        all("Right outcomes, wrong moves", moves::MOVES),
        all("Wrong outputs", outputs::OUTPUTS),
        until_killed("Too slow, or too large", slow::SLOW),
        Group {
            remark: LARGE_UNDER_SET,
            on: |name| name == FULL_SET,
            ..all("Killed by a large heap under a set on demand", slow::LARGE_UNDER_SET)
        },
        Group {
            remark: LARGE_UNDER_SQUARES,
            on: |name| name == FULL_SQUARES,
            ..all("Killed by a large heap under squares on demand", slow::LARGE_UNDER_SQUARES)
        },
        Group {
            remark: MANY_HEAPS,
            on: |name| name == FULL_HEAPS,
            ..all("Killed by many heaps on demand", moves::MANY_HEAPS)
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
        head: HEAD,
        says_how: true,
        prepare,
        groups,
        equivalents: EQUIVALENTS,
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

const HEAD: &str = "\
The table also says how the first case named kills a mutant. A step is a look at a move or at a
heap. A mutant is too slow when it takes more than 8 (n + p) (s + 1) + 10,000,000 steps, where n is
the largest heap, p the number of heaps and s that of the amounts up to n, and too large when it
keeps more than 2^27 numbers. A table of all values takes n s steps and n numbers at most.
";

const IN_ORDER: &str = "\
These are tried on the cases in order until three have killed them.

";

const LARGE_UNDER_SET: &str = "\
No committed case has a heap above 1,000,000, so that a table of all smaller ones fits in memory,
and sizes fit in a word.

";

const LARGE_UNDER_SQUARES: &str = "\
No committed case has a heap above 1,000,000, and roots of such ones are exact enough in 24 bits.

";

const MANY_HEAPS: &str = "\
No committed case has more than 10,000 heaps, as the statement says.

";
