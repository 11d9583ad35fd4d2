//! The page of one student: the same page as the jury's, of events in which only what the student may see is left.
//!
//! So nothing that is hidden can be in the file: the page never gets it.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;

use super::page::Page;
use super::sections::sections;
use super::seen;
use crate::html::{HtmlPage, PageSection, PageServices};
use crate::reader::PartialReport;
use referee_course::feedback::of_program;
use referee_events::points::CaseGroup;
use referee_events::scoring::Scores;
use referee_events::{
    Decision, Event, JudgedCase, LabelledFact, Runs, Slowest, Started, SubmissionResult, Totals,
    Verdict,
};

/// The label of what is recognised in a failure.
const HINT: &str = "hint";

/// The names of cases for a student, by their names.
type Names<'a> = HashMap<&'a str, Arc<str>>;

/// Returns the page of a student.
pub(super) fn html(page: &Page, services: PageServices) -> io::Result<Vec<u8>> {
    let names: Vec<(&Arc<str>, Arc<str>)> = page
        .cases()
        .map(|seen| (seen.case, page.seeing.short_name_of(seen.case, seen.name)))
        .collect();
    let cases = names.iter().map(|(_, name)| Arc::clone(name)).collect();
    let names: Names = names.iter().map(|(case, name)| (&***case, Arc::clone(name))).collect();
    let mut events = vec![Event::Started(started(page.started, page.end, cases, &names))];
    let writes = page.end.program.as_ref().and_then(|program| program.writes.as_ref());
    events.extend(page.judged.iter().filter_map(|judged| {
        let case = Arc::clone(names.get(&*judged.case)?);
        let hints = of_program(judged, writes).into_iter().map(|mistake| LabelledFact {
            label: HINT.into(),
            text: mistake.words(page.seeing.texts()),
        });
        let facts = hints.chain(judged.facts.iter().cloned()).collect();
        Some(Event::Judged(JudgedCase { case, facts, ..judged.clone() }))
    }));
    events.push(Event::Submission(end(page, &names)));
    let mut totals = Totals::default();
    events.iter().for_each(|event| totals.count(event));
    let mut bytes = Vec::new();
    let sections = page_sections(page);
    let sections = &sections[..];
    let services =
        PageServices { cases: None, suite: None, for_student: true, sections, ..services };
    let mut html = HtmlPage::new(&mut bytes, services);
    events.iter().chain([&Event::Finished(totals)]).try_for_each(|event| html.event(event))?;
    drop(html);
    Ok(bytes)
}

/// Returns the order in which the student reads of the cases, which are numbered as on the page.
fn page_sections(page: &Page) -> Vec<PageSection> {
    let numbers: HashMap<&Arc<str>, usize> = page.cases().map(|seen| seen.case).zip(0..).collect();
    let sections = sections(page).into_iter().map(|section| PageSection {
        title: section.title.to_string(),
        words: section.in_words(page.seeing.texts()),
        cases: section.cases.iter().filter_map(|seen| numbers.get(seen.case).copied()).collect(),
    });
    sections.collect()
}

fn started(
    started: &Started,
    end: &SubmissionResult,
    cases: Vec<Arc<str>>,
    names: &Names,
) -> Started {
    let of_group = |case: &Arc<str>| names.get(&**case).cloned();
    let groups = started.groups.iter().map(|group| CaseGroup {
        cases: group.cases.iter().filter_map(of_group).collect(),
        ..group.clone()
    });
    // How the judge works is nobody's business, and other submissions are not either.
    let runs = started.runs.as_ref().map(|runs| Runs {
        cpu_milliseconds: runs.cpu_milliseconds,
        memory_mib: runs.memory_mib,
        ..Runs::default()
    });
    Started {
        problem: started.problem.clone(),
        options: Vec::new(),
        cases,
        contestants: vec![Arc::clone(&end.contestant)],
        not_on_disk: Vec::new(),
        runs,
        groups: groups.collect(),
        format: started.format.clone(),
        version: started.version,
        referee: started.referee.clone(),
        shard: None,
        hosts: Vec::new(),
    }
}

fn end(page: &Page, names: &Names) -> SubmissionResult {
    let end = page.end;
    let message = match end.verdict {
        None => seen::not_judged(end, page.seeing.texts()),
        Some(Verdict::CompileError) => end.message.clone(),
        Some(_) => String::new(),
    };
    let slowest = end.slowest.as_ref().filter(|slowest| page.seeing.is_full(&slowest.case));
    let slowest = slowest.and_then(|slowest| {
        let case = Arc::clone(names.get(&*slowest.case)?);
        Some(Slowest { case, cpu_seconds: slowest.cpu_seconds })
    });
    let scores = match &end.scores {
        Scores::Points(groups) => Scores::Points(groups.clone()),
        Scores::Package(_) | Scores::None => Scores::None,
    };
    SubmissionResult {
        contestant: Arc::clone(&end.contestant),
        verdict: end.verdict,
        expected: None,
        met: end.met,
        slowest,
        path: None,
        again: Vec::new(),
        message,
        not_judged: None,
        unsteady: Vec::new(),
        same_failure: None,
        student: end.student.clone(),
        program: end.program.clone(),
        untouched: end.untouched,
        lateness: end.lateness.clone(),
        decision: end.decision.as_ref().map(|decision| Decision {
            points: decision.points,
            is_excused: decision.is_excused,
            ..Decision::default()
        }),
        scores,
    }
}
