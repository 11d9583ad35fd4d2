use super::*;

fn list(entries: &[(&str, &str)]) -> Vec<NamedContent> {
    let named = |(name, content): &(&str, &str)| NamedContent {
        name: name.to_string(),
        content: content.to_string(),
    };
    entries.iter().map(named).collect()
}

fn contents() -> Contents {
    let map = |name: &str, value: &str| BTreeMap::from([(name.into(), value.into())]);
    Contents {
        version: "1".into(),
        problem: "war".into(),
        checker: "c".into(),
        groups: "g".into(),
        settings: map("how far a submission is judged", "all"),
        compilers: map("C", "x"),
        cases: list(&[("1", "a"), ("2", "b")]),
        submissions: list(&[("p", "a"), ("q", "b")]),
        others: Vec::new(),
    }
}

#[test]
fn each_part_changes_the_hash_and_is_named() {
    let planned = contents();
    type Change = fn(&mut Contents);
    let changes: [(Change, &str); 10] = [
        (|c| c.version = "2".into(), "the version of referee: 2 here, 1 in the plan"),
        (|c| c.problem = "p".into(), "the problem: p here, war in the plan"),
        (|c| c.checker = "d".into(), "the checker or its options: not those of the plan"),
        (|c| c.groups = "h".into(), "the groups of cases: not those of the plan"),
        (
            |c| drop(c.settings.insert("how far a submission is judged".into(), "first".into())),
            "how far a submission is judged: first here, all in the plan",
        ),
        (|c| c.compilers.clear(), "1 compiler missing here (C)"),
        (
            |c| c.cases = list(&[("1", "b"), ("2", "c"), ("3", "c")]),
            "2 cases changed (such as 1), 1 case not in the plan (3)",
        ),
        (|c| drop(c.submissions.pop()), "1 submission missing here (q)"),
        (
            |c| c.others.push("x".into()),
            "the entries that cannot be judged, or the order of submissions",
        ),
        (
            |c| c.submissions.reverse(),
            "the entries that cannot be judged, or the order of submissions",
        ),
    ];
    for (change, message) in changes {
        let mut here = contents();
        change(&mut here);
        assert_eq!(here.differences(&planned), [message]);
        assert_ne!(here.digest(), planned.digest(), "{message}");
    }
    assert_eq!(planned.differences(&contents()), Vec::<String>::new());
}
