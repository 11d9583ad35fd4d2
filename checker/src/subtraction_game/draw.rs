//! One heap as a line of cold and hot positions, with the relevant moves; several heaps as bars,
//! with their nim-values in binary.
//!
//! For a large heap, the positions around those moves are drawn, with the share of cold positions
//! along the line. A case is not evaluated only to be drawn: the results of a check are used or,
//! without them, the first positions, which are quick to evaluate.

use std::io::Read;

use super::refutation::Refutation;
use super::values::Values;
use super::{Claim, HeapMove, Prepared, Rule};
use crate::CheckError;
use crate::drawing::{Drawing, LegendEntry, Panel, Point, Role, Sample, Shape};

/// The number of positions in a row of the line, and the maximum number of rows drawn in full.
const ROW: u64 = 32;
const WHOLE: u64 = 8;

/// The maximum number of steps, positions times amounts, taken only to draw.
const STEPS: u64 = 1 << 26;

/// The number of bars for the share of cold positions, and the maximum number of positions counted
/// for one.
const BARS: u64 = 60;
const COUNTED: u64 = 4096;

/// The maximum number of heaps drawn, the columns of the largest, and the maximum number of bits of
/// a nim-value.
const HEAPS: usize = 12;
const COLUMNS: u32 = 24;
const BITS: u32 = 12;

/// Draws the case, and the claim of an output if one is given.
pub(super) fn draw(
    prepared: &Prepared,
    output: Option<&mut dyn Read>,
) -> Result<Drawing, CheckError> {
    let mut picture = Picture::new(prepared);
    match output.map(Claim::parse).transpose()? {
        None => picture.proven(),
        Some(Ok(claim)) => picture.claim(claim)?,
        Some(Err(refusal)) => {
            picture.proven();
            picture
                .drawing
                .say(&format!("the output is not understood: {}", refusal.explanation.says));
        }
    }
    Ok(picture.finish())
}

/// A relevant move, from a heap that may have changed.
struct DrawnMove {
    role: Role,
    letter: &'static str,
    /// The heap, counted from 0.
    heap: usize,
    from: u64,
    to: u64,
}

/// A drawing under construction.
struct Picture<'a> {
    prepared: &'a Prepared,
    moves: Vec<DrawnMove>,
    drawing: Drawing,
}

