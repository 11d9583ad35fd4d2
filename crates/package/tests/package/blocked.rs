//! The work that each error blocks, and how packages are read despite their errors.

use referee_package::Work::{self, Converting, Judging, Running};
use referee_package::{Diagnostics, Severity, Verdict};

use crate::{Fixture, NEW, OLD};

const DRAFT: &str = "problem_format_version: 2023-07\nname: Sum\n";

/// A file that is written into a good package, the expected diagnostic, and the work that it
/// blocks.
const BLOCKED: &[(&str, &str, &str, &str, Option<Work>)] = &[
    // These cannot be read at all.
    (OLD, "problem.yaml", "name: [\n", "", Some(Converting)),
    (OLD, "problem.yaml", "[name]\n", "problem.yaml is a list", Some(Converting)),
    (
        OLD,
        "problem.yaml",
        "problem_format_version: 2030\n",
        "`2030`, which is not",
        Some(Converting),
    ),
    // Programs cannot be run as intended.
    (OLD, "problem.yaml", "type: odd\n", "type is `odd`", Some(Running)),
    (OLD, "problem.yaml", "validation: odd\n", "validation is `odd`", Some(Running)),
    (OLD, "data/testdata.yaml", "[\n", "", Some(Running)),
    (
        OLD,
        "data/testdata.yaml",
        "input_validator_flags: {name: a, flags: []}\n",
        "flags is a list",
        None,
    ),
    (NEW, "data/secret/test_group.yaml", "args: -v\n", "args is `-v`", Some(Running)),
    (NEW, "data/secret/2.yaml", "args: -v\n", "args is `-v`", Some(Running)),
    // Verdicts and scores depend on these.
    (OLD, "problem.yaml", "limits: {memory: lots}\n", "memory is `lots`", Some(Judging)),
    (OLD, "problem.yaml", "validation: custom\n", "there is no output validator", Some(Judging)),
    (OLD, "problem.yaml", "validation: custom interactive\n", "needs an output", Some(Judging)),
    (OLD, "problem.yaml", "validator_flags: odd\n", "unknown option `odd`", Some(Judging)),
    (OLD, ".timelimit", "soon\n", "the time limit is not a number", Some(Judging)),
    (OLD, "data/testdata.yaml", "accept_score: much\n", "accept_score is `much`", Some(Judging)),
    (OLD, "data/testdata.yaml", "grading: custom\n", "there is no grader", Some(Judging)),
    (
        "problem_format_version: draft\nname: Sum\ntype: scoring\n",
        "data/secret/test_group.yaml",
        "scoring: {score: 40, aggregation: min}\n",
        "the key `scoring` of some drafts is not supported",
        Some(Judging),
    ),
    (DRAFT, "data/secret/test_group.yaml", "scoring: {score: 4}\n", "unknown key `scoring`", None),
    // Other tools accept or ignore these.
    (OLD, "problem.yaml", "name: A\nname: B\n", "occurs twice; the last one counts", None),
    (OLD, "problem.yaml", "name: {en: Sum, de: Summe}\n", "name is a mapping", None),
    (OLD, "problem.yaml", "name: [Sum]\n", "name is a list; expected a string", None),
    (OLD, "problem.yaml", "license: mit\n", "license is `mit`, which is not known", None),
    (
        OLD,
        "problem.yaml",
        "limits: {time_multipliers: 1}\n",
        "unknown key `time_multipliers`",
        None,
    ),
    (OLD, "problem.yaml", "grading: {show_test_data_groups: y}\n", "expected true or false", None),
    (OLD, "problem.yaml", "grading: {range: all}\n", "range is `all`", None),
    (OLD, "problem.yaml", "credits: A\n", "there is no key `credits`", None),
    (OLD, "data/testdata.yaml", "grader_flags: odd\n", "`odd` is no flag", None),
    (OLD, "data/testdata.yaml", "on_reject: odd\n", "on_reject is `odd`", None),
    (OLD, "data/testdata.yaml", "grading: odd\n", "grading is `odd`", None),
    (OLD, "data/testdata.yaml", "range: all\n", "range is `all`", None),
    (OLD, "data/testdata.yaml", "odd: 1\n", "unknown key `odd`", None),
    (OLD, "problem_statement/problem.zh-Hans.tex", "", "`zh-Hans` is not a language code", None),
    (NEW, "problem.yaml", "name: Sum\n", "the key `uuid` is missing", None),
    (NEW, "data/secret/testdata.yaml", "odd: 1\n", "testdata.yaml has no meaning in version", None),
    (NEW, "statement/problem.md", "", "the name of this statement has no language", None),
    (NEW, "submissions/submissions.yaml", "[\n", "", None),
    (
        NEW,
        "submissions/submissions.yaml",
        "accepted: {permitted: [OK]}\n",
        "`OK` is not a verdict",
        None,
    ),
    (NEW, "odd/a", "", "", None),
];

