//! Grades as a course needs them: filled-in worksheets, late submissions, extensions, withheld
//! grades, several attempts.

use crate::grade::{grade_by, last};
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

const FILL: &str = "worksheet = \"sheet.csv\"\n";

/// Fills in the worksheet of a class by a course with these keys.
fn fill(folder: &Folder, what: &str, keys: &str) -> Run {
    grade_by(folder, what, &format!("{FILL}{keys}"))
}

/// Returns the identifier, grade and feedback of every row.
fn filled(folder: &Folder) -> Vec<[String; 3]> {
    let text = last(folder, "worksheet.csv");
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
    fill(&folder, "moodle", "").ends_with(3);
    let rows = filled(&folder);
    assert_eq!(rows[0][1], "40");
    assert!(
        rows[0][2].starts_with(
            "<pre>infinity-war: Ann Lee\naccepted, 40 of 40 points\njudged: main.sh, shell\n"
        ),
        "{rows:?}"
    );
    assert_eq!(rows[1][1], "15");
    assert!(rows[1][2].starts_with("see me\n<pre>infinity-war: Bob Ray\n"), "{rows:?}");
    // It contains as much as the feedback text.
    assert!(rows[1][2].contains("your output:\n    | Bob wins"), "{rows:?}");
    // A student who cannot be judged keeps the grade, and is told why.
    assert_eq!(rows[2][1], "3.50");
    assert!(rows[2][2].contains("paper.pdf is a PDF document"), "{rows:?}");
    let text = last(&folder, "worksheet.csv");
    let (start, end) = (SHEET.lines().next().unwrap(), SHEET.lines().last().unwrap());
    assert!(
        text.starts_with(&format!("{start}\r\nParticipant 12,\"Ann Lee\",\"Submitted\",40,40.00,")),
        "{text}"
    );
    assert!(text.ends_with(&format!("{end}\r\n")), "{text}");
    // A later run of some students changes only their rows, and replaces its own text.
    folder.write("later/Bob Ray_13_assignsubmission_file/main.sh", RIGHT);
    folder.write("earlier.csv", text);
    grade_by(&folder, "later", "worksheet = \"earlier.csv\"").ends_with(0);
    let later = filled(&folder);
    assert_eq!((&later[0], &later[2], &later[3]), (&rows[0], &rows[2], &rows[3]));
    assert_eq!(later[1][1], "40");
    assert!(later[1][2].starts_with("see me\n<pre>infinity-war: Bob Ray\naccepted"), "{later:?}");
    assert_eq!(later[1][2].matches("<pre>").count(), 1);
}

#[test]
fn what_is_wrong_with_a_worksheet_is_said() {
    let folder = with_class();
    let report = ["judge", "cases", "moodle", "--report", "worksheet=filled.csv"];
    folder.referee(&report).ends_with(2).says("unknown kind of report `worksheet`");
    folder.write("sheet.csv", "a;b\n1;2\n");
    fill(&folder, "moodle", "")
        .ends_with(2)
        .says("sheet.csv: there is no column that says whose a row is; there are: a, b")
        .says("columns = \"id=TITLE,grade=TITLE,feedback=TITLE\" in the course names the columns");
    let run = fill(&folder, "moodle", "columns = \"id=a,grade=b\"").ends_with(3);
    run.says("the worksheet has no row for: Ann Lee, Bob Ray, Cy Ox");
    assert_eq!(last(&folder, "worksheet.csv"), "a;b\n1;2\n");
    grade_by(&folder, "moodle", "columns = \"id=a\"").ends_with(2).says("without `worksheet`");
    folder.write("sheet.csv", SHEET.replace("40.00", "20.00"));
    fill(&folder, "moodle", "")
        .ends_with(3)
        .says("the best grade in the worksheet is 20, and the exercise is worth 40 points");
    folder.write("cases/problem.toml", "format = 1\nproblem = \"infinity-war\"\n");
    fill(&folder, "moodle", "").ends_with(2).says("there are no points to fill into a worksheet");
}

