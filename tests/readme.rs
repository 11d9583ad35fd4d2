//! Runs every transcript in README.md and in the pages that have some, in a folder like a fresh
//! clone: each must be true, except for the times in it.
//!
//! A line `$ referee ...` in a console block is a command, and the lines below it are its output; a
//! line `...` stands for any lines. A block whose fence names a file, as in
//! ```toml term/course.toml, is written there before the next command. `cargo` lines are for
//! people: the two commands themselves are run by hand and by CI.

#[allow(dead_code, reason = "shared with other test programs, which need more of it")]
mod executables;

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use executables::REFEREE;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

struct Transcript {
    command: String,
    expected: String,
    /// The files to write before the command, with their contents.
    files: Vec<(String, String)>,
}

fn transcripts(text: &str) -> Vec<Transcript> {
    let mut found: Vec<Transcript> = Vec::new();
    let mut inside = false;
    let mut files: Vec<(String, String)> = Vec::new();
    let mut is_file = false;
    for line in text.lines() {
        if let Some(info) = line.strip_prefix("```") {
            inside = info == "console";
            let named = info.split_once(' ').map(|(_, name)| (name.to_string(), String::new()));
            is_file = named.is_some();
            files.extend(named);
        } else if let Some((_, content)) = files.last_mut().filter(|_| is_file) {
            *content += line;
            *content += "\n";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| inside) {
            let (command, files) = (command.to_string(), std::mem::take(&mut files));
            found.push(Transcript { command, expected: String::new(), files });
        } else if let Some(last) = found.last_mut().filter(|_| inside) {
            last.expected += line;
            last.expected += "\n";
        }
    }
    found
}

/// Copies the cases and examples that a fresh clone has: large cases are not committed.
fn fresh_clone(to: &Path) {
    for entry in walkdir::WalkDir::new(ROOT).into_iter().filter_entry(|e| {
        let name = e.file_name().to_string_lossy();
        // A record of runs in this working copy is not part of a clone.
        name != ".referee" && (e.depth() != 1 || matches!(&*name, "cases" | "examples"))
    }) {
        let entry = entry.unwrap();
        let target = to.join(entry.path().strip_prefix(ROOT).unwrap());
        if entry.file_type().is_dir() {
            fs::create_dir_all(target).unwrap();
        } else if !entry.file_name().to_string_lossy().contains("-full-")
            || entry.path().starts_with(Path::new(ROOT).join("examples"))
        {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// Returns a text without the parts that differ between runs and machines: times, memory, isolation
/// layers, compilers.
fn timeless(text: &str) -> String {
    let without_time = |line: &str| match line.strip_suffix(" ns per position") {
        Some(rest) => format!("{}, [time]\n", rest.split_once(", ").unwrap().0),
        // This line appears every ten seconds, so how often depends on the load of the machine.
        None if line.starts_with("progress: ") => String::new(),
        // The state of the machine, on standard error.
        None if line.starts_with("warning: the machine's speed changed by ") => String::new(),
        None if line.starts_with("with      ") => "[with]\n".to_string(),
        None if line.starts_with("note      /") => String::new(),
        None if line.trim_start().starts_with("used ") => "[used]\n".to_string(),
        // Which case is too slow first depends on the machine.
        None if line.contains("all_pairs.rs ") && line.contains('T') => "[all_pairs]\n".to_string(),
        None => {
            let line = line.split("; isolated by ").next().unwrap();
            line.split(' ').map(timeless_word).collect::<Vec<_>>().join(" ") + "\n"
        }
    };
    // In a report, it is a paragraph of its own.
    let is_of_machine = |part: &&str| !part.starts_with("the machine's speed changed by ");
    let parts: Vec<&str> = text.split("\n\n").filter(is_of_machine).collect();
    parts.join("\n\n").lines().map(without_time).collect()
}

/// Replaces a number of seconds in the form of reports, such as `0.25`.
fn timeless_word(word: &str) -> &str {
    let is_time = matches!(word.as_bytes(), [b'0'..=b'9', b'.', b'0'..=b'9', b'0'..=b'9']);
    // The folder of a run is named after its time.
    let is_run = word.contains("/results/20");
    if is_run {
        "[run]"
    } else if is_time {
        "?.??"
    } else {
        word
    }
}

/// Returns whether the examples can be judged, which takes four languages.
fn can_judge() -> bool {
    let is_there = |program: &&str| Command::new(program).arg("--version").output().is_ok();
    ["python3", "javac", "g++", "rustc"].iter().all(is_there)
}

/// The pages with transcripts, each with the least number of them.
const PAGES: [(&str, usize); 19] = [
    ("README.md", 4),
    ("docs/organizer.md", 8),
    ("docs/course.md", 3),
    ("docs/grade.md", 4),
    ("docs/pipeline.md", 6),
    ("docs/students.md", 1),
    ("docs/judge.md", 1),
    ("docs/batch.md", 1),
    ("docs/strength.md", 1),
    ("docs/limits.md", 1),
    ("docs/mutate.md", 1),
    ("docs/hunt.md", 1),
    ("docs/shrink.md", 1),
    ("docs/similar.md", 1),
    ("docs/show.md", 2),
    ("docs/cases.md", 1),
    ("docs/huepfburg.md", 1),
    ("docs/subtraction-game.md", 1),
    ("docs/evaluate.md", 4),
];

#[test]
fn every_transcript_is_true() {
    let next = AtomicUsize::new(0);
    // Two at a time: a page mostly waits for compilers.
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some((page, least)) = PAGES.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let clone = tempfile::tempdir().unwrap();
                    fresh_clone(clone.path());
                    let text = fs::read_to_string(Path::new(ROOT).join(page)).unwrap();
                    let run = run_transcripts(&text, clone.path());
                    assert!(run >= *least, "{page} has lost its transcripts");
                }
            });
        }
    });
}

