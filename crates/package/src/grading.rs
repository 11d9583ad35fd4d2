//! The grading of groups of cases in old versions: `testdata.yaml`, or `grading` in problem.yaml
//! for all groups; inherited values, and the defaults of the format.

use super::diagnostic::Work;
use super::keys::Keys;

/// The grading of a group in an old version; `None` for values that a file does not set.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LegacyGrading {
    /// Whether judging continues after a failure.
    pub goes_on: Option<bool>,
    /// The flags of the default grader, such as `sum`.
    pub flags: Option<Vec<String>>,
    /// The score of an accepted case.
    pub accept_score: Option<f64>,
    /// The score of a rejected case.
    pub reject_score: Option<f64>,
    /// The lowest and the highest score of the group.
    pub range: Option<(f64, f64)>,
    /// Whether a custom grader of the package grades the group.
    pub is_custom: Option<bool>,
}

impl LegacyGrading {
    /// Reads the scores.
    pub(super) fn scores(keys: &mut Keys) -> LegacyGrading {
        let score = |keys: &mut Keys, key| {
            let node = keys.node(key)?;
            let score = keys.number_of(node);
            if score.is_none() {
                keys.wrong(node, key, "a number");
            }
            score
        };
        keys.needed_for = Some(Work::Judging);
        let accept_score = score(keys, "accept_score");
        let reject_score = score(keys, "reject_score");
        keys.needed_for = None;
        let range = keys.node("range").and_then(|node| {
            let range = node.text().and_then(range);
            if range.is_none() {
                keys.wrong(node, "range", "two numbers, the smaller one first, such as `0 100`");
            }
            range
        });
        LegacyGrading { accept_score, reject_score, range, ..LegacyGrading::default() }
    }

    /// Reads the grading of all groups from problem.yaml, where it was before groups had files.
    pub(super) fn of_problem(keys: &mut Keys) -> LegacyGrading {
        let outdated = ["accept_score", "reject_score", "range", "on_reject"];
        let found = outdated.into_iter().find_map(|key| Some((key, keys.node(key)?)));
        let Some((key, node)) = found else { return LegacyGrading::default() };
        keys.warning(node, format!("{key} is in an outdated place"))
            .help("write it into data/testdata.yaml");
        let scores = LegacyGrading::scores(keys);
        let goes_on = match keys.word("on_reject", &["first_error", "worst_error", "grade"]) {
            Some("first_error") => Some(false),
            Some("grade") => Some(true),
            _ => None,
        };
        LegacyGrading { goes_on, ..scores }
    }

    /// Returns this grading, with unset values taken from the parent group.
    #[must_use]
    pub fn or(self, above: &LegacyGrading) -> LegacyGrading {
        LegacyGrading {
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

/// Parses a range such as `-inf 100`.
fn range(text: &str) -> Option<(f64, f64)> {
    let (least, most) = text.trim().split_once(char::is_whitespace)?;
    let number = |word: &str| match word.trim() {
        "inf" | "+inf" => Some(f64::INFINITY),
        "-inf" => Some(f64::NEG_INFINITY),
        word => word.parse().ok().filter(|number: &f64| number.is_finite()),
    };
    let (least, most) = (number(least)?, number(most)?);
    (least <= most).then_some((least, most))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges() {
        assert_eq!(range("0 100"), Some((0.0, 100.0)));
        assert_eq!(range("-inf  +inf"), Some((f64::NEG_INFINITY, f64::INFINITY)));
        assert!(range("100 0").is_none() && range("1").is_none() && range("a b").is_none());
    }

    #[test]
    fn the_last_flag_counts() {
        let flags = |flags: &[&str]| LegacyGrading {
            flags: Some(flags.iter().map(|flag| flag.to_string()).collect()),
            ..LegacyGrading::default()
        };
        assert_eq!(flags(&["min", "first_error", "max"]).score_flag(), "max");
        assert_eq!(flags(&["min", "first_error"]).verdict_flag(), "first_error");
        assert_eq!(flags(&[]).score_flag(), "sum");
        assert_eq!(LegacyGrading::default().verdict_flag(), "worst_error");
    }
}
