//! Generator commands: a program with its arguments, and a seed computed from the text.
//!
//! Seeds, words and placeholders are as in other tools: the same file gives the same bytes.

use std::sync::LazyLock;

use fancy_regex::{Captures, Regex};
use sha2::{Digest, Sha512};

/// The placeholder for the seed. Its number distinguishes commands that are otherwise equal.
static SEED: LazyLock<Regex> = LazyLock::new(|| pattern(r"\{seed(:[0-9]+)?\}"));

/// The placeholder for a constant of the problem.
static CONSTANT: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\{\{([a-zA-Z_][a-zA-Z0-9_]*(?:\.[a-zA-Z_][a-zA-Z0-9_]*)?)\}\}"));

/// The value of `{name}`: programs write `testcase.in`, whatever the name of the case.
pub const NAME: &str = "testcase";

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a test uses each pattern")
}

/// A command of `generate`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratorCommand {
    /// The text after substitution of constants and count, which determines the seed.
    pub text: String,
    /// The program: its name in `generators`, or its path below `generators/`.
    pub program: String,
    /// The arguments, still with the placeholder for the seed.
    arguments: Vec<String>,
    /// Whether the command has a placeholder for a seed.
    pub uses_seed: bool,
}

impl GeneratorCommand {
    /// Parses a command.
    ///
    /// # Errors
    /// The command is empty, a quote is not closed, or there is more than one placeholder for a
    /// seed.
    pub fn read(text: &str) -> Result<GeneratorCommand, &'static str> {
        let mut arguments = words(text)?;
        if arguments.is_empty() {
            return Err("the command is empty");
        }
        let program = arguments.remove(0);
        let seeds: usize = arguments.iter().map(|word| SEED.find_iter(word).count()).sum();
        if seeds > 1 {
            return Err("{seed} may occur at most once");
        }
        Ok(GeneratorCommand { text: text.to_string(), program, arguments, uses_seed: seeds == 1 })
    }

    /// Returns the seed of the case with this salt and this value of `count`, which is 1 without a
    /// `count`.
    ///
    /// It is the SHA-512 of salt, count and text, read as a number, modulo 2^31.
    pub fn seed(&self, salt: &str, count: i64) -> u32 {
        // The value 1 gives the same seed as no count; any other value enters as one less.
        let count = if count == 1 { String::new() } else { format!(":{}", i128::from(count) - 1) };
        let mut hash = Sha512::new();
        hash.update(format!("{salt}{count}{}", self.text.trim()));
        let hash = hash.finalize();
        let last: [u8; 4] = [hash[60], hash[61], hash[62], hash[63]];
        u32::from_be_bytes(last) & 0x7fff_ffff
    }

    /// Returns the arguments with this seed.
    pub fn arguments(&self, seed: u32) -> Vec<String> {
        let filled = |word: &String| with_seed(&word.replace("{name}", NAME), seed);
        self.arguments.iter().map(filled).collect()
    }

    /// Returns the arguments, with the placeholder for the seed.
    pub fn words(&self) -> Vec<String> {
        self.arguments.iter().map(|word| word.replace("{name}", NAME)).collect()
    }

    /// Returns the text with this seed; it distinguishes rules.
    pub fn text_with(&self, seed: u32) -> String {
        with_seed(&self.text, seed)
    }
}

fn with_seed(text: &str, seed: u32) -> String {
    SEED.replace_all(text, seed.to_string().as_str()).into_owned()
}

/// Substitutes constants, written as `{{name}}` or `{{name.variant}}`. Those that `value_of` does
/// not have are left unchanged and returned.
pub(super) fn with_constants(
    text: &str,
    value_of: impl Fn(&str) -> Option<String>,
) -> (String, Vec<String>) {
    let mut unknown = Vec::new();
    let filled = CONSTANT.replace_all(text, |found: &Captures<str>| {
        let (whole, name) = (&found[0], &found[1]);
        value_of(name).unwrap_or_else(|| {
            unknown.push(name.to_string());
            whole.to_string()
        })
    });
    (filled.into_owned(), unknown)
}

