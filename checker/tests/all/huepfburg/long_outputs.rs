//! Outputs that are never held in memory: generated while they are read, in pieces, and with
//! failures in between.
//!
//! A claim of ten million jumps is about sixty megabytes of text. Neither these readers nor the
//! checker hold more than a buffer of it.

use std::io::{self, Cursor, ErrorKind, Read};

use referee_checker::huepfburg::{Prepared, strict_form};
use referee_checker::{CheckError, CheckVerdict, Position, Settings};

use super::instance;

/// Sasha can walk forever over 1, 30, 500; Mika over 2, 4000. Both can step to 77 from their first
/// field.
fn playground() -> Prepared {
    let arrows = [(1, 30), (30, 500), (500, 1), (1, 77), (2, 4000), (4000, 2), (2, 77)];
    Prepared::new(instance(4000, &arrows), Settings::default())
}

const SASHA: &str = "1 30 500 ";
const MIKA: &str = "2 4000 ";

/// A text repeated a number of times, a few kilobytes at a time.
struct Repeated {
    block: Vec<u8>,
    at: usize,
    left: usize,
}

fn repeated(text: &str, thousands: usize) -> Repeated {
    Repeated { block: text.repeat(1000).into_bytes(), at: 0, left: thousands }
}

impl Read for Repeated {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.block.len() {
            self.at = 0;
            self.left -= 1;
        }
        if self.left == 0 {
            return Ok(0);
        }
        let length = (&self.block[self.at..]).read(buffer)?;
        self.at += length;
        Ok(length)
    }
}

/// A meeting of 6000 * `thousands` + 1 jumps, as written by a jury.
fn meeting(thousands: usize) -> impl Read {
    let jumps = format!("{}\n", 6000 * thousands + 1);
    let sasha = repeated(SASHA, 2 * thousands).chain(&b"1 77\n"[..]);
    let mika = repeated(MIKA, 3 * thousands).chain(&b"2 77\n"[..]);
    Cursor::new(jumps).chain(sasha).chain(mika)
}

fn accepted(jumps: u64) -> CheckVerdict {
    CheckVerdict::Accepted(format!("{jumps} jumps"))
}

#[test]
fn a_million_jumps_are_followed() {
    let playground = playground();
    let verdict = playground.check(&mut meeting(170)).unwrap();
    assert_eq!(verdict, accepted(1_020_001));
    assert_eq!(strict_form(&mut meeting(170), playground.instance()).unwrap(), Ok(()));
}

#[test]
fn ten_million_jumps_are_followed() {
    let verdict = playground().check(&mut meeting(1700)).unwrap();
    assert_eq!(verdict, accepted(10_200_001));
}

#[test]
fn a_wrong_jump_in_the_middle_is_named_by_number_and_place() {
    let thousands = 200;
    let mut output = Cursor::new("1200001\n")
        .chain(repeated(SASHA, thousands))
        .chain(&b"1 500 "[..])
        .chain(repeated(SASHA, thousands));
    let CheckVerdict::Refused(refusal) = playground().check(&mut output).unwrap() else {
        panic!("no arrow leads from 1 to 500");
    };
    let explanation = refusal.explanation;
    assert_eq!(explanation.says, "1200001 jumps");
    let headline = "jump 600001: Sasha from 1 to 500: there is no such arrow";
    assert_eq!(explanation.headline(), headline);
    let half = 1000 * thousands * SASHA.len();
    assert_eq!(explanation.place, Some(Position { line: 2, column: half as u64 + 3 }));
    // Nothing is read beyond it, except to fill a buffer.
    let mut rest = Vec::new();
    output.read_to_end(&mut rest).unwrap();
    assert!(rest.len() > half - 70_000, "{} bytes are left", rest.len());
}

/// Numbers in the middle of a long output take a faster path than those at its start, and are read
/// alike.
#[test]
fn rubbish_in_the_middle_is_named_by_place() {
    let refused = |rubbish: &str| {
        // With a round on either side, so that it is not at the start or end of a buffer.
        let rubbish = format!("{SASHA}{rubbish} {SASHA}");
        let mut output = Cursor::new("1200001\n")
            .chain(repeated(SASHA, 1))
            .chain(rubbish.as_bytes())
            .chain(repeated(SASHA, 1));
        match playground().check(&mut output).unwrap() {
            CheckVerdict::Refused(refusal) => refusal,
            CheckVerdict::Accepted(_) => panic!("{rubbish:?} is no field"),
        }
    };
    let start = 1001 * SASHA.len() as u64 + 1;
    for (rubbish, kind, offset) in [
        ("x", "malformed output", 0),
        ("\t01x", "malformed output", 1),
        ("+", "malformed output", 0),
        ("+-1", "malformed output", 0),
        ("1.0", "malformed output", 0),
        (" 1\0", "output is not text", 2),
    ] {
        let refusal = refused(rubbish);
        assert_eq!(refusal.kind.words(), kind, "{rubbish:?}");
        let place = Some(Position { line: 2, column: start + offset });
        assert_eq!(refusal.explanation.place, place, "{rubbish:?}");
        let says = refusal.explanation.says;
        assert!(says.starts_with("1200001 1 30 500 1 ") && says.ends_with("..."), "{says}");
        assert!(says.len() < 250, "{says}");
    }
    for field in ["0", "-1", "4001", "999999999", "4294967297", "18446744073709551617"] {
        let explanation = refused(field).explanation;
        assert_eq!(explanation.place, Some(Position { line: 2, column: start }));
        assert!(
            explanation.headline().starts_with("jump 3003: Sasha on "),
            "{field}: {explanation}"
        );
    }
}

/// A reader that returns one byte at a time, like a slow pipe, and is interrupted before each.
struct Slow<R> {
    inner: R,
    interrupted: bool,
}

impl<R: Read> Read for Slow<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.interrupted = !self.interrupted;
        if self.interrupted {
            return Err(ErrorKind::Interrupted.into());
        }
        let length = buffer.len().min(1);
        self.inner.read(&mut buffer[..length])
    }
}

#[test]
fn a_slow_reader_is_read_alike() {
    let slow = |inner| Slow { inner, interrupted: false };
    let playground = playground();
    assert_eq!(playground.check(&mut slow(meeting(1))).unwrap(), accepted(6001));
    assert_eq!(strict_form(&mut slow(meeting(1)), playground.instance()).unwrap(), Ok(()));
}

/// A reader that fails.
struct Failing;

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("the disk is on fire"))
    }
}

#[test]
fn a_failing_reader_is_no_fault_of_the_contestant() {
    let playground = playground();
    let whole = "1\n1 77\n2 77\n";
    for length in 0..=whole.len() {
        let mut output = whole.as_bytes()[..length].chain(Failing);
        let error = playground.check(&mut output).unwrap_err();
        assert!(matches!(error, CheckError::Read(_)), "{error:?}");
        assert_eq!(error.to_string(), "cannot read the output: the disk is on fire");
        let mut answer = whole.as_bytes()[..length].chain(Failing);
        let error = strict_form(&mut answer, playground.instance()).unwrap_err();
        assert_eq!(error.to_string(), "the disk is on fire");
    }
    let mut output = Cursor::new("3000000\n").chain(repeated(SASHA, 100)).chain(Failing);
    assert!(playground.check(&mut output).is_err());
    // A fault before the failure is a fault whatever follows.
    let mut output = "1\n1 2\n".as_bytes().chain(Failing);
    assert!(matches!(playground.check(&mut output), Ok(CheckVerdict::Refused(_))));
}
