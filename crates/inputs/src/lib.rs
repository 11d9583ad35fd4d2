//! Inputs for a problem without generators. Their shape is learned from existing inputs, and the
//! ranges of their values from a validator.
//!
//! [`LearnedSource`] is the entry point. `learn.rs` finds the shapes (`shape.rs`), `facts.rs` finds
//! what values have in common, such as being distinct, the edges of a tree, or names that are
//! referred to (`names.rs`), and `probe.rs` finds their ranges and the bounds of counts within each
//! other (`nested.rs`); `model.rs` combines these, and `filter.rs` compares inputs with it.
//! `draft.rs` writes inputs with the numbers and words (`values.rs`), graphs (`graphs.rs`), plane
//! drawings (`drawings.rs`) and lists of queries (`queries.rs`) that a human would try.
//!
//! [`DescribedSource`] needs no inputs: it draws from a description in checktestdata.

#![forbid(unsafe_code)]

mod described;
mod draft;
mod drawings;
mod facts;
mod filter;
mod graphs;
mod learn;
mod model;
mod names;
mod nested;
mod probe;
mod queries;
mod rows;
mod shape;
mod values;

use std::iter;

use referee_base::fault::Fault;
use referee_counterexamples::hunt::{
    Candidate, CandidateSource, Draw, Origin, SourceProfile, rung,
};
use referee_counterexamples::neighbour;
use referee_counterexamples::text::Text;
use referee_generators::{Random, Seed};

pub use described::DescribedSource;
use draft::free_draft;
use model::Model;
pub use probe::{Answer, IsValid};

/// One candidate in this many has the maximum size, at most this many values.
const FULL: u64 = 4;
const MAX_VALUES: i64 = 1 << 21;

/// The number of drafts by which the maximum size of all counts together is determined.
const FITTING: u64 = 3;

/// One changed input in this many need not have the learned shape, since validators may allow more.
/// The others are changed in at most this many steps; in each, at most this many neighbours are
/// tried until one has the shape.
const UNFILTERED: u64 = 8;
const MAX_STEPS: u64 = 16;
const MAX_NEIGHBOURS: usize = 16;

/// The maximum number of shapes to choose from.
const SHAPES: usize = 24;

/// The growth of candidates from one rung to the next.
const GROWTH: i64 = 4;

/// The inputs of a learned shape.
#[derive(Debug, Clone)]
pub struct LearnedSource {
    model: Model,
    /// The bound of each count with which all of them together do not make an input too large.
    most: i64,
}

impl LearnedSource {
    /// Learns the shape of the inputs, and with `ask` the ranges of values. `ask` validates an
    /// input, and returns `None` if there is no time left. Without it, values stay within those of
    /// the inputs. Returns `None` if no shape could be learned before `stop` returns true.
    pub fn learn(
        inputs: impl IntoIterator<Item = Vec<u8>>,
        ask: Option<IsValid>,
        stop: &dyn Fn() -> bool,
    ) -> Option<LearnedSource> {
        let texts: Vec<Text> = inputs.into_iter().map(Text::new).collect();
        let model = match ask {
            None => Model::learn(&texts, 1, stop).pop()?,
            Some(ask) => {
                let (mut model, valid) = likely(&texts, ask, stop)?;
                probe::probe(&mut model, valid, ask).then_some(model)?
            }
        };
        let fits = |most: &i64| {
            let of = |seed| free_draft(&model, (*most, 0), seed, Seed::from_value(seed));
            (0..FITTING).all(|seed| of(seed).is_some())
        };
        let most = within(fits);
        Some(LearnedSource { model, most })
    }

    /// Changes an input, most often in steps that each keep the learned shape, with values in the
    /// ranges found: the result probably is valid.
    pub fn changed(&self, input: &Text, random: &mut Random) -> Vec<u8> {
        if random.below(UNFILTERED) == 0 {
            return neighbour(input, random);
        }
        let most = 1 + random.below(MAX_STEPS);
        let steps = 1 + random.below(most);
        let mut changed = input.clone();
        for _ in 0..steps {
            let all = iter::repeat_with(|| Text::new(neighbour(&changed, random)));
            let is_good = |next: &Text| next.bytes() != changed.bytes() && self.model.fits(next);
            let next = all.take(MAX_NEIGHBOURS).find(is_good);
            let Some(next) = next else { break };
            changed = next;
        }
        changed.bytes().to_vec()
    }

