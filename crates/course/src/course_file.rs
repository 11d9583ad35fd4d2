//! `course.toml`: everything that grading a class depends on, in one file.
//!
//! A key has the meaning of the flag of `judge` with its name, and its value is parsed by the same
//! function. Keys above the first `[[exercise]]` are defaults for all exercises; if there is no
//! `[[exercise]]`, they describe the only one.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::feedback::FeedbackLanguage;
use super::late::LateRule;
use super::past_runs::FILES;
use super::titles::ColumnNames;
use referee_base::Position;
use referee_base::document::{DocumentError, Table, one_of};
use referee_base::fault::{Fault, show};
use referee_base::files::{self, plain_name};
use referee_events::points::Points;
use referee_intake::hand_in::Template;
use referee_intake::hand_in::attempts::Attempts;
use referee_intake::hand_in::timestamp::{HOW_TO_WRITE, Timestamp};
use referee_intake::submission::Grouping;
use referee_programs::FilePattern;

/// The name of the file.
pub const NAME: &str = "course.toml";

/// A file to start with, which explains every key.
pub const TEMPLATE: &str = include_str!("course.toml");

/// Returns advice for a flag that does not exist but is a key of the file. The template has all
/// keys.
pub fn key_instead_of(flag: &str) -> Option<String> {
    let key = flag.trim_start_matches('-').replace('-', "_");
    let explains = |line: &str| line.trim_start_matches('#').starts_with(&format!("{key} = "));
    TEMPLATE.lines().any(explains).then(|| {
        format!("`{key}` stands in the course.toml that `referee grade` reads; `referee new --course` writes one")
    })
}

/// The file of decisions that is read if it exists, unless the course names another one.
const DECISIONS: &str = "decisions.csv";

/// The name of an only exercise without a name.
const ONLY: &str = "exercise";

/// The maximum of an exercise's maximum and of its weight.
const MAX_POINTS: u64 = 1_000_000;

/// A course.
#[derive(Debug, Clone, PartialEq)]
pub struct CourseFile {
    /// The file itself.
    pub path: PathBuf,
    /// Its title.
    pub title: String,
    /// The folder in which each run creates a folder of results.
    pub results: PathBuf,
    /// The table of decisions about individual students, if there is one.
    pub decisions: Option<PathBuf>,
    /// The number of exercises that count for each student; `None` for all.
    pub best: Option<usize>,
    /// Whether exercises have separate folders among the results.
    pub has_several: bool,
    /// The exercises; at least one.
    pub exercises: Vec<Exercise>,
}

/// How much a student sees of a failed case. Each level includes the previous ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FeedbackLevel {
    /// The verdict, and nothing else.
    Verdict,
    /// The output of the student's program, which may contain parts of the input, and where and how
    /// it fails.
    OwnOutput,
    /// The input, the right answer, and all reasons.
    Full,
}

impl FeedbackLevel {
    /// All levels, with their names.
    pub const NAMES: [(&str, FeedbackLevel); 3] = [
        ("verdict", FeedbackLevel::Verdict),
        ("own-output", FeedbackLevel::OwnOutput),
        ("full", FeedbackLevel::Full),
    ];

    /// Returns its name.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, level)| *level == self).map_or("", |(name, _)| name)
    }
}

/// An exercise.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Exercise {
    /// Its name in tables, and the name of its folder of results.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The problem: a folder or package, or the name of a shipped problem.
    pub problem: PathBuf,
    /// The submissions: a folder or an archive.
    pub submissions: PathBuf,
    /// Which files form one submission.
    pub grouping: Grouping,
    /// How students' files or folders are named.
    pub students: Option<Template>,
    /// Which files may be the main file.
    pub file: Option<FilePattern>,
    /// Which attempts of a student are judged.
    pub attempts: Attempts,
    /// A file of languages, in addition to the built-in ones.
    pub languages: Option<PathBuf>,
    /// Folders of records that are only read, in addition to the problem's own.
    pub record_from: Vec<PathBuf>,
    /// The language of feedback.
    pub language: FeedbackLanguage,
    /// The files that students were given: a file, or a folder.
    pub given: Option<PathBuf>,
    /// When submissions are due.
    pub due: Option<Timestamp>,
    /// The penalty for late submissions.
    pub late: Option<LateRule>,
    /// A table of students with later due times.
    pub extensions: Option<PathBuf>,
    /// A list of students whose grades and feedback are withheld.
    pub withhold: Option<PathBuf>,
    /// The table of the platform to fill grades into.
    pub worksheet: Option<PathBuf>,
    /// The titles of its columns.
    pub columns: Option<ColumnNames>,
    /// What students see of failed secret cases, if set.
    pub feedback: Option<FeedbackLevel>,
    /// What students see of failed sample cases, if set.
    pub sample_feedback: Option<FeedbackLevel>,
    /// Comments on equal failures.
    pub comments: Option<PathBuf>,
    /// Whether students see the notes on decisions.
    pub notes: bool,
    /// The points that those of the problem are scaled to, if any.
    pub maximum: Option<Points>,
    /// Whether those of the problem are scaled to the best grade of the worksheet.
    pub scale: bool,
    /// The weight of its points relative to those of other exercises.
    pub weight: Points,
}

