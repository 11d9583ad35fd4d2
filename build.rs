//! Tells the program which sources it is made of, by one number in `REFEREE_SOURCES`: kept runs of a program made of others do not
//! count. It is of contents only, so that a program that was built or installed once more is the same.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// All that verdicts may depend on: this crate, those of the workspace where it is there, and which versions of other crates
/// there are.
const SOURCES: [&str; 6] =
    ["src", "crates/base/src", "checker/src", "crates/package/src", "crates/sandbox/src", "Cargo.lock"];

fn main() -> io::Result<()> {
    let mut files = Vec::new();
    for source in SOURCES.map(Path::new).into_iter().filter(|source| source.exists()) {
        println!("cargo::rerun-if-changed={}", source.display());
        find(source, &mut files)?;
    }
    files.sort();
    let mut hash = Hash::new();
    for file in files {
        hash.add(file.to_string_lossy().replace('\\', "/").as_bytes());
        hash.add(&fs::read(&file)?);
    }
    println!("cargo::rustc-env=REFEREE_SOURCES={:032x}", hash.0);
    tell_build();
    Ok(())
}

/// Tells the program how it was built: what `referee --version --verbose` says.
fn tell_build() {
    let features = env::vars().filter_map(|(name, _)| {
        let feature = name.strip_prefix("CARGO_FEATURE_")?;
        Some(feature.to_lowercase().replace('_', "-"))
    });
    let features = features.collect::<Vec<_>>().join(" ");
    let said = |name: &str| env::var(name).unwrap_or_default();
    for (name, value) in [
        ("COMMIT", commit().unwrap_or_default()),
        ("PROFILE", said("PROFILE")),
        ("TARGET", said("TARGET")),
        ("FEATURES", features),
        ("COMPILER", compiler().unwrap_or_default()),
    ] {
        println!("cargo::rustc-env=REFEREE_{name}={value}");
    }
}

/// Returns the commit that the builder names, or that a package from a registry was made from. No repository is read, so that neither a
/// commit nor a checkout without one makes another program of the same sources.
fn commit() -> Option<String> {
    const PACKAGED: &str = ".cargo_vcs_info.json";
    println!("cargo::rerun-if-env-changed=REFEREE_COMMIT");
    let named = env::var("REFEREE_COMMIT").ok();
    let packaged = || {
        let text = fs::read_to_string(PACKAGED).ok()?;
        Some(text.split_once("\"sha1\":")?.1.split('"').nth(1)?.to_string())
    };
    let is_commit = |text: &String| text.bytes().all(|byte| byte.is_ascii_hexdigit());
    named.or_else(packaged).filter(is_commit)
}

/// Returns the version of the compiler.
fn compiler() -> Option<String> {
    let output = Command::new(env::var_os("RUSTC")?).arg("--version").output().ok()?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_string())
}

/// Finds all files at a path or below it.
fn find(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !path.is_dir() {
        files.push(path.to_path_buf());
        return Ok(());
    }
    fs::read_dir(path)?.try_for_each(|entry| find(&entry?.path(), files))
}

/// FNV-1a with 128 bits: nobody has a reason to make two sources with the same number.
struct Hash(u128);

impl Hash {
    fn new() -> Hash {
        Hash(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }

    /// Adds bytes, with their number, so that no two sequences run into each other.
    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes.len().to_le_bytes().iter().chain(bytes) {
            self.0 = (self.0 ^ u128::from(*byte))
                .wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
        }
    }
}
