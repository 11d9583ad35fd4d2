//! Formats the results of a hunt: for people, and as JSON.

use std::path::Path;

use serde::Serialize;

use crate::json_line;
use crate::shrink::{ShrinkReport, candidates, row, sizes};
use referee_base::fault::{Fault, show};
use referee_base::{part_of, plural};
use referee_checker::text::{escape, excerpt};
use referee_counterexamples::hunt::SourceReport;
use referee_display::explanation;
use referee_display::paint::{BAD, GOOD, ODD, painted};
use referee_display::shell::shell_line;
use referee_programs::headline;
use referee_strength::growth::Growth;
use referee_strength::hunt::{
    Disagreement, EXISTING, FailureShare, Find, HuntEnd, Hunted, MAX_GENERATING, MIN_JUDGED,
};

/// Longer compiler messages are shortened, in characters.
const MAX_SAID: usize = 200;

/// The maximum number of inputs named to show how a time grows.
const MAX_POINTS: usize = 3;

/// Formats the progress of a hunt.
pub fn progress(submission: &str, tries: u64) -> String {
    format!("hunting {}: {}", escape(submission.as_bytes()), candidates(tries))
}

/// Formats the result of one submission.
pub fn human(hunted: &Hunted) -> String {
    let mut text = String::new();
    if let Some(disagreement) = hunted.end.disagreement() {
        disagrees(&mut text, hunted, disagreement);
    }
    let Some((word, detail)) = headline_of(hunted) else { return text };
    let name = escape(hunted.name.as_bytes());
    text += &format!("{name}  {word}  {detail}\n");
    match &hunted.end {
        HuntEnd::FailsSample(judged) => {
            text += &explanation::coloured(judged);
            text.push('\n');
        }
        HuntEnd::Found(find, _) => found(&mut text, find),
        HuntEnd::TooFew { .. } | HuntEnd::Withstood(_) => of_sources(&mut text, &hunted.sources),
        HuntEnd::NotCompiled(_)
        | HuntEnd::NoCompiler(_)
        | HuntEnd::NotJudged(_)
        | HuntEnd::JuryDisagrees(_) => {}
    }
    text
}

/// Formats an input on which the jury disagrees.
fn disagrees(text: &mut String, hunted: &Hunted, Disagreement { other, find }: &Disagreement) {
    let (name, other) = (escape(hunted.name.as_bytes()), escape(other.as_bytes()));
    let all = match (&hunted.end, hunted.tries()) {
        (HuntEnd::JuryDisagrees(_), tries @ 1..) => {
            format!(", and all failures in {} are disputed", candidates(tries))
        }
        _ => String::new(),
    };
    let (word, origin) = (painted(BAD, "the jury disagrees"), origin(find));
    *text += &format!("{name}  {word}  {other} is also rejected on {origin}{all}\n");
    found(text, find);
}

fn origin(find: &Find) -> String {
    escape(find.origin.to_string().as_bytes())
}

/// Returns the result of one submission in a few words, and the details; `None` if it fails only
/// where the jury disagrees, which is all there is to say.
fn headline_of(hunted: &Hunted) -> Option<(String, String)> {
    let tried = candidates(hunted.tries());
    let after = if hunted.tries() > 0 { format!("after {tried}, ") } else { String::new() };
    let if_right = |right, wrong| if hunted.is_right { right } else { wrong };
    Some(match &hunted.end {
        HuntEnd::NotCompiled(said) => {
            (painted(BAD, "does not compile"), excerpt(headline(said).as_bytes(), MAX_SAID))
        }
        HuntEnd::NoCompiler(fault) | HuntEnd::NotJudged(fault) => {
            (painted(BAD, "not hunted"), escape(fault.one_line().as_bytes()))
        }
        HuntEnd::TooFew { judged, why } => {
            let few = format!("fewer than {MIN_JUDGED} prove nothing: {why}");
            let new = hunted.sources.iter().filter(|source| source.kind != EXISTING);
            let new = new.map(|source| source.tries as usize).sum();
            let tried = plural(new, "new candidate", "new candidates");
            let detail = format!("{judged} of {tried} could be judged, and {few}");
            (painted(BAD, "not hunted"), detail)
        }
        HuntEnd::Withstood(why) => {
            let of_them = match hunted.sources.iter().map(|source| source.invalid).sum::<u64>() {
                0 => String::new(),
                invalid => format!(", {invalid} of them not valid"),
            };
            (painted(if_right(GOOD, ODD), "withstands"), format!("{tried}{of_them}: {why}"))
        }
        HuntEnd::FailsSample(judged) => {
            let (case, verdict) = (escape(judged.case.as_bytes()), judged.reason.words());
            (painted(if_right(BAD, GOOD), "fails a sample"), format!("{case}: {verdict}"))
        }
        HuntEnd::JuryDisagrees(_) => return None,
        HuntEnd::Found(find, _) => {
            let word = if find.share.is_always() { "fails" } else { "fails by chance" };
            let detail = format!("{}{after}on {}", by_chance(find.share), origin(find));
            (painted(if_right(BAD, GOOD), word), detail)
        }
    })
}

