//! Commands for people to copy: words quoted for a shell, and how to judge a submission again.

use referee_checker::text::escape;
use referee_events::Runs;

/// Returns a word, quoted if necessary. Unprintable characters are escaped, so a command that
/// contains any is only for reading.
pub fn quoted(word: &str) -> String {
    let printable = escape(word.as_bytes());
    match shlex::try_quote(&printable) {
        Ok(quoted) => quoted.into_owned(),
        Err(_) => printable,
    }
}

/// Returns the pattern that matches only this name, quoted if necessary: some flags take patterns,
/// and a name such as `1[a]` would not match itself.
fn quoted_pattern(name: &str) -> String {
    quoted(&globset::escape(name))
}

/// Returns a command line that a shell splits into these words.
pub fn shell_line(words: &[String]) -> String {
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

/// Returns the command that judges a submission again, given the words that select it, if there is
/// one.
pub fn again(runs: Option<&Runs>, words: &[String]) -> Option<String> {
    let command = runs.map(|runs| &runs.again)?;
    let is_known = !command.is_empty() && !words.is_empty();
    is_known.then(|| format!("{command} {}", shell_line(words)))
}

/// Restricts that command to one case.
pub fn only(command: &str, case: &str) -> String {
    format!("{command} --only {}", quoted_pattern(case))
}

#[cfg(test)]
mod tests {
    use super::{quoted, quoted_pattern};

    #[test]
    fn words_are_quoted_where_they_must_be() {
        assert_eq!(quoted("a/b-c_1.rs"), "a/b-c_1.rs");
        assert_eq!(quoted("Ann Lee/$x.py"), "'Ann Lee/$x.py'");
        assert_eq!(quoted("it's"), "\"it's\"");
    }

    #[test]
    fn names_become_patterns_of_themselves() {
        assert_eq!(quoted_pattern("secret/1-a_b.c"), "secret/1-a_b.c");
        assert_eq!(quoted_pattern("1[a]{b}*?"), "'1[[]a[]][{]b[}][*][?]'");
    }
}
