//! Measures the time and the memory of `referee merge` for the shards of a large run, and the cost
//! of a shard compared with a plain run.
//!
//! `cargo bench --bench merge` merges a million results of a thousand submissions in 64 files. An
//! argument sets another number of submissions, each with 1000 results: `-- 10000` means ten
//! million results, which take about 7 GB on disk and a minute for the files alone. The files come
//! from the actual writer of events. The floor is copying their bytes into one file. `-- overhead`
//! alternates plain runs of a small course with shards 1/1 of it; a number after it sets the number
//! of pairs.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use referee_events::calibration::CalibrationFigures;
use referee_events::{
    Event, ExpectationResult, FORMAT, JudgedCase, LabelledFact, Reason, Runs, ShardOrigin, Slowest,
    Started, SubmissionResult, Totals, Used, VERSION,
};
use referee_generators::{Random, Seed};
use referee_page::PageServices;
use referee_report::{PartialReport, ReportKind, Style};

#[allow(dead_code)]
/// The default number of submissions.
const SUBMISSIONS: usize = 1000;

const CASES: usize = 1000;

const SHARDS: usize = 64;

/// The default number of pairs of runs.
const PAIRS: usize = 100;

/// The time limit of the submissions, in seconds.
const TIME: f64 = 2.0;

fn main() -> io::Result<()> {
    let words: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let number = |at: usize| words.get(at).and_then(|word| word.parse().ok());
    if words.first().is_some_and(|word| word == "overhead") {
        overhead(number(1).unwrap_or(PAIRS))
    } else {
        merge(number(0).unwrap_or(SUBMISSIONS))
    }
}

fn merge(submissions: usize) -> io::Result<()> {
    let folder = tempfile::Builder::new().prefix("referee-merge-").tempdir()?;
    let start = Instant::now();
    let files = write_shards(folder.path(), submissions)?;
    let sizes: io::Result<Vec<u64>> = files.iter().map(|file| Ok(file.metadata()?.len())).collect();
    let bytes: u64 = sizes?.into_iter().sum();
    println!("{} results of {submissions} submissions in {SHARDS} shards", submissions * CASES);
    println!("{:<34} {:>7.1} s, {:.0} MB", "written in", seconds(start), bytes as f64 / 1e6);
    let start = Instant::now();
    let copy = folder.path().join("copy");
    let mut all = File::create(&copy)?;
    for file in &files {
        io::copy(&mut File::open(file)?, &mut all)?;
    }
    println!("{:<34} {:>7.1} s", "the bytes copied (floor)", seconds(start));
    fs::remove_file(copy)?;
    for reports in
        [&["jsonl"][..], &["jsonl", "csv"], &["jsonl", "junit"], &["summary-csv", "html"]]
    {
        merge_into(folder.path(), &files, reports, &[])?;
    }
    merge_into(folder.path(), &files, &["jsonl"], &["--details", "no-times"])
}

/// Merges into these reports, and prints the cost.
fn merge_into(folder: &Path, files: &[PathBuf], reports: &[&str], more: &[&str]) -> io::Result<()> {
    let mut command = Command::new(referee_benches::program());
    command.arg("merge").args(files).args(more).stdout(Stdio::null()).stderr(Stdio::null());
    let written: Vec<PathBuf> =
        reports.iter().map(|kind| folder.join(format!("all.{kind}"))).collect();
    for (kind, path) in reports.iter().zip(&written) {
        command.arg(format!("--report={kind}={}", path.display()));
    }
    let start = Instant::now();
    let (code, memory) = referee_benches::run(&mut command)?;
    let took = seconds(start);
    let what = [reports, more].concat().join(" ");
    let sizes =
        written.iter().map(|path| path.metadata().map_or(0, |data| data.len()) as f64 / 1e6);
    let sizes: Vec<String> = sizes.map(|size| format!("{size:.0} MB")).collect();
    let memory =
        memory.map_or("unknown".into(), |bytes| format!("{:.0} MiB", bytes as f64 / 1_048_576.0));
    println!("{what:<34} {took:>7.1} s, at most {memory:>8} of memory, {}", sizes.join(" + "));
    assert!(matches!(code, Some(0 | 1)), "referee merge ended with {code:?}");
    written.iter().try_for_each(fs::remove_file)
}

