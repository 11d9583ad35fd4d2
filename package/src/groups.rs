//! Groups of cases: the settings of a folder in `test_group.yaml`, or `testdata.yaml` in old versions.

use std::collections::BTreeMap;

use super::diagnostic::Diagnostics;
use super::keys::{self, Keys};
use super::metadata::{Metadata, words};
use super::scoring::{Aggregation, Scoring};
use super::settings::ProgramArguments;
use super::tree::Tree;
use super::version::Version;
use crate::purpose::{SAMPLE, SECRET};
use referee_base::yaml::Node;

/// The file of the new versions, and that of the old ones.
pub(super) const NEW: &str = "test_group.yaml";
pub(super) const OLD: &str = "testdata.yaml";

/// The names of the files with the settings of a group, in all versions.
pub const GROUP_FILES: [&str; 2] = [NEW, OLD];

/// Returns whether a path is that of a group file.
pub fn is_group_file(path: &str) -> bool {
    GROUP_FILES.contains(&path.rsplit('/').next().unwrap_or(path))
}

/// The settings of a group of cases.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GroupSettings {
    /// The arguments of programs.
    pub settings: ProgramArguments,
    /// How the cases of the group count in an old version.
    pub grading: Grading,
    /// How the cases of the group count in a new version.
    pub scoring: Scoring,
}

/// The grading of a group in an old version; `None` where a file does not set a value.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Grading {
    /// Whether judging continues after a failure.
    pub goes_on: Option<bool>,
    /// The flags of the default grader, such as `sum`.
    pub flags: Option<Vec<String>>,
    /// The score of an accepted case.
    pub accept_score: Option<f64>,
    /// The score of a rejected case.
    pub reject_score: Option<f64>,
    /// The lowest and the highest score of the group.
    pub range: Option<(f64, f64)>,
    /// Whether a custom grader of the package grades the group.
    pub is_custom: Option<bool>,
}

/// The groups of a package, by their folder below `data`; `""` is the group of all cases.
pub type TestGroups = BTreeMap<String, GroupSettings>;

/// Reads the files of all groups.
pub(super) fn read(tree: &Tree, metadata: &Metadata, diagnostics: &mut Diagnostics) -> TestGroups {
    let mut groups = TestGroups::new();
    let files = tree.files_below("data").iter();
    let mut files: Vec<&String> = files.filter(|path| is_group_file(path)).collect();
    // Parents come before the groups that inherit from them.
    files.sort_by_key(|path| path.matches('/').count());
    for path in files {
        let Some(bytes) = keys::bytes_of(tree, path, diagnostics) else { continue };
        read_file(path, &bytes, metadata, &mut groups, diagnostics);
    }
    groups
}

/// Adds the settings of a group file to `groups`, which must contain its parents. The path is relative to the package.
pub(super) fn read_file(
    path: &str,
    bytes: &[u8],
    metadata: &Metadata,
    groups: &mut TestGroups,
    diagnostics: &mut Diagnostics,
) {
    let version = metadata.version;
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let folder = folder.strip_prefix("data").unwrap_or(folder).trim_start_matches('/');
    let is_new = name == NEW;
    if !(if is_new { version.knows_new() } else { version.knows_old() }) {
        let (here, instead) = if is_new { (NEW, OLD) } else { (OLD, NEW) };
        diagnostics
            .error(path, format!("{here} means nothing in version {version}"))
            .help(format!("in this version it is {instead}"));
        return;
    }
    if version == Version::LegacyIcpc {
        diagnostics.error(path, "there are no groups of cases in legacy-icpc");
    }
    let Some(node) = keys::parse(path, bytes, &metadata.constants, diagnostics) else { return };
    let Some(mut keys) = Keys::of(&node, name, path, diagnostics) else { return };
    let group = match version {
        Version::V2025_09 => new(folder, &node, metadata, &mut keys),
        Version::Draft => either(folder, &node, metadata, &mut keys),
        _ => old(&mut keys, has_custom_grading(groups, folder)),
    };
    keys.finish();
    groups.insert(folder.to_string(), group);
}

