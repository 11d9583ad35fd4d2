//! Finds the shape that several inputs have in common: the one with the fewest parts.
//!
//! All inputs are read in parallel, line by line. At each place, the next lines of all inputs are
//! compared: how many tokens they have, which of these are numbers, and whether an earlier number
//! states a count. The possibilities are tried in turn by backtracking: each is given up where the
//! rest of some input does not fit. Shapes with few parts come first: if the second of two samples
//! has one line more, that is more likely a repetition than two kinds of inputs.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::shape::{Count, Field, Part, Place};
use referee_counterexamples::text::Text;

/// The maximum number of parts of a shape, and of the body of a repetition.
const MAX_PARTS: usize = 8;
const MAX_INNER: usize = 3;

/// The maximum number of attempts in all: backtracking is exponential.
const ATTEMPTS: usize = 100_000;

/// The maximum number of fields before a list on its line.
const MAX_BEFORE: usize = 3;

/// By how much a number is multiplied, and what is added, if it states a count.
const RELATIONS: [(i64, i64); 4] = [(1, 0), (1, -1), (1, 1), (2, 0)];

/// The maximum number of counts considered for a list.
const MAX_COUNTS: usize = 2;

/// The maximum number of kinds of lines.
const MAX_KINDS: usize = 8;

/// Returns the first `limit` shapes of the inputs, likely ones first, as far as they can be learned
/// before `stop` returns true: attempts on large inputs take long.
pub(crate) fn learn(texts: &[Text], limit: usize, stop: &dyn Fn() -> bool) -> Vec<Vec<Part>> {
    let places: Vec<Place> = texts.iter().map(Place::begin).collect();
    let mut found = Vec::new();
    // Counts without a number that states them fit almost anything, so they come last.
    for is_free in [false, true] {
        let begun = Vec::new();
        let mut search = Search { is_free, attempts: ATTEMPTS, stop, begun, found, limit };
        for parts in 0..=MAX_PARTS {
            search.rest(&places, 0, parts);
        }
        found = search.found;
    }
    found
}

struct Search<'s> {
    /// Whether counts may be free, without a number that states them.
    is_free: bool,
    /// The number of attempts left.
    attempts: usize,
    /// Returns whether there is no time left.
    stop: &'s dyn Fn() -> bool,
    /// The parts up to the place where the search is.
    begun: Vec<Part>,
    found: Vec<Vec<Part>>,
    /// The number of shapes to find.
    limit: usize,
}

/// Lines, each with the place of its input: what was read before it.
type Lines<'p, 'a> = Vec<(&'p Place<'a>, usize)>;