#[test]
fn canvas_gradebook_and_a_plain_table_are_filled_in() {
    let folder = with_class();
    folder.write("canvas/leeann_12_901_main.sh", RIGHT);
    folder.write("canvas/raybob_13_902_main.sh", WRONG);
    let gradebook = "Student,ID,SIS User ID,Section,Exercise 1 (77),Current Score\n\
        \"    Points Possible\",,,,40,(read only)\n\"Lee, Ann\",12,a12,One,,\n\"Ray, Bob\",13,b13,One,1,\n";
    folder.write("sheet.csv", gradebook);
    fill(&folder, "canvas", "").ends_with(0);
    let expected = gradebook.replace("One,,", "One,40,").replace("One,1,", "One,15,");
    assert_eq!(last(&folder, "worksheet.csv"), expected);
    folder.write("flat/ann.sh", RIGHT);
    folder.write("flat/bob.sh", WRONG);
    folder.write("sheet.csv", "login\tpoints\r\nann\t\r\nbob\t\r\ncy\t7");
    fill(&folder, "flat", "each = \"file\"").ends_with(0);
    assert_eq!(last(&folder, "worksheet.csv"), "login\tpoints\r\nann\t40\r\nbob\t15\r\ncy\t7");
}

#[test]
fn being_late_costs_and_extensions_help() {
    let folder = with_class();
    let grades = |more: &str| {
        let run = fill(&folder, "moodle", more).ends_with(3);
        (filled(&folder), run)
    };
    // Ann is nine minutes late, Bob half a day and nine minutes.
    let due = "due = \"2026-11-22 20:40\"\nlate = \"10%/hour, 12 hours\"\n";
    let (rows, _) = grades(due);
    assert_eq!((&*rows[0][1], &*rows[1][1]), ("36", "0"));
    let late = "submitted late (2026-11-22 20:49:00): 10 % deducted, 36 points left";
    assert!(rows[0][2].contains(late), "{rows:?}");
    let table = last(&folder, "grades.csv");
    assert!(table.contains("Ann Lee,Ann Lee,12,AC,3,3,40,40,10,30,10,36,"), "{table}");
    assert!(table.contains("Bob Ray,Bob Ray,13,WA,1,3,15,40,0,15,100,0,"), "{table}");
    folder.write("extensions.csv", "id,until\n12,2026-11-23 12:00\nBob Ray,+12 hours\n99,+1 day\n");
    let extended = format!("{due}extensions = \"extensions.csv\"");
    let (rows, run) = grades(&extended);
    assert_eq!((&*rows[0][1], &*rows[1][1]), ("40", "13.5"));
    run.says("an extension is for 99, who has no submission");
    folder.write("extensions.csv", "12,soon\n13,soon\n");
    fill(&folder, "moodle", &extended)
        .ends_with(2)
        .says("extensions.csv: line 1: `soon` is not a valid time");
    // An unknown time costs no points.
    let run = grade_by(&folder, "moodle", due).ends_with(3);
    run.says("the times of 3 submissions are unknown, such as Ann Lee");
    let refused = |keys: &str, why: &str| {
        grade_by(&folder, "moodle", keys).ends_with(2).says(why);
    };
    refused("due = \"tomorrow\"", "write it as '2026-11-22 23:59'");
    refused("late = \"10%/day\"", "without `due`");
    refused("due = \"2026-11-22 20:40\"\nlate = \"10/day\"", "is neither like");
}

/// A comma in the name of a student does not make two of one.
#[test]
fn a_name_with_a_comma_is_that_of_one_student() {
    let folder = with_class();
    folder.write("files/Lee, Ann_2026-11-23T12-00.sh", RIGHT);
    folder.write("sheet.csv", "name,points\n\"Lee, Ann\",\n");
    folder.write("extensions.csv", "\"Lee, Ann\",+1 day\n");
    let keys = "students = \"{student}_{time}\"\ndue = \"2026-11-22 23:59\"\nlate = \"50%\"\n";
    fill(&folder, "files", keys).ends_with(0);
    assert_eq!(last(&folder, "worksheet.csv"), "name,points\n\"Lee, Ann\",20\n");
    let run =
        fill(&folder, "files", &format!("{keys}extensions = \"extensions.csv\"")).ends_with(0);
    assert!(!run.stderr.contains("has no submission"), "{}", run.stderr);
    assert_eq!(last(&folder, "worksheet.csv"), "name,points\n\"Lee, Ann\",40\n");
    folder.write("decisions.csv", "student,points\n\"Lee, Ann\",7\n");
    fill(&folder, "files", keys).ends_with(0);
    assert_eq!(last(&folder, "worksheet.csv"), "name,points\n\"Lee, Ann\",7\n");
    assert!(last(&folder, "sheet.csv").contains("Lee Ann,7,"));
}

