//! Tries an input that belongs to no case folder on a program: is it valid, what is its answer,
//! does the program fail on it?
//!
//! Hunting and shrinking do this thousands of times, from several threads. The input validators
//! check the input, the reference solver finds the answer, the program runs isolated as in `judge`,
//! and the checker judges its output.

use std::collections::VecDeque;
use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

use referee_counterexamples::{Outcome, Subject};

use crate::chance::FailsOften;
use crate::failure::failure;
use crate::jury::{Jury, MAX_JURORS};
use referee_base::digest::{ContentHash, Digest};
use referee_base::fault::Fault;
use referee_base::files::TemporaryFolder;
use referee_base::parallel::lock;
use referee_events::watch::{Unwatched, Watch, watched};
use referee_events::{JudgedCase, Reason, Verdict};
use referee_intake::submission::Submission;
use referee_judge::{BuiltSubmission, CandidateJudge, Judge, ReadyCase};
use referee_package::{CaseFileKind, Score, is_sample};
use referee_problem::cases::CaseFile;
use referee_problem::{Problem, ResolvedCase};
use referee_sandbox::{INSTRUCTIONS_PER_SECOND, are_runs_ended};

/// The number of runs of a program that is too slow: it must be too slow in each.
const SLOW_RUNS: usize = 3;

/// The minimum CPU time, in seconds, at which a program may count as a multiple slower than
/// another.
const MIN_SECONDS: f64 = 0.05;

/// The maximum CPU time of a program of the jury in a hunt, as a multiple of the time limit, and
/// its minimum: some never end on inputs that no case resembles.
const JURY_TIME: u32 = 4;
const MIN_JURY_TIME: Duration = Duration::from_secs(2);

/// The maximum number of failures remembered, more than threads can be ahead of each other, and the
/// maximum bytes of their answers.
const MAX_FAILURES: usize = 512;
const MAX_ANSWER_BYTES: usize = 64 << 20;

/// State shared by the trials of all programs of a problem.
pub struct Trials<'a> {
    candidates: CandidateJudge<'a>,
    /// The case whose settings apply to candidates, if any, once it is needed.
    like: OnceLock<Option<CaseFile>>,
    cases: Vec<CaseFile>,
    jury: Jury,
    /// Scores below this count as failures, if set.
    least_score: Option<f64>,
    folder: TemporaryFolder,
    next: AtomicUsize,
    /// The number of inputs on which programs of the jury failed (validators, or others on valid
    /// inputs), and the fault of the first.
    setbacks: Mutex<Option<(usize, Fault)>>,
    failures: Mutex<Failures>,
}

/// The result of trying an input.
pub enum Tried {
    /// The input is invalid, for this reason.
    Invalid(String),
    /// A program of the jury failed on it.
    Setback(Fault),
    /// The judgement of the program.
    Judged(Box<JudgedCase>),
}

