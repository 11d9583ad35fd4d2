//! Finds the files of a folder that are programs of their own, rather than parts of one. Two of
//! them are two programs, and are never judged as one unless the caller requests it.
//!
//! If a language marks in the text where a program starts, a file is a program if it has that mark.
//! Otherwise it is a program if no other file imports or names it. In Python, a name alone means
//! little: it also stands in comments, and in scripts that try the program. There, a file is no
//! program if another one imports or executes it, unless it tests whether it was started.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use super::beside::is_test;
use super::java;
use super::language::{Language, Languages};
use super::tokens::{SourceTokens, is_of_name};
use referee_base::archive;
use referee_base::fault::Fault;

/// A file of a folder, with its language.
struct SourceEntry<'a> {
    file: &'a str,
    language: &'a Language,
    text: &'a str,
    /// The words in it that may name files.
    named: HashSet<&'a str>,
}

/// Returns the files of a folder that are programs of their own, and its archives, which contain
/// some. Tests are programs only if there is no other.
pub(super) fn programs<'a>(
    folder: &Path,
    files: &'a [String],
    languages: &Languages,
) -> Result<Vec<&'a str>, Fault> {
    let mut texts = Vec::new();
    let mut programs = Vec::new();
    for file in files {
        if archive::stem(Path::new(file)).is_some() {
            programs.push(file.as_str());
        }
        let Some(language) = languages.of_file(&folder.join(file)) else { continue };
        texts.push((file.as_str(), language, java::text_of(&folder.join(file))?));
    }
    if texts.iter().any(|(_, language, _)| !language.is_auxiliary) {
        texts.retain(|(_, language, _)| !language.is_auxiliary);
    }
    let (of_tests, mut others): (Vec<Text>, Vec<Text>) =
        texts.into_iter().partition(|(file, _, text)| is_test(file) || installs(file, text));
    let mut of_texts = programs_of(&others);
    if of_texts.is_empty() {
        others.extend(of_tests);
        of_texts = programs_of(&others);
    }
    programs.extend(of_texts);
    programs.sort_unstable();
    Ok(programs)
}

type Text<'a, 'l> = (&'a str, &'l Language, String);

/// Returns those of these files that are programs of their own.
fn programs_of<'a>(texts: &[Text<'a, '_>]) -> Vec<&'a str> {
    let sources = texts.iter().map(|(file, language, text)| {
        let named = imported_by(importing(language), text);
        let naming = |line: &&str| !language.is_python() || executes(line);
        let named = text.lines().filter(naming).flat_map(mentioned).chain(named).collect();
        SourceEntry { file, language, text, named }
    });
    let sources: Vec<SourceEntry> = sources.collect();
    // The number of files that contain each word: a file that another one names is not a program.
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for name in sources.iter().flat_map(|source| &source.named) {
        *counts.entry(name).or_default() += 1;
    }
    let programs = sources.iter().zip(texts).filter(|(source, _)| {
        starts(&source.language.name, source.text).unwrap_or_else(|| is_script(source, &counts))
    });
    programs.map(|(_, (file, ..))| *file).collect()
}

/// Returns whether a script in Python installs the program beside it.
fn installs(file: &str, text: &str) -> bool {
    file.rsplit('/').next() == Some("setup.py")
        && ["setuptools", "distutils"].iter().any(|tool| text.contains(tool))
}

/// Returns whether a line in Python may execute another file by its name.
fn executes(line: &str) -> bool {
    const CALLS: [&str; 5] =
        ["exec(", "execfile(", "run_path(", "spec_from_file_location(", "SourceFileLoader("];
    CALLS.iter().any(|call| line.contains(call))
}

