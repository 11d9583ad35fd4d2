//! What is made: cases one after the other, with their final names, seeds and settings.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use referee_base::document::DocumentError;
use referee_checker::Place;

use super::command::Command;
use super::endings::Ending;
use super::tree::Text;

/// Everything that is made.
#[derive(Debug, Default)]
pub struct Plan {
    /// Files with settings of groups, by their path below `data/`.
    pub(super) group_files: Vec<(String, String)>,
    /// Cases with a rule of their own.
    pub(super) cases: Vec<Rule>,
    /// Cases that are links to another, in the order of the file.
    pub(super) links: Vec<Link>,
    /// Folders below `data/`, each after the one it is in.
    pub(super) folders: Vec<String>,
    /// Generators of several files, by name: files below `generators/`, of which the first is started.
    pub(super) generators: BTreeMap<String, Vec<Text>>,
}

/// How a case is made.
#[derive(Debug, Clone)]
pub struct Rule {
    /// Its path below `data/`, without ending.
    pub name: String,
    /// Where its rule stands.
    pub place: Place,
    /// What generates it, and the seed.
    pub generate: Option<(Command, u32, Place)>,
    /// What it is copied from, below `generators/`, without ending.
    pub(super) copy: Option<Text>,
    pub(super) contents: BTreeMap<Ending, String>,
    pub(super) links: BTreeMap<Ending, Ending>,
    pub(super) patterns: Vec<(Ending, Text)>,
    /// What answers it; none if nothing was said, `Some(None)` if nothing is to.
    pub(super) solution: Option<Option<Text>>,
    /// How often generating it is tried, with another seed each time.
    pub(super) retries: u32,
}

/// A case that is the same as another one.
#[derive(Debug, Clone)]
pub struct Link {
    /// Its path below `data/`, without ending.
    pub name: String,
    /// The path of the one that it leads to.
    pub to: String,
    /// Which of the cases with a rule that is.
    pub(super) case: usize,
}

/// A plan as far as it could be made, and what is wrong.
pub(super) struct Planned {
    pub(super) plan: Plan,
    pub(super) errors: Vec<DocumentError>,
    pub(super) warnings: Vec<DocumentError>,
}

impl Rule {
    /// A text that two rules have in common if they make the same files.
    pub(super) fn comes_to(&self) -> String {
        let command = self.generate.as_ref().map(|(command, seed, _)| command.text_with(*seed));
        let copy = self.copy.as_ref().map(|text| &text.text);
        format!("{command:?} {copy:?} {:?} {:?}", self.contents, self.links)
    }

    /// The folder below `data/` in which it is: `sample`, `secret` and so on.
    pub(super) fn root(&self) -> &str {
        self.name.split('/').next().unwrap_or_default()
    }

    /// The path of its source below the package, without ending.
    pub(super) fn copied_from(&self) -> Option<PathBuf> {
        self.copy.as_ref().map(|text| Path::new("generators").join(&text.text))
    }
}
