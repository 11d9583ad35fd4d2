//! Generates test cases, runs reference solvers, checks contestants' outputs.
//!
//! This library implements the commands: case folders, events, reports, the command line. The rules of the shipped problems are in
//! `referee-checker`, their input families in `referee-generators`; `referee-base` and `referee-sandbox` know nothing of contests.
//! ARCHITECTURE.md is the map.

pub mod cli;
