//! Drawings as text, for terminals: a cell is one or a few characters, and what only shapes can
//! show is described in words.

use anstyle::{AnsiColor, Color, Style};
use referee_checker::drawing::{Drawing, LegendEntry, Panel, Point, Role, SHADES, Sample, Shape};
use referee_checker::text::escape;

use crate::paint::{LABEL, painted};
use crate::wrap::wrapped;

/// The characters of shades, from none to full.
const SHADE: [char; SHADES as usize + 1] = ['·', '░', '░', '▒', '▒', '▓', '▓', '█', '█'];

/// The characters of the upper ends of bars, in eighths of a line.
const EIGHTHS: [char; 8] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇'];

/// Draws a text with lines of at most `width` columns. The output stream removes the colours if
/// they are not wanted.
pub fn text(drawing: &Drawing, width: usize) -> String {
    let mut text = String::new();
    for panel in &drawing.panels {
        if !panel.in_words.is_empty() || width_of(panel, width).is_none() {
            for line in &panel.in_words {
                wrapped(&mut text, 0, width, &escape(line.as_bytes()));
            }
            continue;
        }
        if !panel.heading.is_empty() {
            text += &format!("{:.width$}\n", escape(panel.heading.as_bytes()));
        }
        text += &Canvas::new(panel, width).draw();
    }
    let has_arrows = drawing.panels.iter().any(|panel| panel.letters > 1);
    let entries = drawing.legend.iter().filter(|entry| has_arrows || entry.sample != Sample::Arrow);
    text + &legend(entries, width)
}

/// Returns the width of a cell in characters; `None` if the panel is wider than the text.
fn width_of(panel: &Panel, width: usize) -> Option<usize> {
    let room = width.saturating_sub(margin(panel));
    let has_cells = panel.shapes.iter().any(|shape| matches!(shape, Shape::Cells(_)));
    let has_words = panel.shapes.iter().any(|shape| matches!(shape, Shape::Text(..)));
    let labels = panel.column_labels.iter().map(|(_, label)| label.chars().count());
    let widths = match panel.letters as usize {
        // Leaves room for the names of columns if all columns have one.
        0 | 1 if has_cells && labels.len() == panel.columns as usize => {
            [labels.max().unwrap_or(1) + 1, 2, 1]
        }
        0 | 1 if has_cells && !has_words => [2, 2, 1],
        0 | 1 => [1; 3],
        letters => [letters + 4, letters + 3, letters + 2],
    };
    widths.into_iter().find(|each| each * panel.columns as usize <= room)
}

/// Returns the width of the names of rows, including the line beside them.
fn margin(panel: &Panel) -> usize {
    let longest = panel.row_labels.iter().map(|(_, label)| label.chars().count()).max();
    longest.map_or(0, |longest| longest + 3)
}

/// A panel as characters.
struct Canvas<'a> {
    panel: &'a Panel,
    cell: usize,
    margin: usize,
    width: usize,
    /// The number of rows of the panel per line.
    rows: usize,
    lines: Vec<Vec<(char, Option<Role>)>>,
}

