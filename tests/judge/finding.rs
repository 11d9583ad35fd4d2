//! Finds submissions in all the ways in which people store them.

use std::fs;

use referee_intake::finding;
use referee_intake::submission::{FindOptions, FoundSubmissions, Grouping};
use referee_programs::{FilePattern, MainRules};

use crate::mock::{Folder, languages};

/// Returns the submissions in short, one per line: `name: expected result: main of files`, then
/// `name! reason`.
fn short(found: &FoundSubmissions) -> Vec<String> {
    let submissions = found.submissions.iter().map(|submission| {
        let expected = submission.expected.as_ref().map_or("-".into(), |expected| expected.words());
        let (name, main) = (&submission.name, &submission.source.main);
        format!("{name}: {expected}: {main} of {}", submission.source.files.join(" "))
    });
    let others = found.others.iter().map(|(name, fault)| format!("{name}! {}", fault.message));
    submissions.chain(others).collect()
}

#[test]
fn what_a_path_means_follows_from_what_lies_there() {
    let folder = Folder::new();
    for below in [
        "single/ann.mock",
        "several/main.mock",
        "several/more/part.mock",
        "several/data.text",
        "package/accepted/ann.mock",
        "package/accepted/bob/bob.mock",
        "package/wrong_answer/cid/src/main.mock",
        "package/submissions/eve.mock",
        "submissions/ann.mock",
        "submissions/bob/x.mock",
        "submissions/bob/y.mock",
        "students/ann/a.mock",
        "students/bob/a.mock",
        "students/bob/bob.mock",
        "students/cid/first/a.mock",
        "students/cid/second/a.mock",
    ] {
        folder.write(below, "right");
    }
    folder.write("several/main.mock", "right more/part.mock");
    folder.write("submissions/bob/x.mock", "right y.mock");
    let bob = "accepted/bob: accepted: bob.mock of bob.mock";
    let ann = "accepted/ann.mock: accepted: ann.mock of ann.mock";
    let cid = "wrong_answer/cid: wrong answer: src/main.mock of src/main.mock";
    for (path, expected) in [
        ("single/ann.mock", &["ann.mock: -: ann.mock of ann.mock"] as &[&str]),
        ("single", &["single: -: ann.mock of ann.mock"]),
        ("several", &["several: -: main.mock of data.text main.mock more/part.mock"]),
        ("package", &[ann, bob, "submissions/eve.mock: -: eve.mock of eve.mock", cid]),
        ("package/accepted", &[ann, bob]),
        ("package/accepted/ann.mock", &[ann]),
        ("package/accepted/bob", &[bob]),
        ("package/wrong_answer", &[cid]),
        ("submissions", &["ann.mock: -: ann.mock of ann.mock", "bob: -: x.mock of x.mock y.mock"]),
        (
            "students",
            &[
                "ann: -: a.mock of a.mock",
                "bob: -: bob.mock of a.mock bob.mock",
                "cid/first: -: a.mock of a.mock",
                "cid/second: -: a.mock of a.mock",
            ],
        ),
    ] {
        assert_eq!(short(&folder.find(path)), expected, "{path}");
    }
}

#[test]
fn the_main_file_is_found_by_its_name() {
    for (files, main) in [
        (&["a.mock", "sub/Main.mock", "team.mock"] as &[&str], "sub/Main.mock"),
        (&["a.mock", "__main__.mock", "team.mock"], "__main__.mock"),
        (&["a.mock", "Team.mock"], "Team.mock"),
        (&["a.text", "main.text", "z.mock"], "z.mock"),
        // The language of most files counts.
        (&["main.mock", "a.built", "team.built"], "team.built"),
        // With equally many files of each, the language of the main file counts.
        (&["main.mock", "a.built"], "main.mock"),
        (&["a.mock", "main.built"], "main.built"),
        (&["a.mock", "__MACOSX/b.built", "__pycache__/c.built", "d.text"], "a.mock"),
    ] {
        // Beside another submission, the folder is one submission.
        let folder = Folder::with(&[("other.mock", "right")]);
        files.iter().for_each(|file| folder.write(&format!("submissions/team/{file}"), "right"));
        let found = folder.find("submissions");
        assert_eq!(found.submissions[1].source.main, main, "{files:?}");
    }
}

