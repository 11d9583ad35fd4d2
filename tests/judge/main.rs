//! `judge` without processes: a mock says how each run ends, and everything else is real.

mod against;
mod builds;
mod calibration;
mod expected;
mod finding;
mod instructions;
mod limit;
mod limits_of_groups;
mod mock;
mod order;
mod points;
mod recheck;
mod record;
mod repeat;
mod reports;
mod retrial;
mod standalone;
mod time_limits;
mod verdicts;
