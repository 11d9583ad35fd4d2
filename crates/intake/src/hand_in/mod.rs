//! What students have handed in, in the forms in which learning platforms export it.
//!
//! A platform is recognized by names: of folders, of files, or by the list beside them. If names do
//! not show a platform beyond doubt, the caller's own form of names (`students` in a course) is
//! used, or nothing is recognized; nothing here guesses. The contents of students' files are never
//! read.

pub mod alike;
pub mod attempts;
mod canvas;
mod gradescope;
mod handed;
mod moodle;
mod repositories;
mod template;
pub mod timestamp;

use std::path::{Path, PathBuf};

use referee_base::fault::Fault;
use referee_events::Platform;

pub use handed::{Content, HandIn, HandIns};
pub use template::Template;

/// How a folder is to be read if its names do not show it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Hints<'a> {
    /// The form of names that the caller gives.
    pub template: Option<&'a Template>,
    /// Whether only names count that nobody chooses by chance: the caller has said what a
    /// submission is.
    pub only_certain: bool,
}

/// Returns the platform whose form the entries of a folder have.
pub fn platform(folder: &Path, entries: &[PathBuf], hints: Hints) -> Option<Platform> {
    if let Some(template) = hints.template {
        return entries.iter().any(|entry| template.fits(entry)).then_some(Platform::Template);
    }
    let guesses = !hints.only_certain;
    if gradescope::is_export(folder) {
        Some(Platform::Gradescope)
    } else if entries.iter().any(|entry| moodle::is_of_student(entry)) {
        Some(Platform::Moodle)
    } else if guesses && canvas::is_export(entries) {
        Some(Platform::Canvas)
    } else {
        repositories::platform(folder, entries).filter(|_| guesses)
    }
}

/// Reads a platform's folder.
///
/// # Errors
/// The platform's list for the folder cannot be read, or a name in the caller's form makes no
/// sense.
pub fn read(
    platform: Platform,
    folder: &Path,
    entries: &[PathBuf],
    hints: Hints,
) -> Result<HandIns, Fault> {
    match platform {
        Platform::Moodle => Ok(moodle::read(entries)),
        Platform::Canvas => Ok(canvas::read(entries)),
        Platform::Gradescope => gradescope::read(folder, entries),
        Platform::Artemis | Platform::Classroom => Ok(repositories::read(folder, entries)),
        Platform::Template => match hints.template {
            Some(template) => template.read(entries),
            None => Ok(HandIns { all: Vec::new(), others: entries.to_vec() }),
        },
    }
}
