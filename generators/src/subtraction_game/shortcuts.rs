//! Shortcuts that are right for nearly all positions, but not for these.
//!
//! **Remainders.** The squares modulo 5 are 0, 1 and 4, so no square leads between heaps with
//! remainders 0 and 2: nearly all cold heaps are 0 or 2 modulo 5. But not all, and most of the
//! heaps with these remainders are hot.
//!
//! **Bytes.** The nim-values of squares grow slowly and fit into a byte up to 2^21. With the
//! amounts from 1 to k, a heap of n has the value n modulo k + 1, which exceeds a byte already for
//! small heaps.

use referee_checker::subtraction_game::Rule;

use super::draft::{Promise, draw_heaps, finish, heaps, not_found, pick, search, size};
use super::values::cold_heaps;
use crate::family::PATIENCE;
use crate::{Arguments, Family, FamilyError, Parameter, Random};

/// The smallest value that does not fit into a byte.
const BYTE: u32 = 256;

pub(super) const OFF_RESIDUES: Family = Family {
    name: "off-residues",
    summary: "squares, one heap: hot and 0 or 2 modulo 5, or cold and neither",
    purpose: "solutions that answer by the remainder modulo 5",
    parameters: &[
        Parameter::integer("size", 34, 1 << 28, "the heap is at most this large"),
        Parameter::choice("outcome", &["cold", "hot"], "the outcome"),
    ],
    generate: off_residues,
};

pub(super) const BYTE_OVERFLOW: Family = Family {
    name: "byte-overflow",
    summary: "one heap of value 256, others that are cold together",
    purpose: "solutions that keep values in bytes",
    parameters: &[
        Parameter::choice("rule", &["set", "squares"], "set: from 1 on; squares: slow"),
        Parameter::integer("amounts", 256, 1000, "of a set: all amounts up to this").or(300),
        heaps(2, 1000),
        size(256, 1 << 22),
    ],
    generate: byte_overflow,
};

fn off_residues(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let size = arguments.integer("size") as u64;
    let usual = |heap: &u64| matches!(heap % 5, 0 | 2);
    let cold = cold_heaps(&Rule::Squares, size);
    if arguments.text("outcome") == "cold" {
        let off: Vec<u64> = cold.into_iter().filter(|heap| !usual(heap)).collect();
        if off.is_empty() {
            return Err(not_found("cold heap that is neither 0 nor 2 modulo 5", size));
        }
        return finish(Rule::Squares, vec![*random.choose(&off)], &Promise::Cold);
    }
    let mut drawn = (0..PATIENCE).map(|_| random.below(size + 1));
    let heap = drawn.find(|heap| usual(heap) && cold.binary_search(heap).is_err());
    let heap = heap.ok_or_else(|| not_found("hot heap that is 0 or 2 modulo 5", size))?;
    finish(Rule::Squares, vec![heap], &Promise::Hot)
}

/// A program that stores values in bytes mistakes 256 for 0, so it finds the position cold. Larger
/// values would have no predictable effect: if 256 is 0, the smallest free value changes, too.
fn byte_overflow(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let [amounts, heaps, size] =
        ["amounts", "heaps", "size"].map(|name| arguments.integer(name) as u64);
    let rule = |random: &mut Random| {
        if arguments.text("rule") == "squares" {
            return Ok(Rule::Squares);
        }
        let mut amounts: Vec<u64> = (1..=amounts).collect();
        random.shuffle(&mut amounts);
        Ok(Rule::Set(amounts))
    };
    search(size, "value that no byte holds", random, rule, |values, random| {
        let large = values.heaps_worth(|value| value == BYTE);
        let mut heaps = draw_heaps(heaps - 2, size, random);
        let sum = values.sum(&heaps);
        let fits = heaps.iter().all(|&heap| values.of(heap) < BYTE);
        let fitting = values.heaps_worth(|value| fits && value == sum);
        heaps.push(pick(&large, random)?);
        heaps.push(pick(&fitting, random)?);
        random.shuffle(&mut heaps);
        Some((heaps, Promise::Hot))
    })
}
