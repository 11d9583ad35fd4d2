//! Edges that a human would try: paths, stars, caterpillars, deep and binary trees, cycles, one
//! edge for each vertex, grids, ladders, cliques, and dense graphs, also without odd cycles.

use std::collections::HashSet;

use referee_generators::Random;

/// The number of attempts to draw a new edge.
const ATTEMPTS: usize = 40;

/// The required properties of a graph.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Kind {
    pub(crate) vertices: usize,
    pub(crate) edges: usize,
    /// Whether all vertices are connected, if there are enough edges.
    pub(crate) is_connected: bool,
    /// Whether it consists of cliques, if there are enough vertices.
    pub(crate) has_cliques: bool,
    pub(crate) has_loops: bool,
    pub(crate) has_twice: bool,
}

/// Returns the edges of a graph as pairs of vertices from 0 on. A graph that must be connected
/// starts with a tree. There are exactly as many edges as requested: loops and repetitions occur
/// only if allowed, or if there is no room for others.
pub(crate) fn edges(kind: Kind, random: &mut Random) -> Vec<(usize, usize)> {
    let Kind { vertices, edges, .. } = kind;
    if vertices == 0 {
        return Vec::new();
    }
    let mut made: Vec<(usize, usize)> = Vec::with_capacity(edges);
    let (is_dense, order) = (random.below(3) == 0, random.below(3));
    let start = random.below(4);
    // With as many edges as vertices, only cycles give each vertex two.
    let has_cycles = start == 0 || start == 2 && edges == vertices;
    // Each edge from an even to an odd vertex, as far as there are such pairs.
    let is_bipartite = !kind.has_cliques && random.below(6) == 0;
    if kind.has_cliques {
        made.extend(cliques(vertices, edges, random));
    } else if is_bipartite {
        made.extend((1..vertices).map(|vertex| (vertex - 1, vertex)).take(edges));
    } else if start == 2
        && let Some(lattice) = lattice(vertices, edges, random)
    {
        made.extend(lattice);
    } else if !kind.is_connected && start == 3 && edges == vertices {
        made.extend(one_each(kind, random));
    } else if !kind.is_connected && has_cycles {
        made.extend(cycles(vertices, random).take(edges));
    } else if kind.is_connected || start == 1 {
        made.extend(tree(vertices, random).take(edges));
    }
    let mut known: HashSet<_> = made.iter().copied().collect();
    let suits = |edge: &(usize, usize)| !is_bipartite || (edge.0 + edge.1) % 2 == 1;
    // All pairs in order, those among the first vertices first.
    let pairs = || (1..vertices).flat_map(|b| (0..b).map(move |a| (a, b)));
    let mut dense = pairs().filter(suits).chain(pairs());
    while made.len() < edges {
        let sparse = if is_dense { None } else { other_edge(kind, &known, suits, random) };
        let edge = sparse.or_else(|| dense.find(|edge| !known.contains(edge)));
        let edge = edge.unwrap_or((0, vertices - 1));
        known.insert(edge);
        made.push(edge);
    }
    relabel(&mut made, order, vertices, random);
    made
}

/// Returns the edges of a tree, each from a parent.
fn tree(vertices: usize, random: &mut Random) -> impl Iterator<Item = (usize, usize)> {
    let style = random.below(8);
    // In any binary tree, each vertex has places for two children.
    let mut places = vec![0, 0];
    (1..vertices).map(move |vertex| {
        if style < 7 {
            return (parent(style, vertex, vertices, random), vertex);
        }
        let parent = places.swap_remove(random.below(places.len() as u64) as usize);
        places.extend([vertex, vertex]);
        (parent, vertex)
    })
}

/// Returns the parent of a vertex, one of the earlier vertices.
fn parent(style: u64, vertex: usize, vertices: usize, random: &mut Random) -> usize {
    match style {
        // A path, a star, a caterpillar, a broom, a binary tree, a deep tree, any tree.
        0 => vertex - 1,
        1 => 0,
        2 => (vertex - 1) / 2 * 2,
        3 if vertex < vertices / 2 => vertex - 1,
        3 => (vertices / 2).saturating_sub(1).min(vertex - 1),
        4 => (vertex - 1) / 2,
        5 => vertex - 1 - random.below(vertex.min(3) as u64) as usize,
        _ => random.below(vertex as u64) as usize,
    }
}

