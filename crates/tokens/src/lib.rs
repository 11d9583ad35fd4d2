//! Programs as tokens, for code that looks at a few tokens at a time: rules that change programs,
//! and comparisons of programs.
//!
//! There is no parser here. A [`Grammar`] recognises the literals and comments of a language, and
//! no more of its grammar: a text that is not a program has tokens as well. Lexing takes linear
//! time.
//!
//! ```
//! use referee_tokens::{Grammar, TokenKind};
//!
//! let tokens = Grammar::C.tokens("int a = 1'000; // one thousand");
//! let texts: Vec<&str> = tokens.iter().map(|token| token.text).collect();
//! assert_eq!(texts, ["int", "a", "=", "1'000", ";"]);
//! assert_eq!(tokens[3].kind, TokenKind::Number);
//! ```

mod lexer;

pub use lexer::{Grammar, Token, TokenKind};
