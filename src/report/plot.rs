//! The figure of how something of a game grows, as an SVG: log2 of it against log2 of n.

use plotters::prelude::*;

use referee_games::fit::{PowerLaw, Sample};

/// The width and the height of the figure.
const SIZE: (u32, u32) = (800, 600);

/// Draws the samples that are not 0, and the power law where there is one, as the text of an SVG file.
/// `what` grows, such as `the number of cold positions`.
///
/// # Errors
/// In words: there is nothing to draw.
pub fn growth(
    what: &str,
    rule: &str,
    samples: &[Sample],
    law: Option<&PowerLaw>,
) -> Result<String, String> {
    let points: Vec<(f64, f64)> = samples
        .iter()
        .filter(|sample| sample.value > 0)
        .map(|sample| (f64::from(sample.exponent), (sample.value as f64).log2()))
        .collect();
    let Some(&(last_x, last_y)) = points.last() else {
        return Err(format!("there is nothing to draw: {what} is 0 at each power of two"));
    };
    let mut svg = String::new();
    draw(&mut svg, (what, rule), &points, law, (last_x.max(1.0), last_y.max(1.0)))
        .map_err(|error| error.to_string())?;
    Ok(svg)
}

fn draw(
    svg: &mut String,
    (what, rule): (&str, &str),
    points: &[(f64, f64)],
    law: Option<&PowerLaw>,
    (width, height): (f64, f64),
) -> Result<(), Box<dyn std::error::Error>> {
    let root = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption(format!("{rule}: {what} below n"), ("sans-serif", 24))
        .margin(16)
        .x_label_area_size(48)
        .y_label_area_size(56)
        .build_cartesian_2d(0f64..width + 1.0, 0f64..height + 1.0)?;
    chart.configure_mesh().x_desc("log2 of n").y_desc(format!("log2 of {what}")).draw()?;
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
        .label("evaluated")
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

    const WHAT: &str = "the number of cold positions";

    fn samples() -> Vec<Sample> {
        (0..12).map(|exponent| Sample { exponent, value: 1 << (3 * exponent / 4) }).collect()
    }

    #[test]
    fn the_figure_has_a_dot_for_each_count_and_the_line() {
        let samples = samples();
        let law = PowerLaw::fitted(&samples, 4).unwrap();
        let svg = growth(WHAT, "a < b & \u{1b}", &samples, Some(&law)).unwrap();
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        // One more in the legend.
        assert_eq!(svg.matches("<circle").count(), samples.len() + 1);
        assert!(svg.contains(&format!("{:.4} n^{:.4}", law.factor, law.exponent)));
        assert!(svg.contains("a &lt; b &amp;"), "the name of a rule is escaped");
        assert_eq!(svg, growth(WHAT, "a < b & \u{1b}", &samples, Some(&law)).unwrap());
    }

    #[test]
    fn nothing_to_draw_is_said() {
        assert!(growth(WHAT, "squares", &[], None).is_err());
        assert!(growth(WHAT, "squares", &[Sample { exponent: 0, value: 0 }], None).is_err());
        assert!(growth(WHAT, "squares", &samples()[..1], None).is_ok());
    }
}
