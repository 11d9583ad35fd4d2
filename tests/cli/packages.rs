//! Problem packages: validated and judged as a whole.

use insta::assert_snapshot;
use serde_json::Value;

use crate::support::{CPYTHON, Folder, REFEREE, Run, skip};

/// A validator that accepts one number, and one that accepts an output only with a `+` in front of
/// each word.
const VALIDATOR: &str = "import sys\nsys.exit(42 if sys.stdin.read().strip().isdigit() else 43)\n";
const SIGNED: &str = "import sys\nanswer = open(sys.argv[2]).read().split()\n\
    signed = ['+' + word for word in answer]\nsys.exit(42 if sys.stdin.read().split() == signed else 43)\n";

pub(crate) const TWICE: &str = "print(2 * int(input()))\n";
pub(crate) const SAME: &str = "print(input())\n";

pub(crate) const OLD: &str = "name: Twice\n";
pub(crate) const NEW: &str =
    "problem_format_version: 2025-09\nname: Twice\nuuid: 6d5a7a9e-0a8c-4b43-9d57-dd34a1d0a3b1\n";

/// A folder with a package: `twice`, whose cases are numbers.
pub(crate) fn package(problem: &str) -> Folder {
    let folder = Folder::new();
    folder.write("referee.toml", CPYTHON);
    let statement = if problem.contains("2025-09") {
        "statement/problem.en.md"
    } else {
        "problem_statement/problem.tex"
    };
    for (path, text) in [
        ("problem.yaml", problem),
        (".timelimit", "4\n"),
        (statement, "Twice.\n"),
        ("input_validators/number.py", VALIDATOR),
        ("submissions/accepted/twice.py", TWICE),
        ("submissions/wrong_answer/same.py", SAME),
    ] {
        folder.write(format!("twice/{path}"), text);
    }
    for (name, input, answer) in
        [("sample/1", "2\n", "4\n"), ("secret/2", "50\n", "100\n"), ("secret/3", "0\n", "0\n")]
    {
        folder.write(format!("twice/data/{name}.in"), input);
        folder.write(format!("twice/data/{name}.ans"), answer);
    }
    folder
}

pub(crate) fn judge(folder: &Folder) -> Run {
    folder.referee(&["judge", "--record", "off", "twice"])
}

