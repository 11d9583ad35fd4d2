use clap::Parser;

use super::*;
use crate::cli::args::{Cli, Command};

/// Returns the choice for these flags and these answers typed on a terminal, and the output of the
/// terminal.
fn chosen(
    flags: &[&str],
    typed: &str,
) -> (Result<(ProblemForm, TemplateLanguages), Fault>, String) {
    let words = ["referee", "new", "split"].iter().chain(flags);
    let Command::New(args) = Cli::try_parse_from(words).unwrap().command else {
        panic!("this is another command")
    };
    let mut screen = Vec::new();
    let choice = choose(&args, Some(&mut Questions::new(typed.as_bytes(), &mut screen)));
    (choice, String::from_utf8(screen).unwrap())
}

#[test]
fn what_no_flag_says_is_asked_until_it_is_answered() {
    let (choice, screen) = chosen(&[], "no\n2\nPY\n");
    let (form, languages) = choice.unwrap();
    assert_eq!((form, languages.checker), (ProblemForm::Package2025, TemplateLanguage::Python));
    insta::assert_snapshot!(screen);
}

#[test]
fn an_empty_line_takes_the_first() {
    let (form, languages) = chosen(&[], "\n\n").0.unwrap();
    assert_eq!((form, languages.solution), (ProblemForm::TomlFolder, TemplateLanguage::Rust));
}

#[test]
fn what_a_flag_says_is_not_asked() {
    let (choice, screen) = chosen(&["--package", "legacy", "--language", "cpp"], "");
    let (form, languages) = choice.unwrap();
    assert_eq!((form, languages.generator), (ProblemForm::LegacyPackage, TemplateLanguage::Cpp));
    assert_eq!(screen, "");
    let roles =
        ["--checker", "cpp", "--validator", "cpp", "--generator", "cpp", "--solution", "rust"];
    let (choice, screen) = chosen(&[&["--package", "none"], &roles[..]].concat(), "");
    assert_eq!((choice.unwrap().1.solution, screen.as_str()), (TemplateLanguage::Rust, ""));
}

#[test]
fn without_an_answer_nothing_is_created() {
    let fault = chosen(&[], "1\n").0.unwrap_err();
    assert_eq!(fault.message, "there is no answer; nothing was written");
}
