//! Converts groups of old versions, and of the first drafts, to 2025-09.

use super::super::super::{File, FileContent};
use super::super::parts::Parts;
use super::files::{NEW, OLD, cases_in, files, leave_out_other_keys};
use referee_base::yaml::{list, quoted};
use referee_package::names::{folders_from, joined};
use referee_package::{LegacyGrading, ProgramArguments, ValidatorArguments};
use referee_package::{SAMPLE, SECRET};

/// Returns the files of groups, below `data`.
pub(super) fn put(parts: &mut Parts) -> Vec<File> {
    let package = parts.package;
    let scores = package.metadata.kinds.scoring;
    let mut groups = groups_in_secret(parts);
    let has_own = |folder: &String| package.groups.contains_key(folder);
    if !scores && !groups.iter().any(has_own) {
        groups.clear();
    }
    let known: Vec<String> =
        ["", SAMPLE, SECRET].into_iter().map(String::from).chain(groups.clone()).collect();
    for (folder, path) in files(parts) {
        parts.remaining.remove(path.as_str());
        if !known.contains(&folder) {
            parts.leave_out(path, "in this version, groups are only directly below data/secret, without cases next to them");
        } else {
            // Drafts may have further keys.
            let kept = ["input_validator_args", "output_validator_args"];
            leave_out_other_keys(parts, &path, &kept, "it is not converted");
        }
    }
    let mut worth = 0.0;
    let mut all_bounded = true;
    let mut made = Vec::new();
    // In reverse, since the maximum score of `secret` is the sum over its groups.
    for folder in known.iter().skip(1).rev() {
        let is_whole = folder == SECRET && !groups.is_empty();
        let mut text = own_settings(parts, folder);
        let grading = inherited(parts, folder);
        leave_out_of_grading(parts, folder, &grading, scores && folder != SAMPLE);
        if scores && is_whole {
            text += &whole(parts, &grading, all_bounded.then_some(worth));
        } else if scores && folder != SAMPLE {
            let (lines, max) = group_in_new(parts, folder, &grading);
            text += &lines;
            match max {
                Some(max) => worth += max,
                None => all_bounded = false,
            }
        }
        if !text.is_empty() || groups.contains(folder) {
            made.push(File::new(joined(folder, NEW), FileContent::Made(text)));
        }
    }
    if scores && cases_in(parts, SAMPLE) > 0 && !ignores_samples(parts) {
        let grading = inherited(parts, SAMPLE);
        if grading.accept_score != Some(0.0) {
            let why = "samples have no score in this version, so scores are lower by theirs";
            parts.leave_out("the scores of data/sample", why);
        }
    }
    if scores && ignores_samples(parts) {
        let note = "a submission that fails on a sample is not accepted in this version; scores ignore the samples as before";
        parts.notes.push(note.into());
    }
    made
}

/// Returns the lines of settings that a folder does not inherit; a group does so from `secret`.
fn own_settings(parts: &Parts, folder: &str) -> String {
    let above = if folder.starts_with("secret/") {
        settings_in_new(parts, SECRET)
    } else {
        settings("[]", "[]")
    };
    let own = settings_in_new(parts, folder).into_iter().zip(above);
    own.filter(|(own, above)| own != above).map(|(own, _)| own).collect()
}

