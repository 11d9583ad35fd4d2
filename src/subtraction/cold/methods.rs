//! The ways to find cold positions, by name.

use super::{Cold, residues, segmented, sieve, words};
use crate::subtraction::convolution::CONVOLUTION;
use crate::subtraction::{Method, Rule};

/// All methods.
pub const METHODS: &[Method<Cold>] = &[
    Method {
        name: "sieve",
        summary: "in order, whoever is not marked is cold and marks all from which one moves there",
        complexity: "O(n + c k)",
        suits: |_| true,
        memory: |rule, size| rule.memory(size) + size / 8,
        evaluate: |rule, size, _| sieve(rule, size),
    },
    Method {
        name: "segmented",
        summary: "the sieve, one stretch that fits into the cache after the other",
        complexity: "O(n + c k)",
        suits: |_| true,
        memory: |rule, size| rule.memory(size) + size / 8,
        evaluate: |rule, size, _| segmented(rule, size, segmented::WORDS),
    },
    Method {
        name: "residues",
        summary: "64 positions at a time within residue classes, the dense ones first",
        complexity: "O(n + c k), mostly by words of 64",
        suits: |rule| matches!(rule, Rule::Sequence(_)),
        memory: |rule, size| rule.memory(size) + size / 4,
        evaluate: |rule, size, effort| residues::find(rule, size, residues::SHAPE, effort.threads),
    },
    Method {
        name: "words",
        summary: "64 positions at a time from shifted words of earlier ones; for finite sets",
        complexity: "O(n k / 64 + c)",
        suits: |rule| matches!(rule, Rule::Set(_)),
        memory: |rule, size| rule.memory(size) + size / 8,
        evaluate: |rule, size, _| words(rule, size),
    },
    CONVOLUTION,
];

/// The method of that name.
pub fn method(name: &str) -> Option<&'static Method<Cold>> {
    METHODS.iter().find(|method| method.name == name)
}

/// The fastest method for a rule.
pub fn default_method(rule: &Rule) -> &'static Method<Cold> {
    let name = match rule {
        Rule::Set(_) => "words",
        Rule::Sequence(rules) if rules.name == "triangular" => "segmented",
        Rule::Sequence(_) => "residues",
    };
    METHODS.iter().find(|method| method.name == name).unwrap_or(&METHODS[0])
}
