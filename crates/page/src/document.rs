//! The whole page, made from the collected run: selects what fits, and writes it in order.

use std::io::{self, Write};
use std::sync::Arc;

use maud::{DOCTYPE, PreEscaped, html};

use super::against::{AgainstBlock, letters_before};
use super::block::DataBlock;
use super::case_view::ShownCases;
use super::columns::{FIRST_TIME, TIME_STEP};
use super::limit::{LeftOut, PageRoom, SomeOf};
use super::page_run::{PageDocument, PageRun, PageServices, PageSubmission};
use super::run_block::{
    FORMAT, RunBlock, ScoreGroup, SlowestRun, Stretch, SubmissionRow, TimeScale, VERSION,
};
use super::script::SCRIPT;
use super::submission::DoneSubmission;
use super::suite_block::SuiteSource;
use referee_display::columns::CaseColumns;
use referee_display::page::{PAGE_STYLE, page_head};
use referee_events::points::Points;
use referee_events::{Runs, SubmissionResult, Totals};
use referee_report::statistics::StatisticsCollector;

/// Only the page's own script may run, and nothing is loaded or sent, whatever the page contains.
const POLICY: &str =
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:";

/// The space reserved for the frame of the page and the list of case blocks: in total, and per
/// case.
const FRAME: usize = 4096;
const FOR_CASE: usize = 2;

/// Writes the page of a run. Returns a sentence for each thing left out.
pub(crate) fn write(
    out: &mut dyn Write,
    mut run: PageRun,
    totals: &Totals,
    services: &PageServices,
) -> io::Result<Vec<String>> {
    let source = services.cases;
    run.close(source)?;
    let count = run.started.cases.len();
    let size = |case| source.and_then(|source| source.size(case));
    let sizes: Vec<Option<u64>> = (0..count).map(size).collect();
    let number = |name: &str| run.submission(name);
    let changes = run.changes.as_ref();
    let before =
        changes.map(|changes| letters_before(changes, &run.started.cases, &number)).transpose()?;
    let (before, shown) = (before.unwrap_or_default(), ShownCases::default());
    let suite = services.suite.and_then(SuiteSource::findings);
    let caught = suite.map(|suite| suite.caught()).transpose()?;
    let statistics = run.statistics.as_ref().and_then(StatisticsCollector::statistics);
    let mut page = PageDocument {
        run,
        totals,
        statistics,
        sizes,
        before,
        suite,
        caught,
        shown,
        left_out: Vec::new(),
    };
    let mut room = page.run.room;
    room.spend(SCRIPT.len() + PAGE_STYLE.len() + FRAME + FOR_CASE * count);
    room.spend(page.before.iter().map(DataBlock::size).sum());
    room.spend(page.run_block()?.size() + page.static_part().len());
    let verdicts = page.done().map(|done| done.verdicts.size()).sum();
    room.spend(verdicts);
    let matrix_fits = room.take(page.caught.as_ref().map_or(0, DataBlock::size));
    page.caught = page.caught.filter(|_| matrix_fits);
    let mut left_out = drop_what_does_not_fit(&mut page.run.submissions, &mut room);
    left_out.matrix = !matrix_fits;
    if let Some(source) = source {
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by_key(|case| !page.run.is_failed[*case]);
        page.shown = ShownCases::read(order.into_iter(), source, &mut room)?;
        left_out.cases = SomeOf { some: page.shown.left_out, all: count };
    }
    page.left_out = left_out.sentences();
    page.write(out)?;
    Ok(page.left_out)
}

