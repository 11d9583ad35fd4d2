//! Cycles side by side, whose lengths determine the positions of the players.
//!
//! **A common exit.** Each player has a cycle, from one field of which an arrow leads to a common
//! field without arrows. They meet by leaving at the same time. If the exit is at position (k - 1)
//! modulo p of a cycle of length p, and at position (k - 1) modulo q of the other one, then a
//! player can leave with jump t if t - k is a multiple of p, the other if it is one of q. Both can
//! if it is one of p q, for coprime p and q. So they meet with k jumps for k <= p q, and no fewer.
//!
//! **No exit.** If both players may choose among the same cycles of lengths 2, 3, 5 and so on, but
//! enter each at a different field, they never meet: in different cycles they have no field in
//! common, and in the same one they stay as far apart as at the start. There are at most as many
//! pairs as the square of the sum of the primes. The *sets* of fields that the players can be on
//! repeat only after the product of the primes.

use super::draft::{Draft, Promise};
use crate::{Arguments, Family, FamilyError, Parameter, Random};

pub(super) const COPRIME_CYCLES: Family = Family {
    name: "coprime-cycles",
    summary: "two cycles of coprime lengths p and q, one exit each to a common field: p*q jumps",
    purpose: "solutions that visit a field only once, or bound the jumps by n or m",
    parameters: &[
        Parameter::integer("p", 1, 1000, "length of Sasha's cycle"),
        Parameter::integer("q", 1, 1000, "length of Mika's cycle, coprime to p"),
    ],
    generate: coprime_cycles,
};

pub(super) const LATE_MEETING: Family = Family {
    name: "late-meeting",
    summary: "a meeting with exactly so many jumps and no fewer, in two cycles with exits",
    purpose: "solutions that give up after n, n+1, 100 or 1000 jumps, or are one off",
    parameters: &[
        Parameter::integer("jumps", 1, 1_000_000, "the least number of jumps"),
        Parameter::integer("cycle", 0, 1000, "length of the shorter cycle; 0: the least possible")
            .or(0),
    ],
    generate: late_meeting,
};

pub(super) const PRIME_CYCLES: Family = Family {
    name: "prime-cycles",
    summary: "disjoint cycles of prime lengths, both players enter all of them: impossible",
    purpose: "solutions that wait until the sets of fields after each jump repeat: for ever",
    parameters: &[Parameter::integer("primes", 1, 30, "how many cycles: of lengths 2, 3, 5, ...")],
    generate: prime_cycles,
};

fn coprime_cycles(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let (p, q) = (arguments.integer("p"), arguments.integer("q"));
    if let Some(divisor) = (2..=p.min(q)).find(|divisor| p % divisor == 0 && q % divisor == 0) {
        return Err(FamilyError(format!(
            "{divisor} divides both p = {p} and q = {q}; choose coprime lengths"
        )));
    }
    common_exit(p, q, p * q).finish(random, Promise::Jumps((p * q) as u64))
}

fn late_meeting(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let jumps = arguments.integer("jumps");
    let least = (1..).find(|p| p * (p + 1) >= jumps).unwrap_or_default();
    let cycle = match arguments.integer("cycle") {
        0 => least,
        cycle if cycle < least => {
            return Err(FamilyError(format!(
                "cycles of {cycle} and {} allow for no more than {} jumps; choose a cycle of at \
                 least {least}",
                cycle + 1,
                cycle * (cycle + 1)
            )));
        }
        cycle => cycle,
    };
    common_exit(cycle, cycle + 1, jumps).finish(random, Promise::Jumps(jumps as u64))
}

/// Makes two cycles of lengths p and q with exits to a common field, such that the players can
/// leave together with jump `jumps`, which is at least 1 and at most p q.
fn common_exit(p: i64, q: i64, jumps: i64) -> Draft {
    let mut draft = Draft::new();
    let exit = draft.field();
    for (start, length) in [(1, p), (2, q)] {
        let cycle = draft.cycle(start, length);
        draft.add(cycle[((jumps - 1) % length) as usize], exit);
    }
    draft
}

fn prime_cycles(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let is_prime = |p: &i64| (2..*p).all(|divisor| p % divisor != 0);
    let mut draft = Draft::new();
    for length in (2..).filter(is_prime).take(arguments.integer("primes") as usize) {
        let entry = draft.field();
        let cycle = draft.cycle(entry, length);
        draft.add(1, entry);
        draft.add(2, cycle[random.between(1, length - 1) as usize]);
    }
    draft.finish(random, Promise::Impossible)
}
