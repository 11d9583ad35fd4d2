//! Each command accepts what it describes, and reports the first position that differs.

use super::{assert_checks, check};

#[test]
fn white_space_is_exact() {
    assert_checks(
        "SPACE NEWLINE",
        &[
            (" \n", "ok"),
            ("", "1:1 a space, not the end of the input"),
            ("\n", "1:1 a space, not the end of the line"),
            ("\t\n", "1:1 a space, not `\\t`"),
            ("  \n", "1:2 the end of the line, not a space"),
            (" \r\n", "1:2 the end of the line, not `\\r`"),
            (" ", "1:2 the end of the line, not the end of the input"),
            (" \n\n", "2:1 the end of the input, not the end of the line"),
            (" \nmore than thirty characters and", "2:1 the end of the input, not `more`"),
        ],
    );
    assert_checks("EOF EOF", &[("", "ok"), ("x", "1:1 the end of the input, not `x`")]);
}

#[test]
fn integers_have_one_form() {
    assert_checks(
        "INT(-20,300)",
        &[
            ("0", "ok"),
            ("-20", "ok"),
            ("300", "ok"),
            ("301", "1:1 an integer from -20 to 300, not `301`"),
            ("-21", "1:1 an integer from -20 to 300, not `-21`"),
            ("-0", "1:1 an integer other than `-0` from -20 to 300, not `-0`"),
            ("007", "1:1 an integer without leading zeros from -20 to 300, not `007`"),
            ("-07", "1:1 an integer without leading zeros from -20 to 300, not `-07`"),
            ("+1", "1:1 an integer from -20 to 300, not `+1`"),
            ("-", "1:1 an integer from -20 to 300, not `-`"),
            ("", "1:1 an integer from -20 to 300, not the end of the input"),
            ("1e2", "1:2 the end of the input, not `e2`"),
            ("\x1b[31m", "1:1 an integer from -20 to 300, not `\\x1b[31m`"),
        ],
    );
}

#[test]
fn integers_have_any_size() {
    let large = "1".repeat(400);
    assert_eq!(check("INT(0,10^400)", &large), "ok");
    assert_eq!(check("INT(0,10^399,n)", &large)[..36], *"1:1 an integer from 0 to a number of");
    assert_eq!(check("INT(-2^63-1,2^64)", "-9223372036854775809"), "ok");
    let beyond = "9".repeat(400_000);
    assert!(check("INT(0,10^300000)", &beyond).contains("not `999"));
}

#[test]
fn floats_have_a_notation() {
    assert_checks(
        "FLOAT(-1,1,x)",
        &[
            ("0", "ok"),
            ("-0.0", "ok"),
            ("0.10e1", "ok"),
            ("1e-0", "ok"),
            ("5E-01", "1:4 an exponent without leading zeros, not `01`"),
            ("1.", "1:3 a digit after the decimal point, not the end of the input"),
            (".5", "1:1 a number from -1 to 1, not `.5`"),
            ("00.5", "1:1 a number without leading zeros from -1 to 1, not `00.5`"),
            ("1e", "1:3 the digits of an exponent, not the end of the input"),
            (
                "1.0000000000000000000000001",
                "1:1 a number from -1 to 1, not `1.0000000000000000000000001`",
            ),
            (
                "1e99999999999999999999",
                "1:1 a number with a smaller exponent from -1 to 1, not `1e99999999999999999999`",
            ),
            ("-1e999999", "1:1 a number from -1 to 1, not `-1e999999`"),
            ("1e-999999", "ok"),
            (
                "1.5e-99999999999999999999",
                "1:1 a number with a smaller exponent from -1 to 1, not `1.5e-99999999999999999999`",
            ),
        ],
    );
    assert_checks(
        "FLOAT(0,10,x,FIXED)",
        &[
            ("1.5", "ok"),
            ("1e0", "1:2 the end of the input, not `e0`"),
            ("11", "1:1 a number from 0 to 10, in fixed point notation, not `11`"),
        ],
    );
    assert_checks(
        "FLOAT(0,10,x,SCIENTIFIC)",
        &[
            ("1.5E+0", "ok"),
            ("1.5", "1:4 an exponent, in scientific notation, not the end of the input"),
        ],
    );
    // A tenth is exact.
    assert_eq!(check("FLOAT(0.1,0.1)", "0.1"), "ok");
    assert_eq!(check("FLOAT(1,10^20)", "1e20"), "ok");
}