/// Returns the lines of all settings of a folder, even of empty ones.
fn settings_in_new(parts: &Parts, folder: &str) -> [String; 2] {
    let ProgramArguments { input_validators, output_validator, .. } =
        parts.package.inherited(folder);
    let mut arguments = parts.package.metadata.validator_flags.clone();
    arguments.extend(output_validator.into_iter().flatten());
    let input = match input_validators {
        Some(ValidatorArguments::All(all)) => list(&all),
        Some(ValidatorArguments::ByName(by_name)) => {
            let entries = by_name.iter();
            let entries = entries.map(|(name, own)| format!("{}: {}", quoted(name), list(own)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        }
        None => list(&[]),
    };
    settings(&input, &list(&arguments))
}

fn settings(input_validators: &str, output_validator: &str) -> [String; 2] {
    [
        format!("input_validator_args: {input_validators}\n"),
        format!("output_validator_args: {output_validator}\n"),
    ]
}

/// Returns the grading of a folder in an old version: its own settings and the inherited ones.
fn inherited(parts: &Parts, folder: &str) -> LegacyGrading {
    let said = folders_from(folder).filter_map(|name| parts.package.groups.get(name));
    said.fold(LegacyGrading::default(), |own, group| own.or(&group.grading))
}

fn ignores_samples(parts: &Parts) -> bool {
    inherited(parts, "").has("ignore_sample")
}

/// Lists the settings of an old group that a new one cannot express.
fn leave_out_of_grading(parts: &mut Parts, folder: &str, grading: &LegacyGrading, scores: bool) {
    let group = format!("data/{}", joined(folder, OLD));
    for flag in grading.flags.iter().flatten() {
        // `group_in_new` and `whole` report `avg` and `max` of groups with scores.
        let is_said =
            matches!(&**flag, "worst_error" | "no_errors" | "ignore_sample" | "sum" | "min")
                || matches!(&**flag, "avg" | "max") && scores;
        if !is_said {
            let what = format!("{group}: grader_flags {}", quoted(flag));
            parts.leave_out(what, "a submission is accepted in this version if all cases are");
        }
    }
    if grading.is_custom == Some(true) {
        let what = format!("{group}: grading custom");
        parts.leave_out(what, "packages have no graders of their own in this version");
    }
    if scores && grading.rejected_score() != 0.0 {
        let what = format!("{group}: reject_score");
        parts.leave_out(what, "what is not accepted has no score in this version");
    }
    if scores
        && grading.ends_at_failure()
        && grading.score_flag() == "sum"
        && cases_in(parts, folder) > 1
    {
        let what = format!("{group}: on_reject break");
        parts.leave_out(what, "in this version, the cases after a failure count in a sum");
    }
}

/// Returns the lines of a group with cases, and its maximum score if 2025-09 can express it.
fn group_in_new(parts: &mut Parts, folder: &str, grading: &LegacyGrading) -> (String, Option<f64>) {
    let accepted = grading.accepted_score();
    let most = match grading.score_flag() {
        "min" => Some(accepted),
        "sum" => Some(accepted * cases_in(parts, folder) as f64),
        _ => None,
    };
    let most = most.map(|most| bound_of_validator(parts, grading).unwrap_or(most));
    let why = match most {
        None => "scores are summed in this version, or the least one counts",
        Some(most) if most.fract() != 0.0 || most < 0.0 => {
            "a group is worth a whole number from 0 on in this version"
        }
        Some(most) => {
            let flag = grading.score_flag();
            return (format!("max_score: {most}\nscore_aggregation: {flag}\n"), Some(most));
        }
    };
    parts.leave_out(format!("the score of data/{folder}"), why);
    (String::new(), None)
}

/// Returns the highest score of a group if the output validator alone determines its scores.
fn bound_of_validator(parts: &Parts, grading: &LegacyGrading) -> Option<f64> {
    let is_scored = !parts.package.programs.output_validators.is_empty();
    let (_, most) = grading.range.filter(|_| is_scored && grading.accept_score.is_none())?;
    most.is_finite().then_some(most)
}

/// Returns the lines of `secret` if it has groups.
fn whole(parts: &mut Parts, grading: &LegacyGrading, worth: Option<f64>) -> String {
    if grading.score_flag() != "sum" {
        let what = format!("data/secret: grader_flags {}", quoted(grading.score_flag()));
        parts.leave_out(what, "the scores of groups are summed in this version");
    }
    let worth = worth.map_or_else(|| "unbounded".to_string(), |worth| worth.to_string());
    format!("max_score: {worth}\nscore_aggregation: sum\n")
}

/// Returns the folders directly below `secret`, which are groups in 2025-09.
fn groups_in_secret(parts: &Parts) -> Vec<String> {
    let cases = parts.package.cases.iter();
    let names = cases.filter_map(|case| case.name.strip_prefix("secret/"));
    let mut groups: Vec<String> = Vec::new();
    let mut has_direct = false;
    for name in names {
        match name.split_once('/') {
            Some((group, _)) => groups.push(format!("secret/{group}")),
            None => has_direct = true,
        }
    }
    groups.dedup();
    // 2025-09 has no cases beside groups: `secret` is then a single group with all of them.
    if has_direct { Vec::new() } else { groups }
}
