//! The expected result of a submission, from its folder or from the rules of its package.
//!
//! Source: the ICPC problem package format, 2025-09, where the folders are the defaults of
//! `submissions.yaml`. Deviations: the finer verdicts of this crate count as the format's four
//! (`PE` and `NO` as wrong answers, `MLE` and `OLE` as run-time errors), and there are folders for
//! these and for programs that do not compile. A program that prints endlessly may exceed either
//! limit first, and after a failed allocation the runtime decides how a run ends: so the folder
//! `time_limit_exceeded` permits `OLE`, and `memory_limit_exceeded` permits `RTE`.

use globset::GlobSet;
use serde::{Deserialize, Serialize};

use super::grader::{Grades, ROUNDING};
use super::names::are_about;
use super::verdict::Verdict::{self, *};

/// The expected result of a submission: all rules must hold.
#[derive(Debug, Clone)]
pub struct ExpectedVerdicts {
    /// A description in words, such as `wrong answer`.
    words: String,
    rules: Vec<VerdictRule>,
}

/// A rule about the verdicts of a submission.
#[derive(Debug, Clone)]
pub struct VerdictRule {
    /// The cases that the rule covers, by their names and those of their folders; `None` for all.
    pub cases: Option<GlobSet>,
    /// The verdicts that each case may have.
    pub permitted: Vec<Verdict>,
    /// Verdicts that at least one case must have; empty if none is required.
    pub required: Vec<Verdict>,
    /// A text that must occur in the checker's message on some case.
    pub message: Option<String>,
    /// The lowest and the highest permitted score, of all cases or of a group.
    pub score: Option<(f64, f64)>,
    /// What the times of these cases imply for the time limit.
    pub time_bound: Option<LimitBound>,
    /// Whether single cases may have other verdicts if the groups together have a permitted one.
    pub is_of_groups: bool,
}

/// What the times of a submission imply for the time limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LimitBound {
    /// The time limit must be long enough for all cases.
    Lower,
    /// The time limit must be too short for the slowest case.
    Upper,
}

/// The verdict on a case.
#[derive(Debug, Clone, Copy)]
pub struct CaseVerdict<'a> {
    /// The name of the case.
    pub case: &'a str,
    /// The verdict. A judge error says nothing about a submission and must be left out.
    pub verdict: Verdict,
    /// The message of the checker.
    pub message: &'a str,
}

/// How the result of a submission compares with the expected one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Met"))]
#[serde(rename_all = "kebab-case")]
pub enum ExpectationResult {
    /// As expected. Without an expectation: accepted.
    AsExpected,
    /// A case gave a verdict that is not permitted. Without an expectation: it was rejected.
    NotPermitted,
    /// No case gave a required verdict: the cases do not catch it.
    NotCaught,
    /// It was not judged, or not on enough cases.
    #[default]
    NotJudged,
}

impl ExpectationResult {
    /// Returns the name for programs, as in the JSON form.
    pub fn code(self) -> &'static str {
        match self {
            ExpectationResult::AsExpected => "as-expected",
            ExpectationResult::NotPermitted => "not-permitted",
            ExpectationResult::NotCaught => "not-caught",
            ExpectationResult::NotJudged => "not-judged",
        }
    }

    /// Returns the result of all rules: all must hold.
    pub fn of_rules(rules: &[ExpectationResult]) -> ExpectationResult {
        if rules.contains(&ExpectationResult::NotPermitted) {
            ExpectationResult::NotPermitted
        } else if rules.contains(&ExpectationResult::NotCaught) {
            ExpectationResult::NotCaught
        } else {
            ExpectationResult::AsExpected
        }
    }

    /// Returns the result of a rule for all cases, given its results for two parts of them: a
    /// violation in either part is a violation, and a catch in either part is a catch.
    #[must_use]
    pub fn of_parts(self, other: ExpectationResult) -> ExpectationResult {
        let either = |met| self == met || other == met;
        if either(ExpectationResult::NotPermitted) {
            ExpectationResult::NotPermitted
        } else if either(ExpectationResult::AsExpected) {
            ExpectationResult::AsExpected
        } else {
            ExpectationResult::NotCaught
        }
    }
}

/// The verdicts that count as wrong answers in the package format.
pub const WRONG: [Verdict; 3] = [WrongAnswer, Malformed, NoOutput];
/// The verdicts that count as run-time errors in the package format.
pub const CRASHED: [Verdict; 3] = [RunTimeError, MemoryLimit, OutputLimit];

/// The verdicts on a program that runs endlessly: it may exceed the output limit first.
pub const ENDLESS: [Verdict; 2] = [TimeLimit, OutputLimit];

/// The verdicts on a program that needs too much memory: its runtime may end it first.
const TOO_LARGE: [Verdict; 2] = [MemoryLimit, RunTimeError];