#[test]
fn nobody_gets_the_grade_of_another() {
    let folder = with_class();
    // Two names with one id, as in archives of two assignments.
    folder.write("two/Ann Lee_12_assignsubmission_file/main.sh", RIGHT);
    folder.write("two/Eve Fox_12_assignsubmission_file/main.sh", WRONG);
    fill(&folder, "two", "")
        .ends_with(2)
        .says("sheet.csv: line 2: `Participant 12` may be Ann Lee (12) or Eve Fox (12)");
    // One name, composed and decomposed, in capitals, with spaces: one student with two folders,
    // and no rule for which one counts.
    folder.write("one/J\u{fc}rgen O_12_assignsubmission_file/main.sh", RIGHT);
    folder.write("one/ju\u{308}rgen  o _12_assignsubmission_file/main.sh", WRONG);
    fill(&folder, "one", "").ends_with(3).says("several folders are of this student");
    assert_eq!(filled(&folder)[0][1], "");
    folder.write("sheet.csv", SHEET.replace("Participant 13", "Participant 12"));
    fill(&folder, "moodle", "").ends_with(2).says("lines 2 and 3 are both of Ann Lee (12)");
    // Files with names of the same student.
    folder.write("files/ann.sh", RIGHT);
    folder.write("files/ANN.txt.sh", WRONG);
    folder.write("sheet.csv", "login,points\nann,\nann.txt,\n");
    let each = |more: &str| fill(&folder, "files", &format!("each = \"file\"\n{more}"));
    each("").ends_with(0);
    assert_eq!(last(&folder, "worksheet.csv"), "login,points\nann,40\nann.txt,15\n");
    folder.write("files/Ann.sh", WRONG);
    each("").ends_with(2).says("sheet.csv: line 2: `ann` may be Ann.sh or ann.sh");
    folder.write("sheet.csv", "login,points\nx,\n");
    folder.write("more.csv", "ann,+1 day\n");
    each("due = \"2026-11-22\"\nextensions = \"more.csv\"")
        .ends_with(2)
        .says("more.csv: line 1: `ann` may be Ann.sh or ann.sh");
    each("withhold = \"more.csv\"").says("withheld, but not among").ends_with(0);
    folder.write("more.csv", "# open\nann\n");
    each("withhold = \"more.csv\"").ends_with(2).says("more.csv: line 2: `ann` may be");
}

#[test]
fn canvas_marks_what_is_late() {
    let folder = with_class();
    folder.write("canvas/leeann_LATE_12_901_main.sh", RIGHT);
    folder.write("canvas/raybob_13_902_main.sh", RIGHT);
    folder.write("extensions.csv", "12,+1 day\n");
    let late = "due = \"2026-11-22\"\nlate = \"10%/day\"\n";
    grade_by(&folder, "canvas", late).ends_with(0);
    let rows = last(&folder, "grades.csv");
    assert!(rows.contains("leeann,leeann,12,AC,3,3,40,40,10,30,10,36,"), "{rows}");
    assert!(rows.contains("raybob,raybob,13,AC,3,3,40,40,10,30,,40,"), "{rows}");
    // The assistant must decide whether it is still late.
    grade_by(&folder, "canvas", &format!("{late}extensions = \"extensions.csv\""))
        .ends_with(0)
        .says("the time of leeann is unknown; it counts as on time");
    let rows = last(&folder, "grades.csv");
    assert!(rows.contains("leeann,leeann,12,AC,3,3,40,40,10,30,,40,"), "{rows}");
}

