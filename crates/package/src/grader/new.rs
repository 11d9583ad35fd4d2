//! Scores of the newest version: groups are directly below `secret`, each with a maximum score.
//!
//! A static validation counts as a case with its own maximum score; the other cases share the rest
//! of the group's.

use std::collections::{BTreeMap, BTreeSet};

use super::super::groups::TestGroups;
use super::super::scoring::{Aggregation, MaxScore, Scoring};
use super::super::verdict::{Score, Verdict};
use super::{CaseGrade, Grader, Grades, GroupNode, Part, ROUNDING, TestGroup, worth};
use crate::purpose::SECRET;
use referee_base::fault::Fault;

/// Returns the score of a case that is worth `whole`; 0 unless it was accepted.
fn earned(outcome: Option<CaseGrade>, whole: f64) -> f64 {
    match outcome {
        Some(CaseGrade { verdict: Verdict::Accepted, score }) => worth(score, whole),
        _ => 0.0,
    }
}

impl Grader {
    /// Returns, for each group, the names of those that it requires, directly or through others:
    /// each once, since there may be exponentially many ways to one.
    pub(super) fn all_required(groups: &TestGroups) -> BTreeMap<String, BTreeSet<String>> {
        let mut required = BTreeMap::<String, BTreeSet<String>>::new();
        // A group only requires earlier ones: so none requires itself in the end.
        for (name, group) in groups {
            let mut all = BTreeSet::new();
            for earlier in group.scoring.require_pass.iter().filter(|earlier| *earlier < name) {
                all.extend(required.get(earlier).into_iter().flatten().cloned());
                all.insert(earlier.clone());
            }
            required.insert(name.clone(), all);
        }
        required
    }

    /// Grades all cases, and each group. Error: a score is above the maximum of its group.
    pub(super) fn grade_new(&self, outcomes: &[Option<CaseGrade>]) -> Result<Grades, Fault> {
        let mut total = 0.0;
        let mut groups = Vec::new();
        for part in &self.root.parts {
            let Part::Group(set) = part else { continue };
            if !set.is_whole() {
                groups.push(set.group_result(outcomes, 0.0));
                continue;
            }
            let is_group = |node: &&GroupNode| node.scoring != Scoring::default();
            let parts = || {
                set.parts.iter().filter_map(|part| match part {
                    Part::Group(group) => Some(&**group),
                    Part::Case(_) => None,
                })
            };
            let is_open = self.is_open(set, outcomes);
            if parts().any(|group| is_group(&group)) {
                let scores = parts().map(|group| {
                    let is_open = is_open && self.is_open(group, outcomes);
                    let score = if is_open { group.score_new(outcomes) } else { 0.0 };
                    group.within_most(score)?;
                    Ok(group.group_result(outcomes, score))
                });
                let scores = scores.collect::<Result<Vec<TestGroup>, Fault>>()?;
                let own = set.static_case.map(|_| set.static_score(outcomes));
                let all = own.into_iter().chain(scores.iter().map(|group| group.score));
                // A group that is not open is not passed, even if all its cases were accepted.
                let is_passed = || {
                    set.is_passed(outcomes) && parts().all(|group| self.is_open(group, outcomes))
                };
                total = match set.aggregation() {
                    _ if !is_open => 0.0,
                    Aggregation::Min => all.reduce(f64::min).unwrap_or(0.0),
                    Aggregation::PassFail if !is_passed() => 0.0,
                    Aggregation::PassFail => set.most(),
                    Aggregation::Sum => all.sum(),
                };
                groups.push(set.group_result(outcomes, total));
                groups.extend(scores);
            } else {
                if is_open {
                    total = set.score_new(outcomes);
                }
                groups.push(set.group_result(outcomes, total));
            }
            set.within_most(total)?;
        }
        Ok(Grades { whole: self.root.group_result(outcomes, total), groups })
    }

    /// Returns why an accepted output of the case at position `case` must not have this score.
    pub(super) fn unfit_new(&self, case: usize, score: Option<Score>) -> Option<String> {
        let groups = self.groups_of(case);
        let set = groups.get(1).filter(|set| set.is_whole())?;
        let group = groups.get(2).filter(|group| group.scoring != Scoring::default());
        let group = group.unwrap_or(set);
        let name = &group.name;
        if group.static_case == Some(case) {
            let validation = group.scoring.static_validation.as_ref()?;
            let earns_nothing = validation.most_score.is_none() && score.is_some();
            return earns_nothing.then(|| {
                format!("it gives a score, and the static_validation_score of {name} is pass-fail")
            });
        }
        let is_unbounded = group.max_score() == MaxScore::Unbounded;
        match score {
            _ if group.aggregation() == Aggregation::PassFail => {
                score.map(|_| format!("it gives a score, and {name} is a pass-fail group"))
            }
            None if is_unbounded => Some(format!("it gives no score, and {name} is unbounded")),
            Some(Score::Multiplier(_)) if is_unbounded => {
                Some(format!("it gives a part of the score of the case, and {name} is unbounded"))
            }
            Some(Score::Points(points)) if points < 0.0 => {
                Some(format!("it gives {points} points, and no score is negative"))
            }
            Some(Score::Points(points)) if !is_unbounded => {
                let most = group.each();
                let is_more = points > most + ROUNDING;
                is_more.then(|| format!("it gives {points} points; the case is worth {most}"))
            }
            _ => None,
        }
    }

