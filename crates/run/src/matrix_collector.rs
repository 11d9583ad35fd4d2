//! Collects the kill matrix of a run from its events, for `strength`, and for pages.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use crate::judge_task::JudgeTask;
use referee_events::{Event, JudgedCase};
use referee_package::{ExpectationResult, ExpectedVerdicts, Verdict};
use referee_page::{SuiteFindings, SuiteSource};
use referee_problem::cases::CaseFile;
use referee_suites::{KillMatrix, MatrixCase, Needs, SuiteAnalysis};

/// A kill matrix under construction, and its analysis once the run is over.
pub struct MatrixCollector {
    needs: Needs,
    /// Whether the matrix is the purpose of the run.
    is_purpose: bool,
    open: RefCell<OpenMatrix>,
    done: OnceCell<DoneMatrix>,
    analysis: OnceCell<SuiteAnalysis>,
}

/// The kill matrix of a run that is over.
#[derive(Default)]
pub struct DoneMatrix {
    /// The name of the problem.
    pub problem: String,
    /// Which case kills which program.
    pub matrix: KillMatrix,
}

/// The matrix of a run in progress.
#[derive(Default)]
struct OpenMatrix {
    done: DoneMatrix,
    expected: HashMap<Arc<str>, Arc<ExpectedVerdicts>>,
    /// The judgements of the current submission.
    judged: Vec<JudgedCase>,
}

impl MatrixCollector {
    /// Creates the collector of a run whose purpose is its matrix.
    pub fn new(needs: Needs) -> MatrixCollector {
        MatrixCollector {
            needs,
            is_purpose: true,
            open: RefCell::default(),
            done: OnceCell::new(),
            analysis: OnceCell::new(),
        }
    }

    /// Creates the collector of a run whose page also shows the matrix.
    pub fn beside_others() -> MatrixCollector {
        MatrixCollector { is_purpose: false, ..MatrixCollector::new(Needs::BESIDE_OTHERS) }
    }

    /// Handles an event of the run.
    pub fn event(&self, task: &JudgeTask, event: &Event) {
        let mut open = self.open.borrow_mut();
        match event {
            Event::Finished(_) => {
                let _ = self.done.set(std::mem::take(&mut open.done));
            }
            _ => open.event(task, event),
        }
    }

    /// Returns the matrix, which is empty until the run is over.
    pub fn done(&self) -> &DoneMatrix {
        self.done.get_or_init(DoneMatrix::default)
    }

    /// Returns the analysis of the matrix.
    pub fn analysis(&self) -> &SuiteAnalysis {
        self.analysis.get_or_init(|| SuiteAnalysis::of(&self.done().matrix, self.needs))
    }
}

impl SuiteSource for MatrixCollector {
    fn findings(&self) -> Option<SuiteFindings<'_>> {
        let matrix = &self.done().matrix;
        // If no submission is expected to fail, nothing shows the worth of cases.
        (!matrix.wrong.is_empty()).then(|| SuiteFindings {
            matrix,
            analysis: self.analysis(),
            needs: self.needs,
            is_purpose: self.is_purpose,
        })
    }
}

impl OpenMatrix {
    fn event(&mut self, task: &JudgeTask, event: &Event) {
        match event {
            Event::Started(started) => {
                // Errors in the manifest were reported when the cases were found.
                let on_demand: BTreeSet<String> =
                    task.place.on_demand().into_iter().flatten().collect();
                let cases = task.cases.iter();
                let cases = cases.map(|case| matrix_case(case, on_demand.contains(&*case.name)));
                let matrix = KillMatrix::new(cases.collect());
                self.done = DoneMatrix { problem: started.problem.clone(), matrix };
                let submissions = task.found.submissions.iter();
                let expected =
                    submissions.filter_map(|one| Some((one.name.clone(), one.expected.clone()?)));
                self.expected = expected.collect();
            }
            Event::Judged(judged) => self.judged.push(judged.without_excerpts()),
            Event::Submission(end) => {
                let expected = self.expected.get(&end.contestant).map(|expected| &**expected);
                // A program that does not compile shows nothing about cases.
                if end.verdict != Some(Verdict::CompileError) {
                    self.done.matrix.add(&end.contestant, expected, &self.judged);
                } else if end.met != ExpectationResult::AsExpected {
                    self.done.matrix.not_judged.push(end.contestant.clone());
                }
                self.judged.clear();
            }
            // Some of its cases do not show the worth of each among all.
            Event::Block(_) => self.judged.clear(),
            Event::Extra { .. } | Event::Fault { .. } | Event::Finished(_) => {}
        }
    }
}

fn matrix_case(case: &CaseFile, is_on_demand: bool) -> MatrixCase {
    let bytes = [Some(case.input.clone()), case.has_answer.then(|| case.answer())];
    let bytes = bytes.into_iter().flatten().filter_map(|path| Some(path.metadata().ok()?.len()));
    MatrixCase { name: case.name.clone(), bytes: bytes.sum(), seconds: 0.0, is_on_demand }
}
