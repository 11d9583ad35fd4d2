//! Hüpfburg: all small graphs, and shapes that exercise every mode of the search.

use std::collections::{HashMap, VecDeque};

use proptest::prelude::*;
use referee_checker::huepfburg::{Arrow, Instance, Meeting, Prepared};
use referee_checker::{CheckVerdict, Settings, Strictness, problem};
use referee_generators::{Random, Seed};
use referee_solvers::huepfburg::gauge::RowPolicy;
use referee_solvers::huepfburg::graph::Graph;
use referee_solvers::huepfburg::{adaptive, layers, pairs};
use referee_solvers::{SolveError, solvers};

use crate::fixed;

fn instance(n: u32, arrows: impl IntoIterator<Item = (u32, u32)>) -> Instance {
    let arrows = arrows.into_iter().map(|(from, to)| Arrow { from, to }).collect();
    Instance::new(n, arrows).expect("a legal instance")
}

/// The naive oracle: breadth-first search over ordered pairs, with every arrow of one player and
/// every arrow of the other.
fn least_jumps(instance: &Instance) -> Option<u64> {
    let mut jumps = HashMap::from([((1, 2), 0)]);
    let mut queue = VecDeque::from([(1, 2)]);
    while let Some((sasha, mika)) = queue.pop_front() {
        let next = jumps[&(sasha, mika)] + 1;
        for &to in instance.targets(sasha) {
            for &other in instance.targets(mika) {
                if to == other {
                    return Some(next);
                }
                jumps.entry((to, other)).or_insert_with(|| {
                    queue.push_back((to, other));
                    next
                });
            }
        }
    }
    None
}

#[track_caller]
fn assert_meets(instance: &Instance, meeting: &Meeting, jumps: u64) {
    assert_eq!(meeting.jumps(), jumps);
    assert_eq!(meeting.sasha.len(), meeting.mika.len());
    assert_eq!((meeting.sasha[0], meeting.mika[0]), (1, 2));
    assert_eq!(meeting.sasha.last(), meeting.mika.last());
    for way in [&meeting.sasha, &meeting.mika] {
        assert!(way.windows(2).all(|jump| instance.has_arrow(jump[0], jump[1])), "{way:?}");
    }
}

/// Returns the least number of jumps, on which all solvers agree with the oracle and the checker.
fn agreed(instance: &Instance) -> Option<u64> {
    let expected = least_jumps(instance);
    let graph = Graph::new(instance);
    let named = |fields: &mut dyn Iterator<Item = u32>| -> Vec<u32> {
        fields.map(|field| graph.fields[field as usize]).collect()
    };
    let mut found = vec![
        ("pairs".to_string(), pairs::solve(&graph, u64::MAX).unwrap()),
        ("layers".to_string(), layers::solve(&graph, u64::MAX).unwrap()),
    ];
    for width in [RowPolicy::Measured, RowPolicy::AlwaysWide, RowPolicy::AlwaysNarrow] {
        let way = adaptive::solve(&graph, u64::MAX, width).unwrap();
        let meeting =
            way.map(|way| Meeting { sasha: named(&mut way.sasha()), mika: named(&mut way.mika()) });
        found.push((format!("adaptive, {width:?}"), meeting));
    }
    for (name, meeting) in &found {
        assert_eq!(meeting.as_ref().map(Meeting::jumps), expected, "{name}: {instance:?}");
        if let (Some(meeting), Some(jumps)) = (meeting, expected) {
            assert_meets(instance, meeting, jumps);
        }
    }
    let prepared = Prepared::new(instance.clone(), Settings::default());
    assert_eq!(prepared.shortest().unwrap().map(|shortest| shortest.jumps), expected);
    expected
}

/// Returns the largest least number of jumps over all graphs with n fields.
fn longest(n: u32) -> u64 {
    let all: Vec<(u32, u32)> = (1..=n).flat_map(|a| (1..=n).map(move |b| (a, b))).collect();
    let subsets = 0..1u64 << all.len();
    let jumps = subsets.filter_map(|subset| {
        let chosen = (0..all.len()).filter(|i| subset >> i & 1 == 1).map(|i| all[i]);
        agreed(&instance(n, chosen))
    });
    jumps.max().expect("some of them meet")
}

