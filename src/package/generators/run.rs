//! Carrying a plan out: all cases on all cores, told in the order of the file; then those that are links to others.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use globset::GlobSet;
use referee_generators::document::DocumentError;

use super::cache::Cache;
use super::generation::Generation;
use super::make::Maker;
use super::settle::{self, Data, Wanted};
use crate::fault::Fault;
use crate::generate::{Generated, Mode};
use crate::machine::Machine;
use crate::package::generators::{Ending, Rule, endings as all_endings};
use crate::parallel::ordered_large;
use crate::problem::Course;

/// What is to be done.
pub struct Options<'a> {
    /// Whether files are written, and which.
    pub mode: Mode,
    /// The cases to make; all if there is none.
    pub only: Option<&'a GlobSet>,
    /// Whether generators are run twice even if nothing has changed.
    pub is_checked_again: bool,
    /// Whether files in `data/` that are not made are removed.
    pub is_cleaned: bool,
}

/// What became of a case, or of a file of a group.
pub struct Told<'a> {
    /// Its path below `data/`.
    pub name: &'a str,
    /// What became of it.
    pub generated: Generated,
    /// What is not as it should be with its rule.
    pub warnings: Vec<Fault>,
}

/// What is left to say at the end.
#[derive(Debug, Default)]
pub struct End {
    /// Files in `data/` that are not made, by their path below it.
    pub strangers: Vec<PathBuf>,
    /// How many of them were removed.
    pub removed: usize,
    /// Why nothing could be kept, if so.
    pub cache_trouble: Option<String>,
}

/// What is known of a case that was made.
struct Done {
    generated: Generated,
    warnings: Vec<DocumentError>,
    endings: Vec<Ending>,
    core: Option<String>,
}

impl Generation {
    /// How many cases and files of groups there are to tell of.
    pub fn count(&self, only: Option<&GlobSet>) -> usize {
        let is_wanted = |name: &str| only.is_none_or(|only| only.is_match(name));
        let files = self.plan.group_files.iter().filter(|(name, _)| is_wanted(name));
        self.rules(only).count() + self.links(only).count() + files.count()
    }