impl<'a> Trials<'a> {
    /// Creates trials with the problem, the policy and the services of a judge, ignoring its cases.
    /// The settings of the case `like` apply to candidates, or else those of the
    /// [widest](referee_problem::Problem::widest_case) of `cases`. The jury consists of those of
    /// the submissions `right`, which are expected to be accepted, that compile here and are
    /// accepted on the samples.
    ///
    /// # Errors
    /// Temporary files cannot be created.
    pub fn new(
        judge: Judge<'a>,
        cases: &[CaseFile],
        like: Option<CaseFile>,
        right: Vec<Submission>,
    ) -> Result<Trials<'a>, Fault> {
        let samples = cases.iter().filter(|case| is_sample(&case.name) && case.has_answer);
        let samples = samples.cloned().collect();
        Ok(Trials {
            candidates: CandidateJudge::new(judge),
            cases: cases.to_vec(),
            like: like.map_or_else(OnceLock::new, |like| OnceLock::from(Some(like))),
            jury: Jury { submissions: right, samples, ..Jury::default() },
            least_score: None,
            folder: TemporaryFolder::new()?,
            next: AtomicUsize::new(0),
            setbacks: Mutex::default(),
            failures: Mutex::default(),
        })
    }

    /// Returns the case whose settings apply to candidates. To find it may take as long as to
    /// compile the input validators.
    pub(crate) fn like(&self) -> Option<&CaseFile> {
        let Judge { inputs, services, .. } = self.candidates.judge();
        let widest = || inputs.problem.widest_case(&self.cases, services.machine);
        self.like.get_or_init(widest).as_ref()
    }

    /// Bounds the time of all later runs of the programs of the jury.
    pub fn bound_jury(&self) {
        let judge = self.candidates.judge();
        let most = judge.policy.limits.cpu.saturating_mul(JURY_TIME).max(MIN_JURY_TIME);
        judge.inputs.problem.bound_runs(most);
    }

    /// Treats scores below `least_score` as failures, if it is given.
    #[must_use]
    pub fn with_least_score(self, least_score: Option<f64>) -> Self {
        Trials { least_score, ..self }
    }

    /// Runs a program on a candidate, and judges it.
    fn run(&self, ready: &ReadyCase, program: &BuiltSubmission) -> Result<JudgedCase, Fault> {
        let judged = self.candidates.run(ready, program)?;
        let score = judged.score.map(|(Score::Points(score) | Score::Multiplier(score))| score);
        Ok(match (score, self.least_score) {
            (Some(score), Some(least)) if judged.verdict == Verdict::Accepted && score < least => {
                let (reason, message) =
                    (Reason::Refuted, format!("a score of {score}, below {least}").into());
                JudgedCase { verdict: reason.verdict(), reason, message, ..judged }
            }
            _ => judged,
        })
    }

    /// Checks that candidates can be judged: without answers, one that the first jury submission
    /// that works here fails shows nothing.
    ///
    /// # Errors
    /// The problem has no answers, and no such submission works here.
    pub fn check_jury(&self, watch: &dyn Watch) -> Result<(), Fault> {
        let has_answers = self.candidates.judge().inputs.problem.has_answers();
        // If there was no time to find one, nothing else can be run either.
        if has_answers || self.juror(0, watch).is_some() || are_runs_ended() {
            return Ok(());
        }
        Err(self.no_juror())
    }

    /// Returns the jury submission with this index among those that work here, searching for it on
    /// first use.
    fn juror(&self, index: usize, watch: &dyn Watch) -> Option<&BuiltSubmission> {
        let Jury { submissions, next, found, .. } = &self.jury;
        if let Some(known) = found.get(index)?.get() {
            return Some(known);
        }
        let mut next = lock(next);
        loop {
            if let Some(known) = found[index].get() {
                return Some(known);
            }
            let submission = submissions.get(*next)?;
            let compile = || self.build(submission);
            let built = watched(watch, &format!("compiling {}", submission.name), compile);
            let built = built.ok().filter(|built| built.not_built().is_none());
            let rejection = built.as_ref().and_then(|built| self.failed_sample(built));
            if are_runs_ended() {
                // The failure may be due to the interruption, so the submission is not skipped.
                return None;
            }
            *next += 1;
            if let Some(rejection) = rejection {
                self.jury.rejection.get_or_init(|| rejection);
            } else if let (Some(built), Some(place)) =
                (built, found.iter().find(|place| place.get().is_none()))
            {
                let _ = place.set(built);
            }
        }
    }

    /// Builds the jury before it is needed, until `stop` returns true.
    pub fn build_jury(&self, stop: impl Fn() -> bool) {
        for index in 0..MAX_JURORS {
            if stop() || self.juror(index, &Unwatched).is_none() {
                return;
            }
        }
    }

    fn no_juror(&self) -> Fault {
        let rejection = self.jury.rejection.get().map(|why| format!("; {why}"));
        Fault::judge(format!(
            "no accepted submission works here: compiles, and is accepted on the samples{}",
            rejection.unwrap_or_default()
        ))
    }

    /// Returns the first sample on which a submission is not accepted, and why.
    fn failed_sample(&self, built: &BuiltSubmission) -> Option<String> {
        let is_invalid = |sample| matches!(self.refusal(sample), Ok(Some(_)));
        self.jury.samples.iter().find_map(|sample| {
            let why = match self.of(built).judge_existing(sample) {
                Ok(Tried::Judged(judged)) if judged.verdict == Verdict::Accepted => return None,
                Ok(Tried::Judged(judged)) => judged.reason.with(&judged.message),
                Ok(Tried::Invalid(why)) => why,
                Ok(Tried::Setback(fault)) | Err(fault) => fault.one_line(),
            };
            // An invalid sample shows nothing.
            let fails = || format!("{} fails on {}: {why}", built.name, sample.name);
            (!is_invalid(sample)).then(fails)
        })
    }

    /// Returns the jury submission that answers candidates for a program: another one, if there is
    /// another that works here, since nobody is wrong by their own answers.
    fn answering(&self, program: &BuiltSubmission, watch: &dyn Watch) -> Option<&BuiltSubmission> {
        let usual = self.juror(self.jury.answering.index(), watch)?;
        if usual.content != program.content {
            return Some(usual);
        }
        Some(self.others(program, watch).next().unwrap_or(usual))
    }

    /// Returns the jury submissions that work here, without this program.
    pub(crate) fn others<'t, 'p>(
        &'t self,
        program: &'p BuiltSubmission,
        watch: &'p dyn Watch,
    ) -> impl Iterator<Item = &'t BuiltSubmission> {
        let jurors = (0..MAX_JURORS).map_while(move |index| self.juror(index, watch));
        jurors.filter(move |juror| juror.content != program.content)
    }

    /// Returns whether a program is one of the jury submissions known to work here.
    fn is_of_jury(&self, program: &BuiltSubmission) -> bool {
        let mut jurors = self.jury.found.iter().flat_map(OnceLock::get);
        jurors.any(|juror| juror.content == program.content)
    }

    /// Returns the first other right submission that is rejected on an input on which this program
    /// failed: the jury disagrees. Exceeding the time limit says nothing about answers, so it is
    /// ignored.
    pub fn who_disagrees(
        &self,
        program: &BuiltSubmission,
        input: &[u8],
        watch: &dyn Watch,
    ) -> Option<&BuiltSubmission> {
        let problem = &self.candidates.judge().inputs.problem;
        // One juror stands for the jury, unless a solver does.
        let is_by_juror = matches!(problem, Problem::Packaged(_)) || !problem.has_answers();
        let usual = || self.juror(self.jury.answering.index(), watch);
        let usual = is_by_juror.then(usual).flatten();
        let is_usual =
            |juror: &BuiltSubmission| usual.is_some_and(|usual| usual.content == juror.content);
        // One that answers is asked, by the answers of the program, if these two are the jury.
        let asks_usual = self.is_of_jury(program) && self.others(program, watch).all(is_usual);
        let is_rejected = |juror: &&BuiltSubmission| {
            let trial = Trial { watch, ..self.of(juror) };
            let judged = match trial.known_failure(input) {
                Some(known) => known.judged,
                None => match trial.judge(input) {
                    Ok(Tried::Judged(judged)) => *judged,
                    _ => return false,
                },
            };
            judged.verdict != Verdict::Accepted && judged.reason != Reason::TimeLimit
        };
        let is_asked = |juror: &&BuiltSubmission| asks_usual || !is_usual(juror);
        self.others(program, watch).filter(is_asked).find(is_rejected)
    }

    /// Builds a submission.
    ///
    /// # Errors
    /// Its files cannot be read.
    pub fn build(&self, submission: &Submission) -> Result<BuiltSubmission, Fault> {
        self.candidates.build(submission)
    }

    /// Returns whether the input validators accept an input.
    ///
    /// # Errors
    /// The validators fail.
    pub fn is_valid(&self, input: &[u8]) -> Result<bool, Fault> {
        self.with_file(input, |file| {
            let Judge { inputs, services, .. } = self.candidates.judge();
            let case = inputs.problem.resolve_like(file, self.like())?;
            Ok(inputs.problem.input_refusal(&case, input, services.machine)?.is_none())
        })
    }

    /// Returns why the input validators reject a case of the problem; `None` if they accept it.
    ///
    /// # Errors
    /// The case cannot be read, or the validators fail.
    pub fn refusal(&self, file: &CaseFile) -> Result<Option<String>, Fault> {
        let Judge { inputs, services, .. } = self.candidates.judge();
        let case = inputs.problem.resolve(file)?;
        let input = case.read_input(services.machine)?;
        inputs.problem.input_refusal(&case, &input, services.machine)
    }

    /// Writes an input to a temporary file, and calls `work` with it.
    fn with_file<T>(
        &self,
        input: &[u8],
        work: impl FnOnce(&CaseFile) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let name = format!("candidate-{number}");
        let path = self.folder.path().join(CaseFileKind::Input.file_of(&name));
        let file = CaseFile { name: name.into(), input: path, has_answer: true };
        let written = fs::write(&file.input, input);
        let done = written
            .map_err(|error| Fault::cannot_write(&file.input, &error))
            .and_then(|()| work(&file));
        // The folder is only removed at the end, so it must not grow until then.
        for path in [&file.input, &file.answer()] {
            let _ = fs::remove_file(path);
        }
        done
    }

    /// Returns the trial of a program.
    pub fn of<'t>(&'t self, program: &'t BuiltSubmission) -> Trial<'t, 'a> {
        Trial {
            trials: self,
            program,
            beside: None,
            like: None,
            often: None,
            kind: None,
            heeds_jury: false,
            begun: None,
            watch: &Unwatched,
        }
    }

    /// Returns the number of inputs on which the jury's programs failed so far, and the fault of
    /// the first, if there are any.
    pub fn setbacks(&self) -> Option<(usize, Fault)> {
        lock(&self.setbacks).clone()
    }

    /// Records a failure of a jury program, unless it was killed by an interruption.
    fn setback(&self, fault: Fault) -> Tried {
        // The file of a candidate is removed, so its path says nothing.
        let fault = Fault { path: None, ..fault };
        if !are_runs_ended() {
            lock(&self.setbacks).get_or_insert_with(|| (0, fault.clone())).0 += 1;
        }
        Tried::Setback(fault)
    }
}

