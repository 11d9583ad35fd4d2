//! The cost of cold positions, as ratios to slower methods in the same run.
//!
//! `cargo bench --bench subtraction` takes a minute; `-- --large` adds subtract-a-square up to
//! 2^30. Every bench asserts its answer; no time is asserted.

use std::time::{Duration, Instant};

use referee_benches::{Table, medians, milliseconds};
use referee_games::cold::{Lanes, Periodic, method};
use referee_games::{Effort, Rule};

fn main() {
    let is_large = std::env::args().any(|argument| argument == "--large");
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    println!("residues: {} instructions, {threads} processors", Lanes::widest().name());
    let mut table = Table::begin();
    squares(&mut table, 24, ("segmented", None), 1);
    squares(&mut table, 26, ("segmented", Some(1.0 / 5.0)), 1);
    squares(&mut table, 26, ("segmented", None), 2);
    squares(&mut table, 28, ("segmented", None), 1);
    squares(&mut table, 28, ("sieve", Some(1.0 / 20.0)), 2);
    if is_large {
        for (threads, target) in [(1, None), (2, Some(4.0))] {
            let time = timed("residues", 30, threads);
            let nanoseconds = time.as_secs_f64() * 1e9 / (1u64 << 30) as f64;
            let name = format!("squares 2^30, {threads} threads, ns a position");
            table.row(&name, &milliseconds(time), "", nanoseconds, target);
        }
    }
    sequences(&mut table);
    sets(&mut table);
    table.end();
}

/// The number of cold positions of subtract-a-square below 2^24, 2^26, 2^28, 2^30.
const SQUARES: [(u32, u64); 4] = [(24, 100_145), (26, 262_950), (28, 691_247), (30, 1_816_355)];

/// The time of a method for the squares below a power of two.
fn timed(name: &str, log: u32, threads: usize) -> Duration {
    let rule = Rule::named("squares").unwrap();
    let start = Instant::now();
    let cold = (method(name).unwrap().evaluate)(&rule, 1 << log, &Effort::silent(threads));
    let time = start.elapsed();
    for (log, count) in SQUARES.into_iter().filter(|&(known, _)| known <= log) {
        assert_eq!(cold.count(1 << log), count, "{name} 2^{log}");
    }
    time
}

/// Compares residue classes with another method; the best of a few turns each.
fn squares(table: &mut Table, log: u32, (floor, target): (&str, Option<f64>), threads: usize) {
    let turns = if log > 26 { 1 } else { 3 };
    let best = |name| (0..turns).map(|_| timed(name, log, threads)).min().unwrap();
    let name = format!("squares 2^{log}, {threads} threads : {floor}");
    table.times(&name, best("residues"), best(floor), target);
}

/// The other sequences.
fn sequences(table: &mut Table) {
    for name in ["triangular", "cubes", "powers-of-two", "fibonacci"] {
        let rule = Rule::named(name).unwrap();
        let find = |name| {
            (method(name).unwrap().evaluate)(&rule, 1 << 22, &Effort::silent(1)).count(1 << 22)
        };
        assert_eq!(find("residues"), find("segmented"));
        let [ours, floor] = medians([
            &mut || find("residues"), //
            &mut || find("segmented"),
        ]);
        table.times(&format!("{name} 2^22 : segmented"), ours, floor, None);
    }
}

/// Finite sets, and their periods.
fn sets(table: &mut Table) {
    for amounts in [vec![1, 2, 3], vec![5, 17, 41, 63], vec![31, 100, 129, 333, 1000]] {
        let rule = Rule::set(amounts.clone());
        let find = |name| {
            (method(name).unwrap().evaluate)(&rule, 1 << 22, &Effort::silent(1)).count(1 << 22)
        };
        assert_eq!(find("words"), find("sieve"));
        let [ours, floor] = medians([
            &mut || find("words"), //
            &mut || find("sieve"),
        ]);
        table.times(&format!("{amounts:?} 2^22 : sieve"), ours, floor, None);
        let [ours] = medians([&mut || {
            Periodic::find(&rule, 1 << 20).map_or(0, |periodic| periodic.period.length)
        }]);
        table.times(&format!("{amounts:?} period : words"), ours, floor, None);
    }
}
