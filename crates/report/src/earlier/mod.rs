//! An earlier run, read from its events, for comparison with this run.
//!
//! For each result only its reason is stored, in one byte, and for each submission its final
//! result. So a file of millions of results takes a few bytes of memory for each.

mod line;

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;

use referee_checker::Position;
use referee_checker::text::escape;

use line::{JudgedLine, ResultHead};
use referee_base::fault::{Fault, show};
use referee_base::files;
use referee_display::table::{self, NOT_RUN};
use referee_events::points::Points;
use referee_events::{ExpectationResult, Reason, Student, SubmissionResult, Verdict};

pub use line::EarlierLimits;

/// The maximum length of a line, in bytes: the first one names every case and submission.
const MAX_LINE: u64 = 64 << 20;

/// The maximum number of results stored, at one byte each.
const MAX_RESULTS: usize = 1 << 29;

/// The letter for a case that the earlier run does not have.
const UNKNOWN_CASE: u8 = b'?';

/// An earlier run.
#[derive(Debug, Default)]
pub struct EarlierRun {
    /// The path of its events, as displayed.
    pub file: String,
    /// Its problem.
    pub problem: String,
    /// The enabled options of its checker.
    pub options: Vec<String>,
    /// The limits of programs; none if outputs were checked.
    pub limits: Option<EarlierLimits>,
    /// The maximum number of points; none if cases were worth none.
    pub most_points: Option<Points>,
    /// The position of each case.
    pub(super) cases: HashMap<Arc<str>, usize>,
    names: HashMap<Arc<str>, usize>,
    /// The submissions, in the order of judging.
    pub submissions: Vec<EarlierSubmission>,
}

/// The results of a submission in an earlier run.
#[derive(Debug)]
pub struct EarlierSubmission {
    /// The name of the submission, or of the contestant.
    pub name: Arc<str>,
    /// Its student, if a learning platform names one.
    pub student: Option<Student>,
    /// Its final result, if programs were run.
    pub end: Option<FinalResult>,
    /// The reason for each case, in the order of the earlier run; shorter if the last cases were
    /// not run.
    reasons: Vec<Option<Reason>>,
}

/// The part of a submission's final result that is compared.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FinalResult {
    /// The verdict; none if it was not judged.
    pub verdict: Option<Verdict>,
    /// How the verdict compares with the expected result.
    pub met: ExpectationResult,
    /// Its points, or its score from the groups of a package.
    pub points: Option<f64>,
    /// Whether the points were decided by hand, or the student is excused.
    pub is_settled: bool,
    /// The penalty for lateness in percent, which the points include.
    pub late_percent: f64,
}

impl EarlierRun {
    /// Reads the events of an earlier run.
    ///
    /// # Errors
    /// The file cannot be read, or is not the complete report of a run in a supported version.
    pub fn read(path: &Path) -> Result<EarlierRun, Fault> {
        let file: File = files::open(path)?;
        let mut lines = Lines { input: BufReader::new(file), number: 0, line: Vec::new() };
        EarlierRun::of_lines(show(path), &mut lines).map_err(|fault| {
            let place = (lines.number > 0).then_some(Position { line: lines.number, column: 1 });
            Fault { place, ..fault.at(path) }
        })
    }

    fn of_lines(file: String, lines: &mut Lines<impl BufRead>) -> Result<EarlierRun, Fault> {
        let mut run = match lines.next()? {
            Some(first) => EarlierRun::started(file, first)?,
            None => return Err(line::damaged("this file is empty")),
        };
        let mut kept = 0;
        let mut has_ended = false;
        while let Some(text) = lines.next()? {
            if has_ended {
                return Err(line::damaged("this line comes after the end of the run"));
            }
            let head: ResultHead = line::parse(text)?;
            match &*head.event {
                "judged" => kept += run.judged(&line::parse(text)?)?,
                "submission" => run.ended(line::parse(text)?)?,
                "finished" => has_ended = true,
                "started" => return Err(line::damaged("a second run begins in this line")),
                _ => {}
            }
            if kept > MAX_RESULTS {
                return Err(Fault::bad_input("more results than can be compared"));
            }
        }
        if !has_ended {
            return Err(line::damaged("the run did not end: the last line is not `finished`"));
        }
        Ok(run)
    }

