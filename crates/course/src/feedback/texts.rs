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
    fn what_is_filled_in_is_not_filled_again() {
        let texts = Texts::parse("[t]\nk = 'a {x} {y}'");
        assert_eq!(texts.fill("t", "k", &[("x", "{y}"), ("y", "2")]), "a {y} 2");
    }
}
