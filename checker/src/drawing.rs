//! A picture of a case: shapes on a lattice of cells, each with a role and without colours, fonts
//! or pixels.
//!
//! Problems define what there is to see, renderers decide how it looks: on a terminal a cell is a
//! few characters, in an image a square. A drawing has a bounded number of shapes, however large
//! the case.
//!
//! Validators of exported packages do not draw: they are compiled without the feature `drawing`,
//! this module, and the modules called `draw`.

/// The number of shades between nothing and everything.
pub const SHADES: u8 = 8;

/// A picture of a case, perhaps with a claim about it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Drawing {
    /// A title in a few words, such as `Infinity War, n = 5`.
    pub title: String,
    /// A description in sentences, for readers who cannot see it.
    pub description: String,
    /// Its parts, from top to bottom.
    pub panels: Vec<Panel>,
    /// The meaning of its roles and letters.
    pub legend: Vec<LegendEntry>,
}

impl Drawing {
    /// Adds a sentence to the description.
    pub(crate) fn say(&mut self, words: &str) {
        let mut letters = words.chars();
        let first = letters.next().map(|letter| letter.to_uppercase().to_string());
        self.description += &format!(" {}{}.", first.unwrap_or_default(), letters.as_str());
    }

    /// Adds an entry to the legend, unless it is there already.
    pub(crate) fn explain(&mut self, role: Role, sample: Sample, text: impl Into<String>) {
        let entry = LegendEntry::new(role, sample, text);
        if !self.legend.contains(&entry) {
            self.legend.push(entry);
        }
    }
}

/// A part of a drawing: a lattice of cells with shapes on it, later ones above earlier ones.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Panel {
    /// What the part shows; empty if it needs no words.
    pub heading: String,
    /// The number of columns.
    pub columns: u32,
    /// The number of rows.
    pub rows: u32,
    /// The number of letters that must fit into a cell, at least 1.
    pub letters: u32,
    /// The names of some columns, counted from 0.
    pub column_labels: Vec<(u32, String)>,
    /// The names of some rows, counted from 0 at the top.
    pub row_labels: Vec<(u32, String)>,
    /// What is on the lattice.
    pub shapes: Vec<Shape>,
    /// Whether it may be small and beside the previous part.
    pub is_aside: bool,
    /// The lines to show instead where only letters can be shown; none if the shapes can be shown
    /// as letters.
    pub in_words: Vec<String>,
}

/// Something on a lattice.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// Every cell of the lattice has a role, row by row from the top; `None` is left empty.
    Cells(Vec<Option<Role>>),
    /// Every cell of the lattice has a shade from 0 to [`SHADES`], row by row from the top.
    Shades(Role, Vec<u8>),
    /// Bars side by side over the whole lattice, from the bottom, with heights from 0 to 1.
    Bars(Role, Vec<f64>),
    /// A disc with letters in it, such as a piece.
    Mark(Role, Point, String),
    /// A ring around the content of a cell.
    Ring(Role, Point),
    /// A straight arrow; one that returns to its start is a loop.
    Arrow(Role, Point, Point),
    /// Words that start at a point.
    Text(Role, Point, String),
}

/// A point of a panel in units of cells, from its upper left corner. The middle of the first cell
/// is (0.5, 0.5).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

impl Point {
    /// The middle of a cell.
    pub fn middle(column: u32, row: u32) -> Point {
        Point { x: f64::from(column) + 0.5, y: f64::from(row) + 0.5 }
    }
}

/// The meaning of a shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Of no importance for the claim.
    Board,
    /// What can be reached.
    Reached,
    /// What cannot be reached.
    Safe,
    /// The player who moves first, or is named first.
    First,
    /// The other player.
    Second,
    /// What an output claims.
    Claimed,
    /// What is claimed, but does not exist.
    Missing,
    /// What would have been right.
    Right,
    /// A move that exists.
    Move,
    /// A position whose player to move loses.
    Cold,
    /// A position whose player to move wins.
    Hot,
}

/// The meaning of a role, or of the letter of a mark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LegendEntry {
    /// The role.
    pub role: Role,
    /// Its appearance.
    pub sample: Sample,
    /// What it stands for.
    pub text: String,
}

/// The appearance of a role in a drawing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sample {
    /// As cells.
    Cell,
    /// As shades, from none to all.
    Shades,
    /// As bars.
    Bar,
    /// As marks with these letters.
    Mark(String),
    /// As rings.
    Ring,
    /// As arrows.
    Arrow,
}

impl LegendEntry {
    /// An entry of a legend.
    pub fn new(role: Role, sample: Sample, text: impl Into<String>) -> LegendEntry {
        LegendEntry { role, sample, text: text.into() }
    }
}