/// Writes the events of all shards.
fn write_shards(folder: &Path, submissions: usize) -> io::Result<Vec<PathBuf>> {
    let cases: Vec<Arc<str>> =
        (0..CASES).map(|case| format!("secret/{case:04}-random").into()).collect();
    let names: Vec<Arc<str>> =
        (0..submissions).map(|number| format!("accepted/student-{number:05}.cpp").into()).collect();
    let shard_of = |number: usize| ((number * 2_654_435_761) % (1 << 32) * SHARDS) >> 32;
    let mut positions = vec![Vec::new(); SHARDS];
    (0..submissions).for_each(|number| positions[shard_of(number)].push(number));
    let paths: Vec<PathBuf> =
        (1..=SHARDS).map(|shard| folder.join(format!("shard-{shard}.jsonl"))).collect();
    let mut reports: Vec<_> = paths.iter().map(|path| jsonl(path)).collect::<io::Result<_>>()?;
    for (at, report) in reports.iter_mut().enumerate() {
        report.event(&Event::Started(started(at + 1, &positions[at], &cases, &names)))?;
    }
    let mut random = Random::new(Seed::from_value(19));
    for (number, name) in names.iter().enumerate() {
        let report = &mut reports[shard_of(number)];
        cases
            .iter()
            .try_for_each(|case| report.event(&Event::Judged(judged(name, case, &mut random))))?;
        report.event(&Event::Submission(end(name, &cases[0])))?;
    }
    reports.iter_mut().try_for_each(|report| report.event(&Event::Finished(Totals::default())))?;
    Ok(paths)
}

/// Starts a file of events.
fn jsonl(path: &Path) -> io::Result<Box<dyn PartialReport>> {
    let out = BufWriter::new(File::create(path)?);
    Ok(ReportKind::Jsonl.begin(out, &Style::IN_FILE, PageServices::default()))
}

fn started(number: usize, positions: &[usize], cases: &[Arc<str>], names: &[Arc<str>]) -> Started {
    let figures = CalibrationFigures {
        loops: 1,
        build: "release".into(),
        cpu: None,
        integers_us: 100.0 + number as f64,
        memory_us: 100.0,
        allocation_us: 100.0,
    };
    Started {
        format: FORMAT.into(),
        version: VERSION,
        referee: env!("CARGO_PKG_VERSION").into(),
        problem: "large".into(),
        options: Vec::new(),
        cases: cases.to_vec(),
        contestants: positions.iter().map(|&at| Arc::clone(&names[at])).collect(),
        not_on_disk: Vec::new(),
        runs: Some(Runs {
            cpu_milliseconds: (TIME * 1000.0) as u64,
            memory_mib: 512,
            isolation: "namespaces".into(),
            machine: Some(figures),
            ..Runs::default()
        }),
        groups: Vec::new(),
        full_score: None,
        shard: Some(Box::new(ShardOrigin {
            number,
            of: SHARDS,
            plan: "00".repeat(32),
            positions: positions.to_vec(),
            contestants: names.len(),
            host: format!("node{}", number % 4),
            ..ShardOrigin::default()
        })),
        hosts: Vec::new(),
    }
}

/// A judgement; one in twenty is wrong, with the texts of a rejection.
fn judged(name: &Arc<str>, case: &Arc<str>, random: &mut Random) -> JudgedCase {
    let seconds = 0.001 + random.below(1_000_000) as f64 / 1e6;
    let used = Used {
        cpu_seconds: seconds,
        instructions: None,
        worked_seconds: None,
        wall_seconds: seconds + random.below(10_000) as f64 / 1e6,
        waited_seconds: None,
        memory_bytes: random.below(1 << 26),
        exit: Some(0),
        signal: None,
    };
    let number = random.below(10_000);
    let judged = match number % 20 {
        0 => {
            let message = format!("the jury says {number}, the output {}", number / 3);
            let fact = LabelledFact { label: "but".into(), text: message.clone() };
            let judged = JudgedCase::plain(name, case, Reason::Refuted, message);
            JudgedCase { facts: vec![fact], answer: Some(format!("{number}\n")), ..judged }
        }
        _ => JudgedCase::plain(name, case, Reason::Proved, "accepted"),
    };
    JudgedCase { says: format!("tie {number} {}", number / 7), used: Some(used), ..judged }
}

