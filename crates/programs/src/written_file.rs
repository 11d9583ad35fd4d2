//! Finds whether a program writes to a file, as far as its text shows that: for students whose
//! program prints nothing.

use std::fs;
use std::path::Path;

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

/// How comments begin.
const COMMENTS: [&str; 4] = ["#", "//", "*", "/*"];

/// The largest source that is read, in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// Returns the first line in which a program opens a file for writing: its number, and its text.
pub(super) fn line_that_writes(folder: &Path, sources: &[String]) -> Option<(u32, String)> {
    let texts = sources.iter().filter_map(|source| {
        let path = folder.join(source);
        let is_small = path.metadata().is_ok_and(|found| found.len() <= MAX_BYTES);
        is_small.then(|| fs::read(path).ok()).flatten()
    });
    let mut found = texts.filter_map(|text| in_text(&String::from_utf8_lossy(&text)));
    found.next()
}

fn in_text(text: &str) -> Option<(u32, String)> {
    let is_code = |line: &str| !COMMENTS.iter().any(|mark| line.starts_with(mark));
    let mut lines = (1..).zip(text.lines().map(str::trim));
    let found = lines.find(|(_, line)| is_code(line) && writes(line));
    found.map(|(number, line)| (number, line.to_string()))
}

fn writes(line: &str) -> bool {
    CALLS.iter().any(|(call, behind)| {
        let rest = line.split_once(call).map(|(_, rest)| rest);
        rest.is_some_and(|rest| behind.is_empty() || behind.iter().any(|word| rest.contains(word)))
    })
}

#[cfg(test)]
mod tests {
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
            assert_eq!(found, Some((2, line.to_string())), "{line}");
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
    }
}
