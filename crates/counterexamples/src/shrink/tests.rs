//! Functions as failing programs.

use std::cell::Cell;
use std::sync::Mutex;

use proptest::collection::vec;
use proptest::prelude::*;

use referee_base::fault::Fault;
use referee_checker::Strictness;
use referee_checker::huepfburg::Instance;
use referee_generators::{Recipe, families};

use super::*;
use crate::Outcome;

/// A subject that is a function.
struct Function<F>(F);

impl<F: Fn(&str) -> Option<bool> + Sync> Subject for Function<F> {
    /// Fails where the function returns true. Inputs for which it returns `None` are invalid.
    fn judge(&self, input: &[u8]) -> Result<Outcome, Fault> {
        let fails = str::from_utf8(input).ok().and_then(&self.0);
        Ok(match fails {
            None => Outcome::Invalid,
            Some(false) => Outcome::Passed(0),
            Some(true) => Outcome::Failed(failure()),
        })
    }
}

fn failure() -> Failure {
    Failure { kind: "wrong".into(), message: "it is wrong".into() }
}

fn start(input: &str) -> Start<'static> {
    Start { input: input.into(), failure: failure(), family: None, views: &[], smallest: None }
}

fn shrink_with(subject: &dyn Subject, start: Start<'_>, jobs: usize) -> Shrunk {
    shrink(subject, start, Control { jobs, stop: &|| false, progress: &|_| {} })
}

/// Shrinks on several numbers of threads, and asserts that the results are equal and minimal.
fn shrunk(input: &str, fails: impl Fn(&str) -> Option<bool> + Sync) -> (String, u64) {
    let subject = Function(fails);
    let [one, two, eight] = [1, 2, 8].map(|jobs| shrink_with(&subject, start(input), jobs));
    for other in [&two, &eight] {
        assert_eq!((&one.input, one.tried, one.steps), (&other.input, other.tried, other.steps));
    }
    assert!(matches!(one.end, ShrinkEnd::Minimal), "{one:?}");
    (String::from_utf8(one.input).expect("text"), one.tried)
}

#[test]
fn nothing_is_tried_if_there_is_no_time() {
    let subject = Function(|_: &str| panic!("it is not judged"));
    let control = Control { jobs: 2, stop: &|| true, progress: &|_| {} };
    let shrunk = shrink(&subject, start("3\n1 2 3\n"), control);
    assert!(matches!(shrunk.end, ShrinkEnd::Stopped), "{shrunk:?}");
    assert_eq!(shrunk.input, b"3\n1 2 3\n");
}

fn numbers(line: &str) -> Option<Vec<i64>> {
    line.split(' ').map(|word| word.parse().ok()).collect()
}

/// Reads n, and then n numbers on a line.
fn list(input: &str) -> Option<Vec<i64>> {
    let (n, rest) = input.split_once('\n')?;
    let list = numbers(rest.strip_suffix('\n')?)?;
    (n.parse() == Ok(list.len()) && !list.is_empty()).then_some(list)
}

/// Reads a tree: n, and then n - 1 lines with edges.
fn tree(input: &str) -> Option<Vec<(usize, usize)>> {
    let mut lines = input.strip_suffix('\n')?.split('\n');
    let n: usize = lines.next()?.parse().ok()?;
    let edge = |line: &str| {
        let ends = numbers(line)?;
        let is_legal = ends.len() == 2 && ends.iter().all(|end| (1..=n as i64).contains(end));
        is_legal.then(|| (ends[0] as usize, ends[1] as usize))
    };
    let edges: Vec<(usize, usize)> = lines.map(edge).collect::<Option<_>>()?;
    let mut groups: Vec<usize> = (0..=n).collect();
    for &(left, right) in &edges {
        let (old, new) = (groups[left], groups[right]);
        if old == new {
            return None;
        }
        groups.iter_mut().filter(|group| **group == old).for_each(|group| *group = new);
    }
    (edges.len() + 1 == n).then_some(edges)
}

