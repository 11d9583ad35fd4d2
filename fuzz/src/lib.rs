//! The fuzz targets: each reader of untrusted bytes, as a function of these bytes.
//!
//! A target must not panic, whatever the bytes are; some also assert a property of what was read.
//! `cargo fuzz` runs them indefinitely (`fuzz_targets/`), and `tests/fuzz` runs the same functions
//! on a few thousand mutations of the same seeds. A new reader is a function, an entry of
//! `TARGETS`, and a file in `fuzz_targets/`.

use std::fs;
use std::path::Path;

use referee_author::generate::custom_recipe;
use referee_author::generate::packaged::Generation;
use referee_base::archive::{self, ArchiveBounds};
use referee_base::files::LinkBoundary;
use referee_base::yaml;
use referee_batch::{Head, TaskFormat, TaskIndex};
use referee_checker::compare::{Comparison, Expected};
use referee_checker::text::{escape, excerpt};
use referee_checker::{Case, CheckVerdict, Settings, Strictness, problem};
use referee_checktestdata::{Choices, Description, Limits, Site};
use referee_course::ColumnNames;
use referee_course::course_file::CourseFile;
use referee_course::worksheet::Worksheet;
use referee_events::{Crash, Event};
use referee_generators::Recipe;
use referee_intake::notebook;
use referee_judge::record::inferred::RecordedTimeLimit;
use referee_judge::record::{Record, Reuse};
use referee_package::generators::command::GeneratorCommand;
use referee_package::{Diagnostics, Package};
use referee_problem::cases::manifest;
use referee_problem::feedback::FeedbackFolder;
use referee_problem::{Problem, ProblemFile, ProblemSelection, ToolRunner, grader};
use referee_programs::java::class_file;
use referee_programs::language::Languages;
use referee_shards::plan_file::PlanFile;
use sha2::{Digest, Sha256};
use tempfile::TempDir;

/// A reader under test.
pub struct Target {
    /// The name of the target and of its file in `fuzz_targets/`.
    pub name: &'static str,
    /// Reads bytes, and panics if the reader has a bug.
    pub run: fn(&[u8]),
    /// Bytes that it accepts, from which mutations start.
    pub seeds: &'static [&'static [u8]],
}

macro_rules! targets {
    ($($run:ident: [$($seed:expr),* $(,)?]),* $(,)?) => {
        &[$(Target { name: stringify!($run), run: $run, seeds: &[$($seed),*] }),*]
    };
}

macro_rules! file {
    ($path:literal) => {
        include_bytes!(concat!("../../", $path))
    };
}

