use insta::assert_snapshot;

use super::*;

#[test]
fn a_small_chart() {
    let (x, y) = (Axis { label: "n", end: 2 }, Axis { label: "what grows", end: 1 });
    let mut chart = Chart::new("<growth>", x, y);
    chart.line("1 n^0.5", [(1.0, 1.0), (4.0, 2.0)]);
    chart.points("told", [((2.0, 1.0), "1 & no more".to_string())]);
    let svg = chart.finish();
    let (head, rest) = svg.split_once("<style>").unwrap();
    assert_snapshot!(head, @r#"
    <svg xmlns="http://www.w3.org/2000/svg" class="chart" role="img" width="800" height="560" viewBox="0 0 800 560">
    <title>&lt;growth&gt;: what grows</title>
    "#);
    assert_snapshot!(rest.split_once("</style>\n").unwrap().1, @r#"
    <rect class="page" width="100%" height="100%"/>
    <text class="title" x="64" y="36" text-anchor="start">&lt;growth&gt;</text>
    <text class="label" x="64" y="64" text-anchor="start">what grows</text>
    <text class="label" x="416" y="544" text-anchor="middle">n</text>
    <line class="grid" x1="64" y1="88" x2="64" y2="496"/>
    <text class="label" x="64" y="520" text-anchor="middle">2<tspan dy="-6" font-size="75%">0</tspan></text>
    <line class="grid" x1="416" y1="88" x2="416" y2="496"/>
    <text class="label" x="416" y="520" text-anchor="middle">2<tspan dy="-6" font-size="75%">1</tspan></text>
    <line class="grid" x1="768" y1="88" x2="768" y2="496"/>
    <text class="label" x="768" y="520" text-anchor="middle">2<tspan dy="-6" font-size="75%">2</tspan></text>
    <line class="grid" x1="64" y1="496" x2="768" y2="496"/>
    <text class="label" x="52" y="501" text-anchor="end">2<tspan dy="-6" font-size="75%">0</tspan></text>
    <line class="grid" x1="64" y1="88" x2="768" y2="88"/>
    <text class="label" x="52" y="93" text-anchor="end">2<tspan dy="-6" font-size="75%">1</tspan></text>
    <line class="axis" x1="64" y1="496" x2="768" y2="496"/>
    <line class="line" x1="64" y1="496" x2="768" y2="88"/>
    <circle class="point" cx="416" cy="496" r="4"><title>1 &amp; no more</title></circle>
    <line class="line" x1="80" y1="112" x2="104" y2="112"/>
    <text class="legend" x="116" y="117" text-anchor="start">1 n<tspan dy="-6" font-size="75%">0.5</tspan></text>
    <circle class="point" cx="92" cy="136" r="4"/>
    <text class="legend" x="116" y="141" text-anchor="start">told</text>
    </svg>
    "#);
}

#[test]
fn as_many_ticks_as_there_is_room_for() {
    let ticks = |end| Axis { label: "", end }.ticks().collect::<Vec<_>>();
    assert_eq!(ticks(1), [0, 1]);
    assert_eq!(ticks(16), (0..=16).collect::<Vec<_>>());
    assert_eq!(ticks(17), [0, 2, 4, 6, 8, 10, 12, 14, 16]);
    assert_eq!(ticks(36), [0, 5, 10, 15, 20, 25, 30, 35]);
    for end in 1..=64 {
        assert!((2..=17).contains(&ticks(end).len()), "{end}");
    }
}

#[test]
fn numbers_behind_carets_are_raised_and_all_else_is_plain() {
    let up = |number| format!("<tspan dy=\"-6\" font-size=\"75%\">{number}</tspan>");
    assert_eq!(raised("n^-1.5"), format!("n{}", up("-1.5")));
    assert_eq!(raised("2^10 <"), format!("2{}<tspan dy=\"6\"> &lt;</tspan>", up("10")));
    assert_eq!(raised("\u{1b}<b>\0"), r"\x1b&lt;b&gt;\x00");
}
