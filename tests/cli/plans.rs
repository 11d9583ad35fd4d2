//! Plans of shards: `shard plan`, `shard run --plan`, and submissions that are cut into blocks of
//! cases.

use serde_json::Value;

use crate::judge::{RIGHT, with_submissions};
use crate::support::{ALICE, BOB, Folder, REFEREE, Run, TIE};

/// Answers the ties wrong.
const WRONG: &str =
    "read n\ncase $n in 3) echo Alice wins;; 4) echo no;; *) echo Bob wins;; esac\n";

/// Fails in the same way on every case.
const CRASH: &str = "echo 'no such library' >&2\nexit 7\n";

/// The problem of the folder.
const PROBLEM: &str = "format = 1\nproblem = 'infinity-war'\ncases = 'cases'\n";

/// Six cases, and two submissions.
fn folder() -> Folder {
    let folder =
        with_submissions(&[("accepted/right.sh", RIGHT), ("wrong_answer/wrong.sh", WRONG)]);
    for (name, input, answer) in [
        ("secret/5-alice", ALICE, "Alice wins\n"),
        ("secret/6-none", BOB, "Bob wins\n"),
        ("secret/7-tie", TIE, "tie 1 1\n"),
    ] {
        folder.case(name, input, answer);
    }
    folder.write("problem.toml", PROBLEM);
    folder
}

fn judge(folder: &Folder, more: &[&str]) -> Run {
    folder.referee(&[&["judge", ".", "--languages", "languages.toml"], more].concat())
}

fn plan(folder: &Folder, more: &[&str]) -> Run {
    let fixed = ["shard", "plan", ".", "--languages", "languages.toml"];
    folder.referee(&[&fixed[..], &["--write", "plan.json", "--force"], more].concat())
}

fn planned(folder: &Folder) -> Value {
    serde_json::from_str(&folder.read("plan.json")).unwrap()
}

fn shard(folder: &Folder, number: &str, more: &[&str]) -> Run {
    let report = format!("jsonl={}.jsonl", number.replace('/', "-"));
    let fixed = ["shard", "run", number, ".", "--languages", "languages.toml"];
    let own = ["--plan", "plan.json", "--report", &report, "--force"];
    folder.referee(&[&fixed[..], &own, more].concat())
}

/// Judges in this many shards by the plan, and merges them.
fn merged(folder: &Folder, of: usize, more: &[&str]) -> Run {
    let mut words: Vec<String> =
        ["shard", "merge", "--force", "--details", "no-times"].map(String::from).into();
    for number in 1..=of {
        shard(folder, &format!("{number}/{of}"), more);
        words.push(format!("{number}-{of}.jsonl"));
    }
    words.extend(["--report".into(), "jsonl=merged.jsonl".into()]);
    folder.referee(&words)
}

/// Writes the events of an earlier run in which each case of these submissions took this many
/// seconds.
fn earlier(folder: &Folder, seconds: &[(&str, f64)]) {
    let names = ["sample/1-alice", "secret/2-tie", "secret/4-none"];
    let names = names.into_iter().chain(["secret/5-alice", "secret/6-none", "secret/7-tie"]);
    let cases: Vec<&str> = names.collect();
    let line = |(one, seconds): &(&str, f64)| {
        let line = |case: &&str| {
            format!(
                "{{\"event\":\"judged\",\"contestant\":\"{one}\",\"case\":\"{case}\",\"wall_seconds\":{seconds}}}\n"
            )
        };
        cases.iter().map(line).collect::<String>()
    };
    folder.write("old.jsonl", seconds.iter().map(line).collect::<String>());
}

#[test]
fn shards_of_a_plan_are_the_run_byte_for_byte() {
    let folder = folder();
    plan(&folder, &["--shards", "3"]).ends_with(0).says("a plan of 3 shards for 2 submissions");
    let plan = planned(&folder);
    assert_eq!((&plan["format"], &plan["shards"]), (&"referee-plan".into(), &3.into()));
    let words: Vec<&str> =
        plan["command"].as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect();
    assert_eq!(words, ["referee", "shard", "run", "--languages", "languages.toml", "."]);
    let code = judge(&folder, &["--details", "no-times", "--report", "jsonl=whole.jsonl"]).code;
    assert_eq!(merged(&folder, 3, &[]).code, code);
    assert_eq!(folder.read("merged.jsonl"), folder.read("whole.jsonl"));
    // The plan is the one that shards make without it.
    let alone = ["shard", "run", "1/3", ".", "--languages", "languages.toml"];
    folder.referee(&[&alone[..], &["--report", "jsonl=alone.jsonl"]].concat());
    let hash = format!("\"plan\":{}", plan["plan"]);
    assert!(folder.read("alone.jsonl").contains(&hash), "{hash}");
}

