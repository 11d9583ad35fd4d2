//! Computes the verdicts and scores of groups, and of a submission, from the verdicts of cases.
//!
//! In old versions, groups are nested, and each computes its verdict and its score from those of
//! its parts, as its flags say. In the newest one, groups are only directly below `secret`; each
//! has its own maximum score, and by default the scores are added.
//!
//! Sources: the format's descriptions of the default grader and of `test_group.yaml`. Deviation: a
//! group has no verdict if none of its cases was judged because an earlier group failed.

mod new;
mod old;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::grading::LegacyGrading;
use super::groups::TestGroups;
use super::scoring::{Aggregation, MaxScore, Scoring};
use super::verdict::{Score, Verdict};
use super::{Package, Version, static_validation};
use crate::names::by_name;
use crate::purpose::{SAMPLE, SECRET};
use referee_base::fault::Fault;

/// The difference up to which scores count as equal: shares are no exact numbers.
pub(super) const ROUNDING: f64 = 1e-6;

/// The result of a case.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CaseGrade {
    /// The verdict; never a judge error.
    pub verdict: Verdict,
    /// The score from the output validator, if any.
    pub score: Option<Score>,
}

/// Returns the score of a case that is worth `whole`, unless the output validator gives one.
fn worth(score: Option<Score>, whole: f64) -> f64 {
    match score {
        None => whole,
        Some(Score::Points(points)) => points,
        Some(Score::Multiplier(part)) => part * whole,
    }
}

/// The result of a group of cases.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TestGroup {
    /// Its folder, such as `secret/group1`.
    pub name: Cow<'static, str>,
    /// Its verdict; `None` if none of its cases was judged.
    pub verdict: Option<Verdict>,
    /// Its score.
    pub score: f64,
}

/// The results of all cases together, and of each group.
#[derive(Debug, Clone, PartialEq)]
pub struct Grades {
    /// The result of all cases together; its name is empty.
    pub whole: TestGroup,
    /// The result of each group, by name.
    pub groups: Vec<TestGroup>,
}

impl Grades {
    /// Returns the result of all cases together, and then that of each group.
    pub fn all(&self) -> impl Iterator<Item = &TestGroup> {
        [&self.whole].into_iter().chain(&self.groups)
    }
}

/// The grader of a package, which turns the results of cases into scores.
#[derive(Debug)]
pub struct Grader {
    root: GroupNode,
    /// For each case, the path from the root to its group, as positions in `parts`.
    ways: Vec<Vec<usize>>,
    kind: FormatGeneration,
    /// For each group, the names of those that it requires, directly or through others.
    required: BTreeMap<String, BTreeSet<String>>,
    /// The best score.
    full_score: Option<f64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FormatGeneration {
    Old,
    New,
}

#[derive(Debug)]
struct GroupNode {
    /// The folder below `data`.
    name: String,
    parts: Vec<Part>,
    /// The position of the case that represents the group's static validation.
    static_case: Option<usize>,
    /// The grading; inherited if the group does not set it.
    grading: LegacyGrading,
    /// The scoring, as far as the group sets it.
    scoring: Scoring,
}

#[derive(Debug)]
enum Part {
    Case(usize),
    Group(Box<GroupNode>),
}

/// A custom grader: computes the result of a group from those of its parts and from its flags.
pub type Custom<'a> = dyn Fn(&[(Verdict, f64)], &[String]) -> Result<(Verdict, f64), Fault> + 'a;

/// The verdict and the score of a group, or of a case.
type Graded = (Option<Verdict>, f64);

impl Grader {
    /// Creates the grader of a package and its sorted cases; `None` if the first failure counts.
    pub fn of(package: &Package, cases: &[&str]) -> Option<Grader> {
        let metadata = &package.metadata;
        let is_graded = |grading: &LegacyGrading| {
            grading.goes_on == Some(true)
                || grading.flags.is_some()
                || grading.is_custom == Some(true)
        };
        let has_gradings = package.groups.values().any(|group| is_graded(&group.grading));
        let has_scorings = package.groups.values().any(|group| group.scoring != Scoring::default());
        let kind = match metadata.version {
            Version::V2025_09 => FormatGeneration::New,
            Version::Draft if has_scorings || !has_gradings => FormatGeneration::New,
            _ => FormatGeneration::Old,
        };
        let is_wanted = metadata.kinds.scoring || kind == FormatGeneration::Old && has_gradings;
        let grader = is_wanted.then(|| Grader::new(&package.groups, cases, kind))?;
        let full_score = full_score(package, kind).filter(|_| metadata.kinds.scoring);
        Some(Grader { full_score, ..grader })
    }

