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
mod external;
pub mod finding;
mod folders;
mod guarded;
mod interaction;
pub mod limit;
mod moodle;
mod one;
mod order;
mod prepared;
pub mod record;
mod repeat;
mod retrial;
mod runner;
mod same_failure;
pub mod submission;
pub mod too_slow;

use std::io::Read;
use std::sync::Arc;

use crate::cases::CaseFile;
use crate::check;
use crate::events::{Event, FORMAT, Judged, Reason, Runs, Started, Totals, VERSION, Verdict};
use crate::fault::Fault;
use crate::files;
use crate::machine::Machine;
use crate::package::Grader;
use crate::parallel::ordered_large;
use crate::points::Scheme;
use crate::problem::{self, Problem};
use crate::programs::{Builds, Executor, Number, Program, Toolchains};
use crate::sandbox::{Input, Limits, Run, Stdin};
use end::no_submission;
use external::External;
use prepared::{Ready, Room, Rules, Seen};
use record::Record;
use record::key::{self, Key};
use repeat::Keep;
use retrial::{Retrials, Tried};
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
    /// Runs that were made to find the limit of time, and are not made again.
    pub timed: Option<&'a limit::Timed>,
    /// What a compiler may use.
    pub compile_limits: Limits,
    /// Whether to stop at failures.
    pub mode: Mode,
    /// How many times each case is run.
    pub repeat: usize,
    /// Whether a missing compiler or interpreter is no judge error.
    pub allow_missing_compilers: bool,
    /// Whether refusals come with the starts of input and output.
    pub excerpts: bool,
    /// What the machine has for it.
    pub machine: Machine,
    /// What compiles and runs them, in which versions.
    pub toolchains: &'a Toolchains,
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

/// What a run shares between submissions.
struct Shared {
    builds: Builds,
    /// The places of the cases, in the order in which they are run.
    order: Vec<usize>,
    cases: Vec<Seen>,
    room: Room,
    retrials: Retrials,
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
            tell(Event::Submission(no_submission(name, fault)))?;
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
            room: Room::default(),
            retrials: Retrials::default(),
        };
        let submissions = &self.found.submissions;
        let at_once = (self.machine.jobs / submissions.len().max(1)).max(1);
        ordered_large(
            self.machine.jobs,
            submissions.len(),
            |at| self.judge_guarded(&submissions[at], &shared, at_once),
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
        let bytes = files::read_at_most(&file.input, u64::MAX)?;
        let input = Input::new(&bytes).map_err(|error| Fault::cannot_read(&file.input, &error))?;
        let start = self.excerpts.then(|| excerpts::shown(&bytes));
        let arguments = self.problem.arguments(file)?;
        let files = problem::working_files(&self.problem.files(file))?;
        // What is known of an answer takes about as much as the answer.
        let answers = file.answer().metadata().map_or(0, |metadata| metadata.len());
        let bytes = bytes.len() as u64 + answers;
        Ok(Ready { rules, arguments, input, files, answer, start, bytes })
    }

    /// The key of a run, if runs are kept.
    fn key(
        &self,
        submission: &Submission,
        (content, toolchain): (&Number, &Number),
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
        Some(Key::new(content, toolchain, case.as_ref()?, checker, &limits, isolation))
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

    /// Runs a program on a case, given by position, and hands what can be kept of it to `keep`.
    fn judge_case(
        &self,
        name: &Arc<str>,
        (at, shared): (usize, &Shared),
        program: &Program,
        stopped_at: &Limits,
        keep: Keep,
    ) -> Judged {
        let file = &self.cases[at];
        if let Some(said) = self.problem.look_at_files(file, program) {
            return match said {
                Ok((verdict, score)) => {
                    Judged { score, ..Judged::checked(name, &file.name, verdict) }
                }
                Err(fault) => judge_error(name, file, &fault),
            };
        }
        let ready = shared.cases[at].ready(&shared.room, || self.prepare(file));
        let ready = match ready.as_ref() {
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
        let attempt = || match &ready.rules {
            Rules::Here(case) => {
                let look = &mut |output: &mut dyn Read| case.check(output);
                runner.run(&runner.program, look).map(|(ended, checked, start)| {
                    let judged = classify::judged(name, &file.name, &ended, &limits, checked);
                    Ran { ended, judged, start }
                })
            }
            Rules::External(external) => external.judge(name, &file.name, &ready.input, &runner),
        };
        let Tried { ran, is_certain } = match shared.retrials.run(&limits, attempt) {
            Ok(tried) => tried,
            Err(fault) => return judge_error(name, file, &fault),
        };
        let Ran { ended, judged, start } = ran;
        let judged = match judged.verdict {
            Verdict::Accepted => judged,
            _ => {
                let helps = matches!(judged.reason, Reason::Malformed | Reason::Refuted);
                let answer = helps.then(|| ready.answer.clone());
                Judged { answer, input: ready.start.clone(), output: start, ..judged }
            }
        };
        if is_certain {
            keep(&limits, ended.stopped, &judged);
        }
        judged
    }
}

fn judge_error(name: &Arc<str>, file: &CaseFile, fault: &Fault) -> Judged {
    Judged::plain(name, &file.name, Reason::JudgeError, fault.one_line())
}
