use super::*;

/// Creates made-up times and work for n = 2^16, ..., 2^21: a factor times a power of n, perhaps
/// times the levels.
fn made_up(name: &'static str, factor: f64, power: f64, divides: bool) -> Compared {
    let value = |x: u32| {
        let x = f64::from(x);
        factor * (power * x + beside(divides, x)).exp2()
    };
    let time = |exponent| Time::of(exponent, vec![1e-9 * value(exponent); TURNS]).unwrap();
    let work = |exponent| OperationCounts { exponent, operations: value(exponent) as u64 };
    Compared::new(name, divides, (16..=21).map(time).collect(), (16..=21).map(work).collect())
}

#[test]
fn growth_is_found_again() {
    let growth = made_up("convolution", 30.0, 1.0, true).time_growth.unwrap();
    assert!((growth.exponent - 1.0).abs() < 1e-9 && growth.error < 1e-6, "{growth:?}");
    assert_eq!((growth.divides, growth.range), (true, (16, 21)));
    assert!((growth.at(40.0) - (30e-9 * 40f64.exp2() * levels(40.0)).log2()).abs() < 1e-6);
}

#[test]
fn the_crossing_is_where_both_take_the_same() {
    // 2^(1.5 x) = 32 * 2^x * levels(x), where x is 2 (5 + log levels(x)).
    let methods = [made_up("sieve", 1.0, 1.5, false), made_up("convolution", 32.0, 1.0, true)];
    let crossings = crossings(&methods);
    let measures: Vec<_> = crossings.iter().map(|crossing| crossing.measure).collect();
    assert_eq!(measures, [Measure::Time, Measure::Work]);
    for crossing in crossings {
        let at = crossing.at.unwrap();
        assert!((at - 2.0 * (5.0 + levels(at).log2())).abs() < 0.1, "{crossing:?}");
        assert_eq!((crossing.of, crossing.by), ("sieve", "convolution"));
        let (low, high) = (crossing.interval.0.unwrap(), crossing.interval.1.unwrap());
        assert!(low <= at && at <= high && high - low < 0.5, "{crossing:?}");
    }
}

#[test]
fn a_crossing_is_as_uncertain_as_the_times_are() {
    let wobbling = |by: f64| {
        let time = |exponent: u32| {
            let wobble = if exponent.is_multiple_of(2) { by } else { 1.0 / by };
            let seconds = 1e-9 * (1.5 * f64::from(exponent)).exp2() * wobble;
            Time::of(exponent, vec![seconds; TURNS]).unwrap()
        };
        Compared::new("sieve", false, (16..=21).map(time).collect(), Vec::new())
    };
    let convolution = made_up("convolution", 32.0, 1.0, true);
    let width = |by| {
        let found = Crossing::find(&wobbling(by), &convolution, Measure::Time).unwrap();
        found.interval.1.unwrap_or(BEYOND) - found.interval.0.unwrap()
    };
    assert!(width(1.01) < width(1.05) && width(1.05) < width(1.2), "wider and wider");
    assert_eq!(Crossing::find(&wobbling(1.1), &convolution, Measure::Work), None);
    // A method that grows more slowly is never overtaken.
    let slow = made_up("residues", 1e-3, 0.9, false);
    let never = Crossing::find(&slow, &convolution, Measure::Time).unwrap();
    assert_eq!((never.at, never.interval), (None, (None, None)));
}

#[test]
fn each_method_goes_on_until_its_share_is_used_up() {
    let mut order = Vec::new();
    let times = in_turns(2, 10..=14, 80.0, |method, exponent, turn| {
        order.push((exponent, turn, method));
        Some(if method == 0 { 1.0 } else { f64::from(exponent - 9) * 2.0 - turn as f64 / 10.0 })
    });
    // The first takes 5 for each size. The second takes 9 for the first size, then 19, which leaves
    // 12: too little for five turns of 7.
    let sizes = |method: usize| times[method].iter().map(|time| time.exponent).collect::<Vec<_>>();
    assert_eq!((sizes(0), sizes(1)), (vec![10, 11, 12, 13, 14], vec![10, 11]));
    assert_eq!(order[..4], [(10, 0, 0), (10, 0, 1), (10, 1, 0), (10, 1, 1)], "in turns");
    let Time { median, least, greatest, .. } = times[1][0];
    assert_eq!((median, least, greatest), (1.8, 1.6, 2.0));
    // Without enough memory, nothing is measured.
    assert_eq!(in_turns(1, 10..=12, 9.0, |_, _, _| None), [vec![]]);
}

#[test]
fn too_few_sizes_have_no_growth() {
    for values in [&[][..], &[(16, 1.0), (17, 2.0)], &[(13, 1.0), (14, 2.0), (15, 4.0)]] {
        assert_eq!(GrowthRate::of(false, values.to_vec()), None);
    }
    assert_eq!(GrowthRate::of(false, vec![(16, 0.0), (17, 1.0), (18, 2.0)]), None);
}
