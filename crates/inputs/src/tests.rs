//! Shapes are learned from a few inputs, ranges from functions that validate.

use std::collections::{BTreeMap, BTreeSet};
use std::iter;
use std::sync::Arc;

use referee_checktestdata::{Description, Limits};
use referee_counterexamples::text::Text;

use super::drawings::Points;
use super::model::Model;
use super::*;

/// Returns the inputs drawn, as strings.
fn drawn(source: &dyn CandidateSource, count: u64) -> Vec<String> {
    let draws = (0..count).map(|index| source.draw(1, index).unwrap());
    let inputs = draws.filter_map(|draw| match draw {
        Draw::Candidate(candidate) => Some(String::from_utf8(candidate.input).unwrap()),
        _ => None,
    });
    inputs.collect()
}

fn learn(inputs: &[&str], is_valid: fn(&str) -> bool) -> (LearnedSource, usize) {
    let mut asked = 0;
    let mut ask = |input: &[u8]| {
        asked += 1;
        Some(is_valid(str::from_utf8(input).unwrap()).into())
    };
    let inputs = inputs.iter().map(|input| input.as_bytes().to_vec());
    let source = LearnedSource::learn(inputs, Some(&mut ask), &|| false).expect("there is a shape");
    (source, asked)
}

fn numbers(text: &str) -> Option<Vec<i64>> {
    text.split_whitespace().map(|word| word.parse().ok()).collect()
}

/// Whether the input is a length up to 1,000, and that many numbers of at most 10^9.
fn is_list(input: &str) -> bool {
    let lines: Vec<&str> = input.lines().collect();
    let [first, second] = lines[..] else { return false };
    let (Some(first), Some(list)) = (numbers(first), numbers(second)) else { return false };
    first == [list.len() as i64]
        && (1..=1_000).contains(&list.len())
        && list.iter().all(|value| (-1_000_000_000..=1_000_000_000).contains(value))
}

#[test]
fn lists_come_in_all_sizes_and_styles() {
    let (source, asked) = learn(&["3\n5 7 1\n", "2\n1 1\n"], is_list);
    assert!(asked <= 240, "{asked} questions");
    let all = drawn(&source, 400);
    assert!(all.iter().all(|input| is_list(input)), "all of them are valid");
    let lists: Vec<Vec<i64>> =
        all.iter().map(|input| numbers(input.lines().nth(1).unwrap()).unwrap()).collect();
    let some = |what: &str, is: &dyn Fn(&Vec<i64>) -> bool| {
        assert!(lists.iter().any(is), "{what}");
    };
    some("one number", &|list| list.len() == 1);
    some("as many as there may be", &|list| list.len() == 1_000);
    let full = |list: &Vec<i64>| list.len() == 1_000;
    some("all greatest", &|list| full(list) && list.iter().all(|&value| value == 1_000_000_000));
    some("all least", &|list| full(list) && list.iter().all(|&value| value == -1_000_000_000));
    some("rising", &|list| full(list) && list.is_sorted() && list[0] < list[999]);
    some("falling", &|list| full(list) && list.is_sorted_by(|a, b| a >= b) && list[0] > list[999]);
    some("2^16", &|list| list.contains(&65_536));
}

/// Whether the input is a tree with up to 200 vertices.
fn is_tree(input: &str) -> bool {
    let mut lines = input.lines();
    let Some(count) = lines.next().and_then(|line| line.parse::<usize>().ok()) else {
        return false;
    };
    let edges: Option<Vec<Vec<i64>>> = lines.map(numbers).collect();
    let Some(edges) = edges.filter(|edges| edges.len() + 1 == count) else { return false };
    let mut names: Vec<usize> = (0..=count).collect();
    for edge in &edges {
        let [a, b] = edge[..] else { return false };
        let is_vertex = |vertex: i64| (1..=count as i64).contains(&vertex);
        if !is_vertex(a) || !is_vertex(b) {
            return false;
        }
        let (a, b) = (names[a as usize], names[b as usize]);
        names.iter_mut().filter(|name| **name == b).for_each(|name| *name = a);
    }
    count <= 200 && names[1..].iter().all(|name| *name == names[1])
}

#[test]
fn trees_are_recognized() {
    let (source, _) = learn(&["3\n1 2\n2 3\n", "4\n1 2\n1 3\n3 4\n", "1\n"], is_tree);
    let all = drawn(&source, 200);
    let trees = all.iter().filter(|input| is_tree(input)).count();
    assert!(trees * 4 > all.len() * 3, "{trees} of {}", all.len());
    let degree = |input: &String| {
        let numbers = numbers(input).unwrap();
        numbers[1..]
            .iter()
            .map(|vertex| numbers[1..].iter().filter(|other| *other == vertex).count())
            .max()
    };
    let full: Vec<&String> = all.iter().filter(|input| input.starts_with("200\n")).collect();
    assert!(full.iter().any(|input| degree(input) == Some(199)), "a star");
    assert!(full.iter().any(|input| degree(input) == Some(2)), "a path");
}

/// Whether the input is a graph with up to 50 vertices, without loops and repeated edges.
fn is_simple_graph(input: &str) -> bool {
    let rows: Option<Vec<Vec<i64>>> = input.lines().map(numbers).collect();
    let Some([size, edges @ ..]) = rows.as_deref() else { return false };
    let [vertices, count] = size[..] else { return false };
    let is_edge = |edge: &Vec<i64>| matches!(edge[..], [a, b] if 1 <= a && a < b && b <= vertices);
    let distinct: BTreeSet<&Vec<i64>> = edges.iter().collect();
    (1..=50).contains(&vertices)
        && count == edges.len() as i64
        && edges.iter().all(is_edge)
        && distinct.len() == edges.len()
}

/// Edges with labels.
#[test]
fn lines_that_end_with_words_may_be_edges() {
    let is_valid = |input: &str| {
        let mut lines = input.lines();
        let Some(Some([vertices, edges])) =
            lines.next().map(|line| numbers(line).and_then(|size| <[i64; 2]>::try_from(size).ok()))
        else {
            return false;
        };
        let is_edge = |line: &str| {
            let (ends, label) = line.rsplit_once(' ').unwrap_or_default();
            let ends = numbers(ends);
            matches!(ends.as_deref(), Some([a, b]) if a != b && (1..=vertices).contains(a)
                && (1..=vertices).contains(b))
                && ["x", "=", "+"].contains(&label)
        };
        let lines: Vec<&str> = lines.collect();
        (1..=1_000).contains(&vertices)
            && edges == lines.len() as i64
            && (1..=1_000).contains(&edges)
            && lines.iter().all(|line| is_edge(line))
    };
    let (source, _) = learn(&["4 3\n1 2 x\n1 4 +\n4 3 =\n", "3 2\n1 3 =\n2 1 =\n"], is_valid);
    let all = drawn(&source, 400);
    let valid: Vec<&String> = all.iter().filter(|input| is_valid(input)).collect();
    assert!(valid.len() * 4 > all.len() * 3, "{} of {}", valid.len(), all.len());
    let are_large_with = |input: &&String, label: &str| {
        input.lines().count() > 900 && input.lines().skip(1).all(|line| line.ends_with(label))
    };
    let has_all = |label: &&str| valid.iter().any(|input| are_large_with(input, label));
    assert!(["x", "=", "+"].iter().all(has_all), "all labels are equal");
    let is_path = |input: &&String| input.starts_with("1000 999\n1 2 ") && input.contains("\n2 3 ");
    assert!(valid.iter().any(is_path), "a path");
}

/// Whether the input is a graph with up to 50 vertices that consists of cliques.
fn has_only_cliques(input: &str) -> bool {
    let rows: Option<Vec<Vec<i64>>> = input.lines().map(numbers).collect();
    let Some([size, edges @ ..]) = rows.as_deref() else { return false };
    let [vertices @ 1..=50, count] = size[..] else { return false };
    let mut known = BTreeSet::new();
    let is_new_edge = |edge: &Vec<i64>| match edge[..] {
        [a, b] if (1..=vertices).contains(&a.min(b)) && a.max(b) <= vertices && a != b => {
            known.insert((a, b)) && known.insert((b, a))
        }
        _ => false,
    };
    let is_valid = count == edges.len() as i64 && edges.iter().all(is_new_edge);
    let is_in_clique = |&(a, b): &(i64, i64)| {
        (1..=vertices)
            .all(|c| c == a || c == b || known.contains(&(a, c)) == known.contains(&(b, c)))
    };
    is_valid && known.iter().all(is_in_clique)
}

