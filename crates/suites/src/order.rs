//! The order of cases that makes wrong programs fail soonest.
//!
//! Finding the order that minimizes the sum, over all programs, of the time until the first failure
//! is NP-hard. The greedy order, which always takes the case that catches most of the remaining
//! programs per second, takes at most four times as long as the best order, and no efficient
//! algorithm guarantees less (U. Feige, L. Lovász, P. Tetali, "Approximating min sum set cover",
//! 2004).

/// An order of cases.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CaseOrder {
    /// The positions of all cases.
    pub cases: Vec<usize>,
    /// How many of the first cases catch a program that no earlier case catches. The rest add
    /// nothing.
    pub catching: usize,
}

impl CaseOrder {
    /// Returns the cases that suffice to catch every program that any case catches.
    pub fn catching(&self) -> &[usize] {
        &self.cases[..self.catching]
    }
}

/// Returns that order. `caught` lists the programs that each case catches, by number below
/// `programs`, and `seconds` the time of each case. Cases that catch no remaining program come
/// last, the fastest first, and ties keep the given order.
pub(super) fn soonest(caught: &[Vec<usize>], seconds: &[f64], programs: usize) -> CaseOrder {
    let mut caught_by = vec![Vec::new(); programs];
    for (case, caught) in caught.iter().enumerate() {
        caught.iter().for_each(|&program| caught_by[program].push(case));
    }
    let mut is_left = vec![true; programs];
    // How many of the remaining programs each case catches.
    let mut count: Vec<usize> = caught.iter().map(Vec::len).collect();
    let mut cases = Vec::with_capacity(caught.len());
    // Times too short to measure count as a millisecond.
    let rate = |case: usize, count: &[usize]| count[case] as f64 / seconds[case].max(0.001);
    loop {
        let catching = (0..caught.len()).filter(|&case| count[case] > 0);
        let best = catching.max_by(|&a, &b| {
            rate(a, &count)
                .total_cmp(&rate(b, &count))
                .then_with(|| seconds[b].total_cmp(&seconds[a]))
                .then(b.cmp(&a))
        });
        let Some(case) = best else { break };
        cases.push(case);
        for &program in &caught[case] {
            if std::mem::take(&mut is_left[program]) {
                caught_by[program].iter().for_each(|&other| count[other] -= 1);
            }
        }
    }
    let catching = cases.len();
    let mut is_rest = vec![true; caught.len()];
    cases.iter().for_each(|&case| is_rest[case] = false);
    let mut rest: Vec<usize> = (0..caught.len()).filter(|&case| is_rest[case]).collect();
    rest.sort_by(|&a, &b| seconds[a].total_cmp(&seconds[b]));
    cases.extend(rest);
    CaseOrder { cases, catching }
}

#[cfg(test)]
mod tests {
    use super::{CaseOrder, soonest};

    #[test]
    fn most_failures_per_second_first() {
        let caught = [vec![0], vec![0, 1, 2], vec![3], vec![]];
        let order = soonest(&caught, &[1.0, 2.0, 1.0, 0.1], 4);
        assert_eq!((&order.cases[..], order.catching()), (&[1, 2, 3, 0][..], &[1, 2][..]));
        let order = soonest(&caught, &[1.0, 9.0, 1.0, 0.1], 4);
        assert_eq!((&order.cases[..], order.catching()), (&[0, 2, 1, 3][..], &[0, 2, 1][..]));
    }

    #[test]
    fn ties_stay_in_order_and_no_time_is_no_reason_to_divide_by() {
        assert_eq!(soonest(&[vec![0], vec![1], vec![2]], &[0.0; 3], 3).cases, [0, 1, 2]);
        assert_eq!(soonest(&[], &[], 0), CaseOrder::default());
    }

    /// The total time until each program fails; programs that no case catches run on all cases.
    fn total(order: &[usize], caught: &[Vec<usize>], seconds: &[f64], programs: usize) -> f64 {
        let until = |program: usize| {
            let first = order.iter().position(|&case| caught[case].contains(&program));
            let ran = &order[..first.map_or(order.len(), |at| at + 1)];
            ran.iter().map(|&case| seconds[case]).sum::<f64>()
        };
        (0..programs).map(until).sum()
    }

    #[test]
    fn never_four_times_as_long_as_the_best_order() {
        for seed in 1..400_u64 {
            let bits = |at: u64| {
                seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(11 * at as u32) >> 20
            };
            let caught: Vec<Vec<usize>> = (0..4)
                .map(|case| (0..6).filter(|program| bits(case) >> program & 1 == 1).collect())
                .collect();
            let seconds: Vec<f64> = (0..4).map(|case| 1.0 + (bits(case) >> 8 & 7) as f64).collect();
            let mut best = f64::INFINITY;
            for code in 0..256 {
                let order: Vec<usize> = (0..4).map(|at| code >> (2 * at) & 3).collect();
                if (0..4).all(|case| order.contains(&case)) {
                    best = best.min(total(&order, &caught, &seconds, 6));
                }
            }
            let order = soonest(&caught, &seconds, 6);
            assert!(total(&order.cases, &caught, &seconds, 6) <= 4.0 * best);
            let catches = |program: usize, cases: &[usize]| {
                cases.iter().any(|&case| caught[case].contains(&program))
            };
            for program in 0..6 {
                assert_eq!(catches(program, order.catching()), catches(program, &order.cases));
            }
        }
    }
}
