//! Tries an input that belongs to no case folder on a program: is it valid, what is its answer, does the program fail on it.
//!
//! Hunting and shrinking ask this thousands of times, from several threads at once. The input validators decide what is valid, the
//! reference solver finds the answer, the program runs isolated as in `judge`, and the checker judges.

use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use referee_counterexamples::{Failure, Outcome, Subject};

use referee_base::fault::Fault;
use referee_base::files::TemporaryFolder;
use referee_events::{JudgedCase, Reason, STDERR, Verdict};
use referee_intake::submission::Submission;
use referee_judge::{BuiltSubmission, CandidateJudge, Judge, ReadyCase};
use referee_package::CaseFileKind;
use referee_problem::cases::CaseFile;

/// How often a run that was too slow is repeated: it must be so each time.
const SLOW_RUNS: usize = 3;

/// The least CPU time of a program of which one can say that it takes a multiple of another's, in seconds.
const LEAST_SECONDS: f64 = 0.05;

/// Facts that say nothing of what is wrong: which of them there are depends on the size of the input.
const ASIDE: [&str; 3] = [STDERR, "pass", "values"];

/// What the trials of a problem's programs share.
pub struct Trials<'a> {
    candidates: CandidateJudge<'a>,
    /// The case whose settings candidates get, if there is one.
    like: Option<CaseFile>,
    /// A submission that is expected to be accepted.
    right: Option<BuiltSubmission>,
    folder: TemporaryFolder,
    next: AtomicUsize,
    setbacks: Mutex<Setbacks>,
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
            right: None,
            folder: TemporaryFolder::new()?,
            next: AtomicUsize::new(0),
            setbacks: Mutex::default(),
        })
    }

    /// Takes the first of these submissions that compiles for a right one. Where there are no answers, a candidate on which it is
    /// refused shows nothing.
    ///
    /// # Errors
    /// Files of a submission cannot be read.
    pub fn find_right(&mut self, submissions: &[Submission]) -> Result<(), Fault> {
        for submission in submissions {
            let built = self.build(submission)?;
            if built.not_built().is_none() {
                self.right = Some(built);
                break;
            }
        }
        Ok(())
    }

    /// Returns the submission that is expected to be accepted, if there is one that compiles.
    pub fn right(&self) -> Option<&BuiltSubmission> {
        self.right.as_ref()
    }

    /// Builds a submission.
    ///
    /// # Errors
    /// Its files cannot be read.
    pub fn build(&self, submission: &Submission) -> Result<BuiltSubmission, Fault> {
        self.candidates.build(submission)
    }

    /// Returns the trial of a program.
    pub fn of<'t>(&'t self, program: &'t BuiltSubmission) -> Trial<'t, 'a> {
        Trial { trials: self, program, measure: Measure::Limit }
    }

    /// Returns what went wrong with programs of the jury so far.
    pub fn setbacks(&self) -> Setbacks {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, Setbacks> {
        self.setbacks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Prepares a candidate, and lets `judge` run programs on it.
    fn with_candidate(
        &self,
        input: &[u8],
        judge: impl FnOnce(&ReadyCase) -> Result<JudgedCase, Fault>,
    ) -> Result<Tried, Fault> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let name = format!("candidate-{number}");
        let path = self.folder.path().join(CaseFileKind::Input.file_of(&name));
        let file = CaseFile { name: name.into(), input: path, has_answer: true };
        let tried = self.try_file(&file, input, judge);
        // The folder is removed with everything in it in the end; until then it must not grow.
        for path in [&file.input, &file.answer()] {
            let _ = fs::remove_file(path);
        }
        tried
    }

    fn try_file(
        &self,
        file: &CaseFile,
        input: &[u8],
        judge: impl FnOnce(&ReadyCase) -> Result<JudgedCase, Fault>,
    ) -> Result<Tried, Fault> {
        fs::write(&file.input, input).map_err(|error| Fault::cannot_write(&file.input, &error))?;
        let Judge { inputs, services, .. } = self.candidates.judge();
        let (problem, machine) = (&inputs.problem, services.machine);
        let case = problem.resolve_like(file, self.like.as_ref())?;
        if let Some(why) = problem.input_refusal(&case, input, machine)? {
            return Ok(Tried::Invalid(why));
        }
        let ready = problem
            .write_answer(&case, machine)
            .and_then(|()| self.candidates.prepare(case, input.to_vec()));
        let ready = match ready {
            Ok(ready) => ready,
            Err(fault) => return Ok(self.setback(input, fault)),
        };
        let judged = judge(&ready)?;
        if judged.verdict != Verdict::Accepted
            && !problem.has_answers()
            && let Some(right) = &self.right
        {
            let right = self.candidates.run(&ready, right)?;
            if right.verdict != Verdict::Accepted {
                let message = format!("{} is refused: {}", right.contestant, right.message);
                return Ok(self.setback(input, Fault::judge(message)));
            }
        }
        match judged.reason {
            Reason::JudgeError => Ok(self.setback(input, Fault::judge(judged.message))),
            _ => Ok(Tried::Judged(Box::new(judged))),
        }
    }

    /// Keeps what went wrong with a program of the jury.
    fn setback(&self, input: &[u8], fault: Fault) -> Tried {
        let mut setbacks = self.lock();
        setbacks.count += 1;
        setbacks.first.get_or_insert_with(|| (input.to_vec(), fault.clone()));
        Tried::Setback(fault)
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
}

impl<'t> Trial<'t, '_> {
    /// Returns the same trial, in which a program is too slow where it takes so many times the CPU time of a right one: a small input
    /// on which it exceeds the time limit may not exist.
    pub fn by_ratio(self, right: &'t BuiltSubmission, ratio: f64) -> Self {
        Trial { measure: Measure::Ratio(right, ratio), ..self }
    }

    /// Judges a candidate.
    ///
    /// # Errors
    /// It cannot be told whether it is valid, or the program cannot be run.
    pub fn judge(&self, input: &[u8]) -> Result<Tried, Fault> {
        self.trials.with_candidate(input, |ready| self.run(ready))
    }

    fn run(&self, ready: &ReadyCase) -> Result<JudgedCase, Fault> {
        let run = |program| self.trials.candidates.run(ready, program);
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
        Ok(match judged.cpu_seconds() >= ratio * least {
            true => too_slow(&judged, least),
            false => judged,
        })
    }
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
            Tried::Judged(judged) if judged.verdict == Verdict::Accepted => Outcome::Passed,
            Tried::Judged(judged) => Outcome::Failed(failure(&judged)),
        })
    }
}

