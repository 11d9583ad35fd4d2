//! File names derived from submissions. Students choose the names of submissions, so they are not
//! trusted.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use referee_base::files::plain_name as plain;
use referee_events::{Platform, SubmissionResult};

/// The distinct names of the files of a run's submissions.
#[derive(Debug, Default)]
pub(super) struct DistinctNames {
    names: HashMap<Arc<str>, String>,
}

impl DistinctNames {
    /// Chooses a name for each submission. One that needs no change is kept, so that no file has
    /// the name of another submission.
    pub(super) fn of(submissions: &[Arc<str>]) -> Self {
        // In lower case: some file systems do not distinguish case.
        let mut taken = HashSet::new();
        let choose = |submission: &Arc<str>| {
            let name = plain(submission);
            let numbered = (2..).map(|number| format!("{name} {number}"));
            let mut names = std::iter::once(name.clone()).chain(numbered);
            let name = names.find(|name| taken.insert(name.to_lowercase())).unwrap_or(name);
            (Arc::clone(submission), name)
        };
        let (kept, changed): (Vec<_>, Vec<_>) =
            submissions.iter().partition(|&name| plain(name) == **name);
        DistinctNames { names: kept.into_iter().chain(changed).map(choose).collect() }
    }

    /// Returns the names of a submission's feedback files. If Moodle named the student, they have
    /// the form that Moodle accepts for upload, and each member of a team gets a file.
    pub(super) fn of_feedback(&self, end: &SubmissionResult, extension: &str) -> Vec<String> {
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
            None => vec![format!("{}.{extension}", self.of_submission(&end.contestant))],
        }
    }

    /// Returns the path of Gradescope's results, with a folder for each submission.
    pub(super) fn of_results(&self, end: &SubmissionResult) -> String {
        format!("{}/results.json", self.of_submission(&end.contestant))
    }

    fn of_submission(&self, name: &str) -> String {
        self.names.get(name).cloned().unwrap_or_else(|| plain(name))
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

    fn names(submissions: &[&str]) -> Vec<String> {
        let all: Vec<Arc<str>> = submissions.iter().map(|&name| name.into()).collect();
        let names = DistinctNames::of(&all);
        submissions.iter().map(|name| names.of_submission(name)).collect()
    }

    #[test]
    fn no_two_are_alike() {
        assert_eq!(names(&["a/b", "a:b", "A/B", "a-b/2"]), ["a-b", "a-b 2", "A-B 3", "a-b-2"]);
        assert_eq!(names(&["good.py", "Good.py"]), ["good.py", "Good.py 2"]);
    }

    #[test]
    fn a_name_that_needs_no_change_is_kept() {
        assert_eq!(names(&["-good.py", "good.py"]), ["good.py 2", "good.py"]);
        assert_eq!(names(&["a/b", "a:b", "A-B", "a-b 2"]), ["a-b 3", "a-b 4", "A-B", "a-b 2"]);
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
