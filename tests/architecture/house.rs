//! The crates: which imports which, and how large each is.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The crates from the bottom to the top, each with all workspace crates it imports. Every new
/// crate and every new import is justified here.
const CRATES: [(&str, &[&str]); 32] = [
    ("checker", &[]),
    ("base", &["checker"]),
    ("tokens", &[]),
    ("checktestdata", &["checker"]),
    ("fourier", &[]),
    ("games", &["base", "fourier"]),
    ("similar", &["base", "tokens"]),
    ("generators", &["base", "checker"]),
    ("sandbox", &["base"]),
    ("package", &["base", "checker", "checktestdata"]),
    ("mutants", &["checker", "generators"]),
    ("counterexamples", &["base", "generators"]),
    ("inputs", &["base", "checker", "checktestdata", "counterexamples", "generators"]),
    ("events", &["base", "checker", "package"]),
    ("solvers", &["checker", "games", "generators"]),
    ("suites", &["events", "package"]),
    ("display", &["base", "checker", "events", "package", "suites"]),
    ("programs", &["base", "checker", "events", "package", "sandbox"]),
    (
        "problem",
        &[
            "base",
            "checker",
            "checktestdata",
            "events",
            "generators",
            "package",
            "programs",
            "sandbox",
            "solvers",
        ],
    ),
    ("intake", &["base", "checker", "events", "package", "programs"]),
    (
        "judge",
        &["base", "checker", "events", "intake", "package", "problem", "programs", "sandbox"],
    ),
    (
        "author",
        &[
            "base", "checker", "events", "games", "generators", "package", "problem", "programs",
            "sandbox", "solvers",
        ],
    ),
    ("export", &["author", "base", "events", "package", "problem", "programs"]),
    (
        "strength",
        &[
            "author",
            "base",
            "checker",
            "counterexamples",
            "events",
            "games",
            "generators",
            "inputs",
            "intake",
            "judge",
            "package",
            "problem",
            "programs",
            "sandbox",
            "tokens",
        ],
    ),
    ("course", &["base", "checker", "events", "intake", "programs", "similar", "tokens"]),
    ("shards", &["base", "checker", "events", "judge", "problem"]),
    ("batch", &["base", "checker", "events", "judge", "problem", "programs", "sandbox"]),
    // Never the engine: a report is made of events.
    ("report", &["base", "checker", "course", "display", "events", "package", "suites"]),
    ("page", &["base", "course", "display", "events", "report", "suites"]),
    (
        "results",
        &[
            "author",
            "base",
            "batch",
            "checker",
            "counterexamples",
            "course",
            "display",
            "events",
            "games",
            "generators",
            "judge",
            "problem",
            "programs",
            "shards",
            "similar",
            "strength",
            "suites",
        ],
    ),
    (
        "run",
        &[
            "base", "batch", "checker", "course", "display", "events", "intake", "judge",
            "package", "page", "problem", "programs", "report", "sandbox", "shards", "strength",
            "suites",
        ],
    ),
    (
        "referee",
        &[
            "author",
            "base",
            "batch",
            "checker",
            "counterexamples",
            "course",
            "display",
            "events",
            "export",
            "games",
            "generators",
            "intake",
            "judge",
            "package",
            "page",
            "problem",
            "programs",
            "report",
            "results",
            "run",
            "sandbox",
            "shards",
            "similar",
            "strength",
            "suites",
        ],
    ),
];

/// The maximum number of lines of a crate, without tests.
const MAX_LINES: usize = 8_000;

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns all crates, from the bottom to the top.
pub(crate) fn crates() -> impl Iterator<Item = &'static str> {
    CRATES.iter().map(|(name, _)| *name)
}

/// Returns the folder of a crate below the workspace.
pub(crate) fn folder(name: &str) -> PathBuf {
    match name {
        "referee" => PathBuf::new(),
        "checker" | "generators" => name.into(),
        _ => Path::new("crates").join(name),
    }
}

fn manifest(name: &str) -> toml::Table {
    let path = root().join(folder(name)).join("Cargo.toml");
    fs::read_to_string(path).unwrap().parse().unwrap()
}

