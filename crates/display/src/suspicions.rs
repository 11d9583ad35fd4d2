//! Suspicions about a class in words, each with a command to investigate it.

use referee_base::{listed, plural};
use referee_events::{Reason, Runs, Untouched};
use referee_suites::suspicions::{Suspicion, SuspicionKind};

use crate::shell::{again, only, quoted};

/// The maximum number of submissions that are named.
const NAMED: usize = 3;

/// Returns a suspicion as a question.
pub fn question(suspicion: &Suspicion) -> String {
    let count = suspicion.submissions.len();
    let submissions = plural(count, "submission", "submissions");
    match &suspicion.kind {
        SuspicionKind::OneCase { .. } => one_case(suspicion),
        SuspicionKind::JustTooSlow { limit_seconds, .. } => format!(
            "{submissions} exceed the time limit of {limit_seconds} s by less than a fifth: is it too tight?"
        ),
        SuspicionKind::LanguageFails { language, verdict } => {
            let verdict = Reason::of(*verdict).words();
            format!(
                "all {count} submissions in {language} pass nothing and get {verdict}: is {language} set up as students expect?"
            )
        }
        SuspicionKind::LanguageTooSlow { language, other, accepted } => format!(
            "{count} submissions in {language} are only too slow and none is accepted, {accepted} in {other} are: is the time limit meant for {language}?"
        ),
        SuspicionKind::SlowerThanTwin { language, twin, seconds, twin_seconds } => format!(
            "all accepted submissions in {language} take {seconds:.2} s or more, those in {twin} {twin_seconds:.2} s or less: is {language} set up well?"
        ),
        SuspicionKind::Untouched { content } => {
            let (one, many) = match content {
                Untouched::Empty => ("is empty", "are empty"),
                Untouched::AsGiven => ("is just what was given", "are just what was given"),
            };
            let verb = if count == 1 { one } else { many };
            format!("{submissions} {verb}: {}", listed(&suspicion.submissions, NAMED))
        }
        SuspicionKind::NobodyFails { cases } => {
            let first = cases.first().map_or("", |case| case);
            match cases.len() {
                1 => format!("nobody fails {first}: does it test anything?"),
                all => format!("nobody fails {all} cases, such as {first}: do they test anything?"),
            }
        }
    }
}

fn one_case(suspicion: &Suspicion) -> String {
    let SuspicionKind::OneCase { case, pass_the_rest, equal_outputs, is_rest_run, is_only } =
        &suspicion.kind
    else {
        return String::new();
    };
    let count = suspicion.submissions.len();
    let of = if count == *pass_the_rest { String::new() } else { format!(" of {pass_the_rest}") };
    let is_all = *equal_outputs > 0 && *equal_outputs == count;
    let outputs = if is_all { " with the same output" } else { "" };
    let fail = match (is_only, is_rest_run) {
        (true, true) => format!("fail only {case}"),
        (true, false) => format!("fail {case} and nothing else that they were run on"),
        (false, _) => format!("fail {case} and hardly anything else"),
    };
    let some = match *equal_outputs {
        some if 0 < some && some < count => format!(", {some} of them with the same output"),
        _ => String::new(),
    };
    let what = if *equal_outputs > 0 { "the answer" } else { "the case" };
    format!("{count}{of} submissions{outputs} {fail}{some}: is {what} right?")
}

/// Returns the command to investigate a suspicion, if there is one.
pub fn command(suspicion: &Suspicion, runs: Option<&Runs>) -> Option<String> {
    if let SuspicionKind::NobodyFails { cases } = &suspicion.kind {
        let show = runs.map(|runs| &runs.show).filter(|show| !show.is_empty())?;
        return Some(format!("referee show {}", quoted(&format!("{show}/{}", cases.first()?))));
    }
    let again = again(runs, &suspicion.again)?;
    Some(match suspicion.case() {
        Some(case) => only(&again, case),
        None => again,
    })
}

#[cfg(test)]
mod tests;
