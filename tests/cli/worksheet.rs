//! Grades as a course needs them: worksheets filled in, late hand-ins, extensions, grades that are held back, several attempts.

use crate::support::{Folder, Run};

const LANGUAGES: &str =
    "format = 1\n[[language]]\nname = 'shell'\nendings = ['sh']\nrun = ['sh', '{main}']\n";
const GROUPS: &str = "format = 1\nproblem = \"infinity-war\"\n\
    [[groups]]\ntitle = \"Samples\"\ncases = \"sample\"\npoints = 10\n\
    [[groups]]\ntitle = \"Secret cases\"\ncases = \"secret\"\npoints = 30\n";
const RIGHT: &str =
    "read n\ncase $n in 3) echo Alice wins;; 4) echo tie 1 1;; *) echo Bob wins;; esac\n";
const WRONG: &str = "echo Bob wins\n";

const SHEET: &str = "\u{feff}Identifier,\"Full name\",Status,Grade,\"Maximum grade\",\"Last modified (submission)\",\"Feedback comments\"\r\n\
    Participant 12,\"Ann Lee\",\"Submitted\",,40.00,\"Sunday, 22 November 2026, 8:49 PM\",\r\n\
    Participant 13,\"Bob Ray\",\"Submitted\",,40.00,\"Monday, 23 November 2026, 8:49 AM\",\"see me\"\r\n\
    Participant 14,\"Cy Ox\",\"Submitted\",3.50,40.00,\"Friday, 20 November 2026, 8:49 AM\",\r\n\
    Participant 15,\"Dee, Su\",\"No submission\",17.00,40.00,-,\"=earlier\"\r\n";

fn with_class() -> Folder {
    let folder = Folder::with_cases();
    folder.write("cases/problem.toml", GROUPS);
    folder.write("languages.toml", LANGUAGES);
    folder.write("moodle/Ann Lee_12_assignsubmission_file/main.sh", RIGHT);
    folder.write("moodle/Bob Ray_13_assignsubmission_file/main.sh", WRONG);
    folder.write("moodle/Cy Ox_14_assignsubmission_file/paper.pdf", "%PDF");
    folder.write("sheet.csv", SHEET);
    folder
}

fn judge(folder: &Folder, what: &str, more: &[&str]) -> Run {
    let fixed = ["judge", "cases", what, "--languages", "languages.toml", "--no-record"];
    folder.referee(&[&fixed[..], more].concat())
}

const FILL: [&str; 5] = ["--worksheet", "sheet.csv", "--report", "worksheet=filled.csv", "--force"];

/// Identifier, grade and feedback of every row.
fn filled(folder: &Folder, name: &str) -> Vec<[String; 3]> {
    let text = folder.read(name);
    let mut reader = csv::Reader::from_reader(text.trim_start_matches('\u{feff}').as_bytes());
    let rows = reader.records().map(|row| {
        let row = row.unwrap();
        [row[0].to_string(), row[3].to_string(), row[6].to_string()]
    });
    rows.collect()
}

#[test]
fn moodles_worksheet_is_filled_in_and_otherwise_as_it_was() {
    let folder = with_class();
    judge(&folder, "moodle", &FILL).ends_with(3);
    let rows = filled(&folder, "filled.csv");
    assert_eq!(rows[0][1], "40");
    assert!(
        rows[0][2].starts_with(
            "<pre>infinity-war: Ann Lee\naccepted, 40 of 40 points\njudged: main.sh, shell\n"
        ),
        "{rows:?}"
    );
    assert_eq!(rows[1][1], "15");
    assert!(rows[1][2].starts_with("see me\n<pre>infinity-war: Bob Ray\n"), "{rows:?}");
    // It shows as much as the text of feedback does.
    assert!(rows[1][2].contains("your output:\n    | Bob wins"), "{rows:?}");
    // Who cannot be judged keeps the grade, and is told why.
    assert_eq!(rows[2][1], "3.50");
    assert!(rows[2][2].contains("paper.pdf is a PDF document"), "{rows:?}");
    let text = folder.read("filled.csv");
    let (start, end) = (SHEET.lines().next().unwrap(), SHEET.lines().last().unwrap());
    assert!(
        text.starts_with(&format!("{start}\r\nParticipant 12,\"Ann Lee\",\"Submitted\",40,40.00,")),
        "{text}"
    );
    assert!(text.ends_with(&format!("{end}\r\n")), "{text}");
    // A later run of some students changes only their rows, and replaces its own text.
    folder.write("later/Bob Ray_13_assignsubmission_file/main.sh", RIGHT);
    let again = ["--worksheet", "filled.csv", "--report", "worksheet=filled.csv", "--force"];
    judge(&folder, "later", &again).ends_with(0);
    let later = filled(&folder, "filled.csv");
    assert_eq!((&later[0], &later[2], &later[3]), (&rows[0], &rows[2], &rows[3]));
    assert_eq!(later[1][1], "40");
    assert!(later[1][2].starts_with("see me\n<pre>infinity-war: Bob Ray\naccepted"), "{later:?}");
    assert_eq!(later[1][2].matches("<pre>").count(), 1);
}

