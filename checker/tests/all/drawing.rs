//! Drawings: exactly, for tiny cases; within bounds, for any case and any output.

#![cfg(feature = "drawing")]

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use referee_checker::drawing::{Drawing, Panel, Point, Role, Sample, Shape};
use referee_checker::{Settings, Strictness, problem};

/// The drawing of a legal input, with the claim of an output if one is given.
fn drawn(name: &str, input: &[u8], output: Option<&[u8]>) -> Drawing {
    let rules = problem(name).unwrap();
    let case = rules.prepare(input, Strictness::Lenient, Settings::default()).unwrap();
    let mut output = output;
    let reader = output.as_mut().map(|output| output as &mut dyn std::io::Read);
    case.draw(reader).unwrap().unwrap()
}

/// Asserts what holds for every drawing: everything is bounded, and in its place.
fn assert_bounded(drawing: &Drawing) {
    assert!(drawing.title.len() <= 300, "{}", drawing.title);
    assert!(drawing.description.len() <= 4000, "{}", drawing.description);
    assert!((1..=4).contains(&drawing.panels.len()) && drawing.legend.len() <= 12);
    for panel in &drawing.panels {
        let cells = (panel.columns * panel.rows) as usize;
        assert!(panel.columns <= 119 && panel.rows <= 119 && panel.columns > 0 && panel.rows > 0);
        assert!(panel.shapes.len() <= 250, "{} shapes", panel.shapes.len());
        assert!(panel.in_words.iter().map(String::len).sum::<usize>() <= 2000);
        let mut labels = panel.column_labels.iter().map(|label| (label, panel.columns));
        assert!(labels.all(|((at, text), end)| *at < end && text.len() <= 30), "{labels:?}");
        let mut labels = panel.row_labels.iter().map(|label| (label, panel.rows));
        assert!(labels.all(|((at, text), end)| *at < end && text.len() <= 30), "{labels:?}");
        let is_near = |at: &Point| {
            let within =
                |at: f64, end: u32| at.is_finite() && at >= -6.0 && at <= f64::from(end) + 6.0;
            within(at.x, panel.columns) && within(at.y, panel.rows)
        };
        for shape in &panel.shapes {
            match shape {
                Shape::Cells(roles) => assert_eq!(roles.len(), cells),
                Shape::Shades(_, shades) => {
                    assert_eq!(shades.len(), cells);
                    assert!(shades.iter().all(|&shade| shade <= 8));
                }
                Shape::Bars(_, heights) => {
                    assert!(
                        heights.len() <= 100 && heights.iter().all(|h| (0.0..=1.0).contains(h))
                    );
                }
                Shape::Mark(_, at, text) | Shape::Text(_, at, text) => {
                    assert!(is_near(at) && text.len() <= 120, "{shape:?}");
                }
                Shape::Ring(_, at) => assert!(is_near(at), "{shape:?}"),
                Shape::Arrow(_, from, to) => assert!(is_near(from) && is_near(to), "{shape:?}"),
            }
        }
    }
}

fn board(drawing: &Drawing) -> &Panel {
    &drawing.panels[0]
}

#[test]
fn bobs_path_to_the_refused_square() {
    // Bob, in the upper left corner, reaches every square.
    let drawing = drawn("infinity-war", b"2\n2 1\n1 2\n1 0\n0 -1\n", Some(b"tie 2 1"));
    let panel = board(&drawing);
    let middle = Point::middle;
    assert_eq!((panel.columns, panel.rows), (2, 2));
    assert_eq!(
        panel.shapes,
        [
            Shape::Cells(vec![Some(Role::Reached); 4]),
            Shape::Mark(Role::First, middle(1, 1), "A".into()),
            Shape::Mark(Role::Second, middle(0, 0), "B".into()),
            Shape::Ring(Role::Claimed, middle(1, 1)),
            Shape::Arrow(Role::Second, middle(0, 0), middle(1, 0)),
            Shape::Mark(Role::Second, middle(1, 0), "1".into()),
            Shape::Arrow(Role::Second, middle(1, 0), middle(1, 1)),
        ]
    );
    assert_eq!(
        drawing.description,
        "Alice is on (2,1), Bob on (1,2), on a board of side 2. Bob reaches 4 of 4 squares. The output says tie 2 1. \
         Bob reaches (2,1): from (1,2) by move 1 (+1,0) to (2,2), by move 2 (0,-1) to (2,1). Bob wins: he reaches every square."
    );
}

