//! Adds the rule for a kept case to a recipe or a `generators.yaml`, so that `--check` agrees.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use globset::{Glob, GlobSet};

use super::packaged::{Generation, Options};
use super::{GenerateMode, Generated};
use referee_base::fault::Fault;
use referee_base::files::{self, Existing, LinkBoundary};
use referee_base::machine::Machine;
use referee_base::yaml::quoted;
use referee_events::watch::Unwatched;
use referee_package::CaseFileKind;
use referee_package::generators::command::command_line;
use referee_package::generators::{RULES, insert};
use referee_problem::ToolRunner;

/// A case that was kept.
pub struct KeptCase<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its input.
    pub input: &'a [u8],
    /// Its answer, if it has one.
    pub answer: Option<&'a [u8]>,
    /// The generator that made it, with its arguments; `None` if it was not made like this.
    pub made_by: Option<&'a [String]>,
}

impl KeptCase<'_> {
    /// Returns the generator with its arguments; `None` for small inputs: they are written out.
    fn command(&self) -> Option<(&str, &[String])> {
        let (program, words) = self.made_by?.split_first()?;
        (self.input.len() > LARGE).then_some((program, words))
    }
}

/// Inputs above this size, in bytes, are made by a command if there is one.
const LARGE: usize = 4 << 10;

/// The rules for the cases of a problem.
pub enum CaseRules {
    /// The recipe of a folder with a `problem.toml`.
    Recipe {
        /// The folder.
        folder: PathBuf,
        /// The folder of its cases.
        cases: PathBuf,
        /// The recipe.
        path: PathBuf,
    },
    /// The `generators.yaml` of a package.
    Generators {
        /// The folder of the package.
        folder: PathBuf,
        /// The boundary for its links.
        links: LinkBoundary,
        /// Runs its programs.
        tool_runner: Arc<ToolRunner>,
    },
}

impl CaseRules {
    /// Returns the file with the rules.
    pub fn file(&self) -> PathBuf {
        match self {
            CaseRules::Recipe { path, .. } => path.clone(),
            CaseRules::Generators { folder, .. } => folder.join(RULES),
        }
    }

    /// Adds a rule for a case whose input is at `input`, and makes the case by that rule;
    /// `by_recipe` makes a case of a recipe, given the folder of its problem and the name of the
    /// case. Returns the path of the input, whose name differs if the rules number their cases.
    ///
    /// # Errors
    /// No rule would make the case. The rules and the case are then unchanged.
    pub fn add(
        &self,
        case: &KeptCase,
        input: &Path,
        machine: Machine,
        by_recipe: &dyn Fn(&Path, &str) -> Result<(), Fault>,
    ) -> Result<PathBuf, Fault> {
        let (path, before) = (self.file(), files::read_text(&self.file())?);
        let added = match self {
            CaseRules::Recipe { folder, cases, .. } => {
                let name = name_below(cases, input)?;
                let entry = recipe_entry(&KeptCase { name: &name, ..*case })?;
                let text = format!("{}\n\n{entry}", before.trim_end());
                files::write_whole(&path, text.as_bytes(), Existing::Replace)?;
                by_recipe(folder, &name).and_then(|()| is_made(case, input))
            }
            CaseRules::Generators { .. } => self.add_to_generators(case, input, &before, machine),
        };
        if added.is_err() {
            files::write_whole(&path, before.as_bytes(), Existing::Replace)?;
            files::write_whole(input, case.input, Existing::Replace)?;
            let (path, answer) = (input.with_extension("ans"), case.answer.unwrap_or_default());
            files::write_whole(&path, answer, Existing::Replace)?;
        }
        added
    }

    fn open(&self) -> Result<Generation, Fault> {
        let CaseRules::Generators { folder, links, tool_runner } = self else {
            return Err(Fault::no_file(&self.file()));
        };
        let (generation, findings) = Generation::open(folder, links.clone(), tool_runner)?;
        let fault = || findings.errors.into_iter().next();
        generation.ok_or_else(|| fault().unwrap_or_else(|| Fault::no_file(&self.file())))
    }

    /// Adds a rule to a `generators.yaml` and makes its case. Returns the path of the input.
    fn add_to_generators(
        &self,
        case: &KeptCase,
        input: &Path,
        before: &str,
        machine: Machine,
    ) -> Result<PathBuf, Fault> {
        let (generation, name) = self.with_rule(case, before)?;
        let only = only(&name)?;
        let options = Options {
            mode: GenerateMode::Replace,
            only: Some(&only),
            is_checked_again: false,
            is_cleaned: false,
        };
        let data = self.file().ancestors().nth(2).map(|folder| folder.join("data"));
        let new = data.unwrap_or_default().join(CaseFileKind::Input.file_of(&name));
        // A file that no rule makes may have the new name already.
        if name != case.name && new.symlink_metadata().is_ok() {
            return Err(Fault::would_overwrite(&new));
        }
        let run = generation.run(&options, machine, &Unwatched, &mut |file| made(&file.generated));
        let added = run.and_then(|_| is_made(case, &new));
        if name != case.name {
            // Only one copy of the case remains: under its new name, or else under its old one.
            let needless = if added.is_ok() { input } else { &new };
            for path in [needless.to_path_buf(), needless.with_extension("ans")] {
                let _ = fs::remove_file(path);
            }
        }
        added
    }