#[test]
fn what_is_wrong_with_a_worksheet_is_said() {
    let folder = with_class();
    judge(&folder, "moodle", &["--report", "worksheet=filled.csv"])
        .ends_with(2)
        .says("there is no worksheet to fill in");
    folder.write("sheet.csv", "a;b\n1;2\n");
    judge(&folder, "moodle", &FILL)
        .ends_with(2)
        .says("sheet.csv: there is no column that says whose a row is; there are: a, b")
        .says("--columns 'id=TITLE,grade=TITLE,feedback=TITLE' names the columns");
    let named = [&FILL[..], &["--columns", "id=a,grade=b"]].concat();
    let run = judge(&folder, "moodle", &named).ends_with(3);
    run.says("the worksheet has no row for: Cy Ox, Ann Lee, Bob Ray");
    assert_eq!(folder.read("filled.csv"), "a;b\n1;2\n");
    judge(&folder, "moodle", &["--columns", "id=a"]).ends_with(2).says("--worksheet");
    folder.write("sheet.csv", SHEET.replace("40.00", "20.00"));
    judge(&folder, "moodle", &FILL)
        .ends_with(3)
        .says("the best grade in the worksheet is 20, and there are 40 points");
    folder.write("cases/problem.toml", "format = 1\nproblem = \"infinity-war\"\n");
    judge(&folder, "moodle", &FILL)
        .ends_with(2)
        .says("there are no points to fill into a worksheet");
}

#[test]
fn canvas_gradebook_and_a_plain_table_are_filled_in() {
    let folder = with_class();
    folder.write("canvas/leeann_12_901_main.sh", RIGHT);
    folder.write("canvas/raybob_13_902_main.sh", WRONG);
    let gradebook = "Student,ID,SIS User ID,Section,Exercise 1 (77),Current Score\n\
        \"    Points Possible\",,,,40,(read only)\n\"Lee, Ann\",12,a12,One,,\n\"Ray, Bob\",13,b13,One,1,\n";
    folder.write("sheet.csv", gradebook);
    judge(&folder, "canvas", &FILL).ends_with(1);
    let expected = gradebook.replace("One,,", "One,40,").replace("One,1,", "One,15,");
    assert_eq!(folder.read("filled.csv"), expected);
    folder.write("flat/ann.sh", RIGHT);
    folder.write("flat/bob.sh", WRONG);
    folder.write("sheet.csv", "login\tpoints\r\nann\t\r\nbob\t\r\ncy\t7");
    judge(&folder, "flat", &[&FILL[..], &["--each", "file"]].concat()).ends_with(1);
    assert_eq!(folder.read("filled.csv"), "login\tpoints\r\nann\t40\r\nbob\t15\r\ncy\t7");
}

#[test]
fn being_late_costs_and_extensions_help() {
    let folder = with_class();
    let grades = |more: &[&str]| {
        let run = judge(&folder, "moodle", &[&FILL[..], more].concat()).ends_with(3);
        (filled(&folder, "filled.csv"), run)
    };
    // Ann is nine minutes late, Bob half a day and nine minutes.
    let due = ["--due", "2026-11-22 20:40", "--late", "10%/hour, 12 hours"];
    let (rows, _) = grades(&due);
    assert_eq!((&*rows[0][1], &*rows[1][1]), ("36", "0"));
    let late = "handed in late (2026-11-22 20:49:00), which costs 10 %: 36 points";
    assert!(rows[0][2].contains(late), "{rows:?}");
    folder.write("extensions.csv", "id,until\n12,2026-11-23 12:00\nBob Ray,+12 hours\n99,+1 day\n");
    let (rows, run) = grades(&[&due[..], &["--extensions", "extensions.csv"]].concat());
    assert_eq!((&*rows[0][1], &*rows[1][1]), ("40", "13.5"));
    run.says("an extension is for 99, of whom there is no submission");
    let table = judge(
        &folder,
        "moodle",
        &[&due[..], &["--worksheet", "sheet.csv", "--report", "students-csv"]].concat(),
    );
    table
        .says("Ann Lee,Ann Lee,12,AC,3,3,40,40,10,30,10,36,")
        .says("Bob Ray,Bob Ray,13,WA,1,3,15,40,0,15,100,0,");
    folder.write("extensions.csv", "12,soon\n13,soon\n");
    judge(&folder, "moodle", &[&due[..], &["--extensions", "extensions.csv"]].concat())
        .ends_with(2)
        .says("extensions.csv: line 1: `soon` is no time");
    // Nobody loses points for a time that is not known.
    judge(&folder, "moodle", &due)
        .ends_with(3)
        .says("when 3 submissions came in is not known, such as Ann Lee");
    judge(&folder, "moodle", &["--due", "tomorrow"])
        .ends_with(2)
        .says("write it as '2026-11-22 23:59'");
    judge(&folder, "moodle", &["--late", "10%/day"]).ends_with(2).says("--due");
    judge(&folder, "moodle", &[&due[..2], &["--late", "10/day"]].concat())
        .ends_with(2)
        .says("is neither like");
}

