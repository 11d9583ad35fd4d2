//! `referee mutate`: mutants of small programs in each language, judged by small cases.

use std::collections::HashSet;
use std::process::Command;

use insta::assert_snapshot;
use serde_json::Value;

use crate::support::{Folder, REFEREE, Run, skip};

/// Interpreters that start quickly: CPython without the search for installed packages starts in a
/// fifth of the time, and each mutant starts it several times.
const QUICK: &str = "format = 1\n\
    [[language]]\nname = 'python'\ncompile = ['python3', '-I', '-S', '-c', \
    'import sys; [compile(open(file).read(), file, \"exec\") for file in sys.argv[1:]]', '{sources}']\n\
    run = ['python3', '-S', '{main}']\nversion = ['-V']\nlocate = ['-S', '-c', 'import sys; print(sys.executable)']\n\
    [[language]]\nname = 'shell'\nendings = ['sh']\nrun = ['sh', '{main}']\n\
    [[language]]\nname = 'rust'\nendings = ['rs']\ncompile = ['no-such-compiler', '{sources}']\nrun = ['{program}']\n";

/// The sum of the multiples of three up to n, and a special case that no case of [`problem`] has.
const SUM: &str = "n = int(input())\ntotal = 0\nfor i in range(1, n + 1):\n    if i % 3 == 0 or i == 100:\n        total += i\n\
    print(total)\n";

/// A solver without the special case.
const SOLVER: &str = "read n\ni=3; sum=0\n\
    while [ $i -le $n ]; do sum=$((sum + i)); i=$((i + 3)); done\necho $sum\n";

/// A problem with three cases: n, and the sum of the multiples of three up to n.
fn problem(submissions: &[(&str, &str)]) -> Folder {
    let folder = Folder::new();
    folder.write(
        "sums/problem.toml",
        "format = 1\nname = 'sums'\ncases = 'cases'\n[checker]\nkind = 'tokens'\n[limits]\ntime = 5\n",
    );
    for (name, n, sum) in [("sample/1", 1, 0), ("secret/2", 4, 3), ("secret/3", 6, 9)] {
        folder.write(format!("sums/cases/{name}.in"), format!("{n}\n"));
        folder.write(format!("sums/cases/{name}.ans"), format!("{sum}\n"));
    }
    for (name, text) in submissions {
        folder.write(format!("sums/submissions/{name}"), text);
    }
    folder.write("quick.toml", QUICK);
    folder
}

fn mutate(folder: &Folder, more: &[&str]) -> Run {
    let fixed = ["mutate", "sums", "--languages", "quick.toml"];
    folder.referee(&[&fixed[..], more].concat())
}

fn has(test: &str, program: &str) -> bool {
    let is_there = Command::new(program).arg("--version").output().is_ok();
    if !is_there {
        skip(test, &format!("there is no {program}"));
    }
    is_there
}

fn json(run: &Run) -> Value {
    serde_json::from_str(&run.stdout).unwrap()
}

#[test]
fn survivors_are_hunted() {
    if !has("survivors_are_hunted", "python3") {
        return;
    }
    let folder = problem(&[("accepted/sum.py", SUM)]);
    let file = folder.read("sums/problem.toml");
    let more = "[validator]\ndescription = 'n.ctd'\n[solver]\ncommand = ['sum.sh']\n";
    folder.write("sums/problem.toml", format!("{file}{more}"));
    folder.write("sums/n.ctd", "INT(1,99) NEWLINE EOF\n");
    folder.write("sums/sum.sh", SOLVER);
    // The time limit is never reached.
    let hunted = ["--operators", "one-off", "--hunt", "1000s", "--tries", "30"];
    let kept = ["--keep", "secret/hunted", "--report", "json"];
    let report = json(&mutate(&folder, &[&hunted[..], &kept].concat()).ends_with(0));
    let mutants = report["programs"][0]["mutants"].as_array().unwrap();
    let named = |name: &str| mutants.iter().find(|mutant| mutant["name"] == name).unwrap();
    // This mutant also adds n + 1: it prints 3 for 2.
    let longer = named("0005-one-off-l3");
    assert_eq!((&longer["outcome"], &longer["killing_input"]), (&"survived".into(), &"2\n".into()));
    // This mutant starts at 0, which adds nothing.
    let equal = named("0002-one-off-l3");
    assert_eq!(equal["outcome"], "agrees");
    // All 30 candidates are valid: what is changed keeps the shape.
    assert_eq!(equal["candidates"], 30, "{equal}");
    assert_eq!(report["totals"]["agrees"], 4);
    assert_eq!(folder.read("sums/cases/secret/hunted.in"), "2\n");
    assert_eq!(folder.read("sums/cases/secret/hunted.ans"), "0\n");
    // Mutants that agree do not count, and the new case kills the other survivor.
    let run = mutate(&folder, &hunted).ends_with(0);
    let run = run.says("killed        6 of 6, 100.0 %").says("  agrees on ");
    run.says("4 agree with the original on everything that the hunt has tried");
}

