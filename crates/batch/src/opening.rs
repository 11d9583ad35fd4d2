//! Opens the sources of tasks and candidates: files, folders, patterns and standard input,
//! compressed or not.
//!
//! Compression is recognized by the first bytes, whatever the name of a file.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use flate2::read::MultiGzDecoder;
use globset::GlobBuilder;
use referee_base::fault::Fault;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// The path that stands for standard input.
pub const STDIN: &str = "-";

const ENDS: [&str; 3] = [".jsonl", ".json", ".ndjson"];

const COMPRESSED: [&str; 3] = ["", ".gz", ".zst"];

const BUFFER: usize = 128 << 10;

pub(crate) type Bytes = Box<dyn BufRead + Send>;

/// Finds the files that arguments name: files, all data files in folders, files that match
/// patterns, and `-`.
///
/// # Errors
/// An argument leads to nothing, or a pattern is malformed.
pub fn find(arguments: &[PathBuf]) -> Result<Vec<Arc<Path>>, Fault> {
    let mut found = Vec::new();
    for argument in arguments {
        let is_pattern = argument.to_string_lossy().contains(['*', '?', '[']);
        let here = match () {
            () if argument.as_os_str() == STDIN => vec![argument.clone()],
            () if argument.is_dir() => files_below(argument, is_data_file)?,
            () if is_pattern && !argument.exists() => matching(argument)?,
            () => vec![argument.clone()],
        };
        if here.is_empty() {
            let fault = Fault::bad_input("there are no data files").at(argument);
            return Err(fault
                .help("data files end in .jsonl, .ndjson or .json, or in these and .gz or .zst"));
        }
        found.extend(here.into_iter().map(Arc::from));
    }
    Ok(found)
}

fn is_data_file(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    ENDS.iter().any(|end| COMPRESSED.iter().any(|more| name.ends_with(&format!("{end}{more}"))))
        || name.ends_with(".parquet")
}

/// Finds the files that match, below the last folder of a pattern that contains no wildcards.
fn matching(pattern: &Path) -> Result<Vec<PathBuf>, Fault> {
    let text = pattern.to_string_lossy();
    // The paths that are found are compared without it, too.
    let plain = text.strip_prefix("./").unwrap_or(&text);
    let glob = GlobBuilder::new(plain).literal_separator(true).build();
    let malformed = |error: globset::Error| {
        Fault::bad_input(format!("malformed pattern `{text}`: {}", error.kind()))
    };
    let glob = glob.map_err(malformed)?.compile_matcher();
    let is_plain = |path: &&Path| !path.to_string_lossy().contains(['*', '?', '[']);
    let folder = pattern.ancestors().find(is_plain).unwrap_or(Path::new(""));
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    if !folder.is_dir() {
        return Err(Fault::bad_input(format!("nothing matches `{text}`")));
    }
    let is_match = |path: &Path| glob.is_match(path.strip_prefix("./").unwrap_or(path));
    let found = files_below(folder, is_match)?;
    if found.is_empty() {
        Err(Fault::bad_input(format!("nothing matches `{text}`")))
    } else {
        Ok(found)
    }
}

fn files_below(folder: &Path, is_wanted: impl Fn(&Path) -> bool) -> Result<Vec<PathBuf>, Fault> {
    let mut found = Vec::new();
    for entry in walkdir::WalkDir::new(folder).follow_links(true).sort_by_file_name() {
        let entry = entry.map_err(|error| referee_base::files::walk_fault(folder, &error))?;
        if entry.file_type().is_file() && is_wanted(entry.path()) {
            found.push(entry.into_path());
        }
    }
    Ok(found)
}

