//! The plan of a package's cases, which depends only on the text of its rules and on the package.

use referee_package::generators::{self, GenerationPlan};
use referee_package::{CaseSettings, Diagnostics, Package};

use crate::{Fixture, NEW, OLD};

/// Creates a package with this problem.yaml and these files, and plans its cases by these rules,
/// asserting that there are no diagnostics.
fn planned(
    problem: &str,
    files: &[(&str, &str)],
    rules: &str,
) -> (Fixture, Package, GenerationPlan) {
    let fixture = Fixture::new(problem);
    for (path, text) in files {
        fixture.write(path, text);
    }
    let (package, _) = fixture.read();
    let planned = generators::plan(rules.as_bytes(), &package);
    assert!(planned.errors.is_empty() && planned.warnings.is_empty(), "{:?}", planned.errors);
    (fixture, package, planned.plan)
}

/// Returns the settings of the case with this name, whose own file has the text `own`.
fn settings(
    package: &Package,
    plan: &GenerationPlan,
    case: &str,
    own: Option<&str>,
) -> CaseSettings {
    let mut diagnostics = Diagnostics::default();
    let own = own.map(str::as_bytes);
    let settings = package.settings_under(&plan.groups, case, own, &mut diagnostics);
    assert!(diagnostics.sorted().is_empty());
    settings
}

#[test]
fn the_nearest_settings_hold() {
    let problem = format!("{NEW}constants: {{n: 7}}\n");
    let files = [
        ("data/secret/test_group.yaml", "args: [there]\noutput_validator_args: [o]\n"),
        ("data/secret/c/test_group.yaml", "args: ['{{n}}']\n"),
    ];
    let rules = "
data:
  secret:
    test_group.yaml: {input_validator_args: ['{{n}}', b], args: [s]}
    data:
      a: {test_group.yaml: {input_validator_args: {v.sh: [x]}}, data: {1: {in: x}}}
  sample:
    test_group.yaml: {output_validator_args: ['{{n}}']}
";
    let (_fixture, package, plan) = planned(&problem, &files, rules);
    let of = |case, own| settings(&package, &plan, case, own);
    let input = |case, own| of(case, own).arguments.input_arguments("v.sh").join(" ");
    assert_eq!(input("secret/1", None), "7 b s");
    assert_eq!(input("secret/b/1", None), "7 b s");
    assert_eq!(input("secret/a/1", None), "x s");
    assert_eq!(of("secret/a/1", None).arguments.input_arguments("w.sh"), ["s"]);
    assert_eq!(input("secret/1", Some("input_validator_args: []\n")), "s");
    assert_eq!(input("secret/1", Some("args: ['{{n}}', y]\n")), "7 b {{n}} y");
    // A generated group file replaces an existing one completely.
    assert_eq!(of("secret/1", None).arguments.output_validator, None);
    assert_eq!(of("secret/c/1", None).arguments.arguments.as_deref(), Some(&["7".to_string()][..]));
    assert_eq!(of("sample/1", None).checker_arguments, ["7"]);
    let own = Some("output_validator_args: [r]\n");
    assert_eq!(of("sample/1", own).checker_arguments, ["r"]);
}

#[test]
fn old_settings_are_words_and_follow_the_flags_of_all() {
    let problem = format!("{OLD}validation: custom\nvalidator_flags: [f, g h]\n");
    let files = [("output_validators/a.py", "")];
    let rules = "
data:
  sample:
    testdata.yaml: {input_validator_flags: small 1}
    data: {x: {testdata.yaml: {output_validator_flags: p q}, data: {1: {in: x}}}}
";
    let (_fixture, package, plan) = planned(&problem, &files, rules);
    // Cases have no settings in this version.
    let found = settings(&package, &plan, "sample/x/1", Some("args: [y]\n"));
    assert_eq!(found.arguments.input_arguments("v.sh"), ["small", "1"]);
    assert_eq!(found.checker_arguments, ["f", "g", "h", "p", "q"]);
    let found = settings(&package, &plan, "secret/1", None);
    assert_eq!(found.checker_arguments, ["f", "g", "h"]);
}

#[test]
fn rules_of_a_wrong_shape_are_refused_in_their_place() {
    let fixture = Fixture::new(NEW);
    let (package, _) = fixture.read();
    for (rules, column, message) in [
        ("data: [secret: {}]", 7, "the folders of data/ are not numbered: write a mapping"),
        (
            "random_salt: 7",
            14,
            "`random_salt` is a number; expected a string, in quotes if it is a number",
        ),
        ("test_group.yaml: [a]", 18, "test_group.yaml is a list; expected a mapping"),
        (
            "data: {secret: {generators: {}}}",
            17,
            "`generators` belongs to the beginning of the file",
        ),
        (
            "data: {secret: {data: {'': {in: x}}}}",
            24,
            "only cases and groups in a numbered list may have no name",
        ),
        (
            "data: {sample: {data: {a: {in: x, in.statement: {link: in.download}, in.download: {link: in}}}}}",
            27,
            "`in.statement` links to `in.download`, which is also a link",
        ),
    ] {
        let errors = generators::plan(rules.as_bytes(), &package).errors;
        let [error] = &errors[..] else { panic!("{rules}: {errors:?}") };
        assert_eq!((error.place.line, error.place.column), (1, column), "{rules}");
        assert_eq!(error.message, message, "{rules}");
    }
}

#[test]
fn programs_are_found_inside_only() {
    let fixture = Fixture::new(OLD);
    let (package, _) = fixture.read();
    for (folder, name, expected) in [
        ("submissions", "accepted/sum.py", Some("submissions/accepted/sum.py")),
        ("submissions", "./accepted//sum.py", Some("submissions/accepted/sum.py")),
        ("generators", "../submissions/accepted/sum.py", Some("submissions/accepted/sum.py")),
        ("generators", "../../sum/problem.yaml", None),
        ("", "submissions/accepted", Some("submissions/accepted")),
        ("", "submissions/none.py", None),
        ("", "", None),
        ("", "/problem.yaml", None),
    ] {
        assert_eq!(package.find(folder, name).as_deref(), expected, "{folder} {name}");
    }
}

#[test]
fn the_model_solution_comes_first() {
    let fixture = Fixture::new(NEW);
    for name in ["a.py", "z.py"] {
        fixture.write(&format!("submissions/accepted/{name}"), "print(1)\n");
    }
    fixture.write("submissions/submissions.yaml", "accepted/sum.py: {model_solution: true}\n");
    let (package, _) = fixture.read();
    let names = ["sum.py", "a.py", "z.py"].map(|name| format!("submissions/accepted/{name}"));
    assert_eq!(package.solutions(), names);
    assert!(package.is_model(&names[0]) && !package.is_model(&names[1]));
}
