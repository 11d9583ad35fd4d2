//! Extracts archives under fixed bounds.
//!
//! Nothing in an archive is trusted: names may lead anywhere, sizes may lie, and an entry need not
//! be a file. Bytes are counted while the content is decompressed. An entry that might do harm is
//! left out and reported.

use std::cell::Cell;
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use crate::text::excerpt;
use flate2::read::MultiGzDecoder;
use zip::ZipArchive;
use zip::result::ZipError;

use crate::fault::Fault;
use crate::files;

/// The bounds of an extraction.
#[derive(Debug, Clone, Copy)]
pub struct ArchiveBounds {
    /// The number of entries, folders included.
    pub entries: usize,
    /// The size of one entry in bytes. A larger entry is left out.
    pub entry_bytes: u64,
    /// The size of all entries together in bytes.
    pub bytes: u64,
    /// Whether an entry with this name is unwanted, and not extracted.
    pub is_unwanted: fn(&str) -> bool,
}

/// An entry that was left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkippedEntry {
    /// Its name in the archive, escaped.
    pub name: String,
    /// The reason.
    pub why: String,
}

const NAMELESS: &str = "it has no name";

/// How many times as much as is extracted may be skipped in a `.tar`, which cannot be read without
/// decompressing that, too.
const SKIPPED: u64 = 16;

const EXTENSIONS: [&str; 5] = [".zip", ".kpp", ".tar", ".tar.gz", ".tgz"];

/// The maximum lengths of the name of an entry and of one part of it, in bytes. File systems accept
/// these.
const MAX_NAME: usize = 1000;
const MAX_PART: usize = 255;

/// The bits of a Unix mode that distinguish files, folders, links and so on, and two of their
/// values.
const KIND: u32 = 0o170_000;
const KIND_FILE: u32 = 0o100_000;
const KIND_FOLDER: u32 = 0o040_000;

/// Returns the name of an archive without its extension; `None` if it has no known extension.
pub fn stem(path: &Path) -> Option<&str> {
    let name = path.file_name()?.to_str()?;
    let has = |extension: &&&str| {
        let start = name.len().checked_sub(extension.len());
        start.and_then(|at| name.get(at..)).is_some_and(|end| end.eq_ignore_ascii_case(extension))
    };
    let extension = EXTENSIONS.iter().find(has)?;
    Some(&name[..name.len() - extension.len()])
}

/// Returns whether a path is that of a file called like an archive.
pub fn is_archive(path: &Path) -> bool {
    path.is_file() && stem(path).is_some()
}

/// Extracts a `.zip`, `.kpp`, `.tar`, `.tar.gz` or `.tgz` into a folder, which should be empty, and
/// returns what was left out.
///
/// # Errors
/// The file cannot be read or is not such an archive; its content exceeds the bounds; the folder
/// cannot be written to.
pub fn unpack(
    archive: &Path,
    folder: &Path,
    bounds: &ArchiveBounds,
) -> Result<Vec<SkippedEntry>, Fault> {
    let file = BufReader::new(files::open(archive)?);
    let mut unpacking =
        Unpacking { archive, folder, bounds, entries: 0, bytes: 0, left_out: Vec::new() };
    let extension = archive.extension().unwrap_or_default().to_ascii_lowercase();
    match extension.to_str() {
        // Problem packages also come as `.kpp`.
        Some("zip" | "kpp") => unpacking.zip(file)?,
        Some("tar") => unpacking.tar(file)?,
        _ => unpacking.tar(MultiGzDecoder::new(file))?,
    }
    Ok(unpacking.left_out)
}

struct Unpacking<'a> {
    archive: &'a Path,
    folder: &'a Path,
    bounds: &'a ArchiveBounds,
    entries: usize,
    bytes: u64,
    left_out: Vec<SkippedEntry>,
}