impl<'a> Picture<'a> {
    fn new(prepared: &'a Prepared) -> Picture<'a> {
        let heaps = prepared.instance().heaps();
        let named: Vec<String> = heaps.iter().take(HEAPS).map(u64::to_string).collect();
        let more = if heaps.len() > HEAPS { " and more" } else { "" };
        let heaps = if heaps.len() == 1 { "A heap" } else { "Heaps" };
        let description = format!("{heaps} of {}{more}.", named.join(", "));
        let drawing = Drawing { description, ..Drawing::default() };
        let mut picture = Picture { prepared, moves: Vec::new(), drawing };
        let allowed = picture.allowed();
        picture.drawing.say(&allowed);
        picture
    }

    /// The allowed amounts, in words.
    fn allowed(&self) -> String {
        match self.prepared.instance().rule() {
            Rule::Squares => "squares may be taken".into(),
            Rule::Set(amounts) => {
                let named: Vec<String> = amounts.iter().take(HEAPS).map(u64::to_string).collect();
                let more = if amounts.len() > HEAPS { ", ..." } else { "" };
                format!("{}{more} may be taken", named.join(", "))
            }
        }
    }

    /// Shows a winning move, if it is known or quickly found.
    fn proven(&mut self) {
        if self.known().is_none() {
            return;
        }
        match self.prepared.winning_move() {
            Ok(Some(right)) => {
                self.drawing.say(&format!("the position is hot: {} wins", words(right)));
                self.add(Role::Right, "r", right, "a right move");
            }
            Ok(None) => self.drawing.say("the position is cold: every move loses"),
            Err(_) => {}
        }
    }

    /// Shows a claim and what refutes it.
    fn claim(&mut self, claim: Claim) -> Result<(), CheckError> {
        self.drawing.say(&format!("the output says {claim}"));
        let refutation = self.prepared.check(claim)?.err();
        if let Claim::Hot(claimed) = claim {
            self.add(Role::Claimed, "x", claimed, "the move of the claim");
        }
        let Some(refutation) = refutation else {
            self.drawing.say("this is right");
            return Ok(());
        };
        let refusal = self.prepared.refusal(claim, &refutation)?;
        refusal.explanation.facts.iter().for_each(|fact| self.drawing.say(&fact.text));
        match refutation {
            Refutation::Hot(right) => self.add(Role::Right, "r", right, "a right move"),
            Refutation::Answered { answer, right, .. } => {
                self.add(Role::Second, "a", answer, "the opponent's answer");
                if let Some(right) = right {
                    self.add(Role::Right, "r", right, "a right move");
                }
            }
            Refutation::NoSuchHeap | Refutation::NotAllowed | Refutation::TooMuch { .. } => {}
        }
        Ok(())
    }

    /// Adds a move, if heap and amount are valid. The opponent's move follows the claimed one.
    fn add(&mut self, role: Role, letter: &'static str, by: HeapMove, text: &str) {
        let heaps = self.prepared.instance().heaps();
        let heap = usize::try_from(by.heap).ok().and_then(|heap| heap.checked_sub(1));
        let Some(heap) = heap.filter(|&heap| heap < heaps.len()) else { return };
        let claimed = self.moves.iter().find(|one| one.role == Role::Claimed && one.heap == heap);
        let from = match claimed.filter(|_| role == Role::Second) {
            Some(claimed) => claimed.to,
            None => heaps[heap],
        };
        let left = u64::try_from(by.take).ok().and_then(|take| from.checked_sub(take));
        let Some(to) = left else { return };
        self.moves.push(DrawnMove { role, letter, heap, from, to });
        self.drawing.explain(role, Sample::Mark(letter.into()), text);
    }

    /// The largest heap, and the size up to which the values are quick to evaluate.
    fn sizes(&self) -> (u64, u64) {
        let instance = self.prepared.instance();
        let largest = instance.heaps().iter().copied().max().unwrap_or(0);
        let mut size = largest;
        while size > 0 && size.saturating_mul(instance.rule().up_to(size).len() as u64) > STEPS {
            size /= 2;
        }
        (largest, size)
    }

    /// The values of all positions that the heaps can reach, if they are known or quick to
    /// evaluate.
    fn known(&self) -> Option<&'a Values> {
        let (largest, quick) = self.sizes();
        let evaluated = match self.prepared.evaluated.get() {
            None if quick == largest => self.prepared.evaluated().ok(),
            evaluated => evaluated?.as_ref().ok(),
        };
        Some(&evaluated?.values)
    }

    fn finish(mut self) -> Drawing {
        let instance = self.prepared.instance();
        let known = self.known();
        self.drawing.panels = match *instance.heaps() {
            [heap] => match known {
                Some(values) => self.line(heap, heap, values),
                None => self.start(heap),
            },
            _ => vec![self.bars(known)],
        };
        let rule = match instance.rule() {
            Rule::Squares => "squares".into(),
            Rule::Set(amounts) if amounts.len() <= HEAPS => {
                let amounts: Vec<String> = amounts.iter().map(u64::to_string).collect();
                format!("{{{}}}", amounts.join(","))
            }
            Rule::Set(amounts) => format!("{} amounts", amounts.len()),
        };
        let heaps = match instance.heaps() {
            [heap] => format!("a heap of {heap}"),
            heaps => format!("{} heaps", heaps.len()),
        };
        self.drawing.title = format!("Subtraction game, {rule}, {heaps}");
        self.drawing
    }

    /// The first positions of one heap, if there is memory to evaluate them.
    fn start(&mut self, heap: u64) -> Vec<Panel> {
        let (_, quick) = self.sizes();
        let values = Values::new(self.prepared.instance().rule(), &[quick], self.prepared.memory);
        values.map_or_else(|_| Vec::new(), |values| self.line(heap, quick, &values))
    }

    /// The positions of one heap, in rows, and the share of cold ones.
    fn line(&mut self, heap: u64, upto: u64, values: &Values) -> Vec<Panel> {
        let mut panels = Vec::new();
        let rows = self.rows(heap, upto);
        if !rows.is_empty() {
            self.drawing.legend.insert(0, LegendEntry::new(Role::Cold, Sample::Cell, "cold"));
            self.drawing.legend.insert(1, LegendEntry::new(Role::Hot, Sample::Cell, "hot"));
            panels.push(self.positions(&rows, heap, upto, values));
        }
        if heap / ROW >= WHOLE {
            panels.push(shares(upto, values));
            self.drawing.explain(Role::Cold, Sample::Bar, "share of cold positions");
        }
        panels
    }

