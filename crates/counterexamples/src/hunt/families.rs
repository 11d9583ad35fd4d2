//! The sources of a shipped problem: its smallest inputs, in order; each family, whose parameters
//! grow, and often take values at which programs go wrong; and the cases of a recipe, with new
//! seeds: its author chose parameters at which programs go wrong.

use std::cmp::Reverse;

use referee_base::fault::Fault;
use referee_generators::{
    Arguments, CaseSpec, Family, NumberedInputs, ProblemFamilies, Random, Recipe, Seed,
};

use super::candidate::{Candidate, CaseNaming, FamilyCase, Origin, can_be_drawn};
use super::ladder::{self, Bounds};
use super::source::{CandidateSource, Draw, SourceProfile};

/// The smallest inputs of a problem, one after another. The seed has no effect.
#[derive(Debug, Clone, Copy)]
pub struct SmallestSource(pub NumberedInputs);

impl CandidateSource for SmallestSource {
    fn name(&self) -> &str {
        "smallest"
    }

    /// Most faults already show on a few fields or heaps, and such inputs need no shrinking.
    fn profile(&self) -> SourceProfile {
        SourceProfile { turn: 0, share: 8, ..SourceProfile::of("smallest inputs") }
    }

    fn draw(&self, _: u64, index: u64) -> Result<Draw, Fault> {
        Ok(match (self.0)(index) {
            Some(input) => Draw::Candidate(Candidate { input, origin: Origin::Smallest(index) }),
            None => Draw::Exhausted,
        })
    }
}

/// The inputs of one family, with growing parameters.
#[derive(Debug)]
pub struct FamilySource {
    name: String,
    family: &'static Family,
    bounds: Bounds,
    naming: CaseNaming,
}

impl FamilySource {
    /// Creates a source for each family whose inputs are not handwritten. Families can generate
    /// inputs of any size; here, sizes are bounded by those in the recipe.
    pub fn all(
        families: &ProblemFamilies,
        recipe: &Recipe,
        naming: &CaseNaming,
    ) -> Vec<FamilySource> {
        let drawn = families.families.iter().filter(|family| can_be_drawn(family));
        let source = |family: &'static Family| FamilySource {
            name: format!("family {}", family.name),
            family,
            bounds: Bounds::of(family, recipe),
            naming: naming.clone(),
        };
        drawn.map(source).collect()
    }
}

/// Generates an input with another seed, as a recipe would. Arguments that the family rejects, or
/// fails to satisfy, yield nothing: the next may work.
fn made(family: &Family, arguments: Arguments, naming: &CaseNaming, random: &mut Random) -> Draw {
    let CaseNaming { salt, name } = naming;
    let number = random.between(0, i64::from(i32::MAX));
    let seed = Seed::of_case(salt, name, family.name, &arguments, number);
    let Ok(input) = (family.generate)(&arguments, &mut Random::new(seed)) else {
        return Draw::Nothing;
    };
    let case = FamilyCase { family: family.name, arguments, name: name.clone(), seed: number };
    Draw::Candidate(Candidate { input, origin: Origin::Family(Box::new(case)) })
}

impl CandidateSource for FamilySource {
    fn name(&self) -> &str {
        &self.name
    }

    fn profile(&self) -> SourceProfile {
        SourceProfile::of("inputs of families")
    }

    fn draw(&self, seed: u64, index: u64) -> Result<Draw, Fault> {
        self.scaled(seed, index, 1 << (2 * ladder::rung(index)).min(62))
    }

    fn scaled(&self, seed: u64, index: u64, most: u64) -> Result<Draw, Fault> {
        let texts = ["hunt", &self.name, &seed.to_string(), &index.to_string()];
        let mut random = Random::new(Seed::of(&texts));
        let rung = most.max(1).ilog2() / 2;
        let drawn = ladder::arguments(self.family, &self.bounds, rung, &mut random);
        let Some(arguments) = drawn else { return Ok(Draw::Nothing) };
        Ok(made(self.family, arguments, &self.naming, &mut random))
    }
}

/// The cases of a recipe, in a cycle, each time with another seed. Handwritten inputs are left out,
/// except those that are made on demand: few programs have been tried on them.
#[derive(Debug)]
pub struct RecipeSource {
    name: &'static str,
    share: u64,
    cases: Vec<(&'static Family, Arguments)>,
    naming: CaseNaming,
}

impl RecipeSource {
    /// Creates the source of a recipe's cases, without those that are made on demand.
    ///
    /// It gets a large share, as it covers all families at the sizes that they were written for.
    pub fn new(recipe: &Recipe, naming: &CaseNaming) -> Self {
        let quick = recipe.cases.iter().filter(|case| !case.on_demand);
        let drawn = quick.filter(|case| can_be_drawn(case.family));
        RecipeSource { name: "recipe", share: 16, ..RecipeSource::of(drawn, naming) }
    }

    /// Creates the source of the cases made on demand, which take long to generate or to judge.
    pub fn on_demand(recipe: &Recipe, naming: &CaseNaming) -> Self {
        let mut slow: Vec<_> = recipe.cases.iter().filter(|case| case.on_demand).collect();
        // The slowest come last: handwritten inputs first, then those too large for tables and
        // there for their digits, then those within reach of tables.
        slow.sort_by_key(|case| (can_be_drawn(case.family), Reverse(case.arguments.largest())));
        RecipeSource::of(slow.into_iter(), naming)
    }

    fn of<'a>(specs: impl Iterator<Item = &'a CaseSpec>, naming: &CaseNaming) -> Self {
        let mut cases: Vec<(&'static Family, Arguments)> = Vec::new();
        for case in specs {
            let is_known = |known: &&(&Family, Arguments)| {
                known.0.name == case.family.name && known.1 == case.arguments
            };
            if cases.iter().find(is_known).is_none() {
                cases.push((case.family, case.arguments.clone()));
            }
        }
        RecipeSource { name: "recipe, on demand", share: 1, cases, naming: naming.clone() }
    }
}

impl CandidateSource for RecipeSource {
    fn name(&self) -> &str {
        self.name
    }

    fn profile(&self) -> SourceProfile {
        SourceProfile { share: self.share, ..SourceProfile::of("inputs of the recipe") }
    }

    fn draw(&self, seed: u64, index: u64) -> Result<Draw, Fault> {
        let count = self.cases.len() as u64;
        if count == 0 {
            return Ok(Draw::Exhausted);
        }
        let (family, arguments) = &self.cases[(index % count) as usize];
        let texts = ["hunt", self.name(), &seed.to_string(), &index.to_string()];
        let mut random = Random::new(Seed::of(&texts));
        Ok(made(family, arguments.clone(), &self.naming, &mut random))
    }
}
