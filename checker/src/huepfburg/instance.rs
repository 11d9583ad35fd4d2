//! The parsed input: fields and distinct arrows between them.

use std::collections::HashMap;
use std::fmt;

use crate::IllegalInstance;
use crate::text::{InputError, Scanner, Strictness, push_integer};

/// The maximum number of fields. A search needs a bit for each pair of reachable fields, so memory
/// runs out long before; this bounds the allocation for the count in an input's first line.
pub const MAX_N: u32 = 1 << 24;

/// The maximum number of arrows.
pub const MAX_M: u32 = u32::MAX - 1;

/// An arrow between two fields, counted from 1. It may return to its start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Arrow {
    /// Its start.
    pub from: u32,
    /// Its target.
    pub to: u32,
}

impl fmt::Display for Arrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.from, self.to)
    }
}

/// A legal input: an instance that breaks a rule of the grammar cannot be created.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instance {
    n: u32,
    arrows: Vec<Arrow>,
    /// The start of each field's targets; field f has those from `starts[f - 1]` to `starts[f]`.
    starts: Vec<u32>,
    /// The targets of all fields, field by field, in increasing order.
    targets: Vec<u32>,
}

impl Instance {
    /// An instance from its parts.
    ///
    /// # Errors
    /// Fewer than 2 or more than [`MAX_N`] fields, more than [`MAX_M`] arrows, an arrow
    /// from or to a field that does not exist, a duplicate arrow.
    pub fn new(n: u32, arrows: Vec<Arrow>) -> Result<Self, IllegalInstance> {
        let illegal = |message: String| Err(IllegalInstance(message));
        if !(2..=MAX_N).contains(&n) {
            return illegal(format!("{n} fields; there must be 2 to {MAX_N}"));
        }
        if arrows.len() > MAX_M as usize {
            return illegal(format!("{} arrows; there can be {MAX_M}", arrows.len()));
        }
        let exists = |field: u32| (1..=n).contains(&field);
        if let Some(arrow) = arrows.iter().find(|arrow| !exists(arrow.from) || !exists(arrow.to)) {
            return illegal(format!("arrow {arrow}, where fields go from 1 to {n}"));
        }
        Instance::sorted(n, arrows).map_err(|Twice { first, second, .. }| {
            IllegalInstance(format!("arrows {} and {} are the same", first + 1, second + 1))
        })
    }

    /// Parses an input: `n m`, then m lines `from to`.
    ///
    /// O(n + m) time.
    ///
    /// # Errors
    /// The first fault, with its place.
    pub fn parse(input: &[u8], form: Strictness) -> Result<Self, InputError> {
        let mut scanner = Scanner::new(input, form);
        let n = scanner.integer("n", 2, MAX_N.into())?;
        scanner.set_context(format!("n = {n}"));
        scanner.space()?;
        let m = scanner.integer("m", 0, (n * n).min(MAX_M.into()))?;
        scanner.line_end()?;
        // No more than the text can contain, whatever its first line says.
        let mut arrows = Vec::with_capacity((m as usize).min(scanner.remaining() / 4 + 1));
        let read = scanner.pairs(["from", "to"], 1..=n as i32, m as usize, |from, to| {
            arrows.push(Arrow { from: from as u32, to: to as u32 });
        });
        // Without a final line feed, the strict form has a more specific message.
        let between_lines = form == Strictness::Lenient || input.ends_with(b"\n");
        if read.is_err() && scanner.remaining() == 0 && between_lines {
            let message = format!(
                "expected {m} arrows, as m = {m} announces; the file ends after {}",
                arrows.len()
            );
            return Err(scanner.error(input.len(), message));
        }
        read?;
        scanner.end(&format!("the last arrow (m = {m})"))?;
        Instance::sorted(n as u32, arrows).map_err(|Twice { first, second, arrow }| {
            let message = format!(
                "arrow {} from {} to {} is the same as arrow {}; all arrows must be distinct",
                second + 1,
                arrow.from,
                arrow.to,
                first + 1
            );
            scanner.error_at_token(2 + 2 * second, message)
        })
    }

    /// Appends the instance in the strict form.
    pub fn write(&self, out: &mut Vec<u8>) {
        let line = 2 * (self.n.to_string().len() + 1);
        out.reserve(line * self.arrows.len() + 32);
        let mut pair = |a: u32, b: usize| {
            push_integer(out, a.into());
            out.push(b' ');
            push_integer(out, b as i64);
            out.push(b'\n');
        };
        pair(self.n, self.arrows.len());
        for arrow in &self.arrows {
            pair(arrow.from, arrow.to as usize);
        }
    }

    /// The number of fields.
    pub fn n(&self) -> u32 {
        self.n
    }

    /// The arrows, in the order of the input. People count them from 1.
    pub fn arrows(&self) -> &[Arrow] {
        &self.arrows
    }

    /// The targets of the arrows from a field, in increasing order.
    #[inline]
    pub fn targets(&self, field: u32) -> &[u32] {
        let at = field as usize;
        &self.targets[self.starts[at - 1] as usize..self.starts[at] as usize]
    }

    /// Whether there is an arrow between two fields. O(log k) for k arrows from the first.
    #[inline]
    pub fn has_arrow(&self, from: u32, to: u32) -> bool {
        self.targets(from).binary_search(&to).is_ok()
    }

    /// Sorts the arrows by counting, first by target, then by start, which keeps those of one field
    /// in order.
    fn sorted(n: u32, arrows: Vec<Arrow>) -> Result<Self, Twice> {
        let mut next = starts(n, arrows.iter().map(|arrow| arrow.to));
        let mut by_target = vec![Arrow { from: 0, to: 0 }; arrows.len()];
        for &arrow in &arrows {
            let at = &mut next[arrow.to as usize - 1];
            by_target[*at as usize] = arrow;
            *at += 1;
        }
        let starts = starts(n, arrows.iter().map(|arrow| arrow.from));
        next.clone_from(&starts);
        let mut targets = vec![0; arrows.len()];
        let mut has_twice = false;
        for &Arrow { from, to } in &by_target {
            let at = &mut next[from as usize - 1];
            targets[*at as usize] = to;
            has_twice |= *at > starts[from as usize - 1] && targets[*at as usize - 1] == to;
            *at += 1;
        }
        if has_twice && let Some(twice) = first_twice(&arrows) {
            return Err(twice);
        }
        Ok(Instance { n, arrows, starts, targets })
    }
}

/// Two positions with the same arrow.
struct Twice {
    first: usize,
    second: usize,
    arrow: Arrow,
}

/// The first arrow that repeats an earlier one.
#[cold]
fn first_twice(arrows: &[Arrow]) -> Option<Twice> {
    let mut seen = HashMap::new();
    arrows.iter().enumerate().find_map(|(second, &arrow)| {
        seen.insert(arrow, second).map(|first| Twice { first, second, arrow })
    })
}

/// The start of each key's items, from 1 to n, when the items are sorted by key, and the end of the
/// last ones.
fn starts(n: u32, keys: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut starts = vec![0; n as usize + 1];
    for key in keys {
        starts[key as usize] += 1;
    }
    for at in 1..starts.len() {
        starts[at] += starts[at - 1];
    }
    starts
}