#[test]
fn several_programs_side_by_side_are_never_one_in_silence() {
    let main = "int main() {}";
    for files in [
        &[("ann.py", "print(1)"), ("bob.py", "print(2)"), ("cid.py", "")][..],
        &[("ann.py", "print(1)"), ("main.py", "print(2)")],
        &[("ann.cpp", main), ("bob.cpp", main)],
        &[("ann.cpp", main), ("bob.py", ""), ("cid.rs", "fn main() {}")],
        &[("Ann.java", "void main(String a)"), ("Bob.java", "void main(String a)")],
        &[("ann.py", ""), ("bob/main.py", "")],
        &[("notes.text", ""), ("ann/main.py", ""), ("bob/main.py", "")],
        &[("ann.mock", "right"), ("bob.mock", "right")],
        &[("ann.mock", "right"), ("bob.zip", "")],
        // In a folder within a folder, as in archives.
        &[("all/ann.py", ""), ("all/bob.py", "")],
    ] {
        let folder = Folder::new();
        files.iter().for_each(|(file, text)| folder.write(&format!("flat/{file}"), text));
        let find = |grouping: Grouping| {
            finding::find(&folder.path("flat"), &languages(), &grouping.into())
        };
        let refused = find(Grouping::Unsaid).unwrap_err();
        let start = "there are several programs in it: ";
        assert!(refused.message.starts_with(start), "{files:?}: {}", refused.message);
        let help = "--each file judges each file as a submission, --each folder all of them as one";
        assert_eq!(refused.help.as_deref(), Some(help), "{files:?}");
        let together = find(Grouping::OneProgram).unwrap();
        assert_eq!(together.submissions.len() + together.others.len(), 1, "{files:?}");
        let apart = find(Grouping::EachFile).unwrap();
        assert_eq!(apart.submissions.len() + apart.others.len(), files.len(), "{files:?}");
    }
}

#[test]
fn several_files_of_one_program_are_one_submission() {
    let main = "int main() {}";
    for (files, started) in [
        (&[("ann.py", "import part"), ("part.py", "")][..], "ann.py"),
        (&[("z.py", "from part import f"), ("part.py", "")], "z.py"),
        (&[("b.cpp", main), ("a.cpp", "int f() {}"), ("a.h", "int f();")], "b.cpp"),
        (&[("z.rs", "mod a; fn main() {}"), ("a.rs", "")], "z.rs"),
        (&[("main.py", ""), ("data.text", "")], "main.py"),
    ] {
        let folder = Folder::new();
        files.iter().for_each(|(file, text)| folder.write(&format!("flat/{file}"), text));
        let found = folder.find("flat");
        assert_eq!(found.submissions.len(), 1, "{files:?}");
        assert_eq!(found.submissions[0].source.main, started, "{files:?}");
    }
}

/// Returns which file of a student's folder is started, with its sources; or the message if that is
/// unclear.
fn started(files: &[(&str, &str)]) -> String {
    // Beside a single file, the folder is one submission.
    let folder = Folder::with(&[("ann.mock", "right"), ("bob/notes.text", "")]);
    files.iter().for_each(|(file, text)| folder.write(&format!("submissions/bob/{file}"), text));
    let found = folder.find("submissions");
    match found.submissions.get(1) {
        Some(submission) => {
            let source = &submission.source;
            format!("{} of {}", source.main, source.sources.join(" "))
        }
        None => {
            let message = &found.others[0].1.message;
            let (refused, instead) = message.split_once("; ").unwrap();
            assert!(instead.starts_with("call the program main."), "{message}");
            let unclear = "it is not clear which of its files is started: ";
            refused.strip_prefix(unclear).expect("it is unclear").to_string()
        }
    }
}

#[test]
fn of_several_programs_of_one_student_the_name_tells_which_is_started() {
    let main = "int main() {}";
    for (files, expected) in [
        (&[("main.py", ""), ("old.py", "")][..], "main.py of main.py"),
        (&[("bob.py", ""), ("old.py", "")], "bob.py of bob.py"),
        (
            &[("main.cpp", main), ("old.cpp", "int main() { }"), ("part.cpp", "")],
            "main.cpp of main.cpp part.cpp",
        ),
        (&[("a.py", ""), ("b.py", "")], "a.py, b.py"),
        (&[("a.cpp", main), ("b.cpp", "int main() { }")], "a.cpp, b.cpp"),
        (&[("a.cpp", main), ("b.py", "")], "a.cpp, b.py"),
        // The language of most files counts.
        (&[("a.cpp", main), ("b.cpp", "int f() {}"), ("make.py", "")], "a.cpp of a.cpp b.cpp"),
    ] {
        assert_eq!(started(files), expected, "{files:?}");
    }
}

