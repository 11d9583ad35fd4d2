//! The figures of a run: results, groups of cases, cases, and equal failures.

use std::collections::HashMap;
use std::sync::Arc;

use serde::Serialize;

use super::failures::{CollectedFailures, EqualFailures};
use referee_course::spread::Spread;
use referee_display::suspicions::{command, question};
use referee_events::points::Points;
use referee_events::{Event, JudgedCase, Reason, Runs, Started, SubmissionResult, Verdict};
use referee_suites::suspicions::{Suspicion, SuspicionCollector};

/// The greatest score in a distribution: the sum over a class must not overflow.
const MAX_SCORE: f64 = 1e12;

/// The unit of results.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ResultUnit {
    /// The points of `problem.toml`.
    Points,
    /// The score of a package.
    Score,
    /// The number of cases passed.
    #[default]
    Cases,
}

impl ResultUnit {
    /// Returns the noun for results in this unit.
    pub fn noun(self) -> &'static str {
        match self {
            ResultUnit::Points => "points",
            ResultUnit::Score => "scores",
            ResultUnit::Cases => "cases passed",
        }
    }

    /// Formats the distribution of results in one line.
    pub fn described(self, spread: &Spread) -> String {
        let Spread { most, mean, median, .. } = spread;
        let before = match self {
            ResultUnit::Points | ResultUnit::Cases => "of",
            // Scores need not have a maximum, so this is the best of the class.
            ResultUnit::Score => "best",
        };
        format!("{}: mean {mean}, median {median}, {before} {most}", self.noun())
    }
}

/// Statistics of a run.
#[derive(Debug, Serialize)]
pub struct Statistics {
    /// The problem's name.
    pub problem: String,
    /// The file that defines additional languages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub languages: Option<String>,
    /// The number of judged submissions.
    pub judged: usize,
    /// The number of submissions that were not judged: these count nowhere.
    pub not_judged: usize,
    /// The number of excused submissions: these count nowhere, either.
    #[serde(skip_serializing_if = "is_zero")]
    pub excused: usize,
    /// The unit of results.
    pub unit: ResultUnit,
    /// What looks odd about the class, with questions and commands.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub suspicions: Vec<AskedSuspicion>,
    /// The distribution of the known results; absent if there are none, or if a score is negative
    /// or huge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub results: Option<Spread>,
    /// The distribution of points in each group that is worth points.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<GroupStatistics>,
    /// The cases that some submission failed, hardest first.
    pub cases: Vec<CaseStatistics>,
    /// Equal failures of several submissions.
    pub failures: Vec<EqualFailures>,
}

/// A suspicion, with a question and a command.
#[derive(Debug, Serialize)]
pub struct AskedSuspicion {
    #[serde(flatten)]
    suspicion: Suspicion,
    /// The question to ask about it.
    pub question: String,
    /// The command that investigates it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
}

/// Returns what looks odd in a run, with questions and commands.
pub(crate) fn asked(collector: &SuspicionCollector, runs: Option<&Runs>) -> Vec<AskedSuspicion> {
    let all = collector.suspicions().into_iter();
    all.map(|suspicion| AskedSuspicion {
        question: question(&suspicion),
        command: command(&suspicion, runs),
        suspicion,
    })
    .collect()
}

/// The distribution of a group's points.
#[derive(Debug, Serialize)]
pub struct GroupStatistics {
    /// The displayed title of the group.
    pub title: Arc<str>,
    /// The distribution of its points.
    #[serde(flatten)]
    pub spread: Spread,
    /// The number of submissions with all of its points.
    pub all: usize,
    /// The number of submissions with none of them.
    pub none: usize,
}

/// The results on a case.
#[derive(Debug, Serialize)]
pub struct CaseStatistics {
    /// The case.
    pub case: Arc<str>,
    /// The number of submissions run on it.
    pub run: usize,
    /// The number of them that failed.
    pub failed: usize,
    /// The count of each reason, most frequent first.
    pub reasons: Vec<(Reason, usize)>,
}

/// Statistics under construction.
#[derive(Debug, Default)]
pub struct StatisticsCollector {
    started: Option<Started>,
    ends: Vec<SubmissionResult>,
    /// The count of each reason, by case.
    reasons: HashMap<Arc<str>, HashMap<Reason, usize>>,
    /// The number of cases passed, by submission.
    passed: HashMap<Arc<str>, usize>,
    failures: CollectedFailures,
    suspicions: SuspicionCollector,
}

impl StatisticsCollector {
    /// Processes an event.
    pub fn event(&mut self, event: &Event) {
        self.suspicions.event(event);
        match event {
            Event::Started(started) => self.started = Some(started.clone()),
            Event::Judged(judged) => self.judged(judged),
            Event::Submission(end) => {
                self.ends.push(SubmissionResult { message: String::new(), ..end.clone() });
            }
            Event::Extra { .. } | Event::Fault { .. } | Event::Block(_) | Event::Finished(_) => {}
        }
    }

