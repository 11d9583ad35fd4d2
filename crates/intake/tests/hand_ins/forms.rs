//! Hand-ins that exist in one form only: projects, environments, notebooks, pictures, documents.

use crate::{Files, HandIn, Reading, zipped};

const PYTHON: &str = "print(3)\n";
const JAVA: &str =
    "class Main { public static void main(String[] words) { System.out.println(3); } }\n";
const CPP: &str = "int main() { return 0; }\n";
const RUST: &str = "fn main() {}\n";
const SCRIPT: &str = "console.log(3);\n";
const NOTEBOOK: &str = r#"{"nbformat": 4, "metadata": {"language_info": {"name": "python"}},
    "cells": [{"cell_type": "code", "source": ["print(3)"]}]}"#;

/// Returns all of them.
pub(crate) fn all() -> Vec<HandIn> {
    [projects(), notebooks(), documents()].concat()
}

fn files(files: &[(&str, &str)]) -> Files {
    files.iter().map(|(name, text)| (name.to_string(), text.as_bytes().to_vec())).collect()
}

fn judged(shape: &str, of: &[(&str, &str)], language: &str, file: &str) -> HandIn {
    let expected = Reading::Judged { file: file.into(), language: language.into() };
    HandIn { shape: shape.into(), files: files(of), expected }
}

fn refused(shape: &str, of: &[(&str, &str)], words: &str) -> HandIn {
    HandIn { shape: shape.into(), files: files(of), expected: Reading::Refused(words.into()) }
}

/// What lies beside a program in Python.
const BESIDE: [(&str, &[(&str, &str)]); 8] = [
    ("what Python keeps", &[("__pycache__/main.cpython-311.pyc", "x")]),
    (
        "a virtual environment",
        &[("venv/lib/python3.11/site-packages/six.py", PYTHON), ("venv/pyvenv.cfg", "home")],
    ),
    ("a hidden environment", &[(".venv/bin/activate_this.py", PYTHON)]),
    (
        "an environment with a name of its own",
        &[("env/pyvenv.cfg", "home"), ("env/bin/activate_this.py", PYTHON)],
    ),
    ("a test beside it", &[("test_main.py", "import main\n")]),
    ("data beside it", &[("data/1.in", "1\n"), ("data/1.csv", "1,2\n")]),
    ("a notebook beside it", &[("tried.ipynb", NOTEBOOK)]),
    ("checkpoints of notebooks", &[(".ipynb_checkpoints/a.ipynb", NOTEBOOK)]),
];

/// A shape, its files, and what is judged: a language and a file.
type Project = (&'static str, &'static [(&'static str, &'static str)], &'static str, &'static str);

const PROJECTS: [Project; 11] = [
    (
        "parts of a program",
        &[
            ("sums.py", "from helper import add\nprint(add(1, 2))\n"),
            ("helper.py", "def add(a, b):\n return a + b\n"),
        ],
        "Python 3",
        "sums.py",
    ),
    (
        "installed packages",
        &[("index.js", SCRIPT), ("package.json", "{}"), ("node_modules/a/index.js", SCRIPT)],
        "JavaScript",
        "index.js",
    ),
    (
        "a project of CLion",
        &[
            ("main.cpp", CPP),
            ("CMakeLists.txt", "x"),
            ("cmake-build-debug/CMakeCache.txt", "x"),
            ("cmake-build-debug/CMakeFiles/a.cpp", CPP),
        ],
        "C++",
        "main.cpp",
    ),
    (
        "a project of Visual Studio",
        &[
            ("Sum/main.cpp", CPP),
            ("Sum.sln", "x"),
            ("Sum/Sum.vcxproj", "x"),
            ("x64/Debug/Sum.exe", "MZ"),
            ("Sum/Debug/main.obj", "x"),
        ],
        "C++",
        "Sum/main.cpp",
    ),
    (
        "a project of Cargo",
        &[
            ("src/main.rs", RUST),
            ("Cargo.toml", "[package]\nname = \"sum\"\n"),
            ("target/debug/build/x.rs", RUST),
        ],
        "Rust",
        "src/main.rs",
    ),
    (
        "a project of Eclipse",
        &[("src/Main.java", JAVA), (".project", "x"), (".classpath", "x"), ("bin/Main.class", "x")],
        "Java",
        "src/Main.java",
    ),
    (
        "a project of Maven",
        &[
            ("src/main/java/Main.java", JAVA),
            ("pom.xml", "x"),
            ("target/classes/Main.class", "x"),
            ("src/test/java/MainTest.java", "class MainTest {}"),
        ],
        "Java",
        "src/main/java/Main.java",
    ),
    (
        "a project of Gradle",
        &[
            ("app/src/main/java/Main.java", JAVA),
            ("build.gradle", "x"),
            ("gradlew", "x"),
            ("build/classes/Main.class", "x"),
        ],
        "Java",
        "app/src/main/java/Main.java",
    ),
    (
        "a project of NetBeans",
        &[
            ("src/Main.java", JAVA),
            ("nbproject/project.xml", "x"),
            ("build.xml", "x"),
            ("manifest.mf", "x"),
        ],
        "Java",
        "src/Main.java",
    ),
    ("a class beside its source", &[("Main.java", JAVA), ("Main.class", "x")], "Java", "Main.java"),
    ("a program of two", &[("ann_and_bob.py", PYTHON)], "Python 3", "ann_and_bob.py"),
];

