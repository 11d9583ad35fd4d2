//! The content of a recipe, and the errors of a wrong recipe: the mistake, its line, a hint.

use referee_base::document::DocumentError;
use referee_generators::Recipe;

const HEAD: &str = "format = 1\nproblem = 'infinity-war'\nsalt = 's'\n";

fn error_of(text: &str) -> DocumentError {
    Recipe::parse(text).expect_err(text)
}

/// Checks message, line and help of the error in a recipe with this single case, which starts on
/// line 4.
fn case_error(case: &str, line: u64, message: &str, help: Option<&str>) {
    let error = error_of(&format!("{HEAD}[[case]]\n{case}\n"));
    assert_eq!((&*error.message, error.help.as_deref()), (message, help), "{case}");
    assert_eq!(error.place.line, line, "{case}: {error}");
}

#[test]
fn an_unknown_key_is_named_with_the_nearest() {
    let case = "name = 'a'\nfamily = 'uniform'\nn = 5\nsede = 3";
    case_error(case, 8, "unknown key `sede`", Some("did you mean `seed`?"));
    let case = "name = 'a'\nfamily = 'uniform'\nn = 5\ncolour = 3";
    let known = "expected one of: name, count, seed, on_demand, family, expect, n";
    case_error(case, 8, "unknown key `colour`", Some(known));
    let error = error_of(&format!("{HEAD}slover = 'exact'\n[[case]]\nname = 'a'\n"));
    assert_eq!(error.help.as_deref(), Some("did you mean `solver`?"));
}

#[test]
fn unknown_words_are_named_with_the_nearest() {
    let case = "name = 'a'\nfamily = 'unifrom'\nn = 5";
    case_error(case, 6, "unknown family `unifrom`", Some("did you mean `uniform`?"));
    let case = "name = 'a'\nfamily = 'outcome'\nn = 5\noutcome = 'ties'";
    case_error(case, 8, "unknown outcome `ties`", Some("did you mean `tie`?"));
    let error = error_of("format = 1\nproblem = 'infinity-wars'\nsalt = 's'\n");
    assert_eq!(error.message, "unknown problem `infinity-wars`");
    assert_eq!(error.help.as_deref(), Some("did you mean `infinity-war`?"));
    let error = error_of("format = 1\nproblem = 'chess'\nsalt = 's'\n");
    let known = "expected one of: infinity-war, huepfburg, subtraction-game";
    assert_eq!(error.help.as_deref(), Some(known));
}

#[test]
fn a_missing_key_is_named() {
    case_error("family = 'uniform'\nn = 5", 4, "the key `name` is missing", None);
    case_error("name = 'a'\nn = 5", 4, "the key `family` is missing", None);
    case_error("name = 'a'\nfamily = 'uniform'", 4, "the key `n` is missing", None);
    let heads = [
        ("", "the key `format` is missing"),
        ("format = 1", "the key `problem` is missing"),
        ("format = 1\nproblem = 'infinity-war'", "the key `salt` is missing"),
        (HEAD, "the key `case` is missing"),
    ];
    for (text, message) in heads {
        assert_eq!(error_of(text).message, message, "{text}");
    }
}

#[test]
fn values_must_be_of_their_type_and_range() {
    let uniform = "name = 'a'\nfamily = 'uniform'\n";
    let flag = format!("{uniform}n = 2\non_demand = 'yes'");
    case_error(&flag, 8, "on_demand must be true or false, found: string", None);
    case_error(&format!("{uniform}n = 1"), 7, "n = 1 is outside 2..=10000000", None);
    case_error(&format!("{uniform}n = 5\ncount = 0"), 8, "count = 0 is outside 1..=1000", None);
    case_error(&format!("{uniform}n = '5'"), 7, "n must be an integer, found: string", None);
    case_error("name = 5", 5, "name must be a string in quotes, found: integer", None);
    assert_eq!(error_of("format = 2").message, "format = 2 is outside 1..=1");
}

#[test]
fn names_are_plain_paths_and_differ() {
    for (name, why) in [
        ("/a", "has a part that does not start with a letter, a digit or _"),
        ("a/../b", "has a part that does not start with a letter, a digit or _"),
        ("", "has a part that does not start with a letter, a digit or _"),
        ("a b", "has characters other than letters, digits, '_', '.', '-' and '/'"),
        ("a\\\\b", "has characters other than letters, digits, '_', '.', '-' and '/'"),
    ] {
        let error = error_of(&format!("{HEAD}[[case]]\nname = \"{name}\"\n"));
        assert!(error.message.ends_with(why), "{name}: {error}");
    }
    let case = "family = 'uniform'\nn = 5\n";
    let twice = format!("{HEAD}[[case]]\nname = 'a'\n{case}[[case]]\nname = 'A'\n{case}");
    let error = error_of(&twice);
    assert_eq!(error.message, "there is a case a already (line 4, column 1)");
    assert_eq!(error.place.line, 8);
}

#[test]
fn what_is_not_toml_has_its_place() {
    let error = error_of("format = 1\nproblem = = 'x'\n");
    assert_eq!(error.place.line, 2, "{error}");
    assert!(!error.message.contains('\n'));
}

#[test]
fn copies_are_numbered_and_differ() {
    let entry = "[[case]]\nname = 'a'\nfamily = 'uniform'\nn = 50\ncount = 10\n";
    let recipe = Recipe::parse(&format!("{HEAD}{entry}")).expect("right");
    let names: Vec<&str> = recipe.cases.iter().map(|case| &*case.name).collect();
    assert_eq!((names[0], names[9], names.len()), ("a-01", "a-10", 10));
    assert_ne!(recipe.cases[0].seed, recipe.cases[1].seed);
    let again = Recipe::parse(&format!("{HEAD}{entry}seed = 1\n")).expect("right");
    assert_ne!(recipe.cases[0].seed, again.cases[0].seed);
}
