//! Measures how small cases become, and how fast.
//!
//! For each known mutant of a shipped problem that fails on a committed case of moderate size, the
//! case is shrunk and compared with the smallest input of the exhaustive list on which the mutant
//! fails in the same way. In addition, a case of 100,000 tokens is shrunk on two threads with a
//! program that takes a millisecond.
//!
//! Run with `cargo bench -p referee-counterexamples --bench shrink`; `-- --problem huepfburg`
//! restricts it to the mutants of one problem.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use referee_base::fault::Fault;
use referee_base::parallel;
use referee_counterexamples::shrink::{Control, FamilyCall, ShrinkEnd, Shrunk, Start, shrink};
use referee_counterexamples::text::{Text, count_tokens};
use referee_counterexamples::{Failure, Outcome, Subject};
use referee_generators::{ProblemFamilies, Recipe, shipped};
use referee_mutants::{KnownMutant, mutants};

/// The largest case to shrink, in bytes: beyond that, slow mutants take most of the time.
const MAX_BYTES: usize = 4 << 10;

/// How many inputs of the exhaustive list are tried on each mutant.
const EXHAUSTIVE: u64 = 10_000;

/// The number of tokens of an element: a move or an arrow has 2, a heap or an amount fewer.
const ELEMENT: usize = 2;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let at = arguments.iter().position(|argument| argument == "--problem");
    let wanted = at.and_then(|at| arguments.get(at + 1));
    if wanted.is_none() {
        large_case();
    }
    let mut missed = 0;
    let is_wanted = |problem: &&ProblemFamilies| wanted.is_none_or(|name| name == problem.problem);
    for problem in shipped().iter().filter(is_wanted) {
        missed += mutants_of(problem);
    }
    std::process::exit(i32::from(missed > 0));
}

/// Shrinks a case of 100,000 tokens on two threads, with a program that takes a millisecond.
fn large_case() {
    let items: Vec<String> =
        (0..100_000_u64).map(|item| (item * item * 7919 % 100_003).to_string()).collect();
    let input = format!("{}\n{}\n", items.len(), items.join(" "));
    // Fails if three numbers of the list are decreasing and differ by more than 1000.
    let program = |input: &[u8]| {
        let started = Instant::now();
        let text = Text::new(input.to_vec());
        let list: Option<Vec<i64>> = (1..text.tokens()).map(|token| text.number(token)).collect();
        let list =
            list.filter(|list| text.tokens() > 0 && text.number(0) == Some(list.len() as i64));
        let fails = list.map(|list| {
            list.windows(3)
                .filter(|three| three[0] > three[1] + 1000 && three[1] > three[2] + 1000)
                .count()
                > 2
        });
        while started.elapsed() < Duration::from_millis(1) {
            std::hint::spin_loop();
        }
        fails
    };
    let subject = Function(|input: &[u8]| match program(input) {
        None => Outcome::Invalid,
        Some(false) => Outcome::Passed(0),
        Some(true) => failed("wrong"),
    });
    let started = Instant::now();
    let start = Start {
        input: input.into_bytes(),
        failure: Failure { kind: "wrong".into(), message: String::new() },
        family: None,
        views: &[],
        smallest: None,
    };
    let shrunk = run(&subject, start, 2);
    println!(
        "100,000 tokens, a program of 1 ms, 2 threads: {} tokens after {} candidates in {:.1} s (target: 10 s)",
        count_tokens(&shrunk.input),
        shrunk.tried,
        started.elapsed().as_secs_f64()
    );
}

/// The result for a mutant.
struct Result {
    name: &'static str,
    shrunk: Shrunk,
    time: Duration,
    /// The smallest input of the exhaustive list on which the mutant fails in the same way.
    least: Option<Vec<u8>>,
}

/// Shrinks cases for the mutants of a problem. Returns the number of missed targets.
fn mutants_of(problem: &ProblemFamilies) -> usize {
    let recipe = Recipe::parse(problem.recipe).expect("a recipe");
    let committed = recipe.cases.iter().filter(|case| !referee_mutants::is_on_demand(&case.name));
    let cases: Vec<(FamilyCall, Vec<u8>)> = committed
        .filter(|case| case.family.name != "given")
        .map(|case| {
            let (family, arguments, seed) = (case.family, case.arguments.clone(), case.seed);
            (FamilyCall { family, arguments, seed }, case.generate().expect("an input"))
        })
        .filter(|(_, input)| input.len() <= MAX_BYTES)
        .collect();
    // A mutant that is only slow, or fails only on large inputs, has no counterexample among the
    // smallest inputs.
    let is_wrong = |mutant: &KnownMutant| {
        mutant.problem == problem.problem
            && !["Too slow", "On demand", "Not shortest"]
                .iter()
                .any(|group| mutant.group.starts_with(group))
    };
    let all: Vec<KnownMutant> = mutants().into_iter().filter(is_wrong).collect();
    let jobs = std::thread::available_parallelism().map_or(1, usize::from);
    let mut results = Vec::new();
    let done: std::result::Result<(), ()> = parallel::ordered_large(
        jobs,
        all.len(),
        |index| shrink_mutant(&all[index], problem, &cases),
        |_, result| {
            results.extend(result);
            Ok(())
        },
    );
    done.expect("no error");
    report(problem.problem, all.len(), &results)
}

