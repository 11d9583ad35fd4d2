//! What students read, in the language of the course: a file of texts for each language.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::mistake::Mistake;

/// The language of feedback.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FeedbackLanguage {
    /// English.
    #[default]
    En,
    /// German.
    De,
}

impl FeedbackLanguage {
    /// The languages, as the file of a course names them.
    pub const NAMES: [(&str, FeedbackLanguage); 2] =
        [("en", FeedbackLanguage::En), ("de", FeedbackLanguage::De)];

    /// Returns its name.
    pub fn code(self) -> &'static str {
        Self::NAMES.iter().find(|(_, language)| *language == self).map_or("en", |(name, _)| name)
    }

    /// Returns its texts.
    pub fn texts(self) -> &'static Texts {
        static EN: LazyLock<Texts> = LazyLock::new(|| Texts::parse(include_str!("en.toml")));
        static DE: LazyLock<Texts> = LazyLock::new(|| Texts::parse(include_str!("de.toml")));
        match self {
            FeedbackLanguage::En => &EN,
            FeedbackLanguage::De => &DE,
        }
    }
}

impl Mistake {
    /// Returns the mistake in words.
    pub fn words(&self, texts: &Texts) -> String {
        let values: Vec<(&str, &str)> =
            self.values.iter().map(|(name, value)| (*name, value.as_str())).collect();
        texts.fill("hint", self.key, &values)
    }
}

/// The texts of a language, by table and key.
#[derive(Debug, Default)]
pub struct Texts(BTreeMap<String, BTreeMap<String, String>>);

impl Texts {
    /// Parses a file of texts; a test parses all of them.
    fn parse(text: &str) -> Texts {
        Texts(toml::from_str(text).unwrap_or_default())
    }

    /// Returns a text.
    pub fn of(&self, table: &str, key: &str) -> &str {
        self.0.get(table).and_then(|texts| texts.get(key)).map_or("", String::as_str)
    }

    /// Returns a text in which words in braces are replaced.
    pub fn fill(&self, table: &str, key: &str, values: &[(&str, &str)]) -> String {
        let mut rest = self.of(table, key);
        let mut filled = String::new();
        // Once from left to right: what is filled in may have braces, too.
        while let Some((before, after)) = rest.split_once('{') {
            let (name, behind) = after.split_once('}').unwrap_or((after, ""));
            let value = values.iter().find(|(known, _)| *known == name).map_or("", |value| value.1);
            filled += before;
            filled += value;
            rest = behind;
        }
        filled + rest
    }

    /// Returns in this language what the judge has said in English, where it is one of the texts for that; what others say stays as it is.
    pub fn told(&self, english: &str) -> String {
        let Texts(tables) = FeedbackLanguage::En.texts();
        let known = tables.get("told").into_iter().flatten();
        let fitting = known.filter_map(|(key, text)| Some((text, key, values(text, english)?)));
        // The longest is the most exact.
        let Some((_, key, values)) = fitting.max_by_key(|(text, ..)| text.len()) else {
            return english.into();
        };
        let values: Vec<(&str, String)> =
            values.into_iter().map(|(word, value)| (word, self.list(value))).collect();
        let values: Vec<_> = values.iter().map(|(word, value)| (*word, value.as_str())).collect();
        self.fill("told", key, &values)
    }

    /// Does so with each part of a list.
    fn list(&self, english: &str) -> String {
        let whole = self.told(english);
        if whole != english {
            return whole;
        }
        english.split(", ").map(|part| self.told(part)).collect::<Vec<_>>().join(", ")
    }
}

/// Returns what stands in a text for the words in braces of another, if it is that text.
fn values<'a>(template: &'a str, text: &'a str) -> Option<Vec<(&'a str, &'a str)>> {
    let mut parts = template.split('{');
    let mut rest = text.strip_prefix(parts.next()?)?;
    let mut values = Vec::new();
    for part in parts {
        let (word, literal) = part.split_once('}')?;
        let end = if literal.is_empty() { rest.len() } else { rest.find(literal)? };
        values.push((word, &rest[..end]));
        rest = &rest[end + literal.len()..];
    }
    rest.is_empty().then_some(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each key with the words in braces of its text.
    fn keys(language: FeedbackLanguage) -> Vec<(String, String, Vec<String>)> {
        let Texts(tables) = language.texts();
        let all = tables.iter().flat_map(|(table, texts)| {
            texts.iter().map(move |(key, text)| {
                let words = text.split('{').skip(1).filter_map(|part| part.split('}').next());
                let mut words: Vec<String> = words.map(String::from).collect();
                words.sort();
                (table.clone(), key.clone(), words)
            })
        });
        all.collect()
    }

    #[test]
    fn all_languages_have_the_same_texts_with_the_same_words() {
        let english = keys(FeedbackLanguage::En);
        assert!(english.len() > 70, "{}", english.len());
        for (name, language) in FeedbackLanguage::NAMES {
            assert_eq!(keys(language), english, "{name}.toml");
            let Texts(tables) = language.texts();
            assert!(tables.values().flat_map(BTreeMap::values).all(|text| !text.is_empty()));
        }
    }

    #[test]
    fn what_the_judge_says_is_told_in_the_language() {
        let german = FeedbackLanguage::De.texts();
        for (english, expected) in [
            (
                "\"12\", at line 1, column 2 of the answer",
                "\"12\", in Zeile 1, Spalte 2 der Antwort",
            ),
            (
                "nothing more, at line 3, column 1 of the answer",
                "nichts weiter, in Zeile 3, Spalte 1 der Antwort",
            ),
            (
                "ended by SIGFPE (division by zero)",
                "wurde beendet durch SIGFPE (Division durch null)",
            ),
            (
                "a.pdf is a PDF document, not a program; hand in the source file of the program: accepted are files that end in .c, .py and 34 more",
                "a.pdf ist ein PDF-Dokument, kein Programm; geben Sie die Quelldatei des Programms ab: Angenommen werden Dateien mit der Endung .c, .py und 34 weitere",
            ),
            (
                "none of these files is a program, but a PDF document, a picture; hand in a .zip: accepted are files that end in .c",
                "keine dieser Dateien ist ein Programm, sondern ein PDF-Dokument, ein Bild; geben Sie ein .zip ab: Angenommen werden Dateien mit der Endung .c",
            ),
            ("Alice captures Bob, nothing more", "Alice captures Bob, nothing more"),
        ] {
            assert_eq!(german.told(english), expected);
            assert_eq!(FeedbackLanguage::En.texts().told(english), english);
        }
        // Each has words of its own, by which it is known.
        let Texts(english) = FeedbackLanguage::En.texts();
        for text in english["told"].values() {
            assert_eq!(FeedbackLanguage::En.texts().told(text), *text);
            assert!(!text.split('{').all(|part| part.ends_with('}')), "{text}");
        }
    }

    #[test]
    fn what_is_filled_in_is_not_filled_again() {
        let texts = Texts::parse("[t]\nk = 'a {x} {y}'");
        assert_eq!(texts.fill("t", "k", &[("x", "{y}"), ("y", "2")]), "a {y} 2");
    }
}
