use std::fs;
use std::sync::Arc;
use std::time::Duration;

use proptest::prelude::*;

use super::*;
use referee_events::{Reason, Used};
use referee_problem::dependencies::{Dependencies, Part};

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

    /// Returns the paths of the segments.
    fn segments(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.0.path().join("runs")).unwrap().flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        paths.sort_unstable();
        paths
    }

    /// Returns the only segment.
    fn file(&self) -> PathBuf {
        let segments = self.segments();
        assert_eq!(segments.len(), 1);
        segments[0].clone()
    }

    fn bytes(&self) -> Vec<u8> {
        fs::read(self.file()).unwrap()
    }

    /// Returns which of the first `count` runs are recorded.
    fn kept(&self, count: usize) -> Vec<usize> {
        let record = self.open();
        let told = |number: &usize| record.kept(&key(*number), &LIMITS).is_some();
        (0..count).filter(told).collect()
    }
}

fn key(number: usize) -> RunKey {
    let mut all = Dependencies::default();
    all.on(Part::Submission, &number.to_le_bytes());
    RunKey::of(&all)
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
}

#[test]
fn a_clock_that_is_set_back_brings_no_earlier_run_back() {
    let place = RecordFolder::new();
    let keep = |reason| place.open().keep(key(1), &LIMITS, None, &judged("a", "1", reason));
    keep(Reason::Refuted);
    let file = place.file();
    let later = format!("{:016x}-{:016x}.runs", u64::MAX / 2, 0);
    fs::rename(&file, file.with_file_name(later)).unwrap();
    keep(Reason::Proved);
    assert_eq!(place.open().find(&key(1), &LIMITS).unwrap().reason, Reason::Proved);
}

#[test]
fn a_time_that_instructions_were_counted_for_is_told_as_one() {
    let place = RecordFolder::new();
    let judged = judged("a", "1", Reason::Proved);
    let used = Used {
        cpu_seconds: 1.5,
        instructions: Some(3_000_000),
        worked_seconds: Some(0.7),
        wall_seconds: 4.0,
        ..judged.used.unwrap()
    };
    let judged = JudgedCase { used: Some(used), ..judged };
    place.open().keep(key(1), &LIMITS, None, &judged);
    let told = |limits| place.open().find(&key(1), &limits).unwrap().message;
    assert_eq!(
        told(Limits { cpu: Duration::from_millis(500), ..LIMITS }),
        "took 1.50 s, counted by 3000000 instructions; the limit is 0.50 s"
    );
    assert_eq!(
        told(Limits { wall: Duration::from_secs(1), ..LIMITS }),
        "took 4.00 s of wall time: it worked 0.70 s"
    );
}

/// Returns where the frames of a segment end.
fn ends(segment: &[u8]) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut at = 0;
    while let Some(frame) = frame::first(&segment[at..]) {
        at += frame.length;
        ends.push(at);
    }
    assert_eq!(at, segment.len());
    ends
}

#[test]
fn a_segment_that_was_cut_at_any_byte_holds_its_whole_runs_and_another_goes_on() {
    let place = RecordFolder::new();
    let record = place.open();
    for number in 0..3 {
        // These have a dense form.
        record.keep(key(number), &LIMITS, None, &simple(0, number));
    }
    record.keep(key(3), &LIMITS, None, &judged("a", "1", Reason::Refuted));
    record.end().unwrap();
    let (path, whole) = (place.file(), place.bytes());
    let ends = ends(&whole);
    let mut seen = 0;
    for cut in 0..=whole.len() {
        place.segments().iter().for_each(|path| fs::remove_file(path).unwrap());
        fs::write(&path, &whole[..cut]).unwrap();
        let kept = place.kept(4);
        assert_eq!(kept, (0..kept.len()).collect::<Vec<_>>(), "cut at {cut}");
        assert!((seen..=seen + 1).contains(&kept.len()), "cut at {cut}");
        seen = kept.len();
        let is_torn = !ends.contains(&cut);
        assert_eq!(place.open().segment_set().passed_over(), usize::from(is_torn), "cut at {cut}");
        keep(&place.open(), 4);
        assert_eq!(place.kept(5), [&kept[..], &[4]].concat(), "cut at {cut}");
    }
    assert_eq!(seen, 4);
}

