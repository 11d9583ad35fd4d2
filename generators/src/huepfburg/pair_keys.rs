//! Pairs of fields that coincide for a program that carelessly combines two numbers into one key.
//!
//! Each player has a chain to a common field, and halfway they reach a *wanted* pair (s, m). With
//! the first jump they can also reach false pairs: their fields have no arrows, but they have the
//! same key as the wanted pair. A program that has visited the false pair believes it has visited
//! the wanted one, and finds no meeting. One false pair is for keys that put Sasha first, one for
//! keys that put Mika first:
//!
//! - 1000 s + m: the pairs (s - 1, m + 1000) and (s + 1000, m - 1), so with any base for 1000;
//! - the digits of s and m in a row: `3` and `45` as `34` and `5`, or `45` and `3` as `4` and `53`;
//! - n s + m, (n + 1) s + m, or the number of an unordered pair, m (m - 1)/2 + s, in 32 bits: pairs
//!   whose numbers are 2^32 apart, or 2^31 for programs that halve after the overflow. The chains
//!   are short then: a program that looks only at reachable fields has little to do.

use super::draft::{Draft, MAX_FIELDS, Promise, bytes, fields, keeps};
use crate::family::attempts;
use crate::{Arguments, Family, FamilyError, Parameter, Random};

pub(super) const PAIR_KEYS: Family = Family {
    name: "pair-keys",
    summary: "the only meeting leads through a pair whose key is that of a dead end",
    purpose: "solutions with a visited mark for 1000*x + y, for the digits of x and y in a row, or for \
              n*x + y in 32 bits",
    parameters: &[
        fields(100, MAX_FIELDS),
        Parameter::choice(
            "key",
            &["times-base", "digits", "word"],
            "how a key is made of two numbers; word: in 32 bits, for n of at least 100000",
        ),
        Parameter::integer("base", 10, 999_990, "the base of times-base").or(1000),
    ],
    generate: pair_keys,
};

/// Truncation to 32 bits yields the remainder modulo this.
const WORD: i64 = 1 << 32;

/// The number of fields from which pairs exist for all keys in 32 bits.
const MIN_FOR_WORD: i64 = 100_000;

/// The jumps of a meeting where keys have 32 bits.
const JUMPS_OF_WORD: i64 = 10;

const TRIES: u32 = 10_000;

/// A pair of fields: Sasha's and Mika's.
type Pair = [u32; 2];

fn pair_keys(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let (n, base) = (arguments.integer("n"), arguments.integer("base"));
    let mut jumps = (n - 5) / 2;
    let (wanted, false_pairs) = match arguments.text("key") {
        "digits" => same_digits(random),
        "word" => {
            jumps = JUMPS_OF_WORD;
            same_words(n, random)?
        }
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
    let halfway = random.between(2, jumps - 1) as usize;
    let chains = [1, 2].map(|start| draft.path(start, common, jumps));
    let mut pins = Vec::new();
    for player in 0..2 {
        pins.push((chains[player][halfway], wanted[player]));
        for number in numbers(&false_pairs, player) {
            let dead_end = draft.field();
            draft.add(chains[player][0], dead_end);
            pins.push((dead_end, number));
        }
    }
    draft.grow(n);
    let prepared = draft.shuffled(random, &pins)?;
    keeps(&prepared, Promise::Jumps(jumps as u64))?;
    Ok(bytes(&prepared))
}

/// Draws a pair and two others with the same `base * x + y`, in either order, all numbers from 3 to
/// n and distinct. Requires n >= base + 6 and base >= 10.
fn same_sum(n: i64, base: i64, random: &mut Random) -> (Pair, Vec<Pair>) {
    let most = base.min(n - base);
    let sasha = random.between(4, most - 2) as u32;
    let mika = random.between(i64::from(sasha) + 2, most) as u32;
    let base = base as u32;
    ([sasha, mika], vec![[sasha - 1, mika + base], [sasha + base, mika - 1]])
}

/// Draws a pair and two others with the same digits in a row, in either order, all numbers from 3
/// to 98 and distinct.
fn same_digits(random: &mut Random) -> (Pair, Vec<Pair>) {
    let mut digits: Vec<u32> = (3..=9).collect();
    random.shuffle(&mut digits);
    let (a, b, c) = (digits[0], digits[1], digits[2]);
    ([a, 10 * b + c], vec![[10 * a + b, c], [10 * c + a, b]])
}

/// Draws a pair and others with the same number in 32 bits, all fields from 3 to n and distinct.
fn same_words(n: i64, random: &mut Random) -> Result<(Pair, Vec<Pair>), FamilyError> {
    if n < MIN_FOR_WORD {
        return Err(FamilyError(format!(
            "too few of the pairs of n = {n} fields have numbers beyond 32 bits; choose an n of at \
             least {MIN_FOR_WORD}"
        )));
    }
    attempts(TRIES, "pairs with the same number in 32 bits", || {
        let sasha = random.between(3, n / 4);
        let mika = random.between(sasha + 1, n / 4 + 1);
        // For each multiplier, adding `up` and `along` to a pair adds 2^32 to its key.
        let quotients = [n, n + 1].map(|times| (WORD / times, WORD % times));
        let mut pairs = quotients.map(|(up, along)| [sasha + up, mika + along]).to_vec();
        pairs.extend(quotients.map(|(up, along)| [sasha + along, mika + up]));
        let number = mika * (mika - 1) / 2 + sasha;
        pairs.extend([WORD / 2, WORD].map(|apart| unordered(number + apart)));
        let false_pairs: Vec<Pair> = pairs.iter().map(|pair| pair.map(|f| f as u32)).collect();
        let wanted = [sasha, mika].map(|field| field as u32);
        let others = [0, 1].map(|player| numbers(&false_pairs, player)).concat();
        let mut distinct = [&wanted[..], &others].concat();
        distinct.sort_unstable();
        distinct.dedup();
        let fits = distinct.len() == others.len() + 2
            && distinct[0] >= 3
            && i64::from(distinct[distinct.len() - 1]) <= n;
        fits.then_some((wanted, false_pairs))
    })
}

/// Returns one player's fields in these pairs, without duplicates: equal ones are adjacent.
fn numbers(pairs: &[Pair], player: usize) -> Vec<u32> {
    let mut numbers: Vec<u32> = pairs.iter().map(|pair| pair[player]).collect();
    numbers.dedup();
    numbers
}

/// Returns the pair x < y with the number y (y - 1)/2 + x; no field is 0, but x may be.
fn unordered(number: i64) -> [i64; 2] {
    let greater = (1 + (8 * number + 1).isqrt()) / 2;
    [number - greater * (greater - 1) / 2, greater]
}
