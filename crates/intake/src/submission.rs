//! Submissions: the files of each, and the results expected of it.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::hand_in::Template;
use crate::hand_in::attempts::Attempts;
use crate::hand_in::timestamp::Timestamp;
use serde::{Deserialize, Serialize};

use referee_base::fault::Fault;
use referee_base::files::TemporaryFolder;
use referee_base::plural;
use referee_events::{
    BlockResult, CaseRange, Decision, Event, Lateness, OfStudent, Platform, Student, Untouched,
};
use referee_package::ExpectedVerdicts;
use referee_package::expected::LimitBound;
use referee_programs::{FilePattern, MainRules, Source};

/// A submission on disk.
#[derive(Debug, Clone)]
pub struct Submission {
    /// Its path below the folder given by the caller, with `/` between parts.
    pub name: Arc<str>,
    /// Its files.
    pub source: Source,
    /// Its path, as the command line takes it; `None` if it has no path of its own, as in an
    /// archive.
    pub path: Option<String>,
    /// The results expected of it, if its folder implies any.
    pub expected: Option<Arc<ExpectedVerdicts>>,
    /// Why it counts as a compile error, whatever a compiler says.
    pub refused: Option<String>,
}

impl Submission {
    /// Returns whether it is expected to be accepted: by its folder, or because nothing else is
    /// expected.
    pub fn is_expected_right(&self) -> bool {
        ExpectedVerdicts::demand_accepted(self.expected.as_deref())
    }

    /// Returns whether its folder implies that it is right.
    pub fn is_known_right(&self) -> bool {
        self.expected.is_some() && self.is_expected_right()
    }

    /// Returns whether it must be too slow on some case, or on the given one.
    pub fn must_be_slow(&self, case: Option<&str>) -> bool {
        self.expected.as_ref().is_some_and(|expected| match case {
            Some(case) => expected.bounds_time_on(case, LimitBound::Upper),
            None => expected.bounds_time(LimitBound::Upper),
        })
    }
}

/// The entries found at a path: submissions, and entries that cannot be submissions, with the
/// reason.
#[derive(Debug, Default)]
pub struct FoundSubmissions {
    /// The submissions, by name.
    pub submissions: Vec<Submission>,
    /// The entries that cannot be judged, by name: files of no known language, empty folders.
    pub others: Vec<(Arc<str>, Fault)>,
    /// The entries that are skipped because they are not programs, by name: files with a
    /// description, disabled submissions, empty folders.
    pub passed_over: Vec<Arc<str>>,
    /// The names of those that are folders: a dot in such a name begins no extension.
    pub folders: HashSet<Arc<str>>,
    /// How submissions were handed in, by name of the submission, if a learning platform shows it.
    pub handed_in: HashMap<Arc<str>, HandedIn>,
    /// Decisions about submissions that were made by hand, by name.
    pub decisions: HashMap<Arc<str>, Decision>,
    /// The submissions that are the given files without any work, by name.
    pub untouched: HashMap<Arc<str>, Untouched>,
    /// The platforms whose folders were recognized.
    pub recognized: Vec<PlatformFolder>,
    /// The words that judge a submission again, after the command of the run, by its name.
    pub again: HashMap<Arc<str>, Vec<String>>,
    /// The cases that are judged here of a submission whose other cases are judged by other
    /// machines, by name of the submission, ascending.
    pub blocks: HashMap<Arc<str>, Vec<CaseRange>>,
    /// The temporary folders of unpacked archives, removed when this value is dropped.
    pub unpacked: Vec<TemporaryFolder>,
}

/// How a submission was handed in.
#[derive(Debug, Clone)]
pub struct HandedIn {
    /// The student.
    pub student: Student,
    /// When it was handed in, if known.
    pub time: Option<Timestamp>,
    /// Whether the platform marks it as late.
    pub is_marked_late: bool,
    /// What it loses for being late, if that is computed.
    pub lateness: Option<Lateness>,
}

impl HandedIn {
    /// Returns whether the platform marks late submissions.
    pub fn has_marks(&self) -> bool {
        self.student.platform == Platform::Canvas
    }
}

/// A folder of a platform.
#[derive(Debug, Clone, Copy)]
pub struct PlatformFolder {
    /// The platform.
    pub platform: Platform,
    /// The number of students.
    pub students: usize,
    /// The number of students with several attempts.
    pub repeating: usize,
}

