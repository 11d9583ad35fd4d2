//! `referee hunt`: finds inputs on which submissions fail, shrinks them, and keeps them.

use insta::assert_snapshot;
use serde_json::Value;

use crate::generate_package::package;
use crate::interactive::{GAME, GUESSES};
use crate::support::{Folder, Run};

const SHELL: &str =
    "format = 1\n[[language]]\nname = 'shell'\nendings = ['sh']\nrun = ['sh', '{main}']\n";

/// Prints twice the number it reads.
const TWICE: &str = "read n\necho $((n + n))\n";
/// Waits, rather than takes time from other tests.
const ENDLESS: &str = "exec sleep 600\n";

/// A problem of numbers up to 99, whose only case is 50.
fn problem(submissions: &[(&str, &str)]) -> Folder {
    let folder = Folder::new();
    let file = "format = 1\nname = 'twice'\ncases = 'data'\n[solver]\ncommand = ['twice.sh']\n\
        [validator]\ndescription = 'input.ctd'\n";
    folder.write("twice/problem.toml", file);
    folder.write("twice/twice.sh", TWICE);
    folder.write("twice/input.ctd", "INT(0,99) NEWLINE EOF\n");
    folder.write("twice/data/secret/1.in", "50\n");
    folder.write("twice/data/secret/1.ans", "100\n");
    folder.write("referee.toml", SHELL);
    for (name, text) in submissions {
        folder.write(format!("twice/submissions/{name}"), text);
    }
    folder
}

/// The same problem with a validator that is a program.
fn validated_by(submissions: &[(&str, &str)], valid: &str) -> Folder {
    let folder = problem(submissions);
    let file = folder.read("twice/problem.toml");
    let program = file.replace("description = 'input.ctd'", "command = ['valid.sh']");
    folder.write("twice/problem.toml", program);
    folder.write("twice/valid.sh", valid);
    folder
}

fn hunt(folder: &Folder, more: &[&str]) -> Run {
    folder.referee(&[&["hunt", "twice"], more].concat())
}

/// Returns the report without the resources used.
fn timeless(run: &Run) -> String {
    let lines = run.stdout.lines().filter(|line| !line.starts_with("  used "));
    lines.map(|line| format!("{line}\n")).collect()
}

/// Wrong from 51 on.
const SMALL_ONLY: &str = "read n\n[ $n -gt 50 ] && n=50\necho $((n + n))\n";

#[test]
fn what_fails_is_found_and_made_smaller() {
    let folder = problem(&[("accepted/twice.sh", TWICE), ("wrong_answer/small.sh", SMALL_ONLY)]);
    let run = hunt(&folder, &["--tries", "60"]).ends_with(0);
    assert_snapshot!(timeless(&run), @r#"
    accepted/twice.sh  withstands  61 candidates, 2 of them not valid: all tries are used up
      valid     1 of 1 existing cases, 25 of 25 inputs of the learned shape, 21 of 23 changed cases, 12 of 12 inputs of the description
    wrong_answer/small.sh  fails  after 4 candidates, on an input of the description input.ctd
      shrunk    1 token, 3 bytes to 1 token, 3 bytes, 1-minimal: no single element can be removed, and no number lowered by one
      input     51
      answer    102
    wrong_answer/small.sh  the smallest case   wrong answer, line 1, column 1
      says      "100"
      expected  "102", at line 1, column 1 of the answer
      again     referee hunt --seed 1 --tries 60 twice twice/submissions/wrong_answer/small.sh
    "#);
    // The number of threads makes no difference.
    for jobs in ["1", "3"] {
        let other = hunt(&folder, &["--tries", "60", "--jobs", jobs]).ends_with(0);
        assert_eq!(timeless(&other), timeless(&run));
    }
    // The exit code is 1 if a submission that should be accepted fails, or if one that should fail
    // does not.
    folder.write("mine.sh", SMALL_ONLY);
    hunt(&folder, &["mine.sh", "--tries", "60"]).ends_with(1).says("mine.sh  fails");
    folder.write("twice/submissions/wrong_answer/small.sh", TWICE);
    let run = hunt(&folder, &["--tries", "60"]).ends_with(1);
    run.says("wrong_answer/small.sh  withstands").says(", 21 of 23 changed cases");
    // Too few candidates prove nothing.
    let few =
        hunt(&folder, &["--tries", "5"]).ends_with(3).says("wrong_answer/small.sh  not hunted");
    few.says(" of 5 new candidates could be judged, and fewer than 10 prove nothing");
    let json = hunt(&folder, &["--tries", "5", "--report", "json"]).ends_with(3);
    json.says("\"end\":\"not-hunted\"");
}

/// Only hunts that are bounded by time alone depend on how long candidates take.
#[test]
fn a_number_of_candidates_is_the_same_on_slow_machines() {
    let folder = problem(&[("accepted/twice.sh", TWICE)]);
    let run = hunt(&folder, &["--tries", "60"]).ends_with(0);
    let slow = "read n\n[ $((n % 2)) = 0 ] && i=0 && \
        while [ $i -lt 100000 ]; do i=$((i+1)); done\necho $((n + n))\n";
    folder.write("twice/twice.sh", slow);
    let slow = hunt(&folder, &["--tries", "60"]).ends_with(0);
    assert_eq!(timeless(&slow), timeless(&run));
}

#[test]
fn what_is_missing_for_a_hunt_is_said() {
    let folder = validated_by(&[("wrong_answer/small.sh", SMALL_ONLY)], "exit 43\n");
    folder.write("twice/data/secret/1.in", "fifty\n");
    let run = hunt(&folder, &["--tries", "60"]).ends_with(3);
    run.says("secret/1 is left out, since its input is invalid: ")
        .says("small.sh  not hunted  ")
        .says("nothing: the validators reject the existing inputs too");
    std::fs::remove_file(folder.path("twice/data/secret/1.ans")).unwrap();
    let run = hunt(&folder, &["--tries", "60"]).ends_with(3);
    run.says("0 of 0 new candidates could be judged").says(
        "nothing: there is no generator, no description of the inputs and no existing case with an answer",
    );
}

#[test]
fn an_invalid_case_shows_nothing_about_a_program() {
    for place in ["sample", "secret"] {
        let folder = problem(&[("wrong_answer/small.sh", SMALL_ONLY)]);
        folder.write(format!("twice/data/{place}/0.in"), "100\n");
        folder.write(format!("twice/data/{place}/0.ans"), "200\n");
        let run = hunt(&folder, &["--tries", "60", "--no-shrink"]).ends_with(0);
        run.says(&format!("{place}/0 is left out, since its input is invalid: "))
            .says("small.sh  fails  after ");
    }
}

/// Or the learned shape would be that of the invalid case, too.
#[test]
fn an_invalid_case_is_no_example_even_if_it_is_passed() {
    let first = "read n rest\necho $((n + n))\n";
    let folder = problem(&[("accepted/first.sh", first), ("accepted/second.sh", first)]);
    folder.write("twice/data/sample/0.in", "7 8 9\n");
    folder.write("twice/data/sample/0.ans", "14\n");
    let run = hunt(&folder, &["--tries", "60"]).ends_with(0);
    assert_eq!(run.stderr.matches("sample/0 is left out, since its input is invalid: ").count(), 1);
    let run = run.says("first.sh  withstands").says("1 of 2 existing cases, ");
    let run = run.says("second.sh  withstands").says("1 of 1 existing cases, ");
    let inputs = run.stdout.matches("25 of 25 inputs of the learned shape").count();
    assert_eq!(inputs, 2, "{}", run.stdout);
}

#[test]
fn a_case_that_could_not_be_validated_is_told() {
    let folder = validated_by(&[("wrong_answer/small.sh", SMALL_ONLY)], "kill $$\n");
    folder.write("twice/data/sample/0.in", "60\n");
    folder.write("twice/data/sample/0.ans", "120\n");
    let run = hunt(&folder, &["--tries", "60"]).ends_with(0).says("small.sh  fails a sample");
    run.says("the input of sample/0 was not validated: ");
}

#[test]
fn programs_read_what_was_found_as_json() {
    let folder = problem(&[("wrong_answer/small.sh", SMALL_ONLY)]);
    let run = hunt(&folder, &["--tries", "60", "--report", "json", "--no-shrink"]).ends_with(0);
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&report["format"], &report["version"]), (&"referee-hunt".into(), &1.into()));
    let submission = &report["submissions"][0];
    assert_eq!(submission["name"], "wrong_answer/small.sh");
    assert_eq!((&submission["end"], &submission["is_right"]), (&"found".into(), &false.into()));
    let found = &submission["found"];
    let input: i64 = found["input"].as_str().unwrap().trim_end().parse().unwrap();
    assert!(input > 50, "{found}");
    assert_eq!(found["answer"], format!("{}\n", 2 * input));
    assert_eq!((&found["source"], &found["steps"]), (&"description input.ctd".into(), &0.into()));
    assert_eq!(found["verdict"], "refuted");
    let sources = submission["sources"].as_array().unwrap();
    assert_eq!(sources[0]["name"], "existing cases");
    let candidates = sources.iter().map(|source| source["candidates"].as_u64().unwrap());
    assert_eq!(submission["candidates"], candidates.sum::<u64>());
    assert!(sources[1]["not_valid"].is_u64());
}

