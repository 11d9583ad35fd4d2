//! All mutants in one list, as functions of bytes, which hide the types of their problems; and the
//! program changes that no case kills.

use std::fmt;

use crate::{Group, Mutant, Part, huepfburg, infinity_war, subtraction_game};

type Fails = Box<dyn Fn(&[u8]) -> Option<&'static str> + Send + Sync>;

/// A mutant as a function of inputs.
pub struct KnownMutant {
    /// The name of the problem, such as `infinity-war`.
    pub problem: &'static str,
    /// The name, such as `pairs-only`, unique within the problem.
    pub name: &'static str,
    /// The title of its group, such as `Too slow or too large`.
    pub group: &'static str,
    fails: Fails,
}

impl KnownMutant {
    /// Returns how the mutant fails on an input, such as `time limit`; `None` if it does not, or if
    /// the input is not in the strict form.
    pub fn fails(&self, input: &[u8]) -> Option<&'static str> {
        (self.fails)(input)
    }
}

impl fmt::Debug for KnownMutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KnownMutant({}, {})", self.problem, self.name)
    }
}

/// Returns all mutants, problem by problem, in the order of the table.
pub fn mutants() -> Vec<KnownMutant> {
    all(false)
}

/// Returns the solvers that fail on no input.
pub fn right_solvers() -> Vec<KnownMutant> {
    all(true)
}

fn all(are_right: bool) -> Vec<KnownMutant> {
    let of_board = known(infinity_war::part(), are_right);
    let of_graph = known(huepfburg::part(), are_right);
    of_board.chain(of_graph).chain(known(subtraction_game::part(), are_right)).collect()
}

fn known<Trial: 'static, Solve: Copy + Send + Sync>(
    part: Part<Trial, Solve>,
    are_right: bool,
) -> impl Iterator<Item = KnownMutant> {
    let Part { problem, prepare, .. } = part;
    let groups = if are_right { part.right } else { part.groups };
    groups.into_iter().flat_map(move |Group { title, mutants, kills, .. }| {
        mutants.iter().map(move |&Mutant { name, solve, .. }| KnownMutant {
            problem,
            name,
            group: title,
            fails: Box::new(move |input| kills(&prepare(input)?, &solve)),
        })
    })
}

/// A change of a jury program that `referee mutate` makes and no committed case kills: it has no
/// effect, or only on cases made on demand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Equivalent {
    /// The path of the program below `examples`.
    pub program: &'static str,
    /// The original line, without surrounding white space.
    pub old: &'static str,
    /// The changed line; empty if removed.
    pub new: &'static str,
}

/// Returns the changes that no committed case kills, program by program. `equivalents.diff` lists
/// them with reasons, so that nobody needs to search for a case.
pub fn equivalents() -> impl Iterator<Item = Equivalent> {
    let (mut program, mut old) = ("", "");
    include_str!("equivalents.diff").lines().filter_map(move |line| {
        if let Some(path) = line.strip_prefix("--- ") {
            program = path;
        } else if let Some(text) = line.strip_prefix('-') {
            old = text.trim();
        }
        let new = line.strip_prefix('+')?.trim();
        Some(Equivalent { program, old, new })
    })
}
