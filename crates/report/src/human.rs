//! The report for people: first the results as a table, then every rejection with its reason,
//! finally a summary in one sentence.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::Arc;

use super::changes::Changes;
use super::earlier::EarlierRun;
use super::reader::PartialReport;
use super::statistics::{Comments, asked};
use super::students::Seeing;
use super::worksheet::WorksheetForm;
use super::{by_case, changes_table, conclusion, submissions, tools, warnings};
use referee_base::{listed, plural};
use referee_course::GradeScale;
use referee_display::explanation::row;
use referee_display::paint::{BAD, ODD, painted};
use referee_display::shell::{again, only, quoted};
use referee_display::width::width;
use referee_display::wrap::{fitted, wrapped};
use referee_display::{explanation, table};
use referee_events::exit::Exit;
use referee_events::{
    Event, ExpectationResult, JudgedCase, NotJudged, Reason, Runs, Started, SubmissionResult,
    Totals, Verdict,
};
use referee_suites::suspicions::SuspicionCollector;

/// Options of a report for people.
#[derive(Debug, Clone)]
pub struct Style {
    /// The maximum width of a line.
    pub width: usize,
    /// The number of rejections explained for each contestant and reason; the others are only
    /// named.
    pub details: usize,
    /// Whether to print only what is wrong: no table, and nothing at all if nothing is wrong.
    pub quiet: bool,
    /// Whether to wrap sentences that are too long for a line, as on a terminal.
    pub wraps: bool,
    /// Whether the table has a row for each case instead of each contestant.
    pub by_case: bool,
    /// Whether to omit colours, whatever the destination.
    pub plain: bool,
    /// Whether to explain rejections even for submissions with the expected result.
    pub explain_expected: bool,
    /// What students may see, if the report is for students.
    pub seeing: Seeing,
    /// The earlier run to compare with, if any.
    pub against: Option<Arc<EarlierRun>>,
    /// The worksheet to fill in, if any.
    pub worksheet: Option<Arc<WorksheetForm>>,
    /// Comments on equal failures, if any.
    pub comments: Option<Arc<Comments>>,
    /// How points become grades in reports for students.
    pub scale: GradeScale,
    /// Whether there are manual decisions, which the grades table then shows.
    pub has_decisions: bool,
}

impl Style {
    /// The default style of a report in a file.
    pub const IN_FILE: Style = Style {
        width: 100,
        details: 2,
        quiet: false,
        wraps: false,
        by_case: false,
        plain: true,
        explain_expected: false,
        seeing: Seeing::DEFAULT,
        against: None,
        worksheet: None,
        comments: None,
        scale: GradeScale { maximum: None, weight: None },
        has_decisions: false,
    };
}

/// A report under construction: a letter for each output, and only as many explanations as will be
/// shown.
pub struct Human<W> {
    out: W,
    style: Style,
    changes: Option<Changes>,
    read: ReadSoFar,
}

/// What was read of a run so far.
#[derive(Default)]
struct ReadSoFar {
    started: Option<Started>,
    /// The column of each case.
    columns: HashMap<Arc<str>, usize>,
    rows: table::ResultRows,
    ends: Vec<SubmissionResult>,
    explained: HashMap<Arc<str>, Vec<JudgedCase>>,
    unexplained: HashMap<Arc<str>, FirstNames>,
    missing: HashMap<Arc<str>, FirstNames>,
    extras: Vec<(Arc<str>, String, String)>,
    /// The messages of judge errors, each with its cases.
    judge_errors: HashMap<String, BTreeSet<Arc<str>>>,
    faults: Vec<String>,
    /// The first verdicts close to the time limit, and their number.
    near: Vec<JudgedCase>,
    near_count: usize,
    /// The verdicts that differ between runs, and those that differ from the recorded ones.
    unsteady: Vec<JudgedCase>,
    changed: Vec<JudgedCase>,
    /// The verdicts changed by a recheck.
    rechecked: Vec<JudgedCase>,
    /// The cases of runs that hit the wall-clock limit because the machine was too busy.
    hindered: FirstNames,
    /// What looks odd about a class.
    suspicions: SuspicionCollector,
}

