//! `referee judge` with programs in the installed languages: no verdict depends on the name of a
//! file, its encoding, the files beside it, or the locale of the caller.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::process::Command;

use crate::executables::write_executable;
use crate::java::ends;
use crate::support::{ALICE, Folder, REFEREE, Run, skip};

/// A right program for the case of [`hand_ins`]: the extension, the required program, and its
/// source.
const RIGHT: [(&str, &str, &str); 8] = [
    ("c", "cc", "#include <stdio.h>\nint main(void) { puts(\"Alice wins\"); }\n"),
    ("cpp", "c++", "#include <cstdio>\nint main() { std::puts(\"Alice wins\"); }\n"),
    ("rs", "rustc", "fn main() { println!(\"Alice wins\"); }\n"),
    ("py", "python3", "import random, queue\nprint('Alice wins')\n"),
    ("js", "node", "console.log('Alice wins')\n"),
    ("pl", "perl", "use strict;\nprint \"Alice wins\\n\";\n"),
    ("sh", "bash", "echo Alice wins\n"),
    (
        "java",
        "javac",
        "class Main { public static void main(String[] a) { System.out.println(\"Alice wins\"); } }\n",
    ),
];

fn is_installed(program: &str) -> bool {
    let version = if program == "javac" { "-version" } else { "--version" };
    Command::new(program).arg(version).output().is_ok()
}

/// A folder with one case and these files of submissions.
fn hand_ins<T: AsRef<[u8]>>(files: impl IntoIterator<Item = (String, T)>) -> Folder {
    let folder = Folder::new();
    folder.write("cases/problem.toml", "format = 1\nproblem = \"infinity-war\"\n");
    folder.case("1", ALICE, "Alice wins\n");
    for (name, text) in files {
        folder.write(format!("submissions/{name}"), text);
    }
    folder
}

const JUDGE: [&str; 9] =
    ["judge", "cases", "submissions", "--time-limit", "20", "--report", "jsonl", "--record", "off"];

fn judge(folder: &Folder) -> Run {
    folder.referee(&JUDGE)
}

/// Asserts that there are `count` submissions, all accepted.
#[track_caller]
fn all_accepted(run: &Run, count: usize) {
    let ends = ends(run);
    let others: Vec<&String> = ends.iter().filter(|end| !end.contains(" AC ")).collect();
    assert!(others.is_empty() && ends.len() == count, "{others:#?}\n{run}");
}

/// Returns the right programs in the installed languages.
fn right(test: &str) -> Vec<(&'static str, &'static str)> {
    let installed = RIGHT.into_iter().filter(|(_, needs, _)| {
        let is_there = is_installed(needs);
        if !is_there {
            skip(test, &format!("there is no {needs}"));
        }
        is_there
    });
    installed.map(|(extension, _, text)| (extension, text)).collect()
}

#[test]
fn no_verdict_depends_on_a_name() {
    let long = "x".repeat(240);
    let names = [
        "main (1)",
        "a.b",
        "{folder}",
        "{program}{main}",
        "größe",
        "gro\u{308}ße",
        "it's",
        "random",
        "-x",
        "@x",
        "100%",
        "x_test",
        &long,
    ];
    // Slow compilers only get the first names.
    let few = |extension: &str| matches!(extension, "cpp" | "rs" | "java");
    let mut files = Vec::new();
    for (extension, text) in right("no_verdict_depends_on_a_name") {
        let names = names.iter().take(if few(extension) { 3 } else { names.len() });
        files.extend(names.map(|name| (format!("{name}.{extension}"), text)));
        if extension != "c" {
            files.push((format!("upper.{}", extension.to_uppercase()), text));
        }
        files.push((format!("gröber/ein fol'der {{main}}/Main.{extension}"), text));
    }
    let count = files.len();
    // A folder of students, each with one file.
    let files =
        files.into_iter().enumerate().map(|(at, (name, text))| (format!("{at:03}/{name}"), text));
    let folder = hand_ins(files);
    all_accepted(&judge(&folder).ends_with(0), count);
}

