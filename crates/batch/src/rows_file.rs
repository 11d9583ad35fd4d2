//! The file of rows. It is complete under its own name; until then the rows are in another file
//! beside it, so that an interrupted call can be resumed.
//!
//! Each row is written immediately. Rows of an earlier call stay where they are as long as the same
//! rows follow; from the first that differs, they are written anew.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};

use referee_base::fault::Fault;
use referee_base::files::Existing;

use crate::row::Row;
use crate::shard::shard_of;

const PARTIAL: &str = ".partial";

/// The file of rows.
pub struct RowsFile {
    path: PathBuf,
    partial: PathBuf,
    file: File,
    /// The rows of an earlier call that may follow again.
    again: Option<BufReader<File>>,
    /// Where the next row begins.
    offset: u64,
}

/// The rows of an earlier call, or of all shards, each in the order of the candidates.
#[derive(Default)]
pub struct EarlierRows(Vec<RowStream>);

struct RowStream {
    /// `None` after the last one.
    lines: Option<BufReader<File>>,
    next: Option<Row>,
}

impl RowsFile {
    /// Begins a file, or continues with the rows that an earlier call has left.
    ///
    /// # Errors
    /// The file exists and must be kept, another call is writing it, or it cannot be written.
    pub fn begin(
        path: &Path,
        existing: Existing,
        resumes: bool,
    ) -> Result<(RowsFile, EarlierRows), Fault> {
        if path.exists() && existing == Existing::Keep {
            return Err(Fault::would_overwrite(path));
        }
        let mut partial = path.as_os_str().to_os_string();
        partial.push(PARTIAL);
        let partial = PathBuf::from(partial);
        let is_left = partial.metadata().is_ok_and(|left| left.len() > 0);
        if is_left && !resumes && existing == Existing::Keep {
            let fault = Fault::bad_input("an interrupted run left these rows");
            let help = "--resume continues with them, --force starts over";
            return Err(fault.at(&partial).help(help));
        }
        let cannot_write = |error: io::Error| Fault::cannot_write(&partial, &error);
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(&partial);
        let mut file = file.map_err(cannot_write)?;
        if file.try_lock().is_err() {
            return Err(Fault::bad_input("another run is writing these rows").at(&partial));
        }
        let (again, earlier) = if resumes {
            let copy = copied(&mut file).map_err(cannot_write)?;
            let second = File::open(format!("/proc/self/fd/{}", copy.as_raw_fd()));
            (Some(BufReader::new(second.map_err(cannot_write)?)), Some(BufReader::new(copy)))
        } else {
            file.set_len(0).map_err(cannot_write)?;
            (None, None)
        };
        file.seek(SeekFrom::Start(0)).map_err(cannot_write)?;
        let path = path.to_path_buf();
        Ok((
            RowsFile { path, partial, file, again, offset: 0 },
            EarlierRows(earlier.into_iter().map(RowStream::new).collect()),
        ))
    }

    /// Returns the path of the rows until they are complete.
    pub fn partial(&self) -> &Path {
        &self.partial
    }

    /// Writes a row.
    ///
    /// # Errors
    /// The disk is full.
    pub fn write(&mut self, row: &str) -> Result<(), Fault> {
        let line = format!("{row}\n");
        if let Some(again) = &mut self.again {
            let mut known = Vec::new();
            let is_known = again.read_until(b'\n', &mut known).is_ok() && known == line.as_bytes();
            if is_known {
                self.offset += line.len() as u64;
                return Ok(());
            }
            self.stop_repeating()?;
        }
        let written = self.file.write_all(line.as_bytes());
        written.map_err(|error| Fault::cannot_write(&self.partial, &error))
    }

    /// Drops the remaining rows of an earlier call.
    fn stop_repeating(&mut self) -> Result<(), Fault> {
        if self.again.take().is_some() {
            let cut = self.file.set_len(self.offset);
            cut.and_then(|()| self.file.seek(SeekFrom::Start(self.offset)))
                .map_err(|error| Fault::cannot_write(&self.partial, &error))?;
        }
        Ok(())
    }

    /// Renames the file to its final name.
    pub fn finish(mut self) -> Result<(), Fault> {
        self.stop_repeating()?;
        let done = self.file.sync_all().and_then(|()| fs::rename(&self.partial, &self.path));
        done.map_err(|error| Fault::cannot_write(&self.path, &error))
    }
}

