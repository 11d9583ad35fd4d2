use super::*;

fn sum(texts: &[&str]) -> String {
    let numbers: Vec<Decimal> =
        texts.iter().map(|text| Decimal::parse(text.as_bytes()).expect(text)).collect();
    Sum::of(&numbers).to_string()
}

#[test]
fn numbers_are_decimal() {
    for text in
        ["0", "-0", "+12", "1.", ".5", "1.50", "1e3", "1.e-3", ".5E+03", "1e000000000000000000001"]
    {
        assert!(Decimal::parse(text.as_bytes()).is_some(), "{text}");
    }
    for text in [
        "",
        "+",
        ".",
        "-.",
        "e1",
        ".e1",
        "1e",
        "1e+",
        "1e1.0",
        "1.2.3",
        "--1",
        "+-1",
        "1_0",
        "0x10",
        "inf",
        "nan",
        "Infinity",
        "1e99999999999999999999",
        "1f",
        " 1",
        "１",
    ] {
        assert!(Decimal::parse(text.as_bytes()).is_none(), "{text}");
    }
}

#[test]
fn sums_are_exact_in_their_sign_and_first_digits() {
    for (texts, expected) in [
        (&["0", "-0.0"][..], "0"),
        (&["9007199254740993", "-9007199254740992"], "1"),
        (&["0.1", "0.2", "-0.3"], "0"),
        (&["1", "-0.9999999999999999999999999999999999999"], "1e-37"),
        (&["-1", "0.99999999999999999999999999999"], "-1e-29"),
        (&["1e999999999999999999", "-1"], "1e999999999999999999"),
        (
            &["1e-999999999999999999", "1e999999999999999999", "-1e999999999999999999"],
            "1e-999999999999999999",
        ),
        (&["1e9", "-999999999", "-1.0000001"], "-1e-7"),
        (&["1234567", "0.5"], "1234570"),
        (&["1.5", "1"], "2.5"),
        (&["0.00125"], "0.00125"),
        (&["0.0000125"], "1.25e-5"),
        (&["999999.6"], "1000000"),
        (&["1e15"], "1e15"),
        (&["00100", "-0e5"], "100"),
    ] {
        assert_eq!(sum(texts), expected, "{texts:?}");
    }
}

#[test]
fn products_are_exact() {
    for (a, b, expected) in [
        ("1e-6", "-1000", "0.001"),
        ("0.99", "99", "98.01"),
        ("12.5", "0.08", "1"),
        ("0", "5", "0"),
    ] {
        let [a, b] = [a, b].map(|text| Decimal::parse(text.as_bytes()).expect(text));
        let digits = a.product(b);
        assert_eq!(Sum::of(&[Decimal::of_product(&digits, [a, b])]).to_string(), expected);
    }
}
