//! What a submission is meant to get, by the folder it lies in, or by the rules of its package.
//!
//! Source: the ICPC problem package format, 2025-09, where the folders are the defaults of `submissions.yaml`. Deviations:
//! our more exact verdicts count as the format's four (`PE` and `NO` are wrong answers, `MLE` and `OLE` run-time
//! errors), and there are folders for those and for programs that do not compile.

use globset::GlobSet;
use schemars::JsonSchema;
use serde::Serialize;

use super::verdict::Verdict::{self, *};

/// What a submission is meant to get: all of its rules must hold.
#[derive(Debug, Clone)]
pub struct Expected {
    /// In words, such as `wrong answer`.
    words: String,
    rules: Vec<Rule>,
}

/// A rule about the verdicts of a submission.
#[derive(Debug, Clone)]
pub struct Rule {
    /// The cases that it is about, by their names and those of their folders; all if there is no pattern.
    pub cases: Option<GlobSet>,
    /// What each case may give.
    pub permitted: Vec<Verdict>,
    /// Of which some case must give one; anything goes where it is empty.
    pub required: Vec<Verdict>,
    /// What the checker must say of some case.
    pub message: Option<String>,
    /// The least and the most score, of all cases or of a group.
    pub score: Option<(f64, f64)>,
    /// What the times of these cases say of the limit of time.
    pub time_bound: Option<TimeBound>,
}

/// What times of a submission say of the limit of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeBound {
    /// It must be long enough for all of them.
    Lower,
    /// It must be too short for the longest.
    Upper,
}

/// What came of a case.
#[derive(Debug, Clone, Copy)]
pub struct CaseVerdict<'a> {
    /// The case.
    pub case: &'a str,
    /// Its verdict. Judge errors are none and do not belong here.
    pub verdict: Verdict,
    /// What the checker says.
    pub message: &'a str,
}

/// How what a submission got compares with what it was meant to get.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Met")]
pub enum ExpectationResult {
    /// As expected. Without an expectation: accepted.
    AsExpected,
    /// A case gave what none should. Without an expectation: it was refused.
    NotPermitted,
    /// No case gave what one should: the cases do not catch it.
    NotCaught,
    /// It was not judged, or not on enough cases to say.
    NotJudged,
}

impl ExpectationResult {
    /// The name by which programs call it, as in the JSON form.
    pub fn code(self) -> &'static str {
        match self {
            ExpectationResult::AsExpected => "as-expected",
            ExpectationResult::NotPermitted => "not-permitted",
            ExpectationResult::NotCaught => "not-caught",
            ExpectationResult::NotJudged => "not-judged",
        }
    }
}

/// Wrong answers, and run-time errors, as the format counts them.
pub const WRONG: [Verdict; 3] = [WrongAnswer, Malformed, NoOutput];
/// See [`WRONG`].
pub const CRASHED: [Verdict; 3] = [RunTimeError, MemoryLimit, OutputLimit];

/// Lists of verdicts, one after the other.
type Verdicts = &'static [&'static [Verdict]];

/// All folders that mean something: what each case may give, and of which some case must give one.
const FOLDERS: [(&str, Verdicts, Verdicts); 9] = [
    ("accepted", &[&[Accepted]], &[]),
    ("rejected", &[&[Accepted, TimeLimit], &WRONG, &CRASHED], &[&[TimeLimit], &WRONG, &CRASHED]),
    ("wrong_answer", &[&[Accepted], &WRONG], &[&WRONG]),
    ("time_limit_exceeded", &[&[Accepted, TimeLimit]], &[&[TimeLimit]]),
    ("run_time_error", &[&[Accepted], &CRASHED], &[&CRASHED]),
    ("brute_force", &[&[Accepted, TimeLimit], &CRASHED], &[&[TimeLimit], &CRASHED]),
    ("memory_limit_exceeded", &[&[Accepted, MemoryLimit]], &[&[MemoryLimit]]),
    ("output_limit_exceeded", &[&[Accepted, OutputLimit]], &[&[OutputLimit]]),
    ("compile_error", &[&[CompileError]], &[&[CompileError]]),
];

