//! The source of one family: its parameters grow, and often take values at which programs go wrong.

use referee_base::fault::Fault;
use referee_generators::{Family, ProblemFamilies, Random, Recipe, Seed};

use super::candidate::{CaseNaming, FamilyCase, can_be_drawn};
use super::ladder::{self, Bounds};
use super::source::{CandidateSource, Draw};

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

impl CandidateSource for FamilySource {
    fn name(&self) -> &str {
        &self.name
    }

    fn kind(&self) -> &'static str {
        "inputs of families"
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
        let case = FamilyCase {
            family: self.family.name,
            arguments,
            name: self.naming.name.clone(),
            seed: random.between(0, i64::from(i32::MAX)),
        };
        // Arguments that the family rejects, or fails to satisfy, are skipped: the next may work.
        let made = case.generate(self.family, &self.naming);
        Ok(made.map_or(Draw::Nothing, Draw::Candidate))
    }
}
