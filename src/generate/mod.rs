//! `generate`: recipes to cases, and the comparison of cases with their recipe.
//!
//! A case goes from its family to bytes, is parsed back strictly, solved, and its answer checked,
//! before anything is written: a fault of a family or a solver never reaches a case folder.

pub mod packaged;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Cursor, Read, Seek};
use std::path::{Path, PathBuf};

use referee_checker::{Form, Verdict};
use referee_generators::{CaseSpec, Recipe};
use tempfile::SpooledTempFile;

use crate::cases;
use crate::cases::manifest::{self, Entry, Manifest};
use crate::problem::{Shipped, contradiction};
use crate::solvers::Solver;
use referee_base::diff;
use referee_base::fault::{Fault, show};
use referee_base::files::{self, Existing};
use referee_base::machine::Machine;
use referee_base::parallel::ordered;
use referee_package::CaseFileKind;

/// How many bytes of an answer are held in memory; a longer one waits in a temporary file.
const ANSWER_IN_MEMORY: usize = 1 << 20;

/// How much of two files is read to say in what way they differ.
const COMPARED: u64 = 1 << 20;

/// What to do with the cases that a recipe makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Write those that are not there.
    Fill,
    /// Write all, replacing those that differ.
    Replace,
    /// Write nothing; name every difference.
    Check,
}

/// A recipe with everything that is needed to carry it out.
pub struct Plan {
    /// Where the recipe came from, for people.
    pub source: String,
    /// The recipe.
    pub recipe: Recipe,
    /// Its problem.
    pub problem: Shipped,
    /// The solver that makes the answers.
    pub solver: &'static Solver,
    /// The case folder.
    pub folder: PathBuf,
    /// The positions of the cases to make, in the recipe.
    pub selected: Vec<usize>,
}

/// What became of a case.
#[derive(Debug)]
pub enum Generated {
    /// It was not there and now is.
    New,
    /// It was another one and now is this one.
    Replaced,
    /// It is there, as the recipe has it.
    Unchanged,
    /// It is too large, or too slow, to be committed, and not there.
    OnDemand,
    /// It is not as the recipe has it, and was left alone. In what way.
    Different(Vec<String>),
    /// It could not be made.
    Failed(Fault),
}

/// A case as the recipe makes it, checked through and through.
struct Made {
    input: Cursor<Vec<u8>>,
    answer: SpooledTempFile,
    entry: Entry,
}

impl Plan {
    /// Carries the plan out and tells `listener` about each case, in order. Returns
    /// what is in the folder or its manifest although the recipe does not make it.
    ///
    /// # Errors
    /// Those of the listener, an unreadable manifest, a folder that cannot be written to.
    pub fn run(
        &self,
        mode: Mode,
        machine: Machine,
        listener: &mut dyn FnMut(&CaseSpec, &Generated) -> Result<(), Fault>,
    ) -> Result<Vec<String>, Fault> {
        let manifest = manifest::read(&self.folder)?;
        let old: BTreeMap<&str, &Entry> = manifest
            .iter()
            .flat_map(|manifest| &manifest.cases)
            .map(|entry| (entry.name.as_str(), entry))
            .collect();
        let mut fresh: BTreeMap<String, Entry> = BTreeMap::new();
        ordered(
            machine.jobs,
            self.selected.len(),
            |index| {
                let spec = &self.recipe.cases[self.selected[index]];
                self.carry_out(spec, machine, mode, old.get(spec.name.as_str()).copied())
            },
            |index, (generated, entry): (Generated, Option<Entry>)| {
                if let Some(entry) = entry {
                    fresh.insert(entry.name.clone(), entry);
                }
                listener(&self.recipe.cases[self.selected[index]], &generated)
            },
        )?;
        if mode == Mode::Check {
            return self.strangers(&old);
        }
        let names = self.recipe.cases.iter().map(|case| case.name.as_str());
        let cases: Vec<Entry> = names
            .filter_map(|name| fresh.get(name).or_else(|| old.get(name).copied()).cloned())
            .collect();
        if !cases.is_empty() {
            let problem = self.recipe.problem.to_string();
            manifest::write(&self.folder, &Manifest { format: 1, problem, cases })?;
        }
        self.strangers(&BTreeMap::new())
    }

