//! `referee similar`: which submissions share fragments of code, and how they are reported.

use std::fs;
use std::path::Path;

use insta::assert_snapshot;
use serde_json::Value;

use crate::support::{Folder, Run};

const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/similar");

/// A folder with the exercise of `examples/similar`.
fn exercise() -> Folder {
    let folder = Folder::new();
    for entry in walkdir::WalkDir::new(EXAMPLE) {
        let entry = entry.unwrap();
        if entry.file_type().is_file() {
            let name = entry.path().strip_prefix(EXAMPLE).unwrap();
            folder.write(name, fs::read(entry.path()).unwrap());
        }
    }
    folder
}

fn example(name: &str) -> String {
    fs::read_to_string(Path::new(EXAMPLE).join(name)).unwrap()
}

fn similar(folder: &Folder, arguments: &str) -> Run {
    folder.referee(&["similar"].into_iter().chain(arguments.split_whitespace()).collect::<Vec<_>>())
}

fn json(folder: &Folder, arguments: &str) -> Value {
    let run = similar(folder, &format!("{arguments} --report json")).ends_with(0);
    serde_json::from_str(&run.stdout).unwrap()
}

/// Returns the names of the reported pairs.
fn pairs(report: &Value) -> Vec<[String; 2]> {
    let name = |number: &Value| {
        report["programs"][number.as_u64().unwrap() as usize]["name"].as_str().unwrap().to_string()
    };
    let pairs = report["similar"].as_array().unwrap().iter();
    pairs.map(|pair| [name(&pair["left"]), name(&pair["right"])]).collect()
}

