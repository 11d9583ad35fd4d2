//! `referee judge`: real programs in real sandboxes. They are shell scripts, which need no
//! compiler.

use insta::assert_snapshot;

use crate::support::{Folder, Run, TIE, without_tools};

pub(crate) const LANGUAGES: &str = "format = 1\n\
    [[language]]\nname = 'shell'\nendings = ['sh']\nrun = ['sh', '{main}']\n\
    [[language]]\nname = 'checked'\nendings = ['chk']\ncompile = ['sh', '-n', '{main}']\nrun = ['sh', '{main}']\n\
    [[language]]\nname = 'exotic'\nendings = ['exo']\nrun = ['no-such-interpreter', '{main}']\n";

/// Right on the three cases, which it tells apart by the size of the board.
pub(crate) const RIGHT: &str =
    "read n\ncase $n in 3) echo Alice wins;; 4) echo tie 1 1;; *) echo Bob wins;; esac\n";

pub(crate) fn with_submissions(submissions: &[(&str, &str)]) -> Folder {
    let folder = Folder::with_cases();
    folder.write("languages.toml", LANGUAGES);
    for (name, text) in submissions {
        folder.write(format!("submissions/{name}"), text);
    }
    folder
}

pub(crate) fn judge(folder: &Folder, more: &[&str]) -> Run {
    let fixed = ["judge", "cases", "submissions", "--languages", "languages.toml"];
    folder.referee(&[&fixed[..], more].concat())
}

/// Judges one shard of the same run.
pub(crate) fn judge_shard(folder: &Folder, number: &str, more: &[&str]) -> Run {
    let fixed = ["shard", "run", number, "cases", "submissions", "--languages", "languages.toml"];
    folder.referee(&[&fixed[..], more].concat())
}

/// Returns the report without times and without the machine-dependent parts: the isolation layers,
/// and the slowest case, which also sets the width of its column.
fn timeless(run: &Run) -> String {
    let report = without_tools(&run.stdout);
    let mut paragraphs = report.split("\n\n");
    let head = paragraphs.next().unwrap_or_default().split("; isolated by").next();
    let table = paragraphs.next().unwrap_or_default().lines().map(|line| {
        let mut words: Vec<&str> = line.split_whitespace().collect();
        let is_time = |word: &&str| word.contains('.') && word.parse::<f64>().is_ok();
        if let Some(at) = words.iter().position(is_time) {
            words.splice(at..at + 3, ["[slowest]"]);
        }
        words.join(" ")
    });
    let table = table.collect::<Vec<_>>().join("\n");
    let rest = paragraphs.collect::<Vec<_>>().join("\n\n");
    let rest = rest.lines().map(|line| {
        if line.trim_start().starts_with("used ") { "  used      [used]" } else { line }
    });
    let rest = rest.collect::<Vec<_>>().join("\n");
    format!("{}\n\n{table}\n\n{rest}", head.unwrap_or_default())
}

#[test]
fn as_expected() {
    let folder = with_submissions(&[
        ("accepted/right.sh", RIGHT),
        ("wrong_answer/always-bob.sh", "echo Bob wins\n"),
        ("wrong_answer/never-answers.sh", "cat > /dev/null\n"),
        ("time_limit_exceeded/endless.sh", "while :; do :; done\n"),
        ("run_time_error/fails.sh", "read n\n[ $n = 3 ] && echo Alice wins || exit 3\n"),
        ("run_time_error/killed.sh", "kill -SEGV $$\n"),
        (
            "output_limit_exceeded/flood.sh",
            "while :; do echo Alice wins Alice wins Alice wins; done\n",
        ),
        ("compile_error/open-quote.chk", "echo 'Alice wins\n"),
    ]);
    let run = judge(&folder, &["--output-limit", "1", "--time-limit", "1"]).ends_with(0);
    assert_snapshot!(timeless(&run));
}

#[test]
fn not_as_expected() {
    let folder = with_submissions(&[
        ("accepted/always-alice.sh", "echo Alice wins\n"),
        ("accepted/escapes.sh", "printf '\\033[31mtie\\n'; printf '\\033[2J' >&2; exit 1\n"),
        ("accepted/open-quote.chk", "echo 'Alice wins\n"),
        ("wrong_answer/right.sh", RIGHT),
        ("exotic.exo", ""),
        ("notes.txt", "not a program\n"),
    ]);
    let run = judge(&folder, &["--all-cases"]).ends_with(3);
    assert!(!run.stdout.contains('\x1b'), "{run}");
    assert_snapshot!(timeless(&run));
}

