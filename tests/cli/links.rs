//! Links out of a package: followed within its repository, or within the folder that the user
//! names, and nowhere else.

use std::fs;
use std::io::Cursor;
use std::os::unix::fs::symlink;

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::packages::{NEW, judge, package};
use crate::support::Folder;

const SHARED: &str = "def is_number(text): return text.strip().isdigit()\n";

/// A package whose input validator imports a file beside the package; it also has a linked folder
/// and a missing statement.
fn with_links() -> Folder {
    let folder = package(NEW);
    folder.write("shared/check.py", SHARED);
    folder.write("shared/notes/note.txt", "shared\n");
    fs::remove_file(folder.path("twice/input_validators/number.py")).unwrap();
    let main = "import sys\nfrom check import is_number\n\
        sys.exit(42 if is_number(sys.stdin.read()) else 43)\n";
    folder.write("twice/input_validators/number/main.py", main);
    for (link, target) in [
        ("input_validators/number/check.py", "../../../shared/check.py"),
        ("attachments", "../shared/notes"),
        ("problem.pdf", "../doc/problem.pdf"),
    ] {
        symlink(target, folder.path("twice").join(link)).unwrap();
    }
    folder
}

#[test]
fn links_are_followed_within_the_repository() {
    let folder = with_links();
    let out = "this link leads out of the package; it is ignored";
    folder.referee(&["validate", "twice"]).ends_with(2).says(out);
    folder.write(".git", "gitdir: elsewhere\n");
    folder
        .referee(&["validate", "twice"])
        .ends_with(0)
        .says("2 links lead out of the package and into its repository; followed")
        .says("problem.pdf")
        .says("this link leads nowhere");
    judge(&folder).ends_with(0).says("2 of 2 as expected.");
    let export = ["export", "twice", "--format", "icpc-2025-09", "--out", "new/twice/"];
    folder.referee(&export).ends_with(0).says("problem.pdf").says("this link leads nowhere");
    for (path, content) in
        [("input_validators/number/check.py", SHARED), ("attachments/note.txt", "shared\n")]
    {
        let path = format!("new/twice/{path}");
        assert_eq!(folder.read(&path), content);
        assert!(!folder.path(&path).is_symlink(), "{path}");
    }
}

#[test]
fn links_are_followed_within_the_folder_that_the_user_names() {
    let folder = with_links();
    folder.write("twice/generators/generators.yaml", "data: {secret: {data: {four: {in: '7'}}}}\n");
    folder.write("other/file", "");
    for command in [
        &["validate", "twice"][..],
        &["judge", "--record", "off", "twice"],
        &["solve", "--verify", "twice"],
        &["check", "twice", "other"],
        &["generate", "--list", "twice"],
        &["export", "twice", "--format", "icpc-2025-09", "--out", "new.zip"],
    ] {
        let run = folder.referee(&[command, &["--root", "other"]].concat()).ends_with(2);
        run.says("twice: this is not in the folder that --root names");
    }
    folder.referee(&["validate", "twice", "--root", "."]).ends_with(0).says("2 links lead out");
    folder.referee(&["generate", "twice", "--root", "."]).ends_with(0);
    assert_eq!(folder.read("twice/data/secret/four.ans"), "14\n");
}

#[test]
fn links_out_of_an_archive_are_never_followed() {
    let folder = Folder::new();
    folder.write(".git", "gitdir: elsewhere\n");
    folder.write("secret.txt", "secret\n");
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default();
    archive.start_file("problem.yaml", options).unwrap();
    archive.add_symlink("attachments", folder.path("").to_str().unwrap(), options).unwrap();
    archive.add_symlink("problem.pdf", "../secret.txt", options).unwrap();
    folder.write("twice.zip", archive.finish().unwrap().into_inner());
    let run = folder.referee(&["validate", "twice.zip", "--root", "."]).ends_with(2);
    let run = run.says("attachments").says("this entry of the archive was left out");
    assert!(!run.stdout.contains("lead out of the package and into"), "{run}");
}