#[test]
fn all_graphs_with_two_and_three_fields() {
    assert_eq!(longest(2), 1);
    assert_eq!(longest(3), 3);
}

#[test]
fn all_graphs_with_four_fields() {
    assert_eq!(longest(4), 5);
}

/// A cycle of n fields with a chord that makes another one of n - 1, and starts half way round: the
/// longest meeting known.
fn wielandt(n: u32) -> Instance {
    let place = |at: u32| match at % n {
        0 => 1,
        at if at == n / 2 => 2,
        at if at < n / 2 => at + 2,
        at => at + 1,
    };
    let cycle = (0..n).map(|at| (place(at), place(at + 1)));
    // The number of jumps depends on where the chord starts; the maximum is known.
    let chords = (0..n).map(|at| {
        let arrows = cycle.clone().chain([(place(at), place(at + 2))]);
        let unique: std::collections::BTreeSet<(u32, u32)> = arrows.collect();
        instance(n, unique)
    });
    chords.max_by_key(least_jumps).expect("some chord")
}

#[test]
fn the_longest_known_meetings() {
    for (n, jumps) in
        [(2, 1), (3, 3), (4, 5), (5, 9), (6, 13), (7, 19), (8, 25), (9, 33), (17, 129)]
    {
        assert_eq!(agreed(&wielandt(n)), Some(jumps), "n = {n}");
    }
}

/// Two cycles of p and q fields, each of which has one field that leads into a common sink.
pub(crate) fn two_cycles(p: u32, q: u32) -> Instance {
    let (first, second, sink) =
        (|at: u32| 1 + 2 * (at % p), |at: u32| 2 + 2 * (at % q), 2 * p.max(q) + 1);
    let cycles = (0..p).map(|at| (first(at), first(at + 1)));
    let cycles = cycles.chain((0..q).map(|at| (second(at), second(at + 1))));
    instance(sink, cycles.chain([(first(p - 1), sink), (second(q - 1), sink)]))
}

#[test]
fn coprime_cycles_meet_after_their_product() {
    for (p, q) in [(2, 3), (5, 7), (8, 9), (31, 32)] {
        assert_eq!(agreed(&two_cycles(p, q)), Some(u64::from(p * q)));
    }
    assert_eq!(agreed(&two_cycles(6, 9)), Some(18));
}

/// Random arrows out of those that `allowed` permits.
fn random(n: u32, m: usize, seed: &str, allowed: impl Fn(u32, u32) -> bool) -> Instance {
    let mut random = Random::new(Seed::of(&["solvers of huepfburg", seed, &n.to_string()]));
    let mut arrows = std::collections::BTreeSet::new();
    for _ in 0..20 * m {
        if arrows.len() < m {
            let mut field = || random.between(1, n.into()) as u32;
            let (from, to) = (field(), field());
            if allowed(from, to) {
                arrows.insert((from, to));
            }
        }
    }
    instance(n, arrows)
}

#[test]
fn random_graphs_of_every_density() {
    let mut outcomes = [0; 2];
    for n in [2, 5, 10, 30, 63, 64, 65, 100, 129, 150] {
        for percent in [30, 90, 120, 150, 200, 300, 1000] {
            for seed in ["a", "b", "c"] {
                let m = (n as usize * percent / 100).min((n * n / 2) as usize);
                let instance = random(n, m, &format!("{percent} {seed}"), |_, _| true);
                outcomes[usize::from(agreed(&instance).is_some())] += 1;
            }
        }
    }
    assert!(outcomes.iter().all(|&count| count > 30), "{outcomes:?}");
}

#[test]
fn classes_that_never_meet() {
    for classes in [2, 3, 7] {
        for n in [20, 64, 130] {
            let next = |from: u32, to: u32| (from + 1) % classes == to % classes;
            for degree in [1, 2, 5] {
                let instance = random(n, n as usize * degree, &classes.to_string(), next);
                assert_eq!(agreed(&instance), None, "{classes} classes, n = {n}");
            }
        }
    }
}

