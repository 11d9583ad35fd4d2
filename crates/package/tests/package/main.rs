//! Reads packages: every error is reported, with its place, in one pass.

mod bad;
mod blocked;
mod generators;

use std::fs;
use std::path::Path;

use insta::assert_snapshot;
use proptest::prelude::*;
use referee_base::files::LinkBoundary;
use referee_package::{Diagnostic, Diagnostics, Package, Work};
use tempfile::TempDir;

/// The smallest valid package of each version.
const OLD: &str = "name: Sum\n";
const NEW: &str =
    "problem_format_version: 2025-09\nname: Sum\nuuid: 6d5a7a9e-0a8c-4b43-9d57-dd34a1d0a3b1\n";

/// A folder with a package.
struct Fixture(TempDir);

impl Fixture {
    /// Creates the smallest valid package with this problem.yaml.
    fn new(problem: &str) -> Fixture {
        let fixture =
            Fixture(tempfile::Builder::new().prefix("referee-package-").tempdir().unwrap());
        let is_new = problem.contains("2025-09");
        let statement =
            if is_new { "statement/problem.en.md" } else { "problem_statement/problem.en.tex" };
        for (path, text) in [
            ("problem.yaml", problem),
            (statement, "Add.\n"),
            ("input_validators/check.py", "exit(42)\n"),
            ("submissions/accepted/sum.py", "print(sum(map(int, input().split())))\n"),
            ("data/sample/1.in", "1 2\n"),
            ("data/sample/1.ans", "3\n"),
            ("data/secret/2.in", "3 4\n"),
            ("data/secret/2.ans", "7\n"),
        ] {
            fixture.write(path, text);
        }
        fixture
    }

    fn write(&self, path: &str, bytes: impl AsRef<[u8]>) {
        let path = self.0.path().join("sum").join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    fn remove(&self, path: &str) {
        let path = self.folder().join(path);
        if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }.unwrap();
    }

    fn folder(&self) -> std::path::PathBuf {
        self.0.path().join("sum")
    }

    fn read(&self) -> (Package, Vec<Diagnostic>) {
        read(&self.folder())
    }

    /// Returns the diagnostics about it and its cases.
    fn found(&self) -> Vec<Diagnostic> {
        let (package, mut found) = self.read();
        // The settings of cases are only read on demand.
        let mut more = Diagnostics::default();
        for case in &package.cases {
            package.settings(case, &mut more);
        }
        found.extend(more.sorted());
        found
    }

    /// Returns the diagnostics, one per line.
    fn wrong(&self) -> String {
        let found = self.found();
        let lines = found.iter().map(|diagnostic| {
            let help = diagnostic.help.as_ref().map_or(String::new(), |help| format!(" ({help})"));
            format!("{} {diagnostic}{help}", diagnostic.severity)
        });
        lines.collect::<Vec<_>>().join("\n")
    }
}

fn read(folder: &Path) -> (Package, Vec<Diagnostic>) {
    let mut diagnostics = Diagnostics::default();
    let package = Package::read(folder, "sum", &mut diagnostics);
    (package, diagnostics.sorted())
}

#[test]
fn nothing_is_wrong_with_the_smallest_packages() {
    for problem in [OLD, NEW, "problem_format_version: legacy\nname: Sum\n"] {
        assert_eq!(Fixture::new(problem).wrong(), "", "{problem}");
    }
    let fixture = Fixture::new("problem_format_version: 2023-07-draft\nname: Sum\n");
    assert_eq!(fixture.wrong(), "");
    let (package, _) = fixture.read();
    let names: Vec<&str> = package.judged().map(|case| &*case.name).collect();
    assert_eq!(names, ["sample/1", "secret/2"]);
    assert_eq!(
        package.solutions().first().map(String::as_str),
        Some("submissions/accepted/sum.py")
    );
}

