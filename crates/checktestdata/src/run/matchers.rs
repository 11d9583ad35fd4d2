//! The matchers of regular expressions, reused from match to match.

use std::sync::Arc;

use crate::budget::Budget;
use crate::error::Failure;
use crate::pattern::{Matcher, Pattern};

/// The maximum number of matchers of computed expressions.
const MAX_COMPUTED: usize = 16;

/// The maximum memory of a matcher, in bytes.
const MATCHER: u64 = 4 << 20;

/// The matchers of one check.
#[derive(Debug)]
pub(super) struct Matchers {
    /// Those of literals, by index; created when they are first used.
    literals: Vec<Option<Matcher>>,
    /// Those of computed expressions, the oldest first.
    computed: Vec<(Arc<[u8]>, Matcher)>,
}

impl Matchers {
    /// Creates no matchers yet; `literals` is the number of literals.
    pub(super) fn new(literals: usize) -> Matchers {
        let literals = std::iter::repeat_with(|| None).take(literals).collect();
        Matchers { literals, computed: Vec::new() }
    }

    /// Returns the matcher of a literal. Error: there is not enough memory left.
    pub(super) fn literal(
        &mut self,
        pattern: &Pattern,
        number: usize,
        budget: &mut Budget,
    ) -> Result<&mut Matcher, Failure> {
        let slot = &mut self.literals[number];
        if slot.is_none() {
            budget.hold(MATCHER)?;
        }
        Ok(slot.get_or_insert_with(|| pattern.matcher()))
    }

    /// Returns the matcher of a computed expression. Error: it is malformed or too large, or there
    /// is not enough memory left.
    pub(super) fn computed(
        &mut self,
        expression: &Arc<[u8]>,
        budget: &mut Budget,
    ) -> Result<&mut Matcher, Failure> {
        let known = self.computed.iter().position(|(known, _)| known == expression);
        let at = match known {
            Some(at) => at,
            None => {
                let pattern = Pattern::compile(expression)?;
                // The time to compile an expression grows with its automaton.
                budget.step(pattern.size() + expression.len() as u64)?;
                match self.computed.len() {
                    MAX_COMPUTED => drop(self.computed.remove(0)),
                    _ => budget.hold(MATCHER)?,
                }
                self.computed.push((Arc::clone(expression), pattern.matcher()));
                self.computed.len() - 1
            }
        };
        Ok(&mut self.computed[at].1)
    }
}
