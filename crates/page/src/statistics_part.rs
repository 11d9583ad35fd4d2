//! The statistics: the distribution of results, the hardest cases, and the failures that many
//! submissions share. This part needs no script; with one, it becomes a separate view.

use maud::{Markup, html};

use referee_course::spread::{Bar, Spread};
use referee_report::statistics::{Common, EqualFailures, ResultUnit, Statistics};

/// The maximum number of cases, of groups of failures, and of members of a group listed.
const CASES: usize = 50;
const GROUPS: usize = 50;
const MEMBERS: usize = 30;

/// Formats statistics as a section.
pub(crate) fn part(statistics: &Statistics) -> Markup {
    let Statistics { judged, not_judged, unit, results, groups, cases, failures, .. } = statistics;
    html! {
        section.statistics #statistics aria-labelledby="statistics-title" {
            h2 #statistics-title { "Statistics" }
            p.quiet {
                (judged) " submissions"
                @if statistics.excused > 0 { ", " (statistics.excused) " more excused and not counted" }
                @if *not_judged > 0 { ", " (not_judged) " more not judged and not counted" }
            }
            @if let Some(spread) = results { (histogram(spread, *unit)) }
            @if !groups.is_empty() {
                table {
                    caption { "Points by group of cases" }
                    thead { tr {
                        th scope="col" { "Group" }
                        @for head in ["Mean", "Median", "Of", "All", "None"] { th.number scope="col" { (head) } }
                    } }
                    tbody { @for group in groups { tr {
                        th scope="row" { (group.title) }
                        @for points in [group.spread.mean, group.spread.median, group.spread.most] {
                            td.number { (points.to_string()) }
                        }
                        @for count in [group.all, group.none] { td.number { (count) } }
                    } } }
                }
            }
            @if !cases.is_empty() {
                table {
                    caption { "Hardest cases" (rest(cases.len(), CASES)) }
                    thead { tr {
                        th scope="col" { "Case" }
                        th.number scope="col" { "Failed" }
                        th.number scope="col" { "Run" }
                        th scope="col" { "Most often" }
                    } }
                    tbody { @for case in cases.iter().take(CASES) { tr {
                        th.case scope="row" { (case.case) }
                        td.number { (case.failed) }
                        td.number { (case.run) }
                        td {
                            @for (at, (reason, count)) in case.reasons.iter().enumerate() {
                                @if at > 0 { ", " }
                                (reason.words()) " " (count)
                            }
                        }
                    } } }
                }
            }
            (equal(failures))
        }
    }
}

/// The minimum number of submissions for a distribution.
const CLASS: usize = 5;

/// The height of the highest bar, in percent, which leaves room for the number above it.
const HIGHEST: usize = 75;

/// Draws a small histogram: a bar for each range, with its count above it.
pub(crate) fn small_histogram(statistics: &Statistics) -> Markup {
    let Statistics { judged, results, unit, .. } = statistics;
    let Some(Spread { most, histogram, .. }) = results.as_ref().filter(|_| *judged >= CLASS) else {
        return html! {};
    };
    let largest = histogram.iter().map(|bar| bar.count).max().unwrap_or(0).max(1);
    html! {
        figure.spread {
            ol aria-label={ "Submissions by " (unit.noun()) } {
                @for bar in histogram {
                    @let label = Bar::label(bar, histogram);
                    li title={ (label) ": " (bar.count) } {
                        span.hidden { (label) ": " }
                        span { (bar.count) }
                        span.column aria-hidden="true" style={ "height: " (bar.count * HIGHEST / largest) "%" } {}
                    }
                }
            }
            figcaption aria-hidden="true" {
                span { "0" }
                span { (unit.noun()) }
                span { (most.to_string()) }
            }
        }
    }
}

fn histogram(spread: &Spread, unit: ResultUnit) -> Markup {
    let histogram = &spread.histogram;
    let caption = unit.described(spread);
    let (first, rest) = caption.split_at(1);
    let largest = histogram.iter().map(|bar| bar.count).max().unwrap_or(0).max(1);
    html! {
        table.histogram {
            caption { (first.to_uppercase()) (rest) }
            tbody { @for bar in histogram { tr {
                th.number scope="row" { (Bar::label(bar, histogram)) }
                td.number { (bar.count) }
                td {
                    meter min="0" max=(largest) value=(bar.count) aria-hidden="true" {}
                }
            } } }
        }
    }
}

fn equal(failures: &[EqualFailures]) -> Markup {
    html! {
        @if !failures.is_empty() {
            table {
                caption { "Equal failures of several submissions" (rest(failures.len(), GROUPS)) }
                thead { tr {
                    th.number scope="col" { "Submissions" }
                    th scope="col" { "Case" }
                    th scope="col" { "In common" }
                    th scope="col" { "Who" }
                    th scope="col" { "For comments" }
                } }
                tbody { @for failure in failures.iter().take(GROUPS) { tr {
                    td.number { (failure.submissions.len()) }
                    td.case { (failure.case) }
                    td {
                        @match failure.common {
                            Common::Refutation => { (failure.reason.with(&failure.message)) }
                            Common::Output => { "the same output (" (failure.reason.words()) ")" }
                        }
                    }
                    td {
                        ul.members { @for name in failure.submissions.iter().take(MEMBERS) {
                            li.submission { (name) }
                        } }
                        (rest(failure.submissions.len(), MEMBERS))
                    }
                    td { code { (failure.id) } }
                } } }
            }
        }
    }
}

fn rest(all: usize, listed: usize) -> String {
    match all.saturating_sub(listed) {
        0 => String::new(),
        more => format!(" and {more} more"),
    }
}
