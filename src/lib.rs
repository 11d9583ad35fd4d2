//! Generates test cases, runs reference solvers, checks contestants' outputs.
//!
//! This library is what runs: case folders, files, events, reports, the command line. The rules are
//! in `referee-checker`, the families of inputs in `referee-generators`. ARCHITECTURE.md is the map.

pub mod archive;
pub mod cases;
pub mod check;
pub mod cli;
pub mod cores;
pub mod evaluate;
pub mod events;
pub mod exit;
pub mod export;
pub mod fault;
pub mod files;
pub mod generate;
pub mod judge;
pub mod machine;
pub mod manifest;
pub mod new;
pub mod outputs;
pub mod package;
pub mod parallel;
pub mod points;
pub mod problem;
pub mod programs;
pub mod report;
pub mod sandbox;
pub mod scoring;
pub mod solve;
pub mod solvers;
pub mod subtraction;
pub mod validate;
pub mod yaml;
