//! The languages of programs: how each is recognized, compiled and run.
//!
//! They are defined in `languages.toml`; a file of the same form adds languages or replaces keys of
//! one.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, OnceLock};

use fancy_regex::Regex;
use referee_base::document::{DocumentError, Table};
use referee_base::files;

use super::places::{CLASS, INCLUDE, MAIN, Part, STATIC, STEM};
use referee_sandbox::{MemoryRule, TimeBy};

const SHIPPED: &str = include_str!("languages.toml");

/// The largest `slack`, in MiB.
const MAX_SLACK: i64 = 1 << 20;

/// A language: how its programs are recognized, compiled and run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Language {
    /// The name for programs, such as `cpp`.
    pub name: String,
    /// The name for people, such as `C++`.
    pub title: String,
    /// The extensions of its files, without the dot.
    pub extensions: Vec<String>,
    /// Extensions of another language: a file with one of them is in this one if its first line
    /// matches `shebang`.
    pub shebang_extensions: Vec<String>,
    /// The pattern for the first line of such files.
    pub shebang: Option<Pattern>,
    /// Whether its files mostly accompany programs in other languages: then a program is in it only
    /// if no file is in another language.
    pub is_auxiliary: bool,
    /// Whether the names of its files have a meaning; otherwise the main file of a program gets a
    /// neutral one.
    pub keeps_names: bool,
    /// The names of files in which its tools look for another version of themselves, or for
    /// options: these files are left out.
    pub settings: Vec<String>,
    /// The sources in other languages that are compiled with its own.
    pub parts: Vec<Part>,
    /// The pattern of tests, which need a library that is not installed.
    pub tests: Option<Pattern>,
    /// The command that compiles the library of a program whose project has one.
    pub library: Vec<String>,
    /// The command that compiles; empty if nothing is compiled. As in `run`, the program may be
    /// several names with `|` between them: the first that is installed is called.
    pub compile: Vec<String>,
    /// The options that the compile command gets to build programs with sanitizers; empty if there
    /// are none.
    pub sanitize: Vec<String>,
    /// The libraries that `{static}` in the compile command needs.
    pub static_libraries: Vec<String>,
    /// The command that runs a program.
    pub run: Vec<String>,
    /// The arguments that make its compiler and its interpreter print their version.
    pub version: Vec<String>,
    /// The arguments that make them print their path; empty if they cannot.
    pub locate: Vec<String>,
    /// Further programs that its commands may call, if they are installed.
    pub calls: Vec<String>,
    /// The paths it reads outside the folders of the system; `~` at the start is the home folder.
    pub readable: Vec<String>,
    /// The environment variables that it needs, as `NAME=value`.
    pub environment: Vec<String>,
    /// How its memory is limited.
    pub memory: MemoryRule,
    /// Whether the instructions of its programs measure their work, because no compiler or garbage
    /// collector works beside them.
    pub is_counted: bool,
}

/// All languages, distinguished by name and by extension.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Languages {
    /// Shared by all copies: every submission uses the languages that ship.
    all: Arc<Vec<Language>>,
    /// The file that defines some of them, if there is one, as its reader sees it.
    pub file: Option<String>,
}

impl Default for Languages {
    fn default() -> Languages {
        Languages::shipped()
    }
}

impl Languages {
    /// Returns the languages that ship. Their document is read only once, because every problem
    /// without languages of its own needs them.
    pub fn shipped() -> Languages {
        static READ: LazyLock<Languages> = LazyLock::new(|| {
            Languages::none().read(SHIPPED, Pattern::later).expect("a test reads what ships")
        });
        READ.clone()
    }

    fn none() -> Languages {
        Languages { all: Arc::default(), file: None }
    }

    /// Returns these languages, with the additions and replacements of a document.
    ///
    /// # Errors
    /// The first position at which the document is invalid.
    pub fn with(self, document: &str) -> Result<Languages, DocumentError> {
        self.read(document, Pattern::now)
    }

    fn read(mut self, document: &str, compile: Compile) -> Result<Languages, DocumentError> {
        let mut table = Table::of_format_1(document)?;
        let mut defined = Vec::new();
        for entry in table.tables("language")? {
            let name = self.add(entry, &defined, compile)?;
            defined.push(name);
        }
        table.finish()?;
        Ok(self)
    }

    /// Returns the language of scripts, which may call the compiler or the interpreter of any
    /// language.
    pub(super) fn of_scripts(&self) -> Language {
        let each =
            |list: fn(&Language) -> &[String]| self.all.iter().flat_map(list).cloned().collect();
        let first =
            |language: &Language| language.compile.first().or(language.run.first()).cloned();
        let calls = self.all.iter().filter_map(first);
        let calls =
            calls.flat_map(|names| alternatives(&names).map(String::from).collect::<Vec<_>>());
        Language {
            calls: calls.collect(),
            readable: each(|language| &language.readable),
            environment: each(|language| &language.environment),
            memory: MemoryRule::Resident,
            ..Language::new("scripts".into())
        }
    }