/// Lists of verdicts, to be concatenated.
type Verdicts = &'static [&'static [Verdict]];

/// The folders with a default rule: what each case may get, and what some case must get.
const FOLDERS: [(&str, Verdicts, Verdicts); 12] = [
    ("accepted", &[&[Accepted]], &[]),
    ("rejected", &[&[Accepted, TimeLimit], &WRONG, &CRASHED], &[&[TimeLimit], &WRONG, &CRASHED]),
    ("wrong_answer", &[&[Accepted], &WRONG], &[&WRONG]),
    ("time_limit_exceeded", &[&[Accepted], &ENDLESS], &[&ENDLESS]),
    ("run_time_error", &[&[Accepted], &CRASHED], &[&CRASHED]),
    ("brute_force", &[&[Accepted, TimeLimit], &CRASHED], &[&[TimeLimit], &CRASHED]),
    ("memory_limit_exceeded", &[&[Accepted], &TOO_LARGE], &[&TOO_LARGE]),
    ("output_limit_exceeded", &[&[Accepted, OutputLimit]], &[&[OutputLimit]]),
    ("compile_error", &[&[CompileError]], &[&[CompileError]]),
    // DOMjudge's names.
    ("compiler_error", &[&[CompileError]], &[&[CompileError]]),
    ("no_output", &[&[Accepted, NoOutput]], &[&[NoOutput]]),
    ("output_limit", &[&[Accepted, OutputLimit]], &[&[OutputLimit]]),
];

impl ExpectedVerdicts {
    /// Returns the default rule of the folder with this name.
    pub fn of_folder(name: &str) -> Option<ExpectedVerdicts> {
        let (folder, permitted, required) = FOLDERS.iter().find(|(folder, ..)| *folder == name)?;
        let rule = VerdictRule::new(permitted.concat(), required.concat());
        Some(ExpectedVerdicts::new(folder.replace('_', " "), vec![rule]))
    }

    /// Returns the rule of the folder whose rule has these [words](Self::words).
    pub fn of_words(words: &str) -> Option<ExpectedVerdicts> {
        ExpectedVerdicts::of_folder(&words.replace(' ', "_"))
    }

    /// The description if nothing is expected.
    pub const NOTHING: &'static str = "nothing";

    /// Returns the expectation that every result meets.
    pub fn nothing() -> ExpectedVerdicts {
        let rule = VerdictRule::new(Verdict::ALL.to_vec(), Vec::new());
        ExpectedVerdicts::new(ExpectedVerdicts::NOTHING.into(), vec![rule])
    }

    /// Creates an expected result from rules that must all hold.
    pub fn new(words: String, rules: Vec<VerdictRule>) -> ExpectedVerdicts {
        ExpectedVerdicts { words, rules }
    }

    /// Returns the rules.
    pub fn rules(&self) -> &[VerdictRule] {
        &self.rules
    }

    /// Returns a description in words, such as `wrong answer`.
    pub fn words(&self) -> String {
        self.words.clone()
    }

    /// Returns whether the submission bounds the time limit in this way.
    pub fn bounds_time(&self, bound: LimitBound) -> bool {
        self.rules.iter().any(|rule| rule.time_bound == Some(bound))
    }

    /// Returns whether the submission's time on this case bounds the time limit in this way.
    pub fn bounds_time_on(&self, case: &str, bound: LimitBound) -> bool {
        self.rules.iter().any(|rule| rule.time_bound == Some(bound) && rule.is_about(case))
    }

    /// Returns whether all cases must be accepted.
    pub fn is_accepted(&self) -> bool {
        self.rules.iter().any(|rule| rule.cases.is_none() && rule.permitted == [Accepted])
    }

    /// Returns whether all cases must be accepted, which also holds without an expectation.
    pub fn demand_accepted(expected: Option<&ExpectedVerdicts>) -> bool {
        expected.is_none_or(ExpectedVerdicts::is_accepted)
    }

    /// Returns whether the groups of cases decide together, so that single cases may fail.
    pub fn is_of_groups(&self) -> bool {
        self.rules.iter().all(|rule| rule.is_of_groups)
    }

    /// Compares the verdicts of cases, and the results of groups if there are any, with the rules.
    pub fn compare(&self, got: &[CaseVerdict], grades: Option<&Grades>) -> ExpectationResult {
        ExpectationResult::of_rules(&self.compare_each(got, grades))
    }

    /// Does the same for each rule.
    pub fn compare_each(
        &self,
        got: &[CaseVerdict],
        grades: Option<&Grades>,
    ) -> Vec<ExpectationResult> {
        self.rules.iter().map(|rule| rule.compare(got, grades)).collect()
    }

