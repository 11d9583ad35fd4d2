//! What a course adds to a run, from the arguments: read before anything is judged, so that every mistake is found first.

use std::collections::HashSet;
use std::sync::Arc;

use super::args;
use super::output::OutputSettings;
use crate::course::due::Due;
use crate::course::hold::Held;
use crate::course::worksheet::Worksheet;
use crate::judge::submission::FoundSubmissions;
use crate::report::{ReportKind, WorksheetForm};
use referee_base::fault::Fault;

/// What a course adds to the reports of a run.
#[derive(Default)]
pub(super) struct Grading {
    /// The worksheet that is filled in.
    pub(super) worksheet: Option<Arc<WorksheetForm>>,
    /// The submissions that reports for students and platforms are silent about.
    pub(super) held: HashSet<Arc<str>>,
}

impl Grading {
    /// Reads what the arguments name, and notes at the submissions how late they are.
    ///
    /// # Errors
    /// A file cannot be read; a worksheet is asked for without one, or where there are no points.
    pub(super) fn prepare(
        args: &args::JudgeArgs,
        has_points: bool,
        found: &mut FoundSubmissions,
        output: &OutputSettings,
    ) -> Result<Grading, Fault> {
        let given = &args.grading;
        let is_filled = args.reports.reports.iter().any(|to| to.kind == ReportKind::Worksheet);
        refuse_without_worksheet(args, is_filled, has_points)?;
        let names = given.columns.clone().unwrap_or_default();
        let worksheet =
            given.worksheet.as_deref().map(|path| Worksheet::read(path, &names)).transpose()?;
        if worksheet.is_some() && !is_filled && given.due.is_none() {
            output.note("the worksheet is not filled in: --report worksheet=FILE does that");
        }
        if let Some(time) = given.due {
            let rule = given.late.unwrap_or_default();
            let due = Due::new(time, rule, given.extensions.as_deref())?;
            let messages = due.apply(found, worksheet.as_ref());
            messages.iter().for_each(|message| output.warn(message));
        }
        let held = given.hold.as_deref().map(|path| Held::read(path, found)).transpose()?;
        let held = held.unwrap_or_default();
        if !held.strangers.is_empty() {
            let names = held.strangers.join(", ");
            output.warn(&format!("held back, but of none of the students here: {names}"));
        }
        let best_counts = args.runs.hand_in.best_counts();
        let form = worksheet.map(|worksheet| Arc::new(WorksheetForm { worksheet, best_counts }));
        Ok(Grading { worksheet: form, held: held.submissions })
    }
}

fn refuse_without_worksheet(
    args: &args::JudgeArgs,
    is_filled: bool,
    has_points: bool,
) -> Result<(), Fault> {
    if is_filled && args.grading.worksheet.is_none() {
        let fault = Fault::bad_input("there is no worksheet to fill in");
        return Err(fault.help("--worksheet FILE names it, as the platform has made it"));
    }
    if is_filled && !has_points {
        let fault = Fault::bad_input("there are no points to fill into a worksheet");
        return Err(fault.help("[[groups]] in problem.toml say what cases are worth"));
    }
    Ok(())
}
