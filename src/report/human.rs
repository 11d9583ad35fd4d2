//! The report for people: the answer first, as a table; then every refusal with its reason; last, one
//! sentence that sums up.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::Arc;

use anstyle::{AnsiColor, Style as Paint};

use super::{Report, diff, table};
use crate::events::{Event, Judged, Reason, Started, Totals, Verdict};
use crate::exit::Exit;

/// How a report for people is to look.
#[derive(Debug, Clone)]
pub struct Style {
    /// The widest line of letters.
    pub width: usize,
    /// How many refusals of each contestant are explained for each reason; the others are named.
    pub details: usize,
    /// Only what is wrong: no table, and nothing at all when nothing is wrong.
    pub quiet: bool,
    /// Without colours, whatever it is written to.
    pub plain: bool,
}

/// The report in the making: a letter for each output, and as many explanations as will be shown.
pub struct Human<W> {
    out: W,
    style: Style,
    started: Option<Started>,
    rows: HashMap<Arc<str>, Vec<Reason>>,
    explained: HashMap<Arc<str>, Vec<Judged>>,
    unexplained: HashMap<Arc<str>, Names>,
    missing: HashMap<Arc<str>, Names>,
    extras: Vec<(Arc<str>, String, String)>,
    judge_errors: Vec<(Arc<str>, String)>,
    faults: Vec<String>,
}

/// The first of some names, and how many there are.
#[derive(Default)]
struct Names {
    first: Vec<String>,
    count: usize,
}

/// How many names are listed before the rest is counted.
const LISTED: usize = 3;

impl Names {
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
    /// An empty report.
    pub fn new(out: W, style: Style) -> Self {
        Human {
            out,
            style,
            started: None,
            rows: HashMap::new(),
            explained: HashMap::new(),
            unexplained: HashMap::new(),
            missing: HashMap::new(),
            extras: Vec::new(),
            judge_errors: Vec::new(),
            faults: Vec::new(),
        }
    }

    fn judged(&mut self, judged: &Judged) {
        self.rows.entry(Arc::clone(&judged.contestant)).or_default().push(judged.reason);
        match judged.reason {
            Reason::Proved => {}
            Reason::Missing => {
                let names = self.missing.entry(Arc::clone(&judged.contestant)).or_default();
                names.push(&judged.case);
            }
            // A case that is at fault is so for every contestant: said once.
            Reason::JudgeError => {
                let error = (judged.case.clone(), judged.message.to_string());
                if self.judge_errors.last() != Some(&error) {
                    self.judge_errors.push(error);
                }
            }
            _ => {
                let contestant = Arc::clone(&judged.contestant);
                let explained = self.explained.entry(Arc::clone(&contestant)).or_default();
                let alike = explained.iter().filter(|other| other.reason == judged.reason).count();
                if alike < self.style.details {
                    explained.push(judged.clone());
                } else {
                    self.unexplained.entry(contestant).or_default().push(&judged.case);
                }
            }
        }
    }

    fn finish(&mut self, totals: &Totals) -> io::Result<()> {
        let mut text = String::new();
        if let Some(started) = self.started.take() {
            if !self.style.quiet {
                self.head(&mut text, &started);
            }
            self.details(&mut text, &started);
        }
        if !self.style.quiet || totals.accepted < totals.judged || totals.judge_errors > 0 {
            let _ = write!(text, "{}", conclusion(totals));
        }
        if self.style.plain {
            text = anstream::adapter::strip_str(&text).to_string();
        }
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }

