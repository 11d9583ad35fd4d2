//! Lists of queries: repeated lines that begin with one of a few words.
//!
//! Data structures degenerate only if queries follow a plan: first all updates from the last place
//! to the first, then the same question over and over. So queries come in phases, each with one
//! kind of query or all of them, and with values that rise, fall, stay equal or vary.

use referee_generators::{Random, Seed};

use super::model::Model;
use super::shape::{Field, Part};
use super::values::Style;

/// The styles of the values of one kind of query in one phase.
const STYLES: [Style; 6] = [
    Style::Random,
    Style::Rising,
    Style::Falling,
    Style::AllLeast,
    Style::AllMost,
    Style::AllEqual,
];

/// The maximum number of phases.
const MAX_PHASES: u64 = 3;

/// A kind of query: its first token and its other fields.
pub(crate) type Kind<'a> = (&'a [u8], &'a [Field]);

/// Returns the kinds of queries of which repeated parts consist. They have simple fields only:
/// numbers that state no counts, and words.
pub(crate) fn kinds<'a>(parts: &'a [Part], model: &'a Model) -> Option<Vec<Kind<'a>>> {
    let kinds: Vec<Kind> = match parts {
        [Part::Kinds { kinds, .. }] => {
            kinds.iter().map(|(first, fields)| (&first[..], &fields[..])).collect()
        }
        [Part::Line(fields)] => {
            let [Field::Word { slot, length: None }, others @ ..] = &fields[..] else {
                return None;
            };
            let words = model.facts.words[slot].few()?;
            words.iter().map(|word| (&word[..], others)).collect()
        }
        _ => return None,
    };
    let is_simple = |field: &Field| match field {
        Field::Number(slot) => !model.is_size(*slot),
        Field::Word { length, .. } => length.is_none(),
        Field::Numbers { .. } | Field::Words { .. } => false,
    };
    kinds.iter().all(|(_, fields)| fields.iter().all(is_simple)).then_some(kinds)
}

/// Returns the kinds of `count` queries, in phases of about the same length.
pub(crate) fn phases(count: usize, kinds: usize, random: &mut Random) -> Vec<Vec<usize>> {
    let phases = 1 + random.below(MAX_PHASES) as usize;
    let of_phase = |number: usize| {
        let kind = random.below(kinds as u64 + 1) as usize;
        let mut own = Random::new(Seed::from_value(random.bits()));
        let mut any = |_| if kind < kinds { kind } else { own.below(kinds as u64) as usize };
        (count * number / phases..count * (number + 1) / phases).map(&mut any).collect()
    };
    (0..phases).map(of_phase).collect()
}

/// Draws the style of the values at one place of queries.
pub(crate) fn style(random: &mut Random) -> Style {
    *random.choose(&STYLES)
}