#[test]
fn paths_may_have_any_bytes() {
    let programs = right("paths_may_have_any_bytes");
    let programs = programs.iter().filter(|(extension, _)| ["java", "sh"].contains(extension));
    let files: Vec<_> = programs.map(|(end, text)| (format!("main-{end}.{end}"), *text)).collect();
    let count = files.len();
    let folder = hand_ins(files);
    let odd = folder.path(OsStr::from_bytes(b"a:b \xff"));
    std::fs::create_dir_all(odd.join("temporary")).unwrap();
    for name in ["cases", "submissions"] {
        std::fs::rename(folder.path(name), odd.join(name)).unwrap();
    }
    for isolation in ["auto", "off"] {
        let mut command = folder.command(REFEREE);
        command.arg(JUDGE[0]).arg(odd.join(JUDGE[1])).arg(odd.join(JUDGE[2])).args(&JUDGE[3..]);
        command.args(["--isolation", isolation]).env("TMPDIR", odd.join("temporary"));
        all_accepted(&folder.run_of(&command.output().unwrap()).ends_with(0), count);
    }
}

#[test]
fn every_program_gets_a_locale_in_utf_8_whatever_that_of_the_caller_is() {
    let programs = [
        ("sh", "bash", "x=Größe\n[ ${#x} = 5 ] && echo Alice wins\n"),
        (
            "py",
            "python3",
            "import sys, locale\nok = sys.getfilesystemencoding() == locale.getpreferredencoding().lower().replace('_', '-') == 'utf-8'\nprint('Alice wins' if ok else locale.getpreferredencoding())\n",
        ),
        (
            "pl",
            "perl",
            "use strict;\nuse POSIX qw(setlocale LC_ALL);\nprint setlocale(LC_ALL, '') =~ /UTF-8/ ? \"Alice wins\\n\" : \"no\\n\";\n",
        ),
        (
            "c",
            "cc",
            "#include <locale.h>\n#include <stdio.h>\n#include <stdlib.h>\nint main(void) { setlocale(LC_ALL, \"\"); puts(mbstowcs(NULL, \"Gr\\303\\266\\303\\237e\", 0) == 5 ? \"Alice wins\" : \"no\"); }\n",
        ),
    ];
    let programs: Vec<_> =
        programs.into_iter().filter(|(_, needs, _)| is_installed(needs)).collect();
    let folder =
        hand_ins(programs.iter().map(|(extension, _, text)| (format!("größe.{extension}"), text)));
    for locale in ["", "C", "de_DE.ISO-8859-1", "no such locale"] {
        let mut command = folder.command(REFEREE);
        command.args(JUDGE).env("LANG", locale).env("LC_ALL", locale);
        let run = folder.run_of(&command.output().unwrap());
        all_accepted(&run.ends_with(0), programs.len());
    }
}

#[test]
fn the_heap_of_javascript_is_bounded_by_the_memory_limit_on_every_machine() {
    if !is_installed("node") {
        return skip("the_heap_of_javascript_is_bounded", "there is no node");
    }
    let text = "const most = require('v8').getHeapStatistics().heap_size_limit / 1048576;\n\
        console.log(most >= 300 && most < 400 ? 'Alice wins' : most);\n";
    let folder = hand_ins([("main.js".to_string(), text)]);
    all_accepted(&folder.referee(&[&JUDGE[..], &["--memory", "300"]].concat()).ends_with(0), 1);
}

#[test]
fn byte_order_marks_and_line_ends_of_windows_are_no_fault() {
    let test = "byte_order_marks_and_line_ends_of_windows_are_no_fault";
    let mut files = Vec::new();
    // A shell takes a carriage return as part of the last word.
    for (extension, text) in right(test).into_iter().filter(|(extension, _)| *extension != "sh") {
        let text = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        files.push((format!("{extension}.{extension}"), text));
    }
    let count = files.len();
    all_accepted(&judge(&hand_ins(files)).ends_with(0), count);
}

