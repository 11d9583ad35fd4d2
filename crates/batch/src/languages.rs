//! Finds the languages of candidates under the names that data sets use.

use referee_programs::language::{Language, Languages};

/// Further names of the languages that ship.
const NAMES: [(&str, &[&str]); 8] = [
    ("python", &["python3", "py3", "pypy3", "pypy"]),
    ("cpp", &["cpp11", "cpp14", "cpp17", "cpp20", "c++11", "c++14", "c++17", "c++20", "g++"]),
    ("go", &["golang"]),
    ("javascript", &["node", "nodejs"]),
    ("csharp", &["c#"]),
    ("rust", &["rust2021"]),
    ("c", &["c11"]),
    ("java", &["java17"]),
];

/// Finds a language by its name, its title or an extension.
pub(crate) fn find<'a>(languages: &'a Languages, name: &str) -> Option<&'a Language> {
    let name = name.trim().to_lowercase();
    let named = |name: &str| languages.iter().find(|language| language.name == name);
    let is_it = |(_, others): &&(&str, &[&str])| others.contains(&&*name);
    let further = || NAMES.iter().find(is_it).and_then(|(of, _)| named(of));
    let titled = || languages.iter().find(|language| language.title.to_lowercase() == name);
    named(&name).or_else(further).or_else(titled).or_else(|| languages.of_extension(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_have_many_names() {
        let languages = Languages::shipped();
        for (name, language) in
            [("Python3", "python"), ("C++", "cpp"), ("cc", "cpp"), ("JS", "javascript"), ("c", "c")]
        {
            assert_eq!(find(&languages, name).unwrap().name, language, "{name}");
        }
        assert!(find(&languages, "english").is_none());
    }
}
