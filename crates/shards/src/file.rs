//! Reads the events of one shard in pieces: complete lines of one submission, long enough to keep a
//! thread busy.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use referee_base::digest::{ContentHash, Digest};
use referee_base::fault::Fault;
use referee_base::files;
use referee_checker::Position;

use super::MAX_SHARDS;
use super::escaped::escaped;
use super::open_files::{FileState, OpenFiles};
use referee_events::calibration::CalibrationFigures;
use referee_events::{
    BlockResult, Event, FORMAT, ShardOrigin, Started, SubmissionResult, VERSION, ends_submission,
};

const MAX_LINE: u64 = 64 << 20;

/// The length of a file's end that is read to find out whether the file is complete, in bytes:
/// `finished` is a short line.
const END: u64 = 4096;

const MAX_CONTESTANTS: usize = 1 << 22;

/// The length from which a piece is complete, in bytes.
const PIECE: usize = 256 << 10;

pub(super) struct ShardFile {
    pub(super) path: PathBuf,
    pub(super) started: Started,
    pub(super) origin: ShardOrigin,
    /// The speed of its machine, if programs were run. It is in the last event, since timing only
    /// starts with the first program.
    pub(super) figures: Option<CalibrationFigures>,
    /// A hash that identifies its results among all runs of shards.
    pub(super) results: ContentHash,
    state: FileState,
    /// The offset of the next line.
    offset: u64,
    number: u64,
}

/// Consecutive lines about one submission.
pub(super) struct Piece {
    /// The number of the first line, from 1.
    pub(super) first: u64,
    pub(super) bytes: Vec<u8>,
    /// Whether its last line ends the submission.
    pub(super) has_ended: bool,
}

impl Piece {
    /// Returns the lines, with their numbers.
    pub(super) fn lines(&self) -> impl Iterator<Item = (u64, &[u8])> {
        let text = self.bytes.strip_suffix(b"\n").unwrap_or(&self.bytes);
        (self.first..).zip(text.split(|&byte| byte == b'\n'))
    }
}

impl ShardFile {
    /// Opens the events of a shard, and reads the first and the last one. Returns `None` if the run
    /// did not finish.
    pub(super) fn open(path: &Path) -> Result<Option<ShardFile>, Fault> {
        let mut file = files::open(path)?;
        let end = end_of(path, &mut file)?;
        let Some(Event::Finished(totals)) = last_event(&end) else { return Ok(None) };
        let metadata = file.metadata().map_err(|error| Fault::cannot_read(path, &error))?;
        let state = FileState::of(&metadata);
        let mut lines = Lines { input: BufReader::with_capacity(64 << 10, file), line: Vec::new() };
        let foreign = || {
            let fault = Fault::bad_input("this is not an event file of a shard").at(path);
            fault.help("`referee shard run 1/8 ... --report jsonl=FILE` makes them")
        };
        let first = lines.next(path)?.ok_or_else(foreign)?;
        let Ok(Some(Event::Started(mut started))) = Event::parse(&escaped(first)) else {
            return Err(foreign());
        };
        if started.format != FORMAT || started.version != VERSION {
            return Err(foreign());
        }
        let origin = *started.shard.take().ok_or_else(foreign)?;
        if !has_possible_numbers(&origin) {
            return Err(damaged(path, 1, "these are not the numbers of a shard"));
        }
        // The first line, the length and the end identify the results without reading the whole
        // file.
        let mut results = Digest::new();
        results.add(first);
        results.add(&state.length.to_le_bytes());
        results.add(&end);
        let offset = first.len() as u64 + 1;
        let (path, results, figures) = (path.to_path_buf(), results.number(), totals.calibration);
        Ok(Some(ShardFile { path, started, origin, figures, results, state, offset, number: 2 }))
    }

    /// Reads further lines of the current submission; `number` is the number of this file among the
    /// open ones.
    pub(super) fn piece(&mut self, number: usize, open: &mut OpenFiles) -> Result<Piece, Fault> {
        let input = open.get(number, (&self.path, self.state, self.offset))?;
        let mut piece = Piece { first: self.number, bytes: Vec::new(), has_ended: false };
        while !piece.has_ended && piece.bytes.len() < PIECE {
            let start = piece.bytes.len();
            let read = input.take(MAX_LINE).read_until(b'\n', &mut piece.bytes);
            let read = read.map_err(|error| Fault::cannot_read(&self.path, &error))?;
            if read == 0 {
                return Err(
                    self.damaged(self.number, "the events end before those of a submission")
                );
            }
            piece.has_ended = ends_submission(&piece.bytes[start..]);
            self.offset += read as u64;
            self.number += 1;
        }
        Ok(piece)
    }

