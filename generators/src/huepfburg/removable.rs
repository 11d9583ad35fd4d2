//! What can be removed from an input of Hüpfburg: arrows; fields with their arrows; and fields
//! merged into another field, which takes over their arrows. The remaining fields are renumbered in
//! order.

use std::collections::HashSet;
use std::ops::Range;

use referee_checker::Strictness;
use referee_checker::huepfburg::{Arrow, Instance};

use crate::removable::{Elements, Removable, View, without};

pub(crate) const VIEWS: &[View] = &[fields, merged_fields, arrows];

fn fields(input: &[u8]) -> Option<Box<dyn Removable>> {
    view(input, number_of_fields, |instance, fields| without_fields(instance, fields, false))
}

fn merged_fields(input: &[u8]) -> Option<Box<dyn Removable>> {
    view(input, number_of_fields, |instance, fields| without_fields(instance, fields, true))
}

fn arrows(input: &[u8]) -> Option<Box<dyn Removable>> {
    let number = |instance: &Instance| instance.arrows().len();
    view(input, number, |instance, removed| {
        Instance::new(instance.n(), without(instance.arrows(), removed)).ok()
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

fn number_of_fields(instance: &Instance) -> usize {
    instance.n() as usize
}

/// Removes fields; if `is_merging`, each is merged into the first remaining field that its arrows
/// lead to.
fn without_fields(instance: &Instance, fields: Range<usize>, is_merging: bool) -> Option<Instance> {
    let removed = fields.start as u32 + 1..fields.end as u32 + 1;
    let numbers: Vec<Option<u32>> =
        (0..=instance.n()).map(|field| number(instance, field, &removed, is_merging)).collect();
    let numbered = |arrow: &Arrow| {
        let from = numbers[arrow.from as usize]?;
        Some(Arrow { from, to: numbers[arrow.to as usize]? })
    };
    let mut seen = HashSet::new();
    let left = instance.arrows().iter().filter_map(numbered);
    let left = left.filter(|&arrow| seen.insert(arrow)).collect();
    Instance::new(instance.n() - fields.len() as u32, left).ok()
}

/// Returns the new number of a field; `None` if nothing replaces it.
fn number(instance: &Instance, field: u32, removed: &Range<u32>, is_merging: bool) -> Option<u32> {
    let renumbered =
        |field: u32| if field < removed.start { field } else { field - removed.len() as u32 };
    if !removed.contains(&field) {
        return Some(renumbered(field));
    }
    if !is_merging {
        return None;
    }
    // A path of removed fields is followed to its end; it may be a cycle.
    let mut at = field;
    for _ in removed.clone() {
        let targets = instance.targets(at);
        if let Some(&target) = targets.iter().find(|target| !removed.contains(target)) {
            return Some(renumbered(target));
        }
        at = *targets.iter().find(|&&target| target != at)?;
    }
    None
}
