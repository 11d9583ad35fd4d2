//! Visualizers of packages: how they are called, and what becomes of their images.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use crate::html_page::WrittenPage;
use crate::packages::{NEW, OLD, package};
use crate::support::{Folder, Run};

/// Draws the input as text, with its arguments.
const INPUT_VISUALIZER: &str = "import sys\n\
    text = open(sys.argv[1]).read().strip() + '/' + open(sys.argv[2]).read().strip()\n\
    words = ' '.join(sys.argv[3:])\n\
    open('testcase.svg', 'w').write('<svg><text>%s %s</text></svg>' % (text, words))\n\
    open('notes.txt', 'w').write('no picture')\n";

/// Draws its input, and the message of the output validator.
const OUTPUT_VISUALIZER: &str = "import os, sys\n\
    case, answer, feedback, *words = sys.argv[1:]\n\
    says = os.path.exists(feedback + 'judgemessage.txt')\n\
    told = open(feedback + 'judgemessage.txt').read() if says else 'nobody'\n\
    text = '%s got %s said %s %s' % (open(case).read(), sys.stdin.read(), told, ' '.join(words))\n\
    open(feedback + 'judgeimage-1.svg', 'w').write('<svg><text>%s</text></svg>' % text)\n\
    open(feedback + 'other.svg', 'w').write('<svg/>')\n";

/// An output validator that gives a reason, and writes an image of its own.
const OUTPUT_VALIDATOR: &str = "import sys\n\
    case, answer, feedback = sys.argv[1:]\n\
    if sys.stdin.read().split() == open(answer).read().split(): sys.exit(42)\n\
    open(feedback + 'judgemessage.txt', 'w').write('it is wrong')\n\
    open(feedback + 'teamimage.png', 'wb').write(b'\\x89PNG\\r\\n\\x1a\\nteam')\n\
    sys.exit(43)\n";

/// Runs a command with a page, and reads the page.
fn page(folder: &Folder, arguments: &[&str]) -> (Run, WrittenPage) {
    let run = folder.referee(&[arguments, &["--report", "html=page.html", "--force"]].concat());
    (run, WrittenPage::read(&folder.read("page.html")))
}

fn judged(folder: &Folder) -> (Run, WrittenPage) {
    page(folder, &["judge", "--record", "off", "twice"])
}

/// Returns the images of an entry of a page: names, media types, contents.
fn images(shown: &Value) -> Vec<(String, String, String)> {
    let image = |image: &Value| {
        let text = |key: &str| image[key].as_str().unwrap().to_string();
        let bytes = STANDARD.decode(text("base64")).unwrap();
        (text("name"), text("type"), String::from_utf8_lossy(&bytes).into_owned())
    };
    shown["images"].as_array().into_iter().flatten().map(image).collect()
}

fn svg(name: &str, text: &str) -> (String, String, String) {
    (name.into(), "image/svg+xml".into(), format!("<svg><text>{text}</text></svg>"))
}

#[test]
fn a_case_is_shown_as_its_visualizer_draws_it() {
    let folder = package(NEW);
    folder.write("twice/input_visualizer/draw.py", INPUT_VISUALIZER);
    folder.write("twice/data/secret/2.yaml", "input_visualizer_args: [in, blue]\n");
    folder.write("twice/data/sample/1.png", b"\x89PNG\r\n\x1a\nby hand");
    let (run, page) = judged(&folder);
    assert_eq!(run.ends_with(0).stderr, "note: languages of referee.toml\n");
    let cases = page.json("cases-0");
    let of = |case: &str| images(&cases[case]);
    let by_hand = ("1.png".into(), "image/png".into(), "\u{fffd}PNG\r\n\u{1a}\nby hand".into());
    assert_eq!(of("0"), [by_hand, svg("testcase.svg", "2/4 ")]);
    assert_eq!(of("1"), [svg("testcase.svg", "50/100 in blue")]);
    assert_eq!(of("2"), [svg("testcase.svg", "0/0 ")]);
    // An image is data, never markup.
    assert!(!page.markup.contains("<text>"));
    folder.referee(&["validate", "twice"]).ends_with(0).says("0 errors, 0 warnings");
}

