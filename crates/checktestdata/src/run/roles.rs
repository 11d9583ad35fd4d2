//! What the variables of a description are for, as far as it matters for writing inputs: which ones
//! determine sizes, which ones must be unique together, and which lengths words must have.

use std::collections::{BTreeMap, BTreeSet};
use std::mem::{replace, take};

use referee_checker::Position;

use crate::syntax::{
    Action, Block, Command, Condition, Connective, Expression, Node, Test, Variable,
};
use crate::value::Comparison;

#[derive(Debug)]
pub(super) struct Roles<'a> {
    /// Whether each variable determines the repetitions of a loop or the length of a word.
    sizes: Vec<bool>,
    /// The groups of variables that must be unique together and to which each belongs.
    unique: Vec<Vec<&'a [usize]>>,
    /// What the length of the word of a `REGEX` is compared with, by the place of the command.
    lengths: BTreeMap<Position, Vec<(Comparison, &'a Expression)>>,
}

struct Search<'a> {
    roles: Roles<'a>,
    /// All groups of variables that must be unique together.
    groups: BTreeSet<&'a [usize]>,
    /// What each variable is computed from.
    computed_from: Vec<Vec<&'a Expression>>,
    /// The variables that determine sizes, as far as what they are computed from is still to
    /// follow.
    found: Vec<usize>,
}

impl<'a> Roles<'a> {
    /// Finds the roles of the `names` variables of a description.
    pub(super) fn of(block: &'a Block, names: usize) -> Roles<'a> {
        let roles = Roles {
            sizes: vec![false; names],
            unique: vec![Vec::new(); names],
            lengths: BTreeMap::new(),
        };
        let computed_from = vec![Vec::new(); names];
        let mut search =
            Search { roles, groups: BTreeSet::new(), computed_from, found: Vec::new() };
        search.block(block);
        // A variable makes those that it is computed from sizes, too.
        while let Some(name) = search.found.pop() {
            take(&mut search.computed_from[name]).into_iter().for_each(|value| search.size(value));
        }
        search.roles
    }

    /// Returns whether a variable determines a size.
    pub(super) fn is_size(&self, variable: &Variable) -> bool {
        self.sizes[variable.name]
    }

    /// Returns whether the values of a variable must be distinct.
    pub(super) fn is_distinct(&self, variable: &Variable) -> bool {
        self.unique[variable.name].contains(&&[variable.name][..])
    }

    /// Returns the groups of variables that must be unique together and to which one belongs.
    pub(super) fn unique(&self, name: usize) -> impl Iterator<Item = &'a [usize]> {
        self.unique[name].iter().copied()
    }

    /// Returns what the length of the word of a `REGEX` is compared with.
    pub(super) fn lengths(&self, command: &Command) -> Vec<(Comparison, &'a Expression)> {
        self.lengths.get(&command.place).cloned().unwrap_or_default()
    }
}

impl<'a> Search<'a> {
    fn block(&mut self, block: &'a Block) {
        for (place, command) in block.iter().enumerate() {
            match &command.action {
                Action::Regex { into: Some(into), .. } => {
                    let tests = block[place + 1..].iter().filter_map(|next| match &next.action {
                        Action::Assert { test, .. } => Some(test),
                        _ => None,
                    });
                    let mut lengths = Vec::new();
                    tests.for_each(|test| add_lengths(test, into, &mut lengths));
                    lengths.iter().for_each(|(_, length)| self.size(length));
                    self.roles.lengths.insert(command.place, lengths);
                }
                Action::Assert { test, .. } => self.assertion(test),
                Action::Set(assignments) => {
                    for (variable, value) in assignments {
                        self.computed_from[variable.name].push(value);
                    }
                }
                Action::Loop(repeated) => {
                    match &repeated.condition {
                        Condition::Times(times) => self.size(times),
                        Condition::While(test) => self.condition(test),
                    }
                    self.block(&repeated.body);
                }
                Action::If { then, otherwise, .. } => {
                    self.block(then);
                    self.block(otherwise);
                }
                _ => {}
            }
        }
    }

    /// Adds the variables of an expression to those that determine sizes.
    fn size(&mut self, expression: &Expression) {
        match &expression.node {
            Node::Constant(_) => {}
            Node::Variable(variable) => {
                if !replace(&mut self.roles.sizes[variable.name], true) {
                    self.found.push(variable.name);
                }
            }
            Node::Length(operand) | Node::Negative(operand) => self.size(operand),
            Node::Chain(first, rest) => {
                self.size(first);
                rest.iter().for_each(|(_, operand)| self.size(operand));
            }
        }
    }

    /// Adds the variables on which the repetitions of a loop depend.
    fn condition(&mut self, test: &Test) {
        match test {
            Test::Compare { left, right, .. } => {
                self.size(left);
                self.size(right);
            }
            Test::Not(test) => self.condition(test),
            Test::Chain(first, rest) => {
                self.condition(first);
                rest.iter().for_each(|(_, test)| self.condition(test));
            }
            Test::Eof | Test::Match(_) | Test::Unique { .. } | Test::InArray { .. } => {}
        }
    }

    /// Adds the variables that must be unique for an assertion to hold.
    fn assertion(&mut self, test: &'a Test) {
        for test in conjunction(test) {
            if let Test::Unique { names, .. } = test
                && self.groups.insert(names)
            {
                let each: BTreeSet<usize> = names.iter().copied().collect();
                each.into_iter().for_each(|name| self.roles.unique[name].push(names));
            }
        }
    }
}

/// Adds what the length of a variable's word is compared with for an assertion to hold.
fn add_lengths<'a>(test: &'a Test, of: &Variable, lengths: &mut Vec<(Comparison, &'a Expression)>) {
    let is_length = |expression: &Expression| match &expression.node {
        Node::Length(text) => {
            matches!(&text.node, Node::Variable(variable) if variable.name == of.name)
        }
        _ => false,
    };
    for test in conjunction(test) {
        if let Test::Compare { left, comparison, right, .. } = test {
            if is_length(left) {
                lengths.push((*comparison, right));
            } else if is_length(right) {
                lengths.push((comparison.flipped(), left));
            }
        }
    }
}

/// Returns tests all of which must hold for a test to hold, as far as that is simple.
fn conjunction(test: &Test) -> Vec<&Test> {
    match test {
        Test::Chain(first, rest) if rest.iter().all(|(by, _)| *by == Connective::And) => {
            std::iter::once(&**first).chain(rest.iter().map(|(_, test)| test)).collect()
        }
        test => vec![test],
    }
}
