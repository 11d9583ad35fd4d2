//! Tries an input that belongs to no case folder on a program: is it valid, what is its answer, does the program fail on it.
//!
//! Hunting and shrinking ask this thousands of times, from several threads at once. The input validators decide what is valid, the
//! reference solver finds the answer, the program runs isolated as in `judge`, and the checker judges.

use std::collections::VecDeque;
use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use referee_counterexamples::{Outcome, Subject};

use crate::chance::FailsOften;
use crate::failure::failure;
use referee_base::digest::{ContentHash, Digest};
use referee_base::fault::Fault;
use referee_base::files::TemporaryFolder;
use referee_events::watch::{Unwatched, Watch, watched};
use referee_events::{JudgedCase, Reason, Verdict};
use referee_intake::submission::Submission;
use referee_judge::{BuiltSubmission, CandidateJudge, Judge, ReadyCase};
use referee_package::{CaseFileKind, Score};
use referee_problem::Problem;
use referee_problem::cases::CaseFile;
use referee_sandbox::{INSTRUCTIONS_PER_SECOND, are_runs_ended};

/// How often a run that was too slow is repeated: it must be so each time.
const SLOW_RUNS: usize = 3;

/// The least CPU time of a program of which one can say that it takes a multiple of another's, in seconds.
const LEAST_SECONDS: f64 = 0.05;

/// The most right submissions that are asked.
const MAX_JURORS: usize = 3;

/// The most failures that are remembered, more than threads are ahead of each other, and the most bytes of answers among them.
const MAX_FAILURES: usize = 512;
const MAX_ANSWER_BYTES: usize = 64 << 20;

/// What the trials of a problem's programs share.
pub struct Trials<'a> {
    candidates: CandidateJudge<'a>,
    /// The case whose settings candidates get, if there is one.
    like: Option<CaseFile>,
    jury: Jury,
    /// The least score that is not taken for a failure.
    least_score: Option<f64>,
    folder: TemporaryFolder,
    next: AtomicUsize,
    setbacks: Mutex<Setbacks>,
    failures: Mutex<Failures>,
}

/// Inputs that are valid, and on which programs of the jury fail.
#[derive(Debug, Clone, Default)]
pub struct Setbacks {
    /// How many there were.
    pub count: usize,
    /// The first: its input, and what happened.
    pub first: Option<(Vec<u8>, Fault)>,
}

/// A candidate that was judged.
pub enum Tried {
    /// Its input is not valid, for this reason.
    Invalid(String),
    /// A program of the jury failed on it.
    Setback(Fault),
    /// The judgement of the program.
    Judged(Box<JudgedCase>),
}

impl<'a> Trials<'a> {
    /// Prepares trials with the problem, the policy and the services of a judge, whose cases do not matter. Candidates get the settings
    /// of the case `like`, if there is one.
    ///
    /// # Errors
    /// There is no room for temporary files.
    pub fn new(judge: Judge<'a>, like: Option<CaseFile>) -> Result<Trials<'a>, Fault> {
        Ok(Trials {
            candidates: CandidateJudge::new(judge),
            like,
            jury: Jury::default(),
            least_score: None,
            folder: TemporaryFolder::new()?,
            next: AtomicUsize::new(0),
            setbacks: Mutex::default(),
            failures: Mutex::default(),
        })
    }

    /// Takes the right ones from these submissions, which are expected to be accepted: those that compile here, and are accepted on these
    /// samples.
    #[must_use]
    pub fn with_jury(self, submissions: Vec<Submission>, samples: Vec<CaseFile>) -> Self {
        Trials { jury: Jury { submissions, samples, ..Jury::default() }, ..self }
    }

    /// Takes a score below this one for a failure, if one is given.
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

    /// Returns the first submission that is expected to be accepted and works here. Where there are no answers, a candidate on which it is
    /// refused shows nothing.
    pub fn right(&self) -> Option<&BuiltSubmission> {
        self.juror(0, &Unwatched)
    }

    /// Returns the submission of that index among those that are expected to be accepted and work here. It is found when somebody first
    /// asks.
    fn juror(&self, index: usize, watch: &dyn Watch) -> Option<&BuiltSubmission> {
        let Jury { submissions, next, found, .. } = &self.jury;
        if let Some(known) = found.get(index)?.get() {
            return Some(known);
        }
        let mut next = next.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(known) = found[index].get() {
                return Some(known);
            }
            let submission = submissions.get(*next)?;
            let compile = || self.build(submission);
            let built = watched(watch, &format!("compiling {}", submission.name), compile);
            let built = built.ok().filter(|built| built.not_built().is_none() && self.works(built));
            if are_runs_ended() {
                // It may be another one that is asked when there is time again.
                return None;
            }
            *next += 1;
            if let (Some(built), Some(place)) =
                (built, found.iter().find(|place| place.get().is_none()))
            {
                let _ = place.set(built);
            }
        }
    }

