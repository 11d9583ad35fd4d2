//! The web page of a batch: how many candidates are accepted, how tasks differ, which need
//! attention, and for each task its candidates and their kinds of failure. One HTML file that has
//! no script, and loads and sends nothing.

use maud::{Markup, html};

use super::figures::{BatchSummary, by_count, doubt, mean_reward, passes, percent, speed, tasks};
use super::page_rows::{LeftOut, PageFailure, PageRows, PageTask};
use referee_base::plural;
use referee_checker::text::escape;
use referee_display::page::plain_page;
use referee_display::table;
use referee_events::{Reason, Verdict};

/// The styles of this page in addition to the common ones.
const STYLE: &str = include_str!("batch.css");

/// The maximum number of tasks named of each kind that needs attention.
const NAMED: usize = 20;

/// The number of ranges of acceptance rates: none accepted, ten in between, and all accepted.
const RANGES: usize = 12;

/// Formats the page.
pub fn page(summary: &BatchSummary, rows: &PageRows) -> String {
    let tally = &summary.batch.tally;
    let title = format!(
        "{} of {}",
        plural(tally.candidates, "candidate", "candidates"),
        plural(tally.tasks(), "task", "tasks")
    );
    let content = html! {
        header {
            h1 { (title) }
            p { "Tasks: " (tasks(summary.batch)) }
            @if let Some(took) = summary.took { p { (speed(tally, took)) } }
        }
        main {
            (figures(summary))
            (to_look_at(summary, rows))
            (rates(&rows.tasks))
            (table_of(&rows.tasks))
            @for (number, task) in rows.tasks.iter().enumerate() { (view(number, task, summary.took.is_some())) "\n" }
            (left_out(&rows.left_out))
        }
    };
    plain_page(&title, "batch", STYLE, content)
}

fn text(bytes: &str) -> String {
    escape(bytes.as_bytes())
}

/// The figures of the whole batch.
fn figures(summary: &BatchSummary) -> Markup {
    let tally = &summary.batch.tally;
    let judged = tally.judged();
    html! {
        section aria-label="Result" {
            dl.numbers {
                @for (k, estimate, tasks) in passes(tally) {
                    div {
                        dt { "pass@" (k) ", " (plural(tasks, "task", "tasks")) }
                        dd { (format!("{:.2} %", 100.0 * estimate)) }
                    }
                }
                div {
                    dt { "tasks solved by a candidate" }
                    dd { (tally.solved()) span.of { " of " (tally.tasks()) } }
                }
                @if judged > 0 {
                    div {
                        dt { "mean reward, " (summary.batch.reward) }
                        dd { (format!("{:.4}", mean_reward(tally))) }
                    }
                }
            }
            @for (verdict, count) in by_count(tally) {
                div.share {
                    span.count { (count) ", " (percent(count, judged)) }
                    div.meter aria-hidden="true" {
                        span style=(format!("width: {:.1}%", 100.0 * count as f64 / judged.max(1) as f64)) {}
                    }
                    span { (letter(Some(verdict))) " " (Reason::of(verdict).words()) }
                }
            }
        }
    }
}

