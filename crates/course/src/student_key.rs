//! Matches students with the rows of a table.
//!
//! Names and ids are compared in a normalized form ([`folded`]). To ensure that nobody gets the
//! grade or the extension of another, a table is rejected if a row matches several students, or
//! several rows match one.

use std::path::Path;

use referee_base::fault::Fault;
use referee_checker::text::escape;
use referee_events::{OfStudent, Platform, Student};
use referee_intake::hand_in::alike::folded;

/// The name or id in a row of a table.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct RowName {
    pub(super) text: String,
    pub(super) line: u64,
    name: String,
    /// The number after a word: Moodle's worksheet has `Participant 1204`.
    pub(super) number: String,
}

impl RowName {
    /// Creates it from a cell. Names of students are escaped, so cells are escaped too.
    pub(super) fn new(text: &str, line: u64) -> RowName {
        let text = escape(text.trim().as_bytes());
        let name = folded(&text);
        let number = name.trim_start_matches(|c: char| !c.is_ascii_digit()).to_string();
        RowName { text, line, name, number }
    }

    /// Returns whether both refer to the same student.
    pub(super) fn is_like(&self, other: &RowName) -> bool {
        !self.name.is_empty() && self.name == other.name
    }

    /// Returns whether `other` is the number in `self`.
    pub(super) fn is_numbered(&self, other: &RowName) -> bool {
        !self.number.is_empty() && self.number == other.name
    }
}

/// The names and ids of a student in tables.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct StudentKey {
    /// Several if students hand in together.
    people: Vec<Person>,
    /// Whether their ids are Moodle's own numbers.
    are_numbers: bool,
}

/// The names and ids of one person.
type Person = Vec<String>;

impl StudentKey {
    /// Creates the key of a submission's student. If no platform identifies the student, the name
    /// of the submission may do so, for a file also without its extension.
    pub(super) fn of(submission: &OfStudent) -> StudentKey {
        let OfStudent { name, student, is_folder } = submission;
        if let Some(student) = student {
            return StudentKey::of_student(student);
        }
        let person = vec![folded(name), folded(without_extension(name, *is_folder))];
        StudentKey { people: vec![person], are_numbers: false }
    }

    /// Creates the key of a student whom a platform identifies.
    pub(super) fn of_student(student: &Student) -> StudentKey {
        let people = student.people().into_iter().map(|(name, id)| vec![folded(id), folded(name)]);
        StudentKey { people: people.collect(), are_numbers: student.platform == Platform::Moodle }
    }

    /// Returns whether a row belongs to the student, or to one of several who hand in together.
    pub(super) fn is_named(&self, row: &RowName) -> bool {
        self.people.iter().any(|person| self.is_of(person, row))
    }

    fn is_of(&self, person: &Person, row: &RowName) -> bool {
        let is_number = self.are_numbers && person.first() == Some(&row.number);
        !row.name.is_empty() && (is_number || person.contains(&row.name))
    }
}

/// Returns the name of a submission without its extension: a dot in the name of a folder begins
/// none.
pub(super) fn without_extension(name: &str, is_folder: bool) -> &str {
    name.rsplit_once('.').filter(|_| !is_folder).map_or(name, |(stem, _)| stem)
}

/// Rejects a table in which a row matches several students, or several rows match one.
pub(super) fn refuse_ambiguous(
    table: &Path,
    rows: &[RowName],
    all: &[OfStudent],
) -> Result<(), Fault> {
    let refuse = |message: String, help: &str| Err(Fault::bad_input(message).at(table).help(help));
    let students = students(all);
    for row in rows {
        let mut named = students.iter().filter(|(key, _)| key.is_named(row));
        if let (Some((_, first)), Some((_, second))) = (named.next(), named.next()) {
            let RowName { text, line, .. } = row;
            let message = format!("line {line}: `{text}` may be {first} or {second}");
            let help = "identify students by something unique, or judge them separately";
            return refuse(message, help);
        }
    }
    for (key, shown) in &students {
        for person in &key.people {
            let mut of_person = rows.iter().filter(|row| key.is_of(person, row));
            if let (Some(first), Some(second)) = (of_person.next(), of_person.next()) {
                let (one, other) = (&first.text, &second.text);
                let (line, next) = (first.line, second.line);
                let message =
                    format!("lines {line} and {next} are both of {shown}: `{one}` and `{other}`");
                return refuse(message, "keep only one of them");
            }
        }
    }
    Ok(())
}

/// Rejects a table whose rows differ about students who handed in together, as theirs is a single
/// hand-in.
pub(super) fn refuse_contradictions<T: PartialEq>(
    table: &Path,
    rows: &[(&RowName, T)],
    all: &[OfStudent],
) -> Result<(), Fault> {
    for (key, shown) in students(all) {
        let mut of_key = rows.iter().filter(|(row, _)| key.is_named(row));
        let Some((first, said)) = of_key.next() else { continue };
        if let Some((second, _)) = of_key.find(|(_, other)| other != said) {
            return Err(Fault::bad_input(format!(
                "lines {} and {} differ, and are about one hand-in, of {shown}",
                first.line, second.line
            ))
            .at(table)
            .help("keep one of them: it applies to all who handed in together"));
        }
    }
    Ok(())
}

/// Returns the keys of all students, with their names for messages; several attempts belong to one
/// student.
fn students(all: &[OfStudent]) -> Vec<(StudentKey, String)> {
    let mut all: Vec<&OfStudent> = all.iter().collect();
    all.sort_by_key(|one| (&one.student, &one.name));
    all.dedup_by(|one, other| one.student.is_some() && one.student == other.student);
    let shown = |one: &OfStudent| match &one.student {
        Some(student) => format!("{} ({})", one.name, student.id),
        None => escape(one.name.as_bytes()),
    };
    all.into_iter().map(|one| (StudentKey::of(one), shown(one))).collect()
}

#[cfg(test)]
mod tests;
