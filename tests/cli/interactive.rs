//! Checkers that talk with submissions, or request another pass. All of them are shell scripts.

use crate::support::{Folder, Run};

/// Answers guesses of the number in the input until one is right.
pub(crate) const GAME: &str = "read secret < \"$1\"\n\
    while read guess; do\n\
      [ \"$guess\" = \"$secret\" ] && { echo right; exit 42; }\n\
      if [ \"$guess\" -lt \"$secret\" ]; then echo higher; else echo lower; fi\n\
    done\n\
    echo the number was not found > \"$3\"judgemessage.txt\n\
    exit 43\n";

/// Finds the number by bisection.
pub(crate) const GUESSES: &str = "low=1; high=100\n\
    while :; do\n\
      guess=$(((low + high) / 2)); echo $guess; read said || exit 1\n\
      case $said in right) exit 0;; higher) low=$((guess + 1));; lower) high=$((guess - 1));; esac\n\
    done\n";

/// Accepts twice the number in the input, and starts another pass with the result until it exceeds
/// 8.
const DOUBLING: &str = "read n < \"$1\"; read said\n\
    [ -e \"$3\"nextpass.in ] && exit 1\n\
    echo \"$n $said\" >> \"$3\"judgemessage.txt\n\
    [ \"$said\" = $((n + n)) ] || exit 43\n\
    [ \"$said\" -gt 8 ] || echo \"$said\" > \"$3\"nextpass.in\n\
    exit 42\n";

const TWICE: &str = "read n; echo $((n + n))\n";

/// A problem with one case whose input is `2`.
fn problem(keys: &str, checker: &str, submission: &str) -> Folder {
    let folder = Folder::new();
    let shell = "[[language]]\nname = 'shell'\nendings = ['sh']\nrun = ['sh', '{main}']\n";
    folder.write("referee.toml", format!("format = 1\n{shell}"));
    let file = "format = 1\nname = 'game'\ncases = 'data'\n[checker]\ncommand = ['checker.sh']\n";
    folder.write("game/problem.toml", format!("{file}{keys}"));
    folder.write("game/data/1.in", "2\n");
    folder.write("game/data/1.ans", "4\n");
    folder.write("game/checker.sh", checker);
    folder.write("game/submissions/one.sh", submission);
    folder
}

/// Judges the submission with this wall limit, short where time must run out.
fn judge(folder: &Folder, wall: &str) -> Run {
    let fixed = ["judge", "game", "--report", "human", "--report", "csv=verdicts.csv", "--force"];
    folder.referee(&[&fixed[..], &["--time-limit", "0.5", "--wall-limit", wall]].concat())
}

/// Asserts the verdict of the only submission, and that the reasons contain these words.
#[track_caller]
fn gives(folder: &Folder, wall: &str, verdict: &str, words: &str) {
    let run = judge(folder, wall).says(words);
    let verdicts = folder.read("verdicts.csv");
    assert!(verdicts.contains(&format!("one.sh,1,{verdict},")), "{verdict}:\n{verdicts}\n{run}");
}

#[track_caller]
fn talk(checker: &str, submission: &str, verdict: &str, words: &str) {
    gives(&problem("interactive = true\n", checker, submission), "20", verdict, words);
}

#[test]
fn checker_and_submission_talk() {
    talk(GAME, GUESSES, "AC", "");
    talk(GAME, "echo 50; read said; echo 7; read said\n", "WA", "the number was not found");
    talk(GAME, ":\n", "WA", "the number was not found");
}

#[test]
fn after_a_refusal_it_does_not_matter_how_a_submission_ends() {
    talk("read guess; exit 43\n", "echo 1; read said || exit 7\n", "WA", "");
    talk("read guess; exit 43\n", "echo 1; while :; do echo 2; done\n", "WA", "");
}

