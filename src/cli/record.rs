//! The record of `judge` on the command line: its folder, and the command that `--resume` continues.

use std::path::{Path, PathBuf};

use clap::Parser;
use referee_checker::text::excerpt;

use super::args::{self, Cli, Command};
use super::judge_task::JudgeTask;
use super::output::OutputSettings;
use referee_base::fault::{Fault, show};
use referee_base::files;
use referee_display::shell::quoted;
use referee_events::Totals;
use referee_judge::record::session::{self, Session};
use referee_judge::record::{self, Layers, Record, Reuse};
use referee_strength::mutate::Selection;

/// The command to carry out: the given one, or an interrupted one.
pub(super) struct Asked {
    pub(super) judge: args::JudgeArgs,
    pub(super) jobs: Option<usize>,
    /// The command line to store for `--resume`; none where it cannot be stored.
    command: Option<session::RecordedCommand>,
    /// The mutants to judge beside the submissions, if any.
    pub(super) mutants: Option<Selection>,
}

impl Asked {
    /// Returns the given command; or, with `--resume` and without submissions, the interrupted one.
    pub(super) fn find(
        given: args::JudgeArgs,
        jobs: Option<usize>,
        output: &OutputSettings,
    ) -> Result<Asked, Fault> {
        if !(given.resume && given.submissions.is_empty()) {
            let arguments = std::env::args_os().skip(1).map(|word| word.into_string().ok());
            let folder = std::env::current_dir().ok().filter(|folder| folder.to_str().is_some());
            let command = folder.zip(arguments.collect());
            let command =
                command.map(|(folder, arguments)| session::RecordedCommand { folder, arguments });
            return Ok(Asked { judge: given, jobs, command, mutants: None });
        }
        refuse_other_flags(&given)?;
        let folder = folder(&given, given.place.as_deref().unwrap_or(Path::new(".")))?;
        let interrupted = files::state_folder().map(|state| session::interrupted(&state, &folder));
        let Some(command) = interrupted.transpose()?.flatten() else {
            return Err(Fault::bad_input("there is no interrupted run to continue")
                .at(folder)
                .help("name the case folder of the run; or name cases and submissions, what was kept is not run again"));
        };
        let words = [&["referee".to_string()][..], &command.arguments].concat();
        let shown = words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
        let shown = excerpt(shown.as_bytes(), 400);
        let (judge, its_jobs) = match Cli::try_parse_from(&words) {
            Ok(Cli { command: Command::Judge(judge), common, .. }) => (*judge, common.jobs),
            _ => {
                return Err(Fault::bad_input(format!("this version cannot go on with `{shown}`"))
                    .at(folder)
                    .help("name cases and submissions; what was kept is not run again"));
            }
        };
        // The paths of the interrupted command are relative to its working directory.
        std::env::set_current_dir(&command.folder)
            .map_err(|error| Fault::cannot_read(&command.folder, &error))?;
        output.note(&format!("going on with `{shown}` in {}", show(&command.folder)));
        let jobs = jobs.or(its_jobs.map(usize::from));
        Ok(Asked { judge, jobs, command: Some(command), mutants: None })
    }

    /// Returns a command that `--resume` does not continue: what was run is kept, and running the command again goes on.
    pub(super) fn once(judge: args::JudgeArgs, jobs: Option<usize>) -> Asked {
        Asked { judge, jobs, command: None, mutants: None }
    }

    /// Opens the record unless it is turned off. A record that cannot be written is reported, but judging goes on without it.
    /// One that was named to be read must be there.
    pub(super) fn open(
        &self,
        cases: &Path,
        output: &OutputSettings,
    ) -> Result<Option<Record>, Fault> {
        if self.judge.runs.no_record {
            keeps(None, &self.judge, output);
            return Ok(None);
        }
        let reuse = if self.judge.runs.rerun || self.judge.sharding.is_last() {
            Reuse::Nothing
        } else {
            Reuse::Unchanged
        };
        let below = Layers::open(&self.judge.runs.record_from)?;
        let record = match Record::open_over(&folder(&self.judge, cases)?, below, reuse) {
            Ok(record) => Some(record),
            Err(fault) => {
                output.warn(&format!("runs are not kept: {fault}"));
                None
            }
        };
        keeps(record.as_ref(), &self.judge, output);
        Ok(record)
    }

