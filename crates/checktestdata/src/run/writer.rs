//! The state of an input that is written: what was chosen and written so far, and how to undo it.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use num_bigint::BigInt;
use regex_syntax::hir::Hir;

use super::roles::Roles;
use crate::choices::{Choices, Site};
use crate::integer::Integer;
use crate::syntax::{Command, Variable};
use crate::value::Value;
use crate::variables;

pub(super) struct Writer<'a> {
    pub(super) choices: &'a mut dyn Choices,
    pub(super) roles: Roles<'a>,
    pub(super) out: Vec<u8>,
    /// The loops that are executed, the innermost last.
    pub(super) loops: Vec<Turn>,
    /// What repetitions have changed, so that it can be undone.
    pub(super) changes: Vec<Change>,
    /// The values so far of variables that must be unique together, by their names.
    pub(super) taken: BTreeMap<Vec<usize>, BTreeSet<Vec<Value>>>,
    /// The regular expressions so far.
    pub(super) expressions: HashMap<Arc<[u8]>, Arc<Hir>>,
}

/// A repetition of a loop.
#[derive(Clone, Copy)]
pub(super) struct Turn {
    pub(super) at: u64,
    pub(super) of: u64,
    pub(super) is_again: bool,
}

pub(super) enum Change {
    /// The value at an index, before.
    Set(usize, variables::Index, Option<Value>),
    /// All values, before.
    Cleared(usize, variables::Variable),
    /// Values of variables that must be unique together were added.
    Taken(Tuple),
    /// Values of variables that must be unique together were removed.
    Freed(Vec<usize>, BTreeSet<Vec<Value>>),
}

/// Variables that must be unique together, and values of theirs at one index.
pub(super) type Tuple = (Vec<usize>, Vec<Value>);

impl<'a> Writer<'a> {
    pub(super) fn new(choices: &'a mut dyn Choices, roles: Roles<'a>) -> Writer<'a> {
        Writer {
            choices,
            roles,
            out: Vec::new(),
            loops: Vec::new(),
            changes: Vec::new(),
            taken: BTreeMap::new(),
            expressions: HashMap::new(),
        }
    }

    /// Chooses whether a test about what follows in the input holds.
    pub(super) fn chooses(&mut self) -> bool {
        self.choices.below(2) == 0
    }

    /// Returns the site of a command, which sets `into`.
    pub(super) fn site(&self, command: &Command, into: Option<&Variable>) -> Site {
        let turn = self.loops.last().copied().unwrap_or(Turn { at: 0, of: 1, is_again: false });
        Site {
            command: command.place,
            is_size: into.is_some_and(|variable| self.roles.is_size(variable)),
            is_distinct: into.is_some_and(|variable| self.roles.is_distinct(variable)),
            at: turn.at,
            of: turn.of,
            is_again: turn.is_again,
        }
    }

    /// Chooses an integer from a range that is wider than 64 bits: one of its ends, or one of any
    /// number of digits.
    pub(super) fn large(&mut self, min: &Integer, max: &Integer) -> Integer {
        let most = max.digits().max(min.digits());
        let digits = match self.choices.below(4) {
            0 => return max.clone(),
            1 => return min.clone(),
            2 => most,
            _ => 1 + self.choices.below(most),
        };
        let digits: Vec<u8> = (0..digits).map(|_| b'0' + self.choices.below(10) as u8).collect();
        let value = BigInt::parse_bytes(&digits, 10).unwrap_or_default();
        let is_negative = min.is_negative() && self.choices.below(2) == 0;
        Integer::from(if is_negative { -value } else { value }).clamp(min.clone(), max.clone())
    }
}

/// Returns the values at an index of variables that must be unique together; `None` if some are not
/// set yet.
pub(super) fn tuple_at(
    variables: &[variables::Variable],
    group: &[usize],
    index: &variables::Index,
) -> Option<Tuple> {
    let values = group.iter().map(|name| variables[*name].get(index).cloned());
    Some((group.to_vec(), values.collect::<Option<Vec<Value>>>()?))
}