#[test]
fn nobody_gets_the_grade_of_another() {
    let folder = with_class();
    let fill = |what: &str| judge(&folder, what, &FILL);
    // Two names of one id, as of archives of two assignments.
    folder.write("two/Ann Lee_12_assignsubmission_file/main.sh", RIGHT);
    folder.write("two/Eve Fox_12_assignsubmission_file/main.sh", WRONG);
    fill("two")
        .ends_with(2)
        .says("sheet.csv: line 2: `Participant 12` may be Ann Lee (12) or Eve Fox (12)");
    // One name, composed and decomposed, in capitals, with spaces: one student, of whom nobody says which folder counts.
    folder.write("one/J\u{fc}rgen O_12_assignsubmission_file/main.sh", RIGHT);
    folder.write("one/ju\u{308}rgen  o _12_assignsubmission_file/main.sh", WRONG);
    fill("one").ends_with(3).says("several folders are of this student");
    assert_eq!(filled(&folder, "filled.csv")[0][1], "");
    folder.write("sheet.csv", SHEET.replace("Participant 13", "Participant 12"));
    fill("moodle").ends_with(2).says("lines 2 and 3 are both of Ann Lee (12)");
    // Files that are called like one student.
    folder.write("files/ann.sh", RIGHT);
    folder.write("files/ANN.txt.sh", WRONG);
    folder.write("sheet.csv", "login,points\nann,\nann.txt,\n");
    let each =
        |more: &[&str]| judge(&folder, "files", &[&FILL[..], &["--each", "file"], more].concat());
    each(&[]).ends_with(1);
    assert_eq!(folder.read("filled.csv"), "login,points\nann,40\nann.txt,15\n");
    folder.write("files/Ann.sh", WRONG);
    each(&[]).ends_with(2).says("sheet.csv: line 2: `ann` may be Ann.sh or ann.sh");
    folder.write("sheet.csv", "login,points\nx,\n");
    folder.write("more.csv", "ann,+1 day\n");
    each(&["--due", "2026-11-22", "--extensions", "more.csv"])
        .ends_with(2)
        .says("more.csv: line 1: `ann` may be Ann.sh or ann.sh");
    each(&["--withhold", "more.csv"]).says("held back, but of none").ends_with(1);
    folder.write("more.csv", "# open\nann\n");
    each(&["--withhold", "more.csv"]).ends_with(2).says("more.csv: line 2: `ann` may be");
}

#[test]
fn canvas_marks_what_is_late() {
    let folder = with_class();
    folder.write("canvas/leeann_LATE_12_901_main.sh", RIGHT);
    folder.write("canvas/raybob_13_902_main.sh", RIGHT);
    folder.write("extensions.csv", "12,+1 day\n");
    let late = ["--due", "2026-11-22", "--late", "10%/day", "--report", "students-csv"];
    let run = judge(&folder, "canvas", &late).ends_with(0);
    run.says("leeann,leeann,12,AC,3,3,40,40,10,30,10,36,")
        .says("raybob,raybob,13,AC,3,3,40,40,10,30,,40,");
    // Whether it is late even so is for the assistant to say.
    let extended = [&late[..], &["--extensions", "extensions.csv"]].concat();
    judge(&folder, "canvas", &extended)
        .ends_with(0)
        .says("when 1 submission came in is not known, such as leeann")
        .says("leeann,leeann,12,AC,3,3,40,40,10,30,,40,");
}