    /// Returns the command that goes on with this one.
    fn resumed(&self) -> String {
        let path = |path: &Path| quoted(&path.to_string_lossy());
        let record = self.judge.runs.record.as_deref();
        let record = record.map_or(String::new(), |folder| format!(" --record {}", path(folder)));
        format!("referee judge --resume{record} {}", path(self.judge.root()))
    }

    /// Stores the command that begins, so that `--resume` finds it if it does not complete.
    pub(super) fn begin(
        &self,
        record: Option<&Record>,
        output: &OutputSettings,
    ) -> Option<Session> {
        let (record, command) = (record?, self.command.as_ref()?);
        match Session::begin(&files::state_folder()?, record.folder(), command.clone()) {
            Ok(session) => {
                output.interruption.goes_on(format!("`{}` goes on from there", self.resumed()));
                Some(session)
            }
            Err(fault) => {
                output.note(&format!("--resume will not be able to continue this run: {fault}"));
                None
            }
        }
    }
}

/// Says what an interruption of the run keeps.
fn keeps(record: Option<&Record>, judge: &args::JudgeArgs, output: &OutputSettings) {
    let interruption = &output.interruption;
    let Some(record) = record else {
        return interruption.keeps("no run is kept");
    };
    interruption.keeps(format!("each run that has ended is kept in {}", show(record.folder())));
    interruption.goes_on(match judge.runs.rerun {
        true => "the same command without --rerun goes on from there",
        false => "the same command goes on from there",
    });
}

/// Closes the record and marks the command as complete. Of runs that something else may have judged than was hashed, nothing is kept.
///
/// # Errors
/// Files that programs of the problem have read have changed.
pub(super) fn end(
    record: Option<Record>,
    session: Option<Session>,
    task: &JudgeTask,
    output: &OutputSettings,
) -> Result<(), Fault> {
    let verified = task.tool_runner.verify();
    let close = if verified.is_ok() { Record::end } else { Record::discard };
    if let Some(Err(fault)) = record.map(close) {
        output.warn(&format!("not all runs are kept: {fault}"));
    }
    if let Some(Err(fault)) = session.map(Session::end) {
        output.warn(&format!("--resume will take this run for an interrupted one: {fault}"));
    }
    verified
}

/// Leaves the record of a command that did not come to its end, and says what is kept if it was interrupted. Of runs that something else
/// may have judged than was hashed, nothing is kept.
///
/// # Errors
/// Files that programs of the problem have read have changed, or the command has failed.
pub(super) fn leave(
    record: Option<Record>,
    task: &JudgeTask,
    ended: Result<Totals, Fault>,
    output: &OutputSettings,
) -> Result<Totals, Fault> {
    let verified = task.tool_runner.verify();
    if let (Err(_), Some(record)) = (&verified, record) {
        // That it could not be done is less than that files have changed.
        let _ = record.discard();
    }
    verified?;
    let totals = ended?;
    output.interrupted();
    Ok(totals)
}

fn folder(judge: &args::JudgeArgs, cases: &Path) -> Result<PathBuf, Fault> {
    match &judge.runs.record {
        Some(folder) => Ok(folder.clone()),
        None => record::folder_of(cases),
    }
}

/// Refuses other flags beside a bare `--resume`: the interrupted command keeps its own flags, so a new one would be ignored silently.
fn refuse_other_flags(given: &args::JudgeArgs) -> Result<(), Fault> {
    let words = ["referee", "judge", "--resume"];
    if let Ok(Cli { command: Command::Judge(bare), .. }) = Cli::try_parse_from(words)
        && *given
            == (args::JudgeArgs {
                place: given.place.clone(),
                runs: args::SubmissionArgs { record: given.runs.record.clone(), ..bare.runs },
                ..*bare
            })
    {
        return Ok(());
    }
    Err(Fault::bad_input("--resume without submissions continues a run with the options that it was started with")
        .help("leave other flags away, or name cases and submissions as well: what was kept is not run again"))
}
