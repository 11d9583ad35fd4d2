//! Converts groups of 2025-09, and of drafts, to old versions.

use super::super::super::{File, FileContent};
use super::super::parts::Parts;
use super::files::{NEW, OLD, cases_in, files, leave_out_other_keys};
use referee_base::yaml::quoted;
use referee_package::names::joined;
use referee_package::{Aggregation, GroupSettings, LegacyGrading, MaxScore, ValidatorArguments};
use referee_package::{SAMPLE, SECRET};

/// Returns the files of groups, below `data`, and the arguments of the output validators, including
/// those moved there because all cases share them.
pub(super) fn put(parts: &mut Parts, mut flags: Vec<String>) -> (Vec<File>, Vec<String>) {
    let package = parts.package;
    for (folder, path) in files(parts) {
        parts.remaining.remove(path.as_str());
        leave_out_of_file(parts, &folder, &path);
    }
    let own = |folder: &str| {
        let group = package.groups.get(folder);
        group.and_then(|group| group.settings.output_validator.clone())
    };
    // Arguments that all cases share go into problem.yaml.
    let others = package.groups.keys().filter(|folder| !matches!(&***folder, SAMPLE | SECRET));
    let are_same = own(SAMPLE) == own(SECRET) && others.into_iter().all(|one| own(one).is_none());
    let common = own(SECRET).filter(|arguments| are_same && can_be_words(arguments));
    let has_common = common.is_some();
    flags.extend(common.into_iter().flatten());

    let scores = package.metadata.kinds.scoring;
    let mut made = Vec::new();
    let judged = |folder: &&String| {
        folder.is_empty() || matches!(folder.split('/').next(), Some(SAMPLE | SECRET))
    };
    let mut folders: Vec<String> = package.groups.keys().filter(judged).cloned().collect();
    if scores {
        folders.extend(["".to_string(), SECRET.to_string()]);
        folders.sort();
        folders.dedup();
    }
    for folder in folders {
        let group = package.groups.get(&folder).cloned().unwrap_or_default();
        let mut text = settings_in_old(parts, &folder, &group, has_common);
        if scores {
            text += &grading_in_old(parts, &folder, &group);
        }
        if !text.is_empty() {
            made.push(File::new(joined(&folder, OLD), FileContent::Made(text)));
        }
    }
    (made, flags)
}

/// Lists the keys of a new group that old groups do not have.
fn leave_out_of_file(parts: &mut Parts, folder: &str, path: &str) {
    let known = ["input_validator_args", "output_validator_args", "max_score", "score_aggregation"];
    // These cases are left out along with their settings.
    if folder.starts_with("invalid_") || folder.starts_with("valid_") {
        return;
    }
    leave_out_other_keys(parts, path, &known, "groups have no such key in this version");
}

fn settings_in_old(
    parts: &mut Parts,
    folder: &str,
    group: &GroupSettings,
    has_common: bool,
) -> String {
    let mut text = String::new();
    let path = format!("data/{}", joined(folder, NEW));
    let settings = &group.settings;
    let mut put = |key: &str, arguments: &[String], name: Option<&str>, parts: &mut Parts| {
        if !can_be_words(arguments) {
            let what = format!("{path}: {key}");
            parts.leave_out(what, "an argument is a word without spaces in this version");
            return;
        }
        let flags = quoted(&arguments.join(" "));
        text += &match name {
            Some(name) => format!("{key}: {{name: {}, flags: {flags}}}\n", quoted(name)),
            None => format!("{key}: {flags}\n"),
        };
    };
    match &settings.input_validators {
        Some(ValidatorArguments::All(all)) => put("input_validator_flags", all, None, parts),
        Some(ValidatorArguments::ByName(by_name)) => {
            let mut by_name = by_name.iter();
            if let Some((name, arguments)) = by_name.next() {
                put("input_validator_flags", arguments, Some(name), parts);
            }
            for (name, _) in by_name {
                let what = format!("{path}: input_validator_args of {name}");
                parts.leave_out(what, "a group names one validator in this version");
            }
        }
        None => {}
    }
    if let Some(arguments) = settings.output_validator.as_ref().filter(|_| !has_common) {
        put("output_validator_flags", arguments, None, parts);
    }
    text
}

/// Returns whether arguments survive being joined by spaces.
fn can_be_words(arguments: &[String]) -> bool {
    let is_word = |text: &String| !text.is_empty() && !text.contains(char::is_whitespace);
    arguments.iter().all(is_word)
}

fn grading_in_old(parts: &Parts, folder: &str, group: &GroupSettings) -> String {
    const SUM: &str = "on_reject: continue\ngrader_flags: sum\n";
    const MIN: &str = "on_reject: break\ngrader_flags: min\n";
    let is_of_old = group.grading != LegacyGrading::default();
    if is_of_old {
        return old_words(&group.grading);
    }
    let has_groups = parts.package.groups.keys().any(|name| name.starts_with("secret/"));
    match folder {
        // As in 2025-09, samples earn nothing and the scores of groups are added.
        "" => "on_reject: continue\ngrader_flags: sum ignore_sample\n".into(),
        SAMPLE => String::new(),
        _ => {
            let sums = group.scoring.aggregation_in(folder) == Aggregation::Sum;
            // The score of a pass-fail group is the least of its cases, all worth its maximum.
            let text = if sums { SUM } else { MIN };
            let is_divided = folder == SECRET && has_groups;
            let most = match group.scoring.max_score_in(folder) {
                MaxScore::Bounded(most) if !is_divided => most,
                _ => return text.into(),
            };
            // Old groups have no maximum score: in a sum, each case gets an equal share of it.
            let cases = if sums { cases_in(parts, folder).max(1) as f64 } else { 1.0 };
            format!("{text}accept_score: {}\nrange: 0 {most}\n", most / cases)
        }
    }
}

/// Formats the grading of a draft in the syntax of old versions.
fn old_words(grading: &LegacyGrading) -> String {
    let mut text = String::new();
    if let Some(goes_on) = grading.goes_on {
        text += &format!("on_reject: {}\n", if goes_on { "continue" } else { "break" });
    }
    if let Some(is_custom) = grading.is_custom {
        text += &format!("grading: {}\n", if is_custom { "custom" } else { "default" });
    }
    if let Some(flags) = &grading.flags {
        text += &format!("grader_flags: {}\n", flags.join(" "));
    }
    for (key, score) in
        [("accept_score", grading.accept_score), ("reject_score", grading.reject_score)]
    {
        text += &score.map_or_else(String::new, |score| format!("{key}: {score}\n"));
    }
    if let Some((least, most)) = grading.range {
        text += &format!("range: {least} {most}\n");
    }
    text
}
