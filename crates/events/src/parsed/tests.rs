use proptest::prelude::*;

use super::*;

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(ACCEPTED.to_string()),
        "[a-z/\"\\\\]{0,8}",
        any::<String>().prop_map(|text| text.chars().take(12).collect()),
    ]
}

fn used() -> impl Strategy<Value = Used> {
    let times = (0.0..1e4_f64, 0.0..1e4_f64, any::<Option<u64>>(), any::<u64>());
    let ends = (any::<Option<i32>>(), any::<Option<i32>>(), proptest::option::of(0.0..9.0_f64));
    (times, ends).prop_map(
        |((cpu_seconds, wall_seconds, instructions, memory_bytes), (exit, signal, more))| Used {
            cpu_seconds,
            instructions,
            worked_seconds: more,
            wall_seconds,
            waited_seconds: more.map(|seconds| seconds / 3.0),
            memory_bytes,
            exit,
            signal,
        },
    )
}

fn recheck() -> impl Strategy<Value = Recheck> {
    proptest::collection::vec(0.0..9.0_f64, 0..4).prop_map(|cpu_seconds| Recheck {
        limit_seconds: 2.0,
        cpu_seconds,
        before: Verdict::TimeLimit,
    })
}

prop_compose! {
    fn judged()(
        (contestant, case, message, says) in (text(), text(), text(), text()),
        (public, answer, output) in (proptest::option::of(text()), proptest::option::of(text()), proptest::option::of(text())),
        (used, recheck) in (proptest::option::of(used()), proptest::option::of(recheck())),
        (near, kept) in (proptest::option::of(any::<bool>()), any::<bool>()),
    ) -> JudgedCase {
        let reason = if near.is_some() { Reason::TimeLimit } else { Reason::Proved };
        JudgedCase {
            public,
            says: says.clone(),
            place: kept.then_some(OutputPlace { line: 3, column: 7 }),
            facts: answer.iter().map(|text| LabelledFact { label: "but".into(), text: text.clone() }).collect(),
            drawing: answer.iter().cloned().collect(),
            input: answer.clone(),
            dialogue: output.clone(),
            output_digest: output.clone(),
            answer,
            output,
            used,
            score: None,
            kept,
            near_limit: near.map(|is_longer| if is_longer { NearLimit::Longer } else { NearLimit::Shorter }),
            repeats: if kept { vec![Verdict::Accepted, Verdict::TimeLimit] } else { Vec::new() },
            before: near.map(|_| Verdict::Accepted),
            retried: used.map(|used| Retried { wall_seconds: used.wall_seconds, waited_seconds: 0.5, machine: kept }),
            recheck,
            ..JudgedCase::plain(&contestant.into(), &case.into(), reason, message)
        }
    }
}

proptest! {
    // This allows readers of events to pass on the bytes of a line instead of writing the event
    // again.
    #[test]
    fn an_event_that_was_read_is_written_as_it_was(judged in judged()) {
        let line = serde_json::to_vec(&Event::Judged(judged.clone())).unwrap();
        let names = CaseNames::of(&["a".into(), Arc::clone(&judged.case)]);
        let mut known = Names::of(&judged.contestant, &names);
        for names in [&mut Names::default(), &mut known] {
            let read = Event::parse_with(&line, names).unwrap().unwrap();
            prop_assert_eq!(&read, &Event::Judged(judged.clone()));
            prop_assert_eq!(serde_json::to_vec(&read).unwrap(), line.clone());
        }
    }
}

#[test]
fn the_kind_is_found_wherever_it_stands() {
    for (line, expected) in [
        (&br#"{"event":"judged","x":1}"#[..], Some("judged")),
        (br#"{ "event": "judged" }"#, Some("judged")),
        (br#"{"x":1,"event":"judged"}"#, Some("judged")),
        (br#"{"event":"j\u0075dged"}"#, Some("judged")),
        (br#"{"x":1}"#, None),
    ] {
        assert_eq!(kind(line).ok().as_deref(), expected);
    }
}

#[test]
fn names_are_shared() {
    let cases = ["1", "2", "3"].map(Arc::from);
    let names = CaseNames::of(&cases);
    let contestant = "a".into();
    let mut known = Names::of(&contestant, &names);
    for number in [0, 1, 0, 2] {
        assert!(Arc::ptr_eq(&known.case(&cases[number]), &cases[number]));
    }
    assert_eq!(&*known.case("4"), "4");
    assert!(Arc::ptr_eq(&known.contestant("a"), &contestant));
    assert_eq!(&*known.contestant("b"), "b");
}
