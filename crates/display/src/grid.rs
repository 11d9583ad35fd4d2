//! Cells in columns, as in tables for people.

use std::fmt::{self, Write as _};

use crate::paint::painted;
use crate::width::{shortened, width, width_of_coloured};

/// The minimum width of a name.
const MIN_NAME: usize = 12;

/// Cells in columns. An empty column is omitted along with its title.
#[derive(Default)]
pub struct Grid {
    /// Lines of titles.
    pub titles: Vec<Vec<Cell>>,
    /// The rows below them.
    pub rows: Vec<Row>,
}

/// A row of a grid.
pub enum Row {
    /// A text over all columns.
    Heading(String),
    /// A text for each column.
    Cells(Vec<Cell>),
}

/// A text that may be coloured, and its width.
#[derive(Default)]
pub struct Cell {
    /// The text, with its colours.
    pub text: String,
    /// Its width, in columns of a terminal.
    pub width: usize,
}

impl Cell {
    /// Creates a cell without colours.
    pub fn plain(text: String) -> Cell {
        Cell { width: width(&text), text }
    }

    /// Creates a cell in one colour.
    pub fn painted(style: anstyle::Style, text: &str) -> Cell {
        Cell { width: width(text), text: painted(style, text) }
    }

    /// Creates a cell from a text with coloured parts.
    pub fn coloured(text: String) -> Cell {
        Cell { width: width_of_coloured(&text), text }
    }
}

impl Grid {
    fn columns(&self) -> Vec<usize> {
        let rows = self.rows.iter().filter_map(|row| match row {
            Row::Heading(_) => None,
            Row::Cells(cells) => Some(cells),
        });
        let mut widths: Vec<usize> = Vec::new();
        for cells in rows {
            widths.resize(cells.len(), 0);
            for (width, cell) in widths.iter_mut().zip(cells) {
                *width = cell.width.max(*width);
            }
        }
        for titles in &self.titles {
            for (width, title) in widths.iter_mut().zip(titles).filter(|(width, _)| **width > 0) {
                *width = title.width.max(*width);
            }
        }
        widths
    }

    /// Makes it fit into `line` columns if possible: shortens the names in the first column; if
    /// that is not enough, omits the columns `least`, in this order.
    pub fn fit(&mut self, line: usize, least: &[usize]) {
        let mut least = least.iter();
        loop {
            let widths = self.columns();
            let (names, all) = (widths.first().copied().unwrap_or(0), self.width());
            let room = names.saturating_sub(all.saturating_sub(line));
            if all <= line || room >= MIN_NAME {
                self.shorten(room.max(MIN_NAME));
                return;
            }
            match least.next() {
                Some(&column) => self.clear(column),
                None => return self.shorten(MIN_NAME),
            }
        }
    }

    fn shorten(&mut self, columns: usize) {
        for row in &mut self.rows {
            let Row::Cells(cells) = row else { continue };
            if let Some(name) = cells.first_mut().filter(|name| name.width > columns) {
                *name = Cell::plain(shortened(&name.text, columns));
            }
        }
    }

    /// Empties a column, which is then omitted.
    fn clear(&mut self, column: usize) {
        for row in &mut self.rows {
            let Row::Cells(cells) = row else { continue };
            cells.get_mut(column).into_iter().for_each(|cell| *cell = Cell::default());
        }
    }

    /// Returns the width of the longest line.
    pub fn width(&self) -> usize {
        self.columns().into_iter().filter(|&width| width > 0).map(|width| width + 2).sum()
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.columns();
        let line = |cells: &[Cell]| {
            let mut line = String::new();
            for (cell, &width) in cells.iter().zip(&columns).filter(|(_, width)| **width > 0) {
                let padding = " ".repeat(width - cell.width);
                let _ = write!(line, "  {}{padding}", cell.text);
            }
            line.trim_end().to_string()
        };
        for titles in self.titles.iter().map(|titles| line(titles)).filter(|line| !line.is_empty())
        {
            writeln!(f, "{titles}")?;
        }
        for row in &self.rows {
            match row {
                Row::Heading(text) => writeln!(f, "  {text}")?,
                Row::Cells(cells) => writeln!(f, "{}", line(cells))?,
            }
        }
        Ok(())
    }
}
