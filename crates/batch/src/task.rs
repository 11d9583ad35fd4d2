//! A task: its tests, how they are judged, and what else is known.

use std::fmt;
use std::sync::Arc;

use referee_problem::CheckerProtocol;
use referee_problem::limits::LimitOverrides;
use serde_json::value::RawValue;

use crate::comparing::Comparing;
use crate::problem_task::ProblemTask;

/// The minimum length of a text that ends in `...` because it was truncated.
const CUT: usize = 200;

/// The shapes of records.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shape {
    /// A problem with its cases, which is not a record.
    #[default]
    Problem,
    /// The shape described here, into which a table of fields translates others.
    Referee,
    /// `public_test_cases`, `private_test_cases`.
    LiveCodeBench,
    /// `input_output`.
    Apps,
    /// `public_tests`, `private_tests`, `generated_tests`.
    CodeContests,
    /// `official_tests`.
    OpenR1,
    /// `verification_info`.
    Synthetic,
    /// `verifier_metadata`.
    NemoGym,
    /// `test`, a list of `{input: {stdin}, output: {stdout}}`.
    CommonOj,
    /// `test` and `entry_point`.
    HumanEval,
    /// `test_list`.
    Mbpp,
    /// `test_code`, or `test` without an entry point.
    KodCode,
    /// `reward_model`.
    Verl,
    /// `ground_truth`.
    OpenInstruct,
}

impl Shape {
    /// The shapes of records by name, with their titles.
    pub const ALL: [(Shape, &'static str, &'static str); 13] = [
        (Shape::Referee, "referee", "referee"),
        (Shape::LiveCodeBench, "livecodebench", "LiveCodeBench"),
        (Shape::Apps, "apps", "APPS and TACO"),
        (Shape::CodeContests, "codecontests", "CodeContests"),
        (Shape::OpenR1, "open-r1", "open-r1"),
        (Shape::Synthetic, "synthetic-1", "SYNTHETIC-1"),
        (Shape::NemoGym, "nemo-gym", "NeMo Gym"),
        (Shape::CommonOj, "common-oj", "SandboxFusion's CommonOJ"),
        (Shape::HumanEval, "humaneval", "HumanEval"),
        (Shape::Mbpp, "mbpp", "MBPP"),
        (Shape::KodCode, "kodcode", "KodCode"),
        (Shape::Verl, "verl", "verl"),
        (Shape::OpenInstruct, "open-instruct", "open-instruct"),
    ];

    /// Returns its title for people.
    pub fn title(self) -> &'static str {
        Shape::ALL.iter().find(|(shape, ..)| *shape == self).map_or("problem", |(.., title)| title)
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.title())
    }
}

/// A task.
#[derive(Debug, Default)]
pub struct Task {
    /// Its name.
    pub id: String,
    /// The shape of its record.
    pub shape: Shape,
    /// Its tests, at least one.
    pub tests: Vec<Test>,
    /// How outputs are compared, if the task specifies it.
    pub comparing: Option<Comparing>,
    /// The program that judges outputs, if there is one.
    pub checker: Option<CheckerSource>,
    /// Its limits.
    pub limits: LimitOverrides,
    /// The language of candidates that do not name theirs.
    pub language: Option<String>,
    /// The text that precedes a completion.
    pub prompt: String,
    /// The function that its tests call.
    pub entry_point: Option<String>,
    /// The solutions that come with it.
    pub solutions: Vec<Solution>,
    /// The problem, if its tests are cases of one.
    pub problem: Option<Arc<ProblemTask>>,
}

/// A test of a task.
#[derive(Debug)]
pub enum Test {
    /// Standard input, and the right output.
    Stdin {
        /// The input.
        input: String,
        /// The right output.
        output: String,
    },
    /// The call of a function with values.
    Call {
        /// The function; `Class.method` for a method.
        function: String,
        /// The arguments.
        arguments: Vec<Box<RawValue>>,
        /// The right results, any of which is accepted.
        results: Vec<Box<RawValue>>,
    },
    /// Code in Python that calls functions of the candidate, and fails if a result is wrong.
    Code(String),
    /// A case of the problem, by position.
    Case(usize),
}

/// A program that judges outputs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckerSource {
    /// Its source.
    pub source: String,
    /// Its language.
    pub language: String,
    /// How it is called.
    pub protocol: Protocol,
}

/// How the checker of a task is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// As one of the formats of contests specifies.
    Contest(CheckerProtocol),
    /// `checker INPUT ANSWER OUTPUT`, which prints a number: 1 or more accepts.
    Prints,
}

/// A solution that comes with a task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// Its source.
    pub code: String,
    /// Its language, if known.
    pub language: Option<String>,
    /// Whether it is right.
    pub is_right: bool,
}

impl Test {
    /// Returns whether its text was truncated in the data set.
    fn is_cut(&self) -> bool {
        let is_cut = |text: &str| text.len() >= CUT && text.trim_end().ends_with("...");
        match self {
            Test::Stdin { input, output } => is_cut(input) || is_cut(output),
            Test::Call { .. } | Test::Code(_) | Test::Case(_) => false,
        }
    }
}

impl Task {
    pub(crate) fn bare(id: String, shape: Shape, limits: LimitOverrides) -> Task {
        Task { id, shape, limits, ..Task::default() }
    }

    pub(crate) fn of_problem(problem: &Arc<ProblemTask>) -> Task {
        let name = problem.problem.name().to_string();
        let bare = Task::bare(name, Shape::Problem, problem.limits);
        let tests = (0..problem.cases.len()).map(Test::Case).collect();
        Task { tests, problem: Some(Arc::clone(problem)), ..bare }
    }

    /// Returns the functions that its right solutions define, if they are in Python.
    pub(crate) fn defined(&self) -> Vec<&str> {
        let right = self.solutions.iter().filter(|solution| solution.is_right);
        let lines = right.flat_map(|solution| solution.code.lines());
        let heads = lines.filter_map(|line| line.strip_prefix("def ")?.split_once('('));
        heads.map(|(name, _)| name.trim()).collect()
    }

    /// Returns what makes its verdicts doubtful, if anything does.
    pub fn warning(&self) -> Option<String> {
        let cut = self.tests.iter().filter(|test| test.is_cut()).count();
        let of = self.tests.len();
        (cut > 0).then(|| format!("{cut} of {of} tests end in `...`: the data set truncated them"))
    }
}
