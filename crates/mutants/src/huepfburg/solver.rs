//! A search over pairs of fields with an exchangeable part for each mistake, so that a mutant is
//! one changed part and nothing else.

use std::collections::{HashSet, VecDeque};

use referee_checker::huepfburg::Instance;

use crate::budget::{Budget, OVERFLOW, Output, Stopped};

/// A solver.
pub type Solve = fn(&Instance, &mut Budget) -> Output;
pub(super) type Mutant = crate::Mutant<Solve>;

/// Sasha's field and Mika's field.
pub(super) type Pair = (u32, u32);

pub(super) const START: Pair = (1, 2);

/// The fields of Sasha and those of Mika. A right solver has the same number of both.
pub(super) type Ways = [Vec<u32>; 2];

/// The targets of each field's arrows, in the order of the input.
pub(super) struct Graph {
    pub(super) n: u32,
    m: u64,
    targets: Vec<Vec<u32>>,
}

impl Graph {
    fn new(n: u32, arrows: &[Pair]) -> Self {
        let most = arrows.iter().map(|&(from, to)| from.max(to)).fold(n, u32::max);
        let mut targets = vec![Vec::new(); most as usize + 1];
        for &(from, to) in arrows {
            targets[from as usize].push(to);
        }
        Graph { n, m: arrows.len() as u64, targets }
    }

    /// The graph without misreading.
    pub(super) fn of(instance: &Instance) -> Self {
        Graph::new(instance.n(), &arrows(instance))
    }

    pub(super) fn targets(&self, field: u32) -> &[u32] {
        &self.targets[field as usize]
    }
}

pub(super) fn arrows(instance: &Instance) -> Vec<Pair> {
    instance.arrows().iter().map(|arrow| (arrow.from, arrow.to)).collect()
}

/// What happens if a player has no arrow to follow.
#[derive(Clone, Copy)]
pub(super) enum DeadEnd {
    Passed,
    Crash,
    GivesUp,
}

/// The progress of the search, on which the work of some mutants depends.
pub(super) struct State<'a> {
    pub(super) graph: &'a Graph,
    pub(super) pair: Pair,
    /// The number of known pairs, and of those still waiting.
    pub(super) seen: u64,
    pub(super) waiting: u64,
    /// The number of jumps to this pair.
    pub(super) jumps: u64,
}

#[derive(Clone, Copy)]
pub(super) struct Solver {
    /// The arrows as read.
    pub(super) read: fn(&Instance) -> Vec<Pair>,
    /// Whether both jump one after the other, so that their arrows are not multiplied.
    pub(super) half_steps: bool,
    pub(super) dead_end: DeadEnd,
    /// Whether Sasha avoids jumps to such a pair, before Mika jumps.
    pub(super) avoids: fn(Pair) -> bool,
    /// Whether a jump from the first pair to the second one is a meeting.
    pub(super) meets: fn(Pair, Pair) -> bool,
    /// The key under which a pair is remembered, with n fields.
    pub(super) key: fn(u64, Pair) -> u64,
    /// Whether pairs are remembered at all.
    pub(super) remembers: bool,
    /// Whether pairs are skipped if each player has been on the field before, even at different
    /// times.
    pub(super) skips_visited: bool,
    /// The maximum number of jumps tried with n fields and m arrows.
    pub(super) bound: fn(u64, u64) -> u64,
    /// The number of jumps after which the search crashes.
    pub(super) depth: u64,
    /// Whether the pair found last is continued first.
    pub(super) last_first: bool,
    /// The steps to take a pair from the queue, and to look it up; and the fields stored for it.
    pub(super) take: fn(&State) -> u64,
    pub(super) look_up: fn(&State) -> u64,
    pub(super) kept: fn(&State) -> u64,
    pub(super) say: fn(Option<&Ways>) -> String,
}

/// The right solver: unordered pairs, breadth first.
pub(super) const RIGHT: Solver = Solver {
    read: arrows,
    half_steps: true,
    dead_end: DeadEnd::Passed,
    avoids: |_| false,
    meets: |_, (x, y)| x == y,
    key: |n, (x, y)| ordered(n, (x.min(y), x.max(y))),
    remembers: true,
    skips_visited: false,
    bound: |_, _| u64::MAX,
    depth: u64::MAX,
    last_first: false,
    take: |_| 1,
    look_up: |_| 1,
    kept: |_| 3,
    say,
};

/// A different key for each pair, in either order.
pub(super) fn ordered(n: u64, (x, y): Pair) -> u64 {
    u64::from(x) * (n + 1) + u64::from(y)
}

struct Node {
    pair: Pair,
    jumps: u64,
    /// The position of the previous node.
    parent: usize,
}

