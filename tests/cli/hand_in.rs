//! Submissions as learning platforms export them: recognized by printed rules, and never silently
//! merged from several students.

use std::io::Read;

use insta::assert_snapshot;

use crate::grade::{grade_by, last};
use crate::support::{CPYTHON, Folder, Run};
use crate::zipped::zip;

const LANGUAGES: &str = "format = 1\n\
    [[language]]\nname = 'shell'\nendings = ['sh']\nrun = ['sh', '{main}']\n\
    [[language]]\nname = 'other'\nendings = ['oth']\nrun = ['sh', '{main}']\n";

const RIGHT: &str =
    "read n\ncase $n in 3) echo Alice wins;; 4) echo tie 1 1;; *) echo Bob wins;; esac\n";
const WRONG: &str = "echo Bob wins\n";

fn with(files: &[(&str, &str)]) -> Folder {
    let folder = Folder::with_cases();
    folder.write("languages.toml", LANGUAGES);
    files.iter().for_each(|(name, text)| folder.write(name, text));
    folder
}

fn judge(folder: &Folder, what: &str, more: &[&str]) -> Run {
    let fixed = ["judge", "cases", what, "--languages", "languages.toml", "--record", "off"];
    folder.referee(&[&fixed[..], more].concat())
}

/// Returns each submission with its student's id, its verdict, and the reason if it has none.
fn rows(table: &str) -> Vec<String> {
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let message = reader.headers().unwrap().iter().position(|name| name == "message").unwrap();
    let rows = reader.records().map(|row| {
        let row = row.unwrap();
        let why = if row[3].is_empty() { row[message].split(" (").next().unwrap() } else { "" };
        format!("{} | {} | {} | {}{why}", &row[0], &row[1], &row[2], &row[3])
    });
    rows.collect()
}

fn table(folder: &Folder, what: &str, more: &[&str]) -> (Run, Vec<String>) {
    let run = judge(folder, what, &[&["--report", "students-csv"], more].concat());
    let rows = rows(&run.stdout);
    (run, rows)
}

/// The same, by a course with these keys.
fn graded(folder: &Folder, what: &str, keys: &str) -> (Run, Vec<String>) {
    let run = grade_by(folder, what, keys);
    let rows = rows(&last(folder, "grades.csv"));
    (run, rows)
}

const CANVAS: [(&str, &str); 6] = [
    ("canvas/leeann_12_901_main.sh", RIGHT),
    ("canvas/leeann_12_902_notes.txt", "x"),
    ("canvas/raybob_LATE_13_903_main.sh", WRONG),
    ("canvas/raybob_LATE_13_950_main-1.sh", RIGHT),
    ("canvas/oxcy_14_904_paper.pdf", "%PDF"),
    ("canvas/README.txt", "exported"),
];

#[test]
fn canvas() {
    let folder = with(&CANVAS);
    let files: Vec<(&str, &[u8])> =
        CANVAS.iter().map(|(name, text)| (&name["canvas/".len()..], text.as_bytes())).collect();
    folder.write("canvas.zip", zip(&files));
    for what in ["canvas", "canvas.zip"] {
        let (run, rows) = table(&folder, what, &[]);
        let run = run.ends_with(3);
        assert_eq!(
            rows[0..2],
            ["README.txt |  | README.txt | ", "oxcy | oxcy | 14 | "].map(|start| {
                rows.iter()
                    .find(|row| row.split(" | ").next() == start.split(" | ").next())
                    .unwrap()
                    .clone()
            })
        );
        assert!(rows.contains(&"leeann | leeann | 12 | AC".to_string()), "{rows:?}");
        assert!(rows.contains(&"raybob | raybob | 13 | AC".to_string()), "{rows:?}");
        assert_eq!(rows.len(), 4, "{rows:?}");
        run.says("Canvas' folder (NAME_NUMBER_NUMBER_FILE), 3 students")
            .says("1 student has several attempts; `attempt` in a course.toml says which count")
            .says("paper.pdf is a PDF document");
    }
    let (run, rows) = graded(&folder, "canvas", "attempt = \"all\"");
    run.ends_with(3);
    assert!(rows.contains(&"raybob, attempt 1 | raybob | 13 | WA".to_string()), "{rows:?}");
    assert!(rows.contains(&"raybob, attempt 2 | raybob | 13 | AC".to_string()), "{rows:?}");
}

const GRADESCOPE: &str = "\
submission_7:
  :submitters:
  - :name: Ann Lee
    :sid: '1204'
    :email: ann@example.org
  :created_at: 2026-11-22 10:00:00.123456000 Z
  :score: 3.0
  :history:
  - :score:
    :created_at: 2026-11-20 10:00:00.123456000 Z
    :id: 5
