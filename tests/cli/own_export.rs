//! Packages of custom problems, and the time limit written into them.

use std::fs;
use std::os::unix::fs::symlink;

use insta::assert_snapshot;

use crate::support::{CPYTHON, Folder};

/// Creates a problem in a folder with these flags; its programs are in Python, which starts
/// quickly.
fn new_problem(flags: &[&str]) -> Folder {
    let folder = Folder::new();
    folder.write("referee.toml", CPYTHON);
    folder.referee(&[&["new", "split", "--language", "python"], flags].concat()).ends_with(0);
    folder
}

/// A new folder with a `problem.toml`.
fn new_folder() -> Folder {
    new_problem(&[])
}

/// Removes the program that must be too slow, which takes all of its time.
fn without_the_slow_one(folder: &Folder) {
    fs::remove_dir_all(folder.path("split/submissions/time_limit_exceeded")).unwrap();
}

fn export(folder: &Folder, problem: &str, flags: &[&str]) -> String {
    let arguments = [&["export", problem, "--force"], flags].concat();
    folder.referee(&arguments).ends_with(0).stdout
}

#[test]
fn a_folder_becomes_a_package_that_is_valid_and_judges_alike() {
    let folder = new_folder();
    let flags = ["--format", "icpc-2025-09", "--out", "made/split/"];
    assert_snapshot!(export(&folder, "split", &flags));
    let yaml = folder.read("made/split/problem.yaml");
    assert!(yaml.contains("time_limit: 1.0") && yaml.contains("memory: 256"), "{yaml}");
    assert_eq!(folder.read("made/split/data/secret/2-odd.ans"), "499 500\n");
    folder.referee(&["validate", "made/split"]).ends_with(0).says("0 errors, 0 warnings");
    folder.referee(&["judge", "made/split"]).ends_with(0).says("5 of 5 as expected.");
}

#[test]
fn a_folder_becomes_a_package_of_every_format() {
    let folder = Folder::new();
    folder.referee(&["new", "split"]).ends_with(0);
    assert_snapshot!(export(
        &folder,
        "split",
        &["--format", "icpc-legacy", "--out", "legacy/split/"]
    ));
    assert_eq!(folder.read("legacy/split/.timelimit"), "1\n");
    // The format leaves it to scripts to build programs in Rust.
    assert!(folder.has("legacy/split/output_validators/checker/build"));
    folder.referee(&["validate", "legacy/split"]).ends_with(0);
    assert_snapshot!(export(&folder, "split", &["--format", "domjudge", "--out", "dom/"]));
    assert!(folder.read("dom/domjudge-problem.ini").contains("timelimit = 1\n"));
}

#[test]
fn a_checker_with_scripts_keeps_its_name_and_their_modes() {
    let folder = new_folder();
    folder.shell("cd split && mkdir checker && mv checker.py checker/").ends_with(0);
    folder.write("split/checker/run", "#!/bin/sh\nexec python3 \"${0%/*}/checker.py\" \"$@\"\n");
    folder.shell("chmod +x split/checker/run").ends_with(0);
    let problem = folder.read("split/problem.toml").replace("checker.py", "checker");
    folder.write("split/problem.toml", problem);
    export(&folder, "split", &["--format", "icpc-legacy", "--out", "legacy/split/"]);
    folder.shell("test -x legacy/split/output_validators/checker/run").ends_with(0);
    assert!(folder.has("legacy/split/output_validators/checker/checker.py"));
}

#[test]
fn the_main_one_of_several_files_in_python_is_started_in_a_package_too() {
    let folder = new_folder();
    without_the_slow_one(&folder);
    folder.shell("cd split && mkdir checker && mv checker.py checker/").ends_with(0);
    folder.write("split/checker/a_part.py", "");
    let checker = folder.read("split/checker/checker.py");
    folder.write("split/checker/checker.py", format!("import a_part\n{checker}"));
    let problem = folder.read("split/problem.toml").replace("checker.py", "checker");
    folder.write("split/problem.toml", problem);
    export(&folder, "split", &["--format", "icpc-2025-09", "--out", "made/split/"]);
    assert!(folder.has("made/split/output_validator/main.py"));
    folder.referee(&["judge", "made/split"]).ends_with(0).says("4 of 4 as expected.");
}

#[test]
fn a_package_is_not_written_over_its_problem() {
    let folder = new_folder();
    let before = folder.files();
    let words = ["export", "split", "--format", "icpc-2025-09", "--out", "split/", "--force"];
    folder.referee(&words).ends_with(2).says("written over the problem itself");
    assert!(folder.files() == before);
}

#[test]
fn what_a_package_cannot_have_is_left_out_and_named() {
    let folder = new_folder();
    folder.write("split/submissions/compile_error/broken.py", "(");
    folder.write("split/cases/extra.in", "4\n");
    folder.write("split/cases/extra.ans", "2 2\n");
    fs::remove_dir_all(folder.path("split/statement")).unwrap();
    fs::remove_dir_all(folder.path("split/submissions/accepted")).unwrap();
    let file =
        folder.read("split/problem.toml").replace("submissions/accepted/halves.py", "checker.py");
    let file = file.replace("[\"validator.py\"]", "[\"validator.py\", \"--strict\"]");
    let groups = "\n[[groups]]\ntitle = \"all\"\ncases = \"*\"\npoints = 1\n";
    folder.write("split/problem.toml", file + groups);
    let said = export(&folder, "split", &["--format", "icpc-2025-09", "--out", "made/split/"]);
    assert_snapshot!(said);
    assert!(folder.has("made/split/data/secret/extra.in"));
}

