//! The mutants of a program as submissions on disk, compiled and compared.

use std::collections::HashMap;
use std::convert::Infallible;
use std::ops::Range;

use super::builder::{Compiled, MutantBuilder};
use super::form;
use super::original::Original;
use super::outcome::Outcome;
use referee_base::digest::ContentHash;
use referee_base::fault::Fault;
use referee_base::files::TemporaryFolder;
use referee_base::parallel::ordered_large;
use referee_intake::submission::Submission;
use referee_judge::record::Record;
use referee_programs::{Builder, Builds};

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
    /// A submission for each mutant.
    pub(super) submissions: Vec<Submission>,
    /// The facts about each mutant before it is compiled.
    sources: Vec<CandidateSource>,
    /// Compiles mutants of unknown form; none if all forms are known.
    builder: Option<MutantBuilder<'a>>,
    original_form: Option<ContentHash>,
    /// The number of the first mutant of each form.
    by_form: HashMap<ContentHash, usize>,
    /// The folder of their texts, which must outlive the submissions. Removed when this value is
    /// dropped.
    pub(super) folder: TemporaryFolder,
}

/// The facts about a mutant before it is compiled.
struct CandidateSource {
    content: ContentHash,
    key: ContentHash,
    /// The number of an earlier mutant with the same text.
    same_text: Option<usize>,
}

impl<'a> Candidates<'a> {
    /// Writes the mutants of a program to disk.
    ///
    /// # Errors
    /// The disk is full, or the original cannot be compiled.
    pub(super) fn new(
        original: &'a Original,
        services: CompileServices<'a>,
    ) -> Result<Candidates<'a>, Fault> {
        let folder = TemporaryFolder::new()?;
        let source = &original.submission.source;
        let Builder { toolchains, executor, .. } = services.builder;
        let toolchain = toolchains.of(&source.language, executor).number();
        let mut submissions = Vec::with_capacity(original.mutants.len());
        let mut sources = Vec::with_capacity(original.mutants.len());
        let mut by_content = HashMap::new();
        for mutant in &original.mutants {
            let submission = original.submission_of(mutant, folder.path())?;
            let content = submission.source.content()?;
            let first = *by_content.entry(content).or_insert(mutant.number);
            let same_text = Some(first).filter(|&first| first != mutant.number);
            let key = form::key(&content, &toolchain);
            sources.push(CandidateSource { content, key, same_text });
            submissions.push(submission);
        }
        let original_key = form::key(&source.content()?, &toolchain);
        let known = |key: &ContentHash| services.known.and_then(|known| known.form(key));
        let unknown = sources.iter().filter(|one| known(&one.key).is_none()).count();
        let original_form = known(&original_key).flatten();
        let builder = match original_form {
            Some(_) if unknown == 0 => None,
            _ => Some(MutantBuilder::new(source, original.grammar, services.builder)?),
        };
        let original_form = builder.as_ref().map_or(original_form, |builder| builder.original);
        if let (Some(known), Some(_)) = (services.known, &builder) {
            known.keep_form(original_key, original_form);
        }
        Ok(Candidates {
            original,
            services,
            submissions,
            sources,
            builder,
            original_form,
            by_form: HashMap::new(),
            folder,
        })
    }

    /// Returns the content hashes of a range of mutants.
    pub(super) fn contents(&self, range: Range<usize>) -> impl Iterator<Item = ContentHash> {
        self.sources[range].iter().map(|one| one.content)
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
            |index| self.compiled(first + index, builds),
            |_, one| {
                compiled.push(one);
                step();
                Ok::<(), Infallible>(())
            },
        );
        let outcomes = range.zip(compiled).map(|(at, compiled)| {
            let outcome = self.outcome(at, compiled);
            if outcome.is_some() {
                builds.release(&self.sources[at].content);
            }
            outcome
        });
        outcomes.collect()
    }

    /// Compiles the mutant at a position, unless its form is known; `None` if its text equals that
    /// of another mutant.
    fn compiled(&self, at: usize, builds: &Builds) -> Option<Compiled> {
        let CandidateSource { content, key, same_text } = &self.sources[at];
        if same_text.is_some() {
            return None;
        }
        match (self.services.known.and_then(|known| known.form(key)), &self.builder) {
            (Some(Some(form)), _) => Some(Compiled::Form(Some(form))),
            (Some(None), _) => Some(Compiled::Refused),
            (None, None) => Some(Compiled::Failed(Fault::judge("it was not compiled"))),
            (None, Some(builder)) => {
                let source = &self.submissions[at].source;
                let compiled = builder.compile(source, *content, builds);
                match (self.services.known, &compiled) {
                    (Some(known), Compiled::Form(form @ Some(_))) => known.keep_form(*key, *form),
                    (Some(known), Compiled::Refused) => known.keep_form(*key, None),
                    _ => {}
                }
                Some(compiled)
            }
        }
    }

    /// Returns the outcome of a mutant that need not be judged.
    fn outcome(&mut self, at: usize, compiled: Option<Compiled>) -> Option<Outcome> {
        let number = self.original.mutants[at].number;
        match compiled {
            None => self.sources[at].same_text.map(Outcome::Duplicate),
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