/// `--record` may name a folder with a report of that name, or with what a later version adds.
#[test]
fn a_file_of_the_user_is_no_record() {
    let place = RecordFolder::new();
    let file = place.0.path().join("runs.jsonl");
    fs::write(&file, "{\"event\":\"started\"}\n").unwrap();
    for number in 0..compact::MANY {
        let record = place.open();
        keep(&record, number);
        record.end().unwrap();
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), "{\"event\":\"started\"}\n");
    assert_eq!((place.segments().len(), place.kept(compact::MANY).len()), (1, compact::MANY));
}

#[test]
fn a_key_has_32_digits() {
    let digits = key(0).to_string();
    assert_eq!(RunKey::try_from(digits.clone()), Ok(key(0)));
    for wrong in [&digits[1..], &digits.repeat(2), &digits.replacen(&digits[..1], "x", 1), ""] {
        assert!(RunKey::try_from(wrong.to_string()).is_err(), "{wrong}");
    }
}

#[test]
fn what_is_too_long_is_not_kept() {
    let place = RecordFolder::new();
    let record = place.open();
    let says = "x".repeat(frame::MAX_BYTES);
    record.keep(key(0), &LIMITS, None, &JudgedCase { says, ..judged("a", "1", Reason::Refuted) });
    keep(&record, 1);
    assert_eq!(place.kept(2), [1]);
    record.end().unwrap();
}

/// Returns a typical run: accepted, with times as the system measures them.
fn simple(submission: usize, case: usize) -> JudgedCase {
    let micros = (submission * 7919 + case * 104_729) as u64 % 900_000 + 900;
    let judged = judged(&format!("accepted/{submission}.cpp"), &case.to_string(), Reason::Proved);
    let used = Used {
        cpu_seconds: Duration::from_micros(micros).as_secs_f64(),
        wall_seconds: Duration::from_nanos(micros * 1013).as_secs_f64(),
        memory_bytes: 3 << 20,
        ..judged.used.unwrap()
    };
    JudgedCase { used: Some(used), ..judged }
}

#[test]
fn a_run_without_a_text_takes_at_most_40_bytes() {
    let place = RecordFolder::new();
    let record = place.open();
    let runs = || (0..100_000).map(|number| (key(number), simple(number / 100, number % 100)));
    runs().for_each(|(key, judged)| record.keep(key, &LIMITS, None, &judged));
    record.end().unwrap();
    let bytes = place.bytes().len();
    assert!(bytes <= 40 * 100_000, "{bytes}");
    let record = place.open();
    assert!(runs().step_by(97).all(|(key, judged)| record.kept(&key, &LIMITS) == Some(judged)));
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
    assert_eq!(place.open().segment_set().passed_over(), 0);
}

/// Writers without a common lock: each has a segment, and each reads what the others have written.
#[test]
fn many_writers_share_what_they_keep() {
    let place = RecordFolder::new();
    std::thread::scope(|scope| {
        for first in 0..8 {
            let place = &place;
            scope.spawn(move || {
                let record = place.open();
                (0..50).for_each(|number| keep(&record, 8 * number + first));
                record.end().unwrap();
            });
        }
    });
    assert_eq!(place.kept(400).len(), 400);
    assert_eq!(place.segments().len(), 8);
    assert_eq!(place.open().segment_set().passed_over(), 0);
    // Nothing is lost if many merge and write at the same time.
    std::thread::scope(|scope| {
        for first in 0..24 {
            let place = &place;
            scope.spawn(move || {
                let record = place.open();
                keep(&record, 400 + first);
                record.end().unwrap();
            });
        }
    });
    place.open().end().unwrap();
    assert_eq!(place.kept(424).len(), 424);
    assert!(place.segments().len() < 32);
}

#[test]
fn what_another_keeps_meanwhile_is_found() {
    let place = RecordFolder::new();
    let (one, two) = (place.open(), place.open());
    keep(&one, 1);
    two.segment_set().look().unwrap();
    assert!(two.find(&key(1), &LIMITS).is_some());
    keep(&one, 2);
    two.segment_set().look().unwrap();
    assert!(two.find(&key(2), &LIMITS).is_some());
    // Also after a merge has moved it.
    one.end().unwrap();
    let merge = merge_of(&place);
    merge.carry_out(two.segment_set().own()).unwrap();
    assert!(two.find(&key(2), &LIMITS).is_some());
}

