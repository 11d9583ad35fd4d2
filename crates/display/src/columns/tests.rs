use insta::assert_snapshot;

use super::*;

fn columns(names: &[(&str, usize)]) -> CaseColumns {
    let mut cases: Vec<Arc<str>> = Vec::new();
    for (form, count) in names {
        let name = |number| form.replace('#', &format!("{number:02}")).into();
        cases.extend((1..=*count).map(name));
    }
    CaseColumns::of(&cases)
}

fn drawn(columns: &CaseColumns, line: usize) -> String {
    let rows = [BandRow::Heading("right".into()), BandRow::Named("  a.rs".into(), 0)];
    let letters = |_, cases: Range<usize>| Cell::plain(tens(cases.map(|_| 'A')));
    bands(columns, &rows, line, &letters).unwrap_or("too many".into())
}

#[test]
fn numbers_stand_above_the_first_of_ten() {
    let columns = columns(&[("sample/#-tie", 2), ("secret/#", 23)]);
    assert_snapshot!(drawn(&columns, 60), @r"
              sample  secret
              01      01         11         21
      right
        a.rs  AA      AAAAAAAAAA AAAAAAAAAA AAA
    ");
    assert_snapshot!(drawn(&columns, 31), @r"
              sample  secret
              01      01
      right
        a.rs  AA      AAAAAAAAAA

              secret
              11         21
      right
        a.rs  AAAAAAAAAA AAA
    ");
    assert_eq!(drawn(&super::tests::columns(&[("#", 50)]), 20), "too many");
}

#[test]
fn names_without_increasing_numbers_are_counted() {
    let numbers = |names: &[&str]| {
        let cases: Vec<Arc<str>> = names.iter().map(|&name| Arc::from(name)).collect();
        CaseColumns::of(&cases).groups.remove(0).numbers
    };
    assert_eq!(numbers(&["a/1", "a/2-x", "a/10"]), ["1", "2", "10"]);
    assert_eq!(numbers(&["a/1", "a/10", "a/2"]), ["1", "2", "3"]);
    assert_eq!(numbers(&["4-x", "y"]), ["1", "2"]);
    assert_eq!(numbers(&["12345678901"]), ["1"]);
}

#[test]
fn no_band_is_wider_than_the_line() {
    let columns = columns(&[("a/very/long/name/of/a/folder/#", 35), ("b/#", 5)]);
    for line in 45..120 {
        let drawn = drawn(&columns, line);
        assert!(drawn.lines().all(|text| text.len() <= line), "{line}\n{drawn}");
    }
}

#[test]
fn a_folder_may_be_wider_than_the_line() {
    let columns = columns(&[("secret/a-name-wider-than-a-narrow-terminal/#", 5)]);
    assert!(drawn(&columns, 40).contains("AAAAA"));
}
