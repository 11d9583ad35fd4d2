use std::process::Command;

use super::*;

#[test]
fn each_refusal_is_told_with_its_reason() {
    let said = |code: i32, paranoid| refusal(&io::Error::from_raw_os_error(code), paranoid);
    assert!(said(libc::ENOENT, Some(2)).contains("no counters (PMU)"));
    assert!(said(libc::EOPNOTSUPP, None).contains("no counters (PMU)"));
    assert_eq!(said(libc::EACCES, Some(4)), "kernel.perf_event_paranoid is 4, which forbids it");
    assert!(said(libc::EPERM, Some(2)).contains("the container, forbids it"));
    assert!(said(libc::EPERM, None).contains("the container, forbids it"));
    assert!(said(libc::ENOSYS, Some(2)).contains("has no perf_event_open"));
    assert!(said(libc::EMFILE, Some(2)).contains("Too many open files"));
}

#[test]
fn a_counter_that_took_turns_is_scaled() {
    assert_eq!(scaled(1000, 50, 50), 1000);
    assert_eq!(scaled(1000, 50, 25), 2000);
    assert_eq!(scaled(0, 50, 0), 0);
    assert_eq!(scaled(u64::MAX / 2, 3, 2), (u64::MAX / 2) / 2 * 3 + 1);
}

#[test]
fn programs_count_and_who_starts_them_does_not() {
    // The clock of a task is counted in the same way, and every machine has it.
    let mut counter = match Counter::open(Counted::TaskClock) {
        Ok(counter) => counter,
        Err(reason) => return println!("SKIPPED: nothing can be counted here: {reason}"),
    };
    counter.begin();
    let busy: u64 = (0..1_000_000).fold(1, |sum: u64, step| sum.wrapping_mul(31) ^ step);
    assert_eq!(counter.count(), Some(0), "{busy}");
    let run = || {
        // The inner shell is a child of the program.
        let work = "sh -c 'i=0; while [ $i -lt 2000 ]; do i=$((i+1)); done'; true";
        assert!(Command::new("sh").args(["-c", work]).status().unwrap().success());
    };
    run();
    let once = counter.count().unwrap();
    assert!(once > 0);
    run();
    assert!(counter.count().unwrap() > once);
    counter.begin();
    assert_eq!(counter.count(), Some(0));
}

#[test]
fn instructions_are_counted_where_the_machine_can() {
    let mut counter = match Counter::open(Counted::Instructions) {
        Ok(counter) => counter,
        Err(reason) => return println!("SKIPPED: no instructions are counted here: {reason}"),
    };
    let mut run = || {
        counter.begin();
        assert!(Command::new("true").status().unwrap().success());
        counter.count().unwrap() as f64
    };
    let (first, second) = (run(), run());
    assert!(first > 1000.0 && (first / second - 1.0).abs() < 0.2, "{first} {second}");
}
