//! The plot of a game's growth, as an SVG: a quantity against n, both in powers of two.

use crate::svg::{Axis, Chart};
use referee_games::fit::{Measurement, PowerLaw};

/// Draws the nonzero samples, and the power law if there is one, as the text of an SVG file. `what`
/// names the growing quantity, such as `the number of cold positions`.
///
/// # Errors
/// There is nothing to draw; the error is a message for people.
pub fn growth(
    what: &str,
    rule: &str,
    samples: &[Measurement],
    law: Option<&PowerLaw>,
) -> Result<String, String> {
    let drawn = || samples.iter().filter(|sample| sample.value > 0);
    let (Some(last), Some(most)) = (drawn().next_back(), drawn().map(|sample| sample.value).max())
    else {
        return Err(format!("there is nothing to draw: {what} is 0 at each power of two"));
    };
    let label = format!("{what} below n");
    let x = Axis { label: "n", end: last.exponent.max(1) };
    let y = Axis { label: &label, end: (u64::BITS - (most - 1).leading_zeros()).max(1) };
    let mut chart = Chart::new(rule, x, y);
    if let Some(law) = law {
        let ends = [law.range.0, law.range.1].map(|exponent| {
            let n = f64::from(exponent).exp2();
            (n, law.at(n))
        });
        chart.line(&format!("{:.4} n^{:.4}", law.factor, law.exponent), ends);
    }
    let points = drawn().map(|&Measurement { exponent, value }| {
        ((f64::from(exponent).exp2(), value as f64), format!("{value} below 2^{exponent}"))
    });
    chart.points("evaluated", points);
    Ok(chart.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHAT: &str = "the number of cold positions";

    fn samples() -> Vec<Measurement> {
        (0..12).map(|exponent| Measurement { exponent, value: 1 << (3 * exponent / 4) }).collect()
    }

    #[test]
    fn the_figure_has_a_dot_for_each_count_and_the_line() {
        let samples = samples();
        let law = PowerLaw::fitted(&samples, 4).unwrap();
        let svg = growth(WHAT, "a < b & \u{1b}", &samples, Some(&law)).unwrap();
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        // The legend has one more circle.
        assert_eq!(svg.matches("<circle").count(), samples.len() + 1);
        let exponent = format!("{:.4}</tspan>", law.exponent);
        assert!(svg.contains(&format!("{:.4} n<tspan", law.factor)) && svg.contains(&exponent));
        assert!(svg.contains("<title>256 below 2^11</title>"), "the number is told");
        assert!(svg.contains(r"a &lt; b &amp; \x1b"), "the name of a rule is escaped");
        assert_eq!(svg, growth(WHAT, "a < b & \u{1b}", &samples, Some(&law)).unwrap());
    }

    #[test]
    fn nothing_to_draw_is_said() {
        assert!(growth(WHAT, "squares", &[], None).is_err());
        assert!(growth(WHAT, "squares", &[Measurement { exponent: 0, value: 0 }], None).is_err());
        assert!(growth(WHAT, "squares", &samples()[..1], None).is_ok());
    }
}
