//! The engine of `referee evaluate --compare`: which method is faster, and from where on?
//!
//! All methods evaluate the positions below growing powers of two, in turns, on one thread, so that what else the machine does
//! hits all of them alike. Each goes on until its share of the time is used up. Their work is counted as well: that depends on no
//! machine. Straight lines through the logarithms of the greatest sizes tell how both grow, and where divide and conquer, whose time
//! grows like n log^2 n, overtakes the others. The interval of a crossing has the sizes at which the intervals of both lines overlap.
//!
//! The JSON form of [`Comparison`] is documented in docs/evaluate.md. Within a version, fields are only ever added.

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use referee_base::machine::Machine;
use referee_games::fit::median;
use referee_games::line::Line;
use referee_games::nim::NIM_METHODS;
use referee_games::{Effort, Method, Rule, cold, levels};
use serde::Serialize;

/// The name of the JSON form.
const FORMAT: &str = "referee-comparison";
/// Its version.
const VERSION: u32 = 1;

/// The exponent of the least size: below it, calls take longer than what they do.
const FROM: u32 = 10;

/// How often a method evaluates each size.
const TURNS: usize = 5;

/// The number of greatest sizes by which growth is judged, and the exponent of the least of them: below it, divide and conquer
/// has little to divide.
const FITTED: usize = 6;
const FITTED_FROM: u32 = 16;

/// The exponent beyond which no crossing is searched, and the step of the search.
const BEYOND: f64 = 256.0;
const STEP: f64 = 1.0 / 64.0;

/// How the methods for a rule compare.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// `FORMAT`.
    pub format: &'static str,
    /// `VERSION`.
    pub version: u32,
    /// The version of this program.
    pub referee: &'static str,
    /// The game.
    pub game: &'static str,
    /// The rule, in the syntax of the command line.
    pub rule: String,
    /// Whether nim-values were computed instead of cold positions.
    pub nim: bool,
    /// The time in which it had to be done.
    pub budget_seconds: f64,
    /// The methods, in the order of the listings.
    pub methods: Vec<Compared>,
    /// Where divide and conquer overtakes each of the others.
    pub crossings: Vec<Crossing>,
}

/// What a method takes.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Compared {
    /// The method.
    pub method: &'static str,
    /// How long it takes, by size.
    pub times: Vec<Time>,
    /// How much it does, by size; nothing where that is not counted.
    pub work: Vec<Work>,
    /// How its time grows; none of fewer than three sizes.
    pub time_growth: Option<Growth>,
    /// How its work grows.
    pub work_growth: Option<Growth>,
    /// Whether it is a method of divide and conquer.
    pub divides: bool,
}

/// The time for the positions below 2^exponent, in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Time {
    /// The exponent.
    pub exponent: u32,
    /// The median of the turns.
    pub median: f64,
    /// The least time.
    pub least: f64,
    /// The greatest time.
    pub greatest: f64,
}

/// The marks, steps and arithmetic operations for the positions below 2^exponent.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Work {
    /// The exponent.
    pub exponent: u32,
    /// Their number.
    pub operations: u64,
}

/// A power of n by which something grows; for divide and conquer, beside the number of [`levels`].
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Growth {
    /// The exponent.
    pub exponent: f64,
    /// It is that far off at most, with a probability of 95 %.
    pub error: f64,
    /// Whether the number of levels was divided out.
    pub divides: bool,
    /// The exponents of the least and the greatest size that it was fitted to.
    pub range: (u32, u32),
    #[serde(skip)]
    line: Line,
}

/// From where on the one method takes less than the other: a size, as the exponent of a power of two.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Crossing {
    /// The method that is overtaken.
    pub of: &'static str,
    /// The method that overtakes it.
    pub by: &'static str,
    /// Whether by time or by work.
    pub measure: Measure,
    /// The size; null if the lines do not cross below 2^256.
    pub at: Option<f64>,
    /// Where the intervals of the lines begin to overlap, and where they end to.
    pub interval: (Option<f64>, Option<f64>),
}

