//! Packages converted between formats: they are read without errors, give the same verdicts, and
//! each file is either in them or listed as left out.

use insta::assert_snapshot;

use crate::export::build_without_optimization;
use crate::support::{CPYTHON, Folder, Run, skip};

const VALIDATOR: &str = "import sys\nsys.exit(42 if sys.stdin.read().strip().isdigit() else 43)\n";

/// Accepts an output within the tolerance given as its argument.
const NEAR: &str = "import sys\nanswer = int(open(sys.argv[2]).read())\noff = int(sys.argv[4])\n\
    sys.exit(42 if abs(int(sys.stdin.read()) - answer) <= off else 43)\n";

const TWICE: &str = "print(2 * int(input()))\n";
const SAME: &str = "print(input())\n";
/// Hangs on one case only: each further one would cost a time limit.
const SLOW: &str = "number = int(input())\nwhile number == 7: pass\nprint(2 * number)\n";

/// A folder with a package, `twice`, of these files and a few cases.
fn package(files: &[(&str, &str)]) -> Folder {
    let folder = Folder::new();
    folder.write("referee.toml", CPYTHON);
    for (path, text) in files {
        folder.write(format!("twice/{path}"), text);
    }
    for (name, number) in
        [("sample/1", 2), ("secret/a/2", 50), ("secret/b/3", 0), ("secret/b/4", 7)]
    {
        folder.write(format!("twice/data/{name}.in"), format!("{number}\n"));
        folder.write(format!("twice/data/{name}.ans"), format!("{}\n", 2 * number));
    }
    folder
}

/// A folder with a legacy package, `twice`, that uses nearly everything its format has.
fn legacy() -> Folder {
    package(&[
        (
            "problem.yaml",
            "name: Twice\ntype: scoring\nauthor: Ann, Bob and Cem\nsource: A contest\n\
            source_url: https://example.org\nlicense: cc by\nrights_owner: Ann\n\
            keywords: easy numbers\nvalidation: custom score\nvalidator_flags: '1'\n\
            limits:\n  memory: 512\n  output: 4\n  time_multiplier: 3\n",
        ),
        (".timelimit", "4.5\n"),
        ("problem_statement/problem.en.tex", "\\problemname{Twice}\nTwice.\n"),
        ("problem_statement/problem.sv.tex", "\\problemname{Twice}\nDubbelt.\n"),
        ("problem_statement/figure.png", "no figure\n"),
        ("attachments/twice.txt", "Twice.\n"),
        ("input_validators/number/main.py", VALIDATOR),
        ("output_validators/near/main.py", NEAR),
        ("submissions/accepted/twice.py", TWICE),
        ("submissions/partially_accepted/same.py", SAME),
        ("submissions/time_limit_exceeded/same.py", SLOW),
        ("submissions/wrong_answer/same/main.py", SAME),
        ("submissions/mixed/same.py", "# @EXPECTED_RESULTS@: WRONG-ANSWER\nprint(input())\n"),
        ("data/testdata.yaml", "on_reject: continue\ngrader_flags: ignore_sample\n"),
        ("data/secret/a/testdata.yaml", "grader_flags: min\naccept_score: 30\nrange: 0 30\n"),
        ("data/secret/b/testdata.yaml", "accept_score: 35\nrange: 0 70\n"),
        ("data/secret/a/2.desc", "A large one.\n"),
        ("data/bad/9.in", "x\n"),
    ])
}

fn convert(folder: &Folder, from: &str, format: &str, to: &str) -> Run {
    folder.referee(&["export", from, "--format", format, "--out", to]).ends_with(0)
}

/// Returns the verdicts of all cases, the score, and whether it was expected, for all submissions.
fn judged(folder: &Folder, package: &str) -> String {
    let arguments =
        ["judge", "--record", "off", "--time-limit", "0.3", package, "--report", "jsonl"];
    let run = folder.referee(&arguments);
    let mut told = String::new();
    for line in run.stdout.lines() {
        let event: serde_json::Value =
            serde_json::from_str(line).unwrap_or_else(|_| panic!("{run}"));
        let keys = match event["event"].as_str() {
            Some("judged") => ["contestant", "case", "verdict"],
            Some("submission") => ["contestant", "score", "met"],
            _ => continue,
        };
        told += &format!("{}\n", keys.map(|key| event[key].to_string()).join(" "));
    }
    told
}

