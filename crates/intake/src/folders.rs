//! Finds submissions on disk: single files, or folders of files.
//!
//! What a path means follows from its contents. A file is a submission. A folder named after a
//! verdict, or called `submissions`, holds submissions, as does a folder that contains such
//! folders. Any other folder with files directly in it, or with a folder `src`, is one submission
//! of several files; otherwise each of its entries is a submission, as in a folder of students'
//! folders. In the folder of a learning platform, all files of a student's attempt are one
//! submission. An archive stands for its contents, whether these are a submission or all of them.
//! Links are not followed, because they could lead anywhere.
//!
//! Files side by side are one submission only if nothing shows that they are several programs, or
//! if it is known that they belong together: because there are other entries beside their folder,
//! or because a platform or the caller says so.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use referee_checker::text::escape;

use crate::hand_in::attempts::{self, HandInAttempt};
use crate::hand_in::{self, Content, HandIns, Hints};
use crate::other_form::{self, Readable};
use crate::submission::{
    FindOptions, FoundSubmissions, Grouping, HandedIn, PlatformFolder, Submission,
};
use referee_base::archive::{self, ArchiveBounds, SkippedEntry};
use referee_base::fault::{Fault, show_as};
use referee_base::files::{LinkBoundary, TemporaryFolder};
use referee_events::{Platform, Student};
use referee_package::{ExpectedVerdicts, Package, is_disabled};
use referee_programs::language::Languages;
use referee_programs::{
    Source, files_below, is_compiled, is_made_by_tools, is_passed_over, is_passed_over_path,
    own_files,
};

/// Finds the submissions at a path that is not an archive.
///
/// # Errors
/// The path cannot be read, or it is ambiguous whether it is one submission or several.
pub(crate) fn find_on_disk(
    path: &Path,
    languages: &Languages,
    options: &FindOptions,
) -> Result<FoundSubmissions, Fault> {
    let grouping = options.grouping;
    let advice =
        || "name a program, a folder of programs or of submissions, or an archive of these".into();
    let path = &path.canonicalize().map_err(|error| Fault::cannot_find(path, &error, advice))?;
    let mut found = FoundSubmissions::default();
    // Names are relative to the folder that holds the folders of verdicts, whichever level the path
    // is on.
    let above = path.parent().unwrap_or(path);
    let root = match ExpectedVerdicts::of_folder(name_of(above)) {
        Some(_) if !is_collection(path, options)? => above.parent().unwrap_or(above),
        _ if path.is_file() || ExpectedVerdicts::of_folder(name_of(path)).is_some() => above,
        _ if grouping == Grouping::OneProgram => above,
        _ if grouping == Grouping::EachFile || is_collection(path, options)? => path,
        _ => above,
    };
    let mut walk = SubmissionWalk::new(root, path, languages, options, &mut found);
    match grouping {
        Grouping::OneProgram => walk.one(path, path, Placement::Together),
        _ => {
            let is_alone = path.is_dir()
                && !is_named_collection(above)
                && grouping != Grouping::EachFolder
                && options.main.files.is_none();
            let placement = if is_alone { Placement::Unknown } else { Placement::Together };
            walk.visit(path, placement)?;
        }
    }
    let several = walk.several;
    if options.students.is_some() && found.handed_in.is_empty() {
        let fault = Fault::bad_input("no name in it has the form that `students` says").at(path);
        return Err(fault.help("it is the form of a whole name, such as '{student}_{id}_{*}'"));
    }
    if let Some(several) = several {
        return Err(several);
    }
    found.submissions.sort_by(|a, b| a.name.cmp(&b.name));
    found.others.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(found)
}

