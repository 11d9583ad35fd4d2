//! `generate` reads a package by its format version, as all other commands do. The programs here
//! are shell scripts.

use insta::assert_snapshot;

use crate::generate_package::{NEW, generate, package};
use crate::support::Folder;

const OLD: &str = "name: Lines\n";

/// A package with this problem.yaml and one case, which is generated.
fn one_case(problem: &str, case: &str) -> Folder {
    let folder = package(&format!("data: {{secret: {{data: {{a: {case}}}}}}}\n"));
    folder.write("p/problem.yaml", problem);
    folder
}

fn answer(folder: &Folder) -> String {
    folder.read("p/data/secret/a.ans")
}

#[test]
fn the_version_says_which_problems_are_dialogues() {
    for (problem, is_dialogue, said) in [
        (format!("{NEW}type: interactive\n"), true, ""),
        (
            format!("{NEW}type: scoring interactive\n"),
            true,
            "p/problem.yaml, line 4, column 7: type has several words in one string (write a list)",
        ),
        (format!("{NEW}type: [scoring, multi-pass]\n"), true, ""),
        (
            format!("{NEW}validation: custom interactive\n"),
            false,
            "there is no key `validation` in this version of the format",
        ),
        (format!("{OLD}validation: custom interactive\n"), true, ""),
        (format!("{OLD}validation: custom multi-pass\n"), true, ""),
        (format!("{OLD}validation: custom score\n"), false, ""),
    ] {
        let folder = one_case(&problem, "{in: x}");
        let run = generate(&folder, &[]).ends_with(0);
        assert!(run.stderr.contains(said), "{problem}{run}");
        assert_eq!(answer(&folder), if is_dialogue { "" } else { "1\n" }, "{problem}");
    }
}

