//! Submissions: the files of each, and the results expected of it.

use std::collections::HashMap;
use std::sync::Arc;

use crate::hand_in::attempts::Attempts;
use crate::hand_in::moment::Moment;
use crate::hand_in::{self, Template};
use serde::{Deserialize, Serialize};

use referee_base::fault::Fault;
use referee_base::files::TemporaryFolder;
use referee_events::{
    BlockResult, CaseRange, Decision, Event, Lateness, OfStudent, Platform, Student, Untouched,
};
use referee_package::ExpectedVerdicts;
use referee_package::expected::TimeBound;
use referee_programs::{FilePattern, MainRules, Source};

/// A submission on disk.
#[derive(Debug, Clone)]
pub struct Submission {
    /// Its path below the folder given by the caller, with `/` between parts.
    pub name: Arc<str>,
    /// Its files.
    pub source: Source,
    /// Its path, as the command line takes it; none where it has no path of its own, as in an archive.
    pub path: Option<String>,
    /// The results expected of it, where its folder tells them.
    pub expected: Option<Arc<ExpectedVerdicts>>,
    /// Why it counts as a compile error, whatever a compiler says.
    pub refused: Option<String>,
}

impl Submission {
    /// Returns whether it is expected to be accepted: by its folder, or since nothing else is said of it.
    pub fn is_expected_right(&self) -> bool {
        ExpectedVerdicts::demand_accepted(self.expected.as_deref())
    }

    /// Returns whether its folder says that it is right.
    pub fn is_known_right(&self) -> bool {
        self.expected.is_some() && self.is_expected_right()
    }
}

/// The entries found at a path: submissions, and entries that cannot be submissions, with the reason.
#[derive(Debug, Default)]
pub struct FoundSubmissions {
    /// The submissions, by name.
    pub submissions: Vec<Submission>,
    /// The entries that cannot be judged, by name: files of no known language, empty folders.
    pub others: Vec<(Arc<str>, Fault)>,
    /// The entries that are no programs and are passed over, by name: files with a description, disabled submissions, empty folders.
    pub passed_over: Vec<Arc<str>>,
    /// Who has handed submissions in, by name of the submission, where a learning platform tells it.
    pub handed_in: HashMap<Arc<str>, HandedIn>,
    /// What was decided by hand about submissions, by name.
    pub decisions: HashMap<Arc<str>, Decision>,
    /// The submissions that nobody has worked on, by name.
    pub untouched: HashMap<Arc<str>, Untouched>,
    /// The platforms whose folders were recognised.
    pub recognised: Vec<Recognised>,
    /// The words that judge a submission again, after the command of the run, by its name.
    pub again: HashMap<Arc<str>, Vec<String>>,
    /// The cases of those of which other machines judge others, by name of the submission: ascending.
    pub blocks: HashMap<Arc<str>, Vec<CaseRange>>,
    /// The temporary folders of unpacked archives, removed when this value is dropped.
    pub unpacked: Vec<TemporaryFolder>,
}

/// How a submission was handed in.
#[derive(Debug, Clone)]
pub struct HandedIn {
    /// Whose it is.
    pub student: Student,
    /// When, where that is known.
    pub time: Option<Moment>,
    /// Whether the platform marks it as late.
    pub is_marked_late: bool,
    /// What it loses for being late, where that is computed.
    pub lateness: Option<Lateness>,
}

impl HandedIn {
    /// Returns whether the platform marks what is late.
    pub fn has_marks(&self) -> bool {
        self.student.platform == Platform::Canvas
    }
}

/// A folder of a platform.
#[derive(Debug, Clone, Copy)]
pub struct Recognised {
    /// The platform.
    pub platform: Platform,
    /// The number of students.
    pub students: usize,
    /// The number of students with several attempts.
    pub repeating: usize,
}

impl Recognised {
    /// Describes what was recognised, and by which rule.
    pub fn described(&self) -> String {
        hand_in::described(self.platform, self.students)
    }
}

/// How submissions are told apart, and which file of each is started.
#[derive(Debug, Clone, Default)]
pub struct FindOptions {
    /// Whether files side by side belong together.
    pub grouping: Grouping,
    /// The names of students' files, where the caller gives their form.
    pub students: Option<Template>,
    /// Which attempts of a student are judged.
    pub attempts: Attempts,
    /// Which file of a submission is started.
    pub main: MainRules,
    /// The file that is started of a single submission, by its name; where it has no such file, the rules for all decide.
    pub chosen: HashMap<Arc<str>, FilePattern>,
}

