//! The rules of subtraction games: which amounts a move may take.

/// The maximum length of an interval that divide and conquer leaves to the sieve, and its binary
/// logarithm.
pub(super) const LEAF: usize = 1 << LEAF_LOG;
pub(super) const LEAF_LOG: u32 = 14;

/// A rule given by an infinite sequence of amounts, computed as far as needed.
#[derive(Debug)]
pub struct Rules {
    /// The name by which users choose it, such as `squares`.
    pub name: &'static str,
    /// The amounts that it allows, in words.
    pub summary: &'static str,
    /// Returns all amounts up to a limit, in increasing order, without duplicates.
    pub up_to: fn(u64) -> Vec<u64>,
    /// Estimates the maximum memory in bytes for listing them.
    memory: fn(u64) -> u64,
}

/// The maximum number of bytes per amount while a list grows and is converted to distances.
const LISTED: u64 = 32;

/// The amounts that may be taken from a heap in one move.
#[derive(Debug, Clone)]
pub enum Rule {
    /// An infinite sequence.
    Sequence(&'static Rules),
    /// These amounts, in increasing order, without duplicates and without 0.
    Set(Vec<u64>),
}

/// All sequences, in display order.
pub const SEQUENCES: &[Rules] = &[
    Rules {
        name: "squares",
        summary: "1, 4, 9, 16, ...",
        up_to: |most| up_to(most, |i| i.checked_mul(i)),
        memory: |most| LISTED * most.isqrt(),
    },
    Rules {
        name: "triangular",
        summary: "1, 3, 6, 10, ...",
        up_to: |most| up_to(most, |i| i.checked_mul(i + 1).map(|twice| twice / 2)),
        memory: |most| LISTED * most.saturating_mul(2).isqrt(),
    },
    Rules {
        name: "cubes",
        summary: "1, 8, 27, 64, ...",
        up_to: |most| up_to(most, |i| i.checked_pow(3)),
        memory: |most| LISTED * most.isqrt(),
    },
    Rules {
        name: "powers-of-two",
        summary: "1, 2, 4, 8, ...",
        up_to: |most| up_to(most, |i| 1u64.checked_shl(i as u32 - 1)),
        memory: |_| LISTED * 64,
    },
    Rules {
        name: "fibonacci",
        summary: "1, 2, 3, 5, 8, ...",
        up_to: fibonacci,
        memory: |_| LISTED * 128,
    },
    Rules {
        name: "primes",
        summary: "2, 3, 5, 7, ...",
        up_to: primes,
        // There are fewer than 1.26 n / ln n primes up to n; the sieve takes a byte for each
        // number.
        memory: |most| {
            most.saturating_add(LISTED * (1.26 * most as f64 / (most.max(2) as f64).ln()) as u64)
        },
    },
];

impl Rule {
    /// Returns the sequence with this name.
    pub fn named(name: &str) -> Option<Rule> {
        SEQUENCES.iter().find(|rules| rules.name == name).map(Rule::Sequence)
    }

    /// Returns a finite set of amounts in any order; 0 and duplicates are dropped.
    pub fn set(mut amounts: Vec<u64>) -> Rule {
        amounts.sort_unstable();
        amounts.dedup();
        amounts.retain(|&amount| amount > 0);
        Rule::Set(amounts)
    }

    /// Returns all amounts below `size`, in increasing order, as distances between positions in
    /// memory.
    pub(super) fn below(&self, size: u64) -> Vec<usize> {
        self.up_to(size.saturating_sub(1)).into_iter().map(|amount| amount as usize).collect()
    }

    /// Estimates the maximum memory in bytes of the amounts below `size`.
    pub(super) fn memory(&self, size: u64) -> u64 {
        match self {
            Rule::Sequence(rules) => (rules.memory)(size),
            Rule::Set(amounts) => LISTED * amounts.len() as u64,
        }
    }

    /// Returns all amounts up to `most`, in increasing order.
    pub fn up_to(&self, most: u64) -> Vec<u64> {
        match self {
            Rule::Sequence(rules) => (rules.up_to)(most),
            Rule::Set(amounts) => amounts[..amounts.partition_point(|&a| a <= most)].to_vec(),
        }
    }
}

/// Returns the values of `term` at 1, 2, 3, ..., which must increase, up to `most`.
fn up_to(most: u64, term: impl Fn(u64) -> Option<u64>) -> Vec<u64> {
    (1..).map_while(term).take_while(|&value| value <= most).collect()
}

fn fibonacci(most: u64) -> Vec<u64> {
    let pairs = std::iter::successors(Some((1u64, 2u64)), |&(a, b)| Some((b, a.checked_add(b)?)));
    pairs.map(|(a, _)| a).take_while(|&a| a <= most).collect()
}

/// Returns the primes up to `most`, by the sieve of Eratosthenes.
fn primes(most: u64) -> Vec<u64> {
    let Ok(size) = usize::try_from(most.saturating_add(1)) else { return Vec::new() };
    let mut is_composite = vec![false; size];
    let mut primes = Vec::new();
    for n in 2..size {
        if is_composite[n] {
            continue;
        }
        primes.push(n as u64);
        for multiple in (n.saturating_mul(n)..size).step_by(n) {
            is_composite[multiple] = true;
        }
    }
    primes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_begin_as_they_are_said_to() {
        let first = |name: &str| Rule::named(name).expect("a sequence").up_to(30);
        assert_eq!(first("squares"), [1, 4, 9, 16, 25]);
        assert_eq!(first("triangular"), [1, 3, 6, 10, 15, 21, 28]);
        assert_eq!(first("cubes"), [1, 8, 27]);
        assert_eq!(first("powers-of-two"), [1, 2, 4, 8, 16]);
        assert_eq!(first("fibonacci"), [1, 2, 3, 5, 8, 13, 21]);
        assert_eq!(first("primes"), [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]);
        for rules in SEQUENCES {
            assert!((rules.up_to)(0).is_empty());
            let many = (rules.up_to)(1 << 20);
            assert!(many.windows(2).all(|pair| pair[0] < pair[1]), "{}", rules.name);
        }
        for name in ["squares", "cubes", "powers-of-two", "fibonacci"] {
            assert!(Rule::named(name).unwrap().up_to(u64::MAX >> 20).len() > 10, "{name}");
        }
        assert_eq!(Rule::named("powers-of-two").unwrap().up_to(u64::MAX).len(), 64);
        assert!(Rule::named("magic").is_none());
    }

    #[test]
    fn a_set_is_what_it_holds() {
        assert_eq!(Rule::set(vec![7, 0, 3, 7, 1]).up_to(6), [1, 3]);
        assert!(Rule::set(vec![]).up_to(100).is_empty());
    }
}
