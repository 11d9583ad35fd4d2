//! JUnit XML, in the intersection of Jenkins' schema (junit-10.xsd) and what GitLab shows.
//!
//! The file agrees with the exit code: it contains an `error` exactly if the code is 3, and if the
//! code is 1, at least one `failure` and no error. What was not judged and fails nothing is
//! `skipped`. The root element states the totals before the first suite, so finished suites wait in
//! a temporary file, as there can be too many to hold. There is a test suite for each contestant,
//! named `problem.contestant`: Jenkins groups by the part before the last dot. Each submission is a
//! test case, which compares its result with the expected one. If no result is expected, or outputs
//! are checked, there is also a test case for each case. The whole explanation is in the element's
//! text, since GitLab ignores the `message` attribute.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt::Write as _;
use std::io::{self, Seek, Write};
use std::sync::Arc;

use quick_xml::Writer;
use quick_xml::events::BytesText;
use tempfile::SpooledTempFile;

use super::reader::PartialReport;
use super::submissions::{other_failure, words};
use referee_display::explanation;
use referee_events::exit::Exit;
use referee_events::{
    Event, ExpectationResult, JudgedCase, NotJudged, SubmissionResult, Totals, Verdict,
};

/// The maximum number of rejections explained in the text of a test case.
const EXPLAINED: usize = 3;

/// The name of the test case of a submission without an expected result.
const JUDGED: &str = "judged";

/// How much of the suites is held in memory, in bytes, before they move to a temporary file.
const HELD: usize = 8 << 20;

pub(super) struct Junit<W> {
    out: W,
    problem: String,
    /// The file that defines languages, if there is one.
    languages: Option<String>,
    cases: Vec<Arc<str>>,
    /// The contestants that have no suite yet, and their judgements.
    contestants: VecDeque<Arc<str>>,
    open: HashMap<Arc<str>, Vec<JudgedCase>>,
    /// The suites so far, and their totals.
    suites: SpooledTempFile,
    counts: Counts,
    faults: Vec<String>,
}

/// The number of test cases, by result.
#[derive(Debug, Default, Clone, Copy)]
struct Counts {
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
    /// Their total time; none if no program was run.
    seconds: Option<f64>,
}

struct TestCase {
    name: String,
    result: TestResult,
    /// The wall-clock time of its runs, including those of earlier commands; none if no program was
    /// run.
    seconds: Option<f64>,
}

/// The result of a test case: passed, or a type, a message and, unless it is skipped, the whole
/// text.
enum TestResult {
    Passed,
    Skipped(&'static str, String),
    Failure(String, String, String),
    Error(String, String, String),
}

impl<W: Write> Junit<W> {
    pub(super) fn new(out: W) -> Self {
        Junit {
            out,
            problem: String::new(),
            languages: None,
            cases: Vec::new(),
            contestants: VecDeque::new(),
            open: HashMap::new(),
            suites: SpooledTempFile::new(HELD),
            counts: Counts::default(),
            faults: Vec::new(),
        }
    }

    /// Writes the suite of a submission, after those of earlier contestants without a final result.
    fn end(&mut self, end: &SubmissionResult) -> io::Result<()> {
        let number = self.contestants.iter().position(|name| *name == end.contestant);
        number.map_or(Ok(()), |number| self.close(number + 1, Some(end)))
    }

    /// Writes the suites of the next contestants, of which at most the last has a final result.
    fn close(&mut self, count: usize, end: Option<&SubmissionResult>) -> io::Result<()> {
        for name in self.contestants.drain(..count).collect::<Vec<_>>() {
            let judged = self.open.remove(&name).unwrap_or_default();
            let tests = match end.filter(|end| end.contestant == name) {
                Some(end) => of_submission(end, &judged, &self.cases),
                None => judged.iter().map(of_case).collect(),
            };
            self.write_suite(&format!("{}.{name}", self.problem), &tests)?;
        }
        Ok(())
    }

    fn write_suite(&mut self, name: &str, tests: &[TestCase]) -> io::Result<()> {
        let counts = Counts::of(tests);
        self.counts.add(&counts);
        self.suites.write_all(&suite(name, tests, &counts, self.languages.as_deref())?)
    }

