//! Where finds are kept: among the cases of a problem, with a rule that makes them; in files; or as
//! entries of a recipe.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use referee_author::generate::kept_rule::{CaseRules, KeptCase};
use referee_author::generate::written_case::WrittenCase;
use referee_base::fault::{Fault, show};
use referee_base::files::{self, Existing};
use referee_base::machine::Machine;
use referee_counterexamples::hunt::Origin;
use referee_generators::{CaseSpec, Recipe};
use referee_package::generators::RULES;
use referee_problem::Problem;

use super::plan::{HuntHost, HuntPlan, HuntTask, KeepAs};
use crate::shrink::ShrunkCase;

/// Names and writes the finds of one command.
pub(super) struct Keeping<'a> {
    plan: &'a HuntPlan,
    task: &'a HuntTask<'a>,
    /// The rules for the problem's cases, if there are any and finds become cases.
    rules: Option<CaseRules>,
    finds: usize,
}

pub(super) struct KeptFind<'a> {
    name: String,
    place: KeptPlace<'a>,
    existing: Existing,
}

impl<'a> Keeping<'a> {
    /// Prepares to keep finds.
    ///
    /// # Errors
    /// The first one would replace an existing case, or be written into an archive.
    pub(super) fn new(plan: &'a HuntPlan, task: &'a HuntTask<'a>) -> Result<Keeping<'a>, Fault> {
        if let (KeepAs::Case(_), Problem::Packaged(packaged)) = (&plan.keep, task.problem) {
            packaged.refuse_archive("a case")?;
        }
        let keeping = Keeping { plan, task, rules: rules(plan, task), finds: 0 };
        keeping.refuse_taken()?;
        Ok(keeping)
    }

    /// Returns the name of the case that a family makes, on which its random numbers depend. It is
    /// the same for all submissions, unless a recipe is to make the case under its own name.
    pub(super) fn drawn_name(&self) -> String {
        if self.plan.recipe.is_some() { self.next_name() } else { "secret/found".into() }
    }

    /// Begins to keep the next find. Names that an earlier call has used are passed over.
    ///
    /// # Errors
    /// The recipe cannot be read, or the name is not one of a case.
    pub(super) fn next(&mut self) -> Result<KeptFind<'a>, Fault> {
        while self.finds > 0 && self.plan.recipe.is_none() && self.is_taken()? {
            self.finds += 1;
        }
        let (name, place) = (self.next_name(), self.place()?);
        self.finds += 1;
        // What a family makes depends on the name, which is therefore chosen before the next hunt.
        while self.plan.recipe.is_some() && self.is_taken()? {
            self.finds += 1;
        }
        Ok(KeptFind { name, place, existing: self.plan.existing })
    }

    /// Returns whether the next find must not be written under its name.
    fn is_taken(&self) -> Result<bool, Fault> {
        // A name that cases cannot have is not passed over.
        self.target().map(|_| self.refuse_taken().is_err())
    }

    /// Rejects the name of the next find if it must not be written under it: recipes and files have
    /// each name once.
    fn refuse_taken(&self) -> Result<(), Fault> {
        let Some(target) = self.target()? else { return Ok(()) };
        target.refuse_overwriting(self.plan.existing)?;
        let Some(path) = &self.plan.recipe else { return Ok(()) };
        // If it cannot be read, it cannot be written either, which says why.
        let (text, name) = (files::read_text(path).unwrap_or_default(), self.next_name());
        if !has_case(&text, &name) {
            return Ok(());
        }
        let fault = Fault::bad_input(format!("there is a case {name} already")).at(path);
        Err(fault.help("give --keep another name"))
    }

    /// Adds the rule for a kept case to the rules of the problem. Returns the path of the input. A
    /// case for which no rule can be added is kept nevertheless, with a warning.
    pub(super) fn with_rule(
        &self,
        find: &KeptFind,
        kept: PathBuf,
        case: &ShrunkCase,
        origin: &Origin,
        host: &dyn HuntHost,
    ) -> PathBuf {
        let (KeptPlace::Case(_), Some(rules)) = (&find.place, &self.rules) else { return kept };
        let made_by = match origin {
            Origin::Generator(command) if case.shrunk.steps == 0 => Some(&**command),
            _ => None,
        };
        let (name, input) = (&*find.name, &case.shrunk.input);
        let new = KeptCase { name, input, answer: case.answer.as_deref(), made_by };
        let machine = Machine::here(Some(self.task.jobs));
        let by_recipe = |folder: &Path, name: &str| host.make_case(folder, name, machine);
        match rules.add(&new, &kept, machine, &by_recipe) {
            Ok(path) => path,
            Err(fault) => {
                let (name, file) = (show(&kept), show(&rules.file()));
                host.warn(&format!("{name} is kept without a rule in {file}: {fault}"));
                kept
            }
        }
    }

