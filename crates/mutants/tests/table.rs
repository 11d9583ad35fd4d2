//! Every known mistake in a problem is killed by one of its cases, and no right solver is.
//! `docs/mutants.md` has the tables of which case kills which mutant; `UPDATE_DOCS=1 cargo test -p
//! referee-mutants --test table` rewrites it.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::{LazyLock, OnceLock};
use std::{env, fs, path, thread};

use referee_checker::{infinity_war::Prepared as Board, subtraction_game::Prepared as Position};
use referee_generators::{CaseSpec, Recipe, families};
use referee_mutants::{Group, Mutant, Part, is_committed, is_on_demand};
use referee_mutants::{huepfburg, infinity_war, subtraction_game};

static INFINITY_WAR: LazyLock<Cases<Board>> = LazyLock::new(|| Cases::of(&infinity_war::part()));
static HUEPFBURG: LazyLock<Cases<huepfburg::Trial>> =
    LazyLock::new(|| Cases::of(&huepfburg::part()));
static SUBTRACTION_GAME: LazyLock<Cases<Position>> =
    LazyLock::new(|| Cases::of(&subtraction_game::part()));

/// The largest committed input, in bytes.
const COMMITTED: usize = 64 << 10;

/// The cases of a problem, each prepared on first use: preparing the largest takes longer than
/// running most mutants on it.
struct Cases<Trial> {
    cases: Vec<(CaseSpec, OnceLock<Trial>)>,
    prepare: fn(&[u8]) -> Option<Trial>,
}

impl<Trial> Cases<Trial> {
    fn of<Solve>(part: &Part<Trial, Solve>) -> Self {
        let shipped = families(part.problem).expect("a shipped problem");
        let recipe = Recipe::parse(shipped.recipe).expect("the shipped recipe is right");
        let cases = recipe.cases.into_iter().map(|case| (case, OnceLock::new())).collect();
        Cases { cases, prepare: part.prepare }
    }

    /// Returns the cases whose names `on` accepts, with their trials.
    fn on(&self, on: fn(&str) -> bool) -> impl Iterator<Item = (&str, &Trial)> {
        let chosen = self.cases.iter().filter(move |(case, _)| on(&case.name));
        chosen.map(|(case, trial)| {
            let make = || {
                let bytes =
                    case.generate().unwrap_or_else(|error| panic!("{}: {error}", case.name));
                let small = bytes.len() <= COMMITTED;
                assert!(small || is_on_demand(&case.name), "{} is too large", case.name);
                (self.prepare)(&bytes).expect("families write legal inputs")
            };
            (&*case.name, trial.get_or_init(make))
        })
    }
}

/// The results of a problem's mutants.
struct Measured {
    title: &'static str,
    /// The tables of the problem.
    text: String,
    mutants: usize,
    /// The number of mutants that only one committed case kills.
    by_one_case: usize,
    on_demand: usize,
    survivors: Vec<&'static str>,
}

/// Runs the mutants of a problem on its cases.
fn measured<Trial, Solve>(part: &Part<Trial, Solve>, cases: &Cases<Trial>) -> Measured {
    let title = part.title;
    let text = format!("\n## {title}\n\n{}\n", part.limits);
    let mut found =
        Measured { title, text, mutants: 0, by_one_case: 0, on_demand: 0, survivors: Vec::new() };
    for group in &part.groups {
        let _ = write!(found.text, "\n### {}\n\n{COLUMNS}", group.title);
        for mutant in group.mutants {
            let Mutant { name, fault, .. } = mutant;
            let killed = killed(group, mutant, cases);
            let Some(&(first, _)) = killed.first() else {
                found.survivors.push(name);
                continue;
            };
            found.mutants += 1;
            found.by_one_case += usize::from(killed.len() == 1 && is_committed(first));
            found.on_demand += usize::from(is_on_demand(first));
            let more = if killed.len() == group.enough { "+" } else { "" };
            let _ =
                writeln!(found.text, "| {name} | {fault} | {}{more} | `{first}` |", killed.len());
        }
    }
    found
}

/// Returns the cases that kill a mutant, and how.
fn killed<'a, Trial, Solve>(
    group: &Group<Trial, Solve>,
    mutant: &Mutant<Solve>,
    cases: &'a Cases<Trial>,
) -> Vec<(&'a str, &'static str)> {
    let kill = |(name, trial)| Some((name, (group.kills)(trial, &mutant.solve)?));
    cases.on(group.on).filter_map(kill).take(group.enough).collect()
}

