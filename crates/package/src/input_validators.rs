//! The input validators: programs, and descriptions of inputs, which need no program.

use std::path::Path;
use std::sync::Arc;

use referee_checktestdata::Description;

use super::constants::{Constants, substitute};
use super::diagnostic::Diagnostics;
use super::tree::Tree;
use referee_base::files;

/// The maximum size of a description, in bytes.
const MAX_BYTES: u64 = 256 << 10;

/// An input validator.
#[derive(Debug, Clone)]
pub struct InputValidator {
    /// Its path below the package: a file or a folder.
    pub path: String,
    /// What it is.
    pub kind: InputValidatorKind,
}

/// The kinds of input validators.
#[derive(Debug, Clone)]
pub enum InputValidatorKind {
    /// A program.
    Program,
    /// A description in checktestdata.
    Description(Arc<Description>),
    /// A description that cannot be used; the diagnostics say why.
    Unusable,
}

impl InputValidator {
    /// Returns the name of its file or folder.
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }

    /// Returns whether it is a description that cannot be used.
    pub fn is_unusable(&self) -> bool {
        matches!(self.kind, InputValidatorKind::Unusable)
    }
}

/// Reads the input validators at these paths.
pub(super) fn read(
    paths: Vec<String>,
    constants: &Constants,
    tree: &Tree,
    diagnostics: &mut Diagnostics,
) -> Vec<InputValidator> {
    let read =
        |path: String| InputValidator { kind: kind(&path, constants, tree, diagnostics), path };
    paths.into_iter().map(read).collect()
}

fn kind(
    path: &str,
    constants: &Constants,
    tree: &Tree,
    diagnostics: &mut Diagnostics,
) -> InputValidatorKind {
    let file = only_file(path, tree);
    match file.rsplit_once('.') {
        Some((_, "ctd")) => match description(&file, constants, tree, diagnostics) {
            Some(description) => InputValidatorKind::Description(Arc::new(description)),
            None => InputValidatorKind::Unusable,
        },
        Some((_, "viva")) => {
            diagnostics
                .warning(path, "it is a description in VIVA, which is not supported, so no input is checked by it")
                .help("describe the inputs in checktestdata (.ctd), or write a program that exits with 42 if its standard input is valid");
            InputValidatorKind::Unusable
        }
        _ => InputValidatorKind::Program,
    }
}

/// Returns the path of the only file in a validator's folder that does not accompany programs.
fn only_file(path: &str, tree: &Tree) -> String {
    let mut entries = tree.entries(path).into_iter().filter(|name| !is_support_file(name));
    match (entries.next(), entries.next()) {
        (Some(only), None) => format!("{path}/{only}"),
        _ => path.to_string(),
    }
}

fn description(
    file: &str,
    constants: &Constants,
    tree: &Tree,
    diagnostics: &mut Diagnostics,
) -> Option<Description> {
    let text = files::read_whole(&tree.path(file), MAX_BYTES)
        .map_err(|fault| diagnostics.error(file, fault.message))
        .ok()?;
    match Description::parse(&substitute(&text, constants)) {
        Ok(description) => Some(description),
        Err(error) => {
            diagnostics.error(file, error.message).at(error.place).help = error.help;
            None
        }
    }
}

/// Returns whether a file with this name is not a program, but may accompany one.
pub(super) fn is_support_file(path: &str) -> bool {
    let extension = Path::new(path).extension().and_then(|extension| extension.to_str());
    matches!(extension, Some("h" | "hpp" | "md" | "txt" | "cfg" | "yaml"))
}
