//! The order of cases that `referee strength` has found: the cases on which wrong programs fail
//! soonest come first.
//!
//! It is one small file beside the runs. A case counts only as long as its content is unchanged, so
//! that a changed case does not take a place that its old content has earned. The order decides
//! only which case is run first, so a file that is broken or of another version counts as empty.

use std::io::Read;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use referee_base::digest::{ContentHash, to_hex};
use referee_base::fault::Fault;
use referee_base::files::{self, Existing, OpenMode, OwnFolder};

pub(super) const NAME: &str = "order.json";

const VERSION: u32 = 1;

/// The largest file that is read, in bytes.
const MAX_BYTES: u64 = 4 << 20;

/// A case that kills a program which no case before it kills.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LearnedCase {
    case: Arc<str>,
    /// The hash of its content, in hexadecimal.
    content: String,
}

impl LearnedCase {
    /// Returns a case as it is now.
    pub(crate) fn new(case: &Arc<str>, content: &ContentHash) -> LearnedCase {
        LearnedCase { case: case.clone(), content: to_hex(content) }
    }

    pub(crate) fn name(&self) -> &str {
        &self.case
    }

    /// Returns whether the case had this content.
    pub(crate) fn had(&self, content: &ContentHash) -> bool {
        self.content == to_hex(content)
    }
}

/// The form of the file.
#[derive(Serialize, Deserialize)]
struct OrderFile {
    order: u32,
    cases: Vec<LearnedCase>,
}

/// Reads the order in a folder; an empty one if there is none that can be read.
pub(super) fn read(folder: &OwnFolder) -> Vec<LearnedCase> {
    let mut bytes = Vec::new();
    let read = folder
        .file(NAME, OpenMode::Reading)
        .is_ok_and(|file| file.take(MAX_BYTES).read_to_end(&mut bytes).is_ok());
    let file = read.then(|| serde_json::from_slice::<OrderFile>(&bytes).ok()).flatten();
    file.filter(|file| file.order == VERSION).map_or_else(Vec::new, |file| file.cases)
}

/// Writes the order in place of an earlier one.
pub(super) fn write(folder: &OwnFolder, learned: &[LearnedCase]) -> Result<(), Fault> {
    let path = folder.path().join(NAME);
    let file = OrderFile { order: VERSION, cases: learned.to_vec() };
    let bytes =
        serde_json::to_vec(&file).map_err(|error| Fault::cannot_write(&path, &error.into()))?;
    files::write_whole(&path, &bytes, Existing::Replace)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> (tempfile::TempDir, OwnFolder) {
        let place = tempfile::tempdir().unwrap();
        let folder = OwnFolder::make(place.path()).unwrap();
        (place, folder)
    }

    #[test]
    fn what_is_written_is_read() {
        let (_place, folder) = folder();
        assert_eq!(read(&folder), []);
        let learned = |case: &str, byte| LearnedCase::new(&case.into(), &[byte; 32]);
        for order in
            [vec![learned("secret/2", 7), learned("\"é\n", 255)], vec![], vec![learned("1", 0)]]
        {
            write(&folder, &order).unwrap();
            assert_eq!(read(&folder), order);
        }
        assert!(learned("1", 0).had(&[0; 32]) && !learned("1", 0).had(&[1; 32]));
    }

    #[test]
    fn a_broken_file_is_none() {
        let (place, folder) = folder();
        let path = place.path().join(NAME);
        write(&folder, &[LearnedCase::new(&"1".into(), &[1; 32])]).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        for broken in [
            String::new(),
            text[..text.len() - 1].to_string(),
            text.replace("{\"order\":1", "{\"order\":2"),
            text.replace("\"case\":\"1\"", "\"case\":1"),
            format!("{}{text}", " ".repeat(MAX_BYTES as usize)),
            "\u{0}".repeat(100),
        ] {
            assert_ne!(broken, text);
            std::fs::write(&path, broken).unwrap();
            assert_eq!(read(&folder), []);
        }
        {
            std::fs::write(place.path().join("elsewhere"), &text).unwrap();
            std::fs::remove_file(&path).unwrap();
            std::os::unix::fs::symlink("elsewhere", &path).unwrap();
            assert_eq!(read(&folder), [], "a link");
        }
    }
}
