//! Neighbours of an input: the input with a few small changes, most of which keep it valid.
//!
//! A case that somebody has designed is often close to one that catches more. Numbers move by one,
//! get other digits, or are replaced by others from the input; two of them are multiplied alike, or
//! get the same digit; tokens and lines are swapped, repeated and removed.
//! Counts are adjusted along: a number that equals the number of tokens in the line, of lines that
//! follow, or of lines like this one. Validators reject the rest.

use std::ops::Range;

use referee_generators::Random;

use crate::text::{Edit, Text};

/// The maximum number of changes.
const CHANGES: u64 = 4;

/// How many tokens, at the start and before a line, are considered as counts of lines.
const NEAR: usize = 64;

/// Returns a random neighbour of an input, or the input itself if nothing can be changed.
pub fn neighbour(input: &Text, random: &mut Random) -> Vec<u8> {
    let mut bytes = input.bytes().to_vec();
    // Small counts are the more likely ones.
    let count = 1 + random.below(CHANGES).saturating_sub(random.below(CHANGES));
    for _ in 0..count {
        bytes = change(&Text::new(bytes), random);
    }
    bytes
}

type Change = fn(&Text, &mut Random, &mut Edit) -> Option<()>;

const ALL: [Change; 12] = [
    move_number,
    copy_number,
    change_digits,
    multiply_two,
    insert_digit_in_two,
    swap_tokens,
    swap_in_column,
    swap_lines,
    remove_token,
    repeat_token,
    remove_line,
    repeat_line,
];

fn change(text: &Text, random: &mut Random) -> Vec<u8> {
    let mut edit = text.edit();
    if text.tokens() > 0 {
        let change = random.choose(&ALL);
        if change(text, random, &mut edit).is_none() {
            // No count goes with this place, so the shape must stay: change a letter instead.
            let _ = change_letter(text, random, &mut edit);
        }
    }
    edit.write()
}

fn any(random: &mut Random, count: usize) -> usize {
    random.below(count as u64) as usize
}

fn any_number(text: &Text, random: &mut Random) -> Option<(usize, i64)> {
    // Where most tokens are numbers, one of the first draws finds one.
    (0..8).find_map(|_| {
        let token = any(random, text.tokens());
        Some((token, text.number(token)?))
    })
}

fn move_number(text: &Text, random: &mut Random, edit: &mut Edit) -> Option<()> {
    let (token, value) = any_number(text, random)?;
    let others = [
        value.saturating_add(1),
        value.saturating_sub(1),
        value.saturating_mul(2),
        value / 2,
        value.saturating_neg(),
        0,
        1,
    ];
    edit.set_number(token, *random.choose(&others));
    Some(())
}

/// Replaces a number with another one of the input: equal values, and values that refer to each
/// other.
fn copy_number(text: &Text, random: &mut Random, edit: &mut Edit) -> Option<()> {
    let (token, _) = any_number(text, random)?;
    let (_, value) = any_number(text, random)?;
    edit.set_number(token, value);
    Some(())
}

fn change_digits(text: &Text, random: &mut Random, edit: &mut Edit) -> Option<()> {
    let (token, value) = any_number(text, random)?;
    edit.set_number(token, with_other_digits(value, random));
    Some(())
}

/// Multiplies two numbers by the same factor, which keeps their ratio.
fn multiply_two(text: &Text, random: &mut Random, edit: &mut Edit) -> Option<()> {
    let factor = random.between(2, 10);
    for (token, value) in two_numbers(text, random)? {
        edit.set_number(token, value.saturating_mul(factor));
    }
    Some(())
}

/// Inserts the same digit into two numbers, where it is easily taken for the same part of both.
fn insert_digit_in_two(text: &Text, random: &mut Random, edit: &mut Edit) -> Option<()> {
    let digit = b'0' + random.below(10) as u8;
    for (token, _) in two_numbers(text, random)? {
        let mut digits = text.token(token).to_vec();
        digits.insert(any(random, digits.len() + 1), digit);
        edit.replace(token, digits);
    }
    Some(())
}

/// Returns two numeric tokens of a line, or else of the input, and their values.
fn two_numbers(text: &Text, random: &mut Random) -> Option<[(usize, i64); 2]> {
    let first = any_number(text, random)?;
    let line = text.line(text.line_of(first.0));
    let others = if line.len() > 1 { line } else { 0..text.tokens() };
    let second = others.start + any(random, others.len());
    Some([first, (second, text.number(second)?)]).filter(|_| second != first.0)
}

fn swap_tokens(text: &Text, random: &mut Random, edit: &mut Edit) -> Option<()> {
    let line = text.line(any(random, text.lines()));
    let (first, second) = match line.len() {
        // Lines of a single token: swap with any other token.
        0 | 1 => (any(random, text.tokens()), any(random, text.tokens())),
        length => (line.start + any(random, length), line.start + any(random, length)),
    };
    edit.replace(first, text.token(second));
    edit.replace(second, text.token(first));
    Some(())
}

/// Swaps tokens at the same place of two lines: of two edges, their ends, which keeps all degrees.
fn swap_in_column(text: &Text, random: &mut Random, edit: &mut Edit) -> Option<()> {
    let first = any(random, text.lines());
    let alike = lines_alike(text, first);
    let second = alike.start + any(random, alike.len());
    let column = any(random, text.line(first).len().max(1));
    let [first, second] = [first, second].map(|line| text.line(line).nth(column));
    let (first, second) = (first?, second?);
    edit.replace(first, text.token(second));
    edit.replace(second, text.token(first));
    (first != second).then_some(())
}

