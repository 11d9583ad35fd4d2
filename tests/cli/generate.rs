//! `referee generate`, from a recipe of our own, so that the shipped ones may change.

use std::fs;

use insta::assert_snapshot;

use crate::support::Folder;

const RECIPE: &str = r#"format = 1
problem = "infinity-war"
salt = "test"

[[case]]
name = "sample/1"
family = "uniform"
n = 4

[[case]]
name = "secret/2"
family = "uniform"
n = 6
count = 2
"#;

fn with_recipe() -> Folder {
    let folder = Folder::new();
    folder.write("mine.toml", RECIPE);
    folder
}

const GENERATE: [&str; 4] = ["generate", "mine.toml", "--out", "cases"];

#[test]
fn new_and_then_unchanged() {
    let folder = with_recipe();
    assert_snapshot!(folder.referee(&GENERATE).ends_with(0), @"
    exit code: 0
    cases   3 cases from mine.toml
      new           3   sample/1, secret/2-1, secret/2-2
    exit code 0
    ");
    assert_snapshot!(folder.names().join("\n"), @"
    cases/manifest.toml
    cases/problem.toml
    cases/sample/1.ans
    cases/sample/1.in
    cases/secret/2-1.ans
    cases/secret/2-1.in
    cases/secret/2-2.ans
    cases/secret/2-2.in
    mine.toml
    ");
    assert_eq!(folder.read("cases/problem.toml"), "format = 1\nproblem = \"infinity-war\"\n");
    folder.referee(&["validate", "cases"]).ends_with(0);
    folder.referee(&["solve", "cases", "--verify"]).ends_with(0);
    assert_snapshot!(folder.referee_changing_nothing(&GENERATE).ends_with(0), @"
    exit code: 0
    cases   3 cases from mine.toml
      unchanged     3   sample/1, secret/2-1, secret/2-2
    exit code 0
    ");
}

#[test]
fn the_same_bytes_on_any_number_of_threads_and_one_by_one() {
    let folder = with_recipe();
    folder.referee(&GENERATE).ends_with(0);
    let whole = folder.files();
    fs::remove_dir_all(folder.path("cases")).unwrap();
    for name in ["secret/2-2", "sample/1", "secret/2-1"] {
        folder.referee(&[&GENERATE[..], &["--only", name, "--jobs", "1"]].concat()).ends_with(0);
    }
    assert!(whole == folder.files());
}

#[test]
fn what_differs_is_left_alone_without_force() {
    let folder = with_recipe();
    folder.referee(&GENERATE).ends_with(0);
    let whole = folder.files();
    folder.write("cases/sample/1.in", folder.read("cases/sample/1.in").replacen('4', "5", 1));
    fs::remove_file(folder.path("cases/secret/2-1.ans")).unwrap();
    let mine = folder.read("cases/sample/1.in");
    assert_snapshot!(folder.referee(&GENERATE).ends_with(1), @r#"
    exit code: 1
    sample/1: .in on disk differs: line 1 is "5", not "4"

    cases   3 cases from mine.toml
      new           1   secret/2-1
      unchanged     1   secret/2-2
      different     1   sample/1
    Files that differ were not changed; --force overwrites them.   exit code 1
    "#);
    assert_eq!(folder.read("cases/sample/1.in"), mine);

    let force = [&GENERATE[..], &["--force"]].concat();
    assert_snapshot!(folder.referee(&force).ends_with(0), @"
    exit code: 0
    cases   3 cases from mine.toml
      replaced      1   sample/1
      unchanged     2   secret/2-1, secret/2-2
    exit code 0
    ");
    assert!(whole == folder.files());
}

/// Cases of another recipe stay in the manifest, and those that are gone do not.
#[test]
fn recipes_may_share_a_folder() {
    let folder = with_recipe();
    folder.referee(&GENERATE).ends_with(0);
    let other = "format = 1\nproblem = \"infinity-war\"\nsalt = \"test\"\n\n\
        [[case]]\nname = \"secret/3\"\nfamily = \"uniform\"\nn = 5\n";
    folder.write("other.toml", other);
    folder.referee(&["generate", "other.toml", "--out", "cases"]).ends_with(0);
    for extension in ["in", "ans"] {
        fs::remove_file(folder.path(format!("cases/secret/3.{extension}"))).unwrap();
    }
    let check = [&GENERATE[..], &["--check"]].concat();
    let shared = folder.referee(&check).ends_with(1);
    shared.says("secret/3 is in the manifest, but not in the recipe").says("unchanged     3");
    folder.referee(&GENERATE).ends_with(0);
    folder.referee(&check).ends_with(0);
}

#[test]
fn check_names_every_difference_and_writes_nothing() {
    let folder = with_recipe();
    folder.referee(&GENERATE).ends_with(0);
    let check = [&GENERATE[..], &["--check"]].concat();
    assert_snapshot!(folder.referee_changing_nothing(&check).ends_with(0), @"
    exit code: 0
    cases   3 cases from mine.toml
      unchanged     3   sample/1, secret/2-1, secret/2-2
    The recipe, the disk and the manifest agree.   exit code 0
    ");

    folder.write("cases/sample/1.in", folder.read("cases/sample/1.in").replacen('4', "5", 1));
    fs::remove_file(folder.path("cases/secret/2-1.ans")).unwrap();
    folder.write("cases/secret/9.in", "2\n");
    folder.write("cases/secret/9.ans", "Bob wins\n");
    let manifest = folder.read("cases/manifest.toml");
    folder.write("cases/manifest.toml", manifest.replace("2-2", "2-3").replacen("n=4", "n=5", 1));
    assert_snapshot!(folder.referee_changing_nothing(&check).ends_with(1), @r#"
    exit code: 1
    sample/1: .in on disk differs: line 1 is "5", not "4"
    sample/1: manifest: parameters n=5 -> n=4
    secret/2-1: cases/secret/2-1.ans is missing
    secret/2-2: the manifest does not list it
    secret/9 is on disk, but not in the recipe
    secret/2-3 is in the manifest, but not in the recipe

    cases   3 cases from mine.toml
      different     3   sample/1, secret/2-1, secret/2-2
    exit code 1
    "#);
}

#[test]
fn a_case_on_demand_need_not_be_there_but_must_be_right() {
    let folder = with_recipe();
    folder.write("mine.toml", RECIPE.replace("n = 4", "n = 4\non_demand = true"));
    folder.referee(&GENERATE).ends_with(0);
    assert!(folder.read("cases/manifest.toml").contains("on_demand = true"));
    fs::remove_file(folder.path("cases/sample/1.in")).unwrap();
    let check = ["generate", "mine.toml", "--out", "cases", "--check"];
    // Having only one of its two files is an error.
    folder.referee(&check).ends_with(1).says("sample/1: cases/sample/1.in is missing");
    fs::remove_file(folder.path("cases/sample/1.ans")).unwrap();
    assert_snapshot!(folder.referee_changing_nothing(&check).ends_with(0), @"
    exit code: 0
    cases   3 cases from mine.toml
      unchanged     2   secret/2-1, secret/2-2
      on demand     1   sample/1
    The recipe, the disk and the manifest agree.   exit code 0
    ");
    folder.write("mine.toml", RECIPE);
    folder.referee(&check).ends_with(1).says("sample/1: manifest: on_demand true -> false");
}

#[test]
fn list_and_only() {
    let folder = with_recipe();
    let list = ["generate", "mine.toml", "--list"];
    assert_snapshot!(folder.referee_changing_nothing(&list).ends_with(0), @"
    exit code: 0
    sample/1    uniform  n=4
    secret/2-1  uniform  n=6
    secret/2-2  uniform  n=6
    ");
    let only = [&list[..], &["--only", "secret/*2"]].concat();
    assert_snapshot!(folder.referee_changing_nothing(&only).ends_with(0), @"
    exit code: 0
    secret/2-2  uniform  n=6
    ");
    let none = [&GENERATE[..], &["--only", "x*"]].concat();
    assert_snapshot!(folder.referee_changing_nothing(&none).ends_with(2), @"
    exit code: 2
    ----- stderr -----
    error: no case matches --only x*
    help: --list shows the names of all cases
    ");
    let broken = [&GENERATE[..], &["--only", "[x"]].concat();
    assert_snapshot!(folder.referee_changing_nothing(&broken).ends_with(2), @"
    exit code: 2
    ----- stderr -----
    error: --only: error parsing glob '[x': unclosed character class; missing ']'
    help: as in --only 'secret/2*'
    ");
}

#[test]
fn a_built_in_recipe_goes_to_its_own_folder() {
    let folder = Folder::new();
    folder.referee(&["generate", "infinity-war", "--only", "sample/*"]).ends_with(0);
    assert!(folder.has("cases/infinity-war/problem.toml"));
    folder.referee(&["generate", "infinity-war", "--list"]).ends_with(0).says("sample/");
}

#[test]
fn an_expectation_that_fails_is_named_and_nothing_is_written() {
    let folder = Folder::new();
    let wrong = RECIPE.replace("n = 6\ncount = 2", "n = 6\nexpect = \"B\\u001bob wins\"");
    folder.write("mine.toml", wrong);
    let run = folder.referee(&[&GENERATE[..], &["--only", "secret/*"]].concat()).ends_with(2);
    let run = run.says("the recipe expects \"B\\x1bob wins\", the outcome is");
    assert!(!run.stdout.contains('\x1b'));
    let given = "family = \"given\"\ninput = \"5\"";
    folder.write("mine.toml", RECIPE.replace("family = \"uniform\"\nn = 4", given));
    let run = folder.referee(&[&GENERATE[..], &["--only", "sample/*"]].concat()).ends_with(2);
    run.says("sample/1: family given: the given input is not legal: line 1, column 2");
    assert_eq!(folder.names(), ["mine.toml"]);
}

#[test]
fn a_broken_manifest_is_named_with_a_way_out_that_works() {
    let folder = with_recipe();
    folder.referee(&GENERATE).ends_with(0);
    let whole = folder.files();
    folder.write("cases/manifest.toml", "format = 1\nprobem = \"infinity-war\"\n");
    assert_snapshot!(folder.referee_changing_nothing(&GENERATE).ends_with(2), @"
    exit code: 2
    ----- stderr -----
    error: cases/manifest.toml, line 2, column 1: unknown field `probem`, expected one of `format`, `problem`, `case`
    help: remove it; `referee generate` then makes it anew
    ");
    fs::remove_file(folder.path("cases/manifest.toml")).unwrap();
    folder.referee(&GENERATE).ends_with(0);
    assert!(whole == folder.files());
}

#[test]
fn a_pipe_in_the_way_of_a_case_is_no_case() {
    let folder = with_recipe();
    fs::create_dir_all(folder.path("cases/sample")).unwrap();
    folder.shell("mkfifo cases/sample/1.in").ends_with(0);
    let run = folder.referee(&[&GENERATE[..], &["--only", "sample/1"]].concat()).ends_with(2);
    assert_snapshot!(run, @"
    exit code: 2
    error: cases/sample/1.in: this is a pipe or a device, not a file

    cases   1 case from mine.toml
      failed        1   sample/1
    exit code 2
    ");
}
