use super::*;

#[test]
fn every_byte_is_a_separator_or_not() {
    for byte in 0..=255u8 {
        for at in 0..64 {
            let mut bytes = [b'7'; 64];
            bytes[at] = byte;
            let expected = u64::from(byte <= b' ') << at;
            assert_eq!(separators_of(&bytes), expected, "{byte} at {at}");
        }
    }
}

const WIDE: RangeInclusive<i32> = -99_999_999..=99_999_999;

/// Reads one line between good ones, at every distance from the end of a block.
fn read(line: &str, range: RangeInclusive<i32>) -> Vec<(i32, i32)> {
    let mut results = Vec::new();
    for distance in 1..70 {
        let before = format!("{}\n", "0".repeat(distance + 8));
        let text = format!("{before}{line}\n{}", "5 6\n".repeat(40));
        let mut pairs = Vec::new();
        let (_, end) =
            quick_pairs(text.as_bytes(), before.len(), 1, &range, |a, b| pairs.push((a, b)));
        let expected = before.len() + if pairs.is_empty() { 0 } else { line.len() + 1 };
        assert_eq!(end, expected, "{line:?}");
        results.push(pairs);
    }
    assert!(results.windows(2).all(|pair| pair[0] == pair[1]), "{line:?}: {results:?}");
    results.swap_remove(0)
}

#[test]
fn canonical_lines_are_read() {
    for value in [0, 1, -1, 9, 10, -10, 100, -999, 1000, 12_345_678, -1_234_567, 99_999_999] {
        assert_eq!(read(&format!("{value} 0"), WIDE), [(value, 0)]);
        assert_eq!(read(&format!("-3 {value}"), WIDE), [(-3, value)]);
    }
}

#[test]
fn nothing_else_is_read() {
    let numbers = [
        "", "-", "-0", "00", "01", "-01", "007", "-00", "+1", "--1", "1-", "1-1", "1e5", "a", ":",
        "/", "1:", "1/", "\u{b1}", "11", "-11", "123456789", "-12345678", "4294967297", " 1", "1 ",
        "\t1", "1\r", "\0", "1\0",
    ];
    for number in numbers {
        assert_eq!(read(&format!("{number} 1"), -10..=10), [], "{number:?} first");
        assert_eq!(read(&format!("1 {number}"), -10..=10), [], "{number:?} second");
    }
    for line in ["0 5", "5 0", "-1 5", "5 11", "-0 5", "99999999 5", "5 -99999999"] {
        assert_eq!(read(line, 1..=10), [], "{line:?}");
    }
    assert_eq!(read("1 10", 1..=10), [(1, 10)]);
    assert_eq!(read("10 -10", -10..=10), [(10, -10)]);
    assert_eq!(read("1\t1", -10..=10), []);
    assert_eq!(read("1\n1", -10..=10), []);
}
