//! The penalty for handing in late: `10%/day, 3 days, grace 15 minutes`.

use std::fmt;

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// The penalty for handing in late; by default none, so that lateness is only reported.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct LateRule {
    /// The penalty for each period that has begun, in percent of the earned points.
    percent: f64,
    /// The period, in seconds; `None` if the penalty does not grow.
    period: Option<u64>,
    /// The lateness, in seconds, after which a submission earns no points.
    longest: Option<u64>,
    /// The lateness, in seconds, that is not penalized.
    grace: u64,
}

impl LateRule {
    /// Parses a rule: parts separated by commas, each of which is `P%`, `P%/day` or `P%/hour`, a
    /// time after which there are no points, such as `3 days`, or one without penalty, such as
    /// `grace 15 minutes`.
    ///
    /// # Errors
    /// The rule is malformed; the error is the message.
    pub fn parse(text: &str) -> Result<LateRule, String> {
        let mut rule = LateRule::default();
        let mut has_percent = false;
        for part in text.split(',').map(str::trim) {
            let wrong = || {
                format!(
                    "`{part}` is neither like `10%/day` nor like `3 days` nor like `grace 15 minutes`"
                )
            };
            if let Some((percent, period)) = part.split_once('%') {
                rule.percent = percent.trim().parse().map_err(|_| wrong())?;
                if !(0.0..=100.0).contains(&rule.percent) {
                    return Err(format!("`{part}` is not between 0% and 100%"));
                }
                rule.period = match period.trim().strip_prefix('/') {
                    None if period.trim().is_empty() => None,
                    unit => Some(unit.and_then(seconds_of_unit).ok_or_else(wrong)?),
                };
                if std::mem::replace(&mut has_percent, true) {
                    return Err("a rule has one percentage".into());
                }
            } else if let Some(grace) = part.strip_prefix("grace ") {
                rule.grace = duration(grace).ok_or_else(wrong)?;
            } else {
                rule.longest = Some(duration(part).ok_or_else(wrong)?);
            }
        }
        Ok(rule)
    }

    /// Returns the penalty for being `late` seconds late, in percent.
    pub fn percent(&self, late: u64) -> f64 {
        let periods = self.period.map_or(1, |period| late.div_ceil(period));
        match self.longest {
            _ if late <= self.grace => 0.0,
            Some(longest) if late > longest => 100.0,
            // To hundredths, as points are reduced: a product has more digits than its factors.
            _ => (self.percent * periods as f64 * 100.0).round().min(10_000.0) / 100.0,
        }
    }

    /// Returns the minimum penalty for being late, in percent.
    pub fn least(&self) -> f64 {
        self.percent
    }
}

impl fmt::Display for LateRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}%", self.percent)?;
        if let Some(period) = self.period {
            write!(f, "/{}", span(period).1)?;
        }
        for (before, seconds) in [(", ", self.longest), (", grace ", Some(self.grace))] {
            if let Some(seconds) = seconds.filter(|seconds| *seconds > 0) {
                let (number, unit) = span(seconds);
                write!(f, "{before}{number} {unit}s")?;
            }
        }
        Ok(())
    }
}

/// Returns seconds as a multiple of the largest unit that divides them.
fn span(seconds: u64) -> (u64, &'static str) {
    let units = [(DAY, "day"), (HOUR, "hour"), (MINUTE, "minute")];
    let (length, unit) = units
        .into_iter()
        .find(|(length, _)| seconds.is_multiple_of(*length))
        .unwrap_or((1, "second"));
    (seconds / length, unit)
}

fn seconds_of_unit(unit: &str) -> Option<u64> {
    match unit.trim().strip_suffix('s').unwrap_or(unit.trim()) {
        "minute" => Some(MINUTE),
        "hour" => Some(HOUR),
        "day" => Some(DAY),
        _ => None,
    }
}

/// Parses a time such as `3 days`.
pub(super) fn duration(text: &str) -> Option<u64> {
    let (number, unit) = text.trim().split_once(' ')?;
    let number: u64 = number.parse().ok().filter(|number| *number <= 100_000)?;
    Some(number * seconds_of_unit(unit)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_period_begun_costs() {
        let rule = LateRule::parse("10%/day, 3 days, grace 15 minutes").unwrap();
        let costs =
            [0, 900, 901, DAY, DAY + 1, 3 * DAY, 3 * DAY + 1].map(|late| rule.percent(late));
        assert_eq!(costs, [0.0, 0.0, 10.0, 10.0, 20.0, 30.0, 100.0]);
        assert_eq!(LateRule::parse("60%/hour").unwrap().percent(2 * HOUR), 100.0);
        assert_eq!(LateRule::parse("12.5%").unwrap().percent(40 * DAY), 12.5);
        assert_eq!(LateRule::parse("3.3%/day").unwrap().percent(3 * DAY).to_string(), "9.9");
        let cut = LateRule::parse("2 hours").unwrap();
        assert_eq!([cut.percent(2 * HOUR), cut.percent(2 * HOUR + 1)], [0.0, 100.0]);
    }

    #[test]
    fn a_rule_is_written_as_it_is_read() {
        for text in ["10%/day, 3 days, grace 15 minutes", "12.5%", "0%, 36 hours", "60%/hour"] {
            assert_eq!(LateRule::parse(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn wrong_rules_are_refused() {
        for text in
            ["", "10", "10%/week", "10%day", "3 weeks", "grace", "grace 5", "x%/day", "3 days,"]
        {
            assert!(LateRule::parse(text).unwrap_err().contains("is neither like"), "{text}");
        }
        for part in ["101%", "-1%", "110%/day", "NaN%"] {
            let expected = format!("`{part}` is not between 0% and 100%");
            assert_eq!(LateRule::parse(part).unwrap_err(), expected);
        }
        assert_eq!(LateRule::parse("1%, 2%").unwrap_err(), "a rule has one percentage");
    }
}
