//! The mutants of Hüpfburg that misread arrows, make illegal jumps, see meetings where there are
//! none, confuse pairs of fields, or write something else.

use std::collections::{HashMap, HashSet};

use super::sets::sets;
use super::solver::{DeadEnd, Mutant, Pair, RIGHT, Solver, Ways, arrows, say, written};
use crate::budget::{OUT_OF_RANGE, Stopped};

pub(super) const WRONG: &[Mutant] = &[
    mutant!("header-as-arrow", "reads `n m` as an arrow", read: |instance| {
        let mut all = arrows(instance);
        all.insert(0, (instance.n(), all.len() as u32));
        all
    }),
    mutant!("no-arrows-crash", "reads an arrow when m = 0", = |instance, budget| {
        match instance.arrows() {
            [] => Err(Stopped::Crash("crash: end of input")),
            _ => RIGHT.solve(instance, budget),
        }
    }),
    mutant!("undirected", "arrows lead both ways", read: |instance| {
        let both_ways = |(from, to)| [(from, to), (to, from)];
        sorted(arrows(instance).into_iter().flat_map(both_ways).collect::<HashSet<Pair>>())
    }),
    mutant!("self-arrows-ignored", "self-arrows ignored", read: |instance| {
        arrows(instance).into_iter().filter(|(from, to)| from != to).collect()
    }),
    mutant!("last-of-each-field", "last arrow of each field only", read: |instance| {
        sorted(arrows(instance).into_iter().collect::<HashMap<_, _>>())
    }),
    mutant!("array-of-1000", "arrays of 1000 fields", = |instance, budget| {
        if instance.n() > 1000 { Err(OUT_OF_RANGE) } else { RIGHT.solve(instance, budget) }
    }),
    mutant!("dead-ends-dropped", "dead ends removed", read: |instance| {
        let has_arrows = |&(_, to): &Pair| !instance.targets(to).is_empty();
        arrows(instance).into_iter().filter(has_arrows).collect()
    }),
    mutant!("dead-end-crash", "crashes at a dead end", dead_end: DeadEnd::Crash),
    mutant!("dead-end-impossible", "gives up at a dead end", dead_end: DeadEnd::GivesUp),
    mutant!("waits-at-dead-ends", "players wait at dead ends", read: |instance| {
        let ends = (1..=instance.n()).filter(|&field| instance.targets(field).is_empty());
        arrows(instance).into_iter().chain(ends.map(|field| (field, field))).collect()
    }),
    mutant!("may-wait", "a player may wait", read: |instance| {
        let stay = (1..=instance.n()).map(|field| (field, field));
        sorted(arrows(instance).into_iter().chain(stay).collect::<HashSet<Pair>>())
    }),
    mutant!("taken-field", "Sasha avoids Mika's old field", avoids: |(x, b)| x == b),
    mutant!("half-jump-known", "the same, for field 1 only", avoids: |half| half == (1, 1)),
    mutant!(
        "swap-meets", "swapping fields counts as meeting",
        half_steps: false, meets: |(a, b), (x, y)| x == y || (x, y) == (b, a),
    ),
    mutant!("no-meeting-at-1", "no meeting on field 1", meets: |_, (x, y)| x == y && x != 1),
    mutant!("no-meeting-at-2", "no meeting on field 2", meets: |_, (x, y)| x == y && x != 2),
    sets!("one-field-before", "one predecessor per field and player", one_before: true),
];

/// Sorts arrows, so that a set has the same order every time.
fn sorted(arrows: impl IntoIterator<Item = Pair>) -> Vec<Pair> {
    let mut arrows: Vec<Pair> = arrows.into_iter().collect();
    arrows.sort_unstable();
    arrows
}

/// Defines a mutant that remembers pairs by this key.
macro_rules! key {
    ($name:literal, $fault:literal, $key:expr) => {
        mutant!($name, $fault, key: |n, (x, y)| {
            let key: fn(u64, u64, u64) -> u64 = $key;
            key(n, u64::from(x), u64::from(y))
        })
    };
}

pub(super) const CONFUSED: &[Mutant] = &[
    key!("key-sasha", "visited by Sasha's field only", |_, x, _| x),
    mutant!("both-been", "skips pairs whose fields are both visited", skips_visited: true),
    key!("key-1000", "1000 a + b", |_, x, y| 1000 * x + y),
    key!("key-1024-bits", "(a << 10) or b", |_, x, y| x << 10 | y),
    key!("key-sum", "a + b", |_, x, y| x + y),
    key!("key-digits", "digits of a, then b", |_, x, y| x * 10u64.pow(y.ilog10() + 1) + y),
];

pub(super) const MANY_FIELDS: &[Mutant] = &[
    mutant!("table-in-32-bits", "table of n*n pairs", = |instance, budget| {
        match instance.n().wrapping_mul(instance.n()) {
            0 => Err(OUT_OF_RANGE),
            _ => RIGHT.solve(instance, budget),
        }
    }),
    key!("key-32-bits", "key n*a + b", |n, x, y| (n * x + y) % (1 << 32)),
];

/// Writes a meeting in another format.
fn meeting(ways: Option<&Ways>, write: fn(&Ways, i64) -> String) -> String {
    ways.map_or_else(|| say(None), |ways| write(ways, ways[0].len() as i64 - 1))
}

pub(super) const OUTPUTS: &[Mutant] = &[
    mutant!("without-start-k", "starts omitted, k reduced", say: |ways| {
        meeting(ways, |[s, m], k| written(k - 1, &s[1..], &m[1..]))
    }),
    mutant!("mika-backwards", "Mika's fields reversed", say: |ways| {
        meeting(ways, |[s, m], k| written(k, s, &m.iter().rev().copied().collect::<Vec<_>>()))
    }),
    mutant!("pair-by-pair", "one line per jump", say: |ways| {
        meeting(ways, |[s, m], k| {
            let pairs = s.iter().zip(m).map(|(a, b)| format!("{a} {b}\n"));
            format!("{k}\n{}", pairs.collect::<String>())
        })
    }),
    mutant!("never-impossible", "never `impossible`", say: |ways| {
        ways.map_or_else(|| written(1, &[1, 1], &[2, 1]), |ways| say(Some(ways)))
    }),
    mutant!("impossible-minus-1", "-1 for `impossible`", say: |ways| {
        ways.map_or("-1\n".into(), |ways| say(Some(ways)))
    }),
];