impl<'a> Canvas<'a> {
    fn new(panel: &'a Panel, width: usize) -> Canvas<'a> {
        let cell = width_of(panel, width).unwrap_or(1);
        // A character is twice as high as it is wide.
        let is_shaded = panel.shapes.iter().any(|shape| matches!(shape, Shape::Shades(..)));
        let rows = if is_shaded { 2 } else { 1 };
        let lines = vec![vec![(' ', None); width]; (panel.rows as usize).div_ceil(rows)];
        Canvas { panel, cell, margin: margin(panel), width, rows, lines }
    }

    fn draw(mut self) -> String {
        let panel = self.panel;
        panel.shapes.iter().for_each(|shape| self.shape(shape));
        let mut text = String::new();
        for (number, line) in self.lines.iter().enumerate() {
            let is_of_line = |(row, _): &&(u32, String)| *row as usize / self.rows == number;
            let label = panel.row_labels.iter().find(is_of_line);
            let label = label.map_or("", |(_, label)| label);
            if self.margin > 0 {
                text += &format!("{label:>indent$} │ ", indent = self.margin - 3);
            }
            text += &coloured(&line[..self.width - self.margin]);
            text.truncate(text.trim_end_matches(' ').len());
            text.push('\n');
        }
        text + &self.column_labels()
    }

    /// Returns the names of columns, as many as there is room for.
    fn column_labels(&self) -> String {
        let mut line = String::new();
        let mut end = 0;
        for (column, label) in &self.panel.column_labels {
            let at = self.margin + *column as usize * self.cell + self.indent(label);
            if line.is_empty() || at > end {
                let length = label.chars().count();
                line += &format!("{}{label}", " ".repeat(at - end));
                end = at + length;
            }
        }
        let line: String = line.chars().take(self.width).collect();
        if line.is_empty() { line } else { line + "\n" }
    }

    /// Returns the indentation of a text in its cell: texts are aligned at the end.
    fn indent(&self, text: &str) -> usize {
        // Between cells there is a space, or room for an arrow.
        let room = match self.panel.letters as usize {
            0 | 1 => self.cell.saturating_sub(1),
            letters => letters,
        };
        room.saturating_sub(text.chars().count())
    }

    /// Returns the line and the column of the character for a point.
    fn place(&self, at: Point) -> (usize, usize) {
        let (column, row) = (at.x.max(0.0) as usize, at.y.max(0.0) as usize);
        ((row / self.rows).min(self.lines.len().saturating_sub(1)), column * self.cell)
    }

    fn put(&mut self, (line, column): (usize, usize), text: &str, role: Role) {
        let end = self.width - self.margin;
        for (at, letter) in (column..end).zip(text.chars()) {
            self.lines[line][at] = (letter, Some(role));
        }
    }

    fn shape(&mut self, shape: &Shape) {
        let columns = self.panel.columns as usize;
        match shape {
            Shape::Cells(roles) => {
                for (index, role) in roles.iter().enumerate() {
                    let Some(role) = role else { continue };
                    let column = index % columns * self.cell + self.indent("x");
                    self.put((index / columns, column), &glyph(*role).to_string(), *role);
                }
            }
            Shape::Shades(role, shades) => self.shades(*role, shades),
            Shape::Bars(role, heights) => self.bars(*role, heights),
            Shape::Mark(role, at, letters) => {
                let (line, column) = self.place(*at);
                let room = self.panel.letters.max(1) as usize;
                let letters: String = escape(letters.as_bytes()).chars().take(room).collect();
                self.put((line, column + self.indent(&letters)), &letters, *role);
            }
            Shape::Ring(role, at) => {
                let (line, column) = self.place(*at);
                let column = column + self.indent("x");
                // A ring does not hide the piece in it.
                let is_taken = self.lines[line][column].0.is_ascii_uppercase() && self.cell > 1;
                let column = column + usize::from(is_taken);
                self.put((line, column), &glyph(*role).to_string(), *role);
            }
            Shape::Arrow(role, from, to) => self.arrow(*role, *from, *to),
            Shape::Text(role, at, text) => {
                let (line, column) = self.place(*at);
                self.put((line, column), &escape(text.as_bytes()), *role);
            }
        }
    }

    fn shades(&mut self, role: Role, shades: &[u8]) {
        let columns = self.panel.columns as usize;
        for (line, rows) in shades.chunks(columns * self.rows).enumerate() {
            for column in 0..columns {
                let of_column = rows.iter().skip(column).step_by(columns);
                let (sum, count) =
                    of_column.fold((0, 0), |(s, c), &one| (s + usize::from(one), c + 1));
                let shade = sum.div_ceil(count.max(1)).min(usize::from(SHADES));
                self.put((line, column * self.cell), &SHADE[shade].to_string(), role);
            }
        }
    }

    fn bars(&mut self, role: Role, heights: &[f64]) {
        let (columns, lines) = (self.panel.columns as usize * self.cell, self.lines.len());
        for column in 0..columns {
            let first = column * heights.len() / columns.max(1);
            let end = ((column + 1) * heights.len() / columns.max(1)).max(first + 1);
            let shown = heights.get(first..end.min(heights.len())).unwrap_or_default();
            let height = shown.iter().copied().fold(0.0, f64::max).clamp(0.0, 1.0);
            let mut eighths = (height * lines as f64 * 8.0).round() as usize;
            if height > 0.0 {
                eighths = eighths.max(1);
            }
            for line in 0..lines {
                let filled = eighths.saturating_sub((lines - 1 - line) * 8);
                let letter = if filled >= 8 { '█' } else { EIGHTHS[filled] };
                self.put((line, column), &letter.to_string(), role);
            }
        }
    }

    /// Draws an arrow to the next column, if cells have room for it.
    fn arrow(&mut self, role: Role, from: Point, to: Point) {
        let letters = self.panel.letters as usize;
        let ends = [from, to].map(|end| self.place(end));
        if letters > 1 && role == Role::Missing && ends[0].1 == ends[1].1 && ends[0] != ends[1] {
            let ([(first, column), (last, _)], indent) = (ends, self.indent("x"));
            return self.put(((first + last) / 2, column + indent), "╳", role);
        }
        if letters <= 1 || from.x >= to.x {
            return;
        }
        let [(line, start), (target, end)] = ends;
        let start = start + letters;
        let arrow = match target.cmp(&line) {
            std::cmp::Ordering::Less => "╱".into(),
            std::cmp::Ordering::Greater => "╲".into(),
            std::cmp::Ordering::Equal => {
                let body = end.saturating_sub(start + 1);
                let body = if role == Role::Missing { "╳".into() } else { "─".repeat(body) };
                body + ">"
            }
        };
        self.put((line, start), &arrow, role);
    }
}

/// Returns the character for a cell or a ring of a role.
fn glyph(role: Role) -> char {
    match role {
        Role::Board | Role::Safe | Role::Hot => '·',
        Role::Reached => '▒',
        Role::First | Role::Second | Role::Cold => '█',
        Role::Claimed => 'x',
        Role::Missing => '╳',
        Role::Right => '+',
        Role::Move => '*',
    }
}

/// Returns the colour of a role; `None` for unimportant ones.
fn colour(role: Role) -> Option<Style> {
    let colour = match role {
        Role::First | Role::Cold => AnsiColor::Blue,
        Role::Second | Role::Reached => AnsiColor::Yellow,
        Role::Claimed => AnsiColor::Magenta,
        Role::Missing => AnsiColor::Red,
        Role::Right => AnsiColor::Green,
        Role::Board | Role::Safe | Role::Hot | Role::Move => return None,
    };
    Some(Style::new().fg_color(Some(Color::Ansi(colour))))
}

/// Formats a line with its colours, without trailing spaces.
fn coloured(line: &[(char, Option<Role>)]) -> String {
    let end = line.iter().rposition(|(letter, _)| *letter != ' ').map_or(0, |last| last + 1);
    let runs = line[..end].chunk_by(|(_, a), (_, b)| a == b);
    let runs = runs.map(|run| {
        let letters: String = run.iter().map(|(letter, _)| letter).collect();
        match run[0].1.and_then(colour) {
            Some(paint) => painted(paint, &letters),
            None => letters,
        }
    });
    runs.collect()
}

/// Formats the legend, in as many lines as needed.
fn legend<'a>(entries: impl Iterator<Item = &'a LegendEntry>, width: usize) -> String {
    let mut text = String::new();
    let mut length = 0;
    for LegendEntry { role, sample, text: words } in entries {
        let sample = match sample {
            Sample::Cell | Sample::Ring => glyph(*role).to_string(),
            Sample::Shades => format!("{}-{}", SHADE[1], SHADE[usize::from(SHADES)]),
            Sample::Bar => "▅".into(),
            Sample::Mark(letters) => escape(letters.as_bytes()),
            Sample::Arrow if *role == Role::Missing => "╳>".into(),
            Sample::Arrow => "─>".into(),
        };
        let words = escape(words.as_bytes());
        let needed = sample.chars().count() + 1 + words.chars().count();
        if length > 0 && length + 3 + needed > width {
            text.push('\n');
            length = 0;
        }
        if length > 0 {
            text += "   ";
            length += 3;
        }
        let paint = colour(*role).unwrap_or(LABEL);
        text +=
            &format!("{} {words:.room$}", painted(paint, &sample), room = width.saturating_sub(4));
        length += needed;
    }
    if text.is_empty() { text } else { text + "\n" }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the text of one panel, without colours.
    fn drawn(panel: Panel, width: usize) -> String {
        let drawing = Drawing { panels: vec![panel], ..Drawing::default() };
        anstream::adapter::strip_str(&text(&drawing, width)).to_string()
    }

    fn panel(columns: u32, rows: u32, shapes: Vec<Shape>) -> Panel {
        Panel { columns, rows, letters: 1, shapes, ..Panel::default() }
    }

    #[test]
    fn a_ring_hides_no_piece() {
        let at = Point::middle(0, 0);
        let cells = Shape::Cells(vec![Some(Role::Safe); 2]);
        let piece = Shape::Mark(Role::First, at, "A".into());
        let shapes = vec![cells, piece, Shape::Ring(Role::Claimed, at)];
        assert_eq!(drawn(panel(2, 1, shapes.clone()), 80), "Ax·\n");
        // Without room beside it, the claim takes precedence.
        assert_eq!(drawn(panel(2, 1, shapes), 3), "x·\n");
    }

    #[test]
    fn two_rows_of_shades_are_a_line() {
        let shades = Shape::Shades(Role::Move, vec![0, 8, 0, 8, 8, 0, 1, 0]);
        assert_eq!(drawn(panel(2, 4, vec![shades]), 80), "·█\n▓·\n");
    }

    #[test]
    fn bars_have_eighths_and_what_is_there_is_seen() {
        let bars = Shape::Bars(Role::Cold, vec![0.0, 0.001, 0.5, 0.75, 1.0]);
        assert_eq!(drawn(panel(5, 2, vec![bars]), 80), "   ▄█\n ▁███\n");
    }

    #[test]
    fn what_is_too_wide_is_told_in_words() {
        let cells = Shape::Cells(vec![Some(Role::Cold); 90]);
        let in_words = vec!["ninety cells, side by side".to_string()];
        let wide = Panel { in_words, ..panel(90, 1, vec![cells]) };
        assert_eq!(drawn(wide, 20), "ninety cells, side\nby side\n");
    }

    #[test]
    fn arrows_need_room_and_colours_are_for_terminals() {
        let at = |column| Point::middle(column, 0);
        let shapes = vec![
            Shape::Mark(Role::First, at(0), "7".into()),
            Shape::Arrow(Role::First, at(0), at(1)),
            Shape::Mark(Role::First, at(1), "12".into()),
            Shape::Arrow(Role::Missing, at(1), at(2)),
            Shape::Mark(Role::Missing, at(2), "\u{1b}[2J".into()),
        ];
        let ways = Panel { letters: 2, ..panel(3, 1, shapes) };
        assert_eq!(drawn(ways, 80), " 7───>12╳>  \\x\n");
    }
}