    /// Makes one case, compares it, writes it if it is to be written. Returns its manifest entry if the
    /// case is, in the end, as the recipe has it.
    fn carry_out(
        &self,
        spec: &CaseSpec,
        machine: Machine,
        mode: Mode,
        old: Option<&Entry>,
    ) -> (Generated, Option<Entry>) {
        let generated = self.make(spec, machine).and_then(|mut made| {
            let generated = self.settle(spec, &mut made, mode, old)?;
            Ok((generated, made.entry))
        });
        match generated {
            Ok((generated @ Generated::Different(_), _)) => (generated, None),
            Ok((generated, entry)) => (generated, Some(entry)),
            Err(fault) => (Generated::Failed(fault), None),
        }
    }

    /// Makes a case apart from its folder: generated, parsed back strictly, solved, the answer checked.
    fn make(&self, spec: &CaseSpec, machine: Machine) -> Result<Made, Fault> {
        let of_case =
            |fault: Fault| Fault { message: format!("{}: {}", spec.name, fault.message), ..fault };
        let input = spec.generate().map_err(|error| {
            of_case(Fault::bad_input(format!("family {}: {error}", spec.family.name)))
        })?;
        let broken = |what: &str| of_case(Fault::judge(what));
        // First solved, then prepared: neither holds its memory while the other one works.
        let mut answer = SpooledTempFile::new(ANSWER_IN_MEMORY);
        let solved = (self.solver.solve)(&input, machine.memory, &mut answer);
        let case = self.problem.prepare(&input, Form::Strict, machine).map_err(|error| {
            broken(&format!("family {} made an illegal input: {error}", spec.family.name))
        })?;
        solved.map_err(|error| broken(&format!("solver {}: {error}", self.solver.name)))?;
        let temporary = |error: io::Error| broken(&format!("cannot hold the answer: {error}"));
        answer.rewind().map_err(temporary)?;
        // An answer that is right may prove the outcome without a search.
        let checked = case.check(&mut answer);
        let verdict = case.outcome().map_err(|error| broken(&error.to_string()))?;
        if let Some(expected) = spec.expect.as_deref().filter(|&expected| expected != verdict) {
            let message =
                format!("the recipe expects \"{expected}\", the outcome is \"{verdict}\"");
            return Err(of_case(Fault::bad_input(message)));
        }
        match checked {
            Ok(Verdict::Accepted(_)) => {}
            Ok(Verdict::Refused(refusal)) => {
                let solver = self.solver.name;
                let fault = contradiction(&self.answer_path(spec), &refusal);
                return Err(broken(&format!("solver {solver}: {}", fault.message)));
            }
            Err(error) => return Err(broken(&error.to_string())),
        }
        let (answer_bytes, answer_sha256) = manifest::digest(&mut answer).map_err(temporary)?;
        let entry = Entry {
            name: spec.name.clone(),
            family: spec.family.name.to_string(),
            parameters: spec.arguments.to_string(),
            seed: spec.seed.to_string(),
            bytes: input.len() as u64,
            sha256: manifest::sha256(&input),
            answer_bytes,
            answer_sha256,
            verdict: verdict.to_string(),
            on_demand: spec.on_demand,
        };
        Ok(Made { input: Cursor::new(input), answer, entry })
    }

