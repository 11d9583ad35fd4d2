//! What the last lines of standard error say about a crash: the kind of exception, what it says, and the line of the program.
//!
//! Each language has its own form, and the line that tells most is seldom the last one. The text is that of a program, and may be anything.

/// A crash, as far as a program tells it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Crash {
    /// The kind of exception, without the names of packages, such as `ZeroDivisionError`.
    pub kind: String,
    /// What it says.
    pub said: String,
    /// The line of the program, where that is told.
    pub line: Option<u32>,
    /// The text of that line, where that is told.
    pub source: Option<String>,
}

/// Reads a crash in the form of one language.
type CrashForm = fn(&[&str]) -> Option<Crash>;

/// The ways in which languages tell crashes.
const FORMS: [CrashForm; 7] = [python, jvm, node, rust, go, dotnet, cpp];

/// Where files of a language's own library lie, in frames of the stack.
const LIBRARIES: [&str; 8] =
    ["/usr/", "<frozen", "java.", "jdk.", "kotlin.", "scala.", "sun.", "node:"];

impl Crash {
    /// Reads standard error; none if it has no form that is known.
    pub fn read(stderr: &str) -> Option<Crash> {
        // Events have escaped texts.
        let stderr = stderr.replace("\\t", "\t");
        let lines: Vec<&str> = stderr.lines().map(str::trim_end).collect();
        FORMS.iter().find_map(|form| form(&lines))
    }

    /// Returns the exception in a line, as the language writes it.
    pub fn headline(&self) -> String {
        match (self.kind.is_empty(), self.said.is_empty()) {
            (false, false) => format!("{}: {}", self.kind, self.said),
            (false, true) => self.kind.clone(),
            (true, _) => self.said.clone(),
        }
    }

    fn named(head: &str) -> Crash {
        let (kind, said) = head.split_once(':').unwrap_or((head, ""));
        let kind = kind.trim().rsplit('.').next().unwrap_or_default();
        Crash { kind: kind.into(), said: said.trim().into(), ..Crash::default() }
    }

    fn at(self, line: Option<u32>) -> Crash {
        Crash { line, ..self }
    }
}

/// Returns whether a text is the name of an exception, with its packages.
fn is_exception(head: &str) -> bool {
    let name = head.split(':').next().unwrap_or_default().trim();
    let ends = ["Error", "Exception", "Interrupt", "Iteration", "Warning", "Exit"];
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '$');
    !name.is_empty() && name.chars().all(is_name) && ends.iter().any(|end| name.ends_with(end))
}

fn is_own(frame: &str) -> bool {
    LIBRARIES.iter().all(|library| !frame.contains(library))
}

/// Returns the number at the start of a text.
fn number(text: &str) -> Option<u32> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().ok()
}

/// Returns the number behind the first of these words.
fn number_after(text: &str, mark: &str) -> Option<u32> {
    number(&text[text.find(mark)? + mark.len()..])
}

/// `  File "main.py", line 3, in f`, the line itself, and at the end `ValueError: ...`.
fn python(lines: &[&str]) -> Option<Crash> {
    let is_frame = |line: &str| line.trim_start().starts_with("File \"");
    let is_whole = lines.iter().any(|line| is_frame(line));
    let end = lines.iter().rposition(|line| is_exception(line)).filter(|_| is_whole)?;
    let own = (0..end).rev().find(|&at| is_frame(lines[at]) && is_own(lines[at]));
    let source = own.and_then(|at| lines[at + 1..end].first()).filter(|line| !is_frame(line));
    let line = own.and_then(|at| number_after(lines[at], ", line "));
    let source = source.map(|line| line.trim().to_string());
    Some(Crash { source, ..Crash::named(lines[end]).at(line) })
}

/// `Exception in thread "main" java.lang.ArithmeticException: / by zero`, and `at Main.f(Main.java:5)`.
fn jvm(lines: &[&str]) -> Option<Crash> {
    let start = lines.iter().position(|line| line.starts_with("Exception in thread "))?;
    // The name of the thread is in quotes.
    let head = lines[start].splitn(3, '"').nth(2).unwrap_or_default().trim();
    let frames = lines[start + 1..].iter().map(|line| line.trim());
    let mut frames = frames.filter_map(|line| line.strip_prefix("at ")).filter(|at| is_own(at));
    let line = frames.next().and_then(|at| number(at.rsplit_once(':')?.1));
    Some(Crash::named(head).at(line))
}

