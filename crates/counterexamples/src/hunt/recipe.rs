//! The source of a recipe's cases, with new seeds: its author chose parameters at which programs go
//! wrong.

use std::cmp::Reverse;

use referee_base::fault::Fault;
use referee_generators::{Arguments, CaseSpec, Family, Random, Recipe, Seed};

use super::candidate::{CaseNaming, FamilyCase, can_be_drawn};
use super::source::{CandidateSource, Draw};

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

    fn kind(&self) -> &'static str {
        "inputs of the recipe"
    }

    fn draw(&self, seed: u64, index: u64) -> Result<Draw, Fault> {
        let count = self.cases.len() as u64;
        if count == 0 {
            return Ok(Draw::Exhausted);
        }
        let (family, arguments) = &self.cases[(index % count) as usize];
        let texts = ["hunt", self.name(), &seed.to_string(), &index.to_string()];
        let case = FamilyCase {
            family: family.name,
            arguments: arguments.clone(),
            name: self.naming.name.clone(),
            seed: Random::new(Seed::of(&texts)).between(0, i64::from(i32::MAX)),
        };
        let made = case.generate(family, &self.naming);
        Ok(made.map_or(Draw::Nothing, Draw::Candidate))
    }

    fn share(&self) -> u64 {
        self.share
    }
}
