//! Boards as shown to people.

use referee_checker::infinity_war::{Claim, Instance, Prepared};
use referee_checker::{Refusal, Strictness};

fn refusal(input: &str, claim: Claim) -> Refusal {
    let instance = Instance::parse(input.as_bytes(), Strictness::Strict).expect("a legal instance");
    let prepared = Prepared::new(instance);
    let refutation = prepared.check(claim).expect_err("a wrong claim");
    prepared.refusal(claim, &refutation)
}

/// The board as the explanation shows it.
fn indented(input: &str, claim: Claim) -> String {
    let drawing = refusal(input, claim).explanation.drawing;
    drawing.iter().map(|line| format!("  {line}\n")).collect()
}

/// Bob, on the upper left, reaches everything.
const BOB_WINS: &str = "2\n2 1\n1 2\n1 0\n0 -1\n";

/// Neither captures the other.
const TIE: &str = "4\n1 1\n3 3\n1 0\n0 1\n-1 -1\n2 -3\n";

/// Alice captures Bob with the first move, taken twice.
const ALICE_WINS: &str = "4\n1 1\n3 3\n1 1\n0 1\n-1 -1\n2 -3\n";

#[test]
fn a_board_of_side_2_has_its_whole_legend() {
    let board = "  2 | B b   A Alice, B Bob
  1 | b x   b within Bob's reach
      1 2   x the claim
";
    assert_eq!(indented(BOB_WINS, Claim::Tie { x: 2, y: 1 }), board);
}

#[test]
fn a_board_shows_the_reach_of_bob_and_the_claim() {
    let board = "  4 | . . b b   A Alice, B Bob
  3 | . b B b   b within Bob's reach
  2 | . x b .   x the claim
  1 | A . . .
      1 2 3 4
";
    assert_eq!(indented(TIE, Claim::Tie { x: 2, y: 2 }), board);
    let unclaimed = board.replace('x', "b").replace("   b the claim", "");
    assert_eq!(indented(TIE, Claim::BobWins), unclaimed);
}

#[test]
fn a_board_shows_how_alice_captures() {
    let board = "  4 | . . . .   A Alice, B Bob
  3 | . . B .   1 Alice's first landing
  2 | . 1 . .
  1 | A . . .
      1 2 3 4
";
    assert_eq!(indented(ALICE_WINS, Claim::BobWins), board);
}

#[test]
fn wide_numbers_are_aligned_and_large_boards_are_not_drawn() {
    let board_of = |n: i32| {
        let moves: String = (0..n).map(|dx| format!("{dx} {}\n", n - 1)).collect();
        indented(&format!("{n}\n1 1\n{n} {n}\n{moves}"), Claim::Tie { x: n as i64, y: n as i64 })
    };
    let ten = board_of(10);
    assert!(ten.starts_with("  10 |  .  .  .  .  .  .  .  .  .  x "), "{ten}");
    assert!(ten.contains("\n   1 |  A  .  . "), "{ten}");
    assert!(ten.ends_with("\n        1  2  3  4  5  6  7  8  9 10\n"), "{ten}");
    assert_eq!(board_of(20).lines().count(), 21);
    assert_eq!(board_of(21), "");
}

#[test]
fn an_explanation_says_everything_and_its_public_part_nothing() {
    let refusal = refusal(TIE, Claim::Tie { x: 2, y: 2 });
    assert_eq!(refusal.explanation.public, "Bob can reach the square");
    let expected = "says      tie 2 2
but       Bob reaches (2,2): from (3,3) by move 3 (-1,-1) to (2,2)
safe      tie 1 2 is one of 8 squares that Bob cannot reach
  4 | . . b b ";
    let text = refusal.explanation.to_string();
    assert!(text.starts_with(expected), "{text}");
}
