//! Decisions about individual students, one per row of a table: which file counts, points, a later
//! due time, or an excuse.
//!
//! A decision is applied whenever the exercise is judged. One that cannot be applied is always
//! reported: an unknown student is an error, a file that was not handed in a warning.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::encoding::{self, MAX_LIST};
use super::extensions::{Extensions, extension};
use super::sheet::Sheet;
use super::student_key::{RowName, StudentKey, refuse_ambiguous, refuse_contradictions};
use super::worksheet::Worksheet;
use referee_base::Position;
use referee_base::digest::sha256;
use referee_base::document::{DocumentError, nearest, suggestion};
use referee_base::fault::Fault;
use referee_events::points::Points;
use referee_events::{Decision, OfStudent, Student};
use referee_intake::hand_in::timestamp::Timestamp;
use referee_intake::submission::FoundSubmissions;
use referee_programs::FilePattern;

/// The columns, of which `student` is required.
const COLUMNS: [&str; 8] = ["student", "exercise", "file", "points", "due", "with", "note", "by"];

/// The word in the column of points for a student who is excused.
const EXCUSED: &str = "excused";

/// The maximum number of points of a decision.
const MAX_POINTS: u64 = 1_000_000;

/// The decisions about one exercise, or about all.
#[derive(Debug, Clone)]
pub struct Decisions {
    path: PathBuf,
    text: String,
    rows: Vec<DecisionRow>,
}

#[derive(Debug, Clone)]
struct DecisionRow {
    name: RowName,
    place: Position,
    /// The exercise and the position of its name; `None` if the cell is empty.
    exercise: Option<(String, Position)>,
    file: Option<FilePattern>,
    due: Option<(String, Position)>,
    /// The student whose hand-in this student shares.
    with: Option<(RowName, Position)>,
    decision: Decision,
    /// A hash of the cells that are not empty, with their titles, which identifies the decision:
    /// another column, or the order of all, changes none.
    hash: String,
}

/// The data about a decision that later runs need.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecisionMark {
    /// The hash of its row.
    pub hash: String,
    /// Whether it chooses a file.
    pub chooses_file: bool,
    /// Whether it gives points or an excuse, so that the result of the submission does not count.
    pub settles: bool,
}

/// Points or an excuse for a student who did not hand in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WithoutHandIn {
    /// The student's name in the worksheet.
    pub student: String,
    /// The id in the worksheet.
    pub id: String,
    /// The decision.
    pub decision: Decision,
}

impl Decisions {
    /// Reads a table of decisions about these exercises.
    ///
    /// # Errors
    /// The file cannot be read, a cell is malformed, or an exercise is unknown or missing.
    pub fn read(path: &Path, exercises: &[String]) -> Result<Decisions, Fault> {
        let (text, _) = encoding::read(path, MAX_LIST)?;
        let wrong = |error: DocumentError| Fault::document(path, &error, &text);
        let rows = parse(&text).map_err(wrong)?;
        for row in &rows {
            refuse_unknown(row, exercises).map_err(wrong)?;
        }
        Ok(Decisions { path: path.to_path_buf(), rows, text })
    }

    /// Returns the decisions about an exercise.
    #[must_use]
    pub fn of(mut self, exercise: &str) -> Decisions {
        self.rows.retain(|row| row.exercise.as_ref().is_none_or(|(name, _)| name == exercise));
        self
    }

    /// Returns the main file that was chosen for each submission. Students who handed in together
    /// with others are not added to the hand-ins of those yet; the worksheet knows the name and the
    /// id of each.
    pub fn chosen_files(
        &self,
        all: &[OfStudent],
        worksheet: Option<&Worksheet>,
    ) -> HashMap<Arc<str>, FilePattern> {
        let with_files = self.rows.iter().filter_map(|row| Some((row, row.file.clone()?)));
        let person = |row: &DecisionRow| worksheet.and_then(|sheet| sheet.person(&row.name));
        let of_row = |(row, file): (&DecisionRow, FilePattern)| {
            let (name, of_row) = (&row.name, person(row));
            let is_same = |other: &&DecisionRow| {
                other.name.is_like(name) || (of_row.is_some() && person(other) == of_row)
            };
            let own_pairs = self.rows.iter().filter(is_same);
            let partners: Vec<&RowName> =
                own_pairs.filter_map(|pair| Some(&pair.with.as_ref()?.0)).collect();
            let is_shared = |one: &OfStudent| {
                partners.iter().any(|partner| StudentKey::of(one).is_named(partner))
            };
            let submissions = all.iter().filter(|one| row.is_about(one) || is_shared(one));
            let chosen = submissions.map(|one| (Arc::clone(&one.name), file.clone()));
            chosen.collect::<Vec<_>>()
        };
        with_files.flat_map(of_row).collect()
    }

