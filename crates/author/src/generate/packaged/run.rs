//! Executes a plan: makes all cases in parallel, reports them in order, and then makes links.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use globset::GlobSet;
use referee_base::document::DocumentError;

use super::cache::Cache;
use super::generation::{Generation, is_wanted};
use super::made::MadeContent;
use super::make::Maker;
use super::sync::Data;
use crate::generate::{GenerateMode, Generated};
use referee_base::fault::Fault;
use referee_base::machine::Machine;
use referee_base::parallel::ordered_large;
use referee_events::watch::{Watch, watched};
use referee_package::CaseFileKind;
use referee_package::generators::{Extension, PlannedCase, extensions as all_endings};

/// The options of a run.
pub struct Options<'a> {
    /// Which files are written.
    pub mode: GenerateMode,
    /// The cases to make; `None` for all.
    pub only: Option<&'a GlobSet>,
    /// Whether to run generators twice even if nothing has changed.
    pub is_checked_again: bool,
    /// Whether to remove files in `data/` that no rule makes.
    pub is_cleaned: bool,
}

/// The outcome of a case, or of a file of a group.
pub struct GeneratedFile<'a> {
    /// Its path below `data/`.
    pub name: &'a str,
    /// The outcome.
    pub generated: Generated,
    /// Warnings about its rule.
    pub warnings: Vec<Fault>,
}

/// The summary of a run.
#[derive(Debug, Default)]
pub struct GenerationSummary {
    /// Files in `data/` that no rule makes, by their path below it.
    pub orphans: Vec<PathBuf>,
    /// The number of these that were removed.
    pub removed: usize,
    /// The reason why nothing could be cached, if so.
    pub cache_trouble: Option<String>,
}

/// The outcome of a case before it is reported.
struct Done {
    generated: Generated,
    warnings: Vec<DocumentError>,
    extensions: Vec<Extension>,
    core: Option<String>,
}

impl Generation {
    /// Returns the number of cases and files of groups that will be reported.
    pub fn count(&self, only: Option<&GlobSet>) -> usize {
        let files = self.plan.group_files.iter().filter(|(name, _)| is_wanted(only, name));
        self.rules(only).count() + self.links(only).count() + files.count()
    }

    /// Makes the cases and reports each to `listener`, in order.
    ///
    /// # Errors
    /// Those of the listener; or `data/` cannot be written to.
    pub fn run(
        &self,
        options: &Options,
        machine: Machine,
        watch: &dyn Watch,
        listener: &mut dyn FnMut(GeneratedFile) -> Result<(), Fault>,
    ) -> Result<GenerationSummary, Fault> {
        let folder = self.folder.join("data");
        let data = Data { folder: &folder, mode: options.mode };
        let cache = Cache::open(&self.folder, options.mode != GenerateMode::Check);
        let is_checked_again = options.is_checked_again;
        let maker = Maker { generation: self, cache: &cache, is_checked_again };
        let mut running = Running {
            generation: self,
            options,
            data: &data,
            listener,
            known: BTreeSet::new(),
            is_failed: false,
            extensions: HashMap::new(),
            cores: HashMap::new(),
        };
        running.groups()?;
        running.cases(&maker, machine, watch)?;
        running.links()?;
        running.end(&cache)
    }

    /// Makes one case and writes it.
    fn carry_out(&self, maker: &Maker, data: &Data, rule: &PlannedCase) -> Done {
        let made = match maker.make(rule) {
            Ok(made) => made,
            Err(fault) => {
                let generated = Generated::Failed(self.of_rule(rule, fault));
                let (warnings, extensions) = (Vec::new(), Vec::new());
                return Done { generated, warnings, extensions, core: None };
            }
        };
        let synced = data.sync(&rule.name, &rule.name, &made.files);
        let generated = synced.unwrap_or_else(|fault| Generated::Failed(self.of_rule(rule, fault)));
        let extensions = made.files.keys().copied().collect();
        Done { generated, warnings: made.warnings, extensions, core: made.core }
    }

    /// Adds the name of the case, and the position of its rule, to a fault.
    fn of_rule(&self, rule: &PlannedCase, fault: Fault) -> Fault {
        let message = match &fault.path {
            Some(_) => format!("{}: {fault}", rule.name),
            None => format!("{}: {}", rule.name, fault.message),
        };
        let error = DocumentError { place: rule.place, message, help: None };
        Fault { class: fault.class, help: fault.help, ..self.at(&error) }
    }
}

/// A plan during its execution.
struct Running<'r, 'l> {
    generation: &'r Generation,
    options: &'r Options<'r>,
    data: &'r Data<'r>,
    listener: &'l mut dyn FnMut(GeneratedFile) -> Result<(), Fault>,
    /// The files below `data/` that rules make, so far.
    known: BTreeSet<String>,
    is_failed: bool,
    /// The extensions of the files of each case that was made.
    extensions: HashMap<usize, Vec<Extension>>,
    /// The first case with each fingerprint.
    cores: HashMap<String, &'r str>,
}