#[test]
fn graphs_of_cliques_are_recognized() {
    let samples = ["5 4\n3 1\n2 5\n1 4\n3 4\n", "6 7\n2 5\n1 3\n4 6\n1 4\n3 4\n1 6\n3 6\n"];
    let (source, _) = learn(&samples, has_only_cliques);
    let all = drawn(&source, 100);
    let valid: Vec<&String> = all.iter().filter(|input| has_only_cliques(input)).collect();
    assert!(valid.len() * 2 > all.len(), "{} of {}", valid.len(), all.len());
    assert!(valid.iter().any(|input| input.lines().count() > 200), "large cliques");
}

/// All graphs seen are connected by chance, and simple since they must be.
#[test]
fn what_inputs_have_in_common_by_chance_need_not_hold() {
    let (source, _) = learn(&["3 2\n1 2\n2 3\n", "4 3\n1 2\n1 3\n1 4\n"], is_simple_graph);
    let all = drawn(&source, 400);
    let valid: Vec<&String> = all.iter().filter(|input| is_simple_graph(input)).collect();
    assert!(valid.len() * 5 > all.len() * 4, "{} of {}", valid.len(), all.len());
    let is_connected = |input: &&&String| {
        let all = numbers(input).unwrap();
        let pairs = all[2..].as_chunks().0.iter().map(|&[a, b]| (a, b));
        rows::hang_together(all[0], pairs, all[1] as usize)
    };
    let connected = valid.iter().filter(is_connected).count();
    assert!((1..valid.len() / 2).contains(&connected), "{connected} of {}", valid.len());
}

/// Tests that are bounded only together, and whose lists are long only if they are few.
#[test]
fn one_large_test_comes_beside_many_small_ones() {
    let is_valid = |input: &str| {
        let mut lines = input.lines();
        let number = |line: Option<&str>| line.and_then(|line| line.parse::<usize>().ok());
        let Some(tests) = number(lines.next()) else { return false };
        let mut all = 0;
        for _ in 0..tests {
            let Some(count) = number(lines.next()) else { return false };
            let list = lines.next().and_then(numbers).unwrap_or_default();
            all += count;
            let is_in_range = |value: &i64| (1..1_000).contains(value);
            if list.len() != count || !list.iter().all(is_in_range) {
                return false;
            }
        }
        (1..=500).contains(&tests) && (tests..=1_000).contains(&all) && lines.next().is_none()
    };
    let (source, asked) = learn(&["2\n3\n3 4 5\n6\n1 2 2 3 3 3\n"], is_valid);
    assert!(asked <= 240, "{asked} questions");
    let all = drawn(&source, 200);
    assert!(
        all.iter().any(|input| input.starts_with("1\n1000\n")),
        "one test, as large as possible"
    );
    let tests = |input: &String| input.lines().next().and_then(|line| line.parse::<u32>().ok());
    assert!(all.iter().any(|input| tests(input) > Some(100)), "many tests");
}

/// Grids of which only the area is bounded.
#[test]
fn grids_are_long_or_square_and_as_large_as_possible() {
    let is_grid = |input: &str| {
        let mut lines = input.lines();
        let size = lines.next().and_then(numbers).unwrap_or_default();
        let [height, width] = size[..] else { return false };
        let rows: Vec<&str> = lines.collect();
        rows.len() as i64 == height
            && (1..=2_000).contains(&(height * width))
            && rows.iter().all(|row| row.len() as i64 == width)
    };
    let (source, asked) = learn(&["2 3\nabc\nbca\n", "3 2\nab\nac\nbb\n"], is_grid);
    assert!(asked <= 240, "{asked} questions");
    let all = drawn(&source, 400);
    let valid: Vec<&String> = all.iter().filter(|input| is_grid(input)).collect();
    assert!(valid.len() * 20 > all.len() * 19, "{} of {}", valid.len(), all.len());
    let some = |what: &str, is: &dyn Fn(i64, i64, &str) -> bool| {
        let of = |input: &&String| {
            let (first, rest) = input.split_once('\n').unwrap_or_default();
            numbers(first).is_some_and(|size| is(size[0], size[1], rest))
        };
        assert!(valid.iter().any(of), "{what}");
    };
    let has_all = |grid: &str| ['a', 'b', 'c'].into_iter().all(|letter| grid.contains(letter));
    some("a row", &|height, width, _| height == 1 && width == 2_000);
    some("a square", &|height, width, _| height == 44 && width == 45);
    some("high", &|height, width, _| height > 300 && width > 1);
    some("few of others", &|height, width, grid| {
        let others = |letter| grid.chars().filter(|one| *one != letter && *one != '\n').count();
        height * width > 1_000
            && has_all(grid)
            && ['a', 'b', 'c'].into_iter().any(|a| others(a) < 9)
    });
    some("one letter", &|height, width, grid| height * width > 1_000 && !has_all(grid));
}

/// Two lists, each of which may be long.
#[test]
fn what_would_be_too_large_is_smaller() {
    let list = |count| vec!["123456789"; count].join(" ");
    let input = |first, second| format!("{first} {second}\n{}\n{}\n", list(first), list(second));
    let inputs = [input(250_000, 300_000), input(2, 1)].map(String::into_bytes);
    let source = LearnedSource::learn(inputs, None, &|| false).expect("there is a shape");
    let full = (0..8).map(|index| source.draw(1, 4 * index + 3).unwrap());
    let lengths = full.map(|draw| match draw {
        Draw::Candidate(candidate) => candidate.input.len(),
        _ => 0,
    });
    let lengths: Vec<usize> = lengths.collect();
    assert!(lengths.iter().all(|length| *length > 0), "{lengths:?}");
    assert!(lengths.iter().filter(|length| **length > 1_000_000).count() > 3, "{lengths:?}");
}

/// A size after many other values.
#[test]
fn each_value_gets_its_share_of_the_questions() {
    let is_valid = |input: &str| {
        let lines: Vec<&str> = input.lines().collect();
        let [first, rest @ ..] = &lines[..] else { return false };
        numbers(first)
            .is_some_and(|all| all.len() == 9 && all.iter().all(|one| one.abs() <= 1 << 40))
            && is_list(&rest.join("\n"))
    };
    let inputs = ["5 1 7 3 9 2 8 4 6\n3\n5 7 1\n", "9 8 7 6 5 4 3 2 1\n2\n1 1\n"];
    let (source, _) = learn(&inputs, is_valid);
    let all = drawn(&source, 60);
    assert!(all.iter().any(|input| input.contains("\n1000\n") && is_valid(input)), "a long list");
}

/// Whether an input has up to `most` pairs of numbers in a range, after their number.
fn are_pairs(input: &str, most: i64, range: (i64, i64)) -> bool {
    let Some(all) = numbers(input) else { return false };
    let [count, ref rest @ ..] = all[..] else { return false };
    (1..=most).contains(&count)
        && rest.len() as i64 == 2 * count
        && rest.iter().all(|one| (range.0..=range.1).contains(one))
}

/// Learns points in time for a few hundred questions, if one takes this part of it with small
/// coordinates, and this part with large ones, and the sum of all numbers is a multiple of
/// `divisor`. Returns the largest valid input.
fn largest_points((small, large): (f64, f64), divisor: i64) -> String {
    let is_valid = |input: &str| {
        let sum: i64 = numbers(input).into_iter().flatten().sum();
        are_pairs(input, 1_000, (0, 1_000_000_000)) && sum % divisor == 0
    };
    let mut left = 1.0;
    let mut ask = |input: &[u8]| {
        let input = str::from_utf8(input).unwrap();
        let is_large = numbers(input).is_some_and(|all| all.iter().any(|one| *one >= 10_000_000));
        let part = if is_large { large } else { small };
        left -= part;
        (left > 0.0).then(|| Answer { is_valid: is_valid(input), part })
    };
    let inputs = ["2\n3 4\n0 7\n", "3\n1 1\n5 2\n2 6\n"].map(|input| input.as_bytes().to_vec());
    let source = LearnedSource::learn(inputs, Some(&mut ask), &|| false).expect("there is a shape");
    let all = drawn(&source, 100).into_iter().filter(|input| is_valid(input));
    all.max_by_key(String::len).unwrap()
}

