//! Changes of changed inputs, step by step away from the cases that they began with.
//!
//! What shows a fault may be many changes away from every case: eighteen digits, none of which may
//! be wrong. Few of the inputs that far away are valid, but nearly all steps from a valid input are
//! small. So valid inputs become parents themselves, whatever they showed.

use std::sync::Arc;

use super::costly::{Change, ChangeReason};
use crate::text::Text;

/// The largest parent, in bytes: one change in a larger one has little effect.
pub(super) const MAX_BYTES: usize = 4 << 10;

/// The number of parents that are draws of a source, and of those that are changes of parents. The
/// former begin anew where the latter have got lost.
const DRAWN: usize = 16;
const CHANGED: usize = 48;

/// No more changes are made after this many in a row that were known.
const DRY: u32 = 200;

/// The inputs to change.
#[derive(Debug, Default)]
pub(super) struct Wander {
    drawn: Latest<DRAWN>,
    changed: Latest<CHANGED>,
    /// The number of changes made so far.
    made: u64,
    /// The number of changes in a row that were known.
    dry: u32,
}

/// The latest parents: each with its source, and the index of the draw that it began with.
#[derive(Debug, Default)]
struct Latest<const MOST: usize> {
    parents: Vec<((usize, u64), Arc<Text>)>,
    noted: usize,
}

impl<const MOST: usize> Latest<MOST> {
    fn note(&mut self, draw: (usize, u64), input: &[u8]) {
        let parent = (draw, Arc::new(Text::new(input.to_vec())));
        match self.parents.get_mut(self.noted % MOST) {
            Some(oldest) => *oldest = parent,
            None => self.parents.push(parent),
        }
        self.noted += 1;
    }
}

impl Wander {
    /// Records a valid input, which is a draw of a source or one of these changes. It is empty if
    /// it was too large to be kept.
    pub(super) fn note(&mut self, draw: (usize, u64), input: &[u8], is_drawn: bool) {
        if input.is_empty() || input.len() > MAX_BYTES {
            return;
        }
        if is_drawn {
            self.drawn.note(draw, input);
        } else {
            self.changed.note(draw, input);
        }
    }

    pub(super) fn note_change(&mut self, is_new: bool) {
        self.dry = if is_new { 0 } else { self.dry + 1 };
    }

    /// Returns the next changes, of each parent in turn.
    pub(super) fn changes(&mut self, count: usize) -> Vec<Change> {
        let parents = self.drawn.parents.len() + self.changed.parents.len();
        if parents == 0 || self.dry >= DRY {
            return Vec::new();
        }
        let change = |number: u64| {
            let at = (number % parents as u64) as usize;
            let (draw, parent) = self.drawn.parents.iter().chain(&self.changed.parents).nth(at)?;
            let (draw, parent) = (*draw, Arc::clone(parent));
            Some(Change { draw, parent, number, reason: ChangeReason::Valid })
        };
        let changes = (self.made..).map_while(change).take(count).collect();
        self.made += count as u64;
        changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_too_large_to_be_kept_is_not_changed() {
        let mut wander = Wander::default();
        wander.note((0, 0), b"", true);
        wander.note((0, 1), b"", false);
        assert!(wander.changes(4).is_empty());
        wander.note((0, 2), b"5\n", true);
        assert!(wander.changes(4).iter().all(|change| change.draw == (0, 2)));
    }
}
