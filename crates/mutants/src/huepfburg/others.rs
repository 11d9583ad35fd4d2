//! The solvers whose very way to search is another one: each player alone, at random, recursively,
//! without memory.

use referee_checker::huepfburg::Instance;
use referee_generators::{Random, Seed};

use super::budget::{Budget, Keys, Stopped};
use super::solver::{Graph, Output, Pair, START, Ways, ordered, say, ways};

/// Least number of jumps to each field, and the field before.
type Distances = Vec<Option<(u64, u32)>>;

fn distances(graph: &Graph, start: u32) -> Distances {
    let mut found = vec![None; graph.n as usize + 1];
    found[start as usize] = Some((0, start));
    let mut queue = vec![(start, 0)];
    let mut next = 0;
    while next < queue.len() {
        let (from, jumps) = queue[next];
        next += 1;
        for &to in graph.targets(from) {
            if found[to as usize].is_none() {
                found[to as usize] = Some((jumps + 1, from));
                queue.push((to, jumps + 1));
            }
        }
    }
    found
}

/// A search of each player alone; they are said to meet on the nearest field of which the distances
/// are as `meet` wants them. `padded` makes both ways equally long.
pub(crate) fn each_alone(
    instance: &Instance,
    meet: fn(u64, u64) -> bool,
    padded: fn(&mut Vec<u32>, usize),
) -> Output {
    let graph = Graph::of(instance);
    let [sasha, mika] = [1, 2].map(|start| distances(&graph, start));
    let both = (1..=graph.n).filter_map(|field| {
        let ((s, _), (m, _)) = (sasha[field as usize]?, mika[field as usize]?);
        meet(s, m).then_some((s.max(m), field))
    });
    let found = both.min().map(|(jumps, field)| {
        [&sasha, &mika].map(|distances| {
            let mut way = way_to(distances, field);
            padded(&mut way, jumps as usize + 1);
            way
        })
    });
    Ok(say(found.as_ref()))
}

fn way_to(distances: &Distances, mut field: u32) -> Vec<u32> {
    let mut way = vec![field];
    while let Some((1.., before)) = distances[field as usize] {
        way.push(before);
        field = before;
    }
    way.reverse();
    way
}

/// Repeats the last field.
pub(crate) fn waiting(way: &mut Vec<u32>, length: usize) {
    way.resize(length, way[way.len() - 1]);
}

/// Goes back and forth over the last arrow.
pub(crate) fn to_and_fro(way: &mut Vec<u32>, length: usize) {
    while way.len() < length {
        way.push(way[way.len().saturating_sub(2)]);
    }
}

/// Both always follow the arrow that `pick` chooses, until they meet or come to a pair again.
pub(crate) fn greedy(instance: &Instance, pick: fn(&[u32]) -> Option<u32>) -> Output {
    let graph = Graph::of(instance);
    let mut seen = Keys::default();
    let mut way = vec![START];
    let mut at = START;
    while seen.insert(ordered(graph.n.into(), at)) {
        let (Some(x), Some(y)) = (pick(graph.targets(at.0)), pick(graph.targets(at.1))) else {
            break;
        };
        at = (x, y);
        way.push(at);
        if x == y {
            return Ok(say(Some(&ways(way))));
        }
    }
    Ok(say(None))
}

/// Both follow random arrows, 4 n jumps far, and try it 1000 times.
pub(crate) fn random_walks(instance: &Instance, budget: &mut Budget) -> Output {
    let graph = Graph::of(instance);
    let mut random = Random::new(Seed::of(&["the arrows that a mutant follows"]));
    for _ in 0..1000 {
        let mut way = vec![START];
        for _ in 0..4 * graph.n {
            let (a, b) = way[way.len() - 1];
            let (of_sasha, of_mika) = (graph.targets(a), graph.targets(b));
            if of_sasha.is_empty() || of_mika.is_empty() {
                break;
            }
            budget.spend(1)?;
            let to = (*random.choose(of_sasha), *random.choose(of_mika));
            way.push(to);
            if to.0 == to.1 {
                return Ok(say(Some(&ways(way))));
            }
        }
    }
    Ok(say(None))
}

