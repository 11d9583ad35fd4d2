//! The mutants that find the right move and write down something else. Words in capitals and line
//! breaks in other places are no mutants: they are accepted.

use referee_checker::subtraction_game::{HeapMove, Instance};

use super::solver::{Mutant, RIGHT, Solver, said};

/// A mutant that writes a move in another way.
macro_rules! hot {
    ($name:literal, $fault:literal, $write:expr) => {
        mutant!($name, $fault, say: |instance, found| match found {
            None => said(None),
            Some(HeapMove { heap, take }) => {
                let write: fn(&Instance, i64, i64) -> String = $write;
                write(instance, heap, take)
            }
        })
    };
}

/// A mutant that writes something else for `cold`.
macro_rules! cold {
    ($name:literal, $fault:literal, $text:literal) => {
        mutant!($name, $fault, say: |_, found| match found {
            None => $text.into(),
            Some(_) => said(found),
        })
    };
}

/// What is left in a heap after taking some.
fn left(instance: &Instance, heap: i64, take: i64) -> i64 {
    instance.heaps().get(heap as usize - 1).map_or(0, |&size| size as i64 - take)
}

pub(crate) const OUTPUTS: &[Mutant] = &[
    hot!("only-hot", "move omitted", |_, _, _| "hot\n".into()),
    hot!("only-heap", "amount omitted", |_, heap, _| format!("hot {heap}\n")),
    hot!("only-amount", "heap omitted", |_, _, take| format!("hot {take}\n")),
    hot!("only-move", "`hot` omitted", |_, heap, take| format!("{heap} {take}\n")),
    hot!("amount-first", "amount before heap", |_, heap, take| { format!("hot {take} {heap}\n") }),
    hot!("zero-based", "heaps count from 0", |_, heap, take| format!("hot {} {take}\n", heap - 1)),
    hot!("two-based", "heaps count from 2", |_, heap, take| format!("hot {} {take}\n", heap + 1)),
    hot!("negative", "amount negated", |_, heap, take| format!("hot {heap} -{take}\n")),
    hot!("root", "root instead of square", |_, heap, take| {
        format!("hot {heap} {}\n", take.isqrt())
    }),
    hot!("amount-left", "what is left", |instance, heap, take| {
        format!("hot {heap} {}\n", left(instance, heap, take))
    }),
    hot!("size-first", "size instead of number", |i, heap, take| {
        format!("hot {} {take}\n", left(i, heap, 0))
    }),
    hot!("new-position", "position after the move", |instance, heap, take| {
        let sizes = (1..).zip(instance.heaps()).map(|(number, size)| match number {
            _ if number == heap => left(instance, heap, take).to_string(),
            _ => size.to_string(),
        });
        format!("hot {}\n", sizes.collect::<Vec<_>>().join(" "))
    }),
    hot!("labels", "labels printed", |_, heap, take| {
        format!("hot: heap {heap}, take {take}\n")
    }),
    hot!("move-twice", "move printed twice", |_, heap, take| {
        format!("hot {heap} {take}\nhot {heap} {take}\n")
    }),
    hot!("win", "`win` for `hot`", |_, heap, take| format!("win {heap} {take}\n")),
    mutant!("swapped", "`hot` and `cold` swapped", say: |_, found| {
        said(match found {
            None => Some(HeapMove { heap: 1, take: 1 }),
            Some(_) => None,
        })
    }),
    cold!("cold-silent", "nothing for `cold`", ""),
    cold!("cold-is-0", "0 for `cold`", "0\n"),
    cold!("lose", "`lose` for `cold`", "lose\n"),
    cold!("not-hot", "`not hot` for `cold`", "not hot\n"),
    cold!("cold-and-move", "a move after `cold`", "cold 1 1\n"),
    cold!("hot-0-0", "`hot 0 0` for `cold`", "hot 0 0\n"),
];
