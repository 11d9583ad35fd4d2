//! `referee check`: its reports, and where they are written.

use insta::assert_snapshot;

use crate::support::{Folder, REFEREE};

fn report(kind: &str) -> String {
    let run = Folder::with_outputs()
        .referee_changing_nothing(&["check", "cases", "outputs", "--report", kind])
        .ends_with(1);
    assert_eq!(run.stderr, "");
    run.stdout
}

#[test]
fn human() {
    assert_snapshot!(report("human"));
}

#[test]
fn json_lines() {
    let text = report("jsonl");
    for line in text.lines() {
        let event: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(event["event"].is_string(), "{line}");
    }
    assert_snapshot!(text.replace(env!("CARGO_PKG_VERSION"), "[version]"));
}

#[test]
fn junit() {
    assert_snapshot!(report("junit"));
}

#[test]
fn csv() {
    assert_snapshot!(report("csv"));
}

#[test]
fn summary_csv() {
    assert_snapshot!(report("summary-csv"));
}

#[test]
fn one_contestant_and_nothing_wrong() {
    let folder = Folder::with_outputs();
    let run = folder.referee_changing_nothing(&["check", "cases", "outputs/ants"]).ends_with(0);
    assert_snapshot!(run, @"
    exit code: 0
    infinity-war: 3 cases, 1 contestant

            sample  secret  accepted
            1       2
      ants  A       AA      3 of 3

    All 3 outputs are right.   exit code 0
    ");
    let run = folder.referee(&["check", "cases", "outputs/ants", "--quiet"]).ends_with(0);
    assert_snapshot!(run, @"exit code: 0");
}

#[test]
fn quiet_says_only_what_is_wrong() {
    let run = Folder::with_outputs().referee(&["check", "cases", "outputs/crabs", "-q"]);
    assert_snapshot!(run.ends_with(1), @r#"
    exit code: 1
    crabs  sample/1-alice   malformed output, line 1, column 8
      says      Alice win
                      ^^^
      jury      Alice wins
                      ^^^^
      expected  "Alice wins", "Bob wins" or "tie x y"

    crabs  secret/2-tie   empty output
      says      nothing
      expected  "Alice wins", "Bob wins" or "tie x y"

    crabs  1 missing: secret/3-bob

    crabs  secret/4-none.out does not count: there is no such case

    3 outputs of 3 are wrong.   exit code 1
    "#);
}

#[test]
fn the_report_does_not_depend_on_the_number_of_threads() {
    let folder = Folder::with_outputs();
    let report = |jobs: &str| {
        folder.referee(&["check", "cases", "outputs", "--report=jsonl", "--jobs", jobs]).stdout
    };
    assert_eq!(report("1"), report("8"));
}

#[test]
fn contestants_are_explained_in_the_order_of_the_table() {
    let folder = Folder::with_outputs();
    let run = folder.referee(&["check", "cases", "outputs/crabs", "outputs/bees"]).ends_with(1);
    let explained = |name: &str| run.stdout.find(&format!("\n{name}  ")).unwrap();
    assert!(explained("crabs") < explained("bees"), "{run}");
}

#[test]
fn details_are_counted_where_they_are_not_shown() {
    let run = Folder::with_outputs().referee(&["check", "cases", "outputs", "--details", "0"]);
    assert_snapshot!(run.ends_with(1), @"
    exit code: 1
    infinity-war: 3 cases, 3 contestants

             sample  secret  accepted  wrong  malformed  empty  missing
             1       2
      ants   A       AA      3 of 3
      bees   A       WW      1 of 3    2
      crabs  P       N-      0 of 3           1          1      1

    bees  2 more rejections, --details shows them: secret/2-tie, secret/3-bob

    crabs  2 more rejections, --details shows them: sample/1-alice, secret/2-tie

    crabs  1 missing: secret/3-bob

    crabs  secret/4-none.out does not count: there is no such case

    5 outputs of 9 are wrong.   exit code 1
    ");
}

#[test]
fn a_single_case_and_a_folder_given_as_a_dot() {
    let folder = Folder::with_outputs();
    let command = ["check", "cases/secret/3-bob.in", "outputs/ants/secret"];
    assert_snapshot!(folder.referee(&command).ends_with(0), @"
    exit code: 0
    infinity-war: 1 case, 1 contestant

                 accepted
              3
      secret  A  1 of 1

    secret  2-tie.out does not count: there is no such case

    The one output is right.   exit code 0
    ");
    let mut command = folder.command(crate::support::REFEREE);
    command.current_dir(folder.path("outputs/ants")).args(["check", "../../cases", "."]);
    assert_snapshot!(folder.run_of(&command.output().unwrap()).ends_with(0), @"
    exit code: 0
    infinity-war: 3 cases, 1 contestant

            sample  secret  accepted
            1       2
      ants  A       AA      3 of 3

    All 3 outputs are right.   exit code 0
    ");
}

#[test]
fn answers_and_texts_count_as_outputs_too() {
    let folder = Folder::with_cases();
    folder.write("dora/sample/1-alice.txt", "Alice wins");
    folder.write("dora/secret/2-tie.ans", "tie 1 1");
    folder.write("dora/secret/3-bob.out", "Bob wins");
    folder.write("dora/notes.md", "not an output");
    folder.referee(&["check", "cases", "dora"]).ends_with(0).says("All 3 outputs are right.");
}

#[test]
fn reports_go_to_files_and_are_not_overwritten() {
    let folder = Folder::with_outputs();
    let command =
        ["check", "cases", "outputs", "--report=human", "--report=junit=new/report.xml", "-q"];
    let run = folder.referee(&command).ends_with(1);
    assert!(run.stdout.contains("bees"), "{run}");
    let report = folder.read("new/report.xml");
    assert!(report.starts_with("<?xml"));

    folder.write("new/report.xml", "mine");
    let run = folder.referee_changing_nothing(&command).ends_with(2);
    assert_snapshot!(run, @"
    exit code: 2
    ----- stderr -----
    error: new/report.xml: this file already exists
    help: --force overwrites it
    ");
    folder.referee(&[&command[..], &["--force"]].concat()).ends_with(1);
    assert_eq!(folder.read("new/report.xml"), report);
}

#[test]
fn two_reports_do_not_go_to_one_place() {
    let folder = Folder::with_outputs();
    let check = |reports: [&str; 2]| {
        let command = ["check", "cases", "outputs", "--force", "--report", reports[0], "--report"];
        folder.referee_changing_nothing(&[&command[..], &reports[1..]].concat()).ends_with(2)
    };
    assert_snapshot!(check(["human", "jsonl"]), @"
    exit code: 2
    ----- stderr -----
    error: two reports would both go to standard output
    help: give all but one of them a file, as in junit=report.xml
    ");
    assert_snapshot!(check(["junit=a.txt", "csv=./a.txt"]), @"
    exit code: 2
    ----- stderr -----
    error: ./a.txt: two reports would both go to this file
    ");
}

#[test]
fn a_kind_of_report_is_one_that_is_known() {
    let folder = Folder::with_outputs();
    let check = |report: &str| {
        folder.referee_changing_nothing(&["check", "cases", "outputs", "--report", report])
    };
    assert_snapshot!(check("junti=x.xml").ends_with(2), @"
    exit code: 2
    ----- stderr -----
    error: invalid value 'junti=x.xml' for '--report <KIND[=FILE]>': unknown kind of report `junti` (did you mean `junit`?)

    For more information, try '--help'.
    ");
    assert_snapshot!(check("pdf").ends_with(2), @"
    exit code: 2
    ----- stderr -----
    error: invalid value 'pdf' for '--report <KIND[=FILE]>': unknown kind of report `pdf` (expected one of: human, jsonl, junit, csv, summary-csv, students-csv, changes-csv, statistics, statistics-json, statistics-csv, failures, html, feedback, feedback-html, gradescope)

    For more information, try '--help'.
    ");
    assert_snapshot!(check("csv=").ends_with(2), @"
    exit code: 2
    ----- stderr -----
    error: invalid value 'csv=' for '--report <KIND[=FILE]>': the file name after `=` is missing

    For more information, try '--help'.
    ");
}

#[test]
fn a_report_never_replaces_what_is_no_file() {
    let folder = Folder::with_outputs();
    folder.shell("mkfifo pipe").ends_with(0);
    std::fs::create_dir(folder.path("folder")).unwrap();
    let check = |report: &str| {
        folder.referee(&["check", "cases", "outputs", "--force", "--report", report]).ends_with(2)
    };
    assert_snapshot!(check("csv=pipe"), @"
    exit code: 2
    ----- stderr -----
    error: pipe: this is a pipe or a device, not a file
    ");
    assert_snapshot!(check("csv=folder"), @"
    exit code: 2
    ----- stderr -----
    error: folder: this is a folder, not a file
    ");
    folder.shell("test -p pipe && test -d folder").ends_with(0);
}

#[test]
fn a_row_for_each_case_says_who_fails_it() {
    let folder = Folder::with_outputs();
    let run = folder
        .referee(&["check", "cases", "outputs", "--details", "cases", "--details", "0"])
        .ends_with(1);
    let table = run.stdout.split("\n\n").nth(1).unwrap();
    assert_snapshot!(table, @r"
                  passed  failed by
      sample
      1  1-alice  2 of 3  P crabs
      secret
      2  2-tie    1 of 3  N crabs; W bees
      3  3-bob    1 of 2  - crabs; W bees
    ");
}

#[test]
fn a_narrow_table_has_counts_above_the_letters() {
    let folder = Folder::with_outputs();
    let mut command = folder.command(REFEREE);
    let run = command.args(["check", "cases", "outputs", "--details", "0"]).env("COLUMNS", "60");
    let run = folder.run_of(&run.output().unwrap()).ends_with(1);
    assert!(run.stdout.lines().all(|line| line.chars().count() <= 60), "{run}");
    assert_snapshot!(run.stdout, @r"
    infinity-war: 3 cases, 3 contestants

             accepted  wrong  malformed  empty  missing
      ants   3 of 3
      bees   1 of 3    2
      crabs  0 of 3           1          1      1

             sample  secret
             1       2
      ants   A       AA
      bees   A       WW
      crabs  P       N-

    bees  2 more rejections, --details shows them: secret/2-tie,
          secret/3-bob

    crabs  2 more rejections, --details shows them:
           sample/1-alice, secret/2-tie

    crabs  1 missing: secret/3-bob

    crabs  secret/4-none.out does not count: there is no such
           case

    5 outputs of 9 are wrong.   exit code 1
    ");
}
