//! What can be removed from an input of Infinity War: moves. The side of the board is the number of
//! moves, so the board shrinks as well, and everything is kept inside it: the pieces stay where
//! they are if possible, or move together towards the first square, or towards the middle of the
//! board; moves are shortened as needed.

use std::collections::HashSet;
use std::ops::Range;

use referee_checker::Strictness;
use referee_checker::infinity_war::{Instance, Move, Square};

use crate::removable::{Elements, Removable, View, without};

pub(crate) const VIEWS: &[View] = &[staying, moving, halved];

fn staying(input: &[u8]) -> Option<Box<dyn Removable>> {
    view(input, |instance, moves| smaller(instance, moves, |coordinate, _, n| coordinate.min(n)))
}

fn moving(input: &[u8]) -> Option<Box<dyn Removable>> {
    view(input, |instance, moves| {
        smaller(instance, moves, |coordinate, least, n| (coordinate - (least - 1)).min(n))
    })
}

fn halved(input: &[u8]) -> Option<Box<dyn Removable>> {
    view(input, |instance, moves| {
        smaller(instance, moves, |coordinate, least, n| (coordinate - (least - 1) / 2).min(n))
    })
}

fn view(
    input: &[u8],
    without: fn(&Instance, Range<usize>) -> Option<Instance>,
) -> Option<Box<dyn Removable>> {
    let instance = Instance::parse(input, Strictness::Lenient).ok()?;
    let count = |instance: &Instance| instance.moves().len();
    Some(Box::new(Elements { instance, count, without, write: Instance::write }))
}

/// Removes moves, and shrinks the board. `place` maps a coordinate of a piece, given the smaller
/// coordinate of both pieces, to a board with a smaller side.
fn smaller(
    instance: &Instance,
    moves: Range<usize>,
    place: fn(i32, i32, i32) -> i32,
) -> Option<Instance> {
    let (alice, bob) = (instance.alice(), instance.bob());
    let kept = without(instance.moves(), moves);
    let n = kept.len() as i32;
    let least = Square { x: alice.x.min(bob.x), y: alice.y.min(bob.y) };
    let placed =
        |square: Square| Square { x: place(square.x, least.x, n), y: place(square.y, least.y, n) };
    Instance::new(placed(alice), placed(bob), shortened(&kept)?).ok()
}

/// Makes moves fit a board whose side is their number. A move that becomes a duplicate is replaced
/// by the simplest new move.
fn shortened(moves: &[Move]) -> Option<Vec<Move>> {
    let most = moves.len() as i32 - 1;
    let fits = |m: &Move| m.dx.abs() <= most && m.dy.abs() <= most;
    let mut taken: HashSet<Move> = moves.iter().copied().filter(fits).collect();
    let mut simplest = (0..=most).flat_map(|dy| (0..=most).map(move |dx| Move { dx, dy }));
    let mut fit = |m: &Move| {
        if fits(m) {
            return Some(*m);
        }
        let clamped = Move { dx: m.dx.clamp(-most, most), dy: m.dy.clamp(-most, most) };
        let chosen = if taken.contains(&clamped) {
            simplest.find(|free| !taken.contains(free))?
        } else {
            clamped
        };
        taken.insert(chosen);
        Some(chosen)
    };
    moves.iter().map(&mut fit).collect()
}