    /// Adds a language, or replaces keys of one, and returns its name. Other languages lose its
    /// extensions, except those that the same document has `defined`.
    fn add(
        &mut self,
        mut entry: Table,
        defined: &[String],
        compile: Compile,
    ) -> Result<String, DocumentError> {
        let start = entry.place();
        let (name, _) = entry.required_text("name")?;
        let known = self.all.iter().position(|language| language.name == name);
        let mut language = match known {
            Some(at) => self.all[at].clone(),
            None => Language::new(name),
        };
        if let Some((title, _)) = entry.text("title")? {
            language.title = title;
        }
        for (key, list) in [
            ("endings", &mut language.extensions),
            ("shebang_endings", &mut language.shebang_extensions),
            ("compile", &mut language.compile),
            ("library", &mut language.library),
            ("sanitize", &mut language.sanitize),
            ("static", &mut language.static_libraries),
            ("run", &mut language.run),
            ("version", &mut language.version),
            ("locate", &mut language.locate),
            ("settings", &mut language.settings),
            ("readable", &mut language.readable),
            ("environment", &mut language.environment),
        ] {
            if let Some(texts) = entry.given_texts(key)? {
                *list = texts.into_iter().map(|(text, _)| text).collect();
            }
        }
        for (key, flag) in [
            ("auxiliary", &mut language.is_auxiliary),
            ("keep_names", &mut language.keeps_names),
            ("instructions", &mut language.is_counted),
        ] {
            if let Some((given, _)) = entry.placed_flag(key)? {
                *flag = given;
            }
        }
        language.replace_patterns(&mut entry, compile)?;
        language.memory = memory_of(&mut entry, language.memory)?;
        for (key, list) in [("endings", &language.extensions), ("run", &language.run)] {
            if list.is_empty() {
                return Err(entry.missing(key));
            }
        }
        entry.finish()?;
        let before = known.map_or(&[][..], |at| &self.all[at].extensions);
        let mut claimed = language.extensions.clone();
        claimed.retain(|extension| !is_in(before, extension));
        if let Err(other) = self.take(&claimed, defined) {
            let message =
                format!("an extension of `{}` already belongs to `{other}`", language.name);
            return Err(DocumentError { message, place: start, help: None });
        }
        let name = language.name.clone();
        let all = Arc::make_mut(&mut self.all);
        match known {
            Some(at) => all[at] = language,
            None => all.push(language),
        }
        Ok(name)
    }

    /// Removes these extensions from all languages, or returns the name of a language that must not
    /// lose one.
    fn take(&mut self, extensions: &[String], kept: &[String]) -> Result<(), String> {
        for language in Arc::make_mut(&mut self.all) {
            let is_taken = |extension: &String| is_in(extensions, extension);
            if language.extensions.iter().any(is_taken) && kept.contains(&language.name) {
                return Err(language.name.clone());
            }
            language.extensions.retain(|extension| !is_taken(extension));
            language.shebang_extensions.retain(|extension| !is_taken(extension));
        }
        Ok(())
    }

    /// Returns the language of an extension.
    pub fn of_extension(&self, extension: &str) -> Option<&Language> {
        self.all.iter().find(|language| is_in(&language.extensions, extension))
    }

    /// Returns the language of a file, by its extension, and by its first line if that decides.
    pub fn of_file(&self, path: &Path) -> Option<&Language> {
        let extension = path.extension()?.to_str()?;
        let mut candidates = self
            .all
            .iter()
            .filter(|language| is_in(&language.shebang_extensions, extension))
            .peekable();
        if candidates.peek().is_some() {
            let line = first_line(path);
            let is_shebang = |language: &&Language| {
                language.shebang.as_ref().is_some_and(|shebang| shebang.is_match(&line))
            };
            if let Some(language) = candidates.find(is_shebang) {
                return Some(language);
            }
        }
        self.of_extension(extension)
    }

    /// Returns whether a file is in a language. Two languages may have the same extension, as Perl
    /// and Prolog do; then the first line decides.
    pub(super) fn is_of(&self, language: &Language, file: &Path) -> bool {
        let name = file.file_name().and_then(OsStr::to_str).unwrap_or_default();
        // The extension first, so that few files need to be read.
        language.has(name) && self.of_file(file).is_some_and(|found| found.name == language.name)
    }

    /// Iterates over all languages.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Language> {
        self.all.iter()
    }
}

