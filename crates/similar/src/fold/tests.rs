use super::*;

#[track_caller]
fn same(grammar: Grammar, one: &str, other: &str) {
    let [one_folded, other_folded] = [one, other].map(|text| Program::new(grammar, &[text]));
    assert_eq!(one_folded, other_folded, "{one}\n{other}");
}

#[test]
fn disguises_are_folded_away() {
    same(Grammar::C, "int a=f(1);", "const long long sum = go( 20 ) ; // x");
    same(Grammar::C, "std::cout << \"a\";", "using namespace std;\ncout << 'b';");
    same(Grammar::C, "if (a) { b(); }", "if (x)\n  y();");
    same(Grammar::C, "for (;a<b;) c++;", "for(;i<j;){k++;}");
    same(Grammar::C, "int p[] = {2, 3, 5};", "int q[] = {1,2,3,4,5,6};");
    same(Grammar::C, "#include <a>\nthis->x = true;", "x = 1;");
    same(Grammar::Java, "import java.util.*;\npublic static int f(int a)", "long g(long b)");
    same(Grammar::Python, "x = 1\n\n# y\n  \nif x:\n f()", "x = 1\nif x:\n f()");
    same(Grammar::Python, "from a import (b,\n c)\nx = 1\n", "y = 2 # y\n");
    same(Grammar::Rust, "use std::{\n io,\n fs\n};\nlet mut a = 1;", "let b = 2;");
    same(Grammar::Go, "import (\n \"fmt\"\n)\nvar a = 1", "var b = 2");
    same(Grammar::JavaScript, "let a = 'x'", "const b = `y`");
}

#[test]
fn what_a_program_does_is_not_folded_away() {
    let different = |one: &str, other: &str| {
        assert_ne!(Program::new(Grammar::C, &[one]), Program::new(Grammar::C, &[other]));
    };
    different("a < b", "a <= b");
    different("if (a) b;", "while (a) b;");
    different("f(a, b)", "f(a)");
    different("a = 1", "a = b");
    different("return a;", "break;");
    assert_ne!(Program::new(Grammar::C, &["a=b"]), Program::new(Grammar::Java, &["a=b"]));
    assert_ne!(Program::new(Grammar::C, &["a=b"]), Program::new(Grammar::C, &["a=", "b"]));
}

#[test]
fn places_are_those_of_the_symbols() {
    let texts = ["unsigned long a; // b\n", "f({1, 2});"];
    let program = Program::new(Grammar::C, &texts);
    let places = places(Grammar::C, &texts);
    assert_eq!(places.len(), program.symbols());
    let shown: Vec<&str> =
        places.iter().map(|place| &texts[place.file][place.bytes.clone()]).collect();
    assert_eq!(shown, ["unsigned long", "a", ";", "", "f", "(", "1, 2", ")", ";"]);
}

#[test]
fn no_text_is_a_panic() {
    for text in ["", "import", "std", "std::", "unsigned", "1,", ",1", "{", "\u{feff}using x", "é"]
    {
        for grammar in Grammar::ALL {
            let symbols = Program::new(grammar, &[text, text]).symbols();
            assert_eq!(symbols, places(grammar, &[text, text]).len());
        }
    }
}

/// It would take minutes to look for the start of the line at each of its words.
#[test]
fn a_long_line_of_imports_is_read_once() {
    let text = format!("x{}", " import".repeat(500_000));
    assert_eq!(Program::new(Grammar::Java, &[&text]).symbols(), 500_001);
}
