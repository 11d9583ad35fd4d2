//! The same programs in archives, as learning platforms provide them, and beside unrelated files.

use std::io::{Cursor, Write};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::corpus::Program;
use crate::scene::{HandIn, Scene};
use crate::transformations::{Changes, Transformation};

/// Files that people submit beside programs: the name of the change, and the files.
const BESIDE: [(&str, &[(&str, &str)]); 14] = [
    ("a README", &[("README.md", "# Doubling\n\nRun `main`.\n"), ("LICENSE", "MIT\n")]),
    (
        "node_modules",
        &[
            ("node_modules/left-pad/index.js", "module.exports = x => x;\nprocess.stdin.read();\n"),
            ("node_modules/left-pad/main.js", "console.log(1);\n"),
            (
                "node_modules/left-pad/package.json",
                "{\"name\": \"left-pad\", \"main\": \"index.js\"}\n",
            ),
            ("node_modules/.bin/pad", "#!/usr/bin/env node\n"),
        ],
    ),
    (
        "Cargo's target",
        &[
            ("target/debug/build/x/out/generated.rs", "fn main() {}\n"),
            ("target/debug/x.d", "x: src/main.rs\n"),
            ("target/CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55\n"),
        ],
    ),
    (
        "Maven's target",
        &[
            ("target/classes/Old.class", "\u{ca}"),
            (
                "target/generated-sources/Other.java",
                "class Other { public static void main(String[] a) {} }\n",
            ),
        ],
    ),
    (
        "JUnit tests",
        &[(
            "src/test/java/DoublingTest.java",
            "import org.junit.jupiter.api.Test;\nclass DoublingTest { @Test void doubles() {} }\n",
        )],
    ),
    (
        "an IDE's files",
        &[
            (".idea/workspace.xml", "<project/>\n"),
            (".idea/scratch.py", "print(1)\n"),
            ("work.iml", "<module/>\n"),
            (".vscode/launch.json", "{}\n"),
            (".project", "<projectDescription/>\n"),
            (".classpath", "<classpath/>\n"),
        ],
    ),
    (
        "what a Mac adds",
        &[
            (".DS_Store", "\0\0\0\u{1}Bud1"),
            ("__MACOSX/._main.py", "\0\u{5}"),
            ("._main.c", "\0\u{5}"),
        ],
    ),
    ("what Windows adds", &[("desktop.ini", "[.ShellClassInfo]\r\n"), ("Thumbs.db", "\0")]),
    (
        "byte code",
        &[("__pycache__/main.cpython-311.pyc", "\0"), ("__pycache__/twice.cpython-27.pyc", "\0")],
    ),
    (
        "a repository",
        &[
            (".git/HEAD", "ref: refs/heads/main\n"),
            (".gitignore", "*.o\n"),
            (".git/hooks/x.py", "print(1)\n"),
        ],
    ),
    (
        "data",
        &[("example.in", "1 a 1 A\n"), ("example.out", "2 a\n"), ("notes.txt", "int main() {}\n")],
    ),
    ("a file of languages", &[("referee.toml", STUDENTS_OWN)]),
    (
        "what marks a folder as made",
        &[
            ("pyvenv.cfg", "home = /usr/bin\n"),
            ("CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55\n"),
            ("CMakeCache.txt", "CMAKE_BUILD_TYPE:STRING=\n"),
        ],
    ),
    (
        "files of build tools",
        &[
            ("Makefile", "all:\n\tfalse\n"),
            ("CMakeLists.txt", "project(x)\n"),
            ("requirements.txt", "nothing-such\n"),
            ("build.gradle", "plugins {}\n"),
        ],
    ),
];

/// A file of languages that would make each program fail, or be right, without being run.
pub(crate) const STUDENTS_OWN: &str = "format = 1\n\
    [[language]]\nname = 'c'\nrun = ['false']\n\
    [[language]]\nname = 'cpp'\nrun = ['false']\n\
    [[language]]\nname = 'rust'\nrun = ['false']\n\
    [[language]]\nname = 'java'\nrun = ['false']\n\
    [[language]]\nname = 'python'\nrun = ['false']\n\
    [[language]]\nname = 'javascript'\nrun = ['false']\n\
    [[language]]\nname = 'perl'\nrun = ['false']\n\
    [[language]]\nname = 'bash'\nrun = ['false']\n\
    [[language]]\nname = 'awk'\nrun = ['false']\n";

/// The maximum length of a name on most file systems, in bytes.
const MAX_LENGTH: usize = 255;