#[test]
fn what_is_no_text_is_one_error_of_the_compiler() {
    if !is_installed("python3") {
        return skip("what_is_no_text_is_one_error_of_the_compiler", "there is no python3");
    }
    let folder = hand_ins([
        ("größe.py".to_string(), &b"print('Alice wins')\nx = 1\n# gr\xf6\xdfer\n"[..]),
        ("named.py".to_string(), b"# coding: cp1252\nprint('Alice wins') # gr\xf6\xdfer\n"),
        ("zero.py".to_string(), b"print('Alice wins')\n\0\n"),
    ]);
    let ends = ends(&judge(&folder));
    assert!(
        ends[0].starts_with("größe.py CE SyntaxError: ") && ends[0].contains("(./größe.py)"),
        "{ends:#?}"
    );
    assert!(ends[1].starts_with("named.py AC "), "{ends:#?}");
    assert!(ends[2].starts_with("zero.py CE ") && ends[2].contains("null byte"), "{ends:#?}");
}

#[test]
fn no_file_beside_a_program_chooses_its_compiler() {
    let test = "no_file_beside_a_program_chooses_its_compiler";
    if !is_installed("rustc") {
        return skip(test, "there is no rustc");
    }
    let folder = hand_ins(
        [
            ("file/main.rs", RIGHT[2].2),
            ("file/rust-toolchain", "nightly\n"),
            ("table/main.rs", RIGHT[2].2),
            ("table/rust-toolchain.toml", "[toolchain]\nchannel = \"1.2.3\"\n"),
            ("table/.cargo/config.toml", "[build]\nrustc = \"/bin/false\"\n"),
            (
                "unstable/main.rs",
                "#![feature(never_type)]\nfn main() { println!(\"Alice wins\"); }\n",
            ),
            ("unstable/rust-toolchain", "nightly\n"),
        ]
        .map(|(name, text)| (name.to_string(), text)),
    );
    let ends = ends(&judge(&folder));
    assert!(ends[0].contains(" AC ") && ends[1].contains(" AC "), "{ends:#?}");
    assert!(ends[2].contains(" CE ") && ends[2].contains("E0554"), "{ends:#?}");
}

#[test]
fn a_proxy_that_cannot_say_what_it_stands_for_is_passed_over() {
    if !is_installed("node") {
        return skip("a_proxy_that_cannot_say_what_it_stands_for", "there is no node");
    }
    let folder = hand_ins([("main.js".to_string(), RIGHT[4].2)]);
    // A version manager that finds none of its versions in a sandbox.
    std::fs::create_dir(folder.path("bin")).unwrap();
    write_executable(&folder.path("bin/node"), "#!/bin/sh\necho no version >&2\nexit 1\n");
    folder.shell("chmod -R a+rx .").ends_with(0);
    let path = std::env::var_os("PATH").unwrap();
    let path = [folder.path("bin")].into_iter().chain(std::env::split_paths(&path));
    let mut command = folder.command(REFEREE);
    command.args(JUDGE).env("PATH", std::env::join_paths(path).unwrap());
    let run = folder.run_of(&command.output().unwrap()).ends_with(0);
    all_accepted(&run, 1);
    run.says("it does not print its path");
}

#[test]
fn no_file_beside_a_program_sets_options_of_its_tools() {
    let test = "no_file_beside_a_program_sets_options_of_its_tools";
    let settings = [
        (".python-version", "2.7.18\n"),
        (".nvmrc", "0.10\n"),
        (".node-version", "0.10\n"),
        (".java-version", "1.4\n"),
        (".tool-versions", "python 2.7.18\nnodejs 0.10.0\n"),
        (".npmrc", "node-options=--no-such-option\n"),
        (".mvn/jvm.config", "-Xmx1k\n"),
        (".jvmopts", "-Xmx1k\n"),
        ("JDK_JAVA_OPTIONS", "-Xmx1k\n"),
        ("@argfiles", "-Xmx1k\n"),
        ("sitecustomize.py", "print('site')\n"),
        ("usercustomize.py", "print('user')\n"),
        ("extra.pth", "import sys; print('path')\n"),
        ("lib/pyvenv.cfg", "home = /nowhere\n"),
        ("node.config.json", "{\"nodeOptions\": {\"no-such-option\": true}}\n"),
        ("tsconfig.json", "{\"compilerOptions\": {\"noEmit\": true}}\n"),
        (".clang", "-Dmain=none\n"),
        ("specs", "*cc1:\n-Dmain=none\n"),
        ("compile_flags.txt", "-Dmain=none\n"),
        (
            "Directory.Build.props",
            "<Project><PropertyGroup><LangVersion>1</LangVersion></PropertyGroup></Project>\n",
        ),
        ("go.mod", "module x\ntoolchain go99\n"),
    ];
    let mut files = Vec::new();
    let programs = right(test);
    for (extension, text) in &programs {
        files.push((format!("{extension}/main.{extension}"), *text));
        // Beside a program in another language they would be separate programs.
        let is_meant = |name: &str| *extension == "py" || !name.ends_with(".py");
        let settings = settings.into_iter().filter(|(name, _)| is_meant(name));
        files.extend(settings.map(|(name, text)| (format!("{extension}/{name}"), text)));
    }
    all_accepted(&judge(&hand_ins(files)).ends_with(0), programs.len());
}

