//! Every family of every problem keeps its promise for any seed, yields the same bytes twice, and
//! reports what to change when it fails.

mod huepfburg;
mod infinity_war;
mod mistakes;
mod subtraction_game;
mod subtraction_mistakes;

use referee_checker::text::Strictness;
use referee_checker::{Settings, problem};
use referee_generators::{
    Arguments, ParameterKind, ParameterValue, Random, Recipe, Seed, families, shipped,
};

/// The recipe entries for a problem, one for each construction.
fn typical(problem: &str) -> &'static [&'static str] {
    match problem {
        "huepfburg" => huepfburg::TYPICAL,
        "infinity-war" => infinity_war::TYPICAL,
        "subtraction-game" => subtraction_game::TYPICAL,
        other => panic!("there are no typical parameters for {other}"),
    }
}

fn recipe(problem: &str, entry: &str, count: u32) -> Recipe {
    let text = format!(
        "format = 1\nproblem = '{problem}'\nsalt = 's'\n\
         [[case]]\nname = 'a'\ncount = {count}\n{entry}\n"
    );
    Recipe::parse(&text).unwrap_or_else(|error| panic!("{entry}: {error}"))
}

/// The recipe that is shipped with a problem.
fn shipped_recipe(problem: &str) -> Recipe {
    Recipe::parse(families(problem).expect("shipped").recipe).expect("the shipped recipe is right")
}

fn generate(problem: &str, entry: &str) -> Vec<u8> {
    recipe(problem, entry, 1).cases[0].generate().unwrap_or_else(|e| panic!("{entry}: {e}"))
}

/// Asserts that each entry causes an error that contains the text beside it.
fn assert_errors(problem: &str, cases: &[(&str, &str)]) {
    for (entry, expected) in cases {
        let message = recipe(problem, entry, 1).cases[0].generate().expect_err(entry).0;
        assert!(message.contains(expected), "{entry}: {message}");
    }
}

fn assert_legal(name: &str, input: &[u8], entry: &str) {
    let problem = problem(name).expect("shipped");
    if let Err(error) = problem.prepare(input, Strictness::Strict, Settings::default()) {
        panic!("{entry}: {error}");
    }
}

#[test]
fn every_family_keeps_its_promise() {
    for problem in shipped() {
        for entry in typical(problem.problem) {
            for case in recipe(problem.problem, entry, 20).cases {
                let bytes = case.generate();
                let bytes = bytes.unwrap_or_else(|e| panic!("{entry} {}: {e}", case.name));
                assert_eq!(bytes, case.generate().expect("as before"), "{entry}");
                assert_legal(problem.problem, &bytes, entry);
            }
        }
    }
}

#[test]
fn no_family_is_left_out_here() {
    for problem in shipped() {
        for family in problem.families {
            let quoted = format!("family = '{}'", family.name);
            let typical = typical(problem.problem);
            assert!(typical.iter().any(|entry| entry.starts_with(&quoted)), "{}", family.name);
        }
    }
}

/// Any parameters yield an input or an error; tested with the minimum and values close to it.
#[test]
fn no_parameters_make_a_panic() {
    for (problem, rounds, spreads, given) in [
        ("huepfburg", 300, &[2, 10, 100][..], "2 0\n"),
        ("subtraction-game", 100, &[1, 5, 30, 300], "squares\n1\n0\n"),
    ] {
        let mut random = Random::new(Seed::from_value(1));
        for family in families(problem).expect("shipped").families {
            for round in 0..rounds {
                let mut arguments = Arguments::default();
                for parameter in family.parameters {
                    let value = match parameter.kind {
                        ParameterKind::Integer { least, most } => {
                            let spread = spreads[round % spreads.len()];
                            ParameterValue::Integer(random.between(least, most.min(least + spread)))
                        }
                        ParameterKind::Choice(words) => {
                            ParameterValue::Text(random.choose(words).to_string())
                        }
                        ParameterKind::Text => ParameterValue::Text(given.into()),
                    };
                    arguments.set(parameter.name, value);
                }
                let told = format!("{} {arguments}", family.name);
                match (family.generate)(&arguments, &mut random) {
                    Ok(input) => assert_legal(problem, &input, &told),
                    Err(error) => assert!(error.0.contains("choose"), "{told}: {error}"),
                }
            }
        }
    }
}