impl Expected {
    /// What a folder of that name means.
    pub fn of_folder(name: &str) -> Option<Expected> {
        let (folder, permitted, required) = FOLDERS.iter().find(|(folder, ..)| *folder == name)?;
        let rule = Rule::new(permitted.concat(), required.concat());
        Some(Expected::new(folder.replace('_', " "), vec![rule]))
    }

    /// What is expected where all of these rules must hold.
    pub fn new(words: String, rules: Vec<Rule>) -> Expected {
        Expected { words, rules }
    }

    /// The rules.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// In words, such as `wrong answer`.
    pub fn words(&self) -> String {
        self.words.clone()
    }

    /// Whether the limit of time hangs on it in this way.
    pub fn bounds_time(&self, bound: TimeBound) -> bool {
        self.rules.iter().any(|rule| rule.time_bound == Some(bound))
    }

    /// Whether it does so by its time on this case.
    pub fn bounds_time_on(&self, case: &str, bound: TimeBound) -> bool {
        self.rules.iter().any(|rule| rule.time_bound == Some(bound) && rule.is_about(case))
    }

    /// Whether all cases must be accepted.
    pub fn is_accepted(&self) -> bool {
        self.rules.iter().any(|rule| rule.cases.is_none() && rule.permitted == [Accepted])
    }

    /// Compares with what the cases gave, and with scores: of groups by their names, and of all cases under no name.
    pub fn compare(&self, got: &[CaseVerdict], scores: &[(&str, f64)]) -> ExpectationResult {
        let all: Vec<ExpectationResult> =
            self.rules.iter().map(|rule| rule.compare(got, scores)).collect();
        let is = |met| all.contains(&met);
        if is(ExpectationResult::NotPermitted) {
            ExpectationResult::NotPermitted
        } else if is(ExpectationResult::NotCaught) {
            ExpectationResult::NotCaught
        } else {
            ExpectationResult::AsExpected
        }
    }
}

impl Rule {
    /// A rule about all cases. The limit of time hangs on those that must be accepted, and on those that must be too slow.
    pub fn new(permitted: Vec<Verdict>, required: Vec<Verdict>) -> Rule {
        let time_bound = match (&permitted[..], &required[..]) {
            ([Accepted], _) => Some(TimeBound::Lower),
            (_, [TimeLimit]) => Some(TimeBound::Upper),
            _ => None,
        };
        Rule { cases: None, permitted, required, message: None, score: None, time_bound }
    }

    /// The same rule where the limit of time hangs on all that may not be too slow, and on those that must be.
    #[must_use]
    pub fn bounding_time(self) -> Rule {
        let time_bound = match &self.required[..] {
            _ if !self.permitted.contains(&TimeLimit) => Some(TimeBound::Lower),
            [TimeLimit] => Some(TimeBound::Upper),
            _ => None,
        };
        Rule { time_bound, ..self }
    }

    fn is_about(&self, name: &str) -> bool {
        let Some(cases) = &self.cases else { return true };
        // A pattern that matches a folder matches all that is below it.
        let ends = name.match_indices('/').map(|(at, _)| at).chain([name.len()]);
        ends.into_iter().any(|end| cases.is_match(&name[..end]))
    }

    fn compare(&self, got: &[CaseVerdict], scores: &[(&str, f64)]) -> ExpectationResult {
        let own: Vec<&CaseVerdict> = got.iter().filter(|got| self.is_about(got.case)).collect();
        if own.iter().any(|got| !self.permitted.contains(&got.verdict)) {
            return ExpectationResult::NotPermitted;
        }
        let is_scored = |name: &str| match &self.cases {
            None => name.is_empty(),
            Some(cases) => cases.is_match(name),
        };
        if let Some((least, most)) = self.score
            && scores
                .iter()
                .any(|&(name, score)| is_scored(name) && !(least..=most).contains(&score))
        {
            return ExpectationResult::NotPermitted;
        }
        let has_verdict =
            self.required.is_empty() || own.iter().any(|got| self.required.contains(&got.verdict));
        let has_message = self
            .message
            .as_ref()
            .is_none_or(|message| own.iter().any(|got| got.message.contains(message.as_str())));
        if has_verdict && has_message {
            ExpectationResult::AsExpected
        } else {
            ExpectationResult::NotCaught
        }
    }
}
