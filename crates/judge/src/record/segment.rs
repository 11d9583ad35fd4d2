//! Segments: the files of a record. Each is written by a single process, which only appends.
//!
//! So no file system needs locks, or appends by two processes at the same time. A segment has a
//! name that no other has. It starts with its [writer](super::writer), and ends with a mark once
//! the writer has written everything. What its runs have in common it holds once, before them:
//! names, and [patterns](super::dense).

use std::borrow::Cow;
use std::collections::HashMap;
use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::sync::Arc;
use std::time::{Instant, SystemTime};

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::dense::{self, DenseRun};
use super::frame::{self, Kind};
use super::run::{RecordedRun, RunKey};
use super::writer::{FORMAT, Writer};
use referee_base::digest::{ContentHash, from_hex, to_hex};
use referee_base::fault::Fault;
use referee_base::files::OwnFolder;

/// The extension of segments.
const EXTENSION: &str = ".runs";

/// The maximum number of patterns and of names in a segment.
const PATTERNS: usize = 4096;
const NAMES: usize = 1 << 18;

/// Handing over what was written takes at most one part in this many of the time, on however slow a
/// file system.
const PART_OF_TIME: u32 = 20;

/// The maximum length of a pattern in bytes: a longer one contains texts, which hardly recur.
const MAX_PATTERN: usize = 1024;

/// The content of a frame of text. Later versions may add others, which are ignored.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Text<Name, Pattern, Run> {
    /// The process that writes it.
    Writer(Writer),
    /// The next name of a submission or a case.
    Name(Name),
    /// The next pattern.
    Pattern(Pattern),
    /// A run that follows no pattern.
    Run(Run),
    /// What a mutant compiled to.
    Mutant(MutantText),
    /// The end of the segment.
    End(bool),
}

/// A text as it is written.
type WrittenText<'a> = Text<&'a str, &'a RecordedRun, &'a RecordedRun>;

/// A text of which only a run is needed.
type RunText = Text<IgnoredAny, IgnoredAny, RecordedRun>;

/// The part of a run that the index needs. Skipping the rest is several times faster than parsing
/// it.
#[derive(Deserialize)]
struct RunHead<'a> {
    key: RunKey,
    #[serde(borrow)]
    judged: JudgementHead<'a>,
}

/// The part of a judgement that the index needs.
#[derive(Deserialize)]
struct JudgementHead<'a> {
    #[serde(borrow)]
    contestant: Cow<'a, str>,
    #[serde(borrow)]
    case: Cow<'a, str>,
}

/// What a mutant compiled to, in hexadecimal; the form is `None` if it does not compile.
#[derive(Serialize, Deserialize)]
struct MutantText {
    key: String,
    form: Option<String>,
}

impl MutantText {
    fn parse(&self) -> Option<(ContentHash, Option<ContentHash>)> {
        let form = match &self.form {
            Some(form) => Some(from_hex(form)?),
            None => None,
        };
        Some((from_hex(&self.key)?, form))
    }
}

/// The position of a run in a segment: its offset, and in the lowest bits its length. It is small,
/// because there is one in memory for each run.
#[derive(Debug, Clone, Copy)]
pub(super) struct Position(u64);

/// The number of bits of a length, enough for any frame. The others are enough for an offset of a
/// terabyte.
const LENGTH_BITS: u32 = 24;

impl Position {
    fn new(offset: u64, length: usize) -> Position {
        Position(offset << LENGTH_BITS | length as u64)
    }

    pub(super) fn offset(self) -> u64 {
        self.0 >> LENGTH_BITS
    }

    fn length(self) -> usize {
        (self.0 & ((1 << LENGTH_BITS) - 1)) as usize
    }
}

