//! Finds the ranges of values by asking whether inputs are valid.
//!
//! The ranges are not written down where a program can read them, but validators enforce them. So
//! for each slot, inputs are tried that are usual except for one value: first round numbers and the
//! limits of types, then a binary search between the greatest valid value and the least invalid
//! one.

use std::collections::{BTreeMap, BTreeSet};

use referee_generators::{Random, Seed};

use super::draft::{DraftOptions, DraftValues, MAX_BYTES, NotDrafted, draft, free_draft};
use super::model::{Model, TRIED};
use super::values::Style;

/// The number of inputs tried with a value before it counts as rejected, by how many of
/// [`COMPARED`] usual inputs are valid at least: nearly always, one of them would be valid if the
/// value was.
const SHOWN: [usize; 1 + COMPARED as usize] = [16, 16, 12, 10, 8, 6, 2];

/// For each of these inputs, the maximum number of questions for all slots, and the number of
/// drafts: few may have a place for the value.
const QUESTIONS: usize = 120;
const DRAFTS: usize = 8;

/// A value counts as invalid if the time for its slot does not suffice for this many questions
/// about it, and one takes longer than several about usual values: all later questions would, too.
const FAST: f64 = 32.0;
const SLOW: f64 = 4.0;

/// One value gets at most this part of the questions about all values of a slot, or [`SHOWN`].
const PARTS: usize = 4;

/// The distance to the seeds of the inputs that are tried with a value once more.
const OTHERS: u64 = 1_000;

/// The maximum size in bytes of the inputs by which sizes are looked for at first. Validators read
/// those at once; some take a second for the largest ones, and there is little time.
const AT_ONCE: usize = 256 << 10;

/// The number of usual inputs tried at first; at least one must be valid.
pub(crate) const USUAL: u64 = 12;

/// The number of usual inputs by which shapes are compared, how many are valid of a likely one, and
/// how many are tried of one of which none is valid.
const COMPARED: u64 = 6;
pub(crate) const MANY: u64 = 5;
pub(crate) const PATIENCE: u64 = 2;

/// The number of small inputs tried that lack some of the properties that all inputs so far have.
const LOOSE: u64 = 48;
const LOOSE_SIZE: i64 = 16;

/// The greatest number of digits that is looked for. Numbers that may have more may have any
/// number, as far as the validators say, and get none that does not fit into an `i64`.
const MAX_DIGITS: i64 = 4 << 20;

const I64_DIGITS: i64 = 19;

/// The maximum number of steps between a valid value and an invalid one.
const STEPS: usize = 8;

/// Returns how many of [`COMPARED`] usual inputs are valid; if none is, `patience` are tried.
pub(crate) fn valid(model: &Model, patience: u64, ask: IsValid) -> u64 {
    Probe::new(ask).valid(model, 0, patience)
}

/// Widens the ranges of a model as far as inputs are valid, given how many of [`COMPARED`] usual
/// inputs are. Returns whether any usual input is valid; if not, the shape was not learned
/// correctly.
pub(crate) fn probe(model: &mut Model, valid: u64, ask: IsValid) -> bool {
    let mut probe = Probe::new(ask);
    let Some(seed) = probe.usual(model) else { return false };
    let valid = valid.min(probe.valid(model, OTHERS, COMPARED));
    probe.show(valid);
    // Columns that differ from others by a constant are not asked about: they have their ranges.
    let (numbers, ranges) = (model.facts.numbers.keys(), model.ranges.keys());
    let slots: BTreeSet<usize> = numbers.chain(ranges).copied().collect();
    let (sizes, others): (Vec<usize>, Vec<usize>) = (slots.into_iter())
        .filter(|slot| model.facts.step(*slot).is_none())
        .partition(|slot| model.is_size(*slot));
    // Totals come after what they add up, and again once these may be many.
    let (totals, others): (Vec<usize>, Vec<usize>) =
        others.into_iter().partition(|slot| model.total(*slot).is_some());
    let nested = usize::from(!model.nested.is_empty());
    probe.slots_left = others.len() + sizes.len() + nested + 2 * totals.len();
    probe.widen(model, others.iter().chain(&totals), seed);
    probe.digits(model, &others, seed);
    // What the inputs have in common by chance must not bound the sizes.
    probe.loosen(model);
    // Often, more are valid now: of more values, fewer are equal.
    let valid = probe.valid(model, OTHERS, COMPARED);
    probe.show(valid);
    let mut full = probe.sizes(model, &sizes, seed);
    model.nested.product = probe.product(model, &full, seed);
    probe.widen_dependent(model, &mut full, seed);
    model.ranges = full;
    probe.widen(model, &totals, seed);
    probe.loosen(model);
    model.doubt = TRIED;
    true
}

