//! `referee grade`.

use std::path::Path;

use super::args::GradeArgs;
use referee_base::fault::show;
use referee_base::files::{Existing, write_whole};
use referee_course::course_file::CourseFile;
use referee_course::course_sheet::CourseSheet;
use referee_course::past_runs::{CHANGES, PastRuns, SHEET};
use referee_display::shell::quoted;
use referee_events::exit::Exit;
use referee_results::grading::{self, GradedRun};
use referee_run::grade::{GradeSpec, GradedCourse, StudentLook, WORKSHEET};
use referee_run::judge::judge;
use referee_run::output::OutputSettings;
use referee_run::record::RequestedRun;

pub(super) fn run(
    args: &GradeArgs,
    jobs: Option<usize>,
    output: &OutputSettings,
) -> anyhow::Result<Exit> {
    let course = CourseFile::read(&args.folder)?;
    let past = PastRuns::read(&course.results)?;
    let now = jiff::Zoned::now();
    if let Some(run) = &args.publish {
        let folder = past.publish(run.as_deref(), &now.strftime("%Y-%m-%d %H:%M").to_string())?;
        // A run after it may be published, too.
        let all = PastRuns::read(&course.results)?;
        let compared = all.published().map(|run| run.folder.as_path()).filter(|run| *run != folder);
        let compared = compared.map_or("it".to_string(), |run| format!("{}, as before", show(run)));
        let folder = show(folder);
        let text = format!("{folder}: published; later runs are compared with {compared}\n");
        output.print_unless_quiet(&text)?;
        return Ok(Exit::Expected);
    }
    let strictness = args.strictness.strictness();
    if let Some(student) = &args.student {
        let look = StudentLook { exercise: args.exercise.as_deref(), student, only: &args.only };
        let spec = look.request(&course, strictness, jobs)?;
        return Ok(Exit::of_totals(&judge(&RequestedRun::once(spec), output, None)?));
    }
    let folder = past.folder_for(&now.strftime("%Y-%m-%d-%H%M").to_string());
    let spec = GradeSpec { course: &course, folder: &folder, past: &past, strictness, jobs };
    let Some(graded) = spec.grade(output)? else { return Ok(Exit::Interrupted) };
    let published = past.published().map(|run| run.folder.as_path());
    write_tables(&course, &graded, &folder, published.is_some())?;
    let files = files(&course, published.is_some());
    let run = GradedRun {
        exercises: &graded.exercises,
        suspicions: &graded.suspicions,
        folder: &folder,
        published,
        decisions: &course.decisions_name(),
        files: &files,
    };
    let next = publishing(&args.folder);
    output.print_unless_quiet(&(grading::summary(&run) + &next))?;
    let is_complete = graded.exercises.iter().all(|exercise| exercise.is_complete());
    Ok(if is_complete { Exit::Expected } else { Exit::JudgeError })
}

/// Returns the command that marks the run as published.
fn publishing(folder: &Path) -> String {
    let place = folder.to_string_lossy();
    let place = if place == "." { String::new() } else { format!(" {}", quoted(&place)) };
    format!("\nnext   referee grade --publish{place}   once it is uploaded\n")
}

/// Writes the tables about all exercises, and then the record, which marks the run as finished.
fn write_tables(
    course: &CourseFile,
    graded: &GradedCourse,
    folder: &Path,
    is_compared: bool,
) -> anyhow::Result<()> {
    let write =
        |name: &str, text: String| write_whole(&folder.join(name), text.as_bytes(), Existing::Keep);
    write(SHEET, grading::sheet_csv(&CourseSheet::new(course, &graded.exercises))?)?;
    if is_compared {
        write(CHANGES, grading::changes_csv(&graded.exercises)?)?;
    }
    Ok(graded.record.write(folder)?)
}

/// Returns the files of a run, each with its purpose.
fn files(course: &CourseFile, is_compared: bool) -> Vec<(String, &'static str)> {
    let mut files = Vec::new();
    for exercise in &course.exercises {
        let below = |name: &str| {
            if course.has_several { format!("{}/{name}", exercise.name) } else { name.to_string() }
        };
        if exercise.worksheet.is_some() {
            files.push((below(WORKSHEET), "upload it to the platform as the table of grades"));
        }
        files.push((below("feedback.zip"), "upload it as feedback files"));
        files.push((below("feedback"), "the same texts, to read"));
        files.push((below("pages"), "the same as pages, to show or to print"));
        files.push((below("report.html"), "for you: open it in a browser"));
        files.push((below("grades.csv"), "for you: a row for each submission"));
    }
    files.push((SHEET.into(), "for you: the points of all exercises"));
    if is_compared {
        files.push((CHANGES.into(), "the students to write to"));
    }
    files
}
