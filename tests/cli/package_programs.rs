//! Programs that a package judges with, besides a single output validator.

use insta::assert_snapshot;

use crate::packages::{NEW, OLD, SAME, TWICE, judge, package, told};
use crate::support::{Folder, Run};

/// A static validator that removes all files, and rejects those that contained a given word.
const NO_WORD: &str = "import os, sys\n\
    language, entry, feedback, *words = sys.argv[1:]\n\
    if language != 'python3' or not os.path.isdir(feedback): sys.exit('called wrongly')\n\
    files = [name for name in os.listdir('.') if name[0] != '.']\n\
    if entry not in files: sys.exit('the submission is not here')\n\
    text = ''.join(open(name).read() for name in files)\n\
    for name in files: os.remove(name)\n\
    for word in words:\n\
    \x20   if word in text:\n\
    \x20       open(feedback + 'judgemessage.txt', 'w').write('there is `%s` in it' % word)\n\
    \x20       sys.exit(43)\n\
    if os.path.exists(os.path.dirname(__file__) + '/part'):\n\
    \x20   open(feedback + 'score_multiplier.txt', 'w').write('0.5')\n\
    sys.exit(42)\n";

const PASS_FAIL: &str = "static_validation_score: pass-fail\nstatic_validator_args: ['* int']\n";

/// A package whose static validator forbids `* int` in groups that ask for it, with a right program
/// that avoids it.
fn with_static(problem: &str) -> Folder {
    let folder = package(problem);
    folder.write("twice/static_validator/look/main.py", NO_WORD);
    folder.write("twice/submissions/accepted/twice.py", "print(2 * eval(input()))\n");
    folder.write("twice/submissions/wrong_answer/forbidden.py", TWICE);
    folder
}

