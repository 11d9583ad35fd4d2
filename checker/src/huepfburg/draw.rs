//! The paths of both players, jump by jump, up to the meeting or the mistake; and the arrows.
//!
//! A long path is abridged in the middle. A graph with few arrows is laid out on a circle. For a
//! larger one, the matrix of its arrows is drawn in blocks, with the number of fields that each
//! player can be on after each jump.

use std::collections::VecDeque;
use std::io::Read;

use super::refutation::{Player, Refutation, said};
use super::search::Shortest;
use super::{Instance, Prepared};
use crate::CheckError;
use crate::drawing::{Drawing, Panel, Point, Role, SHADES, Sample, Shape};
use crate::output::Output;

/// The largest graph laid out on a circle, in fields and in arrows.
const LAID_OUT: (u32, usize) = (24, 72);

/// The side of the lattice of blocks on which the arrows of larger graphs are drawn.
const BLOCKS: u32 = 32;

/// The maximum number of jumps for which reachable fields are counted, and of arrows followed for
/// that.
const COUNTED: usize = 60;
const FOLLOWED: usize = 1 << 22;

/// The maximum product of fields and arrows of a graph that is searched for a meeting only to draw
/// it.
const SEARCHED: u64 = 1 << 22;

/// The maximum number of arrows shown as alternatives to a jump that does not exist.
const ALTERNATIVES: usize = 4;

/// Draws the case, and the claim of an output if one is given.
pub(super) fn draw(
    prepared: &Prepared,
    output: Option<&mut dyn Read>,
) -> Result<Drawing, CheckError> {
    let mut picture = Picture::new(prepared.instance());
    match output {
        None => picture.known(prepared),
        Some(output) => picture.claim(prepared, output)?,
    }
    Ok(picture.finish())
}

/// The drawn part of a player's path: its first fields and its last ones.
#[derive(Default)]
struct DrawnWay {
    first: Vec<u32>,
    last: VecDeque<u32>,
    /// The number of fields, including those left out.
    fields: u64,
}

impl DrawnWay {
    fn push(&mut self, field: u32, room: usize) {
        self.fields += 1;
        if self.first.len() < room.div_ceil(2) {
            return self.first.push(field);
        }
        if self.last.len() == room / 2 {
            self.last.pop_front();
        }
        self.last.push_back(field);
    }

    /// The drawn fields, each with the number of its jump.
    fn drawn(&self) -> impl Iterator<Item = (u64, u32)> {
        let last = (self.fields - self.last.len() as u64..).zip(self.last.iter().copied());
        (0..).zip(self.first.iter().copied()).chain(last)
    }

    /// The field after a jump, if it is drawn.
    fn after(&self, jump: u64) -> Option<u32> {
        self.drawn().find(|&(at, _)| at == jump).map(|(_, field)| field)
    }
}

/// The paths of both players, and what is wrong with the last one.
#[derive(Default)]
struct DrawnWays {
    of: [DrawnWay; 2],
    /// The player, the number of the wrong jump, and the field that it claims.
    wrong: Option<(Player, u64, String)>,
}

impl DrawnWays {
    /// The paths of a meeting, abridged to `room` fields each.
    fn of_meeting(shortest: &Shortest, room: usize) -> DrawnWays {
        let mut ways = DrawnWays::default();
        for (way, player) in ways.of.iter_mut().zip([Player::Sasha, Player::Mika]) {
            let field = |&(sasha, mika): &(u32, u32)| match player {
                Player::Sasha => sasha,
                Player::Mika => mika,
            };
            shortest.first.iter().map(field).for_each(|field| way.push(field, room));
            if !shortest.last.is_empty() {
                way.first.extend(way.last.drain(..));
                way.first.truncate(room.div_ceil(2));
                let skipped = shortest.last.len().saturating_sub(room / 2);
                way.last = shortest.last.iter().skip(skipped).map(field).collect();
                way.fields = shortest.jumps + 1;
            }
        }
        ways
    }

    /// Whether the players meet.
    fn meet(&self) -> bool {
        let [sasha, mika] = &self.of;
        let end = |way: &DrawnWay| way.drawn().last();
        self.wrong.is_none() && sasha.fields > 1 && end(sasha) == end(mika)
    }

    /// The numbers of the drawn jumps, in full for the wrong path.
    fn jumps(&self) -> Vec<u64> {
        let way = match self.wrong {
            Some((Player::Mika, ..)) => &self.of[1],
            _ => &self.of[0],
        };
        let wrong = self.wrong.as_ref().map(|&(_, jump, _)| jump);
        way.drawn().map(|(jump, _)| jump).chain(wrong).collect()
    }
}

/// A drawing under construction.
struct Picture<'a> {
    instance: &'a Instance,
    ways: DrawnWays,
    drawing: Drawing,
}

