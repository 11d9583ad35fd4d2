//! The mutants of Hüpfburg, and how a case kills them: the checker refuses what they write, or
//! they do not come to an end, or do not fit in memory, or crash.

mod budget;
mod early;
mod equivalents;
mod others;
mod outputs;
mod sets;
mod slow;
mod solver;
mod wrong;

use referee_checker::huepfburg::{Huepfburg, Instance, Prepared};
use referee_checker::text::Strictness;
use referee_checker::{ProblemRules as _, Settings};

use crate::stopped;
use crate::{Group, NAMED, Part, is_committed};
pub use budget::{Budget, Stopped};
pub(crate) use equivalents::EQUIVALENTS;
use sets::SETS;
use solver::{Mutant, RIGHT, Solver, ordered};
pub use solver::{Output, Solve};

/// A case, and the same case where a meeting must have the least number of jumps.
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
    let all = |title, mutants| Group {
        title,
        remark: "",
        mutants,
        on: is_committed,
        enough: usize::MAX,
        kills,
    };
    let groups = vec![
        all("Wrong arrows, jumps and meetings", wrong::WRONG),
        all("Pairs taken for others", wrong::CONFUSED),
        all("Given up too early", early::EARLY),
        all("Each player alone, first arrows, random arrows", early::BLIND),
        all("Wrong outputs", outputs::OUTPUTS),
        Group { remark: SLOW, enough: NAMED, ..all("Too slow, or too large", slow::SLOW) },
        Group { remark: LATE, on: is_late, ..all("Killed by late meetings on demand", slow::LATE) },
        Group {
            remark: DENSE,
            on: is_dense,
            ..all("Killed by many arrows on demand", slow::DENSE)
        },
        Group {
            remark: MANY_FIELDS,
            on: has_many_fields,
            ..all("Killed by many fields on demand", wrong::MANY_FIELDS)
        },
        Group {
            remark: LONGER,
            kills: kills_shortest,
            ..all("Killed with the option `shortest` only", slow::LONGER)
        },
    ];
    let right = |title, mutants| Group { kills: kills_shortest, ..all(title, mutants) };
    let right = vec![
        Group { on: |name| !is_huge(name), ..right("Right solvers", RIGHT_SOLVERS) },
        right("Other right solvers", OTHERS),
        all("Right without the option `shortest`", slow::LONGER),
    ];
    Part {
        problem: "huepfburg",
        title: "Hüpfburg",
        head: HEAD,
        says_how: true,
        prepare,
        groups,
        equivalents: EQUIVALENTS,
        right,
    }
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
    stopped::kills(case, || solve(instance, &mut Budget::of(instance)))
}

/// The cases that take the right solver too long for a test: 50,000,000 pairs.
fn is_huge(name: &str) -> bool {
    name.contains("57-full") || name.contains("59-full")
}

const RIGHT_SOLVERS: &[Mutant] = &[Mutant {
    name: "right",
    fault: "none",
    solve: |instance, budget| RIGHT.solve(instance, budget),
}];

const OTHERS: &[Mutant] = &[
    Mutant {
        name: "right-ordered-pairs",
        fault: "none",
        solve: |instance, budget| Solver { key: ordered, ..RIGHT }.solve(instance, budget),
    },
    Mutant {
        name: "right-sets",
        fault: "none",
        solve: |instance, budget| SETS.solve(instance, budget),
    },
];

const HEAD: &str = "\
Options of the checker are off, unless a table says so. The tables also say how the first case
named kills a mutant. A step is a look at an arrow, at a pair, or at a field of a set that is
compared or copied. A mutant is too slow when it takes more than 20 (n m + n^2) + 10,000,000 steps,
and too large when it keeps more than 20 n^2 + 10,000,000 numbers of fields. A search over ordered
pairs in half steps takes 2 (n m + n^2) steps and 3 n^2 numbers at most, a tenth of that. The
constants are for small cases: they are some hundredths of a second in C++, and some seconds in
Python.
";

const SLOW: &str = "\
These are tried on the cases in order until three have killed them.

";

const LATE: &str = "\
No committed case has a meeting after so many jumps, or so many pairs on the way to it: 10,000
jumps take more than 64 KiB to write down.

";

const DENSE: &str = "\
In 64 KiB there are 8000 arrows at most: all pairs of them are looked at in no time.

";

const MANY_FIELDS: &str = "\
No committed case has more than 6000 fields, as the statement says: n*n stays below 2^31 up to 46340.

";

const LONGER: &str = "\
These find meetings that are right, and accepted, but not always the ones with the least number of
jumps.

";