/// Returns in how many runs a program fails, with a comma, if not in all.
fn by_chance(share: FailureShare) -> String {
    let FailureShare { failures, runs } = share;
    if share.is_always() { String::new() } else { format!("in {failures} of {runs} runs, ") }
}

/// Formats how many candidates of each kind were valid, and which generators were stopped.
fn of_sources(text: &mut String, sources: &[SourceReport]) {
    let mut kinds: Vec<(&str, u64, u64)> = Vec::new();
    for source in sources.iter().filter(|source| source.tries > 0) {
        match kinds.iter_mut().find(|(kind, ..)| *kind == source.kind) {
            Some((_, valid, tries)) => {
                *valid += source.valid();
                *tries += source.tries;
            }
            None => kinds.push((source.kind, source.valid(), source.tries)),
        }
    }
    let kinds: Vec<String> =
        kinds.iter().map(|(kind, valid, tries)| format!("{valid} of {tries} {kind}")).collect();
    if !kinds.is_empty() {
        row(text, "valid", &kinds.join(", "));
    }
    for source in sources.iter().filter(|source| source.stopped > 0) {
        let runs = plural(source.stopped as usize, "run", "runs");
        let (name, seconds) = (escape(source.name.as_bytes()), MAX_GENERATING.as_secs());
        row(text, "stopped", &format!("{runs} of {name}, which did not end within {seconds} s"));
    }
}

/// Appends the find, how to reproduce it, and where it is saved.
fn found(text: &mut String, find: &Find) {
    let Find { shrunk, share, kept, .. } = find;
    if shrunk.shrunk.steps > 0 {
        row(text, "shrunk", &sizes(shrunk));
    }
    if let Some(growth) = &find.growth {
        row(text, "growth", &grows(growth));
    }
    crate::shrink::notes(text, shrunk);
    crate::shrink::files(text, shrunk);
    *text += &explanation::coloured(&shrunk.judged);
    if !share.is_always() {
        let runs = share.runs_to_catch();
        let advice = format!("`referee judge --repeat {runs}` catches it 95 times in 100");
        row(text, "repeat", &advice);
    }
    row(text, "again", &escape(shell_line(&find.again).as_bytes()));
    if let Some(kept) = kept {
        row(text, "kept", &show(kept));
    }
    text.push('\n');
}

/// Formats the growth of a program's time: a few of the measured inputs, and the prediction for the
/// largest.
fn grows(growth: &Growth) -> String {
    let last = &growth.points[growth.points.len().saturating_sub(MAX_POINTS)..];
    let points: Vec<String> = last
        .iter()
        .map(|(bytes, seconds)| format!("{seconds:.2} s for {}", size(*bytes)))
        .collect();
    let Growth { exponent, greatest, seconds, .. } = growth;
    let greatest = size(*greatest);
    format!(
        "{}, like n^{exponent:.2}: {seconds:.2} s for {greatest}, the greatest",
        points.join(", ")
    )
}

fn size(bytes: u64) -> String {
    plural(bytes as usize, "byte", "bytes")
}

/// Formats a case that kills a mutant.
pub fn killer(text: &mut String, find: &Find) {
    crate::shrink::files(text, &find.shrunk);
    let judged = &find.shrunk.judged;
    let message = escape(judged.message.as_bytes());
    row(text, "killed", &format!("{}{}", by_chance(find.share), judged.reason.with(&message)));
    if let Some(kept) = &find.kept {
        row(text, "kept", &show(kept));
    }
}

/// Formats that a hunt was interrupted, given how many of all submissions were finished.
pub fn incomplete((whole, all): (usize, usize)) -> String {
    let share = part_of(whole, all, "submissions", ("was", "were"));
    format!("\n{} interrupted; {share} hunted to the end\n", painted(BAD, "INCOMPLETE:"))
}

/// Formats that programs of the jury failed on some candidates.
pub fn setbacks(count: usize, fault: &Fault) -> String {
    let count = plural(count, "candidate, which was", "candidates, which were");
    format!("a jury program fails on {count} skipped: {}", fault.one_line())
}