#[test]
fn who_is_held_back_gets_neither_grade_nor_feedback() {
    let folder = with_class();
    folder.write("hold.txt", "# an open question\n13\nnobody  # a slip of the pen\n");
    fill(&folder, "moodle", "withhold = \"hold.txt\"")
        .ends_with(3)
        .says("withheld, but not among the students here: nobody");
    let bob = SHEET.lines().nth(2).unwrap();
    let sheet = last(&folder, "worksheet.csv");
    assert!(sheet.contains(bob), "{sheet}");
    let texts = |name: &str| {
        let name = format!("/feedback/{name}_assignsubmission_file_feedback.txt");
        folder.names().iter().filter(|file| file.ends_with(&name)).count()
    };
    assert_eq!((texts("Ann Lee_12"), texts("Bob Ray_13")), (1, 0));
    let ann = last(&folder, "feedback/Ann Lee_12_assignsubmission_file_feedback.txt");
    assert!(!ann.contains("Bob"), "{ann}");
    assert!(last(&folder, "grades.csv").contains("Bob Ray,Bob Ray,13,WA"));
    // Nor do they get what was decided though they handed nothing in.
    folder.write("d.csv", "student,points\n15,7\n");
    let keys = "withhold = \"hold.txt\"\ndecisions = \"d.csv\"";
    for (list, grade) in [("13\n", "7"), ("13\r15\r", "17.00")] {
        folder.write("hold.txt", list);
        let run = fill(&folder, "moodle", keys);
        assert_eq!(filled(&folder)[3][1], grade, "{run}");
        assert!(!run.to_string().contains("not among the students here"), "{run}");
    }
}

#[test]
fn the_best_or_the_last_attempt_counts() {
    let folder = with_class();
    folder.write("canvas/leeann_12_901_main.sh", RIGHT);
    folder.write("canvas/leeann_12_950_main-1.sh", WRONG);
    folder.write("sheet.csv", "id,points\n12,\n");
    for (attempt, points) in [("latest", "15"), ("all", "15"), ("best", "40")] {
        fill(&folder, "canvas", &format!("attempt = \"{attempt}\"")).ends_with(0);
        let sheet = last(&folder, "worksheet.csv");
        assert_eq!(sheet, format!("id,points\n12,{points}\n"), "{attempt}");
    }
}

/// What is not a program is reported first, and a compiler may be missing: neither changes which
/// attempt is the last.
#[test]
fn an_attempt_that_cannot_be_judged_may_be_the_one_that_counts() {
    let folder = with_class();
    let missing =
        "[[language]]\nname = 'missing'\nendings = ['mis']\nrun = ['no-such-program', '{main}']\n";
    folder.write("languages.toml", format!("{LANGUAGES}{missing}"));
    folder.write("sheet.csv", "id,points\n12,1\n");
    for (last_name, last_file) in [("12_2.pdf", "%PDF"), ("12_2.mis", "x")] {
        folder.write("files/12_1.sh", RIGHT);
        folder.write("files/11_1.sh", WRONG);
        folder.write(format!("files/{last_name}"), last_file);
        for (attempt, points) in [("latest", "1"), ("all", "1"), ("best", "40")] {
            let keys = format!("students = \"{{id}}_{{attempt}}\"\nattempt = \"{attempt}\"");
            fill(&folder, "files", &keys).ends_with(3);
            let sheet = last(&folder, "worksheet.csv");
            assert_eq!(sheet, format!("id,points\n12,{points}\n"), "{attempt} {last_name}");
            let sums = last(&folder, "sheet.csv");
            let sum = if attempt == "best" { "40,40,40" } else { "not judged,,40" };
            assert!(sums.contains(&format!("\n12,12,{sum}\n")), "{attempt} {last_name}: {sums}");
        }
        std::fs::remove_dir_all(folder.path("files")).unwrap();
    }
}

/// Results of many machines are in the record, from which a class is graded without running
/// anything again.
#[test]
fn a_class_that_shards_have_judged_is_graded_from_the_record() {
    let folder = with_class();
    for number in ["1", "2"] {
        let (shard, report) = (format!("{number}/2"), format!("jsonl=s{number}.jsonl"));
        let verb = ["shard", "run", &shard, "cases", "moodle", "--languages", "languages.toml"];
        folder.referee(
            &[&verb[..], &["--report", &report, "--details", "excerpts", "--record", "kept"]]
                .concat(),
        );
    }
    let late = "due = \"2026-11-22 20:40\"\nlate = \"10%/hour, 12 hours\"\n";
    fill(&folder, "moodle", &format!("{late}record_from = [\"kept\"]")).ends_with(3);
    let rows = filled(&folder);
    assert_eq!((&*rows[0][1], &*rows[1][1]), ("36", "0"));
    let events = last(&folder, "events.jsonl");
    let judged = events.lines().filter(|line| line.contains("\"event\":\"judged\""));
    let (kept, run): (Vec<&str>, Vec<&str>) =
        judged.partition(|line| line.contains("\"kept\":true"));
    assert!(!kept.is_empty() && run.is_empty(), "{events}");
}