#[test]
fn all_that_is_wrong_is_named_at_once() {
    let fixture = Fixture::new(
        "problem_format_version: 2025-09\nname: {en: Sum, deutsch: Summe}\ntype: [scoring, pass-fail]\n\
         licence: cc0\nlimits:\n  time_limit: 1.5\n  memroy: 100\n  output: lots\n",
    );
    fixture.write("data/secret/3.in", "");
    fixture.write("data/secret/4.ans", "");
    fixture.remove("submissions");
    assert_snapshot!(fixture.wrong(), @"
    error data/secret/3.in: an input without an answer (`referee solve CASES` makes the answer with an accepted submission)
    error data/secret/4.ans: an answer without an input (add data/secret/4.in or remove it)
    error problem.yaml: the key `uuid` is missing
    error problem.yaml: there is a name for `deutsch`, but no statement
    error problem.yaml:2:26: name: `deutsch` is not a language code (such as `en`, `fil` or `pt-BR`)
    error problem.yaml:3:7: a problem is either pass-fail or scoring
    error problem.yaml:4:1: unknown key `licence` (did you mean `license`?)
    error problem.yaml:6:15: time_limit is not a multiple of time_resolution, which is 1 s (write a `time_resolution` that divides it)
    error problem.yaml:7:3: unknown key `memroy` (did you mean `memory`?)
    error problem.yaml:8:11: output is `lots`; expected a whole number from 1 on
    error submissions/accepted: there is no accepted submission (the time limit is inferred from them, and they show that cases can be solved)
    ");
}

#[test]
fn settings_are_those_of_the_nearest_folder() {
    let fixture = Fixture::new(&format!("{NEW}type: scoring\n"));
    fixture.write("data/secret/test_group.yaml", "output_validator_args: [case_sensitive]\n");
    fixture.write("data/secret/2.yaml", "args: [-v, 3]\n");
    let (package, found) = fixture.read();
    assert!(found.is_empty(), "{found:?}");
    let mut diagnostics = Diagnostics::default();
    let settings = package.settings(package.case("secret/2").unwrap(), &mut diagnostics);
    assert_eq!(
        settings.arguments.arguments.as_deref(),
        Some(&["-v".to_string(), "3".to_string()][..])
    );
    assert_eq!(settings.checker_arguments, ["case_sensitive"]);
    let sample = package.settings(package.case("sample/1").unwrap(), &mut diagnostics);
    assert_eq!(sample.checker_arguments, [""; 0]);
}

#[test]
fn the_limit_of_time_is_found_where_others_look_for_it() {
    let fixture = Fixture::new(OLD);
    let time =
        |fixture: &Fixture| fixture.read().0.metadata.limits.time.map(|time| time.as_secs_f64());
    assert_eq!(time(&fixture), None);
    fixture.write("domjudge-problem.ini", "name = x\ntimelimit='2.5'\n");
    assert_eq!(time(&fixture), Some(2.5));
    fixture.remove("domjudge-problem.ini");
    fixture.write(".timelimit", "3\n");
    assert_eq!(time(&fixture), Some(3.0));
}

#[test]
fn no_unit_of_the_limit_is_too_small_to_divide_by() {
    let resolution = |limits: &str| {
        let (package, _) = Fixture::new(&format!("{NEW}limits: {limits}\n")).read();
        package.metadata.limits.time_resolution
    };
    assert_eq!(resolution("{time_resolution: 0.001}"), 0.001);
    assert!((60.0 / resolution("{time_resolution: 1e-320}")).is_finite());
}

#[test]
fn links_that_lead_out_are_not_followed() {
    use std::os::unix::fs::symlink;
    let fixture = Fixture::new(OLD);
    fs::write(fixture.0.path().join("secret.txt"), "outside").unwrap();
    let data = fixture.folder().join("data/secret");
    symlink("../../../secret.txt", data.join("3.in")).unwrap();
    symlink("2.in", data.join("4.in")).unwrap();
    symlink("2.ans", data.join("4.ans")).unwrap();
    symlink("/", data.join("root")).unwrap();
    symlink("..", data.join("circle")).unwrap();
    symlink("nowhere", data.join("5.in")).unwrap();
    assert_snapshot!(fixture.wrong(), @"
    error data/secret/3.in: this link leads out of the package; it is ignored (replace it with a copy of its target, or name a folder around both with --root)
    error data/secret/5.in: this link leads nowhere
    error data/secret/circle: a cycle of links
    error data/secret/root: this link leads out of the package; it is ignored (replace it with a copy of its target, or name a folder around both with --root)
    ");
    let (package, _) = fixture.read();
    assert!(package.case("secret/4").is_some() && package.case("secret/3").is_none());
}

#[test]
fn links_are_followed_within_their_boundary() {
    use std::os::unix::fs::symlink;
    let fixture = Fixture::new(OLD);
    let above = fixture.0.path();
    for path in ["shared/a.h", "shared/sub/b.h", ".env"] {
        fs::create_dir_all(above.join(path).parent().unwrap()).unwrap();
        fs::write(above.join(path), "").unwrap();
    }
    symlink("../sum", above.join("shared/back")).unwrap();
    symlink("/etc", above.join("shared/etc")).unwrap();
    for (link, target) in [
        ("input_validators/a.h", "../../shared/a.h"),
        ("attachments", "../shared"),
        ("include", ".."),
        ("problem.pdf", "doc/problem.pdf"),
        ("solution.md", "../.env"),
        ("output_validators", "/nowhere"),
    ] {
        symlink(target, fixture.folder().join(link)).unwrap();
    }
    let mut diagnostics = Diagnostics::default();
    let links = LinkBoundary::within(above, &fixture.folder()).unwrap();
    let package = Package::read_within(links, &fixture.folder(), "sum", &mut diagnostics);
    let found: Vec<String> = diagnostics
        .sorted()
        .iter()
        .map(|found| {
            format!(
                "{}{} {found}",
                found.severity,
                if found.blocks(Work::Converting) { "!" } else { "" }
            )
        })
        .collect();
    assert_snapshot!(found.join("\n"), @"
    warning .: 2 links lead out of the package and into its repository; followed
    error attachments/back: a cycle of links
    error attachments/etc: this link leads out of the package and of its repository; it is ignored
    error include: this link leads to a folder around the package; it is ignored
    error! output_validators: this link leads nowhere
    warning problem.pdf: this link leads nowhere
    error solution.md: this link leads to a hidden file outside of the package; it is ignored
    ");
    let files = ["attachments/a.h", "attachments/sub/b.h", "input_validators/a.h"];
    assert!(files.iter().all(|file| package.files().iter().any(|known| known == file)));
    assert_eq!(package.dangling_links(), ["output_validators", "problem.pdf"]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_are_a_reason_to_panic(
        problem in proptest::collection::vec(any::<u8>(), 0..200),
        version in prop::sample::select(vec!["", "problem_format_version: draft\n", NEW]),
        text in "(problem_format_version|type|limits|validation|name|constants|credits|grading|max_score|require_pass|a|1|-1|: |\\[|\\]|\\{|\\}|, |\n|  |- |&a |\\*a |~|'|\"){0,60}",
    ) {
        let fixture = Fixture::new("");
        fixture.write("data/secret/2.yaml", &text);
        fixture.write("data/secret/test_group.yaml", &text);
        fixture.write("data/secret/testdata.yaml", &text);
        fixture.write("submissions/submissions.yaml", &text);
        for bytes in [problem, format!("{version}{text}").into_bytes()] {
            fixture.write("problem.yaml", bytes);
            fixture.wrong();
        }
    }
}
