//! Custom problems: a `problem.toml` with programs of its own, which here are shell scripts.

use insta::assert_snapshot;

use crate::support::{Folder, Run};

/// Prints twice the number it reads.
const TWICE: &str = "read n\necho $((n + n))\n";

/// A folder with a problem whose `problem.toml` ends with `tail`, and with scripts beside it.
fn problem(tail: &str, scripts: &[(&str, &str)]) -> Folder {
    let folder = Folder::new();
    let head = "format = 1\nname = \"twice\"\ncases = \"data\"\n";
    folder.write("twice/problem.toml", format!("{head}{tail}"));
    folder.write("referee.toml", SHELL);
    for (name, input, answer) in [("sample/1", "2\n", "4\n"), ("secret/2", "50\n", "100\n")] {
        folder.write(format!("twice/data/{name}.in"), input);
        folder.write(format!("twice/data/{name}.ans"), answer);
    }
    folder.write("twice/submissions/accepted/twice.sh", TWICE);
    for (name, text) in scripts {
        folder.write(format!("twice/{name}"), text);
    }
    folder
}

/// A `referee.toml`, which is found at or above the current folder.
const SHELL: &str =
    "format = 1\n[[language]]\nname = 'shell'\nendings = ['sh']\nrun = ['sh', '{main}']\n";

/// A problem whose checker is a script.
fn with_checker(protocol: &str, script: &str) -> Folder {
    let tail = format!("[checker]\ncommand = ['checker.sh', 'extra']\nprotocol = '{protocol}'\n");
    problem(&tail, &[("checker.sh", script)])
}

fn judge(folder: &Folder) -> Run {
    folder.referee(&["judge", "twice"])
}

