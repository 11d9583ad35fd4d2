//! The mutants of Hüpfburg, and how a case kills them: the checker rejects their output, or they do
//! not terminate, exceed the memory, or crash.

mod effort;
mod sets;
mod solver;
mod wrong;

use referee_checker::huepfburg::{Huepfburg, Instance, Prepared};
use referee_checker::text::Strictness;
use referee_checker::{ProblemRules as _, Settings};

use crate::budget::{self, Budget, PATIENCE};
use crate::{ENOUGH, Group, Part, is_committed};
use sets::sets;
pub use solver::Solve;
use solver::{Mutant, RIGHT, Solver, ordered};

/// A case, and the same case with the least number of jumps required.
pub struct Trial {
    any: Prepared,
    shortest: Prepared,
}

fn prepare(input: &[u8]) -> Option<Trial> {
    let instance = Instance::parse(input, Strictness::Strict).ok()?;
    let settings = Settings::default();
    let shortest = settings.with_option(Huepfburg.options(), "shortest").expect("an option");
    Some(Trial {
        any: Prepared::new(instance.clone(), settings),
        shortest: Prepared::new(instance, shortest),
    })
}

/// Returns the mutants of the problem.
pub fn part() -> Part<Trial, Solve> {
    let all =
        |title, mutants| Group { title, mutants, on: is_committed, enough: usize::MAX, kills };
    let groups = vec![
        all("Arrows, jumps and meetings", wrong::WRONG),
        all("Visited pairs confused", wrong::CONFUSED),
        all("Gives up too early", effort::EARLY),
        all("Each player alone, or at random", effort::BLIND),
        all("Output", wrong::OUTPUTS),
        Group { enough: ENOUGH, ..all("Too slow or too large", effort::SLOW) },
        Group { on: is_late, ..all("On demand: more than 10,000 jumps", effort::LATE) },
        Group { on: is_dense, ..all("On demand: more than 8000 arrows", effort::DENSE) },
        Group {
            on: has_many_fields,
            ..all("On demand: overflow with more than 6000 fields", wrong::MANY_FIELDS)
        },
        Group {
            kills: kills_shortest,
            ..all("Not shortest: only with the option `shortest`", effort::LONGER)
        },
    ];
    let right = |title, mutants| Group { kills: kills_shortest, ..all(title, mutants) };
    let right = vec![
        Group { on: |name| !is_huge(name), ..right("Right solvers", RIGHT_SOLVERS) },
        right("Other right solvers", OTHERS),
        all("Right without the option `shortest`", effort::LONGER),
    ];
    Part { problem: "huepfburg", title: "Hüpfburg", limits: LIMITS, prepare, groups, right }
}

fn is_late(name: &str) -> bool {
    name == "secret/60-full-wielandt-500001-jumps"
}

fn is_dense(name: &str) -> bool {
    name == "secret/58-full-two-colours-dense"
}

fn has_many_fields(name: &str) -> bool {
    name == "secret/65-full-fields-65536" || name == "secret/66-full-pair-keys-32-bits"
}

fn kills(case: &Trial, solve: &Solve) -> Option<&'static str> {
    kills_with(&case.any, solve)
}

fn kills_shortest(case: &Trial, solve: &Solve) -> Option<&'static str> {
    kills_with(&case.shortest, solve)
}

fn kills_with(case: &Prepared, solve: &Solve) -> Option<&'static str> {
    let instance = case.instance();
    budget::kills(case, || solve(instance, &mut budget_of(instance)))
}

/// Ten times the maximum of a search over ordered pairs in half steps, and a tenth of what all
/// pairs of arrows take on the densest case. The constants are for small cases: some hundredths of
/// a second in C++, and some seconds in Python.
fn budget_of(instance: &Instance) -> Budget {
    let (n, m) = (u64::from(instance.n()), instance.arrows().len() as u64);
    Budget {
        steps: 20 * (n * m + n * n) + 10_000_000,
        numbers: 20 * n * n + 10_000_000,
        turns: PATIENCE,
    }
}

/// The cases on which the right solver takes too long for a test: 50,000,000 pairs.
fn is_huge(name: &str) -> bool {
    name.contains("57-full") || name.contains("59-full")
}

const RIGHT_SOLVERS: &[Mutant] = &[mutant!("right", "none", last_first: false)];

const OTHERS: &[Mutant] =
    &[mutant!("right-ordered-pairs", "none", key: ordered), sets!("right-sets", "none")];

const LIMITS: &str = "\
Too slow: more than 20 (n m + n^2) + 10,000,000 steps; a step is a look at an arrow, a pair, or a
field of a set that is compared or copied. Too large: keeps more than 20 n^2 + 10,000,000 fields.";
