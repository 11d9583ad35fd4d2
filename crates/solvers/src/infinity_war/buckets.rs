//! The moves by rows: one bucket for each dy, built by counting sort. O(n) time, 12 n bytes, and 8
//! n more during construction.

use referee_checker::infinity_war::{Instance, Move};

/// The number of moves from which their buckets do not fit into a cache.
const GROUPED_FROM: usize = 1 << 20;

/// The moves of an instance, and the null move, in buckets of equal dy.
pub(super) struct Buckets {
    n: i32,
    /// For each dy from 1-n to n-1, and one beyond: the start of its bucket in `columns`.
    starts: Vec<u32>,
    /// The dx of every move, bucket by bucket.
    columns: Vec<i32>,
}

impl Buckets {
    /// Sorts the moves into buckets. The null move is added if it is missing, so that two moves can
    /// do everything that one move can.
    pub(super) fn new(instance: &Instance) -> Self {
        let n = instance.n();
        let moves = instance.moves();
        let null = Move { dx: 0, dy: 0 };
        let added = if moves.contains(&null) { None } else { Some(null) };
        let bucket = |m: Move| (m.dy + n - 1) as usize;

        let grouped = if moves.len() >= GROUPED_FROM { grouped(moves, n) } else { Vec::new() };
        let moves = if grouped.is_empty() { moves } else { &grouped };
        let mut starts = vec![0u32; 2 * n as usize];
        moves.iter().chain(&added).for_each(|&m| starts[bucket(m)] += 1);
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        // Each entry is now the end of its bucket, and each placed move moves it one towards the
        // start.
        let mut columns = vec![0; sum as usize];
        moves.iter().chain(&added).for_each(|&m| {
            let at = &mut starts[bucket(m)];
            *at -= 1;
            columns[*at as usize] = m.dx;
        });
        Buckets { n, starts, columns }
    }

    /// Returns the dx of every move that goes `dy` rows up; empty if `dy` is as long as the board.
    #[inline]
    pub(super) fn row(&self, dy: i32) -> &[i32] {
        if dy <= -self.n || dy >= self.n {
            return &[];
        }
        let at = (dy + self.n - 1) as usize;
        &self.columns[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// Returns every dy from `least` to `most` for which both its bucket and that of `sum - dy`
    /// have moves.
    ///
    /// Most inputs have buckets of zero, one or two moves, in an order that branch prediction
    /// cannot learn. So this avoids branches on them, and leaves few candidates to the callers.
    pub(super) fn meeting(&self, sum: i32, least: i32, most: i32) -> Vec<i32> {
        let longest = self.n - 1;
        let least = least.max(-longest).max(sum - longest);
        let most = most.min(longest).min(sum + longest);
        if least > most {
            return Vec::new();
        }
        let count = (most - least + 1) as usize;
        // Both ends of each bucket: forwards for the first move, backwards for the second.
        let firsts = &self.starts[(least + longest) as usize..][..count + 1];
        let seconds = &self.starts[(sum - most + longest) as usize..][..count + 1];
        let holds = |ends: &[u32]| ends[0] != ends[1];
        let mut met = vec![0; count];
        let mut found = 0;
        for (dy, (first, second)) in (least..).zip(firsts.windows(2).zip(seconds.windows(2).rev()))
        {
            met[found] = dy;
            found += usize::from(holds(first) & holds(second));
        }
        met.truncate(found);
        met
    }

    /// Returns, for each dy from 1-n to n-1, the number of its moves, and how many of them lead
    /// from column `x` to a column of the board.
    pub(super) fn counts(&self, x: i32) -> impl Iterator<Item = (u32, u32)> {
        let mut sum = 0;
        // Prefix sums over the moves, so that buckets need not be scanned.
        let mut before = Vec::with_capacity(self.columns.len() + 1);
        before.push(sum);
        before.extend(self.columns.iter().map(|dx| {
            sum += u32::from(((x + dx - 1) as u32) < self.n as u32);
            sum
        }));
        self.starts.windows(2).map(move |ends| {
            (ends[1] - ends[0], before[ends[1] as usize] - before[ends[0] as usize])
        })
    }
}

/// Returns the moves in at most 256 groups of neighbouring buckets. Reading and writing them once
/// in order costs less than a cache miss at every bucket.
fn grouped(moves: &[Move], n: i32) -> Vec<Move> {
    let shift = (2 * n as u32).ilog2().saturating_sub(7);
    let group = |m: Move| ((m.dy + n - 1) as u32 >> shift) as usize;
    let mut starts = [0; 257];
    for &m in moves {
        starts[group(m) + 1] += 1;
    }
    for i in 1..starts.len() {
        starts[i] += starts[i - 1];
    }
    let mut grouped = vec![Move { dx: 0, dy: 0 }; moves.len()];
    for &m in moves {
        let at = &mut starts[group(m)];
        grouped[*at] = m;
        *at += 1;
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_hold_every_move_once_and_neighbours_together() {
        for n in [2, 3, 127, 128, 129, 1000, 70_000] {
            let move_at = |i: i32| Move { dx: i % n, dy: (i * 7919) % (2 * n - 1) - (n - 1) };
            let moves: Vec<Move> = (0..2 * n - 1).map(move_at).collect();
            let mut in_groups = grouped(&moves, n);
            let shift = (2 * n as u32).ilog2().saturating_sub(7);
            assert!(in_groups.is_sorted_by_key(|m| (m.dy + n - 1) >> shift));
            in_groups.sort_unstable();
            let mut expected = moves.clone();
            expected.sort_unstable();
            assert_eq!(in_groups, expected);
        }
    }
}
