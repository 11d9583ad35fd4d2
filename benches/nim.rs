//! What nim-values and convolution cost for the squares, as ratios against a floor in the same run.
//!
//! The floor of nim-values is `dp`; that of convolution is a plain sieve of bytes. Every bench
//! asserts its answer; no time is asserted. `cargo bench --bench nim -- --large` adds 2^22 and 2^24
//! for the fastest method, once each.

#[allow(dead_code)] // each bench uses a part of it
mod support;

use std::time::Instant;

use referee::subtraction::cold::method as cold_method;
use referee::subtraction::nim::NIM_METHODS;
use referee::subtraction::{Effort, Rule};
use support::{Table, medians, milliseconds};

fn main() {
    let mut table = Table::new();
    for exponent in [18, 20] {
        for name in ["blocked", "per-value"] {
            let [ours, floor] = medians([&mut || sum(name, exponent), &mut || sum("dp", exponent)]);
            table.times(&format!("{name} below 2^{exponent}, against dp"), ours, floor, None);
        }
    }
    let [ours, floor] = medians([&mut || sum("convolution-per-value", 16), &mut || sum("dp", 16)]);
    table.times("convolution-per-value below 2^16, against dp", ours, floor, None);
    // The sieve of so many amounts as there are primes takes half a minute below 2^22.
    for (name, exponents) in [("squares", &[18, 20, 22][..]), ("primes", &[16, 18])] {
        let rule = Rule::named(name).expect("a sequence");
        for &exponent in exponents {
            let size = 1 << exponent;
            assert_eq!(convolution(&rule, size), sieve(&rule, size));
            let [ours, floor] =
                medians([&mut || convolution(&rule, size), &mut || sieve(&rule, size)]);
            let what = format!("convolution, {name} below 2^{exponent}, against a sieve");
            table.times(&what, ours, floor, None);
        }
    }
    if std::env::args().any(|argument| argument == "--large") {
        for exponent in [22, 24] {
            let start = Instant::now();
            std::hint::black_box(sum("blocked", exponent));
            println!("blocked below 2^{exponent}, once: {}", milliseconds(start.elapsed()));
        }
    }
    table.end();
}

/// The sum of the nim-values of the squares below a power of 2.
fn sum(method: &str, exponent: u32) -> u64 {
    let method = NIM_METHODS.iter().find(|other| other.name == method).expect("a method");
    let rule = Rule::named("squares").expect("a sequence");
    let values = (method.evaluate)(&rule, 1 << exponent, &Effort::silent(1)).expect("small values");
    if exponent == 20 {
        assert_eq!(values.iter().max(), Some(&170));
    }
    values.into_iter().map(u64::from).sum()
}

/// The number of cold positions.
fn convolution(rule: &Rule, size: u64) -> u64 {
    (cold_method("convolution").unwrap().evaluate)(rule, size, &Effort::silent(1)).count(size)
}

/// The same by the published sieve: a byte for each position.
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
