//! File names derived from submissions. Students choose the names of submissions, so they are not
//! trusted.

use std::collections::HashSet;

use referee_base::files::plain_name as plain;
use referee_events::{Platform, SubmissionResult};

/// Generates distinct names.
#[derive(Debug, Default)]
pub(super) struct DistinctNames {
    /// The names in use, in lower case: some file systems do not distinguish case.
    taken: HashSet<String>,
}

impl DistinctNames {
    /// Returns the names of a submission's feedback files. If Moodle named the student, they have
    /// the form that Moodle accepts for upload, and each member of a team gets a file.
    pub(super) fn of_feedback(&mut self, end: &SubmissionResult, extension: &str) -> Vec<String> {
        match end.student.as_ref().filter(|student| student.platform == Platform::Moodle) {
            Some(student) => {
                let of_person = |(name, id): (&str, &str)| {
                    // Moodle's format ends the name at a `_`, and contains only the number of
                    // `Participant 12`.
                    let name = plain(name).replace('_', " ");
                    let id = plain(id.trim_start_matches(|sign: char| !sign.is_ascii_digit()));
                    format!("{name}_{id}_assignsubmission_file_feedback.{extension}")
                };
                student.people().into_iter().map(of_person).collect()
            }
            None => vec![format!("{}.{extension}", self.unlike_others(&end.contestant))],
        }
    }

    /// Returns the path of Gradescope's results, with a folder for each submission.
    pub(super) fn of_results(&mut self, end: &SubmissionResult) -> String {
        format!("{}/results.json", self.unlike_others(&end.contestant))
    }

    fn unlike_others(&mut self, name: &str) -> String {
        let name = plain(name);
        let numbered = (2..).map(|number| format!("{name} {number}"));
        let mut names = std::iter::once(name.clone()).chain(numbered);
        names.find(|name| self.taken.insert(name.to_lowercase())).unwrap_or(name)
    }
}

#[cfg(test)]
mod tests {
    use std::path::{Component, Path};

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_are_harmless() {
        for (name, expected) in [
            ("Ann Lee", "Ann Lee"),
            ("Zoë O'Hara-Müller (12)", "Zoë O'Hara-Müller (12)"),
            ("accepted/right.sh", "accepted-right.sh"),
            ("../../etc/passwd", "etc-passwd"),
            ("a\\x1b[2J\u{202e}", "a-x1b-2J"),
            ("..", "unnamed"),
            ("nul.txt", "nul.txt-"),
            ("COM1", "COM1-"),
        ] {
            assert_eq!(plain(name), expected, "{name}");
        }
    }

    #[test]
    fn no_two_are_alike() {
        let mut names = DistinctNames::default();
        let made = ["a/b", "a:b", "A-B", "a-b 2"].map(|name| names.unlike_others(name));
        assert_eq!(made, ["a-b", "a-b 2", "A-B 3", "a-b 2 2"]);
    }

    proptest! {
        #[test]
        fn a_name_is_one_part_of_a_path(name in r"([./\\:\x00-\x1f]|\.\./|\PC){0,200}") {
            let plain = plain(&name);
            let parts: Vec<Component> = Path::new(&plain).components().collect();
            prop_assert!(matches!(parts[..], [Component::Normal(_)]), "{plain}");
            // The limit leaves room for an extension.
            prop_assert!(plain.len() <= 121 && !plain.starts_with('.'));
        }
    }
}
