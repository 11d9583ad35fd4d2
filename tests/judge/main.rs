//! `judge` without processes: a mock says what came of each run, the rest is what users get.

mod builds;
mod expected;
mod finding;
mod mock;
mod order;
mod points;
mod verdicts;
