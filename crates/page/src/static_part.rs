//! The part of the page that needs no script: the results as a table, and the first rejections with
//! their reasons. It serves screen readers, text browsers and printers.

use std::sync::Arc;

use maud::{Markup, html};

use super::page_run::{PageDocument, PageSubmission};
use super::refusal::CollectedRefusal;
use super::statistics_part;
use referee_base::plural;
use referee_display::explanation::{limit_in_words, limit_origin, used_in_words};
use referee_display::shell::only;
use referee_events::points::CaseGroup;
use referee_events::scoring::Scores;
use referee_events::{ExpectationResult, Reason, Runs, STDERR, SubmissionResult, uneven};
use referee_report::statistics::{AskedSuspicion, Statistics};
use referee_report::{conclusion, submissions, tools};

/// The columns shown, which are those with content.
#[derive(Clone, Copy)]
struct ShownColumns {
    got: bool,
    expected: bool,
    points: bool,
    /// The number of groups of cases with a column.
    groups: usize,
    slowest: bool,
    /// The CPU time limit, in seconds.
    limit: f64,
}

/// The maximum number of groups with columns: a wider table would be unreadable.
const GROUPS: usize = 12;

impl PageDocument<'_> {
    /// Formats the part that is readable without a script.
    pub(crate) fn static_part(&self) -> String {
        let started = &self.run.started;
        html! {
            header {
                h1 { (started.problem) }
                (self.in_words())
                @if let Some(statistics) = &self.statistics {
                    (statistics_part::small_histogram(statistics))
                }
            }
            main #main {
                @if let Some(statistics) = &self.statistics { (suspicious(&statistics.suspicions)) }
                div #app {}
                (self.table())
                @if let Some(suite) = &self.suite { (suite.part()) }
                @if let Some(statistics) = &self.statistics { (statistics_part::part(statistics)) }
                (self.refusals())
                (self.environment())
            }
        }
        .into_string()
    }

    /// Returns how well a class did, if there is one.
    fn class(&self) -> Option<String> {
        let Statistics { judged, not_judged, unit, results, .. } = self.statistics.as_ref()?;
        let spread = unit.described(results.as_ref()?);
        let not_judged = match not_judged {
            0 => String::new(),
            count => format!(", {count} not judged"),
        };
        Some(format!("{judged} judged{not_judged}; {spread}. "))
    }

    /// Formats the machine, the compilers and the limits, folded and at the end, since few readers
    /// need them.
    fn environment(&self) -> Markup {
        let runs = self.run.started.runs.as_ref();
        let calibration = self.totals.calibration.as_ref();
        html! {
            @if runs.is_some() || calibration.is_some() {
                details #environment {
                    summary { "Machine, compilers and limits" }
                    @if let Some(runs) = runs { (under(runs)) }
                    @if let Some(machine) = calibration { p { (machine.described()) } }
                }
            }
        }
    }

    /// Formats what was judged, with which results, and what casts doubt on them.
    fn in_words(&self) -> Markup {
        let started = &self.run.started;
        let what = if started.runs.is_some() { "submission" } else { "contestant" };
        let contestants = plural(started.contestants.len(), what, &format!("{what}s"));
        let cases = plural(started.cases.len(), "case", "cases");
        html! {
            p {
                (cases) ", " (contestants)
                @if !started.options.is_empty() { ", with " (started.options.join(", ")) }
                ". "
                @if let Some(class) = self.class() { strong { (class) } }
                span.conclusion { (conclusion(self.totals)) }
            }
            @for missing in started.runs.iter().flat_map(|runs| &runs.not_isolated) {
                p.fault { strong { "Not isolated: " } (missing) }
            }
            @for warning in self.totals.machine.map_or(Vec::new(), |speed| speed.warnings()) { p { (warning) "." } }
            @if let Some(warning) = uneven(&self.run.started.hosts) { p { (warning) "." } }
            @if !started.not_on_disk.is_empty() {
                p {
                    (plural(started.not_on_disk.len(), "on-demand case is", "on-demand cases are"))
                    " not generated yet, so not judged."
                }
            }
            @for fault in &self.run.faults { p.fault { strong { "Judge error: " } (fault) } }
            @for sentence in &self.left_out { p.left-out { (sentence) } }
        }
    }

    fn table(&self) -> Markup {
        let submissions = &self.run.submissions;
        let ends = || submissions.iter().filter_map(|submission| submission.end.as_ref());
        let columns = ShownColumns {
            got: ends().next().is_some(),
            expected: ends().any(|end| end.expectation().is_some()),
            points: ends().any(|end| points(end).is_some()),
            groups: Some(self.groups().count()).filter(|count| *count > 1).unwrap_or(0),
            slowest: ends().any(|end| end.slowest.is_some()),
            limit: self.run.started.runs.as_ref().map_or(0.0, Runs::limit_seconds),
        };
        let names = self.run.started.contestants.iter();
        let mut rows: Vec<_> = names.zip(submissions).collect();
        // Judged submissions come first; the stable sort otherwise keeps the order of the run.
        rows.sort_by_key(|(_, submission)| {
            submission.end.as_ref().is_some_and(|end| end.verdict.is_none())
        });
        html! {
            section #summary aria-labelledby="summary-title" {
                h2 #summary-title { "Results" }
                table {
                    caption { (caption(self.run.started.runs.as_ref())) }
                    thead {
                        tr {
                            th scope="col" { @if columns.got { "Submission" } @else { "Contestant" } }
                            @if columns.got { th scope="col" { "Verdict" } }
                            @if columns.expected {
                                th scope="col" { "Expected" }
                                th scope="col" { "Comparison" }
                            }
                            @if columns.points { th.number scope="col" { "Points" } }
                            @for group in self.groups().take(columns.groups) {
                                th.number.group-points scope="col" { bdi { (group.title) } " " span.quiet { "of " (group.most_points.to_string()) } }
                            }
                            th.number scope="col" { "Accepted" }
                            @if columns.slowest { th.number scope="col" { "Slowest" } th scope="col" { "on" } }
                        }
                    }
                    tbody {
                        @for (name, submission) in rows {
                            tr {
                                th scope="row" { (name) }
                                (cells(submission, columns))
                            }
                        }
                    }
                }
            }
        }
    }

    /// Returns the groups of cases that are worth points, unless there are too many.
    fn groups(&self) -> impl Iterator<Item = &CaseGroup> {
        let groups = &self.run.started.groups;
        let groups = if groups.len() > GROUPS { &[][..] } else { &groups[..] };
        groups.iter().filter(|group| !group.most_points.is_none())
    }

    fn refusals(&self) -> Markup {
        let mut room = self.run.room.of_static_part();
        let names = self.run.started.contestants.iter();
        let mut left_out = 0;
        let mut articles = Vec::new();
        let mut add = |article: Markup| {
            let article = article.into_string();
            if article.len() <= room {
                room -= article.len();
                articles.push(maud::PreEscaped(article));
            } else {
                left_out += 1;
            }
        };
        for ((number, name), submission) in names.enumerate().zip(&self.run.submissions) {
            let first = submission.done.as_ref().map_or(&[][..], |done| &done.first);
            let failure = submission.end.as_ref().filter(|end| !end.message.is_empty());
            if let Some(end) = failure {
                let head = end.verdict.map_or("not judged", submissions::words);
                add(html! {
                    article {
                        h3 { (name) }
                        p.verdict { (head) }
                        pre { (end.message) }
                        @if let Some(again) = self.run.again(number).filter(|_| end.verdict.is_some()) {
                            dl { dt { "again" } dd { code { (again) } } }
                        }
                    }
                });
            }
            for refusal in first {
                add(self.article(name, refusal, self.run.again(number)));
            }
        }
        html! {
            @if !articles.is_empty() || left_out > 0 {
                section #refusals aria-labelledby="refusals-title" {
                    h2 #refusals-title { "First refusals" }
                    @for article in &articles { (article) }
                    @if left_out > 0 {
                        p.left-out { (plural(left_out, "refusal is", "refusals are")) " left out here." }
                    }
                }
            }
        }
    }

    fn article(&self, name: &str, refusal: &CollectedRefusal, again: Option<String>) -> Markup {
        let judged = &refusal.judged;
        let (stderr, facts): (Vec<_>, Vec<_>) =
            judged.facts.iter().partition(|fact| fact.label == STDERR);
        let is_said =
            judged.says_only_where() || facts.iter().any(|fact| fact.text == judged.message);
        html! {
            article {
                h3 { (name) ", " (judged.case) }
                p.verdict {
                    (judged.reason.words())
                    @if let Some(place) = judged.place { ", line " (place.line) ", column " (place.column) }
                }
                dl {
                    @if !judged.says.is_empty() { dt { "says" } dd { pre { (judged.says) } } }
                    @if !is_said { dt { "but" } dd { pre { (judged.message) } } }
                    @for fact in facts.iter().chain(&stderr) {
                        dt { (fact.label) } dd { pre { (fact.text) } }
                    }
                    @if let Some(used) = judged.used {
                        dt { "used" }
                        dd { (used_in_words(used)) }
                    }
                    @if let Some(again) = again {
                        dt { "again" }
                        dd { code { (only(&again, &judged.case)) } }
                    }
                }
                @if !judged.drawing.is_empty() {
                    figure {
                        figcaption { "Drawing of the case" }
                        pre { (judged.drawing.join("\n")) }
                    }
                }
            }
        }
    }
}

