//! Plane drawings: rows of points, and later rows of edges between them that are drawn as straight
//! lines and do not cross; or rows of such edges alone, each with the points where it ends.
//!
//! Nearly all edges between random points cross another one, so drawings are triangulations, of
//! which edges are left out, or rings around each other. The latter show what triangulations do
//! not: a point with all edges, or shortest cycles of four or five edges.
//!
//! In a triangulation, points are added from left to right; each is connected to all points
//! that it sees of the hull of those before it. This takes O(n log n), as in A. M. Andrew, "Another
//! efficient algorithm for convex hulls in two dimensions" (1979).

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::values;
use referee_generators::Random;

/// The maximum number of edges that are compared with each other: a validator asked about a changed
/// input takes no longer than this.
const MAX_COMPARED: usize = 100;

/// The least radius of rings in relation to the number of points: those of a ring are then at least
/// three units apart.
const ROOM: u64 = 16;

/// The number of attempts to find a point inside a triangle that is not taken, or a drawing with a
/// number of edges.
const ATTEMPTS: usize = 16;

type Point = (i64, i64);

/// The points of one input that were read or written so far, by the slot of their first column.
#[derive(Debug, Default)]
pub(crate) struct Points(BTreeMap<usize, Vec<Point>>);

impl Points {
    /// Adds the first two columns of rows, replacing those of the same slot.
    pub(crate) fn add(&mut self, slot: usize, columns: &[Vec<i64>]) {
        self.0.insert(slot, points_of(columns));
    }

    /// Returns the slots of points between which the edges in two columns do not cross, as far as
    /// there are few enough to tell, and the least number of edges of a point.
    pub(crate) fn under(&self, from: &[i64], to: &[i64]) -> BTreeMap<usize, usize> {
        let first = from.iter().chain(to).min().map_or(0, |least| i64::from(*least > 0));
        let edges: Option<Vec<(usize, usize)>> = from
            .iter()
            .zip(to)
            .map(|(a, b)| {
                Some((usize::try_from(a - first).ok()?, usize::try_from(b - first).ok()?))
            })
            .collect();
        let Some(edges) = edges.filter(|edges| !edges.is_empty()) else { return BTreeMap::new() };
        let last = edges.iter().map(|edge| edge.0.max(edge.1)).max().unwrap_or(0);
        let drawn = self.0.iter().filter(|(_, points)| last < points.len());
        drawn
            .filter(|(_, points)| edges.len() > MAX_COMPARED || is_plane(points, &edges))
            .map(|(slot, points)| {
                (*slot, degrees(points.len(), &edges).into_iter().min().unwrap_or(0))
            })
            .collect()
    }
}

fn points_of(columns: &[Vec<i64>]) -> Vec<Point> {
    match columns {
        [x, y, ..] => x.iter().copied().zip(y.iter().copied()).collect(),
        _ => Vec::new(),
    }
}

/// Returns the number of edges of each point.
pub(crate) fn degrees(count: usize, edges: &[(usize, usize)]) -> Vec<usize> {
    let mut degrees = vec![0; count];
    for &(a, b) in edges {
        degrees[a] += 1;
        degrees[b] += 1;
    }
    degrees
}

/// Returns whether no two of these edges have a point in common but that where both end.
fn is_plane(points: &[Point], edges: &[(usize, usize)]) -> bool {
    let is_apart = |other: usize| (0..other).all(|one| !meet(points, edges[one], edges[other]));
    (0..edges.len()).all(|other| edges[other].0 != edges[other].1 && is_apart(other))
}

fn meet(points: &[Point], one: (usize, usize), other: (usize, usize)) -> bool {
    let turn = |a: usize, b: usize, c: usize| turn(points[a], points[b], points[c]);
    let lies_on = |vertex: usize, (a, b): (usize, usize)| {
        let (point, a, b) = (points[vertex], points[a], points[b]);
        let (low, high) = (a.min(b), a.max(b));
        point.1.cmp(&low.1) as i8 * point.1.cmp(&high.1) as i8 <= 0
            && (low..=high).contains(&point)
            && self::turn(a, b, point) == 0
    };
    let touches = |from: (usize, usize), to: (usize, usize)| {
        let is_end = |vertex: usize| vertex == to.0 || vertex == to.1;
        [from.0, from.1].into_iter().any(|vertex| !is_end(vertex) && lies_on(vertex, to))
    };
    let are_split =
        |(a, b): (usize, usize), (c, d): (usize, usize)| turn(a, b, c) * turn(a, b, d) < 0;
    let are_same = one == other || one == (other.1, other.0);
    are_same
        || touches(one, other)
        || touches(other, one)
        || (are_split(one, other) && are_split(other, one))
}