impl Unpacking<'_> {
    fn zip(&mut self, file: BufReader<File>) -> Result<(), Fault> {
        let broken = |error: &ZipError| self.broken(&in_words(error));
        let mut zip = ZipArchive::new(file).map_err(|error| broken(&error))?;
        if zip.has_duplicate_names() {
            return Err(self.broken("two of its entries have the same name"));
        }
        self.count(zip.len())?;
        for at in 0..zip.len() {
            // Raw, since an entry that cannot be decrypted or decompressed is left out by name
            // instead of failing the archive.
            let entry = zip.by_index_raw(at).map_err(|error| self.broken(&in_words(&error)))?;
            // Many programs write UTF-8 without setting the flag for it; a name that is not UTF-8
            // is in the code page of the format.
            let name = match (std::str::from_utf8(entry.name_raw()), entry.name()) {
                (Ok(name), _) => Ok(name.to_string()),
                (_, Ok(name)) => Ok(name.into_owned()),
                _ => Err(excerpt(entry.name_raw(), MAX_PART)),
            };
            let mode = entry.unix_mode().unwrap_or(0);
            let (is_folder, is_encrypted) = (entry.is_dir(), entry.encrypted());
            drop(entry);
            let name = name.map_err(|shown| self.leave_out(&shown, "its name is not UTF-8"));
            let Ok(name) = name else { continue };
            if (self.bounds.is_unwanted)(&name) {
                continue;
            }
            if is_folder {
                self.make_folder(&name)?;
            } else if is_encrypted {
                self.leave_out(&name, "it is encrypted");
            } else if ![0, KIND_FILE, KIND_FOLDER].contains(&(mode & KIND)) {
                self.leave_out(&name, NO_FILE);
            } else {
                match zip.by_index(at) {
                    Ok(mut content) => self.write(&name, mode, &mut content)?,
                    Err(error) => self.leave_out(&name, &in_words(&error)),
                }
            }
        }
        Ok(())
    }

    fn tar(&mut self, stream: impl Read) -> Result<(), Fault> {
        // Headers count, too: the library reads a long name into memory as a whole.
        let most = self.bounds.bytes.saturating_add(self.bounds.entries as u64 * 1024);
        let left = Cell::new(most);
        let mut tar = tar::Archive::new(BoundedReader { stream, left: &left, most });
        let mut skippable = self.bounds.bytes.saturating_mul(SKIPPED);
        let broken = |error: io::Error| self.broken(&error.to_string());
        for entry in tar.entries().map_err(broken)? {
            let mut entry = entry.map_err(|error| self.broken(&error.to_string()))?;
            self.count(1)?;
            self.tar_entry(&mut entry)?;
            // What is left of an entry takes only time, and counts on its own.
            let before = left.replace(u64::MAX);
            let skipped = io::copy(&mut (&mut entry).take(skippable + 1), &mut io::sink())
                .map_err(|error| self.broken(&error.to_string()))?;
            left.set(before);
            skippable = skippable.checked_sub(skipped).ok_or_else(|| {
                let most = self.bounds.bytes.saturating_mul(SKIPPED) >> 20;
                self.broken(&format!("more than {most} MiB of it are left out"))
            })?;
        }
        Ok(())
    }

    fn tar_entry(&mut self, entry: &mut tar::Entry<impl Read>) -> Result<(), Fault> {
        let name = match std::str::from_utf8(&entry.path_bytes()) {
            Ok(name) => name.to_string(),
            Err(_) => {
                let shown = excerpt(&entry.path_bytes(), MAX_PART);
                self.leave_out(&shown, "its name is not UTF-8");
                return Ok(());
            }
        };
        match entry.header().entry_type() {
            _ if (self.bounds.is_unwanted)(&name) => {}
            kind if kind.is_dir() => self.make_folder(&name)?,
            kind if kind.is_file() => {
                let mode = entry.header().mode().unwrap_or(0);
                self.write(&name, mode, entry)?;
            }
            kind if kind.is_pax_global_extensions() => {}
            _ => self.leave_out(&name, NO_FILE),
        }
        Ok(())
    }

    fn broken(&self, why: &str) -> Fault {
        Fault::bad_input(format!("cannot unpack it: {why}")).at(self.archive)
    }

    fn leave_out(&mut self, name: &str, why: &str) {
        let name = excerpt(name.as_bytes(), MAX_PART);
        self.left_out.push(SkippedEntry { name, why: why.into() });
    }

    fn count(&mut self, more: usize) -> Result<(), Fault> {
        self.entries += more;
        if self.entries > self.bounds.entries {
            Err(self.broken(&format!("more than {} entries", self.bounds.entries)))
        } else {
            Ok(())
        }
    }

    fn make_folder(&mut self, name: &str) -> Result<(), Fault> {
        match place(name) {
            Ok(place) => self.make_folders(name, &place).map(drop),
            Err(why) => {
                self.leave_out(name, why);
                Ok(())
            }
        }
    }

    /// Creates a folder and its parents. Returns `false` if one of them already exists as a file:
    /// an archive may contain both `a` and `a/b`.
    fn make_folders(&mut self, name: &str, below: &Path) -> Result<bool, Fault> {
        let folder = self.folder.join(below);
        match fs::create_dir_all(&folder) {
            Ok(()) => Ok(true),
            Err(error) => match error.kind() {
                io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory => {
                    self.leave_out(name, TWICE);
                    Ok(false)
                }
                _ => Err(Fault::cannot_write(&folder, &error)),
            },
        }
    }

    /// Writes a file. Of its mode, only whether its owner may execute it counts.
    fn write(&mut self, name: &str, mode: u32, content: &mut dyn Read) -> Result<(), Fault> {
        let place = match place(name) {
            Ok(place) if !place.as_os_str().is_empty() => place,
            nowhere => {
                self.leave_out(name, nowhere.err().unwrap_or(NAMELESS));
                return Ok(());
            }
        };
        if !self.make_folders(name, place.parent().unwrap_or(Path::new("")))? {
            return Ok(());
        }
        let path = self.folder.join(place);
        let mode = if mode & 0o100 == 0 { 0o666 } else { 0o777 };
        let mut file = match File::options().write(true).create_new(true).mode(mode).open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                self.leave_out(name, TWICE);
                return Ok(());
            }
            Err(error) => return Err(Fault::cannot_write(&path, &error)),
        };
        if let Err(why) = self.copy(content, &mut file, &path)? {
            self.leave_out(name, &why);
            fs::remove_file(&path).map_err(|error| Fault::cannot_write(&path, &error))?;
        }
        Ok(())
    }

    /// Copies the content of an entry; returns the reason if the entry is to be left out.
    fn copy(
        &mut self,
        content: &mut dyn Read,
        file: &mut File,
        path: &Path,
    ) -> Result<Result<(), String>, Fault> {
        let mut buffer = [0; 16 << 10];
        let mut copied = 0;
        loop {
            let read = match content.read(&mut buffer) {
                Ok(0) => return Ok(Ok(())),
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Ok(Err(format!("it is broken: {error}"))),
            };
            copied += read as u64;
            self.bytes += read as u64;
            if self.bytes > self.bounds.bytes {
                return Err(self.broken(&format!("more than {} MiB", self.bounds.bytes >> 20)));
            }
            if copied > self.bounds.entry_bytes {
                return Ok(Err(format!("more than {} MiB", self.bounds.entry_bytes >> 20)));
            }
            file.write_all(&buffer[..read]).map_err(|error| Fault::cannot_write(path, &error))?;
        }
    }
}