impl ReadSoFar {
    /// Returns the results, followed by those of the submissions whose cases were interrupted.
    fn ends_so_far(&self, started: &Started, totals: &Totals) -> Cow<'_, [SubmissionResult]> {
        if !totals.is_interrupted {
            return Cow::Borrowed(&self.ends);
        }
        let ended: HashSet<&Arc<str>> = self.ends.iter().map(|end| &end.contestant).collect();
        let is_unfinished =
            |&name: &&Arc<str>| self.rows.contains_key(name) && !ended.contains(name);
        let unfinished = started.contestants.iter().filter(is_unfinished);
        self.ends.iter().cloned().chain(unfinished.map(SubmissionResult::unjudged)).collect()
    }
}

/// The first of some names, and their total number.
#[derive(Default)]
struct FirstNames {
    first: Vec<String>,
    count: usize,
}

/// The column of the messages about submissions.
const MARGIN: usize = 12;

/// The maximum number of names listed; the rest is counted.
const LISTED: usize = 3;

impl FirstNames {
    fn push(&mut self, name: &str) {
        if self.first.len() < LISTED {
            self.first.push(name.to_string());
        }
        self.count += 1;
    }

    fn list(&self) -> String {
        match self.count - self.first.len() {
            0 => self.first.join(", "),
            more => format!("{} and {more} more", self.first.join(", ")),
        }
    }
}

impl<W: Write> Human<W> {
    /// Creates an empty report.
    pub fn new(out: W, style: Style) -> Self {
        let changes = style.against.as_ref().map(Changes::new);
        Human { out, style, changes, read: ReadSoFar::default() }
    }

    fn judged(&mut self, judged: &JudgedCase) {
        if judged.retried.is_some_and(|first| first.machine) && !judged.kept {
            self.read.hindered.push(&judged.case);
        }
        if judged.near_limit.is_some() {
            self.read.near_count += 1;
            if self.read.near.len() < LISTED {
                self.read.near.push(judged.clone());
            }
        }
        if judged.is_unsteady() {
            self.read.unsteady.push(judged.without_excerpts());
        }
        if judged.before.is_some() {
            self.read.changed.push(judged.without_excerpts());
        }
        if judged.recheck.as_ref().is_some_and(|recheck| recheck.before != judged.verdict) {
            self.read.rechecked.push(judged.without_excerpts());
        }
        if let Some(&column) = self.read.columns.get(&judged.case) {
            let row = self.read.rows.entry(Arc::clone(&judged.contestant));
            row.or_insert_with(|| vec![None; self.read.columns.len()])[column] =
                Some(judged.reason);
        }
        match judged.reason {
            Reason::Proved => {}
            Reason::Missing => {
                let names = self.read.missing.entry(Arc::clone(&judged.contestant)).or_default();
                names.push(&judged.case);
            }
            // A faulty case is reported once, not for every contestant, and a broken checker once,
            // not for every case.
            Reason::JudgeError => {
                let cases = self.read.judge_errors.entry(judged.message.to_string()).or_default();
                cases.insert(judged.case.clone());
            }
            _ => {
                let contestant = Arc::clone(&judged.contestant);
                let explained = self.read.explained.entry(Arc::clone(&contestant)).or_default();
                let alike = explained.iter().filter(|other| other.reason == judged.reason).count();
                if alike < self.style.details {
                    explained.push(judged.without_excerpts());
                } else {
                    self.read.unexplained.entry(contestant).or_default().push(&judged.case);
                }
            }
        }
    }