impl Search<'_> {
    /// Finds the shapes that begin with the parts so far, and then have parts that together count
    /// for `parts` and lead from these places to the ends of the inputs. Slots are numbered from
    /// `slot` on.
    fn rest(&mut self, places: &[Place], slot: usize, parts: usize) {
        if places.iter().all(Place::is_at_end) {
            if parts == 0 && !self.found.contains(&self.begun) {
                self.found.push(self.begun.clone());
            }
            return;
        }
        if parts == 0 || self.found.len() >= self.limit || (self.stop)() {
            return;
        }
        for (part, slots) in self.options(places, slot, true) {
            let cost = cost(&part) + usize::from(self.is_out_of_order(&part));
            let Some(left) = parts.checked_sub(cost) else { continue };
            let Some(after) = self.after(places, std::slice::from_ref(&part)) else { continue };
            self.begun.push(part);
            self.rest(&after, slots, left);
            self.begun.pop();
            if self.found.len() >= self.limit {
                return;
            }
        }
    }

    /// Returns whether a part is repeated as often as a number says that comes before the number of
    /// an earlier part: of `3 2`, the first is rather that of the first lines.
    fn is_out_of_order(&self, part: &Part) -> bool {
        let count = |part: &Part| match part {
            Part::Repeat { times: Count::Number { slot, .. }, .. } => Some(*slot),
            _ => None,
        };
        let earlier = self.begun.iter().filter_map(count).max();
        count(part).is_some_and(|slot| earlier > Some(slot))
    }

    /// Returns the places after these parts, if all inputs have them and at least one input
    /// advances.
    fn after<'a>(&mut self, places: &[Place<'a>], parts: &[Part]) -> Option<Vec<Place<'a>>> {
        self.attempts = self.attempts.checked_sub(1)?;
        let mut after = places.to_vec();
        let stand = after.iter_mut().all(|place| place.read(parts, &mut |_, _| {}));
        let moves = after.iter().zip(places).any(|(after, before)| after.line > before.line);
        (stand && moves).then_some(after)
    }

    /// Returns the parts that may come next, likely ones first, each with the next free slot.
    fn options(&mut self, places: &[Place], slot: usize, nests: bool) -> Vec<(Part, usize)> {
        let (mut options, stop) = (Vec::new(), self.stop);
        let counts = || counts(places).into_iter().take_while(move |_| !stop());
        let repeat = |times: Count, shapes: Vec<(Part, usize)>| {
            let shapes = shapes.into_iter();
            shapes.map(move |(part, slots)| (Part::Repeat { times, parts: vec![part] }, slots))
        };
        for times in counts() {
            let lines = repeated(places, times);
            if !places.iter().all(|place| place.count(times, 0) == Some(1)) {
                options.extend(repeat(times, line_shapes(&lines, slot, self.is_free)));
            }
        }
        if places.iter().all(|place| !place.is_at_end()) {
            let lines: Lines = places.iter().map(|place| (place, place.line)).collect();
            options.extend(line_shapes(&lines, slot, self.is_free));
        }
        if nests {
            for times in counts().filter(|times| !is_contrived(places, *times)) {
                let bodies = self.bodies(places, times, slot).into_iter();
                options.extend(bodies.map(|(parts, slots)| (Part::Repeat { times, parts }, slots)));
            }
        }
        if self.is_free {
            let lines: Lines = (places.iter())
                .flat_map(|place| (place.line..place.text.lines()).map(move |line| (place, line)))
                .collect();
            options.extend(repeat(Count::Free, line_shapes(&lines, slot, true)));
        }
        options
    }

    /// Returns sequences of several parts that may be repeated, judged by their first repetition.
    fn bodies(&mut self, places: &[Place], times: Count, slot: usize) -> Vec<(Vec<Part>, usize)> {
        let is_there = |place: &&Place| place.count(times, 0).is_some_and(|times| times > 0);
        let first: Vec<Place> = places.iter().filter(is_there).cloned().collect();
        if first.is_empty() {
            return Vec::new();
        }
        let mut bodies = Vec::new();
        let mut open = vec![(Vec::new(), slot, first)];
        for _ in 0..MAX_INNER {
            let mut next = Vec::new();
            for (parts, slot, places) in open {
                for (part, slots) in self.options(&places, slot, false) {
                    let Some(after) = self.after(&places, std::slice::from_ref(&part)) else {
                        continue;
                    };
                    let parts: Vec<Part> = parts.iter().cloned().chain([part]).collect();
                    if parts.len() > 1 {
                        bodies.push((parts.clone(), slots));
                    }
                    next.push((parts, slots, after));
                }
            }
            open = next;
        }
        bodies
    }
}

/// Returns how many parts a part counts for. Repetitions are as likely as single lines, but not
/// twice as many as a number says. Numbers that are few are less likely kinds than words, unless
/// they number the kinds.
fn cost(part: &Part) -> usize {
    match part {
        Part::Line(_) => 1,
        Part::Kinds { kinds, .. } => {
            let number = |first: &Vec<u8>| str::from_utf8(first).ok()?.parse().ok();
            let numbers: Option<BTreeSet<i64>> = kinds.keys().map(number).collect();
            1 + usize::from(numbers.is_some_and(|numbers| !is_numbering(&numbers)))
        }
        Part::Repeat { times, parts } => {
            let is_multiple = matches!(times, Count::Number { factor: 2.., .. });
            let all: usize = parts.iter().map(cost).sum();
            all + usize::from(is_multiple) - usize::from(parts.len() > 1)
        }
    }
}

/// Returns the numbers that may count repetitions here.
fn counts(places: &[Place]) -> Vec<Count> {
    let known = places.iter().map(|place| place.values.len()).min().unwrap_or(0);
    let slots = |(factor, more): (i64, i64)| {
        (0..known).rev().map(move |slot| Count::Number { slot, factor, more })
    };
    let fits = |count: &Count| {
        places.iter().all(|place| {
            let left = place.text.lines().saturating_sub(place.line);
            place.count(*count, 0).is_some_and(|times| times <= left)
        })
    };
    RELATIONS.into_iter().flat_map(slots).filter(fits).collect()
}

