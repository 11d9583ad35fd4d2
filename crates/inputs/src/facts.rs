//! What the values at a slot have in common in all inputs that a shape was learned from.

use std::collections::{BTreeMap, BTreeSet};

use referee_generators::Random;

use super::drawings::Points;
use super::names::{NameFacts, Names};
use super::rows::{RowFacts, are_distinct};
use super::shape::{Count, Part, Place, Seen, those, value};
use super::values::{self, BRACKETS};
use referee_counterexamples::text::Text;

/// The maximum number of distinct words to choose from; beyond that, words are made of letters.
const MAX_CHOICES: usize = 12;

/// The maximum number of distinct words remembered.
const MAX_WORDS: usize = 256;

/// The facts about all slots.
#[derive(Debug, Clone, Default)]
pub(crate) struct Facts {
    pub(crate) numbers: BTreeMap<usize, NumberFacts>,
    pub(crate) lists: BTreeMap<usize, NumberFacts>,
    pub(crate) words: BTreeMap<usize, WordFacts>,
    pub(crate) names: BTreeMap<usize, NameFacts>,
    /// By the slot of the first column.
    pub(crate) rows: BTreeMap<usize, RowFacts>,
    /// By the slot of a column: by how much it differs from the column before it, if by the same
    /// amount in every line.
    steps: BTreeMap<usize, Option<u64>>,
    /// By the slot of a list or column: the most by which a number exceeds its place, counted from
    /// 0. It is at most 1 if each vertex has its parent there, and parents come first.
    excess: BTreeMap<usize, i64>,
    /// By the slot of a list or column: how many numbers it has, and the slots of earlier numbers
    /// that are its total.
    totals: BTreeMap<usize, (Count, BTreeSet<usize>)>,
}

/// What was read of an input so far, besides the numbers.
#[derive(Debug, Default)]
struct Before {
    names: Names,
    points: Points,
}

/// The facts about the numbers of a list, or about a single number as a list of one.
#[derive(Debug, Clone)]
pub(crate) struct NumberFacts {
    pub(crate) least: i64,
    pub(crate) most: i64,
    /// The slots of earlier numbers that none of them exceeds.
    pub(crate) at_most: BTreeSet<usize>,
    /// The slots of earlier numbers that none of them falls below.
    pub(crate) at_least: BTreeSet<usize>,
    /// No value occurs twice.
    pub(crate) is_distinct: bool,
    /// Values never decrease.
    pub(crate) is_sorted: bool,
    /// The values are consecutive integers from the least one on, each once.
    pub(crate) is_permutation: bool,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct WordFacts {
    pub(crate) letters: BTreeSet<u8>,
    pub(crate) shortest: usize,
    pub(crate) longest: usize,
    /// The first letters, and all after them.
    initials: BTreeSet<u8>,
    others: BTreeSet<u8>,
    /// The words themselves, as long as they are few.
    pub(crate) seen: BTreeSet<Vec<u8>>,
    /// The number of words, repetitions included.
    count: usize,
    /// The number of those that consist of matching brackets.
    matching: usize,
}

impl Facts {
    /// Collects the facts from inputs of a shape; `None` if one of them has another shape.
    pub(crate) fn of(parts: &[Part], texts: &[Text]) -> Option<Facts> {
        let mut facts = Facts::default();
        let are_read = texts.iter().all(|text| facts.read(parts, text));
        facts.free_points();
        are_read.then_some(facts)
    }

    /// Lets the coordinates of points between which edges are drawn be any numbers: that small ones
    /// are within a number of points or edges, like vertices, is a coincidence.
    fn free_points(&mut self) {
        let drawings: Vec<_> = self.rows.values().filter_map(RowFacts::drawing).collect();
        for (slot, _) in drawings {
            self.rows.entry(slot).and_modify(|rows| rows.vertices.clear());
            for coordinate in [slot, slot + 1] {
                self.numbers.entry(coordinate).and_modify(|facts| facts.at_most.clear());
            }
        }
    }

