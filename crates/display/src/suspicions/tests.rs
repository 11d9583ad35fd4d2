use super::*;

fn suspicion(kind: SuspicionKind, count: usize) -> Suspicion {
    let submissions = (1..=count).map(|number| format!("s{number}").into()).collect();
    Suspicion { kind, submissions, again: vec!["--student".into(), "Ann Lee".into()] }
}

#[test]
fn a_case_that_all_fail_alike_asks_for_its_answer() {
    let one_case = |pass_the_rest, equal_outputs, is_rest_run, is_only| {
        let case = "secret/07".into();
        let kind =
            SuspicionKind::OneCase { case, pass_the_rest, equal_outputs, is_rest_run, is_only };
        question(&suspicion(kind, 21))
    };
    for (asked, expected) in [
        (
            one_case(21, 21, true, true),
            "21 submissions with the same output fail only secret/07: is the answer right?",
        ),
        (
            one_case(24, 9, true, true),
            "21 of 24 submissions fail only secret/07, 9 of them with the same output: is the answer right?",
        ),
        (
            one_case(21, 0, true, false),
            "21 submissions fail secret/07 and hardly anything else: is the case right?",
        ),
        (
            one_case(21, 21, false, true),
            "21 submissions with the same output fail secret/07 and nothing else that they were run on: is the answer right?",
        ),
    ] {
        assert_eq!(asked, expected);
    }
}

#[test]
fn each_has_a_command_that_looks_into_it() {
    let runs =
        Runs { again: "referee judge cases".into(), show: "my cases".into(), ..Runs::default() };
    let idle = SuspicionKind::NobodyFails { cases: vec!["secret/1".into()] };
    let near = SuspicionKind::JustTooSlow { case: "secret/2".into(), limit_seconds: 2.0 };
    let empty = SuspicionKind::Untouched { content: Untouched::Empty };
    for (kind, expected) in [
        (idle.clone(), "referee show 'my cases/secret/1'"),
        (near, "referee judge cases --student 'Ann Lee' --only secret/2"),
        (empty, "referee judge cases --student 'Ann Lee'"),
    ] {
        assert_eq!(command(&suspicion(kind, 4), Some(&runs)).as_deref(), Some(expected));
    }
    assert_eq!(command(&suspicion(idle, 4), Some(&Runs::default())), None);
}

#[test]
fn few_are_named_and_the_rest_is_counted() {
    let kind = SuspicionKind::Untouched { content: Untouched::AsGiven };
    let asked = question(&suspicion(kind.clone(), 5));
    assert_eq!(asked, "5 submissions are just what was given: s1, s2, s3 and 2 more");
    assert_eq!(question(&suspicion(kind, 1)), "1 submission is just what was given: s1");
}
