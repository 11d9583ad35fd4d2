//! The families of subtraction games, listed. Each lives with those that share its construction:
//! without a trap (`plain`), what several heaps are worth together (`heaps`), which moves win
//! (`moves`), what may be taken (`amounts`), sets whose outcomes repeat late (`periods`), and
//! shortcuts for values that hold nearly always (`shortcuts`).

mod amounts;
mod draft;
mod heaps;
mod moves;
mod periods;
mod plain;
mod shortcuts;
mod values;

use referee_checker::subtraction_game::Instance;

use crate::given;
use crate::{Family, Parameter};

/// All families, in the order in which they are listed for people.
pub const FAMILIES: &[Family] = &[
    plain::UNIFORM,
    given::family(|arguments, _| given::input(arguments, Instance::parse)),
    plain::OUTCOME,
    plain::COLD_HEAP,
    moves::ONE_WINNING_MOVE,
    moves::RAISING_MOVE,
    moves::GREEDY,
    moves::OVERDRAW,
    heaps::EQUAL_HEAPS,
    heaps::EMPTY_HEAPS,
    heaps::MANY_HEAPS,
    heaps::SEPARATELY,
    heaps::XOR_OF_SIZES,
    amounts::NO_MOVE_OF_ONE,
    amounts::LARGE_AMOUNTS,
    amounts::PARITY,
    periods::LARGE_HEAP,
    periods::LATE_AMOUNT,
    periods::LONG_PERIOD,
    shortcuts::OFF_RESIDUES,
    shortcuts::BYTE_OVERFLOW,
];

/// The largest heap among several: all values up to it are found out.
const LARGEST_EVALUATED: i64 = 1_000_000;

/// What may be taken.
const RULE: Parameter = Parameter::choice("rule", &["squares", "set"], "what may be taken");

/// How many amounts a set has.
const AMOUNTS: Parameter =
    Parameter::integer("amounts", 1, 1000, "of a set: how many amounts it has").or(4);

/// The largest amount that a set can have.
const LARGEST: Parameter =
    Parameter::integer("largest", 1, 1_000_000, "of a set: amounts are drawn up to this").or(20);

/// How many heaps there are.
const fn heaps(least: i64, most: i64) -> Parameter {
    Parameter::integer("heaps", least, most, "number of heaps")
}

/// How large heaps are.
const fn size(least: i64, most: i64) -> Parameter {
    Parameter::integer("size", least, most, "heaps are drawn up to this")
}