/// Returns whether an input is valid; `None` if there is no time left.
pub type IsValid<'a> = &'a mut dyn FnMut(&[u8]) -> Option<Answer>;

/// Whether an input is valid.
#[derive(Debug, Clone, Copy)]
pub struct Answer {
    /// Whether it is.
    pub is_valid: bool,
    /// The part of the time for all questions that this one took; 0 if that must not matter.
    pub part: f64,
}

impl From<bool> for Answer {
    fn from(is_valid: bool) -> Answer {
        Answer { is_valid, part: 0.0 }
    }
}

struct Probe<'a> {
    /// The number of inputs tried with a value before it counts as rejected.
    shown: usize,
    /// The number of questions left, and of those among them that further slots need. One that
    /// takes as long as several counts as several.
    left: usize,
    reserved: usize,
    /// The maximum number of questions about one value.
    most_of_value: usize,
    /// The maximum part of the time for a question about a value. Beyond it, the value counts as
    /// invalid.
    slow: f64,
    /// The maximum part of the time that a question about usual values has taken.
    usual: f64,
    /// The number of slots not asked about yet.
    slots_left: usize,
    /// The maximum size of inputs in bytes, and how many would have been larger.
    most_bytes: usize,
    too_large: u64,
    ask: IsValid<'a>,
}

impl<'a> Probe<'a> {
    fn new(ask: IsValid<'a>) -> Probe<'a> {
        let (shown, most_bytes) = (SHOWN[COMPARED as usize], MAX_BYTES);
        let left = QUESTIONS * shown;
        let (most_of_value, slow) = (left, f64::INFINITY);
        Probe {
            shown,
            left,
            reserved: 0,
            most_of_value,
            slow,
            usual: 0.0,
            slots_left: 0,
            most_bytes,
            too_large: 0,
            ask,
        }
    }

    /// Widens the ranges at some slots, one after the other.
    fn widen<'s>(
        &mut self,
        model: &mut Model,
        slots: impl IntoIterator<Item = &'s usize>,
        seed: u64,
    ) {
        for &slot in slots {
            let range = self.range(model, slot, seed);
            model.ranges.insert(slot, range);
        }
    }

    /// Finds how many digits numbers may have that are not bounded otherwise.
    fn digits(&mut self, model: &mut Model, slots: &[usize], seed: u64) {
        let is_unbounded = |slot: &&usize| {
            model.facts.numbers.contains_key(slot) && model.ranges[slot].1 == i64::MAX
        };
        for slot in slots.iter().filter(is_unbounded).copied().collect::<Vec<_>>() {
            let mut with = model.clone();
            let mut allows = |probe: &mut Self, digits: i64| {
                if digits > MAX_DIGITS {
                    return false;
                }
                with.digits.insert(slot, digits as usize);
                probe.answers(&with, &BTreeMap::new(), Style::Random, seed).next() == Some(true)
            };
            let (most, beyond) = self.greatest_round(I64_DIGITS, &mut allows);
            let is_bounded = beyond.is_some_and(|beyond| beyond <= MAX_DIGITS);
            if most > I64_DIGITS && is_bounded {
                model.digits.insert(slot, most as usize);
            }
        }
    }