#[test]
fn a_refused_output_is_drawn_after_its_validator() {
    let folder = package(NEW);
    folder.write("twice/output_visualizer/draw.py", OUTPUT_VISUALIZER);
    folder.write("twice/data/secret/test_group.yaml", "output_visualizer_args: [red]\n");
    let drawn =
        |page: &WrittenPage, number: usize| images(&page.json(&format!("details-{number}"))["0"]);
    // Outputs are compared with answers: there is no message of a validator.
    let (_, compared) = judged(&folder);
    assert_eq!(drawn(&compared, 1), [svg("judgeimage-1.svg", "2\n got 2\n said nobody ")]);
    folder.write("twice/output_validator/validate.py", OUTPUT_VALIDATOR);
    let (_, validated) = judged(&folder);
    let team = ("teamimage.png".into(), "image/png".into(), "\u{fffd}PNG\r\n\u{1a}\nteam".into());
    let said = "2\n got 2\n said it is wrong ";
    assert_eq!(drawn(&validated, 1), [svg("judgeimage-1.svg", said), team.clone()]);
    // Outputs in files are drawn in the same way.
    folder.write("outputs/ann/secret/2.ans", "51\n");
    let (_, checked) = page(&folder, &["check", "twice", "outputs"]);
    let told = checked.json("details-0");
    assert_eq!(
        images(&told["1"])[0],
        svg("judgeimage-1.svg", "50\n got 51\n said it is wrong red")
    );
    // Without a visualizer there is only the image of the validator.
    std::fs::remove_dir_all(folder.path("twice/output_visualizer")).unwrap();
    let (_, alone) = judged(&folder);
    assert_eq!(drawn(&alone, 1), [team]);
}

#[test]
fn a_visualizer_that_fails_is_a_sentence() {
    for (program, said) in [
        ("import sys\nsys.exit('no paint')\n", "it ended with exit code 1; it says: no paint"),
        ("while True: pass\n", "of CPU time, more than allowed"),
        ("open('a.png', 'w').write('<html>')\n", "a.png is no PNG image and not shown"),
        ("open('/etc/own', 'w')\n", "it ended with exit code 1"),
        ("import os\nos.symlink('/etc/passwd', 'a.png')\n", "a.png: this is a link"),
        ("open('a.png', 'w').write('x' * (9 << 20))\n", "it writes more than the 8 MiB"),
    ] {
        let folder = package(&format!("{NEW}limits: {{validation_time: 1}}\n"));
        folder.write("twice/input_visualizer/draw.py", program);
        let (run, page) =
            self::page(&folder, &["judge", "twice", "--record", "off", "--only", "sample/*"]);
        let run = run.ends_with(0).says("sample/1 is not drawn").says(said);
        assert!(images(&page.json("cases-0")["0"]).is_empty(), "{run}");
    }
}

#[test]
fn visualizers_that_cannot_be_used_are_warned_of() {
    let folder = package(NEW);
    folder.write("twice/input_visualizer/draw.xyz", "?");
    folder.write("twice/output_visualizer/draw.c", "int main(void) { return }\n");
    let run = folder.referee(&["validate", "twice"]).ends_with(0).says("2 warnings");
    run.says("it is not run: not a program in a known language").says("it does not compile");
    let old = package(OLD);
    old.write("twice/input_visualizer/draw.py", INPUT_VISUALIZER);
    old.referee(&["validate", "twice"]).ends_with(0).says("it has no meaning in version legacy");
    let (run, page) = judged(&old);
    assert!(images(&page.json("cases-0")["0"]).is_empty(), "{run}");
}

#[test]
fn nothing_is_drawn_where_no_page_is_wanted() {
    let folder = package(NEW);
    folder.write("twice/input_visualizer/draw.py", "import sys\nsys.exit('drawn')\n");
    let run = folder.referee(&["judge", "--record", "off", "twice"]).ends_with(0);
    assert!(!run.stderr.contains("drawn"), "{run}");
}
