//! A table of bad packages: a change to a good package, and the diagnostic that it must cause.

use crate::{Fixture, NEW, OLD};

/// Lines that are added to problem.yaml, and the expected diagnostic.
const PROBLEMS: &[(&str, &str, &str)] = &[
    (OLD, "autor: A\n", "error problem.yaml:2:1: unknown key `autor` (did you mean `author`?)"),
    (OLD, "type: scroing\n", "type is `scroing`, which is not known (did you mean `scoring`?)"),
    (OLD, "type: interactive\n", "expected one of: pass-fail, scoring"),
    (
        OLD,
        "credits: A\n",
        "there is no key `credits` in this version of the format (write `author`)",
    ),
    (
        OLD,
        "blurb: A\n",
        "unknown key `blurb` (expected one of: problem_format_version, name, author, source, source_url, \
         license, rights_owner, keywords, uuid, type, validation, validator_flags, grading, limits)",
    ),
    (
        NEW,
        "blurb: A\n",
        "unknown key `blurb` (expected one of: problem_format_version, name, credits, source, license, \
         rights_owner, keywords, uuid, version, allow_file_writing, embargo_until, languages, \
         constants, type, limits)",
    ),
    (OLD, "validation: custom\n", "there is no output validator, but `validation` requires one"),
    (OLD, "validation: own\n", "validation is `own`; expected `default`"),
    (OLD, "validation: custom interactiv\n", "did you mean `interactive`?"),
    (OLD, "validator_flags: case_sensitiv\n", "unknown option `case_sensitiv`"),
    (OLD, "validator_flags: float_tolerance\n", "needs a tolerance after it"),
    (OLD, "source_url: http://x\n", "source_url is given without source"),
    (OLD, "license: gpl\n", "license is `gpl`, which is not known"),
    (
        OLD,
        "license: public domain\nrights_owner: A\n",
        "works in the public domain have no rights_owner",
    ),
    (OLD, "uuid: 17\n", "uuid is `17`; expected a string (put it in quotes)"),
    (
        OLD,
        "name: Twice\n",
        "warning problem.yaml:2:1: the key `name` occurs twice; the last one counts (remove the others",
    ),
    (
        OLD,
        "name: {en: Sum}\n",
        "warning problem.yaml:2:7: name is a mapping; in this version it is a string",
    ),
    (OLD, "grading: {range: 0 1}\n", "warning problem.yaml:2:18: range is in an outdated place"),
    (
        OLD,
        "grading: {on_reject: stop}\n",
        "error problem.yaml:2:22: on_reject is `stop`, which is not known",
    ),
    (OLD, "limits: 3\n", "limits is a number; expected a mapping"),
    (OLD, "limits: {memory: 0}\n", "memory is `0`; expected a whole number from 1 on"),
    (OLD, "limits: {memory: 1.5}\n", "memory is `1.5`; expected a whole number from 1 on"),
    (
        OLD,
        "limits: {time_multiplier: 0.5}\n",
        "time_multiplier is `0.5`; expected a number from 1 to 1000000",
    ),
    (
        OLD,
        "limits: {time_multiplier: 1e300}\n",
        "time_multiplier is `1e300`; expected a number from 1 to 1000000",
    ),
    (
        NEW,
        "limits: {time_resolution: 1e300}\n",
        "time_resolution is `1e300`; expected a number above 0, 86400 at most",
    ),
    (OLD, "limits: {memroy: 1}\n", "unknown key `memroy` (did you mean `memory`?)"),
    (OLD, "grading: {objective: least}\n", "objective is `least`, which is not known"),
    (OLD, "keywords: [a]\n", "warning problem.yaml:2:11: keywords is a list"),
    (
        OLD,
        "a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]\nd: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]\ne: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]\nf: &f [*e, *e, *e, *e, *e, *e, *e, *e, *e, *e]\n",
        "it stands for more than 1000000 values",
    ),
    (OLD, "  - : [\n", "error problem.yaml:2"),
    (NEW, "type: [scoring, pass-fail]\n", "a problem is either pass-fail or scoring"),
    (NEW, "type: scoring interactive\n", "type has several words in one string (write a list)"),
    (NEW, "type: [submit-answer, interactive]\n", "submit-answer problems cannot be interactive"),
    (NEW, "type: interactive\n", "an interactive or multi-pass problem needs an output validator"),
    (NEW, "validation: custom\n", "there is no key `validation` in this version"),
    (
        NEW,
        "author: A\n",
        "there is no key `author` in this version of the format (write `credits`)",
    ),
    (NEW, "limits: {time_multiplier: 2}\n", "there is no key `time_multiplier` in this version"),
    (NEW, "limits: {time_limit: 1.5}\n", "time_limit is not a multiple of time_resolution"),
    (NEW, "limits: {time_limit: 0}\n", "time_limit is `0`; expected a number of seconds"),
    (NEW, "limits: {time_limit: .inf}\n", "time_limit is `.inf`; expected a number of seconds"),
    (
        NEW,
        "limits: {validation_passes: 3}\n",
        "has no effect, since this is not a multi-pass problem",
    ),
    (NEW, "limits: {validation_passes: 1}\n", "expected a whole number from 2 on"),
    (NEW, "constants: {2max: 1}\n", "constants: `2max` is not a valid name"),
    (
        NEW,
        "constants: {max: [1]}\n",
        "the value of a constant is a list; expected a string or a number",
    ),
    (NEW, "constants: {max: {tex: 1}}\n", "the constant `max` has no `value`"),
    (NEW, "embargo_until: tomorrow\n", "embargo_until is `tomorrow`; expected a date"),
    (NEW, "credits: {authors: [{nam: A}]}\n", "unknown key `nam` (did you mean `name`?)"),
    (NEW, "credits: {autors: A}\n", "unknown key `autors` (did you mean `authors`?)"),
    (NEW, "source: {url: x}\n", "source: the key `name` is missing"),
    (NEW, "languages: {a: b}\n", "languages is a mapping; expected a list of strings"),
    (
        NEW,
        "allow_file_writing: yes\n",
        "warning problem.yaml:4:21: allow_file_writing is `yes`, which some systems read as a string (write true)",
    ),
    (NEW, "allow_file_writing: y\n", "allow_file_writing is `y`; expected true or false"),
    (NEW, "keywords: a b\n", "keywords is `a b`; expected a list of strings"),
    (
        "problem_format_version: 2023-07\nname: Sum\n",
        "",
        "warning problem.yaml:1:25: 2023-07 was never released; it is read as 2023-07-draft (write 2025-09",
    ),
    ("problem_format_version: 2025-9\n", "", "did you mean `2025-09`?"),
    ("problem_format_version: 2025-09\n", "", "error problem.yaml: the key `name` is missing"),
    ("problem_format_version: 2025-09\nname: Sum\n", "", "the key `uuid` is missing"),
    (
        "problem_format_version: 2025-09\nname: {en: Sum, de: Summe}\n",
        "",
        "there is a name for `de`, but no statement",
    ),
    ("\u{feff}name: Sum\n", "", "warning problem.yaml: it begins with a byte order mark"),
    ("name: Sum\r\n", "", "warning problem.yaml: its lines end with carriage returns"),
    ("name: Sum", "", "warning problem.yaml: its last line has no line feed"),
    ("[a]\n", "", "problem.yaml is a list; expected a mapping"),
];