/// Finds the submissions of a package: every entry of a folder directly below its `submissions`.
/// Links are followed within the boundary of the package.
///
/// # Errors
/// There is no such folder, or it cannot be read.
pub fn find_in_package(
    package: &Package,
    languages: &Languages,
) -> Result<FoundSubmissions, Fault> {
    let folder = package.path("");
    let folder = folder.canonicalize().map_err(|error| Fault::cannot_read(&folder, &error))?;
    let root = &folder.join("submissions");
    let links = package.links();
    let mut found = FoundSubmissions::default();
    let options = &FindOptions { grouping: Grouping::OneProgram, ..FindOptions::default() };
    let mut walk = SubmissionWalk::new(root, root, languages, options, &mut found);
    walk.links = Some(links);
    let is_collection = |path: &&PathBuf| path.is_dir() && links.follow(path).is_ok();
    for collection in entries(root)?.iter().filter(is_collection) {
        for entry in entries(collection)? {
            let target = links.follow(&entry).map(|target| target.path);
            let target = target.as_deref().unwrap_or(&entry);
            match walk.name(&entry).filter(|_| is_no_program(target, links)) {
                Some(name) => walk.found.passed_over.push(name),
                None => walk.one(&entry, target, Placement::Package),
            }
        }
    }
    Ok(found)
}

/// Returns the hints about a folder of students.
pub(crate) fn hints(options: &FindOptions) -> Hints<'_> {
    let only_certain = options.grouping != Grouping::Unsaid;
    Hints { template: options.students.as_ref(), only_certain }
}

/// Returns whether a folder holds submissions, rather than being one.
fn is_collection(path: &Path, options: &FindOptions) -> Result<bool, Fault> {
    if !path.is_dir() {
        return Ok(false);
    }
    if is_named_collection(path) {
        return Ok(true);
    }
    let entries = entries(path)?;
    if hand_in::platform(path, &entries, hints(options)).is_some() {
        return Ok(true);
    }
    let holds_submissions =
        |entry: &PathBuf| entry.is_dir() && ExpectedVerdicts::of_folder(name_of(entry)).is_some();
    // Files directly in a folder make it one submission, unless all are archives of submissions;
    // the folder `src` of a project does, too.
    let is_of_project = |entry: &PathBuf| entry.is_file() || name_of(entry) == "src";
    Ok(entries.iter().any(holds_submissions)
        || (entries.len() > 1 && entries.iter().all(|entry| archive::is_archive(entry)))
        || (!entries.is_empty() && !entries.iter().any(is_of_project)))
}

/// Returns whether a folder holds submissions according to its name.
fn is_named_collection(path: &Path) -> bool {
    let name = name_of(path);
    name == "submissions" || ExpectedVerdicts::of_folder(name).is_some()
}

/// Whether files are known to belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Placement {
    /// They may belong to several people.
    Unknown,
    /// They belong together.
    Together,
    /// They belong together, and the package format defines which is started.
    Package,
}

struct SubmissionWalk<'a> {
    root: &'a Path,
    /// The path that the caller has named.
    given: &'a Path,
    languages: &'a Languages,
    options: &'a FindOptions,
    /// The boundary of links, if they are followed.
    links: Option<&'a LinkBoundary>,
    found: &'a mut FoundSubmissions,
    /// The fault of the first entry that may be several submissions.
    several: Option<Fault>,
}