#[test]
fn what_stands_out_is_said_and_where() {
    let folder = exercise();
    let arguments = "hand-ins --each file --base given --earlier earlier";
    let run = folder
        .referee_changing_nothing(
            &["similar"].into_iter().chain(arguments.split_whitespace()).collect::<Vec<_>>(),
        )
        .ends_with(0);
    assert_eq!(run.stderr, "");
    assert_snapshot!(run.stdout, @r"
    6 programs in Python 3, 1 earlier one, without what is in 1 file of given code

    all pairs  21 pairs: half of them share nothing, three quarters at most 6 %; a pair stands out from 40 % on, or if it shares rare
               code
    identical  in every character: dee.py, fay.py

       100 %   dee.py           100 %   fay.py           100 %
               dee.py lines 1-30 = fay.py lines 1-30
        95 %   ann.py            96 %   bob.py            94 %
               ann.py lines 6-33 = bob.py lines 5-32
               ann.py lines 35-41 = bob.py lines 34-40
        69 %   cy.py             87 %   earlier: gus.py   57 %
               cy.py lines 18-33 = gus.py lines 11-26
               cy.py lines 33-35 = gus.py lines 26-28

    Look at these lines on both sides: similarity alone proves nothing. --report html=FILE shows them.
    ");
}

#[test]
fn pairs_that_stand_out_are_not_denied() {
    let folder = exercise();
    folder
        .referee(&["similar", "hand-ins/ann.py", "hand-ins/bob.py", "--least", "1"])
        .ends_with(0)
        .says("\nNo pair reaches --least 1.\n");
}

#[test]
fn given_code_is_ignored_and_earlier_years_are_not_compared_with_each_other() {
    let folder = Folder::new();
    let given = example("given/read_graph.py");
    folder.write("class/ann.py", format!("{given}print(len(read_graph()))\n"));
    folder.write("class/bob.py", format!("{given}for line in read_graph():\n    print(*line)\n"));
    let report = json(&folder, "class --each file");
    assert_eq!(pairs(&report), [["ann.py", "bob.py"]]);
    folder.write("given/read_graph.py", &given);
    let report = json(&folder, "class --each file --base given");
    assert_eq!(pairs(&report), [[""; 2]; 0]);
    assert!(report["programs"][0]["counted_symbols"].as_u64() < Some(15), "{report}");
    // A single file works too.
    assert_eq!(report, json(&folder, "class --each file --base given/read_graph.py"));
    folder.write("long/read_graph.py", "#\n".repeat(256 << 10) + &given);
    assert_eq!(report, json(&folder, "class --each file --base long"));

    for name in ["class/cy.py", "2024/old.py", "2025/older.py"] {
        folder.write(name, example("hand-ins/ann.py"));
    }
    let report = json(&folder, "class --each file --earlier 2024 --earlier 2025 --base given");
    assert_eq!(pairs(&report), [["cy.py", "old.py"], ["cy.py", "older.py"]]);
    assert_eq!(report["programs"][4]["earlier"], "2025");
}

#[test]
fn identical_hand_ins_are_named() {
    let folder = Folder::new();
    let ann = example("hand-ins/ann.py");
    folder.write("class/ann.py", &ann);
    folder.write("class/bob.py", &ann);
    folder.write("class/cy.py", ann.replace("colours", "tints").replace('\n', "  # mine\n"));
    folder.write("class/dee.py", example("hand-ins/dee.py"));
    let run = similar(&folder, "class --each file").ends_with(0);
    assert_snapshot!(run.stdout.lines().filter(|line| line.contains("identical") || line.contains("connected")).collect::<Vec<_>>().join("\n"), @r"
    identical  in every character: ann.py, bob.py
    identical  but for names, types, constants, comments and layout: ann.py, bob.py, cy.py
    connected  ann.py, bob.py, cy.py
    ");
}

#[test]
fn submissions_are_read_as_judge_reads_them() {
    let folder = Folder::new();
    let hand_in = |student: &str, file: &str, bytes: &[u8]| {
        folder.write(format!("moodle/{student}_assignsubmission_file/{file}"), bytes);
    };
    hand_in("Ann Lee_12", "main.py", example("hand-ins/ann.py").as_bytes());
    hand_in("Bob Ray_13", "solution.py", example("hand-ins/bob.py").as_bytes());
    // The files of a student form one program; a PDF is not part of it.
    hand_in("Cy Ox_14", "main.py", b"import graph\nprint(graph.n)\n");
    hand_in("Cy Ox_14", "graph.py", example("hand-ins/ann.py").as_bytes());
    hand_in("Cy Ox_14", "statement.pdf", b"%PDF\0");
    hand_in("Dee Su_15", "report.pdf", b"%PDF\0");
    hand_in("Eve Au_16", "main.py", b"print(1)\0");
    hand_in("Fay Io_17", "main.hs", b"main = print 1\n");
    hand_in("Gus Ek_18", "main.py", "x = 'é'\n".repeat(40_000).as_bytes());
    let report = json(&folder, "moodle");
    let shared = [["Ann Lee", "Bob Ray"], ["Ann Lee", "Cy Ox"], ["Bob Ray", "Cy Ox"]];
    let mut found = pairs(&report);
    found.sort();
    assert_eq!(found, shared);
    let left_out: Vec<[&str; 2]> = report["left_out"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| [&one["name"], &one["why"]].map(|text| text.as_str().unwrap()))
        .collect();
    let mut all = left_out;
    all.sort_unstable();
    assert_eq!(all.len(), 4, "{all:?}");
    assert!(all[0][1].starts_with("report.pdf is a PDF document, not a program;"), "{all:?}");
    assert_eq!(all[1], ["Eve Au", "it is not text, despite its name"]);
    assert_eq!(all[2], ["Fay Io", "programs in Haskell are not compared"]);
    assert_eq!(all[3], ["Gus Ek", "more than 256 KiB of code"]);
}

#[test]
fn nothing_that_a_student_has_written_is_markup() {
    let folder = Folder::new();
    let name = "<img src=x onerror=alert(1)>";
    let hostile = format!(
        "# </pre><script>alert(2)</script>\u{202e}\x1b[31m\n{}",
        example("hand-ins/ann.py")
    );
    folder.write(format!("class/{name}/<b>.py"), &hostile);
    folder.write("class/bob/main.py", example("hand-ins/bob.py"));
    let run = similar(&folder, "class --report html=page.html --report human").ends_with(0);
    assert!(run.stdout.contains(name) && !run.stdout.contains('\x1b'), "{run}");
    let page = folder.read("page.html");
    for markup in ["<img", "<script", "<b>.py", "\u{202e}", "\x1b", "http://", "https://"] {
        assert!(!page.contains(markup), "{markup}");
    }
    assert!(page.contains("&lt;img src=x onerror=alert(1)&gt;"));
    assert!(page.contains("&lt;/pre&gt;&lt;script&gt;alert(2)&lt;/script&gt;\\u{202e}\\x1b[31m"));
    assert!(page.contains("default-src 'none'; style-src 'unsafe-inline'"));
    // Both sides of a fragment, and both whole programs.
    assert!(page.matches("class=\"fragment ").count() > 0, "{page}");
    assert_eq!(page.matches("class=\"code whole\"").count(), 2);
}

#[test]
fn pseudonyms_are_all_that_is_left_of_names() {
    let folder = Folder::new();
    for (name, file) in [("Ann Lee", "ann.py"), ("Bob Ray", "bob.py"), ("Cy Ox", "cy.py")] {
        let text = format!("# by {name}\n{}", example(&format!("hand-ins/{file}")));
        folder.write(format!("class/{name}/{file}"), text);
    }
    folder.write("class/Dee Su/DeeSu.pdf", "%PDF");
    folder.write("spring24/Gus Ek/gus.py", format!("# by Gus\n{}", example("hand-ins/cy.py")));
    let all = "--report human=a.txt --report html=b.html --report json=c.json --report csv=d.csv";
    similar(&folder, &format!("class --earlier spring24 --anonymous {all}")).ends_with(0);
    for file in ["a.txt", "b.html", "c.json", "d.csv"] {
        let text = folder.read(file);
        for name in ["Ann", "Lee", "Bob", "Ray", "Ox", "Dee", "Gus", "spring24", ".py.py", "ann.py"]
        {
            assert!(!text.contains(name), "{name} in {file}:\n{text}");
        }
    }
    assert!(folder.read("a.txt").contains("program 1"));
}

#[test]
fn pairs_are_written_with_the_columns_of_dolos() {
    let folder = exercise();
    similar(&folder, "hand-ins --each file --report csv=pairs.csv").ends_with(0);
    let pairs = folder.read("pairs.csv");
    let header = "id,leftFileId,leftFilePath,rightFileId,rightFilePath,similarity,totalOverlap,longestFragment,leftCovered,rightCovered";
    assert_eq!(pairs.lines().next().unwrap(), header);
    assert!(pairs.lines().nth(1).unwrap().starts_with("0,3,dee.py,5,fay.py,1,"), "{pairs}");
}

#[test]
fn no_name_is_a_formula_in_the_table_of_pairs() {
    let folder = Folder::new();
    let text = "total = 0\nfor i in range(10):\n    total += i; print(total)\nprint(total * 2)\n";
    for name in ["=1+2;x.py", "b;-3.py"] {
        folder.write(format!("hand-ins/{name}"), text);
    }
    similar(&folder, "hand-ins --each file --report csv=pairs.csv").ends_with(0);
    let table = folder.read("pairs.csv");
    let names = ["\"'=1+2;x.py\"", "\"b;'-3.py\""];
    assert!(names.iter().all(|name| table.contains(&format!(",{name},"))), "{table}");
}

#[test]
fn nothing_depends_on_the_number_of_threads() {
    let folder = exercise();
    for (jobs, to) in [("1", "one"), ("3", "three")] {
        let reports = ["human", "html", "json"].map(|kind| format!("--report {kind}={to}.{kind}"));
        let common = "hand-ins --each file --earlier earlier --least 0";
        let run = similar(&folder, &format!("{common} --jobs {jobs} {}", reports.join(" ")));
        run.ends_with(0);
    }
    for kind in ["human", "html", "json"] {
        assert_eq!(folder.read(format!("one.{kind}")), folder.read(format!("three.{kind}")));
    }
}

#[test]
fn how_much_is_shown_can_be_said() {
    let folder = exercise();
    let count =
        |arguments: &str| pairs(&json(&folder, &format!("hand-ins --each file {arguments}"))).len();
    assert_eq!(count(""), 2);
    assert_eq!(count("--least 1"), 1);
    assert!(count("--least 0.05") > 3);
    assert_eq!(count("--least 0.05 --pairs 3"), 3);
    // Two pairs share a run of that many symbols.
    assert_eq!(count("--least 0 --fragment 200"), 2);
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let folder = exercise();
    folder.write("alone/ann.py", "print(1)\n");
    folder.write("empty/notes.txt", "nothing\n");
    let refused = |arguments: &str, words: &str| {
        similar(&folder, arguments).ends_with(2).says(words);
    };
    refused("alone --each file", "there are fewer than two programs to compare");
    refused("hand-ins", "--each file judges each file as a submission");
    refused("nowhere", "nowhere");
    refused("hand-ins --each file --base empty", "no file in it in a language that is compared");
    refused("hand-ins --each file --base nowhere", "nowhere");
    refused("hand-ins --each file --report pdf=x", "kind of report");
    refused("hand-ins --each file --least 2", "not a number from 0 to 1");
    refused("hand-ins --each file --fragment 1", "not a whole number from 4 to 200");
    refused("hand-ins hand-ins --each file", "two submissions are named ann.py");
    refused(
        "hand-ins --each file --report csv=a --report json=a",
        "two reports would both go to this file",
    );
    folder.write("page.html", "mine");
    refused("hand-ins --each file --report html=page.html", "page.html");
    assert_eq!(folder.read("page.html"), "mine");
    similar(&folder, "hand-ins --each file --report html=page.html --force").ends_with(0);
    assert!(folder.read("page.html").contains("Similar programs"));
}
