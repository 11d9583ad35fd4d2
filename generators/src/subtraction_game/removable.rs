//! What can be removed from an input of the subtraction game: heaps, and amounts of a set.

use std::ops::Range;

use referee_checker::Strictness;
use referee_checker::subtraction_game::{Instance, Rule};

use crate::removable::{Removable, View, without, written};

pub(crate) const VIEWS: &[View] = &[heaps, amounts];

fn heaps(input: &[u8]) -> Option<Box<dyn Removable>> {
    Some(Box::new(Heaps(parse(input)?)))
}

fn amounts(input: &[u8]) -> Option<Box<dyn Removable>> {
    Some(Box::new(Amounts(parse(input)?)))
}

fn parse(input: &[u8]) -> Option<Instance> {
    Instance::parse(input, Strictness::Lenient).ok()
}

/// The heaps.
struct Heaps(Instance);

impl Removable for Heaps {
    fn elements(&self) -> usize {
        self.0.heaps().len()
    }

    fn without(&self, elements: Range<usize>) -> Option<Box<dyn Removable>> {
        let heaps = without(self.0.heaps(), elements);
        Some(Box::new(Heaps(Instance::new(self.0.rule().clone(), heaps).ok()?)))
    }

    fn write(&self) -> Vec<u8> {
        written(|out| self.0.write(out))
    }
}

/// The amounts that may be taken.
struct Amounts(Instance);

impl Removable for Amounts {
    fn elements(&self) -> usize {
        match self.0.rule() {
            Rule::Squares => 0,
            Rule::Set(amounts) => amounts.len(),
        }
    }

    fn without(&self, elements: Range<usize>) -> Option<Box<dyn Removable>> {
        let Rule::Set(amounts) = self.0.rule() else { return None };
        let rule = Rule::Set(without(amounts, elements));
        Some(Box::new(Amounts(Instance::new(rule, self.0.heaps().to_vec()).ok()?)))
    }

    fn write(&self) -> Vec<u8> {
        written(|out| self.0.write(out))
    }
}
