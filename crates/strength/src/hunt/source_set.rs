//! All sources of candidates for a problem: the families, generators and cases of the problem.

use std::collections::HashSet;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use referee_author::generate::commands::InputGenerators;
use referee_author::generate::custom_plan::CustomPlan;
use referee_author::generate::custom_recipe;
use referee_author::generate::packaged::Generation;
use referee_base::fault::Fault;
use referee_base::files;
use referee_counterexamples::hunt::{
    CandidateSource, CaseNaming, FamilySource, Origin, RecipeSource, SmallestSource,
};
use referee_counterexamples::shrink;
use referee_events::watch::{Watch, watched};
use referee_generators::{ProblemFamilies, Recipe, Seed};
use referee_inputs::{DescribedSource, IsValid, LearnedSource};
use referee_package::generators::RULES;
use referee_problem::{CustomProblem, Problem};

use super::NeighbourSource;
use super::plan::{HuntHost, HuntPlan, HuntTask};
use super::sources::{BrokenGenerators, GeneratorSource, Generators, ShapedCommands};

/// The maximum size of an input that is changed, in bytes: a change at one place in a larger one
/// has little effect.
const MAX_BYTES: u64 = 64 << 10;

/// The maximum number of cases that are changed; the smallest are used.
const MAX_CASES: usize = 200;

pub(super) struct SourceSet<'a> {
    plan: &'a HuntPlan,
    /// The families of a shipped problem, and the recipe whose parameters are tried.
    families: Option<(&'static ProblemFamilies, Recipe)>,
    /// The generators of a package or a `problem.toml`.
    generation: Option<Arc<dyn InputGenerators>>,
    /// Their commands that are tried: those of the plan, or else all.
    commands: Vec<ShapedCommands>,
    /// Whether generators are compiled while others are drawn.
    is_beside: bool,
    pub(super) broken: BrokenGenerators,
    /// Inputs of the descriptions in checktestdata of a problem that is not shipped.
    described: Vec<DescribedSource>,
    /// The existing cases, which are changed.
    pub(super) cases: NeighbourSource,
    /// The source learned from the inputs of a problem that is not shipped, once it is needed.
    learned: OnceLock<Option<LearnedSource>>,
}