/// Splits a command line into words, as a shell without variables and comments would.
fn words(text: &str) -> Result<Vec<String>, &'static str> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            ' ' | '\t' | '\r' | '\n' => words.extend(word.take()),
            '\\' => {
                let escaped = letters.next().ok_or("there is nothing after the last backslash")?;
                word.get_or_insert_default().push(escaped);
            }
            '\'' | '"' => {
                let word = word.get_or_insert_default();
                loop {
                    let inside = letters.next().ok_or("a quote is not closed")?;
                    match inside {
                        _ if inside == letter => break,
                        '\\' if letter == '"' => {
                            let escaped = letters.next().ok_or("a quote is not closed")?;
                            // In double quotes a backslash escapes only these two.
                            if !matches!(escaped, '"' | '\\') {
                                word.push('\\');
                            }
                            word.push(escaped);
                        }
                        _ => word.push(inside),
                    }
                }
            }
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    Ok(words)
}

/// Returns the command line that consists of these words, in quotes where necessary.
pub fn command_line<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    let is_plain = |letter| !matches!(letter, ' ' | '\t' | '\r' | '\n' | '\\' | '\'' | '"');
    let quoted = |word: &str| match word {
        plain if !plain.is_empty() && plain.chars().all(is_plain) => plain.to_string(),
        word => format!("'{}'", word.replace('\'', "'\\''")),
    };
    words.into_iter().map(quoted).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn seeds_are_those_of_other_tools() {
        for (salt, count, text, seed) in [
            ("", 1, "graph {seed}", 145309074),
            ("abcd", 1, "graph {seed}", 611036640),
            ("abcd", 1, "graph {seed:2}", 1928857153),
            ("abcd", 2, "graph {seed:3} 2", 1564012247),
            ("abcd", 2, "  graph {seed:3} 2\n", 1564012247),
        ] {
            assert_eq!(GeneratorCommand::read(text).unwrap().seed(salt, count), seed, "{text}");
        }
    }

    #[test]
    fn placeholders_are_filled_in() {
        let command = GeneratorCommand::read("gen {name} x{seed:12}y {seed:} '{a b}'").unwrap();
        assert_eq!(command.program, "gen");
        assert!(command.uses_seed);
        assert_eq!(command.arguments(7), ["testcase", "x7y", "{seed:}", "{a b}"]);
        assert_eq!(command.text_with(7), "gen {name} x7y {seed:} '{a b}'");
        assert!(!GeneratorCommand::read("gen {name}").unwrap().uses_seed);
        assert!(
            GeneratorCommand::read("gen {seed} {seed:1}").is_err()
                && GeneratorCommand::read(" \n").is_err()
        );
    }

    #[test]
    fn constants_are_filled_in() {
        let value_of = |name: &str| (name == "max_n").then(|| "1000".to_string());
        let (text, unknown) =
            with_constants("gen {{max_n}} {{max_n.latex}} {{1}} {max_n}", value_of);
        assert_eq!(text, "gen 1000 {{max_n.latex}} {{1}} {max_n}");
        assert_eq!(unknown, ["max_n.latex"]);
    }

    #[test]
    fn words_are_split_as_a_shell_does() {
        for (text, expected) in [
            ("a  b\tc\n", &["a", "b", "c"][..]),
            ("a 'b c' \"d e\"", &["a", "b c", "d e"]),
            ("a'b'\"c\"d", &["abcd"]),
            ("'' \"\"", &["", ""]),
            (r#"\a\ b "\"\\\n" '\'"#, &["a b", r#""\\n"#, "\\"]),
            ("a #b $c *", &["a", "#b", "$c", "*"]),
            ("ä\u{a0}b", &["ä\u{a0}b"]),
            ("", &[]),
        ] {
            assert_eq!(words(text).unwrap(), expected, "{text}");
        }
        for text in ["'a", "\"a", "a\\", "\"a\\"] {
            assert!(words(text).is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn quoted_words_are_read_back(all in prop::collection::vec("[a '\"\\\\\t\r\n$ä]{0,6}", 0..5)) {
            prop_assert_eq!(words(&command_line(all.iter().map(String::as_str))), Ok(all));
        }
    }
}
