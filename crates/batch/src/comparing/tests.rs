use super::*;

fn verdict(case: &dyn Case, output: &str) -> String {
    match case.check(&mut output.as_bytes()).unwrap() {
        CheckVerdict::Accepted(_) => "right".into(),
        CheckVerdict::Refused(refusal) => {
            let Refusal { kind, explanation } = *refusal;
            let facts = explanation.facts.iter().map(|fact| format!("; {}", fact.text));
            format!("{kind}: {}{}", explanation.says, facts.collect::<String>())
        }
    }
}

#[test]
fn lines_are_equal_but_for_space_at_their_ends() {
    let case = Comparing::Lines.case("1 2\n3\n");
    for right in ["1 2\n3", "1 2 \r\n3\n\n \n"] {
        assert_eq!(verdict(&*case, right), "right");
    }
    for (wrong, why) in [
        ("1 2\n", "wrong answer: nothing more; \"3\", at line 2, column 1 of the answer"),
        ("1  2\n3", "wrong answer: \"1  2\"; \"1 2\", at line 1, column 1 of the answer"),
        (" 1 2\n3", "wrong answer: \" 1 2\"; \"1 2\", at line 1, column 1 of the answer"),
        ("1 2\n3\n4", "wrong answer: \"4\"; nothing more, at line 3, column 1 of the answer"),
        ("\n", "empty output: nothing"),
    ] {
        assert_eq!(verdict(&*case, wrong), why);
    }
    assert_eq!(verdict(&*Comparing::Exact.case("1\n"), "1\n"), "right");
    assert_ne!(verdict(&*Comparing::Exact.case("1\n"), "1"), "right");
}

#[test]
fn comparisons_have_names() {
    let float = Comparing::parse("float=0.01").unwrap();
    assert_eq!(verdict(&*float.case("1.0 2"), "1.001\n2.0"), "right");
    assert_ne!(verdict(&*float.case("1.0 2"), "1.02\n2.0"), "right");
    let tokens = Comparing::parse("tokens").unwrap();
    assert_eq!(verdict(&*tokens.case("a\nb"), "a b"), "right");
    assert_ne!(verdict(&*tokens.case("a\nb"), "A b"), "right");
    assert_eq!(Comparing::parse("float"), Comparing::parse("float 1e-6"));
    for wrong in ["", "float x", "lines 3", "near"] {
        assert!(Comparing::parse(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn results_are_equal_as_values() {
    let is_right = |right: &str, found: &str, comparing: &Comparing| {
        let case = comparing.results(&[crate::fields::raw(right).unwrap()]);
        verdict(&*case, found) == "right"
    };
    let float = Comparing::parse("float=0.1").unwrap();
    for (a, b) in [
        ("[1, 2.0]", "[1.0,2]"),
        ("true", "1"),
        (r#"{"a": 1, "b": [null]}"#, r#"{"b":[null],"a":1}"#),
        (r#""\u0061""#, r#""a""#),
        ("123456789012345678901234567890", "123456789012345678901234567890"),
        ("100000000000000000000", "1e20"),
        ("0", "-0.0"),
        ("false", "0.0"),
        ("1e+20", "100000000000000000000"),
    ] {
        assert!(is_right(a, b, &Comparing::Lines), "{a} {b}");
    }
    for (a, b) in [
        ("123456789012345678901234567890", "123456789012345678901234567891"),
        // The nearest float.
        ("9007199254740993", "9007199254740992.0"),
        ("50000000005000000001", "5.0000000005e+19"),
        ("5.0000000005e+19", "50000000005000000001"),
        ("[1]", "[1, 1]"),
        ("1", "\"1\""),
        ("null", "0"),
        ("1.0", "1.05"),
        ("1", "NaN"),
        ("1", ""),
        ("1", "1 1"),
    ] {
        assert!(!is_right(a, b, &Comparing::Lines), "{a} {b}");
    }
    assert!(is_right("1.0", "1.05", &float) && !is_right("1.0", "1.2", &float));
    // Larger than any float.
    let large = "9".repeat(400);
    assert!(is_right(&large, &format!("1{}", "0".repeat(400)), &float));
    for wrong in ["0", "1e300", "null"] {
        assert!(!is_right(&large, wrong, &float) && !is_right("1e400", wrong, &float), "{wrong}");
    }
    let deep = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    assert!(is_right(&deep(90), &deep(90), &float));
    assert!(!is_right(&deep(120), &deep(120), &float));
}