    /// Returns whether a submission is accepted on the samples.
    fn works(&self, built: &BuiltSubmission) -> bool {
        let is_accepted = |sample: &CaseFile| match self.of(built).judge_existing(sample) {
            Ok(Tried::Judged(judged)) => judged.verdict == Verdict::Accepted,
            _ => false,
        };
        self.jury.samples.iter().all(is_accepted)
    }

    /// Returns the name of the submission that answers candidates; none where another program does.
    ///
    /// # Errors
    /// No such submission works here.
    pub fn solution(&self, watch: &dyn Watch) -> Result<Option<&str>, Fault> {
        let problem = &self.candidates.judge().inputs.problem;
        match problem {
            Problem::Packaged(_) if problem.has_answers() && !self.jury.submissions.is_empty() => {
                let message =
                    "no accepted submission works here: compiles, and is accepted on the samples";
                self.juror(0, watch)
                    .map(|right| Some(&*right.name))
                    .ok_or_else(|| Fault::judge(message))
            }
            _ => Ok(None),
        }
    }

    /// Returns the first of the other right submissions that is rejected on an input on which this program has failed: the jury disagrees.
    /// What takes too long only says nothing about answers.
    pub fn who_disagrees(
        &self,
        program: &BuiltSubmission,
        input: &[u8],
    ) -> Option<&BuiltSubmission> {
        let problem = &self.candidates.judge().inputs.problem;
        let answers_itself = !matches!(problem, Problem::Custom(_)) || !problem.has_answers();
        let others = usize::from(answers_itself)..MAX_JURORS;
        let others = others.map_while(|index| self.juror(index, &Unwatched));
        let is_rejected = |juror: &&BuiltSubmission| match self.of(juror).judge(input) {
            Ok(Tried::Judged(judged)) => {
                judged.verdict != Verdict::Accepted && judged.reason != Reason::TimeLimit
            }
            _ => false,
        };
        let mut others = others.filter(|juror| juror.content != program.content);
        others.find(is_rejected)
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
    /// It cannot be told.
    pub fn is_valid(&self, input: &[u8]) -> Result<bool, Fault> {
        self.with_file(input, |file| {
            let Judge { inputs, services, .. } = self.candidates.judge();
            let case = inputs.problem.resolve_like(file, self.like.as_ref())?;
            Ok(inputs.problem.input_refusal(&case, input, services.machine)?.is_none())
        })
    }

    /// Does something with a file in which an input stands.
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
        // The folder is removed with everything in it in the end; until then it must not grow.
        for path in [&file.input, &file.answer()] {
            let _ = fs::remove_file(path);
        }
        done
    }