#[test]
fn a_program_that_fails_a_sample_is_told_so_and_not_hunted() {
    let folder =
        problem(&[("wrong_answer/seven.sh", "read n\n[ $n = 7 ] && n=8\necho $((n + n))\n")]);
    folder.write("twice/data/sample/1.in", "3\n");
    folder.write("twice/data/sample/1.ans", "6\n");
    folder.write("twice/data/sample/2.in", "7\n");
    folder.write("twice/data/sample/2.ans", "14\n");
    let run = hunt(&folder, &["--keep", "secret/found"]).ends_with(0);
    assert_snapshot!(timeless(&run), @r#"
    wrong_answer/seven.sh  fails a sample  sample/2: wrong answer
    wrong_answer/seven.sh  sample/2   wrong answer, line 1, column 1
      says      "16"
      expected  "14", at line 1, column 1 of the answer
    "#);
    assert!(!folder.has("twice/data/secret/found.in"));
    let json = hunt(&folder, &["--report", "json"]).ends_with(0);
    json.says("\"end\":\"fails-sample\",\"why\":\"sample/2: wrong answer\"");
    // For a submission that should be accepted, failing a sample is a failure.
    folder.write("mine.sh", "echo 6\n");
    hunt(&folder, &["mine.sh"]).ends_with(1).says("mine.sh  fails a sample  sample/2");
}

#[test]
fn cases_that_exist_need_no_solver() {
    let folder =
        problem(&[("wrong_answer/fifty.sh", "read n\n[ $n = 50 ] && n=0\necho $((n + n))\n")]);
    let file = folder.read("twice/problem.toml");
    folder.write("twice/problem.toml", file.replace("[solver]\ncommand = ['twice.sh']\n", ""));
    let run = hunt(&folder, &["--keep", "secret/found"]).ends_with(0);
    run.says("wrong_answer/fifty.sh  fails  after 1 candidate, on secret/1")
        .says("  answer    100")
        .says("  says      \"0\"");
    // With a solver, the case is shrunk like any other find.
    folder.write("twice/problem.toml", file);
    let fails = "read n\n[ $n -gt 20 ] && n=0\necho $((n + n))\n";
    folder.write("twice/submissions/wrong_answer/fifty.sh", fails);
    std::fs::remove_file(folder.path("twice/data/secret/found.in")).unwrap();
    std::fs::remove_file(folder.path("twice/data/secret/found.ans")).unwrap();
    let run = hunt(&folder, &["--shrink-for", "600"]).ends_with(0);
    run.says("fails  after 1 candidate, on secret/1").says("1-minimal").says("  input     21");
}

/// A package whose generator never ends, with a right program.
fn endless_generator() -> Folder {
    let folder = package("data:\n  secret:\n    data:\n      - a: loop.sh 20 {seed}\n");
    folder.write("p/generators/loop.sh", ENDLESS);
    folder.write("p/input_validators/number.ctd", "INT(1,99) NEWLINE EOF\n");
    folder.write("p/submissions/accepted/lines.sh", TWICE);
    folder.write("p/data/secret/b.in", "50\n");
    folder.write("p/data/secret/b.ans", "100\n");
    folder
}

#[test]
fn a_hunt_ends_when_its_time_is_up_whatever_it_waits_for() {
    let folder = endless_generator();
    let hunt = |more: &[&str]| {
        let fixed = ["hunt", "p", "p/submissions/accepted/lines.sh", "--time-limit", "300"];
        folder.referee(&[&fixed[..], more].concat())
    };
    // The generator is stopped long before the time is up ...
    let run = hunt(&["--for", "600", "--tries", "200", "--args", "loop.sh 20"]).ends_with(0);
    run.says("withstands").says("1 run of generator loop.sh 20, which did not end within 3 s");
    // ... unless less time than its limit is left. Too few candidates prove nothing.
    folder.write("p/input_validators/number.ctd", "INT(49,51) NEWLINE EOF\n");
    let run = hunt(&["--for", "0.4"]).ends_with(3);
    run.says("not hunted").says(": the time is up");
    // The endless program may also be one of the jury, or the submission itself.
    folder.write(
        "p/submissions/accepted/lines.sh",
        format!("read n\n[ $n = 50 ] || {ENDLESS}\necho 100\n"),
    );
    let run = hunt(&["--for", "0.4"]).ends_with(3);
    run.says("not hunted  ").says(": the time is up");
    folder.write("p/submissions/accepted/lines.sh", ENDLESS);
    let run = hunt(&["--for", "0.4"]).ends_with(3);
    run.says("not hunted  0 of 0 new candidates could be judged").says(": the time is up");
    // Or several of the jury, which another thread builds.
    for name in ["other", "third", "unlike"] {
        let endless = format!("# {name}\n{ENDLESS}");
        folder.write(format!("p/submissions/accepted/{name}.sh"), endless);
    }
    hunt(&["--for", "0.4", "--jobs", "2"]).ends_with(3).says(": the time is up");
    // A program that fails a sample does not wait for them.
    folder.write("p/data/sample/1.in", "50\n");
    folder.write("p/data/sample/1.ans", "100\n");
    folder.write("p/submissions/accepted/lines.sh", "echo 99\n");
    hunt(&["--for", "600", "--jobs", "2"]).ends_with(1).says("fails a sample");
}

#[test]
fn no_search_waits_until_a_generator_is_compiled() {
    let folder = with_jury();
    folder
        .write("p/generators/generators.yaml", "data:\n  secret:\n    data: [{a: say.slow 50}]\n");
    folder.write("p/generators/say.slow", "");
    let slow = "[[language]]\nname = 'slow'\nendings = ['slow']\ncompile = ['sleep', '600']\nrun = ['sh', '{main}']\n";
    folder.write("mine.toml", folder.read("mine.toml") + slow);
    folder.write("p/submissions/wrong_answer/small.sh", SMALL_ONLY);
    let fixed = ["hunt", "p", "p/submissions/wrong_answer/small.sh", "--languages", "mine.toml"];
    let hunt = |more: &[&str]| folder.referee(&[&fixed[..], more].concat());
    let run = hunt(&["--for", "600", "--jobs", "2"]).ends_with(0).says("small.sh  fails");
    assert!(!run.stderr.contains("left out"), "it was compiled for a minute: {}", run.stderr);
}

#[test]
fn the_next_hunt_has_what_the_time_of_an_earlier_one_did_not_suffice_for() {
    let folder =
        problem(&[("accepted/a_endless.sh", ENDLESS), ("wrong_answer/small.sh", SMALL_ONLY)]);
    let run = hunt(&folder, &["--for", "1", "--time-limit", "300"]);
    let run = run.says("a_endless.sh  not hunted  0 of 0 new candidates could be judged");
    // Without --tries, the command that repeats it has the same time.
    let run = run.says("again     referee hunt --time-limit 300 --seed 1 --for 1 ");
    // The first hunt ended all sandboxes; this one starts new ones.
    run.says("wrong_answer/small.sh  fails").says("  input     51");
}

#[test]
fn the_smallest_so_far_is_kept_when_there_is_no_more_time_to_shrink() {
    // Its program never ends on inputs smaller than the one found.
    let small = "read n\nwhile [ $n -lt 51 ]; do :; done\nn=0\necho $((n + n))\n";
    let folder = problem(&[("wrong_answer/small.sh", small)]);
    folder.write("twice/data/secret/1.in", "99\n");
    folder.write("twice/data/secret/1.ans", "198\n");
    let flags = ["--time-limit", "300", "--shrink-for", "1", "--keep", "secret/found"];
    let run = hunt(&folder, &flags).ends_with(0);
    run.says("fails  after 1 candidate, on secret/1").says("kept      twice/data/secret/found.in");
    let kept: i64 = folder.read("twice/data/secret/found.in").trim_end().parse().unwrap();
    assert!((51..=99).contains(&kept), "{kept}");
    assert_eq!(folder.read("twice/data/secret/found.ans"), format!("{}\n", 2 * kept));
}

/// A package of numbers up to 99, to be doubled, whose first accepted submission lacks its
/// interpreter, and whose second one is wrong on the sample.
fn with_jury() -> Folder {
    let folder = package("data:\n  secret:\n    data: [{a: say.sh 50}]\n");
    folder.write("p/input_validators/number.ctd", "INT(1,99) NEWLINE EOF\n");
    for (name, number) in [("sample/1", 20), ("secret/a", 50)] {
        folder.write(format!("p/data/{name}.in"), format!("{number}\n"));
        folder.write(format!("p/data/{name}.ans"), format!("{}\n", 2 * number));
    }
    let exotic = "[[language]]\nname = 'exotic'\nendings = ['exo']\nrun = ['no-such-interpreter', '{main}']\n";
    folder.write("mine.toml", format!("{SHELL}{exotic}"));
    std::fs::remove_file(folder.path("p/submissions/accepted/lines.sh")).unwrap();
    for (name, text) in [("a.exo", ""), ("b.sh", "echo 41\n"), ("c.sh", TWICE)] {
        folder.write(format!("p/submissions/accepted/{name}"), text);
    }
    folder
}

/// Hunts a program that doubles another number if this is true of `$n`, beside such a juror.
fn hunt_with_jury(folder: &Folder, wrong_if: &str, juror_wrong_if: &str) -> Run {
    let doubles = |wrong_if| format!("read n\n[ {wrong_if} ] && n=50\necho $((n + n))\n");
    folder.write("p/submissions/wrong_answer/small.sh", doubles(wrong_if));
    folder.write("p/submissions/accepted/d.sh", doubles(juror_wrong_if));
    let fixed = ["hunt", "p", "p/submissions/wrong_answer/small.sh", "--languages", "mine.toml"];
    let more = ["--tries", "100", "--keep", "secret/found", "--shrink-for", "600"];
    folder.referee(&[&fixed[..], &more].concat())
}

/// The samples show one of two kinds of input.
#[test]
fn what_only_the_description_shows_is_tried() {
    let folder = with_jury();
    let described = "INT(1,9) NEWLINE REGEX(\"few|many\",k) NEWLINE
        IF(k==\"many\") INT(3,99,n) NEWLINE REP(n,SPACE) INT(1,9) END NEWLINE END";
    folder.write("p/input_validators/number.ctd", described);
    for name in ["sample/1", "secret/a"] {
        folder.write(format!("p/data/{name}.in"), "1\nfew\n");
        folder.write(format!("p/data/{name}.ans"), "1\n");
    }
    folder.write("p/submissions/accepted/c.sh", "echo 1\n");
    folder.write("p/submissions/wrong_answer/small.sh", "read n\nread k\nread n\necho ${n:-1}\n");
    let fixed = ["hunt", "p", "p/submissions/wrong_answer/small.sh", "--languages", "mine.toml"];
    let run = folder.referee(&[&fixed[..], &["--tries", "60", "--shrink-for", "600"]].concat());
    let run = run
        .ends_with(0)
        .says("small.sh  fails  after ")
        .says("on an input of the description number.ctd\n");
    run.says("1\n            many\n            3\n            1 1 1\n");
}

/// Of three groups, the first and the last have only small numbers, for which the program is right.
#[test]
fn candidates_are_bounded_as_in_the_group_that_allows_most() {
    let folder = package("data: {}\n");
    std::fs::remove_dir_all(folder.path("p/generators")).unwrap();
    let valid = "read n\n[ $n -ge 1 ] && [ $n -le ${1:-3} ] && exit 42\nexit 43\n";
    folder.write("p/input_validators/below.sh", valid);
    for (group, most, number) in [("a", 5, 5), ("b", 90, 9), ("c", 7, 6)] {
        let settings = format!("input_validator_args: ['{most}']\n");
        folder.write(format!("p/data/secret/{group}/test_group.yaml"), settings);
        folder.write(format!("p/data/secret/{group}/1.in"), format!("{number}\n"));
        folder.write(format!("p/data/secret/{group}/1.ans"), format!("{}\n", 2 * number));
    }
    folder.write("p/submissions/accepted/lines.sh", TWICE);
    let wrong = "read n\n[ $n -gt 50 ] && n=50\necho $((n + n))\n";
    folder.write("p/submissions/wrong_answer/small.sh", wrong);
    let hunt = ["hunt", "p", "p/submissions/wrong_answer/small.sh", "--tries", "90"];
    let finds = || {
        let run = folder.referee(&hunt).ends_with(0).says("small.sh  fails  after ");
        run.says("input     51\n  answer    102\n");
    };
    finds();
    // The last group is like that one, and has no cases yet.
    folder.write("p/data/secret/d/test_group.yaml", "input_validator_args: ['90']\n");
    for file in ["b/1.in", "b/1.ans", "c/1.in", "c/1.ans"] {
        std::fs::remove_file(folder.path(format!("p/data/secret/{file}"))).unwrap();
    }
    finds();
}

#[test]
fn a_description_suffices_for_a_hunt() {
    let folder = problem(&[("accepted/twice.sh", TWICE), ("wrong_answer/small.sh", SMALL_ONLY)]);
    // Cases without answers are not changed.
    std::fs::remove_file(folder.path("twice/data/secret/1.ans")).unwrap();
    let run = hunt(&folder, &["--tries", "60"]).ends_with(0);
    let run = run.says("accepted/twice.sh  withstands").says(" inputs of the description\n");
    run.says("small.sh  fails  after ").says("input     51\n  answer    102\n");
}

fn remove_found(folder: &Folder, names: &[&str]) {
    for name in names {
        for file in ["in", "ans"] {
            std::fs::remove_file(folder.path(format!("p/data/secret/{name}.{file}"))).unwrap();
        }
    }
}

#[test]
fn the_jury_is_who_works_here() {
    let folder = with_jury();
    let run = hunt_with_jury(&folder, "$n -gt 50", "$n = 0").ends_with(0);
    run.says("small.sh  fails").says("  input     51\n  answer    102\n");
    remove_found(&folder, &["found"]);
    // An invalid sample says nothing of them.
    folder.write("p/data/sample/0.in", "100\n");
    folder.write("p/data/sample/0.ans", "7\n");
    let run = hunt_with_jury(&folder, "$n -gt 50", "$n = 0").ends_with(0);
    run.says("sample/0 is left out").says("  input     51\n  answer    102\n");
    remove_found(&folder, &["found"]);
    folder.write("p/submissions/accepted/c.sh", "echo 41\n");
    let run = hunt_with_jury(&folder, "$n -gt 50", "$n -lt 50").ends_with(3);
    run.says("not hunted  ").says("accepted on the samples; accepted/b.sh fails on sample/1: ");
}

/// Nobody is wrong by their own answers.
#[test]
fn a_right_submission_is_hunted_with_the_answers_of_another() {
    let (folder, twice) = (with_jury(), "p/submissions/accepted/c.sh");
    folder.write(twice, "read n\n[ $n -gt 60 ] && n=60\necho $((n + n))\n");
    let hunt = |submission| {
        let more = ["--languages", "mine.toml", "--tries", "100", "--shrink-for", "600"];
        folder.referee(&[&["hunt", "p", submission][..], &more].concat())
    };
    hunt(twice).ends_with(0).says("c.sh  withstands");
    folder.write("p/submissions/accepted/d.sh", TWICE);
    let run = hunt(twice).ends_with(3);
    run.says("c.sh  the jury disagrees  accepted/d.sh is also rejected on ")
        .says("  input     61\n");
    // So is the one that usually answers.
    let run = hunt("p/submissions/accepted/d.sh").ends_with(3);
    run.says("d.sh  the jury disagrees  accepted/c.sh is also rejected on ")
        .says("  says      \"120\"");
    // Of three, two decide.
    let wrong = folder.read(twice);
    folder.write(twice, TWICE);
    folder.write("p/submissions/accepted/d.sh", wrong);
    folder.write("p/submissions/accepted/e.sh", format!("# e\n{TWICE}"));
    hunt("p/submissions/accepted/d.sh").ends_with(1).says("d.sh  fails  after ");
}

#[test]
fn a_hunt_goes_on_where_the_jury_disagrees() {
    let folder = with_jury();
    let run = hunt_with_jury(&folder, "$n -gt 51", "$n -gt 50").ends_with(3);
    let run = run.says("small.sh  the jury disagrees  accepted/d.sh is also rejected on ");
    let run = run.says(", and all failures in ").says("  input     51\n  answer    102\n");
    run.says("  says      \"100\"").says("kept      p/data/secret/found.in");
    assert_eq!(folder.read("p/data/secret/found.in"), "51\n");
    remove_found(&folder, &["found"]);
    // The jury agrees on other inputs.
    let run = hunt_with_jury(&folder, "$n -gt 51 -o $n = 17", "$n -gt 50").ends_with(3);
    let run = run.says("small.sh  the jury disagrees  accepted/d.sh is also rejected on ");
    let run = run.says("kept      p/data/secret/found-2.in").says("small.sh  fails  after ");
    run.says("  input     17\n  answer    34\n").says("kept      p/data/secret/found.in");
    assert_eq!(folder.read("p/data/secret/found-2.in"), "51\n");
    remove_found(&folder, &["found", "found-2"]);
    // Nor is an input shrunk to one on which it disagrees.
    let run = hunt_with_jury(&folder, "$n -lt 20", "$n -lt 18").ends_with(3);
    let run = run.says("  input     1\n  answer    2\n").says("small.sh  fails  after ");
    run.says("  input     18\n  answer    36\n");
}

/// A program is not too slow on an input on which all right ones are.
#[test]
fn inputs_on_which_the_jury_is_too_slow_prove_nothing() {
    let folder = package("data: {}\n");
    folder.write("p/input_validators/number.ctd", "INT(1,12) NEWLINE EOF\n");
    folder.write("p/data/sample/1.in", "5\n");
    folder.write("p/data/sample/1.ans", "10\n");
    let slow = "read n\ni=0\nwhile [ $n = 12 ] && [ $i -lt 250000 ]; do i=$((i + 1)); done\n\
        echo $((n + n))\n";
    folder.write("p/submissions/accepted/lines.sh", slow);
    folder.write("p/submissions/wrong_answer/slow.sh", format!("# slow\n{slow}"));
    let hunt = || {
        let wrong = "p/submissions/wrong_answer/slow.sh";
        let limits = ["--time-limit", "0.1", "--tries", "100", "--shrink-for", "0.1"];
        folder.referee(&[&["hunt", "p", wrong], &limits[..]].concat())
    };
    let run = hunt().ends_with(1).says("slow.sh  withstands");
    run.says("accepted/lines.sh exceeds the time limit too");
    folder.write("p/submissions/accepted/more.sh", TWICE);
    hunt().ends_with(0).says("slow.sh  fails").says("  input     12\n");
}

#[test]
fn a_jury_program_that_does_not_end_costs_little_of_a_hunt() {
    let folder = package("data: {}\n");
    folder.write("p/input_validators/number.ctd", "INT(1,12) NEWLINE EOF\n");
    folder.write("p/data/sample/1.in", "5\n");
    folder.write("p/data/sample/1.ans", "10\n");
    let twice = "read n\necho $((n + n))\n";
    folder.write(
        "p/submissions/accepted/loops.sh",
        format!("{twice}[ $n != 12 ] || while :; do :; done\n"),
    );
    folder.write("p/submissions/wrong_answer/same.sh", twice);
    let limits = ["--time-limit", "0.1", "--tries", "100", "--shrink-for", "0.1"];
    let wrong = "p/submissions/wrong_answer/same.sh";
    let run = folder.referee(&[&["hunt", "p", wrong], &limits[..]].concat()).ends_with(1);
    run.says("same.sh  withstands")
        .says(" skipped: the solution submissions/accepted/loops.sh: it took 2.");
}

#[test]
fn inputs_that_stand_in_rules_are_tried_as_they_are() {
    for rule in ["{in: '123456789'}", "{copy: manual/rare}"] {
        let rules = format!(
            "data:\n  secret:\n    data:\n      - small: {{in: '5'}}\n      - rare: {rule}\n"
        );
        let folder = package(&rules);
        folder.write("p/generators/manual/rare.in", "123456789\n");
        folder.write("p/input_validators/number.ctd", "INT(1,999999999) NEWLINE EOF\n");
        folder.write("p/submissions/accepted/lines.sh", TWICE);
        let wrong = format!("read n\n[ $n = 123456789 ] && n=0\n{}", &TWICE["read n\n".len()..]);
        folder.write("p/submissions/wrong_answer/rare.sh", wrong);
        for (name, number) in [("sample/1", 20), ("secret/1-small", 5)] {
            folder.write(format!("p/data/{name}.in"), format!("{number}\n"));
            folder.write(format!("p/data/{name}.ans"), format!("{}\n", 2 * number));
        }
        let wrong = "p/submissions/wrong_answer/rare.sh";
        let run = folder.referee(&["hunt", "p", wrong, "--tries", "100"]).ends_with(0);
        run.says("rare.sh  fails  after ").says("on secret/2-rare");
    }
}

#[test]
fn what_was_found_becomes_a_case() {
    let folder = problem(&[
        ("wrong_answer/small.sh", SMALL_ONLY),
        ("wrong_answer/never_zero.sh", "read n\n[ $n = 0 ] && n=1\necho $((n + n))\n"),
    ]);
    folder.referee(&["judge", "twice"]).ends_with(1);
    let keep = ["--tries", "100", "--keep", "secret/found"];
    let run = hunt(&folder, &keep).ends_with(0);
    run.says("kept      twice/data/secret/found.in").says("twice/data/secret/found-2.in");
    let files = ["found.in", "found.ans", "found-2.in", "found-2.ans"];
    let files = files.map(|file| folder.read(format!("twice/data/secret/{file}")));
    assert_eq!(files, ["0\n", "0\n", "51\n", "102\n"]);
    folder.referee(&["validate", "twice"]).ends_with(0);
    folder.referee(&["judge", "twice"]).ends_with(0);
    // Nothing is overwritten, and the error comes before the search.
    let again = folder.referee_changing_nothing(&[&["hunt", "twice"][..], &keep].concat());
    again.ends_with(2).says("found.in");
    hunt(&folder, &["--keep", "../found"]).ends_with(2).says("names look like secret/05-small");
}

/// If the cases of a problem are generated, a kept case is generated too from then on.
#[test]
fn what_was_found_becomes_an_entry_of_the_recipe() {
    let folder = problem(&[("wrong_answer/small.sh", SMALL_ONLY)]);
    let file = folder.read("twice/problem.toml");
    folder
        .write("twice/problem.toml", file.replace("[solver]", "recipe = 'recipe.toml'\n[solver]"));
    let recipe = "format = 1\nproblem = 'twice'\nsalt = 's'\n\n# The only one.\n[[case]]\n\
        name = 'secret/1'\nfamily = 'given'\ninput = \"50\\n\"\n";
    folder.write("twice/recipe.toml", recipe);
    folder.referee(&["generate", "twice"]).ends_with(0);
    let run = hunt(&folder, &["--tries", "100", "--keep", "secret/found"]).ends_with(0);
    run.says("kept      twice/data/secret/found.in");
    let entry = "\n[[case]]\nname = \"secret/found\"\nfamily = \"given\"\ninput = \"51\\n\"\n";
    assert_eq!(folder.read("twice/recipe.toml"), recipe.to_string() + entry);
    folder.referee(&["generate", "twice", "--check"]).ends_with(0).says("agree");
    assert_eq!(folder.read("twice/data/secret/found.ans"), "102\n");
    // The name in the recipe is the whole one, even if the command is given a part of the cases.
    let part = ["hunt", "twice/data/secret", "twice/submissions/wrong_answer/small.sh"];
    let run = folder.referee(&[&part[..], &["--tries", "100", "--keep", "also"]].concat());
    run.ends_with(0).says("kept      twice/data/secret/also.in");
    assert!(folder.read("twice/recipe.toml").contains("\nname = \"secret/also\"\n"));
    folder.referee(&["generate", "twice", "--check"]).ends_with(0).says("agree");
}

/// Prints its first argument, and fails above 40.
const NUMBER: &str = "[ $1 -gt 40 ] && exit 1\necho $1\n";

/// Returns a package with these rules, and with a submission that is wrong for 7.
fn with_seven(rules: &str) -> Folder {
    let folder = package(rules);
    folder.write("p/generators/number.sh", NUMBER);
    folder.write("p/input_validators/number.ctd", "INT(1,1000) NEWLINE EOF\n");
    folder.write("p/submissions/accepted/lines.sh", TWICE);
    let seven = "read n\n[ $n = 7 ] && n=8\necho $((n + n))\n";
    folder.write("p/submissions/wrong_answer/seven.sh", seven);
    folder.referee(&["generate", "p"]).ends_with(0);
    folder
}

/// Hunts that submission, and keeps what is found.
fn hunt_seven(folder: &Folder) -> Run {
    let fixed = ["hunt", "p", "p/submissions/wrong_answer/seven.sh", "--time-limit", "1"];
    let keep = ["--args", "number.sh 7..7", "--keep", "secret/found"];
    folder.referee(&[&fixed[..], &keep].concat()).ends_with(0)
}

#[test]
fn what_was_found_becomes_a_rule_of_the_package() {
    let rules = "data:\n  secret:\n    data:\n      - a: number.sh 20 {seed}\n      # the last\n      \
        - b: {in: '30'}\n";
    let folder = with_seven(rules);
    hunt_seven(&folder).says("kept      p/data/secret/3-found.in");
    let added = rules.to_string() + "      - found: {in: \"7\\n\"}\n";
    assert_eq!(folder.read("p/generators/generators.yaml"), added);
    folder.referee(&["generate", "p", "--check"]).ends_with(0).says("agree");
    // If no rule can be added, the case is kept, and everything else stays as it was.
    let rules = "data:\n  secret:\n    data: [a: number.sh 20, b: {in: '30'}]\n";
    folder.write("p/generators/generators.yaml", rules);
    folder.referee(&["generate", "p", "--force", "--clean"]).ends_with(0);
    let run = hunt_seven(&folder).says("kept      p/data/secret/found.in");
    run.says("p/data/secret/found.in is kept without a rule in p/generators/generators.yaml: ")
        .says("no group secret has lines of its own there");
    assert_eq!(folder.read("p/generators/generators.yaml"), rules);
    assert_eq!(folder.read("p/data/secret/found.in"), "7\n");
}

#[test]
fn programs_of_the_package_are_compiled_once_to_find_a_case_and_to_keep_it() {
    let folder = with_seven("data:\n  secret:\n    data: [b: {in: '30'}]\n");
    let rules = "data:\n  secret:\n    data:\n      - a: number.copied 20\n      - b: {in: '30'}\n";
    folder.write("p/generators/generators.yaml", rules);
    // No compiled program is kept for later.
    folder.write(folder.cache().join("referee/programs"), "a file");
    let copied = "[[language]]\nname = 'copied'\nendings = ['copied']\n\
        compile = ['cp', '{main}', '{program}']\nrun = ['sh', '{program}']\n";
    folder.write("referee.toml", folder.read("referee.toml") + copied);
    folder.write("p/generators/number.copied", NUMBER);
    folder.write("p/input_validators/any.copied", "exit 42\n");
    let fixed = ["hunt", "p", "p/submissions/wrong_answer/seven.sh", "--time-limit", "1", "-vv"];
    let run = folder.referee(
        &[&fixed[..], &["--args", "number.copied 7..7", "--keep", "secret/found"]].concat(),
    );
    let lines = |start: &str| run.stderr.lines().filter(|line| line.starts_with(start)).count();
    let compiled = run.stderr.lines().filter(|line| line.contains("/cp ./")).count();
    assert_eq!((compiled, lines("tool   cp for copied")), (2, 1), "{run}");
}

/// Numbers can give a new case the name of files that no rule makes.
#[test]
fn a_rule_that_would_replace_files_without_a_rule_is_not_added() {
    let rules =
        "data:\n  secret:\n    data:\n      - a: number.sh 20 {seed}\n      - b: {in: '30'}\n";
    let folder = with_seven(rules);
    folder.write("p/data/secret/3-found.in", "40\n");
    folder.write("p/data/secret/3-found.ans", "80\n");
    let run = hunt_seven(&folder);
    run.says("is kept without a rule in p/generators/generators.yaml: ").says("already exists");
    let files = ["3-found.in", "3-found.ans", "found.in"];
    let files = files.map(|name| folder.read(format!("p/data/secret/{name}")));
    assert_eq!(files, ["40\n", "80\n", "7\n"]);
    assert_eq!(folder.read("p/generators/generators.yaml"), rules);
    // Nor is one with which the numbers of other cases get another digit.
    let cases: String = (11..20).map(|n| format!("      - '': number.sh {n}\n")).collect();
    let folder = with_seven(&format!("data:\n  secret:\n    data:\n{cases}"));
    let before = folder.names();
    hunt_seven(&folder).says("p/generators/generators.yaml: a new case would rename others");
    let is_new = |name: &String| name.starts_with("p/data/") && !before.contains(name);
    let new: Vec<String> = folder.names().into_iter().filter(is_new).collect();
    assert_eq!(new, ["p/data/secret/found.ans", "p/data/secret/found.in"]);
}

/// A one-line rule ends its input with a newline, which this input lacks.
#[test]
fn where_the_rule_makes_another_input_the_case_is_kept_as_it_was_found() {
    let rules = "data:\n  secret:\n    data:\n      - a: {in: '20'}\n      - b: {in: '30'}\n";
    let folder = package(rules);
    folder.write("p/generators/bare.sh", "printf $1\n");
    let whole = rules.to_string() + "      - c: bare.sh 40\n";
    folder.write("p/generators/generators.yaml", &whole);
    folder.write("p/input_validators/number.ctd", "INT(1,1000) OPTIONAL(NEWLINE) EOF\n");
    folder.write("p/submissions/accepted/lines.sh", TWICE);
    let seven = "read n\n[ $n = 7 ] && n=8\necho $((n + n))\n";
    folder.write("p/submissions/wrong_answer/seven.sh", seven);
    folder.referee(&["generate", "p"]).ends_with(0);
    let run = folder.referee(&[
        "hunt",
        "p",
        "p/submissions/wrong_answer/seven.sh",
        "--no-shrink",
        "--time-limit",
        "1",
        "--args",
        "bare.sh 7..7",
        "--keep",
        "secret/found",
    ]);
    let run = run.ends_with(0).says("kept      p/data/secret/found.in");
    run.says("p/data/secret/found.in is kept without a rule").says("makes another input");
    assert_eq!(folder.read("p/generators/generators.yaml"), whole);
    let names = folder.names();
    let mut kept: Vec<&String> = names.iter().filter(|name| name.contains("found")).collect();
    kept.sort();
    assert_eq!(kept, ["p/data/secret/found.ans", "p/data/secret/found.in"]);
    assert_eq!(folder.read("p/data/secret/found.in"), "7");
}

#[test]
fn crashes_and_loops_without_end_are_found() {
    let folder = problem(&[
        ("run_time_error/crash.sh", "read n\n[ $n = 51 ] && exit 3\necho $((n + n))\n"),
        ("time_limit_exceeded/loop.sh", "read n\nwhile [ $n = 49 ]; do :; done\necho $((n + n))\n"),
    ]);
    let run = hunt(&folder, &["--tries", "200", "--time-limit", "0.2"]).ends_with(0);
    let run = run.says("run_time_error/crash.sh  fails").says("ended with exit code 3");
    run.says("time_limit_exceeded/loop.sh  fails").says("  input     49\n");
}

/// Lists of up to 2,000 numbers; the answer is their count.
fn lists(submissions: &[(&str, &str)]) -> Folder {
    let folder = problem(submissions);
    folder.write("twice/twice.sh", "read n\necho $n\n");
    let list = "INT(1,2000,n) NEWLINE REP(n,SPACE) INT(1,9) END NEWLINE EOF\n";
    folder.write("twice/input.ctd", list);
    for (name, list, answer) in [("1", "3\n4 4 9\n", "3\n"), ("2", "2\n1 5\n", "2\n")] {
        folder.write(format!("twice/data/secret/{name}.in"), list);
        folder.write(format!("twice/data/secret/{name}.ans"), answer);
    }
    folder
}

/// Takes quadratic time if the first and the last number are equal.
const PAIRS: &str = "read n\nread first others\nlast=${others##* }\ni=$n\n\
    [ $first = ${last:-$first} ] || i=0\n\
    while [ $i -gt 0 ]; do i=$((i - 1)); j=$n; while [ $j -gt 0 ]; do j=$((j - 1)); done; done\necho $n\n";

#[test]
fn how_the_time_grows_is_told_and_the_greatest_input_found() {
    let folder = lists(&[("time_limit_exceeded/pairs.sh", PAIRS)]);
    let limits = ["--time-limit", "0.3", "--tries", "20000", "--shrink-for", "600"];
    let flags = [&limits[..], &["--seed", "1", "--keep", "secret/slow"]].concat();
    let reports = ["--report", "human", "--report", "json=found.json"];
    let run = hunt(&folder, &[&flags[..], &reports].concat())
        .ends_with(0)
        .says("time_limit_exceeded/pairs.sh  fails");
    let growth = run.stdout.lines().find(|line| line.starts_with("  growth "));
    let growth = growth.unwrap_or_else(|| panic!("{}", run.stdout));
    let power = growth.split_once(", like n^").and_then(|(_, rest)| rest.split_once(':')).unwrap();
    let exponent: f64 = power.0.parse().unwrap();
    assert!((1.5..2.5).contains(&exponent), "{growth}");
    assert!(growth.ends_with(" bytes, the greatest"), "{growth}");
    // It has the maximum size, and is not shrunk.
    let kept = folder.read("twice/data/secret/slow.in");
    assert!(kept.starts_with("2000\n") && growth.contains(&format!(" {} bytes", kept.len())));
    assert_eq!(folder.read("twice/data/secret/slow.ans"), "2000\n");
    let report: Value = serde_json::from_str(&folder.read("found.json")).unwrap();
    let growth = &report["submissions"][0]["found"]["growth"];
    assert!(growth["measured"].as_array().unwrap().len() >= 3, "{growth}");
    assert!(growth["seconds"].as_f64().unwrap() > 0.3, "{growth}");
}

/// Prints its first argument four times, and fails above 40.
const NUMBERS: &str = "[ $1 -gt 40 ] && exit 1\necho $1 $1 $1 $1\n";

/// Numbers from `least` on.
fn four_numbers(least: u32) -> String {
    format!("REP(4,SPACE) INT({least},1000) END NEWLINE EOF\n")
}

#[test]
fn generators_of_packages_are_run_with_other_arguments() {
    let rules = "data:\n  secret:\n    data:\n      - a: number.sh 20 {seed}\n      - b: number.sh 30 {seed:1}\n";
    let folder = package(rules);
    folder.write("p/generators/number.sh", NUMBERS);
    folder.write("p/input_validators/number.ctd", four_numbers(1));
    folder.write("p/submissions/accepted/lines.sh", "read a b c d\necho $((a + b + c + d))\n");
    // Four sevens are far from the cases, except for the generator.
    let seven = "read a b c d\n[ $a$b$c$d = 7777 ] && a=8\necho $((a + b + c + d))\n";
    folder.write("p/submissions/wrong_answer/seven.sh", seven);
    folder.referee(&["generate", "p"]).ends_with(0);
    let hunt = |more: &[&str]| {
        let fixed = ["hunt", "p", "p/submissions/wrong_answer/seven.sh", "--no-shrink"];
        folder.referee(&[&fixed[..], &["--time-limit", "1"], more].concat())
    };
    // Numbers from 1 on are tried, although the package has none below 20.
    let run = hunt(&[]).ends_with(0);
    run.says("wrong_answer/seven.sh  fails  after ").says("on generator number.sh 7 ");
    let run = hunt(&["--args", "number.sh 7..7 {seed}"]).ends_with(0);
    run.says("fails").says("--args 'number.sh 7..7 {seed}'");
    let run = hunt(&["--args", "number.sh 3..1"]).ends_with(2);
    run.says("the range 3..1 is empty").says("written as 1..100");
    hunt(&["--args", "numer.sh 1"]).ends_with(2).says("did you mean `number.sh`?");
    let run = hunt(&["--args", "other 1"]).ends_with(2);
    run.says("expected one of: number.sh\n");
    hunt(&["--recipe", "r.toml", "--keep", "secret/x"]).ends_with(2).says("leave out --recipe");
    // An input that validators reject is no counterexample.
    folder.write("p/input_validators/number.ctd", four_numbers(8));
    let run = hunt(&["--tries", "40"]).ends_with(1);
    run.says("withstands  42 candidates, ").says(" of them not valid: all tries are used up");
    // A generator that does not compile leaves the work to the others.
    let rules = rules.replace("a: number.sh", "a: broken.cpp");
    folder.write("p/generators/generators.yaml", &rules);
    folder.write("p/input_validators/number.ctd", four_numbers(1));
    folder.write("p/generators/broken.cpp", "#error \"not finished\"\n");
    let run = hunt(&[]).ends_with(0);
    let run = run.says("wrong_answer/seven.sh  fails  after ").says("on generator number.sh 7 ");
    run.says("broken.cpp: it does not compile").says("its inputs are left out");
}

/// Gives up after three guesses.
const FEW_GUESSES: &str = "for guess in 1 2 3; do\n\
    echo $guess; read said || exit 1\n  [ $said = right ] && exit 0\ndone\n";

#[test]
fn programs_that_talk_with_a_checker_are_hunted_beside_an_accepted_one() {
    let folder = Folder::new();
    folder.write("referee.toml", SHELL);
    let file = "format = 1\nname = 'game'\ncases = 'data'\nsubmissions = 'submissions'\n\
        [checker]\ncommand = ['checker.sh']\ninteractive = true\n[validator]\ndescription = 'n.ctd'\n";
    folder.write("game/problem.toml", file);
    folder.write("game/n.ctd", "INT(1,100) NEWLINE EOF\n");
    folder.write("game/checker.sh", GAME);
    folder.write("game/data/1.in", "2\n");
    folder.write("game/data/1.ans", "\n");
    folder.write("game/submissions/wrong_answer/few.sh", FEW_GUESSES);
    let hunt = || folder.referee(&["hunt", "game", "game/submissions/wrong_answer/few.sh"]);
    let run = hunt().ends_with(2).says("an accepted submission is needed");
    run.says("put one into submissions/accepted that compiles here");
    let sample = ["in", "ans"].map(|file| format!("game/data/sample/1.{file}"));
    folder.write(&sample[0], "2\n");
    folder.write(&sample[1], "\n");
    folder.write("game/submissions/accepted/guesses.sh", "exit 0\n");
    hunt().ends_with(3).says("; accepted/guesses.sh fails on sample/1: ");
    for file in &sample {
        std::fs::remove_file(folder.path(file)).unwrap();
    }
    folder.write("game/submissions/accepted/guesses.sh", GUESSES);
    let run = hunt().ends_with(0).says("wrong_answer/few.sh  fails").says("  input     4\n");
    run.says("the number was not found");
    // The case that is kept can be judged: its answer is empty.
    let (few, right) = ("game/submissions/wrong_answer/few.sh", "game/submissions/accepted");
    folder.referee(&["hunt", "game", few, "--keep", "found"]).ends_with(0);
    folder.referee(&["judge", "game", right]).ends_with(0).says("2 cases");
    for file in ["in", "ans"] {
        std::fs::remove_file(folder.path(format!("game/data/found.{file}"))).unwrap();
    }
    // An accepted submission that fails too says nothing about the other one.
    folder.write("game/submissions/accepted/guesses.sh", FEW_GUESSES);
    let run = hunt().ends_with(3).says("wrong_answer/few.sh  not hunted");
    run.says("a jury program fails on ").says("accepted/guesses.sh is rejected");
}

/// Twice the number in the first pass, and back in the second.
const BACK: &str =
    "read n what\nif [ \"$what\" = back ]; then echo $((n / 2)); else echo $((n + n)); fi\n";

#[test]
fn what_fails_in_a_later_pass_is_found() {
    let wrong = BACK.replace("$((n / 2))", "$((n > 60 ? 30 : n / 2))");
    let folder = problem(&[("accepted/back.sh", BACK), ("wrong_answer/small.sh", &wrong)]);
    let checker = "read n rest < \"$1\"; read said\n\
        [ -e \"$3\"second ] && { [ \"$said\" = $((n / 2)) ] && exit 42; exit 43; }\n\
        [ \"$said\" = $((n + n)) ] || exit 43\n\
        echo x > \"$3\"second; echo $said back > \"$3\"nextpass.in; exit 42\n";
    folder.write("twice/checker.sh", checker);
    let file = folder.read("twice/problem.toml");
    let own = "[checker]\ncommand = ['checker.sh']\npasses = 2\n";
    folder.write("twice/problem.toml", file.replace("[solver]\ncommand = ['twice.sh']\n", own));
    let run = hunt(&folder, &["--tries", "60"]).ends_with(0).says("accepted/back.sh  withstands");
    run.says("wrong_answer/small.sh  fails").says("  input     31\n").says("  pass      2");
}

#[test]
fn a_low_score_is_a_find_where_it_is_asked_for() {
    let folder = problem(&[("accepted/half.sh", TWICE)]);
    let checker =
        "read n < \"$1\"; [ $n -gt 60 ] && echo 0.5 > \"$3\"score_multiplier.txt; exit 42\n";
    folder.write("twice/checker.sh", checker);
    let file = folder.read("twice/problem.toml");
    folder.write("twice/problem.toml", file + "[checker]\ncommand = ['checker.sh']\n");
    hunt(&folder, &["--tries", "60"]).ends_with(0).says("accepted/half.sh  withstands");
    let run = hunt(&folder, &["--tries", "60", "--below", "1"]).ends_with(1);
    let run = run.says("accepted/half.sh  fails").says("  input     61\n");
    run.says("a score of 0.5, below 1").says(" --below 1 twice twice/submissions/accepted/half.sh");
    hunt(&folder, &["--tries", "60", "--below", "0.5"]).ends_with(0).says("withstands");
}

#[test]
fn families_of_shipped_problems_find_and_write_recipes() {
    let folder = Folder::with_cases();
    folder.write("referee.toml", SHELL);
    folder.write("always.sh", crate::judge::RIGHT);
    let recipe = "format = 1\nproblem = \"infinity-war\"\nsalt = \"a test\"\n\
        [[case]]\nname = \"secret/given\"\nfamily = \"uniform\"\nn = 5\n";
    folder.write("own.toml", recipe);
    folder.write("empty/.keep", "");
    let fixed = ["hunt", "cases", "always.sh", "--recipe", "own.toml", "--keep"];
    // As a family made it, and after shrinking.
    let more = [&["secret/made", "--no-shrink", "--seed", "4"][..], &["secret/small"]];
    for more in more {
        let run = folder.referee(&[&fixed[..], more].concat()).ends_with(1);
        // The recipe has changed since: the same hunt would draw other inputs.
        let again = format!("again     referee generate own.toml --only {} --out found\n", more[0]);
        run.says(&again).says("kept      own.toml");
    }
    let written = folder.read("own.toml");
    assert!(written.starts_with(recipe.trim_end()), "{written}");
    assert_eq!(written.matches("[[case]]").count(), 3, "{written}");
    folder.referee(&["generate", "own.toml", "--out", "made"]).ends_with(0);
    let again = ["generate", "own.toml", "--only", "secret/small", "--out", "found"];
    folder.referee(&again).ends_with(0);
    assert_eq!(folder.read("found/secret/small.in"), folder.read("made/secret/small.in"));
    let judged = folder.referee(&["judge", "made", "always.sh", "--all-cases"]).ends_with(1);
    judged.says("secret/made").says("secret/small");
    // A recipe is not written for another problem.
    folder.write("own.toml", recipe.replace("infinity-war", "huepfburg").replace("n = 5", "n = 4"));
    let run = folder.referee_changing_nothing(&[&fixed[..], &["secret/x"]].concat());
    run.ends_with(2).says("own.toml");
    folder
        .referee(&["hunt", "cases", "always.sh", "--recipe", "own.toml"])
        .ends_with(2)
        .says("--keep");
}

#[test]
fn the_jury_of_a_shipped_problem_is_heard_too() {
    let folder = Folder::with_cases();
    folder.write("mine/problem.toml", "format = 1\nproblem = 'infinity-war'\ncases = '../cases'\n");
    folder.write("mine/submissions/accepted/a.sh", crate::judge::RIGHT);
    folder.write("b.sh", crate::judge::RIGHT.to_string() + "# another\n");
    let run = folder.referee(&["hunt", "mine", "b.sh", "--tries", "20"]).ends_with(3);
    run.says("b.sh  the jury disagrees  accepted/a.sh is also rejected on ");
}

/// Otherwise, what was found would be lost at the end.
#[test]
fn a_recipe_has_each_name_once() {
    let folder = Folder::with_cases();
    folder.write("a.sh", crate::judge::RIGHT);
    folder.write("b.sh", crate::judge::RIGHT.to_string() + "\n# another\n");
    let recipe = "format = 1\nproblem = \"infinity-war\"\nsalt = \"a test\"\n\
        [[case]]\nname = \"secret/x-2\"\nfamily = \"uniform\"\nn = 5\n";
    folder.write("own.toml", recipe);
    let fixed = ["hunt", "cases", "a.sh", "b.sh", "--recipe", "own.toml", "--keep"];
    let run = folder.referee(&[&fixed[..], &["secret/X-2"]].concat());
    run.ends_with(2).says("there is a case secret/X-2 already");
    assert_eq!(folder.read("own.toml"), recipe);
    folder.referee(&[&fixed[..], &["secret/x"]].concat()).ends_with(1);
    let written = folder.read("own.toml");
    assert!(written.contains("\"secret/x\"") && written.contains("\"secret/x-3\""), "{written}");
    assert_eq!(written.matches("[[case]]").count(), 3, "{written}");
}

#[test]
fn what_cannot_be_hunted_is_said() {
    let folder = problem(&[("wrong_answer/small.sh", SMALL_ONLY)]);
    let run = hunt(&folder, &["--args", "gen 1..2"]).ends_with(2);
    run.says("--args is for generators");
    folder.write("none.exo", "");
    folder.write("mine.toml", format!("{SHELL}[[language]]\nname = 'exotic'\nendings = ['exo']\nrun = ['no-such-interpreter', '{{main}}']\n"));
    let run = hunt(&folder, &["none.exo", "--languages", "mine.toml"]).ends_with(3);
    run.says("not hunted").says("`no-such-interpreter` is not installed");
    let lenient = ["none.exo", "--missing-compilers", "skip", "--languages", "mine.toml"];
    hunt(&folder, &lenient).ends_with(0);
    // Without a validator every input counts as valid, which is noted.
    let file = folder.read("twice/problem.toml");
    let without = file.replace("[validator]\ndescription = 'input.ctd'\n", "");
    folder.write("twice/problem.toml", &without);
    hunt(&folder, &["--tries", "60"]).ends_with(0).says("inputs that are found may be invalid");
    // A failing solver says nothing about the submission; the jury is at fault.
    folder.write("twice/problem.toml", &file);
    folder.write("twice/twice.sh", "read n\n[ $n = 50 ] || exit 1\necho $((n + n))\n");
    let run = hunt(&folder, &["--tries", "40"]).ends_with(3);
    run.says("not hunted").says("a jury program fails on ");
    // Without a solver nothing can be answered.
    folder.write("twice/problem.toml", file.replace("[solver]\ncommand = ['twice.sh']\n", ""));
    let run = hunt(&folder, &["--tries", "40"]).ends_with(3);
    run.says("has no solver");
}

#[test]
fn what_a_jury_program_fails_on_is_subtracted_once() {
    let folder = problem(&[("accepted/twice.sh", TWICE)]);
    let fails_on_odd = "read n\n[ $((n % 2)) = 1 ] && exit 1\necho $((n + n))\n";
    folder.write("twice/twice.sh", fails_on_odd);
    let run = hunt(&folder, &["--tries", "90"]).ends_with(0);
    run.says("accepted/twice.sh  withstands").says("a jury program fails on ");
}

/// The validator is killed, as one that uses too much memory.
#[test]
fn an_input_on_which_a_validator_fails_is_skipped() {
    let valid = "read n\n[ $n -ge 0 ] && [ $n -le 90 ] && exit 42\nkill -9 $$\n";
    let submissions = [("accepted/twice.sh", TWICE), ("wrong_answer/small.sh", SMALL_ONLY)];
    let folder = validated_by(&submissions, valid);
    let run = hunt(&folder, &["--tries", "90"]).ends_with(0);
    let run = run.says("accepted/twice.sh  withstands").says("a jury program fails on ");
    run.says("wrong_answer/small.sh  fails");
    // Who fails on existing inputs validates no candidate either.
    folder.write("twice/valid.sh", "kill -9 $$\n");
    let run = hunt(&folder, &["--tries", "90"]).ends_with(3);
    let run = run.says("wrong_answer/small.sh  not hunted  the validator").says("signal 9");
    assert!(!run.stderr.contains("a jury program fails on "), "{run}");
}

#[test]
fn a_find_is_kept_under_the_next_free_name() {
    let below = SMALL_ONLY.replace("50", "80");
    let folder = problem(&[("wrong_answer/a.sh", SMALL_ONLY), ("wrong_answer/b.sh", &below)]);
    folder.write("twice/data/secret/x-2.in", "7\n");
    folder.write("twice/data/secret/x-2.ans", "14\n");
    hunt(&folder, &["--keep", "secret/x", "--tries", "60"]).ends_with(0);
    assert_eq!(folder.read("twice/data/secret/x-2.in"), "7\n");
    assert!(folder.path("twice/data/secret/x.in").exists());
    assert!(folder.path("twice/data/secret/x-3.in").exists());
}

/// Wrong half of the time for numbers above 10.
const BY_CHANCE: &str = "read n\nbyte=$(od -An -N1 -tu1 /dev/urandom)\n\
    [ $n -gt 10 ] && [ $((byte % 2)) = 1 ] && n=0\necho $((n + n))\n";

#[test]
fn who_rolls_dice_is_told_so_and_ends_no_hunt_for_others() {
    let dice = [("wrong_answer/dice.sh", BY_CHANCE), ("wrong_answer/small.sh", SMALL_ONLY)];
    let folder = problem(&dice);
    let flags = ["--tries", "60", "--keep", "secret/dice", "--shrink-for", "600"];
    let run = hunt(&folder, &flags).ends_with(0);
    // It may fail on the existing case, or four times in a row, and then counts as always failing.
    let said = run.stdout.lines().find(|line| line.starts_with("wrong_answer/dice.sh")).unwrap();
    if said.contains("fails by chance") {
        assert!(said.contains(" of 21 runs, after "), "{run}");
        assert!(run.stdout.contains("  repeat    `referee judge --repeat "), "{run}");
        assert!(!run.stdout.contains("candidate-"), "{run}");
        let kept: i64 = folder.read("twice/data/secret/dice.in").trim_end().parse().unwrap();
        assert!((11..=99).contains(&kept), "it still fails: {kept}");
    }
    assert!(run.stdout.contains("\nwrong_answer/small.sh  fails"), "{run}");
}

/// In each attempt it may pass at first, or fail five times in a row.
#[test]
fn who_rolls_dice_on_a_given_case_is_told_so() {
    let folder = problem(&[("wrong_answer/dice.sh", BY_CHANCE)]);
    let dice = "twice/submissions/wrong_answer/dice.sh";
    let told = |_| hunt(&folder, &[dice, "--from", "secret/1", "--shrink-for", "2"]);
    let is_told = |run: Run| run.stdout.contains("dice.sh  fails by chance  in ");
    assert!((0..40).map(told).any(is_told));
}