/// Reads a group file of the draft version, which may have keys of both kinds.
fn either(folder: &str, node: &Node, metadata: &Metadata, keys: &mut Keys) -> GroupSettings {
    let GroupSettings { settings, mut grading, .. } = old(keys, false);
    // The first drafts had one more form of grading.
    if let Some(mut keys) = keys.below("grading") {
        if let Some(max) = keys.node("max_score") {
            grading.range = max.number().map(|max| (0.0, max));
        }
        grading.accept_score = keys.number("score", 0.0).or(grading.accept_score);
        if let Some(word) = keys.word("aggregation", &["sum", "min"]) {
            grading.flags = Some(vec![word.into()]);
        }
        keys.finish();
    }
    keys.node("run_samples");
    let new = new(folder, node, metadata, keys);
    GroupSettings { settings: new.settings.or(settings), grading, scoring: new.scoring }
}

/// Returns whether a custom grader grades a group: the nearest folder that sets it decides.
pub(super) fn has_custom_grading(groups: &TestGroups, folder: &str) -> bool {
    match groups.get(folder).and_then(|group| group.grading.is_custom) {
        Some(is_custom) => is_custom,
        None if folder.is_empty() => false,
        None => has_custom_grading(groups, folder.rsplit_once('/').map_or("", |(above, _)| above)),
    }
}

fn old(keys: &mut Keys, inherits_custom: bool) -> GroupSettings {
    let settings = ProgramArguments::read_old(keys);
    let goes_on = keys.word("on_reject", &["break", "continue"]).map(|word| word == "continue");
    // In a draft this may be a mapping, which `either` reads.
    let is_word = keys.node("grading").is_some_and(|node| node.mapping().is_none());
    let is_custom = match is_word {
        true => keys.word("grading", &["default", "custom"]).map(|word| word == "custom"),
        false => None,
    };
    let has_known_flags = !is_custom.unwrap_or(inherits_custom);
    let flags = keys.node("grader_flags").and_then(|node| {
        let flags = words(&keys.texts_of(node, "grader_flags", true)?);
        let known = [
            "worst_error",
            "first_error",
            "always_accept",
            "sum",
            "avg",
            "min",
            "max",
            "ignore_sample",
            "accept_if_any_accepted",
        ];
        if let Some(flag) =
            flags.iter().find(|flag| has_known_flags && !known.contains(&flag.as_str()))
        {
            keys.error(node, format!("`{flag}` is no flag of the default grader"))
                .help(format!("known are: {}", known.join(", ")));
        }
        Some(flags)
    });
    let score = |keys: &mut Keys, key| {
        let node = keys.node(key)?;
        let score = node.number();
        if score.is_none() {
            keys.wrong(node, key, "a number");
        }
        score
    };
    let accept_score = score(keys, "accept_score");
    let reject_score = score(keys, "reject_score");
    let range = keys.node("range").and_then(|node| {
        let range = node.text().and_then(range);
        if range.is_none() {
            keys.wrong(node, "range", "two numbers, the smaller one first, such as `0 100`");
        }
        range
    });
    let grading = Grading { goes_on, flags, accept_score, reject_score, range, is_custom };
    GroupSettings { settings, grading, scoring: Scoring::default() }
}

/// Parses a range such as `-inf 100`.
fn range(text: &str) -> Option<(f64, f64)> {
    let (least, most) = text.trim().split_once(char::is_whitespace)?;
    let number = |word: &str| match word.trim() {
        "inf" | "+inf" => Some(f64::INFINITY),
        "-inf" => Some(f64::NEG_INFINITY),
        word => word.parse().ok().filter(|number: &f64| number.is_finite()),
    };
    let (least, most) = (number(least)?, number(most)?);
    (least <= most).then_some((least, most))
}

fn new(folder: &str, node: &Node, metadata: &Metadata, keys: &mut Keys) -> GroupSettings {
    let settings = ProgramArguments::read(keys);
    keys.text("description");
    let scoring = Scoring::read(folder, node, metadata, keys);
    GroupSettings { settings, grading: Grading::default(), scoring }
}