/// Returns the edges of a cycle, of a path of the other vertices, and the one that makes it another
/// cycle.
fn cycles(vertices: usize, random: &mut Random) -> impl Iterator<Item = (usize, usize)> {
    let first = 3 + random.below(vertices.saturating_sub(2).max(1) as u64) as usize;
    let cycle = |from: usize, end: usize| {
        let path = (from + 1..end).map(|vertex| (vertex - 1, vertex));
        path.chain((from + 2 < end).then(|| (from, end - 1)))
    };
    cycle(0, first.min(vertices)).chain(cycle(first.min(vertices), vertices))
}

/// Returns the edges of a ladder of all vertices, or of a grid that is about as wide as high;
/// `None` if these are more than `edges`.
fn lattice(vertices: usize, edges: usize, random: &mut Random) -> Option<Vec<(usize, usize)>> {
    let width = *random.choose(&[2, vertices.isqrt().max(2)]);
    let across = (1..vertices).filter(|vertex| vertex % width != 0);
    let across = across.map(|vertex| (vertex - 1, vertex));
    let down = (width..vertices).map(|vertex| (vertex - width, vertex));
    let made: Vec<_> = across.chain(down).take(edges + 1).collect();
    (made.len() <= edges).then_some(made)
}

/// Returns an edge from each vertex to another one: every component has one cycle. Without those
/// that repeat another one, unless that is allowed.
fn one_each(kind: Kind, random: &mut Random) -> impl Iterator<Item = (usize, usize)> {
    let others = kind.vertices.saturating_sub(1);
    let mut known = HashSet::new();
    let edges = (0..kind.vertices).filter(move |_| others > 0).map(move |vertex| {
        let other = random.below(others as u64) as usize;
        (vertex, other + usize::from(other >= vertex))
    });
    edges.filter(move |&(a, b)| known.insert((a.min(b), a.max(b))) || kind.has_twice)
}

/// Returns the edges of cliques of one size, as large or as small as possible, and of ever smaller
/// ones for the rest.
fn cliques(vertices: usize, edges: usize, random: &mut Random) -> Vec<(usize, usize)> {
    let small = 3 + random.below(4) as usize;
    let has_room = vertices / small * (small * (small - 1) / 2) >= edges;
    let size = if has_room && random.below(2) == 0 { small } else { vertices };
    let (mut made, mut first) = (Vec::with_capacity(edges), 0);
    while made.len() < edges && first < vertices {
        let most = size.min(vertices - first);
        let fits = |&size: &usize| size * (size - 1) / 2 <= edges - made.len();
        let Some(end) = (2..=most).rev().find(fits).map(|size| first + size) else { break };
        made.extend((first..end).flat_map(|b| (first..b).map(move |a| (a, b))));
        first = end;
    }
    made
}

/// Returns another edge that may be added and suits, if a few draws find one.
fn other_edge(
    kind: Kind,
    known: &HashSet<(usize, usize)>,
    suits: impl Fn(&(usize, usize)) -> bool,
    random: &mut Random,
) -> Option<(usize, usize)> {
    let mut vertex = || random.below(kind.vertices as u64) as usize;
    let mut edges = (0..ATTEMPTS).map(|_| (vertex(), vertex())).map(|(a, b)| (a.min(b), a.max(b)));
    let may_be = |edge: &(usize, usize)| {
        (kind.has_loops || edge.0 != edge.1)
            && (kind.has_twice || !known.contains(edge))
            && suits(edge)
    };
    edges.find(may_be)
}