    /// Returns the suffix that the next find adds to the given name.
    fn suffix(&self) -> String {
        if self.finds == 0 { String::new() } else { format!("-{}", self.finds + 1) }
    }

    fn next_name(&self) -> String {
        let name = match &self.plan.keep {
            KeepAs::Case(name) => name,
            KeepAs::Nothing | KeepAs::Files(_) => "secret/found",
        };
        name.to_string() + &self.suffix()
    }

    /// Returns where the next find is written, if it is.
    fn target(&self) -> Result<Option<WrittenCase>, Fault> {
        match &self.plan.keep {
            KeepAs::Nothing => Ok(None),
            KeepAs::Case(_) => WrittenCase::beside(self.task.first, &self.next_name()).map(Some),
            KeepAs::Files(stem) => {
                let mut stem = stem.as_os_str().to_os_string();
                stem.push(self.suffix());
                Ok(Some(WrittenCase::at(Path::new(&stem))))
            }
        }
    }

    fn place(&self) -> Result<KeptPlace<'a>, Fault> {
        Ok(match (&self.plan.recipe, self.target()?) {
            (_, None) => KeptPlace::Nowhere,
            (None, Some(target)) => KeptPlace::Case(target),
            (Some(path), Some(_)) => {
                let before = files::read_text(path)?;
                KeptPlace::Recipe { path, written: before.clone(), before }
            }
        })
    }
}

/// Returns the rules for the problem's cases, if there are any and finds become cases.
fn rules(plan: &HuntPlan, task: &HuntTask) -> Option<CaseRules> {
    let KeepAs::Case(_) = plan.keep else { return None };
    let Problem::Packaged(packaged) = task.problem else {
        let file = task.file?;
        let folder = file.path().parent()?.to_path_buf();
        let cases = file.cases.clone().unwrap_or_else(|| folder.clone());
        return Some(CaseRules::Recipe { folder, cases, path: file.recipe.clone()? });
    };
    packaged.package.find("", RULES)?;
    let tool_runner = Arc::clone(&task.tool_runner);
    let (folder, links) = (packaged.folder(), packaged.package.links().clone());
    Some(CaseRules::Generators { folder, links, tool_runner })
}

enum KeptPlace<'a> {
    Nowhere,
    Case(WrittenCase),
    /// In an entry that is appended to a recipe, whose text was `before` and is `written`, unless
    /// somebody has edited it since.
    Recipe {
        path: &'a Path,
        before: String,
        written: String,
    },
}

impl KeptFind<'_> {
    /// Returns the words of the command that makes the find, if it is kept in a recipe. A hunt
    /// might not find it again: it draws from the recipe, which now has another entry.
    pub(super) fn made_again(&self) -> Option<Vec<String>> {
        let KeptPlace::Recipe { path, .. } = &self.place else { return None };
        let recipe = path.to_string_lossy();
        let words = ["referee", "generate", &recipe, "--only", &self.name, "--out", "found"];
        Some(words.map(str::to_string).to_vec())
    }

    /// Writes a find, or replaces it by an input that was shrunk or scaled since. Returns the file
    /// that contains it, if any. A recipe that was edited since keeps what it has, with a warning.
    ///
    /// # Errors
    /// The file existed before and must not be replaced, or cannot be written.
    pub(super) fn write(
        &mut self,
        input: &[u8],
        origin: &Origin,
        answer: Option<&[u8]>,
        host: &dyn HuntHost,
    ) -> Result<Option<PathBuf>, Fault> {
        match &mut self.place {
            KeptPlace::Nowhere => Ok(None),
            KeptPlace::Case(target) => {
                target.write(input, answer, self.existing)?;
                // What is written from now on replaces that.
                self.existing = Existing::Replace;
                Ok(Some(target.input()))
            }
            KeptPlace::Recipe { path, before, written } => {
                let text = with_entry(before, &self.name, input, origin).ok_or_else(|| {
                    let why = "no entry of this recipe would make the input that was found";
                    Fault::bad_input(why).at(*path)
                })?;
                if files::read_text(path).is_ok_and(|now| now == *written) {
                    files::write_whole(path, text.as_bytes(), Existing::Replace)?;
                    *written = text;
                } else {
                    let (path, name) = (show(path), &self.name);
                    host.warn(&format!("{path} was edited, so {name} stays as it was found"));
                }
                Ok(Some(path.to_path_buf()))
            }
        }
    }
}

