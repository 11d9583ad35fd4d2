use super::*;

/// Returns all programs changed by an operator, in program order.
fn changed(name: &str, grammar: Grammar, text: &str) -> Vec<String> {
    let operator = OPERATORS.iter().find(|operator| operator.name == name).unwrap();
    operator.edits(&SourceText::new(grammar, text)).iter().map(|edit| edit.apply(text)).collect()
}

use Grammar::{C, Java, Python, Rust};

/// Operator, language, program, and all expected mutants.
const CHANGES: [(&str, Grammar, &str, &[&str]); 32] = [
    ("border", C, "a < b", &["a <= b"]),
    ("comparison", Java, "a == b", &["a != b"]),
    ("one-off", C, "int a[10LL]", &["int a[11LL]", "int a[9LL]"]),
    ("one-off", Rust, "1_000u64", &["1001u64", "999u64"]),
    ("one-off", C, "0x10 1.5", &[]),
    ("smaller-bound", C, "100005 1e9 7", &["10000 1e9 7", "100005 1e8 7"]),
    ("range", Rust, "0..n", &["0..=n"]),
    ("range", Python, "range(a, f(b, c))", &["range(a, (f(b, c)) + 1)", "range(a, (f(b, c)) - 1)"]),
    ("range", Python, "range(n)", &["range(1, n)", "range((n) + 1)", "range((n) - 1)"]),
    ("logic", C, "!a && b", &["a && b", "!a || b"]),
    ("logic", Python, "not a not in b", &[" a not in b"]),
    ("logic", Rust, "vec![a]", &[]),
    ("arithmetic", C, "a += b", &["a -= b", "a = b"]),
    ("modulus", C, "(a * f(b)) % m[0] + 1", &["(a * f(b))  + 1"]),
    ("division", Python, "a // b", &["a / b"]),
    ("division", C, "(double) a / 2.0", &[" a / 2.0", "(double) a * 2.0", "(double) a / 2"]),
    ("narrow-type", C, "long long a = 1LL;", &["int a = 1LL;", "long long a = 1;"]),
    ("narrow-type", Java, "long a", &["int a"]),
    ("extreme", C, "std::min(a, b)", &["std::max(a, b)"]),
    ("special-case", Rust, "if f(a) { b }", &["if false { b }"]),
    ("special-case", Python, "elif a[1:2]: b", &["elif False: b"]),
    ("always", C, "if (a(b)) c;", &["if (true) c;"]),
    (
        "lost-statement",
        C,
        "a = 0; int b = 1; if (c) d(); vector<int> e; return a;",
        &[
            " int b = 1; if (c) d(); vector<int> e; return a;",
            "a = 0; int b = 1; if (c) ; vector<int> e; return a;",
        ],
    ),
    (
        "lost-statement",
        Python,
        "def f():\n  a.sort()\n  return a\n",
        &["def f():\n  pass\n  return a\n"],
    ),
    ("early-end", C, "break;", &[";", "continue;"]),
    ("swapped-arguments", C, "f(a, b[1])", &["f(b[1], a)"]),
    ("swapped-arguments", C, "max(a, b) + pow(a, b)", &["max(a, b) + pow(b, a)"]),
    ("swapped-names", C, "dx + dy", &["dy + dy", "dx + dx"]),
    ("truth", Python, "True", &["False"]),
    ("absolute", C, "abs(a)", &["(a)"]),
    ("absolute", Rust, "a.abs()", &["a"]),
    ("slow", C, "cout << '\\n';", &["cout << std::endl;"]),
];

#[test]
fn every_operator_changes_something() {
    for (name, grammar, text, expected) in CHANGES {
        assert_eq!(changed(name, grammar, text), expected, "{name}: {text}");
    }
    for operator in &OPERATORS {
        assert!(CHANGES.iter().any(|(name, ..)| *name == operator.name), "{}", operator.name);
    }
}

/// `UPDATE_DOCS=1` rewrites the table.
#[test]
fn the_docs_list_all_operators() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/mutate.md");
    let row = |one: &Operator| format!("| `{}` | {} |\n", one.name, one.imitates);
    let rows: String = OPERATORS.iter().map(row).collect();
    let table = format!("| operator | imitates |\n| --- | --- |\n{rows}");
    let text = std::fs::read_to_string(path).unwrap();
    let (before, rest) = text.split_once("\n## Operators\n").unwrap();
    let after = rest.split_once("\n## ").unwrap().1;
    let expected = format!("{before}\n## Operators\n\n{table}\n## {after}");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(path, &expected).unwrap();
    } else {
        assert!(text == expected, "run this test with UPDATE_DOCS=1");
    }
}

/// These would take minutes if what ends something were looked for to the end of the text.
#[test]
fn no_operator_takes_long_for_what_never_ends() {
    let names = ["range", "modulus", "special-case", "lost-statement", "swapped-arguments"];
    let operators = || OPERATORS.iter().filter(|operator| names.contains(&operator.name));
    for (unit, end) in [
        ("(", ")"),
        ("a<", ""),
        ("a<", ">"),
        ("else ", ";"),
        ("if ", ""),
        ("range(", ")"),
        ("f(a, ", ")"),
        ("a % (", ""),
        ("{a;", "}"),
    ] {
        let text = format!("{}b{}", unit.repeat(20_000), end.repeat(20_000));
        for grammar in [C, Python] {
            let program = SourceText::new(grammar, &text);
            let edits = operators().map(|operator| operator.edits(&program).len()).sum::<usize>();
            assert!(edits <= 100_000, "{unit}{end}: {edits}");
        }
    }
}

#[test]
fn no_operator_breaks_on_broken_programs() {
    for text in [
        "", "(", ")", "if", "range(", "a %", "abs(", "f(,)", "elif", "for (;;", "{;};", "% (",
        "é < é",
    ] {
        for grammar in [Grammar::C, Grammar::Java, Grammar::Python, Grammar::Rust] {
            for operator in &OPERATORS {
                for edit in operator.edits(&SourceText::new(grammar, text)) {
                    assert_ne!(edit.apply(text), text);
                }
            }
        }
    }
}
