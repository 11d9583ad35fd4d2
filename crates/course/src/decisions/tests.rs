use super::*;
use referee_events::{Platform, Student};
use referee_intake::submission::HandedIn;

fn read(text: &str, exercises: &[&str]) -> Result<Decisions, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("d.csv");
    std::fs::write(&path, text).unwrap();
    let exercises: Vec<String> = exercises.iter().map(ToString::to_string).collect();
    let read = Decisions::read(&path, &exercises);
    read.map_err(|fault| fault.one_line().split_once("d.csv, ").unwrap().1.to_string())
}

/// Two students who handed in something that is not a program.
fn found() -> FoundSubmissions {
    let mut found = FoundSubmissions::default();
    for (name, id) in [("Ann Lee", "12"), ("Bob Ray", "13")] {
        let student = Student { name: name.into(), id: id.into(), platform: Platform::Moodle };
        let handed = HandedIn { student, time: None, is_marked_late: false, lateness: None };
        found.handed_in.insert(name.into(), handed);
        found.others.push((name.into(), Fault::bad_input("no program")));
    }
    found
}

#[test]
fn a_decision_is_noted_at_its_student() {
    let text = "by;student;points;note\nEve;ann lee;12,5;shown in person\n;13;Excused;\n;;;\n";
    let mut found = found();
    let decisions = read(text, &["a"]).unwrap();
    assert_eq!(decisions.apply(&mut found, None).unwrap(), (Vec::new(), Vec::new()));
    let ann = &found.decisions["Ann Lee"];
    assert_eq!((ann.points, ann.is_excused), (Some(Points::of_hundredths(1250)), false));
    assert_eq!((ann.note.as_str(), ann.by.as_str()), ("shown in person", "Eve"));
    assert!(found.decisions["Bob Ray"].is_excused);
    assert_eq!(decisions.marks(&found.students()).len(), 2);
}

#[test]
fn only_decisions_about_the_exercise_count() {
    let text = "student,exercise,points,file\nAnn Lee,a,1,\nAnn Lee,b,2,v2/*.py\n";
    let decisions = read(text, &["a", "b"]).unwrap();
    let mut found = found();
    decisions.clone().of("b").apply(&mut found, None).unwrap();
    assert_eq!(found.decisions["Ann Lee"].points, Some(Points::of_hundredths(200)));
    assert_eq!(decisions.clone().of("b").chosen_files(&found.students(), None).len(), 1);
    assert_eq!(decisions.of("a").chosen_files(&found.students(), None).len(), 0);
}

#[test]
fn who_has_handed_nothing_in_is_found_in_the_worksheet() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("w.csv");
    std::fs::write(&path, "Identifier,Full name,Grade\nParticipant 15,Dee Su,\n").unwrap();
    let mut sheet = Worksheet::read(&path, &Default::default()).unwrap();
    let decisions = read("student,points\n15,7\n", &["a"]).unwrap();
    let (without, _) = decisions.apply(&mut found(), Some(&mut sheet)).unwrap();
    assert_eq!(without[0].student, "Dee Su");
    assert!(String::from_utf8(sheet.bytes()).unwrap().contains("Dee Su,7\n"));
}