    /// Collects the facts from one more input. Returns false if it has another shape; the facts may
    /// then be wrong.
    pub(crate) fn read(&mut self, parts: &[Part], text: &Text) -> bool {
        let (mut place, mut before) = (Place::begin(text), Before::default());
        let mut visit = |seen: Seen, values: &[Option<i64>]| self.add(&seen, values, &mut before);
        place.read(parts, &mut visit) && place.is_at_end()
    }

    /// Returns the slots of numbers and lists that another number bounds, with the slot of that:
    /// first those that an earlier one bounds, then those that a later one never falls below.
    pub(crate) fn bounded(&self) -> Vec<(usize, usize)> {
        let numbers = self.numbers.iter().map(|(slot, facts)| (*slot, &facts.at_most));
        let lists = self.lists.iter().map(|(slot, facts)| (*slot, &facts.at_most));
        let by_earlier =
            numbers.chain(lists).filter_map(|(slot, most)| Some((slot, *most.first()?)));
        let by_later = self
            .numbers
            .iter()
            .flat_map(|(later, facts)| facts.at_least.iter().map(|slot| (*slot, *later)));
        by_earlier.chain(by_later).collect()
    }

    /// Returns whether the words at some slot refer to those at this one.
    pub(crate) fn is_referred_to(&self, slot: usize) -> bool {
        self.names.values().any(|names| names.refers_to() == Some(slot))
    }

    /// Returns by how much a column differs from the one before it, if always by the same amount.
    pub(crate) fn step(&self, slot: usize) -> Option<u64> {
        self.steps.get(&slot).copied().flatten()
    }

    /// Returns the slot of the numbers whose total an earlier number is, and how many they are.
    pub(crate) fn total(&self, slot: usize) -> Option<(usize, Count)> {
        let mut totals = self.totals.iter();
        let (numbers, (count, _)) = totals.find(|(_, (_, totals))| totals.contains(&slot))?;
        Some((*numbers, *count))
    }

    /// Returns the most by which a number of a list or column exceeds its place, if these look like
    /// parents of vertices.
    pub(crate) fn excess(&self, slot: usize) -> Option<i64> {
        self.excess.get(&slot).copied().filter(|excess| *excess <= 1)
    }

    /// Returns whether the numbers at a slot add up to an earlier number.
    pub(crate) fn add_up(&self, slot: usize) -> bool {
        self.totals.get(&slot).is_some_and(|(_, totals)| !totals.is_empty())
    }

    /// Returns whether rows are points between which edges are drawn.
    pub(crate) fn are_drawn_on(&self, slot: usize) -> bool {
        let mut drawings = self.rows.values().filter_map(RowFacts::drawing);
        drawings.any(|(points, _)| points == slot)
    }

    /// Returns the slot of the number of vertices, if rows look like edges: both columns lie within
    /// it, and no number before it bounds one of them. A total is no number of vertices.
    pub(crate) fn vertices(&self, slot: usize) -> Option<usize> {
        let vertices = *self.rows.get(&slot)?.vertices.first()?;
        if self.total(vertices).is_some() {
            return None;
        }
        let bound = |column: usize| self.numbers.get(&column)?.at_most.first().copied();
        let is_first = |column: usize| bound(column).is_none_or(|bound| bound >= vertices);
        (is_first(slot) && is_first(slot + 1)).then_some(vertices)
    }

    fn add(&mut self, seen: &Seen, values: &[Option<i64>], before: &mut Before) {
        match *seen {
            Seen::Number { slot, value } => add(&mut self.numbers, slot, &[value], values),
            Seen::Numbers { slot, count, values: list } => {
                add(&mut self.lists, slot, list, values);
                self.add_excess(slot, list);
                self.add_total(slot, count, list, values);
            }
            Seen::Word { slot, word } => {
                before.names.read(slot, word, self.names.entry(slot).or_default());
                self.words.entry(slot).or_default().add(word);
            }
            Seen::Rows { slot, times, columns } => {
                self.add_rows(slot, times, columns, values, &before.points);
                before.points.add(slot, columns);
            }
        }
    }

