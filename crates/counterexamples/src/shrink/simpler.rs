//! Replaces many tokens at a time with the simplest ones, as elements whose removal leaves a 0, a
//! 1, or the same letter.

use std::ops::Range;
use std::sync::Arc;

use referee_generators::Removable;

use crate::text::Text;

/// Returns the ways to simplify many tokens.
pub(super) fn views(text: &Arc<Text>) -> [Simpler; 3] {
    [zeros, ones, letters].map(|simplest: fn(&Text, usize) -> Vec<u8>| {
        let replaced = |token: &usize| simplest(text, *token) != text.token(*token);
        let tokens = (0..text.tokens()).filter(replaced).collect();
        Simpler { text: Arc::clone(text), simplest, tokens, simplified: Vec::new() }
    })
}

/// A text as a list of tokens that can still be simplified.
#[derive(Clone)]
pub(super) struct Simpler {
    text: Arc<Text>,
    simplest: fn(&Text, usize) -> Vec<u8>,
    tokens: Vec<usize>,
    simplified: Vec<usize>,
}

impl Removable for Simpler {
    fn elements(&self) -> usize {
        self.tokens.len()
    }

    fn without(&self, elements: Range<usize>) -> Option<Box<dyn Removable>> {
        let tokens = [&self.tokens[..elements.start], &self.tokens[elements.end..]].concat();
        let simplified = [&self.simplified[..], &self.tokens[elements]].concat();
        Some(Box::new(Simpler { tokens, simplified, ..self.clone() }))
    }

    fn write(&self) -> Vec<u8> {
        let mut edit = self.text.edit();
        for &token in &self.simplified {
            edit.replace(token, (self.simplest)(&self.text, token));
        }
        edit.write()
    }
}

fn zeros(text: &Text, token: usize) -> Vec<u8> {
    if text.number(token).is_some() { b"0".to_vec() } else { text.token(token).to_vec() }
}

fn ones(text: &Text, token: usize) -> Vec<u8> {
    match text.number(token) {
        None | Some(0) => text.token(token).to_vec(),
        Some(_) => b"1".to_vec(),
    }
}

/// Returns a word with each letter replaced by the first of its class: names may have to start with
/// a letter.
fn letters(text: &Text, token: usize) -> Vec<u8> {
    let word = text.token(token);
    if text.number(token).is_some() {
        return word.to_vec();
    }
    let simplest = |letter: &u8| match letter {
        b'a'..=b'z' => b'a',
        b'A'..=b'Z' => b'A',
        b'0'..=b'9' => b'0',
        other => *other,
    };
    word.iter().map(simplest).collect()
}
