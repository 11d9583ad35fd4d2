//! The requirements of shrinking: draws that can be repeated and edited, and elements that can be
//! removed. Tested on every case of moderate size in the shipped recipes.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use referee_checker::Strictness;
use referee_generators::{CaseSpec, Choice, Recipe, shipped};

/// The largest input tested, in bytes.
const MAX_BYTES: usize = 2000;

/// Every case of moderate size, with its input: generated once, since that takes longer than all
/// tests on them.
static CASES: LazyLock<Vec<(CaseSpec, Vec<u8>)>> = LazyLock::new(|| {
    let recipes = shipped().iter().map(|problem| Recipe::parse(problem.recipe).expect("a recipe"));
    let cases =
        recipes.flat_map(|recipe| recipe.cases).filter(|case| !case.name.contains("-full-"));
    let made = cases.filter(|case| !case.on_demand).map(|case| {
        let input = case.generate().expect("an input");
        (case, input)
    });
    made.filter(|(_, input)| input.len() <= MAX_BYTES).collect()
});

/// Whether an input is legal for the problem that has this family.
fn is_legal(case: &CaseSpec, input: &[u8]) -> bool {
    use referee_checker::{huepfburg, infinity_war, subtraction_game};
    let is_of = |problem: &str| {
        let families = referee_generators::families(problem).expect("a problem").families;
        families.iter().any(|family| std::ptr::eq(family, case.family))
    };
    match () {
        () if is_of("huepfburg") => huepfburg::Instance::parse(input, Strictness::Strict).is_ok(),
        () if is_of("infinity-war") => {
            infinity_war::Instance::parse(input, Strictness::Strict).is_ok()
        }
        () => subtraction_game::Instance::parse(input, Strictness::Strict).is_ok(),
    }
}

fn values(choices: &[Choice]) -> Vec<u64> {
    choices.iter().map(|choice| choice.value).collect()
}

#[test]
fn recorded_draws_make_the_same_input_again() {
    let mut tried = 0;
    for (case, input) in CASES.iter() {
        let recorded = case.family.record(&case.arguments, case.seed).expect("an input");
        assert_eq!(&recorded.input, input, "{}", case.name);
        let choices = recorded.choices.clone().expect("few draws");
        assert!(choices.iter().all(|choice| choice.value <= choice.most), "{}", case.name);
        let replayed = case.family.replay(&case.arguments, values(&choices)).expect("an input");
        assert_eq!(replayed, recorded, "{}", case.name);
        let read = case.family.read_arguments(&case.arguments.to_string());
        assert_eq!(read.is_some(), case.family.name != "given", "{}", case.name);
        assert!(read.is_none_or(|read| read == case.arguments), "{}", case.name);
        tried += 1;
    }
    assert!(tried > 60, "{tried}");
}

#[test]
fn arguments_that_are_not_those_of_the_family_are_not_read() {
    let family = shipped()[0].family("outcome").expect("a family");
    assert!(family.read_arguments("n=5 outcome=tie").is_some());
    for displayed in [
        "",
        "n=5",
        "n=5 outcome=ties",
        "n=1 outcome=tie",
        "n=x outcome=tie",
        "n=5 outcome=tie m=3",
        "n5",
    ] {
        assert_eq!(family.read_arguments(displayed), None, "{displayed}");
    }
}

fn tokens(input: &[u8]) -> usize {
    input.split(u8::is_ascii_whitespace).filter(|token| !token.is_empty()).count()
}

/// The number of panics while draws are edited.
static PANICS: AtomicUsize = AtomicUsize::new(0);

#[test]
fn edited_draws_make_a_legal_input_or_none_and_end() {
    let usual = std::panic::take_hook();
    let here = std::thread::current().id();
    std::panic::set_hook(Box::new(move |panic| {
        PANICS.fetch_add(usize::from(std::thread::current().id() == here), Ordering::Relaxed);
        usual(panic);
    }));
    let mut made = 0;
    for (case, _) in CASES.iter() {
        let recorded = case.family.record(&case.arguments, case.seed).expect("an input");
        let drawn = values(&recorded.choices.expect("few draws"));
        let half = drawn.len() / 2;
        let edits = [
            vec![],
            vec![0; drawn.len()],
            vec![u64::MAX; drawn.len()],
            drawn[..half].to_vec(),
            drawn[half..].to_vec(),
            drawn.iter().rev().copied().collect(),
            drawn.iter().map(|value| value / 2).collect(),
        ];
        for edit in edits {
            if let Ok(chosen) = case.family.replay(&case.arguments, edit) {
                assert!(is_legal(case, &chosen.input), "{}", case.name);
                made += 1;
            }
        }
    }
    let _ = std::panic::take_hook();
    assert_eq!(PANICS.load(Ordering::Relaxed), 0);
    assert!(made > 60, "{made}");
}

#[test]
fn what_is_left_after_a_removal_is_legal() {
    let mut removed = 0;
    for problem in shipped() {
        let recipe = Recipe::parse(problem.recipe).expect("a recipe");
        let names: Vec<&str> = recipe.cases.iter().map(|case| case.name.as_str()).collect();
        for (case, input) in CASES.iter().filter(|(case, _)| names.contains(&case.name.as_str())) {
            for view in problem.views.iter().filter_map(|view| view(input)) {
                let n = view.elements();
                let ranges = (0..n.min(8)).map(|at| at..at + 1).chain([0..n / 2, n / 2..n, 0..n]);
                for range in ranges.filter(|range| !range.is_empty()) {
                    let Some(rest) = view.without(range.clone()) else { continue };
                    assert_eq!(rest.elements(), n - range.len(), "{} {range:?}", case.name);
                    let left = rest.write();
                    assert!(is_legal(case, &left), "{} {range:?}", case.name);
                    // One field may be replaced by another with a longer number.
                    assert!(tokens(&left) <= tokens(input), "{} {range:?}", case.name);
                    removed += 1;
                }
            }
        }
    }
    assert!(removed > 100, "{removed}");
}
