//! A CSV table in which some cells change and everything else is preserved byte for byte:
//! separators, quotes, line ends, blanks.
//!
//! A library that reads records and writes them again would lose their notation, and with it a diff
//! that people can check.

use referee_base::Position;

/// The candidates for the separator of cells; the one that occurs most in the header is used.
const SEPARATORS: [char; 3] = [',', ';', '\t'];

#[derive(Debug, Clone)]
pub(super) struct Sheet {
    separator: char,
    rows: Vec<Row>,
}

#[derive(Debug, Clone)]
struct Row {
    /// The cells as written, with their quotes.
    cells: Vec<String>,
    /// The line end.
    end: String,
    /// The number of its first line, from 1.
    line: u64,
}

impl Sheet {
    /// Parses a table.
    ///
    /// # Errors
    /// A quoted cell is not closed; the error is the number of the line in which it begins.
    pub(super) fn parse(text: &str) -> Result<Sheet, u64> {
        let header =
            rows(text, '\0').next().transpose()?.map_or(String::new(), |row| row.cells.concat());
        let count = |separator: char| unquoted(&header).filter(|&found| found == separator).count();
        let separator = SEPARATORS.into_iter().rev().max_by_key(|&separator| count(separator));
        let separator = separator.unwrap_or(',');
        let rows = rows(text, separator).collect::<Result<Vec<Row>, u64>>()?;
        Ok(Sheet { separator, rows })
    }

    /// Returns the number of rows, including the header.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn width(&self, row: usize) -> usize {
        self.rows.get(row).map_or(0, |row| row.cells.len())
    }

    /// Returns the number of the line in which a row begins.
    pub(super) fn line(&self, row: usize) -> u64 {
        self.rows.get(row).map_or(0, |row| row.line)
    }

    pub(super) fn place(&self, row: usize, column: usize) -> Position {
        let cells = self.rows.get(row).map_or(&[][..], |row| &row.cells);
        let before: String =
            cells.iter().take(column).flat_map(|cell| [cell.as_str(), ","]).collect();
        let (lines, last) = (before.matches('\n').count(), before.rsplit('\n').next());
        let column = last.map_or(0, |last| last.chars().count()) as u64 + 1;
        Position { line: self.line(row) + lines as u64, column }
    }

    /// Returns the content of a cell, without quotes; empty if there is no such cell.
    pub(super) fn text(&self, row: usize, column: usize) -> String {
        let cell = self.rows.get(row).and_then(|row| row.cells.get(column));
        let cell = cell.map_or("", String::as_str);
        match cell.strip_prefix('"').and_then(|cell| cell.strip_suffix('"')) {
            Some(quoted) => quoted.replace("\"\"", "\""),
            None => cell.to_string(),
        }
    }

    /// Sets the content of a cell. A cell that already has this content is not changed. Quotes are
    /// kept, and added if needed.
    pub(super) fn set(&mut self, row: usize, column: usize, text: &str) {
        if self.text(row, column) == text {
            return;
        }
        let separator = self.separator;
        let Some(row) = self.rows.get_mut(row) else { return };
        while row.cells.len() <= column {
            row.cells.push(String::new());
        }
        // Separators that other readers may assume are also quoted, except the comma, which may be
        // a decimal one.
        let is_special = |c: char| c == separator || matches!(c, '"' | ';' | '\t' | '\n' | '\r');
        let needs_quotes = text.contains(is_special) || text.trim() != text;
        row.cells[column] = if row.cells[column].starts_with('"') || needs_quotes {
            format!("\"{}\"", text.replace('"', "\"\""))
        } else {
            text.to_string()
        };
    }

    pub(super) fn written(&self) -> String {
        let separator = self.separator.to_string();
        self.rows.iter().map(|row| row.cells.join(&separator) + &row.end).collect()
    }
}

/// Returns the characters outside of quotes.
fn unquoted(text: &str) -> impl Iterator<Item = char> {
    let mut is_quoted = false;
    text.chars().filter(move |&c| {
        is_quoted ^= c == '"';
        !is_quoted
    })
}