/// What to check before trusting the figures.
fn to_look_at(summary: &BatchSummary, rows: &PageRows) -> Markup {
    let batch = summary.batch;
    let tally = &batch.tally;
    let malformed = batch.malformed + batch.index.malformed;
    let doubtful = batch.audit.iter().flat_map(|audit| audit.doubtful());
    let doubtful: Vec<_> = doubtful.collect();
    let equal: Vec<(usize, &PageTask, &PageFailure)> = (0..)
        .zip(&rows.tasks)
        .filter_map(|(at, task)| Some((at, task, task.doubtful()?)))
        .collect();
    let is_nothing = malformed + tally.not_judged + tally.left_out + tally.unconfirmed == 0
        && doubtful.is_empty()
        && equal.is_empty();
    html! {
        @if !is_nothing {
            section #suspicions aria-labelledby="look" {
                h2 #look { "Look at these first" }
                ul {
                    @if malformed > 0 { li { (plural(malformed, "record is", "records are")) " malformed and left out" } }
                    @if tally.not_judged > 0 {
                        li {
                            (plural(tally.not_judged, "candidate", "candidates")) " could not be judged, such as "
                            (text(tally.first_not_judged.as_deref().unwrap_or("")))
                        }
                    }
                    @if tally.left_out > 0 { li { (plural(tally.left_out, "candidate is", "candidates are")) " left out with doubtful tasks" } }
                    @if tally.unconfirmed > 0 {
                        li { (plural(tally.unconfirmed, "verdict", "verdicts")) " may be due to the load of the machine" }
                    }
                    @for task in doubtful.iter().take(NAMED) {
                        li { b { (text(&task.task)) } " " (doubt(task)) }
                    }
                    (more(doubtful.len(), "doubtful task", "doubtful tasks"))
                    @for (at, task, failure) in equal.iter().take(NAMED) {
                        li {
                            a href=(format!("#task-{at}")) { (text(&task.name)) } ": "
                            (failure.count) " candidates give one equal output to test " (failure.test().unwrap_or(0))
                            ", and " (task.accepted()) " are accepted: is the answer right?"
                        }
                    }
                    (more(equal.len(), "such task", "such tasks"))
                }
            }
        }
    }
}

fn more(count: usize, one: &str, many: &str) -> Markup {
    html! {
        @if count > NAMED { li { "and " (plural(count - NAMED, one, many)) " more" } }
    }
}

/// The number of tasks by acceptance rate, as a histogram.
fn rates(tasks: &[PageTask]) -> Markup {
    let mut counts = [0_usize; RANGES];
    for task in tasks.iter().filter(|task| task.judged() > 0) {
        let range = match (task.accepted(), task.judged()) {
            (0, _) => 0,
            (accepted, judged) if accepted == judged => RANGES - 1,
            (accepted, judged) => 1 + accepted * (RANGES - 2) / judged,
        };
        counts[range] += 1;
    }
    let label = |range: usize| match range {
        0 => "0 %".to_string(),
        range if range == RANGES - 1 => "100 %".to_string(),
        range => format!("{} to {} %", (range - 1) * 10, range * 10),
    };
    let largest = counts.iter().copied().max().unwrap_or(0).max(1);
    html! {
        @if tasks.len() >= RANGES {
            section aria-labelledby="rates" {
                h2 #rates { "Tasks by share of accepted candidates" }
                figure.spread {
                    ol {
                        @for (range, count) in counts.into_iter().enumerate() {
                            li title={ (label(range)) ": " (plural(count, "task", "tasks")) } {
                                span.hidden { (label(range)) ": " }
                                span { (count) }
                                span.column aria-hidden="true" style={ "height: " (count * 75 / largest) "%" } {}
                            }
                        }
                    }
                    figcaption aria-hidden="true" { span { "none" } span { "half" } span { "all" } }
                }
            }
        }
    }
}

fn table_of(tasks: &[PageTask]) -> Markup {
    html! {
        section {
            h2 #tasks { "Tasks" }
            div.wide tabindex="0" role="region" aria-labelledby="tasks" {
                table {
                    thead { tr {
                        th scope="col" { "Task" }
                        th.number scope="col" { "Candidates" }
                        th scope="col" { "Accepted" }
                        th.number scope="col" { "Mean reward" }
                        th scope="col" { "Verdicts" }
                        th scope="col" { "Most frequent failure" }
                    } }
                    tbody { @for (number, task) in tasks.iter().enumerate() { (row(number, task)) } }
                }
            }
        }
    }
}

