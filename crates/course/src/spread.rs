//! The distribution of results: mean, median, and a histogram.

use serde::Serialize;

use referee_events::points::Points;

/// The maximum number of whole points with a bar for each.
const BARS: u64 = 12;

/// The number of bars if there cannot be one for each point.
const FEW: u64 = 10;

/// The distribution of some results.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Spread {
    /// The best result possible.
    pub most: Points,
    /// The mean, to two decimal places.
    pub mean: Points,
    /// The median; for an even number of results, the mean of the middle two.
    pub median: Points,
    /// The number of results in each range, in ascending order.
    pub histogram: Vec<Bar>,
}

/// A bar of a histogram: the number of results that are at least `from` and less than `to`, or, in
/// the last bar, at most `to`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Bar {
    /// Its lower bound.
    pub from: Points,
    /// Its upper bound.
    pub to: Points,
    /// The number of results in it.
    pub count: usize,
}

impl Spread {
    /// Returns the distribution of these results, none of which should exceed `most`; `None` if
    /// there are no results.
    pub fn of(results: &[Points], most: Points) -> Option<Spread> {
        let mut sorted: Vec<u64> = results.iter().map(|result| result.hundredths()).collect();
        sorted.sort_unstable();
        let (count, middle) = (sorted.len() as u64, sorted.len() / 2);
        let sum: u64 = sorted.iter().sum();
        let median = match sorted.len() {
            0 => return None,
            even if even % 2 == 0 => (sorted[middle - 1] + sorted[middle]).div_ceil(2),
            _ => sorted[middle],
        };
        let most = most.hundredths().max(*sorted.last()?);
        let points = Points::of_hundredths;
        Some(Spread {
            most: points(most),
            mean: points((sum + count / 2) / count),
            median: points(median),
            histogram: histogram(&sorted, most),
        })
    }
}

impl Bar {
    /// Returns the range of results that it covers, as shown in its histogram.
    pub fn label(&self, all: &[Bar]) -> String {
        let is_of_one_value = all.last().is_some_and(|last| last.from == last.to);
        match all.last() {
            _ if is_of_one_value => self.from.to_string(),
            Some(last) if last.from == self.from => format!("{} to {}", self.from, self.to),
            _ => format!("{} to <{}", self.from, self.to),
        }
    }
}

fn histogram(sorted: &[u64], most: u64) -> Vec<Bar> {
    let is_whole =
        most.is_multiple_of(100) && sorted.iter().all(|result| result.is_multiple_of(100));
    let (width, bars) = match most / 100 {
        whole if is_whole && whole <= BARS => (100, whole + 1),
        _ => (most.div_ceil(FEW).max(1), FEW),
    };
    let bar = |at: u64| {
        let is_last = at + 1 == bars;
        let (from, to) = (at * width, if is_last { most } else { (at + 1) * width });
        let is_in = |&&result: &&u64| result >= from && (result < to || is_last);
        let count = sorted.iter().filter(is_in).count();
        Bar { from: Points::of_hundredths(from), to: Points::of_hundredths(to), count }
    };
    (0..bars).map(bar).filter(|bar| bar.from <= bar.to).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn spread(results: &[u64], most: u64) -> Option<Spread> {
        let results: Vec<Points> =
            results.iter().map(|&result| Points::of_hundredths(result)).collect();
        Spread::of(&results, Points::of_hundredths(most))
    }

    #[test]
    fn means_and_medians_are_those_of_the_definition() {
        assert_eq!(spread(&[], 100), None);
        for (results, mean, median) in [
            (&[700][..], "7", "7"),
            (&[0, 1000], "5", "5"),
            (&[100, 0, 200], "1", "1"),
            (&[0, 0, 100], "0.33", "0"),
            (&[100, 100, 200, 900], "3.25", "1.5"),
        ] {
            let spread = spread(results, 1000).unwrap();
            assert_eq!(
                (spread.mean.to_string(), spread.median.to_string()),
                (mean.into(), median.into())
            );
        }
    }

    #[test]
    fn few_whole_points_have_a_bar_each() {
        let counts = |results: &[u64], most| {
            let bars = spread(results, most).unwrap().histogram.into_iter();
            bars.map(|bar| (bar.from.to_string(), bar.count)).collect::<Vec<_>>()
        };
        let each = |counts: &[(&str, usize)]| {
            counts.iter().map(|(from, count)| (from.to_string(), *count)).collect::<Vec<_>>()
        };
        assert_eq!(counts(&[0, 200, 200], 200), each(&[("0", 1), ("1", 0), ("2", 2)]));
        let tens = counts(&[0, 250, 3999, 4000], 4000);
        assert_eq!((tens.len(), &tens[0], &tens[9]), (10, &("0".into(), 2), &("36".into(), 2)));
        // No points can be earned.
        assert_eq!(counts(&[0, 0], 0), each(&[("0", 2)]));
    }

    proptest! {
        #[test]
        fn each_result_is_in_one_bar(results in prop::collection::vec(0..5000_u64, 1..60), most in 0..5000_u64) {
            let spread = spread(&results, most).unwrap();
            let counted: usize = spread.histogram.iter().map(|bar| bar.count).sum();
            prop_assert_eq!(counted, results.len());
            prop_assert!(spread.histogram.windows(2).all(|bars| bars[0].to == bars[1].from));
        }
    }
}
