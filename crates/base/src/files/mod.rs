//! Files, written as a whole or not at all.
//!
//! A file is written under a temporary name in its own folder and then renamed. Ctrl-C removes the
//! temporary files that are open at that moment and ends the process with exit code 130. `kill -9`
//! may leave one behind: its name starts with a dot, so it is never taken for a case, and the next
//! file that is begun in the folder removes it.

mod bounds;
pub mod everyone;
mod folder;
mod held;
mod held_file;
mod links;
mod open;
mod own_folder;
mod remove;
mod state;
mod temporary;
mod whole;
mod zip_file;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::fault::{Fault, show};

pub use bounds::{FolderBounds, is_missing};
pub use folder::WholeFolder;
pub use held::{HeldFolder, PROGRAMS, folders_of_programs};
pub use links::{LinkBoundary, LinkTarget, NotFollowed};
pub use open::{open, open_no_link};
pub use own_folder::{OpenMode, OwnFolder};
pub use remove::remove_all;
pub use state::{FileState, cache_folder, is_private, make_private, state_folder};
pub use temporary::{
    TemporaryFolder, clean_up_when_interrupted, is_stopped, is_to_stop, remove_what_was_left,
    stop_when_interrupted,
};
pub use whole::{Existing, WholeFile, copy_whole, write_whole};
pub use zip_file::WholeZip;

/// Resolves a name relative to a folder, both with `/` between their parts. Returns `None` if the
/// path leaves the folder that both are relative to.
pub fn joined(folder: &str, name: &str) -> Option<String> {
    if name.starts_with('/') {
        return None;
    }
    let mut parts = Vec::new();
    for part in folder.split('/').chain(name.split('/')) {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Returns a name of letters, digits and a few other characters that is neither a path nor reserved
/// by an operating system.
pub fn plain_name(name: &str) -> String {
    // In bytes, with room for the rest of the file name.
    const MAX_LENGTH: usize = 120;
    let is_plain = |c: char| c.is_alphanumeric() || " -_.'()+".contains(c);
    let mut plain: String = name.chars().map(|c| if is_plain(c) { c } else { '-' }).collect();
    while plain.len() > MAX_LENGTH {
        plain.pop();
    }
    let plain = plain.trim_matches([' ', '.', '-']);
    let stem = plain.split('.').next().unwrap_or(plain).to_ascii_lowercase();
    let numbered = stem.strip_suffix(|c: char| c.is_ascii_digit()).unwrap_or("");
    let is_device =
        ["con", "prn", "aux", "nul"].contains(&&*stem) || ["com", "lpt"].contains(&numbered);
    match plain {
        "" => "unnamed".into(),
        plain if is_device => format!("{plain}-"),
        plain => plain.into(),
    }
}

/// Returns whether two readers yield the same bytes.
///
/// # Errors
/// Errors of the readers.
pub fn same(a: &mut dyn Read, b: &mut dyn Read) -> io::Result<bool> {
    const BLOCK: usize = 64 << 10;
    let (mut of_a, mut of_b) = (Vec::with_capacity(BLOCK), Vec::with_capacity(BLOCK));
    loop {
        of_a.clear();
        of_b.clear();
        a.take(BLOCK as u64).read_to_end(&mut of_a)?;
        b.take(BLOCK as u64).read_to_end(&mut of_b)?;
        if of_a != of_b {
            return Ok(false);
        }
        if of_a.is_empty() {
            return Ok(true);
        }
    }
}

/// Reads a small text file, such as a manifest.
///
/// # Errors
/// The file cannot be read, is not a regular file, is larger than 16 MiB, or is not UTF-8.
pub fn read_text(path: &Path) -> Result<String, Fault> {
    text_of(open(path)?, path)
}

/// Reads a small text file that the caller named, such as a recipe. It may be a pipe that the
/// caller's shell created.
///
/// # Errors
/// The same as for [`read_text`].
pub fn read_named_text(path: &Path) -> Result<String, Fault> {
    text_of(open::open_named(path)?, path)
}

fn text_of(file: File, path: &Path) -> Result<String, Fault> {
    const MAX_BYTES: u64 = 16 << 20;
    let mut bytes = Vec::new();
    file.take(MAX_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Fault::cannot_read(path, &error))?;
    let bytes = not_larger(bytes, MAX_BYTES, path)?;
    String::from_utf8(bytes).map_err(|error| {
        let place = crate::Position::of(error.as_bytes(), error.utf8_error().valid_up_to());
        Fault { place: Some(place), ..Fault::bad_input("this is not UTF-8 text").at(path) }
    })
}

/// Reads at most `most` + 1 bytes of a file, so that the caller can detect a larger one.
///
/// # Errors
/// The file cannot be read, or is not a regular file.
pub fn read_at_most(path: &Path, most: u64) -> Result<Vec<u8>, Fault> {
    let file = open(path)?;
    let read = || {
        let most = most.saturating_add(1);
        let size = file.metadata()?.len().saturating_add(1).min(most);
        let mut bytes = Vec::new();
        // Growing by doubling would hold up to twice as much at the end.
        bytes.try_reserve_exact(usize::try_from(size).unwrap_or(usize::MAX))?;
        file.take(most).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    read().map_err(|error| Fault::cannot_read(path, &error))
}

/// Reads a whole file.
///
/// # Errors
/// The file cannot be read, is not a regular file, or is larger than `most` bytes.
pub fn read_whole(path: &Path, most: u64) -> Result<Vec<u8>, Fault> {
    not_larger(read_at_most(path, most)?, most, path)
}

fn not_larger(bytes: Vec<u8>, most: u64, path: &Path) -> Result<Vec<u8>, Fault> {
    if bytes.len() as u64 <= most {
        return Ok(bytes);
    }
    let (size, unit) = if most < 1 << 20 { (most >> 10, "KiB") } else { (most >> 20, "MiB") };
    let message = format!("it is larger than {size} {unit}, the maximum for such a file");
    Err(Fault::bad_input(message).at(path))
}

/// Creates the fault for an error of a directory walk.
pub fn walk_fault(root: &Path, error: &walkdir::Error) -> Fault {
    let path = error.path().unwrap_or(root);
    if let Some(ancestor) = error.loop_ancestor() {
        return Fault::bad_input(format!("a cycle of links, back to {}", show(ancestor))).at(path);
    }
    match error.io_error() {
        Some(error) => Fault::cannot_read(path, error),
        None => Fault::judge(error.to_string()).at(path),
    }
}

/// Returns whether two paths lead to the same file or folder, whatever links and mounts are on the
/// way.
pub fn is_same(a: &Path, b: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |path: &Path| path.metadata().map(|found| (found.dev(), found.ino())).ok();
    a == b || identity(a).is_some_and(|of_a| identity(b) == Some(of_a))
}

/// Returns whether a path leads to a file that may be executed.
pub fn is_executable(path: &Path) -> bool {
    let may_run = |found: &std::fs::Metadata| {
        use std::os::unix::fs::PermissionsExt;
        found.permissions().mode() & 0o111 != 0
    };
    path.metadata().is_ok_and(|found| found.is_file() && may_run(&found))
}
