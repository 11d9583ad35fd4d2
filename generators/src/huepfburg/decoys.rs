//! Fields that both players reach, but never at the same time.
//!
//! A decoy is a field that one player reaches in s jumps and the other in s + 1, plus a second
//! field with arrows to and from the first. The players alternate between the two fields and are an
//! odd number of jumps apart, so they are never on one field. The decoys and the paths to them
//! share no fields except the starts, to which no arrow leads back. So the players meet where both
//! have a path of the same length to a common field or, if that is another decoy, never.

use super::draft::{Draft, Promise, starts};
use crate::{Arguments, Family, FamilyError, Parameter, Random};

/// The maximum length of the shorter path to a decoy.
const SHORT: i64 = 8;

pub(super) const DECOY: Family = Family {
    name: "decoy",
    summary: "fields that both players reach soon, but never at the same time",
    purpose: "solutions that search for each player alone, or let one wait for the other",
    parameters: &[
        Parameter::integer("jumps", 3, 1000, "the least number of jumps of the real meeting"),
        Parameter::integer("decoys", 1, 20, "number of such fields").or(1),
        Parameter::choice("meeting", &["later", "never"], "whether there is a real meeting"),
    ],
    generate: decoy,
};

fn decoy(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let jumps = arguments.integer("jumps");
    let mut draft = Draft::new();
    for _ in 0..arguments.integer("decoys") {
        let short = random.between(1, SHORT.min(jumps - 2));
        add_decoy(&mut draft, short, random);
    }
    if arguments.text("meeting") == "never" {
        add_decoy(&mut draft, jumps, random);
        return draft.finish(random, Promise::Impossible);
    }
    let common = draft.field();
    for start in [1, 2] {
        draft.path(start, common, jumps);
    }
    draft.finish(random, Promise::Jumps(jumps as u64))
}

fn add_decoy(draft: &mut Draft, jumps: i64, random: &mut Random) {
    let [early, late] = starts(random);
    let decoy = draft.field();
    draft.path(early, decoy, jumps);
    draft.path(late, decoy, jumps + 1);
    draft.cycle(decoy, 2);
}
