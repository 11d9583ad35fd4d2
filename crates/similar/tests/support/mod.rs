//! Programs for one exercise, written independently, and known disguises of copies.

use std::fs;
use std::path::Path;

use referee_tokens::{Grammar, Token, TokenKind};

/// A disguise: its name, and the function that disguises a program.
pub(crate) type Disguise = (&'static str, fn(&str) -> String);

/// All disguises; the last one combines several.
pub(crate) const DISGUISES: [Disguise; 8] = [
    ("renamed", renamed),
    ("laid out anew, with comments", laid_out_anew),
    ("other constants", other_constants),
    ("other loops", other_loops),
    ("declarations split", declarations_split),
    ("functions in another order", reordered),
    ("dead code", with_dead_code),
    ("all of these", all),
];

/// Returns the programs of the exercise, by name.
pub(crate) fn exercise() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/exercise");
    let mut programs: Vec<(String, String)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            (name, fs::read_to_string(path).unwrap())
        })
        .collect();
    programs.sort();
    programs
}

/// Rewrites a program token by token, and keeps the text between tokens.
pub(crate) fn rewritten(text: &str, mut rewrite: impl FnMut(&[Token], usize) -> String) -> String {
    let tokens = Grammar::C.tokens(text);
    let (mut all, mut end) = (String::new(), 0);
    for (at, token) in tokens.iter().enumerate() {
        all += &text[end..token.start];
        all += &rewrite(&tokens, at);
        end = token.end();
    }
    all + &text[end..]
}

/// Words that cannot be renamed.
const RESERVED: &str = "if else for while do return struct class public explicit const auto int \
    double bool long size_t char void using namespace typedef define static std main operator this";

pub(crate) fn renamed(text: &str) -> String {
    let mut names: Vec<String> = Vec::new();
    rewritten(text, |tokens, at| {
        let token = &tokens[at];
        let is_reserved = RESERVED.split_whitespace().any(|word| word == token.text);
        if token.kind != TokenKind::Word || is_reserved {
            return token.text.to_string();
        }
        let known = names.iter().position(|name| name == token.text);
        let number = known.unwrap_or_else(|| {
            names.push(token.text.to_string());
            names.len() - 1
        });
        format!("thing{number}")
    })
}

fn laid_out_anew(text: &str) -> String {
    let directives = text.lines().filter(|line| line.starts_with('#'));
    let directives: String = directives.map(|line| format!("{line}\n")).collect();
    let rest: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let rest = rest.join("\n");
    let mut code = String::new();
    for (number, token) in Grammar::C.tokens(&rest).iter().enumerate() {
        code += token.text;
        code += match number % 9 {
            0 => " /* step */ ",
            4 => " // and on\n",
            _ => " ",
        };
    }
    directives + &code
}

fn other_constants(text: &str) -> String {
    rewritten(text, |tokens, at| match tokens[at].kind {
        TokenKind::Number => format!("{}", 7 + at % 90),
        TokenKind::Text => "\"other\"".into(),
        _ => tokens[at].text.into(),
    })
}

/// Turns `while` into `for`, and `for` into a `while` after its first part.
fn other_loops(text: &str) -> String {
    let closing = |tokens: &[Token], open: usize| {
        let mut depth = 0;
        (open..tokens.len()).find(|&at| {
            depth += i32::from(tokens[at].text == "(") - i32::from(tokens[at].text == ")");
            depth == 0
        })
    };
    let mut closes = Vec::new();
    rewritten(text, |tokens, at| {
        let after_do = at > 0 && tokens[at - 1].text == "}";
        let next_opens = tokens.get(at + 1).is_some_and(|next| next.text == "(");
        if tokens[at].text == "while" && next_opens && !after_do {
            closes.extend(closing(tokens, at + 1));
            return "for".into();
        }
        let opens_one = tokens[at].text == "("
            && at > 0
            && tokens[at - 1].text == "while"
            && closing(tokens, at).is_some_and(|close| closes.contains(&close));
        match tokens[at].text {
            "(" if opens_one => "(;".into(),
            ")" if closes.contains(&at) => ";)".into(),
            text => text.into(),
        }
    })
}

/// Turns `int a, b;` into `int a; int b;`, but neither in brackets nor in function declarations.
fn declarations_split(text: &str) -> String {
    let (mut depth, mut declares) = (0_i32, false);
    rewritten(text, |tokens, at| {
        let token = tokens[at].text;
        let opens = matches!(token, "(" | "[");
        depth += i32::from(opens) - i32::from(matches!(token, ")" | "]"));
        if matches!(token, ";" | "{" | "}") {
            declares = false;
        } else if token == "int" && depth == 0 {
            declares = tokens.get(at + 2).is_some_and(|after| after.text != "(");
        }
        if token == "," && declares && depth == 0 { ";\nint".into() } else { token.into() }
    })
}

/// Reverses the order of top-level declarations.
fn reordered(text: &str) -> String {
    let lines = || text.split_inclusive('\n');
    let directives: String = lines().filter(|line| line.starts_with('#')).collect();
    let rest: String = lines().filter(|line| !line.starts_with('#')).collect();
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0_i32);
    let tokens = Grammar::C.tokens(&rest);
    for (at, token) in tokens.iter().enumerate() {
        depth += i32::from(token.text == "{") - i32::from(token.text == "}");
        let next = tokens.get(at + 1).map_or("", |next| next.text);
        if depth == 0 && (token.text == ";" || token.text == "}" && next != ";") {
            parts.push(&rest[start..token.end()]);
            start = token.end();
        }
    }
    parts.reverse();
    directives + &parts.join("\n") + &rest[start..]
}

/// Adds a statement without effect after every fourth one.
fn with_dead_code(text: &str) -> String {
    let (mut braces, mut brackets, mut count) = (0_i32, 0_i32, 0);
    rewritten(text, |tokens, at| {
        let token = tokens[at].text;
        braces += i32::from(token == "{") - i32::from(token == "}");
        brackets += i32::from(token == "(") - i32::from(token == ")");
        if token != ";" || braces == 0 || brackets > 0 {
            return token.into();
        }
        count += 1;
        match count % 4 {
            0 => format!("; if ({count} < 0) {{ int unused{count} = 0; unused{count} += 1; }}"),
            _ => ";".into(),
        }
    })
}

fn all(text: &str) -> String {
    // Changing the layout comes last: other disguises work line by line.
    let order = [5, 3, 6, 4, 2, 0, 1];
    order.iter().fold(text.to_string(), |text, number| DISGUISES[*number].1(&text))
}