    fn add_rows(
        &mut self,
        slot: usize,
        times: Count,
        columns: &[Vec<i64>],
        values: &[Option<i64>],
        points: &Points,
    ) {
        if columns.len() > 1 {
            let new = RowFacts::of(columns, values, points);
            self.rows.entry(slot).and_modify(|known| known.join(&new)).or_insert(new);
        }
        // The numbers before the first column: those of a row come from the last one.
        let before = &values[..values.len().min(slot)];
        for (column, slot) in columns.iter().zip(slot..) {
            self.add_total(slot, times, column, before);
            self.add_excess(slot, column);
        }
        for (pair, slot) in columns.windows(2).zip(slot + 1..) {
            let mut steps = pair[0].iter().zip(&pair[1]).map(|(a, b)| a.abs_diff(*b));
            if let Some(first) = steps.next() {
                let step = steps.all(|step| step == first).then_some(first);
                let known = self.steps.entry(slot).or_insert(step);
                *known = known.filter(|known| Some(*known) == step);
            }
        }
    }

    fn add_excess(&mut self, slot: usize, list: &[i64]) {
        let Some(new) = values::excess(list) else { return };
        self.excess.entry(slot).and_modify(|known| *known = new.max(*known)).or_insert(new);
    }

    fn add_total(&mut self, slot: usize, count: Count, list: &[i64], values: &[Option<i64>]) {
        let total = list.iter().try_fold(0i64, |total, value| total.checked_add(*value));
        let mut new = those(&values[..slot.min(values.len())], |other| Some(other) == total);
        // Where a total is drawn, the number of what it adds up must be known.
        new.retain(|slot| matches!(count, Count::Number { slot: of, .. } if of < *slot));
        let known = self.totals.entry(slot).or_insert_with(|| (count, new.clone()));
        known.1.retain(|slot| new.contains(slot));
    }
}

/// Adds the facts about a list to those known.
fn add(all: &mut BTreeMap<usize, NumberFacts>, slot: usize, list: &[i64], values: &[Option<i64>]) {
    let Some(new) = NumberFacts::of(slot, list, values) else { return };
    let known = all.entry(slot).or_insert_with(|| new.clone());
    known.is_permutation &= new.is_permutation && known.least == new.least;
    (known.least, known.most) = (known.least.min(new.least), known.most.max(new.most));
    known.is_distinct &= new.is_distinct;
    known.is_sorted &= new.is_sorted;
    known.at_most.retain(|slot| new.at_most.contains(slot));
    known.at_least.retain(|slot| new.at_least.contains(slot));
}

impl NumberFacts {
    /// Returns the facts about one list; `None` if it is empty.
    pub(crate) fn of(slot: usize, list: &[i64], values: &[Option<i64>]) -> Option<NumberFacts> {
        let (least, most) = (*list.iter().min()?, *list.iter().max()?);
        let is_distinct = are_distinct(list.iter());
        let before = &values[..slot.min(values.len())];
        Some(NumberFacts {
            least,
            most,
            at_most: those(before, |other| other >= most),
            at_least: those(before, |other| other <= least),
            is_distinct,
            is_sorted: list.is_sorted(),
            is_permutation: is_distinct && most.abs_diff(least) == list.len() as u64 - 1,
        })
    }

