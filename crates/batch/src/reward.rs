//! The reward of a candidate: a sum of named parts, each with a weight, or a single part.

use std::fmt;
use std::str::FromStr;

use referee_events::Verdict;

use crate::row::Row;

/// How a reward is computed: the parts with their weights, in the order in which they were named.
#[derive(Debug, Clone, PartialEq)]
pub struct Reward(Vec<(f64, Part)>);

/// A part of a reward, from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Binary,
    /// The share of tests that are passed.
    Fraction,
    First(usize),
    Compiled,
    /// The first failed test, if any, fails by what the program writes or returns: the program ends
    /// in time, within its limits and without an error.
    Ran,
}

impl Default for Reward {
    fn default() -> Reward {
        Reward(vec![(1.0, Part::Binary)])
    }
}

impl Reward {
    /// Returns whether it requires all tests to be run.
    pub fn needs_all_tests(&self) -> bool {
        self.0.iter().any(|(_, part)| *part == Part::Fraction)
    }

    pub(crate) fn given(&self, row: Row) -> Row {
        Row { reward: self.of(&row), ..row }
    }

    /// Returns the reward of a row's candidate; `None` if that is unknown because of a judge error.
    fn of(&self, row: &Row) -> Option<f64> {
        let verdict = row.verdict?;
        Some(self.0.iter().map(|(weight, part)| weight * part.of(verdict, row)).sum())
    }
}

impl Part {
    fn of(self, verdict: Verdict, row: &Row) -> f64 {
        let is_earned = match self {
            Part::Fraction => return row.passed as f64 / row.total.max(1) as f64,
            Part::Binary => verdict == Verdict::Accepted,
            Part::First(count) => {
                let first = row.tests.iter().take(count);
                let passed = first.filter(|test| test.verdict == Verdict::Accepted).count();
                passed == count.min(row.total)
            }
            Part::Compiled => verdict != Verdict::CompileError,
            Part::Ran => matches!(
                verdict,
                Verdict::Accepted | Verdict::WrongAnswer | Verdict::Malformed | Verdict::NoOutput
            ),
        };
        f64::from(u8::from(is_earned))
    }

    fn parse(text: &str) -> Result<Part, String> {
        let first = || text.strip_prefix("first-")?.parse().ok().filter(|count| *count > 0);
        match text {
            "binary" => Ok(Part::Binary),
            "fraction" => Ok(Part::Fraction),
            "compiled" => Ok(Part::Compiled),
            "ran" => Ok(Part::Ran),
            _ => first().map(Part::First).ok_or_else(|| {
                "not binary, fraction, first-N, compiled, ran, or a sum such as 0.9*fraction+0.1*compiled"
                    .into()
            }),
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Part::Binary => formatter.write_str("binary"),
            Part::Fraction => formatter.write_str("fraction"),
            Part::First(count) => write!(formatter, "first-{count}"),
            Part::Compiled => formatter.write_str("compiled"),
            Part::Ran => formatter.write_str("ran"),
        }
    }
}

impl fmt::Display for Reward {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        for (at, (weight, part)) in self.0.iter().enumerate() {
            let plus = if at > 0 { "+" } else { "" };
            match *weight {
                1.0 => write!(formatter, "{plus}{part}")?,
                weight => write!(formatter, "{plus}{weight}*{part}")?,
            }
        }
        Ok(())
    }
}

impl FromStr for Reward {
    type Err = String;

    /// Parses a sum of terms, each a part or `WEIGHT*PART`, where a weight may be negative.
    fn from_str(text: &str) -> Result<Reward, String> {
        let term = |term: &str| match term.split_once('*') {
            None => Ok((1.0, Part::parse(term.trim())?)),
            Some((weight, part)) => {
                let weight = weight.trim().parse().ok().filter(|weight: &f64| weight.is_finite());
                let weight = weight.ok_or("a weight is not a number")?;
                Ok((weight, Part::parse(part.trim())?))
            }
        };
        text.split('+').map(term).collect::<Result<_, String>>().map(Reward)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::row::RowTest;

    fn row(verdicts: &[Verdict], total: usize) -> Row {
        let mut row = Row::not_judged("c".into(), "t".into(), "no reason".into());
        let is_passed = |verdict: &&Verdict| **verdict == Verdict::Accepted;
        row.verdict = verdicts.iter().find(|verdict| !is_passed(verdict)).copied();
        row.verdict = row.verdict.or(Some(Verdict::Accepted));
        row.passed = verdicts.iter().filter(is_passed).count();
        row.tests = verdicts.iter().map(|&verdict| RowTest { verdict, cpu_s: 0.0 }).collect();
        row.total = total;
        row
    }

    #[test]
    fn parts_are_earned_and_weighed() {
        use Verdict::{Accepted, CompileError, RunTimeError, WrongAnswer};
        let of = |reward: &str, row: &Row| reward.parse::<Reward>().unwrap().of(row).unwrap();
        let half = row(&[Accepted, WrongAnswer], 2);
        let refused = row(&[CompileError], 4);
        let crashed = row(&[Accepted, Accepted, RunTimeError], 4);
        for (reward, wanted) in [
            ("binary", [0.0, 0.0, 0.0]),
            ("fraction", [0.5, 0.0, 0.5]),
            ("first-1", [1.0, 0.0, 1.0]),
            ("first-3", [0.0, 0.0, 0.0]),
            ("compiled", [1.0, 0.0, 1.0]),
            ("ran", [1.0, 0.0, 0.0]),
            ("0.5*fraction + 0.25*ran+0.25*compiled", [0.75, 0.0, 0.5]),
            ("binary+-1*compiled", [-1.0, 0.0, -1.0]),
        ] {
            let earned = [&half, &refused, &crashed].map(|row| of(reward, row));
            assert_eq!(earned, wanted, "{reward}");
        }
        assert_eq!(of("binary", &row(&[Accepted; 3], 3)), 1.0);
        let failed = Row::not_judged("c".into(), "t".into(), "no reason".into());
        assert_eq!(Reward::default().of(&failed), None);
    }

    #[test]
    fn a_reward_is_written_as_it_is_read() {
        for text in ["binary", "first-12", "0.9*fraction+0.1*compiled", "ran+-0.5*binary"] {
            assert_eq!(text.parse::<Reward>().unwrap().to_string(), text);
        }
        for text in ["", "all", "first-0", "2*", "*binary", "x*binary", "inf*ran", "binary+"] {
            assert!(text.parse::<Reward>().is_err(), "{text}");
        }
    }
}