/// All readers.
pub const TARGETS: &[Target] = targets! {
    infinity_war_input: [
        file!("cases/infinity-war/sample/01-bob-wins.in"), file!("cases/infinity-war/sample/02-tie.in"),
        file!("cases/infinity-war/secret/13-capture-one-move.in"),
    ],
    infinity_war_output: [b"Alice wins\n", b"Bob wins\n", b"tie 1 1\n", b"TIE +2 003"],
    huepfburg_input: [
        file!("cases/huepfburg/sample/01-meeting.in"), file!("cases/huepfburg/sample/02-impossible.in"),
    ],
    huepfburg_output: [
        file!("cases/huepfburg/sample/01-meeting.ans"), b"impossible\n", b"+1\n01 3\n2 3\n",
    ],
    subtraction_game_input: [
        file!("cases/subtraction-game/sample/02-cold.in"), file!("cases/subtraction-game/sample/03-set.in"),
        file!("cases/subtraction-game/secret/17-amount-beyond-32-bits.in"),
    ],
    subtraction_game_output: [b"cold\n", b"hot 1 3\n", b"HOT +2 02"],
    comparison: [
        b"case_sensitive float_tolerance 1e-6\0tie 1.5 2\n\0tie 1.50 2\n",
        b"space_change_sensitive\0a  b\n\0a b\n",
    ],
    escaped_text: [
        b"tie 1 1", "\u{a0}\u{200b}e\u{301}\u{202e}\u{feff}".as_bytes(), b"\x1b[31m\xff\xc3",
    ],
    recipe: [
        file!("generators/infinity-war.toml"), file!("generators/huepfburg.toml"),
    ],
    custom_recipe: [file!("crates/author/src/new/templates/folder/recipe.toml")],
    recorded_time_limit: [
        b"{\"version\":1,\"contents\":\"00\",\"limit\":{\"milliseconds\":1500,\"contestant\":\"accepted/a.py\",\"case\":\"1\"}}",
    ],
    shard_plan: [
        b"{\"format\":\"referee-plan\",\"version\":1,\"plan\":\"40b1ae20b44b510c2243cd6ee84a8a1c943dc7bc4373983ef1acd0e820795298\",\"shards\":2,\"command\":[\"referee\",\"judge\",\"P\"],\"time_limit\":{\"seconds\":1.5,\"factor\":2.0,\"not_inferred\":\"no\"},\"units\":[{\"submission\":\"a.c\",\"weight\":5,\"shard\":1},{\"submission\":\"b.c\",\"cases\":{\"first\":0,\"count\":1},\"shard\":1},{\"submission\":\"b.c\",\"cases\":{\"first\":1,\"count\":1},\"shard\":2}],\"digest\":\"e592a703343b9fead8e10571f87a71c9bbfb87564646ba3dae8b82cf7af8228c\",\"contents\":{\"version\":\"0.1.0\",\"problem\":\"war\",\"checker\":\"c0\",\"groups\":\"e3\",\"settings\":{\"--mode\":\"all\"},\"compilers\":{\"C\":\"a1\"},\"cases\":[{\"name\":\"1\",\"content\":\"00\"},{\"name\":\"2\",\"content\":\"01\"}],\"submissions\":[{\"name\":\"a.c\",\"content\":\"02\"},{\"name\":\"b.c\",\"content\":\"03\"}],\"others\":[]}}",
    ],
    case_manifest: [b"format = 1\nproblem = \"infinity-war\"\n\n[[case]]\nname = \"sample/1\"\nfamily = \"uniform\"\nparameters = \"n=5\"\nseed = \"00\"\nbytes = 1\nsha256 = \"00\"\n"],
    problem_file: [
        file!("cases/huepfburg/problem.toml"), file!("examples/students/cases/problem.toml"),
        b"format = 1\nname = \"sum\"\ncompare = \"tokens\"\n\n[limits]\nseconds = 1.5\nmemory = \"64 MiB\"\n\n[[group]]\nname = \"all\"\ncases = \"*\"\npoints = 100\n",
    ],
    languages: [
        file!("crates/programs/src/languages.toml"),
        b"[[language]]\nname = \"sed\"\ntitle = \"Sed\"\nendings = [\"sed\"]\nrun = [\"/bin/sed\", \"-f\", \"{main}\"]\n",
    ],
    yaml_document: [
        file!("tests/interop/generators/numbers/problem.yaml"),
        b"a: &x [1, 2.5, ~]\nb: *x\n<<: {c: |\n  text\n}\n",
    ],
    problem_yaml: [
        file!("tests/interop/generators/numbers/problem.yaml"),
        file!("tests/interop/generators/passes/problem.yaml"),
        b"name: {en: A, de: B}\nvalidation: custom score interactive\nlimits: {time: 2, memory: 512}\nlicense: cc by-sa\nauthor: A, B and C\n",
    ],
    test_group_yaml: [
        b"on_reject: continue\ngrading: custom\ngrader_flags: first_error accept_if_any_accepted\nrange: 0 100\n",
        b"max_score: 30\nscore_aggregation: sum\nrequire_pass: [sample]\noutput_validator_args: [a, b]\n",
    ],
    submissions_yaml: [b"accepted:\n  expectation: AC\n'*/slow.py':\n  permitted: [AC, TLE]\n  score: [3, 5]\n"],
    generators_yaml: [
        file!("tests/interop/generators/numbers/generators/generators.yaml"),
        file!("tests/interop/generators/passes/generators/generators.yaml"),
        file!("tests/interop/generators/dialogue/generators/generators.yaml"),
    ],
    generator_command: [b"draw.py 1 {seed:2} 'a b'", b"files \\\"x\\\" {count}"],
    checktestdata: [
        b"INT(1,10^9,n) NEWLINE REPI(i,n,SPACE) FLOATP(-1.5,1e3,0,2,x[i],FIXED) END NEWLINE ASSERT(UNIQUE(x))\x002\n1.5 2\n",
        b"WHILE(!ISEOF && MATCH(\"ab\")) REGEX(\"(a|ab)[[:digit:]]{1,2}\",s) END IF(INARRAY(\"a1\",s)) STRING(s) ELSE EOF END\0a1ab2",
    ],
    zip_archive: [ZIP],
    tar_archive: [TAR],
    tar_gz_archive: [TAR_GZ],
    notebook: [
        br##"{"metadata": {"language_info": {"name": "python"}}, "cells": [{"cell_type": "code", "source": ["%time print(1)\n", "!ls"]}]}"##,
        br##"{"worksheets": [{"cells": [{"cell_type": "code", "input": "%%bash\nls"}]}]}"##,
    ],
    batch_tasks: [
        br#"{"id": "sum", "tests": [{"input": "1 2", "output": "3"}], "time_limit": 1.5, "solutions": ["print(3)"]}"#,
        br#"{"question_id": "a", "starter_code": "", "public_test_cases": "[]", "private_test_cases": "eJxrYJlqxwABPVbR1UqZeQWlJUpWCkqGCkYxeUo6Ckr5pSVQIWOIQElqcUlJZUEqSKi4JCUzT6k2dooeALEqFJ0="}"#,
        br#"{"task_id": "HumanEval/0", "prompt": "def f(x):\n", "entry_point": "f", "canonical_solution": "    return x", "test": "def check(f):\n    assert f(1) == 1\n"}"#,
        br#"[{"name": "a", "public_tests": {"input": ["1"], "output": ["1"]}, "time_limit": {"seconds": 2, "nanos": 0}}]"#,
    ],
    http_request: [
        b"POST /judge?x HTTP/1.1\r\nHost: localhost:80\r\nContent-Length: 2\r\nAuthorization: Bearer x\r\nExpect: 100-continue\r\n\r\n{}",
        b"GET /health HTTP/1.0\nConnection: close\n\n",
    ],
    event: [
        br#"{"event":"started","format":"referee-events","version":1,"referee":"0.1.0","problem":"war","cases":["1"],"contestants":["a.py"],"not_on_disk":[]}"#,
        br#"{"event":"judged","contestant":"a.py","case":"1","verdict":"AC","reason":"proved","message":"accepted","says":"tie 1 1"}"#,
    ],
    crash: [
        b"Traceback (most recent call last):\n  File \"a.py\", line 1, in <module>\n    f()\nValueError: no\n",
        b"Exception in thread \"main\" java.lang.IllegalStateException: no\n\tat Main.main(Main.java:3)\n",
        b"thread 'main' panicked at a.rs:1:2:\nno\n", b"panic: no\n\ngoroutine 1 [running]:\nmain.main()\n\t/a.go:1 +0x1\n",
    ],
    course_file: [file!("crates/course/src/course.toml"), b"format = 1\n[[exercise]]\nname = \"a\"\nproblem = \"p\"\nsubmissions = \"s\"\n"],
    worksheet: [
        b"Identifier,Full name,Grade,Feedback comments\r\nParticipant 1,\"A, B\",,\r\n",
        b"\xff\xfeI\0d\0;\0G\0r\0a\0d\0e\0\n\x001\0;\x001\0\n\0", "Identifier;Grade\n\"\u{fc}\";\"1,5\"\n".as_bytes(),
    ],
    run_record: [RECORD],
    java_class: [CLASS],
    feedback: [b"0.5", b"12.5\n", b"\xff", b"1e999"],
    grader_answer: [b"AC 12.5\n", b"WA 0", b"TLE -1e3"],
    game_notation: [b"squares", b"{1, 2, 5}", b"primes", b"1,18446744073709551615"],
    game_positions: [b"referee cold positions 1 squares below 10: 4\n\x00\x02\x03\x02",
        b"referee nim-values 1 {1,2} below 4: 4\n\x00\x01\x02\x00"],
};