    /// Returns all ranges, with those of sizes as wide as inputs are valid. They come last, since
    /// large inputs take long, and the largest inputs after all others. Each is tried while the
    /// outer ones are small: their product may be bounded. In the model, the outer ones stay small.
    fn sizes(
        &mut self,
        model: &mut Model,
        sizes: &[usize],
        seed: u64,
    ) -> BTreeMap<usize, (i64, i64)> {
        let (mut full, mut cut) = (model.ranges.clone(), Vec::new());
        self.most_bytes = AT_ONCE;
        for &slot in sizes {
            let before = self.too_large;
            let range = self.range(model, slot, seed);
            full.insert(slot, range);
            cut.extend((self.too_large > before).then_some(slot));
            if model.nested.is_outer(slot) {
                // Not 0, which leaves no place for what is repeated.
                let few = range.0.max(1).min(range.1);
                model.ranges.insert(slot, (few, few));
            }
        }
        self.most_bytes = MAX_BYTES;
        for slot in cut {
            let (least, known) = full[&slot];
            let allows = &mut |probe: &mut Self, value| probe.allows(model, slot, value, seed);
            full.insert(slot, (least, self.greatest_round(known, allows).0));
        }
        let inner = sizes.iter().filter(|slot| !model.nested.is_outer(**slot));
        let inner: Vec<usize> = inner.copied().collect();
        model.ranges.extend(inner.into_iter().map(|slot| (slot, full[&slot])));
        full
    }

    /// Returns the seed of a usual input that is valid.
    fn usual(&mut self, model: &Model) -> Option<u64> {
        let given = BTreeMap::new();
        (0..USUAL).find(|&seed| self.is_valid(model, &given, Style::Random, seed) == Some(true))
    }

    /// Sets how often to ask about a value, if so many of [`COMPARED`] usual inputs are valid.
    /// There are as many more questions as each value needs more.
    fn show(&mut self, valid: u64) {
        let shown = SHOWN[valid as usize];
        self.left = self.left * shown / self.shown;
        self.shown = shown;
    }

    /// Returns how many of [`COMPARED`] usual inputs, with seeds from `first` on, are valid; if
    /// none is, `patience` are tried.
    fn valid(&mut self, model: &Model, first: u64, patience: u64) -> u64 {
        let (mut valid, mut tried) = (0, 0);
        while tried < if valid == 0 { patience } else { COMPARED } {
            let answer = self.is_valid(model, &BTreeMap::new(), Style::Random, first + tried);
            valid += u64::from(answer == Some(true));
            tried += 1;
        }
        valid
    }

    /// Returns whether a usual input with the given values is valid; `None` if it has no place for
    /// them.
    fn is_valid(
        &mut self,
        model: &Model,
        given: &BTreeMap<usize, i64>,
        style: Style,
        seed: u64,
    ) -> Option<bool> {
        if self.left <= self.reserved {
            return Some(false);
        }
        let options = DraftOptions {
            most_bytes: self.most_bytes,
            most: i64::MAX,
            fewer: 2,
            values: DraftValues::Usual(style),
            given: given.clone(),
        };
        let input = match draft(model, &options, Random::new(Seed::from_value(seed))) {
            Ok(input) => input,
            Err(NotDrafted::Impossible) => {
                // To find out takes as long as many a question.
                self.left -= 1;
                self.too_large += 1;
                return Some(false);
            }
            Err(NotDrafted::NoPlace) => return None,
        };
        let Some(answer) = (self.ask)(&input) else {
            (self.left, self.reserved) = (0, 0);
            return Some(false);
        };
        let as_many = answer.part * self.all();
        self.left = self.left.saturating_sub(as_many.max(1.0) as usize);
        if given.is_empty() {
            self.usual = self.usual.max(answer.part);
            return Some(answer.is_valid);
        }
        Some(answer.is_valid && answer.part <= self.slow)
    }

    /// Returns whether an input with this value is valid. With a large size, perhaps only one whose
    /// other numbers are as small as possible.
    fn allows(&mut self, model: &Model, slot: usize, value: i64, seed: u64) -> bool {
        let given = BTreeMap::from([(slot, value)]);
        self.shows(model, &given, seed)
            || (model.is_size(slot) && self.shows_least(model, &given, seed))
    }

    /// Returns whether one of the first usual inputs with these values is valid.
    fn shows(&mut self, model: &Model, given: &BTreeMap<usize, i64>, seed: u64) -> bool {
        let shown = self.shown;
        self.answers(model, given, Style::Random, seed).take(shown).any(|is_valid| is_valid)
    }

