//! Reads TOML with positions: keys are taken one by one, and a key that is left over is an error
//! with its line, its column and the nearest known key.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::rc::Rc;

use crate::Position;
use crate::text::excerpt;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// An error in a document: what is wrong, where, and a suggestion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentError {
    /// The position in the document.
    pub place: Position,
    /// What is wrong there.
    pub message: String,
    /// A suggestion.
    pub help: Option<String>,
}

impl fmt::Display for DocumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

impl std::error::Error for DocumentError {}

impl DocumentError {
    /// Creates an error without a suggestion.
    pub fn new(place: Position, message: impl Into<String>) -> DocumentError {
        DocumentError { place, message: message.into(), help: None }
    }
}

/// Returns the known word nearest to `word`, if one is near enough to have been meant.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let rated = known.into_iter().map(|k| (strsim::damerau_levenshtein(word, k), k));
    let (distance, nearest) = rated.min()?;
    let length = word.chars().count();
    // With as many changes as letters, any short word is near.
    (distance <= 1 + length / 4 && distance < length).then_some(nearest)
}

/// Returns the suggestion for an unknown word: the nearest known one, or else all.
pub fn suggestion(word: &str, known: &[impl AsRef<str>]) -> String {
    let known: Vec<&str> = known.iter().map(AsRef::as_ref).collect();
    match nearest(word, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("expected one of: {}", known.join(", ")),
    }
}

/// Returns the value that a name stands for.
///
/// # Errors
/// The name is unknown. The message continues the words "it is".
pub fn one_of<T: Copy>(name: &str, known: &[(&str, T)]) -> Result<T, String> {
    let found = known.iter().find(|(known, _)| *known == name);
    found.map(|&(_, value)| value).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        format!("none of {}", names.join(", "))
    })
}

/// The lines of a document. Positions and lines are looked up here: counting lines for each key or
/// error would take quadratic time.
pub struct Lines<'a> {
    source: &'a str,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    /// Finds the lines of a document.
    pub fn of(source: &'a str) -> Lines<'a> {
        let breaks = source.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        let starts = std::iter::once(0).chain(breaks.map(|(at, _)| at + 1)).collect();
        Lines { source, starts }
    }

    fn place(&self, offset: usize) -> Position {
        let line = self.starts.partition_point(|&start| start <= offset);
        Position { line: line as u64, column: (offset - self.starts[line - 1]) as u64 + 1 }
    }

    /// Returns a line without its end; `None` if there is none with this number.
    pub(crate) fn line(&self, number: u64) -> Option<&'a [u8]> {
        let at = (number as usize).checked_sub(1)?;
        let end = self.starts.get(at + 1).map_or(self.source.len(), |next| next - 1);
        Some(&self.source.as_bytes()[*self.starts.get(at)?..end])
    }
}

/// A table whose keys are taken one by one.
pub struct Table<'a> {
    lines: Rc<Lines<'a>>,
    span: Range<usize>,
    entries: BTreeMap<String, (Range<usize>, Spanned<DeValue<'a>>)>,
    known: Vec<String>,
}

impl<'a> Table<'a> {
    /// Parses a whole document.
    ///
    /// # Errors
    /// The text is not TOML.
    pub fn parse(source: &'a str) -> Result<Self, DocumentError> {
        match DeTable::parse(source) {
            Ok(table) => {
                let lines = Rc::new(Lines::of(source));
                Ok(Table::new(&lines, 0..source.len(), table.into_inner()))
            }
            Err(error) => {
                let start = error.span().map_or(0, |span| span.start);
                let place = Position::of(source.as_bytes(), start);
                Err(DocumentError::new(place, error.message().replace('\n', ", ")))
            }
        }
    }

    /// Parses a whole document whose key `format`, which is taken, is 1.
    ///
    /// # Errors
    /// The text is not TOML, or of no or another format.
    pub fn of_format_1(source: &'a str) -> Result<Self, DocumentError> {
        let mut table = Table::parse(source)?;
        match table.integer("format", 1, 1)? {
            Some(_) => Ok(table),
            None => Err(table.missing("format")),
        }
    }

