//! Tests of the hunt, with functions as programs.

mod costs;
mod families;
mod mutants;
mod rounds;
mod support;
mod wander;