    /// Returns whether the first input with these values, and otherwise the least ones, is valid.
    fn shows_least(&mut self, model: &Model, given: &BTreeMap<usize, i64>, seed: u64) -> bool {
        self.answers(model, given, Style::AllLeast, seed).next() == Some(true)
    }

    /// Returns whether inputs with these values are valid, one after the other. After one that is
    /// too large there is no other, since it would be as large, nor after some that took long.
    fn answers(
        &mut self,
        model: &Model,
        given: &BTreeMap<usize, i64>,
        style: Style,
        seed: u64,
    ) -> impl Iterator<Item = bool> {
        let (before, drafts) = (self.too_large, (DRAFTS * self.shown) as u64);
        let least_left = self.left.saturating_sub(self.most_of_value);
        let next = move |seed| {
            let is_next = self.too_large == before && self.left > least_left;
            is_next.then(|| self.is_valid(model, given, style, seed))
        };
        (seed..seed + drafts).map_while(next).flatten()
    }

    /// Returns the number of all questions, of those left and of earlier ones.
    fn all(&self) -> f64 {
        (QUESTIONS * self.shown) as f64
    }

    /// Reserves an equal part of the questions left for each further slot, and returns how many are
    /// left for this one.
    fn reserve(&mut self) -> usize {
        let own = self.left / self.slots_left;
        self.reserved = self.left - own;
        self.most_of_value = self.shown.max(own / PARTS);
        self.slots_left -= 1;
        own
    }

    fn range(&mut self, model: &Model, slot: usize, seed: u64) -> (i64, i64) {
        let own = self.reserve();
        // Large inputs take long, and are asked about last.
        let slow = (own as f64 / FAST / self.all()).max(SLOW * self.usual);
        self.slow = if model.is_size(slot) { f64::INFINITY } else { slow };
        let observed = || (model.facts.numbers[&slot].least, model.facts.numbers[&slot].most);
        let (least, most) = model.ranges.get(&slot).copied().unwrap_or_else(observed);
        (self.least(model, slot, least, seed), self.most(model, slot, most, seed))
    }

    /// Returns the greatest valid product of counts within each other; `None` if there are none, or
    /// if each may be as large as its full range allows.
    fn product(
        &mut self,
        model: &Model,
        full: &BTreeMap<usize, (i64, i64)>,
        seed: u64,
    ) -> Option<i64> {
        let nested = &model.nested;
        if nested.is_empty() {
            return None;
        }
        self.reserve();
        let mut allows =
            |probe: &mut Self, product| probe.shows(model, &nested.balanced(product, full), seed);
        if allows(self, i64::MAX) {
            return None;
        }
        let known = nested.known_product(&model.ranges, full);
        Some(self.greatest_round(known, &mut allows).0)
    }

    /// Widens the ranges of values that another number bounds: so far, they were tried with small
    /// ones, such as vertices with the usual number of vertices. Those of a number that never falls
    /// below an earlier one were tried only above the usual values of that. `full` has the ranges
    /// found; those of the model may be narrower.
    fn widen_dependent(
        &mut self,
        model: &mut Model,
        full: &mut BTreeMap<usize, (i64, i64)>,
        seed: u64,
    ) {
        let is_part = |slot, total| model.total(total).is_some_and(|(part, _)| part == slot);
        let mut bounded = model.facts.bounded();
        bounded.retain(|&(slot, bound)| !is_part(slot, bound));
        for (slot, bound) in bounded {
            let ((least, known), (above, most)) = (full[&slot], full[&bound]);
            let mut allows = |value, other| {
                let given = BTreeMap::from([(bound, other), (slot, value)]);
                self.shows(model, &given, seed) || self.shows_least(model, &given, seed)
            };
            // Usually they may be equal, or just not.
            let equal = [most, most.saturating_sub(1)].into_iter().filter(|value| *value > known);
            let greatest = equal.into_iter().find(|value| allows(*value, most)).unwrap_or(known);
            let lowers = least < above && allows(least, least);
            for (slot, range) in
                [(slot, (least, greatest)), (bound, (if lowers { least } else { above }, most))]
            {
                full.insert(slot, range);
                if !model.nested.is_outer(slot) {
                    model.ranges.insert(slot, range);
                }
            }
        }
    }