#[test]
fn a_list_with_its_length() {
    let fails = |input: &str| Some(list(input)?.windows(2).any(|pair| pair[0] > pair[1]));
    assert_eq!(shrunk("7\n3 1 4 1 5 9 2\n", fails).0, "2\n1 0\n");
    let sum = |input: &str| Some(list(input)?.iter().sum::<i64>() > 100);
    assert_eq!(shrunk("7\n30 10 40 10 50 90 20\n", sum).0, "2\n20 81\n");
    let fails = |input: &str| Some(list(input)?.iter().filter(|item| **item < -5).count() >= 2);
    assert_eq!(shrunk("6\n-77 3 -1000 4 -20 9\n", fails).0, "2\n-6 -6\n");
}

#[test]
fn two_lists_with_two_lengths() {
    // n, m, n lines, m lines.
    let read = |input: &str| {
        let mut lines = input.strip_suffix('\n')?.split('\n');
        let head = numbers(lines.next()?)?;
        let items = lines.map(numbers).collect::<Option<Vec<_>>>()?;
        let &[n, m] = &head[..] else { return None };
        let is_legal = n > 0 && m > 0 && items.len() as i64 == n + m;
        let widths = |items: &[Vec<i64>], width| items.iter().all(|item| item.len() == width);
        let (first, second) = items.split_at_checked(n as usize)?;
        (is_legal && widths(first, 1) && widths(second, 1))
            .then(|| (first.concat(), second.concat()))
    };
    let fails = |input: &str| {
        let (first, second) = read(input)?;
        Some(first.iter().any(|item| second.contains(item)))
    };
    let input = "3 4\n11\n12\n13\n21\n12\n23\n24\n";
    assert_eq!(shrunk(input, fails).0, "1 1\n0\n0\n");
}

#[test]
fn test_cases_of_different_sizes() {
    let read = |input: &str| {
        let mut lines = input.strip_suffix('\n')?.split('\n');
        let cases: usize = lines.next()?.parse().ok()?;
        let case = |_| {
            let n = lines.next()?.parse().ok()?;
            (0..n).map(|_| lines.next()?.parse().ok()).collect::<Option<Vec<i64>>>()
        };
        let read = (0..cases).map(case).collect::<Option<Vec<_>>>()?;
        (lines.next().is_none() && !read.is_empty()).then_some(read)
    };
    // The program does not reset a result of the previous case.
    let fails = |input: &str| {
        let cases = read(input)?;
        Some(cases.windows(2).any(|pair| pair[0].len() > pair[1].len() && pair[1].contains(&7)))
    };
    let input = "4\n2\n5\n6\n3\n1\n2\n3\n2\n7\n8\n1\n1\n";
    assert_eq!(shrunk(input, fails).0, "2\n2\n0\n0\n1\n7\n");
}

#[test]
fn a_graph_loses_vertices_with_their_edges() {
    let read = |input: &str| {
        let mut lines = input.strip_suffix('\n')?.split('\n').map(numbers);
        let head = lines.next()??;
        let edges = lines.collect::<Option<Vec<_>>>()?;
        let &[n, m] = &head[..] else { return None };
        let is_vertex = |vertex: &i64| (1..=n).contains(vertex);
        let is_legal = |edge: &Vec<i64>| edge.len() == 3 && edge[..2].iter().all(is_vertex);
        (edges.len() as i64 == m && edges.iter().all(is_legal)).then_some((n, edges))
    };
    // A cycle of three vertices whose weights are all at least 3.
    let fails = |input: &str| {
        let (_, edges) = read(input)?;
        let has = |from: i64, to: i64| {
            edges.iter().any(|edge| edge[0] == from && edge[1] == to && edge[2] >= 3)
        };
        Some(edges.iter().any(|first| {
            edges.iter().any(|second| {
                let [a, b, c] = [first[0], first[1], second[1]];
                a != b && b != c && c != a && has(a, b) && has(b, c) && has(c, a)
            })
        }))
    };
    let input = "9 8\n1 2 5\n2 3 9\n9 8 7\n4 7 9\n7 9 4\n9 4 8\n5 6 2\n3 1 1\n";
    assert_eq!(shrunk(input, fails).0, "3 3\n1 2 3\n2 3 3\n3 1 3\n");
}