    fn finish(&mut self, totals: &Totals) -> io::Result<()> {
        // Tables are not wrapped: they already fit.
        let (mut head, mut table, mut text) = (String::new(), String::new(), String::new());
        if let Some(started) = self.read.started.take() {
            let (read, width) = (&self.read, self.style.width);
            if !self.style.quiet {
                let cases = plural(started.cases.len(), "case", "cases");
                let (one, many) = changes_table::nouns(&started);
                let contestants = plural(started.contestants.len(), one, many);
                let options = match started.options.as_slice() {
                    [] => String::new(),
                    options => format!(" ({})", options.join(", ")),
                };
                let problem = &started.problem;
                let runs = started.runs.as_ref().map_or(String::new(), under);
                head = format!("{problem}{options}: {cases}, {contestants}{runs}\n\n");
                head += &warnings::suspicious(&asked(&read.suspicions, started.runs.as_ref()));
                let (rows, ends) = (&read.rows, read.ends_so_far(&started, totals));
                table = match started.runs {
                    _ if self.style.by_case => by_case::table(&started, rows, width),
                    None => table::table(&started, rows, width),
                    Some(_) => submissions::table(&started, rows, &ends, width),
                };
                table.push('\n');
            }
            self.details(&mut text, &started);
            text.extend([
                warnings::near_limit(&read.near, read.near_count, &started),
                warnings::rechecked(&read.rechecked),
                warnings::unsteady(&read.unsteady),
                warnings::changed(&read.changed),
                warnings::same_failure(&read.ends, &read.rows),
                warnings::hindered(read.hindered.count, &read.hindered.list()),
                warnings::machine(totals),
                warnings::incomplete(totals, read.ends.len(), &started),
                warnings::hosts(&started),
            ]);
            if let Some(runs) = started.runs.as_ref().filter(|_| !self.style.quiet) {
                let foot = tools::lines(runs);
                text += &foot;
                text += if foot.is_empty() { "" } else { "\n" };
            }
        }
        if let Some(changes) = &self.changes
            && (!self.style.quiet || changes_table::has_any(changes))
        {
            text.push_str(&changes_table::section(changes, self.style.width));
        }
        let is_good = Exit::of_totals(totals) == Exit::Expected && totals.accepted == totals.judged;
        if !self.style.quiet || !is_good {
            text.push_str(&warnings::missing_compilers(&self.read.ends));
            text.push_str(&conclusion::conclusion(totals));
        }
        if self.style.wraps {
            [head, text] = [head, text].map(|text| fitted(&text, self.style.width));
        }
        text = head + &table + &text;
        if self.style.plain {
            text = anstream::adapter::strip_str(&text).to_string();
        }
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }

    fn details(&self, text: &mut String, started: &Started) {
        self.faults_of_the_judge(text);
        for end in
            self.read.ends.iter().filter(|end| self.is_explained(end) && !end.message.is_empty())
        {
            let head = match end.verdict {
                Some(Verdict::CompileError) => "compile error",
                // It may have failed a case while another ended in a judge error.
                _ => "not judged",
            };
            let _ = writeln!(text, "{}   {}", end.contestant, painted(ODD, head));
            // The lines of a compiler are quoted.
            let wraps = self.style.wraps && end.verdict != Some(Verdict::CompileError);
            for line in end.message.split('\n') {
                if wraps && MARGIN + width(line) > self.style.width {
                    wrapped(text, MARGIN, self.style.width, line);
                } else {
                    let _ = writeln!(text, "{:MARGIN$}{line}", "");
                }
            }
            let again = again(started.runs.as_ref(), &end.again);
            if let Some(again) = again.filter(|_| end.verdict.is_some()) {
                row(text, "again", &again);
            }
            text.push('\n');
        }
        for end in self.read.ends.iter().filter(|end| end.met == ExpectationResult::NotCaught) {
            let _ =
                writeln!(text, "{}   {}", end.contestant, painted(BAD, "NOT CAUGHT by any case"));
            if let Some(hunt) = hunt(started, end) {
                row(text, "hunt", &hunt);
            }
            text.push('\n');
        }
        // The run goes case by case; the report is ordered by contestant.
        let ends: HashMap<&Arc<str>, &SubmissionResult> =
            self.read.ends.iter().map(|end| (&end.contestant, end)).collect();
        for contestant in &started.contestants {
            let end = ends.get(contestant).copied();
            if end.is_none_or(|end| self.is_explained(end)) {
                self.refusals(text, started, contestant, end);
            }
        }
        self.what_does_not_count(text);
        if !self.style.quiet {
            cases_that_earn_nothing(text, started);
            cases_not_on_disk(text, started);
        }
    }

    /// Formats the judge errors, which count against no contestant.
    fn faults_of_the_judge(&self, text: &mut String) {
        for fault in &self.read.faults {
            let _ = writeln!(text, "{} {fault}\n", painted(BAD, "judge error:"));
        }
        let mut errors: Vec<_> = self.read.judge_errors.iter().collect();
        errors.sort_by_key(|(_, cases)| cases.first());
        for (message, cases) in errors {
            let head = painted(BAD, "judge error, counted against no submission");
            let names = listed(&Vec::from_iter(cases), LISTED);
            let _ = writeln!(text, "{names}   {head}\n  {message}\n");
        }
    }

