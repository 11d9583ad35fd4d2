//! What stands in `generators.yaml`, as it stands there: groups and cases, by key, with the place of what may turn out to be
//! wrong later.

use std::collections::BTreeMap;

use referee_base::document::DocumentError;
use referee_checker::Position;

use crate::CaseFileKind::{self, *};

/// The folders of `data/`, in the order in which their cases are made.
pub(super) const FOLDERS: [&str; 8] = [
    "sample",
    "secret",
    "invalid_output",
    "invalid_answer",
    "invalid_input",
    "valid_output",
    "testing_tool_test",
    "fuzz",
];

/// The ending of a file of a case, without the dot before it.
pub type Ending = &'static str;

/// Those whose content may stand in the rules.
pub(super) const TEXTS: [Ending; 9] = [
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

/// Those that may be links to another file of the case.
pub(super) const LINKED: [Ending; 4] = [
    StatementInput.extension(),
    StatementAnswer.extension(),
    DownloadInput.extension(),
    DownloadAnswer.extension(),
];

/// Those that links may lead to.
pub(super) const LINK_TARGETS: [Ending; 6] = [
    StatementInput.extension(),
    StatementAnswer.extension(),
    DownloadInput.extension(),
    DownloadAnswer.extension(),
    Input.extension(),
    Answer.extension(),
];

/// All that a generator may write, and a copy may have. A drawing may be a PDF as well, which the package format does not know.
pub fn endings() -> impl Iterator<Item = Ending> {
    let images = CaseFileKind::ALL.into_iter().filter(|kind| kind.is_image());
    TEXTS.into_iter().chain(images.map(CaseFileKind::extension)).chain(["pdf"])
}

/// `in` or `ans`, for a file that belongs to the input or to the answer.
pub(super) fn side(ending: Ending) -> &'static str {
    ending.split('.').next().unwrap_or(ending)
}

/// A text, and where it stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Text {
    /// The text.
    pub text: String,
    /// Where it stands.
    pub place: Position,
}

/// What answers a case.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum SolutionRule {
    /// Nothing is said: the package's own solution.
    #[default]
    Unsaid,
    /// Nothing is to answer it.
    Nothing,
    /// This program.
    Program(Text),
}

impl SolutionRule {
    /// The same, or where nothing is said, what holds above.
    pub(super) fn or(&self, above: &SolutionRule) -> SolutionRule {
        match self {
            SolutionRule::Unsaid => above.clone(),
            said => said.clone(),
        }
    }
}

/// What a group hands down to all below it, as far as it is said there.
#[derive(Debug, Clone, Default)]
pub(super) struct Inherited {
    pub(super) solution: SolutionRule,
    pub(super) salt: Option<String>,
    pub(super) retries: Option<u32>,
}

/// A group of cases: a folder.
#[derive(Debug, Default)]
pub(super) struct Group {
    pub(super) inherited: Inherited,
    /// Files with settings of the group: their names, and what is in them.
    pub(super) files: Vec<(&'static str, Text)>,
    pub(super) include: Vec<Text>,
    /// Whether its cases and groups are numbered.
    pub(super) is_numbered: bool,
    /// What is in it, in the order in which it is made.
    pub(super) children: Vec<Child>,
}

/// What stands under a key in a group.
#[derive(Debug)]
pub(super) struct Child {
    pub(super) key: Text,
    pub(super) what: What,
}

#[derive(Debug)]
pub(super) enum What {
    Group(Group),
    Case(Box<Case>),
}

/// The rule for a case, or for several with `count`.
#[derive(Debug, Default)]
pub(super) struct Case {
    pub(super) inherited: Inherited,
    pub(super) generate: Option<Text>,
    pub(super) count: Option<Vec<i64>>,
    pub(super) copy: Option<Text>,
    /// Files whose content stands in the rule.
    pub(super) contents: BTreeMap<Ending, String>,
    /// Files that are links to others of the case.
    pub(super) links: BTreeMap<Ending, Ending>,
    /// What must be found in the input or the answer.
    pub(super) patterns: Vec<(Ending, Text)>,
}

/// What a document says, and what is wrong with it.
#[derive(Debug, Default)]
pub(super) struct Document {
    pub(super) root: Group,
    /// Generators of several files: name, and the files below `generators/`, of which the first is started.
    pub(super) generators: Vec<(Text, Vec<Text>)>,
    pub(super) errors: Vec<DocumentError>,
    pub(super) warnings: Vec<DocumentError>,
}

impl Case {
    /// Whether the rule itself says what is in this file.
    pub(super) fn has(&self, ending: Ending) -> bool {
        self.contents.contains_key(ending) || self.links.contains_key(ending)
    }
}