#[test]
fn an_error_blocks_only_the_work_that_it_makes_impossible() {
    for (problem, path, text, expected, blocked) in BLOCKED {
        let fixture = Fixture::new(problem);
        let version = problem.split_inclusive('\n').next().filter(|line| line.contains("version"));
        let has_version = *path == "problem.yaml" && !text.contains("version");
        let version = version.filter(|_| has_version).unwrap_or_default();
        fixture.write(path, format!("{version}{text}"));
        let found = fixture.found();
        let told = || format!("{path} {text}\n{found:#?}");
        let is_said = found.iter().any(|one| one.message.contains(expected));
        assert!(is_said || expected.is_empty(), "{expected:?}: {}", told());
        let worst = found.iter().filter_map(|one| one.blocked).max();
        assert_eq!(worst, *blocked, "{}", told());
        for work in [Judging, Running, Converting] {
            let blocks = found.iter().any(|one| one.blocks(work));
            assert_eq!(blocks, Some(work) <= *blocked, "{work:?}: {}", told());
        }
    }
}

#[test]
fn what_is_missing_blocks_nothing() {
    for path in ["problem_statement", "input_validators", "submissions", "data/secret"] {
        let fixture = Fixture::new(OLD);
        fixture.remove(path);
        let found = fixture.found();
        assert!(found.iter().all(|one| one.blocked.is_none()), "{path}: {found:#?}");
        assert!(found.iter().any(|one| one.severity == Severity::Error), "{path}: {found:#?}");
    }
    let fixture = Fixture::new(NEW);
    fixture.write("data/secret/2.png", "");
    fixture.write("data/secret/2.jpg", "");
    let [found] = &fixture.found()[..] else { panic!("{:#?}", fixture.found()) };
    assert_eq!(found.message, "it has more than one illustration");
    assert_eq!((found.severity, found.blocked), (Severity::Error, None));
}

#[test]
fn files_that_cannot_be_there_are_named() {
    let fixture = Fixture::new(&format!("{NEW}type: interactive\n"));
    for path in ["secret/2.interaction", "secret/2.out", "valid_output/3.in", "valid_output/3.out"]
    {
        fixture.write(&format!("data/{path}"), "<1\n");
    }
    fixture.write("attachments/large", "");
    let large =
        std::fs::File::options().write(true).open(fixture.0.path().join("sum/attachments/large"));
    large.unwrap().set_len(101 << 20).unwrap();
    fixture.write("generators/socket/a", "");
    let socket = fixture.0.path().join("sum/generators/socket/b");
    let _socket = std::os::unix::net::UnixListener::bind(socket).unwrap();
    let found = fixture.found();
    let said: Vec<_> = found.iter().map(|one| (&*one.path, &*one.message)).collect();
    let expected = [
        ("attachments/large", "it has 101 MiB, more than 100"),
        ("data/secret/2.out", "it cannot exist together with an .interaction"),
        ("data/valid_output/3.in", "an input without an answer"),
        ("data/valid_output/3.in", "interactive problems have no outputs to be judged"),
        ("generators/socket/b", "this is a pipe or a device, not a file"),
        ("output_validator", "an interactive or multi-pass problem needs an output validator"),
    ];
    assert_eq!(said, expected);
}

#[test]
fn number_and_size_of_the_files_of_a_case_are_bounded() {
    let fixture = Fixture::new(NEW);
    let refused = || {
        let (package, _) = fixture.read();
        let case = package.cases.iter().find(|case| &*case.name == "secret/2").unwrap();
        let settings = package.settings(case, &mut Diagnostics::default());
        settings.extra_files.check_size().err().map(|fault| fault.message)
    };
    fixture.write("data/secret/2.files/large", "");
    let large = fixture.0.path().join("sum/data/secret/2.files/large");
    std::fs::File::options().write(true).open(large).unwrap().set_len(128 << 20).unwrap();
    assert_eq!(refused(), None);
    fixture.write("data/secret/2.files/0", "x");
    let size = "the files of a case have 128 MiB at most, and these 129 MiB";
    assert_eq!(refused().as_deref(), Some(size));
    (0..10_000).for_each(|number| fixture.write(&format!("data/secret/2.files/{number}"), "x"));
    let number = "a case has 10000 files at most, and this one 10001";
    assert_eq!(refused().as_deref(), Some(number));
}

