//! The families without a trap: uniform inputs, inputs with a given outcome, and the largest cold
//! heap. They catch gross errors and give both outcomes their share of the cases.

use referee_checker::subtraction_game::{MAX_COUNT, MAX_HEAP};

use super::draft::{
    AMOUNTS, LARGEST, MAX_EVALUATED, Promise, RULE, bytes, draw_heaps, draw_rule, finish, heaps,
    pick, prepare, search, size,
};
use super::values::cold_heaps;
use crate::{Arguments, Family, FamilyError, Parameter, Random};

pub(super) const UNIFORM: Family = Family {
    name: "uniform",
    summary: "amounts and heaps drawn uniformly",
    purpose: "everything that goes wrong without a special trap",
    parameters: &[RULE, AMOUNTS, LARGEST, heaps(1, MAX_COUNT as i64), size(0, MAX_HEAP as i64)],
    generate: uniform,
};

pub(super) const OUTCOME: Family = Family {
    name: "outcome",
    summary: "uniform heaps, the last of them chosen so that the position is cold, or is not",
    purpose: "solutions that never, or too often, give one of the answers; several heaps of which \
              each matters; slow tables of values",
    parameters: &[
        RULE,
        AMOUNTS,
        LARGEST,
        heaps(1, MAX_COUNT as i64),
        size(0, MAX_EVALUATED),
        Parameter::choice("outcome", &["cold", "hot"], "the outcome"),
    ],
    generate: outcome,
};

pub(super) const COLD_HEAP: Family = Family {
    name: "cold-heap",
    summary: "one heap, the largest cold one up to a size",
    purpose: "solutions that look at some of the moves only, or at all positions for each move",
    parameters: &[
        RULE,
        AMOUNTS,
        LARGEST,
        Parameter::integer("size", 0, 1 << 28, "the heap is at most this large"),
    ],
    generate: cold_heap,
};

fn uniform(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let [count, size] = ["heaps", "size"].map(|name| arguments.integer(name) as u64);
    let rule = draw_rule(arguments, random)?;
    Ok(bytes(&prepare(rule, draw_heaps(count, size, random))?))
}

fn outcome(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let [count, size] = ["heaps", "size"].map(|name| arguments.integer(name) as u64);
    let word = arguments.text("outcome");
    let rule = |random: &mut Random| draw_rule(arguments, random);
    search(size, &format!("{word} position"), random, rule, |values, random| {
        let mut heaps = draw_heaps(count - 1, size, random);
        let sum = values.sum(&heaps);
        if word == "cold" {
            let fitting = values.heaps_worth(|value| value == sum);
            heaps.push(pick(&fitting, random)?);
        } else {
            let last = random.below(size + 1);
            heaps.push((values.of(last) != sum).then_some(last)?);
        }
        Some((heaps, Promise::cold_if(word == "cold")))
    })
}

/// If the heap is too large for the checker, its layer in `values` shows that it is cold.
fn cold_heap(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let rule = draw_rule(arguments, random)?;
    let cold = cold_heaps(&rule, arguments.integer("size") as u64);
    let heap = cold.last().copied().unwrap_or(0);
    finish(rule, vec![heap], &Promise::Cold)
}
