//! Compiles mutants: as submissions are compiled, but quicker, and so that programs can be compared.
//!
//! Of a program in C or C++ most of the time goes into its headers, which are the same for all mutants: they are precompiled once, if
//! the original compiles to the same binary with them.

use std::fs;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::thread;

use super::form::{self, CompiledForm};
use referee_base::digest::ContentHash;
use referee_base::fault::Fault;
use referee_base::files::TemporaryFolder;
use referee_programs::language::Language;
use referee_programs::{Build, Builder, Builds, NotBuilt, Source};
use referee_tokens::Grammar;

/// The number of mutants from which on it pays to precompile headers, which takes as long as compiling about five programs.
const WORTH_HEADERS: usize = 10;

/// The file that includes the headers.
const HEADERS: &str = "headers.h";

/// Compiles mutants of one program.
pub(super) struct MutantBuilder<'a> {
    builder: Builder<'a>,
    grammar: Grammar,
    /// The language of the program, with commands that compile it quicker and comparably.
    language: Language,
    /// The folder of the precompiled headers lives as long as this.
    _headers: Option<Arc<OnceLock<Build>>>,
    /// What the original compiles to.
    pub(super) original: Option<CompiledForm>,
}

/// What became of a program at its compiler.
pub(super) enum Compiled {
    /// It compiles, to this form, if that can be told.
    Form(Option<CompiledForm>),
    /// It does not compile.
    Refused,
    /// The judge or the machine is at fault.
    Failed(Fault),
}

impl<'a> MutantBuilder<'a> {
    /// Compiles the original, and prepares for compiling this many mutants of it.
    ///
    /// # Errors
    /// It cannot be compiled.
    pub(super) fn new(
        source: &Source,
        grammar: Grammar,
        count: usize,
        builder: Builder<'a>,
    ) -> Result<MutantBuilder<'a>, Fault> {
        let language = comparable(&source.language, grammar);
        let plain = MutantBuilder { builder, grammar, language, _headers: None, original: None };
        let pays = grammar == Grammar::C && count >= WORTH_HEADERS;
        // All mutants wait for both, which take seconds.
        let (original, quick) = thread::scope(|scope| {
            let quick = pays.then(|| scope.spawn(|| plain.with_headers(source)));
            let original = plain.form_of(source);
            (original, quick.and_then(|quick| quick.join().ok().flatten()))
        });
        let original = original?;
        let is_same = |quick: &MutantBuilder| {
            original.is_some() && quick.form_of(source).is_ok_and(|form| form == original)
        };
        let quick = quick.filter(is_same);
        Ok(MutantBuilder { original, ..quick.unwrap_or(plain) })
    }

    fn form_of(&self, original: &Source) -> Result<Option<CompiledForm>, Fault> {
        let content = original.content()?;
        match self.compile(original, content, &Builds::for_each([content].into_iter())) {
            Compiled::Form(form) => Ok(form),
            Compiled::Failed(fault) => Err(fault),
            Compiled::Refused => Err(Fault::bad_input("it does not compile")),
        }
    }

    /// Compiles a program for the judge, who finds it by the content of its sources.
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

    /// Precompiles the headers of a program; none if it has none, or if its compiler does not do that.
    fn with_headers(&self, source: &Source) -> Option<MutantBuilder<'a>> {
        let text = fs::read_to_string(source.folder.join(&source.main)).ok()?;
        let headers = leading_headers(&text);
        if headers.is_empty() {
            return None;
        }
        let folder = TemporaryFolder::new().ok()?;
        fs::write(folder.path().join(HEADERS), headers).ok()?;
        let source = Source {
            language: precompiling(&self.language)?,
            files: vec![HEADERS.into()],
            sources: vec![HEADERS.into()],
            main: HEADERS.into(),
            included: Vec::new(),
            ..source.clone()
        };
        let source = Source { folder: folder.path().to_path_buf(), ..source };
        let content = source.content().ok()?;
        let builds = Builds::for_each([content].into_iter());
        let build = builds.build(&source, content, &self.builder);
        let language = including(&self.language, build.get()?.as_ref().ok()?.folder())?;
        Some(MutantBuilder { language, _headers: Some(build), ..*self })
    }
}