/// Runs the target of that name.
///
/// # Panics
/// There is no such target, or its reader has a bug.
pub fn run(name: &str, bytes: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name);
    (target.expect("a target of that name").run)(bytes);
}

/// A folder with one file and something in it; the smallest that the formats allow, since mutations
/// do the rest.
const ZIP: &[u8] = include_bytes!("../seeds/archive.zip");
const TAR: &[u8] = include_bytes!("../seeds/archive.tar");
const TAR_GZ: &[u8] = include_bytes!("../seeds/archive.tar.gz");
const RECORD: &[u8] = include_bytes!("../seeds/record-frames.txt");
const CLASS: &[u8] = include_bytes!("../seeds/Main.class");

thread_local! {
    /// The folder of this thread.
    static FOLDER: TempDir = tempfile::tempdir().expect("a folder can be made");
    /// A complete package.
    static PACKAGE: TempDir = {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let cases = ["data/sample/1", "data/secret/a/2"];
        for case in cases.iter().flat_map(|case| [format!("{case}.in"), format!("{case}.ans")]) {
            write(folder.path(), &case, b"1\n");
        }
        write(folder.path(), "submissions/accepted/slow.py", b"print(1)\n");
        write(folder.path(), "generators/draw.py", b"print(1)\n");
        folder
    };
}

