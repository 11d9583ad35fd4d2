//! JUnit XML, in the intersection of what Jenkins' schema (junit-10.xsd) allows and GitLab shows.
//!
//! The file says what the exit code says: it contains an `error` exactly if the code is 3, and if it is 1 at least one `failure` and no
//! error; what was not judged, and fails nothing, is `skipped`. There is a test suite per contestant, named `problem.contestant`: Jenkins
//! groups by the part before the last dot. Each submission is a test case, which compares its result with the expected one. Where no
//! result is expected, and where outputs are checked, there is a test case per case as well. The whole explanation is in the element's
//! text, since GitLab ignores the `message` attribute.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::Arc;

use quick_xml::Writer;
use quick_xml::events::BytesText;

use super::collected::Collected;
use super::explanation;
use super::reader::PartialReport;
use super::submissions::words;
use crate::events::{
    Event, ExpectationResult, JudgedCase, NotJudged, SubmissionResult, Totals, Verdict,
};
use crate::exit::Exit;

/// The maximum number of refusals explained in the text of a test case.
const EXPLAINED: usize = 3;

/// The name of the test case of a submission of which no result is expected.
const JUDGED: &str = "judged";

pub(super) struct Junit<W> {
    out: W,
    problem: String,
    cases: Vec<Arc<str>>,
    suites: Collected,
    /// The final result of each submission, where programs were run.
    ends: HashMap<Arc<str>, SubmissionResult>,
    /// Judge errors that belong to no case.
    faults: Vec<String>,
}

/// A test case.
struct TestCase {
    name: String,
    result: TestResult,
    /// How long its runs took on the clock, those of earlier commands included; none where no program was run.
    seconds: Option<f64>,
}

/// The result of a test case: passed, or its type, a message and, except where it is skipped, the whole text.
enum TestResult {
    Passed,
    Skipped(&'static str, String),
    Failure(String, String, String),
    Error(String, String, String),
}

/// A test suite.
struct Suite {
    name: String,
    tests: Vec<TestCase>,
}

impl<W: Write> Junit<W> {
    pub(super) fn new(out: W) -> Self {
        Junit {
            out,
            problem: String::new(),
            cases: Vec::new(),
            suites: Collected::default(),
            ends: HashMap::new(),
            faults: Vec::new(),
        }
    }

    /// Returns all test suites, with those of the judge last.
    fn suites(&self, totals: &Totals) -> Vec<Suite> {
        let suites = self.suites.contestants().iter().map(|(contestant, judged)| {
            let tests = match self.ends.get(contestant) {
                Some(end) => of_submission(end, judged, &self.cases),
                None => judged.iter().map(of_case).collect(),
            };
            Suite { name: format!("{}.{contestant}", self.problem), tests }
        });
        let mut suites: Vec<Suite> = suites.collect();
        let faults = self.faults.iter().zip(1..).map(|(fault, number)| TestCase {
            name: format!("fault {number}"),
            result: TestResult::Error("judge error".into(), fault.clone(), fault.clone()),
            seconds: None,
        });
        let mut tests: Vec<TestCase> = faults.collect();
        let has_error = !tests.is_empty() || suites.iter().any(Suite::has_error);
        if !has_error && Exit::of_totals(totals) == Exit::JudgeError {
            let message = "no submission could be judged".to_string();
            let result = TestResult::Error("not judged".into(), message.clone(), message);
            tests.push(TestCase { name: JUDGED.into(), result, seconds: None });
        }
        if !tests.is_empty() {
            suites.push(Suite { name: "judge".into(), tests });
        }
        suites
    }