#[test]
fn who_is_held_back_gets_neither_grade_nor_feedback() {
    let folder = with_class();
    folder.write("hold.txt", "# an open question\n13\nnobody  # a slip of the pen\n");
    let more = [
        "--withhold",
        "hold.txt",
        "--report",
        "feedback=texts",
        "--report",
        "students-csv=all.csv",
    ];
    judge(&folder, "moodle", &[&FILL[..], &more].concat())
        .ends_with(3)
        .says("held back, but of none of the students here: nobody");
    let bob = SHEET.lines().nth(2).unwrap();
    assert!(folder.read("filled.csv").contains(bob), "{}", folder.read("filled.csv"));
    assert!(folder.has("texts/Ann Lee_12_assignsubmission_file_feedback.txt"));
    assert!(!folder.has("texts/Bob Ray_13_assignsubmission_file_feedback.txt"));
    let ann = folder.read("texts/Ann Lee_12_assignsubmission_file_feedback.txt");
    assert!(!ann.contains("Bob"), "{ann}");
    assert!(folder.read("all.csv").contains("Bob Ray,Bob Ray,13,WA"));
}

#[test]
fn the_best_or_the_last_attempt_counts() {
    let folder = with_class();
    folder.write("canvas/leeann_12_901_main.sh", RIGHT);
    folder.write("canvas/leeann_12_950_main-1.sh", WRONG);
    folder.write("sheet.csv", "id,points\n12,\n");
    for (attempt, points) in [("latest", "15"), ("all", "15"), ("best", "40")] {
        judge(&folder, "canvas", &[&FILL[..], &["--attempt", attempt]].concat()).ends_with(1);
        assert_eq!(folder.read("filled.csv"), format!("id,points\n12,{points}\n"), "{attempt}");
    }
}

#[test]
fn points_that_lateness_has_changed_are_compared() {
    let folder = with_class();
    judge(&folder, "moodle", &["--report", "jsonl=old.jsonl"]).ends_with(3);
    let late = ["--worksheet", "sheet.csv", "--due", "2026-11-22 20:40", "--late", "10%/day"];
    let against =
        ["--against", "old.jsonl", "--report", "changes-csv", "--report", "jsonl=new.jsonl"];
    let run = judge(&folder, "moodle", &[&late[..], &against].concat()).ends_with(3);
    run.says("Ann Lee,Ann Lee,12,AC,AC,as-expected,as-expected,40,36,-4,0");
    let run = judge(&folder, "moodle", &["--against", "new.jsonl", "--report", "changes-csv"])
        .ends_with(3);
    run.says("Ann Lee,Ann Lee,12,AC,AC,as-expected,as-expected,36,40,4,0");
}

#[test]
fn merged_shards_fill_in_the_worksheet_as_one_run_does() {
    let folder = with_class();
    folder.write("canvas/leeann_12_901_main.sh", RIGHT);
    folder.write("canvas/leeann_12_950_main-1.sh", WRONG);
    folder.write("ids.csv", "id,points\n12,\n");
    folder.write("hold.txt", "13\n");
    let held = ["--withhold", "hold.txt"];
    for (what, sheet, more, code) in [
        ("moodle", "sheet.csv", &[][..], 3),
        ("moodle", "sheet.csv", &held, 3),
        ("canvas", "ids.csv", &["--attempt", "best"], 1),
    ] {
        let fill = ["--worksheet", sheet, "--report", "worksheet=filled.csv", "--force"];
        judge(&folder, what, &[&fill[..], more].concat()).ends_with(code);
        let whole = folder.read("filled.csv");
        for number in ["1", "2"] {
            let (shard, report) = (format!("{number}/2"), format!("jsonl=s{number}.jsonl"));
            let verb = ["shard", "run", &shard, "cases", what, "--languages", "languages.toml"];
            let own = ["--no-record", "--report", &report, "--excerpts", "--force"];
            folder.referee(&[&verb[..], &own, more].concat());
        }
        // How attempts count stands in the events.
        let more = more.iter().filter(|_| what == "moodle").copied();
        let words = ["shard", "merge", "s1.jsonl", "s2.jsonl"].into_iter().chain(fill).chain(more);
        folder.referee(&words.collect::<Vec<_>>()).ends_with(code);
        assert_eq!(folder.read("filled.csv"), whole, "{what}");
    }
    let words = ["shard", "merge", "s1.jsonl", "s2.jsonl", "--report", "worksheet=new.csv"];
    folder.referee(&words).ends_with(2).says("there is no worksheet to fill in");
}
