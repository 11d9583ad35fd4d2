//! The mutants of Hüpfburg that misread arrows, jump as nobody may, see meetings where there are
//! none, or take one pair of fields for another one.

use std::collections::{HashMap, HashSet};

use super::budget::Stopped;
use super::others::overwriting;
use super::sets::{SETS, Sets};
use super::solver::{
    DeadEnd, EndOfArrows, Jump, Mutant, Pair, RIGHT, START, Solver, arrows, ordered, say, ways,
};

/// A mutant that is the right solver but for some fields.
macro_rules! mutant {
    ($name:literal, $fault:literal, $($field:ident: $value:expr),+ $(,)?) => {
        Mutant {
            name: $name,
            fault: $fault,
            solve: |instance, budget| {
                Solver { $($field: $value,)+ ..RIGHT }.solve(instance, budget)
            },
        }
    };
}
pub(super) use mutant;

const fn crash(how: &'static str) -> DeadEnd {
    DeadEnd::Crash(how)
}

pub(crate) const WRONG: &[Mutant] = &[
    mutant!("header-as-arrow", "reads `n m` as an arrow", read: |instance| {
        let mut all = arrows(instance);
        all.insert(0, (instance.n(), all.len() as u32));
        all
    }),
    mutant!(
        "first-arrow-lost", "first arrow not read",
        read: |instance| arrows(instance).into_iter().skip(1).collect(),
    ),
    mutant!("last-arrow-lost", "last arrow not read", read: |instance| {
        let mut all = arrows(instance);
        all.pop();
        all
    }),
    Mutant {
        name: "no-arrows-crash",
        fault: "reads an arrow when m = 0",
        solve: |instance, budget| match instance.arrows() {
            [] => Err(Stopped::Crash("crash: end of input")),
            _ => RIGHT.solve(instance, budget),
        },
    },
    mutant!("undirected", "arrows lead both ways", read: |instance| {
        let both_ways = |(from, to)| [(from, to), (to, from)];
        let all: HashSet<Pair> = arrows(instance).into_iter().flat_map(both_ways).collect();
        sorted(all)
    }),
    mutant!("reversed", "arrows reversed", read: |instance| {
        arrows(instance).into_iter().map(|(from, to)| (to, from)).collect()
    }),
    mutant!("self-arrows-ignored", "self-arrows ignored", read: |instance| {
        arrows(instance).into_iter().filter(|(from, to)| from != to).collect()
    }),
    mutant!("last-of-each-field", "last arrow of each field only", read: |instance| {
        sorted(arrows(instance).into_iter().collect::<HashMap<_, _>>())
    }),
    mutant!("first-of-each-field", "first arrow of each field only", read: |instance| {
        sorted(arrows(instance).into_iter().rev().collect::<HashMap<_, _>>())
    }),
    mutant!("one-to-each-field", "one arrow into each field only", read: |instance| {
        let by_target: HashMap<u32, u32> =
            arrows(instance).into_iter().map(|(from, to)| (to, from)).collect();
        sorted(by_target.into_iter().map(|(to, from)| (from, to)))
    }),
    mutant!("last-field-lost", "loops end before field n", read: |instance| {
        let n = instance.n();
        arrows(instance).into_iter().filter(|&(from, to)| from.max(to) < n).collect()
    }),
    Mutant {
        name: "array-of-n",
        fault: "no array element for field n",
        solve: |instance, budget| {
            let n = instance.n();
            if instance.arrows().iter().any(|arrow| arrow.from.max(arrow.to) == n) {
                Err(Stopped::Crash("crash: index out of range"))
            } else {
                RIGHT.solve(instance, budget)
            }
        },
    },
    Mutant {
        name: "array-of-1000",
        fault: "arrays of 1000 fields",
        solve: |instance, budget| {
            if instance.n() > 1000 {
                Err(Stopped::Crash("crash: index out of range"))
            } else {
                RIGHT.solve(instance, budget)
            }
        },
    },
    mutant!("dead-ends-dropped", "dead ends removed", read: |instance| {
        let has_arrows = |&(_, to): &Pair| !instance.targets(to).is_empty();
        arrows(instance).into_iter().filter(has_arrows).collect()
    }),
    mutant!("dead-end-crash", "crashes at a dead end", dead_end: crash("crash: no such key")),
    mutant!("dead-end-impossible", "gives up at a dead end", dead_end: DeadEnd::GivesUp),
    Mutant {
        name: "dead-end-in-set",
        fault: "gives up at any dead end in a set",
        solve: |instance, budget| Sets { single_dead_end: true, ..SETS }.solve(instance, budget),
    },
    Mutant {
        name: "empty-set-crash",
        fault: "crashes on an empty set",
        solve: |instance, budget| {
            Sets { empty: Some("crash: set is empty"), ..SETS }.solve(instance, budget)
        },
    },
    mutant!(
        "known-half-ends", "a known half step breaks Sasha's loop",
        end_of_arrows: EndOfArrows::KnownHalf,
    ),
    mutant!(
        "known-pair-ends", "a known pair breaks Mika's loop",
        end_of_arrows: EndOfArrows::KnownPair,
    ),
    mutant!("taken-field", "Sasha avoids Mika's old field", avoids: |(x, b)| x == b),
    mutant!("half-jump-known", "the same, for field 1 only", avoids: |half| half == (1, 1)),
    mutant!("may-wait", "a player may wait", read: |instance| {
        let stay = (1..=instance.n()).map(|field| (field, field));
        let all: HashSet<Pair> = arrows(instance).into_iter().chain(stay).collect();
        sorted(all)
    }),
    mutant!("waits-at-dead-ends", "players wait at dead ends", read: |instance| {
        let ends = (1..=instance.n()).filter(|&field| instance.targets(field).is_empty());
        arrows(instance).into_iter().chain(ends.map(|field| (field, field))).collect()
    }),
    mutant!("either-jumps", "one player jumps at a time", jump: Jump::Either, key: ordered),
    mutant!("in-turn", "players jump in turn", jump: Jump::InTurn, key: ordered),
    mutant!(
        "swap-meets", "swapping fields counts as meeting",
        jump: Jump::AllPairs, meets: |(a, b), (x, y), _| x == y || (x, y) == (b, a),
    ),
    mutant!(
        "catch-meets", "landing on the other's old field counts",
        jump: Jump::AllPairs, meets: |(a, b), (x, y), _| x == y || x == b || y == a,
    ),
    mutant!("no-meeting-at-starts", "no meeting on fields 1 and 2", meets: |_, (x, y), _| {
        x == y && x > 2
    }),
    mutant!("no-meeting-at-1", "no meeting on field 1", meets: |_, (x, y), _| {
        x == y && x != 1
    }),
    mutant!("no-meeting-at-2", "no meeting on field 2", meets: |_, (x, y), _| {
        x == y && x != 2
    }),
    mutant!(
        "meets-where-new", "meets only on unvisited fields",
        meets: |_, (x, y), been| x == y && !been.any(x),
        skips: |(x, y), _| x == y,
    ),
    Mutant {
        name: "self-arrow-at-start",
        fault: "a self-arrow at a start counts",
        solve: |instance, budget| {
            if [1, 2].into_iter().any(|f| instance.has_arrow(f, f)) {
                Ok(say(Some(&ways(vec![START, START]))))
            } else {
                RIGHT.solve(instance, budget)
            }
        },
    },
    Mutant {
        name: "one-field-before",
        fault: "one predecessor per field and player",
        solve: |instance, budget| Sets { one_before: true, ..SETS }.solve(instance, budget),
    },
    Mutant { name: "before-overwritten", fault: "predecessors overwritten", solve: overwriting },
];