    fn write(&mut self, totals: &Totals) -> io::Result<()> {
        let suites = self.suites(totals);
        let mut text = Vec::new();
        let mut xml = Writer::new_with_indent(&mut text, b' ', 2);
        let all = || suites.iter().flat_map(|suite| &suite.tests);
        let counts = counts("referee", all);
        xml.create_element("testsuites")
            .with_attributes(counts.iter().map(|(name, value)| (*name, &**value)))
            .write_inner_content(|xml| suites.iter().try_for_each(|suite| suite.write(xml)))?;
        text.push(b'\n');
        self.out.write_all(b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")?;
        self.out.write_all(&text)?;
        self.out.flush()
    }
}

impl<W: Write> PartialReport for Junit<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::Started(started) => {
                self.problem = started.problem.clone();
                self.cases = started.cases.clone();
                self.suites = Collected::new(&started.contestants);
            }
            Event::Judged(judged) => self.suites.push(judged),
            Event::Fault { message } => self.faults.push(message.clone()),
            Event::Submission(end) => {
                self.ends.insert(Arc::clone(&end.contestant), end.clone());
            }
            Event::Finished(totals) => self.write(totals)?,
            Event::Extra { .. } => {}
        }
        Ok(())
    }
}

/// Returns the test cases of a submission: one that compares its result with the expected one, and before it those of its cases, where
/// none is expected. A case that was not run, because an earlier one failed or because nothing could be run, is skipped, so that dashboards
/// with a history find the same test cases each time.
fn of_submission(
    end: &SubmissionResult,
    judged: &[JudgedCase],
    cases: &[Arc<str>],
) -> Vec<TestCase> {
    let is_own_test =
        |judged: &JudgedCase| end.expected.is_none() || judged.verdict == Verdict::JudgeError;
    let (own, others): (Vec<_>, Vec<_>) = judged.iter().partition(|judged| is_own_test(judged));
    let mut tests: Vec<TestCase> = own.into_iter().map(of_case).collect();
    if end.expected.is_none() {
        let run: HashSet<&str> = judged.iter().map(|judged| &*judged.case).collect();
        let not_run = cases.iter().filter(|case| !run.contains(&***case));
        tests.extend(not_run.map(|case| TestCase {
            name: case.to_string(),
            result: TestResult::Skipped("not run", "not run".into()),
            seconds: None,
        }));
    }
    let result = match end.met {
        ExpectationResult::NotJudged => not_judged(end),
        ExpectationResult::AsExpected => TestResult::Passed,
        ExpectationResult::NotPermitted | ExpectationResult::NotCaught => {
            not_as_expected(end, &others)
        }
    };
    let name = end.expected.as_ref().map_or(JUDGED.into(), |words| format!("expected: {words}"));
    let seconds = others.iter().filter_map(|judged| seconds(judged)).reduce(|a, b| a + b);
    tests.push(TestCase { name, result, seconds });
    tests
}

fn not_judged(end: &SubmissionResult) -> TestResult {
    match &end.not_judged {
        Some(NotJudged::NotInstalled { allowed: true, .. }) => {
            TestResult::Skipped("not installed", end.message.clone())
        }
        _ => TestResult::Error("not judged".into(), end.message.clone(), end.message.clone()),
    }
}

/// Returns the failure of a submission whose result differs from the expected one, with the first refusals among these cases.
fn not_as_expected(end: &SubmissionResult, judged: &[&JudgedCase]) -> TestResult {
    let got = end.verdict.map_or("not judged", words);
    let message = match (&end.expected, end.met) {
        (Some(expected), ExpectationResult::NotCaught) => {
            format!("expected {expected}, but no case catches it")
        }
        (Some(expected), _) => format!("expected {expected}, got {got}"),
        (None, _) => got.to_string(),
    };
    let mut text = format!("{message}\n");
    if !end.message.is_empty() {
        let _ = writeln!(text, "{}", end.message);
    }
    let refused = judged.iter().filter(|judged| judged.verdict != Verdict::Accepted);
    for judged in refused.take(EXPLAINED) {
        let _ = write!(text, "\n{}", explanation::plain(judged));
    }
    let kind =
        if end.met == ExpectationResult::NotCaught { "not caught" } else { "not as expected" };
    TestResult::Failure(kind.into(), message, text)
}

