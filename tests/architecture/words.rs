//! The invariants of ARCHITECTURE.md that can be checked by searching the sources for words.

use std::fs;
use std::path::PathBuf;

use crate::house::{crates, folder, root};

/// A source file: its path below the workspace, with `/`, and its lines without comments.
struct Source {
    path: String,
    lines: Vec<String>,
}

/// Returns the Rust sources below a folder of the workspace, without the templates of programs.
fn sources(folder: &str) -> Vec<Source> {
    let walk = walkdir::WalkDir::new(root().join(folder)).sort_by_file_name();
    let walk = walk.into_iter().filter_entry(|entry| entry.file_name() != "templates");
    let paths = walk.into_iter().map(|entry| entry.unwrap().into_path());
    let rust = paths.filter(|path| path.extension().is_some_and(|ending| ending == "rs"));
    let sources: Vec<Source> = rust.map(|path| read(&path)).collect();
    assert!(!sources.is_empty(), "there are no sources in {folder}");
    sources
}

fn read(path: &PathBuf) -> Source {
    let text = fs::read_to_string(path).unwrap();
    let is_comment = |line: &str| line.trim_start().starts_with("//");
    let code = |line: &str| if is_comment(line) { String::new() } else { line.to_string() };
    let relative = path.strip_prefix(root()).unwrap();
    Source {
        path: relative.to_string_lossy().replace('\\', "/"),
        lines: text.lines().map(code).collect(),
    }
}

/// Asserts that none of `words` occurs in the code of the sources. A word ends where no letter,
/// digit or underscore follows.
#[track_caller]
fn refuse(sources: impl IntoIterator<Item = Source>, words: &[&str]) {
    let mut found = Vec::new();
    for source in sources {
        for (line, number) in source.lines.iter().zip(1..) {
            for word in words.iter().filter(|word| has_word(line, word)) {
                found.push(format!("{}:{number} has {word}: {}", source.path, line.trim()));
            }
        }
    }
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

fn has_word(line: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + word.len()..].chars().next();
        let goes_on = word.ends_with(is_part) && after.is_some_and(is_part);
        !goes_on && !before.is_some_and(is_part)
    })
}

fn outside<'a>(all: Vec<Source>, but: &'a [&str]) -> impl Iterator<Item = Source> + 'a {
    all.into_iter().filter(|source| !but.iter().any(|folder| source.path.starts_with(folder)))
}

#[test]
fn words_are_found_whole() {
    assert!(has_word("use std::fs;", "std::fs") && has_word("std::fs::read()", "std::fs"));
    assert!(!has_word("std::fsx", "std::fs") && !has_word("mystd::fs", "std::fs"));
    assert!(has_word("referee::x", "referee::") && !has_word("my_referee::x", "referee::"));
}

/// Crates that only compute.
const PURE: [&str; 8] = [
    "checker/src",
    "crates/checktestdata/src",
    "crates/counterexamples/src",
    "crates/games/src",
    "crates/inputs/src",
    "generators/src",
    "crates/similar/src",
    "crates/tokens/src",
];

/// Crates that are optimized for speed: they compute or scan every byte, or are benchmarks.
const FAST: [&str; 12] = [
    "base",
    "benches",
    "checker",
    "checktestdata",
    "fourier",
    "games",
    "generators",
    "mutants",
    "similar",
    "solvers",
    "suites",
    "tokens",
];

/// Access to anything beyond the process.
const OUTSIDE: [&str; 8] = [
    "std::env",
    "std::process",
    "std::time::Instant",
    "std::time::SystemTime",
    "std::net",
    "std::os",
    "println!",
    "eprintln!",
];

#[test]
fn what_only_computes_touches_nothing_outside() {
    for folder in PURE {
        let but = ["checker/src/main.rs", "checker/src/bin/"];
        refuse(outside(sources(folder), &but), &[&OUTSIDE[..], &["std::fs"]].concat());
    }
}

/// A package is only read; nothing in it is run.
#[test]
fn the_model_of_packages_only_reads_files() {
    refuse(sources("crates/package/src"), &OUTSIDE);
    let writes = ["fs::write", "File::create", "OpenOptions", "create_dir", "remove_", "Whole"];
    refuse(sources("crates/package/src"), &writes);
}

#[test]
fn what_only_computes_has_no_global_state() {
    let words = ["static mut", "thread_local!", "LazyLock", "RwLock"];
    let is_static = |line: &str| {
        let line = line.trim_start();
        let line = line.strip_prefix("pub ").or(line.strip_prefix("pub(crate) ")).unwrap_or(line);
        line.starts_with("static ")
    };
    for folder in PURE {
        refuse(sources(folder), &words);
        for source in sources(folder) {
            let found = source.lines.iter().find(|line| is_static(line));
            assert_eq!(found, None, "{} has a static item", source.path);
        }
    }
}

#[test]
fn the_checker_has_no_dependencies() {
    let text = fs::read_to_string(root().join("checker/Cargo.toml")).unwrap();
    let manifest: toml::Table = text.parse().unwrap();
    let dependencies = manifest.get("dependencies").and_then(toml::Value::as_table);
    assert!(dependencies.is_none_or(toml::Table::is_empty), "{dependencies:?}");
    assert!(!manifest.contains_key("build-dependencies") && !manifest.contains_key("target"));
    refuse(sources("checker/src"), &["extern crate"]);
}

/// Returns the sources of the engine and of the command line: all crates except those that only
/// compute.
fn engine() -> impl Iterator<Item = Source> {
    let computes = |name: &&str| PURE.contains(&&*folder(name).join("src").to_string_lossy());
    crates()
        .filter(move |name| !computes(name))
        .flat_map(|name| sources(&folder(name).join("src").to_string_lossy()))
}

