//! Measures how long it takes to find an input on which a program fails. Every known mutant is
//! hunted from scratch, by the hunt and, for comparison, by random hunting: a random entry of the
//! problem's recipe with a random seed, again and again, as `bt fuzz` and `oj generate-input
//! --hack` do with the entries and the generator that they are given.
//!
//! `cargo bench -p referee-counterexamples --bench mutants` takes some minutes. `-- --problem
//! huepfburg` hunts the mutants of one problem, `-- --mutant key-sum` those with one name, `--
//! --seed 2` uses another seed. It fails if a mutant is not found within 60 seconds, or if more
//! than one in twenty is not found within 5.

use std::time::{Duration, Instant};

use referee_base::fault::Fault;
use referee_counterexamples::hunt::{
    CandidateSource, CaseNaming, Draw, EndReason, FamilySource, Found, HuntOptions, RecipeSource,
    SmallestSource, hunt,
};
use referee_counterexamples::{Failure, Outcome, Subject};
use referee_generators::{ProblemFamilies, Random, Recipe, Seed, families};
use referee_mutants::{KnownMutant, mutants, right_solvers};

/// The time limit for one mutant, and the time in which nineteen of twenty must be found.
const PATIENCE: Duration = Duration::from_secs(60);
const SOON: Duration = Duration::from_secs(5);

/// The time limit of random hunting for one mutant. Exceeding it is counted, not waited for.
const PATIENCE_AT_RANDOM: Duration = Duration::from_secs(5);

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let given = |key: &str| {
        let at = arguments.iter().position(|argument| argument == key)?;
        arguments.get(at + 1).cloned()
    };
    let seed = given("--seed").map_or(1, |text| text.parse().expect("a seed"));
    let (problem, name) = (given("--problem"), given("--mutant"));
    let wanted = |mutant: &KnownMutant| {
        problem.as_ref().is_none_or(|problem| problem == mutant.problem)
            && name.as_ref().is_none_or(|name| name == mutant.name)
    };
    let chosen: Vec<KnownMutant> = mutants().into_iter().filter(wanted).collect();
    assert!(!chosen.is_empty(), "there is no such mutant");
    let jobs = std::thread::available_parallelism().map_or(1, usize::from);
    println!("{} mutants, {jobs} threads, seed {seed}", chosen.len());
    let right = right_solvers();
    println!("\n{:24} {:24} {:>9} {:>8}  found on", "mutant", "by", "tries", "seconds");
    let hunted: Vec<Hunted> = chosen
        .iter()
        .map(|mutant| hunted(mutant, &right, (seed, jobs)))
        .inspect(Hunted::print)
        .collect();
    summary(&hunted);
    let at_random: Vec<Hunted> =
        chosen.iter().map(|mutant| at_random(mutant, &right, (seed, jobs))).collect();
    compare(&hunted, &at_random);
    let late = hunted.iter().filter(|hunted| !hunted.is_found_within(SOON)).count();
    let missed = hunted.iter().filter(|hunted| !hunted.is_found_within(PATIENCE)).count();
    if missed > 0 || 20 * late > hunted.len() {
        std::process::exit(1);
    }
}

/// A mutant as a subject.
struct Program<'a> {
    mutant: &'a KnownMutant,
    /// The reference solver: an input on which it is not right shows nothing.
    reference: &'a KnownMutant,
}

impl<'a> Program<'a> {
    fn new(mutant: &'a KnownMutant, right: &'a [KnownMutant]) -> Self {
        // The tables of `right` have no room for heaps this large.
        let reference = match mutant.group {
            "On demand: heaps above 1,000,000 under a set" => "right-by-periods",
            _ => "right",
        };
        let is_reference =
            |other: &&KnownMutant| other.problem == mutant.problem && other.name == reference;
        Program { mutant, reference: right.iter().find(is_reference).expect("a right solver") }
    }
}

impl Subject for Program<'_> {
    fn judge(&self, input: &[u8]) -> Result<Outcome, Fault> {
        let Some(how) = self.mutant.fails(input) else { return Ok(Outcome::Passed(0)) };
        if self.reference.fails(input).is_some() {
            return Ok(Outcome::Invalid);
        }
        Ok(Outcome::Failed(Failure { kind: how.into(), message: how.into() }))
    }
}

/// The result of the hunt for one mutant.
struct Hunted<'a> {
    mutant: &'a KnownMutant,
    time: Duration,
    tries: u64,
    /// The source of the find, and the find.
    found: Option<(String, Found)>,
}

impl Hunted<'_> {
    fn print(&self) {
        let (by, on) = match &self.found {
            Some((source, found)) => (&source[..], words(found)),
            None => ("NOT FOUND", String::new()),
        };
        let seconds = self.time.as_secs_f64();
        println!("{:24} {by:24} {:>9} {seconds:>8.3}  {on}", self.mutant.name, self.tries);
    }

    fn is_found_within(&self, time: Duration) -> bool {
        self.found.is_some() && self.time <= time
    }
}

