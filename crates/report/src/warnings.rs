//! The warnings at the end of the report for people: verdicts that chance or the environment may
//! have caused, and submissions that could not be judged.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::statistics::AskedSuspicion;
use referee_base::{listed, part_of, plural};
use referee_display::explanation::row;
use referee_display::paint::{BAD, ODD, painted};
use referee_display::table::ResultRows;
use referee_events::{
    JudgedCase, NearLimit, NotJudged, Recheck, Runs, Started, SubmissionResult, Totals, uneven,
};

/// The maximum number of lines for each kind; the rest is counted.
const LISTED: usize = 20;

/// Lists what looks odd about a class, each with a command to investigate it.
pub(super) fn suspicious(suspicions: &[AskedSuspicion]) -> String {
    if suspicions.is_empty() {
        return String::new();
    }
    let mut text = format!("{}\n", painted(ODD, "look at these first"));
    for AskedSuspicion { question, command, .. } in suspicions {
        let _ = writeln!(text, "  {question}");
        if let Some(command) = command {
            row(&mut text, "again", command);
        }
    }
    text.push('\n');
    text
}

/// Lists the first verdicts that another time limit would change.
pub(super) fn near_limit(near: &[JudgedCase], count: usize, started: &Started) -> String {
    if near.is_empty() {
        return String::new();
    }
    let verdicts = plural(count, "verdict is", "verdicts are");
    let limit = started.runs.as_ref().map_or(0.0, Runs::limit_seconds);
    let head = format!("{verdicts} close to the time limit of {limit} s");
    let mut text = format!("{}\n", painted(ODD, &head));
    for judged in near {
        let times = match &judged.recheck {
            Some(recheck) => interval(recheck),
            None => seconds(judged.cpu_seconds(), limit),
        };
        let other = match judged.near_limit {
            Some(NearLimit::Longer) => "in time if it were 20 % longer",
            _ => "over it if it were 20 % shorter",
        };
        let verdict = judged.reason.words();
        let (name, case) = (&judged.contestant, &judged.case);
        let _ = writeln!(text, "  {name}  {case}  {times}, {verdict}; {other}");
    }
    if count > near.len() {
        let _ = writeln!(text, "  and {} more", count - near.len());
    }
    text.push('\n');
    text
}

/// Formats a time with enough decimals to distinguish times near the limit.
fn seconds(seconds: f64, limit: f64) -> String {
    let decimals = if limit < 1.0 { 3 } else { 2 };
    format!("{seconds:.decimals$} s")
}

fn interval(recheck: &Recheck) -> String {
    let (least, most) = recheck.interval();
    let [least, most] = [least, most].map(|time| seconds(time, recheck.limit_seconds));
    let (least, runs) = (least.trim_end_matches(" s"), recheck.cpu_seconds.len());
    format!("{least} to {most} in {runs} runs")
}

/// Lists the verdicts changed by a recheck.
pub(super) fn rechecked(judged: &[JudgedCase]) -> String {
    let head = plural(judged.len(), "verdict was", "verdicts were");
    let head = format!("{head} too slow by noise only: rerun alone, the shortest time counts");
    section(&head, judged, |judged| {
        let Some(recheck) = &judged.recheck else { return String::new() };
        let (before, now) = (recheck.before.code(), judged.verdict.code());
        format!("{before} before, {now} now: {}", interval(recheck))
    })
}

/// Reports how many runs a busy machine has spoiled, and on which cases.
pub(super) fn hindered(count: usize, cases: &str) -> String {
    if count == 0 {
        return String::new();
    }
    let runs = plural(count, "run was", "runs were");
    let head =
        format!("the machine is busy: {runs} stopped by the wall time limit and repeated alone");
    format!("{}\n  {cases}\n\n", painted(ODD, &head))
}

/// Reports that the machine was too slow or too fast for times to be trusted: one line for each
/// warning.
pub(super) fn machine(totals: &Totals) -> String {
    let warnings = totals.machine.map_or(Vec::new(), |speed| speed.warnings());
    warnings.iter().map(|warning| format!("{}\n\n", painted(ODD, warning))).collect()
}

/// Reports that a run was interrupted, and how many submissions had a result.
pub(super) fn incomplete(totals: &Totals, known: usize, started: &Started) -> String {
    if !totals.is_interrupted {
        return String::new();
    }
    let share = part_of(known, started.contestants.len(), "submissions", ("has", "have"));
    format!("{} interrupted; {share} a result\n\n", painted(BAD, "INCOMPLETE:"))
}

/// Reports that the machines sharing a run differ in speed.
pub(super) fn hosts(started: &Started) -> String {
    uneven(&started.hosts).map_or_else(String::new, |text| format!("{}\n\n", painted(ODD, &text)))
}

