//! The key of a run: a hash of everything that it depends on. Two runs with the same key give the
//! same result, except for noise.

use std::fmt;

use serde::{Deserialize, Serialize};

use referee_base::digest::{ContentHash, from_hex, to_hex};
use referee_problem::dependencies::Dependencies;

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