/// What is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Seconds.
    Time,
    /// Marks, steps and operations.
    Work,
}

/// Compares all methods for a rule with positions below `size` at most, within about this time. Reports the used share of it.
pub fn compare(
    rule: &Rule,
    size: u64,
    nim: bool,
    budget: Duration,
    machine: &Machine,
    progress: &dyn Fn(f64),
) -> Comparison {
    let memory = machine.whole_memory();
    let methods = if nim {
        measured(rule, size, NIM_METHODS, budget, memory, progress)
    } else {
        measured(rule, size, cold::METHODS, budget, memory, progress)
    };
    Comparison::of(rule.to_string(), nim, budget, methods)
}

fn measured<A>(
    rule: &Rule,
    size: u64,
    methods: &[Method<A>],
    budget: Duration,
    memory: u64,
    progress: &dyn Fn(f64),
) -> Vec<Compared> {
    let methods: Vec<&Method<A>> = methods.iter().filter(|one| (one.suits)(rule)).collect();
    let exponents = FROM..=size.max(1).ilog2();
    let mut work = vec![Vec::new(); methods.len()];
    let begin = Instant::now();
    let times = in_turns(methods.len(), exponents, budget.as_secs_f64(), |at, exponent, turn| {
        let (method, size) = (methods[at], 1 << exponent);
        if (method.memory)(rule, size) > memory {
            return None;
        }
        progress((begin.elapsed().as_secs_f64() / budget.as_secs_f64()).min(0.99));
        let start = Instant::now();
        let answer = (method.evaluate)(rule, size, &Effort::silent(1));
        let time = start.elapsed().as_secs_f64();
        let counted = if turn == 0 { (method.work)(rule, &answer, size) } else { None };
        work[at].extend(counted.map(|operations| Work { exponent, operations }));
        Some(time)
    });
    progress(1.0);
    let all = methods.into_iter().zip(times.into_iter().zip(work));
    all.map(|(method, (times, work))| Compared::new(method.name, method.divides, times, work))
        .collect()
}

/// Takes the times of all methods in turns, for growing sizes. A method ends where the next turns would go beyond its share of the
/// budget, or where it has no time.
fn in_turns(
    methods: usize,
    exponents: RangeInclusive<u32>,
    budget: f64,
    mut time: impl FnMut(usize, u32, usize) -> Option<f64>,
) -> Vec<Vec<Time>> {
    let share = budget / methods.max(1) as f64;
    let mut all = vec![Vec::new(); methods];
    // What each method has used, and what its next turn will take, as far as that is known.
    let mut used: Vec<Option<(f64, f64)>> = vec![Some((0.0, 0.0)); methods];
    for exponent in exponents {
        let mut turns = vec![Vec::new(); methods];
        for turn in 0..TURNS {
            for method in 0..methods {
                used[method] = used[method].and_then(|(used, next)| {
                    let left = (TURNS - turn) as f64;
                    let took = if used + left * next > share {
                        None
                    } else {
                        time(method, exponent, turn)
                    }?;
                    turns[method].push(took);
                    Some((used + took, took))
                });
            }
        }
        for (method, turns) in turns.into_iter().enumerate() {
            all[method].extend(Time::of(exponent, turns));
            // Twice the size takes at least twice the time.
            used[method] = used[method].map(|(used, next)| (used, 2.0 * next));
        }
    }
    all
}

impl Time {
    /// Returns what the turns have taken; none if they were broken off.
    fn of(exponent: u32, turns: Vec<f64>) -> Option<Time> {
        let least = turns.iter().copied().fold(f64::INFINITY, f64::min);
        let greatest = turns.iter().copied().fold(0.0, f64::max);
        if turns.len() < TURNS {
            return None;
        }
        Some(Time { exponent, median: median(turns)?, least, greatest })
    }
}