#[test]
fn what_kills_a_mutant_by_chance_is_reported() {
    if !has("what_kills_a_mutant_by_chance_is_reported", "python3") {
        return;
    }
    // The only mutant rolls dice, unless n is that of a case.
    let dice =
        "if n not in (1, 4, 6) and random.randrange(8) < 0:\n    raise SystemExit\nprint(total)";
    let program = format!("import random\n{}", SUM.replace("print(total)", dice));
    let folder = problem(&[("accepted/sum.py", &program)]);
    let file = folder.read("sums/problem.toml");
    let more = "[validator]\ndescription = 'n.ctd'\n[solver]\ncommand = ['sum.sh']\n";
    folder.write("sums/problem.toml", format!("{file}{more}"));
    folder.write("sums/n.ctd", "INT(1,99) NEWLINE EOF\n");
    folder.write("sums/sum.sh", SOLVER);
    let hunted = ["--operators", "border", "--hunt", "1000s", "--tries", "300"];
    let run = mutate(&folder, &[&hunted[..], &["--keep", "secret/dice"]].concat()).ends_with(0);
    // Of 21 runs, or of fewer if the time for shrinking ends before.
    let run = run.says("  killed    in ").says(" runs, empty output: expected an answer");
    run.says("  kept      sums/cases/secret/dice.in\n");
    assert!(folder.has("sums/cases/secret/dice.in"));
}

/// Each survivor of the shipped problems must be explained in `equivalents.diff`; any other calls
/// for a new case.
#[test]
#[ignore = "compiles and runs 1300 programs, which takes a quarter of an hour: cargo test --test cli -- --ignored survives"]
fn whatever_survives_is_explained() {
    let explained: HashSet<(&str, &str, &str)> =
        referee_mutants::equivalents().map(|one| (one.program, one.old, one.new)).collect();
    let record = Folder::new();
    for problem in ["infinity-war", "huepfburg", "subtraction-game"] {
        let run = Command::new(REFEREE)
            .args([
                "mutate",
                &format!("examples/{problem}"),
                "--missing-compilers",
                "fail",
                "--report",
                "json",
            ])
            .arg("--record")
            .arg(record.path(problem))
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .unwrap();
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        let report: Value = serde_json::from_slice(&run.stdout).unwrap();
        for program in report["programs"].as_array().unwrap() {
            let path = format!("{problem}/submissions/{}", program["name"].as_str().unwrap());
            for mutant in program["mutants"].as_array().unwrap() {
                let [old, new] = ["old", "new"].map(|lines| mutant[lines].as_str().unwrap().trim());
                let is_explained = explained.contains(&(&*path, old, new));
                assert!(mutant["outcome"] != "survived" || is_explained, "{path}: {mutant}");
            }
        }
    }
}