/// Returns the report without times and layers.
pub(crate) fn told(run: &Run) -> String {
    let report = crate::support::without_tools(&run.stdout);
    let lines = report.lines().map(|line| {
        let line = line.split("; isolated by").next().unwrap_or(line);
        let mut words: Vec<&str> = line.split_whitespace().collect();
        if let Some(at) = words.iter().position(|word| *word == "s")
            && words[at - 1].contains('.')
        {
            words.drain(at - 1..at + 2);
        }
        words.join(" ")
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_package_is_validated() {
    let folder = package(NEW);
    assert_snapshot!(folder.referee_changing_nothing(&["validate", "twice"]).ends_with(0).stdout, @"
    twice: 2025-09, 3 cases: 0 errors, 0 warnings
    exit code 0
    ");
    folder.write("twice/problem.yaml", format!("{NEW}licence: cc0\nlimits:\n  memory: lots\n"));
    folder.write("twice/data/secret/4.in", "four");
    folder.write("twice/data/secret/4.ans", "8\n");
    folder.write("twice/data/invalid_input/bad.in", "-1\n");
    folder.write("twice/data/invalid_input/good.in", "1\n");
    folder.write("twice/data/valid_output/v.in", "1\n");
    folder.write("twice/data/valid_output/v.ans", "2\n");
    folder.write("twice/data/valid_output/v.out", "3\n");
    folder.write("twice/data/invalid_output/i.in", "1\n");
    folder.write("twice/data/invalid_output/i.ans", "2\n");
    folder.write("twice/data/invalid_output/i.out", "2\n");
    assert_snapshot!(folder.referee_changing_nothing(&["validate", "twice"]).ends_with(2).stdout, @r#"
    data/invalid_input/good.in  error    no input validator rejects it, but it must be invalid
    data/invalid_output/i.out   error    the output validator accepts it, but it must be invalid
    data/secret/4.in            error    the input validator number.py rejects it: no reason is given
    data/secret/4.in            warning  its last line has no line feed
    data/valid_output/v.out     error    the output validator rejects it: expected "2", at line 1, column 1 of the answer
    problem.yaml:4:1            error    unknown key `licence`
                                         did you mean `license`?
    problem.yaml:6:11           error    memory is `lots`; expected a whole number from 1 on

    twice: 2025-09, 8 cases: 6 errors, 1 warning
    exit code 2
    "#);
    folder.write("twice/problem.yaml", NEW);
    folder.write("twice/data/secret/4.in", "4\n");
    folder.write("twice/data/secret/4.ans", "");
    let run = folder.referee(&["validate", "twice"]).ends_with(2);
    run.says("warning  it is empty: a program that prints nothing is right");
}

#[test]
fn validators_that_fail_are_named() {
    let folder = package(&format!("{OLD}validation: custom\n"));
    folder.write("twice/output_validators/crash.py", "import sys\nsys.exit(1)\n");
    folder.write("twice/input_validators/broken.py", "if\n");
    let run = folder.referee(&["validate", "twice"]).ends_with(2);
    run.says("a validator must exit with 42").says("it does not compile");
}

/// Only a legacy validator may give a score to an output that it rejects.
#[test]
fn results_under_another_version_are_not_kept() {
    let folder = package(&format!("{OLD}validation: custom\n"));
    let validator = "import sys\nopen(sys.argv[3] + 'score.txt', 'w').write('1')\nsys.exit(43)\n";
    folder.write("twice/output_validators/check.py", validator);
    let judge = || folder.referee(&["judge", "twice", "--report", "csv"]);
    judge().says("same.py,sample/1,WA,");
    let draft = "problem_format_version: 2023-07-draft\nname: Twice\nvalidation: custom\n";
    folder.write("twice/problem.yaml", draft);
    judge().says("same.py,sample/1,JE,");
}

#[test]
fn packages_of_all_versions_are_judged() {
    for problem in [OLD, NEW, "problem_format_version: 2023-07-draft\nname: Twice\n"] {
        let folder = package(problem);
        folder.write("twice/problem_statement/problem.tex", "");
        let run = judge(&folder).ends_with(0);
        run.says("limit 4 s of CPU time, 2048 MiB").says("2 of 2 as expected.");
    }
    let run = judge(&package(NEW));
    assert_snapshot!(told(&run), @r"
    twice: 3 cases, 2 submissions, limit 4 s of CPU time, 2048 MiB

    sample secret slowest expected got
    1 2
    accepted/twice.py A AA accepted accepted ok
    wrong_answer/same.py W -- wrong answer wrong answer ok

    2 of 2 as expected. exit code 0
    ");
}

#[test]
fn an_output_validator_of_its_own_judges() {
    let folder = package(&format!("{OLD}validation: custom\n"));
    folder.write("twice/output_validators/signed/main.py", SIGNED);
    folder.write("twice/submissions/accepted/twice.py", "print('+%d' % (2 * int(input())))\n");
    folder.write("twice/submissions/wrong_answer/plain.py", TWICE);
    judge(&folder).ends_with(0).says("3 of 3 as expected.");
    folder.referee(&["validate", "twice"]).ends_with(0).says("rejects this answer");
    // What it says about an invalid input follows from that.
    folder.write("twice/data/secret/2.in", "two\n");
    let run = folder.referee(&["validate", "twice"]).ends_with(2).says("data/secret/3.ans");
    assert!(!run.stdout.contains("data/secret/2.ans"), "{run}");
}

#[test]
fn temporary_files_may_be_in_shared_memory() {
    let Ok(memory) = tempfile::tempdir_in("/dev/shm") else {
        return skip("temporary_files_may_be_in_shared_memory", "there is no /dev/shm");
    };
    let folder = package(&format!("{OLD}validation: custom\n"));
    folder.write("twice/output_validators/signed/main.py", SIGNED);
    folder.write("twice/submissions/accepted/twice.py", "print('+%d' % (2 * int(input())))\n");
    let mut judge = folder.command(REFEREE);
    judge.args(["judge", "--record", "off", "twice"]).env("TMPDIR", memory.path());
    folder.run_of(&judge.output().unwrap()).ends_with(0).says("2 of 2 as expected.");
    assert_eq!(memory.path().read_dir().unwrap().count(), 0);
}

#[test]
fn scripts_say_how_a_validator_is_built_and_run() {
    let folder = package(NEW);
    let build = "printf '#!/bin/sh\\nread answer < \"$2\"; read output\\n\
        [ \"$output\" = \"$answer\" ] && exit 42; exit 43\\n' > run; chmod +x run\n";
    folder.write("twice/output_validator/build", format!("#!/bin/sh\n{build}"));
    judge(&folder).ends_with(0).says("2 of 2 as expected.");
}

/// The folder for feedback is named so that a program in any folder finds it.
#[test]
fn a_script_may_change_to_its_own_folder() {
    let folder = package(&format!("{NEW}type: scoring\n"));
    let run = "#!/bin/sh\ncd \"$(dirname \"$0\")\" && exec sh main.sh \"$@\"\n";
    folder.write("twice/output_validator/run", run);
    let validator = "read said; read wanted < \"$2\"\n[ \"$said\" = \"$wanted\" ] || exit 43\n\
        echo 7 > \"$3\"score.txt && exit 42\n";
    folder.write("twice/output_validator/main.sh", validator);
    let words = ["judge", "--record", "off", "twice", "--report", "jsonl"];
    for isolation in ["auto", "off"] {
        let run = folder.referee(&[&words[..], &["--isolation", isolation]].concat());
        assert!(run.stdout.contains(r#""score":14.0,"#), "{run}");
    }
}

#[test]
fn scripts_find_the_compilers_and_what_is_broken_is_said_once() {
    let folder = package(NEW);
    folder.write("twice/output_validator/build", "#!/bin/sh\nno-such-compiler\n");
    let run = judge(&folder).ends_with(3).says("sample/1, secret/2, secret/3   judge error");
    assert_eq!(run.stdout.matches("no-such-compiler").count(), 1, "{run}");
    // A compiler in the home folder must be found too.
    folder.write("twice/output_validator/main.rs", "fn main() { std::process::exit(42) }\n");
    folder.write("twice/output_validator/build", "#!/bin/sh\nrustc -o run main.rs\n");
    folder.write("twice/submissions/wrong_answer/same.py", "raise SystemExit(1)\n");
    std::fs::rename(
        folder.path("twice/submissions/wrong_answer"),
        folder.path("twice/submissions/run_time_error"),
    )
    .unwrap();
    judge(&folder).ends_with(0).says("2 of 2 as expected.");
}

#[test]
fn options_differ_from_case_to_case() {
    let folder = package(NEW);
    folder.write("twice/submissions/wrong_answer/near.py", "print(2 * int(input()) + 0.01)\n");
    folder.write(
        "twice/data/sample/test_group.yaml",
        "output_validator_args: [float_tolerance, '0.1']\n",
    );
    let run = judge(&folder).ends_with(0);
    run.says("3 of 3 as expected.");
    folder.write("twice/data/secret/2.yaml", "output_validator_args: [float_tolerance, '1']\n");
    folder.write("twice/data/secret/3.yaml", "output_validator_args: [float_tolerance, '1']\n");
    judge(&folder).ends_with(1).says("NOT CAUGHT");
}

#[test]
fn programs_get_the_arguments_of_cases() {
    let folder = package(NEW);
    folder.write("twice/submissions/accepted/twice.py", "import sys\nprint(sys.argv[1])\n");
    for (case, answer) in [("sample/1", "4"), ("secret/2", "100"), ("secret/3", "0")] {
        folder.write(format!("twice/data/{case}.yaml"), format!("args: ['{answer}']\n"));
    }
    judge(&folder).ends_with(0).says("2 of 2 as expected.");
}

#[test]
fn solutions_are_told_the_arguments_of_cases() {
    let folder = package(NEW);
    let times = "import sys\nprint(int(sys.argv[1]) * int(input()))\n";
    folder.write("twice/submissions/accepted/twice.py", times);
    for set in ["sample", "secret"] {
        folder.write(format!("twice/data/{set}/test_group.yaml"), "args: ['2']\n");
    }
    folder.write("twice/data/secret/2.yaml", "args: ['4']\n");
    folder.referee(&["solve", "--force", "twice"]).ends_with(0);
    assert_eq!(folder.read("twice/data/sample/1.ans"), "4\n");
    assert_eq!(folder.read("twice/data/secret/2.ans"), "200\n");
}

#[test]
fn settings_of_all_cases_have_no_file_in_the_newest_version() {
    let folder = package(NEW);
    folder.write("twice/data/test_group.yaml", "args: ['2']\n");
    for command in ["validate", "judge", "solve"] {
        let run = folder.referee(&[command, "twice"]).ends_with(2);
        run.says("data/test_group.yaml").says("this file has no meaning here");
    }
    std::fs::remove_file(folder.path("twice/data/test_group.yaml")).unwrap();
    let rules = "solution: accepted/twice.py\ntest_group.yaml: {args: ['2']}\ndata: {secret: {data: {a: {in: '1'}}}}\n";
    folder.write("twice/generators/generators.yaml", rules);
    let run = folder.referee_changing_nothing(&["generate", "twice"]).ends_with(2);
    run.says("line 2, column 18: test_group.yaml: this file has no meaning here");
}

#[test]
fn a_case_whose_settings_are_wrong_is_not_told_from_the_record() {
    let folder = package(NEW);
    let judge = || folder.referee(&["judge", "twice", "twice/submissions/accepted"]);
    judge().ends_with(0);
    folder.write("twice/data/secret/2.yaml", "args: 4\n");
    judge().ends_with(3).says("args is `4`; expected a list of strings");
    let run = folder.referee(&["validate", "twice"]).ends_with(2);
    assert_eq!(run.stdout.matches("args is `4`").count(), 1, "{run}");
}

#[test]
fn programs_find_the_files_of_cases_where_they_work() {
    let folder = package(NEW);
    let reads = "import os\nfactor = 2\nif os.path.exists('more/factor.txt'):\n    \
        factor = int(open('more/factor.txt').read())\n    open('more/factor.txt', 'w').write('0')\n\
        print(factor * int(input()))\n";
    folder.write("twice/submissions/accepted/twice.py", reads);
    folder.write("twice/data/secret/2.files/more/factor.txt", "3\n");
    folder.write("twice/data/secret/2.ans", "150\n");
    folder.write(
        "twice/input_validators/factor.py",
        "import os, sys\nn = sys.stdin.read().strip()\n\
         sys.exit(42 if (n == '50') == os.path.exists('more/factor.txt') else 43)\n",
    );
    folder.referee_changing_nothing(&["validate", "twice"]).ends_with(0);
    let judge = || folder.referee(&["judge", "twice"]);
    judge().ends_with(0).says("2 of 2 as expected.");
    judge().ends_with(0).says("2 of 2 as expected.");
    // Recorded results do not apply to other files.
    folder.write("twice/data/secret/2.files/more/factor.txt", "4\n");
    judge().ends_with(1).says("NOT AS EXPECTED");
    std::fs::remove_file(folder.path("twice/data/secret/2.ans")).unwrap();
    folder.referee(&["solve", "twice"]).ends_with(0);
    assert_eq!(folder.read("twice/data/secret/2.ans"), "200\n");
    folder.write("twice/data/secret/2.files/number.py", "");
    folder.write("twice/data/secret/3.files", "");
    let run = folder.referee(&["validate", "twice"]).ends_with(2);
    run.says("input_validators/number.py has a file of the same name")
        .says("this is a file and not a folder");
    // A sparse file takes no space on disk.
    folder.write("twice/data/sample/1.files/large", "");
    let large =
        std::fs::File::options().write(true).open(folder.path("twice/data/sample/1.files/large"));
    large.unwrap().set_len(129 << 20).unwrap();
    folder.referee(&["validate", "twice"]).ends_with(2).says("128 MiB at most, and these 129 MiB");
}

#[test]
fn generated_cases_keep_the_files_beside_them() {
    let folder = package(NEW);
    folder
        .write("twice/submissions/accepted/twice.py", "print(open('factor.txt').read().strip())\n");
    folder.write("twice/input_validators/factor.py", "open('factor.txt')\nraise SystemExit(42)\n");
    folder.write("twice/generators/generators.yaml", "data: {secret: {data: {9: {in: '9'}}}}\n");
    folder.write("twice/data/secret/9.files/factor.txt", "3\n");
    let generate = || folder.referee(&["generate", "twice", "--clean", "--force"]).ends_with(0);
    generate().says("new");
    assert_eq!(folder.read("twice/data/secret/9.ans"), "3\n");
    // The files of cases that are not generated are removed with them.
    assert!(!folder.has("twice/data/secret/2.in"));
    folder.write("twice/data/secret/9.files/factor.txt", "4\n");
    folder.write("twice/data/secret/8.files/factor.txt", "4\n");
    generate().says("replaced");
    assert_eq!(folder.read("twice/data/secret/9.ans"), "4\n");
    assert_eq!(folder.read("twice/data/secret/9.files/factor.txt"), "4\n");
    assert!(!folder.has("twice/data/secret/8.files/factor.txt"));
}

#[test]
fn arguments_of_input_validators_are_told_apart_by_name() {
    let folder = package(NEW);
    let validator =
        |said| format!("import sys\nsys.exit(42 if sys.argv[1:] == ['{said}'] else 43)\n");
    folder.write("twice/input_validators/one.py", validator("1"));
    folder.write("twice/input_validators/two.py", validator("2"));
    let arguments = "input_validator_args: {one.py: ['1'], two.py: ['2']}\n";
    folder.write("twice/data/sample/test_group.yaml", arguments);
    folder.write("twice/data/secret/test_group.yaml", arguments);
    folder.referee(&["validate", "twice"]).ends_with(0);
    folder.write("twice/data/secret/test_group.yaml", arguments.replace("two.py", "three.py"));
    folder.referee(&["validate", "twice"]).ends_with(2).says("two.py rejects it");
}

#[test]
fn several_cases_at_a_time_change_nothing() {
    let folder = package(NEW);
    for number in 10..34 {
        folder.write(format!("twice/data/secret/{number}.in"), format!("{number}\n"));
        folder.write(format!("twice/data/secret/{number}.ans"), format!("{}\n", 2 * number));
    }
    folder.write(
        "twice/submissions/wrong_answer/same.py",
        "n = int(input())\nassert n != 24\nprint(n if n > 28 else 2 * n)\n",
    );
    for one in ["accepted/twice.py", "wrong_answer/same.py"] {
        let one = format!("twice/submissions/{one}");
        let judge = |jobs: &str, mode: &[&str]| {
            let words = ["judge", "--jobs", jobs, "--record", "off", "twice", &one];
            let run = folder.referee(&[&words[..], mode, &["--report", "jsonl"]].concat());
            let events =
                run.stdout.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
            let events = events.map(|event| (event["case"].clone(), event["verdict"].clone()));
            events.collect::<Vec<_>>()
        };
        for mode in [&[][..], &["--all-cases"]] {
            let alone = judge("1", mode);
            assert!(alone.len() > 10, "{alone:?}");
            assert_eq!(judge("4", mode), alone);
        }
    }
}

#[test]
fn groups_make_scores() {
    let folder = package(&format!("{NEW}type: scoring\n"));
    folder.write("twice/data/secret/test_group.yaml", "max_score: 50\n");
    folder.write("twice/submissions/partially_accepted/same.py", SAME);
    let run = judge(&folder).ends_with(0);
    assert_snapshot!(told(&run), @r"
    twice: 3 cases, 3 submissions, limit 4 s of CPU time, 2048 MiB

    sample secret score slowest expected got
    1 2
    accepted/twice.py A AA 50 accepted accepted ok
    partially_accepted/same.py W WA 25 partially accepted wrong answer ok
    wrong_answer/same.py W WA 25 wrong answer wrong answer ok

    3 of 3 as expected. exit code 0
    ");
    let folder = package(&format!("{OLD}type: scoring\n"));
    folder.write(
        "twice/data/testdata.yaml",
        "on_reject: continue\ngrader_flags: max\naccept_score: 7\n",
    );
    let run =
        folder.referee(&["judge", "--record", "off", "twice", "--report", "jsonl"]).ends_with(0);
    run.says("\"score\":7.0").says(r#"{"name":"secret","verdict":"WA","score":7.0}"#);
}

#[test]
fn groups_are_used_in_the_order_of_their_names() {
    let folder = package(&format!("{OLD}type: scoring\n"));
    folder.shell("cd twice/data/secret && mkdir 1 1-big && mv 3.* 1 && mv 2.* 1-big").ends_with(0);
    folder.write("twice/data/testdata.yaml", "grader_flags: ignore_sample\non_reject: continue\n");
    folder.write("twice/data/secret/testdata.yaml", "on_reject: break\naccept_score: 10\n");
    folder.write("twice/submissions/partially_accepted/same.py", SAME);
    let run = judge(&folder);
    assert_snapshot!(told(&run), @r"
    twice: 3 cases, 3 submissions, limit 4 s of CPU time, 2048 MiB

    sample secret/1 secret/1-big score slowest expected got
    1 3 2
    accepted/twice.py A A A 20 accepted accepted ok
    partially_accepted/same.py W A W 10 partially accepted wrong answer ok
    wrong_answer/same.py W A W 10 wrong answer wrong answer ok

    3 of 3 as expected. exit code 0
    ");
}

#[test]
fn a_group_that_forgives_a_failure_does_not_end_the_one_around_it() {
    let folder = package(&format!("{OLD}type: scoring\n"));
    folder.shell("cd twice/data/secret && mkdir a b && cp 2.* a && mv 3.* a && mv 2.* b");
    folder.write("twice/data/testdata.yaml", "grader_flags: ignore_sample\n");
    let forgives = "on_reject: continue\ngrader_flags: accept_if_any_accepted\n";
    folder.write("twice/data/secret/a/testdata.yaml", forgives);
    // Wrong on the first case of the first group.
    let wrong = "n = int(input())\nprint(2 * n if n != 50 else 0)\n";
    folder.write("twice/data/secret/b/2.in", "7\n");
    folder.write("twice/data/secret/b/2.ans", "14\n");
    folder.write("twice/submissions/partially_accepted/wrong.py", wrong);
    for mode in [&[][..], &["--all-cases"]] {
        let words = ["judge", "--record", "off", "twice", "--report", "jsonl"];
        let run = folder.referee(&[&words[..], mode].concat());
        assert!(run.stdout.contains(r#""score":2.0,"#), "{run}");
    }
}

#[test]
fn the_first_drafts_add_what_groups_give_for_all_their_cases() {
    let folder = package("problem_format_version: 2023-07-draft\nname: Twice\ntype: scoring\n");
    folder.shell("cd twice/data/secret && mkdir a b && mv 2.* a && mv 3.* b").ends_with(0);
    folder.write("twice/data/secret/a/testdata.yaml", "grading: {score: 10}\n");
    folder.write("twice/data/secret/b/testdata.yaml", "grading: {score: 20}\n");
    let run = judge(&folder);
    assert_snapshot!(told(&run), @r"
    twice: 3 cases, 2 submissions, limit 4 s of CPU time, 2048 MiB

    sample secret/a secret/b score slowest expected got
    1 2 3
    accepted/twice.py A A A 30 accepted accepted ok
    wrong_answer/same.py W W A 20 wrong answer wrong answer ok

    2 of 2 as expected. exit code 0
    ");
}

#[test]
fn a_score_is_held_against_rules_without_the_error_of_its_shares() {
    let folder = package(&format!("{NEW}type: scoring\n"));
    for number in 4..8 {
        folder.write(format!("twice/data/secret/{number}.in"), format!("{number}\n"));
        folder.write(format!("twice/data/secret/{number}.ans"), format!("{}\n", 2 * number));
    }
    let rules = "accepted: {score: 100}\nwrong_answer: {score: 16.666666667}\n";
    folder.write("twice/submissions/submissions.yaml", rules);
    judge(&folder).ends_with(0).says("2 of 2 as expected.");
}

#[test]
fn files_are_put_over_submissions() {
    let folder = package(&format!("{NEW}constants: {{factor: 2}}\n"));
    folder.write("twice/submissions/accepted/other/main.py", "print('to be replaced')\n");
    folder.write("twice/submissions/accepted/other/factor.txt", "3\n");
    folder.write("twice/include/python3/main.py", "from twice import twice\ntwice()\n");
    folder.write("twice/include/python3/factor.txt", "{{factor}}\n");
    let twice = "def twice():\n    print(int(open('factor.txt').read()) * int(input()))\n";
    folder.write("twice/include/python3/twice.py", twice);
    let run =
        folder.referee(&["judge", "--record", "off", "twice", "twice/submissions/accepted/other"]);
    run.ends_with(0).says("1 of 1 as expected.");
}

#[test]
fn solutions_get_these_files_too() {
    let folder = package(NEW);
    folder.write("twice/submissions/accepted/twice.py", "def twice(n):\n    return 2 * n\n");
    let driver = "import twice\nprint(twice.twice(int(input())))\n";
    folder.write("twice/include/python3/main.py", driver);
    let right = "twice/submissions/accepted/twice.py";
    folder.referee(&["judge", "--record", "off", "twice", right]).ends_with(0);
    let before = folder.read("twice/data/secret/2.ans");
    folder.referee(&["solve", "--force", "twice"]).ends_with(0);
    assert_eq!(folder.read("twice/data/secret/2.ans"), before);
}

#[test]
fn solutions_start_with_the_file_that_the_package_names() {
    let folder = package(NEW);
    folder.write("twice/submissions/accepted/both/main.py", "print('a table, not an answer')\n");
    folder.write("twice/submissions/accepted/both/solve.py", "print(2 * int(input()))\n");
    let rules = "accepted/both: {entrypoint: solve.py, model_solution: true}\n";
    folder.write("twice/submissions/submissions.yaml", rules);
    let both = "twice/submissions/accepted/both";
    folder.referee(&["judge", "--record", "off", "twice", both]).ends_with(0);
    let before = folder.read("twice/data/secret/2.ans");
    folder.referee(&["solve", "--force", "twice"]).ends_with(0);
    assert_eq!(folder.read("twice/data/secret/2.ans"), before);
}

#[test]
fn a_named_file_to_start_is_compiled_with_the_files_that_the_package_adds() {
    let folder = package(NEW);
    folder.write("twice/include/c/twice.c", "int twice(int n) { return 2 * n; }\n");
    let solve = "#include <stdio.h>\nint twice(int n);\n\
        int main(void) { int n; scanf(\"%d\", &n); printf(\"%d\\n\", twice(n)); return 0; }\n";
    folder.write("twice/submissions/accepted/named/solve.c", solve);
    let rules = "accepted/named: {entrypoint: solve.c}\n";
    folder.write("twice/submissions/submissions.yaml", rules);
    let named = "twice/submissions/accepted/named";
    folder.referee(&["judge", "--record", "off", "twice", named]).ends_with(0);
}

#[test]
fn constants_are_filled_into_programs_and_groups() {
    let folder = package(&format!("{NEW}constants: {{factor: 2, near: 0.5}}\n"));
    folder.write("twice/submissions/accepted/twice.py", "print({{factor}} * int(input()) + 0.4)\n");
    folder.write("twice/input_validators/number.py", "raise SystemExit(40 + {{factor.value}})\n");
    for set in ["sample", "secret"] {
        let group = "output_validator_args: [float_absolute_tolerance, '{{near}}']\n";
        folder.write(format!("twice/data/{set}/test_group.yaml"), group);
    }
    judge(&folder).ends_with(0).says("2 of 2 as expected.");
    folder.referee(&["validate", "twice"]).ends_with(0).says("0 errors, 0 warnings");
    // Whoever hands in something else knows nothing of them.
    folder.write(
        "mine.py",
        "text = f'{{factor}}'\nprint(2 * int(input()) + 0.4 if len(text) == 8 else text)\n",
    );
    folder.referee(&["judge", "--record", "off", "twice", "mine.py"]).ends_with(0);
}

#[test]
fn the_name_of_a_folder_sends_nothing_to_the_terminal() {
    let folder = package(NEW);
    let name = "a\u{1b}[2Jb";
    std::fs::rename(folder.path("twice"), folder.path(name)).unwrap();
    let reports = ["--report", "human", "--report", "junit=r.xml"];
    let command = [&["judge", "--record", "off", name][..], &reports].concat();
    let run = folder.referee(&command).ends_with(0);
    assert!(!run.stdout.contains('\u{1b}') && !folder.read("r.xml").contains('\u{1b}'), "{run}");
}

#[test]
fn folders_of_no_meaning_permit_anything() {
    let folder = package(OLD);
    folder.write("twice/submissions/slow/same.py", SAME);
    judge(&folder).ends_with(0).says("anything");
}

#[test]
fn rules_say_what_submissions_are_to_get() {
    let folder = package(NEW);
    folder.write("twice/submissions/odd/same.py", SAME);
    folder.write(
        "twice/submissions/submissions.yaml",
        "odd/*.py:\n  sample:\n    permitted: [WA]\n  secret/3:\n    required: [AC]\n",
    );
    judge(&folder).ends_with(0).says("3 of 3 as expected.");
    let rules = "odd/same.py:\n  'secret/{ 1, 2 }': {required: [WA]}\n";
    folder.write("twice/submissions/submissions.yaml", rules);
    judge(&folder).ends_with(0).says("3 of 3 as expected.");
    folder.write("twice/submissions/submissions.yaml", "odd/*.py: {permitted: [AC]}\n");
    judge(&folder).ends_with(1).says("NOT AS EXPECTED");
}

#[test]
fn the_limit_of_time_is_made_from_accepted_submissions() {
    let folder = package(
        "problem_format_version: 2025-09\nname: Twice\nuuid: x\nlimits: {time_resolution: 5}\n",
    );
    std::fs::remove_file(folder.path("twice/.timelimit")).unwrap();
    judge(&folder).ends_with(0).says("limit 5 s of CPU time (2 x ");
    let opt_out = "wrong_answer: {use_for_time_limit: false}\n";
    folder.write("twice/submissions/submissions.yaml", opt_out);
    let wrong = "twice/submissions/wrong_answer/same.py";
    let run = folder.referee(&["judge", "--record", "off", "twice", wrong]).ends_with(0);
    run.says("of accepted/twice.py").says("1 of 1 as expected.");
}

/// A program that computes for some seconds if it reads 50, and then runs `then`.
fn working(seconds: f64, then: &str) -> String {
    let works = format!("while n == '50' and time.process_time() < {seconds}: pass");
    format!("import time\nn = input()\n{works}\n{then}\n")
}

#[test]
fn rules_say_which_times_make_the_limit() {
    let folder = package(
        "problem_format_version: 2025-09\nname: Twice\nuuid: x\nlimits: {time_resolution: 0.001}\n",
    );
    std::fs::remove_file(folder.path("twice/.timelimit")).unwrap();
    folder.write("twice/submissions/odd/works.py", working(0.4, "print(n)"));
    let judge = |rules: &str| {
        folder.write("twice/submissions/submissions.yaml", rules);
        folder.referee(&["judge", "--record", "off", "twice"])
    };
    let of_odd = "s of odd/works.py on secret/2, rounded up)";
    judge("odd: {permitted: [AC, WA]}\n").says(of_odd);
    judge("odd: {use_for_time_limit: lower}\n").says(of_odd);
    judge("odd: {secret/2: {use_for_time_limit: lower}}\n").says(of_odd);
    for rules in [
        "odd: {permitted: [AC, WA], use_for_time_limit: false}\n",
        "odd: {permitted: [AC, WA, TLE]}\n",
        "odd: {'{sample,secret/3}': {use_for_time_limit: lower}}\n",
    ] {
        let run = judge(rules);
        assert!(!run.stdout.contains(of_odd), "{run}");
    }
}

#[test]
fn who_must_be_too_slow_must_be_so_clearly() {
    let problem = |factor: &str| {
        let multipliers = format!("time_multipliers: {{time_limit_to_tle: {factor}}}");
        format!("{NEW}limits: {{time_limit: 0.2, time_resolution: 0.1, {multipliers}}}\n")
    };
    let folder = package(&problem("5"));
    folder
        .write("twice/submissions/time_limit_exceeded/works.py", working(0.3, "print(2 * int(n))"));
    std::fs::remove_file(folder.path("twice/.timelimit")).unwrap();
    let run = judge(&folder).ends_with(0).says("3 of 3 as expected.");
    let warning = "on secret/2: less than 1.00 s, which are 5 times the limit of 0.2 s";
    assert!(run.stderr.contains(warning), "{run}");
    folder.write("twice/problem.yaml", problem("1.1"));
    let run = judge(&folder).ends_with(0).says("3 of 3 as expected.");
    assert!(!run.stderr.contains("must be too slow"), "{run}");
}

#[test]
fn what_decides_verdicts_must_be_right() {
    let folder = package(&format!("{NEW}limits: {{memory: lots}}\n"));
    let run = judge(&folder).ends_with(2);
    run.says("twice/problem.yaml, line 4").says("`referee validate twice` lists all errors");
    let folder = package(&format!("{NEW}licence: cc0\n"));
    judge(&folder).ends_with(0).says("problem.yaml:4:1: unknown key `licence` (did you mean");
}

#[test]
fn sources_that_are_too_large_do_not_compile() {
    let folder = package(&format!("{NEW}limits: {{code: 1}}\n"));
    let long = format!("{TWICE}#{}\n", "x".repeat(1024));
    folder.write("twice/submissions/compile_error/long.py", &long);
    // Files that the package adds to a submission do not count.
    folder.write("twice/include/python3/long.py", &long);
    let run =
        folder.referee(&["judge", "--record", "off", "twice", "--report", "jsonl"]).ends_with(0);
    run.says("its sources have 2 KiB, more than the 1 KiB that limits.code allows");
}

#[test]
fn inputs_are_held_against_descriptions() {
    let folder = package(NEW);
    folder.write("twice/input_validators/number.ctd", "INT(0, {{most}}, n) NEWLINE\n");
    folder.write("twice/input_validators/digits/digits.ctd", "REGEX(\"[0-9]+\") NEWLINE EOF\n");
    folder.write("twice/input_validators/digits/README.md", "Digits only.\n");
    folder.write("twice/problem.yaml", format!("{NEW}constants: {{most: 100}}\n"));
    folder.referee(&["validate", "twice"]).ends_with(0).says("0 errors, 0 warnings");
    // Each rejection has its position in the input.
    folder.write("twice/data/secret/7.in", "101\n");
    folder.write("twice/data/secret/7.ans", "202\n");
    folder.write("twice/data/secret/8.in", "8 \n");
    folder.write("twice/data/secret/8.ans", "16\n");
    folder.write("twice/data/invalid_input/none.in", "");
    folder.write("twice/data/invalid_input/valid.in", "9\n");
    let run = folder.referee(&["validate", "twice"]).ends_with(2);
    let run = run.says("data/invalid_input/valid.in").says("no input validator rejects it");
    let run = run.says("data/secret/7.in:1:1").says(
        "the input validator number.ctd rejects it: expected an integer from 0 to 100, found `101`",
    );
    let run = run.says("data/secret/8.in:1:2").says("expected the end of the line, found a space");
    run.says("3 errors, 0 warnings");
}

#[test]
fn descriptions_that_cannot_be_used_are_named_with_a_place() {
    let folder = package(NEW);
    folder.write("twice/input_validators/fails.ctd", "INT(0,\n  limit) NEWLINE\n");
    folder.write("twice/input_validators/slow.ctd", "WHILE(1==1) END\n");
    folder.write("twice/input_validators/wrong.ctd", "INT(0,100)\n  NEWLNE\n");
    folder.write("twice/input_validators/viva/number.viva", "{ n; [n >= 0] }\n");
    folder.write("twice/problem.yaml", format!("{NEW}limits: {{validation_time: 1}}\n"));
    let run = folder.referee(&["validate", "twice"]).ends_with(2);
    let run = run.says("input_validators/wrong.ctd:2:3").says("expected a command, found `NEWLNE`");
    let run = run
        .says("input_validators/viva")
        .says("it is a description in VIVA, which is not supported");
    run.says("input_validators/fails.ctd: line 2, column 3: limit has no value");
    // Cases are generated nevertheless.
    std::fs::remove_file(folder.path("twice/input_validators/fails.ctd")).unwrap();
    let rules = "data: {secret: {data: {9: {in: '9'}}}}\n";
    folder.write("twice/generators/generators.yaml", rules);
    let run = folder.referee(&["generate", "twice"]);
    assert!(run.stderr.contains("expected a command, found `NEWLNE`"), "{run}");
    assert!(run.stderr.contains("it is a description in VIVA"), "{run}");
    assert!(run.to_string().contains("slow.ctd: line 1, column 10: it takes more than"), "{run}");
    folder.write("twice/input_validators/slow.ctd", "INT(0,8) NEWLINE\n");
    let run = folder.referee(&["generate", "twice"]);
    assert!(run.to_string().contains("expected an integer from 0 to 8, found `9`"), "{run}");
}

#[test]
fn the_form_of_sample_interactions_is_looked_at() {
    let folder = package(&format!("{NEW}type: interactive\n"));
    folder.write("twice/output_validator/asks.py", "raise SystemExit(42)\n");
    folder.write("twice/data/sample/1.interaction", "<2\n>4\n");
    folder.referee(&["validate", "twice"]).ends_with(0).says("0 errors, 0 warnings");
    folder.write("twice/data/sample/1.interaction", "<2\n---\n>4\n");
    folder.referee(&["validate", "twice"]).ends_with(2).says("`---` separates passes");
    folder.write("twice/data/sample/1.interaction", "<2\n4\n");
    let run = folder.referee(&["validate", "twice"]).ends_with(2);
    run.says("data/sample/1.interaction:2:1  error").says("expected `<` (the judge)");
}

#[test]
fn validators_that_write_too_much_fail() {
    for (says, fails) in [
        ("sys.stderr.write('x' * (1 << 20))", false),
        ("sys.stderr.write('x' * (1 << 20 | 1))", true),
        ("sys.stdout.write('x' * (1 << 20 | 1))", true),
        ("open(sys.argv[3] + '/log', 'w').write('x' * (1 << 22))", true),
        ("[open(sys.argv[3] + '/%d' % i, 'w').write('x' * (3 << 18)) for i in range(2)]", true),
        (
            "import os\nos.mkdir(sys.argv[3] + '/a')\n\
             open(sys.argv[3] + '/a/log', 'w').write('x' * (1 << 20 | 1))",
            true,
        ),
    ] {
        let folder = package(&format!("{NEW}limits: {{validation_output: 1}}\n"));
        let judges =
            SIGNED.replace("'+' + ", "").replace("\nsys.exit", &format!("\n{says}\nsys.exit"));
        folder.write("twice/output_validator/judges.py", judges);
        if fails {
            judge(&folder)
                .ends_with(3)
                .says("it writes more than the 1 MiB of limits.validation_output");
        } else {
            judge(&folder).ends_with(0);
        }
    }
    let folder = package(&format!("{NEW}limits: {{validation_output: 1}}\n"));
    folder
        .write("twice/input_validators/loud.py", "print('x' * (1 << 20))\nraise SystemExit(42)\n");
    folder.referee(&["validate", "twice"]).ends_with(2).says("MiB of limits.validation_output");
}

#[test]
fn interactive_problems_are_judged() {
    let folder = package(&format!("{NEW}type: interactive\n"));
    let asks = "import sys\nn = int(open(sys.argv[1]).read())\nprint(n, flush=True)\n\
        sys.exit(42 if input() == str(2 * n) else 43)\n";
    folder.write("twice/output_validator/asks.py", asks);
    judge(&folder).ends_with(0).says("2 of 2 as expected.");
}

#[test]
fn problems_of_several_passes_are_judged() {
    let folder = package(&format!("{NEW}type: multi-pass\nlimits: {{validation_passes: 3}}\n"));
    // The second pass doubles the output of the first one again.
    let doubled = "import os, sys\nn = int(open(sys.argv[1]).read())\nsaid = int(input())\n\
        first = not os.path.exists(sys.argv[3] + '/seen')\n\
        open(sys.argv[3] + '/seen', 'w').close()\n\
        if first and said == 2 * n: open(sys.argv[3] + '/nextpass.in', 'w').write('%d\\n' % said)\n\
        sys.exit(42 if said == 2 * n else 43)\n";
    folder.write("twice/output_validator/doubled.py", doubled);
    judge(&folder).ends_with(0).says("2 of 2 as expected.");
}

#[test]
fn answers_are_made_by_the_first_accepted_submission() {
    let folder = package(NEW);
    std::fs::remove_file(folder.path("twice/data/secret/2.ans")).unwrap();
    folder.referee(&["solve", "twice"]).ends_with(0);
    assert_eq!(folder.read("twice/data/secret/2.ans"), "100\n");
    folder.write("out/ann/secret/2.out", "100\n");
    folder.write("out/ann/secret/3.out", "1\n");
    folder.referee(&["check", "twice", "out/ann"]).ends_with(1).says("1 of 3");
}

#[test]
fn files_beside_the_submissions_make_no_answers() {
    let folder = package(NEW);
    folder.write("twice/submissions/accepted/README.md", "The first by name, but no program.\n");
    std::fs::remove_file(folder.path("twice/data/secret/2.ans")).unwrap();
    folder.referee(&["solve", "twice"]).ends_with(0);
    assert_eq!(folder.read("twice/data/secret/2.ans"), "100\n");
}

#[test]
fn outputs_that_are_handed_in_are_checked() {
    let folder = package(&format!("{NEW}type: submit-answer\n"));
    let run = judge(&folder).ends_with(2).says("are outputs, not programs");
    run.says("`referee check PACKAGE OUTPUTS` judges outputs");
    for (case, output) in [("sample/1", "4\n"), ("secret/2", "100\n"), ("secret/3", "1\n")] {
        folder.write(format!("out/ann/{case}.out"), output);
    }
    folder.referee(&["check", "twice", "out/ann"]).ends_with(1).says("2 of 3");
}

#[test]
fn an_archive_of_a_package_is_one() {
    let folder = package(NEW);
    let zip = |inside: &str, name: &str| {
        let line = format!(
            "python3 -c \"import shutil; shutil.make_archive('{name}', 'zip', root_dir='.', base_dir='{inside}')\""
        );
        folder.shell(&line).ends_with(0);
    };
    zip("twice", "twice");
    std::fs::rename(folder.path("twice"), folder.path("other")).unwrap();
    folder
        .referee_changing_nothing(&["validate", "twice.zip"])
        .ends_with(0)
        .says("2025-09, 3 cases");
    let run = folder.referee(&["judge", "--record", "off", "twice.zip"]).ends_with(0);
    run.says("2 of 2 as expected.");
    // What would be written into it would be lost.
    for (command, what) in [
        (&["solve", "twice.zip", "--force"][..], "answers"),
        (&["hunt", "twice.zip", "other/submissions/wrong_answer", "--keep", "secret/9"], "a case"),
    ] {
        let said = format!("twice.zip: {what} cannot be written into an archive");
        folder.referee(command).ends_with(2).says(&said);
    }
    // The temporary folder with its content is not shown.
    std::fs::remove_file(folder.path("other/data/secret/2.ans")).unwrap();
    zip("other", "other");
    let run = folder.referee(&["judge", "--record", "off", "other.zip", "--report", "jsonl"]);
    let run = run.ends_with(3).says("other.zip/data/secret/2.ans: the case has no answer");
    assert!(!run.to_string().contains("/files/"), "{run}");
    zip("twice.zip", "nothing");
    folder.referee(&["validate", "nothing.zip"]).ends_with(2).says("there is no package in it");
    let two = "cp -r other more && python3 -m zipfile -c two.zip other more";
    folder.shell(two).ends_with(0);
    let several = "two.zip: there are several packages in it";
    folder.referee(&["validate", "two.zip"]).ends_with(2).says(several);
    std::fs::remove_dir_all(folder.path("other/submissions")).unwrap();
    let none = "other/submissions: there are no submissions in this package";
    folder.referee(&["judge", "other"]).ends_with(2).says(none);
    let none = "there is no accepted submission to compute answers";
    folder.referee(&["solve", "other"]).ends_with(2).says(none);
    folder.write("problem.xml", "<problem/>");
    folder.shell("python3 -m zipfile -c polygon.zip problem.xml").ends_with(0);
    let run = folder.referee(&["validate", "polygon.zip"]).ends_with(2);
    run.says("help: packages of Polygon are not read");
}

#[test]
fn where_temporary_folders_are_made_may_be_missing_or_empty() {
    let folder = package(NEW);
    folder.shell("python3 -m zipfile -c twice.zip twice").ends_with(0);
    let as_user = "unshare --user --map-user=1000";
    if folder.shell(&format!("{as_user} true")).code != Some(0) {
        return skip("where_temporary_folders_are_made", "no other user can be had here");
    }
    let file = folder.path("twice.zip");
    let validate = |temporary: &str| {
        let validate = format!("\"$referee\" validate {}", file.display());
        folder.shell(&format!("cd /proc; TMPDIR={temporary} {as_user} {validate}"))
    };
    let run = validate("/nowhere").ends_with(3);
    assert_snapshot!(run, @"
    exit code: 3
    ----- stderr -----
    judge error: /nowhere: there is no such folder for temporary files
    help: make room there, or set TMPDIR to a folder that you may write to
    ");
    validate("").ends_with(0).says("twice.zip: 2025-09");
}
