//! Finds out from the output of sanitizers and the C++ runtime why a program failed, and describes
//! it in one line, with the line of the program.
//!
//! The output is searched for the last statement about the end: a report of AddressSanitizer, a
//! failed assertion, an uncaught exception. What UndefinedBehaviorSanitizer has reported before
//! that is often the true cause, such as an index that has overflowed.

use std::fmt::Write as _;

use referee_checker::text::excerpt;

/// The maximum number of characters taken from a message.
const MAX_LENGTH: usize = 160;

/// The text before the error in the first line of a report of AddressSanitizer.
const ERROR: &str = "ERROR: AddressSanitizer: ";

/// The text between the place and the error in a line of UndefinedBehaviorSanitizer.
const RUNTIME_ERROR: &str = ": runtime error: ";

/// The text before the type in libstdc++'s message about an uncaught exception.
const THROWN: &str = "terminate called after throwing an instance of '";

/// A file of a program.
#[derive(Debug)]
pub(super) struct SourceFile {
    /// Its name in the compiled copy, by which it is reported.
    pub(super) compiled: String,
    /// The name that its author gave it.
    pub(super) own: String,
}

/// A place in a program: file, line, and function if it is known.
#[derive(Debug, Clone, PartialEq, Eq)]
struct SourcePlace {
    file: String,
    line: String,
    function: Option<String>,
}

/// An error, and where it occurred.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Failure {
    what: String,
    place: Option<SourcePlace>,
}

/// Returns the cause of a failure, if the standard error of a program with these files shows it.
pub(super) fn cause(stderr: &[u8], files: &[SourceFile]) -> Option<String> {
    let text = String::from_utf8_lossy(stderr);
    let lines: Vec<&str> = text.lines().collect();
    let undefined = undefined(&lines, files);
    let Some(end) = end(&lines, files) else {
        return undefined.first().map(Failure::in_words);
    };
    // The processor only reports an address or a division; the sanitizer that checked the operation
    // describes it better.
    let same_line = |failure: &&Failure| failure.is_on_line_of(&end);
    let is_by_signal = ["SEGV", "FPE", "ILL", "BUS"].iter().any(|name| end.what.starts_with(name));
    // It also reports the size of an array; the other one only reports what lies beside it.
    let tells_index = |failure: &Failure| failure.what.contains("out of bounds for type");
    let (end, before) = match undefined.iter().find(same_line) {
        Some(better) if is_by_signal || tells_index(better) => (better, &undefined[0]),
        _ => (&end, undefined.first().unwrap_or(&end)),
    };
    let mut words = end.in_words();
    if !before.is_on_line_of(end) {
        let _ = write!(words, "; before that: {}", before.in_words());
    }
    Some(words)
}

impl Failure {
    fn in_words(&self) -> String {
        let mut words = excerpt(self.what.as_bytes(), MAX_LENGTH);
        if let Some(SourcePlace { file, line, function }) = &self.place {
            let _ = write!(words, ", {}:{line}", excerpt(file.as_bytes(), MAX_LENGTH));
            if let Some(function) = function {
                let _ = write!(words, " (in {})", excerpt(function.as_bytes(), MAX_LENGTH));
            }
        }
        words
    }

    fn is_on_line_of(&self, other: &Failure) -> bool {
        let line = |failure: &Failure| {
            failure.place.as_ref().map(|place| (place.file.clone(), place.line.clone()))
        };
        line(self) == line(other)
    }
}

/// Returns what UndefinedBehaviorSanitizer has found, in order.
fn undefined(lines: &[&str], files: &[SourceFile]) -> Vec<Failure> {
    let found = lines.iter().enumerate().filter_map(|(at, line)| {
        let (place, what) = line.split_once(RUNTIME_ERROR)?;
        let own = first_own_frame(&lines[at + 1..], files);
        let place = own.or_else(|| source_place(place, None, files));
        Some(Failure { what: what.to_string(), place })
    });
    found.collect()
}

fn end(lines: &[&str], files: &[SourceFile]) -> Option<Failure> {
    let reported = lines.iter().position(|line| line.contains(ERROR));
    let place = reported.and_then(|at| first_own_frame(&lines[at + 1..], files));
    let report = reported.map(|at| address_error(&lines[at..], files));
    let by_abort = report.as_ref().is_none_or(|what| what.starts_with("ABRT"));
    let said = if by_abort { thrown(lines).or_else(|| assertion(lines)) } else { None };
    let abort = || "it aborted".to_string();
    let what = said.or(report.map(|what| if by_abort { abort() } else { what }))?;
    Some(Failure { what, place })
}

