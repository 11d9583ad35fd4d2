//! The families without a trap: uniform inputs, and inputs with a given outcome. They catch gross
//! errors and give every outcome its share of the cases.

use referee_checker::huepfburg::Prepared;

use super::draft::{Draft, MAX_FIELDS, Promise, arrows, bytes, degree, field, fields, keeps};
use crate::family::attempts;
use crate::{Arguments, Family, FamilyError, Parameter, Random};

/// The rarest kind, no meeting with three arrows per field, occurs about once in fifty draws.
const TRIES: u32 = 1000;

pub(super) const UNIFORM: Family = Family {
    name: "uniform",
    summary: "arrows drawn uniformly",
    purpose: "everything that goes wrong without a special trap",
    parameters: &[fields(2, MAX_FIELDS), degree(0, 10_000)],
    generate: uniform,
};

pub(super) const OUTCOME: Family = Family {
    name: "outcome",
    summary: "a uniform input with a given outcome, in which both players can jump",
    purpose: "solutions that never, or too often, give one of the answers",
    // With more arrows per field there is nearly always a meeting, unless a player cannot jump at
    // all.
    parameters: &[
        fields(2, 1000),
        degree(1, 3),
        Parameter::choice("outcome", &["meeting", "impossible"], "the outcome"),
    ],
    generate: outcome,
};

fn uniform(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let (n, degree) = (arguments.integer("n"), arguments.integer("degree"));
    Ok(bytes(&drawn(n, degree, random)?))
}

fn outcome(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let (n, degree) = (arguments.integer("n"), arguments.integer("degree"));
    arrows(n, degree, n * n)?;
    let (wanted, promise) = match arguments.text("outcome") {
        "meeting" => ("meeting", Promise::AtLeast(1)),
        _ => ("input without a meeting", Promise::Impossible),
    };
    let prepared = attempts(TRIES, wanted, || {
        let prepared = drawn(n, degree, random).ok()?;
        let both_jump = [1, 2].iter().all(|&start| !prepared.instance().targets(start).is_empty());
        (both_jump && keeps(&prepared, promise).is_ok()).then_some(prepared)
    })?;
    Ok(bytes(&prepared))
}

fn drawn(n: i64, degree: i64, random: &mut Random) -> Result<Prepared, FamilyError> {
    let count = arrows(n, degree, n * n)?;
    let mut draft = Draft::with_fields(n);
    let last = draft.fields();
    draft.fill(count, || (field(random, 1, last), field(random, 1, last)))?;
    draft.shuffled(random, &[])
}
