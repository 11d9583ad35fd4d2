//! `referee grade`: a class in one evening, and again after a late submission or a decision.

use insta::assert_snapshot;

use crate::packages::{OLD, SAME, TWICE, package};
use crate::support::{Folder, Run};

const LANGUAGES: &str =
    "format = 1\n[[language]]\nname = 'shell'\nendings = ['sh']\nrun = ['sh', '{main}']\n";
const PROBLEM: &str = "format = 1\nname = \"sum\"\n[limits]\ntime = 10\n\
    [[groups]]\ntitle = \"Samples\"\ncases = \"sample\"\npoints = 1\n\
    [[groups]]\ntitle = \"Secret cases\"\ncases = \"secret\"\npoints = 3\n";
const COURSE: &str = "format = 1\ntitle = \"Sums\"\nproblem = \"sum\"\nsubmissions = \"moodle\"\n\
    languages = \"languages.toml\"\nworksheet = \"sheet.csv\"\ndue = \"2026-11-22 23:59\"\nlate = \"50%\"\n";
const SHEET: &str = "Identifier,\"Full name\",Grade,\"Maximum grade\",\"Last modified (submission)\",\"Feedback comments\"\n\
    Participant 12,\"Ann Lee\",,4.00,\"Sunday, 22 November 2026, 8:49 PM\",\n\
    Participant 13,\"Bob Ray\",,4.00,\"Monday, 23 November 2026, 8:49 AM\",\n\
    Participant 14,\"Cy Ox\",,4.00,\"Sunday, 22 November 2026, 8:49 PM\",\n\
    Participant 15,\"Dee Su\",,4.00,-,\n";
const RIGHT: &str = "read a b\necho $((a + b))\n";
/// Right on the sample only.
const WRONG: &str = "echo 3\n";

/// A class of four: one is right, one is wrong and late, one submitted a document, and one nothing.
fn with_class() -> Folder {
    let folder = Folder::new();
    folder.write("sum/problem.toml", PROBLEM);
    folder.write("sum/sample/1.in", "1 2\n");
    folder.write("sum/sample/1.ans", "3\n");
    folder.write("sum/secret/2.in", "3 4\n");
    folder.write("sum/secret/2.ans", "7\n");
    folder.write("languages.toml", LANGUAGES);
    folder.write("sheet.csv", SHEET);
    folder.write("course.toml", COURSE);
    folder.write("moodle/Ann Lee_12_assignsubmission_file/main.sh", RIGHT);
    folder.write("moodle/Bob Ray_13_assignsubmission_file/main.sh", WRONG);
    folder.write("moodle/Cy Ox_14_assignsubmission_file/paper.pdf", "%PDF");
    folder
}

/// Grades the submissions `what` on the cases of a folder, by a course with these keys.
pub(crate) fn grade_by(folder: &Folder, what: &str, keys: &str) -> Run {
    let course = format!(
        "format = 1\nproblem = \"cases\"\nsubmissions = \"{what}\"\nlanguages = \"languages.toml\"\n{keys}\n"
    );
    folder.write("course.toml", course);
    folder.referee(&["grade"])
}

/// Returns the runs so far, by the names of their folders; runs of the same minute are numbered.
fn runs(folder: &Folder) -> Vec<String> {
    let names = folder.names().into_iter();
    let ended = names.filter_map(|name| Some(name.strip_suffix("/run.json")?.to_string()));
    let mut runs: Vec<String> = ended.collect();
    let minute = "results/2026-11-22-2359".len();
    runs.sort_by_key(|name| (name[..minute].to_string(), name.len(), name.clone()));
    runs
}

/// Returns a report without the times of runs.
fn undated(folder: &Folder, run: &Run) -> String {
    let mut text = run.stdout.clone();
    for (number, name) in runs(folder).iter().enumerate().rev() {
        text = text.replace(name, &format!("[run {}]", number + 1));
    }
    text
}

/// Returns a file of the last run.
pub(crate) fn last(folder: &Folder, name: &str) -> String {
    folder.read(format!("{}/{name}", runs(folder).last().unwrap()))
}