#[test]
fn a_tree_loses_leaves_and_the_middle_of_paths() {
    let degree = |edges: &[(usize, usize)], vertex| {
        edges.iter().filter(|edge| edge.0 == vertex || edge.1 == vertex).count()
    };
    let fails = |input: &str| {
        let edges = tree(input)?;
        Some((1..=edges.len() + 1).filter(|vertex| degree(&edges, *vertex) >= 3).count() >= 2)
    };
    let input = "11\n1 2\n1 3\n1 4\n4 5\n5 6\n6 7\n7 8\n7 9\n9 10\n10 11\n";
    let (smallest, _) = shrunk(input, fails);
    assert_eq!(smallest.lines().next(), Some("6"), "{smallest}");
}

#[test]
fn a_grid_and_a_word_with_their_sizes() {
    let read = |input: &str| {
        let mut lines = input.strip_suffix('\n')?.split('\n');
        let size = numbers(lines.next()?)?;
        let rows: Vec<Vec<u8>> = lines.map(|line| line.as_bytes().to_vec()).collect();
        let is_legal = size.len() == 2
            && rows.len() as i64 == size[0]
            && rows.iter().all(|row| row.len() as i64 == size[1]);
        (is_legal && size[0] > 0 && size[1] > 0).then_some(rows)
    };
    let fails = |input: &str| {
        let rows = read(input)?;
        let is_corner = |row: usize, column: usize| {
            rows[row][column] == b'#'
                && rows[row][column + 1] == b'#'
                && rows[row + 1][column] == b'#'
        };
        let mut corners =
            (1..rows.len()).flat_map(|row| (1..rows[0].len()).map(move |c| (row - 1, c - 1)));
        Some(corners.any(|(row, column)| is_corner(row, column)))
    };
    let input = "4 5\n.....\n..##.\n..#..\n#...#\n";
    assert_eq!(shrunk(input, fails).0, "2 2\n##\n#.\n");
    let word = |input: &str| {
        let (n, word) = input.strip_suffix('\n')?.split_once('\n')?;
        let is_word = word.bytes().all(|letter| letter.is_ascii_lowercase());
        let is_legal = is_word && n.parse() == Ok(word.len()) && !word.is_empty();
        is_legal.then(|| word.contains("zz"))
    };
    assert_eq!(shrunk("9\nabuzzerzz\n", word).0, "2\nzz\n");
}