/// Hunts a mutant with all sources of its problem.
fn hunted<'a>(
    mutant: &'a KnownMutant,
    right: &[KnownMutant],
    (seed, jobs): (u64, usize),
) -> Hunted<'a> {
    let (families, recipe) = of(mutant);
    let naming = naming();
    let smallest = SmallestSource(families.smallest);
    let entries = RecipeSource::new(&recipe, &naming);
    let on_demand = RecipeSource::on_demand(&recipe, &naming);
    let families = FamilySource::all(families, &recipe, &naming);
    let mut sources: Vec<&dyn CandidateSource> = vec![&smallest, &entries, &on_demand];
    sources.extend(families.iter().map(|family| family as &dyn CandidateSource));
    run(mutant, right, &sources, (seed, jobs, PATIENCE))
}

fn at_random<'a>(
    mutant: &'a KnownMutant,
    right: &[KnownMutant],
    (seed, jobs): (u64, usize),
) -> Hunted<'a> {
    let source = RandomEntries(RecipeSource::new(&of(mutant).1, &naming()));
    run(mutant, right, &[&source], (seed, jobs, PATIENCE_AT_RANDOM))
}

fn of(mutant: &KnownMutant) -> (&'static ProblemFamilies, Recipe) {
    let families = families(mutant.problem).expect("a shipped problem");
    (families, Recipe::parse(families.recipe).expect("the shipped recipe is right"))
}

fn naming() -> CaseNaming {
    CaseNaming { salt: "hunt".into(), name: "secret/hunt".into() }
}

fn run<'a>(
    mutant: &'a KnownMutant,
    right: &[KnownMutant],
    sources: &[&dyn CandidateSource],
    (seed, jobs, patience): (u64, usize, Duration),
) -> Hunted<'a> {
    let start = Instant::now();
    let stop = || start.elapsed() > patience;
    let options = HuntOptions { seed, jobs, tries: u64::MAX, stop: &stop };
    let program = Program::new(mutant, right);
    let result = hunt(&program, sources, &options, &mut |_| ());
    let result = result.expect("nothing is run that could crash");
    let found = match result.ended {
        EndReason::Found(found) => Some((sources[found.source].name().to_string(), found)),
        EndReason::Tried | EndReason::Exhausted | EndReason::Stopped => None,
    };
    Hunted { mutant, time: start.elapsed(), tries: result.tries, found }
}

/// The entries of a recipe in random order.
struct RandomEntries(RecipeSource);

impl CandidateSource for RandomEntries {
    fn name(&self) -> &str {
        "random"
    }

    fn draw(&self, seed: u64, index: u64) -> Result<Draw, Fault> {
        let texts = ["random", &seed.to_string(), &index.to_string()];
        self.0.draw(seed, Random::new(Seed::of(&texts)).below(1 << 40))
    }
}

fn summary(hunted: &[Hunted]) {
    let mut slowest: Vec<&Hunted> = hunted.iter().collect();
    slowest.sort_by_key(|one| std::cmp::Reverse(one.time));
    println!("\nthe slowest:");
    for one in slowest.iter().take(10) {
        let by = one.found.as_ref().map_or("NOT FOUND", |(source, _)| source);
        let (name, seconds) = (one.mutant.name, one.time.as_secs_f64());
        println!("{seconds:>8.3} s  {} {name}, {by}", one.mutant.problem);
    }
    let mut by_source: std::collections::BTreeMap<&str, u64> = Default::default();
    for (source, _) in hunted.iter().filter_map(|one| one.found.as_ref()) {
        *by_source.entry(source).or_default() += 1;
    }
    println!("\nfound by:");
    for (source, finds) in by_source {
        println!("{finds:>8}  {source}");
    }
}

fn words(found: &Found) -> String {
    let size = found.candidate.input.len();
    format!("{}; {size} bytes, {}", found.failure.kind, found.candidate.origin)
}

fn compare(hunted: &[Hunted], at_random: &[Hunted]) {
    println!("\n{:28} {:>12} {:>12}", "", "hunt", "at random");
    for (what, limit) in [("found within 1 s", 1), ("found within 5 s", 5)] {
        let count = |all: &[Hunted]| {
            all.iter().filter(|one| one.is_found_within(Duration::from_secs(limit))).count()
        };
        println!("{what:28} {:>12} {:>12}", count(hunted), count(at_random));
    }
    let seconds = |all: &[Hunted]| all.iter().map(|one| one.time.as_secs_f64()).sum::<f64>();
    println!("{:28} {:>12.1} {:>12.1}", "seconds in all", seconds(hunted), seconds(at_random));
    let finds = |all: &[Hunted]| all.iter().filter(|one| one.found.is_some()).count() as f64;
    let rate = |all: &[Hunted]| finds(all) / seconds(all);
    println!("{:28} {:>12.2} {:>12.2}", "finds a second", rate(hunted), rate(at_random));
    println!("{:28} {:>12} {:>12}", "of mutants", hunted.len(), at_random.len());
}