impl CourseFile {
    /// Returns the name of the file of decisions, which need not exist yet.
    pub fn decisions_name(&self) -> String {
        let folder = self.path.parent().unwrap_or(Path::new(""));
        let named = self.decisions.as_deref().unwrap_or(Path::new(DECISIONS));
        show(named.strip_prefix(folder).unwrap_or(named))
    }

    /// Reads the file of a course in its folder.
    ///
    /// # Errors
    /// The file is missing or invalid.
    pub fn read(folder: &Path) -> Result<CourseFile, Fault> {
        let path = below(folder, NAME);
        if folder.is_dir() && !path.exists() {
            return Err(Fault::bad_input(format!("there is no {NAME} in this folder"))
                .at(folder)
                .help("`referee new --course FOLDER` writes one that explains every key"));
        }
        let text = files::read_text(&path)?;
        CourseFile::parse(folder, &text).map_err(|error| Fault::document(&path, &error, &text))
    }

    /// Returns the folder of an exercise within the folder of a run.
    pub fn folder_of(&self, exercise: &Exercise, run: &Path) -> PathBuf {
        if self.has_several { run.join(&exercise.name) } else { run.to_path_buf() }
    }

    /// Parses the file of a course; its paths are relative to the folder.
    ///
    /// # Errors
    /// The file is invalid.
    pub fn parse(folder: &Path, text: &str) -> Result<CourseFile, DocumentError> {
        let mut table = Table::of_format_1(text)?;
        let results = table.text("results")?.map_or("results".into(), |(name, _)| name);
        let decisions = match path(&mut table, folder, "decisions")? {
            None => Some(below(folder, DECISIONS)).filter(|path| path.exists()),
            named => named,
        };
        let best = table.integer("best", 1, 1000)?.map(|best| best as usize);
        let place = table.place();
        let mut shared = Keys::read(&mut table, folder, &Keys::none(folder))?;
        let mut exercises = Vec::new();
        for mut own in table.tables("exercise")? {
            let (place, keys) = (own.place(), Keys::read(&mut own, folder, &shared)?);
            own.finish()?;
            exercises.push((place, keys));
        }
        table.finish()?;
        let title = shared.title.clone().unwrap_or_else(|| "Course".into());
        let has_several = !exercises.is_empty();
        let own = exercises.iter().map(|(_, keys)| keys);
        refuse_idle(own.chain(Some(&shared).filter(|_| !has_several)))?;
        let exercises = if has_several {
            several(exercises, &shared)?
        } else {
            if shared.name.is_none() {
                shared.exercise.name = ONLY.into();
            }
            vec![shared.exercise(place)?]
        };
        let path = below(folder, NAME);
        let results = below(folder, &results);
        Ok(CourseFile { path, title, results, decisions, best, has_several, exercises })
    }
}

/// Returns the exercises with these keys, and checks that their names differ.
fn several(
    exercises: Vec<(Position, Keys)>,
    shared: &Keys,
) -> Result<Vec<Exercise>, DocumentError> {
    if let Some(place) = shared.name {
        return Err(wrong(place, "name: this is not in an exercise; a course has a title"));
    }
    let mut names = BTreeSet::from(FILES.map(String::from));
    let mut all = Vec::new();
    for (place, keys) in exercises {
        let Some(named) = keys.name else {
            return Err(wrong(place, "this exercise has no name"));
        };
        let name = &keys.exercise.name;
        if !names.insert(name.to_lowercase()) {
            let message = format!("name: another exercise or file of a run is called {name}");
            return Err(wrong(named, message));
        }
        all.push(keys.exercise(place)?);
    }
    Ok(all)
}

