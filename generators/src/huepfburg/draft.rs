//! Fields and distinct arrows under construction, and the promises checked on the finished input.
//! Every family builds its input here, so "distinct", "the starts stay 1 and 2, all else is in
//! random order" and "the least number of jumps is k" are implemented once. Also parameters that
//! several families share.

use std::collections::HashSet;
use std::hash::BuildHasherDefault;

use referee_checker::Settings;
use referee_checker::huepfburg::{Arrow, Instance, Prepared};

use crate::family::{PATIENCE, promise};
use crate::mixer::Mixer;
use crate::removable::written;
use crate::{FamilyError, Parameter, Random};

/// The maximum number of fields of a generated input.
pub(super) const MAX_FIELDS: i64 = 1_000_000;

/// The maximum number of arrows that a family draws.
pub(super) const MAX_ARROWS: i64 = 10_000_000;

/// Declares the parameter n, the number of fields.
pub(super) const fn fields(least: i64, most: i64) -> Parameter {
    Parameter::integer("n", least, most, "number of fields")
}

/// Declares the parameter degree: n fields have n * degree arrows.
pub(super) const fn degree(least: i64, most: i64) -> Parameter {
    Parameter::integer("degree", least, most, "arrows from each field, on average")
}

/// Returns `n * degree`, or an error if that exceeds `room`, the number of possible arrows.
pub(super) fn arrows(n: i64, degree: i64, room: i64) -> Result<usize, FamilyError> {
    let (wanted, room) = (n * degree, room.min(MAX_ARROWS));
    if wanted <= room {
        return Ok(wanted as usize);
    }
    Err(FamilyError(format!(
        "{n} fields of degree {degree} have {wanted} arrows, where there can be {room}; \
         choose a degree up to {}",
        room / n
    )))
}

/// A search verifies promises up to this number of fields, which costs at most about 200 MB ...
const SEARCHED_FIELDS: u64 = 3000;

/// ... and up to this product of fields and arrows, which costs about a second. Beyond that, a
/// promise rests on the proof that the family states.
const SEARCHED_WORK: u64 = 200_000_000;

/// A family's promise about how the players meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Promise {
    /// The players cannot meet.
    Impossible,
    /// The players can meet with this number of jumps and no fewer.
    Jumps(u64),
    /// The players can meet, with at least this number of jumps.
    AtLeast(u64),
}

/// Fields, numbered from 1, the first two of which are the starts, and arrows between them.
pub(super) struct Draft {
    fields: u32,
    arrows: Vec<Arrow>,
    taken: HashSet<Arrow, BuildHasherDefault<Mixer>>,
}

impl Draft {
    /// Creates a draft of the two starts without arrows.
    pub(super) fn new() -> Self {
        Draft { fields: 2, arrows: Vec::new(), taken: HashSet::default() }
    }

    /// Creates a draft of `n` fields without arrows. `n` must be at least 2.
    pub(super) fn with_fields(n: i64) -> Self {
        Draft { fields: n as u32, ..Draft::new() }
    }

    pub(super) fn fields(&self) -> u32 {
        self.fields
    }

    pub(super) fn arrows(&self) -> usize {
        self.arrows.len()
    }

    /// Adds a field and returns its number.
    pub(super) fn field(&mut self) -> u32 {
        self.fields += 1;
        self.fields
    }

    /// Adds fields until there are `n`.
    pub(super) fn grow(&mut self, n: i64) {
        self.fields = self.fields.max(n as u32);
    }

    /// Adds an arrow, unless it is a duplicate. Returns whether it was added.
    pub(super) fn add(&mut self, from: u32, to: u32) -> bool {
        let arrow = Arrow { from, to };
        let fresh = self.taken.insert(arrow);
        if fresh {
            self.arrows.push(arrow);
        }
        fresh
    }

    /// Adds a path of `jumps` jumps, at least 1, through new fields. Returns its fields, ends
    /// included.
    pub(super) fn path(&mut self, from: u32, to: u32, jumps: i64) -> Vec<u32> {
        let mut fields = vec![from];
        fields.extend((1..jumps).map(|_| self.field()));
        fields.push(to);
        for step in fields.windows(2) {
            self.add(step[0], step[1]);
        }
        fields
    }

    /// Adds a cycle of `length` fields, at least 1: `start`, and new ones.
    pub(super) fn cycle(&mut self, start: u32, length: i64) -> Vec<u32> {
        let mut fields = self.path(start, start, length);
        fields.pop();
        fields
    }