    fn head(&self, text: &mut String, started: &Started) {
        let cases = plural(started.cases.len(), "case", "cases");
        let contestants = plural(started.contestants.len(), "contestant", "contestants");
        let _ = writeln!(text, "{}: {cases}, {contestants}\n", started.problem);
        let groups = table::groups(&started.cases);
        let names = started.contestants.iter().map(|name| name.chars().count()).max();
        let names = names.unwrap_or(0).clamp(8, 40);
        let letters: usize = groups.iter().map(|group| group.width() + 2).sum();
        let folded = 4 + names + letters > self.style.width;
        let widths: Vec<usize> = groups
            .iter()
            .map(|group| match folded {
                false => group.width(),
                true => format!("{0} of {0}", group.size).len().max(group.name.chars().count()),
            })
            .collect();
        let mut line = format!("  {:names$}  ", "");
        for (group, &width) in groups.iter().zip(&widths) {
            let _ = write!(line, "{:width$}  ", group.name);
        }
        if groups.iter().any(|group| !group.name.is_empty()) {
            let _ = writeln!(text, "{}", line.trim_end());
        }
        for contestant in &started.contestants {
            let empty = Vec::new();
            let reasons = self.rows.get(contestant).unwrap_or(&empty);
            let mut line = format!("  {:names$}  ", shortened(contestant, names));
            let mut at = 0;
            for (group, &width) in groups.iter().zip(&widths) {
                let end = reasons.len().min(at + group.size);
                let part = &reasons[at..end];
                at = end;
                let (cells, shown) = if folded { counts(part) } else { letters_of(part) };
                let padding = " ".repeat(width.saturating_sub(shown) + 2);
                let _ = write!(line, "{cells}{padding}");
            }
            let _ = writeln!(text, "{line}{}", summary(reasons).trim_end());
        }
        text.push('\n');
    }

    fn details(&self, text: &mut String, started: &Started) {
        for fault in &self.faults {
            let _ = writeln!(text, "{} {fault}\n", painted(RED, "judge error:"));
        }
        for (case, message) in &self.judge_errors {
            let head = painted(RED, "judge error, counted against nobody");
            let _ = writeln!(text, "{case}   {head}\n  {message}\n");
        }
        // The run goes case by case; a reader goes contestant by contestant.
        for contestant in &started.contestants {
            for judged in self.explained.get(contestant).into_iter().flatten() {
                text.push_str(&explanation(judged));
                text.push('\n');
            }
            if let Some(names) = self.unexplained.get(contestant) {
                let more = plural(names.count, "more refusal", "more refusals");
                let _ = writeln!(text, "{contestant}  {more}: {}\n", names.list());
            }
            if let Some(names) = self.missing.get(contestant) {
                let _ = writeln!(text, "{contestant}  {} missing: {}\n", names.count, names.list());
            }
        }
        for extras in self.extras.chunk_by(|a, b| a.0 == b.0) {
            for (contestant, path, why) in extras.iter().take(LISTED) {
                let _ = writeln!(text, "{contestant}  {path} does not count: {why}");
            }
            if let Some((contestant, ..)) = extras.get(LISTED) {
                let more = plural(extras.len() - LISTED, "file does", "files do");
                let _ = writeln!(text, "{contestant}  {more} not count either");
            }
            text.push('\n');
        }
        if !started.not_on_disk.is_empty() && !self.style.quiet {
            let count = started.not_on_disk.len();
            let cases =
                plural(count, "large case of the manifest is", "large cases of the manifest are");
            let problem = started.problem;
            let _ = writeln!(
                text,
                "{cases} not on disk and not judged; `referee generate {problem}` makes them\n"
            );
        }
    }
}

impl<W: Write> Report for Human<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::Started(started) => self.started = Some(started.clone()),
            Event::Extra { contestant, path, message } => {
                self.extras.push((contestant.clone(), path.clone(), message.clone()));
            }
            Event::Fault { message } => self.faults.push(message.clone()),
            Event::Judged(judged) => self.judged(judged),
            Event::Finished(totals) => return self.finish(totals),
        }
        Ok(())
    }
}

const GREEN: Paint = AnsiColor::Green.on_default();
const RED: Paint = AnsiColor::Red.on_default().bold();
const YELLOW: Paint = AnsiColor::Yellow.on_default();
const DIM: Paint = Paint::new().dimmed();

fn painted(paint: Paint, text: &str) -> String {
    format!("{paint}{text}{paint:#}")
}

fn paint_of(verdict: Verdict) -> Paint {
    match verdict {
        Verdict::Accepted => GREEN,
        Verdict::WrongAnswer | Verdict::JudgeError => RED,
        Verdict::Malformed | Verdict::NoOutput => YELLOW,
    }
}