/// Opens a file, or standard input. Returns its bytes, decompressed, and whether they are those of
/// the file on disk, so that a part of them can be read again.
pub(crate) fn open(path: &Path) -> Result<(Bytes, bool), Fault> {
    let cannot_read = |error: io::Error| Fault::cannot_read(path, &error);
    let mut raw: Box<dyn Read + Send> = match path.as_os_str() == STDIN {
        true => Box::new(io::stdin()),
        false if path.is_dir() => return Err(Fault::no_file(path)),
        false => Box::new(File::open(path).map_err(cannot_read)?),
    };
    let mut start = Vec::new();
    raw.by_ref().take(4).read_to_end(&mut start).map_err(cannot_read)?;
    // A pipe, such as bash's `<(zcat FILE)`, can be read only once.
    let is_plain = path.as_os_str() != STDIN && path.is_file();
    let whole = Cursor::new(start.clone()).chain(raw);
    let bytes: Bytes = match *start {
        [0x1f, 0x8b, ..] => Box::new(BufReader::with_capacity(BUFFER, MultiGzDecoder::new(whole))),
        // The second kind of frame has no data: some tools begin with one.
        [0x28, 0xb5, 0x2f, 0xfd] | [0x50..=0x5f, 0x2a, 0x4d, 0x18] => {
            let source = BufReader::with_capacity(BUFFER, whole);
            let mut frames = Frames { source, decoder: FrameDecoder::new() };
            let unreadable = |error| Fault::bad_input(format!("broken zstd: {error}")).at(path);
            frames.begin().map_err(unreadable)?;
            Box::new(BufReader::with_capacity(BUFFER, frames))
        }
        [b'P', b'A', b'R', b'1'] => {
            let fault = Fault::bad_input("Parquet files are not read").at(path);
            let help = "convert it to JSON lines: \
                python3 -c 'import pandas, sys; pandas.read_parquet(sys.argv[1])\
                .to_json(sys.argv[2], orient=\"records\", lines=True)' IN.parquet OUT.jsonl";
            return Err(fault.help(help));
        }
        _ => return Ok((Box::new(BufReader::with_capacity(BUFFER, whole)), is_plain)),
    };
    Ok((bytes, false))
}

/// Decompresses zstd: a file has one frame or several, one after the other.
struct Frames<R> {
    source: R,
    decoder: FrameDecoder,
}

impl<R: BufRead> Frames<R> {
    /// Begins the next frame that has data, and returns whether there is one.
    fn begin(&mut self) -> io::Result<bool> {
        use FrameDecoderError::ReadFrameHeaderError as Header;
        while !self.source.fill_buf()?.is_empty() {
            match self.decoder.init(&mut self.source) {
                Ok(()) => return Ok(true),
                Err(Header(ReadFrameHeaderError::SkipFrame { length, .. })) => {
                    let mut skipped = self.source.by_ref().take(length.into());
                    io::copy(&mut skipped, &mut io::sink())?;
                }
                Err(error) => return Err(io::Error::other(error)),
            }
        }
        Ok(false)
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.decoder.can_collect() < buffer.len() {
            let missing = buffer.len() - self.decoder.can_collect();
            if !self.decoder.is_finished() {
                let strategy = BlockDecodingStrategy::UptoBytes(missing);
                let decoded = self.decoder.decode_blocks(&mut self.source, strategy);
                decoded.map_err(io::Error::other)?;
            } else if self.decoder.can_collect() > 0 || !self.begin()? {
                break;
            }
        }
        self.decoder.read(buffer)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::os::fd::AsRawFd;

    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    use super::*;

    #[test]
    fn what_leads_to_no_data_is_rejected() {
        let folder = tempfile::tempdir().unwrap();
        for (name, message) in [
            ("", "there are no data files"),
            ("[x", "malformed pattern `"),
            ("none/*", "nothing matches `"),
            ("*.json", "nothing matches `"),
        ] {
            let fault = find(&[folder.path().join(name)]).unwrap_err();
            assert!(fault.message.starts_with(message), "{name}: {fault}");
        }
    }

    #[test]
    fn only_the_bytes_of_a_file_can_be_read_again() {
        let (reader, mut writer) = io::pipe().unwrap();
        writer.write_all(b"{}\n").unwrap();
        drop(writer);
        let pipe = format!("/proc/self/fd/{}", reader.as_raw_fd());
        assert!(!open(Path::new(&pipe)).unwrap().1);
        let file = tempfile::NamedTempFile::new().unwrap();
        assert!(open(file.path()).unwrap().1);
    }

    #[test]
    fn all_frames_of_a_file_are_read() {
        let frame = |text: &str| compress_to_vec(text.as_bytes(), CompressionLevel::Fastest);
        let without_data = b"\x50\x2a\x4d\x18\x03\0\0\0abc".to_vec();
        let (first, second) = ("{\"a\": 1}\n".repeat(99_999), "{\"b\": 2}\n");
        let frames = [without_data.clone(), frame(&first), without_data, frame(second)];
        let file = tempfile::NamedTempFile::new().unwrap();
        for frames in [&frames[..], &frames[1..]] {
            std::fs::write(file.path(), frames.concat()).unwrap();
            let mut text = String::new();
            open(file.path()).unwrap().0.read_to_string(&mut text).unwrap();
            assert!(text == format!("{first}{second}"), "{} bytes", text.len());
        }
    }
}
