use super::*;

#[test]
fn numbers_are_decimal() {
    for (text, expected) in [
        ("0", Some(0.0)),
        ("+1.5", Some(1.5)),
        ("-.5", Some(-0.5)),
        ("12.", Some(12.0)),
        ("25e-1", Some(2.5)),
        ("", None),
        (".", None),
        ("1e", None),
        ("inf", None),
        ("NaN", None),
        ("0x1p3", None),
        ("1,5", None),
        ("1 2", None),
        ("1e999", None),
    ] {
        assert_eq!(number(text.as_bytes()), expected, "{text}");
    }
}

#[test]
fn a_score_is_one_number_of_an_accepted_output() {
    for (files, is_accepted, expected) in [
        (&[][..], false, Ok(None)),
        (&[(POINTS, "12.5\n")], true, Ok(Some(Score::Points(12.5)))),
        (&[(MULTIPLIER, " 0.25")], true, Ok(Some(Score::Multiplier(0.25)))),
        (&[(MULTIPLIER, "1.5")], true, Err("not in 0..=1")),
        (&[(POINTS, "12.5")], false, Err("that it rejects")),
        (&[(POINTS, "1"), (MULTIPLIER, "1")], true, Err("both score.txt and")),
        (&[(POINTS, "all")], true, Err("score.txt does not contain a decimal number")),
        (&[(POINTS, "")], true, Err("does not contain")),
    ] {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            fs::write(folder.path().join(name), text).unwrap();
        }
        let score = FeedbackFolder(folder.path()).score(is_accepted);
        match (score, expected) {
            (Err(said), Err(expected)) => assert!(said.contains(expected), "{said}"),
            (score, expected) => assert_eq!(score, expected.map_err(String::from)),
        }
    }
}

#[test]
fn the_input_of_the_next_pass_is_taken_away() {
    let folder = tempfile::tempdir().unwrap();
    let feedback = FeedbackFolder(folder.path());
    assert_eq!(feedback.take_next_pass(), Ok(None));
    fs::write(folder.path().join(NEXT_PASS), "1 2\n").unwrap();
    assert_eq!(feedback.take_next_pass(), Ok(Some(b"1 2\n".to_vec())));
    assert_eq!(feedback.take_next_pass(), Ok(None));
    fs::create_dir(folder.path().join(NEXT_PASS)).unwrap();
    assert!(feedback.take_next_pass().is_err());
}