#[test]
fn before_a_refusal_it_does() {
    talk(GAME, "echo 50; exit 3\n", "RTE", "ended with exit code 3");
    talk(GAME, "echo 50; kill -SEGV $$\n", "RTE", "SIGSEGV");
    talk(GAME, "echo 50; while :; do :; done\n", "TLE", "of CPU time; the limit is 0.50 s");
    // The message of the checker about it is still shown.
    talk(GAME, "echo 50; exit 3\n", "RTE", "the number was not found");
}

#[test]
fn who_is_accepted_must_end_well() {
    talk("read guess; exit 42\n", "echo 1; read said; exit 0\n", "AC", "");
    talk("read guess; exit 42\n", "echo 1; read said || exit 7\n", "RTE", "exit code 7");
    talk("read guess; exit 42\n", "echo 1; while :; do echo 2; done\n", "TLE", "CPU time");
    talk("read guess; exit 42\n", "echo 1; while :; do :; done\n", "TLE", "CPU time");
    // The end of input means that the checker has ended. A submission that still writes one more
    // line is not punished for being late.
    talk("read guess; exit 42\n", "echo 1; read said; echo 2\n", "AC", "");
}

#[test]
fn a_checker_may_close_its_output_when_it_has_said_all() {
    let checker = "echo 20; exec >&-; read said; [ \"$said\" = 40 ] && exit 42; exit 43\n";
    talk(checker, "read number; read end; echo $((2 * number))\n", "AC", "");
    talk(checker, "read number; read end; echo $number\n", "WA", "");
    talk(checker, "read number; read end; exit 3\n", "RTE", "ended with exit code 3");
}

/// Uses a second of CPU time on any machine; the system then ends it.
const WORKS: &str = "(ulimit -t 1; while :; do :; done)";

/// The record has the time that it took, but not when it was rejected.
#[test]
fn after_a_refusal_no_time_of_an_earlier_run_counts() {
    let submission = format!("echo 1; read said; {WORKS}; exit 0\n");
    let folder = problem("interactive = true\n", "read guess; exit 43\n", &submission);
    for limit in ["9", "0.3"] {
        let run = folder.referee(&["judge", "game", "--report", "csv", "--time-limit", limit]);
        assert!(run.stdout.contains("one.sh,1,WA,"), "{run}");
    }
}

/// Nor does it count when limits are chosen.
#[test]
fn after_a_refusal_no_time_bounds_the_limit() {
    let folder = problem("interactive = true\n", "read guess; exit 43\n", "");
    let submission = format!("echo 1; read said; {WORKS}; exit 7\n");
    folder.write("game/submissions/wrong_answer/one.sh", submission);
    folder.shell("rm game/submissions/one.sh").ends_with(0);
    folder.referee(&["limits", "game", "--time-limit", "0.5", "--upto", "3"]).ends_with(0);
}

#[test]
fn a_checker_that_works_after_it_has_closed_its_output_was_not_ended_by_the_submission() {
    let gives_up = "echo 1; read said || exit 7\n";
    let refuses = format!("read guess; exec >&-; {WORKS}; exit 43\n");
    talk(&refuses, gives_up, "WA", "");
    // Only when it waits is it known that the checker wants more input.
    let asks = format!("read guess; exec >&-; {WORKS}; read more; exit 43\n");
    talk(&asks, gives_up, "RTE", "ended with exit code 7");
    // Its own limits end a checker that neither ends nor waits.
    let limited = "interactive = true\ntime = 0.3\n";
    let never = "read guess; exec >&-; while :; do :; done\n";
    gives(&problem(limited, never, gives_up), "20", "JE", "a validator must exit");
}

