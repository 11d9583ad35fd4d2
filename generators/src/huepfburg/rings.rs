//! Rings with a chord: the latest meetings, and the widest searches.
//!
//! Take a ring of n fields from 0 to n - 1 and a chord from n - 2 to 0, which skips n - 1. Each use
//! of it gains one field over a player that stays on the ring. Let one player start on n - 1 and
//! the other d = n/2, rounded down, fields ahead, on d - 1. When they meet, the numbers of chords
//! taken by them differ by d, or by n - d the other way round, modulo n. So either the first player
//! has taken at least d chords: the first of them after n jumps, each further one after n - 1 more,
//! in total
//!
//! ```text
//! n + (d - 1)(n - 1) = d (n - 1) + 1
//! ```
//!
//! jumps. Or the second has taken n - d, in total (n - d) + (n - d - 1)(n - 1) jumps. The first
//! number is smaller for odd n, the second for even n, and in both cases it is ((n - 1)^2 + 1)/2,
//! rounded up. If one player does just that and the other takes no chord, they do meet then. (This
//! is Wielandt's graph; no graph of n fields is known whose players meet later.)
//!
//! The layered ring has layers in place of fields. The layers of its players move as the players of
//! a ring do, so they cannot meet earlier than in a ring with one field per layer. They can meet:
//! all fields are on one ring from which the chord skips one, so there are cycles of length n and
//! n - 1 in a strongly connected graph, and any sufficiently large number of jumps leads from
//! anywhere to anywhere. Without the chord, the players' layers stay as far apart as at the start.

use super::draft::{Draft, MAX_ARROWS, MAX_FIELDS, Promise, fields, starts};
use crate::{Arguments, Family, FamilyError, Parameter, Random};

pub(super) const WIELANDT: Family = Family {
    name: "wielandt",
    summary: "a ring and a chord that leaves out one field: ((n-1)^2+1)/2 jumps, rounded up",
    purpose: "solutions that give up after n, 2n, m or n^2/4 jumps, or recurse for each",
    parameters: &[fields(2, 20_000)],
    generate: wielandt,
};

pub(super) const LAYERED_RING: Family = Family {
    name: "layered-ring",
    summary: "a ring of layers, arrows from each layer to the next; a chord for a late meeting",
    purpose: "solutions that are slow where many pairs are reached late, or keep all layers",
    parameters: &[
        Parameter::integer("layers", 2, 1000, "number of layers"),
        Parameter::integer("width", 1, 1000, "fields of each layer"),
        Parameter::integer("degree", 1, 1000, "arrows from each field, at most the width"),
        Parameter::choice("outcome", &["impossible", "meeting"], "whether there is a chord"),
    ],
    generate: layered_ring,
};

/// Returns the number of jumps to the meeting on a ring with a chord: ((n - 1)^2 + 1)/2, rounded
/// up.
fn wielandt_jumps(n: i64) -> u64 {
    ((n - 1) * (n - 1) + 2) as u64 / 2
}

fn wielandt(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let n = arguments.integer("n");
    let mut ring = Ring::new(n, 1, 1, random)?;
    ring.add_chord();
    ring.draft.finish(random, Promise::Jumps(wielandt_jumps(n)))
}

fn layered_ring(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let [layers, width, degree] = ["layers", "width", "degree"].map(|name| arguments.integer(name));
    if degree > width {
        return Err(FamilyError(format!(
            "no field has {degree} arrows to a layer of width {width}; \
             choose a degree up to the width"
        )));
    }
    if layers * width > MAX_FIELDS || layers * width * degree > MAX_ARROWS {
        return Err(FamilyError(format!(
            "{layers} layers of width {width} and degree {degree} are too many arrows; \
             choose up to {MAX_FIELDS} fields and {MAX_ARROWS} arrows"
        )));
    }
    let mut ring = Ring::new(layers, width, degree, random)?;
    let promise = match arguments.text("outcome") {
        "impossible" => Promise::Impossible,
        _ => {
            ring.add_chord();
            Promise::AtLeast(wielandt_jumps(layers))
        }
    };
    ring.draft.finish(random, promise)
}

/// A ring through all fields, which passes through the layers as often as they are wide, and
/// further arrows from each layer to the next.
struct Ring {
    draft: Draft,
    /// The fields along the ring; the field at position i belongs to layer i modulo the number of
    /// layers.
    fields: Vec<u32>,
}

impl Ring {
    fn new(layers: i64, width: i64, degree: i64, random: &mut Random) -> Result<Self, FamilyError> {
        let n = layers * width;
        let mut draft = Draft::with_fields(n);
        let mut at = |layer: i64| (layer + layers * random.between(0, width - 1)) as usize;
        let places = [at(layers - 1), at(layers / 2 - 1)];
        let mut fields: Vec<u32> = vec![0; n as usize];
        for (place, start) in places.into_iter().zip(starts(random)) {
            fields[place] = start;
        }
        let others = fields.iter_mut().filter(|field| **field == 0);
        others.zip(3..).for_each(|(field, other)| *field = other);
        for (i, &from) in fields.iter().enumerate() {
            draft.add(from, fields[(i + 1) % fields.len()]);
        }
        for (i, &from) in fields.iter().enumerate() {
            let next = (i as i64 + 1) % layers;
            draft.fill(draft.arrows() + degree as usize - 1, || {
                (from, fields[(next + layers * random.between(0, width - 1)) as usize])
            })?;
        }
        Ok(Ring { draft, fields })
    }

    fn add_chord(&mut self) {
        let tail = self.fields[self.fields.len() - 2];
        self.draft.add(tail, self.fields[0]);
    }
}
