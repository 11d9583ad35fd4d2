//! The engine of `referee evaluate`: the first positions of a subtraction game, by one method, within the memory
//! that there is; then what follows from them: counts, growth, the largest nim-value, the period.
//!
//! The JSON form of [`Evaluation`] is documented in docs/evaluate.md. Within a version, fields are only ever added.

use std::borrow::Cow;
use std::time::Instant;

use referee_checker::TooLarge;
use serde::Serialize;

use crate::problem::unknown;
use referee_base::fault::Fault;
use referee_base::machine::Machine;
use referee_games::cold::{self, Periodic};
use referee_games::fit::{self, PowerLaw, Sample};
use referee_games::nim::{NIM_METHODS, NimTooLarge, nim_period};
use referee_games::{self, Cold, Effort, Method, Period, Rule};

/// The name of the JSON form.
pub(crate) const FORMAT: &str = "referee-evaluation";
/// Its version.
pub(crate) const VERSION: u32 = 1;

/// The least exponent of a power of two that the power law is fitted to: below, chance rules.
pub(crate) const FITTED_FROM: u32 = 10;

/// A period is looked for at least as far as this, however few positions are evaluated.
const PERIOD_WITHIN: u64 = 1 << 20;

/// How many bytes a position takes at most while the period of cold positions is looked for.
const COLD_PERIOD_MEMORY: u64 = 1;

/// The same for nim-values.
const NIM_PERIOD_MEMORY: u64 = 16;

/// An evaluation that is possible: its method suits the rule, and it fits into memory.
pub(crate) struct Plan {
    rule: Rule,
    size: u64,
    method: Chosen,
    machine: Machine,
}

/// A method, and with it what is wanted of each position.
#[derive(Clone, Copy)]
enum Chosen {
    Cold(&'static Method<Cold>),
    Nim(&'static Method<Result<Vec<u16>, NimTooLarge>>),
}

/// What is known of each position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Positions {
    /// Whether it is cold.
    Cold(Cold),
    /// Its nim-value.
    Nim(Vec<u16>),
}

/// What an evaluation has found.
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
    /// The rule, as it can be given again.
    pub rule: String,
    /// How many positions were evaluated: 0, 1, 2, ... up to one less.
    pub positions: u64,
    /// The name of the method.
    pub method: &'static str,
    /// How long the method took, in seconds of wall time.
    pub seconds: f64,
    /// How many of the positions are cold: of nim-value 0.
    pub cold: u64,
    /// The largest nim-value, if nim-values were wanted and there is a position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub largest: Option<Largest>,
    /// The same at each power of two, from 2^0 on.
    pub counts: Vec<Count>,
    /// How the cold positions grow, or the largest nim-value if nim-values were wanted; none where there are too few
    /// samples, or a period says all.
    pub growth: Option<PowerLaw>,
    /// What is known of the period; only for finite sets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period: Option<PeriodSearch>,
}

/// The largest nim-value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Largest {
    /// The value.
    pub value: u16,
    /// The first position that has it.
    pub first: u64,
}

/// What there is among the positions below 2^exponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Count {
    /// The exponent.
    pub exponent: u32,
    /// How many are cold.
    pub cold: u64,
    /// The largest nim-value, if nim-values were wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub largest: Option<u64>,
}

/// The outcome of looking for a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct PeriodSearch {
    /// Among how many of the first positions a repetition was looked for.
    pub within: u64,
    /// The period, if it was found and so proved.
    pub found: Option<Period>,
    /// How many cold positions are in a period, if it is one of cold positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cold: Option<u64>,
}

impl Plan {
    /// Plans to evaluate the positions below `size`, with their nim-values if `nim`, by the method of that name or
    /// the fastest one. The evaluation is made alone: it may take all memory that the machine has for us.
    ///
    /// # Errors
    /// There is no such method, it does not suit the rule, or it takes more memory than there is.
    pub(crate) fn new(
        rule: Rule,
        size: u64,
        nim: bool,
        method: Option<&str>,
        machine: Machine,
    ) -> Result<Plan, Fault> {
        let memory = machine.whole_memory();
        let fits = |needed| {
            let what = || format!("the positions of {} below {size}", short(&rule));
            TooLarge::unless(needed, memory, what).map_err(|error| {
                let help = "ask for fewer positions, or run it where there is more memory";
                Fault::judge(error.to_string()).help(help)
            })
        };
        let method = if nim {
            let what = "method for nim-values";
            let method = chosen(what, NIM_METHODS, &NIM_METHODS[0], &rule, method)?;
            // The values alone, first: far out, what a method takes is beyond 64 bits.
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
        Ok(Plan { rule, size, method, machine })
    }

    /// Evaluates; tells `progress` now and then which share is done.
    ///
    /// # Errors
    /// There is a nim-value that is too large for us.
    pub(crate) fn run(&self, progress: &dyn Fn(f64)) -> Result<(Evaluation, Positions), Fault> {
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
        let mut evaluation = Evaluation {
            format: FORMAT,
            version: VERSION,
            referee: env!("CARGO_PKG_VERSION"),
            game: referee_games::NAME,
            rule: self.rule.to_string(),
            positions: self.size,
            method,
            seconds,
            cold: cold.count(self.size),
            largest: positions.largest(),
            counts: positions.counts(&cold),
            growth: None,
            period,
        };
        if period.is_none_or(|period| period.found.is_none()) {
            evaluation.growth = PowerLaw::fitted(&evaluation.samples(), FITTED_FROM);
        }
        drop(cold);
        Ok((evaluation, positions))
    }

    /// Looks for the period of a finite set, before the memory is needed for the positions.
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

/// The method of that name, or the default one.
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

/// A rule for people: a long set is cut.
pub(crate) fn short(rule: &Rule) -> String {
    referee_checker::text::excerpt(rule.to_string().as_bytes(), 60)
}

impl Evaluation {
    /// That of which the growth is asked for: the cold positions, or the largest nim-value.
    pub fn samples(&self) -> Vec<Sample> {
        let value = |count: &Count| count.largest.unwrap_or(count.cold);
        let sample = |count: &Count| Sample { exponent: count.exponent, value: value(count) };
        self.counts.iter().map(sample).collect()
    }
}

impl Positions {
    /// Those that are cold: of nim-value 0.
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

    /// What there is below each power of two.
    fn counts(&self, cold: &Cold) -> Vec<Count> {
        let mut largest = match self {
            Positions::Cold(_) => Vec::new(),
            Positions::Nim(values) => fit::largest(values),
        }
        .into_iter();
        let count = |sample: Sample| Count {
            exponent: sample.exponent,
            cold: sample.value,
            largest: largest.next().map(|sample| sample.value),
        };
        fit::counts(cold).into_iter().map(count).collect()
    }
}
