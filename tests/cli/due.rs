//! The lateness of submissions: the clock it is measured by, and sources without a time.

use crate::grade::{grade_by, last};
use crate::support::{Folder, Run};

const LANGUAGES: &str =
    "format = 1\n[[language]]\nname = 'shell'\nendings = ['sh']\nrun = ['sh', '{main}']\n";
const GROUPS: &str = "format = 1\nproblem = \"infinity-war\"\n\
    [[groups]]\ntitle = \"All\"\ncases = \"*/*\"\npoints = 100\n";
const RIGHT: &str =
    "read n\ncase $n in 3) echo Alice wins;; 4) echo tie 1 1;; *) echo Bob wins;; esac\n";

/// Ann submits at 15:30 California time, Bob at 16:31.
const GRADESCOPE: &str = "\
submission_7:
  :submitters:
  - :name: Ann Lee
    :sid: '12'
  :created_at: 2026-11-22 23:30:00.123456000 Z
submission_8:
  :submitters:
  - :name: Bob Ray
    :sid: '13'
  :created_at: 2026-11-23 00:31:00.123456000 Z
";

fn with_class() -> Folder {
    let folder = Folder::with_cases();
    folder.write("cases/problem.toml", GROUPS);
    folder.write("languages.toml", LANGUAGES);
    folder.write("gradescope/submission_metadata.yml", GRADESCOPE);
    folder.write("gradescope/submission_7/main.sh", RIGHT);
    folder.write("gradescope/submission_8/main.sh", RIGHT);
    folder
}

/// Grades a class, and returns the run with its rows of grades.
fn grade(folder: &Folder, what: &str, keys: &str) -> (Run, String) {
    let run = grade_by(folder, what, keys);
    let rows = if run.code == Some(2) { String::new() } else { last(folder, "grades.csv") };
    (run, rows)
}

#[test]
fn a_due_time_without_a_zone_says_nothing_of_times_with_one() {
    let folder = with_class();
    let grade =
        |due: &str| grade(&folder, "gradescope", &format!("due = \"{due}\"\nlate = \"10%/day\""));
    let refused = |due: &str| grade(due).0.ends_with(2);
    refused("2026-11-22 16:00")
        .says("Ann Lee was handed in at 2026-11-22 23:30:00Z, with a zone; the due time, 2026-11-22 16:00:00, has none")
        .says("due = \"2026-11-22 16:00:00+01:00\", or \"2026-11-22 16:00:00Z\" if it is in UTC");
    for due in ["2026-11-22 16:00-08:00", "2026-11-22T16:00-08", "20261122T1600-0800"] {
        let (run, rows) = grade(due);
        run.ends_with(0);
        assert!(rows.contains("Ann Lee,12,AC,3,3,100,100,100,,100,"), "{rows}");
        assert!(rows.contains(",100,10,90,"), "{rows}");
    }
    refused("2026-11-22 16:00 PST")
        .says("`2026-11-22 16:00 PST` is not a valid time: `PST` in column 18 is invalid");
    folder.write("gradescope/submission_metadata.yml", GRADESCOPE.replace("000 Z", "000 PST"));
    refused("2026-11-22 16:00Z")
        .says("submission_metadata.yml, line 5, column 16: `2026-11-22 23:30:00.123456000 PST` is not a valid time");
}

#[test]
fn a_due_time_with_a_zone_says_nothing_of_times_without_one() {
    let folder = with_class();
    folder.write("named/ann_2026-11-22T15-30.sh", RIGHT);
    folder.write("named/bob_2026-11-22T16-31.sh", RIGHT);
    let grade = |due: &str| {
        let keys = format!("students = \"{{student}}_{{time}}\"\ndue = \"{due}\"");
        grade(&folder, "named", &keys).0
    };
    grade("2026-11-22 16:00Z")
        .ends_with(2)
        .says("the due time, 2026-11-22 16:00:00Z, has a zone; ann was handed in at 2026-11-22 15:30:00, which has none")
        .says("write `due` by the clock of the platform, without a zone");
    grade("2026-11-22 16:00").ends_with(0);
    folder.write("named/cy_2026-11-22T16-31Z.sh", RIGHT);
    grade("2026-11-22 16:00").ends_with(2).says("give all of them a zone, or none");
}

#[test]
fn extensions_and_due_times_have_the_same_clock() {
    let folder = with_class();
    let given = "due = \"2026-11-22 16:00-08:00\"\nextensions = \"more.csv\"";
    folder.write("more.csv", "13,2026-11-22 17:00\n");
    grade(&folder, "gradescope", given)
        .0
        .ends_with(2)
        .says("more.csv: line 1: `2026-11-22 17:00` has no zone, and the due time, 2026-11-22 16:00:00-08:00, has one");
    folder.write("more.csv", "13,2026-11-23 01:45+01:00\n");
    let (run, rows) = grade(&folder, "gradescope", given);
    run.ends_with(0);
    assert!(rows.contains("Bob Ray,13,AC,3,3,100,100,100,,100,"), "{rows}");
}
