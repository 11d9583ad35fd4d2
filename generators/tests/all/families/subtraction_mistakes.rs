//! The families of subtraction games catch the mistakes that they are meant to catch. Each mistake
//! is made on purpose in a solver that is as plain as possible, and the checker must reject its
//! claim. Without a mistake, the checker accepts it.

use std::collections::HashSet;

use referee_checker::subtraction_game::{Claim, HeapMove, Instance, MAX_AMOUNT, Rule};
use referee_checker::{Case, CheckVerdict};

use super::subtraction_game::{TYPICAL, cases, parse, prepare};

/// A solver, with the points at which it can go wrong.
struct Solver {
    /// How the amounts are read.
    amounts: fn(Vec<u64>) -> Vec<u64>,
    /// How a value is stored.
    kept: fn(usize) -> usize,
    /// How two values, or sizes, are added.
    add: fn(usize, usize) -> usize,
    /// What a heap counts as, given its size and value.
    counts: fn(usize, usize) -> usize,
    /// Where the table is read for the rest, given the size, the amount, and the table's length.
    left: fn(usize, usize, usize) -> Option<usize>,
    /// The number of heaps searched for a move.
    heaps: usize,
}

const RIGHT: Solver = Solver {
    amounts: |amounts| amounts,
    kept: |value| value,
    add: |a, b| a ^ b,
    counts: |_, value| value,
    left: |size, take, _| size.checked_sub(take),
    heaps: usize::MAX,
};

impl Solver {
    fn claim(&self, instance: &Instance) -> Claim {
        let heaps: Vec<usize> = instance.heaps().iter().map(|&heap| heap as usize).collect();
        let largest = heaps.iter().copied().max().unwrap_or(0);
        let amounts = (self.amounts)(match instance.rule() {
            Rule::Squares => instance.rule().up_to(largest as u64),
            Rule::Set(amounts) => amounts.clone(),
        });
        let amounts: Vec<usize> = amounts.into_iter().map(|amount| amount as usize).collect();
        let mut values: Vec<usize> = Vec::new();
        for size in 0..=largest {
            let possible = amounts.iter().filter(|&&amount| amount <= size);
            let reached: HashSet<usize> = possible.map(|amount| values[size - amount]).collect();
            let value = (0..).find(|value| !reached.contains(value)).expect("there are enough");
            values.push((self.kept)(value));
        }
        let worth = |&size: &usize| (self.counts)(size, values[size]);
        let sum = heaps.iter().map(worth).fold(0, self.add);
        if sum == 0 {
            return Claim::Cold;
        }
        for (heap, &size) in (1..).zip(heaps.iter().take(self.heaps)) {
            for &take in amounts.iter().filter(|&&take| take <= largest) {
                let left = (self.left)(size, take, values.len());
                if left.is_some_and(|left| values[left] == sum ^ values[size]) {
                    return Claim::Hot(HeapMove { heap, take: take as i64 });
                }
            }
        }
        // The solver believes the position to be hot, but finds no move.
        Claim::Hot(HeapMove { heap: 1, take: amounts.first().map_or(1, |&amount| amount as i64) })
    }
}

fn is_accepted(instance: &Instance, claim: Claim) -> bool {
    let verdict = prepare(instance.clone()).check(&mut claim.to_string().as_bytes());
    matches!(verdict, Ok(CheckVerdict::Accepted(_)))
}

/// Asserts that the claim is wrong for every seed.
fn assert_refused(entry: &str, claim: impl Fn(&Instance) -> Claim) {
    for case in cases(entry, 20) {
        let instance = parse(&case.generate().expect(entry));
        let claim = claim(&instance);
        assert!(!is_accepted(&instance, claim), "{entry} {}: {claim}", case.name);
    }
}

fn assert_caught(entry: &str, solver: &Solver) {
    assert_refused(entry, |instance| solver.claim(instance));
}

/// A move by a rule of thumb, or cold if there is none.
fn hot_if(found: Option<(usize, u64)>) -> Claim {
    found.map_or(Claim::Cold, |(heap, take)| {
        Claim::Hot(HeapMove { heap: heap as i64 + 1, take: take as i64 })
    })
}

#[test]
fn the_plain_solver_agrees_with_the_checker() {
    for entry in TYPICAL {
        for case in cases(entry, 20) {
            let instance = parse(&case.generate().expect(entry));
            let amounts = |&heap: &u64| heap * instance.rule().up_to(heap).len() as u64;
            if instance.heaps().iter().all(|heap| amounts(heap) <= 100_000) {
                let claim = RIGHT.claim(&instance);
                assert!(is_accepted(&instance, claim), "{entry} {}: {claim}", case.name);
            }
        }
    }
}

