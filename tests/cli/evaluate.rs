//! `referee evaluate`: its results in each form, every error, and existing files.

use insta::assert_snapshot;
use referee_games::positions::{CompactNumbers, read_compact};
use referee_games::{NAME, SEQUENCES};

use crate::support::{Folder, Run};

fn evaluate(folder: &Folder, arguments: &str) -> Run {
    let all: Vec<&str> = ["evaluate", NAME].into_iter().chain(arguments.split(' ')).collect();
    timeless(folder.referee(&all))
}

/// Returns the run with times replaced.
fn timeless(run: Run) -> Run {
    let without_time = |line: &str| match line.split_once("\"seconds\":") {
        Some((before, after)) => {
            let (_, after) = after.split_once(',').unwrap();
            format!("{before}\"seconds\":[time],{after}\n")
        }
        None if line.ends_with(" ns per position") => {
            format!("{}, [time]\n", line.split_once(", ").unwrap().0)
        }
        None => format!("{line}\n"),
    };
    Run { stdout: run.stdout.lines().map(without_time).collect(), ..run }
}

/// Returns the lines of a report without the method, which may change.
fn facts(run: &Run) -> String {
    run.stdout.lines().skip(1).map(|line| format!("{line}\n")).collect()
}

#[test]
fn squares_with_counts() {
    let run = evaluate(&Folder::new(), "--rule squares --upto 2^16 --counts --method residues");
    assert_eq!(run.stderr, "");
    assert!(!run.stdout.contains('\u{1b}'), "colours in a pipe");
    assert_snapshot!(run.ends_with(0));
}

#[test]
fn nim_values_with_counts() {
    let run = evaluate(&Folder::new(), "--nim --upto 2^12 --counts --method dp").ends_with(0);
    assert_snapshot!(run);
}

