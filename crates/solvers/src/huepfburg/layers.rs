//! The solver `layers`: the fields that Sasha can be on after k jumps, and those that Mika can be
//! on, for k = 1, 2, ...
//!
//! Each of the two sets follows from the previous one. The players can meet when the sets have a
//! field in common. They never meet if a step adds no pair to the set of all pairs (a field of
//! Sasha, a field of Mika) that were possible at the same time so far: every pair of that step was
//! possible earlier, and so was everything that can follow from it. There are at most n^2 pairs,
//! and so at most n^2 steps; each is one pass over the arrows and over |M1| rows of n bits. Each
//! field of each set stores a predecessor, from which both paths are reconstructed at the end.
//!
//! Source: the solution by P. Gilde of Bundeswettbewerb Informatik 41, round 1, task 5, with its
//! names M1, M2 (the sets), B (the pairs) and H (the predecessors).

use referee_checker::TooLarge;
use referee_checker::huepfburg::Meeting;

use super::bits::BitMatrix;
use super::graph::{Graph, MIKA, SASHA};

/// The fields that a player can be on after some number of jumps, in order, each with a
/// predecessor.
type Layer = Vec<(u32, u32)>;

/// Returns the meeting with the fewest jumps, if there is one.
///
/// # Errors
/// The search would take more than `memory` bytes.
pub fn solve(graph: &Graph, memory: u64) -> Result<Option<Meeting>, TooLarge> {
    let n = graph.size();
    let mut taken = BitMatrix::bytes(n);
    let what = || format!("the pairs and the layers of {n} fields");
    TooLarge::unless(taken, memory, what)?;
    let mut pairs = BitMatrix::new(n);
    let mut before = vec![u32::MAX; n];
    // H, the predecessors, layer by layer.
    let mut of_sasha: Vec<Layer> = vec![vec![(SASHA, SASHA)]];
    let mut of_mika: Vec<Layer> = vec![vec![(MIKA, MIKA)]];
    pairs.insert(SASHA, MIKA);
    loop {
        let step = of_sasha.len() - 1;
        let m1 = jumped(graph, &of_sasha[step], &mut before);
        let m2 = jumped(graph, &of_mika[step], &mut before);
        taken += bytes(&m1) + bytes(&m2);
        TooLarge::unless(taken, memory, what)?;
        let common = in_both(&m1, &m2);
        let grows = add_pairs(&mut pairs, &m1, &m2);
        of_sasha.push(m1);
        of_mika.push(m2);
        if let Some(field) = common {
            let [sasha, mika] = [of_sasha, of_mika].map(|layers| way_to(graph, field, &layers));
            return Ok(Some(Meeting { sasha, mika }));
        }
        if !grows {
            return Ok(None);
        }
    }
}

/// Returns the memory of a layer in bytes: its fields, the layer itself, and an allocation.
fn bytes(layer: &Layer) -> u64 {
    (layer.capacity() * size_of::<(u32, u32)>() + 2 * size_of::<Layer>() + 16) as u64
}

/// Returns the layer one jump after `layer`. `before` is scratch space, empty before and after the
/// call.
fn jumped(graph: &Graph, layer: &Layer, before: &mut [u32]) -> Layer {
    let mut next = Vec::new();
    for &(from, _) in layer {
        for &to in graph.forward.of(from) {
            let known = &mut before[to as usize];
            if *known == u32::MAX {
                *known = from;
                next.push((to, from));
            }
        }
    }
    for &(field, _) in &next {
        before[field as usize] = u32::MAX;
    }
    next.sort_unstable();
    next
}

/// Returns the first field that is in both layers.
fn in_both(one: &Layer, other: &Layer) -> Option<u32> {
    one.iter().map(|&(field, _)| field).find(|field| find(other, *field).is_some())
}

fn find(layer: &Layer, field: u32) -> Option<(u32, u32)> {
    layer.binary_search_by_key(&field, |&(field, _)| field).ok().map(|at| layer[at])
}

/// Adds every pair of a field of `one` and a field of `other`; returns whether any is new.
fn add_pairs(pairs: &mut BitMatrix, one: &Layer, other: &Layer) -> bool {
    let mut columns = vec![0u64; pairs.words()];
    for &(field, _) in other {
        columns[field as usize / 64] |= 1 << (field % 64);
    }
    let mut grows = false;
    for &(field, _) in one {
        for (word, &more) in pairs.row_mut(field as usize).iter_mut().zip(&columns) {
            grows |= more & !*word != 0;
            *word |= more;
        }
    }
    grows
}

/// Returns the path from the start to `field`, following the predecessors in each layer.
fn way_to(graph: &Graph, field: u32, layers: &[Layer]) -> Vec<u32> {
    let mut at = field;
    let mut way = Vec::with_capacity(layers.len());
    for layer in layers.iter().rev() {
        let Some((field, before)) = find(layer, at) else { break };
        way.push(graph.fields[field as usize]);
        at = before;
    }
    way.reverse();
    way
}
