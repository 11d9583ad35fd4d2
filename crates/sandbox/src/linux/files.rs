//! Landlock: which files a program may read and write.

use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, PathBeneath, PathFd, Ruleset, RulesetAttr, RulesetCreated,
    RulesetCreatedAttr, RulesetError, Scope,
};

/// The newest version whose rights are requested; an older kernel grants those it supports.
const NEWEST: ABI = ABI::V6;

/// The parts of the file system that may be used; a folder includes everything below it.
#[derive(Clone)]
pub(super) struct Rights {
    pub(super) read: Vec<PathBuf>,
    pub(super) write: Vec<PathBuf>,
}

/// Creates a set of rules; files that do not exist are left out.
pub(super) fn ruleset(rights: &Rights) -> Result<RulesetCreated, RulesetError> {
    let mut rules = Ruleset::default()
        .handle_access(AccessFs::from_all(NEWEST))?
        .handle_access(AccessNet::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?
        .create()?;
    for path in &rights.read {
        rules = allow(rules, path, AccessFs::from_read(NEWEST))?;
    }
    for path in &rights.write {
        rules = allow(rules, path, AccessFs::from_all(NEWEST))?;
    }
    Ok(rules)
}

/// Creates a set of rules that leaves all files as they are, and keeps a process and its children
/// from sending signals to any other; `None` if the kernel is too old for that.
pub(super) fn silence() -> Option<OwnedFd> {
    Ruleset::default().scope(Scope::Signal).ok()?.create().ok()?.into()
}

fn allow(
    rules: RulesetCreated,
    path: &Path,
    access: landlock::BitFlags<AccessFs>,
) -> Result<RulesetCreated, RulesetError> {
    let Ok(opened) = PathFd::new(path) else { return Ok(rules) };
    let access = if path.is_dir() { access } else { access & AccessFs::from_file(NEWEST) };
    rules.add_rule(PathBeneath::new(opened, access))
}
