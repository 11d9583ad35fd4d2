//! A table of grades of a learning platform: read, filled in for those who were judged, and written as it was.

use std::path::{Path, PathBuf};

use super::encoding::{self, Encoding};
use super::grade_scale::GradeScale;
use super::sheet::Sheet;
use super::student_key::{RowName, StudentKey, refuse_ambiguous};
use super::titles::{ColumnNames, Columns, TableForm};
use referee_base::fault::Fault;
use referee_base::files;
use referee_base::spreadsheet::harmless;
use referee_checker::text::escape;
use referee_events::points::Points;
use referee_events::{OfStudent, Student};
use referee_intake::hand_in::moment::{HOW_TO_WRITE, Moment};

/// The largest table that is read, in bytes.
const LARGEST: u64 = 64 << 20;

/// A table of grades.
#[derive(Debug, Clone)]
pub struct Worksheet {
    path: PathBuf,
    encoding: Encoding,
    sheet: Sheet,
    columns: Columns,
    /// Whose the rows after the titles are.
    names: Vec<RowName>,
    /// Whether numbers in it have a comma.
    has_commas: bool,
    /// How points become grades, and how many points there are at most.
    scale: (GradeScale, Points),
}

/// What became of the row of a student.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowResult {
    /// It is filled in; of a group each student has one.
    Found,
    /// Nobody is called so.
    Missing,
}

impl Worksheet {
    /// Reads a table.
    ///
    /// # Errors
    /// The file cannot be read, is no table, or lacks a column.
    pub fn read(path: &Path, names: &ColumnNames) -> Result<Worksheet, Fault> {
        let bytes = files::read_at_most(path, LARGEST)?;
        Worksheet::parse(path, &bytes, names).map_err(|message| {
            Fault::bad_input(message).at(path).help(
                "columns = \"id=TITLE,grade=TITLE,feedback=TITLE\" in the course names the columns",
            )
        })
    }

    fn parse(path: &Path, bytes: &[u8], names: &ColumnNames) -> Result<Worksheet, String> {
        let (text, encoding) = encoding::decode(bytes)?;
        let sheet = Sheet::parse(&text)
            .map_err(|line| format!("the quotes that open in line {line} do not close"))?;
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
        Ok(Worksheet { path, names, encoding, columns, has_commas, sheet, scale })
    }

    /// Returns this table, into which points, of so many at most, are filled as grades.
    pub fn scaled(self, scale: GradeScale, most: Points) -> Worksheet {
        Worksheet { scale: (scale, most), ..self }
    }

    /// Returns when a student has handed in, where the table says so. Moodle writes `-` for those who have not.
    ///
    /// # Errors
    /// What the table says is no time.
    pub fn time_of(&self, student: &Student) -> Result<Option<Moment>, Fault> {
        let Some(column) = self.columns.time else { return Ok(None) };
        for row in self.rows_of(&StudentKey::new(Some(student), "")) {
            let cell = self.sheet.text(row, column);
            if !matches!(cell.trim(), "" | "-") {
                let time = Moment::parse(&cell).map_err(|error| {
                    let message = format!("line {}: {error}", self.sheet.line(row));
                    Fault::bad_input(message).at(&self.path).help(HOW_TO_WRITE)
                });
                return time.map(Some);
            }
        }
        Ok(None)
    }

    /// Returns the best possible grade, where the table says one.
    pub fn maximum(&self) -> Option<f64> {
        let column = self.columns.maximum?;
        let number = |row| self.sheet.text(row, column).trim().replace(',', ".").parse().ok();
        (1..self.sheet.len()).find_map(number)
    }

    /// Fills in a student's grade, unless there is none, and feedback, which begins with the name of the problem.
    pub fn fill(
        &mut self,
        student: Option<&Student>,
        submission: &str,
        filled: &Filled,
    ) -> RowResult {
        let rows = self.rows_of(&StudentKey::new(student, submission));
        for &row in &rows {
            if let Some(grade) = filled.grade {
                self.set_grade(row, grade);
            }
            if let Some(column) = self.columns.feedback {
                let merged = self.merged(&self.sheet.text(row, column), filled);
                self.sheet.set(row, column, &merged);
            }
        }
        if rows.is_empty() { RowResult::Missing } else { RowResult::Found }
    }