    /// Adds a rule to a `generators.yaml`. Returns all rules, and the name of the new case.
    fn with_rule(&self, case: &KeptCase, before: &str) -> Result<(Generation, String), Fault> {
        let path = self.file();
        let names = |rules: &Generation| -> BTreeSet<String> {
            rules.rules(None).map(|rule| rule.name.clone()).collect()
        };
        let earlier = names(&self.open()?);
        let mut group: Vec<&str> = case.name.split('/').collect();
        let name = group.pop().unwrap_or_default();
        let text = insert(before, &group, name, &generators_rule(case)?).ok_or_else(|| {
            let message = format!("no group {} has lines of its own there", group.join("/"));
            Fault::bad_input(message).at(&path).help("add the case by hand")
        })?;
        files::write_whole(&path, text.as_bytes(), Existing::Replace)?;
        let generation = self.open()?;
        let now = names(&generation);
        let new: Vec<&String> = now.difference(&earlier).collect();
        match (&new[..], now.is_superset(&earlier)) {
            ([new], true) => Ok((generation, (*new).clone())),
            _ => Err(Fault::bad_input("a new case would rename others").at(&path)),
        }
    }
}

/// Returns the name of a case in the folder of all cases, given the path of its input: it may have
/// been kept beside cases that are only a part of them.
///
/// # Errors
/// It is in another folder, where a recipe makes no cases.
fn name_below(cases: &Path, input: &Path) -> Result<String, Fault> {
    // The path of the working folder may be empty.
    let (cases, input) = (cases.join(".").canonicalize(), input.canonicalize());
    let name = cases.ok().zip(input.ok()).and_then(|(cases, input)| {
        let below = input.strip_prefix(cases).ok()?.with_extension("");
        below.to_str().map(String::from)
    });
    name.ok_or_else(|| Fault::bad_input("the cases of the recipe are in another folder"))
}

/// Returns the path of the input if it has the expected content.
///
/// # Errors
/// It is a different input.
fn is_made(case: &KeptCase, path: &Path) -> Result<PathBuf, Fault> {
    match files::read_at_most(path, u64::MAX)? {
        same if same == case.input => Ok(path.to_path_buf()),
        _ => Err(Fault::bad_input("the rule makes another input").at(path)),
    }
}

/// Checks that a case was made.
///
/// # Errors
/// The fault of the case.
pub fn made(generated: &Generated) -> Result<(), Fault> {
    match generated {
        Generated::Failed(fault) => Err(fault.clone()),
        _ => Ok(()),
    }
}

fn only(name: &str) -> Result<GlobSet, Fault> {
    let glob = Glob::new(&globset::escape(name)).and_then(|glob| GlobSet::new([glob]));
    glob.map_err(|error| Fault::bad_input(error.to_string()))
}

fn text(input: &[u8]) -> Result<&str, Fault> {
    str::from_utf8(input).map_err(|_| Fault::bad_input("the input is not UTF-8 text"))
}

fn recipe_entry(case: &KeptCase) -> Result<String, Fault> {
    // A string in JSON is also one in TOML.
    let value = quoted;
    let made = match case.command() {
        Some((program, words)) => {
            let words: Vec<String> = words.iter().map(|word| value(word)).collect();
            format!("generator = {}\narguments = [{}]\n", value(program), words.join(", "))
        }
        None => format!("family = \"given\"\ninput = {}\n", value(text(case.input)?)),
    };
    Ok(format!("[[case]]\nname = {}\n{made}", value(case.name)))
}

fn generators_rule(case: &KeptCase) -> Result<String, Fault> {
    Ok(match case.command() {
        Some((program, words)) => {
            quoted(&command_line([program].into_iter().chain(words.iter().map(String::as_str))))
        }
        None => format!("{{in: {}}}", quoted(text(case.input)?)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept<'a>(input: &'a [u8], made_by: Option<&'a [String]>) -> KeptCase<'a> {
        KeptCase { name: "secret/x", input, answer: None, made_by }
    }

    #[test]
    fn small_inputs_are_written_down_and_large_ones_made_by_their_command() {
        let origin = ["random", "1", "it's"].map(String::from);
        let large = vec![b'1'; LARGE + 1];
        let small = kept(b"7\n", Some(&origin));
        assert_eq!(generators_rule(&small).unwrap(), "{in: \"7\\n\"}");
        assert!(recipe_entry(&small).unwrap().ends_with("family = \"given\"\ninput = \"7\\n\"\n"));
        let made = kept(&large, Some(&origin));
        assert_eq!(generators_rule(&made).unwrap(), r#""random 1 'it'\\''s'""#);
        let entry = recipe_entry(&made).unwrap();
        assert!(
            entry.ends_with("generator = \"random\"\narguments = [\"1\", \"it's\"]\n"),
            "{entry}"
        );
        // The command does not make an input that was made smaller.
        assert!(generators_rule(&kept(&large, None)).unwrap().starts_with("{in: \"111"));
    }

    #[test]
    fn what_is_no_text_has_no_rule() {
        for error in [
            recipe_entry(&kept(b"\xff", None)).unwrap_err(),
            generators_rule(&kept(b"\xff", None)).unwrap_err(),
        ] {
            assert!(error.to_string().contains("not UTF-8 text"), "{error}");
        }
    }
}