fn thrown(lines: &[&str]) -> Option<String> {
    let at = lines.iter().position(|line| line.starts_with(THROWN))?;
    let kind = lines[at][THROWN.len()..].trim_end_matches('\'');
    let what = lines.get(at + 1).and_then(|line| line.trim_start().strip_prefix("what():"));
    let what = what.map(|what| format!(": {}", what.trim())).unwrap_or_default();
    Some(format!("uncaught exception {kind}{what}"))
}

/// Returns a failed assertion, if there is one: of the program, or in a container of the library,
/// with the name of its function.
fn assertion(lines: &[&str]) -> Option<String> {
    let line = lines.iter().find(|line| line.contains("Assertion ") && line.contains(" failed"))?;
    let (before, after) = line.split_once("Assertion ")?;
    let said = after.rsplit_once(" failed").map_or(after, |(said, _)| said);
    let said = said.strip_prefix(['`', '\'']).unwrap_or(said);
    let said = said.strip_suffix('\'').unwrap_or(said);
    // `.../stl_vector.h:1123: ... std::vector<_Tp, _Alloc>::operator[](size_type) [with _Tp = int]:
    // Assertion ...`
    let library = before.split_once(" [with ").map(|(signature, _)| function_of(signature));
    Some(match library {
        Some(function) => format!("failed check `{said}` in {function}"),
        None => format!("failed assertion `{said}`"),
    })
}

/// Returns the name of the function in a signature such as `T
/// &std::vector<T>::operator[](size_type)`, with its class.
fn function_of(signature: &str) -> String {
    let before = signature.rsplit_once('(').map_or(signature, |(before, _)| before);
    let mut depth = 0_usize;
    let mut plain = String::new();
    for letter in before.chars() {
        match letter {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ if depth == 0 => plain.push(letter),
            _ => {}
        }
    }
    plain.rsplit([' ', '&', '*']).next().unwrap_or_default().to_string()
}

/// Describes a report of AddressSanitizer, which begins with the first of these lines.
fn address_error(lines: &[&str], files: &[SourceFile]) -> String {
    let said = lines[0].split_once(ERROR).map_or("", |(_, said)| said);
    let kind = said.split([' ', ':']).next().unwrap_or_default();
    let report = &lines[..lines.len().min(80)];
    match kind {
        "attempting" if said.contains("double-free") => {
            let before = place_after(report, "freed by thread", files);
            format!("double-free: memory is freed that was freed before{before}")
        }
        "attempting" => "bad-free: an address is freed that was not allocated".into(),
        "requested" | "calloc" | "out-of-memory" => {
            let size = said.split_once("0x").and_then(|(_, rest)| {
                let digits = rest.split(|c: char| !c.is_ascii_hexdigit()).next()?;
                u64::from_str_radix(digits, 16).ok()
            });
            let size = size.map(|size| format!(" ({} MiB)", size >> 20)).unwrap_or_default();
            format!("too large an allocation{size}")
        }
        "stack-overflow" => {
            "stack-overflow: too deep a recursion, or too large a local array".into()
        }
        "SEGV" => {
            let way = access_of_signal(report);
            let is_null = report.iter().any(|line| line.contains("points to the zero page"));
            if is_null {
                format!("SEGV: {way} through a null pointer")
            } else {
                format!("SEGV: {way} at an address that is not the program's")
            }
        }
        "FPE" => "FPE: division by zero, or a quotient that does not fit".into(),
        kind => match access(report) {
            Some(access) => {
                let missed = if kind == "heap-use-after-free" {
                    let place = place_after(report, "freed by thread", files);
                    format!(" of memory that was freed{place}")
                } else {
                    object(report).unwrap_or_default()
                };
                format!("{kind}: {access}{missed}")
            }
            None => said.split(" on ").next().unwrap_or(kind).to_string(),
        },
    }
}

fn access_of_signal(report: &[&str]) -> &'static str {
    let caused = report.iter().find(|line| line.contains("The signal is caused by a"));
    match caused {
        Some(line) if line.contains("WRITE") => "write",
        Some(line) if line.contains("READ") => "read",
        _ => "access",
    }
}

