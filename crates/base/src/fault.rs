//! Errors of the judge and of its inputs: a path, a position in the file, a message and advice.
//!
//! A fault is never a verdict about a contestant. It is created where the problem is found, and
//! rendered once, by the command line.

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::RwLock;

use crate::Position;
use crate::document::{DocumentError, Lines, nearest};
use crate::parallel::unpoisoned;
use crate::text::{escape, excerpt};

/// The maximum number of names in a folder that are compared with a missing one.
const MAX_NAMES: usize = 10_000;

/// The advice of a [fault](Fault::cannot_write) about a full disk.
pub const FREE_SPACE: &str =
    "free some space and run the same command again; existing files are unchanged";

/// The temporary folders that are shown as something else, each with the path of that.
static SHOWN_AS: RwLock<BTreeMap<PathBuf, PathBuf>> = RwLock::new(BTreeMap::new());

/// An error, complete enough to be shown to a user.
#[derive(Debug, Clone, thiserror::Error)]
pub struct Fault {
    /// Whose error it is.
    pub class: FaultClass,
    /// The file or folder in question.
    pub path: Option<Box<Path>>,
    /// The position in that file.
    pub place: Option<Position>,
    /// The line at that position, escaped and truncated.
    pub line: Option<Box<str>>,
    /// What is wrong: a lower-case fragment without a full stop.
    pub message: String,
    /// Escaped lines with details, such as the output of a compiler.
    pub details: Option<Box<str>>,
    /// What to do next.
    pub help: Option<Box<str>>,
}

/// Whose error it is; decides the exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultClass {
    /// The caller's: wrong arguments, configuration or cases.
    BadInput,
    /// The judge's: a full disk, an unreadable file, a contradiction within the judge.
    Judge,
}

impl fmt::Display for Fault {
    /// Writes the first line: `path, line 7, column 3: message`. Escaped, since a message may quote
    /// untrusted text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(path) = &self.path {
            write!(f, "{}", show(path))?;
            if let Some(place) = self.place {
                write!(f, ", {place}")?;
            }
            f.write_str(": ")?;
        }
        f.write_str(&escape(self.message.as_bytes()))
    }
}

/// Returns whether a path is a symbolic link to nothing, or to itself.
fn leads_nowhere(path: &Path) -> bool {
    let denied = |error: io::Error| error.kind() == io::ErrorKind::PermissionDenied;
    path.is_symlink() && path.metadata().is_err_and(|error| !denied(error))
}

/// Returns advice about a path that does not exist: a similar name beside it, or the first of its
/// folders that is missing.
fn instead(path: &Path) -> Option<String> {
    let above = path.ancestors().filter(|above| !above.as_os_str().is_empty());
    let missing = above.take_while(|above| !above.exists()).last()?;
    let parent = missing.parent().filter(|parent| !parent.as_os_str().is_empty());
    let entries = parent.unwrap_or(Path::new(".")).read_dir().into_iter().flatten().flatten();
    let names = entries.take(MAX_NAMES).filter_map(|entry| entry.file_name().into_string().ok());
    // A common extension does not make names similar.
    let stem = |name: &str| name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_string();
    let name = missing.file_name()?.to_str()?;
    let is_near = |other: &String| nearest(&stem(name), [&*stem(other)]).is_some();
    let names: Vec<String> = names.filter(is_near).collect();
    match nearest(name, names.iter().map(String::as_str)) {
        Some(near) => {
            let near = missing.with_file_name(near);
            // The rest of the path may be right.
            let rest = path.strip_prefix(missing).unwrap_or(Path::new(""));
            let parts = rest.ancestors().filter(|rest| !rest.as_os_str().is_empty());
            let known = parts.map(|part| near.join(part)).find(|known| known.exists());
            let known = known.unwrap_or(near);
            Some(format!("did you mean {}?", show(&known)))
        }
        None => (missing != path).then(|| format!("there is no {} either", show(missing))),
    }
}

/// Shows a temporary folder, from now on, as the path of the archive or of the files whose content
/// it holds: people know these.
pub fn show_as(folder: &Path, path: &Path) {
    let path = known(path);
    let folders = folder.canonicalize().into_iter().chain([folder.to_path_buf()]);
    let mut all = unpoisoned(SHOWN_AS.write());
    all.extend(folders.map(|folder| (folder, path.clone())));
}