#[test]
fn a_finite_set_has_a_proved_period() {
    let folder = Folder::new();
    let run = evaluate(&folder, "--rule 1,2,5 --upto 1000 --method words").ends_with(0);
    assert_snapshot!(run, @r"
    exit code: 0
    {1,2,5} below 1000   words, [time]

    cold      334 of 1000, 33.400 %
    period    3 from 0 on, proved; 1 cold in each, 33.333 %
    ");
    let run = evaluate(&folder, "--rule 1,2,5 --upto 1000 --nim --method dp").ends_with(0);
    assert_snapshot!(run, @r"
    exit code: 0
    {1,2,5} below 1000   dp, [time]

    cold      334 of 1000, 33.400 %
    largest   2, first at 2
    period    3 from 0 on, proved
    ");
    // However few positions are requested, and not beyond what can be proved.
    evaluate(&folder, "--rule 5,2,1 --upto 0").ends_with(0).says("3 from 0 on, proved");
    evaluate(&folder, "--rule 1000000000000 --upto 9")
        .ends_with(0)
        .says("period    none proved within the first 1048576 positions");
}

#[test]
fn no_position_and_one() {
    let folder = Folder::new();
    let none = evaluate(&folder, "--upto 0 --counts").ends_with(0);
    assert_snapshot!(facts(&none), @"
    cold      0 of 0
    growth    none: fewer than two counts above 0 to fit a law to
    ");
    let one = evaluate(&folder, "--upto 1 --counts --nim").ends_with(0);
    assert_snapshot!(facts(&one).trim_start(), @"
    n   cold below n       share   largest
       2^0              1   100.000 %         0

    cold      1 of 1, 100.000 %
    largest   0, first at 0
    growth    none: fewer than two counts above 0 to fit a law to
    ");
    assert_eq!(evaluate(&folder, "--upto 0 --nim").ends_with(0).stderr, "");
}

#[test]
fn every_rule_by_every_method_that_suits_says_the_same() {
    let folder = Folder::new();
    let rules = SEQUENCES.iter().map(|rules| rules.name).chain(["2,3,70"]);
    for rule in rules {
        let of = |more: &str| evaluate(&folder, &format!("--rule {rule} --upto 5000 {more}"));
        let default = of("--counts").ends_with(0);
        for method in ["sieve", "segmented", "residues", "words", "convolution"] {
            let run = of(&format!("--counts --threads 2 --method {method}"));
            match run.code {
                Some(0) => assert_eq!(facts(&run), facts(&default), "{rule} {method}"),
                _ => assert!(run.stderr.contains("does not suit the rule"), "{run}"),
            }
        }
        let default = of("--nim --counts").ends_with(0);
        for method in ["blocked", "per-value", "dp", "convolution-per-value"] {
            let run = of(&format!("--nim --counts --method {method}")).ends_with(0);
            assert_eq!(facts(&run), facts(&default), "{rule} {method}");
        }
    }
}

#[test]
fn json() {
    let folder = Folder::new();
    let run = evaluate(&folder, "--upto 2^12 --report json --quiet").ends_with(0);
    let squares: serde_json::Value =
        serde_json::from_str(&run.stdout.replace("[time]", "0")).unwrap();
    assert_eq!(squares["growth"]["range"], serde_json::json!([10, 12]));
    assert_eq!(squares["counts"].as_array().unwrap().len(), 13);
    assert!((squares["growth"]["exponent"].as_f64().unwrap() - 0.685).abs() < 1e-3, "{squares}");
    let run = evaluate(&folder, "--rule 3,7 --upto 20 --report json --method words").ends_with(0);
    assert_snapshot!("cold_json", run.stdout);
    let run = evaluate(&folder, "--rule 1,2,5 --upto 8 --nim --report json --method dp");
    assert_snapshot!("nim_json", run.ends_with(0).stdout);
}

#[test]
fn positions_as_text_and_compact() {
    let folder = Folder::new();
    let text = "0\n2\n5\n7\n10\n12\n15\n17\n";
    let printed = evaluate(&folder, "--upto 20 --positions - --quiet").ends_with(0);
    assert_eq!(printed.stdout, text);
    let run = evaluate(&folder, "--upto 20 --positions new/cold.txt --quiet").ends_with(0);
    assert_eq!((&*run.stdout, &*run.stderr), ("", ""));
    assert_eq!(folder.read("new/cold.txt"), text);
    evaluate(&folder, "--upto 5 --nim --positions nim.txt").ends_with(0).says("largest");
    assert_eq!(folder.read("nim.txt"), "0 0\n1 1\n2 0\n3 1\n4 2\n");

    let read = |name: &str| {
        let bytes = std::fs::read(folder.path(name)).unwrap();
        read_compact(&mut bytes.as_slice()).unwrap()
    };
    evaluate(&folder, "--rule 2,1 --upto 10 --positions cold").ends_with(0);
    let found = read("cold");
    assert_eq!((&*found.rule, found.size), ("{1,2}", 10));
    assert_eq!(found.content, CompactNumbers::Cold(vec![0, 3, 6, 9]));
    evaluate(&folder, "--rule 2,1 --upto 7 --nim --positions nim").ends_with(0);
    assert_eq!(read("nim").content, CompactNumbers::Nim(vec![0, 1, 2, 0, 1, 2, 0]));
}

#[test]
fn plots() {
    let folder = Folder::new();
    evaluate(&folder, "--upto 2^12 --plot cold.svg").ends_with(0);
    evaluate(&folder, "--upto 2^12 --nim --plot nim.svg").ends_with(0);
    for (name, title) in [
        ("cold.svg", "squares: the number of cold positions below n"),
        ("nim.svg", "squares: the largest nim-value below n"),
    ] {
        let svg = folder.read(name);
        assert!(svg.starts_with("<svg") && svg.contains(title), "{svg}");
    }
    // The report is written nevertheless.
    let none = "--upto 0 --plot none.svg --report json=none.json";
    let run = evaluate(&folder, none).ends_with(2);
    assert_snapshot!(run, @"
    exit code: 2
    ----- stderr -----
    error: there is nothing to draw: the number of cold positions is 0 at each power of two
    ");
    assert_eq!(folder.names(), ["cold.svg", "nim.svg", "none.json"]);
}

#[test]
fn the_law_is_fitted_as_in_the_figure_of_the_source() {
    let run = evaluate(&Folder::new(), "--upto 2^16 --fit repeated-medians --method segmented");
    assert_snapshot!(facts(&run.ends_with(0)), @"
    cold      2053 of 65536, 3.133 %
    growth    cold = 0.9809 n^0.69010, repeated medians over the cubes below 65536
    ");
    let run = evaluate(&Folder::new(), "--upto 2^12 --nim --fit repeated-medians --report json");
    let found: serde_json::Value =
        serde_json::from_str(&run.ends_with(0).stdout.replace("[time]", "0")).unwrap();
    assert_eq!(found["growth"]["fit"], "repeated-medians");
    assert_eq!(found["growth"]["range"], serde_json::json!([3, 12]));
}

/// Compares no times: with so few positions, every method reaches the end.
#[test]
fn methods_are_compared() {
    let folder = Folder::new();
    let compared = |arguments: &str| -> serde_json::Value {
        let run = evaluate(&folder, &format!("--compare 600 --report json {arguments}"));
        serde_json::from_str(&run.ends_with(0).stdout).unwrap()
    };
    for (arguments, names) in [
        ("--upto 2^12", &["sieve", "segmented", "residues", "convolution"][..]),
        ("--upto 2^12 --rule 1,2,70", &["sieve", "segmented", "words", "convolution"]),
        ("--upto 2^12 --nim", &["blocked", "per-value", "dp", "convolution-per-value"]),
    ] {
        let found = compared(arguments);
        assert_eq!(found["format"], "referee-comparison");
        let methods = found["methods"].as_array().unwrap();
        assert!(methods.iter().map(|method| &method["method"]).eq(names), "{found}");
        for method in methods {
            let sizes = method["times"].as_array().unwrap().iter().map(|time| &time["exponent"]);
            assert!(sizes.eq([10, 11, 12].iter()), "{method}");
        }
        let mut overtaken = found["crossings"].as_array().unwrap().iter();
        assert!(overtaken.all(|crossing| crossing["by"] == names[3]), "{found}");
    }
    let found = compared("--upto 2^18 --rule 1,2,70,1000");
    let overtaken = found["crossings"].as_array().unwrap().iter();
    let measures: Vec<_> = overtaken.map(|one| (&one["of"], &one["measure"])).collect();
    assert!(measures.contains(&(&"sieve".into(), &"work".into())), "{found}");
    assert!(measures.contains(&(&"words".into(), &"time".into())), "{found}");
    let run = evaluate(&folder, "--compare 600 --upto 2^13 --plot times.svg").ends_with(0);
    run.says("squares, cold positions: methods in turns on one thread, 600 s");
    assert!(folder.read("times.svg").contains("time in nanoseconds"));
    evaluate(&folder, "--compare 600 --upto 2^13 --plot times.svg")
        .ends_with(2)
        .says("already exists");
    let run = evaluate(&folder, "--compare 600 --upto 2^9 --plot none.svg").ends_with(2);
    run.says("there is nothing to draw: no method has evaluated any size");
}

#[test]
fn a_search_in_a_file_goes_on_where_it_was_broken_off() {
    let folder = Folder::new();
    let upto = |size: &str| evaluate(&folder, &format!("--upto {size} --stretches cold --counts"));
    let of = |size: &str| evaluate(&folder, &format!("--upto {size} --counts --method segmented"));
    assert_eq!(facts(&upto("1000").ends_with(0)), facts(&of("1000")));
    let one = std::fs::read(folder.path("cold")).unwrap();
    // More than one stretch, the second one truncated: the missing part is computed again.
    assert_eq!(facts(&upto("9000000").ends_with(0)), facts(&of("9000000")));
    let two = std::fs::read(folder.path("cold")).unwrap();
    assert!(two.starts_with(&one) && two.len() > one.len());
    std::fs::write(folder.path("cold"), &two[..two.len() - 9]).unwrap();
    assert_eq!(facts(&upto("9000000").ends_with(0)), facts(&of("9000000")));
    assert_eq!(std::fs::read(folder.path("cold")).unwrap(), two);
    // Requesting fewer positions loses nothing in the file.
    assert_eq!(facts(&upto("0").ends_with(0)), facts(&of("0")));
    assert_eq!(facts(&upto("2^16").ends_with(0)), facts(&of("2^16")));
    assert_eq!(std::fs::read(folder.path("cold")).unwrap(), two);

    let run = evaluate(&folder, "--upto 9 --rule cubes --stretches cold").ends_with(2);
    run.says("does not begin with `referee cold stretches 1 8388608 cubes`");
    folder.write("mine.txt", "mine");
    evaluate(&folder, "--upto 9 --stretches mine.txt").ends_with(2).says("does not begin with");
    assert_eq!(folder.read("mine.txt"), "mine");
}

#[test]
fn nothing_is_overwritten() {
    let folder = Folder::new();
    folder.write("mine.txt", "mine");
    folder.write("mine.svg", "mine");
    for arguments in ["--upto 9 --positions mine.txt", "--upto 9 --positions new --plot mine.svg"] {
        let run = evaluate(&folder, arguments).ends_with(2);
        assert!(run.stderr.contains("this file already exists\nhelp: --force"), "{run}");
        assert_eq!(run.stdout, "");
    }
    assert_eq!(folder.names(), ["mine.svg", "mine.txt"]);
    assert_eq!(folder.read("mine.txt") + &folder.read("mine.svg"), "minemine");
    evaluate(&folder, "--upto 9 --positions mine.txt --plot mine.svg --force").ends_with(0);
    assert_eq!(folder.read("mine.txt"), "0\n2\n5\n7\n");
    assert!(folder.read("mine.svg").starts_with("<svg"));
    assert_eq!(folder.names(), ["mine.svg", "mine.txt"]);
}

#[test]
fn every_refusal_of_an_argument() {
    let folder = Folder::new();
    let mut text = String::new();
    for arguments in [
        "--upto 2^64",
        "--upto many",
        "--upto 2^10 --rule squars",
        "--upto 2^10 --rule 1,0",
        "--upto 2^10 --rule 1,2,x",
        "--upto 2^10 --rule 1,,2",
        "--upto 2^10 --rule 18446744073709551616",
        "--upto 2^10 --method seive",
        "--upto 2^10 --rule 1,2 --method residues",
        "--upto 2^10 --nim --method sieve",
        "--upto 2^10 --threads 0",
        "--upto 2^10 --threads 1 --jobs 2",
        "--upto 2^10 --format xml",
        "--upto 2^10 --counts --positions -",
        "--upto 2^10 --report json --positions -",
        "--upto 2^10 --positions x --plot ./x",
        "--upto 2^10 --positions x --report json=x --force",
        "--upto 2^10 --stretches x --plot x --force",
        "--upto 2^10 --compare 5 --plot x --report json=x",
        "--upto 2^10 --compare 5 --method sieve",
        "--upto 2^10 --compare 0",
        "--upto 2^10 --stretches x --nim",
        "--rule squares",
    ] {
        let run = evaluate(&folder, arguments).ends_with(2);
        assert_eq!(run.stdout, "");
        text += &format!("{arguments}\n{}\n", run.stderr);
    }
    text += &folder.referee(&["evaluate", "subtraction-gam"]).ends_with(2).stderr;
    assert_snapshot!(text);
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn what_does_not_fit_into_memory_is_refused_before_it_begins() {
    let folder = Folder::new();
    for (arguments, needed) in [
        ("--upto 2^63 --positions big", "of squares below 9223372036854775808 would take 11529"),
        ("--upto 2^63 --nim --positions big", "would take 18446744073709551615 bytes of memory"),
        ("--upto 2^60 --rule primes --plot big", "positions of primes below 1152921504606846976"),
        ("--upto 2^64 --rule 1,2", "more than 2^64 - 1"),
        ("--upto 18446744073709551615 --rule 1,2", "positions of {1,2} below 18446744073709551615"),
    ] {
        let code = if arguments.contains("2^64") { 2 } else { 3 };
        let run = evaluate(&folder, arguments).ends_with(code).says(needed);
        assert!(code == 2 || run.stderr.contains("are available\nhelp: evaluate fewer"), "{run}");
    }
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn without_a_game_there_is_help() {
    let run = Folder::new().referee(&["evaluate"]).ends_with(2);
    assert!(run.stderr.contains("Usage: referee evaluate") && run.stderr.contains(NAME), "{run}");
}

#[test]
fn the_name_is_that_of_the_problem() {
    use referee_checker::ProblemRules;
    assert_eq!(NAME, referee_checker::subtraction_game::SubtractionGame.name());
}
