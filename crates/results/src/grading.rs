//! The results of a graded class, for people: a summary of about ten lines, and tables for
//! spreadsheets and mails.

use std::fmt::Write as _;
use std::io;
use std::path::Path;

use referee_base::fault::show;
use referee_base::plural;
use referee_base::spreadsheet::CsvTable;
use referee_checker::text::excerpt;
use referee_course::GradeScale;
use referee_course::class::{
    ChangeReason, Concern, ExerciseResults, PublishedChange, SentComment, SubmissionOutcome,
};
use referee_course::course_sheet::{CourseSheet, SheetCell};
use referee_course::spread::Spread;
use referee_display::shell::again;
use referee_display::suspicions::{command, question};
use referee_events::points::Points;
use referee_events::{Reason, SubmissionResult, Verdict};
use referee_suites::suspicions::Suspicion;

/// The maximum number of names on a line, and of submissions to check; the rest is counted.
const LISTED: usize = 8;

/// Longer reasons are shortened, in bytes.
const MAX_LENGTH: usize = 100;

/// The content of a grading report.
pub struct GradedRun<'a> {
    /// The results of the exercises.
    pub exercises: &'a [ExerciseResults],
    /// The suspicions about each exercise.
    pub suspicions: &'a [Vec<Suspicion>],
    /// The folder of the run.
    pub folder: &'a Path,
    /// The folder of the previously published run.
    pub published: Option<&'a Path>,
    /// The name of the file of decisions.
    pub decisions: &'a str,
    /// The files to upload or read: each a path below the folder of the run, with its purpose.
    pub files: &'a [(String, &'static str)],
}

/// Summarizes a run for people.
pub fn summary(run: &GradedRun) -> String {
    let mut text = String::new();
    for (exercise, suspicions) in run.exercises.iter().zip(run.suspicions) {
        class(&mut text, exercise, suspicions);
        concerns(&mut text, exercise, run.decisions);
        comments(&mut text, exercise);
    }
    if let Some(published) = run.published {
        changes(&mut text, run.exercises, published);
    }
    let _ = writeln!(text, "\n{}", show(run.folder));
    let width = run.files.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    for (name, purpose) in run.files {
        let _ = writeln!(text, "  {name:width$}  {purpose}");
    }
    text
}

fn class(text: &mut String, exercise: &ExerciseResults, suspicions: &[Suspicion]) {
    let counted = exercise.counted();
    let is_accepted = |end: &&&SubmissionResult| end.verdict == Some(Verdict::Accepted);
    let accepted = counted.iter().filter(is_accepted).count();
    let _ = write!(text, "{}: {} handed in, {accepted} accepted", exercise.title, counted.len());
    let scale = GradeScale { maximum: exercise.maximum, weight: None };
    let (most, best) = (exercise.most(), scale.best(exercise.most()));
    let grade = |end: &&SubmissionResult| Some(scale.grade(exercise.points(end)?, most));
    let grades: Vec<Points> = counted.iter().filter_map(grade).collect();
    let ends = grades.iter().min().zip(grades.iter().max());
    if let Some(((least, greatest), Spread { median, .. })) = ends.zip(Spread::of(&grades, best)) {
        let _ = write!(text, "; {least} to {greatest} of {}, median {median}", best.in_words());
    }
    text.push('\n');
    let runs = exercise.started.as_ref().and_then(|started| started.runs.as_ref());
    for suspicion in suspicions {
        let _ = writeln!(text, "  {:11}       {}", "suspicious", question(suspicion));
        if let Some(command) = command(suspicion, runs) {
            let _ = writeln!(text, "{:20}{command}", "");
        }
    }
    let late = counted.iter().filter_map(|end| {
        let percent = end.lateness.as_ref()?.percent;
        Some(format!("{} ({percent} %)", end.contestant))
    });
    listed(text, "late", late.collect());
    let decided = counted.iter().filter_map(|end| {
        let decision = end.decision.as_ref().filter(|decision| decision.settles())?;
        // Not scaled: decisions are in the points of the problem.
        let points = decision.points.map(|points| format!("{points} of {}", most.in_words()));
        Some(format!("{} ({})", end.contestant, points.unwrap_or_else(|| "excused".into())))
    });
    let without = exercise.without.iter().map(|one| format!("{} (nothing handed in)", one.student));
    listed(text, "decided", decided.chain(without).collect());
    listed(text, "withheld", exercise.withheld.iter().map(ToString::to_string).collect());
    let not_judged = exercise.not_judged().map(|end| end.contestant.to_string());
    listed(text, "not judged", not_judged.collect());
    for fault in &exercise.faults {
        let _ = writeln!(text, "  {:11} {}", "judge error", excerpt(fault.as_bytes(), MAX_LENGTH));
    }
}

/// Appends names and their number, if there are any.
fn listed(text: &mut String, label: &str, names: Vec<String>) {
    if names.is_empty() {
        return;
    }
    let shown = referee_base::listed(&names, LISTED);
    let _ = writeln!(text, "  {label:11} {:3}   {shown}", names.len());
}

