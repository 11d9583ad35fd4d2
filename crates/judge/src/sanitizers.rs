//! Sanitizers: whether the compilers here have them, and how programs are built and run under them.

use std::collections::HashSet;
use std::fs;

use referee_base::fault::Fault;
use referee_base::files::TemporaryFolder;
use referee_programs::language::Language;
use referee_programs::{Builder, NotBuilt, Source, headline};
use referee_sandbox::Run;

/// The options of sanitizers: report everything, in plain text, including crashes and failed
/// assertions. Leaked memory is no failure, and freed memory is not kept long.
const OPTIONS: [(&str, &str); 2] = [
    (
        "ASAN_OPTIONS",
        "detect_leaks=0:handle_abort=1:handle_sigill=1:color=never:print_legend=0:quarantine_size_mb=32",
    ),
    ("UBSAN_OPTIONS", "print_stacktrace=1:color=never"),
];

/// The number of bytes of standard error that are read: reports follow the program's own output.
const READ: usize = 256 << 10;

/// A program that does nothing, in C and in C++.
const PROBE: &str = "int main(void) { return 0; }\n";

/// The languages whose programs can be run under sanitizers here.
#[derive(Debug, Default)]
pub struct Sanitizers {
    /// Their names.
    languages: HashSet<String>,
}

/// The titles of languages that lack sanitizers, and why their compilers or libraries do.
type Missing<'a> = Vec<(&'a str, String)>;

impl Sanitizers {
    /// Returns the language with sanitizers, if there are some for it here.
    pub(crate) fn watched(&self, language: &Language) -> Option<Language> {
        language.sanitized().filter(|_| self.languages.contains(&language.name))
    }

    /// Finds out which of these languages have sanitizers here by trying: a compiler that accepts
    /// the options can lack the libraries. Also returns the titles of the others that should have
    /// them, each with why it lacks them.
    ///
    /// # Errors
    /// There is no room for temporary files.
    pub fn find<'a>(
        languages: impl Iterator<Item = &'a Language>,
        builder: &Builder,
    ) -> Result<(Sanitizers, Missing<'a>), Fault> {
        let (mut found, mut missing) = (Sanitizers::default(), Vec::new());
        for language in languages {
            let Some(watched) = language.sanitized() else { continue };
            match probe(watched, builder)? {
                None => {
                    found.languages.insert(language.name.clone());
                }
                Some(why) => missing.push((&*language.title, why)),
            }
        }
        Ok((found, missing))
    }
}

/// Returns why a program that does nothing cannot be built or run, if it cannot.
fn probe(language: Language, builder: &Builder) -> Result<Option<String>, Fault> {
    let folder = TemporaryFolder::new()?;
    let extension = language.extensions.first().map_or("c", String::as_str);
    let main = format!("probe.{extension}");
    let path = folder.path().join(&main);
    fs::write(&path, PROBE).map_err(|error| Fault::cannot_write(&path, &error))?;
    let source = Source {
        folder: folder.path().to_path_buf(),
        files: vec![main.clone()],
        sources: vec![main.clone()],
        main,
        is_main_known: true,
        language,
        ..Source::default()
    };
    let program = match builder.build(&source, Some(source.content()?)) {
        Ok(program) => program,
        Err(why) => return Ok(Some(not_built(&why))),
    };
    let executor = builder.executor;
    let inside = executor.inside(program.folder());
    let run = watched(program.run(builder.limits, &inside));
    let (ended, _) =
        executor.run_and_read(&run, 1).map_err(|error| Fault::judge(error.to_string()))?;
    let said = || String::from_utf8_lossy(&ended.stderr).into_owned();
    Ok((!ended.succeeded())
        .then(|| format!("a program that does nothing fails: {}", headline(&said()))))
}

pub(crate) fn not_built(why: &NotBuilt) -> String {
    match why {
        NotBuilt::Refused(said) => headline(said).to_string(),
        NotBuilt::NotInstalled(_, fault) | NotBuilt::NotJudged(fault) => fault.one_line(),
    }
}

/// Adds the options of sanitizers to a run, and reads all of their reports.
pub(crate) fn watched(run: Run) -> Run {
    let mut environment = run.environment;
    environment.extend(OPTIONS.map(|(name, value)| (name.into(), value.into())));
    Run { environment, stderr: READ, ..run }
}
