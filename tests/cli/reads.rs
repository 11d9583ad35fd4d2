//! How often the files of a case are opened, as counted by the kernel: once for everything that
//! needs them.

use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;
use std::path::Path;

use rustix::fs::inotify::{self, CreateFlags, ReadFlags, WatchFlags};
use rustix::io::Errno;

use crate::packages::{NEW, package};
use crate::support::Folder;

/// Counts how often a file is opened, by any process.
struct Opened(OwnedFd);

impl Opened {
    fn of(path: &Path) -> Opened {
        let events = inotify::init(CreateFlags::NONBLOCK | CreateFlags::CLOEXEC).unwrap();
        // Inotify merges equal events in a row; the closing events in between keep them apart.
        let wanted = WatchFlags::OPEN | WatchFlags::CLOSE_NOWRITE;
        inotify::add_watch(&events, path, wanted).unwrap();
        Opened(events)
    }

    /// Returns how often the file was opened since the last call.
    fn count(&self) -> usize {
        let mut buffer = [MaybeUninit::uninit(); 1 << 12];
        let mut events = inotify::Reader::new(&self.0, &mut buffer);
        let mut count = 0;
        loop {
            match events.next() {
                Ok(event) => count += usize::from(event.events().contains(ReadFlags::OPEN)),
                Err(Errno::WOULDBLOCK) => return count,
                Err(error) => panic!("{error}"),
            }
        }
    }
}

#[test]
fn a_case_of_a_shipped_problem_is_read_once() {
    let folder = Folder::with_outputs();
    folder.write("answer.py", "print('Bob wins')\n");
    let input = Opened::of(&folder.path("cases/secret/3-bob.in"));
    for (arguments, expected) in [
        (&["judge", "cases", "answer.py", "--jobs", "1", "--only", "secret/3-bob"][..], 1),
        // A recorded case is not run; its input is only read to identify it.
        (&["judge", "cases", "answer.py", "--jobs", "1", "--only", "secret/3-bob"], 1),
        (&["check", "cases", "outputs"], 1),
        (&["solve", "cases", "--verify"], 1),
        (&["solve", "cases", "--force"], 1),
        (&["validate", "cases"], 1),
    ] {
        let run = folder.referee(arguments);
        assert_eq!(input.count(), expected, "{arguments:?}\n{run}");
    }
}

#[test]
fn what_a_case_of_a_package_says_of_itself_is_read_once() {
    let folder = package(NEW);
    folder.write("twice/data/secret/2.yaml", "args: ['2']\n");
    folder.write("twice/data/secret/2.out", "100\n");
    folder.write("outputs/secret/2.out", "100\n");
    folder.write("twice/output_validators/any.py", "raise SystemExit(42)\n");
    let yaml = Opened::of(&folder.path("twice/data/secret/2.yaml"));
    for arguments in [
        &["judge", "twice", "--jobs", "1"][..],
        &["judge", "twice", "--jobs", "1"],
        &["check", "twice", "outputs"],
        &["solve", "twice", "--verify"],
        &["solve", "twice", "--force"],
        &["validate", "twice"],
    ] {
        let run = folder.referee(arguments);
        assert_eq!(yaml.count(), 1, "{arguments:?}\n{run}");
    }
}

#[test]
fn an_input_of_a_package_is_read_once_to_be_judged() {
    let folder = package(NEW);
    let input = Opened::of(&folder.path("twice/data/secret/2.in"));
    let run = folder.referee(&["judge", "twice", "--jobs", "1"]).ends_with(0);
    assert_eq!(input.count(), 1, "{run}");
}
