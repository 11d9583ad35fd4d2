//! The naive oracle: every pair of fields in order, every combination of arrows, with no cleverness
//! to get wrong.

use std::collections::{HashMap, VecDeque};

use referee_checker::huepfburg::{Arrow, Instance, Meeting};

/// The targets of the arrows from a field.
fn targets(instance: &Instance, from: u32) -> impl Iterator<Item = u32> {
    instance.arrows().iter().filter(move |arrow| arrow.from == from).map(|arrow| arrow.to)
}

/// A meeting with the least number of jumps, if there is one.
pub(crate) fn shortest(instance: &Instance) -> Option<Meeting> {
    let mut came_from = HashMap::from([((1, 2), None)]);
    let mut queue = VecDeque::from([(1, 2)]);
    while let Some((sasha, mika)) = queue.pop_front() {
        if sasha == mika {
            return Some(way_to((sasha, mika), &came_from));
        }
        for next_of_sasha in targets(instance, sasha) {
            for next_of_mika in targets(instance, mika) {
                came_from.entry((next_of_sasha, next_of_mika)).or_insert_with(|| {
                    queue.push_back((next_of_sasha, next_of_mika));
                    Some((sasha, mika))
                });
            }
        }
    }
    None
}

type Pair = (u32, u32);

fn way_to(end: Pair, came_from: &HashMap<Pair, Option<Pair>>) -> Meeting {
    let mut pairs: Vec<Pair> = std::iter::successors(Some(end), |pair| came_from[pair]).collect();
    pairs.reverse();
    let (sasha, mika) = pairs.into_iter().unzip();
    Meeting { sasha, mika }
}

/// Whether a player can walk along these fields.
pub(crate) fn is_walk(instance: &Instance, fields: &[u32]) -> bool {
    fields.windows(2).all(|jump| has_arrow(instance, jump[0], jump[1]))
}

pub(crate) fn has_arrow(instance: &Instance, from: u32, to: u32) -> bool {
    instance.arrows().contains(&Arrow { from, to })
}

/// Whether this is a meeting.
pub(crate) fn is_meeting(instance: &Instance, Meeting { sasha, mika }: &Meeting) -> bool {
    sasha.len() >= 2
        && sasha.len() == mika.len()
        && sasha[0] == 1
        && mika[0] == 2
        && sasha.last() == mika.last()
        && is_walk(instance, sasha)
        && is_walk(instance, mika)
}
