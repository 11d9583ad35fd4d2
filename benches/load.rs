//! Measures the verdicts that differ between an idle and a busy machine, for candidates a third of
//! which take within a fifth of their limit; and those of a plain harness that measures wall-clock
//! time. Printed as a share of all verdicts, and of the confirmed ones.
//!
//! `cargo bench --bench load -- 2000` judges this many candidates; nothing else should run
//! meanwhile. The busy machine has four times as many endless loops as cores. Machines are never
//! quite idle: the number of verdicts that differ between two turns on the idle machine is the
//! floor. The speed of a virtual machine changes from one minute to the next, so a few candidates
//! are made for the speed of the moment, and take all three turns before the next ones do.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use referee_benches::Table;
use serde_json::{Value, json};

/// The default number of candidates.
const CANDIDATES: usize = 90;

/// The CPU time limit, in seconds.
const LIMIT: f64 = 0.5;

/// The number of candidates that take all turns before the next ones do.
const AT_A_TIME: usize = 12;

/// The number of busy processes per core.
const BUSY: usize = 4;

/// The number of turns, and the index of the one on the busy machine.
const TURNS: usize = 3;
const BUSY_TURN: usize = 1;

/// The maximum share of verdicts that differ, of all and of the confirmed.
const TARGET: f64 = 0.005;
const TARGET_CONFIRMED: f64 = 0.0;

/// Counts how many rounds of the work fit into a second of CPU time.
const CALIBRATE: &str = "\
import time
def work(rounds):
    x = 0
    for _ in range(rounds): x = (x * 7 + 3) % 1000003
work(1000000)
start = time.process_time()
work(5000000)
print(int(5000000 / (time.process_time() - start)))
";

/// Judges each candidate by wall-clock time, one per core at a time.
const HARNESS: &str = "\
import json, subprocess, sys
from concurrent.futures import ThreadPoolExecutor
def judge(line):
    row = json.loads(line)
    try:
        done = subprocess.run([sys.executable, '-c', row['code']], capture_output=True, text=True, timeout=float(sys.argv[2]))
        verdict = 'accepted' if done.stdout.split() == ['1'] else 'wrong answer'
    except subprocess.TimeoutExpired:
        verdict = 'time limit exceeded'
    return {'id': row['id'], 'verdict': verdict, 'confirmed': True}
with ThreadPoolExecutor(int(sys.argv[3])) as pool:
    for row in pool.map(judge, open(sys.argv[1])): print(json.dumps(row))
";

/// The verdict on each candidate, and whether it is confirmed.
type Verdicts = BTreeMap<String, (String, bool)>;

fn main() {
    let Some(python) = referee_benches::python() else {
        return println!("SKIPPED: there is no Python");
    };
    let given = std::env::args().find_map(|argument| argument.parse().ok());
    let candidates: usize = given.unwrap_or(CANDIDATES);
    referee_benches::program();
    let jobs = std::thread::available_parallelism().map_or(1, usize::from);
    let mut turns: [[Verdicts; 2]; TURNS] = Default::default();
    for first in (0..candidates).step_by(AT_A_TIME) {
        let end = candidates.min(first + AT_A_TIME);
        let rounds_a_second = rounds_a_second(&python);
        let make = |number| candidate(number, number as f64 / candidates as f64, rounds_a_second);
        let folder = tempfile::tempdir().expect("a temporary folder");
        let folder = folder.path();
        write(folder, &(first..end).map(make).collect::<String>());
        for (turn, verdicts) in turns.iter_mut().enumerate() {
            let busy = if turn == BUSY_TURN { BUSY * jobs } else { 0 };
            let _busy = Busy::begin(&python, busy);
            verdicts[0].extend(ours(folder));
            verdicts[1].extend(harness(folder, &python, jobs));
        }
        let differ = |other: &[Verdicts; 2]| differing(&turns[0][0], &other[0], false).0;
        let [busy, idle] = [&turns[BUSY_TURN], &turns[TURNS - 1]].map(differ);
        eprintln!(
            "{end} of {candidates} candidates: {busy} differ on a busy machine, {idle} on an idle one"
        );
    }
    report(&turns);
}

