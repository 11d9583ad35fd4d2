//! The credits of a problem: persons, sources, dates.

use super::keys::{Keys, items};
use referee_base::yaml::Node;

/// Reads `credits` and returns the authors.
pub(super) fn read(keys: &mut Keys) -> Vec<String> {
    let Some(node) = keys.node("credits") else { return Vec::new() };
    if node.text().is_some() {
        return keys.text_of(node, "credits").into_iter().collect();
    }
    let Some(mut keys) = keys.below_node(node, "credits") else { return Vec::new() };
    let mut authors = Vec::new();
    for key in ["authors", "contributors", "testers", "packagers", "acknowledgements"] {
        if let Some(node) = keys.node(key) {
            let persons = persons(node, key, &mut keys);
            if key == "authors" {
                authors = persons;
            }
        }
    }
    if let Some(node) = keys.node("translators")
        && let Some(inner) = keys.below_node(node, "translators")
    {
        for (_, translators) in inner.rest() {
            persons(translators, "translators", &mut keys);
        }
    }
    keys.finish();
    authors
}

/// Reads the names of one or more persons.
pub(super) fn persons(node: &Node, what: &'static str, keys: &mut Keys) -> Vec<String> {
    items(node).iter().filter_map(|node| person(node, what, keys)).collect()
}

fn person(node: &Node, what: &'static str, keys: &mut Keys) -> Option<String> {
    if node.mapping().is_none() {
        return keys.text_of(node, what);
    }
    let mut keys = Keys::below_node(keys, node, what)?;
    let name = keys.text("name");
    if name.is_none() {
        keys.blemish(node, format!("{what}: the key `name` is missing"));
    }
    for key in ["email", "orcid", "kattis"] {
        keys.text(key);
    }
    keys.finish();
    name
}

/// A previous use of a problem, such as a contest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProblemSource {
    /// Its name.
    pub name: String,
    /// Its URL.
    pub url: Option<String>,
}

impl ProblemSource {
    /// Creates a source without a URL.
    pub(super) fn named(name: String) -> ProblemSource {
        ProblemSource { name, url: None }
    }
}

/// Reads the names of sources, with their URLs if given.
pub(super) fn sources(node: &Node, keys: &mut Keys) -> Vec<ProblemSource> {
    let mut sources = Vec::new();
    for node in items(node) {
        if node.mapping().is_none() {
            sources.extend(keys.text_of(node, "source").map(ProblemSource::named));
            continue;
        }
        let Some(mut keys) = keys.below_node(node, "source") else { continue };
        let (name, url) = (keys.text("name"), keys.text("url"));
        match name {
            Some(name) => sources.push(ProblemSource { name, url }),
            None => drop(keys.blemish(node, "source: the key `name` is missing")),
        }
        keys.finish();
    }
    sources
}

/// Splits a text such as `A, B and C` into names.
pub(super) fn split_names(text: &str) -> Vec<String> {
    let names = text.split(',').flat_map(|part| part.split(" and ")).map(str::trim);
    names.filter(|name| !name.is_empty()).map(String::from).collect()
}

/// Returns whether a text is a date, or a time in UTC.
pub(super) fn is_time(text: &str) -> bool {
    let fits = |form: &str| {
        let mut bytes = text.bytes().zip(form.bytes());
        text.len() == form.len()
            && bytes.all(|(byte, form)| match form {
                b'0' => byte.is_ascii_digit(),
                _ => byte == form,
            })
    };
    fits("0000-00-00") || fits("0000-00-00T00:00:00Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_authors_are_told_apart() {
        assert_eq!(split_names("A. B, C and D"), ["A. B", "C", "D"]);
        assert!(split_names("").is_empty());
    }

    #[test]
    fn times() {
        assert!(is_time("2026-01-31") && is_time("2026-01-31T12:00:00Z"));
        assert!(!is_time("2026-1-31") && !is_time("2026-01-31T12:00:00") && !is_time("tomorrow"));
    }
}