/// An entry that is met while reading.
#[derive(Debug)]
pub(super) enum Met<'a> {
    Run { position: Position, key: RunKey, names: [&'a str; 2] },
    Claim(RunKey),
    Release(RunKey),
    Mutant { key: ContentHash, form: Option<ContentHash> },
}

/// A segment as far as it has been read.
#[derive(Debug)]
pub(super) struct Segment {
    pub(super) name: String,
    pub(super) writer: Option<Writer>,
    pub(super) is_ended: bool,
    /// Whether its end, or all of it, was skipped.
    pub(super) is_passed_over: bool,
    /// The number of bytes that were read.
    pub(super) read: u64,
    /// When something new was last read from it.
    pub(super) last_seen: Instant,
    names: Vec<Arc<str>>,
    patterns: Vec<RecordedRun>,
}

impl Segment {
    /// Returns a segment of which nothing has been read.
    pub(super) fn unread(name: &str) -> Segment {
        Segment {
            name: name.into(),
            writer: None,
            is_ended: false,
            is_passed_over: false,
            read: 0,
            last_seen: Instant::now(),
            names: Vec::new(),
            patterns: Vec::new(),
        }
    }

    /// Reads what has been appended, and passes each entry to `meet`.
    ///
    /// # Errors
    /// The file cannot be read. A torn end is not an error.
    pub(super) fn read_on(&mut self, file: &File, mut meet: impl FnMut(Met)) -> io::Result<()> {
        let (end, is_torn) = frame::each(file, self.read, |offset, frame| {
            let position = Position::new(offset, frame.length);
            self.meet(position, frame.kind, frame.content, &mut meet);
        })?;
        if self.read != end {
            (self.read, self.last_seen) = (end, Instant::now());
        }
        // A frame that is still being written looks torn, too: the next read decides anew.
        self.is_passed_over = is_torn || !self.is_known();
        Ok(())
    }

    /// Returns whether it is of this version. If not, it may be of a later one, or no segment at
    /// all.
    pub(super) fn is_known(&self) -> bool {
        self.writer.as_ref().is_some_and(|writer| writer.format == FORMAT)
    }

    fn meet(&mut self, position: Position, kind: Kind, content: &[u8], meet: &mut impl FnMut(Met)) {
        // The first frame names the version; without it, nothing else can be interpreted.
        if !self.is_known() && position.offset() != 0 {
            return;
        }
        let key = || content.try_into().ok().map(RunKey);
        match kind {
            Kind::Text => self.meet_text(position, content, meet),
            Kind::Run => {
                // A malformed segment can refer to names or patterns that it does not contain.
                let Some((run, _, [contestant, case])) = self.dense(content) else { return };
                let names = [&**contestant, &**case];
                meet(Met::Run { position, key: run.key, names });
            }
            Kind::Claim => key().into_iter().for_each(|key| meet(Met::Claim(key))),
            Kind::Release => key().into_iter().for_each(|key| meet(Met::Release(key))),
        }
    }

    fn meet_text(&mut self, position: Position, content: &[u8], meet: &mut impl FnMut(Met)) {
        let Ok(text) = serde_json::from_slice::<Text<Arc<str>, _, RunHead>>(content) else {
            return;
        };
        match text {
            Text::Writer(writer) if position.offset() == 0 => self.writer = Some(writer),
            Text::Writer(_) => {}
            // The bounds of a writer: a segment from elsewhere must not use up memory.
            Text::Name(name) => self.names.extend((self.names.len() < NAMES).then_some(name)),
            Text::Pattern(pattern) => {
                self.patterns.extend((self.patterns.len() < PATTERNS).then_some(pattern));
            }
            Text::Run(RunHead { key, judged }) => {
                let names = [&*judged.contestant, &*judged.case];
                meet(Met::Run { position, key, names });
            }
            Text::Mutant(mutant) => {
                if let Some((key, form)) = mutant.parse() {
                    meet(Met::Mutant { key, form });
                }
            }
            Text::End(_) => self.is_ended = true,
        }
    }

    /// Returns a run in dense form with its pattern and names, if the segment has these.
    fn dense(&self, content: &[u8]) -> Option<(DenseRun, &RecordedRun, [&Arc<str>; 2])> {
        let run = DenseRun::parse(content)?;
        let pattern = self.patterns.get(usize::try_from(run.pattern).ok()?)?;
        let name = |number| self.names.get(usize::try_from(number).ok()?);
        let names = [name(run.names[0])?, name(run.names[1])?];
        Some((run, pattern, names))
    }

    pub(super) fn run_at(&self, mut file: &File, position: Position) -> Option<RecordedRun> {
        let mut bytes = vec![0; position.length()];
        file.seek(SeekFrom::Start(position.offset())).ok()?;
        file.read_exact(&mut bytes).ok()?;
        // Verifies the checksum again, because the file may have changed since it was indexed.
        let frame = frame::first(&bytes)?;
        match frame.kind {
            Kind::Text => match serde_json::from_slice(frame.content).ok()? {
                RunText::Run(run) => Some(run),
                _ => None,
            },
            Kind::Run => {
                let (run, pattern, names) = self.dense(frame.content)?;
                run.run(pattern, names.map(Arc::clone))
            }
            Kind::Claim | Kind::Release => None,
        }
    }
}

/// Returns whether a file with this name is a segment.
pub(super) fn is_name(name: &str) -> bool {
    name.strip_suffix(EXTENSION).and_then(|stem| stem.split_once('-')).is_some_and(|parts| {
        [parts.0, parts.1].iter().all(|part| {
            part.len() == 16 && part.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
        })
    })
}

/// Returns the current time as the first part of a name, or a later time if one of these names has
/// it or a later one, as after a clock was set back. Segments are read in the order of their names,
/// and the newest run of a key counts.
pub(super) fn time_after<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let now = now.map_or(0, |now| now.as_nanos() as u64);
    let time = |name: &str| u64::from_str_radix(name.split('-').next()?, 16).ok();
    let last = names.filter_map(time).max();
    format!("{:016x}", last.map_or(now, |last| now.max(last.saturating_add(1))))
}

#[derive(Debug)]
pub(super) struct OwnSegment {
    pub(super) name: String,
    file: File,
    names: HashMap<Arc<str>, u64>,
    patterns: HashMap<Vec<u8>, u64>,
    /// The earliest time to hand over again.
    due: Instant,
}