fn row(number: usize, task: &PageTask) -> Markup {
    let judged = task.judged();
    html! {
        tr {
            th.name scope="row" { a href=(format!("#task-{number}")) { (text(&task.name)) } }
            td.number { (judged + task.not_judged) }
            td.rate {
                span.meter aria-hidden="true" { span style=(format!("width: {:.0}%", 100.0 * task.share())) {} }
                (percent(task.accepted(), judged))
            }
            td.number { (format!("{:.3}", task.reward / judged.max(1) as f64)) }
            td.letters {
                @for (verdict, count) in &task.verdicts { span { (letter(Some(*verdict))) " " (count) " " } }
                @if task.not_judged > 0 { span { (letter(None)) " " (task.not_judged) } }
            }
            td { @if let Some(failure) = task.most_frequent() { (failure.count) ": " (how(failure)) } }
        }
    }
}

/// The candidates of a task and how they fail, with times if these are reported.
fn view(number: usize, task: &PageTask, has_times: bool) -> Markup {
    html! {
        section.task id=(format!("task-{number}")) aria-labelledby=(format!("title-{number}")) {
            h3 id=(format!("title-{number}")) { (text(&task.name)) }
            p.quiet { (task.accepted()) " of " (plural(task.judged(), "candidate", "candidates")) " accepted" }
            @if !task.candidates.is_empty() {
                table {
                    thead { tr {
                        th scope="col" { "Candidate" }
                        th scope="col" { "Verdict" }
                        th.number scope="col" { "Passed" }
                        @if has_times { th.number scope="col" { "CPU time" } }
                        th scope="col" { "Failure" }
                    } }
                    tbody {
                        @for candidate in &task.candidates {
                            tr {
                                th.name scope="row" { (text(&candidate.id)) }
                                td { (letter(candidate.verdict)) }
                                td.number { (candidate.passed) " of " (candidate.total) }
                                @if has_times { td.number { (format!("{:.3} s", candidate.cpu_s)) } }
                                td { @if let Some(failure) = candidate.failure { (failure + 1) } }
                            }
                        }
                    }
                }
            }
            @for (at, failure) in task.failures.iter().enumerate() { (kind(at + 1, failure)) }
        }
    }
}

fn kind(number: usize, failure: &PageFailure) -> Markup {
    html! {
        details {
            summary {
                "Failure " (number) ": " (how(failure)) ", " (plural(failure.count, "candidate", "candidates"))
            }
            p.message { (text(failure.why())) }
            div.pair {
                @for (heading, shown) in failure.texts() {
                    div.excerpt { p.quiet { (heading) } pre tabindex="0" { (text_of_lines(shown)) } }
                }
            }
        }
    }
}

fn how(failure: &PageFailure) -> String {
    let what = failure.verdict.map_or("not judged", |verdict| Reason::of(verdict).words());
    failure.test().map_or(what.to_string(), |test| format!("{what} in test {test}"))
}

/// Returns lines unchanged, except that characters that are not text are escaped.
fn text_of_lines(lines: &str) -> String {
    let lines: Vec<String> = lines.split('\n').map(text).collect();
    lines.join("\n")
}

/// The letter of a verdict in its colours, with its words for screen readers.
fn letter(verdict: Option<Verdict>) -> Markup {
    let (letter, words) = match verdict {
        Some(verdict) => (table::letter(Reason::of(verdict)), Reason::of(verdict).words()),
        None => ('?', "not judged"),
    };
    html! { span.letter data-v=(letter) title=(words) { (letter) } }
}

fn left_out(left_out: &LeftOut) -> Markup {
    let LeftOut { of_tasks, candidates, failures } = *left_out;
    html! {
        @if *left_out != LeftOut::default() {
            p.left-out {
                "The page is not complete, --details html=SIZE makes room. Not shown: "
                (plural(of_tasks, "candidate", "candidates")) " of further tasks, "
                (plural(candidates, "further candidate", "further candidates")) ", and how "
                (plural(failures, "candidate fails", "candidates fail")) "."
            }
        }
    }
}
