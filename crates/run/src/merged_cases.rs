//! The cases of a merged run, for a page that shows them: events contain only their names.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use crate::case_files::CaseFiles;
use crate::judge_task::find_cases;
use crate::output::OutputSettings;
use crate::settings;
use crate::target::Target;
use referee_base::fault::Fault;
use referee_base::machine::Machine;
use referee_package::Work;
use referee_problem::Problem;
use referee_problem::cases::CaseFile;

/// The cases of a run, in its order.
pub struct MergedCases {
    place: Target,
    problem: Problem,
    cases: Vec<CaseFile>,
}

impl MergedCases {
    /// Finds the cases of a run, given its problem and their names.
    ///
    /// # Errors
    /// The path has another problem, or lacks a case.
    pub fn find(
        path: &Path,
        problem: &str,
        names: &[Arc<str>],
        output: &OutputSettings,
    ) -> Result<MergedCases, Fault> {
        let named = settings::selection(path, output)?;
        let place = Target::find(path, &named, Work::Judging, output)?;
        let found = find_cases(&place)?;
        let own = place.problem(&found, &named)?;
        if own.name() != problem {
            let message = format!("this is {}, and the shards are of {problem}", own.name());
            let fault = Fault::bad_input(message).at(path);
            return Err(fault.help("name the problem that was passed to `referee judge`"));
        }
        let known: HashMap<&str, &CaseFile> =
            found.cases.iter().map(|case| (&*case.name, case)).collect();
        let case = |name: &Arc<str>| {
            known.get(&**name).map(|case| CaseFile::clone(case)).ok_or_else(|| {
                let fault = Fault::bad_input(format!("the case {name} is not here")).at(path);
                fault.help("name the problem that was passed to `referee judge`")
            })
        };
        let cases = names.iter().map(case).collect::<Result<Vec<_>, Fault>>()?;
        Ok(MergedCases { place, problem: own, cases })
    }

    /// Returns the cases for a page.
    pub fn case_files<'a>(&'a self, machine: Machine, output: &'a OutputSettings) -> CaseFiles<'a> {
        CaseFiles::new(&self.problem, &self.place, &self.cases, &[], machine, output)
    }
}