/// The keys of an exercise, or the defaults for all exercises.
#[derive(Debug, Clone, Default)]
struct Keys {
    /// What they say so far. Its name and its submissions are empty until a table has them.
    exercise: Exercise,
    title: Option<String>,
    /// Where a table has the key.
    name: Option<Position>,
    late: Option<Position>,
    extensions: Option<Position>,
    columns: Option<Position>,
    /// Where a table says that points are scaled to the best grade of the worksheet.
    scale: Option<Position>,
}

impl Keys {
    /// Returns what holds for an exercise that has no keys.
    fn none(folder: &Path) -> Keys {
        let (problem, weight) = (folder.to_path_buf(), Points::of_hundredths(100));
        let exercise = Exercise { problem, weight, ..Exercise::default() };
        Keys { exercise, ..Keys::default() }
    }

    /// Reads the keys of a table; those that it lacks are as in `shared`, except for the
    /// name and the title.
    fn read(table: &mut Table, folder: &Path, shared: &Keys) -> Result<Keys, DocumentError> {
        let due =
            |text: &str| Timestamp::parse(text).map_err(|error| format!("{error}; {HOW_TO_WRITE}"));
        let (name, named_at) = table.text("name")?.unzip();
        if let Some((name, place)) =
            name.as_ref().zip(named_at).filter(|(name, _)| plain_name(name) != **name)
        {
            let instead = plain_name(name);
            return Err(wrong(
                place,
                format!("name: this cannot be the name of a folder; `{instead}` can"),
            ));
        }
        let placed = |(path, place): (String, Position)| (below(folder, &path), place);
        let hundredths = |number: Option<u64>| number.map(Points::of_hundredths);
        let title = table.text("title")?.map(first);
        let mut keys = Keys { name: named_at, title, ..shared.clone() };
        let exercise = &mut keys.exercise;
        exercise.name = name.unwrap_or_default();
        fill(&mut exercise.problem, problem(table, folder)?);
        fill(&mut exercise.submissions, path(table, folder, "submissions")?);
        fill(&mut exercise.grouping, named(table, "each", &Grouping::EACH[..2])?);
        fill(&mut exercise.students, parsed(table, "students", Template::parse)?.map(first));
        fill(&mut exercise.file, parsed(table, "file", FilePattern::parse)?.map(first));
        fill(&mut exercise.attempts, named(table, "attempt", &Attempts::NAMES)?);
        fill(&mut exercise.languages, path(table, folder, "languages")?);
        fill(&mut exercise.record_from, paths(table, folder, "record_from")?);
        fill(&mut exercise.language, named(table, "language", &FeedbackLanguage::NAMES)?);
        fill(&mut exercise.given, path(table, folder, "given")?);
        fill(&mut exercise.due, parsed(table, "due", due)?.map(first));
        let late = parsed(table, "late", LateRule::parse)?.unzip();
        fill_placed(&mut exercise.late, &mut keys.late, late);
        let extensions = table.text("extensions")?.map(placed).unzip();
        fill_placed(&mut exercise.extensions, &mut keys.extensions, extensions);
        fill(&mut exercise.withhold, path(table, folder, "withhold")?);
        fill(&mut exercise.worksheet, path(table, folder, "worksheet")?);
        let columns = parsed(table, "columns", ColumnNames::parse)?.unzip();
        fill_placed(&mut exercise.columns, &mut keys.columns, columns);
        fill(&mut exercise.feedback, named(table, "feedback", &FeedbackLevel::NAMES)?);
        let sample_feedback = named(table, "sample_feedback", &FeedbackLevel::NAMES)?;
        fill(&mut exercise.sample_feedback, sample_feedback);
        fill(&mut exercise.comments, path(table, folder, "comments")?);
        fill(&mut exercise.notes, table.placed_flag("notes")?.map(first));
        fill(&mut exercise.weight, hundredths(table.hundredths("weight", MAX_POINTS * 100)?));
        let maximum = hundredths(table.hundredths("maximum", MAX_POINTS * 100)?);
        keys.scale_to(maximum, table.placed_flag("scale")?)?;
        Ok(keys)
    }

    /// Sets what points are scaled to, if a table says it: this replaces what all exercises share.
    fn scale_to(
        &mut self,
        maximum: Option<Points>,
        scale: Option<(bool, Position)>,
    ) -> Result<(), DocumentError> {
        match (maximum, scale) {
            (Some(_), Some((true, place))) => {
                return Err(wrong(place, "points are scaled to `maximum`, or to the worksheet's"));
            }
            (Some(_), _) => (self.exercise.maximum, self.scale) = (maximum, None),
            (None, Some((true, place))) => {
                (self.exercise.maximum, self.scale) = (None, Some(place));
            }
            (None, Some((false, _))) => self.scale = None,
            (None, None) => {}
        }
        Ok(())
    }

