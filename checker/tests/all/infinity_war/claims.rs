//! The grammar of outputs: which text is which claim, what is rejected, as what and where.

use proptest::prelude::*;
use referee_checker::infinity_war::{Claim, Instance, Move, Square};
use referee_checker::{Settings, problem};

use crate::support::{described, fixed};

fn parse(output: &[u8]) -> Result<Claim, String> {
    let mut reader = output;
    Claim::parse(&mut reader).expect("a slice can be read").map_err(|refusal| described(&refusal))
}

#[test]
fn claims_in_every_spelling() {
    let accepted: &[(&str, Claim)] = &[
        ("Alice wins\n", Claim::AliceWins),
        ("Alice wins", Claim::AliceWins),
        ("ALICE\r\n\tWins \n\n", Claim::AliceWins),
        ("bob WINS", Claim::BobWins),
        ("\x0b\x0cBob wins", Claim::BobWins),
        ("tie 1 2\n", Claim::Tie { x: 1, y: 2 }),
        ("TIE\n1\n2", Claim::Tie { x: 1, y: 2 }),
        ("  Tie 0 -5 ", Claim::Tie { x: 0, y: -5 }),
        ("tie 99999999999999999999 1", Claim::Tie { x: i64::MAX, y: 1 }),
        ("tie 1 -99999999999999999999", Claim::Tie { x: 1, y: i64::MIN }),
        ("tie +1 01", Claim::Tie { x: 1, y: 1 }),
        ("tie -0 -007", Claim::Tie { x: 0, y: -7 }),
    ];
    for (output, claim) in accepted {
        assert_eq!(parse(output.as_bytes()), Ok(*claim), "{output:?}");
    }
}

#[test]
fn what_is_no_claim_is_refused_with_kind_and_place() {
    const ANY: &str = "\"Alice wins\", \"Bob wins\" or \"tie x y\"";
    const X: &str = "a column, an integer, after \"tie\"";
    const Y: &str = "a row, an integer, after the column";
    let refused: &[(&[u8], String)] = &[
        (b"", format!("empty - says nothing: {ANY}")),
        (b" \n\t\r\n", format!("empty - says nothing: {ANY}")),
        (b"\0", "not text 1:1 says : text, found the byte \\x00".into()),
        (b"tie 1\n 2\x1b[m", "not text 2:3 says tie 1: text, found the byte \\x1b".into()),
        (b"Alice wins\x7f", "not text 1:11 says Alice: text, found the byte \\x7f".into()),
        (b"Carol wins", format!("malformed 1:1 says Carol: {ANY}")),
        (b"Alice", format!("malformed 1:6 says Alice: {ANY}")),
        (b"Alice\n", format!("malformed 2:1 says Alice: {ANY}")),
        (b"Alice loses", format!("malformed 1:7 says Alice loses: {ANY}")),
        (b"Alicewins", format!("malformed 1:1 says Alicewins: {ANY}")),
        (b"wins", format!("malformed 1:1 says wins: {ANY}")),
        (b"tie", format!("malformed 1:4 says tie: {X}")),
        (b"tie 1", format!("malformed 1:6 says tie 1: {Y}")),
        (b"tie a 1", format!("malformed 1:5 says tie a: {X}")),
        (b"tie 1 1e5", format!("malformed 1:7 says tie 1 1e5: {Y}")),
        (b"tie + 1 1", format!("malformed 1:5 says tie +: {X}")),
        (b"tie 1 +-1", format!("malformed 1:7 says tie 1 +-1: {Y}")),
        (b"tie 1\xc2\xa01", format!("malformed 1:5 says tie 1\\u{{a0}}1: {X}")),
        (b"tie 1.0 1", format!("malformed 1:5 says tie 1.0: {X}")),
        (b"tie 1,2", format!("malformed 1:5 says tie 1,2: {X}")),
        (
            b"tie 1 2 3",
            "malformed 1:9 says tie 1 2 3: the end of the output after \"tie 1 2\"".into(),
        ),
        (
            b"Bob wins\nAlice wins",
            "malformed 2:1 says Bob wins Alice: the end of the output after \"Bob wins\"".into(),
        ),
        (b"\xef\xbb\xbftie 1 2", format!("malformed 1:1 says \\u{{feff}}tie: {ANY}")),
        (b"\xfftie 1 2", format!("malformed 1:1 says \\xfftie: {ANY}")),
    ];
    for (output, refusal) in refused {
        assert_eq!(parse(output).as_ref(), Err(refusal), "{}", output.escape_ascii());
    }
}

