//! Formats what came of a hunt: for people, and as JSON.

use std::path::Path;

use serde::Serialize;

use crate::shrink::{ShrinkReport, row, sizes};
use referee_base::fault::{Fault, show};
use referee_base::plural;
use referee_checker::text::{escape, excerpt};
use referee_counterexamples::hunt::SourceReport;
use referee_display::explanation;
use referee_display::paint::{BAD, GOOD, ODD, painted};
use referee_programs::headline;
use referee_strength::hunt::{FailureShare, Find, FindByChance, HuntEnd, Hunted, LEAST_JUDGED};

/// The longest message of a compiler that is shown, in characters.
const MAX_SAID: usize = 200;

/// Formats how far a hunt is.
pub fn progress(submission: &str, tries: u64) -> String {
    format!("hunting {}: {}", escape(submission.as_bytes()), candidates(tries))
}

/// Formats what came of one submission.
pub fn human(hunted: &Hunted, again: &str) -> String {
    let Hunted { name, is_right, end, tries, sources } = hunted;
    let name = escape(name.as_bytes());
    let (word, detail) = match end {
        HuntEnd::NotCompiled(said) => {
            (painted(BAD, "does not compile"), excerpt(headline(said).as_bytes(), MAX_SAID))
        }
        HuntEnd::NoCompiler(fault) | HuntEnd::NotJudged(fault) => {
            (painted(BAD, "not hunted"), escape(fault.one_line().as_bytes()))
        }
        HuntEnd::TooFew(judged) => (
            painted(BAD, "not hunted"),
            format!(
                "{judged} of {} could be judged, and fewer than {LEAST_JUDGED} say nothing",
                candidates(*tries)
            ),
        ),
        HuntEnd::Withstood(why) => {
            let colour = if *is_right { GOOD } else { ODD };
            let invalid: u64 = sources.iter().map(|source| source.invalid).sum();
            let of_them = match invalid {
                0 => String::new(),
                _ => format!(", {invalid} of them not valid"),
            };
            (painted(colour, "withstands"), format!("{}{of_them}: {why}", candidates(*tries)))
        }
        HuntEnd::FoundByChance(find) => {
            let colour = if *is_right { BAD } else { GOOD };
            let origin = escape(find.origin.to_string().as_bytes());
            let FailureShare { failures, runs } = find.share;
            (
                painted(colour, "fails by chance"),
                format!("in {failures} of {runs} runs, after {}, on {origin}", candidates(*tries)),
            )
        }
        HuntEnd::Found(find) => {
            let colour = if *is_right { BAD } else { GOOD };
            let origin = escape(find.origin.to_string().as_bytes());
            (painted(colour, "fails"), format!("after {}, on {origin}", candidates(*tries)))
        }
    };
    let mut text = format!("{name}  {word}  {detail}\n");
    match end {
        HuntEnd::Found(find) => found(&mut text, find, again),
        HuntEnd::FoundByChance(find) => found_by_chance(&mut text, find, again),
        HuntEnd::TooFew(_) | HuntEnd::Withstood(_) => {
            for source in sources.iter().filter(|source| source.tries > 0) {
                let valid = source.valid();
                let name = escape(source.name.as_bytes());
                row(
                    &mut text,
                    "valid",
                    &format!("{valid} of {}: {name}", candidates(source.tries)),
                );
            }
        }
        HuntEnd::NotCompiled(_) | HuntEnd::NoCompiler(_) | HuntEnd::NotJudged(_) => {}
    }
    text
}

fn found_by_chance(text: &mut String, find: &FindByChance, again: &str) {
    if let Some(judged) = &find.judged {
        *text += &explanation::coloured(judged);
    }
    let runs = find.share.runs_to_catch();
    let told = format!("`referee judge --repeat {runs}` catches it 95 times of 100");
    row(text, "repeat", &told);
    end_of_find(text, again, find.kept.as_deref());
}

