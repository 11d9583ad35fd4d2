//! The table of a run of programs: a row per submission, a letter per case, what it was meant to get and got.

use std::fmt::Write as _;

use super::paint::{self, BAD, GOOD, ODD, painted};
use super::table::{self, Group, Rows};
use crate::events::{Met, Reason, Started, Submission, Verdict};
use crate::points::{Earned, Points};

/// The table. Where letters do not fit into `width`, they are counted.
pub(super) fn table(started: &Started, rows: &Rows, ends: &[Submission], width: usize) -> String {
    let groups = table::groups(&started.cases);
    let lines: Vec<Line> = ends.iter().map(Line::new).collect();
    let widest = |text: fn(&Line) -> &str, title: &str| {
        let longest = lines.iter().map(|line| text(line).chars().count()).max();
        longest.unwrap_or(0).max(title.len())
    };
    let names =
        ends.iter().map(|end| end.contestant.chars().count()).max().unwrap_or(0).clamp(8, 44);
    let points = match started.groups.is_empty() {
        true => 0,
        false => widest(|line| &line.points, "points") + 2,
    };
    let slowest = widest(|line| &line.slowest, "slowest");
    let expected = widest(|line| &line.expected, "expected");
    let got = widest(|line| &line.got, "got");
    let letters: usize = groups.iter().map(|group| group.width() + 2).sum();
    let folded = names + letters + points + slowest + expected + got + 24 > width;
    let widths: Vec<usize> = groups.iter().map(|group| column(group, folded)).collect();
    let mut text = format!("  {:names$}  ", "");
    for (group, &width) in groups.iter().zip(&widths) {
        let _ = write!(text, "{:width$}  ", group.name);
    }
    let title = if points > 0 { "points" } else { "" };
    let _ = writeln!(text, "{title:points$}{:slowest$}  {:expected$}  got", "slowest", "expected");
    for (end, line) in ends.iter().zip(&lines) {
        let _ = write!(text, "  {:names$}  ", table::shortened(&end.contestant, names));
        let none = vec![None; started.cases.len()];
        let mut rest = rows.get(&end.contestant).unwrap_or(&none).as_slice();
        for (group, &width) in groups.iter().zip(&widths) {
            let (part, others) = rest.split_at(rest.len().min(group.size));
            rest = others;
            let (cells, shown) = match folded {
                true => counted(part, group.size),
                false => table::letters_of(part),
            };
            let _ = write!(text, "{cells}{}", " ".repeat(width.saturating_sub(shown) + 2));
        }
        let Line { points: earned, slowest: time, expected: meant, .. } = line;
        let _ = write!(text, "{earned:points$}{time:slowest$}  {meant:expected$}  ");
        text.push_str(&end.verdict.map_or(line.got.clone(), |v| painted(paint::of(v), &line.got)));
        if !line.met.is_empty() {
            let padding = " ".repeat(got - line.got.chars().count() + 2);
            let _ = write!(text, "{padding}{}", line.met);
        }
        text.push('\n');
    }
    text
}

/// The columns of a submission behind its letters.
struct Line {
    points: String,
    slowest: String,
    expected: String,
    got: String,
    met: String,
}

impl Line {
    fn new(end: &Submission) -> Line {
        let slowest = end.slowest.as_ref().map_or(String::new(), |slowest| {
            format!("{:.2} s {}", slowest.cpu_seconds, slowest.case)
        });
        let met = match end.met {
            Met::AsExpected if end.expected.is_some() => painted(GOOD, "ok"),
            Met::AsExpected => String::new(),
            Met::NotPermitted if end.expected.is_some() => painted(BAD, "NOT AS EXPECTED"),
            Met::NotPermitted => String::new(),
            Met::NotCaught => painted(BAD, "NOT CAUGHT by any case"),
            Met::NotJudged => painted(ODD, "not judged"),
        };
        let got = end.verdict.map_or("-", |verdict| words(verdict)).to_string();
        let most = |groups: &[Earned]| groups.iter().map(|group| group.most_points).sum::<Points>();
        let points = end.points.map(|points| format!("{points} of {}", most(&end.groups)));
        let points = points.unwrap_or_default();
        Line { points, slowest, expected: end.expected.clone().unwrap_or_default(), got, met }
    }
}

/// A verdict in two words at most.
pub(super) fn words(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Accepted => "accepted",
        Verdict::WrongAnswer => "wrong answer",
        Verdict::Malformed => "malformed",
        Verdict::NoOutput => "no output",
        Verdict::TimeLimit => "time limit",
        Verdict::MemoryLimit => "memory limit",
        Verdict::OutputLimit => "output limit",
        Verdict::RunTimeError => "run-time error",
        Verdict::CompileError => "compile error",
        Verdict::JudgeError => "judge error",
    }
}

fn column(group: &Group, folded: bool) -> usize {
    match folded {
        false => group.width(),
        true => format!("{0} of {0}", group.size).len().max(group.name.chars().count()),
    }
}

/// How many of a group are accepted.
fn counted(reasons: &[Option<Reason>], size: usize) -> (String, usize) {
    let run = reasons.iter().flatten().count();
    if run == 0 {
        return ("-".into(), 1);
    }
    let accepted = reasons.iter().filter(|&&reason| reason == Some(Reason::Proved)).count();
    let text = format!("{accepted} of {size}");
    let width = text.len();
    let paint = if accepted == run { GOOD } else { BAD };
    (painted(paint, &text), width)
}