/// Returns a language whose compiler leaves out what tells where in its text a program came from.
fn comparable(language: &Language, grammar: Grammar) -> Language {
    let mut language = language.clone();
    let compiler =
        language.compile.first().map_or("", |path| path.rsplit('/').next().unwrap_or(""));
    if grammar == Grammar::Java && compiler == "javac" {
        language.compile.insert(1, "-g:none".into());
    }
    language
}

/// Returns the lines with which a program includes headers of the system, up to its first line that is anything else.
fn leading_headers(text: &str) -> String {
    let is_header = |line: &str| {
        let directive = line.strip_prefix('#').map(str::trim_start);
        directive
            .is_some_and(|directive| directive.starts_with("include") && directive.contains('<'))
    };
    let is_nothing = |line: &str| line.is_empty() || line.starts_with("//");
    let lines = text.lines().map(str::trim).take_while(|line| is_header(line) || is_nothing(line));
    lines.filter(|line| is_header(line)).map(|line| format!("{line}\n")).collect()
}

/// Returns a language whose compiler precompiles headers; none if its command is not of the known form.
fn precompiling(language: &Language) -> Option<Language> {
    let has = |word: &str| language.compile.iter().any(|own| own == word);
    if !has("{program}") || !has("{sources}") {
        return None;
    }
    let kind = if language.name == "c" { "c-header" } else { "c++-header" };
    let words = language.compile.iter().filter(|word| !word.starts_with("-l"));
    let words = words.flat_map(|word| match &**word {
        "{program}" => vec![format!("{{folder}}/{HEADERS}.gch")],
        "{sources}" => vec!["-x".into(), kind.into(), format!("{{folder}}/{HEADERS}")],
        // Headers of the system include no file of the program, and nothing is linked.
        "{include}" | "{parts}" => Vec::new(),
        _ => vec![word.clone()],
    });
    Some(Language { compile: words.collect(), ..language.clone() })
}

/// Returns a language whose compiler includes the headers precompiled in a folder.
fn including(language: &Language, folder: &Path) -> Option<Language> {
    let mut language = language.clone();
    let path = folder.to_str()?.to_string();
    let words = ["-include".to_string(), format!("{path}/{HEADERS}")];
    language.compile.splice(1..1, words);
    language.readable.push(path);
    Some(language)
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_programs::language::Languages;

    #[test]
    fn headers_end_where_anything_else_begins() {
        for (text, expected) in [
            (
                "#include <a>\n// b\n\n #  include <b> // c\nint a;\n#include <c>\n",
                "#include <a>\n#  include <b> // c\n",
            ),
            ("#pragma GCC optimize(\"O3\")\n#include <a>\n", ""),
            ("#define A\n#include <a>\n", ""),
            ("#include \"a.h\"\n#include <b>\n", ""),
            ("", ""),
        ] {
            assert_eq!(leading_headers(text), expected, "{text}");
        }
    }

    #[test]
    fn headers_are_precompiled_by_the_flags_of_programs() {
        let languages = Languages::shipped();
        let language = |extension| languages.of_extension(extension).unwrap();
        let words = precompiling(language("c")).unwrap().compile.join(" ");
        assert_eq!(
            words,
            "cc -std=gnu17 -O2 -w -DONLINE_JUDGE {static} -o {folder}/headers.h.gch -x c-header {folder}/headers.h"
        );
        assert!(precompiling(language("rs")).is_none());
        let cpp = including(language("cpp"), Path::new("/h")).unwrap();
        assert!(cpp.compile.join(" ").starts_with("c++ -include /h/headers.h -std="));
        assert_eq!(cpp.readable, ["/h"]);
        let java = comparable(language("java"), Grammar::Java);
        assert_eq!(java.compile[..2], ["javac", "-g:none"]);
    }
}
