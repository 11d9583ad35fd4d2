//! CSV tables in which no spreadsheet takes a cell for a formula: contestants choose names, and the
//! output of their programs.
//!
//! A cell is a formula if it begins with one of a few characters. Where a locale separates cells by
//! semicolons, or a user by tabs, a cell also begins after each of these and after a line break,
//! since a quote in the middle of such a cell quotes nothing. So an apostrophe precedes each
//! formula that may begin anywhere in a text.

use std::borrow::Cow;
use std::io::{self, BufWriter, Write};

/// Characters that begin a formula, also in the full-width form that some locales treat alike.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// Characters after which some reader of the table begins a new cell, whatever the separator.
const SEPARATORS: [char; 4] = [';', '\t', '\r', '\n'];

/// Returns the text with an apostrophe before everything that a spreadsheet takes for a formula.
pub fn harmless(text: &str) -> Cow<'_, str> {
    if !text.contains(FORMULA) && !text.starts_with(SEPARATORS) {
        return text.into();
    }
    let mut harmless = String::with_capacity(text.len() + 1);
    if text.starts_with(SEPARATORS) {
        harmless.push('\'');
    }
    let mut is_start = true;
    for c in text.chars() {
        if is_start && FORMULA.contains(&c) {
            harmless.push('\'');
        }
        is_start = SEPARATORS.contains(&c) || is_start && matches!(c, ' ' | '"');
        harmless.push(c);
    }
    harmless.into()
}

fn is_number(text: &str) -> bool {
    !text.ends_with(char::is_alphabetic) && text.parse::<f64>().is_ok()
}

/// Returns whether a cell needs quotes for every reader to find its end.
fn needs_quotes(text: &str) -> bool {
    text.contains(['"', ',']) || text.contains(SEPARATORS)
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// Writes a CSV table.
pub struct CsvTable<W: Write> {
    out: BufWriter<W>,
    /// The last column, if it has the same text in each row.
    in_each_row: Option<InEachRow>,
}

struct InEachRow {
    header: Option<&'static str>,
    text: String,
}

impl<W: Write> CsvTable<W> {
    /// Begins a table without rows.
    pub fn new(out: W) -> CsvTable<W> {
        CsvTable { out: BufWriter::new(out), in_each_row: None }
    }

    /// Adds a last column with the same text in each row, if there is a text. Must be called before
    /// the first row, which is the header.
    pub fn with_in_each_row(&mut self, header: &'static str, text: Option<&str>) {
        self.in_each_row =
            text.map(|text| InEachRow { header: Some(header), text: harmless(text).into() });
    }

    /// Writes a row.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn row<C: AsRef<str>>(&mut self, cells: impl IntoIterator<Item = C>) -> io::Result<()> {
        for (at, cell) in cells.into_iter().enumerate() {
            let cell = cell.as_ref();
            // A number is no formula, except in the first cell: a reader with another separator
            // takes the whole row for one cell.
            let cell = if at > 0 && is_number(cell) { cell.into() } else { harmless(cell) };
            self.cell(at, &cell)?;
        }
        if let Some(last) = &mut self.in_each_row {
            let cell = last.header.take().map_or_else(|| last.text.clone(), String::from);
            self.cell(1, &cell)?;
        }
        self.out.write_all(b"\n")
    }

    fn cell(&mut self, at: usize, cell: &str) -> io::Result<()> {
        let gap = if at == 0 { "" } else { "," };
        if needs_quotes(cell) {
            write!(self.out, "{gap}{}", quoted(cell))
        } else {
            write!(self.out, "{gap}{cell}")
        }
    }

    /// Writes all buffered rows.
    ///
    /// # Errors
    /// The rows cannot be written.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl CsvTable<Vec<u8>> {
    /// Returns the text of a table in memory.
    ///
    /// # Errors
    /// None in practice: writing to memory does not fail.
    pub fn into_text(self) -> io::Result<String> {
        let bytes = self.out.into_inner().map_err(|error| error.into_error())?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

#[cfg(test)]
mod tests;