#[test]
fn what_is_wrong_is_named_with_line_and_column() {
    let due = Timestamp::parse("2026-11-22 12:00").unwrap();
    for (text, why) in [
        (
            "wholly,points\n",
            "line 1, column 1: unknown column `wholly` (expected one of: student, ",
        ),
        ("student,poinst\n", "line 1, column 9: unknown column `poinst` (did you mean `points`?)"),
        ("points,points\n", "line 1, column 8: a second column `points`"),
        ("points\n1\n", "line 1, column 1: there is no column `student`"),
        (
            "student,points\nAnn Lee,many\n",
            "line 2, column 9: `many` is not a number of points (write a number",
        ),
        ("student,points\nAnn Lee,-1\n", "line 2, column 9: `-1` is not a number of points"),
        ("student,points\nAnn Lee,1.234\n", "line 2, column 9: `1.234` is not a number of points"),
        ("student,points\n,1\n", "line 2, column 1: the student of this decision is missing"),
        ("student,file\nAnn Lee,[\n", "line 2, column 9: `[`: "),
        ("student,exercise\nAnn Lee,b\n", "line 2, column 9: there is no exercise `b`"),
        ("student,note\nAnn Lee,\"x\n", "line 2, column 1: the quotes that open"),
        ("student,due\nAnn Lee,soon\n", "line 2, column 9: `soon` is not a valid time"),
        (
            "student\nAnn Leo\n",
            "line 2, column 1: there is no student `Ann Leo` (did you mean `Ann Lee`?)",
        ),
        (
            "student\nnobody here\n",
            "line 2, column 1: there is no student `nobody here` (name a student",
        ),
    ] {
        let applied = read(text, &["a"]).and_then(|decisions| {
            let path = decisions.path.clone();
            let applied = decisions.extensions(due).map(drop);
            let applied = applied.and_then(|()| decisions.apply(&mut found(), None).map(drop));
            applied.map_err(|fault| {
                let line = fault.one_line();
                line.replace(&format!("{}, ", path.display()), "")
            })
        });
        let error = applied.unwrap_err();
        assert!(error.starts_with(why), "{text}: {error}");
    }
    let error = read("student\nAnn Lee\n", &["a", "b"]).unwrap_err();
    assert!(error.starts_with("line 2, column 1: the exercise of this decision"), "{error}");
    let decisions = read("student,due\nAnn Lee,+1 day\n", &["a"]).unwrap();
    let fault = decisions.refuse_extensions().unwrap_err();
    assert!(fault.to_string().contains("line 2, column 9: an extension without a due time"));
}

#[test]
fn rows_about_one_hand_in_say_the_same() {
    let mut found = found();
    let student = &mut found.handed_in.get_mut("Ann Lee").unwrap().student;
    (student.name, student.id) = ("Ann Lee, Cy Ox".into(), "12, 14".into());
    for (text, is_refused) in [
        ("student,points,note\n12,1,x\nCy Ox,1,x\n13,2,\n", false),
        ("student,points\n12,1\n14,2\n", true),
        ("student,points\n14,1\n12,excused\n", true),
        ("student,due\n12,+1 day\n14,+2 days\n", true),
        ("student,file\n12,a.py\n14,b.py\n", true),
    ] {
        let applied = read(text, &["a"]).unwrap().apply(&mut found, None);
        let why = "lines 2 and 3 differ, and are about one hand-in, of Ann Lee (12, 14)";
        assert_eq!(applied.err().is_some_and(|fault| fault.message == why), is_refused, "{text}");
    }
}

#[test]
fn names_with_commas_are_paired_and_nothing_is_lost() {
    let paired = |text: &str| {
        let mut found = FoundSubmissions::default();
        let platform = Platform::Moodle;
        let student = Student { name: "Lee, Ann".into(), id: "12".into(), platform };
        let handed = HandedIn { student, time: None, is_marked_late: false, lateness: None };
        found.handed_in.insert("Lee, Ann".into(), handed);
        found.others.push(("Lee, Ann".into(), Fault::bad_input("no program")));
        let decisions = read(text, &["a"]).unwrap();
        decisions.pair(&mut found, None).map(|()| found.handed_in["Lee, Ann"].student.clone())
    };
    let three = paired("student,with\n\"Ray, Bob\",12\nCy Ox,12\n").unwrap();
    let expected = [("Lee Ann", "12"), ("Ray Bob", "Ray Bob"), ("Cy Ox", "Cy Ox")];
    assert_eq!(three.people(), expected);
    let key = StudentKey::of_student(&three);
    assert!(
        key.is_named(&RowName::new("Lee, Ann", 1)) && key.is_named(&RowName::new("Ray, Bob", 1))
    );
    for cell in ["points\nCy,12,2", "points\nCy,12,excused", "due\nCy,12,+1 day", "file\nCy,12,a"] {
        let fault = paired(&format!("student,with,{cell}\n")).unwrap_err();
        assert!(fault.message.starts_with("a row that says with whom"), "{cell}: {fault}");
    }
}

