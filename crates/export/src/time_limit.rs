//! The time limit of an export. In 2025-09 it must be a multiple of a resolution, which is chosen
//! to divide it.

use std::time::Duration;

use super::ProblemContents;
use referee_package::PackageLimits;

/// Candidates for the resolution of the time limit, in seconds, used if the package's own does not
/// divide it. The first that does is chosen.
const RESOLUTIONS: [f64; 6] = [1.0, 0.5, 0.1, 0.05, 0.01, 0.001];

/// Returns the same limits, with a resolution that divides the time limit.
pub(super) fn with_resolution(limits: PackageLimits) -> PackageLimits {
    let Some(time) = limits.time.map(|time| time.as_secs_f64()) else { return limits };
    let divides = |resolution: &f64| {
        let multiple = time / resolution;
        (multiple - multiple.round()).abs() < 1e-9
    };
    let all = [limits.time_resolution].into_iter().chain(RESOLUTIONS);
    PackageLimits { time_resolution: all.into_iter().find(divides).unwrap_or(time), ..limits }
}

impl ProblemContents {
    /// Sets the time limit, and adds a note on its origin, which completes "the time limit is ...".
    pub fn set_time_limit(&mut self, time: Duration, origin: &str) {
        self.limits = with_resolution(PackageLimits { time: Some(time), ..self.limits.clone() });
        self.notes.push(format!("the time limit of {} s is {origin}", time.as_secs_f64()));
    }
}
