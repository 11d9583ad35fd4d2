//! Explanations of rejections, word for word: the jury's in full, and the public sentence, which
//! reveals nothing of the input or of a right answer.

use referee_checker::CheckVerdict;
use referee_checker::subtraction_game::Prepared;

use super::{check, game};

/// Asserts the whole explanation and its public part.
#[track_caller]
fn assert_refused(prepared: &Prepared, output: &str, whole: &str, public: &str) {
    let CheckVerdict::Refused(refusal) = check(prepared, output.as_bytes()) else {
        panic!("{output:?} is accepted");
    };
    assert_eq!(refusal.explanation.to_string(), whole);
    assert_eq!(refusal.explanation.public, public);
    assert_eq!(refusal.explanation.place, None);
}

#[test]
fn a_hot_position_taken_for_a_cold_one() {
    let public = "the position is hot";
    assert_refused(
        &game("squares", &[11]),
        "cold\n",
        "\
says      cold
but       taking 1, 11 to 10, leaves a cold position
",
        public,
    );
    assert_refused(
        &game("set 2 5 3", &[9, 4, 0]),
        "COLD",
        "\
says      cold
but       taking 2 from heap 2, 4 to 2, leaves a cold position
values    nim-values of the heaps 1 2 0, together 3
",
        public,
    );
    assert_refused(
        &game("squares", &[8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 0]),
        "cold",
        "\
says      cold
but       taking 1 from heap 1, 8 to 7, leaves a cold position
values    nim-values of the heaps 1 1 1 1 1 1 1 1 1 1 1 0, together 1
",
        public,
    );
    assert_refused(
        &game("squares", &[8; 13]),
        "cold",
        "\
says      cold
but       taking 1 from heap 1, 8 to 7, leaves a cold position
",
        public,
    );
}

#[test]
fn a_wrong_move_in_a_hot_position() {
    let public = "the move leaves a hot position";
    assert_refused(
        &game("squares", &[13]),
        "hot 1 4",
        "\
says      hot 1 4
but       the opponent then takes 4, 9 to 5, and leaves a cold position
right     taking 1, 13 to 12, leaves a cold position
",
        public,
    );
    let game_of_three = game("set 2 5 3", &[9, 4, 0]);
    assert_refused(
        &game_of_three,
        "hot 1 2",
        "\
says      hot 1 2
but       the opponent then takes 3 from heap 2, 4 to 1, and leaves a cold position
right     taking 2 from heap 2, 4 to 2, leaves a cold position
values    nim-values of the heaps 1 2 0, together 3
",
        public,
    );
    assert_refused(
        &game_of_three,
        "hot 2 3",
        "\
says      hot 2 3
but       the opponent then takes 2 from heap 1, 9 to 7, and leaves a cold position
right     taking 2 from heap 2, 4 to 2, leaves a cold position
values    nim-values of the heaps 1 2 0, together 3
",
        public,
    );
    assert_refused(
        &game("squares", &[8; 13]),
        "hot 5 4",
        "\
says      hot 5 4
but       the opponent then takes 4 from heap 5, 4 to 0, and leaves a cold position
right     taking 1 from heap 1, 8 to 7, leaves a cold position
",
        public,
    );
}

#[test]
fn any_move_in_a_cold_position() {
    let public = "the move leaves a hot position";
    assert_refused(
        &game("squares", &[12]),
        "Hot 1 9",
        "\
says      hot 1 9
but       the opponent then takes 1, 3 to 2, and leaves a cold position
cold      the position is cold: every move loses
",
        public,
    );
    assert_refused(
        &game("squares", &[8, 8]),
        "hot 2 4",
        "\
says      hot 2 4
but       the opponent then takes 1 from heap 2, 4 to 3, and leaves a cold position
cold      the position is cold: every move loses
values    nim-values of the heaps 1 1, together 0
",
        public,
    );
    assert_refused(
        &game("squares", &[8; 14]),
        "hot 13 4",
        "\
says      hot 13 4
but       the opponent then takes 1 from heap 13, 4 to 3, and leaves a cold position
cold      the position is cold: every move loses
",
        public,
    );
}

#[test]
fn a_heap_that_is_not_there() {
    let public = "there is no such heap";
    assert_refused(
        &game("squares", &[12]),
        "hot 0 1",
        "\
says      hot 0 1
but       heaps go from 1 to 1
",
        public,
    );
    assert_refused(
        &game("set 1", &[3, 5]),
        "hot 3 1",
        "\
says      hot 3 1
but       heaps go from 1 to 2
",
        public,
    );
}

#[test]
fn an_amount_that_may_not_be_taken() {
    let public = "the move is not allowed";
    assert_refused(
        &game("squares", &[12]),
        "hot 1 2",
        "\
says      hot 1 2
but       only squares may be taken: 1, 4, 9, ...
",
        public,
    );
    assert_refused(
        &game("set 2 5 3", &[9, 4]),
        "hot 2 -2",
        "\
says      hot 2 -2
but       only these may be taken: 2, 5, 3
",
        public,
    );
    let twelve = "set 12 11 10 9 8 7 6 5 4 3 2 1";
    assert_refused(
        &game(twelve, &[99]),
        "hot 1 13",
        "\
says      hot 1 13
but       only these may be taken: 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1
",
        public,
    );
    assert_refused(
        &game(&format!("{twelve} 14"), &[99]),
        "hot 1 13",
        "\
says      hot 1 13
but       only these may be taken: 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, ...
",
        public,
    );
}

#[test]
fn more_than_the_heap_has() {
    let public = "the heap is smaller";
    assert_refused(
        &game("squares", &[12]),
        "hot 1 16",
        "\
says      hot 1 16
but       that heap has only 12
",
        public,
    );
    assert_refused(
        &game("set 5 2", &[9, 4]),
        "hot 2 5",
        "\
says      hot 2 5
but       that heap has only 4
",
        public,
    );
}
