//! Points: groups of cases that are worth points, as defined in `problem.toml`, and what a submission earns.
//!
//! Points are counted in hundredths, so that sums are exact. A share is rounded down: only a group whose cases all pass earns all its
//! points.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use globset::{GlobBuilder, GlobSet};
use referee_base::document::{DocumentError, Table};
use referee_checker::Position;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The maximum number of points of a group.
const MOST: u64 = 1_000_000;

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

    /// Returns these points less so many percent, which count to hundredths; rounded down.
    pub fn less_percent(self, percent: f64) -> Points {
        let left = 10_000 - ((percent * 100.0).round() as usize).min(10_000);
        self.share(left, 10_000)
    }

    /// Returns them in hundredths of one.
    pub fn hundredths(self) -> u64 {
        self.0
    }

    /// Returns whether these are no points at all.
    pub fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Returns the share of `part` in `whole` of these points, rounded down; 0 where `whole` is 0.
    fn share(self, part: usize, whole: usize) -> Points {
        let product = u128::from(self.0) * part as u128;
        Points(product.checked_div(whole as u128).unwrap_or(0) as u64)
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
        // Sums are of at most a thousand groups.
        match (0.0..=1e12).contains(&hundredths) {
            true => Ok(Points(hundredths as u64)),
            false => Err(D::Error::custom("points are a number from 0")),
        }
    }
}

impl JsonSchema for Points {
    fn schema_name() -> Cow<'static, str> {
        "Points".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "Points, with at most two decimal places.",
            "type": "number",
            "minimum": 0,
        })
    }
}

/// How the cases of a group earn its points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Rule")]
pub enum PointRule {
    /// Each case earns its share.
    Each,
    /// All of them must pass, else there is nothing.
    All,
}

/// A group of cases as defined in `problem.toml`.
#[derive(Debug, Clone)]
struct PointGroup {
    title: String,
    cases: GlobSet,
    points: Points,
    rule: PointRule,
    /// Its position in the file.
    place: Position,
}

/// All groups of a problem.
#[derive(Debug, Clone)]
pub struct PointGroups(Vec<PointGroup>);

impl PointGroups {
    /// Reads the `[[groups]]` of a `problem.toml`; none where there are none.
    ///
    /// # Errors
    /// The first position at which a group is invalid.
    pub fn read(table: &mut Table) -> Result<Option<PointGroups>, DocumentError> {
        let groups = table.tables("groups")?;
        let groups = groups.into_iter().map(group).collect::<Result<Vec<PointGroup>, _>>()?;
        Ok((!groups.is_empty()).then_some(PointGroups(groups)))
    }

    /// Assigns the cases to the groups.
    ///
    /// # Errors
    /// A group has no case, or a case is in two groups; with the position of the group.
    pub fn share_out(&self, cases: &[Arc<str>]) -> Result<PointScheme, DocumentError> {
        let mut group_of: Vec<Option<usize>> = vec![None; cases.len()];
        let mut groups = Vec::new();
        for (number, group) in self.0.iter().enumerate() {
            let error = |message: String, help: Option<String>| DocumentError {
                place: group.place,
                message,
                help,
            };
            let mut members = Vec::new();
            for (case, taken) in cases.iter().zip(&mut group_of) {
                if !group.cases.is_match(&**case) {
                    continue;
                }
                if let Some(other) = *taken {
                    let other = &self.0[other].title;
                    let message = format!("{case} is in the group `{other}` already");
                    return Err(error(message, Some("a case can be in one group only".into())));
                }
                *taken = Some(number);
                members.push(case.clone());
            }
            if members.is_empty() {
                let message = format!("there is no case in the group `{}`", group.title);
                let help =
                    "`cases` is a folder of cases, or a pattern of their names such as `secret/1*`";
                return Err(error(message, Some(help.into())));
            }
            groups.push(CaseGroup {
                title: group.title.as_str().into(),
                most_points: group.points,
                rule: group.rule,
                cases: members,
            });
        }
        Ok(PointScheme { groups, group_of })
    }
}

fn group(mut table: Table) -> Result<PointGroup, DocumentError> {
    let start = table.place();
    let (pattern, place) = table.required_text("cases")?;
    let points = table.hundredths("points", MOST * 100)?;
    let points = Points(points.ok_or_else(|| table.missing("points"))?);
    let rule = match table.text("rule")? {
        None => PointRule::Each,
        Some((rule, _)) if rule == "each" => PointRule::Each,
        Some((rule, _)) if rule == "all" => PointRule::All,
        Some((rule, place)) => {
            let message = format!("unknown rule `{rule}`");
            return Err(DocumentError {
                place,
                message,
                help: Some("known are: each, all".into()),
            });
        }
    };
    let title = table.text("title")?.map_or_else(|| pattern.clone(), |(title, _)| title);
    table.finish()?;
    let cases = matcher(&pattern).map_err(|error| DocumentError {
        place,
        message: format!("`{pattern}` is no pattern: {}", error.kind()),
        help: None,
    })?;
    Ok(PointGroup { title, cases, points, rule, place: start })
}

