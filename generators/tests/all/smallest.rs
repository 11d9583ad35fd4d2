//! All of the smallest inputs, each once, by increasing size, compared with loops that are as plain
//! as possible.

use std::collections::BTreeSet;

use referee_checker::huepfburg::{Arrow, Instance as Graph};
use referee_checker::infinity_war::{Instance as Board, Move, Square};
use referee_checker::subtraction_game::{Instance as Game, Rule};
use referee_checker::text::Strictness;
use referee_generators::families;

fn smallest(problem: &str) -> fn(u64) -> Option<Vec<u8>> {
    families(problem).expect("a shipped problem").smallest
}

/// The first `count` inputs of a problem, by number.
fn first<T>(problem: &str, count: u64, parse: impl Fn(&[u8]) -> T) -> Vec<T> {
    let smallest = smallest(problem);
    (0..count).map(|index| parse(&smallest(index).expect("there are more"))).collect()
}

fn board(input: &[u8]) -> Board {
    Board::parse(input, Strictness::Strict).expect("a valid input")
}

fn graph(input: &[u8]) -> Graph {
    Graph::parse(input, Strictness::Strict).expect("a valid input")
}

fn game(input: &[u8]) -> Game {
    Game::parse(input, Strictness::Strict).expect("a valid input")
}

fn texts<T>(all: &[T], write: impl Fn(&T, &mut Vec<u8>)) -> BTreeSet<Vec<u8>> {
    let text = |one| {
        let mut out = Vec::new();
        write(one, &mut out);
        out
    };
    all.iter().map(text).collect()
}

/// Asserts that there are `count` inputs.
fn assert_ends(problem: &str, count: u64) {
    let smallest = smallest(problem);
    assert!(smallest(count - 1).is_some() && smallest(count).is_none());
    assert!(smallest(u64::MAX).is_none());
}

#[test]
fn boards_of_side_2_are_all_there() {
    let squares = || (1..=2).flat_map(|x| (1..=2).map(move |y| Square { x, y }));
    let moves = || (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| Move { dx, dy }));
    let mut expected = Vec::new();
    for (alice, bob) in squares().flat_map(|alice| squares().map(move |bob| (alice, bob))) {
        for (one, two) in moves().flat_map(|one| moves().map(move |two| (one, two))) {
            expected.extend(Board::new(alice, bob, vec![one, two]));
        }
    }
    let found = first("infinity-war", 864, board);
    assert_eq!((expected.len(), found.len()), (864, 864));
    assert_eq!(texts(&found, Board::write), texts(&expected, Board::write));
}

#[test]
fn larger_boards_come_later_and_differ() {
    let of_side_3 = 9 * 8 * 25 * 24 * 23;
    let found = first("infinity-war", 30_000, board);
    assert!(found.iter().skip(864).all(|board| board.n() == 3));
    assert_eq!(texts(&found, Board::write).len(), found.len());
    // The first few contain every square and every move.
    let squares: BTreeSet<_> = found[864..1864].iter().map(|b| (b.bob().x, b.bob().y)).collect();
    let moves: BTreeSet<_> = found[864..1864].iter().map(|b| b.moves()[0]).collect();
    assert_eq!((squares.len(), moves.len()), (9, 25));
    let side = |index| board(&smallest("infinity-war")(index).expect("there are more")).n();
    assert_eq!((side(864 + of_side_3 - 1), side(864 + of_side_3)), (3, 4));
    assert_ends("infinity-war", 864 + of_side_3 + 16 * 15 * 49 * 48 * 47 * 46);
}

#[test]
fn small_graphs_are_all_there() {
    let mut expected = Vec::new();
    for n in 2..=4u32 {
        for bits in 0..1u32 << (n * n) {
            let arrow = |at: u32| Arrow { from: at / n + 1, to: at % n + 1 };
            let arrows = (0..n * n).filter(|at| bits >> at & 1 == 1).map(arrow);
            expected.push(Graph::new(n, arrows.collect()).expect("distinct arrows"));
        }
    }
    let found = first("huepfburg", 16 + 512 + 65_536, graph);
    assert_eq!(texts(&found, Graph::write), texts(&expected, Graph::write));
    assert_eq!(found.len(), expected.len());
    let size = |graph: &Graph| (graph.n(), graph.arrows().len());
    assert!(found.is_sorted_by_key(size));
    assert_ends("huepfburg", 16 + 512 + 65_536 + (1 << 25));
}

/// The number of compositions into distinct parts: OEIS A032020, from 1 on.
const SETS: [u64; 20] =
    [1, 1, 3, 3, 5, 11, 13, 19, 27, 57, 65, 101, 133, 193, 351, 435, 617, 851, 1177, 1555];

/// The number of games of this weight.
fn games(weight: usize) -> u64 {
    let rules = |of_rule: usize| SETS[of_rule - 1] + u64::from(of_rule == 1);
    (1..weight).map(|of_rule| rules(of_rule) << (weight - of_rule - 1)).sum()
}

/// The sequences of numbers from `least` on with this total weight, where each number weighs itself
/// plus `extra`.
fn sequences(weight: u64, least: u64, extra: u64) -> Vec<Vec<u64>> {
    if weight == 0 {
        return vec![Vec::new()];
    }
    let firsts = (least..=weight).filter(|first| first + extra <= weight);
    let with_first = |first: u64| {
        let rest = sequences(weight - first - extra, least, extra);
        rest.into_iter().map(move |rest| [&[first], &rest[..]].concat())
    };
    firsts.flat_map(with_first).collect()
}

#[test]
fn light_games_are_all_there() {
    let mut expected = Vec::new();
    for weight in 2..=9 {
        for of_rule in 1..weight {
            let sets = sequences(of_rule, 1, 0).into_iter().map(Rule::Set);
            let squares = (of_rule == 1).then_some(Rule::Squares);
            for rule in squares.into_iter().chain(sets) {
                let heaps = sequences(weight - of_rule, 0, 1);
                // A repeated amount is rejected.
                expected.extend(heaps.into_iter().filter_map(|h| Game::new(rule.clone(), h).ok()));
            }
        }
        let count: u64 = (2..=weight as usize).map(games).sum();
        assert_eq!(expected.len() as u64, count, "up to weight {weight}");
    }
    let found = first("subtraction-game", expected.len() as u64, game);
    assert_eq!(texts(&found, Game::write), texts(&expected, Game::write));
    assert!(found.is_sorted_by_key(weight));
    assert_ends("subtraction-game", (2..=20).map(games).sum());
}

fn weight(game: &Game) -> u64 {
    let of_rule = match game.rule() {
        Rule::Squares => 1,
        Rule::Set(amounts) => amounts.iter().sum(),
    };
    of_rule + game.heaps().iter().map(|size| size + 1).sum::<u64>()
}
