//! Commands that continue despite errors in a package: `validate` lists all errors, the others a
//! few.

use crate::packages::{NEW, OLD, SAME, TWICE, judge, package};
use crate::support::Run;

/// A package in which nothing is right, but everything can be judged.
const FAULTY: &str = "name: {en: Twice}\nname: {en: Double}\ntype: scoring\nlicense: mit\n\
    grading: {show_test_data_groups: Yes, odd: 1}\nlimits: {time_multipliers: 1}\n";

fn warns(run: &Run, said: &str) {
    assert!(run.stderr.contains(said), "{said}\n{run}");
}

#[test]
fn errors_that_change_no_verdict_stop_nothing_but_validate() {
    let folder = package(FAULTY);
    folder.write("twice/data/testdata.yaml", "on_reject: continue\ngrader_flags: no_errors odd\n");
    std::fs::remove_dir_all(folder.path("twice/input_validators")).unwrap();
    std::fs::remove_file(folder.path("twice/data/secret/2.ans")).unwrap();
    let run = folder.referee(&["validate", "twice"]).ends_with(2);
    run.says("problem.yaml:2:1")
        .says("the key `name` occurs twice; the last one counts")
        .says("name is a mapping; in this version it is a string")
        .says("license is `mit`, which is not known")
        .says("unknown key `odd`")
        .says("unknown key `time_multipliers`")
        .says("`odd` is no flag of the default grader, which ignores it")
        .says("an input without an answer")
        .says("there is no input validator")
        .says("6 errors, 2 warnings");
    for (case, output) in [("sample/1", "4\n"), ("secret/2", "100\n"), ("secret/3", "0\n")] {
        folder.write(format!("out/ann/{case}.out"), output);
    }
    // `solve` comes first: the other commands need its answer.
    for words in [
        &["solve", "twice"][..],
        &["judge", "--record", "off", "twice"],
        &["check", "twice", "out/ann"],
        &["export", "twice", "--format", "icpc-2025-09", "--out", "new/"],
    ] {
        let run = folder.referee(words).ends_with(0);
        let is_export = words[0] == "export";
        let told = if is_export { &run.stdout } else { &run.stderr };
        for said in [
            "data/testdata.yaml:2:15: `odd` is no flag",
            "input_validators: there is no input validator (",
            "more errors; `referee validate twice` lists all",
        ] {
            assert!(told.contains(said), "{said}\n{run}");
        }
        assert!(!told.contains("time_multipliers"), "{run}");
    }
    assert!(folder.read("new/problem.yaml").contains("Double"));
}

#[test]
fn an_error_stops_only_the_commands_that_it_hinders() {
    let folder = package(&format!("{NEW}limits: {{memory: lots}}\n"));
    folder.write("twice/generators/generators.yaml", "data: {secret: {data: {9: {in: '9'}}}}\n");
    judge(&folder).ends_with(2).says("memory is `lots`");
    folder.write("out/ann/secret/2.out", "100\n");
    folder.referee(&["check", "twice", "out/ann"]).ends_with(2).says("memory is `lots`");
    folder.referee(&["solve", "--verify", "twice"]).ends_with(2).says("memory is `lots`");
    for words in [&["solve", "--force", "twice"][..], &["generate", "twice"]] {
        warns(&folder.referee(words).ends_with(0), "memory is `lots`");
    }
}

#[test]
fn cases_that_are_not_generated_yet_are_asked_for() {
    let folder = package(NEW);
    folder.write("twice/generators/generators.yaml", "data: {secret: {data: {9: {in: '9'}}}}\n");
    std::fs::remove_dir_all(folder.path("twice/data/secret")).unwrap();
    let asks = "there is no secret case (run `referee generate` on the package first)";
    warns(&judge(&folder).ends_with(0).says("twice: 1 case, 2 submissions"), asks);
    let run = folder.referee(&["validate", "twice"]).ends_with(2);
    run.says("there is no secret case").says("run `referee generate` on the package first");
    std::fs::remove_dir_all(folder.path("twice/data")).unwrap();
    judge(&folder)
        .ends_with(2)
        .says("no cases in this package")
        .says("run `referee generate twice` first");
}

#[test]
fn accepted_submissions_need_no_full_score_in_old_packages() {
    let folder = package(&format!("{OLD}type: scoring\n"));
    let flags = "on_reject: continue\ngrader_flags: accept_if_any_accepted\nrange: 0 3\n";
    folder.write("twice/data/testdata.yaml", flags);
    // Right for 0 only.
    folder.write("twice/submissions/accepted/same.py", SAME);
    let run = judge(&folder).ends_with(0).says("3 of 3 as expected.");
    warns(&run, "accepted/same.py is accepted with a score of 1, not 3: if this is meant, move it");
    assert!(!run.stderr.contains("accepted/twice.py"), "{run}");
    let folder = package(&format!("{NEW}type: scoring\n"));
    folder.write("twice/submissions/accepted/same.py", SAME);
    judge(&folder).ends_with(1).says("NOT AS EXPECTED");
    // A validator that gives half of the score.
    let half =
        "import sys\nopen(sys.argv[3] + '/score_multiplier.txt', 'w').write('0.5')\nsys.exit(42)\n";
    folder.write("twice/submissions/accepted/same.py", TWICE);
    folder.write("twice/output_validator/half.py", half);
    std::fs::remove_dir_all(folder.path("twice/submissions/wrong_answer")).unwrap();
    folder.write("twice/data/secret/test_group.yaml", "max_score: 80\n");
    warns(&judge(&folder).ends_with(0), "accepted/same.py is accepted with a score of 40, not 80");
}

#[test]
fn groups_that_forgive_a_failed_case_let_its_submission_give_the_time_limit() {
    let folder = package(OLD);
    std::fs::remove_file(folder.path("twice/.timelimit")).unwrap();
    std::fs::remove_file(folder.path("twice/submissions/accepted/twice.py")).unwrap();
    // Right for 0 only.
    folder.write("twice/submissions/accepted/same.py", SAME);
    let flags = "on_reject: continue\ngrader_flags: accept_if_any_accepted\n";
    folder.write("twice/data/testdata.yaml", flags);
    judge(&folder).ends_with(0).says("s of accepted/same.py on ").says("2 of 2 as expected.");
    folder.write("twice/data/testdata.yaml", "on_reject: continue\n");
    judge(&folder).ends_with(1).says("no submission that must meet it is accepted");
}