impl<'a> Picture<'a> {
    fn new(instance: &'a Instance) -> Picture<'a> {
        let (n, m) = (instance.n(), instance.arrows().len());
        let title = format!("Hüpfburg, {n} fields, {m} arrows");
        let description =
            format!("{n} fields and {m} arrows. Sasha starts on field 1, Mika on field 2.");
        let drawing = Drawing { title, description, ..Drawing::default() };
        Picture { instance, ways: DrawnWays::default(), drawing }
    }

    /// The number of letters of the largest field.
    fn letters(&self) -> usize {
        self.instance.n().to_string().len().max(2)
    }

    /// The number of fields drawn of a path.
    fn room(&self) -> usize {
        (64 / (self.letters() + 3)).clamp(6, 12)
    }

    /// Shows a shortest meeting, if there is one and it is easy to find.
    fn known(&mut self, prepared: &Prepared) {
        let pairs = u64::from(self.instance.n()) * self.instance.arrows().len() as u64;
        if pairs > SEARCHED {
            return;
        }
        match prepared.shortest() {
            Ok(Some(shortest)) => self.shortest(shortest, "a shortest meeting"),
            Ok(None) => self.drawing.say("they cannot meet"),
            Err(_) => {}
        }
    }

    /// Shows a shortest meeting.
    fn shortest(&mut self, shortest: &Shortest, heading: &str) {
        self.ways = DrawnWays::of_meeting(shortest, self.room());
        self.drawing.say(&format!("they meet after {}", said(shortest.jumps)));
        let heading = format!("{heading}: {}", said(shortest.jumps));
        self.draw_ways(heading);
    }

    /// Shows the claim of an output and what refutes it.
    fn claim(&mut self, prepared: &Prepared, output: &mut dyn Read) -> Result<(), CheckError> {
        let room = self.room();
        let ways = &mut self.ways.of;
        let read = prepared.read(&mut Output::new(output), |player, field| {
            ways[player as usize].push(field, room);
        })?;
        let claim = match read {
            Ok(claim) => claim,
            Err(refusal) => {
                self.drawing
                    .say(&format!("the output is not understood: {}", refusal.explanation.says));
                self.draw_ways("the ways as far as they are understood".into());
                return Ok(());
            }
        };
        let (claim, refutation) = prepared.judge(claim)?;
        self.drawing.say(&format!("the output says {claim}"));
        let Some(refutation) = refutation else {
            self.drawing.say("this is right");
            self.draw_ways(format!("the claim, {claim}: right"));
            return Ok(());
        };
        let refusal = prepared.refusal(claim.clone(), &refutation);
        refusal.explanation.facts.iter().for_each(|fact| self.drawing.say(&fact.text));
        match refutation {
            Refutation::CanMeet(shortest) => self.shortest(&shortest, "they can meet"),
            Refutation::Shown(_) => {}
            Refutation::NotShortest(shortest) => {
                self.draw_ways(format!("the claim, {claim}: not the shortest"));
                self.shortest(&shortest, "a shortest meeting");
            }
            Refutation::WrongStart { player, field, .. } => {
                self.wrong(player, 0, field.to_string(), &claim);
            }
            Refutation::NoSuchField { player, jump, field, .. } => {
                self.wrong(player, jump, field.to_string(), &claim);
            }
            Refutation::NoArrow { player, jump, to, .. } => {
                self.wrong(player, jump, to.to_string(), &claim);
            }
            Refutation::Apart { .. } => self.draw_ways(format!("the claim, {claim}: apart")),
        }
        Ok(())
    }

    /// Shows paths of which the last ends with the wrong jump to `field`.
    fn wrong(&mut self, player: Player, jump: u64, field: String, claim: &str) {
        self.ways.wrong = Some((player, jump, field));
        self.draw_ways(format!("the claim, {claim}: wrong at jump {jump}"));
    }

    /// Adds the paths as a panel: a column for each jump, a row for each player, and one in between
    /// for the meeting.
    fn draw_ways(&mut self, heading: String) {
        let jumps = self.ways.jumps();
        if jumps.is_empty() {
            return;
        }
        let mut columns = Columns::new(&jumps);
        let meet = self.ways.meet();
        for (player, role) in [(Player::Sasha, Role::First), (Player::Mika, Role::Second)] {
            columns.draw_way(&self.ways.of[player as usize], player, role, meet);
            self.drawing.explain(role, Sample::Arrow, format!("{player}'s jumps"));
        }
        if let Some((_, end)) = self.ways.of[0].drawn().last().filter(|_| meet) {
            self.drawing.explain(Role::Right, Sample::Mark(end.to_string()), "where they meet");
        }
        self.draw_wrong(&mut columns, meet);
        self.drawing.panels.push(Panel {
            heading,
            columns: columns.numbers.len() as u32,
            rows: columns.rows,
            letters: self.letters() as u32,
            column_labels: columns.labels(),
            row_labels: vec![(0, "Sasha".into()), (2, "Mika".into())],
            shapes: columns.shapes,
            ..Panel::default()
        });
    }

    /// Draws the wrong jump with the existing ones, or the distance between the last fields.
    fn draw_wrong(&mut self, columns: &mut Columns, meet: bool) {
        let Some((player, jump, field)) = self.ways.wrong.clone() else {
            let [sasha, mika] = &self.ways.of;
            if !meet && sasha.fields > 1 && sasha.fields == mika.fields {
                let column = columns.numbers.len() as u32 - 1;
                let (from, to) = (Point::middle(column, 0), Point::middle(column, 2));
                columns.shapes.push(Shape::Arrow(Role::Missing, from, to));
                self.drawing.explain(Role::Missing, Sample::Arrow, "not one field");
            }
            return;
        };
        let row = 2 * player as u32;
        let column = columns.numbers.len() as u32 - 1;
        let at = Point::middle(column, row);
        let before = jump.checked_sub(1).and_then(|jump| self.ways.of[player as usize].after(jump));
        if let Some(before) = before {
            let from = Point::middle(column - 1, row);
            for (&target, below) in self.instance.targets(before).iter().take(ALTERNATIVES).zip(1..)
            {
                let to = Point::middle(column, row + below);
                columns.shapes.push(Shape::Arrow(Role::Move, from, to));
                columns.shapes.push(Shape::Mark(Role::Board, to, target.to_string()));
                columns.rows = columns.rows.max(row + below + 1);
                self.drawing.explain(Role::Move, Sample::Arrow, "arrows that there are");
            }
            columns.shapes.push(Shape::Arrow(Role::Missing, from, at));
            self.drawing.explain(Role::Missing, Sample::Arrow, "no such arrow");
        }
        let shown: String = field.chars().take(self.letters()).collect();
        columns.shapes.push(Shape::Mark(Role::Missing, at, shown));
    }

    fn finish(mut self) -> Drawing {
        let (n, m) = (self.instance.n(), self.instance.arrows().len());
        if n <= LAID_OUT.0 && m <= LAID_OUT.1 {
            let circle = self.circle();
            self.drawing.panels.push(circle);
        } else {
            self.drawing.panels.push(matrix(self.instance));
            self.drawing.explain(Role::Move, Sample::Shades, "arrows of a block, fewest to most");
            for player in [Player::Sasha, Player::Mika] {
                self.drawing.panels.push(reached(self.instance, player));
            }
        }
        self.drawing
    }

    /// All fields on a circle, with the arrows; those of the paths are on top.
    fn circle(&mut self) -> Panel {
        let n = self.instance.n();
        let side = 7 + n / 3;
        let place = |field: u32| {
            let angle = std::f64::consts::TAU * f64::from(field - 1) / f64::from(n);
            let middle = f64::from(side) / 2.0;
            let radius = middle - 1.5;
            Point { x: middle + radius * angle.sin(), y: middle - radius * angle.cos() }
        };
        let arrow = |role, from, to| Shape::Arrow(role, place(from), place(to));
        let arrows = self.instance.arrows().iter();
        let mut shapes: Vec<Shape> =
            arrows.clone().map(|one| arrow(Role::Move, one.from, one.to)).collect();
        self.drawing.explain(Role::Move, Sample::Arrow, "arrows that there are");
        for (way, role) in self.ways.of.iter().zip([Role::First, Role::Second]) {
            let drawn: Vec<(u64, u32)> = way.drawn().collect();
            let jumps = drawn.windows(2).filter(|pair| pair[0].0 + 1 == pair[1].0);
            shapes.extend(jumps.map(|pair| arrow(role, pair[0].1, pair[1].1)));
        }
        if let Some((player, jump, field)) = &self.ways.wrong
            && let Some(from) =
                jump.checked_sub(1).and_then(|j| self.ways.of[*player as usize].after(j))
            && let Some(to) = field.parse().ok().filter(|to| (1..=n).contains(to))
        {
            shapes.push(arrow(Role::Missing, from, to));
        }
        let end = self.ways.meet().then(|| self.ways.of[0].drawn().last()).flatten();
        let role = |field| match field {
            _ if end.is_some_and(|(_, end)| end == field) => Role::Right,
            1 => Role::First,
            2 => Role::Second,
            _ => Role::Board,
        };
        let marks = (1..=n).map(|field| Shape::Mark(role(field), place(field), field.to_string()));
        shapes.extend(marks);
        let in_words = (1..=n).filter(|&field| !self.instance.targets(field).is_empty());
        let in_words = in_words.map(|field| {
            let targets = self.instance.targets(field).iter().map(u32::to_string);
            format!("{field} -> {}", targets.collect::<Vec<_>>().join(" "))
        });
        Panel {
            heading: "all arrows".into(),
            columns: side,
            rows: side,
            letters: 1,
            shapes,
            in_words: vec![format!("arrows {}", in_words.collect::<Vec<_>>().join(", "))],
            ..Panel::default()
        }
    }
}

/// The columns of paths: a jump each, or none where some are left out.
struct Columns {
    numbers: Vec<Option<u64>>,
    rows: u32,
    shapes: Vec<Shape>,
}

impl Columns {
    fn new(jumps: &[u64]) -> Columns {
        let mut numbers = Vec::new();
        for (at, &jump) in jumps.iter().enumerate() {
            if at > 0 && jumps[at - 1] + 1 < jump {
                numbers.push(None);
            }
            numbers.push(Some(jump));
        }
        Columns { numbers, rows: 3, shapes: Vec::new() }
    }