    fn started(file: String, line: &[u8]) -> Result<EarlierRun, Fault> {
        let started = line::started(line)?;
        // Strings written by this program are escaped already, but the file may have been edited.
        let escaped = |text: &String| escape(text.as_bytes());
        let cases = started.cases.iter().map(|case| Arc::from(escaped(case))).zip(0..).collect();
        let submissions = started.contestants.iter().map(|name| EarlierSubmission {
            name: escaped(name).into(),
            student: None,
            end: None,
            reasons: Vec::new(),
        });
        let submissions: Vec<EarlierSubmission> = submissions.collect();
        let names = submissions.iter().map(|known| Arc::clone(&known.name)).zip(0..).collect();
        let (problem, limits) = (escaped(&started.problem), started.runs);
        let options = started.options.iter().map(escaped).collect();
        let groups = Some(started.groups).filter(|groups| !groups.is_empty());
        let most_points = groups.map(|groups| groups.iter().map(|group| group.most_points).sum());
        Ok(EarlierRun { file, problem, options, limits, most_points, cases, names, submissions })
    }

    /// Adds a judgement. Returns by how many entries memory grew.
    fn judged(&mut self, judged: &JudgedLine) -> Result<usize, Fault> {
        let Some(&case) = self.cases.get(&*judged.case) else {
            return Err(unannounced("case", &judged.case));
        };
        let reasons = &mut self.known(&judged.contestant)?.reasons;
        let before = reasons.len();
        reasons.resize(before.max(case + 1), None);
        reasons[case] = Some(judged.reason);
        Ok(reasons.len() - before)
    }

    fn ended(&mut self, ended: SubmissionResult) -> Result<(), Fault> {
        let known = self.known(&ended.contestant)?;
        known.end = Some(FinalResult::of(&ended));
        known.student = ended.student;
        Ok(())
    }

    fn known(&mut self, name: &str) -> Result<&mut EarlierSubmission, Fault> {
        match self.names.get(name) {
            Some(&at) => Ok(&mut self.submissions[at]),
            None => Err(unannounced("contestant", name)),
        }
    }

    /// Returns the results of a submission.
    pub fn submission(&self, name: &str) -> Option<&EarlierSubmission> {
        self.names.get(name).map(|&at| &self.submissions[at])
    }

    /// Returns the reason for a submission and a case; `None` if there was no such run.
    pub fn reason(&self, submission: &EarlierSubmission, case: &str) -> Option<Reason> {
        let case = *self.cases.get(case)?;
        submission.reasons.get(case).copied().flatten()
    }

    /// Returns a letter for each of these cases, as in the table of letters: `?` for a case that
    /// the earlier run does not have.
    pub fn letters(&self, submission: &EarlierSubmission, cases: &[Arc<str>]) -> Vec<u8> {
        let letter = |case: &Arc<str>| match self.cases.get(case) {
            Some(_) => self.reason(submission, case).map_or(NOT_RUN, table::letter) as u8,
            None => UNKNOWN_CASE,
        };
        cases.iter().map(letter).collect()
    }
}

impl FinalResult {
    /// Returns the compared part of a final result.
    pub fn of(end: &SubmissionResult) -> FinalResult {
        let points = end.grade().map(Points::as_f64);
        let score = end.scores.score().filter(|_| !end.is_settled());
        let (verdict, met, is_settled) = (end.verdict, end.met, end.is_settled());
        let late_percent = end.lateness.as_ref().map_or(0.0, |lateness| lateness.percent);
        FinalResult { verdict, met, points: points.or(score), is_settled, late_percent }
    }

    /// Returns whether the student is excused.
    pub fn is_excused(self) -> bool {
        self.is_settled && self.points.is_none()
    }
}

impl EarlierSubmission {
    /// Returns the number of accepted cases.
    pub fn accepted(&self) -> usize {
        self.reasons.iter().filter(|&&reason| reason == Some(Reason::Proved)).count()
    }
}

fn unannounced(what: &str, name: &str) -> Fault {
    line::damaged(&format!("the first line names no {what} {name}"))
}

/// The lines of a file, one at a time.
struct Lines<R> {
    input: R,
    /// The number of the current line, from 1.
    number: u64,
    line: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    /// Reads the next line.
    ///
    /// # Errors
    /// It cannot be read, is too long, or lacks a line feed.
    fn next(&mut self) -> Result<Option<&[u8]>, Fault> {
        self.line.clear();
        self.number += 1;
        let read = (&mut self.input).take(MAX_LINE + 1).read_until(b'\n', &mut self.line);
        let read = read.map_err(|error| Fault::judge(format!("cannot read it: {error}")))?;
        match self.line.strip_suffix(b"\n") {
            _ if read == 0 => {
                self.number -= 1;
                Ok(None)
            }
            Some(line) => Ok(Some(line)),
            None if read as u64 > MAX_LINE => {
                let message = format!("this line is longer than {} MiB", MAX_LINE >> 20);
                Err(Fault::bad_input(message).help("referee does not write such lines"))
            }
            None if self.number == 1 => line::started(&self.line).map(|_| Some(&self.line[..])),
            None => Err(line::damaged("this line is truncated: it has no end")),
        }
    }
}

#[cfg(test)]
mod tests;
