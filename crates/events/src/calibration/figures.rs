//! The times of the loops, and what follows from two of them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A change of speed that is worth no word yet, in thousandths: a twentieth.
pub const SMALL: u32 = 50;

/// The version of the loops: the times of others say nothing about these.
pub(super) const LOOPS: u32 = 1;

/// How long fixed loops take on a machine: the least of several times each, in microseconds.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize, Deserialize)]
pub struct CalibrationFigures {
    /// The version of the loops.
    pub loops: u32,
    /// The build that ran them: `release` or `debug`. Times of different builds are not compared.
    pub build: String,
    /// The processor, as the system calls it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu: Option<String>,
    /// Arithmetic on integers.
    pub integers_us: f64,
    /// Reading memory at addresses that depend on what was read before.
    pub memory_us: f64,
    /// Allocating and freeing memory.
    pub allocation_us: f64,
}

/// How fast a machine was during a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct MachineSpeed {
    /// By how many thousandths the machine was slower at its slowest than at its fastest; only of runs that were long enough to tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drift_per_mille: Option<u32>,
    /// How many thousandths of the time on the machine that made the limit the same work takes here: 1000 if both are as fast. Only
    /// where the figures of that machine are known, and of the same build.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slowness_per_mille: Option<u32>,
}

impl CalibrationFigures {
    /// Describes the machine in a sentence.
    pub fn described(&self) -> String {
        format!(
            "Machine: {}; fixed loops took {:.0} µs (integers), {:.0} µs (memory) and {:.0} µs (allocation) in a {} build.",
            self.cpu.as_deref().unwrap_or("an unknown processor"),
            self.integers_us,
            self.memory_us,
            self.allocation_us,
            self.build,
        )
    }

    /// Returns the time that stands for all loops together: their geometric mean.
    pub(super) fn together(&self) -> f64 {
        (self.integers_us * self.memory_us * self.allocation_us).cbrt()
    }

    /// Returns the least of both times of each loop.
    #[must_use]
    pub fn least(&self, other: &CalibrationFigures) -> CalibrationFigures {
        CalibrationFigures {
            integers_us: self.integers_us.min(other.integers_us),
            memory_us: self.memory_us.min(other.memory_us),
            allocation_us: self.allocation_us.min(other.allocation_us),
            ..self.clone()
        }
    }

    /// Returns how long work takes on this machine that takes 1 on the other; none where the figures cannot be compared.
    pub fn slowness(&self, other: &CalibrationFigures) -> Option<f64> {
        let is_same = self.loops == other.loops && self.build == other.build;
        let ratio = self.together() / other.together();
        (is_same && ratio.is_finite() && ratio > 0.0).then_some(ratio)
    }
}

impl MachineSpeed {
    /// Returns the warnings that follow.
    pub fn warnings(&self) -> Vec<String> {
        let drift = self.drift_per_mille.filter(|drift| *drift > SMALL).map(|drift| {
            let percent = f64::from(drift) / 10.0;
            format!(
                "the machine's speed changed by {percent:.0} % during the run: times are that uncertain"
            )
        });
        let slowness = self.slowness_per_mille.filter(|slowness| slowness.abs_diff(1000) > SMALL);
        let slowness = slowness.map(|slowness| {
            let factor = f64::from(slowness) / 1000.0;
            format!(
                "this machine takes {factor:.2} times as long as the machine that made the time limit"
            )
        });
        slowness.into_iter().chain(drift).collect()
    }
}
