use super::*;
use referee_judge::contents::NamedContent;

fn named(name: &str) -> NamedContent {
    NamedContent { name: name.into(), content: "0".into() }
}

fn file() -> PlanFile {
    let block = |first, count, shard| ShardUnit {
        submission: 1,
        cases: Some(CaseRange { first, count }),
        weight: Some(7),
        shard,
    };
    let whole = ShardUnit { submission: 0, cases: None, weight: None, shard: 1 };
    PlanFile {
        contents: Contents {
            version: "1".into(),
            problem: "war".into(),
            checker: "c".into(),
            groups: "g".into(),
            settings: [("how far a submission is judged".to_string(), "all".to_string())].into(),
            compilers: Default::default(),
            cases: ["1", "2", "3"].map(named).into(),
            submissions: ["a", "b"].map(named).into(),
            others: Vec::new(),
        },
        time_limit: Some(PlannedTimeLimit {
            seconds: 1.5,
            factor: 2.0,
            inferred: None,
            not_inferred: Some("nobody".into()),
        }),
        plan: Plan { shards: 2, units: vec![whole, block(0, 2, 0), block(2, 1, 1)] },
        command: ["referee", "shard", "run"].map(Into::into).to_vec(),
    }
}

#[test]
fn what_is_written_is_read() {
    let bytes = file().bytes().unwrap();
    assert_eq!(PlanFile::parse(&bytes), Ok(file()));
    assert!(bytes.ends_with(b"}\n"));
}

#[test]
fn weights_are_no_part_of_the_hash_and_shards_are() {
    let mut other = file();
    other.plan.units[1].weight = None;
    assert_eq!(other.digest(), file().digest());
    other.plan.units[1].shard = 1;
    assert_ne!(other.digest(), file().digest());
}

#[test]
fn what_is_no_plan_is_refused() {
    let refused = |change: fn(&mut PlanFile)| {
        let mut file = file();
        change(&mut file);
        PlanFile::parse(&file.bytes().unwrap()).unwrap_err()
    };
    let cut = "this plan does not have each case of b once, in order";
    let range = |first, count| Some(CaseRange { first, count });
    for (change, message) in [
        ((|f| f.plan.shards = 0) as fn(&mut PlanFile), "there are from 1 to 1000 shards, not 0"),
        (|f| f.plan.shards = 1001, "there are from 1 to 1000 shards, not 1001"),
        (|f| f.plan.shards = 1, "this plan has 1 shards, and none with number 2"),
        (|f| f.plan.units.truncate(f.plan.units.len() - 1), cut),
        (|f| f.plan.units.swap(1, 2), cut),
        (|f| f.plan.units[2].cases = None, cut),
        (|f| f.plan.units.swap(0, 1), "this plan does not have each case of a once, in order"),
        (
            |f| f.plan.units.extend(f.plan.units.first().cloned()),
            "the units of this plan are not in the order of its submissions",
        ),
        (
            |f| f.time_limit.as_mut().unwrap().seconds = f64::MAX,
            "the time limit of this plan is out of range",
        ),
    ] {
        assert_eq!(refused(change), message);
    }
    for (first, count) in [(2, 0), (1, 2), (2, 2), (usize::MAX, usize::MAX)] {
        let mut file = file();
        file.plan.units[2].cases = range(first, count);
        assert_eq!(PlanFile::parse(&file.bytes().unwrap()).unwrap_err(), cut);
    }
}

#[test]
fn what_was_changed_since_is_refused() {
    let text = String::from_utf8(file().bytes().unwrap()).unwrap();
    for (from, to, message) in [
        ("\"shard\": 2", "\"shard\": 1", "this plan was changed after it was made"),
        ("\"version\": 1", "\"version\": 2", "unsupported plan version 2 (supported: 1)"),
        ("referee-plan", "referee-events", "this is not a plan of shards"),
        ("\"shard\": 2", "\"shard\": 0", "the first shard of a plan is 1"),
        (
            "\"submission\": \"a\"",
            "\"submission\": \"c\"",
            "this plan has a unit of a submission that it does not have: c",
        ),
    ] {
        assert!(text.contains(from), "{from}");
        let changed = text.replacen(from, to, 1);
        assert_eq!(PlanFile::parse(changed.as_bytes()).unwrap_err(), message);
    }
    let torn = PlanFile::parse(&text.as_bytes()[..text.len() / 2]).unwrap_err();
    assert_eq!(torn, "this is not a plan of shards");
    let lacking = text.replace("\"shards\"", "\"shard\"");
    let lacking = PlanFile::parse(lacking.as_bytes()).unwrap_err();
    assert!(lacking.starts_with("this plan is damaged: missing field `shards`"), "{lacking}");
}
