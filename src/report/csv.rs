//! Tables for spreadsheets: a row per contestant and case, or a row per contestant.
//!
//! A spreadsheet takes a cell that starts with `=`, `+`, `-` or `@` for a formula. Contestants choose
//! their names, so such a cell gets an apostrophe in front.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::Arc;

use super::Report;
use super::collected::Collected;
use crate::events::{Event, Reason};

pub(super) struct Rows<W: Write> {
    out: csv::Writer<W>,
    rows: Collected,
}

impl<W: Write> Rows<W> {
    pub(super) fn new(out: W) -> Self {
        Rows { out: csv::Writer::from_writer(out), rows: Collected::default() }
    }
}

impl<W: Write> Report for Rows<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::Started(started) => {
                self.rows = Collected::new(&started.contestants);
                let header = ["contestant", "case", "verdict", "reason", "message", "says"];
                self.out.write_record(header)?;
            }
            Event::Judged(judged) => self.rows.push(judged),
            Event::Finished(_) => {
                for judged in self.rows.contestants().iter().flat_map(|(_, rows)| rows) {
                    self.out.write_record([
                        cell(&judged.contestant).as_ref(),
                        cell(&judged.case).as_ref(),
                        judged.verdict.code(),
                        judged.reason.code(),
                        cell(&judged.message).as_ref(),
                        cell(&judged.says).as_ref(),
                    ])?;
                }
                self.out.flush()?;
            }
            Event::Extra { .. } | Event::Fault { .. } => {}
        }
        Ok(())
    }
}

pub(super) struct Summary<W: Write> {
    out: csv::Writer<W>,
    contestants: Vec<Arc<str>>,
    counts: HashMap<(Arc<str>, Reason), usize>,
}

impl<W: Write> Summary<W> {
    pub(super) fn new(out: W) -> Self {
        let out = csv::Writer::from_writer(out);
        Summary { out, contestants: Vec::new(), counts: HashMap::new() }
    }
}

impl<W: Write> Report for Summary<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::Started(started) => {
                self.contestants = started.contestants.clone();
                let mut header = vec!["contestant", "cases"];
                header.extend(COLUMNS.map(|(name, _)| name));
                self.out.write_record(header)?;
            }
            Event::Judged(judged) => {
                *self.counts.entry((Arc::clone(&judged.contestant), judged.reason)).or_default() +=
                    1;
            }
            Event::Finished(_) => {
                for contestant in &self.contestants {
                    let count = |reason| {
                        let key = (Arc::clone(contestant), reason);
                        self.counts.get(&key).copied().unwrap_or(0)
                    };
                    let counts = COLUMNS.map(|(_, reason)| count(reason));
                    let mut row = vec![cell(contestant).into_owned()];
                    row.push(counts.iter().sum::<usize>().to_string());
                    row.extend(counts.map(|count| count.to_string()));
                    self.out.write_record(row)?;
                }
                self.out.flush()?;
            }
            Event::Extra { .. } | Event::Fault { .. } => {}
        }
        Ok(())
    }
}

const COLUMNS: [(&str, Reason); 7] = [
    ("accepted", Reason::Proved),
    ("wrong_answer", Reason::Refuted),
    ("malformed", Reason::Malformed),
    ("not_text", Reason::NotText),
    ("empty", Reason::Empty),
    ("missing", Reason::Missing),
    ("judge_error", Reason::JudgeError),
];

fn cell(text: &str) -> Cow<'_, str> {
    if text.starts_with(['=', '+', '-', '@']) {
        Cow::Owned(format!("'{text}"))
    } else {
        text.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::events::Verdict;

    #[test]
    fn no_cell_is_a_formula() {
        assert_eq!(cell("=1+1"), "'=1+1");
        assert_eq!(cell("@x"), "'@x");
        assert_eq!(cell("a=b"), "a=b");
    }

    #[test]
    fn every_reason_has_its_column() {
        let verdicts: Vec<Verdict> = COLUMNS.iter().map(|(_, reason)| reason.verdict()).collect();
        assert!(Verdict::ALL.iter().all(|verdict| verdicts.contains(verdict)));
    }
}