/// The most recent failures: once the time is over, or after Ctrl-C, nothing can be run to show a
/// find.
#[derive(Default)]
struct Failures {
    seen: VecDeque<(FailureKey, KnownFailure)>,
    /// The total size of all answers, in bytes.
    bytes: usize,
}

/// A program, an input, and whether slowness was measured against another program.
type FailureKey = (ContentHash, ContentHash, bool);

/// A failure of a program on a candidate.
#[derive(Clone)]
pub struct KnownFailure {
    /// The judgement.
    pub judged: JudgedCase,
    /// The answer to the candidate, if the problem has answers.
    pub answer: Option<Vec<u8>>,
}

impl Failures {
    fn add(&mut self, key: FailureKey, failure: KnownFailure) {
        let length = |failure: &KnownFailure| failure.answer.as_ref().map_or(0, Vec::len);
        self.bytes += length(&failure);
        self.seen.push_back((key, failure));
        while self.seen.len() > MAX_FAILURES
            || (self.bytes > MAX_ANSWER_BYTES && self.seen.len() > 1)
        {
            self.bytes -= self.seen.pop_front().map_or(0, |(_, failure)| length(&failure));
        }
    }
}

/// The trial of one program.
#[derive(Clone, Copy)]
pub struct Trial<'t, 'a> {
    pub(crate) trials: &'t Trials<'a>,
    pub(crate) program: &'t BuiltSubmission,
    /// A right program, and the multiple of its CPU time on the same candidate at which this one is
    /// too slow: there may be no small input on which it exceeds the time limit, which decides
    /// otherwise.
    pub(crate) beside: Option<(&'t BuiltSubmission, f64)>,
    /// The case whose settings apply to candidates, if it is not that of all trials.
    pub(crate) like: Option<&'t CaseFile>,
    /// The test for programs that fail by chance: one fails only if it fails often enough.
    pub(crate) often: Option<&'t FailsOften>,
    /// The only kind of failure that is remembered, as others would displace it; all if absent.
    pub(crate) kind: Option<&'t str>,
    /// Whether a failure is disputed if another right submission also fails.
    pub(crate) heeds_jury: bool,
    /// The beginning, if candidates that take long are drawn more rarely: then the speed of the
    /// machine determines which ones are drawn.
    pub(crate) begun: Option<Instant>,
    /// Is notified of running programs.
    pub(crate) watch: &'t dyn Watch,
}

impl Trial<'_, '_> {
    /// Returns the name of the submission that answers candidates; `None` if another program does.
    ///
    /// # Errors
    /// No such submission works here.
    pub fn solution(&self) -> Result<Option<&str>, Fault> {
        let trials = self.trials;
        match &trials.candidates.judge().inputs.problem {
            problem @ Problem::Packaged(_)
                if problem.has_answers() && !trials.jury.submissions.is_empty() =>
            {
                let right = trials.answering(self.program, self.watch);
                right.map(|right| Some(&*right.name)).ok_or_else(|| trials.no_juror())
            }
            _ => Ok(None),
        }
    }

