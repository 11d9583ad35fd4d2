use super::*;
use crate::{Effort, SEQUENCES, cold};

fn rules() -> impl Iterator<Item = Rule> {
    let sets = [vec![], vec![1, 2, 5], vec![3, 64, 700]].map(Rule::set);
    SEQUENCES.iter().map(Rule::Sequence).chain(sets)
}

fn stream(stretches: &Stretches, count: u64) -> Vec<u8> {
    let mut stream = Vec::new();
    for number in 0..count {
        let bytes = stretches.find(number, &mut stream.as_slice()).unwrap();
        stream.extend(bytes);
    }
    stream
}

#[test]
fn stretches_of_any_length_have_the_cold_positions() {
    for rule in rules() {
        for (length, count) in [(64, 40), (128, 7), (1000, 4), (5000, 2), (9000, 1)] {
            let stretches = Stretches::new(rule.clone(), length);
            let bytes = stream(&stretches, count);
            let mut found = Vec::new();
            stretches.visit(count, &mut bytes.as_slice(), &mut |n| found.push(n)).unwrap();
            let size = count * stretches.length();
            let expected = cold::sieve(&rule, size, &Effort::silent(1));
            assert!(found.into_iter().eq(expected.iter()), "{rule} {length}");
        }
    }
}

#[test]
fn a_search_goes_on_after_the_last_whole_stretch() {
    let stretches = Stretches::new(Rule::named("squares").unwrap(), 640);
    let parts: Vec<usize> = (0..=3).map(|count| stream(&stretches, count).len()).collect();
    let head = stretches.head();
    let bytes = [head.as_bytes(), &stream(&stretches, 3)].concat();
    for end in head.len()..=bytes.len() {
        let whole = parts.iter().filter(|&&part| head.len() + part <= end).count() - 1;
        let found = stretches.whole(&mut &bytes[..end]).unwrap();
        assert_eq!(found, (whole as u64, (head.len() + parts[whole]) as u64), "{end}");
    }
}

#[test]
fn other_streams_are_refused() {
    let stretches = Stretches::new(Rule::named("squares").unwrap(), 64);
    assert_eq!(stretches.head(), "referee cold stretches 1 64 squares\n");
    for (bytes, message) in [
        (&b""[..], "does not begin with `referee cold stretches 1 64 squares`"),
        (b"referee cold stretches 1 64 cubes\n", "does not begin"),
        (b"referee cold stretches 1 128 squares\n", "does not begin"),
        (b"referee cold stretches 1 64 squares\n\x02\x00\x40", "beyond the end"),
        (
            b"referee cold stretches 1 64 squares\n\x02\x05\
              \xfd\xff\xff\xff\xff\xff\xff\xff\xff\x01",
            "beyond the end",
        ),
        (b"referee cold stretches 1 64 squares\n\x02\x05\x00", "occurs twice"),
        (
            b"referee cold stretches 1 64 squares\n\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02",
            "above 2^64",
        ),
    ] {
        let error = stretches.whole(&mut &*bytes).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        assert!(error.to_string().contains(message), "{error}");
    }
}

#[test]
fn memory_beyond_64_bits_is_not_estimated_as_little() {
    let stretches = Stretches::new(Rule::named("primes").unwrap(), STRETCH);
    assert_eq!(stretches.memory(u64::MAX), u64::MAX);
}
