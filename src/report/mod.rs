//! Readers of the event stream: each kind of report is one file here, and nothing outside this folder
//! formats for people or for other programs.

pub mod catalogue;
mod collected;
mod csv;
pub mod diff;
pub mod evaluation;
mod explanation;
mod fault;
mod human;
mod jsonl;
mod junit;
mod paint;
pub mod plot;
pub mod progress;
pub mod shell;
mod submissions;
mod table;
pub mod tally;

use std::io::{self, Write};

use crate::events::Event;

pub use fault::{fault, note, warning};
pub(crate) use human::plural;
pub use human::{Human, Style};

/// A report in the making.
pub trait Report {
    /// Takes the next event.
    ///
    /// # Errors
    /// The report cannot be written.
    fn event(&mut self, event: &Event) -> io::Result<()>;
}

/// The kinds of report that `--report` knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// For people: a table, then every refusal with its reason.
    Human,
    /// One event a line, as JSON.
    Jsonl,
    /// JUnit XML, as Jenkins and GitLab read it.
    Junit,
    /// A row per contestant and case.
    Csv,
    /// A row per contestant.
    SummaryCsv,
}

impl Kind {
    /// All kinds, with the names by which they are called.
    pub const NAMES: [(&str, Kind); 5] = [
        ("human", Kind::Human),
        ("jsonl", Kind::Jsonl),
        ("junit", Kind::Junit),
        ("csv", Kind::Csv),
        ("summary-csv", Kind::SummaryCsv),
    ];

    /// A report of this kind, written to `out`.
    pub fn begin<'w>(self, out: impl Write + 'w, style: &Style) -> Box<dyn Report + 'w> {
        match self {
            Kind::Human => Box::new(Human::new(out, style.clone())),
            Kind::Jsonl => Box::new(jsonl::JsonLines::new(out)),
            Kind::Junit => Box::new(junit::Junit::new(out)),
            Kind::Csv => Box::new(csv::Rows::new(out)),
            Kind::SummaryCsv => Box::new(csv::Summary::new(out)),
        }
    }
}
