//! Sets `REFEREE_SOURCES` to a hash of the sources that verdicts depend on: recorded runs of a
//! program built from other sources do not count. It covers contents only, so a program that is
//! built or installed once more keeps it.
//!
//! Verdicts may depend on this crate and on everything in the workspace below it. The list of
//! crates is read from the manifests, so it cannot lack a new one; whichever of them changes, this
//! crate is compiled again anyway.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

fn main() -> io::Result<()> {
    let mut crates = BTreeSet::new();
    collect(PathBuf::from("."), &mut crates)?;
    let mut files = Vec::new();
    // The lock file stands for the versions of third-party crates, if the workspace is there.
    let sources = crates.iter().map(|one| one.join("src")).chain(["../../Cargo.lock".into()]);
    for source in sources.filter(|source| source.exists()) {
        println!("cargo::rerun-if-changed={}", source.display());
        find(&source, &mut files)?;
    }
    files.sort();
    let mut hash = Hash::new();
    for file in files {
        hash.add(file.to_string_lossy().replace('\\', "/").as_bytes());
        hash.add(&fs::read(&file)?);
    }
    println!("cargo::rustc-env=REFEREE_SOURCES={:032x}", hash.0);
    Ok(())
}

/// Collects the folders of a crate and of all workspace crates that it depends on, except for its
/// tests.
fn collect(folder: PathBuf, crates: &mut BTreeSet<PathBuf>) -> io::Result<()> {
    let manifest = folder.join("Cargo.toml");
    if !manifest.exists() || crates.contains(&folder) {
        return Ok(());
    }
    println!("cargo::rerun-if-changed={}", manifest.display());
    let text = fs::read_to_string(&manifest)?;
    crates.insert(folder);
    let lines = text.lines().skip_while(|line| *line != "[dependencies]").skip(1);
    let lines = lines.take_while(|line| !line.starts_with('['));
    let own = lines.filter_map(|line| line.strip_prefix("referee-"));
    for name in own.filter_map(|line| line.split(['.', ' ']).next()) {
        for place in ["..", "../.."] {
            collect(Path::new(place).join(name), crates)?;
        }
    }
    Ok(())
}

/// Finds all files at a path or below it.
fn find(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !path.is_dir() {
        files.push(path.to_path_buf());
        return Ok(());
    }
    fs::read_dir(path)?.try_for_each(|entry| find(&entry?.path(), files))
}

/// FNV-1a with 128 bits: nobody has a reason to construct two sources with the same hash.
struct Hash(u128);

impl Hash {
    fn new() -> Hash {
        Hash(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }

    /// Adds bytes after their count, so that no two sequences run into each other.
    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes.len().to_le_bytes().iter().chain(bytes) {
            self.0 = (self.0 ^ u128::from(*byte))
                .wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
        }
    }
}