#[test]
fn misread_amounts_are_caught() {
    let with_one = Solver {
        amounts: |mut amounts| {
            amounts.push(1);
            amounts
        },
        ..RIGHT
    };
    assert_caught("family = 'no-move-of-one'\nheaps = 3\nsize = 30", &with_one);
    assert_caught("family = 'no-move-of-one'\nheaps = 2\nsize = 30\noutcome = 'hot'", &with_one);
    let in_32_bits = Solver {
        amounts: |amounts| amounts.into_iter().map(|amount| amount % (1 << 32)).collect(),
        ..RIGHT
    };
    assert_caught("family = 'large-amounts'\nheaps = 3\nsize = 30\nwhich = 'word'", &in_32_bits);
    // Two mistakes: to take whatever is allowed, and to win if anything is.
    let takes_anyway = |instance: &Instance| {
        let amounts = instance.rule().up_to(MAX_AMOUNT);
        hot_if(amounts.first().map(|&take| (0, take)))
    };
    assert_refused("family = 'large-amounts'\nheaps = 3\nsize = 30\nwhich = 'all'", takes_anyway);
}

#[test]
fn misread_heaps_are_caught() {
    let assert_dropped = |entry: &str| {
        assert_refused(entry, |instance| {
            let kept = instance.heaps().iter().copied().filter(|&heap| heap > 0).collect();
            let kept = Instance::new(instance.rule().clone(), kept).expect("legal");
            RIGHT.claim(&kept)
        });
    };
    assert_dropped("family = 'empty-heaps'\nempty = 4\nheaps = 3\nsize = 100");
    assert_dropped("family = 'empty-heaps'\nrule = 'set'\nempty = 1\nheaps = 1\nsize = 100");
    assert_refused("family = 'one-winning-move'\nheaps = 4\nsize = 100", |instance| {
        let Claim::Hot(HeapMove { heap, take }) = RIGHT.claim(instance) else { panic!("hot") };
        Claim::Hot(HeapMove { heap: heap - 1, take })
    });
    assert_caught(
        "family = 'many-heaps'\nheaps = 300\nsize = 300",
        &Solver { heaps: 150, ..RIGHT },
    );
}

#[test]
fn moves_by_rules_of_thumb_are_caught() {
    for (amount, rule) in [("largest", "squares"), ("both", "set"), ("both", "squares")] {
        let entry = format!("family = 'greedy'\nrule = '{rule}'\nsize = 200\namount = '{amount}'");
        assert_refused(&entry, |instance| {
            hot_if(instance.rule().up_to(instance.heaps()[0]).last().map(|&take| (0, take)))
        });
    }
    for (amount, rule) in [("least", "squares"), ("both", "set"), ("both", "squares")] {
        let entry = format!("family = 'greedy'\nrule = '{rule}'\nsize = 200\namount = '{amount}'");
        assert_refused(&entry, |instance| {
            hot_if(instance.rule().up_to(instance.heaps()[0]).first().map(|&take| (0, take)))
        });
    }
    let from_end = Solver {
        left: |size, take, length| size.checked_sub(take).or((length + size).checked_sub(take)),
        ..RIGHT
    };
    assert_caught("family = 'overdraw'\nheaps = 3\nsize = 100", &from_end);
    assert_caught("family = 'overdraw'\nrule = 'set'\nheaps = 3\nsize = 60", &from_end);
    let difference = Solver { left: |size, take, _| Some(size.abs_diff(take)), ..RIGHT };
    let read = "read = 'difference'";
    assert_caught(&format!("family = 'overdraw'\nheaps = 3\nsize = 100\n{read}"), &difference);
}

/// The solution moves in a heap of value 0, and the checker has to accept it.
#[test]
fn raising_a_value_wins() {
    for case in cases("family = 'raising-move'\nheaps = 3\nsize = 100", 20) {
        let instance = parse(&case.generate().expect("possible"));
        let alone = Instance::new(instance.rule().clone(), instance.heaps()[..1].to_vec());
        assert!(prepare(alone.expect("legal")).is_cold().expect("enough memory"));
        let Claim::Hot(HeapMove { heap: 1, take }) = RIGHT.claim(&instance) else {
            panic!("heap 1")
        };
        assert!(is_accepted(&instance, Claim::Hot(HeapMove { heap: 1, take })));
    }
}

