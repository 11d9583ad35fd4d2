//! The families of Hüpfburg catch the mistakes that they are meant to catch. Each mistake is made
//! on purpose in a search that is as plain as possible, and must change the result. Without a
//! mistake, the search agrees with the checker.

use std::collections::{HashSet, VecDeque};

use referee_checker::huepfburg::Instance;

use super::huepfburg::{TYPICAL, jumps, parse};
use super::recipe;

type Pair = (u32, u32);
type Arrows = Vec<Pair>;

/// A search over pairs, with the points at which it can go wrong.
struct Search {
    /// The key under which a visited pair is stored.
    key: fn(Pair) -> String,
    /// Whether a jump from the first pair to the second is a meeting.
    meets: fn(Pair, Pair) -> bool,
    /// The maximum number of jumps tried.
    bound: fn(n: u64) -> u64,
}

const RIGHT: Search =
    Search { key: |(x, y)| format!("{x} {y}"), meets: |_, (x, y)| x == y, bound: |n| n * n };

impl Search {
    fn jumps(&self, n: u32, arrows: &[Pair]) -> Option<u64> {
        let mut targets = vec![Vec::new(); n as usize + 1];
        for &(from, to) in arrows {
            targets[from as usize].push(to);
        }
        let mut seen = HashSet::from([(self.key)((1, 2))]);
        let mut queue = VecDeque::from([((1, 2), 1)]);
        while let Some((pair, jump)) = queue.pop_front() {
            if jump > (self.bound)(n.into()) {
                break;
            }
            for &x in &targets[pair.0 as usize] {
                for &y in &targets[pair.1 as usize] {
                    if (self.meets)(pair, (x, y)) {
                        return Some(jump);
                    }
                    if seen.insert((self.key)((x, y))) {
                        queue.push_back(((x, y), jump + 1));
                    }
                }
            }
        }
        None
    }
}

fn arrows(instance: &Instance) -> Arrows {
    instance.arrows().iter().map(|arrow| (arrow.from, arrow.to)).collect()
}

/// Asserts that a search on a misread input is wrong for every seed.
fn assert_caught(entry: &str, search: &Search, misread: fn(u32, Arrows) -> Arrows) {
    for case in recipe("huepfburg", entry, 20).cases {
        let instance = parse(&case.generate().expect(entry));
        let n = instance.n();
        let found = search.jumps(n, &misread(n, arrows(&instance)));
        assert_ne!(found, jumps(instance), "{entry} {}", case.name);
    }
}

#[test]
fn the_plain_search_agrees_with_the_checker() {
    for entry in TYPICAL {
        for case in recipe("huepfburg", entry, 20).cases {
            let instance = parse(&case.generate().expect(entry));
            if instance.n() <= 100 {
                let found = RIGHT.jumps(instance.n(), &arrows(&instance));
                assert_eq!(found, jumps(instance), "{entry} {}", case.name);
            }
        }
    }
}

#[test]
fn misread_arrows_are_caught() {
    let assert = |entry: &str, misread| assert_caught(entry, &RIGHT, misread);
    let without_self = |_, arrows: Arrows| arrows.into_iter().filter(|a| a.0 != a.1).collect();
    assert("family = 'self-arrows'\nn = 8", without_self);
    assert("family = 'self-arrows'\nn = 20\nwhere = 'start'", without_self);
    assert("family = 'swap-places'\njumps = 5\noutcome = 'meeting'", without_self);
    let reversed = |_, arrows: Arrows| arrows.into_iter().map(|(a, b)| (b, a)).collect();
    let both_ways =
        |_, arrows: Arrows| arrows.into_iter().flat_map(|(a, b)| [(a, b), (b, a)]).collect();
    for outcome in ["impossible", "meeting"] {
        let entry = format!("family = 'one-way'\njumps = 4\noutcome = '{outcome}'");
        assert(&entry, reversed);
        assert(&entry, both_ways);
    }
    let with_header = |n, mut arrows: Arrows| {
        arrows.push((n, arrows.len() as u32));
        arrows
    };
    assert("family = 'header-arrow'\nn = 20", with_header);
    assert("family = 'header-arrow'\nn = 20\nchange = 'shortens'", with_header);
    let without_last = |n, arrows: Arrows| arrows.into_iter().filter(|a| a.1 < n).collect();
    assert("family = 'meet-at-last'\njumps = 5", without_last);
}

