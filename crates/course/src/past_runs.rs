//! The past runs of a course: a folder of results for each, with the data that the next run needs.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::decisions::{DecisionMark, WithoutHandIn};
use referee_base::digest::{sha256, to_hex};
use referee_base::fault::Fault;
use referee_base::files::{self, Existing, write_whole};
use referee_checker::text::escape;
use referee_events::points::Points;
use referee_intake::submission::FoundSubmissions;

/// The file of a run's record. It is written last: a folder without it belongs to a run that did
/// not finish.
const RECORD: &str = "run.json";

/// The file that marks a run as published.
const PUBLISHED: &str = "published";

/// The table with the points of all exercises.
pub const SHEET: &str = "sheet.csv";

/// The table of changes since the last published run.
pub const CHANGES: &str = "changes.csv";

/// The names of all files of a run, beside which each of several exercises has a folder.
pub(super) const FILES: [&str; 4] = [RECORD, PUBLISHED, SHEET, CHANGES];

/// The version of the record.
const FORMAT: u32 = 1;

/// The data of a run that later runs need.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunRecord {
    format: u32,
    /// The number of the run, from 1: the order of runs must not depend on a clock or its zone. Old
    /// records have none.
    #[serde(default)]
    number: u64,
    /// The hand-ins, by the name of the exercise.
    exercises: BTreeMap<String, HandInRecord>,
}

/// The hand-ins of an exercise, and the contents that decisions were made about.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandInRecord {
    /// The hash of each submission, by its name.
    submissions: BTreeMap<String, String>,
    /// The contents that decisions were made about, by submission.
    decided: BTreeMap<String, DecidedContent>,
    /// The decisions about students who did not hand in. Old records have none.
    #[serde(default)]
    pub without: Vec<WithoutHandIn>,
    /// The best grade. Old records have none.
    #[serde(default)]
    pub best: Option<Points>,
}

/// The content that a decision was made about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct DecidedContent {
    /// The hash of the decision.
    decision: String,
    /// The hash of the submission as it was when the decision was made.
    content: String,
}

impl RunRecord {
    /// Creates the record of a run of these exercises that follows others.
    pub fn new(exercises: BTreeMap<String, HandInRecord>, past: &PastRuns) -> RunRecord {
        let number = past.last().map_or(0, |last| last.record.number) + 1;
        RunRecord { format: FORMAT, number, exercises }
    }

    /// Returns the hand-ins of an exercise.
    pub fn of(&self, exercise: &str) -> Option<&HandInRecord> {
        self.exercises.get(exercise)
    }

    /// Writes it to the folder of its run, which marks the run as finished.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&self, run: &Path) -> Result<(), Fault> {
        let text = serde_json::to_vec_pretty(self)
            .map_err(|error| Fault::judge(format!("the record cannot be written: {error}")))?;
        write_whole(&run.join(RECORD), &text, Existing::Keep)
    }
}

impl HandInRecord {
    /// Records the hand-ins, and the decision about each. A decision is about the content that its
    /// author could see, which is that of the previous run, with the record `last`. What was not
    /// there then is outdated from the start if the decision gives points: nobody has seen it.
    pub fn new(
        found: &FoundSubmissions,
        decisions: &HashMap<Arc<str>, DecisionMark>,
        last: Option<&HandInRecord>,
    ) -> HandInRecord {
        let hash = |source: &referee_programs::Source| match source.content() {
            Ok(content) => to_hex(&content),
            Err(_) => String::new(),
        };
        let programs =
            found.submissions.iter().map(|one| (one.name.to_string(), hash(&one.source)));
        let others = found.others.iter();
        let others = others.map(|(name, fault)| (name.to_string(), no_program(&fault.message)));
        let submissions: BTreeMap<String, String> = programs.chain(others).collect();
        let decided = decisions.iter().map(|(name, decision)| {
            let now = submissions.get(&**name).map(String::as_str);
            let seen = last.and_then(|last| last.decided_on(name, &decision.hash));
            let is_new = seen.is_none() && last.is_some_and(|last| !last.has_seen(decision, now));
            let now = now.filter(|_| !(is_new && decision.settles));
            // If the main file was unclear, the decision has turned the hand-in into a program.
            let seen = seen.filter(|seen| !(decision.chooses_file && is_no_program(seen)));
            let content = seen.or(now).unwrap_or_default().to_string();
            (name.to_string(), DecidedContent { decision: decision.hash.clone(), content })
        });
        let decided = decided.collect();
        HandInRecord { submissions, decided, ..HandInRecord::default() }
    }

    /// Returns the content that a decision was made about, as far as this run can tell.
    fn decided_on(&self, name: &str, decision: &str) -> Option<&str> {
        let decided = self.decided.get(name).filter(|decided| decided.decision == decision);
        let content = decided.map(|decided| &decided.content);
        content.or_else(|| self.submissions.get(name)).map(String::as_str)
    }

    /// Returns whether a decision was already about this content under some name: those of attempts
    /// change with their number.
    fn has_seen(&self, decision: &DecisionMark, content: Option<&str>) -> bool {
        self.decided
            .values()
            .any(|one| one.decision == decision.hash && Some(one.content.as_str()) == content)
    }

