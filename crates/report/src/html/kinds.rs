//! Kinds of refutation: equal sentences about different cases are one kind, so that a page can say what fails often, and in one
//! byte what failed where.
//!
//! Two messages are of one kind if they differ only in numbers and in what they quote.

use std::collections::HashMap;

use serde::Serialize;

use crate::message_kind::normalised;
use referee_events::{JudgedCase, Reason};

/// The byte of refusals of all kinds beyond the first 254.
const OTHER: u8 = 255;

/// A kind of refutation.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct MessageKind {
    reason: Reason,
    /// A message without its numbers and quotations.
    text: String,
}

/// The kinds of a run, in the order in which they occurred first.
#[derive(Debug, Default)]
pub(super) struct MessageKinds {
    numbers: HashMap<MessageKind, u8>,
    list: Vec<MessageKind>,
}

impl MessageKinds {
    /// Returns the byte of a refusal's kind, from 1.
    pub(super) fn byte_of(&mut self, judged: &JudgedCase) -> u8 {
        let kind = MessageKind { reason: judged.reason, text: normalised(&judged.message) };
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

    /// Returns the kinds: the one of byte 1 first.
    pub(super) fn list(&self) -> &[MessageKind] {
        &self.list
    }
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
}