    /// The rows drawn: all, or those around the heap and the ends of moves.
    fn rows(&self, heap: u64, upto: u64) -> Vec<u64> {
        let last = heap / ROW;
        if last < WHOLE {
            return (0..=last).collect();
        }
        let ends = self.moves.iter().flat_map(|one| [one.from, one.to]).chain([heap]);
        let rows = ends.flat_map(|end| (end / ROW).saturating_sub(1)..=end / ROW + 1);
        let mut rows: Vec<u64> = rows.filter(|row| *row <= last && row * ROW <= upto).collect();
        rows.sort_unstable();
        rows.dedup();
        rows
    }

    fn positions(&mut self, rows: &[u64], heap: u64, upto: u64, values: &Values) -> Panel {
        let columns = ROW.min(heap + 1) as u32;
        let role = |position: u64| match position <= heap.min(upto) {
            true if values.of(position) == 0 => Some(Role::Cold),
            true => Some(Role::Hot),
            false => None,
        };
        let positions = rows.iter().flat_map(|row| row * ROW..row * ROW + u64::from(columns));
        let mut shapes = vec![Shape::Cells(positions.map(role).collect())];
        let place = |position: u64| {
            let row = rows.binary_search(&(position / ROW)).ok()?;
            Some(Point::middle((position % ROW) as u32, row as u32))
        };
        for DrawnMove { role, from, to, .. } in &self.moves {
            if let (Some(from), Some(to)) = (place(*from), place(*to)) {
                shapes.push(Shape::Arrow(*role, from, to));
            }
        }
        for DrawnMove { role, letter, to, .. } in &self.moves {
            shapes.extend(place(*to).map(|at| Shape::Mark(*role, at, (*letter).into())));
        }
        shapes.extend(place(heap).map(|at| Shape::Mark(Role::First, at, "H".into())));
        self.drawing.explain(Role::First, Sample::Mark("H".into()), "the heap");
        let labels = rows.iter().map(|row| (row * ROW).to_string());
        Panel {
            heading: "positions, row by row".into(),
            columns,
            rows: rows.len() as u32,
            letters: 1,
            row_labels: (0..).zip(labels).collect(),
            column_labels: (0..columns).step_by(4).map(|at| (at, format!("+{at}"))).collect(),
            shapes,
            ..Panel::default()
        }
    }

    /// Several heaps as bars, with the relevant moves and the nim-values in binary.
    fn bars(&mut self, known: Option<&Values>) -> Panel {
        let heaps = self.prepared.instance().heaps();
        let shown = self.shown();
        let largest = shown.iter().map(|&heap| heaps[heap]).max().unwrap_or(0).max(1);
        let values =
            known.map(|values| heaps.iter().map(|&heap| values.of(heap)).collect::<Vec<u32>>());
        let most = values.iter().flatten().copied().max().unwrap_or(0);
        let bits = (32 - most.leading_zeros()).clamp(1, BITS);
        let columns = COLUMNS + if values.is_some() { 1 + bits } else { 0 };
        let (mut cells, mut row_labels, mut texts) = (Vec::new(), Vec::new(), Vec::new());
        for &heap in &shown {
            row_labels.push(format!("heap {}", heap + 1));
            cells.extend(self.bar(heap, largest));
            cells.extend(values.iter().flat_map(|values| binary(values[heap], bits)));
            texts.push(self.text(heap, known));
        }
        if let Some(values) = &values {
            let sum = values.iter().fold(0, |sum, value| sum ^ value);
            row_labels.push("together".into());
            cells.extend([None; COLUMNS as usize]);
            cells.extend(binary(sum, bits));
            texts.push(format!("{sum}: {}", if sum == 0 { "cold" } else { "hot" }));
            self.drawing.explain(Role::First, Sample::Cell, "nim-values in binary");
        }
        let mut shapes = vec![Shape::Cells(cells)];
        let after = f64::from(columns) + 1.0;
        shapes.extend((0..).zip(texts).map(|(row, text)| {
            Shape::Text(Role::Board, Point { x: after, ..Point::middle(0, row) }, text)
        }));
        self.drawing.explain(Role::Reached, Sample::Cell, "what stays");
        if self.moves.iter().any(|one| one.role == Role::Claimed) {
            self.drawing.explain(Role::Claimed, Sample::Cell, "what the claim takes");
        }
        let heading = match heaps.len() - shown.len() {
            0 => String::new(),
            _ => format!("{} of {} heaps", shown.len(), heaps.len()),
        };
        Panel {
            heading,
            columns,
            rows: row_labels.len() as u32,
            letters: 1,
            row_labels: (0..).zip(row_labels).collect(),
            shapes,
            ..Panel::default()
        }
    }

