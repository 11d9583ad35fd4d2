//! Realistic hand-ins of students: more than two hundred, each with its expected reading.
//!
//! A shape, such as "downloaded twice", is made in each of nine languages; shapes of a single
//! language are listed beside them. All are in a folder as Moodle makes it, which is read once.

mod forms;
mod shapes;

use std::collections::BTreeMap;
use std::fs;
use std::io::{Cursor, Write};

use referee_intake::finding::find;
use referee_intake::submission::FindOptions;
use referee_programs::language::Languages;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// The files of a hand-in, with their names.
pub(crate) type Files = Vec<(String, Vec<u8>)>;

/// How a hand-in is expected to be read.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Reading {
    /// This file is started, in this language.
    Judged { file: String, language: String },
    /// The same, for a file that had another name.
    JudgedAs { file: String, language: String, written_as: String },
    /// It is not judged, and its author gets this message.
    Refused(String),
}

/// A hand-in.
#[derive(Clone)]
pub(crate) struct HandIn {
    /// What is special about it.
    pub(crate) shape: String,
    /// Its files.
    pub(crate) files: Files,
    /// The expected reading.
    pub(crate) expected: Reading,
}

/// Returns an archive of these files.
pub(crate) fn zipped(files: &Files) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        zip.start_file(name.as_str(), SimpleFileOptions::default()).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// Returns whether a reading is the expected one; of a rejection, only the words that matter are
/// given.
fn fits(expected: &Reading, found: &Reading) -> bool {
    match (expected, found) {
        (Reading::Refused(words), Reading::Refused(message)) => message.contains(words.as_str()),
        _ => expected == found,
    }
}

#[test]
fn each_hand_in_is_read_as_its_author_meant_it_or_refused_with_what_to_do() {
    let all = [shapes::all(), forms::all()].concat();
    assert!(all.len() >= 200, "{}", all.len());
    let folder = tempfile::tempdir().unwrap();
    let mut expected = BTreeMap::new();
    for (number, HandIn { shape, files, expected: reading }) in all.into_iter().enumerate() {
        let student = format!("S {number:03}");
        let place = folder.path().join(format!("{student}_{}_assignsubmission_file", number + 1));
        fs::create_dir(&place).unwrap();
        for (name, content) in files {
            let file = place.join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, content).unwrap();
        }
        expected.insert(student, (shape, reading));
    }
    let found = find(folder.path(), &Languages::shipped(), &FindOptions::default()).unwrap();
    let judged = found.submissions.iter().map(|one| {
        let program = one.source.as_event();
        let (file, language) = (program.file, program.language);
        let reading = match program.written_as {
            None => Reading::Judged { file, language },
            Some(written_as) => Reading::JudgedAs { file, language, written_as },
        };
        (one.name.to_string(), reading)
    });
    let refused = found.others.iter();
    let refused =
        refused.map(|(name, fault)| (name.to_string(), Reading::Refused(fault.message.clone())));
    let read: BTreeMap<String, Reading> = judged.chain(refused).collect();
    assert_eq!(read.len(), expected.len());
    let wrong: Vec<String> = expected
        .iter()
        .filter(|(student, (_, reading))| !fits(reading, &read[*student]))
        .map(|(student, (shape, reading))| {
            format!("{shape}\n  expected {reading:?}\n  read     {:?}", read[student])
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), expected.len(), wrong.join("\n"));
}

/// A student's archive may hold any number of links; looking through the folder for each of them
/// would take minutes.
#[test]
fn what_is_left_out_of_a_folder_takes_linear_time() {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default();
    zip.start_file("y/sum.py", options).unwrap();
    zip.write_all(b"print(3)\n").unwrap();
    for number in 0..5_000 {
        zip.add_symlink(format!("x/{number}"), "a", options).unwrap();
    }
    let folder = tempfile::tempdir().unwrap();
    let archive = folder.path().join("all.zip");
    fs::write(&archive, zip.finish().unwrap().into_inner()).unwrap();
    let found = find(&archive, &Languages::shipped(), &FindOptions::default()).unwrap();
    let names = found.others.iter().map(|(name, _)| &**name);
    assert_eq!(names.collect::<Vec<_>>(), ["x"]);
    assert_eq!(found.submissions.len(), 1);
}

/// A program may import itself by the name of its folder.
#[test]
fn an_archive_is_unpacked_into_a_folder_called_like_it() {
    let package: Files = vec![
        ("main.py".to_string(), b"from pkg.helper import f\nf()\n".to_vec()),
        ("helper.py".to_string(), b"def f():\n    print(3)\n".to_vec()),
    ];
    let place = tempfile::tempdir().unwrap();
    for (path, expected) in [
        ("pkg.zip", "pkg"),
        ("...zip", "archive"),
        ("moodle/A B_1_assignsubmission_file/pkg.zip", "pkg"),
    ] {
        let path = place.path().join(path);
        let above = path.parent().unwrap();
        fs::create_dir_all(above).unwrap();
        fs::write(&path, zipped(&package)).unwrap();
        let all = if above == place.path() { &path } else { above.parent().unwrap() };
        let found = find(all, &Languages::shipped(), &FindOptions::default()).unwrap();
        assert!(found.others.is_empty(), "{:?}", found.others);
        let [only] = &found.submissions[..] else { panic!("{}", found.submissions.len()) };
        assert_eq!(only.source.folder.file_name().unwrap(), expected, "{}", path.display());
        assert_eq!(only.source.main, "main.py");
    }
}
