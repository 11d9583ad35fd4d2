//! JUnit XML, in the intersection of what Jenkins' schema (junit-10.xsd) allows and GitLab shows.
//!
//! The file contains failures or errors exactly if the exit code is not 0. There is a test suite per contestant, named
//! `problem.contestant`: Jenkins groups by the part before the last dot. A submission with an expected result is one test case, which
//! compares that with the actual result; otherwise there is a test case per case, where a refusal is a `failure`. A judge error is an
//! `error`. The whole explanation is in the element's text, since GitLab ignores the `message` attribute.

use std::collections::HashMap;
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

pub(super) struct Junit<W> {
    out: W,
    problem: String,
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
}

/// The result of a test case: passed, or its type, a message and the whole text.
enum TestResult {
    Passed,
    Skipped(String),
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
            suites: Collected::default(),
            ends: HashMap::new(),
            faults: Vec::new(),
        }
    }

    /// Returns all test suites, with those of the judge last.
    fn suites(&self, totals: &Totals) -> Vec<Suite> {
        let suites = self.suites.contestants().iter().map(|(contestant, judged)| {
            let tests = match self.ends.get(contestant) {
                Some(end) => of_submission(end, judged),
                None => judged.iter().map(of_case).collect(),
            };
            Suite { name: format!("{}.{contestant}", self.problem), tests }
        });
        let mut suites: Vec<Suite> = suites.collect();
        let faults = self.faults.iter().zip(1..).map(|(fault, number)| TestCase {
            name: format!("fault {number}"),
            result: TestResult::Error("judge error".into(), fault.clone(), fault.clone()),
        });
        let mut tests: Vec<TestCase> = faults.collect();
        let is_good = suites.iter().all(Suite::is_good) && tests.is_empty();
        if is_good && Exit::of_totals(totals) != Exit::Expected {
            let message = "no submission could be judged".to_string();
            let result = TestResult::Error("not judged".into(), message.clone(), message);
            tests.push(TestCase { name: "judged".into(), result });
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
        xml.create_element("testsuites")
            .with_attributes(counts("referee", all).iter().map(|(name, value)| (*name, &**value)))
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

/// Returns the test cases of a submission: one where a result is expected; else one for each case, and one for what kept it from running.
fn of_submission(end: &SubmissionResult, judged: &[JudgedCase]) -> Vec<TestCase> {
    let is_error = |judged: &&JudgedCase| judged.verdict == Verdict::JudgeError;
    let mut tests: Vec<TestCase> = match &end.expected {
        Some(_) => judged.iter().filter(is_error).map(of_case).collect(),
        None => judged.iter().map(of_case).collect(),
    };
    let name = end.expected.as_ref().map_or("judged".into(), |words| format!("expected: {words}"));
    let result = match end.met {
        ExpectationResult::NotJudged => not_judged(end),
        ExpectationResult::AsExpected => TestResult::Passed,
        ExpectationResult::NotPermitted | ExpectationResult::NotCaught => {
            not_as_expected(end, judged)
        }
    };
    // Without an expected result the cases report every failure; one for the whole submission is added only where none of them is bad.
    let is_told = tests.iter().any(TestCase::is_bad) || matches!(result, TestResult::Passed);
    if end.expected.is_some() || !is_told {
        tests.push(TestCase { name, result });
    }
    tests
}

fn not_judged(end: &SubmissionResult) -> TestResult {
    match &end.not_judged {
        Some(NotJudged::NotInstalled { allowed: true, .. }) => {
            TestResult::Skipped(end.message.clone())
        }
        _ => TestResult::Error("not judged".into(), end.message.clone(), end.message.clone()),
    }
}

/// Returns the failure of a submission whose result differs from the expected one.
fn not_as_expected(end: &SubmissionResult, judged: &[JudgedCase]) -> TestResult {
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
    TestCase { name: judged.case.to_string(), result }
}

impl TestCase {
    /// Returns whether the test case counts as a failure or as an error.
    fn is_bad(&self) -> bool {
        matches!(self.result, TestResult::Failure(..) | TestResult::Error(..))
    }

    fn write<X: Write>(&self, xml: &mut Writer<X>, class: &str) -> io::Result<()> {
        let attributes = [("classname", class), ("name", &*self.name)];
        let element = xml.create_element("testcase").with_attributes(attributes);
        let (child, kind, message, text) = match &self.result {
            TestResult::Passed => return element.write_empty().map(drop),
            TestResult::Skipped(message) => ("skipped", "not installed", message, ""),
            TestResult::Failure(kind, message, text) => ("failure", &**kind, message, &**text),
            TestResult::Error(kind, message, text) => ("error", &**kind, message, &**text),
        };
        element.write_inner_content(|xml| {
            let attributes = [("type", kind), ("message", one_line(message))];
            let element = xml.create_element(child).with_attributes(attributes);
            element.write_text_content(BytesText::new(text))?;
            Ok(())
        })?;
        Ok(())
    }
}

impl Suite {
    fn is_good(&self) -> bool {
        !self.tests.iter().any(TestCase::is_bad)
    }

    fn write<X: Write>(&self, xml: &mut Writer<X>) -> io::Result<()> {
        let counts = counts(&self.name, || &self.tests);
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
) -> [(&'static str, String); 4] {
    let count = |is: fn(&TestResult) -> bool| {
        tests().into_iter().filter(|test| is(&test.result)).count().to_string()
    };
    [
        ("name", name.to_string()),
        ("tests", count(|_| true)),
        ("failures", count(|result| matches!(result, TestResult::Failure(..)))),
        ("errors", count(|result| matches!(result, TestResult::Error(..)))),
    ]
}

/// Returns the first line of a text: an attribute holds no line breaks.
fn one_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}