    /// Returns the time limit, in seconds.
    pub fn time_limit(&self) -> f64 {
        self.trials.candidates.judge().policy.limits.cpu.as_secs_f64()
    }

    /// Judges a candidate.
    ///
    /// # Errors
    /// The input cannot be written or resolved, or the program cannot be run.
    pub fn judge(&self, input: &[u8]) -> Result<Tried, Fault> {
        self.trials.with_file(input, |file| self.try_file(file, input))
    }

    fn try_file(&self, file: &CaseFile, input: &[u8]) -> Result<Tried, Fault> {
        let Trial { trials, program, watch, .. } = *self;
        let Judge { inputs, services, .. } = trials.candidates.judge();
        let (problem, machine) = (&inputs.problem, services.machine);
        let case = problem.resolve_like(file, self.like.or_else(|| self.trials.like()))?;
        let refusal = || problem.input_refusal(&case, input, machine);
        match watched(watch, "input validator", refusal) {
            Ok(None) => {}
            Ok(Some(why)) => return Ok(Tried::Invalid(why)),
            Err(fault) => return Ok(trials.setback(fault)),
        }
        let answered = watched(watch, "solver", || self.write_answer(&case));
        let ready = answered.and_then(|()| trials.candidates.prepare(case, input.to_vec()));
        let ready = match ready {
            Ok(ready) => ready,
            Err(fault) => return Ok(trials.setback(fault)),
        };
        let run = || match self.often {
            None => trials.run(&ready, program),
            Some(often) => often.judge(|| self.run(&ready)),
        };
        let first = watched(watch, &program.name, run)?;
        // Asked before a slow program is run again, which takes longer.
        let is_asked = first.verdict != Verdict::Accepted;
        let mut why = if is_asked { self.jury_fails_too(&ready, &first)? } else { None };
        let judged = match self.often {
            None if why.is_none() => {
                watched(watch, &program.name, || self.confirmed(&ready, first))?
            }
            _ => first,
        };
        if judged.verdict == Verdict::Accepted {
            return Ok(Tried::Judged(Box::new(judged)));
        }
        if !is_asked {
            why = self.jury_fails_too(&ready, &judged)?;
        }
        if let Some(why) = why {
            return Ok(trials.setback(Fault::judge(why)));
        }
        if judged.reason == Reason::JudgeError {
            return Ok(trials.setback(Fault::judge(judged.message)));
        }
        self.remember(input, &judged, file);
        Ok(Tried::Judged(Box::new(judged)))
    }

