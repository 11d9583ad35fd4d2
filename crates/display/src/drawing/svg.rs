//! Drawings as self-contained SVG images: a style sheet inside colours them for light and dark
//! pages.
//!
//! Runs of equal cells are strokes as wide as a row, so that the image of any drawing stays small.

use std::fmt::Write as _;

use referee_checker::drawing::{Drawing, LegendEntry, Panel, Point, Role, SHADES, Sample, Shape};

use super::style::{PATTERNS, STYLE, class};
use crate::markup::{plain, rounded};

/// The width that panels fill, unless their cells would be too small or too large.
const PANEL_WIDTH: u32 = 600;
/// The width of a panel beside another one.
const ASIDE_WIDTH: u32 = 240;
/// The side lengths of the smallest and the largest cell, and of the largest one in a panel beside
/// another one.
const CELL: [u32; 2] = [2, 34];
const ASIDE_CELL: u32 = 14;
/// The maximum number of columns and rows together with lines between cells.
const MAX_LINES: u32 = 130;

const MARGIN: f64 = 20.0;
const TITLE_HEIGHT: f64 = 52.0;
const LINE_HEIGHT: f64 = 22.0;
/// The assumed width of a letter.
const LETTER: f64 = 7.5;
const MIN_WIDTH: f64 = 420.0;

/// Draws an image, with a title and a description for screen readers.
pub fn svg(drawing: &Drawing) -> String {
    let mut body = String::new();
    let mut width = MIN_WIDTH.max(text_width(&drawing.title) * 1.4 + 2.0 * MARGIN);
    let mut next = Point { x: MARGIN, y: TITLE_HEIGHT };
    let mut beside = next;
    for panel in &drawing.panels {
        let placed = Placed::new(panel, if panel.is_aside { beside } else { next });
        body += &placed.draw();
        beside = Point { x: placed.right, y: placed.top };
        next.y = next.y.max(placed.bottom);
        width = width.max(placed.right);
    }
    let (legend, y) = legend(&drawing.legend, next.y, width);
    let [width, height] = [width, y + MARGIN / 2.0].map(f64::ceil);
    let (title, description) = (plain(&drawing.title), plain(&drawing.description));
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" class="drawing" role="img" width="{width}" height="{height}" viewBox="0 0 {width} {height}">
<title>{title}</title>
<desc>{description}</desc>
<style>{STYLE}</style>
{PATTERNS}<rect class="page" width="100%" height="100%"/>
"#
    );
    svg += &label("title", Point { x: MARGIN, y: 34.0 }, "start", &drawing.title);
    svg + &body + &legend + "</svg>\n"
}

/// A panel at its position in the image.
struct Placed<'a> {
    panel: &'a Panel,
    cell: Point,
    /// The upper left corner of the lattice.
    corner: Point,
    /// The edges of the panel including its labels.
    top: f64,
    left: f64,
    right: f64,
    bottom: f64,
}

