//! Evaluators of subtraction games against naive oracles and published figures.

mod growth;
mod methods;
