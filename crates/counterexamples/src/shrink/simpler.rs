//! Replaces many tokens at a time with the simplest ones, as elements whose removal leaves a 0, a
//! 1, or the same letter.

use std::sync::Arc;

use referee_generators::Removable;

use super::list::{list, removed};
use crate::text::Text;

/// Returns the ways to simplify many tokens.
pub(super) fn views(text: &Arc<Text>) -> [Box<dyn Removable>; 3] {
    [zeros, ones, letters].map(|simplest: fn(&Text, usize) -> Vec<u8>| {
        let text = Arc::clone(text);
        let is_replaced = |token: &usize| simplest(&text, *token) != text.token(*token);
        let tokens: Vec<usize> = (0..text.tokens()).filter(is_replaced).collect();
        list(tokens.len(), move |kept| {
            let mut edit = text.edit();
            for token in removed(tokens.len(), kept).map(|index| tokens[index]) {
                edit.replace(token, simplest(&text, token));
            }
            Some(edit.write())
        })
    })
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
