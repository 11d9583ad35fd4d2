//! The moves by rows: one bucket for each dy, made by counting. O(n) time, 12 n bytes.

use referee_checker::infinity_war::{Instance, Move};

/// The moves of an instance, and the null move, in buckets of equal dy.
pub(super) struct Buckets {
    n: i32,
    /// For each dy from 1-n to n-1, and one past: where its bucket starts in `columns`.
    starts: Vec<u32>,
    /// The dx of every move, bucket after bucket.
    columns: Vec<i32>,
}

impl Buckets {
    /// Sorts the moves into buckets. The null move is added if it is not among them, so that whatever
    /// one move can do, two moves can do as well.
    pub(super) fn new(instance: &Instance) -> Self {
        let n = instance.n();
        let moves = instance.moves();
        let null = Move { dx: 0, dy: 0 };
        let added = if moves.contains(&null) { None } else { Some(null) };
        let bucket = |m: Move| (m.dy + n - 1) as usize;

        let mut starts = vec![0u32; 2 * n as usize];
        for &m in moves.iter().chain(&added) {
            starts[bucket(m)] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        // Each entry is the end of its bucket now, and every move placed takes it one nearer to the start.
        let mut columns = vec![0; sum as usize];
        for &m in moves.iter().chain(&added) {
            let at = &mut starts[bucket(m)];
            *at -= 1;
            columns[*at as usize] = m.dx;
        }
        Buckets { n, starts, columns }
    }

    /// The dx of every move that goes `dy` rows up; none when `dy` is as long as the board.
    #[inline]
    pub(super) fn row(&self, dy: i32) -> &[i32] {
        if dy <= -self.n || dy >= self.n {
            return &[];
        }
        let at = (dy + self.n - 1) as usize;
        &self.columns[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}
