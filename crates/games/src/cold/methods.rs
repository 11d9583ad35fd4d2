//! The methods that find cold positions, by name.

use super::{Cold, residues, segmented, sieve, words};
use crate::convolution::CONVOLUTION;
use crate::work::marks;
use crate::{Method, Rule};

/// All methods.
pub const METHODS: &[Method<Cold>] = &[
    Method {
        name: "sieve",
        summary: "in order; an unmarked position is cold and marks all that lead to it",
        complexity: "O(n + c k)",
        suits: |_| true,
        memory: |rule, size| rule.memory(size) + size / 8,
        work: |rule, cold, size| Some(marks(rule, cold, size)),
        divides: false,
        evaluate: sieve,
    },
    Method {
        name: "segmented",
        summary: "the sieve, one stretch that fits into the cache after the other",
        complexity: "O(n + c k)",
        suits: |_| true,
        memory: segmented::memory,
        work: |rule, cold, size| Some(marks(rule, cold, size)),
        divides: false,
        evaluate: |rule, size, effort| segmented(rule, size, segmented::WORDS, effort),
    },
    Method {
        name: "residues",
        summary: "hundreds of positions at a time within residue classes, the dense ones first",
        complexity: "O(n + c k), hundreds of marks at a time",
        suits: |rule| matches!(rule, Rule::Sequence(_)),
        memory: residues::memory,
        work: |_, _, _| None,
        divides: false,
        evaluate: residues::find,
    },
    Method {
        name: "words",
        summary: "64 positions at a time from shifted words of earlier ones; for finite sets",
        complexity: "O(n k / 64 + c)",
        suits: |rule| matches!(rule, Rule::Set(_)),
        memory: words::memory,
        work: |_, _, _| None,
        divides: false,
        evaluate: words,
    },
    CONVOLUTION,
];

/// Returns the method with this name.
pub fn method(name: &str) -> Option<&'static Method<Cold>> {
    METHODS.iter().find(|method| method.name == name)
}

/// Returns the fastest method for a rule and many positions; `sieve` is faster for few.
pub fn default_method(rule: &Rule) -> &'static Method<Cold> {
    let name = match rule {
        Rule::Set(_) => "words",
        Rule::Sequence(_) => "residues",
    };
    METHODS.iter().find(|method| method.name == name).unwrap_or(&METHODS[0])
}
