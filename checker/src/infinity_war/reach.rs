//! The squares that can be reached with at most two moves.
//!
//! The moves are kept sorted by (dy, dx), with one offset per dy: a lookup is one index and a
//! binary search among the moves of equal dy. Nothing is hashed, so no input can make lookups slow.
//!
//! Cost: O(n log n) to prepare, since only moves of equal dy are sorted; O(n) lookups for a path.
//! Memory: 16 n bytes.

use std::fmt;

use super::{Instance, Move, Square};

/// How a piece gets from one square to another. Moves are numbered from 0 here, from 1 for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Path {
    /// It is there already.
    Stay,
    /// With one move.
    One(usize),
    /// With two moves, the first landing on the board.
    Two(usize, usize),
}

/// The moves of an instance, by rows up and columns to the right.
pub struct MoveRows {
    n: i32,
    /// For each dy from 1-n to n-1, and one beyond: the start of its moves in `entries`.
    offsets: Vec<u32>,
    /// (dx, position in the input), sorted by dx within each dy.
    entries: Vec<(i32, u32)>,
}

impl MoveRows {
    /// Sorts the moves of an instance.
    pub fn new(instance: &Instance) -> Self {
        let n = instance.n();
        let mut offsets = vec![0u32; 2 * n as usize];
        for m in instance.moves() {
            offsets[(m.dy + n) as usize] += 1;
        }
        for i in 1..offsets.len() {
            offsets[i] += offsets[i - 1];
        }
        // `offsets[dy + n - 1]` is now the start of dy, and each placed move advances it towards
        // its end.
        let mut entries = vec![(0, 0); instance.moves().len()];
        for (i, m) in instance.moves().iter().enumerate() {
            let at = &mut offsets[(m.dy + n - 1) as usize];
            entries[*at as usize] = (m.dx, i as u32);
            *at += 1;
        }
        // Every offset is now its row's end, which is the next row's start: shift them back.
        offsets.rotate_right(1);
        offsets[0] = 0;
        let rows = MoveRows { n, offsets, entries };
        rows.sorted()
    }

    fn sorted(mut self) -> Self {
        for i in 1..self.offsets.len() {
            let (start, end) = (self.offsets[i - 1] as usize, self.offsets[i] as usize);
            if end - start > 1 {
                self.entries[start..end].sort_unstable();
            }
        }
        self
    }

    /// The moves that go `dy` rows up, as (dx, position in the input), sorted by dx.
    #[inline]
    pub fn row(&self, dy: i32) -> &[(i32, u32)] {
        if dy <= -self.n || dy >= self.n {
            return &[];
        }
        let at = (dy + self.n - 1) as usize;
        &self.entries[self.offsets[at] as usize..self.offsets[at + 1] as usize]
    }

    /// The position of a move in the input, if it exists.
    #[inline]
    pub fn position(&self, m: Move) -> Option<usize> {
        let row = self.row(m.dy);
        if let [(dx, position)] = row {
            return (*dx == m.dx).then_some(*position as usize);
        }
        let found = row.binary_search_by_key(&m.dx, |&(dx, _)| dx).ok()?;
        Some(row[found].1 as usize)
    }
}

/// An instance with its sorted moves, as needed for questions of reach.
#[derive(Clone, Copy)]
pub struct Reach<'a> {
    /// The instance.
    pub instance: &'a Instance,
    /// Its moves, sorted.
    pub rows: &'a MoveRows,
}

