//! Several heaps, and mistakes in adding their values without carry.
//!
//! **Pairs** of equal heaps cancel: every move of the opponent in one of a pair is answered in the
//! other. So pairs alone are cold under any rule, and beside them a heap counts as if it were
//! alone; if it equals an allowed amount, it is hot, since taking all of it leaves the pairs.
//!
//! **One heap for all.** If one heap has a value of at least some power of two, and no other heap
//! can ever have such a value, the sum contains that power of two. Then the position is hot, and no
//! move in another heap wins. There may be as many others as the limits allow.

use referee_checker::subtraction_game::{MAX_COUNT, MAX_HEAP};

use super::draft::{
    AMOUNTS, LARGEST, MAX_EVALUATED, Promise, RULE, draw_heaps, draw_rule, finish, heaps, pick,
    search, size,
};
use super::values::cold_heaps;
use crate::{Arguments, Family, FamilyError, Parameter, Random};

/// The bound of the search for a cold heap beside pairs.
const MAX_SINGLE: u64 = 100_000;

pub(super) const EQUAL_HEAPS: Family = Family {
    name: "equal-heaps",
    summary: "pairs of equal heaps, and perhaps one more",
    purpose: "solutions that add values with carry, keep a set of heaps, or find out values where \
              the heaps cancel",
    parameters: &[
        RULE,
        AMOUNTS,
        LARGEST,
        Parameter::integer("pairs", 1, MAX_COUNT as i64 / 2 - 1, "number of pairs"),
        size(1, MAX_HEAP as i64),
        Parameter::choice("single", &["none", "hot", "cold"], "the heap beside the pairs"),
    ],
    generate: equal_heaps,
};

pub(super) const EMPTY_HEAPS: Family = Family {
    name: "empty-heaps",
    summary: "empty heaps, the first among them; if hot, exactly one move wins",
    purpose: "solutions that drop empty heaps and then count the others, or crash on them",
    parameters: &[
        RULE,
        AMOUNTS,
        LARGEST,
        Parameter::integer("empty", 1, 1000, "number of empty heaps"),
        Parameter::integer("heaps", 0, 1000, "number of other heaps; 0: all are empty"),
        size(1, MAX_EVALUATED),
        Parameter::choice("outcome", &["hot", "cold"], "the outcome; cold if all are empty"),
    ],
    generate: empty_heaps,
};

pub(super) const MANY_HEAPS: Family = Family {
    name: "many-heaps",
    summary: "many heaps, of which only one, in the second half, has moves that win",
    purpose: "solutions that look at all heaps again for each move, or only at the first ones",
    parameters: &[RULE, AMOUNTS, LARGEST, heaps(2, MAX_COUNT as i64), size(1, MAX_EVALUATED)],
    generate: many_heaps,
};

pub(super) const SEPARATELY: Family = Family {
    name: "separately",
    summary: "all heaps hot: an odd number, cold; or an even one, hot, no move to value 0 wins",
    purpose: "solutions that look at each heap alone, and count those that are hot",
    parameters: &[
        RULE,
        AMOUNTS,
        LARGEST,
        Parameter::integer("heaps", 2, 1000, "number of heaps: odd for cold, even for hot"),
        size(1, MAX_EVALUATED),
        Parameter::choice("outcome", &["cold", "hot"], "the outcome"),
    ],
    generate: separately,
};

pub(super) const XOR_OF_SIZES: Family = Family {
    name: "xor-of-sizes",
    summary: "hot though the sizes without carry add up to 0, or cold though they do not",
    purpose: "solutions that play Nim: add sizes in place of values",
    parameters: &[
        RULE,
        AMOUNTS,
        LARGEST,
        Parameter::integer("heaps", 2, 1000, "number of heaps, at least 3 for hot"),
        size(1, MAX_EVALUATED),
        Parameter::choice("outcome", &["cold", "hot"], "the outcome"),
    ],
    generate: xor_of_sizes,
};

fn equal_heaps(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let [pairs, size] = ["pairs", "size"].map(|name| arguments.integer(name) as u64);
    let rule = draw_rule(arguments, random)?;
    let single = match arguments.text("single") {
        "none" => None,
        "cold" => Some(*random.choose(&cold_heaps(&rule, size.min(MAX_SINGLE)))),
        _ => {
            let amounts = rule.up_to(size);
            if amounts.is_empty() {
                return Err(FamilyError(format!(
                    "no heap up to {size} is hot; choose a larger size or smaller amounts"
                )));
            }
            Some(*random.choose(&amounts))
        }
    };
    let mut heaps: Vec<u64> = (0..pairs).map(|_| 1 + random.below(size)).collect();
    heaps.extend_from_within(..);
    heaps.extend(single);
    random.shuffle(&mut heaps);
    finish(rule, heaps, &Promise::cold_if(arguments.text("single") != "hot"))
}

