//! Generates test cases, runs reference solvers, checks contestants' outputs.
//!
//! This library implements the command line; the engines of the commands are in other crates of the
//! workspace. ARCHITECTURE.md is the map.

pub mod cli;
