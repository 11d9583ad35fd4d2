//! The record of `judge` on the command line: its folder, and the command that `--resume`
//! continues.

use std::path::{Path, PathBuf};

use crate::{RecordSpec, RunSpec};
use referee_checker::text::excerpt;

use crate::judge_task::JudgeTask;
use crate::output::OutputSettings;
use crate::rerun_command::texts;
use crate::target::by_name;
use referee_base::fault::{Fault, show};
use referee_base::files;
use referee_display::shell::{quoted, shell_line};
use referee_events::Totals;
use referee_judge::record::session::{self, RecordedRequest, Session};
use referee_judge::record::{self, Layers, Record, Reuse};
use referee_strength::mutate::Selection;

/// The run to carry out: the given one, or an interrupted one.
pub struct RequestedRun {
    /// The run.
    pub spec: RunSpec,
    /// The request to store for `--resume`; `None` if it cannot be stored.
    request: Option<RecordedRequest>,
    /// The command that continues it then, in the folder where this one was started.
    resumed: String,
    /// The mutants to judge in addition to the submissions, if any.
    pub mutants: Option<Selection>,
}

impl RequestedRun {
    /// Returns the given run, which `--resume` continues if it is interrupted.
    pub fn resumable(spec: RunSpec) -> RequestedRun {
        let folder = std::env::current_dir().ok().filter(|folder| folder.to_str().is_some());
        let request = folder.zip(serde_json::to_value(&spec).ok());
        let request = request.map(|(folder, request)| RecordedRequest { folder, request });
        let resumed = resumed(&spec);
        RequestedRun { spec, request, resumed, mutants: None }
    }

    /// Returns the interrupted run of the given place; `bare` is the request of a command without
    /// other arguments.
    ///
    /// # Errors
    /// There is no such run, or more is given than the place.
    pub fn interrupted(
        given: &RunSpec,
        bare: RunSpec,
        output: &OutputSettings,
    ) -> Result<RequestedRun, Fault> {
        refuse_other_flags(given, bare)?;
        let folder = folder(given, given.root())?;
        let interrupted = files::state_folder().map(|state| session::interrupted(&state, &folder));
        let Some(request) = interrupted.transpose()?.flatten() else {
            return Err(Fault::bad_input("there is no interrupted run to continue")
                .at(folder)
                .help("name the case folder of the run; or name cases and submissions: recorded results are not run again"));
        };
        let Ok(spec) = serde_json::from_value::<RunSpec>(request.request.clone()) else {
            return Err(Fault::bad_input("another version started this run")
                .at(folder)
                .help("name cases and submissions; what was kept is not run again"));
        };
        // The paths of the interrupted command are relative to its working directory.
        std::env::set_current_dir(&request.folder)
            .map_err(|error| Fault::cannot_read(&request.folder, &error))?;
        let words = texts(["referee".into()].into_iter().chain(spec.words()));
        let shown = excerpt(shell_line(&words).as_bytes(), 400);
        output.note(&format!("continuing `{shown}` in {}", show(&request.folder)));
        let spec = RunSpec { jobs: given.jobs.or(spec.jobs), ..spec };
        Ok(RequestedRun { spec, request: Some(request), resumed: resumed(given), mutants: None })
    }

    /// Returns a run that `--resume` does not continue: its results are recorded, and running the
    /// command again continues it.
    pub fn once(spec: RunSpec) -> RequestedRun {
        RequestedRun { spec, request: None, resumed: String::new(), mutants: None }
    }

    /// Opens the record unless it is turned off. If the record cannot be written, warns, and
    /// judging continues without it. A record that was named to be read must exist.
    ///
    /// # Errors
    /// The record is off, and an option requires it.
    pub fn open(&self, cases: &Path, output: &OutputSettings) -> Result<Option<Record>, Fault> {
        refuse_contradictions(&self.spec.runs.record)?;
        if self.spec.runs.record.is_off {
            keeps(None, &self.spec, output);
            return Ok(None);
        }
        let reuse = if self.spec.runs.record.reruns || self.spec.sharding.is_last() {
            Reuse::Nothing
        } else {
            Reuse::Unchanged
        };
        let below = Layers::open(&self.spec.runs.record.from)?;
        let record = Record::open_over(&folder(&self.spec, cases)?, below, reuse)
            .inspect_err(|fault| output.warn(&format!("results are not recorded: {fault}")))
            .ok();
        if let Some(record) = &record {
            log::info!(target: "kept", "results are recorded in {}", record.folder().display());
        }
        keeps(record.as_ref(), &self.spec, output);
        Ok(record)
    }

