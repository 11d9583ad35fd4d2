//! The figures of all candidates together.

use std::collections::BTreeMap;

use referee_events::Verdict;

use crate::index::TaskNumber;
use crate::row::Row;

/// The figures of a batch.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct BatchTally {
    /// The number of candidates.
    pub candidates: usize,
    /// The number of candidates with each verdict.
    pub verdicts: BTreeMap<Verdict, usize>,
    /// The number of further candidates that were left out with their tasks.
    pub left_out: usize,
    /// The number of candidates that could not be judged.
    pub not_judged: usize,
    /// The first of these, with the reason.
    pub first_not_judged: Option<String>,
    /// The number of candidates that are equal to one that was judged before.
    pub repeated: usize,
    /// The number of candidates that an earlier call judged.
    pub resumed: usize,
    /// The number of verdicts that an idle machine might not give.
    pub unconfirmed: usize,
    /// The number of runs of this call.
    pub runs: usize,
    /// The sum of rewards.
    pub reward: f64,
    /// The numbers of candidates of each task that were judged, and that were accepted.
    by_task: Vec<(u32, u32)>,
}

impl BatchTally {
    /// Adds a row of a task. An earlier call may have judged it.
    pub(crate) fn add(&mut self, row: &Row, task: Option<TaskNumber>, is_earlier: bool) {
        self.candidates += 1;
        self.resumed += usize::from(is_earlier);
        let Some(verdict) = row.verdict else {
            self.not_judged += 1;
            let why = row.message.as_deref().unwrap_or("no reason is known");
            self.first_not_judged.get_or_insert_with(|| format!("{}: {why}", row.id));
            return;
        };
        *self.verdicts.entry(verdict).or_default() += 1;
        self.unconfirmed += usize::from(!row.confirmed);
        self.reward += row.reward.unwrap_or(0.0);
        if row.repeated {
            self.repeated += 1
        } else if !is_earlier {
            self.runs += row.run
        }
        if let Some(number) = task {
            let number = number as usize;
            if self.by_task.len() <= number {
                self.by_task.resize(number + 1, (0, 0));
            }
            let (judged, accepted) = &mut self.by_task[number];
            *judged += 1;
            *accepted += u32::from(verdict == Verdict::Accepted);
        }
    }

    /// Returns how many candidates were judged.
    pub fn judged(&self) -> usize {
        self.candidates - self.not_judged
    }

    /// Returns how many tasks have candidates that were judged.
    pub fn tasks(&self) -> usize {
        self.by_task.iter().filter(|(judged, _)| *judged > 0).count()
    }

    /// Returns how many tasks have an accepted candidate.
    pub fn solved(&self) -> usize {
        self.by_task.iter().filter(|(_, accepted)| *accepted > 0).count()
    }

    /// Returns pass@k, the mean over all tasks of the unbiased estimate 1 - C(n-c, k)/C(n, k), and
    /// the number of tasks. Tasks with fewer than k candidates do not count.
    pub fn pass_at(&self, k: u32) -> Option<(f64, usize)> {
        let tasks = self.by_task.iter().filter(|(judged, _)| *judged >= k);
        let estimates: Vec<f64> = tasks.map(|(n, c)| pass_at(*n, *c, k)).collect();
        let sum: f64 = estimates.iter().sum();
        (!estimates.is_empty()).then(|| (sum / estimates.len() as f64, estimates.len()))
    }
}

/// Estimates the probability that one of k candidates is accepted, if c of n are.
fn pass_at(n: u32, c: u32, k: u32) -> f64 {
    if n - c < k {
        return 1.0;
    }
    let none = (n - c + 1..=n).map(|i| 1.0 - f64::from(k) / f64::from(i)).product::<f64>();
    1.0 - none
}

#[cfg(test)]
mod tests {
    use super::*;

    fn binomial(n: u32, k: u32) -> f64 {
        (0..k).map(|i| f64::from(n - i) / f64::from(i + 1)).product()
    }

    #[test]
    fn estimates_are_unbiased() {
        for n in 1..12 {
            for c in 0..=n {
                for k in 1..=n {
                    let none = if n - c < k { 0.0 } else { binomial(n - c, k) / binomial(n, k) };
                    assert!((pass_at(n, c, k) - (1.0 - none)).abs() < 1e-12, "{n} {c} {k}");
                }
            }
        }
    }

    #[test]
    fn tasks_with_too_few_candidates_do_not_count() {
        let tally = BatchTally { by_task: vec![(2, 1), (4, 0), (0, 0)], ..BatchTally::default() };
        assert_eq!(tally.pass_at(1), Some((0.25, 2)));
        assert_eq!(tally.pass_at(3), Some((0.0, 1)));
        assert_eq!(tally.pass_at(5), None);
        assert_eq!((tally.tasks(), tally.solved()), (2, 1));
    }
}