fn of_case(judged: &JudgedCase) -> TestCase {
    let parts = || {
        let kind = judged.reason.words().to_string();
        (kind, judged.message.to_string(), explanation::plain(judged))
    };
    let result = match judged.verdict {
        Verdict::Accepted => TestResult::Passed,
        Verdict::JudgeError => {
            let (kind, message, text) = parts();
            TestResult::Error(kind, message, text)
        }
        _ => {
            let (kind, message, text) = parts();
            TestResult::Failure(kind, message, text)
        }
    };
    TestCase { name: judged.case.to_string(), result, seconds: seconds(judged) }
}

/// Returns how long the run of a case took on the clock.
fn seconds(judged: &JudgedCase) -> Option<f64> {
    judged.used.map(|used| used.wall_seconds)
}

impl TestCase {
    fn write<X: Write>(&self, xml: &mut Writer<X>, class: &str) -> io::Result<()> {
        let time = self.seconds.map(in_seconds);
        let time = time.as_deref().map(|time| ("time", time));
        let attributes = [("classname", class), ("name", &*self.name)];
        let element =
            xml.create_element("testcase").with_attributes(attributes.into_iter().chain(time));
        let (child, kind, message, text) = match &self.result {
            TestResult::Passed => return element.write_empty().map(drop),
            TestResult::Skipped(kind, message) => ("skipped", *kind, message, ""),
            TestResult::Failure(kind, message, text) => ("failure", &**kind, message, &**text),
            TestResult::Error(kind, message, text) => ("error", &**kind, message, &**text),
        };
        element.write_inner_content(|xml| {
            let attributes = [("type", kind), ("message", one_line(message))];
            let element = xml.create_element(child).with_attributes(attributes);
            match text {
                "" => element.write_empty()?,
                _ => element.write_text_content(BytesText::new(text))?,
            };
            Ok(())
        })?;
        Ok(())
    }
}

impl Suite {
    fn has_error(&self) -> bool {
        self.tests.iter().any(|test| matches!(test.result, TestResult::Error(..)))
    }

    fn write<X: Write>(&self, xml: &mut Writer<X>) -> io::Result<()> {
        let mut counts = counts(&self.name, || &self.tests);
        // The schema knows this attribute here, and not in the root.
        let is_skipped = |test: &&TestCase| matches!(test.result, TestResult::Skipped(..));
        counts.push(("skipped", self.tests.iter().filter(is_skipped).count().to_string()));
        xml.create_element("testsuite")
            .with_attributes(counts.iter().map(|(name, value)| (*name, &**value)))
            .write_inner_content(|xml| {
                self.tests.iter().try_for_each(|test| test.write(xml, &self.name))
            })?;
        Ok(())
    }
}

/// Returns the attributes that suites and the root have in common.
fn counts<'t, I: IntoIterator<Item = &'t TestCase>>(
    name: &str,
    tests: impl Fn() -> I,
) -> Vec<(&'static str, String)> {
    let count = |is: fn(&TestResult) -> bool| {
        tests().into_iter().filter(|test| is(&test.result)).count().to_string()
    };
    let seconds = tests().into_iter().filter_map(|test| test.seconds).reduce(|a, b| a + b);
    let counts = [
        ("name", name.to_string()),
        ("tests", count(|_| true)),
        ("failures", count(|result| matches!(result, TestResult::Failure(..)))),
        ("errors", count(|result| matches!(result, TestResult::Error(..)))),
    ];
    counts.into_iter().chain(seconds.map(|seconds| ("time", in_seconds(seconds)))).collect()
}

/// Formats a time as the schema allows it: with at most three decimal places.
fn in_seconds(seconds: f64) -> String {
    format!("{seconds:.3}")
}

/// Returns the first line of a text: an attribute holds no line breaks.
fn one_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}
