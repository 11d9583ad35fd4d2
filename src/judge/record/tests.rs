use std::sync::Arc;
use std::time::Duration;

use proptest::prelude::*;

use super::*;
use crate::events::{Reason, Used};
use crate::programs::Digest;
use crate::sandbox::MemoryRule;

const LIMITS: Limits = Limits {
    cpu: Duration::from_secs(2),
    wall: Duration::from_secs(5),
    memory: 1 << 28,
    memory_rule: MemoryRule::AddressSpace,
    output: 1 << 20,
    processes: 1,
    file_size: 0,
    disk: 0,
    stack: u64::MAX,
};

/// A folder for a record, and what is done with the record in it.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Place {
        Place(tempfile::tempdir().unwrap())
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

    /// Which of the first runs are kept.
    fn kept(&self, count: usize) -> Vec<usize> {
        let record = self.open();
        let told = |number: &usize| record.find(&key(*number), &LIMITS).is_some();
        (0..count).filter(told).collect()
    }
}

fn key(number: usize) -> Key {
    let mut digest = Digest::new();
    digest.add(&number.to_le_bytes());
    Key::new(&digest.number(), &[0; 32], "checker", &LIMITS, "")
}

fn judged(submission: &str, case: &str, reason: Reason) -> Judged {
    let message = "says \"é\"\n";
    let used = Used {
        cpu_seconds: 0.1 + 0.2,
        wall_seconds: 1.0 / 3.0,
        memory_bytes: 1 << 22,
        exit: Some(0),
        signal: None,
    };
    let plain = Judged::plain(&Arc::from(submission), &Arc::from(case), reason, message);
    Judged { used: Some(used), ..plain }
}

fn keep(record: &Record, number: usize) {
    record.keep(key(number), &LIMITS, None, &judged("a", &number.to_string(), Reason::Proved));
}

#[test]
fn what_is_kept_is_told_again_to_the_last_bit() {
    let place = Place::new();
    let judged = judged("a", "1", Reason::Refuted);
    place.open().keep(key(1), &LIMITS, None, &judged);
    assert_eq!(place.open().find(&key(1), &LIMITS), Some(judged));
    assert_eq!(place.open().find(&key(2), &LIMITS), None);
    let ignoring = Record::open(place.0.path(), Reuse::Nothing).unwrap();
    assert_eq!(ignoring.find(&key(1), &LIMITS), None);
}

#[test]
fn of_two_runs_with_the_same_key_the_newer_counts() {
    let place = Place::new();
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
    let place = Place::new();
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
    let place = Place::new();
    keep(&place.open(), 0);
    let line = String::from_utf8(place.bytes()).unwrap();
    let newer = line.replace("{\"record\":1,", "{\"record\":2,");
    let unknown = "\n{\"record\":1,\"line\":\"weather\",\"sky\":\"blue\"}";
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
    let place = Place::new();
    let record = place.open();
    let says = "x".repeat(line::LONGEST);
    record.keep(key(0), &LIMITS, None, &Judged { says, ..judged("a", "1", Reason::Refuted) });
    keep(&record, 1);
    assert_eq!(place.kept(2), [1]);
    record.end().unwrap();
}

#[test]
fn several_may_use_a_record_at_a_time() {
    let place = Place::new();
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
fn a_command_without_its_end_was_interrupted() {
    let place = Place::new();
    let command = |word: &str| Command { folder: "/f".into(), arguments: vec![word.into()] };
    let interrupted = || interrupted(place.0.path());
    assert_eq!(interrupted().unwrap(), None);
    let record = place.open();
    record.begin(command("one"));
    assert!(interrupted().unwrap_err().message.contains("under way"));
    drop(record);
    assert_eq!(interrupted().unwrap(), Some(command("one")));
    let record = place.open();
    record.begin(command("two"));
    keep(&record, 1);
    record.end().unwrap();
    assert_eq!(interrupted().unwrap(), None);
}

#[test]
fn what_is_out_of_date_is_cleared_away_once_it_is_much() {
    let place = Place::new();
    let changed = |record: &Record, number: usize| {
        record.keep(key(number), &LIMITS, None, &judged("a", "1", Reason::Proved));
    };
    let record = place.open();
    (0..4000).for_each(|number| changed(&record, number));
    let other = place.open();
    record.end().unwrap();
    let size = place.bytes().len();
    assert!(size as u64 > SMALL);
    // It is found out when the record is opened, and somebody else has it open until then.
    place.open().end().unwrap();
    assert!(place.bytes().len() > size);
    drop(other);
    place.open().end().unwrap();
    assert!(place.bytes().len() < 1000, "{}", place.bytes().len());
    assert_eq!(place.kept(4000), [3999]);
}

proptest! {
    #[test]
    fn no_bytes_between_lines_are_an_error(garbage in proptest::collection::vec(any::<u8>(), 0..200)) {
        let place = Place::new();
        keep(&place.open(), 0);
        let mut file = File::options().append(true).open(place.file()).unwrap();
        file.write_all(b"\n").unwrap();
        file.write_all(&garbage).unwrap();
        keep(&place.open(), 1);
        prop_assert_eq!(place.kept(2), [0, 1]);
    }
}
