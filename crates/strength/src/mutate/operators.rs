//! The mutation operators: each imitates mistakes found in real submissions.
//!
//! Operators see tokens, not a syntax tree. Where tokens are ambiguous, as with `<` in a type, the
//! result does not compile and is dropped, which costs a compilation and nothing else.

use std::collections::BTreeSet;
use std::ops::Range;

use super::source_text::{Edit, MAX_TOKENS, SourceText, pairs};
use super::statements;
use referee_tokens::{Grammar, TokenKind};

/// A kind of change that makes programs wrong.
#[derive(Debug, Clone, Copy)]
pub struct Operator {
    /// Its name.
    pub name: &'static str,
    /// The mistakes that it imitates.
    pub imitates: &'static str,
    find: fn(&SourceText) -> Vec<Edit>,
}

impl Operator {
    const fn new(
        name: &'static str,
        imitates: &'static str,
        find: fn(&SourceText) -> Vec<Edit>,
    ) -> Operator {
        Operator { name, imitates, find }
    }

    /// Returns its edits of a program, without duplicates and in program order.
    pub(super) fn edits(&self, program: &SourceText) -> BTreeSet<Edit> {
        let is_change = |edit: &Edit| program.text[edit.range()] != edit.text;
        (self.find)(program).into_iter().filter(is_change).collect()
    }
}

/// All operators.
pub static OPERATORS: [Operator; 20] = [
    Operator::new("border", "a bound is included, or left out, by mistake", border),
    Operator::new("comparison", "a comparison is reversed", comparison),
    Operator::new("one-off", "a bound, a size or a start is off by one", one_off),
    Operator::new(
        "smaller-bound",
        "an array, an infinity or a repetition is too small",
        smaller_bound,
    ),
    Operator::new("range", "a loop misses its first or last element, or runs past it", ranges),
    Operator::new("logic", "`and` for `or`, or a negation is missing", logic),
    Operator::new("arithmetic", "a wrong operation or sign", arithmetic),
    Operator::new("modulus", "a remainder is not taken", modulus),
    Operator::new("division", "integer division instead of fractions, or vice versa", division),
    Operator::new("narrow-type", "integers or floats with too few bits", narrow_type),
    Operator::new("extreme", "minimum for maximum, floor for ceiling, below for at most", extreme),
    Operator::new("special-case", "a special case is not handled", |program| {
        decided(program, ["(false)", "False", "false"])
    }),
    Operator::new("always", "a special case is treated as the rule", |program| {
        decided(program, ["(true)", "True", "true"])
    }),
    Operator::new(
        "lost-statement",
        "a value is not reset, not updated or not sorted; input is not read fast",
        statements::lost,
    ),
    Operator::new("early-end", "a loop ends too early, or too late", early_end),
    Operator::new(
        "swapped-arguments",
        "two arguments or coordinates are swapped",
        swapped_arguments,
    ),
    Operator::new(
        "swapped-names",
        "a coordinate, an index or an end is mistaken for another",
        swapped_names,
    ),
    Operator::new("truth", "a flag begins or ends with the wrong value", truth),
    Operator::new("absolute", "a difference lacks its absolute value", absolute),
    Operator::new("slow", "a slower container, or output flushed line by line", slow),
];

fn border(program: &SourceText) -> Vec<Edit> {
    program.swaps(TokenKind::Symbol, "< <=, <= <, > >=, >= >")
}

fn comparison(program: &SourceText) -> Vec<Edit> {
    let mut edits = program.swaps(TokenKind::Symbol, "< >, > <, <= >=, >= <=, == !=, != ==");
    edits.extend(program.swaps(TokenKind::Word, "greater less, less greater"));
    edits
}

/// Splits the digits of a plain decimal number from its suffix.
fn decimal(text: &str) -> Option<(u128, &str)> {
    let end =
        text.find(|c: char| !c.is_ascii_digit() && c != '_' && c != '\'').unwrap_or(text.len());
    let (digits, suffix) = text.split_at(end);
    let is_plain = suffix.chars().all(|c| c.is_ascii_alphanumeric())
        && !suffix.starts_with(['e', 'E', 'x', 'X', 'b', '.']);
    let digits: String = digits.chars().filter(char::is_ascii_digit).collect();
    Some((digits.parse().ok()?, suffix)).filter(|_| is_plain)
}

