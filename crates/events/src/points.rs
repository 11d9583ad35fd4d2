//! Points: groups of cases that are worth points, and the points that a submission earns in them.
//!
//! Points are counted in hundredths, so that sums are exact, and scores of checkers in billionths,
//! which represent decimal numbers with up to nine places exactly. Only the total of a group is
//! rounded, namely down: a group whose cases all earn their full score earns all its points.

use std::fmt;
use std::sync::Arc;

use referee_package::Score;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The number of parts of one in which scores of checkers are counted.
const BILLION: u128 = 1_000_000_000;

/// The tolerance for a score that should equal the worth of a case, in billionths, since that may
/// not be a decimal number.
const ROUNDING: u128 = 1_000;

/// Points, in hundredths of one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Points(u64);

impl Points {
    /// Creates points from hundredths.
    pub const fn of_hundredths(hundredths: u64) -> Points {
        Points(hundredths)
    }

    /// Converts to a number of points, exact to two decimal places.
    pub fn as_f64(self) -> f64 {
        self.0 as f64 / 100.0
    }

    /// Returns these points reduced by a percentage, which counts to hundredths; rounded down.
    pub fn less_percent(self, percent: f64) -> Points {
        let left = 10_000 - ((percent * 100.0).round() as u64).min(10_000);
        self.share(left, 10_000)
    }

    /// Returns the number of hundredths.
    pub fn hundredths(self) -> u64 {
        self.0
    }

    /// Returns the points with their noun: `1 point`, `2.5 points`.
    pub fn in_words(self) -> String {
        format!("{self} {}", if self.0 == 100 { "point" } else { "points" })
    }

    /// Returns whether there are zero points.
    pub fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Returns these points times a fraction, rounded down to hundredths; 0 if the denominator is
    /// 0.
    pub fn scaled(self, numerator: Points, denominator: Points) -> Points {
        self.share(numerator.0, denominator.0)
    }

    /// Returns these points times `part` / `whole`, rounded down; 0 if `whole` is 0.
    fn share(self, part: u64, whole: u64) -> Points {
        let product = u128::from(self.0) * u128::from(part);
        let share = product.checked_div(u128::from(whole)).unwrap_or(0);
        Points(u64::try_from(share).unwrap_or(u64::MAX))
    }
}

impl std::iter::Sum for Points {
    fn sum<I: Iterator<Item = Points>>(all: I) -> Points {
        Points(all.map(|points| points.0).sum())
    }
}

impl fmt::Display for Points {
    /// Writes as few digits as possible: `60`, `2.5`, `33.33`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0 / 100, self.0 % 100) {
            (whole, 0) => write!(f, "{whole}"),
            (whole, part) if part % 10 == 0 => write!(f, "{whole}.{}", part / 10),
            (whole, part) => write!(f, "{whole}.{part:02}"),
        }
    }
}

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 % 100 {
            0 => serializer.serialize_u64(self.0 / 100),
            _ => serializer.serialize_f64(self.as_f64()),
        }
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Points, D::Error> {
        let hundredths = (f64::deserialize(deserializer)? * 100.0).round();
        // Sums are over at most a thousand groups.
        if (0.0..=1e12).contains(&hundredths) {
            Ok(Points(hundredths as u64))
        } else {
            Err(D::Error::custom("points are a number from 0"))
        }
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Points {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Points".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "Points, with at most two decimal places.",
            "type": "number",
            "minimum": 0,
        })
    }
}

/// How the cases of a group earn its points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Rule"))]
#[serde(rename_all = "kebab-case")]
pub enum PointRule {
    /// Each case earns its share.
    Each,
    /// All of them must pass, or none earns anything.
    All,
}

/// A group with its cases.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CaseGroup {
    /// Its title.
    pub title: Arc<str>,
    /// The maximum number of points.
    pub most_points: Points,
    /// How its cases earn points.
    pub rule: PointRule,
    /// The cases in it.
    pub cases: Vec<Arc<str>>,
}

impl CaseGroup {
    /// Returns what a submission earns with the accepted cases of the group, given their scores.
    pub(crate) fn earned(&self, scores: &[Option<Score>]) -> Earned {
        let worth = self.case_worth();
        let earned = scores.iter().map(|score| worth.earned(*score));
        let earned: u128 = match self.rule {
            PointRule::All if scores.len() < self.cases.len() => 0,
            PointRule::All => earned.min().unwrap_or(0),
            PointRule::Each => earned.sum(),
        };
        let unit = worth.shares as u128 * BILLION;
        Earned {
            title: self.title.clone(),
            points: Points(earned.checked_div(unit).unwrap_or(0) as u64),
            most_points: self.most_points,
            passed: scores.len(),
            cases: self.cases.len(),
        }
    }

    /// Returns why an accepted output of a case must not have these points; `None` if it may.
    pub(crate) fn unfit(&self, points: f64) -> Option<String> {
        let worth = self.case_worth();
        let is_fit = points >= 0.0 && worth.of_points(points) <= worth.whole + worth.rounding();
        let most = self.most_points.share(1, worth.shares as u64);
        (!is_fit).then(|| format!("it gives {points} points; the case is worth {most}"))
    }

    fn case_worth(&self) -> CaseWorth {
        let shares = match self.rule {
            PointRule::Each => self.cases.len(),
            PointRule::All => 1,
        };
        CaseWorth { whole: u128::from(self.most_points.0) * BILLION, shares }
    }
}

/// The exact worth of a case, in units such that a hundredth of a point has a billion of them for
/// each share.
#[derive(Debug, Clone, Copy)]
struct CaseWorth {
    whole: u128,
    /// The number of cases that share the points of their group.
    shares: usize,
}

impl CaseWorth {
    /// Returns the points for an accepted output with this score.
    fn earned(self, score: Option<Score>) -> u128 {
        match score {
            None => self.whole,
            Some(Score::Multiplier(part)) => self.whole / BILLION * billionths(part),
            Some(Score::Points(points)) => match self.of_points(points) {
                most if most + self.rounding() >= self.whole => self.whole,
                points => points,
            },
        }
    }

    fn of_points(self, points: f64) -> u128 {
        billionths(points).saturating_mul(100 * self.shares as u128)
    }

    fn rounding(self) -> u128 {
        ROUNDING * 100 * self.shares as u128
    }
}

/// Returns a nonnegative number in billionths. The nearest one is exact for every decimal number
/// with up to nine places, up to a million.
fn billionths(number: f64) -> u128 {
    (number * BILLION as f64).round() as u128
}

/// The points that a submission earns in a group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Earned {
    /// The group.
    pub title: Arc<str>,
    /// What the submission earns.
    pub points: Points,
    /// The maximum number of points.
    pub most_points: Points,
    /// The number of cases of the group that it passes.
    pub passed: usize,
    /// The number of cases of the group.
    pub cases: usize,
}

impl Earned {
    /// Returns the points that it could have earned and did not.
    pub fn lost(&self) -> Points {
        Points(self.most_points.0.saturating_sub(self.points.0))
    }
}