/// Returns 1 if the way from `a` over `b` to `c` turns left, -1 if right, and 0 if it is straight.
fn turn(a: Point, b: Point, c: Point) -> i8 {
    // The sign and the size of a product of differences, which may have 129 bits together.
    let product = |(a, b): (i64, i64), (c, d): (i64, i64)| {
        let sign = b.cmp(&a) as i8 * d.cmp(&c) as i8;
        (sign, u128::from(a.abs_diff(b)) * u128::from(c.abs_diff(d)))
    };
    let (one, other) = (product((a.0, b.0), (a.1, c.1)), product((a.1, b.1), (a.0, c.0)));
    let of_sizes = if one.0 < 0 { other.1.cmp(&one.1) } else { one.1.cmp(&other.1) };
    one.0.cmp(&other.0).then(of_sizes) as i8
}

/// Moves the first three points of two columns to corners of their ranges, and the others into the
/// triangle, away from its sides: the hull is this triangle, so triangulations have as many edges
/// as can be, at least three at each point. As far as there is room, no two points are the same.
pub(crate) fn into_triangle(columns: &mut [Vec<i64>], ranges: &[(i64, i64)], random: &mut Random) {
    let ([x, y, ..], [across, up, ..]) = (columns, ranges) else { return };
    let (across, up) = (span(x, *across), span(y, *up));
    let corners = [(across.0, up.0), (across.1, up.0), (across.0, up.1)];
    let is_left = |point: Point| turn(corners[1], corners[2], point) > 0;
    let within = |value: i64, (least, most): (i64, i64)| {
        value.min(most.saturating_sub(1)).max(least.saturating_add(1))
    };
    let opposite =
        |value: i64, (least, most): (i64, i64)| most.saturating_sub_unsigned(value.abs_diff(least));
    let inside = |(x, y): Point| {
        let point = (within(x, across), within(y, up));
        let turned = (opposite(point.0, across), opposite(point.1, up));
        let nearest = (within(across.0, across), within(up.0, up));
        [point, turned].into_iter().find(|point| is_left(*point)).unwrap_or(nearest)
    };
    let mut taken = HashSet::new();
    for (place, (x, y)) in x.iter_mut().zip(y).enumerate() {
        let mut point = corners.get(place).copied().unwrap_or_else(|| inside((*x, *y)));
        let mut attempts = 0;
        while !taken.insert(point) && attempts < ATTEMPTS {
            let any = (random.between(across.0, across.1), random.between(up.0, up.1));
            point = inside(any);
            attempts += 1;
        }
        (*x, *y) = point;
    }
}

/// Replaces coordinates by their ranks: many points on few lines show more than points anywhere,
/// and some validators take a second for large coordinates.
pub(crate) fn compress(values: &mut [i64], least: i64) {
    let ranks: BTreeSet<i64> = values.iter().copied().collect();
    let ranks: HashMap<i64, i64> = ranks.into_iter().zip(least..).collect();
    values.iter_mut().for_each(|value| *value = ranks[value]);
}

/// Returns the range of values, or if it has no room for as many points, a wider one.
fn span(values: &[i64], (least, most): (i64, i64)) -> (i64, i64) {
    let low = values.iter().min().copied().unwrap_or(least);
    let high = values.iter().max().copied().unwrap_or(most);
    let room = 2 * values.len().isqrt() as u64 + 4;
    let high = high.max(low.saturating_add_unsigned(room).min(most));
    (low.min(high.saturating_sub_unsigned(room).max(least)), high)
}

/// Returns whether rows are edges, each from the point in the first two columns to that in the next
/// two, with at least two at each point.
pub(crate) fn are_segments(columns: &[Vec<i64>]) -> bool {
    let [_, _, to @ ..] = columns else { return false };
    let mut known: HashMap<Point, usize> = HashMap::new();
    let ends = points_of(columns).into_iter().chain(points_of(to));
    ends.for_each(|end| *known.entry(end).or_default() += 1);
    to.len() > 1 && known.values().all(|edges| *edges > 1)
}

