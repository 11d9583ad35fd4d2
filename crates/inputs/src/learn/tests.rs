use super::*;

fn shape(texts: &[&str]) -> String {
    let texts: Vec<Text> = texts.iter().map(|text| Text::new(text.as_bytes().to_vec())).collect();
    let shapes = learn(&texts, 1, &|| false);
    shapes.first().map_or("none".into(), |parts| parts.iter().map(tell).collect())
}

fn tell(part: &Part) -> String {
    let count = |count: &Count| match count {
        Count::Free => "*".to_string(),
        Count::Number { slot, factor: 1, more: 0 } => format!("#{slot}"),
        Count::Number { slot, factor: 1, more } => format!("#{slot}{more:+}"),
        Count::Number { slot, factor, more } => format!("{factor}#{slot}{more:+}"),
    };
    let field = |field: &Field| match field {
        Field::Number(slot) => format!("{slot}"),
        Field::Numbers { slot, count: of } => format!("{slot}[{}]", count(of)),
        Field::Words { slot, count: of } => format!("{slot}w*[{}]", count(of)),
        Field::Word { slot, length: None } => format!("{slot}w"),
        Field::Word { slot, length: Some(length) } => format!("{slot}w[{}]", count(length)),
    };
    let fields = |fields: &[Field]| fields.iter().map(field).collect::<Vec<_>>().join(" ");
    match part {
        Part::Line(of_line) => format!("({})", fields(of_line)),
        Part::Kinds { slot, kinds } => {
            let kinds = kinds.iter().map(|(first, rest)| {
                format!("{} {}", String::from_utf8_lossy(first), fields(rest))
            });
            format!("({slot}: {})", kinds.collect::<Vec<_>>().join(" | "))
        }
        Part::Repeat { times, parts } => {
            format!("{}{{{}}}", count(times), parts.iter().map(tell).collect::<String>())
        }
    }
}

#[test]
fn usual_shapes_are_found() {
    for (texts, expected) in [
        // A length and that many numbers.
        (&["3\n1 2 3\n", "5\n1 1 1 1 1\n"][..], "(0)(1[#0])"),
        (&["3\n1 2 3\n"], "(0)(1[#0])"),
        (&["3 1 2 3\n", "1 7\n"], "(0 1[#0])"),
        (&["2\n1 2 2 1\n", "1\n3 7\n", "3\n5 5 5 5 5 5\n"], "(0)(1[2#0+0])"),
        (&["4 3 1 10\n2 4 3 4\n1 3 6\n", "4 3 1 9\n4 2 2 6\n4 4 1\n"], "(0 1 2 3)(4[#0])(5[#1])"),
        // One number per line.
        (&["2\n5\n6\n", "3\n1\n2\n3\n"], "(0)#0{(1)}"),
        // Edges, a tree, and a matrix.
        (&["3 2\n1 2\n2 3\n", "2 1\n1 2\n", "4 4\n1 2\n2 3\n3 4\n4 1\n"], "(0 1)#1{(2 3)}"),
        (&["3\n1 2\n1 3\n", "5\n1 2\n1 3\n3 4\n3 5\n"], "(0)#0-1{(1 2)}"),
        (&["2 3\n1 2 3\n4 5 6\n", "1 4\n1 1 1 1\n"], "(0 1)#0{(2[#1])}"),
        // Letters: a word with its length, and a grid.
        (&["3\nabc\n", "1\nx\n"], "(0)(1w[#0])"),
        (&["2 3\n.#.\n###\n", "1 1\n.\n"], "(0 1)#0{(2w[#1])}"),
        // Words: counted, after their number, one line of them for each test case, and uncounted.
        (&["3\nthis is it\n", "1\nx\n"], "(0)(1w*[#0])"),
        (&["2 ab c\n", "3 d e f\n"], "(0 1w*[#0])"),
        (&["2\na b c d e\nf\n", "1\ne f g\n"], "(0)#0{(1w*[*])}"),
        // Queries of several kinds.
        (&["3\nadd 1 2\nget 1\nget 2\n", "1\nget 1\n"], "(0)#0{(1: add 2 3 | get 4)}"),
        (
            &["3 5\n1 2 3\n+ 1 6\n? 2\n? 1\n+ 2 3\n? 1\n", "4 2\n2 1 3 4\n? 2\n+ 3 4\n"],
            "(0 1)(2[#0])#1{(3: + 4 5 | ? 6)}",
        ),
        // Test cases, each with its size.
        (&["2\n3\n1 2 3\n1\n9\n", "1\n2\n4 4\n"], "(0)#0{(1)(2[#1])}"),
        // A coordinate of 0, which is no number of test cases less 1.
        (&["9 0\n2\n5 2\n5 3\n", "9 0\n3\n5 2\n5 3\n5 9\n"], "(0 1)(2)#2{(3 4)}"),
        (&["1\n2\n4 4\n", "1\n3\n1 2 3\n"], "(0)#0{(1)(2[#1])}"),
        // A list that starts with 1, which is no number of tests.
        (&["3\n1 3 4\n2\n5\n6\n", "4\n1 2 3 5\n1\n5\n"], "(0)(1[#0])(2)#2{(3)}"),
        // Lists with their own lengths.
        (&["2\n2 7 8\n1 9\n", "1\n3 1 2 3\n"], "(0)#0{(1 2[#1])}"),
        // Uncounted.
        (&["1 2\n3 4\n", "5 6\n"], "*{(0 1)}"),
        (&["1 2 3\n", "5 6\n"], "(0[*])"),
        (&["1 2 3\n4\n", "5 6\n"], "*{(0[*])}"),
        (&["a b\nc\n\nd e f\n", "x y\n\n1\n2 2\n"], "none"),
    ] {
        assert_eq!(shape(texts), expected, "{texts:?}");
    }
}

#[test]
fn nothing_is_learned_of_nothing() {
    assert_eq!(shape(&[]), "");
    assert_eq!(shape(&[""]), "");
}
