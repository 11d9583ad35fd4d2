//! Whether an input has a learned shape, with values that validators allow.
//!
//! Most changes of an input make it invalid. To compare it with what is known of validators takes a
//! hundredth of the time of asking one.

use super::drawings::Points;
use super::facts::NumberFacts;
use super::model::Model;
use super::rows::RowFacts;
use super::shape::{self, Place, Seen};
use super::values;
use referee_counterexamples::text::Text;

impl Model {
    /// Returns whether an input has this shape, and all properties that drafts usually have.
    pub(crate) fn fits(&self, input: &Text) -> bool {
        let (mut place, mut points, mut fits) = (Place::begin(input), Points::default(), true);
        let mut visit = |seen: Seen, values: &[Option<i64>]| {
            fits = fits && self.allows(&seen, values, &points);
            if let Seen::Rows { slot, columns, .. } = seen
                && self.facts.are_drawn_on(slot)
            {
                points.add(slot, columns);
            }
        };
        place.read(&self.parts, &mut visit) && place.is_at_end() && fits
    }

    fn allows(&self, seen: &Seen, values: &[Option<i64>], points: &Points) -> bool {
        let is_within = |slot: &usize, value: i64| {
            let range = self.ranges.get(slot);
            range.is_none_or(|(least, most)| (*least..=*most).contains(&value))
        };
        let facts = &self.facts;
        match *seen {
            Seen::Number { slot, value } => {
                let (known, of) =
                    (&facts.numbers[&slot], |slot: &usize| shape::value(values, *slot));
                is_within(&slot, value)
                    && known.at_most.iter().filter_map(of).all(|other| value <= other)
                    && known.at_least.iter().filter_map(of).all(|other| value >= other)
            }
            Seen::Numbers { slot, values: list, .. } => {
                let (known, new) = (facts.lists.get(&slot), NumberFacts::of(slot, list, values));
                list.iter().all(|value| is_within(&slot, *value))
                    && facts.excess(slot).is_none_or(|most| values::excess(list) <= Some(most))
                    && known.zip(new).is_none_or(|(known, new)| known.allow(&new))
            }
            Seen::Word { slot, word } => facts.words.get(&slot).is_none_or(|known| {
                let is_of_letters = || word.iter().all(|letter| known.letters.contains(letter));
                known
                    .choices()
                    .map_or_else(is_of_letters, |words| words.iter().any(|one| *one == word))
            }),
            Seen::Rows { slot, columns, .. } => {
                let new = || RowFacts::of(columns, values, points);
                let is_allowed = |known: &RowFacts| known.allow(&new());
                facts.rows.get(&slot).is_none_or(is_allowed)
            }
        }
    }
}

impl NumberFacts {
    /// Returns whether another list has the properties of these.
    fn allow(&self, other: &NumberFacts) -> bool {
        (!self.is_distinct || other.is_distinct)
            && (!self.is_sorted || other.is_sorted)
            && (!self.is_permutation || (other.is_permutation && other.least == self.least))
            && self.at_most.is_subset(&other.at_most)
    }
}

impl RowFacts {
    /// Returns whether other rows have the properties of these.
    fn allow(&self, other: &RowFacts) -> bool {
        (!self.is_distinct || other.is_distinct)
            && (!self.has_distinct_first || other.has_distinct_first)
            && self.rectangles().is_none_or(|layout| other.have_layout(layout))
            && (!self.are_segments() || other.are_segments)
            && (!self.is_sorted || other.is_sorted)
            && self.apart().is_none_or(|apart| other.apart >= Some(apart))
            && self.ordered.keys().all(|pair| other.ordered.contains_key(pair))
            && (self.has_loops || !other.has_loops)
            && (self.has_twice || !other.has_twice)
            && self.vertices.is_subset(&other.vertices)
            && self.is_connected.is_subset(&other.is_connected)
            && self.drawing().is_none_or(|(slot, least)| other.drawn_on.get(&slot) >= Some(&least))
    }
}
