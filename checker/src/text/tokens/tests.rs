use super::*;

fn tokens(mut bytes: &[u8]) -> Vec<(String, u64, u64)> {
    let mut tokens = Tokens::new(&mut bytes);
    let mut all = Vec::new();
    while let Some(token) = tokens.next_token().unwrap().unwrap() {
        all.push((token.to_string(), token.place.line, token.place.column));
    }
    all
}

#[test]
fn white_space_is_free_and_places_are_right() {
    let expected = [("tie".to_string(), 2, 3), ("1".to_string(), 3, 1), ("2".to_string(), 3, 4)];
    assert_eq!(tokens(b"\r\n\t tie\n1\x0b\x0c2"), expected);
    assert_eq!(tokens(b""), []);
    assert_eq!(tokens(b" \n\n"), []);
}

#[test]
fn tokens_across_buffers_and_without_end() {
    let long = [b" ".repeat(BUFFER - 2), b"wins".to_vec(), b"x".repeat(100_000)].concat();
    let read = tokens(&long);
    assert_eq!(read.len(), 1);
    assert_eq!(read[0].0, format!("wins{}...", "x".repeat(60)));
    assert_eq!(read[0].2, BUFFER as u64 - 1);
}

#[test]
fn control_characters_are_not_text() {
    let mut bytes: &[u8] = b"tie\n 1\x00 2";
    let mut tokens = Tokens::new(&mut bytes);
    assert!(tokens.next_token().unwrap().is_ok());
    let fault = tokens.next_token().unwrap().unwrap_err();
    assert_eq!(fault, NotText { byte: 0, place: Position { line: 2, column: 3 } });
}

/// Reads tokens on the fast path where possible.
fn quickly(mut bytes: &[u8]) -> (Vec<(String, u64, u64)>, usize) {
    let mut tokens = Tokens::new(&mut bytes);
    let (mut all, mut quick) = (Vec::new(), 0);
    loop {
        if let Some((value, place)) = tokens.quick_integer() {
            quick += 1;
            all.push((value.to_string(), place.line, place.column));
        } else if let Some(token) = tokens.next_token().unwrap().unwrap() {
            all.push((token.to_string(), token.place.line, token.place.column));
        } else {
            return (all, quick);
        }
    }
}

#[test]
fn the_quick_way_reads_the_same() {
    let odd = "12 7\n 0 -5 00 01 +1 x 999999999 1000000000 3\r\n\t4 5x 6\x0b7 -0 8 9";
    let lines = (0..20_000).map(|i| format!("{i} {}\n", i * 7919 % 100_000));
    for text in [odd.to_string(), lines.collect(), format!("{odd} ").repeat(500)] {
        let (all, quick) = quickly(text.as_bytes());
        assert_eq!(all, tokens(text.as_bytes()));
        // The first and the last token of each buffer take the slow path.
        assert!(quick > all.len() / 3, "{quick} of {}", all.len());
    }
}

#[test]
fn integers_of_a_claim() {
    let integer = |text: &str| {
        let mut bytes = text.as_bytes();
        let token = Tokens::new(&mut bytes).next_token().unwrap().unwrap();
        token.and_then(|token| token.integer())
    };
    assert_eq!(integer("0"), Some(0));
    assert_eq!(integer("-17"), Some(-17));
    assert_eq!(integer(&"9".repeat(40)), Some(i64::MAX));
    assert_eq!(integer(&"9".repeat(90)), Some(i64::MAX));
    assert_eq!(integer(&format!("-{}", "9".repeat(90))), Some(i64::MIN));
    for (text, value) in [("+1", 1), ("01", 1), ("-0", 0), ("00", 0), ("-007", -7), ("+007", 7)] {
        assert_eq!(integer(text), Some(value), "{text}");
    }
    assert_eq!(integer(&format!("{}5", "0".repeat(63))), Some(5));
    for text in ["1.0", "1e5", "-", "+", "", "x", "--1", "+-1", "0x1", "1,", "١"] {
        assert_eq!(integer(text), None, "{text}");
    }
    // What is beyond the cut is unknown.
    assert_eq!(integer(&format!("{}5", "0".repeat(64))), None);
}