impl<'a> Placed<'a> {
    fn new(panel: &'a Panel, Point { x: left, y: top }: Point) -> Placed<'a> {
        let (room, largest) =
            if panel.is_aside { (ASIDE_WIDTH, ASIDE_CELL) } else { (PANEL_WIDTH, CELL[1]) };
        let side = (room / panel.columns.max(1)).clamp(CELL[0], largest);
        let letters = match panel.letters {
            0 | 1 => 0.0,
            // Leaves room for arrows between cells.
            letters => f64::from(letters) * LETTER + 44.0,
        };
        let cell = Point { x: f64::from(side).max(letters), y: f64::from(side) };
        let labels = panel.row_labels.iter().map(|(_, text)| text_width(text) + 10.0);
        let corner = Point {
            x: left + labels.fold(0.0, f64::max),
            y: top + if panel.heading.is_empty() { 0.0 } else { LINE_HEIGHT },
        };
        let end = Point {
            x: corner.x + cell.x * f64::from(panel.columns),
            y: corner.y + cell.y * f64::from(panel.rows),
        };
        let texts = panel.shapes.iter().filter_map(|shape| match shape {
            Shape::Text(_, at, text) => Some(corner.x + at.x * cell.x + text_width(text)),
            _ => None,
        });
        let right = texts.fold(end.x, f64::max).max(left + text_width(&panel.heading)) + MARGIN;
        let labels = if panel.column_labels.is_empty() { 0.0 } else { LINE_HEIGHT };
        let bottom = end.y + labels + MARGIN;
        Placed { panel, cell, corner, top, left, right, bottom }
    }

    fn place(&self, at: Point) -> Point {
        Point { x: self.corner.x + at.x * self.cell.x, y: self.corner.y + at.y * self.cell.y }
    }

    fn draw(&self) -> String {
        let Placed { panel, corner, cell, .. } = self;
        let mut svg = String::new();
        if !panel.heading.is_empty() {
            let at = Point { x: self.left, y: corner.y - 9.0 };
            svg += &label("heading", at, "start", &panel.heading);
        }
        for (row, text) in &panel.row_labels {
            let middle = self.place(Point::middle(0, *row)).y + 4.0;
            svg += &label("label", Point { x: corner.x - 6.0, y: middle }, "end", text);
        }
        for (column, text) in &panel.column_labels {
            let x = self.place(Point::middle(*column, 0)).x;
            let y = corner.y + cell.y * f64::from(panel.rows) + 15.0;
            svg += &label("label", Point { x, y }, "middle", text);
        }
        let mut has_cells = false;
        for shape in &panel.shapes {
            if !matches!(shape, Shape::Cells(_) | Shape::Shades(..)) && has_cells {
                svg += &self.lines();
                has_cells = false;
            }
            has_cells |= matches!(shape, Shape::Cells(_) | Shape::Shades(..));
            svg += &self.shape(shape);
        }
        if has_cells { svg + &self.lines() } else { svg }
    }

    fn shape(&self, shape: &Shape) -> String {
        match shape {
            Shape::Cells(roles) => self.cells(roles),
            Shape::Shades(role, shades) => self.shades(*role, shades),
            Shape::Bars(role, heights) => self.bars(*role, heights),
            Shape::Mark(role, at, letters) => mark(*role, self.place(*at), self.cell, letters),
            Shape::Ring(role, at) => ring(*role, self.place(*at), self.cell.y),
            Shape::Arrow(role, from, to) if from == to => self.turn(*role, *from),
            Shape::Arrow(role, from, to) => {
                // Arrows in opposite directions are drawn side by side.
                let is_back = |shape: &&Shape| matches!(shape, Shape::Arrow(_, start, end) if (start, end) == (to, from));
                let aside =
                    if self.panel.shapes.iter().any(|shape| is_back(&shape)) { 4.0 } else { 0.0 };
                arrow(*role, self.place(*from), self.place(*to), aside)
            }
            Shape::Text(_, at, text) => {
                let Point { x, y } = self.place(*at);
                label("label", Point { x, y: y + 4.0 }, "start", text)
            }
        }
    }

    /// Draws the lines between cells, or only around all of them if there are too many.
    fn lines(&self) -> String {
        let Panel { columns, rows, .. } = *self.panel;
        let Point { x, y } = self.corner;
        let end = self.place(Point { x: columns.into(), y: rows.into() });
        let mut path = format!("M{x} {y}H{}V{}H{x}z", end.x, end.y);
        if columns + rows <= MAX_LINES {
            (1..columns).for_each(|column| {
                let x = self.place(Point { x: column.into(), y: 0.0 }).x;
                let _ = write!(path, "M{x} {y}V{}", end.y);
            });
            (1..rows).for_each(|row| {
                let y = self.place(Point { x: 0.0, y: row.into() }).y;
                let _ = write!(path, "M{x} {y}H{}", end.x);
            });
        }
        format!("<path class=\"lines\" d=\"{path}\"/>\n")
    }

    fn cells(&self, roles: &[Option<Role>]) -> String {
        let mut found: Vec<Role> = roles.iter().flatten().copied().collect();
        found.sort_unstable();
        found.dedup();
        let paths = found.into_iter().map(|role| {
            let path = self.runs(|index| roles.get(index) == Some(&Some(role)));
            let (class, height) = (class(role), self.cell.y);
            format!("<path class=\"cells {class}\" stroke-width=\"{height}\" d=\"{path}\"/>\n")
        });
        paths.collect()
    }

    fn shades(&self, role: Role, shades: &[u8]) -> String {
        let paths = (1..=SHADES).map(|shade| {
            let path = self.runs(|index| shades.get(index) == Some(&shade));
            if path.is_empty() {
                return String::new();
            }
            let (class, height) = (class(role), self.cell.y);
            let opacity = opacity(shade);
            format!(
                "<path class=\"shades {class}\" stroke-width=\"{height}\" stroke-opacity=\"{opacity}\" d=\"{path}\"/>\n"
            )
        });
        paths.collect()
    }

    /// Returns the path of the cells for whose indices `is_drawn` holds: a stroke along the middle
    /// of each run.
    fn runs(&self, is_drawn: impl Fn(usize) -> bool) -> String {
        let (columns, mut path) = (self.panel.columns as usize, String::new());
        let width = self.cell.x;
        for row in 0..self.panel.rows {
            let first = row as usize * columns;
            // The end of the last run, in columns; `None` before the first one.
            let (mut end, mut column) = (None, 0);
            while column < columns {
                let length = (column..columns).take_while(|at| is_drawn(first + at)).count();
                if length > 0 {
                    match end {
                        None => {
                            let start =
                                self.place(Point { x: column as f64, y: f64::from(row) + 0.5 });
                            let _ = write!(path, "M{} {}", start.x, start.y);
                        }
                        Some(end) => {
                            let _ = write!(path, "m{} 0", (column - end) as f64 * width);
                        }
                    }
                    let _ = write!(path, "h{}", length as f64 * width);
                    end = Some(column + length);
                }
                column += length.max(1);
            }
        }
        path
    }

    fn bars(&self, role: Role, heights: &[f64]) -> String {
        let Panel { columns, rows, .. } = *self.panel;
        let end = self.place(Point { x: columns.into(), y: rows.into() });
        let width = (end.x - self.corner.x) / heights.len().max(1) as f64;
        let whole = end.y - self.corner.y;
        let mut path = String::new();
        for (number, height) in heights.iter().enumerate().filter(|(_, height)| **height > 0.0) {
            let x = rounded(self.corner.x + number as f64 * width);
            // A bar that is not zero stays visible.
            let height = rounded((height.clamp(0.0, 1.0) * whole).max(1.0));
            let bar = rounded((width - 1.0).max(0.6));
            let _ = write!(path, "M{x} {}v-{height}h{bar}v{height}z", rounded(end.y));
        }
        let (class, Point { x, y }) = (class(role), self.corner);
        format!(
            "<path class=\"bars {class}\" d=\"{path}\"/>\n<path class=\"frame\" d=\"M{x} {y}V{}H{}\"/>\n",
            rounded(end.y),
            rounded(end.x)
        )
    }

    /// Draws an arrow from a point to itself, on the side away from the middle of the panel.
    fn turn(&self, role: Role, at: Point) -> String {
        let Panel { columns, rows, .. } = *self.panel;
        let (dx, dy) = (at.x - f64::from(columns) / 2.0, at.y - f64::from(rows) / 2.0);
        let length = dx.hypot(dy);
        let (dx, dy) = if length > 0.0 { (dx / length, dy / length) } else { (0.0, -1.0) };
        let (class, Point { x, y }) = (class(role), self.place(at));
        let size = radius(self.cell.y);
        // `out` points away from the middle of the panel, `side` across.
        let beside = |out: f64, side: f64| Point {
            x: x + size * (out * dx - side * dy),
            y: y + size * (out * dy + side * dx),
        };
        let (start, end) = (beside(0.8, -0.6), beside(0.8, 0.6));
        let points = [start, beside(3.4, -2.0), beside(3.4, 2.0), end];
        let [start, first, second, end] =
            points.map(|Point { x, y }| format!("{} {}", rounded(x), rounded(y)));
        let head = head(beside(2.0, 1.1), points[3]);
        let mut svg = format!(
            "<path class=\"arrow {class}\" d=\"M{start}C{first} {second} {end}\"/>\n<path class=\"head {class}\" d=\"{head}\"/>\n"
        );
        if role == Role::Missing {
            svg += &cross(beside(2.7, 0.0));
        }
        svg
    }
}

fn opacity(shade: u8) -> f64 {
    ((0.12 + 0.88 * f64::from(shade) / f64::from(SHADES)) * 100.0).round() / 100.0
}

/// Returns the radius around the middle of a mark that contains its letters and keeps clear of
/// arrows.
fn radius(height: f64) -> f64 {
    (height * 0.4).clamp(6.0, 13.0)
}

fn mark(role: Role, at: Point, cell: Point, letters: &str) -> String {
    let (class, radius) = (class(role), radius(cell.y));
    let size = radius * 1.15;
    let width = (letters.chars().count() as f64 * size * 0.65 + 8.0).max(2.0 * radius);
    let [x, y, width, height] =
        [at.x - width / 2.0, at.y - radius, width, 2.0 * radius].map(rounded);
    let round = rounded(radius);
    let size = rounded(size);
    let mut svg = format!(
        "<rect class=\"mark {class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{round}\"/>\n"
    );
    if !letters.is_empty() {
        let [x, y] = [at.x, at.y + radius * 0.4].map(rounded);
        let letters = plain(letters);
        let _ = writeln!(
            svg,
            "<text class=\"letters {class}\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"middle\">{letters}</text>"
        );
    }
    svg
}

fn ring(role: Role, at: Point, height: f64) -> String {
    let (class, radius) = (class(role), rounded(radius(height) + 3.0));
    let [x, y] = [at.x, at.y].map(rounded);
    format!("<circle class=\"ring {class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>\n")
}

/// Draws an arrow that stays clear of the marks at its ends, and `aside` of the line between them;
/// crossed out if there is no such move.
fn arrow(role: Role, from: Point, to: Point, aside: f64) -> String {
    let class = class(role);
    let length = (to.x - from.x).hypot(to.y - from.y).max(1.0);
    let (dx, dy) = ((to.x - from.x) / length, (to.y - from.y) / length);
    let along = |distance: f64| Point {
        x: from.x + dx * distance - dy * aside,
        y: from.y + dy * distance + dx * aside,
    };
    let gap = (length * 0.25).min(14.0);
    let (start, end) = (along(gap), along(length - gap));
    let [x1, y1, x2, y2] = [start.x, start.y, end.x, end.y].map(rounded);
    let path = format!("M{x1} {y1}L{x2} {y2}");
    let mut svg = String::new();
    if role != Role::Move {
        let _ = writeln!(svg, "<path class=\"halo\" d=\"{path}\"/>");
    }
    let _ = writeln!(svg, "<path class=\"arrow {class}\" d=\"{path}\"/>");
    let _ = writeln!(svg, "<path class=\"head {class}\" d=\"{}\"/>", head(start, end));
    if role == Role::Missing {
        svg += &cross(along(length / 2.0));
    }
    svg
}

fn cross(Point { x, y }: Point) -> String {
    let [x, y] = [x - 5.0, y - 5.0].map(rounded);
    format!("<path class=\"cross missing\" d=\"M{x} {y}l10 10m0 -10l-10 10\"/>\n")
}

/// Returns the path of the head of an arrow between two points.
fn head(from: Point, to: Point) -> String {
    let length = (to.x - from.x).hypot(to.y - from.y).max(0.1);
    let size = (length * 0.6).min(8.0);
    let (dx, dy) = ((to.x - from.x) / length * size, (to.y - from.y) / length * size);
    let corner =
        |side: f64| [to.x - dx + side * dy / 2.0, to.y - dy - side * dx / 2.0].map(rounded);
    let ([x1, y1], [x2, y2]) = (corner(1.0), corner(-1.0));
    format!("M{} {}L{x1} {y1}L{x2} {y2}z", rounded(to.x), rounded(to.y))
}

/// Draws the legend below all panels, in as many lines as needed. Also returns its lower edge.
fn legend(entries: &[LegendEntry], top: f64, width: f64) -> (String, f64) {
    let mut svg = String::new();
    let (mut x, mut y) = (MARGIN, top + 4.0);
    for LegendEntry { role, sample, text } in entries {
        let needed = 34.0 + text_width(text) + 18.0;
        if x > MARGIN && x + needed > width {
            (x, y) = (MARGIN, y + LINE_HEIGHT);
        }
        svg += &sample_of(*role, sample, Point { x, y });
        svg += &label("label", Point { x: x + 34.0, y: y + 4.0 }, "start", text);
        x += needed;
    }
    (svg, if entries.is_empty() { top } else { y + LINE_HEIGHT })
}

/// Draws the sample of a legend entry, 28 x 16 in size; `at` is the middle of its left edge.
fn sample_of(role: Role, sample: &Sample, at: Point) -> String {
    let name = class(role);
    let [x, y] = [at.x, at.y].map(rounded);
    let middle = Point { x: at.x + 14.0, y: at.y };
    match sample {
        Sample::Cell => {
            let top = y - 8.0;
            format!(
                "<path class=\"cells {name}\" stroke-width=\"16\" d=\"M{x} {y}h28\"/>\n<path class=\"lines\" d=\"M{x} {top}h28v16h-28z\"/>\n"
            )
        }
        Sample::Shades => {
            let steps = (1..=SHADES).map(|shade| {
                let x = x + 3.5 * f64::from(shade - 1);
                let opacity = opacity(shade);
                format!(
                    "<path class=\"shades {name}\" stroke-width=\"16\" stroke-opacity=\"{opacity}\" d=\"M{x} {y}h3.5\"/>\n"
                )
            });
            steps.collect()
        }
        Sample::Bar => {
            let bottom = y + 8.0;
            format!(
                "<path class=\"bars {name}\" d=\"M{x} {bottom}v-6h8v6zm9 0v-15h8v15zm9 0v-10h8v10z\"/>\n"
            )
        }
        Sample::Mark(letters) => mark(role, middle, Point { x: 0.0, y: 20.0 }, letters),
        Sample::Ring => ring(role, middle, 14.0),
        Sample::Arrow => arrow(role, Point { x: at.x - 10.0, y }, Point { x: at.x + 38.0, y }, 0.0),
    }
}

fn text_width(text: &str) -> f64 {
    text.chars().count() as f64 * LETTER
}

fn label(class: &str, at: Point, anchor: &str, text: &str) -> String {
    let ([x, y], text) = ([at.x, at.y].map(rounded), plain(text));
    format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\">{text}</text>\n")
}

#[cfg(test)]
mod tests;