    fn write_answer(&self, case: &ResolvedCase) -> Result<(), Fault> {
        let Trial { trials, program, .. } = *self;
        let Judge { inputs, services, .. } = trials.candidates.judge();
        let write = |solution| inputs.problem.write_answer(case, solution, services.machine);
        let solution = self.solution()?;
        let found = &trials.jury.found;
        if self.begun.is_none() || solution.is_none() || trials.is_of_jury(program) {
            return write(solution);
        }
        let answer = |index: usize| {
            let begun = Instant::now();
            write(found[index].get().map(|right| &*right.name))?;
            Ok(begun.elapsed())
        };
        trials.jury.answering.answer(found.iter().flat_map(OnceLock::get).count(), answer)
    }

    /// Returns why a failure shows nothing: without answers, the first right submission may fail
    /// too, and all right submissions that are asked may exceed the time limit.
    fn jury_fails_too(
        &self,
        ready: &ReadyCase,
        judged: &JudgedCase,
    ) -> Result<Option<String>, Fault> {
        let Trial { trials, program, watch, .. } = *self;
        let has_answers = trials.candidates.judge().inputs.problem.has_answers();
        let is_slow = self.heeds_jury && has_answers && judged.reason == Reason::TimeLimit;
        let asked = if is_slow { MAX_JURORS } else { usize::from(!has_answers) };
        let mut others = trials.others(program, watch).take(asked).peekable();
        // Without answers, it stands for itself if it is the only right one.
        let itself =
            if has_answers || others.peek().is_some() { None } else { trials.juror(0, watch) };
        let mut why = None;
        for right in others.chain(itself) {
            let right = watched(watch, &right.name, || trials.run(ready, right))?;
            if right.verdict == Verdict::Accepted {
                return Ok(None);
            }
            if !is_slow {
                why = Some(format!("{} is rejected: {}", right.contestant, right.message));
            } else if right.reason == Reason::TimeLimit {
                why = Some(format!("{} exceeds the time limit too", right.contestant));
            }
        }
        Ok(why)
    }