/// Appends which submissions to check, why, and with which command.
fn concerns(text: &mut String, exercise: &ExerciseResults, decisions: &str) {
    let concerns = exercise.concerns();
    for (end, concern) in concerns.iter().take(LISTED) {
        let why = match concern {
            Concern::NoProgram(why) | Concern::JudgeError(why) => why.clone(),
            Concern::Unsteady(cases) => {
                format!("verdicts differ between runs on {}", plural(*cases, "case", "cases"))
            }
            Concern::SameFailure(how) => format!("every run ended like this: {how}"),
        };
        let why = excerpt(why.as_bytes(), MAX_LENGTH);
        let _ = writeln!(text, "  look at           {}: {why}", end.contestant);
        let again = again(exercise.started.as_ref().and_then(|it| it.runs.as_ref()), &end.again);
        let next = again.unwrap_or_else(|| format!("or decide it in {decisions}"));
        let _ = writeln!(text, "{:20}{next}", "");
    }
    if concerns.len() > LISTED {
        let _ = writeln!(text, "  look at           {} more: report.html", concerns.len() - LISTED);
    }
}

fn comments(text: &mut String, exercise: &ExerciseResults) {
    for SentComment { comment, case, submissions } in &exercise.comments {
        listed(text, "comment for", submissions.iter().map(ToString::to_string).collect());
        let words = excerpt(comment.as_bytes(), MAX_LENGTH / 2);
        let _ = writeln!(text, "{:20}at {case}: {words}", "");
    }
}

fn changes(text: &mut String, exercises: &[ExerciseResults], published: &Path) {
    let count: usize = exercises.iter().map(|exercise| exercise.changes.len()).sum();
    let published = show(published);
    let _ = match count {
        0 => writeln!(text, "\nsince {published} was published: nothing changed"),
        _ => writeln!(text, "\nsince {published} was published: {count} changed"),
    };
    let all = exercises.iter().flat_map(|exercise| {
        exercise.changes.iter().map(move |change| (exercise.title.as_str(), change))
    });
    for (title, change) in all.take(2 * LISTED) {
        let PublishedChange { submission, before, now, .. } = change;
        let (before, now) = (outcome(before.as_ref()), outcome(now.as_ref()));
        let _ = writeln!(text, "  {submission}, {title}: {before} -> {now} ({})", why(change));
    }
    if count > 2 * LISTED {
        let _ = writeln!(text, "  and {} more: changes.csv", count - 2 * LISTED);
    }
}

fn outcome(outcome: Option<&SubmissionOutcome>) -> String {
    let Some(SubmissionOutcome { verdict, points, is_excused }) = outcome else {
        return "nothing".into();
    };
    let verdict = verdict.map_or("not judged", |verdict| Reason::of(verdict).words());
    if *is_excused {
        return format!("{verdict}, excused");
    }
    points.map_or(verdict.to_string(), |points| format!("{verdict}, {}", points.in_words()))
}

fn why(change: &PublishedChange) -> String {
    let word = |why: &ChangeReason| match why {
        ChangeReason::Presence if change.now.is_none() => "no longer handed in".to_string(),
        ChangeReason::Presence => "handed in since".to_string(),
        ChangeReason::HandedInAnew => "handed in anew".to_string(),
        ChangeReason::Attempt => "another attempt counts".to_string(),
        ChangeReason::Decided => "decided by hand".to_string(),
        ChangeReason::Case { case, before, now } => {
            format!("{case}: {} -> {}", before.words(), now.words())
        }
        ChangeReason::Setting => "other cases or compilers".to_string(),
        ChangeReason::Worth => "other points per case, maximum or late penalty".to_string(),
    };
    change.why.iter().map(word).collect::<Vec<_>>().join("; ")
}

/// Formats the changes as a table, with a row for each student to notify.
///
/// # Errors
/// None: the table is in memory.
pub fn changes_csv(exercises: &[ExerciseResults]) -> io::Result<String> {
    let mut table = CsvTable::new(Vec::new());
    table.row(["student", "id", "exercise", "before", "after", "why"])?;
    for exercise in exercises {
        for change in &exercise.changes {
            let PublishedChange { submission, id, before, now, .. } = change;
            let (before, now) = (outcome(before.as_ref()), outcome(now.as_ref()));
            let why = why(change);
            table.row([submission, id, &*exercise.title, &*before, &*now, &*why])?;
        }
    }
    table.into_text()
}

/// Formats the points of all exercises, with a row for each student. A cell is empty if nothing was
/// handed in.
///
/// # Errors
/// None: the table is in memory.
pub fn sheet_csv(sheet: &CourseSheet) -> io::Result<String> {
    let mut table = CsvTable::new(Vec::new());
    let titles = sheet.exercises.iter().map(|(title, most)| format!("{title} (of {most})"));
    let fixed = |names: [&str; 2]| names.map(String::from);
    table.row(fixed(["student", "id"]).into_iter().chain(titles).chain(fixed(["total", "of"])))?;
    for row in &sheet.rows {
        let cell = |cell: &SheetCell| match cell {
            SheetCell::Points(points) => points.to_string(),
            SheetCell::NothingHandedIn => String::new(),
            SheetCell::NotJudged => "not judged".into(),
            SheetCell::Excused => "excused".into(),
        };
        let total = row.total.map_or(String::new(), |total| total.to_string());
        let names = [row.student.clone(), row.id.clone()].into_iter();
        let sums = [total, row.most.to_string()];
        table.row(names.chain(row.cells.iter().map(cell)).chain(sums))?;
    }
    table.into_text()
}