/// Runs a function in an empty folder.
fn with_folder(run: impl FnOnce(&Path)) {
    FOLDER.with(|folder| {
        let inside = folder.path().join("inside");
        fs::create_dir(&inside).expect("a folder can be made");
        run(&inside);
        fs::remove_dir_all(&inside).expect("a folder can be removed");
    });
}

/// Runs a function on a package in which one file holds the bytes.
fn with_package(name: &str, bytes: &[u8], run: impl FnOnce(&Path)) {
    PACKAGE.with(|folder| {
        let folder = folder.path();
        write(folder, "problem.yaml", METADATA);
        write(folder, name, bytes);
        run(folder);
        fs::remove_file(folder.join(name)).expect("a file can be removed");
    });
}

const METADATA: &[u8] = b"problem_format_version: 2025-09\nname: A\ntype: scoring\nuuid: 0\n";

fn write(folder: &Path, name: &str, bytes: &[u8]) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder can be made");
    fs::write(path, bytes).expect("a file can be written");
}

/// Asserts that a text can be shown to people.
fn assert_visible(text: &str) {
    assert_eq!(escape(text.as_bytes()), text);
}

/// Skips large castles, which take memory without reaching other code of the reader.
fn input(name: &str, bytes: &[u8]) {
    if bytes.split(u8::is_ascii_whitespace).any(|word| word.len() > 5) && name == "huepfburg" {
        return;
    }
    let rules = problem(name).expect("a shipped problem");
    let strict = rules.prepare(bytes, Strictness::Strict, Settings::default());
    let lenient = rules.prepare(bytes, Strictness::Lenient, Settings::default());
    assert!(strict.is_err() || lenient.is_ok(), "what is strict is lenient as well");
    for error in [strict.err(), lenient.err()].into_iter().flatten() {
        assert_visible(&error.to_string());
    }
}

fn infinity_war_input(bytes: &[u8]) {
    input("infinity-war", bytes);
}

fn huepfburg_input(bytes: &[u8]) {
    input("huepfburg", bytes);
}

fn subtraction_game_input(bytes: &[u8]) {
    input("subtraction-game", bytes);
}

