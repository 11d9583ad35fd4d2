//! The rules for names of files, languages and constants, and the order of names.

use std::cmp::Ordering;
use std::iter;

use globset::GlobSet;

/// The maximum length of a file name, in bytes.
const MAX_LENGTH: usize = 255;

/// Returns whether a file or folder with this name is part of the package; all others are ignored.
pub fn counts(name: &str) -> bool {
    let begins =
        name.bytes().next().is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte);
    begins && name.len() <= MAX_LENGTH && name.bytes().all(is_allowed)
}

/// Returns whether a file name follows the stricter rule of `legacy-icpc`.
pub(super) fn counts_for_icpc(name: &str) -> bool {
    let is_end = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric());
    counts(name) && name.len() >= 2 && is_end(name.bytes().next()) && is_end(name.bytes().last())
}

/// Returns whether a text is the code of a language, such as `en`, `fil` or `pt-BR`.
pub(super) fn is_language(code: &str) -> bool {
    let (language, country) = match code.split_once('-') {
        Some((language, country)) => (language, Some(country)),
        None => (code, None),
    };
    let is_language =
        matches!(language.len(), 2 | 3) && language.bytes().all(|byte| byte.is_ascii_lowercase());
    let is_country =
        |country: &str| country.len() == 2 && country.bytes().all(|byte| byte.is_ascii_uppercase());
    is_language && country.is_none_or(is_country)
}

/// Returns whether a text is a valid name of a constant.
pub(super) fn is_constant(name: &str) -> bool {
    let begins = name.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_');
    begins && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Returns whether patterns match the name of a case or a submission, or a folder that contains it.
pub(super) fn are_about(patterns: &GlobSet, name: &str) -> bool {
    let mut ends = name.match_indices('/').map(|(at, _)| at).chain([name.len()]);
    ends.any(|end| patterns.is_match(&name[..end]))
}

/// Returns the path of an entry of a folder; an empty one is the folder that all paths begin in.
pub fn joined(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_string() } else { format!("{folder}/{name}") }
}

/// Returns a folder below `data` and those around it, the nearest first; the last is `""`.
pub fn folders_from(folder: &str) -> impl Iterator<Item = &str> {
    iter::successors(Some(folder), |folder| match folder.rsplit_once('/') {
        Some((above, _)) => Some(above),
        None => (!folder.is_empty()).then_some(""),
    })
}

/// Compares two names of cases or groups in the order in which they are used: folder by folder, by
/// the name of each. So `1/a` comes before `1-b/a`, although `-` comes before `/`.
pub fn by_name(a: &str, b: &str) -> Ordering {
    a.split('/').cmp(b.split('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files() {
        for name in ["a", "_a", "1.in", "a.b-c_d", &"a".repeat(255)] {
            assert!(counts(name), "{name}");
        }
        for name in ["", ".a", "-a", "a b", "ä", "a/b", "a\n", &"a".repeat(256)] {
            assert!(!counts(name), "{name}");
        }
        assert!(counts_for_icpc("ab") && !counts_for_icpc("a") && !counts_for_icpc("_a"));
        assert!(!counts_for_icpc("a."));
    }

    #[test]
    fn codes_of_languages() {
        for code in ["en", "fil", "pt-BR"] {
            assert!(is_language(code), "{code}");
        }
        for code in ["", "e", "EN", "engl", "pt-br", "pt-", "pt-BRA"] {
            assert!(!is_language(code), "{code}");
        }
    }

    #[test]
    fn names_of_constants() {
        assert!(
            is_constant("_max2") && !is_constant("2max") && !is_constant("a-b") && !is_constant("")
        );
    }

    #[test]
    fn a_name_comes_before_those_that_go_on_after_it() {
        let mut names = ["secret/1.5/a", "secret/1-b/a", "secret/1/b", "secret/10/a", "secret/1/a"];
        names.sort_by(|a, b| by_name(a, b));
        let sorted = ["secret/1/a", "secret/1/b", "secret/1-b/a", "secret/1.5/a", "secret/10/a"];
        assert_eq!(names, sorted);
    }
}
