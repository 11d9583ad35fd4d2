//! The shape of inputs: which lines there are, how many, and what is on them.
//!
//! A shape is learned from inputs (`learn.rs`) and written with other values (`draft.rs`).
//! Everything that has a value is a *slot*. Slots are numbered in the order of the shape; a slot
//! within a repetition takes a new value each time.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use referee_counterexamples::text::Text;

/// The number of repetitions, tokens or letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Count {
    /// The value of an earlier number, times `factor`, plus `more`.
    Number { slot: usize, factor: i64, more: i64 },
    /// As many as there are up to the end of the line or of the input.
    Free,
}

impl Count {
    /// The value of an earlier number itself.
    pub(crate) fn of(slot: usize) -> Count {
        Count::Number { slot, factor: 1, more: 0 }
    }

    /// Returns the number of repetitions, given the number that states it; `None` if it states
    /// none.
    pub(crate) fn stated(self, number: i64) -> Option<usize> {
        let Count::Number { factor, more, .. } = self else { return None };
        usize::try_from(number.checked_mul(factor)?.checked_add(more)?).ok()
    }
}

/// A part of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Field {
    Number(usize),
    Numbers {
        slot: usize,
        count: Count,
    },
    Word {
        slot: usize,
        /// Its length, if some number states it.
        length: Option<Count>,
    },
    Words {
        slot: usize,
        count: Count,
    },
}

impl Field {
    /// Returns the slot of a single number.
    pub(crate) fn number(&self) -> Option<usize> {
        if let Field::Number(slot) = self { Some(*slot) } else { None }
    }
}

/// One or more lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Part {
    Line(Vec<Field>),
    /// A line whose first token determines its other fields.
    Kinds {
        slot: usize,
        kinds: BTreeMap<Vec<u8>, Vec<Field>>,
    },
    /// The same parts, repeated.
    Repeat {
        times: Count,
        parts: Vec<Part>,
    },
}

/// A value read from an input.
pub(crate) enum Seen<'a> {
    Number {
        slot: usize,
        value: i64,
    },
    Numbers {
        slot: usize,
        count: Count,
        values: &'a [i64],
    },
    Word {
        slot: usize,
        word: &'a [u8],
    },
    /// A repetition of lines of numbers: the slot of the first column, and all columns.
    Rows {
        slot: usize,
        times: Count,
        columns: &'a [Vec<i64>],
    },
}

/// Receives each value read, with the values of the numbers read before.
pub(crate) type Visit<'a> = &'a mut dyn FnMut(Seen, &[Option<i64>]);

/// A place in an input, and the numbers read before it.
#[derive(Debug, Clone)]
pub(crate) struct Place<'a> {
    pub(crate) text: &'a Text,
    pub(crate) line: usize,
    /// The values of numbers, by slot.
    pub(crate) values: Vec<Option<i64>>,
}