/// An input in strict form can also be read as an output.
fn output(name: &str, cases: &[&[u8]], bytes: &[u8]) {
    let rules = problem(name).expect("a shipped problem");
    for case in cases {
        let case =
            rules.prepare(case, Strictness::Strict, Settings::default()).expect("a legal case");
        let verdict = case.check(&mut &*bytes).expect("bytes can be read");
        let has_form = case.answer_form(&mut &*bytes).expect("bytes can be read");
        if let Err(error) = &has_form {
            assert_visible(&error.to_string());
        }
        if let CheckVerdict::Refused(refusal) = verdict {
            assert!(has_form.is_err() || refusal.kind == referee_checker::RefusalKind::WrongAnswer);
            assert_visible(&refusal.explanation.says);
            assert_visible(&refusal.explanation.public);
        }
    }
}

fn infinity_war_output(bytes: &[u8]) {
    output(
        "infinity-war",
        &[b"2\n2 1\n1 2\n1 0\n0 -1\n", b"4\n1 1\n3 3\n0 1\n-1 0\n2 -1\n-3 -3\n"],
        bytes,
    );
}

fn huepfburg_output(bytes: &[u8]) {
    output("huepfburg", &[b"6 7\n1 3\n3 4\n4 1\n2 5\n5 2\n5 6\n6 4\n", b"2 0\n"], bytes);
}

fn subtraction_game_output(bytes: &[u8]) {
    output("subtraction-game", &[b"squares\n3\n1 3 7\n", b"set 2 5 3\n2\n6 3\n"], bytes);
}

/// Options, an answer and an output, separated by NUL. An answer agrees with itself.
fn comparison(bytes: &[u8]) {
    let mut parts = bytes.splitn(3, |&byte| byte == 0);
    let (options, answer) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let Ok(options) = std::str::from_utf8(options) else { return };
    let Ok(comparison) = Comparison::parse(options.split_ascii_whitespace()) else { return };
    let case = Expected::new(answer.to_vec(), comparison);
    assert!(
        matches!(case.check(&mut &*answer), Ok(CheckVerdict::Accepted(_))),
        "equal bytes are accepted"
    );
    let output = parts.next().unwrap_or_default();
    if let CheckVerdict::Refused(refusal) = case.check(&mut &*output).expect("bytes can be read") {
        assert_visible(&refusal.explanation.public);
    }
}

/// Escaped text is visible, and escaping it again changes nothing.
fn escaped_text(bytes: &[u8]) {
    assert_visible(&escape(bytes));
    assert_visible(&excerpt(bytes, 20));
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap_or_default()
}

fn recipe(bytes: &[u8]) {
    let _ = Recipe::parse(text(bytes));
}

fn custom_recipe(bytes: &[u8]) {
    let file = "format = 1\nname = \"split\"\n[generators.random]\ncommand = [\"true\"]\n";
    with_folder(|folder| {
        write(folder, "problem.toml", file.as_bytes());
        let read = ProblemSelection::default().read(&folder.join("problem.toml"));
        if let Ok(ProblemFile { problem: Problem::Custom(problem), .. }) = read {
            let _ = custom_recipe::parse(text(bytes), &problem);
        }
    });
}

fn recorded_time_limit(bytes: &[u8]) {
    with_folder(|folder| {
        write(folder, "time-limit.json", bytes);
        let _ = RecordedTimeLimit::read(folder, &[]);
    });
}

fn shard_plan(bytes: &[u8]) {
    if let Ok(plan) = PlanFile::parse(bytes) {
        let written = plan.bytes().expect("it has a JSON form");
        assert_eq!(PlanFile::parse(&written), Ok(plan));
    }
}

fn case_manifest(bytes: &[u8]) {
    with_folder(|folder| {
        write(folder, "manifest.toml", bytes);
        let _ = manifest::read(folder);
    });
}

fn problem_file(bytes: &[u8]) {
    with_folder(|folder| {
        write(folder, "problem.toml", bytes);
        if let Ok(file) = ProblemSelection::default().read(&folder.join("problem.toml")) {
            let _ = file.scheme(&["sample/1".into(), "secret/2".into()]);
        }
    });
}

fn languages(bytes: &[u8]) {
    let _ = Languages::shipped().with(text(bytes));
}

fn yaml_document(bytes: &[u8]) {
    let _ = yaml::Node::read(bytes);
}

