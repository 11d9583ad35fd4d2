//! Arrows that are easily lost, reversed, or read where none exist. Each family asserts
//! that the mistake changes the outcome.

use referee_checker::huepfburg::{Arrow, Instance};

use super::draft::{Draft, Promise, bytes, fields, keeps, prepare, starts};
use crate::{Arguments, Family, FamilyError, Parameter, Random};

pub(super) const SELF_ARROWS: Family = Family {
    name: "self-arrows",
    summary: "the players meet only because one can wait on an arrow from a field to itself",
    purpose: "solutions that leave out arrows from a field to itself",
    parameters: &[
        fields(4, 2000),
        Parameter::choice("where", &["meeting", "start"], "which field has the arrow to itself"),
    ],
    generate: self_arrows,
};

pub(super) const ONE_WAY: Family = Family {
    name: "one-way",
    summary: "from one field both players could be reached, but arrows lead one way only",
    purpose: "solutions that read arrows the wrong way round, or as leading both ways",
    parameters: &[
        Parameter::integer("jumps", 1, 400, "how many jumps that field is away"),
        Parameter::choice(
            "outcome",
            &["impossible", "meeting"],
            "meeting: elsewhere, with twice as many jumps",
        ),
    ],
    generate: one_way,
};

pub(super) const HEADER_ARROW: Family = Family {
    name: "header-arrow",
    summary: "an arrow from n to m would change the outcome",
    purpose: "solutions that read the first line, `n m`, as an arrow",
    parameters: &[
        fields(9, 2000),
        Parameter::choice(
            "change",
            &["opens", "shortens"],
            "opens: the only meeting; shortens: an earlier one than the only one",
        ),
    ],
    generate: header_arrow,
};

/// Makes chains of different lengths to a common field; on the shorter one a field has an arrow to
/// itself.
fn self_arrows(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let n = arguments.integer("n");
    let [early, late] = starts(random);
    let short = random.between(1, (n - 2) / 2);
    let long = n - 1 - short;
    let mut draft = Draft::new();
    let common = draft.field();
    draft.path(early, common, short);
    draft.path(late, common, long);
    draft.keeps(Promise::Impossible)?;
    let waiting = if arguments.text("where") == "start" { early } else { common };
    draft.add(waiting, waiting);
    draft.finish(random, Promise::Jumps(long as u64))
}

/// Makes an input in which both players reach one field with `jumps` jumps against the arrows.
/// Along them, each has a cycle, or a chain to a common field.
fn one_way(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let jumps = arguments.integer("jumps");
    let mut draft = Draft::new();
    let source = draft.field();
    for start in [1, 2] {
        draft.path(source, start, jumps);
    }
    if arguments.text("outcome") == "impossible" {
        for start in [1, 2] {
            draft.cycle(start, jumps + 1);
        }
        return draft.finish(random, Promise::Impossible);
    }
    let common = draft.field();
    for start in [1, 2] {
        draft.path(start, common, 2 * jumps);
    }
    draft.finish(random, Promise::Jumps(2 * jumps as u64))
}

/// Makes field n the tail of the false arrow, and field m its head. The remaining fields are
/// isolated, so there are fewer arrows than fields.
fn header_arrow(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let (n, opens) = (arguments.integer("n"), arguments.text("change") == "opens");
    let [first, second] = starts(random);
    let mut draft = Draft::new();
    let (tail, head) = (draft.field(), draft.field());
    // One player goes to the tail and over the false arrow, the other to the head at the same time.
    let before = if opens { (n - 3) / 2 } else { (n - 6) / 3 };
    draft.path(first, tail, before);
    draft.path(second, head, before + 1);
    let promise = if opens {
        Promise::Impossible
    } else {
        draft.path(tail, head, 2);
        draft.path(second, head, before + 2);
        Promise::Jumps(before as u64 + 2)
    };
    draft.grow(n);
    let arrows = draft.arrows() as u32;
    let pins = [(tail, draft.fields()), (head, arrows)];
    let prepared = draft.shuffled(random, &pins)?;
    keeps(&prepared, promise)?;
    let misread = misread(prepared.instance())?;
    keeps(&prepare(misread), Promise::Jumps(before as u64 + 1))?;
    Ok(bytes(&prepared))
}

/// Returns the instance as read by a program that mistakes the first line for an arrow.
fn misread(instance: &Instance) -> Result<Instance, FamilyError> {
    let mut arrows = instance.arrows().to_vec();
    arrows.push(Arrow { from: instance.n(), to: arrows.len() as u32 });
    Instance::new(instance.n(), arrows).map_err(|error| FamilyError(error.to_string()))
}