    fn made(&self, seed: u64, index: u64, most: i64, fewer: u64) -> Draw {
        let texts = ["learned shape", &seed.to_string(), &index.to_string()];
        let origin = Origin::Other("an input of the learned shape".into());
        let sizes = (most.min(self.most), fewer);
        let input = free_draft(&self.model, sizes, turn(seed, index), Seed::of(&texts));
        input.map_or(Draw::Nothing, |input| Draw::Candidate(Candidate { input, origin }))
    }
}

/// Returns whether the candidate at an index is as large as can be.
fn is_full(index: u64) -> bool {
    index % FULL == FULL - 1
}

/// Returns the bound of each count in the candidate at an index.
fn most_values(index: u64) -> i64 {
    if is_full(index) { MAX_VALUES } else { GROWTH.saturating_pow(rung(index) + 1) }
}

/// Returns the turn of the candidate at an index: the largest ones take turns apart.
fn turn(seed: u64, index: u64) -> u64 {
    seed.wrapping_add(if is_full(index) { index / FULL } else { index })
}

/// Returns the greatest bound of sizes with which inputs are not too large: halves of the maximum
/// are tried.
fn within(fits: impl Fn(&i64) -> bool) -> i64 {
    let mut bounds = iter::successors(Some(MAX_VALUES), |most| Some(most / 2));
    bounds.find(|most| *most <= 1 || fits(most)).unwrap_or(1)
}

/// Returns the model with the first shape of which many usual inputs are valid, or if there is
/// none, with the shape of which most are, and how many are: two small inputs have several shapes
/// in common. If few are valid, words are those seen, and if none is, counts are 1.
fn likely(texts: &[Text], ask: IsValid, stop: &dyn Fn() -> bool) -> Option<(Model, u64)> {
    let (mut models, mut are_all) = (Model::learn(texts, 1, stop), false);
    let changes: [fn(&mut Model); 3] =
        [Model::vary_counts, |model| model.repeats_words = true, Model::begin_small];
    let mut best: Option<(Model, u64)> = None;
    for (at, change) in changes.into_iter().enumerate() {
        for nth in 0..SHAPES {
            if models.len() == nth && !are_all {
                (models, are_all) = (Model::learn(texts, SHAPES, stop), true);
            }
            let Some(mut model) = models.get(nth).cloned() else { break };
            change(&mut model);
            // The first shape is the most likely one.
            let patience = if nth == 0 { probe::USUAL } else { probe::PATIENCE };
            let valid = probe::valid(&model, patience, ask);
            // Of two shapes of which few are valid, the earlier one is more likely.
            let known = best.as_ref().map_or(0, |best| best.1);
            let is_clear = at > 0 || valid > 2 * known || valid >= probe::MANY;
            if valid > known && is_clear {
                best = Some((model, valid));
            }
            if valid >= probe::MANY {
                return best;
            }
        }
        let has_words = best.as_ref().is_some_and(|(model, _)| !model.facts.words.is_empty());
        if best.is_some() && (at > 0 || !has_words) {
            break;
        }
    }
    best
}

impl CandidateSource for LearnedSource {
    fn name(&self) -> &str {
        "learned shape"
    }

    /// It runs no program, and its candidates are valid more often than changed cases.
    fn profile(&self) -> SourceProfile {
        SourceProfile { turn: 0, share: 4, ..SourceProfile::of("inputs of the learned shape") }
    }

    fn draw(&self, seed: u64, index: u64) -> Result<Draw, Fault> {
        let fewer = if is_full(index) { 1 } else { 2 };
        Ok(self.made(seed, index, most_values(index), fewer))
    }

    fn is_largest(&self, index: u64) -> bool {
        is_full(index)
    }

    fn scaled(&self, seed: u64, index: u64, most: u64) -> Result<Draw, Fault> {
        Ok(self.made(seed, index, i64::try_from(most).unwrap_or(i64::MAX), 0))
    }
}

#[cfg(test)]
mod tests;
