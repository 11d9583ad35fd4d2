//! Sets of amounts that are easily misread: without 1, with amounts larger than any heap, with one
//! even amount among odd ones. The misread set is evaluated as well, and must change the outcome.
//!
//! If all amounts are odd, every move changes the parity of the total. So if 1 is among them, the
//! last move empties all heaps, and a position is hot if its total is odd. One even amount breaks
//! this.

use referee_checker::subtraction_game::{MAX_AMOUNT, Rule};

use super::draft::{
    AMOUNTS, LARGEST, MAX_EVALUATED, POSITIONS, Promise, RULE, RULES, draw_amounts, draw_heaps,
    finish, heaps, not_found, search, size,
};
use super::values::NimValues;
use crate::{Arguments, Family, FamilyError, Parameter, Random};

/// Truncation to 32 bits yields the remainder modulo this.
const WORD: u64 = 1 << 32;

pub(super) const NO_MOVE_OF_ONE: Family = Family {
    name: "no-move-of-one",
    summary: "a set without 1, some heap is too small to move; with 1 the outcome would be another",
    purpose: "solutions that take 1 for granted, or hold that only empty heaps have no move",
    parameters: &[
        AMOUNTS,
        LARGEST,
        heaps(1, 1000),
        size(1, MAX_EVALUATED),
        Parameter::choice("outcome", &["cold", "hot"], "the outcome"),
    ],
    generate: no_move_of_one,
};

pub(super) const LARGE_AMOUNTS: Family = Family {
    name: "large-amounts",
    summary: "amounts larger than every heap",
    purpose: "solutions that read beyond their tables, make tables for the largest amount, take \
              an amount for possible since it is allowed, or keep amounts in 32 bits",
    parameters: &[
        AMOUNTS,
        LARGEST,
        heaps(1, 1000),
        size(1, MAX_EVALUATED),
        Parameter::choice(
            "which",
            &["half", "all", "word"],
            "half or all of them; word: one more, whose last 32 bits would change the outcome",
        ),
    ],
    generate: large_amounts,
};

pub(super) const PARITY: Family = Family {
    name: "parity",
    summary: "cold though the number of all that lies there is odd, or hot though it is even; of \
              a set, one amount is even",
    purpose: "solutions that answer by parity",
    parameters: &[
        RULE,
        AMOUNTS,
        LARGEST,
        heaps(1, 1000),
        size(1, MAX_EVALUATED),
        Parameter::choice("outcome", &["cold", "hot"], "the outcome"),
    ],
    generate: parity,
};

/// Draws an amount set, its misread version, and heaps, until the misreading changes the outcome
/// of these heaps.
fn misread(
    arguments: &Arguments,
    random: &mut Random,
    mut amounts: impl FnMut(&mut Random) -> Result<[Vec<u64>; 2], FamilyError>,
    is_wanted: impl Fn(&[u64], &[u64], bool) -> bool,
) -> Result<Vec<u8>, FamilyError> {
    let [count, size] = ["heaps", "size"].map(|name| arguments.integer(name) as u64);
    for _ in 0..RULES {
        let [rule, misread] = amounts(random)?.map(Rule::Set);
        let [values, misvalued] = [&rule, &misread].map(|rule| NimValues::new(rule, size));
        for _ in 0..POSITIONS {
            let heaps = draw_heaps(count, size, random);
            let is_cold = values.sum(&heaps) == 0;
            let differs = is_cold != (misvalued.sum(&heaps) == 0);
            if differs && is_wanted(values.amounts(), &heaps, is_cold) {
                return finish(rule, heaps, &Promise::cold_if(is_cold));
            }
        }
    }
    Err(not_found("position whose outcome the misreading changes", size))
}

fn no_move_of_one(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let [count, largest] = ["amounts", "largest"].map(|name| arguments.integer(name) as u64);
    let cold_wanted = arguments.text("outcome") == "cold";
    if !cold_wanted && arguments.integer("heaps") == 1 {
        return Err(FamilyError(
            "a heap that is too small to move is cold alone; choose 2 heaps or more".into(),
        ));
    }
    let amounts = |random: &mut Random| {
        let mut amounts = draw_amounts(count, largest - 1, random)?;
        amounts.iter_mut().for_each(|amount| *amount += 1);
        let mut with_one = amounts.clone();
        with_one.push(1);
        Ok([amounts, with_one])
    };
    misread(arguments, random, amounts, |amounts, heaps, is_cold| {
        let least = amounts.first().copied().unwrap_or(u64::MAX);
        is_cold == cold_wanted && heaps.iter().any(|heap| (1..least).contains(heap))
    })
}

fn large_amounts(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let [count, largest, heaps, size] =
        ["amounts", "largest", "heaps", "size"].map(|name| arguments.integer(name) as u64);
    let which = arguments.text("which");
    if which == "word" {
        let amounts = |random: &mut Random| {
            let mut amounts = draw_amounts(count + 1, largest.max(count + 1), random)?;
            let misread = amounts.clone();
            amounts[count as usize] += WORD * (1 + random.below(MAX_AMOUNT / WORD - 1));
            random.shuffle(&mut amounts);
            Ok([amounts, misread])
        };
        return misread(arguments, random, amounts, |_, _, _| true);
    }
    let small = if which == "half" { count / 2 } else { 0 };
    let mut amounts = draw_amounts(small, largest.min(size), random)?;
    let values = NimValues::new(&Rule::Set(amounts.clone()), size);
    // Includes the boundary cases: the smallest amount that is too large, and the largest legal
    // amount.
    amounts.extend([size + 1, MAX_AMOUNT].iter().take((count - small) as usize));
    let between = draw_amounts((count - small).saturating_sub(2), MAX_AMOUNT - size - 2, random)?;
    amounts.extend(between.iter().map(|amount| size + 1 + amount));
    random.shuffle(&mut amounts);
    let heaps: Vec<u64> = (0..heaps).map(|_| 1 + random.below(size)).collect();
    let promise = Promise::cold_if(values.sum(&heaps) == 0);
    finish(Rule::Set(amounts), heaps, &promise)
}

fn parity(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let [count, largest, heaps, size] =
        ["amounts", "largest", "heaps", "size"].map(|name| arguments.integer(name) as u64);
    let is_set = arguments.text("rule") == "set";
    if is_set && largest < 2 {
        return Err(FamilyError("there is no even amount up to 1; choose a larger largest".into()));
    }
    let cold_wanted = arguments.text("outcome") == "cold";
    let rule = |random: &mut Random| {
        if !is_set {
            return Ok(Rule::Squares);
        }
        let mut amounts = draw_amounts(count - 1, largest.div_ceil(2), random)?;
        amounts.iter_mut().for_each(|amount| *amount = 2 * *amount - 1);
        amounts.push(2 + 2 * random.below(largest / 2));
        random.shuffle(&mut amounts);
        Ok(Rule::Set(amounts))
    };
    search(size, "position that belies its parity", random, rule, |values, random| {
        let heaps = draw_heaps(heaps, size, random);
        let is_cold = values.sum(&heaps) == 0;
        let is_odd = heaps.iter().sum::<u64>() % 2 == 1;
        let fits = is_cold == cold_wanted && is_odd == is_cold;
        fits.then_some((heaps, Promise::cold_if(is_cold)))
    })
}