/// Returns the path that people know.
fn known(path: &Path) -> PathBuf {
    let all = unpoisoned(SHOWN_AS.read());
    let known = path.ancestors().find_map(|folder| {
        let (known, below) = (all.get(folder)?, path.strip_prefix(folder).ok()?);
        Some(known.components().chain(below.components()).collect())
    });
    known.unwrap_or_else(|| path.to_path_buf())
}

/// Returns a path for display: as people know it, and escaped, so that no file name can send
/// control sequences to the terminal.
pub fn show(path: &Path) -> String {
    excerpt(known(path).as_os_str().as_encoded_bytes(), 400)
}

impl Fault {
    /// Creates a fault for wrong arguments, configuration or cases.
    pub fn bad_input(message: impl Into<String>) -> Fault {
        Fault {
            class: FaultClass::BadInput,
            path: None,
            place: None,
            line: None,
            message: message.into(),
            details: None,
            help: None,
        }
    }

    /// Creates a fault for something broken in the judge or its machine.
    pub fn judge(message: impl Into<String>) -> Fault {
        Fault { class: FaultClass::Judge, ..Fault::bad_input(message) }
    }

    /// Adds the path of a file.
    #[must_use]
    pub fn at(mut self, path: impl AsRef<Path>) -> Fault {
        self.path = Some(path.as_ref().into());
        self
    }

    /// Adds advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<Box<str>>) -> Fault {
        self.help = Some(help.into());
        self
    }

    /// Creates the fault for a file or folder that should exist and cannot be read.
    pub fn cannot_read(path: &Path, error: &io::Error) -> Fault {
        let fault = match error.kind() {
            _ if leads_nowhere(path) => Fault::bad_input("this link leads nowhere"),
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
                let fault = Fault::bad_input("there is no such file or folder");
                Fault { help: instead(path).map(Box::from), ..fault }
            }
            io::ErrorKind::IsADirectory => Fault::bad_input("this is a folder, not a file"),
            _ => Fault::judge(format!("cannot read it: {error}")),
        };
        fault.at(path)
    }

    /// Creates the fault for a file or folder that should exist and cannot be read, with advice if
    /// nothing is there and it is unknown what was meant.
    pub fn cannot_find(path: &Path, error: &io::Error, advice: impl FnOnce() -> String) -> Fault {
        let fault = Fault::cannot_read(path, error);
        if fault.help.is_some() || error.kind() != io::ErrorKind::NotFound {
            return fault;
        }
        fault.help(advice())
    }

    /// Creates the fault for a file that cannot be written.
    pub fn cannot_write(path: &Path, error: &io::Error) -> Fault {
        let fault = Fault::judge(format!("cannot write it: {error}")).at(path);
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => fault.help(FREE_SPACE),
            _ => fault,
        }
    }

    /// Creates the fault for a pipe, device or folder in place of a file. Opening it might wait
    /// forever.
    pub fn no_file(path: &Path) -> Fault {
        let what = if path.is_dir() { "a folder" } else { "a pipe or a device" };
        Fault::bad_input(format!("this is {what}, not a file")).at(path)
    }

    /// Creates the fault for a file in place of a folder to write to.
    pub fn no_folder(path: &Path) -> Fault {
        Fault::bad_input("this is not a folder").at(path).help("name another folder")
    }

    /// Creates the fault for a file that would have to be overwritten.
    pub fn would_overwrite(path: &Path) -> Fault {
        Fault::bad_input("this file already exists").at(path).help("--force overwrites it")
    }

    /// Adds a position in the text of the file.
    #[must_use]
    pub fn at_place(mut self, place: Position, text: &[u8]) -> Fault {
        self.place = Some(place);
        let line = text.split(|&b| b == b'\n').nth(place.line as usize - 1);
        self.line = line.and_then(|line| shown_line(line, place));
        self
    }

    /// Adds escaped lines with details.
    #[must_use]
    pub fn details(self, lines: impl Into<Box<str>>) -> Fault {
        Fault { details: Some(lines.into()), ..self }
    }

    /// Creates the fault for a wrong document: a TOML file or a table.
    pub fn document(path: &Path, error: &DocumentError, text: &str) -> Fault {
        Fault::in_lines(path, error, &Lines::of(text))
    }

    /// Creates the fault for a wrong document as [`Fault::document`] does. For one of many: the
    /// lines are found only once.
    pub fn in_lines(path: &Path, error: &DocumentError, lines: &Lines) -> Fault {
        let line = lines.line(error.place.line);
        Fault {
            place: Some(error.place),
            line: line.and_then(|line| shown_line(line, error.place)),
            help: error.help.as_deref().map(Box::from),
            ..Fault::bad_input(error.message.clone()).at(path)
        }
    }

    /// Returns the first line, followed by the advice if there is any, for messages in a single
    /// line.
    pub fn one_line(&self) -> String {
        match &self.help {
            Some(help) => format!("{self} ({help})"),
            None => self.to_string(),
        }
    }
}

