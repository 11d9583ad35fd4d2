use std::fs;
use std::sync::Arc;
use std::time::Duration;

use proptest::prelude::*;

use super::*;
use crate::events::{Reason, Used};
use referee_base::digest::Digest;
use referee_sandbox::{MemoryRule, TimeBy};

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

/// A folder for a record, with operations on the record in it.
struct RecordFolder(tempfile::TempDir);

impl RecordFolder {
    fn new() -> RecordFolder {
        RecordFolder(tempfile::tempdir().unwrap())
    }

    fn open(&self) -> Record {
        Record::open(self.0.path(), Reuse::Unchanged).unwrap()
    }

    fn file(&self) -> PathBuf {
        self.0.path().join(RUNS)
    }

    fn bytes(&self) -> Vec<u8> {
        fs::read(self.file()).unwrap()
    }

    /// Returns which of the first `count` runs are recorded.
    fn kept(&self, count: usize) -> Vec<usize> {
        let record = self.open();
        let told = |number: &usize| record.find(&key(*number), &LIMITS).is_some();
        (0..count).filter(told).collect()
    }
}

fn key(number: usize) -> RunKey {
    let mut digest = Digest::new();
    digest.add(&number.to_le_bytes());
    RunKey::new(&digest.number(), &[0; 32], &[0; 32], "checker", &LIMITS, "")
}

fn judged(submission: &str, case: &str, reason: Reason) -> JudgedCase {
    let message = "says \"é\"\n";
    let used = Used {
        cpu_seconds: 0.1 + 0.2,
        instructions: None,
        worked_seconds: None,
        wall_seconds: 1.0 / 3.0,
        waited_seconds: None,
        memory_bytes: 1 << 22,
        exit: Some(0),
        signal: None,
    };
    let plain = JudgedCase::plain(&Arc::from(submission), &Arc::from(case), reason, message);
    JudgedCase { used: Some(used), ..plain }
}

fn keep(record: &Record, number: usize) {
    record.keep(key(number), &LIMITS, None, &judged("a", &number.to_string(), Reason::Proved));
}

#[test]
fn what_is_kept_is_told_again_to_the_last_bit() {
    let place = RecordFolder::new();
    let judged = judged("a", "1", Reason::Refuted);
    place.open().keep(key(1), &LIMITS, None, &judged);
    assert_eq!(place.open().find(&key(1), &LIMITS), Some(judged));
    assert_eq!(place.open().find(&key(2), &LIMITS), None);
    let ignoring = Record::open(place.0.path(), Reuse::Nothing).unwrap();
    assert_eq!(ignoring.find(&key(1), &LIMITS), None);
}

#[test]
fn of_two_runs_with_the_same_key_the_newer_counts() {
    let place = RecordFolder::new();
    let record = place.open();
    for reason in [Reason::Refuted, Reason::Proved] {
        record.keep(key(1), &LIMITS, None, &judged("a", "1", reason));
    }
    assert_eq!(place.open().find(&key(1), &LIMITS).unwrap().reason, Reason::Proved);
    assert_eq!((record.caught("1"), place.open().caught("1")), (0, 0));
    record.keep(key(1), &LIMITS, None, &judged("a", "1", Reason::TimeLimit));
    record.keep(key(2), &LIMITS, None, &judged("b", "1", Reason::Refuted));
    assert_eq!((place.open().caught("1"), place.open().caught("2")), (2, 0));
}

#[test]
fn a_record_that_was_cut_at_any_byte_holds_its_whole_lines_and_goes_on() {
    let place = RecordFolder::new();
    let record = place.open();
    (0..3).for_each(|number| keep(&record, number));
    let whole = place.bytes();
    let ends: Vec<usize> =
        (1..=whole.len()).filter(|&at| at == whole.len() || whole[at] == b'\n').collect();
    assert_eq!(ends.len(), 3);
    for cut in 0..=whole.len() {
        fs::write(place.file(), &whole[..cut]).unwrap();
        let lines = ends.iter().filter(|&&end| end <= cut).count();
        assert_eq!(place.kept(3), (0..lines).collect::<Vec<_>>(), "cut at {cut}");
        // A torn line has at least one byte after its line break.
        let end = if lines == 0 { 0 } else { ends[lines - 1] };
        assert_eq!(place.open().passed_over(), usize::from(cut > end + 1), "cut at {cut}");
        keep(&place.open(), 3);
        let expected: Vec<usize> = (0..lines).chain([3]).collect();
        assert_eq!(place.kept(4), expected, "cut at {cut}");
    }
}

#[test]
fn lines_of_another_version_and_endless_ones_are_passed_over() {
    let place = RecordFolder::new();
    keep(&place.open(), 0);
    let line = String::from_utf8(place.bytes()).unwrap();
    let newer = line.replace("{\"record\":2,", "{\"record\":3,");
    let unknown = "\n{\"record\":1,\"line\":\"began\",\"session\":\"1\"}";
    let endless = format!("\n{}{{", "[".repeat(LONGEST_PLUS));
    fs::write(place.file(), format!("{newer}{unknown}{endless}{}", line.replace('\n', "\n\n")))
        .unwrap();
    assert_eq!(place.kept(1), [0]);
    assert_eq!(place.open().passed_over(), 3);
    fs::write(place.file(), newer).unwrap();
    assert!(place.kept(1).is_empty());
}

/// Longer than any line may be.
const LONGEST_PLUS: usize = line::LONGEST + 1000;

#[test]
fn what_would_be_too_long_a_line_is_not_kept() {
    let place = RecordFolder::new();
    let record = place.open();
    let says = "x".repeat(line::LONGEST);
    record.keep(key(0), &LIMITS, None, &JudgedCase { says, ..judged("a", "1", Reason::Refuted) });
    keep(&record, 1);
    assert_eq!(place.kept(2), [1]);
    record.end().unwrap();
}