    fn new(lines: &Rc<Lines<'a>>, span: Range<usize>, table: DeTable<'a>) -> Self {
        let entries = table.into_iter().map(|(key, value)| {
            let span = key.span();
            (key.into_inner().into_owned(), (span, value))
        });
        Table { lines: lines.clone(), span, entries: entries.collect(), known: Vec::new() }
    }

    /// Returns the position where this table starts.
    pub fn place(&self) -> Position {
        self.lines.place(self.span.start)
    }

    /// Takes an integer in `least..=most`.
    ///
    /// # Errors
    /// The value is not an integer or is outside the range.
    pub fn integer(
        &mut self,
        key: &str,
        least: i64,
        most: i64,
    ) -> Result<Option<i64>, DocumentError> {
        let Some(value) = self.take(key) else { return Ok(None) };
        let span = value.span();
        let Some(number) = value.get_ref().as_integer() else {
            return Err(self.wrong_type(key, "an integer", &value));
        };
        match i64::from_str_radix(number.as_str(), number.radix()) {
            Ok(number) if (least..=most).contains(&number) => Ok(Some(number)),
            _ => Err(self.error(span, format!("{key} = {number} is outside {least}..={most}"))),
        }
    }

    /// Takes a number in `least..=most`, written with or without a decimal point.
    ///
    /// # Errors
    /// The value is not a number or is outside the range.
    pub fn number(
        &mut self,
        key: &str,
        least: f64,
        most: f64,
    ) -> Result<Option<f64>, DocumentError> {
        let Some(value) = self.take(key) else { return Ok(None) };
        let number = match value.get_ref() {
            DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
                .ok()
                .map(|number| number as f64),
            DeValue::Float(number) => number.as_str().parse().ok(),
            _ => return Err(self.wrong_type(key, "a number", &value)),
        };
        match number {
            Some(number) if (least..=most).contains(&number) => Ok(Some(number)),
            _ => Err(self.error(value.span(), format!("{key} is outside {least}..={most}"))),
        }
    }

    /// Takes a string, converted by `read`. Returns `None` for a value of another type, and leaves
    /// it.
    ///
    /// # Errors
    /// `read` rejects the string. Its message continues the words "it is".
    pub fn text_as<T>(
        &mut self,
        key: &str,
        read: impl FnOnce(&str) -> Result<T, String>,
    ) -> Result<Option<T>, DocumentError> {
        let is_text = |(_, value): &(Range<usize>, Spanned<DeValue>)| value.get_ref().is_str();
        if !self.entries.get(key).is_some_and(is_text) {
            return Ok(None);
        }
        let Some(value) = self.take(key) else { return Ok(None) };
        let text = value.get_ref().as_str().unwrap_or_default();
        let wrong = |why| {
            let text = excerpt(text.as_bytes(), 60);
            self.error(value.span(), format!("{key} = \"{text}\" is {why}"))
        };
        read(text).map(Some).map_err(wrong)
    }

    /// Takes a number with at most two decimal places, in hundredths, in `0..=most`.
    ///
    /// # Errors
    /// The value is not such a number or is outside the range.
    pub fn hundredths(&mut self, key: &str, most: u64) -> Result<Option<u64>, DocumentError> {
        let Some(value) = self.take(key) else { return Ok(None) };
        let text = match value.get_ref() {
            DeValue::Integer(number) if number.radix() == 10 => number.as_str(),
            DeValue::Float(number) => number.as_str(),
            _ => return Err(self.wrong_type(key, "a decimal number", &value)),
        };
        let (whole, part) = text.split_once('.').unwrap_or((text, ""));
        let hundredths = format!("{whole}{part:0<2}").parse::<u64>().ok();
        match hundredths.filter(|_| part.len() <= 2) {
            Some(hundredths) if hundredths <= most => Ok(Some(hundredths)),
            _ => {
                let message = format!(
                    "{key} = {text} is not a number from 0 to {} with at most two decimal places",
                    most / 100
                );
                Err(self.error(value.span(), message))
            }
        }
    }

