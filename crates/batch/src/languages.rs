//! Finds the languages of candidates under the names that data sets use.

use referee_programs::language::{Language, Languages};

/// Further names of the languages that ship.
const NAMES: [(&str, &str); 20] = [
    ("python3", "python"),
    ("py3", "python"),
    ("pypy3", "python"),
    ("pypy", "python"),
    ("cpp11", "cpp"),
    ("cpp14", "cpp"),
    ("cpp17", "cpp"),
    ("cpp20", "cpp"),
    ("c++11", "cpp"),
    ("c++14", "cpp"),
    ("c++17", "cpp"),
    ("c++20", "cpp"),
    ("g++", "cpp"),
    ("golang", "go"),
    ("node", "javascript"),
    ("nodejs", "javascript"),
    ("c#", "csharp"),
    ("rust2021", "rust"),
    ("c11", "c"),
    ("java17", "java"),
];

/// Finds a language by its name, its title or an extension.
pub(crate) fn find<'a>(languages: &'a Languages, name: &str) -> Option<&'a Language> {
    let name = name.trim().to_lowercase();
    let named = |name: &str| languages.iter().find(|language| language.name == name);
    let further = || NAMES.iter().find(|(other, _)| *other == name).and_then(|(_, of)| named(of));
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
