//! `generate`: recipes to cases, and the comparison of cases with their recipe.
//!
//! A case goes from its family to bytes, is parsed back strictly, solved, and its answer checked,
//! before anything is written: a fault of a family or a solver never reaches a case folder.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use referee_checker::{Form, Verdict};
use referee_generators::{CaseSpec, Recipe};

use crate::cases;
use crate::check::contradiction;
use crate::fault::{Fault, show};
use crate::files::{self, Existing};
use crate::manifest::{self, Entry, Manifest};
use crate::parallel::ordered;
use crate::problems::Shipped;
use crate::report::diff;
use crate::solvers::Solver;

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
    /// It is too large to be committed, and not there.
    OnDemand,
    /// It is not as the recipe has it, and was left alone. In what way.
    Different(Vec<String>),
    /// It could not be made.
    Failed(Fault),
}

/// A case as the recipe makes it, checked through and through.
struct Made {
    input: Vec<u8>,
    answer: Vec<u8>,
    entry: Entry,
}

impl Plan {
    /// Carries the plan out on `jobs` threads and tells `listener` about each case, in order. Returns
    /// what is in the folder or its manifest although the recipe does not make it.
    ///
    /// # Errors
    /// Those of the listener, an unreadable manifest, a folder that cannot be written to.
    pub fn run(
        &self,
        mode: Mode,
        jobs: usize,
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
            jobs,
            self.selected.len(),
            |index| {
                let spec = &self.recipe.cases[self.selected[index]];
                self.carry_out(spec, mode, old.get(spec.name.as_str()).copied())
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
        mode: Mode,
        old: Option<&Entry>,
    ) -> (Generated, Option<Entry>) {
        let generated = self.make(spec).and_then(|made| {
            let generated = self.settle(spec, &made, mode, old)?;
            Ok((generated, made.entry))
        });
        match generated {
            Ok((generated @ Generated::Different(_), _)) => (generated, None),
            Ok((generated, entry)) => (generated, Some(entry)),
            Err(fault) => (Generated::Failed(fault), None),
        }
    }

    /// Makes a case in memory: generated, parsed back strictly, solved, the answer checked.
    fn make(&self, spec: &CaseSpec) -> Result<Made, Fault> {
        let of_case =
            |fault: Fault| Fault { message: format!("{}: {}", spec.name, fault.message), ..fault };
        let input = spec.generate().map_err(|error| {
            of_case(Fault::bad_input(format!("family {}: {error}", spec.family.name)))
        })?;
        let broken = |what: &str| of_case(Fault::judge(what));
        let case = self.problem.rules.prepare(&input, Form::Strict).map_err(|error| {
            broken(&format!("family {} made an illegal input: {error}", spec.family.name))
        })?;
        let verdict = case.outcome();
        if let Some(expected) = spec.expect.as_deref().filter(|&expected| expected != verdict) {
            let message =
                format!("the recipe expects \"{expected}\", the outcome is \"{verdict}\"");
            return Err(of_case(Fault::bad_input(message)));
        }
        let answer = (self.solver.solve)(&input)
            .map_err(|error| broken(&format!("solver {}: {error}", self.solver.name)))?;
        match case.check(&mut answer.as_slice()) {
            Ok(Verdict::Accepted(_)) => {}
            Ok(Verdict::Refused(refusal)) => {
                let solver = self.solver.name;
                let fault = contradiction(&self.answer_path(spec), &refusal);
                return Err(broken(&format!("solver {solver}: {}", fault.message)));
            }
            Err(error) => return Err(broken(&error.to_string())),
        }
        let entry = Entry {
            name: spec.name.clone(),
            family: spec.family.name.to_string(),
            parameters: spec.arguments.to_string(),
            seed: spec.seed.to_string(),
            bytes: input.len() as u64,
            sha256: manifest::sha256(&input),
            answer_sha256: manifest::sha256(&answer),
            verdict: verdict.to_string(),
        };
        Ok(Made { input, answer, entry })
    }

    /// Compares a case with the folder, and writes what is to be written.
    fn settle(
        &self,
        spec: &CaseSpec,
        made: &Made,
        mode: Mode,
        old: Option<&Entry>,
    ) -> Result<Generated, Fault> {
        let files = [(self.input_path(spec), &made.input), (self.answer_path(spec), &made.answer)];
        let mut missing = Vec::new();
        let mut differing = Vec::new();
        let mut differences = Vec::new();
        for (path, bytes) in &files {
            match compare(path, bytes)? {
                OnDisk::Same => {}
                OnDisk::Missing => missing.push((path, *bytes)),
                OnDisk::Other(how) => {
                    let ending = path.extension().unwrap_or_default().to_string_lossy();
                    differences.push(format!(".{ending} on disk differs: {how}"));
                    differing.push((path, *bytes));
                }
            }
        }
        if mode == Mode::Check {
            let on_demand = made.entry.is_large() && missing.len() == 2;
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
        for (path, bytes) in &missing {
            files::write_whole(path, bytes, Existing::Keep)?;
        }
        for (path, bytes) in &differing {
            files::write_whole(path, bytes, Existing::Replace)?;
        }
        Ok(match (differing.is_empty(), missing.is_empty()) {
            (false, _) => Generated::Replaced,
            (true, false) => Generated::New,
            (true, true) => Generated::Unchanged,
        })
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
        self.folder.join(format!("{}.in", spec.name))
    }

    fn answer_path(&self, spec: &CaseSpec) -> PathBuf {
        self.folder.join(format!("{}.ans", spec.name))
    }
}

enum OnDisk {
    Missing,
    Same,
    /// In what way it differs.
    Other(String),
}

fn compare(path: &Path, expected: &[u8]) -> Result<OnDisk, Fault> {
    if path.symlink_metadata().is_err() {
        return Ok(OnDisk::Missing);
    }
    let found = files::read_at_most(path, expected.len() as u64)?;
    if found == expected {
        return Ok(OnDisk::Same);
    }
    Ok(OnDisk::Other(diff::first_difference(&found, expected)))
}
