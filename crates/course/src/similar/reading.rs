//! Reads the programs to be compared: submissions as `judge` finds them, earlier submissions, and
//! files of given code.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use referee_tokens::Grammar;

use super::compared::{ComparedProgram, SkippedProgram, SourceFile};
use referee_base::fault::Fault;
use referee_base::files;
use referee_intake::submission::{FoundSubmissions, Submission};
use referee_programs::language::Languages;
use referee_programs::{MAX_BYTES, files_below};

/// The maximum size of a program that is compared, in bytes: larger ones were not typed, and take
/// long.
const MAX_PROGRAM: u64 = 256 << 10;

/// The maximum total size, in bytes.
const MAX_ALL: u64 = 1 << 30;

/// The texts to be compared.
#[derive(Debug, Default)]
pub struct SimilarSources {
    /// The programs that are compared with each other and with `earlier`.
    pub(super) current: Vec<ComparedProgram>,
    /// The programs that are compared only with `current`.
    pub(super) earlier: Vec<ComparedProgram>,
    /// The files of given code.
    pub(super) base: Vec<(Grammar, String)>,
    pub(super) skipped: Vec<SkippedProgram>,
}

impl SimilarSources {
    /// Adds submissions; `earlier` is the place where they were found if they are earlier ones.
    ///
    /// # Errors
    /// The total size is too large for memory.
    pub fn add(
        &mut self,
        found: &FoundSubmissions,
        languages: &Languages,
        earlier: Option<&str>,
    ) -> Result<(), Fault> {
        let mut size = self.size();
        for submission in &found.submissions {
            match read(submission, languages, earlier) {
                Ok(program) => {
                    size += size_of(&program);
                    if size > MAX_ALL {
                        let fault = Fault::bad_input("more than 1 GiB of programs");
                        return Err(fault.help("compare fewer of them at a time"));
                    }
                    match earlier {
                        Some(_) => self.earlier.push(program),
                        None => self.current.push(program),
                    }
                }
                Err(fault) => self.skip(&submission.name, &fault.message, &fault.message),
            }
        }
        for (name, fault) in &found.others {
            self.skip(name, &fault.message, "not a program that can be judged");
        }
        Ok(())
    }

    /// Adds the file at a path, or all files below it, as given code.
    ///
    /// # Errors
    /// It cannot be read, or contains no program.
    pub fn add_base(&mut self, path: &Path, languages: &Languages) -> Result<(), Fault> {
        let metadata = fs::metadata(path).map_err(|error| Fault::cannot_read(path, &error))?;
        let paths = if metadata.is_dir() {
            files_below(path, None)?.iter().map(|file| path.join(file)).collect()
        } else {
            vec![path.to_path_buf()]
        };
        let before = self.base.len();
        for path in paths {
            let name = path.to_string_lossy();
            if let Some(grammar) = grammar_of(&name, languages) {
                self.base.push((grammar, text_of(&path)?));
            }
        }
        if self.base.len() == before {
            Err(Fault::bad_input("there is no file in it in a language that is compared").at(path))
        } else {
            Ok(())
        }
    }

    /// Returns the number of programs that are compared with each other.
    pub fn count(&self) -> usize {
        self.current.len()
    }

    fn skip(&mut self, name: &Arc<str>, why: &str, nameless_why: &str) {
        let (name, why) = (Arc::clone(name), why.to_string());
        self.skipped.push(SkippedProgram { name, why, nameless_why: nameless_why.into() });
    }

    fn size(&self) -> u64 {
        self.current.iter().chain(&self.earlier).map(size_of).sum()
    }
}

fn size_of(program: &ComparedProgram) -> u64 {
    program.files.iter().map(|file| file.text.len() as u64).sum()
}

/// Returns the grammar of a file by its extension.
fn grammar_of(file: &str, languages: &Languages) -> Option<Grammar> {
    let (_, extension) = file.rsplit_once('.')?;
    Grammar::of_language(&languages.of_extension(extension)?.name)
}

/// Reads the files of a submission that are in its language.
fn read(
    submission: &Submission,
    languages: &Languages,
    earlier: Option<&str>,
) -> Result<ComparedProgram, Fault> {
    let source = &submission.source;
    let Some(grammar) = Grammar::of_language(&source.language.name) else {
        let message = format!("programs in {} are not compared", source.language.title);
        return Err(Fault::bad_input(message));
    };
    let is_compared = |file: &&String| {
        grammar_of(file, languages) == Some(grammar) || source.sources.contains(file)
    };
    let names: Vec<&String> = source.files.iter().filter(is_compared).collect();
    let size = |name: &&String| source.folder.join(name).metadata().map_or(0, |file| file.len());
    if names.iter().map(size).sum::<u64>() > MAX_PROGRAM {
        let message = format!("more than {} KiB of code", MAX_PROGRAM >> 10);
        return Err(Fault::bad_input(message));
    }
    let read = |name: &String| {
        let text = text_of(&source.folder.join(name))?;
        Ok(SourceFile { name: name.as_str().into(), text })
    };
    let files = names.into_iter().map(read).collect::<Result<_, Fault>>()?;
    Ok(ComparedProgram {
        name: submission.name.clone(),
        earlier: earlier.map(Arc::from),
        language: source.language.title.as_str().into(),
        grammar,
        files,
    })
}

/// Reads a text. Bytes that are not UTF-8 become replacement characters: names in comments are
/// often in another encoding.
fn text_of(path: &Path) -> Result<String, Fault> {
    let bytes = files::read_whole(path, MAX_BYTES)?;
    if bytes.contains(&0) {
        return Err(Fault::bad_input("it is not text, despite its name").at(path));
    }
    let text = String::from_utf8_lossy(&bytes);
    // Byte order marks and carriage returns come from editors and are not code.
    Ok(text.trim_start_matches('\u{feff}').replace("\r\n", "\n"))
}