fn one_off(program: &SourceText) -> Vec<Edit> {
    let numbers = program.tokens.iter().filter(|token| token.kind == TokenKind::Number);
    let changed = numbers.filter_map(|token| {
        let (value, suffix) = decimal(token.text)?;
        let by_one = [value.checked_add(1), value.checked_sub(1)];
        let edit = |value: u128| Edit::of(token, format!("{value}{suffix}"));
        Some(by_one.map(|value| value.map(edit)))
    });
    changed.flatten().flatten().collect()
}

fn smaller_bound(program: &SourceText) -> Vec<Edit> {
    let numbers = program.tokens.iter().filter(|token| token.kind == TokenKind::Number);
    let changed = numbers.filter_map(|token| match decimal(token.text) {
        Some((value, suffix)) if value >= 1000 => {
            Some(Edit::of(token, format!("{}{suffix}", value / 10)))
        }
        Some(_) => None,
        None => {
            let (mantissa, exponent) = token.text.split_once(['e', 'E'])?;
            let exponent: u32 = exponent.parse().ok()?;
            Some(Edit::of(token, format!("{mantissa}e{}", exponent.checked_sub(1)?)))
        }
    });
    changed.collect()
}

/// The maximum number of bytes of a bound of a loop that is changed.
const MAX_BOUND: usize = 1000;

fn ranges(program: &SourceText) -> Vec<Edit> {
    let mut edits = program.swaps(TokenKind::Symbol, ".. ..=, ..= ..");
    for (position, token) in program.tokens.iter().enumerate() {
        let open = position + 1;
        if program.grammar != Grammar::Python || token.text != "range" || program.at(open) != "(" {
            continue;
        }
        let Some(close) = program.closing(open) else { continue };
        let parts = arguments(program, open, close);
        let end = match parts.len() {
            1 => &parts[0],
            2 | 3 => &parts[1],
            _ => continue,
        };
        // It may contain others.
        if end.len() > MAX_BOUND {
            continue;
        }
        for change in [" - 1", " + 1"] {
            let text = &program.text[end.clone()];
            edits.push(Edit::new(end.clone(), format!("({text}){change}")));
        }
        if parts.len() == 1 {
            edits.push(Edit::new(end.start..end.start, "1, "));
        }
    }
    edits
}

fn arguments(program: &SourceText, open: usize, close: usize) -> Vec<Range<usize>> {
    let (mut parts, mut first, mut position) = (Vec::new(), open + 1, open + 1);
    while position <= close {
        match program.at(position) {
            "(" | "[" | "{" => position = program.closing(position).unwrap_or(close),
            "," | ")" | "]" | "}" if position > first => {
                parts.push(program.range(first, position - 1));
                first = position + 1;
            }
            _ => {}
        }
        position += 1;
    }
    parts
}

fn logic(program: &SourceText) -> Vec<Edit> {
    let mut edits = program.swaps(TokenKind::Symbol, "&& ||, || &&");
    edits.extend(program.swaps(TokenKind::Word, "and or, or and"));
    for (position, token) in program.tokens.iter().enumerate() {
        let is_negation = match token.text {
            // `name!(..)` is a macro call in Rust.
            "!" => position == 0 || program.tokens[position - 1].kind != TokenKind::Word,
            "not" => program.at(position + 1) != "in",
            _ => false,
        };
        if is_negation {
            edits.push(Edit::of(token, ""));
        }
    }
    edits
}

fn arithmetic(program: &SourceText) -> Vec<Edit> {
    let table = "+ -, - +, * +, += -=, += =, -= +=, -= =, *= =, ++ --, -- ++, << >>, >> <<, \
        & |, | &, ^ |, |= &=, |= =, &= |=, ^= =";
    program.swaps(TokenKind::Symbol, table)
}

/// Drops `% x`, where x is a name, a number, a call or an expression in brackets.
fn modulus(program: &SourceText) -> Vec<Edit> {
    let mut edits = program.swaps(TokenKind::Symbol, "%= =");
    for (position, token) in
        program.tokens.iter().enumerate().filter(|(_, token)| token.text == "%")
    {
        let mut last = position + 1;
        if program.at(last) == "(" {
            last = program.closing(last).unwrap_or(last);
        }
        while matches!(program.at(last + 1), "(" | "[") {
            let Some(close) = program.closing(last + 1) else { break };
            last = close;
        }
        if last < program.tokens.len() {
            edits.push(Edit::new(token.start..program.tokens[last].end(), ""));
        }
    }
    edits
}