/// Lists what looks odd about the class.
fn suspicious(suspicions: &[AskedSuspicion]) -> Markup {
    html! {
        @if !suspicions.is_empty() {
            section #suspicions aria-labelledby="suspicions-title" {
                h2 #suspicions-title { "Look at these first" }
                ul {
                    @for AskedSuspicion { question, command, .. } in suspicions {
                        li {
                            (question)
                            @if let Some(command) = command { br; code { (command) } }
                        }
                    }
                }
            }
        }
    }
}

fn caption(runs: Option<&Runs>) -> String {
    match runs {
        None => "Each contestant, with the number of outputs that are accepted".into(),
        Some(runs) => {
            format!("Each submission, with its verdict; the limit is {}", limit_in_words(runs))
        }
    }
}

/// Returns the wall-clock time and the case of a program that was stopped while waiting, not
/// working.
fn stopped_by_the_clock(submission: &PageSubmission, limit: f64) -> Option<(String, &Arc<str>)> {
    let first = submission.done.as_ref().map_or(&[][..], |done| &done.first);
    first.iter().map(|refusal| &refusal.judged).find_map(|judged| {
        let used = judged
            .used
            .filter(|used| judged.reason == Reason::TimeLimit && used.cpu_seconds < limit)?;
        Some((format!("{:.2} s of wall time", used.wall_seconds), &judged.case))
    })
}