/// Returns the arguments that apply in a folder below `data`: each is inherited from the nearest folder that sets it.
pub(super) fn inherited(groups: &TestGroups, folder: &str) -> ProgramArguments {
    let own = groups.get(folder).map(|group| group.settings.clone()).unwrap_or_default();
    match folder {
        "" => own,
        _ => {
            let above = folder.rsplit_once('/').map_or("", |(above, _)| above);
            own.or(inherited(groups, above))
        }
    }
}

/// Checks that group files of the newest version are in folders that may have one.
pub(super) fn check_places(groups: &TestGroups, tree: &Tree, diagnostics: &mut Diagnostics) {
    let file = |folder: &str| match folder {
        "" => format!("data/{NEW}"),
        _ => format!("data/{folder}/{NEW}"),
    };
    let group_names: Vec<&str> =
        groups.keys().filter_map(|folder| name_in_secret(folder)).collect();
    for (folder, group) in groups {
        let is_test =
            |set: &str| ["invalid_input", "invalid_output", "valid_output"].contains(&set);
        let allowed = matches!(folder.as_str(), SAMPLE | SECRET)
            || is_test(folder.split('/').next().unwrap_or(folder))
            || name_in_secret(folder).is_some();
        if !allowed {
            diagnostics.error(file(folder), "this file means nothing here").help(
                "it may stand in data/sample, data/secret and the folders right below data/secret",
            );
        }
        for required in &group.scoring.require_pass {
            check_required(folder, required, groups, tree, diagnostics);
        }
    }
    if group_names.is_empty() {
        return;
    }
    for name in tree.entries("data/secret") {
        let path = format!("data/secret/{name}");
        if tree.has_folder(&path) && !group_names.contains(&name) && !name.ends_with(".files") {
            diagnostics
                .error(path, "this folder is no group, but others beside it are")
                .help(format!("add a {NEW}, which may be empty"));
        } else if name.ends_with(".in") {
            diagnostics
                .error(path, "this case is in no group, but others beside it are")
                .help("move it into a group");
        }
    }
}

fn check_required(
    folder: &str,
    required: &str,
    groups: &TestGroups,
    tree: &Tree,
    diagnostics: &mut Diagnostics,
) {
    let why = if !tree.has_folder(&format!("data/{required}")) {
        "there is no such folder of cases"
    } else if folder == SECRET && required != SAMPLE {
        "data/secret can require only `sample`"
    } else if required != SAMPLE && name_in_secret(required).is_none() {
        "expected `sample`, or a group such as `secret/group1`"
    } else if required >= folder {
        "it does not come before this group"
    } else if groups.get(required).is_some_and(|group| {
        !matches!(group.scoring.aggregation, None | Some(Aggregation::PassFail))
    }) {
        "it is no pass-fail group"
    } else {
        return;
    };
    diagnostics.blocking_error(
        format!("data/{folder}/{NEW}"),
        format!("require_pass: `{required}`: {why}"),
    );
}

/// Returns the name of a folder directly below `secret`.
pub(super) fn name_in_secret(folder: &str) -> Option<&str> {
    folder.strip_prefix("secret/").filter(|name| !name.contains('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges() {
        assert_eq!(range("0 100"), Some((0.0, 100.0)));
        assert_eq!(range("-inf  +inf"), Some((f64::NEG_INFINITY, f64::INFINITY)));
        assert!(range("100 0").is_none() && range("1").is_none() && range("a b").is_none());
    }

    #[test]
    fn arguments_are_inherited_from_the_nearest_folder() {
        let group = |argument: &str| {
            let settings = ProgramArguments {
                output_validator: Some(vec![argument.to_string()]),
                ..ProgramArguments::default()
            };
            GroupSettings { settings, ..GroupSettings::default() }
        };
        let groups =
            TestGroups::from([(String::new(), group("all")), ("secret/a".into(), group("a"))]);
        let of = |folder| inherited(&groups, folder).output_validator.unwrap();
        assert_eq!(of("secret/a/b"), ["a"]);
        assert_eq!(of("secret/c"), ["all"]);
        assert_eq!(of(""), ["all"]);
    }
}
