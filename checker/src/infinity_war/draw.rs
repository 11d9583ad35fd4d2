//! The board with both pieces, the reach of the decisive player, and the claim with what proves or
//! refutes it; beside it the moves.
//!
//! Up to a side of [`WHOLE`], every square is a cell. Larger boards are cut into blocks, each as
//! dark as its share of reachable squares. Beyond a side of [`EXACT`], there are millions of pairs
//! of moves, of which a fixed number is sampled, evenly spread.

use std::io::Read;

use super::refutation::Refutation;
use super::{Claim, Move, Path, Prepared, ProvenOutcome, Square};
use crate::CheckError;
use crate::drawing::{Drawing, Panel, Point, Role, SHADES, Sample, Shape};

/// The largest side of a board with all squares drawn.
const WHOLE: i32 = 60;

/// The side of the lattices on which the squares, and the moves, of larger boards are drawn.
const BLOCKS: u32 = 48;
const MOVE_BLOCKS: u32 = 24;

/// The largest side for which all pairs of moves are used, and the number of first and second moves
/// sampled beyond it.
const EXACT: i32 = 1024;
const SAMPLED: usize = 1024;

/// The maximum number of moves named in words.
const NAMED: usize = 20;

/// Draws the case, and the claim of an output if one is given.
pub(super) fn draw(
    prepared: &Prepared,
    output: Option<&mut dyn Read>,
) -> Result<Drawing, CheckError> {
    let mut picture = Picture::new(prepared);
    match output.map(Claim::parse).transpose()? {
        None => picture.proven(prepared.outcome()),
        Some(Ok(claim)) => picture.claim(claim),
        Some(Err(refusal)) => {
            picture.proven(prepared.outcome());
            picture
                .drawing
                .say(&format!("the output is not understood: {}", refusal.explanation.says));
        }
    }
    Ok(picture.finish())
}

/// A drawing under construction.
struct Picture<'a> {
    prepared: &'a Prepared,
    /// The number of cells along a side of the board.
    side: u32,
    /// The claim; empty if there is none.
    heading: String,
    /// The shapes on the board.
    shapes: Vec<Shape>,
    drawing: Drawing,
}

