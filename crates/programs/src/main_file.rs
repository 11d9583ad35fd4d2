//! Decides which of several files of a submission is started.
//!
//! Students' folders hold tests, helpers and earlier versions beside the program. A name decides,
//! or that only one file is a program; otherwise nothing is guessed.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::path::Path;

use globset::{Glob, GlobMatcher};

use super::beside::{is_below_tests, is_test};
use super::language::{Language, Languages};
use super::listed::list;
use super::source::{Source, stem, stem_of};
use super::tokens::{SourceTokens, is_of_name};
use super::{entry, java, parts};
use referee_base::fault::Fault;
use referee_base::files;
use referee_events::JudgedProgram;

/// The names by which the main file of a submission is recognized, besides the usual ones.
#[derive(Debug, Clone, Default)]
pub struct MainRules {
    /// The pattern of the only files that may be started.
    pub files: Option<FilePattern>,
    /// The name of the problem; empty if it does not matter.
    pub problem: String,
}

/// A pattern of file names.
#[derive(Debug, Clone)]
pub struct FilePattern(GlobMatcher);

impl PartialEq for FilePattern {
    fn eq(&self, other: &FilePattern) -> bool {
        self.0.glob() == other.0.glob()
    }
}

impl fmt::Display for FilePattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.glob().fmt(f)
    }
}

impl FilePattern {
    /// Parses a pattern such as `solution.*`.
    ///
    /// # Errors
    /// A message that says what is wrong with it.
    pub fn parse(text: &str) -> Result<FilePattern, String> {
        let glob = Glob::new(text).map_err(|error| error.kind().to_string())?;
        Ok(FilePattern(glob.compile_matcher()))
    }

    /// Returns whether a path, or the name at its end, matches.
    pub fn fits(&self, file: &str) -> bool {
        let name = file.rsplit('/').next().unwrap_or(file);
        self.0.is_match(file) || self.0.is_match(name)
    }
}

/// Returns the fault that it is unclear which of several programs is started.
fn unclear(programs: &[&str]) -> Fault {
    let extension = programs[0].rsplit('.').next().unwrap_or_default();
    let message = format!(
        "it is not clear which of its files is started: {}; call the program main.{extension}, and hand in only that and its parts",
        list(programs)
    );
    Fault::bad_input(message).help("--file GLOB says which file counts")
}

/// Returns the sources that are copies of others, as after downloading twice: `main (1).py` beside
/// `main.py`. The file `main` is not a copy, and empty files are not alike.
fn copies(folder: &Path, sources: &[String], main: &str) -> Result<Vec<String>, Fault> {
    let mut sources: Vec<&str> = sources.iter().map(String::as_str).collect();
    // The shortest name is that of the original.
    sources.sort_by_key(|file| (*file != main, file.len(), *file));
    let mut texts = HashSet::new();
    let mut copies = Vec::new();
    for file in sources {
        let text = files::read_at_most(&folder.join(file), u64::MAX)?;
        if !text.is_empty() && !texts.insert(text) {
            copies.push(file.to_string());
        }
    }
    Ok(copies)
}

/// Returns in how many files each name occurs outside of comments.
fn names_in<'a>(
    folder: &Path,
    files: impl Iterator<Item = &'a String>,
) -> Result<HashMap<String, usize>, Fault> {
    let mut counts = HashMap::new();
    for file in files {
        let text = java::text_of(&folder.join(file))?;
        let tokens = SourceTokens::of(&text);
        let names: HashSet<&str> =
            tokens.flat_map(|token| token.split(|letter: char| !is_of_name(letter))).collect();
        names.into_iter().for_each(|name| *counts.entry(name.to_string()).or_default() += 1);
    }
    Ok(counts)
}