    /// Returns whether all groups that this one requires are passed. A group that requires one
    /// which is not passed is not passed itself, even if its cases were run and accepted.
    fn is_open(&self, group: &GroupNode, outcomes: &[Option<CaseGrade>]) -> bool {
        self.required(group).all(|group| group.is_passed(outcomes))
    }

    /// Returns whether a group that this one requires can no longer be passed.
    pub(super) fn is_shut(&self, group: &GroupNode, outcomes: &[Option<CaseGrade>]) -> bool {
        self.required(group).any(|group| group.has_failed(outcomes))
    }

    /// Returns the groups that this one requires, directly or through others.
    fn required(&self, group: &GroupNode) -> impl Iterator<Item = &GroupNode> {
        let names = self.required.get(&group.name);
        names.into_iter().flatten().filter_map(|name| self.group(name))
    }
}

impl GroupNode {
    /// Returns whether this is the folder of all secret cases, whose defaults are different.
    fn is_whole(&self) -> bool {
        self.name == SECRET
    }

    fn aggregation(&self) -> Aggregation {
        self.scoring.aggregation_in(&self.name)
    }

    fn max_score(&self) -> MaxScore {
        self.scoring.max_score_in(&self.name)
    }

    /// Returns the maximum score of the group; 0 if it is unbounded.
    fn most(&self) -> f64 {
        match self.max_score() {
            MaxScore::Bounded(most) => most,
            MaxScore::Unbounded => 0.0,
        }
    }

    /// Checks that a score of the group is not above its maximum score.
    fn within_most(&self, score: f64) -> Result<(), Fault> {
        match self.max_score() {
            MaxScore::Bounded(most) if score > most + ROUNDING => {
                let name = &self.name;
                let message = format!("{name} has a score of {score}; its max_score is {most}");
                Err(Fault::judge(message))
            }
            _ => Ok(()),
        }
    }

    /// Returns the maximum score of the static validation; 0 in a pass-fail group.
    fn static_most(&self) -> f64 {
        let validation = self.scoring.static_validation.as_ref();
        validation.and_then(|validation| validation.most_score).unwrap_or(0.0)
    }

    fn static_score(&self, outcomes: &[Option<CaseGrade>]) -> f64 {
        let outcome = self.static_case.and_then(|at| outcomes[at]);
        earned(outcome, self.static_most())
    }

    /// Returns the cases without the static validation.
    fn cases_run(&self) -> Vec<usize> {
        let mut cases = self.cases();
        cases.retain(|at| Some(*at) != self.static_case);
        cases
    }

    /// Returns what the cases share where their scores are added.
    fn shared(&self) -> f64 {
        (self.most() - self.static_most()).max(0.0)
    }

    /// Returns the maximum score of each case.
    fn each(&self) -> f64 {
        match self.aggregation() {
            Aggregation::Sum => self.shared() / self.cases_run().len().max(1) as f64,
            Aggregation::Min | Aggregation::PassFail => self.most(),
        }
    }

    /// Returns the sum of the scores of the cases. Shares are counted before they are multiplied: a
    /// share is no exact number, and all of them together are the whole.
    fn sum(&self, outcomes: &[Option<CaseGrade>]) -> f64 {
        let cases = self.cases_run();
        let (mut shares, mut points) = (0.0, 0.0);
        for case in cases.iter().filter_map(|at| outcomes[*at]) {
            match case.score {
                _ if case.verdict != Verdict::Accepted => {}
                Some(Score::Points(given)) => points += given,
                share => shares += worth(share, 1.0),
            }
        }
        points + self.shared() * shares / cases.len().max(1) as f64
    }

    fn score_new(&self, outcomes: &[Option<CaseGrade>]) -> f64 {
        let each = self.each();
        let own = self.static_case.map(|_| self.static_score(outcomes));
        let scores = self.cases_run().into_iter().map(|at| earned(outcomes[at], each));
        match self.aggregation() {
            Aggregation::Sum => self.sum(outcomes) + own.unwrap_or(0.0),
            Aggregation::Min => scores.chain(own).reduce(f64::min).unwrap_or(0.0),
            Aggregation::PassFail if self.is_passed(outcomes) => self.most(),
            Aggregation::PassFail => 0.0,
        }
    }
}
