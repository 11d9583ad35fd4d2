//! What became of a mutant, and how many fared alike.

use std::sync::Arc;

use referee_events::Verdict;

/// How a mutant is killed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Killed {
    /// By a wrong answer, or by none.
    WrongAnswer,
    /// By a run-time error.
    Crash,
    /// By the time limit.
    TooSlow,
    /// By the limit of memory or of output.
    TooLarge,
}

impl Killed {
    /// All of them.
    pub const ALL: [Killed; 4] =
        [Killed::WrongAnswer, Killed::Crash, Killed::TooSlow, Killed::TooLarge];

    /// Returns how a verdict kills; none if it does not.
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

    /// The name by which programs call it.
    pub fn code(self) -> &'static str {
        match self {
            Killed::WrongAnswer => "wrong-answer",
            Killed::Crash => "crash",
            Killed::TooSlow => "too-slow",
            Killed::TooLarge => "too-large",
        }
    }

    /// In plain words.
    pub fn words(self) -> &'static str {
        match self {
            Killed::WrongAnswer => "wrong answer",
            Killed::Crash => "crash",
            Killed::TooSlow => "too slow",
            Killed::TooLarge => "too much memory or output",
        }
    }
}

/// What became of a mutant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// A case refuses it.
    Killed {
        /// In which way.
        how: Killed,
        /// The first case that does, in the order in which they were run.
        case: Arc<str>,
    },
    /// All cases accept it.
    Survived,
    /// It differs from the original in speed only: all cases accept it, or it is too slow for this one.
    Slower(Option<Arc<str>>),
    /// All cases accept it, and so does everything that a hunt has tried: it is probably equivalent to the original.
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
    /// The judge or a case is at fault.
    NotJudged(String),
}

impl Outcome {
    /// The name by which programs call it.
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

/// How many mutants fared how.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// All of them.
    pub mutants: usize,
    /// Those that a case refuses, in the order of [`Killed::ALL`].
    pub killed_by: [usize; 4],
    /// Those that all cases accept, without those that agree with the original.
    pub survived: usize,
    /// Those that differ from the original in speed only.
    pub slower: usize,
    /// Those of them that are too slow for a case.
    pub too_slow: usize,
    /// Those that agree with the original on everything that a hunt has tried.
    pub agrees: usize,
    /// Those that are the same program as the original.
    pub same_program: usize,
    /// Those that are the same program as another mutant.
    pub duplicates: usize,
    /// Those that do not compile.
    pub not_compiled: usize,
    /// Those that could not be judged.
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

    /// Returns how many were killed.
    pub fn killed(&self) -> usize {
        self.killed_by.iter().sum()
    }

    /// Returns the mutation score: the share of the judged mutants that were killed, without those that are probably equivalent or differ in speed only; none
    /// where there is no other.
    pub fn score(&self) -> Option<f64> {
        let judged = self.killed() + self.survived;
        (judged > 0).then(|| self.killed() as f64 / judged as f64)
    }
}