submission_8:
  :submitters:
  - :name: Bob Ray
    :sid: '1207'
  - :name: Cy Ox
    :sid: '1211'
  :created_at: 2026-11-22 11:00:00.123456000 Z
";

#[test]
fn gradescope() {
    let folder = with(&[
        ("export/submission_metadata.yml", GRADESCOPE),
        ("export/submission_7/main.sh", RIGHT),
        ("export/submission_5/main.sh", WRONG),
        ("export/submission_8/main.sh", WRONG),
        ("export/submission_9/main.sh", RIGHT),
    ]);
    let (run, rows) = table(&folder, "export", &[]);
    run.ends_with(1).says("Gradescope's folder (submission_metadata.yml), 2 students");
    assert_eq!(
        rows,
        [
            "Ann Lee | Ann Lee | 1204 | AC",
            "Bob Ray, Cy Ox | Bob Ray, Cy Ox | 1207, 1211 | WA",
            // Its student is unknown.
            "submission_9 | submission_9 |  | AC",
        ]
    );
    let (_, rows) = graded(&folder, "export", "attempt = \"best\"");
    assert_eq!(rows[0], "Ann Lee, attempt 1 | Ann Lee | 1204 | WA");
    assert_eq!(rows[1], "Ann Lee, attempt 2 | Ann Lee | 1204 | AC");
    folder.write("export/submission_metadata.yml", "submission_7: [");
    judge(&folder, "export", &[]).ends_with(2).says("export/submission_metadata.yml, line ");
}

#[test]
fn repositories() {
    let folder = with(&[
        ("artemis/101-ab12cde/exercise-ab12cde/main.sh", RIGHT),
        ("artemis/102-xy98zzz/exercise-xy98zzz/main.sh", WRONG),
        ("hw1-submissions/hw1-ann-lee/main.sh", RIGHT),
        ("hw1-submissions/hw1-bob/main.sh", WRONG),
        ("cloned/hw2-ann/main.sh", RIGHT),
        ("cloned/hw2-ann/.git/HEAD", "ref: refs/heads/main"),
        ("cloned/hw2-bob/main.sh", RIGHT),
        ("plain/hw2-ann/main.sh", RIGHT),
        ("plain/hw2-bob/main.sh", RIGHT),
    ]);
    for (what, said, expected) in [
        (
            "artemis",
            "Artemis' repositories (NUMBER-LOGIN), 2 students",
            ["ab12cde | ab12cde | 101 | AC", "xy98zzz | xy98zzz | 102 | WA"],
        ),
        (
            "hw1-submissions",
            "repositories of GitHub Classroom (ASSIGNMENT-LOGIN), 2 students",
            ["ann-lee | ann-lee | ann-lee | AC", "bob | bob | bob | WA"],
        ),
        (
            "cloned",
            "repositories of GitHub Classroom (ASSIGNMENT-LOGIN), 2 students",
            ["ann | ann | ann | AC", "bob | bob | bob | AC"],
        ),
        // Any folder may have such a name.
        ("plain", "", ["hw2-ann | hw2-ann |  | AC", "hw2-bob | hw2-bob |  | AC"]),
    ] {
        let (run, rows) = table(&folder, what, &[]);
        run.says(said);
        assert_eq!(rows, expected, "{what}");
    }
    let (run, rows) = graded(&folder, "plain", "students = \"hw2-{student}\"");
    run.ends_with(0).says("a folder of students, by their names, 2 students");
    assert_eq!(rows, ["ann | ann | ann | AC", "bob | bob | bob | AC"]);
}

#[test]
fn names_of_ones_own() {
    let folder = with(&[
        ("flat/Ann Lee_12_main.sh", RIGHT),
        ("flat/Bob Ray_13_main.sh", WRONG),
        ("flat/Bob Ray_14_main.sh", RIGHT),
        ("flat/notes.sh", RIGHT),
    ]);
    let (run, rows) = graded(&folder, "flat", "students = \"{student}_{id}_{file}\"");
    run.ends_with(3);
    assert_eq!(
        rows,
        [
            "notes.sh | notes.sh |  | flat/notes.sh: its name does not have the form that `students` says",
            "Ann Lee | Ann Lee | 12 | AC",
            "Bob Ray (13) | Bob Ray | 13 | WA",
            "Bob Ray (14) | Bob Ray | 14 | AC",
        ]
        .map(|row| row.replace("flat/notes", &folder.path("flat/notes").to_string_lossy()))
    );
    let refused = |template: &str| {
        grade_by(&folder, "flat", &format!("students = \"{template}\"")).ends_with(2)
    };
    refused("{student}+{id}").says("no name in it has the form that `students` says");
    refused("{name}").says("unknown field {name}");
}

