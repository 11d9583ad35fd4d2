//! Evaluators of subtraction games against naive oracles and published figures.

mod cold;
mod growth;
