//! Common to the entries of all recipes: names, number of copies, seeds.
//!
//! Recipes of shipped problems name families, other recipes name programs; both read these keys
//! first, and then their own.

use std::collections::BTreeMap;

use referee_base::document::{DocumentError, Table};
use referee_checker::Position;

use crate::{Arguments, Seed};

/// The maximum number of cases of an entry with `count`.
const MAX_COPIES: i64 = 1000;

/// An entry of a recipe, without the keys that describe how its inputs are generated.
#[derive(Debug)]
pub struct RecipeEntry {
    /// The place in the recipe.
    pub place: Position,
    /// Whether its cases are left out of the repository although their files are small: they take
    /// long to generate or to judge.
    pub on_demand: bool,
    name: String,
    count: Option<i64>,
    seed: i64,
}

impl RecipeEntry {
    /// Takes its keys from the table of an entry, and leaves the others.
    ///
    /// # Errors
    /// The first mistake, with its place.
    pub fn take(entry: &mut Table) -> Result<RecipeEntry, DocumentError> {
        let (name, name_place) = entry.required_text("name")?;
        check_name(&name).map_err(|why| DocumentError {
            place: name_place,
            message: format!("the name {name:?} {why}"),
            help: Some("names look like secret/05-random".into()),
        })?;
        Ok(RecipeEntry {
            place: entry.place(),
            name,
            count: entry.integer("count", 1, MAX_COPIES)?,
            seed: entry.integer("seed", 0, i64::MAX)?.unwrap_or(0),
            on_demand: entry.flag("on_demand")?,
        })
    }

    /// Returns the names of its cases: with a `count`, each has its number at the end.
    pub fn names(&self) -> impl Iterator<Item = String> {
        let width = self.count.map_or(0, |count| count.to_string().len());
        (1..=self.count.unwrap_or(1)).map(move |number| match self.count {
            Some(_) => format!("{}-{number:0width$}", self.name),
            None => self.name.clone(),
        })
    }

    /// Returns the seed of the case with this name, for a family with these arguments.
    pub fn seed(&self, salt: &str, name: &str, family: &str, arguments: &Arguments) -> Seed {
        Seed::of_case(salt, name, family, arguments, self.seed)
    }
}

/// Checks that a case name is a relative path of plain parts that is valid on every file system.
///
/// # Errors
/// What is wrong with the name, as the rest of a sentence that starts with it.
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

/// Rejects two cases with the same name, even if they differ in letter case: some file systems do
/// not distinguish these. Cases are given by name and place.
///
/// # Errors
/// The second one of the two, with its place.
pub fn refuse_clashes<'a>(
    cases: impl IntoIterator<Item = (&'a str, Position)>,
) -> Result<(), DocumentError> {
    let mut seen: BTreeMap<String, (&str, Position)> = BTreeMap::new();
    for (name, place) in cases {
        if let Some((earlier, at)) = seen.insert(name.to_ascii_lowercase(), (name, place)) {
            let message = format!("there is a case {earlier} already ({at})");
            return Err(DocumentError { place, message, help: None });
        }
    }
    Ok(())
}
