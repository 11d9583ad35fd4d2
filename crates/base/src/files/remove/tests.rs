use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};

use rustix::fs::{CWD, Mode, OFlags, mkdirat, openat};

use super::*;

#[test]
fn a_folder_of_any_depth_is_removed() {
    // Removing a folder takes milliseconds on some disks, and microseconds in memory.
    let memory = Path::new("/dev/shm");
    let above = if memory.is_dir() { memory } else { &std::env::temp_dir() };
    let above = tempfile::tempdir_in(above).unwrap();
    let top = above.path().join("top");
    fs::create_dir(&top).unwrap();
    let flags = OFlags::RDONLY | OFlags::DIRECTORY;
    let mut at = openat(CWD, &top, flags, Mode::empty()).unwrap();
    for _ in 0..20_000 {
        mkdirat(&at, "nested", Mode::RWXU).unwrap();
        at = openat(&at, "nested", flags, Mode::empty()).unwrap();
    }
    remove_all(&top).unwrap();
    assert!(!top.exists());
}

#[test]
fn closed_folders_and_links_are_removed_and_nothing_beyond() {
    let above = tempfile::tempdir().unwrap();
    let path = |name: &str| above.path().join(name);
    for folder in ["kept", "top/a/closed/deep/er", "top/a/b", "top/.removed-1/x/y"] {
        fs::create_dir_all(path(folder)).unwrap();
    }
    for file in ["kept/file", "top/a/closed/deep/er/file", "top/.removed-2", "top/a/b/file"] {
        fs::write(path(file), "text").unwrap();
    }
    symlink(path("kept"), path("top/a/b/link")).unwrap();
    symlink(path("kept"), path("top/link")).unwrap();
    for (closed, mode) in [("top/a/closed/deep", 0o500), ("top/a/closed", 0o000), ("top/a", 0o100)]
    {
        fs::set_permissions(path(closed), Permissions::from_mode(mode)).unwrap();
    }
    remove_all(&path("top")).unwrap();
    assert!(!path("top").exists());
    assert_eq!(fs::read_to_string(path("kept/file")).unwrap(), "text");
}

#[test]
fn a_link_is_removed_and_not_what_it_leads_to() {
    let above = tempfile::tempdir().unwrap();
    let (kept, link) = (above.path().join("kept"), above.path().join("link"));
    fs::create_dir(&kept).unwrap();
    symlink(&kept, &link).unwrap();
    for _ in 0..2 {
        remove_all(&link).unwrap();
    }
    assert!(kept.exists() && !link.is_symlink());
}

#[test]
fn many_files_are_removed() {
    let above = tempfile::tempdir().unwrap();
    let top = above.path().join("top");
    fs::create_dir_all(top.join("below")).unwrap();
    for number in 0..3000 {
        fs::write(top.join("below").join(number.to_string()), "").unwrap();
    }
    remove_all(&top).unwrap();
    assert!(!top.exists());
}