/// Returns a recipe with an entry that makes an input: as the family made it, or else verbatim;
/// `None` if neither would.
fn with_entry(recipe: &str, name: &str, input: &[u8], origin: &Origin) -> Option<String> {
    let given = || {
        let input = String::from_utf8_lossy(input);
        let [name, input] = [name, &*input].map(|text| toml::Value::from(text).to_string());
        format!("[[case]]\nname = {name}\nfamily = \"given\"\ninput = {input}\n")
    };
    let entries = match origin {
        Origin::Family(case) => vec![case.to_string(), given()],
        Origin::Smallest(_) | Origin::Generator(_) | Origin::Other(_) => vec![given()],
    };
    let mut texts = entries.iter().map(|entry| format!("{}\n\n{entry}", recipe.trim_end()));
    texts.find(|text| makes(text, name, input))
}

/// Returns whether a recipe has a case with this name, in any letter case.
fn has_case(recipe: &str, name: &str) -> bool {
    let is_same = |case: &CaseSpec| case.name.eq_ignore_ascii_case(name);
    Recipe::parse(recipe).is_ok_and(|recipe| recipe.cases.iter().any(is_same))
}

fn makes(recipe: &str, name: &str, input: &[u8]) -> bool {
    let Ok(recipe) = Recipe::parse(recipe) else { return false };
    let case = recipe.cases.iter().find(|case| case.name == name);
    case.and_then(|case| case.generate().ok()).is_some_and(|made| made == input)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hunt::plan::{Search, SearchProgress};
    use referee_base::files::TemporaryFolder;
    use referee_generators::{ProblemFamilies, shipped};
    use std::cell::RefCell;
    use std::fs;

    /// Collects warnings.
    #[derive(Default)]
    struct Warned(RefCell<Vec<String>>);

    impl HuntHost for Warned {
        fn begin(&self, _: Search) -> Box<dyn SearchProgress + '_> {
            unreachable!("nothing is searched for")
        }

        fn warn(&self, text: &str) {
            self.0.borrow_mut().push(text.into());
        }

        fn make_case(&self, _: &Path, _: &str, _: Machine) -> Result<(), Fault> {
            unreachable!("no case is made")
        }
    }

    #[test]
    fn a_recipe_edited_since_the_find_is_not_overwritten() {
        let folder = TemporaryFolder::new().unwrap();
        let (path, host) = (folder.path().join("recipe.toml"), Warned::default());
        let ProblemFamilies { problem, smallest, .. } = &shipped()[0];
        let before = format!("format = 1\nproblem = '{problem}'\nsalt = 's'\n");
        let inputs = [30, 20, 10].map(|number| smallest(number).unwrap());
        fs::write(&path, &before).unwrap();
        let place = KeptPlace::Recipe { path: &path, written: before.clone(), before };
        let mut find = KeptFind { name: "secret/1".into(), place, existing: Existing::Keep };
        let mut write = |input: &[u8]| {
            find.write(input, &Origin::Smallest(1), None, &host).unwrap();
            fs::read_to_string(&path).unwrap()
        };
        assert!(makes(&write(&inputs[0]), "secret/1", &inputs[0]));
        let smaller = write(&inputs[1]);
        assert!(makes(&smaller, "secret/1", &inputs[1]));
        assert!(host.0.borrow().is_empty());
        let edited = smaller + "\n# Another one is to follow.\n";
        fs::write(&path, &edited).unwrap();
        assert_eq!(write(&inputs[2]), edited);
        assert_eq!(host.0.borrow().len(), 1);
    }
}
