//! The sections of a student's report: samples first, since they are public, then the groups that
//! are worth points, in order.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::page::{Page, SeenCase};
use referee_course::feedback::Texts;
use referee_events::Reason;
use referee_events::points::{CaseGroup, Earned};
use referee_package::is_sample;

/// A section of a student's report: a group of cases, or other related cases.
pub struct Section<'a> {
    /// The displayed title.
    pub title: &'a str,
    /// What the submission earned in it, if known.
    pub earned: Option<&'a Earned>,
    /// All cases that count towards it.
    pub members: Vec<&'a Arc<str>>,
    /// The number of members passed.
    pub passed: usize,
    /// The cases listed in it: members that no earlier section lists.
    pub(super) cases: Vec<SeenCase<'a>>,
}

impl Section<'_> {
    /// Formats the points earned and lost, and the number of cases passed.
    pub(super) fn in_words(&self, texts: &Texts) -> String {
        let (cases, passed) = (self.members.len().to_string(), self.passed.to_string());
        let passed = texts.fill("section", "passed", &[("passed", &passed), ("cases", &cases)]);
        let Some(Earned { points, most_points, .. }) = self.earned else { return passed };
        let lost = self.earned.map(Earned::lost).unwrap_or_default();
        let key = if lost.is_none() { "points" } else { "lost" };
        let [points, most, lost] = [*points, *most_points, lost].map(|points| points.to_string());
        let values =
            [("points", &*points), ("most", &*most), ("lost", &*lost), ("passed", &*passed)];
        texts.fill("section", key, &values)
    }

    pub(super) fn is_passed(&self) -> bool {
        self.passed == self.members.len()
    }
}

/// Returns the sections of a page: groups of samples, other samples, other groups, and cases in no
/// group.
pub fn sections<'a>(page: &Page<'a>) -> Vec<Section<'a>> {
    let Page { started, end, .. } = page;
    let (of_samples, others): (Vec<_>, Vec<_>) = started
        .groups
        .iter()
        .zip(0..)
        .partition(|(group, _)| group.cases.iter().all(|case| is_sample(case)));
    let of_group = |(group, at): (&'a CaseGroup, usize)| {
        (&*group.title, end.scores.earned().get(at), group.cases.iter().collect::<Vec<_>>())
    };
    let of_samples: Vec<_> = of_samples.into_iter().map(of_group).collect();
    let are_counted: HashSet<&Arc<str>> =
        of_samples.iter().flat_map(|(_, _, cases)| cases.iter().copied()).collect();
    let grouped: HashSet<&Arc<str>> =
        started.groups.iter().flat_map(|group| &group.cases).collect();
    let samples =
        started.cases.iter().filter(|case| is_sample(case) && !are_counted.contains(case));
    let rest = started.cases.iter().filter(|case| !is_sample(case) && !grouped.contains(case));
    let is_all = started.groups.is_empty();
    let texts = page.seeing.texts();
    let title = texts.of("section", if is_all { "secret" } else { "nothing" });
    let parts = of_samples
        .into_iter()
        .chain([(texts.of("section", "samples"), None, samples.collect())])
        .chain(others.into_iter().map(of_group))
        .chain([(title, None, rest.collect())]);
    let mut unlisted: HashMap<&Arc<str>, SeenCase> =
        page.cases().map(|seen| (seen.case, seen)).collect();
    let proved = page.judged.iter().filter(|judged| judged.reason == Reason::Proved);
    let passed: HashSet<&Arc<str>> = proved.map(|judged| &judged.case).collect();
    let section = |(title, earned, members): (&'a str, _, Vec<&'a Arc<str>>)| Section {
        title,
        earned,
        passed: members.iter().filter(|case| passed.contains(*case)).count(),
        cases: members.iter().filter_map(|case| unlisted.remove(*case)).collect(),
        members,
    };
    parts.filter(|(_, _, members)| !members.is_empty()).map(section).collect()
}