#[test]
fn slow_questions_leave_time_for_others() {
    // If only large coordinates take long, there are many points, but none with such coordinates.
    assert!(largest_points((0.001, 0.2), 1).starts_with("1000\n"));
    // If all questions take long, the few that there is time for are asked all the same, also where
    // half of the inputs are valid.
    for (part, divisor) in [(0.02, 1), (0.012, 2)] {
        let input = largest_points((part, part), divisor);
        assert!(numbers(&input).unwrap().iter().any(|one| *one >= 1_000), "{input}");
    }
    assert!(largest_points((0.001, 0.001), 1).contains("1000000000"));
}

/// Places by their numbers, of which the samples show few.
#[test]
fn what_another_number_bounds_grows_with_it() {
    let is_valid = |input: &str| {
        let Some(all) = numbers(input) else { return false };
        let [places, visits, ref visited @ ..] = all[..] else { return false };
        (1..=1_000).contains(&places)
            && visits == visited.len() as i64
            && (1..=50).contains(&visits)
            && visited.iter().all(|place| (1..=places).contains(place))
    };
    let (source, _) = learn(&["5 3\n1\n2\n4\n", "5 4\n1\n1\n1\n3\n"], is_valid);
    let all = drawn(&source, 300);
    assert!(all.iter().any(|input| input.starts_with("1000 50\n1000\n")), "the last place");
    let valid = all.iter().filter(|input| is_valid(input)).count();
    assert!(valid * 4 > all.len() * 3, "{valid} of {}", all.len());
}

/// A later number that never falls below an earlier one: each alone is tried beside usual values of
/// the other.
#[test]
fn both_ends_of_an_interval_are_as_large_and_as_small_as_possible() {
    let is_valid = |input: &str| match numbers(input).as_deref() {
        Some(&[least, most]) => 1 <= least && least <= most && most <= 1_000_000_000_000_000_000,
        _ => false,
    };
    let (source, _) = learn(&["10 127\n", "74 74\n"], is_valid);
    let all = drawn(&source, 200);
    let valid: Vec<Vec<i64>> =
        (all.iter().filter(|input| is_valid(input))).map(|input| numbers(input).unwrap()).collect();
    assert!(valid.len() * 4 > all.len() * 3, "{} of {}", valid.len(), all.len());
    let is_large = |value: i64| value > 100_000_000_000_000_000;
    let some = |is: &dyn Fn(i64, i64) -> bool| valid.iter().any(|ends| is(ends[0], ends[1]));
    assert!(
        some(&|least, most| is_large(least) && is_large(most) && least < most),
        "two large ends"
    );
    assert!(some(&|_, most| most < 10), "two small ends");
}

/// Rows of which the first number may equal the second one.
#[test]
fn intervals_may_be_empty() {
    let is_valid = |input: &str| {
        let rows: Option<Vec<Vec<i64>>> = input.lines().map(numbers).collect();
        let Some([first, intervals @ ..]) = rows.as_deref() else { return false };
        let is_interval =
            |row: &Vec<i64>| matches!(row[..], [a, b] if 0 <= a && a <= b && b <= 1_000_000);
        first == &[intervals.len() as i64]
            && (1..=100).contains(&intervals.len())
            && intervals.iter().all(is_interval)
    };
    let (source, _) = learn(&["3\n1 9\n4 4\n2 5\n", "2\n0 0\n17 20\n"], is_valid);
    let all = drawn(&source, 200);
    let valid: Vec<&String> = all.iter().filter(|input| is_valid(input)).collect();
    assert!(valid.len() * 4 > all.len() * 3, "{} of {}", valid.len(), all.len());
    let longest = format!("100\n{}", "0 1000000\n".repeat(100));
    assert!(valid.iter().any(|input| **input == longest), "the longest intervals");
}

/// Only what was seen is valid, or that repeated.
#[test]
fn words_of_a_form_that_letters_do_not_have_are_repeated() {
    let is_valid = |input: &str| {
        let depths = input.trim_end().bytes().scan(0i64, |depth, letter| {
            *depth += if letter == b'u' { 1 } else { -1 };
            Some(*depth)
        });
        let depths: Vec<i64> = depths.collect();
        (2..=1_000).contains(&depths.len())
            && depths.iter().all(|depth| *depth >= 0)
            && depths.last() == Some(&0)
            && depths.iter().max() < Some(&4)
            && input.contains("dud")
    };
    let (source, _) = learn(&["uududd\n", "uuudddudud\n"], is_valid);
    let all = drawn(&source, 120);
    assert!(all.iter().any(|input| input.len() > 900 && is_valid(input)), "a long one");
}

/// Whether the input is a number of names, one of pairs, the distinct names, and distinct pairs of
/// two of them.
fn is_about_names(input: &str) -> bool {
    let mut lines = input.lines();
    let Some([names, pairs]) =
        lines.next().and_then(numbers).and_then(|size| <[i64; 2]>::try_from(size).ok())
    else {
        return false;
    };
    let is_name = |name: &&str| {
        let (first, others) = name.split_at_checked(1).unwrap_or_default();
        name.len() <= 10
            && first.bytes().all(|letter| letter.is_ascii_uppercase())
            && others.bytes().all(|letter| letter.is_ascii_lowercase())
    };
    let declared: BTreeSet<&str> = lines.by_ref().take(names as usize).filter(is_name).collect();
    let is_pair = |pair: &[&str]| pair.len() == 2 && pair[0] != pair[1];
    let known = |pair: &[&str]| is_pair(pair) && pair.iter().all(|name| declared.contains(name));
    let all: Vec<Vec<&str>> = lines.map(|line| line.split(' ').collect()).collect();
    let distinct: BTreeSet<Vec<&str>> = (all.iter())
        .map(|pair| {
            let mut pair = pair.clone();
            pair.sort_unstable();
            pair
        })
        .collect();
    (1..=100).contains(&names)
        && declared.len() as i64 == names
        && all.len() as i64 == pairs
        && distinct.len() as i64 == pairs
        && all.iter().all(|pair| known(pair))
}

/// The samples would also allow one number less than names, and lists of as many on each line after
/// them.
#[test]
fn names_are_declared_once_and_referred_to() {
    let samples = ["2 0\nAlice\nBob\n", "3 2\nAlice\nCharlie\nBob\nAlice Charlie\nBob Charlie\n"];
    let (source, _) = learn(&samples, is_about_names);
    let all = drawn(&source, 200);
    let valid: Vec<&String> = all.iter().filter(|input| is_about_names(input)).collect();
    assert!(valid.len() * 2 > all.len(), "{} of {}", valid.len(), all.len());
    let is_large = |input: &&&String| input.lines().count() > 150;
    assert!(valid.iter().any(|input| is_large(&input)), "many names and pairs");
}

/// In the samples, all grids are squares of equal letters.
#[test]
fn grids_need_not_be_squares() {
    let is_valid = |input: &str| {
        let lines: Vec<&str> = input.lines().collect();
        let Some([height, width]) = (lines.first())
            .and_then(|line| numbers(line))
            .and_then(|size| <[i64; 2]>::try_from(size).ok())
        else {
            return false;
        };
        let is_row = |row: &&str| {
            row.len() as i64 == width && row.bytes().all(|letter| b".X".contains(&letter))
        };
        (1..=100).contains(&height)
            && (1..=100).contains(&width)
            && lines.len() as i64 == height + 1
            && lines[1..].iter().all(is_row)
    };
    let (source, _) = learn(&["3 3\n...\n...\n...\n", "3 3\nXXX\nXXX\nXXX\n"], is_valid);
    let all = drawn(&source, 200);
    let valid: Vec<&String> = all.iter().filter(|input| is_valid(input)).collect();
    assert!(valid.len() * 4 > all.len() * 3, "{} of {}", valid.len(), all.len());
    assert!(valid.iter().any(|input| input.starts_with("100 100\n")), "the largest grid");
}

