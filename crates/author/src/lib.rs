//! What authors of problems do with cases, short of judging: generate, answer, validate and check them, evaluate games, draw, and begin
//! new problems.
//!
//! Each module is the engine of the command of its name, and knows neither arguments nor reports: it returns data, or tells events.

pub mod check;
pub mod compare;
pub mod evaluate;
pub mod generate;
pub mod new;
pub mod show;
pub mod solve;
pub mod stretches;
pub mod validate;
pub mod verify;
