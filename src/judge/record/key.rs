//! The key of a run, a hash of everything that it depends on: two runs with the same key would give the same result, but for noise.

use std::fmt;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::dependencies::{Dependencies, Part};
use crate::problem::ResolvedCase;
use referee_base::digest::{ContentHash, Digest, from_hex, to_hex};
use referee_base::fault::Fault;
use referee_base::files;
use referee_package::ExtraFile;

/// The bytes of a key. Among 10^9 runs two have the same 128 bits with a probability of 10^-21: less likely than any other mistake.
pub(super) const BYTES: usize = 16;

/// The key of a run, 32 hexadecimal digits in texts of the record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct RunKey(pub(super) [u8; BYTES]);

impl RunKey {
    /// Creates the key of a run from all that it depends on.
    pub(in crate::judge) fn of(dependencies: &Dependencies) -> RunKey {
        RunKey::first_of(&dependencies.number())
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

/// Returns what runs on a case depend on, whose input has been read: input and answer, options of this case alone, and extra files.
///
/// # Errors
/// One of them cannot be read.
pub(in crate::judge) fn of_case(case: &ResolvedCase, input: &[u8]) -> Result<Dependencies, Fault> {
    let mut all = Dependencies::default();
    let content = |path: &Path| {
        let (mut digest, mut bytes) = (Digest::new(), files::open(path)?);
        digest.add_all(&mut bytes).map_err(|error| Fault::cannot_read(path, &error))?;
        Ok::<_, Fault>(digest.number())
    };
    all.on(Part::Input, input);
    all.on(Part::Answer, &content(&case.file.answer())?);
    case.options().iter().for_each(|option| all.on(Part::CaseSettings, option.as_bytes()));
    for ExtraFile { name, path } in case.settings.extra_files.list() {
        all.on(Part::CaseFiles, name.as_bytes());
        all.on(Part::CaseFiles, &content(path)?);
    }
    Ok(all)
}
