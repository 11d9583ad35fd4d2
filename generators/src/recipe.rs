//! Recipes: the families, parameters and seeds that make a case folder.
//!
//! The format is documented in docs/recipes.md. Parsing a recipe makes the whole plan, so that
//! every mistake is found before the first case is made.

use std::collections::BTreeMap;

use referee_checker::Position;
use referee_checker::text::excerpt;

use crate::{
    Arguments, Family, FamilyError, Parameter, ParameterKind, ParameterValue, ProblemFamilies,
    Random, Seed,
};
use referee_base::document::{DocumentError, Table, nearest};

/// The maximum number of cases of an entry with `count`.
const MAX_COPIES: i64 = 1000;

/// A recipe: the plan of a case folder.
#[derive(Debug)]
pub struct Recipe {
    /// The name of the problem.
    pub problem: &'static str,
    /// The salt, on which all random numbers depend.
    pub salt: String,
    /// The reference solver that makes the answers, with its place, if the recipe names one.
    pub solver: Option<(String, Position)>,
    /// The cases, in the order of the recipe.
    pub cases: Vec<CaseSpec>,
}

/// The plan of a case.
#[derive(Debug)]
pub struct CaseSpec {
    /// The path in the case folder, without extension, such as `secret/05-own-square-only`.
    pub name: String,
    /// The family that makes the case.
    pub family: &'static Family,
    /// The values of the family's parameters.
    pub arguments: Arguments,
    /// The seed of the random stream.
    pub seed: Seed,
    /// The outcome that the recipe demands, such as `tie`.
    pub expect: Option<String>,
    /// Whether the case is not committed although its files are small: it takes long to make or
    /// judge.
    pub on_demand: bool,
    /// The place in the recipe.
    pub place: Position,
}

impl CaseSpec {
    /// Makes the input.
    ///
    /// # Errors
    /// The family rejects the parameters, or could not keep its promise.
    pub fn generate(&self) -> Result<Vec<u8>, FamilyError> {
        (self.family.generate)(&self.arguments, &mut Random::new(self.seed))
    }
}

impl Recipe {
    /// Parses a recipe and checks everything that can be checked without making a case.
    ///
    /// # Errors
    /// The first mistake, with its place.
    pub fn parse(text: &str) -> Result<Recipe, DocumentError> {
        let mut table = Table::parse(text)?;
        if table.integer("format", 1, 1)?.is_none() {
            return Err(table.missing("format"));
        }
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
        refuse_clashes(&cases)?;
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
    let place = entry.place();
    let (name, name_place) = entry.required_text("name")?;
    check_name(&name).map_err(|why| DocumentError {
        place: name_place,
        message: format!("the name {name:?} {why}"),
        help: Some("names look like secret/05-own-square-only".into()),
    })?;
    let (family, family_place) = entry.required_text("family")?;
    let Some(family) = families.family(&family) else {
        let known: Vec<&str> = families.families.iter().map(|f| f.name).collect();
        return Err(unknown("family", &family, family_place, &known));
    };
    let count = entry.integer("count", 1, MAX_COPIES)?;
    let number = entry.integer("seed", 0, i64::MAX)?.unwrap_or(0);
    let expect = entry.text("expect")?.map(|(text, _)| text);
    let on_demand = entry.flag("on_demand")?;
    let mut arguments = Arguments::default();
    for parameter in family.parameters {
        let value = read_parameter(&mut entry, parameter)?;
        let value = value.or_else(|| parameter.default_value());
        let Some(value) = value else { return Err(entry.missing(parameter.name)) };
        arguments.set(parameter.name, value);
    }
    entry.finish()?;
    let names = match count {
        None => vec![name],
        Some(count) => {
            let width = count.to_string().len();
            (1..=count).map(|i| format!("{name}-{i:0width$}")).collect()
        }
    };
    for name in names {
        let seed = Seed::of_case(salt, &name, family.name, &arguments, number);
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
    let help = match nearest(word, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("known are: {}", known.join(", ")),
    };
    let message = format!("unknown {what} `{}`", excerpt(word.as_bytes(), 60));
    DocumentError { place, message, help: Some(help) }
}

/// Checks that a case name is a relative path of plain parts, valid on every file system.
///
/// # Errors
/// What is wrong with the name, as the rest of a sentence that begins with it.
pub fn check_name(name: &str) -> Result<(), &'static str> {
    for part in name.split('/') {
        let mut bytes = part.bytes();
        let starts_well = bytes.next().is_some_and(|b| b.is_ascii_alphanumeric() || b == b'_');
        if !starts_well {
            return Err("has a part that does not start with a letter, a digit or _");
        }
        if !bytes.all(|b| b.is_ascii_alphanumeric() || b"_.-".contains(&b)) {
            return Err("has characters other than letters, digits, '_', '.', '-' and '/'");
        }
        if part.len() > 200 {
            return Err("has a part of more than 200 characters");
        }
    }
    Ok(())
}

/// Rejects two cases with the same name, also if the names differ in letter case only: some file
/// systems take these for the same file.
fn refuse_clashes(cases: &[CaseSpec]) -> Result<(), DocumentError> {
    let mut seen: BTreeMap<String, &CaseSpec> = BTreeMap::new();
    for case in cases {
        if let Some(earlier) = seen.insert(case.name.to_ascii_lowercase(), case) {
            let message = format!("there is a case {} already ({})", earlier.name, earlier.place);
            return Err(DocumentError { place: case.place, message, help: None });
        }
    }
    Ok(())
}
