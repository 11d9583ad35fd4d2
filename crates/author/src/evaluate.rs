//! The engine of `referee evaluate`: evaluates the first positions of a subtraction game by one
//! method, within available memory, and derives their counts, growth, largest nim-value and period.
//!
//! The JSON form of [`Evaluation`] is documented in docs/evaluate.md. Within a version, fields are
//! only ever added.

use std::borrow::Cow;
use std::time::Instant;

use referee_checker::TooLarge;
use serde::Serialize;

use referee_base::fault::Fault;
use referee_base::machine::Machine;
use referee_games::cold::{self, Periodic};
use referee_games::fit::{self, Fit, Measurement, PowerLaw};
use referee_games::nim::{NIM_METHODS, NimTooLarge, nim_period};
use referee_games::{self, Cold, Effort, Method, Period, Rule};
use referee_problem::unknown;

/// The name of the JSON form.
pub const FORMAT: &str = "referee-evaluation";
/// Its version.
pub const VERSION: u32 = 1;

/// The smallest exponent used to fit the power law: below it, irregularities dominate.
const FITTED_FROM: u32 = 10;

/// The minimum number of positions that the period search covers, even if fewer are evaluated.
const PERIOD_WITHIN: u64 = 1 << 20;

/// The maximum memory per position, in bytes, while searching for the period of cold positions.
const COLD_PERIOD_MEMORY: u64 = 1;

/// The maximum memory per position, in bytes, while searching for the period of nim-values.
const NIM_PERIOD_MEMORY: u64 = 16;

/// A feasible evaluation: its method suits the rule, and it fits into memory.
pub struct EvaluationPlan {
    rule: Rule,
    size: u64,
    method: Chosen,
    /// How the law of growth is fitted.
    pub fit: Fit,
    machine: Machine,
}

/// A method, along with the kind of value that it computes for each position.
#[derive(Clone, Copy)]
enum Chosen {
    Cold(&'static Method<Cold>),
    Nim(&'static Method<Result<Vec<u16>, NimTooLarge>>),
}

/// The evaluated positions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Positions {
    /// Whether each is cold.
    Cold(Cold),
    /// The nim-value of each.
    Nim(Vec<u16>),
}

/// The result of an evaluation.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Evaluation {
    /// [`FORMAT`].
    pub format: &'static str,
    /// [`VERSION`].
    pub version: u32,
    /// The version of this program.
    pub referee: &'static str,
    /// The game.
    pub game: &'static str,
    /// The rule, in the syntax of the command line.
    pub rule: String,
    /// The number of evaluated positions, which start at 0.
    pub positions: u64,
    /// The name of the method.
    pub method: &'static str,
    /// The running time of the method, in seconds of wall time.
    pub seconds: f64,
    /// The number of cold positions: those of nim-value 0.
    pub cold: u64,
    /// The largest nim-value, if nim-values were requested and there is a position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub largest: Option<Largest>,
    /// The counts at each power of two, from 2^0 on.
    pub counts: Vec<Count>,
    /// The growth of the cold positions, or of the largest nim-value if nim-values were requested;
    /// `None` if there are too few samples, or if a period describes everything.
    pub growth: Option<PowerLaw>,
    /// The result of the period search; only for finite sets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period: Option<PeriodSearch>,
}

/// The largest nim-value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Largest {
    /// The nim-value.
    pub value: u16,
    /// The first position that has it.
    pub first: u64,
}

/// The counts of the positions below 2^exponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Count {
    /// The exponent.
    pub exponent: u32,
    /// The number of cold positions.
    pub cold: u64,
    /// The largest nim-value, if nim-values were requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub largest: Option<u64>,
}

/// The outcome of a period search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct PeriodSearch {
    /// The number of first positions that were searched for a repetition.
    pub within: u64,
    /// The period, if one was found and thereby proved.
    pub found: Option<Period>,
    /// The number of cold positions in a period, if it is a period of cold positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cold: Option<u64>,
}