    /// Compares a case with the folder, and writes what is to be written.
    fn settle(
        &self,
        spec: &CaseSpec,
        made: &mut Made,
        mode: Mode,
        old: Option<&Entry>,
    ) -> Result<Generated, Fault> {
        let (input, answer) = (self.input_path(spec), self.answer_path(spec));
        let files: [(&Path, &mut dyn Content); 2] =
            [(&input, &mut made.input), (&answer, &mut made.answer)];
        let mut missing = Vec::new();
        let mut differing = Vec::new();
        let mut differences = Vec::new();
        for (path, content) in files {
            match compare(path, content)? {
                OnDisk::Same => {}
                OnDisk::Missing => missing.push((path, content)),
                OnDisk::Other(how) => {
                    let ending = path.extension().unwrap_or_default().to_string_lossy();
                    differences.push(format!(".{ending} on disk differs: {how}"));
                    differing.push((path, content));
                }
            }
        }
        if mode == Mode::Check {
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
                None => differences.push("it is not in the manifest".into()),
            }
            return Ok(match differences.is_empty() {
                false => Generated::Different(differences),
                true if on_demand => Generated::OnDemand,
                true => Generated::Unchanged,
            });
        }
        if mode == Mode::Fill && !differing.is_empty() {
            return Ok(Generated::Different(differences));
        }
        let generated = match (differing.is_empty(), missing.is_empty()) {
            (false, _) => Generated::Replaced,
            (true, false) => Generated::New,
            (true, true) => Generated::Unchanged,
        };
        for (path, content) in missing {
            files::copy_whole(path, content, Existing::Keep)?;
        }
        for (path, content) in differing {
            files::copy_whole(path, content, Existing::Replace)?;
        }
        Ok(generated)
    }

    /// What is in the folder or the manifest although the recipe does not make it. Only a plan of the
    /// whole recipe can tell.
    fn strangers(&self, manifest: &BTreeMap<&str, &Entry>) -> Result<Vec<String>, Fault> {
        if self.selected.len() < self.recipe.cases.len() || !self.folder.is_dir() {
            return Ok(Vec::new());
        }
        let ours: BTreeSet<&str> =
            self.recipe.cases.iter().map(|case| case.name.as_str()).collect();
        // An empty folder is no fault here, and neither is one that holds only other things.
        let found = cases::find(&self.folder).unwrap_or_default();
        let on_disk = found.cases.iter().map(|case| &*case.name);
        let on_disk = on_disk.filter(|name| !ours.contains(name));
        let mut strangers: Vec<String> =
            on_disk.map(|name| format!("{name} is on disk, but not in the recipe")).collect();
        let listed = manifest.keys().filter(|name| !ours.contains(*name));
        strangers
            .extend(listed.map(|name| format!("{name} is in the manifest, but not in the recipe")));
        Ok(strangers)
    }

    fn input_path(&self, spec: &CaseSpec) -> PathBuf {
        self.folder.join(CaseFileKind::Input.file_of(&spec.name))
    }

    fn answer_path(&self, spec: &CaseSpec) -> PathBuf {
        self.folder.join(CaseFileKind::Answer.file_of(&spec.name))
    }
}

pub(crate) enum OnDisk {
    Missing,
    Same,
    /// In what way it differs.
    Other(String),
}

/// The content of a file that is to be compared and written.
pub(crate) trait Content: Read + Seek {}

impl<T: Read + Seek> Content for T {}

pub(crate) fn compare(path: &Path, expected: &mut dyn Content) -> Result<OnDisk, Fault> {
    if path.symlink_metadata().is_err() {
        return Ok(OnDisk::Missing);
    }
    let mut found = files::open(path)?;
    let mut read = || {
        expected.rewind()?;
        if files::same(&mut found, expected)? {
            return Ok(OnDisk::Same);
        }
        expected.rewind()?;
        found.rewind()?;
        let start = |content: &mut dyn Content| {
            let mut start = Vec::new();
            content.take(COMPARED).read_to_end(&mut start).map(|_| start)
        };
        let (found, expected) = (start(&mut found)?, start(expected)?);
        Ok(OnDisk::Other(match found == expected {
            true => format!("the first {COMPARED} bytes are the same"),
            false => diff::first_difference(&found, &expected),
        }))
    };
    read().map_err(|error| Fault::cannot_read(path, &error))
}