impl Reach<'_> {
    /// A shortest path of at most two moves between two squares of the board. O(n) lookups.
    pub fn path(&self, from: Square, to: Square) -> Option<Path> {
        if from == to {
            return Some(Path::Stay);
        }
        if let Some(only) = self.rows.position(difference(from, to)) {
            return Some(Path::One(only));
        }
        self.instance.moves().iter().enumerate().find_map(|(first, &m)| {
            let midpoint = self.instance.landing(from, m)?;
            let second = self.rows.position(difference(midpoint, to))?;
            Some(Path::Two(first, second))
        })
    }

    /// Two moves that would lead from one square to another if the first could leave the board: a
    /// common reason for a wrong claim. O(n) lookups; only used if there is no [`Reach::path`].
    pub fn illegal_pair(&self, from: Square, to: Square) -> Option<(usize, usize)> {
        self.instance.moves().iter().enumerate().find_map(|(first, m)| {
            let beside = Square { x: from.x + m.dx, y: from.y + m.dy };
            Some((first, self.rows.position(difference(beside, to))?))
        })
    }

    /// For each square of the board, row by row from the bottom, whether a piece on `from` can
    /// reach it with at most two moves. O(n^2) time and memory: for small boards and for oracles.
    pub fn squares(&self, from: Square) -> Vec<bool> {
        let instance = self.instance;
        let n = instance.n() as usize;
        let index = |square: Square| (square.y as usize - 1) * n + square.x as usize - 1;
        let mut reached = vec![false; n * n];
        reached[index(from)] = true;
        for &first in instance.moves() {
            let Some(midpoint) = instance.landing(from, first) else { continue };
            reached[index(midpoint)] = true;
            for &second in instance.moves() {
                if let Some(end) = instance.landing(midpoint, second) {
                    reached[index(end)] = true;
                }
            }
        }
        reached
    }

    /// The path in words: `from (3,1) by move 2 (-1,+1) to (2,2), by move 4 (-1,0) to (1,2)`.
    pub fn describe(&self, from: Square, path: Path) -> impl fmt::Display {
        let mut words = format!("from {from}");
        let mut at = from;
        let steps = match path {
            Path::Stay => vec![],
            Path::One(only) => vec![only],
            Path::Two(first, second) => vec![first, second],
        };
        if steps.is_empty() {
            words.push_str(" by staying there");
        }
        for (i, &step) in steps.iter().enumerate() {
            let m = self.instance.moves()[step];
            at = Square { x: at.x + m.dx, y: at.y + m.dy };
            let comma = if i == 0 { "" } else { "," };
            words.push_str(&format!("{comma} by move {} {m} to {at}", step + 1));
        }
        words
    }

    /// A square, not Bob's, that Bob cannot reach; `None` if there is none, which happens only for
    /// n = 2 and n = 3. Whether Alice could have captured Bob does not matter here.
    ///
    /// Idea: Bob reaches at most (n+1)(n+2)/2 squares, one for each unordered pair of moves with
    /// the null move added, which is less than n^2 from n = 4 on. So some row gets fewer than n of
    /// them and hence fewer than 2n *ordered* pairs, and at most about half of the rows do not.
    /// Rows are marked in a random order, each until 2n ordered pairs have ended there: O(n) a row
    /// and two rows expected, O(n^2) in the worst case, since the order depends on the moves.
    pub fn safe_square(&self) -> Option<Square> {
        let n = self.instance.n();
        let may_give_up = n >= 4;
        let mut marked = vec![false; n as usize];
        let mut order: Vec<i32> = (1..=n).collect();
        let mut state = self.instance.moves().iter().fold(n as u64, |hash, m| {
            (hash ^ (u64::from(m.dx as u32) << 32 | u64::from(m.dy as u32))).wrapping_mul(MIX)
        });
        for tried in 0..order.len() {
            state = state.wrapping_add(MIX);
            let left = (order.len() - tried) as u64;
            order.swap(tried, tried + ((state ^ (state >> 31)) % left) as usize);
            let budget = if may_give_up { 2 * n as usize } else { usize::MAX };
            if let Some(x) = self.first_free_in_row(order[tried], &mut marked, budget) {
                return Some(Square { x, y: order[tried] });
            }
        }
        None
    }

    /// The first column of row `y` that Bob cannot reach; `None` also if more than `budget` ordered
    /// pairs of moves end there.
    fn first_free_in_row(&self, y: i32, marked: &mut [bool], budget: usize) -> Option<i32> {
        let n = self.instance.n();
        let bob = self.instance.bob();
        marked.fill(false);
        let mut left = budget;
        // Added at most once: a second null move would count its pairs twice and break the argument
        // for the budget.
        let null = Move { dx: 0, dy: 0 };
        let added = if self.rows.position(null).is_none() { Some(&null) } else { None };
        for &first in self.instance.moves().iter().chain(added) {
            let Some(midpoint) = self.instance.landing(bob, first) else { continue };
            if midpoint.y == y {
                marked[midpoint.x as usize - 1] = true;
            }
            let seconds = self.rows.row(y - midpoint.y);
            left = left.checked_sub(seconds.len())?;
            for &(dx, _) in seconds {
                let x = midpoint.x + dx;
                if (1..=n).contains(&x) {
                    marked[x as usize - 1] = true;
                }
            }
        }
        marked.iter().position(|&m| !m).map(|x| x as i32 + 1)
    }
}

const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

fn difference(from: Square, to: Square) -> Move {
    Move { dx: to.x - from.x, dy: to.y - from.y }
}
