//! Tables in CSV, such that no spreadsheet takes a cell for a formula: contestants choose names, and what their programs write.
//!
//! A cell is a formula if it begins with one of a few characters. Where a locale separates cells by semicolons, or a person by tabs, a cell
//! also begins behind each of these and behind a line break, since a quote in the middle of such a cell quotes nothing. So an apostrophe goes
//! before each formula that may begin anywhere in a text.

use std::borrow::Cow;
use std::io::{self, BufWriter, Write};

/// Characters that begin a formula, also in the wide form that some locales take for the same.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// Characters that begin a cell for some reader of the table, whatever it was written with.
const SEPARATORS: [char; 4] = [';', '\t', '\r', '\n'];

/// Returns a text in which no spreadsheet finds a formula.
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

/// Returns whether a cell needs quotes, so that every reader finds its end.
fn needs_quotes(text: &str) -> bool {
    text.contains(['"', ',']) || text.contains(SEPARATORS)
}

/// Returns a cell in quotes.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// Writes a table.
pub struct CsvTable<W: Write> {
    out: BufWriter<W>,
    /// The text of a last column that is the same in all rows that follow; the next row is its header.
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

    /// Gives the table a last column with the same text in each row, where there is one; call it before the first row, which is the header.
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
            // A number stays one, but not before all else that another reader takes for the same cell.
            let cell = if at > 0 && is_number(cell) { cell.into() } else { harmless(cell) };
            self.cell(at, &cell)?;
        }
        if let Some(last) = &mut self.in_each_row {
            let cell = last.header.take().map_or_else(|| last.text.clone(), String::from);
            self.cell(1, &cell)?;
        }
        self.out.write_all(b"\n")
    }

    /// Writes a row that a program reads character by character: its cells are quoted where they need it, and else as they are.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn exact_row<C: AsRef<str>>(
        &mut self,
        cells: impl IntoIterator<Item = C>,
    ) -> io::Result<()> {
        for (at, cell) in cells.into_iter().enumerate() {
            self.cell(at, cell.as_ref())?;
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

    /// Writes all rows that are held.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl CsvTable<Vec<u8>> {
    /// Returns the text of a table in memory.
    ///
    /// # Errors
    /// None that a table in memory has.
    pub fn into_text(self) -> io::Result<String> {
        let bytes = self.out.into_inner().map_err(|error| error.into_error())?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

#[cfg(test)]
mod tests;
