//! Inputs of a problem without generators: their shape is learned from those that are there, and the ranges of their values from
//! whoever decides which inputs are valid.
//!
//! [`LearnedSource`] is the way in. `learn.rs` finds the shape (`shape.rs`), `facts.rs` what values have in common, such as being
//! distinct or the edges of a tree, and `probe.rs` how large they may be; `model.rs` holds all of that together. `draft.rs` writes
//! inputs with the numbers (`values.rs`), words (`words.rs`) and graphs (`graphs.rs`) that a human would try.

mod draft;
mod facts;
mod graphs;
mod learn;
mod model;
mod probe;
mod shape;
mod values;
mod words;

use referee_base::fault::Fault;
use referee_generators::{Random, Seed};

use crate::hunt::{Candidate, CandidateSource, Draw, Origin, rung};
use crate::text::Text;
use draft::{Wish, draft};
use model::Model;
pub use probe::IsValid;

/// One candidate of so many is as large as it may be.
const FULL: u64 = 8;

/// By how much candidates grow from one rung to the next.
const GROWTH: i64 = 4;

/// Inputs of a shape that was learned.
#[derive(Debug, Clone)]
pub struct LearnedSource {
    model: Model,
}

impl LearnedSource {
    /// Learns the shape of these inputs, and asks which others are valid: `ask` returns nothing when there is no time left. Without
    /// anybody to ask, values stay within those that are there. Returns nothing if there is no shape that is understood.
    pub fn learn(
        inputs: impl IntoIterator<Item = Vec<u8>>,
        ask: Option<IsValid>,
    ) -> Option<LearnedSource> {
        let texts: Vec<Text> = inputs.into_iter().map(Text::new).collect();
        let mut model = Model::learn(&texts)?;
        let is_understood = ask.is_none_or(|ask| probe::probe(&mut model, ask));
        is_understood.then_some(LearnedSource { model })
    }

    fn made(&self, seed: u64, index: u64, most: i64, fewer: u64) -> Draw {
        let texts = ["learned shape", &seed.to_string(), &index.to_string()];
        let wish = Wish { most, fewer, is_usual: false, given: Default::default() };
        let origin = Origin::Other("an input of the learned shape".into());
        let input = draft(&self.model, &wish, Random::new(Seed::of(&texts)));
        input.map_or(Draw::Nothing, |input| Draw::Candidate(Candidate { input, origin }))
    }
}

impl CandidateSource for LearnedSource {
    fn name(&self) -> &str {
        "learned shape"
    }

    fn kind(&self) -> &'static str {
        "inputs of the learned shape"
    }

    fn draw(&self, seed: u64, index: u64) -> Result<Draw, Fault> {
        let is_full = index % FULL == FULL - 1;
        let most = if is_full { i64::MAX } else { GROWTH.saturating_pow(rung(index) + 1) };
        Ok(self.made(seed, index, most, if is_full { 1 } else { 2 }))
    }

    fn scaled(&self, seed: u64, index: u64, most: u64) -> Result<Draw, Fault> {
        Ok(self.made(seed, index, i64::try_from(most).unwrap_or(i64::MAX), 0))
    }

    /// It costs no program, and what it makes is valid more often than a changed case.
    fn turn(&self) -> u64 {
        0
    }

    fn share(&self) -> u64 {
        4
    }
}

#[cfg(test)]
mod tests;
