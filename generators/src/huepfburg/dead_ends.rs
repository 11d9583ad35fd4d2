//! Fields without arrows. A player on one can no longer jump, so further jumps of the other player
//! do not count: both must jump in every step.

use super::draft::{Draft, MAX_FIELDS, Promise, field, fields, starts};
use crate::{Arguments, Family, FamilyError, Parameter, Random};

pub(super) const DEAD_ENDS: Family = Family {
    name: "dead-ends",
    summary: "many fields without arrows: one start, all that one player reaches, or most of all",
    purpose: "solutions in which a player stands still, that drop fields without arrows, crash when \
              a set of fields becomes empty, or walk at random",
    parameters: &[
        fields(8, MAX_FIELDS),
        Parameter::choice(
            "where",
            &["sasha", "mika", "one-player", "everywhere"],
            "sasha, mika: that player cannot jump at all; one-player: one has no arrow left before \
             the other can follow; everywhere: nearly every way ends early, only one does not",
        ),
    ],
    generate: dead_ends,
};

fn dead_ends(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let n = arguments.integer("n");
    match arguments.text("where") {
        "sasha" => start(n, [1, 2], random),
        "mika" => start(n, [2, 1], random),
        "one-player" => one_player(n, random),
        _ => everywhere(n, random),
    }
}

/// Makes an input without an arrow from one start: impossible, although the other player reaches
/// it.
fn start(n: i64, [dead, live]: [u32; 2], random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let mut draft = Draft::with_fields(n);
    let (half, last) = (draft.fields() / 2, draft.fields());
    draft.add(live, 3);
    draft.add(3, dead);
    draft.fill(n as usize, || {
        let from = field(random, 2, half);
        (if from == 2 { live } else { from }, field(random, 1, last))
    })?;
    draft.finish(random, Promise::Impossible)
}

/// Makes one player's chain of d jumps without other arrows. The other player reaches the fields of
/// that chain with jump d + 1 at the earliest, when the first can no longer jump: impossible.
fn one_player(n: i64, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let [first, second] = starts(random);
    let jumps = (n - 3) / 2;
    let mut draft = Draft::new();
    let end = draft.field();
    let chain = draft.path(first, end, jumps);
    let entry = draft.field();
    draft.path(second, entry, jumps);
    draft.cycle(entry, 2);
    for field in chain {
        draft.add(entry, field);
    }
    // For even n, one field is isolated.
    draft.grow(n);
    draft.finish(random, Promise::Impossible)
}

/// Makes two chains of the same length to a common field without arrows, and from the chains many
/// arrows to fields without arrows that the other player cannot reach. The players meet at the
/// end of the chains and nowhere else.
fn everywhere(n: i64, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let jumps = n / 8;
    let mut draft = Draft::new();
    let common = draft.field();
    let mut chains = [1, 2].map(|start| draft.path(start, common, jumps));
    for chain in &mut chains {
        chain.pop();
    }
    while i64::from(draft.fields()) < n {
        let chain = random.choose(&chains);
        let (from, dead) = (*random.choose(chain), draft.field());
        draft.add(from, dead);
    }
    draft.finish(random, Promise::Jumps(jumps as u64))
}