/// Rings of wide layers, and one arrow that skips a layer: the layers stay wide for a long time.
#[test]
fn layered_rings() {
    for (count, width) in [(5, 12), (8, 9), (13, 6), (20, 4)] {
        let n = count * width;
        let next = |from: u32, to: u32| (from % count + 1) % count == to % count;
        let ring = random(n, 3 * n as usize, "ring", next);
        assert_eq!(agreed(&ring), None);
        let mut arrows: Vec<Arrow> = ring.arrows().to_vec();
        arrows.push(Arrow { from: count, to: 2 });
        let jumps = agreed(&Instance::new(n, arrows).expect("a new arrow"));
        assert!(jumps.is_some_and(|jumps| jumps >= u64::from(count)), "{jumps:?}");
    }
}

#[test]
fn from_bytes_to_bytes() {
    // Sasha takes the long way round and Mika waits on field 4.
    let input = b"4 5\n1 3\n3 4\n2 4\n4 4\n4 2\n";
    let lenient = b"4 5 1 3\r\n3 4 2 4\t4 4 4 2";
    assert_eq!(solvers("huepfburg")[0].name, "adaptive");
    for solver in solvers("huepfburg") {
        assert_eq!(solver.answer(input).unwrap(), b"2\n1 3 4\n2 4 4\n", "{}", solver.name);
        assert_eq!(solver.answer(lenient).unwrap(), b"2\n1 3 4\n2 4 4\n", "{}", solver.name);
        assert_eq!(solver.answer(b"2 0\n").unwrap(), b"impossible\n", "{}", solver.name);
        let fault = solver.answer(b"2 1\n1 3\n").unwrap_err();
        assert_eq!(fault.to_string(), "line 2, column 3: to = 3 is outside 1..=2 (n = 2)");
    }
}

/// The memory for many layers with few pairs is known only when they are found.
#[test]
fn too_little_memory_for_the_layers_is_said_in_the_midst_of_them() {
    let mut input = Vec::new();
    two_cycles(199, 200).write(&mut input);
    for solver in solvers("huepfburg") {
        let solve = |memory| (solver.solve)(&input, memory, &mut std::io::sink());
        assert!(matches!(solve(100 << 10), Err(SolveError::TooLarge(_))), "{}", solver.name);
        assert!(solve(64 << 20).is_ok(), "{}", solver.name);
    }
}

fn any_instance() -> impl Strategy<Value = Instance> {
    (2u32..=40).prop_flat_map(|n| {
        let arrows = prop::collection::btree_set((1..=n, 1..=n), 0..=3 * n as usize);
        arrows.prop_map(move |arrows| instance(n, arrows))
    })
}

proptest! {
    #![proptest_config(fixed())]

    #[test]
    fn every_solver_finds_the_least_number_of_jumps(instance in any_instance()) {
        agreed(&instance);
    }

    #[test]
    fn answers_are_accepted_as_the_shortest_and_strict(instance in any_instance()) {
        let rules = problem("huepfburg").expect("a shipped problem");
        let shortest = Settings::default().with_option(rules.options(), "shortest").unwrap();
        let mut input = Vec::new();
        instance.write(&mut input);
        let case = rules.prepare(&input, Strictness::Strict, shortest).unwrap();
        for solver in solvers("huepfburg") {
            let answer = solver.answer(&input).unwrap();
            let verdict = case.check(&mut answer.as_slice()).unwrap();
            prop_assert!(matches!(verdict, CheckVerdict::Accepted(_)), "{}", solver.name);
            prop_assert_eq!(case.answer_form(&mut answer.as_slice()).unwrap(), Ok(()));
        }
    }

    #[test]
    fn the_names_of_the_players_do_not_matter(instance in any_instance()) {
        let swap = |field: u32| match field { 1 => 2, 2 => 1, other => other };
        let arrows = instance.arrows().iter().map(|arrow| (swap(arrow.from), swap(arrow.to)));
        let swapped = self::instance(instance.n(), arrows);
        let jumps = |instance: &Instance| {
            let way = adaptive::solve(&Graph::new(instance), u64::MAX, RowPolicy::Measured);
            way.unwrap().map(|way| way.jumps())
        };
        prop_assert_eq!(jumps(&instance), jumps(&swapped));
    }
}