/// Returns the sources of the engine outside these folders and files.
fn engine_but(but: &[&str]) -> impl Iterator<Item = Source> {
    engine().filter(|source| !but.iter().any(|path| source.path.starts_with(path)))
}

#[test]
fn only_the_command_line_knows_arguments() {
    refuse(engine_but(&["src/"]), &["cli::", "clap", "clap_complete", "clap_mangen"]);
}

#[test]
fn only_the_command_line_sets_the_exit_code() {
    // On Ctrl-C, `base`, which knows the half-written files, ends the process with a code it was
    // given. The launcher of the sandbox is a separate process.
    let but = ["src/", "crates/base/", "crates/sandbox/"];
    refuse(engine_but(&but), &["process::exit", "ExitCode"]);
}

#[test]
fn only_reports_format_for_people() {
    let but = ["crates/display/", "crates/report/", "crates/results/", "crates/sandbox/"];
    let words = ["anstyle", "println!", "eprintln!", "print!", "eprint!"];
    refuse(engine_but(&but), &words);
}

#[test]
fn solvers_do_not_use_the_search_of_the_checker() {
    let of_any_problem = &["Prepared", "prepare", "Refutation", "strict_form"][..];
    let of_one = &["Reach", "MoveRows", "Shortest", "can_meet", "winning_move"];
    refuse(sources("crates/solvers/src"), &[of_any_problem, of_one].concat());
}

#[test]
fn only_the_registries_know_a_problem_by_name() {
    // The examples of the command line name a problem; the engine must not depend on one.
    for [module, words @ ..] in [
        ["infinity_war", "InfinityWar", "INFINITY_WAR", "\"infinity-war\""],
        ["huepfburg", "Huepfburg", "HUEPFBURG", "\"huepfburg\""],
        ["subtraction_game", "SubtractionGame", "SUBTRACTION_GAME", "\"subtraction-game\""],
    ] {
        let words = [&[module][..], &words].concat();
        let own = ["generators", "checker", "crates/solvers"]
            .map(|folder| format!("{folder}/src/{module}/"));
        let registries = [
            "crates/solvers/src/lib.rs",
            "crates/export/",
            "crates/mutants/",
            "generators/src/registry.rs",
            "generators/src/lib.rs",
            "checker/src/lib.rs",
        ];
        let but: Vec<&str> = own.iter().map(String::as_str).chain(registries).collect();
        let computing = ["generators/src", "checker/src"].into_iter().flat_map(sources);
        let all = engine().chain(computing);
        refuse(all.filter(|one| !but.iter().any(|path| one.path.starts_with(path))), &words);
    }
}

/// A file that `main.rs` does not name is not compiled, and its tests do not run.
#[test]
fn no_file_of_a_test_program_is_forgotten() {
    for main in sources("tests").into_iter().filter(|source| source.path.ends_with("/main.rs")) {
        let folder = main.path.trim_end_matches("main.rs");
        let beside = sources(folder).into_iter().filter_map(|source| {
            let stem = source.path.strip_prefix(folder)?.strip_suffix(".rs")?;
            (!stem.contains('/') && stem != "main").then(|| stem.to_string())
        });
        for stem in beside {
            let declared = format!("mod {stem};");
            assert!(main.lines.contains(&declared), "{} has no `{declared}`", main.path);
        }
    }
}

/// A comment that is wider than the code is not read. Code in documentation may be wider.
#[test]
fn comments_are_at_most_100_columns_wide() {
    let mut found = Vec::new();
    let folders = ["benches", "checker", "crates", "dist", "fuzz", "generators", "src", "tests"];
    for source in folders.into_iter().flat_map(sources) {
        let mut is_code = false;
        let text = fs::read_to_string(root().join(&source.path)).unwrap();
        for (line, number) in text.lines().zip(1..) {
            let is_comment = line.trim_start().starts_with("//");
            is_code ^= is_comment && line.contains("```");
            if is_comment && !is_code && line.chars().count() > 100 {
                found.push(format!("{}:{number}", source.path));
            }
        }
    }
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

/// `benches/targets.rs` must measure what users build: benches have no profile of their own, and
/// only crates that compute are optimized for speed.
#[test]
fn releases_are_optimized_for_speed_where_they_compute() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let manifest: toml::Table = manifest.parse().unwrap();
    let profiles = manifest["profile"].as_table().unwrap();
    assert!(!profiles.contains_key("bench"), "benches are built as releases are");
    // The default optimizes for speed. A setting for all packages would also optimize the
    // dependencies of macros.
    let release = profiles["release"].as_table().unwrap();
    assert!(!release.contains_key("opt-level"));
    let small = release["package"].as_table().unwrap();
    for (name, profile) in small {
        // The last crate is compiled on all cores.
        let units = if name == "referee" { "codegen-units = 4, " } else { "" };
        assert_eq!(profile.to_string(), format!("{{ {units}opt-level = \"s\" }}"), "{name}");
    }
    let is_small = |name: &str| name == "referee" || small.contains_key(&format!("referee-{name}"));
    let mut fast: Vec<&str> = crates().chain(["benches"]).filter(|name| !is_small(name)).collect();
    fast.sort_unstable();
    assert_eq!(fast, FAST);
}

#[test]
fn the_exit_codes_are_documented() {
    let Ok(readme) = fs::read_to_string(root().join("README.md")) else {
        return eprintln!("SKIPPED the_exit_codes_are_documented: there is no README.md");
    };
    let readme = readme.to_lowercase();
    assert!(readme.contains("exit code"), "README.md does not tell the exit codes");
    for code in ["0", "1", "2", "3", "130"] {
        assert!(has_word(&readme, code), "README.md does not tell what exit code {code} means");
    }
}
