//! How late submissions are: by which clock, and where nothing says it.

use crate::support::{Folder, Run};

const LANGUAGES: &str =
    "format = 1\n[[language]]\nname = 'shell'\nendings = ['sh']\nrun = ['sh', '{main}']\n";
const GROUPS: &str = "format = 1\nproblem = \"infinity-war\"\n\
    [[groups]]\ntitle = \"All\"\ncases = \"*/*\"\npoints = 100\n";
const RIGHT: &str =
    "read n\ncase $n in 3) echo Alice wins;; 4) echo tie 1 1;; *) echo Bob wins;; esac\n";

/// Ann hands in at 15:30 by a clock in California, Bob at 16:31.
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

fn judge(folder: &Folder, what: &str, more: &[&str]) -> Run {
    let fixed = ["judge", "cases", what, "--languages", "languages.toml", "--no-record"];
    folder.referee(&[&fixed[..], &["--report", "students-csv"], more].concat())
}

#[test]
fn a_due_time_without_a_zone_says_nothing_of_times_with_one() {
    let folder = with_class();
    let late = ["--late", "10%/day"];
    let judge = |due: &str| judge(&folder, "gradescope", &[&["--due", due], &late[..]].concat());
    judge("2026-11-22 16:00")
        .ends_with(2)
        .says("Ann Lee was handed in at 2026-11-22 23:30:00Z, with a zone; the due time, 2026-11-22 16:00:00, has none")
        .says("--due '2026-11-22 16:00:00+01:00', or '2026-11-22 16:00:00Z' if it is in UTC");
    for due in ["2026-11-22 16:00-08:00", "2026-11-22T16:00-08", "20261122T1600-0800"] {
        judge(due).ends_with(0).says("Ann Lee,12,AC,3,3,100,100,100,,100,").says(",100,10,90,");
    }
    judge("2026-11-22 16:00 PST")
        .ends_with(2)
        .says("`2026-11-22 16:00 PST` is no time: `PST` in column 18 is not understood");
    folder.write("gradescope/submission_metadata.yml", GRADESCOPE.replace("000 Z", "000 PST"));
    judge("2026-11-22 16:00Z")
        .ends_with(2)
        .says("submission_metadata.yml, line 5, column 16: `2026-11-22 23:30:00.123456000 PST` is no time");
}

#[test]
fn a_due_time_with_a_zone_says_nothing_of_times_without_one() {
    let folder = with_class();
    folder.write("named/ann_2026-11-22T15-30.sh", RIGHT);
    folder.write("named/bob_2026-11-22T16-31.sh", RIGHT);
    let named = ["--students", "{student}_{time}", "--due"];
    let judge = |due: &str| judge(&folder, "named", &[&named[..], &[due]].concat());
    judge("2026-11-22 16:00Z")
        .ends_with(2)
        .says("the due time, 2026-11-22 16:00:00Z, has a zone; ann was handed in at 2026-11-22 15:30:00, which has none")
        .says("write --due by the clock of the platform, without a zone");
    judge("2026-11-22 16:00").ends_with(0);
    folder.write("named/cy_2026-11-22T16-31Z.sh", RIGHT);
    judge("2026-11-22 16:00").ends_with(2).says("give all of them a zone, or none");
}

#[test]
fn extensions_and_due_times_have_the_same_clock() {
    let folder = with_class();
    let given = ["--due", "2026-11-22 16:00-08:00", "--extensions", "more.csv"];
    folder.write("more.csv", "13,2026-11-22 17:00\n");
    judge(&folder, "gradescope", &given)
        .ends_with(2)
        .says("more.csv: line 1: `2026-11-22 17:00` has no zone, and the due time, 2026-11-22 16:00:00-08:00, has one");
    folder.write("more.csv", "13,2026-11-23 01:45+01:00\n");
    judge(&folder, "gradescope", &given).ends_with(0).says("Bob Ray,13,AC,3,3,100,100,100,,100,");
}

#[test]
fn a_second_run_that_is_told_less_is_refused() {
    let folder = with_class();
    folder.write("hold.txt", "13\n");
    let judge = |what: &str, more: &[&str]| {
        let fixed = ["judge", "cases", what, "--languages", "languages.toml"];
        folder.referee(&[&fixed[..], &["--report", "students-csv"], more].concat())
    };
    let due = ["--due", "2026-11-22 16:00-08:00"];
    let late = ["--late", "10%/day, 3 days"];
    let whole = [&due[..], &late, &["--withhold", "hold.txt"]].concat();
    judge("gradescope", &whole).ends_with(0).says(",100,10,90,");
    judge("gradescope", &[])
        .ends_with(2)
        .says("the run before this one had --due '2026-11-22 16:00:00-08:00' --late '10%/day, 3 days' --withhold hold.txt; without it, grades change");
    judge("gradescope", &[&due[..], &["--withhold", "hold.txt"]].concat())
        .ends_with(2)
        .says("the run before this one had --late '10%/day, 3 days'; without it")
        .says("--forget-course");
    // A program of one's own, and a look at one case, give no grades.
    folder.write("own.sh", RIGHT);
    judge("own.sh", &[]).ends_with(0);
    folder
        .referee(&[
            "judge",
            "cases",
            "gradescope",
            "--languages",
            "languages.toml",
            "--only",
            "sample/*",
        ])
        .ends_with(0);
    // Another value is somebody's word.
    judge("gradescope", &[&["--due", "2026-11-22 17:00-08:00"], &whole[2..]].concat())
        .ends_with(0)
        .says("Bob Ray,13,AC,3,3,100,100,100,,100,");
    judge("gradescope", &["--forget-course"]).ends_with(0);
    judge("gradescope", &[]).ends_with(0);
}

#[test]
fn a_second_run_that_lacks_the_worksheet_or_the_extensions_is_refused() {
    let folder = with_class();
    folder.write("moodle/Ann Lee_12_assignsubmission_file/main.sh", RIGHT);
    folder.write(
        "sheet.csv",
        "\u{feff}Identifier,\"Full name\",Status,Grade,\"Maximum grade\",\"Last modified (submission)\",\"Feedback comments\"\r\n\
         Participant 12,\"Ann Lee\",\"Submitted\",,100.00,\"Sunday, 22 November 2026, 8:49 PM\",\r\n",
    );
    folder.write("more.csv", "12,2026-11-22 20:00\n");
    let judge = |more: &[&[&str]]| {
        let fixed = ["judge", "cases", "moodle", "--languages", "languages.toml"];
        folder.referee(&[&fixed[..], &["--report", "students-csv"], &more.concat()].concat())
    };
    let due = ["--due", "2026-11-22 16:00", "--late", "10%/day"];
    let (sheet, more) = (["--worksheet", "sheet.csv"], ["--extensions", "more.csv"]);
    // Without --due it gives no times, and none is missed.
    judge(&[&sheet]).ends_with(0);
    judge(&[]).ends_with(0);
    judge(&[&due, &sheet, &more]).ends_with(0).says(",10,90,");
    judge(&[&due, &more])
        .ends_with(2)
        .says("the run before this one had --worksheet sheet.csv; without it, grades change");
    judge(&[&due, &sheet])
        .ends_with(2)
        .says("the run before this one had --extensions more.csv; without it, grades change");
    judge(&[&due, &sheet, &more]).ends_with(0).says(",10,90,");
}
