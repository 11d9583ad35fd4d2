use std::time::Duration;

use super::*;

#[test]
fn those_used_last_are_left() {
    let folder = tempfile::tempdir().unwrap();
    for (name, age) in [("new", 1), ("older", 2), ("oldest", 3)] {
        let path = folder.path().join(name);
        fs::write(&path, [0; 100]).unwrap();
        let used = SystemTime::now() - Duration::from_secs(age * 1000);
        File::open(&path).unwrap().set_modified(used).unwrap();
    }
    let left = || {
        let names = fs::read_dir(folder.path()).unwrap();
        let mut names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    tidy(folder.path(), 300);
    assert_eq!(left(), ["new", "older", "oldest"]);
    tidy(folder.path(), 299);
    assert_eq!(left(), ["new", "older"]);
    tidy(folder.path(), 0);
    assert!(left().is_empty());
}

#[test]
fn a_long_command_keeps_no_more_than_others() {
    let (folder, above) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let programs = above.path().join("programs");
    let mut kept = KeptPrograms::kept_in(programs.clone(), "this version");
    kept.most = 8000;
    let before = files_in(folder.path()).unwrap();
    fs::write(folder.path().join("program"), [1; 900]).unwrap();
    for number in 0..20_u8 {
        let place = kept.place(|| {
            let mut key = Digest::new();
            key.add(&[number]);
            key
        });
        let place = place.unwrap();
        assert_eq!(restore(&place, folder.path()), None);
        kept.keep(&place, folder.path(), &before, number % 2 == 0);
        assert_eq!(restore(&place, folder.path()), Some(number % 2 == 0));
        assert_eq!(fs::read(folder.path().join("program")).unwrap(), [1; 900]);
    }
    let sizes = fs::read_dir(&programs).unwrap().map(|entry| entry.unwrap().metadata());
    let bytes: u64 = sizes.map(|found| found.unwrap().len()).sum();
    assert!((4000..=10_000).contains(&bytes), "{bytes}");
}