/// Makes rows edges that do not cross, with at least two at each point. The least and the greatest
/// of all coordinates remain, unless the drawing is free. Nothing changes if no drawing with as
/// many edges is found.
pub(crate) fn into_segments(
    columns: &mut [Vec<i64>],
    ranges: [(i64, i64); 2],
    is_free: bool,
    random: &mut Random,
) {
    let count = columns[0].len();
    let all = [0, 1].map(|axis| [&columns[axis][..], &columns[axis + 2]].concat());
    let least = (count + 6).div_ceil(3);
    let more = (2 * count / 3).saturating_sub(least) as u64;
    let drawn = (0..ATTEMPTS).find_map(|_| {
        let number = least + random.below(more + 1) as usize;
        let columns = corners(&all, number, ranges, is_free, random);
        let points = points_of(&columns);
        let are_distinct = points.iter().collect::<HashSet<_>>().len() == number;
        let edges = are_distinct.then(|| edges(&columns, count, 2, random))?;
        (edges.len() == count).then_some((points, edges))
    });
    let Some((points, edges)) = drawn else { return };
    for (row, (from, to)) in edges.into_iter().enumerate() {
        let ends = [points[from], points[to]].map(|(x, y)| [x, y]);
        let values = ends.as_flattened().iter();
        columns.iter_mut().zip(values).for_each(|(column, value)| column[row] = *value);
    }
}

/// Draws points with some of these coordinates, the least and the greatest among them; if they are
/// free, sometimes on few lines, or so that two are the same as one number.
fn corners(
    all: &[Vec<i64>; 2],
    number: usize,
    ranges: [(i64, i64); 2],
    is_free: bool,
    random: &mut Random,
) -> Vec<Vec<i64>> {
    let some = all.iter().zip(ranges);
    let mut points: Vec<_> =
        some.map(|(all, range)| values::spread(all.clone(), number, range)).collect();
    points.iter_mut().for_each(|column| random.shuffle(column));
    match random.below(4) {
        0 if is_free => {
            let pairs = points.iter_mut().zip(ranges);
            pairs.for_each(|(column, range)| compress(column, range.0));
        }
        1 if is_free => values::collide(&mut points, ranges, random),
        _ => {}
    }
    points
}

/// Points within two ranges, in two columns, and edges between them that do not cross.
pub(crate) type Drawn = (Vec<Vec<i64>>, Vec<(usize, usize)>);

/// Draws this many points on circles around each other, each with at least three edges. `None` if
/// there is no room for them, or the kind chosen has no such number of points. They are as close
/// together as rounded points can be, or as far apart as the ranges allow.
pub(crate) fn rings(count: usize, ranges: [(i64, i64); 2], random: &mut Random) -> Option<Drawn> {
    let sizes = ring_sizes(count, random)?;
    let least = ROOM * count as u64;
    let most = if random.below(4) == 0 { u64::MAX } else { least };
    let radii = ranges.map(|range| (range.1.abs_diff(range.0) / 2).min(most));
    if radii.into_iter().any(|radius| radius < least) {
        return None;
    }
    let mut names: Vec<usize> = (0..count).collect();
    random.shuffle(&mut names);
    let (mut columns, mut edges) = (vec![vec![0; count]; 2], Vec::new());
    let (mut inner, mut rest): (&[usize], &[usize]) = (&[], &names);
    let first = if sizes[0] == 1 { 0.0 } else { 1.0 };
    for (number, size) in sizes.iter().copied().enumerate() {
        let ring;
        (ring, rest) = rest.split_at(size);
        let distance = (number as f64 + first) / sizes.len() as f64;
        // The points of a smaller ring are between those within it.
        let shift = if size < inner.len() { 0.5 } else { 0.0 };
        for (place, name) in ring.iter().enumerate() {
            let at = on_circle((place as f64 + shift) / size as f64);
            for (axis, part) in at.into_iter().enumerate() {
                let centre = ranges[axis].0.saturating_add_unsigned(radii[axis]);
                let away = (radii[axis] as f64 * distance * part) as i64;
                columns[axis][*name] = centre.saturating_add(away);
            }
            if size > 1 {
                edges.push((*name, ring[(place + 1) % size]));
            }
        }
        edges.extend(spokes(inner, ring));
        inner = ring;
    }
    random.shuffle(&mut edges);
    turn_some(&mut edges, random);
    Some((columns, edges))
}

