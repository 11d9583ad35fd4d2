//! The parameters that several families have in common.

use crate::Parameter;

/// The largest heap among several: all values up to it are found out.
pub(super) const LARGEST_EVALUATED: i64 = 1_000_000;

/// What may be taken.
pub(super) const RULE: Parameter =
    Parameter::choice("rule", &["squares", "set"], "what may be taken");

/// How many amounts a set has.
pub(super) const AMOUNTS: Parameter =
    Parameter::integer("amounts", 1, 1000, "of a set: how many amounts it has").or(4);

/// The largest amount that a set can have.
pub(super) const LARGEST: Parameter =
    Parameter::integer("largest", 1, 1_000_000, "of a set: amounts are drawn up to this").or(20);

/// How many heaps there are.
pub(super) const fn heaps(least: i64, most: i64) -> Parameter {
    Parameter::integer("heaps", least, most, "number of heaps")
}

/// How large heaps are.
pub(super) const fn size(least: i64, most: i64) -> Parameter {
    Parameter::integer("size", least, most, "heaps are drawn up to this")
}
