//! The program in a notebook: its code cells, in order.
//!
//! Versions 3 and 4 of the format are read. Lines that only an interactive shell understands, such
//! as `%matplotlib inline` and `!pip install`, become comments.

use std::fmt;
use std::sync::LazyLock;

use fancy_regex::Regex;
use serde::de::{IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use referee_programs::language::Languages;

/// The parts of a notebook that lead to its code. The rest, such as pictures, is not kept.
#[derive(Deserialize)]
struct Notebook {
    #[serde(default)]
    metadata: Kept,
    #[serde(default)]
    cells: Vec<Cell>,
    /// The cells, before version 4.
    #[serde(default)]
    worksheets: Vec<Worksheet>,
}

#[derive(Deserialize)]
struct Worksheet {
    #[serde(default)]
    cells: Vec<Cell>,
}

#[derive(Deserialize)]
struct Cell {
    cell_type: String,
    #[serde(default, alias = "input")]
    source: Kept,
}

impl Cell {
    /// Returns its text, which is a string, or its lines.
    fn text(self) -> Option<String> {
        match self.source.0 {
            Value::Null => Some(String::new()),
            Value::String(text) => Some(text),
            _ => None,
        }
    }
}

/// The keys of the metadata that are kept.
const KEYS: [&str; 5] = ["language_info", "kernelspec", "name", "file_extension", "language"];

/// A value as far as it is read, which may be a small part of a large notebook: texts, lines as one
/// text, and objects with known keys; anything else is `false`.
///
/// Not an untagged enum: `serde` would hold the whole value first, in thirty times its size.
#[derive(Default)]
struct Kept(Value);

impl<'de> Deserialize<'de> for Kept {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Kept, D::Error> {
        deserializer.deserialize_any(KeptVisitor).map(Kept)
    }
}

struct KeptVisitor;

impl<'de> Visitor<'de> for KeptVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Value, E> {
        Ok(Value::Bool(false))
    }

    fn visit_i64<E>(self, _: i64) -> Result<Value, E> {
        Ok(Value::Bool(false))
    }

    fn visit_u64<E>(self, _: u64) -> Result<Value, E> {
        Ok(Value::Bool(false))
    }

    fn visit_f64<E>(self, _: f64) -> Result<Value, E> {
        Ok(Value::Bool(false))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::String(text.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut all: A) -> Result<Value, A::Error> {
        let mut text = Some(String::new());
        while let Some(Kept(line)) = all.next_element()? {
            text = text.zip(line.as_str()).map(|(text, line)| text + line);
        }
        Ok(text.map_or(Value::Bool(false), Value::String))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut all: A) -> Result<Value, A::Error> {
        let mut kept = serde_json::Map::new();
        while let Some(key) = all.next_key::<String>()? {
            if KEYS.contains(&key.as_str()) {
                kept.insert(key, all.next_value::<Kept>()?.0);
            } else {
                all.next_value::<IgnoredAny>()?;
            }
        }
        Ok(Value::Object(kept))
    }
}

/// The program in a notebook.
#[derive(Debug, PartialEq)]
pub struct NotebookCode {
    /// Its text.
    pub text: String,
    /// The extension of its language.
    pub extension: String,
}

/// The extension of the language in which notebooks usually are.
pub(crate) const USUAL: &str = "py";

/// The start of a line for the shell that times a program: the rest is run like the program's own.
static TIMED: LazyLock<Regex> = LazyLock::new(|| pattern(r"^(\s*)%time\s+(?=\S)"));

/// A line for the shell: one of its commands, or a program to start, as in `!pip install numpy` and
/// `!{sys.executable} -m pip install numpy`. The operator `%` at the start of a line has no name
/// after it, and a placeholder in a string no long one.
static FOR_THE_SHELL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"^\s*(%{1,2}[a-zA-Z_]{2,}(\s|$)|!(?!=)|\?{1,2}\w|\w[\w.]*\?{1,2}\s*$)")
});

/// The first line of a cell for something other than Python, unless it only measures or captures.
static FOR_OTHERS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^\s*%%(?!time\b|timeit\b|capture\b|prun\b)[a-zA-Z_!]+"));

/// How strings begin and end in Python.
const QUOTES: [&str; 4] = ["\"\"\"", "'''", "\"", "'"];

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a pattern of the program's own")
}