#[test]
fn a_shard_of_another_run_is_refused_and_what_differs_is_named() {
    let folder = folder();
    plan(&folder, &["--shards", "2"]).ends_with(0);
    shard(&folder, "1/2", &[]);
    let refused = |more: &[&str], words: &str| {
        let run = shard(&folder, "1/2", more).ends_with(2);
        run.says("this run differs from the plan").says(words);
    };
    refused(
        &["--all-cases"],
        "how far a submission is judged: on all cases here, to its first failure in the plan",
    );
    refused(&["--time-limit", "5"], "the time limit: 5 s here, 2 s in the plan");
    refused(&["--memory", "64"], "the memory limit: 67108864 bytes");
    refused(&["--only", "secret/*"], "1 case missing here (sample/1-alice)");
    folder.case("secret/5-alice", ALICE, "Alice wins\n\n");
    refused(&[], "1 case changed (secret/5-alice)");
    folder.case("secret/5-alice", ALICE, "Alice wins\n");
    folder.write("submissions/wrong_answer/wrong.sh", format!("{WRONG}\n"));
    refused(&[], "1 submission changed (wrong_answer/wrong.sh)");
    folder.write("submissions/wrong_answer/wrong.sh", WRONG);
    folder.write("submissions/accepted/new.sh", RIGHT);
    refused(&[], "1 submission not in the plan (accepted/new.sh)");
}

#[test]
fn a_shard_with_another_compiler_is_refused() {
    let folder = folder();
    let languages = "format = 1\n[[language]]\nname = 'shell'\nendings = ['sh']\nrun = ['our-shell', '{main}']\n";
    folder.write("languages.toml", languages);
    let install = |comment: &str| {
        folder.write("bin/our-shell", format!("#!/bin/sh\n# {comment}\nexec sh \"$@\"\n"));
        folder.shell("chmod +x bin/our-shell").ends_with(0);
    };
    let run = |words: &str| {
        let path = std::env::var("PATH").unwrap();
        let mut command = folder.command(REFEREE);
        command
            .args(words.split(' '))
            .env("PATH", format!("{}:{path}", folder.path("bin").display()));
        folder.run_of(&command.output().unwrap())
    };
    install("one");
    let judge = ". --languages languages.toml";
    run(&format!("shard plan {judge} --shards 1 --write plan.json")).ends_with(0);
    install("another");
    let refused = run(&format!("shard run 1/1 {judge} --plan plan.json")).ends_with(2);
    refused.says("1 compiler changed (shell)");
}

#[test]
fn what_is_no_plan_of_this_shard_is_refused() {
    let folder = folder();
    let refused = |more: &[&str], words: &str| plan(&folder, more).ends_with(2).says(words);
    refused(&["--shards", "0"], "not a whole number from 1 to 1000");
    refused(&["--shards", "1001"], "not a whole number from 1 to 1000");
    refused(&[], "pass --shards N; or --weights OLD.jsonl");
    for flags in [["--report", "jsonl"], ["--student", "x"]] {
        let words = format!("{} is only for single shards", flags[0]);
        refused(&[["--shards", "2"], flags].concat(), &words);
    }
    assert!(!folder.has("plan.json"));
    shard(&folder, "1/2", &[]).ends_with(2).says("plan.json");
    plan(&folder, &["--shards", "2"]).ends_with(0);
    shard(&folder, "1/3", &[]).ends_with(2).says("this plan has 2 shards, not 3");
    let again = ["shard", "plan", ".", "--shards", "2", "--write", "plan.json"];
    folder.referee(&again).ends_with(2).says("plan.json");
    let text = folder.read("plan.json");
    folder.write("plan.json", text.replace("\"shards\": 2", "\"shards\": 3"));
    shard(&folder, "1/3", &[]).ends_with(2).says("this plan was changed after it was made");
    folder.write("plan.json", "{}");
    shard(&folder, "1/2", &[]).ends_with(2).says("this is not a plan of shards");
}