#[test]
fn there_and_back_gives_the_same_verdicts() {
    let folder = legacy();
    let there = convert(&folder, "twice", "icpc-2025-09", "new/twice/");
    folder.referee(&["validate", "new/twice"]).ends_with(0).says("2025-09, 4 cases: 0 errors");
    let back = convert(&folder, "new/twice", "icpc-legacy", "old/twice.zip");
    folder.referee(&["validate", "old/twice.zip"]).ends_with(0).says("legacy, 4 cases: 0 errors");
    // A folder that is left out on the way back cannot be compared.
    std::fs::remove_dir_all(folder.path("twice/submissions/mixed")).unwrap();
    let first = judged(&folder, "twice");
    assert!(first.contains("100.0") && first.contains("\"TLE\""), "{first}");
    std::fs::remove_dir_all(folder.path("new/twice/submissions/mixed")).unwrap();
    assert_eq!(judged(&folder, "new/twice"), first);
    assert_eq!(judged(&folder, "old/twice.zip"), first);
    assert_snapshot!(format!("{}\n{}", there.stdout, back.stdout));
}

#[test]
fn what_only_the_newest_version_can_say_is_named() {
    let folder = newest();
    let legacy = convert(&folder, "twice", "icpc-legacy", "old/twice/");
    folder.referee(&["validate", "old/twice"]).ends_with(0).says("0 errors");
    let domjudge = convert(&folder, "twice", "domjudge", "dom/twice/");
    folder.referee(&["validate", "dom/twice"]).ends_with(2).says("1 error");
    assert_eq!(folder.read("old/twice/submissions/accepted/twice.py"), TWICE);
    let marked = folder.read("dom/twice/submissions/rejected/same.py");
    assert!(marked.ends_with("# @EXPECTED_RESULTS@: WRONG-ANSWER\n"));
    assert!(folder.read("dom/twice/problem_statement/problem.txt").contains("Twice 2."));
    assert_snapshot!(format!("{}\n{}", legacy.stdout, domjudge.stdout));
}

/// A folder with a package of 2025-09 that uses nearly everything its format has.
fn newest() -> Folder {
    package(&[
        (
            "problem.yaml",
            "problem_format_version: 2025-09\nname: {en: Twice, de: Doppelt}\n\
            uuid: 6d5a7a9e-0a8c-4b43-9d57-dd34a1d0a3b1\ntype: scoring\n\
            credits: {authors: [Ann], testers: [Bob]}\nkeywords: [easy, two words]\n\
            source: [{name: A contest}, {name: Another}]\nembargo_until: 2026-01-31\n\
            constants: {factor: 2}\nlimits: {time_limit: 4, memory: 512, code: 64}\n",
        ),
        ("statement/problem.en.md", "Twice {{factor}}.\n"),
        ("statement/problem.de.tex", "Doppelt: \\constant{factor}.\n"),
        ("solution/solution.md", "Double it.\n"),
        ("input_validators/number.py", VALIDATOR),
        ("static_validator/look.py", "import sys\nsys.exit(42)\n"),
        ("submissions/accepted/twice.py", "print({{factor}} * int(input()))\n"),
        ("submissions/rejected/same.py", SAME),
        ("submissions/submissions.yaml", "rejected: {permitted: [AC, WA]}\n"),
        ("data/secret/a/test_group.yaml", "max_score: 30\nrequire_pass: sample\n"),
        ("data/secret/b/test_group.yaml", "max_score: 70\nscore_aggregation: sum\n"),
        ("data/secret/a/2.yaml", "hint: add\n"),
        ("data/invalid_input/bad.in", "x\n"),
    ])
}