    /// Returns the exercise whose keys begin at `place`.
    fn exercise(self, place: Position) -> Result<Exercise, DocumentError> {
        let exercise = self.exercise;
        if exercise.submissions.as_os_str().is_empty() {
            return Err(DocumentError {
                help: Some("submissions = \"moodle.zip\" names an archive or a folder".into()),
                ..wrong(place, "the key `submissions` is missing: it names the hand-ins")
            });
        }
        let title = self.title.unwrap_or_else(|| exercise.name.clone());
        let scale = self.scale.is_some() && exercise.worksheet.is_some();
        Ok(Exercise { title, scale, ..exercise })
    }
}

/// Rejects a key that has no effect in any of the exercises with these keys. One that all of them
/// share may have none in some: an exercise without a due time has no late submissions, and one
/// without a worksheet is not scaled to its best grade.
fn refuse_idle<'a>(exercises: impl Iterator<Item = &'a Keys>) -> Result<(), DocumentError> {
    let mut has_effect = BTreeMap::new();
    for keys in exercises {
        let due = ("due", keys.exercise.due.is_some());
        let worksheet = ("worksheet", keys.exercise.worksheet.is_some());
        for (place, (other, is_there)) in [
            (keys.late, due),
            (keys.extensions, due),
            (keys.columns, worksheet),
            (keys.scale, worksheet),
        ] {
            let Some(place) = place else { continue };
            has_effect.entry(place).or_insert((other, false)).1 |= is_there;
        }
    }
    match has_effect.into_iter().find(|(_, (_, has_effect))| !has_effect) {
        Some((place, (other, _))) => {
            Err(wrong(place, format!("this has no effect without `{other}`")))
        }
        None => Ok(()),
    }
}

fn wrong(place: Position, message: impl Into<String>) -> DocumentError {
    DocumentError::new(place, message)
}

/// Sets a key to the value that a table has for it, if there is one.
fn fill<T>(key: &mut impl From<T>, own: Option<T>) {
    if let Some(own) = own {
        *key = own.into();
    }
}

/// Does the same for a key whose position is needed.
fn fill_placed<T>(
    key: &mut Option<T>,
    place: &mut Option<Position>,
    (own, own_place): (Option<T>, Option<Position>),
) {
    fill(key, own);
    fill(place, own_place);
}

fn first<T>((value, _): (T, Position)) -> T {
    value
}

fn named<T: Copy>(
    table: &mut Table,
    key: &str,
    names: &[(&str, T)],
) -> Result<Option<T>, DocumentError> {
    table.text_as(key, |text| one_of(text, names))
}

/// Takes a string, parsed by `parse`, with its position.
fn parsed<T>(
    table: &mut Table,
    key: &str,
    parse: impl Fn(&str) -> Result<T, String>,
) -> Result<Option<(T, Position)>, DocumentError> {
    let Some((text, place)) = table.text(key)? else { return Ok(None) };
    let value = parse(&text).map_err(|why| wrong(place, format!("{key}: {why}")))?;
    Ok(Some((value, place)))
}

fn path(table: &mut Table, folder: &Path, key: &str) -> Result<Option<PathBuf>, DocumentError> {
    Ok(table.text(key)?.map(|(path, _)| below(folder, &path)))
}

fn paths(
    table: &mut Table,
    folder: &Path,
    key: &str,
) -> Result<Option<Vec<PathBuf>>, DocumentError> {
    let paths: Vec<PathBuf> =
        table.texts(key)?.iter().map(|(path, _)| below(folder, path)).collect();
    Ok((!paths.is_empty()).then_some(paths))
}

/// Takes the problem: a path below the folder, or the name of a shipped problem if there is no such
/// file. Any other name would be a path below the folder of the caller.
fn problem(table: &mut Table, folder: &Path) -> Result<Option<PathBuf>, DocumentError> {
    let Some((name, _)) = table.text("problem")? else { return Ok(None) };
    let path = below(folder, &name);
    let is_name = !path.exists() && referee_checker::problem(&name).is_some();
    Ok(Some(if is_name { name.into() } else { path }))
}

/// Returns a path below a folder; without a leading dot if that is the current one.
fn below(folder: &Path, path: &str) -> PathBuf {
    if folder == Path::new(".") { path.into() } else { folder.join(path) }
}

#[cfg(test)]
mod tests;
