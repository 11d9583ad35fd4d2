//! A dozen known mutants, hunted from scratch, and right solvers, on which no input fails.
//! `benches/mutants.rs` hunts all mutants.

use referee_base::fault::Fault;
use referee_counterexamples::hunt::{
    CandidateSource, CaseNaming, EndReason, FamilySource, HuntResult, RecipeSource, SmallestSource,
};
use referee_counterexamples::{Failure, Outcome, Subject};
use referee_generators::{Recipe, families};
use referee_mutants::{KnownMutant, mutants, right_solvers};

use crate::support::hunt;

struct Solver<'a>(&'a KnownMutant);

impl Subject for Solver<'_> {
    fn judge(&self, input: &[u8]) -> Result<Outcome, Fault> {
        Ok(match self.0.fails(input) {
            Some(how) => Outcome::Failed(Failure { kind: how.into(), message: how.into() }),
            None => Outcome::Passed(0),
        })
    }
}

fn hunt_down(solver: &KnownMutant, tries: u64) -> HuntResult {
    let problem = families(solver.problem).expect("a shipped problem");
    let recipe = Recipe::parse(problem.recipe).expect("the shipped recipe is right");
    let naming = CaseNaming { salt: "s".into(), name: "secret/hunt".into() };
    let smallest = SmallestSource(problem.smallest);
    let entries = RecipeSource::new(&recipe, &naming);
    let families = FamilySource::all(problem, &recipe, &naming);
    let mut sources: Vec<&dyn CandidateSource> = vec![&smallest, &entries];
    sources.extend(families.iter().map(|family| family as &dyn CandidateSource));
    hunt(&Solver(solver), &sources, (tries, 2)).expect("nothing can crash")
}

/// Mutants of each problem for which a few tries suffice.
const EASY: [(&str, &str); 12] = [
    ("infinity-war", "bobs-square"),
    ("infinity-war", "own-square"),
    ("infinity-war", "never-bob"),
    ("infinity-war", "singles-only"),
    ("huepfburg", "undirected"),
    ("huepfburg", "dead-end-crash"),
    ("huepfburg", "key-sum"),
    ("huepfburg", "dead-end-impossible"),
    ("subtraction-game", "always-cold"),
    ("subtraction-game", "one-added"),
    ("subtraction-game", "first-heap"),
    ("subtraction-game", "unsorted"),
];

#[test]
fn known_mutants_are_found() {
    let mutants = mutants();
    for (problem, name) in EASY {
        let is_it = |known: &&KnownMutant| known.problem == problem && known.name == name;
        let mutant = mutants.iter().find(is_it).expect("a known mutant");
        let result = hunt_down(mutant, 300);
        let EndReason::Found(found) = result.ended else { panic!("{mutant:?} is not found") };
        assert!(mutant.fails(&found.candidate.input).is_some());
    }
}

#[test]
fn right_solvers_are_not_found() {
    for right in right_solvers().iter().filter(|r| ["right", "right-by-periods"].contains(&r.name))
    {
        let result = hunt_down(right, 250);
        assert_eq!((result.ended, result.tries), (EndReason::Tried, 250), "{right:?}");
    }
}