/// Returns whether a count is 1 everywhere, most likely by chance. Only the first number of inputs
/// may be a number of tests that is 1 in all of them.
fn is_contrived(places: &[Place], times: Count) -> bool {
    times != Count::of(0) && places.iter().all(|place| place.count(times, 0) == Some(1))
}

fn repeated<'p, 'a>(places: &'p [Place<'a>], times: Count) -> Lines<'p, 'a> {
    let of_place = |place: &'p Place<'a>| {
        let times = place.count(times, 0).unwrap_or(0);
        (place.line..place.line + times).map(move |line| (place, line))
    };
    places.iter().flat_map(of_place).collect()
}

/// Returns the shapes that lines may have in common, the most specific first.
fn line_shapes(lines: &Lines, slot: usize, is_free: bool) -> Vec<(Part, usize)> {
    if lines.is_empty() {
        return Vec::new();
    }
    let mut shapes = Vec::new();
    let lengths: Vec<usize> =
        lines.iter().map(|(place, line)| place.text.line(*line).len()).collect();
    let least = lengths.iter().copied().min().unwrap_or(0);
    let is_one_length = lengths.iter().all(|&length| length == least);
    for before in 0..=least.min(MAX_BEFORE) {
        // Three equal fields may be a list; one or two are more likely separate fields.
        let is_list = !is_one_length || least >= before + 3;
        if is_list {
            shapes.extend(with_list(lines, before, slot));
        }
    }
    if is_one_length {
        let at = shapes.iter().take_while(|(part, _)| !is_by_chance(part, slot)).count();
        let (stated, free) =
            (of_one_length(lines, least, slot, true), of_one_length(lines, least, slot, false));
        if stated != free {
            shapes.insert(at, free);
        }
        shapes.insert(at, stated);
        if are_numbered(lines) {
            shapes.extend(kinds(lines, slot));
        }
    } else if let Some(kinds) = kinds(lines, slot) {
        shapes.push(kinds);
    } else if is_free {
        shapes.extend(
            list(lines, 0, slot, Count::Free).map(|list| (Part::Line(vec![list]), slot + 1)),
        );
    }
    shapes
}

/// Returns whether a line, whose slots begin with `slot`, has a list and a number that is not its
/// length but one more or less, or half of it: by chance, if all lines are of one length.
fn is_by_chance(part: &Part, slot: usize) -> bool {
    let Part::Line(fields) = part else { return false };
    let Some(Field::Numbers { count: Count::Number { slot: of, factor, more }, .. }) =
        fields.last()
    else {
        return false;
    };
    *of >= slot && (*factor, *more) != (1, 0)
}

/// Returns the numbers among some tokens of each line; `None` for a token that is none.
fn numbers(lines: &Lines, tokens: Range<usize>) -> impl Iterator<Item = Option<i64>> {
    lines.iter().flat_map(move |&(place, line)| {
        let tokens = place.text.line(line).skip(tokens.start).take(tokens.len());
        tokens.map(|token| place.text.number(token))
    })
}

/// Returns the list that lines have in common after `before` tokens: numbers, or words of which
/// none is a number.
fn list(lines: &Lines, before: usize, slot: usize, count: Count) -> Option<Field> {
    let all = |is_number: bool| {
        numbers(lines, before..usize::MAX).all(|number| number.is_some() == is_number)
    };
    if all(true) {
        Some(Field::Numbers { slot, count })
    } else {
        all(false).then_some(Field::Words { slot, count })
    }
}