    fn is_explained(&self, end: &SubmissionResult) -> bool {
        match end.met {
            ExpectationResult::AsExpected => self.style.explain_expected,
            _ => !end.not_judged.as_ref().is_some_and(NotJudged::is_allowed),
        }
    }

    fn refusals(
        &self,
        text: &mut String,
        started: &Started,
        contestant: &Arc<str>,
        end: Option<&SubmissionResult>,
    ) {
        let again = end.and_then(|end| again(started.runs.as_ref(), &end.again));
        for judged in self.read.explained.get(contestant).into_iter().flatten() {
            text.push_str(&explanation::coloured(judged));
            if let Some(command) = &again {
                row(text, "again", &only(command, &judged.case));
            }
            text.push('\n');
        }
        if let Some(names) = self.read.unexplained.get(contestant) {
            let more = plural(names.count, "more rejection", "more rejections");
            let names = names.list();
            let _ = writeln!(text, "{contestant}  {more}, --details shows them: {names}\n");
        }
        if let Some(names) = self.read.missing.get(contestant) {
            let _ = writeln!(text, "{contestant}  {} missing: {}\n", names.count, names.list());
        }
    }

    /// Lists ignored files of contestants.
    fn what_does_not_count(&self, text: &mut String) {
        for extras in self.read.extras.chunk_by(|a, b| a.0 == b.0) {
            for (contestant, path, why) in extras.iter().take(LISTED) {
                let _ = writeln!(text, "{contestant}  {path} does not count: {why}");
            }
            if let Some((contestant, ..)) = extras.get(LISTED) {
                let more = plural(extras.len() - LISTED, "file does", "files do");
                let _ = writeln!(text, "{contestant}  {more} not count either");
            }
            text.push('\n');
        }
    }
}

/// Returns the command that hunts for a case that catches a submission.
fn hunt(started: &Started, end: &SubmissionResult) -> Option<String> {
    let (command, path) = (&started.runs.as_ref()?.hunt, quoted(end.path.as_deref()?));
    (!command.is_empty()).then(|| format!("{command} {path}"))
}

/// Lists the cases that are in no group, if groups are worth points.
fn cases_that_earn_nothing(text: &mut String, started: &Started) {
    let earning: HashSet<&Arc<str>> = started.groups.iter().flat_map(|g| &g.cases).collect();
    if started.groups.is_empty() || earning.len() >= started.cases.len() {
        return;
    }
    let others = started.cases.iter().filter(|case| !earning.contains(case));
    let others: Vec<&Arc<str>> = others.collect();
    let one = "case is in no group and earns nothing";
    let cases = plural(others.len(), one, "cases are in no group and earn nothing");
    let _ = writeln!(text, "{cases}: {}\n", listed(&others, LISTED));
}

fn cases_not_on_disk(text: &mut String, started: &Started) {
    if started.not_on_disk.is_empty() {
        return;
    }
    let count = started.not_on_disk.len();
    let cases = plural(count, "on-demand case is", "on-demand cases are");
    let problem = &started.problem;
    let _ = writeln!(
        text,
        "{cases} not generated yet, so not judged; run `referee generate {problem}` to add them\n"
    );
}

impl<W: Write> PartialReport for Human<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        if let Some(changes) = &mut self.changes {
            changes.event(event);
        }
        self.read.suspicions.event(event);
        match event {
            Event::Started(started) => {
                self.read.columns = started.cases.iter().cloned().zip(0..).collect();
                self.read.started = Some(started.clone());
            }
            Event::Extra { contestant, path, message } => {
                self.read.extras.push((contestant.clone(), path.clone(), message.clone()));
            }
            Event::Fault { message } => self.read.faults.push(message.clone()),
            Event::Judged(judged) => self.judged(judged),
            Event::Submission(submission) => self.read.ends.push(submission.clone()),
            Event::Block(_) => {}
            Event::Finished(totals) => return self.finish(totals),
        }
        Ok(())
    }
}

