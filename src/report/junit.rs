//! JUnit XML, in the intersection of what Jenkins' schema (junit-10.xsd) allows and GitLab shows.
//!
//! A test suite per contestant, a test case per case, named `problem.contestant` and the case: Jenkins
//! groups by what is before the last dot. A refusal is a `failure`, a fault of ours an `error`; the
//! whole explanation is in the element's text, since GitLab ignores the `message` attribute.

use std::io::{self, Write};

use quick_xml::Writer;
use quick_xml::events::BytesText;

use super::collected::Collected;
use super::{Report, explanation};
use crate::events::{Event, Judged, Verdict};

pub(super) struct Junit<W> {
    out: W,
    problem: String,
    suites: Collected,
    /// Faults of ours that belong to no case.
    faults: Vec<String>,
}

impl<W: Write> Junit<W> {
    pub(super) fn new(out: W) -> Self {
        Junit { out, problem: String::new(), suites: Collected::default(), faults: Vec::new() }
    }

    fn write(&mut self) -> io::Result<()> {
        let mut text = Vec::new();
        let mut xml = Writer::new_with_indent(&mut text, b' ', 2);
        let (mut tests, mut failures, mut errors) = (0, 0, 0);
        for (_, judged) in self.suites.contestants() {
            let (suite_failures, suite_errors) = count(judged);
            tests += judged.len();
            failures += suite_failures;
            errors += suite_errors;
        }
        tests += self.faults.len();
        errors += self.faults.len();
        xml.create_element("testsuites")
            .with_attributes(counts("referee", tests, failures, errors).attributes())
            .write_inner_content(|xml| {
                for (contestant, judged) in self.suites.contestants() {
                    suite(xml, &format!("{}.{contestant}", self.problem), judged)?;
                }
                if !self.faults.is_empty() {
                    faults(xml, &self.faults)?;
                }
                Ok(())
            })?;
        text.push(b'\n');
        self.out.write_all(b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")?;
        self.out.write_all(&text)?;
        self.out.flush()
    }
}

impl<W: Write> Report for Junit<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::Started(started) => {
                self.problem = started.problem.clone();
                self.suites = Collected::new(&started.contestants);
            }
            Event::Judged(judged) => self.suites.push(judged),
            Event::Fault { message } => self.faults.push(message.clone()),
            Event::Finished(_) => self.write()?,
            Event::Extra { .. } | Event::Submission(_) => {}
        }
        Ok(())
    }
}

/// The attributes that suites and the root have in common.
struct Counts([(&'static str, String); 4]);

fn counts(name: &str, tests: usize, failures: usize, errors: usize) -> Counts {
    Counts([
        ("name", name.to_string()),
        ("tests", tests.to_string()),
        ("failures", failures.to_string()),
        ("errors", errors.to_string()),
    ])
}

impl Counts {
    fn attributes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (*name, value.as_str()))
    }
}

/// Failures and errors among some judgements.
fn count(judged: &[Judged]) -> (usize, usize) {
    let errors = judged.iter().filter(|j| j.verdict == Verdict::JudgeError).count();
    let accepted = judged.iter().filter(|j| j.verdict == Verdict::Accepted).count();
    (judged.len() - errors - accepted, errors)
}

fn suite<W: Write>(xml: &mut Writer<W>, name: &str, judged: &[Judged]) -> io::Result<()> {
    let (failures, errors) = count(judged);
    xml.create_element("testsuite")
        .with_attributes(counts(name, judged.len(), failures, errors).attributes())
        .write_inner_content(|xml| judged.iter().try_for_each(|judged| case(xml, name, judged)))?;
    Ok(())
}

fn case<W: Write>(xml: &mut Writer<W>, class: &str, judged: &Judged) -> io::Result<()> {
    let attributes = [("classname", class), ("name", &*judged.case)];
    let element = xml.create_element("testcase").with_attributes(attributes);
    let child = match judged.verdict {
        Verdict::Accepted => return element.write_empty().map(drop),
        Verdict::JudgeError => "error",
        _ => "failure",
    };
    element.write_inner_content(|xml| {
        let attributes = [("type", judged.reason.words()), ("message", &*judged.message)];
        let text = explanation::plain(judged);
        xml.create_element(child)
            .with_attributes(attributes)
            .write_text_content(BytesText::new(&text))?;
        Ok(())
    })?;
    Ok(())
}

fn faults<W: Write>(xml: &mut Writer<W>, faults: &[String]) -> io::Result<()> {
    let attributes = counts("judge", faults.len(), 0, faults.len());
    xml.create_element("testsuite").with_attributes(attributes.attributes()).write_inner_content(
        |xml| {
            for (number, fault) in faults.iter().enumerate() {
                let name = format!("fault {}", number + 1);
                xml.create_element("testcase")
                    .with_attributes([("classname", "judge"), ("name", name.as_str())])
                    .write_inner_content(|xml| {
                        xml.create_element("error")
                            .with_attributes([("type", "judge error"), ("message", fault.as_str())])
                            .write_text_content(BytesText::new(fault))?;
                        Ok(())
                    })?;
            }
            Ok(())
        },
    )?;
    Ok(())
}
