//! `mutate`: wrong programs made from right ones, and what the cases of a problem do with them.
//!
//! Operators (`operators`, `statements`) look at the tokens of a program (`referee_tokens`,
//! `source_text`) and change a few of them, as contestants do by mistake. Each change is a mutant
//! (`mutant`, `original`), of which some may be selected (`selection`). Mutants are written to disk
//! as submissions and compiled (`candidates`), and compared by their compiled form (`form`): those
//! equal to the original or to another mutant are not judged. The others are judged in batches
//! (`mutation`), on the cases that killed most earlier mutants first. `matrix` yields mutants for a
//! kill matrix, where they run on all cases.

mod brackets;
mod candidates;
mod form;
mod matrix;
mod mutant;
mod mutation;
mod operators;
mod original;
mod outcome;
mod result;
mod selection;
mod source_text;
mod statements;

pub use candidates::CompileServices;
pub use matrix::MutantSubmissions;
pub use mutation::Mutation;
pub use operators::{OPERATORS, Operator};
pub use original::Original;
pub use outcome::{Killed, Outcome, Tally};
pub use result::{JudgedMutant, MutatedProgram, MutationResult};
pub use selection::{Selection, choose};