/// In the sample, the number of plates is also the length of each, and the only list has as many
/// numbers as there are words.
#[test]
fn validators_tell_which_of_several_shapes_is_right() {
    let is_valid = |input: &str| {
        let lines: Vec<&str> = input.lines().collect();
        let Some(Some([words, plates])) = lines
            .first()
            .map(|line| numbers(line).and_then(|size| <[i64; 2]>::try_from(size).ok()))
        else {
            return false;
        };
        let (Ok(words), Ok(plates)) = (usize::try_from(words), usize::try_from(plates)) else {
            return false;
        };
        let is_word = |line: &&str| {
            (1..=100).contains(&line.len())
                && line.bytes().all(|letter| letter.is_ascii_lowercase())
        };
        let is_plate =
            |line: &&str| line.len() == 3 && line.bytes().all(|letter| letter.is_ascii_uppercase());
        (1..=100).contains(&words)
            && (1..=200).contains(&plates)
            && lines.len() == words + plates + 2
            && lines[1..=words].iter().all(is_word)
            && lines[words + 1..=words + plates].iter().all(is_plate)
            && numbers(lines[words + plates + 1]).is_some_and(|list| list.len() == plates)
    };
    let (source, _) = learn(&["4 3\nbanana\ncar\nsand\nword\nRRR\nDNA\nSND\n1 2 3\n"], is_valid);
    let all = drawn(&source, 200);
    let valid: Vec<&String> = all.iter().filter(|input| is_valid(input)).collect();
    assert!(valid.len() * 4 > all.len() * 3, "{} of {}", valid.len(), all.len());
    assert!(valid.iter().any(|input| input.lines().count() > 250), "many words and plates");
}

/// Both counts may belong to either lines, as far as small numbers tell.
#[test]
fn counts_come_in_the_order_of_their_lines() {
    let is_valid = |input: &str| {
        let rows: Option<Vec<Vec<i64>>> = input.lines().map(numbers).collect();
        let Some([size, rows @ ..]) = rows.as_deref() else { return false };
        let [large, small] = size[..] else { return false };
        let ranges = iter::repeat_n(100..=1_000, large.clamp(0, 50) as usize)
            .chain(iter::repeat_n(1..=500, small.clamp(0, 50) as usize));
        let ranges: Vec<_> = ranges.collect();
        ranges.len() as i64 == large + small
            && rows.len() == ranges.len()
            && rows
                .iter()
                .zip(&ranges)
                .all(|(row, range)| row.len() == 2 && range.contains(&row[1]))
    };
    let samples = ["3 2\n0 400\n7 400\n9 400\n3 150\n1 150\n", "1 2\n4 400\n1 100\n6 120\n"];
    let (source, _) = learn(&samples, is_valid);
    let all = drawn(&source, 100);
    let valid: Vec<&String> = all.iter().filter(|input| is_valid(input)).collect();
    assert!(valid.len() * 10 > all.len() * 9, "{} of {}", valid.len(), all.len());
    assert!(valid.iter().any(|input| input.starts_with("50 50\n")), "many of both");
}

/// Words of different lengths, none of which may be repeated, and a list of others.
#[test]
fn words_that_are_valid_only_as_they_are_are_left_so() {
    let is_valid = |input: &str| {
        let Some((kind, rest)) = input.trim_end().split_once('\n') else { return false };
        let mut words = rest.split(' ');
        let count = words.next().and_then(|count| count.parse().ok());
        ["straight", "advantage", "disadvantage"].contains(&kind)
            && count.is_some_and(|count: usize| count <= 5 && words.clone().count() == count)
            && words.all(|word| ["+d4", "-d6"].contains(&word))
    };
    let samples = ["straight\n0\n", "advantage\n0\n", "disadvantage\n2 +d4 -d6\n"];
    let (source, _) = learn(&samples, is_valid);
    let all = drawn(&source, 100);
    let valid: Vec<&String> = all.iter().filter(|input| is_valid(input)).collect();
    assert!(valid.len() * 10 > all.len() * 9, "{} of {}", valid.len(), all.len());
    assert!(valid.iter().any(|input| input.contains("\n5 ")), "the longest list");
}

#[test]
fn numbers_have_as_many_digits_as_are_valid() {
    fn is_valid<const MOST: usize>(input: &str) -> bool {
        let [first, second] = input.lines().collect::<Vec<_>>()[..] else { return false };
        let is_number =
            |text: &str| text.bytes().all(|digit| digit.is_ascii_digit()) && !text.starts_with('0');
        is_number(first) && first.len() <= MOST && is_number(second) && second.len() < 4
    }
    for (is_valid, most) in
        [(is_valid::<1_000> as fn(&str) -> bool, 1_000), (is_valid::<1_000_000>, 1_000_000)]
    {
        let (source, _) = learn(&["20\n3\n", "7\n10\n"], is_valid);
        let all = drawn(&source, 100);
        let valid: Vec<&String> = all.iter().filter(|input| is_valid(input)).collect();
        assert!(valid.len() * 4 > all.len() * 3, "{} of {}", valid.len(), all.len());
        let nines = "9".repeat(most);
        assert!(valid.iter().any(|input| input.starts_with(&nines)), "the greatest number");
    }
    let (source, _) = learn(&["20\n3\n", "7\n10\n"], is_valid::<{ usize::MAX }>);
    assert!(drawn(&source, 100).iter().all(|input| input.len() < 50), "no bound is a guess");
}

/// Brackets, with their number in front.
#[test]
fn brackets_match() {
    let is_valid = |input: &str| {
        let Some((length, word)) = input.trim_end().split_once('\n') else { return false };
        let mut left = word.to_string();
        while left.contains("()") || left.contains("[]") {
            left = left.replace("()", "").replace("[]", "");
        }
        length.parse() == Ok(word.len()) && word.len() <= 1_000 && left.is_empty()
    };
    let (source, _) = learn(&["6\n([])()\n", "2\n[]\n"], is_valid);
    let all = drawn(&source, 100);
    assert!(all.iter().all(|input| is_valid(input)));
    let full: Vec<&String> = all.iter().filter(|input| input.starts_with("1000\n")).collect();
    let depth = |input: &&&String| {
        let depths = input.bytes().scan(0i64, |depth, letter| {
            *depth += match letter {
                b'(' | b'[' => 1,
                b')' | b']' => -1,
                _ => 0,
            };
            Some(*depth)
        });
        depths.max()
    };
    assert!(full.iter().any(|input| depth(&input) == Some(500)), "all nested");
    assert!(full.iter().any(|input| depth(&input) == Some(1)), "none nested");
}

/// Lengths of cables, with their total in front of them.
#[test]
fn totals_are_those_of_their_numbers() {
    let is_valid = |input: &str| {
        let Some(all) = numbers(input) else { return false };
        let [count, total, ref rest @ ..] = all[..] else { return false };
        let lengths = rest.iter().skip(1).step_by(2);
        rest.len() as i64 == 2 * count
            && (1..=100).contains(&count)
            && (1..=5_000).contains(&total)
            && rest.iter().all(|value| (1..=1_000).contains(value))
            && lengths.sum::<i64>() == total
    };
    let (source, asked) = learn(&["3 9\n5 4\n7 3\n9 2\n", "2 3\n8 1\n4 2\n"], is_valid);
    assert!(asked <= 240, "{asked} questions");
    let all = drawn(&source, 400);
    let valid: Vec<&String> = all.iter().filter(|input| is_valid(input)).collect();
    assert!(valid.len() * 4 > all.len() * 3, "{} of {}", valid.len(), all.len());
    assert!(valid.iter().any(|input| input.starts_with("100 5000\n")), "the greatest total");
    assert!(valid.iter().any(|input| input.contains(" 1000\n")), "a great number");
}

#[test]
fn a_number_of_the_last_row_is_no_total_of_a_column() {
    let texts = [Text::new(b"3\n10 4\n20 11\n30 15\n".to_vec())];
    let models = Model::learn(&texts, 1, &|| false);
    assert!((0..3).all(|slot| models[0].facts.total(slot).is_none()), "{:?}", models[0].facts);
}

/// The last number of the second column is the total of the last line by chance.
#[test]
fn a_column_that_is_bounded_by_another_has_a_range_if_it_is_a_total() {
    let is_valid = |input: &str| {
        let Some(all) = numbers(input) else { return false };
        let mut pairs = all[1..].chunks_exact(2).take(all[0] as usize);
        input.len() < 1_000 && pairs.all(|pair| pair[0].checked_add(1) == Some(pair[1]))
    };
    let (source, _) = learn(&["3\n5 6\n2 3\n9 10\n1 4 5\n"], is_valid);
    assert!(drawn(&source, 20).iter().any(|input| is_valid(input)));
}