    /// Returns the extensions of individual students; `due` is the due time of the others.
    pub(super) fn extensions(&self, due: Timestamp) -> Result<Extensions, Fault> {
        let with_time = self.rows.iter().filter_map(|row| Some((row, row.due.as_ref()?)));
        let rows = with_time.map(|(row, (when, place))| {
            let extension = extension(when, due);
            let extension = extension.map_err(|message| self.fault(*place, message))?;
            Ok((row.name.clone(), extension))
        });
        Ok(Extensions::of_rows(rows.collect::<Result<_, Fault>>()?))
    }

    /// Adds students who handed in together with others to the hand-ins of those.
    ///
    /// # Errors
    /// The partner did not hand in, or the student also handed in alone or has no row in the
    /// worksheet.
    pub fn pair(
        &self,
        found: &mut FoundSubmissions,
        worksheet: Option<&Worksheet>,
    ) -> Result<(), Fault> {
        for row in &self.rows {
            let Some((partner, place)) = &row.with else { continue };
            if row.file.is_some() || row.due.is_some() || row.decision.settles() {
                let message =
                    "a row that says with whom somebody has handed in decides nothing else";
                let help = "what was decided stands in the row of the other, and is about both";
                return Err(self.fault(row.place, message).help(help));
            }
            let all = found.students();
            if let Some(own) = all.iter().find(|one| row.is_about(one)) {
                let own = &own.name;
                let message =
                    format!("{own} handed in separately and together with another student");
                let fault = self.fault(*place, message);
                return Err(fault.help("remove the submission that does not count"));
            }
            let called = || (row.name.text.clone(), row.name.text.clone());
            let person = worksheet.map_or_else(|| Some(called()), |sheet| sheet.person(&row.name));
            let Some((name, id)) = person else { return Err(self.unknown(row, &all)) };
            let names = self.hand_ins_of(partner, *place, &all)?;
            let handed = found.handed_in.iter_mut().filter(|(name, _)| names.contains(name));
            let mut count = 0;
            for (_, handed) in handed {
                let student = &mut handed.student;
                let people = student.people().into_iter().chain([(&*name, &*id)]);
                let (names, ids): (Vec<_>, Vec<_>) =
                    people.map(|(name, id)| (Student::listed(name), Student::listed(id))).unzip();
                (student.name, student.id) = (names.join(", ").into(), ids.join(", ").into());
                count += 1;
            }
            if count == 0 {
                let message = "students are not known here, so they cannot share a submission";
                let help = "describe the names of the files with `students` in course.toml";
                return Err(self.fault(*place, message).help(help));
            }
        }
        Ok(())
    }

    /// Returns the hand-ins of a partner: several if there are several attempts.
    fn hand_ins_of(
        &self,
        partner: &RowName,
        place: Position,
        all: &[OfStudent],
    ) -> Result<Vec<Arc<str>>, Fault> {
        let is_partner = |one: &&OfStudent| StudentKey::of(one).is_named(partner);
        let hand_ins: Vec<&OfStudent> = all.iter().filter(is_partner).collect();
        if hand_ins.is_empty() {
            let message = format!("there is no hand-in of `{}`", partner.text);
            return Err(self.fault(place, message).help("name a student who handed in"));
        }
        let students: BTreeSet<&Student> =
            hand_ins.iter().filter_map(|one| one.student.as_ref()).collect();
        if let (Some(first), Some(last)) = (students.first(), students.last())
            && first != last
        {
            let shown = |student: &Student| format!("{} ({})", student.name, student.id);
            let message = format!("`{}` may be {} or {}", partner.text, shown(first), shown(last));
            return Err(self.fault(place, message).help("name the student by the id"));
        }
        Ok(hand_ins.into_iter().map(|one| Arc::clone(&one.name)).collect())
    }

    /// Rejects extensions if the exercise has no due time.
    ///
    /// # Errors
    /// There is an extension.
    pub fn refuse_extensions(&self) -> Result<(), Fault> {
        let first = self.rows.iter().find_map(|row| row.due.as_ref());
        first.map_or(Ok(()), |(_, place)| {
            let fault = self.fault(*place, "an extension without a due time for the others");
            Err(fault.help("set it in course.toml, as in due = \"2026-11-22 23:59\""))
        })
    }