/// Returns the access in a report: `read of 4 bytes`.
fn access(report: &[&str]) -> Option<String> {
    report.iter().find_map(|line| {
        let (way, rest) = line.split_once(" of size ")?;
        let size = rest.split(' ').next()?;
        let way = match way {
            "READ" => "read",
            "WRITE" => "write",
            _ => return None,
        };
        let bytes = if size == "1" { "byte" } else { "bytes" };
        Some(format!("{way} of {size} {bytes}"))
    })
}

/// Returns which object the access missed, and on which side: ` after `row``, ` before a block of
/// 12 bytes`.
fn object(report: &[&str]) -> Option<String> {
    report.iter().find_map(|line| {
        if let Some((variable, rest)) = line.split_once("<== Memory access at offset") {
            // `    [48, 88) 'row' (line 6) <== Memory access at offset 88 overflows this variable`
            let name = variable.split('\'').nth(1)?;
            let side = match rest {
                rest if rest.contains("overflows") => "after",
                rest if rest.contains("underflows") => "before",
                _ => "around",
            };
            return Some(format!(" {side} `{name}`"));
        }
        let (_, place) = line.split_once(" is located ")?;
        let side = match place {
            place if place.contains(" right of ") || place.contains(" after ") => "after",
            place if place.contains(" left of ") || place.contains(" before ") => "before",
            place if place.contains(" inside of ") => "inside",
            _ => return None,
        };
        if let Some((_, variable)) = place.split_once("global variable '") {
            return Some(format!(" {side} `{}`", variable.split('\'').next()?));
        }
        let (size, _) = place.split_once("-byte region")?;
        Some(format!(" {side} a block of {} bytes", size.rsplit(' ').next()?))
    })
}

/// Returns the place of the first own frame after a heading: ` (main.cpp:7)`.
fn place_after(report: &[&str], heading: &str, files: &[SourceFile]) -> String {
    let at = report.iter().position(|line| line.starts_with(heading));
    let place = at.and_then(|at| first_own_frame(&report[at + 1..], files));
    place.map(|place| format!(" ({}:{})", place.file, place.line)).unwrap_or_default()
}

/// Returns the innermost frame in one of the program's files, in the stack that follows.
fn first_own_frame(lines: &[&str], files: &[SourceFile]) -> Option<SourcePlace> {
    let is_frame = |line: &&&str| line.trim_start().starts_with('#');
    let frames = lines.iter().skip_while(|line| !is_frame(line) && !ends_report(line));
    frames.take_while(is_frame).find_map(|line| {
        let (_, rest) = line.split_once(" in ")?;
        let (function, place) = rest.rsplit_once(' ')?;
        source_place(place, Some(function_name(function)), files)
    })
}

/// Returns whether the report has no stack from this line on.
fn ends_report(line: &str) -> bool {
    line.is_empty() || line.contains(RUNTIME_ERROR) || line.contains(ERROR)
}

/// Returns the place `file:line` or `file:line:column`, if the file is one of the program's.
fn source_place(
    place: &str,
    function: Option<String>,
    files: &[SourceFile],
) -> Option<SourcePlace> {
    let mut parts = place.split(':');
    let (path, line) = (parts.next()?, parts.next()?);
    if line.is_empty() || !line.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let is_own = |file: &&SourceFile| {
        let above = path.strip_suffix(file.compiled.as_str());
        above.is_some_and(|above| above.is_empty() || above.ends_with('/'))
    };
    let file = files.iter().filter(is_own).max_by_key(|file| file.compiled.len())?;
    Some(SourcePlace { file: file.own.clone(), line: line.to_string(), function })
}

/// Returns the name of a function without its parameters and template arguments.
fn function_name(signature: &str) -> String {
    match signature.find(['(', '<', '[']) {
        // The names `operator()`, `operator[]` and `operator<` contain these characters.
        Some(at) if at > 0 && !signature[..at].ends_with("operator") => {
            let name = &signature[..at];
            // The signature of a template begins with its return type.
            name.rsplit(' ').next().unwrap_or(name).to_string()
        }
        _ => signature.to_string(),
    }
}

#[cfg(test)]
mod tests;
