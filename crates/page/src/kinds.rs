//! Kinds of refutation. Equal sentences about different cases are one kind, so that a page can
//! report frequent failures, and store in one byte what failed where.
//!
//! Two messages are of one kind if they differ only in numbers and quotations: so equal mistakes on
//! different inputs are recognized.

use std::collections::HashMap;

use serde::Serialize;

use referee_events::{JudgedCase, Reason};

/// The byte for kinds beyond the first 254.
const OTHER: u8 = 255;

/// A kind of refutation.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct MessageKind {
    reason: Reason,
    /// A message without its numbers and quotations.
    text: String,
}

/// The kinds of a run, in order of first occurrence.
#[derive(Debug, Default)]
pub(crate) struct MessageKinds {
    numbers: HashMap<MessageKind, u8>,
    list: Vec<MessageKind>,
}

impl MessageKinds {
    /// Returns the byte of a rejection's kind, from 1.
    pub(crate) fn byte_of(&mut self, judged: &JudgedCase) -> u8 {
        let kind = MessageKind { reason: judged.reason, text: normalized(&judged.message) };
        if let Some(&byte) = self.numbers.get(&kind) {
            return byte;
        }
        let byte = u8::try_from(self.list.len() + 1).unwrap_or(OTHER);
        if byte != OTHER {
            self.list.push(kind.clone());
            self.numbers.insert(kind, byte);
        }
        byte
    }

    /// Returns the kinds, starting with that of byte 1.
    pub(crate) fn list(&self) -> &[MessageKind] {
        &self.list
    }
}

/// The number of characters of a message that are compared.
const CHARACTERS: usize = 160;

/// The placeholder of a number.
const NUMBER: char = '#';

/// Returns a message without its numbers and quotations.
fn normalized(message: &str) -> String {
    let mut text = String::new();
    let mut letters = message.chars().take(CHARACTERS).peekable();
    let mut before = ' ';
    while let Some(letter) = letters.next() {
        match letter {
            '0'..='9' if !before.is_alphanumeric() => {
                while letters.next_if(|next| next.is_ascii_digit() || *next == '.').is_some() {}
                text.push(NUMBER);
            }
            '"' | '`' => {
                while letters.next_if(|next| *next != letter).is_some() {}
                letters.next();
                text.extend([letter, '…', letter]);
            }
            _ => text.push(letter),
        }
        before = letter;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_254_kinds_and_the_others() {
        let mut kinds = MessageKinds::default();
        let mut byte_of = |message: String| {
            kinds.byte_of(&JudgedCase::plain(&"a".into(), &"1".into(), Reason::Refuted, message))
        };
        let name = |number: usize| "x".repeat(number % 100) + &"y".repeat(number / 100);
        assert_eq!([1, 2, 1].map(|number| byte_of(name(number))), [1, 2, 1]);
        assert_eq!((3..=256).map(|number| byte_of(name(number))).max(), Some(255));
        assert_eq!([254, 255, 256, 1].map(|number| byte_of(name(number))), [254, 255, 255, 1]);
        assert_eq!(kinds.list().len(), 254);
    }

    #[test]
    fn numbers_and_quotations_make_no_kind() {
        for (message, expected) in [
            ("there is a square that Bob cannot reach", "there is a square that Bob cannot reach"),
            ("jump 3: Sasha from 14 to 4", "jump #: Sasha from # to #"),
            (
                "took 2.01 s of CPU time; the limit is 2.00 s",
                "took # s of CPU time; the limit is # s",
            ),
            ("token \"3 4\" where `a` was expected", "token \"…\" where `…` was expected"),
            ("an open \"quotation 12", "an open \"…\""),
            ("ended by SIGSEGV at x86 on (8,-7)", "ended by SIGSEGV at x86 on (#,-#)"),
        ] {
            assert_eq!(normalized(message), expected);
        }
        assert_eq!(normalized(&"é".repeat(1000)).chars().count(), CHARACTERS);
    }
}
