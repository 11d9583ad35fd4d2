use super::*;

const POSITIONS: [u64; 6] = [0, 2, 129, 130, 16_514, 2_999_999];

fn sparse() -> Cold {
    let mut cold = Cold::none(3_000_000);
    POSITIONS.into_iter().for_each(|n| cold.insert(n));
    cold
}

fn read(bytes: &[u8]) -> Result<Compact, io::Error> {
    read_compact(&mut &*bytes)
}

#[test]
fn the_compact_form_stays_the_same_for_ever() {
    let mut bytes = Vec::new();
    write_cold(&sparse(), "squares", &mut bytes).unwrap();
    let head = b"referee cold positions 1 squares below 3000000: 6\n";
    let (start, numbers) = bytes.split_at(head.len());
    assert_eq!(start, head);
    // 0, 2, 127, 1, 16384, 2983485
    assert_eq!(numbers, [0, 2, 0x7f, 1, 0x80, 0x80, 1, 0xbd, 0x8c, 0xb6, 1]);

    let mut bytes = Vec::new();
    write_nim(&[0, 1, 127, 128, 300], "{1,2}", &mut bytes).unwrap();
    let head = b"referee nim-values 1 {1,2} below 5: 5\n";
    let (start, numbers) = bytes.split_at(head.len());
    assert_eq!(start, head);
    assert_eq!(numbers, [0, 1, 0x7f, 0x80, 1, 0xac, 2]);
}

#[test]
fn the_text_form_has_a_position_a_line() {
    let mut bytes = Vec::new();
    write_cold_text(&sparse(), &mut bytes).unwrap();
    assert_eq!(bytes, b"0\n2\n129\n130\n16514\n2999999\n");
    let mut bytes = Vec::new();
    write_nim_text(&[0, 1, 300], &mut bytes).unwrap();
    assert_eq!(bytes, b"0 0\n1 1\n2 300\n");
}

#[test]
fn the_compact_form_is_read_back() {
    let mut bytes = Vec::new();
    write_cold(&sparse(), "a rule below par", &mut bytes).unwrap();
    let expected = Compact {
        rule: "a rule below par".into(),
        size: 3_000_000,
        content: CompactNumbers::Cold(POSITIONS.to_vec()),
    };
    assert_eq!(read(&bytes).unwrap(), expected);
    // A file truncated anywhere is rejected.
    for end in 0..bytes.len() {
        assert!(read(&bytes[..end]).is_err(), "{end}");
    }
    let values = vec![0, 1, 127, 128, 16_384, u16::MAX];
    let mut bytes = Vec::new();
    write_nim(&values, "squares", &mut bytes).unwrap();
    assert_eq!(read(&bytes).unwrap().content, CompactNumbers::Nim(values));
}

#[test]
fn damaged_files_are_refused() {
    for (bytes, message) in [
        (&b"P5 640 480\n"[..], "no compact file begins with `P5 640 480`"),
        (b"referee cold positions 2 squares below 9: 0\n", "no compact file"),
        (b"referee cold positions 1 squares below 9\n", "no compact file"),
        (b"referee cold positions 1 squares below 9: 10\n", "no compact file"),
        (b"referee nim-values 1 squares below 9: 8\n", "no compact file"),
        (b"referee cold positions 1 squares below 9: 2\n\x01\x00", "do not increase"),
        (b"referee cold positions 1 squares below 9: 2\n\x01\x08", "do not increase"),
        (b"referee cold positions 1 squares below 9: 1\n\x01\x01", "more follows"),
        (b"referee nim-values 1 squares below 1: 1\n\xff\xff\x04", "above 65535"),
        (
            b"referee cold positions 1 x below 9: 1\n\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02",
            "above 2^64 - 1",
        ),
    ] {
        let error = read(bytes).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        assert!(error.to_string().contains(message), "{error}");
    }
    // Memory is reserved only for numbers that follow, whatever the count says.
    let huge = b"referee cold positions 1 x below 9000000000000000000: 9000000000000000000\n\x01";
    assert_eq!(read(huge).unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
}