#[test]
fn a_way_off_the_board_ends_at_its_edge() {
    // The moves (+8,+3) and (-11,-3) add up to Alice's way to Bob, and both would leave the board
    // first.
    let path = "../cases/infinity-war/secret/19-midpoint-no-order-1.in";
    let input = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
    let drawing = drawn("infinity-war", &input, Some(b"Alice wins"));
    let missing: Vec<(Point, Point)> = board(&drawing)
        .shapes
        .iter()
        .filter_map(|shape| match shape {
            Shape::Arrow(Role::Missing, from, to) => Some((*from, *to)),
            _ => None,
        })
        .collect();
    let [(alice, out), (back, bob)] = missing[..] else { panic!("{missing:?}") };
    assert_eq!((alice, bob), (Point::middle(7, 5), Point::middle(4, 5)));
    assert!((out.x - 12.5).abs() < 1e-9 && (back.x - 12.5).abs() < 1e-9, "{missing:?}");
}

#[test]
fn the_arrow_that_does_not_exist_and_those_that_do() {
    let input = b"4 4\n1 3\n1 4\n2 3\n3 1\n";
    let drawing = drawn("huepfburg", input, Some(b"2 1 3 2 2 3 1"));
    let panel = board(&drawing);
    let middle = Point::middle;
    assert_eq!(panel.heading, "the claim, 2 jumps: wrong at jump 2");
    assert_eq!(
        panel.shapes,
        [
            Shape::Mark(Role::First, middle(0, 0), "1".into()),
            Shape::Arrow(Role::First, middle(0, 0), middle(1, 0)),
            Shape::Mark(Role::First, middle(1, 0), "3".into()),
            Shape::Arrow(Role::Move, middle(1, 0), middle(2, 1)),
            Shape::Mark(Role::Board, middle(2, 1), "1".into()),
            Shape::Arrow(Role::Missing, middle(1, 0), middle(2, 0)),
            Shape::Mark(Role::Missing, middle(2, 0), "2".into()),
        ]
    );
}

#[test]
fn both_ways_end_in_the_meeting() {
    let drawing = drawn("huepfburg", b"3 2\n1 3\n2 3\n", Some(b"1 1 3 2 3"));
    let meeting = Point::middle(1, 1);
    let shapes = &board(&drawing).shapes;
    let ends = |role| {
        Shape::Arrow(role, Point::middle(0, if role == Role::First { 0 } else { 2 }), meeting)
    };
    assert!(shapes.contains(&ends(Role::First)) && shapes.contains(&ends(Role::Second)));
    assert!(shapes.contains(&Shape::Mark(Role::Right, meeting, "3".into())));
    let graph = &drawing.panels[1];
    assert_eq!(graph.in_words, ["arrows 1 -> 3, 2 -> 3"]);
}

#[test]
fn the_claimed_move_the_answer_and_the_right_move() {
    let drawing = drawn("subtraction-game", b"squares\n1\n13\n", Some(b"hot 1 4"));
    let panel = board(&drawing);
    let Shape::Cells(cells) = &panel.shapes[0] else { panic!("{panel:?}") };
    let cold: Vec<usize> = (0..14).filter(|&at| cells[at] == Some(Role::Cold)).collect();
    assert_eq!(cold, [0, 2, 5, 7, 10, 12]);
    let at = |position: u32| Point::middle(position, 0);
    for shape in [
        Shape::Arrow(Role::Claimed, at(13), at(9)),
        Shape::Arrow(Role::Second, at(9), at(5)),
        Shape::Arrow(Role::Right, at(13), at(12)),
        Shape::Mark(Role::First, at(13), "H".into()),
    ] {
        assert!(panel.shapes.contains(&shape), "{shape:?}");
    }
}

#[test]
fn several_heaps_show_their_nim_values() {
    let drawing = drawn("subtraction-game", b"squares\n3\n1 3 7\n", Some(b"hot 2 1"));
    let panel = board(&drawing);
    assert_eq!(panel.row_labels.last().unwrap().1, "together");
    let texts = panel.shapes.iter().filter_map(|shape| match shape {
        Shape::Text(_, _, text) => Some(text.as_str()),
        _ => None,
    });
    assert_eq!(
        texts.collect::<Vec<_>>(),
        ["1, value 1; a -1 = 0, value 0", "3, value 1; x -1 = 2, value 0", "7, value 0", "0: cold"]
    );
    assert!(drawing.legend.iter().any(|entry| entry.sample == Sample::Mark("a".into())));
}

#[test]
fn without_memory_there_is_no_line() {
    let rules = problem("subtraction-game").unwrap();
    for (memory, panels) in [(u64::MAX, 1), (0, 0)] {
        let settings = Settings::default().with_memory(memory);
        let case =
            rules.prepare(b"squares\n1\n1000000000\n", Strictness::Lenient, settings).unwrap();
        assert_eq!(case.draw(None).unwrap().unwrap().panels.len(), panels, "{memory}");
    }
}