/// In some order, but always in the same one.
fn sorted(arrows: impl IntoIterator<Item = Pair>) -> Vec<Pair> {
    let mut arrows: Vec<Pair> = arrows.into_iter().collect();
    arrows.sort_unstable();
    arrows
}

/// A mutant that remembers pairs by that key.
macro_rules! key {
    ($name:literal, $fault:literal, $key:expr) => {
        mutant!($name, $fault, key: |n, (x, y)| {
            let key: fn(u64, u64, u64) -> u64 = $key;
            key(n, u64::from(x), u64::from(y))
        })
    };
}

pub(crate) const CONFUSED: &[Mutant] = &[
    key!("key-sasha", "visited by Sasha's field only", |_, x, _| x),
    key!("key-mika", "visited by Mika's field only", |_, _, y| y),
    mutant!(
        "either-been", "no player revisits a field",
        skips: |(x, y), been| been.sasha(x) || been.mika(y),
    ),
    mutant!(
        "both-been", "skips pairs whose fields are both visited",
        skips: |(x, y), been| been.sasha(x) && been.mika(y),
    ),
    mutant!(
        "anyone-been", "nobody enters a visited field",
        skips: |(x, y), been| been.any(x) || been.any(y),
    ),
    mutant!(
        "pair-not-swapped-back", "ordered pairs not swapped back",
        stored: |(x, y)| (x.min(y), x.max(y)),
    ),
    key!("key-100", "100 a + b", |_, x, y| 100 * x + y),
    key!("key-100-mika", "a + 100 b", |_, x, y| x + 100 * y),
    key!("key-256", "one byte per field", |_, x, y| x << 8 & 0xff00 | y & 0xff),
    key!("key-shift-8", "256 a + b", |_, x, y| x << 8 | y),
    key!("key-1000", "1000 a + b", |_, x, y| 1000 * x + y),
    key!("key-1000-mika", "a + 1000 b", |_, x, y| x + 1000 * y),
    key!("key-1024", "1024 a + b", |_, x, y| 1024 * x + y),
    key!("key-1024-bits", "(a << 10) or b", |_, x, y| x << 10 | y),
    key!("key-n-minus-1", "(n - 1)*a + b", |n, x, y| (n - 1) * x + y),
    key!("key-31", "31 a + b", |_, x, y| 31 * x + y),
    key!("key-product", "a * b", |_, x, y| x * y),
    key!("key-sum", "a + b", |_, x, y| x + y),
    key!("key-difference", "absolute difference", |_, x, y| x.abs_diff(y)),
    key!("key-xor", "a xor b", |_, x, y| x ^ y),
    key!("key-digits", "digits of a, then b", |_, x, y| { x * 10u64.pow(y.ilog10() + 1) + y }),
    key!("key-digits-mika", "digits of b, then a", |_, x, y| { y * 10u64.pow(x.ilog10() + 1) + x }),
    key!("key-16-bits", "n*a + b in 16 bits", |n, x, y| (n * x + y) & 0xffff),
];

