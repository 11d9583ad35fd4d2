//! Files that are read in turns, with a bounded number open at a time: systems allow a process a
//! thousand open files, some only 256.

use std::fs::{File, Metadata};
use std::io::{BufReader, Seek, SeekFrom};
use std::path::Path;
use std::time::SystemTime;

use referee_base::fault::Fault;
use referee_base::files;

const MAX_OPEN: usize = 64;

const BUFFER: usize = 64 << 10;

/// Identifies the state of a file, to detect changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FileState {
    pub(super) length: u64,
    changed: Option<SystemTime>,
}

impl FileState {
    pub(super) fn of(metadata: &Metadata) -> FileState {
        FileState { length: metadata.len(), changed: metadata.modified().ok() }
    }
}

/// The open files, the most recently used last.
#[derive(Default)]
pub(super) struct OpenFiles(Vec<(usize, BufReader<File>)>);

impl OpenFiles {
    /// Returns the file with this number, at its current offset. It is reopened at `offset` if it
    /// was closed.
    pub(super) fn get(
        &mut self,
        number: usize,
        (path, state, offset): (&Path, FileState, u64),
    ) -> Result<&mut BufReader<File>, Fault> {
        let known = self.0.iter().position(|(known, _)| *known == number);
        let entry = match known {
            Some(at) => self.0.remove(at),
            None => {
                if self.0.len() >= MAX_OPEN {
                    self.0.remove(0);
                }
                (number, open_at(path, state, offset)?)
            }
        };
        self.0.push(entry);
        let at = self.0.len() - 1;
        Ok(&mut self.0[at].1)
    }
}

fn open_at(path: &Path, state: FileState, offset: u64) -> Result<BufReader<File>, Fault> {
    let cannot_read = |error| Fault::cannot_read(path, &error);
    let mut file = files::open(path)?;
    if FileState::of(&file.metadata().map_err(cannot_read)?) != state {
        let fault = Fault::bad_input("this file was changed while it was read").at(path);
        return Err(fault.help("merge again when all shards have ended"));
    }
    file.seek(SeekFrom::Start(offset)).map_err(cannot_read)?;
    Ok(BufReader::with_capacity(BUFFER, file))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Read;

    use super::*;

    #[test]
    fn files_go_on_where_they_were_and_few_are_open() {
        let folder = tempfile::tempdir().unwrap();
        let path = |number: usize| folder.path().join(number.to_string());
        let state = |number: usize| FileState::of(&path(number).metadata().unwrap());
        let mut open = OpenFiles::default();
        (0..3 * MAX_OPEN)
            .for_each(|number| fs::write(path(number), [b'a' + number as u8 % 26, b'z']).unwrap());
        for offset in 0..2 {
            for number in 0..3 * MAX_OPEN {
                let place = (&*path(number), state(number), offset);
                let mut byte = [0];
                open.get(number, place).unwrap().read_exact(&mut byte).unwrap();
                assert_eq!(byte[0], if offset == 0 { b'a' + number as u8 % 26 } else { b'z' });
                assert!(open.0.len() <= MAX_OPEN);
            }
        }
    }

    #[test]
    fn a_file_that_changes_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("shard");
        fs::write(&path, "one").unwrap();
        let state = FileState::of(&path.metadata().unwrap());
        let mut open = OpenFiles::default();
        open.get(1, (&path, state, 0)).unwrap();
        fs::write(&path, "three").unwrap();
        // The file is still open, and what is read then depends on the system.
        open.get(1, (&path, state, 0)).unwrap();
        let fault = OpenFiles::default().get(1, (&path, state, 0)).unwrap_err();
        assert_eq!(fault.message, "this file was changed while it was read");
    }
}
