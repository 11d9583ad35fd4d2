use super::*;

/// Returns the row of a candidate that fails a test with this output, or passes all tests.
fn row(task: &str, id: &str, failed: Option<(usize, &str)>) -> Row {
    let verdict = if failed.is_some() { "WA" } else { "AC" };
    let first = failed.map(|(test, output)| {
        serde_json::json!({"test": test, "verdict": "WA", "message": "differs", "output": output})
    });
    serde_json::from_value(serde_json::json!({
        "id": id, "task": task, "verdict": verdict, "passed": 1, "run": 2, "total": 2, "reward": 0.5,
        "confirmed": true, "cpu_s": 0.0, "slowest_s": 0.0, "memory_kib": 0, "tests": [], "key": id,
        "first_failed": first,
    }))
    .unwrap()
}

#[test]
fn failures_are_equal_by_test_and_output() {
    let mut rows = PageRows::new(1 << 20, ["sum"].into_iter());
    for (id, failed) in [
        ("a", Some((1, "3"))),
        ("b", None),
        ("c", Some((1, "4"))),
        ("d", Some((1, "3"))),
        ("e", Some((2, "3"))),
    ] {
        rows.add(&row("sum", id, failed));
    }
    let [task] = &rows.tasks[..] else { panic!("one task") };
    assert_eq!((task.judged(), task.accepted(), task.share()), (5, 1, 0.2));
    let counts: Vec<_> = task.failures.iter().map(|one| (one.test(), one.count)).collect();
    assert_eq!(counts, [(Some(1), 2), (Some(1), 1), (Some(2), 1)]);
    let of: Vec<_> = task.candidates.iter().map(|one| one.failure).collect();
    assert_eq!(of, [Some(0), None, Some(1), Some(0), Some(2)]);
    assert_eq!(task.most_frequent().map(|one| one.count), Some(2));
    assert_eq!(rows.left_out, LeftOut::default());
}

/// An answer is doubtful if most programs agree on another one, but not if only a few do, or if one
/// program was handed in often.
#[test]
fn an_answer_is_doubted_where_most_agree_on_another() {
    let doubted = |outputs: &[Option<(usize, &str)>], repeated: bool| {
        let mut rows = PageRows::new(1 << 20, ["sum"].into_iter());
        for (at, failed) in outputs.iter().enumerate() {
            let row = Row { repeated: repeated && at > 0, ..row("sum", &at.to_string(), *failed) };
            rows.add(&row);
        }
        rows.tasks[0].doubtful().map(|one| (one.test(), one.count))
    };
    let (right, equal, other) = (None, Some((2, "7")), Some((2, "8")));
    assert_eq!(doubted(&[equal, equal, right, equal, other], false), Some((Some(2), 3)));
    assert_eq!(doubted(&[equal, equal, right, equal, other], true), None);
    assert_eq!(doubted(&[equal, equal, other, right], false), None, "too few");
    assert_eq!(doubted(&[equal, equal, equal, right, right, right], false), None, "as many pass");
    assert_eq!(doubted(&[equal, equal, equal, other, other, other, right], false), None, "no half");
}

/// The page keeps its size limit with any input, and what is left out is counted.
#[test]
fn a_page_keeps_its_room() {
    let limit = 40_000;
    let names: Vec<String> = (0..10).map(|number| format!("task-{number}")).collect();
    let mut rows = PageRows::new(limit, names.iter().map(String::as_str));
    for number in 0..500 {
        let output = number.to_string();
        let task = format!("task-{}", number / 50);
        rows.add(&row(&task, &format!("candidate {number}"), Some((1, &output))));
    }
    let LeftOut { of_tasks, candidates, failures } = rows.left_out;
    let shown: usize = rows.tasks.iter().map(|task| task.candidates.len()).sum();
    assert_eq!(of_tasks + candidates + shown, 500);
    let kinds: usize = rows.tasks.iter().map(|task| task.failures.len()).sum();
    assert_eq!(failures + kinds + of_tasks, 500);
    assert!(shown > 20 && kinds > 10, "{shown} {kinds}");
    let least = rows.tasks.len() * FOR_TASK + shown * FOR_CANDIDATE + kinds * FOR_FAILURE;
    assert!(least <= limit, "{least}");
}

#[test]
fn tasks_with_long_names_have_room() {
    let names: Vec<String> = (0..20).map(|number| format!("{number:0100}")).collect();
    let mut rows = PageRows::new(1 << 20, names.iter().map(String::as_str));
    names.iter().for_each(|name| rows.add(&row(name, "a", None)));
    assert_eq!((rows.tasks.len(), rows.left_out), (20, LeftOut::default()));
}
