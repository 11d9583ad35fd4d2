//! Outcomes of one heap that repeat, but late.
//!
//! Whether a heap is cold depends only on the heaps that are smaller by at most the largest amount.
//! With amounts up to 64, these are the bits of a word; once a word recurs, all outcomes repeat
//! from there on. So the outcome of any heap can be computed without those before it.
//!
//! **A late amount.** Take a set whose outcomes have a short period, and add an amount that is far
//! larger and equals a heap that was cold so far. All smaller heaps keep their outcome, so the old
//! period seems to hold for any chosen length; but that heap itself is hot, since taking all of it
//! wins, and others after it change as well.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use referee_checker::subtraction_game::{MAX_HEAP, Rule};

use super::draft::{Promise, draw_amounts, finish, not_found, pick};
use super::values::cold_heaps;
use crate::family::attempts;
use crate::mixer::Mixer;
use crate::{Arguments, Family, FamilyError, Parameter, Random};

/// The number of outcomes searched for a period.
const LOOKED_AT: usize = 100_000;

/// The number of sets tried. Long periods are rare.
const TRIES: u32 = 2000;

const AMOUNTS: Parameter =
    Parameter::integer("amounts", 1, 40, "how many amounts the set has").or(3);
const LARGEST: Parameter =
    Parameter::integer("largest", 1, 64, "amounts are drawn up to this").or(20);
const OUTCOME: Parameter = Parameter::choice("outcome", &["cold", "hot"], "the outcome");

pub(super) const LARGE_HEAP: Family = Family {
    name: "large-heap",
    summary: "one heap, the largest of an outcome up to a size, under a set of small amounts",
    purpose: "solutions that go through all smaller heaps, or keep sizes in 31 bits",
    parameters: &[
        AMOUNTS,
        LARGEST,
        Parameter::integer("size", 1, MAX_HEAP as i64, "the heap is at most this large"),
        OUTCOME,
    ],
    generate: large_heap,
};

pub(super) const LATE_AMOUNT: Family = Family {
    name: "late-amount",
    summary: "outcomes have a period up to a size, and then an amount comes in that breaks it",
    purpose: "solutions that guess a period from too short a window",
    parameters: &[
        AMOUNTS,
        LARGEST,
        Parameter::integer("window", 10, 200_000, "at least so many outcomes are periodic"),
        OUTCOME,
    ],
    generate: late_amount,
};

pub(super) const LONG_PERIOD: Family = Family {
    name: "long-period",
    summary: "a long period, and before it outcomes that are no part of it: one heap, whose \
              remainder has another outcome",
    purpose: "solutions that guess a period from too short a window, or take outcomes for \
              periodic from 0 on",
    parameters: &[
        AMOUNTS,
        LARGEST,
        Parameter::integer("period", 1, 10_000, "the least period").or(1),
        Parameter::integer("before", 1, 10_000, "how many outcomes come before it, at least").or(1),
        Parameter::integer("size", 1, MAX_HEAP as i64, "the heap is at most this large"),
        OUTCOME,
    ],
    generate: long_period,
};

/// The outcomes of all heaps, which repeat from some heap on.
struct Outcomes {
    /// Whether heaps are cold, up to the end of the first period.
    is_cold: Vec<bool>,
    /// The number of outcomes before the period.
    before: usize,
}

impl Outcomes {
    /// Finds the outcomes under a set of amounts up to 64; `None` if they repeat too late.
    fn of(amounts: &[u64]) -> Option<Outcomes> {
        let moves = amounts.iter().fold(0u64, |moves, amount| moves | 1 << (amount - 1));
        // The most recent heaps, one bit each, the last in the lowest bit: 1 if the heap is cold.
        let mut last = 0u64;
        let reach = u64::MAX >> (64 - amounts.iter().max()?);
        let mut seen: HashMap<u64, usize, BuildHasherDefault<Mixer>> = HashMap::default();
        let mut is_cold = Vec::new();
        while is_cold.len() < LOOKED_AT {
            if let Some(start) = seen.insert(last, is_cold.len()) {
                let period = is_cold.len() - start;
                let same = (0..start).rev().take_while(|&at| is_cold[at] == is_cold[at + period]);
                let before = start - same.count();
                is_cold.truncate(before + period);
                return Some(Outcomes { is_cold, before });
            }
            let cold = last & moves == 0;
            is_cold.push(cold);
            last = (last << 1 | u64::from(cold)) & reach;
        }
        None
    }