/// Formats the limits and the isolation of runs, which follow the counts on the first line.
fn under(runs: &Runs) -> String {
    let (limit, origin) = (explanation::limit_in_words(runs), explanation::limit_origin(runs));
    let Runs { memory_mib, isolation, .. } = runs;
    let mut text = format!(", limit {limit}{origin}, {memory_mib} MiB; isolated by {isolation}");
    for missing in &runs.not_isolated {
        let _ = write!(text, "\n{} {missing}", painted(BAD, "NOT ISOLATED:"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_submissions_find_their_results_in_linear_time() {
        let names: Vec<Arc<str>> = (0..100_000).map(|number| number.to_string().into()).collect();
        let started = serde_json::json!({
            "event": "started", "format": "referee-events", "version": 1, "referee": "0",
            "problem": "p", "cases": [], "contestants": names, "not_on_disk": [],
        });
        let mut out = Vec::new();
        let mut report = Human::new(&mut out, Style { quiet: true, ..Style::IN_FILE });
        let started = Event::parse(started.to_string().as_bytes()).unwrap().unwrap();
        report.event(&started).unwrap();
        for name in &names {
            let end = SubmissionResult {
                verdict: Some(Verdict::Accepted),
                met: ExpectationResult::AsExpected,
                ..SubmissionResult::unjudged(name)
            };
            report.event(&Event::Submission(end)).unwrap();
        }
        report.event(&Event::Finished(Totals::default())).unwrap();
        drop(report);
        assert!(out.is_empty());
    }

    /// Formats the report of these events and the last one.
    fn report_of(lines: &[&str], is_interrupted: bool, style: Style) -> String {
        let mut totals = Totals { is_interrupted, ..Totals::default() };
        let mut out = Vec::new();
        let mut report = Human::new(&mut out, style);
        for line in lines {
            let event = Event::parse(line.as_bytes()).unwrap().unwrap();
            totals.count(&event);
            report.event(&event).unwrap();
        }
        report.event(&Event::Finished(totals)).unwrap();
        drop(report);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn an_interrupted_submission_is_in_the_table() {
        let started = r#"{"event":"started","format":"referee-events","version":1,"referee":"0",
            "problem":"p","cases":["1","2"],"contestants":["a"],"not_on_disk":[],"runs":{
            "cpu_milliseconds":1000,"memory_mib":64,"isolation":"","not_isolated":[],"again":""}}"#;
        let judged = r#"{"event":"judged","contestant":"a","case":"1","verdict":"AC",
            "reason":"proved","message":""}"#;
        let text = report_of(&[started, judged], true, Style::IN_FILE);
        assert!(text.contains("\n  a  A-"), "{text}");
        assert!(text.contains("interrupted; 0 of 1 submissions have a result"), "{text}");
        assert!(text.contains("The one output judged so far is right.   exit code 130"), "{text}");
    }

    #[test]
    fn a_reason_for_not_judging_is_wrapped_on_terminals() {
        let started = r#"{"event":"started","format":"referee-events","version":1,"referee":"0",
            "problem":"p","cases":["1"],"contestants":["a"],"not_on_disk":[]}"#;
        let end = r#"{"event":"submission","contestant":"a","met":"not-judged",
            "message":"one two three four five six seven eight"}"#;
        let style = Style { wraps: true, width: 40, ..Style::IN_FILE };
        let text = report_of(&[started, end], false, style);
        let expected = "            one two three four five six\n            seven eight\n";
        assert!(text.contains(expected), "{text}");
    }

    #[test]
    fn a_judge_error_beside_a_failure_is_no_compile_error() {
        let started = r#"{"event":"started","format":"referee-events","version":1,"referee":"0",
            "problem":"p","cases":["1","2"],"contestants":["a"],"not_on_disk":[]}"#;
        for (verdict, expected) in [("CE", "compile error"), ("WA", "not judged")] {
            let end = format!(
                r#"{{"event":"submission","contestant":"a","verdict":"{verdict}",
                    "met":"not-judged","message":"why"}}"#
            );
            let text = report_of(&[started, &end], false, Style::IN_FILE);
            assert!(text.contains(&format!("a   {expected}\n            why\n")), "{text}");
        }
    }
}
