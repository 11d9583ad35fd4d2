//! Two colours of fields, arrows only from one colour to the other, and starts of different
//! colours. With every jump both players change colour: their colours always differ, and they never
//! meet, although nearly all pairs of fields of different colours are reached.
//!
//! The narrowest such graph is a line of 2k fields with arrows in both directions and the starts at
//! its ends. There the players end up side by side and swap places, which is not a meeting. They
//! are 2k - 1 arrows apart. A loop at one start lets one player wait once: then they do meet,
//! having walked 2k - 1 arrows between them in k jumps.

use super::draft::{Draft, MAX_FIELDS, Promise, arrows, degree, field, fields, starts};
use crate::{Arguments, Family, FamilyError, Parameter, Random};

pub(super) const TWO_COLOURS: Family = Family {
    name: "two-colours",
    summary: "two colours, arrows only from one to the other, starts of different ones: impossible",
    purpose: "solutions that take O(m^2) time or much memory for a pair, or end only if they meet",
    parameters: &[fields(2, MAX_FIELDS), degree(0, 10_000)],
    generate: two_colours,
};

pub(super) const SWAP_PLACES: Family = Family {
    name: "swap-places",
    summary: "a line with arrows both ways, where the players come face to face",
    purpose: "solutions that take swapping places for a meeting",
    parameters: &[
        Parameter::integer("jumps", 1, 1000, "with which jump they swap; half the fields"),
        Parameter::choice("outcome", &["impossible", "meeting"], "whether a player can wait"),
    ],
    generate: swap_places,
};

fn two_colours(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let n = arguments.integer("n");
    // Odd fields have one colour, even ones the other, until they are renumbered.
    let (odd, even) = (n - n / 2, n / 2);
    let count = arrows(n, arguments.integer("degree"), 2 * odd * even)?;
    let mut draft = Draft::with_fields(n);
    let last = draft.fields();
    draft.fill(count, || {
        let from = field(random, 1, last);
        let to = match from % 2 {
            1 => 2 * field(random, 1, even as u32),
            _ => 2 * field(random, 1, odd as u32) - 1,
        };
        (from, to)
    })?;
    draft.finish(random, Promise::Impossible)
}

fn swap_places(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let jumps = arguments.integer("jumps");
    let mut draft = Draft::new();
    let line = draft.path(1, 2, 2 * jumps - 1);
    for step in line.windows(2) {
        draft.add(step[1], step[0]);
    }
    if arguments.text("outcome") == "impossible" {
        return draft.finish(random, Promise::Impossible);
    }
    let [waiting, _] = starts(random);
    draft.add(waiting, waiting);
    draft.finish(random, Promise::Jumps(jumps as u64))
}
