//! How results are spread: mean, median, and a histogram.

use serde::Serialize;

use referee_events::points::Points;

/// The number of bars of a histogram, at most. Up to this number there is one for each whole point.
const BARS: u64 = 12;

/// How many bars there are where there cannot be one for each point.
const FEW: u64 = 10;

/// How some results are spread.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Spread {
    /// The best result possible.
    pub most: Points,
    /// The mean, to two decimal places.
    pub mean: Points,
    /// The median: of an even number of results, the mean of the two in the middle.
    pub median: Points,
    /// How many results are in each range, ascending.
    pub histogram: Vec<Bar>,
}

/// A bar of a histogram: how many results are at least `from`, and less than `to` or, in the last bar, at most.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Bar {
    /// Its least result.
    pub from: Points,
    /// The result that ends it.
    pub to: Points,
    /// How many results are in it.
    pub count: usize,
}

impl Spread {
    /// Returns how these results are spread, of which none is above `most`; none if there are none.
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
    /// Returns the results that it stands for, among the bars of its histogram.
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
        // Nobody can get anything.
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
