//! The files of one program, and their language.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use referee_checker::text::escape;

use super::copy::looks_like_a_program;
use super::language::{Language, Languages};
use super::listed::list;
use super::python_package::is_name;
use super::{MAX_BYTES, MAX_DEPTH, MAX_FILES, MAX_FOLDERS, MAX_NAMES, beside, entry, no_program};
use referee_base::digest::{ContentHash, Digest};
use referee_base::fault::Fault;
use referee_base::files::{self, LinkBoundary};
use referee_package::constants::Constants;

/// The usual name of a main file, and that in a copy, without extension and in lower case.
pub(super) const MAIN: &str = "main";

/// The files of one program.
#[derive(Debug, Clone, Default)]
pub struct Source {
    /// The folder of its files.
    pub folder: PathBuf,
    /// All its files, relative to the folder, sorted: sources, and files they may include.
    pub files: Vec<String>,
    /// The files in the language.
    pub sources: Vec<String>,
    /// The main source, which is started.
    pub main: String,
    /// Whether the main source is known: it is the only source, or its name decides. Otherwise it
    /// is merely the first.
    pub is_main_known: bool,
    /// The language.
    pub language: Language,
    /// Whether it runs where it is; otherwise it is copied and built in the copy.
    pub in_place: bool,
    /// Files that are made executable: many archives lose the executable bit.
    pub programs: Vec<&'static str>,
    /// Files that are added to its own, or replace them, before it is built: their names and paths.
    pub included: Vec<(String, PathBuf)>,
    /// The constants that are substituted in its files when they are copied.
    pub constants: Arc<Constants>,
    /// Whether they are substituted only in files that are added: `{{n}}` in a contestant's own
    /// file is the contestant's.
    pub keeps_own_files: bool,
    /// The names that files had when they were handed in, by their present names, if they were
    /// converted.
    pub written_as: BTreeMap<String, String>,
    /// The hash of its files, if they are a copy that does not change.
    pub known_content: Option<ContentHash>,
    /// Modules of Python that its main file imports first of all, if that is ours. A program that
    /// waits for it has already imported them. Its other files are read by the main one, not
    /// imported.
    pub imports: &'static [&'static str],
}

impl Source {
    /// Finds the files of the program at a path, a file or a folder, and the language of most of
    /// them. Links in the folder are followed within `links`, or not at all if that is `None`,
    /// because they could lead anywhere. Files made by tools are left out.
    ///
    /// # Errors
    /// There is no program: a link, an empty folder, no known language, or too many or too large
    /// files.
    pub fn read(
        path: &Path,
        languages: &Languages,
        links: Option<&LinkBoundary>,
    ) -> Result<Source, Fault> {
        Source::of_files(path, languages, |folder| own_files(folder, links))
    }

    fn of_files(
        path: &Path,
        languages: &Languages,
        files_in: impl FnOnce(&Path) -> Result<Vec<String>, Fault>,
    ) -> Result<Source, Fault> {
        if path.is_symlink() {
            return Err(Fault::bad_input("this is a link, and links are not followed")
                .at(path)
                .help("replace it with a copy of its target"));
        }
        if !path.is_dir() && !path.is_file() {
            return Err(Fault::no_file(path));
        }
        let (folder, files) = if path.is_dir() {
            (path.to_path_buf(), files_in(path)?)
        } else {
            (path.parent().unwrap_or(path).to_path_buf(), vec![name_of(path).to_string()])
        };
        if files.iter().map(|file| bytes_of(&folder, file)).sum::<u64>() > MAX_BYTES {
            let message = format!("more than {} MiB: no program", MAX_BYTES >> 20);
            return Err(Fault::bad_input(message).at(path));
        }
        if files.iter().map(String::len).sum::<usize>() > MAX_NAMES {
            let most = MAX_NAMES >> 10;
            let message =
                format!("more than {most} KiB of file names: shorten those of files and folders");
            return Err(Fault::bad_input(message).at(path));
        }
        if files.is_empty() {
            return Err(Fault::bad_input("there is no file in it").at(path));
        }
        let language = language_of_most(&folder, &files, languages).ok_or_else(|| {
            let message = no_program::described(&files, languages);
            Fault::bad_input(message).at(path)
        })?;
        let is_source = |file: &&String| language.has(file);
        let sources: Vec<String> = files.iter().filter(is_source).cloned().collect();
        let language = language.clone();
        let source = Source { folder, files, sources, language, ..Source::default() };
        let (main, is_main_known) = source.find_main();
        Ok(Source { main, is_main_known, ..source })
    }