impl PlatformFolder {
    /// Describes what was recognized, and by which rule: "Moodle's folder
    /// (NAME_NUMBER_assignsubmission_...), 3 students".
    pub fn described(&self) -> String {
        let form = match self.platform {
            Platform::Moodle => "Moodle's folder (NAME_NUMBER_assignsubmission_...)",
            Platform::Canvas => "Canvas' folder (NAME_NUMBER_NUMBER_FILE)",
            Platform::Gradescope => "Gradescope's folder (submission_metadata.yml)",
            Platform::Artemis => "Artemis' repositories (NUMBER-LOGIN)",
            Platform::Classroom => "repositories of GitHub Classroom (ASSIGNMENT-LOGIN)",
            Platform::Template => "a folder of students, by their names",
        };
        format!("{form}, {}", plural(self.students, "student", "students"))
    }
}

/// How submissions are distinguished, and which file of each is started.
#[derive(Debug, Clone, Default)]
pub struct FindOptions {
    /// Whether files side by side belong together.
    pub grouping: Grouping,
    /// The form of the names of students' files, if the caller gives one.
    pub students: Option<Template>,
    /// Which attempts of a student are judged.
    pub attempts: Attempts,
    /// Which file of a submission is started.
    pub main: MainRules,
    /// The file that is started in a single submission, by the submission's name; if it has no such
    /// file, the rules for all submissions decide.
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

/// Whether files side by side in a folder belong together, if that is not known otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grouping {
    /// They belong together, but several programs among them are an error.
    #[default]
    Unsaid,
    /// Each file is a submission.
    EachFile,
    /// The files directly in a folder belong together.
    EachFolder,
    /// Everything at the path is one submission.
    OneProgram,
}

impl Grouping {
    /// The groupings, each with the name of what forms a submission.
    pub const EACH: [(&str, Grouping); 3] = [
        ("file", Grouping::EachFile),
        ("folder", Grouping::EachFolder),
        ("argument", Grouping::OneProgram),
    ];
}

impl FoundSubmissions {
    /// Returns these submissions, with nothing else known about them.
    pub fn of(submissions: Vec<Submission>) -> FoundSubmissions {
        FoundSubmissions { submissions, ..FoundSubmissions::default() }
    }

    /// Returns whether a submission is judged here on a case, given by position.
    pub fn has(&self, submission: &str, case: usize) -> bool {
        let ranges = self.blocks.get(submission);
        ranges.is_none_or(|ranges| ranges.iter().any(|range| range.has(case)))
    }

    /// Returns how many of all cases a submission is judged on here.
    pub fn count_cases(&self, submission: &str, all: usize) -> usize {
        let ranges = self.blocks.get(submission);
        ranges.map_or(all, |ranges| ranges.iter().map(|range| range.count).sum())
    }

    /// Returns the number of runs, given the number of all cases.
    pub fn count_runs(&self, cases: usize) -> usize {
        self.submissions.iter().map(|one| self.count_cases(&one.name, cases)).sum()
    }

    /// Converts the event of a submission without any run to that of a block, if it has only some
    /// of its cases here.
    pub fn of_blocks(&self, event: Event) -> Event {
        match event {
            Event::Submission(result) if self.blocks.contains_key(&result.contestant) => {
                Event::Block(BlockResult { cases: Vec::new(), rules: Vec::new(), result })
            }
            event => event,
        }
    }

    /// Returns the names of everything that was found, each with its student.
    pub fn students(&self) -> Vec<OfStudent> {
        let names = self.submissions.iter().map(|one| &one.name);
        let names = names.chain(self.others.iter().map(|(name, _)| name));
        let of_student = |name: &Arc<str>| OfStudent {
            name: Arc::clone(name),
            student: self.handed_in.get(name).map(|handed| handed.student.clone()),
            is_folder: self.folders.contains(name),
        };
        names.map(of_student).collect()
    }

    /// Drops all entries but the one with this name, and returns all submissions.
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
        self.folders.extend(more.folders);
        self.handed_in.extend(more.handed_in);
        self.decisions.extend(more.decisions);
        self.untouched.extend(more.untouched);
        self.recognized.extend(more.recognized);
        self.again.extend(more.again);
        self.unpacked.extend(more.unpacked);
    }
}