#[test]
fn extra_files_of_cases_are_left_out_and_named_where_submissions_would_not_get_them() {
    let folder = newest();
    folder.write("twice/data/secret/b/3.files/table.txt", "1\n");
    for format in ["icpc-legacy", "domjudge"] {
        let run = convert(&folder, "twice", format, &format!("{format}/"));
        run.says("left out   data/secret/b/*.files (1 file): the format has no place for it");
        assert!(!folder.has(format!("{format}/data/secret/b/3.files")));
    }
    convert(&folder, "twice", "icpc-2025-09", "new/");
    assert_eq!(folder.read("new/data/secret/b/3.files/table.txt"), "1\n");
}

#[test]
fn files_of_cases_that_mean_nothing_in_a_version_get_no_meaning_in_another() {
    let folder = legacy();
    folder.write("twice/data/secret/b/3.files/table.txt", "1\n");
    folder.write("twice/data/secret/b/3.in.orig", "1\n");
    let run = convert(&folder, "twice", "icpc-2025-09", "new/");
    run.says("left out   data/secret/b/*.files (1 file): it means nothing in the version")
        .says("left out   data/secret/b/3.in.orig: nothing uses it in the version");
    assert!(!folder.has("new/data/secret/b/3.files"));
    assert!(!folder.has("new/data/secret/b/3.in.orig"));
}

#[test]
fn two_validators_of_one_name_both_stay() {
    let folder = legacy();
    for place in ["input_validators", "input_format_validators"] {
        folder.write(format!("twice/{place}/same.py"), format!("# {place}\n{VALIDATOR}"));
    }
    for format in ["icpc-2025-09", "icpc-legacy"] {
        convert(&folder, "twice", format, &format!("{format}/twice.zip"));
        convert(&folder, "twice", format, &format!("{format}/twice/"))
            .says("note       input_format_validators/same.py is called same-2: there is another");
        let written = |name: &str| folder.read(format!("{format}/twice/input_validators/{name}"));
        assert_eq!(written("same.py"), format!("# input_validators\n{VALIDATOR}"));
        assert_eq!(written("same-2/same.py"), format!("# input_format_validators\n{VALIDATOR}"));
    }
}

#[test]
fn submissions_that_domjudge_understands_are_not_marked() {
    let folder = newest();
    let marked = "# @expected_results@: wrong-answer\nprint(input())\n";
    let files = [
        ("compiler_error/a.py", SAME),
        ("no_output/a.py", SAME),
        ("output_limit/a.py", SAME),
        ("mixed/a.py", marked),
    ];
    for (name, text) in files {
        folder.write(format!("twice/submissions/{name}"), text);
    }
    // DOMjudge has another name for this folder, and a mark has no word for it here.
    folder.write("twice/submissions/compile_error/b.py", SAME);
    let run = convert(&folder, "twice", "domjudge", "dom/");
    run.says("left out   submissions/compile_error/b.py: nothing says what it is meant to get");
    for (name, text) in files {
        assert_eq!(folder.read(format!("dom/submissions/{name}")), text);
    }
}

#[test]
fn statements_without_constants_need_no_work() {
    let folder = newest();
    folder.write("twice/statement/problem.de.tex", "Doppelt.\n");
    let run = convert(&folder, "twice", "icpc-legacy", "old/");
    assert!(!run.stdout.contains("by hand"), "{run}");
}

#[test]
fn constants_are_substituted_in_marked_submissions_too() {
    let folder = newest();
    folder.write("twice/submissions/rejected/more.py", "print({{factor}} + int(input()))\n");
    convert(&folder, "twice", "domjudge", "dom/");
    let marked = "print(2 + int(input()))\n# @EXPECTED_RESULTS@: WRONG-ANSWER\n";
    assert_eq!(folder.read("dom/submissions/rejected/more.py"), marked);
}

#[test]
fn an_exported_problem_becomes_one_of_another_version() {
    let folder = Folder::new();
    let cases = concat!(env!("CARGO_MANIFEST_DIR"), "/cases/subtraction-game");
    let words = ["export", "subtraction-game", "--format", "icpc-legacy", "--cases", cases];
    folder.referee(&[&words[..], &["--out", "subtractiongame/"]].concat()).ends_with(0);
    build_without_optimization(&folder.path("subtractiongame"));
    convert(&folder, "subtractiongame", "icpc-2025-09", "new/subtractiongame.zip");
    let run = folder.referee(&["validate", "new/subtractiongame.zip"]).says("2025-09, 55 cases");
    // Without a Rust compiler available to isolated programs, its validators cannot be built.
    let (errors, lacking): (Vec<&str>, Vec<&str>) = (run.stdout.lines())
        .filter(|line| line.contains("  error  "))
        .partition(|line| !line.contains("there is no rustc on this machine"));
    assert_eq!(errors, Vec::<&str>::new(), "{run}");
    if !lacking.is_empty() {
        skip("an_exported_problem_becomes_one_of_another_version", "no rustc for validators");
    }
}

