//! Measures a record of very many runs: the bytes per run, the time to write runs, to open the
//! record and to look runs up, and the memory of its index. There are 1,000 cases, and enough
//! submissions for a million runs, by 8 processes.
//!
//! Run with `cargo bench --bench record`; a number after `--` sets the number of runs. The floor of
//! writing is one system call per run with the same number of bytes. That of opening is what any
//! format with checksums must do: reading the bytes, hashing them frame by frame with SHA-256, and
//! inserting keys into a map. That of looking up is a read at a random position in the file.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use referee_events::{JudgedCase, Reason, Used};
use referee_judge::record::run::RunKey;
use referee_judge::record::{Record, Reuse};
use referee_sandbox::{Limits, MemoryRule, TimeBy};
use sha2::{Digest, Sha256};

use referee_benches::Table;

const RUNS: usize = 1_000_000;
const CASES: usize = 1000;
const PROCESSES: usize = 8;

/// The number of runs looked up.
const LOOKED_UP: usize = 100_000;

/// The maximum number of bytes of a run without texts.
const BYTES: f64 = 40.0;

const LIMITS: Limits = Limits {
    cpu: Duration::from_secs(2),
    time_by: TimeBy::Cpu,
    wall: Duration::from_secs(5),
    memory: 1 << 28,
    memory_rule: MemoryRule::AddressSpace,
    output: 1 << 20,
    processes: 1,
    file_size: 0,
    disk: 0,
    stack: u64::MAX,
};

fn main() {
    let given = std::env::args().skip(1).find_map(|word| word.parse().ok());
    let runs: usize = given.unwrap_or(RUNS);
    let place = tempfile::tempdir().expect("a temporary folder can be made");
    let writing = timed(|| write(place.path(), runs));
    let segments = segments(place.path());
    let bytes: u64 =
        segments.iter().filter_map(|path| path.metadata().ok()).map(|it| it.len()).sum();
    println!("{runs} runs, {} segments, {:.1} MB", segments.len(), bytes as f64 / 1e6);
    let each = bytes as f64 / runs as f64;
    let before = memory();
    let start = Instant::now();
    let record = Record::open(place.path(), Reuse::Unchanged).expect("the record can be opened");
    let opening = start.elapsed();
    let taken = memory().saturating_sub(before);
    let looking = timed(|| look_up(&record, runs));
    drop(record);
    let floors = [
        timed(|| plain_writes(place.path(), runs, each as usize)),
        timed(|| hash(&segments)),
        timed(|| plain_reads(&segments)),
    ];
    let mut table = Table::begin();
    let shown = |bytes: f64| format!("{bytes:.1} B");
    table.row(
        "bytes a run : most that is good",
        &shown(each),
        &shown(BYTES),
        each / BYTES,
        Some(1.0),
    );
    table.times("writing : one call a run", writing, floors[0], None);
    table.times("opening : reading, hashing, a map of keys", opening, floors[1], Some(4.0));
    table.times("looking up : reading at a place", looking, floors[2], None);
    println!("memory of the index {:.1} bytes a run", taken as f64 / runs as f64);
    assert_eq!(table.end(), 0);
}

fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

/// Returns the key of a run. Real keys are hashes, and so are these.
fn key(number: usize) -> RunKey {
    let digits: String = Sha256::digest(number.to_le_bytes())[..16]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    RunKey::try_from(digits).expect("32 hexadecimal digits are a key")
}

/// Records the runs of all processes, one process after another. One in five is of a wrong program,
/// also without texts.
fn write(place: &Path, runs: usize) {
    let cases: Vec<Arc<str>> = (0..CASES).map(|case| format!("secret/{case:03}").into()).collect();
    for process in 0..PROCESSES {
        let record = Record::open(place, Reuse::Nothing).expect("the record can be opened");
        let range = runs * process / PROCESSES..runs * (process + 1) / PROCESSES;
        for number in range {
            let name: Arc<str> = format!("accepted/team-{:05}.cpp", number / CASES).into();
            let reason = if number % 5 == 0 { Reason::Refuted } else { Reason::Proved };
            let plain = JudgedCase::plain(&name, &cases[number % CASES], reason, "");
            let judged = JudgedCase { used: Some(used(number)), ..plain };
            record.keep(key(number), &LIMITS, None, &judged);
        }
        record.end().expect("the record can be written");
    }
}

/// Returns times as precise as those of systems.
fn used(number: usize) -> Used {
    let micros = number as u64 * 7919 % 900_000 + 900;
    Used {
        cpu_seconds: Duration::from_micros(micros).as_secs_f64(),
        instructions: None,
        worked_seconds: None,
        wall_seconds: Duration::from_nanos(micros * 1013).as_secs_f64(),
        waited_seconds: None,
        memory_bytes: (number as u64 % 900 + 700) << 12,
        exit: Some(0),
        signal: None,
    }
}

fn look_up(record: &Record, runs: usize) {
    for number in places(runs as u64) {
        let found = record.find(&key(number as usize), &LIMITS).expect("the run is recorded");
        assert_eq!(found.used, Some(used(number as usize)));
    }
}

/// Returns pseudo-random positions.
fn places(below: u64) -> impl Iterator<Item = u64> {
    (0..LOOKED_UP as u64).map(move |number| number.wrapping_mul(0x9e37_79b9_7f4a_7c15) % below)
}

fn segments(place: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(place.join("runs")).expect("there are segments");
    entries.flatten().map(|entry| entry.path()).collect()
}

fn plain_writes(place: &Path, runs: usize, each: usize) {
    let mut file = File::create(place.join("plain")).expect("a file can be made");
    let bytes = vec![b'x'; each];
    (0..runs).for_each(|_| file.write_all(&bytes).expect("a file can be written"));
    file.sync_data().expect("a file can be written");
}

/// Reads all segments, hashes chunks as long as frames, and stores 16 bytes of each hash in a map.
fn hash(segments: &[PathBuf]) {
    let mut keys: HashMap<[u8; 16], u64> = HashMap::new();
    for path in segments {
        let bytes = fs::read(path).expect("a segment can be read");
        for (number, frame) in bytes.chunks(35).enumerate() {
            let hash = Sha256::digest(frame);
            keys.insert(std::array::from_fn(|at| hash[at]), number as u64);
        }
    }
    std::hint::black_box(keys);
}

fn plain_reads(segments: &[PathBuf]) {
    for number in places(u64::MAX) {
        let path = &segments[number as usize % segments.len()];
        let mut file = File::open(path).expect("a segment can be read");
        let length = file.metadata().expect("a segment can be read").len();
        let mut bytes = [0; 35];
        file.seek(SeekFrom::Start(number % (length - 35))).expect("a segment can be read");
        file.read_exact(&mut bytes).expect("a segment can be read");
        std::hint::black_box(bytes);
    }
}

/// Returns the resident memory of this process in bytes; 0 if the system does not report it.
fn memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok()).unwrap_or(0) << 10
}
