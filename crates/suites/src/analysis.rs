//! The analysis of a kill matrix: programs that no case catches, cases that alone catch some
//! program, cases that catch none, and the smallest suite that catches every program caught now.

use super::cover::{Cover, CoverProblem, CoverRow};
use super::{CaseOrder, KillMatrix, MatrixCase};
use referee_package::is_sample;

/// What a suite minimizes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    /// The number of cases.
    Number,
    /// The total size of inputs and answers in bytes.
    Bytes,
    /// The time of the slowest right program, in milliseconds.
    Time,
}

impl Weight {
    /// Returns its unit.
    pub fn unit(self) -> &'static str {
        match self {
            Weight::Number => "cases",
            Weight::Bytes => "bytes",
            Weight::Time => "milliseconds",
        }
    }
}

/// The requirements of a suite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Needs {
    /// How many of its cases must catch each program, at least 1. If fewer do, all of them must.
    pub times: usize,
    /// What the suite minimizes.
    pub weight: Weight,
    /// The maximum number of steps of the search.
    pub steps: u64,
}

impl Needs {
    /// The requirements if the analysis accompanies another result, which should not be delayed.
    pub const BESIDE_OTHERS: Needs = Needs { times: 1, weight: Weight::Number, steps: 2_000 };
}

/// The analysis of a kill matrix.
#[derive(Debug, Clone, PartialEq)]
pub struct SuiteAnalysis {
    /// Wrong programs that no case catches, by position.
    pub uncaught: Vec<usize>,
    /// Wrong programs that only one case catches, by position.
    pub weak: Vec<usize>,
    /// Wrong programs that only cases made on demand catch, by position.
    pub on_demand_only: Vec<usize>,
    /// Cases that catch no program, by position.
    pub idle: Vec<usize>,
    /// The cheapest set of cases that meets the requirements, including all samples. Its cost and
    /// its bound include them as well.
    pub smallest: Cover,
    /// The number of wrong programs it catches.
    pub caught: usize,
    /// The order of all cases in which wrong programs fail soonest.
    pub order: CaseOrder,
    /// The number of linearly independent failures.
    pub rank: usize,
}

impl SuiteAnalysis {
    /// Analyses a matrix.
    pub fn of(matrix: &KillMatrix, needs: Needs) -> SuiteAnalysis {
        let caught = matrix.caught();
        let positions = |is_one: &dyn Fn(&[usize]) -> bool| {
            let programs = matrix.wrong.iter().enumerate();
            let found = programs.filter(|(_, program)| is_one(&program.rejected_by));
            found.map(|(number, _)| number).collect::<Vec<_>>()
        };
        let uncaught = positions(&|cases| cases.is_empty());
        let is_on_demand = |case: &usize| matrix.cases[*case].is_on_demand;
        SuiteAnalysis {
            weak: positions(&|cases| cases.len() == 1),
            on_demand_only: positions(&|cases| !cases.is_empty() && cases.iter().all(is_on_demand)),
            idle: (0..caught.len()).filter(|&case| caught[case].is_empty()).collect(),
            smallest: smallest(matrix, needs),
            caught: matrix.wrong.len() - uncaught.len(),
            uncaught,
            order: matrix.order(),
            rank: matrix.rank(),
        }
    }
}

/// Finds the cheapest suite. Samples are part of the statement, so they stay, whatever they catch.
fn smallest(matrix: &KillMatrix, needs: Needs) -> Cover {
    let cost = |case: &MatrixCase| match needs.weight {
        Weight::Number => 1,
        Weight::Bytes => case.bytes.max(1),
        Weight::Time => (case.seconds * 1000.0).ceil().max(1.0) as u64,
    };
    let caught = matrix.wrong.iter().map(|program| &program.rejected_by);
    let caught = caught.filter(|cases| !cases.is_empty());
    let row = |cases: &Vec<usize>| CoverRow {
        columns: cases.clone(),
        demand: needs.times.min(cases.len()),
    };
    let mut rows: Vec<CoverRow> = caught.map(row).collect();
    let samples = (0..matrix.cases.len()).filter(|&case| is_sample(&matrix.cases[case].name));
    rows.extend(samples.map(|case| CoverRow { columns: vec![case], demand: 1 }));
    CoverProblem { costs: matrix.cases.iter().map(cost).collect(), rows }.solve(needs.steps)
}
