//! The loops. Each takes a fraction of a millisecond and is timed several times; the shortest time
//! counts.
//!
//! Their results are consumed, so that no compiler removes them. Without optimization they are
//! shorter, since times are only compared with those of the same build.

use std::hint::black_box;
use std::time::Instant;

use referee_base::machine::processor_fact;

use super::figures::{CalibrationFigures, LOOPS};

/// How often each loop is timed.
const TIMES: usize = 5;

/// The factor by which the loops are shorter without optimization.
const SHORTER: usize = if cfg!(debug_assertions) { 16 } else { 1 };

/// The number of steps of the integer loop; each depends on the previous one.
const STEPS: usize = 50_000 / SHORTER;

/// The number of places in memory, of four bytes each: more than the first-level cache of a core
/// holds.
const PLACES: u32 = (1 << 18) / SHORTER as u32;

const READS: usize = 10_000 / SHORTER;

/// The number of blocks that are allocated.
const BLOCKS: usize = 4_000 / SHORTER;

pub(super) struct Loops {
    cpu: Option<String>,
    /// For each place, the one to read next: a cycle through all of them.
    next: Vec<u32>,
}

impl Default for Loops {
    fn default() -> Loops {
        // Multiplication by 5 plus an odd summand has the full period.
        let next = (0..PLACES).map(|at| (at * 5 + 12_345) % PLACES);
        Loops { cpu: processor_fact("model name"), next: next.collect() }
    }
}

impl Loops {
    pub(super) fn measure(&self) -> CalibrationFigures {
        CalibrationFigures {
            loops: LOOPS,
            build: if cfg!(debug_assertions) { "debug" } else { "release" }.into(),
            cpu: self.cpu.clone(),
            integers_us: least(integers),
            memory_us: least(|| memory(&self.next)),
            allocation_us: least(allocation),
        }
    }
}

/// Returns the shortest time of some work, in microseconds.
fn least(work: impl Fn() -> u64) -> f64 {
    let time = |_| {
        let start = Instant::now();
        black_box(work());
        start.elapsed().as_secs_f64() * 1e6
    };
    (0..TIMES).map(time).fold(f64::INFINITY, f64::min)
}

fn integers() -> u64 {
    let mut state = black_box(88_172_645_463_325_252_u64);
    for _ in 0..STEPS {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
    }
    state
}

fn memory(next: &[u32]) -> u64 {
    let mut at = black_box(0);
    for _ in 0..READS {
        at = next[at as usize];
    }
    at.into()
}

fn allocation() -> u64 {
    let mut kept: Vec<Vec<u8>> = Vec::new();
    let mut sum = 0;
    for block in 0..BLOCKS {
        let bytes = black_box(vec![block as u8; 16 << (block % 6)]);
        sum += bytes.len() as u64;
        match block % 3 {
            0 => kept.push(bytes),
            1 => drop(kept.pop()),
            _ => drop(bytes),
        }
    }
    sum + black_box(&kept).len() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_places_of_memory_are_on_one_cycle() {
        let next = Loops::default().next;
        let (mut at, mut steps) = (0, 0);
        while steps == 0 || at != 0 {
            at = next[at] as usize;
            steps += 1;
        }
        assert_eq!(steps, PLACES);
    }

    #[test]
    fn the_loops_compute_something_that_depends_on_them() {
        assert_ne!(integers(), 88_172_645_463_325_252);
        assert!(allocation() > BLOCKS as u64 * 16);
        let figures = Loops::default().measure();
        assert!(figures.together() > 0.0 && figures.together().is_finite(), "{figures:?}");
        assert_eq!(figures.slowness(&figures), Some(1.0));
    }
}
