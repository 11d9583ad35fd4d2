//! One search over sets of fields, those of Sasha and those of Mika after each jump, with a switch
//! for each way to end it. The fields before are kept layer by layer.

use std::collections::HashSet;

use referee_checker::huepfburg::Instance;

use super::budget::{Budget, Keys, Stopped};
use super::solver::{Graph, Output, Pair, Ways, ordered, say};

/// How far the search is, for those whose work depends on it.
pub(crate) struct Sizes {
    pub(crate) n: u64,
    pub(crate) sasha: u64,
    pub(crate) mika: u64,
    pub(crate) pairs: u64,
}

/// When there is no hope.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Hopeless {
    /// No pair of a field of Sasha and a field of Mika is new.
    NoNewPair,
    /// Both sets are those of an earlier jump: looked up, or compared with one after the other.
    Repeated,
    RepeatedByComparing,
    /// Sasha's set, or Mika's, is one that she has had before.
    SashaRepeats,
    MikaRepeats,
    /// Both sets were there before, but not with the same jump.
    EachRepeats,
    /// Both sets are as large as those of an earlier jump.
    SizesRepeat,
    /// Both sets are those of the jump before.
    Unchanged,
    /// No field is new, to neither.
    NoNewField,
}

#[derive(Clone, Copy)]
pub(crate) struct Sets {
    pub(crate) hopeless: Hopeless,
    /// Whether a single field without arrows in a set is taken for the end.
    pub(crate) single_dead_end: bool,
    /// What happens when a set is empty, if it is a crash.
    pub(crate) empty: Option<&'static str>,
    /// Whether the field before is kept for each field, not for each field of each layer.
    pub(crate) one_before: bool,
    /// Steps of one jump, beside looks at arrows and pairs.
    pub(crate) work: fn(&Sizes) -> u64,
}

pub(crate) const SETS: Sets = Sets {
    hopeless: Hopeless::NoNewPair,
    single_dead_end: false,
    empty: None,
    one_before: false,
    work: |_| 0,
};

/// Fields in order, each with the field before.
type Layer = Vec<Pair>;

/// What is remembered of the jumps so far.
struct Memory {
    pairs: Keys,
    /// The sets of each jump so far, and all of them for looking up.
    layers: [Vec<Vec<u32>>; 2],
    single: [HashSet<Vec<u32>>; 2],
    both: HashSet<[Vec<u32>; 2]>,
    sizes: HashSet<(usize, usize)>,
    fields: [HashSet<u32>; 2],
}

impl Sets {
    pub(crate) fn solve(&self, instance: &Instance, budget: &mut Budget) -> Output {
        Ok(say(self.search(&Graph::of(instance), budget)?.as_ref()))
    }

    fn search(&self, graph: &Graph, budget: &mut Budget) -> Result<Option<Ways>, Stopped> {
        let mut memory = Memory {
            pairs: Keys::default(),
            layers: Default::default(),
            single: Default::default(),
            both: HashSet::new(),
            sizes: HashSet::new(),
            fields: Default::default(),
        };
        let mut layers: [Vec<Layer>; 2] = [vec![vec![(1, 1)]], vec![vec![(2, 2)]]];
        self.is_hopeless(graph, &layers, &mut memory, budget)?;
        loop {
            for of_player in &mut layers {
                let last = &of_player[of_player.len() - 1];
                let is_dead = |&(field, _): &Pair| graph.targets(field).is_empty();
                if self.single_dead_end && last.iter().any(is_dead) {
                    return Ok(None);
                }
                let next = jumped(graph, last, budget)?;
                if let (true, Some(how)) = (next.is_empty(), self.empty) {
                    return Err(Stopped::Crash(how));
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
        let (n, size) = (u64::from(graph.n), (sasha.len(), mika.len()));
        budget.spend((self.work)(&Sizes {
            n,
            sasha: size.0 as u64,
            mika: size.1 as u64,
            pairs: memory.pairs.len(),
        }))?;
        budget.work((size.0 + size.1) as u64)?;
        if sasha.is_empty() || mika.is_empty() {
            return Ok(true);
        }
        if self.keeps_sets() {
            budget.keep((size.0 + size.1) as u64)?;
        }
        Ok(match self.hopeless {
            Hopeless::NoNewPair => {
                // A row of the pairs is looked at as bits, 64 at a time.
                budget.spend(sasha.len() as u64 * n.div_ceil(64))?;
                budget.work((size.0 * size.1 / 32) as u64)?;
                let known = memory.pairs.len();
                for &x in sasha {
                    mika.iter().for_each(|&y| _ = memory.pairs.insert(ordered(n, (x, y))));
                }
                memory.pairs.len() == known
            }
            Hopeless::Repeated => !memory.both.insert(sets),
            Hopeless::RepeatedByComparing => {
                // Each is as large as the others where it matters: then all fields are compared.
                budget.spend(memory.layers[0].len() as u64 * size.0 as u64)?;
                budget.work(memory.layers[0].len() as u64)?;
                let [sasha, mika] = sets;
                let earlier = memory.layers[0].iter().zip(&memory.layers[1]);
                let is_known = { earlier }.any(|(x, y)| *x == sasha && *y == mika);
                memory.layers[0].push(sasha);
                memory.layers[1].push(mika);
                is_known
            }
            Hopeless::SashaRepeats => !memory.single[0].insert(sasha.clone()),
            Hopeless::MikaRepeats => !memory.single[1].insert(mika.clone()),
            Hopeless::EachRepeats => {
                let fresh = [0, 1].map(|player| memory.single[player].insert(sets[player].clone()));
                fresh == [false; 2]
            }
            Hopeless::SizesRepeat => !memory.sizes.insert(size),
            Hopeless::Unchanged => {
                let is_same = |layers: &Vec<Layer>, now: &Vec<u32>| {
                    layers.len() > 1 && fields(&layers[layers.len() - 2]) == *now
                };
                layers.iter().zip(&sets).all(|(layers, now)| is_same(layers, now))
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

    /// Whether it keeps the sets of each jump, beside the fields before.
    fn keeps_sets(&self) -> bool {
        matches!(
            self.hopeless,
            Hopeless::Repeated
                | Hopeless::RepeatedByComparing
                | Hopeless::SashaRepeats
                | Hopeless::MikaRepeats
                | Hopeless::EachRepeats
        )
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
