//! Reproduces the law of growth in the figure of the source.

use referee_games::fit::{Fit, PowerLaw, counts_at_cubes};
use referee_games::{Effort, Rule, cold};

/// The numbers of cold positions of subtract-a-square below 1^3, 2^3, ..., 1023^3, the last cube
/// below 2^30.
fn squares() -> Vec<(u64, u64)> {
    let counts = include_str!("cubes.txt").split_whitespace().map(|count| count.parse().unwrap());
    (1..).map(|root: u64| root.pow(3)).zip(counts).collect()
}

#[test]
fn the_law_of_the_figure_is_found_to_its_last_digit() {
    let points = squares();
    assert_eq!((points.len(), points[1022]), (1023, (1_070_599_167, 1_812_718)));
    let law = PowerLaw::repeated_medians(&points).unwrap();
    assert_eq!(format!("{:.15} * n^{:.15}", law.factor, law.exponent), LAW);
    assert_eq!((law.range, law.fit), ((0, 30), Fit::RepeatedMedians));
}

/// As printed in the figure, with fifteen digits.
const LAW: &str = "0.897244337916743 * n^0.698354314248528";

#[test]
fn its_points_are_those_of_the_sieve() {
    let size = 1 << 22;
    let found = cold::sieve(&Rule::named("squares").unwrap(), size, &Effort::silent(1));
    let found = counts_at_cubes(&found);
    assert_eq!(found.len(), 161);
    assert_eq!(found, squares()[..161]);
}
