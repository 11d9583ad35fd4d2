//! One search over pairs of fields with a switch for each mistake, so that a mutant is one changed
//! word and nothing else.

use std::collections::VecDeque;

use referee_checker::huepfburg::Instance;

use super::budget::{Budget, Keys, Stopped};

/// Sasha's field and Mika's field.
pub(crate) type Pair = (u32, u32);

pub(crate) const START: Pair = (1, 2);

/// The fields of Sasha and those of Mika. A right solver has as many of the one as of the other.
pub(crate) type Ways = [Vec<u32>; 2];

/// Where the arrows of each field lead, in the order of the input.
pub(crate) struct Graph {
    pub(crate) n: u32,
    pub(crate) m: u64,
    targets: Vec<Vec<u32>>,
}

impl Graph {
    pub(crate) fn new(n: u32, arrows: &[Pair]) -> Self {
        let most = arrows.iter().map(|&(from, to)| from.max(to)).fold(n, u32::max);
        let mut targets = vec![Vec::new(); most as usize + 1];
        for &(from, to) in arrows {
            targets[from as usize].push(to);
        }
        Graph { n, m: arrows.len() as u64, targets }
    }

    /// The graph as it is.
    pub(crate) fn of(instance: &Instance) -> Self {
        Graph::new(instance.n(), &arrows(instance))
    }

    pub(crate) fn targets(&self, field: u32) -> &[u32] {
        &self.targets[field as usize]
    }
}

pub(crate) fn arrows(instance: &Instance) -> Vec<Pair> {
    instance.arrows().iter().map(|arrow| (arrow.from, arrow.to)).collect()
}

/// Who jumps.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Jump {
    /// Both, one after the other, so that the arrows of both are not multiplied.
    HalfSteps,
    /// Both, with each pair of their arrows.
    AllPairs,
    /// One of them, whichever.
    Either,
    /// Sasha, then Mika, then Sasha.
    InTurn,
}

/// What happens where a player has no arrow to follow.
#[derive(Clone, Copy)]
pub(crate) enum DeadEnd {
    Passed,
    Crash(&'static str),
    GivesUp,
}

/// What ends the arrows of a player, beside their end.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum EndOfArrows {
    Nothing,
    /// A half step that is known ends those of Sasha.
    KnownHalf,
    /// A pair that is known ends those of Mika.
    KnownPair,
}

/// The fields on which each player has been.
pub(crate) struct Been([Vec<bool>; 2]);

impl Been {
    pub(crate) fn sasha(&self, field: u32) -> bool {
        self.0[0][field as usize]
    }

    pub(crate) fn mika(&self, field: u32) -> bool {
        self.0[1][field as usize]
    }

    pub(crate) fn any(&self, field: u32) -> bool {
        self.sasha(field) || self.mika(field)
    }
}

/// How far the search is, for those whose work depends on it.
pub(crate) struct State<'a> {
    pub(crate) graph: &'a Graph,
    pub(crate) pair: Pair,
    /// Pairs that are known, and those of them that are waiting.
    pub(crate) seen: u64,
    pub(crate) waiting: u64,
    /// Jumps to this pair.
    pub(crate) jumps: u64,
}

#[derive(Clone, Copy)]
pub(crate) struct Solver {
    /// The arrows as they were read.
    pub(crate) read: fn(&Instance) -> Vec<Pair>,
    pub(crate) jump: Jump,
    pub(crate) dead_end: DeadEnd,
    pub(crate) end_of_arrows: EndOfArrows,
    /// Whether Sasha does not jump where that leads to such a pair, before Mika jumps.
    pub(crate) avoids: fn(Pair) -> bool,
    /// Whether a jump from the first pair to the second one is a meeting.
    pub(crate) meets: fn(Pair, Pair, &Been) -> bool,
    /// What a pair is remembered as, among n fields.
    pub(crate) key: fn(u64, Pair) -> u64,
    /// Whether a pair is left out, beside those that are known.
    pub(crate) skips: fn(Pair, &Been) -> bool,
    /// Whether a pair is remembered at all.
    pub(crate) remembers: bool,
    /// What is put into the queue for a pair.
    pub(crate) stored: fn(Pair) -> Pair,
    /// The most jumps that are tried with n fields and m arrows.
    pub(crate) bound: fn(u64, u64) -> u64,
    /// Whether the pair found last goes on first.
    pub(crate) last_first: bool,
    /// Steps to take a pair from the queue, to look whether it is known, and to put it there; and
    /// the fields that are kept for it then.
    pub(crate) take: fn(&State) -> u64,
    pub(crate) look_up: fn(&State) -> u64,
    pub(crate) put: fn(&State) -> u64,
    pub(crate) kept: fn(&State) -> u64,
    pub(crate) say: fn(Option<&Ways>) -> String,
}

/// The right solver: unordered pairs, breadth first.
pub(crate) const RIGHT: Solver = Solver {
    read: arrows,
    jump: Jump::HalfSteps,
    dead_end: DeadEnd::Passed,
    end_of_arrows: EndOfArrows::Nothing,
    avoids: |_| false,
    meets: |_, (x, y), _| x == y,
    key: |n, (x, y)| ordered(n, (x.min(y), x.max(y))),
    skips: |_, _| false,
    remembers: true,
    stored: |pair| pair,
    bound: |_, _| u64::MAX,
    last_first: false,
    take: |_| 1,
    look_up: |_| 1,
    put: |_| 1,
    kept: |_| 3,
    say,
};

