//! `-v` prints what happens and why to standard error, and changes nothing else.

use crate::judge::{RIGHT, with_submissions};

const WRONG: &str = "echo Bob wins\n";

const JUDGE: [&str; 5] = ["judge", "cases", "submissions", "--languages", "languages.toml"];

#[test]
fn it_tells_what_was_found_which_tool_is_used_and_what_is_kept() {
    let folder = with_submissions(&[("accepted/right.sh", RIGHT), ("wrong_answer/w.sh", WRONG)]);
    let verbose = |more: &[&str]| folder.referee(&[&JUDGE[..], &["-v"], more].concat());
    let first = verbose(&[]).ends_with(0);
    for line in [
        "found  accepted/right.sh: ",
        ", 1 file, starts right.sh, expected: accepted\n",
        "found  wrong_answer/w.sh: ",
        "tool   ",
        "kept   results are recorded in ",
        "kept   accepted/right.sh on ",
        ": no, no result is recorded for this program, case, checker, compiler and these limits\n",
    ] {
        assert!(first.stderr.contains(line), "{line}: {first}");
    }
    assert!(!first.stderr.contains("start  "), "{first}");
    let second = verbose(&[]).ends_with(0);
    assert!(second.stderr.contains(": accepted, run "), "{second}");
    assert!(!second.stderr.contains(": no, "), "{second}");
    let again = verbose(&["--rerun"]).ends_with(0);
    assert!(again.stderr.contains(": no, everything is run again\n"), "{again}");
    for (flags, why) in [
        (["--repeat", "2"], "it was run less often"),
        (["--keep-output", "outputs"], "its output is saved"),
    ] {
        let again = verbose(&flags).ends_with(0);
        assert!(again.stderr.contains(&format!(": no, {why}\n")), "{again}");
        assert!(!again.stderr.contains(": accepted, run "), "{again}");
    }
    let slower = verbose(&["--report", "html=page.html", "--time-limit", "30"]).ends_with(0);
    assert!(slower.stderr.contains("w.sh on "), "{slower}");
}

#[test]
fn twice_it_tells_each_program_that_is_started() {
    let folder = with_submissions(&[("accepted/right.sh", RIGHT)]);
    let run = folder.referee(&[&JUDGE[..], &["-vv"]].concat()).ends_with(0);
    let started = run.stderr.lines().filter(|line| line.starts_with("start  "));
    assert!(started.filter(|line| line.ends_with(" /submission/main.sh")).count() == 3, "{run}");
}

#[test]
fn reports_are_the_same_and_nothing_is_told_without_it() {
    let folder = with_submissions(&[("accepted/right.sh", RIGHT), ("wrong_answer/w.sh", WRONG)]);
    let words =
        [&JUDGE[..], &["--record", "off", "--report", "jsonl", "--details", "no-times"]].concat();
    let plain = folder.referee(&words).ends_with(0);
    let told = folder.referee(&[&words[..], &["-vv"]].concat()).ends_with(0);
    assert_eq!(plain.stdout, told.stdout);
    assert!(!plain.stderr.contains("found  "), "{plain}");
    folder.referee(&[&words[..], &["-v", "-q"]].concat()).ends_with(2).says("cannot be used with");
}