/// Bars between neighbouring lines of a lottery, each at a height of its own: inputs like the
/// sample are valid only if they are smaller.
#[test]
fn points_are_distinct() {
    let is_valid = |input: &str| {
        let rows: Option<Vec<Vec<i64>>> = input.lines().map(numbers).collect();
        let Some((first, points)) = rows.as_ref().and_then(|rows| rows.split_first()) else {
            return false;
        };
        first == &[points.len() as i64]
            && (1..=1_000).contains(&points.len())
            && points.iter().flatten().all(|value| (1..=1_000).contains(value))
            && points.iter().collect::<BTreeSet<_>>().len() == points.len()
    };
    let (source, _) = learn(&["3\n1 2\n2 2\n5 1\n", "2\n4 4\n7 9\n"], is_valid);
    let all = drawn(&source, 200);
    let valid: Vec<&String> = all.iter().filter(|input| is_valid(input)).collect();
    assert!(valid.len() * 4 > all.len() * 3, "{} of {}", valid.len(), all.len());
    assert!(valid.iter().any(|input| input.starts_with("1000\n")), "as many as allowed");
}

#[test]
fn columns_differ_by_a_constant() {
    let is_valid = |input: &str| {
        let Some(all) = numbers(input) else { return false };
        let [width, height, count, ref bars @ ..] = all[..] else { return false };
        let is_bar = |bar: &[i64]| {
            (1..=height).contains(&bar[0])
                && bar[1..].iter().all(|line| (1..=width).contains(line))
                && bar[1].abs_diff(bar[2]) == 1
        };
        (2..=20).contains(&width)
            && (1..=1_000).contains(&height)
            && bars.len() as i64 == 3 * count
            && bars.chunks(3).all(is_bar)
            && bars.chunks(3).map(|bar| bar[0]).collect::<BTreeSet<_>>().len() as i64 == count
    };
    let samples = ["5 7 6\n1 1 2\n2 3 4\n3 5 4\n6 3 2\n5 1 2\n4 1 2\n"];
    let (source, _) = learn(&samples, is_valid);
    let all = drawn(&source, 100);
    let valid: Vec<&String> = all.iter().filter(|input| is_valid(input)).collect();
    assert!(valid.len() * 5 > all.len(), "{} of {}", valid.len(), all.len());
    let is_high = |input: &&String| numbers(input).unwrap()[3..].iter().any(|&height| height > 500);
    assert!(valid.iter().any(is_high), "a great height");
}

/// The number in front of such a word is its length.
#[test]
fn lengths_are_those_of_repeated_words() {
    let is_valid = |input: &str| {
        let Some((length, word)) = input.trim_end().split_once('\n') else { return false };
        length.parse() == Ok(word.len())
            && (3..=1_000).contains(&word.len())
            && word == "abc".repeat(word.len() / 3)
    };
    let (source, _) = learn(&["6\nabcabc\n", "9\nabcabcabc\n"], is_valid);
    let all = drawn(&source, 60);
    assert!(all.iter().any(|input| input.len() > 900 && is_valid(input)), "a long one");
    let valid = all.iter().filter(|input| is_valid(input)).count();
    assert!(valid * 4 > all.len() * 3, "{valid} of {}", all.len());
}

/// Words that are bounded together.
#[test]
fn a_list_of_words_has_many_words_or_long_ones() {
    let is_valid = |input: &str| {
        let Some((count, words)) = input.trim_end().split_once('\n') else { return false };
        let words: Vec<&str> = words.split(' ').collect();
        let is_word = |word: &&str| {
            !word.is_empty() && word.bytes().all(|letter| letter.is_ascii_lowercase())
        };
        count.parse() == Ok(words.len())
            && words.iter().all(is_word)
            && words.iter().map(|word| word.len()).sum::<usize>() <= 1_000
    };
    let (source, _) = learn(&["4\nof one and another\n", "2\nthe next\n"], is_valid);
    let all = drawn(&source, 200);
    let valid: Vec<&String> = all.iter().filter(|input| is_valid(input)).collect();
    assert!(valid.len() * 4 > all.len() * 3, "{} of {}", valid.len(), all.len());
    let count = |input: &&&String| input.lines().next().and_then(|line| line.parse().ok());
    assert!(valid.iter().any(|input| count(&input) > Some(150)), "many words");
    let longest = |input: &String| input.split_whitespace().map(str::len).max();
    assert!(valid.iter().any(|input| longest(input) > Some(900)), "a long word");
}

#[test]
fn words_and_queries_are_written() {
    let is_valid = |input: &str| {
        let lines: Vec<&str> = input.lines().collect();
        let is_query = |line: &&str| match line.split(' ').collect::<Vec<_>>()[..] {
            ["add", x, word] => {
                x.parse::<u32>().is_ok_and(|x| (1..=99).contains(&x))
                    && (1..=20).contains(&word.len())
                    && word.bytes().all(|letter| letter.is_ascii_lowercase())
            }
            ["get", x] => x.parse::<u32>().is_ok_and(|x| (1..=99).contains(&x)),
            _ => false,
        };
        lines[0].parse() == Ok(lines.len() - 1)
            && lines.len() <= 1_000
            && lines[1..].iter().all(is_query)
    };
    let samples = ["4\nadd 1 ab\nget 1\nadd 7 c\nget 2\n", "2\nget 1\nget 9\n"];
    let (source, _) = learn(&samples, is_valid);
    let all = drawn(&source, 100);
    assert!(all.iter().all(|input| is_valid(input)));
    assert!(all.iter().any(|input| input.contains("add 99 aaaaaaaaaaaaaaaaaaaa")));
}

/// Whether the input is a number of places and of queries, up to 1,000 each, and the queries.
fn is_about_places(input: &str) -> bool {
    let mut lines = input.lines();
    let Some([places, queries]) = lines.next().and_then(numbers).map(|both| [both[0], both[1]])
    else {
        return false;
    };
    let is_query = |line: &&str| {
        let Some(numbers) = numbers(&line[1..]) else { return false };
        match (&line[..1], &numbers[..]) {
            ("+", [from, to, value]) => {
                (1..=*to).contains(from) && *to <= places && (1..=1_000_000).contains(value)
            }
            ("?", [place]) => (1..=places).contains(place),
            _ => false,
        }
    };
    let lines: Vec<&str> = lines.collect();
    (1..=1_000).contains(&places)
        && (1..=1_000).contains(&queries)
        && lines.len() as i64 == queries
        && lines.iter().all(is_query)
}

#[test]
fn queries_follow_a_plan() {
    let samples = ["3 4\n+ 1 2 9\n? 3\n+ 3 3 70\n? 1\n", "2 3\n? 2\n+ 2 2 5\n? 1\n"];
    let (source, _) = learn(&samples, is_about_places);
    let all = drawn(&source, 3_000);
    let valid: Vec<&String> = all.iter().filter(|input| is_about_places(input)).collect();
    assert!(valid.len() * 4 > all.len() * 3, "{} of {}", valid.len(), all.len());
    let some = |what: &str, is: &dyn Fn(&[&str]) -> bool| {
        let has = |input: &&String| {
            let lines: Vec<&str> = input.lines().skip(1).collect();
            lines.len() >= 100 && is(&lines)
        };
        assert!(valid.iter().copied().any(|input| has(&input)), "{what}");
    };
    some("updates from the last place to the first, then questions", &|lines| {
        let (first, second) = lines.split_at(lines.len() / 2);
        let places: Vec<i64> = first.iter().map(|line| numbers(&line[1..]).unwrap()[0]).collect();
        first.iter().all(|line| line.starts_with('+'))
            && places.is_sorted_by(|a, b| a >= b)
            && places[0] > *places.last().unwrap()
            && second.iter().all(|line| line.starts_with('?'))
    });
    some("the same question over and over", &|lines| {
        lines.iter().all(|line| line.starts_with('?') && *line == lines[0])
    });
}

#[test]
fn most_changes_keep_the_shape_and_what_is_valid() {
    let samples = ["3 4\n+ 1 2 9\n? 3\n+ 3 3 70\n? 1\n", "2 3\n? 2\n+ 2 2 5\n? 1\n"];
    let (source, _) = learn(&samples, is_about_places);
    let text = Text::new(samples[0].into());
    let valid = |change: &dyn Fn(&Text, &mut Random) -> Vec<u8>| {
        let changed = (0..400).map(|seed| change(&text, &mut Random::new(Seed::from_value(seed))));
        let changed = changed.filter(|input| is_about_places(str::from_utf8(input).unwrap()));
        changed.collect::<BTreeSet<_>>().len()
    };
    let (kept, any) = (valid(&|text, random| source.changed(text, random)), valid(&neighbour));
    assert!(kept > 240 && kept > 4 * any, "{kept} and {any} of 400");
}

