use super::*;

#[test]
fn names_are_taken_apart() {
    for (name, expected) in [
        ("leeann_12_345_main.py", Some(("leeann", false, "12", 345, "main.py"))),
        ("leeann_LATE_12_345_a_b.py", Some(("leeann", true, "12", 345, "a_b.py"))),
        ("leeann_12_main.py", None),
        ("leeann_LATE_12_main.py", None),
        ("_12_345_main.py", None),
        ("leeann_12_345_", None),
        ("leeann_12_99999999999999999999999_main.py", None),
        ("main.py", None),
    ] {
        let parts = parts(name);
        let parts =
            parts.map(|parts| (parts.name, parts.is_late, parts.user, parts.upload, parts.file));
        assert_eq!(parts, expected, "{name}");
    }
}

#[test]
fn numbers_of_attempts_stand_before_the_extension() {
    for (file, name, number) in [
        ("main.py", "main.py", 0),
        ("main-2.py", "main.py", 2),
        ("my-main-12.tar.gz", "my-main-12.tar.gz", 0),
        ("main-02.py", "main-02.py", 0),
        ("-1.py", "-1.py", 0),
        ("main-1", "main", 1),
        ("main-20261122.py", "main-20261122.py", 0),
    ] {
        assert_eq!(without_number(file), (name.to_string(), number), "{file}");
    }
}

#[test]
fn versions_of_files_are_attempts() {
    let folder = tempfile::tempdir().unwrap();
    let read = |names: &[&str]| {
        let paths: Vec<PathBuf> = names.iter().map(|name| folder.path().join(name)).collect();
        paths.iter().for_each(|path| std::fs::write(path, "").unwrap());
        let hand_ins = read(&paths);
        let shown = |content: &Content| match content {
            Content::Files(files) => {
                let files = files.iter().map(|(path, name)| {
                    let path = path.file_name().unwrap().to_str().unwrap();
                    format!("{}={name}", path.rsplit('_').next().unwrap())
                });
                files.collect::<Vec<_>>().join(" ")
            }
            other => format!("{other:?}"),
        };
        let line =
            |one: &HandIn| format!("{} {}: {}", one.student.name, one.attempt, shown(&one.content));
        hand_ins.all.iter().map(line).collect::<Vec<_>>()
    };
    assert_eq!(
        read(&["a_1_5_main.py", "b_2_6_main-1.py"]),
        ["a 1: main.py=main.py", "b 2: main-1.py=main.py"]
    );
    assert_eq!(
        read(&["a_1_5_main.py", "a_1_6_part.py", "a_1_9_main-1.py"]),
        ["a 1: main.py=main.py part.py=part.py", "a 2: main-1.py=main.py part.py=part.py"]
    );
    // A version with a larger number that was uploaded earlier is not one: the numbers are the
    // student's own.
    assert_eq!(read(&["a_1_9_x.py", "a_1_6_x-1.py"]), ["a 1: x.py=x.py x-1.py=x-1.py"]);
    // So they are if there is no first version.
    assert_eq!(read(&["a_1_5_x-1.py", "a_1_6_x-2.py"]), ["a 1: x-1.py=x-1.py x-2.py=x-2.py"]);
}