/// A stream that fails where a bound is reached.
struct BoundedReader<'a, R> {
    stream: R,
    /// The number of bytes that may still be read.
    left: &'a Cell<u64>,
    most: u64,
}

impl<R: Read> Read for BoundedReader<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.left.get();
        if left == 0 {
            return Err(io::Error::other(format!("more than {} MiB", self.most >> 20)));
        }
        let read = self.stream.by_ref().take(left).read(buffer)?;
        self.left.set(left - read as u64);
        Ok(read)
    }
}

const NO_FILE: &str = "it is a link, or something else that is neither file nor folder";
const TWICE: &str = "there is another entry of that name";

/// Returns the message of an error, without terms that only its library uses.
fn in_words(error: &ZipError) -> String {
    match error {
        ZipError::Io(error) => error.to_string(),
        ZipError::CompressionMethodNotSupported(_) => {
            "its compression method is not supported".into()
        }
        other => other.to_string(),
    }
}

/// Returns the path of an entry, relative to the folder, or the reason why its name is refused.
fn place(name: &str) -> Result<PathBuf, &'static str> {
    let has_drive = name.as_bytes().get(1) == Some(&b':');
    if name.starts_with('/') || has_drive {
        return Err("its name is an absolute path");
    }
    if name.contains('\\') {
        return Err("its name has a backslash");
    }
    if name.chars().any(char::is_control) {
        return Err("its name has control characters");
    }
    let parts = name.split('/').filter(|part| !matches!(*part, "" | "."));
    let mut place = PathBuf::new();
    for part in parts {
        if part == ".." {
            return Err("its name leads out of the archive");
        }
        if part.len() > MAX_PART || name.len() > MAX_NAME {
            return Err("its name is too long");
        }
        place.push(part);
    }
    if place.as_os_str().is_empty() && !name.starts_with('.') {
        return Err(NAMELESS);
    }
    Ok(place)
}

