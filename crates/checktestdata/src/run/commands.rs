//! Executes commands: reads what they ask for, or has it written.

use std::sync::Arc;

use referee_checker::text::excerpt;

use super::writer::Turn;
use super::{At, Result, Run};
use crate::cursor::{NoNumber, ReadFloat};
use crate::decimal::Decimal;
use crate::error::Failure;
use crate::integer::Integer;
use crate::syntax::{
    Action, Block, Command, Condition, Expression, Float, Loop, Notation, Regex, Variable,
};
use crate::value::Value;

/// The maximum length of a string shown in a message, in bytes.
const SHOWN: usize = 60;

/// The maximum number of decimals that a description can require.
const MAX_DECIMALS: u64 = i32::MAX as u64;

impl Run<'_> {
    pub(super) fn block(&mut self, block: &Block) -> Result<()> {
        block.iter().try_for_each(|command| self.command(command))
    }

    pub(super) fn command(&mut self, command: &Command) -> Result<()> {
        self.budget.step(1).at(command.place)?;
        match &command.action {
            Action::Space => self.byte(command, b' ', "a space"),
            Action::Newline => self.byte(command, b'\n', "the end of the line"),
            // What follows is found out when the input is checked.
            Action::Eof => match self.cursor.peek() {
                None => Ok(()),
                Some(_) => Err(self.unexpected(command, "the end of the input")),
            },
            Action::Int { min, max, into } => self.int(command, min, max, into.as_ref()),
            Action::Float(float) => self.float(command, float),
            Action::Text(text) => self.string(command, text),
            Action::Regex { pattern, into } => self.regex(command, pattern, into.as_ref()),
            Action::Assert { test, source } => {
                if self.test(test)? {
                    return Ok(());
                }
                let why = self.why_not(test)?;
                let expected = format!("`{source}` to hold");
                Err(self.mismatch(command, self.cursor.offset(), expected, why))
            }
            Action::Set(assignments) => assignments.iter().try_for_each(|(variable, value)| {
                let value = self.value(value)?;
                self.set(variable, value)
            }),
            Action::Unset(names) => {
                names.iter().for_each(|name| self.unset(*name));
                Ok(())
            }
            Action::Loop(repeated) => self.repeat(command, repeated),
            Action::If { test, then, otherwise } => {
                let holds = self.test(test)?;
                self.block(if holds { then } else { otherwise })
            }
        }
    }

    /// Creates the error for an input that differs at the cursor.
    #[cold]
    fn unexpected(&self, command: &Command, expected: &str) -> super::CheckError {
        let offset = self.cursor.offset();
        self.mismatch(command, offset, expected, self.cursor.shown(offset))
    }

    fn byte(&mut self, command: &Command, byte: u8, name: &str) -> Result<()> {
        if self.writer.is_some() {
            return self.write(command, &[byte]);
        }
        if self.cursor.take(byte) { Ok(()) } else { Err(self.unexpected(command, name)) }
    }

    fn int(
        &mut self,
        command: &Command,
        min: &Expression,
        max: &Expression,
        into: Option<&Variable>,
    ) -> Result<()> {
        let (min, max) = (self.integer(min)?, self.integer(max)?);
        if self.writer.is_some() {
            return self.write_int(command, (&min, &max), into);
        }
        let start = self.cursor.offset();
        let read = self.cursor.integer(&mut self.budget).at(command.place)?;
        let (expected, offset) = match read {
            Ok(Some(value)) if min <= value && value <= max => {
                return self.store(into, Value::Integer(value));
            }
            Ok(_) => ("an integer", start),
            Err(NoNumber { expected, offset }) => (expected, offset),
        };
        let expected = format!("{expected} from {min} to {max}");
        Err(self.mismatch(command, offset, expected, self.cursor.shown(start)))
    }

    fn float(&mut self, command: &Command, float: &Float) -> Result<()> {
        let (min, max) = (self.number(&float.min)?, self.number(&float.max)?);
        let decimals = match &float.decimals {
            Some((least, most)) => Some(self.decimals(least, most)?),
            None => None,
        };
        if self.writer.is_some() {
            return self.write_float(command, float, (&min, &max), decimals);
        }
        let start = self.cursor.offset();
        let read = self.cursor.float(float.notation, &mut self.budget).at(command.place)?;
        let wrong = match read {
            Ok(read) => match self.wrong_float(command, &read, &min, &max, decimals)? {
                None => return self.store(float.into.as_ref(), Value::Float(read.value)),
                Some(expected) => NoNumber { expected, offset: start },
            },
            Err(wrong) => wrong,
        };
        let NoNumber { expected, offset } = wrong;
        let mut expected = expected.to_string();
        // At another offset, only a part of the number is expected.
        if offset == start {
            expected += &format!(" from {min} to {max}");
            expected += &match decimals {
                Some((least, most)) if least == most => format!(", with {least} decimals"),
                Some((least, most)) => format!(", with {least} to {most} decimals"),
                None => String::new(),
            };
            if float.notation == Notation::Fixed {
                expected += ", in fixed point notation";
            }
        }
        Err(self.mismatch(command, offset, expected, self.cursor.shown(offset)))
    }

    /// Returns what was expected in place of a float, if the float does not match.
    fn wrong_float(
        &mut self,
        command: &Command,
        read: &ReadFloat,
        min: &Decimal,
        max: &Decimal,
        decimals: Option<(u64, u64)>,
    ) -> Result<Option<&'static str>> {
        if let Some((least, most)) = decimals {
            if read.is_scientific && !read.is_normalized {
                return Ok(Some("a number with a single digit, not zero, before the point"));
            }
            if !(least..=most).contains(&(read.decimals as u64)) {
                return Ok(Some("a number"));
            }
        }
        let words = read.value.words().max(min.words()).max(max.words());
        self.budget.step(crate::value::cost_of_comparison(words)).at(command.place)?;
        Ok((read.value < *min || read.value > *max).then_some("a number"))
    }

    /// Evaluates the minimum and maximum number of decimals.
    fn decimals(&mut self, least: &Expression, most: &Expression) -> Result<(u64, u64)> {
        let place = most.place;
        let (least, most) = (self.count(least)?, self.count(most)?);
        if least <= most {
            Ok((least, most))
        } else {
            let message = format!("there is no number with {least} to {most} decimals");
            Err(Failure::new(message)).at(place)
        }
    }

    /// Evaluates a number of decimals.
    fn count(&mut self, expression: &Expression) -> Result<u64> {
        let value = self.integer(expression)?;
        let count = value.to_u64().filter(|count| *count < MAX_DECIMALS);
        let failure = || Failure::new(format!("{value} is no number of decimals"));
        count.ok_or_else(failure).at(expression.place)
    }

    fn string(&mut self, command: &Command, text: &Expression) -> Result<()> {
        let text = self.text(text)?;
        if self.writer.is_some() {
            return self.write(command, &text);
        }
        let rest = self.cursor.rest();
        self.budget.step(text.len() as u64 / 8).at(command.place)?;
        if rest.starts_with(&text) {
            self.cursor.take_bytes(text.len());
            return Ok(());
        }
        let start = self.cursor.offset();
        let same = rest.iter().zip(&*text).take_while(|(a, b)| a == b).count();
        let expected = format!("\"{}\"", excerpt(&text, SHOWN));
        Err(self.mismatch(command, start + same, expected, self.cursor.shown(start)))
    }

    fn regex(&mut self, command: &Command, regex: &Regex, into: Option<&Variable>) -> Result<()> {
        let place = command.place;
        if self.writer.is_some() {
            let text = match regex {
                Regex::Literal(pattern, _) => Arc::clone(pattern.text()),
                Regex::Computed(expression) => self.text(expression)?,
            };
            return self.write_regex(command, &text, into);
        }
        let (matcher, text) = match regex {
            Regex::Literal(pattern, number) => {
                let matcher = self.matchers.literal(pattern, *number, &mut self.budget);
                (matcher.at(place)?, Arc::clone(pattern.text()))
            }
            Regex::Computed(expression) => {
                let text = self.text(expression)?;
                let matcher = self.matchers.computed(&text, &mut self.budget);
                (matcher.at(expression.place)?, text)
            }
        };
        let length = matcher.longest(self.cursor.rest(), &mut self.budget).at(place)?;
        let Some(length) = length else {
            let expected = format!("a match of \"{}\"", excerpt(&text, SHOWN));
            return Err(self.unexpected(command, &expected));
        };
        let matched = self.cursor.take_bytes(length);
        match into {
            // Only a text that is kept is copied.
            Some(variable) => self.set(variable, Value::Text(matched.into())),
            None => Ok(()),
        }
    }

    fn repeat(&mut self, command: &Command, repeated: &Loop) -> Result<()> {
        let Loop { counter, condition, separator, body } = repeated;
        // Separate from the variable, so that assignments to the counter in the body do not change
        // the number of repetitions.
        let mut count = 0;
        self.count_to(counter.as_ref(), count)?;
        let times = match condition {
            Condition::Times(times) => Some(self.times(times)?),
            Condition::While(_) => None,
        };
        if let Some(writer) = &mut self.writer {
            writer.loops.push(Turn { at: 0, of: times.unwrap_or(1), is_again: false });
        }
        loop {
            self.budget.step(1).at(command.place)?;
            let goes_on = match (condition, times) {
                (Condition::While(test), _) => self.test(test)?,
                (Condition::Times(_), times) => times.is_some_and(|times| count < times),
            };
            if !goes_on {
                break;
            }
            if let (Some(separator), 1..) = (separator, count) {
                self.command(separator)?;
            }
            match self.writer {
                Some(_) => self.write_turn(body, count)?,
                None => self.block(body)?,
            }
            count += 1;
            self.count_to(counter.as_ref(), count)?;
        }
        if let Some(writer) = &mut self.writer {
            writer.loops.pop();
        }
        Ok(())
    }

    /// Sets the counter of a loop.
    fn count_to(&mut self, counter: Option<&Variable>, count: u64) -> Result<()> {
        self.store(counter, Value::Integer(Integer::Small(count as i64)))
    }

    /// Sets a variable, if there is one.
    pub(super) fn store(&mut self, into: Option<&Variable>, value: Value) -> Result<()> {
        into.map_or(Ok(()), |variable| self.set(variable, value))
    }

    /// Evaluates the number of repetitions of a loop.
    fn times(&mut self, expression: &Expression) -> Result<u64> {
        let value = self.integer(expression)?;
        let failure = || Failure::new(format!("a loop cannot be repeated {value} times"));
        value.to_u64().ok_or_else(failure).at(expression.place)
    }
}