    fn write_faults(&mut self, totals: &Totals) -> io::Result<()> {
        let faults = self.faults.iter().zip(1..).map(|(fault, number)| TestCase {
            name: format!("fault {number}"),
            result: TestResult::Error("judge error".into(), fault.clone(), fault.clone()),
            seconds: None,
        });
        let mut tests: Vec<TestCase> = faults.collect();
        let has_error = !tests.is_empty() || self.counts.errors > 0;
        if !has_error && Exit::of_totals(totals) == Exit::JudgeError {
            let message = if totals.is_nothing() && totals.judge_errors == 0 {
                "no submission could be judged"
            } else {
                // Its results are complete only after merging, so it has no suite.
                "a submission with only some cases in this shard could not be judged"
            };
            let result = TestResult::Error("not judged".into(), message.into(), message.into());
            tests.push(TestCase { name: JUDGED.into(), result, seconds: None });
        }
        if tests.is_empty() { Ok(()) } else { self.write_suite("judge", &tests) }
    }

    fn finish(&mut self, totals: &Totals) -> io::Result<()> {
        self.close(self.contestants.len(), None)?;
        self.write_faults(totals)?;
        self.suites.rewind()?;
        let (suites, attributes) = (&mut self.suites, self.counts.attributes("referee"));
        self.out.write_all(b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")?;
        let mut xml = indented(&mut self.out);
        xml.create_element("testsuites")
            .with_attributes(attributes.iter().map(|(name, value)| (*name, &**value)))
            .write_inner_content(|xml| io::copy(suites, xml.get_mut()).map(drop))?;
        self.out.write_all(b"\n")?;
        self.out.flush()
    }
}

/// Starts a document with each element on its own line.
fn indented<X: Write>(out: X) -> Writer<X> {
    Writer::new_with_indent(out, b' ', 2)
}

impl<W: Write> PartialReport for Junit<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::Started(started) => {
                self.problem = started.problem.clone();
                self.languages = started.languages().map(String::from);
                self.cases = started.cases.clone();
                self.contestants = started.contestants.iter().cloned().collect();
            }
            Event::Judged(judged) => {
                let open = self.open.entry(Arc::clone(&judged.contestant)).or_default();
                open.push(judged.without_excerpts());
            }
            Event::Fault { message } => self.faults.push(message.clone()),
            Event::Submission(end) => self.end(end)?,
            Event::Finished(totals) => self.finish(totals)?,
            Event::Extra { .. } | Event::Block(_) => {}
        }
        Ok(())
    }
}

