//! Shrinks an input by having its family generate another one: with smaller parameters, then with
//! other draws.
//!
//! These candidates are few and far apart, but each keeps what the family promises, however
//! intertwined the parts of the input are.

use std::ops::Range;

use referee_generators::{Arguments, Choice, Chosen, Family, ParameterKind, ParameterValue, Seed};

use super::search::{Search, ShrinkEnd};

/// The number of random streams tried for each value of a parameter, besides the recorded draws.
const STREAMS: u64 = 4;

/// The maximum number of draws to edit. With more, chance decides which of many equal things
/// remain.
const MAX_EDITED: usize = 4096;

/// How an input was generated.
#[derive(Debug, Clone)]
pub struct FamilyCall {
    /// The family.
    pub family: &'static Family,
    /// The values of its parameters.
    pub arguments: Arguments,
    /// The seed.
    pub seed: Seed,
}

/// An input as generated, with its recorded draws.
struct Made {
    family: &'static Family,
    arguments: Arguments,
    choices: Option<Vec<Choice>>,
}

/// The source of the draws for a candidate.
#[derive(Clone)]
enum Draws {
    Replayed(Vec<u64>),
    Seeded(Seed),
}

/// Lowers parameters and draws.
pub(super) fn lower(search: &mut Search<'_>, origin: &FamilyCall) -> Result<(), ShrinkEnd> {
    let FamilyCall { family, arguments, seed } = origin;
    // If the family has changed since, it no longer generates this input.
    let Ok(chosen) = family.record(arguments, *seed) else { return Ok(()) };
    if chosen.input != search.smallest {
        return Ok(());
    }
    let mut made = Made { family, arguments: arguments.clone(), choices: chosen.choices };
    while made.lower_parameters(search)? {}
    while made.values().len() <= MAX_EDITED
        && (made.remove_draws(search)? || made.lower_draws(search)?)
    {}
    Ok(())
}

impl Made {
    fn make(&self, arguments: &Arguments, draws: &Draws) -> Option<Chosen> {
        let chosen = match draws {
            Draws::Replayed(values) => self.family.replay(arguments, values.clone()),
            Draws::Seeded(seed) => self.family.record(arguments, *seed),
        };
        chosen.ok()
    }

    fn values(&self) -> Vec<u64> {
        self.choices.iter().flatten().map(|choice| choice.value).collect()
    }

    /// Tries candidates, and adopts the arguments and draws of the first that fails in the same
    /// way.
    fn first(
        &mut self,
        search: &mut Search<'_>,
        candidates: &[(Arguments, Draws)],
    ) -> Result<bool, ShrinkEnd> {
        let made = |index: usize| {
            let (arguments, draws) = &candidates[index];
            self.make(arguments, draws)
        };
        let Some(found) = search.first(candidates.len(), |index| Some(made(index)?.input))? else {
            return Ok(false);
        };
        let choices = made(found).and_then(|chosen| chosen.choices);
        (self.arguments, self.choices) = (candidates[found].0.clone(), choices);
        Ok(true)
    }

    /// Lowers all parameters together, then each alone.
    fn lower_parameters(&mut self, search: &mut Search<'_>) -> Result<bool, ShrinkEnd> {
        let integers: Vec<(&'static str, i64)> = self
            .family
            .parameters
            .iter()
            .filter_map(|parameter| match parameter.kind {
                ParameterKind::Integer { least, .. } => Some((parameter.name, least)),
                _ => None,
            })
            .collect();
        let mut groups = vec![integers.clone()];
        groups.extend(integers.iter().map(|integer| vec![*integer]));
        let mut is_changed = false;
        for group in groups {
            let mut candidates = Vec::new();
            for arguments in self.lowered(&group) {
                let streams = (0..STREAMS).map(|number| Draws::Seeded(Seed::from_value(number)));
                let replayed = Draws::Replayed(self.values());
                candidates.extend(
                    [replayed].into_iter().chain(streams).map(|draws| (arguments.clone(), draws)),
                );
            }
            is_changed |= self.first(search, &candidates)?;
        }
        Ok(is_changed)
    }

    /// Returns arguments with some parameters lowered: to their minimum, one and two above it, then
    /// closer and closer to their current values.
    fn lowered(&self, group: &[(&'static str, i64)]) -> Vec<Arguments> {
        let most = group.iter().map(|&(name, least)| self.arguments.integer(name) - least).max();
        let most = most.unwrap_or(0);
        let shifts = (1..63).take_while(|shift| most >> shift > 0).collect::<Vec<_>>();
        let mut lowered: Vec<Arguments> = Vec::new();
        let mut add = |above: &dyn Fn(i64) -> i64| {
            let mut arguments = self.arguments.clone();
            for &(name, least) in group {
                let now = arguments.integer(name);
                let value = least + above(now - least).min(now - least);
                arguments.set(name, ParameterValue::Integer(value));
            }
            if arguments != self.arguments && !lowered.contains(&arguments) {
                lowered.push(arguments);
            }
        };
        for least in 0..=2 {
            add(&|_| least);
        }
        for shift in shifts.iter().rev() {
            add(&|above| above >> shift);
        }
        for shift in &shifts {
            add(&|above| above - (above >> shift));
        }
        add(&|above| (above - 1).max(0));
        lowered
    }

    /// Removes draws from the end: a half, a quarter, and so on.
    fn remove_draws(&mut self, search: &mut Search<'_>) -> Result<bool, ShrinkEnd> {
        let values = self.values();
        let edits = chunks(values.len())
            .map(|chunk| [&values[..chunk.start], &values[chunk.end..]].concat());
        self.first_edit(search, edits.collect())
    }

    /// Sets runs of draws to zero, then lowers each alone.
    fn lower_draws(&mut self, search: &mut Search<'_>) -> Result<bool, ShrinkEnd> {
        let values = self.values();
        let zeros = chunks(values.len()).map(|chunk| {
            let mut values = values.clone();
            values[chunk].fill(0);
            values
        });
        if self.first_edit(search, zeros.collect())? {
            return Ok(true);
        }
        let lowered = (0..values.len().min(64)).flat_map(|index| {
            let value = values[index];
            let candidates = [1, value / 2, value - value / 4, value.saturating_sub(1)];
            let values = &values;
            candidates.into_iter().filter(move |candidate| *candidate < value).map(
                move |candidate| {
                    let mut values = values.clone();
                    values[index] = candidate;
                    values
                },
            )
        });
        self.first_edit(search, lowered.collect())
    }

    fn first_edit(
        &mut self,
        search: &mut Search<'_>,
        edits: Vec<Vec<u64>>,
    ) -> Result<bool, ShrinkEnd> {
        let candidates: Vec<(Arguments, Draws)> = edits
            .into_iter()
            .map(|values| (self.arguments.clone(), Draws::Replayed(values)))
            .collect();
        self.first(search, &candidates)
    }
}

/// Returns chunks of a list, from the end: halves, quarters and so on, down to 64ths or single
/// items.
fn chunks(length: usize) -> impl Iterator<Item = Range<usize>> {
    let sizes = (1..=6).map(move |shift| (length >> shift).max(1));
    let mut sizes: Vec<usize> = sizes.filter(|_| length > 0).collect();
    sizes.dedup();
    sizes.into_iter().flat_map(move |size| {
        (0..length.div_ceil(size)).map(move |index| {
            let end = length - index * size;
            end.saturating_sub(size)..end
        })
    })
}
