use std::collections::BTreeSet;

use proptest::prelude::*;
use referee_generators::{Seed, families};

use super::*;

fn random(seed: u64) -> Random {
    Random::new(Seed::from_value(seed))
}

#[test]
fn each_rung_is_half_as_frequent_as_the_one_below() {
    assert_eq!([0, 1, 2, 3, 4, 5, 6, 7].map(rung), [0, 1, 0, 2, 0, 1, 0, 3]);
    let of_rung = |wanted| (0..1 << 12).filter(|&index| rung(index) == wanted).count();
    assert_eq!([0, 1, 5, 11].map(of_rung), [2048, 1024, 64, 1]);
}

proptest! {
    #[test]
    fn values_stay_within_range_and_rung(
        least in -1000..1000i64, width in 0..1_000_000i64, rung in 0..30u32, seed: u64,
    ) {
        let most = least + width;
        let parameter = Parameter::integer("n", least, most, "a number");
        let value = integer(&parameter, (least, most), rung, &mut random(seed));
        prop_assert!((least..=most).contains(&value));
        let simple = 0.clamp(least, most);
        prop_assert!(value.abs_diff(simple) <= span(rung).unsigned_abs());
    }
}

#[test]
fn borders_are_drawn() {
    let parameter = Parameter::integer("n", 2, 100_000, "a number").or(777);
    let mut random = random(1);
    let mut draw = |rung| {
        let values = (0..2000).map(|_| integer(&parameter, (2, 100_000), rung, &mut random));
        values.collect::<BTreeSet<i64>>()
    };
    // The first rung has few values, all of them drawn; the last one has the maximum and neighbours
    // of powers of 2.
    assert_eq!(draw(0), (2..=6).collect());
    let high = draw(9);
    for border in [2, 3, 4, 255, 256, 257, 777, 65_535, 65_536, 65_537, 100_000] {
        assert!(high.contains(&border), "{border}");
    }
}

#[test]
fn what_is_too_large_together_is_not_drawn() {
    let problem = families("huepfburg").expect("a shipped problem");
    let recipe = Recipe::parse(problem.recipe).expect("the shipped recipe is right");
    let family = problem.family("two-colours").expect("a family");
    let bounds = Bounds::of(family, &recipe);
    let (mut random, mut largest) = (random(2), 0);
    for _ in 0..2000 {
        let Some(arguments) = arguments(family, &bounds, 8, &mut random) else { continue };
        let arrows = arguments.integer("n") * arguments.integer("degree");
        // The largest case of the recipe has 1000 fields of degree 400.
        assert!(arrows <= 400_000, "{arguments}");
        largest = largest.max(arrows);
    }
    assert!(largest > 100_000, "{largest}");
}

#[test]
fn families_that_no_recipe_has_are_bounded_by_name_only() {
    let problem = families("huepfburg").expect("a shipped problem");
    let text = "format = 1\nproblem = 'huepfburg'\nsalt = 's'\n\
                [[case]]\nname = 'a'\nfamily = 'wielandt'\nn = 50\n";
    let recipe = Recipe::parse(text).expect("a right recipe");
    let family = problem.family("uniform").expect("a family");
    let bounds = Bounds::of(family, &recipe);
    let mut random = random(3);
    for _ in 0..200 {
        let arguments = arguments(family, &bounds, 4, &mut random).expect("no bound of products");
        assert!(arguments.integer("n") <= 50);
    }
}
