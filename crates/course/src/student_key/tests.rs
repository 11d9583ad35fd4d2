use super::*;

fn student(name: &str, id: &str, platform: Platform) -> Student {
    Student { name: name.into(), id: id.into(), platform }
}

#[test]
fn rows_are_found_by_number_and_name() {
    let moodle = student("Ann Lee", "12", Platform::Moodle);
    let group = student("Bob Ray, Cy Ox", "13, 14", Platform::Gradescope);
    let comma = student("Ox, Cy", "14", Platform::Template);
    for (student, cell, expected) in [
        (Some(&moodle), "Participant 12", true),
        (Some(&moodle), "Teilnehmer/in12", true),
        (Some(&moodle), "12", true),
        (Some(&moodle), "Participant 112", false),
        (Some(&moodle), "ann  LEE ", true),
        (Some(&group), "14", true),
        (Some(&group), "Bob Ray", true),
        (Some(&group), "x14", false),
        (Some(&group), "", false),
        (Some(&comma), "Ox, Cy", true),
        (Some(&comma), "Ox", false),
        (None, "ann", true),
        (None, "Ann.py", true),
        (None, "bob", false),
    ] {
        let student = student.cloned();
        let key = StudentKey::of(&OfStudent { name: "ann.py".into(), student, is_folder: false });
        assert_eq!(key.is_named(&RowName::new(cell, 1)), expected, "{cell}");
    }
}

#[test]
fn no_row_is_of_two_and_nobody_has_two_rows() {
    let of = |name: &str, student| OfStudent { name: name.into(), student, is_folder: false };
    let moodle = |name: &str, id: &str| of(name, Some(student(name, id, Platform::Moodle)));
    let group = |name: &str, id: &str| of(name, Some(student(name, id, Platform::Gradescope)));
    let file = |name: &str| of(name, None);
    let composed = ["J\u{fc}rgen", "Ju\u{308}rgen"];
    for (cells, all, why) in [
        (&["12", "13"][..], vec![moodle("Ann", "12"), moodle("Bob", "13")], ""),
        (
            &["Ann", "13"],
            vec![moodle("Ann", "12"), moodle("ann", "13")],
            "line 1: `Ann` may be Ann (12) or ann (13)",
        ),
        (
            &["12"],
            vec![moodle("Ann", "12"), moodle("Bob", "12")],
            "line 1: `12` may be Ann (12) or Bob (12)",
        ),
        (
            &["12", "Participant 12"],
            vec![moodle("Ann", "12")],
            "lines 1 and 2 are both of Ann (12): `12` and `Participant 12`",
        ),
        (&composed, vec![group("J\u{fc}rgen", "7")], "lines 1 and 2 are both of J\u{fc}rgen (7)"),
        (&["7", "8"], vec![group("Ann, Bob", "7, 8")], ""),
        (
            &["7", "Ann"],
            vec![group("Ann, Bob", "7, 8")],
            "lines 1 and 2 are both of Ann, Bob (7, 8)",
        ),
        (&["7"], vec![group("Ann, Bob", "7, 8"), group("Ann, Cy", "7, 9")], "line 1: `7` may be"),
        (&["ann"], vec![file("ann.py"), file("ann.c")], "line 1: `ann` may be ann.c or ann.py"),
        (&["x"], vec![file("ann.py"), file("ann.c")], ""),
    ] {
        let rows: Vec<RowName> =
            (1..).zip(cells).map(|(at, cell)| RowName::new(cell, at)).collect();
        let refused = refuse_ambiguous(Path::new("t"), &rows, &all).err();
        let message = refused.map_or(String::new(), |fault| fault.message.to_string());
        assert!(
            if why.is_empty() { message.is_empty() } else { message.starts_with(why) },
            "{message}"
        );
    }
}

#[test]
fn a_dot_in_the_name_of_a_folder_begins_no_extension() {
    let key =
        |is_folder| StudentKey::of(&OfStudent { name: "ann.lee".into(), student: None, is_folder });
    let is_ann = |is_folder| key(is_folder).is_named(&RowName::new("ann", 1));
    assert_eq!((is_ann(false), is_ann(true)), (true, false));
    assert!(key(true).is_named(&RowName::new("Ann.Lee", 1)));
}
