//! Recognizes mistakes in the output of a program, and explains them.
//!
//! Only the visible part of a judgement is used: if the answer is not shown, no mistake may reveal
//! it.

use referee_events::{Crash, INSTALLED, JudgedCase, LINE, Reason, STDERR, SourceLine};

use super::mistake::{Mistake, short};
use super::outputs;

/// Returns the mistakes recognized in the visible part of a judgement: first what happened, then
/// why.
fn of_judgement(seen: &JudgedCase) -> Vec<Mistake> {
    let (output, answer) = (seen.output.as_deref(), seen.answer.as_deref());
    match seen.reason {
        Reason::RunTimeError => of_crash(seen),
        Reason::Empty => vec![Mistake::plain("nothing-printed")],
        Reason::NotText if seen.output.is_some() => vec![Mistake::plain("output-encoding")],
        Reason::TimeLimit => {
            output.and_then(|output| outputs::progress(output, answer)).into_iter().collect()
        }
        Reason::Refuted | Reason::Malformed => {
            let both = output.zip(answer);
            both.and_then(|(output, answer)| outputs::compare(output, answer)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the mistakes recognized in a judgement of a program; `writes` is a line that writes to a
/// file instead of printing.
pub fn of_program(seen: &JudgedCase, writes: Option<&SourceLine>) -> Vec<Mistake> {
    let SourceLine { line, text } = match writes.filter(|_| seen.reason == Reason::Empty) {
        Some(writes) => writes,
        None => return of_judgement(seen),
    };
    vec![Mistake::with("printed-to-file", [("line", line.to_string()), ("source", short(text))])]
}

/// Returns the mistakes recognized in the messages of a compiler.
pub fn of_compiler(message: &str) -> Vec<Mistake> {
    let has = |marks: &[&str]| marks.iter().any(|mark| message.contains(mark));
    if let Some(rest) = message.split("should be declared in a file named ").nth(1) {
        let name = rest.split_whitespace().next().unwrap_or_default();
        return vec![Mistake::with("class-name", [("name", name.into())])];
    }
    let marks = [
        "stray '\\",
        "invalid or missing encoding declaration",
        "unmappable character",
        "illegal character: '\\u",
        "unknown start of token: \\u",
        "stream did not contain valid UTF-8",
        "source file contains null bytes",
    ];
    if has(&marks) { vec![Mistake::plain("source-encoding")] } else { Vec::new() }
}

fn of_crash(seen: &JudgedCase) -> Vec<Mistake> {
    let stderr = seen.facts.iter().find(|fact| fact.label == STDERR);
    let stderr = stderr.map_or("", |fact| &fact.text);
    let crash = Crash::read(stderr).map(|crash| with_source(crash, seen));
    let why = why(seen, stderr, crash.as_ref());
    let what = crash.map(|crash| described(&crash));
    what.into_iter().chain(why).collect()
}

/// Adds the line of the program if the language only reports its number.
fn with_source(crash: Crash, seen: &JudgedCase) -> Crash {
    let shown = seen.facts.iter().find(|fact| fact.label == LINE);
    let shown = shown.and_then(|fact| fact.text.split_once(": "));
    let is_it =
        |(number, _): &(&str, &str)| crash.line.is_some_and(|line| *number == line.to_string());
    let source = shown.filter(is_it).map(|(_, text)| text.to_string());
    Crash { source: crash.source.or(source), ..crash }
}

fn described(crash: &Crash) -> Mistake {
    let exception = ("exception", short(&crash.headline()));
    match (crash.line, &crash.source) {
        (Some(line), Some(source)) => Mistake::with(
            "exception-in",
            [("line", line.to_string()), ("source", short(source)), exception],
        ),
        (Some(line), None) => {
            Mistake::with("exception-at", [("line", line.to_string()), exception])
        }
        (None, _) => Mistake::with("exception", [exception]),
    }
}

/// Texts in standard error, in any language, and the keys of the mistakes that they indicate.
const SIGNS: [(&str, &str); 34] = [
    ("RecursionError", "recursion"),
    ("StackOverflowError", "recursion"),
    ("Maximum call stack size exceeded", "recursion"),
    ("has overflowed its stack", "recursion"),
    ("goroutine stack exceeds", "recursion"),
    ("Stack overflow", "recursion"),
    ("ZeroDivisionError", "division-by-zero"),
    ("ArithmeticException: / by zero", "division-by-zero"),
    ("DivideByZeroException", "division-by-zero"),
    ("attempt to divide by zero", "division-by-zero"),
    ("integer divide by zero", "division-by-zero"),
    ("FileNotFoundError", "input-file"),
    ("java.io.FileNotFoundException", "input-file"),
    ("NoSuchFileException", "input-file"),
    ("ENOENT: no such file", "input-file"),
    ("System.IO.FileNotFoundException", "input-file"),
    ("kind: NotFound", "input-file"),
    ("IndexError", "index"),
    ("IndexOutOfBoundsException", "index"),
    ("IndexOutOfRangeException", "index"),
    ("index out of bounds", "index"),
    ("index out of range", "index"),
    ("_M_range_check", "index"),
    ("Non-UTF-8 code", "source-encoding"),
    ("cannot contain null bytes", "source-encoding"),
    ("invalid non-printable character U+FEFF", "source-encoding"),
    ("NullPointerException", "null"),
    ("NullReferenceException", "null"),
    ("'NoneType' object", "null"),
    ("Cannot read properties of", "null"),
    ("nil pointer dereference", "null"),
    ("kind: InvalidDigit", "no-number"),
    ("std::invalid_argument", "no-number"),
    ("InputMismatchException", "no-number"),
];

/// Returns why a program crashed, if that is recognized.
fn why(seen: &JudgedCase, stderr: &str, crash: Option<&Crash>) -> Option<Mistake> {
    let ends = ["EOFError", "NoSuchElementException", "kind: Empty", "unexpected newline", ": EOF"];
    if ends.iter().any(|end| stderr.contains(end)) {
        return Some(Mistake::plain(if is_pause(seen, crash) {
            "pause-at-end"
        } else {
            "end-of-input"
        }));
    }
    if let Some(module) = missing_module(stderr) {
        let module = ("module", short(module));
        let installed = seen.facts.iter().find(|fact| fact.label == INSTALLED);
        return Some(match installed.map(|fact| fact.text.clone()) {
            Some(names) => Mistake::with("module-beside", [module, ("installed", names)]),
            None => Mistake::with("missing-module", [module]),
        });
    }
    if let Some(text) = not_a_number(stderr) {
        let key = match text.split_whitespace().count() {
            2.. => "not-by-line",
            _ if is_number(text) => "other-number",
            _ => "not-a-number",
        };
        return Some(Mistake::with(key, [("text", short(text))]));
    }
    if let Some(crash) = crash.filter(|crash| crash.kind == "KeyError") {
        return Some(Mistake::with("key", [("text", short(&crash.said))]));
    }
    let sign = SIGNS.iter().find(|(sign, _)| stderr.contains(sign));
    sign.map(|(_, key)| Mistake::plain(key))
}

/// Returns whether a program only waits for input at its end: it has printed the answer, and its
/// last read finds no input.
fn is_pause(seen: &JudgedCase, crash: Option<&Crash>) -> bool {
    let source = crash.and_then(|crash| crash.source.as_deref()).unwrap_or_default();
    let both = seen.output.as_deref().zip(seen.answer.as_deref());
    let is_right = both.is_some_and(|(output, answer)| {
        let mut lines = output.lines().map(str::trim);
        // The prompt of that read follows the answer.
        !answer.is_empty()
            && outputs::is_whole(answer)
            && answer.lines().all(|line| lines.next() == Some(line.trim()))
    });
    source.starts_with("input(") && is_right
}

fn missing_module(stderr: &str) -> Option<&str> {
    let marks = ["No module named '", "No module named ", "Cannot find module '"];
    let rest = marks.iter().find_map(|mark| Some(stderr.split_once(mark)?.1))?;
    let end = rest.find(['\'', '\n']).unwrap_or(rest.len());
    Some(rest[..end].trim())
}

/// Returns the text that a program tried to parse as a number.
fn not_a_number(stderr: &str) -> Option<&str> {
    let marks = [
        ("invalid literal for int() with base 10: '", "'"),
        ("could not convert string to float: '", "'"),
        ("For input string: \"", "\""),
        ("The input string '", "'"),
        ("Cannot convert ", " to a BigInt"),
        ("parsing \"", "\""),
    ];
    marks.iter().find_map(|(mark, end)| {
        let rest = stderr.split_once(mark)?.1;
        rest.split_once(*end).map(|(text, _)| text)
    })
}

/// Returns whether a text is a number, though not one that the program can parse: Java rejects a
/// number that is too large as if it were text.
fn is_number(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit()) && text.trim().parse::<f64>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_events::LabelledFact;

    fn crashed(said: &str) -> JudgedCase {
        let (ann, case) = ("ann".into(), "secret/1".into());
        let crash = JudgedCase::plain(&ann, &case, Reason::RunTimeError, "exit code 1");
        let fact = LabelledFact { label: STDERR.into(), text: said.into() };
        JudgedCase { facts: vec![fact], ..crash }
    }

    #[test]
    fn a_number_is_not_said_to_be_none() {
        let told = |said: &str| {
            let last = of_program(&crashed(said), None).pop()?;
            Some((last.key, last.values.first()?.1.clone()))
        };
        let java = "java.lang.NumberFormatException: For input string:";
        let python = "ValueError: invalid literal for int() with base 10:";
        for (said, key, text) in [
            (format!("{java} \"3000000000\""), "other-number", "3000000000"),
            (format!("{java} \"3 \""), "other-number", "3"),
            (format!("{python} '2.5'"), "other-number", "2.5"),
            (format!("{python} 'nan'"), "not-a-number", "nan"),
            ("SyntaxError: Cannot convert 3 4 to a BigInt".into(), "not-by-line", "3 4"),
            ("SyntaxError: Cannot convert x to a BigInt".into(), "not-a-number", "x"),
        ] {
            assert_eq!(told(&said), Some((key, text.into())), "{said}");
        }
        let mixed = told("TypeError: Cannot convert a BigInt value to a number");
        assert!(mixed.is_none_or(|(key, _)| key != "not-a-number"));
    }

    #[test]
    fn what_is_not_shown_is_not_said_to_be_right() {
        let said = "Traceback (most recent call last):\n  File \"main.py\", line 3, in <module>\n    \
            input()\nEOFError: EOF when reading a line";
        let key = |text: &str| {
            let (output, answer) = (Some(text.to_string()), Some(text.to_string()));
            of_program(&JudgedCase { output, answer, ..crashed(said) }, None).pop().unwrap().key
        };
        assert_eq!(key("1\n2"), "pause-at-end");
        assert_eq!(key("1\n2\n..."), "end-of-input");
    }

    #[test]
    fn a_file_that_is_written_and_modules_that_are_there_are_named() {
        let fact = |label: &'static str, text: &str| LabelledFact {
            label: label.into(),
            text: text.into(),
        };
        let (ann, case) = ("ann".into(), "secret/1".into());
        let empty = JudgedCase::plain(&ann, &case, Reason::Empty, "nothing");
        let writes = SourceLine { line: 2, text: "open('a', 'w')".into() };
        let key = |seen, writes| of_program(seen, writes).first().map(|mistake| mistake.key);
        assert_eq!(key(&empty, Some(&writes)), Some("printed-to-file"));
        assert_eq!(key(&empty, None), Some("nothing-printed"));
        let said = "Traceback (most recent call last):\n  File \"main.py\", line 1, in <module>\n    \
            import numpy\nModuleNotFoundError: No module named 'numpy'";
        let crash = JudgedCase::plain(&ann, &case, Reason::RunTimeError, "exit code 1");
        let lacks = JudgedCase { facts: vec![fact(STDERR, said)], ..crash };
        let last = |seen| of_program(seen, Some(&writes)).last().cloned();
        assert_eq!(last(&lacks).unwrap().key, "missing-module");
        let facts = vec![fact(STDERR, said), fact(INSTALLED, "scipy, sympy")];
        let beside = last(&JudgedCase { facts, ..lacks.clone() }).unwrap();
        assert_eq!((beside.key, &beside.values[1].1), ("module-beside", &"scipy, sympy".into()));
    }
}