/// Outputs that are not claims, nonsensical claims, and almost-claims.
const HOSTILE: [&[u8]; 16] = [
    b"",
    b"\x00",
    b"\xff\xfe\x1b[31m",
    b"</title><script>alert(1)</script>",
    b"tie 0 0",
    b"tie -9223372036854775808 9223372036854775807",
    b"tie 99999999999999999999999 1",
    b"Alice wins",
    b"Bob wins",
    b"impossible",
    b"1 1 1 2 1",
    b"9223372036854775807 1 2 3",
    b"3 1 4294967297 1",
    b"cold",
    b"hot 1 1",
    b"hot -1 99999999999999999999",
];

#[test]
fn committed_cases_and_hostile_outputs_are_drawn_within_bounds() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cases");
    let mut count = 0;
    for problem in referee_checker::problems() {
        for folder in ["sample", "secret"] {
            for entry in fs::read_dir(cases.join(problem.name()).join(folder)).unwrap() {
                let path = entry.unwrap().path();
                if path.extension().is_some_and(|extension| extension == "in") {
                    let input = fs::read(&path).unwrap();
                    assert_bounded(&drawn(problem.name(), &input, None));
                    let answer = fs::read(path.with_extension("ans")).unwrap();
                    let drawing = drawn(problem.name(), &input, Some(&answer));
                    assert!(drawing.description.contains(" This is right."), "{}", path.display());
                    assert_bounded(&drawing);
                    let output = HOSTILE[count % HOSTILE.len()];
                    assert_bounded(&drawn(problem.name(), &input, Some(output)));
                    count += 1;
                }
            }
        }
    }
    assert!(count > 150, "{count}");
}

/// A legal input of each problem.
fn inputs() -> impl Strategy<Value = (&'static str, String)> {
    let squares = (2i32..12).prop_flat_map(|n| {
        let square = (1..=n, 1..=n);
        let step = (1 - n..n, 1 - n..n);
        (square.clone(), square, prop::collection::btree_set(step, n as usize))
    });
    let war = squares.prop_filter_map("one square for both", |(alice, bob, moves)| {
        let lines = [alice, bob].into_iter().chain(moves.iter().copied());
        let lines: String = lines.map(|(x, y)| format!("{x} {y}\n")).collect();
        (alice != bob).then(|| ("infinity-war", format!("{}\n{lines}", moves.len())))
    });
    let castle = (2u32..40).prop_flat_map(|n| {
        let arrows = prop::collection::btree_set((1..=n, 1..=n), 0..(n * n).min(90) as usize);
        arrows.prop_map(move |arrows| {
            let lines: String = arrows.iter().map(|(a, b)| format!("{a} {b}\n")).collect();
            ("huepfburg", format!("{n} {}\n{lines}", arrows.len()))
        })
    });
    let heaps = prop::collection::vec(0u64..3000, 1..20);
    let amounts = prop::collection::btree_set(1u64..4000, 0..20);
    let game = (heaps, amounts).prop_map(|(heaps, amounts)| {
        let words =
            |numbers: &[u64]| numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
        let amounts: Vec<u64> = amounts.into_iter().collect();
        let rule =
            if amounts.is_empty() { "squares".into() } else { format!("set {}", words(&amounts)) };
        ("subtraction-game", format!("{rule}\n{}\n{}\n", heaps.len(), words(&heaps)))
    });
    prop_oneof![war, castle, game]
}

/// An output: words and numbers as they occur in claims, or any bytes.
fn outputs() -> impl Strategy<Value = Vec<u8>> {
    let word = prop_oneof![
        Just("tie".to_string()),
        Just("Alice wins".to_string()),
        Just("hot".to_string()),
        (-2i64..14).prop_map(|number| number.to_string()),
        any::<i64>().prop_map(|number| number.to_string()),
    ];
    let claim = prop::collection::vec(word, 0..12).prop_map(|words| words.join(" ").into_bytes());
    prop_oneof![
        claim,
        prop::collection::vec(any::<u8>(), 0..60),
        prop::sample::select(&HOSTILE[..]).prop_map(<[u8]>::to_vec)
    ]
}

proptest! {
    #[test]
    fn any_case_and_any_output_are_drawn_within_bounds((name, input) in inputs(), output in outputs()) {
        assert_bounded(&drawn(name, input.as_bytes(), None));
        assert_bounded(&drawn(name, input.as_bytes(), Some(&output)));
    }
}
