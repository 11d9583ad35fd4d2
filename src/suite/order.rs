//! The order of cases that makes wrong programs fail soonest.
//!
//! The sum, over all programs, of the time until the first failure is least for some order; to find it is NP-hard. The greedy
//! order, which always takes the case that catches most of the programs left per second, needs at most four times as long, and
//! nothing that is fast does better (U. Feige, L. Lovász, P. Tetali, "Approximating min sum set cover", 2004).

/// Returns the positions of all cases in that order. `caught` says which programs each case catches, by number below `programs`;
/// `seconds` how long a case takes. Cases that catch nobody who is left come last, the quickest first, and ties stay in the order
/// given.
pub(crate) fn soonest(caught: &[Vec<usize>], seconds: &[f64], programs: usize) -> Vec<usize> {
    let mut is_left = vec![true; programs];
    let mut rest: Vec<usize> = (0..caught.len()).collect();
    let mut order = Vec::with_capacity(rest.len());
    while !rest.is_empty() {
        let count = |case: usize| caught[case].iter().filter(|&&program| is_left[program]).count();
        // What takes no time that could be measured takes a millisecond.
        let rate = |case: usize| count(case) as f64 / seconds[case].max(0.001);
        let best = rest.iter().enumerate().max_by(|(first, a), (second, b)| {
            rate(**a)
                .total_cmp(&rate(**b))
                .then_with(|| seconds[**b].total_cmp(&seconds[**a]))
                .then(second.cmp(first))
        });
        let Some((position, _)) = best else { break };
        let case = rest.remove(position);
        caught[case].iter().for_each(|&program| is_left[program] = false);
        order.push(case);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::soonest;

    #[test]
    fn most_failures_per_second_first() {
        let caught = [vec![0], vec![0, 1, 2], vec![3], vec![]];
        assert_eq!(soonest(&caught, &[1.0, 2.0, 1.0, 0.1], 4), [1, 2, 3, 0]);
        assert_eq!(soonest(&caught, &[1.0, 9.0, 1.0, 0.1], 4), [0, 2, 1, 3]);
    }

    #[test]
    fn ties_stay_in_order_and_no_time_is_no_reason_to_divide_by() {
        assert_eq!(soonest(&[vec![0], vec![1], vec![2]], &[0.0; 3], 3), [0, 1, 2]);
        assert_eq!(soonest(&[], &[], 0), [] as [usize; 0]);
    }

    /// The total time until each program fails, where those that no case catches wait for all of them.
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
            assert!(total(&soonest(&caught, &seconds, 6), &caught, &seconds, 6) <= 4.0 * best);
        }
    }
}
