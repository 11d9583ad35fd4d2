//! Programs of packages: their languages, the drivers added to them, and the scripts that build and
//! run them.

use std::fs;
use std::process::Command;

use crate::packages::{NEW, OLD, SAME, TWICE, judge, package};
use crate::support::{Folder, skip};

/// A driver that calls a submission: the folder of `include`, the required compiler, the files, and
/// the submission with its extension.
struct Driver {
    language: &'static str,
    needs: &'static str,
    files: &'static [(&'static str, &'static str)],
    submission: (&'static str, &'static str),
}

const DRIVERS: [Driver; 5] = [
    Driver {
        language: "c",
        needs: "cc",
        files: &[(
            "main.c",
            "#include <stdio.h>\nint twice(int);\nint main(void) {\n    int n;\n\
             if (scanf(\"%d\", &n) != 1) return 1;\n    printf(\"%d\\n\", twice(n));\n}\n",
        )],
        submission: ("c", "int twice(int n) { return 2 * n; }\n"),
    },
    Driver {
        language: "cpp",
        needs: "c++",
        files: &[
            ("twice.h", "int twice(int);\n"),
            (
                "runner.cpp",
                "#include <cstdio>\n#include \"twice.h\"\nint main() {\n    int n;\n\
                 if (scanf(\"%d\", &n) != 1) return 1;\n    printf(\"%d\\n\", twice(n));\n}\n",
            ),
        ],
        submission: ("cpp", "#include \"twice.h\"\nint twice(int n) { return 2 * n; }\n"),
    },
    Driver {
        language: "python3",
        needs: "python3",
        files: &[("main.py", "from answer import twice\nprint(twice(int(input())))\n")],
        submission: ("py", "def twice(n):\n    return 2 * n\n"),
    },
    Driver {
        language: "java",
        needs: "javac",
        files: &[
            (
                "Main.java",
                "import util.Numbers;\npublic class Main {\n\
                 public static void main(String[] a) { System.out.println(answer.twice(Numbers.read())); }\n}\n",
            ),
            (
                "util/Numbers.java",
                "package util;\npublic class Numbers {\n\
                 public static int read() { return new java.util.Scanner(System.in).nextInt(); }\n}\n",
            ),
        ],
        // The submission's own `main` is not started.
        submission: (
            "java",
            "public class answer {\n    static int twice(int n) { return 2 * n; }\n\
             public static void main(String[] a) {}\n}\n",
        ),
    },
    Driver {
        language: "rust",
        needs: "rustc",
        files: &[(
            "main.rs",
            "mod answer;\nfn main() {\n    let mut line = String::new();\n\
             std::io::stdin().read_line(&mut line).unwrap();\n\
             println!(\"{}\", answer::twice(line.trim().parse().unwrap()));\n}\n",
        )],
        submission: ("rs", "pub fn twice(n: i64) -> i64 {\n    2 * n\n}\n"),
    },
];

/// Removes the submissions that every package of these tests has.
fn without_submissions(folder: &Folder) {
    for name in ["accepted/twice.py", "wrong_answer/same.py"] {
        fs::remove_file(folder.path(format!("twice/submissions/{name}"))).unwrap();
    }
}

#[test]
fn drivers_are_started_in_place_of_submissions() {
    let folder = package(OLD);
    without_submissions(&folder);
    let mut count = 0;
    for Driver { language, needs, files, submission: (extension, text) } in DRIVERS {
        if Command::new(needs).arg("--version").output().is_err() {
            skip("drivers_are_started_in_place_of_submissions", &format!("there is no {needs}"));
            continue;
        }
        for (file, text) in files {
            folder.write(format!("twice/include/{language}/{file}"), text);
        }
        folder.write(format!("twice/submissions/accepted/answer.{extension}"), text);
        count += 1;
    }
    judge(&folder).ends_with(0).says(&format!("{count} of {count} as expected."));
}

/// Programs that double a number, in languages that read settings from `/etc` or start in unusual
/// ways: the required command, the extension of the files, and the source.
const DOUBLING: &[(&str, &str, &str)] = &[
    (
        "mcs",
        "cs",
        "using System;\nclass Twice {\n    static void Main() {\n\
         Console.WriteLine(2 * long.Parse(Console.ReadLine()));\n    }\n}\n",
    ),
    ("Rscript", "R", "cat(2 * as.integer(readLines('stdin', 1)), '\\n')\n"),
    ("fpc", "pas", "var n: longint;\nbegin\n  readln(n);\n  writeln(2 * n);\nend.\n"),
    ("perl", "pl", "#!/usr/bin/perl\nprint 2 * <STDIN>, \"\\n\";\n"),
    ("ruby", "rb", "puts 2 * gets.to_i\n"),
    ("php", "php", "<?php fscanf(STDIN, '%d', $n); echo 2 * $n, \"\\n\";\n"),
];

#[test]
fn programs_run_in_the_languages_that_are_installed() {
    let folder = package(OLD);
    without_submissions(&folder);
    let mut count = 0;
    for (needs, extension, text) in DOUBLING {
        if Command::new(needs).arg("--version").output().is_err() {
            skip(
                "programs_run_in_the_languages_that_are_installed",
                &format!("there is no {needs}"),
            );
            continue;
        }
        folder.write(format!("twice/submissions/accepted/twice.{extension}"), text);
        count += 1;
    }
    if count > 0 {
        judge(&folder).ends_with(0).says(&format!("{count} of {count} as expected."));
    }
}

