//! `referee strength`: what the cases catch, and how few would suffice.

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::html_page::WrittenPage;
use crate::judge::{RIGHT, with_submissions};
use crate::support::{Folder, Run};

/// Two cases catch three wrong programs between them, and no case catches `never`.
fn folder() -> Folder {
    let case = |three, four, other| {
        format!("read n\ncase $n in 3) echo {three};; 4) echo {four};; *) echo {other};; esac\n")
    };
    with_submissions(&[
        ("accepted/right.sh", RIGHT),
        ("wrong_answer/three.sh", &case("Bob wins", "tie 1 1", "Bob wins")),
        ("wrong_answer/four.sh", &case("Alice wins", "Bob wins", "Bob wins")),
        ("wrong_answer/three-and-four.sh", &case("Bob wins", "Bob wins", "Bob wins")),
        ("wrong_answer/never.sh", RIGHT),
        ("compile_error/open-quote.chk", "echo 'Alice wins\n"),
    ])
}

fn run(folder: &Folder, words: &[&str]) -> Run {
    let (command, more) = words.split_first().unwrap();
    let fixed = [*command, "cases", "submissions", "--languages", "languages.toml"];
    folder.referee(&[&fixed[..], more].concat())
}

#[test]
fn what_catches_whom() {
    let folder = folder();
    assert_snapshot!(run(&folder, &["strength", "--least", "0"]).ends_with(0).stdout, @r"
    infinity-war: 3 cases, 4 wrong programs, 1 right one

                                      sample  secret
                                      1       2
      wrong_answer/four.sh            .       x.
      wrong_answer/never.sh           .       ..
      wrong_answer/three-and-four.sh  x       x.
      wrong_answer/three.sh           x       ..

    caught       3 of 4, 75.0 %
    not caught   wrong_answer/never.sh
                 `referee hunt PROBLEM SUBMISSION` looks for a case that catches one
    weak spots   wrong_answer/four.sh by secret/2-tie alone
                 wrong_answer/three.sh by sample/1-alice alone
    rank         2 failures are independent of each other
    smallest     2 cases suffice for the 3 programs that are caught, and no fewer do; samples always stay
                 sample/1-alice, secret/2-tie
    idle         1 case catches none of these programs: secret/3-bob
    ");
}

#[test]
fn two_cases_for_each_program_where_two_catch_it() {
    let folder = folder();
    let twice = run(&folder, &["strength", "--least", "0", "--cover", "2", "--report", "json"])
        .ends_with(0);
    let twice: Value = serde_json::from_str(&twice.stdout).unwrap();
    assert_eq!(twice["format"], "referee-strength");
    assert_eq!(twice["smallest"]["cover"], 2);
    assert_eq!(twice["smallest"]["cost"], twice["smallest"]["bound"]);
    assert_eq!(twice["uncaught"], serde_json::json!(["wrong_answer/never.sh"]));
    assert_eq!(twice["rank"], 2);
}

#[test]
fn weights_are_bytes_or_time() {
    let folder = folder();
    for (least, unit) in [("bytes", "bytes"), ("time", "milliseconds")] {
        let said = run(&folder, &["strength", "--least", "0", "--minimize", least]).ends_with(0);
        assert!(said.stdout.contains(&format!("{unit}, and no suite has less")), "{}", said.stdout);
    }
}

#[test]
fn a_search_that_may_take_no_step_tells_what_is_proved() {
    let folder = folder();
    let said = run(&folder, &["strength", "--least", "0", "--steps", "0", "--report", "json"])
        .ends_with(0);
    let said: Value = serde_json::from_str(&said.stdout).unwrap();
    assert!(said["smallest"]["bound"].as_u64() <= said["smallest"]["cost"].as_u64());
}

#[test]
fn the_matrix_as_a_table() {
    let folder = folder();
    assert_snapshot!(run(&folder, &["strength", "--least", "0", "--report", "csv"]).ends_with(0).stdout, @r#"
    program,is_right,weakness,sample/1-alice,secret/2-tie,secret/3-bob
    wrong_answer/four.sh,0,one-case,0,1,0
    wrong_answer/never.sh,0,uncaught,0,0,0
    wrong_answer/three-and-four.sh,0,,1,1,0
    wrong_answer/three.sh,0,one-case,1,0,0
    accepted/right.sh,1,,0,0,0
    "#);
}

#[test]
fn the_order_lists_every_case() {
    let folder = folder();
    let order = run(&folder, &["strength", "--least", "0", "--order"]).ends_with(0).stdout;
    let mut cases: Vec<&str> = order.lines().collect();
    // Each of the other cases catches a program.
    assert_eq!(cases.last(), Some(&"secret/3-bob"));
    cases.sort_unstable();
    let all = run(&folder, &["strength", "--least", "0", "--report", "json"]).ends_with(0);
    let all: Value = serde_json::from_str(&all.stdout).unwrap();
    let names: Vec<&str> = all["cases"]
        .as_array()
        .unwrap()
        .iter()
        .map(|case| case["name"].as_str().unwrap())
        .collect();
    assert_eq!(cases, names);
}

#[test]
fn strength_fails_where_too_few_are_caught_or_a_right_one_is_refused() {
    let folder = folder();
    let weak = run(&folder, &["strength"]).ends_with(1);
    assert!(weak.stdout.contains("caught       3 of 4, 75.0 %"), "{}", weak.stdout);
    run(&folder, &["strength", "--least", "0.75"]).ends_with(0);
    run(&folder, &["strength", "--least", "0.76"]).ends_with(1);
    let json = run(&folder, &["strength", "--report", "json", "--least", "0"]).ends_with(0);
    let json: Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!((&json["caught_share"], &json["accepted_share"]), (&0.75.into(), &1.0.into()));

    folder.write("submissions/accepted/wrong.sh", "echo Bob wins\n");
    let unfair = run(&folder, &["strength", "--least", "0"]).ends_with(1);
    assert!(unfair.stdout.contains("refused      accepted/wrong.sh, which"), "{}", unfair.stdout);
}

#[test]
fn what_cannot_be_judged_is_a_judge_error() {
    let folder = folder();
    folder.write("submissions/wrong_answer/exotic.exo", "");
    let said = run(&folder, &["strength", "--least", "0"]).ends_with(3);
    assert!(said.stdout.contains("not judged   wrong_answer/exotic.exo"), "{}", said.stdout);
    run(&folder, &["strength", "--least", "0", "--missing-compilers", "skip"]).ends_with(0);
}

#[test]
fn where_no_wrong_program_compiles_nothing_is_caught() {
    let folder = with_submissions(&[
        ("accepted/right.sh", RIGHT),
        ("wrong_answer/open-quote.chk", "echo 'Alice wins\n"),
    ]);
    let said = run(&folder, &["strength", "--least", "0"]).ends_with(1);
    assert!(said.stdout.contains("not judged   wrong_answer/open-quote.chk"), "{}", said.stdout);
    std::fs::remove_dir_all(folder.path("submissions/wrong_answer")).unwrap();
    run(&folder, &["strength"]).ends_with(0);
}

/// Marks cases as made on demand in the manifest of the case folder.
fn made_on_demand(folder: &Folder, cases: &[&str]) {
    listed(folder, "infinity-war", cases, "1\non_demand = true");
}

/// Lists cases with this many bytes in the manifest of the case folder.
fn listed(folder: &Folder, problem: &str, cases: &[&str], bytes: &str) {
    let entries = cases.iter().map(|case| {
        format!(
            "[[case]]\nname = '{case}'\nfamily = ''\nparameters = ''\nseed = ''\nsha256 = ''\n\
             answer_sha256 = ''\nverdict = ''\nbytes = {bytes}\n"
        )
    });
    let manifest = format!("format = 1\nproblem = '{problem}'\n{}", entries.collect::<String>());
    folder.write("cases/manifest.toml", manifest);
}

#[test]
fn who_is_caught_on_demand_only_is_weak() {
    let folder = folder();
    made_on_demand(&folder, &["secret/2-tie", "secret/9-not-made"]);
    let said = run(&folder, &["strength", "--least", "0"]).ends_with(0).stdout;
    assert!(
        said.contains("wrong_answer/four.sh by secret/2-tie alone, made on demand\n"),
        "{said}"
    );
    // A large case is an ordinary one if the problem does not ship.
    for (problem, is_on_demand) in [("infinity-war", true), ("mine", false)] {
        listed(&folder, problem, &["secret/2-tie"], "70000");
        let said = run(&folder, &["strength", "--least", "0"]).ends_with(0).stdout;
        assert_eq!(said.contains("secret/2-tie alone, made on demand\n"), is_on_demand, "{said}");
    }
    made_on_demand(&folder, &["secret/2-tie", "sample/1-alice"]);
    let said = run(&folder, &["strength", "--least", "0"]).ends_with(0).stdout;
    let several = "wrong_answer/three-and-four.sh by cases made on demand only: sample/1-alice, secret/2-tie\n";
    assert!(said.contains(several), "{said}");
    let table = run(&folder, &["strength", "--least", "0", "--report", "csv"]).ends_with(0).stdout;
    assert!(table.contains("wrong_answer/three-and-four.sh,0,on-demand-only,1,1,0"), "{table}");
    assert!(table.contains("wrong_answer/four.sh,0,one-case on-demand-only,0,1,0"), "{table}");
    let form = run(&folder, &["strength", "--least", "0", "--report", "json"]).ends_with(0);
    let form: Value = serde_json::from_str(&form.stdout).unwrap();
    let names = ["four", "three-and-four", "three"].map(|name| format!("wrong_answer/{name}.sh"));
    assert_eq!(form["on_demand_only"], json!(names));
    assert_eq!(
        form["weak"],
        json!([
            { "program": names[0], "case": "secret/2-tie" },
            { "program": names[2], "case": "sample/1-alice" }
        ])
    );
    let marked = form["cases"].as_array().unwrap().iter().map(|case| &case["on_demand"]);
    assert_eq!(marked.collect::<Vec<_>>(), [true, true, false]);
}

#[test]
fn the_matrix_on_a_page() {
    let folder = folder();
    made_on_demand(&folder, &["secret/2-tie"]);
    let reports = ["--report", "html=page.html", "--report", "csv=matrix.csv", "--report", "json"];
    let said = run(&folder, &[&["strength", "--least", "0"][..], &reports].concat()).ends_with(0);
    let form: Value = serde_json::from_str(&said.stdout).unwrap();
    assert!(folder.read("matrix.csv").starts_with("program,is_right,weakness,sample/1-alice,"));
    let text = folder.read("page.html");
    let page = WrittenPage::read(&text);
    let block = page.json("run");
    let suite = &block["suite"];
    let name = |of: &str, number: &Value| {
        let entry = &block[of][number.as_u64().unwrap() as usize];
        entry.get("name").unwrap_or(entry).clone()
    };
    let names = |of: &str, numbers: &Value| {
        numbers.as_array().unwrap().iter().map(|number| name(of, number)).collect::<Vec<_>>()
    };
    // The page agrees with the other reports.
    assert_eq!(suite["is_purpose"], true);
    assert_eq!(json!(names("submissions", &suite["uncaught"])), form["uncaught"]);
    assert_eq!(json!(names("submissions", &suite["on_demand_only"])), form["on_demand_only"]);
    assert_eq!(json!(names("cases", &suite["idle"])), form["idle"]);
    assert_eq!(json!(names("cases", &suite["order"])), form["order"]);
    assert_eq!(suite["order_catching"], form["order_catching"]);
    assert_eq!(json!(names("cases", &suite["smallest"]["cases"])), form["smallest"]["cases"]);
    assert_eq!(names("cases", &suite["on_demand"]), ["secret/2-tie"]);
    let wrong = names("submissions", &suite["wrong"]);
    for (row, program) in form["wrong"].as_array().unwrap().iter().enumerate() {
        assert_eq!(wrong[row], program["name"]);
        let bytes = &page.blocks["caught"][3 * row..3 * row + 3];
        let caught = (0..3).filter(|&case| bytes[case] == 1).map(|case| &block["cases"][case]);
        assert_eq!(json!(caught.collect::<Vec<_>>()), program["cases"]);
    }
    // The part that needs no script.
    for words in ["Strength of the cases", "3 of 4, 75.0 %", "and no fewer do", "Caught by no case"]
    {
        assert!(text.contains(words), "{words}");
    }
}

#[test]
fn a_page_of_all_verdicts_has_the_matrix_too() {
    let folder = folder();
    let judge = |more: &[&str]| {
        run(&folder, &[&["judge", "--report", "html=page.html", "--force"][..], more].concat());
        WrittenPage::read(&folder.read("page.html")).json("run")["suite"].clone()
    };
    assert_eq!(judge(&[])["uncaught"], Value::Null, "nobody knows what else would fail");
    let suite = judge(&["--all-cases"]);
    assert_eq!((&suite["is_purpose"], &suite["rank"]), (&false.into(), &2.into()));
    // Nothing is expected of contestants, so no case shows its worth.
    folder.write("contestants/mine.sh", "echo Bob wins\n");
    let mine = ["judge", "cases", "contestants", "--languages", "languages.toml"];
    let page = ["--all-cases", "--report", "html=page.html", "--force"];
    folder.referee(&[&mine[..], &page].concat()).ends_with(1);
    assert_eq!(WrittenPage::read(&folder.read("page.html")).json("run")["suite"], Value::Null);
}

#[test]
fn reports_are_written_whole_or_refused_before_anything_is_run() {
    let folder = folder();
    let matrix = [
        ["--report", "csv=matrix.csv", "--report", "human=said.txt"],
        ["--report", "json=-", "--report", "html=page.html"],
    ];
    for reports in matrix {
        run(&folder, &[&["strength", "--least", "0", "--color", "always"][..], &reports].concat())
            .ends_with(0);
        run(&folder, &[&["strength", "--least", "0"][..], &reports].concat())
            .ends_with(2)
            .says("exists");
        run(&folder, &[&["strength", "--least", "0", "--force"][..], &reports].concat())
            .ends_with(0);
    }
    let said = folder.read("said.txt");
    assert!(said.contains("smallest     2 cases suffice") && !said.contains('\x1b'), "{said}");
    for twice in [["--report=csv=a", "--report=json=./a"], ["--report=csv", "--report=human"]] {
        run(&folder, &[&["strength", "--least", "0"][..], &twice].concat())
            .ends_with(2)
            .says("would both go");
    }
    run(&folder, &["strength", "--least", "0", "--report", "junit"])
        .ends_with(2)
        .says("kind of report");
}

/// The same folder, where each run of a program adds a line to `runs`, which is possible without
/// isolation.
fn counted() -> Folder {
    let folder = folder();
    for (name, bytes) in folder.files() {
        if name.extension().is_some_and(|extension| extension == "sh") {
            folder.write(&name, [&b"echo >> \"$RUNS\"\n"[..], &bytes].concat());
        }
    }
    let languages = folder.read("languages.toml").replacen(
        "run = ['sh', '{main}']",
        &format!(
            "run = ['sh', '{{main}}']\nenvironment = ['RUNS={}']",
            folder.path("runs").display()
        ),
        1,
    );
    folder.write("languages.toml", languages);
    folder.write("runs", "");
    folder
}

/// Runs a command without isolation, and returns how many programs ran meanwhile.
fn runs(folder: &Folder, words: &[&str]) -> usize {
    let before = folder.read("runs").len();
    run(folder, &[words, &["--isolation", "off", "--jobs", "1"]].concat());
    folder.read("runs").len() - before
}

#[test]
fn what_was_judged_is_not_run_again() {
    for first in [&["strength"][..], &["judge", "--all-cases"]] {
        let folder = counted();
        assert_eq!(runs(&folder, first), 5 * 3, "{first:?}");
        let then = [&["strength"][..], &["strength", "--report", "json"], &["judge"]];
        for then in
            [&then[..], &[&["judge", "--all-cases"], &["strength", "--cover", "2"]]].concat()
        {
            assert_eq!(runs(&folder, then), 0, "{first:?} {then:?}");
        }
    }
}

/// Runs from before an interruption are not repeated, and no report is left half written.
#[test]
fn an_interrupted_one_goes_on_where_it_was() {
    for (signal, code) in [("INT", Some(130)), ("KILL", None)] {
        let folder = counted();
        let marker = folder.path("marker");
        let stops = format!(
            "echo >> \"$RUNS\"\nread n\nif [ $n = 2 ] && rm '{}' 2> /dev/null; then\n\
             set -- $(cat /proc/$PPID/stat); kill -{signal} $4; while :; do :; done; fi\necho tie 1 1\n",
            marker.display()
        );
        folder.write("submissions/wrong_answer/stops.sh", stops);
        folder.write("marker", "");
        let alone = ["--isolation", "off", "--jobs", "1"];
        let page = &["strength", "--report", "html=page.html"][..];
        let stopped = run(&folder, &[page, &alone].concat());
        assert_eq!(stopped.code, code, "{stopped}");
        assert!(!folder.has("page.html") && !folder.has("marker"));
        if signal == "INT" {
            assert_eq!(folder.left_over(), [""; 0]);
        }
        // Each of the programs runs on all three cases, before or after; only the interrupted run
        // is repeated.
        let before = folder.read("runs").len();
        assert_eq!(before + runs(&folder, page), 6 * 3 + 1);
        assert!(before > 9, "{before}");
        assert!(folder.has("page.html"));
    }
}

#[test]
fn bad_flags_are_refused() {
    let folder = Folder::with_cases();
    folder.referee(&["strength", "cases", "--cover", "0"]).ends_with(2);
    folder.referee(&["strength", "cases", "--least", "1.5"]).ends_with(2);
    folder.referee(&["strength", "cases", "--order", "--report", "csv"]).ends_with(2);
    folder.referee(&["strength", "nowhere"]).ends_with(2);
}