#[test]
fn a_flat_folder_is_refused_until_a_flag_decides() {
    let folder = with(&[("flat/ann.sh", RIGHT), ("flat/bob.sh", WRONG)]);
    judge(&folder, "flat", &[])
        .ends_with(2)
        .says("--each file judges each file as a submission, --each folder all of them as one");
    for flags in [&["--each", "file"][..], &["--each", "file"]] {
        let (_, rows) = table(&folder, "flat", flags);
        assert_eq!(rows, ["ann.sh | ann.sh |  | AC", "bob.sh | bob.sh |  | WA"], "{flags:?}");
    }
    folder.write("flat/main.sh", RIGHT);
    let (_, rows) = table(&folder, "flat", &["--each", "folder"]);
    assert_eq!(rows, ["flat | flat |  | AC"]);
    let (_, rows) = table(&folder, "flat", &["--file", "bob.*"]);
    assert_eq!(rows, ["flat | flat |  | WA"]);
    judge(&folder, "flat", &["--each", "file", "--each", "argument"])
        .ends_with(2)
        .says("cannot be used");
    // The caller's flag takes precedence over names, which anybody may choose.
    let folder = with(&[("a/a_1_2_x.sh", RIGHT), ("a/a_1_3_y.sh", WRONG)]);
    let (_, rows) = table(&folder, "a", &["--each", "file"]);
    assert_eq!(rows.len(), 2, "{rows:?}");
}

#[test]
fn a_project_without_files_of_its_own_is_one_submission() {
    let folder = with(&[
        ("all/ann/src/main.sh", RIGHT),
        ("all/ann/include/more.sh", WRONG),
        ("all/bob/src/main/shell/main.sh", RIGHT),
        ("all/bob/src/test/shell/tests.sh", WRONG),
    ]);
    assert_eq!(table(&folder, "all", &[]).1, ["ann | ann |  | AC", "bob | bob |  | AC"]);
}

#[test]
fn which_file_counts() {
    let student = |name: &str| format!("moodle/Ann Lee_1_assignsubmission_file/{name}");
    for (files, flags, expected) in [
        // The name of the problem, in any case and with any punctuation.
        (&[("infinityWar.sh", RIGHT), ("test.sh", WRONG), ("gen.oth", WRONG)][..], &[][..], "AC"),
        (&[("main.sh", RIGHT), ("infinity-war.sh", WRONG)], &[], "AC"),
        (&[("old.sh", WRONG), ("new.sh", RIGHT)], &["--file", "new.*"], "AC"),
        (&[("src/new.sh", RIGHT), ("main.sh", WRONG)], &["--file", "new.sh"], "AC"),
        (&[("a.oth", WRONG), ("b.oth", WRONG), ("sol.sh", RIGHT)], &["--file", "sol*"], "AC"),
        (
            &[("old.sh", WRONG), ("new.sh", RIGHT)],
            &[],
            "it is not clear which of its files is started: new.sh, old.sh; call the program main.sh, \
             and hand in only that and its parts",
        ),
        (
            &[("old.sh", WRONG), ("new.sh", RIGHT)],
            &["--file", "*.sh"],
            "it is not clear which of its files is started: new.sh, old.sh",
        ),
        (
            &[("old.sh", RIGHT)],
            &["--file", "solution.*"],
            "the program must be called solution.*, and there is only: old.sh",
        ),
    ] {
        let folder = with(&[]);
        files.iter().for_each(|(name, text)| folder.write(student(name), text));
        let (_, rows) = table(&folder, "moodle", flags);
        assert_eq!(rows, [format!("Ann Lee | Ann Lee | 1 | {expected}")], "{files:?}");
    }
    let folder = with(&[]);
    judge(&folder, "cases", &["--file", "{"]).ends_with(2).says("--file");
}

