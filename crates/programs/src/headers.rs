//! Precompiled headers: programs in C and C++ that begin with the same system headers compile in a
//! third of the time once these have been compiled.
//!
//! GCC uses a precompiled header only if nothing precedes it, and only with the same options; so
//! only the first lines of a program count, and headers are compiled with the command of their
//! language. They are used if one program compiles to the same bytes with and without them. A
//! program that does not compile with them is compiled without them, so that its compiler prints
//! the usual messages.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use referee_base::files::{self, TemporaryFolder};
use referee_base::parallel::lock;

use super::MAX_BYTES;
use super::language::Language;
use super::source::Source;

/// The number of programs with the same headers after which these are compiled, which takes as long
/// as about three programs.
const ENOUGH: usize = 4;

/// The maximum number of beginnings whose headers are compiled: those of one take a hundred
/// megabytes on disk.
const MAX_HEADERS: usize = 4;

/// The maximum number of beginnings that are counted.
const COUNTED: usize = 1000;

/// The file that includes the headers.
const HEADERS: &str = "headers.h";

/// The headers with which programs begin.
#[derive(Debug, Default)]
pub(super) struct PrecompiledHeaders(Mutex<HashMap<Beginning, Arc<Headers>>>);

/// A command that compiles programs, and the text with which they begin.
type Beginning = (String, Arc<str>);

/// The headers with which several programs begin.
#[derive(Debug, Default)]
pub(super) struct Headers {
    text: Arc<str>,
    /// The number of programs built that begin with them.
    programs: AtomicUsize,
    /// Held by the thread that compiles them; no other thread waits for that.
    compiling: Mutex<()>,
    /// The language whose command includes them, and their folder; `None` if they cannot be used.
    compiled: OnceLock<Option<(Language, TemporaryFolder)>>,
}

impl PrecompiledHeaders {
    /// Returns the headers with which a program begins, if its language can precompile them.
    pub(super) fn of(&self, source: &Source) -> Option<Arc<Headers>> {
        let language = &source.language;
        if !matches!(&*language.name, "c" | "cpp") || source.sources.len() != 1 {
            return None;
        }
        let text = files::read_at_most(&source.folder.join(&source.main), MAX_BYTES).ok()?;
        let text: Arc<str> = leading_headers(std::str::from_utf8(&text).ok()?).into();
        let key = (language.compile.join(" "), Arc::clone(&text));
        let mut known = lock(&self.0);
        if text.is_empty() || known.len() == COUNTED && !known.contains_key(&key) {
            return None;
        }
        let is_compiled = |headers: &Headers| headers.compiled.get().is_some();
        let is_full = known.values().filter(|headers| is_compiled(headers)).count() >= MAX_HEADERS;
        let new = || Arc::new(Headers { text, ..Headers::default() });
        let headers = Arc::clone(known.entry(key).or_insert_with(new));
        (!is_full || is_compiled(&headers)).then_some(headers)
    }
}

impl Headers {
    /// Returns the language whose command includes the headers, once they are compiled.
    pub(super) fn language(&self) -> Option<&Language> {
        self.compiled.get()?.as_ref().map(|(language, _)| language)
    }

    /// Counts a program that was compiled without them. Once there have been enough, compiles the
    /// headers with `compile`, whose result shows whether they can be used.
    pub(super) fn learn(&self, compile: impl FnOnce(&str) -> Option<(Language, TemporaryFolder)>) {
        if self.programs.fetch_add(1, Ordering::Relaxed) < ENOUGH {
            return;
        }
        if let Ok(_compiling) = self.compiling.try_lock() {
            self.compiled.get_or_init(|| compile(&self.text));
        }
    }
}

/// Returns headers as a source that is compiled with the command of a program, and the folder
/// around it; `None` if its language cannot precompile.
pub(super) fn as_source(headers: &str, of: &Source) -> Option<(Source, TemporaryFolder)> {
    let folder = TemporaryFolder::new().ok()?;
    fs::write(folder.path().join(HEADERS), headers).ok()?;
    let only = Source {
        folder: folder.path().to_path_buf(),
        language: precompiling(&of.language)?,
        files: vec![HEADERS.into()],
        sources: vec![HEADERS.into()],
        main: HEADERS.into(),
        included: Vec::new(),
        ..of.clone()
    };
    Some((only, folder))
}

/// Returns the lines with which a program includes system headers, up to the first line of another
/// kind.
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

/// Returns a language whose command precompiles headers; `None` if its own command is not of the
/// known form.
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
        // System headers include no file of the program, and nothing is linked.
        "{include}" | "{parts}" => Vec::new(),
        _ => vec![word.clone()],
    });
    Some(Language { compile: words.collect(), ..language.clone() })
}

/// Returns a language whose command includes the precompiled headers in a folder.
pub(super) fn including(language: &Language, folder: &Path) -> Option<Language> {
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
    use crate::language::Languages;

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
    }
}