#[test]
fn a_decision_about_a_student_is_not_about_a_folder_whose_name_goes_on_after_a_dot() {
    let applied = |name: &str| {
        let mut found = FoundSubmissions::default();
        found.others.push(("ann.lee".into(), Fault::bad_input("no program")));
        found.folders.insert("ann.lee".into());
        let decisions = read(&format!("student,points\n{name},3\n"), &["a"]).unwrap();
        decisions.apply(&mut found, None).map(|_| found.decisions.len())
    };
    assert_eq!(applied("ann.lee").unwrap(), 1);
    assert!(applied("ann").unwrap_err().message.contains("there is no student `ann`"));
    let mut found = FoundSubmissions::default();
    found.others.push(("ann.lee".into(), Fault::bad_input("no program")));
    let paired = read("student,with\nBob,ann.lee\n", &["a"]).unwrap().pair(&mut found, None);
    assert!(paired.unwrap_err().message.starts_with("students are not known here"));
}

#[test]
fn a_file_that_the_row_of_a_partner_chooses_is_that_of_the_shared_hand_in() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("w.csv");
    std::fs::write(&path, "Identifier,Full name,Grade\nParticipant 15,Dee Su,\n").unwrap();
    let sheet = Worksheet::read(&path, &Default::default()).unwrap();
    let chosen = |rows: &str, sheet| {
        let decisions = read(&format!("student,with,file\n{rows}"), &["a"]).unwrap();
        let chosen = decisions.chosen_files(&found().students(), sheet);
        chosen.keys().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(chosen("Dee Su,Ann Lee,\nDee Su,,v2/*.py\n", None), ["Ann Lee"]);
    // The worksheet knows that both are one student.
    assert_eq!(chosen("Dee Su,Ann Lee,\n15,,v2/*.py\n", Some(&sheet)), ["Ann Lee"]);
    assert_eq!(chosen("Dee Su,Ann Lee,\n16,,v2/*.py\n", Some(&sheet)), [""; 0]);
}

#[test]
fn a_partner_whose_name_two_students_have_is_refused() {
    let with = |called: &str, second: &str| {
        let mut found = found();
        let other = found.handed_in.get_mut("Bob Ray").unwrap();
        (other.student.name, other.student.id) = ("Ann Lee".into(), second.into());
        let decisions = read(&format!("student,with\nCy Ox,{called}\n"), &["a"]).unwrap();
        let paired = decisions.pair(&mut found, None).map_err(|fault| fault.message);
        paired.map(|()| {
            ["Ann Lee", "Bob Ray"].map(|name| found.handed_in[name].student.people().len())
        })
    };
    assert_eq!(with("Ann Lee", "13").unwrap_err(), "`Ann Lee` may be Ann Lee (12) or Ann Lee (13)");
    assert_eq!(with("12", "13").unwrap(), [2, 1]);
    // Two attempts of one student are shared.
    assert_eq!(with("Ann Lee", "12").unwrap(), [2, 2]);
}

#[test]
fn a_row_about_a_partner_does_not_replace_the_decision() {
    let hash = |points: u32, is_last: bool| {
        let (pair, own) = ("Dee Su,Ann Lee,\n", format!("Ann Lee,,{points}\n"));
        let rows = if is_last { [&own, pair].concat() } else { [pair, &own].concat() };
        let decisions = read(&format!("student,with,points\n{rows}"), &["a"]).unwrap();
        let mut found = found();
        decisions.pair(&mut found, None).unwrap();
        decisions.marks(&found.students())["Ann Lee"].hash.clone()
    };
    assert_eq!(hash(2, true), hash(2, false));
    assert_ne!(hash(2, true), hash(3, true));
}

#[test]
fn another_column_is_no_other_decision() {
    let hash = |table: &str| {
        let decisions = read(table, &["a"]).unwrap();
        decisions.marks(&found().students())["Ann Lee"].hash.clone()
    };
    let first = hash("student,points\nAnn Lee,2\n");
    for same in [
        "student,points,by\nAnn Lee,2,\n",
        "by;points;student\n;2;Ann Lee\n",
        "student,points,,\nAnn Lee,2,,\n",
    ] {
        assert_eq!(hash(same), first, "{same}");
    }
    for other in ["student,points,by\nAnn Lee,2,Eve\n", "student,note\nAnn Lee,2\n"] {
        assert_ne!(hash(other), first, "{other}");
    }
    // A comma without quotes, for example.
    let why = read("student,points,\nAnn Lee,2,on paper\n", &["a"]).unwrap_err();
    assert!(why.starts_with("line 2, column 11: there is no title above this cell"), "{why}");
}
