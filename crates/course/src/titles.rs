//! Finds the columns of a table: by the titles that platforms give them, in several languages, or
//! as named by the caller.

use std::fmt;

use super::sheet::Sheet;

/// The columns that the caller may name.
const KEYS: [&str; 4] = ["id", "grade", "feedback", "time"];

/// The titles of these columns, as named by the caller.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ColumnNames([Option<String>; KEYS.len()]);

impl ColumnNames {
    /// Parses `id=TITLE,grade=TITLE,feedback=TITLE,time=TITLE`; each part is optional.
    ///
    /// # Errors
    /// The text is malformed; the error is the message.
    pub fn parse(text: &str) -> Result<ColumnNames, String> {
        let mut names = ColumnNames::default();
        for part in text.split(',') {
            let (key, title) =
                part.split_once('=').ok_or("write it as id=TITLE,grade=TITLE,feedback=TITLE")?;
            let key = key.trim();
            let at = KEYS.iter().position(|known| *known == key).ok_or_else(|| {
                format!("unknown column `{key}`; expected one of: {}", KEYS.join(", "))
            })?;
            names.0[at] = Some(title.trim().to_string());
        }
        Ok(names)
    }
}

impl fmt::Display for ColumnNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let titles = KEYS.iter().zip(&self.0);
        let named = titles.filter_map(|(key, title)| Some(format!("{key}={}", title.as_ref()?)));
        f.write_str(&named.collect::<Vec<_>>().join(","))
    }
}

/// The origin of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TableForm {
    /// Moodle's grading worksheet, in which feedback is HTML.
    Moodle,
    /// Canvas' gradebook.
    Canvas,
    /// Any other.
    Plain,
}

/// The columns of a table, by their positions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Columns {
    pub(super) form: TableForm,
    pub(super) id: usize,
    /// The student's name.
    pub(super) person: Option<usize>,
    pub(super) grade: usize,
    pub(super) feedback: Option<usize>,
    /// The time of the hand-in.
    pub(super) time: Option<usize>,
    /// The best possible grade.
    pub(super) maximum: Option<usize>,
}

/// Titles of columns, in several languages, separated by `|`.
const MOODLE_ID: &str = "identifier|id|identifiant|identificador";
const PERSON: &str = "full name|vollständiger name|nom complet|nombre completo|student|name";
const MOODLE_GRADE: &str = "grade|bewertung|note|calificación";
const MAXIMUM: &str = "maximum grade|bestwertung|note maximale|calificación máxima";
const FEEDBACK: &str = "\
    feedback comments|feedback als kommentar|feedback par commentaires|\
    comentarios de retroalimentación|feedback|comments|comment|kommentar";
const TIME: &str = "\
    last modified (submission)|zuletzt geändert (abgabe)|\
    dernière modification (travail remis)|última modificación (entrega)";
const PLAIN_ID: &str = "\
    id|identifier|sid|student id|matrikelnummer|login|username|email|student|name|submission";
const PLAIN_GRADE: &str = "grade|points|score|punkte|bewertung";

impl Columns {
    /// Finds the columns of a table.
    ///
    /// # Errors
    /// A column is missing or ambiguous; the error is the message.
    pub(super) fn find(sheet: &Sheet, names: &ColumnNames) -> Result<Columns, String> {
        let titles: Vec<String> = (0..sheet.width(0)).map(|column| sheet.text(0, column)).collect();
        let plain: Vec<String> = titles.iter().map(|title| title.trim().to_lowercase()).collect();
        let known = |known: &str| {
            known.split('|').find_map(|known| plain.iter().position(|title| title == known))
        };
        let named = |name: &Option<String>| match name {
            None => Ok(None),
            Some(name) => {
                let place = titles.iter().position(|title| title.trim() == name);
                place.map(Some).ok_or_else(|| missing(&format!("called `{name}`"), &titles))
            }
        };
        let has = |title: &str| plain.iter().any(|known| known == title);
        let form = if has("student") && has("id") && has("section") {
            TableForm::Canvas
        } else if known(MOODLE_ID).is_some() && (known(TIME).is_some() || known(MAXIMUM).is_some())
        {
            TableForm::Moodle
        } else {
            TableForm::Plain
        };
        let (ids, grades) = match form {
            TableForm::Moodle => (MOODLE_ID, Some(MOODLE_GRADE)),
            TableForm::Canvas => ("id", None),
            TableForm::Plain => (PLAIN_ID, Some(PLAIN_GRADE)),
        };
        let ColumnNames([id, grade, feedback, time]) = names;
        let id = named(id)?.or_else(|| known(ids));
        let grade = match (named(grade)?, grades) {
            (None, Some(grades)) => known(grades),
            (None, None) => Some(only_assignment(&titles)?),
            (named, _) => named,
        };
        Ok(Columns {
            form,
            id: id.ok_or_else(|| missing("that says whose a row is", &titles))?,
            person: known(PERSON),
            grade: grade.ok_or_else(|| missing("for grades", &titles))?,
            feedback: named(feedback)?.or_else(|| known(FEEDBACK)),
            time: named(time)?.or_else(|| known(TIME)),
            maximum: known(MAXIMUM),
        })
    }
}

fn missing(what: &str, titles: &[String]) -> String {
    format!("there is no column {what}; there are: {}", titles.join(", "))
}

/// Returns the only assignment column of Canvas' gradebook, such as `Exercise 1 (123)`.
fn only_assignment(titles: &[String]) -> Result<usize, String> {
    let is_assignment = |title: &str| {
        let number =
            title.trim().strip_suffix(')').and_then(|title| Some(title.rsplit_once(" (")?.1));
        number.is_some_and(|number| {
            !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
        })
    };
    let found: Vec<usize> = (0..titles.len()).filter(|&at| is_assignment(&titles[at])).collect();
    match found[..] {
        [only] => Ok(only),
        [] => Err(missing("of an assignment", titles)),
        _ => {
            let names: Vec<&str> = found.iter().map(|&at| titles[at].as_str()).collect();
            Err(format!(
                "there are several assignments: {}; columns = \"grade=TITLE\" in the course says which",
                names.join(", ")
            ))
        }
    }
}

#[cfg(test)]
mod tests;
