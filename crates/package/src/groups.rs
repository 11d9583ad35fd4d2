//! Groups of cases: the settings of a folder in `test_group.yaml`, in old versions `testdata.yaml`.

use std::collections::BTreeMap;

use super::case_file_kind::CaseFileKind;
use super::diagnostic::{Diagnostics, Work};
use super::grading::LegacyGrading;
use super::keys::{self, Keys};
use super::metadata::{Metadata, words};
use super::names::folders_from;
use super::scoring::{Aggregation, MaxScore, Scoring};
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

/// The flags of the default grader: those for the verdict, those for the score, and two others.
const FLAGS: [&str; 10] = [
    "worst_error",
    "no_errors",
    "first_error",
    "always_accept",
    "sum",
    "avg",
    "min",
    "max",
    "ignore_sample",
    "accept_if_any_accepted",
];

/// The settings of a group of cases.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GroupSettings {
    /// The arguments of programs.
    pub settings: ProgramArguments,
    /// How the cases of the group count in an old version.
    pub grading: LegacyGrading,
    /// How the cases of the group count in a new version.
    pub scoring: Scoring,
}

/// The groups of a package, by their folder below `data`; `""` is the group of all cases.
pub type TestGroups = BTreeMap<String, GroupSettings>;

/// Reads the files of all groups.
pub(super) fn read(tree: &Tree, metadata: &Metadata, diagnostics: &mut Diagnostics) -> TestGroups {
    let mut groups = TestGroups::new();
    let files = tree.files_below("data").iter();
    let mut files: Vec<&String> = files.filter(|path| is_group_file(path)).collect();
    // Sorts parents before the groups that inherit from them.
    files.sort_by_key(|path| path.matches('/').count());
    if metadata.grading != LegacyGrading::default() {
        let grading = metadata.grading.clone();
        groups.insert(String::new(), GroupSettings { grading, ..GroupSettings::default() });
    }
    let mut is_of_first_drafts = false;
    for path in files {
        let needed_for = Some(Work::Running);
        let Some(bytes) = keys::bytes_of(tree, path, needed_for, diagnostics) else { continue };
        is_of_first_drafts |= read_file(path, &bytes, metadata, &mut groups, diagnostics);
    }
    if is_of_first_drafts && metadata.kinds.scoring {
        complete_as_first_drafts(&mut groups, tree);
    }
    groups
}

/// Adds what groups have by default in the first drafts: all cases count, the samples for nothing,
/// and a group below `secret` for the least of its parts.
fn complete_as_first_drafts(groups: &mut TestGroups, tree: &Tree) {
    let root = &mut groups.entry(String::new()).or_default().grading;
    root.goes_on.get_or_insert(true);
    root.flags.get_or_insert_with(|| vec!["sum".into()]);
    groups.entry(SAMPLE.into()).or_default().grading.accept_score.get_or_insert(0.0);
    let folders = tree.folders_below("data/secret").iter();
    let folders = folders.filter_map(|folder| folder.strip_prefix("data/"));
    let files = format!(".{}/", CaseFileKind::ExtraFiles.extension());
    for folder in folders.filter(|folder| !format!("{folder}/").contains(&files)) {
        let group = &mut groups.entry(folder.into()).or_default().grading;
        group.flags.get_or_insert_with(|| vec!["min".into()]);
    }
}