/// Returns the shapes of lines with `before` fields and then a list whose length some number
/// states, the most likely ones first.
fn with_list(lines: &Lines, before: usize, slot: usize) -> Vec<(Part, usize)> {
    if numbers(lines, 0..before).any(|number| number.is_none()) {
        return Vec::new();
    }
    let known = lines.iter().map(|(place, _)| place.values.len()).min().unwrap_or(0).min(slot);
    let own = slot..slot + before;
    let says = |slot_of: usize, count: Count| {
        lines.iter().all(|(place, line)| {
            let tokens = place.text.line(*line);
            let value = if slot_of >= slot {
                place.text.number(tokens.start + slot_of - slot)
            } else {
                place.values[slot_of]
            };
            value.and_then(|value| count.stated(value)) == Some(tokens.len() - before)
        })
    };
    let slots = || own.clone().rev().chain((0..known).rev());
    let counts = RELATIONS.into_iter().flat_map(|(factor, more)| {
        slots().map(move |slot| (slot, Count::Number { slot, factor, more }))
    });
    let counts = counts.filter(|(slot, count)| says(*slot, *count)).take(MAX_COUNTS);
    let lists = counts.filter_map(|(_, count)| list(lines, before, slot + before, count));
    let line = |list| Part::Line(own.clone().map(Field::Number).chain([list]).collect());
    lists.map(|list| (line(list), slot + before + 1)).collect()
}

/// Returns the shape of lines that all have `length` tokens. Words may have a length that a number
/// states.
fn of_one_length(lines: &Lines, length: usize, slot: usize, may_be_stated: bool) -> (Part, usize) {
    let field = |at: usize| {
        let token = |(place, line): &(&Place, usize)| place.text.line(*line).start + at;
        let is_number = lines.iter().all(|line| line.0.text.number(token(line)).is_some());
        if is_number {
            return Field::Number(slot + at);
        }
        let known = lines.iter().map(|(place, _)| place.values.len()).min();
        let known = known.filter(|_| may_be_stated).unwrap_or(0);
        let length = (0..known.min(slot)).rev().map(Count::of);
        let length = length.into_iter().find(|length| {
            let mut lines = lines.iter();
            lines.all(|line| line.0.count(*length, 0) == Some(line.0.text.token(token(line)).len()))
        });
        Field::Word { slot: slot + at, length }
    };
    (Part::Line((0..length).map(field).collect()), slot + length)
}

/// Returns whether lines begin with the number of a kind.
fn are_numbered(lines: &Lines) -> bool {
    let first = |(place, line): &(&Place, usize)| {
        let tokens = place.text.line(*line);
        if tokens.len() > 1 { place.text.number(tokens.start) } else { None }
    };
    let all = lines.iter().map(first).collect::<Option<BTreeSet<i64>>>();
    all.is_some_and(|all| is_numbering(&all))
}

/// Returns whether several numbers are all from 0 or 1 on.
fn is_numbering(numbers: &BTreeSet<i64>) -> bool {
    let is_next = |(number, expected): (&i64, i64)| *number == expected;
    (2..=MAX_KINDS).contains(&numbers.len())
        && [0, 1].into_iter().any(|least| numbers.iter().zip(least..).all(is_next))
}

/// Returns the shape of lines whose first token determines the rest.
fn kinds(lines: &Lines, slot: usize) -> Option<(Part, usize)> {
    let mut by_first: BTreeMap<Vec<u8>, Lines> = BTreeMap::new();
    let mut are_numbers = None;
    for &(place, line) in lines {
        let tokens = place.text.line(line);
        let first = (!tokens.is_empty()).then_some(tokens.start)?;
        // A list before queries is not of a kind with them.
        let is_number = place.text.number(first).is_some();
        if *are_numbers.get_or_insert(is_number) != is_number {
            return None;
        }
        by_first.entry(place.text.token(first).to_vec()).or_default().push((place, line));
        if by_first.len() > MAX_KINDS {
            return None;
        }
    }
    // A first token that hardly ever repeats is a value, not a kind.
    if by_first.len() * 2 > lines.len() {
        return None;
    }
    let (mut kinds, mut next) = (BTreeMap::new(), slot + 1);
    for (first, lines) in by_first {
        let length = |(place, line): &(&Place, usize)| place.text.line(*line).len();
        let own = length(&lines[0]);
        if lines.iter().any(|line| length(line) != own) {
            return None;
        }
        // The first token is the kind, so the fields after it start at `next`.
        let (Part::Line(mut fields), slots) = of_one_length(&lines, own, next - 1, true) else {
            return None;
        };
        fields.remove(0);
        kinds.insert(first, fields);
        next = slots.max(next);
    }
    Some((Part::Kinds { slot, kinds }, next))
}

#[cfg(test)]
mod tests;