#[test]
fn a_submission_may_wait_for_a_checker_that_works_and_for_nothing_else() {
    let thinks = format!("read guess; {WORKS}; echo ok; read more; exit 42\n");
    let keys = "interactive = true\n";
    let waits = "echo 1; read said; [ $said = ok ]\n";
    gives(&problem(keys, &thinks, waits), "0.6", "AC", "");
    let sleeps = "echo 1; read said; kill -STOP $$\n";
    gives(&problem(keys, &thinks, sleeps), "0.6", "TLE", "of wall time");
    // A stopped checker is not working.
    let stops = "read guess; kill -STOP $$\n";
    gives(&problem("interactive = true\ntime = 0.3\n", stops, waits), "0.6", "JE", "did not end");
}

#[test]
fn a_checker_that_gives_no_verdict_is_a_judge_error() {
    talk("exit 1\n", GUESSES, "JE", "it ended with exit code 1; a validator must exit");
    talk("read guess; kill -SEGV $$\n", GUESSES, "JE", "it was ended by signal 11");
    let explained = "printf 'the case\\nis damaged\\n' > \"$3\"judgeerror.txt; exit 1\n";
    talk(explained, GUESSES, "JE", "checker.sh: the case is damaged\n");
    talk("read guess; exit 9\n", "exit 3\n", "JE", "it ended with exit code 9");
}

#[test]
fn a_checker_may_write_to_a_submission_that_has_ended() {
    let line = "0123456789".repeat(20);
    let many = format!("i=0; while [ $i -lt 1000 ]; do echo {line}; i=$((i + 1)); done");
    let answers = format!("read guess; read end; {many}; exit 42\n");
    talk(&answers, "echo 1\n", "AC", "");
    // The judge reads from the same end of a pipe.
    let does_not_block = "dd iflag=nonblock count=0 2> /dev/null; echo 1\n";
    talk(&answers, does_not_block, "AC", "");
    let never_reads = "echo 1; while :; do :; done\n";
    talk(&format!("read guess; {many}; exit 42\n"), never_reads, "TLE", "CPU time");
}

#[test]
fn a_flood_ends_by_time() {
    let listens = "while read guess; do :; done; exit 43\n";
    talk(listens, "while :; do echo 1; done\n", "TLE", "");
}

#[test]
fn who_waited_is_said() {
    let waits = "read guess; exit 43\n";
    let talks = |checker: &str, submission: &str, words: &str| {
        gives(&problem("interactive = true\n", checker, submission), "1", "TLE", words);
    };
    talks(waits, "read said\n", "each waited for the output of the other; is all output flushed?");
    talks(
        "read a; echo 1; read b; exit 43\n",
        "echo 1; kill -STOP $$\n",
        "the program had not read",
    );
    let line = "0123456789".repeat(20);
    let many = format!("i=0; while [ $i -lt 1000 ]; do echo {line}; i=$((i + 1)); done");
    let stops = "echo 1; echo 2; kill -STOP $$\n";
    talks(&format!("read a; {many}; exit 43\n"), stops, "the checker had not read all");
    talks("read a; echo 1; exit 42\n", "echo 1; kill -STOP $$\n", "the checker had ended before");
}

#[test]
fn a_checker_has_limits_of_its_own() {
    let limited = "interactive = true\ntime = 0.3\n";
    let hangs = "while read guess; do :; done; while :; do :; done\n";
    gives(&problem(limited, hangs, "echo 1\n"), "1", "JE", "a validator must exit");
    gives(&problem(limited, "kill -STOP $$\n", "echo 1\n"), "1", "JE", "it did not end within");
    let floods = "while read guess; do :; done; yes | head -c 3000000 >&2; exit 42\n";
    talk(floods, "echo 1\n", "AC", "");
    let fills = "head -c 100000000 /dev/zero > \"$3\"judgemessage.txt || exit 1; exit 42\n";
    talk(fills, "echo 1\n", "JE", "it ended with exit code 1");
}

