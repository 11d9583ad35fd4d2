//! `generate` with a problem package: `generators.yaml` becomes cases. The programs here are shell
//! scripts.

use std::fs;
use std::os::unix::fs::symlink;

use insta::assert_snapshot;
use sha2::Digest as _;

use crate::support::{Folder, Run};

const SHELL: &str =
    "format = 1\n[[language]]\nname = 'shell'\nendings = ['sh']\nrun = ['sh', '{main}']\n";

/// The beginning of the problem.yaml of a package of the newest version.
pub(crate) const NEW: &str =
    "problem_format_version: 2025-09\nname: Lines\nuuid: 7d0c7f0e-5b1c-4e62-8f1d-0a2b3c4d5e6f\n";

/// Prints its arguments, one per line.
const SAY: &str = "for word in \"$@\"; do echo \"$word\"; done\n";

/// A package with these rules, whose answer to each case is its number of lines.
pub(crate) fn package(rules: &str) -> Folder {
    let folder = Folder::new();
    folder.write("referee.toml", SHELL);
    folder.write("p/problem.yaml", format!("{NEW}constants: {{top: 99}}\n"));
    folder.write("p/generators/generators.yaml", rules);
    folder.write("p/generators/say.sh", SAY);
    folder.write("p/submissions/accepted/lines.sh", "wc -l | tr -d ' '\n");
    folder
}

/// A package with these rules for its cases in `secret`.
fn secret(cases: &str) -> Folder {
    let cases: String = cases.lines().map(|line| format!("      {line}\n")).collect();
    package(&format!("data:\n  secret:\n    data:\n{cases}"))
}

pub(crate) fn generate(folder: &Folder, flags: &[&str]) -> Run {
    folder.referee(&[&["generate", "p"], flags].concat())
}

/// Returns the files in `data/` with their contents.
pub(crate) fn data(folder: &Folder) -> String {
    let files = folder.files().into_iter();
    let in_data = files.filter_map(|(path, bytes)| {
        let name = path.strip_prefix("p/data").ok()?.display().to_string();
        Some(format!("{name}: {:?}\n", String::from_utf8(bytes).unwrap()))
    });
    in_data.collect()
}

