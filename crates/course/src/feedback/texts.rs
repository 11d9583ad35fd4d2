//! The texts that students read, in the language of the course: one file per language.

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

    /// Returns a text with the words in braces replaced by values, or by the first of two forms if
    /// the value is 1, and else by the second. A comma after the word makes the point of a number
    /// a comma.
    pub fn fill(&self, table: &str, key: &str, values: &[(&str, &str)]) -> String {
        let mut rest = self.of(table, key);
        let mut filled = String::new();
        // In one pass from left to right, since a value may contain braces.
        while let Some((before, after)) = rest.split_once('{') {
            let (name, behind) = after.split_once('}').unwrap_or((after, ""));
            let (name, forms) = name.split_once('|').unwrap_or((name, ""));
            let (name, point) = name.strip_suffix(',').map_or((name, "."), |name| (name, ","));
            let value = values.iter().find(|(known, _)| *known == name).map_or("", |value| value.1);
            filled += before;
            filled += &match forms.split_once('|') {
                Some((one, _)) if value == "1" => one.into(),
                Some((_, several)) => several.into(),
                None => value.replace('.', point),
            };
            rest = behind;
        }
        filled + rest
    }

    /// Translates a message of the judge from English, if it is one of the known texts; other
    /// messages are returned unchanged.
    pub fn translated(&self, english: &str) -> String {
        let Texts(tables) = FeedbackLanguage::En.texts();
        let known = tables.get("told").into_iter().flatten();
        let fitting = known.filter_map(|(key, text)| Some((text, key, values(text, english)?)));
        // The longest text is the most specific.
        let Some((_, key, values)) = fitting.max_by_key(|(text, ..)| text.len()) else {
            return english.into();
        };
        let values: Vec<(&str, String)> =
            values.into_iter().map(|(word, value)| (word, self.list(value))).collect();
        let values: Vec<_> = values.iter().map(|(word, value)| (*word, value.as_str())).collect();
        self.fill("told", key, &values)
    }

    /// Translates each part of a list.
    fn list(&self, english: &str) -> String {
        let whole = self.translated(english);
        if whole != english {
            return whole;
        }
        english.split(", ").map(|part| self.translated(part)).collect::<Vec<_>>().join(", ")
    }
}

/// Returns the parts of a text that correspond to the words in braces of a template; `None` if it
/// does not match.
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
mod tests;