fn package(name: &str, bytes: &[u8]) {
    with_package(name, bytes, |folder| {
        let mut diagnostics = Diagnostics::default();
        Package::read(folder, "package", &mut diagnostics);
        for diagnostic in diagnostics.sorted() {
            assert_visible(&diagnostic.to_string());
        }
    });
}

fn problem_yaml(bytes: &[u8]) {
    package("problem.yaml", bytes);
}

fn test_group_yaml(bytes: &[u8]) {
    package("data/secret/a/test_group.yaml", bytes);
}

fn submissions_yaml(bytes: &[u8]) {
    package("submissions/submissions.yaml", bytes);
}

fn generators_yaml(bytes: &[u8]) {
    with_package("generators/generators.yaml", bytes, |folder| {
        let links = LinkBoundary::of_folder(folder);
        let _ = Generation::open(folder, links, &ToolRunner::default().into());
    });
}

/// A description and an input, separated by NUL.
fn checktestdata(bytes: &[u8]) {
    let mut parts = bytes.splitn(2, |&byte| byte == 0);
    let (description, input) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let errors = match Description::parse(description) {
        Ok(description) => {
            let limits = Limits { steps: 1_000_000, memory: 1 << 20 };
            // The bytes also serve as choices.
            let written = description.write(&mut ChoicesOf(input.iter().cycle()), limits);
            let written = written.err().map(|error| error.to_string());
            let checked = description.check(input, limits).err().map(|error| error.to_string());
            written.into_iter().chain(checked).collect()
        }
        Err(error) => vec![error.to_string()],
    };
    errors.iter().for_each(|error| assert_visible(error));
}

/// Makes any choice, also ones that are not allowed.
struct ChoicesOf<'a>(std::iter::Cycle<std::slice::Iter<'a, u8>>);

impl Choices for ChoicesOf<'_> {
    fn integer(&mut self, _: &Site, least: i64, most: i64) -> i64 {
        match self.below(4) {
            0 => least,
            1 => most,
            2 => least.saturating_add_unsigned(self.below(256)),
            _ => i64::MIN,
        }
    }

    fn word(&mut self, letters: &[u8], length: usize) -> Vec<u8> {
        let mut letter = || letters[self.below(letters.len() as u64) as usize];
        (0..length).map(|_| letter()).collect()
    }

    fn below(&mut self, count: u64) -> u64 {
        u64::from(self.0.next().copied().unwrap_or_default()) % count
    }
}

fn generator_command(bytes: &[u8]) {
    if let Ok(command) = GeneratorCommand::read(text(bytes)) {
        command.seed("salt", 2);
    }
}

/// Unpacks bytes as an archive; nothing may be written outside the folder.
fn archive(name: &str, bytes: &[u8]) {
    with_folder(|folder| {
        write(folder, name, bytes);
        let inside = folder.join("to/inside");
        fs::create_dir_all(&inside).expect("a folder can be made");
        let bounds = ArchiveBounds {
            entries: 20,
            entry_bytes: 10_000,
            bytes: 20_000,
            is_unwanted: |_| false,
        };
        let _ = archive::unpack(&folder.join(name), &inside, &bounds);
        let beside = |below: &str| fs::read_dir(folder.join(below)).expect("a folder").count();
        assert_eq!((beside(""), beside("to")), (2, 1), "something is beside the folder");
    });
}

fn zip_archive(bytes: &[u8]) {
    archive("a.zip", bytes);
}

fn tar_archive(bytes: &[u8]) {
    archive("a.tar", bytes);
}

/// Reads the program in a notebook that a student has handed in.
fn notebook(bytes: &[u8]) {
    if let Ok(code) = notebook::code(bytes, &Languages::shipped()) {
        assert!(!code.text.trim().is_empty());
    }
}

fn batch_tasks(bytes: &[u8]) {
    with_folder(|folder| {
        write(folder, "tasks.jsonl", bytes);
        let path = folder.join("tasks.jsonl");
        let tasks = TaskIndex::read(&[path.into()], Vec::new(), TaskFormat::default(), &mut |_| {});
        if let Ok(tasks) = tasks {
            assert!(tasks.names().next().is_some());
        }
    });
}