fn empty_heaps(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let [empty, count, size] =
        ["empty", "heaps", "size"].map(|name| arguments.integer(name) as u64);
    let is_cold = arguments.text("outcome") == "cold";
    if count == 0 {
        return finish(draw_rule(arguments, random)?, vec![0; empty as usize], &Promise::Cold);
    }
    let rule = |random: &mut Random| draw_rule(arguments, random);
    let wanted = "position beside empty heaps";
    search(size, wanted, random, rule, |values, random| {
        let mut heaps = vec![0; empty as usize - 1];
        let others = (1..count).map(|_| 1 + random.below(size)).collect::<Vec<u64>>();
        heaps.extend(&others);
        let sum = values.sum(&others);
        let last = if is_cold {
            let fitting = values.heaps_worth(|value| value == sum);
            pick(&fitting, random)?
        } else {
            1 + random.below(size)
        };
        heaps.push(last);
        random.shuffle(&mut heaps);
        heaps.insert(0, 0);
        if is_cold {
            return (values.sum(&heaps) == 0 && last > 0).then_some((heaps, Promise::Cold));
        }
        let moves = values.winning_moves(&heaps);
        (values.sum(&heaps) != 0 && moves.len() == 1).then_some((heaps, Promise::Moves(moves)))
    })
}

fn many_heaps(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let [count, size] = ["heaps", "size"].map(|name| arguments.integer(name) as u64);
    let rule = |random: &mut Random| draw_rule(arguments, random);
    search(size, "heap that decides alone", random, rule, |values, random| {
        let one = random.below(size + 1);
        let power = 1 << values.of(one).checked_ilog2()?;
        let others_below = (0..=one).find(|&heap| values.of(heap) >= power)?;
        let mut heaps = draw_heaps(count - 1, others_below - 1, random);
        heaps.insert(random.between(count as i64 / 2, count as i64 - 1) as usize, one);
        let moves = values.winning_moves(&heaps);
        Some((heaps, Promise::Moves(moves)))
    })
}

fn separately(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let [count, size] = ["heaps", "size"].map(|name| arguments.integer(name) as u64);
    let is_cold = arguments.text("outcome") == "cold";
    if is_cold == (count % 2 == 0) {
        return Err(FamilyError(format!(
            "{count} hot heaps give the right answer; choose an odd number for cold, an even one \
             for hot"
        )));
    }
    let rule = |random: &mut Random| draw_rule(arguments, random);
    search(size, "position that misleads heap by heap", random, rule, |values, random| {
        let hot = values.heaps_worth(|value| value != 0);
        if hot.is_empty() {
            return None;
        }
        let mut heaps: Vec<u64> = (1..count).map(|_| *random.choose(&hot)).collect();
        let sum = values.sum(&heaps);
        if is_cold {
            let fitting = values.heaps_worth(|value| value == sum && value != 0);
            heaps.push(pick(&fitting, random)?);
            return Some((heaps, Promise::Cold));
        }
        heaps.push(*random.choose(&hot));
        let sum = values.sum(&heaps);
        let misleads = sum != 0 && heaps.iter().all(|&heap| values.of(heap) != sum);
        misleads.then(|| (heaps.clone(), Promise::Moves(values.winning_moves(&heaps))))
    })
}

fn xor_of_sizes(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let [count, size] = ["heaps", "size"].map(|name| arguments.integer(name) as u64);
    let is_cold = arguments.text("outcome") == "cold";
    if !is_cold && count == 2 {
        return Err(FamilyError("equal heaps are cold; choose 3 heaps or more".into()));
    }
    let rule = |random: &mut Random| draw_rule(arguments, random);
    search(size, "position that differs from Nim", random, rule, |values, random| {
        let mut heaps = draw_heaps(count - 1, size, random);
        let xor = heaps.iter().fold(0, |xor, heap| xor ^ heap);
        if is_cold {
            let sum = values.sum(&heaps);
            let fitting = values.heaps_worth(|value| value == sum);
            let last = pick(&fitting, random)?;
            heaps.push((last != xor).then_some(last)?);
            return Some((heaps, Promise::Cold));
        }
        heaps.push((xor <= size).then_some(xor)?);
        (values.sum(&heaps) != 0).then_some((heaps, Promise::Hot))
    })
}
