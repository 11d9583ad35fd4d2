//! The command in progress on a record, which `--resume` continues if it is interrupted.
//!
//! The arguments of a command decide how programs are run, and where reports are written. So they
//! are stored in a folder of the user, never beside the problem, with which they could have come: a
//! problem from elsewhere must not be able to have programs run without isolation, have its own
//! commands run, or have files written.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::refuse_in_use;
use referee_base::digest::to_hex;
use referee_base::fault::Fault;
use referee_base::files::{self, Existing, make_private};

const FORMAT: u32 = 2;

/// A request, complete enough to be carried out again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedRequest {
    /// The working folder of the caller.
    pub folder: PathBuf,
    /// The request, as the code that carries it out has serialized it.
    pub request: Value,
}

/// A command in progress.
#[derive(Debug)]
pub struct Session {
    path: PathBuf,
    name: String,
}

/// The stored form of a session.
#[derive(Serialize, Deserialize)]
struct Kept {
    format: u32,
    /// A name that no other session has.
    session: String,
    #[serde(flatten)]
    command: RecordedRequest,
}

impl Session {
    /// Stores the command that begins to use the record in a folder, in place of an earlier one.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn begin(state: &Path, record: &Path, command: RecordedRequest) -> Result<Session, Fault> {
        let path = file_of(state, record)?;
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let name = format!("{:x}-{:x}", now.map_or(0, |now| now.as_nanos()), std::process::id());
        let kept = Kept { format: FORMAT, session: name.clone(), command };
        let bytes = serde_json::to_vec(&kept).map_err(io::Error::from);
        let bytes = bytes.map_err(|error| Fault::cannot_write(&path, &error))?;
        make_private(state).map_err(|error| Fault::cannot_write(state, &error))?;
        files::write_whole(&path, &bytes, Existing::Replace)?;
        Ok(Session { path, name })
    }

    /// Ends the session when the command is complete, whatever the verdicts.
    ///
    /// # Errors
    /// The file of the session cannot be removed.
    pub fn end(self) -> Result<(), Fault> {
        // Another command may have begun since.
        if read(&self.path)?.is_none_or(|kept| kept.session != self.name) {
            return Ok(());
        }
        fs::remove_file(&self.path).map_err(|error| Fault::cannot_write(&self.path, &error))
    }
}

/// Returns the last command that used the record in `record`, if it was interrupted.
///
/// # Errors
/// A command uses the record, or the file of the session cannot be read.
pub fn interrupted(state: &Path, record: &Path) -> Result<Option<RecordedRequest>, Fault> {
    if record.symlink_metadata().is_err() {
        return Ok(None);
    }
    // A command that is still running was not interrupted.
    refuse_in_use(record)?;
    Ok(read(&file_of(state, record)?)?.map(|kept| kept.command))
}

/// Returns the path of the session file of a record.
fn file_of(state: &Path, record: &Path) -> Result<PathBuf, Fault> {
    // A record has one session, by whatever path it is named.
    let record = record.canonicalize().map_err(|error| Fault::cannot_read(record, &error))?;
    let number = Sha256::digest(record.as_os_str().as_encoded_bytes());
    Ok(state.join("interrupted").join(to_hex(&number[..16]) + ".json"))
}

/// Reads a session from a file of this user; `None` if there is none that can be parsed.
fn read(path: &Path) -> Result<Option<Kept>, Fault> {
    if path.symlink_metadata().is_err() {
        return Ok(None);
    }
    let file = files::open_no_link(path)?;
    let found = file.metadata().map_err(|error| Fault::cannot_read(path, &error))?;
    if !files::everyone::is_own(&found) {
        return Err(Fault::bad_input("this file belongs to another user")
            .at(path)
            .help("name cases and submissions; recorded results are not run again"));
    }
    let kept: Option<Kept> = serde_json::from_reader(io::BufReader::new(file)).ok();
    Ok(kept.filter(|kept| kept.format == FORMAT))
}

#[cfg(test)]
mod tests;