/// Returns a failure with its kind: the reason, how the program ended, what it claims and what speaks against that, without numbers.
pub fn failure(judged: &JudgedCase) -> Failure {
    let mut kind = vec![judged.reason.code().to_string()];
    if judged.reason == Reason::RunTimeError {
        let used = judged.used.as_ref();
        kind.extend(used.and_then(|used| used.signal).map(|signal| format!("signal {signal}")));
        kind.extend(used.and_then(|used| used.exit).map(|exit| format!("exit {exit}")));
        let stderr = judged.facts.iter().find(|fact| fact.label == STDERR);
        kind.extend(stderr.and_then(|fact| exception(&fact.text)).map(String::from));
    }
    kind.extend(
        judged.says.split_whitespace().next().filter(|word| is_word(word)).map(String::from),
    );
    let labels = judged.facts.iter().map(|fact| &*fact.label);
    kind.extend(labels.filter(|label| !ASIDE.contains(label)).map(String::from));
    Failure { kind: kind.join(", "), message: judged.message.to_string() }
}

fn is_word(text: &str) -> bool {
    text.chars().all(char::is_alphabetic)
}

/// Returns the name of the exception that a program died of, as interpreters print it.
fn exception(stderr: &str) -> Option<&str> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    let mut words = stderr.split(|c| !is_part(c));
    words.find(|word| word.ends_with("Error") || word.ends_with("Exception"))
}