fn swap_lines(text: &Text, random: &mut Random, edit: &mut Edit) -> Option<()> {
    let first = any(random, text.lines());
    let alike = lines_alike(text, first);
    let second = alike.start + any(random, alike.len());
    for (from, to) in [(first, second), (second, first)] {
        for (from, to) in text.line(from).zip(text.line(to)) {
            edit.replace(to, text.token(from));
        }
    }
    (first != second).then_some(())
}

fn remove_token(text: &Text, random: &mut Random, edit: &mut Edit) -> Option<()> {
    let line = any(random, text.lines());
    let tokens = text.line(line);
    let count = count_of_tokens(text, line, random)?;
    edit.remove_token(tokens.start + any(random, tokens.len()));
    edit.set_number(count, text.number(count)? - 1);
    Some(())
}

fn repeat_token(text: &Text, random: &mut Random, edit: &mut Edit) -> Option<()> {
    let line = any(random, text.lines());
    let tokens = text.line(line);
    let count = count_of_tokens(text, line, random)?;
    let token = text.token(tokens.start + any(random, tokens.len()));
    let last = text.token(tokens.end - 1);
    edit.replace(tokens.end - 1, [last, b" ", token].concat());
    edit.set_number(count, text.number(count)? + 1);
    Some(())
}

fn remove_line(text: &Text, random: &mut Random, edit: &mut Edit) -> Option<()> {
    let line = any(random, text.lines());
    let count = count_of_lines(text, line, random)?;
    edit.remove_line(line);
    edit.set_number(count, text.number(count)? - 1);
    Some(())
}

fn repeat_line(text: &Text, random: &mut Random, edit: &mut Edit) -> Option<()> {
    let line = any(random, text.lines());
    let tokens = text.line(line);
    let count = count_of_lines(text, line, random)?;
    let words: Vec<&[u8]> = tokens.clone().map(|token| text.token(token)).collect();
    let last = *words.last()?;
    edit.replace(tokens.end - 1, [last, b"\n", &words.join(&b" "[..])].concat());
    edit.set_number(count, text.number(count)? + 1);
    Some(())
}

/// Replaces a letter of a word with another letter of the input.
fn change_letter(text: &Text, random: &mut Random, edit: &mut Edit) -> Option<()> {
    let token = any(random, text.tokens());
    let mut letters = text.token(token).to_vec();
    let other = text.token(any(random, text.tokens()));
    let (at, from) = (any(random, letters.len()), any(random, other.len()));
    letters[at] = other[from];
    edit.replace(token, letters);
    Some(())
}

/// Returns a number with one digit more or less, or with the same digits in another order.
pub fn with_other_digits(value: i64, random: &mut Random) -> i64 {
    let mut digits: Vec<u8> = value.unsigned_abs().to_string().into_bytes();
    let at = random.below(digits.len() as u64) as usize;
    match random.below(6) {
        0 => digits.reverse(),
        1 => digits.swap(at, 0),
        2 => digits.insert(at + 1, b'0'),
        3 => digits.insert(at, digits[at]),
        _ => {
            // A leading zero that remains disappears in parsing.
            digits.remove(at);
        }
    }
    let text = String::from_utf8(digits).unwrap_or_default();
    text.parse::<i64>().map_or(value, |magnitude| magnitude * value.signum())
}

/// Returns the lines around a line that have the same number of tokens.
fn lines_alike(text: &Text, line: usize) -> Range<usize> {
    let is_alike = |other: &usize| text.line(*other).len() == text.line(line).len();
    let start = (0..line).rev().take_while(is_alike).last().unwrap_or(line);
    let end = (line..text.lines()).take_while(is_alike).last().unwrap_or(line);
    start..end + 1
}

/// Returns a number before a line that equals the number of its tokens, if there is one.
fn count_of_tokens(text: &Text, line: usize, random: &mut Random) -> Option<usize> {
    let length = text.line(line).len();
    if length == 0 {
        return None;
    }
    // Counts are usually on the lines just above, or on the first line.
    let near = line.saturating_sub(2)..line;
    let places = near.chain([0]).filter(|&place| place < line).flat_map(|place| text.line(place));
    one_of(places.filter(|&place| text.number(place) == Some(length as i64)).collect(), random)
}

/// Returns a number before a line that counts the lines like it, or all lines after the number, if
/// there is one.
fn count_of_lines(text: &Text, line: usize, random: &mut Random) -> Option<usize> {
    let block = lines_alike(text, line).len();
    let start = text.line(line).start;
    // In a long input, only the start and the tokens nearby are searched.
    let near = start.saturating_sub(NEAR)..start;
    let places = (0..NEAR.min(near.start)).chain(near);
    let places = places.filter(|&place| {
        let value = text.number(place).and_then(|value| usize::try_from(value).ok());
        let follow = text.lines() - 1 - text.line_of(place);
        value.is_some_and(|value| value == block || value + 1 == block || value == follow)
    });
    one_of(places.filter(|&place| text.number(place) != Some(0)).collect(), random)
}

fn one_of(places: Vec<usize>, random: &mut Random) -> Option<usize> {
    if places.is_empty() { None } else { Some(*random.choose(&places)) }
}

#[cfg(test)]
mod tests;