#[test]
fn old_packages_are_read_as_yaml_1_1() {
    let fixture = Fixture::new(
        "name: No\ntype: scoring\nauthor: yes\ngrading: {show_test_data_groups: Yes}\n\
         limits: {memory: 1_024, code: 0200, time_multiplier: 2.5, validation_time: 1:30}\n",
    );
    fixture.write("data/testdata.yaml", "accept_score: 1_000.5\nreject_score: .5\n");
    assert_eq!(fixture.wrong(), "");
    let (package, _) = fixture.read();
    let limits = &package.metadata.limits;
    assert_eq!((limits.memory, limits.code, limits.validation_time), (1024, 128, 90));
    assert_eq!(package.metadata.names["en"], "No");
    assert_eq!(package.metadata.authors, ["yes"]);
    let grading = &package.groups[""].grading;
    assert_eq!((grading.accept_score, grading.reject_score), (Some(1000.5), Some(0.5)));
    let fixture = Fixture::new(&format!("{NEW}limits: {{memory: 1_024}}\n"));
    assert!(fixture.wrong().contains("memory is `1_024`; expected a whole number from 1 on"));
}

#[test]
fn of_equal_keys_the_last_counts() {
    let fixture = Fixture::new("name: A\nlimits: {memory: 1}\nname: B\nlimits: {memory: 2}\n");
    let (package, _) = fixture.read();
    assert_eq!((&*package.metadata.names["en"], package.metadata.limits.memory), ("B", 2));
}

#[test]
fn names_of_old_packages_may_be_in_several_languages() {
    let (package, _) = Fixture::new("name: {en: Sum, de: Summe}\n").read();
    assert_eq!(package.metadata.names["de"], "Summe");
}

#[test]
fn a_version_that_was_never_released_is_read_as_its_drafts() {
    let fixture = Fixture::new(DRAFT);
    fixture.write("data/testdata.yaml", "grader_flags: no_errors max\naccept_score: 7\n");
    fixture.write("output_validators/check.py", "exit(42)\n");
    let (package, found) = fixture.read();
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(package.groups[""].grading.accept_score, Some(7.0));
    assert_eq!(package.programs.output_validators, ["output_validators/check.py"]);
}

#[test]
fn problem_yaml_may_say_how_all_groups_are_graded() {
    let grading = "grading: {on_reject: grade, accept_score: 5, reject_score: 1, range: 0 100}\n";
    let fixture = Fixture::new(&format!("{OLD}type: scoring\n{grading}"));
    let (package, _) = fixture.read();
    let common = &package.groups[""].grading;
    assert_eq!((common.goes_on, common.accept_score), (Some(true), Some(5.0)));
    assert_eq!((common.reject_score, common.range), (Some(1.0), Some((0.0, 100.0))));
    fixture.write("data/testdata.yaml", "accept_score: 9\n");
    let (package, _) = fixture.read();
    let common = &package.groups[""].grading;
    assert_eq!((common.goes_on, common.accept_score), (Some(true), Some(9.0)));
}

#[test]
fn output_validators_are_found_where_other_versions_have_them() {
    for (problem, folder, right) in [
        (format!("{OLD}validation: custom multi-pass\n"), "output_validator", "output_validators"),
        (format!("{NEW}type: interactive\n"), "output_validators", "output_validator"),
    ] {
        let fixture = Fixture::new(&problem);
        fixture.write(&format!("{folder}/check.py"), "exit(42)\n");
        let wrong = fixture.wrong();
        assert!(wrong.contains("this folder has another name"), "{wrong}");
        assert!(wrong.contains(&format!("in this version it is called {right}")), "{wrong}");
        assert!(fixture.found().iter().all(|one| one.blocked.is_none()), "{wrong}");
        assert_eq!(fixture.read().0.programs.output_validators.len(), 1);
    }
}

#[test]
fn accepted_submissions_of_old_packages_need_only_be_accepted_in_all() {
    use referee_package::{CaseVerdict, ExpectationResult, Grades, TestGroup};
    let got = [("secret/1", Verdict::WrongAnswer), ("secret/2", Verdict::Accepted)];
    let got = got.map(|(case, verdict)| CaseVerdict { case, verdict, message: "" });
    for (problem, of_groups, expected) in [
        (OLD, Some(Verdict::Accepted), ExpectationResult::AsExpected),
        (OLD, Some(Verdict::WrongAnswer), ExpectationResult::NotPermitted),
        (OLD, None, ExpectationResult::NotPermitted),
        (DRAFT, Some(Verdict::Accepted), ExpectationResult::AsExpected),
        (NEW, Some(Verdict::Accepted), ExpectationResult::NotPermitted),
    ] {
        let (package, _) = Fixture::new(problem).read();
        let rules = package.submissions.expected("accepted/a.py", b"").unwrap();
        let whole = TestGroup { name: "".into(), verdict: of_groups, score: 0.0 };
        let grades = Grades { whole, groups: Vec::new() };
        assert_eq!(rules.compare(&got, Some(&grades)), expected, "{problem}");
    }
}
