//! The figure of how cold positions grow, as an SVG: log2 of their number against log2 of n.

use plotters::prelude::*;

use crate::subtraction::fit::{Count, PowerLaw};

/// The width and the height of the figure.
const SIZE: (u32, u32) = (800, 600);

/// Draws the counts, and the power law where there is one, as the text of an SVG file.
///
/// # Errors
/// In words: there is no cold position to draw.
pub fn growth(rule: &str, counts: &[Count], law: Option<&PowerLaw>) -> Result<String, String> {
    let points: Vec<(f64, f64)> = counts
        .iter()
        .filter(|count| count.cold > 0)
        .map(|count| (f64::from(count.exponent), (count.cold as f64).log2()))
        .collect();
    let Some(&(last_x, last_y)) = points.last() else {
        return Err("there are no cold positions to draw".into());
    };
    let mut svg = String::new();
    draw(&mut svg, rule, &points, law, (last_x.max(1.0), last_y.max(1.0)))
        .map_err(|error| error.to_string())?;
    Ok(svg)
}

fn draw(
    svg: &mut String,
    rule: &str,
    points: &[(f64, f64)],
    law: Option<&PowerLaw>,
    (width, height): (f64, f64),
) -> Result<(), Box<dyn std::error::Error>> {
    let root = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption(format!("Cold positions of {rule} below n"), ("sans-serif", 24))
        .margin(16)
        .x_label_area_size(48)
        .y_label_area_size(56)
        .build_cartesian_2d(0f64..width + 1.0, 0f64..height + 1.0)?;
    chart.configure_mesh().x_desc("log2 of n").y_desc("log2 of their number").draw()?;
    if let Some(law) = law {
        let line = [law.range.0, law.range.1].map(|exponent| {
            let x = f64::from(exponent);
            (x, law.at(x.exp2()).log2())
        });
        chart
            .draw_series(LineSeries::new(line, &RED))?
            .label(format!("{:.4} n^{:.4}", law.factor, law.exponent))
            .legend(|(x, y)| PathElement::new([(x, y), (x + 20, y)], RED));
    }
    let dots = points.iter().map(|&point| Circle::new(point, 3, BLUE.filled()));
    chart
        .draw_series(dots)?
        .label("counted")
        .legend(|(x, y)| Circle::new((x + 10, y), 3, BLUE.filled()));
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .border_style(BLACK)
        .background_style(WHITE)
        .draw()?;
    root.present()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts() -> Vec<Count> {
        (0..12).map(|e| Count { exponent: e, cold: 1 << (3 * e / 4) }).collect()
    }

    #[test]
    fn the_figure_has_a_dot_for_each_count_and_the_line() {
        let counts = counts();
        let law = PowerLaw::fitted(&counts, 4).unwrap();
        let svg = growth("a < b & \u{1b}", &counts, Some(&law)).unwrap();
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        // One more in the legend.
        assert_eq!(svg.matches("<circle").count(), counts.len() + 1);
        assert!(svg.contains(&format!("{:.4} n^{:.4}", law.factor, law.exponent)));
        assert!(svg.contains("a &lt; b &amp;"), "the name of a rule is escaped");
        assert_eq!(svg, growth("a < b & \u{1b}", &counts, Some(&law)).unwrap());
    }

    #[test]
    fn nothing_to_draw_is_said() {
        assert!(growth("squares", &[], None).is_err());
        assert!(growth("squares", &[Count { exponent: 0, cold: 0 }], None).is_err());
        assert!(growth("squares", &counts()[..1], None).is_ok());
    }
}
