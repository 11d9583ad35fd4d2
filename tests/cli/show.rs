//! `referee show`: cases and claims as drawings, in the terminal and as images.

use insta::assert_snapshot;
use quick_xml::Reader;
use quick_xml::events::Event;

use crate::support::{Folder, Run, TIE};
use crate::zipped::zip;

fn show(folder: &Folder, arguments: &str) -> Run {
    let all: Vec<&str> = ["show"].into_iter().chain(arguments.split(' ')).collect();
    folder.referee_changing_nothing(&all)
}

/// Asserts that an image is well-formed, and neither loads nor runs anything.
fn assert_image(svg: &str) {
    let mut reader = Reader::from_str(svg);
    let mut elements = 0;
    loop {
        match reader.read_event().unwrap() {
            Event::Eof => break,
            Event::Start(element) | Event::Empty(element) => {
                let name = element.name().as_ref().to_string();
                let known = [
                    "svg", "title", "desc", "style", "defs", "pattern", "path", "circle", "rect",
                    "text",
                ];
                assert!(known.contains(&&*name), "<{name}>");
                for attribute in element.attributes() {
                    let key = attribute.unwrap().key.as_ref().to_string();
                    assert!(!key.starts_with("on") && !key.ends_with("href"), "{svg}");
                }
                elements += 1;
            }
            _ => {}
        }
    }
    assert!(elements > 10, "{svg}");
    let addresses = svg.matches("http").count();
    assert_eq!(addresses, 1, "only the namespace: {svg}");
    assert!(svg.len() <= 60_000, "{} bytes", svg.len());
}