#[test]
fn a_square_matrix() {
    let read = |input: &str| {
        let mut lines = input.strip_suffix('\n')?.split('\n').map(numbers);
        let n = lines.next()??;
        let rows = lines.collect::<Option<Vec<_>>>()?;
        let is_square = n.len() == 1 && rows.iter().all(|row| row.len() == rows.len());
        (is_square && rows.len() as i64 == n[0] && n[0] > 0).then_some(rows)
    };
    let fails = |input: &str| {
        let rows = read(input)?;
        let mut pairs = (0..rows.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
        Some(pairs.any(|(i, j)| rows[i][j] != rows[j][i]))
    };
    let input = "4\n1 2 3 4\n2 5 6 7\n3 6 8 9\n4 7 5 0\n";
    assert_eq!(shrunk(input, fails).0, "2\n0 0\n1 0\n");
}

#[test]
fn what_has_no_structure_is_reduced_token_by_token() {
    let fails = |input: &str| Some(input.contains("needle") && input.contains('7'));
    assert_eq!(shrunk("hay hay\nhay needle hay\n1 2 77 hay\n", fails).0.trim(), "needle\n7");
    assert_eq!(shrunk("", |_| Some(true)).0, "");
    assert_eq!(shrunk("1\n", |input| Some(input == "1\n")).0, "1\n");
}

#[test]
fn nothing_is_taken_that_is_invalid_or_fails_in_another_way() {
    let input = "3\n1 2 3\n";
    assert_eq!(shrunk(input, |_| None).0, input);
    struct Two;
    impl Subject for Two {
        fn judge(&self, input: &[u8]) -> Result<Outcome, Fault> {
            let text = str::from_utf8(input).expect("text");
            let kind = if text.contains('8') { "wrong" } else { "crash" };
            Ok(Outcome::Failed(Failure { kind: kind.into(), message: String::new() }))
        }
    }
    let shrunk = shrink_with(&Two, start("3\n18 2 3\n"), 2);
    assert_eq!(String::from_utf8_lossy(&shrunk.input), "8\n");
}

#[test]
fn a_fault_ends_the_search_with_the_smallest_so_far() {
    struct Breaks;
    impl Subject for Breaks {
        fn judge(&self, input: &[u8]) -> Result<Outcome, Fault> {
            match input.len() {
                8.. => Ok(Outcome::Failed(failure())),
                0..4 => Ok(Outcome::Passed(0)),
                _ => Err(Fault::judge("the disk is full")),
            }
        }
    }
    for jobs in [1, 2, 8] {
        let shrunk = shrink_with(&Breaks, start("1111 2222 3333 4444\n"), jobs);
        assert!(matches!(&shrunk.end, ShrinkEnd::Fault(fault) if fault.message.contains("disk")));
        assert!(shrunk.input.len() >= 8 && shrunk.input.len() < 20, "{shrunk:?}");
    }
}

#[test]
fn it_stops_when_asked_to() {
    let fails = |input: &str| Some(list(input)?.contains(&7));
    let input = format!("100\n{}7\n", "5 ".repeat(99));
    for enough in [0, 1, 5] {
        let steps = Cell::new(0);
        let shrunk = shrink(
            &Function(fails),
            start(&input),
            Control {
                jobs: 2,
                stop: &|| steps.get() >= enough,
                progress: &|progress| steps.set(progress.steps),
            },
        );
        assert!(matches!(shrunk.end, ShrinkEnd::Stopped));
        assert_eq!(shrunk.steps, enough);
        assert_eq!(fails(str::from_utf8(&shrunk.input).expect("text")), Some(true));
    }
}

#[test]
fn progress_only_grows() {
    let all = Mutex::new(Vec::new());
    let fails = |input: &str| Some(list(input)?.contains(&7));
    let shrunk = shrink(
        &Function(fails),
        start("5\n7 7 7 7 7\n"),
        Control { jobs: 2, stop: &|| false, progress: &|now| all.lock().unwrap().push(*now) },
    );
    let all = all.into_inner().expect("no panic");
    assert!(all.windows(2).all(|pair| {
        pair[0].tried <= pair[1].tried
            && pair[0].steps <= pair[1].steps
            && pair[0].tokens >= pair[1].tokens
    }));
    let last = all.last().expect("progress");
    assert_eq!((last.tried, last.bytes), (shrunk.tried, shrunk.input.len()));
}

#[test]
fn a_large_input_takes_few_candidates() {
    let items: Vec<String> = (0..100_000).map(|item| (item * 7919 % 100_003).to_string()).collect();
    let input = format!("{}\n{}\n", items.len(), items.join(" "));
    let fails = |input: &str| {
        let list = list(input)?;
        Some(list.contains(&77) && list.contains(&78) && list.len() >= 3)
    };
    let subject = Function(fails);
    let shrunk = shrink_with(&subject, start(&input), 1);
    assert_eq!(String::from_utf8_lossy(&shrunk.input).lines().next(), Some("3"));
    assert!(shrunk.tried < 2000, "{}", shrunk.tried);
}

#[test]
fn a_case_of_a_recipe_is_made_again_with_smaller_parameters() {
    let recipe = "format = 1\nproblem = 'huepfburg'\nsalt = 's'\n[[case]]\nname = 'a'\nfamily = 'uniform'\nn = 300\ndegree = 5\n";
    let recipe = Recipe::parse(recipe).expect("a recipe");
    let case = &recipe.cases[0];
    let input = case.generate().expect("an input");
    let subject = Function(|input: &str| {
        let instance = Instance::parse(input.as_bytes(), Strictness::Strict).ok()?;
        Some(instance.arrows().iter().any(|arrow| arrow.from == arrow.to && arrow.from > 2))
    });
    let origin =
        FamilyCall { family: case.family, arguments: case.arguments.clone(), seed: case.seed };
    let views = families("huepfburg").expect("a problem").views;
    let start = || Start {
        input: input.clone(),
        failure: failure(),
        family: Some(origin.clone()),
        views,
        smallest: None,
    };
    let [one, two] = [1, 2].map(|jobs| shrink_with(&subject, start(), jobs));
    assert_eq!(String::from_utf8_lossy(&one.input), "3 1\n3 3\n");
    assert_eq!((one.input, one.tried), (two.input, two.tried));
    assert!(one.tried < 100, "{}", one.tried);
}

/// Formats a list with its length, as the tests read it.
fn written(list: &[i64]) -> String {
    let items: Vec<String> = list.iter().map(i64::to_string).collect();
    format!("{}\n{}\n", list.len(), items.join(" "))
}

/// A program that fails regardless of structure, on about every third list.
fn fails_at_random(list: &[i64], salt: u64) -> bool {
    let mix = |hash: u64, item: &i64| {
        (hash ^ item.unsigned_abs().wrapping_add(7))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(29)
    };
    list.iter().fold(salt | 1, mix) % 3 == 0
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Compares with a search of all neighbours, which knows the structure.
    #[test]
    fn every_result_is_1_minimal(list_of in vec(0_i64..30, 1..9), salt: u64) {
        prop_assume!(fails_at_random(&list_of, salt));
        let fails = |input: &str| Some(fails_at_random(&list(input)?, salt));
        let (smallest, _) = shrunk(&written(&list_of), fails);
        let smallest = list(&smallest).expect("a list");
        prop_assert!(fails_at_random(&smallest, salt));
        for at in 0..smallest.len() {
            let mut without = smallest.clone();
            without.remove(at);
            prop_assert!(without.is_empty() || !fails_at_random(&without, salt), "{:?}", smallest);
            let mut lowered = smallest.clone();
            lowered[at] -= 1;
            prop_assert!(smallest[at] == 0 || !fails_at_random(&lowered, salt), "{:?}", smallest);
        }
    }

    /// If adding anything never makes a failure disappear, the result is the smallest of all.
    #[test]
    fn the_smallest_of_all_where_failures_are_monotone(
        list_of in vec(0_i64..30, 1..12),
        wanted in vec(0_i64..30, 1..4),
    ) {
        // Each wanted number has a different item that is at least as large.
        let fails_on = |list: &[i64]| {
            let (mut items, mut wanted) = (list.to_vec(), wanted.clone());
            items.sort_unstable_by(|left, right| right.cmp(left));
            wanted.sort_unstable_by(|left, right| right.cmp(left));
            items.len() >= wanted.len() && wanted.iter().zip(&items).all(|(wanted, item)| item >= wanted)
        };
        prop_assume!(fails_on(&list_of));
        let (smallest, _) = shrunk(&written(&list_of), |input| Some(fails_on(&list(input)?)));
        let (mut smallest, mut least) = (list(&smallest).expect("a list"), wanted.clone());
        smallest.sort_unstable();
        least.sort_unstable();
        prop_assert_eq!(smallest, least);
    }

    /// Any bytes: no panic, and the result still fails.
    #[test]
    fn any_input_is_shrunk_to_one_that_fails(input in "[0-9 a\n-]{0,40}", wanted in "[0-9a ]{0,2}") {
        prop_assume!(input.contains(&wanted));
        let (smallest, _) = shrunk(&input, |input| Some(input.contains(&wanted)));
        prop_assert!(smallest.contains(&wanted), "{:?}", smallest);
        prop_assert!(smallest.len() <= input.len());
    }
}

/// Returns the number of candidates after which at most a hundredth of an input is left.
fn candidates_to_a_hundredth(input: &str, fails: impl Fn(&str) -> Option<bool> + Sync) -> u64 {
    assert_eq!(fails(input), Some(true));
    let last = Cell::new(ShrinkProgress { tried: 0, steps: 0, tokens: 0, bytes: input.len() });
    let progress = |now: &ShrinkProgress| last.set(*now);
    let is_small = |bytes: usize| bytes <= input.len() / 100;
    let stop = || is_small(last.get().bytes) || last.get().tried >= 5_000;
    let control = Control { jobs: 2, stop: &stop, progress: &progress };
    let shrunk = shrink(&Function(fails), start(input), control);
    assert!(is_small(shrunk.input.len()), "{}", shrunk.input.len());
    last.get().tried
}

/// Returns numbers in no particular order.
fn jumble(count: u64) -> Vec<String> {
    (0..count).map(|item| (item * item * 7919 % 1_000_003).to_string()).collect()
}

#[test]
fn large_inputs_are_halved_before_anything_is_tried_in_small_steps() {
    let items = jumble(9_000);
    let (one, other) = (&*items[3_333], &*items[6_666]);
    // A count and that many numbers, on one line or one per line.
    let counted = |text: &str, separator: char| {
        let (count, rest) = text.strip_suffix('\n')?.split_once('\n')?;
        let list: Vec<&str> = rest.split(separator).collect();
        let fails = list.contains(&one) && list.contains(&other);
        (count.parse() == Ok(list.len())).then_some(fails)
    };
    for separator in [' ', '\n'] {
        let input = format!("{}\n{}\n", items.len(), items.join(&separator.to_string()));
        let tried = candidates_to_a_hundredth(&input, |text| counted(text, separator));
        assert!(tried <= 150, "{tried}");
    }
    // A word with its length.
    let word = |text: &str| {
        let (count, word) = text.strip_suffix('\n')?.split_once('\n')?;
        (count.parse() == Ok(word.len())).then(|| word.contains(&items[3_333..3_335].concat()))
    };
    let letters = items.concat();
    let tried = candidates_to_a_hundredth(&format!("{}\n{letters}\n", letters.len()), word);
    assert!(tried <= 150, "{tried}");
}

#[test]
fn what_goes_in_small_steps_only_does_not_keep_large_parts_waiting() {
    // Two lists, with their lengths in front. No two neighbours of the first may be missing;
    // nothing of the second is needed.
    let (few, many) = (1_000, jumble(30_000));
    let lists = |text: &str| {
        let lines: Vec<&str> = text.strip_suffix('\n')?.split('\n').collect();
        let lengths: Vec<usize> =
            lines.first()?.split(' ').map(|word| word.parse().ok()).collect::<Option<_>>()?;
        let &[first, second] = &lengths[..] else { return None };
        let is_legal = lines.len() == 1 + first + second;
        let list = lines.get(1..=first)?;
        let numbers: Vec<usize> =
            list.iter().map(|word| word.parse().ok()).collect::<Option<_>>()?;
        let gaps = numbers.windows(2).all(|pair| pair[0] < pair[1] && pair[1] <= pair[0] + 2);
        let fails = gaps && numbers.first() <= Some(&1) && numbers.last() >= Some(&(few - 2));
        is_legal.then_some(fails)
    };
    let first: Vec<String> = (0..few).map(|number| number.to_string()).collect();
    let input = format!("{few} {}\n{}\n{}\n", many.len(), first.join("\n"), many.join("\n"));
    assert_eq!(lists(&input), Some(true));
    let last = Cell::new(ShrinkProgress { tried: 0, steps: 0, tokens: 0, bytes: input.len() });
    let stop = || last.get().tokens <= 1_100 && last.get().tokens > 0;
    let progress = |now: &ShrinkProgress| last.set(*now);
    let control = Control { jobs: 2, stop: &stop, progress: &progress };
    shrink(&Function(lists), start(&input), control);
    assert!(last.get().tried <= 100, "{:?}", last.get());
}
