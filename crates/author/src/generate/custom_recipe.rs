//! Recipes of problems with a `problem.toml`: cases from its generators, and written inputs.
//!
//! The language is that of the recipes of shipped problems (docs/recipes.md), with a generator and
//! its arguments in place of a family and its parameters. Parsing a recipe yields the whole plan,
//! so every mistake is found before the first program starts.

use referee_base::document::{DocumentError, Table};
use referee_checker::Position;
use referee_generators::{Arguments, ParameterValue, RecipeEntry, Seed, refuse_clashes};

use referee_problem::CustomProblem;

/// The family of inputs that are written in the recipe. Shipped problems have it too.
const GIVEN: &str = "given";

/// The plan of a case.
#[derive(Debug)]
pub struct CustomCase {
    /// The path in the case folder, without extension.
    pub name: String,
    /// The origin of the input.
    pub origin: InputOrigin,
    /// Whether the case is not committed although its files are small.
    pub on_demand: bool,
    place: Position,
}

/// The origin of an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InputOrigin {
    /// The recipe contains it.
    Given(String),
    /// A generator makes it.
    Generator {
        /// Its name in `problem.toml`.
        name: String,
        /// Its arguments as written in the recipe.
        template: Vec<String>,
        /// Its arguments with the number of the case substituted.
        words: Vec<String>,
        /// The seed of the case.
        seed: Seed,
    },
}

impl InputOrigin {
    /// Returns the arguments of its generator; empty if there is none.
    pub fn arguments(&self) -> Vec<String> {
        match self {
            InputOrigin::Given(_) => Vec::new(),
            InputOrigin::Generator { words, seed, .. } => {
                let seed = seed_argument(*seed);
                words.iter().map(|word| word.replace("{seed}", &seed)).collect()
            }
        }
    }
}

/// Parses the recipe of a problem. Returns the cases in its order.
///
/// # Errors
/// The first mistake, with its place.
pub fn parse(text: &str, problem: &CustomProblem) -> Result<Vec<CustomCase>, DocumentError> {
    let mut table = Table::of_format_1(text)?;
    let (name, place) = table.required_text("problem")?;
    if name != problem.name {
        let message = format!("this recipe is for another problem than {:?}", problem.name);
        let help = Some("`problem` is the `name` in problem.toml".into());
        return Err(DocumentError { place, message, help });
    }
    let (salt, _) = table.required_text("salt")?;
    let entries = table.tables("case")?;
    if entries.is_empty() {
        return Err(table.missing("case"));
    }
    table.finish()?;
    let mut cases = Vec::new();
    for entry in entries {
        read_case(entry, problem, &salt, &mut cases)?;
    }
    refuse_clashes(cases.iter().map(|case| (&*case.name, case.place)))?;
    Ok(cases)
}

fn read_case(
    mut entry: Table,
    problem: &CustomProblem,
    salt: &str,
    cases: &mut Vec<CustomCase>,
) -> Result<(), DocumentError> {
    let common = RecipeEntry::take(&mut entry)?;
    let RecipeEntry { place, on_demand, .. } = common;
    let mut add = |name, origin| cases.push(CustomCase { name, origin, on_demand, place });
    if let Some(input) = given(&mut entry)? {
        entry.finish()?;
        common.names().for_each(|name| add(name, InputOrigin::Given(input.clone())));
        return Ok(());
    }
    let generator = generator(&mut entry, problem)?;
    let arguments = entry.texts("arguments")?;
    let template: Vec<String> = arguments.into_iter().map(|(word, _)| word).collect();
    entry.finish()?;
    // All arguments together count as one parameter of a family.
    let mut arguments = Arguments::default();
    arguments.set("arguments", ParameterValue::Text(referee_base::yaml::list(&template)));
    for (number, name) in (1_u32..).zip(common.names()) {
        let number = number.to_string();
        let words = template.iter().map(|word| word.replace("{count}", &number)).collect();
        let seed = common.seed(salt, &name, &generator, &arguments);
        let (generator, template) = (generator.clone(), template.clone());
        add(name, InputOrigin::Generator { name: generator, template, words, seed });
    }
    Ok(())
}

/// Takes the input if the entry contains it.
fn given(entry: &mut Table) -> Result<Option<String>, DocumentError> {
    match entry.text("family")? {
        None => Ok(None),
        Some((family, _)) if family == GIVEN => Ok(Some(entry.required_text("input")?.0)),
        Some((_, place)) => {
            let message = "a problem.toml has no families but `given`".to_string();
            let help = Some("name one of its generators with `generator`".into());
            Err(DocumentError { place, message, help })
        }
    }
}

fn generator(entry: &mut Table, problem: &CustomProblem) -> Result<String, DocumentError> {
    let (name, place) = entry.required_text("generator")?;
    if problem.generators.contains_key(&name) {
        return Ok(name);
    }
    let known: Vec<&str> = problem.generators.keys().map(String::as_str).collect();
    let help = match known[..] {
        [] => format!("name its command in problem.toml, under [generators.{name}]"),
        _ => format!("those of problem.toml are: {}", known.join(", ")),
    };
    let message = format!("unknown generator {name:?}");
    Err(DocumentError { place, message, help: Some(help) })
}

/// Returns the seed as programs receive it: its last 31 bits, for which every language has a type.
fn seed_argument(seed: Seed) -> String {
    (seed.value() & 0x7fff_ffff).to_string()
}