    /// Returns name and id of the student whose row has this id, or this name if no other has it.
    pub(super) fn person(&self, name: &RowName) -> Option<(String, String)> {
        let row = *self.rows_called(name).first()?;
        let id = &self.names[row - 1];
        let id = if self.columns.form == TableForm::Moodle { &id.number } else { &id.text };
        let person = self.columns.person.map(|column| self.sheet.text(row, column));
        // Of those who hand in together, names are a list.
        let person = person.map(|name| escape(name.trim().replace(", ", " ").as_bytes()));
        Some((person.filter(|name| !name.is_empty()).unwrap_or_else(|| id.clone()), id.clone()))
    }

    /// Fills points into the rows of this student, if there are any.
    pub(super) fn decide(&mut self, name: &RowName, points: Option<Points>) {
        for row in self.rows_called(name) {
            points.into_iter().for_each(|points| self.set_grade(row, points));
        }
    }

    fn rows_called(&self, name: &RowName) -> Vec<usize> {
        let numbered = (1..).zip(&self.names);
        let by_id: Vec<usize> =
            numbered.filter(|(_, row)| row.is_like(name)).map(|(row, _)| row).collect();
        let Some(column) = self.columns.person.filter(|_| by_id.is_empty()) else { return by_id };
        let called = |row: &usize| RowName::new(&self.sheet.text(*row, column), 0).is_like(name);
        let by_name: Vec<usize> = (1..self.sheet.len()).filter(called).collect();
        if by_name.len() == 1 { by_name } else { by_id }
    }

    fn set_grade(&mut self, row: usize, grade: Points) {
        let (scale, most) = self.scale;
        let grade = scale.grade(grade, most).to_string();
        let grade = if self.has_commas { grade.replace('.', ",") } else { grade };
        self.sheet.set(row, self.columns.grade, &grade);
    }

    /// Returns the feedback of a row with the new text in place of that of an earlier run. What somebody else has written there stays.
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
        if others.is_empty() { text } else { format!("{others}\n{text}") }
    }

    /// Refuses a table in which it is not clear whose a row is.
    ///
    /// # Errors
    /// A row may be of several students, or several rows of one.
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

/// What is filled into a student's row.
#[derive(Debug, Clone)]
pub struct Filled {
    /// The points; none where what stands there is to stay.
    pub grade: Option<Points>,
    /// How the text of every run begins: by that the text of an earlier one is found.
    pub start: String,
    /// The text.
    pub feedback: String,
}