/// Lists the verdicts that differed between runs.
pub(super) fn unsteady(judged: &[JudgedCase]) -> String {
    let head = plural(judged.len(), "verdict is unsteady", "verdicts are unsteady");
    let head = format!("{head}: verdicts differ between runs; the worst counts");
    section(&head, judged, |judged| {
        let codes: Vec<&str> = judged.repeats.iter().map(|verdict| verdict.code()).collect();
        codes.join(" ")
    })
}

/// Lists the verdicts that differ from the recorded ones.
pub(super) fn changed(judged: &[JudgedCase]) -> String {
    let (one, many) =
        ("verdict differs from the recorded one", "verdicts differ from the recorded ones");
    section(&plural(judged.len(), one, many), judged, |judged| {
        let before = judged.before.map_or("", |before| before.code());
        format!("{before} before, {} now", judged.verdict.code())
    })
}

/// Formats a heading, and a line for each judgement, in columns.
fn section(head: &str, judged: &[JudgedCase], what: impl Fn(&JudgedCase) -> String) -> String {
    if judged.is_empty() {
        return String::new();
    }
    let mut text = format!("{}\n", painted(ODD, head));
    let listed = &judged[..judged.len().min(LISTED)];
    let widest = |name: fn(&JudgedCase) -> &str| {
        listed.iter().map(|judged| name(judged).chars().count()).max().unwrap_or(0)
    };
    let (names, cases) = (widest(|judged| &judged.contestant), widest(|judged| &judged.case));
    for judged in listed {
        let (name, case) = (&judged.contestant, &judged.case);
        let _ = writeln!(text, "  {name:names$}  {case:cases$}  {}", what(judged));
    }
    if judged.len() > LISTED {
        let _ = writeln!(text, "  and {} more", judged.len() - LISTED);
    }
    text.push('\n');
    text
}

/// Lists the submissions whose runs all ended in the same run-time error, grouped by error. A
/// single run shows nothing about the machine.
pub(super) fn same_failure(ends: &[SubmissionResult], rows: &ResultRows) -> String {
    let mut alike: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for end in ends {
        if let Some(failure) = &end.same_failure {
            alike.entry(failure).or_default().push(&end.contestant);
        }
    }
    let runs = |name: &str| rows.get(name).map_or(0, |row| row.iter().flatten().count());
    alike.retain(|_, names| names.iter().map(|name| runs(name)).sum::<usize>() > 1);
    if alike.is_empty() {
        return String::new();
    }
    let head = "the same run-time error in every run; is something missing on this machine?";
    let mut text = format!("{}\n", painted(ODD, head));
    for (failure, names) in alike.iter().take(LISTED) {
        let _ = writeln!(text, "  {}\n    {failure}", listed(names, 3));
    }
    if alike.len() > LISTED {
        let more = plural(alike.len() - LISTED, "more kind of error", "more kinds of errors");
        let _ = writeln!(text, "  and {more}");
    }
    text.push('\n');
    text
}

/// Lists the missing compilers and interpreters, if there are any.
pub(super) fn missing_compilers(ends: &[SubmissionResult]) -> String {
    let missing = ends.iter().filter_map(|end| match &end.not_judged {
        Some(NotJudged::NotInstalled { program, allowed }) => Some((program.as_str(), *allowed)),
        _ => None,
    });
    let (programs, allowed): (Vec<&str>, Vec<bool>) = missing.unzip();
    if programs.is_empty() {
        return String::new();
    }
    let submissions = plural(programs.len(), "submission was", "submissions were");
    let programs: BTreeSet<&str> = programs.into_iter().collect();
    let verb = if programs.len() == 1 { "is" } else { "are" };
    let programs = Vec::from_iter(programs).join(", ");
    if !allowed.contains(&false) {
        format!("{submissions} skipped: {programs} {verb} not installed\n\n")
    } else {
        format!(
            "{submissions} not judged: {programs} {verb} not installed;\n\
         --missing-compilers skip does not count that as a failure\n\n"
        )
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use referee_events::Reason;

    use super::*;

    #[test]
    fn a_single_run_shows_nothing_about_the_machine() {
        let ends = ["a.py", "b.py"].map(|name| SubmissionResult {
            same_failure: Some("ended with exit code 1".into()),
            ..SubmissionResult::unjudged(&name.into())
        });
        let row = |name: &str, runs: [bool; 2]| {
            (Arc::from(name), runs.map(|is_run| is_run.then_some(Reason::RunTimeError)).to_vec())
        };
        let (once, twice) = ([true, false], [true, true]);
        assert_eq!(same_failure(&ends[..1], &[row("a.py", once)].into()), "");
        assert!(same_failure(&ends[..1], &[row("a.py", twice)].into()).contains("a.py"));
        let both = same_failure(&ends, &[row("a.py", once), row("b.py", once)].into());
        assert!(both.contains("a.py") && both.contains("b.py"), "{both}");
    }
}
