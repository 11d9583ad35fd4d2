//! Every known way to get a problem wrong is killed by one of its cases. The tables of which case
//! kills which mutant are `docs/mutants.md`, which `UPDATE_DOCS=1 cargo test -p
//! referee-generators --test mutants` rewrites. What is here knows no problem; each has a folder of its own.

mod huepfburg;
mod infinity_war;
mod subtraction_game;

use std::fmt::Write as _;
use std::sync::OnceLock;
use std::{env, fs, path, thread};

use referee_generators::{CaseSpec, Recipe, families};

/// A solver with one fault.
pub(crate) struct Mutant<Solve: 'static> {
    pub(crate) name: &'static str,
    pub(crate) fault: &'static str,
    pub(crate) solve: Solve,
}

/// Mutants that are killed by the same cases and in the same way.
pub(crate) struct Group<Trial, Solve: 'static> {
    pub(crate) title: &'static str,
    /// What has to be said about them all; may be empty.
    pub(crate) remark: &'static str,
    pub(crate) mutants: &'static [Mutant<Solve>],
    /// Whether they are tried on the case of that name.
    pub(crate) on: fn(&str) -> bool,
    /// After how many cases that kill a mutant it is tried on no more.
    pub(crate) enough: usize,
    /// How a case kills a mutant, if it does.
    pub(crate) kills: fn(&Trial, &Solve) -> Option<&'static str>,
}

/// The mutants of one problem.
pub(crate) struct Part<Trial, Solve: 'static> {
    pub(crate) title: &'static str,
    pub(crate) head: &'static str,
    /// Whether the table says how the first case kills a mutant.
    pub(crate) says_how: bool,
    pub(crate) groups: Vec<Group<Trial, Solve>>,
}

/// The most cases that the table names for one mutant.
pub(crate) const NAMED: usize = 3;

/// The largest input that is committed.
const COMMITTED: usize = 64 << 10;

/// The cases of a problem, each made when the first test asks for it: what is known of the largest takes longer to find than
/// most mutants take.
pub(crate) struct Cases<Trial> {
    cases: Vec<(CaseSpec, OnceLock<Trial>)>,
    prepare: fn(&[u8]) -> Trial,
}

/// Whether the case of that name is committed: the `.gitignore` of the cases goes by the name too.
pub(crate) fn is_committed(name: &str) -> bool {
    !is_on_demand(name)
}

pub(crate) fn is_on_demand(name: &str) -> bool {
    name.contains("-full-")
}

impl<Trial> Cases<Trial> {
    pub(crate) fn new(problem: &str, prepare: fn(&[u8]) -> Trial) -> Self {
        let shipped = families(problem).expect("a shipped problem");
        let recipe = Recipe::parse(shipped.recipe).expect("the shipped recipe is right");
        let cases = recipe.cases.into_iter().map(|case| (case, OnceLock::new())).collect();
        Cases { cases, prepare }
    }

    /// The cases of such names, with these.
    pub(crate) fn on(&self, on: fn(&str) -> bool) -> impl Iterator<Item = (&str, &Trial)> {
        let chosen = self.cases.iter().filter(move |(case, _)| on(&case.name));
        chosen.map(|(case, trial)| {
            let make = || {
                let bytes =
                    case.generate().unwrap_or_else(|error| panic!("{}: {error}", case.name));
                let small = bytes.len() <= COMMITTED;
                assert!(small || is_on_demand(&case.name), "{} is too large", case.name);
                (self.prepare)(&bytes)
            };
            (&*case.name, trial.get_or_init(make))
        })
    }
}

impl<Trial, Solve> Part<Trial, Solve> {
    /// The table of these mutants, and the names of those that no case kills.
    fn table(&self, cases: &Cases<Trial>) -> (String, Vec<&'static str>) {
        let mut table = format!("\n## {}\n\n{}", self.title, self.head);
        let mut missed = Vec::new();
        for group in &self.groups {
            let _ = write!(table, "\n### {}\n\n{}", group.title, group.remark);
            table += if self.says_how {
                "| mutant | fault | how | killed by |\n|---|---|---|---|\n"
            } else {
                "| mutant | fault | killed by |\n|---|---|---|\n"
            };
            for mutant in group.mutants {
                let killed = group.killed(mutant, cases);
                if killed.is_empty() {
                    missed.push(mutant.name);
                }
                let named = killed.iter().take(NAMED).map(|(name, _)| format!("`{name}`"));
                let mut names: Vec<String> = named.collect();
                if killed.len() > NAMED {
                    names.push(format!("{} more", killed.len() - NAMED));
                }
                let how = match killed.first() {
                    Some((_, how)) if self.says_how => format!("{how} | "),
                    _ => String::new(),
                };
                let Mutant { name, fault, .. } = mutant;
                let _ = writeln!(table, "| {name} | {fault} | {how}{} |", names.join(", "));
            }
        }
        (table, missed)
    }
}

impl<Trial, Solve> Group<Trial, Solve> {
    /// The cases that kill a mutant, and how.
    fn killed<'a>(
        &self,
        mutant: &Mutant<Solve>,
        cases: &'a Cases<Trial>,
    ) -> Vec<(&'a str, &'static str)> {
        let kill = |(name, trial)| Some((name, (self.kills)(trial, &mutant.solve)?));
        cases.on(self.on).filter_map(kill).take(self.enough).collect()
    }
}

#[test]
fn every_mutant_is_killed() {
    let parts = thread::scope(|scope| {
        let parts = [
            scope.spawn(|| infinity_war::part().table(&infinity_war::CASES)),
            scope.spawn(|| huepfburg::part().table(&huepfburg::CASES)),
            scope.spawn(|| subtraction_game::part().table(&subtraction_game::CASES)),
        ];
        parts.map(|part| part.join().expect("no mutant panics"))
    });
    let mut page = String::from(HEAD);
    let mut missed = Vec::new();
    for (table, not_killed) in parts {
        page += &table;
        missed.extend(not_killed);
    }
    compare_with_docs(&page);
    assert!(missed.is_empty(), "not killed: {}", missed.join(", "));
}

fn compare_with_docs(page: &str) {
    let file = path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/mutants.md");
    if env::var_os("UPDATE_DOCS").is_some() {
        fs::create_dir_all(file.parent().expect("docs")).expect("docs can be made");
        fs::write(&file, page).expect("docs/mutants.md can be written");
    }
    let written = fs::read_to_string(&file).unwrap_or_default();
    let hint = "docs/mutants.md is stale; run UPDATE_DOCS=1 cargo test -p referee-generators --test mutants";
    assert!(written == page, "{hint}");
}

const HEAD: &str = "\
# Mutants

Each mutant is a solver with one fault, as real ones had it. Each is killed by a case that is
committed, or, where no committed case can, by one that is made on demand.

These tables are made, and kept true, by `generators/tests/mutants`.
";