fn found(text: &mut String, find: &Find, again: &str) {
    let Find { shrunk, kept, .. } = find;
    if shrunk.shrunk.steps > 0 {
        row(text, "shrunk", &sizes(shrunk));
    }
    crate::shrink::files(text, shrunk);
    *text += &explanation::coloured(&shrunk.judged);
    end_of_find(text, again, kept.as_deref());
}

/// Formats how to find the same again, and where it is kept.
fn end_of_find(text: &mut String, again: &str, kept: Option<&Path>) {
    row(text, "again", &escape(again.as_bytes()));
    if let Some(kept) = kept {
        row(text, "kept", &show(kept));
    }
    text.push('\n');
}

/// Formats a case that kills a mutant.
pub fn killer(text: &mut String, find: &Find) {
    crate::shrink::files(text, &find.shrunk);
    let judged = &find.shrunk.judged;
    let message = escape(judged.message.as_bytes());
    row(text, "killed", &format!("{}: {message}", judged.reason.words()));
    if let Some(kept) = &find.kept {
        row(text, "kept", &show(kept));
    }
}

/// Formats that a hunt was interrupted when so many of all submissions had been hunted to the end.
pub fn incomplete((whole, all): (usize, usize)) -> String {
    let all = plural(all, "submission was", "submissions were");
    let line = format!("interrupted; {whole} of {all} hunted to the end");
    format!("\n{} {line}\n", painted(BAD, "INCOMPLETE:"))
}

/// Formats that programs of the jury failed on some candidates.
pub fn setbacks(count: usize, fault: &Fault) -> String {
    let count = plural(count, "valid candidate", "valid candidates");
    format!("a program of the jury fails on {count}, which were passed over: {}", fault.one_line())
}

fn candidates(tries: u64) -> String {
    plural(usize::try_from(tries).unwrap_or(usize::MAX), "candidate", "candidates")
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
    /// `found`, `found-by-chance`, `withstood`, `not-hunted`, `not-compiled` or `not-judged`.
    end: &'a str,
    /// Why nothing was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    candidates: u64,
    sources: Vec<Source<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<Finding<'a>>,
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
    #[serde(flatten)]
    shrunk: ShrinkReport<'a>,
}

/// Formats what came of all submissions as JSON.
///
/// # Errors
/// None that is known of.
pub fn json(
    (problem, seed): (&str, u64),
    reports: &[Hunted],
    (again, interrupted): (&str, bool),
) -> serde_json::Result<String> {
    let submissions = reports.iter().map(|hunted| submission(hunted, again));
    let report = HuntReport {
        format: "referee-hunt",
        version: 1,
        problem,
        seed,
        interrupted,
        submissions: submissions.collect(),
    };
    Ok(serde_json::to_string(&report)? + "\n")
}

fn submission<'a>(hunted: &'a Hunted, again: &'a str) -> SubmissionReport<'a> {
    let (end, why, found) = match &hunted.end {
        HuntEnd::NotCompiled(said) => ("not-compiled", Some(said.clone()), None),
        HuntEnd::NoCompiler(fault) | HuntEnd::NotJudged(fault) => {
            ("not-judged", Some(fault.one_line()), None)
        }
        HuntEnd::TooFew(judged) => {
            let why = format!("{judged} candidates could be judged, of {LEAST_JUDGED} at least");
            ("not-hunted", Some(why), None)
        }
        HuntEnd::FoundByChance(find) => {
            let FailureShare { failures, runs } = find.share;
            ("found-by-chance", Some(format!("it fails in {failures} of {runs} runs")), None)
        }
        HuntEnd::Withstood(why) => ("withstood", Some((*why).to_string()), None),
        HuntEnd::Found(find) => ("found", None, Some(&**find)),
    };
    let found = found.map(|find| Finding {
        source: &find.source,
        origin: find.origin.to_string(),
        shrunk: ShrinkReport::of(&find.shrunk, again, find.kept.as_deref().and_then(Path::to_str)),
    });
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
        candidates: hunted.tries,
        sources: hunted.sources.iter().map(source).collect(),
        found,
    }
}