#[test]
fn a_name_that_two_programs_have_tells_nothing_and_tests_are_not_started() {
    let main = "int main() {}";
    for (files, expected) in [
        // A name that two files share decides nothing, whatever the files contain.
        (&[("v1/main.py", ""), ("v2/main.py", "")][..], "v1/main.py, v2/main.py"),
        (&[("v1/main.py", "# main.py"), ("v2/main.py", "# main.py")], "v1/main.py, v2/main.py"),
        (&[("main.py", ""), ("old/main.py", "")], "main.py, old/main.py"),
        (&[("main.py", ""), ("old/main.py", ""), ("a.py", "")], "main.py, old/main.py"),
        (&[("v1/main.js", ""), ("v2/main.js", "")], "v1/main.js, v2/main.js"),
        (
            &[("v1/main.rs", "fn main() {}"), ("v2/main.rs", "fn main() {}")],
            "v1/main.rs, v2/main.rs",
        ),
        (&[("v1/main.cpp", main), ("v2/main.cpp", main)], "v1/main.cpp, v2/main.cpp"),
        (&[("main.cpp", main), ("main.py", "")], "main.cpp, main.py"),
        (
            &[("v1/A.java", "void main(String a)"), ("v2/A.java", "void main(String b)")],
            "v1/A.java, v2/A.java",
        ),
        // A file that was downloaded twice counts once.
        (&[("sum.py", "print(3)"), ("sum (1).py", "print(3)")], "sum.py of sum.py"),
        (&[("main.py", "print(3)"), ("a.py", "print(3)")], "main.py of main.py"),
        // But one of them may be a part of the other.
        (&[("main.py", "from a import main"), ("a/main.py", "")], "main.py of a/main.py main.py"),
        (&[("main.cpp", main), ("a/main.cpp", "int f() {}")], "main.cpp of a/main.cpp main.cpp"),
        // Tests are neither started nor compiled, unless there is nothing else.
        (&[("sum.py", ""), ("test_sum.py", "import sum")], "sum.py of sum.py"),
        (&[("sum.cpp", main), ("tests/sum.cpp", main)], "sum.cpp of sum.cpp"),
        (
            &[("Sum.java", "void main(String a)"), ("src/test/java/SumTest.java", "@Test")],
            "Sum.java of Sum.java",
        ),
        (&[("test_sum.py", ""), ("more.text", "")], "test_sum.py of test_sum.py"),
        // The compiled files show which class is started.
        (
            &[("A.java", "void main(String a)"), ("B.java", "void main(String b)")],
            "A.java of A.java B.java",
        ),
    ] {
        assert_eq!(started(files), expected, "{files:?}");
    }
}

#[test]
fn settings_of_tools_and_tests_in_another_language_are_not_started() {
    let install = "from setuptools import setup\nsetup(py_modules=['sum'])";
    for (files, expected) in [
        (&[("sum.py", ""), ("setup.py", install)][..], "sum.py of setup.py sum.py"),
        (&[("sum.py", ""), ("setup.py", "import sum")], "setup.py of setup.py sum.py"),
        (&[("sum.py", ""), ("tests.py", "import sum")], "sum.py of sum.py"),
        (&[("sum.js", ""), ("vite.config.js", ""), ("gulpfile.js", "")], "sum.js of sum.js"),
        (&[("sum.py", ""), ("vite.config.js", "export default {}")], "sum.py of sum.py"),
        (
            &[("sum.cpp", "int main() {}"), ("tests/main.cpp", "int main() { }")],
            "sum.cpp of sum.cpp",
        ),
        // They count less than the program, however many and large they are.
        (
            &[("sum.c", "int main() {}"), ("test_sum.py", "import subprocess"), ("tests/a.py", "")],
            "sum.c of sum.c",
        ),
    ] {
        assert_eq!(started(files), expected, "{files:?}");
    }
}