impl<'a> SubmissionWalk<'a> {
    fn new(
        root: &'a Path,
        given: &'a Path,
        languages: &'a Languages,
        options: &'a FindOptions,
        found: &'a mut FoundSubmissions,
    ) -> SubmissionWalk<'a> {
        SubmissionWalk { root, given, languages, options, links: None, found, several: None }
    }

    fn visit(&mut self, path: &Path, placement: Placement) -> Result<(), Fault> {
        if path.is_symlink() || !is_collection(path, self.options)? {
            let is_apart =
                self.options.grouping == Grouping::EachFile && placement == Placement::Unknown;
            if is_apart && path.is_dir() && !path.is_symlink() {
                return self.each(path, Placement::Together);
            }
            match self.name(path).filter(|name| self.is_left_over(name, path)) {
                Some(name) => self.found.passed_over.push(name),
                None => self.one(path, path, placement),
            }
            return Ok(());
        }
        // A folder that is the only entry of its parent may be a mere wrapper.
        let holds_many = is_named_collection(path) || entries(path)?.len() > 1;
        self.each(path, if holds_many { Placement::Together } else { placement })
    }

    /// Adds all entries of a folder of submissions.
    fn each(&mut self, path: &Path, placement: Placement) -> Result<(), Fault> {
        let entries = entries(path)?;
        let hints = hints(self.options);
        let Some(platform) = hand_in::platform(path, &entries, hints) else {
            return entries.iter().try_for_each(|entry| self.visit(entry, placement));
        };
        let HandIns { all, others } = hand_in::read(platform, path, &entries, hints)?;
        let (attempts, repeating) = attempts::select(all, self.options.attempts);
        self.students(platform, attempts, repeating);
        if platform != Platform::Template {
            return others.iter().try_for_each(|entry| self.visit(entry, placement));
        }
        for entry in others {
            let name = escape(entry.file_name().unwrap_or_default().as_encoded_bytes());
            let fault = Fault::bad_input("its name does not have the form that `students` says");
            self.found.others.push((name.into(), fault.at(entry)));
        }
        Ok(())
    }

    /// Returns whether an entry with this name was left by a compiler: among programs of the jury,
    /// where sources were handed in, or beside its source. Elsewhere it may be all that a student
    /// has handed in.
    fn is_left_over(&self, name: &str, path: &Path) -> bool {
        if path == self.given || !consists_of_compiled(path) {
            return false;
        }
        let folder = path.parent().unwrap_or(path);
        let is_of_jury = name_of(folder) == "submissions"
            || name
                .split('/')
                .rev()
                .skip(1)
                .any(|part| ExpectedVerdicts::of_folder(part).is_some());
        let is_source = |entry: &PathBuf| {
            entry.file_stem() == path.file_stem() && self.languages.of_file(entry).is_some()
        };
        is_of_jury || entries(folder).is_ok_and(|entries| entries.iter().any(is_source))
    }

    /// Adds a submission named after `path`, with its files at `target`, which differs if `path` is
    /// a link.
    fn one(&mut self, path: &Path, target: &Path, placement: Placement) {
        let Some(name) = self.name(path) else {
            let shown = escape(path.file_name().unwrap_or_default().as_encoded_bytes());
            let fault = Fault::bad_input("the name has characters that cannot be printed");
            self.found.others.push((shown.into(), fault.at(path).help("rename it")));
            return;
        };
        // A submission may be nested: its sources can be in a folder of their own.
        let expected = name.split('/').rev().skip(1).find_map(ExpectedVerdicts::of_folder);
        self.add(name, expected.map(Arc::new), target, placement);
    }

    /// Returns the name of the submission at a path; `None` if it cannot be printed.
    fn name(&self, path: &Path) -> Option<Arc<str>> {
        let name = path.strip_prefix(self.root).ok()?.to_str()?;
        (escape(name.as_bytes()) == name).then(|| name.into())
    }

    /// Adds the submissions of students.
    fn students(&mut self, platform: Platform, attempts: Vec<HandInAttempt>, repeating: usize) {
        let mut ids: BTreeMap<Arc<str>, BTreeSet<Student>> = BTreeMap::new();
        for HandInAttempt { hand_in, .. } in &attempts {
            let student = &hand_in.student;
            ids.entry(student.name.clone()).or_default().insert(student.clone());
        }
        let students = ids.values().map(BTreeSet::len).sum();
        self.found.recognized.push(PlatformFolder { platform, students, repeating });
        for HandInAttempt { hand_in, number } in attempts {
            let student = &hand_in.student;
            let name = match ids[&student.name].len() {
                1 => student.name.to_string(),
                _ => format!("{} ({})", student.name, student.id),
            };
            let name: Arc<str> = match number {
                None => name.into(),
                Some(number) => format!("{name}, attempt {number}").into(),
            };
            let (student, time) = (student.clone(), hand_in.time);
            let is_marked_late = hand_in.is_marked_late;
            let handed = HandedIn { student, time, is_marked_late, lateness: None };
            self.found.handed_in.insert(name.clone(), handed);
            match hand_in.content.folder(&mut self.found.unpacked) {
                Ok(folder) => self.add(name.clone(), None, &folder, Placement::Together),
                Err(fault) => self.found.others.push((name.clone(), fault)),
            }
            if let Content::Files(files) = &hand_in.content {
                self.name_copied(&name, files);
            }
        }
    }

    /// Names the submission that was just added after the user's files, instead of the
    /// temporary folder that holds copies of them.
    fn name_copied(&mut self, name: &Arc<str>, files: &[(PathBuf, String)]) {
        let only = match files {
            [(only, _)] => Some(only),
            _ => None,
        };
        if let Some(added) = self.found.submissions.last_mut().filter(|added| added.name == *name) {
            added.path = only.and_then(|only| typed(only));
        }
        let refused = self.found.others.last_mut().filter(|(refused, _)| refused == name);
        let (Some((_, fault)), Some((first, _))) = (refused, files.first()) else { return };
        let lies_in = |copy: &TemporaryFolder| {
            fault.path.as_deref().is_some_and(|path| path.starts_with(copy.path()))
        };
        if self.found.unpacked.iter().any(lies_in) {
            // The platform gave the files names of its own.
            let shown = only.or(first.parent().map(PathBuf::from).as_ref()).cloned();
            fault.path = shown.map(|path| path.into());
        }
    }

    /// Reads the program at a path, converting it if it is there in another form.
    fn read(&mut self, path: &Path, placement: Placement) -> Result<Source, Fault> {
        let copy = match placement {
            Placement::Package => None,
            _ => other_form::readable(path, self.languages)?,
        };
        let Some(Readable { folder, names }) = copy else {
            return Source::read(path, self.languages, self.links);
        };
        show_as(folder.path(), path);
        let mut source = Source::read(folder.path(), self.languages, None)?;
        source.written_as = names;
        self.found.unpacked.push(folder);
        Ok(source)
    }

    /// Adds the submission at a path.
    fn add(
        &mut self,
        name: Arc<str>,
        expected: Option<Arc<ExpectedVerdicts>>,
        path: &Path,
        placement: Placement,
    ) {
        if path.is_dir() {
            self.found.folders.insert(Arc::clone(&name));
        }
        let unpacked = unpacked(path, self.languages, &mut self.found.unpacked);
        let source =
            unpacked.and_then(|inside| self.read(inside.as_deref().unwrap_or(path), placement));
        let source = source.and_then(|mut source| {
            if placement == Placement::Unknown
                && let Err(fault) = source.refuse_several(self.languages)
            {
                let help =
                    "--each file judges each file as a submission, --each folder all of them as one";
                self.several.get_or_insert(fault.at(path).help(help));
            } else if placement != Placement::Package {
                source.choose_main(self.languages, &self.options.main_of(&name, &source))?;
                source.refuse_disguised()?;
            }
            Ok(source)
        });
        match source {
            Ok(source) => {
                let path = typed(path);
                self.found.submissions.push(Submission {
                    name,
                    source,
                    path,
                    expected,
                    refused: None,
                });
            }
            Err(fault) => self.found.others.push((name, fault)),
        }
    }
}

