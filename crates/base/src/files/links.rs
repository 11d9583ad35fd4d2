//! The boundary within which symbolic links are followed, in a folder that may be untrusted.
//!
//! What counts is the final target of a link, through any number of other links: the resolved path
//! must lie within the boundary. Nothing hidden outside the folder itself can be reached: neither
//! `.git`, which may hold passwords, nor the settings in a home folder that is a repository. The
//! path is checked before it is read, so anybody who can change the folder in between can read
//! whatever the caller can; a program in a sandbox cannot.

use std::path::{Path, PathBuf};

use super::everyone;
use crate::fault::Fault;

/// The mark of a repository: a folder, or a file in a worktree or a submodule.
const MARK: &str = ".git";

/// The boundary within which the links in a folder are followed.
#[derive(Debug, Clone)]
pub struct LinkBoundary {
    /// The folder, without links.
    folder: PathBuf,
    /// The folder that its links must not leave, without links: itself, or one above.
    root: PathBuf,
}

/// The target of a link.
#[derive(Debug, PartialEq, Eq)]
pub struct LinkTarget {
    /// Its path, without links.
    pub path: PathBuf,
    /// Whether it lies beyond the folder of the link's boundary, but within the boundary.
    pub is_beyond: bool,
}

/// Why a link is not followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotFollowed {
    /// Its target does not exist, or it leads in a circle.
    Nowhere,
    /// It leaves the boundary.
    Outside,
    /// It leads to something hidden beyond the folder.
    Hidden,
    /// It leads to a folder that contains the folder.
    Around,
}

impl LinkBoundary {
    /// Creates a boundary around the folder itself.
    pub fn of_folder(folder: &Path) -> LinkBoundary {
        let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf());
        LinkBoundary { root: folder.clone(), folder }
    }

    /// Creates the boundary of the repository that a folder is in: the nearest folder at or above
    /// it that is marked as one. A folder in no repository is its own boundary.
    pub fn of_repository(folder: &Path) -> LinkBoundary {
        let own = LinkBoundary::of_folder(folder);
        let is_repository = |above: &&Path| {
            let mark = above.join(MARK);
            mark.exists() && !everyone::may_have_planted(&mark)
        };
        match own.folder.ancestors().find(is_repository) {
            Some(root) => LinkBoundary { root: root.to_path_buf(), ..own },
            None => own,
        }
    }

    /// Creates the boundary that the user named: a folder at or above the folder.
    ///
    /// # Errors
    /// It is not at or above the folder, or cannot be read.
    pub fn within(root: &Path, folder: &Path) -> Result<LinkBoundary, Fault> {
        let own = LinkBoundary::of_folder(folder);
        let root = root.canonicalize().map_err(|error| Fault::cannot_read(root, &error))?;
        if own.folder.starts_with(&root) {
            Ok(LinkBoundary { root, ..own })
        } else {
            Err(Fault::bad_input("this is not in the folder that --root names")
                .at(folder)
                .help("name a folder around it, within which links may lead anywhere"))
        }
    }

    /// Returns whether links may leave the folder.
    pub fn is_wider(&self) -> bool {
        self.root != self.folder
    }

    /// Returns the target of a path, if no link on the path leaves the boundary.
    ///
    /// # Errors
    /// The reason why the path is not followed.
    pub fn follow(&self, path: &Path) -> Result<LinkTarget, NotFollowed> {
        let path = path.canonicalize().map_err(|_| NotFollowed::Nowhere)?;
        if path.starts_with(&self.folder) {
            return Ok(LinkTarget { path, is_beyond: false });
        }
        let below = path.strip_prefix(&self.root).map_err(|_| NotFollowed::Outside)?;
        if self.folder.starts_with(&path) {
            return Err(NotFollowed::Around);
        }
        if below.iter().any(|part| part.as_encoded_bytes().starts_with(b".")) {
            return Err(NotFollowed::Hidden);
        }
        Ok(LinkTarget { path, is_beyond: true })
    }
}

#[cfg(test)]
mod tests;