#[test]
fn what_would_judge_wrongly_is_refused() {
    let folder = new_folder();
    let flags = ["export", "split", "--format", "icpc-2025-09", "--out", "made/"];
    let refused = |why: &str| {
        folder.referee_changing_nothing(&flags).ends_with(2).says(why);
    };
    let file = folder.read("split/problem.toml");
    for (from, to, why) in [
        (
            "protocol = \"icpc\"",
            "protocol = \"testlib\"",
            "the checker speaks the protocol of testlib",
        ),
        (
            "[\"checker.py\"]",
            "[\"python3\", \"{folder}/checker.py\"]",
            "its command is one of the system",
        ),
    ] {
        folder.write("split/problem.toml", file.replacen(from, to, 1));
        refused(why);
    }
    folder.write("split/problem.toml", "format = 1\nproblem = \"huepfburg\"\n");
    refused("export huepfburg by its name");
    folder.write("split/problem.toml", file);
    let optional = [&flags[..], &["--checker-option", "x"]].concat();
    let run = folder.referee_changing_nothing(&optional).ends_with(2);
    run.says("split has its options in problem.toml");
    folder.write("split/cases/secret/new.in", "4\n");
    refused("this case has no answer");
    folder.write("split/cases/secret/new.ans", "2 2\n");
    folder.write("split/cases/new.in", "4\n");
    folder.write("split/cases/new.ans", "2 2\n");
    refused("there would be two cases secret/new in the package");
}

#[test]
fn a_fraction_as_time_limit_comes_with_its_resolution() {
    let folder = new_folder();
    let file = folder.read("split/problem.toml").replace("time = 1 ", "time = 1.5 ");
    folder.write("split/problem.toml", file);
    export(&folder, "split", &["--format", "icpc-2025-09", "--out", "made/split/"]);
    let yaml = folder.read("made/split/problem.yaml");
    assert!(yaml.contains("  time_limit: 1.5\n  time_resolution: 0.5\n"), "{yaml}");
}

#[test]
fn limits_are_kept_or_named() {
    let folder = new_folder();
    let file = folder.read("split/problem.toml").replacen("protocol", "time = 90.5\nprotocol", 1);
    folder.write("split/problem.toml", file + "wall = 9\nprocesses = 4\n");
    let said = export(&folder, "split", &["--format", "icpc-2025-09", "--out", "made/split/"]);
    for key in ["wall", "processes"] {
        assert!(said.contains(&format!("left out   limits.{key}: the format has no")), "{said}");
    }
    let yaml = folder.read("made/split/problem.yaml");
    assert!(yaml.contains("  validation_time: 91\n"), "{yaml}");
}

#[test]
fn arguments_that_a_format_would_split_are_refused() {
    let folder = new_folder();
    let file = folder.read("split/problem.toml");
    let file = file.replacen("[\"checker.py\"]", "[\"checker.py\", \"a b\"]", 1);
    folder.write("split/problem.toml", file);
    for format in ["icpc-legacy", "domjudge"] {
        let words = ["export", "split", "--format", format, "--out", "made/"];
        let run = folder.referee_changing_nothing(&words).ends_with(2);
        run.says("this format splits the argument \"a b\" of the checker");
    }
    export(&folder, "split", &["--format", "icpc-2025-09", "--out", "made/"]);
    let group = folder.read("made/data/secret/test_group.yaml");
    assert_eq!(group, "output_validator_args: [\"a b\"]\n");
}

#[test]
fn names_that_readers_of_packages_ignore_are_refused() {
    let folder = new_folder();
    let flags = ["export", "split", "--format", "icpc-2025-09", "--out", "made/"];
    folder.write("split/cases/secret/a b.in", "4\n");
    folder.write("split/cases/secret/a b.ans", "2 2\n");
    let run = folder.referee_changing_nothing(&flags).ends_with(2);
    run.says("readers of packages ignore a case with this name").says("a b.in");
    fs::remove_file(folder.path("split/cases/secret/a b.in")).unwrap();
    fs::remove_file(folder.path("split/cases/secret/a b.ans")).unwrap();
    folder.shell("mv split/checker.py 'split/my checker.py'").ends_with(0);
    let file = folder.read("split/problem.toml").replacen("\"checker.py\"", "\"my checker.py\"", 1);
    folder.write("split/problem.toml", file);
    let run = folder.referee_changing_nothing(&flags).ends_with(2);
    run.says("readers of packages ignore a file named `my checker.py`");
}