#[test]
fn decimals_are_counted() {
    assert_checks(
        "FLOATP(0,10,1,2)",
        &[
            ("1.5", "ok"),
            ("1.50", "ok"),
            ("1.2e0", "ok"),
            ("1", "1:1 a number from 0 to 10, with 1 to 2 decimals, not `1`"),
            ("1.500", "1:1 a number from 0 to 10, with 1 to 2 decimals, not `1.500`"),
            (
                "0.5e0",
                "1:1 a number with a single digit, not zero, before the point from 0 to 10, with 1 to 2 decimals, not `0.5e0`",
            ),
        ],
    );
    assert_eq!(
        check("FLOATP(0,1,2,2,x,FIXED)", "0.5"),
        "1:1 a number from 0 to 1, with 2 decimals, in fixed point notation, not `0.5`"
    );
    assert_eq!(
        check("FLOATP(0,1,2,1)", "1"),
        "fails at 1:14 there is no number with 2 to 1 decimals"
    );
    assert_eq!(check("FLOATP(0,1,-1,1)", "1"), "fails at 1:12 -1 is no number of decimals");
    assert_eq!(
        check("FLOATP(0,1,0.5,1)", "1"),
        "fails at 1:12 this must be an integer, and is a float"
    );
}

#[test]
fn strings_are_compared_byte_by_byte() {
    assert_checks(
        "STRING(\"yes\\n\")",
        &[
            ("yes\n", "ok"),
            ("yep\n", "1:3 \"yes\\n\", not `yep`"),
            ("ye", "1:3 \"yes\\n\", not `ye`"),
            ("", "1:1 \"yes\\n\", not the end of the input"),
        ],
    );
    assert_eq!(check("SET(s=\"ab\") STRING(s)", "ab"), "ok");
    assert_eq!(check("STRING(1)", "1"), "fails at 1:8 this must be a string, and is an integer");
}

#[test]
fn assertions_explain_themselves() {
    assert_checks(
        "INT(0,9,n) ASSERT(n % 2 == 0 && n < 7)",
        &[
            ("4", "ok"),
            (
                "3",
                "1:2 `ASSERT(n % 2 == 0 && n < 7)` to hold, not 1 on the left and 0 on the right",
            ),
            (
                "8",
                "1:2 `ASSERT(n % 2 == 0 && n < 7)` to hold, not 8 on the left and 7 on the right",
            ),
        ],
    );
    assert_eq!(check("ASSERT(!ISEOF)", ""), "1:1 `ASSERT(!ISEOF)` to hold, not that it does not");
    assert_eq!(check("ASSERT(MATCH(\"ab\"))", "c"), "1:1 `ASSERT(MATCH(\"ab\"))` to hold, not `c`");
}

#[test]
fn loops_are_separated() {
    assert_checks(
        "INT(0,3,n) NEWLINE REP(n,SPACE) INT(1,9) END NEWLINE",
        &[
            ("0\n\n", "ok"),
            ("3\n1 2 3\n", "ok"),
            ("2\n1 2 3\n", "2:4 the end of the line, not a space"),
            ("2\n1\n", "2:2 a space, not the end of the line"),
        ],
    );
    assert_checks("WHILE(!ISEOF, NEWLINE) INT(1,9) END", &[("1\n2", "ok"), ("", "ok")]);
    assert_eq!(check("WHILEI(i,MATCH(\"x\")) STRING(\"x\") END ASSERT(i==3)", "xxx"), "ok");
    assert_eq!(check("REPI(a[1],3,SPACE) INT(a[1],a[1]) END ASSERT(a[1]==3)", "0 1 2"), "ok");
    // The loop keeps its own count.
    assert_eq!(check("REPI(i,2) SET(i=7) STRING(\"x\") END ASSERT(i==2)", "xx"), "ok");
    assert_eq!(check("REPI(i,0) END ASSERT(i==0)", ""), "ok");
    assert_eq!(check("REP(-1) END", ""), "fails at 1:5 a loop cannot be repeated -1 times");
    assert_eq!(check("REP(2.0) END", ""), "fails at 1:5 this must be an integer, and is a float");
}

