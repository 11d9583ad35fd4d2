//! Names that count as the same: composed or decomposed, in capitals or not, with more spaces or
//! fewer, as `Lee, Ann` or without the comma.
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
    words.join(" ").nfc().collect::<String>().to_lowercase().nfc().collect()
}

/// Returns whether two names and IDs are ways of writing those of one student.
pub(crate) fn is_same(one: &Student, other: &Student) -> bool {
    key(one) == key(other)
}

fn key(student: &Student) -> (String, String) {
    (folded(&student.id), folded(&student.name))
}

/// The students in a folder, each as first written.
#[derive(Debug, Default)]
pub(super) struct KnownStudents(HashMap<(String, String), Student>);

impl KnownStudents {
    /// Returns the student with the same ID and name who came before, or else this one.
    pub(super) fn first(&mut self, student: Student) -> Student {
        self.0.entry(key(&student)).or_insert(student).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_name_has_one_form() {
        for name in ["J\u{fc}rgen  Gro\u{df}", "ju\u{308}rgen gro\u{df}", " J\u{dc}RGEN gro\u{df} "]
        {
            assert_eq!(folded(name), "j\u{fc}rgen gro\u{df}", "{name}");
        }
        assert_eq!(folded("Lee, Ann"), folded("lee ann"));
        assert_ne!(folded("Jurgen"), folded("J\u{fc}rgen"));
    }
}