/// Submissions of several files, each a right program: its folder, the required program, and its
/// files.
type HandIn = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

const SEVERAL: &[HandIn] = &[
    (
        "includes-a-source",
        "c++",
        &[
            (
                "main.cpp",
                "#include <iostream>\n#include \"solve.cpp\"\nint main() { std::cout << winner(); }\n",
            ),
            ("solve.cpp", "const char *winner() { return \"Alice wins\\n\"; }\n"),
        ],
    ),
    (
        "include-folder",
        "c++",
        &[
            ("CMakeLists.txt", "include_directories(include)\n"),
            ("include/winner.h", "const char *winner();\n"),
            ("include/war/more.h", "#include \"war/most.h\"\n"),
            ("include/war/most.h", "#include <search.h>\n#include <cstdio>\n"),
            ("include/search.h", "#error the one of the system is meant\n"),
            (
                "src/main.cpp",
                "#include \"winner.h\"\n#include <war/more.h>\nint main() { std::puts(winner()); }\n",
            ),
            (
                "src/winner.cpp",
                "#include \"../include/winner.h\"\nconst char *winner() { return \"Alice wins\"; }\n",
            ),
        ],
    ),
    (
        "tests-in-cpp",
        "c++",
        &[
            (
                "main.cpp",
                "#include <cstdio>\n#include \"winner.h\"\nint main() { std::puts(winner()); }\n",
            ),
            ("winner.h", "const char *winner();\n"),
            (
                "winner.cpp",
                "#include \"winner.h\"\nconst char *winner() { return \"Alice wins\"; }\n",
            ),
            (
                "test/winner_test.cpp",
                "#include <gtest/gtest.h>\n#include \"../winner.cpp\"\nTEST(A, B) {}\n",
            ),
        ],
    ),
    (
        "own-check",
        "cc",
        &[
            (
                "main.c",
                "#include <stdio.h>\n#include \"check.h\"\nint main(void) { puts(check(3) ? \"Alice wins\" : \"no\"); return 0; }\n",
            ),
            ("check.h", "int check(int n);\n"),
            ("check.c", "#include \"check.h\"\nint check(int n) { return n == 3; }\n"),
        ],
    ),
    (
        "mentions-of-tests-in-cpp",
        "c++",
        &[
            (
                "main.cpp",
                "#ifdef TESTS\n#include <doctest/doctest.h>\n#endif\n#include <cstdio>\n#include \"winner.h\"\nint main() { std::puts(winner()); }\n",
            ),
            ("winner.h", "const char *winner();\n"),
            (
                "winner.cpp",
                "// #include <gtest/gtest.h>\n#include \"winner.h\"\nconst char *winner() { return \"Alice wins\"; }\n",
            ),
        ],
    ),
    (
        "c-in-cpp",
        "c++",
        &[
            (
                "main.cpp",
                "#include <cstdio>\nextern \"C\" const char *winner(void);\nint main() { std::puts(winner()); }\n",
            ),
            (
                "winner.c",
                "#include <stdlib.h>\n#include <string.h>\nconst char *winner(void) {\n    char *class = malloc(11);\n    return strcpy(class, \"Alice wins\");\n}\n",
            ),
        ],
    ),
    (
        "cpp-in-c",
        "c++",
        &[
            (
                "main.c",
                "#include <stdio.h>\nconst char *winner(void);\nint main(void) { char *new = 0; puts(new ? new : winner()); }\n",
            ),
            (
                "winner.cpp",
                "#include <string>\nextern \"C\" const char *winner() { static std::string s = \"Alice wins\"; return s.c_str(); }\n",
            ),
        ],
    ),
    (
        "maven",
        "javac",
        &[
            ("pom.xml", "<project/>\n"),
            (
                "src/main/java/war/Main.java",
                "package war;\npublic class Main { public static void main(String[] a) { System.out.println(Winner.name()); } }\n",
            ),
            (
                "src/main/java/war/Winner.java",
                "package war;\nclass Winner { static String name() { return \"Alice wins\"; } }\n",
            ),
            (
                "src/test/java/war/Helper.java",
                "package war;\nclass Helper extends WinnerTest { }\n",
            ),
            (
                "src/test/java/war/WinnerTest.java",
                "package war;\nimport org.junit.jupiter.api.Test;\nclass WinnerTest { @Test void name() { } }\n",
            ),
        ],
    ),
    (
        "junit",
        "javac",
        &[
            (
                "Main.java",
                "public class Main { public static void main(String[] a) { System.out.println(\"Alice wins\"); } }\n",
            ),
            ("module-info.java", "module war {\n    requires org.junit.jupiter.api;\n}\n"),
            (
                "MainTest.java",
                "import static org.junit.Assert.assertEquals;\npublic class MainTest { }\n",
            ),
        ],
    ),
    (
        "cargo",
        "rustc",
        &[
            (
                "Cargo.toml",
                "[package]\nname = \"my-war\"\nversion = \"0.1.0\"\nedition = \"2021\"\n",
            ),
            ("src/lib.rs", "mod winner;\npub fn gen() -> String { winner::winner() }\n"),
            ("src/main.rs", "use my_war::gen;\nfn main() { println!(\"{}\", gen()); }\n"),
            ("src/winner.rs", "pub fn winner() -> String { \"Alice wins\".into() }\n"),
            ("tests/winner.rs", "#[test]\nfn winner() { assert_eq!(my_war::gen(), \"\"); }\n"),
        ],
    ),
    (
        "module",
        "go",
        &[
            ("war/go.mod", "module example.com/war // ours\n\ngo 1.99\n\ntoolchain go1.99.1\n"),
            (
                "war/cmd/main.go",
                "package main\n\nimport (\n\t\"example.com/war/internal/winner\"\n\t\"fmt\"\n)\n\nfunc main() { fmt.Println(winner.Name() + end()) }\n",
            ),
            ("war/cmd/end.go", "package main\n\nfunc end() string { return \" wins\" }\n"),
            (
                "war/internal/winner/winner.go",
                "package winner\n\nfunc Name() string { return \"Alice\" }\n",
            ),
        ],
    ),
    (
        "package",
        "python3",
        &[
            ("war/__init__.py", ""),
            (
                "war/__main__.py",
                "from .winner import winner\nfrom war.winner import winner as again\nif __name__ == '__main__':\n    print(winner())\n",
            ),
            ("war/winner.py", "def winner():\n    return 'Alice wins'\n"),
        ],
    ),
    (
        "package_itself",
        "python3",
        &[
            (
                "__main__.py",
                "from .winner import winner\nfrom package_itself import winner as again\nprint(winner())\n",
            ),
            ("winner.py", "def winner():\n    return 'Alice wins'\n"),
        ],
    ),
    (
        "root-of-a-project",
        "python3",
        &[
            ("src/main.py", "import name\nfrom src.wins import wins\nprint(wins(name.NAME))\n"),
            ("src/name.py", "NAME = 'Alice'\n"),
            ("src/wins.py", "def wins(name):\n    return name + ' wins'\n"),
        ],
    ),
    (
        "src",
        "python3",
        &[
            ("main.py", "import name\nfrom src.wins import wins\nprint(wins(name.NAME))\n"),
            ("name.py", "NAME = 'Alice'\n"),
            ("wins.py", "def wins(name):\n    return name + ' wins'\n"),
        ],
    ),
    (
        "folder-of-the-usual-name",
        "cc",
        &[
            ("README.md", "The program is in `program`.\n"),
            (
                "program/main.c",
                "#include <stdio.h>\nint main(void) { puts(\"Alice wins\"); return 0; }\n",
            ),
        ],
    ),
    (
        "old-version",
        "python3",
        &[
            ("main.py", "import helper\nprint(helper.winner())\n"),
            ("helper.py", "def winner():\n    return 'Alice wins'\n"),
            ("old.py", "print 'Bob wins'\n"),
        ],
    ),
    (
        "sourced",
        "bash",
        &[("main.sh", ". ./winner.sh\nwinner\n"), ("winner.sh", "winner() { echo Alice wins; }\n")],
    ),
    (
        "required",
        "perl",
        &[
            ("main.pl", "use strict;\nuse lib '.';\nuse Winner;\nprint Winner::name();\n"),
            ("Winner.pm", "package Winner;\nsub name { return \"Alice wins\\n\"; }\n1;\n"),
        ],
    ),
    (
        "required-from-its-folder",
        "perl",
        &[
            ("src/main.pl", "use strict;\nuse lib './lib';\nuse Winner;\nprint Winner::name();\n"),
            ("src/lib/Winner.pm", "package Winner;\nsub name { return \"Alice wins\\n\"; }\n1;\n"),
        ],
    ),
    (
        "required-in-lua",
        "luac",
        &[
            ("src/main.lua", "print((require('winner')))\n"),
            ("src/winner.lua", "return 'Alice wins'\n"),
        ],
    ),
    (
        "required-by-two-names",
        "php",
        &[
            (
                "main.php",
                "<?php\nrequire_once 'winner.php';\nrequire_once __DIR__ . '/winner.php';\necho winner();\n",
            ),
            ("winner.php", "<?php\nfunction winner() { return \"Alice wins\\n\"; }\n"),
        ],
    ),
    (
        "executed",
        "python3",
        &[
            ("src/main.py", "exec(open('winner.py').read())\nprint(winner())\n"),
            ("src/winner.py", "def winner():\n    return 'Alice wins'\n"),
        ],
    ),
    (
        "found-by-a-path",
        "python3",
        &[
            (
                "src/main.py",
                "import sys\nsys.path.append('lib')\nimport winner\nprint(winner.winner())\n",
            ),
            ("src/lib/winner.py", "def winner():\n    return 'Alice wins'\n"),
        ],
    ),
    (
        "worker",
        "node",
        &[
            (
                "main.js",
                "const { Worker } = require('worker_threads');\nnew Worker('./winner.js').on('message', name => console.log(name));\n",
            ),
            ("winner.js", "require('worker_threads').parentPort.postMessage('Alice wins');\n"),
        ],
    ),
    (
        "resource",
        "javac",
        &[
            (
                "src/main/java/war/Main.java",
                "package war;\npublic class Main { public static void main(String[] a) { System.out.println(new java.util.Scanner(Main.class.getResourceAsStream(\"/winner.txt\")).nextLine()); } }\n",
            ),
            ("src/main/resources/winner.txt", "Alice wins\n"),
        ],
    ),
    (
        "data",
        "python3",
        &[
            ("data/größe.txt", "Alice "),
            (
                "main.py",
                "import os\nprint(open('data/größe.txt').read() + open('./rest.txt').read())\nopen('rest.txt', 'w').write('none')\n",
            ),
            ("rest.txt", "wins"),
        ],
    ),
    (
        "data-called-like-headers",
        "c++",
        &[
            (
                "main.cpp",
                "#include <fstream>\n#include <iostream>\nint main() { std::cout << std::ifstream(\"alice.inc\").rdbuf() << std::ifstream(\"data/wins.def\").rdbuf(); }\n",
            ),
            ("alice.inc", "Alice "),
            ("data/wins.def", "wins\n"),
        ],
    ),
    (
        "data-beside-main",
        "python3",
        &[
            ("README.md", "Run `python3 src/main.py`.\n"),
            (
                "src/main.py",
                "print(open('alice.txt').read() + open('src/data/wins.txt').read() + open('data/wins.txt').read()[4:])\n",
            ),
            ("src/alice.txt", "Alice "),
            ("src/data/wins.txt", "wins"),
        ],
    ),
];

