//! The additions of a course to a run: read before anything is judged, so that every mistake is
//! found first.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use crate::output::OutputSettings;
use crate::{ExerciseSpec, RunSpec, SheetSpec};
use referee_base::fault::Fault;
use referee_course::GradeScale;
use referee_course::decisions::{DecisionMark, Decisions, WithoutHandIn};
use referee_course::due::Due;
use referee_course::given::GivenFiles;
use referee_course::hold::Held;
use referee_course::worksheet::Worksheet;
use referee_events::OfStudent;
use referee_events::points::Points;
use referee_intake::submission::FoundSubmissions;
use referee_report::WorksheetForm;

/// The additions of a course to the reports of a run.
#[derive(Default)]
pub struct CourseReports {
    /// The worksheet that is filled in.
    pub worksheet: Option<Arc<WorksheetForm>>,
    /// How points become grades.
    pub scale: GradeScale,
    /// The submissions that reports for students and platforms do not mention.
    pub held: HashSet<Arc<str>>,
    /// The decisions about students who have handed nothing in.
    pub without: Vec<WithoutHandIn>,
    /// The decision about each submission, as later runs compare it.
    pub decided: HashMap<Arc<str>, DecisionMark>,
}

impl CourseReports {
    /// Reads the files that the course names, and adds to submissions how late they are.
    ///
    /// # Errors
    /// A file cannot be read, or there is a worksheet but there are no points.
    pub fn prepare(
        spec: &RunSpec,
        most: Option<Points>,
        found: &mut FoundSubmissions,
        output: &OutputSettings,
    ) -> Result<CourseReports, Fault> {
        let given = &spec.grading;
        if spec.feedback.student.is_some() {
            // A single student is looked up, and nobody is graded; tables would name others, too.
            return Ok(CourseReports::default());
        }
        let decisions = given.exercise.as_ref().map(ExerciseSpec::decisions);
        let decisions = decisions.transpose()?.flatten();
        let worksheet = worksheet(&given.sheet, most.is_some())?;
        decisions.iter().try_for_each(|decisions| decisions.pair(found, worksheet.as_ref()))?;
        let scale = scale(given.exercise.as_ref(), worksheet.as_ref())?;
        let mut worksheet =
            worksheet.map(|worksheet| worksheet.scaled(scale, most.unwrap_or_default()));
        worksheet.iter().try_for_each(|table| table.refuse_ambiguous(&found.students()))?;
        if let Some(time) = given.due {
            let rule = given.late.unwrap_or_default();
            let due = Due::new(time, rule, given.extensions.as_deref(), decisions.as_ref())?;
            let messages = due.apply(found, worksheet.as_ref())?;
            messages.iter().for_each(|message| output.warn(message));
        } else {
            decisions.iter().try_for_each(Decisions::refuse_extensions)?;
        }
        let held = held(given.hold.as_deref(), &found.students(), worksheet.as_mut(), output)?;
        let mut without = Vec::new();
        if let Some(decisions) = &decisions {
            let (students, messages) = decisions.apply(found, worksheet.as_mut())?;
            messages.iter().for_each(|message| output.warn(message));
            without = students;
        }
        let files = given.exercise.as_ref().and_then(|exercise| exercise.given.as_deref());
        files.map(GivenFiles::read).transpose()?.unwrap_or_default().apply(found);
        let students = found.students();
        let decided = decisions.map(|decisions| decisions.marks(&students)).unwrap_or_default();
        let best_counts = spec.runs.hand_in.best_counts();
        let form = worksheet.map(|worksheet| Arc::new(WorksheetForm { worksheet, best_counts }));
        Ok(CourseReports { worksheet: form, scale, held, without, decided })
    }
}

/// Returns how the points of an exercise become grades.
fn scale(
    exercise: Option<&ExerciseSpec>,
    worksheet: Option<&Worksheet>,
) -> Result<GradeScale, Fault> {
    let Some(exercise) = exercise else { return Ok(GradeScale::default()) };
    let weight = exercise.weight;
    if !exercise.scale {
        return Ok(GradeScale { maximum: exercise.maximum, weight });
    }
    let best = worksheet.and_then(Worksheet::maximum).filter(|best| *best > 0.0);
    let best = best.map(|best| Points::of_hundredths((best * 100.0).round() as u64));
    let help = "set it in the course, as in maximum = 10, instead of scale = true";
    let fault = || Fault::bad_input("the worksheet has no maximum grade").help(help);
    Ok(GradeScale { maximum: Some(best.ok_or_else(fault)?), weight })
}

/// Reads the worksheet that is filled with points, if there is one.
fn worksheet(sheet: &SheetSpec, has_points: bool) -> Result<Option<Worksheet>, Fault> {
    if sheet.worksheet.is_some() && !has_points {
        let fault = Fault::bad_input("there are no points to fill into a worksheet");
        return Err(fault.help("[[groups]] in problem.toml assign points to cases"));
    }
    sheet.read()
}

/// Reads which submissions are withheld, given all of them with their students, and withholds
/// decisions from the worksheet.
fn held(
    path: Option<&Path>,
    all: &[OfStudent],
    worksheet: Option<&mut Worksheet>,
    output: &OutputSettings,
) -> Result<HashSet<Arc<str>>, Fault> {
    let Some(path) = path else { return Ok(HashSet::new()) };
    let held = Held::read(path, all)?;
    let unknown = held.withhold(worksheet);
    if !unknown.is_empty() {
        let names = unknown.join(", ");
        output.warn(&format!("withheld, but not among the students here: {names}"));
    }
    Ok(held.submissions)
}
