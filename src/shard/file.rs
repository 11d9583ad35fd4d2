//! The events of one shard, read one at a time.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use referee_base::digest::{ContentHash, Digest};
use referee_base::fault::Fault;
use referee_base::files;
use referee_checker::Position;

use crate::events::{Event, FORMAT, ShardOrigin, Started, VERSION};

/// The longest line that is read, in bytes.
const LONGEST_LINE: u64 = 64 << 20;

/// How much of the end of a file is read to see whether it is whole, in bytes: `finished` is a short line.
const END: u64 = 4096;

/// The events of one shard.
pub(super) struct ShardFile {
    pub(super) path: PathBuf,
    pub(super) started: Started,
    pub(super) origin: ShardOrigin,
    input: BufReader<File>,
    line: Vec<u8>,
    number: u64,
}

impl ShardFile {
    /// Opens the events of a shard, and reads the first.
    ///
    /// # Errors
    /// The file cannot be read, or these are no events of a shard.
    pub(super) fn open(path: &Path) -> Result<ShardFile, Fault> {
        let input = BufReader::with_capacity(64 << 10, files::open(path)?);
        let mut lines = Lines { input, line: Vec::new(), number: 0 };
        let foreign = || {
            let fault = Fault::bad_input("these are no events of a shard").at(path);
            fault.help("`referee judge ... --shard 1/8 --report jsonl=FILE` makes them")
        };
        let first = lines.next(path)?.ok_or_else(foreign)?;
        let Ok(Some(Event::Started(mut started))) = Event::parse(first) else {
            return Err(foreign());
        };
        if started.format != FORMAT || started.version != VERSION {
            return Err(foreign());
        }
        let origin = started.shard.take().ok_or_else(foreign)?;
        let Lines { input, line, number } = lines;
        Ok(ShardFile { path: path.to_path_buf(), started, origin, input, line, number })
    }

    /// Reads the next event; none at the end of the file.
    ///
    /// # Errors
    /// It cannot be read, or is no event.
    pub(super) fn next(&mut self) -> Result<Option<Event>, Fault> {
        loop {
            let line = std::mem::take(&mut self.line);
            let mut lines = Lines { input: &mut self.input, line, number: self.number };
            let parsed = lines.next(&self.path)?.map(Event::parse);
            (self.number, self.line) = (lines.number, lines.line);
            match parsed {
                None => return Ok(None),
                Some(Ok(Some(event))) => return Ok(Some(event)),
                Some(Ok(None)) => {}
                Some(Err(error)) => return Err(self.damaged(&format!("no event: {error}"))),
            }
        }
    }

    /// Returns the fault of a file that is not as it was written.
    pub(super) fn damaged(&self, message: &str) -> Fault {
        let place = Some(Position { line: self.number, column: 1 });
        let fault = Fault::bad_input(message).at(&self.path);
        Fault { place, ..fault }.help("judge this shard again, into a new file")
    }

    /// Returns a hash of all that was judged, without times.
    pub(super) fn judged(path: &Path) -> Result<ContentHash, Fault> {
        let mut file = ShardFile::open(path)?;
        let mut digest = Digest::new();
        while let Some(event) = file.next()? {
            let bytes = serde_json::to_vec(&event.untimed());
            digest.add(&bytes.map_err(|error| Fault::judge(error.to_string()).at(path))?);
        }
        Ok(digest.number())
    }
}

/// Returns whether the events in a file end as those of a run that has ended.
pub(super) fn is_whole(path: &Path) -> Result<bool, Fault> {
    let cannot_read = |error| Fault::cannot_read(path, &error);
    let mut file = files::open(path)?;
    let length = file.seek(SeekFrom::End(0)).map_err(cannot_read)?;
    file.seek(SeekFrom::Start(length.saturating_sub(END))).map_err(cannot_read)?;
    let mut end = Vec::new();
    file.take(END).read_to_end(&mut end).map_err(cannot_read)?;
    let Some(lines) = end.strip_suffix(b"\n") else { return Ok(false) };
    let last = lines.rsplit(|&byte| byte == b'\n').next().unwrap_or_default();
    Ok(matches!(Event::parse(last), Ok(Some(Event::Finished(_)))))
}

struct Lines<R> {
    input: R,
    line: Vec<u8>,
    /// The number of the line that was read last, from 1.
    number: u64,
}

impl<R: BufRead> Lines<R> {
    fn next(&mut self, path: &Path) -> Result<Option<&[u8]>, Fault> {
        self.line.clear();
        self.number += 1;
        let read = (&mut self.input).take(LONGEST_LINE).read_until(b'\n', &mut self.line);
        match read.map_err(|error| Fault::cannot_read(path, &error))? {
            0 => Ok(None),
            _ => Ok(Some(self.line.strip_suffix(b"\n").unwrap_or(&self.line))),
        }
    }
}