#[test]
fn names_numbers_and_seeds() {
    let folder = package(
        "random_salt: abcd
data:
  secret:
    data:
      - '': say.sh {seed}
      - graph:
          generate: say.sh {count} {seed:3}
          count: 9..=10
      - same: {generate: say.sh 1, count: 2}
      - group:
          random_salt: ''
          data:
            - a: say.sh {seed}
            - b: say.sh {seed:2}
      - '':
          data:
            z: say.sh {name} {{top}} {seed:4}
            a:
              data:
                - deep: {in: '1'}
            list: {generate: \"say.sh {count} 'x y'\", count: [7, 20, -3]}
  sample:
    data:
      - first: {in: '1 2'}
",
    );
    assert_snapshot!(generate(&folder, &["--list"]).ends_with(0).stdout, @"
    sample/1-first
    secret/2            1568516876  say.sh {seed}
    secret/3-graph-09   1720849237  say.sh 9 {seed:3}
    secret/4-graph-10    388932226  say.sh 10 {seed:3}
    secret/5-same-1              -  say.sh 1
    secret/1-group/7-a  1940288092  say.sh {seed}
    secret/1-group/8-b  1146445255  say.sh {seed:2}
    secret/2/a/9-deep
    secret/2/list-7              -  say.sh 7 'x y'
    secret/2/list-20             -  say.sh 20 'x y'
    secret/2/list--3             -  say.sh -3 'x y'
    secret/2/z           484767371  say.sh {name} 99 {seed:4}
    secret/6-same-2     is secret/5-same-1
    ");
    assert!(!folder.has("p/data"));
}

#[test]
fn every_way_to_make_a_file() {
    let folder = package(
        "solution: /submissions/accepted/lines.sh
generators:
  two: [parts/start.sh, parts/word.txt]
data:
  sample:
    data:
      a: {in: '3', ans: '4', in.statement: shown, in.download: {link: in}, ans.statement: {link: ans}}
      b: {in.statement: only, in.download: shown}
  secret:
    test_group.yaml:
      input_validator_args: ['--any']
    data:
      - copied: {copy: manual/one}
      - over: {copy: manual/one, in: other}
      - files: files.sh {name}
      - two: two
      - folder: folder
      - settings: {in: '', yaml: {hint: 'look', full_feedback: true}}
      - unanswered: {generate: say.sh x, solution: null, ans: mine}
  valid_output:
    data:
      a: {in: '1', ans: '1', out: '1'}
",
    );
    folder.write("p/generators/manual/one.in", "one");
    folder.write("p/generators/manual/one.ans", "1 of 1");
    symlink("one.ans", folder.path("p/generators/manual/one.out")).unwrap();
    folder.write(
        "p/generators/files.sh",
        "echo made > $1.in; echo right > $1.ans; echo no > $1.log\n",
    );
    folder.write("p/generators/parts/start.sh", "cat \"${0%/*}/word.txt\"\n");
    folder.write("p/generators/parts/word.txt", "{{top}} {{bottom}}\n");
    folder.write("p/generators/folder/main.sh", "echo in a folder\n");
    folder.write("p/generators/folder/a.sh", "exit 1\n");
    generate(&folder, &[]).ends_with(0);
    assert_snapshot!(data(&folder), @r#"
    sample/a.ans: "4\n"
    sample/a.in: "3\n"
    sample/a.in.statement: "shown\n"
    sample/b.in.download: "shown\n"
    sample/b.in.statement: "only\n"
    secret/1-copied.ans: "1 of 1"
    secret/1-copied.in: "one"
    secret/2-over.ans: "1 of 1"
    secret/2-over.in: "other\n"
    secret/3-files.ans: "right\n"
    secret/3-files.in: "made\n"
    secret/4-two.ans: "1\n"
    secret/4-two.in: "99 {{bottom}}\n"
    secret/5-folder.ans: "1\n"
    secret/5-folder.in: "in a folder\n"
    secret/6-settings.ans: "0\n"
    secret/6-settings.in: ""
    secret/6-settings.yaml: "{hint: 'look', full_feedback: true}\n"
    secret/7-unanswered.ans: "mine\n"
    secret/7-unanswered.in: "x\n"
    secret/test_group.yaml: "input_validator_args: ['--any']\n"
    valid_output/a.ans: "1\n"
    valid_output/a.in: "1\n"
    valid_output/a.out: "1\n"
    "#);
    let link = |name: &str| fs::read_link(folder.path(format!("p/data/{name}"))).unwrap();
    assert_eq!(link("sample/a.in.download").to_str(), Some("a.in"));
    assert_eq!(link("sample/a.ans.statement").to_str(), Some("a.ans"));
    assert_eq!(link("secret/1-copied.out").to_str(), Some("1-copied.ans"));
}

#[test]
fn a_file_that_a_rule_needs_and_nothing_makes_is_named() {
    let folder = package(
        "data:
  sample:
    data:
      a: {in.statement: x, in.download: {link: in}}
      b: {copy: circle, in.statement: {link: in.download}}
  secret:
    data:
      a: {copy: nowhere}
      b: {copy: answer}
      c: {copy: chain}
  invalid_input:
    data:
      a: {in: x, match: {ans: '1'}}
",
    );
    for file in ["circle.in", "circle.in.statement", "answer.ans", "chain.out"] {
        folder.write(format!("p/generators/{file}"), "1\n");
    }
    for (target, link) in [
        ("circle.in.statement", "circle.in.download"),
        ("chain.out", "chain.ans"),
        ("chain.ans", "chain.in"),
    ] {
        symlink(target, folder.path(format!("p/generators/{link}"))).unwrap();
    }
    let run = generate(&folder, &[]).ends_with(2);
    run.says("sample/a: its `in.download` is a link to nothing")
        .says("sample/b: its `in.download` is a link to nothing")
        .says("secret/a: generators/nowhere.in: there is nothing to copy")
        .says("secret/b: no input is generated")
        .says("invalid_input/a: `match` reads its `ans`, which is not generated");
    let made: Vec<_> = folder.names().into_iter().filter(|name| name.contains("/data/")).collect();
    // The others are links.
    assert_eq!(made, ["p/data/secret/c.out"]);
    assert_eq!(folder.read("p/data/secret/c.in"), "1\n");
}

#[test]
fn included_cases_are_links() {
    let folder = package(
        "data:
  sample:
    data:
      - one: {in: '1'}
  secret:
    data:
      - all:
          include: [one]
          data:
            - two: {generate: say.sh 2, count: 2}
      - again:
          include: [all]
",
    );
    assert_snapshot!(generate(&folder, &["--list"]).ends_with(0).stdout, @"
    sample/1-one
    secret/1-all/2-two-1             -  say.sh 2
    secret/1-all/3-two-2    is secret/1-all/2-two-1
    secret/1-all/1-one      is sample/1-one
    secret/2-again/2-two-1  is secret/1-all/2-two-1
    secret/2-again/3-two-2  is secret/1-all/3-two-2
    secret/2-again/1-one    is sample/1-one
    ");
    generate(&folder, &[]).ends_with(0);
    let link = |name: &str| fs::read_link(folder.path(format!("p/data/{name}"))).unwrap();
    let one = link("secret/2-again/1-one.ans");
    assert_eq!(one.to_str(), Some("../../sample/1-one.ans"));
    assert_eq!(folder.read("p/data/secret/2-again/3-two-2.in"), "2\n");
    generate(&folder, &["--check"]).ends_with(0);
    folder.write("p/data/secret/own.in", "1\n");
    generate(&folder, &["--check"])
        .ends_with(1)
        .says("data/secret/own.in exists, but no rule generates it");
}

#[test]
fn what_is_there_is_never_lost() {
    let folder = secret("a: say.sh 1\nb: say.sh 2\n");
    assert_snapshot!(generate(&folder, &[]).ends_with(0).stdout, @"
    p/data   2 cases by generators.yaml
      new           2   secret/a, secret/b
    exit code 0
    ");
    generate(&folder, &[]).ends_with(0).says("unchanged     2");
    folder.write("p/data/secret/a.in", "mine\n");
    folder.write("p/data/secret/c.in", "mine as well\n");
    fs::remove_file(folder.path("p/data/secret/b.ans")).unwrap();
    assert_snapshot!(generate(&folder, &["--check"]).ends_with(1).stdout, @r#"
    secret/a: secret/a.in differs: line 1 is "mine", not "1"
    secret/b: secret/b.ans is missing
    data/secret/c.in exists, but no rule generates it

    p/data   2 cases by generators.yaml
      different     2   secret/a, secret/b
    exit code 1
    "#);
    assert!(!folder.has("p/data/secret/b.ans"));
    let run = generate(&folder, &[]).ends_with(1);
    run.says("different     1").says("new           1").says("--force overwrites them");
    assert_eq!(folder.read("p/data/secret/a.in"), "mine\n");
    generate(&folder, &["--force", "--only", "secret/b"]).ends_with(0).says("unchanged     1");
    assert_eq!(folder.read("p/data/secret/a.in"), "mine\n");
    generate(&folder, &["--force"]).ends_with(0).says("replaced      1");
    assert_eq!(folder.read("p/data/secret/a.in"), "1\n");
    assert!(folder.has("p/data/secret/c.in"));
    generate(&folder, &["--clean"]).ends_with(0).says("1 file in data/ without a rule: removed");
    assert!(!folder.has("p/data/secret/c.in"));
    generate(&folder, &["--check"]).ends_with(0).says("generators.yaml and the disk agree");
}

#[test]
fn cases_without_a_rule_stay_as_they_are() {
    let folder = package(
        "data:\n  sample: {data: {'1': , '2': }}\n  secret: {data: [a: say.sh 1, b: , c: say.sh 2]}\n",
    );
    folder.write("p/data/sample/1.in", "mine\n");
    folder.write("p/data/sample/1.png", "a drawing");
    folder.write("p/data/secret/2-b.in", "mine as well\n");
    let run = generate(&folder, &["--only", "secret/*"]).ends_with(0);
    let run = run.says("new           2   secret/1-a, secret/3-c");
    run.says("line 2, column 19: no rule generates sample/1: its files in data/ are not changed");
    // A missing one is reported, and the others are still made.
    let run = generate(&folder, &["--force", "--clean"]).ends_with(2);
    let run = run.says("sample/2: no rule generates it, and it is not in data/");
    run.says("failed        1").says("unchanged     2");
    folder.write("p/data/sample/2.in", "mine\n");
    generate(&folder, &["--force", "--clean"]).ends_with(0).says("unchanged     2");
    assert_eq!(folder.read("p/data/sample/1.in"), "mine\n");
    assert!(folder.has("p/data/sample/1.png") && !folder.has("p/data/sample/1.ans"));
}

#[test]
fn hints_and_descriptions_of_cases_without_a_rule_stay() {
    let folder = package("data: {secret: {data: {'1': }}}\n");
    let names = ["1.in", "1.hint", "1.desc"].map(|name| format!("p/data/secret/{name}"));
    names.iter().for_each(|name| folder.write(name, "mine\n"));
    folder.write("p/data/secret/2.hint", "of no case\n");
    generate(&folder, &["--clean"]).ends_with(0).says("1 file in data/ without a rule: removed");
    assert!(names.iter().all(|name| folder.has(name)) && !folder.has("p/data/secret/2.hint"));
}

#[test]
fn a_case_made_by_hand_shares_its_name_with_no_other() {
    for rules in [
        "data: {sample: {data: {a: {in: '1'}}}, secret: {include: [a], data: {a: }}}\n",
        "data: {secret: {data: {a: {in: '1', count: 2}, a-1: }}}\n",
    ] {
        let folder = package(rules);
        let names = ["a", "a-1"].map(|name| format!("p/data/secret/{name}.in"));
        names.iter().for_each(|name| folder.write(name, "mine\n"));
        generate(&folder, &["--force"]).ends_with(2).says("rename one of them");
        assert!(names.iter().all(|name| folder.read(name) == "mine\n"));
    }
}

#[test]
fn the_case_that_a_selected_link_leads_to_is_not_replaced() {
    let folder = package("data:\n  sample: {data: {one: {in: '1'}}}\n  secret: {include: [one]}\n");
    generate(&folder, &[]).ends_with(0);
    folder.write("p/data/sample/one.in", "mine\n");
    let run = generate(&folder, &["--force", "--only", "secret/*"]).ends_with(0);
    run.says("unchanged     1");
    assert_eq!(folder.read("p/data/sample/one.in"), "mine\n");
}

#[test]
fn nothing_is_cleaned_away_where_a_case_fails() {
    let folder = secret("a: say.sh 1\nb: {generate: say.sh 2, count: 2}\n");
    generate(&folder, &[]).ends_with(0);
    folder.write("p/data/secret/c.in", "mine\n");
    folder.write("p/generators/say.sh", "[ $1 = 1 ] && echo 1\n");
    let run = generate(&folder, &["--clean"]).ends_with(3).says("failed        2");
    let run = run.says("data/secret/c.in exists, but no rule generates it");
    // A link has a rule even if the case it leads to fails.
    assert!(!run.stdout.contains("b-2.in exists"), "{run}");
    assert!(folder.has("p/data/secret/c.in") && folder.has("p/data/secret/b-2.in"));
}

#[test]
fn a_link_to_the_extra_files_of_a_case_stays() {
    let folder = secret("a: say.sh 1\n");
    folder.write("p/tables/table.txt", "1\n");
    fs::create_dir_all(folder.path("p/data/secret")).unwrap();
    symlink("../../tables", folder.path("p/data/secret/a.files")).unwrap();
    generate(&folder, &["--clean"]).ends_with(0).says("new           1");
    assert!(folder.has("p/data/secret/a.files"));
}

#[test]
fn check_writes_nothing() {
    let folder = secret("a: say.sh 1\n");
    let run = folder.referee_changing_nothing(&["generate", "p", "--check"]).ends_with(1);
    run.says("secret/a.in is missing");
    assert!(!folder.has("p/data") && !folder.has("p/.referee"));
}

/// Returns the file with this content in the cache of generated cases.
fn entry_with(folder: &Folder, content: &str) -> std::path::PathBuf {
    let files = folder.files().into_iter();
    let mut found = files.filter(|(path, bytes)| {
        path.starts_with("p/.referee/generated") && bytes == content.as_bytes()
    });
    found.next().unwrap().0
}

#[test]
fn what_is_kept_is_used_and_never_trusted_blindly() {
    let folder = secret("a: say.sh kept\n");
    generate(&folder, &[]).ends_with(0);
    let input = entry_with(&folder, "kept\n");
    // A file of the cache that was changed is made again.
    folder.write(&input, "forged\n");
    fs::remove_dir_all(folder.path("p/data")).unwrap();
    generate(&folder, &[]).ends_with(0);
    assert_eq!(folder.read("p/data/secret/a.in"), "kept\n");
    assert_eq!(folder.read(&input), "kept\n");
    // With a matching hash it is trusted, which shows that the generator is not run again.
    let list = input.with_file_name("entry.json");
    let hash = |text: &str| -> String {
        let digest = sha2::Sha256::digest(text);
        digest.iter().map(|byte| format!("{byte:02x}")).collect()
    };
    let text = folder.read(&list).replace("\"bytes\":5", "\"bytes\":7");
    folder.write(&list, text.replace(&hash("kept\n"), &hash("forged\n")));
    folder.write(&input, "forged\n");
    fs::remove_dir_all(folder.path("p/data")).unwrap();
    generate(&folder, &[]).ends_with(0);
    assert_eq!(folder.read("p/data/secret/a.in"), "forged\n");
    fs::remove_dir_all(folder.path("p/data")).unwrap();
    // Entries that are no longer needed are removed.
    folder.write("p/generators/say.sh", format!("# another program\n{SAY}"));
    generate(&folder, &[]).ends_with(0);
    assert_eq!(folder.read("p/data/secret/a.in"), "kept\n");
    assert!(!folder.has(input.parent().unwrap()));
}

#[test]
fn generators_that_are_not_as_they_should_be() {
    for (script, rule, code, said) in [
        ("date +%N", "g.sh", 3, "it makes a different input each time it is run"),
        ("echo 1", "g.sh {seed}", 0, "makes the same with 10 other seeds"),
        ("echo oops >&2; exit 3", "g.sh", 3, "the generator g.sh: it ended with exit code 3"),
        ("echo oops >&2; exit 3", "{generate: g.sh, retries: 4}", 3, "it was tried 4 times"),
        (":", "g.sh", 3, "it writes neither testcase.in nor anything to its standard output"),
        ("echo 1 > testcase.in; echo 2", "g.sh", 0, "and to its output, which is ignored"),
        ("ln -s /etc/passwd testcase.in", "g.sh", 3, "it writes neither testcase.in"),
        (
            "[ $(($1 % 4)) = 0 ] && echo $1",
            "{generate: 'g.sh {seed}', retries: 4}",
            0,
            "new           1",
        ),
        // This is the seed of the case; the generator fails with any other.
        ("[ $1 = 156396969 ] && echo $1", "g.sh {seed}", 0, "new           1"),
        ("echo 1", "{generate: g.sh, match: ['^2$']}", 0, "secret/a: `^2$` is not in its `in`"),
        ("echo 1", "{generate: g.sh, solution: null}", 2, "no solution to compute one"),
    ] {
        let folder = secret(&format!("a: {rule}\n"));
        folder.write("p/generators/g.sh", format!("{script}\n"));
        generate(&folder, &[]).ends_with(code).says(said);
        assert_eq!(folder.has("p/data/secret/a.in"), code == 0, "{script}");
    }
}

#[test]
fn validators_look_at_every_input() {
    let validator = "read n; [ \"$n\" = bad ] && echo bad is bad >&2 && exit 43\n\
                     [ \"$n\" = crash ] && exit 1\n[ \"$n\" = zero ] && exit 0\n[ \"$n\" = killed ] && kill -9 $$\n[ \"$1\" = strict ] && exit 43\nexit 42\n";
    for (rules, code, said) in [
        ("secret: {data: {a: {in: good}}}", 0, "new           1"),
        ("secret: {data: {a: {in: bad}}}", 2, "it rejects the input: bad is bad"),
        // Only exit code 42 accepts.
        ("secret: {data: {a: {in: crash}}}", 2, "it rejects the input: no reason is given"),
        ("secret: {data: {a: {in: zero}}}", 2, "exit code 0, but only 42 accepts an input"),
        ("invalid_input: {data: {a: {in: crash}}}", 0, "new           1"),
        ("secret: {data: {a: {in: killed}}}", 3, "it was ended by signal 9"),
        (
            "secret: {data: {a: {in: good, yaml: {input_validator_args: [strict]}}}}",
            2,
            "it rejects",
        ),
        (
            "secret: {test_group.yaml: {input_validator_args: {v.sh: [strict]}}, data: {a: {in: good}}}",
            2,
            "it rejects",
        ),
        ("invalid_input: {data: {a: {in: bad}}}", 0, "new           1"),
        (
            "invalid_input: {data: {a: {in: good}}}",
            2,
            "no input validator rejects this invalid input",
        ),
        ("invalid_output: {data: {a: {in: good, ans: x}}}", 2, "needs a file `out`"),
    ] {
        let folder = package(&format!("data:\n  {rules}\n"));
        folder.write("p/input_validators/v.sh", validator);
        generate(&folder, &[]).ends_with(code).says(said);
        // The result is recorded, and is the same the next time.
        generate(&folder, &[]).ends_with(code);
    }
}

#[test]
fn an_empty_argument_is_cached_as_another_one_than_none() {
    let folder = package(
        "data:\n  sample: {data: {a: {in: x}}}\n  secret: {test_group.yaml: {input_validator_args: ['']}, data: {b: {in: x}}}\n",
    );
    folder.write("p/input_validators/v.sh", "[ $# = 0 ] && exit 42\nexit 43\n");
    let run = generate(&folder, &["--jobs", "1"]).ends_with(2);
    run.says("it rejects the input").says("new           2   secret/test_group.yaml, sample/a");
}

#[test]
fn what_is_wrong_beside_an_unusable_validator_is_no_concern_of_it() {
    let folder = package("data: {secret: {data: {1: {in: x}}}}\n");
    folder.write("p/input_validators/a/numbers.viva", "{ n; }\n");
    folder.write("p/input_validators/a b.sh", "exit 42\n");
    let run = generate(&folder, &[]).ends_with(0);
    assert!(run.to_string().contains("in VIVA, which is not supported"), "{run}");
    assert!(!run.to_string().contains("a b.sh"), "{run}");
}

#[test]
fn dialogues_have_empty_answers() {
    let folder =
        package("data: {sample: {data: {a: {in: x, interaction: '>1', in.download: x}}}}\n");
    folder.write("p/problem.yaml", format!("{NEW}type: interactive\n"));
    generate(&folder, &[]).ends_with(0);
    assert_eq!(folder.read("p/data/sample/a.ans"), "");
    assert_eq!(folder.read("p/data/sample/a.interaction"), ">1\n");
}

#[test]
#[expect(clippy::too_many_lines, reason = "a list of messages")]
fn all_that_is_wrong_is_told_at_once() {
    let folder = package(
        "generators: {bad: [], data: [rules.txt, say.sh]}
data:
  sample:
    include: [nowhere]
    data:
      a: {generate: say.sh, cout: 3}
      b: {generate: sya.sh}
      c: {in: 5}
      d: {generate: 'say.sh {seed} {seed:1}'}
      e: {generate: say.sh, count: 0}
      f: {in: x, in.statement: {link: ans}}
      g: {in: x, in.statement: {link: inn}}
      h: {ans: x}
      i:
      j: {generate: \"say.sh 'x\"}
      ../k: {in: x}
      l: {generate: ../../../../bin/sh}
      test_group: {in: x}
      m.in: {in: y}
      n: {in: z, interaction: x}
      o: [1]
      p: {in: q, solution: submissions/x.sh}
      q: {in: q, retries: 0}
      r: data
  secret:
    data:
      - a: {in: x, in.download: y}
      - x: {in: b1}
        y: {in: b2}
      - in: c1
        ans: c2
      - twice:
          data: {x-1: {in: c3}, x: {generate: 'say.sh {count}', count: 1}}
      - self: {include: [secret]}
      - amb: {include: [a]}
",
    );
    folder.write("p/generators/rules.txt", "");
    let run = folder.referee_changing_nothing(&["generate", "p"]).ends_with(2);
    assert_snapshot!(run.stdout, @r#"
    error: p/generators/generators.yaml, line 1, column 19: a generator must have at least one file
      1 | generators: {bad: [], data: [rules.txt, say.sh]}
        |                   ^

    error: p/generators/generators.yaml, line 4, column 15: there is no case or group `nowhere` before this
      4 |     include: [nowhere]
        |               ^

    error: p/generators/generators.yaml, line 6, column 29: unknown key `cout`
      6 |       a: {generate: say.sh, cout: 3}
        |                             ^
    help: did you mean `count`?

    error: p/generators/generators.yaml, line 7, column 21: there is no generator `sya.sh`
      7 |       b: {generate: sya.sh}
        |                     ^
    help: did you mean `say.sh`?

    error: p/generators/generators.yaml, line 8, column 15: `in` is a number; expected a string
      8 |       c: {in: 5}
        |               ^
    help: put it into quotes

    error: p/generators/generators.yaml, line 9, column 21: {seed} may occur at most once
      9 |       d: {generate: 'say.sh {seed} {seed:1}'}
        |                     ^

    error: p/generators/generators.yaml, line 10, column 36: `count` must be from 1 to 100 cases, not 0
      10 |       e: {generate: say.sh, count: 0}
         |                                    ^

    error: p/generators/generators.yaml, line 11, column 39: `in.statement` cannot be a link to `ans`
      11 |       f: {in: x, in.statement: {link: ans}}
         |                                       ^

    error: p/generators/generators.yaml, line 12, column 39: a link leads to another file of the case
      12 |       g: {in: x, in.statement: {link: inn}}
         |                                       ^
    help: did you mean `in`?

    error: p/generators/generators.yaml, line 13, column 10: there is no rule for the input
      13 |       h: {ans: x}
         |          ^
    help: write `generate`, `copy` or `in`

    error: p/generators/generators.yaml, line 15, column 21: a quote is not closed
      15 |       j: {generate: "say.sh 'x"}
         |                     ^

    error: p/generators/generators.yaml, line 16, column 7: `../k` is not a valid name
      16 |       ../k: {in: x}
         |       ^
    help: a name has letters, digits, `_`, `-` and `.`, and begins with none of the last two

    error: p/generators/generators.yaml, line 17, column 21: there is no generator `../../../../bin/sh`
      17 |       l: {generate: ../../../../bin/sh}
         |                     ^

    error: p/generators/generators.yaml, line 18, column 7: a case must not be named test_group: its settings would be the group's
      18 |       test_group: {in: x}
         |       ^

    error: p/generators/generators.yaml, line 19, column 7: the case m.in would be the file m.in.in
      19 |       m.in: {in: y}
         |       ^
    help: the name of a case has no extension

    error: p/generators/generators.yaml, line 20, column 7: only interactive and multi-pass problems have a file `interaction`
      20 |       n: {in: z, interaction: x}
         |       ^

    error: p/generators/generators.yaml, line 21, column 10: this is a list; expected a command, a case or a group
      21 |       o: [1]
         |          ^

    error: p/generators/generators.yaml, line 22, column 28: the path of a solution begins with `/`, which is the package
      22 |       p: {in: q, solution: submissions/x.sh}
         |                            ^
    help: as in /submissions/accepted/solution.py

    error: p/generators/generators.yaml, line 23, column 27: `retries` is a number; expected a whole number from 1 to 1000
      23 |       q: {in: q, retries: 0}
         |                           ^

    error: p/generators/generators.yaml, line 24, column 10: generator data: its first file, which is started, is not shell
      24 |       r: data
         |          ^

    error: p/generators/generators.yaml, line 27, column 9: only samples have a file `in.download`
      27 |       - a: {in: x, in.download: y}
         |         ^

    error: p/generators/generators.yaml, line 28, column 9: an entry of a numbered list has exactly one key
      28 |       - x: {in: b1}
         |         ^

    error: p/generators/generators.yaml, line 30, column 9: an entry of a numbered list has exactly one key
      30 |       - in: c1
         |         ^
    help: what belongs to the case is one level deeper

    error: p/generators/generators.yaml, line 33, column 18: there are two cases secret/1-twice/x-1: line 33 has one
      33 |           data: {x-1: {in: c3}, x: {generate: 'say.sh {count}', count: 1}}
         |                  ^
    help: rename one of them

    error: p/generators/generators.yaml, line 34, column 26: `secret` is a group that contains this one
      34 |       - self: {include: [secret]}
         |                          ^

    error: p/generators/generators.yaml, line 35, column 25: `a` is ambiguous: 2 cases and groups before have that key
      35 |       - amb: {include: [a]}
         |                         ^
    help: give them unique keys, or put them into a group and include that

    26 errors; nothing was generated.   exit code 2
    "#);
}

#[test]
fn what_may_be_meant_otherwise_is_warned_of() {
    let folder = package(
        "data:
  secret:
    random_slat: x
    tool: anything
    data:
      a: say.sh {{bottom}}
      b: say.sh {count}
      c: say.sh 1
      d: say.sh 1
      e: {in: '1'}
      f: five.in
      g: six.in
  secert: {data: {x: {in: '1'}}}
",
    );
    folder.write("p/generators/five.in", "5\n");
    folder.write("p/generators/six.in", "6\n");
    assert_snapshot!(generate(&folder, &[]).ends_with(0).stderr, @"
    note: languages of referee.toml
    warning: p/generators/generators.yaml, line 3, column 5: unknown key `random_slat` (did you mean `random_salt`?)
    warning: p/generators/generators.yaml, line 6, column 10: problem.yaml has no constant `bottom`: it stays as it is
    warning: p/generators/generators.yaml, line 7, column 10: there is {count} in the command, but the case has no `count`
    warning: p/generators/generators.yaml, line 9, column 7: this is the same rule as that of secret/c (if that is meant, include it, or write a `count`)
    warning: p/generators/generators.yaml, line 11, column 10: a file as a case is an old form (write `copy: five`); the same in 1 other place
    warning: p/generators/generators.yaml, line 13, column 3: `secert` is no folder of data/: nothing is made for it (did you mean `secret`?)
    note: no solution is named: /submissions/accepted/lines.sh is used; `solution: /submissions/accepted/lines.sh` in generators.yaml makes that explicit
    warning: p/generators/generators.yaml, line 9, column 7: secret/d is the same case as secret/c
    warning: p/generators/generators.yaml, line 10, column 7: secret/e is the same case as secret/c
    ");
}

#[test]
fn nothing_outside_of_the_package_is_touched() {
    let folder = secret("a: {in: '1'}\n");
    folder.write("outside/kept", "");
    symlink("../../outside", folder.path("p/link")).unwrap();
    fs::create_dir(folder.path("p/data")).unwrap();
    symlink("../../outside", folder.path("p/data/secret")).unwrap();
    let run = folder.referee_changing_nothing(&["generate", "p", "--check"]).ends_with(2);
    run.says("a folder of data/ is a link");
    generate(&folder, &["--force"]).ends_with(2);
    assert!(!folder.has("outside/a.in"));
    fs::remove_file(folder.path("p/data/secret")).unwrap();
    // A link in place of a file is replaced rather than followed.
    fs::create_dir(folder.path("p/data/secret")).unwrap();
    symlink("../../../outside/kept", folder.path("p/data/secret/a.in")).unwrap();
    generate(&folder, &[]).ends_with(1).says("secret/a.in differs: it is a link");
    generate(&folder, &["--force"]).ends_with(0);
    assert_eq!(
        (folder.read("outside/kept"), folder.read("p/data/secret/a.in")),
        (String::new(), "1\n".into())
    );
    for copy in ["../../outside/kept", "manual/out"] {
        let folder = secret(&format!("a: {{copy: {copy}}}\n"));
        folder.write("outside/kept.in", "secret\n");
        fs::create_dir(folder.path("p/generators/manual")).unwrap();
        symlink("../../../outside/kept.in", folder.path("p/generators/manual/out.in")).unwrap();
        generate(&folder, &[]).ends_with(2).says("the file to copy is outside of the package");
    }
}

#[test]
fn what_many_cases_have_from_one_group_is_said_once() {
    let cases = "{a: {in: x}, b: {in: y}, c: {in: z}}";
    let folder = package(&format!("solution: /nowhere.sh\ndata: {{sample: {{data: {cases}}}}}\n"));
    let run = generate(&folder, &[]).ends_with(2);
    run.says("there is no such program in the package").says("1 error; nothing was generated.");
}

#[test]
fn wrong_usage_is_named() {
    let folder = package("data: {secret: {data: {a: {in: '1'}}}}\n");
    folder.write("empty/file", "");
    folder.write("polygon/problem.xml", "<problem/>");
    for (arguments, said) in [
        (&["p", "--out", "x"][..], "--out is for recipes"),
        (&["p", "--only", "x*"], "no case matches --only x*"),
        (&["p", "infinity-war"], "infinity-war is not a folder of a problem package"),
        (&["empty"], "this is not a problem package: it has no problem.yaml"),
        (&["polygon"], "help: packages of Polygon are not read"),
        (
            &["infinity-war", "--clean"],
            "--clean and --check-deterministic are for problem packages",
        ),
    ] {
        let arguments = [&["generate"], arguments].concat();
        folder.referee_changing_nothing(&arguments).ends_with(2).says(said);
    }
    fs::remove_dir_all(folder.path("p/generators")).unwrap();
    generate(&folder, &[]).ends_with(2).says("which would say what to generate");
}