#[test]
fn what_the_version_does_not_know_is_an_error() {
    let folder = one_case(&format!("{NEW}type: multipass\n"), "{in: x}");
    let run = folder.referee_changing_nothing(&["generate", "p"]).ends_with(2);
    assert_snapshot!(run.stdout, @"
    error: p/problem.yaml, line 4, column 7: type is `multipass`, which is not known
      4 | type: multipass
        |       ^
    help: did you mean `multi-pass`?

    1 error; nothing was generated.   exit code 2
    ");
    folder.write("p/problem.yaml", format!("{OLD}type: interactive\n"));
    generate(&folder, &[]).ends_with(2).says("type is `interactive`, which is not known");
}

#[test]
fn constants_are_those_of_new_versions_and_go_into_solutions_too() {
    let constants = "constants: {top: {value: 99, tex: '10^2'}}\n";
    let folder = one_case(&format!("{NEW}{constants}"), "'say.sh {{top}}'");
    folder.write("p/submissions/accepted/lines.sh", "echo {{top}} {{top.tex}} {{bottom}}\n");
    generate(&folder, &[]).ends_with(0);
    assert_eq!(answer(&folder), "99 10^2 {{bottom}}\n");
    folder.write("p/problem.yaml", format!("{OLD}{constants}"));
    let run = generate(&folder, &["--force"]).ends_with(0);
    run.says("p/problem.yaml, line 2, column 1: unknown key `constants`")
        .says("problem.yaml has no constant `top`: it stays as it is");
    assert_eq!(folder.read("p/data/secret/a.in"), "{{top}}\n");
}

#[test]
fn flags_of_all_validators_may_be_a_list() {
    for flags in ["validator_flags: f g\n", "validator_flags: [f, g]\n"] {
        let folder = one_case(&format!("{OLD}validation: custom\n{flags}"), "{in: x, ans: y}");
        let script = "[ \"$4 $5 $6\" = 'f g h' ] && exit 42; exit 43\n";
        folder.write("p/output_validators/flags.sh", script);
        folder.write("p/data/testdata.yaml", "output_validator_flags: h\n");
        let run = generate(&folder, &[]).ends_with(0);
        assert!(!run.stderr.contains("refuses its answer"), "{flags}{run}");
    }
}

#[test]
fn the_model_solution_answers() {
    let folder = one_case(NEW, "{in: x}");
    folder.write("p/submissions/accepted/README", "no program\n");
    folder.write("p/submissions/accepted/other.sh", "echo other\n");
    generate(&folder, &[]).ends_with(0).says("/submissions/accepted/lines.sh is used");
    assert_eq!(answer(&folder), "1\n");
    folder.write("p/submissions/submissions.yaml", "'*/other.sh': {model_solution: true}\n");
    let run = generate(&folder, &["--force"]).ends_with(0);
    let note = "note: languages of referee.toml\n";
    assert_eq!((answer(&folder).as_str(), run.stderr.as_str()), ("other\n", note));
}

#[test]
fn arguments_of_a_case_are_for_the_solver_and_the_input_validators() {
    let folder = package(
        "data:
  secret:
    test_group.yaml: {args: ['{{top}}']}
    data:
      a: {in: '1', yaml: {args: ['7', b], input_validator_args: [v]}}
      b: {in: '2'}
      c: {in: '3', yaml: {args: ['{{top}}'], input_validator_args: {other.sh: [v]}}}
",
    );
    folder.write("p/submissions/accepted/lines.sh", "echo \"$@\"\n");
    let script = "read n\ncase \"$n $*\" in\n\
        '1 v 7 b' | '2 99' | '3 {'{top'}}') exit 42 ;;\nesac\necho \"$n $*\" >&2\nexit 43\n";
    folder.write("p/input_validators/args.sh", script);
    generate(&folder, &[]).ends_with(0);
    // Constants are substituted in the settings of groups, not in those of cases, which are data.
    for (case, expected) in [("a", "7 b\n"), ("b", "99\n"), ("c", "{{top}}\n")] {
        assert_eq!(folder.read(format!("p/data/secret/{case}.ans")), expected, "{case}");
    }
}

#[test]
fn settings_of_groups_that_no_rule_makes_hold_as_well() {
    let folder = package(
        "data:
  secret:
    data:
      kept: {data: {a: {in: x}}}
      made:
        test_group.yaml: {args: [made]}
        data: {b: {in: x}}
",
    );
    folder.write("p/submissions/accepted/lines.sh", "echo \"$@\"\n");
    folder.write("p/data/secret/test_group.yaml", "args: ['{{top}}']\n");
    folder.write("p/data/secret/made/test_group.yaml", "args: {}\n");
    generate(&folder, &["--force"]).ends_with(0);
    assert_eq!(folder.read("p/data/secret/kept/a.ans"), "99\n");
    assert_eq!(folder.read("p/data/secret/made/b.ans"), "made\n");
    folder.write("p/data/secret/test_group.yaml", "args: all\n");
    let run = generate(&folder, &[]).ends_with(2);
    run.says("p/data/secret/test_group.yaml, line 1, column 7: args is `all`; expected a list");
}

#[test]
fn settings_in_rules_are_read_as_those_on_disk() {
    let folder = package(
        "data:
  secret:
    test_group.yaml:
      # It is written anew, and so the place is that of the whole.
      input_validator_args: strict
    data: {a: {in: x}}
",
    );
    let run = folder.referee_changing_nothing(&["generate", "p"]).ends_with(2);
    assert_snapshot!(run.stdout, @"
    error: p/generators/generators.yaml, line 5, column 7: secret/test_group.yaml: input_validator_args is `strict`; expected a list of strings
      5 |       input_validator_args: strict
        |       ^

    1 error; nothing was generated.   exit code 2
    ");
    let folder = package(
        "data:
  sample:
    testdata.yaml: {on_reject: break}
    test_group.yaml: {full_feedbac: true}
    data: {a: {in: x}}
  secret: {data: {b: {in: y, yaml: {hnt: z}}, c: {in: z, yaml: {args: d}}}}
",
    );
    let mut run = generate(&folder, &[]).ends_with(2);
    for said in [
        "line 3, column 20: sample/testdata.yaml: testdata.yaml has no meaning in version 2025-09",
        "line 4, column 22: sample/test_group.yaml: unknown key `full_feedbac`",
        "line 6, column 19: secret/b: its `yaml`: unknown key `hnt` (did you mean `hint`?)",
        "secret/c: its `yaml`: args is `d`; expected a list of strings",
    ] {
        run = run.says(said);
    }
}