    /// Returns whether the results for parts of the cases determine the result for all
    /// ([`ExpectationResult::of_parts`]). They do not if a rule requires a verdict and a message,
    /// which may occur on different cases, or a score.
    pub fn is_of_parts(&self) -> bool {
        self.rules.iter().all(|rule| rule.message.is_none() && rule.score.is_none())
    }
}

impl VerdictRule {
    /// Creates a rule about all cases; one that must be accepted or too slow bounds the time limit.
    pub fn new(permitted: Vec<Verdict>, required: Vec<Verdict>) -> VerdictRule {
        let time_bound = match &permitted[..] {
            [Accepted] => Some(LimitBound::Lower),
            _ => requires_slowness(&required).then_some(LimitBound::Upper),
        };
        VerdictRule {
            cases: None,
            permitted,
            required,
            message: None,
            score: None,
            time_bound,
            is_of_groups: false,
        }
    }

    /// Returns the rule, with a bound on the time limit if it permits no slowness or demands it.
    #[must_use]
    pub fn bounding_time(self) -> VerdictRule {
        let time_bound = if !self.permitted.contains(&TimeLimit) {
            Some(LimitBound::Lower)
        } else {
            requires_slowness(&self.required).then_some(LimitBound::Upper)
        };
        VerdictRule { time_bound, ..self }
    }

    fn is_about(&self, name: &str) -> bool {
        self.cases.as_ref().is_none_or(|cases| are_about(cases, name))
    }

    fn compare(&self, got: &[CaseVerdict], grades: Option<&Grades>) -> ExpectationResult {
        let own: Vec<&CaseVerdict> = got.iter().filter(|got| self.is_about(got.case)).collect();
        let is_permitted = |verdict| self.permitted.contains(&verdict);
        let of_groups = grades.and_then(|grades| grades.whole.verdict);
        let is_permitted = match of_groups {
            Some(verdict) if self.is_of_groups => is_permitted(verdict),
            _ => own.iter().all(|got| is_permitted(got.verdict)),
        };
        if !is_permitted {
            return ExpectationResult::NotPermitted;
        }
        let is_scored = |name: &str| match &self.cases {
            None => name.is_empty(),
            Some(cases) => cases.is_match(name),
        };
        let mut groups = grades.iter().flat_map(|grades| grades.all());
        if let Some((least, most)) = self.score.map(|(a, b)| (a - ROUNDING, b + ROUNDING))
            && groups.any(|one| is_scored(&one.name) && !(least..=most).contains(&one.score))
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

/// Returns whether all required verdicts are those of runs that are too slow or endless.
fn requires_slowness(required: &[Verdict]) -> bool {
    required.contains(&TimeLimit) && required.iter().all(|verdict| ENDLESS.contains(verdict))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_compare_with_parts_as_with_all_cases() {
        let verdicts = [Accepted, WrongAnswer, TimeLimit, RunTimeError, CompileError];
        let triples = || {
            let pairs = verdicts.into_iter().flat_map(|a| verdicts.map(|b| (a, b)));
            pairs.flat_map(|(a, b)| verdicts.map(|c| [a, b, c]))
        };
        for (folder, ..) in FOLDERS {
            let expected = ExpectedVerdicts::of_folder(folder).unwrap();
            assert!(expected.is_of_parts());
            for verdicts in triples() {
                let got = verdicts.map(|verdict| CaseVerdict { case: "1", verdict, message: "" });
                let parts = [&got[..1], &got[1..]].map(|part| expected.compare_each(part, None)[0]);
                let whole = expected.compare(&got, None);
                assert_eq!(parts[0].of_parts(parts[1]), whole, "{folder}: {verdicts:?}");
            }
        }
    }

    #[test]
    fn every_result_meets_what_expects_nothing() {
        let nothing = ExpectedVerdicts::nothing();
        for verdict in Verdict::ALL {
            let got = [CaseVerdict { case: "1", verdict, message: "" }];
            assert_eq!(nothing.compare(&got, None), ExpectationResult::AsExpected);
        }
        let bounds = [LimitBound::Lower, LimitBound::Upper].map(|bound| nothing.bounds_time(bound));
        assert!(bounds == [false, false] && !nothing.is_accepted() && nothing.is_of_parts());
    }

    #[test]
    fn a_rule_about_a_message_or_a_score_is_one_about_all_cases() {
        let rule = || VerdictRule::new(vec![WrongAnswer], vec![WrongAnswer]);
        let of = |rule| ExpectedVerdicts::new("wrong".into(), vec![rule]).is_of_parts();
        assert!(of(rule()));
        assert!(!of(VerdictRule { message: Some("no".into()), ..rule() }));
        assert!(!of(VerdictRule { score: Some((0.0, 1.0)), ..rule() }));
    }
}