/// Returns the point of the unit circle after a part of a turn, about: the sine and the cosine
/// differ between systems, and the same seed must draw the same points.
fn on_circle(part: f64) -> [f64; 2] {
    let (quarters, rest) = ((4.0 * part).floor(), (4.0 * part).fract());
    let [x, y] = [1.0 - rest * rest, 2.0 * rest].map(|side| side / (1.0 + rest * rest));
    match quarters as u8 {
        0 => [x, y],
        1 => [-y, x],
        2 => [-x, -y],
        _ => [y, -x],
    }
}

/// Returns the sizes of rings with this many points altogether, from the inside: of a wheel, of
/// prisms within each other, or of a dodecahedron with larger polygons, of which all other faces
/// are pentagons.
fn ring_sizes(count: usize, random: &mut Random) -> Option<Vec<usize>> {
    let quarter = count / 4;
    match random.below(4) {
        0 => (count >= 4).then(|| vec![1, count - 1]),
        1 => (count.is_multiple_of(4) && quarter >= 5).then(|| vec![quarter, 2 * quarter, quarter]),
        _ => {
            let numbers = (2..=quarter).filter(|rings| count.is_multiple_of(*rings));
            let numbers: Vec<usize> = numbers.collect();
            let rings = (!numbers.is_empty()).then(|| *random.choose(&numbers))?;
            Some(vec![count / rings; rings])
        }
    }
}

/// Returns the edges between a ring and the next larger circle: at each point, or at every second
/// one of the larger ring.
fn spokes(inner: &[usize], outer: &[usize]) -> Vec<(usize, usize)> {
    let pairs = |inner: &[usize], outer: &[usize]| {
        inner.iter().copied().zip(outer.iter().copied()).collect()
    };
    match (inner, outer) {
        ([hub], outer) => outer.iter().map(|point| (*hub, *point)).collect(),
        _ if inner.len() < outer.len() => pairs(inner, &every_second(outer)),
        _ if inner.len() > outer.len() => pairs(&every_second(&inner[1..]), outer),
        _ => pairs(inner, outer),
    }
}

fn every_second(points: &[usize]) -> Vec<usize> {
    points.iter().copied().step_by(2).collect()
}

/// Exchanges the ends of about half of the edges.
fn turn_some(edges: &mut [(usize, usize)], random: &mut Random) {
    for (a, b) in edges {
        if random.below(2) == 0 {
            (*a, *b) = (*b, *a);
        }
    }
}

/// Returns at least this many edges between points that do not cross, as far as there are so many,
/// in any order and direction. As far as possible, each point keeps `least` edges, and otherwise
/// there are no more edges than requested.
pub(crate) fn edges(
    columns: &[Vec<i64>],
    count: usize,
    least: usize,
    random: &mut Random,
) -> Vec<(usize, usize)> {
    let mut edges = triangulation(&points_of(columns));
    let mut unwanted = edges.len().saturating_sub(count);
    random.shuffle(&mut edges);
    let mut degrees = degrees(columns[0].len(), &edges);
    edges.retain(|&(a, b)| {
        let is_needed = unwanted == 0 || degrees[a].min(degrees[b]) <= least;
        if !is_needed {
            unwanted -= 1;
            degrees[a] -= 1;
            degrees[b] -= 1;
        }
        is_needed
    });
    turn_some(&mut edges, random);
    edges
}

/// Returns the edges of a triangulation of distinct points.
fn triangulation(points: &[Point]) -> Vec<(usize, usize)> {
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by_key(|point| points[*point]);
    let (mut edges, mut hull) = (Vec::new(), [Vec::new(), Vec::new()]);
    for next in order {
        let seen = |a: usize, b: usize| turn(points[a], points[b], points[next]);
        // The lower and the upper side both end with the last point.
        edges.extend(hull[0].last().map(|last| (*last, next)));
        for (side, outside) in hull.iter_mut().zip([-1, 1]) {
            while let [.., before, last] = side[..]
                && seen(before, last) == outside
            {
                edges.push((before, next));
                side.pop();
            }
            side.push(next);
        }
    }
    edges
}

#[cfg(test)]
mod tests;
