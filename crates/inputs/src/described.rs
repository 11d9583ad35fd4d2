//! Inputs of a description in checktestdata: it states what shapes learned from a few inputs do not
//! show, such as formats and conditions of which no sample has an instance.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use referee_base::fault::Fault;
use referee_checker::Position;
use referee_checktestdata::{Choices, Description, Limits, Site};
use referee_generators::{Random, Seed};

use super::values::{self, Style, Styles, WORD_STYLES};
use super::{MAX_VALUES, is_full, most_values, turn, within};
use referee_counterexamples::hunt::{Candidate, CandidateSource, Draw, Origin, SourceProfile};

/// The limits of one attempt to write an input: about 8 MiB take as many steps.
const LIMITS: Limits = Limits { steps: 20_000_000, memory: 256 << 20 };

/// The number of attempts to write an input.
const ATTEMPTS: u64 = 8;

/// Inputs that are drawn from a description.
#[derive(Debug, Clone)]
pub struct DescribedSource {
    name: String,
    description: Arc<Description>,
    /// The bound of each size with which an input does not get too large, once it is needed.
    most: Arc<OnceLock<i64>>,
}

impl DescribedSource {
    /// Creates the source of a description, which has a name.
    pub fn new(name: &str, description: Arc<Description>) -> DescribedSource {
        let name = format!("description {name}");
        DescribedSource { name, description, most: Arc::default() }
    }

    fn made(&self, seed: u64, index: u64, most: i64, varies: bool) -> Draw {
        let fits = |most: &i64| self.written(0, 0, *most, true).is_some();
        let bound = *self.most.get_or_init(|| within(fits));
        let origin = Origin::Other(format!("an input of the {}", self.name));
        let input = self.written(seed, index, most.min(bound), varies);
        input.map_or(Draw::Nothing, |input| Draw::Candidate(Candidate { input, origin }))
    }

    /// Writes an input with sizes of at most `most`, or if they do not vary, with sizes as close to
    /// it as can be.
    fn written(&self, seed: u64, index: u64, most: i64, varies: bool) -> Option<Vec<u8>> {
        for attempt in 0..ATTEMPTS {
            let texts = [&self.name, &*seed.to_string(), &index.to_string(), &attempt.to_string()];
            let of_lists = Styles::of_turn(turn(seed, index));
            let mut choices = Chosen::new((most, varies), of_lists, Random::new(Seed::of(&texts)));
            let written = self.description.write(&mut choices, LIMITS).ok()?;
            if written.is_some() {
                return written;
            }
        }
        None
    }
}

impl CandidateSource for DescribedSource {
    fn name(&self) -> &str {
        &self.name
    }

    /// It runs no program, and its candidates are valid.
    fn profile(&self) -> SourceProfile {
        SourceProfile { turn: 0, share: 2, ..SourceProfile::of("inputs of the description") }
    }

    fn draw(&self, seed: u64, index: u64) -> Result<Draw, Fault> {
        Ok(self.made(seed, index, most_values(index), true))
    }

    fn is_largest(&self, index: u64) -> bool {
        is_full(index)
    }

    fn scaled(&self, seed: u64, index: u64, most: u64) -> Result<Draw, Fault> {
        Ok(self.made(seed, index, i64::try_from(most).unwrap_or(i64::MAX), false))
    }
}

/// The choices for one input: those that a human would try.
struct Chosen {
    random: Random,
    /// The maximum of each size, and whether some are smaller.
    most: i64,
    varies: bool,
    of_lists: Styles,
    /// The style of each list, by command.
    styles: BTreeMap<Position, Style>,
    /// The numbers for all repetitions of the innermost loop, by command.
    lists: BTreeMap<Position, Vec<i64>>,
    /// The earlier numbers outside of loops that are no sizes.
    alone: Vec<i64>,
}

impl Chosen {
    fn new((most, varies): (i64, bool), of_lists: Styles, random: Random) -> Chosen {
        let (styles, lists, alone) = Default::default();
        Chosen { random, most, varies, of_lists, styles, lists, alone }
    }

    /// Draws a size: as often as not, the greatest one.
    fn size(&mut self, least: i64, most: i64) -> i64 {
        let most = most.min(self.most.max(least));
        let (is_most, drawn) = (self.random.below(2) == 0, self.random.between(least, most));
        if is_most || !self.varies { most } else { drawn }
    }

    /// Draws a number outside of loops, often one that is related to an earlier one.
    fn alone(&mut self, least: i64, most: i64) -> i64 {
        if self.alone.is_empty() || self.random.below(3) > 0 {
            return values::number(least, most, &mut self.random);
        }
        let other = *self.random.choose(&self.alone);
        values::relative(other, &mut self.random).clamp(least, most)
    }

    /// Draws the numbers for all repetitions of a loop.
    fn list(&mut self, site: &Site, count: usize, range: (i64, i64)) -> Vec<i64> {
        let new = self.of_lists.next(self.styles.len(), &mut self.random);
        let style = *self.styles.entry(site.command).or_insert(new);
        let mut list = values::list(style, count, range, &mut self.random);
        if site.is_distinct {
            values::make_distinct(&mut list, range);
        }
        list
    }
}

impl Choices for Chosen {
    fn integer(&mut self, site: &Site, least: i64, most: i64) -> i64 {
        if site.is_size {
            return self.size(least, most);
        }
        if site.is_again {
            return self.random.between(least, most);
        }
        let count = site.of.min(MAX_VALUES.unsigned_abs()) as usize;
        if count == 1 {
            let number = self.alone(least, most);
            self.alone.push(number);
            return number;
        }
        if site.at == 0 {
            let list = self.list(site, count, (least, most));
            self.lists.insert(site.command, list);
        }
        let known = self.lists.get(&site.command).and_then(|list| list.get(site.at as usize));
        known.copied().unwrap_or(least).clamp(least, most)
    }

    fn word(&mut self, letters: &[u8], length: usize) -> Vec<u8> {
        let style = self.random.below(WORD_STYLES);
        values::word(length, letters, style, &mut self.random)
    }

    fn below(&mut self, count: u64) -> u64 {
        self.random.below(count)
    }
}
