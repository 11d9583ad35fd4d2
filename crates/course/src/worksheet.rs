//! The table of grades of a learning platform: read, filled in for the judged students, and
//! otherwise written unchanged.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::encoding::{self, Encoding};
use super::sheet::Sheet;
use super::student_key::{RowName, StudentKey, refuse_ambiguous};
use super::titles::{ColumnNames, Columns, TableForm};
use referee_base::fault::Fault;
use referee_base::spreadsheet::harmless;
use referee_checker::text::escape;
use referee_events::points::Points;
use referee_events::{OfStudent, Student};
use referee_intake::hand_in::timestamp::{HOW_TO_WRITE, Timestamp};

const MAX_BYTES: u64 = 64 << 20;

/// How points of an exercise become a grade.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct GradeScale {
    /// The points that those of the problem are scaled to, if any.
    pub maximum: Option<Points>,
    /// Their weight relative to those of other exercises; `None` for one.
    pub weight: Option<Points>,
}

impl GradeScale {
    /// Returns the grade for points, of which there are at most `most`.
    pub fn grade(&self, points: Points, most: Points) -> Points {
        self.maximum.map_or(points, |maximum| points.scaled(maximum, most))
    }

    /// Returns the best grade if there are at most `most` points.
    pub fn best(&self, most: Points) -> Points {
        self.maximum.unwrap_or(most)
    }

    /// Returns whether grades equal the points.
    pub fn is_plain(&self) -> bool {
        *self == GradeScale::default()
    }
}

/// A table of grades.
#[derive(Debug, Clone)]
pub struct Worksheet {
    path: PathBuf,
    encoding: Encoding,
    sheet: Sheet,
    columns: Columns,
    /// The students of the rows after the titles.
    names: Vec<RowName>,
    /// Whether its numbers use decimal commas.
    has_commas: bool,
    /// How points become grades, and the maximum number of points.
    scale: (GradeScale, Points),
    /// The rows that no decision fills in.
    held: BTreeSet<usize>,
}

impl Worksheet {
    /// Reads a table.
    ///
    /// # Errors
    /// The file cannot be read, is not a table, or lacks a column.
    pub fn read(path: &Path, names: &ColumnNames) -> Result<Worksheet, Fault> {
        let (text, encoding) = encoding::read(path, MAX_BYTES)?;
        Worksheet::parse(path, &text, encoding, names).map_err(|message| {
            Fault::bad_input(message).at(path).help(
                "columns = \"id=TITLE,grade=TITLE,feedback=TITLE\" in the course names the columns",
            )
        })
    }

    fn parse(
        path: &Path,
        text: &str,
        encoding: Encoding,
        names: &ColumnNames,
    ) -> Result<Worksheet, String> {
        let sheet = Sheet::parse(text)
            .map_err(|line| format!("the quotes that open on line {line} are not closed"))?;
        let columns = Columns::find(&sheet, names)?;
        let numbers = [Some(columns.grade), columns.maximum].into_iter().flatten();
        let cells = numbers.flat_map(|column| (1..sheet.len()).map(move |row| (row, column)));
        let has_comma = |(row, column)| {
            let cell = sheet.text(row, column);
            cell.contains(',') && cell.bytes().all(|byte| byte.is_ascii_digit() || byte == b',')
        };
        let has_commas = cells.into_iter().any(has_comma);
        let name = |row| RowName::new(&sheet.text(row, columns.id), sheet.line(row));
        let names = (1..sheet.len()).map(name).collect();
        let (path, scale) = (path.to_path_buf(), Default::default());
        let held = BTreeSet::new();
        Ok(Worksheet { path, names, encoding, columns, has_commas, sheet, scale, held })
    }

    /// Sets how points, of which there are at most `most`, become grades.
    pub fn scaled(self, scale: GradeScale, most: Points) -> Worksheet {
        Worksheet { scale: (scale, most), ..self }
    }

    /// Returns the time at which a student handed in, if the table has it. Moodle writes `-` for
    /// students who did not.
    ///
    /// # Errors
    /// The time in the table is malformed.
    pub fn time_of(&self, student: &Student) -> Result<Option<Timestamp>, Fault> {
        let Some(column) = self.columns.time else { return Ok(None) };
        for row in self.rows_of(&StudentKey::of_student(student)) {
            let cell = self.sheet.text(row, column);
            if !matches!(cell.trim(), "" | "-") {
                let time = Timestamp::parse(&cell).map_err(|error| {
                    let message = format!("line {}: {error}", self.sheet.line(row));
                    Fault::bad_input(message).at(&self.path).help(HOW_TO_WRITE)
                });
                return time.map(Some);
            }
        }
        Ok(None)
    }

    /// Returns the best possible grade, if the table has one.
    pub fn maximum(&self) -> Option<f64> {
        let column = self.columns.maximum?;
        let number = |row| self.sheet.text(row, column).trim().replace(',', ".").parse().ok();
        (1..self.sheet.len()).find_map(number)
    }

