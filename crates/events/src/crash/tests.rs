use super::*;

fn read(stderr: &str) -> (String, Option<u32>, Option<String>) {
    let crash = Crash::read(stderr).unwrap();
    (crash.headline(), crash.line, crash.source)
}

/// Each is the output of a program with its mistake in the given line.
#[test]
fn nine_languages_tell_crashes_in_their_own_ways() {
    let python = "Traceback (most recent call last):\n  File \"/submission/main.py\", line 4, in <module>\n    print(mean([]))\n          ^^^^^^^^\n  File \"/submission/main.py\", line 2, in mean\n    return sum(a) / len(a)\n           ~~~~~~~^~~~~~~~\nZeroDivisionError: division by zero";
    let java = "Exception in thread \"main\" java.lang.NumberFormatException: For input string: \"1 2\"\n\tat java.base/java.lang.Integer.parseInt(Integer.java:652)\n\tat Main.main(Main.java:6)";
    let kotlin = "Exception in thread \"main\" java.lang.IndexOutOfBoundsException: Index 3 out of bounds for length 3\n\tat kotlin.collections.ArraysKt.get(Arrays.kt:9)\n\tat MainKt.main(Main.kt:3)\n\tat MainKt.main(Main.kt)";
    let node = "/submission/main.js:2\nconsole.log(x.foo());\n              ^\n\nTypeError: x.foo is not a function\n    at Object.<anonymous> (/submission/main.js:2:15)\n    at Module._compile (node:internal/modules/cjs/loader:1364:14)\n\nNode.js v20.20.2";
    let rust = "\nthread 'main' (17) panicked at src/main.rs:3:20:\nindex out of bounds: the len is 1 but the index is 4\nnote: run with `RUST_BACKTRACE=1` environment variable to display a backtrace";
    let go = "panic: runtime error: index out of range [5] with length 3\n\ngoroutine 1 [running]:\nmain.main()\n\t/submission/main.go:8 +0x1d\nexit status 2";
    let csharp = "Unhandled exception. System.FormatException: The input string '1 2' was not in a correct format.\n   at System.Number.ThrowFormatException(String s)\n   at Program.Main() in /submission/Program.cs:line 5";
    let cpp = "terminate called after throwing an instance of 'std::out_of_range'\n  what():  vector::_M_range_check: __n (which is 5) >= this->size() (which is 3)";
    let python2 = "Traceback (most recent call last):\n  File \"/submission/main.py\", line 1, in <module>\n    n = int(raw_input())\nValueError: invalid literal for int() with base 10: '1 2'";
    for (stderr, head, line, source) in [
        (python, "ZeroDivisionError: division by zero", Some(2), Some("return sum(a) / len(a)")),
        (java, "NumberFormatException: For input string: \"1 2\"", Some(6), None),
        (kotlin, "IndexOutOfBoundsException: Index 3 out of bounds for length 3", Some(3), None),
        (node, "TypeError: x.foo is not a function", Some(2), Some("console.log(x.foo());")),
        (rust, "panic: index out of bounds: the len is 1 but the index is 4", Some(3), None),
        (go, "panic: index out of range [5] with length 3", Some(8), None),
        (
            csharp,
            "FormatException: The input string '1 2' was not in a correct format.",
            Some(5),
            None,
        ),
        (
            cpp,
            "out_of_range: vector::_M_range_check: __n (which is 5) >= this->size() (which is 3)",
            None,
            None,
        ),
        (
            python2,
            "ValueError: invalid literal for int() with base 10: '1 2'",
            Some(1),
            Some("n = int(raw_input())"),
        ),
    ] {
        assert_eq!(read(stderr), (head.into(), line, source.map(String::from)), "{stderr}");
    }
}

#[test]
fn frames_of_libraries_are_not_the_students_line() {
    let json = "Traceback (most recent call last):\n  File \"/submission/main.py\", line 7, in <module>\n    d = json.loads(s)\n  File \"/usr/lib/python3.11/json/__init__.py\", line 346, in loads\n    return _default_decoder.decode(s)\njson.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)";
    let (head, line, source) = read(json);
    assert!(head.starts_with("JSONDecodeError: Expecting value"));
    assert_eq!((line, source.as_deref()), (Some(7), Some("d = json.loads(s)")));
}

#[test]
fn frames_are_read_as_events_have_them() {
    let java = "Exception in thread \"main\" java.lang.ArithmeticException: / by zero\n\\tat Main.main(Main.java:6)";
    assert_eq!(read(java), ("ArithmeticException: / by zero".into(), Some(6), None));
}

#[test]
fn what_has_no_form_is_no_crash() {
    for stderr in ["", "Segmentation fault", "debug: 3", "main: head: empty list", "Error"] {
        assert_eq!(Crash::read(stderr), None, "{stderr}");
    }
}