#[test]
fn without_anybody_to_ask_values_stay_as_they_are() {
    let inputs = ["3\n5 7 1\n", "2\n1 9\n"].map(|input| input.as_bytes().to_vec());
    let source = LearnedSource::learn(inputs, None, &|| false).expect("there is a shape");
    for input in drawn(&source, 100) {
        let numbers = numbers(&input).unwrap();
        assert!((2..=3).contains(&numbers[0]), "{input}");
        assert!(numbers[1..].iter().all(|value| (1..=9).contains(value)), "{input}");
    }
}

#[test]
fn a_shape_of_which_nothing_is_valid_is_not_understood() {
    let inputs = || ["3\n5 7 1\n", "2\n1 9\n"].map(|input| input.as_bytes().to_vec());
    assert!(LearnedSource::learn(inputs(), Some(&mut |_| Some(false.into())), &|| false).is_none());
    // Without time, nothing is learned.
    assert!(LearnedSource::learn(inputs(), Some(&mut |_| None), &|| false).is_none());
    assert!(LearnedSource::learn(inputs(), None, &|| true).is_none());
}

/// If everything that is not large is valid, ranges become as wide as possible.
#[test]
fn no_input_and_no_range_is_too_odd() {
    let least = i64::MIN.to_string();
    let most = i64::MAX.to_string();
    let extremes = format!("1 {most}\n{least} {most}\n");
    let edges = format!("0 0\n2 1\n1 2\n{most} 1\n1 {most}\n");
    for inputs in [
        &["0\n", "1\n0 0\n"][..],
        &[&extremes, "2 5\n1 2\n3 4\n"],
        &[&edges],
        &["2 1\n1 2\n", "3 2\n1 2\n2 3\n", "1 0\n"],
        &["4 1\n1 2\n", "5 2\n1 2\n4 5\n", "4 2\n3 1\n4 3\n"],
        &["2\n-9223372036854775808 -9223372036854775807\n", "1\n-9223372036854775808\n"],
        &["1\n9223372036854775807\n", "2\n9223372036854775806 9223372036854775807\n"],
        &["\n", "\n\n"],
        &["é\n"],
    ] {
        for most in [1_000, 20_000] {
            let inputs = inputs.iter().map(|input| input.as_bytes().to_vec());
            let ask: IsValid = &mut |input| Some((input.len() < most).into());
            if let Some(source) = LearnedSource::learn(inputs, Some(ask), &|| false) {
                (0..8).for_each(|index| drop(source.draw(1, index).unwrap()));
            }
        }
    }
}

#[test]
fn the_same_seed_draws_the_same() {
    let (source, _) = learn(&["3\n5 7 1\n", "2\n1 1\n"], is_list);
    assert_eq!(drawn(&source, 50), drawn(&source.clone(), 50));
    assert_ne!(source.draw(1, 40).unwrap(), source.draw(2, 40).unwrap());
}

