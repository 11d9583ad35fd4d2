//! The solver `pairs`: breadth-first search over unordered pairs of fields with half steps.
//!
//! Which player is on which field does not matter for whether and when they can meet, so each
//! unordered pair is expanded once. A joint jump is two half steps: first one player jumps, and the
//! result (the new field, and the field of the other player) is also expanded only once; then the
//! other player jumps. So the arrows of both fields are never multiplied: O(n m) time, two bits for
//! each pair of fields, and a queue of all pairs.

use referee_checker::TooLarge;
use referee_checker::huepfburg::Meeting;

use super::bits::BitMatrix;
use super::graph::{Graph, MIKA, SASHA};

/// Returns the meeting with the fewest jumps, if there is one.
///
/// # Errors
/// The search would take more than `memory` bytes.
pub fn solve(graph: &Graph, memory: u64) -> Result<Option<Meeting>, TooLarge> {
    let n = graph.size();
    let bits = 2 * BitMatrix::bytes(n);
    let what = || format!("the queue of pairs of {n} fields");
    TooLarge::unless(bits, memory, what)?;
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
                        let beside = bits + 8 * layers.capacity() as u64;
                        TooLarge::unless_room(&mut queue, 1, beside, memory, what)?;
                        queue.push((first, second));
                    }
                }
            }
        }
        // The answer takes further memory for each layer: a pair on the way back, and two fields.
        let beside = bits + 8 * (queue.capacity() + 2 * layers.len()) as u64;
        TooLarge::unless_room(&mut layers, 1, beside, memory, what)?;
        layers.push(end);
        TooLarge::unless(beside + 8 * layers.capacity() as u64, memory, what)?;
        start = end;
    }
    Ok(None)
}

/// Returns the path to a meeting on `field`, one jump after a pair of the last layer: in each
/// layer, a pair from which arrows lead to the pair found last. Pairs in the queue have Sasha's
/// field first, as they were reached.
fn way_back(graph: &Graph, queue: &[(u32, u32)], layers: &[usize], field: u32) -> Meeting {
    let mut way = vec![(field, field)];
    let mut end = queue.len();
    for &start in layers.iter().rev() {
        let (sasha, mika) = way[way.len() - 1];
        let leads =
            |&&(a, b): &&(u32, u32)| graph.forward.has(a, sasha) && graph.forward.has(b, mika);
        // The queue may end with a partial next layer; the search finds a matching pair of the last
        // layer first.
        way.extend(queue[start..end].iter().find(leads));
        end = start;
    }
    let named = |of: fn(&(u32, u32)) -> u32| {
        way.iter().rev().map(|pair| graph.fields[of(pair) as usize]).collect()
    };
    Meeting { sasha: named(|pair| pair.0), mika: named(|pair| pair.1) }
}
