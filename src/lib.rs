//! Generates test cases, runs reference solvers, checks contestants' outputs.
//!
//! This library is what runs: case folders, events, reports, the command line. The rules are in `referee-checker`, the families
//! of inputs in `referee-generators`, what knows nothing of contests in `referee-base` and `referee-sandbox`. ARCHITECTURE.md is
//! the map.

pub mod cases;
pub mod check;
pub mod cli;
mod evaluate;
pub mod events;
pub mod exit;
pub mod export;
pub mod generate;
pub mod judge;
mod new;
pub mod points;
pub mod problem;
pub mod programs;
pub mod report;
mod scoring;
mod solve;
pub mod solvers;
mod validate;
