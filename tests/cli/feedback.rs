//! Feedback to students about recognized mistakes: real programs, each with one of them, in the
//! language of the course.

use crate::support::{Folder, skip};

/// The input is a count and that many numbers; the answer is their sum.
/// The time limit is short, since some programs here take all of it.
const PROBLEM: &str = "format = 1\nname = \"sum\"\n[limits]\ntime = 0.5\n";

/// What a program's feedback says, in English and in German.
struct Mistake {
    file: &'static str,
    program: &'static [u8],
    says: [&'static str; 2],
}

const fn mistake(
    file: &'static str,
    program: &'static str,
    english: &'static str,
    german: &'static str,
) -> Mistake {
    Mistake { file, program: program.as_bytes(), says: [english, german] }
}

const MISTAKES: [Mistake; 20] = [
    mistake(
        "prompt.py",
        "n = int(input(\"How many? \"))\nprint(sum(map(int, input().split())))\n",
        "You print text before the answer: `How many?`.",
        "Vor der Antwort geben Sie weiteren Text aus: `How many?`.",
    ),
    mistake(
        "debug.py",
        "n = int(input())\nprint(\"n =\", n)\nprint(sum(map(int, input().split())))\n",
        "The answer is there, but you print more, such as `n = 2`.",
        "Die Antwort ist da, aber Sie geben mehr aus, etwa `n = 2`.",
    ),
    mistake(
        "silent.py",
        "n = int(input())\ntotal = sum(map(int, input().split()))\n",
        "Your program printed nothing. Results must be printed to standard output",
        "Ihr Programm hat nichts ausgegeben.",
    ),
    mistake(
        "to_file.py",
        "n = int(input())\nwith open(\"out.txt\", \"w\") as f:\n    f.write(input())\n",
        "opens a file to write into it in line 2: `with open(\"out.txt\", \"w\") as f:`",
        "öffnet in Zeile 2 eine Datei zum Schreiben",
    ),
    mistake(
        "from_file.py",
        "with open(\"input.txt\") as f:\n    n = int(f.readline())\n",
        "in line 1, `with open(\"input.txt\") as f:`: FileNotFoundError: [Errno 2] No such file or directory: 'input.txt'\n  Your program opens a file that does not exist.",
        "Lesen Sie stattdessen von der Standardeingabe.",
    ),
    mistake(
        "too_much.py",
        "n = int(input())\na = input()\nb = input()\nprint(a, b)\n",
        "in line 3, `b = input()`: EOFError: EOF when reading a line\n  Your program tries to read beyond the end of the input",
        "Ihr Programm liest über das Ende der Eingabe hinaus",
    ),
    mistake(
        "by_line.py",
        "n = int(input())\na = [int(input()) for _ in range(n)]\nprint(sum(a))\n",
        "A line of the input contains several values: `3 4`.",
        "Eine Zeile der Eingabe enthält mehrere Werte: `3 4`.",
    ),
    mistake(
        "pause.py",
        "n = int(input())\nprint(sum(map(int, input().split())))\ninput(\"Press Enter\")\n",
        "All of your output is correct, but your program then waits for input",
        "Ihre gesamte Ausgabe ist richtig, aber danach wartet Ihr Programm",
    ),
    Mistake {
        file: "windows.py",
        program: b"# gr\xf6\xdfe\nprint(7)\n",
        says: ["is not encoded as UTF-8", "ist nicht als UTF-8 gespeichert"],
    },
    Mistake {
        file: "utf16.py",
        program: b"\xff\xfep\x00r\x00i\x00n\x00t\x00(\x007\x00)\x00\n\x00",
        says: ["is not encoded as UTF-8", "ist nicht als UTF-8 gespeichert"],
    },
    mistake(
        "float.py",
        "n = int(input())\nprint(sum(map(float, input().split())))\n",
        "The number is right, but it is written as `7.0` instead of `7`.",
        "Die Zahl stimmt, ist aber als `7.0` statt als `7` geschrieben.",
    ),
    mistake(
        "zero.py",
        "def mean(a):\n    return sum(a) / len(a)\n\nprint(mean([]))\n",
        "Your program ended with an exception in line 2, `return sum(a) / len(a)`: ZeroDivisionError: division by zero\n  Your program divides by zero.",
        "Ihr Programm endete mit einer Ausnahme in Zeile 2, `return sum(a) / len(a)`: ZeroDivisionError: division by zero\n  Ihr Programm teilt durch null.",
    ),
    mistake(
        "deep.py",
        "def f(n):\n    return f(n + 1)\n\nprint(f(0))\n",
        "Your program calls itself too deeply.",
        "Ihr Programm ruft sich zu tief selbst auf.",
    ),
    mistake(
        "module.py",
        "import numpy_of_mine\nprint(7)\n",
        "The module `numpy_of_mine` is not installed",
        "Das Modul `numpy_of_mine` ist bei der Bewertung nicht installiert.",
    ),
    mistake(
        "slow.py",
        "n = int(input())\nprint(sum(map(int, input().split())), flush=True)\nwhile True:\n    pass\n",
        "By the time limit, your program had printed 1 of 1 line, and it was right.",
        "Bis zum Zeitlimit hatte Ihr Programm 1 von 1 Zeile ausgegeben, und diese ist richtig.",
    ),
    mistake(
        "undefined.js",
        "const a = undefined;\n\nconsole.log(a.length);\n",
        "in line 3, `console.log(a.length);`: TypeError: Cannot read properties of undefined",
        "Ihr Programm verwendet einen fehlenden Wert",
    ),
    mistake(
        "overflow.cpp",
        "#include <iostream>\nint main() {\n  int n, x;\n  unsigned s = 0;\n  std::cin >> n;\n  while (n--) { std::cin >> x; s += x; }\n  std::cout << (int)s;\n}\n",
        "Expected 3000000000, but you print -1294967296: the number does not fit into a 32-bit integer.",
        "Die Zahl passt nicht in eine 32-Bit-Ganzzahl.",
    ),
    mistake(
        "at.cpp",
        "#include <vector>\nint main() { std::vector<int> a(3); return a.at(5); }\n",
        "Your program ended with an exception: out_of_range: ",
        "Ihr Programm greift auf ein Element zu, das es nicht gibt.",
    ),
    mistake(
        "index.rs",
        "fn main() {\n    let a: Vec<i32> = std::env::args().map(|_| 1).collect();\n    println!(\"{}\", a[9]);\n}\n",
        "Your program ended with an exception in line 3, `println!(\"{}\", a[9]);`: panic: index out of bounds: the len is 1 but the index is 9",
        "Indizes beginnen bei 0",
    ),
    mistake(
        "Lines.java",
        "import java.util.*;\npublic class Lines {\n    public static void main(String[] args) {\n        Scanner in = new Scanner(System.in);\n        in.nextLine();\n        System.out.println(Integer.parseInt(in.nextLine()));\n    }\n}\n",
        "Your program ended with an exception in line 6, `System.out.println(Integer.parseInt(in.nextLine()));`: NumberFormatException: For input string: \"3 4\"\n  A line of the input contains several values: `3 4`.",
        "Ihr Programm endete mit einer Ausnahme in Zeile 6, `System.out.println(Integer.parseInt(in.nextLine()));`: NumberFormatException",
    ),
];

/// Returns whether the program for this mistake is not installed.
fn is_missing(text: &str) -> bool {
    text.contains("does not support this") || text.contains("nicht unterstützt")
}

#[test]
fn mistakes_of_real_programs_are_explained_in_the_language_of_the_course() {
    let folder = Folder::new();
    folder.write("sum/problem.toml", PROBLEM);
    for (case, input, answer) in
        [(1, "2\n3 4\n", "7\n"), (2, "2\n2000000000 1000000000\n", "3000000000\n")]
    {
        folder.write(format!("sum/sample/{case}.in"), input);
        folder.write(format!("sum/sample/{case}.ans"), answer);
    }
    for Mistake { file, program, .. } in &MISTAKES {
        folder.write(format!("hand-ins/{file}"), program);
    }
    for (at, language) in ["en", "de"].into_iter().enumerate() {
        let course = "format = 1\nproblem = \"sum\"\nsubmissions = \"hand-ins\"\neach = \"file\"\n";
        folder.write("course.toml", format!("{course}language = \"{language}\"\n"));
        folder.referee(&["grade", "--missing-compilers", "skip"]);
        let run = folder.names().into_iter().rfind(|name| name.ends_with("/run.json")).unwrap();
        let run = run.strip_suffix("/run.json").unwrap().to_string();
        for Mistake { file, says, .. } in &MISTAKES {
            let text = folder.read(format!("{run}/feedback/{file}.txt"));
            if is_missing(&text) {
                skip("feedback", &format!("no language for {file}"));
                continue;
            }
            assert!(text.contains(says[at]), "{file} in {language}, {}:\n{text}", says[at]);
            let sentences = text.lines().filter(|line| line.ends_with('.'));
            let mut sentences: Vec<&str> = sentences.collect();
            let count = sentences.len();
            sentences.sort_unstable();
            sentences.dedup();
            assert_eq!(sentences.len(), count, "a sentence is said twice:\n{text}");
        }
        std::fs::remove_dir_all(folder.path("results")).unwrap();
    }
}

/// Everything that a student reads is in one language, except the messages of programs and
/// checkers.
#[test]
fn feedback_in_german_is_german() {
    let folder = Folder::new();
    folder.write(
        "sum/problem.toml",
        format!("{PROBLEM}[[groups]]\ntitle = \"Alle\"\ncases = \"*/*\"\npoints = 4\n"),
    );
    for (case, answer) in [("sample/1", "7\n"), ("secret/2", "8\n")] {
        folder.write(format!("sum/{case}.in"), "2\n3 4\n");
        folder.write(format!("sum/{case}.ans"), answer);
    }
    folder.write("hand-ins/ann.py", "print(7)\n");
    folder.write(
        "course.toml",
        "format = 1\nproblem = \"sum\"\nsubmissions = \"hand-ins\"\neach = \"file\"\nlanguage = \"de\"\n\
         maximum = 10\nfeedback = \"own-output\"\n",
    );
    for (file, program) in [
        ("other.py", "print(9)\n"),
        ("code.py", "print(7)\nraise SystemExit(3)\n"),
        ("slow.py", "while True:\n    pass\n"),
        ("bob.pdf", "%PDF-1.4\n"),
    ] {
        folder.write(format!("hand-ins/{file}"), program);
    }
    folder.referee(&["grade"]).ends_with(3);
    let run = folder.names().into_iter().find(|name| name.ends_with("/run.json")).unwrap();
    let run = run.strip_suffix("/run.json").unwrap();
    insta::assert_snapshot!(folder.read(format!("{run}/feedback/ann.py.txt")), @r"
    sum: ann.py
    falsche Antwort, 2 von 4 Punkten
    Bewertung: 5 von 10
    bewertet: ann.py, Python 3

    Beispiele  1 von 1 Testfall bestanden
    Alle       2 von 4 Punkten, 2 verloren, 1 von 2 Testfällen bestanden

    Geheimer Testfall 1: falsche Antwort, Zeile 1, Spalte 1
      Ihre Ausgabe:
        | 7
    ");
    let page = folder.read(format!("{run}/pages/ann.py.html"));
    for said in
        ["<html lang=\"de\">", ">Bewertung: 5 von 10<", ">Gruppe<", ">2 von 4<", ">Ihre Ausgabe<"]
    {
        assert!(page.contains(said), "{said}:\n{page}");
    }
    // The judge's own English messages are recognized and translated.
    for (file, said) in [
        ("other.py", "erwartet: \"7\", in Zeile 1, Spalte 1 der Antwort"),
        ("code.py", "endete mit Exit-Code 3"),
        ("slow.py", "Rechenzeit abgebrochen; das Limit ist 0,50 s"),
        (
            "bob.pdf",
            "bob.pdf ist ein PDF-Dokument, kein Programm; geben Sie die Quelldatei des Programms ab (akzeptierte Endungen:",
        ),
    ] {
        let text = folder.read(format!("{run}/feedback/{file}.txt"));
        assert!(text.contains(said), "{said}:\n{text}");
    }
    folder.write("course.toml", "format = 1\nsubmissions = \"hand-ins\"\nlanguage = \"fr\"\n");
    folder.referee(&["grade"]).ends_with(2).says("language");
}
