//! The sources of the shipped problems: their draws are valid, small at first, and can be written
//! as recipe entries.

use std::collections::BTreeSet;

use referee_checker::{Settings, Strictness, problem};
use referee_counterexamples::hunt::{
    CandidateSource, CaseNaming, Draw, FamilySource, Origin, RecipeSource, SmallestSource,
};
use referee_generators::{ProblemFamilies, Recipe, shipped};

fn naming() -> CaseNaming {
    CaseNaming { salt: "a salt".into(), name: "secret/hunt-1".into() }
}

fn recipe(families: &ProblemFamilies) -> Recipe {
    Recipe::parse(families.recipe).expect("the shipped recipe is right")
}

/// All sources of a problem except that of the smallest inputs.
fn drawn(families: &ProblemFamilies) -> Vec<Box<dyn CandidateSource>> {
    let recipe = recipe(families);
    let mut sources: Vec<Box<dyn CandidateSource>> =
        vec![Box::new(RecipeSource::new(&recipe, &naming()))];
    for source in FamilySource::all(families, &recipe, &naming()) {
        sources.push(Box::new(source));
    }
    sources
}

#[test]
fn an_entry_of_a_recipe_makes_the_same_input() {
    for families in shipped() {
        for source in drawn(families) {
            let mut made = 0;
            for index in (0..16).chain([31, 63, 127, 255]) {
                let Draw::Candidate(candidate) = source.draw(7, index).unwrap() else { continue };
                made += 1;
                let Origin::Family(case) = &candidate.origin else { panic!("{candidate:?}") };
                let head =
                    format!("format = 1\nproblem = \"{}\"\nsalt = \"a salt\"\n", families.problem);
                let recipe = Recipe::parse(&format!("{head}{case}")).expect("a right entry");
                let again = recipe.cases[0].generate().expect("as before");
                assert_eq!(again, candidate.input, "{case}");
                let rules = problem(families.problem).expect("a shipped problem");
                let valid = rules.prepare(&again, Strictness::Strict, Settings::default());
                assert!(valid.is_ok(), "{case}");
            }
            assert!(made > 0, "{} draws nothing", source.name());
        }
    }
}

#[test]
fn draws_depend_on_seed_and_index_only() {
    for families in shipped() {
        let mut different = 0;
        for source in drawn(families) {
            let draw = |seed, index| source.draw(seed, index).unwrap();
            let once: Vec<Draw> = (0..8).map(|index| draw(1, index)).collect();
            let again: Vec<Draw> = (0..8).rev().map(|index| draw(1, index)).collect();
            assert!(once.iter().eq(again.iter().rev()), "{}", source.name());
            different += u32::from((0..8).any(|index| draw(2, index) != once[index as usize]));
        }
        // Some families hardly use random numbers, or reject the first arguments.
        assert!(different > 12, "{different} of {}", families.problem);
    }
}

#[test]
fn every_source_has_a_name_of_its_own() {
    for families in shipped() {
        let sources = drawn(families);
        let names: BTreeSet<&str> = sources.iter().map(|source| source.name()).collect();
        // All families except that of handwritten inputs, plus the recipe.
        assert_eq!((names.len(), sources.len()), (sources.len(), families.families.len()));
        assert!(!names.contains("family given"));
    }
}

#[test]
fn the_smallest_inputs_come_in_order_and_end() {
    for families in shipped() {
        let source = SmallestSource(families.smallest);
        for index in [0, 1, 500] {
            let Draw::Candidate(candidate) = source.draw(9, index).unwrap() else {
                panic!("there are more")
            };
            assert_eq!(candidate.origin, Origin::Smallest(index));
            assert_eq!(Some(candidate.input), (families.smallest)(index));
        }
        assert_eq!(source.draw(9, u64::MAX).unwrap(), Draw::Exhausted);
    }
}

/// Parameters stay within those of the recipe: what is too large for its author is too large for a
/// hunt.
#[test]
fn nothing_is_larger_than_in_the_recipe() {
    for families in shipped() {
        let recipe = recipe(families);
        let of_recipe = |wanted: &str| {
            let values = recipe.cases.iter().flat_map(|case| case.arguments.iter());
            let of_name = values.filter(|(name, _)| *name == wanted);
            of_name.filter_map(|(_, value)| value.as_integer()).max()
        };
        for source in FamilySource::all(families, &recipe, &naming()) {
            let least = |wanted: &str| {
                let name = source.name().strip_prefix("family ").expect("a family");
                let family = families.family(name).expect("a family");
                let kinds = family.parameters.iter().filter(|p| p.name == wanted);
                kinds.map(|p| p.kind).next().expect("a parameter")
            };
            for index in [0, 1, 3, 7, 15, 31] {
                let Draw::Candidate(candidate) = source.draw(3, index).unwrap() else { continue };
                let Origin::Family(case) = candidate.origin else { panic!("a family makes it") };
                for (name, value) in case.arguments.iter() {
                    let (Some(value), Some(most)) = (value.as_integer(), of_recipe(name)) else {
                        continue;
                    };
                    // A family whose minimum exceeds the bound uses the minimum.
                    let is_least = least(name).to_string().starts_with(&format!("{value}.."));
                    assert!(value <= most || is_least, "{name} = {value} of {}", source.name());
                }
            }
        }
    }
}

#[test]
fn handwritten_inputs_are_tried_if_they_are_made_on_demand() {
    let recipe = |entry: &str| {
        let head = "format = 1\nproblem = 'huepfburg'\nsalt = 'a salt'\n[[case]]\nname = 'a'\n";
        Recipe::parse(&format!("{head}{entry}")).expect("a right recipe")
    };
    let given = "family = 'given'\ninput = \"2 1\\n1 2\\n\"\n";
    let committed = RecipeSource::new(&recipe(given), &naming());
    assert_eq!(committed.draw(1, 0).unwrap(), Draw::Exhausted);
    let later = recipe(&format!("{given}on_demand = true\n"));
    assert_eq!(RecipeSource::new(&later, &naming()).draw(1, 0).unwrap(), Draw::Exhausted);
    let on_demand = RecipeSource::on_demand(&later, &naming());
    let Draw::Candidate(candidate) = on_demand.draw(1, 0).unwrap() else { panic!("a candidate") };
    assert_eq!(candidate.input, b"2 1\n1 2\n");
    let Origin::Family(case) = candidate.origin else { panic!("a family makes it") };
    let entry = case.to_string();
    let again = Recipe::parse(&format!("format = 1\nproblem = 'huepfburg'\nsalt = 's'\n{entry}"));
    assert_eq!(again.expect("a right entry").cases[0].generate().unwrap(), candidate.input);
}