/// The bound is the number of pairs, which overflows.
macro_rules! bound {
    ($name:literal, $fault:literal, $bound:expr) => {
        mutant!($name, $fault, bound: |n, _| {
            let bound: fn(i32) -> i32 = $bound;
            bound(n as i32).max(0) as u64
        })
    };
}

pub(crate) const MANY_FIELDS: &[Mutant] = &[
    mutant!("fields-in-16-bits", "16-bit fields", read: |instance| {
        let short = |field: u32| u32::from(field as u16);
        arrows(instance).into_iter().map(|(from, to)| (short(from), short(to))).collect()
    }),
    bound!("bound-in-32-bits", "gives up after n*n jumps", |n| n.wrapping_mul(n)),
    bound!("half-bound-in-32-bits", "gives up after n(n - 1)/2 jumps", |n| {
        n.wrapping_mul(n - 1) / 2
    }),
    Mutant {
        name: "table-in-32-bits",
        fault: "table of n*n pairs",
        solve: |instance, budget| match instance.n().wrapping_mul(instance.n()) {
            0 => Err(Stopped::Crash("crash: index out of range")),
            _ => RIGHT.solve(instance, budget),
        },
    },
    key!("key-32-bits", "key n*a + b", |n, x, y| (n * x + y) & WORD),
    key!("key-32-bits-mika", "key a + n*b", |n, x, y| (x + n * y) & WORD),
    key!("key-n-plus-1-32-bits", "key (n + 1)*a + b", |n, x, y| { ((n + 1) * x + y) & WORD }),
    key!("key-n-plus-1-32-bits-mika", "key a + (n + 1)*b", |n, x, y| { (x + (n + 1) * y) & WORD }),
    key!("key-triangle-32-bits", "number of an unordered pair", |_, x, y| {
        let (x, y) = (x.min(y), x.max(y));
        (y * (y - 1) / 2 + x) & WORD
    }),
    key!("key-triangle-31-bits", "the same, halved last", |_, x, y| {
        let (x, y) = (x.min(y), x.max(y));
        ((y * (y - 1)) & WORD) / 2 + x
    }),
];

const WORD: u64 = u32::MAX as u64;