    /// Makes what is to be made and tells `listener` about each case, in order.
    ///
    /// # Errors
    /// Those of the listener; `data/` cannot be written to.
    pub fn run(
        &self,
        options: &Options,
        machine: Machine,
        listener: &mut dyn FnMut(Told) -> Result<(), Fault>,
    ) -> Result<End, Fault> {
        let is_wanted = |name: &str| options.only.is_none_or(|only| only.is_match(name));
        let folder = self.folder.join("data");
        let data = Data { folder: &folder, mode: options.mode };
        let cache = Cache::open(&self.folder, options.mode != Mode::Check);
        let course = Course::of(&self.package);
        let is_checked_again = options.is_checked_again;
        let maker = Maker { generation: self, course, cache: &cache, is_checked_again };
        let mut known = BTreeSet::new();
        let mut is_failed = false;
        if options.only.is_none() {
            for below in &self.plan.folders {
                data.make_folder(below)?;
            }
        }
        for (name, text) in &self.plan.group_files {
            known.insert(name.clone());
            if !is_wanted(name) {
                continue;
            }
            let generated = data.settle(&[(name.clone(), Wanted::Text(text.clone()))]);
            let generated = generated.unwrap_or_else(Generated::Failed);
            listener(Told { name, generated, warnings: Vec::new() })?;
        }

        // A link needs what it leads to.
        let needed = self.plan.links.iter().filter(|link| is_wanted(&link.name));
        let needed: BTreeSet<usize> = needed.map(|link| link.case).collect();
        let cases = &self.plan.cases;
        let selected: Vec<usize> = (0..cases.len())
            .filter(|at| is_wanted(&cases[*at].name) || needed.contains(at))
            .collect();
        let mut endings: HashMap<usize, Vec<Ending>> = HashMap::new();
        let mut cores: HashMap<String, &str> = HashMap::new();
        ordered_large(
            machine.jobs,
            selected.len(),
            |at| self.carry_out(&maker, &data, &cases[selected[at]]),
            |at, mut done: Done| {
                let rule = &cases[selected[at]];
                if let Generated::Failed(_) = done.generated {
                    is_failed = true;
                    // Whatever is there may be what it is to be.
                    known.extend(all_endings().map(|ending| format!("{}.{ending}", rule.name)));
                }
                known.extend(done.endings.iter().map(|ending| format!("{}.{ending}", rule.name)));
                if let Some(core) = done.core.take()
                    && let first = *cores.entry(core).or_insert(&rule.name)
                    && first != rule.name
                {
                    let message = format!("{} is the same case as {first}", rule.name);
                    let place = rule.place;
                    done.warnings.push(DocumentError { place, message, help: None });
                }
                endings.insert(selected[at], done.endings);
                let warnings = done.warnings.iter().map(|error| self.at(error)).collect();
                match is_wanted(&rule.name) {
                    true => {
                        listener(Told { name: &rule.name, generated: done.generated, warnings })
                    }
                    false => Ok(()),
                }
            },
        )?;
        for link in self.plan.links.iter().filter(|link| is_wanted(&link.name)) {
            let generated = match endings.get(&link.case).filter(|endings| !endings.is_empty()) {
                None => Err(Fault::bad_input(format!("{}: {} is not made", link.name, link.to))),
                Some(endings) => {
                    known.extend(endings.iter().map(|ending| format!("{}.{ending}", link.name)));
                    data.settle(&settle::of_link(&link.name, &link.to, endings))
                }
            };
            let generated = generated.unwrap_or_else(Generated::Failed);
            is_failed |= matches!(generated, Generated::Failed(_));
            listener(Told { name: &link.name, generated, warnings: Vec::new() })?;
        }
        let mut end =
            End { cache_trouble: cache.trouble().map(Fault::to_string), ..End::default() };
        if options.only.is_none() {
            end.strangers = data.strangers(&known);
            if !is_failed {
                cache.forget_unused();
                if options.is_cleaned {
                    end.removed = remove(&folder, &mut end.strangers)?;
                }
            }
        }
        Ok(end)
    }

    /// Makes one case and writes it.
    fn carry_out(&self, maker: &Maker, data: &Data, rule: &Rule) -> Done {
        let made = match maker.make(rule) {
            Ok(made) => made,
            Err(fault) => {
                let generated = Generated::Failed(self.of_rule(rule, fault));
                let (warnings, endings) = (Vec::new(), Vec::new());
                return Done { generated, warnings, endings, core: None };
            }
        };
        let settled = data.settle(&settle::of_case(&rule.name, &made));
        let generated =
            settled.unwrap_or_else(|fault| Generated::Failed(self.of_rule(rule, fault)));
        let endings = made.files.keys().copied().collect();
        Done { generated, warnings: made.warnings, endings, core: made.core }
    }

    /// A fault that says which case it is about, and where its rule stands.
    fn of_rule(&self, rule: &Rule, fault: Fault) -> Fault {
        let message = match &fault.path {
            Some(_) => format!("{}: {fault}", rule.name),
            None => format!("{}: {}", rule.name, fault.message),
        };
        let error = DocumentError { place: rule.place, message, help: None };
        Fault { class: fault.class, help: fault.help, ..self.at(&error) }
    }
}

/// Removes files, those that are listed; what could not be removed stays in the list.
fn remove(folder: &Path, files: &mut Vec<PathBuf>) -> Result<usize, Fault> {
    let count = files.len();
    for below in files.drain(..) {
        let path = folder.join(below);
        fs::remove_file(&path).map_err(|error| Fault::cannot_write(&path, &error))?;
    }
    Ok(count)
}