#[test]
fn so_many_shards_that_each_takes_ten_minutes() {
    let folder = folder();
    let all = ["--all-cases", "--weights", "old.jsonl", "--jobs", "1"];
    let shards = |seconds: f64, more: &[&str]| {
        earlier(&folder, &[("accepted/right.sh", seconds), ("wrong_answer/wrong.sh", 1.0)]);
        plan(&folder, more).ends_with(0);
        planned(&folder)["shards"].as_u64().unwrap()
    };
    assert_eq!(shards(1.0, &all), 1);
    assert_eq!(shards(600.0, &all), 7);
    // Never more than there are cases, or submissions if these are not cut.
    assert_eq!(shards(600_000.0, &all), 12);
    assert_eq!(shards(600_000.0, &all[1..]), 2);
}

/// Returns the first case and the count of each unit of a submission.
fn blocks(folder: &Folder, submission: &str) -> Vec<(u64, u64)> {
    let plan = planned(folder);
    let units = plan["units"].as_array().unwrap();
    let own = units.iter().filter(|unit| unit["submission"] == *submission);
    own.filter_map(|unit| {
        Some((unit["cases"]["first"].as_u64()?, unit["cases"]["count"].as_u64()?))
    })
    .collect()
}

/// Asserts that shards whose plan cuts a submission merge into the events of a run without shards.
#[track_caller]
fn assert_equal_when_cut(folder: &Folder, submission: &str, more: &[&str]) {
    let others: Vec<String> = (0..20).map(|number| format!("other-{number}")).collect();
    let others = others.iter().map(|other| (&**other, 0.1));
    earlier(folder, &others.chain([(submission, 9.0)]).collect::<Vec<_>>());
    let more = [&["--all-cases"], more].concat();
    plan(folder, &[&more[..], &["--shards", "3", "--weights", "old.jsonl"]].concat()).ends_with(0);
    assert!(blocks(folder, submission).len() > 1, "{}", folder.read("plan.json"));
    let whole = [&more[..], &["--details", "no-times", "--force", "--report", "jsonl=whole.jsonl"]]
        .concat();
    let code = judge(folder, &whole).code;
    assert_eq!(merged(folder, 3, &more).code, code);
    assert_eq!(folder.read("merged.jsonl"), folder.read("whole.jsonl"), "{submission}");
}

#[test]
fn blocks_of_a_submission_are_it_byte_for_byte() {
    let folder = folder();
    folder.write("submissions/run_time_error/crash.sh", CRASH);
    folder.write("submissions/rejected/once.sh", RIGHT.replace("Bob wins", "bob"));
    folder.write("submissions/accepted/open-quote.chk", "echo 'Alice wins\n");
    folder.write("submissions/plain.sh", WRONG);
    for submission in [
        "accepted/right.sh",
        "wrong_answer/wrong.sh",
        "run_time_error/crash.sh",
        "rejected/once.sh",
        "accepted/open-quote.chk",
        "plain.sh",
    ] {
        assert_equal_when_cut(&folder, submission, &[]);
    }
    assert_equal_when_cut(&folder, "accepted/right.sh", &["--repeat", "2"]);
}

#[test]
fn blocks_earn_the_points_of_their_submission() {
    let folder = folder();
    let groups = "[[groups]]\ntitle = 'Samples'\ncases = 'sample'\npoints = 10\n\
        [[groups]]\ntitle = 'Ties'\ncases = 'secret/*tie'\npoints = 20\nrule = 'all'\n\
        [[groups]]\ntitle = 'Others'\ncases = 'secret/[456]*'\npoints = 70\n";
    folder.write("problem.toml", format!("{PROBLEM}{groups}"));
    for submission in ["accepted/right.sh", "wrong_answer/wrong.sh"] {
        assert_equal_when_cut(&folder, submission, &[]);
    }
    assert!(
        folder.read("merged.jsonl").contains("\"points\":80"),
        "{}",
        folder.read("merged.jsonl")
    );
}

