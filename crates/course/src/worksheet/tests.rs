use super::*;
use referee_events::Platform;

const MOODLE: &str = "Identifier,\"Full name\",Grade,\"Maximum grade\",\"Last modified (submission)\",\"Feedback comments\"\r\n\
    Participant 12,\"Lee, Ann\",,40.00,\"Sunday, 22 November 2026, 8:49 PM\",\r\n\
    Participant 13,\"Ray, Bob\",7.00,40.00,-,\"by hand\"\r\n\
    Participant 112,X,1,40.00,-,\"=1+1\"\r\n";

fn parsed(bytes: &[u8]) -> Result<Worksheet, String> {
    let (text, encoding) = encoding::decode(bytes)?;
    Worksheet::parse(Path::new("w.csv"), &text, encoding, &ColumnNames::default())
}

fn read(bytes: &[u8]) -> Worksheet {
    parsed(bytes).unwrap()
}

fn student(id: &str) -> Student {
    Student { name: "?".into(), id: id.into(), platform: Platform::Moodle }
}

/// Returns a submission of the student with this ID, which is also its name.
fn of(id: &str) -> OfStudent {
    OfStudent { name: id.into(), student: Some(student(id)), is_folder: false }
}

fn filled(points: u64, feedback: &str) -> Filled {
    let grade = Some(Points::of_hundredths(points));
    Filled { grade, start: "chess: ".into(), feedback: format!("chess: {feedback}\n") }
}

#[test]
fn only_those_who_were_judged_are_changed() {
    let mut sheet = read(MOODLE.as_bytes());
    assert!(sheet.fill(&of("12"), &filled(1250, "a < \"b\"")));
    assert!(!sheet.fill(&of("99"), &filled(0, "")));
    let expected = MOODLE.replace(
        "Ann\",,40.00,\"Sunday, 22 November 2026, 8:49 PM\",",
        "Ann\",12.5,40.00,\"Sunday, 22 November 2026, 8:49 PM\",\"<pre>chess: a &lt; &quot;b&quot;</pre>\"",
    );
    assert_eq!(String::from_utf8(sheet.bytes()).unwrap(), expected);
    assert_eq!(sheet.maximum(), Some(40.0));
    assert_eq!(sheet.time_of(&student("13")).unwrap(), None);
    let time = Timestamp::parse("2026-11-22 20:49").ok();
    assert_eq!(sheet.time_of(&student("12")).unwrap(), time);
    let odd = read(MOODLE.replace("8:49 PM", "8:49 CET").as_bytes());
    assert_eq!(
        odd.time_of(&student("12")).unwrap_err().to_string(),
        "w.csv: line 2: `Sunday, 22 November 2026, 8:49 CET` is not a valid time: `CET` in column 32 is invalid"
    );
}

#[test]
fn feedback_of_an_earlier_run_is_replaced_and_that_of_others_stays() {
    let mut sheet = read(MOODLE.as_bytes());
    sheet.fill(&of("13"), &filled(100, "wrong"));
    sheet.fill(&of("13"), &filled(200, "right"));
    assert_eq!(
        (sheet.sheet.text(2, 2), sheet.sheet.text(2, 5)),
        ("2".into(), "by hand\n<pre>chess: right</pre>".into())
    );
    let nothing = Filled { grade: None, ..filled(0, "no program") };
    sheet.fill(&of("13"), &nothing);
    assert_eq!(sheet.sheet.text(2, 2), "2");
    assert!(sheet.sheet.text(2, 5).ends_with("\n<pre>chess: no program</pre>"));
    let behind = format!("{}\nsee me", sheet.sheet.text(2, 5));
    sheet.sheet.set(2, 5, &behind);
    for start in ["by hand\n", ""] {
        let cell = behind.replacen("by hand\n", start, 1);
        sheet.sheet.set(2, 5, &cell);
        sheet.fill(&of("13"), &filled(200, "a < b"));
        let expected = format!("{start}<pre>chess: a &lt; b</pre>\nsee me");
        assert_eq!(sheet.sheet.text(2, 5), expected);
    }
    // Existing cells are not changed, even if they look like formulas.
    assert!(String::from_utf8(sheet.bytes()).unwrap().contains(",\"=1+1\"\r\n"));
}

#[test]
fn nothing_is_a_formula_that_was_none() {
    let mut sheet = read(b"login;points;comment\nann;;\n");
    let formula = Filled { grade: None, start: "=x: ".into(), feedback: "=x: 1".into() };
    for _ in 0..2 {
        sheet.fill(&OfStudent { student: None, ..of("ann") }, &formula);
        assert_eq!(sheet.bytes(), b"login;points;comment\nann;;'=x: 1\n");
    }
}

#[test]
fn a_file_fills_the_row_of_its_stem_and_a_folder_that_of_its_name() {
    for is_folder in [false, true] {
        let mut sheet = read(b"login;points\nann;\n");
        let submission = OfStudent { student: None, is_folder, ..of("ann.lee") };
        assert_eq!(sheet.fill(&submission, &filled(100, "")), !is_folder);
    }
}

#[test]
fn encodings_separators_and_commas_are_kept() {
    let table = "ID;Name;Bewertung;Bestwertung;Feedback als Kommentar\nTeilnehmer/in7;J\u{fc}rgen;;10,00;\n";
    let windows: Vec<u8> = table.chars().map(|c| c as u8).collect();
    let utf16: Vec<u8> =
        format!("\u{feff}{table}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    for bytes in [windows, utf16, format!("\u{feff}{table}").into_bytes()] {
        let mut sheet = read(&bytes);
        assert_eq!(sheet.bytes(), bytes);
        sheet.fill(&of("7"), &filled(750, "ok"));
        assert_eq!(sheet.sheet.text(1, 2), "7,5");
        assert!(sheet.bytes().len() > bytes.len());
    }
}

#[test]
fn what_is_no_table_is_refused() {
    for (bytes, why) in [
        (&b"id,grade\n1,\"x"[..], "the quotes that open on line 2 are not closed"),
        (b"", "there is no column that says whose a row is"),
        (b"PK\0\0", "this is no text"),
    ] {
        assert!(parsed(bytes).unwrap_err().starts_with(why), "{why}");
    }
}

#[test]
fn what_is_decided_is_about_the_row_that_is_called_so() {
    for (table, called, expected) in [
        ("id,points\n12,\nu12,\n", "12", "id,points\n12,2\nu12,\n"),
        ("id,points\n12,\nu12,\n", "u12", "id,points\n12,\nu12,2\n"),
        ("id,points\nu12,\nv12,\n", "12", "id,points\nu12,\nv12,\n"),
        ("name,points\nAnn,\nAnn,\n", "Ann", "name,points\nAnn,\nAnn,\n"),
        ("id,points\nParticipant 12,\n", "12", "id,points\nParticipant 12,2\n"),
        ("id,name,points\n7,\"Lee, Ann\",\n", "lee ann", "id,name,points\n7,\"Lee, Ann\",2\n"),
    ] {
        let mut sheet = read(table.as_bytes());
        sheet.decide(&RowName::new(called, 1), Some(Points::of_hundredths(200)));
        assert_eq!(String::from_utf8(sheet.bytes()).unwrap(), expected, "{called}");
    }
}
