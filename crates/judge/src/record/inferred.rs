//! The time limit that `judge` has inferred, stored for `export`.
//!
//! It is one small file beside the runs. It is valid only as long as the cases and submissions that
//! determine the limit are unchanged. Otherwise, or if the file is broken or of another version,
//! there is no limit.

use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use walkdir::WalkDir;

use referee_base::digest::{Digest, to_hex};
use referee_base::fault::Fault;
use referee_base::files::{self, Existing, OpenMode, OwnFolder};
use referee_events::calibration::CalibrationFigures;
use referee_problem::cases::is_shown;

const NAME: &str = "time-limit.json";

const VERSION: u32 = 1;

/// The largest file that is read, in bytes.
const MAX_BYTES: u64 = 1 << 16;

/// A time limit that was inferred.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RecordedTimeLimit {
    /// The time limit.
    pub milliseconds: u64,
    /// The submission that determines it.
    pub contestant: String,
    /// The case on which that submission took longest.
    pub case: String,
    /// The speed of the machine on which it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine: Option<CalibrationFigures>,
}

/// The form of the file.
#[derive(Serialize, Deserialize)]
struct TimeLimitFile {
    version: u32,
    /// The hash of the contents that determine the limit.
    contents: String,
    limit: RecordedTimeLimit,
}

impl RecordedTimeLimit {
    /// Reads the limit in the folder of a record, if it follows from the content of these folders.
    ///
    /// # Errors
    /// A file in them cannot be read.
    pub fn read(record: &Path, folders: &[PathBuf]) -> Result<Option<RecordedTimeLimit>, Fault> {
        let Some(file) = TimeLimitFile::read(record) else { return Ok(None) };
        Ok((file.contents == hash(folders)?).then_some(file.limit))
    }

    /// Returns the speed of the machine on which this limit was measured, if the folder of a record
    /// holds it, whatever has changed since.
    pub fn machine_of(record: &Path, limit: Duration) -> Option<CalibrationFigures> {
        let recorded = TimeLimitFile::read(record)?.limit;
        recorded.machine.filter(|_| Duration::from_millis(recorded.milliseconds) == limit)
    }

    /// Writes the limit, which follows from the content of these folders, in place of an earlier
    /// one.
    pub(super) fn write(&self, record: &OwnFolder, folders: &[PathBuf]) -> Result<(), Fault> {
        let path = record.path().join(NAME);
        let contents = hash(folders)?;
        let file = TimeLimitFile { version: VERSION, contents, limit: self.clone() };
        let bytes =
            serde_json::to_vec(&file).map_err(|error| Fault::cannot_write(&path, &error.into()))?;
        files::write_whole(&path, &bytes, Existing::Replace)
    }
}

impl TimeLimitFile {
    /// Reads the file in the folder of a record, if there is a usable one.
    fn read(record: &Path) -> Option<TimeLimitFile> {
        let file = OwnFolder::open(record).ok()?.file(NAME, OpenMode::Reading).ok()?;
        let mut bytes = Vec::new();
        file.take(MAX_BYTES).read_to_end(&mut bytes).ok()?;
        let file = serde_json::from_slice::<TimeLimitFile>(&bytes).ok();
        file.filter(|file| file.version == VERSION)
    }
}

/// Returns a hash of all files in these folders, with their relative paths. Hidden files do not
/// count.
fn hash(folders: &[PathBuf]) -> Result<String, Fault> {
    let mut digest = Digest::new();
    for folder in folders {
        let entries = WalkDir::new(folder).sort_by_file_name().into_iter().filter_entry(is_shown);
        for entry in entries.filter_map(Result::ok) {
            let path = entry.path();
            if !path.is_file() {
                continue;
            }
            let below = path.strip_prefix(folder).unwrap_or(path);
            digest.add(below.as_os_str().as_encoded_bytes());
            let mut content = BufReader::new(files::open(path)?);
            let added = digest.add_all(&mut content);
            added.map_err(|error| Fault::cannot_read(path, &error))?;
        }
        // A file that moves from one folder to the next must change the hash.
        digest.add(b"end of a folder");
    }
    Ok(to_hex(&digest.number()))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_limit_counts_until_a_file_that_it_follows_from_changes() {
        let place = tempfile::tempdir().unwrap();
        let [cases, submissions, other] =
            ["cases", "submissions", "other"].map(|name| place.path().join(name));
        for folder in [&cases, &submissions, &other] {
            fs::create_dir(folder).unwrap();
        }
        let folders = [cases.clone(), submissions.clone()];
        fs::write(cases.join("1.in"), "1").unwrap();
        let record = OwnFolder::make(&place.path().join("record")).unwrap();
        let limit = RecordedTimeLimit {
            milliseconds: 1500,
            contestant: "accepted/a.py".into(),
            case: "1".into(),
            machine: None,
        };
        let read = || RecordedTimeLimit::read(record.path(), &folders).unwrap();
        assert_eq!(read(), None);
        limit.write(&record, &folders).unwrap();
        fs::write(other.join("1.in"), "1").unwrap();
        fs::write(cases.join(".hidden"), "1").unwrap();
        assert_eq!(read(), Some(limit.clone()));
        fs::write(cases.join("1.in"), "2").unwrap();
        assert_eq!(read(), None);
        limit.write(&record, &folders).unwrap();
        fs::rename(cases.join("1.in"), submissions.join("1.in")).unwrap();
        assert_eq!(read(), None);
        limit.write(&record, &folders).unwrap();
        fs::rename(submissions.join("1.in"), submissions.join("2.in")).unwrap();
        assert_eq!(read(), None);
        fs::write(record.path().join(NAME), "{\"version\":1").unwrap();
        assert_eq!(read(), None);
        assert_eq!(RecordedTimeLimit::read(&other, &folders).unwrap(), None);
    }
}