    /// Finds properties that inputs need not have: those that small valid ones lack.
    fn loosen(&mut self, model: &mut Model) {
        let mut valid = Vec::new();
        for seed in 0..LOOSE {
            let Some(input) = free_draft(model, (LOOSE_SIZE, 2), seed, Seed::from_value(seed))
            else {
                continue;
            };
            match (self.ask)(&input) {
                Some(answer) if answer.is_valid => valid.push(input),
                Some(_) => {}
                None => return,
            }
        }
        model.learn_from_drafts(valid);
    }

    /// Returns the greatest valid value, given a valid one. Most often it is a round number. If it
    /// is not, inputs with the next one may have been invalid by chance, so other ones are tried.
    fn most(&mut self, model: &Model, slot: usize, known: i64, seed: u64) -> i64 {
        let most = self.greatest(model, slot, known, seed);
        let next = round_numbers().into_iter().find(|round| *round >= most);
        match next {
            Some(next) if next > most && self.allows(model, slot, next, seed + OTHERS) => {
                self.most(model, slot, next, seed)
            }
            _ => most,
        }
    }

    /// Returns the greatest value that is shown to be valid, given a valid one.
    fn greatest(&mut self, model: &Model, slot: usize, known: i64, seed: u64) -> i64 {
        let allows = &mut |probe: &mut Self, value| probe.allows(model, slot, value, seed);
        let (mut allowed, refused) = self.greatest_round(known, allows);
        let Some(mut refused) = refused else { return allowed };
        // Most often the bound is a round number, and sometimes it excludes one.
        if allowed + 1 == refused || !self.allows(model, slot, allowed + 1, seed) {
            return allowed;
        }
        allowed += 1;
        let last = refused - 1;
        if last > allowed && self.allows(model, slot, last, seed) {
            return last;
        }
        for _ in 0..STEPS {
            let between = refused.saturating_sub(allowed);
            if between <= 1 {
                break;
            }
            let middle = allowed + between / 2;
            if self.allows(model, slot, middle, seed) { allowed = middle } else { refused = middle }
        }
        allowed
    }

    /// Returns the greatest valid value among a valid one and round numbers, and the least invalid
    /// round number, if any.
    fn greatest_round(
        &mut self,
        known: i64,
        allows: &mut dyn FnMut(&mut Self, i64) -> bool,
    ) -> (i64, Option<i64>) {
        let round: Vec<i64> = round_numbers().into_iter().filter(|&value| value > known).collect();
        // Doubling steps: bounds are more often near than far.
        let (mut low, mut at, mut step) = (0, 0, 1);
        while at < round.len() && allows(self, round[at]) {
            (low, at, step) = (at + 1, at + step, step * 2);
        }
        let mut high = at.min(round.len());
        while low < high {
            let middle = (low + high) / 2;
            if allows(self, round[middle]) { low = middle + 1 } else { high = middle }
        }
        (if low == 0 { known } else { round[low - 1] }, round.get(low).copied())
    }

    /// Returns the least valid value, given a valid one.
    fn least(&mut self, model: &Model, slot: usize, known: i64, seed: u64) -> i64 {
        let round = [-10, -100, -1_000, -10_000, -100_000, -1_000_000, -1_000_000_000];
        let below = [1, 0, -1].into_iter().chain(round).chain([i64::MIN + 1]);
        let below = below.filter(|&value| value < known);
        below.take_while(|&value| self.allows(model, slot, value, seed)).last().unwrap_or(known)
    }
}

/// Returns numbers at which ranges typically end, in order.
fn round_numbers() -> Vec<i64> {
    let tens = (0..19).map(|digits| 10i64.pow(digits));
    let halves = tens.clone().map(|ten| [15, 25, 75].map(|times| (ten / 10).checked_mul(times)));
    let tens = tens.flat_map(|ten| (1..10).map(move |times| ten.checked_mul(times)));
    let twos = (3..63).flat_map(|bits| [(1i64 << bits) - 1, 1 << bits].map(Some));
    let mut all: Vec<i64> =
        tens.chain(halves.flatten()).chain(twos).flatten().chain([i64::MAX]).collect();
    all.sort_unstable();
    all.dedup();
    all
}
