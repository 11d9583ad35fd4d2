//! A plain harness: the measured code and its floor take turns in one run, and only their ratio
//! counts.
//!
//! Machines differ and are shared, but two medians taken in turns on the same machine are
//! comparable. So absolute times are printed for orientation and never judged.

use std::path::PathBuf;
use std::process::Command;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

pub use child::run;

mod child;

/// The minimum number of turns of a comparison.
const TURNS: usize = 15;

/// How long a comparison continues with further turns.
const TIME: Duration = Duration::from_millis(600);

/// Runs the closures in turns and returns the median time of each.
///
/// Each must do the same work every time, and should return something that depends on all of it.
pub fn medians<const N: usize>(mut sides: [&mut dyn FnMut() -> u64; N]) -> [Duration; N] {
    let mut times: [Vec<Duration>; N] = std::array::from_fn(|_| Vec::new());
    let start = Instant::now();
    // The first turn warms up caches, pages and predictors.
    let mut turn = 0;
    while turn <= TURNS || start.elapsed() < TIME {
        for (side, times) in sides.iter_mut().zip(&mut times) {
            let start = Instant::now();
            std::hint::black_box(side());
            let time = start.elapsed();
            if turn > 0 {
                times.push(time);
            }
        }
        turn += 1;
        if turn > 3 && start.elapsed() > 10 * TIME {
            break;
        }
    }
    times.map(|mut times| {
        times.sort_unstable();
        times[times.len() / 2]
    })
}

/// Returns the shortest time of each side in `turns` turns: noise only lengthens times.
pub fn least<const N: usize>(turns: usize, mut sides: [&mut dyn FnMut(); N]) -> [Duration; N] {
    let mut least = [Duration::MAX; N];
    for _ in 0..turns {
        for (side, least) in sides.iter_mut().zip(&mut least) {
            let start = Instant::now();
            side();
            *least = start.elapsed().min(*least);
        }
    }
    least
}

/// The rows of the table that a bench prints.
pub struct Table {
    missed: usize,
    slack: f64,
}

impl Table {
    /// Prints the head of the table.
    pub fn begin() -> Self {
        println!("{:<54} {:>10} {:>10} {:>8} {:>8}", "", "ours", "floor", "ratio", "target");
        Table { missed: 0, slack: 1.0 }
    }

    /// Does the same for targets that count as missed only beyond this factor.
    pub fn with_slack(slack: f64) -> Self {
        Table { slack, ..Table::begin() }
    }

    /// Prints a comparison of times; a target is the largest acceptable ratio.
    pub fn times(&mut self, name: &str, ours: Duration, floor: Duration, target: Option<f64>) {
        let ratio = ours.as_secs_f64() / floor.as_secs_f64();
        self.row(name, &milliseconds(ours), &milliseconds(floor), ratio, target);
    }

    /// Prints a comparison of anything else; a target is the largest acceptable ratio.
    pub fn row(&mut self, name: &str, ours: &str, floor: &str, ratio: f64, target: Option<f64>) {
        let (target, word) = match target {
            None => (String::new(), ""),
            Some(target) if ratio <= target => (format!("{target:.2}"), "ok"),
            Some(target) if ratio <= target * self.slack => {
                (format!("{target:.2}"), "within slack")
            }
            Some(target) => {
                self.missed += 1;
                (format!("{target:.2}"), "MISSED")
            }
        };
        println!("{name:<54} {ours:>10} {floor:>10} {ratio:>8.2} {target:>8} {word}");
    }

    /// Prints the number of missed targets, and returns it.
    pub fn end(self) -> usize {
        match self.missed {
            0 => println!("every target met"),
            missed => println!("{missed} targets MISSED"),
        }
        self.missed
    }
}

/// Formats a time for people.
pub fn milliseconds(time: Duration) -> String {
    format!("{:.3} ms", time.as_secs_f64() * 1e3)
}

/// Formats a throughput for people.
pub fn speed(bytes: usize, time: Duration) -> String {
    format!("{:.2} GB/s", bytes as f64 / time.as_secs_f64() / 1e9)
}

/// The path of Python's interpreter itself: `python3` may be a script that searches for it.
pub fn python() -> Option<String> {
    let asked = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output();
    asked.ok().map(|asked| String::from_utf8_lossy(&asked.stdout).trim().to_string())
}

/// Returns the path of the program, built as users build it.
///
/// # Panics
/// It cannot be built.
pub fn program() -> &'static PathBuf {
    static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| {
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--quiet", "--release", "--package=referee", "--bin=referee"]);
        assert!(build.status().is_ok_and(|status| status.success()), "the program is not built");
        // This bench is in the folder `deps` beside it.
        let bench = std::env::current_exe().expect("the path of this bench");
        bench.with_file_name("").join("../referee")
    });
    &PROGRAM
}
