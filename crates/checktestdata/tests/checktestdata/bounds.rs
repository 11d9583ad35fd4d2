//! Hostile descriptions and inputs are stopped within the bounds.

use referee_checktestdata::{CheckError, Description, Limits};

/// Returns why a description fails on an input, within a million steps and 16 MiB.
fn failure(description: &str, input: &[u8]) -> String {
    let parsed = Description::parse(description.as_bytes()).unwrap();
    let limits = Limits { steps: 1_000_000, memory: 16 << 20 };
    match parsed.check(input, limits) {
        Err(CheckError::Failed(error)) => {
            assert_eq!(error.is_too_long, error.message.contains("steps"), "{description}");
            error.message
        }
        other => panic!("{description}: {other:?}"),
    }
}

#[test]
fn what_takes_too_long_is_stopped() {
    for description in [
        "WHILE(1==1) END",
        "REP(2^60) END",
        "REP(10^9) REP(10^9) SET(a=1) END END",
        "SET(a=3) WHILE(1==1) SET(a=a*a) END",
        "SET(a=1.1) WHILE(1==1) SET(b=a^(2^20)) END",
        "SET(a=1) WHILE(1==1) SET(a=1/(3.0+a)) END",
        "SET(a=10^90000) WHILE(a>0) END",
        "SET(a=10^90000) REPI(i,10^6) ASSERT(i*1.0<a) ASSERT(1e90000<a+1) END",
        "REPI(i,10^9) SET(a[0]=i) ASSERT(INARRAY(i,a)) END",
        "REPI(i,1000) SET(a[i]=i) END WHILE(UNIQUE(a)) END",
        "WHILE(1==1) REGEX(\"\") END",
        "WHILE(1==1) SET(r=\"(a|b|ab)*c?\") REGEX(r) END",
        "WHILE(1==1) STRING(\"\") END",
        "WHILE(1==1) IF(!ISEOF) END END",
        "SET(a=2) SET(b=a^(2^19)) WHILE(1==1) SET(c=b%(b-1)) END",
    ] {
        assert_eq!(
            failure(description, b""),
            "it takes more than 1000000 steps, the most it may take",
            "{description}"
        );
    }
    // The expression reads to the end each time, only to find that there is no longer match.
    let text = "a".repeat(100_000);
    let twice = failure("WHILE(!ISEOF) REGEX(\"a|a*b\") END", text.as_bytes());
    assert!(twice.contains("steps"), "{twice}");
    // Each byte makes new states, since any of the last thirty may have been an `a`.
    let mut bits = 1u64;
    let mut letter = || {
        bits ^= bits << 13;
        bits ^= bits >> 7;
        bits ^= bits << 17;
        b'a' + (bits & 1) as u8
    };
    let mixed: Vec<u8> = (0..100_000).map(|_| letter()).collect();
    let built = failure("REGEX(\"(a|b)*a(a|b){30}\")", &mixed);
    assert!(built.contains("steps"), "{built}");
}

#[test]
fn long_numbers_are_read_within_the_bounds() {
    let digits = "7".repeat(300_000);
    assert!(failure("INT(0,10^10)", digits.as_bytes()).contains("steps"));
    assert!(failure("FLOAT(0,10^10)", digits.as_bytes()).contains("steps"));
    let longer = "7".repeat(400_000);
    let description = Description::parse(b"INT(0,9) EOF").unwrap();
    let found = description.check(longer.as_bytes(), Limits::default());
    assert!(matches!(found, Err(CheckError::Mismatch(_))), "{found:?}");
    let description = Description::parse(b"FLOAT(0,9) EOF").unwrap();
    let found = description.check(longer.as_bytes(), Limits::default()).unwrap_err().to_string();
    assert!(found.contains("a number of at most 300000 digits"), "{found}");
}

#[test]
fn what_takes_too_much_memory_is_stopped() {
    let long = format!("SET(s=\"{}\") REPI(i,10^5) SET(a[i]=s) END", "x".repeat(1000));
    for description in [
        "REPI(i,10^6) SET(a[i]=1) END",
        "REPI(i,10^5) SET(a[i]=2^(500+i/10^4)) END",
        "REPI(i,10^5) SET(a[i,i,i,i,i]=1) END",
        "REPI(i,10^5) SET(a[i]=i) IF(INARRAY(i,a)) END END",
        &long,
    ] {
        let description_of = Description::parse(description.as_bytes()).unwrap();
        let limits = Limits { steps: 100_000_000, memory: 4 << 20 };
        let found = description_of.check(b"", limits).unwrap_err().to_string();
        assert!(found.contains("more than 4 MiB"), "{description}: {found}");
    }
    // Overwriting or unsetting a value releases its memory.
    let description = "REPI(i,10^5) SET(a[0]=i, b[i]=2^99) UNSET(b) IF(INARRAY(i,a)) END END";
    let limits = Limits { steps: 100_000_000, memory: 1 << 20 };
    assert_eq!(Description::parse(description.as_bytes()).unwrap().check(b"", limits), Ok(()));
}

#[test]
fn deep_and_long_descriptions_do_not_overflow_the_stack() {
    let nested = |open: &str, inner: &str, close: &str, times: usize| {
        [&open.repeat(times), inner, &close.repeat(times)].concat()
    };
    for description in [
        format!("INT(0,{})", nested("(", "1", ")", 10_000)),
        format!("INT(0,{}1)", "-".repeat(10_000)),
        format!("INT(0,{})", nested("STRLEN(", "1", ")", 10_000)),
        format!("INT(0,{})", nested("a[", "1", "]", 10_000)),
        format!("ASSERT({}ISEOF)", "!".repeat(10_000)),
        format!("ASSERT({})", nested("(", "ISEOF", ")", 10_000)),
        nested("REP(1) ", "SPACE", " END", 10_000),
        nested("IF(ISEOF) ELSE ", "SPACE", " END", 10_000),
        nested("REP(1,", "SPACE", ") END", 10_000),
    ] {
        let error = Description::parse(description.as_bytes()).unwrap_err();
        let is_bounded = error.message.contains("nested") || error.message.contains("separator");
        assert!(is_bounded, "{error}");
    }
    for description in [
        format!("INT(0,n{})", "+1-1*1/1%1".repeat(10_000)),
        format!("INT(0,n{})", "^1".repeat(10_000)),
        format!("ASSERT(ISEOF{})", " && ISEOF".repeat(10_000)),
        format!("SET(a=1{})", ",a=a+1".repeat(10_000)),
        "SPACE ".repeat(40_000),
    ] {
        let parsed = Description::parse(description.as_bytes()).unwrap();
        assert!(parsed.check(b"x", Limits::default()).is_err());
    }
    let large = Description::parse(&[b' '; 300_000]).unwrap_err();
    assert_eq!(large.message, "the description is larger than 256 KiB");
}

#[test]
fn many_large_constants_and_expressions_are_bounded() {
    // A constant that takes too long to compute in advance is computed during execution, within the
    // steps.
    let constants = "SET(a=9^(10^5)) ".repeat(1000);
    let found = failure(&constants, b"");
    assert!(found.contains("steps"), "{found}");
    let regexes = "REGEX(\"[a-z]{20000}\") ".repeat(1000);
    let error = Description::parse(regexes.as_bytes()).unwrap_err();
    assert_eq!(error.message, "the regular expressions are too large together");
    let long = format!("INT(0,{})", "9".repeat(100_000));
    assert_eq!(
        Description::parse(long.as_bytes()).unwrap_err().message,
        "there are too many long numbers"
    );
}
