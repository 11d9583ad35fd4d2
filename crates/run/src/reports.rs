//! Writes the reports of a run to their destinations, and passes the events to all of them.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::grading::CourseReports;
use crate::output::{OutputSettings, cannot_print, columns};
use crate::{ReportSpec, ReportTarget};
use referee_base::fault::{Fault, show};
use referee_base::files::{self, Existing, WholeFile, WholeFolder, WholeZip};
use referee_display::progress::ProgressLine;
use referee_events::Event;
use referee_page::{CaseSource, PageServices, SuiteSource};
use referee_report::earlier::EarlierRun;
use referee_report::students::{FileSink, ReportForm};
use referee_report::{Comments, PartialReport, ReportKind, Style, Without};
use referee_shards::merge::LineListener;

/// The data shown besides the events of a run.
pub struct ReportContext<'a> {
    /// Its progress.
    pub progress: &'a ProgressLine,
    /// Its cases, for reports that show them.
    pub cases: Option<&'a dyn CaseSource>,
    /// Which programs its cases kill, for reports that show that.
    pub suite: Option<&'a dyn SuiteSource>,
    /// The additions of a course.
    pub grading: Option<&'a CourseReports>,
}

/// Writes the requested reports of a run. `run` gets a listener, which also takes the line of an
/// event that is read from a file; `advance` gets each event and updates the progress. Returns what
/// `run` returns.
pub fn report_on<T>(
    wanted: &ReportSpec,
    output: &OutputSettings,
    ReportContext { progress, cases, suite, grading }: ReportContext,
    mut advance: impl FnMut(&Event),
    run: impl FnOnce(&mut LineListener) -> Result<T, Fault>,
) -> Result<T, Fault> {
    let human = [ReportTarget { kind: ReportKind::Human, file: None }];
    let is_human = wanted.reports.is_empty() && !wanted.no_default;
    let all = if is_human { &human[..] } else { &wanted.reports[..] };
    refuse_two_in_one_place(all.iter().map(|to| to.file.as_deref()))?;
    let style = style_of(wanted, all, output, grading)?;
    let existing = if wanted.force { Existing::Replace } else { Existing::Keep };
    let mut places =
        all.iter().map(|to| Destination::begin(to, existing)).collect::<Result<Vec<_>, Fault>>()?;
    output.interruption.lacks(all.iter().filter_map(lacking));
    let note = noting_once(output);
    let limit = wanted.html_limit << 20;
    let pages = PageServices { limit, cases, suite, note: &note };
    let mut reports = Vec::new();
    for (to, place) in all.iter().zip(&mut places) {
        let is_whole = wanted.explain_all && to.kind == ReportKind::Human;
        let details = if is_whole { usize::MAX } else { style.details };
        let style = Style { details, ..style.clone() };
        let plain = Style { plain: true, wraps: false, ..style.clone() };
        let report = match place {
            Destination::File(file) => to.kind.begin(&mut *file, &plain, pages),
            Destination::Folder(folder) => {
                in_files(to, Box::new(|name, bytes| folder.write(name, bytes)), &plain, pages)?
            }
            Destination::Zip(zip) => {
                in_files(to, Box::new(|name, bytes| zip.write(name, bytes)), &plain, pages)?
            }
            Destination::Stdout => to.kind.begin(output.stdout(), &style, pages),
        };
        let report = seeing(report, to.kind, grading);
        let is_for_people = to.kind == ReportKind::Human && to.file.is_none();
        reports.push((report, to.file.as_deref(), is_for_people));
    }
    let mut is_whole = true;
    let end = run(&mut |event: &Event, line: Option<&[u8]>| {
        advance(event);
        if matches!(event, Event::Finished(_)) {
            progress.end();
        }
        let untimed = wanted.no_times.then(|| event.untimed());
        let (event, line) = untimed.as_ref().map_or((event, line), |event| (event, None));
        // A gap would not be visible in other reports: they are left as they are, or not written.
        let is_stopped = files::is_stopped();
        is_whole &= !is_stopped;
        let mut open = reports.iter_mut().filter(|(.., for_people)| *for_people || !is_stopped);
        open.try_for_each(|(report, path, _)| {
            let written = match line {
                Some(line) => report.line(event, line),
                None => report.event(event),
            };
            written.map_err(|error| match path {
                Some(path) => Fault::cannot_write(path, &error),
                None => cannot_print(&error),
            })
        })
    })?;
    drop(reports);
    if is_whole {
        places.into_iter().try_for_each(Destination::finish)?;
        output.interruption.lacks_nothing();
    }
    Ok(end)
}

/// Returns a function that prints each note once: two reports of one kind may have the same.
fn noting_once(output: &OutputSettings) -> impl Fn(&str) {
    let noted = RefCell::new(BTreeSet::new());
    move |text| {
        if noted.borrow_mut().insert(text.to_string()) {
            output.note(text);
        }
    }
}