#[test]
fn a_run_that_another_has_begun_is_waited_for() {
    let place = RecordFolder::new();
    let (one, two) = (place.open(), place.open());
    keep(&two, 0);
    one.segment_set().look().unwrap();
    assert_eq!(one.segment_set().company, 1);
    [1, 2].iter().for_each(|&number| one.begin(&key(number)));
    two.segment_set().look().unwrap();
    let claimed = |number| two.segment_set().is_claimed(&key(number), PATIENCE);
    assert_eq!([1, 2, 3].map(claimed), [true, true, false]);
    one.release(&key(2));
    std::thread::scope(|scope| {
        let waits = scope.spawn(|| two.find(&key(1), &LIMITS));
        keep(&one, 1);
        assert!(waits.join().unwrap().is_some());
    });
    two.segment_set().look().unwrap();
    assert_eq!([1, 2].map(claimed), [false, false]);
    assert!(two.find(&key(2), &LIMITS).is_none());
    // A process that has ended is not waited for.
    one.begin(&key(3));
    one.end().unwrap();
    two.segment_set().look().unwrap();
    assert!(!claimed(3));
}

#[test]
fn a_run_that_two_have_begun_is_waited_for_until_both_have_ended() {
    let place = RecordFolder::new();
    let (one, two, third) = (place.open(), place.open(), place.open());
    [&one, &two].into_iter().zip(8..).for_each(|(record, number)| keep(record, number));
    for record in [&one, &two] {
        record.segment_set().look().unwrap();
        record.begin(&key(1));
    }
    let is_claimed = || {
        third.segment_set().look().unwrap();
        third.segment_set().is_claimed(&key(1), PATIENCE)
    };
    assert!(is_claimed());
    two.release(&key(1));
    assert!(is_claimed());
    one.release(&key(1));
    assert!(!is_claimed());
}

/// The machine of the writer may have lost power: all that is known is that it has gone silent.
#[test]
fn a_run_whose_process_has_vanished_is_waited_for_once() {
    let place = RecordFolder::new();
    let own = place.open();
    keep(&own, 0);
    let vanished = place.open();
    vanished.segment_set().look().unwrap();
    [1, 2].iter().for_each(|&number| vanished.begin(&key(number)));
    std::mem::forget(vanished);
    own.segment_set().look().unwrap();
    let claimed = |number, longest| own.segment_set().is_claimed(&key(number), longest);
    assert_eq!([1, 2].map(|number| claimed(number, PATIENCE)), [true, true]);
    // All its runs are waited for at the same time, not one after the other.
    assert_eq!([1, 2].map(|number| claimed(number, Duration::ZERO)), [false, false]);
    own.segment_set().look().unwrap();
    assert_eq!([1, 2].map(|number| claimed(number, Duration::ZERO)), [false, false]);
}

#[test]
fn what_a_mutant_compiled_to_is_kept_and_outlives_a_merge() {
    let place = RecordFolder::new();
    let known = |place: &RecordFolder| {
        let record = place.open();
        [1, 2, 3].map(|number| record.form(&[number; 32]))
    };
    let record = place.open();
    record.keep_form([1; 32], Some([7; 32]));
    keep(&record, 1);
    record.keep_form([2; 32], None);
    assert_eq!(record.form(&[2; 32]), Some(None));
    record.end().unwrap();
    let expected = [Some(Some([7; 32])), Some(None), None];
    assert_eq!(known(&place), expected);
    let other = place.open();
    other.keep_form([1; 32], Some([8; 32]));
    other.end().unwrap();
    merge_of(&place).carry_out(place.open().segment_set().own()).unwrap();
    assert_eq!(place.segments().len(), 1);
    assert_eq!(known(&place), [Some(Some([8; 32])), Some(None), None]);
    assert_eq!(place.kept(2), [1]);
}

/// Returns a merge of all segments.
fn merge_of(place: &RecordFolder) -> Merge {
    let name = |path: &PathBuf| path.file_name().unwrap().to_str().unwrap().to_string();
    Merge::of(place.segments().iter().map(name).collect())
}