    /// Judges the program on a case of the problem, with its answer and settings.
    ///
    /// # Errors
    /// The case cannot be read or prepared.
    pub fn judge_existing(&self, file: &CaseFile) -> Result<Tried, Fault> {
        let Trial { trials, program, watch, .. } = *self;
        let Judge { inputs, services, .. } = trials.candidates.judge();
        let case = inputs.problem.resolve(file)?;
        let input = case.read_input(services.machine)?;
        let ready = trials.candidates.prepare(case, input.clone())?;
        let what = format!("{} on {}", program.name, file.name);
        let judged = watched(watch, &what, || self.run(&ready))?;
        if judged.reason == Reason::JudgeError {
            return Ok(Tried::Setback(Fault::judge(judged.message)));
        }
        if judged.verdict != Verdict::Accepted {
            self.remember(&input, &judged, file);
        }
        Ok(Tried::Judged(Box::new(judged)))
    }

    /// Remembers a failure on a case whose answer is on disk.
    fn remember(&self, input: &[u8], judged: &JudgedCase, file: &CaseFile) {
        if self.kind.is_some_and(|kind| failure(judged).kind != kind) {
            return;
        }
        let problem = &self.trials.candidates.judge().inputs.problem;
        let answer = problem.has_answers().then(|| fs::read(file.answer()).ok()).flatten();
        let failure = KnownFailure { judged: judged.clone(), answer };
        lock(&self.trials.failures).add(self.key(input), failure);
    }

    fn key(&self, input: &[u8]) -> FailureKey {
        (self.program.content, Digest::of(input), self.beside.is_some())
    }

    /// Returns the failure of the program on an input, if it is among the most recent.
    pub fn known_failure(&self, input: &[u8]) -> Option<KnownFailure> {
        let (key, failures) = (self.key(input), lock(&self.trials.failures));
        let of_it = failures.seen.iter().rev().find(|(known, _)| *known == key);
        of_it.map(|(_, failure)| failure.clone())
    }

