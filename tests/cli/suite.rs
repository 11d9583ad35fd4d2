//! `referee suite` and `referee strength`: what cases catch, and how few would do.

use insta::assert_snapshot;
use serde_json::Value;

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
    assert_snapshot!(run(&folder, &["suite"]).ends_with(0).stdout, @r#"
    infinity-war: 3 cases, 4 wrong programs, 1 right one

                                      sample  secret
      wrong_answer/four.sh            .       x.
      wrong_answer/never.sh           .       ..
      wrong_answer/three-and-four.sh  x       x.
      wrong_answer/three.sh           x       ..

    caught       3 of 4
    not caught   wrong_answer/never.sh
    weak spots   wrong_answer/four.sh by secret/2-tie alone
                 wrong_answer/three.sh by sample/1-alice alone
    rank         2 failures are independent of each other
    smallest     2 cases suffice for the 3 programs that are caught, and no fewer do; samples always stay
                 sample/1-alice, secret/2-tie
    idle         1 case catches none of these programs: secret/3-bob
    "#);
}

#[test]
fn two_cases_for_each_program_where_two_catch_it() {
    let folder = folder();
    let twice = run(&folder, &["suite", "--cover", "2", "--format", "json"]).ends_with(0);
    let twice: Value = serde_json::from_str(&twice.stdout).unwrap();
    assert_eq!(twice["format"], "referee-suite");
    assert_eq!(twice["smallest"]["cover"], 2);
    assert_eq!(twice["smallest"]["cost"], twice["smallest"]["bound"]);
    assert_eq!(twice["uncaught"], serde_json::json!(["wrong_answer/never.sh"]));
    assert_eq!(twice["rank"], 2);
}

#[test]
fn weights_are_bytes_or_time() {
    let folder = folder();
    for (least, unit) in [("bytes", "bytes"), ("time", "milliseconds")] {
        let said = run(&folder, &["suite", "--least", least]).ends_with(0);
        assert!(said.stdout.contains(&format!("{unit}, and no suite has less")), "{}", said.stdout);
    }
}

#[test]
fn a_search_that_may_take_no_step_tells_what_is_proved() {
    let folder = folder();
    let said = run(&folder, &["suite", "--steps", "0", "--format", "json"]).ends_with(0);
    let said: Value = serde_json::from_str(&said.stdout).unwrap();
    assert!(said["smallest"]["bound"].as_u64() <= said["smallest"]["cost"].as_u64());
}

#[test]
fn the_matrix_as_a_table() {
    let folder = folder();
    assert_snapshot!(run(&folder, &["suite", "--format", "csv"]).ends_with(0).stdout, @r#"
    program,is_right,sample/1-alice,secret/2-tie,secret/3-bob
    wrong_answer/four.sh,0,0,1,0
    wrong_answer/never.sh,0,0,0,0
    wrong_answer/three-and-four.sh,0,1,1,0
    wrong_answer/three.sh,0,1,0,0
    accepted/right.sh,1,0,0,0
    "#);
}

#[test]
fn the_order_lists_every_case() {
    let folder = folder();
    let order = run(&folder, &["suite", "--order"]).ends_with(0).stdout;
    let mut cases: Vec<&str> = order.lines().collect();
    // The others catch somebody.
    assert_eq!(cases.last(), Some(&"secret/3-bob"));
    cases.sort_unstable();
    let all = run(&folder, &["suite", "--format", "json"]).ends_with(0);
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
    assert_snapshot!(weak.stdout, @r#"
    infinity-war: 3 cases

    accepted      1 of 1   100.0 %   of the right programs
    caught        3 of 4   75.0 %   of the wrong programs
    by one only   2
    rank          2 failures are independent of each other
    NOT CAUGHT    wrong_answer/never.sh
    "#);
    run(&folder, &["strength", "--least", "0.75"]).ends_with(0);
    run(&folder, &["strength", "--least", "0.76"]).ends_with(1);
    let json = run(&folder, &["strength", "--json", "--least", "0"]).ends_with(0);
    let json: Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!(
        (&json["wrong"], &json["caught"], &json["right"]),
        (&4.into(), &3.into(), &1.into())
    );

    folder.write("submissions/accepted/wrong.sh", "echo Bob wins\n");
    let unfair = run(&folder, &["strength", "--least", "0"]).ends_with(1);
    assert!(unfair.stdout.contains("REFUSED"), "{}", unfair.stdout);
}

#[test]
fn what_cannot_be_judged_is_a_judge_error() {
    let folder = folder();
    folder.write("submissions/wrong_answer/exotic.exo", "");
    let said = run(&folder, &["suite"]).ends_with(3);
    assert!(said.stdout.contains("not judged   wrong_answer/exotic.exo"), "{}", said.stdout);
    run(&folder, &["suite", "--allow-missing-compilers"]).ends_with(0);
}

#[test]
fn bad_flags_are_refused() {
    let folder = Folder::with_cases();
    folder.referee(&["suite", "cases", "--cover", "0"]).ends_with(2);
    folder.referee(&["strength", "cases", "--least", "1.5"]).ends_with(2);
    folder.referee(&["suite", "cases", "--order", "--format", "csv"]).ends_with(2);
    folder.referee(&["suite", "nowhere"]).ends_with(2);
}