#[test]
fn a_description_needs_no_inputs() {
    let description = b"INT(1,200,n) SPACE INT(0,500,m) NEWLINE
        REP(m) INT(1,n,a) SPACE INT(1,n,b) NEWLINE ASSERT(a!=b || n==1) END
        REPI(i,n,SPACE) INT(1,10^9,v[i]) END NEWLINE ASSERT(UNIQUE(v))
        REGEX(\"[a-z]+\",s) NEWLINE ASSERT(STRLEN(s)==n)";
    let description = Arc::new(Description::parse(description).unwrap());
    let source = DescribedSource::new("graph.ctd", Arc::clone(&description));
    let inputs = drawn(&source, 100);
    assert!(inputs.len() >= 95, "{} inputs", inputs.len());
    let is_valid = |input: &String| description.check(input.as_bytes(), Limits::default()).is_ok();
    assert!(inputs.iter().all(is_valid));
    let sizes = |input: &str| numbers(input.lines().next().unwrap()).unwrap();
    let all: BTreeSet<Vec<i64>> = inputs.iter().map(|input| sizes(input)).collect();
    assert!(all.len() > 40 && all.contains(&vec![200, 500]) && all.first() < Some(&vec![2, 3]));
    let again = |index| source.draw(1, index).unwrap();
    assert_eq!(again(7), again(7));
    let Ok(Draw::Candidate(small)) = source.scaled(1, 3, 4) else { panic!("there is one") };
    assert!(
        sizes(str::from_utf8(&small.input).unwrap()).iter().all(|size| *size <= 4),
        "{small:?}"
    );
}

/// Returns whether an input has up to 1,000 heights, then as many queries: `1 l r` of an interval,
/// and `2 i w`, which raises a height. None exceeds 10^9.
fn is_heights(input: &str) -> bool {
    let Some(mut lines) =
        input.lines().map(numbers).collect::<Option<Vec<_>>>().map(Vec::into_iter)
    else {
        return false;
    };
    let (Some(first), Some(mut heights)) = (lines.next(), lines.next()) else { return false };
    let sizes = [heights.len() as i64, lines.len() as i64];
    let mut is_valid = first == sizes
        && sizes.iter().all(|size| (1..=1_000).contains(size))
        && heights.iter().all(|height| (1..=1_000_000_000).contains(height));
    let mut is_query = |query: Vec<i64>| match query[..] {
        [1, from, to] => 1 <= from && from <= to && to <= first[0],
        [2, at, by] => {
            let height = heights.get_mut(usize::try_from(at - 1).unwrap_or(usize::MAX));
            height.is_some_and(|height| {
                *height += by;
                by >= 1 && *height <= 1_000_000_000
            })
        }
        _ => false,
    };
    is_valid &= lines.all(&mut is_query);
    is_valid
}

#[test]
fn queries_begin_with_the_number_of_their_kind() {
    let samples = [
        "6 4\n2 1 4 1 1 3\n1 1 6\n1 1 4\n2 6 1\n1 1 6\n",
        "6 4\n3 2 1 3 2 4\n1 1 6\n2 3 3\n1 2 6\n1 1 4\n",
    ];
    let (source, _) = learn(&samples, is_heights);
    let inputs = drawn(&source, 600);
    let valid: Vec<&String> = inputs.iter().filter(|input| is_heights(input)).collect();
    assert!(valid.len() >= 60, "{} of {}", valid.len(), inputs.len());
    // Although heights and raises of all sizes together are not valid.
    let is_full = |input: &&&String| input.starts_with("1000 1000\n");
    let is_long = |line: &&str| {
        let query = numbers(line).unwrap();
        query.len() == 3 && query[0] == 1 && query[2] - query[1] > 300
    };
    let are_long = |input: &&&String| input.lines().filter(is_long).count() > 500;
    let full = valid.iter().filter(is_full).count();
    assert!(full >= 3, "{full} of {}", valid.len());
    assert!(valid.iter().filter(are_long).count() >= 2);
}

/// Returns whether an input has a tree of up to 500 vertices, and then at most as many lines, each
/// with another vertex as its first number.
fn is_tree_with_choices(input: &str) -> bool {
    let lines = input.lines().map(numbers).collect::<Option<Vec<_>>>();
    let lines = lines.filter(|lines| lines.iter().all(|line| line.len() == 2));
    let Some([first, rest @ ..]) = lines.as_deref() else { return false };
    let (n, c) = (first[0], first[1]);
    if !(1..=500).contains(&n) || !(1..=500).contains(&c) || rest.len() as i64 != n - 1 + c {
        return false;
    }
    let (tree, choices) = rest.split_at(n as usize - 1);
    let edges = tree.iter().map(|edge| (edge[0], edge[1]));
    let vertices: BTreeSet<i64> = choices.iter().map(|line| line[0]).collect();
    rest.iter().flatten().all(|vertex| (1..=n).contains(vertex))
        && rows::hang_together(n, edges, tree.len())
        && vertices.len() == choices.len()
}

/// Returns the rows of numbers of an input that begins with their number, unless they are more.
fn up_to_300_rows(input: &str) -> Option<Vec<Vec<i64>>> {
    let mut lines = input.lines().map(numbers).collect::<Option<Vec<_>>>()?.into_iter();
    let (first, rows): (Option<Vec<i64>>, Vec<Vec<i64>>) = (lines.next(), lines.collect());
    (first? == [rows.len() as i64] && rows.len() <= 300).then_some(rows)
}

/// Whether an input has up to 300 intervals that do not overlap, each with a number; and whether
/// these are in order.
fn intervals_of(input: &str) -> Option<bool> {
    let rows = up_to_300_rows(input)?;
    let is_row = |row: &Vec<i64>| {
        row.len() == 3 && 0 <= row[0] && row[0] < row[1] && row[1] <= 1_000_000 && row[2] > 0
    };
    if !rows.iter().all(is_row) {
        return None;
    }
    let mut sorted = rows.clone();
    sorted.sort();
    let is_before = |pair: &[Vec<i64>]| pair[0][1] < pair[1][0];
    sorted.windows(2).all(is_before).then_some(sorted == rows)
}

#[test]
fn intervals_need_not_overlap() {
    let samples = ["3\n10 12 5\n0 4 1\n20 50 9\n", "2\n5 9 3\n1 2 8\n"];
    let (source, _) = learn(&samples, |input| intervals_of(input).is_some());
    let inputs = drawn(&source, 100);
    let valid: Vec<&String> = inputs.iter().filter(|one| intervals_of(one).is_some()).collect();
    assert!(valid.len() >= 60, "{} of {}", valid.len(), inputs.len());
    assert!(valid.iter().any(|input| input.starts_with("300\n")), "as many as can be");
    assert!(valid.iter().any(|input| intervals_of(input) == Some(false)), "in any order");
}

#[test]
fn rectangles_have_two_corners() {
    let is_valid = |input: &str| {
        let is_within = |row: &[i64]| row.iter().all(|value| (0..=1_000).contains(value));
        let is_rectangle = |row: &Vec<i64>| match row[..] {
            [x, y, right, above] => x < right && y < above && is_within(row),
            _ => false,
        };
        up_to_300_rows(input).is_some_and(|rows| rows.iter().all(is_rectangle))
    };
    let samples = ["3\n5 1 7 9\n0 4 10 7\n3 2 9 4\n", "2\n5 2 9 3\n8 1 9 2\n"];
    let (source, _) = learn(&samples, is_valid);
    let inputs = drawn(&source, 100);
    let valid: Vec<&String> = inputs.iter().filter(|one| is_valid(one)).collect();
    assert!(valid.len() >= 50, "{} of {}", valid.len(), inputs.len());
    assert!(valid.iter().any(|input| input.starts_with("300\n")), "as many as can be");
}

/// Trees given by the parents of all vertices but the first.
#[test]
fn parents_come_before_their_children() {
    let is_valid = |input: &str| {
        let Some(all) = numbers(input) else { return false };
        let [count, ref parents @ ..] = all[..] else { return false };
        (2..=1_000).contains(&count)
            && parents.len() as i64 == count - 1
            && (1..).zip(parents).all(|(before, parent)| (1..=before).contains(parent))
    };
    let (source, _) = learn(&["5\n1 2 2 1\n", "4\n1 1 3\n"], is_valid);
    let inputs = drawn(&source, 100);
    let valid: Vec<&String> = inputs.iter().filter(|one| is_valid(one)).collect();
    assert!(valid.len() >= 60, "{} of {}", valid.len(), inputs.len());
    assert!(valid.iter().any(|input| input.starts_with("1000\n1 1 1 ")), "a star");
    assert!(valid.iter().any(|input| input.starts_with("1000\n1 2 3 ")), "a path");
}

/// Returns the ends of up to 100 edges, two or more at each of them.
fn ends_of_edges(input: &str) -> Option<Vec<Vec<i64>>> {
    let rows: Option<Vec<Vec<i64>>> = input.lines().map(numbers).collect();
    let [size, edges @ ..] = rows.as_deref()? else { return None };
    let is_within = |row: &Vec<i64>| {
        row.len() == 4 && row.iter().all(|at| (-1_000_000..=1_000_000).contains(at))
    };
    let is_whole = *size == [edges.len() as i64] && (3..=100).contains(&edges.len());
    if !is_whole || !edges.iter().all(is_within) {
        return None;
    }
    let columns: Vec<Vec<i64>> =
        (0..4).map(|column| edges.iter().map(|row| row[column]).collect()).collect();
    drawings::are_segments(&columns).then_some(columns)
}

#[test]
fn edges_with_the_points_where_they_end_are_drawings() {
    let samples = [
        "6\n-3 -3 0 3\n-3 -3 0 0\n-3 -3 3 -3\n0 0 0 3\n0 0 3 -3\n0 3 3 -3\n",
        "6\n-6 -3 0 3\n0 3 6 -3\n6 -3 -6 -3\n-3 0 3 0\n3 0 0 -3\n0 -3 -3 0\n",
    ];
    let (source, _) = learn(&samples, |input| ends_of_edges(input).is_some());
    let inputs = drawn(&source, 400);
    let valid: Vec<_> = inputs.iter().filter_map(|input| ends_of_edges(input)).collect();
    assert!(valid.len() * 3 > inputs.len() * 2, "{} of {}", valid.len(), inputs.len());
    assert!(valid.iter().any(|edges| edges[0].len() == 100));
    assert!(valid.iter().any(|edges| edges[0].contains(&1_000_000)));
    // Points that programs take for one if they write both coordinates as one number.
    let are_alike = |edges: &Vec<Vec<i64>>| {
        let points: BTreeSet<(i64, i64)> = [0, 2]
            .into_iter()
            .flat_map(|at| edges[at].iter().copied().zip(edges[at + 1].iter().copied()))
            .collect();
        points.iter().any(|(x, y)| points.contains(&(x + 1, y - 2_000_000)))
    };
    assert!(valid.iter().any(are_alike));
}

/// Whether an input has up to 300 rectangles that do not overlap.
fn are_apart(input: &str) -> bool {
    let Some(rows) = up_to_300_rows(input) else { return false };
    let is_rectangle = |row: &Vec<i64>| match row[..] {
        [x, y, right, above] => {
            0 <= x && x < right && 0 <= y && y < above && right.max(above) <= 5_000
        }
        _ => false,
    };
    let lie_apart = |one: &[i64], other: &[i64]| {
        (0..2).any(|at| one[at + 2] < other[at] || other[at + 2] < one[at])
    };
    rows.iter().all(is_rectangle)
        && (0..rows.len()).all(|other| (0..other).all(|one| lie_apart(&rows[one], &rows[other])))
}

#[test]
fn rectangles_need_not_overlap() {
    let samples = ["3\n1 3 3 4\n2 1 4 2\n4 3 5 6\n", "4\n1 1 2 2\n1 3 2 4\n3 1 4 2\n3 3 4 4\n"];
    let (source, _) = learn(&samples, are_apart);
    let inputs = drawn(&source, 200);
    let valid: Vec<&String> = inputs.iter().filter(|one| are_apart(one)).collect();
    assert!(valid.len() >= 100, "{} of {}", valid.len(), inputs.len());
    let full: Vec<&String> = valid.into_iter().filter(|one| one.starts_with("300\n")).collect();
    // A line crosses all of them but one.
    let is_one_apart = |input: &&String| {
        let rows = numbers(input).unwrap();
        let mut below: BTreeMap<i64, usize> = BTreeMap::new();
        rows[1..].chunks(4).for_each(|row| *below.entry(row[1]).or_default() += 1);
        below.into_values().collect::<BTreeSet<_>>() == BTreeSet::from([1, 299])
    };
    assert!(full.iter().any(is_one_apart), "all but one beside each other");
}

#[test]
fn rows_may_be_sorted() {
    let samples = ["3\n0 4 1\n10 12 5\n20 50 9\n", "2\n1 2 8\n5 9 3\n"];
    let (source, _) = learn(&samples, |input| intervals_of(input) == Some(true));
    let inputs = drawn(&source, 100);
    let valid: Vec<&String> = inputs.iter().filter(|one| intervals_of(one) == Some(true)).collect();
    assert!(valid.len() >= 50, "{} of {}", valid.len(), inputs.len());
    assert!(valid.iter().any(|input| input.starts_with("300\n")), "as many as can be");
}

#[test]
fn a_first_column_may_be_distinct() {
    let samples =
        ["5 4\n1 2\n2 3\n2 4\n4 5\n5 3\n4 3\n3 2\n1 3\n", "4 2\n1 2\n2 3\n3 4\n2 4\n3 1\n"];
    let (source, _) = learn(&samples, is_tree_with_choices);
    let inputs = drawn(&source, 100);
    let valid: Vec<&String> = inputs.iter().filter(|one| is_tree_with_choices(one)).collect();
    assert!(valid.len() >= 60, "{} of {}", valid.len(), inputs.len());
    assert!(valid.iter().any(|input| input.starts_with("500 ")), "as large as can be");
}

/// Whatever the samples are, and although half of all inputs are invalid by chance.
#[test]
fn bounds_are_found_where_few_inputs_are_valid() {
    let is_valid = |input: &str| {
        let all = numbers(input).unwrap_or_default();
        let Some((&count, list)) = all.split_first() else { return false };
        list.len() as i64 == count
            && (1..=1_000).contains(&count)
            && list.iter().all(|value| (1..=1_000_000).contains(value))
            && list.iter().sum::<i64>() % 3 != 1
            && list.iter().fold(0, |all, value| all ^ value) % 5 != 1
    };
    for other in 1..=20 {
        let samples = [format!("3\n1 2 {}\n", 3 * other), format!("2\n{} 6\n", 9 * other)];
        let samples = samples.each_ref().map(|sample| &**sample);
        let ranges = learn(&samples, is_valid).0.model.ranges;
        assert_eq!((ranges[&0].1, ranges[&1]), (1_000, (1, 1_000_000)), "{samples:?}");
    }
}

/// Tests of up to 10^6 numbers altogether, which take long to validate.
fn are_tests(input: &str) -> bool {
    let lines = input.lines().map(numbers).collect::<Option<Vec<_>>>();
    let Some([first, tests @ ..]) = lines.as_deref() else { return false };
    let is_test = |test: &[Vec<i64>]| {
        test[0] == [test[1].len() as i64]
            && test[1].len() <= 100_000
            && test[1].iter().all(|value| (1..100_000).contains(value))
    };
    let (pairs, rest) = tests.as_chunks::<2>();
    rest.is_empty()
        && *first == [pairs.len() as i64]
        && pairs.iter().all(|test| is_test(test))
        && tests.iter().map(Vec::len).sum::<usize>() <= 1_000_000
}

#[test]
fn no_size_takes_all_the_time() {
    let mut left = 4_usize << 20;
    let mut ask = |input: &[u8]| {
        left = left.checked_sub(input.len())?;
        Some(are_tests(str::from_utf8(input).unwrap()).into())
    };
    let inputs = [b"2\n3\n3 4 5\n6\n1 2 2 3 3 3\n".to_vec()];
    let source = LearnedSource::learn(inputs, Some(&mut ask), &|| false).expect("a shape");
    let all = drawn(&source, 64);
    let longest = all.iter().filter(|input| are_tests(input)).flat_map(|input| input.lines());
    let longest = longest.map(|line| line.split(' ').count()).max();
    assert!(longest > Some(20_000), "{longest:?}");
}

/// Returns the rows of up to 200 costs and sizes, after their number and the total of the sizes.
fn costs_and_sizes(input: &str) -> Option<Vec<(i64, i64)>> {
    let lines = input.lines().map(numbers).collect::<Option<Vec<_>>>()?;
    let [first, rows @ ..] = &lines[..] else { return None };
    let pair = |row: &Vec<i64>| match row[..] {
        [cost, size] if (1..=1_000_000).contains(&cost) && size >= 1 => Some((cost, size)),
        _ => None,
    };
    let rows = rows.iter().map(pair).collect::<Option<Vec<_>>>()?;
    let total: i64 = rows.iter().map(|row| row.1).sum();
    let is_valid = *first == [rows.len() as i64, total] && rows.len() <= 200;
    (is_valid && total <= 1_000_000).then_some(rows)
}

/// Then no row exceeds another one in both columns.
#[test]
fn a_column_may_be_the_opposite_of_another_one() {
    let is_valid = |input: &str| are_pairs(input, 200, (1, 1_000_000));
    let (source, _) = learn(&["3\n2 31\n5 5\n13 3\n", "2\n4 4\n2 15\n"], is_valid);
    let are_opposite = |input: &String| {
        let all = numbers(input).unwrap();
        let distinct: BTreeSet<i64> = all[1..].iter().copied().collect();
        let mut rows = all[1..].chunks_exact(2);
        distinct.len() > 200 && rows.all(|row| row[0] + row[1] == 1_000_001) && is_valid(input)
    };
    assert!(drawn(&source, 2_000).iter().any(are_opposite));
}

/// A `float` takes the quotients of such rows for equal.
#[test]
fn a_column_may_repeat_another_one_with_one_more() {
    let samples = ["3 12\n7 3\n1 5\n9 4\n", "2 9\n4 8\n6 1\n"];
    let (source, _) = learn(&samples, |input| costs_and_sizes(input).is_some());
    let are_related = |rows: Vec<(i64, i64)>| {
        rows.len() > 1 && rows.iter().all(|(cost, size)| *cost == size + 1 && *size > 4_096)
    };
    assert!(drawn(&source, 400).iter().filter_map(|one| costs_and_sizes(one)).any(are_related));
}

/// A comparison of products in a type of 64 bits is then wrong.
#[test]
fn numbers_may_be_products_that_overflow() {
    let is_valid = |input: &str| {
        let all = numbers(input).filter(|all| all.len() == 4);
        all.is_some_and(|all| all.iter().all(|one| (1..1_000_000_000_000_000_000).contains(one)))
    };
    let (source, _) = learn(&["163 326 1 2\n", "871 1261 13 39\n"], is_valid);
    let is_found = |input: &String| {
        let all = numbers(input).unwrap();
        let (whole, of) = (all[1], (all[0], all[3]));
        of.0.checked_mul(of.1).is_none() && of.0.wrapping_mul(of.1) == whole && is_valid(input)
    };
    assert!(drawn(&source, 2_000).iter().any(is_found));
}

/// Whether an input has up to 500 points, with at least three edges each, of which none cross.
fn is_plane_drawing(input: &str) -> bool {
    let lines = input.lines().map(numbers).collect::<Option<Vec<_>>>();
    let lines = lines.filter(|lines| lines.iter().all(|line| line.len() == 2));
    let Some([first, rest @ ..]) = lines.as_deref() else { return false };
    let (n, m) = (first[0], first[1]);
    if !(4..=500).contains(&n) || n + m != rest.len() as i64 {
        return false;
    }
    let (points, edges) = rest.split_at(n as usize);
    let column = |rows: &[Vec<i64>], at: usize| rows.iter().map(|row| row[at]).collect::<Vec<_>>();
    let mut before = Points::default();
    before.add(0, &[column(points, 0), column(points, 1)]);
    points.iter().flatten().all(|value| (0..=1_000_000).contains(value))
        && edges.iter().flatten().all(|value| (1..=n).contains(value))
        && before.under(&column(edges, 0), &column(edges, 1)).get(&0) >= Some(&3)
}

#[test]
fn edges_between_points_need_not_cross() {
    let samples = [
        "4 6\n0 0\n9 0\n0 9\n2 3\n1 2\n3 1\n2 3\n1 4\n4 2\n3 4\n",
        "5 8\n0 0\n8 1\n9 9\n1 7\n4 4\n1 2\n2 3\n4 3\n4 1\n5 1\n5 2\n3 5\n5 4\n",
    ];
    assert!(samples.iter().all(|sample| is_plane_drawing(sample)));
    let (source, _) = learn(&samples, is_plane_drawing);
    let inputs = drawn(&source, 200);
    let valid: Vec<&String> = inputs.iter().filter(|one| is_plane_drawing(one)).collect();
    assert!(valid.len() >= 50, "{} of {}", valid.len(), inputs.len());
    assert!(valid.iter().any(|input| input.starts_with("500 ")), "as many as can be");
    // That hub has all other points as neighbours.
    assert!(valid.iter().any(|input| input.starts_with("500 998\n")), "a wheel");
    assert!(valid.iter().any(|input| input.starts_with("500 750\n")), "two rings, or pentagons");
}
