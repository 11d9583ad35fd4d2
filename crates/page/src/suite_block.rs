//! What cases catch, as stored in the page: which case catches which wrong program, the weak spots,
//! and the smallest suite.

use std::io;

use serde::Serialize;

use super::block::DataBlock;
use referee_report::suite::proof;
use referee_suites::{KillMatrix, Needs, SuiteAnalysis};

/// Provides what the cases of a run catch, once the run is over.
pub trait SuiteSource {
    /// Returns the findings; `None` if no program of the run is expected to fail.
    fn findings(&self) -> Option<SuiteFindings<'_>>;
}

/// A kill matrix with its analysis.
#[derive(Clone, Copy)]
pub struct SuiteFindings<'a> {
    /// Which case kills which program.
    pub matrix: &'a KillMatrix,
    /// The analysis of the matrix.
    pub analysis: &'a SuiteAnalysis,
    /// The requirements of the smallest suite.
    pub needs: Needs,
    /// Whether the page is made mainly for the matrix.
    pub is_purpose: bool,
}

/// What cases catch, as stored in the page. Cases and submissions are numbers, as everywhere in the
/// block `run`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct SuiteBlock<'a> {
    /// Whether the page opens with it.
    is_purpose: bool,
    /// The wrong programs, in the order of the rows of the block `caught`.
    wrong: Vec<usize>,
    right: Vec<RightRow<'a>>,
    not_judged: Vec<usize>,
    /// Wrong programs that no case catches, that a single case catches, and that only cases made on
    /// demand catch.
    uncaught: Vec<usize>,
    weak: Vec<WeakRow>,
    on_demand_only: Vec<usize>,
    /// The cases made on demand, and those that catch no program.
    on_demand: Vec<usize>,
    idle: &'a [usize],
    rank: usize,
    smallest: SmallestSuite<'a>,
    /// The order in which wrong programs fail soonest, and how many of its first cases catch all
    /// programs that any case catches.
    order: &'a [usize],
    order_catching: usize,
    /// For each case, the size of input and answer in bytes, and the time of the slowest right
    /// program in seconds.
    costs: Vec<(u64, f64)>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct RightRow<'a> {
    submission: usize,
    refused_by: &'a [usize],
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct WeakRow {
    submission: usize,
    case: usize,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct SmallestSuite<'a> {
    cases: &'a [usize],
    /// A sentence on whether it is proved minimal.
    proof: String,
}

impl<'a> SuiteFindings<'a> {
    /// Returns the block; `number` looks up submissions.
    pub(crate) fn block(&self, number: &dyn Fn(&str) -> Option<usize>) -> SuiteBlock<'a> {
        let SuiteFindings { matrix, analysis, needs, is_purpose } = *self;
        // All of them are submissions of the run.
        let find = |name: &str| number(name).unwrap_or_default();
        let program = |&wrong: &usize| find(&matrix.wrong[wrong].name);
        let right = matrix
            .right
            .iter()
            .map(|one| RightRow { submission: find(&one.name), refused_by: &one.rejected_by });
        let weak_row = |at: &usize| WeakRow {
            submission: program(at),
            case: matrix.wrong[*at].rejected_by[0],
        };
        let on_demand = matrix.cases.iter().enumerate().filter(|(_, case)| case.is_on_demand);
        SuiteBlock {
            is_purpose,
            wrong: matrix.wrong.iter().map(|one| find(&one.name)).collect(),
            right: right.collect(),
            not_judged: matrix.not_judged.iter().map(|name| find(name)).collect(),
            uncaught: analysis.uncaught.iter().map(program).collect(),
            weak: analysis.weak.iter().map(weak_row).collect(),
            on_demand_only: analysis.on_demand_only.iter().map(program).collect(),
            on_demand: on_demand.map(|(case, _)| case).collect(),
            idle: &analysis.idle,
            rank: analysis.rank,
            smallest: SmallestSuite {
                cases: &analysis.smallest.columns,
                proof: proof(analysis, needs),
            },
            order: &analysis.order.cases,
            order_catching: analysis.order.catching,
            costs: matrix.cases.iter().map(|case| (case.bytes, case.seconds)).collect(),
        }
    }

    /// Returns the block `caught`: a row for each wrong program, with a byte for each case, 1 if
    /// the case catches the program.
    pub(crate) fn caught(&self) -> io::Result<DataBlock> {
        let KillMatrix { cases, wrong, .. } = self.matrix;
        let mut rows = vec![0; wrong.len() * cases.len()];
        for (number, program) in wrong.iter().enumerate() {
            program.rejected_by.iter().for_each(|&case| rows[number * cases.len() + case] = 1);
        }
        DataBlock::of("caught".into(), &rows)
    }
}