#[test]
fn standing_still_is_caught() {
    let assert = |entry: &str, misread| assert_caught(entry, &RIGHT, misread);
    let waiting = |n, mut arrows: Arrows| {
        arrows.extend(
            (1..=n).filter(|&f| !arrows.contains(&(f, f))).map(|f| (f, f)).collect::<Arrows>(),
        );
        arrows
    };
    assert("family = 'decoy'\njumps = 15", waiting);
    assert("family = 'decoy'\njumps = 15\nmeeting = 'never'", waiting);
    let waiting_at_dead_ends = |n, mut arrows: Arrows| {
        let left: HashSet<u32> = arrows.iter().map(|a| a.0).collect();
        arrows.extend((1..=n).filter(|f| !left.contains(f)).map(|f| (f, f)));
        arrows
    };
    assert("family = 'dead-ends'\nn = 30", waiting_at_dead_ends);
    assert("family = 'dead-ends'\nn = 30\nwhere = 'mika'", waiting_at_dead_ends);
    assert("family = 'dead-ends'\nn = 30\nwhere = 'one-player'", waiting_at_dead_ends);
    let without_dead_ends = |_, arrows: Arrows| {
        let left: HashSet<u32> = arrows.iter().map(|a| a.0).collect();
        arrows.into_iter().filter(|a| left.contains(&a.1)).collect()
    };
    assert("family = 'dead-ends'\nn = 30\nwhere = 'everywhere'", without_dead_ends);
}

#[test]
fn false_meetings_are_caught() {
    let swap = Search { meets: |(a, b), (x, y)| x == y || (a, b) == (y, x), ..RIGHT };
    assert_caught("family = 'swap-places'\njumps = 5", &swap, |_, arrows| arrows);
    let not_at_starts = Search { meets: |_, (x, y)| x == y && x > 2, ..RIGHT };
    for start in ["sasha", "mika"] {
        let entry = format!("family = 'meet-at-start'\njumps = 5\nstart = '{start}'");
        assert_caught(&entry, &not_at_starts, |_, arrows| arrows);
    }
}

#[test]
fn false_keys_of_pairs_are_caught() {
    let assert = |entry, key| assert_caught(entry, &Search { key, ..RIGHT }, |_, arrows| arrows);
    let entry = "family = 'pair-keys'\nn = 1100";
    assert(entry, |(x, y)| (1000 * x + y).to_string());
    assert(entry, |(x, y)| (x + 1000 * y).to_string());
    let entry = "family = 'pair-keys'\nn = 100\nkey = 'digits'";
    assert(entry, |(x, y)| format!("{x}{y}"));
    assert(entry, |(x, y)| format!("{y}{x}"));
    // A mark for each field of one player, instead of each pair.
    assert("family = 'coprime-cycles'\np = 5\nq = 6", |(x, _)| x.to_string());
    assert("family = 'coprime-cycles'\np = 5\nq = 6", |(_, y)| y.to_string());
}

#[test]
fn low_bounds_are_caught() {
    let assert =
        |entry, bound| assert_caught(entry, &Search { bound, ..RIGHT }, |_, arrows| arrows);
    assert("family = 'late-meeting'\njumps = 102\ncycle = 49", |n| n + 1);
    assert("family = 'late-meeting'\njumps = 101", |_| 100);
    assert("family = 'late-meeting'\njumps = 1001", |_| 1000);
    assert("family = 'wielandt'\nn = 17", |n| 2 * n);
    assert("family = 'wielandt'\nn = 17", |n| n * n / 4);
}