impl EvaluationPlan {
    /// Plans the evaluation of the positions below `size`, by the named method or the fastest one;
    /// computes nim-values if `nim`. An evaluation runs alone, so it may use all memory that the
    /// machine allows this process.
    ///
    /// # Errors
    /// There is no such method, it does not suit the rule, or it needs more memory than is
    /// available.
    pub fn new(
        rule: Rule,
        size: u64,
        nim: bool,
        method: Option<&str>,
        machine: Machine,
    ) -> Result<EvaluationPlan, Fault> {
        let fits = |needed| fits(&rule, size, needed, machine.whole_memory());
        let method = if nim {
            let what = "method for nim-values";
            let method = chosen(what, NIM_METHODS, &NIM_METHODS[0], &rule, method)?;
            // The values are checked first: a method's own estimate may exceed 64 bits.
            fits(size.saturating_mul(2))?;
            fits((method.memory)(&rule, size).saturating_add(size / 8))?;
            Chosen::Nim(method)
        } else {
            let what = "method for cold positions";
            let default = cold::default_method(&rule);
            let method = chosen(what, cold::METHODS, default, &rule, method)?;
            fits(size / 8)?;
            fits((method.memory)(&rule, size))?;
            Chosen::Cold(method)
        };
        Ok(EvaluationPlan { rule, size, method, fit: Fit::LeastSquares, machine })
    }

    /// Evaluates the positions, and reports the finished share to `progress` from time to time.
    ///
    /// # Errors
    /// A nim-value is too large to be stored.
    pub fn run(&self, progress: &dyn Fn(f64)) -> Result<(Evaluation, Positions), Fault> {
        let period = self.look_for_period();
        let effort = Effort { threads: self.machine.jobs, progress };
        let start = Instant::now();
        let (method, positions) = match self.method {
            Chosen::Cold(method) => {
                let cold = (method.evaluate)(&self.rule, self.size, &effort);
                (method.name, Positions::Cold(cold))
            }
            Chosen::Nim(method) => {
                let values = (method.evaluate)(&self.rule, self.size, &effort);
                let values = values.map_err(|error| Fault::judge(error.to_string()))?;
                (method.name, Positions::Nim(values))
            }
        };
        let seconds = start.elapsed().as_secs_f64();
        let cold = positions.cold();
        let (count, counts) = (cold.count(self.size), positions.counts(&cold));
        drop(cold);
        let mut evaluation =
            Evaluation::of_counts(&self.rule, self.size, method, seconds, count, counts);
        (evaluation.largest, evaluation.period) = (positions.largest(), period);
        if period.is_some_and(|period| period.found.is_some()) {
            evaluation.growth = None;
        } else if self.fit == Fit::RepeatedMedians {
            evaluation.growth = PowerLaw::repeated_medians(&positions.at_cubes());
        }
        Ok((evaluation, positions))
    }

    /// Searches for the period of a finite set. This comes first, while the positions do not need
    /// the memory yet.
    fn look_for_period(&self) -> Option<PeriodSearch> {
        let Rule::Set(_) = self.rule else { return None };
        let within =
            |memory| self.size.max(PERIOD_WITHIN).min(self.machine.whole_memory() / memory);
        Some(match self.method {
            Chosen::Cold(_) => {
                let within = within(COLD_PERIOD_MEMORY);
                let periodic = Periodic::find(&self.rule, within);
                let cold = periodic.as_ref().map(|periodic| {
                    let Period { preperiod, length } = periodic.period;
                    periodic.count(preperiod + length) - periodic.count(preperiod)
                });
                PeriodSearch { within, found: periodic.map(|periodic| periodic.period), cold }
            }
            Chosen::Nim(_) => {
                let within = within(NIM_PERIOD_MEMORY);
                PeriodSearch { within, found: nim_period(&self.rule, within), cold: None }
            }
        })
    }
}