#[test]
fn what_belongs_to_a_program_is_compiled_with_it_and_nothing_else() {
    let test = "what_belongs_to_a_program_is_compiled_with_it_and_nothing_else";
    let mut several: Vec<HandIn> = SEVERAL.to_vec();
    if cfg!(target_arch = "x86_64") {
        several.push(("assembler", "cc", &[
            ("main.c", "#include <stdio.h>\nint seven(void);\nint main(void) { puts(seven() == 7 ? \"Alice wins\" : \"no\"); }\n"),
            ("main.s", "    .globl main\nmain:\n    ret\n"),
            ("seven.S", "#define SEVEN $7\n    .globl seven\nseven:\n    movl SEVEN, %eax\n    ret\n"),
        ]));
    }
    several.retain(|(_, needs, _)| {
        let is_there = is_installed(needs);
        if !is_there {
            skip(test, &format!("there is no {needs}"));
        }
        is_there
    });
    let files = several.iter().flat_map(|(name, _, files)| {
        files.iter().map(move |(file, text)| (format!("{name}/{file}"), *text))
    });
    let run = judge(&hand_ins(files));
    all_accepted(&run.ends_with(0), several.len());
}

#[test]
fn what_compilers_have_left_behind_is_a_note_and_no_error() {
    let test = "what_compilers_have_left_behind_is_a_note_and_no_error";
    let programs = right(test);
    let files = programs.iter().flat_map(|(extension, text)| {
        let at = |name: &str| format!("accepted/{extension}/{name}");
        [
            (at(&format!("main.{extension}")), text.as_bytes()),
            (at("main"), b"\x7fELF\x02\x01\x01"),
            (at("main.exe"), b"MZ\x90\x00"),
            (at("main.o"), b"\x7fELF\x02\x01\x01"),
            (at("Main.class"), b"\xca\xfe\xba\xbe"),
        ]
    });
    let folder = hand_ins(files.chain([
        ("accepted/main.exe".to_string(), &b"MZ\x90\x00"[..]),
        ("accepted/only/Main.class".to_string(), b"\xca\xfe\xba\xbe"),
    ]));
    // What was judged once is kept: that is all of `JUDGE` but its last two words.
    let kept = &JUDGE[..JUDGE.len() - 2];
    for strictness in [&[][..], &["--missing-compilers", "skip"], &["--missing-compilers", "fail"]]
    {
        let run = folder.referee(&[kept, strictness].concat()).ends_with(0);
        all_accepted(&run, programs.len());
        assert!(run.stderr.contains("next to the programs skipped, such as "), "{run}");
    }
}