#[test]
fn a_crash_between_any_two_steps_of_a_merge_loses_nothing() {
    let place = RecordFolder::new();
    for first in 0..3 {
        let record = place.open();
        (0..3).for_each(|number| keep(&record, 2 * first + number));
        record.end().unwrap();
    }
    let all: Vec<usize> = (0..7).collect();
    let before = place.segments();
    let folder = OwnFolder::open(&place.0.path().join("runs")).unwrap();
    let read = merge_of(&place).write(&folder).unwrap();
    let merged = place.segments().into_iter().find(|path| !before.contains(path)).unwrap();
    let whole = fs::read(&merged).unwrap();
    // A crash while it is written.
    for cut in 0..whole.len() {
        fs::write(&merged, &whole[..cut]).unwrap();
        assert_eq!(place.kept(7), all, "cut at {cut}");
    }
    // The next merge includes what such a crash has left.
    fs::write(&merged, &whole[..whole.len() - 1]).unwrap();
    let again = merge_of(&place).write(&folder).unwrap();
    assert_eq!((again.len(), place.kept(7)), (4, all.clone()));
    for segment in again.iter().chain(&read) {
        folder.remove(&segment.name).unwrap();
        assert_eq!(place.kept(7), all);
    }
    assert_eq!(place.segments().len(), 1);
}

#[test]
fn a_merge_leaves_out_what_is_still_written() {
    let place = RecordFolder::new();
    let open = place.open();
    keep(&open, 0);
    for number in 1..compact::MANY + 1 {
        let record = place.open();
        keep(&record, number);
        record.end().unwrap();
    }
    assert_eq!(place.segments().len(), 2);
    keep(&open, 100);
    assert!(place.kept(101).contains(&100));
    open.end().unwrap();
    assert_eq!(place.kept(compact::MANY + 1).len(), compact::MANY + 1);
}

/// Another user's segment may be unreadable: nothing is lost then, so nothing is reported.
#[test]
fn a_merge_that_is_impossible_loses_no_result() {
    let place = RecordFolder::new();
    for number in 1..compact::MANY {
        let record = place.open();
        keep(&record, number);
        record.end().unwrap();
    }
    let record = place.open();
    keep(&record, 0);
    let unreadable = place.0.path().join(SEGMENT);
    fs::create_dir(&unreadable).unwrap();
    record.end().unwrap();
    fs::remove_dir(unreadable).unwrap();
    assert_eq!(place.segments().len(), compact::MANY);
    assert_eq!(place.kept(compact::MANY).len(), compact::MANY);
}

/// A small segment may be older than one that stays, because that is large or still written.
#[test]
fn a_merge_makes_no_older_run_count_again() {
    let place = RecordFolder::new();
    let keep_as = |record: &Record, reason| {
        record.keep(key(0), &LIMITS, None, &judged("a", "0", reason));
        record.keep_form([1; 32], Some([reason as u8; 32]));
    };
    let older = place.open();
    keep_as(&older, Reason::Refuted);
    older.end().unwrap();
    let stays = place.open();
    keep_as(&stays, Reason::Proved);
    for number in 1..compact::MANY {
        let record = place.open();
        keep(&record, number);
        record.end().unwrap();
    }
    assert_eq!(place.segments().len(), 2);
    let record = place.open();
    assert_eq!(record.find(&key(0), &LIMITS).unwrap().reason, Reason::Proved);
    assert_eq!(record.form(&[1; 32]), Some(Some([Reason::Proved as u8; 32])));
    assert_eq!(place.kept(compact::MANY).len(), compact::MANY);
    stays.end().unwrap();
    assert_eq!(place.kept(compact::MANY).len(), compact::MANY);
}

#[test]
fn what_is_out_of_date_is_cleared_away_once_it_is_much() {
    let place = RecordFolder::new();
    let record = place.open();
    for number in 0..6000 {
        let judged = judged("a", "1", Reason::Proved);
        record.keep(key(number), &LIMITS, None, &judged);
    }
    assert!(place.bytes().len() as u64 > compact::SMALL);
    record.end().unwrap();
    assert!(place.bytes().len() < 1000, "{}", place.bytes().len());
    assert_eq!(place.kept(6000), [5999]);
}

