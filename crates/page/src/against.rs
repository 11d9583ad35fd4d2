//! The comparison with an earlier run: the submissions that have changed, and their earlier
//! letters.

use std::io;
use std::sync::Arc;

use serde::Serialize;

use super::block::DataBlock;
use referee_events::{ExpectationResult, Verdict};
use referee_report::changes::Changes;
use referee_report::changes_table;
use referee_report::earlier::FinalResult;

/// The comparison with an earlier run, as stored in the page.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct AgainstBlock<'a> {
    file: &'a str,
    /// A sentence that counts the changes, and other differences between the runs.
    sentence: String,
    notes: Vec<String>,
    submissions: Vec<ChangedRow<'a>>,
    new: &'a [Arc<str>],
    gone: &'a [Arc<str>],
}

/// A submission that has changed, or is only in the earlier run.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ChangedRow<'a> {
    /// Its number; none if it is only in the earlier run.
    submission: Option<usize>,
    name: &'a str,
    verdict_before: Option<Verdict>,
    verdict_now: Option<Verdict>,
    met_before: Option<ExpectationResult>,
    met_now: Option<ExpectationResult>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points_before: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points_now: Option<f64>,
    /// The number of changed verdicts on cases.
    cases: usize,
}

impl<'a> AgainstBlock<'a> {
    /// Returns the changes of a run; `None` before it is over. `number` looks up submissions.
    pub(crate) fn of(
        changes: &'a Changes,
        number: &dyn Fn(&str) -> Option<usize>,
    ) -> Option<AgainstBlock<'a>> {
        let started = changes.started()?;
        let changed = changes.submissions.iter().map(|change| ChangedRow {
            submission: number(&change.name),
            cases: change.cases,
            ..ChangedRow::of(
                &change.name,
                change.ends.map(|ends| ends.before),
                change.ends.map(|ends| ends.now),
            )
        });
        let gone = changes.gone.iter().map(|name| {
            let before = changes.earlier.submission(name).and_then(|earlier| earlier.end);
            ChangedRow::of(name, before, None)
        });
        Some(AgainstBlock {
            file: &changes.earlier.file,
            sentence: changes_table::sentence(changes, started),
            notes: changes_table::notes(changes, started),
            submissions: changed.chain(gone).collect(),
            new: &changes.new,
            gone: &changes.gone,
        })
    }
}

impl<'a> ChangedRow<'a> {
    /// Describes a submission that is only in the earlier run, or whose number and changed cases
    /// are still to be set, by its final results.
    fn of(name: &'a str, before: Option<FinalResult>, now: Option<FinalResult>) -> ChangedRow<'a> {
        ChangedRow {
            submission: None,
            name,
            verdict_before: before.and_then(|end| end.verdict),
            verdict_now: now.and_then(|end| end.verdict),
            met_before: before.map(|end| end.met),
            met_now: now.map(|end| end.met),
            points_before: before.and_then(|end| end.points),
            points_now: now.and_then(|end| end.points),
            cases: 0,
        }
    }
}

/// Returns the block `before-K` of each changed submission: a letter for each of these cases.
pub(crate) fn letters_before(
    changes: &Changes,
    cases: &[Arc<str>],
    number: &dyn Fn(&str) -> Option<usize>,
) -> io::Result<Vec<DataBlock>> {
    let mut blocks = Vec::new();
    for change in &changes.submissions {
        let earlier = changes.earlier.submission(&change.name);
        if let Some((number, earlier)) = number(&change.name).zip(earlier) {
            let letters = changes.earlier.letters(earlier, cases);
            blocks.push(DataBlock::of(format!("before-{number}"), &letters)?);
        }
    }
    Ok(blocks)
}
