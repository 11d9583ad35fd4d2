//! Static validation: for some groups of cases, a program checks the files of a submission.
//!
//! The format counts such a check as a test case of its group, and so does this crate: a case
//! called [`NAME`], without input or answer, is judged, shown and counted like the others. No file
//! can have this name.

use super::diagnostic::{Diagnostics, Work};
use super::groups::{NEW, TestGroups, name_in_secret};
use super::layout::Programs;
use super::metadata::Metadata;
use super::scoring::StaticValidation;

/// The name of the case that represents the static validation of a group.
pub(super) const NAME: &str = "static validation";

/// Checks that a validator exists exactly if a group requires one.
pub(super) fn check(
    metadata: &Metadata,
    programs: &Programs,
    groups: &TestGroups,
    diagnostics: &mut Diagnostics,
) {
    let wanted: Vec<&str> = groups_with(groups).map(|(folder, _)| folder).collect();
    let Some(program) = &programs.static_validator else {
        for folder in wanted {
            diagnostics
                .error(format!("data/{folder}/{NEW}"), "there is no static validator")
                .blocking(Work::Judging)
                .help("put one into static_validator, or remove static_validation_score");
        }
        return;
    };
    if metadata.kinds.submit_answer {
        diagnostics.error(program, "submit-answer problems have no files to validate statically");
    } else if wanted.is_empty() {
        diagnostics
            .warning(program, "this static validator is not used")
            .help(format!("write `static_validation_score` into a {NEW}"));
    }
}

/// Returns the groups that have a static validation, by their folders.
fn groups_with(groups: &TestGroups) -> impl Iterator<Item = (&str, &StaticValidation)> {
    groups.iter().filter_map(|(folder, group)| {
        let is_judged =
            matches!(folder.as_str(), "sample" | "secret") || name_in_secret(folder).is_some();
        let validation = group.scoring.static_validation.as_ref().filter(|_| is_judged)?;
        Some((folder.as_str(), validation))
    })
}

/// Lists the static validations as cases: the name of each, and the file that requires it.
pub(super) fn cases(groups: &TestGroups) -> impl Iterator<Item = (String, String)> {
    groups_with(groups)
        .map(|(folder, _)| (format!("{folder}/{NAME}"), format!("data/{folder}/{NEW}")))
}

/// Returns the static validation that a case represents; `None` for ordinary cases.
pub(super) fn of_case<'a>(groups: &'a TestGroups, case: &str) -> Option<&'a StaticValidation> {
    let folder = case.strip_suffix(NAME)?.strip_suffix('/')?;
    groups_with(groups).find(|(known, _)| *known == folder).map(|(_, found)| found)
}
