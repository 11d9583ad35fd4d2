//! Explanations of rejections, word for word: the jury's in full, and the public sentence, which
//! reveals nothing of the input or of a right answer.

use referee_checker::huepfburg::{Instance, Prepared};
use referee_checker::{CheckVerdict, Settings};

use super::{check, clockwork, instance};

/// Asserts the whole explanation and its public part.
#[track_caller]
fn assert_refused(prepared: &Prepared, output: &str, whole: &str, public: &str) {
    let CheckVerdict::Refused(refusal) = check(prepared, output.as_bytes()) else {
        panic!("{output:?} is accepted");
    };
    assert_eq!(refusal.explanation.to_string(), whole);
    assert_eq!(refusal.explanation.public, public);
}

fn by_the_rules(instance: Instance) -> Prepared {
    Prepared::new(instance, Settings::default())
}

fn with_shortest(instance: Instance) -> Prepared {
    Prepared::new(instance, super::shortest())
}

#[test]
fn a_short_meeting_is_drawn() {
    assert_refused(
        &by_the_rules(clockwork(2, 3)),
        "impossible",
        "\
says      impossible
but       6 jumps lead them to one field
  jump   0  1  2  3  4  5  6
  Sasha  1  3  1  3  1  3  6
  Mika   2  4  5  2  4  5  6
",
        "the players can meet",
    );
    let one = instance(1000, &[(1, 1000), (2, 1000)]);
    assert_refused(
        &by_the_rules(one),
        "Impossible\n",
        "\
says      impossible
but       1 jump leads them to one field
  jump   0     1
  Sasha  1  1000
  Mika   2  1000
",
        "the players can meet",
    );
}

#[test]
fn numbers_of_different_widths_are_aligned() {
    assert_refused(
        &by_the_rules(clockwork(3, 4)),
        "impossible",
        "\
says      impossible
but       12 jumps lead them to one field
  jump   0  1  2  3  4  5  6  7  8  9  10  11  12
  Sasha  1  3  4  1  3  4  1  3  4  1   3   4   8
  Mika   2  5  6  7  2  5  6  7  2  5   6   7   8
",
        "the players can meet",
    );
    let wide = [(1, 300), (300, 4), (4, 50), (2, 6), (6, 7000), (7000, 50)];
    assert_refused(
        &by_the_rules(instance(7000, &wide)),
        "impossible",
        "\
says      impossible
but       3 jumps lead them to one field
  jump   0    1     2   3
  Sasha  1  300     4  50
  Mika   2    6  7000  50
",
        "the players can meet",
    );
}

#[test]
fn a_longer_meeting_is_told_in_words_and_abridged_if_very_long() {
    assert_refused(
        &by_the_rules(clockwork(1, 13)),
        "impossible",
        "\
says      impossible
but       13 jumps lead them to one field
Sasha     1 1 1 1 1 1 1 1 1 1 1 1 1 15
Mika      2 3 4 5 6 7 8 9 10 11 12 13 14 15
",
        "the players can meet",
    );
    assert_refused(
        &by_the_rules(clockwork(1, 24)),
        "impossible",
        "\
says      impossible
but       24 jumps lead them to one field
Sasha     1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 26
Mika      2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26
",
        "the players can meet",
    );
    assert_refused(
        &by_the_rules(clockwork(1, 25)),
        "impossible",
        "\
says      impossible
but       25 jumps lead them to one field
Sasha     1 1 1 1 1 1 ... 1 1 1 1 1 27
Mika      2 3 4 5 6 7 ... 22 23 24 25 26 27
",
        "the players can meet",
    );
    assert_refused(
        &by_the_rules(clockwork(16, 17)),
        "impossible",
        "\
says      impossible
but       272 jumps lead them to one field
Sasha     1 3 4 5 6 7 ... 13 14 15 16 17 34
Mika      2 18 19 20 21 22 ... 29 30 31 32 33 34
",
        "the players can meet",
    );
}

