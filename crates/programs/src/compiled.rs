//! Maps the end of a compiler to a rejection of the program, or to a fault of the machine.
//!
//! A compiler that was killed without exceeding a limit, or that found the disk full, says nothing
//! about the program. Both are detected from the state of the machine, not from the compiler's
//! output, because a program can make its compiler print anything. The output is believed only if
//! there is free space again, and then the compiler is run once more.

use std::path::Path;

use referee_checker::text::escape;

use referee_base::fault::Fault;
use referee_base::files::FolderBounds;
use referee_base::plural;
use referee_sandbox::{Ended, Limits, ProcessExit, Stopped};

/// The signals with which the kernel ends a process: for whatever reason, for its CPU time, and for
/// the size of a file.
const SIGKILL: i32 = 9;
const SIGXCPU: i32 = 24;
const SIGXFSZ: i32 = 25;

/// The bytes by which the measured memory of a process killed for its limit may be below that
/// limit: the kernel refuses the page that would exceed the limit.
const SHORT_OF_A_LIMIT: u64 = 1 << 20;

/// What a compiler driver prints when one of its processes is killed by a signal.
const KILLED: &str = "fatal error: Killed signal terminated program";

/// The messages about a full disk, in the language in which compilers are run.
const NO_ROOM: [&[u8]; 2] = [b"No space left on device", b"Disk quota exceeded"];

/// The free space below which a compiler may have failed for lack of it: bytes, and files and
/// folders.
const FREE: (u64, u64) = (16 << 20, 100);

/// Why a program cannot be run.
#[derive(Debug)]
pub enum NotBuilt {
    /// It does not compile: the compiler's output, in escaped lines.
    Refused(String),
    /// Its compiler or interpreter, a command, is not installed.
    NotInstalled(String, Box<Fault>),
    /// A judge error.
    NotJudged(Box<Fault>),
}

impl From<Fault> for NotBuilt {
    fn from(fault: Fault) -> NotBuilt {
        NotBuilt::NotJudged(Box::new(fault))
    }
}

/// Checks how a compiler that ran in a folder has ended. Returns whether that decides; if not, the
/// disk was full for a while, and the compiler must be run again.
pub(super) fn outcome(
    ended: &Ended,
    said: &[u8],
    folder: &Path,
    limits: &Limits,
    is_last: bool,
) -> Result<bool, NotBuilt> {
    let bounds = FolderBounds::of(limits.disk);
    let refused = |why: String| Err(NotBuilt::Refused(why));
    match (ended.stopped, ended.exit) {
        (None, ProcessExit::Exited(0)) if bounds.hold(folder) => Ok(true),
        (None, ProcessExit::Exited(0)) => refused(too_much(&bounds)),
        (Some(Stopped::Cpu), _) => refused(takes_longer(limits)),
        (Some(Stopped::Wall), _) => refused(format!(
            "the compiler takes more than {} s of wall time",
            limits.wall.as_secs()
        )),
        (Some(Stopped::Memory), _) => refused(takes_more(limits)),
        (Some(Stopped::Output), _) if bounds.hold(folder) => {
            refused("the compiler writes without end".into())
        }
        (Some(Stopped::Output), _) => refused(too_much(&bounds)),
        (None, _) if !folder.is_dir() => {
            Err(Fault::judge("the folder in which it was compiled is gone").into())
        }
        (None, _) if !has_room(folder) => {
            Err(Fault::judge("there is no room for what the compiler writes")
                .at(folder.parent().unwrap_or(folder))
                .help("make room, or set TMPDIR to another folder")
                .into())
        }
        (None, _) if !is_last && NO_ROOM.iter().any(|text| has(said, text)) => Ok(false),
        (None, ProcessExit::Killed(SIGXFSZ)) => refused(format!(
            "the compiler writes a file of more than {} MiB",
            limits.file_size >> 20
        )),
        (None, ProcessExit::Killed(SIGKILL | SIGXCPU)) => Err(killed(ended, limits)),
        (None, _) if tells_of_kill(said) => Err(killed(ended, limits)),
        (None, _) if said.trim_ascii().is_empty() => {
            refused("the compiler fails without a message".into())
        }
        (None, _) => refused(lines(said)),
    }
}

/// Returns whether the driver of a compiler says that a part of it was killed, as in `c++: fatal
/// error: Killed ...`: with neither a place in a file nor a quoted line of the source before it.
fn tells_of_kill(said: &[u8]) -> bool {
    said.split(|&byte| byte == b'\n').any(|line| {
        let end = line.windows(2).position(|two| two == b": ");
        end.is_some_and(|end| {
            !line[..end].contains(&b' ') && line[end + 2..].starts_with(KILLED.as_bytes())
        })
    })
}

