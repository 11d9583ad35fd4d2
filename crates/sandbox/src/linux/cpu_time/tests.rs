use super::*;

const LAUNCHER: i32 = 1;

fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

fn seen(pid: i32, parent: i32, own: u64, children: u64) -> ProcessTime {
    ProcessTime { pid, parent, born: 7, own: ms(own), children: ms(children) }
}

/// The present processes, and those that the launcher has waited for, each with its total time.
type Look<'a> = (&'a [ProcessTime], &'a [(i32, u64)]);

/// Returns the total after these measurements.
fn total(looks: &[Look]) -> u64 {
    let mut time = CpuTime::default();
    for (present, reaped) in looks {
        time.look(present, &reaped.iter().map(|&(pid, left)| (pid, ms(left))).collect());
    }
    time.total().as_millis() as u64
}

#[test]
fn time_of_children_that_were_waited_for_counts_once() {
    let both: &[ProcessTime] = &[seen(2, LAUNCHER, 10, 0), seen(3, 2, 500, 0)];
    assert_eq!(total(&[(both, &[])]), 510);
    assert_eq!(total(&[(both, &[]), (&[seen(2, LAUNCHER, 10, 510)], &[])]), 520);
    // The kernel reports ten milliseconds too few of each kind of time.
    assert_eq!(total(&[(both, &[]), (&[seen(2, LAUNCHER, 10, 480)], &[])]), 490);
    // All of it ends before the next measurement.
    assert_eq!(total(&[(both, &[]), (&[], &[(2, 520)])]), 520);
    // The parent ends first: the launcher waits for both.
    assert_eq!(total(&[(both, &[]), (&[], &[(2, 10), (3, 505)])]), 515);
}

#[test]
fn time_of_children_that_nobody_waited_for_counts_as_well() {
    let both: &[ProcessTime] = &[seen(2, LAUNCHER, 10, 0), seen(3, 2, 500, 0)];
    let without_it = 10 + 500 - ROUNDING.as_millis() as u64;
    assert_eq!(total(&[(both, &[]), (&[seen(2, LAUNCHER, 10, 0)], &[])]), without_it);
    let ended: &[ProcessTime] = &[seen(2, LAUNCHER, 10, 0)];
    assert_eq!(total(&[(both, &[]), (ended, &[]), (&[], &[(2, 10)])]), 510);
    assert_eq!(total(&[(both, &[]), (&[], &[(2, 10)])]), 510);
    // One child is waited for, another is not: neither hides the other.
    let three: &[ProcessTime] = &[seen(2, LAUNCHER, 0, 0), seen(3, 2, 500, 0), seen(4, 2, 400, 0)];
    assert_eq!(total(&[(three, &[]), (&[seen(2, LAUNCHER, 0, 400)], &[])]), 900 - 25);
}

#[test]
fn what_is_lost_below_a_process_that_is_lost_counts_too() {
    let three: &[ProcessTime] = &[seen(2, LAUNCHER, 10, 0), seen(3, 2, 20, 0), seen(4, 3, 500, 0)];
    assert_eq!(total(&[(three, &[]), (&[seen(2, LAUNCHER, 10, 0)], &[])]), 10 + 520 - 25);
    // The middle one is waited for, the last is not.
    let middle: &[ProcessTime] = &[seen(2, LAUNCHER, 10, 0), seen(3, 2, 20, 0)];
    let first: &[ProcessTime] = &[seen(2, LAUNCHER, 10, 20)];
    assert_eq!(total(&[(three, &[]), (middle, &[]), (first, &[])]), 30 + 520 - 20 - 25);
}

#[test]
fn no_process_takes_what_it_is_owed_with_it() {
    // Each works in a child, and lives on for a moment.
    let first = seen(2, LAUNCHER, 10, 0);
    let works = |pid| [first, seen(pid, 2, 0, 0), seen(pid + 1, pid, 20, 0)];
    let rests = |pid| [first, seen(pid, 2, 0, 0)];
    let runs = [3, 5, 7].map(|pid| (works(pid), rests(pid)));
    let (alone, nobody): ([ProcessTime; 1], &[(i32, u64)]) = ([first], &[]);
    let mut looks: Vec<Look> = Vec::new();
    for (works, rests) in &runs {
        looks.extend([(&works[..], nobody), (&rests[..], nobody)]);
    }
    looks.push((&alone, nobody));
    assert_eq!(total(&looks), 10 + 3 * 20 - 25);
    looks.push((&[], &[(2, 10)]));
    assert_eq!(total(&looks), 10 + 3 * 20);
}

#[test]
fn an_id_that_is_used_again_is_another_process() {
    let again = ProcessTime { born: 8, ..seen(3, 2, 40, 0) };
    let both: &[ProcessTime] = &[seen(2, LAUNCHER, 0, 0), seen(3, 2, 500, 0)];
    assert_eq!(total(&[(both, &[]), (&[seen(2, LAUNCHER, 0, 500), again], &[])]), 540);
}
