//! Defaults of a group of cases: those of the format, and inherited values.

use super::grading::Grading;
use super::scoring::{Aggregation, MaxScore, Scoring};
use crate::purpose::SECRET;

/// The maximum score of all secret cases together in the newest version.
const WHOLE: f64 = 100.0;

impl Scoring {
    /// Returns how a group in this folder computes its score.
    pub fn aggregation_in(&self, folder: &str) -> Aggregation {
        let otherwise = if folder == SECRET { Aggregation::Sum } else { Aggregation::PassFail };
        self.aggregation.unwrap_or(otherwise)
    }

    /// Returns the maximum score of a group in this folder.
    pub fn max_score_in(&self, folder: &str) -> MaxScore {
        let otherwise = match folder {
            SECRET => MaxScore::Bounded(WHOLE),
            _ => MaxScore::Unbounded,
        };
        self.max_score.unwrap_or(otherwise)
    }
}

impl Grading {
    /// Returns this grading, with unset values taken from the parent group.
    #[must_use]
    pub fn or(self, above: &Grading) -> Grading {
        Grading {
            goes_on: self.goes_on.or(above.goes_on),
            flags: self.flags.or_else(|| above.flags.clone()),
            accept_score: self.accept_score.or(above.accept_score),
            reject_score: self.reject_score.or(above.reject_score),
            range: self.range.or(above.range),
            is_custom: self.is_custom.or(above.is_custom),
        }
    }

    /// Returns whether judging stops at the first failure.
    pub fn ends_at_failure(&self) -> bool {
        !self.goes_on.unwrap_or(false)
    }

    /// Returns the score of an accepted case.
    pub fn accepted_score(&self) -> f64 {
        self.accept_score.unwrap_or(1.0)
    }

    /// Returns the score of a rejected case.
    pub fn rejected_score(&self) -> f64 {
        self.reject_score.unwrap_or(0.0)
    }

    /// Returns whether the default grader has a flag.
    pub fn has(&self, flag: &str) -> bool {
        self.flags.iter().flatten().any(|known| known == flag)
    }

    /// Returns the flag for the verdict of the default grader.
    pub fn verdict_flag(&self) -> &'static str {
        self.last_of(&["worst_error", "no_errors", "first_error", "always_accept"])
    }

    /// Returns the flag for the score of the default grader.
    pub fn score_flag(&self) -> &'static str {
        self.last_of(&["sum", "avg", "min", "max"])
    }

    /// Returns the last of `flags` that is set; the first one if none is.
    fn last_of(&self, flags: &[&'static str]) -> &'static str {
        let given = self.flags.iter().flatten().rev();
        let mut known = given.filter_map(|given| flags.iter().find(|flag| *flag == given));
        known.next().unwrap_or(&flags[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_all_secret_cases_have_a_worth_that_is_not_said() {
        let scoring = Scoring::default();
        let of = |folder| (scoring.aggregation_in(folder), scoring.max_score_in(folder));
        assert_eq!(of("secret"), (Aggregation::Sum, MaxScore::Bounded(100.0)));
        assert_eq!(of("secret/group1"), (Aggregation::PassFail, MaxScore::Unbounded));
    }

    #[test]
    fn the_last_flag_counts() {
        let flags = |flags: &[&str]| Grading {
            flags: Some(flags.iter().map(|flag| flag.to_string()).collect()),
            ..Grading::default()
        };
        assert_eq!(flags(&["min", "first_error", "max"]).score_flag(), "max");
        assert_eq!(flags(&["min", "first_error"]).verdict_flag(), "first_error");
        assert_eq!(flags(&[]).score_flag(), "sum");
        assert_eq!(Grading::default().verdict_flag(), "worst_error");
    }
}
