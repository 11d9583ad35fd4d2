//! The cost of nim-values and convolution for the squares, as ratios to a floor in the same run.
//!
//! The floor of nim-values is `dp`, the plain method; that of convolution is a plain sieve of
//! bytes. Every bench asserts its answer; no time is asserted. `cargo bench --bench nim -- --large`
//! takes some minutes longer: it adds the default method below 2^22 and 2^24, once each, and the
//! size at which convolution would become the faster way to find cold positions, extrapolated from
//! measurements up to 2^26.

use std::time::{Duration, Instant};

use referee_benches::{Table, medians, milliseconds};
use referee_games::cold::method as cold_method;
use referee_games::nim::NIM_METHODS;
use referee_games::{Effort, Rule};

fn main() {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut table = Table::begin();
    for exponent in [18, 20] {
        for (name, threads) in [("blocked", 1), ("blocked", threads), ("per-value", 1)] {
            let [ours, floor] = medians([
                &mut || sum(name, exponent, threads), //
                &mut || sum("dp", exponent, 1),
            ]);
            let what = format!("{name} below 2^{exponent}, {threads} threads : dp");
            table.times(&what, ours, floor, None);
        }
    }
    let [ours, floor] =
        medians([&mut || sum("convolution-per-value", 16, 1), &mut || sum("dp", 16, 1)]);
    table.times("convolution-per-value below 2^16 : dp", ours, floor, None);
    // With as many amounts as there are primes, the sieve takes half a minute below 2^22.
    for (name, exponents) in [("squares", &[18, 20, 22][..]), ("primes", &[16, 18])] {
        let rule = Rule::named(name).expect("a sequence");
        for &exponent in exponents {
            let size = 1 << exponent;
            assert_eq!(cold("convolution", &rule, size), sieve(&rule, size));
            let [ours, floor] = medians([
                &mut || cold("convolution", &rule, size), //
                &mut || sieve(&rule, size),
            ]);
            let what = format!("convolution, {name} below 2^{exponent} : sieve of bytes");
            table.times(&what, ours, floor, None);
        }
    }
    if std::env::args().any(|argument| argument == "--large") {
        for (exponent, largest) in [(22, 278), (24, 450)] {
            let start = Instant::now();
            assert_eq!(values("blocked", exponent, threads).into_iter().max(), Some(largest));
            let time = milliseconds(start.elapsed());
            println!("blocked below 2^{exponent}, {threads} threads, once: {time}");
        }
        crossover();
    }
    table.end();
}

/// The nim-values of the squares below a power of 2.
fn values(method: &str, exponent: u32, threads: usize) -> Vec<u16> {
    let method = NIM_METHODS.iter().find(|other| other.name == method).expect("a method");
    let rule = Rule::named("squares").expect("a sequence");
    (method.evaluate)(&rule, 1 << exponent, &Effort::silent(threads)).expect("small values")
}

/// The sum of these nim-values.
fn sum(method: &str, exponent: u32, threads: usize) -> u64 {
    let values = values(method, exponent, threads);
    if exponent == 20 {
        assert_eq!(values.iter().max(), Some(&170));
    }
    values.into_iter().map(u64::from).sum()
}

/// The number of cold positions.
fn cold(method: &str, rule: &Rule, size: u64) -> u64 {
    (cold_method(method).unwrap().evaluate)(rule, size, &Effort::silent(1)).count(size)
}

/// The exponent of the number of marks of a sieve: about n^0.698 cold positions times n^0.5
/// amounts.
const MARKS: f64 = 1.198;

/// Prints the size from which convolution would find the cold positions of the squares faster than
/// sieves. Its time grows like n log^2 n. The time of a sieve is extrapolated by the best-fitting
/// power or, alternatively, from the last measurement by the number of its marks.
fn crossover() {
    let rule = Rule::named("squares").expect("a sequence");
    let times = |method: &str, exponents: [u32; 4]| {
        exponents.map(|exponent| {
            let time = best(|| cold(method, &rule, 1 << exponent));
            println!("{method} below 2^{exponent}: {}", milliseconds(time));
            (f64::from(exponent), time.as_secs_f64())
        })
    };
    let log_squared = |exponent: f64| exponent.exp2() * exponent * exponent;
    let [.., (longest, time)] = times("convolution", [20, 22, 24, 26]);
    let convolution = |exponent: f64| time * log_squared(exponent) / log_squared(longest);
    for (method, exponents) in [
        ("sieve", [20, 22, 24, 26]),
        ("segmented", [20, 22, 24, 26]),
        ("residues", [24, 26, 28, 30]), // too fast to measure below
    ] {
        let points = times(method, exponents);
        let [.., (last, time)] = points;
        let (fitted, factor) = power_law(&points);
        for (power, factor) in [(fitted, factor), (MARKS, time / (MARKS * last).exp2())] {
            let is_slower =
                |&exponent: &f64| factor * (power * exponent).exp2() > convolution(exponent);
            let found = (260..10_000).map(|tenth| f64::from(tenth) / 10.0).find(is_slower);
            let found = found.map(|exponent| format!("10^{:.1}", exponent * 2f64.log10()));
            let found = found.unwrap_or("beyond all bounds".to_owned());
            println!(
                "{method}, if it grows like n^{power:.2}: convolution is faster from {found} on \
                 (the source expects it from about 10^18 on)"
            );
        }
    }
}

/// The shortest time of three turns.
fn best(work: impl Fn() -> u64) -> Duration {
    let turn = || {
        let start = Instant::now();
        std::hint::black_box(work());
        start.elapsed()
    };
    (0..3).map(|_| turn()).min().expect("three turns")
}

/// The power p and the factor f for which f n^p fits the times best, given points (log n, time);
/// all logarithms are to base 2.
fn power_law(points: &[(f64, f64)]) -> (f64, f64) {
    let count = points.len() as f64;
    let mean = |of: &dyn Fn(f64, f64) -> f64| {
        points.iter().map(|&(x, time)| of(x, time.log2())).sum::<f64>() / count
    };
    let (x, y) = (mean(&|x, _| x), mean(&|_, y| y));
    let power = (mean(&|x, y| x * y) - x * y) / (mean(&|x, _| x * x) - x * x);
    (power, (y - power * x).exp2())
}

/// The number of cold positions by the published sieve, with a byte for each position.
fn sieve(rule: &Rule, size: u64) -> u64 {
    let amounts = rule.up_to(size);
    let mut is_hot = vec![false; size as usize];
    let mut cold = 0;
    for position in 0..size {
        if is_hot[position as usize] {
            continue;
        }
        cold += 1;
        for to in amounts.iter().map(|amount| position + amount).take_while(|&to| to < size) {
            is_hot[to as usize] = true;
        }
    }
    cold
}