/// Matches a pattern and everything below it: a folder is a pattern, too.
fn matcher(pattern: &str) -> Result<GlobSet, globset::Error> {
    let pattern = pattern.trim_end_matches('/');
    let glob = |pattern: &str| GlobBuilder::new(pattern).literal_separator(true).build();
    GlobSet::builder().add(glob(pattern)?).add(glob(&format!("{pattern}/**"))?).build()
}

/// A group with the cases that there are.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct CaseGroup {
    /// What people call it.
    pub title: Arc<str>,
    /// What it is worth.
    pub most_points: Points,
    /// How its cases earn that.
    pub rule: PointRule,
    /// The cases in it.
    pub cases: Vec<Arc<str>>,
}

/// Which case is in which group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PointScheme {
    /// The groups, in the order of `problem.toml`.
    pub groups: Vec<CaseGroup>,
    /// The group of each case, by its position; none for cases that earn nothing.
    pub group_of: Vec<Option<usize>>,
}

/// What a submission earns in a group.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct Earned {
    /// The group.
    pub title: Arc<str>,
    /// What the submission earns.
    pub points: Points,
    /// What it could have earned.
    pub most_points: Points,
    /// How many cases of the group it passes.
    pub passed: usize,
    /// How many there are.
    pub cases: usize,
}

impl Earned {
    /// Returns what it could have earned and did not.
    pub fn lost(&self) -> Points {
        Points(self.most_points.0.saturating_sub(self.points.0))
    }
}

impl PointScheme {
    /// Returns the scheme of these groups among these cases.
    pub fn of_groups(groups: &[CaseGroup], cases: &[Arc<str>]) -> PointScheme {
        let members = groups.iter().enumerate();
        let group_of: HashMap<&str, usize> = members
            .flat_map(|(at, group)| group.cases.iter().map(move |case| (&**case, at)))
            .collect();
        let group_of = cases.iter().map(|case| group_of.get(&**case).copied()).collect();
        PointScheme { groups: groups.to_vec(), group_of }
    }

    /// Returns what is earned in each group; `passed` are the positions of the cases that passed.
    pub fn earned(&self, passed: impl IntoIterator<Item = usize>) -> Vec<Earned> {
        let mut counts = vec![0; self.groups.len()];
        for group in passed.into_iter().filter_map(|case| self.group_of[case]) {
            counts[group] += 1;
        }
        let earned = self.groups.iter().zip(counts).map(|(group, passed)| {
            let cases = group.cases.len();
            let counted = match group.rule {
                PointRule::All if passed < cases => 0,
                _ => passed,
            };
            Earned {
                title: group.title.clone(),
                points: group.most_points.share(counted, cases),
                most_points: group.most_points,
                passed,
                cases,
            }
        });
        earned.collect()
    }

