//! The report of an evaluation: for people, as JSON, and as a figure; and the list of rules and
//! methods for the help.

use std::fmt::Write as _;

use crate::comparison::aligned;
use crate::json_line;
use referee_author::evaluate::{Count, Evaluation};
use referee_display::paint::{LABEL, painted};
use referee_display::svg::{Axis, Chart};
use referee_games::cold::METHODS;
use referee_games::fit::{Fit, Measurement, PowerLaw};
use referee_games::nim::NIM_METHODS;
use referee_games::{Method, SEQUENCES};

/// Formats the report for people: a heading, optionally the counts, and the derived facts.
pub fn human(evaluation: &Evaluation, rule: &str, with_counts: bool) -> String {
    let Evaluation { positions, method, seconds, .. } = evaluation;
    let mut text = format!("{rule} below {}   {method}, {}", number(*positions), time(*seconds));
    if *positions > 0 {
        let _ = write!(text, ", {:.2} ns per position", seconds * 1e9 / *positions as f64);
    }
    text += "\n\n";
    if with_counts && !evaluation.counts.is_empty() {
        text += &table(evaluation);
        text.push('\n');
    }
    for (label, fact) in facts(evaluation) {
        let _ = writeln!(text, "{}{fact}", painted(LABEL, &format!("{label:<10}")));
    }
    text
}

/// Formats the evaluation as one line of JSON.
pub fn json(evaluation: &Evaluation) -> String {
    json_line(evaluation)
}

/// Draws the growth, as SVG: a quantity against n, both in powers of two.
///
/// # Errors
/// There is nothing to draw; a message for people.
pub fn plot(evaluation: &Evaluation, rule: &str) -> Result<String, String> {
    let what = match evaluation.largest {
        Some(_) => "the largest nim-value",
        None => "the number of cold positions",
    };
    growth(what, rule, &evaluation.samples(), evaluation.growth.as_ref())
}

/// Draws the nonzero samples, and the power law if there is one. `what` names the growing quantity.
fn growth(
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

/// Formats a number of positions, with its exponent if it is a power of two.
fn number(positions: u64) -> String {
    if positions.is_power_of_two() {
        format!("2^{} = {positions}", positions.ilog2())
    } else {
        positions.to_string()
    }
}

fn time(seconds: f64) -> String {
    match seconds {
        0.1.. => format!("{seconds:.2} s"),
        _ => format!("{:.2} ms", seconds * 1e3),
    }
}

/// Formats the counts, one line per power of two, and compares them with the power law, if there is
/// one.
fn table(evaluation: &Evaluation) -> String {
    let is_nim = evaluation.largest.is_some();
    let headings = ["n", "cold below n", "share", "largest", "to the law"];
    let shown = [true, true, true, is_nim, evaluation.growth.is_some()];
    let row = |count: &Count| {
        let n = (f64::from(count.exponent)).exp2();
        let compared = |law: PowerLaw| count.largest.unwrap_or(count.cold) as f64 / law.at(n);
        let fitted = evaluation.growth.filter(|law| count.exponent >= law.range.0);
        [
            format!("2^{}", count.exponent),
            count.cold.to_string(),
            percent(count.cold as f64 / n),
            count.largest.map_or(String::new(), |largest| largest.to_string()),
            fitted.map_or(String::new(), |law| format!("{:.4}", compared(law))),
        ]
    };
    let headings = headings.map(str::to_string);
    let rows = std::iter::once(headings).chain(evaluation.counts.iter().map(row));
    let rows = rows.map(|row| {
        let cells = row.into_iter().zip(shown).filter(|(_, is_shown)| *is_shown);
        cells.map(|(cell, _)| cell).collect::<Vec<_>>()
    });
    aligned(&rows.collect::<Vec<_>>())
}

fn facts(evaluation: &Evaluation) -> Vec<(&'static str, String)> {
    let Evaluation { positions, cold, growth, period, .. } = evaluation;
    let mut facts = Vec::new();
    let share = match positions {
        0 => String::new(),
        _ => format!(", {}", percent(*cold as f64 / *positions as f64)),
    };
    facts.push(("cold", format!("{cold} of {positions}{share}")));
    if let Some(largest) = evaluation.largest {
        facts.push(("largest", format!("{}, first at {}", largest.value, largest.first)));
    }
    let is_periodic = period.is_some_and(|search| search.found.is_some());
    match growth {
        None if is_periodic => {}
        None => {
            facts.push(("growth", "none: fewer than two counts above 0 to fit a law to".into()));
        }
        Some(PowerLaw { factor, exponent, range: (from, to), fit }) => {
            let of = if evaluation.largest.is_some() { "largest" } else { "cold" };
            let law = format!("{of} = {factor:.4} n^{exponent:.5}");
            let range = match fit {
                Fit::LeastSquares => format!("least squares over n = 2^{from} to 2^{to}"),
                Fit::RepeatedMedians => {
                    format!("repeated medians over the cubes below {positions}")
                }
            };
            facts.push(("growth", format!("{law}, {range}")));
        }
    }
    if let Some(search) = period {
        let fact = match search.found {
            None => format!("none proved within the first {} positions", search.within),
            Some(period) => {
                let cold = search.cold.map_or(String::new(), |cold| {
                    let share = percent(cold as f64 / period.length as f64);
                    format!("; {cold} cold in each, {share}")
                });
                format!("{} from {} on, proved{cold}", period.length, period.preperiod)
            }
        };
        facts.push(("period", fact));
    }
    facts
}

fn percent(share: f64) -> String {
    format!("{:.3} %", 100.0 * share)
}

/// Lists rules and methods for the help.
pub fn catalogue() -> String {
    let mut text = String::from("Rules:\n");
    for rules in SEQUENCES {
        let _ = writeln!(text, "  {:<13}  {}", rules.name, rules.summary);
    }
    let _ = writeln!(text, "  {:<13}  these amounts, and no others", "1,2,5");
    text += "\nMethods:\n";
    text += &methods(METHODS);
    text += "\nMethods for --nim:\n";
    text += &methods(NIM_METHODS);
    text += "
Examples:
  referee evaluate subtraction-game --rule squares --upto 2^24 --counts
  referee evaluate subtraction-game --rule 1,2,5 --upto 1000
  referee evaluate subtraction-game --nim --upto 2^16 --positions nim.txt --plot nim.svg
  referee evaluate subtraction-game --compare 60 --upto 2^26 --plot times.svg";
    text
}

fn methods<A>(methods: &[Method<A>]) -> String {
    let width = methods.iter().map(|method| method.name.len()).max().unwrap_or(0);
    let line = |method: &Method<A>| format!("  {:<width$}  {}\n", method.name, method.summary);
    methods.iter().map(line).collect()
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