#[test]
fn problems_are_read_strictly() {
    for (start, lines, expected) in PROBLEMS {
        let wrong = Fixture::new(&format!("{start}{lines}")).wrong();
        assert!(wrong.contains(expected), "{start}{lines}: {expected:?}\n{wrong}");
    }
}

/// Files that are added to a good package, and the expected diagnostic.
const FILES: &[(&str, &str, &str, &str)] = &[
    (OLD, "data/secret/3.in", "", "error data/secret/3.in: an input without an answer"),
    (OLD, "data/secret/3.ans", "", "error data/secret/3.ans: an answer without an input"),
    (OLD, "data/secret/2/3.in", "", "a folder has the name of this case"),
    (OLD, "data/secret/ä.in", "", "warning data/secret/ä.in: it is ignored because of its name"),
    (OLD, "data/secret/a b.in", "", "it is ignored because of its name"),
    (OLD, "data/secret/.3.in", "", "it is ignored because of its name"),
    (OLD, "data/secret/3.txt", "", "no case has a file of this kind"),
    (OLD, "data/secret/2.yaml", "", "data/secret/2.yaml: it has no meaning in version legacy"),
    (
        "problem_format_version: 2025-09\nname: Sum\ntype: submit-answer\n",
        "static_validator/check.py",
        "",
        "error static_validator: submit-answer problems have no files to validate statically",
    ),
    (OLD, "data/secret/2.files/a", "", "data/secret/2.files: it has no meaning in version legacy"),
    (OLD, "data/3.in", "", "a case directly in data/ is ignored"),
    (
        OLD,
        "data/other/3.in",
        "",
        "cases in a folder of this name have no meaning in version legacy",
    ),
    (OLD, "data/invalid_input/3.in", "", "have no meaning in version legacy"),
    (
        OLD,
        "data/secret/test_group.yaml",
        "",
        "test_group.yaml has no meaning in version legacy (in this version it is testdata.yaml)",
    ),
    (
        OLD,
        "data/testdata.yaml",
        "on_rejct: break\n",
        "error data/testdata.yaml:1:1: unknown key `on_rejct` (did you mean `on_reject`?)",
    ),
    (
        OLD,
        "data/testdata.yaml",
        "grading: custom\ngrader_flags: own\n",
        "error data: `grading` is `custom`, but there is no grader in graders",
    ),
    (
        OLD,
        "graders/a.py",
        "",
        "warning graders/a.py: this grader is not used (write `grading: custom`",
    ),
    (OLD, "data/testdata.yaml", "range: 2 1\n", "range is `2 1`; expected two numbers"),
    (
        OLD,
        "data/testdata.yaml",
        "grader_flags: summ\n",
        "`summ` is no flag of the default grader, which ignores it (expected one of: worst_error, no_errors,",
    ),
    (OLD, "data/testdata.yaml", "on_reject: grade\n", "on_reject is `grade`, which is not known"),
    (
        OLD,
        "data/testdata.yaml",
        "accept_score: much\n",
        "accept_score is `much`; expected a number",
    ),
    (OLD, "data/testdata.yaml", "output_validator_flags: exact\n", "unknown option `exact`"),
    (
        OLD,
        "statement/problem.en.md",
        "",
        "a folder of this name has no meaning in version legacy (in this version it is called problem_statement)",
    ),
    (OLD, "problem_statement/problem.english.tex", "", "`english` is not a language code"),
    (OLD, "output_validators/a.py", "", "this output validator is not used"),
    (
        OLD,
        "submissions/odd/a.py",
        "",
        "the format does not define the verdicts of submissions in this folder",
    ),
    (OLD, "submissions/a.py", "", "this file belongs to no submission"),
    (OLD, "submissions/submissions.yaml", "", "it has no meaning in version legacy"),
    (OLD, "static_validator/a.py", "", "static_validator: it has no meaning in version legacy"),
    (
        OLD,
        "input_format_validators/a.py",
        "",
        "this is an outdated name (call it input_validators)",
    ),
    (
        OLD,
        ".timelimit",
        "soon\n",
        "error .timelimit:1:1: the time limit is not a number of seconds",
    ),
    (OLD, "domjudge-problem.ini", "a=b\ntimelimit=-1\n", "error domjudge-problem.ini:2:1"),
    (
        "problem_format_version: 2023-07-draft\nname: Sum\nlimits: {time_limit: 2}\n",
        ".timelimit",
        "3\n",
        "error .timelimit: its time limit is 3 s, that of problem.yaml 2 s",
    ),
    (
        "problem_format_version: legacy-icpc\n",
        "data/secret/_3.in",
        "",
        "this is not a valid file name in legacy-icpc",
    ),
    (
        "problem_format_version: legacy-icpc\n",
        "data/testdata.yaml",
        "",
        "there are no groups of cases in legacy-icpc",
    ),
    (NEW, "data/secret/testdata.yaml", "", "testdata.yaml has no meaning in version 2025-09"),
    (NEW, "data/secret/2.hint", "", "(write it as `hint` into data/secret/2.yaml)"),
    (NEW, "data/secret/2.yaml", "arg: []\n", "error data/secret/2.yaml:1:1: unknown key `arg`"),
    (NEW, "data/secret/2.yaml", "args: -v\n", "args is `-v`; expected a list of strings"),
    (NEW, "data/secret/2.png", "", ""),
    (NEW, "data/secret/2.in.download", "", "but no .statement files"),
    (NEW, "data/secret/test_group.in", "", "no case can be named test_group"),
    (NEW, "data/secret/B.in", "", "an input without an answer"),
    (NEW, "data/valid_output/3.in", "", "an input without an output"),
    (NEW, "data/valid_output/3.in", "", "an answer (add data/valid_output/3.ans)"),
    (
        NEW,
        "data/secret/test_group.yaml",
        "max_score: 10\n",
        "groups of a pass-fail problem have no score",
    ),
    (
        NEW,
        "data/secret/g/test_group.yaml",
        "",
        "data/secret/2.in: this case is in no group, but others next to it are",
    ),
    (NEW, "data/test_group.yaml", "", "this file has no meaning here"),
    (NEW, "data/secret/g/h/test_group.yaml", "", "this file has no meaning here"),
    (NEW, "problem_statement/problem.en.tex", "", "(in this version it is called statement)"),
    (NEW, "output_validators/a.py", "", "(in this version it is called output_validator)"),
    (
        NEW,
        "static_validator/a.py",
        "",
        "warning static_validator: this static validator is not used (write `static_validation_score`",
    ),
    (
        NEW,
        "data/secret/test_group.yaml",
        "static_validation_score: pass-fail\n",
        "error data/secret/test_group.yaml: there is no static validator (put one into static_validator",
    ),
    (
        NEW,
        "data/secret/test_group.yaml",
        "static_validation_score: 7\n",
        "static_validation_score is a number, but this group passes or fails (write `pass-fail`)",
    ),
    (
        NEW,
        "data/secret/test_group.yaml",
        "static_validator_args: [a]\n",
        "static_validator_args have no effect without static_validation_score",
    ),
    (NEW, "graders/a.py", "", "warning graders: it has no meaning in version 2025-09"),
    (
        NEW,
        "statement/problem.tex",
        "",
        "the name of this statement has no language (such as problem.en.tex)",
    ),
    (NEW, "statement/problem.de.tex", "", "there is a statement for `de`, but no name"),
    (NEW, "statement/problem.de.tex/x.txt", "", ""),
    (NEW, "submissions/submissions.yaml", "accepted: {permited: [AC]}\n", "unknown key `permited`"),
    (
        NEW,
        "submissions/submissions.yaml",
        "accepted: {permitted: [OK]}\n",
        "permitted: `OK` is not a verdict (expected one of: AC, WA, TLE, RTE)",
    ),
    (NEW, "submissions/submissions.yaml", "'a/**': {}\n", "`a/**` is not a valid pattern"),
    (NEW, "submissions/submissions.yaml", "'a/{b': {}\n", "`a/{b` is not a valid pattern"),
    (
        NEW,
        "submissions/submissions.yaml",
        "a: {score: [2, 1]}\n",
        "expected a number, or a list of the least and the most",
    ),
    (
        NEW,
        "submissions/submissions.yaml",
        "a: {use_for_time_limit: both}\n",
        "expected true, false, `lower` or `upper`",
    ),
];

