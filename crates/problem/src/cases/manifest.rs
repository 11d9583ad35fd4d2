//! The manifest of a generated case folder: describes every case, down to its bytes.
//!
//! It is committed beside the cases. With it, `generate --check` detects when a recipe, a family or
//! the random stream no longer produces the same bytes, even for cases too large to be committed.

use std::path::Path;

use referee_base::fault::Fault;
use referee_base::files::{self, Existing};
use serde::{Deserialize, Serialize};

use super::name_below;

/// The name of the manifest's file.
pub const NAME: &str = "manifest.toml";

/// The size limit of committed files, in bytes: larger cases are generated on demand.
pub const COMMITTED_UP_TO: u64 = 64 << 10;

/// A manifest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The version of this format: 1.
    pub format: u32,
    /// The problem.
    pub problem: String,
    /// The cases, by name.
    #[serde(rename = "case", default)]
    pub cases: Vec<ManifestEntry>,
}

/// One case of a manifest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ManifestEntry {
    /// Its name.
    pub name: String,
    /// The family that made it.
    pub family: String,
    /// The family's parameters.
    pub parameters: String,
    /// The seed of its random stream, as 16 hexadecimal digits.
    pub seed: String,
    /// The length of the input in bytes.
    pub bytes: u64,
    /// The SHA-256 of the input.
    pub sha256: String,
    /// The length of the answer in bytes.
    #[serde(default)]
    pub answer_bytes: u64,
    /// The SHA-256 of the answer.
    pub answer_sha256: String,
    /// The outcome that the checker proved, such as `tie`.
    pub verdict: String,
    /// Whether the recipe marks the case as generated only on demand.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub on_demand: bool,
}

impl ManifestEntry {
    /// Returns whether the case is generated on demand: it is large, or the recipe says so.
    pub fn is_on_demand(&self) -> bool {
        self.on_demand || self.bytes.max(self.answer_bytes) > COMMITTED_UP_TO
    }

    /// Describes how the case was made, for people.
    pub fn origin(&self) -> String {
        let parameters = match &*self.parameters {
            // The whole input would not explain anything.
            text if text.is_empty() || text.contains('\n') => String::new(),
            text => format!(" with {text}"),
        };
        // An input in the recipe of a custom problem has none.
        let seed = match &*self.seed {
            "" => String::new(),
            seed => format!(", seed {seed}"),
        };
        format!("family {}{parameters}{seed}", self.family)
    }

    /// Returns the fields that differ from `now`, the new entry of the same name, as `was -> is`.
    pub fn differences(&self, now: &ManifestEntry) -> Vec<String> {
        let pairs = self.fields().into_iter().zip(now.fields()).filter(|(was, is)| was != is);
        pairs.map(|((what, was), (_, is))| format!("{what} {was} -> {is}")).collect()
    }

    fn fields(&self) -> [(&'static str, String); 9] {
        [
            ("family", self.family.clone()),
            ("parameters", self.parameters.clone()),
            ("seed", self.seed.clone()),
            ("bytes", self.bytes.to_string()),
            ("sha256", self.sha256.clone()),
            ("answer_bytes", self.answer_bytes.to_string()),
            ("answer_sha256", self.answer_sha256.clone()),
            ("verdict", self.verdict.clone()),
            ("on_demand", self.on_demand.to_string()),
        ]
    }
}

/// Reads the manifest of a case folder, if it has one.
///
/// # Errors
/// It cannot be read, or is malformed.
pub fn read(folder: &Path) -> Result<Option<Manifest>, Fault> {
    let path = folder.join(NAME);
    if !path.is_file() {
        return Ok(None);
    }
    let text = files::read_text(&path)?;
    let manifest: Manifest = toml::from_str(&text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start);
        let place = Some(referee_checker::Position::of(text.as_bytes(), start));
        Fault { place, ..Fault::bad_input(error.message().replace('\n', ", ")).at(&path) }
            .help("remove it; `referee generate` then makes it anew")
    })?;
    Ok(Some(manifest))
}

/// Returns the entry for a case in the manifest of the nearest folder above that has one, and the
/// name of its problem. Other files of this name, of other tools, are passed over.
pub fn entry_of(input: &Path) -> Option<(String, ManifestEntry)> {
    let of_folder = |folder| Some((folder, read(folder).ok().flatten()?));
    let (folder, manifest) = input.ancestors().skip(1).find_map(of_folder)?;
    let name = name_below(folder, input)?;
    let entry = manifest.cases.into_iter().find(|entry| entry.name == name)?;
    Some((manifest.problem, entry))
}

/// Writes the manifest of a case folder, unless an equal one is there already.
///
/// # Errors
/// It cannot be written.
pub fn write(folder: &Path, manifest: &Manifest) -> Result<(), Fault> {
    let path = folder.join(NAME);
    let body = toml::to_string(manifest)
        .map_err(|error| Fault::judge(format!("cannot write a manifest: {error}")))?;
    let text =
        format!("# Made by `referee generate`, compared by `referee generate --check`.\n{body}");
    if files::read_at_most(&path, text.len() as u64).is_ok_and(|old| old == text.as_bytes()) {
        return Ok(());
    }
    files::write_whole(&path, text.as_bytes(), Existing::Replace)
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_base::files::TemporaryFolder;
    use std::fs;

    #[test]
    fn manifests_of_other_tools_are_passed_over() {
        let folder = TemporaryFolder::new().unwrap();
        let (cases, below) = (folder.path().join("cases"), folder.path().join("cases/secret/a"));
        fs::create_dir_all(&below).unwrap();
        let entry = "name = 'secret/a/1'\nfamily = 'given'\nparameters = ''\nseed = ''\nbytes = 1\n\
            sha256 = ''\nanswer_sha256 = ''\nverdict = ''\n";
        let own = format!("format = 1\nproblem = 'chess'\n[[case]]\n{entry}");
        fs::write(cases.join(NAME), own).unwrap();
        fs::write(below.join(NAME), "packages = []\n").unwrap();
        let (problem, entry) = entry_of(&below.join("1.in")).unwrap();
        assert_eq!((&*problem, &*entry.name), ("chess", "secret/a/1"));
        assert_eq!(entry_of(&below.join("2.in")), None);
        fs::remove_file(cases.join(NAME)).unwrap();
        assert_eq!(entry_of(&below.join("1.in")), None);
    }
}