    /// Returns the trial of a program.
    pub fn of<'t>(&'t self, program: &'t BuiltSubmission) -> Trial<'t, 'a> {
        let (measure, like) = (Measure::Limit, self.like.as_ref());
        Trial { trials: self, program, measure, like, often: None, watch: &Unwatched }
    }

    /// Returns what went wrong with programs of the jury so far.
    pub fn setbacks(&self) -> Setbacks {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, Setbacks> {
        self.setbacks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps what went wrong with a program of the jury, unless it was ended with all others.
    fn setback(&self, input: &[u8], fault: Fault) -> Tried {
        if !are_runs_ended() {
            let mut setbacks = self.lock();
            setbacks.count += 1;
            setbacks.first.get_or_insert_with(|| (input.to_vec(), fault.clone()));
        }
        Tried::Setback(fault)
    }

    fn failures(&self) -> MutexGuard<'_, Failures> {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The submissions that are expected to be accepted, of which some may not work here.
#[derive(Default)]
struct Jury {
    submissions: Vec<Submission>,
    samples: Vec<CaseFile>,
    /// The number of submissions that have been tried.
    next: Mutex<usize>,
    /// Those that work, in order.
    found: [OnceLock<BuiltSubmission>; MAX_JURORS],
}

/// The failures that were seen last: when the time is up, or on Ctrl-C, nothing can be run any more to show what was found.
#[derive(Default)]
struct Failures {
    seen: VecDeque<(FailureKey, KnownFailure)>,
    /// The length of all answers, in bytes.
    bytes: usize,
}

/// Which program failed on which input, and whether that was measured beside another program.
#[derive(Clone, Copy, PartialEq, Eq)]
struct FailureKey {
    program: ContentHash,
    is_by_ratio: bool,
    input: ContentHash,
}

/// A failure of a program on a candidate.
#[derive(Clone)]
pub struct KnownFailure {
    /// The judgement.
    pub judged: JudgedCase,
    /// The answer to the candidate, where the problem has answers.
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

/// How it is decided that a program is too slow.
#[derive(Clone, Copy)]
enum Measure<'a> {
    /// By the time limit.
    Limit,
    /// By a multiple of what another program takes, which is measured on the same candidate.
    Ratio(&'a BuiltSubmission, f64),
}

/// The trial of one program.
#[derive(Clone, Copy)]
pub struct Trial<'t, 'a> {
    trials: &'t Trials<'a>,
    program: &'t BuiltSubmission,
    measure: Measure<'t>,
    /// The case whose settings candidates get, if there is one.
    like: Option<&'t CaseFile>,
    /// How often it has to fail, if it fails by chance.
    often: Option<&'t FailsOften>,
    /// Is told what is under way.
    watch: &'t dyn Watch,
}

impl<'t> Trial<'t, '_> {
    /// Returns the name of the submission that answers candidates; none where another program does.
    ///
    /// # Errors
    /// Those of [`Trials::solution`].
    pub fn solution(&self) -> Result<Option<&str>, Fault> {
        self.trials.solution(self.watch)
    }

    /// Returns the same trial, which tells what is under way.
    pub fn watched_by(self, watch: &'t dyn Watch) -> Self {
        Trial { watch, ..self }
    }

    /// Returns the same trial, whose candidates get the settings of another case.
    pub fn like(self, case: &'t CaseFile) -> Self {
        Trial { like: Some(case), ..self }
    }

    /// Returns the same trial, in which a program fails where it fails often enough.
    pub fn often(self, often: Option<&'t FailsOften>) -> Self {
        Trial { often, ..self }
    }

    /// Returns the same trial, in which a program is too slow where it takes so many times the CPU time of a right one: a small input
    /// on which it exceeds the time limit may not exist.
    pub fn by_ratio(self, right: &'t BuiltSubmission, ratio: f64) -> Self {
        Trial { measure: Measure::Ratio(right, ratio), ..self }
    }

    /// Returns the time limit, in seconds.
    pub fn time_limit(&self) -> f64 {
        self.trials.candidates.judge().policy.limits.cpu.as_secs_f64()
    }

    /// Judges a candidate.
    ///
    /// # Errors
    /// It cannot be told whether it is valid, or the program cannot be run.
    pub fn judge(&self, input: &[u8]) -> Result<Tried, Fault> {
        self.trials.with_file(input, |file| self.try_file(file, input))
    }

    fn try_file(&self, file: &CaseFile, input: &[u8]) -> Result<Tried, Fault> {
        let Trial { trials, program, watch, .. } = *self;
        let Judge { inputs, services, .. } = trials.candidates.judge();
        let (problem, machine) = (&inputs.problem, services.machine);
        let case = problem.resolve_like(file, self.like)?;
        let refusal = || problem.input_refusal(&case, input, machine);
        if let Some(why) = watched(watch, "input validator", refusal)? {
            return Ok(Tried::Invalid(why));
        }
        let solution = trials.solution(watch);
        let answer = || problem.write_answer(&case, solution?, machine);
        let answered = watched(watch, "solver", answer);
        let ready = answered.and_then(|()| trials.candidates.prepare(case, input.to_vec()));
        let ready = match ready {
            Ok(ready) => ready,
            Err(fault) => return Ok(trials.setback(input, fault)),
        };
        let run = || match self.often {
            None => self.run(&ready),
            Some(often) => often.judge(|| self.run(&ready)),
        };
        let judged = watched(watch, &program.name, run)?;
        if judged.verdict == Verdict::Accepted {
            return Ok(Tried::Judged(Box::new(judged)));
        }
        if !problem.has_answers()
            && let Some(right) = trials.juror(0, watch)
        {
            let right = watched(watch, &right.name, || trials.run(&ready, right))?;
            if right.verdict != Verdict::Accepted {
                let message = format!("{} is rejected: {}", right.contestant, right.message);
                return Ok(trials.setback(input, Fault::judge(message)));
            }
        }
        if judged.reason == Reason::JudgeError {
            return Ok(trials.setback(input, Fault::judge(judged.message)));
        }
        self.remember(input, &judged, file);
        Ok(Tried::Judged(Box::new(judged)))
    }

    /// Judges the program on a case of the problem, by the answer and the settings that it has.
    ///
    /// # Errors
    /// It cannot be read or prepared.
    pub fn judge_existing(&self, file: &CaseFile) -> Result<Tried, Fault> {
        let Trial { trials, program, watch, .. } = *self;
        let problem = &trials.candidates.judge().inputs.problem;
        let case = problem.resolve(file)?;
        let input = case.read_input(trials.candidates.judge().services.machine)?;
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
        let problem = &self.trials.candidates.judge().inputs.problem;
        let answer = problem.has_answers().then(|| fs::read(file.answer()).ok()).flatten();
        let failure = KnownFailure { judged: judged.clone(), answer };
        self.trials.failures().add(self.key(input), failure);
    }

    fn key(&self, input: &[u8]) -> FailureKey {
        let mut digest = Digest::new();
        digest.add(input);
        FailureKey {
            program: self.program.content,
            is_by_ratio: matches!(self.measure, Measure::Ratio(..)),
            input: digest.number(),
        }
    }

    /// Returns how the program has failed on an input, if it has and that was not long ago.
    pub fn known_failure(&self, input: &[u8]) -> Option<KnownFailure> {
        let (key, failures) = (self.key(input), self.trials.failures());
        let of_it = failures.seen.iter().rev().find(|(known, _)| *known == key);
        of_it.map(|(_, failure)| failure.clone())
    }

    fn run(&self, ready: &ReadyCase) -> Result<JudgedCase, Fault> {
        let run = |program| self.trials.run(ready, program);
        let mut judged = run(self.program)?;
        let is_fast = |judged: &JudgedCase| match self.measure {
            Measure::Limit => judged.reason != Reason::TimeLimit,
            Measure::Ratio(..) => {
                !is_judged_by_time(judged) || judged.cpu_seconds() < LEAST_SECONDS
            }
        };
        // A busy machine makes programs slow now and then, and never fast.
        for _ in 1..SLOW_RUNS {
            if is_fast(&judged) {
                break;
            }
            let again = run(self.program)?;
            if is_fast(&again) || again.cpu_seconds() < judged.cpu_seconds() {
                judged = again;
            }
        }
        let Measure::Ratio(right, ratio) = self.measure else { return Ok(judged) };
        if is_fast(&judged) {
            return Ok(judged);
        }
        let mut least = f64::INFINITY;
        for _ in 0..SLOW_RUNS {
            least = least.min(run(right)?.cpu_seconds());
        }
        Ok(if judged.cpu_seconds() >= ratio * least { too_slow(&judged, least) } else { judged })
    }
}

/// Returns how long a program has worked: by its instructions, which are the same in each run, where they are counted.
fn work_seconds(judged: &JudgedCase) -> f64 {
    let instructions = judged.used.as_ref().and_then(|used| used.instructions);
    let by_instructions = instructions.map(|count| count as f64 / INSTRUCTIONS_PER_SECOND as f64);
    by_instructions.unwrap_or_else(|| judged.cpu_seconds())
}

/// Returns whether a run tells more of the program's time than of anything else.
fn is_judged_by_time(judged: &JudgedCase) -> bool {
    matches!(judged.reason, Reason::TimeLimit | Reason::Proved)
}

/// Returns the judgement of a program that is too slow beside a right one.
fn too_slow(judged: &JudgedCase, right: f64) -> JudgedCase {
    let message = format!("takes {:.2} s, a right program {right:.3} s", judged.cpu_seconds());
    let plain = JudgedCase::plain(&judged.contestant, &judged.case, Reason::TimeLimit, message);
    JudgedCase { used: judged.used, ..plain }
}

impl Subject for Trial<'_, '_> {
    fn judge(&self, input: &[u8]) -> Result<Outcome, Fault> {
        Ok(match Trial::judge(self, input)? {
            Tried::Invalid(_) | Tried::Setback(_) => Outcome::Invalid,
            Tried::Judged(judged) if judged.verdict == Verdict::Accepted => {
                Outcome::Passed((work_seconds(&judged) / self.time_limit() * 1e3) as u32)
            }
            Tried::Judged(judged) => Outcome::Failed(failure(&judged)),
        })
    }
}