#[test]
fn a_detour_is_told_the_shortest_meeting() {
    let triangle = || instance(4, &[(1, 3), (3, 4), (2, 3), (4, 3)]);
    assert_refused(
        &with_shortest(triangle()),
        "3\n1 3 4 3\n2 3 4 3\n",
        "\
says      3 jumps
but       1 jump is enough
  jump   0  1
  Sasha  1  3
  Mika   2  3
",
        "there is a shorter meeting",
    );
    // With a loop at the last field, Sasha can wait there.
    let waiting = clockwork(2, 3);
    let fields = [waiting.arrows(), instance(6, &[(6, 6)]).arrows()].concat();
    let waiting = Instance::new(6, fields).expect("one arrow more");
    assert_refused(
        &with_shortest(waiting),
        "7\n1 3 1 3 1 3 6 6\n2 4 5 2 4 5 6 6\n",
        "\
says      7 jumps
but       3 jumps are enough
  jump   0  1  2  3
  Sasha  1  3  6  6
  Mika   2  4  5  6
",
        "there is a shorter meeting",
    );
}

#[test]
fn a_wrong_start_or_field() {
    let prepared = by_the_rules(clockwork(2, 3));
    assert_refused(
        &prepared,
        "1\n2 6\n1 6\n",
        "says      1 jump\nbut       Sasha starts on 1, not on 2\n",
        "Sasha does not start on field 1",
    );
    assert_refused(
        &prepared,
        "1\n1 6\n2 7\n",
        "says      1 jump\nbut       jump 1: Sasha from 1 to 6: there is no such arrow\n\
         arrows    the only arrow from 1 leads to 3\n",
        "jump 1 of Sasha follows no arrow",
    );
    assert_refused(
        &prepared,
        "2\n0 3 1\n2 4 5\n",
        "says      2 jumps\nbut       at the start: Sasha on 0: fields go from 1 to 6\n",
        "Sasha is on a field that does not exist",
    );
    assert_refused(
        &prepared,
        "2\n1 3 1\n2 4 7\n",
        "says      2 jumps\nbut       jump 2: Mika on 7: fields go from 1 to 6\n",
        "Mika is on a field that does not exist",
    );
    assert_refused(
        &prepared,
        "2\n1 3 1\n2 4 5\n",
        "says      2 jumps\nbut       after the last jump Sasha is on 1 and Mika on 5\n",
        "the last fields of Sasha and Mika differ",
    );
}

#[test]
fn a_jump_without_an_arrow_names_the_arrows_that_there_are() {
    let refusal = |degree: u32| {
        let arrows: Vec<(u32, u32)> = (2..2 + degree).map(|to| (1, to)).collect();
        let prepared = by_the_rules(instance(99, &arrows));
        let CheckVerdict::Refused(refusal) = check(&prepared, b"1\n1 77\n2 77\n") else {
            panic!("no arrow leads from 1 to 77");
        };
        assert_eq!(refusal.explanation.public, "jump 1 of Sasha follows no arrow");
        refusal.explanation.to_string()
    };
    for (degree, arrows) in [
        (0, "no arrow leads away from 1"),
        (1, "the only arrow from 1 leads to 2"),
        (2, "arrows from 1 lead to 2, 3"),
        (10, "arrows from 1 lead to 2, 3, 4, 5, 6, 7, 8, 9, 10, 11"),
        (11, "arrows from 1 lead to 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 1 more"),
        (50, "arrows from 1 lead to 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 40 more"),
    ] {
        let but = "jump 1: Sasha from 1 to 77: there is no such arrow";
        assert_eq!(
            refusal(degree),
            format!("says      1 jump\nbut       {but}\narrows    {arrows}\n")
        );
    }
}

#[test]
fn what_is_no_claim() {
    let prepared = by_the_rules(clockwork(2, 3));
    assert_refused(
        &prepared,
        " \n",
        "says      nothing\nexpected  the number of jumps, at least 1, or \"impossible\"\n",
        "empty output: expected the number of jumps, at least 1, or \"impossible\"",
    );
    assert_refused(
        &prepared,
        "possible \u{1b}[31m",
        "says      possible\nexpected  the number of jumps, at least 1, or \"impossible\"\n",
        "malformed output at line 1, column 1: expected the number of jumps, at least 1, or \
         \"impossible\"",
    );
    assert_refused(
        &prepared,
        "1\n1 3\u{1b}[31m",
        "says      1 1\nexpected  text, found the byte \\x1b\n",
        "output is not text at line 2, column 4: expected text, found the byte \\x1b",
    );
    assert_refused(
        &prepared,
        "2\n1 3 1\n2 4\n",
        "says      2 1 3 1 2 4\nexpected  field 3 of 3 of Mika, an integer\n",
        "malformed output at line 4, column 1: expected field 3 of 3 of Mika, an integer",
    );
}
