//! Measures how many verdicts a busy machine changes: programs that take 0.8 to 1.2 times the limit
//! are judged on the machine as it is, and beside four busy loops, without and with rechecks.
//!
//! `cargo bench --bench recheck -- 1000 0.1` judges 1,000 programs under a limit of 0.1 s. They are
//! copies of one program that does a fixed amount of work, measured at the start. Machines are
//! never quite idle: the number of verdicts that differ between two turns of the same kind is the
//! floor, printed beside the figure. The machine should have nothing else to do meanwhile.
//!
//! The shorter the programs, the more of their time is noise: at 0.1 s, the minimum of five runs
//! still varies by a percent on a virtual machine, at 1 s by a fifth of that. Since 1,000 such
//! programs take hours, a third number restricts the measurement to programs close to the limit:
//! `-- 60 1 0.05` judges 60 programs at 0.95 to 1.05 of it. Noise of less than 5 % cannot change
//! the verdicts of programs farther away, so with rechecks, the share among all at 0.8 to 1.2 is a
//! quarter of the figure.
//!
//! A few programs take all three turns before the next ones do. The speed of a virtual machine
//! drifts by a percent within a quarter of an hour: that is noise which rechecks cannot detect, and
//! would hide what a busy machine changes.

use std::convert::Infallible;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use referee_base::cores;
use referee_base::machine::Machine;
use referee_events::{Event, JudgedCase, Runs, Verdict};
use referee_intake::finding;
use referee_intake::submission::{FoundSubmissions, Grouping};
use referee_judge::{Inputs, Judge, Policy, Services, StopPolicy};
use referee_problem::cases::{self, CaseFile};
use referee_problem::dependencies::Dependencies;
use referee_problem::limits::LimitOverrides;
use referee_problem::{Problem, ProblemSelection, ToolRunner};
use referee_programs::language::Languages;
use referee_programs::{JURY_LIMITS, Sandboxes, StartRule, Toolchains};
use referee_sandbox::{Isolation, Setup};

/// The default number of programs, and the default limit in seconds.
const PROGRAMS: usize = 200;
const LIMIT: f64 = 0.1;

/// The default range of programs around the limit, as a share of it.
const SPREAD: f64 = 0.2;

/// The number of runs of a recheck, as in `--recheck auto`.
const RECHECKS: usize = 5;

/// The minimum time between two runs of a recheck, as in the program.
const APART: Duration = Duration::from_secs(1);

/// The number of busy loops beside the judged programs.
const LOOPS: usize = 4;

/// The number of programs that take their turns together.
const TOGETHER: usize = 10;

/// The number of runs that calibrate the work for the limit.
const MEASURED: usize = 40;

/// The placeholder of the amount of work.
const AMOUNT: &str = "AMOUNT 000000000000";

const SOURCE: &str = r#"
    #include <stdio.h>
    #include <stdlib.h>
    volatile const char amount[] = "AMOUNT 000000000000";
    int main(void) {
        unsigned long long count = strtoull((const char *)amount + 7, 0, 10), x = 88172645463325252ull;
        for (; count > 0; count--) { x ^= x << 13; x ^= x >> 7; x ^= x << 17; }
        puts(x == 0 ? "zero" : "done");
    }
"#;

const LANGUAGE: &str =
    "format = 1\n[[language]]\nname = 'built'\nendings = ['exe']\nrun = ['{main}']\n";

fn main() {
    // This program is also the launcher of its sandboxes.
    if !referee_sandbox::serve_if_launcher() {
        measure();
    }
}

