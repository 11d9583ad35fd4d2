//! `course.toml`: everything that grading a class depends on, in one file.
//!
//! A key has the meaning of the flag of `judge` with its name, and its value is parsed by the same
//! function. Keys above the first `[[exercise]]` are defaults for all exercises; if there is no
//! `[[exercise]]`, they describe the only one.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::feedback::FeedbackLanguage;
use super::feedback_level::FeedbackLevel;
use super::late::LateRule;
use super::past_runs::FILES;
use super::titles::ColumnNames;
use referee_base::Position;
use referee_base::document::{DocumentError, Table, one_of};
use referee_base::fault::Fault;
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

/// An exercise.
#[derive(Debug, Clone, PartialEq)]
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
        let mut table = Table::parse(text)?;
        if table.integer("format", 1, 1)?.is_none() {
            return Err(table.missing("format"));
        }
        let results = table.text("results")?.map_or("results".into(), |(name, _)| name);
        let decisions = match path(&mut table, folder, "decisions")? {
            None => Some(below(folder, DECISIONS)).filter(|path| path.exists()),
            named => named,
        };
        let best = table.integer("best", 1, 1000)?.map(|best| best as usize);
        let (place, shared) = (table.place(), Keys::read(&mut table, folder, &Keys::default())?);
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
            several(exercises, &shared, folder)?
        } else {
            vec![
                Keys { name: shared.name.clone().or(Some((ONLY.into(), place))), ..shared }
                    .exercise(place, folder)?,
            ]
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
    folder: &Path,
) -> Result<Vec<Exercise>, DocumentError> {
    if let Some((_, place)) = &shared.name {
        return Err(wrong(*place, "name: this is not in an exercise; a course has a title"));
    }
    let mut names = BTreeSet::from(FILES.map(String::from));
    let mut all = Vec::new();
    for (place, keys) in exercises {
        let Some((name, named)) = keys.name.clone() else {
            return Err(wrong(place, "this exercise has no name"));
        };
        if !names.insert(name.to_lowercase()) {
            let message = format!("name: another exercise or file of a run is called {name}");
            return Err(wrong(named, message));
        }
        all.push(keys.exercise(place, folder)?);
    }
    Ok(all)
}

/// The keys of an exercise, or the defaults for all exercises.
#[derive(Debug, Clone, Default)]
struct Keys {
    name: Option<(String, Position)>,
    title: Option<String>,
    problem: Option<PathBuf>,
    submissions: Option<PathBuf>,
    grouping: Option<Grouping>,
    students: Option<Template>,
    file: Option<FilePattern>,
    attempts: Option<Attempts>,
    languages: Option<PathBuf>,
    record_from: Option<Vec<PathBuf>>,
    language: Option<FeedbackLanguage>,
    given: Option<PathBuf>,
    due: Option<Timestamp>,
    late: Option<(LateRule, Position)>,
    extensions: Option<(PathBuf, Position)>,
    withhold: Option<PathBuf>,
    worksheet: Option<PathBuf>,
    columns: Option<(ColumnNames, Position)>,
    feedback: Option<FeedbackLevel>,
    sample_feedback: Option<FeedbackLevel>,
    comments: Option<PathBuf>,
    notes: Option<(bool, Position)>,
    maximum: Option<Points>,
    /// Where a table says that points are scaled to the best grade of the worksheet.
    scale: Option<Position>,
    weight: Option<Points>,
}

