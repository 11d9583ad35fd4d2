//! What is made: cases one after the other, with their final names, seeds and settings.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use referee_base::document::DocumentError;
use referee_checker::Position;

use super::command::Command;
use super::tree::{Ending, SolutionRule, Text};
use crate::Groups;

/// Everything that is made.
#[derive(Debug, Default)]
pub struct Plan {
    /// Files with settings of groups, by their path below `data/`.
    pub group_files: Vec<(String, String)>,
    /// What holds in the groups once all is made: what these files say, and those that somebody put there.
    pub groups: Groups,
    /// Cases with a rule of their own.
    pub cases: Vec<Rule>,
    /// Cases that are links to another, in the order of the file.
    pub links: Vec<Link>,
    /// Folders below `data/`, each after the one it is in.
    pub folders: Vec<String>,
    /// Generators of several files, by name: files below `generators/`, of which the first is started.
    pub generators: BTreeMap<String, Vec<Text>>,
}

/// How a case is made.
#[derive(Debug, Clone)]
pub struct Rule {
    /// Its path below `data/`, without ending.
    pub name: String,
    /// Where its rule stands.
    pub place: Position,
    /// What generates it, and the seed.
    pub generate: Option<(Command, u32, Position)>,
    /// What it is copied from, below `generators/`, without ending.
    pub copy: Option<Text>,
    /// Files whose content stands in the rule.
    pub contents: BTreeMap<Ending, String>,
    /// Files that are links to others of the case.
    pub links: BTreeMap<Ending, Ending>,
    /// What must be found in the input or the answer.
    pub patterns: Vec<(Ending, Text)>,
    /// What answers it.
    pub solution: SolutionRule,
    /// How often generating it is tried, with another seed each time.
    pub retries: u32,
}

/// A case that is the same as another one.
#[derive(Debug, Clone)]
pub struct Link {
    /// Its path below `data/`, without ending.
    pub name: String,
    /// The path of the one that it leads to.
    pub to: String,
    /// Which of the cases with a rule that is.
    pub case: usize,
}

/// A plan as far as it could be made, and what is wrong.
pub struct Planned {
    /// The plan; all of it where nothing is wrong.
    pub plan: Plan,
    /// What must be mended before anything is made.
    pub errors: Vec<DocumentError>,
    /// What is not as it should be, though cases can be made.
    pub warnings: Vec<DocumentError>,
}

impl Rule {
    /// A text that two rules have in common if they make the same files.
    pub(super) fn comes_to(&self) -> String {
        let command = self.generate.as_ref().map(|(command, seed, _)| command.text_with(*seed));
        let copy = self.copy.as_ref().map(|text| &text.text);
        format!("{command:?} {copy:?} {:?} {:?}", self.contents, self.links)
    }

    /// The folder below `data/` in which it is: `sample`, `secret` and so on.
    pub fn root(&self) -> &str {
        self.name.split('/').next().unwrap_or_default()
    }

    /// Whether a solution answers it where it has no answer yet.
    pub fn needs_answer(&self) -> bool {
        matches!(self.root(), "sample" | "secret" | "fuzz") && !self.contents.contains_key("ans")
    }

    /// The path of its source below the package, without ending.
    pub fn copied_from(&self) -> Option<PathBuf> {
        self.copy.as_ref().map(|text| Path::new("generators").join(&text.text))
    }
}
