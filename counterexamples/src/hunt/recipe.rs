//! The source of a recipe's parameters, with new seeds: whoever wrote them knew where programs go wrong.

use referee_base::fault::Fault;
use referee_generators::{Arguments, Family, Random, Recipe, Seed};

use super::candidate::{FamilyCase, can_be_drawn};
use super::source::{CandidateSource, CaseNaming, Draw};

/// The cases of a recipe, again and again, each time with other seeds. Handwritten inputs are left out.
#[derive(Debug)]
pub struct RecipeSource {
    cases: Vec<(&'static Family, Arguments)>,
    naming: CaseNaming,
}

impl RecipeSource {
    /// Creates the source of a recipe.
    pub fn new(recipe: &Recipe, naming: &CaseNaming) -> Self {
        // What takes long comes last.
        let (slow, quick): (Vec<_>, Vec<_>) = recipe.cases.iter().partition(|case| case.on_demand);
        let mut cases: Vec<(&'static Family, Arguments)> = Vec::new();
        for case in quick.into_iter().chain(slow).filter(|case| can_be_drawn(case.family)) {
            let is_known = |known: &&(&Family, Arguments)| {
                known.0.name == case.family.name && known.1 == case.arguments
            };
            if cases.iter().find(is_known).is_none() {
                cases.push((case.family, case.arguments.clone()));
            }
        }
        RecipeSource { cases, naming: naming.clone() }
    }
}

impl CandidateSource for RecipeSource {
    fn name(&self) -> &str {
        "recipe"
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

    /// It stands for all families, at the sizes at which they do what they are for.
    fn share(&self) -> u64 {
        8
    }
}