#[test]
fn parts_are_told_from_copies_tests_and_earlier_versions() {
    let main = "int main() {}";
    for (files, expected) in [
        // A part that was downloaded twice counts once.
        (
            &[("main.cpp", main), ("part.cpp", "int f;"), ("part (1).cpp", "int f;")][..],
            "main.cpp of main.cpp part.cpp",
        ),
        // A part may be named like a test.
        (
            &[
                ("Sum.java", "class Sum { void main(String a) { PrimeTest.f(); } }"),
                ("PrimeTest.java", "class PrimeTest {}"),
                ("SumTest.java", "class SumTest {}"),
            ],
            "PrimeTest.java of PrimeTest.java Sum.java",
        ),
        (
            &[
                ("main.cpp", "#include \"prime_test.h\"\nint main() {}"),
                ("prime_test.cpp", "int f;"),
                ("sum_test.cpp", "int g;"),
            ],
            "main.cpp of main.cpp prime_test.cpp",
        ),
        (
            &[("main.cpp", "// sum_test\nint main() {}"), ("sum_test.cpp", main)],
            "main.cpp of main.cpp",
        ),
        // Earlier versions declare the same class.
        (
            &[
                ("Main.java", "class Main { void main(String a) {} }"),
                ("Old.java", "class Main { void main(String b) {} }"),
                ("Part.java", "class Part { void main(String a) {} }"),
            ],
            "Main.java of Main.java Part.java",
        ),
        (
            &[
                ("A.java", "class A { void main(String a) {} }"),
                ("Old.java", "class A { void main(String b) {} }"),
            ],
            "A.java, Old.java",
        ),
        // Names in comments and in scripts that try a program tell nothing in Python.
        (&[("a.py", "import b"), ("b.py", "# used by a.py")], "a.py of a.py b.py"),
        (&[("a.py", ""), ("b.py", "os.system('python3 a.py')")], "a.py, b.py"),
        // If each names the other, nothing is guessed.
        (&[("a.py", "import b"), ("b.py", "import a")], "a.py, b.py"),
        (&[("a.js", "require('./b')"), ("b.js", "// for ./a")], "a.js, b.js"),
        // A lifetime is no open text.
        (
            &[
                ("a.rs", "struct A { b: &'static str }"),
                ("z.rs", "struct Z { a: &'static str }\nfn main() {}"),
            ],
            "z.rs of a.rs z.rs",
        ),
    ] {
        assert_eq!(started(files), expected, "{files:?}");
    }
}

#[test]
fn a_class_with_a_main_of_its_own_may_be_a_part_of_the_one_that_is_started() {
    let folder = Folder::new();
    folder.write("bob/src/Sum.java", "class Sum { void main(String a) { Stack.f(); } }");
    folder.write("bob/src/Stack.java", "class Stack { void main(String a) {} }");
    folder.write("bob/src/Old.java", "class Old { void main(String a) {} }");
    let main = MainRules { problem: "sum".into(), files: None };
    let options = FindOptions { main, ..Grouping::OneProgram.into() };
    let found = finding::find(&folder.path("bob"), &languages(), &options).unwrap();
    let source = &found.submissions[0].source;
    assert_eq!(source.main, "src/Sum.java");
    assert_eq!(source.sources, ["src/Stack.java", "src/Sum.java"]);
}

#[test]
fn a_program_named_like_the_problem_is_judged_without_tests_and_copies() {
    let folder = Folder::new();
    for (file, text) in [
        ("sum.cpp", "int main() {}"),
        ("test_sum.cpp", "int main() { }"),
        ("part.cpp", "int f;"),
        ("part (1).cpp", "int f;"),
    ] {
        folder.write(&format!("bob/{file}"), text);
    }
    let main = MainRules { problem: "sum".into(), files: None };
    let options = FindOptions { main, ..Grouping::OneProgram.into() };
    let found = finding::find(&folder.path("bob"), &languages(), &options).unwrap();
    assert_eq!(found.submissions[0].source.sources, ["part.cpp", "sum.cpp"]);
}

#[test]
fn a_test_that_is_called_like_the_program_is_not_started() {
    let folder = Folder::new();
    folder.write("bob/sum.py", "");
    folder.write("bob/tests/sum.py", "import sum");
    let files = Some(FilePattern::parse("sum.*").unwrap());
    let main = MainRules { files, ..MainRules::default() };
    let options = FindOptions { main, ..Grouping::OneProgram.into() };
    let found = finding::find(&folder.path("bob"), &languages(), &options).unwrap();
    assert_eq!(found.submissions[0].source.main, "sum.py");
}