fn projects() -> Vec<HandIn> {
    let python = BESIDE.iter().map(|(shape, beside)| {
        judged(shape, &[&[("main.py", PYTHON)], *beside].concat(), "Python 3", "main.py")
    });
    let others =
        PROJECTS.iter().map(|(shape, of, language, file)| judged(shape, of, language, file));
    python.chain(others).collect()
}

/// Returns a hand-in of a single notebook.
fn notebook(shape: &str, name: &str, made: &str) -> HandIn {
    HandIn {
        shape: shape.into(),
        files: files(&[(name, NOTEBOOK)]),
        expected: Reading::JudgedAs {
            file: made.into(),
            language: "Python 3".into(),
            written_as: name.into(),
        },
    }
}

/// Returns notebooks with modules, and programs with notebooks that try them.
fn notebooks_and_scripts() -> Vec<HandIn> {
    vec![
        HandIn {
            files: files(&[
                ("sum.ipynb", &NOTEBOOK.replace("print", "from adding import add\\nprint")),
                ("adding.py", "def add(a, b):\n    return a + b\n"),
            ]),
            ..notebook("a notebook with a module", "sum.ipynb", "sum.py")
        },
        HandIn {
            files: files(&[
                ("sum.ipynb", &NOTEBOOK.replace("print", "from adding import add\\nprint")),
                ("adding.py", "# Adds the input.\ndef add(input_a, b):\n    return input_a + b\n"),
            ]),
            ..notebook("a notebook with a module that speaks of input", "sum.ipynb", "sum.py")
        },
        HandIn {
            files: files(&[
                ("sum.ipynb", &NOTEBOOK.replace("print", "from sum import add\\nprint")),
                ("sum.py", "def add(a, b):\n    return a + b\n"),
            ]),
            ..notebook("a notebook with a module of its name", "sum.ipynb", "sum_notebook.py")
        },
        judged(
            "a notebook that tries the program beside it",
            &[
                ("try.ipynb", &NOTEBOOK.replace("print", "from sum import add\\nprint")),
                ("sum.py", "def add(a, b):\n    return a + b\nprint(add(*map(int, input())))\n"),
            ],
            "Python 3",
            "sum.py",
        ),
        judged(
            "a notebook that tries a program with another name for input",
            &[
                ("try.ipynb", &NOTEBOOK.replace("print", "from sum import add\\nprint")),
                ("sum.py", "read = input\ndef add(a, b):\n    return a + b\nprint(add(*read()))\n"),
            ],
            "Python 3",
            "sum.py",
        ),
    ]
}

