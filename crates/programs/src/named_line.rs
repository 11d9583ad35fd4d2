//! The line of a program to which standard error refers, as in `at Main.main(Main.java:6)`.

use std::fs;
use std::path::Path;

/// The largest source that is read, in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// Returns the first line of one of the sources that a text refers to: its number, and its content.
/// Each source is given with its name where it is built.
pub(super) fn named_line<'a>(
    folder: &Path,
    sources: impl Iterator<Item = (&'a str, &'a str)>,
    said: &str,
) -> Option<(u32, String)> {
    let places = sources.filter_map(|(source, name)| {
        let name = Path::new(name).file_name()?.to_str()?;
        let (at, number) = first_place(said, name)?;
        Some((at, number, source))
    });
    let (_, number, source) = places.min()?;
    let path = folder.join(source);
    path.metadata().ok().filter(|found| found.len() <= MAX_BYTES)?;
    let text = fs::read(path).ok()?;
    let text = String::from_utf8_lossy(&text);
    let line = text.lines().nth(usize::try_from(number).ok()?.checked_sub(1)?)?.trim();
    (!line.is_empty()).then(|| (number, line.to_string()))
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
    use super::*;

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
            assert_eq!(named(said), Some((2, format!("second of {source};"))), "{said}");
        }
        for said in ["Main.java", "Main.java:0", "Main.java:3", "Main.java:99", "Other.java:2"] {
            assert_eq!(named(said), None, "{said}");
        }
    }
}