/// The report as JSON.
#[derive(Serialize)]
struct HuntReport<'a> {
    format: &'a str,
    version: u32,
    problem: &'a str,
    seed: u64,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
    submissions: Vec<SubmissionReport<'a>>,
}

#[derive(Serialize)]
struct SubmissionReport<'a> {
    name: &'a str,
    /// Whether it is expected to be accepted.
    is_right: bool,
    /// `found`, `found-by-chance`, `fails-sample`, `jury-disagrees`, `withstood`, `not-hunted`,
    /// `not-compiled` or `not-judged`.
    end: &'a str,
    /// Why nothing was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    candidates: u64,
    sources: Vec<Source<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<Finding<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    disagreement: Option<DisagreementReport<'a>>,
}

/// An input on which another submission is rejected that is expected to be accepted.
#[derive(Serialize)]
struct DisagreementReport<'a> {
    other: &'a str,
    found: Finding<'a>,
}

#[derive(Serialize)]
struct Source<'a> {
    name: &'a str,
    candidates: u64,
    not_valid: u64,
}

#[derive(Serialize)]
struct Finding<'a> {
    source: &'a str,
    origin: String,
    /// The growth of the time of a program that is too slow.
    #[serde(skip_serializing_if = "Option::is_none")]
    growth: Option<GrowthReport>,
    #[serde(flatten)]
    shrunk: ShrinkReport<'a>,
}

#[derive(Serialize)]
struct GrowthReport {
    /// Pairs of size in bytes and CPU time in seconds.
    measured: Vec<(u64, f64)>,
    exponent: f64,
    /// The CPU time predicted for the input, in seconds.
    seconds: f64,
}

/// Formats the results of all submissions as JSON.
pub fn json(problem: &str, seed: u64, reports: &[Hunted], interrupted: bool) -> String {
    let submissions = reports.iter().map(submission).collect();
    let (format, version) = ("referee-hunt", 1);
    json_line(&HuntReport { format, version, problem, seed, interrupted, submissions })
}

/// Returns in how many runs a program fails, as a sentence.
pub(crate) fn share_in_words(share: FailureShare) -> String {
    let FailureShare { failures, runs } = share;
    format!("it fails in {failures} of {runs} runs")
}

fn submission<'a>(hunted: &'a Hunted) -> SubmissionReport<'a> {
    let (end, why, found) = match &hunted.end {
        HuntEnd::NotCompiled(said) => ("not-compiled", Some(said.clone()), None),
        HuntEnd::NoCompiler(fault) | HuntEnd::NotJudged(fault) => {
            ("not-judged", Some(fault.one_line()), None)
        }
        HuntEnd::TooFew { judged, why } => {
            let why =
                format!("{judged} candidates could be judged, of {MIN_JUDGED} at least: {why}");
            ("not-hunted", Some(why), None)
        }
        HuntEnd::FailsSample(judged) => {
            let why = format!("{}: {}", judged.case, judged.reason.words());
            ("fails-sample", Some(why), None)
        }
        HuntEnd::JuryDisagrees(Disagreement { other, find }) => {
            ("jury-disagrees", Some(format!("{other} is also rejected")), Some(&**find))
        }
        HuntEnd::Withstood(why) => ("withstood", Some((*why).to_string()), None),
        HuntEnd::Found(find, _) if find.share.is_always() => ("found", None, Some(&**find)),
        HuntEnd::Found(find, _) => {
            ("found-by-chance", Some(share_in_words(find.share)), Some(&**find))
        }
    };
    let disagreement = hunted.end.disagreement();
    let source = |source: &'a SourceReport| Source {
        name: &source.name,
        candidates: source.tries,
        not_valid: source.invalid,
    };
    SubmissionReport {
        name: &hunted.name,
        is_right: hunted.is_right,
        end,
        why,
        candidates: hunted.tries(),
        sources: hunted.sources.iter().map(source).collect(),
        found: found.map(finding),
        disagreement: disagreement
            .map(|Disagreement { other, find }| DisagreementReport { other, found: finding(find) }),
    }
}

fn finding(find: &Find) -> Finding<'_> {
    Finding {
        source: &find.source,
        origin: find.origin.to_string(),
        growth: find.growth.as_ref().map(|growth| GrowthReport {
            measured: growth.points.clone(),
            exponent: growth.exponent,
            seconds: growth.seconds,
        }),
        shrunk: ShrinkReport::of(
            &find.shrunk,
            shell_line(&find.again),
            find.kept.as_deref().and_then(Path::to_str),
        ),
    }
}