    /// Reads a jury program, whose folder may have scripts `build` and `run` that build
    /// and run it.
    pub fn of_tool(
        path: &Path,
        languages: &Languages,
        links: Option<&LinkBoundary>,
    ) -> Result<Source, Fault> {
        let has = |script: &str| path.join(script).is_file();
        if path.is_symlink() || !has("build") && !has("run") {
            return Source::of_files(path, languages, |folder| files_below(folder, links));
        }
        let words = |words: &[&str]| words.iter().map(|word| word.to_string()).collect();
        let compile = if has("build") { words(&["{folder}/build"]) } else { Vec::new() };
        let run = words(&["{folder}/run"]);
        let language = Language { compile, run, ..languages.of_scripts() };
        let programs = ["build", "run"].into_iter().filter(|script| has(script)).collect();
        let (folder, files) = (path.to_path_buf(), files_below(path, links)?);
        Ok(Source { folder, files, language, programs, ..Source::default() })
    }

    /// Returns an error if the files are several programs, as far as that is visible.
    ///
    /// # Errors
    /// They are several, or one cannot be read.
    pub fn refuse_several(&self, languages: &Languages) -> Result<(), Fault> {
        match &entry::programs(&self.folder, &self.files, languages)?[..] {
            [] | [_] => Ok(()),
            several => Err(Fault::bad_input(format!(
                "there are several programs in it: {}",
                list(several)
            ))),
        }
    }

    /// Returns an error if the file that is started is a document with a program's name. Programs
    /// in languages that do not ship may be anything.
    pub fn refuse_disguised(&self) -> Result<(), Fault> {
        let main = self.folder.join(&self.main);
        let extension = main.extension().and_then(|extension| extension.to_str());
        let is_text = extension.is_some_and(|one| Languages::shipped().of_extension(one).is_some());
        match no_program::disguised(&main).filter(|_| is_text) {
            None => Ok(()),
            Some(what) => Err(Fault::bad_input(format!(
                "{} is {what} that is named like a program; hand in the source file of the program",
                list(&[&self.main])
            ))),
        }
    }

    /// Creates a command that needs no building, and that finds these files in a folder.
    pub fn of_command(command: Vec<String>, folder: &Path, files: Vec<String>) -> Source {
        let language = Language { run: command, ..Language::new("command".into()) };
        let folder = folder.to_path_buf();
        Source { folder, files, language, in_place: true, ..Source::default() }
    }

    /// Returns all files from which it is built, with their paths: the added ones, and those of its
    /// own that they do not replace.
    pub(super) fn paths(&self) -> impl Iterator<Item = (&String, PathBuf)> {
        let is_replaced = |file: &String| self.included.iter().any(|(other, _)| other == file);
        let own = self.files.iter().filter(move |file| !is_replaced(file));
        let own = own.map(|file| (file, self.folder.join(file)));
        own.chain(self.included.iter().map(|(file, path)| (file, path.clone())))
    }

    fn is_added(&self, path: &Path) -> bool {
        self.included.iter().any(|(_, added)| added == path)
    }

    /// Returns the constants that are substituted in a file when it is copied.
    pub(super) fn constants_of(&self, path: &Path) -> Option<&Constants> {
        (!self.keeps_own_files || self.is_added(path)).then_some(&*self.constants)
    }

    /// Returns the main source, and whether it is known: the only one, or the one with a usual
    /// name. Otherwise it is merely the first.
    fn find_main(&self) -> (String, bool) {
        let called = |name: String| self.sources.iter().find(|source| stem_of(source) == name);
        let named = self.main_names().find_map(called);
        let is_known = named.is_some() || self.sources.len() == 1;
        (named.or(self.sources.first()).cloned().unwrap_or_default(), is_known)
    }

    /// Returns the usual names of a main file, without extension and in lower case: one of them is
    /// that of the folder, unless it is a file alone, which may be in any.
    pub(super) fn main_names(&self) -> impl Iterator<Item = String> {
        let folder = Some(name_of(&self.folder)).filter(|_| self.files.len() > 1);
        [MAIN, "__main__"].into_iter().chain(folder).map(str::to_lowercase)
    }

    /// Returns the folder of the nearest file of this name above its main file: with a slash, or
    /// empty if that is the folder of the program.
    pub(super) fn nearest_folder_with(&self, name: &str) -> Option<&str> {
        let above = self.main.match_indices('/').rev().map(|(at, _)| &self.main[..=at]);
        above.chain([""]).find(|folder| self.files.contains(&format!("{folder}{name}")))
    }

    /// Returns the name of the package in Python that the folder is: its own if that is valid, and
    /// if there is more than one file, since a file alone may be in any folder.
    pub(super) fn package(&self) -> &str {
        let folder = Some(name_of(&self.folder));
        folder.filter(|name| self.files.len() > 1 && is_name(name)).unwrap_or("package")
    }