fn html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_events::Platform;

    const MOODLE: &str = "Identifier,\"Full name\",Grade,\"Maximum grade\",\"Last modified (submission)\",\"Feedback comments\"\r\n\
        Participant 12,\"Lee, Ann\",,40.00,\"Sunday, 22 November 2026, 8:49 PM\",\r\n\
        Participant 13,\"Ray, Bob\",7.00,40.00,-,\"by hand\"\r\n\
        Participant 112,X,1,40.00,-,\"=1+1\"\r\n";

    fn read(bytes: &[u8]) -> Worksheet {
        Worksheet::parse(Path::new("w.csv"), bytes, &ColumnNames::default()).unwrap()
    }

    fn student(id: &str) -> Student {
        Student { name: "?".into(), id: id.into(), platform: Platform::Moodle }
    }

    fn filled(points: u64, feedback: &str) -> Filled {
        let grade = Some(Points::of_hundredths(points));
        Filled { grade, start: "chess: ".into(), feedback: format!("chess: {feedback}\n") }
    }

    #[test]
    fn only_those_who_were_judged_are_changed() {
        let mut sheet = read(MOODLE.as_bytes());
        assert_eq!(
            sheet.fill(Some(&student("12")), "", &filled(1250, "a < \"b\"")),
            RowResult::Found
        );
        assert_eq!(sheet.fill(Some(&student("99")), "", &filled(0, "")), RowResult::Missing);
        let expected = MOODLE.replace(
            "Ann\",,40.00,\"Sunday, 22 November 2026, 8:49 PM\",",
            "Ann\",12.5,40.00,\"Sunday, 22 November 2026, 8:49 PM\",\"<pre>chess: a &lt; &quot;b&quot;</pre>\"",
        );
        assert_eq!(String::from_utf8(sheet.bytes()).unwrap(), expected);
        assert_eq!(sheet.maximum(), Some(40.0));
        assert_eq!(sheet.time_of(&student("13")).unwrap(), None);
        let time = Moment::parse("2026-11-22 20:49").ok();
        assert_eq!(sheet.time_of(&student("12")).unwrap(), time);
        let odd = read(MOODLE.replace("8:49 PM", "8:49 CET").as_bytes());
        assert_eq!(
            odd.time_of(&student("12")).unwrap_err().to_string(),
            "w.csv: line 2: `Sunday, 22 November 2026, 8:49 CET` is no time: `CET` in column 32 is not understood"
        );
    }

    #[test]
    fn feedback_of_an_earlier_run_is_replaced_and_that_of_others_stays() {
        let mut sheet = read(MOODLE.as_bytes());
        sheet.fill(Some(&student("13")), "", &filled(100, "wrong"));
        sheet.fill(Some(&student("13")), "", &filled(200, "right"));
        assert_eq!(
            (sheet.sheet.text(2, 2), sheet.sheet.text(2, 5)),
            ("2".into(), "by hand\n<pre>chess: right</pre>".into())
        );
        let nothing = Filled { grade: None, ..filled(0, "no program") };
        sheet.fill(Some(&student("13")), "", &nothing);
        assert_eq!(sheet.sheet.text(2, 2), "2");
        assert!(sheet.sheet.text(2, 5).ends_with("\n<pre>chess: no program</pre>"));
        // What came in stays, even if it looks like a formula.
        assert!(String::from_utf8(sheet.bytes()).unwrap().contains(",\"=1+1\"\r\n"));
    }

    #[test]
    fn nothing_is_a_formula_that_was_none() {
        let mut sheet = read(b"login;points;comment\nann;;\n");
        let formula = Filled { grade: None, start: "=x: ".into(), feedback: "=x: 1".into() };
        for _ in 0..2 {
            sheet.fill(None, "ann", &formula);
            assert_eq!(sheet.bytes(), b"login;points;comment\nann;;'=x: 1\n");
        }
    }

    #[test]
    fn encodings_separators_and_commas_are_kept() {
        let table = "ID;Name;Bewertung;Bestwertung;Feedback als Kommentar\nTeilnehmer/in7;J\u{fc}rgen;;10,00;\n";
        let windows: Vec<u8> = table.chars().map(|c| c as u8).collect();
        let utf16: Vec<u8> =
            format!("\u{feff}{table}").encode_utf16().flat_map(u16::to_le_bytes).collect();
        for bytes in [windows, utf16, format!("\u{feff}{table}").into_bytes()] {
            let mut sheet = read(&bytes);
            assert_eq!(sheet.bytes(), bytes);
            sheet.fill(Some(&student("7")), "", &filled(750, "ok"));
            assert_eq!(sheet.sheet.text(1, 2), "7,5");
            assert!(sheet.bytes().len() > bytes.len());
        }
    }

    #[test]
    fn what_is_no_table_is_refused() {
        let names = ColumnNames::default();
        for (bytes, why) in [
            (&b"id,grade\n1,\"x"[..], "the quotes that open in line 2 do not close"),
            (b"", "there is no column that says whose a row is"),
            (b"PK\0\0", "this is no text"),
        ] {
            assert!(
                Worksheet::parse(Path::new("w.csv"), bytes, &names).unwrap_err().starts_with(why),
                "{why}"
            );
        }
    }
}
