//! What the last run for grades was told of a course: when submissions are due, and whose grades are held back.
//!
//! It is one small file beside the runs. It decides nothing: a later run that was told less is refused, since grades would change
//! without anybody's word. A file that is broken, or of another version, is none.

use std::collections::BTreeMap;
use std::io::Read;

use serde::{Deserialize, Serialize};

use referee_base::fault::Fault;
use referee_base::files::{self, Existing, For, OwnFolder};

/// The file.
const NAME: &str = "course.json";

/// The version of its format.
const VERSION: u32 = 1;

/// The largest file that is read, in bytes.
const LARGEST: u64 = 1 << 16;

/// The flags that say something of a course, with their values.
pub type CourseFlags = BTreeMap<String, String>;

/// The form of the file.
#[derive(Serialize, Deserialize)]
struct CourseFile {
    version: u32,
    flags: CourseFlags,
}

/// Reads the flags in a folder; none where there is no usable file.
pub(super) fn read(folder: &OwnFolder) -> CourseFlags {
    let mut bytes = Vec::new();
    let read = folder
        .file(NAME, For::Reading)
        .is_ok_and(|file| file.take(LARGEST).read_to_end(&mut bytes).is_ok());
    let file = read.then(|| serde_json::from_slice::<CourseFile>(&bytes).ok()).flatten();
    file.filter(|file| file.version == VERSION).map_or_else(CourseFlags::new, |file| file.flags)
}

/// Writes the flags in place of earlier ones.
///
/// # Errors
/// The file cannot be written.
pub(super) fn write(folder: &OwnFolder, flags: &CourseFlags) -> Result<(), Fault> {
    let path = folder.path().join(NAME);
    let file = CourseFile { version: VERSION, flags: flags.clone() };
    let bytes =
        serde_json::to_vec(&file).map_err(|error| Fault::cannot_write(&path, &error.into()))?;
    files::write_whole(&path, &bytes, Existing::Replace)
}
