//! A case folder that a recipe generates: cases are compared with disk and manifest, and written.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Cursor;
use std::path::Path;

use tempfile::SpooledTempFile;

use super::{GenerateMode, Generated, OnDisk, SeekableContent, compare};
use referee_base::fault::{Fault, show};
use referee_base::files;
use referee_base::machine::Machine;
use referee_base::parallel::ordered;
use referee_events::watch::{Watch, watched};
use referee_package::CaseFileKind;
use referee_problem::cases;
use referee_problem::cases::manifest::{self, Manifest, ManifestEntry};

/// The maximum size of an answer held in memory, in bytes; a longer one is in a temporary file.
const ANSWER_IN_MEMORY: usize = 1 << 20;

/// A case as generated from the recipe, fully checked.
pub struct GeneratedCase {
    pub(super) input: Cursor<Vec<u8>>,
    pub(super) answer: SpooledTempFile,
    pub(super) entry: ManifestEntry,
}

/// A recipe that can make its cases.
pub trait CaseMaker: Sync {
    /// Returns the name of the problem.
    fn problem(&self) -> &str;

    /// Returns the names of all cases, in the order of the recipe.
    fn names(&self) -> Vec<&str>;

    /// Generates a case without touching its folder; `old` is its entry in the manifest, if it has
    /// one.
    fn make(
        &self,
        index: usize,
        old: Option<&ManifestEntry>,
        machine: Machine,
    ) -> Result<GeneratedCase, Fault>;
}

/// The folder of the cases of a recipe.
pub struct GeneratedFolder<'a> {
    /// Makes the cases of the recipe.
    pub maker: &'a dyn CaseMaker,
    /// The folder that they are written to or compared with.
    pub folder: &'a Path,
    /// The positions, in the recipe, of the cases to generate.
    pub selected: &'a [usize],
}

/// Returns a new buffer for the answer of a case.
pub(super) fn new_answer() -> SpooledTempFile {
    SpooledTempFile::new(ANSWER_IN_MEMORY)
}