/// Returns the entry of a list that an extension matches. Case matters only in a single letter:
/// `.C` is C++ and `.c` is C, but `.CPP`, the only form that old systems have, is `.cpp`.
fn entry_of<'a>(extensions: &'a [String], extension: &str) -> Option<&'a String> {
    let is_same = |known: &str| known.len() > 1 && known.eq_ignore_ascii_case(extension);
    extensions.iter().find(|known| *known == extension || is_same(known))
}

fn is_in(extensions: &[String], extension: &str) -> bool {
    entry_of(extensions, extension).is_some()
}

/// Returns the names of programs, of which the first that is installed is called.
pub(super) fn alternatives(names: &str) -> impl Iterator<Item = &str> {
    names.split('|')
}

/// Returns the first line of a file that is not blank, without a byte order mark, as far as it can
/// be read.
fn first_line(path: &Path) -> String {
    const BYTES: u64 = 200;
    let mut start = Vec::new();
    if let Ok(file) = files::open(path) {
        // If the file cannot be read, its extension decides, and copying it reports the fault.
        let _ = file.take(BYTES).read_to_end(&mut start);
    }
    let text = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&start);
    let text = text.trim_ascii_start();
    String::from_utf8_lossy(text.split(|&byte| byte == b'\n').next().unwrap_or_default())
        .into_owned()
}

/// A pattern for texts, compiled once for all copies. Most runs use none of the patterns that ship,
/// and compiling them takes longer than the rest of reading them, so they are compiled when they
/// are first used. Those of users are compiled immediately, because they may be wrong.
#[derive(Clone)]
pub struct Pattern(Arc<(String, OnceLock<Regex>)>);

/// Makes a pattern from its text, compiled now or when it is first used.
type Compile = fn(String) -> Result<Pattern, fancy_regex::Error>;

impl Pattern {
    fn now(text: String) -> Result<Pattern, fancy_regex::Error> {
        let regex = Regex::new(&text)?;
        Ok(Pattern(Arc::new((text, OnceLock::from(regex)))))
    }

    fn later(text: String) -> Result<Pattern, fancy_regex::Error> {
        Ok(Pattern(Arc::new((text, OnceLock::new()))))
    }

    pub(super) fn is_match(&self, text: &str) -> bool {
        let (pattern, regex) = &*self.0;
        let compiled = || Regex::new(pattern).expect("a test compiles those that ship");
        regex.get_or_init(compiled).is_match(text).unwrap_or(false)
    }
}

/// The hash of a program includes its language in this form, which must be the same whether the
/// pattern was used or not.
impl fmt::Debug for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_tuple("Pattern").field(&self.0.0).finish()
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Pattern) -> bool {
        self.0.0 == other.0.0
    }
}

impl Eq for Pattern {}

/// Expands `~` at the start of a path to the home folder. `$NAME|PATH` becomes the folder in this
/// variable of the caller, or else the path.
fn expanded(path: &str) -> PathBuf {
    if let Some((name, path)) = path.strip_prefix('$').and_then(|path| path.split_once('|')) {
        let named = env::var_os(name).map(PathBuf::from).filter(|named| named.is_absolute());
        return named.unwrap_or_else(|| expanded(path));
    }
    match path.strip_prefix("~/") {
        Some(below) => env::home_dir().unwrap_or_default().join(below),
        None => PathBuf::from(path),
    }
}

/// Returns how the memory of a language is bounded, given the rule so far.
fn memory_of(entry: &mut Table, before: MemoryRule) -> Result<MemoryRule, DocumentError> {
    let rule = match entry.text("memory")? {
        None => before,
        Some((name, _)) if name == "address-space" => MemoryRule::AddressSpace,
        Some((name, _)) if name == "resident" => MemoryRule::Resident,
        Some((name, place)) => {
            let message = format!("unknown memory rule `{name}`");
            let help = Some("expected one of: address-space, resident".into());
            return Err(DocumentError { message, place, help });
        }
    };
    let place = entry.place();
    let Some(slack) = entry.integer("slack", 0, MAX_SLACK)? else { return Ok(rule) };
    if rule == MemoryRule::AddressSpace {
        let message = "`slack` belongs to `memory = \"resident\"`".into();
        return Err(DocumentError { message, place, help: None });
    }
    Ok(MemoryRule::Data { slack: (slack as u64) << 20 })
}

impl Language {
    /// Creates a language with this name, and everything else empty.
    pub(super) fn new(name: String) -> Language {
        let version = vec!["--version".into()];
        Language { title: name.clone(), name, version, ..Language::default() }
    }