    fn labels(&self) -> Vec<(u32, String)> {
        let label = |number: &Option<u64>| number.map_or("...".into(), |jump| jump.to_string());
        (0..).zip(self.numbers.iter().map(label)).collect()
    }

    /// Draws the path of a player. If they meet, the last field of both is in the row in between.
    fn draw_way(&mut self, way: &DrawnWay, player: Player, role: Role, meet: bool) {
        let row = 2 * player as u32;
        let last = way.fields.saturating_sub(1);
        let mut before: Option<(u64, Point)> = None;
        for (column, number) in (0..).zip(&self.numbers) {
            let Some(jump) = *number else { continue };
            let Some(field) = way.after(jump) else { continue };
            let is_meeting = meet && jump == last;
            let at = Point::middle(column, if is_meeting { 1 } else { row });
            if let Some((_, from)) = before.filter(|(earlier, _)| earlier + 1 == jump) {
                self.shapes.push(Shape::Arrow(role, from, at));
            }
            let role = if is_meeting { Role::Right } else { role };
            if !is_meeting || player == Player::Mika {
                self.shapes.push(Shape::Mark(role, at, field.to_string()));
            }
            before = Some((jump, at));
        }
    }
}

/// The arrows as a matrix of blocks: from the fields of a row to those of a column.
fn matrix(instance: &Instance) -> Panel {
    let n = instance.n();
    let side = n.min(BLOCKS);
    let block = |field: u32| u64::from(field - 1) * u64::from(side) / u64::from(n);
    let mut counts = vec![0u64; (side * side) as usize];
    for arrow in instance.arrows() {
        counts[(block(arrow.from) * u64::from(side) + block(arrow.to)) as usize] += 1;
    }
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    let shade = |count: u64| (count * u64::from(SHADES)).div_ceil(most) as u8;
    let ends = vec![(0, "1".to_string()), (side - 1, n.to_string())];
    Panel {
        heading: "arrows, from rows to columns".into(),
        columns: side,
        rows: side,
        letters: 1,
        column_labels: ends.clone(),
        row_labels: ends,
        shapes: vec![Shape::Shades(Role::Move, counts.into_iter().map(shade).collect())],
        ..Panel::default()
    }
}

/// The number of fields that a player can be on after each of the first jumps.
fn reached(instance: &Instance, player: Player) -> Panel {
    let mut fields = vec![player.start()];
    // The jump by which each field was last found.
    let mut found = vec![0u32; instance.n() as usize + 1];
    let mut counts = vec![1];
    let mut followed = 0;
    while counts.len() < COUNTED && followed < FOLLOWED && !fields.is_empty() {
        let jump = counts.len() as u32;
        let mut next = Vec::new();
        for &field in &fields {
            let targets = instance.targets(field);
            followed += targets.len();
            let is_new = |to: &u32| std::mem::replace(&mut found[*to as usize], jump) != jump;
            next.extend(targets.iter().copied().filter(is_new));
        }
        counts.push(next.len());
        fields = next;
    }
    let most = counts.iter().copied().max().unwrap_or(1);
    let role = if player == Player::Sasha { Role::First } else { Role::Second };
    let last = counts.len() as u32 - 1;
    let mut heights: Vec<f64> = counts.iter().map(|&count| count as f64 / most as f64).collect();
    heights.resize(COUNTED, 0.0);
    Panel {
        heading: format!("fields where {player} can be after each jump, at most {most}"),
        columns: COUNTED as u32,
        rows: 3,
        letters: 1,
        column_labels: vec![(0, "0".into()), (last, last.to_string())],
        shapes: vec![Shape::Bars(role, heights)],
        ..Panel::default()
    }
}