#[test]
fn a_checker_sees_its_own_case_only() {
    let folder = problem("interactive = true\n", "", "echo 1\n");
    folder.write("game/data/2.in", "3\n");
    folder.write("game/data/2.ans", "6\n");
    let others = folder.path("game/data");
    let looks = format!(
        "ls \"${{1%/*}}\"/* | grep -v \"^$1$\" | grep -v \"^$2$\" && exit 1\n\
         cat {}/* && exit 1\n\
         cat \"$1\" \"$2\" || exit 2\nread guess; exit 42\n",
        others.display()
    );
    folder.write("game/checker.sh", looks);
    let run = judge(&folder, "20");
    if !run.stdout.contains("landlock") && !run.stdout.contains("namespaces") {
        return crate::support::skip("a_checker_sees_its_own_case_only", &run.stdout);
    }
    run.ends_with(0);
}

#[test]
fn a_submission_is_run_again_on_what_the_checker_makes_of_it() {
    gives(&problem("passes = 3\n", DOUBLING, TWICE), "20", "AC", "");
    gives(
        &problem("passes = 2\n", DOUBLING, TWICE),
        "20",
        "JE",
        "more than the maximum of 2 passes",
    );
    let wrong = "read n; [ $n = 2 ] && echo 4 || echo 9\n";
    let folder = problem("passes = 3\n", DOUBLING, wrong);
    gives(&folder, "20", "WA", "4 9");
    judge(&folder, "20").says("pass      2").says("2 4");
    let fails = "read n; [ $n = 2 ] || exit 5; echo 4\n";
    gives(&problem("passes = 3\n", DOUBLING, fails), "20", "RTE", "exit code 5");
}

#[test]
fn another_pass_belongs_to_what_is_right_so_far() {
    let both = "echo 1 > \"$3\"nextpass.in; exit 43\n";
    gives(&problem("passes = 3\n", both, TWICE), "20", "JE", "and rejects the output");
    let link = "ln -s \"$1\" \"$3\"nextpass.in; exit 42\n";
    gives(&problem("passes = 3\n", link, TWICE), "20", "JE", "nextpass.in cannot be read");
    // With a single pass, the file has no meaning.
    let plain = "read said; [ $said = 4 ] && echo 1 > \"$3\"nextpass.in && exit 42; exit 43\n";
    gives(&problem("", plain, TWICE), "20", "AC", "");
}

#[test]
fn passes_can_be_talks() {
    let checker = "read n < \"$1\"; read said\n\
        [ \"$said\" = $n ] || exit 43\n\
        [ $n = 2 ] && echo 3 > \"$3\"nextpass.in\n\
        echo $n; exit 42\n";
    let keys = "interactive = true\npasses = 2\n";
    gives(&problem(keys, checker, "echo 2; read said\n"), "20", "WA", "pass      2");
    gives(&problem(keys, checker, "echo 3; read said\n"), "20", "WA", "it gives no reason");
    let once = "[ -z \"$(ls \"$3\")\" ] && echo 3 > \"$3\"nextpass.in; echo x > \"$3\"was-here\nread said; exit 42\n";
    gives(&problem(keys, once, "echo 3\n"), "20", "AC", "");
}

#[test]
fn scores_are_in_the_events() {
    let scored = |text: &str| {
        let folder = problem("", &format!("{text}; exit 42\n"), TWICE);
        folder.referee(&["judge", "game", "--report", "jsonl"])
    };
    let run = scored("echo 12.50 > \"$3\"score.txt").ends_with(0);
    run.says("\"score\":{\"points\":12.5}");
    let run = scored("echo 0.5 > \"$3\"score_multiplier.txt").ends_with(0);
    run.says("\"score\":{\"multiplier\":0.5}");
    let run = scored("echo many > \"$3\"score.txt").ends_with(3);
    run.says("score.txt does not contain a decimal number");
    assert!(!scored(":").ends_with(0).stdout.contains("\"score\""));
}