fn division(program: &SourceText) -> Vec<Edit> {
    let mut edits = program.swaps(TokenKind::Symbol, "/ *");
    if program.grammar == Grammar::Python {
        edits.extend(program.swaps(TokenKind::Symbol, "// /, / //"));
    }
    let numbers = program.tokens.iter().filter(|token| token.kind == TokenKind::Number);
    let whole = numbers.filter_map(|token| Some(Edit::of(token, token.text.strip_suffix(".0")?)));
    edits.extend(whole);
    for (position, token) in program.tokens.iter().enumerate() {
        let is_cast = matches!(program.at(position + 1), "double" | "float" | "long")
            && program.at(position + 2) == ")";
        if token.text == "(" && is_cast {
            edits.push(Edit::new(program.range(position, position + 2), ""));
        }
    }
    edits
}

fn narrow_type(program: &SourceText) -> Vec<Edit> {
    let table = "int64_t int32_t, uint64_t uint32_t, __int128 long long, __int128_t int64_t, \
        i128 i64, u128 u64, i64 i32, u64 u32, u32 u16, i32 i16, f64 f32, double float, size_t int";
    let mut edits = program.swaps(TokenKind::Word, table);
    for (position, token) in program.tokens.iter().enumerate() {
        match (program.grammar, token.text, program.at(position + 1)) {
            (Grammar::C, "long", "long") => {
                edits.push(Edit::new(program.range(position, position + 1), "int"))
            }
            (Grammar::C, "long", "double") => edits.push(Edit::of(token, "")),
            (Grammar::Java, "long", _) => edits.push(Edit::of(token, "int")),
            (Grammar::C, "int", _) => edits.push(Edit::of(token, "short")),
            _ => {}
        }
        let is_wide = token.kind == TokenKind::Number
            && matches!(program.grammar, Grammar::C | Grammar::Java);
        let narrow = token.text.trim_end_matches(['l', 'L', 'u', 'U']);
        if is_wide && narrow != token.text && !token.text.starts_with("0x") {
            edits.push(Edit::of(token, narrow));
        }
    }
    edits
}

fn extreme(program: &SourceText) -> Vec<Edit> {
    let table = "min max, max min, min_element max_element, max_element min_element, \
        lower_bound upper_bound, upper_bound lower_bound, bisect_left bisect_right, \
        bisect_right bisect_left, floor ceil, ceil floor, front back, back front, \
        push_front push_back, pop_front pop_back, popleft pop, first last, last first, \
        INT_MAX INT_MIN, INT_MIN INT_MAX, MAX_VALUE MIN_VALUE, MIN_VALUE MAX_VALUE, \
        MAX MIN, MIN MAX";
    program.swaps(TokenKind::Word, table)
}

fn conditions(program: &SourceText) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for (position, token) in program.tokens.iter().enumerate() {
        let is_condition = match token.text {
            "if" => program.at(position + 1) != "let",
            "elif" => true,
            _ => false,
        };
        if !is_condition {
            continue;
        }
        let last = match program.grammar {
            Grammar::Rust => end_before(program, position + 1, "{"),
            Grammar::Python => end_before(program, position + 1, ":"),
            _ if program.at(position + 1) == "(" => program.closing(position + 1),
            _ => None,
        };
        if let Some(last) = last.filter(|&last| last > position) {
            found.push(program.range(position + 1, last));
        }
    }
    found
}

/// Returns the position before the first `end`, from a position on, that is outside brackets.
fn end_before(program: &SourceText, from: usize, end: &str) -> Option<usize> {
    let mut position = from;
    while position < program.tokens.len().min(from + MAX_TOKENS) {
        match program.at(position) {
            text if text == end => return position.checked_sub(1),
            "(" | "[" | "{" => position = program.closing(position)?,
            "\n" | ";" => return None,
            _ => {}
        }
        position += 1;
    }
    None
}

/// Replaces conditions by a constant, given in brackets, in Python and in other languages.
fn decided(program: &SourceText, [in_brackets, python, other]: [&str; 3]) -> Vec<Edit> {
    let text = match program.grammar {
        Grammar::C | Grammar::Java => in_brackets,
        Grammar::Python => python,
        _ => other,
    };
    conditions(program).into_iter().map(|range| Edit::new(range, text)).collect()
}

fn early_end(program: &SourceText) -> Vec<Edit> {
    let pass = if program.grammar == Grammar::Python { "pass" } else { "" };
    let table = format!("break continue, break {pass}, continue break, continue {pass}");
    program.swaps(TokenKind::Word, &table)
}

