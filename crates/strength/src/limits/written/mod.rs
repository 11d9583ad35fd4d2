//! Writes a time limit into the file in which a problem keeps it, and leaves the rest of the file
//! unchanged.
//!
//! Each form of file has a function from a text and a limit to a new text, which is then parsed
//! again. Unless exactly the limit has changed, nothing is written, and the user must write the
//! limit by hand.

mod edits;
mod ini;
mod problem_toml;
mod problem_yaml;

use std::path::{Path, PathBuf};

use edits::is_same;
use referee_base::fault::Fault;
use referee_base::files::{self, Existing};

/// The forms of files that contain a time limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LimitForm {
    /// `time` in the table `[limits]`.
    ProblemToml,
    /// `time_limit` in the mapping `limits`.
    ProblemYaml,
    /// Only the number: `.timelimit`.
    Plain,
    /// A line `timelimit = '2'`: `domjudge-problem.ini`.
    Ini,
}

/// A file that contains a time limit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LimitFile {
    /// The path of the file.
    pub path: PathBuf,
    /// How the limit is written there.
    pub form: LimitForm,
}

/// The result of writing a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenLimit {
    /// The path of the file.
    pub path: PathBuf,
    /// Whether the file changed: it may have had this limit before.
    pub has_changed: bool,
}

/// Formats a limit in seconds for a file, without digits that are due to rounding.
pub fn shown(seconds: f64) -> String {
    ((seconds * 1e6).round() / 1e6).to_string()
}

impl LimitForm {
    /// Returns the text with this limit; `None` if there is no safe way to change it.
    fn with(self, text: &str, limit: &str) -> Option<String> {
        match self {
            LimitForm::ProblemToml => problem_toml::with(text, limit),
            LimitForm::ProblemYaml => problem_yaml::with(text, limit),
            LimitForm::Plain => Some(if is_same(text.trim(), limit) {
                text.to_string()
            } else {
                format!("{limit}\n")
            }),
            LimitForm::Ini => ini::with(text, limit),
        }
    }

    /// Returns whether a text sets a limit.
    pub fn is_in(self, text: &str) -> bool {
        match self {
            LimitForm::ProblemToml => problem_toml::has(text),
            LimitForm::ProblemYaml => problem_yaml::has(text),
            LimitForm::Plain => true,
            LimitForm::Ini => ini::value(text).is_some(),
        }
    }
}

impl LimitFile {
    /// Returns the text of the file; empty if there is no file yet.
    fn text(&self) -> Result<String, Fault> {
        match self.path.symlink_metadata() {
            Err(_) => Ok(String::new()),
            Ok(there) if there.is_symlink() => {
                let fault =
                    Fault::bad_input("it is a link; the limit is not written to its target");
                Err(fault.at(&self.path).help("write it by hand"))
            }
            Ok(_) => files::read_text(&self.path),
        }
    }

    /// Returns whether the file exists and sets a limit.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn has_limit(&self) -> Result<bool, Fault> {
        Ok(self.path.symlink_metadata().is_ok() && self.form.is_in(&self.text()?))
    }
}

/// Writes a limit, in seconds, into all of these files, each atomically.
///
/// # Errors
/// A file cannot be read or written, or it is not clear where the limit belongs; in the latter
/// case, no file is changed.
pub fn write(files: &[LimitFile], seconds: f64) -> Result<Vec<WrittenLimit>, Fault> {
    let limit = shown(seconds);
    let changed = |file: &LimitFile| {
        let text = file.text()?;
        let new = file.form.with(&text, &limit).ok_or_else(|| by_hand(&file.path, &limit))?;
        Ok((file.path.clone(), (new != text || !file.path.exists()).then_some(new)))
    };
    let changed = files.iter().map(changed).collect::<Result<Vec<_>, Fault>>()?;
    let write = |(path, new): (PathBuf, Option<String>)| {
        let has_changed = new.is_some();
        new.map_or(Ok(()), |new| files::write_whole(&path, new.as_bytes(), Existing::Replace))?;
        Ok(WrittenLimit { path, has_changed })
    };
    changed.into_iter().map(write).collect()
}

fn by_hand(path: &Path, limit: &str) -> Fault {
    Fault::bad_input("it is unclear where the time limit belongs in this file")
        .at(path)
        .help(format!("write {limit} s there by hand"))
}