#[test]
fn a_long_word_is_shown_cut() {
    let output = [b"tie 1 ".to_vec(), b"x".repeat(100_000)].concat();
    let refusal = parse(&output).unwrap_err();
    assert!(refusal.starts_with("malformed 1:7 says tie 1 xxx"), "{refusal}");
    assert!(refusal.len() < 200, "{refusal}");
}

fn instance() -> Instance {
    let moves = (0..5).map(|dy| Move { dx: 1, dy }).collect();
    Instance::new(Square { x: 1, y: 1 }, Square { x: 5, y: 5 }, moves).unwrap()
}

#[test]
fn a_jury_answer_has_one_spelling() {
    let fault = |answer: &str| {
        let read = Claim::strict_form(&mut answer.as_bytes(), &instance());
        read.expect("a slice can be read").map_err(|fault| fault.to_string())
    };
    for answer in ["Alice wins\n", "Bob wins\n", "tie 1 5\n", "tie 5 1\n"] {
        assert_eq!(fault(answer), Ok(()));
    }
    for (answer, message) in [
        (
            "",
            "line 1, column 1: expected \"Alice wins\", \"Bob wins\" or \"tie x y\", found the end of the file",
        ),
        (
            "alice wins\n",
            "line 1, column 1: expected \"Alice wins\", \"Bob wins\" or \"tie x y\", found `alice`",
        ),
        ("Alice Wins\n", "line 1, column 1: expected `Alice wins`, found `Alice`"),
        ("tie 1 5", "line 1, column 8: expected a line break, found the end of the file"),
        (
            "tie 1 5\r\n",
            "line 1, column 8: expected a line break, found a carriage return (the file has CRLF line ends)",
        ),
        ("tie 1  5\n", "line 1, column 7: expected y, an integer, found a space"),
        ("tie 0 5\n", "line 1, column 5: x = 0 is outside 1..=5"),
        ("tie 1 6\n", "line 1, column 7: y = 6 is outside 1..=5"),
        (
            "tie 1 5\n\n",
            "line 2, column 1: expected the end of the file after the answer, found a line break",
        ),
        ("Bob wins \n", "line 1, column 9: expected a line break, found a space"),
    ] {
        assert_eq!(fault(answer), Err(message.to_string()), "{answer:?}");
    }
}

proptest! {
    #![proptest_config(fixed())]

    #[test]
    fn no_bytes_make_the_reader_of_claims_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = parse(&bytes);
        let _ = Claim::strict_form(&mut bytes.as_slice(), &instance());
    }

    #[test]
    fn nothing_near_a_claim_makes_it_panic(text in "[tieTIE alcebowns0-9+\n\r-]{0,40}") {
        let problem = problem("infinity-war").unwrap();
        let mut input = Vec::new();
        instance().write(&mut input);
        let case = problem.prepare(&input, referee_checker::Strictness::Strict, Settings::default()).unwrap();
        let _ = case.check(&mut text.as_bytes());
        // Every text in the form of a jury answer is parsed as the claim that it spells.
        if case.answer_form(&mut text.as_bytes()).unwrap().is_ok() {
            prop_assert_eq!(format!("{}\n", parse(text.as_bytes()).unwrap()), text);
        }
    }
}
