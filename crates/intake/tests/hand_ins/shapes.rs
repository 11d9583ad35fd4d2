//! Shapes that a hand-in can have in any language.

use crate::{Files, HandIn, Reading, zipped};

/// A language: its name, its extension, and a program in it.
struct InLanguage {
    title: &'static str,
    extension: &'static str,
    text: &'static str,
}

const LANGUAGES: [InLanguage; 9] = [
    InLanguage {
        title: "Python 3",
        extension: "py",
        text: "print(sum(map(int, input().split())))\n",
    },
    InLanguage {
        title: "Java",
        extension: "java",
        text: "public class Main { public static void main(String[] words) { System.out.println(3); } }\n",
    },
    InLanguage {
        title: "C++",
        extension: "cpp",
        text: "#include <iostream>\nint main() { std::cout << 3; }\n",
    },
    InLanguage {
        title: "C",
        extension: "c",
        text: "#include <stdio.h>\nint main(void) { puts(\"3\"); return 0; }\n",
    },
    InLanguage { title: "Rust", extension: "rs", text: "fn main() { println!(\"3\"); }\n" },
    InLanguage { title: "JavaScript", extension: "js", text: "console.log(3);\n" },
    InLanguage {
        title: "Go",
        extension: "go",
        text: "package main\nimport \"fmt\"\nfunc main() { fmt.Println(3) }\n",
    },
    InLanguage { title: "Kotlin", extension: "kt", text: "fun main() { println(3) }\n" },
    InLanguage {
        title: "C#",
        extension: "cs",
        text: "class Sum { static void Main() { System.Console.WriteLine(3); } }\n",
    },
];

/// Other bytes beside the program, whose names show what they are.
const OTHER: &[u8] = b"\x01\x02 other";

/// Returns all shapes in all languages.
pub(crate) fn all() -> Vec<HandIn> {
    LANGUAGES.iter().flat_map(|language| [judged(language), refused(language)].concat()).collect()
}

impl InLanguage {
    fn file(&self, stem: &str) -> String {
        format!("{stem}.{}", self.extension)
    }

    fn program(&self, name: impl Into<String>) -> (String, Vec<u8>) {
        (name.into(), self.text.into())
    }

    /// The same program with a comment added, as an earlier version of it.
    fn version(&self, name: impl Into<String>) -> (String, Vec<u8>) {
        let remark = if self.extension == "py" { "# older\n" } else { "// older\n" };
        (name.into(), format!("{}{remark}", self.text).into())
    }

    fn judged(&self, file: impl Into<String>) -> Reading {
        Reading::Judged { file: file.into(), language: self.title.into() }
    }
}

fn beside(program: (String, Vec<u8>), others: &[&str]) -> Files {
    let others = others.iter().map(|name| (name.to_string(), OTHER.to_vec()));
    std::iter::once(program).chain(others).collect()
}

fn judged(language: &InLanguage) -> Vec<HandIn> {
    let main = language.file("main");
    let program = || language.program(&*main);
    let shapes: Vec<Shape> = vec![
        ("plain", vec![program()], main.clone()),
        (
            "a name of one's own",
            vec![language.program(language.file("aufgabe3_schmidt"))],
            language.file("aufgabe3_schmidt"),
        ),
        (
            "blanks and accents",
            vec![language.program(language.file("Übung 3 – Lösung"))],
            language.file("Übung 3 – Lösung"),
        ),
        (
            "downloaded again",
            vec![language.program(language.file("solution (1)"))],
            language.file("solution (1)"),
        ),
        (
            "downloaded twice",
            vec![
                language.program(language.file("solution (1)")),
                language.program(language.file("solution")),
            ],
            language.file("solution"),
        ),
        (
            "an older version beside it",
            vec![language.version(language.file("older")), program()],
            main.clone(),
        ),
    ];
    let beside = beside_others(language);
    let shapes = shapes.into_iter().chain(beside).map(|(shape, files, file)| HandIn {
        shape: format!("{}: {shape}", language.title),
        files,
        expected: language.judged(file),
    });
    shapes.chain(renamed(language)).collect()
}

