//! Compiles mutants like submissions, but such that the results can be compared.

use super::form;
use referee_base::digest::ContentHash;
use referee_base::fault::Fault;
use referee_programs::language::Language;
use referee_programs::{Builder, Builds, NotBuilt, Source};
use referee_tokens::Grammar;

/// Compiles mutants of one program.
pub(super) struct MutantBuilder<'a> {
    builder: Builder<'a>,
    grammar: Grammar,
    /// The language of the program, with compile commands whose output can be compared.
    language: Language,
    /// The compiled form of the original.
    pub(super) original: Option<ContentHash>,
}

/// The result of compiling a program.
pub(super) enum Compiled {
    /// It compiled, to this form if that can be determined.
    Form(Option<ContentHash>),
    /// It does not compile.
    Refused,
    /// The judge or the machine failed.
    Failed(Fault),
}

impl<'a> MutantBuilder<'a> {
    /// Compiles the original.
    ///
    /// # Errors
    /// It cannot be compiled.
    pub(super) fn new(
        source: &Source,
        grammar: Grammar,
        builder: Builder<'a>,
    ) -> Result<MutantBuilder<'a>, Fault> {
        let language = comparable(&source.language, grammar);
        let plain = MutantBuilder { builder, grammar, language, original: None };
        let content = source.content()?;
        let builds = Builds::for_each([content].into_iter());
        match plain.compile(source, content, &builds) {
            Compiled::Form(original) => Ok(MutantBuilder { original, ..plain }),
            Compiled::Failed(fault) => Err(fault),
            Compiled::Refused => Err(Fault::bad_input("it does not compile")),
        }
    }

    /// Compiles a program. The judge finds the result in `builds` by the content of the sources.
    pub(super) fn compile(
        &self,
        source: &Source,
        content: ContentHash,
        builds: &Builds,
    ) -> Compiled {
        let source = Source { language: self.language.clone(), ..source.clone() };
        let build = builds.build(&source, content, &self.builder);
        match build.get() {
            Some(Ok(program)) => Compiled::Form(form::of(program, self.grammar, &self.builder)),
            Some(Err(NotBuilt::Refused(_))) => Compiled::Refused,
            Some(Err(NotBuilt::NotJudged(fault))) => Compiled::Failed(fault.clone()),
            Some(Err(NotBuilt::NotInstalled(_, fault))) => Compiled::Failed((**fault).clone()),
            None => Compiled::Failed(Fault::judge("it was not compiled")),
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