impl Keys {
    /// Reads the keys of a table; those that it lacks are as in `shared`, except for the
    /// name and the title.
    fn read(table: &mut Table, folder: &Path, shared: &Keys) -> Result<Keys, DocumentError> {
        let due =
            |text: &str| Timestamp::parse(text).map_err(|error| format!("{error}; {HOW_TO_WRITE}"));
        let name = table.text("name")?;
        if let Some((name, place)) = name.as_ref().filter(|(name, _)| plain_name(name) != *name) {
            let instead = plain_name(name);
            return Err(wrong(
                *place,
                format!("name: this cannot be the name of a folder; `{instead}` can"),
            ));
        }
        let placed = |(path, place): (String, Position)| (below(folder, &path), place);
        let hundredths = |number: Option<u64>| number.map(Points::of_hundredths);
        let title = table.text("title")?.map(|(title, _)| title);
        let mut keys = Keys { name, title, ..shared.clone() };
        fill(&mut keys.problem, problem(table, folder)?);
        fill(&mut keys.submissions, path(table, folder, "submissions")?);
        fill(&mut keys.grouping, named(table, "each", &Grouping::EACH[..2])?);
        fill(&mut keys.students, parsed(table, "students", Template::parse)?.map(first));
        fill(&mut keys.file, parsed(table, "file", FilePattern::parse)?.map(first));
        fill(&mut keys.attempts, named(table, "attempt", &Attempts::NAMES)?);
        fill(&mut keys.languages, path(table, folder, "languages")?);
        fill(&mut keys.record_from, paths(table, folder, "record_from")?);
        fill(&mut keys.language, named(table, "language", &FeedbackLanguage::NAMES)?);
        fill(&mut keys.given, path(table, folder, "given")?);
        fill(&mut keys.due, parsed(table, "due", due)?.map(first));
        fill(&mut keys.late, parsed(table, "late", LateRule::parse)?);
        fill(&mut keys.extensions, table.text("extensions")?.map(placed));
        fill(&mut keys.withhold, path(table, folder, "withhold")?);
        fill(&mut keys.worksheet, path(table, folder, "worksheet")?);
        fill(&mut keys.columns, parsed(table, "columns", ColumnNames::parse)?);
        fill(&mut keys.feedback, named(table, "feedback", &FeedbackLevel::NAMES)?);
        fill(&mut keys.sample_feedback, named(table, "sample_feedback", &FeedbackLevel::NAMES)?);
        fill(&mut keys.comments, path(table, folder, "comments")?);
        fill(&mut keys.notes, table.placed_flag("notes")?);
        let maximum = hundredths(table.hundredths("maximum", MAX_POINTS * 100)?);
        keys.scale_to(maximum, table.placed_flag("scale")?)?;
        fill(&mut keys.weight, hundredths(table.hundredths("weight", MAX_POINTS * 100)?));
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
            (Some(_), _) => (self.maximum, self.scale) = (maximum, None),
            (None, Some((true, place))) => (self.maximum, self.scale) = (None, Some(place)),
            (None, Some((false, _))) => self.scale = None,
            (None, None) => {}
        }
        Ok(())
    }

    /// Returns the exercise whose keys begin at `place`.
    fn exercise(self, place: Position, folder: &Path) -> Result<Exercise, DocumentError> {
        let name = self.name.map_or_else(String::new, |(name, _)| name);
        let Some(submissions) = self.submissions else {
            return Err(DocumentError {
                help: Some("submissions = \"moodle.zip\" names an archive or a folder".into()),
                ..wrong(place, "the key `submissions` is missing: it names the hand-ins")
            });
        };
        Ok(Exercise {
            title: self.title.unwrap_or_else(|| name.clone()),
            name,
            problem: self.problem.unwrap_or_else(|| folder.to_path_buf()),
            submissions,
            grouping: self.grouping.unwrap_or_default(),
            students: self.students,
            file: self.file,
            attempts: self.attempts.unwrap_or_default(),
            languages: self.languages,
            record_from: self.record_from.unwrap_or_default(),
            language: self.language.unwrap_or_default(),
            given: self.given,
            due: self.due,
            late: self.late.map(|(late, _)| late),
            extensions: self.extensions.map(|(path, _)| path),
            withhold: self.withhold,
            scale: self.scale.is_some() && self.worksheet.is_some(),
            worksheet: self.worksheet,
            columns: self.columns.map(|(columns, _)| columns),
            feedback: self.feedback,
            sample_feedback: self.sample_feedback,
            comments: self.comments,
            notes: self.notes.is_some_and(|(notes, _)| notes),
            maximum: self.maximum,
            weight: self.weight.unwrap_or(Points::of_hundredths(100)),
        })
    }
}

/// Rejects a key that has no effect in any of the exercises with these keys. One that all of them
/// share may have none in some: an exercise without a due time has no late submissions, and one
/// without a worksheet is not scaled to its best grade.
fn refuse_idle<'a>(exercises: impl Iterator<Item = &'a Keys>) -> Result<(), DocumentError> {
    let mut has_effect = BTreeMap::new();
    for keys in exercises {
        let due = ("due", keys.due.is_some());
        let worksheet = ("worksheet", keys.worksheet.is_some());
        let late = keys.late.as_ref().map(|(_, place)| (*place, due));
        let extensions = keys.extensions.as_ref().map(|(_, place)| (*place, due));
        let columns = keys.columns.as_ref().map(|(_, place)| (*place, worksheet));
        let scale = keys.scale.map(|place| (place, worksheet));
        for (place, (other, is_there)) in [late, extensions, columns, scale].into_iter().flatten() {
            has_effect.entry(place).or_insert((other, false)).1 |= is_there;
        }
    }
    match has_effect.into_iter().find(|(_, (_, has_effect))| !has_effect) {
        Some((place, (other, _))) => Err(without_effect(place, other)),
        None => Ok(()),
    }
}

fn without_effect(place: Position, other: &str) -> DocumentError {
    wrong(place, format!("this has no effect without `{other}`"))
}

fn wrong(place: Position, message: impl Into<String>) -> DocumentError {
    DocumentError::new(place, message)
}

/// Sets a key to the value that a table has for it, if there is one.
fn fill<T>(key: &mut Option<T>, own: Option<T>) {
    if own.is_some() {
        *key = own;
    }
}

fn first<T>((value, _): (T, Position)) -> T {
    value
}

/// Takes one of a few names.
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

/// Takes a path below a folder.
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
