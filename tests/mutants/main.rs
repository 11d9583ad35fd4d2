//! Every known way to get Infinity War wrong is caught by a committed case. The table of which case
//! catches which mutant is `docs/mutants.md`; `UPDATE_DOCS=1 cargo test --test mutants` rewrites it.

mod slow;
mod solver;
mod wrong;

use std::fmt::Write as _;
use std::{env, fs, path};

use referee_checker::infinity_war::{Claim, Instance, Prepared};
use referee_checker::text::Form;
use referee_generators::{Recipe, families};

use solver::{RIGHT, Steps, TimeLimit};

/// A solver with one fault.
pub(crate) struct Mutant {
    pub(crate) name: &'static str,
    pub(crate) fault: &'static str,
    pub(crate) solve: fn(&Instance, &mut Steps) -> Result<Claim, TimeLimit>,
}

/// The largest case that is committed.
const COMMITTED: usize = 64 << 10;

/// The most cases that the table names for one mutant.
const NAMED: usize = 3;

struct Case {
    name: String,
    prepared: Prepared,
    committed: bool,
}

fn cases() -> Vec<Case> {
    let shipped = families("infinity-war").expect("a shipped problem");
    let recipe = Recipe::parse(shipped.recipe).expect("the shipped recipe is right");
    let made = recipe.cases.into_iter().map(|case| {
        let bytes = case.generate().unwrap_or_else(|error| panic!("{}: {error}", case.name));
        let instance = Instance::parse(&bytes, Form::Strict).expect("families write legal inputs");
        let prepared = Prepared::new(instance);
        Case { name: case.name, prepared, committed: bytes.len() <= COMMITTED }
    });
    made.collect()
}

impl Case {
    fn catches(&self, mutant: &Mutant) -> bool {
        let instance = self.prepared.instance();
        match (mutant.solve)(instance, &mut Steps::for_side(instance.n())) {
            Ok(claim) => self.prepared.check(claim).is_err(),
            Err(TimeLimit) => true,
        }
    }
}

#[test]
fn the_right_solver_is_not_caught() {
    let right = Mutant { name: "right", fault: "none", solve: |i, steps| RIGHT.solve(i, steps) };
    for case in cases() {
        assert!(!case.catches(&right), "{} catches the right solver", case.name);
    }
}

#[test]
fn every_mutant_is_caught() {
    let cases = cases();
    let mut table = String::from(HEAD);
    let mut missed = Vec::new();
    let groups = [
        ("Wrong answers", wrong::WRONG, true),
        ("Wrong answers on boards too large to commit", wrong::WRONG_ON_LARGE_BOARDS, false),
        ("Too slow", slow::SLOW, true),
    ];
    for (title, mutants, committed) in groups {
        let _ = write!(table, "\n## {title}\n\n| mutant | fault | caught by |\n|---|---|---|\n");
        for mutant in mutants {
            let eligible = cases.iter().filter(|case| case.committed == committed);
            let caught: Vec<&str> =
                eligible.filter(|case| case.catches(mutant)).map(|case| &*case.name).collect();
            if caught.is_empty() {
                missed.push(mutant.name);
            }
            let mut names = caught.iter().take(NAMED).map(|n| format!("`{n}`")).collect::<Vec<_>>();
            if caught.len() > NAMED {
                names.push(format!("{} more", caught.len() - NAMED));
            }
            let names = names.join(", ");
            let _ = writeln!(table, "| {} | {} | {names} |", mutant.name, mutant.fault);
        }
    }
    compare_with_docs(&table);
    assert!(missed.is_empty(), "not caught: {}", missed.join(", "));
}

fn compare_with_docs(table: &str) {
    let file = path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/mutants.md");
    if env::var_os("UPDATE_DOCS").is_some() {
        fs::create_dir_all(file.parent().expect("docs")).expect("docs can be made");
        fs::write(&file, table).expect("docs/mutants.md can be written");
    }
    let written = fs::read_to_string(&file).unwrap_or_default();
    let hint = "docs/mutants.md is stale; run UPDATE_DOCS=1 cargo test --test mutants";
    assert!(written == table, "{hint}");
}

const HEAD: &str = "\
# Mutants

Each mutant is a solver of Infinity War with one fault, as real ones had it. Each is caught by a case of
`cases/infinity-war` that is committed, or, where no committed case can, by one that is made on demand.
A mutant is too slow when it takes more than 2000 n + 1,000,000 steps, a step being a look at one move.

This table is made, and kept true, by `tests/mutants`.
";
