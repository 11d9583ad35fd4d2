//! `--report html`: the contents of the page, compared with the events of the same run, and what it
//! must never contain.

use std::collections::HashMap;

use serde_json::Value;

use crate::html_page::WrittenPage;
use crate::support::{Folder, Run};

/// The page of a run, and its events.
struct Reported {
    page: WrittenPage,
    events: Vec<Value>,
}

/// Runs a command with both reports.
#[track_caller]
fn reported(folder: &Folder, command: &[&str], code: i32) -> Reported {
    let reports = ["--report", "html=page.html", "--report", "jsonl=events.jsonl", "--force"];
    folder.referee(&[command, &reports[..]].concat()).ends_with(code);
    let events = folder.read("events.jsonl");
    let events = events.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    Reported { page: WrittenPage::read(&folder.read("page.html")), events }
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

/// Asserts that the page agrees with the events on every output.
#[track_caller]
fn agrees(Reported { page, events }: &Reported) {
    let run = page.json("run");
    assert_eq!((&run["format"], &run["version"]), (&"referee-page".into(), &1.into()));
    let cases = texts(&run["cases"]);
    assert_eq!(run["cases"], events[0]["cases"]);
    let judged = events.iter().filter(|event| event["event"] == "judged");
    let judged: HashMap<(&str, &str), &Value> = judged
        .map(|event| {
            ((event["contestant"].as_str().unwrap(), event["case"].as_str().unwrap()), event)
        })
        .collect();
    let mut outputs: HashMap<(usize, u8), &Value> = HashMap::new();
    for (number, submission) in run["submissions"].as_array().unwrap().iter().enumerate() {
        let letters = &page.blocks[&format!("verdicts-{number}")];
        assert_eq!(letters.len(), cases.len());
        let refutations = page.blocks.get(&format!("refutations-{number}"));
        let details = page.blocks.get(&format!("details-{number}"));
        let details: Value = details.map_or(Value::Null, |it| serde_json::from_slice(it).unwrap());
        for (at, case) in cases.iter().enumerate() {
            let letter = char::from(letters[at]);
            let key = (submission["name"].as_str().unwrap(), *case);
            let Some(event) = judged.get(&key) else {
                assert_eq!(letter, '-', "{key:?}");
                continue;
            };
            let expected = match event["verdict"].as_str().unwrap() {
                "NO" if event["reason"] == "missing" => '-',
                verdict => verdict.chars().next().unwrap(),
            };
            assert_eq!(letter, expected, "{key:?}");
            let plane = |plane: usize| refutations.map_or(0, |it| it[plane * cases.len() + at]);
            let (kind, output) = (usize::from(plane(0)), plane(1));
            let detail = &details[at.to_string()];
            if event["reason"] == "proved" {
                assert_eq!((kind, output, detail), (0, 0, &Value::Null), "{key:?}");
                continue;
            }
            assert_eq!(run["kinds"][kind - 1]["reason"], event["reason"], "{key:?}");
            for field in
                ["verdict", "reason", "message", "says", "facts", "drawing", "output", "answer"]
            {
                assert_eq!(detail[field], event[field], "{key:?} {field}");
            }
            match event.get("output_digest") {
                None => assert_eq!(output, 0, "{key:?}"),
                Some(digest) => assert_eq!(*outputs.entry((at, output)).or_insert(digest), digest),
            }
        }
    }
    let totals = events.last().unwrap();
    for field in ["judged", "accepted", "refused", "judge_errors"] {
        assert_eq!(run["totals"][field], totals[field], "{field}");
    }
}

#[test]
fn a_page_says_what_the_events_say() {
    let folder = Folder::with_outputs();
    folder.outputs("outputs/dogs", ["Bob wins\n", "tie 4 1\n", "alice wins\n"]);
    folder.outputs("outputs/eels", ["Bob wins\n", "tie 4 1\n", "tie 2 1\n"]);
    let reported = reported(&folder, &["check", "cases", "outputs"], 1);
    agrees(&reported);
    let page = &reported.page;
    let run = page.json("run");
    assert_eq!(run["command"], "check");
    assert_eq!(
        run["case_groups"][0],
        serde_json::json!({"name": "sample", "first": 0, "count": 1})
    );
    assert_eq!(run["extras"][0]["contestant"], "crabs");
    assert_eq!(run["left_out"], serde_json::json!([]));
    // Dogs and eels wrote the same on two cases, after others, and differ from bees and from each
    // other on the last.
    let groups = |number: usize| page.blocks[&format!("refutations-{number}")][3..].to_vec();
    assert_eq!((groups(3), groups(4)), (vec![2, 2, 2], vec![2, 2, 3]));
    let cases = page.json("cases-0");
    assert_eq!(cases["0"]["input"]["text"], "3\n1 1\n2 2\n1 1\n0 1\n-1 0");
    assert_eq!(cases["0"]["answer"]["cut"], false);
    assert!(cases["1"]["picture"]["svg"].as_str().unwrap().starts_with("<svg "));
    let refused = page.json("details-3");
    assert!(refused["1"]["picture"]["alt"].as_str().is_some_and(|alt| !alt.is_empty()));
}

#[test]
fn without_a_script_a_page_is_a_table_and_the_first_refusals() {
    let folder = Folder::with_outputs();
    let Reported { page, .. } = reported(&folder, &["check", "cases", "outputs"], 1);
    for part in [
        "<h1>infinity-war</h1>",
        "<caption>",
        "<th scope=\"col\">Contestant</th>",
        "<th scope=\"row\">ants</th><td class=\"number\">3 of 3</td>",
        "<h3>crabs, secret/2-tie</h3>",
        "empty output",
    ] {
        assert!(page.markup.contains(part), "{part}:\n{}", page.markup);
    }
    assert_eq!(page.markup.matches("<h1").count(), 1);
    let policy = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
        script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:\">";
    let (before, _) = page.markup.split_once(policy).expect("the policy");
    assert!(!before.contains("<style") && !before.contains("<title"), "it stands first");
}

#[test]
fn a_page_does_not_depend_on_threads() {
    let folder = Folder::with_outputs();
    let page = |jobs: &str| {
        let more = ["--jobs", jobs, "--report", "html"];
        folder.referee(&[&["check", "cases", "outputs"], &more[..]].concat()).ends_with(1).stdout
    };
    assert!(page("1") == page("4"));
}

#[test]
fn a_page_is_no_larger_than_its_limit_and_says_what_is_missing() {
    let folder = Folder::with_cases();
    let mut state = 1_u32;
    let mut letter = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        char::from(b'a' + (state >> 24) as u8 % 26)
    };
    for contestant in 0..500 {
        let texts = [0; 3].map(|_| (0..1900).map(|_| letter()).collect::<String>());
        folder.outputs(&format!("outputs/{contestant:03}"), texts.each_ref().map(|text| &text[..]));
    }
    let command = ["check", "cases", "outputs", "--report", "html=page.html", "--quiet"];
    folder.referee(&[&command[..], &["--force"]].concat()).ends_with(1);
    let whole = folder.read("page.html");
    assert!(whole.len() > 2 << 20, "{}", whole.len());
    assert!(texts(&WrittenPage::read(&whole).json("run")["left_out"]).is_empty());
    let limit = ["--details", "html=2", "--force"];
    let run = folder.referee(&[&command[..5], &limit[..]].concat()).ends_with(1);
    assert!(run.stderr.contains("--details html=SIZE makes room"), "{run}");
    let text = folder.read("page.html");
    assert!(text.len() <= 2 << 20, "{}", text.len());
    let page = WrittenPage::read(&text);
    let run = page.json("run");
    let left_out = texts(&run["left_out"]);
    assert!(left_out.iter().all(|sentence| page.markup.contains(sentence)));
    let told: u64 = run["submissions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["details"].as_u64().unwrap())
        .sum();
    assert!(told > 0);
    let sentence = format!("The details of {} of 1500 refusals are left out.", 1500 - told);
    assert_eq!(left_out[0], sentence);
    assert!(
        page.blocks.contains_key("verdicts-499") && page.blocks.contains_key("refutations-499")
    );
}

/// Text that would be markup, reverse a line, or end a block if it were not escaped.
const HOSTILE: &str =
    "</script><!--<img src=x onerror=alert(1)>\u{202e}\u{2066}\u{0}\u{1b}[2J&amp;'\"";

#[test]
fn nothing_of_a_contestant_is_markup() {
    let folder = Folder::with_cases();
    let name = "<img src=x onerror=alert(1)>\u{202e}<!--";
    let long = format!("{HOSTILE}{}", "x".repeat(10 << 20));
    folder.outputs(&format!("outputs/{name}"), [HOSTILE, &long, "tie 1 1 </script>\n"]);
    folder.write("outputs/bytes/sample/1-alice.out", b"\xff\xfe</script>\x80\n");
    folder.write("outputs/bytes/secret/2-tie.out", b"tie <b> 1\n");
    folder.write(format!("outputs/bytes/{name}.out"), "");
    folder.referee(&["check", "cases", "outputs", "--report", "html=page.html"]).ends_with(1);
    let text = folder.read("page.html");
    assert!(text.len() < 400_000, "{}", text.len());
    let page = WrittenPage::read(&text);
    for markup in
        ["<img", "<!--", "<b>", "onerror=alert(1)>", "\u{202e}", "\u{2066}", "\u{1b}", "\u{0}"]
    {
        assert!(!page.markup.contains(markup), "{markup:?}:\n{}", page.markup);
    }
    assert!(page.markup.contains("&lt;img src=x onerror=alert(1)&gt;\\u{202e}&lt;!--"));
    for block in page.blocks.values().filter_map(|block| std::str::from_utf8(block).ok()) {
        assert!(!block.contains('\u{202e}') && !block.contains('\u{1b}'), "{block}");
    }
    assert!(
        page.json("details-1")["0"]["output"].as_str().unwrap().contains("\\xff\\xfe</script>")
    );
}

#[test]
fn a_page_is_written_like_any_other_report() {
    let folder = Folder::with_outputs();
    let command = ["check", "cases", "outputs", "--report", "html=page.html"];
    folder.referee(&command).ends_with(1);
    folder.referee_changing_nothing(&command).ends_with(2).says("--force");
    let twice = ["--report", "jsonl=page.html", "--force"];
    let run = folder.referee_changing_nothing(&[&command[..], &twice[..]].concat()).ends_with(2);
    run.says("two reports would both go to this file");
    let page = ["--report", "feedback-html=pages"];
    let run = folder.referee_changing_nothing(&[&command[..3], &page[..]].concat()).ends_with(2);
    run.says("this kind of report describes programs that were run");
    assert!(folder.left_over().is_empty());
}

mod judged {
    use super::*;

    const SHELL: &str =
        "format = 1\n[[language]]\nname = 'shell'\nendings = ['sh']\nrun = ['sh', '{main}']\n";

    /// Rejects everything but the right answer, and reveals everything to the jury.
    const CHECKER: &str = "read n < \"$1\"; read right < \"$2\"; read said\n\
        [ \"$said\" = \"$right\" ] && exit 42\n\
        echo \"judge-message: $n wants $right\" > \"$3\"judgemessage.txt\n\
        echo try again > \"$3\"teammessage.txt\n\
        exit 43\n";

    /// Words that only the jury may see.
    const SECRETS: [&str; 5] =
        ["trap-of-zeros", "input-of-2", "answer-of-2", "judge-message", "checker.sh"];

    /// A problem with inputs and answers that are easy to search for.
    fn with_secrets() -> Folder {
        let folder = Folder::new();
        let checker = "[checker]\ncommand = ['checker.sh']\nprotocol = 'icpc'\n";
        let head = "format = 1\nname = \"words\"\ncases = \"data\"\n";
        let groups = "[[groups]]\ntitle = \"All\"\ncases = \"*\"\npoints = 10\n";
        folder.write("words/problem.toml", format!("{head}{checker}{groups}"));
        folder.write("words/checker.sh", CHECKER);
        folder.write("referee.toml", SHELL);
        for (name, number) in [("sample/easy", 1), ("secret/trap-of-zeros", 2)] {
            folder.write(format!("words/data/{name}.in"), format!("input-of-{number}\n"));
            folder.write(format!("words/data/{name}.ans"), format!("answer-of-{number}\n"));
        }
        folder.write("subs/wrong.sh", "echo own-words\necho own-error >&2\n");
        folder.write("subs/right.sh", "read n\necho answer-of-${n#input-of-}\n");
        folder.write("subs/crash.sh", "echo own-words\nexit 3\n");
        folder
    }

    fn judge(folder: &Folder, more: &[&str]) -> Run {
        folder
            .referee(&[&["judge", "words", "subs", "--each", "file", "--all-cases"], more].concat())
    }

    #[test]
    fn a_page_of_runs_has_times_and_commands() {
        let folder = with_secrets();
        let command = ["judge", "words", "subs", "--each", "file", "--all-cases"];
        let reported = reported(&folder, &command, 1);
        agrees(&reported);
        let page = &reported.page;
        let run = page.json("run");
        assert_eq!(
            (&run["command"], &run["submissions"][2]["points"]),
            (&"judge".into(), &0.into())
        );
        assert_eq!(run["submissions"][1]["counts"], serde_json::json!({"A": 2}));
        assert_eq!(run["score_groups"][0]["cases"], serde_json::json!([0, 1]));
        for number in 0..3 {
            assert!(page.blocks[&format!("times-{number}")].iter().all(|time| *time > 0));
        }
        let again = page.json("details-2")["1"]["again"].as_str().unwrap().to_string();
        assert!(again.ends_with("subs/wrong.sh --only secret/trap-of-zeros"), "{again}");
        let first = again.replace("secret/trap-of-zeros", "sample/easy");
        assert!(page.markup.contains(&first), "{}", page.markup);
        let words: Vec<&str> = again.split(' ').skip(1).collect();
        folder.referee(&words).ends_with(1).says("1 case");
    }

    #[test]
    fn kept_results_give_the_same_page_but_for_that() {
        let folder = with_secrets();
        let page = || {
            let reports = ["--report", "html=page.html", "--force"];
            judge(&folder, &reports).ends_with(1);
            WrittenPage::read(&folder.read("page.html"))
        };
        let (first, second) = (page(), page());
        let again = judge(&folder, &[]).ends_with(1);
        again.says("6 of 6 runs kept");
        for block in ["details-0", "details-2", "verdicts-0", "refutations-2", "times-1", "cases-0"]
        {
            assert!(first.blocks[block] == second.blocks[block], "{block}");
        }
    }

    #[test]
    fn what_a_level_hides_is_not_in_the_page_of_a_student() {
        let folder = with_secrets();
        let name = "pages/wrong.sh.html";
        let pages = |levels: &[&str]| {
            let fixed = ["--report", "feedback-html=pages", "--force"];
            judge(&folder, &[&fixed[..], levels].concat()).ends_with(1);
            let names = folder.names().into_iter().filter(|name| name.starts_with("pages/"));
            names.map(|name| (folder.read(&name), name)).collect::<Vec<_>>()
        };
        let nothing = pages(&["--feedback", "sample=verdict"]);
        assert_eq!(nothing.len(), 3);
        for (page, name) in &nothing {
            let samples = ["input-of-1", "answer-of-1", "own-words", "own-error"];
            for secret in
                SECRETS.into_iter().chain(samples).chain(["<svg", "referee judge", "namespaces"])
            {
                assert!(!page.contains(secret), "{secret} in {name}");
            }
            let names_cases = page.contains("Secret case 1") && page.contains("sample/easy");
            assert_eq!(names_cases, !name.contains("right"), "{name}");
            let others = ["wrong.sh", "right.sh", "crash.sh"];
            let told = others.into_iter().filter(|other| page.contains(other)).count();
            assert_eq!(told, 1, "{name} tells of another submission");
        }
        let own = pages(&["--feedback", "sample=full", "--feedback", "own-output"]);
        for (page, file) in &own {
            for secret in SECRETS.iter().filter(|secret| **secret != "judge-message") {
                assert!(!page.contains(secret), "{secret} in {file}");
            }
            assert!(!page.contains("input-of-2 wants"), "{file}");
            if file == name {
                let shown = ["own-words", "own-error", "input-of-1"];
                assert!(shown.iter().all(|shown| page.contains(shown)), "{page}");
            }
        }
        let full = pages(&["--feedback", "full"]);
        let (page, _) = full.iter().find(|(_, file)| file == name).unwrap();
        for shown in ["secret/trap-of-zeros", "input-of-2", "answer-of-2", "own-words"] {
            assert!(page.contains(shown), "{shown}");
        }
    }

    #[test]
    fn drawings_and_facts_are_hidden_from_students() {
        let folder = Folder::with_cases();
        folder.write("referee.toml", SHELL);
        folder.write("ann.sh", "echo Bob wins\n");
        let level = |level: &str| {
            let more = ["--feedback", level, "--feedback", &format!("sample={level}")];
            let report = ["--report", "feedback-html=pages", "--force"];
            let command = ["judge", "cases", "ann.sh", "--all-cases"];
            folder.referee(&[&command[..], &report, &more].concat()).ends_with(1);
            folder.read("pages/ann.sh.html")
        };
        let (hidden, shown) = (level("own-output"), level("full"));
        for secret in
            ["within Bob's reach", "squares that Bob cannot reach", "2-tie", "tie 1 1", "<svg"]
        {
            assert!(!hidden.contains(secret), "{secret}");
        }
        assert!(shown.contains("within Bob's reach") && shown.contains("secret/2-tie"));
        assert!(hidden.contains("Secret case 1"));
    }

    #[test]
    fn pages_of_students_need_a_folder() {
        let folder = with_secrets();
        for report in ["feedback-html", "feedback-html=page.html"] {
            let run = judge(&folder, &["--report", report]).ends_with(2);
            run.says("this report is a page for each student");
        }
    }
}