#[test]
fn false_sums_are_caught() {
    let with_carry = Solver { add: |a, b| a + b, ..RIGHT };
    assert_caught("family = 'equal-heaps'\npairs = 20\nsize = 100", &with_carry);
    let nim = Solver { counts: |size, _| size, ..RIGHT };
    assert_caught("family = 'xor-of-sizes'\nheaps = 3\nsize = 100", &nim);
    assert_caught("family = 'xor-of-sizes'\nheaps = 4\nsize = 100\noutcome = 'hot'", &nim);
    let parity = Solver { counts: |size, _| size % 2, ..RIGHT };
    for rule in ["squares", "set"] {
        for outcome in ["cold", "hot"] {
            let parameters =
                format!("rule = '{rule}'\nheaps = 3\nsize = 60\noutcome = '{outcome}'");
            assert_caught(&format!("family = 'parity'\n{parameters}"), &parity);
        }
    }
    let hot_heaps = Solver { counts: |_, value| value.min(1), ..RIGHT };
    assert_caught("family = 'separately'\nheaps = 4\nsize = 100\noutcome = 'hot'", &hot_heaps);
    let byte = Solver { kept: |value| value % 256, ..RIGHT };
    assert_caught("family = 'byte-overflow'\nheaps = 3\nsize = 700", &byte);
    // In these, a cold position is claimed to be hot; the move does not matter.
    let one_hot = |instance: &Instance| {
        let alone = |&heap: &u64| {
            let alone = Instance::new(instance.rule().clone(), vec![heap]).expect("legal");
            RIGHT.claim(&alone)
        };
        let hot = (1..).zip(instance.heaps()).find_map(|(heap, size)| match alone(size) {
            Claim::Cold => None,
            Claim::Hot(HeapMove { take, .. }) => Some(HeapMove { heap, take }),
        });
        hot.map_or(Claim::Cold, Claim::Hot)
    };
    assert_refused("family = 'separately'\nheaps = 3\nsize = 100", one_hot);
    assert_refused("family = 'separately'\nheaps = 4\nsize = 100\noutcome = 'hot'", one_hot);
}

#[test]
fn remainders_are_caught() {
    let claim = |instance: &Instance| {
        let heap = instance.heaps()[0];
        let squares = instance.rule().up_to(heap);
        let cold = |left: u64| matches!(left % 5, 0 | 2);
        let found = squares.iter().find(|&&take| cold(heap - take)).or(squares.first());
        hot_if(found.filter(|_| !cold(heap)).map(|&take| (0, take)))
    };
    assert_refused("family = 'off-residues'\nsize = 10000", claim);
    assert_refused("family = 'off-residues'\nsize = 10000\noutcome = 'hot'", claim);
}

/// Whether each heap up to `size` is cold.
fn outcomes(instance: &Instance, size: u64) -> Vec<bool> {
    let amounts = instance.rule().up_to(size);
    let mut is_cold: Vec<bool> = Vec::new();
    for heap in 0..=size {
        let mut possible = amounts.iter().take_while(|&&take| take <= heap);
        is_cold.push(!possible.any(|take| is_cold[(heap - take) as usize]));
    }
    is_cold
}

/// The shortest pre-period and period that agree with the outcomes, which must cover three periods.
fn guess(is_cold: &[bool]) -> (usize, usize) {
    let guesses = (1..=is_cold.len() / 3).map(|period| {
        let from_end = (0..is_cold.len() - period).rev();
        let same = from_end.take_while(|&at| is_cold[at] == is_cold[at + period]).count();
        (is_cold.len() - period - same, period)
    });
    let long_enough = guesses.filter(|(before, period)| before + 3 * period <= is_cold.len());
    long_enough.min_by_key(|(before, period)| before + period).expect("there is one")
}

/// Asserts that the claimed outcome is wrong for every seed. The move does not matter.
fn assert_other_outcome(entry: &str, claims_cold: impl Fn(&Instance) -> bool) {
    for case in cases(entry, 20) {
        let instance = parse(&case.generate().expect(entry));
        let is_cold = prepare(instance.clone()).is_cold().expect("enough memory");
        assert_ne!(is_cold, claims_cold(&instance), "{entry} {}", case.name);
    }
}

#[test]
fn guessed_periods_are_caught() {
    for outcome in ["cold", "hot"] {
        let entry = format!("family = 'late-amount'\nwindow = 1000\noutcome = '{outcome}'");
        assert_other_outcome(&entry, |instance| {
            let window = outcomes(instance, 999);
            let (before, period) = guess(&window);
            let heap = instance.heaps()[0] as usize;
            window[before + (heap - before) % period]
        });
        let entry = format!("family = 'long-period'\nsize = 5000\noutcome = '{outcome}'");
        assert_other_outcome(&entry, |instance| {
            let (_, period) = guess(&outcomes(instance, 5000));
            outcomes(instance, 5000)[instance.heaps()[0] as usize % period]
        });
    }
}
