//! `judge` without processes: a mock says what came of each run, the rest is what users get.

mod against;
mod builds;
mod expected;
mod finding;
mod limit;
mod mock;
mod order;
mod points;
mod record;
mod repeat;
mod reports;
mod retrial;
mod verdicts;