    /// Returns the submissions whose content has changed since the decision about them.
    pub fn outdated(&self) -> impl Iterator<Item = &str> {
        let is_outdated = |(name, decided): &(&String, &DecidedContent)| {
            self.submissions.get(*name) != Some(&decided.content)
        };
        self.decided.iter().filter(is_outdated).map(|(name, _)| name.as_str())
    }

    /// Returns whether a submission has different content than the one with the name `earlier` in
    /// another record. A decision may turn a hand-in into a program, which does not count as a
    /// difference.
    pub fn differs(&self, name: &str, other: &HandInRecord, earlier: &str) -> bool {
        let (here, there) = (self.submissions.get(name), other.submissions.get(earlier));
        let kind = |content: Option<&String>| content.map(|content| is_no_program(content));
        let is_decided =
            self.is_decided_otherwise(name, other, earlier) && kind(here) != kind(there);
        here != there && !is_decided
    }

    /// Returns whether the decision about a submission differs from that about the one with the
    /// name `earlier` in another record.
    pub fn is_decided_otherwise(&self, name: &str, other: &HandInRecord, earlier: &str) -> bool {
        let decision = |one: &DecidedContent| one.decision.clone();
        self.decided.get(name).map(decision) != other.decided.get(earlier).map(decision)
    }
}

/// The prefix of the hash for a hand-in that is not a program; only the reason is hashed.
const NO_PROGRAM: &str = "no program ";

fn no_program(why: &str) -> String {
    format!("{NO_PROGRAM}{}", sha256(why.as_bytes()))
}

fn is_no_program(content: &str) -> bool {
    content.starts_with(NO_PROGRAM)
}

/// A run that has finished.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastRun {
    /// Its folder.
    pub folder: PathBuf,
    /// Its record.
    pub record: RunRecord,
    /// Whether its grades were published.
    pub is_published: bool,
}

/// The runs of a course, from the first to the last.
#[derive(Debug, Clone, Default)]
pub struct PastRuns {
    folder: PathBuf,
    runs: Vec<PastRun>,
}

impl PastRuns {
    /// Reads the runs below the folder of results, if there is one.
    ///
    /// # Errors
    /// The folder, or the record of a run, cannot be read.
    pub fn read(folder: &Path) -> Result<PastRuns, Fault> {
        let mut runs = Vec::new();
        if folder.exists() {
            let entries = folder.read_dir().map_err(|error| Fault::cannot_read(folder, &error))?;
            let paths = entries.flatten().map(|entry| entry.path());
            for folder in paths.filter(|path| path.join(RECORD).is_file()) {
                let record = read_record(&folder.join(RECORD))?;
                let is_published = folder.join(PUBLISHED).exists();
                runs.push(PastRun { folder, record, is_published });
            }
        }
        runs.sort_by_key(|run| (run.record.number, order(&run.folder)));
        Ok(PastRuns { folder: folder.to_path_buf(), runs })
    }

    /// Returns the last run.
    pub fn last(&self) -> Option<&PastRun> {
        self.runs.last()
    }

    /// Returns the last run that was published.
    pub fn published(&self) -> Option<&PastRun> {
        self.runs.iter().rfind(|run| run.is_published)
    }

    /// Returns the folder for a run that starts at this time. The folder does not exist.
    pub fn folder_for(&self, time: &str) -> PathBuf {
        let numbered = (2..).map(|number| format!("{time}-{number}"));
        let names = std::iter::once(time.to_string()).chain(numbered);
        let mut folders = names.map(|name| self.folder.join(name));
        folders.find(|folder| !folder.exists()).unwrap_or_else(|| self.folder.join(time))
    }

    /// Marks a run as published: the last one, or the one with this name. Returns its folder.
    ///
    /// # Errors
    /// There is no such run, or it cannot be marked.
    pub fn publish(&self, name: Option<&str>, time: &str) -> Result<&Path, Fault> {
        let is_named = |run: &&PastRun| {
            name.is_none_or(|name| run.folder.file_name().is_some_and(|known| known == name))
        };
        let Some(run) = self.runs.iter().rfind(is_named) else {
            let what = name.map_or("no run".to_string(), |name| {
                format!("no run called {}", escape(name.as_bytes()))
            });
            let fault = Fault::bad_input(format!("there is {what} that could be published"));
            return Err(fault.at(&self.folder).help("`referee grade` makes one"));
        };
        let mark = format!("published {time}\n");
        write_whole(&run.folder.join(PUBLISHED), mark.as_bytes(), Existing::Replace)?;
        Ok(&run.folder)
    }
}

fn read_record(path: &Path) -> Result<RunRecord, Fault> {
    let text = files::read_text(path)?;
    let wrong = |message: String| {
        Fault::bad_input(message).at(path).help("move the folder to grade without it")
    };
    let record: RunRecord = serde_json::from_str(&text)
        .map_err(|error| wrong(format!("this is no record of a run: {error}")))?;
    match record.format {
        FORMAT => Ok(record),
        format => Err(wrong(format!("unsupported version {format} of this record"))),
    }
}

/// Returns the sort key of runs without a number: the time in the name of the folder, and the
/// number among the runs of that minute.
fn order(folder: &Path) -> (String, u32) {
    let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let is_time = |time: &str| time.matches('-').count() >= 3;
    match name.rsplit_once('-').filter(|(time, _)| is_time(time)) {
        Some((time, number)) => (time.to_string(), number.parse().unwrap_or(0)),
        None => (name, 0),
    }
}

#[cfg(test)]
mod tests;