/// Programs with constants that the compiler evaluates without end, in time or in memory.
const ENDLESS: [(&str, &str, &str); 2] = [
    (
        "time.rs",
        "#![allow(long_running_const_eval)]\nconst fn count() -> u8 { loop {} }\n\
         const NUMBER: u8 = count();\nfn main() { println!(\"{NUMBER}\"); }\n",
        "the compiler takes more than 3 s",
    ),
    (
        "memory.rs",
        "static MANY: [u64; 1 << 28] = [7; 1 << 28];\n\
         fn main() { println!(\"{}\", MANY[std::env::args().count()]); }\n",
        "the compiler takes more than 300 MiB",
    ),
];

#[test]
fn constants_that_take_the_compiler_too_much_are_a_compile_error_that_names_the_limit() {
    if !is_installed("rustc") {
        return skip("constants_that_take_the_compiler_too_much", "there is no rustc");
    }
    let limits = "limits: {compilation_time: 3, compilation_memory: 300}\n";
    let folder = crate::packages::package(&format!("{}{limits}", crate::packages::NEW));
    for (name, text, said) in ENDLESS {
        folder.write(format!("hand-ins/{name}"), text);
        let program = format!("hand-ins/{name}");
        let run =
            folder.referee(&["judge", "twice", &program, "--record", "off", "--report", "jsonl"]);
        assert_eq!(ends(&run), [format!("{name} CE {said}")], "{run}");
    }
}