#[test]
fn runs_are_kept_like_others() {
    let folder = problem("interactive = true\n", GAME, GUESSES);
    judge(&folder, "20").ends_with(0);
    judge(&folder, "20").ends_with(0).says("1 of 1 run kept");
    let file = folder.read("game/problem.toml");
    folder.write("game/problem.toml", format!("{file}passes = 2\n"));
    let run = judge(&folder, "20").ends_with(0);
    assert!(!run.stdout.contains("kept"), "{run}");
}

#[test]
fn answers_that_no_output_can_be_are_empty_and_those_that_exist_are_kept() {
    let keys = "interactive = true\n[validator]\ncommand = ['valid.sh']\n";
    let folder = problem(keys, GAME, GUESSES);
    folder.write("game/valid.sh", "exit 42\n");
    folder.write("game/data/2.in", "3\n");
    folder.referee(&["validate", "game"]).ends_with(3).says("2.ans: the case has no answer");
    let run = folder.referee(&["solve", "game", "--force"]).ends_with(0);
    run.says("written      1   2\n").says("kept         1   1\n");
    assert_eq!(folder.read("game/data/1.ans"), "4\n");
    assert_eq!(folder.read("game/data/2.ans"), "");
    folder.referee(&["validate", "game"]).ends_with(0).says("valid         2");
}

#[test]
fn outputs_alone_cannot_be_checked() {
    let folder = problem("interactive = true\n", GAME, GUESSES);
    folder.write("game/outputs/ann/1.out", "2\n");
    let run = folder.referee(&["check", "game", "game/outputs/ann"]).ends_with(3);
    run.says("outputs cannot be checked without it");
    let validator = "[validator]\ncommand = ['sh', '-c', 'exit 42']\n";
    let folder = problem(&format!("interactive = true\n{validator}"), GAME, GUESSES);
    folder.referee(&["validate", "game"]).ends_with(0);
}

#[test]
fn what_is_wrong_in_the_file_is_named() {
    for (keys, words) in [
        ("interactive = 1\n", "interactive must be"),
        ("passes = 1\n", "passes = 1 is outside 2..=1000"),
        ("time = 0\n", "time is outside"),
        ("interactive = true\nprotocol = 'testlib'\n", "a testlib checker reads an output once"),
        ("passes = 2\nprotocol = 'testlib'\n", "a testlib checker reads an output once"),
        ("kind = 'tokens'\ninteractive = true\n", "unknown key"),
    ] {
        problem(keys, GAME, GUESSES).referee(&["judge", "game"]).ends_with(2).says(words);
    }
}

/// Returns what both sides said, from the events.
fn dialogue(folder: &Folder) -> Option<String> {
    let more = ["--report", "jsonl", "--report", "html=page.html", "--force", "--all-cases"];
    let run = folder.referee(&[&["judge", "game"][..], &more].concat());
    let judged = run.stdout.lines().find(|line| line.contains("\"event\":\"judged\"")).unwrap();
    let judged: serde_json::Value = serde_json::from_str(judged).unwrap();
    judged["dialogue"].as_str().map(String::from)
}

#[test]
fn a_report_shows_what_both_sides_said() {
    let checker =
        "read n < \"$1\"; echo guess; read said; echo \"not $said\"; read said; exit 43\n";
    let folder = problem("interactive = true\n", checker, "read ask; echo 3; read no; echo 4\n");
    assert_eq!(dialogue(&folder).as_deref(), Some("<guess\n>3\n<not 3\n>4"));
    // It is recorded with the run.
    assert_eq!(dialogue(&folder).as_deref(), Some("<guess\n>3\n<not 3\n>4"));
    let folder = problem("passes = 3\n", DOUBLING, "read n; [ $n = 2 ] && echo 4 || echo 9\n");
    let said = dialogue(&folder).unwrap();
    assert!(said.starts_with(">4\n---\n<"), "{said}");
    let folder = problem("interactive = true\n", GAME, GUESSES);
    assert_eq!(dialogue(&folder), None, "what is accepted needs no explanation");
}
