use super::class_file::tests::class;
use super::*;

const STRINGS: &str = "([Ljava/lang/String;)V";

fn folder_of(classes: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, name) in classes {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, class(name, "main", STRINGS, 9)).unwrap();
    }
    folder
}

#[test]
fn of_several_classes_the_name_tells_which_is_started() {
    let found = |name: &str| Ok(name.to_string());
    let unclear = |names: &[&str]| Err(names.iter().map(|n| n.to_string()).collect::<Vec<_>>());
    for (classes, expected) in [
        (&[][..], unclear(&[])),
        (&[("A.class", "A")], found("A")),
        (&[("a/b/A.class", "a/b/A")], found("a.b.A")),
        (&[("A.class", "A"), ("Main.class", "Main"), ("Team.class", "Team")], found("Main")),
        (&[("A.class", "A"), ("x/Main.class", "x/Main")], found("x.Main")),
        (&[("A.class", "A"), ("Team.class", "Team")], found("Team")),
        (&[("A.class", "A"), ("A$B.class", "A$B")], found("A")),
        (&[("A$B.class", "A$B")], found("A$B")),
        (&[("B.class", "B"), ("A.class", "A")], unclear(&["A", "B"])),
        (&[("x/Main.class", "x/Main"), ("y/Main.class", "y/Main")], unclear(&["x.Main", "y.Main"])),
        // `java` does not find these, or takes them for an option.
        (&[("bin/A.class", "A")], unclear(&[])),
        (&[("-version.class", "-version")], unclear(&[])),
        (&[("A.txt", "A")], unclear(&[])),
    ] {
        let folder = folder_of(classes);
        let names = ["main".to_string(), "team".into()];
        assert_eq!(main_class(folder.path(), &names).unwrap(), expected, "{classes:?}");
    }
}

#[test]
fn files_are_named_after_their_public_type() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &[u8]| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("a.java", b"\xef\xbb\xbfpublic class Main {}");
    write("src/b.java", b"/* \xe9 */ public class Other {}");
    write("c.java", b"public class Main {}");
    write("d.java", b"class D {}");
    write("Main.class", b"");
    let files = ["a.java", "c.java", "d.java", "Main.class", "src/b.java"].map(String::from);
    let mut sources = ["a.java", "c.java", "d.java", "src/b.java"].map(String::from);
    let mut main = "a.java".to_string();
    prepare(folder.path(), &files, &mut sources, &mut main).unwrap();
    assert_eq!(main, "Main.java");
    // The longest name of a file with this extension, and a longer one.
    for (length, is_renamed) in [(250, true), (251, false)] {
        write("long.java", format!("public class {} {{}}", "L".repeat(length)).as_bytes());
        let mut sources = ["long.java".to_string()];
        let files = sources.clone();
        prepare(folder.path(), &files, &mut sources, &mut String::new()).unwrap();
        assert_eq!(sources[0] != "long.java", is_renamed);
    }
    // One that gets another name leaves its own to the next.
    write("X.java", b"public class Y {}");
    write("Z.java", b"public class X {}");
    let mut of_others = ["X.java", "Z.java"].map(String::from);
    let files = of_others.clone();
    prepare(folder.path(), &files, &mut of_others, &mut String::new()).unwrap();
    assert_eq!(of_others, ["Y.java", "X.java"]);
    // A file that is not compiled keeps none from its name.
    write("Sum.java", b"public class Sum { int old; }");
    write("new.java", b"public class Sum {}");
    let (mut of_new, files) =
        (["new.java".to_string()], ["new.java", "Sum.java"].map(String::from));
    prepare(folder.path(), &files, &mut of_new, &mut String::new()).unwrap();
    assert_eq!(of_new, ["Sum.java"]);
    assert_eq!(fs::read(folder.path().join("Sum.java")).unwrap(), b"public class Sum {}");
    // The second file for a name keeps its own: the compiler reports what is wrong.
    assert_eq!(sources, ["Main.java", "c.java", "d.java", "src/Other.java"]);
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert_eq!(read("Main.java"), b"public class Main {}");
    assert_eq!(read("src/Other.java"), "/* \u{e9} */ public class Other {}".as_bytes());
    assert!(!folder.path().join("Main.class").exists());
}
