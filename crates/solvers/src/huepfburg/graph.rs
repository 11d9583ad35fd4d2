//! The relevant part of an instance: the fields reachable from the two starts.
//!
//! Fields are numbered from 0 in breadth-first order, the starts first. So fields that are reached
//! at about the same time have nearby numbers, which keeps the bits of a layer of pairs together.

use referee_checker::huepfburg::Instance;

/// Sasha's start.
pub const SASHA: u32 = 0;

/// Mika's start.
pub const MIKA: u32 = 1;

/// The reachable fields and arrows.
pub struct Graph {
    /// For each field, its number in the instance, counted from 1.
    pub fields: Vec<u32>,
    /// The targets of the arrows from each field.
    pub forward: Arrows,
    /// The sources of the arrows to each field.
    pub backward: Arrows,
}

/// The other ends of all arrows, field by field, those of each field in increasing order.
pub struct Arrows {
    starts: Vec<u32>,
    ends: Vec<u32>,
}

impl Arrows {
    /// Returns the other ends of the arrows of a field.
    #[inline]
    pub fn of(&self, field: u32) -> &[u32] {
        let at = field as usize;
        &self.ends[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// Returns the number of arrows.
    pub fn count(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether an arrow of `field` has `end` as its other end.
    pub fn has(&self, field: u32, end: u32) -> bool {
        self.of(field).binary_search(&end).is_ok()
    }
}

impl Graph {
    /// Builds the graph of an instance. O(n + m).
    pub fn new(instance: &Instance) -> Graph {
        const UNKNOWN: u32 = u32::MAX;
        let mut number = vec![UNKNOWN; instance.n() as usize + 1];
        (number[1], number[2]) = (SASHA, MIKA);
        let mut fields = vec![1, 2];
        let mut forward = Arrows { starts: vec![0], ends: Vec::new() };
        let mut done = 0;
        while done < fields.len() {
            let first = forward.ends.len();
            for &to in instance.targets(fields[done]) {
                let known = &mut number[to as usize];
                if *known == UNKNOWN {
                    *known = fields.len() as u32;
                    fields.push(to);
                }
                forward.ends.push(*known);
            }
            forward.ends[first..].sort_unstable();
            forward.starts.push(forward.ends.len() as u32);
            done += 1;
        }
        let backward = reversed(&forward);
        Graph { fields, forward, backward }
    }

    /// Returns the number of fields.
    pub fn size(&self) -> usize {
        self.fields.len()
    }
}

fn reversed(forward: &Arrows) -> Arrows {
    let fields = forward.starts.len() - 1;
    let mut starts = vec![0; fields + 1];
    for &to in &forward.ends {
        starts[to as usize + 1] += 1;
    }
    for at in 1..starts.len() {
        starts[at] += starts[at - 1];
    }
    let mut next = starts.clone();
    let mut ends = vec![0; forward.ends.len()];
    for from in 0..fields as u32 {
        for &to in forward.of(from) {
            let at = &mut next[to as usize];
            ends[*at as usize] = from;
            *at += 1;
        }
    }
    Arrows { starts, ends }
}
