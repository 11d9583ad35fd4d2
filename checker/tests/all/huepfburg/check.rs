//! The check against the naive oracle, for every small graph and many larger ones.

use referee_checker::huepfburg::Instance;

use super::trial::Trial;
use super::{clockwork, instance};
use crate::support::Draws;

/// Checks all graphs with n fields. Returns in how many the players can meet, and the maximum
/// number of jumps.
fn every_graph(n: u32) -> (usize, u64) {
    let arrows: Vec<(u32, u32)> = (1..=n).flat_map(|a| (1..=n).map(move |b| (a, b))).collect();
    let mut draws = Draws(n.into());
    let least = (0..1u32 << arrows.len()).filter_map(|set| {
        let chosen = arrows.iter().zip(0..).filter(|(_, bit)| set >> bit & 1 == 1);
        let chosen: Vec<(u32, u32)> = chosen.map(|(&arrow, _)| arrow).collect();
        Trial::new(instance(n, &chosen)).run(&mut draws)
    });
    let least: Vec<u64> = least.collect();
    (least.len(), least.into_iter().max().expect("some of them meet"))
}

#[test]
fn every_graph_with_two_fields() {
    assert_eq!(every_graph(2), (7, 1));
}

#[test]
fn every_graph_with_three_fields() {
    assert_eq!(every_graph(3), (348, 3));
}

#[test]
fn every_graph_with_four_fields() {
    assert_eq!(every_graph(4), (55106, 5));
}

/// A graph with each arrow drawn at random.
fn drawn(n: u32, arrows: u32, draws: &mut Draws) -> Instance {
    let mut chosen: Vec<(u32, u32)> = Vec::new();
    for _ in 0..arrows {
        let mut field = || draws.between(1, n as i32) as u32;
        let arrow = (field(), field());
        if !chosen.contains(&arrow) {
            chosen.push(arrow);
        }
    }
    instance(n, &chosen)
}

#[test]
fn graphs_for_a_list_of_seeds() {
    let mut met = 0;
    for seed in 0..4000 {
        let mut draws = Draws(seed);
        let n = draws.between(2, 12) as u32;
        let arrows = draws.between(0, 3 * n as i32) as u32;
        let graph = drawn(n, arrows, &mut draws);
        met += usize::from(Trial::new(graph).run(&mut draws).is_some());
    }
    assert!((1000..3000).contains(&met), "{met} of 4000 meet: no good mixture");
}

#[test]
fn graphs_in_which_it_takes_long() {
    for (sasha, mika, jumps) in [
        (1, 1, 1),
        (2, 3, 6),
        (3, 4, 12),
        (1, 13, 13),
        (3, 8, 24),
        (5, 5, 5),
        (1, 25, 25),
        (5, 6, 30),
        (7, 9, 63),
        (16, 17, 272),
    ] {
        let trial = Trial::new(clockwork(sasha, mika));
        assert_eq!(trial.run(&mut Draws(7)), Some(jumps), "wheels of {sasha} and {mika}");
    }
}