/// How deep archives may be nested in a submission.
const DEEPEST: usize = 3;

/// The bounds of the archive of one submission, with room for entries that do not count, such as
/// the output of builds.
const OF_ONE: ArchiveBounds = ArchiveBounds {
    entries: 100_000,
    entry_bytes: 64 << 20,
    bytes: 128 << 20,
    is_unwanted: is_passed_over_path,
};

/// The extensions of files beside the submissions of packages that are not programs.
const NO_PROGRAMS: [&str; 9] = ["ans", "in", "json", "md", "out", "pdf", "txt", "yaml", "yml"];

/// Returns whether a file, or all files of a folder, were written by a compiler.
fn consists_of_compiled(path: &Path) -> bool {
    if path.is_symlink() {
        return false;
    }
    if !path.is_dir() {
        return is_compiled(path) || path.extension() == Some(OsStr::new("bin"));
    }
    // If there are other files, the fault names these.
    let files = own_files(path, None).unwrap_or_default();
    !files.is_empty() && files.iter().all(|file| is_compiled(&path.join(file)))
}

/// Returns whether an entry among the submissions of a package is not a program: by its name,
/// because it is a folder without files, or because it was written by a compiler.
fn is_no_program(path: &Path, links: &LinkBoundary) -> bool {
    match path.extension().and_then(OsStr::to_str) {
        _ if is_disabled(name_of(path)) || consists_of_compiled(path) => true,
        _ if path.is_dir() => files_below(path, Some(links)).is_ok_and(|files| files.is_empty()),
        Some(extension) => NO_PROGRAMS.contains(&extension),
        None => ["README", "LICENSE", "Makefile"].contains(&name_of(path)),
    }
}