fn rows(text: &str, separator: char) -> impl Iterator<Item = Result<Row, u64>> {
    let mut rest = text;
    let mut line = 1;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let row = row(rest, separator, line);
        match &row {
            Ok((row, length)) => {
                line +=
                    rest[..*length].matches('\n').count().max(usize::from(row.end == "\r")) as u64;
                rest = &rest[*length..];
            }
            Err(_) => rest = "",
        }
        Some(row.map(|(row, _)| row))
    })
}

/// Reads the first row of a text. Also returns its length.
fn row(text: &str, separator: char, line: u64) -> Result<(Row, usize), u64> {
    let mut cells = Vec::new();
    let mut start = 0;
    loop {
        let rest = &text[start..];
        // A quote is special only at the start of a cell.
        let quoted = if rest.starts_with('"') { closing(rest).ok_or(line)? } else { 0 };
        let is_end = |c: char| c == separator || matches!(c, '\n' | '\r');
        let length = quoted + rest[quoted..].find(is_end).unwrap_or(rest.len() - quoted);
        cells.push(rest[..length].to_string());
        start += length;
        if !text[start..].starts_with(separator) || start == text.len() {
            break;
        }
        start += separator.len_utf8();
    }
    let ends = ["\r\n", "\n", "\r"];
    let end = ends.into_iter().find(|end| text[start..].starts_with(end)).unwrap_or("");
    Ok((Row { cells, end: end.into(), line }, start + end.len()))
}

/// Returns the length of a quoted cell, quotes included.
fn closing(text: &str) -> Option<usize> {
    let mut at = 1;
    loop {
        at += text[at..].find('"')? + 1;
        if text[at..].starts_with('"') { at += 1 } else { return Some(at) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn cells_are_changed_and_nothing_else() {
        for (text, expected) in [
            ("id,grade\n7,\n", "id,grade\n7,12\n"),
            ("id;grade;x\r\n7;\"1\";\"a;b\"\r\n", "id;grade;x\r\n7;\"12\";\"a;b\"\r\n"),
            ("id\tgrade\n\"7\"\t 3", "id\tgrade\n\"7\"\t12"),
            ("id,grade\r7,3,,\"a \"\"b\"\"\"\r", "id,grade\r7,12,,\"a \"\"b\"\"\"\r"),
            ("id,grade\n7\n", "id,grade\n7,12\n"),
            ("\"a,b;c;d\",grade\n7,\n", "\"a,b;c;d\",grade\n7,12\n"),
            ("id,grade\n7,12\n\n", "id,grade\n7,12\n\n"),
        ] {
            let mut sheet = Sheet::parse(text).unwrap();
            assert_eq!(sheet.written(), text);
            assert_eq!((sheet.text(0, 1).as_str(), sheet.text(1, 0).as_str()), ("grade", "7"));
            sheet.set(1, 1, "12");
            assert_eq!(sheet.written(), expected);
        }
    }

    #[test]
    fn quotes_are_added_where_they_are_needed() {
        let mut sheet = Sheet::parse("a;b;c\n1;2;3\n").unwrap();
        sheet.set(1, 0, "x;\"y\"\nz");
        sheet.set(1, 2, "1,5");
        assert_eq!(sheet.written(), "a;b;c\n\"x;\"\"y\"\"\nz\";2;1,5\n");
        assert_eq!(Sheet::parse(&sheet.written()).unwrap().text(1, 0), "x;\"y\"\nz");
    }

    #[test]
    fn lines_are_counted_and_open_quotes_are_found() {
        let sheet = Sheet::parse("a,b\n\"x\ny\",1\nz,2\n").unwrap();
        assert_eq!((sheet.line(1), sheet.line(2), sheet.len()), (2, 4, 3));
        let place = |row, column| sheet.place(row, column).to_string();
        assert_eq!(place(1, 0), "line 2, column 1");
        assert_eq!(place(1, 1), "line 3, column 4");
        assert_eq!(place(2, 1), "line 4, column 3");
        assert_eq!(Sheet::parse("a,b\n1,2\n3,\"x").unwrap_err(), 3);
    }

    proptest! {
        #[test]
        fn every_table_comes_out_as_it_went_in(text in "[a\",;\t\r\n ä]{0,40}") {
            if let Ok(sheet) = Sheet::parse(&text) {
                prop_assert_eq!(sheet.written(), text);
            }
        }
    }
}