    /// Returns whether files are added that do not replace its own.
    pub(super) fn has_driver(&self) -> bool {
        self.included.iter().any(|(file, _)| !self.files.contains(file))
    }

    /// Returns the total size of its own files in bytes.
    pub fn size(&self) -> u64 {
        self.files.iter().map(|file| bytes_of(&self.folder, file)).sum()
    }

    /// Adds the files of a folder, which replace its own of the same names. A file called `main`
    /// becomes the main source. Links are followed within `links`.
    pub fn include(&mut self, folder: &Path, links: &LinkBoundary) -> Result<(), Fault> {
        let names = files_below(folder, Some(links))?;
        let is_driver = |name: &&String| self.language.has(name) && stem_of(name) == MAIN;
        let depth = |name: &&String| name.matches('/').count();
        // A driver is started, and calls the submission.
        if let Some(driver) = names.iter().filter(is_driver).min_by_key(depth) {
            (self.main, self.is_main_known) = (driver.clone(), true);
        }
        for name in names {
            if self.language.has(&name) && !self.sources.contains(&name) {
                self.sources.push(name.clone());
            }
            let path = folder.join(&name);
            self.included.push((name, path));
        }
        Ok(())
    }

    /// Returns a hash that is equal only for programs made of the same files with the same
    /// commands.
    pub fn content(&self) -> Result<ContentHash, Fault> {
        let mut digest = Digest::new();
        digest.add(format!("{:?}", self.language).as_bytes());
        digest.add(self.sources.join("\0").as_bytes());
        digest.add(self.main.as_bytes());
        digest.add(&[u8::from(self.is_main_known)]);
        // The folder may be the package that it imports, or name the class to start.
        if self.language.is_python() || self.language.starts_a_class() {
            digest.add(self.package().as_bytes());
        }
        for (name, value) in &*self.constants {
            digest.add(format!("{name}={value} {}", self.keeps_own_files).as_bytes());
        }
        self.known_content.iter().for_each(|content| digest.add(content));
        let is_known = |path: &Path| self.known_content.is_some() && !self.is_added(path);
        for (file, path) in self.paths().filter(|(_, path)| !is_known(path)) {
            let content = files::read_at_most(&path, u64::MAX)?;
            digest.add(file.as_bytes());
            digest.add(&content);
            // Another file of it may start this one.
            let is_program = looks_like_a_program(&content) || files::is_executable(&path);
            digest.add(&[u8::from(is_program)]);
        }
        Ok(digest.number())
    }
}

/// Returns the language of most files, where those in other languages that it compiles with its own
/// count, too. An auxiliary language is returned only if there is no other, as is one that has only
/// tests. Among equals, it is that of a file called `main`, then that with more bytes, then the
/// first known.
fn language_of_most<'a>(
    folder: &Path,
    files: &[String],
    languages: &'a Languages,
) -> Option<&'a Language> {
    let in_language = |file| Some((file, &languages.of_file(&folder.join(file))?.name));
    let all: Vec<(&String, &String)> = files.iter().filter_map(in_language).collect();
    let known = languages.iter().rev().filter_map(|language| {
        let own = all.iter().filter(|(_, name)| **name == language.name);
        let mut own: Vec<&String> = own.map(|(file, _)| *file).collect();
        if !own.is_empty() {
            own.extend(files.iter().filter(|file| language.takes(file)));
        }
        let has_main = own.iter().any(|file| stem_of(file) == MAIN);
        let bytes: u64 = own.iter().map(|file| bytes_of(folder, file)).sum();
        let has_program = own.iter().any(|file| !beside::is_test(file));
        let rank = (!language.is_auxiliary, has_program, own.len(), has_main, bytes);
        (!own.is_empty()).then_some((rank, language))
    });
    known.max_by_key(|(rank, _)| *rank).map(|(_, language)| language)
}

fn bytes_of(folder: &Path, file: &str) -> u64 {
    folder.join(file).metadata().map_or(0, |file| file.len())
}

/// Returns the name of a file without folders and extension, in lower case.
pub(super) fn stem_of(file: &str) -> String {
    stem(file).to_lowercase()
}

