//! Wrong descriptions are rejected with a place, a message and, if useful, advice.

use referee_checktestdata::Description;

use super::check;

/// Returns the error of a description in one line.
fn error(description: &str) -> String {
    let error = Description::parse(description.as_bytes()).expect_err(description);
    let help = error.help.map_or(String::new(), |help| format!(" ({help})"));
    format!("{}:{} {}{help}", error.place.line, error.place.column, error.message)
}

#[test]
fn comments_and_white_space_mean_nothing() {
    let description = "# INT\n\tINT ( 1 , # the least\r\n 2 )SPACE#\nSTRING(\"#\")# end";
    assert_eq!(check(description, "1 #"), "ok");
    assert_eq!(check("", ""), "ok");
}

#[test]
fn wrong_descriptions_are_refused_with_a_place() {
    for (description, expected) in [
        ("SPACE\nINTEGER(1,2)", "2:1 expected a command, found `INTEGER` (did you mean INT?)"),
        ("NEW", "1:1 expected a command, found `NEW` (did you mean NEWLINE?)"),
        ("TAB", "1:1 expected a command, found `TAB`"),
        ("n", "1:1 expected a command, found `n`"),
        ("STRLEN(\"a\")", "1:1 expected a command, found `STRLEN`"),
        ("INT(1)", "1:6 expected `,`, found `)`"),
        ("INT 1", "1:5 expected `(`, found `1`"),
        ("INT(1,2", "1:8 expected `)`, found the end of the description"),
        ("INT(1,2,3)", "1:9 expected the name of a variable, found `3`"),
        ("INT(1,2n)", "1:8 expected `)`, found `n`"),
        ("INT(1,)", "1:7 expected a value, found `)`"),
        ("INT(1,FIXED)", "1:7 expected a value, found `FIXED`"),
        ("INT(1,007)", "1:7 an integer does not begin with a zero"),
        ("INT(1,n<2)", "1:8 expected `)`, found `<`"),
        ("INT(1,(n<2))", "1:7 expected a value, found a test"),
        ("FLOAT(1,2,x,ROUND)", "1:13 expected FIXED or SCIENTIFIC, found `ROUND`"),
        ("FLOAT(1,2,FIXED)", "1:11 expected the name of a variable, found `FIXED`"),
        ("ASSERT(n)", "1:8 expected a test, found a value (such as `n < 3` or `ISEOF`)"),
        ("ASSERT(1 + (n<2))", "1:12 expected a value, found a test"),
        ("ASSERT(n<2 && n)", "1:15 expected a test, found a value (such as `n < 3` or `ISEOF`)"),
        ("ASSERT(n<2 & n>1)", "1:12 `&` is no operator (write `&&`)"),
        ("ASSERT(UNIQUE(1))", "1:15 expected the name of a variable, found `1`"),
        ("ASSERT(INARRAY(1,a[1]))", "1:19 expected `)`, found `[`"),
        ("SET(a==1)", "1:6 expected `=`, found `==`"),
        ("SET(a[1=2)", "1:8 expected `]`, found `=`"),
        ("UNSET(a[1])", "1:8 expected `)`, found `[`"),
        (
            "REP(2)\n  SPACE",
            "2:8 expected the END of the REP in line 1, found the end of the description",
        ),
        ("END", "1:1 there is no block that this END could close"),
        ("ELSE", "1:1 ELSE belongs into an IF, and only once"),
        ("REP(2) ELSE END", "1:8 ELSE belongs into an IF, and only once"),
        ("IF(ISEOF) ELSE ELSE END", "1:16 ELSE belongs into an IF, and only once"),
        ("REP(2,IF(ISEOF) END) END", "1:7 a separator is a single command, without a block"),
        ("STRING(\"a", "1:8 this string has no end (close it with `\"`)"),
        (
            "STRING(\"\\777\")",
            "1:8 `\\777` in this string is no byte (octal escapes end with `\\377`)",
        ),
        ("INT(1,2) ;", "1:10 `;` means nothing here"),
        ("INT(1,2) ü", "1:10 `ü` means nothing here"),
        ("INT(1,2) \x1b", "1:10 `\\x1b` means nothing here"),
        ("FLOAT(0,1e9999999999999999999)", "1:9 the exponent of this number is too large"),
    ] {
        assert_eq!(error(description), expected, "{description}");
    }
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    let error = Description::parse(b"SPACE \xff").unwrap_err();
    assert_eq!(error.to_string(), "line 1, column 7: `\\xff` means nothing here");
    // In a string, they stand for themselves.
    let description = Description::parse(b"STRING(\"\xff\")").unwrap();
    assert_eq!(description.check(b"\xff", Default::default()), Ok(()));
}

#[test]
fn messages_name_the_command() {
    let description = Description::parse(b"SPACE\n  INT(1,2)").unwrap();
    let error = description.check(b" 3", Default::default()).unwrap_err().to_string();
    assert_eq!(
        error,
        "line 1, column 2: expected an integer from 1 to 2, found `3` (line 2 of the description)"
    );
    let description = Description::parse(b"INT(1,\n n)").unwrap();
    let error = description.check(b"1", Default::default()).unwrap_err().to_string();
    assert_eq!(error, "the description fails at line 2, column 2: n has no value");
}