/// Prints the number of verdicts that differ from those of the first turn.
fn report([first, busy, second]: &[[Verdicts; 2]; TURNS]) {
    let mut table = Table::begin();
    let mut row = |name: &str, other: &[Verdicts; 2], judge: usize, confirmed: bool, target| {
        let (some, all) = differing(&first[judge], &other[judge], confirmed);
        table.row(
            name,
            &some.to_string(),
            &all.to_string(),
            some as f64 / all.max(1) as f64,
            target,
        );
    };
    row("verdicts that differ on a busy machine", busy, 0, false, Some(TARGET));
    row("of those that are confirmed", busy, 0, true, Some(TARGET_CONFIRMED));
    row("of a plain harness, by the clock", busy, 1, false, None);
    row("floor: on an idle machine", second, 0, false, None);
    row("of those that are confirmed", second, 0, true, None);
    row("of a plain harness, by the clock", second, 1, false, None);
    table.end();
}

/// Counts the verdicts that differ, and all verdicts; optionally only those confirmed both times.
fn differing(idle: &Verdicts, busy: &Verdicts, only_confirmed: bool) -> (usize, usize) {
    let counted = idle.iter().map(|(id, one)| (one, &busy[id]));
    let counted: Vec<_> =
        counted.filter(|(one, other)| !only_confirmed || one.1 && other.1).collect();
    (counted.iter().filter(|(one, other)| one.0 != other.0).count(), counted.len())
}

/// What keeps a processor busy, as long as the process that started it lives.
const LOOP: &str = "\
import os
parent = os.getppid()
while os.getppid() == parent:
    for _ in range(10**6): pass
";

/// Processes that loop until they are killed.
struct Busy(Vec<Child>);

impl Busy {
    fn begin(python: &str, number: usize) -> Busy {
        let begin = |_| Command::new(python).args(["-c", LOOP]).spawn();
        Busy((0..number).map(begin).collect::<Result<_, _>>().expect("it starts"))
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

fn rounds_a_second(python: &str) -> u64 {
    let counted = || {
        let run = Command::new(python).args(["-c", CALIBRATE]).output().expect("it starts");
        String::from_utf8_lossy(&run.stdout).trim().parse::<u64>().expect("a number")
    };
    (0..3).map(|_| counted()).max().expect("some")
}

fn ours(folder: &Path) -> Verdicts {
    let mut command = Command::new(referee_benches::program());
    command.args(["batch", "--quiet", "--time-limit", &LIMIT.to_string(), "--tasks"]);
    command.arg(folder.join("tasks.jsonl")).arg("--candidates");
    command.arg(folder.join("candidates.jsonl")).args(["--report", "jsonl"]);
    read(&mut command)
}

fn harness(folder: &Path, python: &str, jobs: usize) -> Verdicts {
    let mut command = Command::new(python);
    command.args(["-c", HARNESS]).arg(folder.join("candidates.jsonl"));
    read(command.arg(LIMIT.to_string()).arg(jobs.to_string()))
}

fn read(command: &mut Command) -> Verdicts {
    let run = command.stderr(Stdio::inherit()).output().expect("it starts");
    assert!(run.status.success(), "{:?}", run.status);
    let rows = String::from_utf8_lossy(&run.stdout).into_owned();
    let read = |line: &str| {
        let row: Value = serde_json::from_str(line).expect("a row");
        let text = |name: &str| row[name].as_str().unwrap_or("none").to_string();
        (text("id"), (text("verdict"), row["confirmed"] == true))
    };
    rows.lines().map(read).collect()
}

/// Writes a task and candidates, one per line.
fn write(folder: &Path, candidates: &str) {
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).expect("our own file");
    let tests = [json!({ "input": "", "output": "1" })];
    write("tasks.jsonl", &json!({ "id": "one", "tests": tests }).to_string());
    write("candidates.jsonl", candidates);
}

/// Returns a candidate that does some work, the more the greater `part` (0 to 1) is, as a line. A
/// third of them take within a fifth of the limit, and a third give a wrong answer.
fn candidate(number: usize, part: f64, rounds_a_second: u64) -> String {
    let (seconds, said) = match number % 3 {
        0 => (LIMIT * (0.8 + 0.4 * part), 1),
        1 => (LIMIT * 0.1 * part, 1),
        _ => (LIMIT * 0.1 * part, 2),
    };
    let rounds = (seconds * rounds_a_second as f64) as u64;
    let code = format!(
        "def work(rounds):\n    x = 0\n    for _ in range(rounds): x = (x * 7 + 3) % 1000003\n\
         work({rounds})\nprint({said})\n"
    );
    let row =
        json!({ "task": "one", "id": number.to_string(), "code": code, "language": "python" });
    format!("{row}\n")
}
