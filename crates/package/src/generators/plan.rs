//! The plan of `generators.yaml`: cases in order, with their final names, seeds and settings.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use referee_base::document::DocumentError;
use referee_checker::Position;

use super::command::GeneratorCommand;
use super::tree::{Extension, SolutionRule, Text};
use crate::TestGroups;
use crate::purpose::{SAMPLE, SECRET};

/// The plan of everything to be generated.
#[derive(Debug, Default)]
pub struct GenerationPlan {
    /// Files with settings of groups, by their path below `data/`.
    pub group_files: Vec<(String, String)>,
    /// The settings of all groups after generation, by `group_files` and by files that exist.
    pub groups: TestGroups,
    /// Cases with a rule of their own.
    pub cases: Vec<PlannedCase>,
    /// Cases that the file only names and that exist in `data/`. They are not changed.
    pub made_by_hand: Vec<String>,
    /// Cases that are links to another, in the order of the file.
    pub links: Vec<Link>,
    /// Folders below `data/`, each after its parent.
    pub folders: Vec<String>,
    /// Generators of several files, by name: files below `generators/`, the main file first.
    pub generators: BTreeMap<String, Vec<Text>>,
}

/// The rule for making a case.
#[derive(Debug, Clone)]
pub struct PlannedCase {
    /// The path below `data/`, without extension.
    pub name: String,
    /// The place of the rule.
    pub place: Position,
    /// The generator command, its seed, and its place.
    pub generate: Option<(GeneratorCommand, u32, Position)>,
    /// The source of a copy, below `generators/`, without extension.
    pub copy: Option<Text>,
    /// Files with content given in the rule.
    pub contents: BTreeMap<Extension, String>,
    /// Files that are links to others of the case.
    pub links: BTreeMap<Extension, Extension>,
    /// Patterns that must be found in the input or the answer.
    pub patterns: Vec<(Extension, Text)>,
    /// The solution that produces the answer.
    pub solution: SolutionRule,
    /// The maximum number of attempts to generate the case, each with a different seed.
    pub retries: u32,
}

/// A case that is a link to another one.
#[derive(Debug, Clone)]
pub struct Link {
    /// The path below `data/`, without extension.
    pub name: String,
    /// The path of the case it links to.
    pub to: String,
    /// The index of that case in [`GenerationPlan::cases`].
    pub case: usize,
}

/// A plan, and the errors in its file.
#[derive(Debug, Default)]
pub struct Planned {
    /// The plan; complete if there are no errors.
    pub plan: GenerationPlan,
    /// Errors that must be fixed before anything is generated.
    pub errors: Vec<DocumentError>,
    /// Warnings, which do not prevent generation.
    pub warnings: Vec<DocumentError>,
}

impl PlannedCase {
    /// Returns a text that is equal for rules that make the same files in the same way.
    pub(super) fn comes_to(&self) -> String {
        let command = self.generate.as_ref().map(|(command, seed, _)| command.text_with(*seed));
        let copy = self.copy.as_ref().map(|text| &text.text);
        format!("{command:?} {copy:?} {:?} {:?}", self.contents, self.links)
    }

    /// Returns whether the rule does not say how to make the case.
    pub fn is_empty(&self) -> bool {
        self.generate.is_none() && self.copy.is_none() && self.contents.is_empty()
    }

    /// Returns the folder of the case directly below `data/`: `sample`, `secret` and so on.
    pub fn root(&self) -> &str {
        self.name.split('/').next().unwrap_or_default()
    }

    /// Returns whether a solution must answer the case if it has no answer yet.
    pub fn needs_answer(&self) -> bool {
        matches!(self.root(), SAMPLE | SECRET | "fuzz") && !self.contents.contains_key("ans")
    }

    /// Returns the path of the copy's source below the package, without extension.
    pub fn copied_from(&self) -> Option<PathBuf> {
        self.copy.as_ref().map(|text| Path::new("generators").join(&text.text))
    }
}