    /// Adds arrows from `draw` until there are `count`.
    pub(super) fn fill(
        &mut self,
        count: usize,
        mut draw: impl FnMut() -> (u32, u32),
    ) -> Result<(), FamilyError> {
        let mut patience = PATIENCE * (count + 10);
        while self.arrows.len() < count {
            let (from, to) = draw();
            self.add(from, to);
            patience -= 1;
            if patience == 0 {
                return Err(FamilyError(format!(
                    "found only {} of {count} arrows; choose a larger n or a lower degree",
                    self.arrows.len()
                )));
            }
        }
        Ok(())
    }

    /// Asserts a promise about the draft so far.
    pub(super) fn keeps(&self, promise: Promise) -> Result<(), FamilyError> {
        let instance = Instance::new(self.fields, self.arrows.clone());
        keeps(&prepare(instance.map_err(|error| FamilyError(error.to_string()))?), promise)
    }

    /// Returns the input, after asserting its promise: arrows in random order, fields renumbered.
    pub(super) fn finish(
        self,
        random: &mut Random,
        promise: Promise,
    ) -> Result<Vec<u8>, FamilyError> {
        let prepared = self.shuffled(random, &[])?;
        keeps(&prepared, promise)?;
        Ok(bytes(&prepared))
    }

    /// Returns the input: arrows in random order, fields renumbered at random. The starts stay 1
    /// and 2; each field of `pins` gets the number beside it, which must be a valid number other
    /// than 1 and 2.
    pub(super) fn shuffled(
        mut self,
        random: &mut Random,
        pins: &[(u32, u32)],
    ) -> Result<Prepared, FamilyError> {
        let mut numbers = vec![0; self.fields as usize + 1];
        let mut is_free = vec![true; self.fields as usize + 1];
        for &(field, number) in [(1, 1), (2, 2)].iter().chain(pins) {
            numbers[field as usize] = number;
            is_free[number as usize] = false;
        }
        let mut free: Vec<u32> = (1..=self.fields).filter(|&f| is_free[f as usize]).collect();
        random.shuffle(&mut free);
        let unpinned = numbers.iter_mut().skip(1).filter(|number| **number == 0);
        unpinned.zip(free).for_each(|(number, free)| *number = free);
        for arrow in &mut self.arrows {
            *arrow = Arrow { from: numbers[arrow.from as usize], to: numbers[arrow.to as usize] };
        }
        random.shuffle(&mut self.arrows);
        let instance = Instance::new(self.fields, self.arrows);
        Ok(prepare(instance.map_err(|error| FamilyError(error.to_string()))?))
    }
}

pub(super) fn prepare(instance: Instance) -> Prepared {
    Prepared::new(instance, Settings::default())
}

/// Writes the instance in the strict form.
pub(super) fn bytes(prepared: &Prepared) -> Vec<u8> {
    written(|out| prepared.instance().write(out))
}

/// Asserts a promise by a search, unless that would take too long.
pub(super) fn keeps(prepared: &Prepared, promised: Promise) -> Result<(), FamilyError> {
    let instance = prepared.instance();
    let (n, m) = (u64::from(instance.n()), instance.arrows().len() as u64);
    if n > SEARCHED_FIELDS || n * m > SEARCHED_WORK {
        return Ok(());
    }
    // Without the memory for it, the promise also rests on the proof.
    let Ok(shortest) = prepared.shortest() else { return Ok(()) };
    let found = shortest.map(|shortest| shortest.jumps);
    let kept = match promised {
        Promise::Impossible => found.is_none(),
        Promise::Jumps(jumps) => found == Some(jumps),
        Promise::AtLeast(jumps) => found.is_some_and(|found| found >= jumps),
    };
    promise(kept, || match found {
        None => format!("promised is {promised:?}, but the players cannot meet"),
        Some(found) => format!("promised is {promised:?}, but they meet with {found} jumps"),
    })
}

/// Returns both starts in random order, for families in which the players have different roles.
pub(super) fn starts(random: &mut Random) -> [u32; 2] {
    if random.below(2) == 0 { [1, 2] } else { [2, 1] }
}

/// Draws one of the fields from `least` to `most`.
pub(super) fn field(random: &mut Random, least: u32, most: u32) -> u32 {
    random.between(least.into(), most.into()) as u32
}
