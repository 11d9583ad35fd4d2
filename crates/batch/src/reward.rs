//! What a candidate earns, as a number from 0 to 1.

use std::str::FromStr;

use referee_events::Verdict;

use crate::outcome::Outcome;

/// How a reward is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reward {
    /// 1 for a candidate that passes all tests.
    #[default]
    Binary,
    /// The share of tests that it passes.
    Fraction,
    /// 1 for a candidate that passes the first so many tests.
    First(usize),
}

impl Reward {
    /// Returns whether all tests must be run for it.
    pub fn needs_all_tests(self) -> bool {
        self == Reward::Fraction
    }

    /// Returns what a candidate earns; none if that is not known, since the judge failed.
    pub fn of(self, outcome: &Outcome) -> Option<f64> {
        let verdict = outcome.verdict();
        if verdict == Verdict::JudgeError {
            return None;
        }
        let all = outcome.total.max(1) as f64;
        Some(match self {
            Reward::Binary => f64::from(u8::from(verdict == Verdict::Accepted)),
            Reward::Fraction => outcome.passed() as f64 / all,
            Reward::First(count) => {
                let first = outcome.tests.iter().take(count);
                let passed = first.filter(|test| test.judged.verdict == Verdict::Accepted).count();
                f64::from(u8::from(passed == count.min(outcome.total)))
            }
        })
    }
}

impl FromStr for Reward {
    type Err = String;

    fn from_str(text: &str) -> Result<Reward, String> {
        let first = || text.strip_prefix("first-")?.parse().ok().filter(|count| *count > 0);
        match text {
            "binary" => Ok(Reward::Binary),
            "fraction" => Ok(Reward::Fraction),
            _ => first().map(Reward::First).ok_or_else(|| "not binary, fraction or first-N".into()),
        }
    }
}
