//! Parses a crash from the last lines of standard error: the kind of exception, its message, and
//! the line of the program.
//!
//! Each language has its own format, and the most useful line is seldom the last one. The text
//! comes from a program and may be anything.

/// A crash, as far as it was parsed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Crash {
    /// The kind of exception without its package, such as `ZeroDivisionError`.
    pub kind: String,
    /// Its message.
    pub said: String,
    /// The number of the program's line, if given.
    pub line: Option<u32>,
    /// The text of that line, if given.
    pub source: Option<String>,
}

type CrashForm = fn(&[&str]) -> Option<Crash>;

const FORMS: [CrashForm; 7] = [python, jvm, node, rust, go, dotnet, cpp];

/// Parts of paths and names of a language's own library, in stack frames.
const LIBRARIES: [&str; 8] =
    ["/usr/", "<frozen", "java.", "jdk.", "kotlin.", "scala.", "sun.", "node:"];

impl Crash {
    /// Parses standard error; `None` if it has no known format.
    pub fn read(stderr: &str) -> Option<Crash> {
        // The texts of events are escaped.
        let stderr = stderr.replace("\\t", "\t");
        let lines: Vec<&str> = stderr.lines().map(str::trim_end).collect();
        FORMS.iter().find_map(|form| form(&lines))
    }

    /// Returns the exception in one line, as the language writes it.
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

/// Returns whether a text is the name of an exception, perhaps with its package.
fn is_exception(head: &str) -> bool {
    let name = head.split(':').next().unwrap_or_default().trim();
    let ends = ["Error", "Exception", "Interrupt", "Iteration", "Warning", "Exit"];
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '$');
    !name.is_empty() && name.chars().all(is_name) && ends.iter().any(|end| name.ends_with(end))
}

fn is_own(frame: &str) -> bool {
    LIBRARIES.iter().all(|library| !frame.contains(library))
}

fn number(text: &str) -> Option<u32> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().ok()
}

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

/// `Exception in thread "main" java.lang.ArithmeticException: / by zero`, and
/// `at Main.f(Main.java:5)`.
fn jvm(lines: &[&str]) -> Option<Crash> {
    let start = lines.iter().position(|line| line.starts_with("Exception in thread "))?;
    // The name of the thread is in quotes.
    let head = lines[start].splitn(3, '"').nth(2).unwrap_or_default().trim();
    let frames = lines[start + 1..].iter().map(|line| line.trim());
    let mut frames = frames.filter_map(|line| line.strip_prefix("at ")).filter(|at| is_own(at));
    let line = frames.next().and_then(|at| number(at.rsplit_once(':')?.1));
    Some(Crash::named(head).at(line))
}

/// `/submission/main.js:3`, the line itself, a mark below it, `TypeError: ...`, and
/// `at f (/submission/main.js:3:9)`.
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
    // The line shown may belong to a library.
    let source = above.filter(|_| line.is_none() || line == shown);
    Some(Crash { source, ..Crash::named(lines[start]).at(line.or(shown)) })
}

/// `thread 'main' panicked at src/main.rs:3:5:`, and the message.
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

/// `Unhandled exception. System.FormatException: ...`, and
/// `at Program.Main() in /x/Program.cs:line 5`.
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
mod tests;