#[test]
fn who_is_killed_and_who_survives() {
    if !has("who_is_killed_and_who_survives", "python3") {
        return;
    }
    let folder = problem(&[("accepted/sum.py", SUM), ("wrong_answer/zero.py", "print(0)\n")]);
    let run = mutate(&folder, &["--operators", "one-off,logic,modulus"]).ends_with(0);
    assert_eq!(run.stderr, "");
    assert_snapshot!(run.stdout, @r#"
    sums: 3 cases, 1 program, 12 mutants, limit 5 s

    killed        7 of 12, 58.3 %: 7 wrong answer
    survived      5

      one-off  5 of 10, 50.0 %  a bound, a size or a start is off by one
      logic    1 of 1, 100.0 %  `and` for `or`, or a negation is missing
      modulus  1 of 1, 100.0 %  a remainder is not taken

    accepted/sum.py, 0002-one-off-l3
      3  - for i in range(1, n + 1):
         + for i in range(0, n + 1):

    accepted/sum.py, 0003-one-off-l3
      3  - for i in range(1, n + 1):
         + for i in range(2, n + 1):

    accepted/sum.py, 0005-one-off-l3
      3  - for i in range(1, n + 1):
         + for i in range(1, n + 2):

    accepted/sum.py, 0011-one-off-l4
      4  -     if i % 3 == 0 or i == 100:
         +     if i % 3 == 0 or i == 101:

    accepted/sum.py, 0012-one-off-l4
      4  -     if i % 3 == 0 or i == 100:
         +     if i % 3 == 0 or i == 99:

    --hunt 10s looks for a case that kills each of these; --save DIR writes them as programs, with a `referee hunt` for each
    "#);
    assert!(run.stdout.lines().all(|line| line.chars().count() <= 132));
}

#[test]
fn survivors_are_written_as_programs() {
    if !has("survivors_are_written_as_programs", "python3") {
        return;
    }
    let folder = problem(&[("accepted/sum.py", SUM)]);
    let few = [
        "--operators",
        "logic,smaller-bound,narrow-type,slow,one-off",
        "--max",
        "4",
        "--save",
        "survivors",
    ];
    let run = mutate(&folder, &few).ends_with(0);
    assert_snapshot!(run.stdout, @r#"
    sums: 3 cases, 1 program, 4 mutants of 11 (seed 1), limit 5 s

    killed        3 of 4, 75.0 %: 3 wrong answer
    survived      1

      one-off  2 of 3, 66.7 %   a bound, a size or a start is off by one
      logic    1 of 1, 100.0 %  `and` for `or`, or a negation is missing

    accepted/sum.py, 0011-one-off-l4
      4  -     if i % 3 == 0 or i == 100:
         +     if i % 3 == 0 or i == 99:
      hunt  referee hunt sums survivors/0011-one-off-l4.py
    "#);
    let name = "survivors/0011-one-off-l4.py";
    assert_eq!(folder.read(name), SUM.replace("100", "99"));
    // Nothing is overwritten without --force.
    mutate(&folder, &few).ends_with(2).says("survivors: this folder is not empty");
    folder.write(name, "");
    mutate(&folder, &[&few[..], &["--force"]].concat()).ends_with(0);
    assert_eq!(folder.read(name), SUM.replace("100", "99"));
}

#[test]
fn a_program_of_several_files_is_written_as_a_folder() {
    if !has("a_program_of_several_files_is_written_as_a_folder", "python3") {
        return;
    }
    let main = "from sums import multiples\nprint(sum(multiples(int(input()))))\n";
    let sums =
        "def multiples(n):\n    return [i for i in range(n + 1) if i % 3 == 0 or i == 100]\n";
    let folder = problem(&[("accepted/two/main.py", main), ("accepted/two/sums.py", sums)]);
    let more = ["--operators", "logic", "--save", "survivors", "--report", "json"];
    let said = json(&mutate(&folder, &more).ends_with(0));
    let mutant = &said["programs"][0]["mutants"][0];
    assert_eq!((&mutant["outcome"], &mutant["file"]), (&"killed".into(), &"sums.py".into()));
    assert!(!folder.has("survivors"));
    let more = ["--operators", "one-off", "--save", "survivors"];
    mutate(&folder, &more).ends_with(0);
    let name = "survivors/0006-one-off-l2";
    assert_eq!(folder.read(format!("{name}/main.py")), main);
    assert_eq!(folder.read(format!("{name}/sums.py")), sums.replace("100", "101"));
    folder.referee(&["judge", "sums", name, "--languages", "quick.toml"]).ends_with(0);
}

#[test]
fn the_same_result_on_any_number_of_threads_and_from_the_record() {
    if !has("the_same_result_on_any_number_of_threads_and_from_the_record", "python3") {
        return;
    }
    let folder = problem(&[("accepted/sum.py", SUM), ("accepted/again.py", SUM)]);
    let more = ["--report", "csv", "--max", "14", "--seed", "3"];
    let first = mutate(&folder, &[&more[..], &["--jobs", "3"]].concat()).ends_with(0).stdout;
    assert_eq!(first.lines().count(), 15, "{first}");
    let kept = || {
        let segments = std::fs::read_dir(folder.path("sums/.referee/runs")).unwrap().flatten();
        let mut paths: Vec<_> = segments.map(|segment| segment.path()).collect();
        paths.sort_unstable();
        let read = |path| std::fs::read(&path).map(|bytes| (path, bytes)).unwrap();
        paths.into_iter().map(read).collect::<Vec<_>>()
    };
    let before = kept();
    assert_eq!(mutate(&folder, &more).ends_with(0).stdout, first);
    assert!(kept() == before, "something was run or compiled again");
    let anew = [&more[..], &["--jobs", "1", "--record", "off"]].concat();
    assert_eq!(mutate(&folder, &anew).ends_with(0).stdout, first);
    // Another seed chooses other mutants, but as many of each operator.
    let other = mutate(&folder, &["--report", "csv", "--max", "14", "--seed", "4"]).ends_with(0);
    assert_ne!(other.stdout, first);
    let of_operators = |table: &str| {
        let mut names: Vec<String> =
            table.lines().map(|line| line.split(',').nth(2).unwrap().to_string()).collect();
        names.sort_unstable();
        names
    };
    assert_eq!(of_operators(&other.stdout), of_operators(&first));
}

#[test]
fn spreadsheets_read_the_same() {
    if !has("spreadsheets_read_the_same", "python3") {
        return;
    }
    let folder = problem(&[("accepted/=sum.py", SUM)]);
    let more = ["--operators", "logic,smaller-bound", "--report"];
    let table = mutate(&folder, &[&more[..], &["csv"]].concat()).ends_with(0).stdout;
    assert_snapshot!(table, @r#"
    number,program,operator,file,line,outcome,how,case,old,new
    1,accepted/=sum.py,logic,'=sum.py,4,killed,wrong-answer,secret/2,    if i % 3 == 0 or i == 100:,    if i % 3 == 0 and i == 100:
    "#);
    let said = json(&mutate(&folder, &[&more[..], &["json"]].concat()).ends_with(0));
    assert_snapshot!("mutate-json", serde_json::to_string_pretty(&said).unwrap());
}

/// Checks that in each language, replacing `*` by `+` gives the original program once, and the
/// program of another mutant once.
fn doubles(test: &str, compiler: &str, file: &str, before: &str, after: &str) {
    if !has(test, compiler) {
        return;
    }
    let text = format!("{before}n - 2 * 1 * 1 + (2 * 2) - 5{after}");
    let folder = Folder::new();
    folder.write(
        "sums/problem.toml",
        "format = 1\nname = 'sums'\ncases = 'cases'\n[checker]\nkind = 'tokens'\n[limits]\ntime = 10\n",
    );
    folder.write("sums/cases/1.in", "5\n");
    folder.write("sums/cases/1.ans", "2\n");
    folder.write(format!("sums/submissions/accepted/{file}"), text);
    let call = ["mutate", "sums", "--operators", "arithmetic", "--report", "json"];
    let said = json(&folder.referee(&call).ends_with(0));
    let mutants = said["programs"][0]["mutants"].as_array().unwrap();
    let of =
        |outcome: &str| mutants.iter().filter(|one| one["outcome"] == outcome).collect::<Vec<_>>();
    let (same, double) = (of("same-program"), of("duplicate"));
    assert_eq!(same.len(), 1, "{said}");
    assert!(same[0]["new"].as_str().unwrap().contains("2 + 2"), "{said}");
    assert_eq!(double.len(), 1, "{said}");
    let first = double[0]["duplicate_of"].as_u64().unwrap();
    let first = mutants.iter().find(|one| one["number"].as_u64() == Some(first)).unwrap();
    assert!(first["new"].as_str().unwrap().contains("2 + 1 * 1"), "{said}");
    assert!(double[0]["new"].as_str().unwrap().contains("2 * 1 + 1"), "{said}");
    assert!(of("killed").len() >= 3, "{said}");
}

#[test]
fn equal_programs_in_c() {
    let before =
        "#include <stdio.h>\nint main(void) { int n; scanf(\"%d\", &n);\nprintf(\"%d\\n\", ";
    doubles("equal_programs_in_c", "cc", "a.c", before, "); }\n");
}

#[test]
fn equal_programs_in_cpp() {
    let before =
        "#include <cstdio>\nint main() { int n; std::scanf(\"%d\", &n);\nstd::printf(\"%d\\n\", ";
    doubles("equal_programs_in_cpp", "c++", "a.cpp", before, "); }\n");
}

#[test]
fn equal_programs_in_rust() {
    let before = "fn main() { let mut text = String::new(); std::io::stdin().read_line(&mut text).unwrap();\n\
        let n: i32 = text.trim().parse().unwrap();\nprintln!(\"{}\", ";
    doubles("equal_programs_in_rust", "rustc", "a.rs", before, "); }\n");
}

#[test]
fn equal_programs_in_java() {
    let before = "public class A { public static void main(String[] a) {\n\
        int n = new java.util.Scanner(System.in).nextInt();\nSystem.out.println(";
    doubles("equal_programs_in_java", "javac", "A.java", before, "); } }\n");
}

#[test]
fn equal_programs_in_python() {
    doubles("equal_programs_in_python", "python3", "a.py", "n = int(input())\nprint(int(", "))\n");
}

#[test]
fn programs_are_killed_by_crashes_and_by_time() {
    if !has("programs_are_killed_by_crashes_and_by_time", "python3") {
        return;
    }
    let text = "n = int(input())\ntotal = [0] * 1\nwhile n > 0:\n    total[0] += n if n % 3 == 0 else 0\n    n -= 1\nprint(total[0])\n";
    let folder = problem(&[("accepted/sum.py", text)]);
    let more = ["--operators", "one-off,arithmetic", "--time-limit", "0.2", "--report", "json"];
    let said = json(&mutate(&folder, &more).ends_with(0));
    let totals = &said["totals"];
    assert_eq!(said["time_limit"], 0.2);
    for how in ["wrong_answer", "crash", "too_slow"] {
        assert!(totals[how].as_u64() > Some(0), "{how}: {said}");
    }
}

#[test]
fn what_differs_in_speed_only_does_not_count() {
    if !has("what_differs_in_speed_only_does_not_count", "python3") {
        return;
    }
    let text = SUM.replace("if i % 3 == 0", "if i in set([i // 3 * 3])");
    let folder = problem(&[("accepted/sum.py", &text)]);
    let run = mutate(&folder, &["--operators", "slow"]).ends_with(0);
    let run = run.says("killed        -\nsurvived      0\n");
    run.says("slower        1 differs from the original in speed only: 0 too slow for a case\n");
    let said = json(&mutate(&folder, &["--operators", "slow", "--report", "json"]));
    assert_eq!(said["programs"][0]["mutants"][0]["outcome"], "slower");
    assert_eq!((&said["totals"]["slower"], &said["totals"]["score"]), (&1.into(), &Value::Null));
}

#[test]
fn a_program_that_is_not_accepted_is_refused_and_the_others_go_on() {
    if !has("a_program_that_is_not_accepted_is_refused_and_the_others_go_on", "python3") {
        return;
    }
    let folder = problem(&[
        ("accepted/broken.py", "print(\n"),
        ("accepted/sum.py", SUM),
        ("accepted/zero.py", "print(0)\n"),
        ("accepted/script.sh", "echo 0\n"),
        ("accepted/rusty.rs", "fn main() {}\n"),
        ("accepted/latin.py", ""),
    ]);
    folder.write("sums/submissions/accepted/latin.py", b"print(0) # \xe9\n");
    let run = mutate(&folder, &["--operators", "logic"]).ends_with(3);
    assert_snapshot!(run, @r#"
    exit code: 3
    sums: 3 cases, 4 programs, 1 mutant, limit 5 s

    killed        1 of 1, 100.0 %: 1 wrong answer
    survived      0

      accepted/broken.py  it does not compile
      accepted/rusty.rs   it is not judged: `no-such-compiler` is not installed
      accepted/sum.py     1 of 1, 100.0 %
      accepted/zero.py    it is not accepted: wrong answer on secret/2

      logic  1 of 1, 100.0 %  `and` for `or`, or a negation is missing
    ----- stderr -----
    note: accepted/latin.py has no mutants: its text is not UTF-8
    note: accepted/script.sh has no mutants: programs in shell are not mutated
    "#);
    // A missing compiler may be allowed; a program that is not accepted is a failure.
    let allowed = ["--operators", "logic", "--missing-compilers", "skip", "--quiet"];
    assert_eq!(mutate(&folder, &allowed).ends_with(1).stdout, "");
}

#[test]
fn a_share_may_be_demanded() {
    if !has("a_share_may_be_demanded", "python3") {
        return;
    }
    let folder = problem(&[("accepted/sum.py", SUM)]);
    let least =
        |share: &str| mutate(&folder, &["--operators", "border,modulus,logic", "--least", share]);
    least("1").ends_with(0);
    let more = ["--operators", "smaller-bound,one-off", "--least", "0.95"];
    mutate(&folder, &more).ends_with(1);
    mutate(&folder, &["--operators", "narrow-type", "--least", "0.1"]).ends_with(1);
    mutate(&folder, &["--operators", "narrow-type"]).ends_with(0);
    mutate(&folder, &["--least", "1.5"]).ends_with(2).says("not a number from 0 to 1");
}

#[test]
fn what_cannot_be_mutated_is_refused() {
    let folder =
        problem(&[("wrong_answer/zero.py", "print(0)\n"), ("accepted/one.sh", "echo 0\n")]);
    mutate(&folder, &[])
        .ends_with(2)
        .says("note: accepted/one.sh has no mutants: programs in shell are not mutated")
        .says("error: there is no program to mutate");
    mutate(&folder, &["sums/submissions/wrong_answer/zero.py"])
        .ends_with(2)
        .says("no program to mutate");
    mutate(&folder, &["--operators", "border,no-such"])
        .ends_with(2)
        .says("no such operator; there are border, comparison, one-off");
    mutate(&folder, &["--max", "0"]).ends_with(2).says("not a whole number from 1");
    folder.referee(&["mutate", "nowhere"]).ends_with(2);
}

#[test]
fn a_fault_of_a_case_is_a_judge_error() {
    if !has("a_fault_of_a_case_is_a_judge_error", "python3") {
        return;
    }
    let folder = problem(&[("accepted/sum.py", SUM)]);
    std::fs::remove_file(folder.path("sums/cases/secret/3.ans")).unwrap();
    let run = mutate(&folder, &["--operators", "logic"]).ends_with(3);
    assert!(run.stdout.contains("it is not judged: "), "{run}");
}

#[test]
fn nothing_of_a_program_reaches_the_terminal_as_it_is() {
    if !has("nothing_of_a_program_reaches_the_terminal_as_it_is", "python3") {
        return;
    }
    let text = SUM.replace("== 100:", "== 100: # \u{1b}[31m \u{202e}");
    let folder = problem(&[("accepted/sum.py", &text)]);
    let more = ["--operators", "one-off"];
    let run = mutate(&folder, &more).ends_with(0);
    assert!(run.stdout.contains(r"== 101: # \x1b[31m \u{202e}"), "{run}");
    let table = mutate(&folder, &[&more[..], &["--report", "csv"]].concat()).ends_with(0);
    for said in [run.stdout, table.stdout] {
        assert!(!said.contains(['\u{1b}', '\u{202e}']), "{said}");
    }
}

#[test]
fn mutants_are_rows_of_the_matrix() {
    if !has("mutants_are_rows_of_the_matrix", "python3") {
        return;
    }
    let folder = problem(&[("accepted/sum.py", SUM), ("wrong_answer/zero.py", "print(0)\n")]);
    let suite = ["strength", "sums", "--languages", "quick.toml", "--mutants", "6"];
    assert_snapshot!(folder.referee(&suite).ends_with(0).stdout, @r"
    sums: 3 cases, 7 wrong programs, 1 right one

                                          sample  secret
                                          1       2
      wrong_answer/zero.py                .       xx
      accepted/sum.py:0008-range-l3       .       .x
      accepted/sum.py:0014-modulus-l4     .       xx
      accepted/sum.py:0015-one-off-l4     .       xx
      accepted/sum.py:0019-logic-l4       .       xx
      accepted/sum.py:0020-comparison-l4  x       xx
      accepted/sum.py:0025-arithmetic-l5  .       .x

    caught       7 of 7, 100.0 %
    weak spots   accepted/sum.py:0008-range-l3 by secret/3 alone
                 accepted/sum.py:0025-arithmetic-l5 by secret/3 alone
    rank         3 failures are independent of each other
    smallest     2 cases suffice for the 7 programs that are caught, and no fewer do; samples always stay
                 sample/1, secret/3
    ");
    let strength =
        ["strength", "sums", "--languages", "quick.toml", "--report", "json", "--mutants"];
    let said = json(&folder.referee(&strength).ends_with(1));
    assert!(said["wrong"].as_array().unwrap().len() > 20, "{said}");
    assert!(
        said["uncaught"]
            .as_array()
            .unwrap()
            .iter()
            .any(|name| { name.as_str().unwrap().starts_with("accepted/sum.py:") })
    );
    folder.write("sums/submissions/accepted/broken.py", "print(0 < 1\n");
    folder
        .referee(&["strength", "sums", "--languages", "quick.toml", "--mutants", "6"])
        .ends_with(0)
        .says("note: accepted/broken.py has no mutants: it does not compile");
    let only_wrong = ["strength", "sums", "sums/submissions/wrong_answer", "--mutants"];
    folder.referee(&only_wrong).ends_with(2).says("there is no program to mutate");
}