/// Returns why a compiler was killed: it may have reached a limit, since the kernel also enforces
/// some of them, and may be first.
fn killed(ended: &Ended, limits: &Limits) -> NotBuilt {
    if ended.exit == ProcessExit::Killed(SIGXCPU) || ended.cpu >= limits.cpu {
        NotBuilt::Refused(takes_longer(limits))
    } else if ended.memory.saturating_add(SHORT_OF_A_LIMIT) >= limits.memory {
        NotBuilt::Refused(takes_more(limits))
    } else {
        Fault::judge("the compiler, or a part of it, was killed, but not by one of its limits")
            .into()
    }
}

fn takes_longer(limits: &Limits) -> String {
    format!("the compiler takes more than {} s", limits.cpu.as_secs())
}

fn takes_more(limits: &Limits) -> String {
    format!("the compiler takes more than {} MiB", limits.memory >> 20)
}

fn too_much(bounds: &FolderBounds) -> String {
    format!(
        "the compiler writes more than {} MiB, {} files and folders, or {} nested folders",
        bounds.bytes >> 20,
        bounds.entries,
        bounds.depth
    )
}

/// Returns whether the file system of a folder has enough free space.
fn has_room(folder: &Path) -> bool {
    rustix::fs::statvfs(folder).is_ok_and(|found| {
        let (bytes, files) = FREE;
        // Some file systems do not count files.
        let has_files = found.f_files == 0 || found.f_favail >= files;
        found.f_bavail.saturating_mul(found.f_frsize) >= bytes && has_files
    })
}

fn has(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window == part)
}

/// Returns the lines of a compiler's output, escaped.
fn lines(said: &[u8]) -> String {
    let lines = said.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
    lines.map(escape).collect::<Vec<_>>().join("\n")
}

/// Returns the part of a rejection that is shown with a submission. If there are too many lines, it
/// begins with the first error, and says how many are left out.
pub fn main_lines(refusal: &str) -> String {
    const SHOWN: usize = 40;
    const WIDTH: usize = 200;
    let lines: Vec<&str> = refusal.lines().collect();
    let names_error = |line: &&str| names_error(line.as_bytes());
    let first = lines.iter().position(names_error).filter(|_| lines.len() > SHOWN);
    let (before, after) = lines.split_at(first.unwrap_or(0));
    let start = |line: &str| match line.char_indices().nth(WIDTH) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line.to_string(),
    };
    let mut shown: Vec<String> = after.iter().take(SHOWN).map(|line| start(line)).collect();
    let left_out = before.len() + after.len().saturating_sub(SHOWN);
    if left_out > 0 {
        shown.push(format!("({} left out)", plural(left_out, "line", "lines")));
    }
    shown.join("\n")
}

/// Returns whether a line of a compiler's output reports an error, as far as compilers agree on the
/// form.
fn names_error(line: &[u8]) -> bool {
    let line = line.to_ascii_lowercase();
    [&b"error:"[..], b"error[", b"error "].iter().any(|mark| has(&line, mark))
}

/// Returns the most informative line of a rejection: the first error, or else the first line.
pub fn headline(refusal: &str) -> &str {
    let mut lines = refusal.lines();
    let error = refusal.lines().find(|line| names_error(line.as_bytes()));
    error.or(lines.next()).unwrap_or_default().trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_driver_tells_of_a_kill() {
        assert!(tells_of_kill(b"x\nc++: fatal error: Killed signal terminated program cc1plus\n"));
        for of_the_source in [
            "./main.c:1:2: error: #error fatal error: Killed signal terminated program",
            "    1 | #error x: fatal error: Killed signal terminated program",
            "fatal error: Killed signal terminated program",
        ] {
            assert!(!tells_of_kill(of_the_source.as_bytes()), "{of_the_source}");
        }
    }

    #[test]
    fn long_output_begins_with_the_first_error() {
        let warnings = "a.c:1:1: warning: \x1b[31munused\n".repeat(30);
        let errors = "a.c:9:2: error: no such name\n  9 | x;\n".repeat(30);
        let whole = lines(format!("{warnings}{errors}").as_bytes());
        assert_eq!(whole.lines().count(), 90);
        let shown = main_lines(&whole);
        assert!(shown.starts_with("a.c:9:2: error: no such name\n  9 | x;\n"), "{shown}");
        assert!(shown.ends_with("\n(50 lines left out)"), "{shown}");
        assert_eq!(shown.lines().count(), 41);
        // Short output is shown in full.
        let shown = lines(b"a.c:1:1: warning: \x1b[31munused\n\na.c:9:2: error: no such name\n");
        assert_eq!(shown, "a.c:1:1: warning: \\x1b[31munused\na.c:9:2: error: no such name");
        assert_eq!(main_lines(&shown), shown);
        assert_eq!(headline(&shown), "a.c:9:2: error: no such name");
        assert_eq!(
            headline("  File \"a.py\", line 1\nSyntaxError: invalid"),
            "SyntaxError: invalid"
        );
        assert_eq!(headline("no idea\nwhy"), "no idea");
        // If none of too many lines is an error, the first are shown.
        assert!(main_lines(&"note\n".repeat(41)).ends_with("note\n(1 line left out)"));
        assert_eq!(main_lines(&"ä".repeat(201)), "ä".repeat(200) + "...");
    }
}