/// Returns the line of a position, escaped and truncated to the width of a screen; `None` if it is
/// empty, or if the position is too far to the right for the truncated line to show it.
fn shown_line(line: &[u8], place: Position) -> Option<Box<str>> {
    const WIDTH: usize = 90;
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let printable = !line[..line.len().min(WIDTH)].iter().any(|b| b.is_ascii_control());
    (printable && !line.is_empty() && place.column as usize <= WIDTH)
        .then(|| excerpt(line, WIDTH).into())
}

/// Calls a function, and returns a panic as a fault of the judge. For work on one submission of
/// many, which must not end the work on the others.
///
/// State shared with others must survive a panic: poisoned locks are used anyway, and values that
/// are initialized once are initialized again.
///
/// # Errors
/// The function panics.
pub fn guarded<T>(act: impl FnOnce() -> T) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(act)).map_err(|panic| {
        Fault::judge(format!("internal error of the judge: {}", said(&*panic)))
            .help("this is a bug in `referee`: please report it")
    })
}

/// Returns the message of a panic.
fn said(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or(panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("it does not say why")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn many_faults_of_a_document_find_its_lines_once() {
        let text = "wrong\n".repeat(100_000);
        let lines = Lines::of(&text);
        for line in 1..=100_000 {
            let error = DocumentError::new(Position { line, column: 1 }, "why");
            let fault = Fault::in_lines(Path::new("a"), &error, &lines);
            assert_eq!(fault.line.as_deref(), Some("wrong"));
        }
        let error = DocumentError::new(Position { line: 100_001, column: 1 }, "why");
        assert_eq!(Fault::document(Path::new("a"), &error, &text).line, None);
    }

    #[test]
    fn a_panic_is_a_fault_of_the_judge() {
        assert_eq!(guarded(|| 1).unwrap(), 1);
        let said = |act: fn() -> u32| guarded(act).unwrap_err().one_line();
        let bug = "this is a bug in `referee`: please report it";
        let expected = |why| format!("internal error of the judge: {why} ({bug})");
        assert_eq!(said(|| panic!("why")), expected("why"));
        assert_eq!(said(|| panic!("{}", 1)), expected("1"));
        assert_eq!(said(|| std::panic::panic_any(1)), expected("it does not say why"));
    }

    #[test]
    fn what_was_unpacked_is_shown_as_what_people_know() {
        show_as(Path::new("/tmp/of-class"), Path::new("class.zip"));
        show_as(Path::new("/tmp/of-ann"), Path::new("/tmp/of-class/ann.zip"));
        for (path, shown) in [
            ("/tmp/of-class", "class.zip"),
            ("/tmp/of-class/bob/main.py", "class.zip/bob/main.py"),
            ("/tmp/of-ann/main.py", "class.zip/ann.zip/main.py"),
            ("/tmp/of-cy", "/tmp/of-cy"),
        ] {
            assert_eq!(show(Path::new(path)), shown);
        }
    }

    #[test]
    fn a_path_of_nothing_is_told_from_what_is_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("cases")).unwrap();
        fs::write(folder.path().join("cases/1.in"), "").unwrap();
        let help = |below: &str| {
            let error = io::ErrorKind::NotFound.into();
            let fault = Fault::cannot_read(&folder.path().join(below), &error);
            let help = fault.help.map(|help| help.replace(&show(folder.path()), ""));
            help.unwrap_or_default()
        };
        let fault = Fault::cannot_read(folder.path(), &fs::read(folder.path()).unwrap_err());
        assert_eq!(fault.message, "this is a folder, not a file");
        assert_eq!(help("caess"), "did you mean /cases?");
        assert_eq!(help("case/1.in"), "did you mean /cases/1.in?");
        assert_eq!(help("case/2.in"), "did you mean /cases?");
        assert_eq!(help("cases/11.in"), "did you mean /cases/1.in?");
        assert_eq!(help("cases/2.in"), "");
        assert_eq!(help("cases/nothing.in"), "");
        assert_eq!(help("somewhere"), "");
        assert_eq!(help("somewhere/else"), "there is no /somewhere either");
        // A file has no names in it to suggest.
        assert_eq!(help("cases/1.in/more"), "");
    }
}
