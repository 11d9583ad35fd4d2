//! Expressions and tests: assertions that hold, and those that cannot be evaluated.

use super::check;

#[test]
fn assertions_hold() {
    for test in [
        "1+2*3 == 7 && (1+2)*3 == 9",
        "7-2-1 == 4 && 12/3/2 == 2",
        "2^3^2 == 64 && -2^2 == -4 && 2*3^2 == 18",
        "--3 == 3 && 3--3 == 6",
        "7/2 == 3 && -7/2 == -3 && 7/-2 == -3",
        "7%3 == 1 && -7%3 == -1 && 7%-3 == 1",
        "0^0 == 1 && (-1)^(2^63) == 1 && (-1)^3 == -1 && 1^(2^63) == 1 && 0^5 == 0",
        "2^100 == 1267650600228229401496703205376",
        "2^100/2^98 == 4 && 2^100%7 == 2 && 2^100-2^100+1 == 1",
        "9223372036854775807+1 == 2^63 && -9223372036854775807-1 == -2^63",
        "(-9223372036854775807-1)/-1 == 2^63 && (-9223372036854775807-1)*-1 == 2^63",
        "-2^64 < -2^63 && -2^64 < 0 && 2^64 > 0 && 2^63 < 2^64 && 0 > -2^64",
        "1/2 == 0 && 1/2. == 0.5 && 1.0/4 == 0.25 && 2.*3 == 6",
        "0.1+0.2 == 0.3 && 0.3-0.1 == 0.2 && 1.5*1.5 == 2.25 && 1.5^2 == 2.25",
        "1e3 == 1000 && 1E+3 == 1000 && 25e-1 == 2.5 && 2. == 2",
        "1e1000000 > 10^1000 && 1e-1000000 > 0 && -1e1000000 < -10^1000",
        "1e1000000+1 == 1e1000000 && 1e-1000000+1 == 1",
        "1e1000000*1e-1000000 == 1 && 0*1e1000000 == 0 && 0+1e9 == 1e9 && 1e9-1e9 == 0",
        "1/3.0*3 < 1 && 1-1/3.0*3 < 1e-990 && 2/3.0 > 0.66666666666666666666",
        "10^400*1.0 == 1e400 && 10^1500*1.0/10^1500 == 1",
        "1 < 2 && 2 > 1 && 1 <= 1 && 1 >= 1 && 1 != 2 && !1 == 2",
        "\"abc\" < \"abd\" && \"ab\" < \"abc\" && \"\" == \"\" && \"a\" != \"b\"",
        "STRLEN(\"abc\") == 3 && STRLEN(\"\")+1 == 1",
        "\"\\101\\n\\t\\r\\b\\f\\\"\\\\\" == \"A\\12\\11\\15\\10\\14\\42\\134\"",
        "\"a\\\nb\" == \"ab\" && \"a\nb\" == \"a\\nb\" && \"\\q\" == \"\\\\q\" && \"\\409\" == \" 9\"",
        // The connectives have the same precedence, and `!` extends as far as possible.
        "1==1 || 1==1 && 1==2 || 1==1",
        "!(1==1 || 1==1 && 1==2 || 1==2)",
        "!1==2 && 1==2",
        "((1==1)) && (1)==(1) && ((1)+1) == 2",
        "ISEOF && !MATCH(\"x\")",
        // Evaluation stops when the result is decided.
        "1==1 || 1/0 == 1",
        "!(1==2 && 1/0 == 1)",
    ] {
        assert_eq!(check(&format!("ASSERT({test})"), ""), "ok", "{test}");
    }
}

#[test]
fn connectives_have_the_same_precedence() {
    let test = "ASSERT(1==1 || 1==1 && 1==2)";
    assert_eq!(check(test, ""), format!("1:1 `{test}` to hold, not that it does not"));
}

#[test]
fn what_is_undefined_fails_when_it_is_computed() {
    for (expression, failure) in [
        ("1/0", "9 this divides by zero"),
        ("1%0", "9 this divides by zero"),
        ("1+2^64/0", "14 this divides by zero"),
        ("1/0.0", "9 this divides by zero"),
        ("1.5%2", "11 `%` is defined for integers only"),
        ("2^0.5", "9 the exponent is a float, not an integer"),
        ("2^-1", "9 the exponent is -1, not a number from 0 to 2^64 - 1"),
        (
            "18446744073709551616^18446744073709551615",
            "28 the result is a number of more than 300000 digits",
        ),
        ("2^(2^63)", "10 the result is a number of more than 300000 digits"),
        ("\"a\"+1", "11 there is no arithmetic with strings"),
        ("\"a\"^1", "11 there is no arithmetic with strings"),
        ("-\"a\"", "7 a string has no negative"),
        ("STRLEN(1)", "14 this must be a string, and is an integer"),
        ("1.5e1000000^(2^62)", "20 the exponent of this number is too large"),
        ("x", "7 x has no value"),
    ] {
        let found = check(&format!("SET(y={expression})"), "");
        assert_eq!(found, format!("fails at 1:{failure}"), "{expression}");
    }
    assert_eq!(check("ASSERT(\"1\"==1)", ""), "fails at 1:11 a string is compared with an integer");
    assert_eq!(check("ASSERT(1.0<\"1\")", ""), "fails at 1:11 a float is compared with a string");
    assert_eq!(
        check("IF(MATCH(1)) END", ""),
        "fails at 1:10 this must be a string, and is an integer"
    );
    assert_eq!(check("FLOAT(\"a\",1)", ""), "fails at 1:7 this must be a number, and is a string");
}