#[test]
fn entries_that_are_no_programs_are_passed_over() {
    let folder = package(NEW);
    for name in ["README.md", "old.py.disabled", "folder.disabled/a.py", "notes/.gitkeep"] {
        folder.write(format!("twice/submissions/accepted/{name}"), TWICE);
    }
    let run = judge(&folder).ends_with(0).says("2 of 2 as expected.");
    run.says("4 entries next to the programs skipped, such as accepted/README.md");
    // A program in an unknown language is not judged; all others are.
    folder.write("twice/submissions/accepted/twice.unknown", TWICE);
    let run = judge(&folder).ends_with(3).says("2 of 2 as expected, 1 not judged.");
    run.says("not a program in a known language; accepted extensions are .c, .cpp, .rs, .py,");
    // Nor is one whose compiler is missing.
    fs::remove_file(folder.path("twice/submissions/accepted/twice.unknown")).unwrap();
    let language = "name = 'exotic'\ntitle = 'Exotic'\nendings = ['exo']\n\
        run = ['no-such-interpreter|nor-this', '{main}']\n";
    folder.write("referee.toml", format!("format = 1\n[[language]]\n{language}"));
    folder.write("twice/submissions/accepted/twice.exo", TWICE);
    let run = judge(&folder).ends_with(3).says("2 of 2 as expected, 1 not judged.");
    run.says("`no-such-interpreter` or `nor-this` is not installed, which Exotic needs");
    let allowed = ["judge", "--record", "off", "twice", "--missing-compilers", "skip"];
    folder.referee(&allowed).ends_with(0).says("no-such-interpreter or nor-this");
}

#[test]
fn python_2_is_told_from_python_3() {
    let is_there = |name: &&str| {
        Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success())
    };
    if ["pypy2", "pypy", "python2"].iter().any(is_there) {
        return skip("python_2_is_told_from_python_3", "Python 2 is installed");
    }
    let old = "#!/usr/bin/env python2\nprint 2 * int(raw_input())\n";
    let folder = package(OLD);
    without_submissions(&folder);
    folder.write("twice/submissions/accepted/shebang.py", old);
    folder.write("twice/submissions/accepted/extension.py2", old);
    folder.write("twice/submissions/accepted/twice.py", format!("#!/usr/bin/env python3\n{TWICE}"));
    let missing = "`python2` or `pypy2` or `pypy` is not installed, which Python 2 needs";
    judge(&folder).ends_with(3).says("1 of 1 as expected, 2 not judged.").says(missing);
    folder.write("twice/input_validators/old.py", old);
    folder
        .referee(&["validate", "twice"])
        .ends_with(3)
        .says("input_validators/old.py")
        .says(missing);
}

/// Writes a program as a folder whose script `build` creates the script `run`.
fn built(folder: &Folder, path: &str, run: &str) {
    folder.write(format!("twice/{path}/build"), "#!/bin/sh\nmv script run\n");
    folder.write(format!("twice/{path}/script"), format!("#!/bin/sh\n{run}\n"));
}

const DIGITS: &str = "read n; case $n in *[!0-9]*) exit 43;; esac; exit 42";

#[test]
fn validators_and_graders_are_built_by_their_scripts() {
    let folder = package(&format!("{OLD}type: scoring\nvalidation: custom\n"));
    built(&folder, "input_validators/digits", DIGITS);
    let equal = "read said; read right < \"$2\"; [ \"$said\" = \"$right\" ] && exit 42; exit 43";
    built(&folder, "output_validators/equal", equal);
    let all = "while read verdict score; do [ $verdict = AC ] || wrong=1; done\n\
        [ -z \"$wrong\" ] && echo AC 7 || echo WA 0";
    built(&folder, "graders/all", all);
    folder.write("twice/data/testdata.yaml", "on_reject: continue\ngrader_flags: sum\n");
    folder.write("twice/data/secret/testdata.yaml", "grading: custom\n");
    folder.referee(&["validate", "twice"]).ends_with(0).says("0 errors, 0 warnings");
    let run =
        folder.referee(&["judge", "--record", "off", "twice", "--report", "jsonl"]).ends_with(0);
    run.says(r#"{"name":"secret","verdict":"AC","score":7.0}"#)
        .says(r#"{"name":"secret","verdict":"WA","score":0.0}"#);
}

#[test]
fn static_validators_and_generators_are_built_by_their_scripts() {
    let folder = package(NEW);
    built(&folder, "input_validators/digits", DIGITS);
    built(&folder, "static_validator/look", "[ -d \"$3\" ] && exit 42");
    folder.write("twice/data/secret/test_group.yaml", "static_validation_score: pass-fail\n");
    built(&folder, "generators/draw", "echo $1");
    folder.write("twice/generators/generators.yaml", "data: {secret: {data: {four: draw 5}}}\n");
    // A disabled submission is not used for answers.
    folder.write("twice/submissions/accepted/answer.disabled/main.py", SAME);
    folder.referee(&["generate", "twice"]).ends_with(0);
    assert_eq!(fs::read_to_string(folder.path("twice/data/secret/four.ans")).unwrap(), "10\n");
    judge(&folder).ends_with(0).says("2 of 2 as expected.");
}
