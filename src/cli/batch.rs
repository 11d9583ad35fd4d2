//! `referee batch`.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use super::args::{AuditWhen, BatchArgs, BatchReportKind, write_all};
use referee_base::cores;
use referee_base::fault::{FREE_SPACE, Fault, show};
use referee_base::files::{self, WholeFile};
use referee_base::plural;
use referee_batch::{
    AuditCounts, Batch, EarlierRows, Engine, Remark, Row, RowForm, RowsFile, STDIN, Sink, TaskShard,
};
use referee_display::progress::ProgressLine;
use referee_events::exit::Exit;
use referee_programs::{Sandboxes, Toolchains};
use referee_results::batch::{self as report, BatchSummary, PageRows};
use referee_run::ReportTarget;
use referee_run::output::OutputSettings;
use referee_run::reports::WholeReport;
use referee_run::{problem_tasks, settings, sharding};
use referee_sandbox::{Setup, end_all_runs};
use referee_shards::Shard;

/// The maximum number of printed remarks of a kind: an error in one line is often in all.
const MAX_REMARKS: usize = 20;

pub(super) fn run(
    args: BatchArgs,
    jobs: Option<usize>,
    output: &OutputSettings,
) -> anyhow::Result<Exit> {
    let is_whole = |to: &ReportTarget<_>| to.kind == BatchReportKind::Rows(RowForm::Whole);
    let keeps_rows = args.reports.of(|_| true).any(|to| is_whole(to) && to.file.is_some());
    judge(args, jobs, output).map_err(|error| match error.downcast::<Fault>() {
        Ok(fault) if keeps_rows && fault.help.as_deref() == Some(FREE_SPACE) => {
            fault.help("free some space and run the same command with --resume to continue").into()
        }
        Ok(fault) => fault.into(),
        Err(error) => error,
    })
}

fn judge(args: BatchArgs, jobs: Option<usize>, output: &OutputSettings) -> anyhow::Result<Exit> {
    let begun = Instant::now();
    let jobs = jobs.unwrap_or_else(cores::sensible_jobs);
    let settings = args.judging.settings(output.start);
    // Started first, since everything depends on the capabilities of the first sandbox.
    let sandboxes = Sandboxes::start(Setup::new(settings.isolation), jobs)
        .map_err(|error| Fault::judge(error.to_string()))?;
    files::stop_when_interrupted(end_all_runs);
    let others = args.tasks.iter().chain(&args.candidates);
    let languages =
        settings::languages(args.judging.languages.as_deref(), settings::NOTHING, others, output)?;
    let (problems, tasks) =
        problem_tasks::find(&args.tasks, jobs, &languages, settings.isolation, output)?;
    let (tasks, candidates) = find(&tasks, &args.candidates)?;
    let format = args.format()?;
    let reports = args.reports.begin_all_but(|kind| matches!(kind, BatchReportKind::Rows(_)))?;
    let (mut sink, mut earlier) = Rows::begin(&args, output)?;
    let reward = args.judging.reward.clone();
    let mut batch = Batch::read(&tasks, problems, format, reward, &mut sink)?;
    batch.shard = shard(&args, output)?;
    let has_page = args.reports.of(|kind| kind == BatchReportKind::Html).next().is_some();
    let room = usize::try_from(args.reported().html_limit << 20).unwrap_or(usize::MAX);
    sink.page = has_page.then(|| PageRows::new(room, batch.index.names()));
    let toolchains = Toolchains::default();
    let engine = Engine { languages: &languages, sandboxes: &sandboxes, toolchains: &toolchains };
    if args.audit.is_some() {
        batch.leaves_out = args.audit == Some(AuditWhen::LeaveOut);
        batch.audit(&settings, engine, jobs, &mut sink)?;
    }
    batch.judge(candidates, &settings, engine, jobs, &mut earlier, &mut sink)?;
    sink.line.end();
    sink.tell_others();
    if files::is_stopped() {
        output.interrupted();
        return Ok(Exit::Interrupted);
    }
    refuse_nothing(&batch, &args)?;
    let page = sink.page.take();
    let took = (!args.reported().no_times).then(|| begun.elapsed());
    let summary = BatchSummary { batch: &batch, took };
    let write =
        |reports| write_all(reports, |kind| Ok(text(kind, &summary, page.as_ref())), output);
    let (printed, in_files): (Vec<_>, Vec<_>) =
        reports.into_iter().partition(WholeReport::is_printed);
    // The rows are the last of the files: if another cannot be written, --resume makes all of them.
    write(in_files)?;
    sink.finish()?;
    write(printed)?;
    let not_judged = batch.tally.not_judged + batch.malformed + batch.index.malformed;
    // If candidates are judged too, the exit code is only about whether all could be judged.
    let audit = batch.audit.as_ref().filter(|_| args.candidates.is_empty());
    Ok(match audit {
        _ if not_judged > 0 => Exit::JudgeError,
        Some(audit) if audit.doubtful().next().is_some() => Exit::Failed,
        Some(audit) if audit.counts.not_judged > 0 => Exit::JudgeError,
        _ => Exit::Expected,
    })
}

/// Rejects a batch without anything to judge.
fn refuse_nothing(batch: &Batch, args: &BatchArgs) -> Result<(), Fault> {
    let candidates = batch.tally.candidates + batch.tally.left_out + batch.malformed;
    match &batch.audit {
        // A shard may be empty.
        _ if args.shard.is_some() => Ok(()),
        Some(audit) if args.candidates.is_empty() && audit.counts == AuditCounts::default() => {
            let help = "--audit reads `canonical_solution`, `solutions` and the like; judge others with --candidates";
            Err(Fault::bad_input("no task comes with a solution").help(help))
        }
        _ if args.candidates.is_empty() || candidates > 0 => Ok(()),
        _ => Err(Fault::bad_input("there are no candidates")),
    }
}

