//! The hunt, with functions as programs.

mod families;
mod mutants;
mod rounds;
mod support;
