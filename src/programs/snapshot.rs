//! The files that a program of the jury may read, as they were when it was first needed: copied, so that nothing that changes later can
//! mix with them, and hashed, since results depend on them.
//!
//! Nobody can know what a command of the system reads: a script runs another, imports a module, opens a table. So where its words name the
//! folder of the problem it sees a copy of all files there, but for what is judged and what it is judged with.

use std::fs;
use std::path::{MAIN_SEPARATOR_STR, Path, PathBuf, absolute};

use walkdir::{DirEntry, WalkDir};

use super::copy::Copied;
use referee_base::digest::{ContentHash, Digest};
use referee_base::fault::Fault;
use referee_base::files::{self, LinkBoundary, TemporaryFolder};
use referee_package::constants::Constants;

/// Up to this size together, in bytes, files are copied. More are left where they are, and hashed again at the end.
const MAX_COPIED: u64 = 256 << 20;

/// Folders at whatever place that are no part of a problem: what tools have left there.
const NO_PARTS: [&str; 2] = [".git", "__pycache__"];

/// How the names of records begin, and of reports that are not whole yet.
const RECORD: &str = ".referee";

/// The extensions of the files of cases, where these have no folder of their own.
const OF_CASES: [&str; 2] = ["in", "ans"];

/// The files of a problem that its commands may read.
#[derive(Debug, Clone)]
pub struct ProblemFiles {
    /// The folder of the problem.
    pub folder: PathBuf,
    /// The folder of its cases, where that is not its own.
    pub cases: Option<PathBuf>,
    /// The folder of its submissions.
    pub submissions: PathBuf,
}

/// Some files of a folder as they were at one time.
#[derive(Debug)]
pub struct Snapshot {
    place: Place,
    /// The files, relative to the folder.
    pub files: Vec<String>,
    /// The hash of their names and contents, and of which are programs.
    pub content: ContentHash,
}

#[derive(Debug)]
enum Place {
    /// Copied: as they were.
    Copy(TemporaryFolder),
    /// Too large to be copied.
    Found(PathBuf),
}

impl ProblemFiles {
    /// Returns the files, relative to the folder and sorted, without those of `others` that lie in it. Links are followed within the
    /// folder.
    ///
    /// # Errors
    /// A folder cannot be read.
    pub fn list(&self, others: &[PathBuf]) -> Result<Vec<String>, Fault> {
        let links = LinkBoundary::of_folder(&self.folder);
        let whole = self.folder.canonicalize().ok();
        let left_out = self.cases.iter().chain([&self.submissions]).chain(others);
        let left_out = left_out.filter_map(|one| one.canonicalize().ok());
        let left_out: Vec<PathBuf> = left_out
            .filter(|one| !whole.as_ref().is_some_and(|whole| whole.starts_with(one)))
            .collect();
        let is_part = |path: &Path| !left_out.iter().any(|folder| path.starts_with(folder));
        let is_taken = |entry: &DirEntry| {
            let name = entry.file_name();
            entry.depth() == 0
                || !NO_PARTS.iter().any(|no_part| name == *no_part)
                    && !name.as_encoded_bytes().starts_with(RECORD.as_bytes())
                    && links.follow(entry.path()).is_ok_and(|target| is_part(&target.path))
        };
        let mut found = Vec::new();
        let walk = WalkDir::new(&self.folder).follow_links(true).sort_by_file_name();
        for entry in walk.into_iter().filter_entry(is_taken) {
            let entry = match entry {
                Ok(entry) => entry,
                // A link that leads in a circle.
                Err(error) if error.path().is_some_and(Path::is_symlink) => continue,
                Err(error) => return Err(files::walk_fault(&self.folder, &error)),
            };
            let below = entry.path().strip_prefix(&self.folder).ok().and_then(Path::to_str);
            if let Some(below) = below.filter(|_| entry.file_type().is_file())
                && !self.is_of_case(entry.path())
            {
                found.push(below.replace(MAIN_SEPARATOR_STR, "/"));
            }
        }
        Ok(found)
    }

    fn is_of_case(&self, path: &Path) -> bool {
        let extension = path.extension().and_then(|extension| extension.to_str());
        self.cases.is_none() && extension.is_some_and(|extension| OF_CASES.contains(&extension))
    }
}

impl Snapshot {
    /// Takes these files of a folder. The `programs` among them are made executable.
    ///
    /// # Errors
    /// One of them cannot be read, or the disk is full.
    pub fn of(folder: &Path, files: Vec<String>, programs: &[&str]) -> Result<Snapshot, Fault> {
        let sizes = files.iter().filter_map(|file| folder.join(file).metadata().ok());
        if sizes.map(|found| found.len()).sum::<u64>() > MAX_COPIED {
            let content = content_of(folder, &files)?;
            // Where a program runs, a relative path may lead nowhere.
            let folder = absolute(folder).map_err(|error| Fault::cannot_read(folder, &error))?;
            return Ok(Snapshot { place: Place::Found(folder), files, content });
        }
        let copy = TemporaryFolder::new()?;
        for name in &files {
            let (from, is_program) = (&folder.join(name), programs.contains(&&**name));
            Copied { from, name, is_program }.put_into(copy.path(), &Constants::new())?;
        }
        let content = content_of(copy.path(), &files)?;
        Ok(Snapshot { place: Place::Copy(copy), files, content })
    }

    /// Returns the folder in which the files lie.
    pub fn folder(&self) -> &Path {
        match &self.place {
            Place::Copy(copy) => copy.path(),
            Place::Found(folder) => folder,
        }
    }

    /// Checks that files which were not copied are as they were.
    ///
    /// # Errors
    /// They have changed.
    pub fn verify(&self) -> Result<(), Fault> {
        let Place::Found(folder) = &self.place else { return Ok(()) };
        if content_of(folder, &self.files).is_ok_and(|content| content == self.content) {
            return Ok(());
        }
        let size = MAX_COPIED >> 20;
        let message = format!(
            "files of the problem have changed in the meantime, and are not copied beyond {size} MiB"
        );
        Err(Fault::judge(message).at(folder).help("run it again with --rerun"))
    }
}

/// Returns the hash of the names and contents of files, and of which are programs.
fn content_of(folder: &Path, names: &[String]) -> Result<ContentHash, Fault> {
    let mut digest = Digest::new();
    for name in names {
        let path = folder.join(name);
        let cannot_read = |error| Fault::cannot_read(&path, &error);
        digest.add(name.as_bytes());
        digest.add(&[u8::from(files::is_executable(&path))]);
        digest.add_all(&mut fs::File::open(&path).map_err(cannot_read)?).map_err(cannot_read)?;
    }
    Ok(digest.number())
}