fn shard(args: &BatchArgs, output: &OutputSettings) -> Result<TaskShard, Fault> {
    let Some(asked) = args.shard else { return Ok(TaskShard::WHOLE) };
    let found = sharding::find(asked, None, output)?;
    let shard = found.map(|Shard { number, of }| TaskShard { number: number - 1, of });
    shard.ok_or_else(|| Fault::bad_input("a batch has no last shard: shards are 1/N to N/N"))
}

type Paths = Vec<std::sync::Arc<std::path::Path>>;

fn find(tasks: &[PathBuf], candidates: &[PathBuf]) -> Result<(Paths, Paths), Fault> {
    let (tasks, candidates) = (referee_batch::find(tasks)?, referee_batch::find(candidates)?);
    let is_stdin = |path: &&std::sync::Arc<std::path::Path>| path.as_os_str() == STDIN;
    match tasks.iter().chain(&candidates).filter(is_stdin).count() {
        0 | 1 => Ok((tasks, candidates)),
        _ => Err(Fault::bad_input("standard input can be read only once")),
    }
}

fn text(kind: BatchReportKind, summary: &BatchSummary, page: Option<&PageRows>) -> String {
    match kind {
        BatchReportKind::Human => report::human(summary),
        BatchReportKind::Audit => report::audit(summary),
        BatchReportKind::Json => report::json(summary),
        BatchReportKind::Html => page.map(|rows| report::page(summary, rows)).unwrap_or_default(),
        // Rows are written as they arrive.
        BatchReportKind::Rows(_) => String::new(),
    }
}

/// Writes rows as they arrive, and prints remarks.
struct Rows<'a> {
    output: &'a OutputSettings,
    /// The files of whole rows, which can be resumed.
    files: Vec<RowsFile>,
    /// The files of rows in other forms.
    forms: Vec<(RowForm, WholeFile)>,
    /// The rows for an HTML page, if one is written.
    page: Option<PageRows>,
    printed: Option<RowForm>,
    /// Shows the number of judged candidates.
    line: ProgressLine,
    judged: usize,
    audited: usize,
    malformed: usize,
    warnings: usize,
}

impl<'a> Rows<'a> {
    fn begin(
        args: &BatchArgs,
        output: &'a OutputSettings,
    ) -> Result<(Rows<'a>, EarlierRows), Fault> {
        let mut rows = Rows {
            output,
            files: Vec::new(),
            forms: Vec::new(),
            page: None,
            printed: None,
            line: output.progress_of_search("judging"),
            judged: 0,
            audited: 0,
            malformed: 0,
            warnings: 0,
        };
        output.interruption.goes_on("with `--report jsonl=FILE`, --resume can continue from there");
        let (mut earlier, existing) = (None, args.reports.existing());
        for to in args.reports.of(|kind| matches!(kind, BatchReportKind::Rows(_))) {
            match (to.kind, &to.file) {
                (BatchReportKind::Rows(RowForm::Whole), Some(path)) => {
                    let (file, known) = RowsFile::begin(path, existing, args.resume)?;
                    let kept = format!("each row is kept in {}", show(file.partial()));
                    output.interruption.keeps(kept);
                    output.interruption.goes_on("run the same command with --resume to continue");
                    rows.files.push(file);
                    earlier.get_or_insert(known);
                }
                (BatchReportKind::Rows(form), Some(path)) => {
                    rows.forms.push((form, WholeFile::begin(path, existing)?));
                }
                (BatchReportKind::Rows(form), None) => rows.printed = Some(form),
                _ => {}
            }
        }
        match earlier {
            None if args.resume => Err(Fault::bad_input("there are no rows to continue with")
                .help("--resume needs the same `--report jsonl=FILE` as the call before")),
            Some(earlier) if args.resume => Ok((rows, earlier)),
            _ => Ok((rows, EarlierRows::of_shards(&args.rows)?)),
        }
    }

    /// Reports how many remarks were not printed.
    fn tell_others(&self) {
        for (count, what) in [(self.malformed, "malformed records"), (self.warnings, "warnings")] {
            if count > MAX_REMARKS {
                self.output.warn(&format!("{} further {what}", count - MAX_REMARKS));
            }
        }
    }

    fn finish(self) -> Result<(), Fault> {
        self.forms.into_iter().try_for_each(|(_, file)| file.finish())?;
        self.files.into_iter().try_for_each(RowsFile::finish)
    }
}

impl Sink for Rows<'_> {
    fn remark(&mut self, remark: Remark) {
        let (count, text) = match remark {
            Remark::Malformed(fault) => (&mut self.malformed, fault.one_line()),
            Remark::Warning(warning) => (&mut self.warnings, warning),
        };
        *count += 1;
        if *count <= MAX_REMARKS {
            self.line.pause(|| self.output.warn(&text));
        }
    }

    fn audited(&mut self) {
        self.audited += 1;
        self.line.set_status(format!("audited {}", plural(self.audited, "task", "tasks")));
    }

    fn row(&mut self, row: &Row) -> Result<(), Fault> {
        self.judged += 1;
        self.line.set_status(format!("judged {}", plural(self.judged, "candidate", "candidates")));
        if let Some(page) = &mut self.page {
            page.add(row);
        }
        let text = RowForm::Whole.written(row);
        self.files.iter_mut().try_for_each(|file| file.write(&text))?;
        for (form, file) in &mut self.forms {
            let written = writeln!(file, "{}", form.written(row));
            written.map_err(|error| Fault::cannot_write(file.path(), &error))?;
        }
        if let Some(form) = self.printed {
            let text = format!("{}\n", form.written(row));
            self.line.pause(|| self.output.print(&text))?;
        }
        Ok(())
    }
}
