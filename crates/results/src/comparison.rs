//! The report of a comparison of methods: for people, as JSON, and as a figure.

use std::fmt::Write as _;

use crate::json_line;
use referee_author::compare::{Compared, Crossing, GrowthRate, Measure, MethodComparison, Time};
use referee_display::paint::{LABEL, painted};
use referee_display::svg::{Axis, Chart};

/// How far the figure extends beyond the largest size if there is no crossing, as a power of two.
const MARGIN: f64 = 4.0;

/// Formats the report for people: the times by size, the growth of each method, the crossings.
pub fn human(comparison: &MethodComparison, rule: &str) -> String {
    let MethodComparison { nim, budget_seconds, .. } = comparison;
    let what = if *nim { "nim-values" } else { "cold positions" };
    let mut text =
        format!("{rule}, {what}: methods in turns on one thread, {budget_seconds} s\n\n");
    text += &aligned(&times(comparison));
    text.push('\n');
    text += &aligned(&growths(comparison));
    if !comparison.crossings.is_empty() {
        text.push('\n');
    }
    for crossing in &comparison.crossings {
        let by = match crossing.measure {
            Measure::Time => "time",
            Measure::Work => "work",
        };
        let label = painted(LABEL, &format!("{by:<6}"));
        let _ = writeln!(text, "{label}{}", sentence(crossing));
    }
    text
}

/// Formats the comparison as one line of JSON.
pub fn json(comparison: &MethodComparison) -> String {
    json_line(comparison)
}

/// Draws the times and their growth up to the crossings, as SVG.
///
/// # Errors
/// There is nothing to draw; a message for people.
pub fn plot(comparison: &MethodComparison, rule: &str) -> Result<String, String> {
    let times = || comparison.methods.iter().flat_map(|method| &method.times);
    let Some(greatest) = times().map(|time| time.exponent).max() else {
        return Err("there is nothing to draw: no method has evaluated any size".to_string());
    };
    let crossings = comparison.crossings.iter().filter(|one| one.measure == Measure::Time);
    let crossings: Vec<&Crossing> = crossings.filter(|one| one.at.is_some()).collect();
    let last = crossings.iter().filter_map(|one| one.at).fold(f64::from(greatest), f64::max);
    let end = (last + MARGIN).ceil();
    let nanoseconds = |growth: &GrowthRate, x: f64| growth.at(x) + 1e9_f64.log2();
    let growths = comparison.methods.iter().filter_map(|method| method.time_growth.as_ref());
    let highest = growths.map(|growth| nanoseconds(growth, end)).fold(30.0, f64::max).ceil();
    let x = Axis { label: "n", end: end as u32 };
    let y = Axis { label: "time in nanoseconds", end: highest as u32 };
    let mut chart = Chart::new(rule, x, y);
    for (colour, method) in comparison.methods.iter().enumerate() {
        let points = method.times.iter().map(|time| {
            let place = (f64::from(time.exponent).exp2(), time.median * 1e9);
            (
                place,
                format!("{} below 2^{}: {}", method.method, time.exponent, seconds(time.median)),
            )
        });
        let curve = method.time_growth.iter().flat_map(|growth| {
            let from = growth.range.0;
            (from..=end as u32).map(move |x| {
                let x = f64::from(x);
                (x.exp2(), nanoseconds(growth, x).exp2())
            })
        });
        chart.series(method.method, colour, points, curve);
    }
    for crossing in crossings {
        if let Some(at) = crossing.at {
            chart.mark(
                &format!("{} overtakes {} at {}", crossing.by, crossing.of, size(at)),
                at.exp2(),
            );
        }
    }
    Ok(chart.finish())
}

/// The median times, one row per size, with half their range as a share.
fn times(comparison: &MethodComparison) -> Vec<Vec<String>> {
    let methods = &comparison.methods;
    let all = methods.iter().flat_map(|method| &method.times).map(|time| time.exponent);
    let (from, to) = (all.clone().min().unwrap_or(1), all.max().unwrap_or(0));
    let names = methods.iter().map(|method| method.method.to_string());
    let heading = std::iter::once("n".to_string()).chain(names).collect();
    let row = |exponent: u32| {
        let cell = |method: &Compared| {
            let time = method.times.iter().find(|time| time.exponent == exponent);
            time.map_or(String::new(), |time| {
                let Time { median, least, greatest, .. } = time;
                let spread = 50.0 * (greatest - least) / median;
                format!("{} \u{b1} {spread:>2.0} %", seconds(*median))
            })
        };
        std::iter::once(format!("2^{exponent}")).chain(methods.iter().map(cell)).collect()
    };
    std::iter::once(heading).chain((from..=to).map(row)).collect()
}

