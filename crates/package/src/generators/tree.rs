//! The contents of `generators.yaml` as written: groups and cases by key, with the places of values
//! that may later turn out to be wrong.

use std::collections::BTreeMap;

use referee_checker::Position;

use crate::CaseFileKind::{self, *};
use crate::purpose::{SAMPLE, SECRET};

/// The folders of `data/`, in the order in which their cases are generated.
pub(super) const FOLDERS: [&str; 8] = [
    SAMPLE,
    SECRET,
    "invalid_output",
    "invalid_answer",
    "invalid_input",
    "valid_output",
    "testing_tool_test",
    "fuzz",
];

/// The extension of a file of a case, without the dot before it.
pub type Extension = &'static str;

/// The extensions of files with content in the rules.
pub(super) const TEXTS: [Extension; 9] = [
    Input.extension(),
    Answer.extension(),
    Output.extension(),
    StatementInput.extension(),
    StatementAnswer.extension(),
    DownloadInput.extension(),
    DownloadAnswer.extension(),
    Interaction.extension(),
    Settings.extension(),
];

/// The extensions of files that may be links to another file of the case.
pub(super) const LINKED: [Extension; 4] = [
    StatementInput.extension(),
    StatementAnswer.extension(),
    DownloadInput.extension(),
    DownloadAnswer.extension(),
];

/// The extensions of files that may be targets of links.
pub(super) const LINK_TARGETS: [Extension; 6] = [
    StatementInput.extension(),
    StatementAnswer.extension(),
    DownloadInput.extension(),
    DownloadAnswer.extension(),
    Input.extension(),
    Answer.extension(),
];

/// Returns all extensions that a generator may write, with PDF, which is not in the format.
pub fn extensions() -> impl Iterator<Item = Extension> {
    let images = CaseFileKind::all().filter(|kind| kind.is_image());
    TEXTS.into_iter().chain(images.map(CaseFileKind::extension)).chain(["pdf"])
}

/// Returns `in` or `ans`, for a file that belongs to the input or to the answer.
pub(super) fn side(extension: Extension) -> &'static str {
    extension.split('.').next().unwrap_or(extension)
}

/// A text with its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Text {
    /// The text.
    pub text: String,
    /// The place.
    pub place: Position,
}

/// The solution that answers a case.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum SolutionRule {
    /// The default: the model solution of the package.
    #[default]
    Unsaid,
    /// No solution answers the case.
    Nothing,
    /// This program answers the case.
    Program(Text),
}

impl SolutionRule {
    /// Returns this rule, or that of the parent if this one is the default.
    pub(super) fn or(&self, above: &SolutionRule) -> SolutionRule {
        match self {
            SolutionRule::Unsaid => above.clone(),
            said => said.clone(),
        }
    }
}

/// The settings that a group passes on to everything below it; `None` or [`SolutionRule::Unsaid`]
/// if it does not set them.
#[derive(Debug, Clone, Default)]
pub(super) struct Inherited {
    pub(super) solution: SolutionRule,
    pub(super) salt: Option<String>,
    pub(super) retries: Option<u32>,
}

impl Inherited {
    /// Returns these settings, with unset ones taken from the parent.
    pub(super) fn or(&self, above: &Inherited) -> Inherited {
        Inherited {
            solution: self.solution.or(&above.solution),
            salt: self.salt.clone().or_else(|| above.salt.clone()),
            retries: self.retries.or(above.retries),
        }
    }
}

/// A group of cases: a folder.
#[derive(Debug, Default)]
pub(super) struct DirectoryRule {
    pub(super) inherited: Inherited,
    /// Files with settings of the group: their names and contents.
    pub(super) files: Vec<(&'static str, Text)>,
    pub(super) include: Vec<Text>,
    /// Whether the cases and groups in it are numbered.
    pub(super) is_numbered: bool,
    /// The children, in the order of generation.
    pub(super) children: Vec<Child>,
}

/// A case or a group under a key.
#[derive(Debug)]
pub(super) struct Child {
    pub(super) key: Text,
    pub(super) kind: ChildKind,
}

#[derive(Debug)]
pub(super) enum ChildKind {
    Group(DirectoryRule),
    Case(Box<CaseRule>),
}

/// The rule for a case, or for several with `count`.
#[derive(Debug, Default)]
pub(super) struct CaseRule {
    pub(super) inherited: Inherited,
    pub(super) generate: Option<Text>,
    pub(super) count: Option<Vec<i64>>,
    pub(super) copy: Option<Text>,
    /// Files with content given in the rule.
    pub(super) contents: BTreeMap<Extension, String>,
    /// Files that are links to others of the case.
    pub(super) links: BTreeMap<Extension, Extension>,
    /// Patterns that must be found in the input or the answer.
    pub(super) patterns: Vec<(Extension, Text)>,
}

impl CaseRule {
    /// Returns whether the rule only names the case and does not say how to make it.
    pub(super) fn is_empty(&self) -> bool {
        self.generate.is_none() && self.copy.is_none() && self.contents.is_empty()
    }

    /// Returns whether the rule defines this file.
    pub(super) fn has(&self, extension: Extension) -> bool {
        self.contents.contains_key(extension) || self.links.contains_key(extension)
    }
}