#[test]
fn several_may_use_a_record_at_a_time() {
    let place = RecordFolder::new();
    let records = [place.open(), place.open()];
    std::thread::scope(|scope| {
        for (first, record) in records.iter().enumerate() {
            scope.spawn(move || (0..100).for_each(|number| keep(record, 2 * number + first)));
        }
    });
    assert_eq!(place.kept(200).len(), 200);
    assert_eq!(place.open().passed_over(), 0);
}

#[test]
fn what_is_out_of_date_is_cleared_away_once_it_is_much() {
    let place = RecordFolder::new();
    let changed = |record: &Record, number: usize| {
        record.keep(key(number), &LIMITS, None, &judged("a", "1", Reason::Proved));
    };
    let record = place.open();
    (0..4000).for_each(|number| changed(&record, number));
    let other = place.open();
    record.end().unwrap();
    let size = place.bytes().len();
    assert!(size as u64 > SMALL);
    // Whether to compact is decided when the record is opened, and another judge has it open until then.
    place.open().end().unwrap();
    assert_eq!(place.bytes().len(), size);
    drop(other);
    place.open().end().unwrap();
    assert!(place.bytes().len() < 1000, "{}", place.bytes().len());
    assert_eq!(place.kept(4000), [3999]);
}

/// A disk may give back another byte than was written to it.
#[test]
fn no_run_is_told_that_was_changed_by_a_single_bit() {
    let place = RecordFolder::new();
    let record = place.open();
    let told: Vec<JudgedCase> = [Reason::Proved, Reason::Refuted]
        .into_iter()
        .enumerate()
        .map(|(number, reason)| {
            let judged = judged("a", &number.to_string(), reason);
            record.keep(key(number), &LIMITS, None, &judged);
            judged
        })
        .collect();
    drop(record);
    let found = |record: &Record| -> Vec<(usize, JudgedCase)> {
        let find = |number| Some((number, record.find(&key(number), &LIMITS)?));
        (0..2).filter_map(find).collect()
    };
    assert_eq!(found(&place.open()).len(), 2);
    let whole = place.bytes();
    for at in 0..whole.len() {
        for bit in 0..8 {
            let mut changed = whole.clone();
            changed[at] ^= 1 << bit;
            fs::write(place.file(), &changed).unwrap();
            let record = place.open();
            let found = found(&record);
            assert!(
                found.iter().all(|(number, judged)| *judged == told[*number]),
                "byte {at}, bit {bit}"
            );
            // A changed line break joins two lines.
            assert!(found.len() == 1 || found.is_empty(), "byte {at}, bit {bit}");
            assert_eq!((record.caught("0"), record.caught("1") <= 1), (0, true));
        }
    }
}

#[test]
fn a_line_that_is_whole_but_says_something_else_is_passed_over() {
    let place = RecordFolder::new();
    keep(&place.open(), 0);
    let line = String::from_utf8(place.bytes()).unwrap();
    for (from, to) in [("\"reason\":\"proved\"", "\"reason\":\"refuted\""), ("\"0\"", "\"1\"")] {
        let changed = line.replace(from, to);
        assert_ne!(changed, line);
        fs::write(place.file(), changed).unwrap();
        assert!(place.kept(1).is_empty());
        assert_eq!(place.open().passed_over(), 1);
    }
}

#[test]
#[cfg(unix)]
fn what_came_with_a_problem_is_no_way_out() {
    use std::os::unix::fs::symlink;
    let outside = tempfile::tempdir().unwrap();
    let rc = outside.path().join("rc");
    fs::write(&rc, "mine\n").unwrap();
    let opened = |place: &Path| {
        Record::open(place, Reuse::Unchanged).map(|record| keep(&record, 0)).unwrap_err().message
    };
    for name in [RUNS, LOCK] {
        for target in [&*rc, Path::new("/dev/zero"), &outside.path().join("new")] {
            let place = RecordFolder::new();
            symlink(target, place.0.path().join(name)).unwrap();
            assert!(opened(place.0.path()).contains("this is a link"), "{name}");
        }
        let place = RecordFolder::new();
        let path = place.0.path().join(name);
        let pipe = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(pipe.unwrap().success());
        assert!(opened(place.0.path()).contains("this is a pipe or a device"), "{name}");
        fs::remove_file(&path).unwrap();
        fs::hard_link(&rc, &path).unwrap();
        assert!(opened(place.0.path()).contains("another name elsewhere"), "{name}");
    }
    let place = RecordFolder::new();
    symlink(outside.path(), place.0.path().join(NAME)).unwrap();
    assert!(opened(&place.0.path().join(NAME)).contains("this is a link"));
    // A link that leads nowhere is not followed to make a file there.
    let place = RecordFolder::new();
    symlink(outside.path().join("new"), place.0.path().join(".gitignore")).unwrap();
    keep(&place.open(), 0);
    assert_eq!(place.kept(1), [0]);
    assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 1);
    assert_eq!(fs::read_to_string(&rc).unwrap(), "mine\n");
}

proptest! {
    #[test]
    fn no_bytes_between_lines_are_an_error(garbage in proptest::collection::vec(any::<u8>(), 0..200)) {
        let place = RecordFolder::new();
        keep(&place.open(), 0);
        let mut file = File::options().append(true).open(place.file()).unwrap();
        file.write_all(b"\n").unwrap();
        file.write_all(&garbage).unwrap();
        keep(&place.open(), 1);
        prop_assert_eq!(place.kept(2), [0, 1]);
    }
}
