//! The growth of a game: a quantity at powers of two, and the power law that fits it best.
//!
//! The quantity is the number of cold positions below n, or the largest nim-value there.

use serde::Serialize;

use super::Cold;
use super::line::Line;

/// The quantity at one power of two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measurement {
    /// The exponent of the power.
    pub exponent: u32,
    /// The quantity for the positions below 2^exponent.
    pub value: u64,
}

/// Returns the numbers of cold positions, for all powers of two up to the size of `cold`.
pub fn counts(cold: &Cold) -> Vec<Measurement> {
    let exponents = (0..64).take_while(|exponent| 1u64 << exponent <= cold.size());
    exponents.map(|exponent| Measurement { exponent, value: cold.count(1 << exponent) }).collect()
}

/// Returns the largest nim-values, for all powers of two up to the number of values.
pub fn largest(values: &[u16]) -> Vec<Measurement> {
    let mut samples = Vec::new();
    let (mut largest, mut from) = (0, 0);
    for exponent in 0..usize::BITS {
        let Some(part) = values.get(from..1 << exponent) else { break };
        largest = part.iter().copied().fold(largest, u16::max);
        samples.push(Measurement { exponent, value: u64::from(largest) });
        from = 1 << exponent;
    }
    samples
}

/// Returns the points (n, number of cold positions below n) for all cubes n from 1 on that are
/// below the size of `cold`.
pub fn counts_at_cubes(cold: &Cold) -> Vec<(u64, u64)> {
    let (mut below, mut count) = (0, 0);
    let at = |n: u64| {
        count += cold.count_in(below..n);
        below = n;
        (n, count)
    };
    cubes(cold.size()).map(at).collect()
}

/// Returns the points (n, largest nim-value below n) for the same n.
pub fn largest_at_cubes(values: &[u16]) -> Vec<(u64, u64)> {
    let (mut below, mut largest) = (0, 0);
    let at = |n: u64| {
        largest = values[below..n as usize].iter().copied().fold(largest, u16::max);
        below = n as usize;
        (n, u64::from(largest))
    };
    cubes(values.len() as u64).map(at).collect()
}

fn cubes(below: u64) -> impl Iterator<Item = u64> {
    (1..).map_while(|root: u64| root.checked_pow(3)).take_while(move |&cube| cube < below)
}

/// A power law: about `factor * n^exponent`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PowerLaw {
    /// The factor.
    pub factor: f64,
    /// The exponent.
    pub exponent: f64,
    /// The exponents of the powers of two that enclose the fitted points.
    pub range: (u32, u32),
    /// How it was fitted.
    pub fit: Fit,
}

/// How a power law is fitted: a straight line to logarithms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fit {
    /// By least squares, at powers of two.
    LeastSquares,
    /// By repeated medians, at cubes: [`PowerLaw::repeated_medians`].
    RepeatedMedians,
}

impl PowerLaw {
    /// Fits a straight line to the logarithms of the samples above 0 from 2^`least` on, by least
    /// squares; `None` for fewer than two of them.
    pub fn fitted(samples: &[Measurement], least: u32) -> Option<PowerLaw> {
        let is_chosen = |sample: &&Measurement| sample.exponent >= least && sample.value > 0;
        let chosen: Vec<&Measurement> = samples.iter().filter(is_chosen).collect();
        let [first, .., last] = chosen.as_slice() else { return None };
        let points: Vec<(f64, f64)> = chosen
            .iter()
            .map(|sample| (f64::from(sample.exponent), (sample.value as f64).log2()))
            .collect();
        let line = Line::fitted(&points)?;
        let range = (first.exponent, last.exponent);
        let factor = line.at(0.0).exp2();
        Some(PowerLaw { factor, exponent: line.slope, range, fit: Fit::LeastSquares })
    }

    /// Fits a straight line to the logarithms of the points whose second number is not 0, by
    /// repeated medians: the slope is the median, over all points, of the median slope towards the
    /// other points, and the same for the intercept (A. F. Siegel, "Robust regression using
    /// repeated medians", 1982; `mblm` of R). `None` for fewer than two of them.
    ///
    /// For subtract-a-square and the cubes below 2^30, this is the law in the figure of the source,
    /// to all fifteen digits: D. Eppstein, "Subtraction games, the Furstenberg-Sarkozy theorem, and
    /// R", 2018, <https://11011110.github.io/blog/2018/04/18/subtraction-games.html>.
    pub fn repeated_medians(points: &[(u64, u64)]) -> Option<PowerLaw> {
        let drawn: Vec<(u64, u64)> =
            points.iter().copied().filter(|&(_, value)| value > 0).collect();
        let logs: Vec<(f64, f64)> =
            drawn.iter().map(|&(n, value)| ((n as f64).log2(), (value as f64).log2())).collect();
        let (Some(&(first, _)), Some(&(last, _))) = (drawn.first(), drawn.last()) else {
            return None;
        };
        // For each point, the median of a value over its pairs with all other points; then the
        // median of these.
        let repeated = |of: &dyn Fn((f64, f64), (f64, f64)) -> f64| {
            let with_others = |&one: &(f64, f64)| {
                let others = logs.iter().filter(|other| other.0 != one.0);
                median(others.map(|&other| of(one, other)).collect())
            };
            median(logs.iter().filter_map(with_others).collect())
        };
        let exponent = repeated(&|(x, y), (x2, y2)| (y2 - y) / (x2 - x))?;
        let factor = repeated(&|(x, y), (x2, y2)| (x2 * y - x * y2) / (x2 - x))?.exp2();
        let range = (first.ilog2(), u64::BITS - (last - 1).leading_zeros());
        Some(PowerLaw { factor, exponent, range, fit: Fit::RepeatedMedians })
    }

    /// Returns its value for positions below n.
    pub fn at(&self, n: f64) -> f64 {
        self.factor * n.powf(self.exponent)
    }
}

/// Returns the median of some numbers: of an even number of them, the mean of the middle two.
pub fn median(mut numbers: Vec<f64>) -> Option<f64> {
    let middle = numbers.len() / 2;
    let is_even = numbers.len().is_multiple_of(2);
    if numbers.is_empty() {
        return None;
    }
    let (lower, &mut upper, _) = numbers.select_nth_unstable_by(middle, f64::total_cmp);
    let below = lower.iter().copied().max_by(f64::total_cmp);
    Some(below.filter(|_| is_even).map_or(upper, |below| f64::midpoint(below, upper)))
}

#[cfg(test)]
mod tests;
