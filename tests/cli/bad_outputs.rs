//! Outputs of contestants that are wrong, strange or hostile.

use insta::assert_snapshot;

use crate::support::{Folder, TIE};

fn with_output(output: impl AsRef<[u8]>) -> Folder {
    let folder = Folder::new();
    folder.write("problem.toml", "format = 1\nproblem = \"infinity-war\"\n");
    folder.write("cases/a.in", TIE);
    folder.write("cases/a.ans", "tie 1 1\n");
    folder.write("ants/a.out", output);
    folder
}

#[test]
fn every_verdict_has_its_reason() {
    let forty = "1234567890".repeat(4);
    let outputs: [(&str, &[u8]); 20] = [
        ("byte order mark", "\u{feff}tie 1 1".as_bytes()),
        ("NUL", b"tie\0 1 1"),
        ("terminal escape", b"\x1b[2Jtie 1 1"),
        ("Latin-1", b"tie \xe4 1"),
        ("bidirectional override", "tie \u{202e}1 1".as_bytes()),
        ("white space only", b" \r\n\t\n"),
        ("one word", b"tie"),
        ("a word too few", b"Alice"),
        ("another word", b"Alice win"),
        ("something after it", b"tie 1 1\nBob wins"),
        ("no-break space", "tie\u{a0}1 1".as_bytes()),
        ("zero-width space", "tie 1\u{200b} 1".as_bytes()),
        ("a sign alone", b"tie + 1 1"),
        ("minus zero", b"tie -0 1"),
        ("exponent", b"tie 1e0 1"),
        ("forty digits", forty.as_bytes()),
        ("off the board", b"tie 0 -5"),
        ("Bob's square", b"tie 4 1"),
        ("markup", b"tie ]]> <b>&amp;"),
        ("a formula", b"=cmd()"),
    ];
    let mut text = String::new();
    for (what, output) in outputs {
        let folder = with_output(output);
        let run = folder.referee_changing_nothing(&["check", "cases", "ants", "-q"]).ends_with(1);
        assert_eq!(run.stderr, "");
        text.push_str(&format!("----- {what}\n{}\n", run.stdout));
    }
    assert!(!text.contains('\x1b'));
    assert_snapshot!(text);
    let far = with_output(format!("tie {forty} 1"));
    far.referee(&["check", "cases", "ants"]).ends_with(1).says("columns and rows go from 1 to 4");
}

/// As the contest's validator and C++ streams read them.
#[test]
fn numbers_may_have_a_plus_sign_and_leading_zeros() {
    for output in ["tie +1 01", "tie 001 +0001", "TIE\n+1\n1"] {
        with_output(output).referee(&["check", "cases", "ants"]).ends_with(0);
    }
}

#[test]
fn a_contestant_with_several_files_for_one_case() {
    let folder = with_output("tie 1 1\n");
    folder.write("ants/a.txt", "Bob wins\n");
    folder.write("ants/a.ans", "Bob wins\n");
    assert_snapshot!(folder.referee(&["check", "cases", "ants"]).ends_with(0), @"
    exit code: 0
    infinity-war: 1 case, 1 contestant

               accepted
            1
      ants  A  1 of 1

    ants  a.ans does not count: the .out next to it counts
    ants  a.txt does not count: the .out next to it counts

    The one output is right.   exit code 0
    ");
}

/// Names and outputs that would do harm if printed verbatim.
fn with_hostile_contestants() -> Folder {
    let folder = with_output("\x1b]0;owned\x07\x1b[31mtie 1 1");
    let names =
        ["=cmd()", "+1", "@x", "a\x1b[2J", "b]]>", "c\u{202e}d", "e\u{ffff}", "<f>\"&'", "g\nh"];
    for name in names {
        folder.write(format!("all/{name}/a.out"), "]]> \u{9b}31m =1+1, \"x\"\u{fffe}");
        folder.write(format!("all/{name}/\x1b[1mb.out"), "");
    }
    std::fs::rename(folder.path("ants"), folder.path("all/ants")).unwrap();
    folder
}

#[test]
fn nothing_that_controls_a_terminal_is_in_any_report() {
    let folder = with_hostile_contestants();
    for kind in ["human", "jsonl", "junit", "csv", "summary-csv"] {
        let file = format!("{kind}=report.{kind}");
        let command = ["check", "cases", "all", "--color=always", "--report", &file];
        folder.referee(&command).ends_with(1);
        for c in folder.read(format!("report.{kind}")).chars() {
            let harmless = !c.is_control() || c == '\n';
            let visible = !matches!(c, '\u{202e}' | '\u{fffe}' | '\u{ffff}');
            assert!(harmless && visible, "{kind}: {c:?}");
        }
        // On a terminal only our own colours are printed.
        let run = folder.referee(&["check", "cases", "all", "--color=always", "--report", kind]);
        for (at, _) in run.stdout.match_indices('\x1b') {
            let rest = &run.stdout[at + 1..];
            let end = rest.find(|c: char| c != '[' && c != ';' && !c.is_ascii_digit());
            assert!(end.is_some_and(|end| rest[end..].starts_with('m')), "{kind}: {rest:?}");
            assert!(!rest.starts_with("[2J"));
        }
    }
}

#[test]
fn hostile_names_in_spreadsheets() {
    let folder = with_hostile_contestants();
    assert_snapshot!(folder.referee(&["check", "cases", "all", "--report=summary-csv"]), @r#"
    exit code: 1
    contestant,cases,accepted,wrong_answer,malformed,not_text,empty,missing,judge_error
    '+1,1,0,0,1,0,0,0,0
    "<f>""&'",1,0,0,1,0,0,0,0
    '=cmd(),1,0,0,1,0,0,0,0
    '@x,1,0,0,1,0,0,0,0
    a\x1b[2J,1,0,0,1,0,0,0,0
    ants,1,0,0,0,1,0,0,0
    b]]>,1,0,0,1,0,0,0,0
    c\u{202e}d,1,0,0,1,0,0,0,0
    e\u{ffff},1,0,0,1,0,0,0,0
    g\nh,1,0,0,1,0,0,0,0
    "#);
    let run = folder.referee(&["check", "cases", "all", "--report=csv"]);
    for cell in run.stdout.lines().flat_map(|line| line.split(',')) {
        let cell = cell.trim_start_matches('"');
        assert!(!cell.starts_with(['=', '+', '-', '@']), "{cell}");
    }
}

#[test]
fn two_contestants_of_one_name_are_told_apart_by_nothing() {
    let folder = with_output("tie 1 1\n");
    folder.write("others/ants/a.out", "Bob wins\n");
    let run = folder.referee_changing_nothing(&["check", "cases", "ants", "others"]).ends_with(2);
    assert_snapshot!(run, @"
    exit code: 2
    ----- stderr -----
    error: two contestants are named ants
    help: rename one of the folders, or check them one after the other
    ");
}

#[test]
fn a_flood_of_strange_files_does_not_flood_the_screen() {
    let folder = with_output("tie 1 1\n");
    for number in 0..100 {
        folder.write(format!("ants/strange-{number:02}.out"), "");
    }
    assert_snapshot!(folder.referee(&["check", "cases", "ants"]).ends_with(0), @"
    exit code: 0
    infinity-war: 1 case, 1 contestant

               accepted
            1
      ants  A  1 of 1

    ants  strange-00.out does not count: there is no such case
    ants  strange-01.out does not count: there is no such case
    ants  strange-02.out does not count: there is no such case
    ants  97 files do not count either

    The one output is right.   exit code 0
    ");
}
