//! What can be removed from an input of the subtraction game: heaps, and amounts of a set.

use std::ops::Range;

use referee_checker::Strictness;
use referee_checker::subtraction_game::{Instance, Rule};

use crate::removable::{Elements, Removable, View, without};

pub(crate) const VIEWS: &[View] = &[heaps, amounts];

fn heaps(input: &[u8]) -> Option<Box<dyn Removable>> {
    let number = |instance: &Instance| instance.heaps().len();
    view(input, number, |instance, removed| {
        Instance::new(instance.rule().clone(), without(instance.heaps(), removed)).ok()
    })
}

fn amounts(input: &[u8]) -> Option<Box<dyn Removable>> {
    let number = |instance: &Instance| match instance.rule() {
        Rule::Squares => 0,
        Rule::Set(amounts) => amounts.len(),
    };
    view(input, number, |instance, removed| {
        let Rule::Set(amounts) = instance.rule() else { return None };
        Instance::new(Rule::Set(without(amounts, removed)), instance.heaps().to_vec()).ok()
    })
}

fn view(
    input: &[u8],
    count: fn(&Instance) -> usize,
    without: fn(&Instance, Range<usize>) -> Option<Instance>,
) -> Option<Box<dyn Removable>> {
    let instance = Instance::parse(input, Strictness::Lenient).ok()?;
    Some(Box::new(Elements { instance, count, without, write: Instance::write }))
}