fn http_request(bytes: &[u8]) {
    let mut rest = bytes;
    if let Ok(head) = Head::read(&mut rest) {
        assert!(rest.len() < bytes.len());
        let _ = head.body(&mut rest, &mut std::io::sink());
    }
}

fn event(bytes: &[u8]) {
    let _ = Event::parse(bytes);
}

fn crash(bytes: &[u8]) {
    Crash::read(text(bytes));
}

fn course_file(bytes: &[u8]) {
    with_folder(|folder| drop(CourseFile::parse(folder, text(bytes))));
}

fn worksheet(bytes: &[u8]) {
    with_folder(|folder| {
        write(folder, "worksheet.csv", bytes);
        let _ = Worksheet::read(&folder.join("worksheet.csv"), &ColumnNames::default());
    });
}

fn tar_gz_archive(bytes: &[u8]) {
    archive("a.tar.gz", bytes);
}

/// Opens, reads and compacts a record with two segments: one that consists of the bytes, and one of
/// frames with valid checksums, without which no frame is read.
fn run_record(bytes: &[u8]) {
    let segment = segment(bytes);
    with_folder(|folder| {
        write(folder, "lock", b"");
        fs::create_dir(folder.join("runs")).expect("the folder is new");
        write(folder, "runs/0000000000000001-0123456789abcdef.runs", bytes);
        write(folder, "runs/0000000000000002-0123456789abcdef.runs", &segment);
        if let Ok(record) = Record::open(folder, Reuse::Unchanged) {
            let _ = record.end();
        }
    });
}

/// Returns a segment of a record with a frame for each line, whose first byte is the kind.
fn segment(bytes: &[u8]) -> Vec<u8> {
    let writer = br#"0{"writer":{"format":3,"machine":"","process":1}}"#;
    let frames = bytes.split(|&byte| byte == b'\n').filter_map(<[u8]>::split_first);
    let frames = writer.split_first().into_iter().chain(frames);
    let sealed = frames.map(|(kind, content)| {
        let head = (content.len() as u64) << 2 | u64::from(kind & 3);
        // Every number can be written in ten bytes; the top bit says that another byte follows.
        let mut frame: Vec<u8> = (0..10)
            .map(|byte| (head.checked_shr(7 * byte).unwrap_or(0) & 0x7f) as u8 | 0x80)
            .collect();
        frame[9] &= 0x7f;
        frame.extend_from_slice(content);
        let checksum = Sha256::digest(&frame);
        [&frame[..], &checksum[..4]].concat()
    });
    sealed.collect::<Vec<_>>().concat()
}

fn java_class(bytes: &[u8]) {
    let _ = class_file::parse(bytes);
}

fn feedback(bytes: &[u8]) {
    with_folder(|folder| {
        for name in ["judgemessage.txt", "score.txt", "teammessage.txt", "nextpass.in"] {
            write(folder, name, bytes);
        }
        let feedback = FeedbackFolder(folder);
        let _ = (feedback.message(), feedback.team_message(), feedback.score(true));
        fs::rename(folder.join("score.txt"), folder.join("score_multiplier.txt"))
            .expect("it is there");
        let _ = (feedback.score(true), feedback.take_next_pass());
    });
}

fn grader_answer(bytes: &[u8]) {
    let _ = grader::answer(bytes);
}

/// A rule is read back as it is written.
fn game_notation(bytes: &[u8]) {
    match text(bytes).parse::<referee_games::Rule>() {
        Ok(rule) => {
            let again: referee_games::Rule = rule.to_string().parse().expect("it is a rule");
            assert_eq!(again.to_string(), rule.to_string());
        }
        Err(error) => assert_visible(&error.to_string()),
    }
}

fn game_positions(mut bytes: &[u8]) {
    if let Err(error) = referee_games::positions::read_compact(&mut bytes) {
        assert_visible(&error.to_string());
    }
}