    /// Takes a Boolean; `false` if the key is missing.
    ///
    /// # Errors
    /// The value is not a Boolean.
    pub fn flag(&mut self, key: &str) -> Result<bool, DocumentError> {
        Ok(self.placed_flag(key)?.is_some_and(|(flag, _)| flag))
    }

    /// Takes a Boolean with its position; `None` if the key is missing.
    ///
    /// # Errors
    /// The value is not a Boolean.
    pub fn placed_flag(&mut self, key: &str) -> Result<Option<(bool, Position)>, DocumentError> {
        let Some(value) = self.take(key) else { return Ok(None) };
        let place = self.lines.place(value.span().start);
        match value.get_ref().as_bool() {
            Some(flag) => Ok(Some((flag, place))),
            None => Err(self.wrong_type(key, "true or false", &value)),
        }
    }

    /// Takes a string, with its position.
    ///
    /// # Errors
    /// The value is not a string.
    pub fn text(&mut self, key: &str) -> Result<Option<(String, Position)>, DocumentError> {
        let Some(value) = self.take(key) else { return Ok(None) };
        let place = self.lines.place(value.span().start);
        match value.get_ref().as_str() {
            Some(text) => Ok(Some((text.to_string(), place))),
            None => Err(self.wrong_type(key, "a string in quotes", &value)),
        }
    }

    /// Takes an array of strings, each with its position; an empty one if the key is missing.
    ///
    /// # Errors
    /// The value is not an array of strings.
    pub fn texts(&mut self, key: &str) -> Result<Vec<(String, Position)>, DocumentError> {
        Ok(self.given_texts(key)?.unwrap_or_default())
    }

    /// Takes an array of strings, each with its position; `None` if the key is missing.
    ///
    /// # Errors
    /// The value is not an array of strings.
    pub fn given_texts(
        &mut self,
        key: &str,
    ) -> Result<Option<Vec<(String, Position)>>, DocumentError> {
        let Some(value) = self.take(key) else { return Ok(None) };
        let text = |item: &Spanned<DeValue>| {
            let place = self.lines.place(item.span().start);
            item.get_ref().as_str().map(|text| (text.to_string(), place))
        };
        let texts = value.get_ref().as_array().and_then(|items| items.iter().map(text).collect());
        let wrong = || self.wrong_type(key, "a list of strings, as in [\"a\", \"b\"]", &value);
        texts.map(Some).ok_or_else(wrong)
    }

    /// Takes a required string.
    ///
    /// # Errors
    /// The key is missing, or the value is not a string.
    pub fn required_text(&mut self, key: &str) -> Result<(String, Position), DocumentError> {
        self.text(key)?.ok_or_else(|| self.missing(key))
    }

