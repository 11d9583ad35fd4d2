//! The reported progress: increasing, in small steps, and complete.

use std::cell::RefCell;

use referee_games::cold::method as cold_method;
use referee_games::nim::NIM_METHODS;
use referee_games::{Effort, Rule};

/// Returns the progress that an evaluation reports.
fn told(evaluate: impl Fn(&Effort)) -> Vec<f64> {
    let told = RefCell::new(Vec::new());
    evaluate(&Effort { threads: 2, progress: &|share| told.borrow_mut().push(share) });
    told.into_inner()
}

#[track_caller]
fn is_good(told: &[f64], least: usize, name: &str) {
    assert!((least..=2000).contains(&told.len()), "{name} told {} times", told.len());
    assert!(told[0] >= 0.0 && told.windows(2).all(|pair| pair[0] <= pair[1]), "{name}: {told:?}");
    assert_eq!(told.last(), Some(&1.0), "{name}");
}

#[test]
fn every_method_tells_how_far_it_is() {
    let rule = Rule::named("squares").unwrap();
    for method in NIM_METHODS {
        let told = told(|effort| drop((method.evaluate)(&rule, 1 << 17, effort)));
        is_good(&told, 8, method.name);
    }
    let convolution = cold_method("convolution").unwrap();
    let told = told(|effort| drop((convolution.evaluate)(&rule, 1 << 18, effort)));
    is_good(&told, 16, "convolution");
}

#[test]
fn even_the_smallest_evaluation_ends() {
    let rules = [Rule::set(vec![]), Rule::set(vec![1, 5]), Rule::named("primes").unwrap()];
    for (rule, size) in rules.iter().flat_map(|rule| (0..70).map(move |size| (rule, size))) {
        for method in NIM_METHODS {
            is_good(&told(|effort| drop((method.evaluate)(rule, size, effort))), 1, method.name);
        }
        let convolution = cold_method("convolution").unwrap();
        is_good(&told(|effort| drop((convolution.evaluate)(rule, size, effort))), 1, "convolution");
    }
}

#[test]
fn dynamic_programming_counts_its_steps_not_its_positions() {
    // n^1.5 steps: after half of the positions, about 0.35 of the work is done.
    let rule = Rule::named("squares").unwrap();
    let dp = NIM_METHODS.iter().find(|method| method.name == "dp").unwrap();
    let told = told(|effort| drop((dp.evaluate)(&rule, 1 << 12, effort)));
    let steps = |size: u64| rule.up_to(size - 1).iter().map(|amount| size - amount).sum::<u64>();
    let half = steps(1 << 11) as f64 / steps(1 << 12) as f64;
    assert!((0.34..0.37).contains(&half));
    // Each position reports at most once; the steps of one are up to 2 k of k^3 in total.
    let below = told.iter().filter(|&&share| share < half).count() as f64;
    assert!((below / told.len() as f64 - half).abs() < 0.03, "{below} of {}", told.len());
}