#[test]
fn python_is_cpython_where_there_are_both() {
    if !["python3", "pypy3"].into_iter().all(is_installed) {
        return skip("python_is_cpython_where_there_are_both", "there are not both");
    }
    let text =
        "import sys\nprint('Alice wins' if sys.implementation.name == 'cpython' else 'no')\n";
    all_accepted(&judge(&hand_ins([("größe.py".to_string(), text)])).ends_with(0), 1);
}

#[test]
fn pypy_reads_names_and_texts_in_unicode() {
    let test = "pypy_reads_names_and_texts_in_unicode";
    if !is_installed("pypy3") {
        return skip(test, "there is no pypy3");
    }
    let text = "import sys\nfrom straße import winner\nassert len('Größe') == 5\n\
        print(winner() if sys.implementation.name == 'pypy' else 'no')\n";
    let folder = hand_ins([
        ("größe/löse.py".to_string(), text),
        ("größe/straße.py".to_string(), "def winner():\n    return 'Alice wins'\n"),
    ]);
    folder.write(
        "pypy.toml",
        "format = 1\n[[language]]\nname = 'python'\nrun = ['pypy3', '{main}']\n\
         compile = ['pypy3', '-I', '-m', 'py_compile', '{sources}']\n",
    );
    let run = folder.referee(&[&JUDGE[..], &["--languages", "pypy.toml"]].concat());
    all_accepted(&run.ends_with(0), 1);
}

