use std::collections::BTreeSet;

use referee_generators::Seed;

use super::*;

fn neighbours(input: &str, count: u64) -> BTreeSet<String> {
    let text = Text::new(input.into());
    let neighbours = (0..count).map(|seed| {
        let mut random = Random::new(Seed::from_value(seed));
        String::from_utf8(neighbour(&text, &mut random)).unwrap()
    });
    neighbours.collect()
}

#[test]
fn counts_move_with_what_they_count() {
    let all = neighbours("3\n1 2 3\n", 2000);
    for expected in ["2\n1 3\n", "4\n1 2 3 2\n", "3\n1 3 2\n", "3\n1 2 4\n", "3\n1 2 2\n"] {
        assert!(all.contains(expected), "{expected:?}");
    }
    let all = neighbours("2 7\n1 2\n3 4\n", 2000);
    assert!(all.contains("2 7\n3 2\n1 4\n"), "ends of edges swap");
    for expected in ["1 7\n3 4\n", "3 7\n1 2\n1 2\n3 4\n", "2 7\n3 4\n1 2\n", "2 7\n2 1\n3 4\n"] {
        assert!(all.contains(expected), "{expected:?}");
    }
    assert!(neighbours("ab\n", 200).contains("bb\n"));
}

#[test]
fn digits_change_and_two_numbers_change_alike() {
    let all = neighbours("16\n", 1000);
    for expected in ["61\n", "6\n", "106\n", "166\n"] {
        assert!(all.contains(expected), "{expected:?}");
    }
    let all = neighbours("1 2\n", 4000);
    for expected in ["3 6\n", "19 29\n", "91 92\n", "19 92\n"] {
        assert!(all.contains(expected), "{expected:?}");
    }
}

#[test]
fn many_neighbours_are_valid() {
    let is_valid = |text: &String| {
        let mut lines = text.lines();
        let count = lines.next().and_then(|line| line.parse::<usize>().ok());
        let numbers = lines.next().unwrap_or_default().split(' ').map(str::parse::<i64>);
        let numbers: Vec<_> = numbers.collect();
        Some(numbers.len()) == count && numbers.iter().all(Result::is_ok)
    };
    let all = neighbours("5\n10 20 30 40 50\n", 1000);
    let valid = all.iter().filter(|text| is_valid(text)).count();
    assert!(valid * 2 > all.len(), "{valid} of {}", all.len());
}

#[test]
fn no_input_is_too_odd() {
    for input in [
        "",
        "\n",
        "\n\n \n",
        "0",
        "-1 -1",
        "9223372036854775807\n-9223372036854775808",
        "1\n\n1",
        "\u{e9}",
    ] {
        let text = Text::new(input.into());
        for seed in 0..200 {
            neighbour(&text, &mut Random::new(Seed::from_value(seed)));
        }
    }
}