/// Returns the workspace crates in a table of a manifest, without the prefix of their names.
fn own(manifest: &toml::Table, kind: &str) -> Vec<String> {
    let table = manifest.get(kind).and_then(toml::Value::as_table);
    let names = table.into_iter().flat_map(toml::Table::keys);
    names.filter_map(|name| name.strip_prefix("referee-")).map(str::to_string).collect()
}

#[test]
fn no_crate_is_missing() {
    let folders = fs::read_dir(root().join("crates")).unwrap();
    let folders = folders.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let there: BTreeSet<String> = folders.collect();
    let known = crates().filter(|name| folder(name).starts_with("crates"));
    assert_eq!(there, known.map(str::to_string).collect());
}

#[test]
fn every_crate_imports_what_is_said_and_lies_above_it() {
    let mut below = BTreeSet::new();
    for (name, imports) in CRATES {
        let manifest = manifest(name);
        assert_eq!(own(&manifest, "dependencies"), imports, "{name}/Cargo.toml");
        let above = imports.iter().filter(|import| !below.contains(*import));
        assert_eq!(above.count(), 0, "{name} imports what lies above it");
        assert!(own(&manifest, "build-dependencies").is_empty(), "{name}");
        below.insert(name);
    }
}

/// The fingerprint of verdicts hashes the crates below `judge`, which its build script finds in the
/// manifests, line by line.
#[test]
fn the_manifests_are_written_as_the_build_script_reads_them() {
    for name in crates() {
        let text = fs::read_to_string(root().join(folder(name)).join("Cargo.toml")).unwrap();
        let lines = text.lines().skip_while(|line| *line != "[dependencies]").skip(1);
        let lines = lines.take_while(|line| !line.starts_with('['));
        let own_lines = lines.filter_map(|line| line.strip_prefix("referee-")?.split('.').next());
        assert_eq!(own_lines.collect::<Vec<_>>(), own(&manifest(name), "dependencies"), "{name}");
    }
}

/// A library without unit tests is not built a second time to run none; one with unit tests is.
#[test]
fn a_library_is_built_for_unit_tests_where_there_are_some() {
    for name in crates() {
        let library = manifest(name).get("lib").cloned();
        let is_built = library.and_then(|library| library.get("test")?.as_bool()).unwrap_or(true);
        let has_tests = sources(name).any(|path| {
            fs::read_to_string(path).unwrap().lines().any(|line| line.trim() == "#[test]")
        });
        assert_eq!(is_built, has_tests, "{name}: [lib] test");
    }
}

/// Returns the sources of a crate, including those of its unit tests.
fn sources(name: &str) -> impl Iterator<Item = PathBuf> {
    let walk = walkdir::WalkDir::new(root().join(folder(name)).join("src")).into_iter();
    let files = walk.map(|entry| entry.unwrap().into_path());
    files.filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
}

/// Returns the number of lines in the sources of a crate, without test files.
fn lines(name: &str) -> usize {
    let is_code = |path: &PathBuf| {
        let is_test = path.components().any(|part| part.as_os_str() == "tests")
            || path.file_name().is_some_and(|name| name == "tests.rs");
        !is_test
    };
    let files = sources(name).filter(is_code);
    files.map(|path| fs::read_to_string(path).unwrap().lines().count()).sum()
}

#[test]
fn no_crate_is_too_large() {
    for name in crates() {
        let lines = lines(name);
        assert!(lines <= MAX_LINES, "{name} has {lines} lines: {MAX_LINES} are enough");
    }
}

/// `UPDATE_DOCS=1` rewrites the table.
#[test]
fn the_table_of_the_docs_is_made_from_the_list() {
    let path = root().join("ARCHITECTURE.md");
    let text = fs::read_to_string(&path).unwrap();
    let head = "| crate | imports |\n| --- | --- |\n";
    let (before, rest) = text.split_once(head).expect("ARCHITECTURE.md has the table");
    let (_, after) = rest.split_once("\n\n").unwrap();
    let row = |(name, imports): (&str, &[&str])| match imports {
        [] => format!("| `{name}` | nothing |"),
        _ => format!("| `{name}` | {} |", imports.join(", ")),
    };
    let rows = CRATES.map(row).join("\n");
    let expected = format!("{before}{head}{rows}\n\n{after}");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(path, expected).unwrap();
    } else {
        assert!(text == expected, "run this test with UPDATE_DOCS=1");
    }
}
