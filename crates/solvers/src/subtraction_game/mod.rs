//! The solvers of subtraction games: each is a pair of methods of [`referee_games`], one for a
//! single heap, one for several.
//!
//! A single heap only needs to be classified as hot or cold. Several heaps need nim-values: their
//! exclusive or is 0 exactly if the position is cold (Sprague and Grundy). Otherwise, a heap whose
//! value has the highest bit of it can be lowered to a value that makes it 0, so no other heap
//! matters (Bouton). The answer is the smallest such amount of the first such heap.
//!
//! The solvers share with the checker only the instance and the format of a claim.

use std::io::Write;

use referee_checker::subtraction_game::{self as rules, Claim, HeapMove, Instance};
use referee_checker::{Strictness, TooLarge};

use super::solver::{SolveError, Solver};
use referee_games::cold::{self, Periodic, default_method};
use referee_games::nim::{NIM_METHODS, NimTooLarge, nim_period};
use referee_games::{Cold, Effort, Method, Period, Rule};

/// All solvers, the default one first.
pub const SOLVERS: &[Solver] = &[
    Solver {
        name: "fastest",
        summary: "cold positions by words of 64, nim-values by blocks; one period of a finite set is enough",
        complexity: "O(n |S|), mostly by words of 64",
        error: "none",
        solve: |input, memory, out| {
            let methods = |rule: &Rule| (default_method(rule), &NIM_METHODS[0]);
            solve(input, memory, methods, true, out)
        },
    },
    Solver {
        name: "sieve",
        summary: "cold positions by marking, nim-values by dynamic programming",
        complexity: "O(n |S|)",
        error: "none",
        solve: |input, memory, out| solve(input, memory, |_| methods("sieve", "dp"), false, out),
    },
    Solver {
        name: "convolution",
        summary: "divide and conquer with convolutions, once for each nim-value",
        complexity: "O(v n log^2 n) for nim-values below v",
        error: "none",
        solve: |input, memory, out| {
            let methods = |_: &Rule| methods("convolution", "convolution-per-value");
            solve(input, memory, methods, false, out)
        },
    },
];

/// The number of positions searched for the period of a finite set before a larger heap is
/// evaluated in full.
const PERIOD_WITHIN: u64 = 1 << 22;

/// The maximum memory per position, in bytes, while searching for the period of nim-values.
const NIM_PERIOD_MEMORY: u64 = 16;

/// An instance, with its rule in the form used by evaluations.
struct PreparedGame {
    rule: Rule,
    heaps: Vec<u64>,
}

/// The values of all heaps up to the largest.
enum Known {
    Cold(Cold),
    Periodic(Periodic),
    /// Nim-values up to the largest heap, or up to the end of the first period.
    Nim(Vec<u16>, Option<Period>),
}

/// A method for a single heap, and one for several.
type Methods = (&'static Method<Cold>, &'static Method<Result<Vec<u16>, NimTooLarge>>);

fn methods(cold: &str, nim: &str) -> Methods {
    let by_name = NIM_METHODS.iter().find(|method| method.name == nim);
    (cold::method(cold).expect("a method"), by_name.expect("a method"))
}

fn solve(
    input: &[u8],
    memory: u64,
    methods: fn(&Rule) -> Methods,
    uses_periods: bool,
    out: &mut dyn Write,
) -> Result<(), SolveError> {
    let game = PreparedGame::parse(input)?;
    let known = game.evaluate(methods(&game.rule), uses_periods, memory)?;
    Ok(writeln!(out, "{}", game.claim(&known))?)
}

impl PreparedGame {
    fn parse(input: &[u8]) -> Result<PreparedGame, SolveError> {
        let instance = Instance::parse(input, Strictness::Lenient)?;
        let rule = match instance.rule() {
            rules::Rule::Squares => Rule::named("squares").expect("a sequence"),
            rules::Rule::Set(amounts) => Rule::set(amounts.clone()),
        };
        Ok(PreparedGame { rule, heaps: instance.heaps().to_vec() })
    }

    fn evaluate(
        &self,
        (cold, nim): Methods,
        uses_periods: bool,
        memory: u64,
    ) -> Result<Known, SolveError> {
        let size = self.heaps.iter().max().map_or(0, |largest| largest + 1);
        let fits = |needed: u64| {
            TooLarge::unless(needed, memory, || format!("the values of all heaps below {size}"))
        };
        let is_alone = self.heaps.len() == 1;
        let looks_for_period = uses_periods && size > PERIOD_WITHIN;
        if is_alone {
            if looks_for_period && let Some(periodic) = Periodic::find(&self.rule, PERIOD_WITHIN) {
                return Ok(Known::Periodic(periodic));
            }
            fits((cold.memory)(&self.rule, size))?;
            return Ok(Known::Cold((cold.evaluate)(&self.rule, size, &Effort::silent(1))));
        }
        let within = PERIOD_WITHIN.min(memory / NIM_PERIOD_MEMORY);
        let period = if looks_for_period { nim_period(&self.rule, within) } else { None };
        let size = period.map_or(size, |period| period.preperiod + period.length);
        fits((nim.memory)(&self.rule, size))?;
        let values = (nim.evaluate)(&self.rule, size, &Effort::silent(1))?;
        Ok(Known::Nim(values, period))
    }

    fn claim(&self, known: &Known) -> Claim {
        let sum = self.heaps.iter().fold(0, |sum, &heap| sum ^ known.value(heap));
        if sum == 0 {
            return Claim::Cold;
        }
        let lowers = |&(_, &heap): &(usize, &u64)| known.value(heap) ^ sum < known.value(heap);
        let (at, &heap) =
            self.heaps.iter().enumerate().find(lowers).expect("it has the highest bit");
        let wanted = known.value(heap) ^ sum;
        let wins = |&take: &u64| known.value(heap - take) == wanted;
        let amounts = self.rule.up_to(heap);
        let take = amounts.into_iter().find(wins).expect("all lesser values are a move away");
        Claim::Hot(HeapMove { heap: at as i64 + 1, take: take as i64 })
    }
}

impl Known {
    /// Returns the nim-value of a heap; for a single heap, 1 if it is hot.
    fn value(&self, heap: u64) -> u16 {
        match self {
            Known::Cold(cold) => u16::from(!cold.has(heap)),
            Known::Periodic(periodic) => u16::from(!periodic.is_cold(heap)),
            Known::Nim(values, None) => values[heap as usize],
            Known::Nim(values, Some(period)) => values[period.first_like(heap) as usize],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Their nim-values have the period 2,000,001, which takes twice as many positions to prove.
    #[test]
    fn the_search_for_a_period_keeps_to_the_memory() {
        let solve = |memory| {
            let mut out = Vec::new();
            let input = b"set 1 2000000\n2\n8000000 8000001\n";
            (SOLVERS[0].solve)(input, memory, &mut out).map(|()| out)
        };
        assert!(matches!(solve(16 << 20), Err(SolveError::TooLarge(_))));
        assert!(solve(64 << 20).is_ok());
    }
}