/// Copies a file into a temporary one, which stays as it is while the file is written.
fn copied(file: &mut File) -> io::Result<File> {
    let mut copy = tempfile::tempfile()?;
    io::copy(file, &mut copy)?;
    copy.seek(SeekFrom::Start(0))?;
    Ok(copy)
}

impl EarlierRows {
    /// Reads the rows of all shards, one file each, in any order, or the single file of a whole
    /// call.
    ///
    /// # Errors
    /// A file cannot be read, or two belong to one shard.
    pub fn of_shards(files: &[PathBuf]) -> Result<EarlierRows, Fault> {
        let mut shards: Vec<Option<RowStream>> = files.iter().map(|_| None).collect();
        let mut empty = Vec::new();
        for path in files {
            let file = File::open(path).map_err(|error| Fault::cannot_read(path, &error))?;
            let stream = RowStream::new(BufReader::new(file));
            match &stream.next {
                None => empty.push(stream),
                Some(row) => {
                    let place = &mut shards[shard_of(&row.task, files.len())];
                    if place.replace(stream).is_some() {
                        let message = format!(
                            "two files have rows of one shard: there must be one of each of {}",
                            files.len()
                        );
                        return Err(Fault::bad_input(message).at(path));
                    }
                }
            }
        }
        // A shard without candidates has no rows.
        let shards = shards.into_iter().filter_map(|shard| shard.or_else(|| empty.pop()));
        Ok(EarlierRows(shards.collect()))
    }

    /// Returns the next row of the shard that contains a task.
    pub(crate) fn next(&mut self, task: &str) -> Option<Row> {
        let count = self.0.len();
        if count == 0 { None } else { self.0[shard_of(task, count)].take() }
    }
}

impl RowStream {
    fn new(lines: BufReader<File>) -> RowStream {
        let mut stream = RowStream { lines: Some(lines), next: None };
        stream.take();
        stream
    }

    /// Returns the next row. The first line that is not a complete row ends the stream: it was
    /// being written when the call was interrupted.
    fn take(&mut self) -> Option<Row> {
        let next = self.next.take();
        let mut line = String::new();
        let read = self.lines.as_mut().map(|lines| lines.read_line(&mut line));
        let is_read = read.is_some_and(|read| read.is_ok());
        let whole = line.strip_suffix('\n').filter(|_| is_read);
        self.next = whole.and_then(|line| serde_json::from_str(line).ok());
        if self.next.is_none() {
            self.lines = None;
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(id: &str) -> String {
        serde_json::to_string(&Row::not_judged(id.into(), "t".into(), "no".into())).unwrap()
    }

    #[test]
    fn rows_that_come_again_stay_and_others_are_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.jsonl");
        let begin = |resumes| RowsFile::begin(&path, Existing::Keep, resumes);
        // A call that failed before its first row.
        drop(begin(false).unwrap());
        let (mut file, mut earlier) = begin(false).unwrap();
        assert!(earlier.next("t").is_none());
        for id in ["a", "b", "c"] {
            file.write(&row(id)).unwrap();
        }
        assert!(begin(true).is_err(), "two at a time");
        drop(file);
        assert!(begin(false).is_err(), "rows would be lost");
        // As if it had been interrupted within a line.
        let partial = folder.path().join("rows.jsonl.partial");
        OpenOptions::new().append(true).open(&partial).unwrap().write_all(b"{\"id\"").unwrap();
        let (mut file, mut earlier) = begin(true).unwrap();
        let rows = std::iter::from_fn(|| earlier.next("t"));
        assert_eq!(rows.map(|row| row.id).collect::<Vec<_>>(), ["a", "b", "c"]);
        file.write(&row("a")).unwrap();
        drop(file);
        assert_eq!(fs::read_to_string(&partial).unwrap().lines().count(), 4, "nothing is lost");
        let (mut file, _) = begin(true).unwrap();
        for id in ["a", "x", "c", "d"] {
            file.write(&row(id)).unwrap();
        }
        file.finish().unwrap();
        let all = fs::read_to_string(&path).unwrap();
        assert_eq!(all, ["a", "x", "c", "d"].map(|id| row(id) + "\n").concat());
        assert!(!partial.exists() && begin(false).is_err() && begin(true).is_err());
    }
}