/// The growth of time and work, one row per method.
fn growths(comparison: &MethodComparison) -> Vec<Vec<String>> {
    let heading = ["grows like", "by time", "by work"].map(str::to_string).to_vec();
    let law = |growth: Option<&GrowthRate>| {
        growth.map_or(String::new(), |GrowthRate { exponent, error, divides, range, .. }| {
            let log = if *divides { " log^2 n" } else { "" };
            format!("n^{exponent:.3} \u{b1} {error:.3}{log}, from 2^{} to 2^{}", range.0, range.1)
        })
    };
    let row = |method: &Compared| {
        let of = |measure| law(method.growth(measure));
        vec![method.method.to_string(), of(Measure::Time), of(Measure::Work)]
    };
    std::iter::once(heading).chain(comparison.methods.iter().map(row)).collect()
}

pub(crate) fn aligned(rows: &[Vec<String>]) -> String {
    let width =
        |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for row in rows {
        let cells =
            row.iter().enumerate().map(|(column, cell)| format!("{cell:>0$}", width(column)));
        let line = cells.collect::<Vec<_>>().join("   ");
        let _ = writeln!(text, "   {}", line.trim_end());
    }
    text
}

fn sentence(crossing: &Crossing) -> String {
    let Crossing { of, by, at, interval: (low, high), .. } = crossing;
    let to = high.map_or("or never".to_string(), |high| format!("to {}", size(high)));
    match (at, low) {
        (Some(at), Some(low)) => {
            let interval = format!("{} {to}", size(*low));
            format!("{by} overtakes {of} at {}, in the interval {interval}", size(*at))
        }
        (None, Some(low)) => {
            format!("{by} overtakes {of} at {} at the earliest, or never", size(*low))
        }
        _ => format!("{by} does not overtake {of}"),
    }
}

/// Formats a size given as the exponent of a power of two.
fn size(exponent: f64) -> String {
    format!("10^{:.1}", exponent * 2f64.log10())
}

fn seconds(time: f64) -> String {
    match time {
        1.0.. => format!("{time:.2} s"),
        1e-3.. => format!("{:.2} ms", time * 1e3),
        _ => format!("{:.2} \u{b5}s", time * 1e6),
    }
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::*;
    use std::time::Duration;

    use referee_author::compare::OperationCounts;
    use referee_games::levels;

    /// Returns a comparison with made-up times and work for n = 2^16, ..., 2^21.
    fn made_up() -> MethodComparison {
        let method = |name, factor: f64, power: f64, divides: bool| {
            let value = |exponent: u32| {
                let x = f64::from(exponent);
                factor * (power * x).exp2() * if divides { levels(x) } else { 1.0 }
            };
            let time = |exponent| {
                let seconds = 1e-9 * value(exponent);
                Time { exponent, median: seconds, least: seconds, greatest: seconds }
            };
            let work = |exponent| OperationCounts { exponent, operations: value(exponent) as u64 };
            let sizes = 16..=21;
            let times = sizes.clone().map(time).collect();
            Compared::new(name, divides, times, sizes.map(work).collect())
        };
        let methods = vec![
            method("sieve", 1.0, 1.5, false), //
            method("convolution", 32.0, 1.0, true),
        ];
        MethodComparison::of("squares".to_string(), false, Duration::from_secs(60), methods)
    }

    #[test]
    fn a_comparison_for_people() {
        let text = human(&made_up(), "squares");
        assert_snapshot!(anstream::adapter::strip_str(&text).to_string());
    }

    #[test]
    fn the_figure_has_a_ring_for_each_time_a_curve_for_each_method_and_a_mark_for_the_crossing() {
        let comparison = made_up();
        let svg = plot(&comparison, "a < b").unwrap();
        let times: usize = comparison.methods.iter().map(|method| method.times.len()).sum();
        assert_eq!((svg.matches("<circle").count(), svg.matches("<polyline").count()), (times, 2));
        // The legend has one more.
        assert_eq!(svg.matches(r#"class="mark""#).count(), 2);
        assert!(svg.contains("a &lt; b") && svg.contains("sieve below 2^17: "));
        let none = MethodComparison { methods: Vec::new(), crossings: Vec::new(), ..comparison };
        assert!(plot(&none, "squares").is_err());
    }
}