impl Source {
    /// Finds the main source of several files that are known to belong together: the one that the
    /// caller's pattern matches, or the one with a main file's name, or with the name of the
    /// problem, or else the only program among them. Other programs are not compiled with it.
    ///
    /// # Errors
    /// They are several programs, and no name decides; no file matches the caller's pattern; or one
    /// cannot be read.
    pub fn choose_main(&mut self, languages: &Languages, rules: &MainRules) -> Result<(), Fault> {
        if let Some(pattern) = &rules.files {
            return self.start_wanted(languages, pattern);
        }
        let rivals = self.rivals(languages);
        if self.files.len() < 2 || rivals.is_empty() && self.sources.len() < 2 {
            return Ok(());
        }
        let programs = entry::programs(&self.folder, &self.files, languages)?;
        if let Some(file) = self.called_like(&rules.problem, &programs, languages) {
            return self.start(&file, languages);
        }
        let folder = self.folder.clone();
        let of_rivals = |file: &&&str| {
            rivals.iter().any(|language| languages.is_of(language, &folder.join(file)))
        };
        let starts_a_class = self.language.starts_a_class();
        let called = self.called_as_main(&programs, languages);
        let named = match called[..] {
            [] => None,
            [only] => Some(only.to_string()),
            _ => return Err(unclear(&called)),
        };
        if let Some(only) = named.as_ref().filter(|_| !starts_a_class) {
            (self.main, self.is_main_known) = (only.clone(), true);
        }
        let mut own: Vec<&str> =
            programs.iter().copied().filter(|file| self.language.has(file)).collect();
        let has_program = own.iter().any(|file| !is_test(file));
        let strays = self.strays(named.as_deref().unwrap_or_default(), has_program)?;
        own.retain(|file| !strays.contains(&file.to_string()));
        self.sources.retain(|source| !strays.contains(source));
        if named.is_none() && !own.is_empty() && programs.iter().any(|file| of_rivals(&file))
            || named.is_none() && own.len() > 1 && !starts_a_class
        {
            own.extend(programs.iter().filter(of_rivals));
            return Err(unclear(&own));
        }
        if starts_a_class {
            let own = own.into_iter().map(String::from).collect();
            return self.leave_out_versions(own, named.as_deref());
        }
        if named.is_none() && own.is_empty() && self.sources.len() > 1 && self.hides_its_start() {
            // Each of them names another one, or is named by it.
            let sources: Vec<&str> = self.sources.iter().map(String::as_str).collect();
            return Err(unclear(&sources));
        }
        if let ([only], None) = (&own[..], &named) {
            self.main = only.to_string();
            self.is_main_known = true;
        }
        let others: Vec<String> =
            own.into_iter().filter(|file| *file != self.main).map(String::from).collect();
        self.sources.retain(|source| !others.contains(source));
        Ok(())
    }

    /// Returns whether one of its files is started, which the text of none shows.
    fn hides_its_start(&self) -> bool {
        entry::starts(&self.language.name, "").is_none() && self.language.starts_a_file()
    }

    /// Returns the sources that do not belong to the program: copies of others, and tests, if there
    /// is a program besides them. The file `main` is not a copy.
    fn strays(&self, main: &str, has_program: bool) -> Result<Vec<String>, Fault> {
        let named_so = self.parts_named_like_tests()?;
        let is_stray =
            |source: &String| has_program && is_test(source) && !named_so.contains(source);
        let (tests, others): (Vec<String>, Vec<String>) =
            self.sources.iter().cloned().partition(is_stray);
        Ok([copies(&self.folder, &others, main)?, tests].concat())
    }

    /// Returns the sources that have the name of a test, but that others name, such as a class
    /// `PrimeTest`. A file in a folder of tests is one, and so is a file with a `main` of its own,
    /// unless classes may have that.
    fn parts_named_like_tests(&self) -> Result<Vec<String>, Fault> {
        let language = &self.language;
        let is_named_so = |file: &&String| is_test(file) && !is_below_tests(file);
        let tests: Vec<&String> = self.sources.iter().filter(is_named_so).collect();
        if tests.is_empty() || entry::starts(&language.name, "").is_none() {
            return Ok(Vec::new());
        }
        let is_source = |file: &&String| language.has(file) || parts::is_source(language, file);
        let others = self.files.iter().filter(|file| !is_test(file)).filter(is_source);
        let names = names_in(&self.folder, others)?;
        let mut found = Vec::new();
        for test in tests.into_iter().filter(|test| names.contains_key(stem(test))) {
            let text = java::text_of(&self.folder.join(test))?;
            let starts = entry::starts(&language.name, &text) == Some(true);
            if !starts || language.starts_a_class() {
                found.push(test.clone());
            }
        }
        Ok(found)
    }

    /// Leaves out programs that declare a class which the one with a main file's name also
    /// declares: its earlier versions, which cannot be compiled with it. The main class is found
    /// among the compiled classes, no two of which have the same name.
    fn leave_out_versions(
        &mut self,
        mut programs: Vec<String>,
        named: Option<&str>,
    ) -> Result<(), Fault> {
        let mut types = HashMap::new();
        for file in &programs {
            let text = java::text_of(&self.folder.join(file))?;
            types.insert(file.clone(), java::types(&text));
        }
        let of_named = named.and_then(|named| types.get(named));
        let is_version = |file: &String| {
            named != Some(file.as_str())
                && of_named.is_some_and(|own| !own.is_disjoint(&types[file]))
        };
        self.sources.retain(|source| !(types.contains_key(source) && is_version(source)));
        programs.retain(|file| !is_version(file));
        let mut declared: HashMap<&String, usize> = HashMap::new();
        for name in programs.iter().flat_map(|file| &types[file]) {
            *declared.entry(name).or_default() += 1;
        }
        let is_twin = |file: &&str| {
            programs.iter().filter(|other| stem_of(other) == stem_of(file)).count() > 1
                || types[*file].iter().any(|name| declared[name] > 1)
        };
        let twins: Vec<&str> = programs.iter().map(String::as_str).filter(is_twin).collect();
        if twins.is_empty() { Ok(()) } else { Err(unclear(&twins)) }
    }

