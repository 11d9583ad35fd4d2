//! The languages of programs: how each is recognised, compiled and run.
//!
//! They are defined in `languages.toml`; a file of the same form adds languages or replaces keys of one.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use fancy_regex::Regex;
use referee_base::document::{DocumentError, Table};
use referee_base::files;
use referee_checker::Position;

use referee_sandbox::{MemoryRule, TimeBy};

/// The languages that ship.
const SHIPPED: &str = include_str!("languages.toml");

/// The placeholder for the option to link statically.
const STATIC: &str = "{static}";

/// The largest `slack`, in MiB.
const MAX_SLACK: i64 = 1 << 20;

/// The placeholder for the main class.
const CLASS: &str = "{class}";

/// A language: how its programs are recognised, compiled and run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Language {
    /// The name for programs, such as `cpp`.
    pub name: String,
    /// The name for people, such as `C++`.
    pub title: String,
    /// The extensions of its files, without the dot, case-sensitive.
    pub extensions: Vec<String>,
    /// The extensions of another language whose files are in this one if their first line matches `shebang`.
    pub shebang_extensions: Vec<String>,
    /// The pattern for the first line of such files.
    pub shebang: Option<Shebang>,
    /// Whether its files mostly accompany programs in other languages: a program is in it only if no file is in another language.
    pub is_auxiliary: bool,
    /// The command that compiles; empty where nothing is compiled. As in `run`, the program may be several names with `|` between them, of
    /// which the first that is installed is called.
    pub compile: Vec<String>,
    /// The options that the compile command gets to build programs that sanitizers watch; empty where there are none.
    pub sanitize: Vec<String>,
    /// The libraries that `{static}` in the compile command needs.
    pub static_libraries: Vec<String>,
    /// The command that runs a program.
    pub run: Vec<String>,
    /// The arguments that ask its compiler and its interpreter for their version.
    pub version: Vec<String>,
    /// The arguments that ask them for their path; empty if they cannot tell.
    pub locate: Vec<String>,
    /// Further programs that its commands may call, if they are installed.
    pub calls: Vec<String>,
    /// The paths it reads outside the folders of the system; `~` at the start is the home folder.
    pub readable: Vec<String>,
    /// The environment variables that it needs, as `NAME=value`.
    pub environment: Vec<String>,
    /// How its memory is limited.
    pub memory: MemoryRule,
    /// Whether the instructions of its programs tell how much they work: where nothing translates or collects beside them.
    pub is_counted: bool,
}

/// The values of placeholders in commands; [`Language::substitute`] substitutes them.
#[derive(Debug, Clone, Default)]
pub struct Places<'a> {
    /// The folder of all files, as the command sees it.
    pub folder: &'a str,
    /// The main file, relative to the folder.
    pub main: &'a str,
    /// All files of the language, relative to the folder.
    pub sources: &'a [String],
    /// The main class, with its package, where one was found.
    pub class: &'a str,
    /// The memory limit, in MiB.
    pub memory: u64,
    /// Whether programs are linked statically.
    pub is_static: bool,
}

/// All languages, distinguished by name and by extension.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Languages(Vec<Language>);

impl Default for Languages {
    fn default() -> Languages {
        Languages::shipped()
    }
}

impl Languages {
    /// Returns the languages that ship. Their document is read once: a problem that names none of its own asks again and again.
    pub fn shipped() -> Languages {
        static READ: LazyLock<Languages> =
            LazyLock::new(|| Languages(Vec::new()).with(SHIPPED).expect("a test reads what ships"));
        READ.clone()
    }

    /// Returns these languages, with the additions and replacements of a document.
    ///
    /// # Errors
    /// The first position at which the document is invalid.
    pub fn with(mut self, document: &str) -> Result<Languages, DocumentError> {
        let mut table = Table::parse(document)?;
        if table.integer("format", 1, 1)?.is_none() {
            return Err(table.missing("format"));
        }
        let mut defined = Vec::new();
        for entry in table.tables("language")? {
            let name = self.add(entry, &defined)?;
            defined.push(name);
        }
        table.finish()?;
        Ok(self)
    }