/// A shape, its files, and the file that is started.
type Shape = (&'static str, Files, String);

/// Returns shapes in folders and archives, and beside other files.
fn beside_others(language: &InLanguage) -> Vec<Shape> {
    let main = language.file("main");
    let program = || language.program(&*main);
    let archive = |files: &Files| vec![("abgabe.zip".to_string(), zipped(files))];
    let twice = archive(&vec![program()]);
    vec![
        (
            "in folders",
            vec![language.program(format!("Abgabe/Blatt 3/{main}"))],
            format!("Abgabe/Blatt 3/{main}"),
        ),
        ("in an archive", archive(&vec![program()]), main.clone()),
        ("in an archive in an archive", archive(&twice), main.clone()),
        (
            "in an archive that macOS has made",
            archive(&beside(program(), &["__MACOSX/._main", ".DS_Store"])),
            main.clone(),
        ),
        ("with a report", beside(program(), &["Bericht.pdf", "Bericht.docx"]), main.clone()),
        (
            "with a readme and a photograph",
            beside(program(), &["README.md", "IMG_1234.HEIC", "notes.txt"]),
            main.clone(),
        ),
        (
            "with a repository",
            beside(program(), &[".git/HEAD", ".gitignore", ".gitattributes"]),
            main.clone(),
        ),
        (
            "with the project of an IDE",
            beside(
                program(),
                &[".idea/workspace.xml", "x.iml", "out/production/x/Main.class", ".vs/x.suo"],
            ),
            main.clone(),
        ),
        (
            "with the settings of an editor",
            beside(program(), &[".vscode/launch.json", "main~", "Thumbs.db", "desktop.ini"]),
            main.clone(),
        ),
        ("empty", vec![(main.clone(), Vec::new())], main.clone()),
    ]
}

/// Returns shapes with another extension, or in capitals.
fn renamed(language: &InLanguage) -> Vec<HandIn> {
    let main = language.file("main");
    let longer = ["txt", "download"].map(|end| {
        let name = format!("{main}.{end}");
        let expected = Reading::JudgedAs {
            file: main.clone(),
            language: language.title.into(),
            written_as: name.clone(),
        };
        let shape = format!("{}: called .{end}", language.title);
        HandIn { shape, files: vec![language.program(name)], expected }
    });
    // In a single letter, case matters: `.C` is C++.
    let large = (language.extension.len() > 1).then(|| {
        let name = main.to_uppercase();
        let expected = language.judged(&*name);
        let shape = format!("{}: in capitals", language.title);
        HandIn { shape, files: vec![language.program(name)], expected }
    });
    longer.into_iter().chain(large).collect()
}

fn refused(language: &InLanguage) -> Vec<HandIn> {
    let extension = language.extension;
    let shapes: Vec<Shape> = vec![
        (
            "two versions",
            vec![
                language.program(format!("v1/main.{extension}")),
                language.version(format!("v2/main.{extension}")),
            ],
            "it is not clear which".into(),
        ),
        (
            "a PDF document in disguise",
            vec![(language.file("main"), b"%PDF-1.7\n".to_vec())],
            "is a PDF document that is named like a program; hand in the source file".into(),
        ),
        (
            "three archives deep and more",
            {
                let mut files = vec![language.program(language.file("main"))];
                for _ in 0..4 {
                    files = vec![("abgabe.zip".to_string(), zipped(&files))];
                }
                files
            },
            "archives within archives, more than 3 deep; hand in the program itself".into(),
        ),
    ];
    let shapes = shapes.into_iter().map(|(shape, files, words)| HandIn {
        shape: format!("{}: {shape}", language.title),
        files,
        expected: Reading::Refused(words),
    });
    shapes.collect()
}
