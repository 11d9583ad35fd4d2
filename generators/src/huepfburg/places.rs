//! The place of the meeting, if there is only one place and time for it.
//!
//! A player whose arrows form a cycle of k fields is back at the start after jump k. If the other
//! player's only path leads to that start in k jumps, they meet there and not before, since until
//! then the other player is not on the cycle. (Later they can meet anywhere on the cycle,
//! continuing together.) Two chains of k jumps to a common field without arrows leave no choice at
//! all.

use super::draft::{Draft, MAX_FIELDS, Promise, bytes, fields, keeps, starts};
use crate::{Arguments, Family, FamilyError, Parameter, Random};

const JUMPS: Parameter = Parameter::integer("jumps", 1, 1000, "the least number of jumps");

pub(super) const MEET_AT_START: Family = Family {
    name: "meet-at-start",
    summary: "the earliest meeting is where one of the players started",
    purpose: "solutions that hold the starts for visited, or do not look for a meeting there",
    parameters: &[JUMPS, Parameter::choice("start", &["sasha", "mika"], "whose start it is")],
    generate: meet_at_start,
};

pub(super) const MEET_AT_LAST: Family = Family {
    name: "meet-at-last",
    summary: "the only meeting is on field n",
    purpose: "solutions whose arrays or loops end one field too early",
    parameters: &[JUMPS],
    generate: meet_at_last,
};

pub(super) const LONG_PATH: Family = Family {
    name: "long-path",
    summary: "two chains to a common field, which take (n-1)/2 jumps",
    purpose: "solutions that recurse for each jump, or need memory for all pairs of fields",
    parameters: &[fields(3, MAX_FIELDS)],
    generate: long_path,
};

fn meet_at_start(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let jumps = arguments.integer("jumps");
    let (place, other) = if arguments.text("start") == "sasha" { (1, 2) } else { (2, 1) };
    let mut draft = Draft::new();
    draft.cycle(place, jumps);
    draft.path(other, place, jumps);
    draft.finish(random, Promise::Jumps(jumps as u64))
}

fn meet_at_last(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let jumps = arguments.integer("jumps");
    let (draft, last) = chains(jumps, random);
    let pins = [(last, draft.fields())];
    let prepared = draft.shuffled(random, &pins)?;
    keeps(&prepared, Promise::Jumps(jumps as u64))?;
    Ok(bytes(&prepared))
}

fn long_path(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let n = arguments.integer("n");
    let jumps = (n - 1) / 2;
    let (mut draft, _) = chains(jumps, random);
    // For even n, one field is isolated.
    draft.grow(n);
    draft.finish(random, Promise::Jumps(jumps as u64))
}

/// Makes a chain of `jumps` jumps from each start to a common field.
fn chains(jumps: i64, random: &mut Random) -> (Draft, u32) {
    let mut draft = Draft::new();
    let common = draft.field();
    for start in starts(random) {
        draft.path(start, common, jumps);
    }
    (draft, common)
}