#[test]
fn folders_below_are_read_and_never_written() {
    let [one, two, own] = [0; 3].map(|_| RecordFolder::new());
    for (place, reason) in [(&one, Reason::Refuted), (&two, Reason::Proved)] {
        let record = place.open();
        record.keep(key(1), &LIMITS, None, &judged("a", "1", reason));
        record.end().unwrap();
    }
    let content = |place: &RecordFolder| {
        place.segments().iter().map(|path| fs::read(path).unwrap()).collect::<Vec<_>>()
    };
    let before = [&one, &two].map(content);
    let folders = [one.0.path().to_path_buf(), two.0.path().to_path_buf()];
    let open = || {
        let below = Layers::open(&folders).unwrap();
        Record::open_over(own.0.path(), below, Reuse::Unchanged).unwrap()
    };
    let record = open();
    assert_eq!(record.find(&key(1), &LIMITS).unwrap().reason, Reason::Proved);
    record.keep(key(1), &LIMITS, None, &judged("a", "1", Reason::TimeLimit));
    record.end().unwrap();
    assert_eq!(open().find(&key(1), &LIMITS).unwrap().reason, Reason::TimeLimit);
    open().end().unwrap();
    assert_eq!([&one, &two].map(content), before);
    assert_eq!(own.kept(3), [1]);
    assert!(Layers::open(&[own.0.path().join("none")]).is_err());
}

/// A disk may return a byte that was never written to it.
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
        let find = |number| Some((number, record.kept(&key(number), &LIMITS)?));
        (0..2).filter_map(find).collect()
    };
    assert_eq!(found(&place.open()).len(), 2);
    let whole = place.bytes();
    let path = place.file();
    for at in 0..whole.len() {
        for bit in 0..8 {
            let mut changed = whole.clone();
            changed[at] ^= 1 << bit;
            fs::write(&path, &changed).unwrap();
            let record = place.open();
            let found = found(&record);
            assert!(
                found.iter().all(|(number, judged)| *judged == told[*number]),
                "byte {at}, bit {bit}"
            );
            // Nothing is read behind a changed frame.
            assert!(found.len() < 2, "byte {at}, bit {bit}");
        }
    }
}

/// The name of a segment that was not written here.
const SEGMENT: &str = "runs/0000000000000001-0123456789abcdef.runs";

#[test]
fn what_came_with_a_problem_is_no_way_out() {
    use std::os::unix::fs::symlink;
    let outside = tempfile::tempdir().unwrap();
    let rc = outside.path().join("rc");
    fs::write(&rc, "mine\n").unwrap();
    let opened = |place: &Path| {
        Record::open(place, Reuse::Unchanged).map(|record| keep(&record, 0)).unwrap_err().message
    };
    for name in [LOCK, SEGMENT] {
        for target in [&*rc, Path::new("/dev/zero"), &outside.path().join("new")] {
            let place = RecordFolder::new();
            fs::create_dir(place.0.path().join("runs")).unwrap();
            symlink(target, place.0.path().join(name)).unwrap();
            assert!(opened(place.0.path()).contains("this is a link"), "{name}");
        }
        let place = RecordFolder::new();
        fs::create_dir(place.0.path().join("runs")).unwrap();
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
    let place = RecordFolder::new();
    symlink(outside.path(), place.0.path().join("runs")).unwrap();
    assert!(opened(place.0.path()).contains("this is a link"));
    // A dangling link is not followed to create its target.
    let place = RecordFolder::new();
    symlink(outside.path().join("new"), place.0.path().join(".gitignore")).unwrap();
    keep(&place.open(), 0);
    assert_eq!(place.kept(1), [0]);
    assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 1);
    assert_eq!(fs::read_to_string(&rc).unwrap(), "mine\n");
}

proptest! {
    #[test]
    fn no_bytes_are_an_error(garbage in proptest::collection::vec(any::<u8>(), 0..200)) {
        let place = RecordFolder::new();
        keep(&place.open(), 0);
        let whole = place.bytes();
        fs::write(place.file(), [&whole[..], &garbage[..]].concat()).unwrap();
        keep(&place.open(), 1);
        prop_assert_eq!(place.kept(2), [0, 1]);
    }
}
