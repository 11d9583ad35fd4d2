//! Measures the page of a large run: its size, the time to write it, and the memory. There are
//! 100,000 cases times 200 submissions, so 20 million verdicts.
//!
//! Run with `cargo bench --bench html`; a path after `--` keeps the page for opening it in a
//! browser. Half of the submissions are right, a third are wrong on a random share of the cases,
//! and the others are too slow from some size on.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use referee_events::{
    Event, ExpectationResult, FORMAT, JudgedCase, LabelledFact, Reason, Runs, Started,
    SubmissionResult, Totals, Used, VERSION, Verdict,
};
use referee_generators::{Random, Seed};
use referee_page::{CaseSource, CaseView, EmbeddedImage, PageServices, SvgPicture, TextStart};
use referee_report::{ReportKind, Style};

const CASES: usize = 100_000;
const SUBMISSIONS: usize = 200;

/// The maximum size of the page, in bytes.
const LIMIT: u64 = 5_000_000;

/// The time limit of the submissions, in seconds.
const TIME: f64 = 2.0;

fn main() {
    let kept = std::env::args().skip(1).find(|word| !word.starts_with('-')).map(PathBuf::from);
    let names = names();
    let before = peak_memory();
    let start = Instant::now();
    let mut page = Vec::new();
    let left_out = std::cell::RefCell::new(Vec::new());
    let note = |text: &str| left_out.borrow_mut().push(text.to_string());
    let pages =
        PageServices { limit: LIMIT, cases: Some(&Inputs), note: &note, ..PageServices::default() };
    let feeding = write(&names, pages, &mut page);
    let took = start.elapsed();
    println!("{CASES} cases x {SUBMISSIONS} submissions, {} verdicts", CASES * SUBMISSIONS);
    println!("making events alone   {:>8.2} s", feed(&names, &mut |_| ()).as_secs_f64());
    println!(
        "events and page       {:>8.2} s, of which the end {:.2} s",
        took.as_secs_f64(),
        (took - feeding).as_secs_f64()
    );
    println!("size of the page      {:>8.2} MB", page.len() as f64 / 1e6);
    match before.zip(peak_memory()) {
        Some((before, after)) => {
            println!(
                "peak memory           {:>8.1} MiB, {:.1} MiB before",
                mebibytes(after),
                mebibytes(before)
            );
        }
        None => println!("peak memory            unknown on this system"),
    }
    left_out.borrow().iter().for_each(|note| println!("note: {note}"));
    assert!(page.len() as u64 <= LIMIT, "the page is {} bytes", page.len());
    let is_complete = |what: &str| !left_out.borrow().iter().any(|note| note.contains(what));
    assert!(is_complete("kinds") && is_complete("times"), "all verdicts, kinds and times fit");
    if let Some(path) = kept {
        fs::write(&path, &page).expect("the page is written");
        println!("kept as {}", path.display());
    }
}

/// Writes the page; returns the time up to the last event but one.
fn write(names: &[Arc<str>], pages: PageServices, out: &mut Vec<u8>) -> std::time::Duration {
    let mut report = ReportKind::Html.begin(out, &Style::IN_FILE, pages);
    let mut totals = Totals::default();
    let took = feed(names, &mut |event| {
        totals.count(event);
        report.event(event).expect("the page is written");
    });
    report.event(&Event::Finished(totals)).expect("the page is written");
    took
}

fn names() -> Vec<Arc<str>> {
    const FAMILIES: [&str; 5] = ["uniform", "long-path", "two-cycles", "dense", "no-meeting"];
    let name = |case: usize| {
        let family = FAMILIES[case / 7 % FAMILIES.len()];
        format!("secret/{:02}-{family}/{case:06}", case / 5000).into()
    };
    (0..CASES).map(name).collect()
}

/// The size of a case's input in bytes: from ten to a million.
fn size(case: usize) -> u64 {
    (10.0 * 10_f64.powf(5.0 * (case % 5000) as f64 / 5000.0)) as u64
}