/// The explanation of a refusal, in colour.
fn explanation(judged: &Judged) -> String {
    let mut text = String::new();
    let place =
        judged.place.map_or(String::new(), |p| format!(", line {}, column {}", p.line, p.column));
    let verdict = painted(paint_of(judged.verdict), judged.reason.words());
    let _ = writeln!(text, "{}  {}   {verdict}{place}", judged.contestant, judged.case);
    let mut row = |label: &str, words: &str| {
        let label = painted(DIM, &format!("{label:<9}"));
        let _ = writeln!(text, "  {label} {words}");
    };
    match &judged.answer {
        // The text itself differs: show where.
        Some(answer) if judged.reason == Reason::Malformed => {
            let marked = diff::mark(&judged.says, answer);
            for (label, (line, marks)) in [("says", marked.left), ("jury", marked.right)] {
                row(label, &line);
                if !marks.is_empty() {
                    row("", &painted(YELLOW, &marks));
                }
            }
        }
        _ if !judged.says.is_empty() => row("says", &judged.says),
        _ => {}
    }
    for fact in &judged.facts {
        row(fact.label, &fact.text);
    }
    if judged.facts.is_empty() {
        row("but", &judged.message);
    }
    for line in &judged.drawing {
        let _ = writeln!(text, "            {line}");
    }
    text
}

/// The explanation of a judgement without colour, for reports that carry it as text.
pub(super) fn plain_explanation(judged: &Judged) -> String {
    anstream::adapter::strip_str(&explanation(judged)).to_string()
}

/// The letters of some outputs in tens, coloured, and how wide they are.
fn letters_of(reasons: &[Reason]) -> (String, usize) {
    let plain: Vec<char> = reasons.iter().map(|&reason| table::letter(reason)).collect();
    let width = table::in_tens(&plain).chars().count();
    let mut cells = String::new();
    // One colour for each run of equal letters: half of a long row would be escapes otherwise.
    let mut position = 0;
    for run in reasons.chunk_by(|a, b| a == b) {
        let paint = paint_of(run[0].verdict());
        let _ = write!(cells, "{paint}");
        for &reason in run {
            if position > 0 && position % 10 == 0 {
                cells.push(' ');
            }
            cells.push(table::letter(reason));
            position += 1;
        }
        let _ = write!(cells, "{paint:#}");
    }
    (cells, width)
}

/// How many of some outputs are accepted, and how wide that is.
fn counts(reasons: &[Reason]) -> (String, usize) {
    let accepted = reasons.iter().filter(|&&reason| reason == Reason::Proved).count();
    let text = format!("{accepted} of {}", reasons.len());
    let width = text.len();
    let paint = if accepted == reasons.len() { GREEN } else { RED };
    (painted(paint, &text), width)
}

/// The end of a row: how many are accepted, and what kept the others from it.
fn summary(reasons: &[Reason]) -> String {
    let count = |wanted: Reason| reasons.iter().filter(|&&reason| reason == wanted).count();
    let mut parts = Vec::new();
    for (reason, word) in [
        (Reason::Refuted, "wrong"),
        (Reason::Malformed, "malformed"),
        (Reason::NotText, "not text"),
        (Reason::Empty, "empty"),
        (Reason::Missing, "missing"),
        (Reason::JudgeError, "not judged"),
    ] {
        match count(reason) {
            0 => {}
            count => parts.push(format!("{count} {word}")),
        }
    }
    format!("  {} of {}   {}", count(Reason::Proved), reasons.len(), parts.join(", "))
}

fn conclusion(totals: &Totals) -> String {
    let code = Exit::of_totals(totals) as u8;
    let Totals { judged, accepted, refused, judge_errors } = *totals;
    let sentence = if judge_errors > 0 {
        let errors = plural(judge_errors, "judge error", "judge errors");
        let judged = accepted + refused;
        let others = match refused {
            _ if judged == 0 => "no output was judged".to_string(),
            0 => format!("{} judged, none refused", plural(judged, "output", "outputs")),
            _ => format!("{} judged, {refused} refused", plural(judged, "output", "outputs")),
        };
        format!("{errors}, counted against nobody; {others}.")
    } else if judged == 0 {
        "There was nothing to judge.".to_string()
    } else if accepted == judged {
        match judged {
            1 => "The one output is right.".to_string(),
            _ => format!("All {judged} outputs are right."),
        }
    } else {
        let verb = if refused == 1 { "is" } else { "are" };
        format!("{} of {judged} {verb} wrong.", plural(refused, "output", "outputs"))
    };
    format!("{sentence}   exit code {code}\n")
}

/// A number with its noun.
pub(crate) fn plural(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn shortened(name: &str, width: usize) -> String {
    let count = name.chars().count();
    if count <= width {
        return name.to_string();
    }
    let tail: String = name.chars().skip(count - (width - 3)).collect();
    format!("...{tail}")
}
