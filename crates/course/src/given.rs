//! The files that students were given, and the submissions that contain nothing else, or nothing.

use std::collections::HashSet;
use std::path::Path;

use referee_base::digest::{ContentHash, Digest};
use referee_base::fault::Fault;
use referee_base::files;
use referee_events::Untouched;
use referee_intake::submission::FoundSubmissions;
use referee_programs::Source;

/// The maximum size of a file that is compared, in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// The byte order mark that some editors write.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// The contents of the files that students were given, such as a template.
#[derive(Debug, Clone, Default)]
pub struct GivenFiles(HashSet<ContentHash>);

impl GivenFiles {
    /// Reads a file, or all files below a folder.
    ///
    /// # Errors
    /// It is missing, or cannot be read.
    pub fn read(path: &Path) -> Result<GivenFiles, Fault> {
        let mut given = HashSet::new();
        for entry in walkdir::WalkDir::new(path) {
            let entry = entry.map_err(|error| files::walk_fault(path, &error))?;
            if entry.file_type().is_file() {
                let content = content(entry.path()).filter(|content| !content.is_empty());
                given.extend(content.map(|content| Digest::of(&content)));
            }
        }
        Ok(GivenFiles(given))
    }

    /// Marks the submissions that nobody has worked on.
    pub fn apply(&self, found: &mut FoundSubmissions) {
        let untouched = found
            .submissions
            .iter()
            .filter_map(|one| Some((one.name.clone(), self.untouched(&one.source)?)));
        found.untouched = untouched.collect();
    }

    fn untouched(&self, program: &Source) -> Option<Untouched> {
        let contents = program.sources.iter().map(|file| content(&program.folder.join(file)));
        let contents = contents.collect::<Option<Vec<_>>>()?;
        let written: Vec<_> = contents.into_iter().filter(|content| !content.is_empty()).collect();
        if written.is_empty() {
            return Some(Untouched::Empty);
        }
        let is_given = written.into_iter().all(|content| self.0.contains(&Digest::of(&content)));
        is_given.then_some(Untouched::AsGiven)
    }
}

/// Returns the bytes of a file without white space, which editors change; `None` if the file is too
/// large or cannot be read.
fn content(path: &Path) -> Option<Vec<u8>> {
    let bytes = files::read_whole(path, MAX_BYTES).ok()?;
    let bytes = bytes.strip_prefix(MARK).unwrap_or(&bytes);
    Some(bytes.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use referee_intake::submission::Submission;
    use referee_programs::language::Languages;

    #[test]
    fn what_was_given_is_found_whatever_an_editor_made_of_it() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("given/template.py", "def solve(n):\n    pass\n");
        write("ann/main.py", "\u{feff}def solve(n):\r\n\tpass\r\n\r\n");
        write("bob/main.py", "def solve(n):\n    return n\n");
        write("cy/main.py", "\n  \n");
        write("dee/a.py", "def solve(n): pass");
        write("dee/b.py", "print(1)");
        let mut found = FoundSubmissions::default();
        for name in ["ann", "bob", "cy", "dee"] {
            let path = folder.path().join(name);
            let source = Source::read(&path, &Languages::shipped(), None).unwrap();
            let (name, path) = (name.into(), None);
            found.submissions.push(Submission {
                name,
                source,
                path,
                expected: None,
                refused: None,
            });
        }
        let untouched = |given: GivenFiles, found: &mut FoundSubmissions| {
            given.apply(found);
            let mut all: Vec<_> = found.untouched.drain().collect();
            all.sort_by(|a, b| a.0.cmp(&b.0));
            all
        };
        let empty = ("cy".into(), Untouched::Empty);
        let nothing = untouched(GivenFiles::default(), &mut found);
        assert_eq!(nothing, std::slice::from_ref(&empty));
        let given = GivenFiles::read(&folder.path().join("given")).unwrap();
        assert_eq!(untouched(given, &mut found), [("ann".into(), Untouched::AsGiven), empty]);
        let missing = GivenFiles::read(&folder.path().join("missing")).unwrap_err();
        assert_eq!(missing.message, "there is no such file or folder");
    }
}