    /// Fills in a student's grade, if there is one, and the feedback, which begins with the name of
    /// the problem; for a group, in each student's row. Returns whether there is a row.
    pub fn fill(&mut self, submission: &OfStudent, filled: &Filled) -> bool {
        let rows = self.rows_of(&StudentKey::of(submission));
        for &row in &rows {
            if let Some(grade) = filled.grade {
                self.set_grade(row, grade);
            }
            if let Some(column) = self.columns.feedback {
                let merged = self.merged(&self.sheet.text(row, column), filled);
                self.sheet.set(row, column, &merged);
            }
        }
        !rows.is_empty()
    }

    /// Returns the name and the id of the student whose row has this id, or this name if the name
    /// is unique.
    pub(super) fn person(&self, name: &RowName) -> Option<(String, String)> {
        let row = *self.rows_called(name).first()?;
        let id = &self.names[row - 1];
        let id = if self.columns.form == TableForm::Moodle { &id.number } else { &id.text };
        let person = self.columns.person.map(|column| self.sheet.text(row, column));
        let person = person.map(|name| escape(name.trim().as_bytes()));
        Some((person.filter(|name| !name.is_empty()).unwrap_or_else(|| id.clone()), id.clone()))
    }

    /// Fills points into the rows of this student, if there are any.
    pub(super) fn decide(&mut self, name: &RowName, points: Option<Points>) {
        let mut rows = self.rows_called(name);
        rows.retain(|row| !self.held.contains(row));
        for row in rows {
            points.into_iter().for_each(|points| self.set_grade(row, points));
        }
    }

    /// Lets no decision fill in the rows of a student; returns whether there are any.
    pub(super) fn withhold(&mut self, name: &RowName) -> bool {
        let rows = self.rows_called(name);
        self.held.extend(&rows);
        !rows.is_empty()
    }

    fn rows_called(&self, name: &RowName) -> Vec<usize> {
        let rows = |is_it: &dyn Fn(usize) -> bool| -> Vec<usize> {
            (1..self.sheet.len()).filter(|row| is_it(*row)).collect()
        };
        let by_id = rows(&|row| self.names[row - 1].is_like(name));
        let by_number = rows(&|row| self.names[row - 1].is_numbered(name));
        let person = |row| Some(RowName::new(&self.sheet.text(row, self.columns.person?), 0));
        let by_name = rows(&|row| person(row).is_some_and(|person| person.is_like(name)));
        let only = |rows: &Vec<usize>| rows.len() == 1;
        [by_id, by_number, by_name].into_iter().find(only).unwrap_or_default()
    }

    fn set_grade(&mut self, row: usize, grade: Points) {
        let (scale, most) = self.scale;
        let grade = scale.grade(grade, most).to_string();
        let grade = if self.has_commas { grade.replace('.', ",") } else { grade };
        self.sheet.set(row, self.columns.grade, &grade);
    }

    /// Returns the feedback of a row with the new text replacing that of an earlier run. Text from
    /// others is kept; in plain text only if it comes first, because nothing else ends the earlier
    /// text.
    fn merged(&self, before: &str, filled: &Filled) -> String {
        let is_html = self.columns.form == TableForm::Moodle;
        let (start, text) = if is_html {
            (
                format!("<pre>{}", html(&filled.start)),
                format!("<pre>{}</pre>", html(filled.feedback.trim_end())),
            )
        } else {
            (filled.start.clone(), harmless(filled.feedback.trim_end()).into_owned())
        };
        let is_own = |at: &usize| *at == 0 || before[..*at].ends_with(['\n', '\'']);
        let own = before.match_indices(&start).map(|(at, _)| at).find(is_own);
        let others = before[..own.unwrap_or(before.len())].trim_end_matches(['\n', '\'']);
        let earlier = own.filter(|_| is_html).map(|at| &before[at..]);
        let tail = earlier.and_then(|text| text.split_once("</pre>")).map_or("", |(_, tail)| tail);
        if others.is_empty() { format!("{text}{tail}") } else { format!("{others}\n{text}{tail}") }
    }

    /// Checks that each of these submissions has one row at most.
    ///
    /// # Errors
    /// A row matches several students, or several rows match one.
    pub fn refuse_ambiguous(&self, all: &[OfStudent]) -> Result<(), Fault> {
        refuse_ambiguous(&self.path, &self.names, all)
    }

    fn rows_of(&self, key: &StudentKey) -> Vec<usize> {
        let rows = (1..).zip(&self.names);
        rows.filter(|(_, name)| key.is_named(name)).map(|(row, _)| row).collect()
    }

    /// Returns the table as a file.
    pub fn bytes(&self) -> Vec<u8> {
        self.encoding.encode(&self.sheet.written())
    }
}

/// The content to fill into a student's row.
#[derive(Debug, Clone)]
pub struct Filled {
    /// The points; `None` to leave the grade unchanged.
    pub grade: Option<Points>,
    /// The prefix of the feedback that every run writes; it identifies the text of an earlier run.
    pub start: String,
    /// The text.
    pub feedback: String,
}

fn html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests;