    /// Returns the other languages with as many files as its own.
    fn rivals<'a>(&self, languages: &'a Languages) -> Vec<&'a Language> {
        let count = |language: &Language| {
            let path = |file: &&String| languages.is_of(language, &self.folder.join(file));
            self.files.iter().filter(path).count()
        };
        let own = count(&self.language).max(1);
        let is_rival = |other: &&Language| other.name != self.language.name && count(other) == own;
        languages.iter().filter(is_rival).collect()
    }

    /// Returns the files with a main file's name, the first that a file in its language has:
    /// programs in any language, or, if none of these seems to be one, all files in its own except
    /// for tests.
    fn called_as_main<'a>(&'a self, programs: &[&'a str], languages: &Languages) -> Vec<&'a str> {
        let names: Vec<String> = self.main_names().collect();
        let own = self.sources.iter().map(String::as_str).filter(|file| !is_test(file));
        let own: Vec<&str> = own.collect();
        let find = |among: &[&'a str]| {
            let has = |name: &&String| {
                among.iter().any(|file| self.language.has(file) && stem_of(file) == **name)
            };
            let name = names.iter().find(has)?;
            let is_called = |file: &&str| {
                stem_of(file) == *name && languages.iter().any(|language| language.has(file))
            };
            Some(among.iter().copied().filter(is_called).collect())
        };
        find(programs).or_else(|| find(&own)).unwrap_or_default()
    }

    /// Returns the description of the program for reports.
    pub fn as_event(&self) -> JudgedProgram {
        let file = if self.is_main_known { self.main.clone() } else { list(&self.sources) };
        let written_as = self.written_as.get(&self.main).cloned();
        JudgedProgram { file, language: self.language.title.clone(), written_as, writes: None }
    }

    /// Starts the only file that matches the pattern.
    fn start_wanted(&mut self, languages: &Languages, pattern: &FilePattern) -> Result<(), Fault> {
        let is_program = |file: &&String| languages.of_file(&self.folder.join(file)).is_some();
        let fitting = self.files.iter().filter(|file| pattern.fits(file)).filter(is_program);
        let mut fitting: Vec<&String> = fitting.collect();
        if fitting.iter().any(|file| !is_test(file)) {
            fitting.retain(|file| !is_test(file));
        }
        match fitting[..] {
            [only] => self.start(&only.clone(), languages),
            [] => {
                let files = list(&self.files);
                let message =
                    format!("the program must be called {pattern}, and there is only: {files}");
                Err(Fault::bad_input(message))
            }
            _ => {
                let files = list(&fitting);
                let message = format!("it is not clear which of its files is started: {files}");
                Err(Fault::bad_input(message).help(format!("all of them match {pattern}")))
            }
        }
    }

    /// Returns the only file that is named after the problem, ignoring case and punctuation. If the
    /// text of a file shows whether it is started, it must be one of the `programs`, unless there
    /// is none.
    fn called_like(
        &self,
        problem: &str,
        programs: &[&str],
        languages: &Languages,
    ) -> Option<String> {
        if problem.is_empty() || self.main_names().any(|name| name == stem_of(&self.main)) {
            return None;
        }
        let plain = |name: &str| -> String {
            let letters = name.chars().filter(|letter| letter.is_alphanumeric());
            letters.flat_map(char::to_lowercase).collect()
        };
        let problem = plain(problem);
        let may_start = |language: &Language, file: &str| {
            !language.is_auxiliary
                && (programs.is_empty()
                    || programs.contains(&file)
                    || entry::starts(&language.name, "").is_none() && !is_test(file))
        };
        let is_like = |file: &&String| {
            plain(&stem_of(file)) == problem
                && languages
                    .of_file(&self.folder.join(file))
                    .is_some_and(|found| may_start(found, file))
        };
        let mut files = self.files.iter().filter(is_like);
        files.next().filter(|_| files.next().is_none()).cloned()
    }

    /// Makes a file the main source. Tests and other programs in its language are not compiled with
    /// it. In Java, however, a part of a program may have a `main` of its own.
    pub fn start(&mut self, file: &str, languages: &Languages) -> Result<(), Fault> {
        if let Some(language) = languages.of_file(&self.folder.join(file)) {
            self.language = language.clone();
        }
        let programs = entry::programs(&self.folder, &self.files, languages)?;
        let starts_a_class = self.language.starts_a_class();
        let own = self.files.iter().filter(|source| self.language.has(source));
        let names = names_in(&self.folder, own.clone().filter(|_| starts_a_class))?;
        // Its own file names it, too.
        let is_part = |source: &str| {
            stem_of(source) != stem_of(file) && names.get(stem(source)).is_some_and(|&n| n > 1)
        };
        let is_other =
            |source: &str| source != file && programs.contains(&source) && !is_part(source);
        self.sources = own.filter(|source| !is_other(source)).cloned().collect();
        let strays = self.strays(file, !is_test(file))?;
        self.sources.retain(|source| !strays.contains(source));
        (self.main, self.is_main_known) = (file.to_string(), true);
        Ok(())
    }
}
