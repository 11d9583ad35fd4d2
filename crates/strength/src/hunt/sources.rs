//! Candidates that need programs or files: what the generators of a package or a `problem.toml` make, and changes of the cases that exist.

use std::sync::Arc;

use referee_base::fault::Fault;
use referee_counterexamples::hunt::{Candidate, CandidateSource, Draw, Origin};
use referee_counterexamples::neighbour;
use referee_counterexamples::text::Text;
use referee_generators::{Random, Seed};

use super::shape::CommandShape;
use referee_author::generate::commands::InputGenerators;

/// What a generator makes from the commands of one shape.
pub struct GeneratorSource<'a> {
    name: String,
    shape: CommandShape,
    generation: &'a dyn InputGenerators,
}

impl<'a> GeneratorSource<'a> {
    /// Creates a source for each shape of command in the rules of a problem.
    pub fn all(generation: &'a dyn InputGenerators) -> Vec<GeneratorSource<'a>> {
        let mut shapes: Vec<CommandShape> = Vec::new();
        for command in generation.commands() {
            let shape = CommandShape::of_command(&command.program, &command.words);
            if !shapes.iter_mut().any(|known| known.join(&shape)) {
                shapes.push(shape);
            }
        }
        let sources = shapes.into_iter().map(CommandShape::with_small_numbers);
        sources.map(|shape| GeneratorSource::new(generation, shape)).collect()
    }

    /// Creates the source of a command with ranges.
    ///
    /// # Errors
    /// It is malformed, or no rule uses its generator.
    pub fn of_text(
        generation: &'a dyn InputGenerators,
        text: &str,
    ) -> Result<GeneratorSource<'a>, Fault> {
        let shape = CommandShape::parse(text)?;
        let commands = generation.commands();
        let known: Vec<&str> = commands.iter().map(|command| &*command.program).collect();
        match known.contains(&&*shape.program) {
            true => Ok(GeneratorSource::new(generation, shape)),
            false => Err(referee_problem::unknown("generator", &shape.program, &known)),
        }
    }

    fn new(generation: &'a dyn InputGenerators, shape: CommandShape) -> GeneratorSource<'a> {
        GeneratorSource { name: format!("generator {shape}"), shape, generation }
    }
}

impl CandidateSource for GeneratorSource<'_> {
    fn name(&self) -> &str {
        &self.name
    }

    fn draw(&self, seed: u64, index: u64) -> Result<Draw, Fault> {
        if index > 0 && !self.shape.varies() {
            return Ok(Draw::Exhausted);
        }
        let program = &self.shape.program;
        let words = self.shape.draft(&seed.to_string(), index);
        let origin = format!("generator {program} {}", words.join(" "));
        let made = self.generation.input_of(program, words)?;
        // A generator may refuse arguments that do not fit together.
        Ok(made.map_or(Draw::Nothing, |input| {
            Draw::Candidate(Candidate { input, origin: Origin::Other(origin) })
        }))
    }
}

/// Changes of the cases that exist.
#[derive(Clone)]
pub struct NeighbourSource {
    cases: Arc<Vec<(String, Text)>>,
}

impl NeighbourSource {
    /// Creates the source of changes of these inputs, given by the names of their cases.
    pub fn new(inputs: impl IntoIterator<Item = (String, Vec<u8>)>) -> NeighbourSource {
        let mut cases: Vec<(String, Text)> =
            inputs.into_iter().map(|(name, input)| (name, Text::new(input))).collect();
        // Those of small cases are small.
        cases.sort_by_key(|(_, text)| text.bytes().len());
        NeighbourSource { cases: Arc::new(cases) }
    }
}

impl CandidateSource for NeighbourSource {
    fn name(&self) -> &str {
        "changed cases"
    }

    fn draw(&self, seed: u64, index: u64) -> Result<Draw, Fault> {
        let count = self.cases.len() as u64;
        if count == 0 {
            return Ok(Draw::Exhausted);
        }
        let (name, text) = &self.cases[(index % count) as usize];
        // The cases themselves come first: a program may fail on one of them.
        let input = match index < count {
            true => text.bytes().to_vec(),
            false => {
                let texts = ["changed cases", name, &seed.to_string(), &index.to_string()];
                neighbour(text, &mut Random::new(Seed::of(&texts)))
            }
        };
        let origin = match index < count {
            true => name.clone(),
            false => format!("{name}, changed"),
        };
        Ok(Draw::Candidate(Candidate { input, origin: Origin::Other(origin) }))
    }
}