impl FindOptions {
    /// Returns the rules by which the main file of a submission is chosen.
    pub fn main_of(&self, name: &str, source: &Source) -> MainRules {
        let is_there = |chosen: &&FilePattern| source.files.iter().any(|file| chosen.fits(file));
        let chosen = self.chosen.get(name).filter(is_there).cloned();
        MainRules { files: chosen.or_else(|| self.main.files.clone()), ..self.main.clone() }
    }
}

impl From<Grouping> for FindOptions {
    fn from(grouping: Grouping) -> FindOptions {
        FindOptions { grouping, ..FindOptions::default() }
    }
}

/// Whether files side by side in a folder belong together, where that is not known otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grouping {
    /// They do; but if they are several programs, that is an error.
    #[default]
    Unsaid,
    /// They do not: each file is a submission.
    EachFile,
    /// Those that lie directly in a folder do.
    EachFolder,
    /// They do: everything at the path is one submission.
    OneProgram,
}

impl Grouping {
    /// What can be a submission of its own where files lie side by side, with the names.
    pub const EACH: [(&str, Grouping); 3] = [
        ("file", Grouping::EachFile),
        ("folder", Grouping::EachFolder),
        ("argument", Grouping::OneProgram),
    ];
}

impl Submission {
    /// Returns whether it must be too slow on some case, or on the given one.
    pub fn must_be_slow(&self, case: Option<&str>) -> bool {
        self.expected.as_ref().is_some_and(|expected| match case {
            Some(case) => expected.bounds_time_on(case, TimeBound::Upper),
            None => expected.bounds_time(TimeBound::Upper),
        })
    }
}

impl FoundSubmissions {
    /// Returns these submissions, of which nothing more is known.
    pub fn of(submissions: Vec<Submission>) -> FoundSubmissions {
        FoundSubmissions { submissions, ..FoundSubmissions::default() }
    }

    /// Returns whether a submission is judged here on a case, given by position.
    pub fn has(&self, submission: &str, case: usize) -> bool {
        let ranges = self.blocks.get(submission);
        ranges.is_none_or(|ranges| ranges.iter().any(|range| range.has(case)))
    }

    /// Returns on how many of all cases a submission is judged here.
    pub fn count_cases(&self, submission: &str, all: usize) -> usize {
        let ranges = self.blocks.get(submission);
        ranges.map_or(all, |ranges| ranges.iter().map(|range| range.count).sum())
    }

    /// Returns how many runs there are, given the number of all cases.
    pub fn count_runs(&self, cases: usize) -> usize {
        self.submissions.iter().map(|one| self.count_cases(&one.name, cases)).sum()
    }

    /// Returns the event that says that no case of a submission was run as that of a block, where it has only some cases here.
    pub fn of_blocks(&self, event: Event) -> Event {
        match event {
            Event::Submission(result) if self.blocks.contains_key(&result.contestant) => {
                Event::Block(BlockResult { cases: Vec::new(), rules: Vec::new(), result })
            }
            event => event,
        }
    }

    /// Returns all that was found, with those who have handed it in.
    pub fn students(&self) -> Vec<OfStudent> {
        let names = self.submissions.iter().map(|one| &one.name);
        let names = names.chain(self.others.iter().map(|(name, _)| name));
        let student = |name| self.handed_in.get(name).map(|handed| handed.student.clone());
        names.map(|name| (Arc::clone(name), student(name))).collect()
    }

    /// Keeps a temporary folder as long as this, since submissions lie in it.
    pub fn hold(&mut self, folder: TemporaryFolder) {
        self.unpacked.push(folder);
    }

    /// Drops all entries but the one of this name, and returns all submissions.
    pub fn keep_only(&mut self, name: &str) -> FoundSubmissions {
        let submissions = self.submissions.clone();
        self.submissions.retain(|one| *one.name == *name);
        self.others.retain(|(other, _)| **other == *name);
        FoundSubmissions { submissions, ..FoundSubmissions::default() }
    }

    /// Adds what was found elsewhere.
    pub fn add(&mut self, more: FoundSubmissions) {
        self.submissions.extend(more.submissions);
        self.others.extend(more.others);
        self.passed_over.extend(more.passed_over);
        self.handed_in.extend(more.handed_in);
        self.decisions.extend(more.decisions);
        self.untouched.extend(more.untouched);
        self.recognised.extend(more.recognised);
        self.again.extend(more.again);
        self.unpacked.extend(more.unpacked);
    }
}