fn in_files<'a>(
    to: &ReportTarget,
    files: FileSink<'a>,
    style: &Style,
    pages: PageServices<'a>,
) -> Result<Box<dyn PartialReport + 'a>, Fault> {
    let report = to.kind.begin_files(files, style, pages);
    report.ok_or_else(|| Fault::judge("this report is one file"))
}

/// Returns a report that gets only the events that it may show.
fn seeing<'a>(
    report: Box<dyn PartialReport + 'a>,
    kind: ReportKind,
    grading: Option<&CourseReports>,
) -> Box<dyn PartialReport + 'a> {
    let held = grading.map(|grading| &grading.held).filter(|_| kind.is_for_students());
    let submissions = held.cloned().unwrap_or_default();
    match kind {
        ReportKind::Jsonl => report,
        _ => Box::new(Without { report, submissions }),
    }
}

/// Returns the style of the reports, with the additions that they show. Prints a note if a
/// requested addition is in none of them.
fn style_of(
    wanted: &ReportSpec,
    all: &[ReportTarget],
    output: &OutputSettings,
    grading: Option<&CourseReports>,
) -> Result<Style, Fault> {
    // The earlier events are read before anything is judged, because a report may replace their
    // file at the end.
    let against = wanted.against.as_deref().map(EarlierRun::read).transpose()?.map(Arc::new);
    if against.is_some() && !all.iter().any(|to| to.kind.compares()) {
        output.note("no report compares with the earlier run: human, html and changes-csv do");
    }
    let comments = wanted.comments.as_deref().map(Comments::read).transpose()?.map(Arc::new);
    Ok(Style {
        width: columns(),
        details: wanted.details,
        quiet: output.quiet,
        wraps: output.wraps(),
        by_case: wanted.by_case,
        plain: false,
        seeing: wanted.seeing,
        explain_expected: wanted.explain_expected,
        against,
        comments,
        worksheet: grading.and_then(|grading| grading.worksheet.clone()),
        scale: grading.map(|grading| grading.scale).unwrap_or_default(),
        has_decisions: grading.is_some_and(|grading| !grading.decided.is_empty()),
    })
}

/// Describes what an interruption does to a report. The one for people is printed only at the end.
fn lacking(to: &ReportTarget) -> Option<String> {
    match &to.file {
        Some(path) => Some(format!("{} (not written)", show(path))),
        None if to.kind == ReportKind::Human => None,
        None => Some(format!("{} on standard output", to.kind.name())),
    }
}

enum Destination {
    Stdout,
    File(WholeFile),
    Folder(WholeFolder),
    Zip(Box<WholeZip>),
}

impl Destination {
    fn begin(to: &ReportTarget, existing: Existing) -> Result<Destination, Fault> {
        match &to.file {
            None => Ok(Destination::Stdout),
            Some(path) if to.is_archive() => {
                WholeZip::begin(path, existing).map(|zip| Destination::Zip(Box::new(zip)))
            }
            Some(path) if to.is_folder() => {
                WholeFolder::begin(path, existing).map(Destination::Folder)
            }
            Some(path) => WholeFile::begin(path, existing).map(Destination::File),
        }
    }

    fn finish(self) -> Result<(), Fault> {
        match self {
            Destination::Stdout => Ok(()),
            // A report without content, such as a result for a submission on which the judge
            // failed, is no file: an empty one, or that of an earlier run, would be taken for a
            // result.
            Destination::File(file) => file.finish_unless_empty(),
            Destination::Folder(folder) => folder.finish(),
            Destination::Zip(zip) => zip.finish(),
        }
    }
}

/// A report that is made at the end.
pub struct WholeReport<K> {
    /// Its kind.
    pub kind: K,
    /// Its file; `None` for standard output.
    file: Option<WholeFile>,
}

impl<K: Copy> WholeReport<K> {
    /// Begins its file before anything is run, so that no run is wasted if it cannot be written.
    pub fn begin(to: &ReportTarget<K>, existing: Existing) -> Result<WholeReport<K>, Fault> {
        let begin = |path: &Path| WholeFile::begin(path, existing);
        Ok(WholeReport { kind: to.kind, file: to.file.as_deref().map(begin).transpose()? })
    }

    /// Returns whether it goes to standard output.
    pub fn is_printed(&self) -> bool {
        self.file.is_none()
    }

    /// Returns a report on standard output.
    pub fn printed(kind: K) -> WholeReport<K> {
        WholeReport { kind, file: None }
    }