    /// Returns whether a case can still change the result once those at `failed` have failed: a case of another group may pass, while a
    /// group that requires all its cases needs no further runs.
    pub fn matters(&self, case: usize, failed: &[usize]) -> bool {
        match self.group_of[case] {
            Some(group) if self.groups[group].rule == PointRule::Each => true,
            Some(group) => !failed.iter().any(|&failed| self.group_of[failed] == Some(group)),
            None => failed.is_empty(),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn names(cases: &[&str]) -> Vec<Arc<str>> {
        cases.iter().map(|&case| case.into()).collect()
    }

    fn read(text: &str) -> Result<Option<PointGroups>, DocumentError> {
        let mut table = Table::parse(text)?;
        let groups = PointGroups::read(&mut table)?;
        table.finish()?;
        Ok(groups)
    }

    fn scheme(text: &str, cases: &[&str]) -> Result<PointScheme, DocumentError> {
        read(text)?.expect("there are groups").share_out(&names(cases))
    }

    const CASES: [&str; 5] = ["sample/1", "secret/1", "secret/2", "secret/2-more/a", "secretive"];

    #[test]
    fn a_pattern_is_a_folder_a_case_or_a_glob() {
        for (pattern, expected) in [
            ("sample", [1, 0, 0, 0, 0]),
            ("secret", [0, 1, 1, 1, 0]),
            ("secret/", [0, 1, 1, 1, 0]),
            ("secret/2", [0, 0, 1, 0, 0]),
            ("secret/2*", [0, 0, 1, 1, 0]),
            ("*/1", [1, 1, 0, 0, 0]),
            ("s*", [1, 1, 1, 1, 1]),
            ("**", [1, 1, 1, 1, 1]),
        ] {
            let text = format!("[[groups]]\ncases = '{pattern}'\npoints = 1");
            let scheme = scheme(&text, &CASES).unwrap();
            let found = scheme.group_of.iter().map(|group| i32::from(group.is_some()));
            assert_eq!(found.collect::<Vec<_>>(), expected, "{pattern}");
        }
    }

    #[test]
    fn each_earns_its_share_and_all_wants_all() {
        let text = "[[groups]]\ncases = 'sample'\npoints = 2.5\n\
            [[groups]]\ntitle = 'The rest'\ncases = 'secret'\npoints = 10\n\
            [[groups]]\ncases = 'secretive'\npoints = 5\nrule = 'all'";
        let scheme = scheme(text, &CASES).unwrap();
        let earned = |passed: &[usize]| {
            let earned = scheme.earned(passed.iter().copied());
            earned.iter().map(|earned| earned.points.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(earned(&[]), ["0", "0", "0"]);
        assert_eq!(earned(&[0, 1, 2]), ["2.5", "6.66", "0"]);
        assert_eq!(earned(&[1, 2, 3, 4]), ["0", "10", "5"]);
        assert_eq!(&*scheme.groups[1].title, "The rest");
        // In groups where each case earns its share, all are run.
        assert!(scheme.matters(3, &[1, 2]) && scheme.matters(4, &[1]) && !scheme.matters(4, &[4]));
    }

    #[test]
    fn what_is_wrong_with_groups_is_named() {
        let of_sample = "[[groups]]\ncases = 'sample'\npoints = 1\n";
        for (more, place, expected) in [
            ("[[groups]]\npoints = 1", 4, "the key `cases` is missing"),
            ("[[groups]]\ncases = 'secret'", 4, "the key `points` is missing"),
            ("[[groups]]\ncases = 'secret'\npoints = -1", 6, "points = -1 is no number from 0"),
            ("[[groups]]\ncases = 'secret'\npoints = 0.125", 6, "at most two decimal places"),
            ("[[groups]]\ncases = 'secret'\npoints = 1e3", 6, "points = 1e3 is no number"),
            ("[[groups]]\ncases = 'secret'\npoints = inf", 6, "points = inf is no number"),
            ("[[groups]]\ncases = 'secret'\npoints = '1'", 6, "points must be a number"),
            ("[[groups]]\ncases = 'secret'\npoints = 1000001", 6, "from 0 to 1000000"),
            ("[[groups]]\ncases = 'secret'\npoints = 1\nrule = 'any'", 7, "unknown rule `any`"),
            ("[[groups]]\ncases = '{'\npoints = 1", 5, "`{` is no pattern"),
            ("[[groups]]\ncases = 'none'\npoints = 1", 4, "there is no case in the group `none`"),
            (
                "[[groups]]\ncases = '*/1'\npoints = 1",
                4,
                "sample/1 is in the group `sample` already",
            ),
        ] {
            let text = format!("{of_sample}{more}");
            let error = scheme(&text, &CASES).unwrap_err();
            assert!(error.message.contains(expected), "{error}");
            assert_eq!(error.place.line, place, "{error}");
        }
        assert!(read("").unwrap().is_none());
    }

    #[test]
    fn points_are_written_as_short_as_can_be() {
        for (hundredths, text, json) in
            [(0, "0", "0"), (250, "2.5", "2.5"), (3333, "33.33", "33.33"), (6001, "60.01", "60.01")]
        {
            let points = Points::of_hundredths(hundredths);
            assert_eq!(points.to_string(), text);
            assert_eq!(serde_json::to_string(&points).unwrap(), json);
        }
    }

    proptest! {
        #[test]
        fn a_share_is_the_exact_one_rounded_down(points in 0..MOST * 100, part in 0..500_usize, more in 0..500_usize) {
            let whole = part + more;
            let Points(share) = Points(points).share(part, whole);
            // share <= points * part / whole < share + 1, without a division.
            let exact = u128::from(points) * part as u128;
            let whole = whole.max(1) as u128;
            prop_assert!(u128::from(share) * whole <= exact);
            prop_assert!(exact < (u128::from(share) + 1) * whole);
        }
    }
}
