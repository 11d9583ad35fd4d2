//! Every known way to get a problem wrong is killed by one of its cases, and no right solver is. The tables of which case kills
//! which mutant are `docs/mutants.md`, which `UPDATE_DOCS=1 cargo test -p referee-mutants --test table` rewrites.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::{LazyLock, OnceLock};
use std::{env, fs, path, thread};

use referee_checker::{infinity_war::Prepared as Board, subtraction_game::Prepared as Position};
use referee_generators::{CaseSpec, Recipe, families};
use referee_mutants::{ChangedLine, Equivalents, equivalents};
use referee_mutants::{Group, Mutant, NAMED, Part, is_on_demand};
use referee_mutants::{huepfburg, infinity_war, subtraction_game};

static INFINITY_WAR: LazyLock<Cases<Board>> = LazyLock::new(|| Cases::of(&infinity_war::part()));
static HUEPFBURG: LazyLock<Cases<huepfburg::Trial>> =
    LazyLock::new(|| Cases::of(&huepfburg::part()));
static SUBTRACTION_GAME: LazyLock<Cases<Position>> =
    LazyLock::new(|| Cases::of(&subtraction_game::part()));

/// The largest input that is committed.
const COMMITTED: usize = 64 << 10;

/// The cases of a problem, each made when the first test asks for it: what is known of the largest takes longer to find than
/// most mutants take.
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

    /// The cases of such names, with these.
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

/// The table of these mutants, and the names of those that no case kills.
fn table<Trial, Solve>(
    part: &Part<Trial, Solve>,
    cases: &Cases<Trial>,
) -> (String, Vec<&'static str>) {
    let mut table = format!("\n## {}\n\n{}", part.title, part.head);
    let mut missed = Vec::new();
    for group in &part.groups {
        let _ = write!(table, "\n### {}\n\n{}", group.title, group.remark);
        table += if part.says_how {
            "| mutant | fault | how | killed by |\n|---|---|---|---|\n"
        } else {
            "| mutant | fault | killed by |\n|---|---|---|\n"
        };
        for mutant in group.mutants {
            let killed = killed(group, mutant, cases);
            if killed.is_empty() {
                missed.push(mutant.name);
            }
            let named = killed.iter().take(NAMED).map(|(name, _)| format!("`{name}`"));
            let mut names: Vec<String> = named.collect();
            if killed.len() > NAMED {
                names.push(format!("{} more", killed.len() - NAMED));
            }
            let how = match killed.first() {
                Some((_, how)) if part.says_how => format!("{how} | "),
                _ => String::new(),
            };
            let Mutant { name, fault, .. } = mutant;
            let _ = writeln!(table, "| {name} | {fault} | {how}{} |", names.join(", "));
        }
    }
    table += &not_killed(part.equivalents);
    (table, missed)
}

/// What the page says of the mutants of the jury's programs that no case kills.
fn not_killed(equivalents: &[Equivalents]) -> String {
    let mut text = String::from(NOT_KILLED);
    let mut program = "";
    for one in equivalents {
        if program != one.program {
            program = one.program;
            let _ = write!(text, "\n#### `examples/{program}`\n");
        }
        let _ = write!(text, "\n{}\n\n```diff\n{}\n```\n", one.why, one.diff.trim_matches('\n'));
    }
    text
}

/// The cases that kill a mutant, and how.
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
            scope.spawn(|| table(&infinity_war::part(), &INFINITY_WAR)),
            scope.spawn(|| table(&huepfburg::part(), &HUEPFBURG)),
            scope.spawn(|| table(&subtraction_game::part(), &SUBTRACTION_GAME)),
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

/// By its name a mutant is found, in docs and in what hunts for it.
#[test]
fn names_are_different() {
    let mutants = referee_mutants::mutants();
    let mut names = BTreeSet::new();
    for known in &mutants {
        assert!(names.insert((known.problem, known.name)), "there are two of {known:?}");
    }
}

/// An explanation holds of the program as it is. That `referee mutate` makes these mutants, a test beside its operators holds.
#[test]
fn equivalents_are_changes_of_lines_of_the_programs() {
    for one in equivalents() {
        let path =
            path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(one.program);
        let text = fs::read_to_string(path).expect(one.program);
        let lines: BTreeSet<&str> = text.lines().map(str::trim).collect();
        let changed = one.changed_lines();
        assert!(!changed.is_empty(), "{one:?}");
        for ChangedLine { old, new } in changed {
            assert!(lines.contains(old), "{} has no line {old}", one.program);
            assert_ne!(old, new, "{}", one.program);
        }
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

const NOT_KILLED: &str = "
### Made of the jury's programs, and not killed

`referee mutate` makes these of the programs in `examples`, and no committed case kills them: no
input within the bounds of the statement can, or only one that is too large to be committed.
";

const HEAD: &str = "\
# Mutants

Each mutant is a solver with one fault, as real ones had it. Each is killed by a case that is
committed, or, where no committed case can, by one that is made on demand.

These tables are made, and kept true, by `crates/mutants/tests/table.rs`.
";
