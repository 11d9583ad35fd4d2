use super::*;

fn image(columns: u32, rows: u32, shapes: Vec<Shape>) -> String {
    let panel = Panel { columns, rows, letters: 1, shapes, ..Panel::default() };
    let drawing =
        Drawing { title: "<t> & \u{1b}\0".into(), panels: vec![panel], ..Drawing::default() };
    svg(&drawing)
}

/// Returns the lines of an image with this class.
fn with_class<'a>(svg: &'a str, class: &str) -> Vec<&'a str> {
    let class = format!("class=\"{class}\"");
    svg.lines().filter(|line| line.contains(&class)).collect()
}

#[test]
fn text_is_no_markup() {
    let svg = image(1, 1, vec![Shape::Mark(Role::First, Point::middle(0, 0), "<b>".into())]);
    assert!(svg.contains(r"<title>&lt;t&gt; &amp; \x1b\x00</title>"), "{svg}");
    assert!(svg.contains("&lt;b&gt;") && !svg.contains("<b>"), "{svg}");
}

#[test]
fn cells_of_a_run_are_one_stroke() {
    let [a, b] = [Some(Role::Reached), Some(Role::Safe)];
    let svg = image(4, 2, vec![Shape::Cells(vec![a, a, b, a, b, b, b, None])]);
    let width = "stroke-width=\"34\"";
    assert_eq!(
        with_class(&svg, "cells reached"),
        [format!("<path class=\"cells reached\" {width} d=\"M20 69h68m34 0h34\"/>")]
    );
    assert_eq!(
        with_class(&svg, "cells safe"),
        [format!("<path class=\"cells safe\" {width} d=\"M88 69h34M20 103h102\"/>")]
    );
}

#[test]
fn arrows_to_and_fro_lie_side_by_side() {
    let (a, b) = (Point::middle(0, 0), Point::middle(3, 0));
    let there = Shape::Arrow(Role::First, a, b);
    let alone = image(4, 1, vec![there.clone()]);
    assert_eq!(
        with_class(&alone, "arrow first"),
        ["<path class=\"arrow first\" d=\"M51 69L125 69\"/>"]
    );
    let both = image(4, 1, vec![there, Shape::Arrow(Role::Second, b, a)]);
    assert_eq!(
        with_class(&both, "arrow first"),
        ["<path class=\"arrow first\" d=\"M51 73L125 73\"/>"]
    );
    assert_eq!(
        with_class(&both, "arrow second"),
        ["<path class=\"arrow second\" d=\"M125 65L51 65\"/>"]
    );
}

#[test]
fn what_does_not_exist_is_crossed_out() {
    let (a, b) = (Point::middle(0, 0), Point::middle(3, 0));
    for (shape, count) in [
        (Shape::Arrow(Role::Missing, a, b), 1),
        (Shape::Arrow(Role::Missing, a, a), 1),
        (Shape::Arrow(Role::Move, a, b), 0),
    ] {
        let svg = image(4, 1, vec![shape]);
        assert_eq!(with_class(&svg, "cross missing").len(), count, "{svg}");
    }
}

#[test]
fn every_class_has_a_colour_in_both_schemes() {
    let (light, dark) = STYLE.split_once("@media").unwrap();
    for role in [
        Role::Board,
        Role::Reached,
        Role::Safe,
        Role::First,
        Role::Second,
        Role::Claimed,
        Role::Missing,
        Role::Right,
        Role::Move,
        Role::Cold,
        Role::Hot,
    ] {
        let is_coloured = |sheet: &str| {
            sheet
                .lines()
                .any(|line| line.contains("{color:") && line.contains(&format!(".{}", class(role))))
        };
        assert!(is_coloured(light) && is_coloured(dark), "{role:?}");
    }
}