/// Generates the events of a run, all but the last, and passes them on.
fn feed(names: &[Arc<str>], listener: &mut dyn FnMut(&Event)) -> std::time::Duration {
    let start = Instant::now();
    let submissions: Vec<Arc<str>> =
        (0..SUBMISSIONS).map(|number| format!("student {number:03}/main.cpp").into()).collect();
    listener(&Event::Started(started(names, &submissions)));
    let mut random = Random::new(Seed::from_value(15));
    for (number, submission) in submissions.iter().enumerate() {
        // From 0.1 % to 30 % of the cases.
        let wrong = match number % 6 {
            1 | 3 => 0.001 * 300_f64.powf(number as f64 / SUBMISSIONS as f64),
            _ => 0.0,
        };
        let is_slow = number % 6 == 5;
        let speed = 0.5 + number as f64 / SUBMISSIONS as f64;
        let accepted = JudgedCase::plain(submission, &names[0], Reason::Proved, "accepted");
        let mut event = Event::Judged(accepted.clone());
        let mut failed = Verdict::Accepted;
        for (case, name) in names.iter().enumerate() {
            let noise = 0.98 + 0.04 * random.below(1000) as f64 / 1000.0;
            let slowness = if is_slow { 40.0 } else { 1.0 };
            let seconds = (0.002 + size(case) as f64 * 2e-7 * slowness * speed) * noise;
            let is_wrong = wrong > 0.0 && (random.below(1_000_000) as f64) < wrong * 1e6;
            let judged = if seconds > TIME {
                JudgedCase { case: Arc::clone(name), ..too_slow(submission) }
            } else if is_wrong {
                refused(submission, name, random.below(5), random.below(90))
            } else {
                // Changed in place: creating an event takes longer than reading it.
                if let Event::Judged(judged) = &mut event {
                    judged.case = Arc::clone(name);
                    judged.used = Some(used(seconds));
                    listener(&event);
                }
                continue;
            };
            failed = judged.verdict;
            listener(&Event::Judged(JudgedCase { used: Some(used(seconds.min(TIME))), ..judged }));
        }
        listener(&Event::Submission(end(submission, failed)));
    }
    start.elapsed()
}

fn started(names: &[Arc<str>], submissions: &[Arc<str>]) -> Started {
    Started {
        format: FORMAT.into(),
        version: VERSION,
        referee: "0.1.0".into(),
        problem: "large".into(),
        options: Vec::new(),
        cases: names.to_vec(),
        contestants: submissions.to_vec(),
        not_on_disk: Vec::new(),
        runs: Some(Runs {
            cpu_milliseconds: (TIME * 1000.0) as u64,
            memory_mib: 512,
            isolation: "namespaces".into(),
            again: "referee judge large".into(),
            ..Runs::default()
        }),
        groups: Vec::new(),
        full_score: None,
        shard: None,
        hosts: Vec::new(),
    }
}

fn used(cpu_seconds: f64) -> Used {
    Used {
        cpu_seconds,
        instructions: None,
        worked_seconds: None,
        wall_seconds: cpu_seconds,
        waited_seconds: None,
        memory_bytes: 4 << 20,
        exit: Some(0),
        signal: None,
    }
}

fn too_slow(submission: &Arc<str>) -> JudgedCase {
    let message = "stopped after 2.00 s of CPU time; the limit is 2.00 s";
    JudgedCase::plain(submission, submission, Reason::TimeLimit, message)
}

/// A rejection of one of five kinds, with one of a few wrong outputs.
fn refused(submission: &Arc<str>, case: &Arc<str>, kind: u64, output: u64) -> JudgedCase {
    let message = match kind {
        0 => format!("jump {output}: there is no arrow from {} to {output}", output / 2),
        1 => format!("there is a meeting after {output} jumps"),
        2 => format!("the jury says {output}, the output {}", output / 3),
        3 => "the players do not meet".to_string(),
        _ => format!("{output} is not a field"),
    };
    let fact = LabelledFact { label: "but".into(), text: message.clone() };
    let text = (0..20).map(|line| format!("{} {}\n", output * 31 + line, line)).collect::<String>();
    JudgedCase {
        says: format!("{output} jumps"),
        facts: vec![fact],
        answer: Some(format!("{}\n", output / 3)),
        output: Some(text),
        output_digest: Some(format!("{output:016x}")),
        ..JudgedCase::plain(submission, case, Reason::Refuted, message)
    }
}

fn end(submission: &Arc<str>, verdict: Verdict) -> SubmissionResult {
    SubmissionResult {
        verdict: Some(verdict),
        met: match verdict {
            Verdict::Accepted => ExpectationResult::AsExpected,
            _ => ExpectationResult::NotPermitted,
        },
        path: Some(submission.to_string()),
        ..SubmissionResult::unjudged(submission)
    }
}

/// The inputs, of which 400 digits are shown.
struct Inputs;

impl CaseSource for Inputs {
    fn size(&self, case: usize) -> Option<u64> {
        Some(size(case))
    }

    fn view(&self, case: usize, _: usize) -> CaseView {
        let mut random = Random::new(Seed::from_value(case as u64));
        let text = (0..100).map(|_| format!("{} ", random.below(1000))).collect::<String>();
        let input = TextStart { text, bytes: size(case), cut: true };
        let answer = TextStart { text: "impossible".into(), bytes: 11, cut: false };
        CaseView {
            input: Some(input),
            answer: Some(answer),
            picture: None,
            images: Vec::new(),
            provenance: None,
        }
    }

    fn refusal(
        &self,
        _: usize,
        _: &str,
        _: Option<&str>,
    ) -> (Option<SvgPicture>, Vec<EmbeddedImage>) {
        (None, Vec::new())
    }
}

/// The peak memory of this process in bytes; `None` if the system does not report it.
fn peak_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches(" kB").parse::<u64>().ok()? << 10)
}

fn mebibytes(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}
