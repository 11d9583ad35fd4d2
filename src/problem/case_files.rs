//! Files that a case brings for the working folders of programs, read under bounds: they come from strangers, and are held in memory.

use std::path::{Path, PathBuf};

use referee_base::fault::Fault;
use referee_sandbox::WorkingFiles;

/// The most files of a case.
const MOST_FILES: usize = 10_000;

/// The most bytes that they have together.
const MOST_BYTES: u64 = 128 << 20;

/// Reads files: what they are to be called, and where they are. Nothing where there are none.
///
/// # Errors
/// One of them cannot be read; they are too many or too large.
pub fn working_files(files: &[(String, PathBuf)]) -> Result<Option<WorkingFiles>, Fault> {
    let Some((name, path)) = files.first() else { return Ok(None) };
    let folder = path.ancestors().nth(name.split('/').count()).unwrap_or(Path::new(""));
    if files.len() > MOST_FILES {
        let message =
            format!("a case has {MOST_FILES} files at most, and this one {}", files.len());
        return Err(Fault::bad_input(message).at(folder));
    }
    let mut bytes = 0;
    for (_, path) in files {
        bytes += path.metadata().map_err(|error| Fault::cannot_read(path, &error))?.len();
    }
    if bytes > MOST_BYTES {
        let (has, most) = (bytes.div_ceil(1 << 20), MOST_BYTES >> 20);
        let message = format!("the files of a case have {most} MiB at most, and these {has} MiB");
        return Err(Fault::bad_input(message).at(folder));
    }
    let read = WorkingFiles::read(files);
    read.map(Some).map_err(|error| Fault::cannot_read(folder, &error))
}