#[test]
fn branches_are_taken() {
    let description = "IF(MATCH(\"0\")) STRING(\"0\") ELSE INT(1,9,n) IF(n>5) SPACE END END";
    assert_checks(
        description,
        &[("0", "ok"), ("3", "ok"), ("7 ", "ok"), ("7", "1:2 a space, not the end of the input")],
    );
}

#[test]
fn variables_are_set_and_unset() {
    assert_eq!(check("SET(a=1, b=a+1, c[a,b]=b) ASSERT(c[1,2]==2)", ""), "ok");
    assert_eq!(check("SET(a=1) UNSET(a) INT(0,a)", "0"), "fails at 1:25 a has no value");
    assert_eq!(check("SET(a[2]=1) INT(0,a[3])", "0"), "fails at 1:19 a[3] has no value");
    assert_eq!(
        check("SET(a[2^70]=1) ASSERT(a[2^70]==1 && a[1]==0)", ""),
        "fails at 1:37 a[1] has no value"
    );
    assert_eq!(check("SET(a[0.5]=1)", ""), "fails at 1:7 this must be an integer, and is a float");
    assert_eq!(check("SET(a=1) SET(a[0]=2) ASSERT(a==1)", ""), "ok");
}

#[test]
fn arrays_are_searched() {
    let read = "REPI(i,3,SPACE) INT(0,9,a[i]) END ";
    let searched = format!("{read}ASSERT(INARRAY(7,a))");
    assert_checks(
        &searched,
        &[("1 7 1", "ok"), ("1 2 3", "1:6 `ASSERT(INARRAY(7,a))` to hold, not that 7 is not in a")],
    );
    // An overwritten value is no longer found.
    assert!(check("SET(a[0]=7, a[0]=8) ASSERT(INARRAY(7,a))", "").contains("not in a"));
    assert_eq!(check("SET(a[0]=7, a[0]=7.0) ASSERT(INARRAY(7,a))", ""), "ok");
    assert_eq!(check("IF(INARRAY(1,a)) END", ""), "fails at 1:4 a has no value");
    assert_eq!(check("SET(a=1) UNSET(a) IF(INARRAY(1,a)) END", ""), "fails at 1:22 a has no value");
}

#[test]
fn tuples_are_unique() {
    let read = "REPI(i,3,SPACE) INT(0,9,a[i]) SPACE INT(0,9,b[i]) END ";
    let unique = format!("{read}ASSERT(UNIQUE(a,b))");
    assert_checks(
        &unique,
        &[
            ("1 1 1 2 2 1", "ok"),
            (
                "1 2 3 3 1 2",
                "1:12 `ASSERT(UNIQUE(a,b))` to hold, not the same (a,b) at [0] and [2]: 1, 2",
            ),
        ],
    );
    let of_one = format!("{read}ASSERT(UNIQUE(a))");
    assert_checks(&of_one, &[("1 1 2 1 3 1", "ok")]);
    assert!(check(&of_one, "1 1 2 1 2 1").ends_with("not the same a at [1] and [2]: 2"));
    // `UNIQUE` is a test like any other.
    assert_eq!(check(&format!("{read}IF(!UNIQUE(a)) SPACE END"), "1 1 2 1 2 1 "), "ok");
    let other = check("SET(a[0]=1, b[1]=1) ASSERT(UNIQUE(a,b))", "");
    assert!(other.ends_with("not that (a,b) have different indices"), "{other}");
    let fewer = check("SET(a[0]=1, a[1]=2, b[1]=1) ASSERT(UNIQUE(a,b))", "");
    assert!(fewer.ends_with("not that (a,b) have different indices"), "{fewer}");
    assert_eq!(check("ASSERT(UNIQUE(a))", ""), "fails at 1:8 a has no value");
}
