//! Static validation: for some groups of cases a program of the package looks at the files of a submission.
//!
//! The format calls such a look a test case of its group, and so it is one here: a case called [`NAME`], without input or answer,
//! that is judged, shown and counted like the others. No file can be called so.

use super::Package;
use super::diagnostic::Diagnostics;
use super::groups::{Aggregation, Groups, MaxScore, NEW, Scoring, name_in_secret};
use super::keys::Keys;
use super::layout::Programs;
use super::metadata::Metadata;

/// What the case of a group is called that is its static validation.
pub(super) const NAME: &str = "static validation";

/// The static validation of a group.
#[derive(Debug, Clone, PartialEq)]
pub struct StaticValidation {
    /// What it is worth where the group makes a score; none where it passes or fails.
    pub most_score: Option<f64>,
    /// What the validator is told.
    pub arguments: Vec<String>,
}

/// Takes the keys of it. What the group says of scores besides must have been read.
pub(super) fn read(
    folder: &str,
    metadata: &Metadata,
    scoring: &Scoring,
    keys: &mut Keys,
) -> Option<StaticValidation> {
    const SCORE: &str = "static_validation_score";
    const ARGUMENTS: &str = "static_validator_args";
    let arguments = keys.node(ARGUMENTS);
    let Some(node) = keys.node(SCORE) else {
        if let Some(arguments) = arguments {
            keys.blemish(arguments, format!("{ARGUMENTS} mean nothing without {SCORE}"));
        }
        return None;
    };
    let aggregation = match metadata.kinds.scoring && folder != "sample" {
        true => scoring.aggregation_in(folder),
        false => Aggregation::PassFail,
    };
    let passes_or_fails = aggregation == Aggregation::PassFail;
    let number = node.integer().filter(|&number| number >= 0).map(|number| number as f64);
    let most_score = match (node.text(), number) {
        (Some("pass-fail"), _) if passes_or_fails => None,
        (Some("pass-fail"), _) => {
            keys.error(node, format!("{SCORE} is `pass-fail`, but this group makes a score"))
                .help("write a number, or `score_aggregation: pass-fail`");
            None
        }
        (_, Some(_)) if passes_or_fails => {
            keys.blemish(node, format!("{SCORE} is a number, but this group passes or fails"))
                .help("write `pass-fail`");
            None
        }
        (_, Some(most)) => {
            if let MaxScore::Bounded(of) = scoring.max_score_in(folder)
                && most > of
            {
                keys.error(node, format!("{SCORE} is {most}, more than the {of} of the group"));
            }
            Some(most)
        }
        (_, None) => {
            keys.wrong(node, SCORE, "a whole number from 0 on, or `pass-fail`");
            None
        }
    };
    let arguments = arguments.and_then(|node| keys.texts_of(node, ARGUMENTS, false));
    Some(StaticValidation { most_score, arguments: arguments.unwrap_or_default() })
}

/// Checks that there is a validator if one is wanted, and the other way round.
pub(super) fn check(
    metadata: &Metadata,
    programs: &Programs,
    groups: &Groups,
    diagnostics: &mut Diagnostics,
) {
    let wanted: Vec<&str> = groups_with(groups).map(|(folder, _)| folder).collect();
    let Some(program) = &programs.static_validator else {
        for folder in wanted {
            diagnostics
                .obstacle(format!("data/{folder}/{NEW}"), "there is no static validator")
                .help("put one into static_validator, or remove static_validation_score");
        }
        return;
    };
    if metadata.kinds.submit_answer {
        diagnostics.error(
            program,
            "where outputs are handed in, there are no files to validate statically",
        );
    } else if wanted.is_empty() {
        diagnostics
            .warning(program, "this static validator is not used")
            .help(format!("write `static_validation_score` into a {NEW}"));
    }
}

/// The groups that have one, by their folders.
fn groups_with(groups: &Groups) -> impl Iterator<Item = (&str, &StaticValidation)> {
    groups.iter().filter_map(|(folder, group)| {
        let is_judged =
            matches!(folder.as_str(), "sample" | "secret") || name_in_secret(folder).is_some();
        let validation = group.scoring.static_validation.as_ref().filter(|_| is_judged)?;
        Some((folder.as_str(), validation))
    })
}

impl Package {
    /// The static validations as cases: what they are called, and which file of the package demands them.
    pub fn static_validations(&self) -> impl Iterator<Item = (String, String)> {
        groups_with(&self.groups)
            .map(|(folder, _)| (format!("{folder}/{NAME}"), format!("data/{folder}/{NEW}")))
    }

    /// The static validation that a case is, if it is one.
    pub fn static_validation(&self, case: &str) -> Option<&StaticValidation> {
        let folder = case.strip_suffix(NAME)?.strip_suffix('/')?;
        groups_with(&self.groups).find(|(known, _)| *known == folder).map(|(_, found)| found)
    }
}
