//! The mutants of a program as submissions on disk, compiled like submissions, but such that the
//! results can be compared.

use std::collections::HashMap;
use std::convert::Infallible;
use std::ops::Range;

use super::form;
use super::original::Original;
use super::outcome::Outcome;
use referee_base::digest::ContentHash;
use referee_base::fault::Fault;
use referee_base::files::TemporaryFolder;
use referee_base::parallel::ordered_large;
use referee_intake::submission::Submission;
use referee_judge::record::Record;
use referee_programs::language::Language;
use referee_programs::{Builder, Builds, NotBuilt, Source};
use referee_tokens::Grammar;

/// The services needed to compile mutants.
#[derive(Clone, Copy)]
pub struct CompileServices<'a> {
    /// Limits, compilers, and the executor.
    pub builder: Builder<'a>,
    /// The record with the forms of mutants compiled earlier, if these are used.
    pub known: Option<&'a Record>,
    /// The number of parallel compilers.
    pub jobs: usize,
}

/// The mutants of a program, as submissions.
pub(super) struct Candidates<'a> {
    original: &'a Original,
    services: CompileServices<'a>,
    /// The language of the program, with compile commands whose output can be compared.
    language: Language,
    toolchain: ContentHash,
    /// Those that were written so far.
    pub(super) all: Vec<Candidate>,
    original_form: Option<ContentHash>,
    /// The numbers of the first mutant with each text, and of each form.
    by_content: HashMap<ContentHash, usize>,
    by_form: HashMap<ContentHash, usize>,
    /// The folder of the texts written last, which must outlive the submissions. Removed when this
    /// value is dropped.
    pub(super) folder: TemporaryFolder,
}

/// A mutant before it is compiled.
pub(super) struct Candidate {
    pub(super) submission: Submission,
    content: ContentHash,
    key: ContentHash,
    /// The number of an earlier mutant with the same text.
    same_text: Option<usize>,
}

/// The result of compiling a program.
enum Compiled {
    /// It compiled, to this form if that can be determined.
    Form(Option<ContentHash>),
    /// It does not compile.
    Refused,
    /// The judge or the machine failed.
    Failed(Fault),
}

