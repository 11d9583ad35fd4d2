//! The checker's own search for the least number of jumps.
//!
//! Idea: breadth-first search over pairs of fields. Whether and when the players meet does not
//! depend on which player is on which field, so each unordered pair is visited once. A joint jump
//! is two half steps: first Sasha's, and each result (her new field, Mika's old one) is also
//! visited once; then Mika's. So no pair costs the product of the arrows of its fields: O(n m) in
//! all, where n and m count only fields and arrows that can be reached from the two starts.
//!
//! No predecessors are stored. The queue holds the layers one after another, and on the way back
//! each layer is searched for a pair with arrows to the pair found last.

use std::collections::VecDeque;

use super::Instance;
use crate::TooLarge;

/// The maximum number of jumps of a meeting kept in full.
const KEPT_WHOLE: usize = 24;

/// The number of fields kept at the start and at the end of a longer one.
const KEPT: usize = 6;

/// A meeting with the least number of jumps, abridged if it is long.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shortest {
    /// The number of jumps.
    pub jumps: u64,
    /// The first fields of Sasha and Mika: all of them, if there are no last ones.
    pub first: Vec<(u32, u32)>,
    /// The last fields of both, if not all are among the first.
    pub last: Vec<(u32, u32)>,
}

/// The meeting with the least number of jumps, if there is one.
///
/// # Errors
/// The search would take more than `memory` bytes.
pub(super) fn shortest(instance: &Instance, memory: u64) -> Result<Option<Shortest>, TooLarge> {
    let graph = Reachable::new(instance);
    let n = graph.fields.len() as u64;
    let sets = 2 * (n * n).div_ceil(64) * 8;
    let what = || format!("the search through pairs of {n} fields");
    TooLarge::unless(sets, memory, what)?;
    let mut seen = PairSet::new(n);
    let mut half_seen = PairSet::new(n);
    let mut queue = vec![entry(0, 1) | FIRST];
    seen.insert(0, 1);
    let mut layer = 0..1;
    while !layer.is_empty() {
        let end = layer.end;
        for at in layer {
            let (sasha, mika) = pair(queue[at]);
            for &sasha in graph.targets(sasha) {
                if !half_seen.insert(sasha, mika) {
                    continue;
                }
                for &mika in graph.targets(mika) {
                    if sasha == mika {
                        return Ok(Some(graph.way_back(&queue[..end], sasha)));
                    }
                    if seen.insert(sasha.min(mika), sasha.max(mika)) {
                        TooLarge::unless_room(&mut queue, 1, sets, memory, what)?;
                        let first = if queue.len() == end { FIRST } else { 0 };
                        queue.push(entry(sasha, mika) | first);
                    }
                }
            }
        }
        layer = end..queue.len();
    }
    Ok(None)
}

/// An entry of the queue: Sasha's field, Mika's field, and whether it is the first of its layer.
fn entry(sasha: u32, mika: u32) -> u64 {
    u64::from(sasha) << 32 | u64::from(mika)
}

/// The mark of the first pair of a layer; numbers of fields never reach this bit.
const FIRST: u64 = 1 << 63;

fn pair(entry: u64) -> (u32, u32) {
    ((entry & !FIRST).wrapping_shr(32) as u32, entry as u32)
}

/// The arrows reachable from fields 1 and 2; fields are counted from 0 in the order of discovery,
/// starting with these two.
struct Reachable {
    /// The field of the instance.
    fields: Vec<u32>,
    starts: Vec<usize>,
    targets: Vec<u32>,
}

impl Reachable {
    fn new(instance: &Instance) -> Reachable {
        const UNKNOWN: u32 = u32::MAX;
        let mut number = vec![UNKNOWN; instance.n() as usize + 1];
        let mut fields = vec![1, 2];
        (number[1], number[2]) = (0, 1);
        let mut starts = vec![0];
        let mut targets = Vec::new();
        let mut done = 0;
        while done < fields.len() {
            for &to in instance.targets(fields[done]) {
                let known = &mut number[to as usize];
                if *known == UNKNOWN {
                    *known = fields.len() as u32;
                    fields.push(to);
                }
                targets.push(*known);
            }
            targets[starts[done]..].sort_unstable();
            starts.push(targets.len());
            done += 1;
        }
        Reachable { fields, starts, targets }
    }

    fn targets(&self, field: u32) -> &[u32] {
        &self.targets[self.starts[field as usize]..self.starts[field as usize + 1]]
    }

    /// The path from the start through the layers of the queue to a meeting on `field`, one jump
    /// after the last layer.
    fn way_back(&self, queue: &[u64], field: u32) -> Shortest {
        let mut jumps = 0;
        let mut pairs = VecDeque::from([(field, field)]);
        let mut last = pairs.clone();
        let mut end = queue.len();
        while end > 0 {
            let (sasha, mika) = pairs[0];
            let mut parent = None;
            loop {
                end -= 1;
                let (from, other) = pair(queue[end]);
                if parent.is_none()
                    && self.targets(from).binary_search(&sasha).is_ok()
                    && self.targets(other).binary_search(&mika).is_ok()
                {
                    parent = Some((from, other));
                }
                if queue[end] & FIRST != 0 {
                    break;
                }
            }
            // Every pair of a layer was reached from the previous layer.
            let Some(parent) = parent else { break };
            pairs.push_front(parent);
            pairs.truncate(KEPT_WHOLE + 1);
            if last.len() < KEPT {
                last.push_front(parent);
            }
            jumps += 1;
        }
        let named = |(sasha, mika)| (self.fields[sasha as usize], self.fields[mika as usize]);
        if jumps <= KEPT_WHOLE as u64 {
            let first = pairs.into_iter().map(named).collect();
            return Shortest { jumps, first, last: Vec::new() };
        }
        pairs.truncate(KEPT);
        let [first, last] = [pairs, last].map(|pairs| pairs.into_iter().map(named).collect());
        Shortest { jumps, first, last }
    }
}

/// A set of ordered pairs of numbers below n: one bit each.
struct PairSet {
    n: usize,
    bits: Vec<u64>,
}

impl PairSet {
    fn new(n: u64) -> PairSet {
        PairSet { n: n as usize, bits: vec![0; (n * n).div_ceil(64) as usize] }
    }

    /// Inserts a pair; returns whether it is new.
    fn insert(&mut self, a: u32, b: u32) -> bool {
        let at = a as usize * self.n + b as usize;
        let (word, bit) = (&mut self.bits[at / 64], 1 << (at % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }
}
