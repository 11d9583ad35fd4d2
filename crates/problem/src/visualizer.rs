//! Visualizers of a package: programs that draw cases and outputs.
//!
//! They run like other jury programs, isolated and within bounds, and may leave anything in their
//! folder. Only regular files are read whose names and first bytes both indicate an image. An SVG
//! is a document that may contain a script, so it must be shown as an image, never as part of a
//! page. No result depends on an image, so a failure only becomes a note.

use std::ffi::OsString;
use std::io::Read;
use std::path::Path;
use std::time::Duration;

use referee_checker::text::escape;

use super::checker_dir::CheckerDir;
use super::jury_program::{JuryProgram, JuryRun};
use referee_base::fault::Fault;
use referee_base::files;
use referee_sandbox::{Limits, Stdin};

/// The maximum CPU time of a visualizer: a user is waiting for the image.
const MAX_TIME: Duration = Duration::from_secs(10);

/// The maximum size of an image, in bytes.
const MAX_BYTES: u64 = 2 << 20;

/// The maximum number of images of a run.
const MAX_IMAGES: usize = 4;

/// The maximum number of entries of a folder that are examined.
const MAX_ENTRIES: usize = 1000;

/// The length of the prefix of a text that is searched for the start of an SVG, in bytes.
const HEAD: usize = 4096;

/// An image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VisualizerImage {
    /// The name of its file, escaped.
    pub name: String,
    /// Its media type, such as `image/png`.
    pub media_type: &'static str,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// The images of a case or of an output.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Images {
    /// The images, by name.
    pub images: Vec<VisualizerImage>,
    /// The failures, one sentence each.
    pub notes: Vec<String>,
}

struct ImageForm {
    extensions: &'static [&'static str],
    name: &'static str,
    media_type: &'static str,
    /// Returns whether bytes start like an image of this format.
    is_form_of: fn(&[u8]) -> bool,
}

const FORMS: [ImageForm; 3] = [
    ImageForm {
        extensions: &["png"],
        name: "PNG",
        media_type: "image/png",
        is_form_of: |bytes| bytes.starts_with(b"\x89PNG\r\n\x1a\n"),
    },
    ImageForm {
        extensions: &["jpg", "jpeg"],
        name: "JPEG",
        media_type: "image/jpeg",
        is_form_of: |bytes| bytes.starts_with(b"\xff\xd8\xff"),
    },
    ImageForm {
        extensions: &["svg"],
        name: "SVG",
        media_type: "image/svg+xml",
        is_form_of: |bytes| {
            let head = &bytes[..bytes.len().min(HEAD)];
            std::str::from_utf8(bytes).is_ok() && head.windows(4).any(|part| part == b"<svg")
        },
    },
];

/// Returns a program that draws, with less time than one that judges.
pub(super) fn visualizer(program: JuryProgram) -> JuryProgram {
    let limits = *program.limits();
    let (cpu, wall) = (limits.cpu.min(MAX_TIME), limits.wall.min(MAX_TIME * 2));
    program.with_limits(Limits { cpu, wall, ..limits })
}

/// Runs a visualizer, which leaves its images in the folder of `desk`. Error: it fails.
pub(super) fn draw(
    visualizer: &JuryProgram,
    desk: &CheckerDir,
    arguments: Vec<OsString>,
    stdin: Stdin,
) -> Result<(), Fault> {
    let (readable, writable) = (desk.readable().to_vec(), Some(desk.feedback()));
    let task = JuryRun { arguments, readable, writable, ..JuryRun::reading(stdin) };
    let (ended, _) = visualizer.run_and_read(task, 0)?;
    if ended.succeeded() { Ok(()) } else { Err(visualizer.failed_saying(&ended)) }
}

impl Images {
    /// Adds a failure.
    pub(super) fn note(&mut self, fault: &Fault) {
        self.notes.push(fault.one_line());
    }

    /// Adds the images in a folder whose stems are wanted; skips other files.
    pub(super) fn read_folder(&mut self, folder: &Path, is_wanted: fn(&str) -> bool) {
        let entries = folder.read_dir().into_iter().flatten().take(MAX_ENTRIES).flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let mut names: Vec<String> = names
            .filter(|name| form_of_name(name).is_some_and(|(stem, _)| is_wanted(stem)))
            .collect();
        names.sort();
        for name in names {
            if self.images.len() == MAX_IMAGES {
                self.notes.push(format!("more than {MAX_IMAGES} images: the others are not shown"));
                return;
            }
            self.read(&folder.join(name));
        }
    }

    /// Adds the image in a file.
    pub(super) fn read(&mut self, path: &Path) {
        match read(path) {
            Ok(image) => self.images.push(image),
            Err(why) => self.notes.push(why),
        }
    }
}

/// Reads an image. Error: it is not an image, or is too large; the error is a sentence.
fn read(path: &Path) -> Result<VisualizerImage, String> {
    let file_name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let name = escape(file_name.as_bytes());
    let (_, form) = form_of_name(file_name)
        .ok_or_else(|| format!("{name} is not a PNG, JPEG or SVG file and not shown"))?;
    let mut bytes = Vec::new();
    let file = files::open_no_link(path).map_err(|fault| format!("{name}: {}", fault.message))?;
    file.take(MAX_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| format!("{name} cannot be read: {error}"))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(format!("{name} is larger than {} MiB and not shown", MAX_BYTES >> 20));
    }
    if !(form.is_form_of)(&bytes) {
        return Err(format!("{name} is no {} image and not shown", form.name));
    }
    Ok(VisualizerImage { name, media_type: form.media_type, bytes })
}

/// Splits a file name into its stem and the format that its extension names.
fn form_of_name(name: &str) -> Option<(&str, &'static ImageForm)> {
    let (stem, extension) = name.rsplit_once('.')?;
    Some((stem, FORMS.iter().find(|form| form.extensions.contains(&extension))?))
}

#[cfg(test)]
mod tests;
