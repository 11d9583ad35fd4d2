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
    assert_eq!(PowerLaw::fitted(&given(&[0, 0, 2]), 0), None);
    assert_eq!(PowerLaw::fitted(&given(&[0, 1, 2]), 0).unwrap().range, (1, 2));
    // An outlier affects least squares, but not repeated medians.
    let mut points: Vec<_> = (1..60).map(|n| (n * n * n, 5 * n * n)).collect();
    points[40].1 = 1_000_000;
    let law = PowerLaw::repeated_medians(&points).unwrap();
    assert!((law.exponent - 2.0 / 3.0).abs() < 1e-12 && (law.factor - 5.0).abs() < 1e-12);
    assert_eq!(law.range, (0, 18));
    assert_eq!(PowerLaw::repeated_medians(&[(1, 0), (8, 1)]), None);
}

#[test]
fn medians() {
    assert_eq!(median(vec![]), None);
    assert_eq!(median(vec![3.0, 1.0, 2.0]), Some(2.0));
    assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), Some(2.5));
}

#[test]
fn values_at_cubes() {
    let mut cold = Cold::none(28);
    [0, 2, 7, 8, 27].into_iter().for_each(|n| cold.insert(n));
    assert_eq!(counts_at_cubes(&cold), [(1, 1), (8, 3), (27, 4)]);
    let values: Vec<u16> = (0..27).map(|n| n % 8).collect();
    assert_eq!(largest_at_cubes(&values), [(1, 0), (8, 7)]);
}

/// The counts of subtract-a-square below 2^0, 2^1, ..., 2^30 (OEIS A030193 lists the
/// positions).
const SQUARES: [u64; 31] = [
    1, 1, 2, 4, 7, 10, 16, 25, 45, 75, 118, 185, 305, 492, 812, 1281, 2053, 3307, 5394, 8777,
    14421, 23327, 37783, 61300, 100_145, 162_427, 262_950, 425_195, 691_247, 1_122_049, 1_816_355,
];

#[test]
fn squares_grow_like_the_known_law() {
    let law = PowerLaw::fitted(&given(&SQUARES), 10).unwrap();
    assert!((law.exponent - 0.6970).abs() < 1e-4, "{law:?}");
    assert!((law.factor - 0.917).abs() < 1e-3, "{law:?}");
}
