//! Regular expressions are POSIX extended ones, and the longest match counts.

use referee_checktestdata::Description;

use super::{assert_checks, check};

/// Returns the length of the match of a regular expression in a text, in bytes.
fn length(regex: &str, text: &str) -> Option<usize> {
    let description =
        format!("REGEX(\"{regex}\",s) SET(n=STRLEN(s)) REGEX(\".*|\\000*\") INT(n,n)");
    let found = check(&description, text);
    let shown = found.rsplit_once(" from ")?.1;
    shown.split_once(' ')?.0.parse().ok()
}

#[test]
fn the_longest_match_counts() {
    for (regex, text, expected) in [
        ("a|ab|abc", "abcd", Some(3)),
        ("(a|ab)(c|bcd)", "abcd", Some(4)),
        ("(a*)(ab)*(b)*", "abb", Some(3)),
        ("x*", "y", Some(0)),
        ("", "y", Some(0)),
        ("(a|)b", "b", Some(1)),
        ("a", "b", None),
        ("a.c", "a\nc", Some(3)),
        ("[^\\n]*", "ab\ncd", Some(2)),
        ("a{2}", "aaa", Some(2)),
        ("a{2,}", "aaaa", Some(4)),
        ("a{1,3}", "aaaa", Some(3)),
        ("a{0}b", "b", Some(1)),
        ("a+?", "aa", Some(2)),
        ("(ab)+", "ababa", Some(4)),
        ("^a", "ab", Some(1)),
        ("a^", "ab", None),
        ("ab$", "ab", Some(2)),
        ("a$", "ab", None),
        ("[a-c]+", "abcd", Some(3)),
        ("[]a]+", "a]b", Some(2)),
        ("[^]a]+", "b]", Some(1)),
        ("[a-]+", "-a-b", Some(3)),
        ("[+--]+", "+,-.", Some(3)),
        ("[a\\\\]+", "a\\\\b", Some(3)),
        ("[[:digit:][:upper:]_]+", "A1_a", Some(3)),
        ("[[:space:][:punct:]]+", " \t!a", Some(3)),
        ("[[=a=][.-.]]+", "-ab", Some(2)),
        ("\\\\.\\(\\[\\{\\*", ".([{*", Some(5)),
        ("}]", "}]", Some(2)),
        // The repetition applies to the last byte, not to the character.
        ("ä+", "ää", Some(2)),
    ] {
        assert_eq!(length(regex, text), expected, "{regex} on {text}");
    }
}

#[test]
fn matches_are_assigned_and_compared() {
    assert_checks(
        "REGEX(\"[a-z]{1,3}\",s) SPACE STRING(s)",
        &[
            ("ab ab", "ok"),
            ("ab ac", "1:5 \"ab\", not `ac`"),
            ("1", "1:1 a match of \"[a-z]{1,3}\", not `1`"),
        ],
    );
    // Computed expressions are compiled on demand; these are more than are cached.
    assert_eq!(check("SET(r=\"a+\") REGEX(r)", "aaa"), "ok");
    let several: String = (1..=20).map(|n| format!("SET(r=\"a{{{n}}}\") REGEX(r) ")).collect();
    assert_eq!(check(&several, &"a".repeat(210)), "ok");
    assert_eq!(
        check("SET(r=\"(\") REGEX(r)", ""),
        "fails at 1:18 the regular expression, byte 1: a group is not closed"
    );
}

#[test]
fn malformed_expressions_are_refused_where_they_stand() {
    for (regex, message) in [
        ("a)", "1: this `)` closes no group"),
        ("(a", "2: a group is not closed"),
        ("[a", "2: a bracket is not closed"),
        ("[b-a]", "4: the ends of this range are in the wrong order"),
        ("[[:letter:]]", "11: there is no class of this name"),
        ("[[:alpha]", "3: the name of a class is not closed"),
        ("[[.hyphen.]]", "11: only single bytes are known as collating elements"),
        ("*a", "1: there is nothing to repeat"),
        ("a|+", "3: there is nothing to repeat"),
        ("a{", "2: a repetition needs a count after `{`"),
        ("a{1", "3: expected `}` after the counts of a repetition"),
        ("a{2,1}", "5: the counts of this repetition are in the wrong order"),
        ("a{9999999}", "9: this repetition is too large"),
        ("a{99999999999}", "13: this repetition is too large"),
        ("\\d", "2: `\\d` means nothing"),
        ("a\\\\", "2: nothing follows the backslash"),
    ] {
        let error = Description::parse(format!("\n REGEX(\"{regex}\")").as_bytes()).unwrap_err();
        assert_eq!((error.place.line, error.place.column), (2, 8), "{regex}");
        assert_eq!(error.message, format!("the regular expression, byte {message}"), "{regex}");
    }
    let deep = ["(".repeat(60), ")".repeat(60)].concat();
    for (regex, message) in [
        ("((a{1000}){1000}){1000}", "the regular expression is too large"),
        (&*deep, "the regular expression, byte 51: it is nested too deeply"),
    ] {
        let error = Description::parse(format!("REGEX(\"{regex}\")").as_bytes()).unwrap_err();
        assert_eq!(error.message, message);
    }
    let help = Description::parse(b"REGEX(\"\\d+\")").unwrap_err().help;
    assert_eq!(help.as_deref(), Some("write [0-9]"));
}