#[test]
fn what_is_shown_of_the_exercise_is_what_is_there() {
    let page = fs::read_to_string(Path::new(ROOT).join("docs/students.md")).unwrap();
    let file = Path::new(ROOT).join("examples/students/cases/problem.toml");
    assert!(page.contains(&fs::read_to_string(file).unwrap()));
}

/// Runs the transcripts of a page, as far as this machine can, and returns their number.
fn run_transcripts(page: &str, clone: &Path) -> usize {
    let mut run = 0;
    for Transcript { command, expected, files } in transcripts(page) {
        for (name, content) in files {
            fs::write(clone.join(name), content).unwrap();
        }
        let Some(arguments) = command.strip_prefix("referee ") else { continue };
        run += 1;
        if ["judge ", "batch ", "grade ", "shrink ", "limits "]
            .iter()
            .any(|command| arguments.starts_with(command))
            && !can_judge()
        {
            eprintln!("SKIPPED `{command}`: a compiler or an interpreter is missing");
            continue;
        }
        let output = Command::new(REFEREE)
            .args(arguments.split(' '))
            .current_dir(clone)
            .env("NO_COLOR", "1")
            .env("XDG_CACHE_HOME", "/dev/null")
            .output()
            .unwrap();
        let printed =
            String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
        // A command without output must succeed.
        assert!(!expected.is_empty() || output.status.success(), "`{command}` fails:\n{printed}");
        let (printed, expected) = (timeless(&printed), timeless(&expected));
        let mut rest = printed.as_str();
        for (i, part) in expected.split("\n...\n").enumerate() {
            let found = match (i, part) {
                (0, _) => rest.starts_with(part).then_some(0),
                // Any lines to the end.
                (_, "") => Some(rest.len()),
                _ => rest.find(part),
            };
            let at = found
                .unwrap_or_else(|| panic!("`{command}` does not print:\n{part}\nbut:\n{rest}"));
            rest = &rest[at + part.len()..];
        }
        assert_eq!(rest, "", "`{command}` prints more");
    }
    run
}

#[test]
fn the_problems_are_what_they_are_said_to_be() {
    let read = |page: &str| fs::read_to_string(Path::new(ROOT).join(page)).unwrap();
    let (readme, mutants) = (read("README.md"), read("docs/mutants.md"));
    let mut mistakes = 0;
    for problem in referee_problem::shipped() {
        assert_eq!(problem.solvers.len(), 3, "{}", problem.name());
        let title = problem.rules.title();
        let line = readme.lines().find(|line| line.starts_with(&format!("- **{title}**")));
        let (_, counts) = line.expect("a line for each problem").split_once("): ").unwrap();
        let families = problem.families.families.len();
        let cases = referee_generators::Recipe::parse(problem.families.recipe).unwrap().cases.len();
        let (_, part) = mutants.split_once(&format!("\n## {title}\n")).expect("a part for each");
        let rows = part.lines().take_while(|line| !line.starts_with("## "));
        let tables = rows.clone().filter(|line| line.starts_with("|---")).count();
        // Each table also has a line of headings.
        let mutants = rows.filter(|line| line.starts_with("| ")).count() - tables;
        let expected = format!("{families} families, {cases} cases, {mutants} mutants");
        assert_eq!(counts.trim_end_matches([';', '.']), expected);
        mistakes += mutants;
    }
    assert!(readme.contains(&format!("each of {mistakes} mistakes")));
}

#[test]
fn the_exit_codes_are_documented() {
    let readme = fs::read_to_string(Path::new(ROOT).join("README.md")).unwrap();
    for code in [
        "0 all as expected",
        "1 something was judged and failed",
        "130 interrupted",
        "3 judge error",
    ] {
        assert!(readme.contains(code), "{code}");
    }
}

#[test]
fn the_recipes_make_what_they_say() {
    for (page, case) in [("README.md", "02-random-5"), ("docs/recipes.md", "20-tie-5")] {
        let page = fs::read_to_string(Path::new(ROOT).join(page)).unwrap();
        let (_, rest) = page.split_once("```toml\n").unwrap();
        let (recipe, _) = rest.split_once("```").unwrap();
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("mine.toml"), recipe).unwrap();
        let output = Command::new(REFEREE)
            .args(["generate", "mine.toml", "--out", "cases/mine"])
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        assert!(folder.path().join(format!("cases/mine/secret/{case}.ans")).is_file());
    }
}