/// Shrinks the largest case on which a mutant fails.
fn shrink_mutant(
    mutant: &KnownMutant,
    problem: &ProblemFamilies,
    cases: &[(FamilyCall, Vec<u8>)],
) -> Option<Result> {
    let failing = cases.iter().filter_map(|case| Some((case, mutant.fails(&case.1)?)));
    let ((family, input), kind) = failing.max_by_key(|((_, input), _)| input.len())?;
    let subject = Function(|input: &[u8]| mutant.fails(input).map_or(Outcome::Passed(0), failed));
    let started = Instant::now();
    let start = Start {
        input: input.clone(),
        failure: Failure { kind: kind.into(), message: String::new() },
        family: Some(family.clone()),
        views: problem.views,
        smallest: Some(problem.smallest),
    };
    let shrunk = run(&subject, start, 1);
    let time = started.elapsed();
    let listed = (0..EXHAUSTIVE).map_while(|number| (problem.smallest)(number));
    let least = listed
        .filter(|input| mutant.fails(input) == Some(kind))
        .min_by(|left, right| size(left).cmp(&size(right)));
    Some(Result { name: mutant.name, shrunk, time, least })
}

/// Prints the results for all mutants of a problem. Returns the number of missed targets.
fn report(problem: &str, all: usize, results: &[Result]) -> usize {
    let minimal = results.iter().filter(|result| matches!(result.shrunk.end, ShrinkEnd::Minimal));
    let known: Vec<(&Result, &Vec<u8>)> =
        results.iter().filter_map(|result| Some((result, result.least.as_ref()?))).collect();
    let excess = |(result, least): &(&Result, &Vec<u8>)| {
        size(&result.shrunk.input).0.saturating_sub(size(least).0)
    };
    let close = known.iter().filter(|known| excess(known) <= ELEMENT).count();
    let mut excesses: BTreeMap<usize, usize> = BTreeMap::new();
    known.iter().for_each(|known| *excesses.entry(excess(known)).or_default() += 1);
    let tried: u64 = results.iter().map(|result| result.shrunk.tried).sum();
    let time = results.iter().map(|result| result.time).max().unwrap_or_default();
    println!(
        "\n{problem}: {} of {all} mutants fail on a case of up to {MAX_BYTES} bytes",
        results.len()
    );
    println!("  1-minimal                  {} of {}", minimal.clone().count(), results.len());
    println!("  true minimum known         {}", known.len());
    let share = 100.0 * close as f64 / known.len().max(1) as f64;
    println!("  within one element of it   {close}, {share:.1} % (target: 95 %)");
    println!("  tokens above the minimum   {excesses:?} (tokens: mutants)");
    println!("  candidates                 {} on average", tried / results.len().max(1) as u64);
    println!("  slowest                    {:.1} s", time.as_secs_f64());
    for (result, least) in known.iter().filter(|known| excess(known) > ELEMENT) {
        let text = |input: &[u8]| String::from_utf8_lossy(input).trim_end().replace('\n', " | ");
        println!("  {}: {} instead of {}", result.name, text(&result.shrunk.input), text(least));
    }
    usize::from(share < 95.0) + usize::from(minimal.count() < results.len())
}

/// A subject that is a function.
struct Function<F>(F);

impl<F: Fn(&[u8]) -> Outcome + Sync> Subject for Function<F> {
    fn judge(&self, input: &[u8]) -> std::result::Result<Outcome, Fault> {
        Ok((self.0)(input))
    }
}

fn failed(kind: &str) -> Outcome {
    Outcome::Failed(Failure { kind: kind.into(), message: String::new() })
}

fn run(subject: &dyn Subject, start: Start<'_>, jobs: usize) -> Shrunk {
    shrink(subject, start, Control { jobs, stop: &|| false, progress: &|_| {} })
}

/// The sort key by which inputs are compared.
fn size(input: &[u8]) -> (usize, usize, &[u8]) {
    (count_tokens(input), input.len(), input)
}