    /// Writes it. A text for people has colours, which only terminals show.
    pub fn write(
        self,
        text: &str,
        is_for_people: bool,
        output: &OutputSettings,
    ) -> anyhow::Result<()> {
        match self.file {
            Some(file) => {
                let plain = is_for_people.then(|| anstream::adapter::strip_str(text).to_string());
                file.finish_with(plain.as_deref().unwrap_or(text).as_bytes())?;
            }
            None if is_for_people => output.print_unless_quiet(text)?,
            None => output.print(text)?,
        }
        Ok(())
    }
}

/// Rejects reports of submissions if there are none, reports of changes without an earlier run, and
/// a single file if each submission has one of its own.
pub fn refuse_unfit(wanted: &ReportSpec, submissions: Option<usize>) -> Result<(), Fault> {
    let is_of_changes = |to: &ReportTarget| to.kind == ReportKind::Changes;
    if wanted.against.is_none() && wanted.reports.iter().any(is_of_changes) {
        let fault = Fault::bad_input("changes-csv needs an earlier run to compare with");
        return Err(fault.help("name the events of that run: --against OLD.jsonl"));
    }
    for to in wanted.reports.iter().filter(|to| to.kind.is_of_submissions()) {
        let Some(count) = submissions else {
            let fault = Fault::bad_input("this kind of report describes programs that were run");
            return Err(fault.help("`referee judge` makes it"));
        };
        if to.kind == ReportKind::Students(ReportForm::Html) && !to.is_folder() {
            let fault = Fault::bad_input("this report is a page for each student");
            return Err(fault.help("name a folder, as in feedback-html=pages"));
        }
        if to.kind == ReportKind::Students(ReportForm::Gradescope) && !to.is_folder() && count > 1 {
            let fault = Fault::bad_input("Gradescope takes a file for each submission");
            return Err(fault.help("name a folder, as in gradescope=results"));
        }
    }
    Ok(())
}

/// Rejects a report that would replace one of the files that a run reads.
pub fn refuse_overwriting(
    wanted: &ReportSpec,
    read: impl Iterator<Item = PathBuf>,
) -> Result<(), Fault> {
    // Without `--force`, no existing file is replaced.
    let paths = wanted.reports.iter().filter(|_| wanted.force).filter_map(|to| to.file.as_deref());
    let replaced = paths.filter(|path| path.is_file());
    let replaced: Vec<(&Path, PathBuf)> =
        replaced.filter_map(|path| Some((path, path.canonicalize().ok()?))).collect();
    if replaced.is_empty() {
        return Ok(());
    }
    for file in read {
        // The names are compared first: most differ. Either one may be that of a link.
        let is_same = |(given, real): &&(&Path, PathBuf)| {
            [given.file_name(), real.file_name()].contains(&file.file_name())
                && file.canonicalize().is_ok_and(|file| file == *real)
        };
        if let Some((path, _)) = replaced.iter().find(is_same) {
            let fault =
                Fault::bad_input("the report would overwrite this file, which the run reads");
            return Err(fault.at(path).help("name another file for the report"));
        }
    }
    Ok(())
}

/// Rejects two reports for the same file, or two for standard output, the default destination.
pub fn refuse_two_in_one_place<'a>(
    wanted: impl Iterator<Item = Option<&'a Path>> + Clone,
) -> Result<(), Fault> {
    if wanted.clone().filter(Option::is_none).count() > 1 {
        let fault = Fault::bad_input("two reports would both go to standard output");
        return Err(fault.help("give all but one of them a file, as in junit=report.xml"));
    }
    let mut places = BTreeSet::new();
    for path in wanted.flatten() {
        let place = std::path::absolute(path).map_err(|e| Fault::cannot_write(path, &e))?;
        if !places.insert(place) {
            return Err(Fault::bad_input("two reports would both go to this file").at(path));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use referee_base::files::TemporaryFolder;

    #[test]
    fn no_report_replaces_what_the_run_reads() {
        let folder = TemporaryFolder::new().unwrap();
        let [file, other] = ["a.py", "b.py"].map(|name| folder.path().join(name));
        fs::write(&file, "").unwrap();
        fs::write(&other, "").unwrap();
        let [link, store] = ["1.in", "store"].map(|name| folder.path().join(name));
        fs::write(&store, "").unwrap();
        std::os::unix::fs::symlink(&store, &link).unwrap();
        let refused = |report: &Path, force: bool| {
            let to = ReportTarget { kind: ReportKind::Human, file: Some(report.to_path_buf()) };
            let wanted = ReportSpec { reports: vec![to], force, ..ReportSpec::default() };
            let read = [file.clone(), link.clone(), folder.path().join("missing")];
            refuse_overwriting(&wanted, read.into_iter()).is_err()
        };
        assert!(refused(&folder.path().join(".").join("a.py"), true));
        assert!(refused(&link, true));
        assert!(!refused(&file, false) && !refused(&other, true));
        assert!(!refused(&folder.path().join("missing"), true));
    }
}