fn measure() {
    let numbers: Vec<f64> = std::env::args().filter_map(|word| word.parse().ok()).collect();
    let programs = numbers.first().map_or(PROGRAMS, |&number| number as usize);
    let limit = numbers.get(1).copied().unwrap_or(LIMIT);
    let spread = numbers.get(2).copied().unwrap_or(SPREAD).clamp(0.001, SPREAD);
    let folder = tempfile::tempdir().expect("a folder");
    let Some(template) = compiled(folder.path()) else {
        println!("SKIPPED: there is no C compiler here");
        return;
    };
    let mut bench = Bench::new(folder.path(), template, limit);
    let amount = bench.work_of_limit();
    let parts: Vec<f64> = (0..programs).map(|number| part(number, spread)).collect();
    let amounts: Vec<u64> = parts.iter().map(|part| (amount * part) as u64).collect();
    let (least, most) = (1.0 - spread, 1.0 + spread);
    println!("{programs} programs of {least} to {most} times the limit of {limit} s\n");
    println!(
        "{:<24}{:>14}{:>14}{:>14}",
        "verdicts that differ", "busy, idle", "idle twice", "seconds"
    );
    for (name, rechecks) in [("--recheck off", 0), ("--recheck auto", RECHECKS)] {
        let start = Instant::now();
        let mut turns = [const { Vec::new() }; 3];
        for amounts in amounts.chunks(TOGETHER) {
            bench.write(amounts);
            for (turn, loops) in turns.iter_mut().zip([0, LOOPS, 0]) {
                turn.extend(bench.verdicts(rechecks, loops));
            }
        }
        let seconds = start.elapsed().as_secs();
        let [idle, busy, again] = &turns;
        let [differ, floor] = [busy, again].map(|other| difference(idle, other));
        println!("{name:<24}{differ:>12.1} %{floor:>12.1} %{seconds:>14}");
        if spread < SPREAD && rechecks > 0 {
            let [differ, floor] = [differ, floor].map(|share| share * spread / SPREAD);
            println!("{:<24}{differ:>12.2} %{floor:>12.2} %", "  of 0.8 to 1.2");
        }
    }
}

/// Returns the time of a program as a share of the limit. Neighbours differ, so that slow changes
/// of the machine affect all shares alike.
fn part(number: usize, spread: f64) -> f64 {
    const GOLDEN: f64 = 0.618_033_988_749_895;
    1.0 + spread * (2.0 * (number as f64 * GOLDEN).fract() - 1.0)
}

/// Returns the share of verdicts that differ, in percent.
fn difference(one: &[Verdict], other: &[Verdict]) -> f64 {
    assert_eq!(one.len(), other.len());
    let differ = one.iter().zip(other).filter(|(one, other)| one != other).count();
    100.0 * differ as f64 / one.len() as f64
}

/// Returns the compiled program, if there is a compiler.
fn compiled(folder: &Path) -> Option<Vec<u8>> {
    let (source, program) = (folder.join("spin.c"), folder.join("spin"));
    fs::write(&source, SOURCE).expect("a file");
    let status = Command::new("cc").arg("-O2").arg(&source).arg("-o").arg(&program).status();
    status.is_ok_and(|status| status.success()).then(|| fs::read(program).expect("it is there"))
}

/// Programs that take processor time until this value is dropped.
struct Busy(Vec<Child>);

