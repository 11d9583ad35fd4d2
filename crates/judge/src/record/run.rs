//! A run as it is recorded, whatever the form in which a segment holds it.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::key::RunKey;
use referee_events::JudgedCase;
use referee_sandbox::{Limits, Stopped};

/// A recorded run: its time limits, and its result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct RecordedRun {
    pub(super) key: RunKey,
    pub(super) limits: Times,
    /// The limit at which it was stopped, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) stopped: Option<Stopped>,
    pub(super) judged: JudgedCase,
}

/// CPU time and wall time, in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Times {
    pub(super) cpu_seconds: f64,
    pub(super) wall_seconds: f64,
}

impl Times {
    pub(super) fn of(limits: &Limits) -> Times {
        let seconds = Duration::as_secs_f64;
        Times { cpu_seconds: seconds(&limits.cpu), wall_seconds: seconds(&limits.wall) }
    }
}