    /// Narrows a range by earlier numbers, as all observed inputs do.
    pub(crate) fn beside(&self, range: (i64, i64), values: &[Option<i64>]) -> (i64, i64) {
        let of = |slot: &usize| value(values, *slot);
        let most = self.at_most.iter().filter_map(of).fold(range.1, i64::min).max(range.0);
        let least = self.at_least.iter().filter_map(of).fold(range.0, i64::max).min(most);
        (least, most)
    }
}

impl WordFacts {
    fn add(&mut self, word: &[u8]) {
        self.letters.extend(word);
        if let Some((initial, others)) = word.split_first() {
            self.initials.insert(*initial);
            self.others.extend(others);
        }
        self.shortest = if self.count == 0 { word.len() } else { self.shortest.min(word.len()) };
        self.longest = self.longest.max(word.len());
        self.count += 1;
        self.matching += usize::from(are_matching(word));
        if self.seen.len() < MAX_WORDS {
            self.seen.insert(word.to_vec());
        }
    }

    /// Returns one of the words, repeated exactly to this length, or as often as the longest one
    /// fits into it; `None` if none has such a length. To find out which lengths are valid, it is
    /// the longest one: others do not get as long.
    pub(crate) fn repeated(
        &self,
        length: usize,
        is_exact: bool,
        is_asked: bool,
        random: &mut Random,
    ) -> Option<Vec<u8>> {
        let fits = |word: &&Vec<u8>| {
            let is_one = if is_exact {
                length.is_multiple_of(word.len())
            } else {
                !is_asked || word.len() == self.longest
            };
            is_one && (1..=length).contains(&word.len())
        };
        let mut words: Vec<&Vec<u8>> = self.seen.iter().filter(fits).collect();
        if words.is_empty() && !is_exact {
            // Too long is better than none.
            words.extend(self.seen.iter().min_by_key(|word| word.len()));
        }
        let word = words.get(random.below(words.len().max(1) as u64) as usize)?;
        // If two short ones fit where one long one does, that says nothing of whether they may.
        let unit = if is_exact { word.len() } else { self.longest };
        Some(word.repeat((length / unit.max(1)).max(1)))
    }

    /// Returns the letters of words, and the first letters if all words are capitalized.
    pub(crate) fn letters(&self) -> (Vec<u8>, Option<Vec<u8>>) {
        let is_capitalized = !self.others.is_empty()
            && self.initials.iter().all(u8::is_ascii_uppercase)
            && self.others.iter().all(u8::is_ascii_lowercase);
        let list = |letters: &BTreeSet<u8>| letters.iter().copied().collect();
        if is_capitalized {
            (list(&self.others), Some(list(&self.initials)))
        } else {
            (list(&self.letters), None)
        }
    }

    /// Returns whether all words consist of matching brackets.
    pub(crate) fn are_matching(&self) -> bool {
        self.matching == self.count
    }

    /// Returns the greatest length up to `most` of a word like these, or of one of them repeated.
    pub(crate) fn greatest_length(&self, most: usize, is_repeated: bool) -> Option<usize> {
        if !is_repeated {
            return Some(if self.are_matching() { most & !1 } else { most });
        }
        let lengths = self.seen.iter().map(Vec::len).filter(|length| (1..=most).contains(length));
        lengths.map(|length| most - most % length).max()
    }

    /// Returns the words if they were few and repeated.
    pub(crate) fn few(&self) -> Option<Vec<&Vec<u8>>> {
        let are_few = self.seen.len() <= MAX_CHOICES && self.count >= 2 * self.seen.len();
        are_few.then(|| self.seen.iter().collect())
    }

    /// Returns the words to choose from, instead of making others of their letters.
    pub(crate) fn choices(&self) -> Option<Vec<&Vec<u8>>> {
        self.few().filter(|words| words.iter().any(|word| word.len() > 1))
    }
}

fn are_matching(word: &[u8]) -> bool {
    let mut open = Vec::new();
    word.iter().all(|letter| match BRACKETS.iter().find(|pair| pair.contains(letter)) {
        None => false,
        Some([opening, closing]) if letter == opening => {
            open.push(*closing);
            true
        }
        Some(_) => open.pop() == Some(*letter),
    }) && open.is_empty()
}
