//! Statistics for people: a text of at most 80 columns, regardless of the terminal, so that it can
//! be mailed.

use std::fmt::Write as _;

use super::failures::{Common, EqualFailures};
use super::summary::{AskedSuspicion, CaseStatistics, GroupStatistics, ResultUnit, Statistics};
use referee_base::{listed, plural};
use referee_course::spread::{Bar, Spread};
use referee_display::width::{fitted, padded, shortened, width as width_of};
use referee_display::wrap::wrapped;

/// The width of the text.
const WIDTH: usize = 80;

/// The maximum number of cases, and of groups of failures, listed.
const LISTED: usize = 10;

/// The maximum number of members named for each group of failures.
const NAMED: usize = 4;

/// The maximum width of group titles and case names.
const NAME: usize = 36;

pub(crate) fn lines(statistics: &Statistics) -> String {
    let mut text = String::new();
    let Statistics { problem, judged, not_judged, results, groups, cases, failures, .. } =
        statistics;
    let _ = write!(text, "{problem}: {}", plural(*judged, "submission", "submissions"));
    for (count, what) in [(*not_judged, "not judged"), (statistics.excused, "excused")] {
        let words = format!(", {count} more {what} and not counted");
        text.push_str(if count > 0 { &words } else { "" });
    }
    text.push('\n');
    text.push_str(if statistics.suspicions.is_empty() { "" } else { "\nlook at these first\n" });
    for AskedSuspicion { question, command, .. } in &statistics.suspicions {
        wrapped(&mut text, 2, WIDTH, question);
        if let Some(command) = command {
            let _ = writeln!(text, "    {command}");
        }
    }
    if let Some(spread) = results {
        histogram(&mut text, spread, statistics.unit);
    }
    of_groups(&mut text, groups);
    of_cases(&mut text, cases);
    of_failures(&mut text, failures, *judged);
    if let Some(file) = &statistics.languages {
        text.push('\n');
        wrapped(&mut text, 0, WIDTH, &format!("languages {file}"));
    }
    text
}

fn histogram(text: &mut String, spread: &Spread, unit: ResultUnit) {
    let histogram = &spread.histogram;
    let _ = writeln!(text, "\n{}", unit.described(spread));
    let labels: Vec<String> = histogram.iter().map(|bar| Bar::label(bar, histogram)).collect();
    let labels_width = labels.iter().map(String::len).max().unwrap_or(0);
    let largest = histogram.iter().map(|bar| bar.count).max().unwrap_or(0).max(1);
    let counts_width = largest.to_string().len();
    let room = WIDTH.saturating_sub(2 + labels_width + 2 + counts_width + 2);
    for (bar, label) in histogram.iter().zip(labels) {
        // Rounded up, so that a small count still has a bar.
        let length = (bar.count * room.min(50)).div_ceil(largest);
        let line = format!(
            "  {label:>labels_width$}  {:>counts_width$}  {}",
            bar.count,
            "#".repeat(length)
        );
        let _ = writeln!(text, "{}", line.trim_end());
    }
}

fn of_groups(text: &mut String, groups: &[GroupStatistics]) {
    if groups.is_empty() {
        return;
    }
    let width = column(groups.iter().map(|group| &*group.title), "group");
    let _ = writeln!(text, "\n{:width$}    mean  median      of   all  none", "group");
    for GroupStatistics { title, spread, all, none } in groups {
        let Spread { most, mean, median, .. } = spread;
        let _ = writeln!(
            text,
            "{}  {:>6}  {:>6}  {:>6}  {all:>4}  {none:>4}",
            padded(&shortened(title, width), width),
            mean.to_string(),
            median.to_string(),
            most.to_string(),
        );
    }
}

fn of_cases(text: &mut String, cases: &[CaseStatistics]) {
    if cases.is_empty() {
        return;
    }
    let first = &cases[..cases.len().min(LISTED)];
    let width = column(first.iter().map(|case| &*case.case), "hardest cases");
    let _ = writeln!(text, "\n{:width$}  failed   run  most often", "hardest cases");
    for CaseStatistics { case, run, failed, reasons } in first {
        let most = reasons.iter().map(|(reason, count)| format!("{} {count}", reason.words()));
        let most = most.collect::<Vec<_>>().join(", ");
        let room = WIDTH - width - 17;
        let line = format!(
            "{}  {failed:>6}  {run:>4}  {}",
            padded(&shortened(case, width), width),
            fitted(&most, room)
        );
        let _ = writeln!(text, "{}", line.trim_end());
    }
    if cases.len() > LISTED {
        let more = plural(cases.len() - LISTED, "more case", "more cases");
        let _ = writeln!(text, "{more} with failures");
    }
}

fn of_failures(text: &mut String, failures: &[EqualFailures], judged: usize) {
    if failures.is_empty() {
        return;
    }
    let _ =
        writeln!(text, "\nequal failures: --report failures=FILE writes all of them, for comments");
    for failure in &failures[..failures.len().min(LISTED)] {
        let EqualFailures { id, case, common, reason, message, submissions } = failure;
        let what = match common {
            Common::Refutation => reason.with(message),
            Common::Output => reason.with("the same output"),
        };
        let head = format!("{id}  {} of {judged}  {case}  {what}", submissions.len());
        let _ = writeln!(text, "{}", fitted(&head, WIDTH));
        let names = listed(submissions, NAMED);
        let _ = writeln!(text, "            {}", fitted(&names, WIDTH - 12));
    }
    if failures.len() > LISTED {
        let _ = writeln!(text, "{}", plural(failures.len() - LISTED, "more group", "more groups"));
    }
}

fn column<'a>(names: impl Iterator<Item = &'a str>, head: &str) -> usize {
    names.map(width_of).max().unwrap_or(0).clamp(head.len(), NAME)
}

#[cfg(test)]
mod tests;
