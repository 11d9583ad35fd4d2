//! `--against`: compares a run with the events of an earlier one.

use insta::assert_snapshot;

use crate::support::Folder;

/// A folder in which an earlier run of the three contestants left `old.jsonl`.
fn with_earlier() -> Folder {
    let folder = Folder::with_outputs();
    let check = ["check", "cases", "outputs", "--report", "jsonl=old.jsonl"];
    folder.referee(&check).ends_with(1);
    folder
}

/// The same, with other outputs by two of them since then.
fn with_changes() -> Folder {
    let folder = with_earlier();
    folder.outputs("outputs/bees", ["alice WINS", "tie 3 4\n", "Bob wins\n"]);
    folder.write("outputs/crabs/secret/2-tie.out", "tie 1 2\n");
    folder
}

const COMPARE: [&str; 5] = ["check", "cases", "outputs", "--against", "old.jsonl"];

#[test]
fn checked_outputs_are_compared() {
    let folder = with_changes();
    let run = folder.referee_changing_nothing(&COMPARE).ends_with(1);
    let start = run.stdout.find("against ").unwrap();
    assert_snapshot!(run.stdout[start..], @"
    against old.jsonl: 2 of 3 contestants changed, 3 verdicts

             accepted  changed
      bees   1 -> 3    secret/2-tie W -> A, secret/3-bob W -> A
      crabs  0 -> 1    secret/2-tie N -> A

      case          changed
      secret/2-tie  1 W -> A, 1 N -> A
      secret/3-bob  1 W -> A

    2 outputs of 9 are wrong.   exit code 1
    ");
    assert!(!run.stdout.contains('\u{1b}'), "{run}");
    let coloured = folder.referee(&[&COMPARE[..], &["--color", "always"]].concat());
    assert!(coloured.stdout.contains("\u{1b}[32mA\u{1b}[0m"), "{coloured}");
    let table = [&COMPARE[..], &["--report", "changes-csv"]].concat();
    assert_snapshot!(folder.referee(&table).ends_with(1).stdout, @"
    contestant,accepted_before,accepted,cases_changed
    bees,1,3,2
    crabs,0,1,1
    ");
}

#[test]
fn a_run_against_itself_has_no_changes() {
    let folder = with_earlier();
    folder.referee(&COMPARE).ends_with(1).says("against old.jsonl: nothing changed\n");
    let run = folder.referee(&["check", "cases", "outputs/ants", "-q", "--against", "old.jsonl"]);
    assert_snapshot!(run.ends_with(0), @"
    exit code: 0
    against old.jsonl: nothing changed
      2 contestants are gone: bees, crabs
    ");
}

#[test]
fn the_earlier_events_may_be_replaced_by_those_of_the_run() {
    let folder = with_changes();
    let old = folder.read("old.jsonl");
    let reports = ["--report", "human", "--report", "jsonl=old.jsonl"];
    let run = [&COMPARE[..], &reports].concat();
    folder.referee_changing_nothing(&run).ends_with(2).says("this file already exists");
    let run = [&run[..], &["--force"]].concat();
    folder.referee(&run).ends_with(1).says("2 of 3 contestants changed, 3 verdicts");
    assert_ne!(folder.read("old.jsonl"), old);
    folder.referee(&run).ends_with(1).says("nothing changed");
}

#[test]
fn no_other_file_is_taken_for_the_events_of_a_run() {
    let folder = with_earlier();
    let old = folder.read("old.jsonl");
    for (text, said) in [
        (
            &old[..old.len() - 30],
            "old.jsonl, line 12, column 1: this line is truncated: it has no end",
        ),
        ("", "old.jsonl: this file is empty"),
        ("<html>\n", "old.jsonl, line 1, column 1: this is not a file of a run's events"),
        (&old.replacen("\"version\":1", "\"version\":7", 1), "unsupported event version 7"),
        (
            &old.replacen("\"contestant\":\"ants\"", "\"contestant\":\"\\u001b[31m\"", 1),
            "names no contestant \\x1b[31m",
        ),
        (&format!("{old}{old}"), "line 13, column 1: this line comes after the end of the run"),
    ] {
        folder.write("old.jsonl", text);
        let run = folder.referee_changing_nothing(&COMPARE).ends_with(2).says(said).says("help:");
        assert_eq!(run.stdout, "", "{run}");
        assert!(!run.stderr.contains('\u{1b}'), "{run}");
    }
    let gone = ["check", "cases", "outputs", "--against", "none.jsonl"];
    folder.referee_changing_nothing(&gone).ends_with(2).says("none.jsonl: there is no such file");
    let pipe = ["check", "cases", "outputs", "--against", "/dev/null"];
    folder.referee_changing_nothing(&pipe).ends_with(2).says("a pipe or a device, not a file");
}

#[test]
fn a_comparison_that_no_report_tells_is_noted() {
    let run = with_changes().referee(&[&COMPARE[..], &["--report", "csv"]].concat());
    run.ends_with(1).says("note: no report compares with the earlier run");
}

#[test]
fn changes_need_an_earlier_run() {
    let folder = with_earlier();
    for command in ["check", "judge"] {
        let run = folder.referee_changing_nothing(&[
            command,
            "cases",
            "outputs",
            "--report",
            "changes-csv=changes.csv",
        ]);
        run.ends_with(2).says("--against OLD.jsonl");
    }
}

mod judged {
    use super::*;
    use crate::support::Run;

    const LANGUAGES: &str =
        "format = 1\n[[language]]\nname = 'shell'\nendings = ['sh']\nrun = ['sh', '{main}']\n";

    const GROUPS: &str = "format = 1\nproblem = \"infinity-war\"\n\
        [[groups]]\ntitle = \"All\"\ncases = \"**\"\npoints = 30\n";

    const RIGHT: &str =
        "read n\ncase $n in 3) echo Alice wins;; 4) echo tie 1 1;; *) echo Bob wins;; esac\n";

    /// Two students, one with a name that a spreadsheet would evaluate.
    fn with_class() -> Folder {
        let folder = Folder::with_cases();
        folder.write("cases/problem.toml", GROUPS);
        folder.write("languages.toml", LANGUAGES);
        folder.write("class/=1+1 Lee_12_assignsubmission_file/main.sh", "echo Bob wins\n");
        folder.write("class/Bob Ray_13_assignsubmission_file/main.sh", RIGHT);
        folder
    }

    fn judge(folder: &Folder, more: &[&str]) -> Run {
        let fixed =
            ["judge", "cases", "class", "--languages", "languages.toml", "--all-cases", "-q"];
        folder.referee(&[&fixed[..], &["--record", "off"], more].concat())
    }

    #[test]
    fn a_regrading_tells_who_earns_more_and_who_less() {
        let folder = with_class();
        judge(&folder, &["--report", "jsonl=old.jsonl"]).ends_with(1);
        folder.write("class/=1+1 Lee_12_assignsubmission_file/main.sh", RIGHT);
        folder.write("class/Bob Ray_13_assignsubmission_file/main.sh", "echo Alice wins\n");
        let reports = ["--report", "human", "--report", "changes-csv=changes.csv"];
        let run = judge(&folder, &[&["--against", "old.jsonl"], &reports[..]].concat());
        let run = run.ends_with(1);
        let start = run.stdout.find("against ").unwrap();
        assert_snapshot!(run.stdout[start..], @"
        against old.jsonl: 2 of 2 submissions changed, 4 verdicts; 1 earns more, 1 less

                    before        now           points    changed
          =1+1 Lee  wrong answer  accepted      10 -> 30  sample/1-alice W -> A, secret/2-tie W -> A
          Bob Ray   accepted      wrong answer  30 -> 10  secret/2-tie A -> W, secret/3-bob A -> W

          case            changed
          secret/2-tie    1 A -> W, 1 W -> A
          sample/1-alice  1 W -> A
          secret/3-bob    1 A -> W

        1 of 2 accepted.   exit code 1
        ");
        assert_snapshot!(folder.read("changes.csv"), @"
        submission,student,id,verdict_before,verdict,result_before,result,points_before,points,difference,cases_changed,languages
        '=1+1 Lee,'=1+1 Lee,12,WA,AC,not-permitted,as-expected,10,30,20,2,languages.toml
        Bob Ray,Bob Ray,13,AC,WA,as-expected,not-permitted,30,10,-20,2,languages.toml
        ");
    }

    #[test]
    fn checked_outputs_and_programs_are_compared_case_by_case() {
        let folder = with_class();
        let name = "=1+1 Lee";
        folder.outputs(&format!("outputs/{name}"), ["Alice wins\n", "Bob wins\n", "Bob wins\n"]);
        folder.referee(&["check", "cases", "outputs", "--report", "jsonl=old.jsonl"]);
        let run = judge(&folder, &["--against", "old.jsonl"]);
        let start = run.stdout.find("against ").unwrap();
        assert_snapshot!(run.stdout[start..], @"
        against old.jsonl: 1 of 1 submission changed, 1 verdict
          outputs were checked then, programs are run now: only verdicts on cases are compared
          1 submission is new: Bob Ray

                    accepted  changed
          =1+1 Lee  2 -> 1    sample/1-alice A -> W

        1 of 2 accepted.   exit code 1
        ");
    }
}