#[test]
fn a_shard_says_which_block_it_has_and_reports_of_it_are_silent_about_that() {
    let folder = folder();
    earlier(&folder, &[("accepted/right.sh", 9.0), ("wrong_answer/wrong.sh", 0.1)]);
    let all = ["--all-cases", "--details", "excerpts"];
    plan(&folder, &[&all[..], &["--shards", "2", "--weights", "old.jsonl"]].concat())
        .ends_with(0)
        .says("submissions that alone take longer than a shard are cut: 2 blocks of cases");
    assert_eq!(blocks(&folder, "accepted/right.sh"), [(0, 3), (3, 3)]);
    let reports = ["human", "html=r.html", "csv=r.csv", "summary-csv=s.csv", "junit=r.xml"];
    let reports: Vec<&str> = reports.into_iter().flat_map(|report| ["--report", report]).collect();
    for number in ["1/2", "2/2"] {
        let run = shard(&folder, number, &[&all[..], &reports].concat()).ends_with(0);
        let run = run.says("accepted/right.sh is cut").says("3 of 6 cases are judged here");
        assert!(!run.stdout.contains("accepted/right.sh"), "{run}");
        for report in ["r.html", "r.csv", "s.csv", "r.xml"] {
            assert!(!folder.read(report).contains("accepted/right.sh"), "{report}");
        }
    }
    let events = ["1-2.jsonl", "2-2.jsonl"].map(|name| folder.read(name));
    let count = |words: &str| events.iter().map(|text| text.matches(words).count()).sum::<usize>();
    assert_eq!(count("\"blocks\":[{\"position\":0,\"first\":0,\"count\":3}]"), 1);
    assert_eq!(count("\"blocks\":[{\"position\":0,\"first\":3,\"count\":3}]"), 1);
    assert_eq!((count("\"event\":\"block\""), count("\"event\":\"submission\"")), (2, 1));
}

#[test]
fn a_missing_block_is_a_missing_submission_and_a_block_counts_once() {
    let folder = folder();
    earlier(&folder, &[("accepted/right.sh", 9.0), ("wrong_answer/wrong.sh", 0.1)]);
    plan(&folder, &["--all-cases", "--shards", "2", "--weights", "old.jsonl"]).ends_with(0);
    merged(&folder, 2, &["--all-cases"]).ends_with(0);
    let names = ["1-2.jsonl", "2-2.jsonl"];
    // The shard that only has a block.
    let least =
        names.iter().position(|name| !folder.read(name).contains("\"submission\"")).unwrap();
    let words = ["shard", "merge", names[1 - least], "--partial", "--report", "jsonl"];
    let partial = folder.referee(&words).ends_with(3);
    assert!(!partial.stdout.contains("accepted/right.sh\",\"case"), "{partial}");
    folder.referee(&words[..3]).ends_with(3).says("missing: ").says("with 1 submission of 2");
    let text = folder.read(names[least]);
    let (from, to) = if text.contains("\"first\":0") { (0, 3) } else { (3, 0) };
    let moved = text.replace(&format!("\"first\":{from}"), &format!("\"first\":{to}"));
    folder.write(names[least], moved);
    folder
        .referee(&["shard", "merge", names[0], names[1]])
        .ends_with(2)
        .says("another shard has cases of this one");
    let torn = text.replace("\"event\":\"block\"", "\"event\":\"blocks\"");
    folder.write(names[least], torn);
    folder
        .referee(&["shard", "merge", names[0], names[1]])
        .ends_with(2)
        .says("the events end before those of a submission");
}

/// Puts the verdict of a submission on a case close to the time limit.
fn hangs_on_limit(folder: &Folder, submission: &str, case: &str) {
    for name in ["1-2.jsonl", "2-2.jsonl"] {
        let changed = |line: &str| {
            let mut event: Value = serde_json::from_str(line).unwrap();
            if event["event"] == "judged" && event["contestant"] == submission {
                assert_eq!(event["verdict"], "AC");
                if event["case"] == case {
                    event["verdict"] = "TLE".into();
                    event["reason"] = "time-limit".into();
                    event["near_limit"] = "longer".into();
                }
            }
            if event["event"] == "block" {
                event["rules"] = vec!["not-permitted"].into();
            }
            format!("{event}\n")
        };
        folder.write(name, folder.read(name).lines().map(changed).collect::<String>());
    }
}

