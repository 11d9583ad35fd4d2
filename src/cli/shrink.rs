//! `referee shrink`.

use std::cell::RefCell;
use std::path::Path;

use super::args::{self, ProgramsArgs, ShrinkFormat};
use super::case_place::{CaseKey, CasePlace, name_in_folder, no_such_case, package_of};
use super::written_case::WrittenCase;
use referee_base::cores;
use referee_base::fault::{Fault, show};
use referee_base::files::{self, Existing};
use referee_counterexamples::shrink::{Control, Progress, ShrinkEnd};
use referee_events::exit::Exit;
use referee_intake::submission::Submission;
use referee_judge::BuiltSubmission;
use referee_problem::Problem;
use referee_problem::cases::CaseFile;
use referee_programs::NotBuilt;
use referee_run::judge_task::JudgeTask;
use referee_run::output::OutputSettings;
use referee_run::{rerun_command, trials};
use referee_sandbox::end_all_runs;
use referee_strength::hunt::FailureShare;
use referee_strength::shrink::{FailingCase, ShrunkCase, family_case};
use referee_strength::trial::Trials;

pub(super) fn run(
    args: args::ShrinkArgs,
    jobs: Option<usize>,
    output: &OutputSettings,
) -> anyhow::Result<Exit> {
    let args::ShrinkArgs { case, submission, out, keep, force, slower, format, mut runs } = args;
    // What is run is not to be found again: the candidates are new each time.
    runs.no_record |= runs.record.is_none() && !runs.rerun;
    let names_problem = runs.problem.names_one();
    let place = match CasePlace::find(&case) {
        CasePlace { place, case: CaseKey::Input } if !names_problem => CasePlace {
            // Cases of packages have settings of their own.
            place: package_of(&place).unwrap_or(place),
            case: CaseKey::Input,
        },
        place => place,
    };
    let (place_of_case, submissions) = (place.place.clone(), vec![submission.clone()]);
    let spec = ProgramsArgs { place: place_of_case, submissions, runs }.spec(jobs);
    let again = Again {
        flags: rerun_command::flags(&spec),
        submission: shown(&submission),
        case: shown(&case),
        place: (!place.place.is_file()).then(|| shown(&place.place)),
    };
    let found = RefCell::new(None);
    let like = |task: &JudgeTask| {
        let file = find_case(task, &place, &case)?;
        *found.borrow_mut() = Some(file.clone());
        Ok(Some(file))
    };
    let existing = if force { Existing::Replace } else { Existing::Keep };
    let shrunk = trials::with_trials(spec, output, like, |task, trials, _| {
        let found = found.borrow();
        let Some(file) = &*found else { return Err(Fault::no_file(&case)) };
        let target = target(out.as_deref(), keep.as_deref(), file)?;
        if let Some(target) = &target {
            target.refuse_overwriting(existing)?;
        }
        let program = build(task, trials)?;
        let problem = task.inputs()?.problem;
        let failing = FailingCase {
            problem: &problem,
            case: file,
            input: files::read_at_most(&file.input, u64::MAX)?,
            program: &program,
            slower,
            family: family_case(&file.input)?,
            has_own_answer: false,
            share: FailureShare::ALWAYS,
        };
        let shrunk = search(failing, trials, jobs.unwrap_or_else(cores::sensible_jobs), output)?;
        if let Some(target) = &target {
            target.write(&shrunk.shrunk.input, shrunk.answer.as_deref(), existing)?;
        }
        let again = again.command(&problem, target.as_ref());
        let written = target.as_ref().map(|target| show(&target.input()));
        print(&shrunk, &again, written.as_deref(), format, output)?;
        Ok(shrunk)
    })?;
    Ok(match shrunk.shrunk.end {
        ShrinkEnd::Minimal | ShrinkEnd::Stopped => Exit::Expected,
        ShrinkEnd::Fault(fault) => output.error(&fault.into()),
    })
}

/// Decides where the smallest case is written, if it is.
fn target(
    out: Option<&Path>,
    keep: Option<&str>,
    like: &CaseFile,
) -> Result<Option<WrittenCase>, Fault> {
    Ok(match (out, keep) {
        (Some(out), _) => Some(WrittenCase::at(out)),
        (None, Some(name)) => Some(WrittenCase::beside(like, name)?),
        (None, None) => None,
    })
}

