//! Which similarities stand out among all pairs of the same exercise.
//!
//! Idea: solutions of a short exercise are all alike, those of a long one are not, so no fixed
//! number marks the unusual. It follows from the median of all pairs and the spread of the middle
//! half: a pair stands out if it is more similar than the most similar of as many random pairs with
//! the same median and spread would be. That is the median plus sqrt(2 ln n) standard deviations,
//! about the expected maximum of n normal variables. Median and quartiles are hardly affected by
//! the few pairs searched for.
//!
//! Complexity: O(m log m) for a sample of m pairs.

/// With fewer pairs there is no meaningful distribution: the threshold is [`MIN_THRESHOLD`].
pub const FEW_PAIRS: usize = 10;

/// The minimum threshold: less similar pairs have only a few fragments in common.
pub const MIN_THRESHOLD: f64 = 0.4;

/// The maximum threshold: more similar pairs are shown even if all programs are alike.
pub const MAX_THRESHOLD: f64 = 0.95;

/// The minimum surprise that stands out: about eight lines that no other program has, in a class of
/// sixty.
const MIN_SURPRISE: f64 = 25.0;

/// The distance between the quartiles of a normal distribution, in standard deviations.
const BETWEEN_QUARTILES: f64 = 1.348_979_500_392_163_5;

/// The distribution of the similarities of pairs in an exercise.
#[derive(Debug, Clone, PartialEq)]
pub struct Distribution {
    /// The similarities of a sample of all pairs, ascending.
    pub sample: Vec<f64>,
    /// The number of all pairs of programs in the same language.
    pub pairs: usize,
    /// A pair that is at least as similar stands out.
    pub threshold: f64,
    /// A pair whose surprise is at least this stands out, whatever else its programs contain.
    pub surprising: f64,
}

impl Distribution {
    /// Creates the distribution of `pairs` pairs from the similarities and surprises of a sample.
    pub(super) fn new(mut sample: Vec<f64>, mut surprises: Vec<f64>, pairs: usize) -> Distribution {
        sample.sort_by(f64::total_cmp);
        surprises.sort_by(f64::total_cmp);
        let (mut threshold, mut surprising) = (MIN_THRESHOLD, f64::INFINITY);
        if sample.len() >= FEW_PAIRS {
            threshold = expected_maximum(&sample, pairs).clamp(MIN_THRESHOLD, MAX_THRESHOLD);
            surprising = expected_maximum(&surprises, pairs).max(MIN_SURPRISE);
        }
        Distribution { sample, pairs, threshold, surprising }
    }

    /// Returns the similarity that this share of the pairs does not exceed; 0 if there are none.
    pub fn quantile(&self, share: f64) -> f64 {
        quantile(&self.sample, share)
    }
}

fn quantile(sorted: &[f64], share: f64) -> f64 {
    let last = sorted.len().saturating_sub(1);
    let at = (share.clamp(0.0, 1.0) * last as f64).floor() as usize;
    sorted.get(at).copied().unwrap_or(0.0)
}

/// Returns the expected maximum of `count` random values spread like the middle half of a sample.
fn expected_maximum(sorted: &[f64], count: usize) -> f64 {
    let between = quantile(sorted, 0.75) - quantile(sorted, 0.25);
    let deviations = (2.0 * (count as f64).ln()).sqrt();
    quantile(sorted, 0.5) + deviations * between / BETWEEN_QUARTILES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_threshold_depends_on_the_exercise() {
        let of = |middle: f64, spread: f64| {
            let sample = (0..1000).map(|at| middle + spread * (f64::from(at) / 999.0 - 0.5));
            Distribution::new(sample.collect(), Vec::new(), 100_000)
        };
        let (diverse, alike) = (of(0.2, 0.2), of(0.5, 0.2));
        // The quartiles are 0.1 apart: a deviation is 0.0741, and the maximum of 10^5 pairs is at
        // 4.80 deviations.
        assert!((diverse.threshold - 0.556).abs() < 0.002, "{}", diverse.threshold);
        assert!((alike.threshold - 0.856).abs() < 0.002, "{}", alike.threshold);
        assert_eq!(of(0.0, 0.0).threshold, MIN_THRESHOLD);
        assert_eq!(of(0.9, 0.2).threshold, MAX_THRESHOLD);
    }

    #[test]
    fn the_pairs_that_are_looked_for_do_not_move_it() {
        let bulk = |at: usize| 0.1 + 0.1 * (at % 100) as f64 / 100.0;
        let without = Distribution::new((0..1000).map(bulk).collect(), Vec::new(), 1000);
        let with = (0..1000).map(|at| if at < 50 { 1.0 } else { bulk(at) });
        let with = Distribution::new(with.collect(), Vec::new(), 1000);
        assert!((with.threshold - without.threshold).abs() < 0.03);
    }

    #[test]
    fn few_pairs_have_no_distribution() {
        assert_eq!(Distribution::new(vec![0.9; 9], vec![90.0; 9], 9).threshold, MIN_THRESHOLD);
        assert_eq!(Distribution::new(Vec::new(), Vec::new(), 0).quantile(0.5), 0.0);
        assert_eq!(Distribution::new(vec![0.3, 0.1, 0.2], Vec::new(), 3).quantile(0.5), 0.2);
    }
}
