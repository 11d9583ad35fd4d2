//! What lies beside the sources of a program and does not belong to it: leftovers of systems and
//! their tools, installed libraries, the output of builds, and tests.
//!
//! A folder that may also be the program's own, such as `build`, counts as made by a tool only
//! if there is evidence, and one that a tool has marked only if there is no program in it.

use std::ffi::OsStr;
use std::io::Read;
use std::path::Path;

use referee_base::files;

use super::language::Languages;

/// Files and folders that systems and their tools leave behind.
const LEFT: [&str; 4] = ["__MACOSX", "__pycache__", "Thumbs.db", "desktop.ini"];

/// Folders of installed libraries, and of build tools.
const INSTALLED: [&str; 5] =
    ["node_modules", "site-packages", "venv", "CMakeFiles", "dist-newstyle"];

/// Folders made by builds, each with folders in it that prove it.
const MADE: [(&str, &[&str]); 1] =
    [("target", &["debug", "release", "classes", "test-classes", "generated-sources"])];

/// Files that mark the folder around them as made by a tool.
const MARKS: [&str; 3] = ["CACHEDIR.TAG", "CMakeCache.txt", "pyvenv.cfg"];

/// The prefixes of folders that people create for builds.
const BUILDS: [&str; 2] = ["build", "cmake-build"];

/// The folder for sources, in which they may lie as deep as tools such as Maven require.
const SOURCES: &str = "src";

/// Sources elsewhere lie at most this deep; what tools make of their own lies deeper.
const DEPTH: usize = 2;

/// Folders of the programs of a virtual environment.
const TOOLS: [&str; 2] = ["bin", "Scripts"];

/// Folders made by builds, with the names or suffixes of files beside them that prove it.
const BUILT: [(&str, &[&str]); 5] = [
    ("target", &["Cargo.toml", "pom.xml"]),
    ("build", &["build.gradle", "build.gradle.kts"]),
    ("dist", &["package.json"]),
    ("bin", &[".csproj"]),
    ("obj", &[".csproj"]),
];

/// The extensions of files that compilers write.
const COMPILED: [&str; 13] =
    ["a", "class", "dll", "dylib", "exe", "jar", "lib", "o", "pyc", "pyo", "so", "wasm", "zo"];

/// The extensions of files that compilers and people write: models and proteins, for instance.
const UNCERTAIN: [&str; 4] = ["bin", "obj", "out", "pdb"];

/// The first bytes of executables and libraries: ELF, the forms of Mach-O, Java's classes, and what
/// debuggers read on Windows.
const MAGIC: [[u8; 4]; 7] = [
    *b"\x7fELF",
    [0xfe, 0xed, 0xfa, 0xce],
    [0xfe, 0xed, 0xfa, 0xcf],
    [0xce, 0xfa, 0xed, 0xfe],
    [0xcf, 0xfa, 0xed, 0xfe],
    [0xca, 0xfe, 0xba, 0xbe],
    *b"Micr",
];

/// The first bytes of executables and object files for Windows.
const SHORT_MAGIC: [[u8; 2]; 3] = [*b"MZ", [0x64, 0x86], [0x4c, 0x01]];

/// Returns whether a file or folder with this name is ignored: hidden, or left behind by a system
/// or its tools.
pub fn is_passed_over(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".") || LEFT.iter().any(|left| name == *left)
}

/// Returns whether the names on a path, such as that of an archive entry, show that it leads to
/// nothing of a program's own.
pub fn is_passed_over_path(way: &str) -> bool {
    let parts: Vec<&str> =
        way.split('/').filter(|part| !matches!(*part, "" | "." | "..")).collect();
    let is_made = |pair: &[&str]| {
        MADE.iter().any(|(name, inside)| pair[0] == *name && inside.contains(&pair[1]))
    };
    parts.iter().any(|part| is_passed_over(OsStr::new(part)) || INSTALLED.contains(part))
        || parts.windows(2).any(is_made)
}

