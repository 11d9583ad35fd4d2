use std::fs;
use std::os::unix::fs::{PermissionsExt, chown, symlink};

use super::*;

/// Creates `above/repository/problem` with links in it, beside files that they lead to.
fn folders() -> tempfile::TempDir {
    let above = tempfile::tempdir().unwrap();
    let path = |below: &str| above.path().join(below);
    fs::create_dir_all(path("repository/problem/own")).unwrap();
    fs::create_dir_all(path("repository/shared")).unwrap();
    fs::create_dir_all(path("repository/.ssh")).unwrap();
    for file in ["secret", "repository/shared/a.h", "repository/.ssh/key", "repository/.env"] {
        fs::write(path(file), "").unwrap();
    }
    for (name, target) in [
        ("shared/chain", "../problem/own/../../shared/a.h"),
        ("shared/out", "../../secret"),
        ("problem/file", "../shared/a.h"),
        ("problem/folder", "../shared"),
        ("problem/chain", "../shared/chain"),
        ("problem/inside", "own"),
        ("problem/out", "../../secret"),
        ("problem/out-by-two", "../shared/out"),
        ("problem/absolute", "/etc/passwd"),
        ("problem/hidden", "../.env"),
        ("problem/hidden-folder", "../.ssh/key"),
        ("problem/around", ".."),
        ("problem/loop", "loop"),
        ("problem/nowhere", "../shared/b.h"),
    ] {
        symlink(target, path("repository").join(name)).unwrap();
    }
    above
}

#[test]
fn links_are_followed_within_the_repository_and_no_further() {
    use NotFollowed::{Around, Hidden, Nowhere, Outside};
    let above = folders();
    let repository = above.path().canonicalize().unwrap().join("repository");
    let problem = repository.join("problem");
    let follow = |boundary: &LinkBoundary, name: &str| {
        let target = boundary.follow(&problem.join(name))?;
        let below = target.path.strip_prefix(&repository).unwrap().to_str().unwrap().to_string();
        Ok((below, target.is_beyond))
    };
    let alone = LinkBoundary::of_repository(&problem);
    assert!(!alone.is_wider());
    for name in ["file", "folder", "chain", "out", "hidden", "around"] {
        assert_eq!(follow(&alone, name), Err(Outside), "{name}");
    }
    let named = LinkBoundary::within(&repository, &problem).unwrap();
    fs::write(repository.join(MARK), "gitdir: elsewhere").unwrap();
    for boundary in [named, LinkBoundary::of_repository(&problem)] {
        assert!(boundary.is_wider());
        for (name, target) in [
            ("file", Ok(("shared/a.h", true))),
            ("folder", Ok(("shared", true))),
            ("folder/chain", Ok(("shared/a.h", true))),
            ("folder/out", Err(Outside)),
            ("chain", Ok(("shared/a.h", true))),
            ("inside", Ok(("problem/own", false))),
            ("out", Err(Outside)),
            ("out-by-two", Err(Outside)),
            ("absolute", Err(Outside)),
            ("hidden", Err(Hidden)),
            ("hidden-folder", Err(Hidden)),
            ("around", Err(Around)),
            ("loop", Err(Nowhere)),
            ("nowhere", Err(Nowhere)),
        ] {
            let target = target.map(|(path, is_beyond)| (path.to_string(), is_beyond));
            assert_eq!(follow(&boundary, name), target, "{name}");
        }
    }
    // The nearest mark counts: a package that is a repository ends there.
    fs::create_dir(problem.join(MARK)).unwrap();
    assert!(!LinkBoundary::of_repository(&problem).is_wider());
    let beside = LinkBoundary::within(&repository.join("shared"), &problem).unwrap_err();
    assert_eq!(beside.message, "this is not in the folder that --root names");
}

#[test]
fn a_mark_that_anybody_could_make_is_none() {
    let above = folders();
    let repository = above.path().join("repository");
    fs::create_dir(repository.join(MARK)).unwrap();
    fs::set_permissions(&repository, fs::Permissions::from_mode(0o777)).unwrap();
    let is_wider = || LinkBoundary::of_repository(&repository.join("problem")).is_wider();
    assert!(is_wider());
    if chown(repository.join(MARK), Some(65534), None).is_ok() {
        assert!(!is_wider());
    }
}