impl<'r> Running<'r, '_> {
    /// Creates the folders of groups, and the files in them.
    fn groups(&mut self) -> Result<(), Fault> {
        let plan = &self.generation.plan;
        if self.options.only.is_none() {
            for below in &plan.folders {
                self.data.make_folder(below)?;
            }
        }
        self.known.extend(plan.made_by_hand.iter().flat_map(|name| files_of(name)));
        for (name, text) in &plan.group_files {
            self.known.insert(name.clone());
            if !is_wanted(self.options.only, name) {
                continue;
            }
            let stem = name.strip_suffix(".yaml").unwrap_or(name);
            let file = BTreeMap::from([("yaml", MadeContent::Text(text.clone()))]);
            let generated = self.data.sync(stem, stem, &file).unwrap_or_else(Generated::Failed);
            (self.listener)(GeneratedFile { name, generated, warnings: Vec::new() })?;
        }
        Ok(())
    }

    /// Makes the cases that have a rule.
    fn cases(&mut self, maker: &Maker, machine: Machine, watch: &dyn Watch) -> Result<(), Fault> {
        let (generation, data, only) = (self.generation, self.data, self.options.only);
        // A case that is made only because a link needs it is not among those to be replaced.
        let mode = match data.mode {
            GenerateMode::Replace => GenerateMode::Fill,
            mode => mode,
        };
        let kept = Data { folder: data.folder, mode };
        // A link needs its target.
        let needed: BTreeSet<usize> = generation.links(only).map(|link| link.case).collect();
        let cases = &generation.plan.cases;
        let selected: Vec<usize> = (0..cases.len())
            .filter(|at| is_wanted(only, &cases[*at].name) || needed.contains(at))
            .collect();
        ordered_large(
            machine.jobs,
            selected.len(),
            |at| {
                let case = &cases[selected[at]];
                let data = if is_wanted(only, &case.name) { data } else { &kept };
                watched(watch, &case.name, || generation.carry_out(maker, data, case))
            },
            |at, done: Done| self.take(selected[at], &cases[selected[at]], done),
        )
    }

    /// Records and reports the outcome of the case at position `at`.
    fn take(&mut self, at: usize, rule: &'r PlannedCase, mut done: Done) -> Result<(), Fault> {
        if let Generated::Failed(_) = done.generated {
            self.is_failed = true;
            // Its existing files may still be right, so they are not orphans.
            self.known.extend(files_of(&rule.name));
        }
        self.known
            .extend(done.extensions.iter().map(|extension| format!("{}.{extension}", rule.name)));
        if let Some(core) = done.core.take()
            && let first = *self.cores.entry(core).or_insert(&rule.name)
            && first != rule.name
        {
            let message = format!("{} is the same case as {first}", rule.name);
            done.warnings.push(DocumentError { place: rule.place, message, help: None });
        }
        self.extensions.insert(at, done.extensions);
        if !is_wanted(self.options.only, &rule.name) {
            return Ok(());
        }
        let warnings = done.warnings.iter().map(|error| self.generation.at(error)).collect();
        (self.listener)(GeneratedFile { name: &rule.name, generated: done.generated, warnings })
    }

    /// Makes the cases that are links to others.
    fn links(&mut self) -> Result<(), Fault> {
        for link in self.generation.links(self.options.only) {
            let extensions =
                self.extensions.get(&link.case).filter(|extensions| !extensions.is_empty());
            let generated = match extensions {
                None => Err(Fault::bad_input(format!("{}: {} is not made", link.name, link.to))),
                Some(extensions) => {
                    let files =
                        extensions.iter().map(|extension| format!("{}.{extension}", link.name));
                    self.known.extend(files);
                    let links = extensions.iter().map(|&each| (each, MadeContent::Link(each)));
                    self.data.sync(&link.name, &link.to, &links.collect())
                }
            };
            let generated = generated.unwrap_or_else(Generated::Failed);
            if let Generated::Failed(_) = generated {
                self.is_failed = true;
                self.known.extend(files_of(&link.name));
            }
            (self.listener)(GeneratedFile { name: &link.name, generated, warnings: Vec::new() })?;
        }
        Ok(())
    }

    /// Lists files that no rule makes, and removes them if requested and if everything was made.
    fn end(self, cache: &Cache) -> Result<GenerationSummary, Fault> {
        let cache_trouble = cache.trouble().map(Fault::to_string);
        let mut end = GenerationSummary { cache_trouble, ..GenerationSummary::default() };
        if self.options.only.is_some() {
            return Ok(end);
        }
        end.orphans = self.data.orphans(&self.known);
        if !self.is_failed {
            cache.forget_unused();
            if self.options.is_cleaned {
                end.removed = remove(self.data.folder, &mut end.orphans)?;
            }
        }
        Ok(end)
    }
}

/// Returns the paths of all files that a case may have: made by a rule, or others like a hint.
fn files_of(case: &str) -> impl Iterator<Item = String> {
    let kinds = CaseFileKind::all().map(CaseFileKind::extension);
    all_endings().chain(kinds).map(move |extension| format!("{case}.{extension}"))
}

fn remove(folder: &Path, files: &mut Vec<PathBuf>) -> Result<usize, Fault> {
    let count = files.len();
    for below in files.drain(..) {
        let path = folder.join(below);
        fs::remove_file(&path).map_err(|error| Fault::cannot_write(&path, &error))?;
    }
    Ok(count)
}