    /// Replaces its patterns, and the kinds of sources that are compiled with its own, by those in
    /// an entry.
    fn replace_patterns(
        &mut self,
        entry: &mut Table,
        compile: Compile,
    ) -> Result<(), DocumentError> {
        for (key, own) in [("shebang", &mut self.shebang), ("tests", &mut self.tests)] {
            if let Some((pattern, place)) = entry.text(key)? {
                *own = Some(compile(pattern).map_err(|error| DocumentError {
                    message: format!("`{key}` is not a valid regular expression: {error}"),
                    place,
                    help: None,
                })?);
            }
        }
        if let Some(parts) = entry.given_texts("parts")? {
            self.parts = parts.iter().map(|(part, _)| Part::read(part)).collect();
        }
        Ok(())
    }

    /// Returns whether its programs are machine code: without an interpreter or a virtual machine,
    /// they start within a millisecond.
    pub fn is_native(&self) -> bool {
        self.run.first().is_some_and(|command| command == "{program}")
    }

    /// Returns whether compiling makes files, instead of only checking the sources.
    pub(super) fn makes_files(&self) -> bool {
        let is_place = |word: &String| word.contains("{program}") || word.contains("{folder}");
        self.compile.iter().any(is_place)
    }

    /// Returns how the time of its programs is measured if `asked` is requested.
    pub fn time_by(&self, asked: TimeBy) -> TimeBy {
        if self.is_counted { asked } else { TimeBy::Cpu }
    }

    /// Returns whether a file is one of its sources if it is the language of the program.
    pub(super) fn has(&self, file: &str) -> bool {
        self.extension(file).is_some()
    }

    /// Returns the extension of one of its files as its tools know it, in the usual case.
    pub(super) fn extension(&self, file: &str) -> Option<&str> {
        let own = Path::new(file).extension()?.to_str()?;
        let known = entry_of(&self.extensions, own);
        known.or_else(|| entry_of(&self.shebang_extensions, own)).map(String::as_str)
    }

    /// Returns the paths it reads outside the folders of the system, with the home folder
    /// substituted.
    pub(super) fn readable(&self) -> impl Iterator<Item = PathBuf> {
        self.readable.iter().map(|path| expanded(path))
    }

    /// Returns the environment variables that it needs, with the home folder substituted.
    pub(super) fn variables(&self) -> Vec<(OsString, OsString)> {
        let variables = self.environment.iter().filter_map(|variable| {
            let (name, value) = variable.split_once('=')?;
            Some((OsString::from(name), expanded(value).into_os_string()))
        });
        variables.collect()
    }

    /// Returns whether a file in another language is compiled with its own.
    pub(super) fn takes(&self, file: &str) -> bool {
        self.parts.iter().any(|part| part.is_of(file))
    }

    /// Returns whether its files include others, as in C.
    pub(super) fn includes(&self) -> bool {
        self.compile.iter().any(|word| word == INCLUDE)
    }

    pub(super) fn is_python(&self) -> bool {
        self.name.starts_with("python")
    }

    /// Returns whether it is Go, where a folder is a package.
    pub(super) fn is_go(&self) -> bool {
        self.name == "go"
    }

    /// Returns what affects runs besides the words of its commands: variables with their values,
    /// and how memory and time are measured.
    pub fn given(&self) -> String {
        format!("{:?} {:?} {}", self.variables(), self.memory, self.is_counted)
    }

    /// Returns whether its programs are started by the name of a class, which is searched for among
    /// the compiled classes.
    pub(super) fn starts_a_class(&self) -> bool {
        self.run.iter().any(|word| word.contains(CLASS))
    }

    /// Returns whether its commands name the file that is started.
    pub(super) fn starts_a_file(&self) -> bool {
        let mut words = self.compile.iter().chain(&self.run);
        words.any(|word| word.contains(MAIN) || word.contains(STEM))
    }

    /// Returns the commands that query its compiler for the libraries that `{static}` needs, which
    /// not every installation has. A statically linked program starts in half the time, because no
    /// libraries have to be searched for.
    pub(super) fn static_probes(&self) -> impl Iterator<Item = [String; 2]> {
        let is_wanted = self.compile.iter().any(|word| word == STATIC);
        let compiler = self.compile.first().filter(|_| is_wanted);
        compiler.into_iter().flat_map(|compiler| {
            let asked = |library| [compiler.clone(), format!("-print-file-name={library}")];
            self.static_libraries.iter().map(asked)
        })
    }

    /// Returns the language with a command that builds programs with sanitizers; `None` if there
    /// are none. Their libraries cannot be linked statically, and they reserve more address space
    /// than any limit allows.
    pub fn sanitized(&self) -> Option<Language> {
        let compile = self.compile.iter().filter(|word| *word != STATIC).chain(&self.sanitize);
        let compile = compile.cloned().collect();
        let language = || Language { compile, memory: MemoryRule::Resident, ..self.clone() };
        (!self.sanitize.is_empty()).then(language)
    }
}

#[cfg(test)]
mod tests;