#[test]
fn students_are_told_what_was_judged_and_what_to_hand_in_instead() {
    let student = |id: u32, name: &str| format!("moodle/S{id}_{id}_assignsubmission_file/{name}");
    let folder = with(&[]);
    folder.write(student(1, "main.sh"), RIGHT);
    folder.write(student(2, "Report.pdf"), "%PDF");
    folder.write(student(3, "work.rar"), "Rar!");
    folder.write(student(4, "Main.class"), "x");
    folder.write(student(5, "a.sh"), RIGHT);
    folder.write(student(5, "b.sh"), WRONG);
    folder.write("moodle/S6_6_assignsubmission_onlinetext/onlinetext.html", "<p>hi");
    let nested = (0..3)
        .fold(zip(&[("main.sh", RIGHT.as_bytes())]), |inner, _| zip(&[("in.zip", &inner[..])]));
    folder.write(
        student(7, "a.zip"),
        zip(&[("report.pdf", b"%PDF"), ("b.zip", &zip(&[("main.sh", RIGHT.as_bytes())])[..])]),
    );
    folder.write(student(8, "a.zip"), nested);
    folder.write(student(9, "a.zip"), zip(&[]));
    let inner = zip(&[("main.sh", RIGHT.as_bytes())]);
    folder.write(student(10, "all.zip"), zip(&[("a.zip", &inner[..]), ("b.zip", &inner[..])]));
    let run = judge(&folder, "moodle", &["--report", "feedback"]).ends_with(3);
    let texts = run.stdout.replace("\n\n", "\n");
    assert_snapshot!(texts);
    let list: Vec<&str> = run.stderr.lines().filter(|line| line.contains("S2")).collect();
    assert_eq!(list.len(), 1, "{}", run.stderr);
    assert!(run.stderr.contains("8 submissions cannot be judged:"), "{}", run.stderr);
}

/// Programs in another form than usual for their language are judged, and their authors are told
/// what was judged.
#[test]
fn notebooks_and_sources_with_another_extension_are_judged() {
    let notebook = r##"{"metadata": {"language_info": {"name": "python"}}, "cells": [
        {"cell_type": "code", "source": ["%matplotlib inline\n", "n = input()"]},
        {"cell_type": "markdown", "source": ["# The answer"]},
        {"cell_type": "code", "source": ["print({'3': 'Alice wins', '4': 'tie 1 1'}.get(n, 'Bob wins'))"]}]}"##;
    let folder = with(&[
        ("moodle/Ann Lee_12_assignsubmission_file/Blatt 3.ipynb", notebook),
        ("moodle/Bob Ray_13_assignsubmission_file/main.sh.txt", RIGHT),
        ("moodle/Cy Ox_14_assignsubmission_file/main.sh", ""),
        ("moodle/Dee Su_15_assignsubmission_file/IMG_1.HEIC", "x"),
    ]);
    folder.write("referee.toml", CPYTHON);
    let (run, rows) = graded(&folder, "moodle", "language = \"de\"");
    run.ends_with(3);
    let verdicts: Vec<&str> = rows.iter().map(|row| row.rsplit(" | ").next().unwrap()).collect();
    assert_eq!(verdicts[1..], ["AC", "AC", "NO"], "{rows:?}");
    assert!(verdicts[0].contains("is a picture, not a program"), "{rows:?}");
    let text =
        |name: &str| last(&folder, &format!("feedback/{name}_assignsubmission_file_feedback.txt"));
    let ann = text("Ann Lee_12");
    let said = "bewertet: die Code-Zellen von Blatt 3.ipynb der Reihe nach, Python 3\n";
    assert!(ann.contains(said), "{ann}");
    let bob = text("Bob Ray_13");
    assert!(bob.contains("bewertet: main.sh.txt als main.sh, shell\n"), "{bob}");
    let cy = text("Cy Ox_14");
    assert!(cy.contains("Die Datei ist leer. Prüfen Sie, was Sie hochgeladen haben"), "{cy}");
    // The command in reports repeats the judgement.
    let look = folder.referee(&["grade", "--student", "ann"]).ends_with(0);
    look.says("1 of 1 accepted");
}

/// If the answer goes into a file, the text names the line; and feedback is an archive in Moodle's
/// form.
#[test]
fn who_writes_to_a_file_is_told_so_and_feedback_is_an_archive() {
    let python =
        "# the answer\nwith open('output.txt', 'w') as out:\n    print('Bob wins', file=out)\n";
    let folder = with(&[("moodle/Ann Lee_12_assignsubmission_file/main.py", python)]);
    folder.write("referee.toml", CPYTHON);
    let report = ["--report", "feedback=texts.zip"];
    judge(&folder, "moodle", &report).ends_with(1);
    judge(&folder, "moodle", &report).ends_with(2).says("texts.zip");
    let archive = std::fs::File::open(folder.path("texts.zip")).unwrap();
    let mut archive = zip::ZipArchive::new(archive).unwrap();
    let mut text = String::new();
    let name = "Ann Lee_12_assignsubmission_file_feedback.txt";
    archive.by_name(name).unwrap().read_to_string(&mut text).unwrap();
    let said = "Your program printed nothing, and opens a file to write into it in line 2: \
        `with open('output.txt', 'w') as out:`.";
    assert!(text.contains(said), "{text}");
    assert_eq!(archive.len(), 1);
}