    /// Records decisions with the submissions, and in the worksheet for students who did not hand
    /// in. Returns those students, and messages about files that were not handed in.
    ///
    /// # Errors
    /// A student is unknown or ambiguous.
    pub fn apply(
        &self,
        found: &mut FoundSubmissions,
        mut worksheet: Option<&mut Worksheet>,
    ) -> Result<(Vec<WithoutHandIn>, Vec<String>), Fault> {
        let all = found.students();
        let own = || self.rows.iter().filter(|row| row.with.is_none());
        let names: Vec<RowName> = own().map(|row| row.name.clone()).collect();
        refuse_ambiguous(&self.path, &names, &all)?;
        let said: Vec<_> = own().map(|row| (&row.name, row.said())).collect();
        refuse_contradictions(&self.path, &said, &all)?;
        let (mut without, mut messages) = (Vec::new(), Vec::new());
        let mut people = BTreeSet::new();
        // Students who share a hand-in share the decision about it.
        for row in own() {
            let of_row: Vec<_> = all.iter().filter(|one| row.is_about(one)).collect();
            for OfStudent { name, .. } in of_row.iter().copied() {
                messages.extend(self.unfit_file(row, name, found));
                found.decisions.insert(Arc::clone(name), row.decision.clone());
            }
            if of_row.is_empty() {
                let person = worksheet.as_ref().and_then(|sheet| sheet.person(&row.name));
                let Some((student, id)) = person else { return Err(self.unknown(row, &all)) };
                if !people.insert((student.clone(), id.clone())) {
                    let fault = self.fault(row.place, format!("a second row is about {student}"));
                    return Err(fault.help("keep only one of them"));
                }
                if let Some(sheet) = &mut worksheet {
                    sheet.decide(&row.name, row.decision.points);
                }
                let decision = row.decision.clone();
                let settled = WithoutHandIn { student, id, decision };
                without.extend(settled.decision.settles().then_some(settled));
            }
        }
        Ok((without, messages))
    }

    /// Returns the data about the decision on each submission that later runs need.
    pub fn marks(&self, all: &[OfStudent]) -> HashMap<Arc<str>, DecisionMark> {
        let of_row = |row: &DecisionRow| {
            let submissions = all.iter().filter(|one| row.is_about(one));
            let mark = DecisionMark {
                hash: row.hash.clone(),
                chooses_file: row.file.is_some(),
                settles: row.decision.settles(),
            };
            submissions.map(|one| (Arc::clone(&one.name), mark.clone())).collect::<Vec<_>>()
        };
        // A row that only says with whom somebody has handed in is no decision.
        self.rows.iter().filter(|row| row.with.is_none()).flat_map(of_row).collect()
    }

    /// Returns a message if the chosen file was not handed in.
    fn unfit_file(
        &self,
        row: &DecisionRow,
        name: &str,
        found: &FoundSubmissions,
    ) -> Option<String> {
        let file = row.file.as_ref()?;
        let submission = found.submissions.iter().find(|one| *one.name == *name)?;
        let is_there = submission.source.files.iter().any(|known| file.fits(known));
        (!is_there).then(|| {
            let fault = self.fault(row.place, format!("{name} has handed in no file `{file}`"));
            format!("{fault}; the usual rules say which counts")
        })
    }

    fn unknown(&self, row: &DecisionRow, all: &[OfStudent]) -> Fault {
        let names = all.iter().flat_map(|OfStudent { name, student, .. }| {
            let student = student.iter().flat_map(|student| [&*student.name, &*student.id]);
            student.chain([&**name]).collect::<Vec<_>>()
        });
        let text = &row.name.text;
        let fault = self.fault(row.place, format!("there is no student `{text}`"));
        fault.help(match nearest(text, names) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "name a student who handed in, or who has a row in the worksheet".into(),
        })
    }

    fn fault(&self, place: Position, message: impl Into<String>) -> Fault {
        Fault::bad_input(message).at(&self.path).at_place(place, self.text.as_bytes())
    }
}

impl DecisionRow {
    /// Returns what it decides, whichever student it is about.
    fn said(&self) -> (Option<&FilePattern>, Option<&str>, &Decision) {
        (self.file.as_ref(), self.due.as_ref().map(|(due, _)| due.as_str()), &self.decision)
    }

    fn is_about(&self, submission: &OfStudent) -> bool {
        StudentKey::of(submission).is_named(&self.name)
    }
}

fn wrong(place: Position, message: impl Into<String>) -> DocumentError {
    DocumentError::new(place, message)
}