impl<'a> Candidates<'a> {
    /// Prepares the mutants of a program.
    ///
    /// # Errors
    /// The disk is full, or the original cannot be compiled.
    pub(super) fn new(
        original: &'a Original,
        services: CompileServices<'a>,
    ) -> Result<Candidates<'a>, Fault> {
        let source = &original.submission.source;
        let Builder { toolchains, executor, .. } = services.builder;
        let toolchain = toolchains.of(&source.language, executor).number();
        let mut candidates = Candidates {
            original,
            services,
            language: comparable(&source.language, original.grammar),
            toolchain,
            all: Vec::new(),
            original_form: None,
            by_content: HashMap::new(),
            by_form: HashMap::new(),
            folder: TemporaryFolder::new()?,
        };
        let content = source.content()?;
        let builds = Builds::for_each([content].into_iter());
        let key = form::key(&content, &toolchain);
        candidates.original_form = match candidates.compiled(source, content, key, &builds) {
            Compiled::Form(form) => form,
            Compiled::Refused => return Err(Fault::bad_input("it does not compile")),
            Compiled::Failed(fault) => return Err(fault),
        };
        Ok(candidates)
    }

    /// Writes a range of mutants, the next ones, to disk, and removes the texts written before: all
    /// together would take the square of the length of a program.
    ///
    /// # Errors
    /// The disk is full.
    pub(super) fn write(&mut self, range: Range<usize>) -> Result<(), Fault> {
        self.folder = TemporaryFolder::new()?;
        let original = self.original;
        for mutant in &original.mutants[range] {
            let submission = original.submission_of(mutant, self.folder.path())?;
            let content = submission.source.content()?;
            let first = *self.by_content.entry(content).or_insert(mutant.number);
            let same_text = Some(first).filter(|&first| first != mutant.number);
            let key = form::key(&content, &self.toolchain);
            self.all.push(Candidate { submission, content, key, same_text });
        }
        Ok(())
    }

    pub(super) fn contents(&self, range: Range<usize>) -> impl Iterator<Item = ContentHash> {
        self.all[range].iter().map(|one| one.content)
    }

    /// Compiles a range of mutants, and calls `step` for each. Returns the outcomes of those that
    /// need not be judged; the others stay in `builds`.
    pub(super) fn compare(
        &mut self,
        range: Range<usize>,
        builds: &Builds,
        step: &dyn Fn(),
    ) -> Vec<Option<Outcome>> {
        let mut compiled = Vec::with_capacity(range.len());
        let first = range.start;
        let Ok(()) = ordered_large(
            self.services.jobs,
            range.len(),
            |index| {
                let Candidate { submission, content, key, same_text } = &self.all[first + index];
                let compile = || self.compiled(&submission.source, *content, *key, builds);
                same_text.is_none().then(compile)
            },
            |_, one| {
                compiled.push(one);
                step();
                Ok::<(), Infallible>(())
            },
        );
        let outcomes = range.zip(compiled).map(|(at, compiled)| {
            let outcome = self.outcome(at, compiled);
            if outcome.is_some() {
                builds.release(&self.all[at].content);
            }
            outcome
        });
        outcomes.collect()
    }

    /// Compiles a program, unless its form is known. The judge finds the result in `builds` by the
    /// content of the sources.
    fn compiled(
        &self,
        source: &Source,
        content: ContentHash,
        key: ContentHash,
        builds: &Builds,
    ) -> Compiled {
        let known = self.services.known;
        if let Some(form) = known.and_then(|known| known.form(&key)) {
            return form.map_or(Compiled::Refused, |form| Compiled::Form(Some(form)));
        }
        let builder = &self.services.builder;
        let source = Source { language: self.language.clone(), ..source.clone() };
        let (form, compiled) = match &*builds.build(&source, content, builder) {
            Ok(program) => {
                let form = form::of(program, self.original.grammar, builder);
                (form.map(Some), Compiled::Form(form))
            }
            Err(NotBuilt::Refused(_)) => (Some(None), Compiled::Refused),
            Err(NotBuilt::NotInstalled(_, fault) | NotBuilt::NotJudged(fault)) => {
                (None, Compiled::Failed((**fault).clone()))
            }
        };
        if let (Some(known), Some(form)) = (known, form) {
            known.keep_form(key, form);
        }
        compiled
    }

    /// Returns the outcome of a mutant that need not be judged. It was not compiled if its text
    /// equals that of another one.
    fn outcome(&mut self, at: usize, compiled: Option<Compiled>) -> Option<Outcome> {
        let number = self.original.mutants[at].number;
        match compiled {
            None => self.all[at].same_text.map(Outcome::Duplicate),
            Some(Compiled::Refused) => Some(Outcome::NotCompiled),
            Some(Compiled::Failed(fault)) => Some(Outcome::NotJudged(fault.one_line())),
            Some(Compiled::Form(None)) => None,
            Some(Compiled::Form(form)) if form == self.original_form => Some(Outcome::SameProgram),
            Some(Compiled::Form(Some(form))) => {
                let first = *self.by_form.entry(form).or_insert(number);
                (first != number).then_some(Outcome::Duplicate(first))
            }
        }
    }
}

/// Returns a language whose compiler omits source positions from its output.
fn comparable(language: &Language, grammar: Grammar) -> Language {
    let mut language = language.clone();
    let compiler =
        language.compile.first().map_or("", |path| path.rsplit('/').next().unwrap_or(""));
    if grammar == Grammar::Java && compiler == "javac" {
        language.compile.insert(1, "-g:none".into());
    }
    language
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_programs::language::Languages;

    #[test]
    fn classes_do_not_tell_where_they_came_from() {
        let languages = Languages::shipped();
        let java = comparable(languages.of_extension("java").unwrap(), Grammar::Java);
        assert_eq!(java.compile[..2], ["javac", "-g:none"]);
    }
}