impl Solver {
    pub(super) fn solve(&self, instance: &Instance, budget: &mut Budget) -> Output {
        let graph = Graph::new(instance.n(), &(self.read)(instance));
        let way = self.search(&graph, budget)?;
        let ways = way.map(|way| <[_; 2]>::from(way.into_iter().unzip::<_, _, Vec<_>, Vec<_>>()));
        Ok((self.say)(ways.as_ref()))
    }

    fn search(&self, graph: &Graph, budget: &mut Budget) -> Result<Option<Vec<Pair>>, Stopped> {
        let n = u64::from(graph.n);
        let mut been = [HashSet::from([START.0]), HashSet::from([START.1])];
        let (mut seen, mut half_seen) = (Keys::default(), Keys::default());
        let mut nodes = vec![Node { pair: START, jumps: 0, parent: 0 }];
        let mut open = VecDeque::from([0]);
        seen.insert((self.key)(n, START));
        let take = |open: &mut VecDeque<usize>| {
            if self.last_first { open.pop_back() } else { open.pop_front() }
        };
        while let Some(at) = take(&mut open) {
            let Node { pair, jumps, .. } = nodes[at];
            if jumps >= self.depth {
                return Err(OVERFLOW);
            }
            if jumps >= (self.bound)(n, graph.m) {
                break;
            }
            let state = |seen: &Keys, open: &VecDeque<usize>| {
                let waiting = open.len() as u64;
                State { graph, pair, seen: seen.len, waiting, jumps }
            };
            budget.spend((self.take)(&state(&seen, &open)))?;
            let (of_sasha, of_mika) = (graph.targets(pair.0), graph.targets(pair.1));
            match self.dead_end {
                _ if !of_sasha.is_empty() && !of_mika.is_empty() => {}
                DeadEnd::Passed => continue,
                DeadEnd::Crash => return Err(Stopped::Crash("crash: no such key")),
                DeadEnd::GivesUp => return Ok(None),
            }
            for &x in of_sasha {
                budget.spend(1)?;
                let half = (x, pair.1);
                let is_known = self.half_steps && !half_seen.insert(ordered(n, half));
                for &y in of_mika.iter().filter(|_| !is_known && !(self.avoids)(half)) {
                    let to = (x, y);
                    if (self.meets)(pair, to) {
                        return Ok(Some(way_back(&nodes, at, to)));
                    }
                    let now = state(&seen, &open);
                    budget.spend((self.look_up)(&now))?;
                    let is_known = self.remembers && !seen.insert((self.key)(n, to));
                    let is_visited = || been[0].contains(&x) && been[1].contains(&y);
                    if is_known || self.skips_visited && is_visited() {
                        continue;
                    }
                    budget.spend(1)?;
                    budget.keep((self.kept)(&now))?;
                    if self.skips_visited {
                        been[0].insert(x);
                        been[1].insert(y);
                    }
                    open.push_back(nodes.len());
                    nodes.push(Node { pair: to, jumps: jumps + 1, parent: at });
                }
            }
        }
        Ok(None)
    }
}

fn way_back(nodes: &[Node], mut at: usize, last: Pair) -> Vec<Pair> {
    let mut way = vec![last, nodes[at].pair];
    while at > 0 {
        at = nodes[at].parent;
        way.push(nodes[at].pair);
    }
    way.reverse();
    way
}

/// The correct output.
pub(super) fn say(ways: Option<&Ways>) -> String {
    match ways {
        None => "impossible\n".into(),
        Some([sasha, mika]) => written(sasha.len() as i64 - 1, sasha, mika),
    }
}

pub(super) fn written(jumps: i64, first: &[u32], second: &[u32]) -> String {
    let line = |fields: &[u32]| fields.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
    format!("{jumps}\n{}\n{}\n", line(first), line(second))
}

/// A set of keys: bits for low ones, which most are, since hashing would take most of the time.
#[derive(Default)]
pub(super) struct Keys {
    low: Vec<u64>,
    high: HashSet<u64>,
    pub(super) len: u64,
}

impl Keys {
    const LOW: u64 = 1 << 27;

    pub(super) fn insert(&mut self, key: u64) -> bool {
        let is_new = if key < Keys::LOW {
            let (word, bit) = ((key / 64) as usize, 1 << (key % 64));
            if word >= self.low.len() {
                self.low.resize((word + 1).next_power_of_two(), 0);
            }
            let is_new = self.low[word] & bit == 0;
            self.low[word] |= bit;
            is_new
        } else {
            self.high.insert(key)
        };
        self.len += u64::from(is_new);
        is_new
    }
}