#[test]
fn a_new_problem_works_at_once() {
    let folder = Folder::new();
    assert_snapshot!(folder.referee(&["new", "split"]).ends_with(0).stdout, @"
    split   32 files: cases, a checker, a validator, a solver, a generator, right and wrong submissions

    next   referee judge split
           referee validate split
           referee generate split --check
           split/problem.toml says what is what
    ");
    folder.referee(&["judge", "split"]).ends_with(0).says("5 of 5 as expected.");
    folder.referee(&["validate", "split"]).ends_with(0).says("valid        10");
    folder.referee(&["solve", "split", "--verify"]).ends_with(0).says("right       10");
    let again = folder.referee_changing_nothing(&["new", "split"]).ends_with(2);
    again.says("split: this name is already taken");
    folder.referee(&["new", "a\"b"]).ends_with(2).says("this is not a valid name for a problem");
    folder.referee(&["new", "sub/other"]).ends_with(0);
    assert!(folder.read("sub/other/problem.toml").contains("name = \"other\""));
}

#[test]
fn answers_that_outputs_are_compared_with_are_verified_by_the_solver() {
    const COMPARES: &str = "cmp -s \"$2\" - && exit 42; exit 43\n";
    let solver = "[solver]\ncommand = ['submissions/accepted/twice.sh']\n";
    let validator = "[validator]\ncommand = ['sh', '-c', 'exit 42']\n";
    for checker in ["kind = 'tokens'", "command = ['checker.sh']"] {
        let tail = format!("[checker]\n{checker}\n{solver}{validator}");
        let folder = problem(&tail, &[("checker.sh", COMPARES)]);
        folder.referee(&["solve", "twice", "--verify"]).ends_with(0).says("right        2");
        folder.referee(&["validate", "twice"]).ends_with(0).says("valid         2");
        folder.write("twice/data/secret/2.ans", "101\n");
        for (command, word) in [("solve", "wrong        1"), ("validate", "not valid     1")] {
            let flag = if command == "solve" { &["--verify"][..] } else { &[] };
            let run = folder.referee_changing_nothing(&[&[command, "twice"], flag].concat());
            run.ends_with(1).says(word).says("the output of the solver is wrong by this answer");
        }
    }
    let folder = problem(&format!("[checker]\nkind = 'tokens'\n{validator}"), &[]);
    assert_snapshot!(folder.referee(&["solve", "twice", "--verify"]).ends_with(3), @"
    exit code: 3
    judge error: the answers of twice are not verifiable: outputs are compared with them, and there is no solver
    help: name a [solver] in problem.toml

    2 cases
      not verifiable     2   sample/1, secret/2
    exit code 3
    ----- stderr -----
    note: languages of referee.toml
    ");
    let run = folder.referee(&["validate", "twice"]).ends_with(3);
    run.says("not verifiable     2").says("name a [solver] in problem.toml");
}

#[test]
fn a_hunt_is_suggested_only_if_it_can_judge_new_inputs() {
    let solver = "[solver]\ncommand = ['submissions/accepted/twice.sh']\n";
    for (tail, is_suggested) in [("", false), (solver, true)] {
        let folder = problem(tail, &[("submissions/wrong_answer/right.sh", TWICE)]);
        let run = judge(&folder).ends_with(1).says("NOT CAUGHT by any case");
        assert_eq!(run.stdout.contains("referee hunt "), is_suggested, "{run}");
    }
}

#[test]
fn answers_of_several_lines_stay_lines() {
    let folder = problem("[checker]\nkind = 'tokens'\n", &[]);
    folder.write("twice/data/sample/1.ans", "3\n2.25\n");
    folder.write("ann.sh", "echo 3; echo 2.5\n");
    let reports = ["feedback", "jsonl=events.jsonl", "gradescope=results.json", "junit=junit.xml"];
    let reports = reports.iter().flat_map(|report| ["--report", report]);
    let arguments: Vec<&str> = ["judge", "twice", "ann.sh"].into_iter().chain(reports).collect();
    let run = folder.referee(&arguments).ends_with(1);
    run.says("  a correct answer:\n    | 3\n    | 2.25\n  your output:\n    | 3\n    | 2.5\n");
    assert!(folder.read("events.jsonl").contains(r#""answer":"3\n2.25""#));
    assert!(folder.read("results.json").contains(r"a correct answer:\n  | 3\n  | 2.25\n"));
    for name in ["events.jsonl", "results.json", "junit.xml"] {
        assert!(!folder.read(name).contains(r"3\\n2"), "{name}");
    }
    let folder = with_checker("icpc", "echo no; echo never > \"$3\"/judgemessage.txt; exit 43\n");
    folder.write("twice/data/sample/1.ans", "3\n\n2.25\n");
    judge(&folder).ends_with(3).says("the jury says \"3\", \"\", \"2.25\", the checker proves");
}

#[test]
fn scores_of_a_checker_count_in_groups_that_are_worth_points() {
    let judged = |score: &str, rule: &str| {
        let tail = format!(
            "[checker]\ncommand = ['checker.sh']\n\
             [[groups]]\ncases = '**'\npoints = 10\nrule = '{rule}'\n"
        );
        let text = format!("case $(cat \"$1\") in 50) {score};; esac; exit 42\n");
        let folder = problem(&tail, &[("checker.sh", &text)]);
        folder.referee(&["judge", "twice", "--report", "students-csv", "--report", "jsonl=out"])
    };
    let multiplier = |part: &str| format!("echo {part} > \"$3\"score_multiplier.txt");
    let points = |points: &str| format!("echo {points} > \"$3\"score.txt");
    for (score, rule, expected) in [
        (":".to_string(), "each", ",10,"),
        (multiplier("0"), "each", ",5,"),
        (multiplier("0"), "all", ",0,"),
        (multiplier("0.29"), "each", ",6.45,"),
        (multiplier("0.29"), "all", ",2.9,"),
        (points("1.25"), "each", ",6.25,"),
        (points("7.25"), "all", ",7.25,"),
    ] {
        let run = judged(&score, rule).ends_with(0);
        assert!(run.stdout.contains(expected), "{score} {rule}: {run}");
    }
    judged(&points("5.5"), "each").ends_with(3);
    let run = problem(
        "[checker]\ncommand = ['checker.sh']\n[[groups]]\ncases = '**'\npoints = 10\n",
        &[("checker.sh", &format!("{}; exit 42\n", points("5.5")))],
    );
    judge(&run).ends_with(3).says("it gives 5.5 points; the case is worth 5");
}

#[test]
fn outputs_are_compared_with_answers_token_by_token() {
    let folder = problem(
        "[checker]\nkind = 'tokens'\noptions = ['float_tolerance 1e-3']\n",
        &[
            ("submissions/accepted/near.sh", "read n\necho $((n + n)).0001\n"),
            ("submissions/wrong_answer/far.sh", "read n\necho $((n + n)).1\n"),
            ("submissions/wrong_answer/more.sh", "read n\necho $((n + n)) 1\n"),
            ("submissions/wrong_answer/silent.sh", ":\n"),
        ],
    );
    judge(&folder).ends_with(0).says("5 of 5 as expected.").says("twice (float_tolerance, 1e-3)");
    folder.write("twice/outputs/ann/sample/1.out", "4\n");
    folder.write("twice/outputs/ann/secret/2.out", "101\n");
    let run = folder.referee(&["check", "twice", "twice/outputs/ann"]).ends_with(1);
    run.says("\"100\", at line 1, column 1 of the answer");
}

#[test]
fn without_a_checker_answers_are_compared() {
    let folder = problem("", &[("submissions/wrong_answer/same.sh", "read n\necho $n\n")]);
    judge(&folder).ends_with(0).says("2 of 2 as expected.");
}

#[test]
fn a_checker_that_speaks_the_icpc_protocol() {
    let folder = with_checker(
        "icpc",
        "read n < \"$1\"; read right < \"$2\"; read said\n\
         [ \"$4\" = extra ] && [ -d \"$3\" ] || exit 1\n\
         [ \"$said\" = \"$right\" ] && exit 42\n\
         echo \"$n doubled is no $said\" > \"$3\"judgemessage.txt\n\
         echo try again > \"$3\"teammessage.txt\n\
         exit 43\n",
    );
    judge(&folder).ends_with(0);
    folder.write("twice/submissions/accepted/same.sh", "read n\necho $n\n");
    let run = judge(&folder).ends_with(1);
    run.says("checker   2 doubled is no 2").says("1 of 2 as expected.");
}

#[test]
fn a_checker_that_speaks_the_testlib_protocol() {
    let script = "read n < \"$1\"; read said < \"$2\"; read right < \"$3\"\n\
         [ \"$4\" = extra ] || exit 3\n\
         case $said in $right) exit 0;; [0-9]*) echo wrong answer >&2; exit 1;; '') exit 8;; esac\n\
         echo wrong output format >&2; exit 2\n";
    let folder = with_checker("testlib", script);
    for (name, text) in [("wrong", "echo 1\n"), ("words", "echo many\n"), ("silent", ":\n")] {
        folder.write(format!("twice/submissions/wrong_answer/{name}.sh"), text);
    }
    let run = folder.referee(&["judge", "twice", "--report", "csv"]).ends_with(0).stdout;
    for row in ["wrong.sh,sample/1,WA", "words.sh,sample/1,PE", "silent.sh,sample/1,PE"] {
        assert!(run.contains(&format!("wrong_answer/{row}")), "{run}");
    }
}

#[test]
fn a_checker_that_gives_no_verdict_is_a_judge_error() {
    for (protocol, script, said) in [
        ("icpc", "echo why >&2; exit 0\n", "exit code 0; a validator must exit with 42"),
        ("icpc", "exit 1\n", "exit code 1; a validator must exit with 42"),
        ("icpc", "kill -SEGV $$\n", "it was ended by signal 11"),
        ("testlib", "exit 3\n", "exit code 3; a testlib checker must exit with 0"),
        ("testlib", "exit 7\n", "exit code 7; a testlib checker must exit with 0"),
        ("icpc", "echo KeyError: 3 >&2; exit 9\n", "it says: KeyError: 3"),
    ] {
        let folder = with_checker(protocol, script);
        judge(&folder).ends_with(3).says("counted against no submission").says(said);
    }
}

#[test]
fn time_is_up_before_a_checker_can_fail() {
    let script = "read said\n[ -n \"$said\" ] || exit 1\nexit 42\n";
    let folder = with_checker("icpc", script);
    folder.write("twice/submissions/time_limit_exceeded/endless.sh", "while :; do :; done\n");
    let run = folder.referee(&["judge", "twice", "--time-limit", "0.5"]).ends_with(0);
    run.says("2 of 2 as expected.");
}

#[test]
fn the_jury_is_judged_by_its_checker_as_well() {
    let folder = with_checker("icpc", "read said; [ $said != 100 ] && exit 42; exit 43\n");
    judge(&folder).ends_with(3).says("secret/2.ans: the jury says");
}

#[test]
fn what_a_checker_leaves_is_not_trusted() {
    let folder = with_checker(
        "icpc",
        "cat \"${1%.in}.ans\" /etc/hostname > /dev/null; ln -s /etc/passwd \"$3\"judgemessage.txt\n\
         mkfifo \"$3\"teammessage.txt; printf '\\033[2J' >&2; read said\n\
         [ $said = 4 ] || [ $said = 100 ] && exit 42; exit 43\n",
    );
    folder.write("twice/submissions/wrong_answer/one.sh", "echo 1\n");
    let run = folder.referee(&["judge", "twice", "--report", "jsonl"]).ends_with(0);
    assert!(!run.stdout.contains("root:") && !run.stdout.contains('\x1b'), "{run}");
    run.says("\\\\x1b[2J");
}

#[test]
fn solver_and_validator_are_commands_too() {
    let tail = "[solver]\ncommand = ['sh', '{folder}/solve.sh']\n\
        [validator]\ncommand = ['validator.sh']\n";
    let validator = "read n; [ $n -lt 100 ] && exit 42; echo $n is too large; exit 43\n";
    let folder = problem(tail, &[("solve.sh", TWICE), ("validator.sh", validator)]);
    folder.write("twice/data/secret/3.in", "7\n");
    let run = folder.referee(&["solve", "twice"]).ends_with(0);
    run.says("written      1   secret/3");
    assert_eq!(folder.read("twice/data/secret/3.ans"), "14\n");
    folder.referee(&["validate", "twice"]).ends_with(0);
    folder.write("twice/data/secret/3.in", "700\n");
    let run = folder.referee(&["validate", "twice"]).ends_with(1);
    let run = run.says("secret/3.in: the validator rejects it: 700 is too large");
    assert!(!run.stdout.contains("the solver"), "{run}");
    folder.write("twice/validator.sh", "kill -9 $$\n");
    folder.referee(&["validate", "twice"]).ends_with(3).says("it was ended by signal 9");
    folder.write("twice/solve.sh", "echo 1; echo no idea >&2; exit 5\n");
    let run = folder.referee(&["solve", "twice", "--force"]).ends_with(3);
    run.says("the solver sh: it ended with exit code 5").says("it says: no idea");
    assert_eq!(folder.read("twice/data/secret/3.ans"), "14\n");
    folder.referee(&["solve", "twice", "--solver", "x"]).ends_with(2).says("omit --solver");
    folder.write("twice/solve.sh", "echo 14 > answer\n");
    folder
        .referee(&["solve", "twice", "--force"])
        .ends_with(0)
        .says("3 answers are empty: the solver");
}

#[test]
fn inputs_are_held_against_a_description() {
    let tail = "[validator]\ndescription = 'input.ctd'\n\
        [solver]\ncommand = ['submissions/accepted/twice.sh']\n";
    let folder = problem(tail, &[("input.ctd", "INT(0,99) NEWLINE EOF\n")]);
    folder.referee(&["validate", "twice"]).ends_with(0);
    folder.write("twice/data/secret/2.in", "700\n");
    let run = folder.referee(&["validate", "twice"]).ends_with(1);
    run.says("secret/2.in, line 1, column 1: the validator rejects it: expected an integer");
    folder.write("twice/input.ctd", "INT(0,99)\n  NEWLNE\n");
    let run = folder.referee(&["validate", "twice"]).ends_with(2);
    run.says("input.ctd, line 2, column 3: expected a command, found `NEWLNE`");
    let more = "[validator]\ndescription = 'input.ctd'\ncommand = ['validator.sh']\n";
    problem(more, &[("input.ctd", "EOF\n")])
        .referee(&["validate", "twice"])
        .ends_with(2)
        .says("unknown key `command`");
}

#[test]
fn what_is_not_there_is_asked_for() {
    let folder = problem("", &[]);
    folder.referee(&["solve", "twice", "--force"]).ends_with(2).says("twice has no solver");
    assert_snapshot!(folder.referee(&["validate", "twice"]).ends_with(3), @"
    exit code: 3
    judge error: the inputs of twice are not verifiable: there is no validator
    help: name a [validator] in problem.toml

    judge error: the answers of twice are not verifiable: outputs are compared with them, and there is no solver
    help: name a [solver] in problem.toml

    2 cases
      not verifiable     2   sample/1, secret/2
    exit code 3
    ----- stderr -----
    note: languages of referee.toml
    ");
    std::fs::remove_dir_all(folder.path("twice/submissions")).unwrap();
    judge(&folder).ends_with(2).says("there are no submissions to judge");
    std::fs::remove_file(folder.path("twice/data/secret/2.ans")).unwrap();
    folder.write("sub.sh", TWICE);
    let run = folder.referee(&["judge", "twice", "sub.sh"]).ends_with(3);
    run.says("the case has no answer (write it, or name a [solver] in problem.toml)");
    folder.referee(&["judge", "huepfburg", "sub.sh"]).ends_with(2).says("referee generate huepf");
}

#[test]
fn limits_come_from_the_file_and_from_flags() {
    let folder = problem("[limits]\ntime = 7.25\nmemory = 100\nprocesses = 7\n", &[]);
    judge(&folder).ends_with(0).says("limit 7.25 s of CPU time, 100 MiB;");
    let run = folder.referee(&["judge", "twice", "--time-limit", "9.5"]).ends_with(0);
    run.says("limit 9.5 s of CPU time, 100 MiB;");
    for (limits, said) in [
        ("time = '7250ms'\nmemory = '100m'\n", "limit 7.25 s of CPU time, 100 MiB;"),
        (
            "time = '3 s'\nmemory = '1g'\nwall = '8s'\noutput = '8MiB'\nfiles = '16 MB'\n",
            "limit 3 s of CPU time, 1024 MiB;",
        ),
    ] {
        judge(&problem(&format!("[limits]\n{limits}"), &[])).ends_with(0).says(said);
    }
    let wide = "while read n; do :; done < /dev/null; echo 4 > small; head -c 2000000 /dev/zero > big && echo 4\n";
    folder.write("twice/submissions/accepted/twice.sh", wide);
    let run = folder.referee(&["judge", "twice", "--file-limit", "1"]).ends_with(1);
    run.says("run-time error").says("NOT AS EXPECTED");
}

#[test]
fn what_is_wrong_in_the_file_is_named_with_its_place() {
    for (tail, said) in [
        ("problem = 'huepfburg'\n", "line 4, column 11: a problem has either its own `name`"),
        ("options = ['x']\n", "line 4, column 1: unknown key `options`"),
        ("[checker]\nkind = 'builtin'\n", "line 5, column 8: a built-in checker belongs"),
        ("[checker]\nkind = 'exact'\n", "line 5, column 8: unknown checker `exact`"),
        ("[checker]\n", "the key `command` is missing"),
        ("[checker]\ncommand = ['check.sh']\n", "check.sh: there is no such file"),
        ("[checker]\ncommand = []\n", "the key `command` is missing"),
        ("[checker]\ncommand = ['sh']\nprotocol = 'icp'\n", "did you mean `icpc`?"),
        ("[checker]\nkind = 'tokens'\ncommand = ['sh']\n", "unknown key `command`"),
        ("[checker]\nkind = 'tokens'\noptions = ['float']\n", "line 6, column 12: unknown option"),
        ("[solver]\ncomand = ['sh']\n", "did you mean `command`?"),
        ("[limits]\ntime = 0\n", "line 5, column 8: time is outside 0.001..=86400"),
        ("[limits]\nmemory = 1.5\n", "memory must be an integer"),
        ("[limits]\nmemory = '1t'\n", "line 5, column 10: memory = \"1t\" is not a size from 1 to"),
        ("[limits]\nmemory = true\n", "memory must be an integer"),
        ("[limits]\nwall = '1 h'\n", "line 5, column 8: wall = \"1 h\" is not a number from 0.001"),
        ("[limits]\nwall = \"\\u001b[2J\"\n", "[2J\" is not a number"),
        ("[checker]\ncommand = ['sh']\ntime = 'soon'\n", "time = \"soon\" is not a number"),
        ("[limits]\nprocesses = '7'\n", "processes must be an integer"),
        ("[limits]\ntimes = 1\n", "did you mean `time`?"),
        ("checker = 'tokens'\n", "checker must be a table"),
    ] {
        let folder = problem(tail, &[]);
        folder.referee_changing_nothing(&["judge", "twice"]).ends_with(2).says(said);
    }
    let folder = problem("", &[]);
    folder.write("twice/problem.toml", "format = 1\nname = \"\"\n");
    judge(&folder).ends_with(2).says("line 2, column 8: the name is empty");
}

#[test]
fn a_checker_that_does_not_compile_is_a_judge_error() {
    let folder = problem("[checker]\ncommand = ['checker.odd']\n", &[("checker.odd", "x\n")]);
    let odd = "[[language]]\nname = 'odd'\nendings = ['odd']\ncompile = ['sh', '-c', 'echo no such word; exit 1']\nrun = ['sh', '{main}']\n";
    folder.write("referee.toml", format!("{SHELL}{odd}"));
    let run = judge(&folder).ends_with(3);
    run.says("the checker checker.odd: it does not compile: no such word");
}

#[test]
fn options_on_the_command_line_are_for_shipped_problems() {
    let folder = problem("", &[]);
    let run = folder.referee(&["judge", "twice", "--checker-option", "x"]).ends_with(2);
    run.says("twice has its options in problem.toml");
    let folder = crate::packages::package(crate::packages::NEW);
    let run = folder.referee(&["judge", "twice", "--checker-option", "x"]).ends_with(2);
    run.says("a package sets the options of its cases itself");
}

/// A checker that fails with a different message on each case, longer than a screen and with
/// control characters.
const PANICS: &str = "i=0\nwhile [ $i -lt 60 ]; do echo \"frame $i of $1\" >&2; i=$((i+1)); done\n\
    printf '\\033[2Jno idea\\n' >&2\nexit 9\n";

#[test]
fn what_a_failing_checker_says_is_told_whole_and_once() {
    let folder = with_checker("icpc", PANICS);
    folder.write("twice/submissions/accepted/again.sh", format!("# again\n{TWICE}"));
    let run = judge(&folder).ends_with(3).says("it says: \\x1b[2Jno idea");
    assert!(!run.stdout.contains("frame"), "{run}");
    let said: Vec<&str> = run.stderr.lines().map(str::trim).collect();
    assert_eq!(said[0], "note: languages of referee.toml");
    assert_eq!(said[1], "the checker checker.sh says, in full:");
    assert!(said[2].starts_with("frame 0 of "), "{run}");
    assert!(said[61].starts_with("frame 59 of "), "{run}");
    assert_eq!(said[62..], ["\\x1b[2Jno idea"]);
    // The message of a solver is shown in the same way.
    let folder = problem("[solver]\ncommand = ['solver.sh']\n", &[("solver.sh", PANICS)]);
    let run = folder.referee(&["solve", "twice", "--force"]).ends_with(3);
    assert_eq!(run.stderr.matches("says, in full:\n").count(), 1, "{run}");
    assert_eq!(run.stderr.matches("frame 30 of").count(), 1, "{run}");
}

#[test]
fn what_a_compiler_says_of_a_checker_is_told_whole_and_once() {
    let folder = problem("[checker]\ncommand = ['checker.odd']\n", &[("checker.odd", "")]);
    let compiler = "i=0; while [ $i -lt 90 ]; do echo \"error: no $i\"; i=$((i+1)); done; exit 1";
    let odd = format!(
        "{SHELL}[[language]]\nname = 'odd'\nendings = ['odd']\n\
         compile = ['sh', '-c', '{compiler}']\nrun = ['sh', '{{main}}']\n"
    );
    folder.write("referee.toml", odd);
    for (command, code) in [(vec!["judge", "twice"], 3), (vec!["validate", "twice"], 3)] {
        let run = folder.referee(&command).ends_with(code);
        let run = run.says("the checker checker.odd: it does not compile: error: no 0");
        assert_eq!(run.stderr.matches("error: no 89\n").count(), 1, "{run}");
        assert!(!run.stdout.contains("error: no 89"), "{run}");
    }
}
