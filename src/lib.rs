//! Generates test cases, runs reference solvers, checks contestants' outputs.
//!
//! This library implements the commands: case folders, events, reports, the command line. The rules of the shipped problems are in
//! `referee-checker`, their input families in `referee-generators`; `referee-base` and `referee-sandbox` know nothing of contests.
//! ARCHITECTURE.md is the map.

pub mod calibration;
pub mod cases;
pub mod check;
pub mod cli;
pub mod cluster;
mod compare;
pub mod course;
pub mod dependencies;
mod doctor;
mod evaluate;
pub mod events;
pub mod exit;
pub mod export;
pub mod generate;
pub mod hand_in;
mod hunt;
pub mod judge;
pub mod limits;
mod mutate;
mod new;
pub mod points;
pub mod problem;
pub mod programs;
pub mod report;
mod scoring;
pub mod shard;
pub mod show;
mod shrink;
mod similar;
mod solve;
pub mod solvers;
mod spreadsheet;
mod stretches;
mod suite;
mod trial;
mod validate;
mod verify;
pub mod watch;