    /// Returns whether the most recent failures include that the program was too slow on an input.
    pub fn was_too_slow(&self, input: &[u8]) -> bool {
        self.known_failure(input).is_some_and(|known| known.judged.reason == Reason::TimeLimit)
    }

    /// Remembers a known failure again, which others may have displaced since.
    pub fn remember_again(&self, input: &[u8], known: Option<KnownFailure>) {
        if let Some(known) = known {
            lock(&self.trials.failures).add(self.key(input), known);
        }
    }

    fn run(&self, ready: &ReadyCase) -> Result<JudgedCase, Fault> {
        self.confirmed(ready, self.trials.run(ready, self.program)?)
    }

    /// Returns the judgement of a first run. If the program was too slow, runs it again: it must be
    /// too slow in each run.
    fn confirmed(&self, ready: &ReadyCase, first: JudgedCase) -> Result<JudgedCase, Fault> {
        let run = |program| self.trials.run(ready, program);
        let mut judged = first;
        let is_fast = |judged: &JudgedCase| match self.beside {
            None => judged.reason != Reason::TimeLimit,
            Some(_) => !is_judged_by_time(judged) || judged.cpu_seconds() < MIN_SECONDS,
        };
        // A busy machine can slow a program down, but never speed it up.
        for _ in 1..SLOW_RUNS {
            if is_fast(&judged) {
                break;
            }
            let again = run(self.program)?;
            if is_fast(&again) || again.cpu_seconds() < judged.cpu_seconds() {
                judged = again;
            }
        }
        let Some((right, ratio)) = self.beside.filter(|_| !is_fast(&judged)) else {
            return Ok(judged);
        };
        let mut least = f64::INFINITY;
        for _ in 0..SLOW_RUNS {
            let beside = run(right)?;
            if beside.reason == Reason::JudgeError {
                return Ok(beside);
            }
            least = least.min(beside.cpu_seconds());
        }
        Ok(if judged.cpu_seconds() >= ratio * least { too_slow(&judged, least) } else { judged })
    }
}

/// Returns the work of a program in seconds: by its instructions, which hardly vary between runs,
/// where they are counted.
fn work_seconds(judged: &JudgedCase) -> f64 {
    let instructions = judged.used.as_ref().and_then(|used| used.instructions);
    let by_instructions = instructions.map(|count| count as f64 / INSTRUCTIONS_PER_SECOND as f64);
    by_instructions.unwrap_or_else(|| judged.cpu_seconds())
}

/// Returns whether the time of a run characterizes the program: it was accepted or stopped.
fn is_judged_by_time(judged: &JudgedCase) -> bool {
    matches!(judged.reason, Reason::TimeLimit | Reason::Proved)
}

/// Returns the judgement of a program that is too slow compared with a right one.
fn too_slow(judged: &JudgedCase, right: f64) -> JudgedCase {
    let message = format!("takes {:.2} s, a right program {right:.3} s", judged.cpu_seconds());
    let plain = JudgedCase::plain(&judged.contestant, &judged.case, Reason::TimeLimit, message);
    JudgedCase { used: judged.used, ..plain }
}

impl Subject for Trial<'_, '_> {
    fn judge(&self, input: &[u8]) -> Result<Outcome, Fault> {
        let Trial { trials, program, heeds_jury, watch, .. } = *self;
        let is_disputed = || heeds_jury && trials.who_disagrees(program, input, watch).is_some();
        Ok(match Trial::judge(self, input)? {
            Tried::Invalid(_) | Tried::Setback(_) => Outcome::Invalid,
            Tried::Judged(judged) if judged.verdict == Verdict::Accepted => {
                Outcome::Passed((work_seconds(&judged) / self.time_limit() * 1e3) as u32)
            }
            Tried::Judged(judged) if is_disputed() => Outcome::Disputed(failure(&judged)),
            Tried::Judged(judged) => Outcome::Failed(failure(&judged)),
        })
    }

    fn elapsed(&self) -> u64 {
        self.begun.map_or(0, |begun| begun.elapsed().as_millis() as u64)
    }
}
