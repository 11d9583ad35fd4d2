//! A run as it is recorded, whatever the form in which a segment holds it, and its key: a hash of
//! everything that it depends on. Two runs with the same key give the same result, except for
//! noise.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use referee_base::digest::{ContentHash, from_hex, to_hex};
use referee_events::JudgedCase;
use referee_problem::dependencies::Dependencies;
use referee_sandbox::{Limits, Stopped};

/// The length of a key in bytes. Among 10^9 runs, two have the same 128 bits with a probability of
/// 10^-21, less than that of any other mistake.
pub(super) const BYTES: usize = 16;

/// The key of a run, written as 32 hexadecimal digits in the texts of the record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct RunKey(pub(super) [u8; BYTES]);

impl RunKey {
    /// Creates the key of a run from all that it depends on.
    pub(crate) fn of(dependencies: &Dependencies) -> RunKey {
        RunKey::first_of(&dependencies.number())
    }

    /// Returns the key at the start of a hash.
    fn first_of(hash: &ContentHash) -> RunKey {
        let mut key = [0; BYTES];
        key.copy_from_slice(&hash[..BYTES]);
        RunKey(key)
    }
}

impl fmt::Display for RunKey {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(&to_hex(&self.0))
    }
}

impl fmt::Debug for RunKey {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{self}")
    }
}

impl From<RunKey> for String {
    fn from(key: RunKey) -> String {
        key.to_string()
    }
}

impl TryFrom<String> for RunKey {
    type Error = &'static str;

    fn try_from(text: String) -> Result<RunKey, Self::Error> {
        // A hash has twice as many digits.
        let hash = from_hex(&text.repeat(2)).ok_or("a key has 32 hexadecimal digits")?;
        Ok(RunKey::first_of(&hash))
    }
}

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