#[test]
fn a_submission_that_was_cut_is_decided_by_the_last_shard_as_a_whole() {
    let folder = folder();
    earlier(&folder, &[("accepted/right.sh", 9.0), ("wrong_answer/wrong.sh", 0.1)]);
    let all = ["--all-cases", "--plan", "plan.json"];
    plan(&folder, &["--all-cases", "--shards", "2", "--weights", "old.jsonl"]).ends_with(0);
    assert_eq!(blocks(&folder, "accepted/right.sh"), [(0, 3), (3, 3)]);
    merged(&folder, 2, &["--all-cases"]).ends_with(0);
    hangs_on_limit(&folder, "accepted/right.sh", "secret/6-none");
    let shards = ["1-2.jsonl", "2-2.jsonl"];
    let run = folder.referee(&[&["shard", "merge"], &shards[..]].concat()).ends_with(1);
    run.says("accepted/right.sh");
    let fixed = ["shard", "run", "last", ".", "--languages", "languages.toml", "--near"];
    let near = [&fixed[..], &shards[..], &["--report", "jsonl=last.jsonl"], &all[..]];
    let run = folder.referee(&near.concat()).ends_with(0);
    run.says("the last shard: 1 submission with 1 verdict near the limit, judged alone");
    let last = folder.read("last.jsonl");
    assert_eq!(last.matches("\"event\":\"judged\"").count(), 6, "{last}");
    let untimed =
        ["last.jsonl", "--details", "no-times", "--report", "jsonl=merged.jsonl", "--force"];
    let run = folder.referee(&[&["shard", "merge"], &shards[..], &untimed].concat()).ends_with(0);
    run.says("accepted/right.sh on secret/6-none: TLE before, AC now")
        .says("accepted/right.sh: TLE before, AC now");
    judge(&folder, &["--all-cases", "--details", "no-times", "--report", "jsonl=whole.jsonl"])
        .ends_with(0);
    assert_eq!(folder.read("merged.jsonl"), folder.read("whole.jsonl"));
}

#[test]
fn only_what_outweighs_a_shard_is_cut_and_only_where_all_cases_are_run() {
    let folder = folder();
    earlier(&folder, &[("accepted/right.sh", 9.0), ("wrong_answer/wrong.sh", 0.1)]);
    let more = ["--shards", "3", "--weights", "old.jsonl"];
    plan(&folder, &more).ends_with(0);
    assert_eq!(blocks(&folder, "accepted/right.sh"), []);
    plan(&folder, &[&more[..], &["--all-cases"]].concat()).ends_with(0);
    assert_eq!(blocks(&folder, "accepted/right.sh").len(), 3);
    assert_eq!(blocks(&folder, "wrong_answer/wrong.sh"), []);
}

#[test]
fn a_time_limit_is_inferred_once_for_all_shards() {
    let folder = folder();
    plan(&folder, &["--shards", "2", "--time-limit", "3x"]).ends_with(0);
    let limit = planned(&folder)["time_limit"].clone();
    assert_eq!(limit["inferred"]["contestant"], "accepted/right.sh", "{limit}");
    let more = ["--time-limit", "3x"];
    let merged = merged(&folder, 2, &more);
    let milliseconds = (limit["seconds"].as_f64().unwrap() * 1000.0).round();
    let told = format!("\"cpu_milliseconds\":{milliseconds}");
    assert!(folder.read("merged.jsonl").contains(&told), "{merged} {told}");
    let seconds = limit["seconds"].to_string();
    let time = ["--details", "no-times", "--time-limit", &seconds, "--report", "jsonl=whole.jsonl"];
    assert_eq!(judge(&folder, &time).code, merged.code);
    assert_eq!(folder.read("merged.jsonl"), folder.read("whole.jsonl"));
    let refused = shard(&folder, "1/2", &["--time-limit", "4x"]).ends_with(2);
    refused.says("the time limit of this plan has the factor 3, not 4");
    plan(&folder, &["--shards", "2", "--time-limit", "2"]).ends_with(0);
    let refused = shard(&folder, "1/2", &more).ends_with(2);
    refused.says("each shard would infer a different time limit").says("referee shard plan");
}
