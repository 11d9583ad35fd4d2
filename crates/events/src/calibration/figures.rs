//! The times of the loops, and comparisons of them.

use serde::{Deserialize, Serialize};

/// The maximum change of speed that is not reported, in thousandths: a twentieth.
pub const SMALL: u32 = 50;

/// The version of the loops. Times of different versions are not comparable.
pub(super) const LOOPS: u32 = 2;

/// The times of fixed loops on a machine: the shortest of several for each, in microseconds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CalibrationFigures {
    /// The version of the loops.
    pub loops: u32,
    /// The build that ran them: `release` or `debug`. Times of different builds are not comparable.
    pub build: String,
    /// The model of the processor, according to the system.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu: Option<String>,
    /// Arithmetic on integers.
    pub integers_us: f64,
    /// Reading memory at addresses that depend on the previous read.
    pub memory_us: f64,
    /// Allocating and freeing memory.
    pub allocation_us: f64,
}

/// The speed of a machine during a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MachineSpeed {
    /// By how many thousandths the machine was slower at its slowest than at its fastest; absent if
    /// the run was too short to tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drift_per_mille: Option<u32>,
    /// The time for the same work here, in thousandths of the time on the machine for which the
    /// limit was made: 1000 if both are equally fast. Absent unless the figures of that machine are
    /// known and come from the same build.
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

    /// Returns the time of all loops together: their geometric mean.
    pub(super) fn together(&self) -> f64 {
        (self.integers_us * self.memory_us * self.allocation_us).cbrt()
    }

    /// Returns the shorter time for each loop.
    #[must_use]
    pub fn least(&self, other: &CalibrationFigures) -> CalibrationFigures {
        CalibrationFigures {
            integers_us: self.integers_us.min(other.integers_us),
            memory_us: self.memory_us.min(other.memory_us),
            allocation_us: self.allocation_us.min(other.allocation_us),
            ..self.clone()
        }
    }

    /// Returns the time on this machine for work that takes 1 on the other one; `None` if the
    /// figures are not comparable.
    pub fn slowness(&self, other: &CalibrationFigures) -> Option<f64> {
        let is_same = self.loops == other.loops && self.build == other.build;
        let ratio = self.together() / other.together();
        (is_same && ratio.is_finite() && ratio > 0.0).then_some(ratio)
    }
}

impl MachineSpeed {
    /// Returns the warnings about its speed.
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