#[test]
fn what_is_not_judged_is_no_success_unless_that_is_allowed() {
    let folder = with_submissions(&[("accepted/right.sh", RIGHT), ("accepted/exotic.exo", "")]);
    judge(&folder, &[])
        .ends_with(3)
        .says("`no-such-interpreter` is not installed, which exotic needs")
        .says("1 submission was not judged: no-such-interpreter is not installed;\n--missing-compilers skip does")
        .says("1 of 1 as expected, 1 not judged.   exit code 3");
    judge(&folder, &["--quiet"]).ends_with(3).says("1 of 1 as expected, 1 not judged.");
    let allowed = judge(&folder, &["--missing-compilers", "skip"]).ends_with(0);
    allowed
        .says("1 submission was skipped: no-such-interpreter is not installed\n")
        .says("1 of 1 as expected, 1 skipped.");
    let quiet = judge(&folder, &["--missing-compilers", "skip", "--quiet"]).ends_with(0);
    assert_eq!(quiet.stdout, "");
    let folder = with_submissions(&[("accepted/exotic.exo", ""), ("notes.txt", "")]);
    judge(&folder, &[]).ends_with(3).says("0 of 0 as expected, 2 not judged.   exit code 3");
}

#[test]
fn a_program_sees_no_answers_no_other_submissions_and_no_network() {
    let folder = with_submissions(&[
        (
            "steals.sh",
            "cat \"$(readlink /proc/self/fd/0 | sed 's/in$/ans/')\" 2>/dev/null || echo none\n",
        ),
        ("peeks.sh", "cat \"$SECRET\" 2>/dev/null || echo none\n"),
        ("leaves.sh", "echo left > /tmp/left-by-referee-test; echo left > here; echo none\n"),
        (
            "finds-nothing.sh",
            "ls here /tmp/left-by-referee-test 2>/dev/null && echo tie 1 1 || echo none\n",
        ),
    ]);
    let languages = format!(
        "{LANGUAGES}environment = ['SECRET={}']\n",
        folder.path("cases/secret/2-tie.ans").display()
    );
    folder.write("languages.toml", languages);
    let run = judge(&folder, &["--report", "jsonl", "--all-cases", "--isolation", "required"]);
    if run.stderr.contains("isolation is required") {
        return crate::support::skip("isolation of submissions", &run.stderr);
    }
    let run = run.ends_with(1);
    let judged: Vec<&str> =
        run.stdout.lines().filter(|line| line.starts_with("{\"event\":\"judged\"")).collect();
    assert_eq!(judged.len(), 12, "{run}");
    assert!(judged.iter().all(|line| !line.contains("\"AC\"")), "{run}");
    assert!(!std::path::Path::new("/tmp/left-by-referee-test").exists());
}

#[test]
fn events_say_what_a_run_used() {
    let folder = with_submissions(&[("accepted/right.sh", RIGHT)]);
    let run = judge(&folder, &["--report", "jsonl"]).ends_with(0);
    let events: Vec<serde_json::Value> =
        run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(events[0]["runs"]["cpu_milliseconds"], 2000);
    assert_eq!(events[1]["event"], "judged");
    assert_eq!(events[1]["exit"], 0);
    for key in ["cpu_seconds", "wall_seconds", "memory_bytes"] {
        assert!(events[1][key].as_f64().is_some_and(|used| used > 0.0), "{key}: {run}");
    }
    assert_eq!(events[4]["event"], "submission");
    assert_eq!((&events[4]["verdict"], &events[4]["met"]), (&"AC".into(), &"as-expected".into()));
    assert_eq!(events[5]["submissions"]["as_expected"], 1);
}