impl Comparison {
    /// Compares methods of which times and work are known.
    pub fn of(rule: String, nim: bool, budget: Duration, methods: Vec<Compared>) -> Comparison {
        Comparison {
            format: FORMAT,
            version: VERSION,
            referee: env!("CARGO_PKG_VERSION"),
            game: referee_games::NAME,
            rule,
            nim,
            budget_seconds: budget.as_secs_f64(),
            crossings: crossings(&methods),
            methods,
        }
    }
}

impl Compared {
    /// Fits the growth of a method, which may divide and conquer, to its times and its work.
    pub fn new(method: &'static str, divides: bool, times: Vec<Time>, work: Vec<Work>) -> Compared {
        let of_times = times.iter().map(|time| (time.exponent, time.median));
        let of_work = work.iter().map(|work| (work.exponent, work.operations as f64));
        let time_growth = Growth::of(divides, of_times.collect());
        let work_growth = Growth::of(divides, of_work.collect());
        Compared { method, times, work, time_growth, work_growth, divides }
    }

    /// Returns how what is compared grows.
    pub fn growth(&self, measure: Measure) -> Option<&Growth> {
        match measure {
            Measure::Time => self.time_growth.as_ref(),
            Measure::Work => self.work_growth.as_ref(),
        }
    }
}

impl Growth {
    /// Fits the power of n for the greatest sizes, once the number of levels is divided out.
    fn of(divides: bool, values: Vec<(u32, f64)>) -> Option<Growth> {
        let from = values.partition_point(|&(exponent, _)| exponent < FITTED_FROM);
        let last = &values[from.max(values.len().saturating_sub(FITTED))..];
        let ([(first, _), _, .., (end, _)], true) =
            (last, last.iter().all(|&(_, value)| value > 0.0))
        else {
            return None;
        };
        let divided = |&(exponent, value): &(u32, f64)| {
            let x = f64::from(exponent);
            (x, value.log2() - beside(divides, x))
        };
        let points: Vec<_> = last.iter().map(divided).collect();
        let line = Line::fitted(&points).filter(|_| last.len() > 2)?;
        Some(Growth {
            exponent: line.slope,
            error: line.slope_error(),
            divides,
            range: (*first, *end),
            line,
        })
    }

    /// Returns the logarithm of its value for 2^x positions.
    pub fn at(&self, x: f64) -> f64 {
        self.line.at(x) + beside(self.divides, x)
    }
}

/// Returns the logarithm of what grows beside the power of n.
fn beside(divides: bool, x: f64) -> f64 {
    if divides { levels(x).log2() } else { 0.0 }
}

/// Returns where the methods of divide and conquer overtake the others, by each measure.
fn crossings(methods: &[Compared]) -> Vec<Crossing> {
    let (dividing, others): (Vec<_>, Vec<_>) = methods.iter().partition(|one| one.divides);
    let pairs = dividing.iter().flat_map(|by| others.iter().map(move |of| (*of, *by)));
    let measures = [Measure::Time, Measure::Work];
    let all = pairs.flat_map(|pair| measures.map(|measure| (pair, measure)));
    all.filter_map(|((of, by), measure)| Crossing::find(of, by, measure)).collect()
}

impl Crossing {
    fn find(of: &Compared, by: &Compared, measure: Measure) -> Option<Crossing> {
        let (slow, fast) = (of.growth(measure)?, by.growth(measure)?);
        let from = f64::from(slow.range.0.min(fast.range.0));
        let steps = (0..).map(|step| from + STEP * f64::from(step)).take_while(|&x| x <= BEYOND);
        let ahead = |x: f64| slow.at(x) - fast.at(x);
        let error = |x: f64| slow.line.error_at(x).hypot(fast.line.error_at(x));
        let first = |holds: &dyn Fn(f64) -> bool| steps.clone().find(|&x| holds(x));
        Some(Crossing {
            of: of.method,
            by: by.method,
            measure,
            at: first(&|x| ahead(x) >= 0.0),
            interval: (first(&|x| ahead(x) + error(x) >= 0.0), first(&|x| ahead(x) >= error(x))),
        })
    }
}

#[cfg(test)]
mod tests;
