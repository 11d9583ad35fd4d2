use std::fs::Permissions;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;

use rustix::fs::fstat;

use super::*;

fn inode((_, opened): &(InputCopy, OwnedFd)) -> u64 {
    fstat(opened).unwrap().st_ino
}

#[test]
fn a_file_that_was_only_read_serves_again_and_from_its_start() {
    let input = Input::new(b"bytes").unwrap();
    let mut inodes = Vec::new();
    for _ in 0..3 {
        let lent = input.lend().unwrap();
        inodes.push(inode(&lent));
        let mut text = String::new();
        File::from(lent.1.try_clone().unwrap()).read_to_string(&mut text).unwrap();
        assert_eq!(text, "bytes");
        input.give_back(lent.0);
    }
    assert!(inodes.iter().all(|inode| *inode == inodes[0]), "{inodes:?}");
}

#[test]
fn two_at_a_time_have_two_files() {
    let input = Input::new(b"bytes").unwrap();
    let (one, other) = (input.lend().unwrap(), input.lend().unwrap());
    assert_ne!(inode(&one), inode(&other));
    let (mut text, mut file) = (String::new(), File::from(other.1));
    file.read_to_string(&mut text).unwrap();
    assert_eq!(text, "bytes");
    assert!(file.write_all(b"x").is_err());
}

#[test]
fn a_file_that_was_touched_serves_nobody_any_more() {
    let input = Input::new(b"bytes").unwrap();
    let touches: [fn(&File); 4] = [
        |file| file.set_permissions(Permissions::from_mode(0o0)).unwrap(),
        |file| file.set_modified(std::time::SystemTime::UNIX_EPOCH).unwrap(),
        |file| {
            // Reads it through a descriptor of its own.
            let path = format!("/proc/self/fd/{}", file.as_raw_fd());
            std::fs::read(path).unwrap();
        },
        |file| {
            let flags = rustix::fs::IFlags::NODUMP;
            // Not every kernel supports flags on files in memory.
            let set = rustix::fs::ioctl_setflags(file, flags);
            set.or_else(|_| rustix::fs::fchmod(file, Mode::empty())).unwrap();
        },
    ];
    for (at, touch) in touches.into_iter().enumerate() {
        let lent = input.lend().unwrap();
        let before = inode(&lent);
        touch(&File::from(lent.1.try_clone().unwrap()));
        input.give_back(lent.0);
        let next = input.lend().unwrap();
        assert_ne!(inode(&next), before, "{at}");
        let metadata = File::from(next.1.try_clone().unwrap()).metadata().unwrap();
        assert_eq!(metadata.mode() & 0o777, 0o444);
        input.give_back(next.0);
    }
}

#[test]
fn few_copies_of_a_small_input_are_kept_and_none_of_a_large_one() {
    for (size, expected) in [(1, 3), (SMALL, 3), (SMALL + 1, 1)] {
        let input = Input::new(&vec![b'x'; size as usize]).unwrap();
        let lent = [(); 5].map(|()| input.lend().unwrap());
        for (copy, opened) in lent {
            assert_eq!(fstat(&opened).unwrap().st_size as u64, size);
            input.give_back(copy);
        }
        assert_eq!(input.free.lock().unwrap().len(), expected, "{size}");
    }
}
