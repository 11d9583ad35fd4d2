//! A class with labels: which programs are copies of which, and how they were disguised, among
//! honest programs that are alike since the exercise is short. The pairs at the top must be copies.
//!
//! `tests/interop/similar` compares how other tools rank the same class: it calls
//! `write_the_class`.

mod support;

use referee_similar::{Comparison, Corpus, Program, Settings, compare};
use referee_tokens::Grammar;
use support::{DISGUISES, exercise, renamed, rewritten};

/// The number of short, honest programs.
const SHORT: usize = 60;

/// The class: its programs, and the original of each copy. Programs with the same original are
/// copies of each other.
struct LabelledClass {
    texts: Vec<String>,
    originals: Vec<Option<usize>>,
}

/// A short program for a short exercise, as many students write it: with a few variants of reading,
/// adding and printing.
fn short(number: usize) -> String {
    let pick = |all: &[&str], shift: usize| all[(number >> shift) % all.len()].to_string();
    let kind = pick(&["int", "long long", "long", "auto"], 0);
    let kind = if kind == "auto" { "int".to_string() } else { kind };
    let read = pick(&["std::cin >> n;", "if (!(std::cin >> n)) return 0;"], 2);
    let add = pick(&["sum += x;", "sum = sum + x;", "sum += 1 * x;"], 3);
    let print = pick(&["std::cout << sum << std::endl;", "std::cout << sum << '\\n';"], 4);
    let loops = pick(&["for (int i = 0; i < n; i++)", "for (int i = 1; i <= n; ++i)"], 1);
    format!(
        "#include <iostream>\nint main() {{\n  {kind} n, x, sum = 0;\n  {read}\n  {loops} {{\n    std::cin >> x;\n    {add}\n  }}\n  {print}\n  return 0;\n}}\n"
    )
}

fn class() -> LabelledClass {
    let mut class = LabelledClass { texts: Vec::new(), originals: Vec::new() };
    for number in 0..SHORT {
        class.texts.push(short(number));
        class.originals.push(None);
    }
    for (number, (_, text)) in exercise().into_iter().enumerate() {
        // Each original has two copies, with one disguise each, the last one with all disguises.
        let disguise = |at: usize| DISGUISES[(2 * number + at) % DISGUISES.len()].1(&text);
        let copies = match number % 3 {
            0 => vec![disguise(0), inlined(&text)],
            1 => vec![disguise(0), translated(&text)],
            _ => vec![disguise(0), disguise(1)],
        };
        for text in std::iter::once(text.clone()).chain(copies) {
            class.texts.push(text);
            class.originals.push(Some(number));
        }
    }
    class
}

/// Replaces each constant by its value: `const int N = 100;` is inlined, as is a `#define`.
fn inlined(text: &str) -> String {
    let mut code = text.to_string();
    for line in text.lines() {
        let words: Vec<&str> = line.trim().trim_end_matches(';').split_whitespace().collect();
        let (name, value) = match words[..] {
            ["const" | "constexpr", _, name, "=", value] | ["#define", name, value] => {
                (name, value)
            }
            _ => continue,
        };
        code = code.replace(line, "");
        code = rewritten(&code, |tokens, at| match tokens[at].text {
            text if text == name => value.to_string(),
            text => text.to_string(),
        });
    }
    code
}

/// Renames everything, and adds comments in another language to the lines.
fn translated(text: &str) -> String {
    let words = ["// Schleife", "// Ergebnis", "// siehe Vorlesung", ""];
    let line = |(number, line): (usize, &str)| {
        let has_more = line.ends_with('\\') || line.starts_with('#');
        let comment = if has_more { "" } else { words[number % words.len()] };
        format!("{line} {comment}\n")
    };
    renamed(text).lines().enumerate().map(line).collect()
}

/// The share of copies among the first pairs of a ranking.
fn precision(class: &LabelledClass, ranked: &[(usize, usize)], first: usize) -> f64 {
    let is_copy = |(left, right): &&(usize, usize)| {
        class.originals[*left].is_some() && class.originals[*left] == class.originals[*right]
    };
    ranked.iter().take(first).filter(is_copy).count() as f64 / first as f64
}

fn compared(class: &LabelledClass) -> Comparison {
    let programs: Vec<Program> =
        class.texts.iter().map(|text| Program::new(Grammar::C, &[text])).collect();
    // Common code is not removed before it is weighted: that would help.
    let settings = Settings { common: 1.0, ..Settings::default() };
    compare(&Corpus { programs: &programs, current: programs.len(), base: &[] }, &settings)
}

#[test]
fn what_a_person_looks_at_first_are_copies() {
    let class = class();
    let comparison = compared(&class);
    let numbers = |pair: &referee_similar::Pair| (pair.left, pair.right);
    let ranked: Vec<(usize, usize)> = comparison.pairs.iter().map(numbers).collect();
    let (ten, fifteen) = (precision(&class, &ranked, 10), precision(&class, &ranked, 15));
    assert!(ten == 1.0 && fifteen == 1.0, "{ten} {fifteen}");
    // Six originals with two copies each are 18 pairs.
    let twenty = precision(&class, &ranked, 20);
    assert!(twenty >= 0.85, "{twenty}");
    // By similarity alone, short programs come first.
    let mut by_share: Vec<_> = comparison.pairs.iter().collect();
    by_share.sort_by(|one, other| {
        let by_share = other.similarity().total_cmp(&one.similarity());
        by_share.then(numbers(one).cmp(&numbers(other)))
    });
    let by_share: Vec<(usize, usize)> = by_share.into_iter().map(numbers).collect();
    let before = precision(&class, &by_share, 10);
    assert!(before <= 0.2, "{before}");
    println!("precision at 10, 15, 20: {ten}, {fifteen}, {twenty}; by share at 10: {before}");
    // All copies stand out, whatever is usual among short programs.
    let copies = comparison.pairs.iter().filter(|pair| {
        class.originals[pair.left].is_some()
            && class.originals[pair.left] == class.originals[pair.right]
    });
    let found = copies.filter(|pair| pair.stands_out(&comparison.distribution)).count();
    assert!(found >= 16, "{found} of 18");
}

#[test]
#[ignore = "writes files for other tools"]
fn write_the_class() {
    let folder = std::env::var("REFEREE_COPIES").unwrap();
    let class = class();
    for (number, (text, original)) in class.texts.iter().zip(&class.originals).enumerate() {
        // Programs with the same label are copies of each other, except the honest ones.
        let label = original.map_or("honest".into(), |original| format!("copied{original}"));
        std::fs::write(format!("{folder}/{label}-{number:02}.cpp"), text).unwrap();
    }
}