impl<'a> SourceSet<'a> {
    /// Finds the sources of a problem.
    ///
    /// # Errors
    /// A flag names something that the problem does not have.
    pub(super) fn find(
        task: &HuntTask,
        plan: &'a HuntPlan,
        host: &dyn HuntHost,
    ) -> Result<SourceSet<'a>, Fault> {
        let problem = task.problem;
        let families = match problem {
            Problem::Shipped(shipped) => Some((shipped.families, recipe(plan, shipped.families)?)),
            Problem::Custom(_) | Problem::Packaged(_) if plan.recipe.is_some() => {
                let message =
                    format!("{} has no families, which recipes consist of", problem.name());
                return Err(Fault::bad_input(message).help("leave out --recipe"));
            }
            Problem::Custom(_) | Problem::Packaged(_) => None,
        };
        let generation: Option<Arc<dyn InputGenerators>> = match problem {
            Problem::Custom(custom) => generators(task, custom)?.map(|found| Arc::new(found) as _),
            _ => generation(task, host)?.map(|found| Arc::new(found) as _),
        };
        if generation.is_none() && !plan.commands.is_empty() {
            let message = "--args is for generators: of a generators.yaml that can be used, or of a problem.toml with a recipe";
            return Err(Fault::bad_input(message));
        }
        let (broken, learned) = (BrokenGenerators::default(), OnceLock::new());
        let cases = existing_cases(task, generation.as_deref())?;
        let described = problem.descriptions().into_iter();
        let described = described.map(|(name, one)| DescribedSource::new(name, Arc::clone(one)));
        let described = described.collect();
        let is_beside = task.compiles_beside() && plan.is_timed();
        let commands = match generation.as_deref() {
            None => Vec::new(),
            Some(generation) if plan.commands.is_empty() => ShapedCommands::all(generation),
            Some(generation) => {
                let of_text = |text: &String| ShapedCommands::of_text(generation, text);
                plan.commands.iter().map(of_text).collect::<Result<_, Fault>>()?
            }
        };
        Ok(SourceSet {
            plan,
            families,
            generation,
            commands,
            is_beside,
            broken,
            described,
            cases,
            learned,
        })
    }

    /// Returns whether all candidates are made from existing cases.
    pub(super) fn has_only_cases(&self) -> bool {
        self.families.is_none() && self.generation.is_none() && self.described.is_empty()
    }

    /// Returns a function that compiles the generators until it is told to stop, in the order in
    /// which they are drawn.
    pub(super) fn compiling(&self) -> impl FnOnce(&dyn Fn() -> bool) + Send + use<> {
        let programs: Vec<String> = self.commands.iter().map(|one| one.program().into()).collect();
        let generation = self.generation.clone();
        move |stop| {
            let Some(generation) = generation else { return };
            for program in programs.iter().take_while(|_| !stop()) {
                // Who draws from it learns why it does not compile.
                let _ = generation.prepare(program);
            }
        }
    }

    /// Returns the sources for a find with the name `name`; `watch` receives the generator in
    /// progress. `is_valid` is present if the problem can validate inputs, and `stop` returns
    /// whether there is no time left to learn their shape.
    pub(super) fn all<'s>(
        &'s self,
        name: &str,
        watch: &'s dyn Watch,
        is_valid: Option<IsValid>,
        stop: &dyn Fn() -> bool,
    ) -> Vec<Box<dyn CandidateSource + 's>> {
        let mut all: Vec<Box<dyn CandidateSource + 's>> = Vec::new();
        if let Some((families, recipe)) = &self.families {
            let naming = CaseNaming { salt: recipe.salt.clone(), name: name.into() };
            all.push(Box::new(SmallestSource(families.smallest)));
            for source in FamilySource::all(families, recipe, &naming) {
                all.push(Box::new(source));
            }
            all.push(Box::new(RecipeSource::new(recipe, &naming)));
            all.push(Box::new(RecipeSource::on_demand(recipe, &naming)));
        }
        if let Some(generation) = self.generation.as_deref() {
            let SourceSet { broken, is_beside, .. } = self;
            let generators = Generators { generation, watch, broken, is_beside: *is_beside };
            for commands in &self.commands {
                all.push(Box::new(GeneratorSource { commands, generators }));
            }
        }
        // A user who gives ranges does not want larger inputs.
        let learns = self.families.is_none() && self.plan.commands.is_empty();
        let validates = is_valid.is_some();
        let learned = learns.then(|| self.learned(watch, is_valid, stop)).flatten();
        let shape = learned.clone().filter(|_| validates);
        all.extend(learned.map(|learned| Box::new(learned) as Box<dyn CandidateSource>));
        all.push(Box::new(self.cases.clone().keeping(shape)));
        let described = self.described.iter().filter(|_| learns).cloned();
        all.extend(described.map(|source| Box::new(source) as Box<dyn CandidateSource>));
        all
    }

    /// Returns the source learned from the inputs. If the time for that runs out, the next hunt
    /// learns it again, in time of its own, so that what it finds does not depend on this one.
    fn learned(
        &self,
        watch: &dyn Watch,
        is_valid: Option<IsValid>,
        stop: &dyn Fn() -> bool,
    ) -> Option<LearnedSource> {
        if let Some(known) = self.learned.get() {
            return known.clone();
        }
        let mut is_whole = true;
        let whole = &mut is_whole;
        let mut ask = is_valid.map(|is_valid| {
            move |input: &[u8]| {
                let answer = is_valid(input);
                *whole &= answer.is_some();
                answer
            }
        });
        let inputs = self.cases.inputs().map(<[u8]>::to_vec);
        let learn = || LearnedSource::learn(inputs, ask.as_mut().map(|ask| ask as IsValid), stop);
        let learned = watched(watch, "learning the shape of the inputs", learn);
        if is_whole && (learned.is_some() || !stop()) {
            let _ = self.learned.set(learned.clone());
        }
        learned
    }

    /// Leaves out existing cases, which are invalid.
    pub(super) fn leave_out(&mut self, names: &HashSet<String>) {
        if self.cases.leave_out(names) {
            self.learned = OnceLock::new();
        }
    }

    /// Returns how an input was made, if a family made it.
    pub(super) fn family_case(&self, origin: &Origin) -> Option<shrink::FamilyCall> {
        let (Some((families, recipe)), Origin::Family(case)) = (&self.families, origin) else {
            return None;
        };
        let family = families.family(case.family)?;
        let seed = Seed::of_case(&recipe.salt, &case.name, case.family, &case.arguments, case.seed);
        Some(shrink::FamilyCall { family, arguments: case.arguments.clone(), seed })
    }
}