/// Renames vertices and reorders edges in some of the graphs.
fn relabel(edges: &mut [(usize, usize)], order: u64, vertices: usize, random: &mut Random) {
    let mut names: Vec<usize> = (0..vertices).collect();
    match order {
        0 => return,
        1 => names.reverse(),
        _ => {
            random.shuffle(&mut names);
            random.shuffle(edges);
        }
    }
    for (a, b) in edges {
        (*a, *b) = (names[*a], names[*b]);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use referee_generators::Seed;

    use super::super::drawings::degrees;
    use super::super::rows::hang_together;
    use super::*;

    const ANY: Kind = Kind {
        vertices: 0,
        edges: 0,
        is_connected: false,
        has_cliques: false,
        has_loops: false,
        has_twice: false,
    };

    /// Programs that count degrees take them for one cycle.
    #[test]
    fn two_cycles_are_tried() {
        let kind = Kind { vertices: 8, edges: 8, ..ANY };
        let two_cycles = |made: &[(usize, usize)]| {
            let degree =
                |vertex| made.iter().filter(|edge| [edge.0, edge.1].contains(&vertex)).count();
            let pairs = made.iter().map(|&(a, b)| (a as i64, b as i64));
            (0..8).all(|vertex| degree(vertex) == 2) && !hang_together(8, pairs, 8)
        };
        let made = |seed| edges(kind, &mut Random::new(Seed::from_value(seed)));
        assert!((0..40).any(|seed| two_cycles(&made(seed))));
    }

    #[test]
    fn grids_and_complete_bipartite_graphs_are_tried() {
        let made = |edges_of: usize| {
            let kind = Kind { vertices: 9, edges: edges_of, is_connected: true, ..ANY };
            (0..80).map(move |seed| edges(kind, &mut Random::new(Seed::from_value(seed))))
        };
        let degrees = |made: &Vec<(usize, usize)>| {
            let mut degrees = degrees(9, made);
            degrees.sort_unstable();
            degrees
        };
        assert!(made(12).any(|made| degrees(&made) == [2, 2, 2, 2, 3, 3, 3, 3, 4]));
        assert!(made(20).any(|made| degrees(&made) == [4, 4, 4, 4, 4, 5, 5, 5, 5]));
    }

    #[test]
    fn components_with_one_cycle_each_are_tried() {
        let kind = Kind { vertices: 30, edges: 30, has_twice: true, ..ANY };
        // Each vertex keeps an edge of its own where vertices without a second edge are removed.
        let has_one_cycle_each = |mut made: Vec<(usize, usize)>| {
            let degree = |made: &[(usize, usize)], vertex| {
                made.iter().filter(|edge| [edge.0, edge.1].contains(&vertex)).count()
            };
            // Neither a tree with one more edge nor cycles alone.
            let pairs = made.iter().map(|&(a, b)| (a as i64, b as i64));
            let has_leaf = (0..30).any(|vertex| degree(&made, vertex) == 1);
            if !has_leaf || hang_together(30, pairs, 30) {
                return false;
            }
            while let Some(leaf) = (0..30).find(|&vertex| degree(&made, vertex) == 1) {
                made.retain(|edge| ![edge.0, edge.1].contains(&leaf));
            }
            (0..30).all(|vertex| matches!(degree(&made, vertex), 0 | 2))
        };
        let made = |seed| edges(kind, &mut Random::new(Seed::from_value(seed)));
        assert!((0..40).any(|seed| has_one_cycle_each(made(seed))));
    }

    proptest! {
        #[test]
        fn trees_are_trees_and_edges_are_new(
            vertices in 2usize..30, more in 0usize..10, seed: u64,
        ) {
            let most = vertices * (vertices - 1) / 2;
            let edges_of = (vertices - 1 + more).min(most);
            let kind = Kind { vertices, edges: edges_of, is_connected: true, ..ANY };
            let made = edges(kind, &mut Random::new(Seed::from_value(seed)));
            prop_assert_eq!(made.len(), edges_of);
            prop_assert!(made.iter().all(|&(a, b)| a != b && a < vertices && b < vertices));
            let pairs: HashSet<_> = made.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
            prop_assert_eq!(pairs.len(), edges_of);
            let mut reached: HashSet<usize> = [made[0].0].into();
            for _ in 0..vertices {
                for &(a, b) in &made {
                    if reached.contains(&a) || reached.contains(&b) {
                        reached.extend([a, b]);
                    }
                }
            }
            prop_assert_eq!(reached.len(), vertices);
        }
    }
}