    /// Stores the command that begins, so that `--resume` finds it if it does not complete.
    pub fn begin(&self, record: Option<&Record>, output: &OutputSettings) -> Option<Session> {
        let (record, command) = (record?, self.request.as_ref()?);
        match Session::begin(&files::state_folder()?, record.folder(), command.clone()) {
            Ok(session) => {
                // It would start a run that ignores recorded results from the beginning.
                if self.spec.instead_of_continuing().is_none() {
                    let how = format!("`{}` continues from there", self.resumed);
                    output.interruption.goes_on(how);
                }
                Some(session)
            }
            Err(fault) => {
                output.note(&format!("--resume will not be able to continue this run: {fault}"));
                None
            }
        }
    }
}

fn resumed(spec: &RunSpec) -> String {
    let path = |path: &Path| quoted(&path.to_string_lossy());
    let record = spec.runs.record.folders.first();
    let record = record.map_or(String::new(), |folder| format!(" --record {}", path(folder)));
    format!("referee judge --resume{record} {}", path(spec.root()))
}

/// Rejects options that use a record which is off.
fn refuse_contradictions(record: &RecordSpec) -> Result<(), Fault> {
    let is_used = !record.folders.is_empty() || !record.from.is_empty() || record.reruns;
    if record.is_off && is_used {
        let fault = Fault::bad_input("--record off neither records results nor uses recorded ones");
        return Err(fault.help("remove it, or remove --rerun and the other --record"));
    }
    Ok(())
}

/// Sets the message about what an interruption of the run keeps.
fn keeps(record: Option<&Record>, judge: &RunSpec, output: &OutputSettings) {
    let interruption = &output.interruption;
    let Some(record) = record else {
        return interruption.keeps("no results are recorded");
    };
    interruption.keeps(format!("finished runs are recorded in {}", show(record.folder())));
    let how = judge.instead_of_continuing().unwrap_or("run the same command to continue");
    interruption.goes_on(how);
}

/// Closes the record and marks the command as complete. If files may have changed between hashing
/// and judging, nothing is recorded.
///
/// # Errors
/// Files that programs of the problem have read have changed.
pub fn end(
    record: Option<Record>,
    session: Option<Session>,
    task: &JudgeTask,
    output: &OutputSettings,
) -> Result<(), Fault> {
    let verified = task.tool_runner.verify();
    let close = if verified.is_ok() { Record::end } else { Record::discard };
    if let Some(Err(fault)) = record.map(close) {
        output.warn(&format!("not all results are recorded: {fault}"));
    }
    if let Some(Err(fault)) = session.map(Session::end) {
        output.warn(&format!("--resume will treat this run as interrupted: {fault}"));
    }
    verified
}

/// Leaves the record of a command that did not complete, and prints what is kept if it was
/// interrupted. If files may have changed between hashing and judging, nothing is recorded.
///
/// # Errors
/// Files that programs of the problem have read have changed, or the command has failed.
pub fn leave(
    record: Option<Record>,
    task: &JudgeTask,
    ended: Result<Totals, Fault>,
    output: &OutputSettings,
) -> Result<Totals, Fault> {
    let verified = task.tool_runner.verify();
    if let (Err(_), Some(record)) = (&verified, record) {
        // The changed files are the error to report, even if this fails.
        let _ = record.discard();
    }
    verified?;
    let totals = ended?;
    output.interrupted();
    Ok(totals)
}

fn folder(judge: &RunSpec, cases: &Path) -> Result<PathBuf, Fault> {
    match &judge.runs.record.folders[..] {
        // The cases of a shipped problem may be given by its name.
        [] => record::folder_of(&by_name(cases)?),
        [folder] => Ok(folder.clone()),
        [first, second, ..] => {
            let (first, second) = (show(first), show(second));
            let message =
                format!("results cannot be recorded in two folders: {first} and {second}");
            let help = "`--record from=DIR` uses the results in another folder";
            Err(Fault::bad_input(message).help(help))
        }
    }
}

/// Rejects other flags beside a bare `--resume`: the interrupted run keeps its own flags, so a new
/// one would be ignored silently.
fn refuse_other_flags(given: &RunSpec, mut bare: RunSpec) -> Result<(), Fault> {
    bare.place.clone_from(&given.place);
    bare.runs.record.folders.clone_from(&given.runs.record.folders);
    if *given == (RunSpec { jobs: given.jobs, ..bare }) {
        return Ok(());
    }
    Err(Fault::bad_input("--resume without submissions continues a run with the options that it was started with")
        .help("remove the other flags, or also name cases and submissions: recorded results are not run again"))
}
