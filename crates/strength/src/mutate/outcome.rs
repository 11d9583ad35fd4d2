//! The outcomes of mutants, and their counts.

use std::sync::Arc;

use referee_events::Verdict;

/// How a mutant is killed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Killed {
    /// By a wrong answer, or by no output.
    WrongAnswer,
    /// By a run-time error.
    Crash,
    /// By the time limit.
    TooSlow,
    /// By the memory or output limit.
    TooLarge,
}

impl Killed {
    /// All kinds.
    pub const ALL: [Killed; 4] =
        [Killed::WrongAnswer, Killed::Crash, Killed::TooSlow, Killed::TooLarge];

    /// Returns how a verdict kills; `None` if it does not.
    pub(super) fn by(verdict: Verdict) -> Option<Killed> {
        match verdict {
            Verdict::WrongAnswer | Verdict::Malformed | Verdict::NoOutput => {
                Some(Killed::WrongAnswer)
            }
            Verdict::RunTimeError => Some(Killed::Crash),
            Verdict::TimeLimit => Some(Killed::TooSlow),
            Verdict::MemoryLimit | Verdict::OutputLimit => Some(Killed::TooLarge),
            Verdict::Accepted | Verdict::CompileError | Verdict::JudgeError => None,
        }
    }

    /// Returns the name used in machine-readable output.
    pub fn code(self) -> &'static str {
        match self {
            Killed::WrongAnswer => "wrong-answer",
            Killed::Crash => "crash",
            Killed::TooSlow => "too-slow",
            Killed::TooLarge => "too-large",
        }
    }

    /// Returns the name used for people.
    pub fn words(self) -> &'static str {
        match self {
            Killed::WrongAnswer => "wrong answer",
            Killed::Crash => "crash",
            Killed::TooSlow => "too slow",
            Killed::TooLarge => "too much memory or output",
        }
    }
}

/// The outcome of a mutant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// A case rejects it.
    Killed {
        /// How it is killed.
        how: Killed,
        /// The first case that kills it, in the order of running.
        case: Arc<str>,
    },
    /// All cases accept it.
    Survived,
    /// It differs from the original only in speed: all cases accept it, or this case finds it too
    /// slow.
    Slower(Option<Arc<str>>),
    /// All cases accept it, and it passed every candidate of a hunt: it is probably equivalent to
    /// the original.
    Agrees {
        /// The number of candidates of the hunt.
        candidates: u64,
    },
    /// It compiles to the same program as the original.
    SameProgram,
    /// It compiles to the same program as the mutant of this number.
    Duplicate(usize),
    /// It does not compile.
    NotCompiled,
    /// The judge or a case failed.
    NotJudged(String),
}

impl Outcome {
    /// Returns the name used in machine-readable output.
    pub fn code(&self) -> &'static str {
        match self {
            Outcome::Killed { .. } => "killed",
            Outcome::Survived => "survived",
            Outcome::Slower(_) => "slower",
            Outcome::Agrees { .. } => "agrees",
            Outcome::SameProgram => "same-program",
            Outcome::Duplicate(_) => "duplicate",
            Outcome::NotCompiled => "not-compiled",
            Outcome::NotJudged(_) => "not-judged",
        }
    }
}

/// The number of mutants with each outcome.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// All mutants.
    pub mutants: usize,
    /// The killed mutants, in the order of [`Killed::ALL`].
    pub killed_by: [usize; 4],
    /// The mutants that all cases accept, without those that agree with the original.
    pub survived: usize,
    /// The mutants that differ from the original only in speed.
    pub slower: usize,
    /// The mutants counted in `slower` that are too slow for a case.
    pub too_slow: usize,
    /// The mutants that agree with the original on all candidates of a hunt.
    pub agrees: usize,
    /// The mutants that equal the original when compiled.
    pub same_program: usize,
    /// The mutants that equal another mutant.
    pub duplicates: usize,
    /// The mutants that do not compile.
    pub not_compiled: usize,
    /// The mutants that could not be judged.
    pub not_judged: usize,
}

impl Tally {
    /// Counts outcomes.
    pub fn of<'a>(outcomes: impl IntoIterator<Item = &'a Outcome>) -> Tally {
        let mut tally = Tally::default();
        for outcome in outcomes {
            tally.mutants += 1;
            match outcome {
                Outcome::Killed { how, .. } => tally.killed_by[*how as usize] += 1,
                Outcome::Survived => tally.survived += 1,
                Outcome::Slower(case) => {
                    tally.slower += 1;
                    tally.too_slow += usize::from(case.is_some());
                }
                Outcome::Agrees { .. } => tally.agrees += 1,
                Outcome::SameProgram => tally.same_program += 1,
                Outcome::Duplicate(_) => tally.duplicates += 1,
                Outcome::NotCompiled => tally.not_compiled += 1,
                Outcome::NotJudged(_) => tally.not_judged += 1,
            }
        }
        tally
    }

    /// Returns the number of killed mutants.
    pub fn killed(&self) -> usize {
        self.killed_by.iter().sum()
    }

    /// Returns the mutation score: the share of judged mutants that were killed. Mutants that are
    /// probably equivalent or differ only in speed are not counted. `None` if none remain.
    pub fn score(&self) -> Option<f64> {
        let judged = self.killed() + self.survived;
        (judged > 0).then(|| self.killed() as f64 / judged as f64)
    }
}
