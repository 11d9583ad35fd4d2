//! Quotes words for a shell, in scripts that are run: any name becomes one word, in every shell
//! with POSIX quoting.

/// Returns a word, quoted if necessary.
pub fn word(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./:,@%+=".contains(letter);
    // Some shells look up a command if a word begins with an equals sign.
    if !word.is_empty() && word.chars().all(is_plain) && !word.starts_with('=') {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// Returns words, each quoted if necessary.
pub fn words<W: AsRef<str>>(all: &[W]) -> String {
    all.iter().map(|one| word(one.as_ref())).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_need_no_quotes_have_none() {
        assert_eq!(words(&["--only=secret/1", "a.b_c", "-"]), "--only=secret/1 a.b_c -");
        assert_eq!(words(&["", "it's", "a b", "$x", "=ls"]), r"'' 'it'\''s' 'a b' '$x' '=ls'");
    }

    #[test]
    fn a_shell_reads_the_words_that_were_meant() {
        let hostile =
            ["", "two\nlines", "'; exit 9; '", "\"$(exit 9)`exit 9`\\", "-e", "~", "*", "#", "!x"];
        let script = format!("printf '%s\\0' {}", words(&hostile));
        let run = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
        let read = String::from_utf8(run.stdout).unwrap();
        assert_eq!(read.split_terminator('\0').collect::<Vec<_>>(), hostile);
    }
}
