//! The engine of `referee evaluate --compare`: which method is faster, and from which size on?
//!
//! All methods evaluate the positions below growing powers of two, in turns and on one thread, so
//! that other load on the machine affects all of them alike. Each continues until its share of the
//! time is used up. Their work is counted too, since that does not depend on the machine. Straight
//! lines fitted to the logarithms of the largest sizes give the growth of each, and the size at
//! which divide and conquer, whose time grows like n log^2 n, overtakes the others. The interval of
//! a crossing contains the sizes at which the intervals of both lines overlap.
//!
//! The JSON form of [`MethodComparison`] is documented in docs/evaluate.md. Within a version,
//! fields are only ever added.

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
const VERSION: u32 = 1;

/// The exponent of the smallest size: below it, the overhead of calls dominates.
const FROM: u32 = 10;

/// The number of measurements of a method at each size.
const TURNS: usize = 5;

/// The number of largest sizes to which growth is fitted, and the minimum exponent of these: below
/// it, divide and conquer has little to divide.
const FITTED: usize = 6;
const FITTED_FROM: u32 = 16;

/// The maximum exponent for which a crossing is searched, and the step of the search.
const BEYOND: f64 = 256.0;
const STEP: f64 = 1.0 / 64.0;

/// The comparison of the methods for a rule.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MethodComparison {
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
    /// The time budget, in seconds.
    pub budget_seconds: f64,
    /// The methods, in the order of the listings.
    pub methods: Vec<Compared>,
    /// The sizes at which divide and conquer overtakes each of the others.
    pub crossings: Vec<Crossing>,
}

/// The time and work of a method.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Compared {
    /// The method.
    pub method: &'static str,
    /// Its times, by size.
    pub times: Vec<Time>,
    /// Its work, by size; empty if it is not counted.
    pub work: Vec<OperationCounts>,
    /// The growth of its time; `None` with fewer than three sizes.
    pub time_growth: Option<GrowthRate>,
    /// The growth of its work; `None` with fewer than three sizes.
    pub work_growth: Option<GrowthRate>,
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
    /// The shortest time.
    pub least: f64,
    /// The longest time.
    pub greatest: f64,
}

/// The marks, steps and arithmetic operations for the positions below 2^exponent.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct OperationCounts {
    /// The exponent.
    pub exponent: u32,
    /// Their number.
    pub operations: u64,
}

/// The power of n by which time or work grows; for divide and conquer, in addition to the number of
/// [`levels`].
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct GrowthRate {
    /// The exponent.
    pub exponent: f64,
    /// The half-width of its 95 % confidence interval.
    pub error: f64,
    /// Whether the number of levels was divided out.
    pub divides: bool,
    /// The exponents of the smallest and the largest size that it was fitted to.
    pub range: (u32, u32),
    #[serde(skip)]
    line: Line,
}

/// The size from which one method needs less than the other, as the exponent of a power of two.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Crossing {
    /// The method that is overtaken.
    pub of: &'static str,
    /// The method that overtakes it.
    pub by: &'static str,
    /// What is compared.
    pub measure: Measure,
    /// The size; null if the lines do not cross below 2^256.
    pub at: Option<f64>,
    /// The sizes at which the intervals of the lines begin and stop to overlap.
    pub interval: (Option<f64>, Option<f64>),
}

/// The quantity that is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Seconds.
    Time,
    /// Marks, steps and operations.
    Work,
}

/// Compares all methods for a rule on positions below `size` or less, within roughly the time
/// `budget`. Reports the used share of it to `progress`.
pub fn compare(
    rule: &Rule,
    size: u64,
    nim: bool,
    budget: Duration,
    machine: &Machine,
    progress: &dyn Fn(f64),
) -> MethodComparison {
    let memory = machine.whole_memory();
    let methods = if nim {
        measured(rule, size, NIM_METHODS, budget, memory, progress)
    } else {
        measured(rule, size, cold::METHODS, budget, memory, progress)
    };
    MethodComparison::of(rule.to_string(), nim, budget, methods)
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
        work[at].extend(counted.map(|operations| OperationCounts { exponent, operations }));
        Some(time)
    });
    progress(1.0);
    let all = methods.into_iter().zip(times.into_iter().zip(work));
    all.map(|(method, (times, work))| Compared::new(method.name, method.divides, times, work))
        .collect()
}

/// Measures all methods in turns, for growing sizes. A method ends when its next turns would exceed
/// its share of the budget, or when `time` returns `None`.
fn in_turns(
    methods: usize,
    exponents: RangeInclusive<u32>,
    budget: f64,
    mut time: impl FnMut(usize, u32, usize) -> Option<f64>,
) -> Vec<Vec<Time>> {
    let share = budget / methods.max(1) as f64;
    let mut all = vec![Vec::new(); methods];
    // For each method, the seconds used and those of its next turn; `None` once it has ended.
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
            // Doubling the size at least doubles the time.
            used[method] = used[method].map(|(used, next)| (used, 2.0 * next));
        }
    }
    all
}

impl Time {
    /// Summarizes the times of the turns; `None` if they are incomplete.
    fn of(exponent: u32, turns: Vec<f64>) -> Option<Time> {
        let least = turns.iter().copied().fold(f64::INFINITY, f64::min);
        let greatest = turns.iter().copied().fold(0.0, f64::max);
        if turns.len() < TURNS {
            return None;
        }
        Some(Time { exponent, median: median(turns)?, least, greatest })
    }
}

impl MethodComparison {
    /// Compares methods from their times and work.
    pub fn of(
        rule: String,
        nim: bool,
        budget: Duration,
        methods: Vec<Compared>,
    ) -> MethodComparison {
        MethodComparison {
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
    /// Fits the growth of a method to its times and its work; `divides` marks divide and conquer.
    pub fn new(
        method: &'static str,
        divides: bool,
        times: Vec<Time>,
        work: Vec<OperationCounts>,
    ) -> Compared {
        let of_times = times.iter().map(|time| (time.exponent, time.median));
        let of_work = work.iter().map(|work| (work.exponent, work.operations as f64));
        let time_growth = GrowthRate::of(divides, of_times.collect());
        let work_growth = GrowthRate::of(divides, of_work.collect());
        Compared { method, times, work, time_growth, work_growth, divides }
    }

    /// Returns the growth of its time or work.
    pub fn growth(&self, measure: Measure) -> Option<&GrowthRate> {
        match measure {
            Measure::Time => self.time_growth.as_ref(),
            Measure::Work => self.work_growth.as_ref(),
        }
    }
}

impl GrowthRate {
    /// Fits the power of n to the largest sizes, after dividing by the number of levels.
    fn of(divides: bool, values: Vec<(u32, f64)>) -> Option<GrowthRate> {
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
        Some(GrowthRate {
            exponent: line.slope,
            error: line.slope_error(),
            divides,
            range: (*first, *end),
            line,
        })
    }

    /// Returns the logarithm of the fitted value for 2^x positions.
    pub fn at(&self, x: f64) -> f64 {
        self.line.at(x) + beside(self.divides, x)
    }
}

/// Returns the logarithm of the factor beside the power of n.
fn beside(divides: bool, x: f64) -> f64 {
    if divides { levels(x).log2() } else { 0.0 }
}

/// Returns the crossings of each method of divide and conquer with each other one, by each measure.
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
