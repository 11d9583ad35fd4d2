use std::os::unix::fs::PermissionsExt;

use super::*;

#[test]
fn copies_have_modes_of_their_own() {
    let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    for (name, text, mode, is_program, expected) in [
        ("a.py", "print(1)", 0o600, false, 0o644),
        ("b/c.py", "#!/usr/bin/python3", 0o600, false, 0o755),
        ("b/d/run", "true", 0o400, true, 0o755),
        ("b/helper", "true", 0o700, false, 0o755),
        ("empty", "", 0o666, false, 0o644),
    ] {
        let path = from.path().join("file");
        let _ = fs::remove_file(&path);
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        super::copy(&path, to.path(), name, is_program, &Constants::new()).unwrap();
        let copy = to.path().join(name);
        let found = fs::metadata(&copy).unwrap().permissions().mode() & 0o7777;
        assert_eq!((found, fs::read_to_string(&copy).unwrap()), (expected, text.into()), "{name}");
    }
    for folder in ["b", "b/d"] {
        let found = fs::metadata(to.path().join(folder)).unwrap().permissions().mode();
        assert_eq!(found & 0o7777, 0o755);
    }
}

#[test]
fn what_cannot_be_copied_is_a_fault_that_says_on_which_side() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("none.py");
    let message = |from: &Path, name: &str| {
        copy(from, folder.path(), name, false, &Constants::new()).unwrap_err().message
    };
    assert_eq!(message(&path, "a.py"), "there is no such file or folder");
    let device = message(Path::new("/dev/null"), "a.py");
    assert_eq!(device, "this is a pipe or a device, not a file");
    fs::write(&path, "text").unwrap();
    let below_a_file = message(&path, "none.py/a.py");
    assert!(below_a_file.starts_with("cannot write it: "), "{below_a_file}");
}

#[test]
fn what_is_read_looks_as_before() {
    use std::os::unix::fs::MetadataExt;
    let folder = tempfile::tempdir().unwrap();
    let (below, file) = (folder.path().join("below"), folder.path().join("below/file"));
    fs::create_dir(&below).unwrap();
    fs::write(&file, "text").unwrap();
    keep_no_access_times(folder.path()).unwrap();
    fs::read(&file).unwrap();
    fs::read_dir(&below).unwrap().for_each(drop);
    for path in [folder.path(), &below, &file] {
        assert_eq!(fs::metadata(path).unwrap().atime(), READ_LAST.tv_sec, "{}", path.display());
    }
}