/// Returns the verdict and the score of a submission from the events.
fn score(run: &Run, name: &str) -> String {
    let is_end = |line: &&str| line.contains(r#""event":"submission""#) && line.contains(name);
    let line = run.stdout.lines().find(is_end).unwrap_or_else(|| panic!("{run}"));
    let event: serde_json::Value = serde_json::from_str(line).unwrap();
    format!("{} {}", event["verdict"].as_str().unwrap_or("none"), event["score"])
}

#[test]
fn a_static_validator_refuses_by_the_files() {
    let folder = with_static(NEW);
    folder.write("twice/data/secret/test_group.yaml", PASS_FAIL);
    let run = judge(&folder).ends_with(0);
    assert_snapshot!(told(&run), @r"
    twice: 4 cases, 3 submissions, limit 4 s of CPU time, 2048 MiB

    sample secret slowest expected got
    1 1
    accepted/twice.py A AAA accepted accepted ok
    wrong_answer/forbidden.py A AAW wrong answer wrong answer ok
    wrong_answer/same.py W --- wrong answer wrong answer ok

    3 of 3 as expected. exit code 0
    ");
    folder.referee(&["validate", "twice"]).ends_with(0).says("0 errors, 0 warnings");
    // No case fails, yet the reason is reported.
    folder.write("twice/submissions/accepted/forbidden.py", TWICE);
    let run = judge(&folder).ends_with(1);
    run.says("accepted/forbidden.py  secret/static validation   wrong answer")
        .says("there is `* int` in it")
        .says("--only 'secret/static validation'");
    // Files added to submissions are checked too.
    folder.write("twice/include/python3/helper.py", "# 2 * int\n");
    judge(&folder).ends_with(1).says("accepted/twice.py  secret/static validation");
}

#[test]
fn a_static_validator_gives_a_part_of_the_score() {
    let folder = with_static(&format!("{NEW}type: scoring\n"));
    let group = PASS_FAIL.replace("pass-fail", "40") + "max_score: 100\n";
    folder.write("twice/data/secret/test_group.yaml", group);
    let run = || folder.referee(&["judge", "--record", "off", "twice", "--report", "jsonl"]);
    let whole = run().ends_with(0);
    assert_eq!(score(&whole, "twice.py"), "AC 100.0");
    // Right on both cases but not in its files; and right on one of the cases.
    assert_eq!(score(&whole, "forbidden.py"), "WA 60.0");
    assert_eq!(score(&whole, "same.py"), "WA 70.0");
    folder.write("twice/static_validator/look/part", "");
    let part = run().ends_with(0);
    assert_eq!(score(&part, "twice.py"), "AC 80.0");
    assert_eq!(score(&part, "forbidden.py"), "WA 60.0");
    let much = "import sys\nopen(sys.argv[3] + 'score.txt', 'w').write('41')\nsys.exit(42)\n";
    folder.write("twice/static_validator/look/main.py", much);
    judge(&folder).ends_with(3).says("it gives a score of 41, which is not in 0..=40");
}

#[test]
fn a_static_validator_is_not_blamed_for_what_the_compiler_wrote() {
    let folder = with_static(NEW);
    folder.write("twice/data/secret/test_group.yaml", PASS_FAIL);
    folder.write("twice/static_validator/look/main.py", "raise SystemExit(42)\n");
    let large = "#include <stdio.h>\nint a[3 << 20] = {1};\nint main(void) {\n    int n;\n    \
                 scanf(\"%d\", &n);\n    printf(\"%d\\n\", 2 * n + a[1]);\n}\n";
    folder.write("twice/submissions/accepted/large.c", large);
    let run = folder.referee(&[
        "judge",
        "--record",
        "off",
        "twice",
        "twice/submissions/accepted/large.c",
    ]);
    run.ends_with(0).says("1 of 1 as expected");
    // Unlike for what it wrote itself.
    let folder = with_static(&format!("{NEW}limits: {{validation_output: 1}}\n"));
    folder.write("twice/data/secret/test_group.yaml", PASS_FAIL);
    let loud =
        "import sys\nopen(sys.argv[3] + 'log', 'w').write('x' * (1 << 20 | 1))\nsys.exit(42)\n";
    folder.write("twice/static_validator/look/main.py", loud);
    judge(&folder).ends_with(3).says("it writes more than the 1 MiB of limits.validation_output");
}

#[test]
fn a_static_validator_gives_no_score_where_groups_pass_or_fail() {
    let folder = with_static(&format!("{NEW}type: scoring\n"));
    let group = format!("{PASS_FAIL}score_aggregation: pass-fail\nmax_score: 100\n");
    folder.write("twice/data/secret/a/test_group.yaml", group);
    folder.write("twice/data/secret/a/1.in", "5\n");
    folder.write("twice/data/secret/a/1.ans", "10\n");
    judge(&folder).ends_with(0);
    folder.write("twice/static_validator/look/part", "");
    judge(&folder)
        .ends_with(3)
        .says("secret/a/static validation   judge error")
        .says("it gives a score, and the static_validation_score of secret/a is pass-fail");
}

#[test]
fn a_static_validator_that_fails_is_a_judge_error() {
    let folder = with_static(NEW);
    folder.write("twice/data/sample/test_group.yaml", PASS_FAIL);
    folder.write("twice/static_validator/look/main.py", "import sys\nsys.exit('no idea')\n");
    let run = judge(&folder).ends_with(3);
    run.says("sample/static validation   judge error")
        .says("static_validator/look")
        .says("it ended with exit code 1; a validator must exit with 42")
        .says("it says: no idea");
    folder.write("twice/static_validator/look/main.py", "if\n");
    // The whole message of the compiler is shown, after the error itself.
    let run = folder.referee(&["validate", "twice"]).ends_with(2);
    run.says("it does not compile: SyntaxError: ").says("main.py\", line 1");
}

#[test]
fn what_a_static_validator_says_is_not_kept() {
    let folder = with_static(NEW);
    folder.write("twice/data/secret/test_group.yaml", PASS_FAIL);
    let judge = |code| folder.referee(&["judge", "twice", "--all-cases"]).ends_with(code);
    judge(0);
    judge(0).says("9 of 12 runs kept from earlier");
    folder.write("twice/static_validator/look/main.py", "import sys\nsys.exit(42)\n");
    judge(1).says("wrong_answer/forbidden.py").says("NOT CAUGHT by any case").says("referee hunt ");
}

/// Returns an output validator that accepts an output if an expression holds for the numbers `said`
/// and `answer`, and gives a score.
fn validator(condition: &str, score: &str) -> String {
    format!(
        "import sys\nsaid, answer = int(input()), int(open(sys.argv[2]).read())\n\
         if not ({condition}): sys.exit(43)\n\
         if '{score}': open(sys.argv[3] + 'score.txt', 'w').write('{score}')\n\
         sys.exit(42)\n"
    )
}

#[test]
fn several_output_validators_must_all_accept() {
    let folder = package(&format!("{OLD}validation: custom\n"));
    folder.write("twice/output_validators/a.py", validator("said >= answer", ""));
    folder.write("twice/output_validators/b.py", validator("said <= answer", ""));
    folder.write("twice/submissions/wrong_answer/less.py", "print(2 * int(input()) - 1)\n");
    folder.write("twice/submissions/wrong_answer/more.py", "print(2 * int(input()) + 1)\n");
    judge(&folder).ends_with(0).says("4 of 4 as expected.");
    folder.referee(&["validate", "twice"]).ends_with(0).says("0 errors, 0 warnings");
    folder.write("out/ann/secret/2.out", "100\n");
    folder.write("out/ann/secret/3.out", "1\n");
    folder.referee(&["check", "twice", "out/ann"]).ends_with(1).says("1 of 3");
    // The record covers both of them.
    let judge = |code| folder.referee(&["judge", "twice"]).ends_with(code);
    judge(0);
    folder.write("twice/output_validators/b.py", validator("True", ""));
    judge(1).says("wrong_answer/more.py").says("NOT CAUGHT by any case");
    folder.write("twice/output_validators/b.py", "if\n");
    folder.referee(&["validate", "twice"]).ends_with(2).says("output_validators/b.py");
}

#[test]
fn of_several_scores_the_last_counts() {
    let folder = package(&format!("{OLD}type: scoring\nvalidation: custom score\n"));
    folder.write("twice/output_validators/a.py", validator("True", "5"));
    folder.write("twice/output_validators/b.py", validator("said == answer", "7"));
    folder.write("twice/output_validators/c.py", validator("True", ""));
    folder.write("twice/data/testdata.yaml", "on_reject: continue\ngrader_flags: sum\n");
    folder.write("twice/submissions/wrong_answer/same.py", SAME);
    let run =
        folder.referee(&["judge", "--record", "off", "twice", "--report", "jsonl"]).ends_with(0);
    // Of three cases, one is right by chance; a rejected output has no score.
    assert_eq!(score(&run, "twice.py"), "AC 21.0");
    assert_eq!(score(&run, "same.py"), "WA 7.0");
}

/// In legacy packages, some validators write a score before they know whether they accept.
#[test]
fn a_score_of_a_rejected_output_is_ignored_in_legacy_packages() {
    let early = "import sys\nopen(sys.argv[3] + 'score.txt', 'w').write('0')\n\
        sys.exit(42 if input() == open(sys.argv[2]).read().strip() else 43)\n";
    let folder = package(&format!("{OLD}type: scoring\nvalidation: custom score\n"));
    folder.write("twice/output_validators/early.py", early);
    folder.write("twice/submissions/wrong_answer/same.py", SAME);
    judge(&folder).ends_with(0).says("2 of 2 as expected.");
    let folder = package(&format!("{NEW}type: scoring\n"));
    folder.write("twice/output_validator/early.py", early);
    folder.write("twice/submissions/wrong_answer/same.py", SAME);
    judge(&folder)
        .ends_with(3)
        .says("output_validator: it gives a score to an output that it rejects");
}

#[test]
fn only_one_output_validator_can_talk() {
    let folder = package(&format!("{OLD}validation: custom interactive\n"));
    for name in ["a.py", "b.py"] {
        folder.write(format!("twice/output_validators/{name}"), "raise SystemExit(42)\n");
    }
    judge(&folder).ends_with(2).says("problems with several output validators cannot be judged");
}

/// A grader that gives its argument as points if all parts are right, and checks the scores it
/// reads.
const ALL_OR_NOTHING: &str = "import sys\n\
    parts = [line.split() for line in sys.stdin]\n\
    right = all(verdict == 'AC' for verdict, score in parts)\n\
    assert all(float(score) in (0, 1, 7) for verdict, score in parts)\n\
    print('AC', sys.argv[1]) if right else print('WA 0')\n";

#[test]
fn a_grader_grades_the_groups_that_ask_for_it() {
    let folder = package(&format!("{OLD}type: scoring\n"));
    folder.write("twice/graders/all.py", ALL_OR_NOTHING);
    folder.write("twice/data/testdata.yaml", "on_reject: continue\ngrader_flags: sum\n");
    folder.write("twice/data/secret/testdata.yaml", "grading: custom\ngrader_flags: '7'\n");
    folder.referee(&["validate", "twice"]).ends_with(0).says("0 errors, 0 warnings");
    let run = || folder.referee(&["judge", "--record", "off", "twice", "--report", "jsonl"]);
    let right = run().ends_with(0);
    assert_eq!(score(&right, "twice.py"), "AC 8.0");
    assert_eq!(score(&right, "same.py"), "WA 0.0");
    right.says(r#"{"name":"secret","verdict":"AC","score":7.0}"#);
    // A copy in its own format is graded in the same way.
    let out = ["export", "twice", "--format", "icpc-legacy", "--out", "copy/twice/"];
    folder.referee(&out).ends_with(0);
    let copy = folder.referee(&["judge", "--record", "off", "copy/twice", "--report", "jsonl"]);
    assert_eq!(score(&copy.ends_with(0), "twice.py"), "AC 8.0");
    // The grader decides, though no case has failed.
    folder.write("twice/graders/all.py", "print('WA 0')\n");
    run().ends_with(1);
    folder.write("twice/graders/all.py", "print('AC')\n");
    run().ends_with(3);
    judge(&folder)
        .ends_with(3)
        .says("it answers with `AC`; expected one line with AC, WA, RTE or TLE and a score")
        .says("its groups of cases could not be graded");
    folder.write("twice/graders/all.py", "import sys\nsys.exit('no idea')\n");
    judge(&folder).ends_with(3).says("it ended with exit code 1; it says: no idea");
    folder.write("twice/graders/all.py", "if\n");
    folder.referee(&["validate", "twice"]).ends_with(2).says("graders/all.py").says("compile");
    folder.write("twice/graders/two.py", ALL_OR_NOTHING);
    judge(&folder).ends_with(2).says("there is more than one grader");
}

#[test]
fn a_score_that_the_group_does_not_allow_is_a_judge_error() {
    let folder = package(&format!("{NEW}type: scoring\n"));
    folder.write("twice/output_validator/points.py", validator("said == answer", "60"));
    let judge = |code| folder.referee(&["judge", "twice"]).ends_with(code);
    let too_much = "it gives 60 points; the case is worth 50";
    judge(3).says(too_much).says("counted against no submission");
    let group = "twice/data/secret/test_group.yaml";
    folder.write(group, "max_score: unbounded\n");
    judge(0);
    // Recorded results are checked too.
    folder.write(group, "max_score: 100\n");
    judge(3).says(too_much);
    folder.write("twice/output_validator/points.py", validator("said == answer", "-1"));
    judge(3).says("it gives -1 points, and no score is negative");
}

#[test]
fn a_message_is_looked_for_in_all_that_a_validator_says() {
    let folder = package(NEW);
    let validator = "import sys\n\
        if int(input()) == int(open(sys.argv[2]).read()): sys.exit(42)\n\
        open(sys.argv[3] + 'judgemessage.txt', 'w').write('no\\nhalf of it' + 99 * ', or' + ' less\\n')\n\
        sys.exit(43)\n";
    folder.write("twice/output_validator/equal.py", validator);
    let rules = "twice/submissions/submissions.yaml";
    folder.write(rules, "wrong_answer/same.py: {message: 'no\n\n    half of'}\n");
    judge(&folder).ends_with(0).says("2 of 2 as expected.");
    folder.write(rules, "wrong_answer/same.py: {message: half of it}\n");
    judge(&folder).ends_with(0).says("2 of 2 as expected.");
    folder.write(rules, "wrong_answer/same.py: {message: or less}\n");
    judge(&folder).ends_with(0).says("2 of 2 as expected.");
    folder.write(rules, "wrong_answer/same.py: {message: Half}\n");
    judge(&folder).ends_with(1).says("NOT CAUGHT by any case");
}

#[test]
fn programs_of_the_package_are_compiled_within_its_limits() {
    let folder = package(&format!("{NEW}limits: {{compilation_time: 1}}\n"));
    let compile = "compile = ['sh', '-c', 'while :; do :; done']\n";
    let language =
        format!("name = 'slow'\nendings = ['slow']\n{compile}run = ['sh', '{{main}}']\n");
    folder.write("referee.toml", format!("format = 1\n[[language]]\n{language}"));
    folder.write("twice/input_validators/endless.slow", "exit 42\n");
    let said = "endless.slow: it does not compile: the compiler takes more than 1 s";
    folder.referee(&["validate", "twice"]).ends_with(2).says(said);
    folder.write("twice/generators/generators.yaml", "data: {secret: {data: [a: {in: '1'}]}}\n");
    folder.referee(&["generate", "twice"]).ends_with(3).says(said);
}