/// Returns the program in a notebook.
///
/// # Errors
/// A message for its author: it is not a notebook, is in no known language, or has no code.
pub fn code(bytes: &[u8], languages: &Languages) -> Result<NotebookCode, String> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let unreadable =
        || "a notebook that cannot be read; save it again, or export it as a script".to_string();
    let notebook: Notebook = serde_json::from_slice(bytes).map_err(|_| unreadable())?;
    let said = |place| notebook.metadata.0.pointer(place).and_then(Value::as_str);
    let extension = match said("/language_info/file_extension") {
        Some(extension) => extension.trim_start_matches('.').to_lowercase(),
        None => USUAL.into(),
    };
    let language = said("/language_info/name").or_else(|| said("/kernelspec/language"));
    let is_python = language.is_none_or(|name| name.eq_ignore_ascii_case("python"));
    let extension = if is_python { USUAL.to_string() } else { extension };
    if languages.of_extension(&extension).is_none() || !is_python && extension == USUAL {
        let language = language.unwrap_or(&extension).escape_debug();
        return Err(format!(
            "a notebook in {language}, which is not supported; export it as a script in a supported language, and hand that in"
        ));
    }
    let older = notebook.worksheets.into_iter().flat_map(|sheet| sheet.cells);
    let cells = notebook.cells.into_iter().chain(older).filter(|cell| cell.cell_type == "code");
    let texts: Option<Vec<String>> = cells.map(Cell::text).collect();
    let texts = texts.ok_or_else(unreadable)?.into_iter();
    let cells = texts.map(|text| if is_python { python(&text) } else { text });
    let cells: Vec<String> = cells.filter(|text| !text.trim().is_empty()).collect();
    if cells.is_empty() {
        return Err("a notebook without code; hand in the one with the program in it".into());
    }
    Ok(NotebookCode { text: cells.join("\n\n") + "\n", extension })
}

/// Returns a cell in Python without what only an interactive shell understands.
fn python(cell: &str) -> String {
    // Most lines have no such mark, and there may be millions.
    let fits = |pattern: &Regex, line: &str| {
        line.contains(['%', '!', '?']) && pattern.is_match(line).unwrap_or(false)
    };
    if cell.lines().next().is_some_and(|first| fits(&FOR_OTHERS, first)) {
        return String::new();
    }
    let (mut statement, mut is_shell_open) = (OpenStatement::default(), false);
    let line = |line: &str| {
        if std::mem::take(&mut is_shell_open) {
            is_shell_open = line.ends_with('\\');
            return format!("# {line}");
        }
        if statement.is_open() || !fits(&TIMED, line) && !fits(&FOR_THE_SHELL, line) {
            statement.read(line);
            return line.to_string();
        }
        if fits(&TIMED, line) {
            let line = TIMED.replace(line, "$1").into_owned();
            statement.read(&line);
            return line;
        }
        is_shell_open = line.ends_with('\\');
        // The block around it must not become empty.
        let blanks = &line[..line.len() - line.trim_start().len()];
        format!("{blanks}pass  # {}", line.trim_start())
    };
    let mut text = String::with_capacity(cell.len());
    for (at, line) in cell.lines().map(line).enumerate() {
        text.push_str(if at > 0 { "\n" } else { "" });
        text.push_str(&line);
    }
    text
}

/// What is open at the end of a line in Python: a line for the shell begins a statement, and is no
/// part of one, nor of a string.
#[derive(Default)]
struct OpenStatement {
    brackets: usize,
    quote: Option<&'static str>,
    is_continued: bool,
}

impl OpenStatement {
    fn is_open(&self) -> bool {
        self.brackets > 0 || self.quote.is_some() || self.is_continued
    }