#[test]
fn a_class_is_graded_published_and_graded_again() {
    let folder = with_class();
    // A document could not be judged, and there is no decision about it yet.
    let first = folder.referee(&["grade"]).ends_with(3);
    assert_snapshot!("grade-first", undated(&folder, &first));
    assert_snapshot!(last(&folder, "sheet.csv"), @"
    student,id,Sums (of 4),total,of
    Ann Lee,12,4,4,4
    Bob Ray,13,0.5,0.5,4
    Cy Ox,14,not judged,,4
    ");
    let sheet = last(&folder, "worksheet.csv");
    assert!(
        sheet.contains("\"Ann Lee\",4,4.00") && sheet.contains("\"Bob Ray\",0.5,4.00"),
        "{sheet}"
    );
    assert!(
        last(&folder, "feedback/Ann Lee_12_assignsubmission_file_feedback.txt").contains("4 of 4")
    );
    let page = last(&folder, "report.html");
    // Half a point is lost for lateness; the remaining points count.
    assert!(page.contains("points: mean 2.25, median 2.25, of 4."));
    assert!(page.contains("Bob Ray") && last(&folder, "events.jsonl").contains("\"finished\""));

    folder.referee(&["grade", "--publish"]).ends_with(0).says("published; later runs");
    folder.write(
        "decisions.csv",
        "student,points,due,note,by\nCy Ox,2.5,,shown on paper,Eve\nBob Ray,,+1 day,was ill,Eve\n15,1,,on paper,Eve\n",
    );
    let second = folder.referee(&["grade"]).ends_with(0);
    assert_snapshot!("grade-second", undated(&folder, &second));
    assert_snapshot!(last(&folder, "changes.csv"), @r#"
    student,id,exercise,before,after,why
    Bob Ray,13,Sums,"wrong answer, 0.5 points","wrong answer, 1 point",decided by hand
    Cy Ox,14,Sums,not judged,"not judged, 2.5 points",decided by hand
    Dee Su,15,Sums,nothing,"not judged, 1 point",decided by hand
    "#);
    let grades = last(&folder, "grades.csv");
    assert!(grades.lines().next().unwrap().contains(",grade,decision,note,by,"), "{grades}");
    assert!(grades.contains(",2.5,2.5,shown on paper,Eve,"), "{grades}");
    let sheet = last(&folder, "worksheet.csv");
    assert!(sheet.contains("\"Cy Ox\",2.5,") && sheet.contains("\"Dee Su\",1,"), "{sheet}");
    // The person who decided, and why, is not for students.
    assert!(
        sheet.contains("not judged; 2.5 of 4 points, decided by hand") && !sheet.contains("Eve"),
        "{sheet}"
    );

    // A decision is about the files at the time it was made.
    folder.write("moodle/Bob Ray_13_assignsubmission_file/main.sh", RIGHT);
    let third = folder.referee(&["grade"]).ends_with(0).says("Bob Ray handed in again since");
    assert_snapshot!(last(&folder, "changes.csv"), @r#"
    student,id,exercise,before,after,why
    Bob Ray,13,Sums,"wrong answer, 0.5 points","accepted, 4 points","handed in anew; decided by hand; secret/2: wrong answer -> accepted"
    Cy Ox,14,Sums,not judged,"not judged, 2.5 points",decided by hand
    Dee Su,15,Sums,nothing,"not judged, 1 point",decided by hand
    "#);
    // The worksheet in the folder of the course is unchanged, and every run is still there.
    assert!(folder.read("sheet.csv") == SHEET && runs(&folder).len() == 3);

    // The points on paper were decided before there was a program.
    assert!(!third.stderr.contains("Dee Su handed in"), "{}", third.stderr);
    folder.write("moodle/Dee Su_15_assignsubmission_file/main.sh", RIGHT);
    let fourth = folder.referee(&["grade"]).ends_with(0);
    fourth.says("Dee Su handed in again since the decision");

    // Which run later ones are compared with is said, whichever was marked last.
    folder.referee(&["grade", "--publish"]).ends_with(0).says("are compared with it");
    let all = runs(&folder);
    let first = format!("--publish={}", all[0].trim_start_matches("results/"));
    let words = format!("are compared with {}, as before", all[3]);
    folder.referee(&["grade", &first]).ends_with(0).says(&words);
}

/// Decisions and the scale of the course reach every output with points, and commands repeat the
/// chosen attempt.
#[test]
fn decisions_and_the_scale_reach_the_worksheet_feedback_and_the_page() {
    let folder = with_class();
    folder.write("moodle/Dee Su_15_assignsubmission_file/v1/main.sh", WRONG);
    folder.write("moodle/Dee Su_15_assignsubmission_file/v2/main.sh", "exit 3\n");
    folder.write("sheet.csv", SHEET.replace("4.00", "10.00"));
    folder.write(
        "course.toml",
        format!("{COURSE}decisions = 'own/by hand.csv'\nscale = true\nweight = 2\nnotes = true\n"),
    );
    let decisions = "student,file,points,due,note,by\nDee Su,v2/main.sh,,+1 day,,\n\
        Bob Ray,,2,,shown on paper,Eve\nCy Ox,,excused,,,\n";
    folder.write("own/by hand.csv", decisions);
    let run = folder.referee(&["grade"]).ends_with(0).says(" of 10 points, median ");
    // Only the file that a decision chose is judged again.
    assert!(run.stdout.contains("referee grade --student 'Dee Su'\n"), "{}", run.stdout);
    let look = folder.referee(&["grade", "--student", "dee", "--only", "sample/*"]).ends_with(0);
    look.says("run-time error").says("ended with exit code 3");
    let sheet = last(&folder, "worksheet.csv");
    assert!(
        sheet.contains("\"Ann Lee\",10,10.00") && sheet.contains("\"Bob Ray\",5,10.00"),
        "{sheet}"
    );
    let text = last(&folder, "feedback/Bob Ray_13_assignsubmission_file_feedback.txt");
    let head =
        "sum: Bob Ray\nwrong answer; 2 of 4 points, decided by hand\ngrade: 5 of 10, weight 2\n";
    assert!(text.starts_with(head), "{text}");
    assert!(text.contains("\nnote: shown on paper\n") && !text.contains("Eve"), "{text}");
    // What was decided loses nothing for lateness.
    assert!(!text.contains("submitted late"), "{text}");
    let page = last(&folder, "report.html");
    assert!(page.contains("2 by decision") && page.contains(">excused<"), "{page}");
    let text = last(&folder, "feedback/Cy Ox_14_assignsubmission_file_feedback.txt");
    assert!(text.contains("not judged; excused: counts neither for nor against you"), "{text}");
    let sums = last(&folder, "sheet.csv");
    assert!(sums.starts_with("student,id,Sums (of 10),total,of\nAnn Lee,12,10,20,20\n"), "{sums}");

    // Students who are excused, and those no longer excused, are told so.
    folder.referee(&["grade", "--publish"]).ends_with(0);
    folder.write("own/by hand.csv", decisions.replace("Cy Ox,,excused,,,\n", ""));
    folder
        .referee(&["grade"])
        .ends_with(3)
        .says("1 changed")
        .says("or decide it in own/by hand.csv");
    let changes = last(&folder, "changes.csv");
    assert!(changes.contains("Cy Ox,14,Sums,\"not judged, excused\",not judged,"), "{changes}");

    folder.write("course.toml", format!("{COURSE}scale = true\nmaximum = 3\n"));
    folder.referee(&["grade"]).ends_with(2).says("points are scaled to `maximum`");
    folder.write("sheet.csv", SHEET.replace("4.00", ""));
    folder.write("course.toml", format!("{COURSE}scale = true\n"));
    folder.referee(&["grade"]).ends_with(2).says("has no maximum grade");
}

/// If cases are worth no points, decisions are out of one, and scaled like it.
#[test]
fn decided_points_are_scaled_though_cases_are_worth_none() {
    let folder = with_class();
    folder.write("sum/problem.toml", PROBLEM.split("[[groups]]").next().unwrap());
    folder.write("course.toml", COURSE.replace("worksheet = \"sheet.csv\"", "maximum = 10"));
    folder.write("decisions.csv", "student,points\nBob Ray,0.5\nCy Ox,0\n");
    folder.referee(&["grade"]).ends_with(0);
    let text = last(&folder, "feedback/Bob Ray_13_assignsubmission_file_feedback.txt");
    assert!(text.contains("0.5 of 1 point, decided by hand\ngrade: 5 of 10\n"), "{text}");
    assert!(last(&folder, "sheet.csv").contains("\nBob Ray,13,5,5,10\n"));
}

/// Two runs at once may begin with the same folder, and one of them then has to be repeated.
#[test]
fn a_run_beside_another_overwrites_nothing() {
    let folder = with_class();
    let grade = || folder.referee(&["grade"]);
    let runs = std::thread::scope(|scope| {
        [scope.spawn(grade), scope.spawn(grade)].map(|run| run.join().unwrap())
    });
    for run in runs {
        let text = run.to_string();
        let is_told =
            text.contains("another run has written there meanwhile: run the same command again");
        assert!(is_told || text.contains("next   referee grade --publish"), "{text}");
    }
    folder.referee(&["grade"]).says("next   referee grade --publish");
}

/// A folder with a package, `twice`, in which a submission gets up to 50 for what it can do.
pub(crate) fn with_scores() -> Folder {
    let folder = package(&format!("{OLD}type: scoring\n"));
    let groups = "range: 0 50\non_reject: continue\ngrader_flags: accept_if_any_accepted\n";
    folder.write("twice/data/testdata.yaml", groups);
    folder.write("twice/data/secret/testdata.yaml", "accept_score: 12.5\n");
    folder
}

/// A program that solves half of a package with scores is accepted or not as the groups say, and
/// earns its score.
#[test]
fn scores_of_a_package_are_points() {
    let folder = with_scores();
    for (student, program) in [("Ann Lee_12", TWICE), ("Bob Ray_13", SAME), ("Cy Ox_14", "x =\n")] {
        folder.write(format!("moodle/{student}_assignsubmission_file/main.py"), program);
    }
    folder.write("sheet.csv", SHEET);
    let course = COURSE.replace("\"sum\"", "\"twice\"").replace("languages.toml", "referee.toml");
    folder.write("course.toml", course);
    folder.referee(&["grade"]).ends_with(0).says("0 to 26 of 50 points");
    assert_snapshot!(last(&folder, "sheet.csv"), @"
    student,id,Sums (of 50),total,of
    Ann Lee,12,26,26,50
    Bob Ray,13,6.25,6.25,50
    Cy Ox,14,0,0,50
    ");
    let text = last(&folder, "feedback/Bob Ray_13_assignsubmission_file_feedback.txt");
    assert!(text.contains("\naccepted, 12.5 of 50 points\n"), "{text}");
    assert!(last(&folder, "worksheet.csv").contains("Participant 12,\"Ann Lee\",26,"));
}

/// What being late costs, and the maximum, count in the changes as in the sheet, also if cases are
/// worth no points.
#[test]
fn changes_are_those_of_the_grades_in_the_sheet() {
    let folder = with_class();
    folder.write("sum/problem.toml", PROBLEM.split("[[groups]]").next().unwrap());
    let course = COURSE
        .replace("\"moodle\"", "\"class\"\nstudents = \"{id}_{time}\"")
        .replace("worksheet = \"sheet.csv\"", "maximum = 10");
    folder.write("course.toml", course.clone());
    folder.write("class/ann_2026-11-23T08-00.sh", RIGHT);
    folder.referee(&["grade"]).ends_with(0);
    folder.referee(&["grade", "--publish"]).ends_with(0);
    folder.write("course.toml", course.replace("maximum = 10", "maximum = 4"));
    folder.referee(&["grade"]).ends_with(0);
    let changes = last(&folder, "changes.csv");
    let row = "\"accepted, 5 points\",\"accepted, 2 points\",\"other points per case, maximum";
    assert!(changes.contains(row), "{changes}");
    folder.write("course.toml", course);
    folder.write("decisions.csv", "student,due\nann,+1 day\n");
    folder.referee(&["grade"]).ends_with(0);
    let changes = last(&folder, "changes.csv");
    let row = "\"accepted, 5 points\",\"accepted, 10 points\",decided by hand\n";
    assert!(changes.ends_with(row), "{changes}");
    assert!(last(&folder, "sheet.csv").ends_with("\nann,ann,10,10,10\n"));
}

/// A program that fails one case has a verdict, but its points are unknown if another case could
/// not be judged.
#[test]
fn unknown_points_are_said_even_beside_a_failure() {
    let folder = with_class();
    let checker = "[checker]\ncommand = [\"sh\", \"{folder}/check.sh\"]\n[limits]";
    folder.write("sum/problem.toml", PROBLEM.replace("[limits]", checker));
    let check = "read -r said\nread -r right < \"$2\"\n[ \"$said\" = \"$right\" ] && exit 42\n\
        [ \"$right\" = 7 ] && exit 5\nexit 43\n";
    folder.write("sum/check.sh", check);
    folder.write("moodle/Bob Ray_13_assignsubmission_file/main.sh", "echo 4\n");
    folder.write("moodle/Dee Su_15_assignsubmission_file/main.sh", WRONG);
    folder.write("decisions.csv", "student,points\nCy Ox,1\n");
    let run = folder.referee(&["grade"]).ends_with(3).says("  not judged    2   Bob Ray, Dee Su\n");
    run.says(
        "  look at           Bob Ray: a case ended in a judge error, so the points are unknown",
    )
    .says("  look at           Dee Su: one of its cases ended in a judge error\n");
    let sums = last(&folder, "sheet.csv");
    assert!(sums.contains("\nBob Ray,13,not judged,,4\n"), "{sums}");
}

/// What has changed for students is said with its reason, also if no case that both runs have was
/// judged otherwise.
#[test]
fn changes_without_another_verdict_on_a_case_have_reasons() {
    let folder = with_class();
    folder.write("decisions.csv", "student,points\nCy Ox,0\nDee Su,1\n");
    folder.referee(&["grade"]).ends_with(0);
    folder.referee(&["grade", "--publish"]).ends_with(0);
    folder.write("decisions.csv", "student,points\nCy Ox,0\nDee Su,2\n");
    let events = format!("{}/events.jsonl", runs(&folder).last().unwrap());
    let published = folder.read(&events);
    folder.write(&events, published.replacen("started", "begun", 1));
    folder.referee(&["grade"]).ends_with(2).says("events.jsonl to compare with nothing");
    folder.write(&events, published);
    folder.write("sum/secret/3.in", "1 2\n");
    folder.write("sum/secret/3.ans", "4\n");
    folder.referee(&["grade"]).ends_with(0);
    assert_snapshot!(last(&folder, "changes.csv"), @r#"
    student,id,exercise,before,after,why
    Ann Lee,12,Sums,"accepted, 4 points","wrong answer, 2.5 points",other cases or compilers
    Dee Su,15,Sums,"not judged, 1 point","not judged, 2 points",decided by hand
    "#);
    // Who hands in after all is one change, of what was decided before.
    folder.write("moodle/Dee Su_15_assignsubmission_file/main.sh", RIGHT);
    folder.referee(&["grade"]).ends_with(0);
    let changes = last(&folder, "changes.csv");
    let dee: Vec<&str> = changes.lines().filter(|line| line.starts_with("Dee Su")).collect();
    let row = "Dee Su,15,Sums,\"not judged, 1 point\",\"wrong answer, 2 points\",handed in since";
    assert_eq!(dee, [row]);
}

/// A student is told of the attempt that counts now, not of each.
#[test]
fn changes_are_those_of_the_attempts_that_count() {
    let folder = with_class();
    let keys = "students = \"{id}_{attempt}\"\nattempt = \"best\"\n";
    let course = COURSE.split("languages").next().unwrap().replace("moodle", "class");
    folder.write("course.toml", format!("{course}languages = \"languages.toml\"\n{keys}"));
    for (name, content) in [("ann_1.sh", WRONG), ("bob_1.sh", RIGHT), ("cy_1.sh", RIGHT)] {
        folder.write(format!("class/{name}"), content);
    }
    folder.referee(&["grade"]).ends_with(0);
    folder.referee(&["grade", "--publish"]).ends_with(0);
    folder.write("class/ann_2.sh", RIGHT);
    folder.write("class/bob_2.sh", WRONG);
    std::fs::remove_file(folder.path("class/cy_1.sh")).unwrap();
    folder.referee(&["grade"]).ends_with(0);
    assert_snapshot!(last(&folder, "changes.csv"), @r#"
    student,id,exercise,before,after,why
    "ann, attempt 2",ann,Sums,"wrong answer, 1 point","accepted, 4 points",another attempt counts
    cy,cy,Sums,"accepted, 4 points",nothing,no longer handed in
    "#);
}

/// A comment goes to all who fail in the same way, and the summary names them before anything is
/// uploaded.
#[test]
fn the_summary_says_to_whom_comments_go() {
    let folder = with_class();
    folder.write("moodle/Dee Su_15_assignsubmission_file/main.sh", "echo 3 # too\n");
    folder.write("moodle/Eve Po_16_assignsubmission_file/main.sh", "echo 4\n");
    folder.referee(&["grade"]).ends_with(3);
    let template = last(&folder, "failures.toml");
    assert!(template.contains("# 2 submissions: Bob Ray, Dee Su\n"), "{template}");
    let comment = "comment = \"Add them.\"";
    folder.write("comments.toml", template.replacen("comment = \"\"", comment, 1));
    folder.write("course.toml", format!("{COURSE}comments = \"comments.toml\"\n"));
    let run = folder.referee(&["grade"]).ends_with(3);
    let said = "  comment for   2   Bob Ray, Dee Su\n                    at secret/2: Add them.\n";
    assert!(run.stdout.contains(said), "{}", run.stdout);
    for (name, has_it) in [("Bob Ray_13", true), ("Dee Su_15", true), ("Eve Po_16", false)] {
        let text = last(&folder, &format!("feedback/{name}_assignsubmission_file_feedback.txt"));
        assert_eq!(text.contains("Add them."), has_it, "{text}");
    }
    // Bob Ray and Dee Su have rows in the worksheet.
    assert_eq!(last(&folder, "worksheet.csv").matches("Add them.").count(), 2);
}

/// A case with a wrong answer by the jury, two students without work, and a case that nobody fails.
#[test]
fn what_looks_odd_about_a_class_comes_first() {
    let folder = with_class();
    folder.write("sum/secret/3.in", "5 6\n");
    folder.write("sum/secret/3.ans", "12\n");
    folder.write("sum/secret/4.in", "1 2\n");
    folder.write("sum/secret/4.ans", "3\n");
    folder.write("given/template.sh", "read a b\n# add them\n");
    let course = "format = 1\ntitle = \"Sums\"\nproblem = \"sum\"\nsubmissions = \"moodle\"\n\
        languages = \"languages.toml\"\ngiven = \"given\"\n";
    folder.write("course.toml", course);
    let program = |student: usize, text: &str| {
        folder.write(format!("moodle/S {student}_{student}_assignsubmission_file/main.sh"), text);
    };
    // Every student's program has a different text.
    (20..24).for_each(|number| program(number, &format!("# {number}\n{RIGHT}")));
    program(24, " \n");
    program(25, "read a b\r\n# add them");
    let run = folder.referee(&["grade"]).ends_with(3);
    assert_snapshot!("grade-suspicious", undated(&folder, &run));
    let page = last(&folder, "report.html");
    assert!(page.contains("Look at these first") && page.contains("is the answer right?"));
    let events = last(&folder, "events.jsonl");
    assert!(events.contains("\"untouched\":\"empty\"") && events.contains("\"as-given\""));
    let judged = ["judge", "sum", "moodle", "--languages", "languages.toml", "--report"];
    let statistics = [&judged[..], &["statistics-json"]].concat();
    let statistics = folder.referee(&statistics).ends_with(3).stdout;
    assert!(statistics.contains("\"suspicion\": \"one-case\""), "{statistics}");
    let command = "\"command\": \"referee judge --languages languages.toml sum moodle --student";
    assert!(statistics.contains(command), "{statistics}");
    let statistics = folder.referee(&[&judged[..], &["statistics"]].concat()).ends_with(3);
    assert!(statistics.stdout.contains("\nlook at these first\n"), "{}", statistics.stdout);
    let human = folder.referee(&[&judged[..], &["human"]].concat()).ends_with(3);
    assert!(human.stdout.contains("look at these first\n"), "{}", human.stdout);
}

/// One of two students has submitted for both.
#[test]
fn two_who_hand_in_together_get_the_same_grade() {
    let folder = with_class();
    let decisions = "student,with,points\nDee Su,Bob Ray,\nBob Ray,,2\nCy Ox,,1\n";
    folder.write("decisions.csv", decisions.replace("Dee Su", "Participant 15"));
    folder.referee(&["grade"]).ends_with(0);
    let by_id = last(&folder, "sheet.csv");
    folder.write("decisions.csv", decisions);
    folder.referee(&["grade"]).ends_with(0);
    assert_eq!(last(&folder, "sheet.csv"), by_id);
    let sheet = last(&folder, "worksheet.csv");
    assert!(sheet.contains("\"Bob Ray\",2,") && sheet.contains("\"Dee Su\",2,"), "{sheet}");
    for name in ["Bob Ray_13", "Dee Su_15"] {
        let feedback = format!("feedback/{name}_assignsubmission_file_feedback.txt");
        assert!(last(&folder, &feedback).contains("2 of 4 points"), "{name}");
    }
    let sums = last(&folder, "sheet.csv");
    assert!(sums.contains("Bob Ray,13,2,") && sums.contains("\nDee Su,15,2,"), "{sums}");
    // A row that only says with whom hides no decision, even if it comes last.
    let rows = "student,with,points\nBob Ray,,2\nCy Ox,,1\nDee Su,Bob Ray,\n";
    folder.write("decisions.csv", rows);
    folder.referee(&["grade"]).ends_with(0);
    folder.referee(&["grade", "--publish"]).ends_with(0);
    folder.write("decisions.csv", rows.replace("Bob Ray,,2", "Bob Ray,,3"));
    folder.referee(&["grade"]).ends_with(0);
    let changes = last(&folder, "changes.csv");
    assert!(changes.contains("3 points\",decided by hand"), "{changes}");
    let refused = |rows: &str, why: &str| {
        folder.write("decisions.csv", format!("student,with\n{rows}\n"));
        folder.referee(&["grade"]).ends_with(2).says(why);
    };
    refused("15,Eve", "decisions.csv, line 2, column 4: there is no hand-in of `Eve`");
    refused("Dee Sue,Ann Lee", "line 2, column 1: there is no student `Dee Sue`");
    refused("Bob Ray,Ann Lee", "line 2, column 9: Bob Ray handed in separately and together");
}

#[test]
fn exercises_are_added_up_in_one_sheet() {
    let folder = with_class();
    folder.write("second/Ann Lee_30_assignsubmission_file/main.sh", WRONG);
    folder.write("second/Dee Su_31_assignsubmission_file/v1/main.sh", WRONG);
    folder.write("second/Dee Su_31_assignsubmission_file/v2/main.sh", RIGHT);
    let exercises = "best = 1\n[[exercise]]\nname = \"first\"\nsubmissions = \"moodle\"\nwithhold = \"held.txt\"\n\
        [[exercise]]\nname = \"second\"\ntitle = \"Sums again\"\nsubmissions = \"second\"\nmaximum = 10\nweight = 2\n";
    let course = COURSE.split("submissions").next().unwrap().to_string();
    folder.write("course.toml", format!("{course}languages = \"languages.toml\"\n{exercises}"));
    folder.write("held.txt", "Ann Lee\n");
    let look = ["grade", "--student", "Ann Lee"];
    folder
        .referee_changing_nothing(&look)
        .ends_with(2)
        .says("--exercise names one of: first, second");
    let look = [&look[..], &["--exercise", "third"]].concat();
    folder.referee_changing_nothing(&look).ends_with(2).says("there is no exercise named third");
    let decisions = "exercise,student,file,points\nsecond,Dee Su,v2/main.sh,\nfirst,14,,excused\nsecond,Ann Lee,gone.sh,\n";
    folder.write("decisions.csv", decisions);
    let run = folder.referee(&["grade"]).ends_with(0);
    let run = run.says("decisions.csv, line 4, column 8: Ann Lee has handed in no file `gone.sh`");
    assert_snapshot!("grade-several", undated(&folder, &run));
    assert_snapshot!(last(&folder, "sheet.csv"), @"
    student,id,first (of 4),Sums again (of 10),total,of
    Ann Lee,12,4,2.5,4,4
    Bob Ray,13,1,,1,4
    Cy Ox,14,excused,,0,20
    Dee Su,31,,10,20,20
    ");
    let held = format!(
        "{}/first/feedback/Ann Lee_12_assignsubmission_file_feedback.txt",
        runs(&folder)[0]
    );
    assert!(!folder.has(held));
    let look = folder.referee(&["grade", "--exercise", "second", "--student", "Ann"]).ends_with(0);
    look.says("again     referee grade --exercise second --student 'Ann Lee' --only secret/2");
    assert_eq!(runs(&folder).len(), 1);
}

#[test]
fn what_is_not_understood_is_refused_before_anything_is_judged() {
    let folder = with_class();
    let refused = |folder: &Folder, args: &[&str], why: &str| {
        folder.referee_changing_nothing(args).ends_with(2).says(why);
    };
    refused(&folder, &["grade", "moodle"], "error: moodle: there is no course.toml in this folder");
    refused(
        &folder,
        &["grade", "--publish"],
        "error: results: there is no run that could be published",
    );
    refused(&folder, &["grade", "--publish=x"], "there is no run called x that could be published");
    folder.write("decisions.csv", "student,points\nAnn Leo,1\n");
    refused(&folder, &["grade"], "decisions.csv, line 2, column 1: there is no student `Ann Leo`");
    folder.write("decisions.csv", "student,points\nAnn Lee,much\n");
    refused(
        &folder,
        &["grade"],
        "decisions.csv, line 2, column 9: `much` is not a number of points",
    );
    folder.write("decisions.csv", "student,points\n15,1\nDee Su,2\n");
    refused(&folder, &["grade"], "decisions.csv, line 3, column 1: a second row is about Dee Su");
    folder.write("decisions.csv", "student,due\nAnn Lee,+1 day\n");
    folder.write("course.toml", COURSE.split("due").next().unwrap());
    refused(
        &folder,
        &["grade"],
        "decisions.csv, line 2, column 9: an extension without a due time",
    );
    folder.write("course.toml", COURSE.replace("late", "later"));
    refused(&folder, &["grade"], "course.toml, line 8, column 1: unknown key `later`");
}

#[test]
fn a_new_course_has_a_file_in_which_every_key_is_explained() {
    let folder = with_class();
    let run = folder.referee(&["new", "--course", "term"]).ends_with(0);
    assert_snapshot!(run, @"
    exit code: 0
    term/course.toml   it explains every key

    next   referee grade term
    ");
    // It is created in an existing folder, and never overwrites a file.
    let refused = folder.referee_changing_nothing(&["new", "--course", "term"]).ends_with(2);
    assert_snapshot!(refused, @"
    exit code: 2
    ----- stderr -----
    error: term/course.toml: this file already exists
    help: move it away to start over; nothing was written
    ");
    folder.referee_changing_nothing(&["new", "--course", "x", "--language", "cpp"]).ends_with(2);
    folder.referee_changing_nothing(&["grade", "term"]).ends_with(2);
}