    fn period(&self) -> usize {
        self.is_cold.len() - self.before
    }

    fn is_cold(&self, heap: u64) -> bool {
        let (heap, before) = (heap as usize, self.before);
        self.is_cold[if heap < before { heap } else { before + (heap - before) % self.period() }]
    }
}

/// Draws amounts until `find` returns something for them and their outcomes.
fn draw<T>(
    arguments: &Arguments,
    random: &mut Random,
    wanted: &str,
    mut find: impl FnMut(&[u64], &Outcomes, &mut Random) -> Option<T>,
) -> Result<(Vec<u64>, T), FamilyError> {
    let [count, largest] = ["amounts", "largest"].map(|name| arguments.integer(name) as u64);
    // Fails with the reason if there are too few amounts; the attempts below would hide it.
    draw_amounts(count, largest, random)?;
    attempts(TRIES, wanted, || {
        let amounts = draw_amounts(count, largest, random).ok()?;
        let found = find(&amounts, &Outcomes::of(&amounts)?, random)?;
        Some((amounts, found))
    })
}

fn large_heap(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let size = arguments.integer("size") as u64;
    let cold_wanted = arguments.text("outcome") == "cold";
    let (amounts, heap) = draw(arguments, random, "heap of that outcome", |_, outcomes, _| {
        let least = size.saturating_sub(outcomes.period() as u64);
        (least..=size).rev().find(|&heap| outcomes.is_cold(heap) == cold_wanted)
    })?;
    finish(Rule::Set(amounts), vec![heap], &Promise::cold_if(cold_wanted))
}

fn late_amount(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let window = arguments.integer("window") as u64;
    let cold_wanted = arguments.text("outcome") == "cold";
    let (amounts, (late, heap)) =
        draw(arguments, random, "set with so short a period", |amounts, outcomes, random| {
            if (outcomes.before + 3 * outcomes.period()) as u64 > window {
                return None;
            }
            let largest = amounts.iter().copied().max()?;
            let from = window.max(largest + 1);
            let late = (from..from + outcomes.period() as u64).find(|&h| outcomes.is_cold(h))?;
            let rule = Rule::Set([amounts, &[late]].concat());
            let cold = cold_heaps(&rule, 3 * late);
            let fits = |&heap: &u64| {
                let is_cold = cold.binary_search(&heap).is_ok();
                is_cold == cold_wanted && outcomes.is_cold(heap) != is_cold
            };
            let fitting: Vec<u64> = (late..=3 * late).filter(fits).collect();
            Some((late, pick(&fitting, random)?))
        })?;
    let mut amounts = [&amounts[..], &[late]].concat();
    random.shuffle(&mut amounts);
    finish(Rule::Set(amounts), vec![heap], &Promise::cold_if(cold_wanted))
}

fn long_period(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let [period, before] = ["period", "before"].map(|name| arguments.integer(name) as usize);
    let size = arguments.integer("size") as u64;
    if size < (before + period) as u64 {
        return Err(not_found("heap after so long a period", size));
    }
    let cold_wanted = arguments.text("outcome") == "cold";
    let (amounts, heap) =
        draw(arguments, random, "set with such outcomes", |_, outcomes, random| {
            if outcomes.before < before || outcomes.period() < period {
                return None;
            }
            let after = (outcomes.before + outcomes.period()) as u64;
            let fits = |&heap: &u64| {
                let is_cold = outcomes.is_cold(heap);
                let remainder = heap % outcomes.period() as u64;
                is_cold == cold_wanted && outcomes.is_cold(remainder) != is_cold
            };
            let least = size.checked_sub(outcomes.period() as u64)?.max(after);
            let fitting: Vec<u64> = (least..=size).filter(fits).collect();
            pick(&fitting, random)
        })?;
    finish(Rule::Set(amounts), vec![heap], &Promise::cold_if(cold_wanted))
}
