//! Rechecks: what happened to a verdict that noise could have changed, after its program was rerun
//! alone.

use serde::{Deserialize, Serialize};

use super::Verdict;

/// The runs on a case that was rerun alone on the machine, since its CPU time was near the limit;
/// the shortest time counts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Recheck {
    /// The limit of CPU time, in seconds.
    pub limit_seconds: f64,
    /// The CPU times of all runs, in seconds, in order: the first one alongside others, the further
    /// ones alone.
    pub cpu_seconds: Vec<f64>,
    /// The verdict of the first run.
    pub before: Verdict,
}

impl Recheck {
    /// Returns the times of the runs that were alone on the machine.
    pub fn alone(&self) -> &[f64] {
        self.cpu_seconds.get(1..).unwrap_or_default()
    }

    /// Returns the shortest and the longest time of all runs.
    pub fn interval(&self) -> (f64, f64) {
        let times = self.cpu_seconds.iter().copied();
        (times.clone().fold(f64::INFINITY, f64::min), times.fold(0.0, f64::max))
    }
}
