//! Measures how long it takes to compile, compare and judge the mutants of an 80-line C++ program
//! on 60 cases.
//!
//! Run with `cargo bench --bench mutate`, on an idle machine. The goal is five minutes for 1,000
//! mutants on two cores. A program that includes only the headers it needs is measured beside the
//! same program with `#include <bits/stdc++.h>`, which takes longer to compile. The program has
//! fewer mutants: all of them are measured, and a few of them, which separates the time per mutant
//! from the start. Compilers take nine tenths of the time, so the result depends on the machine as
//! they do.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use referee_generators::{Random, Seed};

const PROGRAM: &str = include_str!("mutate/roads.cpp");

/// The parts of `bits/stdc++.h` that the program needs.
const HEADERS: &str = "#include <algorithm>\n#include <cstdio>\n#include <queue>\n#include <utility>\n#include <vector>";

const PROBLEM: &str = "format = 1\nname = 'roads'\ncases = 'cases'\n[checker]\nkind = 'tokens'\n\
    [solver]\ncommand = ['roads.cpp']\n[limits]\ntime = 1\n";

const CASES: u64 = 60;

/// The number of mutants for the shorter run, large enough that headers are precompiled.
const FEW: &str = "20";

fn main() {
    // Nothing is measured under `cargo test`.
    if !std::env::args().any(|word| word == "--bench") {
        return;
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    println!("{CASES} cases, {} lines, {cores} cores", PROGRAM.lines().count());
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    println!("load before: {}", load.split(' ').next().unwrap_or("unknown"));
    measure("the headers that are needed", &PROGRAM.replace("#include <bits/stdc++.h>", HEADERS));
    measure("bits/stdc++.h", PROGRAM);
}

fn measure(title: &str, program: &str) {
    let folder = tempfile::tempdir().unwrap();
    let path = |below: &str| folder.path().join(below);
    for below in ["cases/secret", "submissions/accepted"] {
        fs::create_dir_all(path(below)).unwrap();
    }
    fs::write(path("problem.toml"), PROBLEM).unwrap();
    fs::write(path("roads.cpp"), program).unwrap();
    fs::write(path("submissions/accepted/roads.cpp"), program).unwrap();
    for case in 0..CASES {
        fs::write(path(&format!("cases/secret/{case:02}.in")), input(case)).unwrap();
    }
    referee(folder.path(), &["solve", "."]);
    let few = Measured::of(folder.path(), &["--max", FEW]);
    let all = Measured::of(folder.path(), &[]);
    let totals = &all.totals;
    let count = |what: &str| totals[what].as_u64().unwrap();
    assert!(count("killed") > count("survived") && count("not_judged") == 0, "{totals}");
    println!("\n{title}: {} mutants", all.mutants);
    for what in ["killed", "too_slow", "survived", "same_program", "duplicates", "not_compiled"] {
        println!("  {what:<13} {:>6}", count(what));
    }
    // Extrapolates linearly through both.
    let beyond = (1000.0 - all.mutants) / (all.mutants - few.mutants);
    for Measured { mutants, clock, processors, .. } in [&few, &all] {
        println!("  for {mutants:<9} {clock:>6.0} s, of the processors {processors:.0} s");
    }
    println!(
        "  for 1,000     {:>6.0} s, of the processors {:.0} s",
        all.clock + beyond * (all.clock - few.clock),
        all.processors + beyond * (all.processors - few.processors)
    );
}

/// The cost of mutants.
struct Measured {
    mutants: f64,
    totals: serde_json::Value,
    /// Wall-clock time and processor time, in seconds.
    clock: f64,
    processors: f64,
}

impl Measured {
    fn of(folder: &Path, options: &[&str]) -> Measured {
        let (start, before) = (Instant::now(), processor_seconds());
        let words = ["mutate", ".", "--record", "off", "--format", "json"];
        let said = referee(folder, &[&words, options].concat());
        let (clock, processors) = (start.elapsed().as_secs_f64(), processor_seconds() - before);
        let said: serde_json::Value = serde_json::from_str(&said).unwrap();
        let totals = said["totals"].clone();
        Measured { mutants: totals["mutants"].as_f64().unwrap(), totals, clock, processors }
    }
}

/// A graph with heights and queries, mostly small.
fn input(case: u64) -> String {
    let mut random = Random::new(Seed::from_value(case));
    let nodes = *random.choose(&[2, 3, 5, 8, 20, 50, 100, 300]);
    let longest = *random.choose(&[1, 2, 10, 1_000_000_000]);
    let (roads, questions) = (random.between(0, 3 * nodes), random.between(1, 10));
    let mut text = format!("{nodes} {roads} {questions}\n");
    for node in 1..=nodes {
        let end = if node == nodes { '\n' } else { ' ' };
        let _ = write!(text, "{}{end}", random.between(0, 255));
    }
    for _ in 0..roads {
        let from = random.between(1, nodes - 1);
        let _ = writeln!(
            text,
            "{from} {} {}",
            random.between(from + 1, nodes),
            random.between(1, longest)
        );
    }
    for _ in 0..questions {
        let _ = writeln!(text, "{} {}", random.between(1, nodes), random.between(1, nodes));
    }
    text
}

fn referee(folder: &Path, words: &[&str]) -> String {
    let run = Command::new(referee_benches::program()).args(words).current_dir(folder).output();
    let run = run.unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).unwrap()
}

/// The processor time of the child processes waited for, in seconds.
fn processor_seconds() -> f64 {
    let text = fs::read_to_string("/proc/self/stat").unwrap();
    // The name of the program, in brackets, may contain spaces.
    let fields = text.rsplit(')').next().unwrap().split_whitespace();
    let ticks: f64 = fields.skip(13).take(2).map(|ticks| ticks.parse::<f64>().unwrap()).sum();
    ticks / 100.0
}
