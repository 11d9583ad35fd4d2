//! `judge`: compiles submissions, runs them on every case under limits, checks what they write while they
//! write it, and compares the verdicts with what is expected.
//!
//! Submissions are shared out among threads; the cases of one follow each other, so that judging can stop at its first
//! failure. A case is read and prepared when it is first needed, and kept: what is held grows with the cases, not with
//! the submissions. A run that the record has already is not made again, nor is a program built that has no other runs.
//! Who runs programs is a trait, so that all of this is tested without processes.

mod archives;
mod classify;
mod end;
mod excerpts;
pub mod expected;
mod external;
mod interaction;
pub mod limit;
mod moodle;
mod order;
pub mod record;
mod runner;
pub mod submission;
pub mod too_slow;

use std::fs;
use std::io::Read;
use std::sync::{Arc, OnceLock};

use referee_checker::Case;

use crate::cases::CaseFile;
use crate::check;
use crate::events::{
    Event, FORMAT, Judged, Reason, Runs, Slowest, Started, Totals, VERSION, Verdict,
};
use crate::fault::Fault;
use crate::machine::Machine;
use crate::package::Grader;
use crate::parallel::ordered_large;
use crate::points::Scheme;
use crate::problem::{self, Problem};
use crate::programs::{Builds, Executor, NotBuilt, Number, Program};
use crate::sandbox::{Input, Limits, Run, Stdin, WorkingFiles};
use end::{SoFar, not_judged};
pub use expected::{Expected, Got};
use external::External;
use record::Record;
use record::key::{self, Key};
use runner::{Ran, Runner};
use submission::Submission;

/// Whether a submission is judged on after it has failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// It is not.
    FirstFailure,
    /// It is, on all cases.
    All,
    /// It is, on the cases whose times make the limit.
    Timing,
}

/// What to judge.
#[derive(Clone)]
pub struct Judge<'a> {
    /// The problem of the cases.
    pub problem: Problem,
    /// The cases, by name.
    pub cases: &'a [CaseFile],
    /// Cases that are known but not on disk.
    pub not_on_disk: Vec<String>,
    /// What the cases are worth, where they are worth points.
    pub scheme: Option<&'a Scheme>,
    /// How the groups of cases of a package make scores, where they do.
    pub grader: Option<&'a Grader>,
    /// The submissions, and what cannot be judged.
    pub found: &'a submission::Found,
    /// What each run may use.
    pub limits: Limits,
    /// How many times the limit of time those must take that are to be too slow, if it is said.
    pub time_limit_to_tle: Option<f64>,
    /// What a compiler may use.
    pub compile_limits: Limits,
    /// Whether to stop at failures.
    pub mode: Mode,
    /// Whether refusals come with the starts of input and output.
    pub excerpts: bool,
    /// What the machine has for it.
    pub machine: Machine,
    /// Who runs programs.
    pub executor: &'a dyn Executor,
    /// Is told of each run as soon as it is judged, on whatever thread; events come when a submission is done.
    pub on_run: &'a (dyn Fn(&Judged) + Sync),
    /// Under what they run, as reports tell it.
    pub runs: Runs,
    /// Where runs are kept, if they are.
    pub record: Option<&'a Record>,
    /// What the verdicts depend on besides submission, case and limits: the checker, with all that can change it.
    pub checker_key: String,
}

/// A case that is ready to judge runs.
struct Ready {
    rules: Rules,
    /// What programs are told beside it.
    arguments: Vec<String>,
    input: Input,
    /// What lies in their working folders.
    files: Option<WorkingFiles>,
    answer: String,
    /// The start of the input, where it is wanted.
    start: Option<String>,
}

/// Who judges the outputs of a case.
enum Rules {
    /// This program, while an output flows.
    Here(Box<dyn Case>),
    /// A program of the problem's own.
    External(External),
}

/// A case, as far as it has been looked at.
#[derive(Default)]
struct Seen {
    /// Its digest; none if it cannot be read.
    content: OnceLock<Option<Number>>,
    ready: OnceLock<Result<Ready, Fault>>,
}

/// What a run shares between submissions.
struct Shared {
    builds: Builds,
    /// The places of the cases, in the order in which they are run.
    order: Vec<usize>,
    cases: Vec<Seen>,
}

