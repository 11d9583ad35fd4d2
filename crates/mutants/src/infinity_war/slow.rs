//! The mutants of Infinity War that are right, but too slow: scans in order, all pairs, weak hash
//! tables.

use std::collections::HashMap;

use referee_checker::infinity_war::{Instance, Move, Square};
use referee_generators::infinity_war::hash_tables::ChainedTable;

use super::solver::{Mutant, RIGHT, Solver, Squares, Steps, TimeLimit, in_order};

/// A mutant that looks for a safe square in some order.
macro_rules! scan {
    ($name:literal, $fault:literal, $squares:expr) => {
        Mutant {
            name: $name,
            fault: $fault,
            solve: |instance, steps| Solver { squares: $squares, ..RIGHT }.solve(instance, steps),
        }
    };
}

pub(crate) const SLOW: &[Mutant] = &[
    scan!("rows-bottom-left", "scans rows from the bottom left", in_order),
    scan!("rows-bottom-right", "scans rows from the bottom right", |i| turned(i, 1)),
    scan!("rows-top-left", "scans rows from the top left", |i| turned(i, 2)),
    scan!("rows-top-right", "scans rows from the top right", |i| turned(i, 3)),
    scan!("columns-bottom-left", "scans columns from the bottom left", |i| turned(i, 4)),
    scan!("columns-bottom-right", "scans columns from the bottom right", |i| turned(i, 5)),
    scan!("columns-top-left", "scans columns from the top left", |i| turned(i, 6)),
    scan!("columns-top-right", "scans columns from the top right", |i| turned(i, 7)),
    scan!("spiral-inward", "scans rings from the border inward", |instance| {
        let n = instance.n();
        let middle = Square { x: n.midpoint(1), y: n.midpoint(1) };
        Box::new((0..=n / 2).rev().flat_map(move |radius| ring(n, middle, radius)))
    }),
    scan!("spiral-from-bob", "scans rings from Bob outward", |instance| {
        let (n, bob) = (instance.n(), instance.bob());
        Box::new((1..n).flat_map(move |radius| ring(n, bob, radius)))
    }),
    scan!("spiral-from-the-middle", "scans rings from the middle outward", |instance| {
        let n = instance.n();
        let middle = Square { x: n.midpoint(1), y: n.midpoint(1) };
        Box::new((0..=n).flat_map(move |radius| ring(n, middle, radius)))
    }),
    Mutant {
        name: "all-pairs",
        fault: "lists all pairs of moves",
        solve: |instance, steps| {
            steps.spend((instance.n() as u64).pow(2))?;
            RIGHT.solve(instance, steps)
        },
    },
    Mutant {
        name: "unordered-set",
        fault: "`unordered_set` of dx*n + dy",
        solve: |instance, steps| {
            chained(instance, |work| steps.spend(work))?;
            RIGHT.solve(instance, steps)
        },
    },
];

/// Killed by cases of full size only: all pairs of 6000 moves take no time.
pub(crate) const SLOW_ON_LARGE_BOARDS: &[Mutant] = &[Mutant {
    name: "crowded-row",
    fault: "marks rows however many pairs end there",
    solve: |instance, steps| {
        for row in 1..=instance.n() {
            if !row_is_covered(instance, row, steps)? {
                break;
            }
        }
        RIGHT.solve(instance, steps)
    },
}];

/// Whether Bob reaches all squares of a row, found by all pairs of moves that end there.
fn row_is_covered(instance: &Instance, row: i32, steps: &mut Steps) -> Result<bool, TimeLimit> {
    let (n, bob) = (instance.n(), instance.bob());
    let null = Move { dx: 0, dy: 0 };
    let moves = || instance.moves().iter().chain([&null]);
    let mut by_dy: HashMap<i32, Vec<i32>> = HashMap::new();
    for m in moves() {
        by_dy.entry(m.dy).or_default().push(m.dx);
    }
    let mut marked = vec![false; n as usize + 1];
    for m in moves() {
        let (x, y) = (bob.x + m.dx, bob.y + m.dy);
        if !(1..=n).contains(&x) || !(1..=n).contains(&y) {
            continue;
        }
        let seconds = by_dy.get(&(row - y)).map_or(&[][..], Vec::as_slice);
        steps.spend(1 + seconds.len() as u64)?;
        for x in seconds.iter().map(|dx| x + dx).filter(|x| (1..=n).contains(x)) {
            marked[x as usize] = true;
        }
    }
    Ok(marked[1..].iter().all(|&is_marked| is_marked))
}

/// The scan in order, seen from another corner (bit 0: right, bit 1: top) or by columns (bit 2).
fn turned(instance: &Instance, bits: u8) -> Squares {
    let n = instance.n();
    Box::new(in_order(instance).map(move |Square { x, y }| {
        let (x, y) = if bits & 4 == 0 { (x, y) } else { (y, x) };
        let flip = |z: i32, bit: u8| if bits & bit == 0 { z } else { n + 1 - z };
        Square { x: flip(x, 1), y: flip(y, 2) }
    }))
}

/// The squares of the board at that distance, in columns or rows, from a square.
fn ring(n: i32, from: Square, radius: i32) -> impl Iterator<Item = Square> {
    let sides = (-radius..=radius).flat_map(move |along| {
        [(along, -radius), (along, radius), (-radius, along), (radius, along)]
    });
    let squares = sides.map(move |(dx, dy)| Square { x: from.x + dx, y: from.y + dy });
    squares.filter(move |s| (1..=n).contains(&s.x) && (1..=n).contains(&s.y))
}

/// The work of a table of all moves, filled, then asked for the rest of Alice's way after each.
fn chained(
    instance: &Instance,
    mut spend: impl FnMut(u64) -> Result<(), TimeLimit>,
) -> Result<(), TimeLimit> {
    let key = |dx: i32, dy: i32| i64::from(dx) * i64::from(instance.n()) + i64::from(dy);
    let mut table = ChainedTable::default();
    for m in instance.moves() {
        spend(1 + table.insert(key(m.dx, m.dy)))?;
    }
    let (alice, bob) = (instance.alice(), instance.bob());
    for m in instance.moves() {
        spend(1 + table.look_up(key(bob.x - alice.x - m.dx, bob.y - alice.y - m.dy)))?;
    }
    Ok(())
}
