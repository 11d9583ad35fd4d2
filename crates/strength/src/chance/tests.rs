use super::*;

#[test]
fn who_fails_each_time_is_run_a_few_times_and_who_does_not_often() {
    let share = |runs: &str| {
        let mut runs = runs.chars().cycle();
        let mut again = || match runs.next() {
            Some('f') => Again::Failed,
            Some('!') => Again::Stopped,
            _ => Again::Passed,
        };
        let FailureShare { failures, runs } = FailureShare::find(|| Ok::<_, ()>(again())).unwrap();
        (failures, runs)
    };
    assert_eq!(share("f"), (5, 5));
    assert_eq!(share("."), (1, 21));
    assert_eq!(share("f."), (11, 21));
    assert_eq!(share("fff."), (16, 21));
    assert_eq!(share(".f"), (11, 21));
    assert_eq!(share("!"), (1, 1));
    assert_eq!(share("f.!"), (2, 3));
    assert_eq!(FailureShare::find(|| Err::<Again, _>("no run")), Err("no run"));
}

#[test]
fn as_many_runs_catch_a_failure_as_its_share_wants() {
    for (failures, runs, expected) in [(20, 20, 1), (19, 20, 1), (10, 20, 5), (1, 21, 62)] {
        let share = FailureShare { failures, runs };
        let needed = share.runs_to_catch();
        assert_eq!(needed, expected, "{share:?}");
        let passes = 1.0 - f64::from(failures) / f64::from(runs);
        let all_pass = |runs: u32| passes.powi(runs as i32);
        assert!(all_pass(needed) <= 0.05 + 1e-9);
        assert!(needed == 1 || all_pass(needed - 1) > 0.05);
    }
}

/// Returns the exact probability that an input is accepted on which the program fails with this
/// share.
fn taken(test: &FailsOften, share: f64) -> f64 {
    // The probabilities of all undecided numbers of failures, run by run.
    let (mut undecided, mut taken) = (vec![1.0], 0.0);
    for runs in 1..=1_000 {
        let mut next = vec![0.0; runs + 1];
        for (failures, probability) in undecided.iter().enumerate() {
            for (more, of_it) in [(1, share), (0, 1.0 - share)] {
                let failures = failures + more;
                match test.decides(failures as u32, (runs - failures) as u32) {
                    Some(true) => taken += probability * of_it,
                    Some(false) => {}
                    None => next[failures] += probability * of_it,
                }
            }
        }
        undecided = next;
    }
    assert!(undecided.iter().sum::<f64>() < 1e-6, "it has an end");
    taken
}

#[test]
fn the_test_errs_no_more_often_than_it_says() {
    for (failures, runs) in [(3, 21), (11, 21), (20, 21)] {
        let share = FailureShare { failures, runs };
        let test = FailsOften::of("wrong".into(), share).unwrap();
        let usual = f64::from(failures) / f64::from(runs);
        let wrongly = TAKEN_WRONGLY / (1.0 - PASSED_OVER_WRONGLY);
        for rare in [0.0, usual * TOO_SMALL / 2.0, usual.min(MAX_SHARE) * TOO_SMALL] {
            let taken = taken(&test, rare);
            assert!(taken <= wrongly, "{share:?} {rare}: {taken}");
        }
        let passed_over = 1.0 - taken(&test, usual);
        let wrongly = PASSED_OVER_WRONGLY / (1.0 - TAKEN_WRONGLY);
        assert!(passed_over <= wrongly, "{share:?}: {passed_over}");
    }
    let always = FailureShare { failures: 5, runs: 5 };
    assert!(FailsOften::of("wrong".into(), always).is_none());
}

#[test]
fn failures_of_the_kind_are_counted_until_it_is_clear() {
    let judged = |reason| JudgedCase::plain(&"a".into(), &"1".into(), reason, "");
    let wrong = judged(Reason::Refuted);
    let kind = failure(&wrong).kind;
    let test = FailsOften::of(kind, FailureShare { failures: 10, runs: 20 }).unwrap();
    let judge = |reasons: &[Reason]| {
        let mut runs = 0;
        let run = || {
            runs += 1;
            Ok::<_, ()>(judged(reasons[(runs - 1) % reasons.len()]))
        };
        (test.judge(run).unwrap().reason, runs)
    };
    assert_eq!(judge(&[Reason::Refuted]), (Reason::Refuted, 4));
    assert_eq!(judge(&[Reason::Proved]), (Reason::Proved, 5));
    assert_eq!(judge(&[Reason::RunTimeError]), (Reason::RunTimeError, 5));
    assert_eq!(judge(&[Reason::Refuted, Reason::Proved]).0, Reason::Refuted);
    // A judge error says nothing about the program.
    assert_eq!(judge(&[Reason::Proved, Reason::JudgeError]), (Reason::JudgeError, 2));
}