/// `/submission/main.js:3`, the line itself, a mark below it, `TypeError: ...`, and `at f (/submission/main.js:3:9)`.
fn node(lines: &[&str]) -> Option<Crash> {
    let start = lines.iter().position(|line| is_exception(line))?;
    let is_frame = |line: &&&str| line.trim_start().starts_with("at ");
    let frames = lines[start + 1..].iter().take_while(is_frame);
    let own = frames.clone().find(|line| is_own(line));
    let has_mark = lines[..start].iter().any(|line| line.trim_start().starts_with('^'));
    if frames.count() == 0 && !has_mark {
        return None;
    }
    let line = own.and_then(|frame| {
        let mut parts = frame.trim_end_matches(')').rsplit(':');
        parts.next()?;
        number(parts.next()?)
    });
    let mark = lines[..start].iter().rposition(|line| line.trim_start().starts_with('^'));
    let above = mark.and_then(|at| at.checked_sub(1)).map(|at| lines[at].trim().to_string());
    let shown =
        mark.and_then(|at| at.checked_sub(2)).and_then(|at| number(lines[at].rsplit_once(':')?.1));
    // The line that is shown may be one of a library.
    let source = above.filter(|_| line.is_none() || line == shown);
    Some(Crash { source, ..Crash::named(lines[start]).at(line.or(shown)) })
}

/// `thread 'main' panicked at src/main.rs:3:5:`, and what it says.
fn rust(lines: &[&str]) -> Option<Crash> {
    let is_panic = |line: &&str| line.starts_with("thread '") && line.contains(" panicked at ");
    let at = lines.iter().position(is_panic)?;
    let place = lines[at].split(" panicked at ").nth(1)?;
    let line = place.split_once(".rs:").filter(|_| is_own(place)).and_then(|(_, at)| number(at));
    let said = lines.get(at + 1).map_or("", |line| line.trim());
    Some(Crash { kind: "panic".into(), said: said.into(), line, source: None })
}

/// `panic: runtime error: ...`, and frames such as `/submission/main.go:8 +0x1d`.
fn go(lines: &[&str]) -> Option<Crash> {
    let at = lines.iter().position(|line| line.starts_with("panic: "))?;
    let said = lines[at].trim_start_matches("panic: ").trim_start_matches("runtime error: ");
    let frames = lines[at..].iter().filter(|line| line.contains(".go:") && is_own(line));
    let line = frames.clone().next().and_then(|frame| number_after(frame, ".go:"));
    Some(Crash { kind: "panic".into(), said: said.into(), line, source: None })
}

/// `Unhandled exception. System.FormatException: ...`, and `at Program.Main() in /x/Program.cs:line 5`.
fn dotnet(lines: &[&str]) -> Option<Crash> {
    let heads = ["Unhandled exception. ", "Unhandled Exception: "];
    let (at, head) = lines.iter().enumerate().find_map(|(at, line)| {
        Some((at, heads.iter().find_map(|head| line.trim_start().strip_prefix(head))?))
    })?;
    let head = if head.is_empty() { lines.get(at + 1).copied()?.trim() } else { head };
    let mut own = lines[at..].iter().filter_map(|line| number_after(line, ":line "));
    Some(Crash::named(head).at(own.next()))
}

/// `terminate called after throwing an instance of 'std::out_of_range'`, and `what():  ...`.
fn cpp(lines: &[&str]) -> Option<Crash> {
    let thrown = "terminate called after throwing an instance of '";
    let (at, kind) = lines
        .iter()
        .enumerate()
        .find_map(|(at, line)| Some((at, line.strip_prefix(thrown)?.trim_end_matches('\''))))?;
    let said = lines.get(at + 1).and_then(|line| line.trim().strip_prefix("what():"));
    Some(Crash {
        kind: kind.rsplit("::").next().unwrap_or(kind).into(),
        said: said.unwrap_or_default().trim().into(),
        ..Crash::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(stderr: &str) -> (String, Option<u32>, Option<String>) {
        let crash = Crash::read(stderr).unwrap();
        (crash.headline(), crash.line, crash.source)
    }

    /// Each as the language writes it, on a program with its mistake in the given line.
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
            (
                python,
                "ZeroDivisionError: division by zero",
                Some(2),
                Some("return sum(a) / len(a)"),
            ),
            (java, "NumberFormatException: For input string: \"1 2\"", Some(6), None),
            (
                kotlin,
                "IndexOutOfBoundsException: Index 3 out of bounds for length 3",
                Some(3),
                None,
            ),
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
}