fn parse(text: &str) -> Result<Vec<DecisionRow>, DocumentError> {
    let sheet = Sheet::parse(text).map_err(|line| {
        wrong(Position { line, column: 1 }, "the quotes that open on this line are not closed")
    })?;
    let columns = columns(&sheet)?;
    let mut rows = Vec::new();
    for row in 1..sheet.len() {
        let cells: Vec<String> = (0..sheet.width(row)).map(|at| sheet.text(row, at)).collect();
        if cells.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        let has_title = |at: &usize| columns.values().any(|known| known == at);
        let is_untitled = |at: &usize| !has_title(at) && !cells[*at].trim().is_empty();
        if let Some(at) = (0..cells.len()).find(is_untitled) {
            return Err(wrong(sheet.place(row, at), "there is no title above this cell"));
        }
        let cell = |column: &str| {
            let at = columns.get(column)?;
            let text = sheet.text(row, *at).trim().to_string();
            (!text.is_empty()).then(|| (text, sheet.place(row, *at)))
        };
        let text = |column| cell(column).map_or(String::new(), |(text, _)| text);
        let said = COLUMNS.into_iter().filter_map(|title| Some((title, cell(title)?.0)));
        let said: Vec<String> = said.map(|(title, text)| format!("{title}\0{text}")).collect();
        let Some((student, place)) = cell("student") else {
            return Err(wrong(sheet.place(row, 0), "the student of this decision is missing"));
        };
        let file = cell("file").map(|(file, place)| {
            FilePattern::parse(&file).map_err(|why| wrong(place, format!("`{file}`: {why}")))
        });
        let (points, is_excused) = match cell("points") {
            None => (None, false),
            Some((word, _)) if word.eq_ignore_ascii_case(EXCUSED) => (None, true),
            Some((number, place)) => (Some(points(&number, place)?), false),
        };
        rows.push(DecisionRow {
            name: RowName::new(&student, sheet.line(row)),
            place,
            exercise: cell("exercise"),
            file: file.transpose()?,
            due: cell("due"),
            with: cell("with").map(|(name, place)| (RowName::new(&name, sheet.line(row)), place)),
            decision: Decision { points, is_excused, note: text("note"), by: text("by") },
            hash: sha256(said.join("\0").as_bytes()),
        });
    }
    Ok(rows)
}

/// Returns the index of each column, by its title in the first row.
fn columns(sheet: &Sheet) -> Result<HashMap<&'static str, usize>, DocumentError> {
    let mut columns = HashMap::new();
    for at in 0..sheet.width(0) {
        let title = sheet.text(0, at).trim().to_lowercase();
        // Spreadsheets write empty columns; a cell below one is refused.
        if title.is_empty() {
            continue;
        }
        let Some(known) = COLUMNS.into_iter().find(|known| *known == title) else {
            let error = wrong(sheet.place(0, at), format!("unknown column `{title}`"));
            return Err(DocumentError { help: Some(suggestion(&title, &COLUMNS)), ..error });
        };
        if columns.insert(known, at).is_some() {
            return Err(wrong(sheet.place(0, at), format!("a second column `{known}`")));
        }
    }
    if columns.contains_key("student") {
        Ok(columns)
    } else {
        Err(DocumentError {
            help: Some(format!("the first row has the titles: {}", COLUMNS.join(","))),
            ..wrong(Position { line: 1, column: 1 }, "there is no column `student`")
        })
    }
}

fn points(text: &str, place: Position) -> Result<Points, DocumentError> {
    let number = text.replace(',', ".");
    let (whole, part) = number.split_once('.').unwrap_or((&number, ""));
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let hundredths = format!("{whole}{part:0<2}").parse().ok();
    let is_number = !whole.is_empty() && part.len() <= 2 && are_digits(whole) && are_digits(part);
    match hundredths.filter(|&hundredths: &u64| is_number && hundredths <= MAX_POINTS * 100) {
        Some(hundredths) => Ok(Points::of_hundredths(hundredths)),
        None => Err(DocumentError {
            help: Some(format!("write a number with at most two decimal places, or `{EXCUSED}`")),
            ..wrong(place, format!("`{text}` is not a number of points"))
        }),
    }
}

fn refuse_unknown(row: &DecisionRow, exercises: &[String]) -> Result<(), DocumentError> {
    match &row.exercise {
        Some((name, place)) if !exercises.contains(name) => {
            let error = wrong(*place, format!("there is no exercise `{name}`"));
            Err(DocumentError { help: Some(suggestion(name, exercises)), ..error })
        }
        None if exercises.len() > 1 => Err(DocumentError {
            help: Some(format!("the column `exercise` names one of: {}", exercises.join(", "))),
            ..wrong(row.place, "the exercise of this decision is missing")
        }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
