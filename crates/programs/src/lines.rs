//! Lines of a program that explain a failure, as far as its text shows them: the line to which
//! standard error refers, as in `at Main.main(Main.java:6)`; and the one that writes to a file, for
//! students whose program prints nothing.

use std::path::Path;

use super::java;
use super::source::{MAIN, Source};
use referee_events::SourceLine;

/// How files are opened for writing: a call, and words of which one must follow in the same line.
const CALLS: [(&str, &[&str]); 26] = [
    // Python
    ("open(", &["'w", "\"w", "'a'", "\"a\""]),
    (".write_text(", &[]),
    // C and C++
    ("freopen(", &["stdout"]),
    ("ofstream ", &[]),
    ("ofstream(", &[]),
    // Java, Kotlin and Scala
    ("FileWriter(", &[]),
    ("FileOutputStream(", &[]),
    ("PrintWriter(", &["\"", "File("]),
    ("PrintStream(", &["\"", "File("]),
    ("Files.write", &[]),
    ("newBufferedWriter(", &[]),
    (".writeText(", &[]),
    // JavaScript
    ("writeFileSync(", &[]),
    ("writeFile(", &[]),
    ("createWriteStream(", &[]),
    // Rust
    ("File::create(", &[]),
    ("fs::write(", &[]),
    // Go
    ("os.Create(", &[]),
    ("os.WriteFile(", &[]),
    ("os.OpenFile(", &["O_WRONLY", "O_RDWR"]),
    // C#
    ("StreamWriter(", &[]),
    ("File.WriteAll", &[]),
    ("File.CreateText(", &[]),
    ("File.AppendAll", &[]),
    // Pascal
    ("assign(output", &[]),
    ("rewrite(", &[]),
];

/// The maximum number of characters of a line that are taken: reports contain it.
const MAX_LINE: usize = 1000;

const COMMENTS: [&str; 4] = ["#", "//", "*", "/*"];

impl Source {
    /// Returns the first line in which it opens a file for writing, as far as its text shows that.
    pub fn line_that_writes(&self) -> Option<SourceLine> {
        let text = |source: &String| java::text_of(&self.folder.join(source)).ok();
        self.sources.iter().find_map(|source| in_text(&text(source)?))
    }

    /// Returns the first of its lines that a text refers to by file and number, as standard error
    /// does in many languages.
    pub fn line_named_in(&self, said: &str) -> Option<SourceLine> {
        let extension = self.main.rsplit('.').next().unwrap_or_default();
        let copied = format!("{MAIN}.{extension}");
        let own = self.sources.iter().map(|source| (source.as_str(), source.as_str()));
        // The main file may be called `main` where it is built.
        named_line(&self.folder, own.chain([(self.main.as_str(), copied.as_str())]), said)
    }
}

fn in_text(text: &str) -> Option<SourceLine> {
    let is_code = |line: &str| !COMMENTS.iter().any(|mark| line.starts_with(mark));
    let mut lines = (1..).zip(text.lines().map(str::trim));
    let found = lines.find(|(_, line)| is_code(line) && writes(line));
    found.map(|(line, text)| SourceLine { line, text: text.chars().take(MAX_LINE).collect() })
}

fn writes(line: &str) -> bool {
    CALLS.iter().any(|(call, behind)| {
        let rest = line.split_once(call).map(|(_, rest)| rest);
        rest.is_some_and(|rest| behind.is_empty() || behind.iter().any(|word| rest.contains(word)))
    })
}

/// Returns the first line of one of the sources that a text refers to. Each source is given with
/// its name where it is built.
fn named_line<'a>(
    folder: &Path,
    sources: impl Iterator<Item = (&'a str, &'a str)>,
    said: &str,
) -> Option<SourceLine> {
    let places = sources.filter_map(|(source, name)| {
        let name = Path::new(name).file_name()?.to_str()?;
        let (at, number) = first_place(said, name)?;
        Some((at, number, source))
    });
    let (_, line, source) = places.min()?;
    let text = java::text_of(&folder.join(source)).ok()?;
    let text = text.lines().nth(usize::try_from(line).ok()?.checked_sub(1)?)?.trim();
    (!text.is_empty()).then(|| SourceLine { line, text: text.to_string() })
}

/// Returns where a text first refers to a line of a file, and to which: `Main.java:6`, or
/// `Program.cs:line 5`.
fn first_place(said: &str, name: &str) -> Option<(usize, u32)> {
    said.match_indices(name).find_map(|(at, _)| {
        let is_part =
            said[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_');
        let behind = said[at + name.len()..].strip_prefix(':').filter(|_| !is_part)?;
        let digits = behind.strip_prefix("line ").unwrap_or(behind);
        let end = digits.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(digits.len());
        Some((at, digits[..end].parse().ok()?))
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn lines_that_open_a_file_to_write_are_found() {
        for line in [
            "out = open('output.txt', 'w')",
            "with open(\"a.out\", mode=\"w\") as f:",
            "freopen(\"output.txt\", \"w\", stdout);",
            "std::ofstream out(\"output.txt\");",
            "FILE *f = fopen(\"output.txt\", \"w\");",
            "PrintWriter out = new PrintWriter(new File(\"output.txt\"));",
            "require('fs').writeFileSync('output.txt', text)",
            "let mut out = File::create(\"output.txt\")?;",
            "f, err := os.Create(\"output.txt\")",
            "using var w = new StreamWriter(\"output.txt\");",
        ] {
            let found = in_text(&format!("# first\n  {line}\n"));
            let expected = SourceLine { line: 2, text: line.to_string() };
            assert_eq!(found, Some(expected), "{line}");
        }
        for line in [
            "text = open('input.txt').read()",
            "freopen(\"input.txt\", \"r\", stdin);",
            "# open('output.txt', 'w')",
            "PrintWriter out = new PrintWriter(System.out);",
            "print('w')",
        ] {
            assert_eq!(in_text(line), None, "{line}");
        }
        let long = in_text(&format!("open('a', 'w'){}", "x".repeat(1 << 20)));
        assert_eq!(long.unwrap().text.len(), MAX_LINE);
    }

    #[test]
    fn the_first_line_of_its_own_files_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let sources = ["Main.java", "src/main.rs", "Program.cs"].map(String::from);
        fs::create_dir(folder.path().join("src")).unwrap();
        for source in &sources {
            fs::write(folder.path().join(source), format!("first\n  second of {source};\n\n"))
                .unwrap();
        }
        let names = || sources.iter().map(|source| (source.as_str(), source.as_str()));
        let named = |said| named_line(folder.path(), names(), said);
        for (said, source) in [
            ("at java.base/Integer.java:652\n\tat Main.main(Main.java:2)", "Main.java"),
            ("panicked at src/main.rs:2:20:", "src/main.rs"),
            ("   at Program.Main() in /submission/Program.cs:line 2", "Program.cs"),
            ("NotMain.java:1\nMain.java:2 Program.cs:1", "Main.java"),
        ] {
            let expected = SourceLine { line: 2, text: format!("second of {source};") };
            assert_eq!(named(said), Some(expected), "{said}");
        }
        for said in ["Main.java", "Main.java:0", "Main.java:3", "Main.java:99", "Other.java:2"] {
            assert_eq!(named(said), None, "{said}");
        }
    }
}
