//! The kill matrix: which case catches which wrong program.

use std::collections::HashMap;
use std::sync::Arc;

use serde::Serialize;

use super::order::{self, CaseOrder};
use super::rank;
use referee_events::{JudgedCase, Verdict};
use referee_package::{CaseVerdict, ExpectationResult, ExpectedVerdicts};

/// A case of the matrix.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MatrixCase {
    /// The case.
    pub name: Arc<str>,
    /// The size of its input and answer together, in bytes.
    pub bytes: u64,
    /// The time of the slowest right program, in seconds.
    pub seconds: f64,
    /// Whether it is generated on demand, so that a run may lack it.
    #[serde(rename = "on_demand")]
    pub is_on_demand: bool,
}

/// A program that was run on all cases.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatrixProgram {
    /// The submission.
    pub name: Arc<str>,
    /// The cases that reject a right program, or catch a wrong one: positions in the matrix,
    /// ascending.
    pub rejected_by: Vec<usize>,
}

/// Which case catches which program.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct KillMatrix {
    /// The cases.
    pub cases: Vec<MatrixCase>,
    /// The programs that are expected to fail.
    pub wrong: Vec<MatrixProgram>,
    /// The programs that are expected to be accepted.
    pub right: Vec<MatrixProgram>,
    /// Programs that were not judged, or not on all cases.
    pub not_judged: Vec<Arc<str>>,
    numbers: HashMap<Arc<str>, usize>,
}

impl KillMatrix {
    /// Creates a matrix without programs.
    pub fn new(cases: Vec<MatrixCase>) -> KillMatrix {
        let numbers = cases.iter().zip(0..).map(|(case, number)| (case.name.clone(), number));
        KillMatrix { numbers: numbers.collect(), cases, ..KillMatrix::default() }
    }

    /// Adds a program that was run on all cases.
    ///
    /// A case catches a wrong program if its verdict alone would be as expected: for a program that
    /// is expected to be too slow, a case on which it is only wrong shows nothing.
    pub fn add(
        &mut self,
        name: &Arc<str>,
        expected: Option<&ExpectedVerdicts>,
        judged: &[JudgedCase],
    ) {
        let known = judged.iter().filter(|judged| judged.verdict != Verdict::JudgeError);
        if known.count() < self.cases.len() {
            self.not_judged.push(name.clone());
            return;
        }
        if ExpectedVerdicts::demand_accepted(expected) {
            for judged in judged.iter().filter(|judged| judged.verdict == Verdict::Accepted) {
                let seconds = judged.cpu_seconds();
                if let Some(&number) = self.numbers.get(&judged.case) {
                    self.cases[number].seconds = self.cases[number].seconds.max(seconds);
                }
            }
            let is_rejected = |judged: &JudgedCase| judged.verdict != Verdict::Accepted;
            self.right.push(self.program(name, judged, is_rejected));
            return;
        }
        let catches = |judged: &JudgedCase| {
            let JudgedCase { case, verdict, message, .. } = judged;
            let alone = CaseVerdict { case, verdict: *verdict, message };
            judged.verdict != Verdict::Accepted
                && expected.is_none_or(|expected| {
                    expected.compare(&[alone], None) == ExpectationResult::AsExpected
                })
        };
        self.wrong.push(self.program(name, judged, catches));
    }

    fn program(
        &self,
        name: &Arc<str>,
        judged: &[JudgedCase],
        rejects: impl Fn(&JudgedCase) -> bool,
    ) -> MatrixProgram {
        let rejected = judged.iter().filter(|judged| rejects(judged));
        let mut rejected_by: Vec<usize> =
            rejected.filter_map(|judged| self.numbers.get(&judged.case).copied()).collect();
        rejected_by.sort_unstable();
        MatrixProgram { name: name.clone(), rejected_by }
    }

    /// Returns the number of linearly independent failures.
    pub fn rank(&self) -> usize {
        let rows = self.wrong.iter().map(|one| &one.rejected_by[..]);
        rank::rank(rows, self.cases.len())
    }

    /// Returns the order of cases in which wrong programs fail soonest.
    pub fn order(&self) -> CaseOrder {
        let seconds: Vec<f64> = self.cases.iter().map(|case| case.seconds).collect();
        order::soonest(&self.caught(), &seconds, self.wrong.len())
    }

    /// Returns the programs that each case catches, by position.
    pub fn caught(&self) -> Vec<Vec<usize>> {
        let mut caught = vec![Vec::new(); self.cases.len()];
        for (number, program) in self.wrong.iter().enumerate() {
            program.rejected_by.iter().for_each(|&case| caught[case].push(number));
        }
        caught
    }

    /// Returns the number of right programs that all cases accept.
    pub fn accepted(&self) -> usize {
        self.right.iter().filter(|program| program.rejected_by.is_empty()).count()
    }

    /// Returns the share of right programs that are accepted, the true positive rate; 1 if there
    /// are none.
    pub fn accepted_share(&self) -> f64 {
        share(self.accepted(), self.right.len())
    }

    /// Returns the share of wrong programs that some case catches, the true negative rate; 1 if
    /// there are none.
    pub fn caught_share(&self) -> f64 {
        let caught = self.wrong.iter().filter(|program| !program.rejected_by.is_empty());
        share(caught.count(), self.wrong.len())
    }
}

fn share(part: usize, all: usize) -> f64 {
    if all == 0 { 1.0 } else { part as f64 / all as f64 }
}