#[test]
fn every_mutant_is_killed() {
    let parts = thread::scope(|scope| {
        let parts = [
            scope.spawn(|| measured(&infinity_war::part(), &INFINITY_WAR)),
            scope.spawn(|| measured(&huepfburg::part(), &HUEPFBURG)),
            scope.spawn(|| measured(&subtraction_game::part(), &SUBTRACTION_GAME)),
        ];
        parts.map(|part| part.join().expect("no mutant panics"))
    });
    let mut page = String::from(HEAD);
    for Measured { title, mutants, by_one_case, on_demand, .. } in &parts {
        let _ = writeln!(page, "| {title} | {mutants} | {by_one_case} | {on_demand} |");
    }
    parts.iter().for_each(|part| page += &part.text);
    compare_with_docs(&page);
    let survivors: Vec<_> = parts.iter().flat_map(|part| &part.survivors).collect();
    assert!(survivors.is_empty(), "not killed: {survivors:?}");
}

#[test]
fn no_right_solver_is_killed() {
    thread::scope(|scope| {
        scope.spawn(|| right_solvers_survive(&infinity_war::part(), &INFINITY_WAR));
        scope.spawn(|| right_solvers_survive(&huepfburg::part(), &HUEPFBURG));
        scope.spawn(|| right_solvers_survive(&subtraction_game::part(), &SUBTRACTION_GAME));
    });
}

fn right_solvers_survive<Trial, Solve>(part: &Part<Trial, Solve>, cases: &Cases<Trial>) {
    for group in &part.right {
        for solver in group.mutants {
            let killed = killed(group, solver, cases);
            assert!(killed.is_empty(), "{killed:?} kill {} of {}", solver.name, part.problem);
        }
    }
}

/// Docs and hunts refer to mutants by name.
#[test]
fn names_are_different() {
    let mutants = referee_mutants::mutants();
    let mut names = BTreeSet::new();
    for known in &mutants {
        assert!(names.insert((known.problem, known.name)), "there are two of {known:?}");
    }
}

#[test]
fn mutants_are_functions_of_bytes() {
    let mutants = referee_mutants::mutants();
    let never_bob = mutants.iter().find(|known| known.name == "never-bob").expect("a mutant");
    assert_eq!(never_bob.fails(b"2\n2 1\n1 2\n1 0\n0 -1\n"), Some("wrong answer"));
    assert_eq!(never_bob.fails(b"4\n1 1\n3 3\n0 1\n-1 0\n2 -1\n-3 -3\n"), None);
    assert_eq!(never_bob.fails(b"no board"), None);
}

fn compare_with_docs(page: &str) {
    let file = path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/mutants.md");
    if env::var_os("UPDATE_DOCS").is_some() {
        fs::create_dir_all(file.parent().expect("docs")).expect("docs can be made");
        fs::write(&file, page).expect("docs/mutants.md can be written");
    }
    let written = fs::read_to_string(&file).unwrap_or_default();
    let hint =
        "docs/mutants.md is stale; run UPDATE_DOCS=1 cargo test -p referee-mutants --test table";
    assert!(written == page, "{hint}");
}

const COLUMNS: &str = "\
| mutant | mistake | cases | first |
|---|---|--:|---|
";

const HEAD: &str = "\
# Mutants

A mutant is a solver of a shipped problem with one mistake that contestants make. These tables say
which cases kill it. `crates/mutants/tests/table.rs` runs all of them and writes this page.

*cases* is how many committed cases kill the mutant (*3+*: it is slow to run, so it was stopped at
three), *first* the first of them. If a case is the only one to kill some mutant, keep it. Mutants
*on demand* need cases too large to commit, which `referee generate` makes and *cases* counts here.

The code of a mutant is in [crates/mutants/src](../crates/mutants/src): search for its name.
[CONTRIBUTING.md](../CONTRIBUTING.md) says how to add one. Mutants of the jury's programs that
`referee mutate` makes and no committed case can kill are listed with the reasons in
[equivalents.diff](../crates/mutants/src/equivalents.diff).

| problem | mutants | killed by a single committed case | on demand |
|---|--:|--:|--:|
";
