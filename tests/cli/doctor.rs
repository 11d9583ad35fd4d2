//! `referee doctor` and `referee --version --verbose` on the machine of the tests, whatever it has.

use serde_json::Value;

use crate::one_language::alone;
use crate::support::Folder;

#[test]
fn the_report_fits_eighty_columns_and_is_plain_in_a_pipe() {
    let folder = Folder::new();
    let run = folder.referee(&["doctor"]).ends_with(0);
    assert_eq!(run.stderr, "");
    assert!(!run.stdout.contains('\x1b'), "{run}");
    let headings: Vec<&str> = run
        .stdout
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with(' '))
        .map(|line| line.split(' ').next().unwrap())
        .collect();
    assert_eq!(headings, ["referee", "isolation", "measuring", "machine", "languages"]);
    for line in run.stdout.lines() {
        // A path or an option can be a word of any length.
        assert!(line.chars().count() <= 80 || line.trim().split(' ').count() == 1, "{line}");
    }
    let coloured = folder.doctor(&["--color", "always"]);
    assert!(coloured.stdout.contains('\x1b'), "{coloured}");
    assert_eq!(folder.doctor(&["--quiet"]).stdout, "");
}

#[test]
fn languages_of_a_file_are_looked_for_as_well() {
    let folder = Folder::new();
    let language = "[[language]]\nname = 'exotic'\ntitle = 'Exotic'\nendings = ['exo']\n\
        run = ['no-such-interpreter|nor-this', '{main}']\n";
    folder.write("languages.toml", alone(Some("rust")) + language);
    let call = ["doctor", "--languages", "languages.toml", "--report", "json"];
    let run = folder.referee(&call).ends_with(0);
    let found: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&found["format"], &found["version"]), (&"referee-doctor".into(), &1.into()));
    let languages = found["languages"].as_array().unwrap();
    let named = |name: &str| languages.iter().find(|one| one["name"] == name).unwrap();
    assert_eq!(named("exotic")["missing"], "no-such-interpreter or nor-this");
    assert_eq!(named("exotic")["programs"], serde_json::json!([]));
    // The tests themselves are compiled here.
    assert_eq!(named("rust")["missing"], Value::Null);
    assert!(named("rust")["programs"][0]["version"].as_str().unwrap().starts_with("rustc "));
    let machine = &found["machine"];
    assert!(machine["processors"].as_u64() >= Some(1) && machine["memory"].as_u64() > Some(0));
    let human = folder.referee(&call[..3]).ends_with(0);
    let words: Vec<&str> = human.stdout.split_whitespace().collect();
    assert!(words.join(" ").contains("Exotic (no-such-interpreter or nor-this)"), "{human}");
}

#[test]
fn bad_arguments_are_refused() {
    let folder = Folder::new();
    folder.referee(&["doctor", "--languages", "nowhere.toml"]).ends_with(2).says("nowhere.toml");
    folder.referee(&["doctor", "--report", "xml"]).ends_with(2).says("human, json");
    folder.referee(&["doctor", "here"]).ends_with(2);
    folder.referee(&["--verbose"]).ends_with(2);
}

#[test]
fn the_version_says_more_if_that_is_wished() {
    let folder = Folder::new();
    let version = |words: &[&str]| folder.referee(words).ends_with(0).stdout;
    let short = format!("referee {}\n", env!("CARGO_PKG_VERSION"));
    for words in [&["--version"][..], &["-V"]] {
        assert_eq!(version(words), short);
    }
    let long = version(&["--version", "--verbose"]);
    for words in [&["--verbose", "--version"][..], &["-V", "-v"], &["-Vv"], &["-vV"]] {
        assert_eq!(version(words), long, "{words:?}");
    }
    let labels = long.lines().skip(1).take(7).map(|line| line.split_whitespace().next().unwrap());
    let labels: Vec<&str> = labels.collect();
    assert_eq!(
        labels,
        ["commit", "sources", "profile", "features", "target", "compiler", "isolation"]
    );
    assert!(long.contains("\n  Rust        rustc "), "{long}");
}