/// Returns the name of a file without folders and extension.
pub(super) fn stem(file: &str) -> &str {
    let name = file.rsplit('/').next().unwrap_or(file);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// Returns all files below a folder, sorted. Links are followed within `links`, or else not at all;
/// other links are ignored.
///
/// # Errors
/// The folder cannot be read, has more files or nested folders than a program may have, or a file
/// whose name cannot be printed.
pub fn files_below(folder: &Path, links: Option<&LinkBoundary>) -> Result<Vec<String>, Fault> {
    walk_files(folder, links, |_| true)
}

/// Returns the files below a folder that were not made by tools; or all, if there are no others,
/// because then these were handed in.
pub fn own_files(folder: &Path, links: Option<&LinkBoundary>) -> Result<Vec<String>, Fault> {
    let own = walk_files(folder, links, |entry| {
        if entry.file_type().is_dir() {
            !beside::is_made_by_tools(entry.path())
        } else {
            !beside::is_compiled(entry.path())
        }
    })?;
    if own.is_empty() { files_below(folder, links) } else { Ok(own) }
}

/// Returns the files below a folder for which all entries on the path are wanted.
fn walk_files(
    folder: &Path,
    links: Option<&LinkBoundary>,
    is_wanted: impl Fn(&walkdir::DirEntry) -> bool,
) -> Result<Vec<String>, Fault> {
    let (mut files, mut others) = (Vec::new(), 0);
    let walk = walkdir::WalkDir::new(folder).follow_links(links.is_some()).sort_by_file_name();
    let is_followed = |path: &Path| links.is_some_and(|links| links.follow(path).is_ok());
    let is_taken = |entry: &walkdir::DirEntry| {
        entry.depth() == 0
            || !beside::is_passed_over(entry.file_name())
                && (!entry.path_is_symlink() || is_followed(entry.path()))
                && is_wanted(entry)
    };
    for entry in walk.into_iter().filter_entry(is_taken) {
        let entry = match entry {
            Ok(entry) => entry,
            // A dangling link, or a cycle of links.
            Err(error) if error.path().is_some_and(Path::is_symlink) => continue,
            Err(error) => return Err(files::walk_fault(folder, &error)),
        };
        let refused = |message| Err(Fault::bad_input(message).at(folder));
        if !entry.file_type().is_file() {
            others += 1;
            if others > MAX_FOLDERS {
                return refused(format!("more than {MAX_FOLDERS} folders: no program"));
            }
            continue;
        }
        let below = entry.path().strip_prefix(folder).ok().and_then(Path::to_str);
        let Some(below) = below.filter(|name| escape(name.as_bytes()) == **name) else {
            let fault =
                Fault::bad_input("the name of this file has characters that cannot be printed");
            return Err(fault.at(entry.path()).help("rename it"));
        };
        if entry.depth() > MAX_DEPTH + 1 {
            return refused(format!("more than {MAX_DEPTH} nested folders: no program"));
        }
        files.push(below.to_string());
        if files.len() > MAX_FILES {
            return refused(format!("more than {MAX_FILES} files: no program"));
        }
    }
    Ok(files)
}

fn name_of(path: &Path) -> &str {
    path.file_name().and_then(OsStr::to_str).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_folder_is_part_of_the_content_if_it_may_be_a_package() {
        let place = tempfile::tempdir().unwrap();
        let languages = Languages::shipped();
        let content = |folder: &str, name: &str, text: &str, has_helper: bool| {
            let folder = place.path().join(folder);
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join(name), text).unwrap();
            fs::write(folder.join("helper.py"), "n = 1\n").unwrap();
            let path = if has_helper { folder } else { folder.join(name) };
            Source::read(&path, &languages, None).unwrap().content().unwrap()
        };
        let text = "from pkg.helper import n\nprint(n)\n";
        let of_python = |folder, has_helper| content(folder, "main.py", text, has_helper);
        assert_ne!(of_python("pkg", true), of_python("other", true));
        assert_eq!(of_python("pkg", true), of_python("deeper/pkg", true));
        assert_eq!(of_python("pkg", false), of_python("other", false));
        let of_c = |folder| content(folder, "main.c", "int main() {}\n", false);
        assert_eq!(of_c("c"), of_c("other"));
    }

    #[test]
    fn a_file_in_too_many_folders_is_no_program() {
        let place = tempfile::tempdir().unwrap();
        let read = |depth: usize| {
            let folder = place.path().join("a/".repeat(depth));
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join("main.py"), "").unwrap();
            Source::read(place.path(), &Languages::shipped(), None).map_err(|fault| fault.message)
        };
        assert_eq!(read(MAX_DEPTH).unwrap().files.len(), 1);
        let message = "more than 100 nested folders: no program".to_string();
        assert_eq!(read(MAX_DEPTH + 1).unwrap_err(), message);
        for number in 0..MAX_FOLDERS {
            fs::create_dir(place.path().join(format!("0{number}"))).unwrap();
        }
        assert_eq!(read(1).unwrap_err(), "more than 10000 folders: no program");
    }
}