    fn judged(&mut self, judged: &JudgedCase) {
        if judged.verdict == Verdict::JudgeError {
            return;
        }
        let reasons = self.reasons.entry(Arc::clone(&judged.case)).or_default();
        *reasons.entry(judged.reason).or_default() += 1;
        if judged.reason == Reason::Proved {
            *self.passed.entry(Arc::clone(&judged.contestant)).or_default() += 1;
        }
        self.failures.add(judged);
    }

    /// Returns the statistics so far; `None` before the run has started.
    pub fn statistics(&self) -> Option<Statistics> {
        let started = self.started.as_ref()?;
        let judged: Vec<&SubmissionResult> = self.ends.iter().filter(|end| counts(end)).collect();
        let excused = self.ends.iter().filter(|end| is_excused(end)).count();
        let (unit, most) = self.unit(started, &judged);
        Some(Statistics {
            problem: started.problem.clone(),
            languages: started.languages().map(String::from),
            judged: judged.len(),
            not_judged: self.ends.len() - judged.len() - excused,
            excused,
            unit,
            suspicions: asked(&self.suspicions, started.runs.as_ref()),
            results: self.results(&judged, unit, most),
            groups: groups(started, &judged),
            cases: self.cases(started),
            failures: self.failures.equal(),
        })
    }

    fn unit(&self, started: &Started, judged: &[&SubmissionResult]) -> (ResultUnit, Points) {
        if !started.groups.is_empty() {
            return (ResultUnit::Points, started.most_points());
        }
        if judged.iter().any(|end| end.scores.score().is_some()) {
            (ResultUnit::Score, Points::default())
        } else {
            (ResultUnit::Cases, Points::of_hundredths(100 * started.cases.len() as u64))
        }
    }

    /// Returns the distribution of the known results; `None` if there are none, or if a score is
    /// negative or greater than [`MAX_SCORE`].
    fn results(
        &self,
        judged: &[&SubmissionResult],
        unit: ResultUnit,
        most: Points,
    ) -> Option<Spread> {
        let mut scores = judged.iter().filter_map(|end| end.scores.score());
        if !scores.all(|score| (0.0..=MAX_SCORE).contains(&score)) {
            return None;
        }
        let results = judged.iter().filter_map(|end| self.result(end, unit));
        Spread::of(&results.collect::<Vec<_>>(), most)
    }

    /// Returns the result of a submission; `None` if it is unknown, because a case could not be
    /// judged.
    fn result(&self, end: &SubmissionResult, unit: ResultUnit) -> Option<Points> {
        match unit {
            // The points that count: decided by hand, or earned minus penalties.
            ResultUnit::Points => end.grade(),
            ResultUnit::Score => {
                let score = end.scores.score()?;
                Some(Points::of_hundredths((score * 100.0).round() as u64))
            }
            ResultUnit::Cases => {
                let passed = self.passed.get(&end.contestant).copied().unwrap_or(0);
                Some(Points::of_hundredths(100 * passed as u64))
            }
        }
    }

    fn cases(&self, started: &Started) -> Vec<CaseStatistics> {
        let of_case = |case: &Arc<str>| {
            let all = self.reasons.get(case)?;
            let run = all.values().sum();
            let failures = all.iter().filter(|(reason, _)| **reason != Reason::Proved);
            let mut reasons: Vec<(Reason, usize)> =
                failures.map(|(&reason, &count)| (reason, count)).collect();
            reasons.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
            let failed = reasons.iter().map(|(_, count)| count).sum();
            (failed > 0).then(|| CaseStatistics { case: Arc::clone(case), run, failed, reasons })
        };
        let mut cases: Vec<CaseStatistics> = started.cases.iter().filter_map(of_case).collect();
        // The sort is stable: ties keep the order of cases.
        cases.sort_by_key(|case| std::cmp::Reverse(case.failed));
        cases
    }
}

/// Returns whether a submission has a result: it was judged, or its points were decided by hand.
fn counts(end: &SubmissionResult) -> bool {
    !is_excused(end) && (end.verdict.is_some() || end.decided().is_some())
}

fn is_excused(end: &SubmissionResult) -> bool {
    end.decision.as_ref().is_some_and(|decision| decision.is_excused)
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

fn groups(started: &Started, judged: &[&SubmissionResult]) -> Vec<GroupStatistics> {
    let groups = started.groups.iter().enumerate().filter_map(|(at, group)| {
        let earned = judged.iter().filter_map(|end| end.scores.earned().get(at));
        let earned: Vec<Points> = earned.map(|earned| earned.points).collect();
        Some(GroupStatistics {
            title: Arc::clone(&group.title),
            spread: Spread::of(&earned, group.most_points)?,
            all: earned.iter().filter(|&&points| points == group.most_points).count(),
            none: earned.iter().filter(|points| points.is_none()).count(),
        })
    });
    groups.collect()
}

#[cfg(test)]
mod tests;