/// Returns a path as a user would type it in the current folder.
fn typed(path: &Path) -> Option<String> {
    let here = std::env::current_dir().ok().and_then(|here| here.canonicalize().ok());
    let below = here.and_then(|here| path.strip_prefix(here).ok().map(Path::to_path_buf));
    let shown = below.as_deref().unwrap_or(path).to_str()?;
    Some(if shown.is_empty() { "." } else { shown }.to_string())
}

/// Returns the folder with the contents of an archive, if a submission consists of one archive
/// without a program beside it. Its content may be such an archive again.
fn unpacked(
    path: &Path,
    languages: &Languages,
    folders: &mut Vec<TemporaryFolder>,
) -> Result<Option<PathBuf>, Fault> {
    let mut inside = path.to_path_buf();
    for depth in 0..=DEEPEST {
        let Some(only) = only_archive(&inside, languages)? else {
            return Ok((depth > 0).then_some(inside));
        };
        let folder = TemporaryFolder::new()?;
        let place = folder_of(&only, folder.path())?;
        show_as(&place, &only);
        if let Some(entry) = archive::unpack(&only, &place, &OF_ONE)?.first() {
            return Err(skipped(&only, entry));
        }
        inside = place;
        folders.push(folder);
    }
    let message =
        format!("archives within archives, more than {DEEPEST} deep; hand in the program itself");
    Err(Fault::bad_input(message).at(path))
}

/// Makes the folder for the content of an archive: it has its name, as if the folder had been
/// handed in.
pub(crate) fn folder_of(path: &Path, above: &Path) -> Result<PathBuf, Fault> {
    let stem = archive::stem(path).filter(|stem| !stem.trim_matches('.').is_empty());
    let inside = above.join(stem.unwrap_or("archive"));
    fs::create_dir(&inside).map_err(|error| Fault::cannot_write(&inside, &error))?;
    Ok(inside)
}

/// Returns the fault for an archive with an entry that had to be skipped: to judge a submission as
/// if it were complete would be unfair.
pub(crate) fn skipped(path: &Path, entry: &SkippedEntry) -> Fault {
    let message = format!(
        "{} in it cannot be taken: {}; hand in an archive without it",
        entry.name, entry.why
    );
    Fault::bad_input(message).at(path).help("unpack it by hand if it is worth it, and judge that")
}

/// Returns the archive that a submission consists of, if there is no program beside it.
fn only_archive(path: &Path, languages: &Languages) -> Result<Option<PathBuf>, Fault> {
    if path.is_symlink() {
        return Ok(None);
    }
    if !path.is_dir() {
        return Ok(archive::stem(path).map(|_| path.to_path_buf()));
    }
    let files = own_files(path, None)?;
    if files.iter().any(|file| languages.of_file(&path.join(file)).is_some()) {
        return Ok(None);
    }
    let is_archive = |file: &&String| archive::stem(Path::new(file)).is_some();
    let archives: Vec<&String> = files.iter().filter(is_archive).collect();
    match archives[..] {
        [] => Ok(None),
        [only] => Ok(Some(path.join(only))),
        [first, second, ..] => {
            let message =
                format!("several archives, such as {first} and {second}; hand in a single one");
            Err(Fault::bad_input(message))
        }
    }
}

/// Returns the entries of a folder that may belong to a submission, sorted.
pub(crate) fn entries(folder: &Path) -> Result<Vec<PathBuf>, Fault> {
    let all = fs::read_dir(folder).and_then(|all| all.collect::<Result<Vec<_>, _>>());
    let all = all.map_err(|error| Fault::cannot_read(folder, &error))?;
    let counted = all.iter().filter(|entry| !is_passed_over(&entry.file_name()));
    let paths = counted.map(fs::DirEntry::path).filter(|path| !is_made_by_tools(path));
    let mut entries: Vec<PathBuf> = paths.collect();
    entries.sort();
    Ok(entries)
}

fn name_of(path: &Path) -> &str {
    path.file_name().and_then(OsStr::to_str).unwrap_or("")
}