/// Adds the settings of a group file to `groups`, which must contain its parents. The path is
/// relative to the package. Returns whether it has the grading of the first drafts.
pub(super) fn read_file(
    path: &str,
    bytes: &[u8],
    metadata: &Metadata,
    groups: &mut TestGroups,
    diagnostics: &mut Diagnostics,
) -> bool {
    let version = metadata.version;
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let folder = folder.strip_prefix("data").unwrap_or(folder).trim_start_matches('/');
    let is_new = name == NEW;
    if !(if is_new { version.knows_new() } else { version.knows_old() }) {
        let (here, instead) = if is_new { (NEW, OLD) } else { (OLD, NEW) };
        diagnostics
            .error(path, format!("{here} has no meaning in version {version}"))
            .help(format!("in this version it is {instead}"));
        return false;
    }
    if version == Version::V2025_09 && !may_have_file(folder) {
        // A file that other tools may read must not be ignored silently.
        diagnostics
            .error(path, "this file has no meaning here")
            .help(
                "it may be in data/sample, data/secret and the folders directly below data/secret",
            )
            .blocking(Work::Running);
        return false;
    }
    if version == Version::LegacyIcpc {
        diagnostics.error(path, "there are no groups of cases in legacy-icpc");
    }
    let needed_for = Some(Work::Running);
    let node = keys::parse(path, bytes, &metadata.constants, needed_for, diagnostics);
    let Some(node) = node else { return false };
    let keys = Keys::of(&node, name, path, version, needed_for, diagnostics);
    let Some(mut keys) = keys else { return false };
    let mut is_of_first_drafts = false;
    let group = match version {
        Version::V2025_09 => new(folder, &node, metadata, &mut keys),
        Version::Draft => {
            let group;
            (group, is_of_first_drafts) = either(folder, &node, metadata, &mut keys);
            group
        }
        _ => old(&mut keys, has_custom_grading(groups, folder)),
    };
    keys.finish();
    let group = match folder {
        "" => GroupSettings { grading: group.grading.or(&metadata.grading), ..group },
        _ => group,
    };
    groups.insert(folder.to_string(), group);
    is_of_first_drafts
}

/// Reads a group file of a draft version, which may have keys of both kinds. Returns whether it has
/// the grading of the first drafts, too.
fn either(
    folder: &str,
    node: &Node,
    metadata: &Metadata,
    keys: &mut Keys,
) -> (GroupSettings, bool) {
    let GroupSettings { settings, mut grading, .. } = old(keys, false);
    // The first drafts had one more form of grading.
    keys.needed_for = Some(Work::Judging);
    let own = keys.below("grading");
    let is_of_first_drafts = own.is_some();
    if let Some(mut keys) = own {
        if let Some(max) = keys.node("max_score") {
            grading.range = keys.number_of(max).map(|max| (0.0, max));
        }
        if let Some(node) = keys.node("score") {
            let score = keys.number_of(node).filter(|score| *score >= 0.0);
            if score.is_none() {
                keys.wrong(node, "score", "a number from 0 on");
            }
            grading.accept_score = score.or(grading.accept_score);
        }
        if let Some(word) = keys.word("aggregation", &["sum", "min"]) {
            grading.flags = Some(vec![word.into()]);
        }
        keys.finish();
    }
    // Later drafts had a form that no version has kept: without it, scores would be others.
    if metadata.kinds.scoring
        && let Some(node) = keys.node("scoring")
    {
        keys.error(node, "the key `scoring` of some drafts is not supported")
            .help("write `max_score`, `score_aggregation` and `require_pass` instead");
    }
    keys.node("run_samples");
    let new = new(folder, node, metadata, keys);
    let settings = new.settings.or(settings);
    (GroupSettings { settings, grading, scoring: new.scoring }, is_of_first_drafts)
}

/// Returns whether a custom grader grades a group: the nearest folder that sets it decides.
fn has_custom_grading(groups: &TestGroups, folder: &str) -> bool {
    let mut said = folders_from(folder).filter_map(|name| groups.get(name)?.grading.is_custom);
    said.next().unwrap_or(false)
}

fn old(keys: &mut Keys, inherits_custom: bool) -> GroupSettings {
    keys.needed_for = Some(Work::Running);
    let settings = ProgramArguments::read_old(keys);
    keys.needed_for = None;
    // Only `break` ends judging: other systems read any other word as `continue`.
    let goes_on = keys.node("on_reject").is_some();
    let goes_on = goes_on.then(|| keys.word("on_reject", &["break", "continue"]) != Some("break"));
    // In a draft this may be a mapping, which `either` reads.
    let is_word = keys.node("grading").is_some_and(|node| node.mapping().is_none());
    let is_custom = if is_word {
        keys.word("grading", &["default", "custom"]).map(|word| word == "custom")
    } else {
        None
    };
    let has_known_flags = !is_custom.unwrap_or(inherits_custom);
    let flags = keys.node("grader_flags").and_then(|node| {
        let flags = words(&keys.texts_of(node, "grader_flags", true)?);
        let is_unknown = |flag: &&String| has_known_flags && !FLAGS.contains(&flag.as_str());
        if let Some(flag) = flags.iter().find(is_unknown) {
            keys.error(
                node,
                format!("`{flag}` is no flag of the default grader, which ignores it"),
            )
            .help(format!("expected one of: {}", FLAGS.join(", ")));
        }
        Some(flags)
    });
    let grading = LegacyGrading { goes_on, flags, is_custom, ..LegacyGrading::scores(keys) };
    GroupSettings { settings, grading, scoring: Scoring::default() }
}

