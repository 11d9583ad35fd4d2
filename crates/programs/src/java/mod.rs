//! Handles what Java needs besides its commands: a file must be named after its public class, and
//! `java` is given the class to start, with its package. Submitted file names show neither.

pub mod class_file;
mod text;

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use walkdir::WalkDir;

use referee_base::fault::Fault;

pub(super) use text::{text_of, types};

/// The maximum number of entries that are searched for classes, and their maximum depth.
const MAX_FILES: usize = 20_000;
const MAX_DEPTH: usize = 64;

/// The largest class file that is read, in bytes; the compiler makes no larger ones.
const MAX_CLASS_BYTES: u64 = 8 << 20;

/// The maximum length of a class name in bytes: with its extension it is the name of a file.
const MAX_NAME: usize = 255 - ".java".len();

/// Prepares copies of sources in a folder for the compiler: converts them to UTF-8, names each
/// after its public type unless another source has that name, and removes submitted class files, so
/// that those found later come from the sources.
pub(super) fn prepare(
    folder: &Path,
    files: &[String],
    sources: &mut [String],
    main: &mut String,
) -> Result<(), Fault> {
    for class in files.iter().filter(|file| file.ends_with(".class")) {
        let path = folder.join(class);
        fs::remove_file(&path).map_err(|error| Fault::cannot_write(&path, &error))?;
    }
    let mut taken: HashSet<String> = sources.iter().cloned().collect();
    for source in sources {
        let path = folder.join(&*source);
        let bytes = fs::read(&path).map_err(|error| Fault::cannot_read(&path, &error))?;
        let text = text::decoded(&bytes);
        if text.as_bytes() != bytes {
            fs::write(&path, &*text).map_err(|error| Fault::cannot_write(&path, &error))?;
        }
        // No file can have a longer name, as the compiler says.
        let is_possible = |name: &&str| name.len() <= MAX_NAME;
        let Some(name) = text::public_type(&text).filter(is_possible) else { continue };
        let above = source.rfind('/').map_or("", |at| &source[..=at]);
        let named = format!("{above}{name}.java");
        let to = folder.join(&named);
        // A file that is not compiled gives way, such as an earlier version.
        if to.is_dir() || !taken.insert(named.clone()) {
            continue;
        }
        fs::rename(&path, &to).map_err(|error| Fault::cannot_write(&to, &error))?;
        taken.remove(source.as_str());
        if *main == *source {
            main.clone_from(&named);
        }
        *source = named;
    }
    Ok(())
}

/// Finds the main class among those compiled into a folder. If there are several candidates, the
/// first of `names` that is the name of exactly one of them decides, ignoring case. If none does,
/// or if there is no candidate, returns all of them as the inner error.
pub(super) fn main_class(
    folder: &Path,
    names: &[String],
) -> io::Result<Result<String, Vec<String>>> {
    let mut candidates = classes_with_main(folder)?;
    if candidates.iter().any(|name| !name.contains('$')) {
        // A nested class is started only if there is no other candidate.
        candidates.retain(|name| !name.contains('$'));
    }
    candidates.sort();
    let simple = |class: &str| class.rsplit('.').next().unwrap_or(class).to_lowercase();
    let called = |name: &String| {
        let mut called = candidates.iter().filter(|class| simple(class) == *name);
        called.next().filter(|_| called.next().is_none())
    };
    let class = match &candidates[..] {
        [only] => Some(only),
        _ => names.iter().find_map(called),
    };
    Ok(class.cloned().ok_or(candidates))
}

/// Returns the full names of all classes that `java` can start and finds at their path.
fn classes_with_main(folder: &Path) -> io::Result<Vec<String>> {
    let mut found = Vec::new();
    let walk = WalkDir::new(folder).max_depth(MAX_DEPTH).into_iter();
    for entry in walk.take(MAX_FILES) {
        let entry = entry?;
        let below = entry.path().strip_prefix(folder).ok().and_then(Path::to_str);
        let Some(place) = below.and_then(|path| path.strip_suffix(".class")) else { continue };
        if !entry.file_type().is_file() {
            continue;
        }
        let mut bytes = Vec::new();
        File::open(entry.path())?.take(MAX_CLASS_BYTES).read_to_end(&mut bytes)?;
        let class = class_file::parse(&bytes).filter(|class| class.has_main && class.name == place);
        // The compiler creates no name that `java` would take for an option.
        let class = class.filter(|class| !class.name.starts_with(['-', '@']));
        found.extend(class.map(|class| class.name.replace('/', ".")));
    }
    Ok(found)
}

#[cfg(test)]
mod tests;