fn cells(submission: &PageSubmission, columns: ShownColumns) -> Markup {
    let end = submission.end.as_ref();
    let counts = submission.done.as_ref().map(|done| &done.counts);
    let accepted = counts.and_then(|counts| counts.get(&'A')).copied().unwrap_or(0);
    let judged: usize = counts.map_or(0, |counts| counts.values().sum());
    let slowest = end.and_then(|end| end.slowest.as_ref());
    let slowest = slowest.map(|slowest| (format!("{:.2} s", slowest.cpu_seconds), &slowest.case));
    let slowest = stopped_by_the_clock(submission, columns.limit).or(slowest);
    html! {
        @if columns.got {
            td { (end.and_then(|end| end.verdict).map_or("not judged", submissions::words)) }
        }
        @if columns.expected {
            td { @if let Some(expected) = end.and_then(SubmissionResult::expectation) { (expected) } }
            td { (end.map_or("", comparison)) }
        }
        @if columns.points { td.number { (end.and_then(points).unwrap_or_default()) } }
        @for group in 0..columns.groups { td.number { (end.and_then(|end| of_group(end, group)).unwrap_or_default()) } }
        td.number { @if judged > 0 { (accepted) " of " (judged) } @else { "-" } }
        @if columns.slowest {
            td.number { @if let Some((time, _)) = &slowest { (time) } }
            td { @if let Some((_, case)) = &slowest { (case) } }
        }
    }
}

fn comparison(end: &SubmissionResult) -> &'static str {
    match end.met {
        ExpectationResult::AsExpected if end.expectation().is_some() => "as expected",
        ExpectationResult::NotPermitted if end.expected.is_some() => "not as expected",
        ExpectationResult::NotCaught => "not caught by any case",
        ExpectationResult::NotJudged => "not judged",
        ExpectationResult::AsExpected | ExpectationResult::NotPermitted => "",
    }
}

/// Formats the points of a submission: decided by hand, or earned minus penalties.
fn points(end: &SubmissionResult) -> Option<String> {
    if let Some(decision) = end.decision.as_ref().filter(|decision| decision.settles()) {
        let points = decision.points.map(|points| format!("{points} by decision"));
        return Some(points.unwrap_or_else(|| "excused".into()));
    }
    let late = end.lateness.as_ref().and_then(|lateness| lateness.points);
    let late = late.map_or(String::new(), |left| format!(", {left} since late"));
    Some(submissions::points(end)? + &late)
}

fn of_group(end: &SubmissionResult, number: usize) -> Option<String> {
    let Scores::Points(groups) = &end.scores else { return None };
    let mut earning = groups.iter().filter(|group| !group.most_points.is_none());
    earning.nth(number).map(|group| group.points.to_string())
}

fn under(runs: &Runs) -> Markup {
    html! {
        p {
            "Limits: " (limit_in_words(runs)) (limit_origin(runs)) ", " (runs.memory_mib) " MiB of memory."
            @if !runs.isolation.is_empty() { " Isolated by " (runs.isolation) "." }
        }
        @for line in tools::lines(runs).lines() { p { (line) } }
    }
}
