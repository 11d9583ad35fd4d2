//! The case whose settings inputs get that are no cases.
//!
//! Groups of cases are often subtasks: arguments of the input validators bound their inputs. A
//! program that solves one subtask may fail only on inputs that are not in it, so inputs are
//! validated like those of the group that allows most, even if it has no cases yet.

use referee_base::machine::Machine;
use referee_package::{CaseFileKind, by_name, is_sample};

use super::{Packaged, Problem};
use crate::cases::CaseFile;

impl Problem {
    /// Returns the case whose settings an input gets that is no case: the first secret one or, if
    /// the arguments of the input validators differ between groups, one with those that accept the
    /// smallest cases of most groups. Of these, later ones are preferred; a group without cases has
    /// one whose files do not exist. `None` if there are no cases.
    pub fn widest_case(&self, cases: &[CaseFile], machine: Machine) -> Option<CaseFile> {
        let first = cases.iter().find(|case| !is_sample(&case.name)).or(cases.first())?;
        let groups = match self {
            Problem::Packaged(packaged) => packaged.smallest_by_arguments(cases),
            Problem::Shipped(_) | Problem::Custom(_) => Vec::new(),
        };
        if groups.len() < 2 {
            return Some(first.clone());
        }
        let inputs: Vec<&CaseFile> = groups.iter().filter(|case| case.input.is_file()).collect();
        let mut widest = (0, first);
        for like in &groups {
            let accepts = |case: &&&CaseFile| self.accepts(case, like, machine);
            let accepted = inputs.iter().filter(accepts).count();
            if accepted > widest.0 {
                widest = (accepted, like);
            }
            if accepted == inputs.len() {
                break;
            }
        }
        Some(widest.1.clone())
    }

    /// Returns whether the validators accept the input of a case with the settings of another.
    fn accepts(&self, case: &CaseFile, like: &CaseFile, machine: Machine) -> bool {
        let accepts = || {
            let resolved = self.resolve_like(case, Some(like))?;
            let input = resolved.read_input(machine)?;
            self.input_refusal(&resolved, &input, machine)
        };
        matches!(accepts(), Ok(None))
    }
}

impl Packaged {
    /// Returns the smallest cases of those whose input validators get the same arguments. Those
    /// come first of which the last case is later.
    fn smallest_by_arguments(&self, cases: &[CaseFile]) -> Vec<CaseFile> {
        let mut all: Vec<CaseFile> = cases.iter().cloned().chain(self.missing_cases()).collect();
        all.sort_by(|a, b| by_name(&b.name, &a.name));
        let length = |case: &CaseFile| case.input.metadata().map_or(u64::MAX, |found| found.len());
        let mut groups: Vec<(Vec<Vec<String>>, u64, CaseFile)> = Vec::new();
        for case in all {
            let Ok(resolved) = self.resolve(&case) else { continue };
            let of = |name: &str| resolved.settings.arguments.input_arguments(name);
            let arguments = self.input_validators().iter().map(|one| of(&one.name)).collect();
            let bytes = length(&case);
            match groups.iter_mut().find(|(known, ..)| *known == arguments) {
                Some((_, least, smallest)) if bytes < *least => (*least, *smallest) = (bytes, case),
                Some(_) => {}
                None => groups.push((arguments, bytes, case)),
            }
        }
        groups.into_iter().map(|(.., smallest)| smallest).collect()
    }

    /// Returns a case for each group of secret cases that has none.
    fn missing_cases(&self) -> impl Iterator<Item = CaseFile> {
        let package = &self.package;
        let is_missing = |folder: &&String| {
            let below = format!("{folder}/");
            below.starts_with("secret/")
                && !package.cases.iter().any(|case| case.name.starts_with(&below))
        };
        package.groups.keys().filter(is_missing).map(|folder| {
            let name = format!("{folder}/candidate");
            let input = package.path(&format!("data/{}", CaseFileKind::Input.file_of(&name)));
            CaseFile { name: name.into(), input, has_answer: false }
        })
    }
}