/// Functions whose result does not depend on the order of their arguments.
const SYMMETRIC: [&str; 9] =
    ["max", "min", "gcd", "__gcd", "lcm", "hypot", "swap", "iter_swap", "abs_diff"];

fn swapped_arguments(program: &SourceText) -> Vec<Edit> {
    let mut edits = Vec::new();
    let ends: Vec<usize> = (0..program.tokens.len()).filter(|&at| program.at(at) == ";").collect();
    for (open, token) in program.tokens.iter().enumerate() {
        if token.text != "(" && token.text != "{" {
            continue;
        }
        let Some(close) = program.closing(open) else { continue };
        let before = |position: usize| ends.partition_point(|&end| end < position);
        let is_list = before(open) == before(close);
        let parts = if is_list { arguments(program, open, close) } else { Vec::new() };
        let function = open.checked_sub(1).map_or("", |before| program.at(before));
        if parts.len() == 2 && SYMMETRIC.contains(&function) {
            continue;
        }
        for pair in parts.windows(2) {
            let [first, second] = [&pair[0], &pair[1]].map(|range| &program.text[range.clone()]);
            let between = &program.text[pair[0].end..pair[1].start];
            // Long arguments are rarely confused.
            if first != second && first.len().max(second.len()) <= 16 {
                let text = format!("{second}{between}{first}");
                edits.push(Edit::new(pair[0].start..pair[1].end, text));
            }
        }
    }
    edits
}

/// Pairs of names, or of prefixes or suffixes of names, that are easily confused.
const NAMES: &str = "x y, dx dy, i j, n m, a b, l r, lo hi, low high, left right, row column, \
    first second, u v";

fn swapped_names(program: &SourceText) -> Vec<Edit> {
    let words = program.tokens.iter().filter(|token| token.kind == TokenKind::Word);
    let known: BTreeSet<&str> = words.clone().map(|token| token.text).collect();
    let others = |name: &str| {
        let pairs = pairs(NAMES).flat_map(|(first, second)| [(first, second), (second, first)]);
        let renamed = pairs.flat_map(|(from, to)| {
            let whole = (name == from).then(|| to.to_string());
            let start = name
                .strip_prefix(from)
                .filter(|rest| rest.starts_with(|c: char| c == '_' || c.is_ascii_digit()));
            let end = name.strip_suffix(from).filter(|rest| rest.len() == 1 || rest.ends_with('_'));
            [whole, start.map(|rest| format!("{to}{rest}")), end.map(|rest| format!("{rest}{to}"))]
        });
        // Names that do not occur in the program would not compile.
        let mut renamed: Vec<String> =
            renamed.flatten().filter(|name| known.contains(name.as_str())).collect();
        renamed.sort_unstable();
        renamed.dedup();
        renamed
    };
    words
        .flat_map(|token| others(token.text).into_iter().map(|name| Edit::of(token, name)))
        .collect()
}

fn truth(program: &SourceText) -> Vec<Edit> {
    program.swaps(TokenKind::Word, "true false, false true, True False, False True")
}

/// Drops `abs` before a bracket, and `.abs()`.
fn absolute(program: &SourceText) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (position, token) in program.tokens.iter().enumerate() {
        let is_named = matches!(token.text, "abs" | "labs" | "llabs" | "fabs");
        if !is_named || program.at(position + 1) != "(" {
            continue;
        }
        let before = position.checked_sub(1).map_or("", |before| program.at(before));
        match (before, program.at(position + 2)) {
            (".", ")") => edits.push(Edit::new(program.range(position - 1, position + 2), "")),
            ("." | "::", _) => {
                let first = position.saturating_sub(2);
                edits.push(Edit::new(program.range(first, position), ""));
            }
            _ => edits.push(Edit::of(token, "")),
        }
    }
    edits
}

fn slow(program: &SourceText) -> Vec<Edit> {
    let table = "unordered_map map, unordered_set set, HashMap BTreeMap, HashMap TreeMap, \
        HashSet BTreeSet, HashSet TreeSet, set list, deque list";
    let mut edits = program.swaps(TokenKind::Word, table);
    if program.grammar == Grammar::C {
        edits.extend(program.swaps(TokenKind::Text, r#"'\n' std::endl, "\n" std::endl"#));
    }
    edits
}

#[cfg(test)]
mod tests;
