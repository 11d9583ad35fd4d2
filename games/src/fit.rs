//! The growth of a game: a quantity at powers of two, and the power law that fits it best.
//!
//! The quantity is the number of cold positions below n, or the largest nim-value there.

use serde::Serialize;

use super::Cold;

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

/// A power law: about `factor * n^exponent`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PowerLaw {
    /// The factor.
    pub factor: f64,
    /// The exponent.
    pub exponent: f64,
    /// The least and the greatest exponent of the samples that it was fitted to.
    pub range: (u32, u32),
}

impl PowerLaw {
    /// Fits a straight line to the logarithms of the samples from 2^`least` on, by least squares; `None` for fewer than two
    /// samples, or if one is 0.
    pub fn fitted(samples: &[Measurement], least: u32) -> Option<PowerLaw> {
        let chosen: Vec<&Measurement> =
            samples.iter().filter(|sample| sample.exponent >= least).collect();
        let [first, .., last] = chosen.as_slice() else { return None };
        if chosen.iter().any(|sample| sample.value == 0) {
            return None;
        }
        let points: Vec<(f64, f64)> = chosen
            .iter()
            .map(|sample| (f64::from(sample.exponent), (sample.value as f64).log2()))
            .collect();
        let number = points.len() as f64;
        let mean_x = points.iter().map(|(x, _)| x).sum::<f64>() / number;
        let mean_y = points.iter().map(|(_, y)| y).sum::<f64>() / number;
        let covariance: f64 = points.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
        let variance: f64 = points.iter().map(|(x, _)| (x - mean_x).powi(2)).sum();
        let exponent = covariance / variance;
        let factor = (mean_y - exponent * mean_x).exp2();
        Some(PowerLaw { factor, exponent, range: (first.exponent, last.exponent) })
    }

    /// Returns its value for positions below n.
    pub fn at(&self, n: f64) -> f64 {
        self.factor * n.powf(self.exponent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(values: &[u64]) -> Vec<Measurement> {
        (0..).zip(values).map(|(exponent, &value)| Measurement { exponent, value }).collect()
    }

    #[test]
    fn counts_at_powers_of_two() {
        let mut cold = Cold::none(40);
        [0, 2, 5, 7, 10, 31, 32].into_iter().for_each(|n| cold.insert(n));
        let expected = given(&[1, 1, 2, 4, 5, 6]);
        assert_eq!(counts(&cold), expected);
        assert_eq!(counts(&Cold::none(0)), []);
    }

    #[test]
    fn largest_values_at_powers_of_two() {
        assert_eq!(largest(&[]), []);
        assert_eq!(largest(&[0]), given(&[0]));
        assert_eq!(largest(&[0, 1, 0]), given(&[0, 1]));
        assert_eq!(largest(&[0, 1, 0, 3, 2, 2, 2, 2, 9]), given(&[0, 1, 3, 3]));
    }

    #[test]
    fn a_power_law_is_found_again() {
        let value = |exponent: u32| (3.0 * 2f64.powf(f64::from(exponent) * 0.75)) as u64;
        let counts: Vec<Measurement> =
            (4..30).map(|exponent| Measurement { exponent, value: value(exponent) }).collect();
        let law = PowerLaw::fitted(&counts, 10).unwrap();
        assert!((law.exponent - 0.75).abs() < 1e-3 && (law.factor - 3.0).abs() < 0.05, "{law:?}");
        assert_eq!(law.range, (10, 29));
        assert!((law.at(1024.0) / 543.06 - 1.0).abs() < 0.02, "{}", law.at(1024.0));
        assert_eq!(PowerLaw::fitted(&counts, 29), None);
        assert_eq!(PowerLaw::fitted(&given(&[0, 1, 2]), 0), None);
    }

    /// The counts of subtract-a-square below 2^0, 2^1, ..., 2^30 (OEIS A030193 lists the positions).
    const SQUARES: [u64; 31] = [
        1, 1, 2, 4, 7, 10, 16, 25, 45, 75, 118, 185, 305, 492, 812, 1281, 2053, 3307, 5394, 8777,
        14421, 23327, 37783, 61300, 100_145, 162_427, 262_950, 425_195, 691_247, 1_122_049,
        1_816_355,
    ];

    #[test]
    fn squares_grow_like_the_known_law() {
        let law = PowerLaw::fitted(&given(&SQUARES), 10).unwrap();
        assert!((law.exponent - 0.6970).abs() < 1e-4, "{law:?}");
        assert!((law.factor - 0.917).abs() < 1e-3, "{law:?}");
    }
}