impl<'a> Place<'a> {
    pub(crate) fn begin(text: &'a Text) -> Place<'a> {
        Place { text, line: 0, values: Vec::new() }
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.line >= self.text.lines()
    }

    /// Returns the value of a count; `None` if it is not a valid count.
    pub(crate) fn count(&self, count: Count, free: usize) -> Option<usize> {
        match count {
            Count::Free => Some(free),
            Count::Number { slot, .. } => count.stated(value(&self.values, slot)?),
        }
    }

    /// Reads parts. Returns whether the input has them here.
    pub(crate) fn read(&mut self, parts: &[Part], visit: Visit) -> bool {
        parts.iter().all(|part| self.read_part(part, visit))
    }

    fn read_part(&mut self, part: &Part, visit: Visit) -> bool {
        match part {
            Part::Line(fields) => self.read_line(fields, 0, visit),
            Part::Kinds { slot, kinds } => {
                let Some(first) = self.tokens().and_then(|mut tokens| tokens.next()) else {
                    return false;
                };
                let word = self.text.token(first);
                visit(Seen::Word { slot: *slot, word }, &self.values);
                kinds.get(word).is_some_and(|fields| self.read_line(fields, 1, visit))
            }
            Part::Repeat { times, parts } => self.read_repeated(*times, parts, visit),
        }
    }

    fn read_repeated(&mut self, times: Count, parts: &[Part], visit: Visit) -> bool {
        let left = self.text.lines().saturating_sub(self.line);
        let Some(rows_left) = self.count(times, left) else { return false };
        if rows_left > left {
            return false;
        }
        let columns = number_columns(parts);
        let mut rows: Vec<Vec<i64>> = vec![Vec::with_capacity(rows_left); columns.len()];
        for _ in 0..rows_left {
            if !self.read(parts, visit) {
                return false;
            }
            for (slot, column) in columns.iter().zip(&mut rows) {
                column.extend(value(&self.values, *slot));
            }
        }
        if let Some(&slot) = columns.first() {
            visit(Seen::Rows { slot, times, columns: &rows }, &self.values);
        }
        true
    }

    fn tokens(&self) -> Option<Range<usize>> {
        (!self.is_at_end()).then(|| self.text.line(self.line))
    }

    /// Reads the fields of a line, skipping `after` tokens.
    fn read_line(&mut self, fields: &[Field], after: usize, visit: Visit) -> bool {
        let Some(tokens) = self.tokens() else { return false };
        let mut rest = tokens.skip(after);
        for field in fields {
            match field {
                Field::Number(slot) => {
                    let number = rest.next().and_then(|token| self.text.number(token));
                    let Some(value) = number else { return false };
                    set(&mut self.values, *slot, value);
                    visit(Seen::Number { slot: *slot, value }, &self.values);
                }
                Field::Numbers { slot, count } => {
                    let Some(length) = self.count(*count, rest.len()) else { return false };
                    let tokens = rest.by_ref().take(length);
                    let numbers = tokens.map(|token| self.text.number(token));
                    let Some(values) = numbers.collect::<Option<Vec<i64>>>() else { return false };
                    if values.len() != length {
                        return false;
                    }
                    let seen = Seen::Numbers { slot: *slot, count: *count, values: &values };
                    visit(seen, &self.values);
                }
                Field::Word { slot, length } => {
                    let Some(token) = rest.next() else { return false };
                    let word = self.text.token(token);
                    let length = length.map(|length| self.count(length, word.len()));
                    if length.is_some_and(|length| length != Some(word.len())) {
                        return false;
                    }
                    visit(Seen::Word { slot: *slot, word }, &self.values);
                }
                Field::Words { slot, count } => {
                    let Some(count) = self.count(*count, rest.len()) else { return false };
                    if count > rest.len() {
                        return false;
                    }
                    for token in rest.by_ref().take(count) {
                        let word = self.text.token(token);
                        visit(Seen::Word { slot: *slot, word }, &self.values);
                    }
                }
            }
        }
        self.line += 1;
        rest.next().is_none()
    }
}

/// Returns the value of a number, if it is known.
pub(crate) fn value(values: &[Option<i64>], slot: usize) -> Option<i64> {
    values.get(slot).copied().flatten()
}

pub(crate) fn set(values: &mut Vec<Option<i64>>, slot: usize, value: i64) {
    if values.len() <= slot {
        values.resize(slot + 1, None);
    }
    values[slot] = Some(value);
}

/// Returns the slots of the numbers of a repeated line, if it is the whole body and consists of
/// single numbers, after which there may be words.
pub(crate) fn number_columns(parts: &[Part]) -> Vec<usize> {
    let [Part::Line(fields)] = parts else { return Vec::new() };
    let mut slots: Vec<usize> = fields.iter().map_while(Field::number).collect();
    let is_word = |field: &Field| matches!(field, Field::Word { length: None, .. });
    if !fields[slots.len()..].iter().all(is_word) {
        slots.clear();
    }
    slots
}

/// Returns the fields of a repeated line that come after its columns of numbers.
pub(crate) fn fields_after<'a>(parts: &'a [Part], columns: &[usize]) -> &'a [Field] {
    match parts {
        [Part::Line(fields)] => &fields[columns.len()..],
        _ => &[],
    }
}

/// Returns the slots of the numbers that state counts. If one states the length of words: also the
/// slot of the first word, and by how much that is longer.
pub(crate) fn sizes(parts: &[Part]) -> BTreeMap<usize, Option<(usize, i64)>> {
    let mut sizes: BTreeMap<usize, Option<(usize, i64)>> = BTreeMap::new();
    for (count, word) in counts(parts) {
        if let Count::Number { slot, more, .. } = count {
            let known = sizes.entry(slot).or_default();
            *known = known.or(word.map(|word| (word, more)));
        }
    }
    sizes
}

/// Returns each count, and the slot of the word whose length it is, if it is one.
fn counts(parts: &[Part]) -> Vec<(Count, Option<usize>)> {
    let of_field = |field: &Field| match *field {
        Field::Numbers { count, .. } | Field::Words { count, .. } => Some((count, None)),
        Field::Word { slot, length: Some(length) } => Some((length, Some(slot))),
        Field::Word { length: None, .. } | Field::Number(_) => None,
    };
    let mut found = Vec::new();
    for part in parts {
        match part {
            Part::Line(fields) => found.extend(fields.iter().filter_map(of_field)),
            Part::Kinds { kinds, .. } => {
                found.extend(kinds.values().flatten().filter_map(of_field));
            }
            Part::Repeat { times, parts } => {
                found.push((*times, None));
                found.extend(counts(parts));
            }
        }
    }
    found
}

/// Returns the slots of numbers with this property.
pub(crate) fn those(values: &[Option<i64>], is: impl Fn(i64) -> bool) -> BTreeSet<usize> {
    let values = values.iter().enumerate();
    values.filter(|(_, value)| value.is_some_and(&is)).map(|(slot, _)| slot).collect()
}
