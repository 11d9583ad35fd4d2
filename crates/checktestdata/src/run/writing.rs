//! Writes an input: the commands of a description are executed as for reading one, and where they
//! would read, something that fits is chosen and written.
//!
//! An assertion may fail on what was chosen. Then the innermost loop's repetition is made anew,
//! after everything that it has changed is undone, and if that fails several times, the one around
//! it.

use std::collections::BTreeSet;
use std::sync::Arc;

use referee_checker::text::excerpt;

use super::words::{MAX_LENGTH, WordWriter};
use super::writer::{Change, tuple_at};
use super::{At, Result, Run};
use crate::choices::Site;
use crate::decimal::{self, Decimal};
use crate::error::{CheckError, Mismatch};
use crate::integer::Integer;
use crate::pattern;
use crate::syntax::{Block, Command, Expression, Float, Notation, Variable};
use crate::value::{Comparison, Value};
use crate::variables;

/// The number of times that a repetition is made anew.
const ATTEMPTS: u32 = 100;

/// The maximum number of decimals where any number is allowed.
const USUAL_DECIMALS: u64 = 6;

impl Run<'_> {
    /// Writes bytes. Error: there is no memory or no step left.
    pub(super) fn write(&mut self, command: &Command, bytes: &[u8]) -> Result<()> {
        self.pay(command, bytes.len())?;
        if let Some(writer) = &mut self.writer {
            writer.out.extend(bytes);
        }
        Ok(())
    }

    fn pay(&mut self, command: &Command, bytes: usize) -> Result<()> {
        self.budget.step(bytes as u64).at(command.place)?;
        self.budget.hold(bytes as u64).at(command.place)
    }

    /// Creates the error for something that cannot be written.
    #[cold]
    fn nothing(&self, command: &Command, expected: impl Into<String>) -> CheckError {
        self.mismatch(command, 0, expected, "nothing that can be written")
    }

    pub(super) fn write_int(
        &mut self,
        command: &Command,
        (min, max): (&Integer, &Integer),
        into: Option<&Variable>,
    ) -> Result<()> {
        let Some(writer) = &mut self.writer else { return Ok(()) };
        if min > max {
            return Err(self.nothing(command, format!("an integer from {min} to {max}")));
        }
        let site = writer.site(command, into);
        let value = match (min, max) {
            (Integer::Small(min), Integer::Small(max)) => {
                let chosen = writer.choices.integer(&site, *min, *max);
                Integer::Small(chosen.clamp(*min, *max))
            }
            _ => writer.large(min, max),
        };
        self.write(command, value.written().as_bytes())?;
        self.store(into, Value::Integer(value))
    }

    pub(super) fn write_float(
        &mut self,
        command: &Command,
        float: &Float,
        (min, max): (&Decimal, &Decimal),
        decimals: Option<(u64, u64)>,
    ) -> Result<()> {
        let Some(writer) = &mut self.writer else { return Ok(()) };
        let site = writer.site(command, float.into.as_ref());
        let is_scientific = float.notation == Notation::Scientific;
        // If it must have decimals, it also has a dot and does not begin with 0.
        let is_normalized = is_scientific && decimals.is_some();
        let (least, most) = decimals.unwrap_or((0, USUAL_DECIMALS));
        let least = least.max(is_normalized.into());
        let most = most.min(least + USUAL_DECIMALS);
        let fewest = least + writer.choices.below((most + 1).saturating_sub(least).max(1));
        // A narrow range has no numbers of few decimals.
        let mut numbers = (fewest..=most).filter_map(|places| {
            let (least, most) = (min.scaled(places, true)?, max.scaled(places, false)?);
            if least > most {
                return None;
            }
            let chosen = writer.choices.integer(&site, least, most).clamp(least, most);
            if !is_normalized {
                return Some((places, chosen));
            }
            Some((places, decimal::of_few_digits(chosen, places + 1, least..=most)?))
        });
        let Some((places, chosen)) = numbers.next() else {
            return Err(self.nothing(command, format!("a number from {min} to {max}")));
        };
        let text = if is_scientific {
            decimal::scientific(chosen, places, is_normalized.then_some(places))
        } else {
            decimal::fixed(chosen, places)
        };
        self.write(command, text.as_bytes())?;
        self.store(float.into.as_ref(), Value::Float(Decimal::of_places(chosen, places)))
    }

    /// Writes a word that matches a regular expression, of a length that the assertions that follow
    /// ask for.
    pub(super) fn write_regex(
        &mut self,
        command: &Command,
        text: &Arc<[u8]>,
        into: Option<&Variable>,
    ) -> Result<()> {
        let (least, most) = self.lengths(command);
        let Some(writer) = &mut self.writer else { return Ok(()) };
        let expression = match writer.expressions.get(text) {
            Some(known) => Arc::clone(known),
            None => {
                let parsed = Arc::new(pattern::parse(text).at(command.place)?);
                writer.expressions.insert(Arc::clone(text), Arc::clone(&parsed));
                parsed
            }
        };
        let site = writer.site(command, into);
        let start = writer.out.len();
        let mut words = WordWriter {
            site: Site { is_size: false, ..site },
            choices: &mut *writer.choices,
            budget: &mut self.budget,
            out: &mut writer.out,
        };
        let is_written = words.word(&expression, least, most).at(command.place)?;
        let word: Arc<[u8]> = writer.out[start..].into();
        self.pay(command, word.len())?;
        if !is_written {
            let expected = format!("a match of \"{}\"", excerpt(text, 60));
            return Err(self.nothing(command, expected));
        }
        self.store(into, Value::Text(word))
    }

    /// Returns the least and the greatest length that assertions allow for the word of a command.
    fn lengths(&mut self, command: &Command) -> (u64, u64) {
        let (mut least, mut most) = (0, MAX_LENGTH);
        let lengths = self.writer.as_ref().map(|writer| writer.roles.lengths(command));
        for (comparison, with) in lengths.unwrap_or_default() {
            // What cannot be evaluated yet may still hold.
            let Some(length) = self.known_length(with) else { continue };
            match comparison {
                Comparison::Less => most = most.min(length.saturating_sub(1)),
                Comparison::LessOrEqual => most = most.min(length),
                Comparison::Greater => least = least.max(length + 1),
                Comparison::GreaterOrEqual => least = least.max(length),
                Comparison::Equal => (least, most) = (least.max(length), most.min(length)),
                Comparison::NotEqual => {}
            }
        }
        (least, most)
    }

    fn known_length(&mut self, expression: &Expression) -> Option<u64> {
        self.integer(expression).ok()?.to_u64().filter(|length| *length <= MAX_LENGTH)
    }

    /// Makes a repetition, and makes it anew as long as an assertion fails on what is chosen.
    pub(super) fn write_turn(&mut self, body: &Block, at: u64) -> Result<()> {
        let Some(writer) = &mut self.writer else { return Ok(()) };
        let (length, depth) = (writer.out.len(), writer.loops.len());
        if let [_] = writer.loops[..] {
            // No loop can undo what was changed before.
            writer.changes.clear();
        }
        if let Some(turn) = writer.loops.last_mut() {
            (turn.at, turn.is_again) = (at, false);
        }
        let changes = writer.changes.len();
        for _ in 1..ATTEMPTS {
            match self.block(body) {
                Err(CheckError::Mismatch(_)) => self.undo(length, changes, depth),
                done => return done,
            }
        }
        self.block(body)
    }

    /// Sets a variable, and remembers its value before. Error: it is not unique, as it must be.
    pub(super) fn set_written(
        &mut self,
        variable: &Variable,
        index: variables::Index,
        value: Value,
    ) -> Result<()> {
        let Some(writer) = &mut self.writer else { return Ok(()) };
        let (name, place) = (variable.name, variable.place);
        let before = self.variables[name].get(&index).cloned();
        let groups: Vec<&[usize]> = writer.roles.unique(name).collect();
        if before.is_some() {
            for (group, values) in
                groups.iter().filter_map(|group| tuple_at(&self.variables, group, &index))
            {
                if writer.taken.get_mut(&group).is_some_and(|taken| taken.remove(&values)) {
                    writer.changes.push(Change::Freed(group, BTreeSet::from([values])));
                }
            }
        }
        writer.changes.push(Change::Set(name, index.clone(), before));
        self.variables[name].set(index.clone(), value, &mut self.budget).at(place)?;
        for tuple in groups.iter().filter_map(|group| tuple_at(&self.variables, group, &index)) {
            self.budget.step(1 + tuple.1.iter().map(Value::words).sum::<u64>()).at(place)?;
            let (group, values) = tuple.clone();
            if !writer.taken.entry(group).or_default().insert(values) {
                let (expected, found) = ("a unique value".into(), "one that occurs twice".into());
                return Err(Mismatch { place, expected, found, command: place }.into());
            }
            writer.changes.push(Change::Taken(tuple));
        }
        Ok(())
    }

    /// Removes all values of a variable, and remembers them.
    pub(super) fn unset(&mut self, name: usize) {
        let cleared = self.variables[name].take(&mut self.budget);
        let Some(writer) = &mut self.writer else { return };
        writer.changes.push(Change::Cleared(name, cleared));
        for group in writer.roles.unique(name) {
            if let Some((group, values)) = writer.taken.remove_entry(group) {
                writer.changes.push(Change::Freed(group, values));
            }
        }
    }

    /// Restores the state at the beginning of a repetition of the loop at a depth: when `length`
    /// bytes were written, and `changes` changes made.
    fn undo(&mut self, length: usize, changes: usize, depth: usize) {
        let Some(writer) = &mut self.writer else { return };
        self.budget.release((writer.out.len() - length) as u64);
        writer.out.truncate(length);
        writer.loops.truncate(depth);
        if let Some(turn) = writer.loops.last_mut() {
            turn.is_again = true;
        }
        for change in writer.changes.drain(changes..).rev() {
            match change {
                Change::Set(name, index, before) => {
                    self.variables[name].restore(index, before, &mut self.budget);
                }
                Change::Taken((group, values)) => {
                    writer.taken.entry(group).or_default().remove(&values);
                }
                Change::Freed(group, values) => {
                    writer.taken.entry(group).or_default().extend(values);
                }
                Change::Cleared(name, before) => {
                    self.variables[name].put_back(before, &mut self.budget);
                }
            }
        }
    }
}
