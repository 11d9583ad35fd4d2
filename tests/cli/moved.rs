//! Records are identified by contents: a pipeline may restore them on another machine, at another
//! path, with new timestamps.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::time::{Duration, SystemTime};

use serde_json::Value;

use crate::generate_package;
use crate::judge::{RIGHT, judge, with_submissions};
use crate::packages::{NEW, package};
use crate::support::{CPYTHON, Folder, Run};

/// Copies a folder with older timestamps, below the folder `below` if it is not empty.
fn moved(folder: &Folder, below: &str) -> Folder {
    let copy = Folder::new();
    let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    for name in folder.files().into_keys() {
        let path = copy.path(below).join(&name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::copy(folder.path(&name), &path).unwrap();
        File::options().append(true).open(&path).unwrap().set_modified(long_ago).unwrap();
    }
    copy
}

/// Returns the number of runs, and how many of them came from the record.
fn runs(run: &Run) -> (u64, u64) {
    let last = run.stdout.lines().last().unwrap();
    let last: Value = serde_json::from_str(last).unwrap();
    (last["judged"].as_u64().unwrap(), last["kept"].as_u64().unwrap_or(0))
}

#[test]
fn no_run_is_repeated_for_another_path_or_other_times() {
    let folder = with_submissions(&[
        ("accepted/right.sh", RIGHT),
        ("wrong_answer/alice.sh", "echo Alice wins\n"),
        ("several/main.sh", RIGHT),
        ("several/notes.txt", "a file beside it"),
    ]);
    let report = ["--report", "jsonl"];
    let (all, kept) = runs(&judge(&folder, &report));
    assert!(all > 6 && kept == 0, "{all} {kept}");
    assert_eq!(runs(&judge(&moved(&folder, ""), &report)), (all, all));
    // The names of folders do not count either.
    let copy = moved(&folder, "");
    fs::rename(copy.path("cases"), copy.path("elsewhere")).unwrap();
    let call =
        ["judge", "elsewhere", "submissions", "--languages", "languages.toml", "--report", "jsonl"];
    assert_eq!(runs(&copy.referee(&call)), (all, all));
}

/// A package with an output validator, a driver that is compiled with submissions, and a file
/// beside a case.
fn whole_package() -> Folder {
    let folder = package(NEW);
    folder.write("referee.toml", CPYTHON);
    folder.write(
        "twice/output_validator/main.py",
        "import sys\nok = sys.stdin.read().split() == open(sys.argv[2]).read().split()\nsys.exit(42 if ok else 43)\n",
    );
    folder.write("twice/output_validator/unused.py", "");
    folder
}

#[test]
fn a_package_is_found_again_under_another_path_and_name() {
    let folder = whole_package();
    let call = |at: &str| ["judge", at, "--report", "jsonl", "--time-limit", "4"].map(String::from);
    let (all, kept) = runs(&folder.referee(&call("twice")).ends_with(0));
    assert!(all > 3 && kept == 0, "{all} {kept}");
    let copy = moved(&folder, "deep/down");
    fs::copy(copy.path("deep/down/referee.toml"), copy.path("referee.toml")).unwrap();
    assert_eq!(runs(&copy.referee(&call("deep/down/twice"))), (all, all));
    // A change to a file that decides verdicts counts, whatever its timestamps.
    for changed in ["output_validator/unused.py", "data/secret/2.ans"] {
        let copy = moved(&folder, "");
        let path = copy.path("twice").join(changed);
        let times = path.metadata().unwrap().modified().unwrap();
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text + " \n").unwrap();
        File::options().append(true).open(&path).unwrap().set_modified(times).unwrap();
        let (_, kept) = runs(&copy.referee(&call("twice")));
        assert!(kept < all, "{changed}");
    }
}

#[test]
fn a_problem_of_ones_own_is_found_again_until_its_checker_changes() {
    let check = "[ \"$(cat)\" = \"$(cat $2)\" ] && exit 42\nexit 43\n";
    for command in [
        "['checker.sh']",
        "['sh', '{folder}/checker.sh']",
        "['sh', '-c', '. $0/checker.sh', '{folder}']",
    ] {
        let folder = Folder::new();
        folder.write(
            "referee.toml",
            "format = 1\n[[language]]\nname = 'shell'\nendings = ['sh']\nrun = ['sh', '{main}']\n",
        );
        let head = "format = 1\nname = 'twice'\ncases = 'data'\n[checker]\nprotocol = 'icpc'\n";
        folder.write("twice/problem.toml", format!("{head}command = {command}\n"));
        folder.write("twice/checker.sh", check);
        folder.write("twice/data/1.in", "2\n");
        folder.write("twice/data/1.ans", "4\n");
        folder.write("twice/submissions/accepted/twice.sh", "read n\necho $((n + n))\n");
        let call = ["judge", "twice", "--report", "jsonl"];
        assert_eq!(runs(&folder.referee(&call).ends_with(0)), (1, 0), "{command}");
        assert_eq!(runs(&folder.referee(&call).ends_with(0)), (1, 1), "{command}");
        // Without namespaces the checker works in another folder.
        let bare = [&call[..], &["--isolation", "off", "--record", "off"]].concat();
        assert_eq!(runs(&folder.referee(&bare).ends_with(0)), (1, 0), "{command}");
        let copy = moved(&folder, "");
        assert_eq!(runs(&copy.referee(&call).ends_with(0)), (1, 1), "{command}");
        copy.write("twice/checker.sh", "exit 43\n");
        // It rejects the jury's answer too.
        assert_eq!(runs(&copy.referee(&call).ends_with(3)), (1, 0), "{command}");
    }
}

/// Returns the entries of the cache of generated files.
fn entries(folder: &Folder) -> BTreeSet<String> {
    let entries = fs::read_dir(folder.path("p/.referee/generated")).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn what_a_package_has_generated_is_found_again() {
    let folder = generate_package::package(
        "data:\n  secret:\n    data:\n      a: say.sh {seed}\n      b: say.sh 1 2\n",
    );
    folder.write("p/input_validators/all.sh", "exit 42\n");
    folder.write("p/generators/unused.sh", "");
    generate_package::generate(&folder, &[]).ends_with(0);
    let made = entries(&folder);
    // For each case an input, an answer and the result of the validator.
    assert_eq!(made.len(), 6, "{made:?}");
    let copy = moved(&folder, "");
    // Entries that are not needed are removed: all of these are needed, and no other is made.
    generate_package::generate(&copy, &[]).ends_with(0);
    assert_eq!(entries(&copy), made);
    assert_eq!(generate_package::data(&copy), generate_package::data(&folder));
    // Each program has its own keys.
    copy.write("p/input_validators/all.sh", "exit 42 # all\n");
    generate_package::generate(&copy, &[]).ends_with(0);
    assert_eq!(entries(&copy).intersection(&made).count(), 4);
}