    /// Checks that only the end of the run is left.
    pub(super) fn ends(&mut self, number: usize, open: &mut OpenFiles) -> Result<(), Fault> {
        let input = open.get(number, (&self.path, self.state, self.offset))?;
        let mut lines = Lines { input, line: Vec::new() };
        let last = lines.next(&self.path)?.map(Event::parse);
        let is_last = matches!(last, Some(Ok(Some(Event::Finished(_)))));
        if is_last && lines.next(&self.path)?.is_none() {
            Ok(())
        } else {
            Err(self.damaged(self.number, "events of a submission that this shard does not have"))
        }
    }

    pub(super) fn damaged(&self, line: u64, message: &str) -> Fault {
        damaged(&self.path, line, message)
    }

    /// Returns a hash of all results, without times.
    pub(super) fn judged(&self) -> Result<ContentHash, Fault> {
        let path = &self.path;
        let input = BufReader::with_capacity(64 << 10, files::open(path)?);
        let mut lines = Lines { input, line: Vec::new() };
        let (mut digest, mut number) = (Digest::new(), 0);
        while let Some(line) = lines.next(path)? {
            number += 1;
            let event = Event::parse(line);
            let event =
                event.map_err(|error| damaged(path, number, &format!("no event: {error}")))?;
            let bytes = serde_json::to_vec(&event.and_then(|event| result_of(&event)));
            digest.add(&bytes.map_err(|error| Fault::judge(error.to_string()).at(path))?);
        }
        Ok(digest.number())
    }
}

/// Returns the part of an event that is the same wherever a shard is run, and by whatever command;
/// `None` if it is no result.
fn result_of(event: &Event) -> Option<Event> {
    let without_path =
        |end: SubmissionResult| SubmissionResult { path: None, again: Vec::new(), ..end };
    match event.untimed() {
        Event::Started(_) => None,
        Event::Submission(end) => Some(Event::Submission(without_path(end))),
        Event::Block(block) => {
            Some(Event::Block(BlockResult { result: without_path(block.result), ..block }))
        }
        event => Some(event),
    }
}

/// Returns whether a shard with these numbers can be part of a run: memory is reserved by them.
fn has_possible_numbers(origin: &ShardOrigin) -> bool {
    let ShardOrigin { number, of, contestants, last, .. } = origin;
    let most = of.saturating_add(usize::from(last.is_some()));
    (1..=MAX_SHARDS).contains(of) && (1..=most).contains(number) && *contestants <= MAX_CONTESTANTS
}

pub(super) fn damaged(path: &Path, line: u64, message: &str) -> Fault {
    let place = Some(Position { line, column: 1 });
    let fault = Fault::bad_input(message).at(path);
    Fault { place, ..fault }.help("judge this shard again, into a new file")
}

/// Returns the last event, given the end of a file; `None` if the event is incomplete.
fn last_event(end: &[u8]) -> Option<Event> {
    let lines = end.strip_suffix(b"\n")?;
    Event::parse(lines.rsplit(|&byte| byte == b'\n').next()?).ok()?
}

/// Returns the last bytes of a file, and rewinds it.
fn end_of(path: &Path, file: &mut File) -> Result<Vec<u8>, Fault> {
    let cannot_read = |error| Fault::cannot_read(path, &error);
    let length = file.seek(SeekFrom::End(0)).map_err(cannot_read)?;
    file.seek(SeekFrom::Start(length.saturating_sub(END))).map_err(cannot_read)?;
    let mut end = Vec::new();
    (&mut *file).take(END).read_to_end(&mut end).map_err(cannot_read)?;
    file.rewind().map_err(cannot_read)?;
    Ok(end)
}

struct Lines<R> {
    input: R,
    line: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    fn next(&mut self, path: &Path) -> Result<Option<&[u8]>, Fault> {
        self.line.clear();
        let read = (&mut self.input).take(MAX_LINE).read_until(b'\n', &mut self.line);
        match read.map_err(|error| Fault::cannot_read(path, &error))? {
            0 => Ok(None),
            _ => Ok(Some(self.line.strip_suffix(b"\n").unwrap_or(&self.line))),
        }
    }
}
