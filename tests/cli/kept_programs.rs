//! What earlier commands have compiled is not compiled again.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use crate::support::Folder;

const RIGHT: &str = "#include <stdio.h>\nint main(void) { int n; scanf(\"%d\", &n); printf(\"%d\\n\", n + ONE); }\n";

/// Returns a problem with a validator, a right submission and one that does not compile, all in C;
/// `None` if no program is kept here, since compilers do not run in sandboxes.
fn problem() -> Option<Folder> {
    let folder = Folder::new();
    if !folder.doctor(&[]).stdout.contains("namespaces  yes") {
        println!("SKIPPED: without namespaces, no program is kept");
        return None;
    }
    folder.write(
        "next/problem.toml",
        "format = 1\nname = 'next'\ncases = 'data'\n[checker]\nkind = 'tokens'\n\
         [validator]\ncommand = ['validator.c']\n",
    );
    folder.write("next/validator.c", "int main(void) { return 42; }\n");
    folder.write("next/data/one.in", "1\n");
    folder.write("next/data/one.ans", "2\n");
    folder.write("submissions/accepted/right.c", RIGHT.replace("ONE", "1"));
    folder.write("submissions/compiler_error/broken.c", "no program\n");
    Some(folder)
}

/// Judges without a record, and returns the report and how many compilers were started.
fn judge(folder: &Folder, more: &[&str]) -> (String, usize) {
    let words = ["judge", "next", "submissions", "--record", "off", "-vv", "--details", "no-times"];
    let run = folder.referee(&[&words[..], more].concat());
    let is_compiler = |line: &&str| line.starts_with("start  ") && line.contains(" -o ");
    (run.stdout.clone(), run.stderr.lines().filter(is_compiler).count())
}

/// Returns the files of the kept programs.
fn entries(folder: &Folder) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder.cache().join("referee/programs")).into_iter().flatten();
    entries.map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn what_has_not_changed_is_not_compiled_again() {
    let Some(folder) = problem() else { return };
    let (first, compiled) = judge(&folder, &[]);
    assert!(first.contains("2 of 2 as expected"), "{first}");
    assert_eq!(compiled, 2);
    // The one that does not compile is compiled again, for its messages.
    let (again, compiled) = judge(&folder, &[]);
    assert_eq!((again, compiled), (first.clone(), 1));
    // Its answers cannot be verified.
    let validate = |problem| folder.referee(&["validate", problem, "-vv"]).ends_with(3);
    let first = validate("next");
    assert!(first.stderr.contains(" -o "), "{first}");
    let known = validate("next");
    assert_eq!(known.stdout, first.stdout);
    assert!(!known.stderr.contains(" -o "), "{known}");
    assert!(known.stderr.contains("kept   validator.c: compiled by an earlier command"), "{known}");
    // Elsewhere.
    fs::rename(folder.path("next"), folder.path("moved")).unwrap();
    let moved = validate("moved");
    assert!(!moved.stderr.contains(" -o "), "{moved}");
    fs::rename(folder.path("moved"), folder.path("next")).unwrap();
    // Another program.
    folder.write("submissions/accepted/right.c", RIGHT.replace("ONE", "2"));
    let (wrong, compiled) = judge(&folder, &[]);
    assert!(wrong.contains("1 of 2 as expected"), "{wrong}");
    assert_eq!(compiled, 2);
    // Another command.
    let c = "name = 'c'\ncompile = ['cc', '-O1', '-o', '{program}', '{sources}']\n";
    folder.write("languages.toml", format!("format = 1\n[[language]]\n{c}"));
    let other = ["--languages", "languages.toml"];
    assert_eq!([judge(&folder, &other).1, judge(&folder, &other).1], [2, 1]);
}

#[test]
fn only_a_whole_program_is_used_that_nobody_else_could_have_written() {
    let Some(folder) = problem() else { return };
    let (first, _) = judge(&folder, &[]);
    let [entry] = &entries(&folder)[..] else { panic!("{:?}", entries(&folder)) };
    let whole = fs::read(entry).unwrap();
    let mut changed = whole.clone();
    *changed.last_mut().unwrap() ^= 1;
    for broken in [&changed[..], &whole[..whole.len() - 1], &whole[..40], b""] {
        fs::write(entry, broken).unwrap();
        assert_eq!(judge(&folder, &[]), (first.clone(), 2), "{} bytes", broken.len());
        assert_eq!(fs::read(entry).unwrap(), whole);
    }
    let programs = entry.parent().unwrap();
    let permit = |mode| fs::set_permissions(programs, fs::Permissions::from_mode(mode)).unwrap();
    permit(0o770);
    assert_eq!(judge(&folder, &[]), (first.clone(), 2));
    permit(0o700);
    assert_eq!(judge(&folder, &[]), (first.clone(), 1));
    // A folder that cannot be created.
    fs::remove_dir_all(programs).unwrap();
    fs::write(programs, "a file").unwrap();
    assert_eq!(judge(&folder, &[]), (first, 2));
}