    /// The bar of a heap: the rest, and what the claim takes.
    fn bar(&self, heap: usize, largest: u64) -> impl Iterator<Item = Option<Role>> + use<> {
        let width =
            |part: u64| (u128::from(part) * u128::from(COLUMNS)).div_ceil(largest.into()) as u32;
        let claimed = self.moves.iter().find(|one| one.role == Role::Claimed && one.heap == heap);
        let whole = width(self.prepared.instance().heaps()[heap]);
        // However little is taken, it must be visible.
        let left = claimed.map_or(whole, |one| width(one.to).min(whole.saturating_sub(1)));
        (0..COLUMNS).map(move |column| match column {
            _ if column < left => Some(Role::Reached),
            _ if column < whole => Some(Role::Claimed),
            _ => None,
        })
    }

    /// The size and the value of a heap, before and after the relevant moves.
    fn text(&self, heap: usize, known: Option<&Values>) -> String {
        let value = |size: u64| {
            known.map_or_else(String::new, |values| format!(", value {}", values.of(size)))
        };
        let size = self.prepared.instance().heaps()[heap];
        let mut text = format!("{size}{}", value(size));
        for DrawnMove { letter, from, to, .. } in self.moves.iter().filter(|one| one.heap == heap) {
            text += &format!("; {letter} -{} = {to}{}", from - to, value(*to));
        }
        text
    }

    /// The heaps drawn: those of moves, and the first others.
    fn shown(&self) -> Vec<usize> {
        let mut shown: Vec<usize> = self.moves.iter().map(|one| one.heap).collect();
        shown.sort_unstable();
        shown.dedup();
        let heaps = self.prepared.instance().heaps().len();
        let others: Vec<usize> =
            (0..heaps.min(HEAPS)).filter(|heap| !shown.contains(heap)).collect();
        shown.extend(others.into_iter().take(HEAPS - shown.len().min(HEAPS)));
        shown.sort_unstable();
        shown
    }
}

/// The lowest bits of a nim-value as cells, with an empty one before them.
fn binary(value: u32, bits: u32) -> impl Iterator<Item = Option<Role>> {
    let role = move |bit| if value >> bit & 1 == 1 { Role::First } else { Role::Board };
    [None].into_iter().chain((0..bits).rev().map(move |bit| Some(role(bit))))
}

/// The share of cold positions along the line.
fn shares(upto: u64, values: &Values) -> Panel {
    let shares: Vec<f64> = (0..BARS)
        .map(|bar| {
            let start = bar * (upto + 1) / BARS;
            let end = ((bar + 1) * (upto + 1) / BARS).min(start + COUNTED).max(start + 1);
            let cold = (start..end.min(upto + 1)).filter(|&at| values.of(at) == 0).count();
            cold as f64 / (end - start) as f64
        })
        .collect();
    let most = shares.iter().copied().fold(0.0, f64::max);
    let heights = shares.into_iter().map(|share| if most > 0.0 { share / most } else { 0.0 });
    Panel {
        heading: format!("share of cold positions, at most {:.1} %", most * 100.0),
        columns: BARS as u32,
        rows: 6,
        letters: 1,
        column_labels: vec![(0, "0".into()), (BARS as u32 - 1, upto.to_string())],
        shapes: vec![Shape::Bars(Role::Cold, heights.collect())],
        ..Panel::default()
    }
}

fn words(HeapMove { heap, take }: HeapMove) -> String {
    format!("taking {take} from heap {heap}")
}