impl PageDocument<'_> {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let head = html! {
            (DOCTYPE)
            (PreEscaped("<html lang=\"en\">\n"))
            (page_head(&format!("{} - referee", self.run.started.problem), POLICY, ""))
        };
        writeln!(out, "{}\n<body>\n{}", head.into_string(), self.static_part())?;
        self.run_block()?.write(out)?;
        for DoneSubmission { verdicts, refutations, times, details, .. } in self.done() {
            let others = [refutations, times, details].into_iter().flatten();
            [verdicts].into_iter().chain(others).try_for_each(|block| block.write(out))?;
        }
        let others = self.before.iter().chain(&self.caught).chain(&self.shown.blocks);
        others.into_iter().try_for_each(|block| block.write(out))?;
        write!(out, "<script>\n{}</script>\n</body>\n</html>\n", *SCRIPT)
    }

    fn done(&self) -> impl Iterator<Item = &DoneSubmission> {
        self.run.submissions.iter().filter_map(|submission| submission.done.as_ref())
    }

    fn run_block(&self) -> io::Result<DataBlock> {
        let PageRun { started, cases, kinds, extras, submissions, changes, .. } = &self.run;
        let number = |name: &str| self.run.submission(name);
        let names =
            |names: &[Arc<str>]| names.iter().filter_map(|name| cases.get(name).copied()).collect();
        let columns = CaseColumns::of(&started.cases);
        let stretches = columns.groups().iter().map(|group| Stretch {
            name: group.name.clone(),
            first: group.cases.start,
            count: group.cases.len(),
        });
        let score_groups = started.groups.iter().map(|group| ScoreGroup {
            title: &group.title,
            most_points: group.most_points,
            rule: group.rule,
            cases: names(&group.cases),
        });
        let rows = submissions.iter().enumerate().map(|(number, one)| self.row(number, one));
        let block = RunBlock {
            format: FORMAT,
            version: VERSION,
            command: if started.runs.is_some() { "judge" } else { "check" },
            problem: &started.problem,
            limit_seconds: started.runs.as_ref().map(Runs::limit_seconds),
            cases: &started.cases,
            case_groups: stretches.collect(),
            sizes: &self.sizes,
            score_groups: score_groups.collect(),
            kinds: kinds.list(),
            submissions: rows.collect(),
            time: TimeScale { first: FIRST_TIME, step: TIME_STEP },
            case_blocks: &self.shown.cases,
            totals: self.totals.clone(),
            extras,
            left_out: &self.left_out,
            suite: self.suite.map(|suite| suite.block(&number)),
            against: changes.as_ref().and_then(|changes| AgainstBlock::of(changes, &number)),
        };
        DataBlock::of("run".into(), &serde_json::to_vec(&block)?)
    }

    fn row<'r>(&'r self, number: usize, submission: &'r PageSubmission) -> SubmissionRow<'r> {
        let run = &self.run;
        let name = &*run.started.contestants[number];
        let end = submission.end.as_ref();
        let done = submission.done.as_ref();
        let earned = end.map_or(&[][..], |end| end.scores.earned());
        let slowest = end.and_then(|end| end.slowest.as_ref()).and_then(|slowest| {
            let case = *run.cases.get(&slowest.case)?;
            Some(SlowestRun { case, cpu_seconds: slowest.cpu_seconds })
        });
        let unsteady = end.map_or(&[][..], |end| &end.unsteady);
        SubmissionRow {
            name,
            folder: name.rsplit_once('/').map(|(folder, _)| folder),
            verdict: end.and_then(|end| end.verdict),
            expected: end.and_then(SubmissionResult::expectation),
            met: end.map(|end| end.met),
            scores: end.map(|end| end.scores.clone()).unwrap_or_default(),
            most_points: (!earned.is_empty())
                .then(|| earned.iter().map(|group| group.most_points).sum::<Points>()),
            slowest,
            path: end.and_then(|end| end.path.as_deref()),
            message: end.map_or("", |end| &end.message),
            not_judged: end.and_then(|end| end.not_judged.as_ref()),
            unsteady: unsteady.iter().filter_map(|case| run.cases.get(case).copied()).collect(),
            same_failure: end.and_then(|end| end.same_failure.as_deref()),
            student: end.and_then(|end| end.student.as_ref()),
            grade: end.and_then(|end| end.grade().filter(|_| end.grade() != end.scores.points())),
            decision: end.and_then(|end| end.decision.as_ref()),
            counts: done.map(|done| &done.counts),
            details: done.map_or(0, |done| done.detailed),
            again: run.again(number),
        }
    }
}

/// Drops the blocks of submissions that do not fit. Verdicts are always kept.
fn drop_what_does_not_fit(submissions: &mut [PageSubmission], room: &mut PageRoom) -> LeftOut {
    let mut left_out = LeftOut::default();
    let done = || submissions.iter().filter_map(|submission| submission.done.as_ref());
    let size_of = |block: &Option<DataBlock>| block.as_ref().map_or(0, DataBlock::size);
    left_out.kinds = !room.take(done().map(|done| size_of(&done.refutations)).sum());
    left_out.times = !room.take(done().map(|done| size_of(&done.times)).sum());
    for done in submissions.iter_mut().filter_map(|submission| submission.done.as_mut()) {
        if left_out.kinds {
            done.refutations = None;
        }
        if left_out.times {
            done.times = None;
        }
        if !room.take(size_of(&done.details)) {
            (done.details, done.detailed) = (None, 0);
        }
        left_out.refusals.all += done.refused;
        left_out.refusals.some += done.refused - done.detailed;
    }
    left_out
}