fn end(name: &Arc<str>, case: &Arc<str>) -> SubmissionResult {
    SubmissionResult {
        verdict: Some(Reason::Refuted.verdict()),
        met: ExpectationResult::NotPermitted,
        slowest: Some(Slowest { case: Arc::clone(case), cpu_seconds: 1.0 }),
        path: Some(name.to_string()),
        again: vec![name.to_string()],
        ..SubmissionResult::unjudged(name)
    }
}

/// Alternates plain runs with shards 1/1.
fn overhead(pairs: usize) -> io::Result<()> {
    let folder = tempfile::Builder::new().prefix("referee-shard-").tempdir()?;
    let place = write_course(folder.path())?;
    let run = |shard: &[&str]| -> io::Result<Duration> {
        let mut command = Command::new(referee_benches::program());
        command.current_dir(folder.path()).args(["judge", "cases", "submissions"]);
        command.args([
            "--languages",
            "languages.toml",
            "--time-limit",
            "2",
            "--all-cases",
            "--record",
            "off",
        ]);
        command.args(["--report", "jsonl=events.jsonl", "--force"]).args(shard);
        let start = Instant::now();
        let (code, _) = referee_benches::run(command.stdout(Stdio::null()).stderr(Stdio::null()))?;
        assert_eq!(code, Some(0), "referee judge in {}", place.display());
        Ok(start.elapsed())
    };
    run(&[])?;
    let mut ratios = Vec::new();
    let (mut plain, mut sharded) = (Duration::ZERO, Duration::ZERO);
    for pair in 0..pairs {
        // Each side goes first equally often: the second finds warmer caches.
        let [a, b] = if pair % 2 == 0 {
            [run(&[])?, run(&["--shard", "1/1"])?]
        } else {
            let sharded = run(&["--shard", "1/1"])?;
            [run(&[])?, sharded]
        };
        plain += a;
        sharded += b;
        ratios.push(b.as_secs_f64() / a.as_secs_f64());
    }
    ratios.sort_by(f64::total_cmp);
    let percent = |ratio: f64| (ratio - 1.0) * 100.0;
    let [mean_plain, mean_shard] = [plain, sharded].map(|all| all.as_secs_f64() / pairs as f64);
    println!("{pairs} pairs of runs: {mean_plain:.3} s plain, {mean_shard:.3} s as a shard");
    println!(
        "a shard costs {:+.2} % (median of pairs), {:+.2} % (mean)",
        percent(ratios[pairs / 2]),
        percent(mean_shard / mean_plain)
    );
    Ok(())
}

/// Writes a course of six programs that each work for a few milliseconds on forty cases.
fn write_course(folder: &Path) -> io::Result<PathBuf> {
    let write = |name: String, text: &str| -> io::Result<()> {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        File::create(path)?.write_all(text.as_bytes())
    };
    write("cases/problem.toml".into(), "format = 1\nname = \"twice\"\n")?;
    write(
        "languages.toml".into(),
        "format = 1\n[[language]]\nname = 'shell'\nendings = ['sh']\nrun = ['sh', '{main}']\n",
    )?;
    for case in 1..=40 {
        write(format!("cases/secret/{case:02}.in"), &format!("{case}\n"))?;
        write(format!("cases/secret/{case:02}.ans"), &format!("{}\n", 2 * case))?;
    }
    for number in 0..6 {
        let work = "i=0\nwhile [ $i -lt 4000 ]; do i=$((i + 1)); done\n";
        let text = format!("# {number}\nread n\n{work}echo $((2 * n))\n");
        write(format!("submissions/accepted/{number}.sh"), &text)?;
    }
    Ok(folder.to_path_buf())
}

fn seconds(start: Instant) -> f64 {
    start.elapsed().as_secs_f64()
}
