//! Runs a program once, without a verdict. Files may lie beside it, and files that it writes can be
//! requested.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use referee_base::fault::Fault;
use referee_base::files::{TemporaryFolder, read_at_most};
use referee_programs::language::Language;
use referee_programs::{Executor, FilePattern, JURY_LIMITS, MainRules, Source};
use referee_sandbox::{Ended, Input, Limits, Run, Stdin};

use crate::batch_judge::{BatchJudge, NoProgram};
use crate::held::{write_all, write_beside};

const STDERR: usize = 1 << 20;

/// The maximum total size of the requested files, in bytes.
const FETCHED: u64 = 16 << 20;

/// Files by their relative paths.
pub(crate) type Files = BTreeMap<PathBuf, Vec<u8>>;

pub(crate) struct Once<'a> {
    pub(crate) code: &'a str,
    pub(crate) language: &'a Language,
    pub(crate) files: Files,
    pub(crate) input: &'a [u8],
    pub(crate) limits: Limits,
    /// The files of its working folder that are requested.
    pub(crate) fetched: &'a [PathBuf],
}

/// A program that has run.
pub(crate) struct RanOnce {
    pub(crate) ended: Ended,
    pub(crate) output: Vec<u8>,
    /// The requested files that exist.
    pub(crate) files: Files,
}

impl BatchJudge<'_> {
    /// Runs a program, or returns the compiler's output if it does not compile.
    pub(crate) fn run_once(&self, once: &Once) -> Result<Result<RanOnce, String>, Fault> {
        let Once { code, language, files, input, limits, fetched } = once;
        let folder = TemporaryFolder::new()?;
        let main = free_name(language, files);
        write_all(folder.path(), &[(&main, code)])?;
        write_into(folder.path(), files)?;
        let mut source = Source::read(folder.path(), self.languages, None)?;
        let main = Some(FilePattern::parse(&main).map_err(Fault::judge)?);
        source.choose_main(self.languages, &MainRules { files: main, ..MainRules::default() })?;
        let built = self.built(&source);
        let program = match built.as_ref().map_err(Clone::clone).and_then(|built| built.program()) {
            Ok(program) => program,
            Err(NoProgram::Refused(said)) => return Ok(Err(said)),
            Err(NoProgram::NotJudged(fault)) => return Err(fault),
        };
        let input = Input::new(input).map_err(|error| Fault::judge(error.to_string()))?;
        let executor = self.standalone.compiling();
        let own = program.run(limits, &executor.inside(program.folder()));
        // Otherwise its working folder is in memory, and gone when the run ends.
        let kept = if fetched.is_empty() { None } else { Some(TemporaryFolder::new()?) };
        if let Some(kept) = &kept {
            write_into(kept.path(), files)?;
        }
        let run = Run {
            stdin: Stdin::Input(&input),
            stderr: STDERR,
            writable: kept.as_ref().map(TemporaryFolder::path),
            warm: program.warm(self.settings.start.of_candidates(), &JURY_LIMITS, &executor),
            ..own
        };
        let ran = executor.run_and_read(&run, limits.output);
        let (ended, output) = ran.map_err(|error| Fault::judge(error.to_string()))?;
        let files = kept.map_or(Ok(Files::new()), |kept| fetch(kept.path(), fetched))?;
        Ok(Ok(RanOnce { ended, output, files }))
    }
}

/// Returns a name for the file of a program that no file beside or below it has: it may import
/// `solution`, and a pattern finds the file that is started.
fn free_name(language: &Language, files: &Files) -> String {
    let extension = language.extensions.first().map_or("", String::as_str);
    let mut stem = "solution".to_string();
    while files.keys().any(|path| path.ends_with(format!("{stem}.{extension}"))) {
        stem.push('_');
    }
    format!("{stem}.{extension}")
}

fn write_into(folder: &Path, files: &Files) -> Result<(), Fault> {
    files.iter().try_for_each(|(path, content)| write_beside(&folder.join(path), content))
}

/// Reads files of a folder after all programs in it have ended. Links must not lead out of the
/// folder.
fn fetch(folder: &Path, paths: &[PathBuf]) -> Result<Files, Fault> {
    let mut left = FETCHED;
    let mut files = Files::new();
    let real = |path: &Path| fs::canonicalize(path);
    let folder = real(folder).map_err(|error| Fault::cannot_read(folder, &error))?;
    for path in paths {
        let Ok(file) = real(&folder.join(path)) else { continue };
        if file.starts_with(&folder) && file.is_file() {
            let content = read_at_most(&file, left)?;
            let too_much = || Fault::judge(format!("the requested files exceed {FETCHED} bytes"));
            left = left.checked_sub(content.len() as u64).ok_or_else(too_much)?;
            files.insert(path.clone(), content);
        }
    }
    Ok(files)
}
