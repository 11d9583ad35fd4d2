//! A search over sets of fields, those that Sasha and those that Mika can be on after each jump,
//! with an exchangeable part for each mistake. Predecessors are stored layer by layer.

use std::collections::HashSet;

use referee_checker::huepfburg::Instance;

use super::solver::{Graph, Keys, Pair, Ways, ordered, say};
use crate::budget::{Budget, Output, Stopped};

/// When to give up, if neither set is empty.
#[derive(Clone, Copy)]
pub(super) enum Hopeless {
    /// No pair of a field of Sasha and a field of Mika is new.
    NoNewPair,
    /// Both sets equal those of an earlier jump.
    Repeated,
    /// Both sets occurred before, but not after the same jump.
    EachRepeats,
    /// No field is new to either player.
    NoNewField,
}

#[derive(Clone, Copy)]
pub(super) struct Sets {
    pub(super) hopeless: Hopeless,
    /// Whether players do not return to fields they have been on.
    pub(super) only_new_fields: bool,
    /// Whether one predecessor is stored per field, instead of per field and layer.
    pub(super) one_before: bool,
    /// The steps of one jump among n fields, besides those for arrows and pairs.
    pub(super) work: fn(u64) -> u64,
}

pub(super) const SETS: Sets =
    Sets { hopeless: Hopeless::NoNewPair, only_new_fields: false, one_before: false, work: |_| 0 };

/// Defines a mutant, or a right solver, that searches over sets.
macro_rules! sets {
    ($name:literal, $fault:literal $(, $part:ident: $value:expr)*) => {
        mutant!($name, $fault, = |instance, budget| {
            let solver = $crate::huepfburg::sets::Sets {
                $($part: $value,)* ..$crate::huepfburg::sets::SETS
            };
            solver.solve(instance, budget)
        })
    };
}
pub(super) use sets;

/// Fields in order, each with its predecessor.
type Layer = Vec<Pair>;

/// What is remembered of the jumps so far.
#[derive(Default)]
struct Memory {
    pairs: Keys,
    single: [HashSet<Vec<u32>>; 2],
    both: HashSet<[Vec<u32>; 2]>,
    fields: [HashSet<u32>; 2],
}

impl Sets {
    pub(super) fn solve(&self, instance: &Instance, budget: &mut Budget) -> Output {
        Ok(say(self.search(&Graph::of(instance), budget)?.as_ref()))
    }

    fn search(&self, graph: &Graph, budget: &mut Budget) -> Result<Option<Ways>, Stopped> {
        let mut memory = Memory::default();
        let mut layers: [Vec<Layer>; 2] = [vec![vec![(1, 1)]], vec![vec![(2, 2)]]];
        let mut been = [HashSet::from([1]), HashSet::from([2])];
        self.is_hopeless(graph, &layers, &mut memory, budget)?;
        loop {
            for (of_player, been) in layers.iter_mut().zip(&mut been) {
                let mut next = jumped(graph, &of_player[of_player.len() - 1], budget)?;
                if self.only_new_fields {
                    next.retain(|&(field, _)| been.insert(field));
                }
                budget.keep(2 * next.len() as u64)?;
                of_player.push(next);
            }
            let [sasha, mika] = layers.each_ref().map(|of_player| &of_player[of_player.len() - 1]);
            let common = sasha.iter().find(|(field, _)| before(mika, *field).is_some());
            if let Some(&(field, _)) = common {
                return self.ways(graph, field, &layers, budget).map(Some);
            }
            if self.is_hopeless(graph, &layers, &mut memory, budget)? {
                return Ok(None);
            }
        }
    }

    fn is_hopeless(
        &self,
        graph: &Graph,
        layers: &[Vec<Layer>; 2],
        memory: &mut Memory,
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        let sets = layers.each_ref().map(|of_player| fields(&of_player[of_player.len() - 1]));
        let [sasha, mika] = &sets;
        let (n, size) = (u64::from(graph.n), sasha.len() + mika.len());
        budget.spend((self.work)(n))?;
        budget.work(size as u64)?;
        if sasha.is_empty() || mika.is_empty() {
            return Ok(true);
        }
        if matches!(self.hopeless, Hopeless::Repeated | Hopeless::EachRepeats) {
            budget.keep(size as u64)?;
        }
        Ok(match self.hopeless {
            Hopeless::NoNewPair => {
                // A row of pairs is processed as bits, 64 at a time.
                budget.spend(sasha.len() as u64 * n.div_ceil(64))?;
                budget.work((sasha.len() * mika.len() / 32) as u64)?;
                let known = memory.pairs.len;
                for &x in sasha {
                    mika.iter().for_each(|&y| _ = memory.pairs.insert(ordered(n, (x, y))));
                }
                memory.pairs.len == known
            }
            Hopeless::Repeated => !memory.both.insert(sets),
            Hopeless::EachRepeats => {
                let fresh = [0, 1].map(|player| memory.single[player].insert(sets[player].clone()));
                fresh == [false; 2]
            }
            Hopeless::NoNewField => {
                let mut fresh = false;
                for (known, set) in memory.fields.iter_mut().zip(&sets) {
                    set.iter().for_each(|&field| fresh |= known.insert(field));
                }
                !fresh
            }
        })
    }

    fn ways(
        &self,
        graph: &Graph,
        field: u32,
        layers: &[Vec<Layer>; 2],
        budget: &mut Budget,
    ) -> Result<Ways, Stopped> {
        let mut ways = Ways::default();
        for (way, layers) in ways.iter_mut().zip(layers) {
            let mut last_before = vec![0; graph.n as usize + 1];
            for &(field, before) in layers[1..].iter().flatten() {
                last_before[field as usize] = before;
            }
            let mut at = field;
            for layer in layers.iter().rev() {
                budget.spend(1)?;
                way.push(at);
                at = if self.one_before {
                    last_before[at as usize]
                } else {
                    before(layer, at).expect("it was reached from there")
                };
            }
            way.reverse();
        }
        Ok(ways)
    }
}

fn jumped(graph: &Graph, layer: &Layer, budget: &mut Budget) -> Result<Layer, Stopped> {
    let mut next = Vec::new();
    for &(from, _) in layer {
        budget.spend(1 + graph.targets(from).len() as u64)?;
        next.extend(graph.targets(from).iter().map(|&to| (to, from)));
    }
    next.sort_unstable();
    next.dedup_by_key(|&mut (to, _)| to);
    Ok(next)
}

fn fields(layer: &Layer) -> Vec<u32> {
    layer.iter().map(|&(field, _)| field).collect()
}

fn before(layer: &Layer, field: u32) -> Option<u32> {
    layer.binary_search_by_key(&field, |&(field, _)| field).ok().map(|at| layer[at].1)
}