    /// Takes a table, `[key]`.
    ///
    /// # Errors
    /// The value is not a table.
    pub fn table(&mut self, key: &str) -> Result<Option<Table<'a>>, DocumentError> {
        let Some(value) = self.take(key) else { return Ok(None) };
        let span = value.span();
        let wrong = self.wrong_type(key, "a table, under its own [...]", &value);
        match value.into_inner() {
            DeValue::Table(table) => Ok(Some(Table::new(&self.lines, span, table))),
            _ => Err(wrong),
        }
    }

    /// Takes the tables below a table, `[key.NAME]`, in the order of their names; none if the key
    /// is missing.
    ///
    /// # Errors
    /// The value, or one below it, is not a table.
    pub fn named_tables(&mut self, key: &str) -> Result<Vec<(String, Table<'a>)>, DocumentError> {
        let Some(mut table) = self.table(key)? else { return Ok(Vec::new()) };
        let names: Vec<String> = table.entries.keys().cloned().collect();
        let below = names.into_iter().map(|name| {
            let table = table.table(&name)?;
            Ok(table.map(|table| (name, table)))
        });
        below.filter_map(Result::transpose).collect()
    }

    /// Takes an array of tables, `[[key]]`; an empty one if the key is missing.
    ///
    /// # Errors
    /// The value is not an array of tables.
    pub fn tables(&mut self, key: &str) -> Result<Vec<Table<'a>>, DocumentError> {
        let Some(value) = self.take(key) else { return Ok(Vec::new()) };
        let what = "one or more tables, each under its own [[...]]";
        let wrong = self.wrong_type(key, what, &value);
        let DeValue::Array(array) = value.into_inner() else { return Err(wrong) };
        let mut tables = Vec::new();
        for item in array {
            let span = item.span();
            let DeValue::Table(table) = item.into_inner() else { return Err(wrong) };
            tables.push(Table::new(&self.lines, span, table));
        }
        Ok(tables)
    }

    /// Finishes reading.
    ///
    /// # Errors
    /// A key was not taken; the error is about the first one in the document.
    pub fn finish(mut self) -> Result<(), DocumentError> {
        let left = std::mem::take(&mut self.entries);
        let Some((key, (span, _))) = left.into_iter().min_by_key(|(_, (span, _))| span.start)
        else {
            return Ok(());
        };
        let mut error = self.error(span, format!("unknown key `{}`", excerpt(key.as_bytes(), 60)));
        error.help = Some(suggestion(&key, &self.known));
        Err(error)
    }

    /// Returns the error for a missing key, or for a misspelled one that was probably meant.
    pub fn missing(&self, key: &str) -> DocumentError {
        let unknown = self.entries.keys().filter(|entry| !self.known.contains(entry));
        if let Some(near) = nearest(key, unknown.map(String::as_str)) {
            let (span, _) = &self.entries[near];
            let message = format!("unknown key `{}`", excerpt(near.as_bytes(), 60));
            let help = Some(format!("did you mean `{key}`?"));
            return DocumentError { help, ..self.error(span.clone(), message) };
        }
        self.error(self.span.start..self.span.start, format!("the key `{key}` is missing"))
    }

    fn take(&mut self, key: &str) -> Option<Spanned<DeValue<'a>>> {
        self.known.push(key.to_string());
        self.entries.remove(key).map(|(_, value)| value)
    }

    fn wrong_type(&self, key: &str, what: &str, value: &Spanned<DeValue>) -> DocumentError {
        let found = value.get_ref().type_str();
        self.error(value.span(), format!("{key} must be {what}, found: {found}"))
    }

    fn error(&self, span: Range<usize>, message: String) -> DocumentError {
        DocumentError::new(self.lines.place(span.start), message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_that_counting_finds() {
        for text in ["", "\n", "a = 1", "a = 1\n", "\n\n[b]\r\nc = 'ü'\n\nd = 2"] {
            let lines = Lines::of(text);
            for offset in 0..=text.len() {
                assert_eq!(lines.place(offset), Position::of(text.as_bytes(), offset), "{text:?}");
            }
        }
    }

    #[test]
    fn what_is_no_number_in_the_range_is_rejected() {
        let places = "is not a number from 0 to 9 with at most two decimal places";
        for (value, number, hundredths) in [
            ("9", "", String::new()),
            (
                "'5'",
                "x must be a number, found: string",
                "x must be a decimal number, found: string".into(),
            ),
            ("0x5", "", "x must be a decimal number, found: integer".into()),
            ("1.005", "", format!("x = 1.005 {places}")),
            ("9.01", "x is outside 0..=9", format!("x = 9.01 {places}")),
        ] {
            let text = format!("format = 1\nx = {value}\n");
            let table = || Table::of_format_1(&text).unwrap();
            let said = |error: Option<DocumentError>| error.map_or(String::new(), |it| it.message);
            assert_eq!(said(table().number("x", 0.0, 9.0).err()), number);
            assert_eq!(said(table().hundredths("x", 900).err()), hundredths);
        }
    }
}