#[test]
fn a_part_or_a_test_named_like_the_problem_is_not_started() {
    for (files, expected) in [
        (
            [("sum.cpp", "int f() { return 1; }"), ("driver.cpp", "int f();\nint main() {}")],
            "driver.cpp of driver.cpp sum.cpp",
        ),
        ([("tests/sum.py", "import add"), ("add.py", "")], "add.py of add.py"),
        ([("sum.py", ""), ("driver.py", "import sum")], "sum.py of sum.py"),
    ] {
        let folder = Folder::new();
        files.iter().for_each(|(file, text)| folder.write(&format!("bob/{file}"), text));
        let main = MainRules { problem: "sum".into(), files: None };
        let options = FindOptions { main, ..Grouping::OneProgram.into() };
        let found = finding::find(&folder.path("bob"), &languages(), &options).unwrap();
        let source = &found.submissions[0].source;
        let started = format!("{} of {}", source.main, source.sources.join(" "));
        assert_eq!(started, expected, "{files:?}");
    }
}

#[test]
fn what_cannot_be_judged_is_named_and_hidden_files_are_not_there() {
    let folder = Folder::with(&[
        ("ann.mock", "right"),
        ("ann.text", ""),
        ("bob/notes.text", ""),
        (".hidden.mock", "right"),
        (".git/a.mock", "right"),
        ("cid/.hidden.mock", "right"),
        ("cid/.git/b.mock", "right"),
        ("cid/c.mock", "right"),
    ]);
    fs::create_dir_all(folder.path("submissions/empty")).unwrap();
    fs::create_dir_all(folder.path("submissions/accepted")).unwrap();
    let found = folder.find("submissions");
    let unknown = &*found.others[0].1.message;
    let start = "not a program in a known language; accepted extensions are .c, .cpp";
    assert!(unknown.starts_with(start) && unknown.ends_with(" more"), "{unknown}");
    let expected = [
        "ann.mock: -: ann.mock of ann.mock",
        "cid: -: c.mock of c.mock",
        &format!("ann.text! {unknown}"),
        &format!("bob! {unknown}"),
        "empty! there is no file in it",
    ];
    assert_eq!(short(&found), expected);
    let nothing =
        finding::find(&folder.path("nowhere"), &languages(), &Grouping::Unsaid.into()).unwrap_err();
    assert_eq!(nothing.message, "there is no such file or folder");
}

#[test]
fn what_is_too_large_is_no_submission() {
    let folder = Folder::with(&[("ann.mock", "right"), ("bob/main.mock", "right")]);
    let large = |below: &str, bytes| {
        fs::File::create(folder.path("submissions").join(below)).unwrap().set_len(bytes).unwrap();
    };
    large("bob/data", (16 << 20) - 5);
    assert_eq!(folder.find("submissions").submissions.len(), 2);
    large("bob/data", (16 << 20) - 4);
    large("ann.mock", (16 << 20) + 1);
    folder.write("submissions/cid/main.mock", "");
    (1..1000).for_each(|number| folder.write(&format!("submissions/cid/{number}.mock"), ""));
    let fault = "more than 16 MiB: no program";
    let expected = [format!("ann.mock! {fault}"), format!("bob! {fault}")];
    let found = folder.find("submissions");
    assert_eq!(short(&found)[1..], expected);
    assert_eq!(found.submissions[0].source.files.len(), 1000);
    folder.write("submissions/cid/1000.mock", "");
    let fault = "cid! more than 1000 files: no program".to_string();
    assert_eq!(short(&folder.find("submissions"))[2..], [fault]);
    // 512 names of 256 bytes are the most.
    let long = |number| format!("submissions/dee/{}/{number}.mock", "d".repeat(247));
    (101..612).for_each(|number| folder.write(&long(number), ""));
    folder.write("submissions/dee/main.mock", "");
    assert_eq!(folder.find("submissions").submissions.len(), 1);
    folder.write(&long(100), "");
    let fault =
        "dee! more than 128 KiB of file names: shorten those of files and folders".to_string();
    assert_eq!(short(&folder.find("submissions"))[3..], [fault]);
}

