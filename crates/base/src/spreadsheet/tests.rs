use proptest::prelude::*;

use super::*;

fn table(cells: &[&str]) -> String {
    let mut table = CsvTable::new(Vec::new());
    table.row(cells).unwrap();
    table.into_text().unwrap()
}

#[test]
fn no_cell_is_a_formula() {
    for (text, expected) in [
        ("=1+1", "'=1+1"),
        ("@x", "'@x"),
        ("a=b", "a=b"),
        ("\tx", "'\tx"),
        ("  =1", "  '=1"),
        ("a;=1+1;b", "a;'=1+1;b"),
        ("a; -x", "a; '-x"),
        ("a\n=1", "a\n'=1"),
        ("\"=1", "\"'=1"),
        ("＝1", "'＝1"),
        ("a, -1", "a, -1"),
        ("-1-1", "'-1-1"),
    ] {
        assert_eq!(harmless(text), expected);
    }
    assert_eq!(table(&["-1", "-1.5", "+3e-3", "-inf"]), "'-1,-1.5,+3e-3,'-inf\n");
}

#[test]
fn cells_are_quoted_for_every_separator() {
    assert_eq!(table(&["a", "", "b c", "ä"]), "a,,b c,ä\n");
    assert_eq!(
        table(&["a;b", "a,b", "a\"b", "a\tb", " a"]),
        "\"a;b\",\"a,b\",\"a\"\"b\",\"a\tb\", a\n"
    );
}

/// Returns the cells for a reader that splits at one character, and honours a quote only at the
/// start of a cell.
fn cells(text: &str, separator: char) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let is_start = cells.last().is_some_and(String::is_empty);
        if c == '"' && is_start {
            while let Some(c) = rest.next() {
                match c {
                    '"' if rest.next_if_eq(&'"').is_none() => break,
                    _ => cells.last_mut().unwrap().push(c),
                }
            }
        } else if c == separator || matches!(c, '\r' | '\n') {
            cells.push(String::new());
        } else {
            cells.last_mut().unwrap().push(c);
        }
    }
    cells
}

proptest! {
    #[test]
    fn no_reader_finds_a_formula(texts in prop::collection::vec("[a1=+@\",; \t\r\n-]{0,8}", 1..4)) {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let written = table(&texts);
        for separator in [',', ';', '\t'] {
            for cell in cells(&written, separator) {
                let is_formula = cell.trim_start_matches(' ').starts_with(FORMULA);
                prop_assert!(!is_formula || cell.parse::<f64>().is_ok(), "{:?} in {:?}", cell, written);
            }
        }
    }

    #[test]
    fn texts_come_back_as_they_are(texts in prop::collection::vec("[ab\",; \t\n]{0,8}", 2..4)) {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let written = table(&texts);
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(written.as_bytes());
        let row = reader.records().next().unwrap().unwrap();
        let expected: Vec<_> = texts.iter().map(|text| harmless(text)).collect();
        prop_assert_eq!(row.iter().collect::<Vec<_>>(), expected);
    }
}