#[test]
fn a_case_by_its_name() {
    let folder = Folder::with_cases();
    let run = show(&folder, "cases/secret/2-tie").ends_with(0);
    assert_eq!(run.stderr, "");
    assert_snapshot!(run.stdout, @r"
    secret/2-tie   infinity-war

      input     27 bytes
      answer    8 bytes: tie 1 1

    Alice is on (1,4), Bob on (4,1), on a board of side 4. Bob reaches 8 of 16
    squares. Alice is safe on (1,1).

    4 │ A · · ▒
    3 │ · · ▒ ▒
    2 │ · · ▒ ▒
    1 │ + ▒ ▒ B
        1 2 3 4
    moves (0,+1) (-1,0) (+1,0) (0,+2)
    A Alice   B Bob   ▒ within Bob's reach   · out of reach   + safe from Bob
    ");
    // The path of the input works too, and `--quiet` prints nothing.
    assert_eq!(show(&folder, "cases/secret/2-tie.in").ends_with(0).stdout, run.stdout);
    assert_eq!(show(&folder, "cases/secret/2-tie --quiet").ends_with(0).stdout, "");
}

#[test]
fn a_refused_claim_with_its_refutation() {
    let folder = Folder::with_outputs();
    let run = show(&folder, "cases/secret/2-tie outputs/bees/secret/2-tie.out").ends_with(1);
    assert_snapshot!(run.stdout, @r"
    secret/2-tie   infinity-war

      input     27 bytes
      answer    8 bytes: tie 1 1

    outputs/bees/secret/2-tie.out  secret/2-tie   wrong answer
      says      tie 4 2
      but       Bob reaches (4,2): from (4,1) by move 1 (0,+1) to (4,2)
      safe      tie 1 1 is one of 8 squares that Bob cannot reach

    the claim, tie 4 2: wrong
    4 │ A · · ▒
    3 │ · · ▒ ▒
    2 │ · · ▒ x
    1 │ + ▒ ▒ B
        1 2 3 4
    moves (0,+1) (-1,0) (+1,0) (0,+2)
    A Alice   B Bob   ▒ within Bob's reach   · out of reach
    x the square of the claim   + safe from Bob
    ");
    let ants = "cases/secret/2-tie outputs/ants/secret/2-tie.out";
    show(&folder, ants).ends_with(0).says("outputs/ants/secret/2-tie.out   accepted");
}

#[test]
fn an_image_is_written_whole_and_overwrites_nothing() {
    let folder = Folder::with_outputs();
    let arguments =
        ["show", "cases/secret/2-tie", "outputs/bees/secret/2-tie.out", "--svg", "tie.svg"];
    folder.referee(&arguments).ends_with(1);
    let svg = folder.read("tie.svg");
    assert_image(&svg);
    assert_snapshot!("show-tie.svg", svg);
    show(&folder, "cases/secret/2-tie --svg tie.svg").ends_with(2).says("this file already exists");
    folder.referee(&[&arguments[..], &["--force"]].concat()).ends_with(1);
    assert_eq!(folder.read("tie.svg"), svg);
}

#[test]
fn hostile_outputs_are_shown_as_what_they_are() {
    let folder = Folder::with_cases();
    folder.write("a.out", "</desc><script>alert(1)</script> \u{202e}&\n");
    folder.referee(&["show", "cases/secret/2-tie", "a.out", "--svg", "a.svg"]).ends_with(1);
    let svg = folder.read("a.svg");
    assert_image(&svg);
    assert!(svg.contains("&lt;/desc&gt;&lt;script&gt;") && !svg.contains('\u{202e}'), "{svg}");
    folder.write("b.out", b"tie \x1b[31m\xff 1\n");
    let run = show(&folder, "cases/secret/2-tie b.out").ends_with(1).says(r"\x1b");
    assert!(!run.stdout.contains('\u{1b}'), "{run}");
}

#[test]
fn images_of_every_problem_and_of_large_cases_are_small_and_well_formed() {
    let folder = Folder::new();
    let cases = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    for (number, case) in [
        "infinity-war/secret/24-uniform-50",
        "infinity-war/secret/38-covered-border-wide",
        "huepfburg/sample/01-meeting",
        "huepfburg/secret/36-wielandt-129-jumps",
        "huepfburg/secret/47-two-colours-dense",
        "subtraction-game/sample/01-squares",
        "subtraction-game/secret/38-many-heaps-cold",
        "subtraction-game/secret/48-large-hot-heap-one-move",
    ]
    .into_iter()
    .enumerate()
    {
        let (svg, answer) = (format!("{number}.svg"), cases.join(format!("{case}.ans")));
        let case = cases.join(case);
        let arguments = [case.as_os_str(), answer.as_os_str(), "--svg".as_ref(), svg.as_ref()];
        let run = folder.referee(&[&["show".as_ref()], &arguments[..]].concat()).ends_with(0);
        assert!(run.stdout.contains("accepted") && run.stdout.contains("made by"), "{run}");
        let is_narrow = |line: &str| {
            line.starts_with("  ") || line.contains(".ans") || line.chars().count() <= 80
        };
        assert!(run.stdout.lines().all(is_narrow), "{run}");
        assert_image(&folder.read(&svg));
    }
}

#[test]
fn a_case_of_an_unknown_problem() {
    let folder = Folder::new();
    folder.write("a.in", "1 2\n\u{1b}[31m\n");
    folder.write("a.ans", "3");
    folder.write("b.in", "x\n".repeat(5000));
    assert_snapshot!(show(&folder, "a.in").ends_with(0).stdout, @r"
    a   of an unknown problem

      input     10 bytes
                1 2
                \x1b[31m
      answer    1 byte: 3
    ");
    let run = show(&folder, "b")
        .ends_with(0)
        .says("10000 bytes, which begin with")
        .says("answer    none");
    assert_eq!(run.stdout.lines().filter(|line| line.trim() == "x").count(), 20);
    show(&folder, "a.in a.ans").ends_with(2).says("the problem of this case is unknown");
    show(&folder, "a.in --svg a.svg").ends_with(2).says("there is nothing to draw");
    assert!(!folder.has("a.svg"));
    folder.write("c.in", TIE);
    show(&folder, "c.in --problem infinity-war").ends_with(0).says("B Bob");
}

#[test]
fn what_is_no_case_is_refused_with_advice() {
    let folder = Folder::with_cases();
    show(&folder, "cases/secret/2-tei")
        .ends_with(2)
        .says("there is no case 2-tei here")
        .says("2-tie");
    show(&folder, "cases").ends_with(2).says("not a case").says("name one of them, such as");
    show(&folder, "nowhere/1").ends_with(2).says("there is no such file or folder");
    show(&folder, "cases/secret/2-tie nothing.out").ends_with(2).says("nothing.out");
    folder.write("cases/secret/5-broken.in", "4\n1 4\n");
    show(&folder, "cases/secret/5-broken").ends_with(2).says("5-broken.in, line 3");
}

#[test]
fn a_case_of_a_package_with_its_rule() {
    let rules = "data:\n  secret:\n    data:\n      one: say {seed} x\n";
    let folder = crate::generate_package::package(rules);
    folder.write("p/data/secret/one.in", "12\nx\n");
    folder.write("p/data/secret/one.ans", "2\n");
    folder.write("three.out", "3\n");
    let run = show(&folder, "p/secret/one").ends_with(0);
    assert_snapshot!(run.stdout, @r"
    secret/one   p

      input     5 bytes
                12
                x
      answer    2 bytes: 2
      made by   generators/generators.yaml, line 4: say 870192752 x, seed 870192752
    ");
    show(&folder, "p/data/secret/one.in p/data/secret/one.ans").ends_with(0).says("accepted");
    show(&folder, "p/data/secret/one three.out").ends_with(1).says("expected  \"2\"");
    // An archive is a package like its folder, not the input of a case.
    let files = ["problem.yaml", "data/secret/one.in", "data/secret/one.ans"];
    let files = files.map(|name| (name, folder.read(format!("p/{name}"))));
    let files: Vec<(&str, &[u8])> =
        files.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    folder.write("p.zip", zip(&files));
    show(&folder, "p.zip/secret/one").ends_with(0).says("answer    2 bytes: 2");
    show(&folder, "p.zip").ends_with(2).says("not a case");
}