/// Prints the smallest case.
fn print(
    shrunk: &ShrunkCase,
    again: &str,
    written: Option<&str>,
    format: ShrinkFormat,
    output: &OutputSettings,
) -> Result<(), Fault> {
    match format {
        ShrinkFormat::Human => output.tell(&referee_results::shrink::human(shrunk, again, written)),
        ShrinkFormat::Json => {
            let json = referee_results::shrink::json(shrunk, again, written);
            output.print(&json.map_err(|error| Fault::judge(error.to_string()))?)
        }
    }
}

/// Shrinks a case, with a progress line.
fn search(
    failing: FailingCase<'_>,
    trials: &Trials<'_>,
    jobs: usize,
    output: &OutputSettings,
) -> Result<ShrunkCase, Fault> {
    files::stop_when_interrupted(end_all_runs);
    let line = output.progress_of_search("shrinking");
    let progress = |now: &Progress| line.tell(referee_results::shrink::progress(now));
    let control = Control { jobs, stop: &files::is_to_stop, progress: &progress };
    failing.shrink(trials, control)
}

/// Finds the case among those of its place.
fn find_case(task: &JudgeTask, place: &CasePlace, given: &Path) -> Result<CaseFile, Fault> {
    let is_it = |case: &&CaseFile| match &place.case {
        CaseKey::Name(name) => *case.name == **name,
        CaseKey::Input => {
            let input = CasePlace::find(given).place;
            case.input.canonicalize().ok() == input.canonicalize().ok()
        }
    };
    match (task.cases.iter().find(is_it), &place.case) {
        (Some(case), CaseKey::Input) if task.place.package.is_none() => {
            let of_problem = task.place.file.as_ref().and_then(|file| file.cases.as_deref());
            let name = name_in_folder(of_problem, &case.input)?.map(Into::into);
            Ok(CaseFile { name: name.unwrap_or_else(|| case.name.clone()), ..case.clone() })
        }
        (Some(case), _) => Ok(case.clone()),
        (None, CaseKey::Name(name)) => Err(no_such_case(name, &task.cases).at(&place.place)),
        (None, CaseKey::Input) => {
            let fault = Fault::bad_input("this is no case of the package around it").at(given);
            Err(fault.help("name its problem with --problem"))
        }
    }
}

/// Builds the one submission.
fn build(task: &JudgeTask, trials: &Trials<'_>) -> Result<BuiltSubmission, Fault> {
    let found = &task.found;
    let submission: &Submission = match (&found.submissions[..], &found.others[..]) {
        ([one], []) => one,
        ([], [(_, fault), ..]) => return Err(fault.clone()),
        (several, _) => {
            let names: Vec<&str> = several.iter().map(|one| &*one.name).collect();
            let message =
                format!("shrink takes one submission, not {}: {}", names.len(), names.join(", "));
            return Err(
                Fault::bad_input(message).help("--one-program takes a folder for one program")
            );
        }
    };
    let built = trials.build(submission)?;
    match built.not_built() {
        None => Ok(built),
        Some(NotBuilt::Refused(why)) => {
            let message = format!("{} does not compile", submission.name);
            Err(Fault::bad_input(message).details(why.as_str()))
        }
        Some(NotBuilt::NotInstalled(_, fault)) => Err((**fault).clone()),
        Some(NotBuilt::NotJudged(fault)) => Err(fault.clone()),
    }
}

/// The command that shows the result again: by judging the case, where it is written, or else by shrinking it.
struct Again {
    flags: Vec<String>,
    submission: String,
    /// What is to be shrunk.
    case: String,
    /// The place of the cases, unless it is the input.
    place: Option<String>,
}

impl Again {
    fn command(&self, problem: &Problem, written: Option<&WrittenCase>) -> String {
        let problem = match problem {
            Problem::Shipped(shipped) if !self.flags.iter().any(|flag| flag == "--problem") => {
                Some(shipped.name())
            }
            _ => None,
        };
        let mut words = vec!["referee".to_string()];
        let mut add = |verb: &str, place: &str, rest: [&str; 2]| {
            words.push(verb.into());
            words.extend(self.flags.iter().cloned());
            words.extend([place, &self.submission].map(String::from));
            words.extend(rest.into_iter().filter(|word| !word.is_empty()).map(String::from));
        };
        match written {
            Some(WrittenCase { beside: Some((name, root)), .. }) => {
                let root = shown(root);
                add("judge", self.place.as_ref().unwrap_or(&root), ["--only", name]);
            }
            // What is written anywhere is a case of a problem that has a name.
            Some(written) if problem.is_some() => {
                let problem = problem.unwrap_or_default();
                add("judge", &shown(&written.input()), ["--problem", problem]);
            }
            _ => add("shrink", &self.case, ["", ""]),
        }
        rerun_command::shell_line(&words)
    }
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
