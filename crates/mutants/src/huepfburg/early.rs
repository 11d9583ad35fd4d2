//! The mutants of Hüpfburg that say `impossible` too early: after a fixed number of jumps, when
//! something repeats that says nothing, when the stack is full; and those that do not look at pairs
//! at all.

use super::others::{Memory, depth_first, each_alone, greedy, random_walks, to_and_fro, waiting};
use super::sets::{Hopeless, SETS, Sets};
use super::solver::{Mutant, RIGHT, Solver};
use super::wrong::mutant;

/// A mutant that looks at that many jumps and no more.
macro_rules! bound {
    ($name:literal, $fault:literal, $bound:expr) => {
        mutant!($name, $fault, bound: $bound)
    };
}

/// A mutant of sets of fields that has another idea of when there is no hope.
macro_rules! hopeless {
    ($name:literal, $fault:literal, $hopeless:ident) => {
        Mutant {
            name: $name,
            fault: $fault,
            solve: |instance, budget| {
                Sets { hopeless: Hopeless::$hopeless, ..SETS }.solve(instance, budget)
            },
        }
    };
}
pub(super) use hopeless;

pub(crate) const EARLY: &[Mutant] = &[
    bound!("bound-100", "after 100 jumps", |_, _| 100),
    bound!("bound-1000", "after 1000 jumps", |_, _| 1000),
    bound!("bound-n", "after n jumps", |n, _| n),
    bound!("bound-n-plus-1", "after n + 1 jumps", |n, _| n + 1),
    bound!("bound-2n", "after 2n jumps", |n, _| 2 * n),
    bound!("bound-m", "after m jumps", |_, m| m),
    bound!("bound-n-plus-m", "after n + m jumps", |n, m| n + m),
    bound!("bound-quarter", "after n^2 / 4 jumps", |n, _| n * n / 4),
    hopeless!("sasha-repeats", "when Sasha's set repeats", SashaRepeats),
    hopeless!("mika-repeats", "when Mika's set repeats", MikaRepeats),
    hopeless!("each-repeats", "when both sets repeat, at different times", EachRepeats),
    hopeless!("sizes-repeat", "when both sets' sizes repeat", SizesRepeat),
    hopeless!("no-new-field", "when neither player finds a new field", NoNewField),
    Mutant {
        name: "recursion-1000",
        fault: "after 1000 nested calls",
        solve: |i, budget| depth_first(i, 1000, Memory::Pairs, Ok(()), budget),
    },
];

pub(crate) const BLIND: &[Mutant] = &[
    Mutant {
        name: "equal-distances",
        fault: "meets only at equal distances",
        solve: |instance, _| each_alone(instance, |s, m| s == m, |_, _| ()),
    },
    Mutant {
        name: "nearest-field",
        fault: "ignores when each arrives",
        solve: |instance, _| each_alone(instance, |_, _| true, |_, _| ()),
    },
    Mutant {
        name: "nearest-field-waiting",
        fault: "the nearer player waits",
        solve: |instance, _| each_alone(instance, |_, _| true, waiting),
    },
    Mutant {
        name: "equal-parity",
        fault: "the nearer player moves back and forth",
        solve: |instance, _| each_alone(instance, |s, m| s % 2 == m % 2, to_and_fro),
    },
    Mutant {
        name: "first-arrow",
        fault: "first arrow always",
        solve: |instance, _| greedy(instance, |targets| targets.first().copied()),
    },
    Mutant {
        name: "last-arrow",
        fault: "last arrow always",
        solve: |instance, _| greedy(instance, |targets| targets.last().copied()),
    },
    Mutant {
        name: "smallest-field",
        fault: "smallest field always",
        solve: |instance, _| greedy(instance, |targets| targets.iter().min().copied()),
    },
    Mutant {
        name: "largest-field",
        fault: "largest field always",
        solve: |instance, _| greedy(instance, |targets| targets.iter().max().copied()),
    },
    Mutant { name: "random-walks", fault: "1000 random walks of 4n jumps", solve: random_walks },
];
