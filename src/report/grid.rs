//! Cells in columns, as tables for people have them.

use std::fmt::{self, Write as _};

use super::paint::painted;

/// Cells in columns. An empty column is left out, with its title.
#[derive(Default)]
pub(super) struct Grid {
    pub(super) titles: Vec<Cell>,
    pub(super) rows: Vec<Row>,
}

/// A row of a grid.
pub(super) enum Row {
    /// A text over all columns.
    Heading(String),
    Cells(Vec<Cell>),
}

/// A text that may be coloured, and its width.
#[derive(Default)]
pub(super) struct Cell {
    pub(super) text: String,
    pub(super) width: usize,
}

impl Cell {
    pub(super) fn plain(text: String) -> Cell {
        Cell { width: text.chars().count(), text }
    }

    pub(super) fn painted(style: anstyle::Style, text: &str) -> Cell {
        Cell { width: text.chars().count(), text: painted(style, text) }
    }

    /// Creates a cell of a text in which parts are coloured.
    pub(super) fn coloured(text: String) -> Cell {
        Cell { width: anstream::adapter::strip_str(&text).to_string().chars().count(), text }
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
        for (width, title) in widths.iter_mut().zip(&self.titles).filter(|(width, _)| **width > 0) {
            *width = title.width.max(*width);
        }
        widths
    }

    /// Returns the width of the longest line.
    pub(super) fn width(&self) -> usize {
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
        writeln!(f, "{}", line(&self.titles))?;
        for row in &self.rows {
            match row {
                Row::Heading(text) => writeln!(f, "  {text}")?,
                Row::Cells(cells) => writeln!(f, "{}", line(cells))?,
            }
        }
        Ok(())
    }
}
