//! `referee suite` and `referee strength`.

use std::collections::HashMap;
use std::sync::Arc;

use super::args::{self, SuiteFormat, SuiteWeight};
use super::judge;
use super::judge_task::JudgeTask;
use super::output::OutputSettings;
use super::record::Asked;
use super::trials;
use crate::cases::CaseFile;
use crate::events::{Event, JudgedCase, Totals};
use crate::exit::Exit;
use crate::report;
use crate::suite::{KillMatrix, MatrixCase, Needs, SuiteAnalysis, Weight};
use referee_base::fault::Fault;
use referee_package::{ExpectedVerdicts, Verdict};

pub(super) fn run(
    args: args::SuiteArgs,
    jobs: Option<usize>,
    output: &OutputSettings,
) -> anyhow::Result<Exit> {
    let weight = match args.least {
        SuiteWeight::Cases => Weight::Number,
        SuiteWeight::Bytes => Weight::Bytes,
        SuiteWeight::Time => Weight::Time,
    };
    let needs = Needs { times: args.cover, weight, steps: args.steps };
    let run = MatrixRun::of(args.programs, jobs, output)?;
    let (problem, matrix) = (&run.problem, &run.matrix);
    let suite = SuiteAnalysis::of(matrix, needs);
    match args.format {
        _ if args.order => output.print(&report::suite::order(matrix, &suite))?,
        SuiteFormat::Human => {
            output.tell(&report::suite::human(problem, matrix, &suite, needs, output.width()))?;
        }
        SuiteFormat::Csv => {
            let table = report::suite::csv(matrix)?;
            output.print(&String::from_utf8_lossy(&table))?;
        }
        SuiteFormat::Json => output.print(&report::suite::json(problem, matrix, &suite, needs)?)?,
    }
    Ok(run.exit())
}

pub(super) fn strength(
    args: args::StrengthArgs,
    jobs: Option<usize>,
    output: &OutputSettings,
) -> anyhow::Result<Exit> {
    let run = MatrixRun::of(args.programs, jobs, output)?;
    let strength = run.matrix.strength();
    let text = match args.json {
        true => report::suite::strength_json(&run.problem, &run.matrix, &strength)?,
        false => report::suite::strength(&run.problem, &run.matrix, &strength, args.least),
    };
    output.print(&text)?;
    let is_strong = strength.is_fair() && strength.caught_share() >= args.least;
    Ok(run.exit().max(if is_strong { Exit::Expected } else { Exit::Failed }))
}

/// The kill matrix of a run.
struct MatrixRun {
    problem: String,
    matrix: KillMatrix,
    totals: Totals,
}

impl MatrixRun {
    /// Runs all programs on all cases.
    fn of(
        args: args::ProgramsArgs,
        jobs: Option<usize>,
        output: &OutputSettings,
    ) -> Result<MatrixRun, Fault> {
        let judge = trials::judge_args(args);
        let mut collector = Collector::default();
        let asked = Asked::once(judge, jobs);
        let totals =
            judge::judge(&asked, output, Some(&mut |task, event| collector.event(task, event)))?;
        Ok(MatrixRun { problem: collector.problem, matrix: collector.matrix, totals })
    }

    /// Only what could not be judged makes a matrix worthless.
    fn exit(&self) -> Exit {
        match self.totals.judge_errors > 0
            || self.totals.submissions.is_some_and(|all| all.not_judged > all.allowed)
        {
            true => Exit::JudgeError,
            false => Exit::Expected,
        }
    }
}

/// Collects a kill matrix from events.
#[derive(Default)]
struct Collector {
    problem: String,
    matrix: KillMatrix,
    expected: HashMap<Arc<str>, Arc<ExpectedVerdicts>>,
    /// The judgements of the current submission.
    judged: Vec<JudgedCase>,
}

impl Collector {
    fn event(&mut self, task: &JudgeTask, event: &Event) {
        match event {
            Event::Started(started) => {
                self.problem = started.problem.clone();
                self.matrix = KillMatrix::new(task.cases.iter().map(matrix_case).collect());
                let submissions = task.found.submissions.iter();
                let expected =
                    submissions.filter_map(|one| Some((one.name.clone(), one.expected.clone()?)));
                self.expected = expected.collect();
            }
            Event::Judged(judged) => self.judged.push(judged.without_excerpts()),
            Event::Submission(end) => {
                let expected = self.expected.get(&end.contestant).map(|expected| &**expected);
                // What does not compile has nothing to do with cases.
                if end.verdict != Some(Verdict::CompileError) {
                    self.matrix.add(&end.contestant, expected, &self.judged);
                }
                self.judged.clear();
            }
            Event::Extra { .. } | Event::Fault { .. } | Event::Finished(_) => {}
        }
    }
}

fn matrix_case(case: &CaseFile) -> MatrixCase {
    let bytes = [Some(case.input.clone()), case.has_answer.then(|| case.answer())];
    let bytes = bytes.into_iter().flatten().filter_map(|path| Some(path.metadata().ok()?.len()));
    MatrixCase { name: case.name.clone(), bytes: bytes.sum(), seconds: 0.0 }
}