/// Makes an archive of files.
type Pack = fn(&[(String, Vec<u8>)]) -> Vec<u8>;

pub(crate) fn of_hand_ins() -> Vec<Transformation<HandIn>> {
    let beside = BESIDE.into_iter().map(|(name, files)| {
        // Such tests belong to programs in Java only.
        let applies = move |program: &Program| {
            !name.starts_with("JUnit") || program.language.ending == "java"
        };
        Transformation::new(format!("beside {name}"), applies, move |hand_in: &mut HandIn| {
            let files =
                files.iter().map(|(name, text)| (name.to_string(), text.as_bytes().to_vec()));
            hand_in.files.extend(files);
        })
    });
    let packed: Changes<HandIn, 5> = [
        ("in a folder more", |hand_in| below(hand_in, &format!("project {}", hand_in.entry))),
        ("zip", |hand_in| archived(hand_in, "work.zip", zip)),
        ("zip of a folder", |hand_in| {
            below(hand_in, &format!("My Project {}", hand_in.entry));
            archived(hand_in, "work.zip", zip);
        }),
        ("zip in a zip", |hand_in| {
            archived(hand_in, "inner.zip", zip);
            archived(hand_in, "outer.zip", zip);
        }),
        ("tar", |hand_in| archived(hand_in, "work.tar", tar)),
    ];
    beside.chain(packed.map(|(name, change)| Transformation::of_all(name, change))).collect()
}

pub(crate) fn of_calls() -> Vec<Transformation<Scene>> {
    let packed: Changes<Scene, 5> = [
        ("an archive of all", |scene| all_archived(scene, zip, "all.zip")),
        ("a tar of all", |scene| all_archived(scene, tar, "all.tar")),
        ("archives that stand alone", |scene| {
            for hand_in in &mut scene.hand_ins {
                archived(hand_in, "", zip);
                hand_in.entry.push_str(".zip");
            }
            scene.options.extend(["--each", "file"].map(String::from));
        }),
        ("Moodle's folder", moodle),
        ("Moodle's archive", |scene| {
            moodle(scene);
            all_archived(scene, zip, "moodle.zip");
        }),
    ];
    packed.map(|(name, change)| Transformation::of_all(name, change)).into()
}

/// Moves all files of a program into a folder below its own.
fn below(hand_in: &mut HandIn, folder: &str) {
    hand_in.files.iter_mut().for_each(|(name, _)| *name = format!("{folder}/{name}"));
}

/// Puts all files of a program into an archive.
fn archived(hand_in: &mut HandIn, name: &str, pack: Pack) {
    let files = std::mem::take(&mut hand_in.files).into_iter();
    let files = files.map(|(name, content)| (in_archive(&name), content)).collect::<Vec<_>>();
    hand_in.files = vec![(name.to_string(), pack(&files))];
}

/// Returns the name of a file in an archive: names with a backslash are refused there.
fn in_archive(name: &str) -> String {
    name.replace('\\', "+")
}

/// Puts all programs into one archive.
fn all_archived(scene: &mut Scene, pack: Pack, name: &str) {
    let hand_ins = std::mem::take(&mut scene.hand_ins);
    let files = hand_ins.iter().flat_map(|hand_in| {
        let path = |name: &str| in_archive(&hand_in.path(name));
        hand_in.files.iter().map(move |(name, content)| (path(name), content.clone()))
    });
    let packed = pack(&files.collect::<Vec<_>>());
    scene.beside.push((name.to_string(), packed));
    scene.named[1] = name.to_string();
}

/// Names folders and files as Moodle does.
fn moodle(scene: &mut Scene) {
    const BEHIND: &str = "_4711_assignsubmission_file_";
    for hand_in in &mut scene.hand_ins {
        // A student's name ends at the first underscore.
        let name = hand_in.entry.replace('_', "-");
        // The end of a long name is kept, since it has the number.
        let too_much = (name.len() + BEHIND.len()).saturating_sub(MAX_LENGTH);
        let from = (too_much..).find(|&at| name.is_char_boundary(at)).unwrap_or(0);
        hand_in.entry = format!("{}{BEHIND}", &name[from..]);
    }
}

fn zip(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        zip.start_file(name.as_str(), SimpleFileOptions::default()).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn tar(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut archive = tar::Builder::new(Vec::new());
    for (name, content) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        header.set_mode(0o644);
        archive.append_data(&mut header, name, &content[..]).unwrap();
    }
    archive.into_inner().unwrap()
}