    /// Reads the next line.
    fn read(&mut self, line: &str) {
        self.is_continued = false;
        let mut rest = line;
        while let Some(first) = rest.chars().next() {
            let mut length = first.len_utf8();
            match (first, self.quote) {
                ('\\', _) => {
                    let escaped = rest[1..].chars().next();
                    self.is_continued = escaped.is_none();
                    length += escaped.map_or(0, char::len_utf8);
                }
                (_, Some(quote)) if rest.starts_with(quote) => {
                    (self.quote, length) = (None, quote.len());
                }
                (_, Some(_)) => {}
                ('#', None) => return,
                ('(' | '[' | '{', None) => self.brackets += 1,
                (')' | ']' | '}', None) => self.brackets = self.brackets.saturating_sub(1),
                (_, None) => {
                    self.quote = QUOTES.into_iter().find(|quote| rest.starts_with(quote));
                    length = self.quote.map_or(length, str::len);
                }
            }
            rest = &rest[length..];
        }
        // Other strings end with their line.
        let ends = |quote: &&str| quote.len() == 3 || self.is_continued;
        self.quote = self.quote.filter(ends);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<NotebookCode, String> {
        code(text.as_bytes(), &Languages::shipped())
    }

    #[test]
    fn code_cells_are_the_program_in_their_order() {
        let text = r##"{"nbformat": 4, "metadata": {"language_info": {"name": "python"}}, "cells": [
            {"cell_type": "markdown", "source": "# Sum"},
            {"cell_type": "code", "source": ["%matplotlib inline\n", "a, b = map(int, input().split())"]},
            {"cell_type": "code", "source": "%%bash\nls"},
            {"cell_type": "code", "source": "if a:\n    !pip install numpy\nprint('%d' % a\n  % b)", "outputs": []},
            {"cell_type": "code", "source": "%%time\n%time print(a + b)\nprint?"}]}"##;
        let expected = "pass  # %matplotlib inline\na, b = map(int, input().split())\n\n\
            if a:\n    pass  # !pip install numpy\nprint('%d' % a\n  % b)\n\n\
            pass  # %%time\nprint(a + b)\npass  # print?\n";
        let expected = NotebookCode { text: expected.into(), extension: "py".into() };
        assert_eq!(read(text), Ok(expected));
    }

    #[test]
    fn what_is_inside_a_statement_is_not_for_the_shell() {
        for (cell, expected) in [
            ("x = (a\n %mod\n )\n%mod", "x = (a\n %mod\n )\npass  # %mod"),
            ("x = '''(\n%ls\n'''\n%ls", "x = '''(\n%ls\n'''\npass  # %ls"),
            ("x = a \\\n %mod\n%mod", "x = a \\\n %mod\npass  # %mod"),
            ("x = \"\\\"(\" # [\n!ls", "x = \"\\\"(\" # [\npass  # !ls"),
            ("x = '\n!ls", "x = '\npass  # !ls"),
            ("x = {'ä': \"#[\",\n%mod }", "x = {'ä': \"#[\",\n%mod }"),
            (
                "! pip -V\n!{sys.executable} -V\nx",
                "pass  # ! pip -V\npass  # !{sys.executable} -V\nx",
            ),
            ("x = (a\n != b)", "x = (a\n != b)"),
            ("!pip install a \\\n  b \\\n  c\nx", "pass  # !pip install a \\\n#   b \\\n#   c\nx"),
        ] {
            assert_eq!(python(cell), expected);
        }
    }

    #[test]
    fn older_notebooks_and_other_languages_are_read() {
        let older = r#"{"nbformat": 3, "worksheets": [{"cells": [{"cell_type": "code", "input": ["print(1)"]}]}]}"#;
        assert_eq!(read(older).unwrap().text, "print(1)\n");
        assert_eq!(read(&format!("\u{feff}{older}")).unwrap().text, "print(1)\n");
        let of = |language: &str, extension: &str| {
            read(&format!(
                r#"{{"metadata": {{"language_info": {{"name": "{language}", "file_extension": "{extension}"}}}},
                    "cells": [{{"cell_type": "code", "source": "%x"}}]}}"#
            ))
        };
        let unsaid = r#"{"metadata": {"kernelspec": null, "language_info": null}, "#;
        let unsaid = older.replacen('{', unsaid, 1);
        assert_eq!(read(&unsaid).unwrap().extension, "py");
        assert_eq!(of("javascript", ".js").unwrap().extension, "js");
        assert!(of("Mathematica", ".m4x").unwrap_err().starts_with("a notebook in Mathematica"));
    }

    #[test]
    fn what_is_no_program_is_said() {
        for (text, why) in [
            ("", "a notebook that cannot be read"),
            ("{\"cells\": 1}", "a notebook that cannot be read"),
            (
                r#"{"cells": [{"cell_type": "code", "source": 1}]}"#,
                "a notebook that cannot be read",
            ),
            ("{}", "a notebook without code"),
            (r#"{"cells": [{"cell_type": "markdown", "source": "x"}]}"#, "a notebook without code"),
        ] {
            assert!(read(text).unwrap_err().starts_with(why), "{text}");
        }
    }
}