/// Reads the recipe that the arguments name, or else the shipped one.
fn recipe(plan: &HuntPlan, families: &ProblemFamilies) -> Result<Recipe, Fault> {
    let (path, text) = match &plan.recipe {
        Some(path) => (path.as_path(), files::read_named_text(path)?),
        None => (Path::new("the shipped recipe"), families.recipe.to_string()),
    };
    let recipe = Recipe::parse(&text).map_err(|error| Fault::document(path, &error, &text))?;
    if recipe.problem == families.problem {
        Ok(recipe)
    } else {
        let message = format!("this recipe is for {}, not {}", recipe.problem, families.problem);
        Err(Fault::bad_input(message).at(path))
    }
}

/// Reads the recipe of a problem with a `problem.toml`, if there is one.
fn generators(task: &HuntTask, problem: &Arc<CustomProblem>) -> Result<Option<CustomPlan>, Fault> {
    let Some(path) = task.file.and_then(|file| file.recipe.as_ref()) else {
        return Ok(None);
    };
    let text = files::read_named_text(path)?;
    let cases = custom_recipe::parse(&text, problem);
    let cases = cases.map_err(|error| Fault::document(path, &error, &text))?;
    Ok(Some(CustomPlan { cases, problem: Arc::clone(problem) }))
}

/// Opens the rules of a package, if it has usable ones.
fn generation(task: &HuntTask, host: &dyn HuntHost) -> Result<Option<Generation>, Fault> {
    let Problem::Packaged(packaged) = task.problem else { return Ok(None) };
    let package = &packaged.package;
    if package.find("", RULES).is_none() {
        return Ok(None);
    }
    let links = package.links().clone();
    let (generation, findings) = Generation::open(&packaged.folder(), links, &task.tool_runner)?;
    if let Some(fault) = findings.errors.first() {
        host.warn(&format!("its generators are not used: {}", fault.one_line()));
    }
    Ok(generation)
}

/// Reads the cases that are to be changed, and the inputs of rules that have not made their cases.
fn existing_cases(
    task: &HuntTask,
    generation: Option<&dyn InputGenerators>,
) -> Result<NeighbourSource, Fault> {
    let length = |path: &Path| path.metadata().map_or(u64::MAX, |found| found.len());
    let mut cases: Vec<_> = task.cases.iter().map(|case| (length(&case.input), case)).collect();
    cases.retain(|(bytes, case)| *bytes <= MAX_BYTES && case.has_answer);
    cases.sort_by_key(|(bytes, _)| *bytes);
    let read = |(_, case): (u64, &referee_problem::cases::CaseFile)| {
        Ok((case.name.to_string(), files::read_at_most(&case.input, MAX_BYTES)?))
    };
    let inputs = cases.into_iter().take(MAX_CASES).map(read).collect::<Result<Vec<_>, Fault>>()?;
    let known: HashSet<&str> = task.cases.iter().map(|case| &*case.name).collect();
    let mut written = generation.map_or_else(Vec::new, |rules| rules.written_inputs(MAX_BYTES));
    written.retain(|one| !known.contains(&*one.case));
    written.sort_by_key(|one| one.input.len());
    let written = written.into_iter().take(MAX_CASES).map(|one| (one.case, one.input));
    Ok(NeighbourSource::new(inputs, written))
}

#[cfg(test)]
mod tests {
    use referee_base::files::Existing;
    use referee_events::watch::Unwatched;

    use super::super::plan::KeepAs;
    use super::*;

    #[test]
    fn what_was_learned_without_enough_time_is_learned_again() {
        let plan = HuntPlan {
            seed: 1,
            tries: 1,
            within: None,
            shrink_for: None,
            shrinks: true,
            slower: None,
            commands: Vec::new(),
            recipe: None,
            keep: KeepAs::Nothing,
            existing: Existing::Keep,
            again: Vec::new(),
        };
        let inputs = ["3\n5 7 1\n", "2\n1 1\n"].map(|input| (input.into(), input.into()));
        let sources = SourceSet {
            plan: &plan,
            families: None,
            generation: None,
            commands: Vec::new(),
            is_beside: false,
            broken: BrokenGenerators::default(),
            described: Vec::new(),
            cases: NeighbourSource::new(inputs, []),
            learned: OnceLock::new(),
        };
        assert!(sources.learned(&Unwatched, Some(&mut |_| None), &|| false).is_none());
        assert!(sources.learned(&Unwatched, Some(&mut |_| Some(true.into())), &|| true).is_none());
        assert!(sources.learned(&Unwatched, Some(&mut |_| Some(true.into())), &|| false).is_some());
        let again = sources.learned(&Unwatched, Some(&mut |_| panic!("known")), &|| false);
        assert!(again.is_some());
    }
}