    fn new(groups: &TestGroups, cases: &[&str], kind: FormatGeneration) -> Grader {
        let mut root = GroupNode::new(groups, "", &LegacyGrading::default());
        let ways = cases.iter().enumerate().map(|(at, case)| {
            let mut way = Vec::new();
            root.add(groups, case, at, 0, &mut way);
            way
        });
        let ways = ways.collect();
        let required = Grader::all_required(groups);
        Grader { root, ways, kind, required, full_score: None }
    }

    /// Returns the best score that a submission can get, if there is one.
    pub fn full_score(&self) -> Option<f64> {
        self.full_score
    }

    /// Returns the groups that contain a case, from the outermost to the innermost.
    fn groups_of(&self, case: usize) -> Vec<&GroupNode> {
        let mut groups = vec![&self.root];
        for &at in &self.ways[case] {
            let Some(Part::Group(group)) = groups.last().and_then(|group| group.parts.get(at))
            else {
                break;
            };
            groups.push(group);
        }
        groups
    }

    /// Returns whether a case can still change the result, given the outcomes of those before it.
    pub fn matters(&self, case: usize, outcomes: &[Option<CaseGrade>]) -> bool {
        let groups = self.groups_of(case);
        match self.kind {
            FormatGeneration::Old => {
                let parts = self.ways[case].iter().copied().map(Some).chain([None]);
                !groups.iter().zip(parts).any(|(group, part)| {
                    let before = part.or_else(|| group.place_of(case)).unwrap_or_default();
                    group.has_ended_old(before, outcomes)
                })
            }
            FormatGeneration::New => {
                let ends = |node: &GroupNode| {
                    let is_group = node.name.contains('/') && node.scoring != Scoring::default();
                    is_group && node.scoring.aggregation != Some(Aggregation::Sum)
                        || node.name == SAMPLE
                };
                let has_ended = |group: &GroupNode| ends(group) && group.has_failed(outcomes);
                !groups.into_iter().any(|group| has_ended(group) || self.is_shut(group, outcomes))
            }
        }
    }

    /// Returns why the output validator must not give this result to the case at position `case`;
    /// `None` if it may. Such a result is a judge error.
    pub fn unfit(&self, case: usize, outcome: CaseGrade) -> Option<String> {
        match (self.kind, outcome.verdict) {
            (FormatGeneration::New, Verdict::Accepted) => self.unfit_new(case, outcome.score),
            _ => None,
        }
    }

    fn group(&self, name: &str) -> Option<&GroupNode> {
        let mut here = &self.root;
        for (end, _) in name.match_indices('/').chain([(name.len(), "")]) {
            here = here.parts.iter().find_map(|part| match part {
                Part::Group(group) if group.name == name[..end] => Some(&**group),
                _ => None,
            })?;
        }
        Some(here)
    }

