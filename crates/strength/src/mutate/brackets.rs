//! Finds angle brackets around types: changing one costs a compilation and never yields a program.

use std::collections::HashSet;

use referee_tokens::{Grammar, Token, TokenKind};

/// The maximum number of tokens of types in brackets.
const MAX_TOKENS: usize = 100;

/// Returns the positions of the tokens that are brackets around types.
pub(super) fn around_types(grammar: Grammar, tokens: &[Token]) -> HashSet<usize> {
    let mut found = HashSet::new();
    if grammar == Grammar::Python {
        return found;
    }
    let opening = (0..tokens.len()).filter(|&at| tokens[at].text == "<");
    for open in opening {
        let before = open.checked_sub(1).map(|before| tokens[before]);
        let is_after_name =
            before.is_some_and(|one| one.kind == TokenKind::Word || one.text == "::");
        if is_after_name && let Some(close) = closing(tokens, open) {
            let inside = (open..=close).filter(|&at| tokens[at].text.starts_with(['<', '>']));
            found.extend(inside);
        }
    }
    found
}

/// Returns the position of the token that closes a bracket around types; `None` if these are not
/// types.
fn closing(tokens: &[Token], open: usize) -> Option<usize> {
    let (mut angles, mut rounds) = (0_usize, 0_usize);
    for (at, token) in tokens.iter().enumerate().skip(open).take(MAX_TOKENS) {
        match (token.kind, token.text) {
            (_, "<") => angles += 1,
            (_, ">" | ">>" | ">>>") => {
                angles = angles.checked_sub(token.text.len())?;
                if angles == 0 {
                    return Some(at).filter(|_| rounds == 0 && follows_types(tokens.get(at + 1)));
                }
            }
            (_, "(") => rounds += 1,
            (_, ")") => rounds = rounds.checked_sub(1)?,
            (TokenKind::Word | TokenKind::Number, _) => {}
            (_, "," | "::" | "*" | "&" | "?" | "[" | "]" | "'" | ".") => {}
            _ => return None,
        }
    }
    None
}

/// Returns whether a token may follow a closing bracket around types.
fn follows_types(token: Option<&Token>) -> bool {
    let Some(token) = token else { return true };
    let is_mark = matches!(
        token.text,
        "(" | ")" | "{" | "[" | "]" | ">" | ">>" | "," | "::" | ";" | "&" | "*" | "=" | "." | "|"
    );
    token.kind == TokenKind::Word || is_mark
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the tokens, with a number sign before each bracket around types.
    fn marked(grammar: Grammar, text: &str) -> String {
        let tokens = grammar.tokens(text);
        let found = around_types(grammar, &tokens);
        let words = tokens.iter().enumerate().map(|(at, token)| {
            if found.contains(&at) { format!("#{}", token.text) } else { token.text.to_string() }
        });
        words.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn types_are_told_from_comparisons() {
        use Grammar::{C, Java, Python, Rust};
        for (grammar, text, expected) in [
            (C, "vector<pair<int,int>> a;", "vector #< pair #< int , int #>> a ;"),
            (C, "set<int, greater<>> b;", "set #< int , greater #< #>> b ;"),
            (C, "function<int(int)> f;", "function #< int ( int ) #> f ;"),
            (C, "static_cast<long long>(a < b)", "static_cast #< long long #> ( a < b )"),
            (C, "if (a < b && c > d)", "if ( a < b && c > d )"),
            (C, "for (i = 0; i < n; i++) x > y;", "for ( i = 0 ; i < n ; i ++ ) x > y ;"),
            (C, "f(a < n, b > 0)", "f ( a < n , b > 0 )"),
            (C, "(a < b) > c", "( a < b ) > c"),
            (C, "a < b >> c;", "a < b >> c ;"),
            (
                Java,
                "Map<String, ? extends List<Long>> m",
                "Map #< String , ? extends List #< Long #>> m",
            ),
            (Rust, "Vec::<&'a str>::new()", "Vec :: #< & ' a str #> :: new ( )"),
            (Rust, "a < b as i64", "a < b as i64"),
            (Python, "a < b > c", "a < b > c"),
        ] {
            assert_eq!(marked(grammar, text), expected);
        }
    }
}
