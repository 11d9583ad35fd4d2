//! Recipes: the families, parameters and seeds that generate a case folder.
//!
//! The format is documented in docs/recipes.md. Parsing a recipe makes the whole plan: every
//! mistake is found before the first case is generated.

use referee_checker::Position;
use referee_checker::text::excerpt;

use crate::entry::{RecipeEntry, refuse_clashes};
use crate::{
    Arguments, Family, FamilyError, Parameter, ParameterKind, ParameterValue, ProblemFamilies,
    Random, Seed,
};
use referee_base::document::{DocumentError, Table, suggestion};

/// A recipe: the plan of a case folder.
#[derive(Debug)]
pub struct Recipe {
    /// The name of the problem.
    pub problem: &'static str,
    /// The salt on which all random numbers depend.
    pub salt: String,
    /// The reference solver for the answers, with its place, if the recipe names one.
    pub solver: Option<(String, Position)>,
    /// The cases, in the order of the recipe.
    pub cases: Vec<CaseSpec>,
}

/// The plan of a case.
#[derive(Debug)]
pub struct CaseSpec {
    /// The path in the case folder, without extension, such as `secret/05-own-square-only`.
    pub name: String,
    /// The family that generates the case.
    pub family: &'static Family,
    /// The values of the family's parameters.
    pub arguments: Arguments,
    /// The seed of the random stream.
    pub seed: Seed,
    /// The outcome that the recipe requires, such as `tie`.
    pub expect: Option<String>,
    /// Whether the case is left out of the repository although its files are small: it takes long
    /// to generate or to judge.
    pub on_demand: bool,
    /// The place in the recipe.
    pub place: Position,
}

impl CaseSpec {
    /// Generates the input.
    ///
    /// # Errors
    /// The family rejects the parameters, or could not keep its promise.
    pub fn generate(&self) -> Result<Vec<u8>, FamilyError> {
        (self.family.generate)(&self.arguments, &mut Random::new(self.seed))
    }
}

impl Recipe {
    /// Parses a recipe and checks everything that can be checked without generating a case.
    ///
    /// # Errors
    /// The first mistake, with its place.
    pub fn parse(text: &str) -> Result<Recipe, DocumentError> {
        let mut table = Table::of_format_1(text)?;
        let families = problem(&mut table)?;
        let (salt, _) = table.required_text("salt")?;
        let solver = table.text("solver")?;
        let mut cases = Vec::new();
        let entries = table.tables("case")?;
        if entries.is_empty() {
            return Err(table.missing("case"));
        }
        table.finish()?;
        for entry in entries {
            read_case(entry, families, &salt, &mut cases)?;
        }
        refuse_clashes(cases.iter().map(|case| (&*case.name, case.place)))?;
        Ok(Recipe { problem: families.problem, salt, solver, cases })
    }
}

fn problem(table: &mut Table) -> Result<&'static ProblemFamilies, DocumentError> {
    let (name, place) = table.required_text("problem")?;
    crate::families(&name).ok_or_else(|| {
        let known: Vec<&str> = crate::shipped().iter().map(|p| p.problem).collect();
        unknown("problem", &name, place, &known)
    })
}

fn read_case(
    mut entry: Table,
    families: &ProblemFamilies,
    salt: &str,
    cases: &mut Vec<CaseSpec>,
) -> Result<(), DocumentError> {
    let common = RecipeEntry::take(&mut entry)?;
    let (family, family_place) = entry.required_text("family")?;
    let Some(family) = families.family(&family) else {
        let known: Vec<&str> = families.families.iter().map(|f| f.name).collect();
        return Err(unknown("family", &family, family_place, &known));
    };
    let expect = entry.text("expect")?.map(|(text, _)| text);
    let mut arguments = Arguments::default();
    for parameter in family.parameters {
        let value = read_parameter(&mut entry, parameter)?;
        let value = value.or_else(|| parameter.default_value());
        let Some(value) = value else { return Err(entry.missing(parameter.name)) };
        arguments.set(parameter.name, value);
    }
    entry.finish()?;
    let RecipeEntry { place, on_demand, .. } = common;
    for name in common.names() {
        let seed = common.seed(salt, &name, family.name, &arguments);
        let (arguments, expect) = (arguments.clone(), expect.clone());
        cases.push(CaseSpec { name, family, arguments, seed, expect, on_demand, place });
    }
    Ok(())
}

fn read_parameter(
    entry: &mut Table,
    parameter: &Parameter,
) -> Result<Option<ParameterValue>, DocumentError> {
    match parameter.kind {
        ParameterKind::Integer { least, most } => {
            Ok(entry.integer(parameter.name, least, most)?.map(ParameterValue::Integer))
        }
        ParameterKind::Text => {
            Ok(entry.text(parameter.name)?.map(|(text, _)| ParameterValue::Text(text)))
        }
        ParameterKind::Choice(words) => match entry.text(parameter.name)? {
            Some((word, place)) if !words.contains(&word.as_str()) => {
                Err(unknown(parameter.name, &word, place, words))
            }
            word => Ok(word.map(|(word, _)| ParameterValue::Text(word))),
        },
    }
}

fn unknown(what: &str, word: &str, place: Position, known: &[&str]) -> DocumentError {
    let message = format!("unknown {what} `{}`", excerpt(word.as_bytes(), 60));
    DocumentError { place, message, help: Some(suggestion(word, known)) }
}
