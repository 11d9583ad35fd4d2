//! Which failures are described to a student, section by section, and in how much detail.

use std::collections::{BTreeSet, HashMap};

use super::page::{Page, SeenCase};
use super::said::{Said, comments, explanation, headline};
use super::sections::Section;
use referee_events::Reason;
use referee_package::is_sample;

/// A failed case.
pub struct Failure {
    /// Its name for the student.
    pub name: String,
    /// The reason in a few words.
    pub headline: String,
    /// The details; empty if the case is only named.
    pub said: Vec<Said>,
}

/// The failures described so far: samples always in full, of other cases the first few of each
/// reason.
#[derive(Default)]
pub struct Failures {
    /// The number of failures shown, by reason.
    shown: HashMap<Reason, usize>,
    /// The sentences already written.
    already_said: BTreeSet<String>,
}

impl Failures {
    /// Returns the failures of a section.
    pub fn of_section(&mut self, page: &Page, section: &Section) -> Vec<Failure> {
        let failed = section.cases.iter().filter(|seen| seen.has_failed());
        failed.filter_map(|seen| self.of_case(page, seen)).collect()
    }

    fn of_case(
        &mut self,
        page: &Page,
        SeenCase { case, name, judged }: &SeenCase,
    ) -> Option<Failure> {
        let (judged, texts) = ((*judged)?, page.seeing.texts());
        let alike = self.shown.entry(judged.reason).or_default();
        *alike += usize::from(!is_sample(case));
        let is_shown =
            is_sample(case) || *alike <= page.details || comments(judged).next().is_some();
        let program = page.end.program.as_ref();
        let said = is_shown.then(|| explanation(judged, program, texts, &mut self.already_said));
        Some(Failure {
            name: name.clone(),
            headline: headline(judged, texts),
            said: said.unwrap_or_default(),
        })
    }
}
