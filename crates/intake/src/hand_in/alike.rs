//! Names that count as the same: composed or decomposed, in capitals or not, with more spaces or
//! fewer, with typographic or plain apostrophes, as `Lee, Ann` or without the comma.
//!
//! Platforms, file systems and archives write the same name in different ways. What distinguishes
//! students is compared in one form.

use std::collections::HashMap;

use unicode_normalization::UnicodeNormalization;

use referee_events::Student;

/// Returns the form that all ways of writing a name have in common.
pub fn folded(name: &str) -> String {
    let words = name.split_whitespace().map(|word| word.trim_end_matches(','));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let name = words.join(" ").nfc().collect::<String>().to_lowercase();
    // The lower case of the Turkish capital I with a dot is an i with a second dot.
    let name = name.replace("i\u{307}", "i");
    name.replace(['\u{2018}', '\u{2019}', '\u{2bc}', '\u{b4}', '`'], "'").nfc().collect()
}

/// Returns whether two names and IDs are ways of writing those of one student.
pub fn is_same(one: &Student, other: &Student) -> bool {
    key(one) == key(other)
}

/// Returns the IDs and names of the people, in whichever order they are listed.
fn key(student: &Student) -> Vec<(String, String)> {
    let people = student.people().into_iter().map(|(name, id)| (folded(id), folded(name)));
    let mut people: Vec<_> = people.collect();
    people.sort();
    people
}

/// The students in a folder, each as first written.
#[derive(Debug, Default)]
pub(super) struct KnownStudents(HashMap<Vec<(String, String)>, Student>);

impl KnownStudents {
    /// Returns the student with the same ID and name who came before, or else this one.
    pub(super) fn first(&mut self, student: Student) -> Student {
        self.0.entry(key(&student)).or_insert(student).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_events::Platform;

    #[test]
    fn one_name_has_one_form() {
        for name in ["J\u{fc}rgen  Gro\u{df}", "ju\u{308}rgen gro\u{df}", " J\u{dc}RGEN gro\u{df} "]
        {
            assert_eq!(folded(name), "j\u{fc}rgen gro\u{df}", "{name}");
        }
        assert_eq!(folded("Lee, Ann"), folded("lee ann"));
        assert_eq!(folded("\u{130}SMA\u{130}L O\u{2019}Hara"), folded("ismail o'hara"));
        assert_eq!(folded("O\u{2018}Hara"), folded("O'Hara"));
        assert_ne!(folded("Jurgen"), folded("J\u{fc}rgen"));
    }

    #[test]
    fn a_group_is_the_same_in_any_order() {
        let group = |name: &str, id: &str| Student {
            name: name.into(),
            id: id.into(),
            platform: Platform::Gradescope,
        };
        assert!(is_same(&group("Ann, Bo", "1, 2"), &group("Bo, Ann", "2, 1")));
        assert!(!is_same(&group("Ann, Bo", "1, 2"), &group("Bo, Ann", "1, 2")));
    }
}