impl OwnSegment {
    /// Begins a segment, whose place among the others is determined by a [time](time_after).
    pub(super) fn begin(folder: &OwnFolder, time: &str) -> Result<OwnSegment, Fault> {
        // Random keys of the hasher make the name unique, even between machines.
        let chance = RandomState::new().hash_one(std::process::id());
        let name = format!("{time}-{chance:016x}{EXTENSION}");
        let file = folder.create(&name)?;
        let (names, patterns) = (HashMap::new(), HashMap::new());
        let mut own = OwnSegment { name, file, names, patterns, due: Instant::now() };
        let written = own.append_text(&Text::Writer(Writer::this()));
        written.map_err(|error| Fault::cannot_write(&folder.path().join(&own.name), &error))?;
        Ok(own)
    }

    /// Appends a run. A run that is too long is left out.
    ///
    /// # Errors
    /// The system cannot write it. What is appended afterwards may be lost.
    pub(super) fn keep(&mut self, run: &RecordedRun) -> io::Result<()> {
        let mut bytes = Vec::new();
        // One write for the run and everything that it refers to.
        if !self.push_dense(&mut bytes, run)? {
            let text = serde_json::to_vec(&WrittenText::Run(run))?;
            if text.len() > frame::MAX_BYTES {
                return Ok(());
            }
            frame::push(&mut bytes, Kind::Text, &text);
        }
        self.file.write_all(&bytes)
    }

    pub(super) fn keep_form(
        &mut self,
        key: &ContentHash,
        form: Option<&ContentHash>,
    ) -> io::Result<()> {
        let mutant = MutantText { key: to_hex(key), form: form.map(|form| to_hex(form)) };
        self.append_text(&Text::Mutant(mutant))
    }

    /// Appends the key of a run that begins, or that ended without being recorded, and hands it
    /// over.
    pub(super) fn announce(&mut self, kind: Kind, key: &RunKey) -> io::Result<()> {
        let mut bytes = Vec::new();
        frame::push(&mut bytes, kind, &key.0);
        self.file.write_all(&bytes)?;
        // Immediately, since an announcement is useless once the run has ended.
        self.hand_over();
        Ok(())
    }

    /// Makes what was written visible to other machines. A network file system sends it to its
    /// server when the file is closed, and otherwise perhaps half a minute later; closing any
    /// handle of the file is enough. On other file systems this does nothing.
    fn hand_over(&mut self) {
        let begin = Instant::now();
        if begin < self.due {
            return;
        }
        // A failure to send it is reported by the next write, or at the end.
        drop(self.file.try_clone());
        self.due = Instant::now() + begin.elapsed() * PART_OF_TIME;
    }

    /// Ends the segment. The mark is written only after everything before it has reached the disk,
    /// so that no other process sees it earlier.
    pub(super) fn end(mut self) -> io::Result<()> {
        self.file.sync_data()?;
        self.append_text(&Text::End(true))?;
        self.file.sync_data()
    }

    /// Adds a run in dense form, preceded by what it refers to. Returns whether it has such a form.
    fn push_dense(&mut self, bytes: &mut Vec<u8>, run: &RecordedRun) -> io::Result<bool> {
        let Some((pattern, used)) = dense::pattern(run) else { return Ok(false) };
        let text = serde_json::to_vec(&WrittenText::Pattern(&pattern))?;
        let names = [&run.judged.contestant, &run.judged.case];
        // Every reader holds all names and patterns in memory, so their number and length are
        // bounded.
        let has_place = (self.patterns.contains_key(&text) || self.patterns.len() < PATTERNS)
            && self.names.len() + names.len() <= NAMES
            && names.iter().all(|name| name.len() <= MAX_PATTERN);
        let known = self.patterns.get(&text).copied();
        let number = known.unwrap_or(self.patterns.len() as u64);
        // Checked before anything is added that only this run would use.
        if !has_place || text.len() > MAX_PATTERN {
            return Ok(false);
        }
        if known.is_none() {
            frame::push(bytes, Kind::Text, &text);
            self.patterns.insert(text, number);
        }
        let mut numbers = [0; 2];
        for (number, name) in numbers.iter_mut().zip(names) {
            *number = self.push_name(bytes, name)?;
        }
        frame::push(bytes, Kind::Run, &dense::bytes(&run.key, &used, number, numbers));
        Ok(true)
    }

    /// Returns the number of a name, which is added if it is new.
    fn push_name(&mut self, bytes: &mut Vec<u8>, name: &Arc<str>) -> io::Result<u64> {
        if let Some(&number) = self.names.get(name) {
            return Ok(number);
        }
        let number = self.names.len() as u64;
        frame::push(bytes, Kind::Text, &serde_json::to_vec(&WrittenText::Name(name))?);
        self.names.insert(Arc::clone(name), number);
        Ok(number)
    }

    fn append_text(&mut self, text: &WrittenText) -> io::Result<()> {
        let mut bytes = Vec::new();
        frame::push(&mut bytes, Kind::Text, &serde_json::to_vec(text)?);
        self.file.write_all(&bytes)
    }
}
