//! Candidates that need programs or files: what the generators of a package or a `problem.toml` make, and changes of the cases that exist.

use std::sync::Arc;
use std::time::Duration;

use referee_base::fault::Fault;
use referee_counterexamples::hunt::{Candidate, CandidateSource, Draw, Origin};
use referee_counterexamples::neighbour;
use referee_counterexamples::text::Text;
use referee_generators::{Random, Seed};

use super::shape::CommandShape;
use referee_author::generate::commands::{InputGenerators, MadeInput};
use referee_events::watch::{Watch, watched};

/// The most CPU time of a generator: one may loop without end for arguments that its author has not thought of.
pub const MAX_GENERATING: Duration = Duration::from_secs(3);

/// What a generator makes from the commands of one shape.
pub struct GeneratorSource<'a> {
    name: String,
    shape: CommandShape,
    /// Its position among the sources of a problem.
    position: u64,
    generators: Generators<'a>,
}

/// The generators of a problem, and who is told that one is under way.
#[derive(Clone, Copy)]
pub struct Generators<'a> {
    /// The generators.
    pub generation: &'a dyn InputGenerators,
    /// Who is told that one is under way.
    pub watch: &'a dyn Watch,
}

impl<'a> GeneratorSource<'a> {
    /// Creates a source for each shape of command in the rules of a problem.
    pub fn all(generators: Generators<'a>) -> Vec<GeneratorSource<'a>> {
        let mut shapes: Vec<CommandShape> = Vec::new();
        for command in generators.generation.commands() {
            let shape = CommandShape::of_command(&command.program, &command.words);
            if !shapes.iter_mut().any(|known| known.join(&shape)) {
                shapes.push(shape);
            }
        }
        let sources = shapes.into_iter().map(CommandShape::with_small_numbers).zip(0..);
        sources.map(|(shape, position)| GeneratorSource::new(generators, shape, position)).collect()
    }

    /// Creates the source of a command with ranges.
    ///
    /// # Errors
    /// It is malformed, or no rule uses its generator.
    pub fn of_text(generators: Generators<'a>, text: &str) -> Result<GeneratorSource<'a>, Fault> {
        let shape = CommandShape::parse(text)?;
        let commands = generators.generation.commands();
        let known: Vec<&str> = commands.iter().map(|command| &*command.program).collect();
        if known.contains(&&*shape.program) {
            Ok(GeneratorSource::new(generators, shape, 0))
        } else {
            Err(referee_problem::unknown("generator", &shape.program, &known))
        }
    }

    fn new(generators: Generators<'a>, shape: CommandShape, position: u64) -> GeneratorSource<'a> {
        GeneratorSource { name: format!("generator {shape}"), shape, position, generators }
    }
}

impl CandidateSource for GeneratorSource<'_> {
    fn name(&self) -> &str {
        &self.name
    }

    fn kind(&self) -> &'static str {
        "inputs of generators"
    }

    fn draw(&self, seed: u64, index: u64) -> Result<Draw, Fault> {
        if index > 0 && !self.shape.varies() {
            return Ok(Draw::Exhausted);
        }
        self.made(self.shape.draft(&seed.to_string(), index))
    }

    /// To compile a dozen generators takes longer than to try hundreds of candidates.
    fn turn(&self) -> u64 {
        1 + self.position
    }

    fn scaled(&self, seed: u64, index: u64, most: u64) -> Result<Draw, Fault> {
        self.made(self.shape.scaled(&seed.to_string(), index, most))
    }
}

impl GeneratorSource<'_> {
    /// Returns what the generator makes of these words.
    fn made(&self, words: Vec<String>) -> Result<Draw, Fault> {
        let program = &self.shape.program;
        let origin = Origin::Generator([std::slice::from_ref(program), &words[..]].concat().into());
        let Generators { generation, watch } = self.generators;
        watched(watch, &format!("compiling {program}"), || generation.prepare(program))?;
        let make = || generation.input_of(program, words, MAX_GENERATING);
        Ok(match watched(watch, &format!("generator {program}"), make)? {
            MadeInput::Input(input) => Draw::Candidate(Candidate { input, origin }),
            // A generator may refuse arguments that do not fit together.
            MadeInput::Nothing => Draw::Nothing,
            MadeInput::Stopped => Draw::Slow,
        })
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

impl NeighbourSource {
    /// Returns the inputs, small ones first.
    pub fn inputs(&self) -> impl Iterator<Item = &[u8]> {
        self.cases.iter().map(|(_, text)| text.bytes())
    }
}

impl CandidateSource for NeighbourSource {
    fn name(&self) -> &str {
        "changed cases"
    }

    fn kind(&self) -> &'static str {
        "changed cases"
    }

    fn draw(&self, seed: u64, index: u64) -> Result<Draw, Fault> {
        let count = self.cases.len() as u64;
        if count == 0 {
            return Ok(Draw::Exhausted);
        }
        let (name, text) = &self.cases[(index % count) as usize];
        let texts = ["changed cases", name, &seed.to_string(), &index.to_string()];
        let input = neighbour(text, &mut Random::new(Seed::of(&texts)));
        let origin = Origin::Other(format!("{name}, changed"));
        Ok(Draw::Candidate(Candidate { input, origin }))
    }

    /// What people have written is near to what they had in mind, and generators may take long.
    fn turn(&self) -> u64 {
        0
    }

    fn share(&self) -> u64 {
        4
    }
}