impl Judge<'_> {
    /// Judges everything and tells `listener` about it, submissions in order, the cases of each as they are run.
    /// Says what the totals are.
    ///
    /// # Errors
    /// Those of the listener.
    pub fn run<E>(&self, listener: &mut dyn FnMut(&Event) -> Result<(), E>) -> Result<Totals, E> {
        let mut totals = Totals::default();
        let mut tell = |mut event: Event| {
            if let Event::Submission(end) = &mut event {
                end.student = self.found.students.get(&end.contestant).cloned();
            }
            totals.count(&event);
            listener(&event)
        };
        tell(Event::Started(self.started()))?;
        for (name, fault) in &self.found.others {
            tell(Event::Submission(not_judged(name, None, fault)))?;
        }
        let caught = |case: &str| self.record.map_or(0, |record| record.caught(case));
        // What cannot be read is said when its turn comes.
        let contents = self.found.submissions.iter().filter_map(|one| one.source.content().ok());
        let shared = Shared {
            builds: Builds::for_each(contents),
            order: match self.grader {
                // Which groups count follows from those before them.
                Some(_) => (0..self.cases.len()).collect(),
                None => order::of(self.cases, self.mode, caught),
            },
            cases: self.cases.iter().map(|_| Seen::default()).collect(),
        };
        let submissions = &self.found.submissions;
        ordered_large(
            self.machine.jobs,
            submissions.len(),
            |at| self.judge(&submissions[at], &shared),
            |_, events| events.into_iter().try_for_each(&mut tell),
        )?;
        listener(&Event::Finished(totals))?;
        Ok(totals)
    }

    fn started(&self) -> Started {
        let others = self.found.others.iter().map(|(name, _)| name);
        let judged = self.found.submissions.iter().map(|submission| &submission.name);
        Started {
            format: FORMAT,
            version: VERSION,
            referee: env!("CARGO_PKG_VERSION"),
            problem: self.problem.name().to_string(),
            options: self.problem.options(),
            cases: self.cases.iter().map(|case| case.name.clone()).collect(),
            contestants: others.chain(judged).cloned().collect(),
            not_on_disk: self.not_on_disk.clone(),
            runs: Some(self.runs.clone()),
            groups: self.scheme.map_or_else(Vec::new, |scheme| scheme.groups.clone()),
        }
    }

    /// All events of one submission.
    fn judge(&self, submission: &Submission, shared: &Shared) -> Vec<Event> {
        let name = &submission.name;
        let content = match submission.source.content() {
            Ok(content) => content,
            Err(fault) => {
                return vec![Event::Submission(not_judged(
                    name,
                    submission.expected.as_deref(),
                    &fault,
                ))];
            }
        };
        if let Some(why) = &submission.refused {
            shared.builds.release(&content);
            let end = self.not_built(submission, &NotBuilt::Refused(why.clone()));
            return vec![Event::Submission(end)];
        }
        let mut built = None;
        let mut events = Vec::new();
        let mut so_far = SoFar::of(self.cases.len());
        let mut slowest: Option<Slowest> = None;
        for &at in &shared.order {
            if !self.is_run(at, submission, &so_far) {
                continue;
            }
            let (file, seen) = (&self.cases[at], &shared.cases[at]);
            let key = self.key(submission, &content, file, seen);
            // Who was slow enough once need not be so again.
            let must_be_slow = !so_far.is_slow && submission.must_be_slow(Some(&file.name));
            let stopped_at = self.stopped_at(must_be_slow);
            let judged = match key.and_then(|key| self.kept(&key, name, file)) {
                Some(judged) => judged,
                None => {
                    let build = || {
                        let limits = &self.compile_limits;
                        shared.builds.build(&submission.source, content, limits, self.executor)
                    };
                    match built.get_or_insert_with(build).get() {
                        Some(Ok(program)) => {
                            self.judge_case(name, file, seen, program, key, &stopped_at)
                        }
                        Some(Err(not_built)) => {
                            shared.builds.release(&content);
                            return vec![Event::Submission(self.not_built(submission, not_built))];
                        }
                        None => return Vec::new(),
                    }
                }
            };
            let near_limit = limit::near(&judged, &self.limits);
            let judged = Judged { near_limit, ..judged };
            if let Some(used) = judged.used
                && slowest.as_ref().is_none_or(|slowest| slowest.cpu_seconds < used.cpu_seconds)
            {
                slowest = Some(Slowest { case: file.name.clone(), cpu_seconds: used.cpu_seconds });
            }
            (self.on_run)(&judged);
            so_far.add(at, &judged);
            so_far.is_slow |= must_be_slow && too_slow::takes(&judged, self.time_of_slow());
            events.push(Event::Judged(judged));
        }
        shared.builds.release(&content);
        events.extend(self.ended(submission, &so_far, slowest));
        events
    }

    fn prepare(&self, file: &CaseFile) -> Result<Ready, Fault> {
        let (rules, answer) = match self.problem.external(file)? {
            Some(case) => {
                let (external, answer) = External::new(case, self.problem.answers_are_outputs())?;
                (Rules::External(external), answer)
            }
            None => {
                let prepared = check::prepare(&self.problem, file, self.machine)?;
                (Rules::Here(prepared.case), prepared.answer)
            }
        };
        let bytes =
            fs::read(&file.input).map_err(|error| Fault::cannot_read(&file.input, &error))?;
        let input = Input::new(&bytes).map_err(|error| Fault::cannot_read(&file.input, &error))?;
        let start = self.excerpts.then(|| excerpts::shown(&bytes));
        let arguments = self.problem.arguments(file)?;
        let files = problem::working_files(&self.problem.files(file))?;
        Ok(Ready { rules, arguments, input, files, answer, start })
    }

    /// The key of a run, if runs are kept.
    fn key(
        &self,
        submission: &Submission,
        content: &Number,
        file: &CaseFile,
        seen: &Seen,
    ) -> Option<Key> {
        self.record?;
        let case = seen.content.get_or_init(|| {
            let (options, files) = (self.problem.case_options(file), self.problem.files(file));
            key::of_case(file, &options, &files).ok()
        });
        let limits = Limits { memory_rule: submission.source.language.memory, ..self.limits };
        let (checker, isolation) = (&self.checker_key, &self.runs.isolation);
        Some(Key::new(content, case.as_ref()?, checker, &limits, isolation))
    }

    /// What a kept run gives.
    fn kept(&self, key: &Key, name: &Arc<str>, file: &CaseFile) -> Option<Judged> {
        let judged = self.record?.find(key, &self.limits)?;
        if self.excerpts && judged.verdict != Verdict::Accepted && judged.output.is_none() {
            return None;
        }
        let judged = if self.excerpts { judged } else { judged.without_excerpts() };
        // The names may be others: the key is that of the contents.
        let (contestant, case) = (Arc::clone(name), Arc::clone(&file.name));
        Some(Judged { contestant, case, kept: true, ..judged })
    }

    /// Runs a program on a case.
    fn judge_case(
        &self,
        name: &Arc<str>,
        file: &CaseFile,
        seen: &Seen,
        program: &Program,
        key: Option<Key>,
        stopped_at: &Limits,
    ) -> Judged {
        if let Some(said) = self.problem.look_at_files(file, program) {
            return match said {
                Ok((verdict, score)) => {
                    Judged { score, ..Judged::checked(name, &file.name, verdict) }
                }
                Err(fault) => judge_error(name, file, &fault),
            };
        }
        let ready = match seen.ready.get_or_init(|| self.prepare(file)) {
            Ok(ready) => ready,
            Err(fault) => return judge_error(name, file, fault),
        };
        let inside = self.executor.inside(program.folder());
        let stdin = Stdin::Input(&ready.input);
        let files = ready.files.as_ref();
        let mut run = Run { stdin, files, ..program.run(stopped_at, &inside) };
        run.command.extend(ready.arguments.iter().map(Into::into));
        let limits = Limits { cpu: self.limits.cpu, wall: self.limits.wall, ..run.limits };
        let (executor, keeps) = (self.executor, self.excerpts);
        let runner = Runner { executor, program: run, limits, keeps };
        let ran = match &ready.rules {
            Rules::Here(case) => {
                let look = &mut |output: &mut dyn Read| case.check(output);
                runner.run(&runner.program, look).map(|(ended, checked, start)| {
                    let judged = classify::judged(name, &file.name, &ended, &limits, checked);
                    Ran { ended, judged, start }
                })
            }
            Rules::External(external) => external.judge(name, &file.name, &ready.input, &runner),
        };
        let Ran { ended, judged, start } = match ran {
            Ok(ran) => ran,
            Err(fault) => return judge_error(name, file, &fault),
        };
        let judged = match judged.verdict {
            Verdict::Accepted => judged,
            _ => {
                let helps = matches!(judged.reason, Reason::Malformed | Reason::Refuted);
                let answer = helps.then(|| ready.answer.clone());
                Judged { answer, input: ready.start.clone(), output: start, ..judged }
            }
        };
        if let (Some(record), Some(key)) = (self.record, key) {
            record.keep(key, &limits, ended.stopped, &judged);
        }
        judged
    }
}

fn judge_error(name: &Arc<str>, file: &CaseFile, fault: &Fault) -> Judged {
    Judged::plain(name, &file.name, Reason::JudgeError, fault.one_line())
}
