//! Regular expressions: the longest match at a position, in time linear in its length.
//!
//! POSIX requires the longest match, not that of the first alternative. An automaton that is built
//! while it reads (`regex-automata`) finds it without backtracking: it continues until no longer
//! match is possible.

mod syntax;

use std::sync::Arc;

use regex_automata::hybrid::dfa::{Cache, DFA};
use regex_automata::nfa::thompson;
use regex_automata::{Anchored, Input, MatchKind};

use crate::budget::Budget;
use crate::error::Failure;
pub(crate) use syntax::parse;

/// The maximum size of the automaton of an expression, in bytes.
const MAX_SIZE: usize = 8 << 20;

/// The number of bytes that are read before the work is charged to the budget.
const BLOCK: usize = 4096;

/// A compiled regular expression.
#[derive(Debug, Clone)]
pub(crate) struct Pattern {
    text: Arc<[u8]>,
    automaton: Arc<DFA>,
}

/// The automaton of a pattern, and its states that were built so far.
#[derive(Debug)]
pub(crate) struct Matcher {
    automaton: Arc<DFA>,
    cache: Cache,
}

impl Pattern {
    /// Compiles a regular expression. Error: it is malformed, or too large.
    pub(crate) fn compile(text: &Arc<[u8]>) -> Result<Pattern, Failure> {
        let too_large = |_| Failure::new("the regular expression is too large");
        let config = thompson::Config::new()
            .utf8(false)
            .nfa_size_limit(Some(MAX_SIZE))
            .which_captures(thompson::WhichCaptures::None);
        let expression = parse(text)?;
        let nfa = thompson::Compiler::new()
            .configure(config)
            .build_from_hir(&expression)
            .map_err(|error| too_large(error.to_string()))?;
        // With all matches, the last one before the dead state is the longest. An automaton that is
        // too large for the default cache gets the smallest one that holds it.
        let config = DFA::config().match_kind(MatchKind::All).skip_cache_capacity_check(true);
        let automaton = DFA::builder().configure(config).build_from_nfa(nfa);
        let automaton = automaton.map_err(|error| too_large(error.to_string()))?;
        Ok(Pattern { text: Arc::clone(text), automaton: Arc::new(automaton) })
    }

    pub(crate) fn text(&self) -> &Arc<[u8]> {
        &self.text
    }

    /// Returns the size of its automaton, in bytes.
    pub(crate) fn size(&self) -> u64 {
        self.automaton.get_nfa().memory_usage() as u64
    }

    pub(crate) fn matcher(&self) -> Matcher {
        Matcher { automaton: Arc::clone(&self.automaton), cache: self.automaton.create_cache() }
    }
}

impl Matcher {
    /// Returns the length of the longest match at the start of a text; `None` if there is no match.
    /// Error: there are not enough steps left.
    pub(crate) fn longest(
        &mut self,
        text: &[u8],
        budget: &mut Budget,
    ) -> Result<Option<usize>, Failure> {
        let Matcher { automaton, cache } = self;
        // None of these errors occurs: no byte quits a search, and there is no limit on clearing
        // the cache.
        let failed = |error: String| Failure::new(format!("the regular expression: {error}"));
        let input = Input::new(text).anchored(Anchored::Yes);
        let start = automaton.start_state_forward(cache, &input);
        let mut state = start.map_err(|error| failed(error.to_string()))?;
        let mut longest = None;
        let mut work = work(automaton, cache);
        for (block, number) in text.chunks(BLOCK).zip(0..) {
            for (byte, at) in block.iter().zip(number * BLOCK..) {
                let next = automaton.next_state(cache, state, *byte);
                state = next.map_err(|error| failed(error.to_string()))?;
                if state.is_tagged() {
                    // The automaton reports a match one byte late.
                    if state.is_match() {
                        longest = Some(at);
                    } else if state.is_dead() {
                        spend(at % BLOCK, &mut work, automaton, cache, budget)?;
                        return Ok(longest);
                    }
                }
            }
            spend(block.len(), &mut work, automaton, cache, budget)?;
        }
        let end = automaton.next_eoi_state(cache, state);
        let is_match = end.map_err(|error| failed(error.to_string()))?.is_match();
        Ok(if is_match { Some(text.len()) } else { longest })
    }
}

/// Charges the budget for `bytes` bytes that were read, and for the states that were built since
/// the last call.
fn spend(
    bytes: usize,
    before: &mut u64,
    automaton: &DFA,
    cache: &Cache,
    budget: &mut Budget,
) -> Result<(), Failure> {
    let now = work(automaton, cache);
    let built = now.saturating_sub(*before);
    *before = now;
    budget.step(bytes as u64 + 1 + built)
}

/// Returns the total size of the states that were built for a matcher, in bytes.
fn work(automaton: &DFA, cache: &Cache) -> u64 {
    // Building states dominates hostile patterns, and their size is its only measure: a full cache
    // is cleared, and its states may be built again.
    let cleared = cache.clear_count() as u64 * automaton.get_config().get_cache_capacity() as u64;
    cleared + cache.memory_usage() as u64
}