/// Rejects an evaluation that needs more memory than is available.
pub fn fits(rule: &Rule, size: u64, needed: u64, memory: u64) -> Result<(), Fault> {
    let what = || format!("the positions of {} below {size}", short(rule));
    TooLarge::unless(needed, memory, what).map_err(|error| {
        let help = "evaluate fewer positions, or use a machine with more memory";
        Fault::judge(error.to_string()).help(help)
    })
}

fn chosen<A>(
    what: &str,
    methods: &'static [Method<A>],
    default: &'static Method<A>,
    rule: &Rule,
    name: Option<&str>,
) -> Result<&'static Method<A>, Fault> {
    let Some(name) = name else { return Ok(default) };
    let names = |of: &mut dyn Iterator<Item = &Method<A>>| -> Vec<&str> {
        of.map(|method| method.name).collect()
    };
    let Some(method) = methods.iter().find(|method| method.name == name) else {
        return Err(unknown(what, name, &names(&mut methods.iter())));
    };
    if (method.suits)(rule) {
        return Ok(method);
    }
    let suiting = names(&mut methods.iter().filter(|method| (method.suits)(rule)));
    let message = format!("method `{name}` does not suit the rule {}", short(rule));
    Err(Fault::bad_input(message).help(format!("these do: {}", suiting.join(", "))))
}

/// Formats a rule for people, with a long set truncated.
pub fn short(rule: &Rule) -> String {
    referee_checker::text::excerpt(rule.to_string().as_bytes(), 60)
}

impl Evaluation {
    /// Returns an evaluation with all that counts of cold positions determine.
    pub fn of_counts(
        rule: &Rule,
        positions: u64,
        method: &'static str,
        seconds: f64,
        cold: u64,
        counts: Vec<Count>,
    ) -> Evaluation {
        let mut evaluation = Evaluation {
            format: FORMAT,
            version: VERSION,
            referee: env!("CARGO_PKG_VERSION"),
            game: referee_games::NAME,
            rule: rule.to_string(),
            positions,
            method,
            seconds,
            cold,
            largest: None,
            counts,
            growth: None,
            period: None,
        };
        evaluation.growth = PowerLaw::fitted(&evaluation.samples(), FITTED_FROM);
        evaluation
    }

    /// Returns the samples whose growth is fitted: the cold positions, or the largest nim-values.
    pub fn samples(&self) -> Vec<Measurement> {
        let value = |count: &Count| count.largest.unwrap_or(count.cold);
        let sample = |count: &Count| Measurement { exponent: count.exponent, value: value(count) };
        self.counts.iter().map(sample).collect()
    }
}

impl Positions {
    /// Returns the cold positions, which are those with nim-value 0.
    fn cold(&self) -> Cow<'_, Cold> {
        match self {
            Positions::Cold(cold) => Cow::Borrowed(cold),
            Positions::Nim(values) => {
                let mut cold = Cold::none(values.len() as u64);
                let zeros = (0..).zip(values).filter(|(_, value)| **value == 0);
                zeros.for_each(|(position, _)| cold.insert(position));
                Cow::Owned(cold)
            }
        }
    }

    fn largest(&self) -> Option<Largest> {
        let Positions::Nim(values) = self else { return None };
        let value = *values.iter().max()?;
        let first = values.iter().position(|&other| other == value)? as u64;
        Some(Largest { value, first })
    }

    /// Returns the cold positions, or the largest nim-value, below each cube.
    fn at_cubes(&self) -> Vec<(u64, u64)> {
        match self {
            Positions::Cold(cold) => fit::counts_at_cubes(cold),
            Positions::Nim(values) => fit::largest_at_cubes(values),
        }
    }

    /// Returns the counts below each power of two.
    fn counts(&self, cold: &Cold) -> Vec<Count> {
        let mut largest = match self {
            Positions::Cold(_) => Vec::new(),
            Positions::Nim(values) => fit::largest(values),
        }
        .into_iter();
        let count = |sample: Measurement| Count {
            exponent: sample.exponent,
            cold: sample.value,
            largest: largest.next().map(|sample| sample.value),
        };
        fit::counts(cold).into_iter().map(count).collect()
    }
}