fn new(folder: &str, node: &Node, metadata: &Metadata, keys: &mut Keys) -> GroupSettings {
    keys.needed_for = Some(Work::Running);
    let settings = ProgramArguments::read(keys);
    keys.text("description");
    keys.needed_for = Some(Work::Judging);
    let scoring = Scoring::read(folder, node, metadata, keys);
    GroupSettings { settings, grading: LegacyGrading::default(), scoring }
}

/// Returns the arguments that apply in a folder: each is from the nearest folder that sets it.
pub(super) fn inherited(groups: &TestGroups, folder: &str) -> ProgramArguments {
    let said = folders_from(folder).filter_map(|name| groups.get(name));
    said.fold(ProgramArguments::default(), |own, group| own.or(group.settings.clone()))
}

/// Returns whether a folder below `data` may have a group file in the newest version.
fn may_have_file(folder: &str) -> bool {
    let set = folder.split('/').next().unwrap_or(folder);
    matches!(folder, SAMPLE | SECRET)
        || ["invalid_input", "invalid_output", "valid_output"].contains(&set)
        || name_in_secret(folder).is_some()
}

/// Checks the groups of the newest version against each other and the folders of the package.
pub(super) fn check_groups(
    groups: &TestGroups,
    metadata: &Metadata,
    tree: &Tree,
    diagnostics: &mut Diagnostics,
) {
    let group_names: Vec<&str> =
        groups.keys().filter_map(|folder| name_in_secret(folder)).collect();
    for (folder, group) in groups {
        for required in &group.scoring.require_pass {
            check_required(folder, required, groups, tree, diagnostics);
        }
        if metadata.kinds.scoring && (folder == SECRET || name_in_secret(folder).is_some()) {
            check_bound(folder, &group.scoring, groups, diagnostics);
        }
    }
    if group_names.is_empty() {
        return;
    }
    for name in tree.entries("data/secret") {
        let path = format!("data/secret/{name}");
        if tree.has_folder(&path) && !group_names.contains(&name) && !name.ends_with(".files") {
            diagnostics
                .error(path, "this folder is not a group, but others next to it are")
                .help(format!("add a {NEW}, which may be empty"));
        } else if name.ends_with(".in") {
            diagnostics
                .error(path, "this case is in no group, but others next to it are")
                .help("move it into a group");
        }
    }
}

/// Checks that a group whose score must have a maximum has one.
fn check_bound(
    folder: &str,
    scoring: &Scoring,
    groups: &TestGroups,
    diagnostics: &mut Diagnostics,
) {
    if scoring.max_score_in(folder) != MaxScore::Unbounded {
        return;
    }
    let secret = groups.get(SECRET).map(|group| group.scoring.max_score_in(SECRET));
    let why = if scoring.aggregation_in(folder) == Aggregation::PassFail {
        "a pass-fail group of a scoring problem needs a max_score"
    } else if secret != Some(MaxScore::Unbounded) {
        "this group needs a max_score, since data/secret has one"
    } else {
        return;
    };
    diagnostics
        .error(format!("data/{folder}/{NEW}"), why)
        .blocking(Work::Judging)
        .help("write `max_score`, a whole number from 0 on");
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
    let message = format!("require_pass: `{required}`: {why}");
    diagnostics.error(format!("data/{folder}/{NEW}"), message).blocking(Work::Judging);
}

/// Returns the name of a folder directly below `secret`.
pub(super) fn name_in_secret(folder: &str) -> Option<&str> {
    folder.strip_prefix("secret/").filter(|name| !name.contains('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

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