#[cfg(test)]
mod tests {
    use std::path::Component;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn archives_are_told_by_their_endings() {
        for (name, expected) in [
            ("a/b.zip", Some("b")),
            ("b.ZIP", Some("b")),
            ("b.tar.gz", Some("b")),
            ("b.v2.tgz", Some("b.v2")),
            ("b.gz", None),
            ("zip", None),
            ("äzip", None),
        ] {
            assert_eq!(stem(Path::new(name)), expected, "{name}");
        }
    }

    #[test]
    fn names_that_lead_elsewhere_belong_nowhere() {
        for (name, why) in [
            ("../x", "leads out"),
            ("a/../../x", "leads out"),
            ("a/..", "leads out"),
            ("/etc/passwd", "absolute"),
            ("C:/x", "absolute"),
            ("a\\..\\x", "backslash"),
            ("a\nb", "control"),
            ("a\0b", "control"),
            ("", "no name"),
            (&"a/".repeat(600), "too long"),
            (&"a".repeat(256), "too long"),
        ] {
            assert!(place(name).unwrap_err().contains(why), "{name}");
        }
        assert_eq!(place("./a//b/./c ..d").unwrap(), Path::new("a/b/c ..d"));
        assert_eq!(place("./").unwrap(), Path::new(""));
    }

    #[test]
    fn scripts_stay_executable() {
        let folder = tempfile::tempdir().unwrap();
        let mut zip = zip::ZipWriter::new(File::create(folder.path().join("a.zip")).unwrap());
        let mut tar = tar::Builder::new(File::create(folder.path().join("a.tar")).unwrap());
        for (name, mode) in [("build", 0o755), ("main.c", 0o644)] {
            let options = zip::write::SimpleFileOptions::default().unix_permissions(mode);
            zip.start_file(name, options).unwrap();
            let mut header = tar::Header::new_gnu();
            header.set_mode(mode);
            header.set_size(0);
            tar.append_data(&mut header, name, io::empty()).unwrap();
        }
        zip.finish().unwrap();
        tar.finish().unwrap();
        let is_unwanted = |_: &str| false;
        let bounds = ArchiveBounds { entries: 9, entry_bytes: 9, bytes: 9, is_unwanted };
        for archive in ["zip", "tar"] {
            let to = folder.path().join(archive);
            let left_out = unpack(&folder.path().join(format!("a.{archive}")), &to, &bounds);
            assert!(left_out.unwrap().is_empty());
            assert!(files::is_executable(&to.join("build")), "{archive}");
            assert!(!files::is_executable(&to.join("main.c")), "{archive}");
        }
    }