    /// Returns the language of scripts that may call the compiler or the interpreter of any language.
    pub(super) fn of_scripts(&self) -> Language {
        let each =
            |list: fn(&Language) -> &[String]| self.0.iter().flat_map(list).cloned().collect();
        let first =
            |language: &Language| language.compile.first().or(language.run.first()).cloned();
        let calls = self.0.iter().filter_map(first);
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

    /// Adds a language, or replaces keys of one, and returns its name. It takes its extensions from other languages, except from those that
    /// the same document has `defined`.
    fn add(&mut self, mut entry: Table, defined: &[String]) -> Result<String, DocumentError> {
        let start = entry.place();
        let (name, _) = entry.required_text("name")?;
        let known = self.0.iter().position(|language| language.name == name);
        let mut language = match known {
            Some(at) => self.0[at].clone(),
            None => Language::new(name),
        };
        if let Some((title, _)) = entry.text("title")? {
            language.title = title;
        }
        for (key, list) in [
            ("endings", &mut language.extensions),
            ("shebang_endings", &mut language.shebang_extensions),
            ("compile", &mut language.compile),
            ("sanitize", &mut language.sanitize),
            ("static", &mut language.static_libraries),
            ("run", &mut language.run),
            ("version", &mut language.version),
            ("locate", &mut language.locate),
            ("readable", &mut language.readable),
            ("environment", &mut language.environment),
        ] {
            let texts = entry.texts(key)?;
            if !texts.is_empty() {
                *list = texts.into_iter().map(|(text, _)| text).collect();
            }
        }
        if let Some((pattern, place)) = entry.text("shebang")? {
            language.shebang = Some(Shebang::read(&pattern, place)?);
        }
        language.is_auxiliary |= entry.flag("auxiliary")?;
        language.is_counted |= entry.flag("instructions")?;
        language.memory = memory_of(&mut entry, language.memory)?;
        for (key, list) in [("endings", &language.extensions), ("run", &language.run)] {
            if list.is_empty() {
                return Err(entry.missing(key));
            }
        }
        entry.finish()?;
        let before = known.map_or(&[][..], |at| &self.0[at].extensions);
        let mut claimed = language.extensions.clone();
        claimed.retain(|extension| !before.contains(extension));
        if let Err(other) = self.take(&claimed, defined) {
            let message =
                format!("an extension of `{}` belongs to `{other}` already", language.name);
            return Err(DocumentError { message, place: start, help: None });
        }
        let name = language.name.clone();
        match known {
            Some(at) => self.0[at] = language,
            None => self.0.push(language),
        }
        Ok(name)
    }

    /// Takes these extensions from all languages, or returns the name of a language that must not lose one.
    fn take(&mut self, extensions: &[String], kept: &[String]) -> Result<(), String> {
        for language in &mut self.0 {
            let is_taken = |extension: &String| extensions.contains(extension);
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
        self.0.iter().find(|language| is_in(&language.extensions, extension))
    }

    /// Returns the language of a file, by its extension, and by its first line where that decides.
    pub fn of_file(&self, path: &Path) -> Option<&Language> {
        let extension = path.extension()?.to_str()?;
        let mut candidates = self
            .0
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

    /// Iterates over all languages.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Language> {
        self.0.iter()
    }
}

fn extension_of(file: &str) -> Option<&str> {
    Path::new(file).extension().and_then(OsStr::to_str)
}

fn is_in(extensions: &[String], extension: &str) -> bool {
    extensions.iter().any(|known| known == extension)
}

/// Returns the names of programs of which the first that is installed is called.
pub(super) fn alternatives(names: &str) -> impl Iterator<Item = &str> {
    names.split('|')
}

/// Returns the first line of a file, as far as it can be read.
fn first_line(path: &Path) -> String {
    const BYTES: u64 = 200;
    let mut start = Vec::new();
    if let Ok(file) = files::open(path) {
        // The extension decides about a file that cannot be read, and the fault is found when it is copied.
        let _ = file.take(BYTES).read_to_end(&mut start);
    }
    String::from_utf8_lossy(start.split(|&byte| byte == b'\n').next().unwrap_or_default())
        .into_owned()
}

/// A pattern for the first line of files, compiled once for all of them.
#[derive(Debug, Clone)]
pub struct Shebang(Regex);

impl Shebang {
    fn read(pattern: &str, place: Position) -> Result<Shebang, DocumentError> {
        Regex::new(pattern).map(Shebang).map_err(|error| DocumentError {
            message: format!("`shebang` is no regular expression: {error}"),
            place,
            help: None,
        })
    }

    fn is_match(&self, line: &str) -> bool {
        self.0.is_match(line).unwrap_or(false)
    }
}

impl PartialEq for Shebang {
    fn eq(&self, other: &Shebang) -> bool {
        self.0.as_str() == other.0.as_str()
    }
}

impl Eq for Shebang {}

/// Expands `~/` at the start of a path to the home folder.
fn expanded(path: &str) -> PathBuf {
    match path.strip_prefix("~/") {
        Some(below) => env::home_dir().unwrap_or_default().join(below),
        None => PathBuf::from(path),
    }
}

/// Returns how the memory of a language is bounded that has been bounded by the given rule before.
fn memory_of(entry: &mut Table, before: MemoryRule) -> Result<MemoryRule, DocumentError> {
    let rule = match entry.text("memory")? {
        Some((rule, place)) => memory_rule(&rule, place)?,
        None => before,
    };
    let place = entry.place();
    let Some(slack) = entry.integer("slack", 0, MAX_SLACK)? else { return Ok(rule) };
    if rule == MemoryRule::AddressSpace {
        let message = "`slack` belongs to `memory = \"resident\"`".into();
        return Err(DocumentError { message, place, help: None });
    }
    Ok(MemoryRule::Data { slack: (slack as u64) << 20 })
}

fn memory_rule(name: &str, place: Position) -> Result<MemoryRule, DocumentError> {
    match name {
        "address-space" => Ok(MemoryRule::AddressSpace),
        "resident" => Ok(MemoryRule::Resident),
        _ => Err(DocumentError {
            message: format!("unknown memory rule `{name}`"),
            place,
            help: Some("known are: address-space, resident".into()),
        }),
    }
}

impl Language {
    /// Creates a language of that name, with everything else empty.
    pub(super) fn new(name: String) -> Language {
        let title = name.clone();
        let none = Vec::new;
        Language {
            name,
            title,
            extensions: none(),
            shebang_extensions: none(),
            shebang: None,
            is_auxiliary: false,
            compile: none(),
            sanitize: none(),
            static_libraries: none(),
            run: none(),
            version: vec!["--version".into()],
            locate: none(),
            calls: none(),
            readable: none(),
            environment: none(),
            memory: MemoryRule::AddressSpace,
            is_counted: false,
        }
    }

    /// Returns how the time of its programs is measured if it is asked to be measured in this way.
    pub fn time_by(&self, asked: TimeBy) -> TimeBy {
        if self.is_counted { asked } else { TimeBy::Cpu }
    }

    /// Returns whether a file is one of its sources if it is the language of the program.
    pub(super) fn has(&self, file: &str) -> bool {
        self.claims(file)
            || extension_of(file).is_some_and(|own| is_in(&self.shebang_extensions, own))
    }

    /// Returns whether a file has one of its extensions, whatever its first line.
    pub(super) fn claims(&self, file: &str) -> bool {
        extension_of(file).is_some_and(|own| is_in(&self.extensions, own))
    }

    /// Returns the paths it reads outside the folders of the system, with the home folder substituted.
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

    /// Returns whether its programs are started by the name of a class, which is searched for among the compiled classes.
    pub(super) fn starts_a_class(&self) -> bool {
        self.run.iter().any(|word| word.contains(CLASS))
    }

    /// Returns the commands that ask its compiler for the libraries that `{static}` needs, which not every installation has. A statically
    /// linked program starts in half the time, since no libraries have to be searched for.
    pub(super) fn static_probes(&self) -> impl Iterator<Item = [String; 2]> {
        let is_wanted = self.compile.iter().any(|word| word == STATIC);
        let compiler = self.compile.first().filter(|_| is_wanted);
        compiler.into_iter().flat_map(|compiler| {
            let asked = |library| [compiler.clone(), format!("-print-file-name={library}")];
            self.static_libraries.iter().map(asked)
        })
    }

    /// Returns the language with a command that builds programs which sanitizers watch; none where there are none. Their libraries cannot be
    /// linked statically, and they reserve more address space than any limit allows.
    pub fn sanitized(&self) -> Option<Language> {
        let compile = self.compile.iter().filter(|word| *word != STATIC).chain(&self.sanitize);
        let compile = compile.cloned().collect();
        let language = || Language { compile, memory: MemoryRule::Resident, ..self.clone() };
        (!self.sanitize.is_empty()).then(language)
    }

    /// Substitutes the placeholders of a command. A word `{sources}` becomes one word for each source, and `{static}` the option of that
    /// name, or nothing.
    pub fn substitute(command: &[String], places: &Places) -> Vec<String> {
        let inside = |file: &str| format!("{}/{file}", places.folder);
        let mut filled = Vec::new();
        for word in command {
            if word == "{sources}" {
                filled.extend(places.sources.iter().map(|source| inside(source)));
                continue;
            }
            if word == STATIC {
                filled.extend(places.is_static.then(|| "-static".to_string()));
                continue;
            }
            let stem = places.main.rsplit_once('.').map_or(places.main, |(stem, _)| stem);
            filled.push(
                word.replace("{main}", &inside(places.main))
                    .replace("{stem}", stem)
                    .replace(CLASS, places.class)
                    .replace("{program}", &inside("program"))
                    .replace("{folder}", places.folder)
                    .replace("{memory}", &places.memory.to_string()),
            );
        }
        filled
    }
}

#[cfg(test)]
mod tests;
