use proptest::prelude::*;

use super::*;

fn read(text: &str) -> Node {
    Node::read(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn scalars_mean_what_their_reader_asks_for() {
    let node =
        read("[1, 1.5, 1e-6, .inf, nan, 0x1F, true, 'true', no, ~, '', text, !!str 12, \"1\"]");
    let kinds: Vec<_> = node.sequence().unwrap().iter().map(Node::kind).collect();
    let expected = "number number number string string string truth string string nothing string string string string";
    let short = |kind: &'static str| kind.split(' ').find(|word| *word != "a").unwrap();
    assert_eq!(kinds.into_iter().map(short).collect::<Vec<_>>().join(" "), expected);
    let values = node.sequence().unwrap();
    assert_eq!((values[0].integer(), values[0].number()), (Some(1), Some(1.0)));
    assert_eq!((values[0].text(), values[0].string()), (Some("1"), None));
    assert_eq!((values[6].boolean(), values[7].boolean()), (Some(true), None));
    assert_eq!((values[9].text(), values[10].text()), (None, Some("")));
}

#[test]
fn everything_has_its_place() {
    let node = read("\u{feff}# a comment\nlimits:\n  time: 2\nlist:\n- ü: [ö,\n    b]\n");
    let [(limits, of_limits), (_, list)] = node.mapping().unwrap() else { panic!() };
    assert_eq!(limits.place, Position { line: 2, column: 1 });
    assert_eq!(of_limits.mapping().unwrap()[0].1.place, Position { line: 3, column: 9 });
    let item = &list.sequence().unwrap()[0].mapping().unwrap()[0];
    // Columns count bytes.
    assert_eq!(item.1.place, Position { line: 5, column: 7 });
    assert_eq!(item.1.sequence().unwrap()[1].place, Position { line: 6, column: 5 });
    let long = format!("# ü\n{}x{}: y\n", "ü".repeat(100), "ü\u{10348}".repeat(50));
    let node = read(&long);
    let value = &node.mapping().unwrap()[0].1;
    assert_eq!(value.place, Position { line: 2, column: 504 });
}

#[test]
fn anchors_and_merge_keys_are_followed() {
    let node = read("a: &a {x: 1, y: 2}\nb: {<<: *a, y: 3}\nc: *a\nd: {<<: [*a, {z: 4}]}\n");
    let entries = node.mapping().unwrap();
    let keys = |at: usize| {
        let entries = entries[at].1.mapping().unwrap().iter();
        let entry = |(key, value): &(Node, Node)| {
            format!("{}{}", key.text().unwrap(), value.text().unwrap())
        };
        entries.map(entry).collect::<Vec<_>>().join(" ")
    };
    assert_eq!([keys(1), keys(2), keys(3)], ["y3 x1", "x1 y2", "x1 y2 z4"]);
    assert_eq!(entries[2].1.place, Position { line: 3, column: 4 });
}

#[test]
fn the_last_of_equal_keys_counts() {
    let text = b"a: 1\nb: {c: 1, c: 2, <<: {c: 4}}\na: 3\n";
    let (node, repeated) = Node::read_repeating(text).unwrap();
    let [(_, a), (_, b)] = node.mapping().unwrap() else { panic!() };
    assert_eq!(a.text(), Some("3"));
    let [(_, c)] = b.mapping().unwrap() else { panic!() };
    assert_eq!(c.text(), Some("2"));
    let repeated: Vec<String> = repeated.iter().map(ToString::to_string).collect();
    assert_eq!(
        repeated,
        [
            "line 2, column 11: the key `c` occurs twice",
            "line 3, column 1: the key `a` occurs twice"
        ]
    );
    assert_eq!(Node::read(text).unwrap_err().to_string(), repeated[0]);
}

#[test]
fn an_empty_document_is_nothing() {
    assert!(read("").is_null() && read("# only this\n").is_null() && read("---\n").is_null());
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    let deep = "[".repeat(65);
    // Each line expands to ten times as many values as the one before.
    let tenfold = |name: char| {
        let before = [format!("*{}", (name as u8 - 1) as char).as_str(); 10].join(",");
        format!("{name}: &{name} [{before}]\n")
    };
    let bomb =
        "a: &a [1,1,1,1,1,1,1,1,1,1]\n".to_string() + &('b'..='g').map(tenfold).collect::<String>();
    let nest = |name: char| format!("{name}: &{name} [[[[*{}]]]]\n", (name as u8 - 1) as char);
    let tower = "a: &a 1\n".to_string() + &('b'..='z').map(nest).collect::<String>();
    let text_bomb = format!("a: &a {}\nb: [{}1]\n", "x".repeat(100_000), "*a, ".repeat(1000));
    for (text, line, expected) in [
        (b"a: 1\na: 2\n".to_vec(), 2, "the key `a` occurs twice"),
        (b"a: 1\n---\nb: 2\n".to_vec(), 2, "a second document"),
        (b"a: \xff\n".to_vec(), 1, "not UTF-8"),
        (b"a: [1\n".to_vec(), 2, ""),
        (b"a: *b\n".to_vec(), 1, "anchor"),
        (b"a: &a [*a]\n".to_vec(), 1, ""),
        (b"[1, 2]: 3\n".to_vec(), 1, "a key is a list; expected a string"),
        (b"a: {<<: 1}\n".to_vec(), 1, "<< is a number; expected a mapping"),
        (deep.into_bytes(), 1, "deeper than 64 levels"),
        (bomb.into_bytes(), 6, "more than 1000000 values"),
        (text_bomb.into_bytes(), 2, "more than 1000000 values"),
        (tower.into_bytes(), 17, "deeper than 64 levels"),
        (vec![b' '; MAX_BYTES + 1], 1, "larger than 16 MiB"),
    ] {
        let error = Node::read(&text).unwrap_err();
        assert!(error.message.contains(expected), "{error}");
        assert_eq!(error.place.line, line, "{error}");
    }
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = Node::read(&bytes);
    }

    #[test]
    fn no_text_of_its_signs_makes_it_panic(text in "[a-c:&*\\-\\[\\]{},<> \n'\"|?!#%~]{0,60}") {
        let _ = Node::read(text.as_bytes());
    }
}
