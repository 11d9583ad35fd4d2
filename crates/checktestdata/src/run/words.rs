//! Writes words that match a regular expression.
//!
//! Each part of an expression knows the shortest and the longest text that it matches. So a length
//! can be required of the whole: each part gets what the others leave.

use regex_syntax::hir::{Class, Hir, HirKind, Repetition};

use crate::budget::Budget;
use crate::choices::{Choices, Site};
use crate::error::Failure;

/// The maximum length of a word, in bytes.
pub(super) const MAX_LENGTH: u64 = 8 << 20;

/// The letters that are chosen of a class that has any of them: printable characters of ASCII.
const PRINTABLE: std::ops::RangeInclusive<u8> = b'!'..=b'~';

pub(super) struct WordWriter<'a> {
    pub(super) site: Site,
    pub(super) choices: &'a mut dyn Choices,
    pub(super) budget: &'a mut Budget,
    pub(super) out: &'a mut Vec<u8>,
}

/// The outer error is a failure of the run; `false` that there is no word of such a length.
type Written = Result<bool, Failure>;

impl WordWriter<'_> {
    /// Writes a word of `least` to `most` bytes, if there is one. What is chosen once for the whole
    /// word is chosen as an integer, so that the words of a loop together are a list of choices.
    pub(super) fn word(&mut self, expression: &Hir, least: u64, most: u64) -> Written {
        let most = most.min(MAX_LENGTH);
        if least > longest(expression) || most < shortest(expression) || least > most {
            return Ok(false);
        }
        let HirKind::Class(class) = expression.kind() else {
            return self.part(expression, least, most);
        };
        let site = self.site;
        Ok(self.letter(class, |choices, count| {
            choices.integer(&site, 0, count as i64 - 1).clamp(0, count as i64 - 1) as u64
        }))
    }

    /// Writes a letter of a class that is chosen by its number among all; returns false if there is
    /// none.
    fn letter(&mut self, class: &Class, choose: impl FnOnce(&mut dyn Choices, u64) -> u64) -> bool {
        let letters = letters(class);
        if !letters.is_empty() {
            let chosen = choose(self.choices, letters.len() as u64);
            self.out.extend(letters.get(chosen as usize));
        }
        !letters.is_empty()
    }

    /// Writes a text for a part that matches one of such a length.
    fn part(&mut self, part: &Hir, least: u64, most: u64) -> Written {
        self.budget.step(1)?;
        match part.kind() {
            HirKind::Empty | HirKind::Look(_) => Ok(true),
            HirKind::Literal(literal) => {
                self.out.extend(&*literal.0);
                Ok(true)
            }
            HirKind::Class(class) => Ok(self.letter(class, |choices, count| choices.below(count))),
            HirKind::Capture(capture) => self.part(&capture.sub, least, most),
            HirKind::Concat(parts) => self.parts(parts, 1, least, most),
            HirKind::Alternation(parts) => {
                let fits = |part: &&Hir| least <= longest(part) && shortest(part) <= most;
                let fitting: Vec<&Hir> = parts.iter().filter(fits).collect();
                if fitting.is_empty() {
                    return Ok(false);
                }
                let chosen = self.choices.below(fitting.len() as u64) as usize;
                fitting.get(chosen).map_or(Ok(false), |part| self.part(part, least, most))
            }
            HirKind::Repetition(repetition) => self.repetition(repetition, least, most),
        }
    }

    fn repetition(&mut self, repetition: &Repetition, least: u64, most: u64) -> Written {
        let Repetition { min, max, sub, .. } = repetition;
        let (short, long) = (shortest(sub), longest(sub));
        let from = if long == 0 { 0 } else { least.div_ceil(long) };
        let from = from.max((*min).into());
        // What may be empty need not be repeated more often.
        let to = most.checked_div(short).unwrap_or(from);
        let to = to.min(max.map_or(u64::MAX, u64::from));
        if from > to {
            return Ok(false);
        }
        let site = Site { is_size: true, is_distinct: false, ..self.site };
        let (from, to) = (from as i64, to as i64);
        let times = self.choices.integer(&site, from, to).clamp(from, to) as u64;
        match sub.kind() {
            HirKind::Class(class) => {
                let letters = letters(class);
                if letters.is_empty() {
                    return Ok(times == 0);
                }
                self.budget.step(times)?;
                let word = self.choices.word(&letters, times as usize);
                self.out.extend(word.iter().take(times as usize));
                Ok(true)
            }
            _ => self.parts(std::slice::from_ref(sub), times, least, most),
        }
    }

    /// Writes a text for parts one after the other, several times.
    fn parts(&mut self, parts: &[Hir], times: u64, least: u64, most: u64) -> Written {
        let total =
            |length: fn(&Hir) -> u64| parts.iter().map(length).sum::<u64>().saturating_mul(times);
        let (mut short, mut long) = (total(shortest), total(longest));
        let start = self.out.len();
        for _ in 0..times {
            for part in parts {
                short = short.saturating_sub(shortest(part));
                long = long.saturating_sub(longest(part));
                let written = (self.out.len() - start) as u64;
                let from = least.saturating_sub(written + long).max(shortest(part));
                let to = most.saturating_sub(written + short).min(longest(part));
                if from > to || !self.part(part, from, to)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

/// Returns the length of the shortest text that matches; more than any word has if there is none.
fn shortest(part: &Hir) -> u64 {
    part.properties().minimum_len().map_or(MAX_LENGTH + 1, |length| length as u64)
}

/// Returns the length of the longest text that matches, at most that of any word.
fn longest(part: &Hir) -> u64 {
    part.properties().maximum_len().map_or(MAX_LENGTH, |length| MAX_LENGTH.min(length as u64))
}

/// Returns the letters of a class: printable ones, if it has any.
fn letters(class: &Class) -> Vec<u8> {
    // Alternatives of single characters are simplified to a class of characters.
    let class = match class {
        Class::Bytes(class) => Some(class.clone()),
        Class::Unicode(class) => class.to_byte_class(),
    };
    let Some(class) = class else { return Vec::new() };
    let all: Vec<u8> =
        class.ranges().iter().flat_map(|range| range.start()..=range.end()).collect();
    let printable: Vec<u8> = all.iter().copied().filter(|c| PRINTABLE.contains(c)).collect();
    // Blanks are among the letters of `[a-z ]` that somebody wanted.
    if printable.is_empty() || all.len() < 100 { all } else { printable }
}