impl Busy {
    fn new(count: usize) -> Busy {
        let spin =
            || Command::new("sh").args(["-c", "while :; do :; done"]).stdout(Stdio::null()).spawn();
        Busy((0..count).map(|_| spin().expect("a shell")).collect())
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        for child in &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

struct Bench<'a> {
    folder: &'a Path,
    template: Vec<u8>,
    limit: f64,
    languages: Languages,
    problem: Problem,
    cases: Vec<CaseFile>,
    found: FoundSubmissions,
    sandboxes: Sandboxes,
}

impl Bench<'_> {
    fn new(folder: &Path, template: Vec<u8>, limit: f64) -> Bench<'_> {
        let jobs = cores::sensible_jobs();
        let sandboxes = Sandboxes::start(Setup::new(Isolation::Auto), jobs).expect("sandboxes");
        let languages = Languages::shipped().with(LANGUAGE).expect("it is one");
        fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).expect("our own folder");
        fs::create_dir(folder.join("data")).expect("a folder");
        fs::write(folder.join("problem.toml"), "format = 1\nname = 'spin'\ncases = 'data'\n")
            .expect("a file");
        fs::write(folder.join("data/1.in"), "").expect("a file");
        fs::write(folder.join("data/1.ans"), "done\n").expect("a file");
        let tool_runner = Arc::new(ToolRunner::new(Isolation::Auto, languages.clone()));
        let named = ProblemSelection { tool_runner, ..ProblemSelection::default() };
        let file = named.read(&folder.join("problem.toml")).expect("it is one");
        let cases = cases::find(&folder.join("data")).expect("they are there").cases;
        let (problem, found) = (file.problem, FoundSubmissions::default());
        Bench { folder, template, limit, languages, problem, cases, found, sandboxes }
    }

    /// Replaces the submissions with programs of these amounts of work.
    fn write(&mut self, amounts: &[u64]) {
        let folder = self.folder.join("submissions");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).expect("a folder");
        let at = self.template.windows(AMOUNT.len()).position(|text| text == AMOUNT.as_bytes());
        let at = at.expect("the amount is in the program");
        for (number, amount) in amounts.iter().enumerate() {
            let text = format!("AMOUNT {amount:012}");
            let mut program = self.template.clone();
            program[at..at + AMOUNT.len()].copy_from_slice(text.as_bytes());
            fs::write(folder.join(format!("{number:05}.exe")), program).expect("a file");
        }
        let found = finding::find(&folder, &self.languages, &Grouping::Unsaid.into());
        self.found = found.expect("they are there");
    }

    /// Returns the work that takes as long as the limit, according to the fastest of some runs.
    fn work_of_limit(&mut self) -> f64 {
        let amount = 1e9 * self.limit;
        // Equal programs would be judged as one submission, so each differs a little.
        self.write(&(0..MEASURED).map(|number| amount as u64 + number as u64).collect::<Vec<_>>());
        let judged = self.judge(Duration::from_secs(60), 0);
        let seconds = judged.iter().map(JudgedCase::cpu_seconds).fold(f64::INFINITY, f64::min);
        amount * self.limit / seconds
    }

    /// Judges all programs, beside `loops` busy loops.
    fn verdicts(&self, rechecks: usize, loops: usize) -> Vec<Verdict> {
        let _busy = Busy::new(loops);
        let judged = self.judge(Duration::from_secs_f64(self.limit), rechecks);
        judged.iter().map(|judged| judged.verdict).collect()
    }

    fn judge(&self, limit: Duration, rechecks: usize) -> Vec<JudgedCase> {
        let inputs = Inputs {
            problem: self.problem.clone(),
            dependencies: Dependencies::default(),
            cases: &self.cases,
            not_on_disk: Vec::new(),
            scoring: None,
            found: &self.found,
        };
        let limits = LimitOverrides { time: Some(limit), ..LimitOverrides::default() };
        let policy = Policy {
            mode: StopPolicy::All,
            limits: limits.limits(),
            compile_limits: JURY_LIMITS,
            time_limit_to_tle: None,
            repeat: 1,
            rechecks,
            apart: APART,
            allow_missing_compilers: false,
            excerpts: false,
            start: StartRule::Cold,
        };
        let (machine, toolchains) =
            (Machine::here(Some(cores::sensible_jobs())), Toolchains::default());
        let runs = Runs::default();
        let services = Services::new(machine, &self.sandboxes, &toolchains, None, runs);
        let mut judged = Vec::new();
        let Ok(_) = Judge { inputs, policy, services }.run(&mut |event| {
            if let Event::Judged(one) = event {
                let is_fit = matches!(one.verdict, Verdict::Accepted | Verdict::TimeLimit);
                assert!(is_fit, "{one:?}");
                judged.push(one.clone());
            }
            Ok::<(), Infallible>(())
        });
        judged
    }
}