#[test]
fn tables_for_spreadsheets_have_the_columns_of_runs() {
    let folder = with_submissions(&[("right.sh", RIGHT)]);
    let rows = judge(&folder, &["--report", "csv"]).ends_with(0).stdout;
    assert!(rows.starts_with(
        "contestant,case,verdict,reason,message,says,cpu_seconds,wall_seconds,memory_bytes,unsteady,recheck,instructions,languages\n"
    ));
    assert_eq!(rows.lines().count(), 4, "{rows}");
    assert_snapshot!(judge(&folder, &["--report", "summary-csv"]).ends_with(0).stdout, @r"
    contestant,cases,accepted,wrong_answer,malformed,not_text,empty,missing,judge_error,time_limit,memory_limit,output_limit,run_time_error,compile_error,verdict,result,unsteady,languages
    right.sh,3,3,0,0,0,0,0,0,0,0,0,0,0,AC,as-expected,0,languages.toml
    ");
}

#[test]
fn what_is_wrong_with_the_call_is_said() {
    let folder = with_submissions(&[("accepted/right.sh", RIGHT)]);
    let call =
        |arguments: &[&str]| folder.referee_changing_nothing(&[&["judge"], arguments].concat());
    call(&["cases", "nowhere"]).ends_with(2).says("nowhere: there is no such file or folder").says(
        "help: name a program, a folder of programs or of submissions, or an archive of these",
    );
    call(&["nowhere", "submissions"]).ends_with(2).says("nowhere: there is no such file or folder");
    call(&["cases", "submissions", "--time-limit", "0"])
        .ends_with(2)
        .says("not a number from 0.001 to 86400");
    for (flags, said) in [
        (
            &["--memory", "lots"][..],
            "not a size from 1 to 1048575 MiB, written as 512, 512m, 512MiB, 1g or 1GiB",
        ),
        (&["--output-limit", "0"], "not a size from 1 to 1048575 MiB"),
        (&["--file-limit", "1k"], "not a size from 1 to 1048575 MiB"),
        (
            &["--wall-limit", "1h"],
            "not a number from 0.001 to 86400 of seconds, written as 2, 0.5, 2s or 500ms",
        ),
        (&["--processes", "1k"], "not a whole number from 1 to 100000"),
        (&["--jobs", "all"], "not a whole number from 1 to 65535"),
        (&["--details", "1.5"], "not a whole number from 0 to "),
        (&["--details", "cases,expect"], "unknown detail `expect` (did you mean `expected`?"),
        (&["--details", "html=much"], "not a size from 1 to 1048575 MiB"),
        (&["--feedback", "gradescope=soon"], "none of visible, after-due-date"),
    ] {
        call(&[&["cases", "submissions"], flags].concat()).ends_with(2).says(said);
    }
    call(&["cases", "submissions", "--time-limit", "soon"]).ends_with(2).says("not a number");
    for repeat in ["0", "1001", "-1", "often"] {
        call(&["cases", "submissions", &format!("--repeat={repeat}")])
            .ends_with(2)
            .says("not a whole number from 1 to 1000");
    }
    folder.write("languages.toml", "format = 1\n[[language]]\nname = 'c'\nrum = ['x']\n");
    judge(&folder, &[]).ends_with(2).says("languages.toml, line 4, column 1: unknown key `rum`");
    folder.write("languages.toml", LANGUAGES);
    let twice = ["judge", "cases", "submissions", "submissions", "--languages", "languages.toml"];
    folder.referee(&twice).ends_with(2).says("two submissions are named accepted/right.sh");
}

#[test]
fn sizes_and_times_may_have_units() {
    let folder = with_submissions(&[("accepted/right.sh", RIGHT)]);
    judge(
        &folder,
        &[
            "--memory",
            "1g",
            "--time-limit",
            "2500ms",
            "--output-limit",
            "8MiB",
            "--wall-limit",
            "9s",
        ],
    )
    .ends_with(0)
    .says("limit 2.5 s of CPU time, 1024 MiB");
}

#[test]
fn a_case_that_is_broken_is_counted_against_nobody() {
    let folder = with_submissions(&[("accepted/right.sh", RIGHT)]);
    folder.case("secret/4-wrong", TIE, "Bob wins\n");
    let run = judge(&folder, &[]).ends_with(3);
    run.says("judge error, counted against no submission").says("the jury says \"Bob wins\"");
}

#[test]
fn the_command_that_judges_a_case_again_does_so() {
    let folder = with_submissions(&[("odd name.sh", "echo Bob wins\n")]);
    let run = judge(&folder, &["--time-limit", "9.5", "--all-cases"]).ends_with(1);
    let again = run.stdout.lines().find_map(|line| line.trim().strip_prefix("again     referee"));
    let again = again.unwrap_or_else(|| panic!("{run}"));
    assert_snapshot!(again, @" judge --time-limit 9.5 --languages languages.toml cases 'submissions/odd name.sh' --only sample/1-alice");
    let run = folder.shell(&format!("\"$referee\" {again}")).ends_with(1);
    run.says(": 1 case, 1 submission, limit 9.5 s").says("sample/1-alice   wrong answer");
}

#[test]
fn the_command_that_judges_a_case_again_takes_its_name_literally() {
    let folder = with_submissions(&[("wrong.sh", "echo Bob wins\n")]);
    folder.case("sample/0[a]*", TIE, "tie 1 1\n");
    folder.case("sample/0[a]*b", TIE, "tie 1 1\n");
    let run = judge(&folder, &[]).ends_with(1);
    let again = run.stdout.lines().find_map(|line| line.trim().strip_prefix("again     referee"));
    let again = again.unwrap_or_else(|| panic!("{run}"));
    assert!(again.ends_with("--only 'sample/0[[]a[]][*]'"), "{again}");
    folder.shell(&format!("\"$referee\" {again}")).ends_with(1).says(": 1 case, 1 submission");
}

#[test]
fn what_is_repeated_is_repeated_again() {
    let folder = with_submissions(&[("wrong.sh", "echo Bob wins\n")]);
    let run = judge(&folder, &["--repeat", "2"]).ends_with(1);
    run.says("again     referee judge --repeat 2 --languages languages.toml cases");
    // A recorded run with as many repetitions is used again.
    judge(&folder, &["--repeat", "2"]).ends_with(1).says("1 of 1 run kept from earlier");
    let run = judge(&folder, &["--repeat", "3"]).ends_with(1);
    assert!(!run.stdout.contains("kept from earlier"), "{run}");
}

#[test]
fn rechecks_are_made_as_often_as_is_said() {
    let folder = with_submissions(&[("wrong.sh", "echo Bob wins\n")]);
    for (runs, again) in [("auto", ""), ("5", ""), ("off", "--recheck off "), ("7", "--recheck 7 ")]
    {
        let run = judge(&folder, &["--recheck", runs]).ends_with(1);
        run.says(&format!("again     referee judge --languages languages.toml {again}cases"));
    }
    for runs in ["0", "21", "-1", "on", "1.5"] {
        let run = judge(&folder, &[&format!("--recheck={runs}")]).ends_with(2);
        run.says("not off, auto or a whole number from 1 to 20");
    }
}

#[test]
fn a_program_without_end_is_stopped_at_twice_the_limit_and_not_rechecked() {
    let folder = with_submissions(&[("endless.sh", "while :; do :; done\n")]);
    let flags = ["--time-limit", "0.2", "--wall-limit", "100", "--report", "jsonl"];
    let events = judge(&folder, &flags).ends_with(1).stdout;
    let judged = events.lines().find(|line| line.contains("\"event\":\"judged\"")).unwrap();
    let judged: serde_json::Value = serde_json::from_str(judged).unwrap();
    assert_eq!(judged["verdict"], "TLE");
    assert!(judged["cpu_seconds"].as_f64().unwrap() >= 0.4, "{judged}");
    assert!(judged["recheck"].is_null(), "{judged}");
}

#[test]
fn only_some_cases() {
    let folder = with_submissions(&[("right.sh", RIGHT)]);
    judge(&folder, &["--only", "secret/*"]).ends_with(0).says(": 2 cases, 1 submission");
    judge(&folder, &["--only", "*alice", "--only", "*bob"]).ends_with(0).says(": 2 cases,");
    judge(&folder, &["--only", "x"]).ends_with(2).says("no case matches --only x");
    judge(&folder, &["--only", "["]).ends_with(2).says("as in --only 'secret/2*'");
}

#[test]
fn a_time_limit_follows_from_all_cases_whichever_are_judged() {
    let slow =
        format!("i=0\n{RIGHT}[ $n != 3 ] || while [ $i -lt 100000 ]; do i=$((i + 1)); done\n");
    let folder = with_submissions(&[("accepted/right.sh", &slow)]);
    for only in ["*alice*", "*bob*"] {
        let more = ["--time-limit", "2x", "--only", only, "--report", "jsonl"];
        let run = judge(&folder, &more).ends_with(0);
        let started: serde_json::Value =
            serde_json::from_str(run.stdout.lines().next().unwrap()).unwrap();
        assert_eq!(started["cases"].as_array().unwrap().len(), 1, "{run}");
        let slowest = started["runs"]["inferred"]["case"].as_str().unwrap();
        assert!(slowest.ends_with("alice"), "{only}: {slowest}");
    }
}

#[test]
fn a_time_limit_is_made_from_the_slowest_accepted_submission() {
    let folder = with_submissions(&[
        ("accepted/right.sh", RIGHT),
        ("time_limit_exceeded/endless.sh", "while :; do :; done\n"),
    ]);
    let run = judge(&folder, &["--time-limit", "2x"]).ends_with(0);
    run.says(" s of CPU time (2 x 0.").says(" s of accepted/right.sh on ");
    let run = judge(&folder, &["--time-limit", "3x", "--report", "jsonl"]).ends_with(0);
    let started: serde_json::Value =
        serde_json::from_str(run.stdout.lines().next().unwrap()).unwrap();
    assert_eq!(started["runs"]["inferred"]["factor"], 3.0);
    assert_eq!(started["runs"]["inferred"]["contestant"], "accepted/right.sh");
    assert_eq!(started["runs"]["cpu_milliseconds"].as_u64().unwrap() % 1000, 0);
    judge(&folder, &["--time-limit", "0.5x"]).ends_with(2).says("not a number from 1 to 100");
    folder.write("submissions/accepted/wrong.sh", "echo Bob wins\n");
    // A submission that fails gives no limit, and is reported like any other.
    let run = judge(&folder, &["--time-limit", "2x"]).ends_with(1);
    run.says(" s of accepted/right.sh on ").says("accepted/wrong.sh").says("NOT AS EXPECTED");
    std::fs::remove_file(folder.path("submissions/accepted/right.sh")).unwrap();
    // The default would be long for an endless loop.
    folder.write("submissions/time_limit_exceeded/endless.sh", "exit 1\n");
    let run = judge(&folder, &["--time-limit", "2x"]).ends_with(1);
    run.says(
        "limit 10 s of CPU time (the default, since no submission that must meet it is accepted)",
    );
    let run = judge(&folder, &["--time-limit", "2x", "--report", "jsonl"]).ends_with(1);
    run.says(r#""not_inferred":"no submission that must meet it is accepted""#);
}

/// The run that was timed counts, and its event is the only one.
#[test]
fn what_a_failure_shows_is_shown_once_where_the_limit_is_inferred() {
    let crash = "read n\necho main.sh:1: bad >&2\nexit 1\n";
    let folder = with_submissions(&[("accepted/crash.sh", crash)]);
    let run = judge(&folder, &["--time-limit", "2x", "--report", "jsonl"]).ends_with(1);
    assert_eq!(run.stdout.matches("1: read n").count(), 1, "{run}");
}

#[test]
fn a_time_limit_follows_from_accepted_submissions_even_if_nothing_is_expected() {
    let folder =
        with_submissions(&[("accepted/right.sh", RIGHT), ("wrong_answer/eve.sh", "echo no\n")]);
    let nothing = ["--time-limit", "2x", "--expect", "nothing"];
    for more in [&[][..], &["--student", "eve"][..]] {
        let run = judge(&folder, &[&nothing[..], more].concat()).ends_with(0);
        run.says(" s of CPU time (2 x 0.").says(" s of accepted/right.sh on ");
    }
}

#[test]
fn what_nothing_is_expected_of_is_accepted_or_not() {
    let folder = with_submissions(&[
        ("ann.sh", RIGHT),
        ("bob.sh", "echo Alice wins\n"),
        ("wrong_answer/eve.sh", RIGHT),
    ]);
    judge(&folder, &[]).ends_with(1).says("0 of 1 as expected, 1 of 2 others accepted.");
    let run = judge(&folder, &["--expect", "nothing"]).ends_with(0);
    run.says("2 of 3 accepted.");
    let alone = ["judge", "cases", "submissions/bob.sh", "--languages", "languages.toml"];
    folder.referee(&alone).ends_with(1).says("0 of 1 accepted.");
}

#[test]
fn a_second_kind_of_failure_says_why_a_wrong_program_is_not_as_expected() {
    let both = "read n\n[ $n = 3 ] && echo tie 1 1 && exit; [ $n = 4 ] && exit 7; echo Bob wins\n";
    let folder = with_submissions(&[("wrong_answer/both.sh", both)]);
    judge(&folder, &[]).ends_with(0);
    let run = judge(&folder, &["--all-cases", "--report", "human", "--report", "junit=out.xml"]);
    run.ends_with(1).says("NOT AS EXPECTED: also run-time error");
    let xml = folder.read("out.xml");
    let words = "expected wrong answer, got wrong answer, and run-time error on secret/2-tie";
    assert!(xml.contains(words), "{xml}");
}