#[test]
fn files_that_a_package_cannot_have_are_left_out_and_named() {
    let folder = new_folder();
    folder.write("split/submissions/accepted/my halves.py", "");
    folder.write("split/statement/figure 1.png", "");
    symlink("halves.py", folder.path("split/submissions/accepted/link.py")).unwrap();
    let said = export(&folder, "split", &["--format", "icpc-2025-09", "--out", "made/split/"]);
    for (name, why) in [
        ("submissions/accepted/my halves.py", "readers of packages ignore"),
        ("submissions/accepted/link.py", "it is a link"),
        ("statement/figure 1.png", "readers of packages ignore"),
    ] {
        assert!(said.contains(&format!("left out   {name}: {why}")), "{said}");
        assert!(!folder.has(format!("made/split/{name}")));
    }
}

#[test]
fn a_description_gets_the_extension_that_readers_of_packages_know() {
    let folder = new_folder();
    let file = folder.read("split/problem.toml");
    let command = "command = [\"validator.py\"]\nprotocol = \"icpc\"";
    assert!(file.contains(command), "{file}");
    let described = |name: &str| {
        folder.write(format!("split/{name}"), "INT(0,1000000,n) NEWLINE EOF\n");
        let file = file.replace(command, &format!("description = \"{name}\""));
        folder.write("split/problem.toml", file);
        export(&folder, "split", &["--format", "icpc-2025-09", "--out", "made/"])
    };
    described("format.txt");
    assert_eq!(folder.read("made/input_validators/format.ctd"), folder.read("split/format.txt"));
    let said = described("my input.ctd");
    let why =
        "left out   the input validator: readers of packages ignore a file named `my input.ctd`";
    assert!(said.contains(why), "{said}");
}

#[test]
fn cases_for_a_shipped_problem_become_secret_ones_as_well() {
    let folder = Folder::new();
    folder.write("cases/1.in", "2 1\n1 2\n");
    folder.write("cases/1.ans", "impossible\n");
    let flags = ["--format", "icpc-2025-09", "--cases", "cases", "--out", "made/"];
    export(&folder, "huepfburg", &flags);
    assert!(folder.has("made/data/secret/1.in") && !folder.has("made/data/1.in"));
}

#[test]
fn the_time_limit_is_that_of_the_flag_or_the_one_that_was_inferred() {
    let folder = new_problem(&["--package", "legacy"]);
    without_the_slow_one(&folder);
    let exported = |format: &str, file: &str, flags: &[&str]| {
        let out = format!("{format}/split/");
        let said =
            export(&folder, "split", &[&["--format", format, "--out", &out], flags].concat());
        let note =
            said.lines().find(|line| line.contains(" s is that") || line.contains(" s is the one"));
        let path = format!("{out}{file}");
        let text = if folder.has(&path) { folder.read(&path) } else { String::new() };
        let limit = text.lines().find(|line| line.contains("time") || file == ".timelimit");
        (limit.unwrap_or_default().trim().to_string(), note.unwrap_or_default().to_string())
    };
    let yaml = ("icpc-2025-09", "problem.yaml");
    let none = ("time_multipliers:".to_string(), String::new());
    assert_eq!(exported(yaml.0, yaml.1, &[]), none);
    let (limit, note) = exported(yaml.0, yaml.1, &["--time-limit", "1500ms"]);
    assert_eq!(
        (&*limit, &*note),
        ("time_limit: 1.5", "note       the time limit of 1.5 s is that of --time-limit")
    );
    let all = folder.read("icpc-2025-09/split/problem.yaml");
    assert!(all.contains("time_resolution: 0.5"), "{all}");
    folder.referee(&["judge", "split"]).ends_with(0);
    for (format, file, expected) in [
        (yaml.0, yaml.1, "time_limit: 1.0"),
        ("icpc-legacy", ".timelimit", "1"),
        ("domjudge", "domjudge-problem.ini", "timelimit = 1"),
    ] {
        let (limit, note) = exported(format, file, &[]);
        assert_eq!(limit, expected);
        assert!(
            note.contains(
                "the time limit of 1 s is the one that `referee judge` inferred from accepted/"
            ),
            "{note}"
        );
    }
    // A new case makes the inferred limit stale.
    folder.write("split/data/secret/12-more.in", "5\n");
    folder.write("split/data/secret/12-more.ans", "2 3\n");
    assert_eq!(exported(yaml.0, yaml.1, &[]), none);
}

#[test]
fn judging_other_submissions_or_inferring_nothing_leaves_no_time_limit() {
    let folder = new_folder();
    without_the_slow_one(&folder);
    let file = folder.read("split/problem.toml").replace("time = 1 ", "# time = 1 ");
    folder.write("split/problem.toml", file);
    let limit = || {
        let flags = ["--format", "domjudge", "--out", "dom/"];
        export(&folder, "split", &flags).contains("the time limit of")
    };
    let judge = |flags: &[&str]| {
        folder.referee(&[&["judge", "split"], flags].concat()).ends_with(0);
    };
    judge(&["--only", "sample/*", "split/submissions/accepted"]);
    assert!(!limit());
    judge(&["split/submissions/accepted", "--time-limit", "2x"]);
    assert!(!limit());
    judge(&["--time-limit", "2x"]);
    assert!(limit());
}
