use proptest::prelude::*;

use super::*;

/// Returns a class file with one field and one method, which has two attributes.
pub(crate) fn class(name: &str, method: &str, descriptor: &str, flags: u16) -> Vec<u8> {
    let mut bytes = MAGIC.to_be_bytes().to_vec();
    bytes.extend([0, 0, 0, 61]);
    let text = |text: &str| {
        let length = (text.len() as u16).to_be_bytes();
        [&[1], &length[..], text.as_bytes()].concat()
    };
    bytes.extend(10u16.to_be_bytes());
    bytes.extend(text(name)); // 1
    bytes.extend([7, 0, 1]); // 2
    bytes.extend(text(method)); // 3
    bytes.extend(text(descriptor)); // 4
    bytes.extend([[5, 1, 2, 3, 4, 5, 6, 7, 8].as_slice()].concat()); // 5 and 6: a long
    bytes.extend([15, 6, 0, 1]); // 7: a method handle
    bytes.extend([18, 0, 0, 0, 1]); // 8: an invokedynamic
    bytes.extend([8, 0, 1]); // 9: a string
    bytes.extend([0, 0x21, 0, 2, 0, 2]); // flags, this, super
    bytes.extend([0, 1, 0, 2]); // interfaces
    bytes.extend([0, 1, 0, 9, 0, 3, 0, 4, 0, 0]); // a field of the same name
    bytes.extend([0, 1]);
    bytes.extend(flags.to_be_bytes());
    bytes.extend([0, 3, 0, 4, 0, 2]);
    bytes.extend([0, 1, 0, 0, 0, 3, 9, 9, 9]);
    bytes.extend([0, 1, 0, 0, 0, 0]);
    bytes.extend([0, 0]); // attributes of the class
    bytes
}

const STRINGS: &str = "([Ljava/lang/String;)V";

#[test]
fn main_is_known_by_name_descriptor_and_flags() {
    for (method, descriptor, flags, has_main) in [
        ("main", STRINGS, 0x0009, true),
        ("main", STRINGS, 0x0089, true), // main(String...)
        ("main", STRINGS, 0x0001, false),
        ("main", STRINGS, 0x0008, false),
        ("main", "()V", 0x0009, false),
        ("main", "([Ljava/lang/String;)I", 0x0009, false),
        ("Main", STRINGS, 0x0009, false),
    ] {
        let expected = ClassFile { name: "a/b/Main".into(), has_main };
        let bytes = class("a/b/Main", method, descriptor, flags);
        assert_eq!(parse(&bytes), Some(expected), "{method} {descriptor} {flags:x}");
    }
}

#[test]
fn what_is_cut_short_or_changed_is_refused_or_read_but_never_a_panic() {
    let whole = class("Main", "main", STRINGS, 9);
    // Attributes of the class are not read, so the last two bytes may be missing.
    for length in 0..whole.len() - 2 {
        assert_eq!(parse(&whole[..length]), None, "{length}");
    }
    for at in 0..whole.len() {
        for byte in [0, 1, 5, 7, 0x7f, 0x80, 0xff] {
            let mut changed = whole.clone();
            changed[at] = byte;
            let _ = parse(&changed);
        }
    }
}

#[test]
fn a_class_that_claims_more_than_it_has_is_refused() {
    let start = [&MAGIC.to_be_bytes()[..], &[0, 0, 0, 61]].concat();
    // 65,535 constants, none of which exists; a text longer than the file; a last constant that
    // takes two entries.
    for rest in [
        &[0xff, 0xff][..],
        &[0, 2, 1, 0xff, 0xff, b'x'],
        &[0, 2, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x21, 0, 1],
        &[0, 3, 7, 0, 1, 7, 0, 9, 0, 0x21, 0, 1],
        &[0, 2, 99, 0, 0],
    ] {
        assert_eq!(parse(&[&start[..], rest].concat()), None, "{rest:?}");
    }
    // An attribute of 4 GiB.
    let mut long = class("Main", "main", STRINGS, 9);
    let at = long.windows(4).position(|bytes| bytes == [0, 0, 0, 3]).unwrap();
    long[at..at + 4].fill(0xff);
    assert_eq!(parse(&long), None);
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = parse(&bytes);
        let start = [&MAGIC.to_be_bytes()[..], &[0, 0, 0, 61, 0, 9], &bytes].concat();
        let _ = parse(&start);
    }
}
