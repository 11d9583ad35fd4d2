//! A case that a command has found, written to a path or beside the other cases of the problem.

use std::path::{Path, PathBuf};

use referee_base::fault::Fault;
use referee_base::files::{self, Existing};
use referee_generators::check_name;
use referee_package::CaseFileKind;
use referee_problem::cases::CaseFile;

/// The place of a written case.
pub struct WrittenCase {
    /// The path of its files without their extensions.
    stem: PathBuf,
}

impl WrittenCase {
    /// Creates the place at a path without extension.
    pub fn at(stem: &Path) -> WrittenCase {
        WrittenCase { stem: stem.into() }
    }

    /// Creates the place of a new case beside another one of the same problem.
    ///
    /// # Errors
    /// Cases cannot have this name.
    pub fn beside(like: &CaseFile, name: &str) -> Result<WrittenCase, Fault> {
        check_name(name).map_err(|why| {
            let fault = Fault::bad_input(format!("a case cannot be called {name:?}: it {why}"));
            fault.help("names look like secret/05-small")
        })?;
        let root = like.input.ancestors().nth(like.name.split('/').count());
        let root = root.ok_or_else(|| Fault::no_file(&like.input))?;
        Ok(WrittenCase { stem: root.join(name) })
    }

    /// Returns the path of the input.
    pub fn input(&self) -> PathBuf {
        self.file(CaseFileKind::Input)
    }

    fn file(&self, kind: CaseFileKind) -> PathBuf {
        let mut path = self.stem.as_os_str().to_os_string();
        path.push(kind.file_of(""));
        path.into()
    }

    /// Rejects existing files; called before the search, which takes long.
    ///
    /// # Errors
    /// A file exists and must not be replaced.
    pub fn refuse_overwriting(&self, existing: Existing) -> Result<(), Fault> {
        let files = [CaseFileKind::Input, CaseFileKind::Answer].map(|kind| self.file(kind));
        match files.into_iter().find(|path| path.exists()) {
            Some(path) if matches!(existing, Existing::Keep) => Err(Fault::would_overwrite(&path)),
            _ => Ok(()),
        }
    }

    /// Writes the input, and the answer: empty if the problem has no answers, since each case needs
    /// one.
    ///
    /// # Errors
    /// A file exists and must not be replaced, or cannot be written.
    pub fn write(
        &self,
        input: &[u8],
        answer: Option<&[u8]>,
        existing: Existing,
    ) -> Result<(), Fault> {
        files::write_whole(&self.input(), input, existing)?;
        let path = self.file(CaseFileKind::Answer);
        files::write_whole(&path, answer.unwrap_or_default(), existing)
    }
}