/// A key of its own for each pair, in either order.
pub(crate) fn ordered(n: u64, (x, y): Pair) -> u64 {
    u64::from(x) * (n + 1) + u64::from(y)
}

struct Node {
    pair: Pair,
    jumps: u64,
    /// The position of the node before.
    parent: usize,
}

impl Solver {
    pub(crate) fn solve(&self, instance: &Instance, budget: &mut Budget) -> Output {
        let graph = Graph::new(instance.n(), &(self.read)(instance));
        let way = self.search(&graph, budget)?;
        Ok((self.say)(way.map(ways).as_ref()))
    }

    #[expect(
        clippy::too_many_lines,
        reason = "a mutant reads as one piece, as a contestant would have written it"
    )]
    fn search(&self, graph: &Graph, budget: &mut Budget) -> Result<Option<Vec<Pair>>, Stopped> {
        let n = u64::from(graph.n);
        let fields = graph.targets.len();
        let mut been = Been([vec![false; fields], vec![false; fields]]);
        let (mut seen, mut half_seen) = (Keys::default(), Keys::default());
        let mut nodes = vec![Node { pair: (self.stored)(START), jumps: 0, parent: 0 }];
        let mut open = VecDeque::from([0]);
        seen.insert((self.key)(n, START));
        (been.0[0][1], been.0[1][2]) = (true, true);
        let take = |open: &mut VecDeque<usize>| {
            if self.last_first { open.pop_back() } else { open.pop_front() }
        };
        while let Some(at) = take(&mut open) {
            let Node { pair, jumps, .. } = nodes[at];
            if jumps >= (self.bound)(n, graph.m) {
                break;
            }
            let (a, b) = pair;
            let state = |seen: &Keys, open: &VecDeque<usize>| {
                let waiting = open.len() as u64;
                State { graph, pair, seen: seen.len(), waiting, jumps }
            };
            budget.spend((self.take)(&state(&seen, &open)))?;
            if graph.targets(a).is_empty() || graph.targets(b).is_empty() {
                match self.dead_end {
                    DeadEnd::Passed => {}
                    DeadEnd::Crash(how) => return Err(Stopped::Crash(how)),
                    DeadEnd::GivesUp => return Ok(None),
                }
            }
            let turn = jumps % 2;
            let (of_sasha, of_mika) = (graph.targets(a), graph.targets(b));
            // Those that one of them jumps to while the other one stays where it was.
            let alone = |sasha: bool| match self.jump {
                Jump::HalfSteps | Jump::AllPairs => false,
                Jump::Either => true,
                Jump::InTurn => sasha == (turn == 0),
            };
            let both = matches!(self.jump, Jump::HalfSteps | Jump::AllPairs);
            let firsts = of_sasha.iter().filter(|_| both || alone(true)).map(|&x| (x, both));
            let waits = alone(false).then_some((a, true));
            for (x, other_jumps) in firsts.chain(waits) {
                budget.spend(1)?;
                if (self.avoids)((x, b)) {
                    continue;
                }
                if self.jump == Jump::HalfSteps && !half_seen.insert(ordered(n, (x, b))) {
                    if self.end_of_arrows == EndOfArrows::KnownHalf {
                        break;
                    }
                    continue;
                }
                let seconds = if other_jumps { of_mika } else { &[b] };
                for &y in seconds {
                    let to = (x, y);
                    if (self.meets)(pair, to, &been) {
                        return Ok(Some(way_back(&nodes, at, to)));
                    }
                    budget.spend((self.look_up)(&state(&seen, &open)))?;
                    let is_known = self.remembers && !seen.insert((self.key)(n, to));
                    if is_known && self.end_of_arrows == EndOfArrows::KnownPair {
                        break;
                    }
                    if is_known || (self.skips)(to, &been) {
                        continue;
                    }
                    let now = state(&seen, &open);
                    budget.spend((self.put)(&now))?;
                    budget.keep((self.kept)(&now))?;
                    (been.0[0][x as usize], been.0[1][y as usize]) = (true, true);
                    open.push_back(nodes.len());
                    nodes.push(Node { pair: (self.stored)(to), jumps: jumps + 1, parent: at });
                }
            }
        }
        Ok(None)
    }
}

/// What a mutant writes.
pub type Output = Result<String, Stopped>;

/// A solver.
pub type Solve = fn(&Instance, &mut Budget) -> Output;
pub(crate) type Mutant = crate::Mutant<Solve>;

fn way_back(nodes: &[Node], mut at: usize, last: Pair) -> Vec<Pair> {
    let mut way = vec![last, nodes[at].pair];
    while at > 0 {
        at = nodes[at].parent;
        way.push(nodes[at].pair);
    }
    way.reverse();
    way
}

pub(crate) fn ways(way: Vec<Pair>) -> Ways {
    let (sasha, mika) = way.into_iter().unzip();
    [sasha, mika]
}

/// The output as it should be.
pub(crate) fn say(ways: Option<&Ways>) -> String {
    match ways {
        None => "impossible\n".into(),
        Some([sasha, mika]) => written(sasha.len() as i64 - 1, sasha, mika),
    }
}

pub(crate) fn written(jumps: i64, first: &[u32], second: &[u32]) -> String {
    format!("{jumps}\n{}\n{}\n", line(first), line(second))
}

pub(crate) fn line(fields: &[u32]) -> String {
    fields.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
}