    /// Grades all cases, and each group; the groups are sorted by name.
    ///
    /// # Errors
    /// The errors of `custom`; a score is above the maximum of its group, or no number.
    pub fn grade(&self, outcomes: &[Option<CaseGrade>], custom: &Custom) -> Result<Grades, Fault> {
        let grades = match self.kind {
            FormatGeneration::Old => {
                let mut groups = Vec::new();
                let whole = self.root.grade_old(outcomes, custom, &mut groups)?;
                groups.sort_by(|a, b| by_name(&a.name, &b.name));
                Grades { whole, groups }
            }
            FormatGeneration::New => self.grade_new(outcomes)?,
        };
        if grades.all().all(|group| group.score.is_finite()) {
            Ok(grades)
        } else {
            Err(Fault::judge("a score is larger than any number"))
        }
    }
}

/// Returns the best score that the groups of a package allow, unless it is unbounded.
fn full_score(package: &Package, kind: FormatGeneration) -> Option<f64> {
    let score = match kind {
        FormatGeneration::Old => {
            let (least, most) = package.groups.get("")?.grading.range?;
            if package.metadata.minimizes { least } else { most }
        }
        FormatGeneration::New => {
            let secret = package.groups.get(SECRET).map(|group| &group.scoring);
            match secret.unwrap_or(&Scoring::default()).max_score_in(SECRET) {
                MaxScore::Bounded(most) => most,
                MaxScore::Unbounded => return None,
            }
        }
    };
    score.is_finite().then_some(score)
}

impl GroupNode {
    fn new(groups: &TestGroups, name: &str, above: &LegacyGrading) -> GroupNode {
        let own = groups.get(name).cloned().unwrap_or_default();
        let (grading, scoring) = (own.grading.or(above), own.scoring);
        let (name, parts) = (name.to_string(), Vec::new());
        GroupNode { name, parts, static_case: None, grading, scoring }
    }

    /// Adds the case `case`, at position `at`. This group is the part of its name up to `start`;
    /// the path to it is appended to `way`.
    fn add(
        &mut self,
        groups: &TestGroups,
        case: &str,
        at: usize,
        start: usize,
        way: &mut Vec<usize>,
    ) {
        let Some(length) = case[start..].find('/') else {
            if &case[start..] == static_validation::NAME && self.scoring.static_validation.is_some()
            {
                self.static_case = Some(at);
            }
            return self.parts.push(Part::Case(at));
        };
        let end = start + length;
        let is_next =
            matches!(self.parts.last(), Some(Part::Group(last)) if last.name == case[..end]);
        if !is_next {
            let group = GroupNode::new(groups, &case[..end], &self.grading);
            self.parts.push(Part::Group(Box::new(group)));
        }
        way.push(self.parts.len() - 1);
        if let Some(Part::Group(group)) = self.parts.last_mut() {
            group.add(groups, case, at, end + 1, way);
        }
    }

    /// Returns the place of a case, given by position, among the parts of the group.
    fn place_of(&self, case: usize) -> Option<usize> {
        self.parts.iter().position(|part| matches!(part, Part::Case(at) if *at == case))
    }

    /// Returns the positions of all cases in the group.
    fn cases(&self) -> Vec<usize> {
        let parts = self.parts.iter().flat_map(|part| match part {
            Part::Case(at) => vec![*at],
            Part::Group(group) => group.cases(),
        });
        parts.collect()
    }

    fn has_failed(&self, outcomes: &[Option<CaseGrade>]) -> bool {
        let outcomes = self.cases().into_iter().filter_map(|at| outcomes[at]);
        outcomes.into_iter().any(|outcome| outcome.verdict != Verdict::Accepted)
    }

    fn is_passed(&self, outcomes: &[Option<CaseGrade>]) -> bool {
        let is_accepted =
            |at: usize| outcomes[at].is_some_and(|outcome| outcome.verdict == Verdict::Accepted);
        self.cases().into_iter().all(is_accepted)
    }

    /// Returns the result of the group; its verdict is its first failure.
    fn group_result(&self, outcomes: &[Option<CaseGrade>], score: f64) -> TestGroup {
        let judged = self.cases().into_iter().filter_map(|at| outcomes[at]);
        let verdicts: Vec<Verdict> = judged.map(|outcome| outcome.verdict).collect();
        let failure = verdicts.iter().find(|&&verdict| verdict != Verdict::Accepted);
        let verdict = failure.or(verdicts.first()).copied();
        TestGroup { name: self.name.clone().into(), verdict, score }
    }
}

#[cfg(test)]
mod tests;