/// Right programs in further languages, with settings of their own tools beside them.
const FURTHER: [(&str, &[(&str, &str)]); 2] = [
    (
        "ghc",
        &[
            (
                "größe (1).hs",
                "import qualified Data.Map as Map\nmain :: IO ()\nmain = putStrLn (Map.findWithDefault \"\" 1 (Map.fromList [(1, \"Alice wins\")]))\n",
            ),
            (".ghci", ":set -Wall -Werror\n"),
            (".ghc.environment.x86_64-linux-9.0.2", "clear-package-db\npackage-id none\n"),
            ("cabal.project", "packages: none\n"),
        ],
    ),
    (
        "go",
        &[
            (
                "größe (1).go",
                "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(\"Alice wins\") }\n",
            ),
            ("go.mod", "module war\n\ngo 1.99\n\ntoolchain go1.99.1\n"),
            ("go.work", "go 1.99\nuse ./none\n"),
            (".go-version", "1.2\n"),
        ],
    ),
];

#[test]
fn no_file_sets_options_of_the_tools_of_further_languages() {
    let test = "no_file_sets_options_of_the_tools_of_further_languages";
    for (tool, files) in FURTHER {
        // `go --version` is an error, but still shows that Go is installed.
        if !is_installed(tool) {
            skip(test, &format!("there is no {tool}"));
            continue;
        }
        let files = files.iter().map(|(name, text)| (format!("hand-in/{name}"), *text));
        all_accepted(&judge(&hand_ins(files)).ends_with(0), 1);
    }
}

#[test]
fn a_program_in_a_language_that_shares_its_extension_may_have_any_name() {
    if !is_installed("perl") {
        return skip("a_program_in_a_language_that_shares_its_extension", "there is no Perl");
    }
    let right = "use strict;\nopen(my $in, '<', 'data.txt') or die;\nprint <$in>;\n";
    let files = [
        ("ann/solution.pl", right),
        ("ann/data.txt", "Alice wins\n"),
        ("bob/src/solution.pl", right),
        ("bob/data.txt", "Alice wins\n"),
    ];
    let folder = hand_ins(files.map(|(name, text)| (name.to_string(), text)));
    all_accepted(&judge(&folder), 2);
}
