//! Hashes everything that a run depends on: two runs with the same key would give the same result, but for noise.
//!
//! Time limits are not part of the key. They are recorded beside the times, so that a run can be judged again when they change.

use std::fmt;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::problem::ResolvedCase;
use referee_base::digest::{ContentHash, Digest, from_hex, to_hex};
use referee_base::fault::Fault;
use referee_base::files;
use referee_package::ExtraFile;
use referee_sandbox::{Limits, MemoryRule, TimeBy};

/// The bytes of a key. Among 10^9 runs two have the same 128 bits with a probability of 10^-21: less likely than any other mistake.
pub(super) const BYTES: usize = 16;

/// The key of a run, 32 hexadecimal digits in texts of the record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct RunKey(pub(super) [u8; BYTES]);

impl RunKey {
    /// Creates the key of a run from the content hashes of the submission, its toolchain and the case, the checker's
    /// [`checker_key`](crate::problem::Problem::checker_key), and the isolation layers around the program.
    pub(in crate::judge) fn new(
        submission: &ContentHash,
        toolchain: &ContentHash,
        case: &ContentHash,
        checker: &str,
        limits: &Limits,
        isolation: &str,
    ) -> RunKey {
        // Names all fields, so that a new limit cannot be forgotten here.
        let Limits {
            cpu: _,
            time_by,
            wall: _,
            memory,
            memory_rule,
            output,
            processes,
            file_size,
            disk,
            stack,
        } = *limits;
        let mut digest = Digest::new();
        digest.add(submission);
        digest.add(toolchain);
        digest.add(case);
        digest.add(checker.as_bytes());
        digest.add(isolation.as_bytes());
        let slack = match memory_rule {
            MemoryRule::AddressSpace => 0,
            MemoryRule::Data { slack } => slack,
            MemoryRule::Resident => u64::MAX,
        };
        digest.add(&slack.to_le_bytes());
        for limit in [memory, output, u64::from(processes), file_size, disk, stack] {
            digest.add(&limit.to_le_bytes());
        }
        match time_by {
            TimeBy::Cpu => {}
            // Nothing is added above, so that keys of earlier versions stay the same.
            TimeBy::Instructions => digest.add(b"time by instructions"),
        }
        RunKey::first_of(&digest.number())
    }

    /// Returns the key that begins a hash.
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
        // In `runs.jsonl` keys have all digits of the hash, of which the first half counts.
        let text = if text.len() == 2 * BYTES { text.repeat(2) } else { text };
        let hash = from_hex(&text).ok_or("a key has 32 or 64 hexadecimal digits")?;
        Ok(RunKey::first_of(&hash))
    }
}

/// Returns the content hash of a case whose input has been read: input and answer, options of this case alone, and extra files.
///
/// # Errors
/// One of them cannot be read.
pub(in crate::judge) fn of_case(case: &ResolvedCase, input: &[u8]) -> Result<ContentHash, Fault> {
    let mut digest = Digest::new();
    let add = |path: &Path, digest: &mut Digest| {
        let mut bytes = files::open(path)?;
        digest.add_all(&mut bytes).map_err(|error| Fault::cannot_read(path, &error))
    };
    let cannot_read = |error| Fault::cannot_read(&case.file.input, &error);
    digest.add_all(&mut &*input).map_err(cannot_read)?;
    add(&case.file.answer(), &mut digest)?;
    for option in case.options() {
        digest.add(option.as_bytes());
    }
    for ExtraFile { name, path } in case.settings.extra_files.list() {
        digest.add(name.as_bytes());
        add(path, &mut digest)?;
    }
    Ok(digest.number())
}