    #[test]
    fn a_zip_is_extracted_within_bounds() {
        let folder = tempfile::tempdir().unwrap();
        let (archive, to) = (folder.path().join("a.zip"), folder.path().join("to"));
        let mut zip = zip::ZipWriter::new(File::create(&archive).unwrap());
        for (name, content) in [("a", "ten bytes."), ("b", ""), ("c", "nine b...")] {
            zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
            zip.write_all(content.as_bytes()).unwrap();
        }
        zip.finish().unwrap();
        let bounds = ArchiveBounds { entries: 2, entry_bytes: 9, bytes: 9, is_unwanted: |_| false };
        let fault = unpack(&archive, &to, &bounds).unwrap_err();
        assert_eq!(fault.message, "cannot unpack it: more than 2 entries");
        assert!(!to.exists());
        // Of the other bounds, only that of a single entry leaves something out.
        let bounds = ArchiveBounds { entries: 3, bytes: 18, ..bounds };
        let fault = unpack(&archive, &folder.path().join("other"), &bounds).unwrap_err();
        assert_eq!(fault.message, "cannot unpack it: more than 0 MiB");
        let left_out = unpack(&archive, &to, &ArchiveBounds { bytes: 19, ..bounds }).unwrap();
        assert_eq!(left_out, [SkippedEntry { name: "a".into(), why: "more than 0 MiB".into() }]);
        assert!(to.join("c").exists() && !to.join("a").exists());
    }

    #[test]
    fn what_is_left_out_of_a_tar_has_a_bound_of_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let is_unwanted = |name: &str| name.starts_with("node_modules/");
        let bounds =
            ArchiveBounds { entries: 9, entry_bytes: 1 << 20, bytes: 1 << 20, is_unwanted };
        let unpacked = |name: &str, first: &str, mebibytes: u64| {
            let (archive, to) =
                (folder.path().join(name), folder.path().join(format!("of-{name}")));
            let mut tar = tar::Builder::new(File::create(&archive).unwrap());
            let mut header = tar::Header::new_gnu();
            header.set_entry_type(tar::EntryType::Regular);
            if first.is_empty() {
                header.set_entry_type(tar::EntryType::GNULongName);
            }
            header.set_size(mebibytes << 20);
            header.set_path(first).or_else(|_| header.set_path("name")).unwrap();
            header.set_cksum();
            tar.append(&header, io::repeat(b'a').take(mebibytes << 20)).unwrap();
            header.set_entry_type(tar::EntryType::Regular);
            header.set_size(1);
            tar.append_data(&mut header, "main.c", &b"m"[..]).unwrap();
            tar.finish().unwrap();
            let left_out = unpack(&archive, &to, &bounds).map_err(|fault| fault.message)?;
            assert_eq!(fs::read(to.join("main.c")).unwrap(), b"m");
            Ok(left_out.len())
        };
        assert_eq!(unpacked("wanted.tar", "node_modules/a", 12), Ok(0));
        let bound = |what: &str| Err(format!("cannot unpack it: more than {what}"));
        assert_eq!(
            unpacked("skipped.tar", "node_modules/a", 17),
            bound("16 MiB of it are left out")
        );
        assert_eq!(unpacked("names.tar", "", 2), bound("1 MiB"));
    }

    proptest! {
        #[test]
        fn no_name_leads_out_of_the_folder(name in r"([a./\\:\x00-\x1f]|\.\./|\PC){0,40}") {
            if let Ok(place) = place(&name) {
                let stays = place.components().all(|part| matches!(part, Component::Normal(_)));
                prop_assert!(stays, "{}", place.display());
            }
        }
    }
}
