//! Parameters shared by several families.

use crate::Parameter;

/// The largest heap among several: the generators evaluate all values up to it.
pub(super) const MAX_EVALUATED: i64 = 1_000_000;

/// The rule: which amounts may be taken.
pub(super) const RULE: Parameter =
    Parameter::choice("rule", &["squares", "set"], "what may be taken");

/// The number of amounts in a set.
pub(super) const AMOUNTS: Parameter =
    Parameter::integer("amounts", 1, 1000, "of a set: how many amounts it has").or(4);

/// The largest amount that a set may contain.
pub(super) const LARGEST: Parameter =
    Parameter::integer("largest", 1, 1_000_000, "of a set: amounts are drawn up to this").or(20);

/// Declares the number of heaps.
pub(super) const fn heaps(least: i64, most: i64) -> Parameter {
    Parameter::integer("heaps", least, most, "number of heaps")
}

/// Declares the maximum size of heaps.
pub(super) const fn size(least: i64, most: i64) -> Parameter {
    Parameter::integer("size", least, most, "heaps are drawn up to this")
}