impl<'a> Picture<'a> {
    /// The board with both pieces and the reach of the decisive player: Alice if she captures Bob,
    /// otherwise Bob.
    fn new(prepared: &'a Prepared) -> Picture<'a> {
        let instance = prepared.instance();
        let (n, alice, bob) = (instance.n(), instance.alice(), instance.bob());
        let side = if n <= WHOLE { n as u32 } else { BLOCKS };
        let description = format!("Alice is on {alice}, Bob on {bob}, on a board of side {n}.");
        let title = format!("Infinity War, n = {n}");
        let drawing = Drawing { title, description, ..Drawing::default() };
        let (heading, shapes) = (String::new(), Vec::new());
        let mut picture = Picture { prepared, side, heading, shapes, drawing };
        picture.drawing.explain(Role::First, Sample::Mark("A".into()), "Alice");
        picture.drawing.explain(Role::Second, Sample::Mark("B".into()), "Bob");
        match prepared.capture() {
            Some(_) => picture.reach("Alice", alice),
            None => picture.reach("Bob", bob),
        }
        for (role, square, letter) in [(Role::First, alice, "A"), (Role::Second, bob, "B")] {
            picture.shapes.push(Shape::Mark(role, picture.place(square), letter.into()));
        }
        picture
    }

    /// The position on the lattice of a square, which may be off the board.
    fn place(&self, Square { x, y }: Square) -> Point {
        let n = self.prepared.instance().n();
        let cells = f64::from(self.side) / f64::from(n);
        Point { x: (f64::from(x) - 0.5) * cells, y: (f64::from(n - y) + 0.5) * cells }
    }

    /// Shows the squares that a player can reach with at most two moves.
    fn reach(&mut self, name: &str, from: Square) {
        let n = self.prepared.instance().n();
        if n > EXACT {
            let (shades, pairs) = sampled(self.prepared, from);
            self.shapes.push(Shape::Shades(Role::Reached, shades));
            let text = format!(
                "pairs of moves of {name} that end there, per square, 0 to 1 ({pairs} looked at)"
            );
            return self.drawing.explain(Role::Reached, Sample::Shades, text);
        }
        let reached = self.prepared.reach().squares(from);
        let count = reached.iter().filter(|&&reached| reached).count();
        self.drawing.say(&format!("{name} reaches {count} of {} squares", reached.len()));
        if n > WHOLE {
            self.shapes.push(Shape::Shades(Role::Reached, shares(&reached, n)));
            let text = format!("share of squares within {name}'s reach, none to all");
            return self.drawing.explain(Role::Reached, Sample::Shades, text);
        }
        let rows = reached.chunks_exact(n as usize).rev().flatten();
        let role = |&reached: &bool| Some(if reached { Role::Reached } else { Role::Safe });
        self.shapes.push(Shape::Cells(rows.map(role).collect()));
        self.drawing.explain(Role::Reached, Sample::Cell, format!("within {name}'s reach"));
        if count < reached.len() {
            self.drawing.explain(Role::Safe, Sample::Cell, "out of reach");
        }
    }

    /// Shows what the checker proves.
    fn proven(&mut self, outcome: ProvenOutcome) {
        match outcome {
            ProvenOutcome::AliceWins(path) => self.capture(path),
            ProvenOutcome::Tie(square) => {
                self.drawing.say(&format!("Alice is safe on {square}"));
                self.right(square);
            }
            ProvenOutcome::BobWins => self.drawing.say("Bob wins: he reaches every square"),
        }
    }

    fn capture(&mut self, path: Path) {
        let (reach, alice) = (self.prepared.reach(), self.prepared.instance().alice());
        self.drawing.say(&format!("Alice captures Bob: {}", reach.describe(alice, path)));
        self.alice(path);
    }

    /// Shows how Alice captures Bob.
    fn alice(&mut self, path: Path) {
        self.path(Role::First, self.prepared.instance().alice(), path);
        self.drawing.explain(Role::First, Sample::Arrow, "Alice's moves");
    }

    /// Marks a square that would be a right answer.
    fn right(&mut self, square: Square) {
        self.shapes.push(Shape::Ring(Role::Right, self.place(square)));
        self.drawing.explain(Role::Right, Sample::Ring, "safe from Bob");
    }

    /// Shows a claim and what proves or refutes it.
    fn claim(&mut self, claim: Claim) {
        self.drawing.say(&format!("the output says {claim}"));
        let refutation = self.prepared.check(claim).err();
        let word = if refutation.is_some() { "wrong" } else { "right" };
        self.heading = format!("the claim, {claim}: {word}");
        if let Some(refutation) = &refutation {
            let facts = self.prepared.refusal(claim, refutation).explanation.facts;
            facts.iter().for_each(|fact| self.drawing.say(&fact.text));
        }
        if let Claim::Tie { x, y } = claim {
            self.claimed(x, y);
        }
        match refutation {
            None => {
                self.drawing.say("this is right");
                if let (Claim::AliceWins, Some(path)) = (claim, self.prepared.capture()) {
                    self.capture(path);
                }
                return;
            }
            Some(Refutation::AliceCaptures(path)) => return self.alice(path),
            Some(Refutation::AliceCannotCapture) => self.no_capture(),
            Some(Refutation::BobReaches(_, path)) => {
                self.path(Role::Second, self.prepared.instance().bob(), path);
                self.drawing.explain(Role::Second, Sample::Arrow, "Bob's moves");
            }
            Some(
                Refutation::OffTheBoard | Refutation::BobStandsThere | Refutation::AliceEscapes(_),
            ) => {}
        }
        if let Some(square) = self.prepared.safe_square() {
            self.right(square);
        }
    }

    /// Marks the square of a tie: on the board, or at the edge beyond which it lies.
    fn claimed(&mut self, x: i64, y: i64) {
        let n = i64::from(self.prepared.instance().n());
        let is_on_board = (1..=n).contains(&x) && (1..=n).contains(&y);
        let (x, y) = (x.clamp(1, n) as i32, y.clamp(1, n) as i32);
        let mut at = self.place(Square { x, y });
        if is_on_board {
            self.shapes.push(Shape::Ring(Role::Claimed, at));
            return self.drawing.explain(Role::Claimed, Sample::Ring, "the square of the claim");
        }
        // Only text may be outside the lattice.
        at.x = f64::from(self.side) + 0.3;
        self.shapes.push(Shape::Text(Role::Claimed, at, "claimed: off the board".into()));
    }

    /// Shows two moves that would add up to a capture if the first did not leave the board.
    fn no_capture(&mut self) {
        let instance = self.prepared.instance();
        let (alice, bob) = (instance.alice(), instance.bob());
        let (from, to) = (self.place(alice), self.place(bob));
        match self.prepared.reach().illegal_pair(alice, bob) {
            None => self.shapes.push(Shape::Arrow(Role::Missing, from, to)),
            Some((first, _)) => {
                let Move { dx, dy } = instance.moves()[first];
                let beside = self.place(Square { x: alice.x + dx, y: alice.y + dy });
                let [out, back] = [from, to].map(|inside| self.edge(inside, beside));
                self.shapes.push(Shape::Arrow(Role::Missing, from, out));
                self.shapes.push(Shape::Arrow(Role::Missing, back, to));
            }
        }
        self.drawing.explain(Role::Missing, Sample::Arrow, "no legal moves of Alice");
    }

    /// The point just beyond the edge on a path that leads off the board.
    fn edge(&self, inside: Point, outside: Point) -> Point {
        let beyond = f64::from(self.side) / 24.0;
        let share = |from: f64, to: f64| {
            let edge = if to < from { -beyond } else { f64::from(self.side) + beyond };
            if to == from { 1.0 } else { ((edge - from) / (to - from)).min(1.0) }
        };
        let share = share(inside.x, outside.x).min(share(inside.y, outside.y));
        let along = |from: f64, to: f64| from + (to - from) * share;
        Point { x: along(inside.x, outside.x), y: along(inside.y, outside.y) }
    }

    /// Shows one move or two.
    fn path(&mut self, role: Role, from: Square, path: Path) {
        let instance = self.prepared.instance();
        let steps = match path {
            Path::Stay => vec![],
            Path::One(only) => vec![only],
            Path::Two(first, second) => vec![first, second],
        };
        let mut at = from;
        for step in steps {
            let Some(to) = instance.landing(at, instance.moves()[step]) else { break };
            if at != from {
                self.shapes.push(Shape::Mark(role, self.place(at), "1".into()));
            }
            self.shapes.push(Shape::Arrow(role, self.place(at), self.place(to)));
            at = to;
        }
        if let Path::Two(..) = path {
            self.drawing.explain(role, Sample::Mark("1".into()), "the first landing");
        }
    }

    fn finish(mut self) -> Drawing {
        let n = self.prepared.instance().n();
        let labels = |place: &dyn Fn(i32) -> u32| match n {
            ..=WHOLE => {
                let is_named = |at: &i32| n <= 20 || *at == 1 || at % 5 == 0;
                (1..=n).filter(is_named).map(|at| (place(at), at.to_string())).collect()
            }
            _ => vec![(place(1), "1".to_string()), (place(n), n.to_string())],
        };
        let last = self.side - 1;
        let column = |at: i32| if n <= WHOLE { at as u32 - 1 } else { last * u32::from(at == n) };
        let board = Panel {
            heading: self.heading,
            columns: self.side,
            rows: self.side,
            letters: 1,
            column_labels: labels(&column),
            row_labels: labels(&|at| last - column(at)),
            shapes: self.shapes,
            ..Panel::default()
        };
        self.drawing.panels = vec![board, moves(self.prepared)];
        self.drawing
    }
}

/// All moves, as the squares they lead to from the middle.
fn moves(prepared: &Prepared) -> Panel {
    let instance = prepared.instance();
    let (n, moves) = (instance.n(), instance.moves());
    let is_whole = n <= WHOLE;
    let side = if is_whole { 2 * n as u32 - 1 } else { MOVE_BLOCKS };
    let mut counts = vec![0u64; (side * side) as usize];
    let cell = |by: i32| {
        ((i64::from(by) + i64::from(n) - 1) * i64::from(side) / (2 * i64::from(n) - 1)) as u32
    };
    for m in moves {
        counts[((side - 1 - cell(m.dy)) * side + cell(m.dx)) as usize] += 1;
    }
    let most = counts.iter().copied().max().unwrap_or(1).max(1);
    let shapes = if is_whole {
        let role = |&count: &u64| (count > 0).then_some(Role::Move);
        let middle = Point::middle(n as u32 - 1, n as u32 - 1);
        vec![Shape::Cells(counts.iter().map(role).collect()), Shape::Ring(Role::Board, middle)]
    } else {
        let shade = |&count: &u64| (count * u64::from(SHADES)).div_ceil(most) as u8;
        vec![Shape::Shades(Role::Move, counts.iter().map(shade).collect())]
    };
    let named: Vec<String> = moves.iter().take(NAMED).map(Move::to_string).collect();
    let more = match moves.len() - named.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    Panel {
        heading: format!("{n} moves"),
        columns: side,
        rows: side,
        letters: 1,
        shapes,
        is_aside: true,
        in_words: vec![format!("moves {}{more}", named.join(" "))],
        ..Panel::default()
    }
}

/// The share of squares reached in each block, given row by row from the bottom, as shades from the
/// top.
fn shares(reached: &[bool], n: i32) -> Vec<u8> {
    let (side, n) = (BLOCKS as usize, n as usize);
    let mut blocks = vec![(0u32, 0u32); side * side];
    for (index, &reached) in reached.iter().enumerate() {
        let (x, y) = (index % n, n - 1 - index / n);
        let block = &mut blocks[y * side / n * side + x * side / n];
        *block = (block.0 + u32::from(reached), block.1 + 1);
    }
    let shade =
        |(reached, all): (u32, u32)| (reached * u32::from(SHADES)).div_ceil(all.max(1)) as u8;
    blocks.into_iter().map(shade).collect()
}

/// An estimate of the pairs of moves that end in each block, as shades of one per square; and the
/// number of pairs sampled.
fn sampled(prepared: &Prepared, from: Square) -> (Vec<u8>, u64) {
    let instance = prepared.instance();
    let (n, moves) = (i64::from(instance.n()), instance.moves());
    let chosen = |number: usize, beside: usize| {
        (number as u64 * moves.len() as u64 / SAMPLED as u64) as usize + beside
    };
    // The sampled second moves vary with the first move.
    let spread = moves.len() / SAMPLED;
    let side = i64::from(BLOCKS);
    let mut counts = vec![0u64; (side * side) as usize];
    for number in 0..SAMPLED {
        let Some(midpoint) = instance.landing(from, moves[chosen(number, 0)]) else { continue };
        for second in 0..SAMPLED {
            let second = moves[chosen(second, number % spread.max(1))];
            let Some(Square { x, y }) = instance.landing(midpoint, second) else { continue };
            let (x, y) = (i64::from(x) - 1, n - i64::from(y));
            counts[(y * side / n * side + x * side / n) as usize] += 1;
        }
    }
    // Each sampled pair represents (n / SAMPLED)^2 pairs, and a block has (n / BLOCKS)^2 squares.
    let looked_at = (SAMPLED * SAMPLED) as u64;
    let full = looked_at / (side * side) as u64;
    let shade =
        |count: u64| (count * u64::from(SHADES)).div_ceil(full).min(u64::from(SHADES)) as u8;
    (counts.into_iter().map(shade).collect(), looked_at)
}
