//! Pairs of fields that are one and the same to a program which makes one key of two numbers
//! carelessly.
//!
//! Each player has a chain to a common field, and halfway they come to a *wanted* pair (s, m). With
//! the first jump they can come to false pairs as well, whose fields have no arrows, and which have
//! the same key as the wanted one. A program that has visited the false pair believes to have been
//! on the wanted one, and finds no meeting. One false pair is for keys that put Sasha first, one
//! for Mika first:
//!
//! - 1000 s + m: the pairs (s - 1, m + 1000) and (s + 1000, m - 1), so with any base for 1000;
//! - the digits of s and m in a row: `3` and `45` as `34` and `5`, or `45` and `3` as `4` and `53`.

use super::draft::{Draft, Promise, bytes, keeps};
use super::{MOST_FIELDS, fields};
use crate::{Arguments, Family, FamilyError, Parameter, Random};

pub(super) const PAIR_KEYS: Family = Family {
    name: "pair-keys",
    summary: "the only meeting leads through a pair whose key is that of a dead end",
    purpose: "solutions with a visited mark for 1000*x + y, or for the digits of x and y in a row",
    parameters: &[
        fields(100, MOST_FIELDS),
        Parameter::choice("key", &["times-base", "digits"], "how a key is made of two numbers"),
        Parameter::integer("base", 10, 999_990, "the base of times-base").or(1000),
    ],
    generate: pair_keys,
};

/// A pair of fields: Sasha's and Mika's.
type Pair = [u32; 2];

fn pair_keys(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let (n, base) = (arguments.integer("n"), arguments.integer("base"));
    let (wanted, false_pairs) = match arguments.text("key") {
        "digits" => same_digits(random),
        _ if n < base + 6 => {
            return Err(FamilyError(format!(
                "n = {n} leaves no room for two numbers that differ by base = {base}; \
                 choose an n of at least {}",
                base + 6
            )));
        }
        _ => same_sum(n, base, random),
    };
    let mut draft = Draft::new();
    let common = draft.field();
    let jumps = (n - 5) / 2;
    let halfway = random.between(2, jumps - 1) as usize;
    let chains = [1, 2].map(|start| draft.path(start, common, jumps));
    let mut pins = Vec::new();
    for player in 0..2 {
        pins.push((chains[player][halfway], wanted[player]));
        for pair in false_pairs {
            let dead_end = draft.field();
            draft.add(chains[player][0], dead_end);
            pins.push((dead_end, pair[player]));
        }
    }
    draft.grow(n);
    let prepared = draft.shuffled(random, &pins)?;
    keeps(&prepared, Promise::Jumps(jumps as u64))?;
    Ok(bytes(&prepared))
}

/// A pair and two others with the same `base * x + y`, in either order, all numbers from 3 to n and
/// no two the same. For n >= base + 6 and base >= 10.
fn same_sum(n: i64, base: i64, random: &mut Random) -> (Pair, [Pair; 2]) {
    let most = base.min(n - base);
    let sasha = random.between(4, most - 2) as u32;
    let mika = random.between(i64::from(sasha) + 2, most) as u32;
    let base = base as u32;
    ([sasha, mika], [[sasha - 1, mika + base], [sasha + base, mika - 1]])
}

/// A pair and two others with the same digits in a row, in either order, all numbers from 3 to 98
/// and no two the same.
fn same_digits(random: &mut Random) -> (Pair, [Pair; 2]) {
    let mut digits: Vec<u32> = (3..=9).collect();
    random.shuffle(&mut digits);
    let (a, b, c) = (digits[0], digits[1], digits[2]);
    ([a, 10 * b + c], [[10 * a + b, c], [10 * c + a, b]])
}
