//! Draws charts as SVG: points and lines over two axes in powers of two.
//!
//! A style sheet inside the chart colours it for light and dark pages; viewers that do not support
//! media queries show the light colours. Its rules apply only within elements of class `chart`, so
//! that a chart can be part of an HTML page.

use std::fmt::Write as _;

use crate::markup::{plain, rounded};

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 560.0;

// The edges of the plotting area; headings and labels are around it.
const LEFT: f64 = 64.0;
const RIGHT: f64 = WIDTH - 32.0;
const TOP: f64 = 88.0;
const BOTTOM: f64 = HEIGHT - 64.0;

/// The maximum number of intervals between ticks whose labels do not overlap.
const MAX_INTERVALS: u32 = 16;

const RADIUS: f64 = 4.0;

const STYLE: &str = "
.chart{font:14px system-ui,'Segoe UI',Helvetica,Arial,sans-serif}
.chart .page{fill:#fff}
.chart text{fill:#1f2328}
.chart .title{font-size:20px;font-weight:600}
.chart .label{fill:#59636e}
.chart .legend{stroke:#fff;stroke-width:4;paint-order:stroke}
.chart .grid{stroke:#eaeef2}
.chart .axis{stroke:#818b98}
.chart .line{stroke:#d1570b;stroke-width:2;stroke-linecap:round}
.chart .point{fill:#0969da;stroke:#fff}
.chart .curve{fill:none;stroke-width:2;stroke-linecap:round}
.chart .mark{stroke:#818b98;stroke-dasharray:4 4}
.chart .series-0{stroke:#0969da}
.chart .series-1{stroke:#1a7f37}
.chart .series-2{stroke:#8250df}
.chart .series-3{stroke:#d1570b}
@media (prefers-color-scheme:dark){
.chart .page{fill:#0d1117}
.chart text{fill:#f0f6fc}
.chart .label{fill:#9198a1}
.chart .legend{stroke:#0d1117}
.chart .grid{stroke:#21262d}
.chart .axis{stroke:#656c76}
.chart .line{stroke:#f0883e}
.chart .point{fill:#58a6ff;stroke:#0d1117}
.chart .series-0{stroke:#58a6ff}
.chart .series-1{stroke:#3fb950}
.chart .series-2{stroke:#bc8cff}
.chart .series-3{stroke:#f0883e}
}
";

/// An axis from 2^0 to a power of two, on a logarithmic scale.
pub struct Axis<'a> {
    /// The quantity that it measures.
    pub label: &'a str,
    /// The exponent at its end, at least 1.
    pub end: u32,
}

impl Axis<'_> {
    /// Returns the fraction of the axis before a value.
    fn share(&self, value: f64) -> f64 {
        value.log2() / f64::from(self.end)
    }

    fn ticks(&self) -> impl Iterator<Item = u32> + use<> {
        let is_wide = |step: &u32| self.end / step <= MAX_INTERVALS;
        let step = [1, 2, 5].into_iter().find(is_wide).unwrap_or(10);
        (0..=self.end).step_by(step as usize)
    }
}

/// A chart under construction. Later elements are drawn over earlier ones.
pub struct Chart<'a> {
    title: &'a str,
    x: Axis<'a>,
    y: Axis<'a>,
    drawn: String,
    legend: String,
    /// The y coordinate of the next line of the legend.
    legend_y: f64,
}

impl<'a> Chart<'a> {
    /// Creates an empty chart.
    pub fn new(title: &'a str, x: Axis<'a>, y: Axis<'a>) -> Chart<'a> {
        Chart { title, x, y, drawn: String::new(), legend: String::new(), legend_y: TOP + 24.0 }
    }

    /// Draws a straight line between two points.
    pub fn line(&mut self, label: &str, ends: [(f64, f64); 2]) {
        let [(x1, y1), (x2, y2)] = ends.map(|end| self.place(end));
        self.drawn += &line("line", (x1, y1), (x2, y2));
        self.explain_line("line", label);
    }

    /// Draws points, each with a tooltip.
    pub fn points(&mut self, label: &str, points: impl IntoIterator<Item = ((f64, f64), String)>) {
        for (point, hint) in points {
            self.drawn += &circle("point", self.place(point), &hint);
        }
        self.explain(&circle("point", (LEFT + 28.0, self.legend_y), ""), label);
    }

    /// Draws points as rings, and a curve through further points, in one of four colours.
    pub fn series(
        &mut self,
        label: &str,
        colour: usize,
        points: impl IntoIterator<Item = ((f64, f64), String)>,
        curve: impl IntoIterator<Item = (f64, f64)>,
    ) {
        let class = format!("curve series-{}", colour % 4);
        let corners = curve.into_iter().map(|point| {
            let (x, y) = self.place(point);
            format!("{},{}", rounded(x), rounded(y))
        });
        let corners = corners.collect::<Vec<_>>().join(" ");
        if !corners.is_empty() {
            let _ = writeln!(self.drawn, r#"<polyline class="{class}" points="{corners}"/>"#);
        }
        for (point, hint) in points {
            self.drawn += &circle(&class, self.place(point), &hint);
        }
        self.explain_line(&class, label);
    }

    /// Draws a vertical line at a value.
    pub fn mark(&mut self, label: &str, at: f64) {
        let (x, _) = self.place((at, 1.0));
        self.drawn += &line("mark", (x, TOP), (x, BOTTOM));
        self.explain_line("mark", label);
    }

    fn explain_line(&mut self, class: &str, label: &str) {
        let y = self.legend_y;
        self.explain(&line(class, (LEFT + 16.0, y), (LEFT + 40.0, y)), label);
    }

    fn explain(&mut self, sample: &str, label: &str) {
        self.legend += sample;
        self.legend += &text("legend", (LEFT + 52.0, self.legend_y + 5.0), "start", label);
        self.legend_y += 24.0;
    }

    fn place(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let (x, y) = (self.x.share(x), self.y.share(y));
        (LEFT + x * (RIGHT - LEFT), BOTTOM - y * (BOTTOM - TOP))
    }

    /// Returns the chart as the text of an SVG file.
    pub fn finish(self) -> String {
        let (title, what) = (plain(self.title), plain(self.y.label));
        let size = format!(r#"width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}""#);
        let mut svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" class="chart" role="img" {size}>
<title>{title}: {what}</title>
<style>{STYLE}</style>
<rect class="page" width="100%" height="100%"/>
"#
        );
        svg += &text("title", (LEFT, 36.0), "start", self.title);
        svg += &text("label", (LEFT, 64.0), "start", self.y.label);
        svg += &text("label", ((LEFT + RIGHT) / 2.0, HEIGHT - 16.0), "middle", self.x.label);
        for tick in self.x.ticks() {
            let (x, _) = self.place((f64::from(tick).exp2(), 1.0));
            svg += &line("grid", (x, TOP), (x, BOTTOM));
            svg += &text("label", (x, BOTTOM + 24.0), "middle", &format!("2^{tick}"));
        }
        for tick in self.y.ticks() {
            let (_, y) = self.place((1.0, f64::from(tick).exp2()));
            svg += &line("grid", (LEFT, y), (RIGHT, y));
            svg += &text("label", (LEFT - 12.0, y + 5.0), "end", &format!("2^{tick}"));
        }
        svg += &line("axis", (LEFT, BOTTOM), (RIGHT, BOTTOM));
        svg + &self.drawn + &self.legend + "</svg>\n"
    }
}

fn line(class: &str, from: (f64, f64), to: (f64, f64)) -> String {
    let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(rounded);
    format!(r#"<line class="{class}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>"#) + "\n"
}

fn circle(class: &str, (x, y): (f64, f64), hint: &str) -> String {
    let (x, y, hint) = (rounded(x), rounded(y), plain(hint));
    let circle = format!(r#"<circle class="{class}" cx="{x}" cy="{y}" r="{RADIUS}""#);
    match &*hint {
        "" => format!("{circle}/>\n"),
        hint => format!("{circle}><title>{hint}</title></circle>\n"),
    }
}

fn text(class: &str, (x, y): (f64, f64), anchor: &str, text: &str) -> String {
    let (x, y, text) = (rounded(x), rounded(y), raised(text));
    format!(r#"<text class="{class}" x="{x}" y="{y}" text-anchor="{anchor}">{text}</text>"#) + "\n"
}

/// Escapes text, and turns numbers after `^` into superscripts.
fn raised(text: &str) -> String {
    let mut parts = text.split('^');
    let mut markup = parts.next().map(plain).unwrap_or_default();
    for part in parts {
        let is_of_number = |letter: char| letter.is_ascii_digit() || letter == '.' || letter == '-';
        let end = part.find(|letter| !is_of_number(letter)).unwrap_or(part.len());
        let (exponent, rest) = part.split_at(end);
        let _ = write!(markup, r#"<tspan dy="-6" font-size="75%">{exponent}</tspan>"#);
        if !rest.is_empty() {
            let _ = write!(markup, r#"<tspan dy="6">{}</tspan>"#, plain(rest));
        }
    }
    markup
}

#[cfg(test)]
mod tests;