/// How a recursive search remembers the pairs that it has been to.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Memory {
    Pairs,
    /// Those on the way to where it is.
    WayOnly,
    Nothing,
}

/// A recursive search, depth first. A call for each jump: too many of them overflow the stack,
/// which gives `None`.
fn recursive(
    graph: &Graph,
    depth: usize,
    memory: Memory,
    budget: &mut Budget,
) -> Result<Option<Option<Ways>>, Stopped> {
    let key = |(x, y): Pair| ordered(graph.n.into(), (x.min(y), x.max(y)));
    let mut seen = Keys::default();
    seen.insert(key(START));
    // Each pair with the positions of the arrows that come next.
    let mut stack = vec![(START, 0, 0)];
    while let Some((pair, first, second)) = stack.last_mut() {
        let (of_sasha, of_mika) = (graph.targets(pair.0), graph.targets(pair.1));
        let next = of_sasha.get(*first).zip(of_mika.get(*second));
        let Some((&x, &y)) = next else {
            if *first < of_sasha.len() && !of_mika.is_empty() {
                (*first, *second) = (*first + 1, 0);
            } else {
                stack.pop();
            }
            continue;
        };
        budget.spend(1)?;
        *second += 1;
        let to = (x, y);
        let is_known = match memory {
            Memory::Pairs => !seen.insert(key(to)),
            Memory::WayOnly => {
                budget.spend(stack.len() as u64)?;
                stack.iter().any(|&(known, ..)| key(known) == key(to))
            }
            Memory::Nothing => false,
        };
        if x != y && is_known {
            continue;
        }
        if x == y {
            let way = stack.iter().map(|&(pair, ..)| pair).chain([to]).collect();
            return Ok(Some(Some(ways(way))));
        }
        if stack.len() < depth {
            stack.push((to, 0, 0));
        } else if memory != Memory::Nothing {
            return Ok(None);
        }
    }
    Ok(Some(None))
}

/// The search above where an overflow of the stack, after that many calls, gives `overflow`.
pub(crate) fn depth_first(
    instance: &Instance,
    depth: usize,
    memory: Memory,
    overflow: Result<(), Stopped>,
    budget: &mut Budget,
) -> Output {
    match recursive(&Graph::of(instance), depth, memory, budget)? {
        Some(found) => Ok(say(found.as_ref())),
        None => overflow.map(|()| say(None)),
    }
}

/// All ways of 1, 2, 3, ... jumps, up to as many as there are pairs, each time from the start.
pub(crate) fn deepening(instance: &Instance, budget: &mut Budget) -> Output {
    let graph = Graph::of(instance);
    for depth in 1..=(graph.n as usize).pow(2) {
        budget.spend(1)?;
        if let Some(Some(ways)) = recursive(&graph, depth, Memory::Nothing, budget)? {
            return Ok(say(Some(&ways)));
        }
    }
    Ok(say(None))
}

/// A search over pairs that writes down the pair before whenever it comes to a pair, known or not.
pub(crate) fn overwriting(instance: &Instance, budget: &mut Budget) -> Output {
    let graph = Graph::of(instance);
    let n = u64::from(graph.n);
    // By the key of a pair: the position in the queue of the pair before, counted from 1.
    let mut before = vec![0u32; (n as usize + 1).pow(2)];
    let mut queue = vec![START];
    let mut next = 0;
    while next < queue.len() {
        let (a, b) = queue[next];
        next += 1;
        for &x in graph.targets(a) {
            for &y in graph.targets(b) {
                budget.spend(1)?;
                let to = (x, y);
                let known = &mut before[ordered(n, to) as usize];
                if *known == 0 && to != START {
                    queue.push(to);
                }
                *known = next as u32;
                if x == y {
                    let back = |pair| queue[before[ordered(n, pair) as usize] as usize - 1];
                    return way_back(back, to, budget);
                }
            }
        }
    }
    Ok(say(None))
}

fn way_back(back: impl Fn(Pair) -> Pair, last: Pair, budget: &mut Budget) -> Output {
    let mut way = vec![last];
    let mut at = last;
    while at != START {
        at = back(at);
        way.push(at);
        budget.spend(1)?;
        budget.keep(2)?;
    }
    way.reverse();
    Ok(say(Some(&ways(way))))
}
