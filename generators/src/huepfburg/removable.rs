//! What can be removed from an input of Hüpfburg: arrows; fields with their arrows; and fields
//! merged into another field, which takes over their arrows. The remaining fields are renumbered in
//! order.

use std::collections::HashSet;
use std::ops::Range;

use referee_checker::Strictness;
use referee_checker::huepfburg::{Arrow, Instance};

use crate::removable::{Removable, View, without, written};

pub(crate) const VIEWS: &[View] = &[fields, merged_fields, arrows];

fn fields(input: &[u8]) -> Option<Box<dyn Removable>> {
    Some(Box::new(Fields { instance: parse(input)?, is_merging: false }))
}

fn merged_fields(input: &[u8]) -> Option<Box<dyn Removable>> {
    Some(Box::new(Fields { instance: parse(input)?, is_merging: true }))
}

fn arrows(input: &[u8]) -> Option<Box<dyn Removable>> {
    Some(Box::new(Arrows(parse(input)?)))
}

fn parse(input: &[u8]) -> Option<Instance> {
    Instance::parse(input, Strictness::Lenient).ok()
}

/// The arrows.
struct Arrows(Instance);

impl Removable for Arrows {
    fn elements(&self) -> usize {
        self.0.arrows().len()
    }

    fn without(&self, elements: Range<usize>) -> Option<Box<dyn Removable>> {
        let left = Instance::new(self.0.n(), without(self.0.arrows(), elements)).ok()?;
        Some(Box::new(Arrows(left)))
    }

    fn write(&self) -> Vec<u8> {
        written(|out| self.0.write(out))
    }
}

/// The fields.
struct Fields {
    instance: Instance,
    /// Whether a removed field is merged into the first remaining field that its arrows lead to.
    is_merging: bool,
}

impl Removable for Fields {
    fn elements(&self) -> usize {
        self.instance.n() as usize
    }

    fn without(&self, elements: Range<usize>) -> Option<Box<dyn Removable>> {
        let removed = elements.start as u32 + 1..elements.end as u32 + 1;
        let numbers: Vec<Option<u32>> =
            (0..=self.instance.n()).map(|field| self.number(field, &removed)).collect();
        let numbered = |arrow: &Arrow| {
            let from = numbers[arrow.from as usize]?;
            Some(Arrow { from, to: numbers[arrow.to as usize]? })
        };
        let mut seen = HashSet::new();
        let left = self.instance.arrows().iter().filter_map(numbered);
        let left = left.filter(|&arrow| seen.insert(arrow)).collect();
        let n = self.instance.n() - elements.len() as u32;
        let instance = Instance::new(n, left).ok()?;
        Some(Box::new(Fields { instance, ..*self }))
    }

    fn write(&self) -> Vec<u8> {
        written(|out| self.instance.write(out))
    }
}

impl Fields {
    /// Returns the new number of a field; `None` if nothing replaces it.
    fn number(&self, field: u32, removed: &Range<u32>) -> Option<u32> {
        let renumbered =
            |field: u32| if field < removed.start { field } else { field - removed.len() as u32 };
        if !removed.contains(&field) {
            return Some(renumbered(field));
        }
        if !self.is_merging {
            return None;
        }
        // A path of removed fields is followed to its end; it may be a cycle.
        let mut at = field;
        for _ in removed.clone() {
            let targets = self.instance.targets(at);
            if let Some(&target) = targets.iter().find(|target| !removed.contains(target)) {
                return Some(renumbered(target));
            }
            at = *targets.iter().find(|&&target| target != at)?;
        }
        None
    }
}
