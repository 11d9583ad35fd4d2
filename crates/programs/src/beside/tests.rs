use super::*;

#[test]
fn tests_are_told_by_their_names() {
    for file in [
        "src/test/java/Anything.java",
        "tests/a.py",
        "MainTest.java",
        "a/MainTests.kt",
        "test_main.py",
        "main_test.go",
        "main.test.js",
        "conftest.py",
        "tests.py",
        "gulpfile.js",
        "web/vite.config.js",
    ] {
        assert!(is_test(file), "{file}");
    }
    for file in ["test.py", "Test.java", "latest.py", "contest/main.py", "testing.c", "config.js"] {
        assert!(!is_test(file), "{file}");
    }
}

#[test]
fn folders_count_as_made_by_tools_where_that_shows() {
    let folder = tempfile::tempdir().unwrap();
    let write = |below: &str| {
        let path = folder.path().join(below);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, "").unwrap();
    };
    for (files, made, is_made) in [
        (&["a/target/main.py"][..], "a/target", false),
        (&["b/target/main.rs", "b/Cargo.toml"], "b/target", true),
        (&["c/target/classes/Main.class"], "c/target", true),
        (&["d/build/main.py"], "d/build", false),
        (&["e/build/x.c", "e/build/CMakeCache.txt"], "e/build", true),
        (&["f/bin/x.cs", "f/work.csproj"], "f/bin", true),
        (&["g/env/pyvenv.cfg"], "g/env", true),
        (&["h/node_modules/a/main.js"], "h/node_modules", true),
        (&["n/dist-newstyle/build/Paths_a.hs"], "n/dist-newstyle", true),
        (&["i/main.cpp", "i/CMakeCache.txt", "i/CMakeFiles/x.c"], "i", false),
        (&["j/src/main.py", "j/pyvenv.cfg", "j/lib/a.py"], "j", false),
        (&["m/src/main/java/Main.java", "m/pyvenv.cfg"], "m", false),
        (&["k/pyvenv.cfg", "k/bin/tool.py", "k/lib/python3/site-packages/a.py"], "k", true),
        (&["l/CACHEDIR.TAG", "l/debug/build/x/out/main.rs"], "l", true),
    ] {
        files.iter().for_each(|file| write(file));
        assert_eq!(is_made_by_tools(&folder.path().join(made)), is_made, "{files:?}");
    }
}

#[test]
fn ways_are_told_by_names_alone() {
    for way in ["a/node_modules/b/c.js", "./.git/x", "x/target/debug/y"] {
        assert!(is_passed_over_path(way), "{way}");
    }
    for way in ["a/main.c", "target/main.rs", "../main.py", "Main.class"] {
        assert!(!is_passed_over_path(way), "{way}");
    }
}

#[test]
fn what_compilers_write_is_told_by_its_extension_or_its_first_bytes() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text, expected) in [
        ("Main.class", "", true),
        ("MAIN.EXE", "", true),
        ("compiled/main_rkt.zo", "", true),
        ("program", "\x7fELF", true),
        ("table.bin", "MZ\0\0", true),
        ("program", "echo", false),
        ("table.bin", "1234", false),
        ("main.c", "\x7fELF", false),
        ("main.obj", "L\x01\x04\0", true),
        ("cube.obj", "v 0 0 1\n", false),
        ("main.pdb", "Microsoft C/C++ MSF 7.00\r\n", true),
        ("protein.pdb", "HEADER\n", false),
    ] {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        assert_eq!(is_compiled(&path), expected, "{name}");
    }
}
