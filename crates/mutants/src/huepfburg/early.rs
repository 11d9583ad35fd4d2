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
    bound!("bound-100", "gives up after 100 jumps", |_, _| 100),
    bound!("bound-1000", "gives up after 1000 jumps", |_, _| 1000),
    bound!("bound-n", "gives up after n jumps", |n, _| n),
    bound!("bound-n-plus-1", "gives up after n + 1 jumps", |n, _| n + 1),
    bound!("bound-2n", "gives up after 2 n jumps", |n, _| 2 * n),
    bound!("bound-m", "gives up after m jumps", |_, m| m),
    bound!("bound-n-plus-m", "gives up after n + m jumps", |n, m| n + m),
    bound!("bound-quarter", "gives up after n^2 / 4 jumps", |n, _| n * n / 4),
    hopeless!(
        "sasha-repeats",
        "gives up when Sasha's set of fields was there before",
        SashaRepeats
    ),
    hopeless!("mika-repeats", "gives up when Mika's set of fields was there before", MikaRepeats),
    hopeless!(
        "each-repeats",
        "gives up when both sets were there before, if at different times",
        EachRepeats
    ),
    hopeless!(
        "sizes-repeat",
        "gives up when both sets are as large as after an earlier jump",
        SizesRepeat
    ),
    hopeless!("no-new-field", "gives up when neither player comes to a new field", NoNewField),
    Mutant {
        name: "recursion-1000",
        fault: "takes a stack overflow after 1000 calls for `impossible`",
        solve: |i, budget| depth_first(i, 1000, Memory::Pairs, Ok(()), budget),
    },
];

pub(crate) const BLIND: &[Mutant] = &[
    Mutant {
        name: "equal-distances",
        fault: "they meet only on a field that is equally far for both",
        solve: |instance, _| each_alone(instance, |s, m| s == m, |_, _| ()),
    },
    Mutant {
        name: "nearest-field",
        fault: "they meet on the nearest field that both reach, at different times",
        solve: |instance, _| each_alone(instance, |_, _| true, |_, _| ()),
    },
    Mutant {
        name: "nearest-field-waiting",
        fault: "they meet on the nearest field that both reach, where one waits",
        solve: |instance, _| each_alone(instance, |_, _| true, waiting),
    },
    Mutant {
        name: "equal-parity",
        fault: "they meet on a field with distances both odd or both even, to which one goes back",
        solve: |instance, _| each_alone(instance, |s, m| s % 2 == m % 2, to_and_fro),
    },
    Mutant {
        name: "first-arrow",
        fault: "both follow the first arrow always",
        solve: |instance, _| greedy(instance, |targets| targets.first().copied()),
    },
    Mutant {
        name: "last-arrow",
        fault: "both follow the last arrow always",
        solve: |instance, _| greedy(instance, |targets| targets.last().copied()),
    },
    Mutant {
        name: "smallest-field",
        fault: "both jump to the smallest field always",
        solve: |instance, _| greedy(instance, |targets| targets.iter().min().copied()),
    },
    Mutant {
        name: "largest-field",
        fault: "both jump to the largest field always",
        solve: |instance, _| greedy(instance, |targets| targets.iter().max().copied()),
    },
    Mutant {
        name: "random-walks",
        fault: "follows random arrows for 4 n jumps, 1000 times",
        solve: random_walks,
    },
];