impl GeneratedFolder<'_> {
    /// Makes the selected cases and reports each to `listener`, by name and in order. Returns the
    /// cases in the folder or its manifest that the recipe does not make.
    ///
    /// # Errors
    /// Those of the listener; the manifest is unreadable, or the folder is a file or cannot be
    /// written to.
    pub fn run(
        &self,
        mode: GenerateMode,
        machine: Machine,
        watch: &dyn Watch,
        listener: &mut dyn FnMut(&str, &Generated) -> Result<(), Fault>,
    ) -> Result<Vec<String>, Fault> {
        if self.folder.is_file() {
            return Err(Fault::no_folder(self.folder));
        }
        let manifest = manifest::read(self.folder)?;
        let old: BTreeMap<&str, &ManifestEntry> = manifest
            .iter()
            .flat_map(|manifest| &manifest.cases)
            .map(|entry| (entry.name.as_str(), entry))
            .collect();
        let names = self.maker.names();
        let mut fresh: BTreeMap<String, ManifestEntry> = BTreeMap::new();
        ordered(
            machine.jobs,
            self.selected.len(),
            |index| {
                let case = self.selected[index];
                let old = old.get(names[case]).copied();
                watched(watch, names[case], || self.carry_out(case, machine, mode, old))
            },
            |index, (generated, entry): (Generated, Option<ManifestEntry>)| {
                if let Some(entry) = entry {
                    fresh.insert(entry.name.clone(), entry);
                }
                listener(names[self.selected[index]], &generated)
            },
        )?;
        if mode == GenerateMode::Check {
            return self.orphans(&names, &old);
        }
        let entry = |name: &&str| fresh.get(*name).or_else(|| old.get(name).copied()).cloned();
        let mut cases: Vec<ManifestEntry> = names.iter().filter_map(entry).collect();
        if mode == GenerateMode::Fill {
            // Another recipe may have made the other cases, as long as they are there.
            let ours: BTreeSet<&str> = names.iter().copied().collect();
            let input = |name: &str| self.folder.join(CaseFileKind::Input.file_of(name));
            let others = old.values().filter(|entry| {
                !ours.contains(&*entry.name)
                    && (entry.is_on_demand() || input(&entry.name).exists())
            });
            cases.extend(others.map(|entry| (*entry).clone()));
        }
        if !cases.is_empty() {
            let problem = self.maker.problem().to_string();
            manifest::write(self.folder, &Manifest { format: 1, problem, cases })?;
        }
        self.orphans(&names, &BTreeMap::new())
    }

    /// Generates one case, compares it with the folder, and writes it if the mode says so. Returns
    /// its manifest entry if the case now matches the recipe.
    fn carry_out(
        &self,
        case: usize,
        machine: Machine,
        mode: GenerateMode,
        old: Option<&ManifestEntry>,
    ) -> (Generated, Option<ManifestEntry>) {
        let generated = self.maker.make(case, old, machine).and_then(|mut made| {
            let generated = self.sync(&mut made, mode, old)?;
            Ok((generated, made.entry))
        });
        match generated {
            Ok((generated @ Generated::Different(_), _)) => (generated, None),
            Ok((generated, entry)) => (generated, Some(entry)),
            Err(fault) => (Generated::Failed(fault), None),
        }
    }

    /// Compares a case with the folder, and writes it if the mode says so.
    fn sync(
        &self,
        made: &mut GeneratedCase,
        mode: GenerateMode,
        old: Option<&ManifestEntry>,
    ) -> Result<Generated, Fault> {
        let input = self.folder.join(CaseFileKind::Input.file_of(&made.entry.name));
        let answer = self.folder.join(CaseFileKind::Answer.file_of(&made.entry.name));
        let files: [(&Path, &mut dyn SeekableContent); 2] =
            [(&input, &mut made.input), (&answer, &mut made.answer)];
        let mut missing = Vec::new();
        let mut differing = Vec::new();
        let mut differences = Vec::new();
        for (path, content) in files {
            match compare(path, content)? {
                OnDisk::Same => {}
                OnDisk::Missing => missing.push((path, content)),
                OnDisk::Other(how) => {
                    let extension = path.extension().unwrap_or_default().to_string_lossy();
                    differences.push(format!(".{extension} on disk differs: {how}"));
                    differing.push((path, content));
                }
            }
        }
        if mode == GenerateMode::Check {
            let on_demand = made.entry.is_on_demand() && missing.len() == 2;
            if !on_demand {
                differences
                    .extend(missing.iter().map(|(path, _)| format!("{} is missing", show(path))));
            }
            match old {
                Some(old) => {
                    let entries = old.differences(&made.entry);
                    differences.extend(entries.iter().map(|how| format!("manifest: {how}")));
                }
                None => differences.push("the manifest does not list it".into()),
            }
            return Ok(match differences.is_empty() {
                false => Generated::Different(differences),
                true if on_demand => Generated::OnDemand,
                true => Generated::Unchanged,
            });
        }
        if mode == GenerateMode::Fill && !differing.is_empty() {
            return Ok(Generated::Different(differences));
        }
        Generated::written(missing, differing, |(path, content), existing| {
            files::copy_whole(path, content, existing)
        })
    }

    /// Returns the cases that the whole recipe, if it is selected, does not make.
    fn orphans(
        &self,
        names: &[&str],
        manifest: &BTreeMap<&str, &ManifestEntry>,
    ) -> Result<Vec<String>, Fault> {
        if self.selected.len() < names.len() || !self.folder.is_dir() {
            return Ok(Vec::new());
        }
        let ours: BTreeSet<&str> = names.iter().copied().collect();
        // A folder without cases is not an error here.
        let found = cases::find(self.folder).unwrap_or_default();
        let on_disk = found.cases.iter().map(|case| &*case.name);
        let on_disk = on_disk.filter(|name| !ours.contains(name));
        let mut orphans: Vec<String> =
            on_disk.map(|name| format!("{name} is on disk, but not in the recipe")).collect();
        let listed = manifest.keys().filter(|name| !ours.contains(*name));
        orphans
            .extend(listed.map(|name| format!("{name} is in the manifest, but not in the recipe")));
        Ok(orphans)
    }
}