#[test]
fn what_tools_have_made_is_no_program() {
    let folder = Folder::with(&[
        ("ann/ann.mock", "right"),
        ("ann/node_modules/pad/main.mock", "right"),
        ("ann/target/debug/build/main.mock", "right"),
        ("ann/cmake/CMakeCache.txt", ""),
        ("ann/cmake/main.mock", "right"),
        ("ann/env/pyvenv.cfg", ""),
        ("ann/env/lib/main.mock", "right"),
        ("ann/Main.class", ""),
        ("ann/data.bin", "data"),
        ("bob.mock", "right"),
        ("bob.bin", "data"),
        ("bob.exe", "MZ"),
        ("bob.o", ""),
        ("cid/Main.class", ""),
        ("venv/bin/activate.mock", "right"),
        ("wrong_answer/dee.mock", "right"),
        ("wrong_answer/dee", "\x7fELF..."),
        ("wrong_answer/more/a.out", "\x7fELF..."),
    ]);
    // Nor does it count towards the size of a program.
    let large = fs::File::create(folder.path("submissions/ann/ann")).unwrap();
    std::io::Write::write_all(&mut &large, b"\x7fELF").unwrap();
    large.set_len(17 << 20).unwrap();
    let found = folder.find("submissions");
    let expected = [
        "ann: -: ann.mock of ann.mock data.bin",
        "bob.mock: -: bob.mock of bob.mock",
        "wrong_answer/dee.mock: wrong answer: dee.mock of dee.mock",
    ];
    assert_eq!(short(&found), expected);
    let passed_over: Vec<&str> = found.passed_over.iter().map(|name| &**name).collect();
    let expected = ["bob.bin", "bob.exe", "bob.o", "cid", "wrong_answer/dee", "wrong_answer/more"];
    assert_eq!(passed_over, expected);
    // The student who submitted it must be told.
    fs::rename(folder.path("submissions"), folder.path("class")).unwrap();
    fs::remove_dir_all(folder.path("class/wrong_answer")).unwrap();
    let found = folder.find("class/cid");
    assert!(found.others[0].1.message.starts_with("Main.class is a compiled program"));
}

#[test]
fn links_are_not_followed() {
    use std::os::unix::fs::symlink;
    let folder = Folder::with(&[("bob/b.mock", "right"), ("only/deep/d.mock", "right")]);
    folder.write("secret.mock", "right");
    for (below, target) in [
        ("ann.mock", "../secret.mock"),
        ("bob/a.mock", "../../secret.mock"),
        ("bob/all", "../.."),
        ("cid", "bob"),
        ("nowhere", "nothing"),
        ("only/round", "../.."),
    ] {
        symlink(target, folder.path("submissions").join(below)).unwrap();
    }
    let why = "this is a link, and links are not followed";
    let expected = [
        "bob: -: b.mock of b.mock".to_string(),
        "only/deep: -: d.mock of d.mock".into(),
        format!("ann.mock! {why}"),
        format!("cid! {why}"),
        format!("nowhere! {why}"),
        format!("only/round! {why}"),
    ];
    assert_eq!(short(&folder.find("submissions")), expected);
    // A link that is named explicitly is followed.
    assert_eq!(short(&folder.find("submissions/cid")), ["bob: -: b.mock of b.mock"]);
}

#[test]
fn odd_names_are_kept_or_refused() {
    let folder = Folder::with(&[
        ("a b ü.mock", "right"),
        ("back\\slash/x\\y.mock", "right"),
        ("bell\u{7}.mock", "right"),
        ("zoe/bell\u{7}.mock", "right"),
    ]);
    let socket = folder.path("submissions/socket.mock");
    let _listener = std::os::unix::net::UnixListener::bind(socket).unwrap();
    let expected = [
        "a b ü.mock: -: a b ü.mock of a b ü.mock",
        r"back\slash: -: x\y.mock of x\y.mock",
        r"bell\x07.mock! the name has characters that cannot be printed",
        "socket.mock! this is a pipe or a device, not a file",
        "zoe! the name of this file has characters that cannot be printed",
    ];
    assert_eq!(short(&folder.find("submissions")), expected);
    let outcome = folder.judge(referee_judge::StopPolicy::All, 1);
    assert_eq!(outcome.totals.accepted, 6);
}