/// Returns the test cases of a submission: those of its cases, if it has no expected result, and
/// then one that compares its result with the expected one. Without an expected result, failures
/// belong to the cases, and the submission itself fails only if no case does, because it does not
/// compile. A case that was not run is skipped, so that dashboards with a history see the same test
/// cases each time.
fn of_submission(
    end: &SubmissionResult,
    judged: &[JudgedCase],
    cases: &[Arc<str>],
) -> Vec<TestCase> {
    let is_own_test =
        |judged: &JudgedCase| end.expected.is_none() || judged.verdict == Verdict::JudgeError;
    let (own, others): (Vec<_>, Vec<_>) = judged.iter().partition(|judged| is_own_test(judged));
    let mut tests: Vec<TestCase> = own.into_iter().map(of_case).collect();
    let is_failure = |test: &TestCase| matches!(test.result, TestResult::Failure(..));
    let fails_in_a_case = tests.iter().any(is_failure);
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
        ExpectationResult::NotPermitted if fails_in_a_case => TestResult::Passed,
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

/// Returns the failure of a submission without the expected result, with the first rejections among
/// these cases.
fn not_as_expected(end: &SubmissionResult, judged: &[&JudgedCase]) -> TestResult {
    let got = end.verdict.map_or("not judged", words);
    let message = match (&end.expected, end.met) {
        (Some(expected), ExpectationResult::NotCaught) => {
            format!("expected {expected}, but no case catches it")
        }
        (Some(expected), _) => {
            let judged = judged.iter().map(|judged| (&*judged.case, judged.verdict));
            let other = other_failure(end, judged);
            let other = other.map_or(String::new(), |(case, verdict)| {
                format!(", and {} on {case}", words(verdict))
            });
            format!("expected {expected}, got {got}{other}")
        }
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
    let failed = |of: fn(String, String, String) -> TestResult| {
        let kind = judged.reason.words().to_string();
        of(kind, judged.message.to_string(), explanation::plain(judged))
    };
    let result = match judged.verdict {
        Verdict::Accepted => TestResult::Passed,
        Verdict::JudgeError => failed(TestResult::Error),
        _ => failed(TestResult::Failure),
    };
    TestCase { name: judged.case.to_string(), result, seconds: seconds(judged) }
}

/// Returns the wall-clock time of a case.
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

/// Returns the element of a suite as it appears in the root, with the preceding line break.
fn suite(
    name: &str,
    tests: &[TestCase],
    counts: &Counts,
    languages: Option<&str>,
) -> io::Result<Vec<u8>> {
    const ROOT: (&[u8], &[u8]) = (b"<testsuites>", b"\n</testsuites>");
    let mut attributes = counts.attributes(name);
    // The schema allows this attribute here, but not on the root.
    attributes.push(("skipped", counts.skipped.to_string()));
    let mut text = Vec::new();
    indented(&mut text).create_element("testsuites").write_inner_content(|xml| {
        xml.create_element("testsuite")
            .with_attributes(attributes.iter().map(|(name, value)| (*name, &**value)))
            .write_inner_content(|xml| {
                if let Some(file) = languages {
                    let property = [("name", "languages"), ("value", file)];
                    xml.create_element("properties").write_inner_content(|xml| {
                        let element = xml.create_element("property");
                        element.with_attributes(property).write_empty().map(drop)
                    })?;
                }
                tests.iter().try_for_each(|test| test.write(xml, name))
            })?;
        Ok(())
    })?;
    text.truncate(text.len() - ROOT.1.len());
    Ok(text.split_off(ROOT.0.len()))
}

impl Counts {
    fn of(tests: &[TestCase]) -> Counts {
        let count =
            |is: fn(&TestResult) -> bool| tests.iter().filter(|test| is(&test.result)).count();
        Counts {
            tests: tests.len(),
            failures: count(|result| matches!(result, TestResult::Failure(..))),
            errors: count(|result| matches!(result, TestResult::Error(..))),
            skipped: count(|result| matches!(result, TestResult::Skipped(..))),
            seconds: tests.iter().filter_map(|test| test.seconds).reduce(|a, b| a + b),
        }
    }

    fn add(&mut self, other: &Counts) {
        self.tests += other.tests;
        self.failures += other.failures;
        self.errors += other.errors;
        self.skipped += other.skipped;
        self.seconds = match (self.seconds, other.seconds) {
            (Some(known), Some(more)) => Some(known + more),
            (known, more) => known.or(more),
        };
    }

    /// Returns the attributes common to suites and the root.
    fn attributes(&self, name: &str) -> Vec<(&'static str, String)> {
        let counts = [("tests", self.tests), ("failures", self.failures), ("errors", self.errors)];
        let counts = counts.map(|(name, count)| (name, count.to_string()));
        let time = self.seconds.map(|seconds| ("time", in_seconds(seconds)));
        [("name", name.to_string())].into_iter().chain(counts).chain(time).collect()
    }
}

/// Formats a time as the schema requires: with at most three decimal places.
fn in_seconds(seconds: f64) -> String {
    format!("{seconds:.3}")
}

/// Returns the first line of a string: attributes contain no line breaks.
fn one_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_events::SubmissionTotals;

    #[test]
    fn what_could_not_be_judged_is_named_if_no_test_case_tells() {
        let totals = |judged, not_judged, judge_errors| {
            let submissions = SubmissionTotals { judged, not_judged, ..Default::default() };
            Totals { judge_errors, submissions: Some(submissions), ..Totals::default() }
        };
        let part = "a submission with only some cases in this shard could not be judged";
        let of_blocks = Totals { judged: 4, ..totals(0, 1, 0) };
        for (totals, expected) in [
            (totals(0, 1, 0), "no submission could be judged"),
            (totals(3, 0, 1), part),
            (totals(3, 1, 0), part),
            (of_blocks, part),
        ] {
            let mut out = Vec::new();
            Junit::new(&mut out).event(&Event::Finished(totals)).unwrap();
            let xml = String::from_utf8(out).unwrap();
            assert!(xml.contains(&format!("message=\"{expected}\"")), "{xml}");
        }
    }
}