#[test]
fn what_no_converter_can_add_is_listed() {
    let folder = package(&[
        ("problem.yaml", "validation: custom interactive\n"),
        ("problem_statement/problem.en.tex", "\\problemname{ Two Times }\n"),
        ("problem_statement/problem.sv.tex", "\\problemname{\\emph{Två}}\n"),
        ("input_validators/lax.py", "#!/usr/bin/env python2\nimport sys\nsys.exit(42)\n"),
        ("output_validators/near/main.cpp", "#include <bits/stdc++.h>\n// score.txt\n"),
        ("submissions/accepted/twice.py", TWICE),
        ("data/sample/2.interaction", "<2\n>4\n"),
        ("data/secret/a/2.hint", "Not so fast.\n"),
        ("data/secret/a/2.desc", "A \"large\" one.\n"),
    ]);
    std::fs::rename(folder.path("twice"), folder.path("Twice-2")).unwrap();
    let run = convert(&folder, "Twice-2", "icpc-2025-09", "new/twice2/");
    assert_snapshot!(run.stdout, @r#"
    new/twice2/   16 files, icpc-2025-09
      samples                        1
      secret cases                   3
      examples for the validators    0
      submissions of the jury        1
    note       the package has no UUID; this one is made from its name
    note       the short name is twice2: it has only small letters and digits
    by hand    port the input validator lax.py to Python 3: few systems still run Python 2
    by hand    include standard headers instead of bits/stdc++.h in the output validator near: only GCC has it
    by hand    let an input validator exit with 43 where it rejects: some systems take any other exit code for a crash
    by hand    let the output validator near write score.txt only if it exits with 42: in 2025-09, a score for a rejected output is a judge error
    by hand    write an .in.download and an .ans.download for data/sample/2: its .interaction stands alone
    by hand    write the name of the problem into problem.yaml: nothing says it
    "#);
    let settings = folder.read("new/twice2/data/secret/a/2.yaml");
    assert_eq!(settings, "description: \"A \\\"large\\\" one.\"\nhint: \"Not so fast.\"\n");
    let yaml = folder.read("new/twice2/problem.yaml");
    assert!(yaml.contains("  en: \"Two Times\"\n  sv: \"Twice-2\"\n"), "{yaml}");
}

#[test]
fn a_package_that_cannot_be_read_is_refused() {
    let folder = legacy();
    folder.write("twice/problem.yaml", "name: [Twice\n");
    let run = folder.referee(&["export", "twice", "--format", "icpc-2025-09", "--out", "new/"]);
    run.ends_with(2).says("twice/problem.yaml").says("`referee validate twice` lists all");
    for (words, said) in [
        (&["twice/data"][..], "twice/data: this is not a package"),
        (&["twice", "--cases", "twice/data"], "a package has its own cases"),
        (&["twice", "--checker-option", "x"], "remove --cases and --checker-option"),
    ] {
        let words = [&["export", "--format", "icpc-2025-09", "--out", "new/"], words].concat();
        folder.referee(&words).ends_with(2).says(said);
    }
    assert!(!folder.has("new"));
}

#[test]
fn values_that_cannot_be_used_are_left_out() {
    let folder = legacy();
    folder.write(
        "twice/problem.yaml",
        "name: Twice\nvalidation: custom\nlimits: {memory: lots, code: 64}\nlicense: mit\n",
    );
    std::fs::remove_dir_all(folder.path("twice/output_validators")).unwrap();
    let run = convert(&folder, "twice", "icpc-2025-09", "new/");
    run.says("left out   problem.yaml:3:18: memory is `lots`; expected a whole number from 1 on")
        .says(
            "left out   output_validators: there is no output validator, but `validation` requires",
        )
        .says("note       problem.yaml:4:10: license is `mit`, which is not known");
    let problem = folder.read("new/problem.yaml");
    assert!(problem.contains("code: 64") && !problem.contains("lots"), "{problem}");
}

#[test]
fn what_lies_beside_rules_of_submissions_is_left_out_and_named() {
    let folder = newest();
    folder.write("twice/submissions/submissions.yaml", "accepted/*: {permitted: [AC]}\n");
    folder.write("twice/submissions/todo.md", "More.\n");
    folder.write("twice/LICENSE", "None.\n");
    folder.write("twice/README.md", "Twice.\n");
    let run = convert(&folder, "twice", "icpc-2025-09", "new/");
    let run = run.says("submissions/todo.md: it belongs to no submission");
    run.says("left out   LICENSE: nothing uses it").says("left out   README.md: nothing uses it");
    assert!(folder.has("new/submissions/submissions.yaml"));
}

#[test]
fn words_of_the_old_yaml_become_booleans() {
    let folder = newest();
    let old = folder.read("twice/problem.yaml").replace("2025-09", "2023-07-draft");
    folder.write("twice/problem.yaml", format!("{old}allow_file_writing: Yes\n"));
    convert(&folder, "twice", "icpc-2025-09", "new/");
    let problem = folder.read("new/problem.yaml");
    assert!(problem.contains("allow_file_writing: true\n"), "{problem}");
}

#[test]
fn groups_of_the_first_drafts_are_converted() {
    let folder = package(&[
        (
            "problem.yaml",
            "problem_format_version: 2023-07-draft\nname: Twice\ntype: scoring\n\
            uuid: 7f4e3e5e-5c39-4c52-94b4-8ddc3ccfb8a5\ncredits: Ann\nlicense: cc by\n\
            limits: {time_limit: 1}\n",
        ),
        ("problem_statement/problem.en.tex", "Twice.\n"),
        ("input_validators/number/main.py", VALIDATOR),
        ("submissions/accepted/twice.py", TWICE),
        ("submissions/wrong_answer/same.py", SAME),
        ("data/secret/a/test_group.yaml", "grading: {score: 30, max_score: 30}\n"),
        (
            "data/secret/b/test_group.yaml",
            "grading: {score: 35, max_score: 70, aggregation: sum}\n\
            output_validator_flags: case_sensitive\n",
        ),
    ]);
    convert(&folder, "twice", "icpc-2025-09", "new/twice/");
    folder.referee(&["validate", "new/twice"]).ends_with(0).says("2025-09, 4 cases: 0 errors");
    let group = folder.read("new/twice/data/secret/b/test_group.yaml");
    assert!(group.contains("case_sensitive"), "{group}");
    assert!(group.contains("max_score: 70\nscore_aggregation: sum\n"), "{group}");
    let first = judged(&folder, "twice");
    assert!(first.contains("accepted/twice.py\" 100.0"), "{first}");
    assert_eq!(judged(&folder, "new/twice"), first);
    // No version has both forms.
    folder.write("twice/data/secret/a/test_group.yaml", "max_score: 30\n");
    let words = ["export", "twice", "--format", "icpc-2025-09", "--out", "mixed/"];
    let run = folder.referee(&words).ends_with(2);
    run.says("secret/b/test_group.yaml: `grading` is a key of old versions");
}

#[test]
fn validators_that_give_the_scores_are_bound_by_the_range() {
    let folder = legacy();
    let half = "import sys\nopen(sys.argv[3] + 'score.txt', 'w').write('17.5')\nsys.exit(42)\n";
    folder.write("twice/output_validators/near/main.py", half);
    folder.write("twice/data/secret/a/testdata.yaml", "grader_flags: min\nrange: 0 30\n");
    folder.write("twice/data/secret/b/testdata.yaml", "range: 0 70\n");
    convert(&folder, "twice", "icpc-2025-09", "new/twice/");
    assert!(folder.read("new/twice/data/secret/b/test_group.yaml").contains("max_score: 70\n"));
    std::fs::remove_dir_all(folder.path("twice/submissions/time_limit_exceeded")).unwrap();
    std::fs::remove_dir_all(folder.path("new/twice/submissions/time_limit_exceeded")).unwrap();
    let first = judged(&folder, "twice");
    assert!(first.contains("accepted/twice.py\" 52.5"), "{first}");
    assert_eq!(judged(&folder, "new/twice"), first);
}

#[test]
fn a_package_is_not_written_into_itself() {
    let folder = legacy();
    let before = folder.names();
    for out in ["twice/", "twice/new/", "twice/new.zip", "twice/data/../x/y.zip"] {
        let words = ["export", "twice", "--format", "icpc-2025-09", "--force", "--out", out];
        folder.referee(&words).ends_with(2).says("into the package itself");
    }
    assert_eq!(folder.names(), before);
}

#[test]
fn groups_with_no_arguments_of_their_own_do_not_get_those_of_the_group_above() {
    let folder = legacy();
    folder.write("twice/data/secret/testdata.yaml", "input_validator_flags: --small\n");
    let group = "input_validator_flags: ''\naccept_score: 35\nrange: 0 70\n";
    folder.write("twice/data/secret/b/testdata.yaml", group);
    convert(&folder, "twice", "icpc-2025-09", "new/");
    let group = |name: &str| folder.read(format!("new/data/secret/{name}test_group.yaml"));
    let secret = "input_validator_args: [\"--small\"]\noutput_validator_args: [\"1\"]\n";
    assert!(group("").starts_with(secret), "{}", group(""));
    assert!(!group("a/").contains("validator_args"), "{}", group("a/"));
    assert!(group("b/").starts_with("input_validator_args: []\nmax_score"), "{}", group("b/"));
}

#[test]
fn no_rule_says_that_a_submission_does_not_compile() {
    let folder = legacy();
    folder.write("twice/submissions/compiler_error/broken.py", "(\n");
    let run = convert(&folder, "twice", "icpc-2025-09", "new/");
    run.says("left out   submissions/compiler_error/broken.py: what it is meant to get");
    assert!(folder.has("new/submissions/compiler_error/broken.py"));
    let rules = folder.read("new/submissions/submissions.yaml");
    assert!(!rules.contains("compiler_error"), "{rules}");
}

#[test]
fn a_description_is_left_out_rather_than_cut() {
    let folder = legacy();
    folder.write("twice/data/secret/b/3.desc", "long ".repeat(20_000));
    let run = convert(&folder, "twice", "icpc-2025-09", "new/");
    run.says("left out   data/secret/b/*.desc (1 file)");
    assert!(!folder.has("new/data/secret/b/3.yaml"));
}

#[test]
fn a_case_is_not_taken_for_a_file_of_one_with_a_shorter_name() {
    let folder = legacy();
    folder.write("twice/data/secret/b/3.5.in", "1\n");
    folder.write("twice/data/secret/b/3.5.ans", "2\n");
    let run = convert(&folder, "twice", "icpc-legacy", "old/");
    assert_eq!(folder.read("old/data/secret/b/3.5.ans"), "2\n", "{run}");
}

#[test]
fn the_grading_of_all_groups_stays_in_old_versions() {
    let folder = legacy();
    let grading = "grading:\n  objective: min\n  on_reject: grade\n  range: 0 10\n";
    let problem = folder.read("twice/problem.yaml");
    folder.write("twice/problem.yaml", format!("{problem}{grading}"));
    convert(&folder, "twice", "icpc-legacy", "old/");
    let problem = folder.read("old/problem.yaml");
    assert!(problem.contains(grading), "{problem}");
}

#[test]
fn all_owners_of_the_rights_stay() {
    let folder = newest();
    let problem = folder.read("twice/problem.yaml");
    folder.write("twice/problem.yaml", format!("{problem}rights_owner: [Ann, {{name: Bob}}]\n"));
    convert(&folder, "twice", "icpc-legacy", "old/");
    let problem = folder.read("old/problem.yaml");
    assert!(problem.contains("rights_owner: \"Ann, Bob\"\n"), "{problem}");
}
