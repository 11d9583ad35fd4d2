//! The compilers and interpreters of a run, and the origin of its languages, for the end of the
//! report for people.

use std::fmt::Write as _;
use std::path::Path;

use referee_events::{Runs, Tool};

/// The usual folders of compilers and interpreters.
const USUAL: [&str; 3] = ["/usr/local/bin", "/usr/bin", "/bin"];

/// Formats a line with all tools, one for each tool that differs from what the user's shell would
/// start, and one with the file that defines languages.
pub fn lines(Runs { tools, languages, .. }: &Runs) -> String {
    let mut text = String::new();
    for of_language in tools.chunk_by(|a, b| a.language == b.language) {
        text += if text.is_empty() { "with      " } else { "; " };
        let said: Vec<String> = of_language.iter().map(said).collect();
        let _ = write!(text, "{}: {}", of_language[0].language, said.join(", "));
    }
    if !text.is_empty() {
        text.push('\n');
    }
    for note in tools.iter().filter_map(|tool| tool.note.as_deref()) {
        let _ = writeln!(text, "note      {note}");
    }
    if let Some(file) = languages {
        let _ = writeln!(text, "languages {file}");
    }
    text
}

/// Formats the version of a tool, which usually starts with its name, and its path if unusual.
fn said(tool: &Tool) -> String {
    let folder = Path::new(&tool.path).parent().unwrap_or(Path::new(""));
    let is_usual = USUAL.map(Path::new).contains(&folder);
    let place = if is_usual { String::new() } else { format!(" ({})", tool.path) };
    format!("{}{place}", tool.version.as_deref().unwrap_or(&tool.name))
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::*;

    #[test]
    fn versions_and_unusual_places_are_told() {
        let tool =
            |language: &str, name: &str, path: &str, version: Option<&str>, note: Option<&str>| {
                Tool {
                    language: language.into(),
                    name: name.into(),
                    path: path.into(),
                    version: version.map(String::from),
                    note: note.map(String::from),
                }
            };
        let tools = [
            tool("Java", "javac", "/usr/bin/javac", Some("javac 17.0.1"), None),
            tool("Java", "java", "/usr/bin/java", Some("openjdk 17.0.1"), None),
            tool(
                "Python 3",
                "python3",
                "/opt/p/bin/python3",
                Some("Python 3.12.1"),
                Some("why not"),
            ),
            tool("Shell", "sh", "/bin/sh", None, None),
        ];
        let runs = |tools| Runs { tools, languages: Some("a.toml".into()), ..Runs::default() };
        assert_snapshot!(lines(&runs(tools.to_vec())), @r"
        with      Java: javac 17.0.1, openjdk 17.0.1; Python 3: Python 3.12.1 (/opt/p/bin/python3); Shell: sh
        note      why not
        languages a.toml
        ");
        assert_eq!(lines(&Runs::default()), "");
    }
}
