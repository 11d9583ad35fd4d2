//! Reads the `[[groups]]` of a `problem.toml`: cases that are worth points.

use std::sync::Arc;

use globset::{GlobBuilder, GlobSet};

use referee_base::document::{DocumentError, Table};
use referee_checker::Position;
use referee_events::points::{CaseGroup, PointRule, Points};
use referee_events::scoring::PointScheme;

/// The maximum number of points of a group.
const MAX_POINTS: u64 = 1_000_000;

/// A group of cases as defined in `problem.toml`.
#[derive(Debug, Clone)]
struct PointGroup {
    title: String,
    cases: GlobSet,
    points: Points,
    rule: PointRule,
    place: Position,
}

/// All groups of a problem.
#[derive(Debug, Clone)]
pub struct PointGroups(Vec<PointGroup>);

impl PointGroups {
    /// Reads the `[[groups]]` of a `problem.toml`; `None` if it has none.
    ///
    /// # Errors
    /// A group is invalid; the error has the first such position.
    pub fn read(table: &mut Table) -> Result<Option<PointGroups>, DocumentError> {
        let groups = table.tables("groups")?;
        let groups = groups.into_iter().map(group).collect::<Result<Vec<PointGroup>, _>>()?;
        Ok((!groups.is_empty()).then_some(PointGroups(groups)))
    }

    /// Assigns the cases to the groups.
    ///
    /// # Errors
    /// A group has no case, or a case is in two groups; the error has the position of the group.
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
                    let message = format!("{case} is already in the group `{other}`");
                    return Err(error(message, Some("a case can be in only one group".into())));
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
    let points = table.hundredths("points", MAX_POINTS * 100)?;
    let points = Points::of_hundredths(points.ok_or_else(|| table.missing("points"))?);
    let rule = match table.text("rule")? {
        None => PointRule::Each,
        Some((rule, _)) if rule == "each" => PointRule::Each,
        Some((rule, _)) if rule == "all" => PointRule::All,
        Some((rule, place)) => {
            let message = format!("unknown rule `{rule}`");
            let help = Some("expected one of: each, all".into());
            return Err(DocumentError { place, message, help });
        }
    };
    let title = table.text("title")?.map_or_else(|| pattern.clone(), |(title, _)| title);
    table.finish()?;
    let cases = matcher(&pattern).map_err(|error| {
        DocumentError::new(place, format!("`{pattern}` is not a valid pattern: {}", error.kind()))
    })?;
    Ok(PointGroup { title, cases, points, rule, place: start })
}

/// Matches a pattern and everything below it, since a folder is also a pattern.
fn matcher(pattern: &str) -> Result<GlobSet, globset::Error> {
    let pattern = pattern.trim_end_matches('/');
    let glob = |pattern: &str| GlobBuilder::new(pattern).literal_separator(true).build();
    GlobSet::builder().add(glob(pattern)?).add(glob(&format!("{pattern}/**"))?).build()
}

#[cfg(test)]
mod tests;
