//! The solver `pairs`: breadth-first search over unordered pairs of fields with half steps.
//!
//! Who is where does not matter for whether and when the two can meet, so each unordered pair is looked at
//! once. A jump of both is two half steps: first one jumps, and what that leads to (where that one is now,
//! and where the other one still is) is looked at once as well; then the other one. So the arrows of both
//! fields are never multiplied: O(n m) time, two bits for each pair of fields, and a queue of all pairs.

use referee_checker::TooLarge;
use referee_checker::huepfburg::Meeting;

use super::bits::BitMatrix;
use super::graph::{Graph, MIKA, SASHA};

/// The meeting with the least number of jumps, if there is one.
///
/// # Errors
/// The search would take more than `memory` bytes.
pub fn solve(graph: &Graph, memory: u64) -> Result<Option<Meeting>, TooLarge> {
    let n = graph.size();
    let bits = 2 * BitMatrix::bytes(n);
    let fits = |pairs: usize, layers: usize| {
        let needed = bits + 8 * (pairs + layers) as u64;
        TooLarge::unless(needed, memory, || format!("the queue of pairs of {n} fields"))
    };
    fits(0, 0)?;
    let (mut seen, mut half_seen) = (BitMatrix::new(n), BitMatrix::new(n));
    let mut queue = vec![(SASHA, MIKA)];
    seen.insert(SASHA, MIKA);
    let mut layers = vec![0];
    let mut start = 0;
    while start < queue.len() {
        let end = queue.len();
        for at in start..end {
            let (first, other) = queue[at];
            for &first in graph.forward.of(first) {
                if !half_seen.insert(first, other) {
                    continue;
                }
                for &second in graph.forward.of(other) {
                    if first == second {
                        return Ok(Some(way_back(graph, &queue, &layers, first)));
                    }
                    if seen.insert(first.min(second), first.max(second)) {
                        if queue.len() == queue.capacity() {
                            // It is about to grow to twice its size.
                            fits(2 * queue.len(), layers.len())?;
                        }
                        queue.push((first, second));
                    }
                }
            }
        }
        layers.push(end);
        // Of each layer there will also be a pair of the way back, and two fields of the answer.
        fits(queue.capacity(), layers.capacity() + 2 * layers.len())?;
        start = end;
    }
    Ok(None)
}

/// The way to a meeting on `field`, one jump after a pair of the last layer: in each layer a pair from
/// which arrows lead to the pair found last. Pairs of the queue are as they were reached, Sasha first.
fn way_back(graph: &Graph, queue: &[(u32, u32)], layers: &[usize], field: u32) -> Meeting {
    let mut way = vec![(field, field)];
    let mut end = queue.len();
    for &start in layers.iter().rev() {
        let (sasha, mika) = way[way.len() - 1];
        let leads =
            |&&(a, b): &&(u32, u32)| graph.forward.has(a, sasha) && graph.forward.has(b, mika);
        // The next layer may have begun to grow behind the last one; there is a pair before it.
        way.extend(queue[start..end].iter().find(leads));
        end = start;
    }
    let named = |of: fn(&(u32, u32)) -> u32| {
        way.iter().rev().map(|pair| graph.fields[of(pair) as usize]).collect()
    };
    Meeting { sasha: named(|pair| pair.0), mika: named(|pair| pair.1) }
}