fn notebooks() -> Vec<HandIn> {
    let alone = vec![
        notebook("a notebook", "Blatt 3.ipynb", "Blatt 3.py"),
        notebook("a notebook in a folder", "Abgabe/sum.ipynb", "Abgabe/sum.py"),
        refused(
            "a broken notebook",
            &[("a.ipynb", "{")],
            "a notebook that cannot be read; save it again",
        ),
        refused(
            "a notebook without code",
            &[("a.ipynb", "{\"cells\": []}")],
            "a notebook without code",
        ),
        refused(
            "a notebook in a language of its own",
            &[("a.ipynb", r#"{"metadata": {"kernelspec": {"language": "sage"}}, "cells": []}"#)],
            "a notebook in sage, which is not supported; export it as a script",
        ),
        refused(
            "two notebooks",
            &[("a.ipynb", NOTEBOOK), ("b.ipynb", &NOTEBOOK.replace('3', "4"))],
            "it is not clear which of its files is started: a.py, b.py",
        ),
    ];
    [notebooks_and_scripts(), alone].concat()
}

const SOURCE: &str = "hand in the source file of the program";

/// The name of a single file, what it is, and what its author should hand in.
const ONLY: [(&str, &str, &str); 22] = [
    ("Bericht.pdf", "a PDF document", SOURCE),
    ("Bericht.DOCX", "a word-processor document", SOURCE),
    ("Bericht.odt", "a word-processor document", SOURCE),
    ("Bericht.rtf", "a word-processor document", SOURCE),
    ("Bericht.pages", "a word-processor document", SOURCE),
    ("Tabelle.xlsx", "a table", SOURCE),
    ("Folien.pptx", "a presentation", SOURCE),
    ("IMG_1234.HEIC", "a picture", SOURCE),
    ("Bildschirmfoto 2026-11-22.png", "a picture", SOURCE),
    ("scan.tiff", "a picture", SOURCE),
    ("VID_1.mp4", "a video", SOURCE),
    ("solution.txt", "a text file", "hand in the source file of the program, with the extension"),
    ("solution.html", "a text file", "hand in the source file of the program, with the extension"),
    ("Main.class", "a compiled program", "hand in its source file"),
    ("sum.jar", "a compiled program", "hand in its source file"),
    ("sum.exe", "a compiled program", "hand in its source file"),
    ("abgabe.rar", "an archive in an unsupported format", "hand in a .zip"),
    ("abgabe.7z", "an archive in an unsupported format", "hand in a .zip"),
    ("sum.lnk", "a link to a missing file", "hand in the file itself"),
    ("sum.webloc", "a link to a missing file", "hand in the file itself"),
    ("main.py.crdownload", "an incompletely copied file", "hand in the whole"),
    ("Sum.sln", "a project file", SOURCE),
];

fn documents() -> Vec<HandIn> {
    let of = |name: &str, what: &str, instead: &str| {
        let words = format!("{name} is {what}, not a program; {instead}");
        refused(&format!("only {what}: {name}"), &[(name, "x")], &words)
    };
    let archive = |shape: &str, names: &[&str], words: &str| HandIn {
        shape: shape.into(),
        files: names
            .iter()
            .map(|name| (name.to_string(), zipped(&files(&[("main.py", PYTHON)]))))
            .collect(),
        expected: Reading::Refused(words.into()),
    };
    let only = ONLY.iter().map(|(name, what, instead)| of(name, what, instead));
    let others = [
        refused("no extension", &[("loesung", PYTHON)], "loesung has no extension"),
        refused(
            "photographs",
            &[("1.jpg", "x"), ("2.jpeg", "x")],
            "each of these files is a picture",
        ),
        refused(
            "a report and photographs",
            &[("a.pdf", "x"), ("1.jpg", "x")],
            "none of these files is a program, but a PDF document, a picture; hand in the source",
        ),
        refused(
            "only what macOS leaves",
            &[(".DS_Store", "x"), ("__MACOSX/._a.py", "x")],
            "there is no file in it",
        ),
        refused(
            "two programs of two",
            &[("ann.py", PYTHON), ("bob.java", JAVA)],
            "it is not clear which of its files is started",
        ),
        archive(
            "two archives",
            &["a.zip", "b.zip"],
            "several archives, such as a.zip and b.zip; hand in a single one",
        ),
    ];
    only.chain(others).collect()
}
