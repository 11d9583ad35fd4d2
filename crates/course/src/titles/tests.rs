use super::*;

fn find(header: &str, names: &str) -> Result<Columns, String> {
    let names =
        if names.is_empty() { ColumnNames::default() } else { ColumnNames::parse(names).unwrap() };
    Columns::find(&Sheet::parse(header).unwrap(), &names)
}

#[test]
fn columns_are_found_by_their_titles() {
    for (header, names, form, places) in [
        (
            "Identifier,Full name,Status,Grade,Maximum grade,Last modified (submission),Last modified (grade),Feedback comments",
            "",
            TableForm::Moodle,
            (0, 3, Some(7), Some(5)),
        ),
        (
            "ID;Vollständiger Name;Bewertung;Bestwertung;Zuletzt geändert (Abgabe);Feedback als Kommentar",
            "",
            TableForm::Moodle,
            (0, 2, Some(5), Some(4)),
        ),
        (
            "Student,ID,SIS Login ID,Section,Exercise 1 (77),Final Score",
            "",
            TableForm::Canvas,
            (1, 4, None, None),
        ),
        ("Student,ID,Section,A (1),B (2)", "grade=B (2)", TableForm::Canvas, (1, 4, None, None)),
        ("login\tpoints\tcomment", "", TableForm::Plain, (0, 1, Some(2), None)),
        ("no;wie gut", "id=no,grade=wie gut", TableForm::Plain, (0, 1, None, None)),
    ] {
        let Columns { form: found, id, grade, feedback, time, .. } = find(header, names).unwrap();
        assert_eq!((found, (id, grade, feedback, time)), (form, places), "{header}");
    }
}

#[test]
fn what_is_missing_is_named() {
    for (header, names, why) in [
        ("a,b", "", "there is no column that says whose a row is; there are: a, b"),
        ("id,b", "", "there is no column for grades; there are: id, b"),
        ("id,grade", "feedback=c", "there is no column called `c`"),
        ("Student,ID,Section,A (1),B (2)", "", "there are several assignments: A (1), B (2)"),
        ("Student,ID,Section,A", "", "there is no column of an assignment"),
    ] {
        assert!(find(header, names).unwrap_err().starts_with(why), "{header}");
    }
    assert!(ColumnNames::parse("name=x").unwrap_err().starts_with("unknown column `name`"));
    assert!(ColumnNames::parse("x").unwrap_err().starts_with("write it as"));
}
