use super::*;

fn words(grammar: Grammar, text: &str) -> Vec<&str> {
    grammar.tokens(text).into_iter().map(|token| token.text).collect()
}

#[test]
fn comments_and_directives_are_no_tokens() {
    let text = "#include <vector>\n#define N 10 // x\nint/* y */a=b<=1'000;\n";
    let expected = ["#", "define", "N", "10", "int", "a", "=", "b", "<=", "1'000", ";"];
    assert_eq!(words(Grammar::C, text), expected);
    assert_eq!(words(Grammar::Python, "a//b # c\n"), ["a", "//", "b", "\n"]);
    assert_eq!(words(Grammar::Java, "a//b\n"), ["a"]);
}

#[test]
fn texts_are_one_token() {
    assert_eq!(
        words(Grammar::C, r#"f("a\"<b", '\'')"#),
        ["f", "(", r#""a\"<b""#, ",", r"'\''", ")"]
    );
    assert_eq!(words(Grammar::C, "R\"x(a)\"b)x\"+1"), ["R\"x(a)\"b)x\"", "+", "1"]);
    assert_eq!(
        words(Grammar::Rust, "&'a str = r#\"<\"#; 'x' '\\n'"),
        ["&", "'", "a", "str", "=", "r#\"<\"#", ";", "'x'", "'\\n'"]
    );
    assert_eq!(words(Grammar::Python, "f'''a\nb''' + ''"), ["f'''a\nb'''", "+", "''"]);
    assert_eq!(words(Grammar::Java, "\"\"\"\na\"b\"\"\";"), ["\"\"\"\na\"b\"\"\"", ";"]);
}

#[test]
fn numbers_end_where_ranges_and_calls_begin() {
    assert_eq!(
        words(Grammar::Rust, "0..=10 1.5e-3 2.max(3) 1_u64"),
        ["0", "..=", "10", "1.5e-3", "2", ".", "max", "(", "3", ")", "1_u64"]
    );
    assert_eq!(
        words(Grammar::C, "1e9+7 0xff 1LL<<40"),
        ["1e9", "+", "7", "0xff", "1LL", "<<", "40"]
    );
}

#[test]
fn lines_of_python_end_statements_outside_of_brackets_only() {
    assert_eq!(
        words(Grammar::Python, "a = (1,\n 2)\nb\\\n+1\n"),
        ["a", "=", "(", "1", ",", "2", ")", "\n", "b", "+", "1", "\n"]
    );
}

#[test]
fn no_text_is_lost_or_a_panic() {
    for text in ["", "\"", "'", "R\"", "r#", "/*", "\\", "é'é", "'''", "1.", "\u{feff}x", "a\0b"]
    {
        for grammar in Grammar::ALL {
            for token in grammar.tokens(text) {
                assert_eq!(&text[token.start..token.end()], token.text);
            }
        }
    }
}

#[test]
fn texts_of_other_languages_are_one_token() {
    assert_eq!(words(Grammar::JavaScript, "a = `x\n'y` + 'z'"), ["a", "=", "`x\n'y`", "+", "'z'"]);
    assert_eq!(words(Grammar::Go, "a := `\\` + 'b'"), ["a", ":=", "`\\`", "+", "'b'"]);
    assert_eq!(words(Grammar::Kotlin, "\"\"\"a\"b\"\"\" + 'c'"), ["\"\"\"a\"b\"\"\"", "+", "'c'"]);
    let verbatim = r#"$@"C:\""x" + "b\"""#;
    assert_eq!(words(Grammar::CSharp, verbatim), [r#"$@"C:\""x""#, "+", r#""b\"""#]);
}

#[test]
fn an_escaped_quote_ends_no_text_of_several_lines() {
    assert_eq!(words(Grammar::JavaScript, r"q = `\``; a"), ["q", "=", r"`\``", ";", "a"]);
    assert_eq!(words(Grammar::JavaScript, r"`\\` + `a`"), [r"`\\`", "+", "`a`"]);
    for (grammar, quotes) in
        [(Grammar::Python, "\"\"\""), (Grammar::Python, "'''"), (Grammar::Java, "\"\"\"")]
    {
        let text = format!("{quotes}a\\{quotes} b{quotes}");
        assert_eq!(words(grammar, &format!("{text} + c")), [&text, "+", "c"]);
    }
    // Kotlin has no escapes in them.
    assert_eq!(words(Grammar::Kotlin, r#""""\""" + a"#), [r#""""\""""#, "+", "a"]);
}

/// It would take minutes to look for the end of each lifetime in the whole line.
#[test]
fn a_lifetime_is_no_start_of_a_long_character() {
    let text = "a\\'".repeat(300_000);
    assert_eq!(Grammar::Rust.tokens(&format!("'{text}'")).len(), 900_002);
    assert_eq!(
        words(Grammar::Rust, r"&'a 'b' '\n' '\'' 'é'"),
        ["&", "'", "a", "'b'", r"'\n'", r"'\''", "'é'"]
    );
}

/// Each of these would take minutes if every quote were searched for to the end.
#[test]
fn what_is_never_closed_takes_linear_time() {
    for unit in
        ["\\\"", "\\'", "R\"a(", "r#\"", "r##\"#", "R\"", "'", "@\"", "`", "\"\"\" ", "/*", "0.e-"]
    {
        let text = unit.repeat(1 << 15);
        for grammar in Grammar::ALL {
            let tokens = grammar.tokens(&text);
            assert!(tokens.iter().all(|token| !token.text.is_empty()), "{unit}");
        }
    }
}