#[test]
fn files_are_where_they_belong() {
    for (problem, path, text, expected) in FILES {
        let fixture = Fixture::new(problem);
        fixture.write(path, text);
        let wrong = fixture.wrong();
        assert!(wrong.contains(expected), "{path} {text}: {expected:?}\n{wrong}");
        assert!(!expected.is_empty() || wrong.is_empty(), "{path}: {wrong}");
    }
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn groups_of_scoring_problems_are_checked() {
    let scoring = format!("{NEW}type: scoring\n");
    for (path, text, expected) in [
        ("data/sample/test_group.yaml", "max_score: 1\n", "the samples have no score"),
        (
            "data/secret/test_group.yaml",
            "max_score: -1\n",
            "max_score is `-1`; expected a whole number",
        ),
        (
            "data/secret/test_group.yaml",
            "static_validation_score: pass-fail\n",
            "static_validation_score is `pass-fail`, but this group makes a score",
        ),
        (
            "data/secret/test_group.yaml",
            "static_validation_score: -1\n",
            "static_validation_score is `-1`; expected a whole number",
        ),
        (
            "data/secret/test_group.yaml",
            "static_validation_score: 101\n",
            "static_validation_score is 101, more than the 100 of the group",
        ),
        ("data/secret/test_group.yaml", "score_aggregation: avg\n", "score_aggregation is `avg`"),
        (
            "data/secret/test_group.yaml",
            "max_score: unbounded\nscore_aggregation: pass-fail\n",
            "a pass-fail group of a scoring problem needs a max_score",
        ),
        ("data/secret/g/test_group.yaml", "args: []\n", "a pass-fail group of a scoring problem"),
        (
            "data/secret/g/test_group.yaml",
            "score_aggregation: sum\n",
            "this group needs a max_score, since data/secret has one",
        ),
        (
            "data/secret/test_group.yaml",
            "require_pass: secret/g\n",
            "`secret/g`: there is no such folder of cases",
        ),
        (
            "data/secret/test_group.yaml",
            "require_pass: secret\n",
            "data/secret can require only `sample`",
        ),
        (
            "data/secret/g/test_group.yaml",
            "require_pass: secret/g\n",
            "it does not come before this group",
        ),
        (
            "data/secret/g/test_group.yaml",
            "require_pass: secret\n",
            "expected `sample`, or a group such as",
        ),
    ] {
        let fixture = Fixture::new(&scoring);
        fixture.write(path, text);
        let wrong = fixture.wrong();
        assert!(wrong.contains(expected), "{path} {text}: {expected:?}\n{wrong}");
    }
}

#[test]
fn what_is_missing_is_named() {
    for (path, expected) in [
        ("problem.yaml", "error problem.yaml: there is no such file"),
        ("problem_statement", "error problem_statement: there is no statement"),
        ("input_validators", "error input_validators: there is no input validator"),
        ("submissions", "error submissions/accepted: there is no accepted submission"),
        ("data/secret", "error data/secret: there is no secret case"),
        ("data", "error data/secret: there is no secret case"),
    ] {
        let fixture = Fixture::new(OLD);
        fixture.remove(path);
        let wrong = fixture.wrong();
        assert!(wrong.contains(expected), "{path}: {expected:?}\n{wrong}");
    }
    let fixture = Fixture::new(OLD);
    fixture.remove("data/secret");
    fixture.write("generators/generators.yaml", "data: {}\n");
    let wrong = fixture.wrong();
    assert!(wrong.contains("no secret case (run `referee generate` on the package"), "{wrong}");
}

#[test]
fn a_file_that_is_too_large_for_a_time_limit_is_named() {
    for path in [".timelimit", "domjudge-problem.ini"] {
        let fixture = Fixture::new(OLD);
        fixture.write(path, "1\n".to_string() + &" ".repeat(64 << 10));
        let expected =
            format!("error {path}: it is larger than 64 KiB, the maximum for such a file");
        assert_eq!(fixture.wrong(), expected);
    }
}

#[test]
fn two_cases_of_one_name_are_named() {
    let fixture = Fixture::new(OLD);
    for name in ["a.in", "A.in", "a.ans", "A.ans"] {
        fixture.write(&format!("data/secret/{name}"), "");
    }
    let wrong = fixture.wrong();
    assert!(wrong.contains("two cases with the same name"), "{wrong}");
}