/// Returns whether a source in this language has an entry point; `None` if sources do not show
/// that.
pub(super) fn starts(language: &str, text: &str) -> Option<bool> {
    let is_unit = |line: &str| line.trim_start().to_lowercase().starts_with("unit ");
    let (before, name): (&[&str], &str) = match language {
        "pascal" => return Some(!text.lines().any(is_unit)),
        "c" | "cpp" => (&[], "main"),
        "rust" => (&["fn"], "main"),
        "go" => (&["func"], "main"),
        "kotlin" => (&["fun"], "main"),
        "java" => (&["void"], "main"),
        "csharp" => (&["void", "int", "Task", ">"], "Main"),
        _ => return None,
    };
    let tokens: Vec<&str> = SourceTokens::of(text).collect();
    let (mut depth, mut parentheses) = (0usize, 0usize);
    // In C, how many parentheses are open before each `main(` that is not closed yet.
    let mut unclosed = Vec::new();
    for (at, &token) in tokens.iter().enumerate() {
        let next = tokens.get(at + 1).copied();
        match token {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            "(" => parentheses += 1,
            ")" => {
                parentheses = parentheses.saturating_sub(1);
                // Neither a declaration nor a call.
                if unclosed.pop_if(|open| *open == parentheses).is_some()
                    && !matches!(next, None | Some(";" | ","))
                {
                    return Some(true);
                }
            }
            _ => {}
        }
        if token != name || next != Some("(") {
            continue;
        }
        let last = at.checked_sub(1).map_or("", |last| tokens[last]);
        let is_start = match language {
            "c" | "cpp" => {
                if depth == 0 {
                    unclosed.push(parentheses);
                }
                false
            }
            // In Java, `main` has parameters.
            "java" => last == before[0] && tokens.get(at + 2) != Some(&")"),
            "csharp" => before.contains(&last),
            _ => depth == 0 && last == before[0],
        };
        if is_start {
            return Some(true);
        }
    }
    Some(false)
}

/// Returns whether a script is a program of its own; `counts` holds how many files name each word.
fn is_script(source: &SourceEntry, counts: &HashMap<&str, usize>) -> bool {
    let is_python = source.language.is_python();
    let tests_start = |line: &str| {
        let rest = line.strip_prefix("if").filter(|rest| !rest.starts_with(is_of_name));
        rest.is_some_and(|rest| rest.contains("__main__"))
    };
    if is_python && source.text.lines().any(tests_start) {
        return true;
    }
    if is_python && Path::new(source.file).file_stem().is_some_and(|stem| stem == "__init__") {
        return false;
    }
    let is_named = |name: &str| {
        let own = usize::from(source.named.contains(name));
        counts.get(name).is_some_and(|&count| count > own)
    };
    let path = source.file.rsplit_once('.').map_or(source.file, |(path, _)| path);
    let last = |path: &str| path.rsplit('/').next().unwrap_or_default().to_string();
    let is_imported = !importing(source.language).is_empty() && path.split('/').any(is_named);
    !is_imported && !is_named(&last(source.file)) && !is_named(&format!("/{}", last(path)))
}

/// Returns all words of a text that may be names of files: `name.extension`, and `/name`.
fn mentioned(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |character: char| is_of_name(character) || character == '-';
    let mut at = 0;
    let words = std::iter::from_fn(move || {
        let start = at + text[at..].find(is_part)?;
        at = start
            + text[start..].find(|character| !is_part(character)).unwrap_or(text.len() - start);
        Some((start, at))
    });
    words.flat_map(move |(start, end)| {
        let extension = text[end..].strip_prefix('.').unwrap_or("");
        let length = extension.find(|character| !is_part(character)).unwrap_or(extension.len());
        let file = (length > 0).then(|| &text[start..end + 1 + length]);
        let path = text[..start].ends_with('/').then(|| &text[start - 1..end]);
        file.into_iter().chain(path)
    })
}

/// The words with which Python imports.
const IMPORTING_PYTHON: [&str; 2] = ["import", "from"];

/// Returns the words with which scripts import others without giving the names of their files.
fn importing(language: &Language) -> &'static [&'static str] {
    match language.name.as_str() {
        _ if language.is_python() => &IMPORTING_PYTHON,
        "perl" => &["use", "require"],
        "lua" => &["require"],
        "ruby" => &["require", "require_relative"],
        "haskell" | "nim" => &["import"],
        _ => &[],
    }
}

/// Returns the parts of all names that a Python program imports.
pub fn imported(text: &str) -> HashSet<&str> {
    imported_by(&IMPORTING_PYTHON, text)
}

/// Returns the parts of all names in statements that begin with one of these words, or that assign
/// an import.
fn imported_by<'a>(words: &[&str], text: &'a str) -> HashSet<&'a str> {
    let mut imported = HashSet::new();
    let statements = text.lines().flat_map(|line| line.split([';', '=']));
    for statement in statements.flat_map(|part| part.split(": ")) {
        let mut parts = statement.trim().split(|character: char| !is_of_name(character));
        if parts.next().is_some_and(|first| words.contains(&first)) {
            imported.extend(parts.filter(|part| !part.is_empty()));
        }
    }
    imported
}

#[cfg(test)]
mod tests;