/// Returns whether a folder is not a program's own: it holds installed libraries, or was made by a
/// build.
pub fn is_made_by_tools(folder: &Path) -> bool {
    let Some(name) = folder.file_name().and_then(OsStr::to_str) else { return false };
    let is_made = || {
        let mut inside =
            MADE.iter().filter(|(made, _)| *made == name).flat_map(|(_, inside)| *inside);
        inside.any(|inside| folder.join(inside).is_dir())
    };
    let is_built = || {
        let beside = BUILT.iter().filter(|(built, _)| *built == name).flat_map(|(_, ends)| *ends);
        beside.copied().any(|end| has_file_with_end(folder.parent(), end))
    };
    INSTALLED.contains(&name)
        || MARKS.iter().any(|mark| folder.join(mark).is_file()) && !has_own_sources(folder)
        || is_made()
        || is_built()
}

/// Returns whether there is a program in a folder that a tool has marked: people create
/// environments and build in the folder of their program. The tools of an environment do not count,
/// nor does a folder whose name is one for builds.
fn has_own_sources(folder: &Path) -> bool {
    let name = folder.file_name().and_then(OsStr::to_str).unwrap_or_default();
    if BUILDS.iter().any(|start| name.starts_with(start)) {
        return false;
    }
    let languages = Languages::shipped();
    let is_source = |path: &Path| {
        let extension = path.extension().and_then(OsStr::to_str);
        extension.is_some_and(|extension| languages.of_extension(extension).is_some())
    };
    let is_own = |entry: &walkdir::DirEntry| {
        let name = entry.file_name();
        let is_tool = TOOLS.iter().chain(&INSTALLED).any(|tool| name == *tool);
        let is_deep = entry.depth() > DEPTH && !entry.path().starts_with(folder.join(SOURCES));
        entry.depth() == 0 || !is_deep && !is_tool && !is_passed_over(name)
    };
    let below = walkdir::WalkDir::new(folder).into_iter().filter_entry(is_own);
    below.flatten().any(|entry| entry.file_type().is_file() && is_source(entry.path()))
}

fn has_file_with_end(folder: Option<&Path>, end: &str) -> bool {
    let Some(folder) = folder else { return false };
    if !end.starts_with('.') {
        return folder.join(end).is_file();
    }
    let mut entries = folder.read_dir().into_iter().flatten().flatten();
    entries.any(|entry| entry.file_name().as_encoded_bytes().ends_with(end.as_bytes()))
}

/// Returns whether a file was written by a compiler, by its extension, or else by its first bytes.
pub fn is_compiled(file: &Path) -> bool {
    has_extension(file, &COMPILED)
        || (file.extension().is_none() || has_extension(file, &UNCERTAIN)) && is_executable(file)
}

fn has_extension(file: &Path, extensions: &[&str]) -> bool {
    let extension = file.extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase);
    extension.is_some_and(|extension| extensions.contains(&extension.as_str()))
}

/// Returns whether a file starts like an executable for a processor, or like a class of Java.
fn is_executable(file: &Path) -> bool {
    let mut start = [0; 4];
    // A pipe is not opened, since it may never have a writer.
    let is_read = files::open(file).is_ok_and(|mut file| file.read_exact(&mut start).is_ok());
    is_read && (MAGIC.contains(&start) || SHORT_MAGIC.iter().any(|magic| start.starts_with(magic)))
}

/// Returns whether the name of a source shows that it holds tests, or the settings of a tool.
pub(super) fn is_test(file: &str) -> bool {
    let name = file.rsplit('/').next().unwrap_or(file);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    is_below_tests(file)
        || matches!(stem, "conftest" | "tests" | "gulpfile" | "Gruntfile")
        || stem.starts_with("test_")
        || ["_test", "_tests", ".test", ".spec", ".config", ".conf", "Test", "Tests"]
            .iter()
            .any(|end| stem.len() > end.len() && stem.ends_with(end))
}

/// Returns whether a source is in a folder of tests.
pub(super) fn is_below_tests(file: &str) -> bool {
    let (folders, _) = file.rsplit_once('/').unwrap_or_default();
    folders.split('/').any(|folder| matches!(folder, "test" | "tests" | "__tests__"))
}

#[cfg(test)]
mod tests;
